// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/BakeCorrectives.h"

#include "Bake/CorrectiveNormals.h"
#include "Character/CorrectiveDeltas.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{

namespace BakeCorrectivesDetail
{

/** Rows of corners by point. */
struct FCornerRows
{
	std::vector<uint32_t> Offsets;
	std::vector<uint32_t> Corners;
};

FCornerRows ListCorners(std::span<const uint32_t> PointOfCorner, size_t PointCount)
{
	FCornerRows Out;
	Out.Offsets.assign(PointCount + 1, 0);
	Out.Corners.resize(PointOfCorner.size());
	for (const uint32_t Point : PointOfCorner)
	{
		++Out.Offsets[Point + 1];
	}
	for (size_t Point = 0; Point < PointCount; ++Point)
	{
		Out.Offsets[Point + 1] += Out.Offsets[Point];
	}
	std::vector<uint32_t> Next(Out.Offsets.begin(), Out.Offsets.end() - 1);
	for (size_t Corner = 0; Corner < PointOfCorner.size(); ++Corner)
	{
		Out.Corners[Next[PointOfCorner[Corner]]++] = static_cast<uint32_t>(Corner);
	}
	return Out;
}

bool HasRows(std::span<const uint32_t> Offsets, size_t Shapes, size_t Items)
{
	return Offsets.size() == Shapes + 1 && Offsets.front() == 0 && Offsets.back() == Items &&
		std::is_sorted(Offsets.begin(), Offsets.end());
}

bool IsSound(const FShapeDeltas& Deltas, size_t Shapes, size_t AfterJoints, size_t Points)
{
	const auto IsPoint = [Points](uint32_t Point) { return Point < Points; };
	const bool bAfter = Deltas.AfterOffsets.empty() ||
		(HasRows(Deltas.AfterOffsets, Shapes, Deltas.AfterPoints.size()) &&
			Deltas.AfterPoints.size() == Deltas.AfterJoints.size() &&
			Deltas.AfterPoints.size() == Deltas.AfterDeltas.size());
	return HasRows(Deltas.Offsets, Shapes, Deltas.Points.size()) && Deltas.Points.size() == Deltas.Deltas.size() &&
		bAfter && std::all_of(Deltas.Points.begin(), Deltas.Points.end(), IsPoint) &&
		std::all_of(Deltas.AfterPoints.begin(), Deltas.AfterPoints.end(), IsPoint) &&
		std::all_of(Deltas.AfterJoints.begin(), Deltas.AfterJoints.end(),
			[AfterJoints](uint32_t Joint) { return Joint < AfterJoints; });
}

TCorrectiveDeltas<FOwned> EncodeLevel(
	const TCorrectives<FOwned>& Model, const FShapeDeltas& Deltas, const FCornerRows& Rows)
{
	TCorrectiveDeltas<FOwned> Out;
	FDeltaWriter Writer(Out);
	std::vector<std::pair<uint32_t, FDeltaCode>> Row;
	for (size_t Shape = 0; Shape < Model.Shapes.size(); ++Shape)
	{
		Row.clear();
		for (uint32_t At = Deltas.Offsets[Shape]; At < Deltas.Offsets[Shape + 1]; ++At)
		{
			const FDouble3& D = Deltas.Deltas[At];
			const FDeltaCode Code = EncodeDelta(D.X, D.Y, D.Z, Model.Shapes[Shape].DeltaScale);
			const uint32_t Point = Deltas.Points[At];
			for (uint32_t Each = Rows.Offsets[Point]; Each < Rows.Offsets[Point + 1] && !(Code == FDeltaCode{}); ++Each)
			{
				Row.emplace_back(Rows.Corners[Each], Code);
			}
		}
		std::sort(Row.begin(), Row.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
		for (const auto& [Corner, Code] : Row)
		{
			Writer.Add(Corner, Code);
		}
		Writer.EndShape();
	}
	Out.AfterOffsets.assign(Deltas.AfterOffsets.empty() ? 0 : 1, 0);
	for (size_t Shape = 0; Shape + 1 < Deltas.AfterOffsets.size(); ++Shape)
	{
		for (uint32_t At = Deltas.AfterOffsets[Shape]; At < Deltas.AfterOffsets[Shape + 1]; ++At)
		{
			const FDouble3& D = Deltas.AfterDeltas[At];
			const uint32_t Point = Deltas.AfterPoints[At];
			for (uint32_t Each = Rows.Offsets[Point]; Each < Rows.Offsets[Point + 1]; ++Each)
			{
				Out.After.push_back({Rows.Corners[Each], Deltas.AfterJoints[At],
					{static_cast<float>(D.X), static_cast<float>(D.Y), static_cast<float>(D.Z)}});
			}
		}
		std::sort(Out.After.begin() + Out.AfterOffsets.back(), Out.After.end(),
			[](const FAfterDelta& A, const FAfterDelta& B) {
				return std::pair{A.Vertex, A.Joint} < std::pair{B.Vertex, B.Joint};
			});
		Out.AfterOffsets.push_back(static_cast<uint32_t>(Out.After.size()));
	}
	return Out;
}

using FInterval = std::array<double, 6>; // lowest and highest x, y, z

/** Adds a displacement of a shape in a range. */
void Widen(const FFloat3& Delta, double Low, double High, FInterval& Out)
{
	const double D[3] = {Delta.X, Delta.Y, Delta.Z};
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		Out[2 * Axis] += (std::min)(Low * D[Axis], High * D[Axis]);
		Out[2 * Axis + 1] += (std::max)(Low * D[Axis], High * D[Axis]);
	}
}

double LengthOf(const FInterval& Interval)
{
	double Sum = 0.0;
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		const double Largest = (std::max)(std::abs(Interval[2 * Axis]), std::abs(Interval[2 * Axis + 1]));
		Sum += Largest * Largest;
	}
	return std::sqrt(Sum);
}

/** The range of every shape, times its corrective's strength; it contains zero, where shapes are off. */
std::vector<std::pair<double, double>> FindRanges(const TCorrectives<FOwned>& Model)
{
	std::vector<std::pair<double, double>> Out(Model.Shapes.size());
	for (const TCorrective<FOwned>& Corrective : Model.Correctives)
	{
		for (size_t At = Corrective.FirstShape; At < size_t{Corrective.FirstShape} + Corrective.ShapeCount; ++At)
		{
			const FCorrectiveShape& Shape = Model.Shapes[At];
			const double Strength = static_cast<double>(Corrective.Strength);
			Out[At] = {Strength * (std::min)(0.0, static_cast<double>(Shape.Low)),
				Strength * (std::max)(0.0, static_cast<double>(Shape.High))};
		}
	}
	return Out;
}

/**
 * The displacements of a level's vertices, less those of the vertices that they become in the next level: how far
 * correctives can take the two levels apart.
 */
double FindLargestDifference(const TCorrectives<FOwned>& Model, const FMeshLevelData& Level, const FMeshLevelData& Next)
{
	const auto Ranges = FindRanges(Model);
	std::vector<FInterval> Intervals(Level.VertexCount(), FInterval{});
	std::vector<FFloat3> Here(Level.VertexCount()), There(Next.VertexCount());
	const auto List = [&](const FMeshLevelData& From, std::vector<std::vector<std::pair<uint32_t, FFloat3>>>& Rows)
	{
		Rows.resize(Model.Shapes.size());
		ForEachDelta(From.Correctives,
			[&](size_t Shape, uint32_t Vertex, size_t Index) {
				Rows[Shape].emplace_back(
					Vertex, DecodeDelta(From.Correctives.Deltas[Index], Model.Shapes[Shape].DeltaScale));
			});
	};
	std::vector<std::vector<std::pair<uint32_t, FFloat3>>> Fine, Coarse;
	List(Level, Fine);
	List(Next, Coarse);
	for (size_t Shape = 0; Shape < Model.Shapes.size(); ++Shape)
	{
		std::fill(Here.begin(), Here.end(), FFloat3{});
		std::fill(There.begin(), There.end(), FFloat3{});
		for (const auto& [Vertex, Delta] : Fine[Shape])
		{
			Here[Vertex] = Delta;
		}
		for (const auto& [Vertex, Delta] : Coarse[Shape])
		{
			There[Vertex] = Delta;
		}
		for (size_t Vertex = 0; Vertex < Intervals.size(); ++Vertex)
		{
			const FFloat3 Difference = Here[Vertex] - There[Level.GeomorphTargets[Vertex]];
			if (!(Difference == FFloat3{}))
			{
				Widen(Difference, Ranges[Shape].first, Ranges[Shape].second, Intervals[Vertex]);
			}
		}
	}
	double Largest = 0.0;
	for (const FInterval& Interval : Intervals)
	{
		Largest = (std::max)(Largest, LengthOf(Interval));
	}
	return Largest;
}

} // namespace BakeCorrectivesDetail

FStatus BakeCorrectives(
	const FCharacterParts& Parts, bool bNormals, FCharacterData& Character, const FBuildContext& Context)
{
	using namespace BakeCorrectivesDetail;
	if (Parts.Correctives.IsEmpty())
	{
		return FOk{};
	}
	FCorrectives Correctives = Parts.Correctives;
	ChooseScales(Correctives);
	Character.Correctives = std::move(Correctives.Model);
	for (size_t Index = 0; Index < Correctives.Levels.size() && Index < Character.Levels.size(); ++Index)
	{
		const FShapeDeltas& Deltas = Correctives.Levels[Index];
		if (Deltas.Offsets.empty())
		{
			continue;
		}
		const std::span<const uint32_t> PointOfCorner = Index == 0
			? std::span<const uint32_t>(Character.Levels[0].PointOfCorner)
			: std::span<const uint32_t>(Parts.Levels.Coarser[Index - 1].Surface.PointOfCorner);
		const size_t Points = Index == 0 ? Parts.Skin.PointCount() : Parts.Levels.Coarser[Index - 1].Skin.PointCount();
		if (!IsSound(Deltas, Character.Correctives.Shapes.size(), Character.Correctives.AfterJoints.size(), Points))
		{
			return FError{EErrorCode::Mismatch,
				"The correctives do not belong to level " + std::to_string(Index) + ", which has " +
					std::to_string(Points) + " points. Make correctives and levels of the same skin."};
		}
		Character.Levels[Index].Correctives =
			EncodeLevel(Character.Correctives, Deltas, ListCorners(PointOfCorner, Points));
	}
	const std::vector<double> Added = FindCorrectiveBounds(Character);
	for (size_t Index = 0; Index < Added.size(); ++Index)
	{
		float& Bound = Character.Levels[Index].ErrorBound;
		Bound = static_cast<float>(static_cast<double>(Bound) + Added[Index]);
	}
	return bNormals ? AddCorrectiveNormals(Character, Context) : FStatus(FOk{});
}

std::vector<double> FindCorrectiveBounds(const FCharacterData& Character)
{
	std::vector<double> Out(Character.Levels.size(), 0.0);
	for (size_t Index = 1; Index < Out.size() && !Character.Correctives.Correctives.empty(); ++Index)
	{
		const FMeshLevelData &Finer = Character.Levels[Index - 1], &Level = Character.Levels[Index];
		Out[Index] = Out[Index - 1];
		if (!Finer.GeomorphTargets.empty())
		{
			Out[Index] += BakeCorrectivesDetail::FindLargestDifference(Character.Correctives, Finer, Level);
			continue;
		}
		// Nothing says which vertices belong together.
		for (const FMeshLevelData* Each : {&Finer, &Level})
		{
			const std::vector<double> Reach = FindCorrectiveReach(Character.Correctives, *Each);
			Out[Index] += Reach.empty() ? 0.0 : *std::max_element(Reach.begin(), Reach.end());
		}
	}
	return Out;
}

FShapeDeltas ReadDeltas(
	const TCorrectives<FOwned>& Model, const TCorrectiveDeltas<FOwned>& Level, std::span<const uint32_t> PointOfCorner)
{
	// Corners of a point have the same displacements; its first corner speaks for it.
	std::vector<uint32_t> FirstCorner;
	for (size_t Corner = PointOfCorner.size(); Corner-- > 0;)
	{
		FirstCorner.resize((std::max)(FirstCorner.size(), size_t{PointOfCorner[Corner]} + 1), NoIndex);
		FirstCorner[PointOfCorner[Corner]] = static_cast<uint32_t>(Corner);
	}
	const auto IsFirst = [&](uint32_t Corner) { return FirstCorner[PointOfCorner[Corner]] == Corner; };
	std::vector<std::vector<std::pair<uint32_t, FDouble3>>> Rows(Model.Shapes.size());
	ForEachDelta(Level,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			const FFloat3 D = DecodeDelta(Level.Deltas[Index], Model.Shapes[Shape].DeltaScale);
			if (IsFirst(Vertex))
			{
				Rows[Shape].emplace_back(PointOfCorner[Vertex], FDouble3{D.X, D.Y, D.Z});
			}
		});
	FShapeDeltas Out;
	Out.Offsets.push_back(0);
	for (auto& Row : Rows)
	{
		std::sort(Row.begin(), Row.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
		for (const auto& [Point, Delta] : Row)
		{
			Out.Points.push_back(Point);
			Out.Deltas.push_back(Delta);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Points.size()));
	}
	Out.AfterOffsets.assign(Level.AfterOffsets.empty() ? 0 : 1, 0);
	for (size_t Shape = 0; Shape + 1 < Level.AfterOffsets.size(); ++Shape)
	{
		for (uint32_t At = Level.AfterOffsets[Shape]; At < Level.AfterOffsets[Shape + 1]; ++At)
		{
			const FAfterDelta& After = Level.After[At];
			if (IsFirst(After.Vertex))
			{
				Out.AfterPoints.push_back(PointOfCorner[After.Vertex]);
				Out.AfterJoints.push_back(After.Joint);
				Out.AfterDeltas.push_back({After.Delta.X, After.Delta.Y, After.Delta.Z});
			}
		}
		Out.AfterOffsets.push_back(static_cast<uint32_t>(Out.AfterPoints.size()));
	}
	return Out;
}

std::vector<double> FindLargestWeights(const TCorrectives<FOwned>& Model)
{
	using namespace BakeCorrectivesDetail;
	std::vector<double> Out;
	for (const auto& [Low, High] : FindRanges(Model))
	{
		Out.push_back((std::max)(-Low, High));
	}
	return Out;
}

std::vector<double> FindCorrectiveReach(const TCorrectives<FOwned>& Model, const FMeshLevelData& Level)
{
	using namespace BakeCorrectivesDetail;
	if (Level.Correctives.IsEmpty())
	{
		return {};
	}
	const auto Ranges = FindRanges(Model);
	std::vector<FInterval> Intervals(Level.VertexCount(), FInterval{});
	ForEachDelta(Level.Correctives,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			Widen(DecodeDelta(Level.Correctives.Deltas[Index], Model.Shapes[Shape].DeltaScale), Ranges[Shape].first,
				Ranges[Shape].second, Intervals[Vertex]);
		});
	std::vector<double> Out;
	for (const FInterval& Interval : Intervals)
	{
		Out.push_back(LengthOf(Interval));
	}
	for (size_t Shape = 0; Shape + 1 < Level.Correctives.AfterOffsets.size(); ++Shape)
	{
		const double Weight = (std::max)(-Ranges[Shape].first, Ranges[Shape].second);
		for (uint32_t At = Level.Correctives.AfterOffsets[Shape]; At < Level.Correctives.AfterOffsets[Shape + 1]; ++At)
		{
			const FAfterDelta& After = Level.Correctives.After[At];
			Out[After.Vertex] += Weight * static_cast<double>(Length(After.Delta));
		}
	}
	return Out;
}

} // namespace Exemplar
