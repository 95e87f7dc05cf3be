// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Model/Surface.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/SurfaceTriangles.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace SurfaceDetail
{

constexpr FFloat3 SurfaceUp{0.0f, 1.0f, 0.0f};
constexpr FFloat4 White{1.0f, 1.0f, 1.0f, 1.0f};

bool IsFiniteValue(const FFloat2& UV)
{
	return std::isfinite(UV.X) && std::isfinite(UV.Y);
}

bool IsFiniteValue(const FFloat4& Color)
{
	return std::isfinite(Color.X) && std::isfinite(Color.Y) && std::isfinite(Color.Z) && std::isfinite(Color.W);
}

/** UVs have their origin at the top left here. */
FFloat2 ToSurface(const FFloat2& UV)
{
	return {UV.X, 1.0f - UV.Y};
}

FFloat4 ToSurface(const FFloat4& Color)
{
	return Color;
}

template <typename T>
T ValueOfCorner(const TCornerSet<T>& Set, uint32_t SourceCorner, const T& Default)
{
	const uint32_t Index = Set.Corners.empty() ? NoIndex : Set.Corners[SourceCorner];
	return Index == NoIndex || !IsFiniteValue(Set.Values[Index]) ? Default : ToSurface(Set.Values[Index]);
}

/** What a corner of the source has in every set. */
template <typename T>
void ReadSets(const std::vector<TCornerSet<T>>& Sets, uint32_t SourceCorner, const T& Default, std::vector<T>& Out)
{
	Out.clear();
	for (const TCornerSet<T>& Set : Sets)
	{
		Out.push_back(ValueOfCorner(Set, SourceCorner, Default));
	}
}

template <typename T>
bool HasValues(const std::vector<std::vector<T>>& Sets, size_t Corner, const std::vector<T>& Values)
{
	for (size_t Set = 0; Set < Sets.size(); ++Set)
	{
		if (!(Sets[Set][Corner] == Values[Set]))
		{
			return false;
		}
	}
	return true;
}

template <typename T>
void AddValues(std::vector<std::vector<T>>& Sets, const std::vector<T>& Values)
{
	for (size_t Set = 0; Set < Sets.size(); ++Set)
	{
		Sets[Set].push_back(Values[Set]);
	}
}

/** Splits points into corners and keeps, for each of a triangle's three, which corner it became. */
class FCornerSplitter
{
public:
	FCornerSplitter(const FExampleSet& InSet, const FSurfaceOptions& InOptions)
		: Set(InSet)
		, Mesh(InSet.Source.Rest)
		, Options(InOptions)
		, bUVs(!Mesh.CornerUVs.empty())
		, bTangents(Options.bTangents && bUVs)
		, SmoothNormals(VertexNormals(Set.Rest.Positions, Set.Rest.Triangles))
	{
		Surface.MoreUVs.resize(Mesh.MoreUVs.size());
		Surface.Colors.resize(Mesh.Colors.size());
	}

	FSurface Run()
	{
		SplitPoints();
		WriteIndices();
		if (bTangents)
		{
			AddTangents(Surface, Set.Rest.Positions, CornerOfSlot);
		}
		return std::move(Surface);
	}

private:
	FFloat2 UVOf(uint32_t SourceCorner) const
	{
		const uint32_t Index = bUVs ? Mesh.CornerUVs[SourceCorner] : NoIndex;
		if (Index == NoIndex || !IsFiniteValue(Mesh.UVs[Index]))
		{
			return {};
		}
		return ToSurface(Mesh.UVs[Index]);
	}

	FFloat3 NormalOf(uint32_t SourceCorner, uint32_t Point) const
	{
		const FFloat3 Smooth = Normalize(ToFloat3(SmoothNormals[Point]), SurfaceUp);
		const uint32_t Index =
			Options.bSourceNormals && !Mesh.CornerNormals.empty() ? Mesh.CornerNormals[SourceCorner] : NoIndex;
		return Index == NoIndex ? Smooth : Normalize(Mesh.Normals[Index], Smooth);
	}

	/** Whether the triangle's UVs run the other way round than its corners. */
	bool IsMirrored(size_t Triangle) const
	{
		const std::array<uint32_t, 3>& C = Set.TriangleCorners[Triangle];
		const FFloat2 A = UVOf(C[0]), B = UVOf(C[1]), D = UVOf(C[2]);
		return (B.X - A.X) * (D.Y - A.Y) - (B.Y - A.Y) * (D.X - A.X) > 0.0f; // v grows downward
	}

	void SplitPoints()
	{
		// Triangle corners by point, each point's in the order of the triangles.
		const std::vector<FTriangle>& Triangles = Set.Rest.Triangles;
		std::vector<uint32_t> Offsets(Set.PointCount() + 1, 0);
		for (const FTriangle& T : Triangles)
		{
			for (int32_t Point : T)
			{
				++Offsets[static_cast<size_t>(Point) + 1];
			}
		}
		for (size_t Point = 0; Point < Set.PointCount(); ++Point)
		{
			Offsets[Point + 1] += Offsets[Point];
		}
		std::vector<uint32_t> Incident(Triangles.size() * 3);
		std::vector<uint32_t> Ends(Offsets.begin(), Offsets.end() - 1);
		for (uint32_t Slot = 0; Slot < Incident.size(); ++Slot)
		{
			Incident[Ends[static_cast<size_t>(Triangles[Slot / 3][Slot % 3])]++] = Slot;
		}

		CornerOfSlot.resize(Incident.size());
		for (uint32_t Point = 0; Point < Set.PointCount(); ++Point)
		{
			const size_t First = Surface.CornerCount();
			for (uint32_t Index = Offsets[Point]; Index < Offsets[Point + 1]; ++Index)
			{
				const uint32_t Slot = Incident[Index];
				CornerOfSlot[Slot] = FindOrAddCorner(Point, First, Slot);
			}
		}
	}

	uint32_t FindOrAddCorner(uint32_t Point, size_t First, uint32_t Slot)
	{
		const uint32_t SourceCorner = Set.TriangleCorners[Slot / 3][Slot % 3];
		const FFloat2 UV = UVOf(SourceCorner);
		const FFloat3 Normal = NormalOf(SourceCorner, Point);
		const bool bMirror = bTangents && IsMirrored(Slot / 3);
		ReadSets(Mesh.MoreUVs, SourceCorner, FFloat2{}, MoreUVs);
		ReadSets(Mesh.Colors, SourceCorner, White, Colors);
		for (size_t Corner = First; Corner < Surface.CornerCount(); ++Corner)
		{
			if (Surface.Normals[Corner] == Normal && (!bUVs || Surface.UVs[Corner] == UV) &&
				(!bTangents || bMirrored[Corner] == bMirror) && HasValues(Surface.MoreUVs, Corner, MoreUVs) &&
				HasValues(Surface.Colors, Corner, Colors))
			{
				return static_cast<uint32_t>(Corner);
			}
		}
		Surface.Normals.push_back(Normal);
		Surface.PointOfCorner.push_back(Point);
		Surface.SourceOfCorner.push_back(Mesh.CornerVertices[SourceCorner]);
		if (bUVs)
		{
			Surface.UVs.push_back(UV);
		}
		AddValues(Surface.MoreUVs, MoreUVs);
		AddValues(Surface.Colors, Colors);
		if (bTangents)
		{
			bMirrored.push_back(bMirror);
		}
		return static_cast<uint32_t>(Surface.CornerCount() - 1);
	}

	uint32_t MaterialOf(size_t Triangle) const
	{
		return Mesh.PolygonMaterials.empty() ? 0 : Mesh.PolygonMaterials[Set.TrianglePolygons[Triangle]];
	}

	/** Triangles keep their order within a material. */
	void WriteIndices()
	{
		std::vector<FMeshSection> Sections((std::max)(Mesh.Materials.size(), size_t{1}));
		const size_t TriangleCount = Set.Rest.Triangles.size();
		for (size_t Triangle = 0; Triangle < TriangleCount; ++Triangle)
		{
			Sections[MaterialOf(Triangle)].IndexCount += 3;
		}
		std::vector<uint32_t> Next(Sections.size(), 0);
		uint32_t First = 0;
		for (size_t Slot = 0; Slot < Sections.size(); ++Slot)
		{
			Sections[Slot].MaterialSlot = static_cast<uint32_t>(Slot);
			Sections[Slot].FirstIndex = Next[Slot] = First;
			First += Sections[Slot].IndexCount;
			if (Sections[Slot].IndexCount > 0)
			{
				Surface.Sections.push_back(Sections[Slot]);
			}
		}
		Surface.Indices.resize(TriangleCount * 3);
		for (size_t Triangle = 0; Triangle < TriangleCount; ++Triangle)
		{
			uint32_t& To = Next[MaterialOf(Triangle)];
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Surface.Indices[To++] = CornerOfSlot[Triangle * 3 + Corner];
			}
		}
	}

	const FExampleSet& Set;
	const FSourceMesh& Mesh;
	FSurfaceOptions Options;
	bool bUVs;
	bool bTangents;
	std::vector<FDouble3> SmoothNormals;
	FSurface Surface;
	std::vector<uint32_t> CornerOfSlot; // three per triangle
	std::vector<bool> bMirrored;        // of corners
	std::vector<FFloat2> MoreUVs;       // of the corner in hand
	std::vector<FFloat4> Colors;
};

} // namespace SurfaceDetail

void AddTangents(FSurface& Surface, std::span<const FDouble3> Rest, std::span<const uint32_t> Corners)
{
	std::vector<FFloat3> Sums(Surface.CornerCount());
	std::vector<float> Signs(Surface.CornerCount(), 1.0f);
	for (size_t First = 0; First + 2 < Corners.size(); First += 3)
	{
		const uint32_t* const C = &Corners[First];
		const auto RestOf = [&](uint32_t Corner) { return ToFloat3(Rest[Surface.PointOfCorner[Corner]]); };
		const FFloat3 P[3] = {RestOf(C[0]), RestOf(C[1]), RestOf(C[2])};
		const FFloat2 T[3] = {Surface.UVs[C[0]], Surface.UVs[C[1]], Surface.UVs[C[2]]};
		// The direction in which u grows while v stays: solves P' = P_u u' + P_v v' for the two edges.
		const float V1 = T[1].Y - T[0].Y, V2 = T[2].Y - T[0].Y;
		const float Area = (T[1].X - T[0].X) * V2 - (T[2].X - T[0].X) * V1;
		const FFloat3 Along = ((P[1] - P[0]) * V2 - (P[2] - P[0]) * V1) * (Area < 0.0f ? -1.0f : 1.0f);
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			const FFloat3& N = Surface.Normals[C[Corner]];
			const FFloat3 A = Normalize(P[(Corner + 1) % 3] - P[Corner]),
						  B = Normalize(P[(Corner + 2) % 3] - P[Corner]);
			const float Angle = std::acos(std::clamp(Dot(A, B), -1.0f, 1.0f));
			Sums[C[Corner]] += Normalize(Along - N * Dot(N, Along)) * Angle;
			Signs[C[Corner]] = Area > 0.0f ? -1.0f : Signs[C[Corner]]; // v grows downward
		}
	}
	Surface.Tangents.resize(Sums.size());
	for (size_t Corner = 0; Corner < Sums.size(); ++Corner)
	{
		const FFloat3& N = Surface.Normals[Corner];
		const FFloat3 Side = std::abs(N.X) < 0.9f ? FFloat3{1.0f, 0.0f, 0.0f} : FFloat3{0.0f, 0.0f, 1.0f};
		const FFloat3 Fallback = Normalize(Side - N * Dot(N, Side));
		const FFloat3 T = Normalize(Sums[Corner] - N * Dot(N, Sums[Corner]), Fallback);
		Surface.Tangents[Corner] = {T.X, T.Y, T.Z, Signs[Corner]};
	}
}

FSurface BuildSurface(const FExampleSet& Set, const FSurfaceOptions& Options)
{
	return SurfaceDetail::FCornerSplitter(Set, Options).Run();
}

FSurface ReorderCorners(const FSurface& Surface, std::span<const uint32_t> Order)
{
	std::vector<uint32_t> NewOf(Order.size());
	for (size_t New = 0; New < Order.size(); ++New)
	{
		NewOf[Order[New]] = static_cast<uint32_t>(New);
	}
	const auto Gather = [&](const auto& Items)
	{
		std::decay_t<decltype(Items)> Out;
		for (size_t New = 0; New < (Items.empty() ? 0 : Order.size()); ++New)
		{
			Out.push_back(Items[Order[New]]);
		}
		return Out;
	};
	FSurface Out{Surface.Sections, Surface.Indices, Gather(Surface.PointOfCorner), Gather(Surface.SourceOfCorner),
		Gather(Surface.Normals), Gather(Surface.Tangents), Gather(Surface.UVs), Surface.MoreUVs, Surface.Colors};
	for (std::vector<FFloat2>& Set : Out.MoreUVs)
	{
		Set = Gather(Set);
	}
	for (std::vector<FFloat4>& Set : Out.Colors)
	{
		Set = Gather(Set);
	}
	for (uint32_t& Index : Out.Indices)
	{
		Index = NewOf[Index];
	}
	return Out;
}

std::vector<FTriangle> SurfaceTriangles(const FSurface& Surface)
{
	std::vector<FTriangle> Out;
	for (size_t Index = 0; Index + 2 < Surface.Indices.size(); Index += 3)
	{
		FTriangle Triangle{};
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Triangle[Corner] = static_cast<int32_t>(Surface.PointOfCorner[Surface.Indices[Index + Corner]]);
		}
		Out.push_back(Triangle);
	}
	return Out;
}

std::vector<TMaterialSlot<FOwned>> MaterialsOf(const FExampleSet& Set)
{
	std::vector<TMaterialSlot<FOwned>> Materials = Set.Source.Rest.Materials;
	if (Materials.empty())
	{
		Materials.emplace_back().Name = "default";
	}
	return Materials;
}

std::vector<uint32_t> SourceOfPoints(const FExampleSet& Set)
{
	std::vector<uint32_t> Out(Set.PointCount(), NoIndex);
	for (uint32_t Source = 0; Source < Set.PointOfSource.size(); ++Source)
	{
		uint32_t& First = Out[Set.PointOfSource[Source]];
		First = (std::min)(First, Source);
	}
	return Out;
}

} // namespace Exemplar
