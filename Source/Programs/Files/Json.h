// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Base/Math.h"
#include "Base/Result.h"
#include "Geometry/Mesh.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace Exemplar
{

/** Reports keep their keys in the order in which they were set. */
using FReport = nlohmann::ordered_json;

FReport ToReport(const FFloat3& V);
FReport ToReport(const FDouble3& V);

/** Text of a report: indented, short arrays of numbers on one line, the same bytes for the same report. */
std::string FormatReport(const FReport& Report);

/** The same for people: one line a value, nested under their headings, without quotes and braces. */
std::string FormatReportForPeople(const FReport& Report);

FStatus WriteReport(const std::filesystem::path& File, const FReport& Report);

} // namespace Exemplar
