// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/FlattenChart.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace Exemplar
{
namespace RelaxChartDetail
{

using FSparse = Eigen::SparseMatrix<double>;

/** A 2x2 matrix in rows. */
struct FMatrix2
{
	double A = 0.0, B = 0.0, C = 0.0, D = 0.0;
};

/** A triangle of the chart: the gradients of its three hat functions, so that J = sum uv_k g_k^T. */
struct FElement
{
	double Area = 0.0;
	FDouble2 Gradients[3];
};

FElement MakeElement(const FFlatTriangle& Flat)
{
	const FDouble2 G1{1.0 / Flat.A, -Flat.B / (Flat.A * Flat.C)}, G2{0.0, 1.0 / Flat.C};
	return {Flat.Area(), {{-G1.X - G2.X, -G1.Y - G2.Y}, G1, G2}};
}

FMatrix2 JacobianOf(const FElement& E, const double* const UV[3])
{
	FMatrix2 J;
	for (size_t K = 0; K < 3; ++K)
	{
		J.A += UV[K][0] * E.Gradients[K].X;
		J.B += UV[K][0] * E.Gradients[K].Y;
		J.C += UV[K][1] * E.Gradients[K].X;
		J.D += UV[K][1] * E.Gradients[K].Y;
	}
	return J;
}

double EnergyOf(EFlatEnergy Energy, const FMatrix2& J)
{
	const double Det = J.A * J.D - J.B * J.C, Square = J.A * J.A + J.B * J.B + J.C * J.C + J.D * J.D;
	if (!(Det > 0.0))
	{
		return std::numeric_limits<double>::infinity();
	}
	const double Inverse = 0.5 * Square / (Det * Det);
	return Energy == EFlatEnergy::Stretch ? Inverse + Det : Inverse + 0.5 * Square;
}

FMatrix2 GradientOf(EFlatEnergy Energy, const FMatrix2& J)
{
	const double Det = J.A * J.D - J.B * J.C, Square = J.A * J.A + J.B * J.B + J.C * J.C + J.D * J.D;
	const double OfJ = 1.0 / (Det * Det) + (Energy == EFlatEnergy::SymmetricDirichlet ? 1.0 : 0.0);
	const double OfDet = -Square / (Det * Det * Det) + (Energy == EFlatEnergy::Stretch ? 1.0 : 0.0);
	return {OfJ * J.A + OfDet * J.D, OfJ * J.B - OfDet * J.C, OfJ * J.C - OfDet * J.B, OfJ * J.D + OfDet * J.A};
}

/** A direction of J-space and how much the energy curves along it. */
struct FMode
{
	FMatrix2 Direction;
	double Curvature = 0.0;
};

/** The four eigenmodes of the energy's Hessian, with negative curvatures set to zero (Smith et al. 2019, section 4). */
std::array<FMode, 4> ModesOf(EFlatEnergy Energy, const FMatrix2& J)
{
	// J = rotation(Phi) diag(S1, S2) rotation(Theta).
	const double E = 0.5 * (J.A + J.D), F = 0.5 * (J.A - J.D), G = 0.5 * (J.C + J.B), H = 0.5 * (J.C - J.B);
	const double Q = std::hypot(E, H), R = std::hypot(F, G), S1 = Q + R, S2 = (std::max)(Q - R, 1e-12 * Q);
	const double A1 = R > 0.0 ? std::atan2(G, F) : 0.0, A2 = std::atan2(H, E);
	const double Theta = 0.5 * (A2 - A1), Phi = 0.5 * (A2 + A1);
	const FDouble2 U1{std::cos(Phi), std::sin(Phi)}, U2{-U1.Y, U1.X};
	const FDouble2 V1{std::cos(Theta), -std::sin(Theta)}, V2{-V1.Y, V1.X};
	const auto Outer = [](const FDouble2& U, const FDouble2& V) {
		return FMatrix2{U.X * V.X, U.X * V.Y, U.Y * V.X, U.Y * V.Y};
	};
	const auto Blend = [](const FMatrix2& M, double X, const FMatrix2& N, double Y) {
		return FMatrix2{X * M.A + Y * N.A, X * M.B + Y * N.B, X * M.C + Y * N.C, X * M.D + Y * N.D};
	};

	const bool bStretch = Energy == EFlatEnergy::Stretch;
	const double Cube1 = 1.0 / (S1 * S1 * S1), Cube2 = 1.0 / (S2 * S2 * S2);
	const double D1 = bStretch ? S2 - Cube1 : S1 - Cube1, D2 = bStretch ? S1 - Cube2 : S2 - Cube2;
	const double D11 = 3.0 * Cube1 / S1 + (bStretch ? 0.0 : 1.0), D22 = 3.0 * Cube2 / S2 + (bStretch ? 0.0 : 1.0);
	const double D12 = bStretch ? 1.0 : 0.0;
	const double Twist = (D1 + D2) / (S1 + S2);
	const double Flip = (S1 * S1 + S1 * S2 + S2 * S2) * Cube1 * Cube2 + (bStretch ? -1.0 : 1.0);

	const FMatrix2 First = Outer(U1, V1), Second = Outer(U2, V2), Up = Outer(U2, V1), Down = Outer(U1, V2);
	const double Root = std::sqrt(0.5), Angle = 0.5 * std::atan2(2.0 * D12, D11 - D22);
	const double Cos = std::cos(Angle), Sin = std::sin(Angle);
	std::array<FMode, 4> Out{
		{{Blend(First, Cos, Second, Sin), D11 * Cos * Cos + 2.0 * D12 * Sin * Cos + D22 * Sin * Sin},
			{Blend(First, -Sin, Second, Cos), D11 * Sin * Sin - 2.0 * D12 * Sin * Cos + D22 * Cos * Cos},
			{Blend(Up, Root, Down, -Root), Twist}, {Blend(Up, Root, Down, Root), Flip}}};
	for (FMode& Mode : Out)
	{
		Mode.Curvature = (std::max)(Mode.Curvature, 0.0);
	}
	return Out;
}

/** The energy of a chart over the UVs as one vector, and its Newton system. */
class FRelaxation
{
public:
	FRelaxation(EFlatEnergy InEnergy, std::span<const FSideProducts> Sides, const FChart& InChart)
		: Energy(InEnergy)
		, Chart(InChart)
	{
		double Area = 0.0;
		for (const FSideProducts& Side : Sides)
		{
			Area += Side.Area();
		}
		const double Scale = std::sqrt(Area / static_cast<double>(Sides.size()));
		for (const FSideProducts& Side : Sides)
		{
			Elements.push_back(MakeElement(LayFlat(Side, Scale)));
		}
		MakePattern();
	}

	double Evaluate(const Eigen::VectorXd& X) const
	{
		double Sum = 0.0;
		for (size_t Face = 0; Face < Elements.size(); ++Face)
		{
			const double* UV[3];
			Read(X, Face, UV);
			Sum += Elements[Face].Area * EnergyOf(Energy, JacobianOf(Elements[Face], UV));
		}
		return Sum;
	}

	/** Gradient and projected Hessian at X, and the step that they give. */
	bool FindStep(const Eigen::VectorXd& X, Eigen::VectorXd& Gradient, Eigen::VectorXd& Step)
	{
		Gradient.setZero(X.size());
		double* const Values = Hessian.valuePtr();
		std::fill(Values, Values + Hessian.nonZeros(), 0.0);
		for (size_t Face = 0; Face < Elements.size(); ++Face)
		{
			const FElement& E = Elements[Face];
			const double* UV[3];
			Read(X, Face, UV);
			const FMatrix2 J = JacobianOf(E, UV), G = GradientOf(Energy, J);
			double Block[21] = {};
			for (size_t K = 0; K < 3; ++K)
			{
				const Eigen::Index At = 2 * Chart.Triangles[Face][K];
				Gradient[At] += E.Area * (G.A * E.Gradients[K].X + G.B * E.Gradients[K].Y);
				Gradient[At + 1] += E.Area * (G.C * E.Gradients[K].X + G.D * E.Gradients[K].Y);
			}
			for (const FMode& Mode : ModesOf(Energy, J))
			{
				double P[6];
				for (size_t K = 0; K < 3; ++K)
				{
					P[2 * K] = Mode.Direction.A * E.Gradients[K].X + Mode.Direction.B * E.Gradients[K].Y;
					P[2 * K + 1] = Mode.Direction.C * E.Gradients[K].X + Mode.Direction.D * E.Gradients[K].Y;
				}
				for (size_t Row = 0, Slot = 0; Row < 6; ++Row)
				{
					for (size_t Column = 0; Column <= Row; ++Column, ++Slot)
					{
						Block[Slot] += E.Area * Mode.Curvature * P[Row] * P[Column];
					}
				}
			}
			for (size_t Slot = 0; Slot < 21; ++Slot)
			{
				Values[Slots[21 * Face + Slot]] += Block[Slot];
			}
		}
		double Trace = 0.0;
		for (const int At : Diagonal)
		{
			Trace += Values[At];
		}
		for (const int At : Diagonal) // the position and, at first order, the rotation of a chart have no energy
		{
			Values[At] += 1e-8 * Trace / static_cast<double>(Diagonal.size());
		}
		Factors.factorize(Hessian);
		if (Factors.info() != Eigen::Success)
		{
			return false;
		}
		Step = Factors.solve(-Gradient);
		return Step.allFinite();
	}

	/** The longest step, up to 1, that stays clear of turning a triangle over (Smith & Schaefer 2015, section 3.3). */
	double LongestStep(const Eigen::VectorXd& X, const Eigen::VectorXd& Step) const
	{
		double Out = 1.25;
		for (const FTriangle& T : Chart.Triangles)
		{
			const Eigen::Index A = 2 * T[0], B = 2 * T[1], C = 2 * T[2];
			const double X1 = X[B] - X[A], Y1 = X[B + 1] - X[A + 1], X2 = X[C] - X[A], Y2 = X[C + 1] - X[A + 1];
			const double S1 = Step[B] - Step[A], T1 = Step[B + 1] - Step[A + 1], S2 = Step[C] - Step[A],
						 T2 = Step[C + 1] - Step[A + 1];
			// Twice the area along the step: Q t^2 + L t + K.
			const double Q = S1 * T2 - S2 * T1, L = X1 * T2 + S1 * Y2 - X2 * T1 - S2 * Y1, K = X1 * Y2 - X2 * Y1;
			const double Under = L * L - 4.0 * Q * K;
			if (Under < 0.0)
			{
				continue;
			}
			// The smallest positive root, without cancellation.
			const double Sum = -0.5 * (L + (L < 0.0 ? -1.0 : 1.0) * std::sqrt(Under));
			for (const double Root : {Q != 0.0 ? Sum / Q : -1.0, Sum != 0.0 ? K / Sum : -1.0})
			{
				if (Root > 0.0)
				{
					Out = (std::min)(Out, Root);
				}
			}
		}
		return 0.8 * Out;
	}

private:
	void Read(const Eigen::VectorXd& X, size_t Face, const double* (&UV)[3]) const
	{
		for (size_t K = 0; K < 3; ++K)
		{
			UV[K] = X.data() + 2 * Chart.Triangles[Face][K];
		}
	}

	/** Which unknown an entry of a triangle's block is. */
	static int UnknownOf(const FTriangle& T, size_t Row) { return 2 * T[Row / 2] + static_cast<int>(Row % 2); }

	void MakePattern()
	{
		const int Size = 2 * static_cast<int>(Chart.Vertices.size());
		std::vector<Eigen::Triplet<double>> Entries;
		Entries.reserve(21 * Elements.size());
		const auto ForEach = [this](const auto& Visit)
		{
			for (const FTriangle& T : Chart.Triangles)
			{
				for (size_t Row = 0; Row < 6; ++Row)
				{
					for (size_t Column = 0; Column <= Row; ++Column)
					{
						const int A = UnknownOf(T, Row), B = UnknownOf(T, Column);
						Visit((std::max)(A, B), (std::min)(A, B));
					}
				}
			}
		};
		ForEach([&](int Row, int Column) { Entries.emplace_back(Row, Column, 1.0); });
		Hessian.resize(Size, Size);
		Hessian.setFromTriplets(Entries.begin(), Entries.end());
		Hessian.makeCompressed();
		const auto Find = [this](int Row, int Column)
		{
			const int* const Begin = Hessian.innerIndexPtr() + Hessian.outerIndexPtr()[Column];
			const int* const End = Hessian.innerIndexPtr() + Hessian.outerIndexPtr()[Column + 1];
			return static_cast<int>(std::lower_bound(Begin, End, Row) - Hessian.innerIndexPtr());
		};
		Slots.reserve(Entries.size());
		ForEach([&](int Row, int Column) { Slots.push_back(Find(Row, Column)); });
		for (int Index = 0; Index < Size; ++Index)
		{
			Diagonal.push_back(Find(Index, Index));
		}
		Factors.analyzePattern(Hessian);
	}

	EFlatEnergy Energy;
	const FChart& Chart;
	std::vector<FElement> Elements;
	FSparse Hessian;        // the lower half
	std::vector<int> Slots; // of each triangle, where the lower half of its block goes
	std::vector<int> Diagonal;
	Eigen::SimplicialLDLT<FSparse, Eigen::Lower> Factors;
};

} // namespace RelaxChartDetail

bool KeepsOrientation(const FChart& Chart)
{
	return std::all_of(Chart.Triangles.begin(), Chart.Triangles.end(),
		[&](const FTriangle& T)
		{
			const FDouble2 &A = Chart.UVs[static_cast<size_t>(T[0])], &B = Chart.UVs[static_cast<size_t>(T[1])],
						   &C = Chart.UVs[static_cast<size_t>(T[2])];
			return (B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X) > 0.0;
		});
}

bool RelaxChart(const FRelaxOptions& Options, std::span<const FSideProducts> Sides, FChart& Chart)
{
	using namespace RelaxChartDetail;
	if (Chart.Triangles.empty() || !KeepsOrientation(Chart))
	{
		return false;
	}
	FRelaxation System(Options.Energy, Sides, Chart);
	Eigen::VectorXd X(static_cast<Eigen::Index>(2 * Chart.UVs.size()));
	for (size_t Vertex = 0; Vertex < Chart.UVs.size(); ++Vertex)
	{
		X[static_cast<Eigen::Index>(2 * Vertex)] = Chart.UVs[Vertex].X;
		X[static_cast<Eigen::Index>(2 * Vertex + 1)] = Chart.UVs[Vertex].Y;
	}
	double Now = System.Evaluate(X);
	Eigen::VectorXd Gradient, Step, Next;
	for (size_t Round = 0; Round < Options.MaxSteps && std::isfinite(Now); ++Round)
	{
		if (!System.FindStep(X, Gradient, Step))
		{
			break;
		}
		const double Slope = Gradient.dot(Step);
		double Length = System.LongestStep(X, Step), After = Now;
		bool bTaken = false;
		for (int Halving = 0; Halving < 40 && !bTaken; ++Halving, Length *= 0.5)
		{
			Next = X + Length * Step;
			After = System.Evaluate(Next);
			bTaken = After <= Now + 1e-4 * Length * Slope;
		}
		if (!bTaken)
		{
			break;
		}
		X.swap(Next);
		const double Gained = Now - After;
		Now = After;
		if (Gained < Options.Gain * Now)
		{
			break;
		}
	}
	for (size_t Vertex = 0; Vertex < Chart.UVs.size(); ++Vertex)
	{
		Chart.UVs[Vertex] = {X[static_cast<Eigen::Index>(2 * Vertex)], X[static_cast<Eigen::Index>(2 * Vertex + 1)]};
	}
	return true;
}

} // namespace Exemplar
