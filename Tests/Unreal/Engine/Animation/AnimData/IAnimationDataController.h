// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Internationalization/Text.h"
#include "Math/Quat.h"
#include "Math/Vector.h"
#include "Misc/FrameNumber.h"
#include "Misc/FrameRate.h"
#include "UObject/NameTypes.h"

/** Writes the source data of an animation. The host keeps it where a test can see it. */
class HOST_API IAnimationDataController
{
public:
	void InitializeModel();
	void OpenBracket(const FText& InTitle, bool bShouldTransact = true) { ++HostBrackets; }
	void CloseBracket(bool bShouldTransact = true);
	void SetFrameRate(FFrameRate FrameRate, bool bShouldTransact = true);
	void SetNumberOfFrames(const FFrameNumber Length, bool bShouldTransact = true);
	void RemoveAllBoneTracks(bool bShouldTransact = true) { HostTracks.clear(); }
	bool AddBoneCurve(FName BoneName, bool bShouldTransact = true);
	/** One key more than there are frames. */
	bool SetBoneTrackKeys(FName BoneName, const TArray<FVector>& PositionalKeys, const TArray<FQuat>& RotationalKeys,
		const TArray<FVector>& ScalingKeys, bool bShouldTransact = true);
	/** What was written can be played from now on. */
	void NotifyPopulated();

	struct FHostTrack
	{
		FName Bone;
		TArray<FVector> Positions, Scales;
		TArray<FQuat> Rotations;
	};
	std::vector<FHostTrack> HostTracks;
	FFrameRate HostRate;
	int32 HostFrames = 0;
	int32 HostBrackets = 0;
	bool bHostInitialized = false;
	bool bHostPopulated = false;
};
