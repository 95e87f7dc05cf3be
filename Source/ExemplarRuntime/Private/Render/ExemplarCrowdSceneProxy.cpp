// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarCrowdSceneProxy.h"

#include "ExemplarCompat.h"
#include "ExemplarConversions.h"
#include "ExemplarCrowdComponent.h"
#include "ExemplarStats.h"
#include "HAL/IConsoleManager.h"
#include "Lod/LevelChoice.h"
#include "MeshBatch.h"
#include "Render/ExemplarSceneExtension.h"
#include "Render/ExemplarUpload.h"
#include "RenderUtils.h"
#include "SceneView.h"

DECLARE_CYCLE_STAT(TEXT("Crowds (render thread)"), STAT_ExemplarCrowds, STATGROUP_Exemplar);
DECLARE_DWORD_COUNTER_STAT(TEXT("Crowd members"), STAT_ExemplarCrowdMembers, STATGROUP_Exemplar);
DECLARE_DWORD_COUNTER_STAT(TEXT("Crowd lists"), STAT_ExemplarCrowdLists, STATGROUP_Exemplar);
DECLARE_DWORD_COUNTER_STAT(TEXT("Crowd draws"), STAT_ExemplarCrowdDraws, STATGROUP_Exemplar);

static TAutoConsoleVariable<int32> CVarExemplarCrowdJointBudget(TEXT("r.Exemplar.Crowd.JointBudget"), 0,
	TEXT("Joints of a crowd that are posed per frame and view. Beyond that, the members that are "
		 "smallest on screen, times their significance, are posed in turns. 0: no limit."),
	ECVF_Scalability | ECVF_RenderThreadSafe);
static TAutoConsoleVariable<int32> CVarExemplarCrowdLevelBias(TEXT("r.Exemplar.Crowd.LevelBias"), 0,
	TEXT("Added to the levels of all crowds. Larger values draw coarser levels."),
	ECVF_Scalability | ECVF_RenderThreadSafe);
static TAutoConsoleVariable<int32> CVarExemplarCrowdFreeze(TEXT("r.Exemplar.Crowd.Freeze"), 0,
	TEXT("1: Cull crowds and select their levels from the current positions of the views."), ECVF_RenderThreadSafe);

namespace
{

/** Number of view families after which the list of an undrawn view is released. */
constexpr uint32 ExemplarForgetAfter = 120;

} // namespace

FExemplarCrowdSceneProxy::FExemplarCrowdSceneProxy(const UExemplarCrowdComponent& Component,
	const TSharedPtr<FExemplarCrowdData>& InData, const TSharedPtr<FExemplarSceneExtension>& InExtension,
	FExemplarCrowdFrame&& First)
	: FExemplarProxyBase(Component, Component.TolerancePixels)
	, Data(InData)
	, Extension(InExtension)
	, VertexFactory(MakeExemplarCrowdVertexFactory(InData->Operator, GetScene().GetFeatureLevel()))
	, Frame(MoveTemp(First))
	, bFrameIsNew(true)
{
	bVFRequiresPrimitiveUniformBuffer = true; // members are Exemplar's own instances, which GPUScene does not know
}

FExemplarCrowdSceneProxy::~FExemplarCrowdSceneProxy() = default;

SIZE_T FExemplarCrowdSceneProxy::GetTypeHash() const
{
	static size_t Unique;
	return reinterpret_cast<size_t>(&Unique);
}

uint32 FExemplarCrowdSceneProxy::GetMemoryFootprint() const
{
	return static_cast<uint32>(sizeof(*this) + GetAllocatedSize() + Materials.GetAllocatedSize() +
		Frame.Records.capacity() * sizeof(Frame.Records[0]) + Frame.Custom.capacity() * sizeof(Frame.Custom[0]));
}

void FExemplarCrowdSceneProxy::CreateRenderThreadResources(FRHICommandListBase& RHICmdList)
{
	Data->SkinData->InitResources(RHICmdList);
	VertexFactory->InitResource(RHICmdList);
	Extension->Add_RenderThread(*this);
}

void FExemplarCrowdSceneProxy::DestroyRenderThreadResources()
{
	Extension->Remove_RenderThread(*this);
	Extension.Reset();
	VertexFactory->ReleaseResource();
	Lists.clear();
	Current.clear();
	Records = FExemplarCrowdRecords();
	Data.Reset();
}

void FExemplarCrowdSceneProxy::SetFrame_RenderThread(FExemplarCrowdFrame&& NewFrame)
{
	check(IsInRenderingThread());
	Frame = MoveTemp(NewFrame);
	bFrameIsNew = true;
}

void FExemplarCrowdSceneProxy::UploadFrame(FRDGBuilder& GraphBuilder)
{
	if (!Data->IsUploaded())
	{
		Data->Upload(GraphBuilder);
	}
	for (const TSharedPtr<FExemplarLevel>& Level : Data->SkinData->Levels)
	{
		if (!Level->IsUploaded())
		{
			Level->Upload(GraphBuilder);
		}
	}
	if (bFrameIsNew)
	{
		// New buffers: views keep those that they saw last, to know where members were.
		bFrameIsNew = false;
		Records.SlotCount = static_cast<uint32>(Frame.Records.size());
		Records.CustomCount = static_cast<uint32>(Frame.Custom.size());
		std::atomic<uint64> Bytes = 0;
		Records.Instances = ExemplarUpload::Words(GraphBuilder, TEXT("Exemplar.CrowdRecords"), Frame.Records, Bytes);
		Records.Custom = ExemplarUpload::Rows(GraphBuilder, TEXT("Exemplar.CrowdCustom"), Frame.Custom, Bytes);
	}
}

Exemplar::FGpuCrowdParameters FExemplarCrowdSceneProxy::ParametersOf(const FSceneView& View) const
{
	const FMatrix ToClip = GetLocalToWorld() * ExemplarCompat::GetViewProjection(View);
	Exemplar::FGpuCrowdView Seen;
	for (int32 Row = 0; Row < 4; ++Row)
	{
		Seen.ToClip[Row] = {static_cast<float>(ToClip.M[0][Row]), static_cast<float>(ToClip.M[1][Row]),
			static_cast<float>(ToClip.M[2][Row]), static_cast<float>(ToClip.M[3][Row])};
	}
	Seen.Stretch = static_cast<float>(GetLocalToWorld().GetMaximumAxisScale());
	Seen.Screen = ScreenOf(View);
	return Exemplar::MakeGpuCrowdParameters(Seen);
}

void FExemplarCrowdSceneProxy::AddList(FRDGBuilder& GraphBuilder, const FSceneView& View, const FListKey& Key,
	uint32 FrameNumber, FRDGBufferRef LevelTable)
{
	FCachedList& Kept = Lists[Key];
	if (Key.View == 0)
	{
		Kept = FCachedList(); // the view has no state, so members have no history
	}
	Kept.LastFrame = FrameNumber;
	Exemplar::FGpuCrowdParameters Parameters = ParametersOf(View);
	if (CVarExemplarCrowdFreeze.GetValueOnRenderThread() != 0)
	{
		Kept.Frozen = Kept.Frozen.value_or(Parameters);
		Parameters = *Kept.Frozen;
	}
	else
	{
		Kept.Frozen.reset();
	}
	// With instanced stereo one list is for both eyes, of which this view is one: what the other sees is not culled.
	Parameters.CrowdEyes = Key.bShadow ? 1 : static_cast<uint32>(FMath::Max(View.GetStereoPassInstanceFactor(), 1));
	Parameters.CrowdUnculled = Key.bShadow || Parameters.CrowdEyes > 1 ? 1 : 0;
	Parameters.CrowdJointBudget =
		static_cast<uint32>(FMath::Max(CVarExemplarCrowdJointBudget.GetValueOnRenderThread(), 0));
	AddExemplarCrowdPasses(GraphBuilder, *Data, Records, LevelTable, Parameters, Kept.List);
	INC_DWORD_STAT_BY(STAT_ExemplarCrowdLists, 1);
}

void FExemplarCrowdSceneProxy::PreRenderFamily(FRDGBuilder& GraphBuilder, const FSceneViewFamily& Family)
{
	SCOPE_CYCLE_COUNTER(STAT_ExemplarCrowds);
	check(IsInRenderingThread());
	Current.clear();
	CurrentShadow = FListKey();
	std::erase_if(
		Lists, [&](const auto& Kept) { return Family.FrameNumber - Kept.second.LastFrame > ExemplarForgetAfter; });
	if (Frame.MemberCount == 0 || Family.Views.IsEmpty())
	{
		return;
	}
	INC_DWORD_STAT_BY(STAT_ExemplarCrowdMembers, Frame.MemberCount);
	UploadFrame(GraphBuilder);
	std::vector<float> Errors(Data->Crowd.LevelErrors.size());
	Exemplar::ShiftLevelErrors(Data->Crowd.LevelErrors,
		Frame.LevelBias + CVarExemplarCrowdLevelBias.GetValueOnRenderThread(), Frame.ForcedLevel, Errors);
	std::vector<Exemplar::FGpuCrowdLevel> Levels = Data->Crowd.Tables.Levels;
	for (size_t Level = 0; Level < Levels.size(); ++Level)
	{
		Levels[Level].Error = Errors[Level];
	}
	FRDGBufferRef LevelTable =
		CreateStructuredBuffer(GraphBuilder, TEXT("Exemplar.CrowdLevels"), ExemplarUpload::AsElements<uint32>(Levels));
	for (int32 Place = 0; Place < Family.Views.Num(); ++Place)
	{
		const FSceneView& View = *Family.Views[Place];
		if (IsShown(&View))
		{
			// Views that share a state share no list: the second has no past.
			FListKey Key{View.GetViewKey(), 0, false};
			if (Key.View == 0 || std::ranges::any_of(Current, [&](const auto& Other) { return Other.second == Key; }))
			{
				Key = {0, static_cast<uint32>(Place), false};
			}
			AddList(GraphBuilder, View, Key, Family.FrameNumber, LevelTable);
			Current[&View] = Key;
		}
	}
	if (IsShadowCast(Family.Views[0]))
	{
		CurrentShadow = {Family.Views[0]->GetViewKey(), 0, true};
		AddList(GraphBuilder, *Family.Views[0], CurrentShadow, Family.FrameNumber, LevelTable);
	}
}

const FExemplarCrowdList* FExemplarCrowdSceneProxy::FindList(const FSceneView& View) const
{
	const auto Known = Current.find(&View);
	if (Known != Current.end() && !View.GetDynamicMeshElementsShadowCullFrustum())
	{
		return &Lists.find(Known->second)->second.List;
	}
	// A view of a light, or one that was not announced: draw all members.
	const auto Shadow = Lists.find(CurrentShadow);
	return CurrentShadow.bShadow && Shadow != Lists.end() ? &Shadow->second.List : nullptr;
}

void FExemplarCrowdSceneProxy::GetDynamicMeshElements(const TArray<const FSceneView*>& Views,
	const FSceneViewFamily& ViewFamily, uint32 VisibilityMap, FMeshElementCollector& Collector) const
{
	for (int32 ViewIndex = 0; ViewIndex < Views.Num(); ++ViewIndex)
	{
		const FExemplarCrowdList* List = VisibilityMap & (1u << ViewIndex) ? FindList(*Views[ViewIndex]) : nullptr;
		if (!List)
		{
			continue;
		}
		const FExemplarCrowdBatch* Batch = nullptr;
		for (size_t Draw = 0; Draw < Data->Crowd.Draws.size(); ++Draw)
		{
			const Exemplar::FGpuCrowd::FDraw& Drawn = Data->Crowd.Draws[Draw];
			const FExemplarLevel& Level = *Data->SkinData->Levels[static_cast<int32>(Drawn.Level)];
			if (!Batch || Batch->Level != &Level)
			{
				FExemplarCrowdBatch& New = Collector.AllocateOneFrameResource<FExemplarCrowdBatch>();
				New.Level = &Level;
				New.List = List;
				New.LevelIndex = Drawn.Level;
				Batch = &New;
			}
			FMeshBatch& Mesh = AllocateBatch(Collector, *VertexFactory, Level, Drawn.Section.MaterialSlot);
			FMeshBatchElement& Element = Mesh.Elements[0];
			Element.NumPrimitives = 0; // the device has counted
			Element.IndirectArgsBuffer = List->DrawArguments->GetRHI();
			Element.IndirectArgsOffset = static_cast<uint32>(Draw) * 5 * sizeof(uint32);
			Element.UserData = Batch;
			AddBatch(Collector, ViewIndex, Mesh);
			INC_DWORD_STAT_BY(STAT_ExemplarCrowdDraws, 1);
		}
	}
}
