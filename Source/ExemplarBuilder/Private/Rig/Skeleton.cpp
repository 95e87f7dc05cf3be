// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Skeleton.h"

#include "Model/Stopwatch.h"
#include "Rig/Joints.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

TResult<FSkeletonFit> FitSkeleton(const FTriangleMesh& Rest, const FBoneTreeOptions& Options, const FRig& Rig)
{
	const FStopwatch Watch;
	TResult<FBoneTree> Tree = BuildBoneTree(Rest, Rig.Weights, Rig.BoneCount, Options);
	if (!Tree)
	{
		return Tree.GetError();
	}
	FSkeletonFit Out;
	Out.Tree = std::move(*Tree);
	Out.Joints = FitJoints(Rest, Rig, Out.Tree.Parents);
	double Gaps = 0.0;
	size_t Balls = 0, Hinges = 0;
	for (const FJointFit& Joint : Out.Joints)
	{
		Gaps += Joint.Gap * Joint.Gap;
		Balls += Joint.Rank == 3;
		Hinges += Joint.Rank == 2;
	}
	const double Count = static_cast<double>((std::max)(Out.Joints.size(), size_t{2}) - 1);
	Out.Figures = {"skeleton", Watch.Seconds(),
		{{"joint gap RMS", std::sqrt(Gaps / Count), "m"}, {"ball joints", static_cast<double>(Balls), ""},
			{"hinges", static_cast<double>(Hinges), ""},
			{"edges without evidence", static_cast<double>(Out.Tree.UnprovenEdges), ""}}};
	return Out;
}

} // namespace Exemplar
