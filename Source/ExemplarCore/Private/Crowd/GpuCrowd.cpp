// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/GpuCrowd.h"

#include <algorithm>

namespace Exemplar
{

TResult<FGpuCrowd> MakeGpuCrowd(const FCharacterView& Character, std::span<const FGpuLevel* const> Levels,
	const FRestPose& Rest, const FBasis& Basis, std::span<const float> CorrectiveScales)
{
	const TResult<FCrowdCharacter> Made = MakeCrowdCharacter(Character, CorrectiveScales);
	if (!Made)
	{
		return Made.GetError();
	}
	FCrowdCharacter Crowd = ChangeAxes(*Made, Rest, Basis);
	AddRestClip(Crowd);
	FGpuCrowd Out;
	// The palettes are those that the levels' skins are drawn with.
	Crowd.Levels.assign((std::min)(Levels.size(), std::size(FCrowdStatistics().PerLevel)), FCrowdLevel());
	float Error = 0.0f;
	for (uint32_t Level = 0; Level < Crowd.Levels.size(); ++Level)
	{
		Error = (std::max)(Error, Levels[Level]->Error);
		Crowd.Levels[Level] = {Error, Levels[Level]->Skin.PaletteBones};
		Out.LevelErrors.push_back(Error);
		for (const FMeshSection& Section : Levels[Level]->Sections)
		{
			if (Section.IndexCount > 0)
			{
				Out.Draws.push_back({Level, Section});
				Out.DrawRecords.push_back({Level, Section.IndexCount, Section.FirstIndex, 0});
			}
		}
	}
	Out.ClipFacts = MakeClipFacts(Crowd);
	Out.JointCount = static_cast<uint32_t>(Crowd.JointCount());
	Out.Tables = MakeGpuCrowdTables({&Crowd, 1});
	return Out;
}

FGpuCrowdTables MakeGpuCrowdTables(std::span<const FCrowdCharacter> Characters)
{
	const auto CountOf = [](const auto& Items) { return static_cast<uint32_t>(Items.size()); };
	FGpuCrowdTables Out;
	for (const FCrowdCharacter& Character : Characters)
	{
		FGpuCrowdCharacter Record;
		Record.Sphere = Character.Sphere;
		Record.Root = static_cast<uint32_t>(Character.Root);
		Record.JointCount = static_cast<uint32_t>(Character.JointCount());
		Record.FirstJoint = CountOf(Out.Joints);
		Record.FirstLevel = CountOf(Out.Levels);
		// The number of levels that FCrowdJob selects from.
		Record.LevelCount =
			(std::min)(CountOf(Character.Levels), static_cast<uint32_t>(std::size(FCrowdStatistics().PerLevel)));
		Record.FirstClip = CountOf(Out.Clips);
		Out.Characters.push_back(Record);
		for (size_t Joint = 0; Joint < Character.JointCount(); ++Joint)
		{
			const int32_t Parent = Character.Rest.Parents[Joint];
			Out.Joints.push_back(
				{Parent == NoParent ? NoIndex : static_cast<uint32_t>(Parent), Character.Rest.Centers[Joint]});
		}
		for (const FCrowdLevel& Level : Character.Levels)
		{
			Out.Levels.push_back({Level.Error, CountOf(Out.Bones), CountOf(Level.Bones), 0});
			Out.Bones.insert(Out.Bones.end(), Level.Bones.begin(), Level.Bones.end());
		}
		for (const FCrowdClip& Clip : Character.Clips)
		{
			Out.Clips.push_back({CountOf(Out.Keys), Clip.FrameCount, Clip.FramesPerSecond, Clip.bLoops ? 1u : 0u});
			Out.Keys.insert(Out.Keys.end(), Clip.Keys.begin(), Clip.Keys.end());
		}
	}
	return Out;
}

FGpuCrowdInstance MakeGpuCrowdInstance(const FCrowdInstance& Instance, uint32_t Generation)
{
	FGpuCrowdInstance Out;
	Out.World = Instance.World;
	Out.Seconds = Instance.Seconds;
	Out.Stretch = LargestStretch(Instance.World);
	Out.Identity = MakeGpuCrowdIdentity(Instance.Character, Instance.Clip, Generation);
	Out.PaletteOffset = Instance.PaletteOffset;
	Out.OtherSeconds = Instance.OtherSeconds;
	Out.OtherWeight = Instance.OtherWeight;
	Out.OtherClip = Instance.OtherClip;
	Out.Significance = Instance.Significance;
	return Out;
}

FGpuCrowdParameters MakeGpuCrowdParameters(const FCamera& Camera, const FScreen& Screen, float LevelMargin)
{
	FGpuCrowdParameters Out;
	const FFrustum Frustum = MakeFrustum(Camera);
	std::copy(Frustum.Planes, Frustum.Planes + 6, Out.CrowdPlanes);
	const FAffine& M = Camera.World;
	const FFloat3 Back{M.Rows[0].Z, M.Rows[1].Z, M.Rows[2].Z};
	Out.CrowdCamera = {Back.X, Back.Y, Back.Z, Dot(Back, {M.Rows[0].W, M.Rows[1].W, M.Rows[2].W})};
	FScreen AtUnitDepth = Screen;
	AtUnitDepth.Near = 0.0f;
	Out.CrowdErrorAtUnitDepth = AllowedError(AtUnitDepth, 1.0f);
	Out.CrowdNear = Screen.Near;
	Out.CrowdMargin = LevelMargin;
	return Out;
}

FGpuCrowdParameters MakeGpuCrowdParameters(const FGpuCrowdView& View, float LevelMargin)
{
	FGpuCrowdParameters Out;
	const FFloat4 &X = View.ToClip[0], &Y = View.ToClip[1], &Z = View.ToClip[2], &W = View.ToClip[3];
	// Inside are -w <= x <= w, -w <= y <= w, 0 <= z <= w (Gribb and Hartmann 2001).
	const FFloat4 Planes[6] = {W + X, W - X, W + Y, W - Y, Z, W - Z};
	for (size_t Plane = 0; Plane < 6; ++Plane)
	{
		const FFloat4& P = Planes[Plane];
		const float Size = Length(FFloat3{P.X, P.Y, P.Z});
		// A far plane that is infinitely far has no direction, and nothing beyond it.
		Out.CrowdPlanes[Plane] = Size > 1e-7f * std::abs(P.W) ? P * (1.0f / Size) : FFloat4{0.0f, 0.0f, 0.0f, 1.0f};
	}
	const float Stretch = View.Stretch > 0.0f ? View.Stretch : 1.0f;
	FScreen AtUnitDepth = View.Screen;
	AtUnitDepth.Near = 0.0f;
	if (W.X == 0.0f && W.Y == 0.0f && W.Z == 0.0f)
	{
		// Parallel: the same error everywhere. All depths are below the nearest and count as that.
		Out.CrowdCamera = {};
		Out.CrowdNear = 1.0f;
		AtUnitDepth.bParallel = true;
		Out.CrowdErrorAtUnitDepth = AllowedError(AtUnitDepth, 1.0f) / Stretch;
	}
	else
	{
		// Depths and errors both in members' space: their ratio is the world's.
		Out.CrowdCamera = {-W.X / Stretch, -W.Y / Stretch, -W.Z / Stretch, W.W / Stretch};
		Out.CrowdNear = View.Screen.Near / Stretch;
		Out.CrowdErrorAtUnitDepth = AllowedError(AtUnitDepth, 1.0f);
	}
	Out.CrowdMargin = LevelMargin;
	return Out;
}

} // namespace Exemplar
