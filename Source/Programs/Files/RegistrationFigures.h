// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Registration/ScanFiles.h"

namespace Exemplar
{

/** How scans were registered: the template, and verdict and figures of every pose. Docs/Registration.md has the fields.
 */
FJson DescribeRegistration(const FScanInput& Input, const FRegisteredExamples& Result);

/** "good", "doubtful" or "failed". */
const char* NameOfVerdict(EVerdict Verdict);

} // namespace Exemplar
