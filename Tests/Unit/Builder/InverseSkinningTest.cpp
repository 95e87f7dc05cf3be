// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/InverseSkinning.h"
#include "Correctives/PowellSearch.h"
#include "Geometry/EigenMap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace Exemplar
{
namespace InverseSkinningTest
{

using Eigen::Matrix3d;
using Eigen::Vector3d;
constexpr double Degree = 3.14159265358979323846 / 180.0;

FAffine3d Motion(const Vector3d& Axis, double Angle, const Vector3d& Place = Vector3d::Zero())
{
	const Matrix3d R = Eigen::AngleAxisd(Angle, Axis.normalized()).toRotationMatrix();
	FAffine3d Out;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 3; ++Column)
		{
			Out.M[4 * Row + Column] = R(Eigen::Index(Row), Eigen::Index(Column));
		}
		Out.M[4 * Row + 3] = Place[Eigen::Index(Row)];
	}
	return Out;
}

Matrix3d Linear(const FAffine3d& Map)
{
	return Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Map.M.data()).leftCols<3>();
}

/** Points between two bones: weight Shares[i] on the second, which turns by Angle about Axis. */
FAffineDeformation TwoBones(std::span<const double> Shares, const Vector3d& Axis, double Angle)
{
	FRigWeights Weights;
	for (const double Share : Shares)
	{
		Weights.Bones.insert(Weights.Bones.end(), {0, 1});
		Weights.Weights.insert(Weights.Weights.end(), {1.0 - Share, Share});
		Weights.Offsets.push_back(uint32_t(Weights.Bones.size()));
	}
	return MakeBlendDeformation(Weights, std::vector<FAffine3d>{FAffine3d{}, Motion(Axis, Angle, Axis * 0.1)});
}

struct FCase
{
	std::vector<FDouble3> Rest, Deltas, Sculpt;
};

/** Points in a unit box, each sculpted by up to Size. */
FCase MakeCase(const IDeformation& Deformation, double Size = 0.2)
{
	std::mt19937 Random(7);
	std::uniform_real_distribution<double> Uniform(-0.5, 0.5);
	FCase Out;
	Out.Rest.resize(Deformation.PointCount());
	Out.Deltas.resize(Out.Rest.size());
	Out.Sculpt.resize(Out.Rest.size());
	for (size_t Point = 0; Point < Out.Rest.size(); ++Point)
	{
		Out.Rest[Point] = {Uniform(Random), Uniform(Random), Uniform(Random)};
		Out.Deltas[Point] = {Size * Uniform(Random), Size * Uniform(Random), Size * Uniform(Random)};
	}
	Deformation.Deform(Out.Rest, Out.Sculpt);
	AsMatrix(std::span<FDouble3>(Out.Sculpt)) += AsMatrix(std::span<const FDouble3>(Out.Deltas));
	return Out;
}

/** The same operator without its formula. */
std::shared_ptr<IDeformation> Blind(FAffineDeformation Deformation)
{
	return std::make_shared<FLayeredDeformation>(std::make_shared<FAffineDeformation>(std::move(Deformation)),
		std::vector<FDeformationLayer>{}, std::vector<FDeformationLayer>{});
}

double WorstRoundTrip(const IDeformation& Deformation, const FCase& Case, const FInverse& Inverse)
{
	std::vector<FDouble3> Moved = Case.Rest, Posed(Moved.size());
	AsMatrix(std::span<FDouble3>(Moved)) += AsMatrix(std::span<const FDouble3>(Inverse.Before));
	Deformation.Deform(Moved, Posed);
	double Worst = 0.0;
	for (size_t Point = 0; Point < Moved.size(); ++Point)
	{
		const Vector3d After = Inverse.After.empty() ? Vector3d::Zero() : Vector3d(AsVector(Inverse.After[Point]));
		Worst = (std::max)(Worst, (AsVector(Posed[Point]) + After - AsVector(Case.Sculpt[Point])).norm());
	}
	return Worst;
}

const std::vector<double> Shares{0.25, 0.5, 0.75, 1.0, 0.1, 0.9, 0.4, 0.6, 0.33, 0.8};

/** A nonlinear stack: blending, then a bend and a wave. */
std::shared_ptr<IDeformation> Layered(double Angle)
{
	auto Bend = [](std::span<FDouble3> Points)
	{
		for (FDouble3& P : Points)
		{
			P.Y += 0.15 * P.X * P.X;
			P.Z += 0.1 * std::sin(2.0 * P.X);
		}
	};
	return std::make_shared<FLayeredDeformation>(
		std::make_shared<FAffineDeformation>(TwoBones(Shares, {0.3, 0.5, 0.8}, Angle)),
		std::vector<FDeformationLayer>{}, std::vector<FDeformationLayer>{Bend});
}

TEST(InverseSkinning, AnIdentityKeepsTheOffsetAndARigidMotionTurnsItBack)
{
	for (const double Angle : {0.0, 1.1})
	{
		const FAffine3d Map = Motion({1.0, 2.0, 3.0}, Angle, {0.4, 0.0, 1.0});
		const FAffineDeformation Rigid(std::vector<FAffine3d>(10, Map));
		const FCase Case = MakeCase(Rigid);
		const TResult<FInverse> Inverse = InvertDeformation(Rigid, Case.Rest, Case.Sculpt);
		ASSERT_TRUE(Inverse);
		for (size_t Point = 0; Point < 10; ++Point)
		{
			const Vector3d Expected = Linear(Map).transpose() * AsVector(Case.Deltas[Point]);
			EXPECT_LT((AsVector(Inverse->Before[Point]) - Expected).norm(), 1e-14);
		}
		EXPECT_NEAR(Inverse->LargestGain, 1.0, 1e-12);
	}
}

TEST(InverseSkinning, BlackBoxesFindTheOffsetsOfTheFormula)
{
	for (const double Angle : {30.0, 60.0, 90.0, 120.0, 150.0})
	{
		const FAffineDeformation Known = TwoBones(Shares, {0.3, 0.5, 0.8}, Angle * Degree);
		const FCase Case = MakeCase(Known);
		const TResult<FInverse> Exact = InvertDeformation(Known, Case.Rest, Case.Sculpt);
		ASSERT_TRUE(Exact);
		EXPECT_LT(WorstRoundTrip(Known, Case, *Exact), 1e-13);
		for (const EInverseMethod Method : {EInverseMethod::Probe, EInverseMethod::Newton, EInverseMethod::Powell})
		{
			FInverseOptions Options;
			Options.Method = Method;
			const TResult<FInverse> Found = InvertDeformation(*Blind(Known), Case.Rest, Case.Sculpt, Options);
			ASSERT_TRUE(Found);
			for (size_t Point = 0; Point < Shares.size(); ++Point)
			{
				EXPECT_LT((AsVector(Found->Before[Point]) - AsVector(Exact->Before[Point])).norm(), 1e-8)
					<< Angle << " degrees, method " << int(Method) << ", point " << Point;
			}
		}
	}
}

TEST(InverseSkinning, GainInThePlaneOfAHingeFollowsTheClosedForm)
{
	const Vector3d Axis = Vector3d::UnitZ();
	for (const double Share : {0.25, 0.5})
	{
		for (const double Angle : {30.0, 90.0, 150.0})
		{
			const FAffineDeformation Hinge = TwoBones(std::vector<double>{Share}, Axis, Angle * Degree);
			const std::vector<FDouble3> Rest{{0.3, 0.2, 0.1}};
			std::vector<FDouble3> Sculpt(1);
			Hinge.Deform(Rest, Sculpt);
			Sculpt[0].X += 0.03;
			Sculpt[0].Z += 0.04;
			FInverseOptions Options;
			Options.SmallestSculpt = 0.0;
			const TResult<FInverse> Inverse = InvertDeformation(Hinge, Rest, Sculpt, Options);
			ASSERT_TRUE(Inverse);
			const FDouble3& Before = Inverse->Before[0];
			EXPECT_NEAR(Before.Z, 0.04, 1e-13) << "no gain along the axis";
			const double Half = std::sin(0.5 * Angle * Degree);
			EXPECT_NEAR(std::hypot(Before.X, Before.Y),
				0.03 / std::sqrt(1.0 - 4.0 * Share * (1.0 - Share) * Half * Half), 1e-12);
		}
	}
}

TEST(InverseSkinning, OffsetsAreLinearInTheSculptAndBlindToRootMotionAndScale)
{
	const FAffineDeformation Base = TwoBones(Shares, {0.3, 0.5, 0.8}, 1.2);
	const FCase Case = MakeCase(Base);
	const FInverse Plain = *InvertDeformation(Base, Case.Rest, Case.Sculpt);

	const FAffine3d Root = Motion({0.0, 1.0, 1.0}, 2.0, {5.0, 0.0, 0.0});
	std::vector<FAffine3d> Maps(Base.GetMaps().begin(), Base.GetMaps().end());
	std::vector<FDouble3> Moved = Case.Sculpt, Twice = Case.Sculpt, Large = Case.Rest, LargeSculpt = Case.Sculpt;
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		Twice[Point] = {Twice[Point].X + Case.Deltas[Point].X, Twice[Point].Y + Case.Deltas[Point].Y,
			Twice[Point].Z + Case.Deltas[Point].Z};
		Maps[Point] = Compose(Root, Maps[Point]);
		Moved[Point] = TransformPoint(Root, Moved[Point]);
		for (double* Value : {&Large[Point].X, &Large[Point].Y, &Large[Point].Z, &LargeSculpt[Point].X,
				 &LargeSculpt[Point].Y, &LargeSculpt[Point].Z})
		{
			*Value *= 100.0;
		}
	}
	std::vector<FAffine3d> LargeMaps(Base.GetMaps().begin(), Base.GetMaps().end());
	for (FAffine3d& Map : LargeMaps)
	{
		for (const size_t Index : {3, 7, 11})
		{
			Map.M[Index] *= 100.0;
		}
	}
	const FInverse Rooted = *InvertDeformation(FAffineDeformation(Maps), Case.Rest, Moved);
	const FInverse Doubled = *InvertDeformation(Base, Case.Rest, Twice);
	const FInverse Scaled = *InvertDeformation(FAffineDeformation(LargeMaps), Large, LargeSculpt);
	FInverseOptions ByPowell;
	ByPowell.Method = EInverseMethod::Powell;
	const FInverse Searched = *InvertDeformation(*Blind(Base), Case.Rest, Case.Sculpt, ByPowell);
	const FInverse SearchedScaled =
		*InvertDeformation(*Blind(FAffineDeformation(LargeMaps)), Large, LargeSculpt, ByPowell);
	EXPECT_NEAR(double(Searched.CallCount), double(SearchedScaled.CallCount), 0.1 * double(Searched.CallCount));
	for (size_t Point = 0; Point < Maps.size(); ++Point)
	{
		const Vector3d Expected = AsVector(Plain.Before[Point]);
		EXPECT_LT((AsVector(Rooted.Before[Point]) - Expected).norm(), 1e-13);
		EXPECT_LT((AsVector(Doubled.Before[Point]) - 2.0 * Expected).norm(), 1e-13);
		EXPECT_LT((AsVector(Scaled.Before[Point]) - 100.0 * Expected).norm(), 1e-11);
		EXPECT_LT((AsVector(SearchedScaled.Before[Point]) - 100.0 * Expected).norm(), 1e-6);
	}
}

TEST(InverseSkinning, UnsculptedPointsCostNothing)
{
	const FAffineDeformation Base = TwoBones(Shares, {0.3, 0.5, 0.8}, 1.2);
	const FCase Case = MakeCase(Base, 0.0);
	for (const EInverseMethod Method : {EInverseMethod::Automatic, EInverseMethod::Powell})
	{
		FInverseOptions Options;
		Options.Method = Method;
		const FInverse Inverse = *InvertDeformation(*Blind(Base), Case.Rest, Case.Sculpt, Options);
		EXPECT_EQ(Inverse.Before, std::vector<FDouble3>(Shares.size()));
		EXPECT_TRUE(Inverse.After.empty());
		EXPECT_LE(Inverse.CallCount, 2u);
	}
}

TEST(InverseSkinning, PointsSearchedInStepEndAsIfAlone)
{
	const std::shared_ptr<IDeformation> Stack = Layered(1.0);
	const FCase Case = MakeCase(*Stack);
	FInverseOptions Options;
	Options.Method = EInverseMethod::Powell;
	const FInverse Together = *InvertDeformation(*Stack, Case.Rest, Case.Sculpt, Options);
	for (size_t Point = 0; Point < Shares.size(); ++Point)
	{
		std::vector<FDouble3> Sculpt(Shares.size());
		Stack->Deform(Case.Rest, Sculpt);
		Sculpt[Point] = Case.Sculpt[Point];
		const FInverse Alone = *InvertDeformation(*Stack, Case.Rest, Sculpt, Options);
		EXPECT_EQ(Alone.Before[Point], Together.Before[Point]);
	}
}

TEST(InverseSkinning, NewtonAndPowellAgreeOnANonlinearStack)
{
	for (const double Angle : {60.0, 90.0})
	{
		const std::shared_ptr<IDeformation> Stack = Layered(Angle * Degree);
		const FCase Case = MakeCase(*Stack);
		FInverseOptions Options;
		Options.Method = EInverseMethod::Newton;
		const FInverse Newton = *InvertDeformation(*Stack, Case.Rest, Case.Sculpt, Options);
		Options.Method = EInverseMethod::Powell;
		const FInverse Powell = *InvertDeformation(*Stack, Case.Rest, Case.Sculpt, Options);
		Options.Method = EInverseMethod::Automatic;
		const FInverse Automatic = *InvertDeformation(*Stack, Case.Rest, Case.Sculpt, Options);
		EXPECT_LT(WorstRoundTrip(*Stack, Case, Newton), 1e-9);
		EXPECT_LT(WorstRoundTrip(*Stack, Case, Powell), 1e-9);
		EXPECT_LT(WorstRoundTrip(*Stack, Case, Automatic), 1e-9);
		for (size_t Point = 0; Point < Shares.size(); ++Point)
		{
			EXPECT_LT((AsVector(Newton.Before[Point]) - AsVector(Powell.Before[Point])).norm(), 1e-6);
		}
		EXPECT_LT(Newton.CallCount, 40u);
		EXPECT_LT(Powell.CallCount, 300u);
	}
}

TEST(InverseSkinning, SmoothingIsRefusedAndALatticeIsNot)
{
	const auto Base = std::make_shared<FAffineDeformation>(TwoBones(Shares, {0.3, 0.5, 0.8}, 1.2));
	auto Smooth = [](std::span<FDouble3> Points)
	{
		const std::vector<FDouble3> Before(Points.begin(), Points.end());
		for (size_t Point = 1; Point + 1 < Points.size(); ++Point)
		{
			Points[Point].X = 0.5 * (Before[Point - 1].X + Before[Point + 1].X);
		}
	};
	auto Lattice = [](std::span<FDouble3> Points)
	{
		for (FDouble3& P : Points)
		{
			P.X += 0.1 * P.Y * P.Z;
		}
	};
	const FLayeredDeformation Smoothed(Base, {}, {Smooth}), Caged(Base, {Lattice}, {});
	const FCase SmoothCase = MakeCase(Smoothed), CagedCase = MakeCase(Caged);
	EXPECT_FALSE(FindCoupledPoints(Smoothed, SmoothCase.Rest, 1e-3).empty());
	EXPECT_TRUE(FindCoupledPoints(Caged, CagedCase.Rest, 1e-3).empty());
	EXPECT_TRUE(FindCoupledPoints(*Base, CagedCase.Rest, 1e-3).empty());
	const TResult<FInverse> Refused = InvertDeformation(Smoothed, SmoothCase.Rest, SmoothCase.Sculpt);
	ASSERT_FALSE(Refused);
	EXPECT_THAT(Refused.GetError().Message, testing::HasSubstr("couples points"));
	const TResult<FInverse> Found = InvertDeformation(Caged, CagedCase.Rest, CagedCase.Sculpt);
	ASSERT_TRUE(Found);
	EXPECT_LT(WorstRoundTrip(Caged, CagedCase, *Found), 1e-9);
}

TEST(InverseSkinning, WhatAHalfTurnCannotReachIsAddedAfterSkinning)
{
	const FAffineDeformation Half = TwoBones(std::vector<double>{0.5, 0.5, 0.25}, Vector3d::UnitZ(), 180.0 * Degree);
	std::vector<FDouble3> Rest{{0.3, 0.2, 0.1}, {0.9, 0.1, 0.7}, {0.0, 0.5, 0.5}}, Sculpt(3);
	Half.Deform(Rest, Sculpt);
	for (FDouble3& Point : Sculpt)
	{
		Point = {Point.X + 0.05, Point.Y + 0.08, Point.Z - 0.03};
	}
	const FCase Case{Rest, {}, Sculpt};
	for (const bool bBlind : {false, true})
	{
		const std::shared_ptr<IDeformation> Box = Blind(Half);
		const IDeformation& Operator = bBlind ? *Box : static_cast<const IDeformation&>(Half);
		FInverseOptions Options;
		Options.Method = bBlind ? EInverseMethod::Powell : EInverseMethod::Automatic;
		const FInverse Inverse = *InvertDeformation(Operator, Rest, Sculpt, Options);
		EXPECT_LT(WorstRoundTrip(Operator, Case, Inverse), 1e-8);
		EXPECT_THAT(Inverse.Singular, testing::ElementsAre(0, 1));
		EXPECT_NEAR(Inverse.After[0].X, 0.05, 1e-9);
		EXPECT_NEAR(Inverse.After[0].Y, 0.08, 1e-9);
		EXPECT_LT(std::hypot(Inverse.Before[0].X, Inverse.Before[0].Y), 1e-6) << "nothing in directions without effect";
		EXPECT_NEAR(Inverse.Before[2].Z, -0.03, 1e-8) << "a quarter of the weight is not singular";
	}
}

TEST(InverseSkinning, DampingAnswersAsTheRidgeFormulaSays)
{
	constexpr double Ridge = 2.5e-3;
	for (const double Singular : {1.0, 0.5, 0.1, 0.01})
	{
		FAffine3d Map;
		Map.M[0] = Singular;
		const FAffineDeformation Squash(std::vector<FAffine3d>{Map});
		const std::vector<FDouble3> Rest{{1.0, 0.0, 0.0}}, Sculpt{{Singular + 0.1, 0.0, 0.0}};
		FInverseOptions Options;
		Options.Ridge = Ridge;
		Options.SmallestSculpt = 0.0;
		const FInverse Known = *InvertDeformation(Squash, Rest, Sculpt, Options);
		const double Expected = Singular / (Singular * Singular + Ridge) * 0.1;
		EXPECT_NEAR(Known.Before[0].X, Expected, 1e-12);
		EXPECT_LE(Known.LargestGain, 0.5 / std::sqrt(Ridge) + 1e-12);
		ASSERT_FALSE(Known.After.empty());
		EXPECT_NEAR(Known.After[0].X, 0.1 * Ridge / (Singular * Singular + Ridge), 1e-12);
	}
}

/** The published objective of singular poses, over (d, w): regression tests of its two errors. */
struct FPublishedObjective
{
	double Lambda, Mu, Sign;
	/** The minimum of (1 + s w - d)^2 + lambda w^2 + mu d^2 for a unit offset and the identity as operator. */
	std::array<double, 2> Minimum() const
	{
		Eigen::Matrix2d A;
		A << 1.0 + Mu, -Sign, -Sign, 1.0 + Lambda;
		const Eigen::Vector2d X = A.inverse() * Eigen::Vector2d(1.0, -Sign);
		return {X[0], X[1]};
	}
};

TEST(InverseSkinning, EqualPublishedRegularizersWouldSplitEveryCorrectionInHalf)
{
	const auto [Before, After] = FPublishedObjective{1e-4, 1e-4, -1.0}.Minimum();
	EXPECT_NEAR(Before, 0.49998, 1e-4);
	EXPECT_NEAR(After, 0.49997, 1e-4);
	// With the printed sign, synthesis misses the sculpt by twice w.
	const auto [Wrong, Posted] = FPublishedObjective{1e-4, 1e-4, 1.0}.Minimum();
	EXPECT_NEAR(std::abs(Wrong + Posted - 1.0), 2.0 * std::abs(Posted), 1e-3);
}

TEST(PowellSearch, AQuadraticAlongTheAxesTakesOneRound)
{
	FPowellOptions Options;
	Options.GoodValue = 1e-14;
	FPowellSearch Search({}, Options);
	while (Search.End() == ESearchEnd::Running)
	{
		const FDouble3 P = Search.Ask();
		Search.Tell((P.X - 0.3) * (P.X - 0.3) + 2.0 * (P.Y + 0.1) * (P.Y + 0.1) + 0.5 * (P.Z - 0.7) * (P.Z - 0.7));
	}
	EXPECT_EQ(Search.End(), ESearchEnd::Reached);
	EXPECT_EQ(Search.Rounds(), 1);
	EXPECT_LT(Search.Evaluations(), 60);
	EXPECT_NEAR(Search.Best().Z, 0.7, 1e-6);
}

TEST(PowellSearch, ObliqueQuadraticsEndWithinEightRoundsAndNeverRise)
{
	std::mt19937 Random(3);
	std::uniform_real_distribution<double> Uniform(-1.0, 1.0);
	for (const double Angle : {60.0, 120.0, 170.0})
	{
		const Vector3d Axis(Uniform(Random), Uniform(Random), Uniform(Random));
		const Matrix3d A = 0.5 * (Matrix3d::Identity() + Linear(Motion(Axis, Angle * Degree)));
		const Vector3d Wanted = Vector3d(Uniform(Random), Uniform(Random), Uniform(Random)) * 0.1;
		FPowellOptions Options;
		Options.FirstStep = Wanted.norm();
		Options.GoodValue = 1e-16;
		FPowellSearch Search({}, Options);
		double Last = 1e9;
		int Round = 0;
		while (Search.End() == ESearchEnd::Running)
		{
			const FDouble3 P = Search.Ask();
			Search.Tell((Wanted - A * AsVector(P)).squaredNorm());
			if (Search.Rounds() != Round)
			{
				EXPECT_LE(Search.BestValue(), Last);
				Last = Search.BestValue();
				Round = Search.Rounds();
			}
		}
		EXPECT_EQ(Search.End(), ESearchEnd::Reached) << Angle;
		EXPECT_LE(Search.Rounds(), 8) << Angle;
	}
}

TEST(Deformation, DualQuaternionsKeepLengthsWhereLinearBlendingShrinks)
{
	FRigWeights Weights;
	Weights.Bones = {0, 1};
	Weights.Weights = {0.5, 0.5};
	Weights.Offsets = {0, 2};
	const std::vector<FAffine3d> Palette{FAffine3d{}, Motion(Vector3d::UnitX(), 90.0 * Degree)};
	const std::vector<FDouble3> Rest{{0.0, 1.0, 0.0}};
	std::vector<FDouble3> Rigid(1), Blend(1), Mixed(1);
	const FAffineDeformation A = MakeBlendDeformation(Weights, Palette);
	const FAffineDeformation B = MakeDualQuaternionDeformation(Weights, Palette, {});
	A.Deform(Rest, Blend);
	B.Deform(Rest, Rigid);
	MixDeformations(A, B, std::vector<double>{0.25}).Deform(Rest, Mixed);
	EXPECT_NEAR(AsVector(Blend[0]).norm(), 0.707107, 1e-6);
	EXPECT_NEAR(AsVector(Rigid[0]).norm(), 1.0, 1e-14);
	EXPECT_NEAR(Rigid[0].Y, std::cos(45.0 * Degree), 1e-14);
	EXPECT_LT((AsVector(Mixed[0]) - 0.75 * AsVector(Blend[0]) - 0.25 * AsVector(Rigid[0])).norm(), 1e-14);
}

} // namespace InverseSkinningTest
} // namespace Exemplar
