// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/ConnectedFit.h"

#include "Fit/RigidError.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "Rig/BoneTree.h"
#include "Rig/Joints.h"

#include <algorithm>
#include <limits>

namespace Exemplar
{

namespace ConnectedFitDetail
{

using FRotations = std::vector<Eigen::Matrix3d>; // of bones, in one pose

/** One bone on the way from a point's bones to the root. */
struct FReach
{
	uint32_t Bone;
	double Own;     // w_ib
	double Subtree; // W_ib
};

/** Positions that attract the joints, and how strongly: Hold relative to the examples, Strengths absolute. */
struct FJointAnchors
{
	std::vector<FDouble3> Positions;
	double Hold = 0.0;
	std::vector<double> Strengths;

	double Penalty(const std::vector<FDouble3>& Joints, int32_t Root) const
	{
		double Sum = 0.0;
		for (size_t Bone = 0; Bone < Strengths.size(); ++Bone)
		{
			if (static_cast<int32_t>(Bone) != Root)
			{
				Sum += Strengths[Bone] * (AsVector(Joints[Bone]) - AsVector(Positions[Bone])).squaredNorm();
			}
		}
		return Sum;
	}
};

/** The points: the bones that move them, and the sums over them that do not depend on poses. */
class FConnectedSystem
{
public:
	FConnectedSystem(const FExampleSet& InExamples, const FRig& InRig, IExecutor& InExecutor)
		: Examples(InExamples)
		, Rig(InRig)
		, Executor(InExecutor)
		, Order(SortParentsFirst(InRig.Parents))
		, PointCount(InExamples.PointCount())
	{
		Offsets.push_back(0);
		std::vector<FReach> Row(Rig.BoneCount);
		std::vector<uint8_t> Touched(Rig.BoneCount, 0);
		for (size_t Point = 0; Point < PointCount; ++Point)
		{
			for (uint32_t Index = Rig.Weights.Offsets[Point]; Index < Rig.Weights.Offsets[Point + 1]; ++Index)
			{
				const uint32_t Bone = Rig.Weights.Bones[Index];
				for (int32_t Up = static_cast<int32_t>(Bone); Up != NoParent; Up = Rig.Parents[static_cast<size_t>(Up)])
				{
					FReach& Reach = Row[static_cast<size_t>(Up)];
					if (Touched[static_cast<size_t>(Up)] == 0)
					{
						Touched[static_cast<size_t>(Up)] = 1;
						Reach = {static_cast<uint32_t>(Up), 0.0, 0.0};
					}
					Reach.Subtree += Rig.Weights.Weights[Index];
				}
				Row[Bone].Own += Rig.Weights.Weights[Index];
			}
			for (uint32_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
			{
				if (Touched[Bone] != 0)
				{
					Reaches.push_back(Row[Bone]);
					Touched[Bone] = 0;
				}
			}
			Offsets.push_back(static_cast<uint32_t>(Reaches.size()));
		}
	}

	/** Rotations of all poses for the joints as they are; returns the squared error. */
	double FitRotations(std::vector<FRotations>& Rotations, int Steps) const;

	/** Joints for the rotations as they are. */
	void FitJoints(
		const std::vector<FRotations>& Rotations, FJointAnchors& Anchors, std::vector<FDouble3>& Joints) const;

	/** The rig's motions in one pose. */
	std::vector<FAffine3d> MotionsOf(const FRotations& Rotations, size_t Pose) const;

private:
	static constexpr size_t Chunk = 1024;

	/** s_ib of every reach of a point. */
	void Levers(size_t Point, std::vector<Eigen::Vector3d>& Out) const
	{
		const uint32_t Begin = Offsets[Point], End = Offsets[Point + 1];
		Out.resize(End - Begin);
		const Eigen::Vector3d P = AsVector(Examples.Rest.Positions[Point]);
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			const FReach& Reach = Reaches[Index];
			const Eigen::Vector3d Joint = AsVector(Rig.Joints[Reach.Bone]);
			Out[Index - Begin] = Reach.Own * P - Reach.Subtree * Joint;
		}
		// W_ib = w_ib + the subtrees of the children: what is left are the children's joints.
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			const int32_t Parent = Rig.Parents[Reaches[Index].Bone];
			if (Parent != NoParent)
			{
				const uint32_t At = FindReach(Begin, End, static_cast<uint32_t>(Parent));
				Out[At - Begin] += Reaches[Index].Subtree * AsVector(Rig.Joints[Reaches[Index].Bone]);
			}
		}
	}

	uint32_t FindReach(uint32_t Begin, uint32_t End, uint32_t Bone) const
	{
		while (Begin + 1 < End && Reaches[Begin].Bone != Bone)
		{
			++Begin;
		}
		return Begin;
	}

	/** Adds up Body(point, matrix) over all points, chunk by chunk in a fixed order. */
	template <typename BodyType>
	Eigen::MatrixXd Accumulate(Eigen::Index Rows, Eigen::Index Columns, const BodyType& Body) const
	{
		const size_t ChunkCount = (PointCount + Chunk - 1) / Chunk;
		std::vector<Eigen::MatrixXd> Parts(ChunkCount);
		ParallelFor(Executor, PointCount, Chunk,
			[&](size_t Begin, size_t End)
			{
				Eigen::MatrixXd& Part = Parts[Begin / Chunk];
				Part.setZero(Rows, Columns);
				std::vector<Eigen::Vector3d> Lever;
				for (size_t Point = Begin; Point < End; ++Point)
				{
					Body(Point, Lever, Part);
				}
			});
		Eigen::MatrixXd Sum = Eigen::MatrixXd::Zero(Rows, Columns);
		for (const Eigen::MatrixXd& Part : Parts)
		{
			Sum += Part;
		}
		return Sum;
	}

	const FExampleSet& Examples;
	const FRig& Rig;
	IExecutor& Executor;
	std::vector<int32_t> Order;
	size_t PointCount;
	std::vector<uint32_t> Offsets;
	std::vector<FReach> Reaches;
};

Eigen::Vector3d Axial(const Eigen::Matrix3d& K)
{
	return {K(1, 2) - K(2, 1), K(2, 0) - K(0, 2), K(0, 1) - K(1, 0)};
}

Eigen::Matrix3d Turn(const Eigen::Vector3d& Omega)
{
	const double Angle = Omega.norm();
	return Angle > 0.0 ? Eigen::AngleAxisd(Angle, Omega / Angle).toRotationMatrix() : Eigen::Matrix3d::Identity();
}

/** Squared error of one pose up to its constant, and with it what Gauss-Newton needs. */
double ConnectedError(const Eigen::MatrixXd& S, const Eigen::MatrixXd& Q, const FRotations& R)
{
	// sum_bc tr(R_b S_bc R_c^T) - 2 sum_b tr(R_b Q_b), with R = [R_1 ... R_B].
	const Eigen::Index Bones = static_cast<Eigen::Index>(R.size());
	Eigen::Matrix<double, 3, Eigen::Dynamic> All(3, 3 * Bones);
	for (Eigen::Index Bone = 0; Bone < Bones; ++Bone)
	{
		All.middleCols<3>(3 * Bone) = R[static_cast<size_t>(Bone)];
	}
	return (All * S).cwiseProduct(All).sum() - 2.0 * (All * Q).trace();
}

void StepPose(const Eigen::MatrixXd& S, const Eigen::MatrixXd& Q, int Steps, FRotations& R, double& Error)
{
	const Eigen::Index Bones = static_cast<Eigen::Index>(R.size());
	double Damping = 1e-8;
	Error = ConnectedError(S, Q, R);
	Eigen::MatrixXd H(3 * Bones, 3 * Bones);
	Eigen::VectorXd Gradient(3 * Bones);
	for (int Step = 0; Step < Steps; ++Step)
	{
		for (Eigen::Index B = 0; B < Bones; ++B)
		{
			Eigen::Matrix3d Row = -R[static_cast<size_t>(B)] * Q.middleRows<3>(3 * B);
			for (Eigen::Index C = 0; C < Bones; ++C)
			{
				const Eigen::Matrix3d K =
					R[static_cast<size_t>(B)] * S.block<3, 3>(3 * B, 3 * C) * R[static_cast<size_t>(C)].transpose();
				Row += K;
				H.block<3, 3>(3 * B, 3 * C) = K.trace() * Eigen::Matrix3d::Identity() - K.transpose();
			}
			Gradient.segment<3>(3 * B) = Axial(Row);
		}
		const double Scale = H.diagonal().maxCoeff();
		bool bImproved = false;
		double Gain = 0.0;
		for (int Try = 0; Try < 8 && !bImproved; ++Try)
		{
			Eigen::MatrixXd Damped = H;
			Damped.diagonal().array() += (Damping + 1e-14) * Scale;
			const Eigen::VectorXd Omega = Damped.ldlt().solve(-Gradient);
			FRotations Trial(R.size());
			for (size_t B = 0; B < R.size(); ++B)
			{
				Trial[B] = Turn(Omega.segment<3>(static_cast<Eigen::Index>(3 * B))) * R[B];
			}
			const double TrialError = ConnectedError(S, Q, Trial);
			if (TrialError < Error)
			{
				Gain = Error - TrialError;
				Error = TrialError;
				R = std::move(Trial);
				Damping *= 0.1;
				bImproved = true;
			}
			else
			{
				Damping = (std::max)(10.0 * Damping, 1e-6);
			}
		}
		if (!bImproved || Gain < 1e-10 * Scale)
		{
			return;
		}
	}
}

double FConnectedSystem::FitRotations(std::vector<FRotations>& Rotations, int Steps) const
{
	const Eigen::Index Bones = static_cast<Eigen::Index>(Rig.BoneCount);
	const Eigen::Index Poses = static_cast<Eigen::Index>(Rig.PoseCount);
	const double Count = static_cast<double>(PointCount);
	// Columns: the other levers, one for the sum of levers; then for every pose the three targets.
	const Eigen::MatrixXd Sums = Accumulate(3 * Bones, 3 * Bones + 1 + 3 * Poses,
		[&](size_t Point, std::vector<Eigen::Vector3d>& Lever, Eigen::MatrixXd& Out)
		{
			Levers(Point, Lever);
			const uint32_t Begin = Offsets[Point], End = Offsets[Point + 1];
			for (uint32_t B = Begin; B < End; ++B)
			{
				const Eigen::Index Row = 3 * static_cast<Eigen::Index>(Reaches[B].Bone);
				const Eigen::Vector3d& Own = Lever[B - Begin];
				for (uint32_t C = Begin; C < End; ++C)
				{
					Out.block<3, 3>(Row, 3 * static_cast<Eigen::Index>(Reaches[C].Bone)) +=
						Own * Lever[C - Begin].transpose();
				}
				Out.block<3, 1>(Row, 3 * Bones) += Own;
				for (Eigen::Index Pose = 0; Pose < Poses; ++Pose)
				{
					Out.block<3, 3>(Row, 3 * Bones + 1 + 3 * Pose) +=
						Own * AsVector(Examples.Poses[static_cast<size_t>(Pose)][Point]).transpose();
				}
			}
		});
	// Without the translation: everything relative to the means.
	const Eigen::VectorXd Mean = Sums.col(3 * Bones) / Count;
	const Eigen::MatrixXd S = Sums.leftCols(3 * Bones) - Count * Mean * Mean.transpose();
	std::vector<double> Errors(Rig.PoseCount);
	ParallelFor(Executor, Rig.PoseCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = Begin; Pose < End; ++Pose)
			{
				const Eigen::Map<const FPositionMatrix> Targets = AsMatrix(Examples.Poses[Pose]);
				const Eigen::RowVector3d Center = Targets.colwise().mean();
				const Eigen::MatrixXd Q =
					Sums.middleCols<3>(3 * Bones + 1 + 3 * static_cast<Eigen::Index>(Pose)) - Count * Mean * Center;
				StepPose(S, Q, Steps, Rotations[Pose], Errors[Pose]);
				Errors[Pose] += (Targets.rowwise() - Center).squaredNorm();
			}
		});
	double Total = 0.0;
	for (const double Error : Errors)
	{
		Total += Error;
	}
	return Total;
}

void FConnectedSystem::FitJoints(
	const std::vector<FRotations>& Rotations, FJointAnchors& Anchors, std::vector<FDouble3>& Joints) const
{
	// p_i = t + sum_b w_ib R_b p_i + sum_b W_ib (R_parent - R_b) x_b over all bones but the root.
	const Eigen::Index Bones = static_cast<Eigen::Index>(Rig.BoneCount);
	const Eigen::Index Poses = static_cast<Eigen::Index>(Rig.PoseCount);
	const double Count = static_cast<double>(PointCount);
	const Eigen::Index TargetColumn = 4 * Bones + 1;
	// Rows are W_ib; columns W_ic, one, w_ic p_i, q_i of every pose.
	Eigen::MatrixXd Sums = Accumulate(Bones, TargetColumn + 3 * Poses,
		[&](size_t Point, std::vector<Eigen::Vector3d>&, Eigen::MatrixXd& Out)
		{
			const uint32_t Begin = Offsets[Point], End = Offsets[Point + 1];
			const Eigen::RowVector3d P = AsVector(Examples.Rest.Positions[Point]).transpose();
			for (uint32_t B = Begin; B < End; ++B)
			{
				const Eigen::Index Row = static_cast<Eigen::Index>(Reaches[B].Bone);
				for (uint32_t C = Begin; C < End; ++C)
				{
					const Eigen::Index Column = static_cast<Eigen::Index>(Reaches[C].Bone);
					Out(Row, Column) += Reaches[B].Subtree * Reaches[C].Subtree;
					Out.block<1, 3>(Row, Bones + 1 + 3 * Column) += Reaches[B].Subtree * Reaches[C].Own * P;
				}
				Out(Row, Bones) += Reaches[B].Subtree;
				for (Eigen::Index Pose = 0; Pose < Poses; ++Pose)
				{
					Out.block<1, 3>(Row, TargetColumn + 3 * Pose) +=
						Reaches[B].Subtree * AsVector(Examples.Poses[static_cast<size_t>(Pose)][Point]).transpose();
				}
			}
		});
	// The root's row is the sum over all points (its subtree is everything): with it the translation goes out.
	const Eigen::Index Root = static_cast<Eigen::Index>(Rig.Root);
	const Eigen::VectorXd Share = Sums.col(Bones) / Count;
	Sums -= Share * Eigen::RowVectorXd(Sums.row(Root));

	Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * Bones, 3 * Bones);
	Eigen::VectorXd Right = Eigen::VectorXd::Zero(3 * Bones);
	for (Eigen::Index Pose = 0; Pose < Poses; ++Pose)
	{
		const FRotations& R = Rotations[static_cast<size_t>(Pose)];
		FRotations D(R.size(), Eigen::Matrix3d::Zero());
		for (size_t B = 0; B < R.size(); ++B)
		{
			if (Rig.Parents[B] != NoParent)
			{
				D[B] = R[static_cast<size_t>(Rig.Parents[B])] - R[B];
			}
		}
		for (Eigen::Index B = 0; B < Bones; ++B)
		{
			Eigen::Vector3d Wanted = Sums.block<1, 3>(B, TargetColumn + 3 * Pose).transpose();
			for (Eigen::Index C = 0; C < Bones; ++C)
			{
				Wanted -= R[static_cast<size_t>(C)] * Sums.block<1, 3>(B, Bones + 1 + 3 * C).transpose();
				if (Sums(B, C) != 0.0)
				{
					A.block<3, 3>(3 * B, 3 * C) +=
						Sums(B, C) * D[static_cast<size_t>(B)].transpose() * D[static_cast<size_t>(C)];
				}
			}
			Right.segment<3>(3 * B) += D[static_cast<size_t>(B)].transpose() * Wanted;
		}
	}
	// Each joint is held in proportion to how strongly the examples place it in its best direction, which the first
	// round decides: the objective must not change between rounds.
	const bool bFirst = Anchors.Strengths.empty();
	for (Eigen::Index B = 0; B < Bones; ++B)
	{
		if (bFirst)
		{
			const double Own = A.diagonal().segment<3>(3 * B).maxCoeff();
			Anchors.Strengths.push_back(Own > 0.0 ? Anchors.Hold * Own : 1.0);
		}
		const double Strength = Anchors.Strengths[static_cast<size_t>(B)];
		A.diagonal().segment<3>(3 * B).array() += Strength;
		Right.segment<3>(3 * B) += Strength * AsVector(Anchors.Positions[static_cast<size_t>(B)]);
	}
	const Eigen::VectorXd Solved = A.ldlt().solve(Right);
	if (Solved.allFinite())
	{
		for (Eigen::Index B = 0; B < Bones; ++B)
		{
			if (B != Root)
			{
				Joints[static_cast<size_t>(B)] = ToDouble3(Solved.segment<3>(3 * B));
			}
		}
	}
}

std::vector<FAffine3d> FConnectedSystem::MotionsOf(const FRotations& Rotations, size_t Pose) const
{
	// Root joint at its rest place first, then all of it moved to where the means agree.
	std::vector<FAffine3d> Motions(Rig.BoneCount);
	for (const int32_t Bone : Order)
	{
		const size_t Index = static_cast<size_t>(Bone);
		FAffine3d Linear;
		for (size_t Row = 0; Row < 3; ++Row)
		{
			for (size_t Column = 0; Column < 3; ++Column)
			{
				Linear.M[4 * Row + Column] =
					Rotations[Index](static_cast<Eigen::Index>(Row), static_cast<Eigen::Index>(Column));
			}
		}
		const FDouble3& Joint = Rig.Joints[Index];
		const FDouble3 Image = Rig.Parents[Index] == NoParent
			? Joint
			: TransformPoint(Motions[static_cast<size_t>(Rig.Parents[Index])], Joint);
		Motions[Index] = WithFixedPoint(Linear, Joint, Image);
	}
	const std::vector<FDouble3> Posed = BlendPoints(Examples.Rest.Positions, Rig.Weights, Motions);
	const Eigen::RowVector3d Offset =
		AsMatrix(Examples.Poses[Pose]).colwise().mean() - AsMatrix(std::span<const FDouble3>(Posed)).colwise().mean();
	for (FAffine3d& Motion : Motions)
	{
		Motion.M[3] += Offset.x();
		Motion.M[7] += Offset.y();
		Motion.M[11] += Offset.z();
	}
	return Motions;
}

} // namespace ConnectedFitDetail

TResult<FConnectedFit> FitConnectedMotions(
	const FExampleSet& Examples, const FConnectedFitOptions& Options, FRig& Rig, const FBuildContext& Context)
{
	using namespace ConnectedFitDetail;
	if (Rig.BoneCount == 0 || Rig.PoseCount != Examples.PoseCount() ||
		Rig.Weights.PointCount() != Examples.PointCount() || Rig.Parents.size() != Rig.BoneCount ||
		Rig.Joints.size() != Rig.BoneCount || Rig.Root == NoParent ||
		Rig.Transforms.size() != Rig.BoneCount * Rig.PoseCount)
	{
		return FError{EErrorCode::Mismatch,
			"Connecting bones requires motions, weights, a tree and joints for these examples. Build the rig first."};
	}
	// Nearest rotations of the motions so far: affine bones lose their stretch here.
	std::vector<FRotations> Rotations(Rig.PoseCount, FRotations(Rig.BoneCount));
	for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
	{
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			const std::array<double, 12>& M = Rig.Transform(Bone, Pose).M;
			const FMatrix3x3 R = BestRotation({M[0], M[1], M[2], M[4], M[5], M[6], M[8], M[9], M[10]});
			Rotations[Pose][Bone] = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(R.data());
		}
	}
	double First = 0.0, Error = 0.0;
	int Round = 0;
	{
		const FConnectedSystem System(Examples, Rig, *Context.Executor);
		FJointAnchors Anchors{Options.Anchors.size() == Rig.BoneCount
				? Options.Anchors
				: EstimateJoints(Examples.Rest, Rig.Weights, Rig.Parents),
			(std::max)(Options.JointHold, 1e-6), {}};
		First = System.FitRotations(Rotations, 0);
		Error = System.FitRotations(Rotations, 20);
		double Objective = std::numeric_limits<double>::infinity();
		for (; Round < Options.Rounds && Options.bMoveJoints; ++Round)
		{
			if (!Context.Progress.Report(static_cast<double>(Round) / Options.Rounds))
			{
				return Context.Progress.CanceledError();
			}
			System.FitJoints(Rotations, Anchors, Rig.Joints);
			Error = System.FitRotations(Rotations, 5);
			const double Next = Error + Anchors.Penalty(Rig.Joints, Rig.Root);
			const bool bSlow = !(Objective - Next > 1e-3 * Next);
			Objective = Next;
			if (bSlow)
			{
				break;
			}
		}
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			const std::vector<FAffine3d> Motions = System.MotionsOf(Rotations[Pose], Pose);
			for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
			{
				Rig.Transform(Bone, Pose) = Motions[Bone];
			}
		}
	}
	const double Samples = static_cast<double>(Examples.PointCount() * Examples.PoseCount());
	const double Unit = 100.0 / BoxDiagonal(Examples.Rest.Positions);
	return FConnectedFit{
		Unit * std::sqrt((std::max)(0.0, First) / Samples), Unit * std::sqrt((std::max)(0.0, Error) / Samples), Round};
}

} // namespace Exemplar
