// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <string>

namespace Host
{

/** Draws the character of a file in two poses of its first clip by every operator, and prints what the reference says.
 */
bool DrawsAsTheReference(const std::string& File);

/** Draws fifty of them in their clips, near and far, likewise. */
bool CrowdDrawsAsTheReference(const std::string& File);

} // namespace Host
