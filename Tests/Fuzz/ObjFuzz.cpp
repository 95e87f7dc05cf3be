// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ParsedMesh.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	const std::span<const std::byte> Bytes(reinterpret_cast<const std::byte*>(Data), Size);
	Exemplar::TResult<Exemplar::FObjFile> File = Exemplar::ParseObj(Bytes, "fuzz");
	if (File)
	{
		// The same bytes serve as the library of their own materials.
		Exemplar::ApplyMaterialLibrary(Bytes, File->Mesh.Materials);
		Exemplar::UseParsedMesh(std::move(File->Mesh), Size);
	}
	return 0;
}
