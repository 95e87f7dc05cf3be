// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "RenderChoices.h"

#if EXEMPLAR_WITH_VULKAN

#include "Pose/ClipSampling.h"
#include "PoseArguments.h"
#include "Render/PreviewCharacter.h"

#include <charconv>

namespace Exemplar
{
namespace RenderChoosing
{

FError BadArgument(const std::string& Message)
{
	return FError{EErrorCode::InvalidArgument, Message};
}

bool ParseNumber(std::string_view Text, float& Out)
{
	const std::from_chars_result Result = std::from_chars(Text.data(), Text.data() + Text.size(), Out);
	return Result.ec == std::errc() && Result.ptr == Text.data() + Text.size() && std::isfinite(Out);
}

/** A pose (PoseArguments.h), optionally followed by "=name". */
TResult<FPictureOfPose> ParsePose(const FCharacterView& Character, const std::string& Text)
{
	const size_t Equals = Text.find('=');
	TResult<FPoseArgument> Pose = ReadPose(Character, Text.substr(0, Equals), "--pose");
	if (!Pose)
	{
		return Pose.GetError();
	}
	FPictureOfPose Out;
	Out.bNamed = Equals != std::string::npos;
	Out.Caption = Out.bNamed ? Text.substr(Equals + 1) : Pose->Caption;
	Out.Local = std::move(Pose->Local);
	Out.Example = Pose->bClip ? static_cast<size_t>(Pose->Frame + 0.5f) : 0;
	return Out;
}

TResult<std::vector<FPictureOfPose>> ChoosePoses(const FCharacterView& Character, const FRenderRequest& Request)
{
	std::vector<FPictureOfPose> Out;
	for (const FPoseArgument& Pose : Request.GivenPoses)
	{
		Out.push_back({Pose.Caption, Pose.Local, Out.size(), true});
	}
	if (!Out.empty())
	{
		return Out;
	}
	if (Request.Clip.empty())
	{
		std::vector<std::string> Texts = Request.Poses;
		if (Texts.empty())
		{
			Texts.push_back(!Request.HasExamples() ? "rest" : "0");
		}
		for (const std::string& Text : Texts)
		{
			TResult<FPictureOfPose> Pose = ParsePose(Character, Text);
			if (!Pose)
			{
				return Pose.GetError();
			}
			Out.push_back(std::move(*Pose));
		}
		return Out;
	}
	if (!Request.Poses.empty())
	{
		return BadArgument(
			"--pose and --clip cannot be combined. For one frame of a clip, use --pose " + Request.Clip + ":3.");
	}
	const TResult<const FClipView*> Clip = FindClip(Character, Request.Clip);
	if (!Clip)
	{
		return Clip.GetError();
	}
	const uint32_t FrameCount = (*Clip)->FrameCount;
	float Wanted = static_cast<float>(FrameCount);
	if (Request.Frames != "all" && (!ParseNumber(Request.Frames, Wanted) || Wanted < 1.0f || Wanted > 100000.0f))
	{
		return BadArgument("--frames " + Request.Frames + " is not a frame count. Use a number from 1, or all.");
	}
	const uint32_t Count = static_cast<uint32_t>(Wanted);
	const float Last = static_cast<float>((*Clip)->bLoops != 0 ? FrameCount : FrameCount - 1);
	const uint32_t Parts = (*Clip)->bLoops != 0 ? Count : (std::max)(Count, 2u) - 1;
	for (uint32_t Index = 0; Index < Count; ++Index)
	{
		const float Frame = Last * static_cast<float>(Index) / static_cast<float>(Parts);
		char Time[32];
		std::snprintf(Time, sizeof(Time), " %.2f s", double{Frame} / double{(*Clip)->FramesPerSecond});
		Out.push_back({std::string((*Clip)->Name) + Time, SampleFrame(Character.Skeleton, **Clip, Frame),
			static_cast<size_t>(Frame + 0.5f), false});
	}
	return Out;
}

TResult<std::vector<uint32_t>> ChooseLevels(const FCharacterView& Character, const std::vector<std::string>& Texts)
{
	std::vector<uint32_t> Out;
	for (const std::string& Text : Texts)
	{
		float Level = 0.0f;
		if (Text == "all")
		{
			for (uint32_t I = 0; I < Character.Levels.size(); ++I)
			{
				Out.push_back(I);
			}
		}
		else if (ParseNumber(Text, Level) && Level >= 0.0f && Level == std::floor(Level) && Level < 1000.0f)
		{
			Out.push_back(static_cast<uint32_t>(Level));
		}
		else
		{
			return BadArgument("--lod " + Text + " is not a level. Use a number from 0, or all.");
		}
	}
	return Out.empty() ? std::vector<uint32_t>{0} : Out;
}

FStatus ChooseSize(const std::string& Text, FPictureOptions& Options)
{
	if (Text.empty())
	{
		return FOk{};
	}
	const size_t Cross = Text.find('x');
	float Width = 0.0f, Height = 0.0f;
	const bool bParsed = Cross != std::string::npos && ParseNumber(std::string_view(Text).substr(0, Cross), Width) &&
		ParseNumber(std::string_view(Text).substr(Cross + 1), Height);
	if (!bParsed || Width < 16.0f || Height < 16.0f || Width > 4096.0f || Height > 4096.0f)
	{
		return BadArgument("--size " + Text + " is not a valid size. Use 16x16 to 4096x4096.");
	}
	Options.Width = static_cast<uint32_t>(Width);
	Options.Height = static_cast<uint32_t>(Height);
	return FOk{};
}

EDebugView DebugViewOf(const std::string& Name)
{
	const std::pair<const char*, EDebugView> Views[] = {{"influences", EDebugView::InfluenceCount},
		{"bone", EDebugView::DominantBone}, {"corrective", EDebugView::CorrectiveStrength}, {"lod", EDebugView::Level},
		{"error", EDebugView::Error}};
	for (const auto& [Word, View] : Views)
	{
		if (Name == Word)
		{
			return View;
		}
	}
	return EDebugView::None;
}

} // namespace RenderChoosing

TResult<FPictureOptions> ChoosePictures(const FCharacterView& Character, const FRenderRequest& Request)
{
	using namespace RenderChoosing;
	FPictureOptions Options;
	TResult<std::vector<FPictureOfPose>> Poses = ChoosePoses(Character, Request);
	if (!Poses)
	{
		return Poses.GetError();
	}
	TResult<std::vector<uint32_t>> Levels = ChooseLevels(Character, Request.Levels);
	if (!Levels)
	{
		return Levels.GetError();
	}
	Options.Poses = std::move(*Poses);
	Options.Levels = std::move(*Levels);
	Options.Views.clear();
	for (const std::string& Text : Request.Views.empty() ? std::vector<std::string>{"three-quarter"} : Request.Views)
	{
		TResult<FView> View = ParseView(Text);
		if (!View)
		{
			return View.GetError();
		}
		Options.Views.push_back(*View);
	}
	Options.Debug = DebugViewOf(Request.Show);
	Options.bWireframe = Request.bWireframe;
	Options.bSkeleton = Request.bSkeleton;
	Options.bCommonFloor = !Request.Clip.empty();
	Options.RampEnd = Request.RampEnd;
	Options.PanelNames = Request.PanelNames;
	const bool bSequence = Request.Out.find('#') != std::string::npos;
	const size_t Panels = (bSequence ? 1 : Options.Poses.size()) * Options.Levels.size() * Options.Views.size() *
		(!Request.HasExamples() ? 1 : 3);
	Options.Width = Panels == 1 ? 960 : Panels <= 6 ? 480 : 320;
	Options.Height = Options.Width;
	Options.bFitShape = Request.Size.empty();
	Options.Footer = Panels == 1 || Request.bPlain ? 0 : 20;
	const FStatus Size = ChooseSize(Request.Size, Options);
	return Size ? TResult<FPictureOptions>(std::move(Options)) : TResult<FPictureOptions>(Size.GetError());
}

} // namespace Exemplar

#endif
