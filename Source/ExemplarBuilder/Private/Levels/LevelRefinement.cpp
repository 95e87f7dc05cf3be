// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LevelRefinement.h"

#include "Levels/PoseQuadric.h"
#include "Levels/SurfaceTracking.h"

#include <algorithm>
#include <string>

namespace Exemplar
{
namespace LevelRefinementDetail
{

/** One example: the points of the original, and the level's vertices that follow them. */
class FExampleRefinement
{
public:
	FExampleRefinement(const FDecimatedLevel& InLevel, const FSurfaceTracker& InTracker,
		const std::vector<FDouble3>& InPoints, const FLevelRefinementOptions& InOptions)
		: Level(InLevel)
		, Tracker(InTracker)
		, Points(InPoints)
		, Options(InOptions)
	{
		for (size_t Point = 0; Point < Points.size(); ++Point)
		{
			const int32_t Vertex = Level.VertexOfOriginal[Point];
			const int32_t Triangle = Vertex < 0 ? -1 : Tracker.TriangleAt(Vertex);
			if (Triangle >= 0)
			{
				Samples.push_back({Point, {Triangle, {}}});
			}
		}
	}

	void Run(std::vector<FDouble3>& Positions)
	{
		const std::vector<FDouble3> Start = Positions;
		for (int Round = 0; Round < Options.Rounds; ++Round)
		{
			for (FSample& Sample : Samples)
			{
				Tracker.Track(Positions, Points[Sample.Point], Sample.Where);
			}
			Solve(Positions);
			Unflip(Start, Positions);
		}
	}

private:
	struct FSample
	{
		size_t Point;
		FSurfaceCoordinate Where;
	};

	size_t Corner(const FSample& Sample, size_t Index) const
	{
		return static_cast<size_t>(Level.Triangles[static_cast<size_t>(Sample.Where.Triangle)][Index]);
	}

	/** Conjugate gradients on (B^T B + damping) d = B^T (x - B y), the three coordinates side by side. */
	void Solve(std::vector<FDouble3>& Positions) const
	{
		using FColumns = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
		const Eigen::Index Count = static_cast<Eigen::Index>(Positions.size());
		FColumns Right = FColumns::Zero(Count, 3);
		Eigen::VectorXd Diagonal = Eigen::VectorXd::Zero(Count);
		for (const FSample& Sample : Samples)
		{
			const Eigen::Vector3d Error =
				AsVector(Points[Sample.Point]) - AsVector(PointAt(Positions, Level.Triangles, Sample.Where));
			for (size_t Index = 0; Index < 3; ++Index)
			{
				const double Weight = Sample.Where.Weights[Index];
				const Eigen::Index Vertex = static_cast<Eigen::Index>(Corner(Sample, Index));
				Right.row(Vertex) += Weight * Error.transpose();
				Diagonal[Vertex] += Weight * Weight;
			}
		}
		const double Damping = Options.Damping * (Diagonal.sum() / static_cast<double>(Count)) + 1e-12;
		Eigen::VectorXd Free = Eigen::VectorXd::Ones(Count);
		for (size_t Vertex = 0; Vertex < Options.Fixed.size(); ++Vertex)
		{
			Free[static_cast<Eigen::Index>(Vertex)] = Options.Fixed[Vertex] != 0 ? 0.0 : 1.0;
		}
		const auto Apply = [&](const FColumns& In, FColumns& Out)
		{
			Out = Damping * In;
			for (const FSample& Sample : Samples)
			{
				const Eigen::Index A = static_cast<Eigen::Index>(Corner(Sample, 0));
				const Eigen::Index B = static_cast<Eigen::Index>(Corner(Sample, 1));
				const Eigen::Index C = static_cast<Eigen::Index>(Corner(Sample, 2));
				const std::array<double, 3>& W = Sample.Where.Weights;
				const Eigen::RowVector3d Value = W[0] * In.row(A) + W[1] * In.row(B) + W[2] * In.row(C);
				Out.row(A) += W[0] * Value;
				Out.row(B) += W[1] * Value;
				Out.row(C) += W[2] * Value;
			}
			Out = Free.asDiagonal() * Out;
		};
		const Eigen::VectorXd Scale = Free.cwiseQuotient((Diagonal.array() + Damping).matrix());
		FColumns Shift = FColumns::Zero(Count, 3), Product(Count, 3);
		FColumns Residual = Free.asDiagonal() * Right;
		FColumns Conditioned = Scale.asDiagonal() * Residual;
		FColumns Direction = Conditioned;
		Eigen::RowVector3d Energy = Residual.cwiseProduct(Conditioned).colwise().sum();
		constexpr int Steps = 12;
		for (int Step = 0; Step < Steps; ++Step)
		{
			Apply(Direction, Product);
			const Eigen::RowVector3d Curvature = Direction.cwiseProduct(Product).colwise().sum();
			Eigen::RowVector3d Ratio(0.0, 0.0, 0.0);
			for (Eigen::Index Axis = 0; Axis < 3; ++Axis)
			{
				Ratio[Axis] = Curvature[Axis] > 0.0 ? Energy[Axis] / Curvature[Axis] : 0.0;
			}
			Shift += Direction * Ratio.asDiagonal();
			Residual -= Product * Ratio.asDiagonal();
			Conditioned = Scale.asDiagonal() * Residual;
			const Eigen::RowVector3d Next = Residual.cwiseProduct(Conditioned).colwise().sum();
			for (Eigen::Index Axis = 0; Axis < 3; ++Axis)
			{
				Ratio[Axis] = Energy[Axis] > 0.0 ? Next[Axis] / Energy[Axis] : 0.0;
			}
			Energy = Next;
			Direction = Conditioned + Direction * Ratio.asDiagonal();
		}
		AsMatrix(std::span<FDouble3>(Positions)) += Shift;
	}

	/** Vertices of a triangle that flipped or became a needle go back, half the way and at last all of it. */
	void Unflip(const std::vector<FDouble3>& Start, std::vector<FDouble3>& Positions) const
	{
		std::vector<uint8_t> Back(Positions.size());
		for (int Try = 0; Try < 8; ++Try)
		{
			std::fill(Back.begin(), Back.end(), uint8_t{0});
			bool bFound = false;
			for (const FTriangle& T : Level.Triangles)
			{
				Eigen::Vector3d Old[3], New[3];
				for (size_t Index = 0; Index < 3; ++Index)
				{
					Old[Index] = AsVector(Start[static_cast<size_t>(T[Index])]);
					New[Index] = AsVector(Positions[static_cast<size_t>(T[Index])]);
				}
				if (Old[0] == New[0] && Old[1] == New[1] && Old[2] == New[2])
				{
					continue;
				}
				if (!KeepsTriangle(Old, New))
				{
					bFound = true;
					for (const int32_t Vertex : T)
					{
						Back[static_cast<size_t>(Vertex)] = 1;
					}
				}
			}
			if (!bFound)
			{
				return;
			}
			for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
			{
				if (Back[Vertex] != 0)
				{
					const double Keep = Try < 3 ? 0.5 : 0.0;
					Positions[Vertex] = ToDouble3(
						AsVector(Start[Vertex]) + Keep * (AsVector(Positions[Vertex]) - AsVector(Start[Vertex])));
				}
			}
		}
		Positions = Start; // neighbors of neighbors kept flipping: nothing is lost but the gain
	}

	const FDecimatedLevel& Level;
	const FSurfaceTracker& Tracker;
	const std::vector<FDouble3>& Points;
	const FLevelRefinementOptions& Options;
	std::vector<FSample> Samples;
};

} // namespace LevelRefinementDetail

FStatus RefineLevelPositions(FDecimatedLevel& Level, std::span<const std::vector<FDouble3>> Examples,
	const FLevelRefinementOptions& Options, const FBuildContext& Context)
{
	if (Examples.size() != Level.Positions.size())
	{
		return FError{EErrorCode::Mismatch,
			"The level has positions for " + std::to_string(Level.Positions.size()) + " examples of " +
				std::to_string(Examples.size()) + ". Refine it with the examples it was made of."};
	}
	if (!Options.Fixed.empty() && Options.Fixed.size() != Level.Vertices.size())
	{
		return FError{EErrorCode::Mismatch,
			"There are " + std::to_string(Options.Fixed.size()) + " flags for " +
				std::to_string(Level.Vertices.size()) + " vertices. Provide one flag per vertex, or none."};
	}
	const FSurfaceTracker Tracker(Level.Vertices.size(), Level.Triangles);
	constexpr size_t Batch = 8; // progress is told between batches, from this thread
	for (size_t First = 0; First < Examples.size(); First += Batch)
	{
		ParallelFor(*Context.Executor, (std::min)(Batch, Examples.size() - First), 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Example = First + Begin; Example < First + End; ++Example)
				{
					LevelRefinementDetail::FExampleRefinement(Level, Tracker, Examples[Example], Options)
						.Run(Level.Positions[Example]);
				}
			});
		if (!Context.Progress.Report(static_cast<double>(First) / static_cast<double>(Examples.size())))
		{
			return Context.Progress.CanceledError();
		}
	}
	return FOk{};
}

} // namespace Exemplar
