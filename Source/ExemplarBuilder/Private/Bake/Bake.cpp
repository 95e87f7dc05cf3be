// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/Bake.h"

#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Embedding.h"
#include "Bake/BakeCorrectives.h"
#include "Bake/BakeLevel.h"
#include "Bake/CullingSphere.h"
#include "Bake/RotationCenters.h"
#include "Bake/SkinGauge.h"
#include "Bake/SkinTangents.h"
#include "Clips/KeyReduction.h"
#include "Pose/RestPose.h"

#include <algorithm>
#include <chrono>

namespace Exemplar
{

namespace BakeDetail
{

FStatus CheckParts(const FCharacterParts& Parts)
{
	const size_t Points = Parts.Skin.PointCount();
	const auto IsPoint = [&](uint32_t Point) { return Point < Points; };
	const auto& PointOfCorner = Parts.Surface.PointOfCorner;
	const size_t Rows = Parts.Skin.Weights.PointCount();
	if (!std::all_of(PointOfCorner.begin(), PointOfCorner.end(), IsPoint) || (Rows != 0 && Rows != Points) ||
		!(Parts.Skin.Points.empty() || Parts.Skin.Points.size() == Points))
	{
		return FError{EErrorCode::Mismatch,
			"The surface and the skin do not belong together: the skin has " + std::to_string(Points) +
				" points. Give a surface and a skin over the same points."};
	}
	return FOk{};
}

/** Factors of the blended operator; coarser vertices take those of the points that they were, if they have no own. */
void AddBlendFactors(const FCharacterParts& Parts, const FSurface& Finest, std::vector<FMeshLevelData>& Levels)
{
	const std::vector<double>& Factors = Parts.Skin.BlendFactors;
	for (size_t Index = 0; Index < Levels.size() && !Factors.empty(); ++Index)
	{
		const FLevel* const Level = Index == 0 ? nullptr : &Parts.Levels.Coarser[Index - 1];
		const FSurface& Surface = Level == nullptr ? Finest : Level->Surface;
		for (const uint32_t Point : Surface.PointOfCorner)
		{
			const bool bOwn = Level != nullptr && !Level->Skin.BlendFactors.empty();
			const double Factor = Level == nullptr
				? Factors[Point]
				: (bOwn ? Level->Skin.BlendFactors[Point] : Factors[Level->Points[Point]]);
			Levels[Index].BlendFactors.push_back(static_cast<float>(Factor));
		}
	}
}

std::vector<FMeshLevelData> BakeLevels(const FCharacterParts& Parts)
{
	const FLevels& Levels = Parts.Levels;
	const bool bLevels = !Levels.Coarser.empty();
	const FSurface Reordered =
		Levels.CornerOrder.empty() ? FSurface() : ReorderCorners(Parts.Surface, Levels.CornerOrder);
	std::vector<FMeshLevelData> Out;
	FLevelSource Finest{Levels.CornerOrder.empty() ? Parts.Surface : Reordered, Parts.Skin, {}, Levels.MorphTargets,
		bLevels ? &Levels.Coarser[0] : nullptr, Parts.Skin.bAnimationSpace || bLevels, bLevels};
	Out.push_back(BakeLevel(Finest));
	for (size_t Index = 0; Index < Levels.Coarser.size(); ++Index)
	{
		const FLevel& Level = Levels.Coarser[Index];
		const FLevel* const Next = Index + 1 < Levels.Coarser.size() ? &Levels.Coarser[Index + 1] : nullptr;
		FMeshLevelData& Made = Out.emplace_back(
			BakeLevel({Level.Surface, Level.Skin, Level.Points, Level.MorphTargets, Next, true, true}));
		// Floats round either way: a level's errors must not fall below those of the level before.
		Made.SurfaceError = (std::max)(static_cast<float>(Level.SurfaceError), Out[Index].SurfaceError);
		Made.SurfaceRms = (std::max)(static_cast<float>(Level.SurfaceRms), Out[Index].SurfaceRms);
		Made.MeanError = (std::max)(static_cast<float>(Level.MeanError), Out[Index].MeanError);
		Made.ErrorBound = (std::max)(static_cast<float>(Level.ErrorBound), Out[Index].ErrorBound);
	}
	AddBlendFactors(Parts, Finest.Surface, Out);
	return Out;
}

/** How far skin stands from the joint that it follows most: what a wrong angle is multiplied by. */
float FindShellDistance(const FCharacterData& Character, const FRestPose& Rest)
{
	float Out = 0.0f;
	for (const FMeshLevelData& Level : Character.Levels)
	{
		const std::vector<FAnimationVector> Points = ReadSkin(Level);
		for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
		{
			const FAnimationVector& Point = Points[Vertex];
			size_t Heaviest = 0;
			for (size_t Slot = 1; Slot < Point.Bones.size(); ++Slot)
			{
				Heaviest = Point.Blocks[Slot].W > Point.Blocks[Heaviest].W ? Slot : Heaviest;
			}
			if (!Point.Bones.empty())
			{
				Out = (std::max)(Out, Length(Level.Positions[Vertex] - Rest.Centers[Point.Bones[Heaviest]]));
			}
		}
	}
	return Out;
}

/** Each of several takes its share of the progress. */
FBuildContext PartOf(const FBuildContext& Context, size_t Index, size_t Count)
{
	const double Share = 1.0 / static_cast<double>(Count), First = static_cast<double>(Index);
	return Context.Part(First * Share, (First + 1.0) * Share);
}

FStatus ReduceClips(FCharacterData& Character, double Tolerance, FStageFigures& Figures, const FBuildContext& Context)
{
	const TResult<FRestPose> Rest = MakeRestPose(Character.Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	const float Diagonal = Character.RestBox.Diagonal();
	FKeyReductionOptions Keys;
	Keys.Tolerance = static_cast<float>(0.01 * Tolerance) * Diagonal;
	Keys.ShellDistance = FindShellDistance(Character, *Rest);
	size_t Before = 0, After = 0;
	float Largest = 0.0f;
	for (size_t Index = 0; Index < Character.Clips.size(); ++Index)
	{
		FClipData& Clip = Character.Clips[Index];
		TResult<FKeyReduction> Reduced =
			ReduceKeys(Character.Skeleton, Clip, Keys, PartOf(Context, Index, Character.Clips.size()));
		if (!Reduced)
		{
			return Reduced.GetError();
		}
		Before += Reduced->KeysBefore;
		After += Reduced->KeysAfter;
		Largest = (std::max)(Largest, Reduced->LargestError);
		Clip = std::move(Reduced->Clip);
	}
	Figures.Figures = {{"keys before", static_cast<double>(Before), ""}, {"keys", static_cast<double>(After), ""},
		{"key error", Diagonal > 0.0f ? 100.0 * static_cast<double>(Largest / Diagonal) : 0.0, "%"}};
	return FOk{};
}

FStatus AddSkinTangents(
	const FAnimation& Animation, ETangentRule Rule, std::vector<FMeshLevelData>& Levels, const FBuildContext& Context)
{
	const auto HasSkin = [](const FMeshLevelData& Level)
	{ return !Level.Skin.Offsets.empty() && !Level.Normals.empty(); };
	if (std::none_of(Levels.begin(), Levels.end(), HasSkin))
	{
		return FOk{};
	}
	// Half of the metric knows how joints move together; a tenth is for poses that no clip shows.
	FClipMetricOptions Options;
	Options.Correlation = 0.5;
	Options.PriorShare = 0.1;
	const TResult<FPoseMetric> Metric = BuildClipMetric(Animation, Options);
	if (!Metric)
	{
		return Metric.GetError();
	}
	for (size_t Index = 0; Index < Levels.size(); ++Index)
	{
		if (!HasSkin(Levels[Index]))
		{
			continue;
		}
		if (FStatus Status = BuildSkinTangents(Levels[Index], *Metric, {Rule}, PartOf(Context, Index, Levels.size()));
			!Status)
		{
			return Status;
		}
	}
	return FOk{};
}

FStatus AddRotationCenters(std::vector<FMeshLevelData>& Levels, const FBuildContext& Context)
{
	for (size_t Index = 0; Index < Levels.size(); ++Index)
	{
		if (Levels[Index].Weights.Offsets.empty())
		{
			continue;
		}
		if (FStatus Status = FindRotationCenters(Levels[Index], PartOf(Context, Index, Levels.size())); !Status)
		{
			return Status;
		}
	}
	return FOk{};
}

} // namespace BakeDetail

FCharacterParts MakeParts(const FExampleSet& Examples, FSkin Skin)
{
	FCharacterParts Out;
	Out.Name = Examples.Source.Name.empty() ? "character" : Examples.Source.Name;
	Out.Materials = MaterialsOf(Examples);
	Out.PointOfSource = Examples.PointOfSource;
	Out.Surface = BuildSurface(Examples);
	Out.Skin = std::move(Skin);
	return Out;
}

TResult<FCharacterParts> MakeSourceParts(const FExampleSet& Examples)
{
	if (!Examples.Source.Rig)
	{
		return FError{
			EErrorCode::Degenerate, "The examples have no rig of their own. Use `exemplar build` to make one."};
	}
	if (Examples.Normalization.Scale != 1.0 || Examples.Normalization.Center != FDouble3{})
	{
		return FError{EErrorCode::Mismatch, "The examples were moved or scaled, but their rig was not."};
	}
	const FSourceRig& Rig = *Examples.Source.Rig;
	FRigWeights Weights;
	for (const uint32_t Source : SourceOfPoints(Examples))
	{
		std::vector<std::pair<uint16_t, double>> Row;
		for (uint32_t Entry = Rig.Weights.Offsets[Source]; Entry < Rig.Weights.Offsets[Source + 1]; ++Entry)
		{
			Row.emplace_back(Rig.Weights.Bones[Entry], static_cast<double>(Rig.Weights.Weights[Entry]));
		}
		std::sort(Row.begin(), Row.end());
		for (const auto& [Bone, Weight] : Row)
		{
			Weights.Bones.push_back(Bone);
			Weights.Weights.push_back(Weight);
		}
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	FSkin Skin = MakeBlendSkin(Examples.Rest.Positions, Weights);
	Skin.bAnimationSpace = true; // stored beside the weights, so that every operator has what it needs
	FCharacterParts Out = MakeParts(Examples, std::move(Skin));
	Out.Animation = {Rig.Skeleton, Rig.Clips};
	return Out;
}

TResult<FBakedCharacter> Bake(const FCharacterParts& Parts, const FBakeOptions& Options, const FBuildContext& Context)
{
	using namespace BakeDetail;
	const auto Start = std::chrono::steady_clock::now();
	if (FStatus Sound = CheckParts(Parts); !Sound)
	{
		return Sound.GetError();
	}
	FCharacterData Data;
	Data.Name = Parts.Name;
	Data.Materials = Parts.Materials;
	Data.Skeleton = Parts.Animation.Skeleton;
	Data.Clips = Parts.Animation.Clips;
	Data.PointOfSource = Parts.PointOfSource;
	Data.PointCount = static_cast<uint32_t>(Parts.Skin.PointCount());
	Data.PreferredOperator = Parts.PreferredOperator;
	Data.Provenance = Parts.Provenance;
	Data.Maps = Parts.Maps;
	if (Parts.Surface.CornerCount() > 0)
	{
		TResult<std::optional<FCharacterParts>> Fixed = std::optional<FCharacterParts>();
		if (Options.bGauge)
		{
			Fixed = FixSkinGauge(Parts, *Context.Executor);
		}
		if (!Fixed)
		{
			return Fixed.GetError();
		}
		Data.Levels = BakeLevels(*Fixed ? **Fixed : Parts);
		for (const FFloat3& P : Data.Levels[0].Positions)
		{
			Data.RestBox.Add(P);
		}
	}
	FStageFigures Figures{"bake", 0.0, {}};
	if (Options.KeyTolerance > 0.0)
	{
		if (FStatus Reduced = ReduceClips(Data, Options.KeyTolerance, Figures, Context.Part(0.0, 0.5)); !Reduced)
		{
			return Reduced.GetError();
		}
	}
	if (Options.bSkinTangents)
	{
		if (FStatus Added = AddSkinTangents(Parts.Animation, Options.TangentRule, Data.Levels, Context.Part(0.5, 0.9));
			!Added)
		{
			return Added.GetError();
		}
	}
	if (Options.bRotationCenters)
	{
		if (FStatus Added = AddRotationCenters(Data.Levels, Context.Part(0.9, 1.0)); !Added)
		{
			return Added.GetError();
		}
	}
	if (FStatus Added = BakeCorrectives(Parts, Options.bCorrectiveNormals, Data, Context.Part(1.0, 1.0)); !Added)
	{
		return Added.GetError();
	}
	if (FStatus Bounded = ComputeCullingSpheres(Data); !Bounded)
	{
		return Bounded.GetError();
	}
	for (FMeshLevelData& Level : Data.Levels)
	{
		OrderTriangles(Level);
	}
	TResult<FCharacter> Character = FCharacter::FromData(Data);
	if (!Character)
	{
		return Character.GetError();
	}
	Figures.Figures.push_back({"sphere radius", static_cast<double>(Data.Sphere.Radius), "m"});
	Figures.Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
	return FBakedCharacter{std::move(*Character), std::move(Figures)};
}

std::vector<FLevelFigures> ListLevels(const FCharacterView& Character)
{
	std::vector<FLevelFigures> Out;
	for (const FMeshLevelView& Level : Character.Levels)
	{
		FLevelFigures& Figures = Out.emplace_back(FLevelFigures{Level.Indices.size() / 3, Level.VertexCount(), 0,
			Level.Bones.empty() ? Character.Skeleton.JointCount() : Level.Bones.size(),
			static_cast<double>(Level.SurfaceError), static_cast<double>(Level.SurfaceRms),
			static_cast<double>(Level.MeanError), static_cast<double>(Level.ErrorBound)});
		const bool bSkin = !Level.Skin.Offsets.empty();
		const std::span<const uint32_t> Offsets = bSkin ? Level.Skin.Offsets : Level.Weights.Offsets;
		std::vector<bool> Seen((std::max)(size_t{Character.PointCount}, Level.VertexCount()), false);
		for (size_t Corner = 0; Corner + 1 < Offsets.size(); ++Corner)
		{
			const size_t Point = Level.PointOfCorner.empty() ? Corner : Level.PointOfCorner[Corner];
			for (uint32_t Index = Offsets[Corner]; Index < Offsets[Corner + 1] && !Seen[Point]; ++Index)
			{
				// A block of zeros is there for the bones of the next level alone.
				Figures.Influences +=
					bSkin ? !(Level.Skin.Points[Index] == FFloat4{}) : Level.Weights.Weights[Index] > 0.0f;
			}
			Seen[Point] = true;
		}
	}
	return Out;
}

} // namespace Exemplar
