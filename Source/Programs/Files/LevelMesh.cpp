// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/LevelMesh.h"

#include <algorithm>
#include <map>

namespace Exemplar
{
namespace
{

/** The vertex of the mesh at every corner of the level. */
std::vector<uint32_t> JoinLevel(const FCharacterView& Character, size_t Level, size_t& VertexCount)
{
	const FMeshLevelView& Mesh = Character.Levels[Level];
	std::vector<uint32_t> Out(Mesh.VertexCount());
	const bool bPoints = !Mesh.PointOfCorner.empty();
	if (Level == 0 && bPoints && !Character.PointOfSource.empty())
	{
		// Welded source vertices share a point: corners name the first of them, and all of them stand there.
		std::vector<uint32_t> FirstSource(Character.PointCount, NoIndex);
		for (size_t Source = Character.PointOfSource.size(); Source-- > 0;)
		{
			FirstSource[Character.PointOfSource[Source]] = static_cast<uint32_t>(Source);
		}
		for (size_t Corner = 0; Corner < Out.size(); ++Corner)
		{
			const uint32_t Source = Mesh.SourceOfCorner.empty() ? NoIndex : Mesh.SourceOfCorner[Corner];
			const uint32_t First = FirstSource[Mesh.PointOfCorner[Corner]];
			Out[Corner] = Source < Character.PointOfSource.size() ? Source : First;
		}
		if (std::find(Out.begin(), Out.end(), NoIndex) == Out.end())
		{
			VertexCount = Character.PointOfSource.size();
			return Out;
		}
	}
	std::map<uint32_t, uint32_t> VertexOfPoint;
	for (uint32_t Corner = 0; Corner < Out.size(); ++Corner)
	{
		const uint32_t Point = bPoints ? Mesh.PointOfCorner[Corner] : Corner;
		Out[Corner] = VertexOfPoint.try_emplace(Point, static_cast<uint32_t>(VertexOfPoint.size())).first->second;
	}
	VertexCount = VertexOfPoint.size();
	return Out;
}

} // namespace

std::vector<FDouble3> FLevelMesh::PositionsOf(std::span<const FFloat3> Corners) const
{
	std::vector<FDouble3> Out = Mesh.Positions;
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		if (CornerOfVertex[Vertex] != NoIndex)
		{
			const FFloat3& P = Corners[CornerOfVertex[Vertex]];
			Out[Vertex] = {double{P.X}, double{P.Y}, double{P.Z}};
		}
	}
	return Out;
}

FLevelMesh MakeLevelMesh(const FCharacterView& Character, size_t Level)
{
	const FMeshLevelView& From = Character.Levels[Level];
	FLevelMesh Out;
	size_t VertexCount = 0;
	const std::vector<uint32_t> VertexOfCorner = JoinLevel(Character, Level, VertexCount);
	Out.CornerOfVertex.assign(VertexCount, NoIndex);
	for (size_t Corner = VertexOfCorner.size(); Corner-- > 0;)
	{
		Out.CornerOfVertex[VertexOfCorner[Corner]] = static_cast<uint32_t>(Corner);
	}
	if (Level == 0 && VertexCount == Character.PointOfSource.size() && !From.PointOfCorner.empty())
	{
		// Source vertices without a corner of their own stand where their point does.
		std::vector<uint32_t> CornerOfPoint(Character.PointCount, NoIndex);
		for (size_t Corner = VertexOfCorner.size(); Corner-- > 0;)
		{
			CornerOfPoint[From.PointOfCorner[Corner]] = static_cast<uint32_t>(Corner);
		}
		for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
		{
			uint32_t& Corner = Out.CornerOfVertex[Vertex];
			Corner = Corner == NoIndex ? CornerOfPoint[Character.PointOfSource[Vertex]] : Corner;
		}
	}
	const FFloat3 Low = Character.RestBox.Min, High = Character.RestBox.Max;
	const FDouble3 Center{
		0.5 * (double{Low.X} + High.X), 0.5 * (double{Low.Y} + High.Y), 0.5 * (double{Low.Z} + High.Z)};
	Out.Mesh.Positions.assign(VertexCount, Center);
	Out.Mesh.Positions = Out.PositionsOf(From.Positions);
	for (const FFloat2& UV : From.UVs)
	{
		Out.Mesh.UVs.push_back({UV.X, 1.0f - UV.Y});
	}
	for (const TMaterialSlot<FViewed>& Material : Character.Materials)
	{
		Out.Mesh.Materials.push_back({std::string(Material.Name), Material.BaseColor});
	}
	for (const FMeshSection& Section : From.Sections)
	{
		for (uint32_t Index = Section.FirstIndex; Index < Section.FirstIndex + Section.IndexCount; ++Index)
		{
			Out.Mesh.CornerVertices.push_back(VertexOfCorner[From.Indices[Index]]);
			if (!From.UVs.empty())
			{
				Out.Mesh.CornerUVs.push_back(From.Indices[Index]);
			}
		}
		for (uint32_t Triangle = 0; Triangle < Section.IndexCount / 3; ++Triangle)
		{
			Out.Mesh.PolygonOffsets.push_back(Out.Mesh.PolygonOffsets.back() + 3);
			Out.Mesh.PolygonMaterials.push_back(Section.MaterialSlot);
		}
	}
	return Out;
}

} // namespace Exemplar
