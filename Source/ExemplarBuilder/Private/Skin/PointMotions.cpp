// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/PointMotions.h"

#include "AnimationSpace/InfluenceRemoval.h"
#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/RefineRounds.h"
#include "Fit/RigExchange.h"
#include "Rig/BoneMoves.h"
#include "Skin/InfluenceSearch.h"
#include "Skin/PointSystem.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

namespace PointMotionsDetail
{

/** Bones, the sets of points that follow them, and what the best points leave: one squared error per point. */
struct FState
{
	FRig Rig;
	FInfluenceSets Sets;
	std::vector<FAnimationVector> Points;
	std::vector<double> Squares;
	double Error = 0.0;     // of the examples
	double Objective = 0.0; // with the rest pose and regularization
};

class FAlternation
{
public:
	FAlternation(const FExampleSet& InExamples, const FRig& Rig, const FPointMotionOptions& InOptions,
		const FBuildContext& InContext)
		: Examples(InExamples)
		, Options(InOptions)
		, Context(InContext)
		, Data(MakeMotionData(
			  Rig.RestPositions.empty() ? InExamples.Rest.Positions : Rig.RestPositions, InExamples.Poses))
		, Graph(MakePointGraph(Data, BuildPointNeighbors(InExamples.Rest)))
	{
	}

	/** Points and motions in turn, with the momentum of RunRounds: what raises the error is thrown away. */
	void Alternate(int Rounds, FState& State) const
	{
		constexpr double MaxMomentum = 0.95;
		FMotionStepOptions Step;
		Step.Iterations = 2;
		const std::vector<Eigen::Vector4d> Centers =
			BoneCenters(Data, ReadWeights(State.Rig, MaxReadInfluences), State.Rig.BoneCount);
		FBoneMotions Last = ReadMotions(Data, State.Rig), Now = Last;
		SolvePoints(Now, State);
		double Age = 1.0;
		for (int Round = 0; Round < Rounds; ++Round)
		{
			FBoneMotions Next = Now;
			SolveMotions(Data, BlocksOf(State.Points), Step, Next, *Context.Executor);
			const double Momentum = (std::min)((Age - 1.0) / (Age + 2.0), MaxMomentum);
			Age += 1.0;
			FState Ahead = State;
			FBoneMotions Moved = Momentum > 0.0 ? GoAhead(Next, Last, Momentum, false, Centers) : Next;
			SolvePoints(Moved, Ahead);
			if (Momentum > 0.0 && Ahead.Objective > State.Objective)
			{
				Age = 1.0;
				Moved = Next;
				SolvePoints(Moved, Ahead);
			}
			if (Ahead.Objective > State.Objective)
			{
				break; // round-off: nothing is left to gain
			}
			Last = std::move(Next);
			Now = std::move(Moved);
			State = std::move(Ahead);
		}
		WriteMotions(Data, Now, State.Rig);
	}

	FStatus SearchSets(FState& State, const FBuildContext& Part) const
	{
		TResult<FInfluenceSets> Sets = SearchInfluences(Examples, State.Rig, State.Sets, Options.Search, Part);
		if (!Sets)
		{
			return Sets.GetError();
		}
		State.Sets = std::move(*Sets);
		return FOk{};
	}

	/** One bone leaves, and follows the neighborhood of rank Rank among those that are explained worst. */
	FStatus Exchange(size_t Rank, size_t Leaving, FState& State, const FBuildContext& Part) const
	{
		FWeightTable Left;
		Left.Residuals = State.Squares;
		const FBoneProposals Proposals = ProposeBones(Data, Graph, Left, State.Rig.BoneCount, true);
		const size_t Proposal = Rank % Proposals.Bones.BoneCount;
		FMotionSolution Blend;
		Blend.Bones = ReadMotions(Data, State.Rig);
		Blend.Weights = ReadWeights(State.Rig, static_cast<size_t>(Options.Search.MaxInfluences));
		const size_t Bone = CheapestBones(State)[Leaving % State.Rig.BoneCount];
		for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
		{
			Blend.Bones.At(Bone, Pose) = Proposals.Bones.At(Proposal, Pose);
		}
		DropBone(Bone, Blend.Weights);
		const FMotionProblem Problem{Data, Graph, Blend.Weights.Cap, NearBones, false, {}};
		if (State.Rig.BoneCount > NearBones)
		{
			// The bone may win points where it was proposed; its nearest points are known once it has a core.
			Blend.Allowed = NearestBones(Blend.Weights, State.Rig.BoneCount, NearBones, Graph, *Context.Executor);
			for (size_t Point = 0; Point < Data.PointCount; ++Point)
			{
				Blend.Allowed[Point * State.Rig.BoneCount + Bone] = Proposals.Reach[Proposal / 2][Point];
			}
		}
		SolveWeights(Problem, ESubsetSearch::Exchange, Blend, Context);
		UpdatePermissions(Problem, Blend, Context);
		WriteMotions(Data, Blend.Bones, State.Rig);
		State.Rig.Weights = WriteWeights(Blend.Weights);
		ReplaceInSets(Bone, State);
		return SearchSets(State, Part);
	}

	/** Linear blending's weights for the motions: whoever plays the clip without animation space has the best of them.
	 */
	void RefitBlend(FRig& Rig) const
	{
		FMotionSolution Blend;
		Blend.Bones = ReadMotions(Data, Rig);
		Blend.Weights = ReadWeights(Rig, static_cast<size_t>(Options.Search.MaxInfluences));
		const FMotionProblem Problem{Data, Graph, Blend.Weights.Cap, NearBones, false, {}};
		UpdatePermissions(Problem, Blend, Context);
		SolveWeights(Problem, ESubsetSearch::Exchange, Blend, Context);
		Rig.Weights = WriteWeights(Blend.Weights);
	}

private:
	static constexpr size_t MaxReadInfluences = 64;

	/** As many bones near a point may be in its set: as the search has it. */
	static constexpr size_t NearBones = 8;

	void SolvePoints(const FBoneMotions& Bones, FState& State) const
	{
		const FPointProblem Problem =
			MakePointProblem(Data, Bones, State.Rig.Weights, State.Sets, FPointFitOptions{}.WeightLength);
		const std::vector<FGroupSystem> Systems =
			AssembleSystems(Problem, {Data.PoseWeights, Options.RestWeight}, *Context.Executor);
		std::vector<Eigen::MatrixXd> Solutions(Systems.size());
		std::vector<uint32_t> Poses(Data.PoseCount);
		std::iota(Poses.begin(), Poses.end(), 0u);
		State.Squares.assign(Data.PointCount, 0.0);
		std::vector<double> Objectives(Systems.size(), 0.0);
		ParallelFor(*Context.Executor, Systems.size(), 8,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					const FPointGroup& Group = Problem.Groups[Index];
					Solutions[Index] = SolveGroup(Group, Systems[Index], Options.Search.Lambda, {});
					const Eigen::MatrixXd& A = Solutions[Index];
					Objectives[Index] = Systems[Index].Square - A.cwiseProduct(Systems[Index].Gradient).sum();
					const Eigen::MatrixXd Left = ResidualsOf(Problem, Group, Poses) -
						DesignOf(Problem, Group, Poses) * (Systems[Index].Basis * Solutions[Index]);
					for (size_t Place = 0; Place < Group.Points.size(); ++Place)
					{
						double& Square = State.Squares[Group.Points[Place]];
						for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
						{
							Square += Data.PoseWeights[Pose] *
								Left.block<3, 1>(static_cast<Eigen::Index>(3 * Pose), static_cast<Eigen::Index>(Place))
									.squaredNorm();
						}
					}
				}
			});
		State.Points = PointsOf(Problem, Systems, Solutions);
		State.Error = std::accumulate(State.Squares.begin(), State.Squares.end(), 0.0);
		State.Objective = std::accumulate(Objectives.begin(), Objectives.end(), 0.0);
	}

	/** Points in the units of the fit. */
	FBlockTable BlocksOf(const std::vector<FAnimationVector>& Points) const
	{
		FBlockTable Out;
		for (const FAnimationVector& Point : Points)
		{
			for (size_t Slot = 0; Slot < Point.Bones.size(); ++Slot)
			{
				const FDouble4& B = Point.Blocks[Slot];
				Eigen::Vector4d Block;
				Block << Data.Scale * (Eigen::Vector3d(B.X, B.Y, B.Z) - B.W * Data.Center), B.W;
				Out.Bones.push_back(Point.Bones[Slot]);
				Out.Blocks.push_back(Block);
			}
			Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
		}
		return Out;
	}

	/** By what the error rises if they leave and all other bones of their points stay. */
	std::vector<size_t> CheapestBones(const FState& State) const
	{
		const FPoseMetric Metric = BuildSampledMetric(State.Rig.Transforms, State.Rig.BoneCount, State.Rig.PoseCount);
		FInfluenceRemover Remover(Metric);
		std::vector<double> Prices(State.Rig.BoneCount, 0.0);
		for (size_t Point = 0; Point < State.Points.size(); ++Point)
		{
			const std::span<const double> Costs = Remover.Costs(State.Points[Point]);
			for (size_t Slot = 0; Slot < Costs.size(); ++Slot)
			{
				Prices[State.Points[Point].Bones[Slot]] += Costs[Slot] * Costs[Slot];
			}
		}
		std::vector<size_t> Order(Prices.size());
		std::iota(Order.begin(), Order.end(), size_t{0});
		std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Prices[A] < Prices[B]; });
		return Order;
	}

	void DropBone(size_t Bone, FWeightTable& Weights) const
	{
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			const FSupport Row = Weights.Support(Point);
			FSupport Kept = Row;
			Kept.Size = 0;
			double Sum = 0.0;
			for (size_t Slot = 0; Slot < static_cast<size_t>(Row.Size); ++Slot)
			{
				if (static_cast<size_t>(Row.Bones[Slot]) != Bone)
				{
					Kept.Bones[static_cast<size_t>(Kept.Size)] = Row.Bones[Slot];
					Sum += Kept.Weights[static_cast<size_t>(Kept.Size++)] = Row.Weights[Slot];
				}
			}
			if (Kept.Size == Row.Size)
			{
				continue;
			}
			if (Kept.Size == 0)
			{
				Kept.Bones[0] = Bone == 0 ? 1 : 0;
				Kept.Weights[0] = Sum = 1.0;
				Kept.Size = 1;
			}
			for (size_t Slot = 0; Slot < static_cast<size_t>(Kept.Size); ++Slot)
			{
				Kept.Weights[Slot] /= Sum;
			}
			Weights.Store(Point, Kept);
		}
	}

	/** The bone leaves all sets; those of points that follow it in linear blending get it back, where it is now. */
	void ReplaceInSets(size_t Bone, FState& State) const
	{
		const FInfluenceSets Blend =
			LargestInfluences(State.Rig.Weights, static_cast<size_t>(Options.Search.MaxInfluences));
		FInfluenceSets Next;
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			const auto First = State.Sets.Bones.begin() + State.Sets.Offsets[Point];
			const auto Last = State.Sets.Bones.begin() + State.Sets.Offsets[Point + 1];
			const auto BlendFirst = Blend.Bones.begin() + Blend.Offsets[Point];
			const auto BlendLast = Blend.Bones.begin() + Blend.Offsets[Point + 1];
			const uint16_t Name = static_cast<uint16_t>(Bone);
			if (std::binary_search(First, Last, Name) || std::binary_search(BlendFirst, BlendLast, Name))
			{
				Next.Bones.insert(Next.Bones.end(), BlendFirst, BlendLast);
			}
			else
			{
				Next.Bones.insert(Next.Bones.end(), First, Last);
			}
			Next.Offsets.push_back(static_cast<uint32_t>(Next.Bones.size()));
		}
		State.Sets = std::move(Next);
	}

	const FExampleSet& Examples;
	const FPointMotionOptions& Options;
	const FBuildContext& Context;
	FMotionData Data;
	FPointGraph Graph;
};

} // namespace PointMotionsDetail

TResult<FPointMotions> FitPointMotions(
	const FExampleSet& Examples, const FRig& Rig, const FPointMotionOptions& Options, const FBuildContext& Context)
{
	using namespace PointMotionsDetail;
	if (const FStatus Status = CheckPointInput(Examples, Rig, {}); !Status)
	{
		return Status.GetError();
	}
	const FAlternation Alternation(Examples, Rig, Options, Context);
	FState Best;
	Best.Rig = Rig;
	Best.Sets = LargestInfluences(Rig.Weights, static_cast<size_t>(Options.Search.MaxInfluences));
	const int Steps = Options.Cycles + Options.Exchanges;
	int Done = 0;
	const auto Next = [&]
	{
		const double Share = 1.0 / static_cast<double>((std::max)(1, Steps));
		const FBuildContext Part = Context.Part(Share * Done, Share * (Done + 1));
		++Done;
		return Part;
	};
	for (int Cycle = 0; Cycle < Options.Cycles; ++Cycle)
	{
		if (FStatus Status = Alternation.SearchSets(Best, Next()); !Status)
		{
			return Status.GetError();
		}
		Alternation.Alternate(Options.Rounds, Best);
	}
	FPointMotions Out;
	for (int Exchange = 0; Exchange < Options.Exchanges; ++Exchange)
	{
		FState Trial = Best;
		const size_t Turn = static_cast<size_t>(Exchange);
		if (FStatus Status = Alternation.Exchange(Turn % 7, Turn / 7 % 3, Trial, Next()); !Status)
		{
			return Status.GetError();
		}
		Alternation.Alternate(Options.Rounds, Trial);
		// A fair comparison: the present bones get the same rounds.
		Alternation.Alternate(Options.Rounds, Best);
		if (Trial.Objective < Best.Objective)
		{
			Best = std::move(Trial);
			++Out.Exchanged;
		}
	}
	Alternation.RefitBlend(Best.Rig);
	Out.Rig = std::move(Best.Rig);
	Out.Sets = std::move(Best.Sets);
	return Out;
}

} // namespace Exemplar
