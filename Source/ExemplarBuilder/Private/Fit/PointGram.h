// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/MotionFit.h"

namespace Exemplar
{

/** |w - w0|^2 times Strength for one point; Target has an entry a bone. */
struct FPointPull
{
	double Strength = 0.0;
	const double* Target = nullptr;
};

/**
 * The Gram matrix of one point over all bones, for TSimplexFit. An entry is ten multiplications (FBoneForms), the same
 * for any number of poses; a row is made when it is first asked for. Forbidden bones are priced out.
 */
class FPointGram
{
public:
	explicit FPointGram(const FBoneForms& InForms)
		: Forms(InForms)
		, Entries(InForms.BoneCount * InForms.Stride)
		, Ready(InForms.BoneCount)
		, Linear(InForms.Stride)
		, Diagonals(InForms.BoneCount)
	{
	}

	int Count() const { return static_cast<int>(Forms.BoneCount); }
	double Shift() const { return ShiftValue; }
	double Diagonal(int Bone) const { return Diagonals[static_cast<size_t>(Bone)]; }

	const double* Row(int Bone)
	{
		const size_t Index = static_cast<size_t>(Bone);
		double* Out = &Entries[Index * Forms.Stride];
		if (!Ready[Index])
		{
			Ready[Index] = 1;
			const size_t Stride = Forms.Stride;
			const double* Form = &Forms.Forms[Index * 10 * Stride];
			const double Own = Linear[Index] + Constant + ShiftValue;
			for (size_t Other = 0; Other < Stride; ++Other)
			{
				double Value = Own + Linear[Other];
				for (size_t Term = 0; Term < 10; ++Term)
				{
					Value += Terms[Term] * Form[Term * Stride + Other];
				}
				Out[Other] = Value;
			}
			Out[Index] += Strength;
		}
		return Out;
	}

	/** Projected is the point's row of Targets * Projection; Allowed is its row of permissions, or null. */
	void Begin(const FMotionData& Data, size_t Point, const double* Projected, const FPointPull& Pull = {},
		const uint8_t* Allowed = nullptr)
	{
		const size_t Stride = Forms.Stride, Bones = Forms.BoneCount;
		const Eigen::Vector4d& P = Data.Rest[Point];
		Terms = Monomials(P);
		Constant = Data.TargetSquares[Point];
		Strength = Pull.Strength;
		for (size_t Bone = 0; Bone < Stride; ++Bone)
		{
			Linear[Bone] = -(P[0] * Projected[Bone] + P[1] * Projected[Stride + Bone] +
				P[2] * Projected[2 * Stride + Bone] + P[3] * Projected[3 * Stride + Bone]);
		}
		if (Strength > 0.0)
		{
			for (size_t Bone = 0; Bone < Bones; ++Bone)
			{
				Linear[Bone] -= Strength * Pull.Target[Bone];
				Constant += Strength * Pull.Target[Bone] * Pull.Target[Bone];
			}
		}
		if (Allowed != nullptr)
		{
			for (size_t Bone = 0; Bone < Bones; ++Bone)
			{
				Linear[Bone] += Allowed[Bone] ? 0.0 : Forbidden;
			}
		}
		double Sum = 0.0, Allowances = 0.0;
		for (size_t Bone = 0; Bone < Bones; ++Bone)
		{
			const double* Form = &Forms.Forms[Bone * 10 * Stride + Bone];
			double Value = Constant + 2.0 * Linear[Bone] + Strength;
			for (size_t Term = 0; Term < 10; ++Term)
			{
				Value += Terms[Term] * Form[Term * Stride];
			}
			Diagonals[Bone] = Value;
			if (Allowed == nullptr || Allowed[Bone])
			{
				Sum += Value;
				Allowances += 1.0;
			}
		}
		ShiftValue = Sum / (std::max)(1.0, Allowances) + (std::numeric_limits<double>::min)();
		for (double& Value : Diagonals)
		{
			Value += ShiftValue;
		}
		std::fill(Ready.begin(), Ready.end(), uint8_t{0});
	}

private:
	static constexpr double Forbidden = 1e6; // a squared distance that no bone is worth

	const FBoneForms& Forms;
	std::vector<double> Entries;
	std::vector<uint8_t> Ready;
	std::vector<double> Linear;
	std::vector<double> Diagonals;
	std::array<double, 10> Terms{};
	double Constant = 0.0;
	double ShiftValue = 0.0;
	double Strength = 0.0;
};

} // namespace Exemplar
