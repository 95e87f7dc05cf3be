// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/RegionGrowing.h"

#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Geometry/VectorMath.h"

#include <algorithm>
#include <limits>
#include <map>

namespace Exemplar
{

namespace RegionGrowingDetail
{

using namespace VectorMath;

/** Normals of the skin, each averaged over its neighbors; zero where there is none. Outward if the mesh is closed. */
std::vector<FDouble3> SmoothNormals(const FTriangleMesh& Mesh, const FMeshAdjacency& Adjacency)
{
	const std::vector<FDouble3> Normals = VertexNormals(Mesh.Positions, Mesh.Triangles);
	const double Sign = SignedVolume(Mesh.Positions, Mesh.Triangles) < 0.0 ? -1.0 : 1.0;
	std::vector<FDouble3> Out(Normals.size());
	for (size_t Point = 0; Point < Normals.size(); ++Point)
	{
		FDouble3 Sum = Normals[Point];
		for (const int32_t Next : Adjacency.VertexVertices[Point])
		{
			Sum = Sum + Normals[static_cast<size_t>(Next)];
		}
		Out[Point] = Unit(Sum) * Sign;
	}
	return Out;
}

class FRegions
{
public:
	FRegions(const FTriangleMesh& InMesh, FSegmentation& InSegments)
		: Mesh(InMesh)
		, Segments(InSegments)
		, Adjacency(BuildAdjacency(InMesh.Positions.size(), InMesh.Triangles))
		, Pieces(FindComponents(Adjacency, InMesh.Triangles))
		, Normals(SmoothNormals(InMesh, Adjacency))
		, Least(InMesh.Positions.size(), std::numeric_limits<double>::infinity())
		, LeastAny(Least)
		, Any(InSegments.LinkOfPoint)
		, Stamps(InMesh.Positions.size(), 0)
	{
	}

	void Run()
	{
		for (size_t Link = 0; Link < Segments.Links.size(); ++Link)
		{
			Grow(static_cast<uint16_t>(Link));
		}
		for (size_t Point = 0; Point < Least.size(); ++Point)
		{
			if (Least[Point] == std::numeric_limits<double>::infinity())
			{
				Segments.LinkOfPoint[Point] = Any[Point];
			}
		}
		constexpr int Rounds = 16;
		for (int Round = 0; Round < Rounds && Merge(); ++Round)
		{
		}
	}

private:
	const FBoneLink& LinkAt(size_t Link) const { return Segments.Links[Link]; }

	bool IsPoint(size_t Link) const
	{
		return LinkAt(Link).IsEnd() && Distance(LinkAt(Link).From, LinkAt(Link).To) == 0.0;
	}

	/** The link that ends where a link begins. */
	int32_t ParentOf(size_t Link) const
	{
		for (size_t Other = 0; Other < Segments.Links.size(); ++Other)
		{
			if (LinkAt(Other).Child == static_cast<int32_t>(LinkAt(Link).Joint))
			{
				return static_cast<int32_t>(Other);
			}
		}
		return NoParent;
	}

	/** Whether a region covers a point: beside its link, or beyond the end and beside no child. */
	bool Covers(size_t Link, size_t Point, std::span<const size_t> Children) const
	{
		const FDouble3& P = Mesh.Positions[Point];
		const FBoneLink& Own = LinkAt(Link);
		if (IsPoint(Link)) // it covers what lies beyond the link that ends there
		{
			const int32_t Parent = ParentOf(Link);
			return Parent == NoParent || AlongLink(P, LinkAt(static_cast<size_t>(Parent))) > 1.0;
		}
		const double Along = AlongLink(P, Own);
		if (Along <= 0.0)
		{
			return false;
		}
		return Along < 1.0 ||
			std::none_of(Children.begin(), Children.end(),
				[&](size_t Child)
				{
					const double Other = AlongLink(P, LinkAt(Child));
					return Other > 0.0 && Other < 1.0;
				});
	}

	void Grow(uint16_t Link)
	{
		std::vector<size_t> Children;
		for (size_t Other = 0; Other < Segments.Links.size(); ++Other)
		{
			if (!LinkAt(Link).IsEnd() && static_cast<int32_t>(LinkAt(Other).Joint) == LinkAt(Link).Child)
			{
				Children.push_back(Other);
			}
		}
		++Stamp;
		std::vector<size_t> Stack = FindSeeds(Link, Children);
		for (const size_t Seed : Stack)
		{
			Stamps[Seed] = Stamp;
		}
		while (!Stack.empty())
		{
			const size_t Point = Stack.back();
			Stack.pop_back();
			Offer(Link, Point);
			for (const int32_t Neighbor : Adjacency.VertexVertices[Point])
			{
				const auto Next = static_cast<size_t>(Neighbor);
				if (Stamps[Next] != Stamp)
				{
					Stamps[Next] = Stamp;
					if (Covers(Link, Next, Children))
					{
						Stack.push_back(Next);
					}
				}
			}
		}
	}

	/** On every piece of the mesh the nearest point that the region covers, with the link on its inner side. */
	std::vector<size_t> FindSeeds(uint16_t Link, std::span<const size_t> Children) const
	{
		const int32_t Parent = IsPoint(Link) ? ParentOf(Link) : NoParent;
		std::vector<int64_t> Best(2 * Pieces.Count, -1);
		std::vector<double> Nearest(2 * Pieces.Count, std::numeric_limits<double>::infinity());
		for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
		{
			const int32_t Piece = Pieces.OfVertex[Point];
			FDouble3 Foot;
			const double Own = DistanceToLink(Mesh.Positions[Point], LinkAt(Link), &Foot);
			if (Piece < 0 ||
				(Own >= Nearest[2 * static_cast<size_t>(Piece)] && Own >= Nearest[2 * static_cast<size_t>(Piece) + 1]))
			{
				continue;
			}
			const size_t Slot = 2 * static_cast<size_t>(Piece) + (IsInner(Point, Foot) ? 0 : 1);
			const bool bBehind =
				Parent == NoParent || Segments.LinkOfPoint[Point] == Parent; // a point goes on where its parent ended
			if (Own < Nearest[Slot] && bBehind && Covers(Link, Point, Children))
			{
				Nearest[Slot] = Own;
				Best[Slot] = static_cast<int64_t>(Point);
			}
		}
		std::vector<size_t> Out;
		for (size_t Piece = 0; Piece < Pieces.Count; ++Piece)
		{
			const int64_t Seed = Best[2 * Piece] >= 0 ? Best[2 * Piece] : Best[2 * Piece + 1];
			if (Seed >= 0)
			{
				Out.push_back(static_cast<size_t>(Seed));
			}
		}
		return Out;
	}

	/** Whether a place is on the inner side of the skin at a point. */
	bool IsInner(size_t Point, const FDouble3& Place) const
	{
		return Dot(Normals[Point], Mesh.Positions[Point] - Place) >= 0.0;
	}

	void Offer(uint16_t Link, size_t Point)
	{
		FDouble3 Foot;
		const double Own = DistanceToLink(Mesh.Positions[Point], LinkAt(Link), &Foot);
		if (Own < LeastAny[Point])
		{
			LeastAny[Point] = Own;
			Any[Point] = Link;
		}
		if ((IsPoint(Link) || IsInner(Point, Foot)) && Own < Least[Point])
		{
			Least[Point] = Own;
			Segments.LinkOfPoint[Point] = Link;
		}
	}

	struct FFragment
	{
		std::vector<size_t> Points;
		uint16_t Link = 0;
		int32_t Piece = -1;
	};

	std::vector<FFragment> FindFragments()
	{
		++Stamp;
		std::vector<FFragment> Out;
		for (size_t Start = 0; Start < Stamps.size(); ++Start)
		{
			if (Stamps[Start] == Stamp)
			{
				continue;
			}
			Stamps[Start] = Stamp;
			FFragment Own{{Start}, Segments.LinkOfPoint[Start], Pieces.OfVertex[Start]};
			for (size_t Index = 0; Index < Own.Points.size(); ++Index)
			{
				for (const int32_t Neighbor : Adjacency.VertexVertices[Own.Points[Index]])
				{
					const auto Next = static_cast<size_t>(Neighbor);
					if (Stamps[Next] != Stamp && Segments.LinkOfPoint[Next] == Own.Link)
					{
						Stamps[Next] = Stamp;
						Own.Points.push_back(Next);
					}
				}
			}
			Out.push_back(std::move(Own));
		}
		return Out;
	}

	/** Fragments beside the largest of their link on their piece go to the neighbor with the longest border, the
	 * smallest first. Returns whether any did. */
	bool Merge()
	{
		std::vector<FFragment> Fragments = FindFragments();
		std::map<std::pair<int32_t, uint16_t>, size_t> Largest;
		for (const FFragment& Fragment : Fragments)
		{
			size_t& Size = Largest[{Fragment.Piece, Fragment.Link}];
			Size = (std::max)(Size, Fragment.Points.size());
		}
		std::stable_sort(Fragments.begin(), Fragments.end(),
			[](const FFragment& A, const FFragment& B) { return A.Points.size() < B.Points.size(); });
		bool bChanged = false;
		for (const FFragment& Fragment : Fragments)
		{
			size_t& Size = Largest[{Fragment.Piece, Fragment.Link}];
			if (Fragment.Points.size() == Size)
			{
				Size = std::numeric_limits<size_t>::max(); // of two equal ones the first stays
				continue;
			}
			std::map<uint16_t, size_t> Borders;
			for (const size_t Point : Fragment.Points)
			{
				for (const int32_t Next : Adjacency.VertexVertices[Point])
				{
					const uint16_t Other = Segments.LinkOfPoint[static_cast<size_t>(Next)];
					Borders[Other] += Other != Fragment.Link ? 1 : 0;
				}
			}
			size_t Most = 0;
			uint16_t To = Fragment.Link;
			for (const auto& [Link, Count] : Borders)
			{
				if (Count > Most)
				{
					Most = Count;
					To = Link;
				}
			}
			for (const size_t Point : Fragment.Points)
			{
				Segments.LinkOfPoint[Point] = To;
			}
			bChanged = bChanged || To != Fragment.Link;
		}
		return bChanged;
	}

	const FTriangleMesh& Mesh;
	FSegmentation& Segments;
	const FMeshAdjacency Adjacency;
	const FMeshComponents Pieces;
	const std::vector<FDouble3> Normals;
	std::vector<double> Least, LeastAny; // distances to the own link, and to the nearest whose region reached the point
	std::vector<uint16_t> Any;
	std::vector<uint32_t> Stamps;
	uint32_t Stamp = 0;
};

} // namespace RegionGrowingDetail

void GrowRegions(const FTriangleMesh& Mesh, FSegmentation& Segments)
{
	RegionGrowingDetail::FRegions(Mesh, Segments).Run();
}

} // namespace Exemplar
