// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AssimpImport.h"

#include "Base/File.h"
#include "Files/Failure.h"
#include "Files/ScenePose.h"

#include <algorithm>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <cmath>
#include <map>
#include <tuple>

namespace Exemplar
{
namespace
{

FDouble3 FromAssimp(const aiVector3D& V)
{
	return {static_cast<double>(V.x), static_cast<double>(V.y), static_cast<double>(V.z)};
}

FAffine3d FromAssimp(const aiMatrix4x4& M)
{
	FAffine3d Out;
	for (unsigned Row = 0; Row < 3; ++Row)
	{
		for (unsigned Column = 0; Column < 4; ++Column)
		{
			Out.M[4 * Row + Column] = static_cast<double>(M[Row][Column]);
		}
	}
	if (!std::all_of(Out.M.begin(), Out.M.end(), [](double Value) { return std::isfinite(Value); }))
	{
		Fail(EErrorCode::Malformed, "the file contains a matrix with invalid numbers. Export it again.");
	}
	return Out;
}

/** Bones and weights of one vertex before it is merged with others. */
using FInfluenceRow = std::vector<std::pair<uint16_t, float>>;

std::vector<FInfluenceRow> ReadInfluenceRows(const aiMesh& Mesh)
{
	std::vector<std::map<uint16_t, double>> Sums(Mesh.mNumVertices);
	for (unsigned Bone = 0; Bone < Mesh.mNumBones; ++Bone)
	{
		for (unsigned I = 0; I < Mesh.mBones[Bone]->mNumWeights; ++I)
		{
			const aiVertexWeight& Weight = Mesh.mBones[Bone]->mWeights[I];
			if (Weight.mVertexId < Mesh.mNumVertices && Weight.mWeight > 0.0f && std::isfinite(Weight.mWeight))
			{
				Sums[Weight.mVertexId][static_cast<uint16_t>(Bone)] += static_cast<double>(Weight.mWeight);
			}
		}
	}
	std::vector<FInfluenceRow> Rows;
	for (const auto& Row : Sums)
	{
		double Sum = 0.0;
		for (const auto& Entry : Row)
		{
			Sum += Entry.second;
		}
		FInfluenceRow& Out = Rows.emplace_back();
		for (const auto& [Bone, Weight] : Row)
		{
			Out.emplace_back(Bone, static_cast<float>(Weight / Sum));
		}
		if (Out.empty())
		{
			Out.emplace_back(uint16_t{0}, 1.0f); // vertices without influences follow the first bone
		}
	}
	return Rows;
}

/** Maps each assimp vertex to its merged vertex, numbered in the order in which polygons use them. */
std::vector<uint32_t> JoinSplitVertices(const aiMesh& Mesh, const std::vector<FInfluenceRow>& Rows)
{
	const auto MoveAlike = [&](unsigned A, unsigned B)
	{
		for (unsigned Target = 0; Target < Mesh.mNumAnimMeshes; ++Target)
		{
			const aiAnimMesh& Shape = *Mesh.mAnimMeshes[Target];
			if (Shape.mVertices && Shape.mVertices[A] != Shape.mVertices[B])
			{
				return false;
			}
		}
		return Rows[A] == Rows[B];
	};
	std::map<std::tuple<float, float, float>, std::vector<unsigned>> Known; // first vertices at each position
	std::vector<uint32_t> Joined(Mesh.mNumVertices, NoIndex);
	uint32_t Count = 0;
	const auto Visit = [&](unsigned V)
	{
		if (Joined[V] != NoIndex)
		{
			return;
		}
		const aiVector3D& P = Mesh.mVertices[V];
		if (!std::isfinite(P.x) || !std::isfinite(P.y) || !std::isfinite(P.z))
		{
			Fail(EErrorCode::Malformed,
				"mesh '" + std::string(Mesh.mName.C_Str()) +
					"' has a vertex with invalid coordinates. Export it again.");
		}
		std::vector<unsigned>& Here = Known[{P.x, P.y, P.z}];
		for (const unsigned Other : Here)
		{
			if (MoveAlike(Other, V))
			{
				Joined[V] = Joined[Other];
				return;
			}
		}
		Here.push_back(V);
		Joined[V] = Count++;
	};
	for (unsigned F = 0; F < Mesh.mNumFaces; ++F)
	{
		for (unsigned C = 0; C < Mesh.mFaces[F].mNumIndices; ++C)
		{
			if (Mesh.mFaces[F].mIndices[C] >= Mesh.mNumVertices)
			{
				Fail(EErrorCode::Malformed,
					"mesh '" + std::string(Mesh.mName.C_Str()) +
						"' refers to a vertex that does not exist. Export it again.");
			}
			Visit(Mesh.mFaces[F].mIndices[C]);
		}
	}
	return Joined;
}

FSceneMesh ReadMesh(const aiMesh& Mesh)
{
	FSceneMesh Out;
	Out.Name = Mesh.mName.C_Str();
	const std::vector<FInfluenceRow> Rows = ReadInfluenceRows(Mesh);
	const std::vector<uint32_t> Joined = JoinSplitVertices(Mesh, Rows);
	std::vector<unsigned> First;
	for (unsigned V = 0; V < Mesh.mNumVertices; ++V)
	{
		if (Joined[V] != NoIndex)
		{
			First.resize((std::max)(First.size(), static_cast<size_t>(Joined[V]) + 1), NoIndex);
			First[Joined[V]] = (std::min)(First[Joined[V]], V);
		}
	}
	FSourceMesh& Surface = Out.Surface;
	Out.Influences.Offsets.push_back(0);
	for (const unsigned V : First)
	{
		Surface.Positions.push_back(FromAssimp(Mesh.mVertices[V]));
		for (const auto& [Bone, Weight] : Rows[V])
		{
			Out.Influences.Bones.push_back(Bone);
			Out.Influences.Weights.push_back(Weight);
		}
		Out.Influences.Offsets.push_back(static_cast<uint32_t>(Out.Influences.Bones.size()));
	}
	if (Mesh.mNumBones == 0)
	{
		Out.Influences = {};
	}
	for (unsigned V = 0; V < Mesh.mNumVertices; ++V)
	{
		if (Mesh.HasNormals())
		{
			Surface.Normals.push_back({Mesh.mNormals[V].x, Mesh.mNormals[V].y, Mesh.mNormals[V].z});
		}
		if (Mesh.HasTextureCoords(0))
		{
			Surface.UVs.push_back({Mesh.mTextureCoords[0][V].x, Mesh.mTextureCoords[0][V].y});
		}
	}
	for (unsigned F = 0; F < Mesh.mNumFaces; ++F)
	{
		const aiFace& Face = Mesh.mFaces[F];
		if (Face.mNumIndices < 3)
		{
			continue; // points and lines have no surface
		}
		for (unsigned C = 0; C < Face.mNumIndices; ++C)
		{
			Surface.CornerVertices.push_back(Joined[Face.mIndices[C]]);
			if (Mesh.HasNormals())
			{
				Surface.CornerNormals.push_back(Face.mIndices[C]);
			}
			if (Mesh.HasTextureCoords(0))
			{
				Surface.CornerUVs.push_back(Face.mIndices[C]);
			}
		}
		Surface.PolygonOffsets.push_back(static_cast<uint32_t>(Surface.CornerVertices.size()));
		Surface.PolygonMaterials.push_back(Mesh.mMaterialIndex);
	}
	for (unsigned Target = 0; Target < Mesh.mNumAnimMeshes; ++Target)
	{
		const aiAnimMesh& Shape = *Mesh.mAnimMeshes[Target];
		FSceneMorphTarget& To = Out.Targets.emplace_back();
		To.Name = Shape.mName.length > 0 ? Shape.mName.C_Str() : "target " + std::to_string(Target);
		To.Deltas.resize(First.size());
		for (size_t V = 0; Shape.mVertices && V < First.size(); ++V)
		{
			const FDouble3 P = FromAssimp(Shape.mVertices[First[V]]), Base = FromAssimp(Mesh.mVertices[First[V]]);
			To.Deltas[V] = {P.X - Base.X, P.Y - Base.Y, P.Z - Base.Z};
		}
	}
	return Out;
}

class FAssimpSceneReader
{
public:
	explicit FAssimpSceneReader(const aiScene& InSource)
		: Source(InSource)
	{
	}

	FScene Read()
	{
		for (unsigned M = 0; M < Source.mNumMaterials; ++M)
		{
			ReadMaterial(*Source.mMaterials[M]);
		}
		for (unsigned M = 0; M < Source.mNumMeshes; ++M)
		{
			Out.Meshes.push_back(ReadMesh(*Source.mMeshes[M]));
			for (uint32_t& Material : Out.Meshes.back().Surface.PolygonMaterials)
			{
				Material = Material < Out.Materials.size() ? Material : 0;
			}
		}
		if (Out.Materials.empty())
		{
			Out.Materials.push_back({"default", {0.8f, 0.8f, 0.8f, 1.0f}});
		}
		if (Source.mRootNode)
		{
			ReadNodes(*Source.mRootNode);
		}
		for (unsigned A = 0; A < Source.mNumAnimations; ++A)
		{
			ReadAnimation(*Source.mAnimations[A], A);
		}
		return std::move(Out);
	}

private:
	void ReadMaterial(const aiMaterial& Material)
	{
		TMaterialSlot<FOwned>& Slot = Out.Materials.emplace_back();
		aiString Name;
		aiColor4D Color;
		Slot.Name = Material.Get(AI_MATKEY_NAME, Name) == AI_SUCCESS && Name.length > 0
			? Name.C_Str()
			: "material " + std::to_string(Out.Materials.size() - 1);
		if (Material.Get(AI_MATKEY_COLOR_DIFFUSE, Color) == AI_SUCCESS)
		{
			Slot.BaseColor = {Color.r, Color.g, Color.b, 1.0f};
		}
	}

	/** Parents come first. Instances are read once all nodes are known, because bones refer to nodes by name. */
	void ReadNodes(const aiNode& Root)
	{
		std::vector<std::pair<const aiNode*, int32_t>> Stack{{&Root, NoParent}};
		std::vector<const aiNode*> Nodes;
		while (!Stack.empty())
		{
			const auto [Node, Parent] = Stack.back();
			Stack.pop_back();
			const auto Index = static_cast<int32_t>(Out.Nodes.size());
			FSceneNode& To = Out.Nodes.emplace_back();
			To.Name = Node->mName.C_Str();
			To.Parent = Parent;
			To.Matrix = FromAssimp(Node->mTransformation);
			To.Transform = Decompose(*To.Matrix);
			NodeOfName.emplace(To.Name, Index);
			Nodes.push_back(Node);
			for (unsigned Child = Node->mNumChildren; Child-- > 0;)
			{
				Stack.emplace_back(Node->mChildren[Child], Index);
			}
		}
		for (size_t Index = 0; Index < Nodes.size(); ++Index)
		{
			for (unsigned M = 0; M < Nodes[Index]->mNumMeshes; ++M)
			{
				const unsigned Mesh = Nodes[Index]->mMeshes[M];
				if (Mesh >= Out.Meshes.size() || Out.Meshes[Mesh].Surface.PolygonCount() == 0)
				{
					continue;
				}
				FSceneInstance& Instance = Out.Instances.emplace_back();
				Instance.Node = static_cast<int32_t>(Index);
				Instance.Mesh = Mesh;
				Instance.MorphWeights.resize(Out.Meshes[Mesh].Targets.size());
				Instance.Skin = ReadSkin(*Source.mMeshes[Mesh]);
			}
		}
	}

	int32_t ReadSkin(const aiMesh& Mesh)
	{
		if (Mesh.mNumBones == 0)
		{
			return -1;
		}
		FSceneSkin Skin;
		for (unsigned Bone = 0; Bone < Mesh.mNumBones; ++Bone)
		{
			const std::string Name = Mesh.mBones[Bone]->mName.C_Str();
			const auto Node = NodeOfName.find(Name);
			if (Node == NodeOfName.end())
			{
				Fail(EErrorCode::Malformed,
					"the skin refers to a bone '" + Name + "' that is not in the scene. Export the skeleton too.");
			}
			Skin.Joints.push_back(Node->second);
			Skin.InverseBind.push_back(FromAssimp(Mesh.mBones[Bone]->mOffsetMatrix));
		}
		Out.Skins.push_back(std::move(Skin));
		return static_cast<int32_t>(Out.Skins.size()) - 1;
	}

	template <typename KeyType, typename ConvertType>
	void ReadKeys(FSceneAnimation& Animation, int32_t Node, EScenePath Path, size_t Width, const KeyType* Keys,
		unsigned Count, double TicksPerSecond, const ConvertType& Convert)
	{
		FSceneChannel Channel;
		Channel.Node = Node;
		Channel.Path = Path;
		Channel.Width = Width;
		for (unsigned I = 0; I < Count; ++I)
		{
			const double Time = Keys[I].mTime / TicksPerSecond;
			const std::vector<double> Value = Convert(Keys[I]);
			const bool bFinite = std::isfinite(Time) &&
				std::all_of(Value.begin(), Value.end(), [](double Part) { return std::isfinite(Part); });
			if (bFinite && (Channel.Times.empty() || Time > Channel.Times.back()))
			{
				Channel.Times.push_back(Time);
				Channel.Values.insert(Channel.Values.end(), Value.begin(), Value.end());
			}
		}
		if (!Channel.Times.empty() && Width > 0)
		{
			Animation.Channels.push_back(std::move(Channel));
		}
	}

	void ReadAnimation(const aiAnimation& Animation, unsigned Index)
	{
		FSceneAnimation& To = Out.Animations.emplace_back();
		To.Name = Animation.mName.length > 0 ? Animation.mName.C_Str() : "animation " + std::to_string(Index);
		const double Rate = Animation.mTicksPerSecond > 0.0 ? Animation.mTicksPerSecond : 25.0;
		const auto ToVector = [](const aiVectorKey& Key)
		{
			const FDouble3 V = FromAssimp(Key.mValue);
			return std::vector<double>{V.X, V.Y, V.Z};
		};
		const auto ToQuaternion = [](const aiQuatKey& Key)
		{
			const aiQuaternion& Q = Key.mValue;
			return std::vector<double>{
				static_cast<double>(Q.x), static_cast<double>(Q.y), static_cast<double>(Q.z), static_cast<double>(Q.w)};
		};
		for (unsigned C = 0; C < Animation.mNumChannels; ++C)
		{
			const aiNodeAnim& Channel = *Animation.mChannels[C];
			const auto Node = NodeOfName.find(Channel.mNodeName.C_Str());
			if (Node == NodeOfName.end())
			{
				continue;
			}
			ReadKeys(To, Node->second, EScenePath::Translation, 3, Channel.mPositionKeys, Channel.mNumPositionKeys,
				Rate, ToVector);
			ReadKeys(To, Node->second, EScenePath::Rotation, 4, Channel.mRotationKeys, Channel.mNumRotationKeys, Rate,
				ToQuaternion);
			ReadKeys(
				To, Node->second, EScenePath::Scale, 3, Channel.mScalingKeys, Channel.mNumScalingKeys, Rate, ToVector);
		}
		for (unsigned C = 0; C < Animation.mNumMorphMeshChannels; ++C)
		{
			ReadMorphChannel(To, *Animation.mMorphMeshChannels[C], Rate);
		}
	}

	/** Morph channels name a node or a mesh; in FBX followed by "*" and a number. */
	void ReadMorphChannel(FSceneAnimation& Animation, const aiMeshMorphAnim& Channel, double Rate)
	{
		std::string Name = Channel.mName.C_Str();
		Name = Name.substr(0, Name.find('*'));
		for (const FSceneInstance& Instance : Out.Instances)
		{
			const std::string& Node = Out.Nodes[static_cast<size_t>(Instance.Node)].Name;
			if (Node != Name && Out.Meshes[Instance.Mesh].Name != Name)
			{
				continue;
			}
			const size_t Width = Instance.MorphWeights.size();
			const auto ToWeights = [&](const aiMeshMorphKey& Key)
			{
				std::vector<double> Weights(Width);
				for (unsigned I = 0; I < Key.mNumValuesAndWeights; ++I)
				{
					if (Key.mValues[I] < Width)
					{
						Weights[Key.mValues[I]] = Key.mWeights[I];
					}
				}
				return Weights;
			};
			ReadKeys(Animation, Instance.Node, EScenePath::MorphWeights, Width, Channel.mKeys, Channel.mNumKeys, Rate,
				ToWeights);
		}
	}

	const aiScene& Source;
	FScene Out;
	std::map<std::string, int32_t> NodeOfName;
};

} // namespace

TResult<FSourceExamples> ImportWithAssimp(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context)
{
	const std::string Name = PathToText(File);
	// For a missing file, assimp's own message is about formats.
	TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	if (!Bytes)
	{
		return Bytes.GetError();
	}
	return CatchFailures(Name,
		[&]() -> TResult<FSourceExamples>
		{
			Assimp::Importer Importer;
			Importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
			const aiScene* Source = Importer.ReadFile(Name, 0);
			if (!Source)
			{
				std::string Why = Importer.GetErrorString();
				Why.erase(std::remove(Why.begin(), Why.end(), '\n'), Why.end());
				Fail(EErrorCode::Malformed, "the file cannot be read (" + Why + "). Export it again, or as glTF.");
			}
			FScene Scene = FAssimpSceneReader(*Source).Read();
			Scene.Name = PathToText(File.stem());
			return BuildSceneExamples(Scene, Options, Context);
		});
}

} // namespace Exemplar
