// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/KernelMath.h"

namespace Exemplar::KernelMath
{

void EvaluateGroupPlain(const FGroupArgs& Args)
{
	for (size_t At = 0; At < Args.Count; ++At)
	{
		const double* L = Args.Lanes + At / 4 * 20 + At % 4;
		const double Dot = ((L[0] * Args.Pose[0] + L[4] * Args.Pose[1]) + L[8] * Args.Pose[2]) + L[12] * Args.Pose[3];
		const double Value = ChordalGaussian(Dot, Args.Factor);
		Args.Out[At] = Args.bCentered ? (Value - L[16]) + Args.Shift : (Value > SmallestKernel ? Value : 0.0);
	}
}

double DotPlain(const double* A, const double* B, size_t Count)
{
	double Sums[4] = {};
	size_t At = 0;
	for (; At + 4 <= Count; At += 4)
	{
		for (size_t Lane = 0; Lane < 4; ++Lane)
		{
			Sums[Lane] = Sums[Lane] + A[At + Lane] * B[At + Lane];
		}
	}
	double Sum = (Sums[0] + Sums[1]) + (Sums[2] + Sums[3]);
	for (; At < Count; ++At)
	{
		Sum = Sum + A[At] * B[At];
	}
	return Sum;
}

void SumBlocksPlain(const FBlockArgs& Args, size_t Begin, size_t End)
{
	for (size_t Place = Begin; Place < End; ++Place)
	{
		float* Out = Args.Out + 24 * Place;
		float* OutNormals = Args.Normals != nullptr ? Args.OutNormals + 24 * Place : nullptr;
		bool bAny = false;
		for (size_t Entry = Args.Offsets[Place]; Entry < Args.Offsets[Place + 1]; ++Entry)
		{
			const uint16_t Shape = Args.Shapes[Entry];
			const float Scale = Args.Weights[Shape];
			const float NormalScale = OutNormals != nullptr ? Args.NormalWeights[Shape] : 0.0f;
			if (Scale == 0.0f && NormalScale == 0.0f)
			{
				continue;
			}
			for (size_t Lane = 0; Lane < 24; ++Lane)
			{
				const float Before = bAny ? Out[Lane] : 0.0f;
				Out[Lane] = Before + static_cast<float>(Args.Deltas[24 * Entry + Lane]) * Scale;
			}
			for (size_t Lane = 0; Lane < 24 && OutNormals != nullptr; ++Lane)
			{
				const float Before = bAny ? OutNormals[Lane] : 0.0f;
				OutNormals[Lane] = Before + static_cast<float>(Args.Normals[24 * Entry + Lane]) * NormalScale;
			}
			bAny = true;
		}
		Args.Places[Args.MovedBlocks[Place]] = bAny ? static_cast<uint32_t>(Place) : ~0u;
	}
}

} // namespace Exemplar::KernelMath
