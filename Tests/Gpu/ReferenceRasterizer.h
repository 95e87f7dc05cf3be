// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/**
 * The judge of every picture that a GPU draws: a character skinned by the scalar operators of ReferenceSkinning.h and
 * drawn one pixel at a time in plain code. Nothing here knows of packing, of shaders or of Vulkan.
 */

/** What a frame's pose is made of; spans may be empty where they say so. */
struct FReferencePose
{
	std::span<const FAffine> Palette;     // all joints of the skeleton
	std::span<const FFloat3> RestOffsets; // optional: correctives, one a vertex
	float GeomorphFactor = 0.0f;          // animation space only
};

/** A posed level: vertices in the level's order, whatever order the picture's own buffers have. */
struct FReferenceMesh
{
	std::vector<FFloat3> Positions;
	std::vector<FFloat3> Normals;
	std::vector<FFloat3> PreviousPositions;
	std::vector<uint32_t> Indices;
};

/** With the animation-space skin where the level has one, else with its blend weights. */
FReferenceMesh PoseReferenceMesh(
	const FMeshLevelView& Level, const FReferencePose& Now, const FReferencePose& Previous);

/** Rows of character space to clip space, v' = M (v, 1), by Direct3D's conventions: y up, depth from 0 to 1. */
using FClipMatrix = std::array<FFloat4, 4>;

/** What each pixel sees, row 0 at the top. Where nothing is, the triangle is NoIndex and the depth 1. */
struct FReferencePicture
{
	uint32_t Width = 0, Height = 0;
	std::vector<uint32_t> Triangles;
	std::vector<float> Depths;
	std::vector<FFloat3> Normals; // unit
	std::vector<FFloat3> Motions; // from the previous position to this one, character space

	FReferencePicture(uint32_t InWidth, uint32_t InHeight);
	size_t PixelCount() const { return size_t{Width} * Height; }
};

/**
 * Draws with a depth buffer, as a GPU does: corners snapped to a 256th of a pixel, pixels that belong to a triangle by
 * the top-left rule, counter-clockwise triangles only, clipped at depth 0, attributes corrected for perspective.
 */
FReferencePicture Rasterize(const FReferenceMesh& Mesh, const FClipMatrix& ToClip, uint32_t Width, uint32_t Height);

/** How far a picture may be from the reference. */
struct FPictureTolerance
{
	double EqualTriangles = 0.995; // of the pixels where either shows something
	float Depth = 1e-3f;
	float Normal = 2e-2f;   // length of the difference of unit vectors; an angle in radians
	float Motion = 1e-4f;   // meters
	double Outliers = 1e-3; // of pixels with equal triangles: a corner's rounding turns slivers far
};

struct FPictureDifference
{
	size_t ComparedPixels = 0;   // where either shows something
	double EqualTriangles = 0.0; // their share
	float Depth = 0.0f;          // over pixels with equal triangles: the largest, but for the outliers
	float Normal = 0.0f;
	float Motion = 0.0f;
	bool bSame = false;
	std::string Sentence; // what is wrong, with figures; or that nothing is
};

/** Pictures of different sizes are not the same; neither are two that show nothing. */
FPictureDifference ComparePictures(
	const FReferencePicture& Reference, const FReferencePicture& Picture, const FPictureTolerance& Tolerance = {});

} // namespace Exemplar
