// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BuildRig.h"
#include "Rig/FaceClustering.h"

#include <memory>

namespace Exemplar
{

/**
 * How the rig stage treats left and right. BuildRig calls one method per step: a free rig leaves every result as it is,
 * a symmetric rig makes it symmetric. Methods are called in the order of declaration.
 */
class IRigSymmetry
{
public:
	virtual ~IRigSymmetry() = default;

	/** The examples that every step works on. */
	virtual const FExampleSet& Examples() const = 0;

	/** Clusters that were just built. */
	virtual FStatus FinishClusters(FFaceClusters& Clusters, const FBuildContext& Context) = 0;

	/** Motions and weights for a rig that has the motions of its clusters: refined, or weights in one pass. */
	virtual FStatus FitBones(const FRefineOptions& Refine, bool bRefine, FRig& Rig, const FBuildContext& Context) = 0;

	/** Weights that were just fitted for other bones than before. */
	virtual void FinishBones(FRig& Rig) = 0;

	/** Gives bones that no point follows a share of other bones' points, and their motion: no point moves. */
	virtual void EmployBones(FRig& Rig) = 0;

	virtual FBoneTreeOptions FinishTreeOptions(FBoneTreeOptions Options) const = 0;

	/** The whole rig; bNewWeights if its weights were fitted again since the last call. Afterward the rig has the poses
	 * of the original examples. */
	virtual void FinishRig(bool bNewWeights, FRig& Rig) = 0;

	/** FRigResult::MirrorImages. */
	virtual std::vector<uint16_t> MirrorImages() const = 0;
};

/** The strategy that the options ask for. It refers to Examples. Fails if symmetry is requested of a mesh without it.
 */
TResult<std::unique_ptr<IRigSymmetry>> MakeRigSymmetry(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
