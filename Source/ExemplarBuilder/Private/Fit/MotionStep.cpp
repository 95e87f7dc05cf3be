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

/** The blocks of a point: linear blending's are made here. */
struct FWeightRows
{
	const FMotionData& Data;
	const FWeightTable& Weights;

	std::span<const uint16_t> BonesOf(size_t Point) const
	{
		return std::span(Weights.Bones).subspan(Point * Weights.Cap, Weights.Sizes[Point]);
	}
	Eigen::Vector4d Block(size_t Point, size_t Slot) const
	{
		return Weights.Weights[Point * Weights.Cap + Slot] * Data.Rest[Point];
	}
};
struct FBlockRows
{
	const FBlockTable& Points;

	std::span<const uint16_t> BonesOf(size_t Point) const
	{
		return std::span(Points.Bones)
			.subspan(Points.Offsets[Point], Points.Offsets[Point + 1] - Points.Offsets[Point]);
	}
	const Eigen::Vector4d& Block(size_t Point, size_t Slot) const
	{
		return Points.Blocks[Points.Offsets[Point] + Slot];
	}
};

template <typename FRows>
FMotionMoments AccumulateMoments(const FMotionData& Data, const FRows& Rows, size_t BoneCount, IExecutor& Executor)
{
	constexpr size_t Slices = 16; // fixed, so that sums have one order
	const size_t Slice = (Data.PointCount + Slices - 1) / Slices;
	const Eigen::Index Size = static_cast<Eigen::Index>(4 * BoneCount);
	std::vector<FMotionMoments> Parts(Slices);
	ParallelFor(Executor, Data.PointCount, Slice,
		[&](size_t Begin, size_t End)
		{
			FMotionMoments& Part = Parts[Begin / Slice];
			Part.A.setZero(Size, Size);
			Part.C.setZero(Size, Data.Targets.cols());
			for (size_t Point = Begin; Point < End; ++Point)
			{
				const double Count = Data.PointWeights[Point];
				const auto Target = Data.Targets.row(static_cast<Eigen::Index>(Point));
				const std::span<const uint16_t> Followed = Rows.BonesOf(Point);
				for (size_t Slot = 0; Slot < Followed.size(); ++Slot)
				{
					const Eigen::Index Row = 4 * static_cast<Eigen::Index>(Followed[Slot]);
					const Eigen::Vector4d Own = Count * Rows.Block(Point, Slot);
					for (size_t Other = 0; Other < Followed.size(); ++Other)
					{
						const Eigen::Index Column = 4 * static_cast<Eigen::Index>(Followed[Other]);
						Part.A.block<4, 4>(Row, Column) += Own * Rows.Block(Point, Other).transpose();
					}
					for (Eigen::Index Each = 0; Each < 4; ++Each)
					{
						Part.C.row(Row + Each) += Own[Each] * Target;
					}
				}
			}
		});
	FMotionMoments Moments;
	Moments.A.setZero(Size, Size);
	Moments.C.setZero(Size, Data.Targets.cols());
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
	/** Weight is how often the pose occurs. */
	FPoseSolver(const FMotionMoments& InMoments, size_t InBoneCount, Eigen::Index InPose, double InWeight)
		: Moments(InMoments)
		, Count(static_cast<Eigen::Index>(InBoneCount))
		, Column(3 * InPose)
		, Weight(InWeight)
		, T(3, 4 * Count)
		, Fixed(InBoneCount, 0)
	{
	}

	void Run(FBoneMotions& Bones, size_t Pose, const FMotionStepOptions& Options)
	{
		for (Eigen::Index Bone = 0; Bone < Count; ++Bone)
		{
			T.middleCols<4>(4 * Bone) = Bones.At(static_cast<size_t>(Bone), Pose);
		}
		if (Options.MoveCost > 0.0)
		{
			// Bones that rested may move again, and are put to rest where that is cheap.
			Iterate(Options);
			PutToRest(Options.MoveCost / Weight);
		}
		Iterate(Options);
		for (Eigen::Index Bone = 0; Bone < Count; ++Bone)
		{
			Bones.At(static_cast<size_t>(Bone), Pose) = T.middleCols<4>(4 * Bone);
		}
	}

private:
	bool IsFixed(Eigen::Index Bone) const { return Fixed[static_cast<size_t>(Bone)] != 0; }

	void Iterate(const FMotionStepOptions& Options)
	{
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
	}

	/** The cheapest bone first, again and again while one costs less than it saves; those at rest stay there. */
	void PutToRest(double Cost)
	{
		const FMotion Rest = FMotion::Identity();
		for (Eigen::Index Done = 0; Done < Count; ++Done)
		{
			const Eigen::MatrixXd Gradient = T * Moments.A - Moments.C.middleCols<3>(Column).transpose();
			Eigen::Index Cheapest = -1;
			double Least = Cost;
			for (Eigen::Index Bone = 0; Bone < Count; ++Bone)
			{
				const FMotion Change = Rest - T.middleCols<4>(4 * Bone);
				const double Rise = 2.0 * Change.cwiseProduct(Gradient.middleCols<4>(4 * Bone)).sum() +
					(Change * Moments.A.block<4, 4>(4 * Bone, 4 * Bone)).cwiseProduct(Change).sum();
				if (!IsFixed(Bone) && Rise < Least)
				{
					Least = Rise;
					Cheapest = Bone;
				}
			}
			if (Cheapest < 0)
			{
				return;
			}
			T.middleCols<4>(4 * Cheapest) = Rest;
			Fixed[static_cast<size_t>(Cheapest)] = 1;
		}
	}

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
			if (IsFixed(A))
			{
				Right.segment<6>(6 * A).setZero();
			}
			for (Eigen::Index B = 0; B <= A; ++B)
			{
				const Eigen::Matrix4d Block = Moments.A.block<4, 4>(4 * A, 4 * B);
				FMatrix6 H;
				if (Block.isZero(0.0) || IsFixed(A) || IsFixed(B))
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
	double Weight;
	Eigen::MatrixXd T;
	std::vector<uint8_t> Fixed;
	Eigen::MatrixXd Centered;
	Eigen::MatrixXd Hessian;
	Eigen::VectorXd Right;
};

/** The entries of the emphasis by pose, with their points. */
std::vector<std::vector<std::pair<uint32_t, double>>> EmphasisByPose(const FMotionData& Data)
{
	std::vector<std::vector<std::pair<uint32_t, double>>> Out(Data.PoseCount);
	for (uint32_t Point = 0; Point < Data.PointCount && !Data.Emphasis.IsEmpty(); ++Point)
	{
		for (size_t Entry = Data.Emphasis.Begin(Point); Entry < Data.Emphasis.End(Point); ++Entry)
		{
			Out[Data.Emphasis.Poses[Entry]].emplace_back(Point, Data.Emphasis.Counts[Entry]);
		}
	}
	return Out;
}

/** The moments of one pose, in which some points count more. */
template <typename FRows>
FMotionMoments EmphasizedMoments(const FMotionData& Data, const FRows& Rows, const FMotionMoments& Moments, size_t Pose,
	std::span<const std::pair<uint32_t, double>> Emphasis)
{
	const Eigen::Index Column = 3 * static_cast<Eigen::Index>(Pose);
	FMotionMoments Out{Moments.A, Moments.C.middleCols<3>(Column)};
	for (const auto& [Point, Extra] : Emphasis)
	{
		const double Count = Data.PointWeights[Point] * Extra / Data.PoseWeights[Pose];
		const auto Target = Data.Targets.row(static_cast<Eigen::Index>(Point)).middleCols<3>(Column);
		const std::span<const uint16_t> Followed = Rows.BonesOf(Point);
		for (size_t Slot = 0; Slot < Followed.size(); ++Slot)
		{
			const Eigen::Index Row = 4 * static_cast<Eigen::Index>(Followed[Slot]);
			const Eigen::Vector4d Own = Count * Rows.Block(Point, Slot);
			for (size_t Other = 0; Other < Followed.size(); ++Other)
			{
				Out.A.block<4, 4>(Row, 4 * static_cast<Eigen::Index>(Followed[Other])) +=
					Own * Rows.Block(Point, Other).transpose();
			}
			Out.C.middleRows<4>(Row) += Own * Target;
		}
	}
	return Out;
}

void SolveAffine(const FMotionMoments& Moments, FBoneMotions& Bones)
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
}

template <typename FRows>
void SolveRows(const FMotionData& Data, const FRows& Rows, const FMotionStepOptions& Options, FBoneMotions& Bones,
	IExecutor& Executor)
{
	const FMotionMoments Moments = AccumulateMoments(Data, Rows, Bones.BoneCount, Executor);
	if (Options.bAffine)
	{
		SolveAffine(Moments, Bones);
		return;
	}
	const std::vector<std::vector<std::pair<uint32_t, double>>> Emphasis = EmphasisByPose(Data);
	ParallelFor(Executor, Bones.PoseCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = Begin; Pose < End; ++Pose)
			{
				if (Emphasis[Pose].empty())
				{
					FPoseSolver(Moments, Bones.BoneCount, static_cast<Eigen::Index>(Pose), Data.PoseWeights[Pose])
						.Run(Bones, Pose, Options);
					continue;
				}
				const FMotionMoments Own = EmphasizedMoments(Data, Rows, Moments, Pose, Emphasis[Pose]);
				FPoseSolver(Own, Bones.BoneCount, 0, Data.PoseWeights[Pose]).Run(Bones, Pose, Options);
			}
		});
}

} // namespace MotionStepDetail

void SolveMotions(const FMotionData& Data, const FWeightTable& Weights, const FMotionStepOptions& Options,
	FBoneMotions& Bones, IExecutor& Executor)
{
	MotionStepDetail::SolveRows(Data, MotionStepDetail::FWeightRows{Data, Weights}, Options, Bones, Executor);
}

void SolveMotions(const FMotionData& Data, const FBlockTable& Points, const FMotionStepOptions& Options,
	FBoneMotions& Bones, IExecutor& Executor)
{
	MotionStepDetail::SolveRows(Data, MotionStepDetail::FBlockRows{Points}, Options, Bones, Executor);
}

double PairSquare(
	const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights, size_t Point, size_t Pose)
{
	Eigen::Vector3d Error =
		-Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose)).transpose();
	for (size_t Slot = Point * Weights.Cap; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
	{
		Error += Weights.Weights[Slot] * (Bones.At(Weights.Bones[Slot], Pose) * Data.Rest[Point]);
	}
	return Error.squaredNorm();
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
					Sum += Data.PoseWeights[Pose] * PairSquare(Data, Bones, Weights, Point, Pose);
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
