// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfScene.h"

#include "Files/Failure.h"
#include "Files/ScenePose.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

using FGltfJson = nlohmann::json;

constexpr const char* FixScene = ". Export it again.";

/** Real hierarchies are not deeper, and walks to the root stay short. */
constexpr size_t MaxDepth = 1000;

FDouble3 ToDouble3(const std::vector<double>& Values)
{
	return {Values[0], Values[1], Values[2]};
}

FSceneNode ReadNode(const FGltfJson& Node, const std::string& What)
{
	FSceneNode Out;
	Out.Name = GetGltfString(Node, "name");
	const auto Read = [&](const char* Key, size_t Count)
	{
		std::vector<double> Values = GetGltfNumbers(Node, Key, What);
		if (!Values.empty() && Values.size() != Count)
		{
			Fail(EErrorCode::Malformed,
				What + " has a '" + Key + "' of " + std::to_string(Values.size()) + " numbers" + FixScene);
		}
		return Values;
	};
	if (const std::vector<double> M = Read("matrix", 16); !M.empty())
	{
		FAffine3d Matrix;
		for (size_t Row = 0; Row < 3; ++Row)
		{
			for (size_t Column = 0; Column < 4; ++Column)
			{
				Matrix.M[4 * Row + Column] = M[4 * Column + Row];
			}
		}
		Out.Matrix = Matrix;
		Out.Transform = Decompose(Matrix);
		return Out;
	}
	if (const std::vector<double> T = Read("translation", 3); !T.empty())
	{
		Out.Transform.Translation = ToDouble3(T);
	}
	if (const std::vector<double> S = Read("scale", 3); !S.empty())
	{
		Out.Transform.Scale = ToDouble3(S);
	}
	if (const std::vector<double> Q = Read("rotation", 4); !Q.empty())
	{
		const double Length = std::sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
		if (!(Length > 1e-12) || !std::isfinite(Length))
		{
			Fail(EErrorCode::Malformed, What + " has a rotation of length zero" + FixScene);
		}
		Out.Transform.Rotation = {Q[0] / Length, Q[1] / Length, Q[2] / Length, Q[3] / Length};
	}
	return Out;
}

void ReadNodes(const FGltfDocument& Document, FScene& Scene)
{
	const FGltfJson& List = Document.Items("nodes");
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		Scene.Nodes.push_back(ReadNode(List[Index], "node " + std::to_string(Index)));
	}
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		const std::string What = "node " + std::to_string(Index);
		for (const double Child : GetGltfNumbers(List[Index], "children", What))
		{
			const bool bIndex = Child >= 0.0 && Child < static_cast<double>(List.size()) && Child == std::floor(Child);
			if (!bIndex || Scene.Nodes[static_cast<size_t>(Child)].Parent != NoParent)
			{
				Fail(EErrorCode::Malformed,
					What + (bIndex ? " shares a child with another node" : " has a child that does not exist") +
						FixScene);
			}
			Scene.Nodes[static_cast<size_t>(Child)].Parent = static_cast<int32_t>(Index);
		}
	}
	// Walking down from the roots misses exactly the nodes that are on a cycle or below one.
	const std::vector<int32_t> Order = SortByDepth(Scene.Nodes);
	if (Order.size() != Scene.Nodes.size())
	{
		Fail(EErrorCode::Malformed, std::string("the nodes form a cycle") + FixScene);
	}
	std::vector<size_t> Depth(Scene.Nodes.size());
	for (const int32_t Node : Order)
	{
		const int32_t Parent = Scene.Nodes[static_cast<size_t>(Node)].Parent;
		Depth[static_cast<size_t>(Node)] = Parent == NoParent ? 0 : Depth[static_cast<size_t>(Parent)] + 1;
		if (Depth[static_cast<size_t>(Node)] > MaxDepth)
		{
			Fail(EErrorCode::Unsupported, "the nodes are nested more than 1000 deep. Flatten the hierarchy.");
		}
	}
}

/** The nodes shown by the default scene, or all nodes if there are no scenes. */
std::vector<char> FindShownNodes(const FGltfDocument& Document, const FScene& Scene)
{
	const FGltfJson& Scenes = Document.Items("scenes");
	std::vector<char> Shown(Scene.Nodes.size(), Scenes.empty());
	if (Scenes.empty())
	{
		return Shown;
	}
	const size_t Default =
		Document.Root().contains("scene") ? GetGltfIndex(Document.Root(), "scene", Scenes.size(), "the document") : 0;
	for (const double Root : GetGltfNumbers(Scenes[Default], "nodes", "the default scene"))
	{
		if (!(Root >= 0.0) || Root >= static_cast<double>(Shown.size()))
		{
			Fail(EErrorCode::Malformed, std::string("the default scene shows a node that does not exist") + FixScene);
		}
		Shown[static_cast<size_t>(Root)] = true;
	}
	for (const int32_t Node : SortByDepth(Scene.Nodes))
	{
		const int32_t Parent = Scene.Nodes[static_cast<size_t>(Node)].Parent;
		if (Parent != NoParent)
		{
			Shown[static_cast<size_t>(Node)] |= Shown[static_cast<size_t>(Parent)];
		}
	}
	return Shown;
}

void ReadSkins(const FGltfDocument& Document, FScene& Scene)
{
	const FGltfJson& List = Document.Items("skins");
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		const std::string What = "skin " + std::to_string(Index);
		FSceneSkin& Skin = Scene.Skins.emplace_back();
		for (const double Joint : GetGltfNumbers(List[Index], "joints", What))
		{
			if (!(Joint >= 0.0) || Joint >= static_cast<double>(Scene.Nodes.size()))
			{
				Fail(EErrorCode::Malformed, What + " has a joint that does not exist" + FixScene);
			}
			Skin.Joints.push_back(static_cast<int32_t>(Joint));
		}
		if (Skin.Joints.empty())
		{
			Fail(EErrorCode::Malformed, What + " has no joints" + FixScene);
		}
		Skin.InverseBind.resize(Skin.Joints.size());
		if (List[Index].contains("inverseBindMatrices"))
		{
			const std::string Use = What + ", its inverse bind matrices";
			const FGltfNumbers Matrices =
				Document.ReadAccessor(GetGltfSize(List[Index], "inverseBindMatrices", What), "MAT4", Use);
			if (Matrices.Count < Skin.Joints.size())
			{
				Fail(EErrorCode::Malformed, Use + " are fewer than its joints" + FixScene);
			}
			for (size_t Joint = 0; Joint < Skin.Joints.size(); ++Joint)
			{
				for (size_t Row = 0; Row < 3; ++Row)
				{
					for (size_t Column = 0; Column < 4; ++Column)
					{
						Skin.InverseBind[Joint].M[4 * Row + Column] = Matrices.Values[16 * Joint + 4 * Column + Row];
					}
				}
			}
		}
	}
}

void ReadInstances(const FGltfDocument& Document, FScene& Scene)
{
	const FGltfJson& Nodes = Document.Items("nodes");
	const FGltfJson& Meshes = Document.Items("meshes");
	const std::vector<char> Shown = FindShownNodes(Document, Scene);
	for (size_t Index = 0; Index < Nodes.size(); ++Index)
	{
		if (!Shown[Index] || !Nodes[Index].contains("mesh"))
		{
			continue;
		}
		const std::string What = "node " + std::to_string(Index);
		FSceneInstance Instance;
		Instance.Node = static_cast<int32_t>(Index);
		Instance.Mesh = static_cast<uint32_t>(GetGltfIndex(Nodes[Index], "mesh", Scene.Meshes.size(), What));
		const FSceneMesh& Mesh = Scene.Meshes[Instance.Mesh];
		if (Mesh.Surface.PolygonCount() == 0)
		{
			continue;
		}
		if (Nodes[Index].contains("skin") && !Mesh.Influences.Bones.empty())
		{
			Instance.Skin = static_cast<int32_t>(GetGltfIndex(Nodes[Index], "skin", Scene.Skins.size(), What));
			const size_t JointCount = Scene.Skins[static_cast<size_t>(Instance.Skin)].Joints.size();
			const uint16_t Largest = *std::max_element(Mesh.Influences.Bones.begin(), Mesh.Influences.Bones.end());
			if (Largest >= JointCount)
			{
				Fail(EErrorCode::Malformed,
					What + " shows a mesh that refers to joint " + std::to_string(Largest) + " of a skin with " +
						std::to_string(JointCount) + FixScene);
			}
		}
		Instance.MorphWeights = GetGltfNumbers(Meshes[Instance.Mesh], "weights", What);
		if (const std::vector<double> Own = GetGltfNumbers(Nodes[Index], "weights", What); !Own.empty())
		{
			Instance.MorphWeights = Own;
		}
		Instance.MorphWeights.resize(Mesh.Targets.size());
		Scene.Instances.push_back(std::move(Instance));
	}
}

FSceneChannel ReadChannel(const FGltfDocument& Document, const FScene& Scene, const FGltfJson& Sampler,
	const std::string& Path, int32_t Node, const std::string& What)
{
	FSceneChannel Out;
	Out.Node = Node;
	const char* Type = "VEC3";
	if (Path == "rotation")
	{
		Out.Path = EScenePath::Rotation;
		Out.Width = 4;
		Type = "VEC4";
	}
	else if (Path == "scale")
	{
		Out.Path = EScenePath::Scale;
	}
	else if (Path == "weights")
	{
		Out.Path = EScenePath::MorphWeights;
		Type = "SCALAR";
		Out.Width = 0;
		for (const FSceneInstance& Instance : Scene.Instances)
		{
			Out.Width = Instance.Node == Node ? Instance.MorphWeights.size() : Out.Width;
		}
	}
	const std::string Interpolation = GetGltfString(Sampler, "interpolation", "LINEAR");
	Out.Interpolation = Interpolation == "STEP" ? ESceneInterpolation::Step
		: Interpolation == "CUBICSPLINE"        ? ESceneInterpolation::Cubic
												: ESceneInterpolation::Linear;
	Out.Times = Document.ReadAccessor(GetGltfSize(Sampler, "input", What), "SCALAR", What + ", its times").Values;
	Out.Values = Document.ReadAccessor(GetGltfSize(Sampler, "output", What), Type, What + ", its values").Values;
	const auto NotRising = [](double A, double B) { return !(A < B); };
	if (std::adjacent_find(Out.Times.begin(), Out.Times.end(), NotRising) != Out.Times.end())
	{
		Fail(EErrorCode::Malformed, What + " has key times that are not increasing" + FixScene);
	}
	const size_t ValuesAKey = Out.Interpolation == ESceneInterpolation::Cubic ? 3 : 1;
	if (Out.Width > 0 && Out.Values.size() != Out.Times.size() * Out.Width * ValuesAKey)
	{
		Fail(EErrorCode::Malformed,
			What + " has " + std::to_string(Out.Values.size()) + " values for " + std::to_string(Out.Times.size()) +
				" keys" + FixScene);
	}
	return Out;
}

void ReadAnimations(const FGltfDocument& Document, FScene& Scene)
{
	const FGltfJson& List = Document.Items("animations");
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		FSceneAnimation& Animation = Scene.Animations.emplace_back();
		Animation.Name = GetGltfString(List[Index], "name", "animation " + std::to_string(Index));
		const std::string What = "animation '" + Animation.Name + "'";
		if (const auto Extras = List[Index].find("extras"); Extras != List[Index].end() && Extras->is_object())
		{
			const auto Rate = Extras->find("framesPerSecond");
			const double Value = Rate != Extras->end() && Rate->is_number() ? Rate->get<double>() : 0.0;
			Animation.FramesPerSecond = std::isfinite(Value) ? Value : 0.0;
		}
		const auto Channels = List[Index].find("channels"), Samplers = List[Index].find("samplers");
		if (!List[Index].is_object() || Channels == List[Index].end() || Samplers == List[Index].end() ||
			!Channels->is_array() || !Samplers->is_array())
		{
			Fail(EErrorCode::Malformed, What + " has no channels or no samplers" + FixScene);
		}
		for (size_t C = 0; C < Channels->size(); ++C)
		{
			const FGltfJson& Channel = (*Channels)[C];
			const std::string Name = What + ", channel " + std::to_string(C);
			const auto Target = Channel.find("target");
			if (!Channel.is_object() || Target == Channel.end() || !Target->is_object())
			{
				Fail(EErrorCode::Malformed, Name + " has no target" + FixScene);
			}
			const std::string Path = GetGltfString(*Target, "path");
			const bool bKnown = Path == "translation" || Path == "rotation" || Path == "scale" || Path == "weights";
			if (!bKnown || !Target->contains("node"))
			{
				continue; // extensions animate properties that are not used here
			}
			const auto Node = static_cast<int32_t>(GetGltfIndex(*Target, "node", Scene.Nodes.size(), Name));
			const FGltfJson& Sampler = (*Samplers)[GetGltfIndex(Channel, "sampler", Samplers->size(), Name)];
			FSceneChannel Read = ReadChannel(Document, Scene, Sampler, Path, Node, Name);
			if (Read.Width > 0)
			{
				Animation.Channels.push_back(std::move(Read));
			}
		}
		Animation.Span = SpanOfChannels(Animation.Channels);
	}
}

void ReadMaterials(const FGltfDocument& Document, FScene& Scene)
{
	const FGltfJson& List = Document.Items("materials");
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		const std::string What = "material " + std::to_string(Index);
		TMaterialSlot<FOwned>& Slot = Scene.Materials.emplace_back();
		Slot.Name = GetGltfString(List[Index], "name", What);
		Slot.BaseColor = {1.0f, 1.0f, 1.0f, 1.0f};
		if (List[Index].contains("pbrMetallicRoughness"))
		{
			const std::vector<double> C = GetGltfNumbers(List[Index]["pbrMetallicRoughness"], "baseColorFactor", What);
			if (C.size() == 4)
			{
				Slot.BaseColor = {static_cast<float>(C[0]), static_cast<float>(C[1]), static_cast<float>(C[2]),
					static_cast<float>(C[3])};
			}
		}
	}
	// Primitives without a material share a default one.
	bool bDefault = false;
	for (FSceneMesh& Mesh : Scene.Meshes)
	{
		for (uint32_t& Material : Mesh.Surface.PolygonMaterials)
		{
			if (Material == NoIndex)
			{
				Material = static_cast<uint32_t>(List.size());
				bDefault = true;
			}
		}
	}
	if (bDefault)
	{
		Scene.Materials.push_back({"default", {0.8f, 0.8f, 0.8f, 1.0f}});
	}
}

} // namespace

FScene ReadGltfScene(const FGltfDocument& Document)
{
	FScene Scene;
	ReadNodes(Document, Scene);
	Scene.Meshes = ReadGltfMeshes(Document);
	ReadMaterials(Document, Scene);
	ReadSkins(Document, Scene);
	ReadInstances(Document, Scene);
	ReadAnimations(Document, Scene);
	Scene.Unused = ListUnusedGltf(Document, Scene);
	return Scene;
}

} // namespace Exemplar
