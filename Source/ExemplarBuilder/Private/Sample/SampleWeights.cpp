// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleSkeleton.h"
#include "Sample/Smooth.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{
namespace SampleWeightsDetail
{

using FShares = std::array<double, SampleJointCount>;

/** The fraction of the weight of a joint's parent that goes to the joint, for x >= 0. Weight is passed down the tree,
 * so weights sum to one by construction; every step has a compact support, so that few are not zero.
 */
static FShares SharesAt(double X, double Y, double Z)
{
	FShares S{};
	S[SampleHips] = 1.0;
	S[SampleSpine] = SmoothStep(1.03, 1.17, Y);
	S[SampleChest] = SmoothStep(1.18, 1.32, Y);
	// The neck gives way to the shoulders beside it, but not to anything at the height of the ears.
	const double Shoulder = SmoothStep(0.060, 0.115, X) * (1.0 - SmoothStep(1.520, 1.580, Y));
	S[SampleNeck] = SmoothStep(1.455, 1.520, Y) * (1.0 - Shoulder);
	S[SampleHead] = SmoothStep(1.545, 1.615, Y + 0.6 * Z);
	// The shoulder takes from the upper chest, lower down the farther out.
	S[SampleClavicleL] = SmoothStep(0.02, 0.13, X) * SmoothStep(1.31, 1.43, Y + X - 0.1) * (1.0 - S[SampleNeck]);
	S[SampleUpperArmL] = SmoothStep(0.13, 0.245, X);
	S[SampleForearmL] = SmoothStep(0.400, 0.504, X);
	S[SampleHandL] = SmoothStep(0.665, 0.735, X);
	// The crease of the hip rises from the crotch outward; between the legs the sides change over.
	const double Leg = 1.0 - SmoothStep(-0.07, 0.07, Y - (0.865 + 0.65 * (std::min)(X, 0.25)));
	const double Left = SmoothStep(-0.03, 0.03, X);
	S[SampleThighL] = Leg * Left;
	S[SampleThighR] = Leg * (1.0 - Left);
	S[SampleShinL] = S[SampleShinR] = 1.0 - SmoothStep(0.455, 0.575, Y);
	S[SampleFootL] = 1.0 - SmoothStep(0.060, 0.135, Y);
	S[SampleToeL] = SmoothStep(0.070, 0.125, Z);
	return S;
}

/** Weights are counted in 2^-16, so that their sum is exact. */
constexpr int Unit = 1 << 16;

static std::vector<std::pair<uint16_t, int>> WeightsAt(double X, double Y, double Z)
{
	static const FSkeletonData Skeleton = MakeSampleSkeleton();
	const FShares Shares = SharesAt(X, Y, Z);
	FShares Mass{}, Weight{};
	for (size_t Joint = 0; Joint < SampleJointCount; ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		Mass[Joint] = Shares[Joint] * (Parent == NoParent ? 1.0 : Mass[static_cast<size_t>(Parent)]);
		Weight[Joint] += Mass[Joint];
		if (Parent != NoParent)
		{
			Weight[static_cast<size_t>(Parent)] -= Mass[Joint];
		}
	}
	std::vector<std::pair<uint16_t, int>> Out;
	for (uint16_t Joint = 0; Joint < SampleJointCount; ++Joint)
	{
		const int Rounded = static_cast<int>(std::lround(Weight[Joint] * Unit));
		if (Rounded > 0)
		{
			Out.push_back({Joint, Rounded});
		}
	}
	std::stable_sort(Out.begin(), Out.end(), [](const auto& A, const auto& B) { return A.second > B.second; });
	Out.resize((std::min)(Out.size(), size_t{4}));
	int Sum = 0;
	for (const auto& Item : Out)
	{
		Sum += Item.second;
	}
	// What rounding lost goes to the largest; in the middle to a joint there (they are the first), to lean on no side.
	(X == 0.0 ? *std::min_element(Out.begin(), Out.end()) : Out.front()).second += Unit - Sum;
	return Out;
}

} // namespace SampleWeightsDetail

TBlendWeights<FOwned> MakeSampleWeights(std::span<const FDouble3> Positions)
{
	TBlendWeights<FOwned> Out;
	Out.Offsets.push_back(0);
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		// Both sides use the left side's numbers.
		const FDouble3& P = Positions[Vertex];
		std::vector<std::pair<uint16_t, int>> Items = SampleWeightsDetail::WeightsAt(std::abs(P.X), P.Y, P.Z);
		if (P.X < 0.0)
		{
			for (auto& Item : Items)
			{
				Item.first = MirrorJoint(Item.first);
			}
		}
		std::sort(Items.begin(), Items.end());
		for (const auto& Item : Items)
		{
			Out.Bones.push_back(Item.first);
			Out.Weights.push_back(static_cast<float>(Item.second) / SampleWeightsDetail::Unit);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

} // namespace Exemplar
