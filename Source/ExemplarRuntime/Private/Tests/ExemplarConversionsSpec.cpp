// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/AxisChange.h"
#include "Character/CharacterViews.h"
#include "ExemplarConversions.h"
#include "Misc/AutomationTest.h"
#include "Pose/PoseJobs.h"
#include "Pose/RestPose.h"
#include "Skinning/SkinningJobs.h"
#include "Tests/ExemplarFlags.h"
#include "Tests/ExemplarTube.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace
{

FVector ExemplarVectorOf(const Exemplar::FFloat3& V)
{
	return FVector(V.X, V.Y, V.Z);
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarAxes, "Exemplar.Runtime.Conversions.ForwardUpAndRightAreThoseOfUnreal", ExemplarTestFlags)
bool FExemplarAxes::RunTest(const FString& Parameters)
{
	using namespace Exemplar;
	// As importers leave it, the right is that of somebody who faces Y.
	TestEqual(TEXT("forward"), ToUnrealPosition({0.0f, 0.0f, 1.0f}), FVector(0.0, 100.0, 0.0));
	TestEqual(TEXT("up"), ToUnrealPosition({0.0f, 1.0f, 0.0f}), FVector(0.0, 0.0, 100.0));
	TestEqual(TEXT("right"), ToUnrealPosition({-1.0f, 0.0f, 0.0f}), FVector(-100.0, 0.0, 0.0));
	TestEqual(TEXT("X forward"), ToUnrealPosition({0.0f, 0.0f, 1.0f}, UnrealXForward), FVector(100.0, 0.0, 0.0));
	TestEqual(TEXT("X forward, up"), ToUnrealPosition({0.0f, 1.0f, 0.0f}, UnrealXForward), FVector(0.0, 0.0, 100.0));
	TestEqual(
		TEXT("X forward, right"), ToUnrealPosition({-1.0f, 0.0f, 0.0f}, UnrealXForward), FVector(0.0, 100.0, 0.0));
	const FFloat3 Back = FromUnrealPosition(ToUnrealPosition({1.0f, -2.0f, 3.0f}));
	TestEqual(TEXT("there and back"), ExemplarVectorOf(Back), FVector(1.0, -2.0, 3.0));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarRotations, "Exemplar.Runtime.Conversions.RotationsTurnWhatTheyTurned", ExemplarTestFlags)
bool FExemplarRotations::RunTest(const FString& Parameters)
{
	using namespace Exemplar;
	const FFloat3 V{0.3f, -1.2f, 0.7f};
	const FRotation Q = RotationAboutAxis(Normalize(FFloat3{1.0f, 2.0f, -0.5f}), 1.1f);
	TestEqual(TEXT("by Unreal"), ToUnrealRotation(Q).RotateVector(ToUnrealPosition(V)), ToUnrealPosition(Rotate(Q, V)),
		1e-3f);
	TestEqual(TEXT("in the core"), ExemplarVectorOf(Rotate(UnrealYForward.Rotation(Q), UnrealYForward.Position(V))),
		ToUnrealPosition(Rotate(Q, V)), 1e-3f);
	const FRotation Back = UnrealYForward.Inverse().Rotation(UnrealYForward.Rotation(Q));
	TestTrue(TEXT("there and back"), FMath::IsNearlyEqual(Dot(Back, Q), 1.0f, 1e-6f));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarChains, "Exemplar.Runtime.Conversions.AChainOfBonesEndsInTheSamePlace", ExemplarTestFlags)
bool FExemplarChains::RunTest(const FString& Parameters)
{
	using namespace Exemplar;
	const FBoneTransform Parent{RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.7f), {0.1f, 0.9f, -0.3f}, {2.0f, 2.0f, 2.0f}};
	const FBoneTransform Child{
		RotationAboutAxis(Normalize(FFloat3{1.0f, 1.0f, 0.0f}), -0.4f), {0.0f, 0.5f, 0.2f}, {1.0f, 1.5f, 0.5f}};
	const FFloat3 V{0.2f, 0.3f, -0.4f};
	const FFloat3 Moved = TransformPoint(Compose(ToAffine(Parent), ToAffine(Child)), V);
	// Unreal's product is first the left, then the right.
	const FTransform Both = ToUnrealTransform(Child) * ToUnrealTransform(Parent);
	TestEqual(TEXT("by FTransform"), Both.TransformPosition(ToUnrealPosition(V)), ToUnrealPosition(Moved), 1e-2f);
	const FVector4 ByMatrix =
		(ToUnrealTransform(Child).ToMatrixWithScale() * ToUnrealTransform(Parent).ToMatrixWithScale())
			.TransformPosition(ToUnrealPosition(V));
	TestEqual(TEXT("by FMatrix"), FVector(ByMatrix.X, ByMatrix.Y, ByMatrix.Z), ToUnrealPosition(Moved), 1e-2f);
	const FFloat3 Converted =
		TransformPoint(Compose(ToAffine(UnrealYForward.Transform(Parent)), ToAffine(UnrealYForward.Transform(Child))),
			UnrealYForward.Position(V));
	TestEqual(TEXT("in the core"), ExemplarVectorOf(Converted), ToUnrealPosition(Moved), 1e-2f);
	const FBoneTransform Back = FromUnrealTransform(ToUnrealTransform(Child));
	TestEqual(
		TEXT("translation, there and back"), ExemplarVectorOf(Back.Translation), ExemplarVectorOf(Child.Translation));
	TestEqual(TEXT("scale, there and back"), ExemplarVectorOf(Back.Scale), ExemplarVectorOf(Child.Scale));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarTurnedLevel, "Exemplar.Runtime.Conversions.ATurnedLevelSkinsToTheTurnedSurface", ExemplarTestFlags)
bool FExemplarTurnedLevel::RunTest(const FString& Parameters)
{
	using namespace Exemplar;
	const FCharacter Tube = MakeTube();
	const FMeshLevelData Converted = ChangeAxes(Tube->Levels[0], UnrealYForward);
	std::vector<FBoneTransform> UnrealRest, Pose, ConvertedPose;
	for (const FBoneTransform& Bone : Tube->Skeleton.RestLocal)
	{
		UnrealRest.push_back(UnrealYForward.Transform(Bone));
		Pose.push_back(Bone);
		Pose.back().Rotation = RotationAboutAxis(Normalize(FFloat3{0.3f, 0.5f, 1.0f}), 0.6f);
		ConvertedPose.push_back(UnrealYForward.Transform(Pose.back()));
	}
	const auto Skin = [&](const FMeshLevelView& Level, std::span<const FBoneTransform> RestLocal,
						  std::span<const FBoneTransform> Local, std::vector<FFloat3>& Positions,
						  std::vector<FFloat3>& Normals, std::vector<FFloat4>& Tangents)
	{
		const TResult<FRestPose> Rest = MakeRestPose(Tube->Skeleton.Parents, RestLocal);
		FPackOptions Options;
		Options.Kind = EPackedKind::AnimationSpace;
		const TResult<FPackedSkin> Packed = PackSkin(Level, *Rest, Options);
		std::vector<FAffine> Model(Local.size()), Palette(Packed->PaletteBones.size());
		FLocalToModelJob ToModel;
		ToModel.Parents = Tube->Skeleton.Parents;
		ToModel.Local = Local;
		ToModel.Model = Model;
		FPaletteJob ToPalette;
		ToPalette.Model = Model;
		ToPalette.InverseRest = Rest->InverseModel;
		ToPalette.Bones = Packed->PaletteBones;
		ToPalette.Palette = Palette;
		std::vector<FFloat3> P(Packed->SlotCount), N(Packed->SlotCount);
		std::vector<FFloat4> T(Packed->SlotCount);
		FAnimationSpaceJob Job;
		Job.Skin = &*Packed;
		Job.Palette = Palette;
		Job.Output = {P, N, T};
		TestTrue(TEXT("jobs run"), ToModel.Run() && ToPalette.Run() && Job.Run());
		for (const uint32_t Slot : Packed->SlotOfVertex)
		{
			Positions.push_back(P[Slot]);
			Normals.push_back(N[Slot]);
			Tangents.push_back(T[Slot]);
		}
	};
	std::vector<FFloat3> P, N, ConvertedP, ConvertedN;
	std::vector<FFloat4> T, ConvertedT;
	Skin(Tube->Levels[0], Tube->Skeleton.RestLocal, Pose, P, N, T);
	Skin(ViewOf(Converted), UnrealRest, ConvertedPose, ConvertedP, ConvertedN, ConvertedT);
	float Largest = 0.0f, LargestNormal = 0.0f, LargestBitangent = 0.0f;
	for (size_t Vertex = 0; Vertex < P.size(); ++Vertex)
	{
		Largest = FMath::Max(Largest, Length(ConvertedP[Vertex] - UnrealYForward.Position(P[Vertex])));
		LargestNormal = FMath::Max(LargestNormal, Length(ConvertedN[Vertex] - UnrealYForward.Direction(N[Vertex])));
		const FFloat3 B = Cross(N[Vertex], {T[Vertex].X, T[Vertex].Y, T[Vertex].Z}) * T[Vertex].W;
		const FFloat4& U = ConvertedT[Vertex];
		LargestBitangent = FMath::Max(
			LargestBitangent, Length(Cross(ConvertedN[Vertex], {U.X, U.Y, U.Z}) * U.W - UnrealYForward.Direction(B)));
	}
	TestEqual(TEXT("positions, centimeters"), Largest, 0.0f, 1e-3f);
	TestEqual(TEXT("normals"), LargestNormal, 0.0f, 1e-5f);
	TestEqual(TEXT("bitangents"), LargestBitangent, 0.0f, 1e-5f);
	return true;
}

#endif
