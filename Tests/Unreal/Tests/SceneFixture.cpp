// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SceneFixture.h"

#include "Correctives/CorrectiveJobs.h"
#include "ExemplarConversions.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"
#include "UObject/UObjectGlobals.h"

namespace
{

using namespace Exemplar;

FFloat3 ToFloats(const FVector& V)
{
	return {static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)};
}

} // namespace

namespace Host
{

FSkinnedVertices SkinByCore(const FCharacter& Character, const FMeshLevelView& Level,
	std::span<const FBoneTransform> Local, EExemplarOperator Operator, bool bCorrectives)
{
	const ESkinOperator SkinOperator = static_cast<ESkinOperator>(static_cast<uint8>(Operator) - 1);
	const FCharacterPoser Poser = *FCharacterPoser::Make(Character);
	FPackOptions Options;
	Options.Kind = PackedKindOf(SkinOperator);
	const FPackedSkin Skin = *PackSkin(Level, Poser.GetRest(), Options);
	FCharacterPose Pose;
	Poser.Reset(Pose);
	Pose.Local.assign(Local.begin(), Local.end());
	FSkinPalette Palette;
	check(Poser.Pose(Pose, {bCorrectives, {}}) && Poser.MakePalette(Pose, Skin, SkinOperator, Palette));

	std::vector<FFloat3> P(Skin.SlotCount), N(Skin.SlotCount);
	std::vector<FFloat4> T(Skin.SlotCount);
	const FPackedCorrectives Shapes = PackCorrectives(Character->Correctives, Level.Correctives, Skin);
	std::vector<uint32_t> Places(Shapes.BlockCount);
	std::vector<float> Values(CountOffsetValues(Shapes));
	FSkinningJob Job;
	Job.Skin = &Skin;
	Job.Output = {P, N, T};
	Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Pose.ShapeWeights, Places, Values}.Run();
	check(RunSkinning(Job, Palette));
	FSkinnedVertices Out;
	for (const uint32_t Slot : Skin.SlotOfVertex)
	{
		Out.Positions.push_back(P[Slot]);
		Out.Normals.push_back(N[Slot]);
		Out.Tangents.push_back(T[Slot]);
	}
	return Out;
}

FClipMatrix ClipMatrixOf(const FCamera& Camera)
{
	const FMatrix M = ViewProjectionOf(Camera);
	FClipMatrix ToClip;
	for (size_t Row = 0; Row < 4; ++Row)
	{
		// The reference's depth is zero at the near plane: w - z.
		const auto At = [&](int Column)
		{ return static_cast<float>(Row == 2 ? M.M[Column][3] - M.M[Column][2] : M.M[Column][Row]); };
		ToClip[Row] = {At(0), At(1), At(2), At(3)};
	}
	return ToClip;
}

FReferencePicture ToReferencePicture(const FPicture& Picture)
{
	FReferencePicture Ours(Picture.Width, Picture.Height);
	for (size_t Pixel = 0; Pixel < Ours.PixelCount(); ++Pixel)
	{
		Ours.Triangles[Pixel] = Picture.Triangles[Pixel] == 0 ? NoIndex : Picture.Triangles[Pixel] - 1;
		Ours.Depths[Pixel] = 1.0f - Picture.Depths[Pixel];
		Ours.Normals[Pixel] = {
			Picture.Normals[4 * Pixel], Picture.Normals[4 * Pixel + 1], Picture.Normals[4 * Pixel + 2]};
		Ours.Motions[Pixel] = {
			Picture.Motions[4 * Pixel], Picture.Motions[4 * Pixel + 1], Picture.Motions[4 * Pixel + 2]};
	}
	return Ours;
}

FSceneFixture::FSceneFixture(const FCharacter& InCharacter)
	: Character(InCharacter)
	, World(NewObject<UWorld>())
	, Asset(NewObject<UExemplarCharacter>())
	, Component(NewObject<UExemplarMeshComponent>())
{
	const std::span<const std::byte> Bytes = Character.Bytes();
	check(Asset->SetCharacterBytes(
		TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()))));
	Component->SetCharacter(Asset);
	Component->ForcedLevel = 0;
	Component->RegisterComponentWithWorld(World);
	Camera.Location = FVector(-60.0, 330.0, 130.0);
	Camera.Target = FVector(-10.0, 0.0, 90.0);
}

FSceneFixture::~FSceneFixture()
{
	Component->UnregisterComponent();
	UObject::HostDestroy(Component);
	UObject::HostDestroy(Asset);
	UObject::HostDestroy(World);
}

std::vector<FBoneTransform> FSceneFixture::ClipPose(size_t Clip, float Seconds) const
{
	std::vector<FBoneTransform> Local(Character->Skeleton.JointCount());
	FSampleClipJob{&Character->Clips[Clip], Seconds, Character->Skeleton.RestLocal, Local}.Run();
	return Local;
}

FPicture FSceneFixture::Show(const FReferenceState& State)
{
	TArray<FTransform> Pose;
	for (const FBoneTransform& Bone : State.Local)
	{
		Pose.Add(ToUnrealTransform(Bone));
	}
	Component->SetWorldTransform(State.Place);
	Component->SetPose(Pose);
	World->HostTick(1.0f / 60.0f);
	return DrawWorld(*World, Camera);
}

FPictureDifference FSceneFixture::Judge(const FPicture& Picture, const FReferenceState& Now,
	const FReferenceState& Before, EExemplarOperator Operator, int32 Level, bool bCorrectives) const
{
	return JudgePicture(Character, Camera, Picture, Now, Before, Operator, Level, bCorrectives);
}

FPictureDifference JudgePicture(const FCharacter& Character, const FCamera& Camera, const FPicture& Picture,
	const FReferenceState& Now, const FReferenceState& Before, EExemplarOperator Operator, int32 Level,
	bool bCorrectives)
{
	const FMeshLevelView& View = Character->Levels[static_cast<size_t>(Level)];
	const FSkinnedVertices A = SkinByCore(Character, View, Now.Local, Operator, bCorrectives);
	const FSkinnedVertices B = SkinByCore(Character, View, Before.Local, Operator, bCorrectives);
	FReferenceMesh Mesh;
	Mesh.Indices.assign(View.Indices.begin(), View.Indices.end());
	for (size_t Vertex = 0; Vertex < A.Positions.size(); ++Vertex)
	{
		Mesh.Positions.push_back(ToFloats(Now.Place.TransformPosition(ToUnrealPosition(A.Positions[Vertex]))));
		Mesh.PreviousPositions.push_back(
			ToFloats(Before.Place.TransformPosition(ToUnrealPosition(B.Positions[Vertex]))));
		const FFloat3 N = UnrealYForward.Direction(A.Normals[Vertex]);
		Mesh.Normals.push_back(ToFloats(Now.Place.GetRotation().RotateVector(FVector(N.X, N.Y, N.Z))));
	}
	FPictureTolerance Tolerance;
	Tolerance.Depth = 2e-5f;  // a third of a centimeter here: the far plane is infinitely far
	Tolerance.Motion = 2e-2f; // centimeters
	return ComparePictures(
		Rasterize(Mesh, ClipMatrixOf(Camera), Picture.Width, Picture.Height), ToReferencePicture(Picture), Tolerance);
}

} // namespace Host
