// Copyright (c) 2026 Exemplar contributors. MIT license.

// The skinning operators over lanes of vertices, once for every instruction set: a SkinKernels<Set>.cpp includes this
// file inside its namespace after the header that gives it FLanes, Blend, Project and the stores. EXEMPLAR_LANES marks
// an inlined function of that instruction set, EXEMPLAR_KERNEL a function that is not inlined.

#include "Skinning/SkinStreams.inl"

#include "Skinning/SkinPoints.inl"
#include "Skinning/SkinWeighted.inl"

#include "Skinning/SkinAdditions.inl"

template <ESkinOperator Operator, int FrameMode>
EXEMPLAR_KERNEL void RunOperator(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	if constexpr (Operator == ESkinOperator::AnimationSpace)
	{
		if (Group.bLinear)
		{
			return Group.bShared ? AddToLinear<FrameMode, true>(Args, Group, FirstBlock, EndBlock)
								 : AddToLinear<FrameMode, false>(Args, Group, FirstBlock, EndBlock);
		}
		if (Group.bShared)
		{
			const bool bAdd =
				Args.OffsetPlaces != nullptr || (Args.GeomorphFactor != 0.0f && Args.DeltaStream != nullptr);
			if (FrameMode == 0 && !bAdd)
			{
				return SkinSharedPositions(Args, Group, FirstBlock, EndBlock);
			}
			return bAdd ? SkinSharedPoints<FrameMode, true>(Args, Group, FirstBlock, EndBlock)
						: SkinSharedPoints<FrameMode, false>(Args, Group, FirstBlock, EndBlock);
		}
		return Group.InfluenceCount == 4 ? SkinMixedPoints<4, FrameMode>(Args, Group, FirstBlock, EndBlock)
										 : SkinMixedPoints<0, FrameMode>(Args, Group, FirstBlock, EndBlock);
	}
	else
	{
		// Of mixed blocks the commonest count is unrolled.
		constexpr int Unrolled = Operator == ESkinOperator::LinearBlend ? 4 : 0;
		return Group.bShared ? SkinWeighted<Operator, 0, FrameMode, true>(Args, Group, FirstBlock, EndBlock)
			: Group.InfluenceCount == 4
			? SkinWeighted<Operator, Unrolled, FrameMode, false>(Args, Group, FirstBlock, EndBlock)
			: SkinWeighted<Operator, 0, FrameMode, false>(Args, Group, FirstBlock, EndBlock);
	}
}

template <int FrameMode>
EXEMPLAR_KERNEL void RunWithFrames(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	switch (Args.Operator)
	{
	case ESkinOperator::LinearBlend:
		return RunOperator<ESkinOperator::LinearBlend, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::AnimationSpace:
		return RunOperator<ESkinOperator::AnimationSpace, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::DualQuaternion:
		return RunOperator<ESkinOperator::DualQuaternion, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::Spherical:
		return RunOperator<ESkinOperator::Spherical, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::Twist:
		return RunOperator<ESkinOperator::Twist, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::CenterOfRotation:
		return RunOperator<ESkinOperator::CenterOfRotation, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::Blended:
		return RunOperator<ESkinOperator::Blended, FrameMode>(Args, Group, FirstBlock, EndBlock);
	}
}

void RunSkinKernel(const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	if (Args.Tangents != nullptr)
	{
		return RunWithFrames<2>(Args, Group, FirstBlock, EndBlock);
	}
	if (Args.Normals != nullptr)
	{
		return RunWithFrames<1>(Args, Group, FirstBlock, EndBlock);
	}
	return RunWithFrames<0>(Args, Group, FirstBlock, EndBlock);
}
