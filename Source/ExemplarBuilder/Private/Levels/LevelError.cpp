// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LevelError.h"

#include "AnimationSpace/ClipBound.h"
#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/Adjacency.h"
#include "Geometry/EigenLibrary.h"
#include "Pose/RestPose.h"

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

} // namespace LevelErrorDetail

TResult<FLevelError> MeasureLevel(const FSkinnedMesh& Original, const FLodState& Level, const FPoseSamples& Poses,
	const FPoseEmbedding& Embedding, const FSkeletonData& Skeleton, std::span<const FClipData> Clips,
	IExecutor& Executor)
{
	using namespace LevelErrorDetail;
	const TResult<FRestPose> Rest = MakeRestPose(Skeleton);
	if (!Rest)
	{
		return Rest.GetError();
	}
	std::vector<FJointBound> Bounds;
	std::vector<FAffine3d> ToBone;
	const auto ToMatrix = [](const FAffine& M)
	{
		Eigen::Matrix4d Out = Eigen::Matrix4d::Identity();
		for (Eigen::Index Row = 0; Row < 3; ++Row)
		{
			const FFloat4& R = M.Rows[static_cast<size_t>(Row)];
			Out.row(Row) << R.X, R.Y, R.Z, R.W;
		}
		return Out;
	};
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const Eigen::Matrix4d Model = ToMatrix(Rest->Model[Joint]), Inverse = Model.inverse();
		const int32_t Parent = Skeleton.Parents[Joint];
		const Eigen::Matrix4d Local =
			Parent < 0 ? Model : Eigen::Matrix4d(ToMatrix(Rest->Model[static_cast<size_t>(Parent)]).inverse() * Model);
		ToBone.push_back(ToAffine3d(Inverse.topLeftCorner<3, 3>(), Inverse.topRightCorner<3, 1>()));
		Bounds.push_back(BoundJoint(ToAffine3d(Local.topLeftCorner<3, 3>(), Local.topRightCorner<3, 1>()),
			Skeleton.Limits.empty() ? FJointLimit{} : Skeleton.Limits[Joint]));
		WidenByClips(Clips, Joint, Eigen::Matrix4d::Identity(), Bounds.back());
	}
	const size_t Size = Embedding.Dimensions();
	std::vector<float> Rows(Level.Points.size() * Size);
	for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
	{
		Embedding.Embed(Level.Points[Vertex], Rows.data() + Vertex * Size);
	}
	const FMeshAdjacency Adjacency = BuildAdjacency(Level.Vertices.size(), Level.Triangles);
	constexpr size_t Chunk = 256;
	std::vector<FLevelError> Parts(Original.Points.size() / Chunk + 1);
	ParallelFor(Executor, Original.Points.size(), Chunk,
		[&](size_t Begin, size_t End)
		{
			std::vector<float> Row(Size);
			FLevelError& Part = Parts[Begin / Chunk];
			for (size_t Vertex = Begin; Vertex < End; ++Vertex)
			{
				const int32_t Became = Level.VertexOfOriginal[Vertex];
				if (Became < 0)
				{
					continue;
				}
				Embedding.Embed(Original.Points[Vertex], Row.data());
				double Best = INFINITY;
				int32_t At = -1;
				std::array<double, 3> Where{1.0, 0.0, 0.0};
				const auto Visit = [&](std::span<const int32_t> Fan)
				{
					const int32_t Before = At;
					for (const int32_t Triangle : Fan)
					{
						const FTriangle& T = Level.Triangles[static_cast<size_t>(Triangle)];
						std::array<double, 3> Weights;
						const double Distance =
							ClosestInRows(Row.data(), Rows.data() + static_cast<size_t>(T[0]) * Size,
								Rows.data() + static_cast<size_t>(T[1]) * Size,
								Rows.data() + static_cast<size_t>(T[2]) * Size, Size, Weights);
						if (Distance < Best)
						{
							Best = Distance;
							At = Triangle;
							Where = Weights;
						}
					}
					return At != Before;
				};
				Visit(Adjacency.VertexTriangles[static_cast<size_t>(Became)]);
				for (bool bMoved = At >= 0; bMoved;)
				{
					bMoved = false;
					for (const int32_t Corner : Level.Triangles[static_cast<size_t>(At)])
					{
						bMoved = Visit(Adjacency.VertexTriangles[static_cast<size_t>(Corner)]) || bMoved;
					}
				}
				FAnimationVector Difference = Original.Points[Vertex];
				for (size_t Corner = 0; Corner < 3 && At >= 0; ++Corner)
				{
					const size_t Of = static_cast<size_t>(Level.Triangles[static_cast<size_t>(At)][Corner]);
					Difference = AddScaled(Difference, Level.Points[Of], -Where[Corner]);
				}
				Part.Mean = (std::max)(Part.Mean, MeanLength(Poses.Metric, Difference));
				Part.Bound =
					(std::max)(Part.Bound, BoundLength(Skeleton.Parents, Bounds, TransformBlocks(Difference, ToBone)));
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
