// Copyright (c) 2026 Exemplar contributors. MIT license.

// What the skinning kernels cost, as far as that can be said without a graphics card: bytes, instructions, the time on
// a software device against the CPU's own path in the same run, and what the first use of a shader takes.
//     Scripts/bench.sh shaders

#include "../Gpu/SkinScene.h"
#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Crowd/GpuCrowd.h"
#include "ShaderCounts.h"
#include "Vulkan/GpuCommands.h"

#include <thread>

using namespace Exemplar;
using namespace Exemplar::Bench;

namespace
{

constexpr const char* OperatorNames[] = {
	"linear blend", "animation space", "dual quaternion", "spherical", "twist", "center of rotation", "blended"};
constexpr int Repeats = 7;

struct FBits
{
	const char* Name;
	EPointFormat Points;
	EWeightFormat Weights;
	EFrameFormat Frames;
	bool bSmallIndices;
};
constexpr FBits AllBits[] = {{"32 bit", EPointFormat::Float32, EWeightFormat::Float32, EFrameFormat::Float32, false},
	{"16 bit", EPointFormat::Fixed16, EWeightFormat::Unorm16, EFrameFormat::Octahedral16, false},
	{"8 bit", EPointFormat::Fixed16, EWeightFormat::Unorm8, EFrameFormat::Octahedral8, true}};

template <typename T>
T Need(TResult<T> Result)
{
	if (!Result)
	{
		std::fprintf(stderr, "%s\n", Result.GetError().Message.c_str());
		std::exit(1);
	}
	return std::move(*Result);
}

FSkinScene MakeScene(ESkinOperator Operator, const FBits& Bits, size_t VertexCount, size_t Influences)
{
	FSkinSceneOptions Options;
	Options.Operator = Operator;
	Options.VertexCount = VertexCount;
	Options.JointCount = 60;
	Options.MinInfluences = Options.MaxInfluences = Influences;
	Options.InstanceCount = 1;
	Options.Points = Bits.Points;
	Options.Weights = Bits.Weights;
	Options.Frames = Bits.Frames;
	Options.bSmallIndices = Bits.bSmallIndices;
	return Need(MakeSkinScene(Options));
}

FShaderSource SourceOf(ESkinOperator Operator, EPointFormat Points)
{
	return {"/Plugin/Exemplar/ExemplarSkinning.usf", "SkinCS", EShaderStage::Compute,
		{{"SKIN_OPERATOR", static_cast<int>(Operator)}, {"SKIN_POINTS_16", Points == EPointFormat::Fixed16 ? 1 : 0},
			{"SKIN_CORRECTIVES", 0}, {"SKIN_PREVIOUS", 0}, {"SKIN_OUTPUT", 0}}};
}

/** Bytes that an influence has to cost whatever the program: its index and its numbers in their format. */
double LeastInfluenceBytes(ESkinOperator Operator, const FBits& Bits, size_t BytesOfIndex)
{
	const double Weight =
		Bits.Weights == EWeightFormat::Float32 ? 4.0 : (Bits.Weights == EWeightFormat::Unorm16 ? 2.0 : 1.0);
	const double Point = Bits.Points == EPointFormat::Float32 ? 16.0 : 8.0;
	return static_cast<double>(BytesOfIndex) + (Operator == ESkinOperator::AnimationSpace ? Point : Weight);
}

/** The same of a vertex: its influences, position and frame. Blocks that share their bones cost less. */
double LeastVertexBytes(ESkinOperator Operator, const FBits& Bits, size_t Influences, size_t BytesOfIndex)
{
	const double Frame =
		Bits.Frames == EFrameFormat::Float32 ? 28.0 : (Bits.Frames == EFrameFormat::Octahedral16 ? 8.0 : 4.0);
	const double Position =
		Operator == ESkinOperator::AnimationSpace ? 0.0 : (Bits.Points == EPointFormat::Float32 ? 12.0 : 6.0);
	const double Twist = Operator == ESkinOperator::Twist ? 6.0
		: Operator == ESkinOperator::CenterOfRotation     ? 12.0
		: Operator == ESkinOperator::Blended              ? 4.0
														  : 0.0;
	return static_cast<double>(Influences) * LeastInfluenceBytes(Operator, Bits, BytesOfIndex) + Frame + Position +
		Twist;
}

void MeasureBytes(FRows& Rows, const FShaderCompiler& Compiler)
{
	constexpr size_t VertexCount = 20000, Influences = 4;
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		for (const FBits& Bits : AllBits)
		{
			const ESkinOperator Kind = static_cast<ESkinOperator>(Operator);
			const FSkinScene Scene = MakeScene(Kind, Bits, VertexCount, Influences);
			const FGpuSkinTables Tables = MakeGpuSkinTables(Scene.Skin);
			const std::string Name = std::string(OperatorNames[Operator]) + ", " + Bits.Name;
			const double Filling = static_cast<double>(Scene.Skin.SlotCount) / VertexCount;
			const double Palette = 16.0 * static_cast<double>(Scene.PaletteRows.size()) / 2.0 / VertexCount;
			const double Memory = Filling * Scene.Skin.BytesPerVertex() +
				static_cast<double>(Tables.Blocks.size() * sizeof(FGpuSkinBlock)) / VertexCount + Palette;
			const size_t IndexBytes = size_t{1} << static_cast<int>(Scene.Skin.Indices);
			Rows.Lower(Name + ": bytes read from memory per vertex", Memory, "B")
				.Baseline("the data of the vertex in its format",
					LeastVertexBytes(Kind, Bits, Influences, IndexBytes) + Palette)
				.ReachRatio(1.1);
			Rows.Lower(Name + ": bytes written per vertex", 20.0 * Filling, "B")
				.Baseline("position, octahedral normal and tangent", 20.0)
				.ReachRatio(1.05);
			const FShaderCounts Counts = CountShader(Need(Compiler.Compile(SourceOf(Kind, Bits.Points))));
			double EachPass = 0.0;
			for (const char* Buffer : {"SkinIndices", "SkinWeights", "SkinPoints", "SkinPalette"})
			{
				const auto Found = Counts.Loads.find(Buffer);
				EachPass += Found == Counts.Loads.end() ? 0.0 : Found->second.EachPass;
			}
			const double Entry = Kind == ESkinOperator::DualQuaternion                      ? 32.0
				: Kind == ESkinOperator::CenterOfRotation || Kind == ESkinOperator::Blended ? 80.0
																							: 48.0;
			Rows.Lower(Name + ": bytes loaded per influence", EachPass, "B")
				.Baseline("a palette entry, its index and numbers in their format",
					Entry + LeastInfluenceBytes(Kind, Bits, IndexBytes))
				.ReachRatio(1.2);
		}
	}
}

/** The crowd's kernels: load instructions, those of every branch, against the fields that a member needs. */
void MeasureCrowdBytes(FRows& Rows, const FShaderCompiler& Compiler)
{
	const auto Count = [&](const char* Entry)
	{
		return CountShader(
			Need(Compiler.Compile({"/Plugin/Exemplar/ExemplarCrowd.usf", Entry, EShaderStage::Compute, {}})));
	};
	const auto Sum = [](const FShaderCounts& Counts)
	{
		double Out = 0.0;
		for (const auto& [Buffer, Loads] : Counts.Loads)
		{
			Out += Loads.Once + Loads.EachPass;
		}
		return Out;
	};
	// World, time, stretch and clip; sphere, root and tables; clip; two keys; the root's center; state; three errors.
	Rows.Lower("CrowdChooseCS: bytes loaded per member", Sum(Count("CrowdChooseCS")), "B")
		.Baseline("what its choice depends on", 60.0 + 40.0 + 16.0 + 64.0 + 12.0 + 16.0 + 12.0);
	// Two worlds, row by row, clip and palette; the level's first; the level's place; state; custom data.
	FShaderCounts Scatter = Count("CrowdScatterCS");
	const double PreviousWorld = 3.0 * Scatter.Loads["CrowdPreviousInstances"].EachPass;
	Rows.Lower("CrowdScatterCS: bytes loaded per member",
			Sum(Scatter) - Scatter.Loads["CrowdPreviousInstances"].EachPass + PreviousWorld, "B")
		.Baseline("what it writes and where", 96.0 + 8.0 + 4.0 + 4.0 + 24.0 + 16.0);
	// The sampling of a joint stands in the code three times: for shared memory, and twice for what does not fit there.
	FShaderCounts Pose = Count("CrowdPoseCS");
	Rows.Lower("CrowdPoseCS: bytes of keys loaded per joint", Pose.Loads["CrowdKeys"].EachPass / 3.0, "B")
		.Baseline("two keys", 2.0 * sizeof(FCrowdKey));
}

void MeasureInstructions(FRows& Rows, const FShaderCompiler& Compiler)
{
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		for (const EPointFormat Points : {EPointFormat::Float32, EPointFormat::Fixed16})
		{
			const FShaderCounts Counts =
				CountShader(Need(Compiler.Compile(SourceOf(static_cast<ESkinOperator>(Operator), Points))));
			const std::string Name = std::string(OperatorNames[Operator]) +
				(Points == EPointFormat::Float32 ? ", 32" : ", 16") + " bit points: SPIR-V instructions";
			Rows.Lower(Name, Counts.OptimizedInstructions, "").Baseline("as glslang writes them", Counts.Instructions);
		}
	}
	for (const char* Entry : {"CrowdChooseCS", "CrowdArgumentsCS", "CrowdScatterCS", "CrowdPoseCS"})
	{
		const FShaderCounts Counts = CountShader(
			Need(Compiler.Compile({"/Plugin/Exemplar/ExemplarCrowd.usf", Entry, EShaderStage::Compute, {}})));
		Rows.Lower(std::string(Entry) + ": SPIR-V instructions", Counts.OptimizedInstructions, "")
			.Baseline("as glslang writes them", Counts.Instructions);
	}
}

/** The CPU's job of an operator, on as many threads as the software device has. */
double CpuSeconds(const FSkinScene& Scene, IExecutor& Executor)
{
	const FSkinScene::FState& State = Scene.States[0][0];
	std::vector<FFloat3> Positions(Scene.Skin.SlotCount), Normals(Scene.Skin.SlotCount);
	std::vector<FFloat4> Tangents(Scene.Skin.SlotCount);
	const auto Measure = [&](auto Job)
	{
		Job.Skin = &Scene.Skin;
		Job.Output = {Positions, Normals, Tangents};
		Job.Executor = &Executor;
		if (!Job.Run())
		{
			std::fprintf(stderr, "a skinning job does not run\n");
			std::exit(1);
		}
		return BestSeconds(Repeats, [&] { Job.Run(); });
	};
	switch (Scene.Options.Operator)
	{
	case ESkinOperator::LinearBlend:
	{
		FLinearBlendJob Job;
		Job.Palette = State.Palette;
		return Measure(Job);
	}
	case ESkinOperator::AnimationSpace:
	{
		FAnimationSpaceJob Job;
		Job.Palette = State.Palette;
		return Measure(Job);
	}
	case ESkinOperator::DualQuaternion:
	{
		FDualQuaternionJob Job;
		Job.Rigid = State.Rigid;
		return Measure(Job);
	}
	case ESkinOperator::Spherical:
	{
		FSphericalBlendJob Job;
		Job.Entries = State.Spherical;
		return Measure(Job);
	}
	case ESkinOperator::CenterOfRotation:
	{
		std::vector<FCenterEntry> Entries;
		for (size_t Bone = 0; Bone < State.Rigid.size(); ++Bone)
		{
			Entries.push_back(
				{State.Rigid[Bone].Real, {std::cbrt(Determinant(State.Palette[Bone])), 0.0f, 0.0f, 0.0f}});
		}
		FCenterOfRotationJob Job;
		Job.Entries = Entries;
		Job.Palette = State.Palette;
		return Measure(Job);
	}
	case ESkinOperator::Blended:
	{
		std::vector<FBlendedEntry> Entries;
		for (size_t Bone = 0; Bone < State.Rigid.size(); ++Bone)
		{
			Entries.push_back({State.Rigid[Bone], State.Palette[Bone]});
		}
		FBlendedJob Job;
		Job.Entries = Entries;
		return Measure(Job);
	}
	case ESkinOperator::Twist:
		break;
	}
	FTwistSkinningJob Job;
	Job.Entries = State.TwistEntries;
	Job.SegmentAngles = State.SegmentAngles;
	return Measure(Job);
}

double DeviceSeconds(const FGpuDevice& Device, const FGpuPipeline& Pipeline, const FSkinScene& Scene)
{
	const FGpuSkinBuffers Buffers = Need(FGpuSkinBuffers::Make(Device, Scene.Skin));
	FGpuSkinParameters Parameters = Buffers.Parameters;
	Parameters.SkinInstanceCount = 1;
	FGpuBindings Bindings;
	Buffers.Bind(Bindings);
	Bindings.SetParameters(Parameters)
		.Set("SkinInstances", Need(Device.MakeBufferOf(Scene.Instances)))
		.Set("SkinPalette", Need(Device.MakeBufferOf(Scene.PaletteRows)))
		.Set("SkinStretches", Need(Device.MakeBufferOf(Scene.StretchRows)))
		.Set("SkinSegmentAngles", Need(Device.MakeBufferOf(Scene.SegmentAngles)))
		.Set("OutPositions", Need(Device.MakeBuffer(size_t{12} * Scene.Skin.SlotCount)))
		.Set("OutFrames", Need(Device.MakeBuffer(size_t{8} * Scene.Skin.SlotCount)));
	const uint32_t Groups = (Scene.Skin.SlotCount + GpuGroupSize - 1) / GpuGroupSize;
	double Best = 1e9;
	for (int Repeat = 0; Repeat < Repeats; ++Repeat)
	{
		FGpuCommands Commands = Need(FGpuCommands::Begin(Device));
		Need(Commands.Dispatch(Pipeline, Bindings, Groups));
		const auto Start = std::chrono::steady_clock::now();
		Need(Commands.Submit());
		Best = (std::min)(Best, std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count());
	}
	return Best;
}

void MeasureTimes(FRows& Rows, const FGpuDevice& Device, const FShaderCompiler& Compiler)
{
	constexpr size_t VertexCount = 100000;
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool((std::max)(1u, std::thread::hardware_concurrency()));
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		const ESkinOperator Kind = static_cast<ESkinOperator>(Operator);
		const FGpuPipeline Pipeline =
			Need(Device.MakeComputePipeline(Need(Compiler.Compile(SourceOf(Kind, EPointFormat::Float32)))));
		for (const size_t Influences : {4, 8})
		{
			const FSkinScene Scene = MakeScene(Kind, AllBits[0], VertexCount, Influences);
			const double Cpu = CpuSeconds(Scene, *Pool), Gpu = DeviceSeconds(Device, Pipeline, Scene);
			Rows.Lower(std::string(OperatorNames[Operator]) + ", " + std::to_string(Influences) +
						" influences, 100k vertices on " + (Device.IsSoftware() ? "lavapipe" : Device.Name()),
					1e3 * Gpu, "ms")
				.Baseline("the CPU's job, all threads", 1e3 * Cpu);
		}
	}
}

void MeasureFirstUse(FRows& Rows, const FGpuDevice& Device)
{
	FShaderCompiler Fresh;
	Fresh.SetCacheFolder({});
	for (const auto& [Name, Source] :
		{std::pair{"linear blend", SourceOf(ESkinOperator::LinearBlend, EPointFormat::Float32)},
			std::pair{"animation space", SourceOf(ESkinOperator::AnimationSpace, EPointFormat::Fixed16)},
			std::pair{"crowd pose",
				FShaderSource{"/Plugin/Exemplar/ExemplarCrowd.usf", "CrowdPoseCS", EShaderStage::Compute, {}}}})
	{
		FGpuShader Shader;
		const double Compile = BestSeconds(3, [&, &Which = Source] { Shader = Need(Fresh.Compile(Which)); });
		const double Pipeline = BestSeconds(3, [&] { Need(Device.MakeComputePipeline(Shader)); });
		Rows.Lower(std::string(Name) + ": first use, HLSL to SPIR-V", 1e3 * Compile, "ms").Reach(250.0);
		Rows.Lower(std::string(Name) + ": first use, SPIR-V to the device", 1e3 * Pipeline, "ms").Reach(250.0);
	}
}

} // namespace

int main(int Count, char** Arguments)
{
	FRows Rows("shaders", Count, Arguments);
	const TResult<FGpuDevice> Device = FGpuDevice::Create();
	if (!Device)
	{
		std::printf("%s\n", Device.GetError().Message.c_str());
		return 1;
	}
	const FShaderCompiler Compiler;
	MeasureBytes(Rows, Compiler);
	MeasureCrowdBytes(Rows, Compiler);
	MeasureInstructions(Rows, Compiler);
	MeasureTimes(Rows, *Device, Compiler);
	MeasureFirstUse(Rows, *Device);
	return Rows.Finish();
}
