// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Shows progress. The host's answers a test instead of a person. */
class HOST_API FFeedbackContext
{
public:
	/** Cancels the slow task that has done this share of its work; beyond one: none. */
	double HostCancelAt = 2.0;
	int32 HostFrames = 0;
};
