// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Failure.h"
#include "Files/GltfExport.h"
#include "Files/GltfWriter.h"

#include "Files/Json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace Exemplar
{
namespace
{

FFloat3 RoundToFloat(const FDouble3& V)
{
	return {static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)};
}

/** Output vertices: source vertices first, then additional corners that differ in UV or normal. */
struct FSplitVertices
{
	std::vector<uint32_t> Sources; // of each output vertex
	std::vector<uint32_t> UVs;     // NoIndex if there is none
	std::vector<uint32_t> Normals;
	std::vector<uint32_t> VertexOfCorner;
};

FSplitVertices SplitVertices(const FSourceMesh& Mesh)
{
	FSplitVertices Out;
	const size_t Count = Mesh.Positions.size();
	for (uint32_t V = 0; V < Count; ++V)
	{
		Out.Sources.push_back(V);
	}
	Out.UVs.resize(Count, NoIndex);
	Out.Normals.resize(Count, NoIndex);
	std::vector<char> Taken(Count);
	std::map<std::array<uint32_t, 3>, uint32_t> Known;
	for (size_t C = 0; C < Mesh.CornerVertices.size(); ++C)
	{
		const uint32_t Source = Mesh.CornerVertices[C];
		const uint32_t UV = Mesh.CornerUVs.empty() ? NoIndex : Mesh.CornerUVs[C];
		const uint32_t Normal = Mesh.CornerNormals.empty() ? NoIndex : Mesh.CornerNormals[C];
		const std::array<uint32_t, 3> Key{Source, UV, Normal};
		auto Found = Known.find(Key);
		if (Found == Known.end())
		{
			uint32_t Vertex = Source;
			if (Taken[Source])
			{
				Vertex = static_cast<uint32_t>(Out.Sources.size());
				Out.Sources.push_back(Source);
				Out.UVs.push_back(UV);
				Out.Normals.push_back(Normal);
			}
			Taken[Source] = true;
			Out.UVs[Vertex] = UV;
			Out.Normals[Vertex] = Normal;
			Found = Known.emplace(Key, Vertex).first;
		}
		Out.VertexOfCorner.push_back(Found->second);
	}
	return Out;
}

FJson WriteSurface(FGltfWriter& Writer, const FSourceMesh& Mesh, const FSplitVertices& Split)
{
	const auto Floats = [](const auto& Values, size_t Width)
	{ return std::span<const float>(&Values.data()->X, Values.size() * Width); };
	std::vector<FFloat3> Positions;
	std::vector<float> Sources;
	for (const uint32_t Source : Split.Sources)
	{
		Positions.push_back(RoundToFloat(Mesh.Positions[Source]));
		Sources.push_back(static_cast<float>(Source));
	}
	FJson Attributes = {{"POSITION", Writer.AddAttribute(Floats(Positions, 3), 3, true)}};
	if (!Mesh.CornerNormals.empty())
	{
		std::vector<FFloat3> Normals;
		for (const uint32_t Normal : Split.Normals)
		{
			const FFloat3 Up{0.0f, 1.0f, 0.0f};
			Normals.push_back(Normal == NoIndex ? Up : Normalize(Mesh.Normals[Normal], Up));
		}
		Attributes["NORMAL"] = Writer.AddAttribute(Floats(Normals, 3), 3);
	}
	if (!Mesh.CornerUVs.empty())
	{
		std::vector<FFloat2> UVs;
		for (const uint32_t UV : Split.UVs)
		{
			UVs.push_back(UV == NoIndex ? FFloat2{} : FFloat2{Mesh.UVs[UV].X, 1.0f - Mesh.UVs[UV].Y});
		}
		Attributes["TEXCOORD_0"] = Writer.AddVectors(UVs);
	}
	if (Mesh.Positions.size() < 16777216u)
	{
		Attributes["_SOURCE_VERTEX"] = Writer.AddAttribute(Sources, 1);
	}
	return Attributes;
}

/** Triangle corners by material; polygons without one come last. */
std::map<uint32_t, std::vector<uint32_t>> SplitByMaterial(const FExampleSet& Examples, const FSplitVertices& Split)
{
	std::map<uint32_t, std::vector<uint32_t>> Out;
	const FSourceMesh& Mesh = Examples.Source.Rest;
	for (size_t Triangle = 0; Triangle < Examples.TriangleCorners.size(); ++Triangle)
	{
		const uint32_t Material =
			Mesh.PolygonMaterials.empty() ? NoIndex : Mesh.PolygonMaterials[Examples.TrianglePolygons[Triangle]];
		for (const uint32_t Corner : Examples.TriangleCorners[Triangle])
		{
			Out[Material].push_back(Split.VertexOfCorner[Corner]);
		}
	}
	return Out;
}

std::vector<std::byte> WriteExamples(const FExampleSet& Examples, double FramesPerSecond)
{
	const FSourceMesh& Mesh = Examples.Source.Rest;
	const FSplitVertices Split = SplitVertices(Mesh);
	FGltfWriter Writer;
	for (const auto& Material : Mesh.Materials)
	{
		const auto Clamp = [](float Value) { return (std::min)((std::max)(Value, 0.0f), 1.0f); };
		const FFloat4& C = Material.BaseColor;
		Writer.Append("materials",
			{{"name", Material.Name},
				{"pbrMetallicRoughness",
					{{"baseColorFactor", FJson::array({Clamp(C.X), Clamp(C.Y), Clamp(C.Z), Clamp(C.W)})},
						{"metallicFactor", 0.0}, {"roughnessFactor", 0.8}}}});
	}
	const FJson Attributes = WriteSurface(Writer, Mesh, Split);
	FJson Targets = FJson::array(), Names = FJson::array();
	std::vector<FFloat3> Deltas(Split.Sources.size());
	for (size_t Pose = 0; Pose < Examples.PoseCount(); ++Pose)
	{
		const std::vector<FDouble3> Positions = RestoreSourcePositions(Examples, Examples.Poses[Pose]);
		for (size_t V = 0; V < Deltas.size(); ++V)
		{
			const uint32_t Source = Split.Sources[V];
			Deltas[V] = RoundToFloat(Positions[Source]) - RoundToFloat(Mesh.Positions[Source]);
		}
		const std::span<const float> Floats(&Deltas.data()->X, Deltas.size() * 3);
		Targets.push_back({{"POSITION", Writer.AddAttribute(Floats, 3, true)}});
		Names.push_back(Examples.Source.Poses[Pose].Name);
	}
	FJson Primitives = FJson::array();
	for (const auto& [Material, Corners] : SplitByMaterial(Examples, Split))
	{
		FJson Primitive = {{"attributes", Attributes}, {"indices", Writer.AddIndices(Corners)}};
		if (Material < Mesh.Materials.size())
		{
			Primitive["material"] = Material;
		}
		if (!Examples.Poses.empty())
		{
			Primitive["targets"] = Targets;
		}
		Primitives.push_back(std::move(Primitive));
	}
	FJson Item = {{"name", Examples.Source.Name}, {"primitives", std::move(Primitives)}};
	if (!Examples.Poses.empty())
	{
		Item["weights"] = std::vector<double>(Examples.PoseCount());
		Item["extras"]["targetNames"] = std::move(Names);
	}
	Writer.Append("meshes", std::move(Item));
	Writer.Append("nodes", {{"name", Examples.Source.Name}, {"mesh", 0}});
	Writer.Append("scenes", {{"name", Examples.Source.Name}, {"nodes", {0}}});
	Writer.Json["scene"] = 0;
	if (!Examples.Poses.empty())
	{
		std::vector<float> Times, Weights(Examples.PoseCount() * Examples.PoseCount());
		for (size_t Frame = 0; Frame < Examples.PoseCount(); ++Frame)
		{
			Times.push_back(static_cast<float>(static_cast<double>(Frame) / FramesPerSecond));
			Weights[Frame * Examples.PoseCount() + Frame] = 1.0f;
		}
		const size_t Input = Writer.AddScalars(Times, true), Output = Writer.AddScalars(Weights, false);
		Writer.Append("animations",
			{{"name", "poses"}, {"extras", {{"framesPerSecond", FramesPerSecond}}},
				{"samplers", {{{"input", Input}, {"output", Output}}}},
				{"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}});
	}
	return Writer.Finish();
}

} // namespace

TResult<std::vector<std::byte>> ExportExamplesGltf(const FExampleSet& Examples, double FramesPerSecond)
{
	if (!(FramesPerSecond > 0.0))
	{
		return FError{EErrorCode::InvalidArgument, "the pose rate must be greater than 0 frames per second."};
	}
	if (Examples.TriangleCorners.empty())
	{
		return FError{EErrorCode::Degenerate, "examples without triangles cannot be written as glTF."};
	}
	return CatchFailures(
		"glTF export", [&]() -> TResult<std::vector<std::byte>> { return WriteExamples(Examples, FramesPerSecond); });
}

} // namespace Exemplar
