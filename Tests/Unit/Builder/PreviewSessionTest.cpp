// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/PreviewSession.h"

#include "BulgingBar.h"

namespace Exemplar
{
namespace PreviewSessionTest
{

struct FBar
{
	FExampleSet Examples = BulgingBar::MakeBulgingBar();
	FBuiltCharacter Built = BulgingBar::BuildBar(Examples, ECorrectiveKind::Shapes);
};
const FBar& Bar()
{
	static const FBar Out;
	return Out;
}

FPreviewSession MakeSession()
{
	TResult<FPreviewSession> Session = FPreviewSession::Make(Bar().Built.Character, &Bar().Examples);
	EXPECT_TRUE(Session.IsOk()) << Session.GetError().Message;
	return std::move(*Session);
}

double LargestOf(const std::vector<float>& Values)
{
	return Values.empty() ? 0.0 : static_cast<double>(*std::max_element(Values.begin(), Values.end()));
}

TEST(PreviewSessionTest, EveryEditIsUndoneAndDoneAgain)
{
	FPreviewSession Session = MakeSession();
	const FPreviewState Start = Session.GetState();
	EXPECT_FALSE(Session.CanUndo());
	ASSERT_TRUE(Session.TurnJoint(1, RotationAboutAxis({0.0f, 0.0f, 1.0f}, 0.1f)).IsOk());
	ASSERT_TRUE(Session.GoToFrame(3).IsOk()); // one step, though turns go as well
	ASSERT_TRUE(Session.SetStrength(0, 0.5f).IsOk());
	ASSERT_TRUE(Session.SetMuted(0, true).IsOk());
	Session.SetHeat(EPreviewHeat::Error);
	ASSERT_TRUE(Session.SetBetween(1, 4, 1.2f).IsOk());
	ASSERT_TRUE(Session.SetBetween(1, 4, 1.2f).IsOk()); // nothing changes: no step
	Session.BeginDrag();
	for (const float Fraction : {0.9f, 0.7f, 0.5f})
	{
		ASSERT_TRUE(Session.SetBetween(1, 4, Fraction).IsOk());
	}
	Session.EndDrag();
	const FPreviewState End = Session.GetState();
	size_t Steps = 0;
	while (Session.Undo())
	{
		++Steps;
	}
	EXPECT_EQ(Steps, 7u);
	EXPECT_TRUE(Session.GetState() == Start);
	while (Session.Redo())
	{
		--Steps;
	}
	EXPECT_EQ(Steps, 0u);
	EXPECT_TRUE(Session.GetState() == End);
	Session.Undo();
	Session.SetHeat(EPreviewHeat::None); // an edit after undo ends what could be done again
	EXPECT_FALSE(Session.CanRedo());
}

TEST(PreviewSessionTest, ShowsWhatTheStateSays)
{
	FPreviewSession Session = MakeSession();
	IExecutor& Serial = GetSerialExecutor();
	ASSERT_TRUE(Session.GoToFrame(5).IsOk());
	Session.SetHeat(EPreviewHeat::Displacement);
	ASSERT_TRUE(Session.Update(Serial).IsOk());
	EXPECT_EQ(Session.GetNearestExample(), 5u);
	const double Moved = LargestOf(Session.GetHeat()), Error = Session.GetError().Max;
	EXPECT_GT(Moved, 0.05); // the bar bulges by 0.14 there
	EXPECT_EQ(Session.GetVertices(EPreviewShown::Example).size(), Session.GetVertices(EPreviewShown::Corrected).size());

	// Muted, the error is that of the skin; half the strength moves half as far; solo overrides mute.
	ASSERT_TRUE(Session.SetStrength(0, 0.5f).IsOk());
	ASSERT_TRUE(Session.Update(Serial).IsOk());
	EXPECT_NEAR(LargestOf(Session.GetHeat()), 0.5 * Moved, 0.05 * Moved);
	for (size_t Row = 0; Row < Session.GetRows().size(); ++Row)
	{
		ASSERT_TRUE(Session.SetMuted(Row, true).IsOk());
	}
	ASSERT_TRUE(Session.Update(Serial).IsOk());
	EXPECT_EQ(LargestOf(Session.GetHeat()), 0.0);
	EXPECT_GT(Session.GetError().Max, 2.0 * Error);
	Session.HoldSolo(0);
	ASSERT_TRUE(Session.Update(Serial).IsOk());
	EXPECT_GT(LargestOf(Session.GetHeat()), 0.0);
	Session.HoldSolo(NoIndex);

	// The heat map of errors has the distances that the error is the largest of.
	Session.SetHeat(EPreviewHeat::Error);
	ASSERT_TRUE(Session.Update(Serial).IsOk());
	EXPECT_NEAR(LargestOf(Session.GetHeat()), Session.GetError().Max, 1e-6);
	// Between two poses the nearer one is the ghost.
	ASSERT_TRUE(Session.SetBetween(0, 5, 0.1f).IsOk());
	ASSERT_TRUE(Session.Update(Serial).IsOk());
	EXPECT_LE(Session.GetNearestExample(), 1u);
}

TEST(PreviewSessionTest, JointsAreHeldToTheirLimits)
{
	FJointLimit Limit;
	Limit.TwistAxis = {1.0f, 0.0f, 0.0f};
	Limit.MaxSwing = 0.5f;
	Limit.MinTwist = -0.2f;
	Limit.MaxTwist = 0.3f;
	const FRotation Far =
		Compose(RotationAboutAxis({0.0f, 0.6f, 0.8f}, 1.2f), RotationAboutAxis({1.0f, 0.0f, 0.0f}, -0.9f));
	const FRotation Held =
		Compose(RotationAboutAxis({0.0f, 0.6f, 0.8f}, 0.5f), RotationAboutAxis({1.0f, 0.0f, 0.0f}, -0.2f));
	EXPECT_NEAR(std::abs(Dot(HoldToLimit(Far, Limit), Held)), 1.0f, 1e-5f);
	EXPECT_NEAR(std::abs(Dot(HoldToLimit(Held, Limit), Held)), 1.0f, 1e-5f); // what is allowed stays
	EXPECT_NEAR(std::abs(Dot(HoldToLimit({-Far.X, -Far.Y, -Far.Z, -Far.W}, Limit), Held)), 1.0f, 1e-5f);
	FPreviewSession Session = MakeSession();
	const uint32_t Joint = 1;
	ASSERT_TRUE(Session.TurnJoint(Joint, RotationAboutAxis({0.0f, 0.0f, 1.0f}, 3.0f)).IsOk());
	const FJointLimit& Own = Bar().Built.Character->Skeleton.Limits[Joint];
	const FRotation& Turned = Session.GetState().Turns[0].Rotation;
	EXPECT_NEAR(std::abs(Dot(HoldToLimit(Turned, Own), Turned)), 1.0f, 1e-5f);
	EXPECT_LT(2.0f * std::acos((std::min)(std::abs(Turned.W), 1.0f)), 2.9f);
}

TEST(PreviewSessionTest, WhatIsOutOfRangeIsRefusedAndChangesNothing)
{
	FPreviewSession Session = MakeSession();
	const FPreviewState Start = Session.GetState();
	EXPECT_FALSE(Session.GoToFrame(600).IsOk());
	EXPECT_FALSE(Session.SetBetween(0, 1, 1.5f).IsOk());
	EXPECT_FALSE(Session.SetBetween(0, 1, NAN).IsOk());
	EXPECT_FALSE(Session.TurnJoint(99, {}).IsOk());
	EXPECT_FALSE(Session.TurnJoint(0, {0.0f, 0.0f, 0.0f, 0.0f}).IsOk());
	EXPECT_FALSE(Session.SetStrength(0, 2.5f).IsOk());
	EXPECT_FALSE(Session.SetMuted(99, true).IsOk());
	EXPECT_FALSE(Session.SetLevel(9).IsOk());
	EXPECT_TRUE(Session.GetState() == Start);
	EXPECT_FALSE(Session.CanUndo());
	// Without examples there is no ghost and no error.
	TResult<FPreviewSession> Alone = FPreviewSession::Make(Bar().Built.Character);
	ASSERT_TRUE(Alone.IsOk());
	Alone->SetHeat(EPreviewHeat::Error);
	ASSERT_TRUE(Alone->Update(GetSerialExecutor()).IsOk());
	EXPECT_EQ(Alone->GetNearestExample(), NoIndex);
	EXPECT_TRUE(Alone->GetHeat().empty());
	EXPECT_TRUE(Alone->GetVertices(EPreviewShown::Example).empty());
}

} // namespace PreviewSessionTest
} // namespace Exemplar
