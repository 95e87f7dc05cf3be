// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <initializer_list>
#include <span>
#include <string_view>

namespace Exemplar
{

inline std::span<const std::byte> BytesOf(std::string_view Text)
{
	return std::as_bytes(std::span(Text.data(), Text.size()));
}

inline FSourceMesh MakeMesh(std::vector<FDouble3> Positions, std::initializer_list<std::vector<uint32_t>> Polygons)
{
	FSourceMesh Mesh;
	Mesh.Positions = std::move(Positions);
	for (const std::vector<uint32_t>& Polygon : Polygons)
	{
		Mesh.CornerVertices.insert(Mesh.CornerVertices.end(), Polygon.begin(), Polygon.end());
		Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Mesh.CornerVertices.size()));
	}
	return Mesh;
}

/** A cube of side one with a corner at the origin, quads facing outward. */
inline FSourceMesh MakeCube()
{
	return MakeMesh({{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}},
		{{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}});
}

/** A mesh with everything that a source can have: polygons of different sizes, UVs and normals with gaps, materials. */
inline FSourceMesh MakeRichMesh()
{
	FSourceMesh Mesh = MakeMesh({{0.1, 0, 0}, {1, 0, 1.0 / 3.0}, {1, 1, 0}, {0, 1, 0}, {-1, 0.5, 1e-7}, {5, 5, 5}},
		{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 1, 2, 3, 4}});
	Mesh.UVs = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.3f, 1.0f}, {0.1f, 0.7f}};
	Mesh.CornerUVs = {0, 1, 2, 0, 2, 3, NoIndex, NoIndex, NoIndex, 0, 1, 2, 3, 0};
	Mesh.Normals = {{0.0f, 0.0f, 1.0f}, {0.6f, 0.0f, 0.8f}};
	Mesh.CornerNormals = {0, 0, 1, 0, 1, 1, 0, 0, NoIndex, NoIndex, 0, 0, 0, 0};
	Mesh.Materials = {{"skin", {0.8f, 0.6f, 0.5f, 1.0f}}, {"cloth with blanks", {0.1f, 0.2f, 0.3f, 0.5f}}};
	Mesh.PolygonMaterials = {0, 1, 1, 0};
	return Mesh;
}

inline FSourceExamples MakeExamples(FSourceMesh Rest, std::vector<std::vector<FDouble3>> Poses = {})
{
	FSourceExamples Source;
	Source.Name = "test";
	Source.Rest = std::move(Rest);
	for (std::vector<FDouble3>& Pose : Poses)
	{
		Source.Poses.push_back({"pose " + std::to_string(Source.Poses.size()), std::move(Pose)});
	}
	return Source;
}

/** Expects an error of this code whose sentence has each of the parts. */
template <typename T>
void ExpectError(const TResult<T>& Result, EErrorCode Code, std::initializer_list<std::string_view> Parts)
{
	ASSERT_FALSE(Result.IsOk()) << "expected an error about: " << *Parts.begin();
	const std::string& Message = Result.GetError().Message;
	EXPECT_EQ(Result.GetError().Code, Code) << Message;
	for (std::string_view Part : Parts)
	{
		EXPECT_NE(Message.find(Part), std::string::npos) << "\"" << Part << "\" is not in: " << Message;
	}
	EXPECT_TRUE(Message.ends_with('?') || (Message.ends_with('.') && !Message.ends_with("?."))) << Message;
}

} // namespace Exemplar
