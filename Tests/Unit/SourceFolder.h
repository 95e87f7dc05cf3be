// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

/**
 * The repository's folder. EXEMPLAR_SOURCE_DIR stands for a call of this rather than for the path itself, so that
 * compile commands are the same in every clone and a compiler cache serves them all.
 */
const char* ExemplarSourceDir();
