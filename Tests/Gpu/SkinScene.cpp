// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SkinScene.h"

#include "Base/Octahedral.h"

#include <cstring>

namespace Exemplar
{
namespace
{

template <typename T>
T Peek(const TAlignedArray<uint8_t>& Stream, size_t Index)
{
	T Out;
	std::memcpy(&Out, Stream.data() + Index * sizeof(T), sizeof(T));
	return Out;
}

uint32_t PeekIndex(const FPackedSkin& Skin, size_t Index)
{
	switch (Skin.Indices)
	{
	case EIndexFormat::Uint8:
		return Peek<uint8_t>(Skin.IndexStream, Index);
	case EIndexFormat::Uint16:
		return Peek<uint16_t>(Skin.IndexStream, Index);
	case EIndexFormat::Uint32:
		break;
	}
	return Peek<uint32_t>(Skin.IndexStream, Index);
}

float PeekWeight(const FPackedSkin& Skin, size_t Index)
{
	switch (Skin.Format.Weights)
	{
	case EWeightFormat::Unorm8:
		return static_cast<float>(Peek<uint8_t>(Skin.WeightStream, Index)) / 255.0f;
	case EWeightFormat::Unorm16:
		return static_cast<float>(Peek<uint16_t>(Skin.WeightStream, Index)) / 65535.0f;
	case EWeightFormat::Float32:
		break;
	}
	return Peek<float>(Skin.WeightStream, Index);
}

FFloat4 PeekPoint(const FPackedSkin& Skin, const TAlignedArray<uint8_t>& Stream, size_t First, size_t Step)
{
	if (Skin.Format.Points == EPointFormat::Float32)
	{
		return {Peek<float>(Stream, First), Peek<float>(Stream, First + Step), Peek<float>(Stream, First + 2 * Step),
			Peek<float>(Stream, First + 3 * Step)};
	}
	const float W = static_cast<float>(Peek<int16_t>(Stream, First + 3 * Step)) * Skin.WScale;
	return {static_cast<float>(Peek<int16_t>(Stream, First)) * Skin.PointScale.X + W * Skin.PointOffset.X,
		static_cast<float>(Peek<int16_t>(Stream, First + Step)) * Skin.PointScale.Y + W * Skin.PointOffset.Y,
		static_cast<float>(Peek<int16_t>(Stream, First + 2 * Step)) * Skin.PointScale.Z + W * Skin.PointOffset.Z, W};
}

FFloat3 PeekPosition(const FPackedSkin& Skin, uint32_t Slot)
{
	const size_t At = Slot / SkinBlockSize * 24 + Slot % SkinBlockSize;
	if (Skin.Format.Points == EPointFormat::Float32)
	{
		return {Peek<float>(Skin.PointStream, At), Peek<float>(Skin.PointStream, At + 8),
			Peek<float>(Skin.PointStream, At + 16)};
	}
	const FFloat3 Codes{static_cast<float>(Peek<uint16_t>(Skin.PointStream, At)),
		static_cast<float>(Peek<uint16_t>(Skin.PointStream, At + 8)),
		static_cast<float>(Peek<uint16_t>(Skin.PointStream, At + 16))};
	return Codes * Skin.PointScale + Skin.PointOffset;
}

void PeekFrame(const FPackedSkin& Skin, uint32_t Slot, FSurfacePoint& Out)
{
	const size_t Block = Slot / SkinBlockSize, Lane = Slot % SkinBlockSize;
	const auto Decode = [](uint32_t X, uint32_t Y, int Bits) { return Normalize(DecodeOctahedral({X, Y}, Bits)); };
	FFloat3 Tangent;
	float Sign = 1.0f;
	switch (Skin.Format.Frames)
	{
	case EFrameFormat::None:
		return;
	case EFrameFormat::Float32:
	{
		const size_t At = Block * (Skin.bHasTangents ? 56 : 24) + Lane;
		const auto Item = [&](size_t Word) { return Peek<float>(Skin.FrameStream, At + 8 * Word); };
		Out.Normal = {Item(0), Item(1), Item(2)};
		if (Skin.bHasTangents)
		{
			Tangent = {Item(3), Item(4), Item(5)};
			Sign = Item(6);
		}
		break;
	}
	case EFrameFormat::Octahedral16:
	{
		const size_t At = Block * (Skin.bHasTangents ? 16 : 8) + Lane;
		const uint32_t N = Peek<uint32_t>(Skin.FrameStream, At);
		Out.Normal = Decode(N & 0xffff, N >> 16, 16);
		if (Skin.bHasTangents)
		{
			const uint32_t T = Peek<uint32_t>(Skin.FrameStream, At + 8);
			Tangent = Decode(T & 0xffff, T >> 16, 16);
			Sign = (T >> 16 & 1) != 0 ? -1.0f : 1.0f;
		}
		break;
	}
	case EFrameFormat::Octahedral8:
	{
		const uint32_t Code = Peek<uint32_t>(Skin.FrameStream, 8 * Block + Lane);
		Out.Normal = Decode(Code & 0xff, Code >> 8 & 0xff, 8);
		if (Skin.bHasTangents)
		{
			Tangent = Decode(Code >> 16 & 0xff, Code >> 24, 8);
			Sign = (Code >> 24 & 1) != 0 ? -1.0f : 1.0f;
		}
		break;
	}
	}
	Out.Tangent = {Tangent.X, Tangent.Y, Tangent.Z, Sign};
}

/** What PackSkin does for huge palettes, done to a small one. */
void WidenIndices(FPackedSkin& Skin)
{
	TAlignedArray<uint8_t> Wide(4 * size_t{Skin.IndexCount} + 64, 0);
	for (size_t Index = 0; Index < Skin.IndexCount; ++Index)
	{
		const uint32_t Entry = PeekIndex(Skin, Index);
		std::memcpy(Wide.data() + 4 * Index, &Entry, 4);
	}
	Skin.IndexStream = std::move(Wide);
	Skin.Indices = EIndexFormat::Uint32;
}

FPackOptions PackOptionsOf(const FSkinSceneOptions& Options)
{
	FPackOptions Out;
	Out.Kind = Options.Operator == ESkinOperator::AnimationSpace ? EPackedKind::AnimationSpace
		: Options.Operator == ESkinOperator::Spherical           ? EPackedKind::Spherical
		: Options.Operator == ESkinOperator::Twist               ? EPackedKind::Twist
																 : EPackedKind::LinearBlend;
	Out.Points = Options.Points;
	Out.Weights = Options.Weights;
	Out.Frames = Options.Frames;
	Out.bSmallIndices = Options.bSmallIndices;
	return Out;
}

/** A few shapes, each on a run of neighboring vertices; some vertices in several, many in none. */
void AddShapes(FTestRandom& Random, size_t ShapeCount, FMeshLevelData& Level)
{
	TCorrectiveDeltas<FOwned>& Out = Level.Correctives;
	Out.Offsets.push_back(0);
	const size_t Count = Level.Positions.size();
	for (size_t Shape = 0; Shape < ShapeCount; ++Shape)
	{
		const size_t First = Count == 0 ? 0 : Random.Below(Count);
		for (size_t Vertex = First; Vertex < Count && Vertex < First + Count / 5 + 1; ++Vertex)
		{
			Out.Vertices.push_back(static_cast<uint32_t>(Vertex));
			Out.Deltas.push_back(Random.InBox(0.1f));
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Vertices.size()));
	}
}

FSkinScene::FState MakeState(FTestRandom& Random, const FSkinScene& Scene)
{
	const FSkinSceneOptions& Options = Scene.Options;
	const FPackedSkin& Skin = Scene.Skin;
	FSkinScene::FState Out;
	const std::vector<FBoneTransform> Pose =
		MakeRandomPose(Random, Scene.Skeleton.RestLocal, Options.MaxAngle, false, Options.bScale);
	Out.AllJoints = MakePalette(Scene.Rest, Pose);
	for (const uint16_t Bone : Skin.PaletteBones)
	{
		Out.Palette.push_back(Out.AllJoints[Bone]);
	}
	Out.Geomorph = Random.Uniform(0.1f, 0.9f);
	const size_t ShapeCount = Scene.Level.Correctives.Offsets.empty() ? 0 : Scene.Level.Correctives.Offsets.size() - 1;
	for (size_t Shape = 0; Shape < ShapeCount; ++Shape)
	{
		Out.ShapeWeights.push_back(Random.Uniform(-0.5f, 1.0f));
	}
	Out.Rigid.resize(Out.Palette.size());
	Out.Stretches.resize(Out.Palette.size());
	FDualQuaternionPaletteJob{Out.Palette, Skin.PaletteParents, Skin.PaletteCenters, Out.Rigid, Out.Stretches}.Run();
	if (Options.Operator == ESkinOperator::Spherical)
	{
		Out.Spherical.resize(Skin.EntryCount());
		FSphericalPaletteJob{&Skin, Out.Palette, Out.Rigid, Out.Spherical}.Run();
	}
	if (Options.Operator == ESkinOperator::Twist)
	{
		Out.Twists.resize(Pose.size());
		FTwistJob{Pose, Scene.Skeleton.RestLocal, Scene.Rest.LocalLinkAxes, Out.Twists}.Run();
		for (float& Twist : Out.Twists)
		{
			Twist += static_cast<float>(Random.Below(3)) * 2.0f * PiF - 2.0f * PiF; // whole turns, as unwrapping gives
		}
		Out.TwistEntries.resize(Skin.EntryCount());
		Out.SegmentAngles.resize(Skin.SegmentTable.size());
		FTwistPaletteJob{&Skin, &Scene.Rest, Out.Palette, Out.Twists, Out.TwistEntries, Out.SegmentAngles}.Run();
	}
	return Out;
}

void AppendRows(const std::vector<FAffine>& Matrices, std::vector<FFloat4>& Rows)
{
	for (const FAffine& M : Matrices)
	{
		Rows.insert(Rows.end(), M.Rows, M.Rows + 3);
	}
}

void AppendState(const FSkinScene::FState& State, FSkinScene& Scene)
{
	std::vector<FFloat4>& Rows = Scene.PaletteRows;
	switch (Scene.Options.Operator)
	{
	case ESkinOperator::LinearBlend:
	case ESkinOperator::AnimationSpace:
		AppendRows(State.Palette, Rows);
		break;
	case ESkinOperator::DualQuaternion:
		for (const FDualQuaternion& Q : State.Rigid)
		{
			Rows.push_back({Q.Real.X, Q.Real.Y, Q.Real.Z, Q.Real.W});
			Rows.push_back({Q.Dual.X, Q.Dual.Y, Q.Dual.Z, Q.Dual.W});
		}
		Scene.StretchRows.insert(Scene.StretchRows.end(), State.Stretches.begin(), State.Stretches.end());
		break;
	case ESkinOperator::Spherical:
		for (const FSphericalEntry& Entry : State.Spherical)
		{
			Rows.push_back({Entry.Rotation.X, Entry.Rotation.Y, Entry.Rotation.Z, Entry.Rotation.W});
			Rows.push_back(Entry.CenterImage);
			Rows.push_back(Entry.Center);
		}
		break;
	case ESkinOperator::Twist:
		AppendRows(State.TwistEntries, Rows);
		Scene.SegmentAngles.insert(Scene.SegmentAngles.end(), State.SegmentAngles.begin(), State.SegmentAngles.end());
		break;
	}
	Scene.ShapeWeights.insert(Scene.ShapeWeights.end(), State.ShapeWeights.begin(), State.ShapeWeights.end());
}

} // namespace

FUnpackedVertex UnpackVertex(const FPackedSkin& Skin, uint32_t Slot)
{
	FUnpackedVertex Out;
	PeekFrame(Skin, Slot, Out.Rest);
	if (Skin.Format.Kind != EPackedKind::AnimationSpace)
	{
		Out.Rest.Position = PeekPosition(Skin, Slot);
	}
	for (const FSkinGroup& Group : Skin.Groups)
	{
		if (Slot < Group.FirstSlot || Slot >= Group.FirstSlot + Group.SlotCount)
		{
			continue;
		}
		const size_t K = Group.InfluenceCount, Block = (Slot - Group.FirstSlot) / SkinBlockSize,
					 Lane = Slot % SkinBlockSize;
		const bool bShared = Group.bShared != 0;
		for (size_t Index = 0; Index < K; ++Index)
		{
			const size_t FirstOfBlock = Group.FirstInfluence + Block * 8 * K;
			const size_t Place = FirstOfBlock + (bShared ? 8 * Index + Lane : K * Lane + Index);
			Out.Entries.push_back(static_cast<uint16_t>(
				PeekIndex(Skin, Group.FirstIndex + (bShared ? Block * K + Index : Block * 8 * K + K * Lane + Index))));
			if (Skin.Format.Kind != EPackedKind::AnimationSpace)
			{
				Out.Weights.push_back(PeekWeight(Skin, Place));
				continue;
			}
			const size_t First = bShared ? 4 * (FirstOfBlock + 8 * Index) + Lane : 4 * Place;
			const size_t Step = bShared ? 8 : 1;
			const auto Add = [&](const TAlignedArray<uint8_t>& Stream, std::vector<FFloat4>& Points)
			{
				if (!Stream.empty())
				{
					Points.push_back(PeekPoint(Skin, Stream, First, Step));
				}
			};
			Add(Skin.PointStream, Out.Points);
			Add(Skin.DeltaStream, Out.Deltas);
			Add(Skin.TangentStream, Out.Tangents);
			Add(Skin.BitangentStream, Out.Bitangents);
		}
	}
	return Out;
}

FFloat3 FSkinScene::Displacement(uint32_t Vertex, const FState& State) const
{
	FFloat3 Out;
	const TCorrectiveDeltas<FOwned>& Deltas = Level.Correctives;
	for (size_t Shape = 0; Shape < State.ShapeWeights.size(); ++Shape)
	{
		for (uint32_t Index = Deltas.Offsets[Shape]; Index < Deltas.Offsets[Shape + 1]; ++Index)
		{
			Out += Deltas.Vertices[Index] == Vertex ? Deltas.Deltas[Index] * State.ShapeWeights[Shape] : FFloat3{};
		}
	}
	return Out;
}

FSurfacePoint FSkinScene::Reference(uint32_t Slot, const FState& State) const
{
	FUnpackedVertex V = UnpackVertex(Skin, Slot);
	const FFloat3 Offset = Displacement(Skin.VertexOfSlot[Slot], State);
	switch (Options.Operator)
	{
	case ESkinOperator::AnimationSpace:
	{
		for (size_t Index = 0; Index < V.Points.size(); ++Index)
		{
			const float W = V.Points[Index].W + (V.Deltas.empty() ? 0.0f : State.Geomorph * V.Deltas[Index].W);
			V.Points[Index] = V.Points[Index] + FFloat4{Offset.X * W, Offset.Y * W, Offset.Z * W, 0.0f};
		}
		return SkinAnimationSpace(
			State.Palette, V.Entries, {V.Points, V.Deltas, V.Tangents, V.Bitangents}, State.Geomorph, V.Rest);
	}
	case ESkinOperator::LinearBlend:
		V.Rest.Position += Offset;
		return SkinLinearBlend(State.Palette, V.Entries, V.Weights, V.Rest);
	case ESkinOperator::DualQuaternion:
		V.Rest.Position += Offset;
		return SkinDualQuaternion(State.Rigid,
			Options.bScale ? std::span<const FAffine>(State.Stretches) : std::span<const FAffine>(), V.Entries,
			V.Weights, V.Rest);
	case ESkinOperator::Spherical:
	{
		V.Rest.Position += Offset;
		const FFloat4& C = State.Spherical[V.Entries[0]].Center;
		std::vector<uint16_t> Bones;
		for (const uint16_t Entry : V.Entries)
		{
			Bones.push_back(Skin.SetEntries[Entry]);
		}
		return SkinSphericalBlend(State.Palette, State.Rigid, Bones, V.Weights, {C.X, C.Y, C.Z}, V.Rest);
	}
	case ESkinOperator::Twist:
		break;
	}
	const uint16_t SegmentIndex = Skin.SegmentStream[Slot];
	const FAffine ToRest = Inverse(Skin.SegmentFrames[SegmentIndex]);
	const FFloat3 T = TransformVector(ToRest, {V.Rest.Tangent.X, V.Rest.Tangent.Y, V.Rest.Tangent.Z});
	const FSurfacePoint Point{TransformPoint(ToRest, V.Rest.Position) + Offset, TransformVector(ToRest, V.Rest.Normal),
		{T.X, T.Y, T.Z, V.Rest.Tangent.W}};
	std::vector<uint16_t> Bones;
	for (const uint16_t Entry : V.Entries)
	{
		Bones.push_back(Skin.PaletteBones[Skin.TwistEntries[Entry].PaletteIndex]);
	}
	return SkinTwistSegment(Rest, State.AllJoints, State.Twists, Skin.SegmentTable[SegmentIndex],
		Skin.TwistFractions[Slot] + 0.5f, Bones, V.Weights, Point);
}

TResult<FSkinScene> MakeSkinScene(const FSkinSceneOptions& Options)
{
	FTestRandom Random(Options.Seed);
	FSkinScene Out;
	Out.Options = Options;
	Out.Skeleton = MakeRandomSkeleton(Random, Options.JointCount);
	TResult<FRestPose> Rest = MakeRestPose(Out.Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	Out.Rest = std::move(*Rest);
	Out.Level =
		MakeRandomLevel(Random, Options.VertexCount, Options.JointCount, Options.MinInfluences, Options.MaxInfluences);
	if (Out.Level.Weights.Offsets.empty())
	{
		Out.Level.Weights.Offsets.push_back(0);
	}
	if (Options.Operator == ESkinOperator::AnimationSpace)
	{
		AddRandomAnimationSpace(Random, Out.Level, Options.bGeomorph, Options.bPairs);
	}
	if (Options.bCorrectives)
	{
		AddShapes(Random, 6, Out.Level);
	}
	if (!Options.bTangents)
	{
		Out.Level.Tangents.clear();
	}
	TResult<FPackedSkin> Skin = PackSkin(ViewOf(Out.Level), Out.Rest, PackOptionsOf(Options));
	if (!Skin)
	{
		return Skin.GetError();
	}
	Out.Skin = std::move(*Skin);
	if (Options.bWideIndices)
	{
		WidenIndices(Out.Skin);
	}
	const uint32_t Entries = static_cast<uint32_t>(Out.Skin.EntryCount());
	for (uint32_t Index = 0; Index < Options.InstanceCount; ++Index)
	{
		Out.States.push_back({MakeState(Random, Out), MakeState(Random, Out)});
		const FSkinScene::FState &Now = Out.States.back()[0], &Before = Out.States.back()[1];
		FGpuSkinInstance Instance;
		Instance.Palette = 2 * Index * Entries;
		Instance.PreviousPalette = Instance.Palette + Entries;
		Instance.Shapes = static_cast<uint32_t>(Out.ShapeWeights.size());
		Instance.PreviousShapes = Instance.Shapes + static_cast<uint32_t>(Now.ShapeWeights.size());
		Instance.Geomorph = Now.Geomorph;
		Instance.PreviousGeomorph = Before.Geomorph;
		Instance.FirstOutput = Index * Out.Skin.SlotCount;
		Instance.Level = Index;
		Instance.Segments = static_cast<uint32_t>(Out.SegmentAngles.size());
		Instance.PreviousSegments = Instance.Segments + static_cast<uint32_t>(Now.SegmentAngles.size());
		Instance.Transform = Index;
		Out.Instances.push_back(Instance);
		AppendState(Now, Out);
		AppendState(Before, Out);
	}
	return Out;
}

} // namespace Exemplar
