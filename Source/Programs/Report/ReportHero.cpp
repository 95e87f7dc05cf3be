// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportHero.h"

#if EXEMPLAR_WITH_VULKAN

#include "Render/PreviewCharacter.h"

#include <algorithm>

namespace Exemplar
{
namespace HeroDrawing
{

constexpr float WidestShape = 2.5f; // width by height
constexpr float Gap = 0.04f;        // between two, in heights

/** A posed character and its position relative to the camera: X to the right, Y up, Z away. */
struct FStanding
{
	FPreviewPose Shown;
	FBox Seen;
};

float WidthOf(const FBox& Box)
{
	return Box.Max.X - Box.Min.X;
}

} // namespace HeroDrawing

TResult<FCanvas> DrawHero(const FStudio& Studio, const FCharacter& Character,
	std::span<const std::vector<FBoneTransform>> Poses, float Azimuth)
{
	using namespace HeroDrawing;
	const FView View{Azimuth, 7.0f, "hero"};
	const FCamera Axes = FrameCamera(View, {}, 1.0f);
	const FFloat3 Away = Normalize(FFloat3{Axes.Forward.X, 0.0f, Axes.Forward.Z}, {0.0f, 0.0f, -1.0f});
	const TResult<FPreviewCharacter> Level = FPreviewCharacter::Create(Studio, Character, 0);
	if (!Level)
	{
		return Level.GetError();
	}
	std::vector<FStanding> Group;
	float Width = 0.0f, Height = 0.0f;
	for (const std::vector<FBoneTransform>& Pose : Poses)
	{
		TResult<FPreviewPose> Shown = Level->Pose(Pose, {});
		if (!Shown)
		{
			return Shown.GetError();
		}
		FBox Seen;
		for (const FFloat3& P : Shown->Positions)
		{
			Seen.Add({Dot(P, Axes.Right), P.Y, Dot(P, Away)});
		}
		const float Taller = (std::max)(Height, Seen.Max.Y - Seen.Min.Y);
		const float Wider = Width + WidthOf(Seen) + Gap * Taller;
		if (Group.empty() || Wider <= WidestShape * Taller)
		{
			Group.push_back({std::move(*Shown), Seen});
			Width = Wider;
			Height = Taller;
		}
	}
	FStudioScene Scene;
	FBox Box;
	std::vector<FFloat3> Fit;
	float Cursor = 0.0f;
	for (FStanding& One : Group)
	{
		// Side by side, on one floor, at one distance.
		const FFloat3 Middle = One.Seen.Center();
		const FFloat3 Offset =
			Axes.Right * (Cursor - One.Seen.Min.X) + Away * -Middle.Z + FFloat3{0.0f, -One.Seen.Min.Y, 0.0f};
		Cursor += WidthOf(One.Seen) + Gap * Height;
		std::vector<FFloat3> Slots = One.Shown.Mesh.Positions.Read<FFloat3>();
		for (FFloat3& P : Slots)
		{
			P = P + Offset;
		}
		for (size_t I = 0; I < One.Shown.Positions.size(); ++I)
		{
			const FFloat3 P = One.Shown.Positions[I] + Offset;
			Box.Add(P);
			if (I % (1 + One.Shown.Positions.size() / 4000) == 0)
			{
				Fit.push_back(P);
			}
		}
		TResult<FGpuBuffer> Moved = Studio.GetDevice().MakeBufferOf(Slots);
		if (!Moved)
		{
			return Moved.GetError();
		}
		One.Shown.Mesh.Positions = *Moved;
		Scene.Surfaces.push_back(One.Shown.Mesh);
	}
	const float Aspect = std::clamp(1.06f * ApparentAspect(View, Fit), 1.9f, 2.6f);
	constexpr uint32_t Pixels = 1440;
	const uint32_t Rows = 2 * static_cast<uint32_t>(0.5f * static_cast<float>(Pixels) / Aspect);
	Scene.Camera = FrameCamera(View, Fit, Aspect, 0.9f);
	Scene.Caster = {Box.Center(), (std::max)(0.5f * Box.Diagonal(), 1e-4f)};
	Scene.FloorHeight = 0.0f;
	return Studio.Draw(Scene, Pixels, Rows);
}

} // namespace Exemplar

#endif
