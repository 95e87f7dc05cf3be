// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/RegistrationReport.h"

#if EXEMPLAR_WITH_VULKAN
#include "Geometry/Measures.h"
#include "Render/Studio.h"
#include "Report/PackPicture.h"

#include <cmath>
#endif

#include <algorithm>

namespace Exemplar
{

#if EXEMPLAR_WITH_VULKAN

namespace RegistrationPicturesDetail
{

constexpr size_t MostPoses = 40;
constexpr uint32_t PictureSize = 420;
constexpr float ShownSize = 1.8f; // the diagonal, in meters: what lights and shadows are made for
constexpr FPixel Clay{178, 194, 210, 255};

/** Those that need a look, then the others. */
std::vector<size_t> ChoosePoses(const FRegisteredExamples& Result)
{
	std::vector<size_t> Out;
	for (size_t Pose = 0; Pose < Result.Poses.size(); ++Pose)
	{
		if (!Result.Poses[Pose].Positions.empty())
		{
			Out.push_back(Pose);
		}
	}
	if (Out.size() > MostPoses)
	{
		std::stable_sort(Out.begin(), Out.end(),
			[&](size_t A, size_t B) { return Result.Poses[A].Verdict > Result.Poses[B].Verdict; });
		Out.resize(MostPoses);
		std::sort(Out.begin(), Out.end());
	}
	return Out;
}

/** Triangles as the studio takes them. */
struct FShownMesh
{
	std::vector<FFloat3> Positions;
	std::vector<uint32_t> Indices;
	std::vector<FPixel> Colors;
};

FShownMesh ShowMesh(std::span<const FDouble3> Positions, const FSourceMesh& Mesh, double Scale)
{
	FShownMesh Out;
	for (const FDouble3& P : Positions)
	{
		const bool bFinite = std::isfinite(P.X + P.Y + P.Z);
		Out.Positions.push_back(bFinite ? FFloat3{static_cast<float>(Scale * P.X), static_cast<float>(Scale * P.Y),
											  static_cast<float>(Scale * P.Z)}
										: FFloat3{});
	}
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		for (uint32_t Corner = Mesh.PolygonOffsets[Polygon] + 2; Corner < Mesh.PolygonOffsets[Polygon + 1]; ++Corner)
		{
			Out.Indices.insert(Out.Indices.end(),
				{Mesh.CornerVertices[Mesh.PolygonOffsets[Polygon]], Mesh.CornerVertices[Corner - 1],
					Mesh.CornerVertices[Corner]});
		}
	}
	Out.Colors.assign(Out.Positions.size(), Clay);
	return Out;
}

/** A scan with its colors; points become small triangles that are seen from both sides. */
FShownMesh ShowScan(const FSourceMesh& Mesh, double Scale)
{
	FShownMesh Out = ShowMesh(Mesh.Positions, Mesh, Scale);
	if (!Mesh.Colors.empty() && Mesh.Colors[0].Corners.size() == Mesh.CornerVertices.size())
	{
		for (size_t Corner = 0; Corner < Mesh.CornerVertices.size(); ++Corner)
		{
			const uint32_t Color = Mesh.Colors[0].Corners[Corner];
			if (Color < Mesh.Colors[0].Values.size())
			{
				const FFloat4& C = Mesh.Colors[0].Values[Color];
				const auto Byte = [](float Value)
				{ return static_cast<uint8_t>(std::lround(255.0f * std::clamp(Value, 0.0f, 1.0f))); };
				Out.Colors[Mesh.CornerVertices[Corner]] = {Byte(C.X), Byte(C.Y), Byte(C.Z), 255};
			}
		}
	}
	if (Out.Indices.empty())
	{
		const float Size = 0.004f * ShownSize;
		const std::vector<FFloat3> Points = std::move(Out.Positions);
		Out = {};
		for (const FFloat3& P : Points)
		{
			const uint32_t First = static_cast<uint32_t>(Out.Positions.size());
			for (const FFloat3& Corner :
				{FFloat3{-Size, -Size, Size}, FFloat3{Size, -Size, -Size}, FFloat3{0, Size, 0}})
			{
				Out.Positions.push_back({P.X + Corner.X, P.Y + Corner.Y, P.Z + Corner.Z});
				Out.Colors.push_back(Clay);
			}
			Out.Indices.insert(Out.Indices.end(), {First, First + 1, First + 2, First, First + 2, First + 1});
		}
	}
	return Out;
}

/** The template of a pose, colored by what was seen. */
void ColorByConfidence(const FRegisteredPose& Pose, FShownMesh& Mesh)
{
	constexpr FPixel Of[3] = {{58, 157, 93, 255}, {232, 184, 58, 255}, {200, 68, 46, 255}};
	for (size_t Vertex = 0; Vertex < Mesh.Colors.size() && Vertex < Pose.States.size(); ++Vertex)
	{
		Mesh.Colors[Vertex] = Of[static_cast<size_t>(Pose.States[Vertex])];
	}
}

class FDrawer
{
public:
	explicit FDrawer(const FStudio& InStudio)
		: Studio(InStudio)
	{
	}

	TResult<FReportPicture> Draw(
		const FShownMesh& Mesh, const FCamera& Camera, bool bFlat, const std::string& Name) const
	{
		FBox Box;
		std::for_each(Mesh.Positions.begin(), Mesh.Positions.end(), [&](const FFloat3& P) { Box.Add(P); });
		FStudioScene Scene;
		Scene.Camera = Camera;
		Scene.Caster = {Box.Center(), (std::max)(0.5f * Box.Diagonal(), 1e-4f)};
		Scene.FloorHeight = Box.Min.Y;
		Scene.Flatness = bFlat ? 0.6f : 0.0f;
		TResult<FStudioMesh> Uploaded = Studio.Upload(Mesh.Positions, {}, Mesh.Indices, Mesh.Colors);
		if (!Uploaded)
		{
			return Uploaded.GetError();
		}
		Scene.Surfaces.push_back(std::move(*Uploaded));
		const TResult<FCanvas> Canvas = Studio.Draw(Scene, PictureSize, PictureSize);
		return Canvas ? PackPicture(Name, *Canvas) : TResult<FReportPicture>(Canvas.GetError());
	}

	TResult<FScanPictures> DrawPose(
		const FScanInput& Input, const FRegisteredExamples& Result, size_t Pose, double ScanScale, double Scale) const
	{
		const FRegisteredPose& Registered = Result.Poses[Pose];
		FShownMesh Template = ShowMesh(Registered.Positions, Input.Template.Mesh, Scale);
		const FView View;
		const FCamera Camera = FrameCamera(View, Template.Positions, 1.0f);
		const std::string Name = "scan-" + std::to_string(Pose);
		FScanPictures Out;
		Out.Pose = Pose;
		TResult<FReportPicture> Scan =
			Draw(ShowScan(Input.Scans.Scans[Pose].Mesh, Scale * ScanScale), Camera, false, Name + "-scan");
		TResult<FReportPicture> Plain = Draw(Template, Camera, false, Name + "-registered");
		ColorByConfidence(Registered, Template);
		TResult<FReportPicture> Confidence = Draw(Template, Camera, true, Name + "-confidence");
		for (const TResult<FReportPicture>* Each : {&Scan, &Plain, &Confidence})
		{
			if (!*Each)
			{
				return Each->GetError();
			}
		}
		Out.Scan = std::move(*Scan);
		Out.Registered = std::move(*Plain);
		Out.Confidence = std::move(*Confidence);
		return Out;
	}

private:
	FStudio Studio;
};

} // namespace RegistrationPicturesDetail

TResult<FRegistrationPictures> DrawRegistration(
	const FScanInput& Input, const FRegisteredExamples& Result, double ScanScale, const FBuildContext& Context)
{
	using namespace RegistrationPicturesDetail;
	FRegistrationPictures Out;
	const TResult<FGpuDevice> Device = FGpuDevice::Create({});
	const TResult<FStudio> Studio = Device ? FStudio::Create(*Device, FStudioQuality::Draft()) : Device.GetError();
	if (!Studio)
	{
		Out.Missing = "Pictures could not be rendered: " + Studio.GetError().Message;
		return Out;
	}
	const FDrawer Drawer(*Studio);
	const double Scale = static_cast<double>(ShownSize) / BoxDiagonal(Input.Template.Mesh.Positions);
	const std::vector<size_t> Poses = ChoosePoses(Result);
	for (size_t Index = 0; Index < Poses.size(); ++Index)
	{
		if (!Context.Progress.Report(static_cast<double>(Index) / static_cast<double>(Poses.size())))
		{
			return Context.Progress.CanceledError();
		}
		TResult<FScanPictures> Drawn = Drawer.DrawPose(Input, Result, Poses[Index], ScanScale, Scale);
		if (!Drawn)
		{
			Out.Poses.clear();
			Out.Missing = "Pictures could not be rendered: " + Drawn.GetError().Message;
			return Out;
		}
		Out.Poses.push_back(std::move(*Drawn));
	}
	return Out;
}

#else

TResult<FRegistrationPictures> DrawRegistration(
	const FScanInput&, const FRegisteredExamples&, double, const FBuildContext&)
{
	return FRegistrationPictures{"This program was built without Vulkan.", {}};
}

#endif

} // namespace Exemplar
