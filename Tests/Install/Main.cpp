// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"

#include <cstdio>

/** Reads a mesh with ExemplarBuilder, which links ExemplarCore in turn. */
int main(int Count, char** Words)
{
	const auto Mesh = Exemplar::ReadMeshFile(Count > 1 ? Words[1] : "");
	if (!Mesh)
	{
		std::puts(Mesh.GetError().Message.c_str());
		return 1;
	}
	std::printf("%zu vertices\n", Mesh->Positions.size());
	return 0;
}
