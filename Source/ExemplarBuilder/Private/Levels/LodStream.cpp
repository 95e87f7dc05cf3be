// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LodStream.h"

#include "Levels/StreamRun.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace Exemplar
{
namespace LodStreamDetail
{

static FStatus CheckInput(const FSkinnedMesh& Mesh, const FPoseSamples& Poses)
{
	if (Mesh.Points.empty() || Mesh.Triangles.empty())
	{
		return FError{EErrorCode::InvalidArgument, "Levels require a skinned mesh with triangles."};
	}
	if (Poses.PoseCount == 0 || Poses.Palettes.size() != Poses.BoneCount * Poses.PoseCount ||
		Poses.Metric.BoneCount != Poses.BoneCount)
	{
		return FError{EErrorCode::Mismatch,
			"Levels need at least one pose, palettes of all bones in all poses and a metric over the same bones."};
	}
	if (!Mesh.Wedges.empty() && Mesh.Wedges.size() != Mesh.Triangles.size())
	{
		return FError{EErrorCode::Mismatch,
			"There are wedges for " + std::to_string(Mesh.Wedges.size()) + " triangles of " +
				std::to_string(Mesh.Triangles.size()) + ". Give every corner one, or none at all."};
	}
	for (size_t Vertex = 0; Vertex < Mesh.Points.size(); ++Vertex)
	{
		const FAnimationVector& Point = Mesh.Points[Vertex];
		bool bSound = !Point.Bones.empty() && Point.Bones.size() == Point.Blocks.size();
		for (size_t Index = 0; bSound && Index < Point.Bones.size(); ++Index)
		{
			const FDouble4& B = Point.Blocks[Index];
			bSound = Point.Bones[Index] < Poses.BoneCount && std::isfinite(B.X + B.Y + B.Z + B.W) &&
				(Index == 0 || Point.Bones[Index - 1] < Point.Bones[Index]);
		}
		if (!bSound)
		{
			return FError{EErrorCode::InvalidArgument,
				"Vertex " + std::to_string(Vertex) +
					" has no influences, bones out of order or range, or numbers that are not finite; skin it first."};
		}
	}
	const size_t WedgeCount = Mesh.UVs.empty() ? size_t{0x7fffffff} : Mesh.UVs.size();
	for (size_t Triangle = 0; Triangle < Mesh.Triangles.size(); ++Triangle)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const int32_t Vertex = Mesh.Triangles[Triangle][Corner];
			const int32_t Wedge = Mesh.Wedges.empty() ? Vertex : Mesh.Wedges[Triangle][Corner];
			if (Vertex < 0 || static_cast<size_t>(Vertex) >= Mesh.Points.size() || Wedge < 0 ||
				static_cast<size_t>(Wedge) >= WedgeCount)
			{
				return FError{EErrorCode::InvalidArgument,
					"Triangle " + std::to_string(Triangle) + " uses vertex " + std::to_string(Vertex) + " and wedge " +
						std::to_string(Wedge) + ", of which one does not exist. Repair the triangles."};
			}
		}
	}
	return FOk{};
}

} // namespace LodStreamDetail

TResult<FLodStream> BuildLodStream(
	const FSkinnedMesh& Mesh, const FPoseSamples& Poses, const FLodStreamOptions& Options, const FBuildContext& Context)
{
	if (FStatus Sound = LodStreamDetail::CheckInput(Mesh, Poses); !Sound)
	{
		return Sound.GetError();
	}
	if (Options.MaxInfluences == 0)
	{
		return FError{EErrorCode::InvalidArgument, "The influence limit must be at least 1."};
	}
	FLodStream Out;
	FStreamRun Run(Mesh, Poses, Options);
	if (!Run.Run(Out, Context))
	{
		return Context.Progress.CanceledError();
	}
	return Out;
}

std::vector<FLodState> ReplayLodStream(
	const FSkinnedMesh& Mesh, const FLodStream& Stream, std::span<const size_t> OperationCounts)
{
	FCollapseMesh Topology(Mesh.Points.size(), Mesh.Triangles, Mesh.Wedges);
	std::vector<FAnimationVector> Points = Mesh.Points;
	std::vector<int32_t> Root(Points.size());
	std::iota(Root.begin(), Root.end(), 0);
	std::vector<int32_t> WedgeRoot(Points.size());
	for (const FTriangle& T : Mesh.Wedges)
	{
		for (const int32_t Wedge : T)
		{
			WedgeRoot.resize((std::max)(WedgeRoot.size(), static_cast<size_t>(Wedge) + 1));
		}
	}
	std::iota(WedgeRoot.begin(), WedgeRoot.end(), 0);
	const auto Follow = [](const std::vector<int32_t>& Links, size_t From)
	{
		int32_t At = static_cast<int32_t>(From);
		while (Links[static_cast<size_t>(At)] != At)
		{
			At = Links[static_cast<size_t>(At)];
		}
		return At;
	};
	std::vector<FLodState> Out;
	size_t Done = 0;
	for (const size_t Until : OperationCounts)
	{
		for (; Done < (std::min)(Until, Stream.Operations.size()); ++Done)
		{
			const FLodOperation& Operation = Stream.Operations[Done];
			const bool bCollapse = Operation.Kind == ELodOperation::Collapse;
			if (bCollapse)
			{
				Topology.Collapse(static_cast<int32_t>(Operation.Vertex), static_cast<int32_t>(Operation.Target));
				Root[Operation.Vertex] = static_cast<int32_t>(Operation.Target);
				for (const auto& [Gone, Stays] : Topology.WedgeMoves())
				{
					WedgeRoot[static_cast<size_t>(Gone)] = Stays;
				}
			}
			if (!Operation.Point.Bones.empty())
			{
				Points[bCollapse ? Operation.Target : Operation.Vertex] = Operation.Point;
			}
		}
		FLodState& State = Out.emplace_back();
		std::vector<int32_t> IndexOf(Points.size(), -1);
		for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
		{
			if (Topology.IsAlive(static_cast<int32_t>(Vertex)))
			{
				IndexOf[Vertex] = static_cast<int32_t>(State.Vertices.size());
				State.Vertices.push_back(static_cast<uint32_t>(Vertex));
				State.Points.push_back(Points[Vertex]);
			}
		}
		for (size_t Triangle = 0; Triangle < Mesh.Triangles.size(); ++Triangle)
		{
			if (Topology.IsTriangleAlive(Triangle))
			{
				const FTriangle& T = Topology.AllTriangles()[Triangle];
				State.Triangles.push_back({IndexOf[static_cast<size_t>(T[0])], IndexOf[static_cast<size_t>(T[1])],
					IndexOf[static_cast<size_t>(T[2])]});
				State.Wedges.push_back(Topology.AllWedges()[Triangle]);
				State.SourceTriangles.push_back(static_cast<int32_t>(Triangle));
			}
		}
		for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
		{
			State.VertexOfOriginal.push_back(IndexOf[static_cast<size_t>(Follow(Root, Vertex))]);
		}
		for (size_t Wedge = 0; Wedge < WedgeRoot.size(); ++Wedge)
		{
			State.WedgeOfOriginal.push_back(Follow(WedgeRoot, Wedge));
		}
		State.Error = Done > 0 ? Stream.Operations[Done - 1].Running : 0.0;
	}
	return Out;
}

std::vector<FLodProgress> CountLodStream(const FSkinnedMesh& Mesh, const FLodStream& Stream)
{
	FCollapseMesh Topology(Mesh.Points.size(), Mesh.Triangles, Mesh.Wedges);
	std::vector<size_t> Influences(Mesh.Points.size(), 0);
	FLodProgress Now{Topology.TriangleCount(), 0};
	for (size_t Vertex = 0; Vertex < Influences.size(); ++Vertex)
	{
		if (Topology.IsAlive(static_cast<int32_t>(Vertex)))
		{
			Influences[Vertex] = Mesh.Points[Vertex].InfluenceCount();
			Now.Influences += Influences[Vertex];
		}
	}
	std::vector<FLodProgress> Out{Now};
	for (const FLodOperation& Operation : Stream.Operations)
	{
		const bool bCollapse = Operation.Kind == ELodOperation::Collapse;
		if (bCollapse)
		{
			Topology.Collapse(static_cast<int32_t>(Operation.Vertex), static_cast<int32_t>(Operation.Target));
			Now.Triangles = Topology.TriangleCount();
			Now.Influences -= Influences[Operation.Vertex];
		}
		if (!Operation.Point.Bones.empty())
		{
			size_t& Count = Influences[bCollapse ? Operation.Target : Operation.Vertex];
			Now.Influences += Operation.Point.InfluenceCount() - Count;
			Count = Operation.Point.InfluenceCount();
		}
		Out.push_back(Now);
	}
	return Out;
}

} // namespace Exemplar
