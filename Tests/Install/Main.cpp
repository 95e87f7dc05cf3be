// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/MeshFiles.h"

#include <cstdio>
#include <span>
#include <string_view>

/** Reads a mesh with ExemplarBuilder, which links ExemplarCore in turn. */
int main()
{
	constexpr std::string_view Text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
	const auto Obj = Exemplar::ParseObj(std::as_bytes(std::span(Text)), "triangle.obj");
	if (!Obj || Obj->Mesh.Positions.size() != 3)
	{
		std::puts("The mesh was not read.");
		return 1;
	}
	std::puts("3 vertices");
	return 0;
}
