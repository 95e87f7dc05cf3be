// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LevelError.h"

#include "AnimationSpace/ClipBound.h"
#include "Geometry/EigenMap.h"
#include "Levels/NearestWalk.h"
#include "Levels/SkinQuadric.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace LevelErrorDetail
{

/** What the skeleton's limits and the clips' keys allow every joint, and from rest to the joints' own frames. */
struct FBoundedJoints
{
	std::vector<FJointBound> Bounds;
	std::vector<FAffine3d> ToBone;
};

static FBoundedJoints BoundJoints(const FAnimation& Animation)
{
	FBoundedJoints Out;
	const FSkeletonData& Skeleton = Animation.Skeleton;
	for (const FAffine3d& Model : RestModel(Skeleton))
	{
		Out.ToBone.push_back(Inverse(Model));
	}
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		Out.Bounds.push_back(BoundJoint(
			ToMatrix(Skeleton.RestLocal[Joint]), Skeleton.Limits.empty() ? FJointLimit{} : Skeleton.Limits[Joint]));
		WidenByClips(Animation.Clips, Joint, Eigen::Matrix4d::Identity(), Out.Bounds.back());
	}
	return Out;
}

static std::vector<std::vector<FDouble3>> PoseAll(
	std::span<const FAnimationVector> Points, const FPoseSamples& Poses, IExecutor& Executor)
{
	std::vector<std::vector<FDouble3>> Out(Poses.PoseCount, std::vector<FDouble3>(Points.size()));
	ParallelFor(Executor, Poses.PoseCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = Begin; Pose < End; ++Pose)
			{
				for (size_t Index = 0; Index < Points.size(); ++Index)
				{
					Out[Pose][Index] = ToDouble3(PosePoint(Points[Index], Poses, Pose));
				}
			}
		});
	return Out;
}

} // namespace LevelErrorDetail

TResult<FLevelError> MeasureLevel(const FSkinnedMesh& Original, const FLodState& Level, const FPoseSamples& Poses,
	const FPoseEmbedding& Embedding, const FAnimation& Animation, IExecutor& Executor)
{
	using namespace LevelErrorDetail;
	const FBoundedJoints Joints = BoundJoints(Animation);
	const FNearestWalk Walk(Level, Embedding);
	constexpr size_t Chunk = 256;
	std::vector<FLevelError> Parts(Original.Points.size() / Chunk + 1);
	ParallelFor(Executor, Original.Points.size(), Chunk,
		[&](size_t Begin, size_t End)
		{
			std::vector<float> Row(Embedding.Dimensions());
			FLevelError& Part = Parts[Begin / Chunk];
			for (size_t Vertex = Begin; Vertex < End; ++Vertex)
			{
				const int32_t Became = Level.VertexOfOriginal[Vertex];
				if (Became < 0)
				{
					continue;
				}
				Embedding.Embed(Original.Points[Vertex], Row.data());
				const FSurfaceCoordinate Place = Walk.Find(Row.data(), static_cast<size_t>(Became));
				FAnimationVector Difference = Original.Points[Vertex];
				for (size_t Corner = 0; Corner < 3 && Place.Triangle >= 0; ++Corner)
				{
					const size_t Of = static_cast<size_t>(Level.Triangles[static_cast<size_t>(Place.Triangle)][Corner]);
					Difference = AddScaled(Difference, Level.Points[Of], -Place.Weights[Corner]);
				}
				Part.Mean = (std::max)(Part.Mean, MeanLength(Poses.Metric, Difference));
				Part.Bound = (std::max)(Part.Bound,
					BoundLength(Animation.Skeleton.Parents, Joints.Bounds, TransformBlocks(Difference, Joints.ToBone)));
			}
		});
	FLevelError Out;
	for (const FLevelError& Part : Parts)
	{
		Out.Mean = (std::max)(Out.Mean, Part.Mean);
		Out.Bound = (std::max)(Out.Bound, Part.Bound);
	}
	Out.Bound = (std::max)(Out.Bound, Out.Mean);
	return Out;
}

FSurfaceMeter::FSurfaceMeter(
	const FSkinnedMesh& InOriginal, FPoseSamples InPoses, uint64_t InSeed, IExecutor& InExecutor)
	: Original(InOriginal)
	, Poses(std::move(InPoses))
	, Seed(InSeed)
	, Executor(InExecutor)
	, Posed(LevelErrorDetail::PoseAll(InOriginal.Points, Poses, InExecutor))
{
}

FSurfaceDistance FSurfaceMeter::Measure(const FLodState& Level) const
{
	constexpr size_t Places = 3000;
	const std::vector<std::vector<FDouble3>> Of = LevelErrorDetail::PoseAll(Level.Points, Poses, Executor);
	return MeasureSurfaceDistance({Original.Triangles, Posed}, {Level.Triangles, Of}, Places, Seed, Executor);
}

} // namespace Exemplar
