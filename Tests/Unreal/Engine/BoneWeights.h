// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

namespace UE::AnimationCore
{

/** A bone and its weight, in 16 bits. */
class FBoneWeight
{
public:
	void SetBoneIndex(uint16 InBoneIndex) { HostBone = InBoneIndex; }
	void SetWeight(float InWeight) { HostWeight = static_cast<uint16>(std::lround(65535.0f * InWeight)); }
	uint16 GetBoneIndex() const { return HostBone; }
	float GetWeight() const { return static_cast<float>(HostWeight) / 65535.0f; }

private:
	uint16 HostBone = 0;
	uint16 HostWeight = 0;
};

} // namespace UE::AnimationCore
