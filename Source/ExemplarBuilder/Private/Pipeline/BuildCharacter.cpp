// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Pipeline/BuildCharacter.h"

#include "Rig/BoneTree.h"

#include <chrono>
#include <string>
#include <utility>

namespace Exemplar
{

namespace BuildCharacterDetail
{

double SecondsSince(std::chrono::steady_clock::time_point Start)
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
}

/** Options that shape the rig, as text: whoever finds the file can make it again. */
std::vector<TProvenanceEntry<FOwned>> ProvenanceOf(
	const FBuildOptions& Options, const FExampleSet& Examples, const FRig& Built)
{
	const FRigFromMotionOptions& Rig = Options.Rig;
	const auto Flag = [](bool bValue) { return std::string(bValue ? "yes" : "no"); };
	return {{"generator", "Exemplar"}, {"options.rig.bones", std::to_string(Built.BoneCount)},
		{"options.rig.influences", std::to_string(Rig.Refine.MaxInfluences)},
		{"options.rig.refined", Flag(Rig.bRefine)}, {"options.rig.affine", Flag(Rig.Refine.bAffineBones)},
		{"options.rig.symmetric", Flag(Rig.bSymmetric)}, {"options.rig.connected", Flag(Rig.bConnected)},
		{"options.skin.animation_space", Flag(Options.bAnimationSpace)},
		{"options.keys.tolerance", std::to_string(Options.Finish.KeyTolerance)},
		{"examples.poses", std::to_string(Examples.PoseCount())},
		{"examples.points", std::to_string(Examples.PointCount())}};
}

/** The animation-space skin of the finest level, and how it compares with linear blending. */
FStatus BuildSkin(const FExampleSet& Examples, const FRig& Rig, const FBuildOptions& Options, FCharacterData& Data,
	std::optional<FSkinFit>& Skin, std::optional<FSkinComparison>& Comparison, const FBuildContext& Context)
{
	FSkinFitOptions SkinOptions = Options.Skin;
	SkinOptions.MaxInfluences = Options.Rig.Refine.MaxInfluences;
	TResult<FSkinFit> Fit = FitSkin(Examples, Rig, SkinOptions, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	TResult<FSkinComparison> Compared = CompareSkins(Examples, Rig, Fit->Points);
	if (!Compared)
	{
		return Compared.GetError();
	}
	const std::vector<int32_t> Order = SortParentsFirst(Rig.Parents);
	std::vector<uint16_t> JointOfBone(Rig.BoneCount);
	for (size_t Joint = 0; Joint < Order.size(); ++Joint)
	{
		JointOfBone[static_cast<size_t>(Order[Joint])] = static_cast<uint16_t>(Joint);
	}
	Data.Levels[0].Skin = SkinOfPoints(Fit->Points, Data.Levels[0].PointOfCorner, JointOfBone);
	Skin = std::move(*Fit);
	Comparison = std::move(*Compared);
	return FOk{};
}

} // namespace BuildCharacterDetail

TResult<FBuiltCharacter> BuildCharacter(
	const FExampleSet& Examples, const FBuildOptions& Options, const FBuildContext& Context)
{
	using namespace BuildCharacterDetail;
	std::vector<FStageFigures> Figures;
	Figures.push_back({"examples", 0.0,
		{{"poses", static_cast<double>(Examples.PoseCount()), ""},
			{"points", static_cast<double>(Examples.PointCount()), ""},
			{"triangles", static_cast<double>(Examples.Rest.Triangles.size()), ""},
			{"kinds of problems", static_cast<double>(Examples.Problems.size()), ""}}});

	TResult<FRigFromMotion> Rig = BuildRigFromMotion(Examples, Options.Rig, Context.Part(0.0, 0.8, "rig"));
	if (!Rig)
	{
		return Rig.GetError();
	}
	Figures.insert(Figures.end(), Rig->Rig.Figures.begin(), Rig->Rig.Figures.end());

	const auto Start = std::chrono::steady_clock::now();
	TResult<FCharacterData> Data = BuildRigCharacter(Examples, Rig->Rig, Options.Character);
	if (!Data)
	{
		return Data.GetError();
	}
	const double RigSeconds = SecondsSince(Start);
	std::optional<FSkinFit> Skin;
	std::optional<FSkinComparison> Comparison;
	// Affine bones are for comparisons: the character's own bones are rigid, and a skin fitted to others misleads.
	if (Options.bAnimationSpace && Examples.PoseCount() > 0 && !Options.Rig.Refine.bAffineBones)
	{
		if (FStatus Skinned = BuildSkin(
				Examples, Rig->Rig, Options, *Data, Skin, Comparison, Context.Part(0.8, 0.9, "animation space"));
			!Skinned)
		{
			return Skinned.GetError();
		}
		Figures.push_back(Skin->Figures);
	}
	std::optional<FBuiltLevels> Levels;
	if (Options.bLevels)
	{
		TResult<FBuiltLevels> Built = BuildLevels(*Data, Options.Levels, Context.Part(0.9, 0.96, "levels"));
		if (!Built)
		{
			return Built.GetError();
		}
		Figures.push_back(Built->Figures);
		Levels = std::move(*Built);
	}
	TResult<FStageFigures> Finished = FinishCharacter(*Data, Options.Finish, Context.Part(0.96, 1.0, "finish"));
	if (!Finished)
	{
		return Finished.GetError();
	}
	const auto WriteStart = std::chrono::steady_clock::now();
	Data->Provenance = ProvenanceOf(Options, Examples, Rig->Rig);
	TResult<FCharacter> Character = FCharacter::FromData(*Data);
	if (!Character)
	{
		return Character.GetError();
	}
	Figures.push_back(std::move(*Finished));
	Figures.push_back({"character", RigSeconds + SecondsSince(WriteStart),
		{{"joints", static_cast<double>(Data->Skeleton.JointCount()), ""},
			{"vertices", static_cast<double>(Data->Levels[0].VertexCount()), ""},
			{"size", static_cast<double>(Character->Bytes().size()), "bytes"}}});
	return FBuiltCharacter{std::move(*Rig), std::move(Skin), std::move(Comparison), std::move(Levels), std::move(*Data),
		std::move(*Character), std::move(Figures)};
}

} // namespace Exemplar
