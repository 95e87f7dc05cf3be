// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SkinScene.h"

#include "Character/CorrectiveDeltas.h"

#include <cstring>

namespace Exemplar
{
namespace
{

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
	Out.Kind = PackedKindOf(Options.Operator);
	Out.Points = Options.Points;
	Out.Weights = Options.Weights;
	Out.Frames = Options.Frames;
	Out.bSmallIndices = Options.bSmallIndices;
	return Out;
}

/** A few shapes, each on a run of neighboring vertices; some vertices in several, many in none. */
void AddShapes(FTestRandom& Random, size_t ShapeCount, FSkinScene& Scene)
{
	FMeshLevelData& Level = Scene.Level;
	TCorrectiveDeltas<FOwned>& Out = Level.Correctives;
	FDeltaWriter Writer(Out);
	Out.AfterOffsets = {0};
	Scene.Correctives.AfterJoints = {0, static_cast<uint16_t>(Scene.Options.JointCount - 1)};
	const size_t Count = Level.Positions.size();
	for (size_t Shape = 0; Shape < ShapeCount; ++Shape)
	{
		const size_t First = Count == 0 ? 0 : Random.Below(Count);
		Scene.Correctives.Shapes.push_back({0, 0, 0.0f, 1.0f, NoIndex, DeltaScaleFor(0.1), NormalScaleFor(0.4)});
		for (size_t Vertex = First; Vertex < Count && Vertex < First + Count / 5 + 1; ++Vertex)
		{
			const FFloat3 D = Random.InBox(0.1f), N = Random.InBox(0.4f);
			Writer.Add(static_cast<uint32_t>(Vertex),
				EncodeDelta(double{D.X}, double{D.Y}, double{D.Z}, Scene.Correctives.Shapes.back().DeltaScale));
			Out.Normals.push_back(
				EncodeNormal(double{N.X}, double{N.Y}, double{N.Z}, Scene.Correctives.Shapes.back().NormalScale));
			if (Vertex % 7 == 0)
			{
				Out.After.push_back({static_cast<uint32_t>(Vertex), static_cast<uint32_t>(Vertex / 7 % 2), D});
			}
		}
		Writer.EndShape();
		Out.AfterOffsets.push_back(static_cast<uint32_t>(Out.After.size()));
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
	Out.ShapeFrames = Out.ShapeWeights;
	for (const uint16_t Joint : Scene.Correctives.AfterJoints)
	{
		for (const FFloat4& Row : Out.AllJoints[Joint].Rows)
		{
			Out.ShapeFrames.insert(Out.ShapeFrames.end(), {Row.X, Row.Y, Row.Z});
		}
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
	case ESkinOperator::Blended:
		for (size_t Bone = 0; Bone < State.Rigid.size(); ++Bone)
		{
			const FDualQuaternion& Q = State.Rigid[Bone];
			Rows.push_back({Q.Real.X, Q.Real.Y, Q.Real.Z, Q.Real.W});
			Rows.push_back({Q.Dual.X, Q.Dual.Y, Q.Dual.Z, Q.Dual.W});
			AppendRows(std::vector<FAffine>{State.Palette[Bone]}, Rows);
		}
		Scene.StretchRows.insert(Scene.StretchRows.end(), State.Stretches.begin(), State.Stretches.end());
		break;
	case ESkinOperator::CenterOfRotation:
		for (size_t Bone = 0; Bone < State.Rigid.size(); ++Bone)
		{
			const FRotation& Q = State.Rigid[Bone].Real;
			Rows.push_back({Q.X, Q.Y, Q.Z, Q.W});
			Rows.push_back({std::cbrt(Determinant(State.Palette[Bone])), 0.0f, 0.0f, 0.0f});
		}
		Scene.StretchRows.insert(Scene.StretchRows.end(), State.Palette.begin(), State.Palette.end());
		break;
	case ESkinOperator::Twist:
		AppendRows(State.TwistEntries, Rows);
		Scene.SegmentAngles.insert(Scene.SegmentAngles.end(), State.SegmentAngles.begin(), State.SegmentAngles.end());
		break;
	}
	Scene.ShapeWeights.insert(Scene.ShapeWeights.end(), State.ShapeFrames.begin(), State.ShapeFrames.end());
}

} // namespace

FSkinScene::FChange FSkinScene::ChangeOf(uint32_t Vertex, const FState& State) const
{
	FChange Out;
	const TCorrectiveDeltas<FOwned>& Deltas = Level.Correctives;
	ForEachDelta(Deltas,
		[&](size_t Shape, uint32_t Moved, size_t Index)
		{
			if (Moved == Vertex)
			{
				const FCorrectiveShape& Row = Correctives.Shapes[Shape];
				Out.Position += DecodeDelta(Deltas.Deltas[Index], Row.DeltaScale) * State.ShapeWeights[Shape];
				Out.Normal += DecodeNormal(Deltas.Normals[Index], Row.NormalScale) * State.ShapeWeights[Shape];
			}
		});
	for (size_t Shape = 0; Shape + 1 < Deltas.AfterOffsets.size(); ++Shape)
	{
		for (uint32_t Index = Deltas.AfterOffsets[Shape]; Index < Deltas.AfterOffsets[Shape + 1]; ++Index)
		{
			const FAfterDelta& After = Deltas.After[Index];
			const FAffine& Frame = State.AllJoints[Correctives.AfterJoints[After.Joint]];
			Out.After +=
				After.Vertex == Vertex ? TransformVector(Frame, After.Delta) * State.ShapeWeights[Shape] : FFloat3{};
		}
	}
	return Out;
}

FFloat3 FSkinScene::Displacement(uint32_t Vertex, const FState& State) const
{
	return ChangeOf(Vertex, State).Position;
}

FSurfacePoint FSkinScene::Reference(uint32_t Slot, const FState& State) const
{
	FUnpackedVertex V = UnpackVertex(Skin, Slot);
	const FChange Change = ChangeOf(Skin.VertexOfSlot[Slot], State);
	// Frames of the twist kind are relative to their segments.
	const FFloat3 Tilt = Options.Operator == ESkinOperator::Twist
		? TransformVector(Skin.SegmentFrames[Skin.SegmentStream[Slot]], Change.Normal)
		: Change.Normal;
	V.Rest.Normal = V.Rest.Normal + Tilt;
	FSurfacePoint Out = ReferenceWithout(Slot, State, V, Change.Position);
	if (!V.Tangents.empty())
	{
		FAffine Blend{};
		for (FFloat4& Row : Blend.Rows)
		{
			Row = {};
		}
		for (size_t Index = 0; Index < V.Points.size(); ++Index)
		{
			const float W = V.Points[Index].W + (V.Deltas.empty() ? 0.0f : State.Geomorph * V.Deltas[Index].W);
			for (int Row = 0; Row < 3; ++Row)
			{
				Blend.Rows[Row] = Blend.Rows[Row] + State.Palette[V.Entries[Index]].Rows[Row] * W;
			}
		}
		Out.Normal = Normalize(Out.Normal + TransformVector(Blend, Change.Normal));
	}
	Out.Position += Change.After;
	if (Length(Change.Normal) > 0.0f && Length(Out.Normal) > 0.0f)
	{
		const FFloat3 T{Out.Tangent.X, Out.Tangent.Y, Out.Tangent.Z};
		const FFloat3 Turned = Normalize(T - Out.Normal * Dot(Out.Normal, T));
		Out.Tangent = {Turned.X, Turned.Y, Turned.Z, Out.Tangent.W};
	}
	return Out;
}

FSurfacePoint FSkinScene::ReferenceWithout(
	uint32_t Slot, const FState& State, FUnpackedVertex V, const FFloat3& Offset) const
{
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
	case ESkinOperator::CenterOfRotation:
		V.Rest.Position += Offset;
		return SkinSphericalBlend(
			State.Palette, State.Rigid, V.Entries, V.Weights, Level.RotationCenters[Skin.VertexOfSlot[Slot]], V.Rest);
	case ESkinOperator::Blended:
		V.Rest.Position += Offset;
		return SkinBlended(State.Palette, State.Rigid,
			Options.bScale ? std::span<const FAffine>(State.Stretches) : std::span<const FAffine>(), V.Entries,
			V.Weights, Level.BlendFactors[Skin.VertexOfSlot[Slot]], V.Rest);
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
		AddShapes(Random, 6, Out);
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
		Instance.PreviousShapes = Instance.Shapes + static_cast<uint32_t>(Now.ShapeFrames.size());
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
