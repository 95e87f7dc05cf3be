// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/FbxLibrary.h"
#include "Files/Scene.h"

namespace Exemplar
{

/** Where an instance of the scene stands in the FBX file. */
struct FFbxInstance
{
	uint32_t Node = 0;                                 // typed_id of the ufbx node
	uint32_t Mesh = 0;                                 // typed_id of the ufbx mesh
	std::vector<std::pair<uint32_t, uint32_t>> Shapes; // per morph target: blend channel (typed_id) and its keyframe
};

/** An animated number: the weight of a blend channel, or a property that a user defined. */
struct FFbxScalar
{
	uint32_t Element = 0; // element_id
	std::string Property;
	bool bBlendChannel = false;
};

/** Whether an animated property is such a number. */
bool IsFbxNumber(const ufbx_anim_prop& Property);

/** Animated properties that the importer does not use, by name. */
void ListUnusedOfAnimations(const ufbx_scene& File, std::vector<std::string>& Unused);

/** The numbers that any stack animates, and their names. */
std::vector<FFbxScalar> ListFbxScalars(const ufbx_scene& File, std::vector<std::string>& Names);

/** Converts a loaded file. Nodes are those of ufbx by typed_id, followed by one node for every mesh with a geometric
 * transform of its own. The scene has an evaluator, which keeps the file. Throws FFailure. */
FScene ReadFbxScene(FFbxScenePointer File, const FFbxFolder& Folder);

/** What the file has and ReadFbxScene does not use. */
std::vector<std::string> ListUnusedFbx(const ufbx_scene& File);

/** Poses the scene through ufbx: pivots, layers, inherit modes, in-betweens, all skinning methods, caches. */
std::shared_ptr<const ISceneEvaluator> MakeFbxEvaluator(FFbxScenePointer File, const FFbxFolder& Folder,
	std::vector<FFbxInstance> Instances, std::vector<FFbxScalar> Scalars, const FScene& Scene);

/** The channel of the geometry cache that gives a mesh its positions, or null. */
const ufbx_cache_channel* FindCacheChannel(const ufbx_mesh& Mesh);

/** The transforms of the nodes and the morph weights of a scene in its current state. */
FScenePose ReadFbxPose(const ufbx_scene& File, const std::vector<FFbxInstance>& Instances, const FScene& Scene);

} // namespace Exemplar
