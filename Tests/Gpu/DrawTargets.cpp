// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "DrawTargets.h"

#include <gtest/gtest.h>

namespace Exemplar
{

std::vector<EGpuFormat> FDrawTargets::GetFormats()
{
	return {EGpuFormat::Rgba8Unorm, EGpuFormat::R32Uint, EGpuFormat::Rgba32Float, EGpuFormat::Rgba32Float};
}

FDrawTargets FDrawTargets::Make(const FGpuDevice& Device, uint32_t Width, uint32_t Height)
{
	FDrawTargets Out;
	Out.Width = Width;
	Out.Height = Height;
	const auto MakeImage = [&](EGpuFormat Format)
	{
		const TResult<FGpuImage> Image = Device.MakeImage(Width, Height, Format);
		EXPECT_TRUE(Image) << Image.GetError().Message;
		return *Image;
	};
	for (const EGpuFormat Format : GetFormats())
	{
		Out.Pass.Colors.push_back({MakeImage(Format)});
	}
	Out.Pass.Depth = FGpuAttachment{MakeImage(EGpuFormat::Depth32), true, {1.0f}};
	return Out;
}

FReferencePicture FDrawTargets::Read() const
{
	FReferencePicture Out(Width, Height);
	const TResult<std::vector<uint32_t>> Ids = Pass.Colors[1].Image.ReadAs<uint32_t>();
	const TResult<std::vector<FFloat4>> Normals = Pass.Colors[2].Image.ReadAs<FFloat4>();
	const TResult<std::vector<FFloat4>> Motions = Pass.Colors[3].Image.ReadAs<FFloat4>();
	const TResult<std::vector<float>> Depths = Pass.Depth->Image.ReadAs<float>();
	EXPECT_TRUE(Ids && Normals && Motions && Depths);
	for (size_t Place = 0; Place < Out.PixelCount(); ++Place)
	{
		Out.Triangles[Place] = (*Ids)[Place] == 0 ? NoIndex : (*Ids)[Place] - 1;
		Out.Depths[Place] = (*Depths)[Place];
		Out.Normals[Place] = {(*Normals)[Place].X, (*Normals)[Place].Y, (*Normals)[Place].Z};
		Out.Motions[Place] = {(*Motions)[Place].X, (*Motions)[Place].Y, (*Motions)[Place].Z};
	}
	return Out;
}

} // namespace Exemplar
