// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/Sculpts.h"

#include "Geometry/ClosestPoint.h"
#include "Geometry/Measures.h"
#include "Levels/BuildLevels.h"
#include "Model/Posing.h"
#include "Model/SurfaceTriangles.h"
#include "Pipeline/SculptSet.h"
#include "Preview/CorrectivePreview.h"
#include "SampleParts.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace SculptsTest
{

/** The sample without its clips, which take most of the time of a bake and say nothing here. */
const FCharacterParts& StillParts()
{
	static const FCharacterParts Parts = []
	{
		FCharacterParts Out = SampleParts();
		Out.Animation.Clips.clear();
		return Out;
	}();
	return Parts;
}

FCharacter BakeWell(const FCharacterParts& Parts)
{
	FBakeOptions Options;
	Options.bCorrectiveNormals = false; // places are what these tests look at, and normals take most of the time
	TResult<FBakedCharacter> Baked = Bake(Parts, Options, {});
	EXPECT_TRUE(Baked) << Baked.GetError().Message;
	return std::move(Baked->Character);
}

/** Points in a pose as a game shows them. */
std::vector<FDouble3> ShowPoints(
	const FCharacterParts& Parts, std::span<const FBoneTransform> Local, bool bCorrectives = true)
{
	const FCharacter Character = BakeWell(Parts);
	TResult<FPosedLevel> Level = FPosedLevel::Make(Character, FindPreferredOperator(Character.View()));
	EXPECT_TRUE(Level) << Level.GetError().Message;
	FPoseOptions Options;
	Options.bCorrectives = bCorrectives;
	const std::span<const FFloat3> Corners = Level->Pose(Local, GetSerialExecutor(), Options);
	std::vector<FDouble3> Out = Parts.Skin.Rest;
	for (size_t Corner = 0; Corner < Corners.size(); ++Corner)
	{
		const FFloat3& P = Corners[Corner];
		Out[Character->Levels[0].PointOfCorner[Corner]] = {double{P.X}, double{P.Y}, double{P.Z}};
	}
	return Out;
}

size_t JointNamed(const FCharacterParts& Parts, const std::string& Name)
{
	const auto& Names = Parts.Animation.Skeleton.Names;
	return static_cast<size_t>(std::find(Names.begin(), Names.end(), Name) - Names.begin());
}

/** A pose that bends one joint by an angle about x. */
std::vector<FBoneTransform> Bend(const FCharacterParts& Parts, const std::string& Joint, float Angle)
{
	std::vector<FBoneTransform> Out = Parts.Animation.Skeleton.RestLocal;
	FRotation& Rotation = Out[JointNamed(Parts, Joint)].Rotation;
	Rotation = Normalize(Compose(Rotation, RotationAboutAxis({1.0f, 0.0f, 0.0f}, Angle)));
	return Out;
}

/** What is shown in a pose, with a bump where a joint stands. */
FSculpt MakeBump(
	const FCharacterParts& Parts, const std::string& Name, const std::string& Joint, float Angle, const FDouble3& Bump)
{
	FSculpt Out;
	Out.Name = Name;
	Out.Pose = Bend(Parts, Joint, Angle);
	Out.Positions = ShowPoints(Parts, Out.Pose);
	const FAffine3d Place = RestModel(Parts.Animation.Skeleton)[JointNamed(Parts, Joint)];
	const double Radius = 0.08 * BoxDiagonal(Parts.Skin.Rest);
	for (size_t Point = 0; Point < Out.Positions.size(); ++Point)
	{
		const FDouble3& Rest = Parts.Skin.Rest[Point];
		const double Distance = std::hypot(Rest.X - Place.M[3], Rest.Y - Place.M[7], Rest.Z - Place.M[11]);
		const double Share = (std::max)(0.0, 1.0 - Distance / Radius);
		FDouble3& P = Out.Positions[Point];
		P = {P.X + Share * Bump.X, P.Y + Share * Bump.Y, P.Z + Share * Bump.Z};
	}
	return Out;
}

double LargestDistance(const FCharacterParts& Parts, const FSculpt& Sculpt)
{
	const std::vector<FDouble3> Shown = ShowPoints(Parts, Sculpt.Pose);
	double Out = 0.0;
	for (size_t Point = 0; Point < Shown.size(); ++Point)
	{
		const FDouble3 &A = Shown[Point], &B = Sculpt.Positions[Point];
		Out = (std::max)(Out, std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z));
	}
	return Out / BoxDiagonal(Parts.Skin.Rest);
}

FCharacterParts AddWell(FCharacterParts Parts, const FSculpt& Sculpt)
{
	TResult<FSculptedCharacter> Added = AddSculpt(std::move(Parts), Sculpt);
	EXPECT_TRUE(Added) << Added.GetError().Message;
	return Added ? std::move(Added->Parts) : FCharacterParts{};
}

TEST(Sculpts, AreShownInTheirPosesByEveryOperatorAndRestStays)
{
	for (const ESkinOperator Operator :
		{ESkinOperator::LinearBlend, ESkinOperator::DualQuaternion, ESkinOperator::Twist})
	{
		FCharacterParts Parts = StillParts();
		Parts.PreferredOperator = static_cast<uint32_t>(Operator) + 1;
		const FSculpt Sculpt = MakeBump(Parts, "bump", "ForearmL", 1.2f, {0.0, 0.01, 0.03});
		EXPECT_GT(LargestDistance(Parts, Sculpt), 5e-3);
		Parts = AddWell(Parts, Sculpt);
		EXPECT_LT(LargestDistance(Parts, Sculpt), 2e-6) << ToString(Operator);
		const std::vector<FBoneTransform>& Rest = Parts.Animation.Skeleton.RestLocal;
		EXPECT_EQ(ShowPoints(Parts, Rest), ShowPoints(Parts, Rest, false));
		ASSERT_EQ(ListCorrectives(Parts).size(), 1u);
		EXPECT_EQ(ListCorrectives(Parts)[0].Joints, std::vector<std::string>{"ForearmL"});
	}
}

TEST(Sculpts, StayExactBesideOthersThroughTheFile)
{
	FCharacterParts Parts = StillParts();
	const FSculpt First = MakeBump(Parts, "first", "ForearmL", 1.2f, {0.0, 0.0, 0.03});
	Parts = AddWell(Parts, First);
	const FSculpt Second = MakeBump(Parts, "second", "ForearmL", 2.0f, {0.0, 0.02, 0.0});
	Parts = AddWell(Parts, Second);
	FSculpt Third = MakeBump(Parts, "third", "ForearmL", 0.6f, {0.01, 0.0, 0.02}); // other drivers, the same vertices
	Third.Joints = {"ForearmL", "UpperArmL"};
	Parts = Unbake(BakeWell(AddWell(Parts, Third)));
	for (const FSculpt* Sculpt : std::initializer_list<const FSculpt*>{&First, &Second, &Third})
	{
		EXPECT_LT(LargestDistance(Parts, *Sculpt), 2e-6) << Sculpt->Name;
	}
	ASSERT_TRUE(RemoveCorrective(Parts, "first"));
	EXPECT_LT(LargestDistance(Parts, Second), 2e-6);
	EXPECT_LT(LargestDistance(Parts, Third), 2e-6);
	FDriverChange Change;
	Change.Width = 0.5;
	ASSERT_TRUE(ChangeDrivers(Parts, "second", Change));
	EXPECT_LT(LargestDistance(Parts, Second), 2e-6);
	EXPECT_LT(LargestDistance(Parts, Third), 2e-6);
}

TEST(Sculpts, AreRefusedByNameWhereTheyCannotBe)
{
	FCharacterParts Parts = StillParts();
	const FSculpt First = MakeBump(Parts, "first", "ForearmL", 1.2f, {0.0, 0.0, 0.03});
	FSculpt Same = MakeBump(Parts, "same", "ForearmL", 1.2f, {0.0, 0.02, 0.0});
	Parts = AddWell(Parts, First);
	const auto Refused = [&](const FSculpt& Sculpt, const char* Words)
	{
		const TResult<FSculptedCharacter> Added = AddSculpt(Parts, Sculpt);
		ASSERT_FALSE(Added);
		EXPECT_NE(Added.GetError().Message.find(Words), std::string::npos) << Added.GetError().Message;
	};
	Refused(Same, "two sculpts of one pose");
	Same.Name = "first";
	Refused(Same, "There is a corrective 'first' already");
	Same.Name = "short";
	Same.Positions.pop_back();
	Refused(Same, "points; the character has");
	FSculpt Nothing = First;
	Nothing.Name = "nothing";
	Refused(Nothing, "nothing to add");
	FSculpt Far = MakeBump(Parts, "far", "ForearmL", 3.0f, {0.0, 0.0, 0.03});
	Parts.Animation.Skeleton.Limits.assign(Parts.Animation.Skeleton.JointCount(), {});
	Parts.Animation.Skeleton.Limits[JointNamed(Parts, "ForearmL")].MaxSwing = 1.0f;
	Parts.Animation.Skeleton.Limits[JointNamed(Parts, "ForearmL")].TwistAxis = {0.0f, 1.0f, 0.0f};
	Refused(Far, "outside the joint limits: 'ForearmL'");
}

TEST(Sculpts, CoarserLevelsFollowTheSculptInItsPose)
{
	FCharacterParts Parts = SampleParts();
	FLevelOptions Options;
	Options.Fractions = {0.4};
	TResult<FLevels> Levels = BuildLevels(Parts.Surface, Parts.Skin, Parts.Animation, Options, {});
	ASSERT_TRUE(Levels) << Levels.GetError().Message;
	Parts.Levels = std::move(*Levels);
	ASSERT_FALSE(Parts.Levels.Coarser.empty());
	const FSculpt Sculpt = MakeBump(Parts, "bump", "ForearmL", 1.8f, {0.0, 0.01, 0.04});
	const FCharacterParts Added = AddWell(Parts, Sculpt);
	// What the level shows against the sculpted surface, and with the nearest points' displacements.
	const FCorrectives& Fitted = Added.Correctives;
	ASSERT_EQ(Fitted.Levels.size(), 1 + Parts.Levels.Coarser.size());
	const FLevel& Level = Parts.Levels.Coarser[0];
	const FShapeDeltas Carried = CarryDeltas(Fitted.Levels[0], Level.Points);
	const auto Miss = [&](const FShapeDeltas& Deltas)
	{
		std::vector<FAffine3d> Palette;
		for (const FBoneTransform& Joint : Sculpt.Pose)
		{
			Palette.push_back(ToMatrix(Joint));
		}
		Palette = ToModel(Parts.Animation.Skeleton.Parents, Palette);
		const std::vector<FAffine3d> Rest = RestModel(Parts.Animation.Skeleton);
		for (size_t Joint = 0; Joint < Palette.size(); ++Joint)
		{
			Palette[Joint] = Compose(Palette[Joint], Inverse(Rest[Joint]));
		}
		const std::vector<FDouble3> Fine = BlendPoints(Parts.Skin.Rest, Parts.Skin.Weights, Palette);
		std::vector<FDouble3> Moved = Level.Skin.Rest;
		for (size_t Entry = 0; Entry < Deltas.Points.size(); ++Entry)
		{
			FDouble3& P = Moved[Deltas.Points[Entry]];
			P = {P.X + Deltas.Deltas[Entry].X, P.Y + Deltas.Deltas[Entry].Y, P.Z + Deltas.Deltas[Entry].Z};
		}
		const std::vector<FDouble3> Still = BlendPoints(Level.Skin.Rest, Level.Skin.Weights, Palette);
		const std::vector<FDouble3> Shown = BlendPoints(Moved, Level.Skin.Weights, Palette);
		const FClosestPointFinder Finder(Parts.Skin.Rest, SurfaceTriangles(Parts.Surface));
		const std::vector<FTriangle> Triangles = SurfaceTriangles(Parts.Surface);
		const std::vector<FClosestPoint> Places = Finder.Find(Level.Skin.Rest, GetSerialExecutor());
		double Sum = 0.0;
		for (size_t Point = 0; Point < Shown.size(); ++Point)
		{
			FDouble3 Wanted;
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const auto At =
					static_cast<size_t>(Triangles[static_cast<size_t>(Places[Point].Where.Triangle)][Corner]);
				const double Share = Places[Point].Where.Weights[Corner];
				Wanted.X += Share * (Sculpt.Positions[At].X - Fine[At].X);
				Wanted.Y += Share * (Sculpt.Positions[At].Y - Fine[At].Y);
				Wanted.Z += Share * (Sculpt.Positions[At].Z - Fine[At].Z);
			}
			const FDouble3 Left{Shown[Point].X - Still[Point].X - Wanted.X, Shown[Point].Y - Still[Point].Y - Wanted.Y,
				Shown[Point].Z - Still[Point].Z - Wanted.Z};
			Sum += Left.X * Left.X + Left.Y * Left.Y + Left.Z * Left.Z;
		}
		return std::sqrt(Sum);
	};
	EXPECT_LT(Miss(Fitted.Levels[1]), 0.2 * Miss(Carried));
	// Another sculpt elsewhere leaves it as it is.
	const FCharacterParts Two = AddWell(Added, MakeBump(Added, "knee", "ShinL", 1.2f, {0.0, 0.0, 0.03}));
	const FShapeDeltas &A = Added.Correctives.Levels[1], &B = Two.Correctives.Levels[1];
	ASSERT_GT(B.Points.size(), A.Points.size());
	EXPECT_TRUE(std::equal(A.Deltas.begin(), A.Deltas.end(), B.Deltas.begin()));
}

TEST(Sculpts, HaveMirrorImages)
{
	EXPECT_EQ(MirrorName("ForearmL"), "ForearmR");
	EXPECT_EQ(MirrorName("elbow_r_90"), "elbow_l_90");
	EXPECT_EQ(MirrorName("LeftArm"), "RightArm");
	EXPECT_EQ(MirrorName("l_arm"), "r_arm");
	EXPECT_EQ(MirrorName("bump"), "bump_mirrored");
	FCharacterParts Parts = StillParts();
	Parts = AddWell(Parts, MakeBump(Parts, "elbow_l", "ForearmL", 1.2f, {0.0, 0.0, 0.03}));
	const TResult<FMirrorFigures> Figures = MirrorCorrective(Parts, "elbow_l", "", 1.0, {});
	ASSERT_TRUE(Figures) << Figures.GetError().Message;
	EXPECT_EQ(Figures->Name, "elbow_r");
	EXPECT_EQ(Figures->Joints, std::vector<std::string>{"ForearmR"});
	const std::vector<FCorrectiveInfo> List = ListCorrectives(Parts);
	ASSERT_EQ(List.size(), 2u);
	EXPECT_NEAR(List[1].LargestOffset, List[0].LargestOffset, 0.1 * List[0].LargestOffset);
	EXPECT_EQ(List[1].Mirror, "elbow_l");
	// Both poses shown at once: a mirror-symmetric bump.
	const std::vector<FDouble3> Shown = ShowPoints(Parts, List[1].Pose), Base = ShowPoints(Parts, List[1].Pose, false);
	double Right = 0.0, Left = 0.0;
	const double Center = RestModel(Parts.Animation.Skeleton)[0].M[3];
	for (size_t Point = 0; Point < Shown.size(); ++Point)
	{
		const double Moved = std::abs(Shown[Point].Z - Base[Point].Z);
		(Parts.Skin.Rest[Point].X > Center ? Left : Right) += Moved;
	}
	EXPECT_GT((std::max)(Left, Right), 100.0 * (std::min)(Left, Right));
}

TEST(Sculpts, AreSuggestedWhereNothingIsKnown)
{
	FCharacterParts Parts = StillParts();
	const std::vector<std::vector<FBoneTransform>> Candidates{Parts.Animation.Skeleton.RestLocal,
		Bend(Parts, "ForearmL", 0.3f), Bend(Parts, "ForearmL", 1.5f), Bend(Parts, "ShinL", 1.5f)};
	TResult<std::vector<FSculptSuggestion>> Found = SuggestSculpts(Parts, Candidates, {}, 10);
	ASSERT_TRUE(Found);
	ASSERT_EQ(Found->size(), 3u); // rest is known
	EXPECT_NE((*Found)[0].Candidate, 1u);
	const size_t First = (*Found)[0].Candidate;
	Parts = AddWell(Parts, MakeBump(Parts, "known", First == 2 ? "ForearmL" : "ShinL", 1.5f, {0.0, 0.0, 0.03}));
	EXPECT_EQ((*Found)[0].Expected, 0.0) << "without sculpts nothing tells how large errors are";
	Found = SuggestSculpts(Parts, Candidates, {}, 10);
	ASSERT_TRUE(Found);
	EXPECT_NE((*Found)[0].Candidate, First);
	// Left out, the one sculpt is missed as a whole; poses as far from rest are expected to be as wrong.
	const double Known = (*Found)[0].Expected;
	EXPECT_GT(Known, 0.0);
	Parts = AddWell(Parts, MakeBump(Parts, "large", First == 2 ? "ShinL" : "ForearmL", 0.8f, {0.0, 0.0, 0.12}));
	Found = SuggestSculpts(Parts, Candidates, {}, 10);
	ASSERT_TRUE(Found);
	EXPECT_GT((*Found)[0].Expected, 2.0 * Known) << "a larger sculpt that the other does not predict";
	// An error that is known outweighs.
	const double Errors[] = {0.0, 1.0, 1e-6, 1e-6};
	Found = SuggestSculpts(Parts, Candidates, Errors, 1);
	ASSERT_TRUE(Found);
	ASSERT_FALSE(Found->empty());
	EXPECT_EQ((*Found)[0].Candidate, 1u);
}

TEST(Sculpts, AreNotSuggestedWhereALearnedLayerHasSeenTheRotations)
{
	FCharacterParts Parts = StillParts();
	const std::vector<std::vector<FBoneTransform>> Candidates{
		Bend(Parts, "ForearmL", 1.5f), Bend(Parts, "ShinL", 1.5f), Bend(Parts, "ShinR", 1.5f)};
	TResult<std::vector<FSculptSuggestion>> Found = SuggestSculpts(Parts, Candidates, {}, 10);
	ASSERT_TRUE(Found);
	EXPECT_EQ(Found->size(), 3u);
	// A layer that was learned from a bent elbow and a bent knee, each for itself.
	TCorrectives<FOwned>& Model = Parts.Correctives.Model;
	for (const size_t Candidate : {0u, 1u})
	{
		const auto& Names = Parts.Animation.Skeleton.Names;
		const auto Joint = static_cast<uint32_t>(
			std::find(Names.begin(), Names.end(), Candidate == 0 ? "ForearmL" : "ShinL") - Names.begin());
		ASSERT_LT(Joint, Names.size());
		const auto Index = static_cast<uint32_t>(Candidate);
		Model.Drivers.push_back({static_cast<uint32_t>(ECorrectiveDriver::Rotation), Joint});
		Model.Terms.push_back({Index, 1.0f, JointTurns(Parts.Animation.Skeleton, Candidates[Candidate])[Joint]});
		FCorrectiveKernel Kernel;
		Kernel.Centering = static_cast<uint32_t>(ECorrectiveCentering::Counted);
		Kernel.Width = 3.0f;
		Kernel.First = Index;
		Kernel.Count = 1;
		Model.Kernels.push_back(Kernel);
		Model.Coefficients.push_back(1.0);
	}
	Model.Runs.push_back({0, 2, 0});
	FCorrectiveShape Shape;
	Shape.RunCount = 1;
	Model.Shapes.push_back(Shape);
	TCorrective<FOwned>& Row = Model.Correctives.emplace_back();
	Row.Name = "learned";
	Row.ShapeCount = 1;
	Row.Flags = CorrectiveEnabled | CorrectiveLearned;
	Parts.Correctives.Levels.resize(1);
	Parts.Correctives.Levels[0].Offsets = {0, 0};
	Found = SuggestSculpts(Parts, Candidates, {}, 10);
	ASSERT_TRUE(Found);
	ASSERT_FALSE(Found->empty());
	EXPECT_EQ((*Found)[0].Candidate, 2u) << "the other knee is the only thing that was not seen";
	for (size_t Index = 1; Index < Found->size(); ++Index)
	{
		EXPECT_LT((*Found)[Index].Uncertainty, 0.05 * (*Found)[0].Uncertainty);
	}
}

TEST(CorrectivePreview, ShowsWeightsStrengthsMutesSolosAndPosesBetween)
{
	FCharacterParts Parts = StillParts();
	const FSculpt Elbow = MakeBump(Parts, "elbow", "ForearmL", 1.2f, {0.0, 0.0, 0.03});
	Parts = AddWell(Parts, Elbow);
	Parts = AddWell(Parts, MakeBump(Parts, "knee", "ShinL", 1.2f, {0.0, 0.0, 0.03}));
	const FCharacter Character = BakeWell(Parts);
	TResult<FCorrectivePreview> Made = FCorrectivePreview::Make(Character);
	ASSERT_TRUE(Made);
	FCorrectivePreview& Preview = *Made;
	const auto Largest = [&]
	{
		EXPECT_TRUE(Preview.Update(GetSerialExecutor()));
		const std::vector<float> Moved = Preview.MeasureDisplacements();
		return *std::max_element(Moved.begin(), Moved.end());
	};
	ASSERT_EQ(Preview.GetRows().size(), 2u);
	EXPECT_EQ(Largest(), 0.0f);
	Preview.SetPose(Elbow.Pose);
	const float Full = Largest();
	EXPECT_NEAR(Preview.GetRows()[0].Weight, 1.0f, 1e-5f);
	EXPECT_NEAR(Preview.GetRows()[1].Weight, 0.0f, 1e-5f);
	Preview.SetStrength(0, 0.5f);
	EXPECT_NEAR(Largest(), 0.5f * Full, 0.01f * Full);
	Preview.SetMuted(0, true);
	EXPECT_NEAR(Largest(), 0.0f, 1e-6f);
	Preview.SetMuted(0, false);
	Preview.SetSolo(1);
	EXPECT_NEAR(Largest(), 0.0f, 1e-6f);
	Preview.SetSolo(NoIndex);
	Preview.SetStrength(0, 1.0f);
	const std::vector<FBoneTransform>& Rest = Parts.Animation.Skeleton.RestLocal;
	Preview.SetBetween(Rest, Elbow.Pose, 0.5f);
	const float Half = Largest();
	EXPECT_GT(Half, 0.05f * Full);
	EXPECT_LT(Half, 0.95f * Full);
	Preview.SetBetween(Rest, Elbow.Pose, 1.0f);
	EXPECT_NEAR(Largest(), Full, 1e-5f);
	const FPreviewError Error = Preview.MeasureError(Preview.GetBase());
	EXPECT_NEAR(Error.Max, static_cast<double>(Full), 1e-6);
	EXPECT_EQ(Preview.MeasureError(Preview.GetShown()).Max, 0.0);
	EXPECT_TRUE(Preview.MeasureError({}).Distances.empty());
}

} // namespace SculptsTest
} // namespace Exemplar
