// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BuildCharacter.h"

#include "Pipeline/OptionTable.h"
#include "Pipeline/StageEntry.h"
#include "Rig/BoneTree.h"

#include <chrono>
#include <string>
#include <utility>

namespace Exemplar
{

namespace BuildCharacterDetail
{

/** All options by name, so that the file can be rebuilt, and what was chosen automatically. */
std::vector<TProvenanceEntry<FOwned>> ProvenanceOf(
	const FBuildOptions& Options, const FExampleSet& Examples, const FRig& Built)
{
	std::vector<TProvenanceEntry<FOwned>> Out{{"generator", "Exemplar"},
		{"examples.poses", std::to_string(Examples.PoseCount())},
		{"examples.points", std::to_string(Examples.PointCount())}, {"rig.bones", std::to_string(Built.BoneCount)}};
	for (const FBuildOption& Option : GetOptionTable())
	{
		Out.push_back({"options." + Option.Key, FormatOptionValue(Option.Get(Options))});
	}
	return Out;
}

/** Times the stages and notifies the host. */
class FStages
{
public:
	FStages(const FBuildHost& InHost, std::vector<FStageRun>& InRuns)
		: Host(InHost)
		, Runs(InRuns)
	{
	}

	void Begin(const char* Name)
	{
		Stage = Name;
		Start = std::chrono::steady_clock::now();
	}
	void End(bool bCached = false)
	{
		const double Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
		Runs.push_back({Stage, Seconds, bCached});
		if (Host.StageDone)
		{
			Host.StageDone(Runs.back());
		}
	}

	/** The store's entry for the stage; empty without a store. */
	TAlignedArray<std::byte> Load(const FStageKey& Key) const
	{
		return Host.Store != nullptr ? Host.Store->Load(Stage, Key) : TAlignedArray<std::byte>();
	}
	void Save(const FStageKey& Key, const std::vector<std::byte>& Entry) const
	{
		if (!Entry.empty())
		{
			Host.Store->Save(Stage, Key, Entry);
		}
	}
	bool HasStore() const { return Host.Store != nullptr; }

private:
	const FBuildHost& Host;
	std::vector<FStageRun>& Runs;
	const char* Stage = "";
	std::chrono::steady_clock::time_point Start;
};

TResult<FRigResult> BuildOrLoadRig(const FExampleSet& Examples, const FBuildOptions& Options, const FStageKey& Key,
	FStages& Stages, const FBuildContext& Context)
{
	Stages.Begin("rig");
	if (std::optional<FRigResult> Kept = ReadRigEntry(Key, Stages.Load(Key), Examples))
	{
		Stages.End(true);
		return std::move(*Kept);
	}
	TResult<FRigResult> Rig = BuildRig(Examples, Options.Rig, Context);
	if (Rig)
	{
		if (Stages.HasStore())
		{
			Stages.Save(Key, WriteRigEntry(Key, *Rig));
		}
		Stages.End();
	}
	return Rig;
}

/** The animation-space skin of the finest level, and how it compares with linear blending. */
TResult<FSkinStage> BuildOrLoadSkin(const FExampleSet& Examples, const FRig& Rig, const FBuildOptions& Options,
	const FStageKey& Key, FStages& Stages, const FBuildContext& Context)
{
	Stages.Begin("skin");
	if (std::optional<FSkinStage> Kept = ReadSkinEntry(Key, Stages.Load(Key), Examples, Rig))
	{
		Stages.End(true);
		return std::move(*Kept);
	}
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
	FSkinStage Out{std::move(*Fit), std::move(*Compared)};
	if (Stages.HasStore())
	{
		Stages.Save(Key, WriteSkinEntry(Key, Out));
	}
	Stages.End();
	return Out;
}

void SetSkin(const FRig& Rig, const FSkinFit& Fit, FMeshLevelData& Level)
{
	const std::vector<int32_t> Order = SortParentsFirst(Rig.Parents);
	std::vector<uint16_t> JointOfBone(Rig.BoneCount);
	for (size_t Joint = 0; Joint < Order.size(); ++Joint)
	{
		JointOfBone[static_cast<size_t>(Order[Joint])] = static_cast<uint16_t>(Joint);
	}
	Level.Skin = SkinOfPoints(Fit.Points, Level.PointOfCorner, JointOfBone);
}

TResult<FBuiltLevels> BuildOrLoadLevels(const FBuildOptions& Options, const FStageKey& Key, FCharacterData& Data,
	FStages& Stages, const FBuildContext& Context)
{
	Stages.Begin("levels");
	if (std::optional<FLevelStage> Kept = ReadLevelEntry(Key, Stages.Load(Key), Data))
	{
		Data = std::move(Kept->Character);
		Stages.End(true);
		return std::move(Kept->Levels);
	}
	TResult<FBuiltLevels> Built = BuildLevels(Data, Options.Levels, Context);
	if (Built)
	{
		if (Stages.HasStore())
		{
			Stages.Save(Key, WriteLevelEntry(Key, Data, *Built));
		}
		Stages.End();
	}
	return Built;
}

} // namespace BuildCharacterDetail

TResult<FBuiltCharacter> BuildCharacter(
	const FExampleSet& Examples, const FBuildOptions& Options, const FBuildContext& Context, const FBuildHost& Host)
{
	using namespace BuildCharacterDetail;
	std::vector<FStageFigures> Figures;
	std::vector<FStageRun> Runs;
	FStages Stages(Host, Runs);
	FStageKey Key = Stages.HasStore() ? MakeExamplesKey(Examples, Context.Seed, Host.Code) : FStageKey{};
	Figures.push_back({"examples", 0.0,
		{{"poses", static_cast<double>(Examples.PoseCount()), ""},
			{"points", static_cast<double>(Examples.PointCount()), ""},
			{"triangles", static_cast<double>(Examples.Rest.Triangles.size()), ""},
			{"problem types", static_cast<double>(Examples.Problems.size()), ""}}});

	Key = MakeStageKey("rig", Options, Key);
	TResult<FRigResult> Rig = BuildOrLoadRig(Examples, Options, Key, Stages, Context.Part(0.0, 0.8, "rig"));
	if (!Rig)
	{
		return Rig.GetError();
	}
	Figures.insert(Figures.end(), Rig->Rig.Figures.begin(), Rig->Rig.Figures.end());
	TResult<FCharacterData> Data = BuildRigCharacter(Examples, Rig->Rig, Options.Character);
	if (!Data)
	{
		return Data.GetError();
	}
	std::optional<FSkinFit> Skin;
	std::optional<FSkinComparison> Comparison;
	Key = MakeStageKey("skin", Options, Key);
	if (Options.HasAnimationSpace() && Examples.PoseCount() > 0)
	{
		TResult<FSkinStage> Fitted =
			BuildOrLoadSkin(Examples, Rig->Rig, Options, Key, Stages, Context.Part(0.8, 0.9, "skin"));
		if (!Fitted)
		{
			return Fitted.GetError();
		}
		SetSkin(Rig->Rig, Fitted->Fit, Data->Levels[0]);
		Figures.push_back(Fitted->Fit.Figures);
		Skin = std::move(Fitted->Fit);
		Comparison = std::move(Fitted->Comparison);
	}
	std::optional<FBuiltLevels> Levels;
	Key = MakeStageKey("levels", Options, Key);
	if (Options.HasLevels())
	{
		TResult<FBuiltLevels> Built = BuildOrLoadLevels(Options, Key, *Data, Stages, Context.Part(0.9, 0.96, "levels"));
		if (!Built)
		{
			return Built.GetError();
		}
		Figures.push_back(Built->Figures);
		Levels = std::move(*Built);
	}
	Stages.Begin("finish");
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
	Stages.End();
	Figures.push_back(std::move(*Finished));
	Figures.push_back({"character", 0.0,
		{{"joints", static_cast<double>(Data->Skeleton.JointCount()), ""},
			{"vertices", static_cast<double>(Data->Levels[0].VertexCount()), ""},
			{"size", static_cast<double>(Character->Bytes().size()), "bytes"}}});
	return FBuiltCharacter{std::move(*Rig), std::move(Skin), std::move(Comparison), std::move(Levels), std::move(*Data),
		std::move(*Character), std::move(Figures), std::move(Runs)};
}

} // namespace Exemplar
