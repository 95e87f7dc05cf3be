// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/CharacterRig.h"

#include "Bake/MeshLevel.h"
#include "Geometry/EigenMap.h"
#include "Pose/RestPose.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace CharacterRigDetail
{

/** Rest positions that differ by less than this share of the diagonal are the same, in float. */
constexpr double SameRest = 1e-6;

/** By more than this, it is not the same rest pose. */
constexpr double OtherRest = 0.01;

double DiagonalOf(const FExampleSet& Examples)
{
	const auto Points = AsMatrix(std::span<const FDouble3>(Examples.Rest.Positions));
	return (Points.colwise().maxCoeff() - Points.colwise().minCoeff()).norm();
}

} // namespace CharacterRigDetail

TResult<std::vector<uint32_t>> MatchVertices(const FCharacterData& Character, const FExampleSet& Examples)
{
	if (Character.Levels.empty() || Character.Levels[0].Weights.Offsets.empty() || Character.Skeleton.Parents.empty())
	{
		return FError{EErrorCode::Degenerate, "The character must have a skeleton, a mesh and weights to fit a skin."};
	}
	const FMeshLevelData& Level = Character.Levels[0];
	const size_t Sources = Examples.PointOfSource.size();
	const size_t Own = !Character.PointOfSource.empty() ? Character.PointOfSource.size() : Level.VertexCount();
	if (Own != Sources)
	{
		return FError{EErrorCode::Mismatch,
			"The character was built from a mesh with " + std::to_string(Own) + " vertices, but the examples have " +
				std::to_string(Sources) + ". Give examples of the mesh the character was built from."};
	}
	// A point of the character is the point of the examples that its source vertices belong to.
	std::vector<uint32_t> PointOf((std::max)(size_t{Character.PointCount}, Own), NoIndex);
	for (size_t Source = 0; Source < Sources; ++Source)
	{
		const size_t Point = Character.PointOfSource.empty() ? Source : Character.PointOfSource[Source];
		PointOf[Point] = Examples.PointOfSource[Source];
	}
	std::vector<uint32_t> Rows;
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		const size_t Point = Level.PointOfCorner.empty() ? Vertex : Level.PointOfCorner[Vertex];
		Rows.push_back(Point < PointOf.size() ? PointOf[Point] : NoIndex);
		if (Rows.back() == NoIndex)
		{
			return FError{EErrorCode::Mismatch,
				"Vertex " + std::to_string(Vertex) +
					" of the character matches no vertex of the examples. Give examples of the mesh the character was "
					"built from."};
		}
	}
	return Rows;
}

TResult<FRig> ReadCharacterRig(const FCharacterData& Character, const FExampleSet& Examples)
{
	using namespace CharacterRigDetail;
	TResult<std::vector<uint32_t>> Rows = MatchVertices(Character, Examples);
	if (!Rows)
	{
		return Rows.GetError();
	}
	TResult<FRestPose> Rest = MakeRestPose(Character.Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	const FMeshLevelData& Level = Character.Levels[0];
	std::vector<uint32_t> VertexOf(Examples.PointCount(), NoIndex);
	for (uint32_t Vertex = 0; Vertex < Rows->size(); ++Vertex)
	{
		uint32_t& First = VertexOf[(*Rows)[Vertex]];
		First = First == NoIndex ? Vertex : First;
	}
	FRig Rig;
	Rig.BoneCount = Character.Skeleton.JointCount();
	Rig.Parents = Character.Skeleton.Parents;
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const FFloat3& Center = Rest->Centers[Bone];
		Rig.Joints.push_back({Center.X, Center.Y, Center.Z});
		Rig.Root = Rig.Root == NoParent && Rig.Parents[Bone] == NoParent ? static_cast<int32_t>(Bone) : Rig.Root;
	}
	const double Diagonal = DiagonalOf(Examples);
	double Moved = 0.0;
	for (size_t Point = 0; Point < Examples.PointCount(); ++Point)
	{
		const FDouble3& Here = Examples.Rest.Positions[Point];
		std::vector<std::pair<uint16_t, double>> Row;
		FDouble3 There = Here;
		if (VertexOf[Point] == NoIndex)
		{
			Row.emplace_back(static_cast<uint16_t>(0), 1.0); // a vertex without faces is drawn nowhere
		}
		else
		{
			const FFloat3& P = Level.Positions[VertexOf[Point]];
			There = {P.X, P.Y, P.Z};
			Moved = (std::max)(Moved, std::hypot(There.X - Here.X, There.Y - Here.Y, There.Z - Here.Z));
			for (uint32_t Entry = Level.Weights.Offsets[VertexOf[Point]];
				 Entry < Level.Weights.Offsets[VertexOf[Point] + 1]; ++Entry)
			{
				if (Level.Weights.Weights[Entry] > 0.0f)
				{
					Row.emplace_back(Level.Weights.Bones[Entry], static_cast<double>(Level.Weights.Weights[Entry]));
				}
			}
		}
		double Sum = 0.0;
		for (const auto& [Bone, Weight] : Row)
		{
			Sum += Weight;
		}
		std::sort(Row.begin(), Row.end());
		for (const auto& [Bone, Weight] : Row)
		{
			Rig.Weights.Bones.push_back(Bone);
			Rig.Weights.Weights.push_back(Weight / Sum);
		}
		Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Rig.Weights.Bones.size()));
		Rig.RestPositions.push_back(There);
	}
	if (Moved > OtherRest * Diagonal)
	{
		return FError{EErrorCode::Mismatch,
			"The rest mesh of the examples differs from the character's: a vertex is " +
				std::to_string(static_cast<int>(std::ceil(100.0 * Moved / Diagonal))) +
				" % of the diagonal away. Give examples with the rest mesh the character was built from."};
	}
	if (Moved <= SameRest * Diagonal)
	{
		Rig.RestPositions.clear();
	}
	return Rig;
}

TBlendWeights<FOwned> BlendWeightsOf(const FRigWeights& Weights, std::span<const uint32_t> Rows)
{
	TBlendWeights<FOwned> Out;
	Out.Offsets.push_back(0);
	for (const uint32_t Row : Rows)
	{
		const size_t First = Out.Weights.size();
		float Sum = 0.0f;
		for (uint32_t Entry = Weights.Offsets[Row]; Entry < Weights.Offsets[Row + 1]; ++Entry)
		{
			const float Weight = static_cast<float>(Weights.Weights[Entry]);
			if (Weight > 0.0f)
			{
				Out.Bones.push_back(Weights.Bones[Entry]);
				Out.Weights.push_back(Weight);
				Sum += Weight;
			}
		}
		for (size_t Index = First; Index < Out.Weights.size(); ++Index)
		{
			Out.Weights[Index] /= Sum;
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Weights.size()));
	}
	return Out;
}

} // namespace Exemplar
