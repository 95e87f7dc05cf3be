// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Registration/ScanFiles.h"

#include <string_view>

namespace Exemplar
{

/**
 * Reads landmarks in JSON: {"template": {"nose": [x, y, z]}, "scan01.ply": {"nose": [x, y, z]}}. Places are in the
 * coordinates of their file. Safe on untrusted text. Errors call the file Name.
 */
TResult<std::vector<FFileLandmark>> ParseLandmarkJson(std::string_view Text, const std::string& Name);

/** One landmark of the command line: "scan01.ply:nose=1.5,0.2,-3". */
TResult<FFileLandmark> ParseLandmarkText(const std::string& Text);

} // namespace Exemplar
