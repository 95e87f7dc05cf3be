// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Pipeline/BuildCharacter.h"

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
		{"options.keys.tolerance", std::to_string(Options.Finish.KeyTolerance)},
		{"examples.poses", std::to_string(Examples.PoseCount())},
		{"examples.points", std::to_string(Examples.PointCount())}};
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

	TResult<FRigFromMotion> Rig = BuildRigFromMotion(Examples, Options.Rig, Context.Part(0.0, 0.95, "rig"));
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
	TResult<FStageFigures> Finished = FinishCharacter(*Data, Options.Finish, Context.Part(0.96, 1.0, "finish"));
	if (!Finished)
	{
		return Finished.GetError();
	}
	Data->Provenance = ProvenanceOf(Options, Examples, Rig->Rig);
	TResult<FCharacter> Character = FCharacter::FromData(*Data);
	if (!Character)
	{
		return Character.GetError();
	}
	Figures.push_back(std::move(*Finished));
	Figures.push_back({"character", SecondsSince(Start),
		{{"joints", static_cast<double>(Data->Skeleton.JointCount()), ""},
			{"vertices", static_cast<double>(Data->Levels[0].VertexCount()), ""},
			{"size", static_cast<double>(Character->Bytes().size()), "bytes"}}});
	return FBuiltCharacter{std::move(*Rig), std::move(*Data), std::move(*Character), std::move(Figures)};
}

} // namespace Exemplar
