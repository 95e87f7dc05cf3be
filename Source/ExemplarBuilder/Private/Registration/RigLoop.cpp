// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/RigLoop.h"

#include "Rig/BuildRig.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace RigLoopDetail
{

constexpr double Margin = 0.97;    // a score must fall below this share of the present one
constexpr double GoodShare = 1.15; // of the median score
constexpr size_t LeastPoses = 3;   // of a rig
constexpr size_t RigHypotheses = 3;
constexpr int RigCoarseIterations = 10;
constexpr double WorseShare = 1.15; // of the median: poses that others are tried on
constexpr size_t LentPoses = 4;     // good poses that are tried on a bad one
constexpr size_t LentStarts = 3;

/** The root's motion in a pose as it is registered. */
FRigidMotion RootMotion(const FTemplateModel& Model, const FArticulation& Rig, std::span<const FDouble3> Positions)
{
	std::vector<uint32_t> Points;
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		if (Rig.PartOf[Vertex] == 0)
		{
			Points.push_back(static_cast<uint32_t>(Vertex));
		}
	}
	return FitRigidMotion(Points, Model.Positions, Positions).value_or(FRigidMotion{});
}

std::vector<FStartPose> StartsOf(std::vector<FPoseHypothesis> Hypotheses)
{
	std::vector<FStartPose> Starts;
	for (FPoseHypothesis& Each : Hypotheses)
	{
		Starts.push_back(std::move(Each.Positions));
	}
	return Starts;
}

/** Good poses, placed rigidly on a scan: the nearest few by coverage. */
std::vector<FStartPose> LendPoses(
	const FTemplateKit& Kit, std::span<const FScanWork> Works, std::span<const uint32_t> Good, size_t Index)
{
	std::vector<std::pair<double, FStartPose>> Found;
	size_t Lent = 0;
	for (const uint32_t Other : Good)
	{
		if (Other == Index || Lent++ >= LentPoses)
		{
			continue;
		}
		for (std::vector<FDouble3>& Placed :
			PlaceRigidly(Kit.Model, Works[Other].Fit.Positions, Works[Index].Scan, *Works[Index].Field, 2))
		{
			const double Coverage = MeasureCoverage(Kit.Model, Placed, Works[Index].Scan, 1000, 0.03, 0.3);
			Found.emplace_back(-Coverage, std::move(Placed));
		}
	}
	std::stable_sort(Found.begin(), Found.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	std::vector<FStartPose> Starts;
	for (size_t Entry = 0; Entry < (std::min)(Found.size(), LentStarts); ++Entry)
	{
		Starts.push_back(std::move(Found[Entry].second));
	}
	return Starts;
}

double MedianScore(std::span<const FScanWork> Works)
{
	std::vector<double> Scores;
	for (const FScanWork& Work : Works)
	{
		if (!Work.Fit.Positions.empty())
		{
			Scores.push_back(Work.Fit.Score.Total);
		}
	}
	if (Scores.empty())
	{
		return 0.0;
	}
	const auto Middle = Scores.begin() + static_cast<std::ptrdiff_t>(Scores.size() / 2);
	std::nth_element(Scores.begin(), Middle, Scores.end());
	return *Middle;
}

} // namespace RigLoopDetail

std::vector<uint32_t> FindGoodPoses(std::span<const FScanWork> Works)
{
	std::vector<std::pair<double, uint32_t>> Order;
	const double Limit = RigLoopDetail::GoodShare * RigLoopDetail::MedianScore(Works);
	for (uint32_t Index = 0; Index < Works.size(); ++Index)
	{
		if (!Works[Index].Fit.Positions.empty() && Works[Index].Fit.Score.Total <= Limit)
		{
			Order.emplace_back(Works[Index].Fit.Score.Total, Index);
		}
	}
	std::sort(Order.begin(), Order.end());
	std::vector<uint32_t> Good;
	for (const auto& [Score, Index] : Order)
	{
		Good.push_back(Index);
	}
	return Good;
}

bool AcceptFit(FScanFit Fit, int Round, FScanWork& Work)
{
	if (Fit.Positions.empty() ||
		(!Work.Fit.Positions.empty() && !(Fit.Score.Total < RigLoopDetail::Margin * Work.Fit.Score.Total)))
	{
		return false;
	}
	Work.Fit = std::move(Fit);
	Work.Round = Round;
	return true;
}

TResult<FRig> FitLoopRig(const FTemplateModel& Model, std::span<const FScanWork> Works, std::span<const uint32_t> Poses,
	int Bones, const FBuildContext& Context)
{
	FExampleSet Set;
	Set.Rest = {Model.Positions, Model.Triangles};
	for (const uint32_t Pose : Poses)
	{
		Set.Poses.push_back(Works[Pose].Fit.Positions);
	}
	FRigOptions Options;
	Options.Clusters.BoneCount = (std::min)(Bones, static_cast<int>(Model.Triangles.size()));
	Options.Refine.Effort = ERefineEffort::Fast;
	TResult<FRigResult> Result = BuildRig(Set, Options, Context);
	if (!Result)
	{
		return Result.GetError();
	}
	return std::move(Result->Rig);
}

TResult<size_t> RunRigRound(
	const FTemplateKit& Kit, std::vector<FScanWork>& Works, int Bones, int Round, const FBuildContext& Context)
{
	using namespace RigLoopDetail;
	const std::vector<uint32_t> Good = FindGoodPoses(Works);
	if (Good.size() < LeastPoses)
	{
		return size_t{0};
	}
	TResult<FRig> Rig = FitLoopRig(Kit.Model, Works, Good, Bones, Context.Part(0.0, 0.15, "rig of the loop"));
	if (!Rig)
	{
		return Rig.GetError();
	}
	std::vector<uint32_t> All(Good.size());
	for (uint32_t Index = 0; Index < All.size(); ++Index)
	{
		All[Index] = Index;
	}
	const FArticulation Parts = ArticulateRig(Kit.Model, *Rig, All);
	const FBuildContext Part = Context.Part(0.15, 1.0, "searching with the rig");
	FSharedProgress Progress(Part.Progress, Works.size());
	std::atomic<size_t> Accepted{0};
	ParallelFor(*Context.Executor, Works.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FScanWork& Work = Works[Index];
				if (Work.Fit.Positions.empty() || !Progress.Continue())
				{
					continue;
				}
				FSearchHints Hints;
				Hints.Keep = RigHypotheses;
				Hints.Trunks.push_back(RootMotion(Kit.Model, Parts, Work.Fit.Positions));
				const std::vector<FStartPose> Starts =
					StartsOf(SearchPose(Kit.Model, Parts, Work.Scan, *Work.Field, Hints, GetSerialExecutor()));
				if (Progress.Continue())
				{
					const FScanFitOptions Options{RigCoarseIterations, Work.Landmarks};
					Accepted += AcceptFit(FitScan(Kit, Work.Scan, Starts, Options, GetSerialExecutor()), Round, Work);
				}
				Progress.Finish();
			}
		});
	if (Progress.IsStopped())
	{
		return Part.Progress.CanceledError();
	}
	return Accepted.load();
}

TResult<size_t> ShareResults(
	const FTemplateKit& Kit, std::vector<FScanWork>& Works, bool bOrdered, const FBuildContext& Context)
{
	using namespace RigLoopDetail;
	size_t Accepted = 0;
	const double Limit = WorseShare * MedianScore(Works);
	if (bOrdered)
	{
		// Forward and back: a pose that lost a limb is offered what its neighbor has become.
		const size_t Count = Works.size();
		for (size_t Step = 0; Step + 1 < 2 * Count; ++Step)
		{
			if (!Context.Progress.Report(static_cast<double>(Step) / static_cast<double>(2 * Count)))
			{
				return Context.Progress.CanceledError();
			}
			const bool bForward = Step + 1 < Count;
			const size_t From = bForward ? Step : 2 * Count - 2 - Step;
			if ((!bForward && From == 0) || (bForward && From + 1 >= Count))
			{
				continue;
			}
			FScanWork& Work = Works[bForward ? From + 1 : From - 1];
			const std::vector<FDouble3>& Last = Works[From].Fit.Positions;
			if (Last.empty() || !Work.Field || Work.Fit.Score.Total <= Limit)
			{
				continue;
			}
			std::vector<FStartPose> Starts{Last};
			const size_t Before = bForward ? From - 1 : From + 1; // constant velocity
			if (Before < Count && !Works[Before].Fit.Positions.empty())
			{
				FStartPose& Ahead = Starts.emplace_back(Last);
				for (size_t Vertex = 0; Vertex < Ahead.size(); ++Vertex)
				{
					AsVector(Ahead[Vertex]) += AsVector(Last[Vertex]) - AsVector(Works[Before].Fit.Positions[Vertex]);
				}
			}
			Accepted += AcceptFit(
				FitScan(Kit, Work.Scan, Starts, {RigCoarseIterations, Work.Landmarks}, *Context.Executor), 0, Work);
		}
		return Accepted;
	}
	const std::vector<uint32_t> Good = FindGoodPoses(Works);
	FSharedProgress Progress(Context.Progress, Works.size());
	std::vector<FScanFit> Fits(Works.size()); // from what was there before: independent of the order
	ParallelFor(*Context.Executor, Works.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				const FScanWork& Work = Works[Index];
				if (Work.Fit.Positions.empty() || Work.Fit.Score.Total <= Limit || !Progress.Continue())
				{
					continue;
				}
				const std::vector<FStartPose> Starts = LendPoses(Kit, Works, Good, Index);
				if (!Starts.empty() && Progress.Continue())
				{
					Fits[Index] =
						FitScan(Kit, Work.Scan, Starts, {RigCoarseIterations, Work.Landmarks}, GetSerialExecutor());
				}
				Progress.Finish();
			}
		});
	if (Progress.IsStopped())
	{
		return Context.Progress.CanceledError();
	}
	for (size_t Index = 0; Index < Works.size(); ++Index)
	{
		Accepted += AcceptFit(std::move(Fits[Index]), 0, Works[Index]);
	}
	return Accepted;
}

} // namespace Exemplar
