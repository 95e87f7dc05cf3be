// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Embedding.h"
#include "Bake/Bake.h"

#include "Bake/BakeCorrectives.h"
#include "Geometry/Measures.h"
#include "Model/WeightRows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace Exemplar
{

namespace UnbakeDetail
{

/** Rest positions that differ by less than this share of the diagonal are the same, in float. */
constexpr double SameRest = 1e-6;

/** By more than this, it is not the same rest pose. */
constexpr double OtherRest = 0.01;

/** Without the blocks that are there for the next level's bones alone; linear blending is rounded as Bake stores it. */
std::vector<FAnimationVector> ReadPoints(const FMeshLevelData& Level)
{
	std::vector<FAnimationVector> Out = ReadSkin(Level);
	for (FAnimationVector& Point : Out)
	{
		size_t Kept = 0;
		for (size_t Block = 0; Block < Point.Blocks.size() && !Level.Skin.GeomorphDeltas.empty(); ++Block)
		{
			if (!(Point.Blocks[Block] == FDouble4{}))
			{
				Point.Blocks[Kept] = Point.Blocks[Block];
				Point.Bones[Kept++] = Point.Bones[Block];
			}
		}
		if (!Level.Skin.GeomorphDeltas.empty())
		{
			Point.Blocks.resize(Kept);
			Point.Bones.resize(Kept);
		}
	}
	return RoundPoints(Out);
}

/** Corners of one PointOfCorner are one vertex; without that map those at the same place with the same skin are. */
std::vector<uint32_t> JoinCorners(const FMeshLevelData& Level, const std::vector<FAnimationVector>& Skin)
{
	if (!Level.PointOfCorner.empty())
	{
		return Level.PointOfCorner;
	}
	std::vector<uint32_t> Out(Level.VertexCount());
	std::map<std::tuple<float, float, float>, std::vector<std::pair<size_t, uint32_t>>> Places;
	uint32_t Count = 0;
	for (size_t Corner = 0; Corner < Out.size(); ++Corner)
	{
		const FFloat3& P = Level.Positions[Corner];
		auto& Here = Places[{P.X, P.Y, P.Z}];
		const auto Same = std::find_if(Here.begin(), Here.end(),
			[&](const auto& Other) { return Skin.empty() || Skin[Other.first] == Skin[Corner]; });
		Out[Corner] = Same == Here.end() ? Count++ : Same->second;
		if (Same == Here.end())
		{
			Here.emplace_back(Corner, Out[Corner]);
		}
	}
	return Out;
}

/** The row of blend weights of a corner, by rising bone. */
void ReadWeights(const TBlendWeights<FOwned>& Weights, size_t Corner, FRigWeights& Out)
{
	std::vector<std::pair<uint16_t, double>> Row;
	double Sum = 0.0;
	for (uint32_t Entry = Weights.Offsets[Corner]; Entry < Weights.Offsets[Corner + 1]; ++Entry)
	{
		if (Weights.Weights[Entry] > 0.0f)
		{
			Row.emplace_back(Weights.Bones[Entry], static_cast<double>(Weights.Weights[Entry]));
			Sum += Row.back().second;
		}
	}
	std::sort(Row.begin(), Row.end());
	for (const auto& [Bone, Weight] : Row)
	{
		Out.Bones.push_back(Bone);
		Out.Weights.push_back(std::abs(Sum - 1.0) > 1e-6 ? Weight / Sum : Weight); // what Bake wrote stays as it is
	}
	Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
}

/** A skin over Count points, each from its first corner; a point without corners follows the first bone. */
FSkin ReadPointSkin(const FMeshLevelData& Level, const std::vector<uint32_t>& PointOfCorner, size_t Count,
	const std::vector<FAnimationVector>& Corners)
{
	std::vector<uint32_t> FirstCorner(Count, NoIndex);
	for (size_t Corner = PointOfCorner.size(); Corner-- > 0;)
	{
		FirstCorner[PointOfCorner[Corner]] = static_cast<uint32_t>(Corner);
	}
	FSkin Out;
	Out.bAnimationSpace = !Level.Skin.Offsets.empty();
	for (size_t Point = 0; Point < Count; ++Point)
	{
		const uint32_t Corner = FirstCorner[Point];
		const FFloat3 P = Level.Positions[Corner == NoIndex ? 0 : Corner]; // anywhere in the box: it is not drawn
		Out.Rest.push_back({P.X, P.Y, P.Z});
		if (!Level.BlendFactors.empty())
		{
			Out.BlendFactors.push_back(static_cast<double>(Level.BlendFactors[Corner == NoIndex ? 0 : Corner]));
		}
		if (!Corners.empty())
		{
			Out.Points.push_back(Corner == NoIndex ? FAnimationVector{{0}, {{P.X, P.Y, P.Z, 1.0}}} : Corners[Corner]);
		}
		if (!Level.Weights.Offsets.empty() && Corner != NoIndex)
		{
			ReadWeights(Level.Weights, Corner, Out.Weights);
		}
		else if (!Level.Weights.Offsets.empty())
		{
			Out.Weights.Bones.push_back(0);
			Out.Weights.Weights.push_back(1.0);
			Out.Weights.Offsets.push_back(static_cast<uint32_t>(Out.Weights.Bones.size()));
		}
	}
	return Out;
}

FSurface ReadSurface(const FMeshLevelData& Level, std::vector<uint32_t> PointOfCorner)
{
	FSurface Out{Level.Sections, Level.Indices, std::move(PointOfCorner), Level.SourceOfCorner, Level.Normals,
		Level.Tangents, Level.UVs, {}, {}};
	for (size_t Set = 0; Set < Level.MoreUVSetCount(); ++Set)
	{
		const std::span<const FFloat2> UVs = Level.MoreUVSet(Set);
		Out.MoreUVs.emplace_back(UVs.begin(), UVs.end());
	}
	for (size_t Set = 0; Set < Level.ColorSetCount(); ++Set)
	{
		const std::span<const FFloat4> Colors = Level.ColorSet(Set);
		Out.Colors.emplace_back(Colors.begin(), Colors.end());
	}
	return Out;
}

FLevel ReadLevel(const FMeshLevelData& Level)
{
	const std::vector<FAnimationVector> Corners = ReadPoints(Level);
	std::vector<uint32_t> VertexOfCorner = JoinCorners(Level, Corners);
	FLevel Out;
	std::map<uint32_t, uint32_t> VertexOf;
	for (uint32_t& Point : VertexOfCorner)
	{
		const auto [Found, bNew] = VertexOf.try_emplace(Point, static_cast<uint32_t>(Out.Points.size()));
		if (bNew)
		{
			Out.Points.push_back(Point);
		}
		Point = Found->second;
	}
	Out.Skin = ReadPointSkin(Level, VertexOfCorner, Out.Points.size(), Corners);
	Out.Surface = ReadSurface(Level, std::move(VertexOfCorner));
	Out.MorphTargets = Level.GeomorphTargets;
	Out.SurfaceError = static_cast<double>(Level.SurfaceError);
	Out.SurfaceRms = static_cast<double>(Level.SurfaceRms);
	Out.MeanError = static_cast<double>(Level.MeanError);
	Out.ErrorBound = static_cast<double>(Level.ErrorBound);
	return Out;
}

/** Shared by characters and their parts: which point of the examples each of PointCount points is. */
TResult<std::vector<uint32_t>> MatchBySource(
	std::span<const uint32_t> PointOfSource, size_t PointCount, const FExampleSet& Examples)
{
	const size_t Sources = Examples.PointOfSource.size();
	const size_t Own = !PointOfSource.empty() ? PointOfSource.size() : PointCount;
	if (Own != Sources)
	{
		return FError{EErrorCode::Mismatch,
			"The character was made from a mesh of " + std::to_string(Own) + " vertices, but the examples have " +
				std::to_string(Sources) + ". Give examples of the mesh that the character was made from."};
	}
	std::vector<uint32_t> Out((std::max)(PointCount, Own), NoIndex);
	for (size_t Source = 0; Source < Sources; ++Source)
	{
		Out[PointOfSource.empty() ? Source : PointOfSource[Source]] = Examples.PointOfSource[Source];
	}
	return Out;
}

FError NoSuchPoint(const char* What, size_t Index)
{
	return FError{EErrorCode::Mismatch,
		std::string(What) + " " + std::to_string(Index) +
			" of the character matches no vertex of the examples. Give examples of the mesh that the character was "
			"made "
			"from."};
}

} // namespace UnbakeDetail

FCharacterParts Unbake(const FCharacter& Character)
{
	using namespace UnbakeDetail;
	FCharacterData Data = Character.ToData();
	const std::vector<double> Added = FindCorrectiveBounds(Data);
	FCharacterParts Out;
	Out.Name = std::move(Data.Name);
	Out.Materials = std::move(Data.Materials);
	Out.PointOfSource = std::move(Data.PointOfSource);
	Out.Animation = {std::move(Data.Skeleton), std::move(Data.Clips)};
	Out.Correctives.Model = std::move(Data.Correctives);
	Out.PreferredOperator = Data.PreferredOperator;
	Out.Provenance = std::move(Data.Provenance);
	Out.Maps = std::move(Data.Maps);
	for (size_t Index = 0; Index < Data.Levels.size(); ++Index)
	{
		FMeshLevelData& Level = Data.Levels[Index];
		if (Index == 0)
		{
			const std::vector<FAnimationVector> Corners = ReadPoints(Level);
			std::vector<uint32_t> PointOfCorner = JoinCorners(Level, Corners);
			size_t Count = Data.PointCount;
			for (const uint32_t Point : PointOfCorner)
			{
				Count = (std::max)(Count, size_t{Point} + 1);
			}
			Out.Skin = ReadPointSkin(Level, PointOfCorner, Count, Corners);
			Out.Surface = ReadSurface(Level, std::move(PointOfCorner));
			Out.Levels.MorphTargets = Level.GeomorphTargets;
		}
		else
		{
			FLevel& Made = Out.Levels.Coarser.emplace_back(ReadLevel(Level));
			Made.ErrorBound = (std::max)(0.0, Made.ErrorBound - Added[Index]);
		}
		if (!Level.Correctives.IsEmpty())
		{
			const FSurface& Surface = Index == 0 ? Out.Surface : Out.Levels.Coarser.back().Surface;
			Out.Correctives.Levels.resize(Index + 1);
			Out.Correctives.Levels[Index] = ReadDeltas(Out.Correctives.Model, Level.Correctives, Surface.PointOfCorner);
		}
	}
	return Out;
}

TResult<std::vector<uint32_t>> MatchPoints(const FCharacterParts& Parts, const FExampleSet& Examples)
{
	TResult<std::vector<uint32_t>> Out =
		UnbakeDetail::MatchBySource(Parts.PointOfSource, Parts.Skin.PointCount(), Examples);
	if (!Out)
	{
		return Out;
	}
	Out->resize(Parts.Skin.PointCount());
	if (const auto Missing = std::find(Out->begin(), Out->end(), NoIndex); Missing != Out->end())
	{
		return UnbakeDetail::NoSuchPoint("Point", static_cast<size_t>(Missing - Out->begin()));
	}
	return Out;
}

TResult<std::vector<uint32_t>> MatchVertices(const FCharacterView& Character, const FExampleSet& Examples)
{
	if (Character.Levels.empty() || Character.Levels[0].Weights.Offsets.empty() || Character.Skeleton.Parents.empty())
	{
		return FError{EErrorCode::Degenerate,
			"The character has no skeleton, no mesh or no weights. A skin needs all three to start from."};
	}
	const FMeshLevelView& Level = Character.Levels[0];
	const size_t PointCount =
		Level.PointOfCorner.empty() && Character.PointOfSource.empty() ? Level.VertexCount() : Character.PointCount;
	const TResult<std::vector<uint32_t>> PointOf =
		UnbakeDetail::MatchBySource(Character.PointOfSource, PointCount, Examples);
	if (!PointOf)
	{
		return PointOf;
	}
	std::vector<uint32_t> Out;
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		const size_t Point = Level.PointOfCorner.empty() ? Vertex : Level.PointOfCorner[Vertex];
		Out.push_back(Point < PointOf->size() ? (*PointOf)[Point] : NoIndex);
		if (Out.back() == NoIndex)
		{
			return UnbakeDetail::NoSuchPoint("Vertex", Vertex);
		}
	}
	return Out;
}

TResult<FRig> ReadRig(const FCharacterParts& Parts, const FExampleSet& Examples)
{
	using namespace UnbakeDetail;
	const FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	if (Parts.Skin.Weights.PointCount() == 0 || Skeleton.Parents.empty())
	{
		return FError{EErrorCode::Degenerate,
			"The character has no skeleton, no mesh or no weights. A skin needs all three to start from."};
	}
	const TResult<std::vector<uint32_t>> PointOf = MatchPoints(Parts, Examples);
	TResult<std::vector<FAffine3d>> Motions = PlayMotions(Parts.Animation);
	if (!PointOf || !Motions)
	{
		return PointOf ? Motions.GetError() : PointOf.GetError();
	}
	FRig Rig;
	Rig.BoneCount = Skeleton.JointCount();
	Rig.PoseCount = Parts.Animation.FrameCount();
	Rig.Transforms = std::move(*Motions);
	Rig.Parents = Skeleton.Parents;
	for (const FAffine3d& Model : RestModel(Skeleton))
	{
		Rig.Joints.push_back({Model.M[3], Model.M[7], Model.M[11]});
	}
	const auto Root = std::find(Rig.Parents.begin(), Rig.Parents.end(), NoParent);
	Rig.Root = static_cast<int32_t>(Root - Rig.Parents.begin());
	std::vector<uint32_t> RowOf(Examples.PointCount(), NoIndex);
	for (uint32_t Point = 0; Point < PointOf->size(); ++Point)
	{
		uint32_t& First = RowOf[(*PointOf)[Point]];
		First = First == NoIndex ? Point : First;
	}
	const double Diagonal = BoxDiagonal(Examples.Rest.Positions);
	std::vector<bool> Drawn(Parts.Skin.PointCount(), false);
	for (const uint32_t Point : Parts.Surface.PointOfCorner)
	{
		Drawn[Point] = true;
	}
	double Moved = 0.0;
	for (size_t Point = 0; Point < Examples.PointCount(); ++Point)
	{
		const uint32_t Row = RowOf[Point];
		const FDouble3& Here = Examples.Rest.Positions[Point];
		const bool bDrawn = Row != NoIndex && Drawn[Row]; // a vertex without faces stands nowhere in a character
		const FDouble3 There = bDrawn ? Parts.Skin.Rest[Row] : Here;
		Moved = (std::max)(Moved, std::hypot(There.X - Here.X, There.Y - Here.Y, There.Z - Here.Z));
		Rig.RestPositions.push_back(There);
		AppendRow(Parts.Skin.Weights, Row == NoIndex ? 0 : Row, Rig.Weights);
	}
	if (Moved > OtherRest * Diagonal)
	{
		return FError{EErrorCode::Mismatch,
			"The rest mesh of the examples is not the character's: a vertex is " +
				std::to_string(static_cast<int>(std::ceil(100.0 * Moved / Diagonal))) +
				" % of the diagonal away. Give the examples with the rest mesh that the character was made from."};
	}
	if (Moved <= SameRest * Diagonal)
	{
		Rig.RestPositions.clear();
	}
	return Rig;
}

} // namespace Exemplar
