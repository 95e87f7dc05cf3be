// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/SkinQuadric.h"

#include "AnimationSpace/MetricBlocks.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

FAnimationVector BlendPoints(const FAnimationVector& A, const FAnimationVector& B, double T, size_t Cap)
{
	FAnimationVector Out = A;
	for (FDouble4& Block : Out.Blocks)
	{
		Block = {(1.0 - T) * Block.X, (1.0 - T) * Block.Y, (1.0 - T) * Block.Z, (1.0 - T) * Block.W};
	}
	Out = AddScaled(Out, B, T);
	if (Out.Bones.size() <= Cap)
	{
		return Out;
	}
	// Both ends vote by their weights, not by T: a bone that one of them needs is not lost because the other is nearer.
	std::vector<double> Votes(Out.Bones.size(), 0.0);
	for (const FAnimationVector* Point : {&A, &B})
	{
		for (size_t Index = 0; Index < Point->Bones.size(); ++Index)
		{
			const auto At = std::lower_bound(Out.Bones.begin(), Out.Bones.end(), Point->Bones[Index]);
			Votes[static_cast<size_t>(At - Out.Bones.begin())] += std::abs(Point->Blocks[Index].W);
		}
	}
	std::vector<size_t> Order(Votes.size());
	std::iota(Order.begin(), Order.end(), size_t{0});
	std::stable_sort(Order.begin(), Order.end(), [&](size_t I, size_t J) { return Votes[I] > Votes[J]; });
	const size_t Heaviest = Order[0];
	std::vector<uint8_t> Kept(Votes.size(), 0);
	for (size_t Index = 0; Index < Order.size(); ++Index)
	{
		Kept[Order[Index]] = Index < Cap ? 1 : 0;
		if (Index >= Cap)
		{
			const FDouble4& Block = Out.Blocks[Order[Index]];
			FDouble4& Into = Out.Blocks[Heaviest];
			Into = {Into.X + Block.X, Into.Y + Block.Y, Into.Z + Block.Z, Into.W + Block.W};
		}
	}
	FAnimationVector Short;
	for (size_t Index = 0; Index < Votes.size(); ++Index)
	{
		if (Kept[Index] != 0)
		{
			Short.Bones.push_back(Out.Bones[Index]);
			Short.Blocks.push_back(Out.Blocks[Index]);
		}
	}
	return Short;
}

void GatherPalette(const FPoseSamples& Poses, std::span<const uint16_t> Bones, size_t Pose, Eigen::MatrixXd& Out)
{
	Out.resize(3, 4 * static_cast<Eigen::Index>(Bones.size()));
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		Out.middleCols<4>(4 * static_cast<Eigen::Index>(Index)) =
			AsRows(Poses.Palettes[Bones[Index] * Poses.PoseCount + Pose]);
	}
}

Eigen::Matrix4d UnseenForm(const FAnimationVector& Point, const FPoseSamples& Poses)
{
	Eigen::Vector3d Center(0.0, 0.0, 0.0);
	for (const FDouble4& Block : Point.Blocks)
	{
		Center += Eigen::Vector3d(Block.X, Block.Y, Block.Z);
	}
	const Eigen::Vector4d At(Center.x(), Center.y(), Center.z(), 1.0);
	double Apart = 0.0;
	for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
	{
		Eigen::Vector3d Sum(0.0, 0.0, 0.0);
		double Squares = 0.0;
		for (const uint16_t Bone : Point.Bones)
		{
			const Eigen::Vector3d Carried = AsRows(Poses.Palettes[Bone * Poses.PoseCount + Pose]) * At - Center;
			Sum += Carried;
			Squares += Carried.squaredNorm();
		}
		const double Count = static_cast<double>(Point.Bones.size());
		Apart += (std::max)(0.0, Squares / Count - (Sum / Count).squaredNorm()) / static_cast<double>(Poses.PoseCount);
	}
	Eigen::Matrix4d Out = Eigen::Matrix4d::Identity();
	Out.topRightCorner<3, 1>() = -Center;
	Out.bottomLeftCorner<1, 3>() = -Center.transpose();
	Out(3, 3) = Center.squaredNorm() + Apart;
	return Out;
}

Eigen::VectorXd SolveWeightless(const Eigen::MatrixXd& Matrix, const Eigen::VectorXd& Right)
{
	const Eigen::LDLT<Eigen::MatrixXd> Factors(Matrix);
	Eigen::MatrixXd Both(Right.size(), 2);
	Both.col(0) = Right;
	for (Eigen::Index Row = 0; Row < Right.size(); ++Row)
	{
		Both(Row, 1) = Row % 4 == 3 ? 1.0 : 0.0;
	}
	const Eigen::VectorXd Weights = Both.col(1);
	const Eigen::MatrixXd Solved = Factors.solve(Both);
	const double Denominator = Weights.dot(Solved.col(1));
	const double Multiplier = Denominator > 0.0 ? Weights.dot(Solved.col(0)) / Denominator : 0.0;
	const Eigen::VectorXd Step = Solved.col(0) - Multiplier * Solved.col(1);
	return Step.allFinite() && Denominator > 0.0 ? Step : Eigen::VectorXd(Eigen::VectorXd::Zero(Right.size()));
}

FAnimationVector MinimizeSkinQuadric(const FAnimationVector& Start, std::span<const FPoseQuadric> Quadrics,
	std::span<const size_t> QuadricPoses, const FPoseSamples& Poses)
{
	const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Start.Bones.size());
	Eigen::MatrixXd Matrix = Eigen::MatrixXd::Zero(Size, Size), Rows;
	Eigen::VectorXd Right = Eigen::VectorXd::Zero(Size);
	double Planes = 0.0;
	for (size_t Index = 0; Index < Quadrics.size(); ++Index)
	{
		const FPoseQuadric& Q = Quadrics[Index];
		GatherPalette(Poses, Start.Bones, QuadricPoses[Index], Rows);
		const Eigen::Matrix3d A = Q.A();
		Matrix.noalias() += Rows.transpose() * (A * Rows);
		Right.noalias() -= Rows.transpose() * (A * PosePoint(Start, Poses, QuadricPoses[Index]) + Q.B());
		Planes += A.trace();
	}
	constexpr double Spring = 1e-3, Unseen = 0.1, Tiny = 1e-6; // next to the planes
	const Eigen::MatrixXd Local = LocalMetric(Poses.Metric, Start.Bones);
	Matrix += Spring * Planes * Local;
	Matrix.diagonal().array() += Tiny * Planes * (Local.trace() / static_cast<double>(Size) + 1e-12) + 1e-300;
	const Eigen::Matrix4d Form = UnseenForm(Start, Poses);
	for (Eigen::Index Row = 0; Row < Size; Row += 4)
	{
		Matrix.block<4, 4>(Row, Row) += Unseen * Planes * Form;
	}
	const Eigen::VectorXd Step = SolveWeightless(Matrix, Right);
	FAnimationVector Out = Start;
	for (size_t Index = 0; Index < Out.Blocks.size(); ++Index)
	{
		Out.Blocks[Index] =
			ToDouble4(AsVector(Start.Blocks[Index]) + Step.segment<4>(4 * static_cast<Eigen::Index>(Index)));
	}
	return Out;
}

} // namespace Exemplar
