// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LevelAssembly.h"

#include "Geometry/EigenLibrary.h"
#include "Levels/SurfaceTracking.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace Exemplar
{
namespace LevelAssemblyDetail
{

static FDouble3 RestPosition(const FAnimationVector& Point)
{
	FDouble3 Out;
	for (const FDouble4& Block : Point.Blocks)
	{
		Out = {Out.X + Block.X, Out.Y + Block.Y, Out.Z + Block.Z};
	}
	return Out;
}

/** A place on the finest level: corners of one of its triangles and their shares. */
struct FPlace
{
	std::array<uint32_t, 3> Corners{};
	std::array<double, 3> Weights{};
	uint32_t Nearest() const
	{
		const size_t Best = static_cast<size_t>(std::max_element(Weights.begin(), Weights.end()) - Weights.begin());
		return Corners[Best];
	}
};

static Eigen::Vector3d Direction(std::span<const FFloat3> Items, const FPlace& Place)
{
	Eigen::Vector3d Sum(0.0, 0.0, 0.0);
	for (size_t Index = 0; Index < 3; ++Index)
	{
		const FFloat3& N = Items[Place.Corners[Index]];
		Sum += Place.Weights[Index] * Eigen::Vector3d(N.X, N.Y, N.Z);
	}
	const FFloat3& Near = Items[Place.Nearest()];
	return Sum.norm() > 1e-6 ? Eigen::Vector3d(Sum.normalized()) : Eigen::Vector3d(Near.X, Near.Y, Near.Z);
}

static FFloat4 Tangent(std::span<const FFloat4> Items, const FPlace& Place, const Eigen::Vector3d* Normal)
{
	const FFloat4& Near = Items[Place.Nearest()];
	Eigen::Vector3d Sum(0.0, 0.0, 0.0);
	for (size_t Index = 0; Index < 3; ++Index)
	{
		const FFloat4& T = Items[Place.Corners[Index]];
		Sum += Place.Weights[Index] * Eigen::Vector3d(T.X, T.Y, T.Z);
	}
	if (Normal != nullptr)
	{
		Sum -= Normal->dot(Sum) * *Normal;
	}
	if (!(Sum.norm() > 1e-6))
	{
		return Near;
	}
	const Eigen::Vector3f Unit = Sum.normalized().cast<float>();
	return {Unit.x(), Unit.y(), Unit.z(), Near.W};
}

static void CopyWeights(const TBlendWeights<FOwned>& From, uint32_t Corner, TBlendWeights<FOwned>& To)
{
	for (uint32_t Index = From.Offsets[Corner]; Index < From.Offsets[Corner + 1]; ++Index)
	{
		To.Bones.push_back(From.Bones[Index]);
		To.Weights.push_back(From.Weights[Index]);
	}
	To.Offsets.push_back(static_cast<uint32_t>(To.Bones.size()));
}

static void CopyCorrectives(
	const TCorrectiveDeltas<FOwned>& From, std::span<const uint32_t> SourceOf, TCorrectiveDeltas<FOwned>& To)
{
	if (From.Offsets.empty())
	{
		return;
	}
	std::map<uint32_t, FFloat3> Row;
	To.Offsets.push_back(0);
	for (size_t Shape = 0; Shape + 1 < From.Offsets.size(); ++Shape)
	{
		Row.clear();
		for (uint32_t Index = From.Offsets[Shape]; Index < From.Offsets[Shape + 1]; ++Index)
		{
			Row[From.Vertices[Index]] = From.Deltas[Index];
		}
		for (size_t Corner = 0; Corner < SourceOf.size(); ++Corner)
		{
			if (const auto Found = Row.find(SourceOf[Corner]); Found != Row.end())
			{
				To.Vertices.push_back(static_cast<uint32_t>(Corner));
				To.Deltas.push_back(Found->second);
			}
		}
		To.Offsets.push_back(static_cast<uint32_t>(To.Vertices.size()));
	}
}

/** Weights on bones that the level does not have go; what is left sums to one again, or the heaviest of the skin. */
static void ConfineWeights(FMeshLevelData& Level)
{
	TBlendWeights<FOwned> Out;
	Out.Offsets.push_back(0);
	for (size_t Corner = 0; Corner + 1 < Level.Weights.Offsets.size(); ++Corner)
	{
		float Sum = 0.0f;
		const size_t First = Out.Bones.size();
		for (uint32_t Index = Level.Weights.Offsets[Corner]; Index < Level.Weights.Offsets[Corner + 1]; ++Index)
		{
			const uint16_t Bone = Level.Weights.Bones[Index];
			if (Level.Weights.Weights[Index] > 0.0f && std::binary_search(Level.Bones.begin(), Level.Bones.end(), Bone))
			{
				Out.Bones.push_back(Bone);
				Out.Weights.push_back(Level.Weights.Weights[Index]);
				Sum += Level.Weights.Weights[Index];
			}
		}
		for (size_t Index = First; Index < Out.Bones.size(); ++Index)
		{
			Out.Weights[Index] /= Sum;
		}
		if (First == Out.Bones.size())
		{
			uint32_t Heaviest = Level.Skin.Offsets[Corner];
			for (uint32_t Index = Heaviest; Index < Level.Skin.Offsets[Corner + 1]; ++Index)
			{
				Heaviest = Level.Skin.Points[Index].W > Level.Skin.Points[Heaviest].W ? Index : Heaviest;
			}
			Out.Bones.push_back(Level.Skin.Bones[Heaviest]);
			Out.Weights.push_back(1.0f);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	Level.Weights = std::move(Out);
}

} // namespace LevelAssemblyDetail

FLevelCorners FindCorners(const FCharacterMesh& Source, const FLodState& State, std::span<const int32_t> Rank)
{
	FLevelCorners Out;
	Out.CornerOfWedge.assign(Source.CornerOfWedge.size(), -1);
	for (const FTriangle& T : State.Wedges)
	{
		for (const int32_t Wedge : T)
		{
			if (Out.CornerOfWedge[static_cast<size_t>(Wedge)] < 0)
			{
				Out.CornerOfWedge[static_cast<size_t>(Wedge)] = 0;
				Out.Wedges.push_back(Wedge);
			}
		}
	}
	std::sort(Out.Wedges.begin(), Out.Wedges.end(),
		[&](int32_t A, int32_t B)
		{
			const int32_t RankA = Rank.empty() ? 0 : Rank[static_cast<size_t>(A)];
			const int32_t RankB = Rank.empty() ? 0 : Rank[static_cast<size_t>(B)];
			return RankA != RankB ? RankA < RankB : A < B;
		});
	for (size_t Corner = 0; Corner < Out.Wedges.size(); ++Corner)
	{
		Out.CornerOfWedge[static_cast<size_t>(Out.Wedges[Corner])] = static_cast<int32_t>(Corner);
	}
	return Out;
}

FMeshLevelData AssembleLevel(
	const FMeshLevelData& Finest, const FCharacterMesh& Source, const FLodState& State, const FLevelCorners& Corners)
{
	using namespace LevelAssemblyDetail;
	FMeshLevelData Out;
	std::vector<FDouble3> Rest;
	for (const FAnimationVector& Point : Source.Mesh.Points)
	{
		Rest.push_back(RestPosition(Point));
	}
	std::vector<std::pair<int32_t, size_t>> TriangleOfWedge(Source.CornerOfWedge.size(), {-1, 0});
	for (size_t Triangle = 0; Triangle < Source.Mesh.Wedges.size(); ++Triangle)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			TriangleOfWedge[static_cast<size_t>(Source.Mesh.Wedges[Triangle][Corner])] = {
				static_cast<int32_t>(Triangle), Corner};
		}
	}
	const FSurfaceTracker Tracker(Rest.size(), Source.Mesh.Triangles, Source.Charts);
	std::vector<uint32_t> Nearest;
	Out.Weights.Offsets.assign(Finest.Weights.Offsets.empty() ? 0 : 1, 0);
	for (const int32_t Wedge : Corners.Wedges)
	{
		const size_t Vertex = static_cast<size_t>(
			State.VertexOfOriginal[static_cast<size_t>(Source.VertexOfWedge[static_cast<size_t>(Wedge)])]);
		const FDouble3 P = RestPosition(State.Points[Vertex]);
		FSurfaceCoordinate Where{TriangleOfWedge[static_cast<size_t>(Wedge)].first, {}};
		const FDouble3& Own = Rest[State.Vertices[Vertex]];
		if (P == Own)
		{
			Where.Weights = {0.0, 0.0, 0.0};
			Where.Weights[TriangleOfWedge[static_cast<size_t>(Wedge)].second] = 1.0;
		}
		else
		{
			Tracker.Track(Rest, P, Where);
		}
		FPlace Place;
		Place.Weights = Where.Weights;
		for (size_t Index = 0; Index < 3; ++Index)
		{
			Place.Corners[Index] =
				Source
					.CornerOfWedge[static_cast<size_t>(Source.Mesh.Wedges[static_cast<size_t>(Where.Triangle)][Index])];
		}
		Nearest.push_back(Place.Nearest());
		Out.Positions.push_back(ToFloat3(P));
		Eigen::Vector3d Normal(0.0, 0.0, 0.0);
		if (!Finest.Normals.empty())
		{
			Normal = Direction(Finest.Normals, Place);
			Out.Normals.push_back(ToFloat3(ToDouble3(Normal)));
		}
		if (!Finest.Tangents.empty())
		{
			Out.Tangents.push_back(Tangent(Finest.Tangents, Place, Finest.Normals.empty() ? nullptr : &Normal));
		}
		if (!Finest.UVs.empty())
		{
			FDouble2 UV;
			for (size_t Index = 0; Index < 3; ++Index)
			{
				const FFloat2& Part = Finest.UVs[Place.Corners[Index]];
				UV = {UV.X + Place.Weights[Index] * Part.X, UV.Y + Place.Weights[Index] * Part.Y};
			}
			Out.UVs.push_back({static_cast<float>(UV.X), static_cast<float>(UV.Y)});
		}
		if (!Finest.Weights.Offsets.empty())
		{
			CopyWeights(Finest.Weights, Nearest.back(), Out.Weights);
		}
		// Its own corner of the finest level, not the nearest: all corners of a vertex are one point, and no two
		// vertices.
		const uint32_t Kept = Source.CornerOfWedge[static_cast<size_t>(Wedge)];
		if (!Finest.PointOfCorner.empty())
		{
			Out.PointOfCorner.push_back(Finest.PointOfCorner[Kept]);
		}
		if (!Finest.SourceOfCorner.empty())
		{
			Out.SourceOfCorner.push_back(P == Own ? Finest.SourceOfCorner[Kept] : NoIndex);
		}
	}
	CopyCorrectives(Finest.Correctives, Nearest, Out.Correctives);
	for (uint32_t Section = 0; Section < Finest.Sections.size(); ++Section)
	{
		FMeshSection Part{Finest.Sections[Section].MaterialSlot, static_cast<uint32_t>(Out.Indices.size()), 0};
		for (size_t Triangle = 0; Triangle < State.Triangles.size(); ++Triangle)
		{
			if (Source.SectionOfTriangle[static_cast<size_t>(State.SourceTriangles[Triangle])] == Section)
			{
				for (const int32_t Wedge : State.Wedges[Triangle])
				{
					Out.Indices.push_back(static_cast<uint32_t>(Corners.CornerOfWedge[static_cast<size_t>(Wedge)]));
				}
			}
		}
		Part.IndexCount = static_cast<uint32_t>(Out.Indices.size()) - Part.FirstIndex;
		if (Part.IndexCount > 0)
		{
			Out.Sections.push_back(Part);
		}
	}
	return Out;
}

void AssembleSkin(
	FMeshLevelData& Level, std::span<const FAnimationVector> Points, std::span<const FMorphTarget> Targets)
{
	using namespace LevelAssemblyDetail;
	const TAnimationSpaceSkin<FOwned> Old = std::move(Level.Skin); // of the finest level: its tangents stay
	const bool bTangents = !Old.Tangents.empty();
	TAnimationSpaceSkin<FOwned> Skin;
	Skin.Offsets.push_back(0);
	Level.GeomorphTargets.clear();
	for (size_t Corner = 0; Corner < Points.size(); ++Corner)
	{
		const FAnimationVector& Point = Points[Corner];
		const FAnimationVector* const Target = Targets.empty() ? nullptr : Targets[Corner].Point;
		const FAnimationVector Delta = AddScaled(Target != nullptr ? *Target : Point, Point, -1.0);
		for (size_t Index = 0; Index < Delta.Bones.size(); ++Index)
		{
			const uint16_t Bone = Delta.Bones[Index];
			const auto At = std::lower_bound(Point.Bones.begin(), Point.Bones.end(), Bone);
			const bool bOwn = At != Point.Bones.end() && *At == Bone;
			const FDouble4 Block = bOwn ? Point.Blocks[static_cast<size_t>(At - Point.Bones.begin())] : FDouble4{};
			const auto ToFloat4 = [](const FDouble4& B) {
				return FFloat4{
					static_cast<float>(B.X), static_cast<float>(B.Y), static_cast<float>(B.Z), static_cast<float>(B.W)};
			};
			Skin.Bones.push_back(Bone);
			Skin.Points.push_back(ToFloat4(Block));
			if (!Targets.empty())
			{
				Skin.GeomorphDeltas.push_back(ToFloat4(Delta.Blocks[Index]));
			}
			if (bTangents)
			{
				FFloat4 Along{}, Across{};
				for (uint32_t Item = Old.Offsets[Corner]; Item < Old.Offsets[Corner + 1]; ++Item)
				{
					Along = Old.Bones[Item] == Bone ? Old.Tangents[Item] : Along;
					Across = Old.Bones[Item] == Bone ? Old.Bitangents[Item] : Across;
				}
				Skin.Tangents.push_back(Along);
				Skin.Bitangents.push_back(Across);
			}
		}
		Skin.Offsets.push_back(static_cast<uint32_t>(Skin.Bones.size()));
		if (!Targets.empty())
		{
			Level.GeomorphTargets.push_back(Targets[Corner].Corner);
		}
	}
	Level.Skin = std::move(Skin);
	Level.Bones = Level.Skin.Bones;
	std::sort(Level.Bones.begin(), Level.Bones.end());
	Level.Bones.erase(std::unique(Level.Bones.begin(), Level.Bones.end()), Level.Bones.end());
	if (!Level.Weights.Offsets.empty())
	{
		ConfineWeights(Level);
	}
}

} // namespace Exemplar
