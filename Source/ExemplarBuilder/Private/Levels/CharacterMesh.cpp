// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/CharacterMesh.h"

#include "AnimationSpace/Embedding.h"
#include "Bake/MeshLevel.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace Exemplar
{
namespace CharacterMeshDetail
{

static std::vector<int32_t> JoinCorners(const FMeshLevelData& Level, const std::vector<FAnimationVector>& Skin)
{
	std::vector<int32_t> Out(Level.VertexCount());
	if (!Level.PointOfCorner.empty())
	{
		std::map<uint32_t, int32_t> IndexOf;
		for (size_t Corner = 0; Corner < Out.size(); ++Corner)
		{
			Out[Corner] =
				IndexOf.try_emplace(Level.PointOfCorner[Corner], static_cast<int32_t>(IndexOf.size())).first->second;
		}
		return Out;
	}
	std::map<std::tuple<float, float, float>, std::vector<std::pair<size_t, int32_t>>> Places;
	int32_t Count = 0;
	for (size_t Corner = 0; Corner < Out.size(); ++Corner)
	{
		const FFloat3& P = Level.Positions[Corner];
		auto& Here = Places[{P.X, P.Y, P.Z}];
		const auto Same = std::find_if(
			Here.begin(), Here.end(), [&](const auto& Other) { return Skin[Other.first] == Skin[Corner]; });
		Out[Corner] = Same == Here.end() ? Count++ : Same->second;
		if (Same == Here.end())
		{
			Here.emplace_back(Corner, Out[Corner]);
		}
	}
	return Out;
}

static std::vector<int32_t> FindCharts(std::span<const FTriangle> Wedges, size_t WedgeCount)
{
	std::vector<int32_t> Root(WedgeCount);
	std::iota(Root.begin(), Root.end(), 0);
	const auto Find = [&Root](int32_t At)
	{
		while (Root[static_cast<size_t>(At)] != At)
		{
			Root[static_cast<size_t>(At)] = Root[static_cast<size_t>(Root[static_cast<size_t>(At)])];
			At = Root[static_cast<size_t>(At)];
		}
		return At;
	};
	for (const FTriangle& T : Wedges)
	{
		for (const int32_t Other : {T[1], T[2]})
		{
			const int32_t A = Find(T[0]), B = Find(Other);
			Root[static_cast<size_t>((std::max)(A, B))] = (std::min)(A, B);
		}
	}
	std::vector<int32_t> Out;
	for (const FTriangle& T : Wedges)
	{
		Out.push_back(Find(T[0]));
	}
	return Out;
}

} // namespace CharacterMeshDetail

TResult<FCharacterMesh> MakeCharacterMesh(const FMeshLevelData& Level)
{
	using namespace CharacterMeshDetail;
	const std::vector<FAnimationVector> Skin = ReadSkin(Level);
	if (Skin.empty() || Level.Indices.empty())
	{
		return FError{EErrorCode::Degenerate,
			"The character's finest level has no triangles or no skin. Levels require a skinned character."};
	}
	FCharacterMesh Out;
	const std::vector<int32_t> VertexOfCorner = JoinCorners(Level, Skin);
	const int32_t VertexCount = *std::max_element(VertexOfCorner.begin(), VertexOfCorner.end()) + 1;
	Out.Mesh.Points.resize(static_cast<size_t>(VertexCount));
	for (size_t Corner = Level.VertexCount(); Corner-- > 0;)
	{
		Out.Mesh.Points[static_cast<size_t>(VertexOfCorner[Corner])] = Skin[Corner];
	}
	Out.WedgeOfCorner.assign(Level.VertexCount(), -1);
	std::map<std::pair<uint32_t, uint32_t>, int32_t> MoreWedges; // of corners that several sections use
	std::vector<uint32_t> FirstSection(Level.VertexCount(), NoIndex);
	const auto WedgeOf = [&](uint32_t Corner, uint32_t Section)
	{
		const auto Add = [&]
		{
			Out.CornerOfWedge.push_back(Corner);
			Out.VertexOfWedge.push_back(VertexOfCorner[Corner]);
			return static_cast<int32_t>(Out.CornerOfWedge.size()) - 1;
		};
		if (FirstSection[Corner] == NoIndex)
		{
			FirstSection[Corner] = Section;
			Out.WedgeOfCorner[Corner] = Add();
		}
		if (FirstSection[Corner] == Section)
		{
			return Out.WedgeOfCorner[Corner];
		}
		const auto Known = MoreWedges.find({Corner, Section});
		return Known != MoreWedges.end() ? Known->second : (MoreWedges[{Corner, Section}] = Add());
	};
	for (uint32_t Section = 0; Section < Level.Sections.size(); ++Section)
	{
		const FMeshSection& Part = Level.Sections[Section];
		for (uint32_t Index = Part.FirstIndex; Index < Part.FirstIndex + Part.IndexCount; Index += 3)
		{
			FTriangle T, W;
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				W[Corner] = WedgeOf(Level.Indices[Index + Corner], Section);
				T[Corner] = VertexOfCorner[Level.Indices[Index + Corner]];
			}
			Out.Mesh.Triangles.push_back(T);
			Out.Mesh.Wedges.push_back(W);
			Out.SectionOfTriangle.push_back(Section);
		}
	}
	for (const uint32_t Corner : Out.CornerOfWedge)
	{
		if (!Level.UVs.empty())
		{
			Out.Mesh.UVs.push_back({Level.UVs[Corner].X, Level.UVs[Corner].Y});
		}
	}
	Out.Charts = FindCharts(Out.Mesh.Wedges, Out.CornerOfWedge.size());
	return Out;
}

FMeshLevelData ReorderCorners(const FMeshLevelData& Level, std::span<const uint32_t> Order)
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
	FMeshLevelData Out = Level;
	Out.Positions = Gather(Level.Positions);
	Out.Normals = Gather(Level.Normals);
	Out.Tangents = Gather(Level.Tangents);
	Out.UVs = Gather(Level.UVs);
	Out.PointOfCorner = Gather(Level.PointOfCorner);
	Out.SourceOfCorner = Gather(Level.SourceOfCorner);
	Out.GeomorphTargets = Gather(Level.GeomorphTargets);
	for (uint32_t& Index : Out.Indices)
	{
		Index = NewOf[Index];
	}
	if (!Level.Weights.Offsets.empty())
	{
		Out.Weights = GatherWeights(Level.Weights, Order);
	}
	if (!Level.Skin.Offsets.empty())
	{
		TAnimationSpaceSkin<FOwned>& Skin = Out.Skin;
		Skin = {};
		Skin.Offsets.push_back(0);
		for (const uint32_t Corner : Order)
		{
			for (uint32_t Index = Level.Skin.Offsets[Corner]; Index < Level.Skin.Offsets[Corner + 1]; ++Index)
			{
				Skin.Bones.push_back(Level.Skin.Bones[Index]);
				Skin.Points.push_back(Level.Skin.Points[Index]);
				for (const auto Items : {&TAnimationSpaceSkin<FOwned>::GeomorphDeltas,
						 &TAnimationSpaceSkin<FOwned>::Tangents, &TAnimationSpaceSkin<FOwned>::Bitangents})
				{
					if (!(Level.Skin.*Items).empty())
					{
						(Skin.*Items).push_back((Level.Skin.*Items)[Index]);
					}
				}
			}
			Skin.Offsets.push_back(static_cast<uint32_t>(Skin.Bones.size()));
		}
	}
	TCorrectiveDeltas<FOwned>& Deltas = Out.Correctives;
	for (size_t Shape = 0; Shape + 1 < Deltas.Offsets.size(); ++Shape)
	{
		std::vector<std::pair<uint32_t, FFloat3>> Row;
		for (uint32_t Index = Deltas.Offsets[Shape]; Index < Deltas.Offsets[Shape + 1]; ++Index)
		{
			Row.emplace_back(NewOf[Deltas.Vertices[Index]], Deltas.Deltas[Index]);
		}
		std::sort(Row.begin(), Row.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
		for (size_t Index = 0; Index < Row.size(); ++Index)
		{
			Deltas.Vertices[Deltas.Offsets[Shape] + Index] = Row[Index].first;
			Deltas.Deltas[Deltas.Offsets[Shape] + Index] = Row[Index].second;
		}
	}
	return Out;
}

} // namespace Exemplar
