// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/SkinPalette.h"

namespace Exemplar
{
namespace
{

// Shaders read entries as rows of four floats, so there must be no padding.
static_assert(sizeof(FAffine) == 48 && sizeof(FDualQuaternion) == 32 && sizeof(FSphericalEntry) == 48 &&
	sizeof(FCenterEntry) == 32 && sizeof(FBlendedEntry) == 80);

template <typename TJob>
TJob Complete(const FSkinningJob& Shared)
{
	TJob Job;
	static_cast<FSkinningJob&>(Job) = Shared;
	return Job;
}

} // namespace

std::span<const std::byte> FSkinPalette::GetEntryBytes() const
{
	switch (Operator)
	{
	case ESkinOperator::DualQuaternion:
		return std::as_bytes(std::span(Rigid));
	case ESkinOperator::Spherical:
		return std::as_bytes(std::span(Spherical));
	case ESkinOperator::Twist:
		return std::as_bytes(std::span(Twisted));
	case ESkinOperator::CenterOfRotation:
		return std::as_bytes(std::span(Centered));
	case ESkinOperator::Blended:
		return std::as_bytes(std::span(Blended));
	case ESkinOperator::LinearBlend:
	case ESkinOperator::AnimationSpace:
		break;
	}
	return std::as_bytes(std::span(Bones));
}

std::span<const FAffine> FSkinPalette::GetStretches() const
{
	if (Operator == ESkinOperator::CenterOfRotation)
	{
		return Bones;
	}
	const bool bReads = Operator == ESkinOperator::DualQuaternion || Operator == ESkinOperator::Blended;
	return bReads && bHasStretch ? std::span<const FAffine>(Stretches) : std::span<const FAffine>();
}

bool RunSkinning(const FSkinningJob& Shared, const FSkinPalette& Palette, float Geomorph)
{
	switch (Palette.Operator)
	{
	case ESkinOperator::LinearBlend:
	{
		FLinearBlendJob Job = Complete<FLinearBlendJob>(Shared);
		Job.Palette = Palette.Bones;
		return Job.Run();
	}
	case ESkinOperator::AnimationSpace:
	{
		FAnimationSpaceJob Job = Complete<FAnimationSpaceJob>(Shared);
		Job.Palette = Palette.Bones;
		Job.GeomorphFactor = Geomorph;
		return Job.Run();
	}
	case ESkinOperator::DualQuaternion:
	{
		FDualQuaternionJob Job = Complete<FDualQuaternionJob>(Shared);
		Job.Rigid = Palette.Rigid;
		Job.Stretches = Palette.GetStretches();
		return Job.Run();
	}
	case ESkinOperator::Spherical:
	{
		FSphericalBlendJob Job = Complete<FSphericalBlendJob>(Shared);
		Job.Entries = Palette.Spherical;
		return Job.Run();
	}
	case ESkinOperator::Twist:
	{
		FTwistSkinningJob Job = Complete<FTwistSkinningJob>(Shared);
		Job.Entries = Palette.Twisted;
		Job.SegmentAngles = Palette.SegmentAngles;
		return Job.Run();
	}
	case ESkinOperator::CenterOfRotation:
	{
		FCenterOfRotationJob Job = Complete<FCenterOfRotationJob>(Shared);
		Job.Entries = Palette.Centered;
		Job.Palette = Palette.Bones;
		return Job.Run();
	}
	case ESkinOperator::Blended:
	{
		FBlendedJob Job = Complete<FBlendedJob>(Shared);
		Job.Entries = Palette.Blended;
		Job.Stretches = Palette.GetStretches();
		return Job.Run();
	}
	}
	return false;
}

} // namespace Exemplar
