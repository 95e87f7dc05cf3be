// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportPictures.h"

#if EXEMPLAR_WITH_VULKAN
#include "Files/Images.h"
#include "Render/Pictures.h"
#include "Report/PackPicture.h"
#include "Report/ReportHero.h"

#include <cmath>
#endif

#include <algorithm>

namespace Exemplar
{

std::vector<const FReportPicture*> FReportPictures::List() const
{
	std::vector<const FReportPicture*> Out;
	const auto Add = [&Out](const auto& Picture) { Out.push_back(&Picture); };
	if (Hero)
	{
		Add(*Hero);
	}
	for (const FPosePictures& Pose : Poses)
	{
		Add(Pose.Example);
		Add(Pose.Character);
		Add(Pose.Error);
	}
	for (const auto& Frame : Film)
	{
		Add(Frame.second);
	}
	for (const FCorrectedPictures& Pose : Corrected)
	{
		Add(Pose.Before);
		Add(Pose.After);
	}
	for (const std::vector<FReportPicture>* Row : {&Skeleton, &Bones, &Influences})
	{
		std::for_each(Row->begin(), Row->end(), Add);
	}
	for (const FLevelPictures& Level : Levels)
	{
		Add(Level.Wireframe);
		if (Level.Finest && Level.Shown)
		{
			Add(*Level.Finest);
			Add(*Level.Shown);
		}
	}
	return Out;
}

#if EXEMPLAR_WITH_VULKAN

TResult<FReportPicture> PackPicture(const std::string& Name, const FCanvas& Canvas)
{
	constexpr int Quality = 88;
	std::vector<uint8_t> Bytes;
	Bytes.reserve(3 * Canvas.GetPixels().size());
	for (const FPixel& Pixel : Canvas.GetPixels())
	{
		Bytes.insert(Bytes.end(), {Pixel.R, Pixel.G, Pixel.B});
	}
	TResult<std::string> Jpeg = PackJpeg(Canvas.GetWidth(), Canvas.GetHeight(), Quality, Bytes);
	if (!Jpeg)
	{
		return Jpeg.GetError();
	}
	return FReportPicture{Name, Canvas.GetWidth(), Canvas.GetHeight(), std::move(*Jpeg)};
}

namespace ReportDrawing
{

/** Lower quality than `render` in half the time, because these pictures are shown at half the size. */
constexpr FStudioQuality Medium{2, 48, 32, 320};

class FReportDrawer
{
public:
	FReportDrawer(const FCharacter& InCharacter, const FExampleSet& InExamples, const FCharacterMeasures& InMeasures,
		const FReportPictureOptions& InOptions, const FBuildContext& InContext)
		: Character(InCharacter)
		, Examples(InExamples)
		, Measures(InMeasures)
		, Options(InOptions)
		, Context(InContext)
	{
	}

	FStatus Draw(FReportPictures& Out)
	{
		FGpuDeviceOptions DeviceOptions;
		DeviceOptions.bSoftware = Options.bSoftware;
		TResult<FGpuDevice> Device = FGpuDevice::Create(DeviceOptions);
		if (!Device)
		{
			return Device.GetError();
		}
		CountWork();
		const FStudioQuality Draft = FStudioQuality::Draft();
		FStatus Status = Open(*Device, Options.bDraft ? Draft : FStudioQuality());
		Status = Status ? DrawHeroPicture(Out) : Status;
		Status = Status ? Open(*Device, Options.bDraft ? Draft : Medium) : Status;
		Status = Status ? DrawPoses(Out) : Status;
		Status = Status ? DrawCorrected(Out) : Status;
		Status = Status ? DrawSkeleton(Out) : Status;
		Status = Status ? DrawWeights(Out) : Status;
		Status = Status ? DrawLevels(Out) : Status;
		Status = Status ? Open(*Device, Draft) : Status;
		Status = Status ? DrawFilm(Out) : Status;
		Out.Device = Device->Name();
		return Status;
	}

private:
	FStatus Open(const FGpuDevice& Device, const FStudioQuality& Quality)
	{
		const TResult<FStudio> Opened = FStudio::Create(Device, Quality);
		if (!Opened)
		{
			return Opened.GetError();
		}
		Studio = *Opened;
		return FOk{};
	}

	/** Progress counts panels, large ones as several. */
	void CountWork()
	{
		Total = HeroWork + 3.0 * static_cast<double>(Options.Telling.size()) +
			2.0 * static_cast<double>(Options.Corrected.size()) + 2.0 + 4.0 +
			2.0 * static_cast<double>(Character->Levels.size()) + 0.3 * static_cast<double>(Options.Film.size());
	}

	FBuildContext NextPart(double Work)
	{
		const double Begin = Done / Total;
		Done = (std::min)(Done + Work, Total);
		return Context.Part(Begin, Done / Total);
	}

	FPictureOfPose PoseOf(size_t Pose) const { return {"", Measures.Poses[Pose], Pose, true}; }

	FPictureOfPose RestPose() const
	{
		const auto& Rest = Character->Skeleton.RestLocal;
		return {"", std::vector<FBoneTransform>(Rest.begin(), Rest.end()), 0, true};
	}

	/** The pictures of a request, encoded under these names, in order; of another character where one is given. */
	TResult<std::vector<FReportPicture>> Make(const FPictureOptions& Wanted, const FExampleSet* Against, double Work,
		const std::function<std::string(size_t)>& NameOf, const FCharacter* Other = nullptr)
	{
		const TResult<FPictures> Drawn =
			DrawPictures(*Studio, Other != nullptr ? *Other : Character, Against, Wanted, NextPart(Work));
		if (!Drawn)
		{
			return Drawn.GetError();
		}
		Steps = static_cast<uint32_t>(Drawn->Legend.Bar.size());
		std::vector<FReportPicture> Out;
		for (size_t I = 0; I < Drawn->Panels.size(); ++I)
		{
			TResult<FReportPicture> Packed = PackPicture(NameOf(I), Drawn->Panels[I].Picture);
			if (!Packed)
			{
				return Packed.GetError();
			}
			Out.push_back(std::move(*Packed));
		}
		return Out;
	}

	/** Views people nearly from the front, and animals, which are longer than wide, from the side. */
	FView MainView() const
	{
		const FFloat3 Size = Character->RestBox.Max - Character->RestBox.Min;
		return FView{Size.Z > 1.3f * Size.X ? 58.0f : 30.0f, 8.0f, "main"};
	}

	FPictureOptions Panels(uint32_t Size) const
	{
		FPictureOptions Out;
		Out.Views = {MainView()};
		Out.Width = Out.Height = Size;
		Out.bFitShape = true;
		return Out;
	}

	/** Panels that every pose fills. */
	FPictureOptions FilledPanels(uint32_t Size) const
	{
		FPictureOptions Out = Panels(Size);
		Out.bCameraPerPose = true;
		return Out;
	}

	FStatus DrawHeroPicture(FReportPictures& Out)
	{
		std::vector<std::vector<FBoneTransform>> Poses;
		for (const size_t Pose : Options.Varied)
		{
			Poses.push_back(Measures.Poses[Pose]);
		}
		if (Poses.empty())
		{
			Poses.push_back(RestPose().Local);
		}
		const FBuildContext Part = NextPart(HeroWork);
		const TResult<FCanvas> Canvas = DrawHero(*Studio, Character, Poses, MainView().Azimuth - 6.0f);
		if (!Canvas)
		{
			return Canvas.GetError();
		}
		if (!Part.Progress.Report(1.0))
		{
			return Part.Progress.CanceledError();
		}
		TResult<FReportPicture> Packed = PackPicture("hero", *Canvas);
		if (!Packed)
		{
			return Packed.GetError();
		}
		Out.Hero = std::move(*Packed);
		return FOk{};
	}

	FStatus DrawPoses(FReportPictures& Out)
	{
		if (Options.Telling.empty())
		{
			return FOk{};
		}
		FPictureOptions Wanted = FilledPanels(480);
		for (const FChosenPose& Chosen : Options.Telling)
		{
			Wanted.Poses.push_back(PoseOf(Chosen.Pose));
		}
		Wanted.RampEnd = static_cast<float>(1000.0 * Options.RampEnd);
		const auto NameOf = [&](size_t I)
		{
			static constexpr const char* Kinds[3] = {"example", "character", "error"};
			return "pose-" + std::to_string(Options.Telling[I / 3].Pose) + "-" + Kinds[I % 3];
		};
		TResult<std::vector<FReportPicture>> Made =
			Make(Wanted, &Examples, 3.0 * static_cast<double>(Options.Telling.size()), NameOf);
		if (!Made)
		{
			return Made.GetError();
		}
		for (size_t I = 0; 3 * I + 2 < Made->size(); ++I)
		{
			Out.Poses.push_back({Options.Telling[I], std::move((*Made)[3 * I]), std::move((*Made)[3 * I + 1]),
				std::move((*Made)[3 * I + 2])});
		}
		return FOk{};
	}

	FStatus DrawCorrected(FReportPictures& Out)
	{
		if (Options.Corrected.empty())
		{
			return FOk{};
		}
		FCharacterData Data = Character.ToData();
		for (FMeshLevelData& Level : Data.Levels)
		{
			Level.Correctives = {};
		}
		Data.Correctives = {};
		const TResult<FCharacter> Plain = FCharacter::FromData(Data);
		if (!Plain)
		{
			return Plain.GetError();
		}
		FPictureOptions Wanted = FilledPanels(400);
		for (const size_t Pose : Options.Corrected)
		{
			Wanted.Poses.push_back(PoseOf(Pose));
		}
		Wanted.bErrorAlone = true;
		Wanted.RampEnd = static_cast<float>(1000.0 * Options.RampEnd);
		const auto NamesOf = [&](const char* Kind)
		{ return [this, Kind](size_t I) { return "corrected-" + std::to_string(Options.Corrected[I]) + Kind; }; };
		const double Work = static_cast<double>(Options.Corrected.size());
		TResult<std::vector<FReportPicture>> Before = Make(Wanted, &Examples, Work, NamesOf("-before"), &*Plain);
		TResult<std::vector<FReportPicture>> After = Make(Wanted, &Examples, Work, NamesOf("-after"));
		if (!Before || !After)
		{
			return Before ? After.GetError() : Before.GetError();
		}
		for (size_t I = 0; I < Before->size(); ++I)
		{
			Out.Corrected.push_back({Options.Corrected[I], std::move((*Before)[I]), std::move((*After)[I])});
		}
		return FOk{};
	}

	FStatus DrawFilm(FReportPictures& Out)
	{
		if (Options.Film.empty())
		{
			return FOk{};
		}
		FPictureOptions Wanted = Panels(240);
		for (const size_t Pose : Options.Film)
		{
			Wanted.Poses.push_back(PoseOf(Pose));
		}
		Wanted.bErrorAlone = true;
		Wanted.RampEnd = static_cast<float>(1000.0 * Options.RampEnd);
		TResult<std::vector<FReportPicture>> Made =
			Make(Wanted, &Examples, 0.3 * static_cast<double>(Options.Film.size()),
				[&](size_t I) { return "film-" + std::to_string(Options.Film[I]); });
		if (!Made)
		{
			return Made.GetError();
		}
		for (size_t I = 0; I < Made->size(); ++I)
		{
			Out.Film.emplace_back(Options.Film[I], std::move((*Made)[I]));
		}
		return FOk{};
	}

	FStatus DrawSkeleton(FReportPictures& Out)
	{
		FPictureOptions Wanted = FilledPanels(560);
		Wanted.Poses.push_back(RestPose());
		if (!Options.Varied.empty())
		{
			Wanted.Poses.push_back(PoseOf(Options.Varied[0]));
		}
		Wanted.bSkeleton = true;
		TResult<std::vector<FReportPicture>> Made =
			Make(Wanted, nullptr, 2.0, [](size_t I) { return I == 0 ? "skeleton-rest" : "skeleton-posed"; });
		if (!Made)
		{
			return Made.GetError();
		}
		Out.Skeleton = std::move(*Made);
		return FOk{};
	}

	FStatus DrawWeights(FReportPictures& Out)
	{
		for (const EDebugView View : {EDebugView::DominantBone, EDebugView::InfluenceCount})
		{
			const bool bBones = View == EDebugView::DominantBone;
			FPictureOptions Wanted = Panels(440);
			Wanted.Poses.push_back(RestPose());
			const float Turn = MainView().Azimuth - 10.0f;
			Wanted.Views = {FView{Turn, 8.0f, "front"}, FView{Turn + 180.0f, 8.0f, "back"}};
			Wanted.Debug = View;
			TResult<std::vector<FReportPicture>> Made = Make(Wanted, nullptr, 2.0,
				[&](size_t I) { return std::string(bBones ? "bones-" : "influences-") + (I == 0 ? "front" : "back"); });
			if (!Made)
			{
				return Made.GetError();
			}
			(bBones ? Out.Bones : Out.Influences) = std::move(*Made);
		}
		Out.MaxInfluences = Steps;
		return FOk{};
	}

	FStatus DrawLevels(FReportPictures& Out)
	{
		const uint32_t Count = static_cast<uint32_t>(Character->Levels.size());
		FPictureOptions Wanted = Panels(400);
		Wanted.Poses.push_back(RestPose());
		Wanted.Levels.clear();
		for (uint32_t Level = 0; Level < Count; ++Level)
		{
			Wanted.Levels.push_back(Level);
		}
		Wanted.bWireframe = true;
		TResult<std::vector<FReportPicture>> Wires = Make(Wanted, nullptr, static_cast<double>(Count),
			[](size_t I) { return "level-" + std::to_string(I) + "-wireframe"; });
		if (!Wires)
		{
			return Wires.GetError();
		}
		for (uint32_t Level = 0; Level < Count; ++Level)
		{
			FLevelPictures Pictures;
			Pictures.Wireframe = std::move((*Wires)[Level]);
			if (FStatus Status = Level > 0 ? DrawPreview(Level, Pictures) : FStatus(FOk{}); !Status)
			{
				return Status;
			}
			Out.Levels.push_back(std::move(Pictures));
		}
		return FOk{};
	}

	/** The level and the finest one, both at the height where the level is used. */
	FStatus DrawPreview(uint32_t Level, FLevelPictures& Out)
	{
		const double Wished = Level < Options.PixelSizes.size() ? Options.PixelSizes[Level] : 0.0;
		Out.PixelHeight = static_cast<uint32_t>(std::clamp(Wished, 8.0, double{MaxPreviewPixels}) + 0.5);
		const FView View = MainView();
		const std::span<const FFloat3> Points = Character->Levels[0].Positions;
		const float Aspect = std::clamp(ApparentAspect(View, Points), 0.6f, 1.8f);
		const std::array<FFloat4, 4> Clip = FrameCamera(View, Points, Aspect).ToClip();
		float Top = -1.0f, Bottom = 1.0f;
		for (const FFloat3& P : Points)
		{
			const auto Row = [&P](const FFloat4& R) { return R.X * P.X + R.Y * P.Y + R.Z * P.Z + R.W; };
			const float Y = Row(Clip[1]) / (std::max)(Row(Clip[3]), 1e-12f);
			Top = (std::max)(Top, Y);
			Bottom = (std::min)(Bottom, Y);
		}
		const double Part = (std::max)(0.5 * double{Top - Bottom}, 0.05); // of the picture's height
		FPictureOptions Wanted;
		Wanted.Views = {View};
		Wanted.Height = static_cast<uint32_t>(static_cast<double>(Out.PixelHeight) / Part + 0.5);
		Wanted.Width = static_cast<uint32_t>(static_cast<float>(Wanted.Height) * Aspect + 0.5f);
		Wanted.Poses.push_back(RestPose());
		Wanted.Levels = {0, Level};
		TResult<std::vector<FReportPicture>> Made = Make(Wanted, nullptr, 1.0,
			[Level](size_t I) { return "level-" + std::to_string(Level) + (I == 0 ? "-size-finest" : "-size"); });
		if (!Made)
		{
			return Made.GetError();
		}
		Out.Finest = std::move((*Made)[0]);
		Out.Shown = std::move((*Made)[1]);
		return FOk{};
	}

	static constexpr double HeroWork = 5.0;

	const FCharacter& Character;
	const FExampleSet& Examples;
	const FCharacterMeasures& Measures;
	const FReportPictureOptions& Options;
	const FBuildContext& Context;
	std::optional<FStudio> Studio;
	uint32_t Steps = 0;
	double Total = 1.0, Done = 0.0;
};

} // namespace ReportDrawing

TResult<FReportPictures> DrawReportPictures(const FCharacter& Character, const FExampleSet& Examples,
	const FCharacterMeasures& Measures, const FReportPictureOptions& Options, const FBuildContext& Context)
{
	FReportPictures Out;
	const FStatus Status = ReportDrawing::FReportDrawer(Character, Examples, Measures, Options, Context).Draw(Out);
	if (Status)
	{
		return Out;
	}
	if (Status.GetError().Code == EErrorCode::Canceled)
	{
		return Status.GetError();
	}
	FReportPictures None;
	None.Missing = "Pictures could not be rendered: " + Status.GetError().Message;
	return None;
}

#else

TResult<FReportPictures> DrawReportPictures(const FCharacter&, const FExampleSet&, const FCharacterMeasures&,
	const FReportPictureOptions&, const FBuildContext&)
{
	FReportPictures None;
	None.Missing =
		"Pictures could not be rendered: this build has no Vulkan support. Run Scripts/setup.sh and rebuild.";
	return None;
}

#endif

} // namespace Exemplar
