// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleRemesh.h"

#include "Geometry/SurfaceRemesh.h"
#include "Sample/SampleRandom.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace Exemplar
{

FRemeshedPose RemeshPose(const FImplicitBody& Body, const FSampleSurface& Rest, const FClosestPointFinder& OnRest,
	const FSourcePose& Pose, uint64_t Seed, IExecutor& Executor)
{
	// Waves of a decimeter or two, from two thirds to four thirds of the rest's sides.
	const Eigen::Vector3d Wave(
		25.0 + 10.0 * RandomSigned(Seed, 0), 25.0 + 10.0 * RandomSigned(Seed, 1), 25.0 + 10.0 * RandomSigned(Seed, 2));
	const double Phase = 3.0 * RandomSigned(Seed, 3);
	const FRemeshSurface Surface{[&](const Eigen::Vector3d& P) { return Body.Project(P, 2); },
		[&](const Eigen::Vector3d& P)
		{
			const double Swell = std::sin(Wave.x() * P.x() + Phase) * std::sin(Wave.y() * P.y()) +
				0.5 * std::sin(Wave.z() * P.z() - Phase);
			return Rest.EdgeLength * FImplicitBody::EdgeScale(P) * (1.0 + 0.22 * Swell);
		}};
	const FTriangleMesh Mesh = RemeshSurface(Rest.Mesh, Surface, 3, Executor);
	const std::vector<FClosestPoint> Found = OnRest.Find(Mesh.Positions, Executor);

	// Shuffled (Fisher & Yates), so that nothing can be read from the order.
	std::vector<int32_t> NewIndex(Mesh.Positions.size());
	std::iota(NewIndex.begin(), NewIndex.end(), 0);
	for (size_t Left = NewIndex.size(); Left > 1; --Left)
	{
		std::swap(NewIndex[Left - 1], NewIndex[static_cast<size_t>(RandomBits(Seed, 3 + Left) % Left)]);
	}
	FRemeshedPose Out;
	Out.Name = Pose.Name;
	Out.Mesh.Positions.resize(Mesh.Positions.size());
	Out.OnRest.resize(Mesh.Positions.size());
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		const size_t New = static_cast<size_t>(NewIndex[Vertex]);
		Out.OnRest[New] = Found[Vertex].Where;
		Out.Mesh.Positions[New] = PointAt(Pose.Positions, Rest.Mesh.Triangles, Found[Vertex].Where);
	}
	for (const FTriangle& Triangle : Mesh.Triangles)
	{
		Out.Mesh.Triangles.push_back({NewIndex[static_cast<size_t>(Triangle[0])],
			NewIndex[static_cast<size_t>(Triangle[1])], NewIndex[static_cast<size_t>(Triangle[2])]});
	}
	return Out;
}

} // namespace Exemplar
