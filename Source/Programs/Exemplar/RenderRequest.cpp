// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "RenderRequest.h"

#if EXEMPLAR_WITH_VULKAN

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "Files/Images.h"
#include "Files/NumberFormat.h"
#include "Inputs.h"
#include "OperatorOption.h"
#include "Outputs.h"
#include "RenderChoices.h"

namespace Exemplar
{
namespace Rendering
{

/** The path with a run of # replaced by a number with as many digits. */
std::string NumberedPath(const std::string& Pattern, size_t Number)
{
	const size_t First = Pattern.rfind('#') == std::string::npos
		? std::string::npos
		: Pattern.find_last_not_of('#', Pattern.rfind('#')) + 1;
	if (First == std::string::npos)
	{
		return Pattern;
	}
	const size_t Digits = Pattern.rfind('#') + 1 - First;
	std::string Text = std::to_string(Number);
	Text.insert(0, Text.size() < Digits ? Digits - Text.size() : 0, '0');
	return Pattern.substr(0, First) + Text + Pattern.substr(First + Digits);
}

FStatus WriteCanvas(const std::string& Out, const FCanvas& Canvas)
{
	std::vector<uint8_t> Bytes;
	Bytes.reserve(3 * Canvas.GetPixels().size());
	for (const FPixel& Pixel : Canvas.GetPixels())
	{
		Bytes.insert(Bytes.end(), {Pixel.R, Pixel.G, Pixel.B});
	}
	constexpr int Quality = 92;
	return ExtensionOf(ToPath(Out)) == ".png"
		? WritePng(ToPath(Out), Canvas.GetWidth(), Canvas.GetHeight(), 3, Bytes)
		: WriteJpeg(ToPath(Out), Canvas.GetWidth(), Canvas.GetHeight(), Quality, Bytes);
}

std::string DescribeInFew(const FCharacterView& Character, uint32_t Level)
{
	const FMeshLevelView& Mesh = Character.Levels[Level];
	return FormatCount(Mesh.VertexCount()) + " vertices, " + FormatCount(Mesh.Indices.size() / 3) + " triangles, " +
		FormatCount(Character.Skeleton.JointCount()) + " joints";
}

/** All panels of a sheet are in memory at once, and picture formats limit their size. */
FStatus CheckSheet(const FPictureOptions& Options, const FRenderRequest& Request)
{
	constexpr double MostPixels = 256e6;
	const double Panels = static_cast<double>(Options.Poses.size()) * static_cast<double>(Options.Levels.size()) *
		static_cast<double>(Options.Views.size()) * (!Request.HasExamples() || Options.bErrorAlone ? 1.0 : 3.0);
	const double Pixels = Panels * Options.Width * Options.Height;
	if (Pixels <= MostPixels)
	{
		return FOk{};
	}
	return FError{EErrorCode::InvalidArgument,
		Request.Out + ": " + FormatCount(static_cast<size_t>(Panels)) + " pictures of " +
			std::to_string(Options.Width) + "x" + std::to_string(Options.Height) +
			" exceed the limit of one sheet (256 million pixels). Put # into the name to write one file per pose, or "
			"render fewer or smaller pictures."};
}

/** Composes a sheet; a single panel without a legend is the picture itself. */
FCanvas MakeSheet(const FPictures& Pictures, const FCharacterView& Character, const FPictureOptions& Options,
	const FRenderRequest& Request)
{
	FSheet Sheet;
	Sheet.Columns = Request.Columns;
	Sheet.Panels = Pictures.Panels;
	if (Request.bPlain)
	{
		for (FSheetPanel& Panel : Sheet.Panels)
		{
			Panel.Caption.clear();
			Panel.Remark.clear();
		}
	}
	else
	{
		Sheet.Legend = Pictures.Legend;
	}
	if (Sheet.Panels.size() == 1 && Sheet.Legend.IsEmpty())
	{
		return Sheet.Panels[0].Picture;
	}
	if (!Request.bPlain)
	{
		Sheet.Title = !Request.Title.empty() ? Request.Title : std::string(Character.Name);
		Sheet.Subtitle = DescribeInFew(Character, Options.Levels[0]);
	}
	if (Request.HasExamples() && Sheet.Columns == 0 && Pictures.PanelsAPose % 3 == 0)
	{
		Sheet.Columns = 3;
	}
	return DrawSheet(Sheet);
}

} // namespace Rendering

FStatus Render(const FRenderRequest& Request, FSession& Session)
{
	using namespace Rendering;
	const std::string Extension = ExtensionOf(ToPath(Request.Out));
	if (Extension != ".png" && Extension != ".jpg" && Extension != ".jpeg")
	{
		return FError{EErrorCode::Unsupported, Request.Out + ": unsupported picture format. Use .png or .jpg."};
	}
	const bool bSequence = Request.Out.find('#') != std::string::npos;
	const FOutputFile Output{"--out", Request.Out, {}};
	if (FStatus Status = bSequence ? FStatus(FOk{}) : CheckOutputs({&Output, 1}, {}); !Status)
	{
		return Status;
	}
	if (!IsCharacterPath(Request.Character))
	{
		return FError{EErrorCode::Unsupported,
			Request.Character + ": not a character (.exemplar). Create one with build or convert."};
	}
	TResult<FCharacter> Character = LoadCharacter(ToPath(Request.Character));
	Character = Character ? WithOperator(*Character, Request.Operator, Request.Character) : Character;
	return Character ? RenderCharacter(*Character, Request, Session) : FStatus(Character.GetError());
}

FStatus RenderCharacter(const FCharacter& Character, const FRenderRequest& Request, FSession& Session)
{
	using namespace Rendering;
	const bool bSequence = Request.Out.find('#') != std::string::npos;
	const FBuildContext& Context = Session.Context();
	if (Character->Levels.empty())
	{
		return FError{EErrorCode::Degenerate, Request.Character + ": the character has no mesh to render."};
	}
	TResult<FPictureOptions> Options = ChoosePictures(Character.View(), Request);
	if (!Options)
	{
		const FError& Error = Options.GetError();
		return Error.Code == EErrorCode::NotFound ? FError{Error.Code, Request.Character + ": " + Error.Message}
												  : Error;
	}
	if (FStatus Fits = CheckSheet(*Options, Request); !bSequence && !Fits)
	{
		return Fits;
	}
	std::optional<FExampleSet> Examples;
	if (!Request.Examples.Paths.empty())
	{
		TResult<FExampleSet> Loaded = LoadExamples(Request.Examples, Session);
		if (!Loaded)
		{
			return Loaded.GetError();
		}
		Examples = std::move(*Loaded);
		for (FPictureOfPose& Pose : Options->Poses)
		{
			if (!Pose.bNamed && Pose.Example < Examples->Source.Poses.size())
			{
				Pose.Caption = Examples->Source.Poses[Pose.Example].Name;
			}
		}
	}
	FGpuDeviceOptions DeviceOptions;
	DeviceOptions.bSoftware = Request.bSoftware;
	const TResult<FGpuDevice> Device = FGpuDevice::Create(DeviceOptions);
	if (!Device)
	{
		return Device.GetError();
	}
	const TResult<FStudio> Studio =
		FStudio::Create(*Device, Request.bDraft ? FStudioQuality::Draft() : FStudioQuality());
	if (!Studio)
	{
		return Studio.GetError();
	}
	const auto Write = [&](const std::string& Out, const FPictures& Pictures)
	{ return WriteCanvas(Out, MakeSheet(Pictures, Character.View(), *Options, Request)); };
	FPictureSink Sink;
	if (bSequence)
	{
		std::error_code Failure;
		std::filesystem::create_directories(ToPath(NumberedPath(Request.Out, 0)).parent_path(), Failure);
		Sink = [&](size_t Pose, FPictures&& Pictures) { return Write(NumberedPath(Request.Out, Pose), Pictures); };
	}
	const TResult<FPictures> Pictures = DrawPictures(
		*Studio, Character, Examples ? &*Examples : Request.Given, *Options, Context.Part(0.0, 1.0, "drawing"), Sink);
	if (!Pictures)
	{
		const FError& Error = Pictures.GetError();
		const bool bNamesFile = Error.Code == EErrorCode::Unwritable || Error.Code == EErrorCode::Canceled;
		return bNamesFile ? Error : FError{Error.Code, Request.Character + ": " + Error.Message};
	}
	if (bSequence)
	{
		Session.Say("Wrote " + std::to_string(Options->Poses.size()) + " pictures starting with " +
			NumberedPath(Request.Out, 0) + ", rendered by " + Device->Name());
		return FOk{};
	}
	FStatus Written = Write(Request.Out, *Pictures);
	if (Written)
	{
		Session.Say("Wrote " + Request.Out + ", rendered by " + Device->Name());
	}
	return Written;
}

} // namespace Exemplar

#else

namespace Exemplar
{

FStatus Render(const FRenderRequest&, FSession&)
{
	return FError{EErrorCode::Unsupported, "this build has no Vulkan support. Run Scripts/setup.sh and rebuild."};
}

FStatus RenderCharacter(const FCharacter&, const FRenderRequest& Request, FSession& Session)
{
	return Render(Request, Session);
}

} // namespace Exemplar

#endif
