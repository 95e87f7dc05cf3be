// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the host's own algebra and texts promise, by facts of the engine's documentation: the modules are tested on
// them.
#include "Math/Transform.h"
#include "SceneFixture.h"
#include "UObject/NameTypes.h"

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FHostRotations, "Exemplar.Host.Engine.RotationsTurnForwardToRightAndAreAppliedFromTheRight", Host::TestFlags)
bool FHostRotations::RunTest(const FString&)
{
	const FVector X(1.0, 0.0, 0.0), Y(0.0, 1.0, 0.0), Z(0.0, 0.0, 1.0);
	const double Right = std::acos(0.0);
	const FQuat AboutZ(Z, Right), AboutX(X, Right);
	TestEqual(TEXT("a positive turn about up takes forward to right"), AboutZ.RotateVector(X), Y);
	TestEqual(TEXT("a positive turn about forward takes right to up"), AboutX.RotateVector(Y), Z);
	TestEqual(TEXT("of a product of quaternions the last is first"), (AboutX * AboutZ).RotateVector(X), Z);
	TestEqual(TEXT("the inverse turns back"), AboutZ.Inverse().RotateVector(Y), X);
	TestTrue(TEXT("minus a quaternion is the same rotation"),
		AboutZ.Equals(FQuat(-AboutZ.X, -AboutZ.Y, -AboutZ.Z, -AboutZ.W)));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FHostTransforms, "Exemplar.Host.Engine.TransformsAndMatricesAgreeAndAreAppliedFromTheLeft", Host::TestFlags)
bool FHostTransforms::RunTest(const FString&)
{
	const FQuat Turn = FQuat(0.1, -0.5, 0.3, 0.7).GetNormalized(), Other = FQuat(-0.4, 0.2, 0.6, 0.1).GetNormalized();
	const FTransform A(Turn, FVector(1.0, 2.0, 3.0), FVector(2.0, 2.0, 2.0));
	const FTransform B(Other, FVector(-4.0, 5.0, 0.5), FVector(0.5, 0.5, 0.5));
	const FVector P(0.3, -1.7, 2.9);
	const auto By = [](const FMatrix& M, const FVector& V)
	{
		const FVector4 Out = M.TransformPosition(V);
		return FVector(Out.X, Out.Y, Out.Z);
	};
	TestEqual(TEXT("scale, rotation, translation"), A.TransformPosition(P),
		Turn.RotateVector(P * 2.0) + FVector(1.0, 2.0, 3.0));
	TestEqual(TEXT("of a product the first is first"), (A * B).TransformPosition(P),
		B.TransformPosition(A.TransformPosition(P)), 1.0e-9f);
	TestEqual(
		TEXT("a matrix does what its transform does"), By(A.ToMatrixWithScale(), P), A.TransformPosition(P), 1.0e-9f);
	TestTrue(TEXT("products of both agree"),
		(A * B).ToMatrixWithScale().Equals(A.ToMatrixWithScale() * B.ToMatrixWithScale(), 1.0e-9));
	TestTrue(TEXT("the translation is the last row"), A.ToMatrixWithScale().GetOrigin() == FVector(1.0, 2.0, 3.0));
	TestTrue(TEXT("relative to another, and back"), (A.GetRelativeTransform(B) * B).Equals(A, 1.0e-9));
	// In single precision the steps of 1e8 are eight.
	TestTrue(TEXT("double precision far from the origin"),
		FTransform(FVector(1.0e8, 0.0, 0.0)).TransformPosition(FVector(0.125, 0.0, 0.0)).X == 1.0e8 + 0.125);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FHostTexts, "Exemplar.Host.Engine.NamesAndTextsCompareWithoutRegardToCase", Host::TestFlags)
bool FHostTexts::RunTest(const FString&)
{
	TestTrue(TEXT("names"), FName(TEXT("Hand_L")) == FName(TEXT("hand_l")));
	TestFalse(TEXT("other names"), FName(TEXT("Hand_L")) == FName(TEXT("Hand_R")));
	TestTrue(TEXT("no name"), FName().IsNone() && FName(TEXT("None")).IsNone());
	TestTrue(TEXT("texts"), FString(TEXT("Größe A")) == FString(TEXT("Größe a")));
	TestEqual(TEXT("formats"), FString::Printf(TEXT("%d %5.2f %s %llu"), -3, 2.5, TEXT("ä"), 18446744073709551615ull),
		FString(TEXT("-3  2.50 ä 18446744073709551615")));
	TestTrue(TEXT("UTF-8 and back"), HostFromUtf8(TCHAR_TO_UTF8(TEXT("Größe 𝄞"))) == FString(TEXT("Größe 𝄞")));
	return true;
}
