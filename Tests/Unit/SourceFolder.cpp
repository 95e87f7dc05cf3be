// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "SourceFolder.h"

const char* ExemplarSourceDir()
{
	return EXEMPLAR_SOURCE_PATH;
}
