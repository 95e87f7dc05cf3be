// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "ExemplarBuildOptions.h"
#include "Pipeline/OptionTable.h"

namespace Exemplar
{

/** Properties as options: a layer of those that differ from the defaults. The error names the option. */
TResult<FBuildOptions> ToBuildOptions(const FExemplarBuildOptions& Properties);

/** Options as properties. */
FExemplarBuildOptions FromBuildOptions(const FBuildOptions& Options);

} // namespace Exemplar
