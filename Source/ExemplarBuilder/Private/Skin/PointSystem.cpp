// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/PointSystem.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{

namespace PointSystemDetail
{

/** Eigenvalues below this share of the largest are rounding: the examples do not show such deviations. */
constexpr double UnseenValue = 1e-13;

size_t At(Eigen::Index Index)
{
	return static_cast<size_t>(Index);
}

/** The rig's weights on a set of bones: what the set lacks is shared in proportion, or equally where it has nothing. */
Eigen::VectorXd PriorOf(const FRigWeights& Weights, uint32_t Point, std::span<const uint16_t> Bones)
{
	Eigen::VectorXd Prior = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(Bones.size()));
	for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
	{
		const auto Found = std::lower_bound(Bones.begin(), Bones.end(), Weights.Bones[Entry]);
		if (Found != Bones.end() && *Found == Weights.Bones[Entry])
		{
			Prior[Found - Bones.begin()] += Weights.Weights[Entry];
		}
	}
	const double Sum = Prior.sum();
	if (!(Sum > 1e-9))
	{
		Prior.setConstant(1.0 / static_cast<double>(Bones.size()));
	}
	else if (Sum != 1.0)
	{
		Prior /= Sum;
	}
	return Prior;
}

/** Influences x (influences - 1): orthonormal columns that sum to zero (Helmert's contrasts). */
Eigen::MatrixXd ContrastsOf(Eigen::Index Influences)
{
	Eigen::MatrixXd Out = Eigen::MatrixXd::Zero(Influences, Influences - 1);
	for (Eigen::Index Contrast = 1; Contrast < Influences; ++Contrast)
	{
		const double Norm = 1.0 / std::sqrt(static_cast<double>(Contrast * (Contrast + 1)));
		Out.col(Contrast - 1).head(Contrast).setConstant(Norm);
		Out(Contrast, Contrast - 1) = -static_cast<double>(Contrast) * Norm;
	}
	return Out;
}

/**
 * The deviations that are looked for, 4 influences x unknowns: weights always sum to zero. At rest every bone stands
 * still and a deviation moves the point by the sum of its offsets, so that with an exact rest those sum to zero too.
 */
Eigen::MatrixXd DeviationBasis(Eigen::Index Influences, bool bExactRest)
{
	const Eigen::MatrixXd Contrasts = ContrastsOf(Influences);
	const Eigen::MatrixXd Offsets =
		bExactRest ? Contrasts : Eigen::MatrixXd(Eigen::MatrixXd::Identity(Influences, Influences));
	const Eigen::Index First = 3 * Offsets.cols();
	Eigen::MatrixXd Basis = Eigen::MatrixXd::Zero(4 * Influences, First + Contrasts.cols());
	for (Eigen::Index Bone = 0; Bone < Influences; ++Bone)
	{
		for (Eigen::Index Column = 0; Column < Offsets.cols(); ++Column)
		{
			Basis.block<3, 3>(4 * Bone, 3 * Column) = Offsets(Bone, Column) * Eigen::Matrix3d::Identity();
		}
		for (Eigen::Index Column = 0; Column < Contrasts.cols(); ++Column)
		{
			Basis(4 * Bone + 3, First + Column) = Contrasts(Bone, Column);
		}
	}
	return Basis;
}

} // namespace PointSystemDetail

FPointProblem MakePointProblem(const FMotionData& Data, const FBoneMotions& Bones, const FRigWeights& Weights,
	const FInfluenceSets& Sets, double WeightLength)
{
	FPointProblem Problem{Data, Bones, WeightLength, {}, {}, {}};
	const auto SetOf = [&](uint32_t Point)
	{
		return std::span<const uint16_t>(
			Sets.Bones.data() + Sets.Offsets[Point], Sets.Bones.data() + Sets.Offsets[Point + 1]);
	};
	std::vector<uint32_t> Order(Data.PointCount);
	std::iota(Order.begin(), Order.end(), 0u);
	std::stable_sort(Order.begin(), Order.end(),
		[&](uint32_t A, uint32_t B)
		{
			const auto SetA = SetOf(A), SetB = SetOf(B);
			return std::lexicographical_compare(SetA.begin(), SetA.end(), SetB.begin(), SetB.end());
		});
	Problem.GroupOfPoint.resize(Data.PointCount);
	Problem.PlaceOfPoint.resize(Data.PointCount);
	for (const uint32_t Point : Order)
	{
		const auto Set = SetOf(Point);
		if (Problem.Groups.empty() ||
			!std::equal(Set.begin(), Set.end(), Problem.Groups.back().Bones.begin(), Problem.Groups.back().Bones.end()))
		{
			Problem.Groups.emplace_back().Bones.assign(Set.begin(), Set.end());
		}
		FPointGroup& Group = Problem.Groups.back();
		Problem.GroupOfPoint[Point] = static_cast<uint32_t>(Problem.Groups.size() - 1);
		Problem.PlaceOfPoint[Point] = static_cast<uint32_t>(Group.Points.size());
		Group.Points.push_back(Point);
	}
	for (FPointGroup& Group : Problem.Groups)
	{
		Group.Center.setZero();
		Group.Prior.resize(Group.Influences(), Group.Count());
		for (Eigen::Index Place = 0; Place < Group.Count(); ++Place)
		{
			const uint32_t Point = Group.Points[PointSystemDetail::At(Place)];
			Group.Center += Data.Rest[Point].head<3>() / static_cast<double>(Group.Count());
			Group.Prior.col(Place) = PointSystemDetail::PriorOf(Weights, Point, Group.Bones);
		}
	}
	return Problem;
}

Eigen::MatrixXd DesignOf(const FPointProblem& Problem, const FPointGroup& Group, std::span<const uint32_t> Poses)
{
	Eigen::MatrixXd Design(3 * static_cast<Eigen::Index>(Poses.size()), 4 * Group.Influences());
	for (Eigen::Index Row = 0; Row < static_cast<Eigen::Index>(Poses.size()); ++Row)
	{
		for (Eigen::Index Bone = 0; Bone < Group.Influences(); ++Bone)
		{
			const FMotion& Motion =
				Problem.Bones.At(Group.Bones[PointSystemDetail::At(Bone)], Poses[PointSystemDetail::At(Row)]);
			Design.block<3, 3>(3 * Row, 4 * Bone) = Motion.leftCols<3>();
			Design.block<3, 1>(3 * Row, 4 * Bone + 3) =
				(Motion.leftCols<3>() * Group.Center + Motion.col(3)) / Problem.WeightLength;
		}
	}
	return Design;
}

Eigen::MatrixXd ResidualsOf(const FPointProblem& Problem, const FPointGroup& Group, std::span<const uint32_t> Poses)
{
	Eigen::MatrixXd Residuals(3 * static_cast<Eigen::Index>(Poses.size()), Group.Count());
	for (Eigen::Index Place = 0; Place < Group.Count(); ++Place)
	{
		const uint32_t Point = Group.Points[PointSystemDetail::At(Place)];
		const Eigen::Vector4d& Rest = Problem.Data.Rest[Point];
		for (Eigen::Index Row = 0; Row < static_cast<Eigen::Index>(Poses.size()); ++Row)
		{
			const size_t Pose = Poses[PointSystemDetail::At(Row)];
			Eigen::Vector3d Left =
				Problem.Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose))
					.transpose();
			for (Eigen::Index Bone = 0; Bone < Group.Influences(); ++Bone)
			{
				const FMotion& Motion = Problem.Bones.At(Group.Bones[PointSystemDetail::At(Bone)], Pose);
				Left.noalias() -= Group.Prior(Bone, Place) * (Motion * Rest);
			}
			Residuals.block<3, 1>(3 * Row, Place) = Left;
		}
	}
	return Residuals;
}

std::vector<FGroupSystem> AssembleSystems(
	const FPointProblem& Problem, const FSystemOptions& Options, IExecutor& Executor)
{
	std::vector<uint32_t> Poses;
	std::vector<double> Roots;
	for (uint32_t Pose = 0; Pose < Options.PoseWeights.size(); ++Pose)
	{
		if (Options.PoseWeights[Pose] > 0.0)
		{
			Poses.push_back(Pose);
			Roots.insert(Roots.end(), 3, std::sqrt(Options.PoseWeights[Pose]));
		}
	}
	const Eigen::Map<const Eigen::VectorXd> Root(Roots.data(), static_cast<Eigen::Index>(Roots.size()));
	std::vector<FGroupSystem> Systems(Problem.Groups.size());
	ParallelFor(Executor, Problem.Groups.size(), 4,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				const FPointGroup& Group = Problem.Groups[Index];
				FGroupSystem& System = Systems[Index];
				const Eigen::MatrixXd Free = PointSystemDetail::DeviationBasis(Group.Influences(), Options.bExactRest);
				const Eigen::MatrixXd Residuals = Root.asDiagonal() * ResidualsOf(Problem, Group, Poses);
				System.Square = Residuals.squaredNorm();
				if (Free.cols() == 0) // one bone, whose offset the rest decides
				{
					System.Basis = Free;
					System.Gradient.resize(0, Group.Count());
					continue;
				}
				const Eigen::MatrixXd Design = Root.asDiagonal() * (DesignOf(Problem, Group, Poses) * Free);
				Eigen::MatrixXd Normal = Design.transpose() * Design;
				if (Options.RestWeight > 0.0 && !Options.bExactRest)
				{
					// At rest every bone stands still: offsets add up, and weights that sum to zero do nothing.
					const Eigen::Index Offsets = 3 * Group.Influences();
					for (Eigen::Index A = 0; A < Offsets; ++A)
					{
						for (Eigen::Index B = A % 3; B < Offsets; B += 3)
						{
							Normal(A, B) += Options.RestWeight;
						}
					}
				}
				const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Spectrum(Normal);
				System.Values = Spectrum.eigenvalues().cwiseMax(0.0);
				System.Basis = Free * Spectrum.eigenvectors();
				System.Gradient = Spectrum.eigenvectors().transpose() * (Design.transpose() * Residuals);
				const double Unseen = PointSystemDetail::UnseenValue * System.Values.maxCoeff();
				for (Eigen::Index Row = 0; Row < System.Values.size(); ++Row)
				{
					if (System.Values[Row] <= Unseen)
					{
						System.Values[Row] = 0.0;
						System.Gradient.row(Row).setZero();
					}
				}
			}
		});
	return Systems;
}

Eigen::MatrixXd SolveGroup(
	const FPointGroup& Group, const FGroupSystem& System, double Lambda, std::span<const double> PointWeights)
{
	Eigen::MatrixXd Solution(System.Values.size(), Group.Count());
	for (Eigen::Index Place = 0; Place < Group.Count(); ++Place)
	{
		const double Weight = PointWeights.empty() ? 1.0 : PointWeights[Group.Points[PointSystemDetail::At(Place)]];
		for (Eigen::Index Row = 0; Row < System.Values.size(); ++Row)
		{
			const double Value = Weight * System.Values[Row] + Lambda;
			Solution(Row, Place) =
				Value > 0.0 && System.Values[Row] > 0.0 ? Weight * System.Gradient(Row, Place) / Value : 0.0;
		}
	}
	return Solution;
}

std::vector<FAnimationVector> PointsOf(
	const FPointProblem& Problem, std::span<const FGroupSystem> Systems, std::span<const Eigen::MatrixXd> Solutions)
{
	std::vector<FAnimationVector> Points(Problem.Data.PointCount);
	for (size_t Index = 0; Index < Problem.Groups.size(); ++Index)
	{
		const FPointGroup& Group = Problem.Groups[Index];
		for (Eigen::Index Place = 0; Place < Group.Count(); ++Place)
		{
			const Eigen::VectorXd Deviation = Systems[Index].Basis * Solutions[Index].col(Place);
			const uint32_t Point = Group.Points[PointSystemDetail::At(Place)];
			FAnimationVector& Out = Points[Point];
			Out.Bones = Group.Bones;
			double Others = 0.0;
			Eigen::Index Largest = 0;
			Group.Prior.col(Place).maxCoeff(&Largest);
			for (Eigen::Index Bone = 0; Bone < Group.Influences(); ++Bone)
			{
				const double Prior = Group.Prior(Bone, Place);
				const double Change = Deviation[4 * Bone + 3] / Problem.WeightLength;
				const double Weight = Prior + Change;
				const Eigen::Vector3d Offset =
					Prior * Problem.Data.Rest[Point].head<3>() + Deviation.segment<3>(4 * Bone) + Change * Group.Center;
				const Eigen::Vector3d Position = Offset / Problem.Data.Scale + Weight * Problem.Data.Center;
				Out.Blocks.push_back({Position.x(), Position.y(), Position.z(), Weight});
				Others += Bone == Largest ? 0.0 : Weight;
			}
			Out.Blocks[PointSystemDetail::At(Largest)].W = 1.0 - Others;
		}
	}
	return Points;
}

} // namespace Exemplar
