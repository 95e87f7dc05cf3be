// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Base/Result.h"
#include "Geometry/Mesh.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace Exemplar
{

/** The type of figures.json and --json. Keys keep the order in which they were set. */
using FJson = nlohmann::ordered_json;

FJson ToJson(const FFloat3& V);
FJson ToJson(const FDouble3& V);

/** Indented, short arrays of numbers on one line, the same bytes for the same content. */
std::string FormatJson(const FJson& Json);

/** The same for people: one line per value, nested under headings, without quotes and braces. */
std::string FormatJsonForPeople(const FJson& Json);

FStatus WriteJson(const std::filesystem::path& File, const FJson& Json);

} // namespace Exemplar
