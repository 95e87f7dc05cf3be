// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

#include <bit>
#include <optional>
#include <string_view>

namespace Exemplar
{

/** Displacements as the run time decodes them: what was encoded, and what is drawn. */
constexpr FFloat3 DecodeDelta(const FDeltaCode& Code, float Scale)
{
	return {static_cast<float>(Code.X) * Scale, static_cast<float>(Code.Y) * Scale, static_cast<float>(Code.Z) * Scale};
}
constexpr FFloat3 DecodeNormal(const FNormalCode& Code, float Scale)
{
	return {static_cast<float>(Code.X) * Scale, static_cast<float>(Code.Y) * Scale, static_cast<float>(Code.Z) * Scale};
}

/** The scale of a shape whose largest coordinate is this; zero for a shape that moves nothing. */
EXEMPLARCORE_API float DeltaScaleFor(double LargestCoordinate);
EXEMPLARCORE_API float NormalScaleFor(double LargestCoordinate);

/** The nearest code, at most half a step from the displacement. */
EXEMPLARCORE_API FDeltaCode EncodeDelta(double X, double Y, double Z, float Scale);
EXEMPLARCORE_API FNormalCode EncodeNormal(double X, double Y, double Z, float Scale);

/** Visit(shape, vertex, index into Deltas and Normals) for every displacement of every shape, in their order. */
template <typename S, typename VisitType>
void ForEachDelta(const TCorrectiveDeltas<S>& Deltas, const VisitType& Visit)
{
	size_t Index = 0;
	for (size_t Shape = 0; Shape + 1 < Deltas.Offsets.size(); ++Shape)
	{
		for (uint32_t At = Deltas.Offsets[Shape]; At < Deltas.Offsets[Shape + 1]; ++At)
		{
			const uint32_t First = Deltas.Blocks[At] >> 8 << 3;
			for (uint32_t Mask = Deltas.Blocks[At] & 0xffu; Mask != 0; Mask &= Mask - 1, ++Index)
			{
				Visit(Shape, First + static_cast<uint32_t>(std::countr_zero(Mask)), Index);
			}
		}
	}
}

/** Builds the rows of a level: shapes in order, the vertices of a shape ascending. */
class EXEMPLARCORE_API FDeltaWriter
{
public:
	explicit FDeltaWriter(TCorrectiveDeltas<FOwned>& InOut);
	void Add(uint32_t Vertex, const FDeltaCode& Code);
	void EndShape();

private:
	TCorrectiveDeltas<FOwned>& Out;
};

/** The number of a corrective or a curve with this name. */
EXEMPLARCORE_API std::optional<size_t> FindCorrective(const TCorrectives<FViewed>& Correctives, std::string_view Name);
EXEMPLARCORE_API std::optional<size_t> FindCurve(const TCorrectives<FViewed>& Correctives, std::string_view Name);

} // namespace Exemplar
