// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "PoseArguments.h"

#include "Bake/Bake.h"
#include "Base/File.h"
#include "Character/CharacterViews.h"
#include "Clips/BvhExport.h"
#include "Examples/BvhFile.h"
#include "Files/PoseJson.h"
#include "Pose/ClipSampling.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace Exemplar
{

const char* const PoseHelp = "rest, a frame of the first clip (3) or of another (walk:3), rotations of joints (.json), "
							 "or a frame of a motion (walk.bvh:12)";

namespace
{

bool ParseFrame(std::string_view Text, float& Out)
{
	const std::from_chars_result Result = std::from_chars(Text.data(), Text.data() + Text.size(), Out);
	return Result.ec == std::errc() && Result.ptr == Text.data() + Text.size() && std::isfinite(Out);
}

FSkeletonData SkeletonOf(const FSkeletonView& View)
{
	FSkeletonData Out;
	for (const std::string_view Name : View.Names)
	{
		Out.Names.emplace_back(Name);
	}
	Out.Parents.assign(View.Parents.begin(), View.Parents.end());
	Out.RestLocal.assign(View.RestLocal.begin(), View.RestLocal.end());
	Out.Limits.assign(View.Limits.begin(), View.Limits.end());
	return Out;
}

/** The frame of a clip. Where says which one, as in "3"; the caller's text is for messages. */
TResult<FPoseArgument> PoseOfClip(const FSkeletonView& Skeleton, const FClipView& Clip, std::string_view Where,
	const std::string& Text, const std::string& Option)
{
	FPoseArgument Out;
	if (!ParseFrame(Where, Out.Frame))
	{
		return FError{EErrorCode::InvalidArgument, Option + " " + Text + " is not a pose. Use " + PoseHelp + "."};
	}
	if (Out.Frame < 0.0f || Out.Frame > static_cast<float>(Clip.FrameCount - 1))
	{
		return FError{EErrorCode::InvalidArgument,
			Option + " " + Text + ": clip " + std::string(Clip.Name) + " has frames 0 to " +
				std::to_string(Clip.FrameCount - 1) + "."};
	}
	Out.Local = SampleFrame(Skeleton, Clip, Out.Frame);
	Out.Caption = std::string(Clip.Name) + " " + std::string(Where);
	return Out;
}

/** Whether the argument names a motion, with or without a frame, and where the frame begins. */
bool IsMotion(const std::string& Text, size_t& Colon)
{
	Colon = Text.rfind(':');
	const bool bFrame = Colon != std::string::npos && ExtensionOf(ToPath(Text.substr(0, Colon))) == ".bvh";
	Colon = bFrame ? Colon : std::string::npos;
	return bFrame || ExtensionOf(ToPath(Text)) == ".bvh";
}

} // namespace

TResult<FClipData> ReadMotion(const FSkeletonData& Skeleton, const std::string& Path, double Scale)
{
	const TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(ToPath(Path));
	TResult<FBvhFile> Read = Bytes ? ParseBvh(*Bytes, Path) : TResult<FBvhFile>(Bytes.GetError());
	if (!Read)
	{
		return Read.GetError();
	}
	Read->Clip.Name = PathToText(ToPath(Path).stem());
	const FAnimation Motion{std::move(Read->Skeleton), {std::move(Read->Clip)}};
	TResult<FClipData> Clip = ClipFromMotion(Skeleton, Motion, Scale);
	return Clip ? Clip : TResult<FClipData>(FError{Clip.GetError().Code, Path + ": " + Clip.GetError().Message});
}

TResult<const FClipView*> FindClip(const FCharacterView& Character, std::string_view Name)
{
	std::string Names;
	for (const FClipView& Clip : Character.Clips)
	{
		if (Clip.Name == Name)
		{
			return &Clip;
		}
		Names += (Names.empty() ? "'" : ", '") + std::string(Clip.Name) + "'";
	}
	return FError{EErrorCode::NotFound,
		"unknown clip '" + std::string(Name) + "'. " +
			(Names.empty() ? "The character has no clips." : "Available clips: " + Names + ".")};
}

TResult<FPoseArgument> ReadPose(const FCharacterView& Character, const std::string& Text, const std::string& Option)
{
	FPoseArgument Out;
	const FSkeletonView& Skeleton = Character.Skeleton;
	if (Text == "rest")
	{
		Out.Local.assign(Skeleton.RestLocal.begin(), Skeleton.RestLocal.end());
		Out.Caption = Text;
		return Out;
	}
	if (ExtensionOf(ToPath(Text)) == ".json")
	{
		const TResult<std::string> Json = ReadWholeTextFile(ToPath(Text));
		TResult<std::vector<FBoneTransform>> Local =
			Json ? ParsePoseJson(*Json, Skeleton, Text) : TResult<std::vector<FBoneTransform>>(Json.GetError());
		if (!Local)
		{
			return Local.GetError();
		}
		Out.Local = std::move(*Local);
		Out.Caption = PathToText(ToPath(Text).stem());
		return Out;
	}
	size_t Colon = std::string::npos;
	if (IsMotion(Text, Colon))
	{
		const TResult<FClipData> Clip = ReadMotion(SkeletonOf(Skeleton), Text.substr(0, Colon), 1.0);
		if (!Clip)
		{
			return Clip.GetError();
		}
		if (Colon == std::string::npos && Clip->FrameCount != 1)
		{
			return FError{EErrorCode::InvalidArgument,
				Option + " " + Text + ": the motion has " + std::to_string(Clip->FrameCount) +
					" frames. Name one of them, as in " + Text + ":3."};
		}
		const std::string Where = Colon == std::string::npos ? "0" : Text.substr(Colon + 1);
		return PoseOfClip(Skeleton, ViewOf(*Clip), Where, Text, Option);
	}
	Colon = Text.rfind(':');
	const FClipView* Clip = Character.Clips.empty() ? nullptr : &Character.Clips[0];
	if (Colon != std::string::npos)
	{
		const TResult<const FClipView*> Found = FindClip(Character, std::string_view(Text).substr(0, Colon));
		if (!Found)
		{
			return Found.GetError();
		}
		Clip = *Found;
	}
	float Frame = 0.0f;
	const std::string Where = Text.substr(Colon == std::string::npos ? 0 : Colon + 1);
	if (Clip == nullptr && ParseFrame(Where, Frame))
	{
		return FError{EErrorCode::NotFound, Option + " " + Text + ": the character has no clips. Use rest or a file."};
	}
	static const FClipView Nothing{};
	TResult<FPoseArgument> Posed = PoseOfClip(Skeleton, Clip != nullptr ? *Clip : Nothing, Where, Text, Option);
	if (Posed)
	{
		Posed->bClip = true;
	}
	return Posed;
}

TResult<FClipData> ReadClip(
	const FCharacter& Character, const std::string& NameOrFile, double Scale, const std::string& Option)
{
	const FCharacterData Data = Character.ToData();
	const auto Found = std::find_if(
		Data.Clips.begin(), Data.Clips.end(), [&](const FClipData& Clip) { return Clip.Name == NameOrFile; });
	if (Found != Data.Clips.end())
	{
		return *Found;
	}
	if (ExtensionOf(ToPath(NameOrFile)) == ".bvh")
	{
		return ReadMotion(Data.Skeleton, NameOrFile, Scale);
	}
	const TResult<const FClipView*> None = FindClip(Character.View(), NameOrFile);
	return FError{EErrorCode::NotFound,
		Option + " " + NameOrFile + ": " + (None ? std::string() : None.GetError().Message) +
			" A motion is a .bvh file."};
}

} // namespace Exemplar
