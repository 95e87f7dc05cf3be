// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the engine's renderer does with a proxy, as far as one picture needs it.
#include "View.h"

#include "ConvexVolume.h"
#include "CoreGlobals.h"
#include "PrimitiveSceneProxy.h"
#include "RenderGraphBuilder.h"
#include "RenderingThread.h"
#include "SceneManagement.h"
#include "SceneViewExtension.h"
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
	if (Camera.HalfWidth > 0.0)
	{
		Out.M[0][0] = 1.0 / Camera.HalfWidth;
		Out.M[1][1] = static_cast<double>(Camera.Width) / Camera.Height / Camera.HalfWidth;
		Out.M[2][2] = -1e-5; // a kilometer deep
		Out.M[3][2] = Out.M[3][3] = 1.0;
		return Out;
	}
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

TRefCountPtr<FRHIBuffer> MakeSceneBuffer(uint32 Stride, const std::vector<std::byte>& Bytes)
{
	TRefCountPtr<FRHIBuffer> Out(new FRHIBuffer(Stride, static_cast<uint32>(Bytes.size())));
	std::memcpy(Out->Memory->Memory->Bytes().data(), Bytes.data(), Bytes.size());
	return Out;
}

/** Where the primitive stands: in the scene's buffer, for factories that look there, else in the draw's parameters. */
void PlacePrimitive(FPrimitiveSceneProxy& Proxy, bool bSceneData, Host::FDraw& Out)
{
	if (!bSceneData)
	{
		Out.Values["DrawLocalToWorld"] = RowsOf(Proxy.GetLocalToWorld(), 3);
		Out.Values["DrawPreviousLocalToWorld"] = RowsOf(Proxy.HostPreviousLocalToWorld(), 3);
		return;
	}
	Out.Values["DrawLocalToWorld"] = Out.Values["DrawPreviousLocalToWorld"] = std::vector<std::byte>(48);
	std::vector<std::byte> Rows, Number(4);
	uint32 Index = 0;
	for (FPrimitiveSceneProxy* Other : Proxy.GetScene().HostProxies)
	{
		if (Other == &Proxy)
		{
			std::memcpy(Number.data(), &Index, 4);
		}
		for (const FMatrix* Matrix : {&Other->GetLocalToWorld(), &Other->HostPreviousLocalToWorld()})
		{
			const std::vector<std::byte> Three = RowsOf(*Matrix, 3);
			Rows.insert(Rows.end(), Three.begin(), Three.end());
		}
		++Index;
	}
	Out.Held = {MakeSceneBuffer(16, Rows), MakeSceneBuffer(4, Number)};
	Out.Buffers["DrawScenePrimitives"] = Out.Held[0];
	Out.Buffers["DrawPrimitiveIds"] = Out.Held[1];
}

Host::FDraw MakeDraw(FPrimitiveSceneProxy& Proxy, const FSceneView& View, const FMeshBatch& Batch)
{
	const FVertexFactory& Factory = *Batch.VertexFactory;
	check(Factory.IsInitialized() && Batch.Type == PT_TriangleList);
	FVertexFactoryType& Type = *Factory.GetType();
	FVertexFactoryShaderPermutationParameters Permutation;
	Permutation.VertexFactoryType = &Type;
	if (View.HostPick >= 0)
	{
		Permutation.MaterialParameters = {false, true}; // the default material, whatever the mesh has
	}
	check(Type.ShouldCompile(Permutation));
	// A graph that counts instances itself and the scene's culling of instances do not go together.
	check(!Batch.Elements[0].IndirectArgsBuffer || !Type.SupportsPrimitiveIdStream());
	// The stream of primitive numbers is where precached pipelines expect it.
	for (const auto& [Stream, Elements] : Factory.HostDeclarations)
	{
		FVertexDeclarationElementList Precached;
		Type.PrecacheElements(Stream, Precached);
		check(Precached == Elements);
	}
	for (const auto& [Stream, Buffers] : Factory.HostStreams)
	{
		for (const FVertexBuffer* Buffer : Buffers)
		{
			check(Buffer && Buffer->VertexBufferRHI.IsValid()); // a declared stream is bound
		}
	}
	FShaderCompilerEnvironment Environment;
	Type.ModifyEnvironment(Permutation, Environment);
	// The harness' shaders include the plug-in's factory, the host's own draw what stands in the engine's place.
	const bool bStock = std::string(Type.File) == "/Host/StockMesh.usf";
	check(bStock || std::string(Type.File) == "/Plugin/Exemplar/ExemplarVertexFactory.ush");
	const std::string File = bStock ? Type.File : "/Harness/ExemplarDraw.usf";
	Host::FDraw Out;
	Out.VertexShader = {File, "DrawVS", Environment.HostDefines};
	Out.PixelShader = {File, "DrawPS", {{"DRAW_SHOW_UV", View.HostShowUV}}};
	if (View.HostEyes > 1 && Batch.Elements[0].IndirectArgsBuffer)
	{
		// One call draws both eyes. Nobody but the one who wrote the arguments can double the instances.
		// What goes from one shader to the other is more, and both have the factory's settings.
		Out.VertexShader.Defines["INSTANCED_STEREO"] = 1;
		Out.PixelShader.Defines.insert(Out.VertexShader.Defines.begin(), Out.VertexShader.Defines.end());
	}
	const auto SceneData = Environment.HostDefines.find("VF_SUPPORTS_PRIMITIVE_SCENE_DATA");
	const bool bSceneData = SceneData != Environment.HostDefines.end() && SceneData->second != 0;
	if (bSceneData)
	{
		Out.PixelShader.Defines.insert(*SceneData); // what goes from one to the other is more
	}
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
	PlacePrimitive(Proxy, bSceneData, Out);
	Out.Values["DrawViewProjection"] = RowsOf(View.ViewMatrices.HostViewProjection, 4);
	Out.Values["DrawPreviousViewProjection"] = Out.Values["DrawViewProjection"];
	Out.Arguments = Element.IndirectArgsBuffer;
	Out.ArgumentOffset = Element.IndirectArgsOffset;
	Out.Indices = Element.IndexBuffer->IndexBufferRHI;
	Out.FirstIndex = Element.FirstIndex;
	Out.IndexCount = 3 * Element.NumPrimitives;
	Out.bReverseCulling = Batch.ReverseCulling;
	return Out;
}

FSceneView ViewOf(const Host::FCamera& Camera)
{
	FSceneView View;
	View.ViewMatrices.HostProjection = ProjectionOf(Camera);
	View.ViewMatrices.HostViewProjection = Host::ViewProjectionOf(Camera);
	View.ViewMatrices.HostOrigin = Camera.Location;
	View.HostDirection = BasisOf(Camera).Forward;
	View.HostKey = Camera.Key;
	View.LODDistanceFactor = Camera.LODDistanceFactor;
	View.HostShowUV = Camera.ShowUV;
	View.HostPick = Camera.Pick;
	View.HostEyes = Camera.Eyes;
	View.UnscaledViewRect.Max = {static_cast<int32>(Camera.Width), static_cast<int32>(Camera.Height)};
	return View;
}

/** What a proxy draws into each of these views. */
void AddDraws(FPrimitiveSceneProxy& Proxy, const TArray<const FSceneView*>& Views, const FSceneViewFamily& Family,
	uint32 VisibilityMap, std::vector<Host::FDraw>* Draws)
{
	FMeshElementCollector Collector;
	Proxy.GetDynamicMeshElements(Views, Family, VisibilityMap, Collector);
	for (const auto& [ViewIndex, Batches] : Collector.HostByView)
	{
		check(VisibilityMap & (1u << ViewIndex));
		for (const FMeshBatch* Batch : Batches)
		{
			const FSceneView& View = *Views[ViewIndex];
			const bool bSeen = Batch->CastShadow || !View.GetDynamicMeshElementsShadowCullFrustum();
			if (bSeen && (View.HostPick < 0 || Batch->bSelectable))
			{
				Draws[ViewIndex].push_back(MakeDraw(Proxy, View, *Batch));
			}
		}
	}
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
	return DrawFamily(World, {Camera})[0];
}

std::vector<Host::FPicture> Host::DrawFamily(UWorld& World, const std::vector<FCamera>& Cameras, const FCamera* Light)
{
	std::vector<FPicture> Out;
	static uint32 FrameNumber = 0; // the game thread's
	const std::vector<std::shared_ptr<ISceneViewExtension>> Extensions = FSceneViewExtensions::HostGather();
	ENQUEUE_RENDER_COMMAND(DrawFamily)
	(
		[&, Frame = ++FrameNumber, Counter = HostFrameCounter](FRHICommandListImmediate& RHICmdList)
		{
			std::vector<FSceneView> Views;
			for (const FCamera& Camera : Cameras)
			{
				Views.push_back(ViewOf(Camera));
			}
			FSceneViewFamily Family;
			Family.Scene = World.Scene;
			Family.FrameNumber = Frame;
			Family.FrameCounter = Counter;
			for (const FSceneView& View : Views)
			{
				Family.Views.Add(&View);
			}
			GFrameNumberRenderThread = Frame;
			FRDGBuilder GraphBuilder(RHICmdList, RDG_EVENT_NAME("Family"));
			World.Scene->HostUpdate(GraphBuilder);
			for (const std::shared_ptr<ISceneViewExtension>& Extension : Extensions)
			{
				Extension->PreRenderViewFamily_RenderThread(GraphBuilder, Family);
			}
			// Elements are gathered while the graph is built: nothing of it has run yet.
			std::vector<std::vector<FDraw>> Draws(Views.size() + 1);
			const FConvexVolume Frustum;
			FSceneView Shadow = Light ? ViewOf(*Light) : FSceneView();
			Shadow.HostShadowFrustum = &Frustum;
			Shadow.HostKey = 0;
			int32 Number = 0;
			for (FPrimitiveSceneProxy* Proxy : World.Scene->HostProxies)
			{
				uint32 VisibilityMap = 0;
				for (int32 Index = 0; Index < Family.Views.Num(); ++Index)
				{
					const FPrimitiveViewRelevance Relevance = Proxy->GetViewRelevance(Family.Views[Index]);
					const bool bPicked = Family.Views[Index]->HostPick < 0 || Family.Views[Index]->HostPick == Number;
					VisibilityMap |=
						Relevance.bDrawRelevance && Relevance.bDynamicRelevance && bPicked ? 1u << Index : 0u;
				}
				++Number;
				if (VisibilityMap != 0)
				{
					*Proxy->HostLastRenderTime = World.GetTimeSeconds();
					AddDraws(*Proxy, Family.Views, Family, VisibilityMap, Draws.data());
				}
				if (Light && Proxy->GetViewRelevance(&Shadow).bShadowRelevance)
				{
					AddDraws(*Proxy, {&Shadow}, Family, 1, &Draws.back());
				}
			}
			GraphBuilder.Execute();
			for (size_t Index = 0; Index < Views.size() + (Light ? 1 : 0); ++Index)
			{
				const FCamera& Camera = Index < Views.size() ? Cameras[Index] : *Light;
				Out.push_back(Device().Draw(Camera.Width, Camera.Height, Draws[Index]));
			}
			for (FPrimitiveSceneProxy* Proxy : World.Scene->HostProxies)
			{
				Proxy->HostEndFrame();
			}
		});
	FlushRenderingCommands();
	return Out;
}

ISceneViewExtension::~ISceneViewExtension() = default;

namespace
{
std::vector<std::weak_ptr<ISceneViewExtension>>& KnownExtensions()
{
	static std::vector<std::weak_ptr<ISceneViewExtension>> List;
	return List;
}
} // namespace

void FSceneViewExtensions::HostRegister(const std::shared_ptr<ISceneViewExtension>& Extension)
{
	check(!IsInRenderingThread());
	KnownExtensions().push_back(Extension);
}
std::vector<std::shared_ptr<ISceneViewExtension>> FSceneViewExtensions::HostGather()
{
	check(!IsInRenderingThread());
	std::vector<std::shared_ptr<ISceneViewExtension>> Out;
	for (const std::weak_ptr<ISceneViewExtension>& Known : KnownExtensions())
	{
		if (const std::shared_ptr<ISceneViewExtension> Alive = Known.lock())
		{
			Out.push_back(Alive);
		}
	}
	std::erase_if(KnownExtensions(), [](const auto& Known) { return Known.expired(); });
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
