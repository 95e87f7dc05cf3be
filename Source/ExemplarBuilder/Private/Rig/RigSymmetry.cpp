// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/RigSymmetry.h"

#include "Fit/RigExchange.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/IdleBones.h"
#include "Rig/RigWeightFit.h"
#include "Rig/Symmetry.h"

#include <limits>

namespace Exemplar
{

namespace RigSymmetryDetail
{

class FFreeRig : public IRigSymmetry
{
public:
	explicit FFreeRig(const FExampleSet& InExamples)
		: Given(InExamples)
	{
	}

	const FExampleSet& Examples() const override { return Given; }

	FStatus FinishClusters(FFaceClusters&, const FBuildContext&) override { return FOk{}; }

	FStatus FitBones(const FRefineOptions& Refine, bool bRefine, FRig& Rig, const FBuildContext& Context) override
	{
		if (bRefine)
		{
			TResult<FRig> Refined = RefineRig(Given, std::move(Rig), Refine, Context.Part(0.15, 0.85, "refinement"));
			if (!Refined)
			{
				return Refined.GetError();
			}
			Rig = std::move(*Refined);
			return FOk{};
		}
		return FitWeightsInOnePass(Given, Refine, Rig, Context.Part(0.15, 0.3, "weights"));
	}

	void FinishBones(FRig&) override {}
	void EmployBones(FRig& Rig) override { ReassignIdleBones(Given, Rig); }
	FBoneTreeOptions FinishTreeOptions(FBoneTreeOptions Options) const override { return Options; }
	void FinishRig(bool, FRig&) override {}
	std::vector<uint16_t> MirrorImages() const override { return {}; }

private:
	const FExampleSet& Given;
};

/** Works on the examples together with their mirror images: what one side did, the other side does as well. */
class FSymmetricRig : public IRigSymmetry
{
public:
	FSymmetricRig(const FExampleSet& Given, FMirror InMirror, size_t InInfluenceCap)
		: Mirror(std::move(InMirror))
		, Both(AddMirroredPoses(Given, Mirror))
		, PoseCount(Given.PoseCount())
		, InfluenceCap(InInfluenceCap)
	{
	}

	const FExampleSet& Examples() const override { return Both; }

	FStatus FinishClusters(FFaceClusters& Clusters, const FBuildContext& Context) override
	{
		TResult<FSymmetricClusters> Symmetric = SymmetrizeClusters(Both.Rest, Mirror, Clusters);
		if (!Symmetric)
		{
			return Symmetric.GetError();
		}
		Clusters.Labels = std::move(Symmetric->Labels);
		Pairs = std::move(Symmetric->Pairs);
		FitClusterMotions(Both, Clusters, Context);
		return FOk{};
	}

	FStatus FitBones(const FRefineOptions& Refine, bool bRefine, FRig& Rig, const FBuildContext& Context) override
	{
		if (FStatus Status = FitWeightsInOnePass(Both, Refine, Rig, Context.Part(0.15, 0.3, "weights")); !Status)
		{
			return Status;
		}
		if (bRefine)
		{
			return RefineSymmetrically(Refine, Rig, Context.Part(0.3, 0.85, "refinement"));
		}
		SymmetrizeWeights(Mirror, Pairs, InfluenceCap, Rig);
		return FOk{};
	}

	void FinishBones(FRig& Rig) override
	{
		Pairs = PairBones(Both.Rest, Mirror, Rig.Weights, Rig.BoneCount);
		SymmetrizeWeights(Mirror, Pairs, InfluenceCap, Rig);
	}

	void EmployBones(FRig& Rig) override
	{
		if (HasIdleBones(Rig))
		{
			EmployIdleBones(Both.Rest, Mirror, Pairs, Rig);
			SymmetrizeWeights(Mirror, Pairs, InfluenceCap, Rig);
		}
	}

	FBoneTreeOptions FinishTreeOptions(FBoneTreeOptions Options) const override
	{
		Options.MirrorImages = Pairs;
		return Options;
	}

	void FinishRig(bool bNewWeights, FRig& Rig) override
	{
		if (bNewWeights)
		{
			SymmetrizeWeights(Mirror, Pairs, InfluenceCap, Rig);
		}
		SymmetrizeJoints(Mirror, Pairs, Rig);
		DropMirroredPoses(Rig);
		size_t OnPlane = 0;
		for (size_t Bone = 0; Bone < Pairs.size(); ++Bone)
		{
			OnPlane += Pairs[Bone] == Bone;
		}
		Rig.Figures.push_back({"symmetry", 0.0,
			{{"mirror error", Mirror.Error, "%"}, {"bones on the plane", static_cast<double>(OnPlane), ""}}});
	}

	std::vector<uint16_t> MirrorImages() const override { return Pairs; }

private:
	/**
	 * The bones of a symmetric rig are its clusters: a search for better bones would find different ones on each side.
	 * Refinement can still break the symmetry (two bones on the plane become a left and a right one). Therefore bones
	 * are paired again, and the best of three rigs is taken: refined with new pairs, refined with old pairs, unrefined.
	 */
	FStatus RefineSymmetrically(const FRefineOptions& Options, FRig& Rig, const FBuildContext& Context)
	{
		FRefineOptions Refine = Options;
		Refine.bKeepBones = true;
		TResult<FRig> Refined = RefineRig(Both, Rig, Refine, Context);
		if (!Refined)
		{
			return Refined.GetError();
		}
		const std::vector<uint16_t> Old = Pairs;
		Rig.Figures = Refined->Figures;
		FRig Best;
		double Least = std::numeric_limits<double>::infinity();
		const auto Compete = [&](FRig Candidate, const std::vector<uint16_t>& CandidatePairs)
		{
			SymmetrizeWeights(Mirror, CandidatePairs, static_cast<size_t>(Options.MaxInfluences), Candidate);
			RefitMotions(Both, Options.bAffineBones, Candidate, Context);
			const TResult<FErrorMeasures> Error = MeasureRig(Both, Candidate);
			if (Error && Error->VertexRms < Least)
			{
				Least = Error->VertexRms;
				Best = std::move(Candidate);
				Pairs = CandidatePairs;
			}
		};
		Compete(*Refined, PairBones(Both.Rest, Mirror, Refined->Weights, Refined->BoneCount));
		Compete(std::move(*Refined), Old);
		Compete(std::move(Rig), Old);
		Rig = std::move(Best);
		return FOk{};
	}

	void DropMirroredPoses(FRig& Rig) const
	{
		std::vector<FAffine3d> Kept;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			for (size_t Pose = 0; Pose < PoseCount; ++Pose)
			{
				Kept.push_back(Rig.Transform(Bone, Pose));
			}
		}
		Rig.Transforms = std::move(Kept);
		Rig.PoseCount = PoseCount;
	}

	FMirror Mirror;
	FExampleSet Both;
	size_t PoseCount; // of the examples without their mirror images
	size_t InfluenceCap;
	std::vector<uint16_t> Pairs; // the mirror image of each bone
};

} // namespace RigSymmetryDetail

TResult<std::unique_ptr<IRigSymmetry>> MakeRigSymmetry(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context)
{
	using namespace RigSymmetryDetail;
	if (!Options.bSymmetric)
	{
		return std::unique_ptr<IRigSymmetry>(std::make_unique<FFreeRig>(Examples));
	}
	TResult<FMirror> Mirror = FindMirror(Examples.Rest, Options.SymmetryTolerance, Context.Part(0.0, 0.05, "symmetry"));
	if (!Mirror)
	{
		return Mirror.GetError();
	}
	const size_t InfluenceCap = static_cast<size_t>((std::max)(1, Options.Refine.MaxInfluences));
	return std::unique_ptr<IRigSymmetry>(std::make_unique<FSymmetricRig>(Examples, std::move(*Mirror), InfluenceCap));
}

} // namespace Exemplar
