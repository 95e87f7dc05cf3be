// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinningJobs.h"

#include "Skinning/SkinKernel.h"

#include <algorithm>

namespace Exemplar
{
namespace SkinDispatch
{

/** Blocks that one task skins: large enough to hide the hand-over, small enough to share out. */
constexpr size_t BlocksPerTask = 256;

FSkinKernel FindKernel(ESimdLevel Level)
{
#if EXEMPLAR_X64
	if (Level == ESimdLevel::Avx2)
	{
		return &SkinAvx2::RunSkinKernel;
	}
	if (Level == ESimdLevel::Sse41)
	{
		return &SkinSse41::RunSkinKernel;
	}
#elif EXEMPLAR_ARM64
	if (Level == ESimdLevel::Neon)
	{
		return &SkinNeon::RunSkinKernel;
	}
#endif
	return &SkinPlain::RunSkinKernel;
}

bool IsAligned(const void* Pointer)
{
	return reinterpret_cast<uintptr_t>(Pointer) % 32 == 0;
}

bool ShouldStream(const FSkinningJob& Job)
{
	const FSkinningOutput& Out = Job.Output;
	const size_t Bytes = Out.Positions.size_bytes() + Out.Normals.size_bytes() + Out.Tangents.size_bytes();
	const bool bWanted =
		Job.StoreMode == EStoreMode::Streamed || (Job.StoreMode == EStoreMode::Automatic && Bytes > StreamingThreshold);
	return bWanted && IsAligned(Out.Positions.data()) && IsAligned(Out.Normals.data()) &&
		IsAligned(Out.Tangents.data());
}

template <typename T>
const uint8_t* DataOrNull(const T& Stream)
{
	return Stream.empty() ? nullptr : Stream.data();
}

FSkinKernelArgs MakeArgs(const FSkinningJob& Job, ESkinOperator Operator, const void* Palette)
{
	const FPackedSkin& Skin = *Job.Skin;
	FSkinKernelArgs Args;
	Args.Operator = Operator;
	Args.Points = Skin.Format.Points;
	Args.Weights = Skin.Format.Weights;
	Args.Frames = Skin.Format.Frames;
	Args.Indices = Skin.Indices;
	Args.bHasTangents = Skin.bHasTangents;
	Args.bStream = ShouldStream(Job);
	Args.IndexStream = Skin.IndexStream.data();
	Args.WeightStream = Skin.WeightStream.data();
	Args.PointStream = Skin.PointStream.data();
	Args.DeltaStream = DataOrNull(Skin.DeltaStream);
	Args.TangentStream = DataOrNull(Skin.TangentStream);
	Args.BitangentStream = DataOrNull(Skin.BitangentStream);
	Args.FrameStream = Skin.FrameStream.data();
	Args.WeightBytes =
		Skin.Format.Weights == EWeightFormat::Float32 ? 4 : (Skin.Format.Weights == EWeightFormat::Unorm16 ? 2 : 1);
	Args.PointBytes = Skin.Format.Points == EPointFormat::Float32 ? 16 : 8;
	Args.PointBlockBytes = Skin.Format.Points == EPointFormat::Float32 ? 96 : 48;
	Args.FrameBlockBytes = Skin.FrameStream.empty() ? 0 : Skin.FrameStream.size() / (Skin.SlotCount / SkinBlockSize);
	Args.TwistFractions = Skin.TwistFractions.data();
	Args.SegmentStream = Skin.SegmentStream.data();
	Args.PointScale[0] = Skin.PointScale.X;
	Args.PointScale[1] = Skin.PointScale.Y;
	Args.PointScale[2] = Skin.PointScale.Z;
	Args.PointScale[3] = Skin.WScale;
	Args.PointOffset[0] = Skin.PointOffset.X;
	Args.PointOffset[1] = Skin.PointOffset.Y;
	Args.PointOffset[2] = Skin.PointOffset.Z;
	Args.Palette = static_cast<const uint8_t*>(Palette);
	Args.OffsetPlaces = Job.RestOffsets.PlaceOfBlock.empty() ? nullptr : Job.RestOffsets.PlaceOfBlock.data();
	Args.OffsetValues = Job.RestOffsets.Values.data();
	Args.NormalValues = Job.RestOffsets.Normals.empty() ? nullptr : Job.RestOffsets.Normals.data();
	Args.Positions = reinterpret_cast<float*>(Job.Output.Positions.data());
	Args.Normals = Job.Output.Normals.empty() ? nullptr : reinterpret_cast<float*>(Job.Output.Normals.data());
	Args.Tangents = Job.Output.Tangents.empty() ? nullptr : reinterpret_cast<float*>(Job.Output.Tangents.data());
	return Args;
}

/** A linear group of an animation-space skin, as linear blending skins it. */
FSkinKernelArgs MakeLinearArgs(const FPackedSkin& Skin, const FSkinKernelArgs& Args)
{
	FSkinKernelArgs Out = Args;
	Out.Operator = ESkinOperator::LinearBlend;
	Out.PointStream = Skin.PositionStream.data();
	Out.PointScale[0] = Skin.PositionScale.X;
	Out.PointScale[1] = Skin.PositionScale.Y;
	Out.PointScale[2] = Skin.PositionScale.Z;
	Out.PointOffset[0] = Skin.PositionOffset.X;
	Out.PointOffset[1] = Skin.PositionOffset.Y;
	Out.PointOffset[2] = Skin.PositionOffset.Z;
	return Out;
}

/** Whether animation space has something of its own to add to a linear group: morphing, or frames from tangent pairs.
 */
bool HasAdditions(const FSkinKernelArgs& Args)
{
	return (Args.GeomorphFactor != 0.0f && Args.DeltaStream != nullptr) ||
		(Args.Normals != nullptr && Args.TangentStream != nullptr);
}

bool RunKernel(const FSkinningJob& Job, const FSkinKernelArgs& Args)
{
	const FSkinKernel Kernel = FindKernel(Job.SimdLevel);
	const FPackedSkin& Skin = *Job.Skin;
	FSkinKernelArgs Linear = MakeLinearArgs(Skin, Args);
	FSkinKernelArgs Additions = Args;
	const bool bAdd = HasAdditions(Args);
	if (bAdd)
	{
		// The additions read what the blend wrote, and bring the frames.
		Linear.bStream = Additions.bStream = false;
		Linear.Normals = Linear.Tangents = nullptr;
	}
	ParallelFor(*Job.Executor, Skin.SlotCount / SkinBlockSize, BlocksPerTask,
		[&](size_t Begin, size_t End)
		{
			auto Group = std::upper_bound(Skin.Groups.begin(), Skin.Groups.end(), Begin * SkinBlockSize,
				[](size_t Slot, const FSkinGroup& Other) { return Slot < Other.FirstSlot; });
			for (--Group; Group != Skin.Groups.end() && Group->FirstSlot < End * SkinBlockSize; ++Group)
			{
				const size_t First = (std::max)(Begin, size_t{Group->FirstSlot} / SkinBlockSize);
				const size_t Last = (std::min)(End, (size_t{Group->FirstSlot} + Group->SlotCount) / SkinBlockSize);
				Kernel(
					Group->bLinear ? Linear : Args, *Group, static_cast<uint32_t>(First), static_cast<uint32_t>(Last));
				if (Group->bLinear && bAdd)
				{
					Kernel(Additions, *Group, static_cast<uint32_t>(First), static_cast<uint32_t>(Last));
				}
			}
		});
	return true;
}

} // namespace SkinDispatch

bool FSkinningJob::ValidateShared(EPackedKind Kind) const
{
	if (Skin == nullptr || Executor == nullptr || Skin->Format.Kind != Kind || !IsSimdLevelAvailable(SimdLevel))
	{
		return false;
	}
	const size_t Count = Skin->SlotCount;
	const bool bNormals =
		Output.Normals.empty() || (Output.Normals.size() == Count && Skin->Format.Frames != EFrameFormat::None);
	const bool bTangents =
		Output.Tangents.empty() || (Output.Tangents.size() == Count && Skin->bHasTangents && !Output.Normals.empty());
	if (Output.Positions.size() != Count || !bNormals || !bTangents)
	{
		return false;
	}
	if (RestOffsets.PlaceOfBlock.empty())
	{
		return true;
	}
	if (RestOffsets.PlaceOfBlock.size() != Count / SkinBlockSize)
	{
		return false;
	}
	for (const uint32_t Place : RestOffsets.PlaceOfBlock)
	{
		const size_t End = size_t{24} * (size_t{Place} + 1);
		if (Place != NoIndex &&
			(End > RestOffsets.Values.size() || (!RestOffsets.Normals.empty() && End > RestOffsets.Normals.size())))
		{
			return false;
		}
	}
	return true;
}

bool FLinearBlendJob::Validate() const
{
	return ValidateShared(EPackedKind::LinearBlend) && Palette.size() == Skin->EntryCount();
}
bool FLinearBlendJob::Run() const
{
	using namespace SkinDispatch;
	return Validate() && RunKernel(*this, MakeArgs(*this, ESkinOperator::LinearBlend, Palette.data()));
}

bool FAnimationSpaceJob::Validate() const
{
	return ValidateShared(EPackedKind::AnimationSpace) && Palette.size() == Skin->EntryCount();
}
bool FAnimationSpaceJob::Run() const
{
	using namespace SkinDispatch;
	if (!Validate())
	{
		return false;
	}
	FSkinKernelArgs Args = MakeArgs(*this, ESkinOperator::AnimationSpace, Palette.data());
	Args.GeomorphFactor = GeomorphFactor;
	Args.FirstPoint = Skin->LinearInfluenceCount;
	return RunKernel(*this, Args);
}

bool FDualQuaternionJob::Validate() const
{
	return ValidateShared(EPackedKind::LinearBlend) && Rigid.size() == Skin->EntryCount() &&
		(Stretches.empty() || Stretches.size() == Rigid.size());
}
bool FDualQuaternionJob::Run() const
{
	using namespace SkinDispatch;
	if (!Validate())
	{
		return false;
	}
	FSkinKernelArgs Args = MakeArgs(*this, ESkinOperator::DualQuaternion, Rigid.data());
	Args.Stretches = Stretches.empty() ? nullptr : reinterpret_cast<const uint8_t*>(Stretches.data());
	return RunKernel(*this, Args);
}

bool FSphericalBlendJob::Validate() const
{
	return ValidateShared(EPackedKind::Spherical) && Entries.size() == Skin->EntryCount();
}
bool FSphericalBlendJob::Run() const
{
	using namespace SkinDispatch;
	return Validate() && RunKernel(*this, MakeArgs(*this, ESkinOperator::Spherical, Entries.data()));
}

bool FCenterOfRotationJob::Validate() const
{
	return ValidateShared(EPackedKind::CenterOfRotation) && Entries.size() == Skin->EntryCount() &&
		Palette.size() == Entries.size();
}
bool FCenterOfRotationJob::Run() const
{
	using namespace SkinDispatch;
	if (!Validate())
	{
		return false;
	}
	FSkinKernelArgs Args = MakeArgs(*this, ESkinOperator::CenterOfRotation, Entries.data());
	Args.Stretches = reinterpret_cast<const uint8_t*>(Palette.data());
	Args.Centers = Skin->Centers.data();
	return RunKernel(*this, Args);
}

bool FBlendedJob::Validate() const
{
	return ValidateShared(EPackedKind::Blended) && Entries.size() == Skin->EntryCount() &&
		(Stretches.empty() || Stretches.size() == Entries.size());
}
bool FBlendedJob::Run() const
{
	using namespace SkinDispatch;
	if (!Validate())
	{
		return false;
	}
	FSkinKernelArgs Args = MakeArgs(*this, ESkinOperator::Blended, Entries.data());
	Args.Stretches = Stretches.empty() ? nullptr : reinterpret_cast<const uint8_t*>(Stretches.data());
	Args.BlendFactors = Skin->BlendFactors.data();
	return RunKernel(*this, Args);
}

bool FTwistSkinningJob::Validate() const
{
	return ValidateShared(EPackedKind::Twist) && Entries.size() == Skin->EntryCount() &&
		SegmentAngles.size() == Skin->SegmentTable.size();
}
bool FTwistSkinningJob::Run() const
{
	using namespace SkinDispatch;
	if (!Validate())
	{
		return false;
	}
	FSkinKernelArgs Args = MakeArgs(*this, ESkinOperator::Twist, Entries.data());
	Args.SegmentAngles = SegmentAngles.data();
	Args.SegmentFrames = Skin->SegmentFrames.data();
	return RunKernel(*this, Args);
}

} // namespace Exemplar
