// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/FbxScene.h"

namespace Exemplar
{
namespace
{

/** The names of elements, shortened. */
template <typename ListType>
std::string NamesOf(const ListType& List)
{
	constexpr size_t Most = 4;
	std::string Names;
	for (size_t I = 0; I < List.count && I < Most; ++I)
	{
		Names += (I == 0 ? "'" : ", '") + FromFbx(List.data[I]->name) + "'";
	}
	return List.count > Most ? Names + " and " + std::to_string(List.count - Most) + " more" : Names;
}

class FUnusedList
{
public:
	template <typename ListType>
	void Add(const ListType& List, const std::string& Sentence)
	{
		if (List.count > 0)
		{
			Sentences.push_back(Sentence + " (" + NamesOf(List) + ").");
		}
	}

	void Add(size_t Count, const std::string& Sentence)
	{
		if (Count > 0)
		{
			Sentences.push_back(std::to_string(Count) + " " + Sentence);
		}
	}

	std::vector<std::string> Sentences;
};

void ListUnusedOfMeshes(const ufbx_scene& File, FUnusedList& Unused)
{
	size_t DualQuaternion = 0, Loose = 0, Skins = 0, CachedSkins = 0, Subdivided = 0, Creased = 0;
	for (const ufbx_mesh* Mesh : File.meshes)
	{
		Skins += Mesh->skin_deformers.count > 1 ? Mesh->skin_deformers.count - 1 : 0;
		Subdivided += Mesh->subdivision_display_mode != UFBX_SUBDIVISION_DISPLAY_DISABLED;
		Creased += Mesh->edge_crease.count > 0;
		if (Mesh->skin_deformers.count > 0)
		{
			const ufbx_skin_deformer& Skin = *Mesh->skin_deformers.data[0];
			CachedSkins += FindCacheChannel(*Mesh) != nullptr;
			DualQuaternion += Skin.skinning_method == UFBX_SKINNING_METHOD_DUAL_QUATERNION ||
				Skin.skinning_method == UFBX_SKINNING_METHOD_BLENDED_DQ_LINEAR;
			for (const ufbx_skin_vertex& Vertex : Skin.vertices)
			{
				Loose += Vertex.num_weights == 0;
			}
		}
	}
	Unused.Add(Skins, "further skins of meshes that have more than one.");
	Unused.Add(DualQuaternion,
		"dual quaternion skins: the poses have them exactly, but the rig of the file is kept with linear blending.");
	Unused.Add(CachedSkins, "skins of meshes with a geometry cache: the poses are those of the cache.");
	Unused.Add(Loose, "vertices without weights: in the rig of the file they follow the first bone of the skin.");
	Unused.Add(Subdivided, "meshes shown as subdivision surfaces: their control meshes are read.");
	Unused.Add(Creased, "meshes with creases of edges.");
}

} // namespace

std::vector<std::string> ListUnusedFbx(const ufbx_scene& File)
{
	FUnusedList Unused;
	ListUnusedOfMeshes(File, Unused);
	Unused.Add(File.lod_groups, "Groups of levels of detail: every level is read as a mesh");
	Unused.Add(File.constraints, "Constraints: they are not evaluated; bake the animation before the export");
	Unused.Add(File.textures, "Textures");
	Unused.Add(File.cameras, "Cameras");
	Unused.Add(File.stereo_cameras, "Stereo cameras");
	Unused.Add(File.lights, "Lights");
	Unused.Add(File.nurbs_curves, "NURBS curves");
	Unused.Add(File.nurbs_surfaces, "NURBS surfaces");
	Unused.Add(File.line_curves, "Curves");
	Unused.Add(File.procedural_geometries, "Procedural geometry");
	Unused.Add(File.audio_clips, "Sounds");
	Unused.Add(File.unknowns, "Elements of unknown kinds");
	ListUnusedOfAnimations(File, Unused.Sentences);
	for (const ufbx_warning& Warning : File.metadata.warnings)
	{
		Unused.Sentences.push_back("The file is not quite sound: " + FromFbx(Warning.description) + ".");
	}
	return Unused.Sentences;
}

} // namespace Exemplar
