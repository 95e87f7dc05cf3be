// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Adjacency.h"
#include "PointFitScene.h"

#include <gtest/gtest.h>

#include <map>

namespace Exemplar
{
namespace EdgeFitTest
{

using namespace Exemplar::PointFitScene;

constexpr double WeightLength = 0.1;

/**
 * The edge-regularized fit as the thesis poses it (Merry 2007, eqs. 4.3, 4.4 and section 4.3): rows of least squares
 * over the unknowns of all points, one bone's weight eliminated, the matrix never stored. Everything from its
 * definition, in the examples' own units.
 */
class FThesisProblem
{
public:
	FThesisProblem(const FScene& InScene, double InLambda, double InDelta, size_t InEliminated)
		: Scene(InScene)
		, Blend(BlendPointsOf(InScene))
		, Edges(BuildAdjacency(InScene.Set.PointCount(), InScene.Set.Rest.Triangles).Edges)
		, Eliminated(InEliminated)
	{
		const double Diagonal = std::sqrt(81.0 + 1.0 + 0.75);
		Unit = WeightLength * Diagonal;
		Lambda = std::sqrt(InLambda);
		std::map<std::vector<uint16_t>, std::pair<FDouble3, double>> Sums;
		for (size_t Point = 0; Point < Blend.size(); ++Point)
		{
			auto& [Sum, Count] = Sums[Blend[Point].Bones];
			const FDouble3& P = Scene.Set.Rest.Positions[Point];
			Sum = {Sum.X + P.X, Sum.Y + P.Y, Sum.Z + P.Z};
			Count += 1.0;
			Unknowns += 4 * Blend[Point].Bones.size();
		}
		for (const FAnimationVector& Point : Blend)
		{
			const auto& [Sum, Count] = Sums[Point.Bones];
			Centers.push_back({Sum.X / Count, Sum.Y / Count, Sum.Z / Count});
		}
		double Mean = 0.0;
		for (const FMeshEdge& Edge : Edges)
		{
			double Length = 0.0;
			for (const std::vector<FDouble3>& Pose : Scene.Set.Poses)
			{
				const FDouble3 &A = Pose[static_cast<size_t>(Edge.A)], &B = Pose[static_cast<size_t>(Edge.B)];
				Length += std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z) / static_cast<double>(Scene.Set.PoseCount());
			}
			EdgeFactors.push_back(Length);
			Mean += Length / static_cast<double>(Edges.size());
		}
		for (double& Factor : EdgeFactors)
		{
			Factor = std::sqrt(InDelta * Mean / Factor);
		}
	}

	/** Deviations of all points from unknowns: the weight of the eliminated bone is minus the sum of the others. */
	std::vector<FAnimationVector> Expand(const std::vector<double>& X) const
	{
		std::vector<FAnimationVector> Out = Blend;
		size_t Next = 0;
		for (FAnimationVector& Point : Out)
		{
			const size_t Out0 = Eliminated % Point.Bones.size();
			double Sum = 0.0;
			for (size_t Bone = 0; Bone < Point.Bones.size(); ++Bone, Next += 4)
			{
				Point.Blocks[Bone] = {X[Next], X[Next + 1], X[Next + 2], Bone == Out0 ? 0.0 : X[Next + 3]};
				Sum += Point.Blocks[Bone].W;
			}
			Point.Blocks[Out0].W = -Sum;
		}
		return Out;
	}

	std::vector<double> Rows(const std::vector<FAnimationVector>& Z) const
	{
		std::vector<double> Y;
		const auto Push = [&](double Factor, const FDouble3& V) {
			Y.insert(Y.end(), {Factor * V.X, Factor * V.Y, Factor * V.Z});
		};
		for (size_t Pose = 0; Pose < Scene.Set.PoseCount(); ++Pose)
		{
			for (const FDouble3& P : ProjectPoints(Z, Scene.MotionsOf(Pose)))
			{
				Push(1.0, P);
			}
		}
		for (size_t Point = 0; Point < Z.size(); ++Point)
		{
			FDouble3 Rest;
			for (const FDouble4& Block : Z[Point].Blocks)
			{
				Rest = {Rest.X + Block.X, Rest.Y + Block.Y, Rest.Z + Block.Z};
				PushBlock(Lambda, About(Block, Centers[Point]), Y);
			}
			Push(1.0, Rest);
		}
		for (size_t Edge = 0; Edge < Edges.size(); ++Edge)
		{
			const size_t A = static_cast<size_t>(Edges[Edge].A), B = static_cast<size_t>(Edges[Edge].B);
			const FDouble3 &P = Scene.Set.Rest.Positions[A], &Q = Scene.Set.Rest.Positions[B];
			const FDouble3 Middle{0.5 * (P.X + Q.X), 0.5 * (P.Y + Q.Y), 0.5 * (P.Z + Q.Z)};
			FDouble4 Differences[3];
			for (size_t Bone = 0; Bone < Z[A].Bones.size(); ++Bone)
			{
				Differences[Z[A].Bones[Bone]] = Z[A].Blocks[Bone];
			}
			for (size_t Bone = 0; Bone < Z[B].Bones.size(); ++Bone)
			{
				FDouble4& D = Differences[Z[B].Bones[Bone]];
				const FDouble4& Block = Z[B].Blocks[Bone];
				D = {D.X - Block.X, D.Y - Block.Y, D.Z - Block.Z, D.W - Block.W};
			}
			for (const FDouble4& Difference : Differences)
			{
				PushBlock(EdgeFactors[Edge], About(Difference, Middle), Y);
			}
		}
		return Y;
	}

	/** The transpose, by the definition: one column at a time would be slow, so points are probed with their rows. */
	std::vector<double> Transpose(const std::vector<double>& Y) const
	{
		std::vector<FAnimationVector> Z = Blend;
		size_t Row = 0;
		for (FAnimationVector& Point : Z)
		{
			Point.Blocks.assign(Point.Bones.size(), {});
		}
		for (size_t Pose = 0; Pose < Scene.Set.PoseCount(); ++Pose)
		{
			const std::vector<FAffine3d> Motions = Scene.MotionsOf(Pose);
			for (FAnimationVector& Point : Z)
			{
				for (size_t Bone = 0; Bone < Point.Bones.size(); ++Bone)
				{
					const std::array<double, 12>& M = Motions[Point.Bones[Bone]].M;
					FDouble4& B = Point.Blocks[Bone];
					B.X += M[0] * Y[Row] + M[4] * Y[Row + 1] + M[8] * Y[Row + 2];
					B.Y += M[1] * Y[Row] + M[5] * Y[Row + 1] + M[9] * Y[Row + 2];
					B.Z += M[2] * Y[Row] + M[6] * Y[Row + 1] + M[10] * Y[Row + 2];
					B.W += M[3] * Y[Row] + M[7] * Y[Row + 1] + M[11] * Y[Row + 2];
				}
				Row += 3;
			}
		}
		for (size_t Point = 0; Point < Z.size(); ++Point)
		{
			for (FDouble4& Block : Z[Point].Blocks)
			{
				AddTransposed(Lambda, Centers[Point], &Y[Row], Block);
				Row += 4;
			}
			for (FDouble4& Block : Z[Point].Blocks)
			{
				Block = {Block.X + Y[Row], Block.Y + Y[Row + 1], Block.Z + Y[Row + 2], Block.W};
			}
			Row += 3;
		}
		for (size_t Edge = 0; Edge < Edges.size(); ++Edge)
		{
			const size_t Ends[2] = {static_cast<size_t>(Edges[Edge].A), static_cast<size_t>(Edges[Edge].B)};
			const FDouble3 &P = Scene.Set.Rest.Positions[Ends[0]], &Q = Scene.Set.Rest.Positions[Ends[1]];
			const FDouble3 Middle{0.5 * (P.X + Q.X), 0.5 * (P.Y + Q.Y), 0.5 * (P.Z + Q.Z)};
			for (const size_t End : Ends)
			{
				for (size_t Bone = 0; Bone < Z[End].Bones.size(); ++Bone)
				{
					AddTransposed(End == Ends[0] ? EdgeFactors[Edge] : -EdgeFactors[Edge], Middle,
						&Y[Row + 4 * Z[End].Bones[Bone]], Z[End].Blocks[Bone]);
				}
			}
			Row += 12;
		}
		std::vector<double> X;
		for (const FAnimationVector& Point : Z)
		{
			const size_t Out = Eliminated % Point.Bones.size();
			for (size_t Bone = 0; Bone < Point.Bones.size(); ++Bone)
			{
				const FDouble4& B = Point.Blocks[Bone];
				X.insert(X.end(), {B.X, B.Y, B.Z, Bone == Out ? 0.0 : B.W - Point.Blocks[Out].W});
			}
		}
		return X;
	}

	/** What linear blending leaves in the examples; nothing in the other rows. */
	std::vector<double> RightSide() const
	{
		std::vector<double> Y(Rows(Expand(std::vector<double>(Unknowns, 0.0))).size(), 0.0);
		size_t Row = 0;
		for (size_t Pose = 0; Pose < Scene.Set.PoseCount(); ++Pose)
		{
			const std::vector<FDouble3> Points = ProjectPoints(Blend, Scene.MotionsOf(Pose));
			for (size_t Point = 0; Point < Points.size(); ++Point, Row += 3)
			{
				const FDouble3& Target = Scene.Set.Poses[Pose][Point];
				Y[Row] = Target.X - Points[Point].X;
				Y[Row + 1] = Target.Y - Points[Point].Y;
				Y[Row + 2] = Target.Z - Points[Point].Z;
			}
		}
		return Y;
	}

	double Objective(const std::vector<FAnimationVector>& Points) const
	{
		std::vector<FAnimationVector> Z;
		for (size_t Point = 0; Point < Points.size(); ++Point)
		{
			Z.push_back(AddScaled(Points[Point], Blend[Point], -1.0));
		}
		const std::vector<double> Y = Rows(Z), B = RightSide();
		double Sum = 0.0;
		for (size_t Row = 0; Row < Y.size(); ++Row)
		{
			Sum += (Y[Row] - B[Row]) * (Y[Row] - B[Row]);
		}
		return Sum;
	}

	size_t UnknownCount() const { return Unknowns; }
	const std::vector<FAnimationVector>& Start() const { return Blend; }

private:
	/** About a center: offset and change of weight times its length, in the units of the examples. */
	FDouble4 About(const FDouble4& B, const FDouble3& C) const
	{
		return {B.X - B.W * C.X, B.Y - B.W * C.Y, B.Z - B.W * C.Z, Unit * B.W};
	}

	static void PushBlock(double Factor, const FDouble4& B, std::vector<double>& Y)
	{
		Y.insert(Y.end(), {Factor * B.X, Factor * B.Y, Factor * B.Z, Factor * B.W});
	}

	void AddTransposed(double Factor, const FDouble3& C, const double* Y, FDouble4& Block) const
	{
		Block.X += Factor * Y[0];
		Block.Y += Factor * Y[1];
		Block.Z += Factor * Y[2];
		Block.W += Factor * (Unit * Y[3] - C.X * Y[0] - C.Y * Y[1] - C.Z * Y[2]);
	}

	const FScene& Scene;
	std::vector<FAnimationVector> Blend;
	std::vector<FMeshEdge> Edges;
	size_t Eliminated = 0;
	double Unit = 1.0, Lambda = 0.0;
	std::vector<FDouble3> Centers;
	std::vector<double> EdgeFactors;
	size_t Unknowns = 0;
};

double Norm(const std::vector<double>& V)
{
	double Sum = 0.0;
	for (const double Each : V)
	{
		Sum += Each * Each;
	}
	return std::sqrt(Sum);
}

/** V = (A - Factor * V), normalized; returns the norm. */
double NextDirection(const std::vector<double>& A, double Factor, std::vector<double>& V)
{
	for (size_t Index = 0; Index < V.size(); ++Index)
	{
		V[Index] = A[Index] - Factor * V[Index];
	}
	const double Length = Norm(V);
	for (double& Each : V)
	{
		Each = Length > 0.0 ? Each / Length : 0.0;
	}
	return Length;
}

/** Paige & Saunders 1982, the solver of the thesis. */
std::vector<double> SolveByLsqr(const FThesisProblem& Problem, int Iterations)
{
	std::vector<double> X(Problem.UnknownCount(), 0.0), V(X.size(), 0.0);
	const std::vector<double> B = Problem.RightSide();
	std::vector<double> U(B.size(), 0.0);
	double Beta = NextDirection(B, 0.0, U);
	double Alpha = NextDirection(Problem.Transpose(U), 0.0, V);
	std::vector<double> W = V;
	double PhiBar = Beta, RhoBar = Alpha;
	for (int Iteration = 0; Iteration < Iterations && Alpha > 0.0 && Beta > 0.0; ++Iteration)
	{
		Beta = NextDirection(Problem.Rows(Problem.Expand(V)), Alpha, U);
		Alpha = NextDirection(Problem.Transpose(U), Beta, V);
		const double Rho = std::hypot(RhoBar, Beta), C = RhoBar / Rho, S = Beta / Rho;
		const double Theta = S * Alpha, Phi = C * PhiBar;
		RhoBar = -C * Alpha;
		PhiBar *= S;
		for (size_t Index = 0; Index < X.size(); ++Index)
		{
			X[Index] += Phi / Rho * W[Index];
			W[Index] = V[Index] - Theta / Rho * W[Index];
		}
	}
	return X;
}

FPointFit FitEdges(const FScene& Scene, double Lambda, double Delta)
{
	FPointFitOptions Options;
	Options.Lambda = Lambda;
	Options.Delta = Delta;
	Options.Tolerance = 1e-11;
	Options.WeightLength = WeightLength;
	TResult<FPointFit> Fit = FitPoints(Scene.Set, Scene.Rig, Options, {});
	EXPECT_TRUE(Fit);
	return Fit ? std::move(*Fit) : FPointFit{};
}

TEST(EdgeFit, AgreesWithLsqrWhicheverWeightIsEliminated)
{
	const FScene Scene = MakeScene(4, 0.05);
	const FPointFit Fit = FitEdges(Scene, 0.3, 0.5);
	EXPECT_GT(Fit.Iterations, 3);
	for (const size_t Eliminated : {0u, 1u})
	{
		const FThesisProblem Problem(Scene, 0.3, 0.5, Eliminated);
		std::vector<FAnimationVector> Solution = Problem.Expand(SolveByLsqr(Problem, 400));
		for (size_t Point = 0; Point < Solution.size(); ++Point)
		{
			Solution[Point] = AddScaled(Problem.Start()[Point], Solution[Point], 1.0);
		}
		EXPECT_NEAR(Problem.Objective(Fit.Points), Problem.Objective(Solution), 1e-9 * Problem.Objective(Solution));
		FRandomNumbers Random(8);
		const std::vector<FAffine3d> Motions = RandomMotions(Random);
		EXPECT_LT(LargestDifference(ProjectPoints(Fit.Points, Motions), ProjectPoints(Solution, Motions)), 1e-6);
	}
}

TEST(EdgeFit, NoPerturbationLowersTheObjective)
{
	const FScene Scene = MakeScene(3, 0.05);
	const FPointFit Fit = FitEdges(Scene, 1e-4, 0.5);
	const FThesisProblem Problem(Scene, 1e-4, 0.5, 0);
	const double Best = Problem.Objective(Fit.Points);
	EXPECT_LT(Best, Problem.Objective(Problem.Start()));
	FRandomNumbers Random(4);
	for (int Try = 0; Try < 1000; ++Try)
	{
		std::vector<FAnimationVector> Other = Fit.Points;
		FAnimationVector& Point = Other[static_cast<size_t>(Random.Unit() * static_cast<double>(Other.size()))];
		for (FDouble4& Block : Point.Blocks)
		{
			Block = {Block.X + 1e-3 * Random.Signed(), Block.Y + 1e-3 * Random.Signed(),
				Block.Z + 1e-3 * Random.Signed(), Block.W};
		}
		const double Shift = 1e-3 * Random.Signed();
		Point.Blocks.front().W += Shift;
		Point.Blocks.back().W -= Shift;
		ASSERT_GE(Problem.Objective(Other), Best);
	}
}

TEST(EdgeFit, AWeakEdgeTermGivesThePointsOfNone)
{
	const FScene Scene = MakeScene(6, 0.05);
	const FPointFit None = FitEdges(Scene, 0.3, 0.0), Weak = FitEdges(Scene, 0.3, 1e-9);
	const std::vector<FAffine3d> Motions = Scene.MotionsOf(0);
	EXPECT_LT(LargestDifference(ProjectPoints(None.Points, Motions), ProjectPoints(Weak.Points, Motions)), 1e-7);
}

TEST(EdgeFit, AStrongEdgeTermMakesAllDeviationsOfASetEqual)
{
	FScene Scene = MakeScene(6, 0.05);
	FRigWeights& Weights = Scene.Rig.Weights;
	Weights = {};
	for (size_t Point = 0; Point < Scene.Set.PointCount(); ++Point)
	{
		Weights.Bones.insert(Weights.Bones.end(), {0, 1, 2});
		Weights.Weights.insert(Weights.Weights.end(), {0.25, 0.5, 0.25});
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	const FPointFit Fit = FitEdges(Scene, 1e-6, 1e8);
	const std::vector<FAnimationVector> Blend = BlendPointsOf(Scene);
	const FAnimationVector First = AddScaled(Fit.Points[0], Blend[0], -1.0);
	double Size = 0.0;
	for (size_t Point = 0; Point < Blend.size(); ++Point)
	{
		const FAnimationVector Difference = AddScaled(AddScaled(Fit.Points[Point], Blend[Point], -1.0), First, -1.0);
		for (const FDouble4& Block : Difference.Blocks)
		{
			EXPECT_NEAR(Block.W, 0.0, 1e-4);
			EXPECT_NEAR(std::hypot(Block.X, Block.Y, Block.Z), 0.0, 1e-3);
		}
		for (const FDouble4& Block : First.Blocks)
		{
			Size = std::fmax(Size, std::hypot(Block.X, Block.Y, Block.Z));
		}
	}
	EXPECT_GT(Size, 1e-2);
	EXPECT_LT(Fit.VertexRms, Fit.BlendRms);
}

} // namespace EdgeFitTest
} // namespace Exemplar
