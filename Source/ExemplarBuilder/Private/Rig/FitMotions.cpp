// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BuildRig.h"

#include "Fit/RigExchange.h"

namespace Exemplar
{

TResult<FRig> FitMotions(const FExampleSet& Examples, FRig Rig, const FBuildContext& Context)
{
	constexpr int Parts = 4, Iterations = 15; // sixty Gauss-Newton steps; ends early if none improves
	const size_t Points = Examples.PointCount();
	if (Points == 0 || Examples.PoseCount() == 0)
	{
		return FError{EErrorCode::Degenerate, "Fitting motions requires a rest mesh and at least one example pose."};
	}
	if (Rig.BoneCount == 0 || Rig.Weights.PointCount() != Points ||
		(!Rig.RestPositions.empty() && Rig.RestPositions.size() != Points))
	{
		return FError{EErrorCode::Mismatch,
			"Fitting motions requires weights for every point: the rig has " + std::to_string(Rig.BoneCount) +
				" bones and weights for " + std::to_string(Rig.Weights.PointCount()) + " of " + std::to_string(Points) +
				" points."};
	}
	for (const uint16_t Bone : Rig.Weights.Bones)
	{
		if (Bone >= Rig.BoneCount)
		{
			return FError{EErrorCode::Mismatch,
				"The rig's weights name bone " + std::to_string(Bone) + " of " + std::to_string(Rig.BoneCount) + "."};
		}
	}
	const FMotionData Data =
		MakeMotionData(Rig.RestPositions.empty() ? Examples.Rest.Positions : Rig.RestPositions, Examples.Poses);
	const FWeightTable Weights = ReadWeights(Rig, MaxInfluences);
	FBoneMotions Bones = MotionsOfWeights(Data, Weights, Rig.BoneCount);
	FMotionStepOptions Step;
	Step.Iterations = Iterations;
	for (int Part = 0; Part < Parts; ++Part)
	{
		if (!Context.Progress.Report(static_cast<double>(Part) / Parts))
		{
			return Context.Progress.CanceledError();
		}
		SolveMotions(Data, Weights, Step, Bones, *Context.Executor);
	}
	WriteMotions(Data, Bones, Rig);
	return Rig;
}

} // namespace Exemplar
