// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/Pictures.h"

#include "Files/NumberFormat.h"
#include "Geometry/ClosestPoint.h"
#include "Render/BoneShapes.h"
#include "Render/DebugLegends.h"
#include "Render/PreviewCharacter.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace PictureMaking
{

enum class EShown
{
	Character,
	Example,
	Error
};

/** One picture to be. */
struct FPlan
{
	const FPictureOfPose* Pose = nullptr;
	size_t Level = 0; // among the shown ones
	size_t View = 0;
	size_t Camera = 0; // among all that are placed
	EShown Shown = EShown::Character;
	FBox Box; // of what is shown
	std::vector<float> Errors;
};

FDouble3 ToDouble(const FFloat3& P)
{
	return {double{P.X}, double{P.Y}, double{P.Z}};
}

std::vector<FFloat3> ToFloats(std::span<const FDouble3> Points)
{
	std::vector<FFloat3> Out;
	for (const FDouble3& P : Points)
	{
		Out.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	return Out;
}

/** Distances from the level's posed vertices to where the example has them, or to its surface. */
std::vector<float> DistancesToExample(const FExampleSet& Examples, size_t Pose, const FMeshLevelView& Level,
	const std::vector<FFloat3>& Positions, IExecutor& Executor)
{
	const std::vector<FDouble3>& Points = Examples.Poses[Pose];
	std::vector<float> Out(Positions.size());
	bool bSameVertices = Level.SourceOfCorner.size() == Positions.size();
	for (const uint32_t Source : Level.SourceOfCorner)
	{
		bSameVertices = bSameVertices && Source < Examples.PointOfSource.size();
	}
	if (!bSameVertices)
	{
		std::vector<FDouble3> Queries;
		std::transform(Positions.begin(), Positions.end(), std::back_inserter(Queries), ToDouble);
		const std::vector<FClosestPoint> Found =
			FClosestPointFinder(Points, Examples.Rest.Triangles).Find(Queries, Executor);
		std::transform(Found.begin(), Found.end(), Out.begin(),
			[](const FClosestPoint& At) { return static_cast<float>(At.Distance); });
		return Out;
	}
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const FDouble3& P = Points[Examples.PointOfSource[Level.SourceOfCorner[Vertex]]];
		const FDouble3 Q = ToDouble(Positions[Vertex]);
		Out[Vertex] = static_cast<float>(std::hypot(P.X - Q.X, P.Y - Q.Y, P.Z - Q.Z));
	}
	return Out;
}

/** Distances from a coarser level's vertices to the finest level's surface in the same pose. */
std::vector<float> DistancesToFinest(const FPreviewCharacter& Finest, const FPictureOfPose& Pose,
	const std::vector<FFloat3>& Positions, IExecutor& Executor)
{
	const TResult<FPreviewPose> Shown = Finest.Pose(Pose.Local, {});
	std::vector<FDouble3> Surface, Queries;
	std::vector<FTriangle> Triangles;
	const std::span<const uint32_t> Indices = Finest.GetLevel().Indices;
	for (size_t Corner = 0; Shown && Corner + 2 < Indices.size(); Corner += 3)
	{
		Triangles.push_back({static_cast<int32_t>(Indices[Corner]), static_cast<int32_t>(Indices[Corner + 1]),
			static_cast<int32_t>(Indices[Corner + 2])});
	}
	if (Shown)
	{
		std::transform(Shown->Positions.begin(), Shown->Positions.end(), std::back_inserter(Surface), ToDouble);
	}
	std::transform(Positions.begin(), Positions.end(), std::back_inserter(Queries), ToDouble);
	std::vector<float> Out(Positions.size());
	const std::vector<FClosestPoint> Found = FClosestPointFinder(Surface, Triangles).Find(Queries, Executor);
	std::transform(Found.begin(), Found.end(), Out.begin(),
		[](const FClosestPoint& At) { return static_cast<float>(At.Distance); });
	return Out;
}

class FPictureMaker
{
public:
	FPictureMaker(const FStudio& InStudio, const FCharacter& InCharacter, const FExampleSet* InExamples,
		const FPictureOptions& InOptions, const FBuildContext& InContext)
		: Studio(InStudio)
		, Character(InCharacter)
		, Examples(InExamples)
		, Options(InOptions)
		, Context(InContext)
	{
	}

	TResult<FPictures> Make(const FPictureSink& Sink)
	{
		FStatus Status = MakeLevels();
		Status = Status ? Plan() : Status;
		Status = Status ? Measure() : Status;
		return Status ? Draw(Sink) : TResult<FPictures>(Status.GetError());
	}

private:
	FStatus MakeLevels()
	{
		for (const uint32_t Level : Options.Levels)
		{
			TResult<FPreviewCharacter> Made = FPreviewCharacter::Create(Studio, Character, Level);
			if (!Made)
			{
				return Made.GetError();
			}
			Levels.push_back(std::move(*Made));
			LargestCount = (std::max)(LargestCount, Levels.back().GetLargestInfluenceCount());
		}
		if (Examples == nullptr && Options.Debug == EDebugView::Error)
		{
			TResult<FPreviewCharacter> Made = FPreviewCharacter::Create(Studio, Character, 0);
			if (!Made)
			{
				return Made.GetError();
			}
			Finest.push_back(std::move(*Made));
		}
		return FOk{};
	}

	FStatus Plan()
	{
		for (size_t Index = 0; Index < Options.Poses.size(); ++Index)
		{
			const FPictureOfPose& Pose = Options.Poses[Index];
			if (Examples != nullptr && Pose.Example >= Examples->PoseCount())
			{
				return FError{EErrorCode::NotFound,
					"Example pose " + std::to_string(Pose.Example) + " does not exist. The examples have poses 0 to " +
						std::to_string(Examples->PoseCount() - 1) + "."};
			}
			for (size_t View = 0; View < Options.Views.size(); ++View)
			{
				const size_t Camera = View + (Options.bCameraPerPose ? Index * Options.Views.size() : 0);
				Fits.resize((std::max)(Fits.size(), Camera + 1));
				if (Examples != nullptr && !Options.bErrorAlone)
				{
					Plans.push_back({&Pose, 0, View, Camera, EShown::Example, {}, {}});
				}
				for (size_t Level = 0; Level < Levels.size(); ++Level)
				{
					if (Examples == nullptr || !Options.bErrorAlone)
					{
						Plans.push_back({&Pose, Level, View, Camera, EShown::Character, {}, {}});
					}
					if (Examples != nullptr)
					{
						Plans.push_back({&Pose, Level, View, Camera, EShown::Error, {}, {}});
					}
				}
			}
		}
		return FOk{};
	}

	EDebugView DebugOf(const FPlan& Picture) const
	{
		return Picture.Shown == EShown::Error ? EDebugView::Error : Options.Debug;
	}

	/** Where everything is and how wrong it is: what cameras, floors and the ends of ramps are made from. */
	FStatus Measure()
	{
		for (size_t I = 0; I < Plans.size(); ++I)
		{
			FPlan& Picture = Plans[I];
			std::vector<FFloat3> Positions;
			if (Picture.Shown == EShown::Example)
			{
				Positions = ToFloats(Examples->Poses[Picture.Pose->Example]);
			}
			else
			{
				TResult<FPreviewPose> Shown = Levels[Picture.Level].Pose(Picture.Pose->Local, {});
				if (!Shown)
				{
					return Shown.GetError();
				}
				Positions = std::move(Shown->Positions);
				LargestCorrective = (std::max)(LargestCorrective, Shown->LargestCorrective);
				if (DebugOf(Picture) == EDebugView::Error)
				{
					Picture.Errors = Examples != nullptr
						? DistancesToExample(*Examples, Picture.Pose->Example, Levels[Picture.Level].GetLevel(),
							  Positions, *Context.Executor)
						: DistancesToFinest(Finest[0], *Picture.Pose, Positions, *Context.Executor);
					LargestError =
						(std::max)(LargestError, *std::max_element(Picture.Errors.begin(), Picture.Errors.end()));
				}
			}
			for (const FFloat3& P : Positions)
			{
				Picture.Box.Add(P);
			}
			const size_t Step = 1 + Positions.size() / 4000;
			for (size_t At = 0; At < Positions.size(); At += Step)
			{
				Fits[Picture.Camera].push_back(Positions[At]);
			}
			LowestFloor = (std::min)(LowestFloor, Picture.Box.Min.Y);
			if (!Context.Progress.Report(0.3 * static_cast<double>(I + 1) / static_cast<double>(Plans.size())))
			{
				return Context.Progress.CanceledError();
			}
		}
		ChooseSize();
		const float Aspect = static_cast<float>(Width) / static_cast<float>(Height);
		const float Footer = static_cast<float>(Options.Footer) / static_cast<float>(Height);
		for (size_t Camera = 0; Camera < Fits.size(); ++Camera)
		{
			Cameras.push_back(FrameCamera(ViewOf(Camera), Fits[Camera], Aspect, 0.88f, Footer));
		}
		const bool bCorrectives = Options.Debug == EDebugView::CorrectiveStrength && Examples == nullptr;
		RampEnd = Options.RampEnd > 0.0f
			? 0.001f * Options.RampEnd
			: static_cast<float>(RoundUpToReadable(double{bCorrectives ? LargestCorrective : LargestError}));
		return FOk{};
	}

	const FView& ViewOf(size_t Camera) const { return Options.Views[Camera % Options.Views.size()]; }

	/** One size for all panels, of the mean shape of what cameras see. */
	void ChooseSize()
	{
		Width = Options.Width;
		Height = Options.Height;
		if (Options.bFitShape)
		{
			double Sum = 0.0;
			for (size_t Camera = 0; Camera < Fits.size(); ++Camera)
			{
				Sum += std::log(static_cast<double>(ApparentAspect(ViewOf(Camera), Fits[Camera])));
			}
			const double Mean = std::exp(Sum / static_cast<double>((std::max)(Fits.size(), size_t{1})));
			// Poses that differ much in shape share panels that suit none: not too narrow, so that wide ones are not
			// small.
			const double Aspect = std::clamp(1.08 * Mean, Options.bCameraPerPose ? 0.85 : 0.64, 1.8);
			const double Area = static_cast<double>(Width) * static_cast<double>(Height);
			// Even numbers: video coders ask for them.
			Width = 2 * static_cast<uint32_t>(0.5 * std::sqrt(Area * Aspect));
			Height = 2 * static_cast<uint32_t>(0.5 * std::sqrt(Area / Aspect));
		}
	}

	TResult<FPictures> Draw(const FPictureSink& Sink) const
	{
		FPictures Out;
		Out.PanelsAPose = static_cast<uint32_t>(Plans.size() / (std::max)(Options.Poses.size(), size_t{1}));
		Out.Legend = MakeDebugLegend(Examples != nullptr ? EDebugView::Error : Options.Debug, Character.View(),
			Options.Levels, LargestCount, RampEnd,
			Examples != nullptr ? "Distance from the example" : "Distance from the finest level");
		for (size_t I = 0; I < Plans.size(); ++I)
		{
			TResult<FSheetPanel> Panel = DrawPanel(Plans[I]);
			if (!Panel)
			{
				return Panel.GetError();
			}
			Out.Panels.push_back(std::move(*Panel));
			if (Sink && Out.Panels.size() == Out.PanelsAPose)
			{
				FPictures Pose{std::move(Out.Panels), Out.Legend, Out.PanelsAPose};
				Out.Panels.clear();
				if (FStatus Status = Sink(I / Out.PanelsAPose, std::move(Pose)); !Status)
				{
					return Status.GetError();
				}
			}
			if (!Context.Progress.Report(0.3 + 0.7 * static_cast<double>(I + 1) / static_cast<double>(Plans.size())))
			{
				return Context.Progress.CanceledError();
			}
		}
		return Out;
	}

	TResult<FSheetPanel> DrawPanel(const FPlan& Picture) const
	{
		FStudioScene Scene;
		Scene.Camera = Cameras[Picture.Camera];
		Scene.Caster = {Picture.Box.Center(), (std::max)(0.5f * Picture.Box.Diagonal(), 1e-4f)};
		Scene.FloorHeight = Options.bCommonFloor ? LowestFloor : Picture.Box.Min.Y;
		Scene.WireWidth = Options.bWireframe ? 0.9f : 0.0f;
		FStatus Status = Picture.Shown == EShown::Example ? AddExample(Picture, Scene) : AddCharacter(Picture, Scene);
		if (!Status)
		{
			return Status.GetError();
		}
		TResult<FCanvas> Canvas = Studio.Draw(Scene, Width, Height);
		if (!Canvas)
		{
			return Canvas.GetError();
		}
		return FSheetPanel{std::move(*Canvas), CaptionOf(Picture), RemarkOf(Picture)};
	}

	FStatus AddExample(const FPlan& Picture, FStudioScene& Scene) const
	{
		const std::vector<FFloat3> Positions = ToFloats(Examples->Poses[Picture.Pose->Example]);
		std::vector<uint32_t> Indices;
		for (const FTriangle& Triangle : Examples->Rest.Triangles)
		{
			for (const int32_t Vertex : Triangle)
			{
				Indices.push_back(static_cast<uint32_t>(Vertex));
			}
		}
		const std::vector<FPixel> Colors(Positions.size(), FPixel{178, 194, 210, 255});
		TResult<FStudioMesh> Mesh = Studio.Upload(Positions, {}, Indices, Colors);
		if (!Mesh)
		{
			return Mesh.GetError();
		}
		Scene.Surfaces.push_back(*Mesh);
		return FOk{};
	}

	FStatus AddCharacter(const FPlan& Picture, FStudioScene& Scene) const
	{
		FPreviewColors Colors;
		Colors.View = DebugOf(Picture);
		Colors.Errors = Picture.Errors;
		Colors.Scale =
			Colors.View == EDebugView::InfluenceCount ? static_cast<float>((std::max)(LargestCount, 2u)) : RampEnd;
		Scene.Flatness = Colors.View == EDebugView::None ? 0.0f : 0.8f;
		TResult<FPreviewPose> Shown = Levels[Picture.Level].Pose(Picture.Pose->Local, Colors);
		if (!Shown)
		{
			return Shown.GetError();
		}
		Scene.Surfaces.push_back(Shown->Mesh);
		if (Options.bSkeleton && Picture.Shown == EShown::Character)
		{
			const FBoneShapes Bones =
				MakeBoneShapes(Character->Skeleton.Parents, Shown->Joints, Character->RestBox.Diagonal());
			TResult<FStudioMesh> Mesh = Studio.Upload(Bones.Positions, Bones.Normals, Bones.Indices, Bones.Colors);
			if (!Mesh)
			{
				return Mesh.GetError();
			}
			Scene.Overlays.push_back(*Mesh);
		}
		return FOk{};
	}

	std::string CaptionOf(const FPlan& Picture) const
	{
		std::string Out = Picture.Pose->Caption;
		const auto Add = [&Out](const std::string& Part) { Out += (Out.empty() || Part.empty() ? "" : ", ") + Part; };
		if (Options.Views.size() > 1)
		{
			Add(Options.Views[Picture.View].Name);
		}
		if (Levels.size() > 1 && Picture.Shown != EShown::Example)
		{
			Add("LOD " + std::to_string(Options.Levels[Picture.Level]));
		}
		if (Examples != nullptr)
		{
			const size_t Panel = Picture.Shown == EShown::Example ? 0 : Picture.Shown == EShown::Error ? 2 : 1;
			Add(Options.PanelNames[Panel]);
		}
		return Out;
	}

	std::string RemarkOf(const FPlan& Picture) const
	{
		if (!Picture.Errors.empty())
		{
			double Sum = 0.0;
			for (const float Error : Picture.Errors)
			{
				Sum += double{Error};
			}
			return "mean " + FormatLength(Sum / static_cast<double>(Picture.Errors.size())) + ", max " +
				FormatLength(double{*std::max_element(Picture.Errors.begin(), Picture.Errors.end())});
		}
		if (Levels.size() > 1 && Picture.Shown == EShown::Character)
		{
			return FormatCount(Levels[Picture.Level].GetLevel().Indices.size() / 3) + " triangles";
		}
		return {};
	}

	const FStudio& Studio;
	const FCharacter& Character;
	const FExampleSet* Examples;
	const FPictureOptions& Options;
	const FBuildContext& Context;

	std::vector<FPreviewCharacter> Levels, Finest;
	std::vector<FPlan> Plans;
	std::vector<std::vector<FFloat3>> Fits; // by camera
	std::vector<FCamera> Cameras;
	uint32_t LargestCount = 1, Width = 0, Height = 0;
	float LargestCorrective = 0.0f, LargestError = 0.0f, LowestFloor = INFINITY, RampEnd = 1.0f;
};

} // namespace PictureMaking

TResult<FPictures> DrawPictures(const FStudio& Studio, const FCharacter& Character, const FExampleSet* Examples,
	const FPictureOptions& Options, const FBuildContext& Context, const FPictureSink& Sink)
{
	return PictureMaking::FPictureMaker(Studio, Character, Examples, Options, Context).Make(Sink);
}

} // namespace Exemplar
