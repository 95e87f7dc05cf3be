// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ParsedMesh.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	Exemplar::TResult<Exemplar::FSourceMesh> Mesh =
		Exemplar::ParseOff({reinterpret_cast<const std::byte*>(Data), Size}, "fuzz");
	if (Mesh)
	{
		Exemplar::UseParsedMesh(std::move(*Mesh), Size);
	}
	return 0;
}
