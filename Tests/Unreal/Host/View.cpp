// Copyright (c) 2026 Exemplar contributors. MIT licence.

// What the engine's renderer does with a proxy, as far as one picture needs it.
#include "View.h"

#include "PrimitiveSceneProxy.h"
#include "RenderingThread.h"
#include "SceneManagement.h"
#include "VertexFactory.h"

namespace
{

struct FBasis
{
	FVector Forward, Right, Up;
};
FBasis BasisOf(const Host::FCamera& Camera)
{
	const FVector Forward = (Camera.Target - Camera.Location).GetSafeNormal();
	const FVector Right = (FVector(0, 0, 1) ^ Forward).GetSafeNormal(); // left-handed: z cross x is y
	return {Forward, Right, Forward ^ Right};
}
FMatrix ProjectionOf(const Host::FCamera& Camera)
{
	// View space has x to the right, y up, z into the picture.
	FMatrix Out = {};
	Out.M[0][0] = 1.0 / Camera.TanHalfWidth;
	Out.M[1][1] = static_cast<double>(Camera.Width) / Camera.Height / Camera.TanHalfWidth;
	Out.M[2][3] = 1.0;
	Out.M[3][2] = 10.0; // the near plane
	return Out;
}

/** Rows of column vectors, as the harness' shaders take matrices. */
std::vector<std::byte> RowsOf(const FMatrix& M, int RowCount)
{
	std::vector<float> Rows;
	for (int Row = 0; Row < RowCount; ++Row)
	{
		for (int Column = 0; Column < 4; ++Column)
		{
			Rows.push_back(static_cast<float>(M.M[Column][Row]));
		}
	}
	const std::byte* First = reinterpret_cast<const std::byte*>(Rows.data());
	return std::vector<std::byte>(First, First + 4 * Rows.size());
}

Host::FDraw MakeDraw(FPrimitiveSceneProxy& Proxy, const FSceneView& View, const FMeshBatch& Batch)
{
	const FVertexFactory& Factory = *Batch.VertexFactory;
	check(Factory.IsInitialized() && Batch.Type == PT_TriangleList);
	FVertexFactoryType& Type = *Factory.GetType();
	FVertexFactoryShaderPermutationParameters Permutation;
	Permutation.VertexFactoryType = &Type;
	check(Type.ShouldCompile(Permutation));
	// The stream of primitive numbers is where precached pipelines expect it.
	for (const auto& [Stream, Elements] : Factory.HostDeclarations)
	{
		FVertexDeclarationElementList Precached;
		Type.PrecacheElements(Stream, Precached);
		check(Precached == Elements);
	}
	FShaderCompilerEnvironment Environment;
	Type.ModifyEnvironment(Permutation, Environment);
	// The harness' shaders include the plug-in's factory, the host's own draw what stands in the engine's place.
	const bool bStock = std::string(Type.File) == "/Host/StockMesh.usf";
	check(bStock || std::string(Type.File) == "/Plugin/Exemplar/ExemplarVertexFactory.ush");
	const std::string File = bStock ? Type.File : "/Harness/ExemplarDraw.usf";
	Host::FDraw Out;
	Out.VertexShader = {File, "DrawVS", Environment.HostDefines};
	Out.PixelShader = {File, "DrawPS", {}};
	const std::vector<std::string> Names = Host::Device().NamesOf(Out.VertexShader);
	FShaderParameterMap Map;
	for (size_t Place = 0; Place < Names.size(); ++Place)
	{
		Map.HostNames[Names[Place]] = static_cast<uint16>(Place);
	}
	TArray<FString> Errors;
	Type.Validate(&Type, SP_HostVulkan, Map, Errors);
	check(Errors.IsEmpty());
	const FMeshBatchElement& Element = Batch.Elements[0];
	FMeshDrawSingleShaderBindings Bindings;
	Type.VertexBindings(Map, &Proxy.GetScene(), &View, &Factory, Element, Bindings);
	for (const auto& [Place, Bound] : Bindings.HostViews)
	{
		Out.Buffers[Names[static_cast<size_t>(Place)]] = Bound->Buffer;
	}
	for (const auto& [Place, Bytes] : Bindings.HostValues)
	{
		Out.Values[Names[static_cast<size_t>(Place)]] = Bytes;
	}
	Out.Values["DrawLocalToWorld"] = RowsOf(Proxy.GetLocalToWorld(), 3);
	Out.Values["DrawPreviousLocalToWorld"] = RowsOf(Proxy.HostPreviousLocalToWorld(), 3);
	Out.Values["DrawViewProjection"] = RowsOf(View.ViewMatrices.GetViewProjectionMatrix(), 4);
	Out.Values["DrawPreviousViewProjection"] = Out.Values["DrawViewProjection"];
	Out.Indices = Element.IndexBuffer->IndexBufferRHI;
	Out.FirstIndex = Element.FirstIndex;
	Out.IndexCount = 3 * Element.NumPrimitives;
	Out.bReverseCulling = Batch.ReverseCulling;
	return Out;
}

} // namespace

FMatrix Host::ViewProjectionOf(const FCamera& Camera)
{
	const FBasis B = BasisOf(Camera);
	FMatrix View = FMatrix::Identity;
	const FVector Axes[3] = {B.Right, B.Up, B.Forward};
	for (int Column = 0; Column < 3; ++Column)
	{
		View.M[0][Column] = Axes[Column].X;
		View.M[1][Column] = Axes[Column].Y;
		View.M[2][Column] = Axes[Column].Z;
		View.M[3][Column] = -(Axes[Column] | Camera.Location);
	}
	return View * ProjectionOf(Camera);
}

Host::FPicture Host::DrawWorld(UWorld& World, const FCamera& Camera)
{
	FPicture Out;
	ENQUEUE_RENDER_COMMAND(DrawWorld)
	(
		[&](FRHICommandListImmediate&)
		{
			FSceneView View;
			View.ViewMatrices.HostProjection = ProjectionOf(Camera);
			View.ViewMatrices.HostViewProjection = ViewProjectionOf(Camera);
			View.ViewMatrices.HostOrigin = Camera.Location;
			View.HostDirection = BasisOf(Camera).Forward;
			View.UnscaledViewRect.Max = {static_cast<int32>(Camera.Width), static_cast<int32>(Camera.Height)};
			std::vector<FDraw> Draws;
			for (FPrimitiveSceneProxy* Proxy : World.Scene->HostProxies)
			{
				const FPrimitiveViewRelevance Relevance = Proxy->GetViewRelevance(&View);
				if (!Relevance.bDrawRelevance || !Relevance.bDynamicRelevance)
				{
					continue;
				}
				*Proxy->HostLastRenderTime = World.GetTimeSeconds();
				FMeshElementCollector Own;
				Proxy->GetDynamicMeshElements({&View}, FSceneViewFamily(), 1, Own);
				for (const FMeshBatch* Batch : Own.HostByView[0])
				{
					Draws.push_back(MakeDraw(*Proxy, View, *Batch));
				}
			}
			Out = Device().Draw(Camera.Width, Camera.Height, Draws);
			for (FPrimitiveSceneProxy* Proxy : World.Scene->HostProxies)
			{
				Proxy->HostEndFrame();
			}
		});
	FlushRenderingCommands();
	return Out;
}

std::vector<std::string> Host::TakeDeviceMessages()
{
	std::vector<std::string> Out;
	ENQUEUE_RENDER_COMMAND(TakeMessages)
	([&](FRHICommandListImmediate&) { Out = Device().TakeMessages(); });
	FlushRenderingCommands();
	return Out;
}
