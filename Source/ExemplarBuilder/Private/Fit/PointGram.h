// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/MotionFit.h"

namespace Exemplar
{

/** Strength * |w - w0|^2 for one point; Target has one entry per bone. */
struct FPointPull
{
	double Strength = 0.0;
	const double* Target = nullptr;
};

/**
 * The Gram matrix of one point p with targets q_k over all bones, for TSimplexFit:
 *
 *     G_ab = sum_k m_k (T_ak p - q_k) . (T_bk p - q_k)
 *          = sum_t Terms_t Form_abt + Linear_a + Linear_b + Constant,
 *
 * with Form_ab the coefficients of FBoneForms, Terms the Monomials of p, Linear_a = -sum_k m_k T_ak p . q_k and
 * Constant = sum_k m_k |q_k|^2; m_k counts repeated poses. Lengths are in rest diagonals. An entry costs QuadraticTerms
 * multiplications for any number of poses, and a row is computed on first use. Shift is added to every entry. Emphasis
 * adds the same products for single poses. A forbidden bone has a large constant added to its Linear_a, so that no
 * solution includes it.
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
			const double* Form = &Forms.Forms[Index * QuadraticTerms * Stride];
			const double Own = Linear[Index] + Constant + ShiftValue;
			for (size_t Other = 0; Other < Stride; ++Other)
			{
				double Value = Own + Linear[Other];
				for (size_t Term = 0; Term < QuadraticTerms; ++Term)
				{
					Value += Terms[Term] * Form[Term * Stride + Other];
				}
				Out[Other] = Value;
			}
			Out[Index] += Strength;
			for (size_t Extra = 0; Extra < Offsets.size(); Extra += Stride)
			{
				const double* Each = &Offsets[Extra];
				for (size_t Other = 0; Other < Stride; ++Other)
				{
					Out[Other] += Each[Index] * Each[Other];
				}
			}
		}
		return Out;
	}

	/** Starts with a point. Projected is its row of Targets * Projection; Allowed is its row of permissions, or null.
	 */
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
		Emphasize(Data, Point);
		double Sum = 0.0, Allowances = 0.0;
		for (size_t Bone = 0; Bone < Bones; ++Bone)
		{
			const double* Form = &Forms.Forms[Bone * QuadraticTerms * Stride + Bone];
			double Value = Constant + 2.0 * Linear[Bone] + Strength;
			for (size_t Term = 0; Term < QuadraticTerms; ++Term)
			{
				Value += Terms[Term] * Form[Term * Stride];
			}
			for (size_t Extra = Bone; Extra < Offsets.size(); Extra += Stride)
			{
				Value += Offsets[Extra] * Offsets[Extra];
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
	/** sqrt(e) (T_ak p - q_k) for the poses in which the point counts e times more: three rows over the bones each. */
	void Emphasize(const FMotionData& Data, size_t Point)
	{
		const size_t Begin = Data.Emphasis.Begin(Point), End = Data.Emphasis.End(Point);
		Offsets.assign(3 * (End - Begin) * Forms.Stride, 0.0);
		for (size_t Entry = Begin; Entry < End; ++Entry)
		{
			const size_t Pose = Data.Emphasis.Poses[Entry];
			const double Root = std::sqrt(Data.Emphasis.Counts[Entry]);
			double* Out = &Offsets[3 * (Entry - Begin) * Forms.Stride];
			const Eigen::Vector3d Target =
				Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose))
					.transpose();
			for (size_t Bone = 0; Bone < Forms.BoneCount; ++Bone)
			{
				const Eigen::Vector3d Offset = Root * (Forms.Bones.At(Bone, Pose) * Data.Rest[Point] - Target);
				Out[Bone] = Offset[0];
				Out[Forms.Stride + Bone] = Offset[1];
				Out[2 * Forms.Stride + Bone] = Offset[2];
			}
		}
	}

	static constexpr double Forbidden = 1e6; // in squared rest diagonals: far above any error

	const FBoneForms& Forms;
	std::vector<double> Entries;
	std::vector<uint8_t> Ready;
	std::vector<double> Linear;
	std::vector<double> Diagonals;
	std::vector<double> Offsets;
	std::array<double, QuadraticTerms> Terms{};
	double Constant = 0.0;
	double ShiftValue = 0.0;
	double Strength = 0.0;
};

} // namespace Exemplar
