// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/ClusterFit.h"

#include "Geometry/Adjacency.h"

#include <limits>
#include <queue>

namespace Exemplar
{

namespace ClusterFitDetail
{

FRigidError FaceError(const FTriangleMesh& Rest, const std::vector<FDouble3>& Pose, const FTriangle& Triangle)
{
	std::array<FDouble3, 3> P, Q;
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		P[Corner] = Rest.Positions[static_cast<size_t>(Triangle[Corner])];
		Q[Corner] = Pose[static_cast<size_t>(Triangle[Corner])];
	}
	return MakeRigidError(P, Q);
}

double TotalError(const std::vector<FRigidError>& Sums)
{
	double Total = 0.0;
	for (const FRigidError& Sum : Sums)
	{
		Total += MinimumError(Sum);
	}
	return Total;
}

struct FGrowth
{
	double Error;
	uint32_t Face;
	uint16_t Label;
	bool operator<(const FGrowth& Other) const
	{
		if (Error != Other.Error)
		{
			return Error > Other.Error;
		}
		return Face != Other.Face ? Face > Other.Face : Label > Other.Label;
	}
};

FIndexLists NeighborsOf(size_t FaceCount, const FFacePairs& Graph)
{
	FIndexLists Lists;
	Lists.Offsets.assign(FaceCount + 1, 0);
	for (const auto& [A, B] : Graph)
	{
		++Lists.Offsets[A + 1];
		++Lists.Offsets[B + 1];
	}
	for (size_t Face = 0; Face < FaceCount; ++Face)
	{
		Lists.Offsets[Face + 1] += Lists.Offsets[Face];
	}
	Lists.Items.resize(Lists.Offsets.back());
	std::vector<uint32_t> Next(Lists.Offsets.begin(), Lists.Offsets.end() - 1);
	for (const auto& [A, B] : Graph)
	{
		Lists.Items[Next[A]++] = static_cast<int32_t>(B);
		Lists.Items[Next[B]++] = static_cast<int32_t>(A);
	}
	return Lists;
}

} // namespace ClusterFitDetail

std::vector<FRigidError> SumClusters(const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Poses,
	const std::vector<uint16_t>& Labels, size_t ClusterCount, IExecutor& Executor)
{
	std::vector<FRigidError> Sums(ClusterCount * Poses.size());
	ParallelFor(Executor, Poses.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = Begin; Pose < End; ++Pose)
			{
				for (size_t Face = 0; Face < Labels.size(); ++Face)
				{
					FRigidError& Sum = Sums[Labels[Face] * Poses.size() + Pose];
					const FRigidError Own = ClusterFitDetail::FaceError(Rest, Poses[Pose], Rest.Triangles[Face]);
					Sum = Sum.Area > 0.0 ? MergeRigidErrors(Sum, Own) : Own;
				}
			}
		});
	return Sums;
}

int RegrowClusters(const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Poses, const FFacePairs& Graph,
	std::vector<uint16_t>& Labels, size_t ClusterCount, int MaxRounds, const FBuildContext& Context)
{
	using namespace ClusterFitDetail;
	if (MaxRounds <= 0)
	{
		return 0;
	}
	const size_t FaceCount = Labels.size();
	const FIndexLists Neighbors = NeighborsOf(FaceCount, Graph);
	std::vector<FRigidError> Sums = SumClusters(Rest, Poses, Labels, ClusterCount, *Context.Executor);
	double Best = TotalError(Sums);
	for (int Round = 0; Round < MaxRounds; ++Round)
	{
		std::vector<FAffine3d> Motions(Sums.size());
		for (size_t Index = 0; Index < Sums.size(); ++Index)
		{
			Motions[Index] = BestRigidMotion(Sums[Index]);
		}
		const auto ErrorUnder = [&](size_t Face, size_t Cluster)
		{
			double Sum = 0.0;
			for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
			{
				Sum += ErrorOfMotion(
					FaceError(Rest, Poses[Pose], Rest.Triangles[Face]), Motions[Cluster * Poses.size() + Pose]);
			}
			return Sum;
		};
		std::vector<double> OwnErrors(FaceCount);
		ParallelFor(*Context.Executor, FaceCount, 512,
			[&](size_t Begin, size_t End)
			{
				for (size_t Face = Begin; Face < End; ++Face)
				{
					OwnErrors[Face] = ErrorUnder(Face, Labels[Face]);
				}
			});
		// A seed must have an area: any motion explains a face without area.
		std::vector<double> SeedErrors(ClusterCount, std::numeric_limits<double>::infinity());
		std::vector<uint32_t> Seeds(ClusterCount, 0);
		for (size_t Face = 0; Face < FaceCount; ++Face)
		{
			const double Area = FaceError(Rest, Poses[0], Rest.Triangles[Face]).Area;
			const double Error = Area > 0.0 ? OwnErrors[Face] / Area : (std::numeric_limits<double>::max)();
			if (Error < SeedErrors[Labels[Face]])
			{
				SeedErrors[Labels[Face]] = Error;
				Seeds[Labels[Face]] = static_cast<uint32_t>(Face);
			}
		}
		std::vector<uint16_t> Grown(FaceCount, 0xffff);
		std::priority_queue<FGrowth> Queue;
		for (size_t Cluster = 0; Cluster < ClusterCount; ++Cluster)
		{
			Queue.push({-1.0, Seeds[Cluster], static_cast<uint16_t>(Cluster)});
		}
		while (!Queue.empty())
		{
			const FGrowth Top = Queue.top();
			Queue.pop();
			if (Grown[Top.Face] != 0xffff)
			{
				continue;
			}
			Grown[Top.Face] = Top.Label;
			for (const int32_t Other : Neighbors[Top.Face])
			{
				if (Grown[static_cast<size_t>(Other)] == 0xffff)
				{
					Queue.push(
						{ErrorUnder(static_cast<size_t>(Other), Top.Label), static_cast<uint32_t>(Other), Top.Label});
				}
			}
		}
		std::vector<FRigidError> GrownSums = SumClusters(Rest, Poses, Grown, ClusterCount, *Context.Executor);
		const double Total = TotalError(GrownSums);
		if (!(Total < Best) || !Context.Progress.Report(static_cast<double>(Round + 1) / MaxRounds))
		{
			return Round;
		}
		Best = Total;
		Labels = std::move(Grown);
		Sums = std::move(GrownSums);
	}
	return MaxRounds;
}

} // namespace Exemplar
