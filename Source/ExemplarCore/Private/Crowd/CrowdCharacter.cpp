// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdCharacter.h"

#include "Character/CharacterViews.h"
#include "Lod/LevelChoice.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"

#include <numeric>

namespace Exemplar
{

namespace
{

bool IsUnscaled(const FFloat3& Scale)
{
	constexpr float Tolerance = 1e-4f;
	return std::abs(Scale.X - 1.0f) < Tolerance && std::abs(Scale.Y - 1.0f) < Tolerance &&
		std::abs(Scale.Z - 1.0f) < Tolerance;
}

/** Local transforms of one frame, rewritten in rest space. */
void WriteFrame(const FRestPose& Rest, std::span<const FBoneTransform> Local, std::span<const FCrowdKey> Before,
	std::span<FCrowdKey> Out)
{
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		const int32_t Parent = Rest.Parents[Joint];
		const FRotation ParentRest = Parent == NoParent ? FRotation{} : ToRotation(Rest.Model[Parent]);
		const FRotation JointRest = ToRotation(Rest.Model[Joint]);
		FRotation Q = Normalize(Compose(Compose(ParentRest, Local[Joint].Rotation), Inverse(JointRest)));
		if (!Before.empty() && Dot(Before[Joint].Rotation, Q) < 0.0f)
		{
			Q = {-Q.X, -Q.Y, -Q.Z, -Q.W};
		}
		const FFloat3& T = Local[Joint].Translation;
		Out[Joint] = {Q, Parent == NoParent ? T : TransformPoint(Rest.Model[Parent], T), 0.0f};
	}
}

/** Moves helper joints, which a clip does not. */
class FHelperJoints
{
public:
	FHelperJoints(const FCharacterView& Character, std::span<const float> CorrectiveScales)
		: Scales(CorrectiveScales)
	{
		if (!Character.Correctives.Helpers.empty())
		{
			TResult<FCharacterPoser> Made = FCharacterPoser::Make(
				Character.Skeleton.Parents, Character.Skeleton.RestLocal, CopyOf(Character.Correctives));
			if (Made)
			{
				Poser = std::move(*Made);
			}
		}
	}
	void Move(std::vector<FBoneTransform>& Local)
	{
		if (Poser)
		{
			Pose.Local = Local;
			Poser->Pose(Pose, {true, Scales});
			Local = Pose.Local;
		}
	}

private:
	std::span<const float> Scales;
	std::optional<FCharacterPoser> Poser;
	FCharacterPose Pose;
};

TResult<FCrowdClip> MakeCrowdClip(
	const FCharacterView& Character, const FRestPose& Rest, const FClipView& Clip, FHelperJoints& Helpers)
{
	for (const FFloat3& Scale : Clip.Scales.Values)
	{
		if (!IsUnscaled(Scale))
		{
			return FError{EErrorCode::Unsupported,
				"Clip \"" + std::string(Clip.Name) +
					"\" scales joints, which a crowd cannot; bake the scale into the mesh."};
		}
	}
	const size_t JointCount = Rest.JointCount();
	const uint32_t FrameCount = Clip.FrameCount + (Clip.bLoops != 0 ? 1 : 0);
	FCrowdClip Out;
	Out.Keys.resize(FrameCount * JointCount);
	Out.FrameCount = FrameCount;
	Out.FramesPerSecond = Clip.FramesPerSecond;
	Out.bLoops = Clip.bLoops != 0;
	std::vector<FBoneTransform> Local(JointCount);
	const std::span<FCrowdKey> Keys(Out.Keys);
	for (uint32_t Frame = 0; Frame < FrameCount; ++Frame)
	{
		const uint32_t Shown = Frame < Clip.FrameCount ? Frame : 0;
		const FSampleClipJob Job{
			&Clip, static_cast<float>(Shown) / Clip.FramesPerSecond, Character.Skeleton.RestLocal, Local};
		if (!Job.Run())
		{
			return FError{EErrorCode::Mismatch,
				"Clip \"" + std::string(Clip.Name) + "\" does not fit the skeleton; import it again."};
		}
		Helpers.Move(Local);
		const std::span<FCrowdKey> Row = Keys.subspan(Frame * JointCount, JointCount);
		WriteFrame(
			Rest, Local, Frame == 0 ? std::span<FCrowdKey>() : Keys.subspan((Frame - 1) * JointCount, JointCount), Row);
	}
	return Out;
}

} // namespace

TResult<FCrowdCharacter> MakeCrowdCharacter(const FCharacterView& Character, std::span<const float> CorrectiveScales)
{
	TResult<FRestPose> Rest = MakeRestPose(Character.Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	for (size_t Joint = 0; Joint < Character.Skeleton.JointCount(); ++Joint)
	{
		if (!IsUnscaled(Character.Skeleton.RestLocal[Joint].Scale))
		{
			return FError{EErrorCode::Unsupported,
				"Joint \"" + std::string(Character.Skeleton.Names[Joint]) +
					"\" is scaled at rest, which a crowd cannot follow; bake the scale into the mesh."};
		}
	}
	FCrowdCharacter Out;
	Out.Sphere = Character.Sphere;
	std::vector<uint16_t> All(Rest->JointCount());
	std::iota(All.begin(), All.end(), uint16_t{0});
	float Running = 0.0f;
	for (const FMeshLevelView& Level : Character.Levels)
	{
		Running = (std::max)(Running, ChoiceError(Level));
		Out.Levels.push_back(
			{Running, Level.Bones.empty() ? All : std::vector<uint16_t>(Level.Bones.begin(), Level.Bones.end())});
	}
	if (Out.Levels.empty())
	{
		Out.Levels.push_back({0.0f, All});
	}
	FHelperJoints Helpers(Character, CorrectiveScales);
	for (const FClipView& Clip : Character.Clips)
	{
		TResult<FCrowdClip> Made = MakeCrowdClip(Character, *Rest, Clip, Helpers);
		if (!Made)
		{
			return Made.GetError();
		}
		Out.Clips.push_back(std::move(*Made));
	}
	Out.Rest = std::move(*Rest);
	return Out;
}

void AddRestClip(FCrowdCharacter& Character)
{
	FCrowdClip Clip;
	Clip.FrameCount = 1;
	for (const FFloat3& Center : Character.Rest.Centers)
	{
		Clip.Keys.push_back({FRotation{}, Center, 0.0f});
	}
	Character.Clips.push_back(std::move(Clip));
}

FCrowdCharacter ChangeAxes(const FCrowdCharacter& Character, const FRestPose& Rest, const FBasis& Basis)
{
	FCrowdCharacter Out = Character;
	Out.Rest = Rest;
	Out.Sphere = Basis.Sphere(Character.Sphere);
	for (FCrowdLevel& Level : Out.Levels)
	{
		Level.Error *= Basis.Scale;
	}
	for (FCrowdClip& Clip : Out.Clips)
	{
		for (FCrowdKey& Key : Clip.Keys)
		{
			Key.Rotation = Basis.Rotation(Key.Rotation);
			Key.Position = Basis.Position(Key.Position);
		}
	}
	return Out;
}

} // namespace Exemplar
