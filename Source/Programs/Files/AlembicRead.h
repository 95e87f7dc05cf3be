// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Files/SceneExamples.h"
#include "Geometry/Affine3d.h"

#include <filesystem>
#include <span>

namespace Exemplar
{

/** A mesh of an Alembic file: everything that does not move. */
struct FAlembicMesh
{
	std::string Path;    // "/body/bodyShape"
	FSourceMesh Surface; // without positions; polygon materials index its own materials
	uint32_t VertexCount = 0;
	FAffine3d ToWorld; // in the first frame that is read
};

/** What comes before the points. */
struct FAlembicHead
{
	std::vector<FAlembicMesh> Meshes;
	std::vector<uint32_t> Frames;     // the numbers of the frames that follow; empty if nothing moves
	std::vector<std::string> Numbers; // names of the custom properties that change
	std::vector<std::string> Unused;
};

/** Takes what ReadAlembic finds: the head, then for every frame every mesh. A file in which nothing moves has one frame
 * all the same. */
class IAlembicSink
{
public:
	virtual ~IAlembicSink() = default;
	virtual void AddHead(const FAlembicHead& Head) = 0;
	virtual void AddNumbers(std::span<const double> Values) = 0; // before the meshes of a frame, if there are names
	virtual void AddPoints(const FAffine3d& ToWorld, std::span<const float> Coordinates) = 0;
};

/** Reads an Ogawa file through Alembic's library, one frame at a time: memory holds one frame. The library trusts the
 * file: a damaged one can crash the process, so ImportAlembic calls this in a child. Throws FFailure, and what the
 * library throws. */
void ReadAlembic(const std::filesystem::path& File, const FSceneOptions& Options, IAlembicSink& Sink);

} // namespace Exemplar
