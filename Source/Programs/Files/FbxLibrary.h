// Copyright (c) 2026 Exemplar contributors. MIT license.
// The one header that includes ufbx; everything that does is left out of a build without it (EXEMPLAR_WITH_UFBX).

#pragma once

#include "Geometry/Affine3d.h"

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <ufbx.h>

namespace Exemplar
{

struct FFbxSceneDeleter
{
	void operator()(ufbx_scene* Scene) const { ufbx_free_scene(Scene); }
};
using FFbxScenePointer = std::unique_ptr<ufbx_scene, FFbxSceneDeleter>;

inline FDouble3 FromFbx(const ufbx_vec3& V)
{
	return {V.x, V.y, V.z};
}

inline FAffine3d FromFbx(const ufbx_matrix& M)
{
	return {{M.m00, M.m01, M.m02, M.m03, M.m10, M.m11, M.m12, M.m13, M.m20, M.m21, M.m22, M.m23}};
}

inline std::string FromFbx(const ufbx_string& Text)
{
	return std::string(Text.data, Text.length);
}

/** Opens the caches that an FBX file names: below its own folder, or by their bare name beside it. A file cannot make
 * the program read anything else, wherever its paths point. */
struct FFbxFolder
{
	std::filesystem::path Folder; // empty: nothing is opened

	ufbx_open_file_cb Callback() const;
};

} // namespace Exemplar
