// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/RigLoop.h"

namespace Exemplar
{

/** Refuses a scan whose size is not that of the template: a sentence, or empty. */
std::string CheckScanSize(const FTemplateModel& Model, const FCleanScan& Scan);

/** What cleaning did, a sentence each. */
std::vector<std::string> DescribeFindings(const FCleanScan& Scan);

/** Verdict and sentence of a measured pose. Median is the score of the set's middle pose. */
void JudgePose(const FScanFit& Fit, double Median, FRegisteredPose& Pose);

} // namespace Exemplar
