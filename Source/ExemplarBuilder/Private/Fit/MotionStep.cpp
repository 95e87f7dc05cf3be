// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/MotionFit.h"
#include "Geometry/EigenLibrary.h"

namespace Exemplar
{

namespace MotionStepDetail
{

using FMatrix6 = Eigen::Matrix<double, 6, 6>;

/**
 * What the weights leave to know about the points: A (4B x 4B) = sum_v (w_v x p~)(w_v x p~)', the same for every pose,
 * and C (4B x 3P) = sum_v (w_v x p~) q_v'. With them the squared error of pose k is tr(T A T') - 2 tr(T C_k) + const.
 */
struct FMotionMoments
{
	Eigen::MatrixXd A;
	FRowMatrix C;
};

FMotionMoments AccumulateMoments(
	const FMotionData& Data, const FWeightTable& Weights, size_t BoneCount, IExecutor& Executor)
{
	constexpr size_t Slices = 16; // fixed, so that sums have one order
	const size_t Slice = (Data.PointCount + Slices - 1) / Slices;
	const Eigen::Index Rows = static_cast<Eigen::Index>(4 * BoneCount);
	std::vector<FMotionMoments> Parts(Slices);
	ParallelFor(Executor, Data.PointCount, Slice,
		[&](size_t Begin, size_t End)
		{
			FMotionMoments& Part = Parts[Begin / Slice];
			Part.A.setZero(Rows, Rows);
			Part.C.setZero(Rows, Data.Targets.cols());
			for (size_t Point = Begin; Point < End; ++Point)
			{
				const Eigen::Vector4d& P = Data.Rest[Point];
				const double Count = Data.PointWeights[Point];
				const Eigen::Matrix4d PP = Count * P * P.transpose();
				const auto Target = Data.Targets.row(static_cast<Eigen::Index>(Point));
				const size_t First = Point * Weights.Cap, Last = First + Weights.Sizes[Point];
				for (size_t Slot = First; Slot < Last; ++Slot)
				{
					const Eigen::Index Row = 4 * static_cast<Eigen::Index>(Weights.Bones[Slot]);
					for (size_t Other = First; Other < Last; ++Other)
					{
						const Eigen::Index Column = 4 * static_cast<Eigen::Index>(Weights.Bones[Other]);
						Part.A.block<4, 4>(Row, Column) += (Weights.Weights[Slot] * Weights.Weights[Other]) * PP;
					}
					const Eigen::Vector4d WP = Count * Weights.Weights[Slot] * P;
					for (Eigen::Index Each = 0; Each < 4; ++Each)
					{
						Part.C.row(Row + Each) += WP[Each] * Target;
					}
				}
			}
		});
	FMotionMoments Moments;
	Moments.A.setZero(Rows, Rows);
	Moments.C.setZero(Rows, Data.Targets.cols());
	for (const FMotionMoments& Part : Parts)
	{
		if (Part.A.size() > 0)
		{
			Moments.A += Part.A;
			Moments.C += Part.C;
		}
	}
	return Moments;
}

Eigen::Matrix3d AxialRotation(const Eigen::Vector3d& Omega)
{
	const double Angle = Omega.norm();
	return Angle > 1e-300 ? Eigen::AngleAxisd(Angle, Omega / Angle).toRotationMatrix() : Eigen::Matrix3d::Identity();
}

/** Gauss-Newton over all bones of one pose: x = T p~ turns about the image of the bone's own center. */
class FPoseSolver
{
public:
	FPoseSolver(const FMotionMoments& InMoments, size_t InBoneCount, Eigen::Index InPose)
		: Moments(InMoments)
		, Count(static_cast<Eigen::Index>(InBoneCount))
		, Column(3 * InPose)
		, T(3, 4 * Count)
	{
	}

	void Run(FBoneMotions& Bones, size_t Pose, const FMotionStepOptions& Options)
	{
		for (Eigen::Index Bone = 0; Bone < Count; ++Bone)
		{
			T.middleCols<4>(4 * Bone) = Bones.At(static_cast<size_t>(Bone), Pose);
		}
		double Current = Value(T);
		double Damping = Options.Damping;
		for (int Iteration = 0; Iteration < Options.Iterations; ++Iteration)
		{
			Assemble();
			bool bImproved = false;
			for (int Try = 0; Try < 6 && !bImproved; ++Try)
			{
				const Eigen::MatrixXd Next = Step(Damping);
				const double NextValue = Value(Next);
				if (NextValue < Current)
				{
					T = Next;
					Current = NextValue;
					bImproved = true;
				}
				else
				{
					Damping = (std::max)(1e-4, Damping * 30.0);
				}
			}
			if (!bImproved)
			{
				break;
			}
		}
		for (Eigen::Index Bone = 0; Bone < Count; ++Bone)
		{
			Bones.At(static_cast<size_t>(Bone), Pose) = T.middleCols<4>(4 * Bone);
		}
	}

private:
	double Value(const Eigen::MatrixXd& Motion) const
	{
		return (Motion * Moments.A).cwiseProduct(Motion).sum() -
			2.0 * Motion.cwiseProduct(Moments.C.middleCols<3>(Column).transpose()).sum();
	}

	void Assemble()
	{
		const Eigen::MatrixXd Gradient = T * Moments.A - Moments.C.middleCols<3>(Column).transpose();
		Centered = T;
		for (Eigen::Index Bone = 0; Bone < Count; ++Bone)
		{
			const Eigen::Matrix4d Own = Moments.A.block<4, 4>(4 * Bone, 4 * Bone);
			if (Own(3, 3) > 0.0)
			{
				Centered.col(4 * Bone + 3) -= T.middleCols<4>(4 * Bone) * Own.col(3) / Own(3, 3);
			}
		}
		Hessian.resize(6 * Count, 6 * Count);
		Right.resize(6 * Count);
		for (Eigen::Index A = 0; A < Count; ++A)
		{
			const FMotion Ta = Centered.middleCols<4>(4 * A);
			const Eigen::Matrix<double, 3, 4> G = Gradient.middleCols<4>(4 * A);
			const Eigen::Matrix3d N = G * Ta.transpose(); // sum w r y'
			Right.segment<3>(6 * A) =
				-Eigen::Vector3d(N(2, 1) - N(1, 2), N(0, 2) - N(2, 0), N(1, 0) - N(0, 1)); // -sum w y x r
			Right.segment<3>(6 * A + 3) = -G.col(3);
			for (Eigen::Index B = 0; B <= A; ++B)
			{
				const Eigen::Matrix4d Block = Moments.A.block<4, 4>(4 * A, 4 * B);
				FMatrix6 H;
				if (Block(3, 3) == 0.0)
				{
					H.setZero();
				}
				else
				{
					const FMotion Tb = Centered.middleCols<4>(4 * B);
					const Eigen::Matrix<double, 3, 4> TaM = Ta * Block;
					const Eigen::Matrix3d S = TaM * Tb.transpose(); // sum w w y_a y_b'
					const Eigen::Vector3d Ya = TaM.col(3);
					const Eigen::Vector3d Yb = Tb * Block.row(3).transpose();
					H.topLeftCorner<3, 3>() = S.trace() * Eigen::Matrix3d::Identity() - S.transpose();
					// d = omega x y + tau: the cross products of the mixed blocks.
					H.topRightCorner<3, 3>() << 0, -Ya[2], Ya[1], Ya[2], 0, -Ya[0], -Ya[1], Ya[0], 0;
					H.bottomLeftCorner<3, 3>() << 0, Yb[2], -Yb[1], -Yb[2], 0, Yb[0], Yb[1], -Yb[0], 0;
					H.bottomRightCorner<3, 3>() = Block(3, 3) * Eigen::Matrix3d::Identity();
				}
				Hessian.block<6, 6>(6 * A, 6 * B) = H;
			}
		}
	}

	Eigen::MatrixXd Step(double Damping) const
	{
		Eigen::MatrixXd Damped = Hessian;
		const double Floor = 1e-12 * Hessian.diagonal().maxCoeff();
		Damped.diagonal() += (Damping * Hessian.diagonal()).array().max(Floor).matrix();
		const Eigen::VectorXd Delta = Damped.selfadjointView<Eigen::Lower>().llt().solve(Right);
		Eigen::MatrixXd Next(3, 4 * Count);
		for (Eigen::Index Bone = 0; Bone < Count; ++Bone)
		{
			const Eigen::Matrix3d Turn = AxialRotation(Delta.segment<3>(6 * Bone));
			const Eigen::Vector3d Center = T.col(4 * Bone + 3) - Centered.col(4 * Bone + 3);
			Next.middleCols<3>(4 * Bone) = Turn * T.middleCols<3>(4 * Bone);
			Next.col(4 * Bone + 3) = Turn * Centered.col(4 * Bone + 3) + Center + Delta.segment<3>(6 * Bone + 3);
			// Turns accumulate round-off over hundreds of rounds.
			Eigen::Quaterniond Q(Eigen::Matrix3d(Next.middleCols<3>(4 * Bone)));
			Next.middleCols<3>(4 * Bone) = Q.normalized().toRotationMatrix();
		}
		return Next;
	}

	const FMotionMoments& Moments;
	Eigen::Index Count;
	Eigen::Index Column;
	Eigen::MatrixXd T;
	Eigen::MatrixXd Centered;
	Eigen::MatrixXd Hessian;
	Eigen::VectorXd Right;
};

} // namespace MotionStepDetail

void SolveMotions(const FMotionData& Data, const FWeightTable& Weights, const FMotionStepOptions& Options,
	FBoneMotions& Bones, IExecutor& Executor)
{
	using namespace MotionStepDetail;
	const FMotionMoments Moments = AccumulateMoments(Data, Weights, Bones.BoneCount, Executor);
	if (Options.bAffine)
	{
		// (A + eps) T' = C + eps T': bones without points stay where they are.
		Eigen::MatrixXd A = Moments.A;
		const double Ridge = 1e-12 * (1.0 + A.diagonal().maxCoeff());
		A.diagonal().array() += Ridge;
		Eigen::MatrixXd Right = Moments.C;
		for (size_t Bone = 0; Bone < Bones.BoneCount; ++Bone)
		{
			for (size_t Pose = 0; Pose < Bones.PoseCount; ++Pose)
			{
				Right.block<4, 3>(static_cast<Eigen::Index>(4 * Bone), static_cast<Eigen::Index>(3 * Pose)) +=
					Ridge * Bones.At(Bone, Pose).transpose();
			}
		}
		const Eigen::MatrixXd Solution = A.ldlt().solve(Right);
		for (size_t Bone = 0; Bone < Bones.BoneCount; ++Bone)
		{
			for (size_t Pose = 0; Pose < Bones.PoseCount; ++Pose)
			{
				Bones.At(Bone, Pose) =
					Solution.block<4, 3>(static_cast<Eigen::Index>(4 * Bone), static_cast<Eigen::Index>(3 * Pose))
						.transpose();
			}
		}
		return;
	}
	ParallelFor(Executor, Bones.PoseCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = Begin; Pose < End; ++Pose)
			{
				FPoseSolver Solver(Moments, Bones.BoneCount, static_cast<Eigen::Index>(Pose));
				Solver.Run(Bones, Pose, Options);
			}
		});
}

std::vector<double> PointSquares(
	const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights, IExecutor& Executor)
{
	std::vector<double> Squares(Data.PointCount, 0.0);
	ParallelFor(Executor, Data.PointCount, 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Point = Begin; Point < End; ++Point)
			{
				double Sum = 0.0;
				for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
				{
					Eigen::Vector3d Error =
						-Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose))
							 .transpose();
					for (size_t Slot = Point * Weights.Cap; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
					{
						Error += Weights.Weights[Slot] * (Bones.At(Weights.Bones[Slot], Pose) * Data.Rest[Point]);
					}
					Sum += Data.PoseWeights[Pose] * Error.squaredNorm();
				}
				Squares[Point] = Sum;
			}
		});
	return Squares;
}

void SolveRest(const std::vector<Eigen::Vector4d>& Original, const FBoneMotions& Bones, const FWeightTable& Weights,
	FMotionData& Data, IExecutor& Executor)
{
	ParallelFor(Executor, Data.PointCount, 256,
		[&](size_t Begin, size_t End)
		{
			for (size_t Point = Begin; Point < End; ++Point)
			{
				Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
				Eigen::Vector3d Right = Original[Point].head<3>();
				for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
				{
					FMotion Blend = FMotion::Zero();
					for (size_t Slot = Point * Weights.Cap; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
					{
						Blend += Weights.Weights[Slot] * Bones.At(Weights.Bones[Slot], Pose);
					}
					const Eigen::Vector3d Target =
						Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose))
							.transpose();
					const Eigen::Matrix3d M = Blend.leftCols<3>();
					A += Data.PoseWeights[Pose] * M.transpose() * M;
					Right += Data.PoseWeights[Pose] * M.transpose() * (Target - Blend.col(3));
				}
				Data.Rest[Point].head<3>() = A.ldlt().solve(Right);
			}
		});
}

} // namespace Exemplar
