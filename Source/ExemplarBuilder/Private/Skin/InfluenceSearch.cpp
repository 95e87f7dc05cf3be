// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/InfluenceSearch.h"

#include "AnimationSpace/InfluenceRemoval.h"
#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/RigExchange.h"
#include "Geometry/EigenLibrary.h"
#include "Skin/PointSystem.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

namespace InfluenceSearchDetail
{

/** What removers can tell apart: sets that are full already do not grow. */
constexpr size_t MostInfluences = 64;

class FSearch
{
public:
	FSearch(
		const FExampleSet& Examples, const FRig& InRig, const FInfluenceSearchOptions& InOptions, IExecutor& InExecutor)
		: Rig(InRig)
		, Options(InOptions)
		, Executor(InExecutor)
		, Data(MakeMotionData(
			  InRig.RestPositions.empty() ? Examples.Rest.Positions : InRig.RestPositions, Examples.Poses))
		, Bones(ReadMotions(Data, InRig))
		, Graph(MakePointGraph(Data, BuildPointNeighbors(Examples.Rest)))
		, Metric(BuildSampledMetric(InRig.Transforms, InRig.BoneCount, InRig.PoseCount))
	{
		const size_t Count = Options.CandidateBones < 0
			? (std::max)(size_t{8}, 2 * static_cast<size_t>(Options.MaxInfluences))
			: static_cast<size_t>(Options.CandidateBones);
		if (Count > 0 && Count < Rig.BoneCount)
		{
			Allowed = NearestBones(ReadWeights(Rig, 64), Rig.BoneCount, Count, Graph, Executor);
		}
		Poses.resize(Data.PoseCount);
		std::iota(Poses.begin(), Poses.end(), 0u);
	}

	/** Every set by the bone that removes most, if any removes anything. */
	void Grow(FInfluenceSets& Sets) const
	{
		const FPointProblem Problem = ProblemOf(Sets);
		const std::vector<FGroupSystem> Systems = AssembleSystems(Problem, {Data.PoseWeights, 0.0}, Executor);
		std::vector<double> Gains(Data.PointCount * Rig.BoneCount, 0.0);
		ForGroups(Problem, [&](size_t Group) { MeasureGains(Problem, Group, Systems[Group], Gains); });
		FInfluenceSets Next;
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			std::vector<uint16_t> Set = SetOf(Sets, Point);
			double Most = 0.0;
			uint16_t Best = 0;
			for (uint16_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
			{
				const double Gain =
					std::binary_search(Set.begin(), Set.end(), Bone) ? 0.0 : GainAround(Gains, Point, Bone);
				if (Gain > Most)
				{
					Most = Gain;
					Best = Bone;
				}
			}
			if (Most > 0.0 && Set.size() < MostInfluences)
			{
				Set.insert(std::lower_bound(Set.begin(), Set.end(), Best), Best);
			}
			Append(Set, Next);
		}
		Sets = std::move(Next);
	}

	/** Down to the influences that a point may have, each step the cheapest under the examples' own metric. */
	void Shrink(FInfluenceSets& Sets) const
	{
		const FPointProblem Problem = ProblemOf(Sets);
		const std::vector<FGroupSystem> Systems = AssembleSystems(Problem, {Data.PoseWeights, 0.0}, Executor);
		std::vector<Eigen::MatrixXd> Solutions;
		for (size_t Group = 0; Group < Systems.size(); ++Group)
		{
			Solutions.push_back(SolveGroup(Problem.Groups[Group], Systems[Group], Options.Lambda, {}));
		}
		std::vector<FAnimationVector> Points = PointsOf(Problem, Systems, Solutions);
		const size_t Cap = static_cast<size_t>(Options.MaxInfluences);
		ForGroups(Problem,
			[&](size_t Group)
			{
				if (Problem.Groups[Group].Bones.size() > Cap)
				{
					FInfluenceRemover Remover(Metric);
					for (const uint32_t Point : Problem.Groups[Group].Points)
					{
						Points[Point] = Remover.RemoveToCap(Points[Point], Cap, 64);
					}
				}
			});
		FInfluenceSets Next;
		for (const FAnimationVector& Point : Points)
		{
			Append(Point.Bones, Next);
		}
		Sets = std::move(Next);
	}

	/** What the points with these sets leave of each point, squared: the better of two sets is known by it. */
	std::vector<double> Errors(const FInfluenceSets& Sets) const
	{
		const FPointProblem Problem = ProblemOf(Sets);
		const std::vector<FGroupSystem> Systems = AssembleSystems(Problem, {Data.PoseWeights, 0.0}, Executor);
		std::vector<double> Out(Data.PointCount, 0.0);
		ForGroups(Problem,
			[&](size_t Index)
			{
				const Eigen::MatrixXd Left = LeftOver(Problem, Index, Systems[Index]);
				for (size_t Place = 0; Place < Problem.Groups[Index].Points.size(); ++Place)
				{
					Out[Problem.Groups[Index].Points[Place]] = Left.col(static_cast<Eigen::Index>(Place)).squaredNorm();
				}
			});
		return Out;
	}

	/** The errors of the point and of those around it, in equal parts. */
	double Around(const std::vector<double>& Values, size_t Point, size_t Stride, size_t Offset) const
	{
		const uint32_t First = Graph.Offsets[Point], Last = Graph.Offsets[Point + 1];
		double Sum = 0.0;
		for (uint32_t Edge = First; Edge < Last; ++Edge)
		{
			Sum += Values[Graph.Neighbors[Edge] * Stride + Offset];
		}
		return Values[Point * Stride + Offset] + (Last > First ? Sum / static_cast<double>(Last - First) : 0.0);
	}

	static std::vector<uint16_t> SetOf(const FInfluenceSets& Sets, size_t Point)
	{
		return {Sets.Bones.begin() + Sets.Offsets[Point], Sets.Bones.begin() + Sets.Offsets[Point + 1]};
	}

	static void Append(const std::vector<uint16_t>& Set, FInfluenceSets& Sets)
	{
		Sets.Bones.insert(Sets.Bones.end(), Set.begin(), Set.end());
		Sets.Offsets.push_back(static_cast<uint32_t>(Sets.Bones.size()));
	}

private:
	FPointProblem ProblemOf(const FInfluenceSets& Sets) const
	{
		return MakePointProblem(Data, Bones, Rig.Weights, Sets, FPointFitOptions{}.WeightLength);
	}

	template <typename BodyType>
	void ForGroups(const FPointProblem& Problem, const BodyType& Body) const
	{
		ParallelFor(Executor, Problem.Groups.size(), 8,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					Body(Index);
				}
			});
	}

	Eigen::MatrixXd LeftOver(const FPointProblem& Problem, size_t Index, const FGroupSystem& System) const
	{
		const FPointGroup& Group = Problem.Groups[Index];
		return ResidualsOf(Problem, Group, Poses) -
			DesignOf(Problem, Group, Poses) * (System.Basis * SolveGroup(Group, System, Options.Lambda, {}));
	}

	double GainAround(const std::vector<double>& Gains, size_t Point, uint16_t Bone) const
	{
		if (!Allowed.empty() && Allowed[Point * Rig.BoneCount + Bone] == 0)
		{
			return 0.0;
		}
		return Around(Gains, Point, Rig.BoneCount, Bone);
	}

	/**
	 * How far the objective of each point of a group falls if a bone joins it: with r what is left, A the columns of
	 * the set and B those of the bone, |B' r|^2 in the inverse of B' B - B' A (A' A)^-1 A' B.
	 */
	void MeasureGains(
		const FPointProblem& Problem, size_t Index, const FGroupSystem& System, std::vector<double>& Gains) const
	{
		const FPointGroup& Group = Problem.Groups[Index];
		const Eigen::MatrixXd Own = DesignOf(Problem, Group, Poses);
		const Eigen::MatrixXd Columns = Own * System.Basis;
		const Eigen::MatrixXd Left = LeftOver(Problem, Index, System);
		const Eigen::VectorXd Inverse = (System.Values.array() + Options.Lambda).inverse();
		FPointGroup Single;
		Single.Center = Group.Center;
		for (uint16_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			if (std::binary_search(Group.Bones.begin(), Group.Bones.end(), Bone))
			{
				continue;
			}
			Single.Bones = {Bone};
			Eigen::MatrixXd Added = DesignOf(Problem, Single, Poses);
			Added.col(3) -= Own.col(3); // the weight comes from another bone
			const Eigen::MatrixXd Shared = Columns.transpose() * Added;
			const Eigen::Matrix4d Schur = Added.transpose() * Added + Options.Lambda * Eigen::Matrix4d::Identity() -
				Shared.transpose() * Inverse.asDiagonal() * Shared;
			const Eigen::LLT<Eigen::Matrix4d> Factor(Schur);
			if (Factor.info() != Eigen::Success)
			{
				continue;
			}
			const Eigen::Matrix<double, 4, Eigen::Dynamic> Pull = Factor.matrixL().solve(Added.transpose() * Left);
			for (size_t Place = 0; Place < Group.Points.size(); ++Place)
			{
				Gains[Group.Points[Place] * Rig.BoneCount + Bone] =
					Pull.col(static_cast<Eigen::Index>(Place)).squaredNorm();
			}
		}
	}

	const FRig& Rig;
	const FInfluenceSearchOptions& Options;
	IExecutor& Executor;
	FMotionData Data;
	FBoneMotions Bones;
	FPointGraph Graph;
	FPoseMetric Metric;
	std::vector<uint8_t> Allowed;
	std::vector<uint32_t> Poses;
};

} // namespace InfluenceSearchDetail

FInfluenceSets LargestInfluences(const FRigWeights& Weights, size_t Count)
{
	FInfluenceSets Sets;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		std::vector<std::pair<double, uint16_t>> Row;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			if (Weights.Weights[Entry] > 0.0)
			{
				Row.emplace_back(-Weights.Weights[Entry], Weights.Bones[Entry]);
			}
		}
		std::sort(Row.begin(), Row.end());
		Row.resize((std::min)(Row.size(), Count));
		std::vector<uint16_t> Set;
		for (const auto& [Negative, Bone] : Row)
		{
			Set.push_back(Bone);
		}
		std::sort(Set.begin(), Set.end());
		InfluenceSearchDetail::FSearch::Append(Set, Sets);
	}
	return Sets;
}

TResult<FInfluenceSets> SearchInfluences(
	const FExampleSet& Examples, const FRig& Rig, const FInfluenceSearchOptions& Options, const FBuildContext& Context)
{
	return SearchInfluences(Examples, Rig,
		LargestInfluences(Rig.Weights, static_cast<size_t>((std::max)(1, Options.MaxInfluences))), Options, Context);
}

TResult<FInfluenceSets> SearchInfluences(const FExampleSet& Examples, const FRig& Rig, FInfluenceSets Start,
	const FInfluenceSearchOptions& Options, const FBuildContext& Context)
{
	using InfluenceSearchDetail::FSearch;
	if (Options.MaxInfluences < 1 || Options.MaxInfluences > 64 || Options.Growth < 1 || Options.Growth > 8 ||
		Options.Rounds < 1 || !(Options.Lambda > 0.0))
	{
		return FError{EErrorCode::InvalidArgument,
			"Influences a point must be 1 to 64, growth 1 to 8, rounds at least one and the vertex term above zero."};
	}
	if (const FStatus Status = CheckPointInput(Examples, Rig, {}); !Status)
	{
		return Status.GetError();
	}
	const FSearch Search(Examples, Rig, Options, *Context.Executor);
	FInfluenceSets Best = std::move(Start);
	std::vector<double> BestErrors = Search.Errors(Best);
	const double Steps = static_cast<double>(Options.Rounds * (Options.Growth + 1));
	int Step = 0;
	for (int Round = 0; Round < Options.Rounds; ++Round)
	{
		FInfluenceSets Sets = Best;
		for (int Growth = 0; Growth <= Options.Growth; ++Growth)
		{
			if (!Context.Progress.Report(static_cast<double>(Step++) / Steps))
			{
				return Context.Progress.CanceledError();
			}
			Growth < Options.Growth ? Search.Grow(Sets) : Search.Shrink(Sets);
		}
		// A point takes its new set where the error there and around it falls.
		const std::vector<double> Errors = Search.Errors(Sets);
		FInfluenceSets Next;
		bool bChanged = false;
		for (size_t Point = 0; Point < Examples.PointCount(); ++Point)
		{
			const bool bBetter = Search.Around(Errors, Point, 1, 0) < Search.Around(BestErrors, Point, 1, 0) &&
				Errors[Point] < BestErrors[Point];
			FSearch::Append(FSearch::SetOf(bBetter ? Sets : Best, Point), Next);
			bChanged = bChanged || bBetter;
		}
		Best = std::move(Next);
		BestErrors = Search.Errors(Best);
		if (!bChanged)
		{
			break;
		}
	}
	return Best;
}

} // namespace Exemplar
