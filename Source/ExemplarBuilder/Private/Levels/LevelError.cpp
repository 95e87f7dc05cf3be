// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LevelError.h"

#include "AnimationSpace/ClipBound.h"
#include "Geometry/Adjacency.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace LevelErrorDetail
{

/** The closest point of a triangle in a space of any dimension: weights of its corners and the squared distance. */
static double ClosestInRows(
	const float* P, const float* A, const float* B, const float* C, size_t Size, std::array<double, 3>& Weights)
{
	double UU = 0.0, UV = 0.0, VV = 0.0, WU = 0.0, WV = 0.0, WW = 0.0;
	for (size_t Index = 0; Index < Size; ++Index)
	{
		const double U = B[Index] - A[Index], V = C[Index] - A[Index], W = P[Index] - A[Index];
		UU += U * U, UV += U * V, VV += V * V, WU += W * U, WV += W * V, WW += W * W;
	}
	const double Area = UU * VV - UV * UV;
	const double S = (VV * WU - UV * WV) / Area, T = (UU * WV - UV * WU) / Area;
	if (Area > 1e-12 * UU * VV && S >= 0.0 && T >= 0.0 && S + T <= 1.0)
	{
		Weights = {1.0 - S - T, S, T};
		return WW - S * WU - T * WV;
	}
	double Best = INFINITY;
	const auto Try = [&](double First, double Second) // weights of B and C on a side
	{
		const double Distance = WW - 2.0 * (First * WU + Second * WV) + First * First * UU + 2.0 * First * Second * UV +
			Second * Second * VV;
		if (Distance < Best)
		{
			Best = Distance;
			Weights = {1.0 - First - Second, First, Second};
		}
	};
	Try(UU > 0.0 ? std::clamp(WU / UU, 0.0, 1.0) : 0.0, 0.0);
	Try(0.0, VV > 0.0 ? std::clamp(WV / VV, 0.0, 1.0) : 0.0);
	const double Across = UU - 2.0 * UV + VV;
	const double Along = Across > 0.0 ? std::clamp((WV - WU - UV + UU) / Across, 0.0, 1.0) : 0.0;
	Try(1.0 - Along, Along);
	return Best;
}

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

/** A place on a level: a triangle and the weights of its corners. */
struct FLevelPlace
{
	int32_t Triangle = -1;
	std::array<double, 3> Weights{1.0, 0.0, 0.0};
};

/** Walks over the level's surface, from the triangles around a vertex, to where a row of the embedding is nearest. */
class FNearestWalk
{
public:
	FNearestWalk(const FLodState& InLevel, const FPoseEmbedding& Embedding)
		: Level(InLevel)
		, Size(Embedding.Dimensions())
		, Rows(InLevel.Points.size() * Size)
		, Adjacency(BuildAdjacency(InLevel.Vertices.size(), InLevel.Triangles))
	{
		for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
		{
			Embedding.Embed(Level.Points[Vertex], Rows.data() + Vertex * Size);
		}
	}

	FLevelPlace Find(const float* Row, size_t Start) const
	{
		FLevelPlace Out;
		double Best = INFINITY;
		Visit(Row, Adjacency.VertexTriangles[Start], Best, Out);
		for (bool bMoved = Out.Triangle >= 0; bMoved;)
		{
			bMoved = false;
			for (const int32_t Corner : Level.Triangles[static_cast<size_t>(Out.Triangle)])
			{
				bMoved = Visit(Row, Adjacency.VertexTriangles[static_cast<size_t>(Corner)], Best, Out) || bMoved;
			}
		}
		return Out;
	}

private:
	bool Visit(const float* Row, std::span<const int32_t> Fan, double& Best, FLevelPlace& Out) const
	{
		const int32_t Before = Out.Triangle;
		for (const int32_t Triangle : Fan)
		{
			const FTriangle& T = Level.Triangles[static_cast<size_t>(Triangle)];
			std::array<double, 3> Weights{};
			const auto RowOf = [&](size_t Corner) { return Rows.data() + static_cast<size_t>(T[Corner]) * Size; };
			const double Distance = ClosestInRows(Row, RowOf(0), RowOf(1), RowOf(2), Size, Weights);
			if (Distance < Best)
			{
				Best = Distance;
				Out = {Triangle, Weights};
			}
		}
		return Out.Triangle != Before;
	}

	const FLodState& Level;
	size_t Size;
	std::vector<float> Rows;
	FMeshAdjacency Adjacency;
};

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
				const FLevelPlace Place = Walk.Find(Row.data(), static_cast<size_t>(Became));
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

} // namespace Exemplar
