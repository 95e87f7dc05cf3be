// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/PackCharts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace Exemplar
{
namespace PackChartsDetail
{

constexpr size_t Orientations = 4;
constexpr int Rules = 4; // orders that charts are laid down in before a scale is given up
constexpr int Attempts =
	9; // scales that are tried, by halving what is left between one that fits and one that does not

/** Rows of bits, 64 per word, all of one width. */
struct FBitRows
{
	size_t Words = 0;
	std::vector<uint64_t> Bits;

	FBitRows(size_t Width, size_t Height)
		: Words((Width + 63) / 64)
		, Bits(Words * Height, 0)
	{
	}
	uint64_t* Row(size_t Y) { return Bits.data() + Y * Words; }
	const uint64_t* Row(size_t Y) const { return Bits.data() + Y * Words; }
	void Set(size_t X, size_t Y) { Row(Y)[X / 64] |= uint64_t{1} << (X % 64); }
};

/** Out |= In shifted toward lower columns. */
void OrShiftedDown(const uint64_t* In, size_t Words, size_t By, uint64_t* Out)
{
	const size_t Skip = By / 64, Bits = By % 64;
	for (size_t Word = 0; Word + Skip < Words; ++Word)
	{
		const uint64_t Low = In[Word + Skip] >> Bits;
		const uint64_t High = Bits != 0 && Word + Skip + 1 < Words ? In[Word + Skip + 1] << (64 - Bits) : 0;
		Out[Word] |= Low | High;
	}
}

/** A run of covered cells in a row of a chart. */
struct FCellRun
{
	size_t Row = 0, First = 0, Length = 0;
};

/** A chart in one orientation as covered cells. */
struct FFootprint
{
	std::vector<FCellRun> Runs; // by row
	size_t Width = 0, Height = 0;
	FDouble2 Corner; // of the turned chart that lies at the footprint's own corner, in units of the surface
	double Angle = 0.0;
};

FDouble2 Turned(const FDouble2& P, double Cos, double Sin)
{
	return {Cos * P.X - Sin * P.Y, Sin * P.X + Cos * P.Y};
}

/** Marks every cell that a triangle touches. */
void CoverTriangle(const FDouble2 (&P)[3], FBitRows& Cells, size_t Width, size_t Height)
{
	const double Low = (std::min)({P[0].Y, P[1].Y, P[2].Y}), High = (std::max)({P[0].Y, P[1].Y, P[2].Y});
	const size_t First = static_cast<size_t>((std::max)(std::floor(Low), 0.0));
	const size_t Last = (std::min)(static_cast<size_t>((std::max)(std::floor(High), 0.0)), Height - 1);
	for (size_t Row = First; Row <= Last; ++Row)
	{
		// The part of the triangle within the row is convex: its ends in x are at corners or where sides cross the row.
		const double Bottom = static_cast<double>(Row), Top = Bottom + 1.0;
		double Left = 1e300, Right = -1e300;
		const auto Take = [&](double X)
		{
			Left = (std::min)(Left, X);
			Right = (std::max)(Right, X);
		};
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FDouble2 &A = P[Corner], &B = P[(Corner + 1) % 3];
			if (A.Y >= Bottom && A.Y <= Top)
			{
				Take(A.X);
			}
			for (const double Line : {Bottom, Top})
			{
				if ((A.Y < Line) != (B.Y < Line))
				{
					Take(A.X + (B.X - A.X) * (Line - A.Y) / (B.Y - A.Y));
				}
			}
		}
		if (Left <= Right)
		{
			const size_t From = static_cast<size_t>((std::max)(std::floor(Left), 0.0));
			const size_t To = (std::min)(static_cast<size_t>((std::max)(std::floor(Right), 0.0)), Width - 1);
			for (size_t X = From; X <= To; ++X)
			{
				Cells.Set(X, Row);
			}
		}
	}
}

FFootprint MakeFootprint(const FChart& Chart, double Angle, double CellsPerUnit)
{
	FFootprint Out;
	Out.Angle = Angle;
	const double Cos = std::cos(Angle), Sin = std::sin(Angle);
	FDouble2 Low{1e300, 1e300}, High{-1e300, -1e300};
	for (const FDouble2& UV : Chart.UVs)
	{
		const FDouble2 P = Turned(UV, Cos, Sin);
		Low = {(std::min)(Low.X, P.X), (std::min)(Low.Y, P.Y)};
		High = {(std::max)(High.X, P.X), (std::max)(High.Y, P.Y)};
	}
	Out.Corner = Low;
	Out.Width = static_cast<size_t>(std::floor((High.X - Low.X) * CellsPerUnit)) + 1;
	Out.Height = static_cast<size_t>(std::floor((High.Y - Low.Y) * CellsPerUnit)) + 1;
	FBitRows Cells(Out.Width, Out.Height);
	for (const FTriangle& T : Chart.Triangles)
	{
		FDouble2 P[3];
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FDouble2 At = Turned(Chart.UVs[static_cast<size_t>(T[Corner])], Cos, Sin);
			P[Corner] = {(At.X - Low.X) * CellsPerUnit, (At.Y - Low.Y) * CellsPerUnit};
		}
		CoverTriangle(P, Cells, Out.Width, Out.Height);
	}
	for (size_t Row = 0; Row < Out.Height; ++Row)
	{
		for (size_t X = 0; X < Out.Width; ++X)
		{
			if ((Cells.Row(Row)[X / 64] >> (X % 64) & 1) != 0)
			{
				const bool bGoesOn = !Out.Runs.empty() && Out.Runs.back().Row == Row &&
					Out.Runs.back().First + Out.Runs.back().Length == X;
				if (bGoesOn)
				{
					++Out.Runs.back().Length;
				}
				else
				{
					Out.Runs.push_back({Row, X, 1});
				}
			}
		}
	}
	// Long runs near the middle collide first: they are tried first.
	std::stable_sort(
		Out.Runs.begin(), Out.Runs.end(), [](const FCellRun& A, const FCellRun& B) { return A.Length > B.Length; });
	return Out;
}

/** A place for a footprint. */
struct FPlace
{
	size_t X = 0, Y = 0;
	size_t Orientation = 0;
};

/** The texture while it fills: what is covered, with a gutter around every chart. */
class FPage
{
public:
	FPage(size_t InSide, size_t InGutter)
		: Side(InSide)
		, Gutter(InGutter)
		, Rows(InSide)
		, Covered(Side, Side)
	{
	}

	/** The lowest place, then the leftmost, where the footprint fits; false if there is none below Limit. */
	bool FindPlace(const FFootprint& Print, size_t Limit, size_t& OutX, size_t& OutY) const
	{
		const size_t Edge = Gutter / 2;
		if (Print.Width + 2 * Edge > Side)
		{
			return false;
		}
		const size_t LastX = Side - Edge - Print.Width;
		std::vector<uint64_t> Blocked(Covered.Words), Smeared(Covered.Words);
		for (size_t Y = Edge; Y + Print.Height <= Limit && Y + Print.Height + Edge <= Rows; ++Y)
		{
			std::fill(Blocked.begin(), Blocked.end(), 0);
			bool bOpen = true;
			for (size_t Run = 0; Run < Print.Runs.size() && bOpen; ++Run)
			{
				const FCellRun& R = Print.Runs[Run];
				Smear(Covered.Row(Y + R.Row), R.Length, Smeared);
				OrShiftedDown(Smeared.data(), Covered.Words, R.First, Blocked.data());
				bOpen = Run % 4 != 3 || FindFree(Blocked, Edge, LastX) < Side;
			}
			const size_t X = bOpen ? FindFree(Blocked, Edge, LastX) : Side;
			if (X < Side)
			{
				OutX = X;
				OutY = Y;
				return true;
			}
		}
		return false;
	}

	void Lay(const FFootprint& Print, size_t X, size_t Y)
	{
		for (const FCellRun& Run : Print.Runs)
		{
			const size_t Row = Y + Run.Row, First = X + Run.First;
			const size_t Bottom = Row > Gutter ? Row - Gutter : 0, Top = (std::min)(Row + Gutter, Rows - 1);
			const size_t Left = First > Gutter ? First - Gutter : 0;
			const size_t Right = (std::min)(First + Run.Length - 1 + Gutter, Side - 1);
			for (size_t To = Bottom; To <= Top; ++To)
			{
				for (size_t At = Left; At <= Right; ++At)
				{
					Covered.Set(At, To);
				}
			}
		}
	}

private:
	/** A cell is set in Out if it or one of the Length - 1 after it is set in In. */
	void Smear(const uint64_t* In, size_t Length, std::vector<uint64_t>& Out) const
	{
		std::copy_n(In, Covered.Words, Out.data());
		std::vector<uint64_t>& Copy = Scratch;
		Copy.resize(Covered.Words);
		for (size_t Done = 1; Done < Length;)
		{
			const size_t Step = (std::min)(Done, Length - Done);
			std::copy_n(Out.data(), Covered.Words, Copy.data());
			OrShiftedDown(Copy.data(), Covered.Words, Step, Out.data());
			Done += Step;
		}
	}

	/** The first column from First to Last that is not blocked; Side if there is none. */
	size_t FindFree(const std::vector<uint64_t>& Blocked, size_t First, size_t Last) const
	{
		for (size_t Word = First / 64; Word <= Last / 64; ++Word)
		{
			uint64_t Open = ~Blocked[Word];
			Open &= Word == First / 64 ? ~uint64_t{0} << (First % 64) : ~uint64_t{0};
			if (Open != 0)
			{
				const size_t X = 64 * Word + static_cast<size_t>(std::countr_zero(Open));
				return X <= Last ? X : Side;
			}
		}
		return Side;
	}

	size_t Side, Gutter, Rows;
	FBitRows Covered;
	mutable std::vector<uint64_t> Scratch;
};

/** One attempt: all charts at one scale, in one order. Returns whether they fit. */
bool LayAll(const std::vector<std::array<FFootprint, Orientations>>& Prints, const std::vector<size_t>& Order,
	size_t Side, size_t Gutter, std::vector<FPlace>& Places)
{
	FPage Page(Side, Gutter);
	for (const size_t Index : Order)
	{
		size_t Lowest = Side + 1;
		for (size_t Orientation = 0; Orientation < Orientations; ++Orientation)
		{
			const FFootprint& Print = Prints[Index][Orientation];
			size_t X = 0, Y = 0;
			if (Page.FindPlace(Print, Lowest - 1, X, Y))
			{
				Lowest = Y + Print.Height;
				Places[Index] = {X, Y, Orientation};
			}
		}
		if (Lowest > Side)
		{
			return false;
		}
		Page.Lay(Prints[Index][Places[Index].Orientation], Places[Index].X, Places[Index].Y);
	}
	return true;
}

double FlatArea(const FChart& Chart)
{
	double Out = 0.0;
	for (const FTriangle& T : Chart.Triangles)
	{
		const FDouble2 &A = Chart.UVs[static_cast<size_t>(T[0])], &B = Chart.UVs[static_cast<size_t>(T[1])],
					   &C = Chart.UVs[static_cast<size_t>(T[2])];
		Out += 0.5 * ((B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X));
	}
	return Out;
}

using FPrints = std::vector<std::array<FFootprint, Orientations>>;

/** All charts at one scale, in all orientations. */
FPrints MakePrints(
	const std::vector<FChart>& Charts, std::span<const double> Angles, double CellsPerUnit, IExecutor& Executor)
{
	FPrints Out(Charts.size());
	ParallelFor(Executor, Charts.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				for (size_t Orientation = 0; Orientation < Orientations; ++Orientation)
				{
					const double Turn = static_cast<double>(Orientation) / static_cast<double>(Orientations);
					Out[Index][Orientation] =
						MakeFootprint(Charts[Index], Angles[Index] + 2.0 * std::numbers::pi * Turn, CellsPerUnit);
				}
			}
		});
	return Out;
}

/**
 * Lays charts down in several orders, until one fits: by the longer side, by the area, then by the longer side and some
 * luck. What is hard to place comes first.
 */
bool FindPlaces(const FPrints& Prints, std::span<const double> Areas, size_t Side, size_t Gutter, uint64_t Seed,
	std::vector<FPlace>& Places)
{
	std::mt19937_64 Random(Seed);
	std::vector<size_t> Order(Prints.size());
	std::iota(Order.begin(), Order.end(), size_t{0});
	for (int Rule = 0; Rule < Rules; ++Rule)
	{
		std::vector<double> Keys(Prints.size());
		for (size_t Index = 0; Index < Prints.size(); ++Index)
		{
			const FFootprint& Print = Prints[Index][0];
			const double Luck = Rule < 2 ? 1.0 : 0.7 + 0.6 * static_cast<double>(Random() >> 11) * 0x1p-53;
			Keys[Index] = Rule == 1 ? Areas[Index] : Luck * static_cast<double>((std::max)(Print.Width, Print.Height));
		}
		std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Keys[A] > Keys[B]; });
		if (LayAll(Prints, Order, Side, Gutter, Places))
		{
			return true;
		}
	}
	return false;
}

} // namespace PackChartsDetail

FChartBox FindBox(std::span<const FDouble2> UVs)
{
	FChartBox Out{0.0, 1e300, 0.0};
	for (int Degree = 0; Degree < 90; ++Degree)
	{
		const double Angle = Degree * std::numbers::pi / 180.0, Cos = std::cos(Angle), Sin = std::sin(Angle);
		FDouble2 Low{1e300, 1e300}, High{-1e300, -1e300};
		for (const FDouble2& UV : UVs)
		{
			const FDouble2 P = PackChartsDetail::Turned(UV, Cos, Sin);
			Low = {(std::min)(Low.X, P.X), (std::min)(Low.Y, P.Y)};
			High = {(std::max)(High.X, P.X), (std::max)(High.Y, P.Y)};
		}
		const double Area = (High.X - Low.X) * (High.Y - Low.Y);
		if (Area < Out.Area * (1.0 - 1e-9))
		{
			Out = {Angle, Area, (std::max)(High.X - Low.X, High.Y - Low.Y)};
		}
	}
	return Out;
}

TResult<FPackingResult> PackCharts(
	const FPackingOptions& Options, std::vector<FChart>& Charts, const FBuildContext& Context)
{
	using namespace PackChartsDetail;
	if (Options.Size < 64 || Options.Size % 64 != 0 || Options.Size > 16384 || Options.Gutter * 8 > Options.Size)
	{
		return FError{EErrorCode::InvalidArgument,
			"An atlas cannot have " + std::to_string(Options.Size) + " texels a side and a gutter of " +
				std::to_string(Options.Gutter) +
				". Use a side from 64 to 16384 that is a multiple of 64, and a gutter of at most an eighth of it."};
	}
	// Cells are texels, or larger where the texture is: a search over more cells takes longer and gains little.
	const size_t PerCell = (std::max)(size_t{1}, size_t{Options.Size} / 512);
	const size_t Side = Options.Size / PerCell, Gutter = (Options.Gutter + PerCell - 1) / PerCell;
	double Area = 0.0;
	std::vector<double> Angles, Areas;
	for (const FChart& Chart : Charts)
	{
		Angles.push_back(FindBox(Chart.UVs).Angle);
		Areas.push_back(FlatArea(Chart));
		Area += Areas.back();
	}
	double Low = 0.0, High = 0.0; // cells per unit: fits, does not fit
	double Try = std::sqrt(0.7 / (std::max)(Area, 1e-300)) * static_cast<double>(Side);
	std::vector<FPlace> Places(Charts.size()), BestPlaces;
	FPrints BestPrints;
	for (int Attempt = 0; Attempt < 40 && (Attempt < Attempts || Low == 0.0); ++Attempt)
	{
		if (!Context.Progress.Report(static_cast<double>((std::min)(Attempt, Attempts)) / Attempts))
		{
			return Context.Progress.CanceledError();
		}
		FPrints Prints = MakePrints(Charts, Angles, Try, *Context.Executor);
		if (FindPlaces(Prints, Areas, Side, Gutter, Context.Seed + static_cast<uint64_t>(Attempt), Places))
		{
			Low = Try;
			BestPlaces = Places;
			BestPrints = std::move(Prints);
		}
		else
		{
			High = Try;
		}
		Try = High == 0.0 ? 1.08 * Low : Low == 0.0 ? 0.93 * High : 0.5 * (Low + High);
	}
	if (Low == 0.0)
	{
		return FError{EErrorCode::Degenerate,
			"The atlas has " + std::to_string(Charts.size()) + " charts, and they do not fit into " +
				std::to_string(Options.Size) + " texels a side with gutters of " + std::to_string(Options.Gutter) +
				". Make the texture larger (atlas.size) or the gutter smaller (atlas.gutter)."};
	}
	const double PerSide = 1.0 / static_cast<double>(Side);
	for (size_t Index = 0; Index < Charts.size(); ++Index)
	{
		const FFootprint& Print = BestPrints[Index][BestPlaces[Index].Orientation];
		const double Cos = std::cos(Print.Angle), Sin = std::sin(Print.Angle);
		for (FDouble2& UV : Charts[Index].UVs)
		{
			const FDouble2 P = Turned(UV, Cos, Sin);
			UV = {((P.X - Print.Corner.X) * Low + static_cast<double>(BestPlaces[Index].X)) * PerSide,
				((P.Y - Print.Corner.Y) * Low + static_cast<double>(BestPlaces[Index].Y)) * PerSide};
		}
	}
	const double Scale = Low * PerSide;
	return FPackingResult{Area * Scale * Scale, Scale};
}

} // namespace Exemplar
