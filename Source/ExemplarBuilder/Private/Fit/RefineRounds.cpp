// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/RefineRounds.h"

#include "Fit/PointGraph.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>

namespace Exemplar
{

void FWorkBudget::AddRound(const FMotionData& Data, size_t BoneCount, size_t Cap)
{
	AddRound(Data.PointCount, Data.PoseCount, BoneCount, Cap);
}

void FWorkBudget::AddRound(size_t PointCount, size_t PoseCount, size_t BoneCount, size_t Cap)
{
	const double Points = static_cast<double>(PointCount), Bones = static_cast<double>(BoneCount);
	const double Poses = static_cast<double>(PoseCount), Slots = static_cast<double>((std::min)(Cap, size_t{16}));
	Spent += Points * (3.0 * Poses * Bones + 12.0 * Slots * Poses + 12.0 * Slots * Bones + 150.0 * Slots) +
		Poses * (70.0 * Bones * Bones * Bones);
}

std::vector<Eigen::Vector4d> BoneCenters(const FMotionData& Data, const FWeightTable& Weights, size_t BoneCount)
{
	std::vector<Eigen::Vector4d> Centers(BoneCount, Eigen::Vector4d::Zero());
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		for (size_t Slot = Point * Weights.Cap; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
		{
			Centers[Weights.Bones[Slot]] += Weights.Weights[Slot] * Weights.Weights[Slot] * Data.Rest[Point];
		}
	}
	for (Eigen::Vector4d& Center : Centers)
	{
		Center = Center[3] > 0.0 ? Eigen::Vector4d(Center / Center[3]) : Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
	}
	return Centers;
}

FBoneMotions GoAhead(const FBoneMotions& New, const FBoneMotions& Old, double Momentum, bool bAffine,
	const std::vector<Eigen::Vector4d>& Centers)
{
	FBoneMotions Ahead = New;
	for (size_t Bone = 0; Bone < New.BoneCount; ++Bone)
	{
		const Eigen::Vector4d& Center = Centers[Bone];
		for (size_t Pose = 0; Pose < New.PoseCount; ++Pose)
		{
			const FMotion &A = New.At(Bone, Pose), &B = Old.At(Bone, Pose);
			FMotion& Out = Ahead.At(Bone, Pose);
			if (bAffine)
			{
				Out = A + Momentum * (A - B);
				continue;
			}
			const Eigen::Matrix3d Turn = A.leftCols<3>() * B.leftCols<3>().transpose();
			const Eigen::AngleAxisd Angle(Turn);
			const Eigen::Matrix3d Rotation =
				Eigen::AngleAxisd(Momentum * Angle.angle(), Angle.axis()).toRotationMatrix() * A.leftCols<3>();
			const Eigen::Vector3d Image = A * Center + Momentum * (A * Center - B * Center);
			Out.leftCols<3>() = Eigen::Quaterniond(Rotation).normalized().toRotationMatrix();
			Out.col(3) = Image - Out.leftCols<3>() * Center.head<3>();
		}
	}
	return Ahead;
}

void SolveWeights(
	const FMotionProblem& Problem, ESubsetSearch Search, FMotionSolution& Solution, const FBuildContext& Context)
{
	FWeightPrior Prior = Problem.Prior;
	Prior.Allowed = Solution.Allowed;
	SolveWeights(Problem.Data, Solution.Bones, Prior, Search, Solution.Weights, *Context.Executor);
}

void UpdatePermissions(const FMotionProblem& Problem, FMotionSolution& Solution, const FBuildContext& Context)
{
	if (Problem.Candidates == 0 || Problem.Candidates >= Solution.Bones.BoneCount)
	{
		Solution.Allowed.clear();
		return;
	}
	Solution.Allowed =
		NearestBones(Solution.Weights, Solution.Bones.BoneCount, Problem.Candidates, Problem.Graph, *Context.Executor);
	SolveWeights(Problem, ESubsetSearch::Exchange, Solution, Context);
}

namespace RefineRoundsDetail
{

/** What rounds must not raise: the objective of the weights, and the cost of every bone that moves in a pose. */
double ObjectiveOf(const FMotionProblem& Problem, const FMotionSolution& Solution)
{
	double Moving = 0.0;
	for (size_t Index = 0; Index < Solution.Bones.Motions.size() && Problem.MoveCost > 0.0; ++Index)
	{
		Moving += Solution.Bones.Motions[Index] == FMotion::Identity() ? 0.0 : 1.0;
	}
	return Solution.Weights.Objective + Problem.MoveCost * Moving;
}

} // namespace RefineRoundsDetail

bool RunRounds(const FMotionProblem& Problem, const FRoundOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context)
{
	using namespace RefineRoundsDetail;
	constexpr double MaxMomentum = 0.95;
	constexpr int StallRounds = 5;
	const FMotionData& Data = Problem.Data;
	FMotionStepOptions Step;
	Step.bAffine = Problem.bAffine;
	Step.MoveCost = Problem.MoveCost;
	FBoneMotions Last = Solution.Bones;
	double Age = 1.0;
	double Before = ObjectiveOf(Problem, Solution);
	for (int Round = 0; Round < Options.MaxRounds && Data.Percent(Solution.Weights.Objective) > ExactPercent; ++Round)
	{
		if (!Context.Progress.Report((std::min)(1.0, Budget.Spent / (std::max)(1.0, Budget.Limit))))
		{
			return false;
		}
		FBoneMotions Next = Solution.Bones;
		SolveMotions(Data, Solution.Weights, Step, Next, *Context.Executor);
		// Momentum would set bones moving that rest.
		const double Momentum = Problem.MoveCost > 0.0 ? 0.0 : (std::min)((Age - 1.0) / (Age + 2.0), MaxMomentum);
		Age += 1.0;
		FMotionSolution Ahead;
		Ahead.Allowed = Solution.Allowed;
		bool bAccepted = false;
		if (Momentum > 0.0)
		{
			Ahead.Bones =
				GoAhead(Next, Last, Momentum, Problem.bAffine, BoneCenters(Data, Solution.Weights, Next.BoneCount));
			Ahead.Weights = Solution.Weights;
			SolveWeights(Problem, ESubsetSearch::Exchange, Ahead, Context);
			Budget.AddRound(Data, Next.BoneCount, Solution.Weights.Cap);
			bAccepted = ObjectiveOf(Problem, Ahead) <= ObjectiveOf(Problem, Solution);
		}
		if (!bAccepted)
		{
			Age = Momentum > 0.0 ? 1.0 : Age;
			Ahead.Bones = Next;
			Ahead.Weights = Solution.Weights;
			SolveWeights(Problem, ESubsetSearch::Exchange, Ahead, Context);
			Budget.AddRound(Data, Next.BoneCount, Solution.Weights.Cap);
			if (ObjectiveOf(Problem, Ahead) > ObjectiveOf(Problem, Solution))
			{
				break; // round-off: nothing is left to gain
			}
		}
		Last = std::move(Next);
		Solution = std::move(Ahead);
		if ((Round + 1) % StallRounds == 0)
		{
			if (ObjectiveOf(Problem, Solution) > (1.0 - Options.StallGain) * Before)
			{
				break;
			}
			Before = ObjectiveOf(Problem, Solution);
		}
	}
	return true;
}

void ReassignIdleBones(const FMotionData& Data, const FPointGraph& Graph, FMotionSolution& Solution)
{
	FWeightTable& Weights = Solution.Weights;
	const size_t BoneCount = Solution.Bones.BoneCount;
	for (size_t Idle = 0; Idle < BoneCount; ++Idle)
	{
		std::vector<size_t> Held(BoneCount, 0), Led(BoneCount, 0);
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			const size_t First = Point * Weights.Cap;
			size_t Leader = First;
			for (size_t Slot = First; Slot < First + Weights.Sizes[Point]; ++Slot)
			{
				++Held[Weights.Bones[Slot]];
				Leader = Weights.Weights[Slot] > Weights.Weights[Leader] ? Slot : Leader;
			}
			++Led[Weights.Bones[Leader]];
		}
		const size_t Donor = static_cast<size_t>(std::max_element(Led.begin(), Led.end()) - Led.begin());
		if (Held[Idle] > 0 || Led[Donor] < 2)
		{
			continue;
		}
		std::vector<uint32_t> Points;
		for (uint32_t Point = 0; Point < Data.PointCount; ++Point)
		{
			const FSupport Support = Weights.Support(Point);
			if (Support.Find(static_cast<int>(Donor)) >= 0)
			{
				Points.push_back(Point);
			}
		}
		// The half that is farthest from the first point along the surface changes hands: no point moves.
		const FSurfaceDistances Distances = SurfaceDistances(Graph, {Points.data(), 1});
		std::stable_sort(Points.begin(), Points.end(),
			[&](uint32_t A, uint32_t B) { return Distances.Distances[A] > Distances.Distances[B]; });
		for (size_t Index = 0; Index < Points.size() / 2; ++Index)
		{
			const size_t First = Points[Index] * Weights.Cap;
			for (size_t Slot = First; Slot < First + Weights.Sizes[Points[Index]]; ++Slot)
			{
				if (Weights.Bones[Slot] == Donor)
				{
					Weights.Bones[Slot] = static_cast<uint16_t>(Idle);
				}
			}
		}
		for (size_t Pose = 0; Pose < Solution.Bones.PoseCount; ++Pose)
		{
			Solution.Bones.At(Idle, Pose) = Solution.Bones.At(Donor, Pose);
		}
	}
}

} // namespace Exemplar
