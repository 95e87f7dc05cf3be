// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/CorrectCharacter.h"

#include "Correctives/InverseSkinning.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"
#include "Model/Stopwatch.h"
#include "Pipeline/SculptPose.h"
#include "Pipeline/SculptSet.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace CorrectCharacterDetail
{

/** Palettes of the first Count frames of the clips. */
TResult<std::vector<std::vector<FAffine3d>>> PlayPalettes(const FAnimation& Animation, size_t Count)
{
	const TResult<std::vector<FAffine3d>> Motions = PlayMotions(Animation);
	if (!Motions)
	{
		return Motions.GetError();
	}
	const size_t Frames = Animation.FrameCount(), Joints = Animation.Skeleton.JointCount();
	if (Frames < Count)
	{
		return FError{EErrorCode::Mismatch,
			"The clips have " + std::to_string(Frames) + " frames for " + std::to_string(Count) +
				" examples. Correctives need the pose of every example."};
	}
	std::vector<std::vector<FAffine3d>> Out(Count);
	for (size_t Frame = 0; Frame < Count; ++Frame)
	{
		for (size_t Joint = 0; Joint < Joints; ++Joint)
		{
			Out[Frame].push_back((*Motions)[Joint * Frames + Frame]);
		}
	}
	return Out;
}

void AddExamples(
	const FExampleSet& Examples, const std::vector<std::vector<FAffine3d>>& Palettes, FCorrectiveInput& Out)
{
	for (size_t Pose = 0; Pose < Palettes.size(); ++Pose)
	{
		FCorrectiveExample Example;
		const bool bNamed = Pose < Examples.Source.Poses.size() && !Examples.Source.Poses[Pose].Name.empty();
		Example.Name = bNamed ? Examples.Source.Poses[Pose].Name : "example " + std::to_string(Pose);
		Example.Palette = Palettes[Pose];
		Example.Points = Examples.Poses[Pose];
		Out.Examples.push_back(std::move(Example));
	}
}

/** Adds the error of one pose to sums over all. */
struct FErrorSum
{
	double Squared = 0.0, Largest = 0.0;
	size_t Count = 0;
	std::vector<double> Poses;

	void Add(std::span<const FDouble3> A, std::span<const FDouble3> B)
	{
		double Pose = 0.0;
		for (size_t Point = 0; Point < A.size(); ++Point)
		{
			const double Distance =
				std::hypot(A[Point].X - B[Point].X, A[Point].Y - B[Point].Y, A[Point].Z - B[Point].Z);
			Pose += Distance * Distance;
			Largest = (std::max)(Largest, Distance);
		}
		Squared += Pose;
		Count += A.size();
		Poses.push_back(std::sqrt(Pose / static_cast<double>((std::max)(A.size(), size_t{1}))));
	}
	void Finish(double Diagonal, double& Rms, double& Max, std::vector<double>& OfPoses)
	{
		Rms = 100.0 / Diagonal * std::sqrt(Squared / static_cast<double>((std::max)(Count, size_t{1})));
		Max = 100.0 / Diagonal * Largest;
		for (double& Pose : Poses)
		{
			Pose *= 100.0 / Diagonal;
		}
		OfPoses = std::move(Poses);
	}
};

/** Keys of helpers in every frame of every clip: what games and files without correctives play. */
FStatus BakeHelpers(const FHelperBones& Helpers, FAnimation& Animation)
{
	const size_t Body = Animation.Skeleton.JointCount();
	const TResult<std::vector<std::vector<FAffine3d>>> Palettes = PlayPalettes(Animation, Animation.FrameCount());
	if (!Palettes)
	{
		return Palettes.GetError();
	}
	size_t First = 0;
	for (FClipData& Clip : Animation.Clips)
	{
		std::vector<std::vector<FBoneTransform>> Frames;
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			Frames.push_back(HelperTransforms(Helpers, (*Palettes)[First + Frame]));
		}
		First += Clip.FrameCount;
		const auto Append = [&](auto& Channel, const auto& Read)
		{
			Channel.Offsets.resize(Channel.Offsets.empty() ? Body + 1 : Channel.Offsets.size(),
				static_cast<uint32_t>(Channel.Values.size()));
			for (size_t Helper = 0; Helper < Helpers.Joints.size(); ++Helper)
			{
				for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
				{
					Channel.Frames.push_back(static_cast<uint16_t>(Frame));
					Channel.Values.push_back(Read(Frames[Frame][Helper]));
				}
				Channel.Offsets.push_back(static_cast<uint32_t>(Channel.Values.size()));
			}
		};
		Append(Clip.Rotations, [](const FBoneTransform& Local) { return Local.Rotation; });
		Append(Clip.Translations, [](const FBoneTransform& Local) { return Local.Translation; });
		if (!Clip.Scales.Offsets.empty())
		{
			Clip.Scales.Offsets.resize(Body + Helpers.Joints.size() + 1, Clip.Scales.Offsets.back());
		}
	}
	Animation.Skeleton = Helpers.Skeleton;
	return FOk{};
}

/** Replaces the skin by one with helper joints. */
FStatus AddHelpers(const FCorrectCharacterOptions& Options, FCorrectiveInput& Input, FCharacterParts& Parts,
	size_t& HelperCount, const FBuildContext& Context)
{
	FCorrectiveOptions Stage = Options.Stage;
	Stage.Operator = ESkinOperator::LinearBlend;
	const TResult<FHelperBones> Helpers = BuildHelperBones(Input, Stage, Options.Helpers, Context);
	if (!Helpers)
	{
		return Helpers.GetError();
	}
	if (FStatus Baked = BakeHelpers(*Helpers, Parts.Animation); !Baked)
	{
		return Baked;
	}
	Parts.Skin = Helpers->Skin;
	Parts.Correctives = Helpers->Correctives;
	Parts.PreferredOperator = static_cast<uint32_t>(ESkinOperator::LinearBlend) + 1;
	for (FCorrectiveExample& Example : Input.Examples)
	{
		Example.Palette = PoseHelpers(*Helpers, Example.Palette);
	}
	Input.Skeleton = Helpers->Skeleton;
	Input.Skin = Helpers->Skin;
	HelperCount = Helpers->Joints.size();
	return FOk{};
}

/**
 * Examples from which shapes for the body's joints learn what helpers leave. Helpers drive nothing, so the stage must
 * not see them: offsets at rest are found through the skin with helpers, and shown to it through the skin without.
 */
TResult<FCorrectiveInput> HideHelpers(const FCorrectiveInput& Body, const FCorrectiveInput& WithHelpers)
{
	FCorrectiveInput Out = Body;
	Out.Skin = MakeBlendSkin(Body.Skin.Rest, Body.Skin.Weights);
	const std::vector<FDouble3>& Rest = WithHelpers.Skin.Rest;
	for (size_t Index = 0; Index < Out.Examples.size(); ++Index)
	{
		const FCorrectiveExample& Example = WithHelpers.Examples[Index];
		const TResult<FInverse> Inverse =
			InvertDeformation(MakeBlendDeformation(WithHelpers.Skin.Weights, Example.Palette), Rest, Example.Points);
		if (!Inverse)
		{
			return Inverse.GetError();
		}
		std::vector<FDouble3> Moved = Rest;
		for (size_t Point = 0; Point < Moved.size(); ++Point)
		{
			const FDouble3& Offset = Inverse->Before[Point];
			Moved[Point] = {Moved[Point].X + Offset.X, Moved[Point].Y + Offset.Y, Moved[Point].Z + Offset.Z};
		}
		MakeBlendDeformation(Out.Skin.Weights, Out.Examples[Index].Palette).Deform(Moved, Out.Examples[Index].Points);
	}
	return Out;
}

/** The examples as an operator shows them, with correctives. */
FStatus MeasureExamples(
	const FCorrectiveInput& Input, const FCorrectives& Correctives, ESkinOperator Operator, FErrorSum& Sum)
{
	for (const FCorrectiveExample& Example : Input.Examples)
	{
		const TResult<std::vector<FDouble3>> Posed = PoseCorrected(Input, Correctives, Operator, Example.Palette);
		if (!Posed)
		{
			return Posed.GetError();
		}
		Sum.Add(*Posed, Example.Points);
	}
	return FOk{};
}

} // namespace CorrectCharacterDetail

TResult<FCorrectedCharacter> CorrectCharacter(const FExampleSet& Examples, const FCorrectCharacterOptions& Options,
	FCharacterParts& Parts, const FBuildContext& Context)
{
	using namespace CorrectCharacterDetail;
	const FStopwatch Watch;
	const TResult<std::vector<std::vector<FAffine3d>>> Palettes = PlayPalettes(Parts.Animation, Examples.PoseCount());
	if (!Palettes)
	{
		return Palettes.GetError();
	}
	if (Palettes->empty())
	{
		return FError{EErrorCode::Degenerate, "Correctives are learned from poses, and there is none. Give examples."};
	}
	const double Diagonal = BoxDiagonal(Examples.Rest.Positions);
	FCorrectedCharacter Out;
	TResult<FCorrectiveInput> Given = MakeCorrectiveInput(Parts, OperatorOfParts(Parts));
	if (!Given)
	{
		return Given.GetError();
	}
	Out.Input = std::move(*Given);
	AddExamples(Examples, *Palettes, Out.Input);
	FErrorSum Before, After;
	if (FStatus Measured = MeasureExamples(Out.Input, {}, OperatorOfParts(Parts), Before); !Measured)
	{
		return Measured.GetError();
	}
	const FCorrectiveInput Body = Out.Input;
	if (Options.As != ECorrectiveKind::Shapes)
	{
		if (FStatus Added = AddHelpers(Options, Out.Input, Parts, Out.HelperCount, Context.Part(0.0, 0.5)); !Added)
		{
			return Added.GetError();
		}
	}
	FCorrectives Shapes;
	if (Options.As != ECorrectiveKind::Bones)
	{
		FCorrectiveOptions Stage = Options.Stage;
		Stage.Operator = OperatorOfParts(Parts);
		const TResult<FCorrectiveInput> Input =
			Options.As == ECorrectiveKind::Both ? HideHelpers(Body, Out.Input) : TResult<FCorrectiveInput>(Out.Input);
		TResult<FCorrectiveResult> Built = Input ? BuildCorrectives(*Input, Stage, Context.Part(0.5, 1.0))
												 : TResult<FCorrectiveResult>(Input.GetError());
		if (!Built)
		{
			return Built.GetError();
		}
		Shapes = Built->Correctives;
		Out.Shapes = std::move(*Built);
		Parts.Correctives = JoinCorrectives(Parts.Correctives, Shapes);
	}
	if (FStatus Measured = MeasureExamples(Out.Input, Shapes, OperatorOfParts(Parts), After); !Measured)
	{
		return Measured.GetError();
	}
	Before.Finish(Diagonal, Out.RmsBefore, Out.MaxBefore, Out.PoseRmsBefore);
	After.Finish(Diagonal, Out.Rms, Out.Max, Out.PoseRms);
	Out.Figures = {"correctives", Watch.Seconds(),
		{{"vertex RMS before", Out.RmsBefore, "%"}, {"vertex RMS", Out.Rms, "%"},
			{"vertex max before", Out.MaxBefore, "%"}, {"vertex max", Out.Max, "%"},
			{"shapes", static_cast<double>(Shapes.Model.ShapeCount()), ""},
			{"helper joints", static_cast<double>(Out.HelperCount), ""}}};
	Out.Figures.Figures.insert(
		Out.Figures.Figures.end(), Out.Shapes.Figures.Figures.begin(), Out.Shapes.Figures.Figures.end());
	return Out;
}

FStatus CorrectLevels(const FCorrectedCharacter& Corrected, const FCorrectCharacterOptions& Options,
	FCharacterParts& Parts, const FBuildContext& Context)
{
	if (Corrected.Shapes.Correctives.IsEmpty() || Options.As != ECorrectiveKind::Shapes)
	{
		return FOk{};
	}
	FCorrectiveOptions Stage = Options.Stage;
	Stage.Operator = OperatorOfParts(Parts);
	const size_t Count = (std::min)(Parts.Levels.Coarser.size(), Parts.Correctives.Levels.size() - 1);
	for (size_t Level = 0; Level < Count; ++Level)
	{
		TResult<FLevelCorrectives> Fitted =
			FitLevelCorrectives(Corrected.Input, Corrected.Shapes.Correctives, Parts.Levels.Coarser[Level].Skin, Stage,
				Context.Part(static_cast<double>(Level) / static_cast<double>(Count),
					static_cast<double>(Level + 1) / static_cast<double>(Count)));
		if (!Fitted)
		{
			return Fitted.GetError();
		}
		if (Fitted->Rms < Fitted->RmsCarried)
		{
			Parts.Correctives.Levels[Level + 1] = std::move(Fitted->Deltas);
		}
	}
	return FOk{};
}

} // namespace Exemplar
