// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/OperatorWeights.h"

#include "Fit/DenseGram.h"
#include "Fit/SimplexFit.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Posing/CharacterPoser.h"
#include "Skinning/ReferenceSkinning.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace OperatorWeightsDetail
{

constexpr int MaxSteps = 6;
constexpr double Probe = 0.05; // how far toward each bone the derivative looks: floats are too coarse for less
constexpr size_t PointsPerTask = 32, PointsPerReport = 2048;

/** A pose as the operators read it, of all joints. */
struct FPosedJoints
{
	std::vector<FAffine> Palette;
	std::vector<FDualQuaternion> Rigid;
	std::vector<FAffine> Stretches; // empty where nothing is scaled
	std::vector<float> Twists;
};

struct FRow
{
	std::vector<uint16_t> Bones;
	std::vector<float> Weights;
};

TResult<std::vector<FPosedJoints>> PoseJoints(
	const FCharacterPoser& Poser, std::span<const std::vector<FBoneTransform>> Poses)
{
	std::vector<FPosedJoints> Out;
	const FRestPose& Rest = Poser.GetRest();
	for (const std::vector<FBoneTransform>& Local : Poses)
	{
		FCharacterPose Pose;
		Poser.Reset(Pose);
		Pose.Local = Local;
		if (!Poser.Pose(Pose))
		{
			return FError{EErrorCode::Mismatch, "A pose has another number of joints than the skeleton."};
		}
		FPosedJoints& Joints = Out.emplace_back();
		Joints.Palette = Pose.Palette;
		Joints.Twists = Pose.Twists;
		Joints.Rigid.resize(Pose.Palette.size());
		Joints.Stretches.resize(Pose.Palette.size());
		FDualQuaternionPaletteJob{Pose.Palette, Rest.Parents, Rest.Centers, Joints.Rigid, Joints.Stretches}.Run();
		if (!Pose.bHasStretch)
		{
			Joints.Stretches.clear();
		}
	}
	return Out;
}

/** One point under one operator. What depends on which bones it has, but not on how much of each, is found once. */
class FPointOperator
{
public:
	FPointOperator(const FRestPose& InRest, std::span<const FPosedJoints> InPoses, ESkinOperator InOperator,
		const FFloat3& InPosition, const FRow& Row)
		: Rest(InRest)
		, Poses(InPoses)
		, Operator(InOperator)
		, Position(InPosition)
	{
		if (Operator == ESkinOperator::Spherical)
		{
			FFloat3 Guess;
			for (const uint16_t Bone : Row.Bones)
			{
				Guess += Rest.Centers[Bone] * (1.0f / static_cast<float>(Row.Bones.size()));
			}
			for (const FPosedJoints& Pose : Poses)
			{
				Centers.push_back(FindRotationCenter(Pose.Palette, Row.Bones, Guess));
			}
		}
		if (Operator == ESkinOperator::Twist)
		{
			const uint32_t Offsets[2] = {0, static_cast<uint32_t>(Row.Bones.size())};
			const FTwistSegments Made =
				MakeTwistSegments(Rest, {&Position, 1}, {Offsets, Row.Bones, Row.Weights}, ETwistProfile::Smooth);
			Segment = Made.Segments[Made.SegmentOfVertex[0]];
			Fraction = Made.TwistFractions[0];
		}
	}

	FFloat3 Skin(const FRow& Row, size_t Pose) const
	{
		const FPosedJoints& Joints = Poses[Pose];
		const FSurfacePoint Point{Position, {}, {}};
		switch (Operator)
		{
		case ESkinOperator::DualQuaternion:
			return SkinDualQuaternion(Joints.Rigid, Joints.Stretches, Row.Bones, Row.Weights, Point).Position;
		case ESkinOperator::Spherical:
			return SkinSphericalBlend(Joints.Palette, Joints.Rigid, Row.Bones, Row.Weights, Centers[Pose], Point)
				.Position;
		case ESkinOperator::Twist:
			return SkinTwistSegment(
				Rest, Joints.Palette, Joints.Twists, Segment, Fraction, Row.Bones, Row.Weights, Point)
				.Position;
		case ESkinOperator::LinearBlend:
		case ESkinOperator::AnimationSpace:
		case ESkinOperator::CenterOfRotation:
		case ESkinOperator::Blended: // weights first; the factors are fitted to them
			break;
		}
		return SkinLinearBlend(Joints.Palette, Row.Bones, Row.Weights, Point).Position;
	}

private:
	const FRestPose& Rest;
	std::span<const FPosedJoints> Poses;
	ESkinOperator Operator;
	FFloat3 Position;
	std::vector<FFloat3> Centers;
	FTwistSegment Segment;
	float Fraction = 0.0f;
};

/** A point's errors over the poses: the three coordinates of each, and the sum of squares. */
struct FResidual
{
	std::vector<double> Values;
	double Squares = 0.0;
};

FResidual Measure(const FPointOperator& Operator, const FRow& Row, std::span<const FDouble3> Targets)
{
	FResidual Out;
	for (size_t Pose = 0; Pose < Targets.size(); ++Pose)
	{
		const FFloat3 P = Operator.Skin(Row, Pose);
		for (const double Difference : {static_cast<double>(P.X) - Targets[Pose].X,
				 static_cast<double>(P.Y) - Targets[Pose].Y, static_cast<double>(P.Z) - Targets[Pose].Z})
		{
			Out.Values.push_back(Difference);
			Out.Squares += Difference * Difference;
		}
	}
	return Out;
}

FRow Toward(const FRow& Row, std::span<const double> Target, double Share)
{
	FRow Out = Row;
	for (size_t Index = 0; Index < Row.Weights.size(); ++Index)
	{
		const double From = static_cast<double>(Row.Weights[Index]);
		Out.Weights[Index] = static_cast<float>(From + Share * (Target[Index] - From));
	}
	return Out;
}

/** The row that the linearized operator fits best: min over the simplex of |r + J u|^2 = u' C'C u, C_j = r + J_j. */
std::vector<double> SolveLinearized(
	const FPointOperator& Operator, const FRow& Row, const FResidual& Now, std::span<const FDouble3> Targets)
{
	const size_t Count = Row.Bones.size();
	std::vector<std::vector<double>> Columns;
	for (size_t Bone = 0; Bone < Count; ++Bone)
	{
		std::vector<double> Corner(Count, 0.0);
		Corner[Bone] = 1.0;
		std::vector<double> Column = Measure(Operator, Toward(Row, Corner, Probe), Targets).Values;
		for (size_t Index = 0; Index < Column.size(); ++Index)
		{
			Column[Index] = Now.Values[Index] + (Column[Index] - Now.Values[Index]) / Probe;
		}
		Columns.push_back(std::move(Column));
	}
	std::vector<double> Products(Count * Count, 0.0);
	for (size_t A = 0; A < Count; ++A)
	{
		for (size_t B = 0; B < Count; ++B)
		{
			for (size_t Index = 0; Index < Columns[A].size(); ++Index)
			{
				Products[A * Count + B] += Columns[A][Index] * Columns[B][Index];
			}
		}
	}
	FDenseGram Gram(std::move(Products), Count);
	TSimplexFit<FDenseGram> Fit(Gram, static_cast<int>(Count));
	FSupport Support;
	Fit.Solve(Support, ESubsetSearch::Exchange);
	std::vector<double> Out(Count, 0.0);
	for (size_t Index = 0; Index < static_cast<size_t>(Support.Size); ++Index)
	{
		Out[static_cast<size_t>(Support.Bones[Index])] = Support.Weights[Index];
	}
	return Out;
}

FRow WithoutZeros(const FRow& Row)
{
	FRow Out;
	float Sum = 0.0f;
	for (size_t Index = 0; Index < Row.Bones.size(); ++Index)
	{
		if (Row.Weights[Index] > 1e-4f)
		{
			Out.Bones.push_back(Row.Bones[Index]);
			Out.Weights.push_back(Row.Weights[Index]);
			Sum += Row.Weights[Index];
		}
	}
	for (float& Weight : Out.Weights)
	{
		Weight /= Sum;
	}
	return Out;
}

/** Steps while they help. What comes back is measured as it will be stored: with its own set of bones. */
FRow FitPoint(const FRestPose& Rest, std::span<const FPosedJoints> Poses, ESkinOperator Operator,
	const FFloat3& Position, const FRow& Start, std::span<const FDouble3> Targets, FResidual& Before, FResidual& After)
{
	const FPointOperator Own(Rest, Poses, Operator, Position, Start);
	Before = After = Measure(Own, Start, Targets);
	FRow Row = Start;
	FResidual Now = Before;
	for (int Step = 0; Step < MaxSteps && Start.Bones.size() > 1; ++Step)
	{
		const std::vector<double> Target = SolveLinearized(Own, Row, Now, Targets);
		const double Last = Now.Squares;
		for (double Share = 1.0; Share > 0.1 && Now.Squares == Last; Share *= 0.5)
		{
			const FRow Trial = Toward(Row, Target, Share);
			FResidual Measured = Measure(Own, Trial, Targets);
			if (Measured.Squares < Last)
			{
				Row = Trial;
				Now = std::move(Measured);
			}
		}
		if (!(Now.Squares < 0.999 * Last))
		{
			break;
		}
	}
	const FRow Stored = WithoutZeros(Row);
	FResidual Final = Measure(FPointOperator(Rest, Poses, Operator, Position, Stored), Stored, Targets);
	if (!(Final.Squares < Before.Squares))
	{
		return Start;
	}
	After = std::move(Final);
	return Stored;
}

} // namespace OperatorWeightsDetail

bool CanFitWeights(ESkinOperator Operator)
{
	return Operator == ESkinOperator::DualQuaternion || Operator == ESkinOperator::Spherical ||
		Operator == ESkinOperator::Twist;
}

TResult<FOperatorFit> FitOperatorWeights(const FCharacterParts& Parts, const FExampleSet& Examples,
	std::span<const std::vector<FBoneTransform>> Poses, ESkinOperator Operator, const FBuildContext& Context)
{
	using namespace OperatorWeightsDetail;
	const FRigWeights& Weights = Parts.Skin.Weights;
	if (Poses.size() != Examples.PoseCount() || Poses.empty() || Weights.PointCount() == 0)
	{
		return FError{EErrorCode::Degenerate,
			"Weights can be fitted under an operator only to examples whose poses are in a clip of the character."};
	}
	const TResult<std::vector<uint32_t>> PointOf = MatchPoints(Parts, Examples);
	TResult<FCharacterPoser> Poser = PointOf
		? FCharacterPoser::Make(Parts.Animation.Skeleton.Parents, Parts.Animation.Skeleton.RestLocal, {})
		: TResult<FCharacterPoser>(PointOf.GetError());
	const TResult<std::vector<FPosedJoints>> Posed =
		Poser ? PoseJoints(*Poser, Poses) : TResult<std::vector<FPosedJoints>>(Poser.GetError());
	if (!Posed)
	{
		return Posed.GetError();
	}
	const size_t Count = Weights.PointCount();
	std::vector<FRow> Rows(Count);
	std::vector<FResidual> Before(Count), After(Count);
	const auto FitOne = [&](size_t Point)
	{
		FRow Start;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			Start.Bones.push_back(Weights.Bones[Entry]);
			Start.Weights.push_back(static_cast<float>(Weights.Weights[Entry]));
		}
		std::vector<FDouble3> Targets;
		for (const std::vector<FDouble3>& Pose : Examples.Poses)
		{
			Targets.push_back(Pose[(*PointOf)[Point]]);
		}
		Rows[Point] = FitPoint(Poser->GetRest(), *Posed, Operator, ToFloat3(Parts.Skin.Rest[Point]), Start, Targets,
			Before[Point], After[Point]);
	};
	for (size_t First = 0; First < Count; First += PointsPerReport)
	{
		if (!Context.Progress.Report(static_cast<double>(First) / static_cast<double>(Count)))
		{
			return Context.Progress.CanceledError();
		}
		ParallelFor(*Context.Executor, (std::min)(PointsPerReport, Count - First), PointsPerTask,
			[&](size_t Begin, size_t End)
			{
				for (size_t Point = First + Begin; Point < First + End; ++Point)
				{
					FitOne(Point);
				}
			});
	}
	FOperatorFit Out;
	const double Percent = 100.0 / BoxDiagonal(Examples.Rest.Positions);
	const auto Summarize = [&](const std::vector<FResidual>& Residuals, double& Rms, double& Max)
	{
		double Squares = 0.0, Largest = 0.0;
		for (const FResidual& Residual : Residuals)
		{
			Squares += Residual.Squares;
			for (size_t At = 0; At + 2 < Residual.Values.size(); At += 3)
			{
				Largest = (std::max)(
					Largest, std::hypot(Residual.Values[At], Residual.Values[At + 1], Residual.Values[At + 2]));
			}
		}
		Rms = Percent * std::sqrt(Squares / static_cast<double>(Count * Poses.size()));
		Max = Percent * Largest;
	};
	Summarize(Before, Out.RmsBefore, Out.MaxBefore);
	Summarize(After, Out.Rms, Out.Max);
	for (const FRow& Row : Rows)
	{
		Out.Weights.Bones.insert(Out.Weights.Bones.end(), Row.Bones.begin(), Row.Bones.end());
		Out.Weights.Weights.insert(Out.Weights.Weights.end(), Row.Weights.begin(), Row.Weights.end());
		Out.Weights.Offsets.push_back(static_cast<uint32_t>(Out.Weights.Bones.size()));
	}
	return Out;
}

} // namespace Exemplar
