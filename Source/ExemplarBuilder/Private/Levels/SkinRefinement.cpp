// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/MetricBlocks.h"
#include "Geometry/EigenLibrary.h"
#include "Levels/LevelRefinement.h"
#include "Levels/SkinQuadric.h"
#include "Levels/SurfaceTracking.h"

#include <algorithm>
#include <string>

namespace Exemplar
{
namespace SkinRefinementDetail
{

/** Conjugate gradients over the points of all vertices at once; closest points of each pose between the rounds. */
class FSkinRefinement
{
public:
	FSkinRefinement(FLodState& InLevel, const FSkinnedMesh& Original, const FPoseSamples& InPoses,
		const FLevelRefinementOptions& InOptions, IExecutor& InExecutor)
		: Level(InLevel)
		, Poses(InPoses)
		, Options(InOptions)
		, Executor(InExecutor)
		, Tracker(InLevel.Vertices.size(), InLevel.Triangles)
		, Targets(InPoses.PoseCount)
		, Places(InPoses.PoseCount)
		, Posed(InPoses.PoseCount, std::vector<FDouble3>(InLevel.Points.size()))
		, Forces(InPoses.PoseCount, std::vector<FDouble3>(InLevel.Points.size()))
		, Weights(InPoses.PoseCount, std::vector<double>(InLevel.Points.size()))
	{
		Offsets.push_back(0);
		for (const FAnimationVector& Point : Level.Points)
		{
			Offsets.push_back(Offsets.back() + 4 * static_cast<Eigen::Index>(Point.Bones.size()));
		}
		std::vector<size_t> Samples;
		std::vector<FSurfaceCoordinate> Begin;
		for (size_t Vertex = 0; Vertex < Original.Points.size(); ++Vertex)
		{
			const int32_t Became = Level.VertexOfOriginal[Vertex];
			if (Became >= 0 && Tracker.TriangleAt(Became) >= 0)
			{
				Samples.push_back(Vertex);
				Begin.push_back({Tracker.TriangleAt(Became), {}});
			}
		}
		ForPoses(
			[&](size_t Pose)
			{
				Places[Pose] = Begin;
				for (const size_t Vertex : Samples)
				{
					Targets[Pose].push_back(ToDouble3(PosePoint(Original.Points[Vertex], Poses, Pose)));
				}
			});
		Start = Level.Points;
	}

	void Round()
	{
		ForPoses(
			[&](size_t Pose)
			{
				PoseLevel(Pose);
				std::fill(Forces[Pose].begin(), Forces[Pose].end(), FDouble3{});
				std::fill(Weights[Pose].begin(), Weights[Pose].end(), 0.0);
				for (size_t Sample = 0; Sample < Targets[Pose].size(); ++Sample)
				{
					FSurfaceCoordinate& Where = Places[Pose][Sample];
					Tracker.Track(Posed[Pose], Targets[Pose][Sample], Where);
					const Eigen::Vector3d Error =
						AsVector(Targets[Pose][Sample]) - AsVector(PointAt(Posed[Pose], Level.Triangles, Where));
					for (size_t Index = 0; Index < 3; ++Index)
					{
						const size_t Vertex = Corner(Where, Index);
						AsVector(Forces[Pose][Vertex]) += Where.Weights[Index] * Error;
						Weights[Pose][Vertex] += Where.Weights[Index] * Where.Weights[Index];
					}
				}
			});
		Condition();
		Eigen::VectorXd Residual = Gather();
		Eigen::VectorXd Conditioned = Precondition(Residual);
		Eigen::VectorXd Direction = Conditioned, Step = Eigen::VectorXd::Zero(Residual.size());
		double Energy = Residual.dot(Conditioned);
		constexpr int Steps = 16;
		for (int Index = 0; Index < Steps && Energy > 0.0; ++Index)
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
		for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
		{
			for (size_t Index = 0; Index < Level.Points[Vertex].Blocks.size(); ++Index)
			{
				const Eigen::Vector4d Part = Step.segment<4>(Offsets[Vertex] + 4 * static_cast<Eigen::Index>(Index));
				FDouble4& Block = Level.Points[Vertex].Blocks[Index];
				Block = ToDouble4(AsVector(Block) + Part);
			}
		}
		Unflip();
	}

private:
	template <typename BodyType>
	void ForPoses(const BodyType& Body)
	{
		ParallelFor(Executor, Poses.PoseCount, 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Pose = Begin; Pose < End; ++Pose)
				{
					Body(Pose);
				}
			});
	}

	size_t Corner(const FSurfaceCoordinate& Where, size_t Index) const
	{
		return static_cast<size_t>(Level.Triangles[static_cast<size_t>(Where.Triangle)][Index]);
	}

	void PoseLevel(size_t Pose)
	{
		for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
		{
			Posed[Pose][Vertex] = ToDouble3(PosePoint(Level.Points[Vertex], Poses, Pose));
		}
	}

	bool IsFixed(size_t Vertex) const { return !Options.Fixed.empty() && Options.Fixed[Vertex] != 0; }

	/** sum over poses of T^T force, vertex by vertex. */
	Eigen::VectorXd Gather() const
	{
		Eigen::VectorXd Out = Eigen::VectorXd::Zero(Offsets.back());
		ParallelFor(Executor, Level.Points.size(), 64,
			[&](size_t Begin, size_t End)
			{
				for (size_t Vertex = Begin; Vertex < End; ++Vertex)
				{
					const std::vector<uint16_t>& Bones = Level.Points[Vertex].Bones;
					for (size_t Index = 0; Index < Bones.size() && !IsFixed(Vertex); ++Index)
					{
						Eigen::Vector4d Sum = Eigen::Vector4d::Zero();
						for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
						{
							Sum.noalias() += AsRows(Poses.Palettes[Bones[Index] * Poses.PoseCount + Pose]).transpose() *
								AsVector(Forces[Pose][Vertex]);
						}
						Out.segment<4>(Offsets[Vertex] + 4 * static_cast<Eigen::Index>(Index)) = Sum;
					}
				}
			});
		return Out;
	}

	/** The diagonal blocks with their damping, factored. */
	void Condition()
	{
		Factors.resize(Level.Points.size());
		Damping.resize(Level.Points.size());
		double Mean = 0.0;
		for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
		{
			for (const double Weight : Weights[Pose])
			{
				Mean += Weight / static_cast<double>(Level.Points.size());
			}
		}
		ParallelFor(Executor, Level.Points.size(), 16,
			[&](size_t Begin, size_t End)
			{
				Eigen::MatrixXd Rows;
				for (size_t Vertex = Begin; Vertex < End; ++Vertex)
				{
					const std::vector<uint16_t>& Bones = Level.Points[Vertex].Bones;
					const Eigen::Index Size = 4 * static_cast<Eigen::Index>(Bones.size());
					Eigen::MatrixXd& Hold = Damping[Vertex];
					Hold = Options.Damping * Mean * LocalMetric(Poses.Metric, Bones);
					Hold.diagonal().array() += 1e-4 * Hold.trace() / static_cast<double>(Size) + 1e-12;
					Eigen::MatrixXd Matrix = Hold;
					for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
					{
						GatherPalette(Poses, Bones, Pose, Rows);
						Matrix.noalias() += Weights[Pose][Vertex] * Rows.transpose() * Rows;
					}
					Eigen::MatrixXd Inverse = Eigen::MatrixXd::Identity(Size, Size);
					Eigen::LLT<Eigen::MatrixXd>(Matrix).solveInPlace(Inverse);
					// The part of the inverse that keeps the total weight.
					Eigen::VectorXd Total = Eigen::VectorXd::Zero(Size);
					for (Eigen::Index Row = 3; Row < Size; Row += 4)
					{
						Total[Row] = 1.0;
					}
					const Eigen::VectorXd Pull = Inverse * Total;
					Inverse -= Pull * Pull.transpose() / Total.dot(Pull);
					Factors[Vertex] = Inverse;
				}
			});
	}

	Eigen::VectorXd Precondition(const Eigen::VectorXd& In) const
	{
		Eigen::VectorXd Out(In.size());
		for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
		{
			const Eigen::Index Size = Offsets[Vertex + 1] - Offsets[Vertex];
			Out.segment(Offsets[Vertex], Size).noalias() = Factors[Vertex] * In.segment(Offsets[Vertex], Size);
		}
		return Out;
	}

	Eigen::VectorXd Apply(const Eigen::VectorXd& In)
	{
		ForPoses(
			[&](size_t Pose)
			{
				std::vector<FDouble3>& Moves = Posed[Pose];
				for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
				{
					const std::vector<uint16_t>& Bones = Level.Points[Vertex].Bones;
					Eigen::Vector3d Sum = Eigen::Vector3d::Zero();
					for (size_t Index = 0; Index < Bones.size(); ++Index)
					{
						Sum.noalias() += AsRows(Poses.Palettes[Bones[Index] * Poses.PoseCount + Pose]) *
							In.segment<4>(Offsets[Vertex] + 4 * static_cast<Eigen::Index>(Index));
					}
					Moves[Vertex] = ToDouble3(Sum);
				}
				std::fill(Forces[Pose].begin(), Forces[Pose].end(), FDouble3{});
				for (const FSurfaceCoordinate& Where : Places[Pose])
				{
					const Eigen::Vector3d Value = AsVector(PointAt(Moves, Level.Triangles, Where));
					for (size_t Index = 0; Index < 3; ++Index)
					{
						AsVector(Forces[Pose][Corner(Where, Index)]) += Where.Weights[Index] * Value;
					}
				}
			});
		Eigen::VectorXd Out = Gather();
		for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
		{
			const Eigen::Index Size = Offsets[Vertex + 1] - Offsets[Vertex];
			if (!IsFixed(Vertex))
			{
				Out.segment(Offsets[Vertex], Size).noalias() += Damping[Vertex] * In.segment(Offsets[Vertex], Size);
			}
		}
		return Out;
	}

	/** Vertices of a triangle that flips or becomes a needle in any pose go back to where they began. */
	void Unflip()
	{
		std::vector<std::vector<FDouble3>> First(Poses.PoseCount);
		std::vector<std::vector<uint8_t>> Bad(Poses.PoseCount);
		for (int Try = 0; Try < 10; ++Try)
		{
			ForPoses(
				[&](size_t Pose)
				{
					PoseLevel(Pose);
					if (First[Pose].empty())
					{
						for (const FAnimationVector& Point : Start)
						{
							First[Pose].push_back(ToDouble3(PosePoint(Point, Poses, Pose)));
						}
					}
					Bad[Pose].assign(Level.Points.size(), 0);
					for (const FTriangle& T : Level.Triangles)
					{
						Eigen::Vector3d Old[3], New[3];
						for (size_t Index = 0; Index < 3; ++Index)
						{
							Old[Index] = AsVector(First[Pose][static_cast<size_t>(T[Index])]);
							New[Index] = AsVector(Posed[Pose][static_cast<size_t>(T[Index])]);
						}
						if (!KeepsTriangle(Old, New) && !(Old[0] == New[0] && Old[1] == New[1] && Old[2] == New[2]))
						{
							for (const int32_t Vertex : T)
							{
								Bad[Pose][static_cast<size_t>(Vertex)] = 1;
							}
						}
					}
				});
			bool bFound = false;
			for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
			{
				const bool bBack = std::any_of(Bad.begin(), Bad.end(), [&](const auto& Of) { return Of[Vertex] != 0; });
				bFound = bFound || bBack;
				const double Keep = Try < 3 ? 0.5 : 0.0;
				for (size_t Index = 0; bBack && Index < Start[Vertex].Blocks.size(); ++Index)
				{
					FDouble4& Block = Level.Points[Vertex].Blocks[Index];
					const FDouble4& From = Start[Vertex].Blocks[Index];
					Block = Keep == 0.0 ? From : ToDouble4(AsVector(From) + Keep * (AsVector(Block) - AsVector(From)));
				}
			}
			if (!bFound)
			{
				return;
			}
		}
		Level.Points = Start;
	}

	FLodState& Level;
	const FPoseSamples& Poses;
	const FLevelRefinementOptions& Options;
	IExecutor& Executor;
	FSurfaceTracker Tracker;
	std::vector<FAnimationVector> Start;
	std::vector<std::vector<FDouble3>> Targets; // the original's vertices, one array a pose
	std::vector<std::vector<FSurfaceCoordinate>> Places;
	std::vector<std::vector<FDouble3>> Posed, Forces;
	std::vector<std::vector<double>> Weights;
	std::vector<Eigen::Index> Offsets; // of a vertex's blocks in the vector of unknowns
	std::vector<Eigen::MatrixXd> Factors, Damping;
};

} // namespace SkinRefinementDetail

FStatus RefineLevelSkin(FLodState& Level, const FSkinnedMesh& Original, const FPoseSamples& Poses,
	const FLevelRefinementOptions& Options, const FBuildContext& Context)
{
	if (Level.VertexOfOriginal.size() != Original.Points.size())
	{
		return FError{
			EErrorCode::Mismatch, "The level does not belong to this mesh. Refine it with the mesh it was built from."};
	}
	if (!Options.Fixed.empty() && Options.Fixed.size() != Level.Vertices.size())
	{
		return FError{EErrorCode::Mismatch,
			"There are " + std::to_string(Options.Fixed.size()) + " flags for " +
				std::to_string(Level.Vertices.size()) + " vertices. Provide one flag per vertex, or none."};
	}
	SkinRefinementDetail::FSkinRefinement Refinement(Level, Original, Poses, Options, *Context.Executor);
	for (int Round = 0; Round < Options.Rounds; ++Round)
	{
		if (!Context.Progress.Report(static_cast<double>(Round) / Options.Rounds))
		{
			return Context.Progress.CanceledError();
		}
		Refinement.Round();
	}
	return FOk{};
}

} // namespace Exemplar
