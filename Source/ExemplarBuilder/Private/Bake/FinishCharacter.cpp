// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/FinishCharacter.h"

#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Embedding.h"
#include "Bake/CullingSphere.h"
#include "Bake/SkinTangents.h"
#include "Clips/KeyReduction.h"
#include "Pose/RestPose.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace Exemplar
{

namespace FinishCharacterDetail
{

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

FStatus AddSkinTangents(FCharacterData& Character, const FBuildContext& Context)
{
	TResult<FPoseMetric> Metric = FError{};
	for (size_t Index = 0; Index < Character.Levels.size(); ++Index)
	{
		FMeshLevelData& Level = Character.Levels[Index];
		if (Level.Skin.Offsets.empty() || Level.Normals.empty() || !Level.Skin.Tangents.empty())
		{
			continue;
		}
		if (!Metric)
		{
			// Half of it knows how joints move together; a tenth is for poses that no clip shows.
			FClipMetricOptions Options;
			Options.Correlation = 0.5;
			Options.PriorShare = 0.1;
			Metric = BuildClipMetric(Character.Skeleton, Character.Clips, Options);
		}
		if (!Metric)
		{
			return Metric.GetError();
		}
		if (FStatus Status = BuildSkinTangents(Level, *Metric, {}, PartOf(Context, Index, Character.Levels.size()));
			!Status)
		{
			return Status;
		}
	}
	return FOk{};
}

} // namespace FinishCharacterDetail

TResult<FStageFigures> FinishCharacter(
	FCharacterData& Character, const FFinishOptions& Options, const FBuildContext& Context)
{
	const auto Start = std::chrono::steady_clock::now();
	const TResult<FRestPose> Rest = MakeRestPose(Character.Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	FStageFigures Figures{"finish", 0.0, {}};
	if (Options.KeyTolerance > 0.0)
	{
		const float Diagonal = Character.RestBox.Diagonal();
		FKeyReductionOptions Keys;
		Keys.Tolerance = static_cast<float>(0.01 * Options.KeyTolerance) * Diagonal;
		Keys.ShellDistance = FinishCharacterDetail::FindShellDistance(Character, *Rest);
		size_t Before = 0, After = 0;
		float Largest = 0.0f;
		for (size_t Index = 0; Index < Character.Clips.size(); ++Index)
		{
			FClipData& Clip = Character.Clips[Index];
			TResult<FKeyReduction> Reduced = ReduceKeys(Character.Skeleton, Clip, Keys,
				FinishCharacterDetail::PartOf(Context.Part(0.0, 0.5), Index, Character.Clips.size()));
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
	}
	if (Options.bSkinTangents)
	{
		if (FStatus Status = FinishCharacterDetail::AddSkinTangents(Character, Context.Part(0.5, 1.0)); !Status)
		{
			return Status.GetError();
		}
	}
	if (FStatus Bounded = ComputeCullingSpheres(Character); !Bounded)
	{
		return Bounded.GetError();
	}
	Figures.Figures.push_back({"sphere radius", static_cast<double>(Character.Sphere.Radius), "m"});
	Figures.Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
	return Figures;
}

} // namespace Exemplar
