// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "SourceFolder.h"

const char* ExemplarSourceDir()
{
	return EXEMPLAR_SOURCE_PATH;
}
