// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

/** The planes of a view or of a light; nobody here looks at them. */
struct FConvexVolume
{
};
