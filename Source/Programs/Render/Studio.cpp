// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/Studio.h"

#include "Base/Octahedral.h"
#include "Gpu/GpuLayout.h"
#include "Render/StudioLights.h"
#include "Vulkan/ShaderCompiler.h"

#include <cmath>
#include <cstring>

namespace Exemplar
{
namespace Studios
{

/** Images of a size; made again when the size changes. */
struct FTargets
{
	uint32_t Width = 0, Height = 0;
	FGpuImage Position, Normal, Color, Triangle, Depth, Overlay, OverlayDepth, Light;
};

/** Runs Make unless an earlier step failed. */
template <typename T, typename MakeType>
void Assign(FStatus& Status, T& Out, const MakeType& Make)
{
	if (Status)
	{
		TResult<T> Made = Make();
		if (Made)
		{
			Out = std::move(*Made);
		}
		else
		{
			Status = Made.GetError();
		}
	}
}

FFloat4 ToRow(const FFloat3& V, float W = 0.0f)
{
	return {V.X, V.Y, V.Z, W};
}

} // namespace Studios

struct FStudio::FContents
{
	explicit FContents(const FGpuDevice& InDevice)
		: Device(InDevice)
	{
	}

	FGpuDevice Device;
	FStudioQuality Quality;
	FStudioLighting Lighting;
	FGpuPipeline Shadow, Surface, Overlay, Light, Join;
	FGpuBuffer Lights;
	FGpuBuffer Instance; // the vertex factory's: the first output is the first vertex
	FGpuImage Atlas;
	Studios::FTargets Targets;
	FGpuImage Picture;

	FStatus MakeTargets(uint32_t Width, uint32_t Height)
	{
		FStatus Status = FOk{};
		if (Targets.Width == Width && Targets.Height == Height)
		{
			return Status;
		}
		const auto Image = [&](FGpuImage& Out, EGpuFormat Format)
		{ Studios::Assign(Status, Out, [&] { return Device.MakeImage(Width, Height, Format); }); };
		Image(Targets.Position, EGpuFormat::Rgba32Float);
		Image(Targets.Normal, EGpuFormat::Rgba16Float);
		Image(Targets.Color, EGpuFormat::Rgba8Unorm);
		Image(Targets.Triangle, EGpuFormat::R32Uint);
		Image(Targets.Depth, EGpuFormat::Depth32);
		Image(Targets.Overlay, EGpuFormat::Rgba16Float);
		Image(Targets.OverlayDepth, EGpuFormat::Depth32);
		Image(Targets.Light, EGpuFormat::Rgba16Float);
		Targets.Width = Status ? Width : 0;
		Targets.Height = Height;
		return Status;
	}

	/** What all passes share. */
	FGpuBindings Bind(const FStudioScene& Scene, uint32_t Samples) const
	{
		using Studios::ToRow;
		const FCamera& Camera = Scene.Camera;
		const std::array<FFloat4, 4> ToClip = Camera.ToClip();
		const uint32_t Atlas4[4] = {
			Lighting.Columns, Lighting.Rows, Quality.ShadowPixels, static_cast<uint32_t>(Lighting.Lights.size())};
		const uint32_t Samples4[4] = {Samples, 0, 0, 0};
		FGpuBindings Out;
		Out.SetParameter("DrawViewProjection", ToClip).SetParameter("DrawPreviousViewProjection", ToClip);
		Out.SetParameter("DrawLocalToWorld", FAffine()).SetParameter("DrawPreviousLocalToWorld", FAffine());
		Out.SetParameter("StudioEye", ToRow(Camera.Eye)).SetParameter("StudioForward", ToRow(Camera.Forward));
		Out.SetParameter("StudioRight", ToRow(Camera.Right * Camera.TanHalfWidth));
		Out.SetParameter("StudioUp", ToRow(Camera.Up * Camera.TanHalfHeight));
		Out.SetParameter("StudioCaster", ToRow(Scene.Caster.Center, Scene.Caster.Radius * 1.02f));
		Out.SetParameter("StudioAtlas", Atlas4).SetParameter("StudioSamples", Samples4);
		Out.SetParameter("StudioLook",
			FFloat4{Scene.FloorHeight, 0.85f, Scene.Flatness, 0.5f * Scene.WireWidth * static_cast<float>(Samples)});
		Out.SetParameter("StudioWireColor", FFloat4{0.13f, 0.15f, 0.19f, 0.55f});
		Out.SetParameter("StudioBackgroundTop", Lighting.BackgroundTop);
		Out.SetParameter("StudioBackgroundBottom", Lighting.BackgroundBottom);
		Out.SetParameter("StudioFloorLight", ToRow(Lighting.FloorLight));
		// Fill and rim lights move with the camera, not with the character.
		const FFloat3 Side = Camera.Right, Back = Camera.Forward, Up{0.0f, 1.0f, 0.0f};
		Out.SetParameter("StudioFillDirection", ToRow(Normalize(Side * 0.85f - Back * 0.5f + Up * 0.1f)));
		Out.SetParameter("StudioFillColor", Lighting.FillColor);
		Out.SetParameter("StudioRimDirection", ToRow(Normalize(Side * 0.45f + Back * 0.6f + Up * 0.65f)));
		Out.SetParameter("StudioRimColor", Lighting.RimColor);
		Out.SetParameter("StudioBounceColor", Lighting.BounceColor);
		Out.Set("StudioLights", Lights).Set("SkinInstances", Instance);
		return Out;
	}

	static FGpuBindings With(FGpuBindings Bindings, const FStudioMesh& Mesh)
	{
		Bindings.Set("SkinnedPositions", Mesh.Positions).Set("SkinnedPreviousPositions", Mesh.Positions);
		Bindings.Set("SkinnedFrames", Mesh.Frames);
		Bindings.Set("StudioColors", Mesh.Colors).Set("StudioIndices", Mesh.Indices);
		return Bindings;
	}

	FStatus DrawSurfaces(FGpuCommands& Commands, const FStudioScene& Scene, const FGpuBindings& Shared) const
	{
		FGpuPass Pass;
		for (const FGpuImage& Image : {Targets.Position, Targets.Normal, Targets.Color, Targets.Triangle})
		{
			Pass.Colors.push_back({Image});
		}
		Pass.Depth = FGpuAttachment{Targets.Depth, true, {1.0f}};
		FStatus Status = Commands.BeginPass(Pass);
		for (const FStudioMesh& Mesh : Scene.Surfaces)
		{
			Status = Status ? Commands.Draw(Surface, With(Shared, Mesh), FGpuDraw{{}, Mesh.IndexCount}) : Status;
		}
		return Status ? Commands.EndPass() : Status;
	}

	FStatus DrawShadows(FGpuCommands& Commands, const FStudioScene& Scene, const FGpuBindings& Shared) const
	{
		FGpuPass Pass;
		Pass.Depth = FGpuAttachment{Atlas, true, {1.0f}};
		FStatus Status = Commands.BeginPass(Pass);
		for (const FStudioMesh& Mesh : Scene.Surfaces)
		{
			FGpuDraw Draw;
			Draw.Indices = Mesh.Indices;
			Draw.Count = Mesh.IndexCount;
			Draw.InstanceCount = static_cast<uint32_t>(Lighting.Lights.size());
			Status = Status ? Commands.Draw(Shadow, With(Shared, Mesh), Draw) : Status;
		}
		return Status ? Commands.EndPass() : Status;
	}

	FStatus DrawOverlays(FGpuCommands& Commands, const FStudioScene& Scene, const FGpuBindings& Shared) const
	{
		FGpuPass Pass;
		Pass.Colors.push_back({Targets.Overlay});
		Pass.Depth = FGpuAttachment{Targets.OverlayDepth, true, {1.0f}};
		FStatus Status = Commands.BeginPass(Pass);
		for (const FStudioMesh& Mesh : Scene.Overlays)
		{
			Status = Status ? Commands.Draw(Overlay, With(Shared, Mesh), FGpuDraw{{}, Mesh.IndexCount}) : Status;
		}
		return Status ? Commands.EndPass() : Status;
	}

	static FStatus DrawScreen(
		FGpuCommands& Commands, const FGpuPipeline& Pipeline, const FGpuBindings& Bindings, const FGpuImage& To)
	{
		FGpuPass Pass;
		Pass.Colors.push_back({To});
		FStatus Status = Commands.BeginPass(Pass);
		Status = Status ? Commands.Draw(Pipeline, Bindings, FGpuDraw{{}, 3}) : Status;
		return Status ? Commands.EndPass() : Status;
	}
};

TResult<FStudio> FStudio::Create(const FGpuDevice& Device, const FStudioQuality& Quality)
{
	FStudio Studio;
	Studio.Contents = std::make_shared<FContents>(Device);
	FContents& Made = *Studio.Contents;
	Made.Quality = Quality;
	Made.Lighting = MakeStudioLighting(Quality.SkyLights, Quality.KeyLights, {0.0f, 0.0f, -1.0f});
	FStatus Status = FOk{};
	const FShaderCompiler Compiler;
	std::vector<FGpuShader> Shaders;
	for (const FShaderSource& Source : ListStudioShaders())
	{
		Studios::Assign(Status, Shaders.emplace_back(), [&] { return Compiler.Compile(Source); });
	}
	const FGpuShader &ShadowVS = Shaders[0], &SurfaceVS = Shaders[1], &SurfacePS = Shaders[2], &OverlayPS = Shaders[3],
					 &ScreenVS = Shaders[4], &LightPS = Shaders[5], &JoinPS = Shaders[6];
	const auto Pipeline = [&](FGpuPipeline& Out, const FGpuShader& Vertex, const FGpuShader* Pixel,
							  std::vector<EGpuFormat> Formats, EGpuFormat Depth, EGpuCull Cull)
	{
		FGraphicsPipelineOptions Options;
		Options.VertexShader = &Vertex;
		Options.PixelShader = Pixel;
		Options.ColorFormats = std::move(Formats);
		Options.DepthFormat = Depth;
		Options.Cull = Cull;
		Studios::Assign(Status, Out, [&] { return Device.MakeGraphicsPipeline(Options); });
	};
	Pipeline(Made.Shadow, ShadowVS, nullptr, {}, EGpuFormat::Depth32, EGpuCull::None);
	Pipeline(Made.Surface, SurfaceVS, &SurfacePS,
		{EGpuFormat::Rgba32Float, EGpuFormat::Rgba16Float, EGpuFormat::Rgba8Unorm, EGpuFormat::R32Uint},
		EGpuFormat::Depth32, EGpuCull::None);
	Pipeline(Made.Overlay, SurfaceVS, &OverlayPS, {EGpuFormat::Rgba16Float}, EGpuFormat::Depth32, EGpuCull::Back);
	Pipeline(Made.Light, ScreenVS, &LightPS, {EGpuFormat::Rgba16Float}, EGpuFormat::None, EGpuCull::None);
	Pipeline(Made.Join, ScreenVS, &JoinPS, {EGpuFormat::Rgba8Unorm}, EGpuFormat::None, EGpuCull::None);
	Studios::Assign(Status, Made.Lights, [&] { return Device.MakeBufferOf(Made.Lighting.Rows4()); });
	Studios::Assign(Status, Made.Instance, [&] { return Device.MakeBuffer(sizeof(FGpuSkinInstance)); });
	Studios::Assign(Status, Made.Atlas,
		[&]
		{
			return Device.MakeImage(Made.Lighting.Columns * Quality.ShadowPixels,
				Made.Lighting.Rows * Quality.ShadowPixels, EGpuFormat::Depth32);
		});
	if (!Status)
	{
		return Status.GetError();
	}
	return Studio;
}

const FGpuDevice& FStudio::GetDevice() const
{
	return Contents->Device;
}

TResult<FStudioMesh> FStudio::Upload(std::span<const FFloat3> Positions, std::span<const FFloat3> Normals,
	std::span<const uint32_t> Indices, std::span<const FPixel> Colors) const
{
	const std::vector<FFloat3> Smooth = Normals.empty() ? SmoothNormals(Positions, Indices) : std::vector<FFloat3>();
	std::vector<uint32_t> Frames;
	for (const FFloat3& Normal : Normals.empty() ? std::span<const FFloat3>(Smooth) : Normals)
	{
		const FOctahedralCode Code = EncodeOctahedral(Normal, 16);
		Frames.push_back(Code.X | Code.Y << 16);
		Frames.push_back(0);
	}
	FStudioMesh Mesh;
	Mesh.IndexCount = static_cast<uint32_t>(Indices.size());
	FStatus Status = FOk{};
	Studios::Assign(Status, Mesh.Positions, [&] { return Contents->Device.MakeBufferOf(Positions); });
	Studios::Assign(Status, Mesh.Frames, [&] { return Contents->Device.MakeBufferOf(Frames); });
	Studios::Assign(Status, Mesh.Colors, [&] { return Contents->Device.MakeBufferOf(Colors); });
	Studios::Assign(Status, Mesh.Indices, [&] { return Contents->Device.MakeBufferOf(Indices); });
	if (!Status)
	{
		return Status.GetError();
	}
	return Mesh;
}

TResult<FCanvas> FStudio::Draw(const FStudioScene& Scene, uint32_t Width, uint32_t Height) const
{
	FContents& Made = *Contents;
	const uint32_t Samples = Made.Quality.Samples;
	FStatus Status = Made.MakeTargets(Width * Samples, Height * Samples);
	if (Status &&
		(Made.Picture.Contents == nullptr || Made.Picture.Width() != Width || Made.Picture.Height() != Height))
	{
		Studios::Assign(
			Status, Made.Picture, [&] { return Made.Device.MakeImage(Width, Height, EGpuFormat::Rgba8Unorm); });
	}
	FGpuCommands Commands;
	Studios::Assign(Status, Commands, [&] { return FGpuCommands::Begin(Made.Device); });
	if (!Status)
	{
		return Status.GetError();
	}
	Made.Lighting = MakeStudioLighting(Made.Quality.SkyLights, Made.Quality.KeyLights, Scene.Camera.Forward);
	Made.Lights.Write(std::as_bytes(std::span<const FFloat4>(Made.Lighting.Rows4())));
	FGpuBindings Shared = Made.Bind(Scene, Samples);
	Status = Made.DrawShadows(Commands, Scene, Shared);
	Status = Status ? Made.DrawSurfaces(Commands, Scene, Shared) : Status;
	Status = Status ? Made.DrawOverlays(Commands, Scene, Shared) : Status;
	Shared.Set("StudioShadows", Made.Atlas);
	Shared.Set("StudioPosition", Made.Targets.Position).Set("StudioNormal", Made.Targets.Normal);
	Shared.Set("StudioColor", Made.Targets.Color).Set("StudioOverlay", Made.Targets.Overlay);
	Shared.Set("StudioLightSamples", Made.Targets.Light);
	Status = Status ? Made.DrawScreen(Commands, Made.Light, Shared, Made.Targets.Light) : Status;
	Status = Status ? Made.DrawScreen(Commands, Made.Join, Shared, Made.Picture) : Status;
	Status = Status ? Commands.Submit() : Status;
	std::vector<FPixel> Pixels;
	Studios::Assign(Status, Pixels, [&] { return Made.Picture.ReadAs<FPixel>(); });
	if (!Status)
	{
		return Status.GetError();
	}
	FCanvas Out(Width, Height);
	Out.GetPixels() = std::move(Pixels);
	return Out;
}

TResult<FStudioSamples> FStudio::DrawSamples(const FStudioScene& Scene, uint32_t Width, uint32_t Height) const
{
	FContents& Made = *Contents;
	FStudioSamples Out;
	Out.Width = Width;
	Out.Height = Height;
	FStatus Status = Made.MakeTargets(Width, Height);
	FGpuCommands Commands;
	Studios::Assign(Status, Commands, [&] { return FGpuCommands::Begin(Made.Device); });
	Status = Status ? Made.DrawSurfaces(Commands, Scene, Made.Bind(Scene, 1)) : Status;
	Status = Status ? Commands.Submit() : Status;
	Studios::Assign(Status, Out.Triangles, [&] { return Made.Targets.Triangle.ReadAs<uint32_t>(); });
	Studios::Assign(Status, Out.Depths, [&] { return Made.Targets.Depth.ReadAs<float>(); });
	Studios::Assign(Status, Out.HalfNormals, [&] { return Made.Targets.Normal.ReadAs<uint16_t>(); });
	if (!Status)
	{
		return Status.GetError();
	}
	return Out;
}

std::vector<FShaderSource> ListStudioShaders()
{
	std::vector<FShaderSource> Out;
	for (const char* Entry : {"StudioShadowVS", "StudioSurfaceVS", "StudioSurfacePS", "StudioOverlayPS",
			 "StudioScreenVS", "StudioLightPS", "StudioJoinPS"})
	{
		const bool bPixel = Entry[std::strlen(Entry) - 2] == 'P';
		Out.push_back({"/Render/Studio.usf", Entry, bPixel ? EShaderStage::Pixel : EShaderStage::Vertex, {}});
	}
	return Out;
}

std::vector<FFloat3> SmoothNormals(std::span<const FFloat3> Positions, std::span<const uint32_t> Indices)
{
	std::vector<FFloat3> Normals(Positions.size());
	for (size_t Corner = 0; Corner + 2 < Indices.size(); Corner += 3)
	{
		const FFloat3 &A = Positions[Indices[Corner]], &B = Positions[Indices[Corner + 1]],
					  &C = Positions[Indices[Corner + 2]];
		const FFloat3 Normal = Cross(B - A, C - A);
		for (size_t I = 0; I < 3; ++I)
		{
			Normals[Indices[Corner + I]] += Normal;
		}
	}
	for (FFloat3& Normal : Normals)
	{
		Normal = Normalize(Normal, {0.0f, 1.0f, 0.0f});
	}
	return Normals;
}

} // namespace Exemplar
