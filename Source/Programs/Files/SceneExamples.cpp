// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/SceneExamples.h"

#include "Files/Failure.h"
#include "Files/SceneCurves.h"
#include "Files/SceneRig.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace Exemplar
{
namespace
{

double SignedVolume(const FAffine3d& A)
{
	const auto& M = A.M;
	return M[0] * (M[5] * M[10] - M[6] * M[9]) - M[1] * (M[4] * M[10] - M[6] * M[8]) +
		M[2] * (M[4] * M[9] - M[5] * M[8]);
}

/** Normals transform by the cofactor matrix of the linear part: the inverse transpose times the determinant, never
 * singular. */
FFloat3 TransformNormal(const FAffine3d& A, const FFloat3& N)
{
	const auto& M = A.M;
	const double X = static_cast<double>(N.X), Y = static_cast<double>(N.Y), Z = static_cast<double>(N.Z);
	FDouble3 Out{(M[5] * M[10] - M[6] * M[9]) * X + (M[6] * M[8] - M[4] * M[10]) * Y + (M[4] * M[9] - M[5] * M[8]) * Z,
		(M[2] * M[9] - M[1] * M[10]) * X + (M[0] * M[10] - M[2] * M[8]) * Y + (M[1] * M[8] - M[0] * M[9]) * Z,
		(M[1] * M[6] - M[2] * M[5]) * X + (M[2] * M[4] - M[0] * M[6]) * Y + (M[0] * M[5] - M[1] * M[4]) * Z};
	const double Length = std::sqrt(Out.X * Out.X + Out.Y * Out.Y + Out.Z * Out.Z);
	if (!(Length > 0.0) || !std::isfinite(Length))
	{
		return {};
	}
	const double Scale = (SignedVolume(A) < 0.0 ? -1.0 : 1.0) / Length;
	return {static_cast<float>(Out.X * Scale), static_cast<float>(Out.Y * Scale), static_cast<float>(Out.Z * Scale)};
}

/** Appends the sets of one mesh to those of all: a set that one of them does not have stays without values there. */
template <typename T, typename CornerType>
void AppendSets(const std::vector<TCornerSet<T>>& In, size_t FirstCorner, size_t CornerCount,
	const CornerType& CornerOf, std::vector<TCornerSet<T>>& Out)
{
	Out.resize((std::max)(Out.size(), In.size()));
	for (size_t Set = 0; Set < Out.size(); ++Set)
	{
		Out[Set].Corners.resize(FirstCorner, NoIndex);
		const auto First = static_cast<uint32_t>(Out[Set].Values.size());
		for (size_t Corner = 0; Corner < CornerCount; ++Corner)
		{
			const uint32_t Index = Set < In.size() ? In[Set].Corners[CornerOf(Corner)] : NoIndex;
			Out[Set].Corners.push_back(Index == NoIndex ? NoIndex : Index + First);
		}
		if (Set < In.size())
		{
			Out[Set].Values.insert(Out[Set].Values.end(), In[Set].Values.begin(), In[Set].Values.end());
		}
	}
}

} // namespace

void AppendSurface(const FSourceMesh& In, const FAffine3d& ToWorld, FSourceMesh& Out)
{
	const auto FirstVertex = static_cast<uint32_t>(Out.Positions.size());
	const auto FirstUV = static_cast<uint32_t>(Out.UVs.size());
	const auto FirstNormal = static_cast<uint32_t>(Out.Normals.size());
	const auto FirstCorner = static_cast<uint32_t>(Out.CornerVertices.size());
	const bool bMirrored = SignedVolume(ToWorld) < 0.0;
	std::vector<uint32_t> CornerOf; // of the corners appended: the corner of In
	const auto Shift = [](uint32_t Index, uint32_t First) { return Index == NoIndex ? NoIndex : Index + First; };
	for (size_t F = 0; F < In.PolygonCount(); ++F)
	{
		const uint32_t Begin = In.PolygonOffsets[F], End = In.PolygonOffsets[F + 1];
		for (uint32_t I = Begin; I < End; ++I)
		{
			const uint32_t C = bMirrored ? End - 1 - (I - Begin) : I;
			CornerOf.push_back(C);
			Out.CornerVertices.push_back(In.CornerVertices[C] + FirstVertex);
			Out.CornerUVs.push_back(In.CornerUVs.empty() ? NoIndex : Shift(In.CornerUVs[C], FirstUV));
			Out.CornerNormals.push_back(In.CornerNormals.empty() ? NoIndex : Shift(In.CornerNormals[C], FirstNormal));
		}
		Out.PolygonOffsets.push_back(FirstCorner + End);
		Out.PolygonMaterials.push_back(In.PolygonMaterials[F]);
	}
	Out.UVs.insert(Out.UVs.end(), In.UVs.begin(), In.UVs.end());
	const auto Corner = [&](size_t Index) { return CornerOf[Index]; };
	AppendSets(In.MoreUVs, FirstCorner, CornerOf.size(), Corner, Out.MoreUVs);
	AppendSets(In.Colors, FirstCorner, CornerOf.size(), Corner, Out.Colors);
	for (const FFloat3& Normal : In.Normals)
	{
		Out.Normals.push_back(TransformNormal(ToWorld, Normal));
	}
}

void DropUnusedCorners(FSourceMesh& Mesh)
{
	for (std::vector<uint32_t>* Corners : {&Mesh.CornerUVs, &Mesh.CornerNormals})
	{
		if (std::all_of(Corners->begin(), Corners->end(), [](uint32_t Index) { return Index == NoIndex; }))
		{
			Corners->clear();
		}
	}
}

namespace
{

FSourceMesh BuildRest(const FScene& Scene, const FSceneRig& Rig)
{
	FSourceMesh Rest;
	for (size_t Index = 0; Index < Scene.Instances.size(); ++Index)
	{
		const FSceneInstance& Instance = Scene.Instances[Index];
		const FSceneMesh& Mesh = Scene.Meshes[Instance.Mesh];
		AppendSurface(Mesh.Surface, Rig.InstanceToWorld[Index], Rest);
		for (const FDouble3& V : MorphVertices(Mesh, Instance.MorphWeights))
		{
			Rest.Positions.push_back(TransformPoint(Rig.InstanceToWorld[Index], V));
		}
	}
	DropUnusedCorners(Rest);
	Rest.Materials = Scene.Materials;
	for (TMaterialSlot<FOwned>& Material : Rest.Materials)
	{
		for (float* Part : {&Material.BaseColor.X, &Material.BaseColor.Y, &Material.BaseColor.Z, &Material.BaseColor.W})
		{
			*Part = *Part >= 0.0f ? (std::min)(*Part, 1.0f) : 0.0f;
		}
	}
	return Rest;
}

struct FSampling
{
	const FSceneAnimation* Animation = nullptr;
	std::string Name;
	double Start = 0.0;
	double FramesPerSecond = 0.0;
	size_t FrameCount = 0;
};

std::vector<FSampling> PlanSampling(const FScene& Scene, const FSceneOptions& Options)
{
	std::vector<FSampling> Plan;
	std::set<std::string> Taken;
	for (const std::string& Wanted : Options.Animations)
	{
		const auto Named = [&](const FSceneAnimation& Animation) { return Animation.Name == Wanted; };
		if (std::none_of(Scene.Animations.begin(), Scene.Animations.end(), Named))
		{
			std::string Known;
			for (const FSceneAnimation& Animation : Scene.Animations)
			{
				Known += (Known.empty() ? " '" : ", '") + Animation.Name + "'";
			}
			Fail(EErrorCode::NotFound,
				"unknown animation '" + Wanted + "'. " +
					(Known.empty() ? "The file has no animations." : "Available animations:" + Known + "."));
		}
	}
	for (const FSceneAnimation& Animation : Scene.Animations)
	{
		const auto& Wanted = Options.Animations;
		const bool bSkip = !Wanted.empty() && std::find(Wanted.begin(), Wanted.end(), Animation.Name) == Wanted.end();
		if (bSkip || !Animation.Span)
		{
			continue;
		}
		const auto [First, Last, MovingNodes] = *Animation.Span;
		// A hundredth of a frame tolerates key times rounded to single precision.
		const double Own = Animation.FramesPerSecond > 0.0 ? Animation.FramesPerSecond : 30.0;
		const double Rate = Options.FramesPerSecond > 0.0 ? Options.FramesPerSecond : Own;
		const double Frames = std::floor((Last - First) * Rate + 0.01) + 1.0;
		if (!(Frames <= 65535.0))
		{
			Fail(EErrorCode::Unsupported,
				"animation '" + Animation.Name +
					"' has more than 65535 frames at this rate. Sample it at a lower rate.");
		}
		// Clips are looked up by name, so duplicates get a number.
		std::string Name = Animation.Name.empty() ? "animation" : Animation.Name;
		for (size_t Number = 2; !Taken.insert(Name).second; ++Number)
		{
			Name = Animation.Name + " " + std::to_string(Number);
		}
		Plan.push_back({&Animation, Name, First, Rate, static_cast<size_t>(Frames)});
	}
	return Plan;
}

void CheckSize(size_t Vertices, size_t Nodes, size_t Poses, const FSceneOptions& Options)
{
	constexpr size_t VerticesPerNode = 8; // memory of a node's matrices, in vertices
	if (Vertices + Nodes * VerticesPerNode > Options.MaxVertices / (Poses + 1))
	{
		Fail(EErrorCode::Unsupported,
			std::to_string(Poses) + " poses of " + std::to_string(Vertices) +
				" vertices exceed the limit. Sample at a lower rate or choose fewer animations.");
	}
}

/** One pose per morph target, for files that contain shapes without animating them. */
void AppendMorphPoses(const FScene& Scene, const FScenePose& RestPose, size_t VertexCount, FSourceExamples& Out)
{
	for (size_t Index = 0; Index < Scene.Instances.size(); ++Index)
	{
		const auto& Targets = Scene.Meshes[Scene.Instances[Index].Mesh].Targets;
		for (size_t Target = 0; Target < Targets.size(); ++Target)
		{
			FSourcePose& Pose = Out.Poses.emplace_back();
			Pose.Name = Targets[Target].Name;
			Pose.Numbers = {{Targets[Target].Name, 1.0f}};
			std::vector<FDouble3> Positions;
			Positions.reserve(VertexCount);
			for (size_t Other = 0; Other < Scene.Instances.size(); ++Other)
			{
				std::vector<double> Weights = Scene.Instances[Other].MorphWeights;
				if (Other == Index)
				{
					std::fill(Weights.begin(), Weights.end(), 0.0);
					Weights[Target] = 1.0;
				}
				AppendPosedVertices(Scene, Scene.Instances[Other], RestPose, Weights, Positions);
			}
			Pose.Positions = std::move(Positions);
		}
	}
}

/** The scene at one time of an animation. It runs on several threads, so errors are values. */
FStatus PoseVertices(const FScene& Scene, std::span<const int32_t> Order, const FSceneAnimation& Animation, double Time,
	size_t VertexCount, FScenePose& Pose, FSharedPositions& Out)
{
	const auto Index = static_cast<size_t>(&Animation - Scene.Animations.data());
	TResult<FScenePose> Posed = Scene.Evaluator ? Scene.Evaluator->Pose(Index, Time)
												: TResult<FScenePose>(PoseScene(Scene, Order, &Animation, Time));
	if (!Posed)
	{
		return Posed.GetError();
	}
	Pose = std::move(*Posed);
	std::vector<FDouble3> Positions;
	Positions.reserve(VertexCount);
	for (size_t Instance = 0; Instance < Scene.Instances.size(); ++Instance)
	{
		if (Pose.Vertices.empty())
		{
			AppendPosedVertices(Scene, Scene.Instances[Instance], Pose, Pose.MorphWeights[Instance], Positions);
		}
		else
		{
			Positions.insert(Positions.end(), Pose.Vertices[Instance].begin(), Pose.Vertices[Instance].end());
		}
	}
	Out = std::move(Positions);
	Pose.Vertices = {}; // clips need the nodes alone
	return FOk{};
}

void CheckCanceled(const FBuildContext& Context, double Fraction)
{
	if (!Context.Progress.Report(Fraction))
	{
		throw FFailure{Context.Progress.CanceledError()};
	}
}

} // namespace

FSourceExamples BuildSceneExamples(const FScene& Scene, const FSceneOptions& Options, const FBuildContext& Context)
{
	if (!(Options.FramesPerSecond >= 0.0) || !std::isfinite(Options.FramesPerSecond))
	{
		Fail(EErrorCode::InvalidArgument, "the sampling rate must not be negative.");
	}
	if (Scene.Instances.empty() && !Options.bMotions)
	{
		Fail(EErrorCode::Degenerate, "the scene contains no triangle mesh. Export it with its meshes.");
	}
	size_t VertexCount = 0, TargetCount = 0;
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		VertexCount += Scene.Meshes[Instance.Mesh].Surface.Positions.size();
		TargetCount += Scene.Meshes[Instance.Mesh].Targets.size();
		CheckSize(VertexCount, Scene.Nodes.size(), 0, Options);
	}
	const std::vector<FSampling> Plan = PlanSampling(Scene, Options);
	size_t PoseCount = Plan.empty() ? TargetCount : 0;
	for (const FSampling& Sampling : Plan)
	{
		PoseCount += Sampling.FrameCount;
	}
	CheckSize(VertexCount, Scene.Nodes.size(), PoseCount, Options);

	const std::vector<int32_t> Order = SortByDepth(Scene.Nodes);
	const FScenePose RestPose = PoseScene(Scene, Order, nullptr, 0.0);
	const FSceneRig Rig = BuildSceneRig(Scene, Order, RestPose);
	FSourceExamples Out;
	Out.Name = Scene.Name;
	Out.Unused = Scene.Unused;
	Out.Rest = BuildRest(Scene, Rig);
	if (!Rig.Joints.empty())
	{
		Out.Rig = MakeSourceRig(Scene, Rig, RestPose);
	}
	if (Plan.empty())
	{
		AppendMorphPoses(Scene, RestPose, VertexCount, Out);
	}
	const std::vector<std::string> Scalars = NameScalars(Scene);
	for (const FSampling& Sampling : Plan)
	{
		const size_t FirstPose = Out.Poses.size();
		Out.Poses.resize(FirstPose + Sampling.FrameCount);
		std::vector<FScenePose> Poses(Sampling.FrameCount);
		constexpr size_t PosesAtATime = 16;
		for (size_t Begin = 0; Begin < Sampling.FrameCount; Begin += PosesAtATime)
		{
			CheckCanceled(Context, static_cast<double>(FirstPose + Begin) / static_cast<double>(PoseCount));
			std::vector<FStatus> Errors(PosesAtATime, FOk{});
			ParallelFor(*Context.Executor, (std::min)(PosesAtATime, Sampling.FrameCount - Begin), 1,
				[&](size_t From, size_t To)
				{
					for (size_t Frame = Begin + From; Frame < Begin + To; ++Frame)
					{
						const double Time = Sampling.Start + static_cast<double>(Frame) / Sampling.FramesPerSecond;
						Out.Poses[FirstPose + Frame].Name = Sampling.Name + " " + std::to_string(Frame);
						Errors[Frame - Begin] = PoseVertices(Scene, Order, *Sampling.Animation, Time, VertexCount,
							Poses[Frame], Out.Poses[FirstPose + Frame].Positions);
					}
				});
			for (const FStatus& Status : Errors)
			{
				if (!Status)
				{
					throw FFailure{Status.GetError()};
				}
			}
		}
		if (Out.Rig)
		{
			Out.Rig->Clips.push_back(MakeClip(Scene, Rig, *Out.Rig, Sampling.Name, Sampling.FramesPerSecond, Poses));
		}
		AddSceneNumbers(
			Scene, Scalars, Poses, std::span(Out.Poses).subspan(FirstPose), Out.Rig ? &Out.Rig->Clips.back() : nullptr);
	}
	CheckCanceled(Context, 1.0);
	return Out;
}

} // namespace Exemplar
