// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CrowdFixture.h"

#include "ExemplarConversions.h"
#include "Lod/LevelChoice.h"
#include "Pose/ClipSampling.h"
#include "UObject/UObjectGlobals.h"

namespace Host
{

using namespace Exemplar;

namespace
{

FFloat3 ToCoreFloats(const FVector& V)
{
	return {static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)};
}

} // namespace

FCrowdFixture::FCrowdFixture(const FCharacter& InCharacter)
	: Character(InCharacter)
	, World(NewObject<UWorld>())
	, Asset(NewObject<UExemplarCharacter>())
	, Component(NewObject<UExemplarCrowdComponent>())
	, Poser(*Exemplar::FCharacterPoser::Make(InCharacter))
{
	const std::span<const std::byte> Bytes = Character.Bytes();
	check(Asset->SetCharacterBytes(
		TConstArrayView<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()))));
	ClipNames = Asset->GetClipNames();
	Component->SetCharacter(Asset);
	Component->RegisterComponentWithWorld(World);
	Camera.Location = FVector(-700.0, 0.0, 350.0);
	Camera.Target = FVector(300.0, 0.0, 60.0);
	Camera.Width = 480;
	Camera.Height = 270;
}

FCrowdFixture::~FCrowdFixture()
{
	Component->UnregisterComponent();
	UObject::HostDestroy(Component);
	UObject::HostDestroy(Asset);
	UObject::HostDestroy(World);
}

void FCrowdFixture::AddField(int32 Count, double Depth)
{
	TArray<FExemplarCrowdInstance> Instances;
	for (int32 Index = 0; Index < Count; ++Index)
	{
		FExemplarCrowdInstance Instance;
		const double Row = Index / 5, Column = Index % 5;
		const double X = Depth * Row * Row / 81.0;    // far rows are far apart
		const double Yaw = 0.7 * Index - 0.5 * UE_PI; // the first of them faces X, away from the camera
		Instance.Transform = FTransform(FQuat(FVector(0.0, 0.0, 1.0), Yaw),
			FVector(X, (Column - 2.0) * (180.0 + 0.25 * X), 0.0), FVector(0.8 + 0.05 * (Index % 7)));
		const int32 Clip = Index % (ClipNames.Num() + 1);
		Instance.Clip = Clip < ClipNames.Num() ? ClipNames[Clip] : FName();
		Instance.Seconds = 0.05f * static_cast<float>(Index % 9);
		Instance.Rate = 0.5f + 0.25f * static_cast<float>(Index % 5);
		Instance.Phase = 0.1f * static_cast<float>(Index % 4);
		Instances.Add(Instance);
	}
	Handles.Append(Component->AddInstances(Instances));
}

FCrowdReference FCrowdFixture::ReadMembers() const
{
	FCrowdReference Out;
	Out.Place = Component->GetComponentTransform();
	for (const FExemplarCrowdHandle& Handle : Handles)
	{
		FExemplarCrowdInstance Instance;
		FCrowdMemberState Member;
		Member.bExists = Component->GetInstance(Handle, Instance);
		if (Member.bExists)
		{
			Member.Transform = Instance.Transform;
			const auto Find = [&](FName Name, float Seconds, float Phase, int32& OutClip, float& OutSeconds)
			{
				OutClip = Name.IsNone() ? -1 : ClipNames.Find(Name);
				OutSeconds = Seconds;
				if (OutClip >= 0)
				{
					const FClipView& Clip = Character->Clips[static_cast<size_t>(OutClip)];
					const uint32_t Last = Clip.bLoops != 0 ? Clip.FrameCount : Clip.FrameCount - 1;
					OutSeconds += Phase * static_cast<float>(Last) / Clip.FramesPerSecond;
				}
			};
			Find(Instance.Clip, Instance.Seconds, Instance.Phase, Member.Clip, Member.Seconds);
			Find(Instance.BlendClip, Instance.BlendSeconds, Instance.BlendPhase, Member.OtherClip, Member.OtherSeconds);
			Member.OtherWeight = Instance.BlendWeight;
			Member.Significance = Instance.Significance;
		}
		Out.Members.push_back(Member);
	}
	return Out;
}

std::vector<FAffine> FCrowdFixture::PaletteOf(const FCrowdMemberState& Member) const
{
	FCharacterPose Pose;
	Poser.Reset(Pose);
	const auto Sample = [&](int32 Clip, float Seconds, std::vector<FBoneTransform>& Local)
	{
		if (Clip >= 0)
		{
			FSampleClipJob{&Character->Clips[static_cast<size_t>(Clip)], Seconds, Character->Skeleton.RestLocal, Local}
				.Run();
		}
	};
	if (Member.OtherWeight > 0.0f)
	{
		std::vector<FBoneTransform> Other = Pose.Local; // at rest
		Sample(Member.OtherClip, Member.OtherSeconds, Other);
		Sample(Member.Clip, Member.Seconds, Pose.Local);
		const float W = Member.OtherWeight;
		for (size_t Joint = 0; Joint < Other.size(); ++Joint)
		{
			FBoneTransform& To = Pose.Local[Joint];
			const FRotation &A = To.Rotation, &B = Other[Joint].Rotation;
			const float S = Dot(A, B) < 0.0f ? -W : W;
			To.Rotation = Normalize(FRotation{A.X * (1.0f - W) + B.X * S, A.Y * (1.0f - W) + B.Y * S,
				A.Z * (1.0f - W) + B.Z * S, A.W * (1.0f - W) + B.W * S});
			To.Translation = To.Translation * (1.0f - W) + Other[Joint].Translation * W;
		}
	}
	else
	{
		Sample(Member.Clip, Member.Seconds, Pose.Local);
	}
	check(Poser.Pose(Pose, {true, {}})); // of correctives, helper joints alone
	return Pose.Palette;
}

FCrowdChoices FCrowdFixture::Choose(
	const FCrowdReference& Now, const FCamera& Seen, const FCrowdChoices& Before, int32 ForcedLevel, bool bShadow) const
{
	std::vector<float> Errors;
	for (const FMeshLevelView& Level : Character->Levels)
	{
		const float Error = ChoiceError(Level) * UnrealYForward.Scale;
		Errors.push_back(Errors.empty() ? Error : FMath::Max(Errors.back(), Error));
	}
	FScreen Screen;
	Screen.WidthPixels = static_cast<float>(Seen.Width);
	Screen.TanHalfWidth = static_cast<float>(Seen.TanHalfWidth);
	Screen.TanHalfHeight = static_cast<float>(Seen.TanHalfWidth * Seen.Height / Seen.Width);
	Screen.Near = 10.0f;
	const FVector Forward = (Seen.Target - Seen.Location).GetSafeNormal();
	const FMatrix M = ViewProjectionOf(Seen);
	FCrowdChoices Out;
	for (size_t Index = 0; Index < Now.Members.size(); ++Index)
	{
		Out.Levels.push_back(std::nullopt);
		const FCrowdMemberState& Member = Now.Members[Index];
		if (!Member.bExists)
		{
			continue;
		}
		const FFloat3 Center = TransformPoint(PaletteOf(Member)[0], Character->Sphere.Center);
		const FVector Middle =
			Now.Place.TransformPosition(Member.Transform.TransformPosition(ToUnrealPosition(Center)));
		const double Scale = Now.Place.GetMaximumAxisScale() * Member.Transform.GetMaximumAxisScale();
		const double Radius = Character->Sphere.Radius * UnrealYForward.Scale * Scale;
		bool bOutside = false;
		for (const auto& [Column, Sign] : {std::pair{0, 1.0}, {0, -1.0}, {1, 1.0}, {1, -1.0}, {2, -1.0}})
		{
			// w + x, w - x, w + y, w - y and, at the near plane, w - z, by the distance.
			const FVector Normal(M.M[0][3] + Sign * M.M[0][Column], M.M[1][3] + Sign * M.M[1][Column],
				M.M[2][3] + Sign * M.M[2][Column]);
			const double Away = (Normal | Middle) + M.M[3][3] + Sign * M.M[3][Column];
			bOutside = bOutside || Away < -Radius * Normal.Size();
		}
		if (bOutside && !bShadow)
		{
			continue;
		}
		++Out.Visible;
		double Depth = Forward | (Middle - Seen.Location);
		Depth = bShadow ? FMath::Abs(Depth) : Depth;
		const float Allowed = AllowedError(Screen, static_cast<float>(Depth - Radius)) /
			(static_cast<float>(Scale) * Member.Significance);
		// What was chosen last is remembered even of those who were out of sight in between; nobody here is for long.
		const bool bKnown = Index < Before.Levels.size() && Before.Levels[Index];
		FLevelChoice Choice =
			bKnown ? ChooseLevelSteadily(Errors, Allowed, *Before.Levels[Index]) : ChooseLevel(Errors, Allowed);
		if (ForcedLevel >= 0)
		{
			Choice = {static_cast<uint32_t>(ForcedLevel), 0.0f};
		}
		Out.Levels.back() = Choice;
	}
	return Out;
}

FPictureDifference FCrowdFixture::Judge(const FPicture& Picture, const FCamera& Seen, const FCrowdReference& Now,
	const FCrowdChoices& Chosen, const FCrowdReference& Before, const FCrowdChoices& ChosenBefore) const
{
	std::vector<uint32_t> FirstTriangles(1, 0);
	for (const FMeshLevelView& Level : Character->Levels)
	{
		FirstTriangles.push_back(FirstTriangles.back() + static_cast<uint32_t>(Level.Indices.size() / 3));
	}
	FReferenceMesh All;
	std::vector<uint32_t> Ids;
	for (size_t Index = 0; Index < Now.Members.size(); ++Index)
	{
		if (!Chosen.Levels[Index])
		{
			continue;
		}
		const FCrowdMemberState& Member = Now.Members[Index];
		const bool bExisted = Index < Before.Members.size() && Before.Members[Index].bExists;
		const FCrowdMemberState& Last = bExisted ? Before.Members[Index] : Member;
		const FTransform& LastPlace = Before.Members.empty() ? Now.Place : Before.Place;
		const FLevelChoice& Choice = *Chosen.Levels[Index];
		// Another level has other bones: its motion is its transform's alone.
		const bool bSame = bExisted && Index < ChosenBefore.Levels.size() && ChosenBefore.Levels[Index] &&
			ChosenBefore.Levels[Index]->Level == Choice.Level;
		const FMeshLevelView& Level = Character->Levels[Choice.Level];
		const bool bMorphs = !Level.Skin.GeomorphDeltas.empty();
		const std::vector<FAffine> Palette = PaletteOf(Member), LastPalette = bSame ? PaletteOf(Last) : Palette;
		const FReferenceMesh One = PoseReferenceMesh(Level, {Palette, {}, bMorphs ? Choice.Geomorph : 0.0f},
			{LastPalette, {},
				!bMorphs    ? 0.0f
					: bSame ? ChosenBefore.Levels[Index]->Geomorph
							: Choice.Geomorph});
		const uint32_t First = static_cast<uint32_t>(All.Positions.size());
		for (size_t Vertex = 0; Vertex < One.Positions.size(); ++Vertex)
		{
			All.Positions.push_back(ToCoreFloats(Now.Place.TransformPosition(
				Member.Transform.TransformPosition(ToUnrealPosition(One.Positions[Vertex])))));
			All.PreviousPositions.push_back(ToCoreFloats(LastPlace.TransformPosition(
				Last.Transform.TransformPosition(ToUnrealPosition(One.PreviousPositions[Vertex])))));
			const FFloat3 N = UnrealYForward.Direction(One.Normals[Vertex]);
			All.Normals.push_back(ToCoreFloats(Now.Place.GetRotation().RotateVector(
				Member.Transform.GetRotation().RotateVector(FVector(N.X, N.Y, N.Z)))));
		}
		for (size_t Corner = 0; Corner < One.Indices.size(); ++Corner)
		{
			All.Indices.push_back(First + One.Indices[Corner]);
			if (Corner % 3 == 0)
			{
				Ids.push_back(FirstTriangles[Choice.Level] + static_cast<uint32_t>(Corner / 3));
			}
		}
	}
	FReferencePicture Reference = Rasterize(All, ClipMatrixOf(Seen), Picture.Width, Picture.Height);
	for (uint32_t& Triangle : Reference.Triangles)
	{
		Triangle = Triangle == NoIndex ? NoIndex : Ids[Triangle];
	}
	FPictureTolerance Tolerance;
	Tolerance.Depth = 2e-5f;  // the far plane is infinitely far: a third of a centimeter at four meters
	Tolerance.Motion = 5e-2f; // centimeters; a pixel far away is several wide
	return ComparePictures(Reference, ToReferencePicture(Picture), Tolerance);
}

} // namespace Host
