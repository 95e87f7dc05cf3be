// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/SkinFrame.h"

#include <cstring>

namespace Exemplar
{
namespace SkinFrameDetail
{

void AppendRows(std::vector<FFloat4>& Out, std::span<const std::byte> Bytes)
{
	const size_t Before = Out.size();
	Out.resize(Before + Bytes.size() / sizeof(FFloat4));
	if (!Bytes.empty())
	{
		std::memcpy(Out.data() + Before, Bytes.data(), Bytes.size());
	}
}

} // namespace SkinFrameDetail

void FSkinFrame::Reset()
{
	Palette.clear();
	Stretches.clear();
	SegmentAngles.clear();
	ShapeWeights.clear();
}

void FSkinFrame::Append(const FSkinPalette& From, bool bStretches)
{
	SkinFrameDetail::AppendRows(Palette, From.GetEntryBytes());
	SegmentAngles.insert(SegmentAngles.end(), From.SegmentAngles.begin(), From.SegmentAngles.end());
	const bool bCenters = From.Operator == ESkinOperator::CenterOfRotation;
	if (bStretches || bCenters)
	{
		SkinFrameDetail::AppendRows(Stretches, std::as_bytes(std::span(bCenters ? From.Bones : From.Stretches)));
	}
}

void FSkinFrame::AppendShapes(std::span<const float> Weights, size_t Count)
{
	ShapeWeights.insert(ShapeWeights.end(), Weights.begin(), Weights.end());
	ShapeWeights.resize(ShapeWeights.size() + (Count > Weights.size() ? Count - Weights.size() : 0), 0.0f);
}

} // namespace Exemplar
