// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Vulkan/ShaderCompiler.h"

namespace Exemplar
{

/**
 * Every entry point of the plug-in's shaders in every permutation that Unreal would compile, and the draws of the
 * vertex factory. The tests compile and validate all of them, also with Microsoft's compiler.
 */
std::vector<FShaderSource> ListShaders();

/** One line: file, entry point and defines. */
std::string Describe(const FShaderSource& Source);

} // namespace Exemplar
