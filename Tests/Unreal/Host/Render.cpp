// Copyright (c) 2026 Exemplar contributors. MIT license.

// The render thread, render resources and graphs.
#include "CoreGlobals.h"
#include "Device.h"
#include "GlobalRenderResources.h"
#include "RawIndexBuffer.h"
#include "RenderGraphUtils.h"
#include "RenderThread.h"
#include "RenderingThread.h"
#include "VertexFactory.h"

#include <condition_variable>
#include <deque>

namespace
{

struct FCommand
{
	std::shared_ptr<void> Held;
	void (*Run)(void*, FRHICommandListImmediate&);
};
struct FRenderThread
{
	std::mutex Mutex;
	std::condition_variable Wake, Idle;
	std::deque<FCommand> Queue;
	bool bBusy = false, bStop = false;
	std::thread Thread;
	std::thread::id Id;
	std::unique_ptr<Host::IDevice> Device;

	void Loop()
	{
		FRHICommandListImmediate CommandList;
		for (;;)
		{
			FCommand Command;
			{
				std::unique_lock Lock(Mutex);
				bBusy = false;
				Idle.notify_all();
				Wake.wait(Lock, [&] { return bStop || !Queue.empty(); });
				if (Queue.empty())
				{
					return;
				}
				Command = std::move(Queue.front());
				Queue.pop_front();
				bBusy = true;
			}
			Command.Run(Command.Held.get(), CommandList);
		}
	}
};
FRenderThread& RenderThread()
{
	static FRenderThread Thread;
	return Thread;
}

} // namespace

void Host::StartRenderThread(std::unique_ptr<IDevice> Device)
{
	check(IsInGameThread());
	FRenderThread& Thread = RenderThread();
	Thread.Device = std::move(Device);
	Thread.bStop = false;
	Thread.bBusy = true;
	Thread.Thread = std::thread([&] { Thread.Loop(); });
	const std::lock_guard Lock(Thread.Mutex);
	Thread.Id = Thread.Thread.get_id();
}
void Host::StopRenderThread()
{
	FRenderThread& Thread = RenderThread();
	FlushRenderingCommands();
	{
		const std::lock_guard Lock(Thread.Mutex);
		Thread.bStop = true;
	}
	Thread.Wake.notify_all();
	Thread.Thread.join();
	Thread.Device.reset();
}
Host::IDevice& Host::Device()
{
	check(IsInRenderingThread());
	return *RenderThread().Device;
}
void Host::Fail(const std::string& Sentence)
{
	std::fprintf(stderr, "unreal-host: %s\n", Sentence.c_str());
	std::abort();
}

bool IsInGameThread()
{
	static const std::thread::id Game = std::this_thread::get_id(); // asked for before there is another
	return std::this_thread::get_id() == Game;
}
bool IsInRenderingThread()
{
	FRenderThread& Thread = RenderThread();
	const std::lock_guard Lock(Thread.Mutex);
	return std::this_thread::get_id() == Thread.Id;
}
std::atomic<void (*)(bool)> HostEngineWork = nullptr;

void HostEnqueueRenderCommand(std::shared_ptr<void> Command, void (*Run)(void*, FRHICommandListImmediate&))
{
	FRenderThread& Thread = RenderThread();
	if (IsInRenderingThread())
	{
		FRHICommandListImmediate CommandList;
		Run(Command.get(), CommandList); // at once, as the engine does
		return;
	}
	{
		const std::lock_guard Lock(Thread.Mutex);
		check(!Thread.bStop);
		Thread.Queue.push_back({std::move(Command), Run});
		Thread.bBusy = true;
	}
	Thread.Wake.notify_one();
}
void FlushRenderingCommands()
{
	FRenderThread& Thread = RenderThread();
	std::unique_lock Lock(Thread.Mutex);
	Thread.Idle.wait(Lock, [&] { return Thread.Queue.empty() && !Thread.bBusy; });
}

FHostRefCounted::~FHostRefCounted() = default;

FRHIBuffer::FRHIBuffer(uint32 InStride, uint32 InSize)
	: Memory(std::make_unique<FHostMemory>())
	, Stride(InStride)
	, Size(InSize)
{
	Memory->Memory = Host::Device().MakeMemory(InSize);
}
FRHIBuffer::~FRHIBuffer()
{
	check(IsInRenderingThread());
}

FRenderResource::~FRenderResource()
{
	check(!bInitialized); // released first
}
FString FRenderResource::GetFriendlyName() const
{
	return TEXT("FRenderResource");
}
void FRenderResource::InitResource(FRHICommandListBase& RHICmdList)
{
	check(IsInRenderingThread());
	if (!bInitialized)
	{
		bInitialized = true;
		InitRHI(RHICmdList);
	}
}
void FRenderResource::ReleaseResource()
{
	check(IsInRenderingThread());
	if (bInitialized)
	{
		ReleaseRHI();
		bInitialized = false;
	}
}
void FVertexBuffer::ReleaseRHI()
{
	VertexBufferRHI.SafeRelease();
}
void FNullVertexBuffer::InitRHI(FRHICommandListBase&)
{
	VertexBufferRHI = new FRHIBuffer(12, 12);
	std::ranges::fill(VertexBufferRHI->Memory->Memory->Bytes(), std::byte{0});
}
void FIndexBuffer::ReleaseRHI()
{
	IndexBufferRHI.SafeRelease();
}
void FRawStaticIndexBuffer::SetIndices(const TArray<uint32>& InIndices, EIndexBufferStride::Type DesiredStride)
{
	check(DesiredStride == EIndexBufferStride::Force32Bit);
	Indices = InIndices;
	Count = Indices.Num();
}
void FRawStaticIndexBuffer::InitRHI(FRHICommandListBase&)
{
	if (Count > 0)
	{
		IndexBufferRHI = new FRHIBuffer(4, static_cast<uint32>(4 * Count));
		std::memcpy(IndexBufferRHI->Memory->Memory->Bytes().data(), Indices.GetData(), 4 * static_cast<size_t>(Count));
	}
	Indices.Empty(); // the CPU has no access
}

FHostGraphCounts HostGraphCounts;

FRDGBuilder::FRDGBuilder(FRHICommandListImmediate& InRHICmdList, FRDGEventName)
	: RHICmdList(InRHICmdList)
{
	check(IsInRenderingThread());
}
FRDGBuilder::~FRDGBuilder()
{
	check(bExecuted); // a graph that is built is run
}
FRDGBufferRef FRDGBuilder::CreateBuffer(const FRDGBufferDesc& Desc, const TCHAR* Name)
{
	check(!bExecuted && Desc.NumElements > 0);
	FRDGBuffer* Out = AllocParameters<FRDGBuffer>();
	Out->Desc = Desc;
	Out->Name = Name;
	Out->Pooled = new FRDGPooledBuffer(new FRHIBuffer(Desc.BytesPerElement, Desc.BytesPerElement * Desc.NumElements));
	Out->Pooled->bHostIndirect = Desc.bHostIndirect;
	Registered[Out->Pooled] = Out;
	return Out;
}
FRDGBufferRef FRDGBuilder::RegisterExternalBuffer(const TRefCountPtr<FRDGPooledBuffer>& Buffer)
{
	check(!bExecuted && Buffer.IsValid());
	FRDGBuffer*& Out = Registered[Buffer]; // one in a graph, however often it is named
	if (!Out)
	{
		Out = AllocParameters<FRDGBuffer>();
		Out->Pooled = Buffer;
		Out->bWritten = true;
	}
	return Out;
}
FRDGBufferSRVRef FRDGBuilder::CreateSRV(FRDGBufferRef Buffer)
{
	check(!bExecuted && Buffer);
	FRDGBufferSRV* Out = AllocParameters<FRDGBufferSRV>();
	Out->Buffer = Buffer;
	return Out;
}
FRDGBufferUAVRef FRDGBuilder::CreateUAV(FRDGBufferRef Buffer)
{
	check(!bExecuted && Buffer);
	check(!Buffer->bHostExternal); // readers outside of the graph have it from then on
	FRDGBufferUAV* Out = AllocParameters<FRDGBufferUAV>();
	Out->Buffer = Buffer;
	return Out;
}
FRDGBufferUAVRef FRDGBuilder::CreateUAV(FRDGBufferRef Buffer, EPixelFormat Format)
{
	FRDGBufferUAV* Out = CreateUAV(Buffer);
	Out->HostFormat = Format;
	return Out;
}
FRDGExternalAccessQueue::~FRDGExternalAccessQueue()
{
	check(IsEmpty()); // submitted before the graph is run
}
void FRDGExternalAccessQueue::Add(FRDGBuffer* Buffer)
{
	Buffers.push_back(Buffer);
}
void FRDGExternalAccessQueue::Submit(FRDGBuilder& GraphBuilder)
{
	check(!GraphBuilder.HostIsExecuted());
	for (FRDGBuffer* Buffer : Buffers)
	{
		Buffer->bHostExternal = true;
	}
	Buffers.clear();
}
void FRDGBuilder::Execute()
{
	check(!bExecuted);
	bExecuted = true;
	++HostGraphCounts.Graphs;
	for (const std::function<void()>& Pass : Passes)
	{
		Pass();
	}
}

FRDGBufferRef HostCreateStructuredBuffer(
	FRDGBuilder& GraphBuilder, const TCHAR* Name, uint32 Stride, uint32 Count, const void* Data)
{
	FRDGBuffer* Out =
		GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(Stride, Count > 0 ? Count : 1), Name);
	++HostGraphCounts.Uploads;
	if (Count > 0)
	{
		std::memcpy(Out->Pooled->GetRHI()->Memory->Memory->Bytes().data(), Data, size_t{Stride} * Count);
	}
	Out->bWritten = true;
	return Out;
}
void AddClearUAVPass(FRDGBuilder& GraphBuilder, FRDGBufferUAVRef BufferUAV, uint32 Value)
{
	BufferUAV->Buffer->bWritten = true;
	GraphBuilder.HostAddPass(
		[BufferUAV, Value]
		{
			const std::span<std::byte> Bytes = BufferUAV->Buffer->Pooled->GetRHI()->Memory->Memory->Bytes();
			for (size_t At = 0; At + 4 <= Bytes.size(); At += 4)
			{
				std::memcpy(&Bytes[At], &Value, 4);
			}
		});
}
void AddCopyBufferPass(FRDGBuilder& GraphBuilder, FRDGBufferRef DstBuffer, uint64 DstOffset, FRDGBufferRef SrcBuffer,
	uint64 SrcOffset, uint64 NumBytes)
{
	check(SrcBuffer->bWritten);
	DstBuffer->bWritten = true;
	GraphBuilder.HostAddPass(
		[=]
		{
			const std::span<std::byte> To = DstBuffer->Pooled->GetRHI()->Memory->Memory->Bytes(),
									   From = SrcBuffer->Pooled->GetRHI()->Memory->Memory->Bytes();
			check(DstOffset + NumBytes <= To.size() && SrcOffset + NumBytes <= From.size());
			std::memcpy(&To[DstOffset], &From[SrcOffset], NumBytes);
		});
}
const TRefCountPtr<FRDGPooledBuffer>& ConvertToExternalAccessBuffer(FRDGBuilder&, FRDGBuffer* Buffer, ERHIAccess Access)
{
	check(Access != ERHIAccess::IndirectArgs || Buffer->Pooled->bHostIndirect);
	Buffer->bHostExternal = true;
	return Buffer->Pooled;
}

void HostDispatch(const FHostShader& Shader, const std::vector<FHostShaderMember>& Members, const void* Parameters,
	const FIntVector& Groups, FRDGBufferRef IndirectArgs, uint32 Offset)
{
	bool bKnowsArguments = IndirectArgs == nullptr;
	std::map<std::string, Host::FBoundBuffer> Buffers;
	std::map<std::string, std::vector<std::byte>> Values;
	for (const FHostShaderMember& Member : Members)
	{
		const std::byte* At = static_cast<const std::byte*>(Parameters) + Member.Offset;
		if (Member.Kind == EHostShaderMember::Value)
		{
			Values[Member.Name].assign(At, At + Member.Size);
			continue;
		}
		if (Member.Kind == EHostShaderMember::Srv)
		{
			if (const FRHIShaderResourceView* View = *reinterpret_cast<FRHIShaderResourceView* const*>(At))
			{
				check(std::string(Member.Type) == "Buffer<float>");
				Buffers[Member.Name] = {View->Buffer, Member.Type, PF_R32_FLOAT};
			}
			continue;
		}
		FRDGBuffer* Buffer = nullptr;
		EPixelFormat Format = PF_Unknown;
		if (Member.Kind == EHostShaderMember::RdgAccess)
		{
			FRDGBuffer* Accessed = *reinterpret_cast<FRDGBuffer* const*>(At);
			check(!Accessed || (Accessed->bWritten && Accessed->Pooled->bHostIndirect));
			bKnowsArguments = bKnowsArguments || Accessed == IndirectArgs;
			continue;
		}
		if (Member.Kind == EHostShaderMember::RdgSrv)
		{
			const FRDGBufferSRV* View = *reinterpret_cast<FRDGBufferSRV* const*>(At);
			Buffer = View ? View->Buffer : nullptr;
			check(!Buffer || Buffer->bWritten); // nobody reads what nobody has written
		}
		else
		{
			const FRDGBufferUAV* View = *reinterpret_cast<FRDGBufferUAV* const*>(At);
			Buffer = View ? View->Buffer : nullptr;
			if (Buffer)
			{
				Buffer->bWritten = true;
				Format = View->HostFormat;
				// Arguments of indirect calls cannot be structured everywhere.
				check(!Buffer->Pooled->bHostIndirect || Format != PF_Unknown);
			}
		}
		if (Buffer)
		{
			Buffers[Member.Name] = {Buffer->Pooled->GetRHI(), Member.Type, Format};
		}
	}
	check(bKnowsArguments); // the graph has to know who reads them
	++HostGraphCounts.Dispatches;
	Host::Device().Dispatch(Shader, Members, Buffers, Values, static_cast<uint32>(Groups.X),
		static_cast<uint32>(Groups.Y), static_cast<uint32>(Groups.Z),
		IndirectArgs ? IndirectArgs->Pooled->GetRHI() : nullptr, Offset);
}
