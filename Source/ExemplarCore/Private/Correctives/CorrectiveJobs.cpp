// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Correctives/CorrectiveJobs.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace
{

/** Kernels below this are nothing: shapes far from their examples must not cost their vertices. */
constexpr float SmallestKernel = 1e-5f;

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

bool FCorrectiveDeltasJob::Validate() const
{
	return Shapes != nullptr && (Shapes->Offsets.empty() || Shapes->Offsets.size() == ShapeWeights.size() + 1) &&
		bTouched.size() == Deltas.size() && Touched.size() >= Deltas.size();
}

size_t FCorrectiveDeltasJob::Run() const
{
	size_t Count = 0;
	const size_t ShapeCount = Validate() && !Shapes->Offsets.empty() ? ShapeWeights.size() : 0;
	for (size_t Shape = 0; Shape < ShapeCount; ++Shape)
	{
		const float Weight = ShapeWeights[Shape];
		if (Weight == 0.0f)
		{
			continue;
		}
		for (uint32_t Index = Shapes->Offsets[Shape]; Index < Shapes->Offsets[Shape + 1]; ++Index)
		{
			const uint32_t Vertex = Shapes->Vertices[Index];
			Deltas[Vertex] += Shapes->Deltas[Index] * Weight;
			if (!bTouched[Vertex])
			{
				bTouched[Vertex] = 1;
				Touched[Count++] = Vertex;
			}
		}
	}
	return Count;
}

void ClearCorrectiveDeltas(std::span<const uint32_t> Touched, std::span<FFloat3> Deltas, std::span<char> bTouched)
{
	for (const uint32_t Vertex : Touched)
	{
		Deltas[Vertex] = {};
		bTouched[Vertex] = 0;
	}
}

bool FAddCorrectivesJob::Validate() const
{
	return Level != nullptr && Positions.size() == Level->VertexCount() && Deltas.size() == Level->VertexCount() &&
		(Level->Skin.Offsets.size() == Positions.size() + 1 || Level->Weights.Offsets.size() == Positions.size() + 1);
}

bool FAddCorrectivesJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	const bool bSkin = !Level->Skin.Offsets.empty();
	const std::span<const uint32_t> Offsets = bSkin ? Level->Skin.Offsets : Level->Weights.Offsets;
	const std::span<const uint16_t> Bones = bSkin ? Level->Skin.Bones : Level->Weights.Bones;
	for (const uint32_t Vertex : Touched)
	{
		FFloat3 Sum;
		for (uint32_t Index = Offsets[Vertex]; Index < Offsets[Vertex + 1]; ++Index)
		{
			const float Weight = bSkin ? Level->Skin.Points[Index].W : Level->Weights.Weights[Index];
			Sum += TransformVector(Palette[Bones[Index]], Deltas[Vertex]) * Weight;
		}
		Positions[Vertex] += Sum;
	}
	return true;
}

} // namespace Exemplar
