// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <gtest/gtest.h>

/**
 * First line of a test that asserts the quality of a whole character. It runs where the modules are optimized and their
 * own code is not checked at every step. Sanitizers and emulators skip it (EXEMPLAR_FULL_SIZE_TESTS): tests with
 * smaller input run the same code there, and quality does not depend on them.
 */
#ifdef EXEMPLAR_SMALL_TESTS
#define FULL_SIZE_TEST() GTEST_SKIP() << "asserts the quality of a whole character: run in release"
#else
#define FULL_SIZE_TEST() static_assert(true)
#endif
