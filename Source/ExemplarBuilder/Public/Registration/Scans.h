// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** A place that a person marked: the same name on the template and on a scan is the same place of the body. */
struct FScanLandmark
{
	std::string Name;
	FDouble3 Position; // in the units and axes of the file it belongs to
};

/** A scan as read: a mesh or points with vertices of its own, and the landmarks on it. */
struct FScan
{
	std::string Name; // what messages call it: the file
	FSourceMesh Mesh;
	std::vector<FScanLandmark> Landmarks{};
};

/** The scans of one character, one per pose. */
struct FScanSet
{
	std::vector<FScan> Scans;
	bool bOrdered = false; // frames of a motion, in order: each one resembles the one before
};

/** The mesh that is brought to every scan. Its vertices, polygons and UVs are kept. */
struct FTemplate
{
	std::string Name;
	FSourceMesh Mesh;
	std::vector<FScanLandmark> Landmarks{};
};

/** Which scan a template was made from, and how complete each one is. */
struct FTemplateChoice
{
	FTemplate Template;
	size_t Scan = 0;
	std::vector<double> Completeness; // per scan: area, less what its open border leaves in doubt
	size_t HolesClosed = 0;
	int64_t Genus = 0;
};

struct FTemplateOptions
{
	/** The scan to use, by index; NoIndex: the most complete one. */
	uint32_t Scan = NoIndex;

	/** Triangles of the template, about. From 1000 to 400000. */
	size_t Triangles = 20000;
};

/**
 * A closed template from the most complete scan: floor, small pieces and spikes are removed, holes are closed, and the
 * surface is meshed again with triangles of even size.
 */
EXEMPLARBUILDER_API TResult<FTemplateChoice> MakeTemplate(
	const FScanSet& Scans, const FTemplateOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
