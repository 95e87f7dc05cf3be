// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/PreviewSession.h"

#include "Bake/Bake.h"
#include "Pose/ClipSampling.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

FRotation HoldToLimit(const FRotation& Rotation, const FJointLimit& Limit)
{
	const FRotation Q = Rotation.W < 0.0f ? FRotation{-Rotation.X, -Rotation.Y, -Rotation.Z, -Rotation.W} : Rotation;
	const FFloat3 Axis = Normalize(Limit.TwistAxis, {0.0f, 1.0f, 0.0f});
	const float Along = Dot(FFloat3{Q.X, Q.Y, Q.Z}, Axis);
	const float Twist = 2.0f * std::atan2(Along, Q.W);
	const FRotation Swing = Normalize(Compose(Q, Inverse(RotationAboutAxis(Axis, Twist))));
	const FFloat3 Vector{Swing.X, Swing.Y, Swing.Z};
	const float Sine = Length(Vector), Angle = 2.0f * std::atan2(Sine, std::abs(Swing.W));
	const float Held = (std::min)(Angle, Limit.MaxSwing);
	const FRotation HeldSwing =
		Sine > 1e-7f ? RotationAboutAxis(Vector * ((Swing.W < 0.0f ? -1.0f : 1.0f) / Sine), Held) : FRotation();
	const float HeldTwist = std::clamp(Twist, Limit.MinTwist, (std::max)(Limit.MinTwist, Limit.MaxTwist));
	return Normalize(Compose(HeldSwing, RotationAboutAxis(Axis, HeldTwist)));
}

TResult<FPreviewSession> FPreviewSession::Make(const FCharacter& InCharacter, const FExampleSet* Examples)
{
	TResult<FCorrectivePreview> Preview = FCorrectivePreview::Make(InCharacter);
	if (!Preview)
	{
		return Preview.GetError();
	}
	FPreviewSession Out;
	Out.Character = InCharacter;
	Out.Preview = std::move(*Preview);
	Out.State.Strengths.assign(Out.Preview.GetRows().size(), 1.0f);
	Out.State.Muted.assign(Out.Preview.GetRows().size(), 0);
	if (!Examples)
	{
		return Out;
	}
	const FCharacterView& View = InCharacter.View();
	if (View.Clips.empty() || View.Clips[0].FrameCount < Examples->PoseCount())
	{
		return FError{EErrorCode::Mismatch,
			"The character's first clip does not have one frame per example. Give the examples that it was built "
			"from."};
	}
	const TResult<std::vector<uint32_t>> Points = MatchVertices(View, *Examples);
	if (!Points)
	{
		return Points.GetError();
	}
	for (size_t Pose = 0; Pose < Examples->PoseCount(); ++Pose)
	{
		Out.Frames.push_back(SampleFrame(View.Skeleton, View.Clips[0], static_cast<float>(Pose)));
		std::vector<FFloat3>& Vertices = Out.ExampleVertices.emplace_back();
		for (const uint32_t Point : *Points)
		{
			const FDouble3& P = Examples->Poses[Pose][Point];
			Vertices.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
		}
	}
	return Out;
}

void FPreviewSession::Edit(FPreviewState Next)
{
	if (Next == State)
	{
		return;
	}
	if (!BeforeDrag)
	{
		Done.push_back(State);
	}
	Undone.clear();
	State = std::move(Next);
}

void FPreviewSession::BeginDrag()
{
	BeforeDrag = BeforeDrag ? BeforeDrag : State;
}

void FPreviewSession::EndDrag()
{
	if (BeforeDrag && *BeforeDrag != State)
	{
		Done.push_back(std::move(*BeforeDrag));
	}
	BeforeDrag.reset();
}

bool FPreviewSession::Undo()
{
	EndDrag();
	if (Done.empty())
	{
		return false;
	}
	Undone.push_back(std::move(State));
	State = std::move(Done.back());
	Done.pop_back();
	return true;
}

bool FPreviewSession::Redo()
{
	if (Undone.empty())
	{
		return false;
	}
	Done.push_back(std::move(State));
	State = std::move(Undone.back());
	Undone.pop_back();
	return true;
}

FStatus FPreviewSession::GoToFrame(uint32_t Frame)
{
	const bool bDragged = BeforeDrag.has_value();
	BeginDrag(); // both changes are one step
	FStatus Status = SetBetween(Frame, Frame, 0.0f);
	if (Status)
	{
		FPreviewState Next = State;
		Next.Turns.clear();
		Edit(std::move(Next));
	}
	if (!bDragged)
	{
		EndDrag();
	}
	return Status;
}

FStatus FPreviewSession::SetBetween(uint32_t From, uint32_t To, float Fraction)
{
	const auto& Clips = (*Character)->Clips;
	const uint32_t Count = Clips.empty() ? 0 : Clips[0].FrameCount;
	for (const uint32_t Frame : {From, To})
	{
		if (Frame != NoIndex && Frame >= Count)
		{
			return FError{EErrorCode::InvalidArgument,
				"There is no frame " + std::to_string(Frame) + "; the first clip has " + std::to_string(Count) + "."};
		}
	}
	if (!(Fraction >= -0.2f && Fraction <= 1.2f))
	{
		return FError{EErrorCode::InvalidArgument, "The fraction between two poses is from -0.2 to 1.2."};
	}
	FPreviewState Next = State;
	Next.From = From;
	Next.To = To;
	Next.Fraction = Fraction;
	Edit(std::move(Next));
	return FOk{};
}

FStatus FPreviewSession::TurnJoint(uint32_t Joint, const FRotation& Rotation)
{
	const auto& Skeleton = (*Character)->Skeleton;
	const float Size = std::sqrt(Dot(Rotation, Rotation));
	if (Joint >= Skeleton.JointCount() || !(Size > 1e-6f && std::isfinite(Size)))
	{
		return FError{EErrorCode::InvalidArgument,
			Joint >= Skeleton.JointCount() ? "There is no joint " + std::to_string(Joint) + "."
										   : "A rotation needs four finite numbers that are not all zero."};
	}
	FPreviewState Next = State;
	const FPreviewTurn Turn{Joint,
		Skeleton.Limits.empty() ? Normalize(Rotation) : HoldToLimit(Normalize(Rotation), Skeleton.Limits[Joint])};
	const auto At = std::lower_bound(Next.Turns.begin(), Next.Turns.end(), Joint,
		[](const FPreviewTurn& Other, uint32_t Number) { return Other.Joint < Number; });
	if (At != Next.Turns.end() && At->Joint == Joint)
	{
		*At = Turn;
	}
	else
	{
		Next.Turns.insert(At, Turn);
	}
	Edit(std::move(Next));
	return FOk{};
}

FStatus FPreviewSession::SetStrength(size_t Row, float Strength)
{
	if (Row >= State.Strengths.size() || !(Strength >= 0.0f && Strength <= 2.0f))
	{
		return FError{EErrorCode::InvalidArgument, "A corrective of the list has a strength from 0 to 2."};
	}
	FPreviewState Next = State;
	Next.Strengths[Row] = Strength;
	Edit(std::move(Next));
	return FOk{};
}

FStatus FPreviewSession::SetMuted(size_t Row, bool bMuted)
{
	if (Row >= State.Muted.size())
	{
		return FError{EErrorCode::InvalidArgument, "There is no corrective " + std::to_string(Row) + "."};
	}
	FPreviewState Next = State;
	Next.Muted[Row] = bMuted ? 1 : 0;
	Edit(std::move(Next));
	return FOk{};
}

FStatus FPreviewSession::SetLevel(size_t Level)
{
	if (Level >= (*Character)->Levels.size())
	{
		return FError{EErrorCode::InvalidArgument,
			"There is no level " + std::to_string(Level) + "; the character has " +
				std::to_string((*Character)->Levels.size()) + "."};
	}
	FPreviewState Next = State;
	Next.Level = Level;
	Edit(std::move(Next));
	return FOk{};
}

void FPreviewSession::SetHeat(EPreviewHeat InHeat)
{
	FPreviewState Next = State;
	Next.Heat = InHeat;
	Edit(std::move(Next));
}

std::vector<FBoneTransform> FPreviewSession::FrameOf(uint32_t Frame) const
{
	const FCharacterView& View = Character->View();
	return Frame == NoIndex
		? std::vector<FBoneTransform>(View.Skeleton.RestLocal.begin(), View.Skeleton.RestLocal.end())
		: SampleFrame(View.Skeleton, View.Clips[0], static_cast<float>(Frame));
}

uint32_t FPreviewSession::FindNearest(std::span<const FBoneTransform> Local) const
{
	uint32_t Best = NoIndex;
	double Least = 0.0;
	for (size_t Frame = 0; Frame < Frames.size(); ++Frame)
	{
		double Sum = 0.0;
		for (size_t Joint = 0; Joint < Local.size(); ++Joint)
		{
			const double Cosine = static_cast<double>(Dot(Local[Joint].Rotation, Frames[Frame][Joint].Rotation));
			Sum += 1.0 - (std::min)(Cosine * Cosine, 1.0);
		}
		if (Best == NoIndex || Sum < Least)
		{
			Best = static_cast<uint32_t>(Frame);
			Least = Sum;
		}
	}
	return Best;
}

FStatus FPreviewSession::Update(IExecutor& Executor)
{
	if (PosedLevel != State.Level)
	{
		TResult<FCorrectivePreview> Other = FCorrectivePreview::Make(*Character, {}, State.Level);
		if (!Other)
		{
			return Other.GetError();
		}
		Preview = std::move(*Other);
		PosedLevel = State.Level;
	}
	Preview.SetBetween(FrameOf(State.From), FrameOf(State.To), State.Fraction);
	std::vector<FBoneTransform> Local(Preview.GetPose().begin(), Preview.GetPose().end());
	for (const FPreviewTurn& Turn : State.Turns)
	{
		Local[Turn.Joint].Rotation =
			Normalize(Compose((*Character)->Skeleton.RestLocal[Turn.Joint].Rotation, Turn.Rotation));
	}
	Preview.SetPose(Local);
	for (size_t Row = 0; Row < State.Strengths.size(); ++Row)
	{
		Preview.SetStrength(Row, State.Strengths[Row]);
		Preview.SetMuted(Row, State.Muted[Row] != 0);
	}
	Preview.SetSolo(Solo < State.Strengths.size() ? Solo : NoIndex);
	if (FStatus Status = Preview.Update(Executor); !Status)
	{
		return Status;
	}
	Nearest = FindNearest(Local);
	Error = Nearest == NoIndex || State.Level != 0 ? FPreviewError() : Preview.MeasureError(ExampleVertices[Nearest]);
	Heat.clear();
	if (State.Heat == EPreviewHeat::Displacement)
	{
		Heat = Preview.MeasureDisplacements();
	}
	else if (State.Heat == EPreviewHeat::Error)
	{
		Heat = Error.Distances;
	}
	return FOk{};
}

std::span<const FFloat3> FPreviewSession::GetVertices(EPreviewShown Shown) const
{
	switch (Shown)
	{
	case EPreviewShown::Base:
		return Preview.GetBase();
	case EPreviewShown::Example:
		return Nearest == NoIndex || PosedLevel != 0 ? std::span<const FFloat3>()
													 : std::span<const FFloat3>(ExampleVertices[Nearest]);
	case EPreviewShown::Corrected:
		break;
	}
	return Preview.GetShown();
}

} // namespace Exemplar
