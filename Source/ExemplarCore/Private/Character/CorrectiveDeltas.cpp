// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CorrectiveDeltas.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{

namespace CorrectiveDeltasDetail
{

/** The smallest float that holds Largest in codes up to Codes. */
float ScaleFor(double Largest, double Codes)
{
	if (!(Largest > 0.0))
	{
		return 0.0f;
	}
	const float Scale = static_cast<float>(Largest / Codes);
	return static_cast<double>(Scale) * Codes < Largest ? std::nextafter(Scale, std::numeric_limits<float>::max())
														: Scale;
}

template <typename T>
T CodeOf(double Value, float Scale)
{
	constexpr double Limit = static_cast<double>((std::numeric_limits<T>::max)());
	const double Code = Scale > 0.0f ? std::nearbyint(Value / static_cast<double>(Scale)) : 0.0;
	return static_cast<T>((std::max)(-Limit, (std::min)(Limit, Code)));
}

template <typename ItemsType>
std::optional<size_t> FindName(const ItemsType& Items, std::string_view Name)
{
	const auto Found = std::find_if(Items.begin(), Items.end(), [Name](const auto& Item) { return Item.Name == Name; });
	return Found == Items.end() ? std::nullopt : std::optional(static_cast<size_t>(Found - Items.begin()));
}

} // namespace CorrectiveDeltasDetail

float DeltaScaleFor(double LargestCoordinate)
{
	using namespace CorrectiveDeltasDetail;
	return ScaleFor(LargestCoordinate, 32767.0);
}

float NormalScaleFor(double LargestCoordinate)
{
	using namespace CorrectiveDeltasDetail;
	return ScaleFor(LargestCoordinate, 127.0);
}

FDeltaCode EncodeDelta(double X, double Y, double Z, float Scale)
{
	using namespace CorrectiveDeltasDetail;
	return {CodeOf<int16_t>(X, Scale), CodeOf<int16_t>(Y, Scale), CodeOf<int16_t>(Z, Scale)};
}

FNormalCode EncodeNormal(double X, double Y, double Z, float Scale)
{
	using namespace CorrectiveDeltasDetail;
	return {CodeOf<int8_t>(X, Scale), CodeOf<int8_t>(Y, Scale), CodeOf<int8_t>(Z, Scale)};
}

FDeltaWriter::FDeltaWriter(TCorrectiveDeltas<FOwned>& InOut)
	: Out(InOut)
{
	Out.Offsets = {0};
	Out.Blocks.clear();
	Out.Deltas.clear();
}

void FDeltaWriter::Add(uint32_t Vertex, const FDeltaCode& Code)
{
	const uint32_t Block = Vertex >> 3, Bit = 1u << (Vertex & 7u);
	if (Out.Blocks.size() == Out.Offsets.back() || Out.Blocks.back() >> 8 != Block)
	{
		Out.Blocks.push_back(Block << 8);
	}
	Out.Blocks.back() |= Bit;
	Out.Deltas.push_back(Code);
}

void FDeltaWriter::EndShape()
{
	Out.Offsets.push_back(static_cast<uint32_t>(Out.Blocks.size()));
}

std::optional<size_t> FindCorrective(const TCorrectives<FViewed>& Correctives, std::string_view Name)
{
	using namespace CorrectiveDeltasDetail;
	return FindName(Correctives.Correctives, Name);
}

std::optional<size_t> FindCurve(const TCorrectives<FViewed>& Correctives, std::string_view Name)
{
	using namespace CorrectiveDeltasDetail;
	return FindName(Correctives.Curves, Name);
}

} // namespace Exemplar
