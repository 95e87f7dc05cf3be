// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfScene.h"

#include <set>

namespace Exemplar
{
namespace
{

/** Extensions whose content is read, or that only describe how other content is stored. */
const std::set<std::string>& ReadExtensions()
{
	static const std::set<std::string> Names{"KHR_mesh_quantization", "EXT_meshopt_compression", "MSFT_lod"};
	return Names;
}

size_t CountOutside(const FGltfDocument& Document, const FScene& Scene)
{
	std::set<int32_t> Shown;
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		Shown.insert(Instance.Node);
	}
	size_t Outside = 0;
	const nlohmann::json& Nodes = Document.Items("nodes");
	for (size_t Node = 0; Node < Nodes.size(); ++Node)
	{
		Outside +=
			Nodes[Node].is_object() && Nodes[Node].contains("mesh") && !Shown.contains(static_cast<int32_t>(Node));
	}
	return Outside;
}

} // namespace

std::vector<std::string> ListUnusedGltf(const FGltfDocument& Document, const FScene& Scene)
{
	std::vector<std::string> Out;
	const auto Add = [&](size_t Count, const std::string& Sentence)
	{
		if (Count > 0)
		{
			Out.push_back(std::to_string(Count) + " " + Sentence);
		}
	};
	Add(Document.Items("images").size(), "images: textures are not read.");
	Add(Document.Items("cameras").size(), "cameras.");
	Add(CountOutside(Document, Scene), "nodes with a mesh that the scene does not show, or without triangles.");
	for (const nlohmann::json& Extension : Document.Items("extensionsUsed"))
	{
		if (Extension.is_string() && !ReadExtensions().contains(Extension.get<std::string>()))
		{
			Out.push_back("The extension " + Extension.get<std::string>() + ".");
		}
	}
	return Out;
}

} // namespace Exemplar
