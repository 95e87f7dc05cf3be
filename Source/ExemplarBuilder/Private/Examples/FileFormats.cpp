// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"
#include "Examples/ExamplePaths.h"

#include <utility>

namespace Exemplar
{

EFileKind KindOfFile(const std::filesystem::path& File)
{
	using enum EFileKind;
	static constexpr std::pair<std::string_view, EFileKind> Formats[] = {{".obj", Mesh}, {".ply", Mesh}, {".off", Mesh},
		{".stl", Mesh}, {".pc2", PointCache}, {".mdd", PointCache}, {".gltf", Scene}, {".glb", Scene}, {".fbx", Scene},
		{".abc", Scene}, {".mtl", Companion}, {".bin", Companion}, {".exemplar", Character}};
	const std::string Extension = LowerCaseExtension(File);
	for (const auto& [Own, Kind] : Formats)
	{
		if (Extension == Own)
		{
			return Kind;
		}
	}
	return Other;
}

} // namespace Exemplar
