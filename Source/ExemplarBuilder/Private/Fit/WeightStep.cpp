// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/PointGram.h"

namespace Exemplar
{

namespace WeightStepDetail
{

constexpr size_t WeightChunk = 128; // points whose projections are one matrix product

/** Where the prior would have the weights of one point, and how strongly. */
class FPullSource
{
public:
	FPullSource(const FWeightPrior& InPrior, const FWeightTable& InWeights, size_t BoneCount)
		: Prior(InPrior)
		, Weights(InWeights)
		, Target(BoneCount, 0.0)
	{
	}

	FPointPull Of(size_t Point)
	{
		std::fill(Target.begin(), Target.end(), 0.0);
		double Strength = 0.0;
		if (Prior.Given != nullptr && Prior.Pull > 0.0)
		{
			Strength += Prior.Pull;
			AddRow(*Prior.Given, Point, Prior.Pull);
		}
		if (Prior.Graph != nullptr && Prior.Smoothness > 0.0)
		{
			for (uint32_t Edge = Prior.Graph->Offsets[Point]; Edge < Prior.Graph->Offsets[Point + 1]; ++Edge)
			{
				const uint32_t Other = Prior.Graph->Neighbors[Edge];
				if (Weights.Sizes[Other] > 0)
				{
					Strength += Prior.Smoothness;
					AddRow(Weights, Other, Prior.Smoothness);
				}
			}
		}
		if (Strength > 0.0)
		{
			for (double& Value : Target)
			{
				Value /= Strength;
			}
		}
		return {Strength, Target.data()};
	}

	/** |w - w0|^2 for the point's present weights. */
	static double Distance(const FSupport& Support, const FPointPull& Pull, size_t BoneCount)
	{
		double Sum = 0.0;
		for (size_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			Sum += Pull.Target[Bone] * Pull.Target[Bone];
		}
		for (size_t Index = 0; Index < static_cast<size_t>(Support.Size); ++Index)
		{
			const double Weight = Support.Weights[Index];
			Sum += Weight * (Weight - 2.0 * Pull.Target[Support.Bones[Index]]);
		}
		return Sum;
	}

private:
	void AddRow(const FWeightTable& Table, size_t Point, double Factor)
	{
		for (size_t Slot = Point * Table.Cap; Slot < Point * Table.Cap + Table.Sizes[Point]; ++Slot)
		{
			Target[Table.Bones[Slot]] += Factor * Table.Weights[Slot];
		}
	}

	const FWeightPrior& Prior;
	const FWeightTable& Weights;
	std::vector<double> Target;
};

double SquaredDifference(const FWeightTable& A, size_t PointA, const FWeightTable& B, size_t PointB)
{
	double Sum = 0.0;
	for (size_t Slot = 0; Slot < A.Sizes[PointA]; ++Slot)
	{
		Sum += A.Weights[PointA * A.Cap + Slot] * A.Weights[PointA * A.Cap + Slot];
		for (size_t Other = 0; Other < B.Sizes[PointB]; ++Other)
		{
			if (A.Bones[PointA * A.Cap + Slot] == B.Bones[PointB * B.Cap + Other])
			{
				Sum -= 2.0 * A.Weights[PointA * A.Cap + Slot] * B.Weights[PointB * B.Cap + Other];
			}
		}
	}
	for (size_t Other = 0; Other < B.Sizes[PointB]; ++Other)
	{
		Sum += B.Weights[PointB * B.Cap + Other] * B.Weights[PointB * B.Cap + Other];
	}
	return (std::max)(0.0, Sum);
}

/** What the prior adds to the squared error, from its definition. */
double PriorEnergy(const FWeightPrior& Prior, const FWeightTable& Weights)
{
	double Sum = 0.0;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		if (Prior.Given != nullptr && Prior.Pull > 0.0)
		{
			Sum += Prior.Pull * SquaredDifference(Weights, Point, *Prior.Given, Point);
		}
		if (Prior.Graph != nullptr && Prior.Smoothness > 0.0)
		{
			for (uint32_t Edge = Prior.Graph->Offsets[Point]; Edge < Prior.Graph->Offsets[Point + 1]; ++Edge)
			{
				if (Prior.Graph->Neighbors[Edge] > Point)
				{
					Sum += Prior.Smoothness * SquaredDifference(Weights, Point, Weights, Prior.Graph->Neighbors[Edge]);
				}
			}
		}
	}
	return Sum;
}

/** Solves points [Begin, End), or those of a list: a chunk's projections are one matrix product. */
template <typename FPointAt>
void SolveChunk(const FMotionData& Data, const FBoneForms& Forms, const FWeightPrior& Prior, ESubsetSearch Search,
	FWeightTable& Weights, size_t Count, FPointAt PointAt)
{
	FRowMatrix Targets(static_cast<Eigen::Index>(Count), Data.Targets.cols());
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Targets.row(static_cast<Eigen::Index>(Index)) = Data.Targets.row(static_cast<Eigen::Index>(PointAt(Index)));
	}
	const FRowMatrix Projected = Targets * Forms.Projection;
	FPointGram Gram(Forms);
	TSimplexFit<FPointGram> Fit(Gram, static_cast<int>(Weights.Cap));
	FPullSource Pulls(Prior, Weights, Forms.BoneCount);
	const bool bPulled = (Prior.Given != nullptr && Prior.Pull > 0.0) || Prior.Smoothness > 0.0;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const size_t Point = PointAt(Index);
		const FPointPull Pull = bPulled ? Pulls.Of(Point) : FPointPull{};
		// A sampled point represents several points, its prior one.
		const FPointPull Scaled{Pull.Strength / Data.PointWeights[Point], Pull.Target};
		Gram.Begin(Data, Point, Projected.row(static_cast<Eigen::Index>(Index)).data(), Scaled,
			Prior.Allowed.empty() ? nullptr : &Prior.Allowed[Point * Forms.BoneCount]);
		FSupport Support = Weights.Support(Point);
		if (!Prior.Allowed.empty())
		{
			for (int Slot = Support.Size - 1; Slot >= 0; --Slot)
			{
				const size_t Bone = static_cast<size_t>(Support.Bones[static_cast<size_t>(Slot)]);
				if (Prior.Allowed[Point * Forms.BoneCount + Bone] == 0)
				{
					Support.Remove(Slot);
				}
			}
		}
		double Value = Fit.Solve(Support, Search);
		if (Scaled.Strength > 0.0)
		{
			Value -= Scaled.Strength * FPullSource::Distance(Support, Scaled, Forms.BoneCount);
		}
		Weights.Residuals[Point] = (std::max)(0.0, Value);
		Weights.Store(Point, Support);
	}
}

void SumResiduals(const FMotionData& Data, const FWeightPrior& Prior, FWeightTable& Weights)
{
	Weights.Error = 0.0;
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		Weights.Error += Data.PointWeights[Point] * Weights.Residuals[Point];
	}
	Weights.Objective = Weights.Error + PriorEnergy(Prior, Weights);
}

} // namespace WeightStepDetail

std::array<double, QuadraticTerms> Monomials(const Eigen::Vector4d& P)
{
	return {P[0] * P[0], 2.0 * P[0] * P[1], 2.0 * P[0] * P[2], 2.0 * P[0] * P[3], P[1] * P[1], 2.0 * P[1] * P[2],
		2.0 * P[1] * P[3], P[2] * P[2], 2.0 * P[2] * P[3], P[3] * P[3]};
}

FBoneForms::FBoneForms(const FMotionData& Data, const FBoneMotions& InBones)
	: Bones(InBones)
	, Stride(InBones.BoneCount + InBones.BoneCount % 2)
	, BoneCount(InBones.BoneCount)
{
	Forms.assign(BoneCount * QuadraticTerms * Stride, 0.0);
	const size_t Poses = Bones.PoseCount;
	// All pairs at once: stacked motions S (3 poses x 4 bones), S' diag(m) S.
	Eigen::MatrixXd Stacked(static_cast<Eigen::Index>(3 * Poses), static_cast<Eigen::Index>(4 * BoneCount));
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		for (size_t Pose = 0; Pose < Poses; ++Pose)
		{
			Stacked.block<3, 4>(static_cast<Eigen::Index>(3 * Pose), static_cast<Eigen::Index>(4 * Bone)) =
				Bones.At(Bone, Pose);
		}
	}
	Eigen::MatrixXd Weighted = Stacked;
	for (size_t Pose = 0; Pose < Poses; ++Pose)
	{
		Weighted.middleRows<3>(static_cast<Eigen::Index>(3 * Pose)) *= Data.PoseWeights[Pose];
	}
	const Eigen::MatrixXd Products = Stacked.transpose() * Weighted;
	for (size_t A = 0; A < BoneCount; ++A)
	{
		for (size_t B = 0; B < BoneCount; ++B)
		{
			const Eigen::Matrix4d M =
				Products.block<4, 4>(static_cast<Eigen::Index>(4 * A), static_cast<Eigen::Index>(4 * B));
			size_t Term = 0;
			for (Eigen::Index Row = 0; Row < 4; ++Row)
			{
				for (Eigen::Index Column = Row; Column < 4; ++Column)
				{
					Forms[(A * QuadraticTerms + Term++) * Stride + B] = 0.5 * (M(Row, Column) + M(Column, Row));
				}
			}
		}
	}
	Projection.setZero(static_cast<Eigen::Index>(3 * Poses), static_cast<Eigen::Index>(4 * Stride));
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		for (Eigen::Index Column = 0; Column < 4; ++Column)
		{
			Projection.col(Column * static_cast<Eigen::Index>(Stride) + static_cast<Eigen::Index>(Bone)) =
				Weighted.col(static_cast<Eigen::Index>(4 * Bone) + Column);
		}
	}
}

void SolveWeights(const FMotionData& Data, const FBoneMotions& Bones, const FWeightPrior& Prior, ESubsetSearch Search,
	FWeightTable& Weights, IExecutor& Executor)
{
	using namespace WeightStepDetail;
	const FBoneForms Forms(Data, Bones);
	if (Prior.Graph != nullptr && Prior.Smoothness > 0.0)
	{
		for (const std::vector<uint32_t>& Color : Prior.Graph->Colors)
		{
			ParallelFor(Executor, Color.size(), WeightChunk,
				[&](size_t Begin, size_t End)
				{
					SolveChunk(Data, Forms, Prior, Search, Weights, End - Begin,
						[&](size_t Index) { return static_cast<size_t>(Color[Begin + Index]); });
				});
		}
	}
	else
	{
		ParallelFor(Executor, Data.PointCount, WeightChunk,
			[&](size_t Begin, size_t End) {
				SolveChunk(
					Data, Forms, Prior, Search, Weights, End - Begin, [&](size_t Index) { return Begin + Index; });
			});
	}
	SumResiduals(Data, Prior, Weights);
}

void DropSmallWeights(const FMotionData& Data, const FBoneMotions& Bones, const FWeightPrior& Prior, double Threshold,
	FWeightTable& Weights, IExecutor& Executor)
{
	using namespace WeightStepDetail;
	const FBoneForms Forms(Data, Bones);
	const bool bRefit = !(Prior.Pull > 0.0 && Prior.Given != nullptr) && !(Prior.Smoothness > 0.0);
	ParallelFor(Executor, Data.PointCount, WeightChunk,
		[&](size_t Begin, size_t End)
		{
			FPointGram Gram(Forms);
			TSimplexFit<FPointGram> Fit(Gram, static_cast<int>(Weights.Cap));
			for (size_t Point = Begin; Point < End; ++Point)
			{
				FSupport Support = Weights.Support(Point);
				bool bBegun = false;
				while (Support.Size > 1)
				{
					const auto Last = Support.Weights.begin() + Support.Size;
					const auto Smallest = std::min_element(Support.Weights.begin(), Last);
					if (*Smallest >= Threshold)
					{
						break;
					}
					Support.Remove(static_cast<int>(Smallest - Support.Weights.begin()));
					if (bRefit)
					{
						if (!bBegun)
						{
							bBegun = true;
							const FRowMatrix Projected =
								Data.Targets.row(static_cast<Eigen::Index>(Point)) * Forms.Projection;
							Gram.Begin(Data, Point, Projected.data());
						}
						Fit.Refit(Support);
					}
				}
				Weights.Store(Point, Support);
			}
		});
	Weights.Residuals = PointSquares(Data, Bones, Weights, Executor);
	SumResiduals(Data, Prior, Weights);
}

} // namespace Exemplar
