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

/** Output vertices: source vertices first, then additional corners that differ in a UV, the normal or a color. */
struct FSplitVertices
{
	std::vector<uint32_t> Sources; // of each output vertex
	std::vector<uint32_t> Corners; // of each output vertex: a corner with its attributes; NoIndex if no polygon uses it
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
	Out.Corners.resize(Count, NoIndex);
	std::vector<const std::vector<uint32_t>*> Attributes{&Mesh.CornerVertices};
	const auto AddSet = [&](const std::vector<uint32_t>& Corners)
	{
		if (!Corners.empty())
		{
			Attributes.push_back(&Corners);
		}
	};
	AddSet(Mesh.CornerUVs);
	AddSet(Mesh.CornerNormals);
	for (const TCornerSet<FFloat2>& Set : Mesh.MoreUVs)
	{
		AddSet(Set.Corners);
	}
	for (const TCornerSet<FFloat4>& Set : Mesh.Colors)
	{
		AddSet(Set.Corners);
	}
	std::map<std::vector<uint32_t>, uint32_t> Known;
	std::vector<uint32_t> Key(Attributes.size());
	for (uint32_t C = 0; C < Mesh.CornerVertices.size(); ++C)
	{
		std::transform(Attributes.begin(), Attributes.end(), Key.begin(),
			[C](const std::vector<uint32_t>* Corners) { return (*Corners)[C]; });
		auto Found = Known.find(Key);
		if (Found == Known.end())
		{
			const uint32_t Source = Mesh.CornerVertices[C];
			uint32_t Vertex = Source;
			if (Out.Corners[Source] != NoIndex)
			{
				Vertex = static_cast<uint32_t>(Out.Sources.size());
				Out.Sources.push_back(Source);
				Out.Corners.push_back(C);
			}
			Out.Corners[Vertex] = C;
			Found = Known.emplace(Key, Vertex).first;
		}
		Out.VertexOfCorner.push_back(Found->second);
	}
	return Out;
}

/** The values that the output vertices have in a set, in the form Convert gives them. */
template <typename T, typename ConvertType>
std::vector<T> ReadSplit(const FSplitVertices& Split, const std::vector<uint32_t>& Corners,
	const std::vector<T>& Values, const T& Default, const ConvertType& Convert)
{
	std::vector<T> Out;
	for (const uint32_t Corner : Split.Corners)
	{
		const uint32_t Index = Corner == NoIndex ? NoIndex : Corners[Corner];
		Out.push_back(Index == NoIndex ? Default : Convert(Values[Index]));
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
	const FFloat3 Up{0.0f, 1.0f, 0.0f};
	const FFloat4 White{1.0f, 1.0f, 1.0f, 1.0f};
	const auto TurnUV = [](const FFloat2& UV) { return FFloat2{UV.X, 1.0f - UV.Y}; };
	if (!Mesh.CornerNormals.empty())
	{
		const std::vector<FFloat3> Normals = ReadSplit(
			Split, Mesh.CornerNormals, Mesh.Normals, Up, [&](const FFloat3& Normal) { return Normalize(Normal, Up); });
		Attributes["NORMAL"] = Writer.AddAttribute(Floats(Normals, 3), 3);
	}
	if (!Mesh.CornerUVs.empty())
	{
		Attributes["TEXCOORD_0"] = Writer.AddVectors(ReadSplit(Split, Mesh.CornerUVs, Mesh.UVs, FFloat2{}, TurnUV));
	}
	for (size_t Set = 0; Set < Mesh.MoreUVs.size(); ++Set)
	{
		const TCornerSet<FFloat2>& UVs = Mesh.MoreUVs[Set];
		Attributes["TEXCOORD_" + std::to_string(Set + 1)] =
			Writer.AddVectors(ReadSplit(Split, UVs.Corners, UVs.Values, FFloat2{}, TurnUV));
	}
	for (size_t Set = 0; Set < Mesh.Colors.size(); ++Set)
	{
		const TCornerSet<FFloat4>& Colors = Mesh.Colors[Set];
		Attributes["COLOR_" + std::to_string(Set)] = Writer.AddVectors(
			ReadSplit(Split, Colors.Corners, Colors.Values, White, [](const FFloat4& Color) { return Color; }));
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
