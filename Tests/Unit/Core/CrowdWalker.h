// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Crowd/CrowdMembers.h"

namespace Exemplar
{

/** One joint that walks along x and turns about y, once in a loop and once not; and at rest. */
inline FCrowdCharacter MakeWalker()
{
	FCrowdCharacter Out;
	FSkeletonData Skeleton;
	Skeleton.Names = {"root"};
	Skeleton.Parents = {NoParent};
	Skeleton.RestLocal = {{{}, {0.0f, 1.0f, 0.0f}, {1.0f, 1.0f, 1.0f}}};
	Out.Rest = *MakeRestPose(Skeleton);
	Out.Sphere = {{0.5f, 1.0f, 0.0f}, 0.8f};
	Out.Levels = {{0.0f, {0}}};
	for (const bool bLoops : {true, false})
	{
		FCrowdClip Clip;
		Clip.FrameCount = 5;
		Clip.FramesPerSecond = 2.0f; // two seconds
		Clip.bLoops = bLoops;
		for (int Frame = 0; Frame < 5; ++Frame)
		{
			Clip.Keys.push_back({RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.8f * static_cast<float>(Frame)),
				{0.3f * static_cast<float>(Frame), 1.0f, 0.0f}, 0.0f});
		}
		Out.Clips.push_back(std::move(Clip));
	}
	AddRestClip(Out);
	return Out;
}

inline FCrowdMembers MakeMembers(const FCrowdCharacter& Character)
{
	FCrowdMembers Out;
	Out.SetCharacter(MakeClipFacts(Character), Character.JointCount());
	return Out;
}

inline FCrowdMember MemberAt(float X, uint32_t Clip = 0)
{
	FCrowdMember Out;
	Out.World = ToAffine(FRotation{}, {X, 0.0f, 0.0f});
	Out.Clip = Clip;
	return Out;
}

} // namespace Exemplar
