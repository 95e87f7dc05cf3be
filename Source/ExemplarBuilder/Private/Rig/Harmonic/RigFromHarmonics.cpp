// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/RigFromHarmonics.h"

#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/Stopwatch.h"
#include "Rig/Harmonic/Extremities.h"
#include "Rig/Harmonic/FrontDistance.h"
#include "Rig/Harmonic/HarmonicField.h"
#include "Rig/Harmonic/LimbNames.h"
#include "Rig/Harmonic/LimbWeights.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace RigFromHarmonicsDetail
{

constexpr size_t MaxTips = 24;
constexpr double MatchSlack = 0.03; // of the largest distance: how much the distances of tips change with the pose

struct FPose
{
	FHarmonicMesh Mesh;
	FExtremities Ends;
	std::vector<int32_t> Tips;                  // vertices
	std::vector<std::vector<double>> Distances; // from the tips
	std::vector<double> Field;
	std::vector<char> IsHeld;
	size_t CutCycles = 0;
};

/** Meshes to limbs. Steps over poses run in parallel; each writes what belongs to its pose. */
class FHarmonicSteps
{
public:
	FHarmonicSteps(
		std::span<const FPoseMesh> InMeshes, const FHarmonicOptions& InOptions, const FBuildContext& InContext)
		: Meshes(InMeshes)
		, Options(InOptions)
		, Context(InContext)
		, Poses(InMeshes.size())
		, Tubed(InMeshes.size())
		, Matches(InMeshes.size())
	{
	}

	TResult<FHarmonicRig> Run()
	{
		const FStopwatch Watch;
		FStatus Status = ForPoses(0.0, 0.4, "extremities", [&](size_t Pose) { return FindEnds(Pose); });
		Status = Status ? AgreeOnTips() : Status;
		Status = Status ? ForPoses(0.4, 0.6, "distances", [&](size_t Pose) { return MeasureTips(Pose); }) : Status;
		Status = Status ? ChooseSource() : Status;
		Status = Status ? ForPoses(0.6, 0.8, "field", [&](size_t Pose) { return SolveField(Pose); }) : Status;
		if (!Status)
		{
			return Status.GetError();
		}
		Levels = EqualAreaLevels(Poses[0].Mesh, Poses[0].Field, Options.Levels);
		if (Status = ForPoses(0.8, 0.9, "limbs", [&](size_t Pose) { return BuildTubes(Pose); }); !Status)
		{
			return Status.GetError();
		}
		const TResult<FLimbs> Limbs = MatchLimbs(Tubed, Matches, Context);
		if (!Limbs)
		{
			return Limbs.GetError();
		}
		if (Status = CheckLimbs(*Limbs); !Status)
		{
			return Status.GetError();
		}
		return MakeSkeleton(*Limbs, Watch);
	}

private:
	template <typename TBody>
	FStatus ForPoses(double From, double To, std::string_view Stage, const TBody& Body)
	{
		const FBuildContext Part = Context.Part(From, To, Stage);
		if (!Part.Progress.Report(0.0))
		{
			return Part.Progress.CanceledError();
		}
		std::vector<FStatus> Results(Poses.size(), FStatus(FOk{}));
		ParallelFor(*Context.Executor, Poses.size(), 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Pose = Begin; Pose < End; ++Pose)
				{
					Results[Pose] = Body(Pose);
				}
			});
		for (const FStatus& Result : Results)
		{
			if (!Result)
			{
				return Result;
			}
		}
		return FOk{};
	}

	FStatus FindEnds(size_t Pose)
	{
		TResult<FHarmonicMesh> Mesh = MakeHarmonicMesh(Meshes[Pose].Mesh, Meshes[Pose].Name);
		if (!Mesh)
		{
			return Mesh.GetError();
		}
		FPose& Made = Poses[Pose];
		Made.Mesh = std::move(*Mesh);
		Made.Ends = FindExtremities(Made.Mesh, 0.25 * Options.MinPersistence);
		return FOk{};
	}

	/** As many tips as there are above the largest gap in persistence that all poses share. */
	FStatus AgreeOnTips()
	{
		size_t Count = 0;
		double BestRatio = 0.0;
		const auto Persistence = [&](size_t Pose, size_t Tip)
		{ return Tip < Poses[Pose].Ends.Tips.size() ? Poses[Pose].Ends.Tips[Tip].Persistence : 0.0; };
		for (size_t Tips = 2; Tips <= MaxTips; ++Tips)
		{
			double Least = INFINITY, Next = 0.25 * Options.MinPersistence;
			for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
			{
				Least = (std::min)(Least, Persistence(Pose, Tips - 1));
				Next = (std::max)(Next, Persistence(Pose, Tips));
			}
			if (Least >= Options.MinPersistence && Least / Next > BestRatio)
			{
				BestRatio = Least / Next;
				Count = Tips;
			}
		}
		if (Count == 0)
		{
			size_t Worst = 0;
			for (size_t Pose = 1; Pose < Poses.size(); ++Pose)
			{
				Worst = Persistence(Pose, 1) < Persistence(Worst, 1) ? Pose : Worst;
			}
			return FError{EErrorCode::Degenerate,
				Meshes[Worst].Name +
					": the body has fewer than two limbs that are long enough to build a skeleton. Leave "
					"this mesh out, or rig one mesh with --method shape."};
		}
		for (FPose& Pose : Poses)
		{
			for (size_t Tip = 0; Tip < Count; ++Tip)
			{
				Pose.Tips.push_back(Pose.Ends.Tips[Tip].Vertex);
			}
		}
		return FOk{};
	}

	FStatus MeasureTips(size_t Pose)
	{
		for (const int32_t Tip : Poses[Pose].Tips)
		{
			Poses[Pose].Distances.push_back(FrontDistance(Poses[Pose].Mesh, Tip));
		}
		return FOk{};
	}

	FTipDistances DistancesOf(size_t Pose) const
	{
		const FPose& From = Poses[Pose];
		FTipDistances Out{From.Tips.size(), {}};
		for (size_t A = 0; A < Out.Count; ++A)
		{
			for (size_t B = 0; B < Out.Count; ++B)
			{
				Out.Values.push_back(0.5 *
					(From.Distances[A][static_cast<size_t>(From.Tips[B])] +
						From.Distances[B][static_cast<size_t>(From.Tips[A])]));
			}
		}
		return Out;
	}

	void MoveToFront(size_t Pose, size_t Tip)
	{
		std::swap(Poses[Pose].Tips[0], Poses[Pose].Tips[Tip]);
		std::swap(Poses[Pose].Distances[0], Poses[Pose].Distances[Tip]);
	}

	/** The tip nearest to the given vertex; else, of the tips that are their own mirror images, the highest. */
	FStatus ChooseSource()
	{
		const FPose& First = Poses[0];
		size_t Best = 0;
		if (Options.Source >= 0)
		{
			if (static_cast<size_t>(Options.Source) >= Meshes[0].Mesh.Positions.size())
			{
				return FError{EErrorCode::InvalidArgument,
					"The source, vertex " + std::to_string(Options.Source) + ", is not in " + Meshes[0].Name +
						", which has " + std::to_string(Meshes[0].Mesh.Positions.size()) + " vertices."};
			}
			const auto P = AsVector(Meshes[0].Mesh.Positions[static_cast<size_t>(Options.Source)]);
			const auto DistanceTo = [&](size_t Tip)
			{ return (AsVector(First.Mesh.Mesh.Positions[static_cast<size_t>(First.Tips[Tip])]) - P).norm(); };
			for (size_t Tip = 1; Tip < First.Tips.size(); ++Tip)
			{
				Best = DistanceTo(Tip) < DistanceTo(Best) ? Tip : Best;
			}
		}
		else
		{
			const std::vector<int32_t> Mates = FindTipPartners(DistancesOf(0));
			const auto Rank = [&](size_t Tip)
			{
				const bool bMiddle = Mates[Tip] == static_cast<int32_t>(Tip);
				return std::pair(bMiddle, First.Mesh.Mesh.Positions[static_cast<size_t>(First.Tips[Tip])].Y);
			};
			for (size_t Tip = 1; Tip < First.Tips.size(); ++Tip)
			{
				Best = Rank(Tip) > Rank(Best) ? Tip : Best;
			}
		}
		MoveToFront(0, Best);
		const FTipDistances Reference = DistancesOf(0);
		Partners = FindTipPartners(Reference);
		for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
		{
			const std::vector<FTipMatch> Start = MatchTips(Reference, DistancesOf(Pose), 0.0);
			if (Pose > 0)
			{
				MoveToFront(Pose, static_cast<size_t>(Start[0].Tips[0]));
			}
			Matches[Pose] = MatchTips(Reference, DistancesOf(Pose), Pose == 0 ? 0.0 : MatchSlack);
			std::erase_if(Matches[Pose], [](const FTipMatch& Match) { return Match.Tips[0] != 0; });
		}
		return FOk{};
	}

	/** Zero around the source, one around the other tips: every limb has flux, and no branch is an extreme. */
	FStatus SolveField(size_t Pose)
	{
		FPose& From = Poses[Pose];
		std::vector<double> Values(From.Tips.size(), 1.0);
		Values[0] = 0.0;
		FHeldDisks Disks = HoldDisks(From.Mesh, From.Distances, Values, Options.DiskRadius * Poses[0].Ends.Reach);
		From.IsHeld = std::move(Disks.IsHeld);
		TResult<std::vector<double>> Field = SolveHarmonic(From.Mesh, Disks.Weights, Disks.Values);
		if (!Field)
		{
			return Field.GetError();
		}
		From.Field = std::move(*Field);
		return FOk{};
	}

	FStatus BuildTubes(size_t Pose)
	{
		FPose& From = Poses[Pose];
		FTubedPose& Out = Tubed[Pose];
		Out.Name = Meshes[Pose].Name;
		Out.Graph = BuildReebGraph(From.Mesh, From.Field, From.Tips, From.IsHeld, Levels);
		From.CutCycles = CutCycles(Out.Graph);
		if (Out.Graph.LeafCount() != From.Tips.size())
		{
			return FError{EErrorCode::Degenerate,
				Meshes[Pose].Name + ": the surface has " + std::to_string(Out.Graph.LeafCount()) + " ends where " +
					std::to_string(From.Tips.size()) +
					" limbs were found. Look for limbs that are welded together, and separate them."};
		}
		Out.Tubes = MakeTubes(Out.Graph);
		return FOk{};
	}

	FStatus CheckLimbs(const FLimbs& Limbs) const
	{
		if (Limbs.LongestCollapsed > Options.MaxCollapse)
		{
			return FError{EErrorCode::Degenerate,
				Limbs.LongestPose + ": its limbs are connected in another way than those of " + Meshes[0].Name +
					" (a part of " + std::to_string(std::lround(100.0 * Limbs.LongestCollapsed)) +
					" % of the body's length has no match). Look for limbs that are welded together, or leave the "
					"pose out."};
		}
		const bool bEmpty = Limbs.Limbs.empty() || Limbs.Limbs[0].Rings[0].empty() ||
			std::all_of(
				Limbs.Limbs.begin(), Limbs.Limbs.end(), [](const FLimb& Limb) { return Limb.Rings[0].size() < 4; });
		if (bEmpty)
		{
			return FError{EErrorCode::Degenerate,
				"The poses have no limb in common. Are they poses of one character, in one scale?"};
		}
		return FOk{};
	}

	TResult<FHarmonicRig> MakeSkeleton(const FLimbs& Limbs, const FStopwatch& Watch)
	{
		std::vector<FDouble3> TipPositions;
		FHarmonicRig Out;
		for (const int32_t Tip : Poses[0].Tips)
		{
			TipPositions.push_back(Poses[0].Mesh.Mesh.Positions[static_cast<size_t>(Tip)]);
			Out.TipVertices.push_back(Poses[0].Mesh.Vertices[static_cast<size_t>(Tip)]);
		}
		FLimbSkeletonOptions SkeletonOptions;
		SkeletonOptions.JointCost = Options.JointCost;
		TResult<FLimbSkeleton> Skeleton =
			BuildLimbSkeleton(Limbs, TipPositions, SkeletonOptions, Context.Part(0.9, 1.0, "joints"));
		if (!Skeleton)
		{
			return Skeleton.GetError();
		}
		FRigWeights Weights = MakeLimbWeights(Meshes[0].Mesh, Poses[0].Mesh, Poses[0].Field, Limbs, *Skeleton,
			static_cast<size_t>((std::max)(1, Options.MaxInfluences)), Context);
		Out.Rig = std::move(Skeleton->Rig);
		Out.Rig.Weights = std::move(Weights);
		Out.Rig.Names = NameLimbBones(Limbs, *Skeleton, Out.Rig, Partners, TipPositions);
		Out.LimbCount = Limbs.Limbs.size();
		Out.Collapsed = Limbs.LongestCollapsed;
		for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
		{
			Out.CutCycles += Poses[Pose].CutCycles;
			if (Poses[Pose].Mesh.PieceCount > 1)
			{
				Out.Notes.push_back(Meshes[Pose].Name + ": " + std::to_string(Poses[Pose].Mesh.PieceCount) +
					" separate pieces; the skeleton was found on the largest.");
			}
		}
		if (Out.CutCycles > 0)
		{
			Out.Notes.push_back(std::to_string(Out.CutCycles) +
				" loops of the surface were cut where they are widest: a skeleton has none.");
		}
		Out.Rig.Figures.push_back({"harmonics", Watch.Seconds(),
			{{"limbs", static_cast<double>(Out.LimbCount), ""}, {"bones", static_cast<double>(Out.Rig.BoneCount), ""},
				{"ring RMS", Skeleton->RingRms, "%"}, {"skin change before", Skeleton->SkinChangeBefore, "%"},
				{"skin change", Skeleton->SkinChange, "%"}, {"longest collapsed", 100.0 * Out.Collapsed, "%"}}});
		return Out;
	}

	std::span<const FPoseMesh> Meshes;
	const FHarmonicOptions& Options;
	const FBuildContext& Context;
	std::vector<FPose> Poses;
	std::vector<FTubedPose> Tubed;
	std::vector<std::vector<FTipMatch>> Matches; // per pose, its own numbering by the reference's
	std::vector<double> Levels;
	std::vector<int32_t> Partners; // mirror images among the reference's tips
};

} // namespace RigFromHarmonicsDetail

TResult<FHarmonicRig> BuildHarmonicRig(
	std::span<const FPoseMesh> Meshes, const FHarmonicOptions& Options, const FBuildContext& Context)
{
	if (Meshes.size() < 2)
	{
		return FError{EErrorCode::InvalidArgument,
			"A rig from harmonic functions needs at least two meshes of the character, in different poses."};
	}
	if (Options.Levels < 20 || Options.Levels > 2000)
	{
		return FError{EErrorCode::InvalidArgument, "The number of isovalues must be between 20 and 2000."};
	}
	return RigFromHarmonicsDetail::FHarmonicSteps(Meshes, Options, Context).Run();
}

} // namespace Exemplar
