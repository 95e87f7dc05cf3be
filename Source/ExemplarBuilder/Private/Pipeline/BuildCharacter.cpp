// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BuildCharacter.h"

#include "Character/CharacterViews.h"
#include "Clips/ClipCurves.h"
#include "Geometry/Measures.h"
#include "Model/Stopwatch.h"
#include "Model/WeightRows.h"
#include "Pipeline/ExampleProxy.h"
#include "Pipeline/OperatorWeights.h"
#include "Pipeline/OptionTable.h"
#include "Pipeline/StageEntry.h"
#include "Pose/ClipSampling.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace Exemplar
{

namespace BuildCharacterDetail
{

/** All options by name, so that the file can be rebuilt, and what was chosen automatically. */
std::vector<TProvenanceEntry<FOwned>> ProvenanceOf(
	const FBuildOptions& Options, const FExampleSet& Examples, const FRigResult& Built)
{
	std::vector<TProvenanceEntry<FOwned>> Out{{"generator", "Exemplar"},
		{"examples.poses", std::to_string(Examples.PoseCount())},
		{"examples.points", std::to_string(Examples.PointCount())}, {"rig.bones", std::to_string(Built.Rig.BoneCount)},
		{"rig.from", Built.Method}};
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
	TResult<FRigResult> Rig = Options.RigProxy > 0.0 ? BuildRigOnProxy(Examples, Options.Rig, Options.RigProxy, Context)
													 : BuildRig(Examples, Options.Rig, Context);
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
	SkinOptions.bMotions = SkinOptions.bMotions && !Options.Rig.Refine.bAffineBones && !Options.Rig.bConnected;
	TResult<FSkinResult> Fit = FitSkin(Examples, Rig, SkinOptions, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	TResult<FSkinComparison> Compared = CompareSkins(Examples, MovedRig(Rig, *Fit), Fit->Skin.Points);
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

TResult<FLevels> BuildOrLoadLevels(const FCharacterParts& Parts, const FBuildOptions& Options, const FStageKey& Key,
	FStages& Stages, const FBuildContext& Context)
{
	Stages.Begin("levels");
	if (std::optional<FLevels> Kept = ReadLevelsEntry(Key, Stages.Load(Key), Parts))
	{
		Stages.End(true);
		return std::move(*Kept);
	}
	TResult<FLevels> Levels = BuildLevels(Parts.Surface, Parts.Skin, Parts.Animation, Options.Levels, Context);
	if (Levels)
	{
		if (Stages.HasStore())
		{
			Stages.Save(Key, WriteLevelsEntry(Key, *Levels));
		}
		Stages.End();
	}
	return Levels;
}

/** Charts and UVs for a surface that is to have them. Coarser levels have the UVs of the surface before, so they go. */
FStatus AddAtlas(const FBuildOptions& Options, FCharacterParts& Parts, std::optional<FAtlas>& Out,
	std::vector<FStageFigures>& Figures, FStages& Stages, const FBuildContext& Context)
{
	const bool bWanted = Options.Atlas.Use == EAtlasUse::Always ||
		(Options.Atlas.Use == EAtlasUse::Missing && Parts.Surface.UVs.empty());
	if (!bWanted)
	{
		return FOk{};
	}
	Stages.Begin("atlas");
	TResult<FAtlas> Atlas = BuildAtlas(Parts.Surface, Parts.Skin, Parts.Animation, Options.Atlas, Context);
	if (!Atlas)
	{
		return Atlas.GetError();
	}
	Parts.Surface = ApplyAtlas(Parts.Surface, *Atlas, Parts.Skin.Rest);
	Parts.Levels = {};
	Parts.Maps = {};
	std::vector<FShapeDeltas>& Deltas = Parts.Correctives.Levels;
	Deltas.resize((std::min)(Deltas.size(), size_t{1}));
	Stages.End();
	Figures.push_back(Atlas->Figures);
	Out = std::move(*Atlas);
	return FOk{};
}

/** Maps of the levels as they are drawn: they need what Bake made. */
FStatus AddMaps(const FMapOptions& Options, FCharacter& Character, FCharacterParts& Parts,
	std::vector<FStageFigures>& Figures, FStages& Stages, const FBuildContext& Context)
{
	Stages.Begin("maps");
	TResult<FMadeMaps> Made = BakeMaps(Character, Options, Context);
	if (!Made)
	{
		return Made.GetError();
	}
	Parts.Maps = Made->Maps;
	TResult<FCharacter> With = ReplaceMaps(Character, std::move(Made->Maps));
	if (!With)
	{
		return With.GetError();
	}
	Character = std::move(*With);
	Stages.End();
	Figures.push_back(std::move(Made->Figures));
	return FOk{};
}

/** Atlas, levels, Bake and maps for parts that lack them. Key is that of the stage before. */
TResult<FCharacter> Finish(const FBuildOptions& Options, FStageKey Key, FCharacterParts& Parts,
	const FCorrectedCharacter* Corrected, std::optional<FAtlas>& Atlas, std::vector<FStageFigures>& Figures,
	FStages& Stages, const FBuildContext& Context)
{
	if (FStatus Added = AddAtlas(Options, Parts, Atlas, Figures, Stages, Context.Part(0.0, 0.2, "atlas")); !Added)
	{
		return Added.GetError();
	}
	Key = Atlas ? MakeStageKey("atlas", Options, Key) : Key;
	if (Options.HasLevels())
	{
		TResult<FLevels> Levels = BuildOrLoadLevels(
			Parts, Options, MakeStageKey("levels", Options, Key), Stages, Context.Part(0.2, 0.7, "levels"));
		if (!Levels)
		{
			return Levels.GetError();
		}
		Figures.push_back(Levels->Figures);
		Parts.Levels = std::move(*Levels);
		Parts.Maps = {};
		std::vector<FShapeDeltas>& Deltas = Parts.Correctives.Levels;
		Deltas.resize((std::min)(Deltas.size(), size_t{1}));
		if (!Deltas.empty())
		{
			std::vector<FShapeDeltas> Carried = CarryCorrectives(Deltas[0], Parts.Surface, Parts.Levels);
			Deltas.insert(Deltas.end(), Carried.begin(), Carried.end());
		}
		if (Corrected != nullptr && !Deltas.empty())
		{
			if (FStatus Fitted = CorrectLevels(*Corrected, Options.Correctives, Parts, Context.Part(0.7, 0.7)); !Fitted)
			{
				return Fitted.GetError();
			}
		}
	}
	Stages.Begin("bake");
	TResult<FBakedCharacter> Baked = Bake(Parts, Options.Bake, Context.Part(0.7, 0.9, "bake"));
	if (!Baked)
	{
		return Baked.GetError();
	}
	Stages.End();
	Figures.push_back(std::move(Baked->Figures));
	if (!Options.Maps.IsEmpty())
	{
		if (FStatus Added =
				AddMaps(Options.Maps, Baked->Character, Parts, Figures, Stages, Context.Part(0.9, 1.0, "maps"));
			!Added)
		{
			return Added.GetError();
		}
	}
	const FCharacterView& View = Baked->Character.View();
	Figures.push_back({"character", 0.0,
		{{"joints", static_cast<double>(View.Skeleton.JointCount()), ""},
			{"vertices", static_cast<double>(View.Levels.empty() ? 0 : View.Levels[0].VertexCount()), ""},
			{"size", static_cast<double>(Baked->Character.Bytes().size()), "bytes"}}});
	return std::move(Baked->Character);
}

/** The weights fitted again under the operator that the character is drawn with. */
FStatus FitToOperator(const FExampleSet& Examples, const FBuildOptions& Options, FCharacterParts& Parts,
	std::vector<FStageFigures>& Figures, const FBuildContext& Context)
{
	const ESkinOperator Operator =
		Options.PreferredOperator > 0 ? static_cast<ESkinOperator>(Options.PreferredOperator - 1) : ESkinOperator{};
	if (!CanFitWeights(Operator) || Examples.PoseCount() == 0 || Options.Rig.Refine.bAffineBones)
	{
		return FOk{};
	}
	const FStopwatch Watch;
	FSkeletonView Skeleton;
	Skeleton.Parents = Parts.Animation.Skeleton.Parents;
	Skeleton.RestLocal = Parts.Animation.Skeleton.RestLocal;
	std::vector<std::vector<FBoneTransform>> Poses;
	for (uint32_t Frame = 0; Frame < Examples.PoseCount(); ++Frame)
	{
		Poses.push_back(SampleFrame(Skeleton, ViewOf(Parts.Animation.Clips[0]), static_cast<float>(Frame)));
	}
	TResult<FOperatorFit> Fit = FitOperatorWeights(Parts, Examples, Poses, Operator, Context);
	if (!Fit)
	{
		return Fit.GetError();
	}
	Parts.Skin.Weights = RoundWeights(Fit->Weights);
	if (!Parts.Skin.bAnimationSpace)
	{
		Parts.Skin = MakeBlendSkin(Parts.Skin.Rest, Parts.Skin.Weights);
	}
	Figures.push_back({"operator", Watch.Seconds(),
		{{"vertex RMS before", Fit->RmsBefore, "%"}, {"vertex RMS", Fit->Rms, "%"},
			{"vertex max before", Fit->MaxBefore, "%"}, {"vertex max", Fit->Max, "%"}}});
	return FOk{};
}

/** The rig as later stages see it, and what plays on it. */
FStatus AnimateRig(const FExampleSet& Examples, const FBuildOptions& Options, FRig& Rig, FAnimation& Animation)
{
	TResult<FAnimation> Made = MakeAnimation(Rig, BoxDiagonal(Examples.Rest.Positions), Options.Clip);
	if (!Made)
	{
		return Made.GetError();
	}
	Animation = std::move(*Made);
	if (!Animation.Clips.empty())
	{
		SetExampleCurves(Examples.Source.Poses, Animation.Clips[0]);
	}
	if (!Options.Rig.Refine.bAffineBones) // those are for comparisons: they are measured as they are
	{
		TResult<FRig> Rounded = RoundRig(Rig, Animation);
		if (!Rounded)
		{
			return Rounded.GetError();
		}
		Rig = std::move(*Rounded);
	}
	return FOk{};
}

/** Motions and errors as the character plays them after keys were removed: figures are those of the file. */
FStatus MeasureReduced(const FExampleSet& Examples, const FCharacter& Character, const std::optional<FSkinResult>& Skin,
	FRig& Rig, std::optional<FSkinComparison>& Comparison)
{
	FCharacterData Data = Character.ToData();
	TResult<FRig> Played = RoundRig(Rig, {std::move(Data.Skeleton), std::move(Data.Clips)});
	if (!Played)
	{
		return Played.GetError();
	}
	Rig = std::move(*Played);
	if (Comparison)
	{
		TResult<FSkinComparison> Compared = CompareSkins(Examples, Rig, Skin->Skin.Points);
		if (!Compared)
		{
			return Compared.GetError();
		}
		Comparison = std::move(*Compared);
	}
	return FOk{};
}

} // namespace BuildCharacterDetail

TResult<FBuiltCharacter> BuildCharacter(
	const FExampleSet& Examples, const FBuildOptions& Options, const FBuildContext& Context, const FBuildHost& Host)
{
	using namespace BuildCharacterDetail;
	std::vector<FStageRun> Runs;
	FStages Stages(Host, Runs);
	FStageKey Key = Stages.HasStore() ? MakeExamplesKey(Examples, Context.Seed, Host.Code) : FStageKey{};
	std::vector<FStageFigures> Figures{{"examples", 0.0,
		{{"poses", static_cast<double>(Examples.PoseCount()), ""},
			{"points", static_cast<double>(Examples.PointCount()), ""},
			{"triangles", static_cast<double>(Examples.Rest.Triangles.size()), ""},
			{"problem types", static_cast<double>(Examples.Problems.size()), ""}}}};

	Key = MakeStageKey("rig", Options, Key);
	TResult<FRigResult> Rig = BuildOrLoadRig(Examples, Options, Key, Stages, Context.Part(0.0, 0.8, "rig"));
	if (!Rig)
	{
		return Rig.GetError();
	}
	FAnimation Animation;
	if (FStatus Animated = AnimateRig(Examples, Options, Rig->Rig, Animation); !Animated)
	{
		return Animated.GetError();
	}
	const FRig& Bones = Rig->Rig;
	Figures.insert(Figures.end(), Bones.Figures.begin(), Bones.Figures.end());

	std::optional<FSkinResult> Skin;
	std::optional<FSkinComparison> Comparison;
	Key = MakeStageKey("skin", Options, Key);
	if (Options.HasAnimationSpace() && Examples.PoseCount() > 0)
	{
		TResult<FSkinStage> Fitted =
			BuildOrLoadSkin(Examples, Bones, Options, Key, Stages, Context.Part(0.8, 0.9, "skin"));
		if (!Fitted)
		{
			return Fitted.GetError();
		}
		Figures.push_back(Fitted->Fit.Figures);
		Skin = std::move(Fitted->Fit);
		Comparison = std::move(Fitted->Comparison);
		if (!Skin->Motions.empty())
		{
			// The clip plays what the skin was fitted with.
			Rig->Rig = MovedRig(Rig->Rig, *Skin);
			if (FStatus Animated = AnimateRig(Examples, Options, Rig->Rig, Animation); !Animated)
			{
				return Animated.GetError();
			}
		}
	}
	FCharacterParts Parts =
		MakeParts(Examples, Skin ? Skin->Skin : MakeBlendSkin(RestOf(Examples, Bones), Bones.Weights));
	Parts.Animation = std::move(Animation);
	Parts.PreferredOperator = Options.PreferredOperator;
	if (FStatus Fitted = FitToOperator(Examples, Options, Parts, Figures, Context.Part(0.88, 0.9, "operator")); !Fitted)
	{
		return Fitted.GetError();
	}
	std::optional<FCorrectedCharacter> Corrected;
	if (Options.Correctives.bMake)
	{
		Stages.Begin("correctives");
		TResult<FCorrectedCharacter> Made =
			CorrectCharacter(Examples, Options.Correctives, Parts, Context.Part(0.9, 0.95, "correctives"));
		if (!Made)
		{
			return Made.GetError();
		}
		Stages.End();
		Key = MakeStageKey("correctives", Options, Key); // helper joints change what levels are made of
		Figures.push_back(Made->Figures);
		Corrected = std::move(*Made);
	}
	Parts.Provenance = ProvenanceOf(Options, Examples, *Rig);
	std::optional<FAtlas> Atlas;
	TResult<FCharacter> Character =
		Finish(Options, Key, Parts, Corrected ? &*Corrected : nullptr, Atlas, Figures, Stages, Context.Part(0.95, 1.0));
	if (!Character)
	{
		return Character.GetError();
	}
	const bool bHelpers = Corrected && Corrected->HelperCount > 0;
	if (Options.Bake.KeyTolerance > 0.0 && Examples.PoseCount() > 0 && !Options.Rig.Refine.bAffineBones && !bHelpers)
	{
		if (FStatus Measured = MeasureReduced(Examples, *Character, Skin, Rig->Rig, Comparison); !Measured)
		{
			return Measured.GetError();
		}
	}
	return FBuiltCharacter{std::move(*Rig), std::move(Skin), std::move(Comparison), std::move(Corrected),
		std::move(Parts), std::move(Atlas), Options.HasLevels(), std::move(*Character), std::move(Figures),
		std::move(Runs)};
}

TResult<FBuiltCharacter> BuildFromParts(
	FCharacterParts Parts, const FBuildOptions& Options, const FBuildContext& Context, const FBuildHost& Host)
{
	using namespace BuildCharacterDetail;
	std::vector<FStageRun> Runs;
	std::vector<FStageFigures> Figures;
	const FBuildHost NoStore{nullptr, {}, Host.StageDone}; // parts have no key to keep results under
	FStages Stages(NoStore, Runs);
	std::optional<FAtlas> Atlas;
	TResult<FCharacter> Character = Finish(Options, {}, Parts, nullptr, Atlas, Figures, Stages, Context);
	if (!Character)
	{
		return Character.GetError();
	}
	return FBuiltCharacter{{}, {}, {}, {}, std::move(Parts), std::move(Atlas), Options.HasLevels(),
		std::move(*Character), std::move(Figures), std::move(Runs)};
}

} // namespace Exemplar
