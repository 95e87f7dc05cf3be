// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Runner.h"

const char* Host::PluginFolder()
{
	return HOST_PLUGIN_FOLDER;
}
const char* Host::TestShaderFolder()
{
	return HOST_TEST_SHADER_FOLDER;
}
