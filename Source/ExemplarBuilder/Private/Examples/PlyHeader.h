// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Examples/MeshFiles.h"

#include <optional>

namespace Exemplar
{

enum class EPlyType : uint8_t
{
	Int8,
	Uint8,
	Int16,
	Uint16,
	Int32,
	Uint32,
	Float32,
	Float64
};

size_t SizeOfPlyType(EPlyType Type);

struct FPlyProperty
{
	std::string Name;
	EPlyType Type = EPlyType::Float32;
	std::optional<EPlyType> CountType; // set for lists
};

struct FPlyElement
{
	std::string Name;
	uint64_t Count = 0;
	std::vector<FPlyProperty> Properties;

	size_t Find(std::string_view PropertyName) const; // Properties.size() if there is none
};

/** The header up to end_header, and where the data starts. */
struct FPlyHeader
{
	EPlyEncoding Encoding = EPlyEncoding::Ascii;
	std::vector<FPlyElement> Elements;
	size_t DataBegin = 0;
	size_t DataLine = 1;
};

TResult<FPlyHeader> ParsePlyHeader(std::span<const std::byte> Bytes, std::string_view Name);

} // namespace Exemplar
