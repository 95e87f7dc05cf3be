// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/RegisterScans.h"

#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "Model/Stopwatch.h"
#include "Registration/Landmarks.h"
#include "Registration/RigLoop.h"
#include "Registration/ScanColors.h"
#include "Registration/Verdicts.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace RegisterScansDetail
{

FStatus CheckOptions(const FScanSet& Scans, const FRegistrationOptions& Options)
{
	if (Scans.Scans.empty())
	{
		return FError{EErrorCode::InvalidArgument, "There are no scans to register."};
	}
	if (Options.RigRounds < 0 || Options.RigRounds > 8)
	{
		return FError{EErrorCode::InvalidArgument,
			"The rounds of the loop with the rig must be from 0 to 8 (" + std::to_string(Options.RigRounds) + ")."};
	}
	if (Options.RigBones < 4 || Options.RigBones > 200)
	{
		return FError{EErrorCode::InvalidArgument,
			"The bones of the loop must be from 4 to 200 (" + std::to_string(Options.RigBones) + ")."};
	}
	if (!(Options.ScanScale > 0.0) || !std::isfinite(Options.ScanScale))
	{
		return FError{EErrorCode::InvalidArgument, "The scale of the scans must be a number above zero."};
	}
	return FOk{};
}

/** Cleans every scan and finds its landmarks. A scan that is useless is refused, not an error; bad landmarks are. */
FStatus PrepareScans(const FScanSet& Scans, const FTemplate& Template, const FTemplateKit& Kit, double ScanScale,
	std::vector<FScanWork>& Works, const FBuildContext& Context)
{
	Works.resize(Scans.Scans.size());
	FSharedProgress Progress(Context.Progress, Works.size());
	std::vector<FStatus> Statuses(Works.size(), FOk{});
	ParallelFor(*Context.Executor, Works.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End && Progress.Continue(); ++Index)
			{
				FScanWork& Work = Works[Index];
				const double Scale = ScanScale / Kit.Model.Diagonal;
				TResult<FCleanScan> Clean = CleanScan(Scans.Scans[Index], Scale, Context);
				Work.Scan.Name = Scans.Scans[Index].Name;
				if (!Clean)
				{
					Work.Refusal = Clean.GetError().Message;
					continue;
				}
				Work.Scan = std::move(*Clean);
				Work.Refusal = CheckScanSize(Kit.Model, Work.Scan);
				if (!Work.Refusal.empty())
				{
					continue;
				}
				Work.Field = std::make_unique<FScanField>(Work.Scan);
				TResult<std::vector<FLandmarkPair>> Landmarks =
					PairLandmarks(Kit.Model, Template, Scans.Scans[Index], Work.Scan, Scale);
				if (!Landmarks)
				{
					Statuses[Index] = Landmarks.GetError();
					continue;
				}
				Work.Landmarks = std::move(*Landmarks);
				Progress.Finish();
			}
		});
	for (FStatus& Status : Statuses)
	{
		if (!Status)
		{
			return Status;
		}
	}
	return Progress.IsStopped() ? FStatus(Context.Progress.CanceledError()) : FStatus(FOk{});
}

/** Front and back of a body are much alike, so that a pose is also tried the other way round, and the better one kept.
 */
void TryTurned(const FTemplateKit& Kit, FScanWork& Work, IExecutor& Executor)
{
	const std::vector<FStartPose> Starts{TurnAround(Kit, Work.Fit.Positions)};
	FScanFit Turned = FitScan(Kit, Work.Scan, Starts, {}, Executor);
	const bool bAmbiguous = AreAmbiguous(Work.Fit, Turned);
	if (Turned.Score.Total < Work.Fit.Score.Total)
	{
		Work.Fit = std::move(Turned);
	}
	Work.Fit.bAmbiguous = Work.Fit.bAmbiguous || bAmbiguous;
}

/** The first pass: every scan on its own, by its landmarks or by search. */
FStatus SearchAll(const FTemplateKit& Kit, std::vector<FScanWork>& Works, const FBuildContext& Context)
{
	FSharedProgress Progress(Context.Progress, Works.size());
	ParallelFor(*Context.Executor, Works.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FScanWork& Work = Works[Index];
				if (!Work.Field || !Progress.Continue())
				{
					continue;
				}
				std::vector<FStartPose> Starts;
				if (!Work.Landmarks.empty())
				{
					Starts.push_back(StartFromLandmarks(Kit, Work.Scan, Work.Landmarks, *Context.Executor));
				}
				else
				{
					for (FPoseHypothesis& Each :
						SearchPose(Kit.Model, Kit.Pseudo, Work.Scan, *Work.Field, {}, *Context.Executor))
					{
						Starts.push_back(std::move(Each.Positions));
					}
				}
				if (Progress.Continue())
				{
					Work.Fit = FitScan(Kit, Work.Scan, Starts, {16, Work.Landmarks}, *Context.Executor);
				}
				if (Progress.Continue() && Work.Landmarks.empty())
				{
					TryTurned(Kit, Work, *Context.Executor);
				}
				Progress.Finish();
			}
		});
	return Progress.IsStopped() ? FStatus(Context.Progress.CanceledError()) : FStatus(FOk{});
}

/** Poses that were registered and have not failed so far. */
std::vector<uint32_t> UsablePoses(std::span<const FScanWork> Works, std::span<const FRegisteredPose> Poses)
{
	std::vector<uint32_t> Out;
	for (uint32_t Index = 0; Index < Works.size(); ++Index)
	{
		if (!Works[Index].Fit.Positions.empty() && Poses[Index].Verdict != EVerdict::Failed)
		{
			Out.push_back(Index);
		}
	}
	return Out;
}

/** Puts what no scan shows where a rig of all poses takes it, and records how far each pose is from that rig. */
FStatus FillHoles(const FTemplateKit& Kit, std::span<const FScanWork> Works, const FRegistrationOptions& Options,
	std::vector<FRegisteredPose>& Poses, const FBuildContext& Context)
{
	const std::vector<uint32_t> Usable = UsablePoses(Works, Poses);
	if (Usable.size() < 3 || Options.RigRounds == 0)
	{
		return FOk{};
	}
	TResult<FRig> Rig = FitLoopRig(Kit.Model, Works, Usable, Options.RigBones, Context);
	if (!Rig)
	{
		return Rig.GetError();
	}
	ParallelFor(*Context.Executor, Usable.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FRegisteredPose& Pose = Poses[Usable[Index]];
				const FCleanScan& Scan = Works[Usable[Index]].Scan;
				const std::vector<FDouble3> Posed = ReconstructPose(*Rig, Kit.Model.Positions, Index);
				double Sum = 0.0, Count = 0.0;
				for (size_t Vertex = 0; Vertex < Posed.size(); ++Vertex)
				{
					if (Pose.States[Vertex] == EPointState::Observed)
					{
						Sum += (AsVector(Posed[Vertex]) - AsVector(Pose.Positions[Vertex])).squaredNorm();
						Count += 1.0;
					}
				}
				Pose.RigAgreement = 100.0 * std::sqrt(Sum / (std::max)(1.0, Count));
				if (Options.bFillHoles)
				{
					FDetailOptions Detail = DetailOptionsOf(Scan);
					Detail.Prior = Posed;
					Detail.Confidence = Pose.Confidence;
					const std::vector<FDouble3> Start = Pose.Positions;
					FDetailResult Filled = FitDetail(Kit.Model, Scan, Start, Detail, *Context.Executor);
					Pose.Positions = std::move(Filled.Positions);
					Pose.Flips = Filled.Flips;
				}
			}
		});
	return Context.Progress.Report(1.0) ? FStatus(FOk{}) : FStatus(Context.Progress.CanceledError());
}

/** Whether the mirror image of a scan explains itself clearly better: the file has left and right exchanged. */
bool IsMirrored(const FTemplateKit& Kit, const FScanWork& Work, IExecutor& Executor)
{
	FScan Mirrored{Work.Scan.Name, {}, {}};
	for (const FDouble3& P : Work.Scan.Positions)
	{
		Mirrored.Mesh.Positions.push_back({-P.X, P.Y, P.Z});
	}
	for (const FTriangle& T : Work.Scan.Triangles)
	{
		for (const int32_t Vertex : {T[0], T[2], T[1]})
		{
			Mirrored.Mesh.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
		}
		Mirrored.Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mirrored.Mesh.CornerVertices.size()));
	}
	const TResult<FCleanScan> Scan = CleanScan(Mirrored, 1.0, {});
	if (!Scan || Work.Scan.bPoints)
	{
		return false;
	}
	std::vector<FStartPose> Starts;
	for (FPoseHypothesis& Each : SearchPose(Kit.Model, Kit.Pseudo, *Scan, FScanField(*Scan), {}, Executor))
	{
		Starts.push_back(std::move(Each.Positions));
	}
	constexpr double ClearlyBetter = 0.8; // of the score
	return FitScan(Kit, *Scan, Starts, {}, Executor).Score.Total < ClearlyBetter * Work.Fit.Score.Total;
}

/** Confidence, figures and verdicts of all poses. */
std::vector<FRegisteredPose> MeasurePoses(
	const FTemplateKit& Kit, std::span<const FScanWork> Works, const FBuildContext& Context)
{
	std::vector<double> Scores;
	for (const FScanWork& Work : Works)
	{
		if (!Work.Fit.Positions.empty())
		{
			Scores.push_back(Work.Fit.Score.Total);
		}
	}
	std::sort(Scores.begin(), Scores.end());
	std::vector<FRegisteredPose> Poses(Works.size());
	ParallelFor(*Context.Executor, Works.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FRegisteredPose& Pose = Poses[Index];
				const FScanWork& Work = Works[Index];
				Pose.Name = Work.Scan.Name;
				Pose.Sentence = Work.Refusal;
				Pose.Notes = DescribeFindings(Work.Scan);
				if (Work.Fit.Positions.empty())
				{
					continue;
				}
				Pose.Positions = Work.Fit.Positions;
				Pose.Score = Work.Fit.Score.Total;
				Pose.Coverage = Work.Fit.Score.Coverage;
				Pose.Flips = Work.Fit.Flips;
				Pose.Round = Work.Round;
				Pose.Confidence = MeasureConfidence(Kit.Model, Pose.Positions, Work.Scan, *Context.Executor);
				Pose.States = ClassifyPoints(Kit.Model, Pose.Confidence);
				MeasurePose(Kit.Model, Work.Scan, Pose);
				JudgePose(Work.Fit, Scores[Scores.size() / 2], Pose);
				if (Pose.Verdict == EVerdict::Failed && IsMirrored(Kit, Work, *Context.Executor))
				{
					Pose.Sentence = Pose.Name +
						": its mirror image fits the template better. Is left and right exchanged in this file? Export "
						"it "
						"without mirroring, or leave it out.";
				}
			}
		});
	return Poses;
}

/** Figures of the final positions, and their file units. */
void FinishPoses(const FTemplateKit& Kit, std::span<const FScanWork> Works, std::vector<FRegisteredPose>& Poses,
	const FBuildContext& Context)
{
	ParallelFor(*Context.Executor, Poses.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FRegisteredPose& Pose = Poses[Index];
				if (Pose.Positions.empty())
				{
					continue;
				}
				MeasurePose(Kit.Model, Works[Index].Scan, Pose);
				const std::vector<std::pair<uint32_t, uint32_t>> Crossing =
					FindSelfIntersections(Pose.Positions, Kit.Model.Triangles);
				std::vector<std::pair<uint32_t, uint32_t>> New;
				std::set_difference(Crossing.begin(), Crossing.end(), Kit.RestIntersections.begin(),
					Kit.RestIntersections.end(), std::back_inserter(New));
				Pose.SelfIntersections = New.size();
				for (FDouble3& P : Pose.Positions)
				{
					P = {P.X * Kit.Model.Diagonal, P.Y * Kit.Model.Diagonal, P.Z * Kit.Model.Diagonal};
				}
			}
		});
}

FStageFigures FiguresOf(std::span<const FRegisteredPose> Poses, double Seconds)
{
	double Used = 0.0, Doubtful = 0.0, Distance = 0.0, Observed = 0.0, Score = 0.0;
	for (const FRegisteredPose& Pose : Poses)
	{
		if (Pose.bUsed)
		{
			Used += 1.0;
			Doubtful += Pose.Verdict == EVerdict::Doubtful;
			Distance += Pose.TemplateDistance;
			Observed += 100.0 * Pose.Observed;
			Score += Pose.Score;
		}
	}
	const double Share = Used > 0.0 ? 1.0 / Used : 0.0;
	return {"registration", Seconds,
		{{"scans", static_cast<double>(Poses.size()), ""}, {"used", Used, ""}, {"doubtful", Doubtful, ""},
			{"distance to the scan", Share * Distance, "%"}, {"observed area", Share * Observed, "%"},
			{"score", Share * Score, ""}}};
}

} // namespace RegisterScansDetail

TResult<FRegisteredExamples> RegisterScans(
	const FScanSet& Scans, const FTemplate& Template, const FRegistrationOptions& Options, const FBuildContext& Context)
{
	using namespace RegisterScansDetail;
	const FStopwatch Watch;
	if (FStatus Status = CheckOptions(Scans, Options); !Status)
	{
		return Status.GetError();
	}
	TResult<std::unique_ptr<FTemplateKit>> Made = MakeTemplateKit(Template);
	if (!Made)
	{
		return Made.GetError();
	}
	const FTemplateKit& Kit = **Made;
	std::vector<FScanWork> Works;
	FStatus Status =
		PrepareScans(Scans, Template, Kit, Options.ScanScale, Works, Context.Part(0.02, 0.05, "cleaning scans"));
	Status = Status ? SearchAll(Kit, Works, Context.Part(0.05, 0.4, "searching poses")) : Status;
	if (!Status)
	{
		return Status.GetError();
	}
	TResult<size_t> Changed =
		ShareResults(Kit, Works, Scans.bOrdered, Context.Part(0.4, 0.5, "poses that help each other"));
	for (int Round = 1; Changed && Round <= Options.RigRounds; ++Round)
	{
		const double From = 0.5 + 0.4 * (Round - 1) / Options.RigRounds, To = 0.5 + 0.4 * Round / Options.RigRounds;
		Changed = RunRigRound(Kit, Works, Options.RigBones, Round, Context.Part(From, To));
		if (Changed && *Changed == 0)
		{
			break;
		}
	}
	if (!Changed)
	{
		return Changed.GetError();
	}
	FRegisteredExamples Out;
	Out.Poses = MeasurePoses(Kit, Works, Context);
	Status = FillHoles(Kit, Works, Options, Out.Poses, Context.Part(0.9, 0.97, "filling holes"));
	if (!Status)
	{
		return Status.GetError();
	}
	FinishPoses(Kit, Works, Out.Poses, Context);
	Out.Examples.Name = Template.Name;
	Out.Examples.Rest = Template.Mesh;
	CarryColors(Kit.Model, Works, Out.Poses, Out.Examples.Rest);
	for (FRegisteredPose& Pose : Out.Poses)
	{
		Pose.bUsed = !Pose.Positions.empty() && (Pose.Verdict != EVerdict::Failed || Options.bKeepFailed);
		if (Pose.bUsed)
		{
			Out.Examples.Poses.push_back({Pose.Name, Pose.Positions});
		}
	}
	Out.Notes = DescribeUnseen(Kit.Model, Out.Poses);
	Out.Figures.push_back(FiguresOf(Out.Poses, Watch.Seconds()));
	return Out;
}

} // namespace Exemplar
