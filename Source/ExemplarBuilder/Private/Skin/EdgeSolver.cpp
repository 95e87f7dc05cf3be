// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/EdgeSolver.h"

#include "Geometry/Adjacency.h"

#include <cmath>

namespace Exemplar
{

namespace EdgeSolverDetail
{

constexpr size_t Chunk = 16; // groups that one task takes

class FEdgeSystem
{
public:
	using FBlocks = std::vector<Eigen::MatrixXd>; // one a group

	FEdgeSystem(const FPointProblem& InProblem, std::span<const FGroupSystem> InSystems, const FWeightedEdges& InEdges,
		const FEdgeSolverOptions& InOptions, IExecutor& InExecutor)
		: Problem(InProblem)
		, Systems(InSystems)
		, Edges(InEdges)
		, Options(InOptions)
		, Executor(InExecutor)
		, Expanded(InProblem.Groups.size())
		, Diagonals(InProblem.Groups.size())
	{
		ForGroups([&](size_t Index) { Diagonals[Index] = DiagonalOf(Index); });
	}

	/** The matrix times X. */
	FBlocks Apply(const FBlocks& X)
	{
		ForGroups([&](size_t Index) { Expanded[Index].noalias() = Systems[Index].Basis * X[Index]; });
		FBlocks Out(X.size());
		ForGroups(
			[&](size_t Index)
			{
				const FPointGroup& Group = Problem.Groups[Index];
				Eigen::MatrixXd Force = Eigen::MatrixXd::Zero(4 * Group.Influences(), Group.Count());
				for (Eigen::Index Place = 0; Place < Group.Count(); ++Place)
				{
					AddEdges(Group, Expanded[Index].col(Place).data(), Group.Points[static_cast<size_t>(Place)],
						Force.col(Place).data());
				}
				Out[Index].noalias() = Options.Delta * (Systems[Index].Basis.transpose() * Force);
				for (Eigen::Index Place = 0; Place < Group.Count(); ++Place)
				{
					const double Weight = WeightOf(Group, Place);
					Out[Index].col(Place).array() +=
						(Weight * Systems[Index].Values.array() + Options.Lambda) * X[Index].col(Place).array();
				}
			});
		return Out;
	}

	FBlocks Precondition(const FBlocks& R) const
	{
		FBlocks Out(R.size());
		ForGroups([&](size_t Index) { Out[Index] = R[Index].cwiseQuotient(Diagonals[Index]); });
		return Out;
	}

	FBlocks RightSide() const
	{
		FBlocks Out(Systems.size());
		ForGroups(
			[&](size_t Index)
			{
				Out[Index] = Systems[Index].Gradient;
				for (Eigen::Index Place = 0; Place < Out[Index].cols(); ++Place)
				{
					Out[Index].col(Place) *= WeightOf(Problem.Groups[Index], Place);
				}
			});
		return Out;
	}

	/** Sums have one order whatever the threads do. */
	double Dot(const FBlocks& A, const FBlocks& B) const
	{
		std::vector<double> Parts(A.size());
		ForGroups([&](size_t Index) { Parts[Index] = A[Index].cwiseProduct(B[Index]).sum(); });
		double Sum = 0.0;
		for (const double Part : Parts)
		{
			Sum += Part;
		}
		return Sum;
	}

	/** A += Factor * B. */
	void Add(double Factor, const FBlocks& B, FBlocks& A) const
	{
		ForGroups([&](size_t Index) { A[Index] += Factor * B[Index]; });
	}

	/** A = Factor * A + B. */
	void ScaleAdd(double Factor, const FBlocks& B, FBlocks& A) const
	{
		ForGroups([&](size_t Index) { A[Index] = Factor * A[Index] + B[Index]; });
	}

private:
	template <typename BodyType>
	void ForGroups(const BodyType& Body) const
	{
		ParallelFor(Executor, Problem.Groups.size(), Chunk,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					Body(Index);
				}
			});
	}

	double WeightOf(const FPointGroup& Group, Eigen::Index Place) const
	{
		return Options.PointWeights.empty() ? 1.0 : Options.PointWeights[Group.Points[static_cast<size_t>(Place)]];
	}

	Eigen::MatrixXd DiagonalOf(size_t Index) const
	{
		const FPointGroup& Group = Problem.Groups[Index];
		Eigen::MatrixXd Diagonal(Systems[Index].Values.size(), Group.Count());
		for (Eigen::Index Place = 0; Place < Group.Count(); ++Place)
		{
			const uint32_t Point = Group.Points[static_cast<size_t>(Place)];
			double Cost = 0.0;
			for (uint32_t Edge = Edges.Offsets[Point]; Edge < Edges.Offsets[Point + 1]; ++Edge)
			{
				Cost += Edges.Costs[Edge];
			}
			const double Least =
				1e-12 * (1.0 + (Systems[Index].Values.size() > 0 ? Systems[Index].Values.maxCoeff() : 0.0));
			Diagonal.col(Place) =
				(WeightOf(Group, Place) * Systems[Index].Values.array() + Options.Lambda + Options.Delta * Cost)
					.max(Least);
		}
		return Diagonal;
	}

	/** Half the gradient of the edge terms of one point, about its group's center. */
	void AddEdges(const FPointGroup& Group, const double* Own, uint32_t Point, double* Force) const
	{
		const double PerLength = 1.0 / Problem.WeightLength;
		for (uint32_t Edge = Edges.Offsets[Point]; Edge < Edges.Offsets[Point + 1]; ++Edge)
		{
			const uint32_t Other = Edges.Neighbors[Edge];
			const uint32_t OtherIndex = Problem.GroupOfPoint[Other];
			const FPointGroup& OtherGroup = Problem.Groups[OtherIndex];
			const double* Theirs =
				Expanded[OtherIndex].col(static_cast<Eigen::Index>(Problem.PlaceOfPoint[Other])).data();
			const Eigen::Vector3d Middle =
				0.5 * (Problem.Data.Rest[Point].head<3>() + Problem.Data.Rest[Other].head<3>());
			const Eigen::Vector3d OwnArm = PerLength * (Group.Center - Middle);
			const Eigen::Vector3d OtherArm = PerLength * (OtherGroup.Center - Middle);
			const double Cost = Edges.Costs[Edge];
			size_t Match = 0;
			for (size_t Bone = 0; Bone < Group.Bones.size(); ++Bone)
			{
				const Eigen::Map<const Eigen::Vector4d> Mine(Own + 4 * Bone);
				Eigen::Vector4d Difference;
				Difference << Mine.head<3>() + Mine[3] * OwnArm, Mine[3];
				while (Match < OtherGroup.Bones.size() && OtherGroup.Bones[Match] < Group.Bones[Bone])
				{
					++Match;
				}
				if (Match < OtherGroup.Bones.size() && OtherGroup.Bones[Match] == Group.Bones[Bone])
				{
					const Eigen::Map<const Eigen::Vector4d> Its(Theirs + 4 * Match);
					Difference.head<3>() -= Its.head<3>() + Its[3] * OtherArm;
					Difference[3] -= Its[3];
				}
				Eigen::Map<Eigen::Vector4d> Out(Force + 4 * Bone);
				Out.head<3>() += Cost * Difference.head<3>();
				Out[3] += Cost * (Difference[3] + OwnArm.dot(Difference.head<3>()));
			}
		}
	}

	const FPointProblem& Problem;
	std::span<const FGroupSystem> Systems;
	const FWeightedEdges& Edges;
	const FEdgeSolverOptions& Options;
	IExecutor& Executor;
	FBlocks Expanded;
	FBlocks Diagonals;
};

} // namespace EdgeSolverDetail

FWeightedEdges MakeWeightedEdges(const FMotionData& Data, std::span<const FTriangle> Triangles, double Exponent)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Data.PointCount, Triangles);
	const auto Length = [&](uint32_t A, uint32_t B)
	{
		const Eigen::RowVectorXd Difference =
			Data.Targets.row(static_cast<Eigen::Index>(A)) - Data.Targets.row(static_cast<Eigen::Index>(B));
		double Sum = 0.0, Count = 0.0;
		for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
		{
			Sum += Data.PoseWeights[Pose] * Difference.segment<3>(static_cast<Eigen::Index>(3 * Pose)).norm();
			Count += Data.PoseWeights[Pose];
		}
		return Sum / Count;
	};
	FWeightedEdges Edges;
	double Total = 0.0;
	for (uint32_t Point = 0; Point < Data.PointCount; ++Point)
	{
		for (const int32_t Neighbor : Adjacency.VertexVertices[Point])
		{
			Edges.Neighbors.push_back(static_cast<uint32_t>(Neighbor));
			Edges.Costs.push_back(Length(Point, static_cast<uint32_t>(Neighbor)));
			Total += Edges.Costs.back();
		}
		Edges.Offsets.push_back(static_cast<uint32_t>(Edges.Neighbors.size()));
	}
	const double Mean = Edges.Costs.empty() ? 1.0 : Total / static_cast<double>(Edges.Costs.size());
	for (double& Cost : Edges.Costs)
	{
		// Edges without length would outweigh all others: none counts as shorter than a hundredth of the mean.
		Cost = Mean > 0.0 ? std::pow(Mean / (std::max)(Cost, 0.01 * Mean), Exponent) : 1.0;
	}
	return Edges;
}

TResult<int> SolveWithEdges(const FPointProblem& Problem, std::span<const FGroupSystem> Systems,
	const FWeightedEdges& Edges, const FEdgeSolverOptions& Options, std::vector<Eigen::MatrixXd>& Solutions,
	const FBuildContext& Context)
{
	using EdgeSolverDetail::FEdgeSystem;
	FEdgeSystem System(Problem, Systems, Edges, Options, *Context.Executor);
	FEdgeSystem::FBlocks Residual = System.RightSide();
	const double Scale = System.Dot(Residual, System.Precondition(Residual));
	System.Add(-1.0, System.Apply(Solutions), Residual);
	FEdgeSystem::FBlocks Direction = System.Precondition(Residual);
	double Product = System.Dot(Residual, Direction);
	int Iteration = 0;
	const double End = Options.Tolerance * Options.Tolerance * Scale;
	const double First = Product;
	while (Product > End && Iteration < Options.MaxIterations)
	{
		// The residual falls by about a constant factor an iteration.
		const double Done = First > End ? std::log(First / Product) / std::log(First / End) : 1.0;
		if (!Context.Progress.Report((std::min)(1.0, (std::max)(0.0, Done))))
		{
			return Context.Progress.CanceledError();
		}
		const FEdgeSystem::FBlocks Image = System.Apply(Direction);
		const double Curvature = System.Dot(Direction, Image);
		if (!(Curvature > 0.0))
		{
			break;
		}
		System.Add(Product / Curvature, Direction, Solutions);
		System.Add(-Product / Curvature, Image, Residual);
		const FEdgeSystem::FBlocks Next = System.Precondition(Residual);
		const double NextProduct = System.Dot(Residual, Next);
		System.ScaleAdd(NextProduct / Product, Next, Direction);
		Product = NextProduct;
		++Iteration;
	}
	return Iteration;
}

} // namespace Exemplar
