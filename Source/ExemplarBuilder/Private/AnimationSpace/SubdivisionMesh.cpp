// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Subdivision.h"

#include <algorithm>
#include <map>

namespace Exemplar
{

FSubdivisionMesh MakeSubdivisionMesh(const FExampleSet& Examples)
{
	const FSourceMesh& Source = Examples.Source.Rest;
	FSubdivisionMesh Out;
	Out.PointCount = Examples.PointCount();
	// Normals of an edge's ends, as each polygon has them: the smaller point's first.
	struct FSides
	{
		std::vector<std::array<FFloat3, 2>> Normals;
		bool bAll = true;
	};
	std::map<std::pair<uint32_t, uint32_t>, FSides> Sides;
	for (size_t Polygon = 0; Polygon < Source.PolygonCount(); ++Polygon)
	{
		std::vector<uint32_t> Points, Corners;
		for (uint32_t Corner = Source.PolygonOffsets[Polygon]; Corner < Source.PolygonOffsets[Polygon + 1]; ++Corner)
		{
			const uint32_t Point = Examples.PointOfSource[Source.CornerVertices[Corner]];
			if (std::find(Points.begin(), Points.end(), Point) == Points.end())
			{
				Points.push_back(Point);
				Corners.push_back(Corner);
			}
		}
		for (size_t Side = 0; Side < Points.size() && Points.size() > 2; ++Side)
		{
			const size_t Next = (Side + 1) % Points.size();
			const bool bTurned = Points[Side] > Points[Next];
			FSides& Edge = Sides[{(std::min)(Points[Side], Points[Next]), (std::max)(Points[Side], Points[Next])}];
			std::array<FFloat3, 2> Normals;
			for (const size_t End : {Side, Next})
			{
				const uint32_t Normal = Source.CornerNormals.empty() ? NoIndex : Source.CornerNormals[Corners[End]];
				Edge.bAll = Edge.bAll && Normal != NoIndex;
				Normals[(End == Side) == bTurned ? 1 : 0] = Normal == NoIndex ? FFloat3{} : Source.Normals[Normal];
			}
			Edge.Normals.push_back(Normals);
		}
		if (Points.size() > 2)
		{
			Out.CornerPoints.insert(Out.CornerPoints.end(), Points.begin(), Points.end());
			Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerPoints.size()));
		}
	}
	for (const auto& [Ends, Edge] : Sides)
	{
		const bool bHard = Edge.bAll && Edge.Normals.size() == 2 &&
			Length(Edge.Normals[0][0] - Edge.Normals[1][0]) > 1e-3f &&
			Length(Edge.Normals[0][1] - Edge.Normals[1][1]) > 1e-3f;
		if (bHard)
		{
			Out.Creases.push_back({static_cast<int32_t>(Ends.first), static_cast<int32_t>(Ends.second)});
		}
	}
	return Out;
}

} // namespace Exemplar
