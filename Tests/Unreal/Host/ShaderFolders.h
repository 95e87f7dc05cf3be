// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <map>
#include <string>

namespace Host
{

/** Virtual folders of shaders, as the modules have mapped them. */
std::map<std::string, std::string>& ShaderFolders();

} // namespace Host
