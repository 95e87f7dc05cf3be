// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CorrectiveJobs.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace
{

/** Kernels below this are nothing: shapes far from their examples must not cost their vertices. */
constexpr float SmallestKernel = 1e-5f;

/** x, y and z of a block's slots: FRestOffsets. */
constexpr size_t FloatsPerOffsetBlock = 3 * SkinBlockSize;

float EvaluateKernel(ECorrectiveKernel Kernel, float SquaredDistance, float Radius)
{
	const float Square = SquaredDistance / (Radius * Radius);
	float Value = 0.0f;
	if (Kernel == ECorrectiveKernel::Gaussian)
	{
		Value = std::exp(-Square);
	}
	else if (Square < 1.0f)
	{
		const float R = std::sqrt(Square), Rest = (1.0f - R) * (1.0f - R);
		Value = Rest * Rest * (4.0f * R + 1.0f);
	}
	return Value > SmallestKernel ? Value : 0.0f;
}

/** The angle between two rotations, in [0, pi]; from the sine as well, because a cosine near one knows no small angles.
 */
float AngleBetween(const FRotation& A, const FRotation& B)
{
	const FRotation Difference = Compose(Inverse(A), B);
	const float Sine =
		std::sqrt(Difference.X * Difference.X + Difference.Y * Difference.Y + Difference.Z * Difference.Z);
	return 2.0f * std::atan2(Sine, std::abs(Difference.W));
}

} // namespace

size_t CountCorrectiveKernels(const TCorrectives<FViewed>& Correctives)
{
	size_t Largest = 0;
	for (size_t Set = 0; Set < Correctives.SetCount(); ++Set)
	{
		Largest = (std::max)(
			Largest, static_cast<size_t>(Correctives.ExampleOffsets[Set + 1] - Correctives.ExampleOffsets[Set]));
	}
	return Largest;
}

bool FCorrectiveWeightsJob::Validate() const
{
	return Correctives != nullptr && Local.size() == RestLocal.size() &&
		ShapeWeights.size() == Correctives->ShapeCount() && Kernels.size() >= CountCorrectiveKernels(*Correctives) &&
		std::all_of(Correctives->Joints.begin(), Correctives->Joints.end(),
			[&](uint16_t Joint) { return Joint < Local.size(); });
}

bool FCorrectiveWeightsJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	const TCorrectives<FViewed>& C = *Correctives;
	const FRotation* Examples = C.ExampleRotations.data();
	const float* Coefficients = C.Coefficients.data();
	for (size_t Set = 0; Set < C.SetCount(); ++Set)
	{
		const std::span<const uint16_t> Joints =
			C.Joints.subspan(C.JointOffsets[Set], C.JointOffsets[Set + 1] - C.JointOffsets[Set]);
		const float* Scales = C.JointScales.data() + C.JointOffsets[Set];
		const size_t ExampleCount = C.ExampleOffsets[Set + 1] - C.ExampleOffsets[Set];
		bool bNear = false;
		for (size_t Example = 0; Example < ExampleCount; ++Example, Examples += Joints.size())
		{
			float SquaredDistance = 0.0f;
			for (size_t Index = 0; Index < Joints.size(); ++Index)
			{
				const FRotation Pose =
					Compose(Inverse(RestLocal[Joints[Index]].Rotation), Local[Joints[Index]].Rotation);
				const float Angle = Scales[Index] * AngleBetween(Pose, Examples[Index]);
				SquaredDistance += Angle * Angle;
			}
			Kernels[Example] =
				EvaluateKernel(static_cast<ECorrectiveKernel>(C.Kernels[Set]), SquaredDistance, C.Radii[Set]);
			bNear = bNear || Kernels[Example] != 0.0f;
		}
		for (size_t Shape = C.ShapeOffsets[Set]; Shape < C.ShapeOffsets[Set + 1]; ++Shape, Coefficients += ExampleCount)
		{
			float Sum = 0.0f;
			for (size_t Example = 0; bNear && Example < ExampleCount; ++Example)
			{
				Sum += Coefficients[Example] * Kernels[Example];
			}
			ShapeWeights[Shape] = Sum;
		}
	}
	return true;
}

FPackedCorrectives PackCorrectives(const TCorrectiveDeltas<FViewed>& Shapes, const FPackedSkin& Skin)
{
	FPackedCorrectives Out;
	Out.BlockCount = Skin.SlotCount / SkinBlockSize;
	Out.Offsets.assign(Shapes.Offsets.begin(), Shapes.Offsets.end());
	Out.Deltas.assign(Shapes.Deltas.begin(), Shapes.Deltas.end());
	Out.Slots.reserve(Shapes.Vertices.size());
	std::vector<char> bMoved(Out.BlockCount);
	for (const uint32_t Vertex : Shapes.Vertices)
	{
		const uint32_t Slot = Skin.SlotOfVertex[Vertex];
		Out.Slots.push_back(Slot);
		bMoved[Slot / SkinBlockSize] = 1;
	}
	Out.MovedBlockCount = static_cast<uint32_t>(std::count(bMoved.begin(), bMoved.end(), 1));
	return Out;
}

bool FCorrectiveOffsetsJob::Validate() const
{
	return Shapes != nullptr && (Shapes->Offsets.empty() || Shapes->Offsets.size() == ShapeWeights.size() + 1) &&
		PlaceOfBlock.size() >= Shapes->BlockCount &&
		Values.size() >= size_t{Shapes->MovedBlockCount} * FloatsPerOffsetBlock;
}

FRestOffsets FCorrectiveOffsetsJob::Run() const
{
	const bool bAny = Validate() && !Shapes->Offsets.empty() &&
		std::any_of(ShapeWeights.begin(), ShapeWeights.end(), [](float Weight) { return Weight != 0.0f; });
	if (!bAny)
	{
		return {};
	}
	const std::span<uint32_t> Places = PlaceOfBlock.first(Shapes->BlockCount);
	std::fill(Places.begin(), Places.end(), NoIndex);
	uint32_t PlaceCount = 0;
	for (size_t Shape = 0; Shape < ShapeWeights.size(); ++Shape)
	{
		const float Weight = ShapeWeights[Shape];
		if (Weight == 0.0f)
		{
			continue;
		}
		for (uint32_t Index = Shapes->Offsets[Shape]; Index < Shapes->Offsets[Shape + 1]; ++Index)
		{
			const uint32_t Slot = Shapes->Slots[Index];
			uint32_t& Place = Places[Slot / SkinBlockSize];
			if (Place == NoIndex)
			{
				Place = PlaceCount++;
				const std::span<float> Block =
					Values.subspan(size_t{Place} * FloatsPerOffsetBlock, FloatsPerOffsetBlock);
				std::fill(Block.begin(), Block.end(), 0.0f);
			}
			float* Lane = Values.data() + size_t{Place} * FloatsPerOffsetBlock + Slot % SkinBlockSize;
			const FFloat3 Delta = Shapes->Deltas[Index] * Weight;
			Lane[0] += Delta.X;
			Lane[SkinBlockSize] += Delta.Y;
			Lane[2 * SkinBlockSize] += Delta.Z;
		}
	}
	return {Places, Values.first(size_t{PlaceCount} * FloatsPerOffsetBlock)};
}

} // namespace Exemplar
