// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/BuildAtlas.h"
#include "Model/SurfaceTriangles.h"

#include <algorithm>
#include <tuple>

namespace Exemplar
{
namespace ApplyAtlasDetail
{

/** Whether two corners of a point differ in nothing but their UVs and tangents. */
bool AreAlike(const FSurface& Surface, uint32_t A, uint32_t B)
{
	const auto Same = [A, B](const auto& Items) { return Items.empty() || Items[A] == Items[B]; };
	return Surface.PointOfCorner[A] == Surface.PointOfCorner[B] && Same(Surface.Normals) &&
		std::all_of(Surface.MoreUVs.begin(), Surface.MoreUVs.end(), Same) &&
		std::all_of(Surface.Colors.begin(), Surface.Colors.end(), Same);
}

/** For every corner the first that is like it. */
std::vector<uint32_t> FindFirstAlike(const FSurface& Surface)
{
	std::vector<uint32_t> Order(Surface.CornerCount()), Out(Surface.CornerCount());
	for (uint32_t Corner = 0; Corner < Order.size(); ++Corner)
	{
		Order[Corner] = Out[Corner] = Corner;
	}
	std::stable_sort(Order.begin(), Order.end(),
		[&](uint32_t A, uint32_t B) { return Surface.PointOfCorner[A] < Surface.PointOfCorner[B]; });
	for (size_t Place = 1; Place < Order.size(); ++Place)
	{
		for (size_t Before = Place;
			 Before-- > 0 && Surface.PointOfCorner[Order[Before]] == Surface.PointOfCorner[Order[Place]];)
		{
			if (AreAlike(Surface, Order[Before], Order[Place]))
			{
				Out[Order[Place]] = Out[Order[Before]];
				break;
			}
		}
	}
	return Out;
}

/** A corner of the new surface: which old one it was, and its UV. */
struct FNewCorner
{
	uint32_t Point = 0, Old = 0, UV = 0;

	auto Key() const { return std::tuple(Point, Old, UV); }
	bool operator<(const FNewCorner& Other) const { return Key() < Other.Key(); }
	bool operator==(const FNewCorner& Other) const { return Key() == Other.Key(); }
};

} // namespace ApplyAtlasDetail

FSurface ApplyAtlas(const FSurface& Surface, const FAtlas& Atlas, std::span<const FDouble3> Rest)
{
	using namespace ApplyAtlasDetail;
	const std::vector<uint32_t> FirstAlike = FindFirstAlike(Surface);
	std::vector<FNewCorner> Slots;
	for (size_t Index = 0; Index < Surface.Indices.size(); ++Index)
	{
		const uint32_t Old = FirstAlike[Surface.Indices[Index]];
		Slots.push_back({Surface.PointOfCorner[Old], Old, Atlas.CornerUVs[Index]});
	}
	std::vector<FNewCorner> Corners = Slots;
	std::sort(Corners.begin(), Corners.end());
	Corners.erase(std::unique(Corners.begin(), Corners.end()), Corners.end());

	const auto Gather = [&](const auto& Items)
	{
		std::decay_t<decltype(Items)> Out;
		for (size_t New = 0; New < (Items.empty() ? 0 : Corners.size()); ++New)
		{
			Out.push_back(Items[Corners[New].Old]);
		}
		return Out;
	};
	FSurface Out;
	Out.Sections = Surface.Sections;
	Out.PointOfCorner = Gather(Surface.PointOfCorner);
	Out.SourceOfCorner = Gather(Surface.SourceOfCorner);
	Out.Normals = Gather(Surface.Normals);
	for (const std::vector<FFloat2>& Set : Surface.MoreUVs)
	{
		Out.MoreUVs.push_back(Gather(Set));
	}
	for (const std::vector<FFloat4>& Set : Surface.Colors)
	{
		Out.Colors.push_back(Gather(Set));
	}
	for (const FNewCorner& Corner : Corners)
	{
		const FFloat2& UV = Atlas.UVs[Corner.UV];
		Out.UVs.push_back({UV.X, 1.0f - UV.Y});
	}
	for (const FNewCorner& Slot : Slots)
	{
		Out.Indices.push_back(
			static_cast<uint32_t>(std::lower_bound(Corners.begin(), Corners.end(), Slot) - Corners.begin()));
	}
	if (!Out.Normals.empty())
	{
		AddTangents(Out, Rest, Out.Indices);
	}
	return Out;
}

} // namespace Exemplar
