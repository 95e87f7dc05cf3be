// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/RigidError.h"

#include "Rig/RigidErrorArray.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace RigidErrorTest
{

using namespace TubeExamples;
using FTriangleCorners = std::array<FDouble3, 3>;

struct FCloud
{
	std::vector<FTriangleCorners> Rest, Pose;
};

FAffine3d RandomMotion(FRandomNumbers& Random)
{
	return Compose(Translation(Random.Point()), AxisRotation(Random.Point(), 3.0 * Random.Signed()));
}

/** Triangles about a point, and their images under a rigid motion plus noise. */
FCloud MakeCloud(FRandomNumbers& Random, size_t Count, const FAffine3d& Motion, double Noise = 0.0, double Offset = 0.0)
{
	FCloud Cloud;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		FTriangleCorners P, Q;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FDouble3 Point = Random.Point();
			P[Corner] = {Point.X + Offset, Point.Y + Offset, Point.Z + Offset};
			const FDouble3 Moved = TransformPoint(Motion, Point), N = Random.Point();
			Q[Corner] = {
				Moved.X + Noise * N.X + Offset, Moved.Y + Noise * N.Y - Offset, Moved.Z + Noise * N.Z + Offset};
		}
		Cloud.Rest.push_back(P);
		Cloud.Pose.push_back(Q);
	}
	return Cloud;
}

FRigidError SumOf(const FCloud& Cloud, size_t Begin, size_t End)
{
	FRigidError Sum = MakeRigidError(Cloud.Rest[Begin], Cloud.Pose[Begin]);
	for (size_t Index = Begin + 1; Index < End; ++Index)
	{
		Sum = MergeRigidErrors(Sum, MakeRigidError(Cloud.Rest[Index], Cloud.Pose[Index]));
	}
	return Sum;
}

FRigidError SumOf(const FCloud& Cloud)
{
	return SumOf(Cloud, 0, Cloud.Rest.size());
}

/** Every one of the 17 numbers. */
void ExpectClose(const FRigidError& A, const FRigidError& B, double Tolerance)
{
	EXPECT_NEAR(A.Area, B.Area, Tolerance * A.Area);
	EXPECT_NEAR(A.RestMean.X, B.RestMean.X, Tolerance);
	EXPECT_NEAR(A.RestMean.Y, B.RestMean.Y, Tolerance);
	EXPECT_NEAR(A.RestMean.Z, B.RestMean.Z, Tolerance);
	EXPECT_NEAR(A.PoseMean.X, B.PoseMean.X, Tolerance);
	EXPECT_NEAR(A.PoseMean.Y, B.PoseMean.Y, Tolerance);
	EXPECT_NEAR(A.PoseMean.Z, B.PoseMean.Z, Tolerance);
	EXPECT_NEAR(A.G, B.G, Tolerance * A.G);
	for (size_t Index = 0; Index < 9; ++Index)
	{
		EXPECT_NEAR(A.M[Index], B.M[Index], Tolerance * A.G);
	}
}

FMatrix3x3 LinearPart(const FAffine3d& A)
{
	return {A.M[0], A.M[1], A.M[2], A.M[4], A.M[5], A.M[6], A.M[8], A.M[9], A.M[10]};
}

double Determinant3(const FMatrix3x3& R)
{
	return R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) + R[2] * (R[3] * R[7] - R[4] * R[6]);
}

double Alignment(const FMatrix3x3& A, const FMatrix3x3& B)
{
	double Sum = 0.0;
	for (size_t Index = 0; Index < 9; ++Index)
	{
		Sum += A[Index] * B[Index];
	}
	return Sum;
}

TEST(RigidError, TheErrorOfAMotionIsTheIntegralOverTheTriangles)
{
	FRandomNumbers Random(1);
	const FCloud Cloud = MakeCloud(Random, 6, RandomMotion(Random), 0.3);
	const FAffine3d Motion = RandomMotion(Random);
	// Midpoints of N^2 sub-triangles: exact for the constant and linear part, error O(1/N^2) for the quadratic.
	constexpr int N = 400;
	double Sum = 0.0;
	for (size_t Index = 0; Index < Cloud.Rest.size(); ++Index)
	{
		const double Area = MakeRigidError(Cloud.Rest[Index], Cloud.Pose[Index]).Area;
		for (int U = 0; U < N; ++U)
		{
			for (int V = 0; V < 2 * (N - U) - 1; ++V)
			{
				const double Up = V % 2 == 0 ? 1.0 / 3.0 : 2.0 / 3.0;
				const double T1 = (U + Up) / N, T2 = (V / 2 + Up) / N, T3 = 1.0 - T1 - T2;
				const auto At = [&](const FTriangleCorners& P)
				{
					return FDouble3{T1 * P[0].X + T2 * P[1].X + T3 * P[2].X, T1 * P[0].Y + T2 * P[1].Y + T3 * P[2].Y,
						T1 * P[0].Z + T2 * P[1].Z + T3 * P[2].Z};
				};
				const FDouble3 Moved = TransformPoint(Motion, At(Cloud.Rest[Index])), Target = At(Cloud.Pose[Index]);
				const double X = Moved.X - Target.X, Y = Moved.Y - Target.Y, Z = Moved.Z - Target.Z;
				Sum += Area / (static_cast<double>(N) * N) * (X * X + Y * Y + Z * Z);
			}
		}
	}
	EXPECT_NEAR(ErrorOfMotion(SumOf(Cloud), Motion), Sum, 1e-5 * Sum);
}

TEST(RigidError, MergingIsAssociativeAndCommutative)
{
	FRandomNumbers Random(2);
	const FCloud Cloud = MakeCloud(Random, 30, RandomMotion(Random), 0.2);
	const FRigidError A = SumOf(Cloud, 0, 7), B = SumOf(Cloud, 7, 19), C = SumOf(Cloud, 19, 30);
	ExpectClose(MergeRigidErrors(MergeRigidErrors(A, B), C), MergeRigidErrors(A, MergeRigidErrors(B, C)), 1e-12);
	ExpectClose(MergeRigidErrors(A, B), MergeRigidErrors(B, A), 1e-12);
	ExpectClose(MergeRigidErrors(MergeRigidErrors(C, A), B), SumOf(Cloud), 1e-12);
}

TEST(RigidError, AnExactRigidMotionIsRecovered)
{
	FRandomNumbers Random(3);
	for (int Round = 0; Round < 50; ++Round)
	{
		const FAffine3d Motion = RandomMotion(Random);
		const FRigidError Sum = SumOf(MakeCloud(Random, 5, Motion));
		const FAffine3d Found = BestRigidMotion(Sum);
		for (size_t Index = 0; Index < 12; ++Index)
		{
			EXPECT_NEAR(Found.M[Index], Motion.M[Index], 1e-12);
		}
		EXPECT_LE(MinimumError(Sum), 1e-12 * Sum.G);
		// The other sign of Horn's vector part belongs to sum p q^T and returns the inverse.
		FMatrix3x3 Transposed = Sum.M;
		std::swap(Transposed[1], Transposed[3]);
		std::swap(Transposed[2], Transposed[6]);
		std::swap(Transposed[5], Transposed[7]);
		const FMatrix3x3 Inverse = BestRotation(Transposed);
		EXPECT_NEAR(Inverse[1], Motion.M[4], 1e-12);
		EXPECT_NEAR(Inverse[5], Motion.M[9], 1e-12);
	}
}

TEST(RigidError, OneTriangleIsExplainedExactlyIfItIsCongruent)
{
	FRandomNumbers Random(4);
	for (int Round = 0; Round < 50; ++Round)
	{
		const FAffine3d Motion = RandomMotion(Random);
		const FRigidError Same = SumOf(MakeCloud(Random, 1, Motion));
		EXPECT_LE(MinimumError(Same), 1e-12 * Same.G);
		const FAffine3d Found = BestRigidMotion(Same);
		EXPECT_NEAR(Alignment(LinearPart(Found), LinearPart(Motion)), 3.0, 1e-9); // unique although it is flat
		const FRigidError Other = SumOf(MakeCloud(Random, 1, Motion, 0.2));
		EXPECT_GT(MinimumError(Other), 1e-6 * Other.G);
	}
}

TEST(RigidError, TheUnitRightTriangleHasItsKnownNumbers)
{
	const FTriangleCorners P{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}};
	const FTriangleCorners Q{{{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {-1.0, 0.0, 0.0}}};
	const FRigidError Leaf = MakeRigidError(P, Q);
	EXPECT_NEAR(Leaf.Area, 0.5, 1e-15);
	EXPECT_NEAR(Leaf.G, 1.0 / 9.0, 1e-15);
	const std::array<double, 4> Values = SolveSymmetric4(HornMatrix(Leaf.M)).Values;
	EXPECT_NEAR(Values[0], 1.0 / 18.0, 1e-15);
	EXPECT_NEAR(Values[1], 1.0 / 36.0, 1e-15);
	EXPECT_NEAR(Values[2], -1.0 / 36.0, 1e-15);
	EXPECT_NEAR(Values[3], -1.0 / 18.0, 1e-15);
	EXPECT_NEAR(MinimumError(Leaf), 0.0, 1e-15);
}

TEST(RigidError, EigenvaluesSumToZeroAndTheLargestIsAttainedByARotation)
{
	FRandomNumbers Random(5);
	for (int Round = 0; Round < 200; ++Round)
	{
		const FRigidError Sum = SumOf(MakeCloud(Random, 1 + Round % 4, RandomMotion(Random), 0.5));
		const std::array<double, 4> Values = SolveSymmetric4(HornMatrix(Sum.M)).Values;
		EXPECT_NEAR(Values[0] + Values[1] + Values[2] + Values[3], 0.0, 1e-14 * Sum.G);
		EXPECT_GE(Values[0], 0.0);
		EXPECT_LE(Values[0], 0.5 * Sum.G * (1.0 + 1e-14));
		const FMatrix3x3 R = BestRotation(Sum.M);
		EXPECT_NEAR(Alignment(Sum.M, R), Values[0], 1e-13 * Sum.G);
		EXPECT_NEAR(Determinant3(R), 1.0, 1e-13);
	}
}

TEST(RigidError, MirroredDataAreNotExplainedByAReflection)
{
	FRandomNumbers Random(6);
	FCloud Cloud = MakeCloud(Random, 200, FAffine3d{});
	for (FTriangleCorners& Q : Cloud.Pose)
	{
		for (FDouble3& Corner : Q)
		{
			Corner.X = -Corner.X;
		}
	}
	const FRigidError Sum = SumOf(Cloud);
	EXPECT_NEAR(Determinant3(BestRotation(Sum.M)), 1.0, 1e-13);
	EXPECT_GT(MinimumError(Sum), 0.2 * Sum.G);
}

TEST(RigidError, TheErrorIsInvariantUnderMotionAndScalesWithTheFourthPower)
{
	FRandomNumbers Random(7);
	const FCloud Cloud = MakeCloud(Random, 20, RandomMotion(Random), 0.3);
	const double Error = MinimumError(SumOf(Cloud));
	const FAffine3d A = RandomMotion(Random), B = RandomMotion(Random);
	FCloud Moved = Cloud, Scaled = Cloud;
	for (size_t Index = 0; Index < Cloud.Rest.size(); ++Index)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Moved.Rest[Index][Corner] = TransformPoint(A, Cloud.Rest[Index][Corner]);
			Moved.Pose[Index][Corner] = TransformPoint(B, Cloud.Pose[Index][Corner]);
			for (FDouble3* P : {&Scaled.Rest[Index][Corner], &Scaled.Pose[Index][Corner]})
			{
				*P = {3.0 * P->X, 3.0 * P->Y, 3.0 * P->Z};
			}
		}
	}
	EXPECT_NEAR(MinimumError(SumOf(Moved)), Error, 1e-11 * Error);
	EXPECT_NEAR(MinimumError(SumOf(Scaled)), 81.0 * Error, 1e-11 * 81.0 * Error);
}

TEST(RigidError, TheErrorOfAUnionIsAtLeastTheSumOfItsParts)
{
	FRandomNumbers Random(8);
	for (int Round = 0; Round < 2000; ++Round)
	{
		const FAffine3d Motion = RandomMotion(Random);
		const FRigidError A = SumOf(MakeCloud(Random, 1 + Round % 5, Motion, 0.3 * Random.Unit()));
		const FRigidError B = SumOf(MakeCloud(Random, 1 + Round % 3, Motion, 0.3 * Random.Unit()));
		const FRigidError Union = MergeRigidErrors(A, B);
		ASSERT_GE(MinimumError(Union), MinimumError(A) + MinimumError(B) - 1e-13 * Union.G);
	}
}

TEST(RigidError, NoMotionBeatsTheBest)
{
	FRandomNumbers Random(9);
	const FRigidError Sum = SumOf(MakeCloud(Random, 8, RandomMotion(Random), 0.3));
	const double Least = MinimumError(Sum);
	EXPECT_NEAR(ErrorOfMotion(Sum, BestRigidMotion(Sum)), Least, 1e-12 * Sum.G);
	for (int Round = 0; Round < 1000; ++Round)
	{
		ASSERT_GE(ErrorOfMotion(Sum, RandomMotion(Random)), Least);
	}
}

TEST(RigidError, AFaceWithoutAreaChangesNothing)
{
	FRandomNumbers Random(10);
	const FRigidError Sum = SumOf(MakeCloud(Random, 4, RandomMotion(Random), 0.1));
	const FDouble3 P = Random.Point();
	const FRigidError Nothing = MakeRigidError({P, P, Random.Point()}, {P, Random.Point(), Random.Point()});
	ExpectClose(MergeRigidErrors(Sum, Nothing), Sum, 1e-14);
	ExpectClose(MergeRigidErrors(Nothing, Sum), Sum, 1e-14);
}

TEST(RigidError, NewtonAgreesWithJacobiAlsoOnNeedlesAndMirrors)
{
	FRandomNumbers Random(11);
	for (int Round = 0; Round < 20000; ++Round)
	{
		FMatrix3x3 M;
		for (double& Value : M)
		{
			Value = Random.Signed();
		}
		if (Round % 4 == 1) // flat: rank two
		{
			for (size_t Row = 0; Row < 3; ++Row)
			{
				M[3 * Row + 2] = M[3 * Row] - 0.5 * M[3 * Row + 1];
			}
		}
		else if (Round % 4 == 2) // needle: almost rank one, a nearly double root
		{
			const double Width = std::pow(10.0, -12.0 * Random.Unit());
			const FDouble3 A = Random.Point(), B = Random.Point();
			const double Rows[3] = {A.X, A.Y, A.Z};
			for (size_t Row = 0; Row < 3; ++Row)
			{
				M[3 * Row] = Rows[Row] * B.X + Width * M[3 * Row];
				M[3 * Row + 1] = Rows[Row] * B.Y + Width * M[3 * Row + 1];
				M[3 * Row + 2] = Rows[Row] * B.Z + Width * M[3 * Row + 2];
			}
		}
		const double Jacobi = SolveSymmetric4(HornMatrix(M)).Values[0];
		const double Bound = Jacobi * (1.0 + Random.Unit()) + 1e-3 * Random.Unit();
		ASSERT_NEAR(LargestHornEigenvalue(M, Bound), Jacobi, 1e-12 * 2.0 * Bound) << Round;
	}
}

TEST(RigidError, CenteredSumsDoNotCancelFarFromTheOrigin)
{
	for (const double Offset : {0.0, 1e2, 1e4, 1e6})
	{
		// Offsets that are sums of powers of two keep the triangles themselves exact to the last bits of the offset.
		FRandomNumbers Random(12);
		FCloud Cloud;
		for (int Index = 0; Index < 200; ++Index)
		{
			FTriangleCorners P, Q;
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const auto Coarse = [&] { return std::round(Random.Signed() * 1024.0) / 1024.0; };
				P[Corner] = {Coarse(), Coarse(), Coarse()};
				Q[Corner] = {-P[Corner].Y + Offset, P[Corner].X - Offset, P[Corner].Z + Offset};
				P[Corner] = {P[Corner].X + Offset, P[Corner].Y + Offset, P[Corner].Z - Offset};
			}
			Cloud.Rest.push_back(P);
			Cloud.Pose.push_back(Q);
		}
		const FRigidError Sum = SumOf(Cloud);
		EXPECT_LT(std::abs(Sum.G - 2.0 * LargestHornEigenvalue(Sum.M, 0.5 * Sum.G)) / Sum.G, 1e-14) << Offset;
	}
}

TEST(RigidErrorArray, AgreesWithTheScalarFormForAnyNumberOfPoses)
{
	for (const size_t PoseCount : {1u, 3u, 4u, 5u, 8u, 9u, 13u, 23u})
	{
		std::vector<double> Angles;
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			Angles.push_back(5.0 + 7.0 * static_cast<double>(Pose));
		}
		const FTube Tube = MakeTube(2, Angles, 0.6, 0.01, PoseCount, 6, 2);
		FRigidErrorArray Errors(Tube.Set.Rest, Tube.Set.Poses, GetSerialExecutor());
		const auto Scalar = [&](size_t A, size_t B)
		{
			double Sum = 0.0;
			for (size_t Pose = 0; Pose < PoseCount; ++Pose)
			{
				Sum += MinimumError(MergeRigidErrors(Errors.Get(A, Pose), Errors.Get(B, Pose)));
			}
			return Sum;
		};
		for (size_t Face = 0; Face + 5 < Tube.Set.Rest.Triangles.size(); Face += 3)
		{
			const double Expected = Scalar(Face, Face + 5);
			ASSERT_NEAR(Errors.MergedError(Face, Face + 5), Expected, 1e-10 * Expected);
		}
		const double Union = Errors.MergedError(1, 2);
		Errors.Merge(1, 2);
		EXPECT_NEAR(Errors.Error(1), Union, 1e-10 * Union);
		EXPECT_LE(Errors.ByteCount(), 17 * PoseCount * sizeof(double) * Tube.Set.Rest.Triangles.size());
	}
}

} // namespace RigidErrorTest
} // namespace Exemplar
