// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Sample/SampleCharacter.h"
#include "Sample/SampleSurface.h"

namespace Exemplar
{

/**
 * The surface of a pose with other triangles: the rest surface is remeshed with sides that vary smoothly from place to
 * place, its vertices are projected onto the rest mesh, shuffled, and carried along by the triangles they lie on. Seed
 * determines the edge lengths and the order.
 */
FRemeshedPose RemeshPose(const FImplicitBody& Body, const FSampleSurface& Rest, const FClosestPointFinder& OnRest,
	const FSourcePose& Pose, uint64_t Seed, IExecutor& Executor);

} // namespace Exemplar
