// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CorrectiveJobs.h"

#include "Character/CorrectiveDeltas.h"
#include "Correctives/KernelMath.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace CorrectiveJobsDetail
{

/** x, y and z of a block's slots: FRestOffsets. */
constexpr size_t ValuesPerBlock = 3 * SkinBlockSize;

/** Blocks that one task sums. */
constexpr size_t BlocksPerTask = 512;

/** A displacement on its way to a block. */
struct FMove
{
	uint32_t Slot;
	uint32_t Shape;
	uint32_t Index; // of its code
};

FRotation FromVector(const FFloat3& V)
{
	const float Angle = Length(V);
	return Angle > 1e-8f ? RotationAboutAxis(V * (1.0f / Angle), Angle) : FRotation{};
}

/** The slots of every vertex: filling slots repeat a vertex, and move with it. */
std::vector<std::pair<uint32_t, uint32_t>> ListSlots(const FPackedSkin& Skin)
{
	std::vector<std::pair<uint32_t, uint32_t>> Out; // vertex, slot
	for (uint32_t Slot = 0; Slot < Skin.VertexOfSlot.size(); ++Slot)
	{
		Out.emplace_back(Skin.VertexOfSlot[Slot], Slot);
	}
	std::sort(Out.begin(), Out.end());
	return Out;
}

template <typename VisitType>
void ForEachSlot(const std::vector<std::pair<uint32_t, uint32_t>>& Slots, uint32_t Vertex, const VisitType& Visit)
{
	auto At = std::lower_bound(Slots.begin(), Slots.end(), std::pair(Vertex, 0u));
	for (; At != Slots.end() && At->first == Vertex; ++At)
	{
		Visit(At->second);
	}
}

void PackMoves(const std::vector<FMove>& Moves, const TCorrectiveDeltas<FViewed>& Level, FPackedCorrectives& Out)
{
	for (size_t At = 0; At < Moves.size(); ++At)
	{
		const FMove& Move = Moves[At];
		const uint32_t Block = Move.Slot / SkinBlockSize, Lane = Move.Slot % SkinBlockSize;
		const bool bNewBlock = Out.MovedBlocks.empty() || Out.MovedBlocks.back() != Block;
		if (bNewBlock)
		{
			Out.MovedBlocks.push_back(Block);
			Out.Offsets.push_back(static_cast<uint32_t>(Out.Shapes.size()));
		}
		if (bNewBlock || Out.Shapes.back() != Move.Shape)
		{
			Out.Shapes.push_back(static_cast<uint16_t>(Move.Shape));
			Out.Deltas.resize(Out.Deltas.size() + ValuesPerBlock, 0);
			Out.Normals.resize(Level.Normals.empty() ? 0 : Out.Deltas.size(), 0);
		}
		const FDeltaCode& Delta = Level.Deltas[Move.Index];
		int16_t* D = Out.Deltas.data() + Out.Deltas.size() - ValuesPerBlock + Lane;
		D[0] = Delta.X;
		D[SkinBlockSize] = Delta.Y;
		D[2 * SkinBlockSize] = Delta.Z;
		if (!Level.Normals.empty())
		{
			const FNormalCode& Normal = Level.Normals[Move.Index];
			int8_t* N = Out.Normals.data() + Out.Normals.size() - ValuesPerBlock + Lane;
			N[0] = Normal.X;
			N[SkinBlockSize] = Normal.Y;
			N[2 * SkinBlockSize] = Normal.Z;
		}
	}
	Out.Offsets.push_back(static_cast<uint32_t>(Out.Shapes.size()));
}

} // namespace CorrectiveJobsDetail

bool FCorrectiveHelpersJob::Validate() const
{
	return Local.size() == RestLocal.size() &&
		std::all_of(Helpers.begin(), Helpers.end(),
			[&](const FCorrectiveHelper& Helper)
			{ return Helper.Joint < Local.size() && Helper.Shape < ShapeWeights.size(); });
}

bool FCorrectiveHelpersJob::Run() const
{
	using namespace CorrectiveJobsDetail;
	if (!Validate())
	{
		return false;
	}
	for (size_t First = 0, End = 0; First < Helpers.size(); First = End)
	{
		const uint32_t Joint = Helpers[First].Joint;
		FFloat3 Translation, Rotation;
		for (End = First; End < Helpers.size() && Helpers[End].Joint == Joint; ++End)
		{
			Translation += Helpers[End].Translation * ShapeWeights[Helpers[End].Shape];
			Rotation += Helpers[End].Rotation * ShapeWeights[Helpers[End].Shape];
		}
		FBoneTransform Moved = RestLocal[Joint];
		Moved.Translation += Translation;
		Moved.Rotation = Compose(Moved.Rotation, FromVector(Rotation));
		Local[Joint] = Moved;
	}
	return true;
}

FPackedCorrectives PackCorrectives(
	const TCorrectives<FViewed>& Correctives, const TCorrectiveDeltas<FViewed>& Level, const FPackedSkin& Skin)
{
	using namespace CorrectiveJobsDetail;
	FPackedCorrectives Out;
	Out.BlockCount = Skin.SlotCount / SkinBlockSize;
	Out.AfterJoints.assign(Correctives.AfterJoints.begin(), Correctives.AfterJoints.end());
	for (const FCorrectiveShape& Shape : Correctives.Shapes)
	{
		Out.DeltaScales.push_back(Shape.DeltaScale);
		Out.NormalScales.push_back(Shape.NormalScale);
	}
	const auto Slots = ListSlots(Skin);
	std::vector<FMove> Moves;
	ForEachDelta(Level,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			ForEachSlot(Slots, Vertex,
				[&](uint32_t Slot) {
					Moves.push_back({Slot, static_cast<uint32_t>(Shape), static_cast<uint32_t>(Index)});
				});
		});
	std::sort(Moves.begin(), Moves.end(),
		[](const FMove& A, const FMove& B)
		{
			const uint32_t BlockA = A.Slot / SkinBlockSize, BlockB = B.Slot / SkinBlockSize;
			return BlockA != BlockB ? BlockA < BlockB : (A.Shape != B.Shape ? A.Shape < B.Shape : A.Slot < B.Slot);
		});
	PackMoves(Moves, Level, Out);
	for (size_t Shape = 0; Shape + 1 < Level.AfterOffsets.size(); ++Shape)
	{
		for (uint32_t At = Level.AfterOffsets[Shape]; At < Level.AfterOffsets[Shape + 1]; ++At)
		{
			const FAfterDelta& After = Level.After[At];
			ForEachSlot(Slots, After.Vertex,
				[&](uint32_t Slot) {
					Out.After.push_back({Slot, static_cast<uint32_t>(Shape), After.Joint, After.Delta});
				});
		}
	}
	std::stable_sort(Out.After.begin(), Out.After.end(),
		[](const FPackedCorrectives::FAfter& A, const FPackedCorrectives::FAfter& B) { return A.Slot < B.Slot; });
	return Out;
}

size_t CountOffsetValues(const FPackedCorrectives& Shapes)
{
	using namespace CorrectiveJobsDetail;
	const size_t Kinds = Shapes.Normals.empty() ? 1 : 2;
	return Kinds * (ValuesPerBlock * Shapes.MovedBlocks.size() + Shapes.DeltaScales.size());
}

bool FCorrectiveOffsetsJob::Validate() const
{
	return Shapes != nullptr && Executor != nullptr && IsSimdLevelAvailable(SimdLevel) &&
		(Shapes->MovedBlocks.empty() || Shapes->DeltaScales.size() == ShapeWeights.size()) &&
		PlaceOfBlock.size() >= Shapes->BlockCount && Values.size() >= CountOffsetValues(*Shapes);
}

FRestOffsets FCorrectiveOffsetsJob::Run() const
{
	using namespace CorrectiveJobsDetail;
	const bool bAny = Validate() && !Shapes->MovedBlocks.empty() &&
		std::any_of(ShapeWeights.begin(), ShapeWeights.end(), [](float Weight) { return Weight != 0.0f; });
	if (!bAny)
	{
		return {};
	}
	const std::span<uint32_t> Places = PlaceOfBlock.first(Shapes->BlockCount);
	const size_t Size = ValuesPerBlock * Shapes->MovedBlocks.size();
	const bool bNormals = !Shapes->Normals.empty();
	std::fill(Places.begin(), Places.end(), NoIndex);
	KernelMath::FBlockArgs Args;
	Args.MovedBlocks = Shapes->MovedBlocks.data();
	Args.Offsets = Shapes->Offsets.data();
	Args.Shapes = Shapes->Shapes.data();
	Args.Deltas = Shapes->Deltas.data();
	Args.Normals = bNormals ? Shapes->Normals.data() : nullptr;
	// Weights times scales once per shape, behind what is returned.
	const size_t ShapeCount = Shapes->DeltaScales.size();
	const std::span<float> Scaled = Values.subspan((bNormals ? 2 : 1) * Size);
	for (size_t Shape = 0; Shape < ShapeCount; ++Shape)
	{
		Scaled[Shape] = ShapeWeights[Shape] * Shapes->DeltaScales[Shape];
		if (bNormals)
		{
			Scaled[ShapeCount + Shape] = ShapeWeights[Shape] * Shapes->NormalScales[Shape];
		}
	}
	Args.Weights = Scaled.data();
	Args.NormalWeights = Scaled.data() + ShapeCount;
	Args.Out = Values.data();
	Args.OutNormals = bNormals ? Values.data() + Size : nullptr;
	Args.Places = Places.data();
	ParallelFor(*Executor, Shapes->MovedBlocks.size(), BlocksPerTask,
		[&](size_t Begin, size_t End)
		{
#if EXEMPLAR_X64
			if (SimdLevel == ESimdLevel::Avx2)
			{
				KernelMath::SumBlocksAvx2(Args, Begin, End);
				return;
			}
#endif
			KernelMath::SumBlocksPlain(Args, Begin, End);
		});
	return {Places, Values.first(Size), bNormals ? Values.subspan(Size, Size) : std::span<float>()};
}

bool FCorrectiveAfterJob::Validate() const
{
	return Shapes != nullptr && Shapes->DeltaScales.size() == ShapeWeights.size() &&
		Positions.size() == size_t{Shapes->BlockCount} * SkinBlockSize &&
		std::all_of(Shapes->AfterJoints.begin(), Shapes->AfterJoints.end(),
			[&](uint16_t Joint) { return Joint < Palette.size(); });
}

bool FCorrectiveAfterJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (const FPackedCorrectives::FAfter& After : Shapes->After)
	{
		const float Weight = ShapeWeights[After.Shape];
		if (Weight != 0.0f)
		{
			const FAffine& Frame = Palette[Shapes->AfterJoints[After.Joint]];
			Positions[After.Slot] += TransformVector(Frame, After.Delta) * Weight;
		}
	}
	return true;
}

} // namespace Exemplar
