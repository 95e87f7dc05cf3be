// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Failure.h"
#include "Files/GltfScene.h"

#include <algorithm>
#include <map>

namespace Exemplar
{
namespace
{

using FGltfJson = nlohmann::json;

constexpr const char* FixMesh = ". Export it again.";

/** Joints and weights before conversion to rows: Width entries per vertex. */
struct FGltfInfluences
{
	std::vector<uint32_t> Joints;
	std::vector<double> Weights;
};

/** The range of a primitive's vertices in the mesh. */
struct FGltfVertexRange
{
	uint32_t First = 0;
	uint32_t Count = 0;
};

/** A set of UVs or colors: values of vertices, and which vertices have one. */
template <typename T>
struct TGltfSet
{
	std::vector<T> Values;
	std::vector<char> bHas;
};

/** What a hostile file could otherwise multiply the vertices by. */
constexpr size_t MostGltfSets = 16;

class FGltfMeshReader
{
public:
	FGltfMeshReader(const FGltfDocument& InDocument, const FGltfJson& InMesh, const std::string& InWhat)
		: Document(InDocument)
		, Mesh(InMesh)
		, What(InWhat)
	{
		Out.Influences.Offsets.push_back(0);
	}

	FSceneMesh Read()
	{
		const auto Primitives = Mesh.find("primitives");
		if (!Mesh.is_object() || Primitives == Mesh.end() || !Primitives->is_array())
		{
			Fail(EErrorCode::Malformed, What + " has no primitives" + FixMesh);
		}
		size_t Index = 0;
		for (const FGltfJson& Primitive : *Primitives)
		{
			ReadPrimitive(Primitive, What + ", primitive " + std::to_string(Index++));
		}
		FinishAttributes();
		JoinSourceVertices();
		return std::move(Out);
	}

private:
	size_t VertexCount() const { return Out.Surface.Positions.size(); }

	void ReadPrimitive(const FGltfJson& Primitive, const std::string& Name)
	{
		const auto Attributes = Primitive.find("attributes");
		if (!Primitive.is_object() || Attributes == Primitive.end() || !Attributes->is_object())
		{
			Fail(EErrorCode::Malformed, Name + " has no attributes" + FixMesh);
		}
		const size_t Mode = GetGltfSize(Primitive, "mode", 4, Name);
		if (Mode > 6)
		{
			Fail(EErrorCode::Malformed, Name + " has unknown mode " + std::to_string(Mode) + FixMesh);
		}
		if (Mode < 4 || !Attributes->contains("POSITION"))
		{
			return; // points and lines have no surface
		}
		// Primitives that use the same accessors share their vertices.
		const std::string Key = Attributes->dump() + (Primitive.contains("targets") ? Primitive["targets"].dump() : "");
		const auto Known = Ranges.find(Key);
		const FGltfVertexRange Range = Known != Ranges.end() ? Known->second : ReadVertices(Primitive, Name);
		Ranges.emplace(Key, Range);

		std::vector<uint32_t> Indices;
		if (Primitive.contains("indices"))
		{
			Indices = Document.ReadIndices(GetGltfSize(Primitive, "indices", Name), "SCALAR", Name + ", its indices");
		}
		else
		{
			for (uint32_t V = 0; V < Range.Count; ++V)
			{
				Indices.push_back(V);
			}
		}
		const uint32_t Material = Primitive.contains("material")
			? static_cast<uint32_t>(GetGltfIndex(Primitive, "material", Document.Items("materials").size(), Name))
			: NoIndex;
		AppendTriangles(Indices, Mode, Range, Material, Name);
	}

	void AppendTriangles(const std::vector<uint32_t>& Indices, size_t Mode, const FGltfVertexRange& Range,
		uint32_t Material, const std::string& Name)
	{
		const size_t Count = Mode == 4 ? Indices.size() / 3 : Indices.size() < 3 ? 0 : Indices.size() - 2;
		if (Mode == 4 && Indices.size() % 3 != 0)
		{
			Fail(EErrorCode::Malformed,
				Name + " has " + std::to_string(Indices.size()) + " corners, which is not a multiple of three" +
					FixMesh);
		}
		FSourceMesh& Surface = Out.Surface;
		for (size_t Triangle = 0; Triangle < Count; ++Triangle)
		{
			std::array<size_t, 3> Corners{3 * Triangle, 3 * Triangle + 1, 3 * Triangle + 2};
			if (Mode == 5) // strip: every other triangle is flipped
			{
				Corners = {Triangle, Triangle + 1 + Triangle % 2, Triangle + 2 - Triangle % 2};
			}
			else if (Mode == 6)
			{
				Corners = {Triangle + 1, Triangle + 2, 0};
			}
			for (const size_t Corner : Corners)
			{
				if (Indices[Corner] >= Range.Count)
				{
					Fail(EErrorCode::Malformed,
						Name + " refers to vertex " + std::to_string(Indices[Corner]) + " of " +
							std::to_string(Range.Count) + FixMesh);
				}
				Surface.CornerVertices.push_back(Range.First + Indices[Corner]);
			}
			Surface.PolygonOffsets.push_back(static_cast<uint32_t>(Surface.CornerVertices.size()));
			Surface.PolygonMaterials.push_back(Material);
		}
	}

	/** An attribute, which must have a value for each of Count vertices. */
	FGltfNumbers ReadAttribute(
		const FGltfJson& Attributes, const char* Key, const char* Type, size_t Count, const std::string& Name) const
	{
		const std::string Use = Name + ", its " + Key;
		FGltfNumbers Numbers = Document.ReadAccessor(GetGltfSize(Attributes, Key, Name), Type, Use);
		if (Numbers.Count != Count)
		{
			Fail(EErrorCode::Malformed,
				Use + " has " + std::to_string(Numbers.Count) + " values for " + std::to_string(Count) + " vertices" +
					FixMesh);
		}
		return Numbers;
	}

	FGltfVertexRange ReadVertices(const FGltfJson& Primitive, const std::string& Name)
	{
		const FGltfJson& Attributes = Primitive["attributes"];
		const FGltfNumbers Points =
			Document.ReadAccessor(GetGltfSize(Attributes, "POSITION", Name), "VEC3", Name + ", its POSITION");
		if (VertexCount() + Points.Count > 0x7fffffff)
		{
			Fail(EErrorCode::Unsupported, What + " has more than two billion vertices. Split it.");
		}
		const FGltfVertexRange Range{static_cast<uint32_t>(VertexCount()), static_cast<uint32_t>(Points.Count)};
		FSourceMesh& Surface = Out.Surface;
		for (size_t V = 0; V < Points.Count; ++V)
		{
			Surface.Positions.push_back({Points.Values[3 * V], Points.Values[3 * V + 1], Points.Values[3 * V + 2]});
		}
		Surface.Normals.resize(VertexCount());
		Surface.UVs.resize(VertexCount());
		bHasNormal.resize(VertexCount());
		bHasUV.resize(VertexCount());
		Sources.resize(VertexCount(), NoIndex);
		if (Attributes.contains("NORMAL"))
		{
			const FGltfNumbers Normals = ReadAttribute(Attributes, "NORMAL", "VEC3", Range.Count, Name);
			for (size_t V = 0; V < Range.Count; ++V)
			{
				const double* N = Normals.Values.data() + 3 * V;
				Surface.Normals[Range.First + V] = {
					static_cast<float>(N[0]), static_cast<float>(N[1]), static_cast<float>(N[2])};
				bHasNormal[Range.First + V] = true;
			}
		}
		if (Attributes.contains("TEXCOORD_0"))
		{
			const FGltfNumbers UVs = ReadAttribute(Attributes, "TEXCOORD_0", "VEC2", Range.Count, Name);
			for (size_t V = 0; V < Range.Count; ++V)
			{
				// glTF UVs start at the top left, ours at the bottom left.
				Surface.UVs[Range.First + V] = {
					static_cast<float>(UVs.Values[2 * V]), static_cast<float>(1.0 - UVs.Values[2 * V + 1])};
				bHasUV[Range.First + V] = true;
			}
		}
		ReadSets(Attributes, Range, Name);
		if (Attributes.contains("_SOURCE_VERTEX"))
		{
			const FGltfNumbers Indices = ReadAttribute(Attributes, "_SOURCE_VERTEX", "SCALAR", Range.Count, Name);
			for (size_t V = 0; V < Range.Count; ++V)
			{
				const double Index = Indices.Values[V];
				Sources[Range.First + V] = Index >= 0.0 && Index < 16777216.0 ? static_cast<uint32_t>(Index) : NoIndex;
			}
		}
		ReadInfluences(Attributes, Range.Count, Name);
		ReadTargets(Primitive, Range, Name);
		return Range;
	}

	/** The UV sets after the first, and the colors. */
	void ReadSets(const FGltfJson& Attributes, const FGltfVertexRange& Range, const std::string& Name)
	{
		ReadSetsOf(Attributes, "TEXCOORD_", 1, Range, Name, MoreUVs,
			[](const double* V, size_t) {
				return FFloat2{static_cast<float>(V[0]), static_cast<float>(1.0 - V[1])};
			});
		ReadSetsOf(Attributes, "COLOR_", 0, Range, Name, Colors,
			[](const double* V, size_t Width)
			{
				return FFloat4{static_cast<float>(V[0]), static_cast<float>(V[1]), static_cast<float>(V[2]),
					Width == 4 ? static_cast<float>(V[3]) : 1.0f};
			});
	}

	template <typename T, typename ConvertType>
	void ReadSetsOf(const FGltfJson& Attributes, const std::string& Prefix, size_t First, const FGltfVertexRange& Range,
		const std::string& Name, std::vector<TGltfSet<T>>& Sets, const ConvertType& Convert)
	{
		for (size_t Set = 0; Attributes.contains(Prefix + std::to_string(First + Set)); ++Set)
		{
			const std::string Key = Prefix + std::to_string(First + Set);
			if (Set == MostGltfSets)
			{
				Fail(EErrorCode::Unsupported,
					Name + " has the attribute " + Key + ", one more set than the limit. Remove unused sets.");
			}
			const bool bWide = Document.TypeOfAccessor(GetGltfSize(Attributes, Key.c_str(), Name)) == "VEC4";
			const char* Type = First == 1 ? "VEC2" : (bWide ? "VEC4" : "VEC3");
			const FGltfNumbers Read = ReadAttribute(Attributes, Key.c_str(), Type, Range.Count, Name);
			Sets.resize((std::max)(Sets.size(), Set + 1));
			Sets[Set].Values.resize(Range.First);
			Sets[Set].bHas.resize(Range.First);
			for (size_t V = 0; V < Range.Count; ++V)
			{
				Sets[Set].Values.push_back(Convert(Read.Values.data() + Read.Width * V, Read.Width));
				Sets[Set].bHas.push_back(true);
			}
		}
	}

	void ReadInfluences(const FGltfJson& Attributes, size_t Count, const std::string& Name)
	{
		std::vector<FGltfInfluences> Sets;
		for (size_t Set = 0;; ++Set)
		{
			const std::string Joints = "JOINTS_" + std::to_string(Set), Weights = "WEIGHTS_" + std::to_string(Set);
			if (!Attributes.contains(Joints) || !Attributes.contains(Weights))
			{
				break;
			}
			const FGltfNumbers Numbers = ReadAttribute(Attributes, Joints.c_str(), "VEC4", Count, Name);
			FGltfInfluences& Read = Sets.emplace_back();
			for (const double Joint : Numbers.Values)
			{
				Read.Joints.push_back(Joint >= 0.0 && Joint <= 65535.0 ? static_cast<uint32_t>(Joint) : 65536u);
			}
			Read.Weights = ReadAttribute(Attributes, Weights.c_str(), "VEC4", Count, Name).Values;
		}
		bSkinned |= !Sets.empty();
		TBlendWeights<FOwned>& Rows = Out.Influences;
		for (size_t V = 0; V < Count; ++V)
		{
			std::map<uint32_t, double> Row;
			double Sum = 0.0;
			for (const FGltfInfluences& Set : Sets)
			{
				for (size_t I = 4 * V; I < 4 * V + 4; ++I)
				{
					if (Set.Weights[I] > 0.0)
					{
						Row[Set.Joints[I]] += Set.Weights[I];
						Sum += Set.Weights[I];
					}
				}
			}
			if (Row.empty())
			{
				Row[0] = Sum = 1.0; // vertices without influences follow the first joint
			}
			for (const auto& [Joint, Weight] : Row)
			{
				if (Joint > 65535)
				{
					Fail(EErrorCode::Malformed, Name + " has a joint index that is out of range" + FixMesh);
				}
				Rows.Bones.push_back(static_cast<uint16_t>(Joint));
				Rows.Weights.push_back(static_cast<float>(Weight / Sum));
			}
			Rows.Offsets.push_back(static_cast<uint32_t>(Rows.Bones.size()));
		}
	}

	void ReadTargets(const FGltfJson& Primitive, const FGltfVertexRange& Range, const std::string& Name)
	{
		static const FGltfJson None = FGltfJson::array();
		const FGltfJson& Targets = Primitive.contains("targets") ? Primitive["targets"] : None;
		if (!Targets.is_array() || (!Ranges.empty() && Targets.size() != Out.Targets.size()))
		{
			Fail(EErrorCode::Malformed,
				Name + " has a different number of morph targets than the previous primitives" + FixMesh);
		}
		Out.Targets.resize(Targets.size());
		for (size_t Index = 0; Index < Targets.size(); ++Index)
		{
			std::vector<FDouble3>& Deltas = Out.Targets[Index].Deltas;
			Deltas.resize(Range.First + Range.Count);
			if (Targets[Index].is_object() && Targets[Index].contains("POSITION"))
			{
				const std::string TargetName = Name + ", morph target " + std::to_string(Index);
				const FGltfNumbers D = ReadAttribute(Targets[Index], "POSITION", "VEC3", Range.Count, TargetName);
				for (size_t V = 0; V < Range.Count; ++V)
				{
					Deltas[Range.First + V] = {D.Values[3 * V], D.Values[3 * V + 1], D.Values[3 * V + 2]};
				}
			}
		}
	}

	/** Corners take UVs and normals from their vertex; names of morph targets come from the extras. */
	void FinishAttributes()
	{
		FSourceMesh& Surface = Out.Surface;
		const auto Index = [&](const std::vector<char>& bHas, std::vector<uint32_t>& Corners, auto& Values)
		{
			if (std::find(bHas.begin(), bHas.end(), true) == bHas.end())
			{
				Values.clear();
				return;
			}
			for (const uint32_t V : Surface.CornerVertices)
			{
				Corners.push_back(bHas[V] ? V : NoIndex);
			}
		};
		Index(bHasNormal, Surface.CornerNormals, Surface.Normals);
		Index(bHasUV, Surface.CornerUVs, Surface.UVs);
		const auto IndexSets = [&](auto& Sets, auto& To)
		{
			for (auto& Set : Sets)
			{
				Set.bHas.resize(VertexCount());
				auto& Into = To.emplace_back();
				Into.Values = std::move(Set.Values);
				Index(Set.bHas, Into.Corners, Into.Values);
			}
		};
		IndexSets(MoreUVs, Surface.MoreUVs);
		IndexSets(Colors, Surface.Colors);
		if (!bSkinned)
		{
			Out.Influences = {};
		}
		const FGltfJson* Names = nullptr;
		if (Mesh.contains("extras") && Mesh["extras"].is_object() && Mesh["extras"].contains("targetNames"))
		{
			Names = &Mesh["extras"]["targetNames"];
		}
		for (size_t Target = 0; Target < Out.Targets.size(); ++Target)
		{
			const bool bNamed = Names && Names->is_array() && Target < Names->size() && (*Names)[Target].is_string();
			Out.Targets[Target].Name =
				bNamed ? (*Names)[Target].get<std::string>() : "target " + std::to_string(Target);
		}
	}

	/** Merges vertices that were split, using _SOURCE_VERTEX, if it is consistent: all indices from 0 are present, and
	 * vertices with the same index move together.
	 */
	void JoinSourceVertices()
	{
		uint32_t Count = 0;
		for (const uint32_t Source : Sources)
		{
			if (Source == NoIndex)
			{
				return;
			}
			Count = (std::max)(Count, Source + 1);
		}
		if (Count > Sources.size())
		{
			return;
		}
		std::vector<uint32_t> First(Count, NoIndex);
		for (uint32_t V = 0; V < Sources.size(); ++V)
		{
			uint32_t& Original = First[Sources[V]];
			if (Original == NoIndex)
			{
				Original = V;
			}
			else if (!MoveTogether(Original, V))
			{
				return;
			}
		}
		if (std::find(First.begin(), First.end(), NoIndex) != First.end())
		{
			return;
		}
		const auto Gather = [&](std::vector<FDouble3>& Values)
		{
			std::vector<FDouble3> Joined;
			for (const uint32_t V : First)
			{
				Joined.push_back(Values[V]);
			}
			Values = std::move(Joined);
		};
		Gather(Out.Surface.Positions);
		for (FSceneMorphTarget& Target : Out.Targets)
		{
			Gather(Target.Deltas);
		}
		for (uint32_t& Corner : Out.Surface.CornerVertices)
		{
			Corner = Sources[Corner];
		}
		if (bSkinned)
		{
			TBlendWeights<FOwned> Rows;
			Rows.Offsets.push_back(0);
			for (const uint32_t V : First)
			{
				for (size_t I = Out.Influences.Offsets[V]; I < Out.Influences.Offsets[V + 1]; ++I)
				{
					Rows.Bones.push_back(Out.Influences.Bones[I]);
					Rows.Weights.push_back(Out.Influences.Weights[I]);
				}
				Rows.Offsets.push_back(static_cast<uint32_t>(Rows.Bones.size()));
			}
			Out.Influences = std::move(Rows);
		}
	}

	bool MoveTogether(uint32_t A, uint32_t B) const
	{
		const auto Same = [&](const FSceneMorphTarget& Target) { return Target.Deltas[A] == Target.Deltas[B]; };
		return Out.Surface.Positions[A] == Out.Surface.Positions[B] &&
			std::all_of(Out.Targets.begin(), Out.Targets.end(), Same);
	}

	const FGltfDocument& Document;
	const FGltfJson& Mesh;
	std::string What;
	FSceneMesh Out;
	std::map<std::string, FGltfVertexRange> Ranges;
	std::vector<char> bHasNormal, bHasUV;
	std::vector<TGltfSet<FFloat2>> MoreUVs;
	std::vector<TGltfSet<FFloat4>> Colors;
	std::vector<uint32_t> Sources;
	bool bSkinned = false;
};

} // namespace

std::vector<FSceneMesh> ReadGltfMeshes(const FGltfDocument& Document)
{
	std::vector<FSceneMesh> Meshes;
	const FGltfJson& List = Document.Items("meshes");
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		const std::string Name = GetGltfString(List[Index], "name");
		const std::string What = "mesh " + std::to_string(Index) + (Name.empty() ? "" : " ('" + Name + "')");
		Meshes.push_back(FGltfMeshReader(Document, List[Index], What).Read());
		Meshes.back().Name = Name;
	}
	return Meshes;
}

} // namespace Exemplar
