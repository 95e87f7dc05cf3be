// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LevelAssembly.h"

#include "Geometry/EigenLibrary.h"
#include "Levels/SurfaceTracking.h"
#include "Model/WeightRows.h"

#include <algorithm>
#include <bit>
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

/** Where the corners of levels find themselves on the finest one. */
class FPlaceFinder
{
public:
	explicit FPlaceFinder(const FWedgeMesh& InSource)
		: Source(InSource)
		, TriangleOfWedge(InSource.CornerOfWedge.size(), {-1, 0})
		, Tracker(InSource.Mesh.Points.size(), InSource.Mesh.Triangles, InSource.Charts)
	{
		for (const FAnimationVector& Point : Source.Mesh.Points)
		{
			Rest.push_back(RestPosition(Point));
		}
		for (size_t Triangle = 0; Triangle < Source.Mesh.Wedges.size(); ++Triangle)
		{
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				TriangleOfWedge[static_cast<size_t>(Source.Mesh.Wedges[Triangle][Corner])] = {
					static_cast<int32_t>(Triangle), Corner};
			}
		}
	}

	bool StandsAt(const FDouble3& P, uint32_t Vertex) const { return P == Rest[Vertex]; }

	/** The place nearest to P that a walk from the wedge reaches; the wedge itself where P is its own vertex. */
	FPlace Find(int32_t Wedge, const FDouble3& P, uint32_t Vertex) const
	{
		const auto& [Triangle, Corner] = TriangleOfWedge[static_cast<size_t>(Wedge)];
		FSurfaceCoordinate Where{Triangle, {}};
		if (StandsAt(P, Vertex))
		{
			Where.Weights = {0.0, 0.0, 0.0};
			Where.Weights[Corner] = 1.0;
		}
		else
		{
			Tracker.Track(Rest, P, Where);
		}
		FPlace Out;
		Out.Weights = Where.Weights;
		for (size_t Index = 0; Index < 3; ++Index)
		{
			const int32_t At = Source.Mesh.Wedges[static_cast<size_t>(Where.Triangle)][Index];
			Out.Corners[Index] = Source.CornerOfWedge[static_cast<size_t>(At)];
		}
		return Out;
	}

private:
	const FWedgeMesh& Source;
	std::vector<FDouble3> Rest;
	std::vector<std::pair<int32_t, size_t>> TriangleOfWedge;
	FSurfaceTracker Tracker;
};

/** The mean of the values at a place; T is a struct of floats. */
template <typename T>
static T Blend(std::span<const T> Items, const FPlace& Place)
{
	constexpr size_t Width = sizeof(T) / sizeof(float);
	std::array<double, Width> Sum{};
	for (size_t Index = 0; Index < 3; ++Index)
	{
		const auto Part = std::bit_cast<std::array<float, Width>>(Items[Place.Corners[Index]]);
		for (size_t Axis = 0; Axis < Width; ++Axis)
		{
			Sum[Axis] += Place.Weights[Index] * static_cast<double>(Part[Axis]);
		}
	}
	std::array<float, Width> Out;
	std::transform(Sum.begin(), Sum.end(), Out.begin(), [](double Value) { return static_cast<float>(Value); });
	return std::bit_cast<T>(Out);
}

template <typename T>
static void BlendSets(const std::vector<std::vector<T>>& Finest, const FPlace& Place, std::vector<std::vector<T>>& Out)
{
	Out.resize(Finest.size());
	for (size_t Set = 0; Set < Finest.size(); ++Set)
	{
		Out[Set].push_back(Blend(std::span<const T>(Finest[Set]), Place));
	}
}

/** Normal, tangent, UVs and colors of the finest level at a place of it. */
static void AddAttributes(const FSurface& Finest, const FPlace& Place, FSurface& Out)
{
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
		Out.UVs.push_back(Blend(std::span<const FFloat2>(Finest.UVs), Place));
	}
	BlendSets(Finest.MoreUVs, Place, Out.MoreUVs);
	BlendSets(Finest.Colors, Place, Out.Colors);
}

static void AddTriangles(const FSurface& Finest, const FWedgeMesh& Source, const FLodState& State,
	const FLevelCorners& Corners, FSurface& Out)
{
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
}

} // namespace LevelAssemblyDetail

FLevelCorners FindCorners(const FWedgeMesh& Source, const FLodState& State, std::span<const int32_t> Rank)
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

FLevel AssembleLevel(const FSurface& Finest, const FSkin& Skin, const FWedgeMesh& Source, const FLodState& State,
	const FLevelCorners& Corners)
{
	using namespace LevelAssemblyDetail;
	FLevel Out;
	const FPlaceFinder Places(Source);
	std::vector<uint32_t> PointOfWeights; // of vertices: the point whose blend weights they take
	for (size_t Vertex = 0; Vertex < State.Vertices.size(); ++Vertex)
	{
		Out.Points.push_back(Source.PointOfVertex[State.Vertices[Vertex]]);
		Out.Skin.Rest.push_back(RestPosition(State.Points[Vertex]));
	}
	PointOfWeights.assign(Out.Points.size(), NoIndex);
	for (const int32_t Wedge : Corners.Wedges)
	{
		const size_t Vertex = static_cast<size_t>(
			State.VertexOfOriginal[static_cast<size_t>(Source.VertexOfWedge[static_cast<size_t>(Wedge)])]);
		const FDouble3& P = Out.Skin.Rest[Vertex];
		const FPlace Place = Places.Find(Wedge, P, State.Vertices[Vertex]);
		const uint32_t Nearest = Place.Nearest();
		Out.NearestCorners.push_back(Nearest);
		Out.Surface.PointOfCorner.push_back(static_cast<uint32_t>(Vertex));
		AddAttributes(Finest, Place, Out.Surface);
		PointOfWeights[Vertex] =
			PointOfWeights[Vertex] == NoIndex ? Finest.PointOfCorner[Nearest] : PointOfWeights[Vertex];
		if (!Finest.SourceOfCorner.empty())
		{
			const uint32_t Own = Source.CornerOfWedge[static_cast<size_t>(Wedge)];
			Out.Surface.SourceOfCorner.push_back(
				Places.StandsAt(P, State.Vertices[Vertex]) ? Finest.SourceOfCorner[Own] : NoIndex);
		}
	}
	for (size_t Vertex = 0; Vertex < Out.Points.size() && Skin.Weights.PointCount() > 0; ++Vertex)
	{
		AppendRow(Skin.Weights, PointOfWeights[Vertex] == NoIndex ? Out.Points[Vertex] : PointOfWeights[Vertex],
			Out.Skin.Weights);
	}
	AddTriangles(Finest, Source, State, Corners, Out.Surface);
	Out.Skin = MakeSkin(Out.Skin.Rest, Out.Skin.Weights, State.Points);
	return Out;
}

std::vector<uint32_t> LinkCorners(
	const FWedgeMesh& Source, std::span<const int32_t> Wedges, const FLodState& Next, const FLevelCorners& NextCorners)
{
	const auto VertexOf = [&](int32_t Wedge)
	{ return Next.VertexOfOriginal[static_cast<size_t>(Source.VertexOfWedge[static_cast<size_t>(Wedge)])]; };
	std::vector<int32_t> FirstCorner(Next.Vertices.size(), -1);
	for (size_t Corner = NextCorners.Wedges.size(); Corner-- > 0;)
	{
		FirstCorner[static_cast<size_t>(VertexOf(NextCorners.Wedges[Corner]))] = static_cast<int32_t>(Corner);
	}
	std::vector<uint32_t> Out;
	for (const int32_t Wedge : Wedges)
	{
		const int32_t Vertex = Wedge < 0 ? -1 : VertexOf(Wedge);
		if (Vertex < 0)
		{
			Out.push_back(NoIndex);
			continue;
		}
		const int32_t Became = Next.WedgeOfOriginal[static_cast<size_t>(Wedge)];
		const int32_t Corner = NextCorners.CornerOfWedge[static_cast<size_t>(Became)];
		Out.push_back(static_cast<uint32_t>(Corner >= 0 ? Corner : FirstCorner[static_cast<size_t>(Vertex)]));
	}
	return Out;
}

std::vector<FShapeDeltas> CarryCorrectives(const FShapeDeltas& Finest, const FSurface& Surface, const FLevels& Levels)
{
	std::vector<FShapeDeltas> Out;
	for (const FLevel& Level : Levels.Coarser)
	{
		if (Finest.Offsets.empty())
		{
			break;
		}
		// A point has the corrective of its first corner.
		std::vector<uint32_t> Nearest(Level.Skin.PointCount(), NoIndex);
		for (size_t Corner = Level.NearestCorners.size(); Corner-- > 0;)
		{
			Nearest[Level.Surface.PointOfCorner[Corner]] = Surface.PointOfCorner[Level.NearestCorners[Corner]];
		}
		Out.push_back(CarryDeltas(Finest, Nearest));
	}
	return Out;
}

} // namespace Exemplar
