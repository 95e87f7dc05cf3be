// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/RefinementSystem.h"

#include "AnimationSpace/MetricBlocks.h"
#include "Levels/SkinQuadric.h"

#include <algorithm>

namespace Exemplar
{
namespace RefinementSystemDetail
{

/** How strongly steps across a pull's normal are held: the surface curves, and the next round looks again. */
constexpr double Across = 0.1;

} // namespace RefinementSystemDetail

template <typename BodyType>
void FRefinementSystem::ForGroups(const BodyType& Body) const
{
	ParallelFor(Executor, GroupCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Group = Begin; Group < End; ++Group)
			{
				Body(Group);
			}
		});
}

FRefinementSystem::FRefinementSystem(const FLodState& InLevel, const FPoseSamples& InPoses, IExecutor& InExecutor)
	: Level(InLevel)
	, Poses(InPoses)
	, Executor(InExecutor)
	, GroupCount((InPoses.PoseCount + PosesAtOnce - 1) / PosesAtOnce)
	, Matrices(InPoses.BoneCount * GroupCount, FGroupMatrix::Zero())
	, PullsOfPose(InPoses.PoseCount)
	, SlideForces(GroupCount)
	, Moves(GroupCount)
	, Forces(GroupCount)
	, Parts(GroupCount)
	, Holds(InLevel.Points.size())
	, Inverses(InLevel.Points.size())
{
	Offsets.push_back(0);
	for (const FAnimationVector& Point : Level.Points)
	{
		Offsets.push_back(Offsets.back() + 4 * static_cast<Eigen::Index>(Point.Bones.size()));
	}
	for (size_t Bone = 0; Bone < Poses.BoneCount; ++Bone)
	{
		for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
		{
			Matrices[Bone * GroupCount + Pose / PosesAtOnce].middleRows<3>(3 *
				static_cast<Eigen::Index>(Pose % PosesAtOnce)) = AsRows(Poses.Palettes[Bone * Poses.PoseCount + Pose]);
		}
	}
	Start = Level.Points;
	for (const FAnimationVector& Point : Start)
	{
		Forms.push_back(UnseenForm(Point, Poses));
	}
	Clear();
}

void FRefinementSystem::Clear()
{
	for (std::vector<FSurfacePull>& Of : PullsOfPose)
	{
		Of.clear();
	}
	SlideWeights.assign(Level.Triangles.size(), Eigen::Matrix3d::Zero());
	for (std::vector<FPosed>& Of : SlideForces)
	{
		Of.assign(Level.Points.size(), FPosed::Zero());
	}
}

void FRefinementSystem::AddSlide(
	const FSurfaceCoordinate& Where, double Weight, std::span<const Eigen::Vector3d> OffsetOfPose)
{
	const Eigen::Vector3d W(Where.Weights[0], Where.Weights[1], Where.Weights[2]);
	SlideWeights[static_cast<size_t>(Where.Triangle)] += Weight * W * W.transpose();
	for (size_t Pose = 0; Pose < OffsetOfPose.size(); ++Pose)
	{
		for (size_t Index = 0; Index < 3; ++Index)
		{
			SlideForces[Pose / PosesAtOnce][Corner(Where, Index)].col(static_cast<Eigen::Index>(Pose % PosesAtOnce)) +=
				Weight * Where.Weights[Index] * OffsetOfPose[Pose];
		}
	}
}

void FRefinementSystem::PoseGroup(size_t Group, const Eigen::VectorXd& In, std::vector<FPosed>& Out) const
{
	Out.resize(Level.Points.size());
	for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
	{
		const std::vector<uint16_t>& Bones = Level.Points[Vertex].Bones;
		Eigen::Matrix<double, 3 * static_cast<int>(PosesAtOnce), 1> Sum;
		Sum.setZero();
		for (size_t Index = 0; Index < Bones.size(); ++Index)
		{
			Sum.noalias() += Matrices[Bones[Index] * GroupCount + Group] *
				In.segment<4>(Offsets[Vertex] + 4 * static_cast<Eigen::Index>(Index));
		}
		Out[Vertex] = Eigen::Map<const FPosed>(Sum.data());
	}
}

void FRefinementSystem::GatherGroup(size_t Group, const std::vector<FPosed>& Of, Eigen::VectorXd& Out) const
{
	Out.resize(Offsets.back());
	for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
	{
		const std::vector<uint16_t>& Bones = Level.Points[Vertex].Bones;
		const Eigen::Map<const Eigen::Matrix<double, 3 * static_cast<int>(PosesAtOnce), 1>> Force(Of[Vertex].data());
		for (size_t Index = 0; Index < Bones.size(); ++Index)
		{
			Out.segment<4>(Offsets[Vertex] + 4 * static_cast<Eigen::Index>(Index)).noalias() =
				Matrices[Bones[Index] * GroupCount + Group].transpose() * Force;
		}
	}
}

Eigen::VectorXd FRefinementSystem::Sum(const std::vector<Eigen::VectorXd>& Of) const
{
	Eigen::VectorXd Out = Of[0];
	for (size_t Group = 1; Group < Of.size(); ++Group)
	{
		Out += Of[Group];
	}
	return Out;
}

void FRefinementSystem::PosePoints(
	std::span<const FAnimationVector> Points, std::vector<std::vector<FDouble3>>& Out) const
{
	Eigen::VectorXd Blocks(Offsets.back());
	for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
	{
		for (size_t Index = 0; Index < Points[Vertex].Blocks.size(); ++Index)
		{
			Blocks.segment<4>(Offsets[Vertex] + 4 * static_cast<Eigen::Index>(Index)) =
				AsVector(Points[Vertex].Blocks[Index]);
		}
	}
	Out.resize(Poses.PoseCount);
	ForGroups(
		[&](size_t Group)
		{
			std::vector<FPosed> Posed;
			PoseGroup(Group, Blocks, Posed);
			for (size_t Pose = Group * PosesAtOnce; Pose < (std::min)((Group + 1) * PosesAtOnce, Poses.PoseCount);
				 ++Pose)
			{
				Out[Pose].resize(Points.size());
				for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
				{
					Out[Pose][Vertex] = ToDouble3(Posed[Vertex].col(static_cast<Eigen::Index>(Pose % PosesAtOnce)));
				}
			}
		});
}

Eigen::VectorXd FRefinementSystem::RightSide()
{
	using RefinementSystemDetail::Across;
	ForGroups(
		[&](size_t Group)
		{
			std::vector<FPosed>& Of = Forces[Group];
			Of = SlideForces[Group];
			for (size_t Pose = Group * PosesAtOnce; Pose < (std::min)((Group + 1) * PosesAtOnce, Poses.PoseCount);
				 ++Pose)
			{
				const Eigen::Index Column = static_cast<Eigen::Index>(Pose % PosesAtOnce);
				for (const FSurfacePull& Pull : PullsOfPose[Pose])
				{
					const Eigen::Vector3d Force = (1.0 + Across) * Pull.Distance * Pull.Normal;
					for (size_t Index = 0; Index < 3; ++Index)
					{
						Of[Corner(Pull.Where, Index)].col(Column) += Pull.Where.Weights[Index] * Force;
					}
				}
			}
			GatherGroup(Group, Of, Parts[Group]);
		});
	return Sum(Parts);
}

Eigen::VectorXd FRefinementSystem::Apply(const Eigen::VectorXd& In)
{
	using RefinementSystemDetail::Across;
	ForGroups(
		[&](size_t Group)
		{
			std::vector<FPosed>&Of = Forces[Group], &Move = Moves[Group];
			PoseGroup(Group, In, Move);
			Of.assign(Level.Points.size(), FPosed::Zero());
			for (size_t Pose = Group * PosesAtOnce; Pose < (std::min)((Group + 1) * PosesAtOnce, Poses.PoseCount);
				 ++Pose)
			{
				const Eigen::Index Column = static_cast<Eigen::Index>(Pose % PosesAtOnce);
				for (const FSurfacePull& Pull : PullsOfPose[Pose])
				{
					const FTriangle& T = Level.Triangles[static_cast<size_t>(Pull.Where.Triangle)];
					const std::array<double, 3>& W = Pull.Where.Weights;
					const Eigen::Vector3d Value = W[0] * Move[static_cast<size_t>(T[0])].col(Column) +
						W[1] * Move[static_cast<size_t>(T[1])].col(Column) +
						W[2] * Move[static_cast<size_t>(T[2])].col(Column);
					const Eigen::Vector3d Force = Pull.Normal.dot(Value) * Pull.Normal + Across * Value;
					for (size_t Index = 0; Index < 3; ++Index)
					{
						Of[static_cast<size_t>(T[Index])].col(Column) += W[Index] * Force;
					}
				}
			}
			for (size_t Triangle = 0; Triangle < Level.Triangles.size(); ++Triangle)
			{
				const FTriangle& T = Level.Triangles[Triangle];
				const Eigen::Matrix3d& W = SlideWeights[Triangle];
				for (size_t Row = 0; Row < 3; ++Row)
				{
					const Eigen::Index I = static_cast<Eigen::Index>(Row);
					Of[static_cast<size_t>(T[Row])] += W(I, 0) * Move[static_cast<size_t>(T[0])] +
						W(I, 1) * Move[static_cast<size_t>(T[1])] + W(I, 2) * Move[static_cast<size_t>(T[2])];
				}
			}
			GatherGroup(Group, Of, Parts[Group]);
		});
	Eigen::VectorXd Out = Sum(Parts);
	for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
	{
		const Eigen::Index Size = Offsets[Vertex + 1] - Offsets[Vertex];
		Out.segment(Offsets[Vertex], Size).noalias() += Holds[Vertex] * In.segment(Offsets[Vertex], Size);
	}
	return Out;
}

/** The diagonal blocks with what holds them, inverted on the steps that keep the total weight. */
void FRefinementSystem::Condition(double Hold, double Unseen, const std::vector<FAnimationVector>& Points)
{
	using RefinementSystemDetail::Across;
	const size_t Count = Level.Points.size();
	std::vector<Eigen::Matrix3d> Weights(Count * Poses.PoseCount, Eigen::Matrix3d::Zero());
	ForGroups(
		[&](size_t Group)
		{
			for (size_t Pose = Group * PosesAtOnce; Pose < (std::min)((Group + 1) * PosesAtOnce, Poses.PoseCount);
				 ++Pose)
			{
				for (const FSurfacePull& Pull : PullsOfPose[Pose])
				{
					Eigen::Matrix3d Term = Pull.Normal * Pull.Normal.transpose();
					Term.diagonal().array() += Across;
					for (size_t Index = 0; Index < 3; ++Index)
					{
						const double W = Pull.Where.Weights[Index];
						Weights[Corner(Pull.Where, Index) * Poses.PoseCount + Pose] += W * W * Term;
					}
				}
			}
		});
	double Mean = 0.0;
	for (const Eigen::Matrix3d& Of : Weights)
	{
		Mean += Of.trace() / static_cast<double>(3 * Count);
	}
	std::vector<double> Slides(Count, 0.0);
	for (size_t Triangle = 0; Triangle < Level.Triangles.size(); ++Triangle)
	{
		for (size_t Index = 0; Index < 3; ++Index)
		{
			const Eigen::Index I = static_cast<Eigen::Index>(Index);
			Slides[static_cast<size_t>(Level.Triangles[Triangle][Index])] += SlideWeights[Triangle](I, I);
		}
	}
	Returns.resize(Offsets.back());
	ParallelFor(Executor, Count, 16,
		[&](size_t Begin, size_t End)
		{
			Eigen::MatrixXd Rows;
			for (size_t Vertex = Begin; Vertex < End; ++Vertex)
			{
				const std::vector<uint16_t>& Bones = Level.Points[Vertex].Bones;
				const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Bones.size());
				Eigen::MatrixXd& Held = Holds[Vertex];
				Held = Hold * Mean * LocalMetric(Poses.Metric, Bones);
				for (Eigen::Index Row = 0; Row < Size; Row += 4)
				{
					const size_t Index = static_cast<size_t>(Row / 4);
					const Eigen::Matrix4d Form = Unseen * Mean * Forms[Vertex];
					Held.block<4, 4>(Row, Row) += Form;
					Returns.segment<4>(Offsets[Vertex] + Row).noalias() =
						Form * (AsVector(Start[Vertex].Blocks[Index]) - AsVector(Points[Vertex].Blocks[Index]));
				}
				Held.diagonal().array() += 1e-4 * Held.trace() / static_cast<double>(Size) + 1e-12;
				Eigen::MatrixXd Matrix = Held;
				for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
				{
					Eigen::Matrix3d Weight = Weights[Vertex * Poses.PoseCount + Pose];
					Weight.diagonal().array() += Slides[Vertex];
					GatherPalette(Poses, Bones, Pose, Rows);
					Matrix.noalias() += Rows.transpose() * (Weight * Rows);
				}
				Eigen::MatrixXd Inverse = Eigen::MatrixXd::Identity(Size, Size);
				Eigen::LLT<Eigen::MatrixXd>(Matrix).solveInPlace(Inverse);
				Eigen::VectorXd Total = Eigen::VectorXd::Zero(Size);
				for (Eigen::Index Row = 3; Row < Size; Row += 4)
				{
					Total[Row] = 1.0;
				}
				const Eigen::VectorXd Pull = Inverse * Total;
				Inverse -= Pull * Pull.transpose() / Total.dot(Pull);
				Inverses[Vertex] = Inverse;
			}
		});
}

Eigen::VectorXd FRefinementSystem::Precondition(const Eigen::VectorXd& In) const
{
	Eigen::VectorXd Out(In.size());
	for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
	{
		const Eigen::Index Size = Offsets[Vertex + 1] - Offsets[Vertex];
		Out.segment(Offsets[Vertex], Size).noalias() = Inverses[Vertex] * In.segment(Offsets[Vertex], Size);
	}
	return Out;
}

void FRefinementSystem::Solve(double Hold, double Unseen, int Steps, std::vector<FAnimationVector>& Points)
{
	Condition(Hold, Unseen, Points);
	Eigen::VectorXd Residual = RightSide() + Returns;
	Eigen::VectorXd Conditioned = Precondition(Residual);
	Eigen::VectorXd Direction = Conditioned, Step = Eigen::VectorXd::Zero(Residual.size());
	double Energy = Residual.dot(Conditioned);
	const double Enough = 1e-4 * Energy;
	for (int Index = 0; Index < Steps && Energy > Enough; ++Index)
	{
		const Eigen::VectorXd Product = Apply(Direction);
		const double Curvature = Direction.dot(Product);
		if (!(Curvature > 0.0))
		{
			break;
		}
		Step += Energy / Curvature * Direction;
		Residual -= Energy / Curvature * Product;
		Conditioned = Precondition(Residual);
		const double Next = Residual.dot(Conditioned);
		Direction = Conditioned + Next / Energy * Direction;
		Energy = Next;
	}
	for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
	{
		for (size_t Index = 0; Index < Points[Vertex].Blocks.size(); ++Index)
		{
			FDouble4& Block = Points[Vertex].Blocks[Index];
			Block =
				ToDouble4(AsVector(Block) + Step.segment<4>(Offsets[Vertex] + 4 * static_cast<Eigen::Index>(Index)));
		}
	}
}

} // namespace Exemplar
