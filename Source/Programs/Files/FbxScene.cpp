// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/FbxScene.h"

#include "Files/Failure.h"
#include "Files/ScenePose.h"

#include <algorithm>
#include <map>
#include <set>

namespace Exemplar
{
namespace
{

bool IsFinite(const FDouble3& V)
{
	return std::isfinite(V.X) && std::isfinite(V.Y) && std::isfinite(V.Z);
}

std::string NameOf(const ufbx_mesh& Mesh)
{
	if (Mesh.name.length == 0 && Mesh.instances.count > 0)
	{
		return FromFbx(Mesh.instances.data[0]->name);
	}
	return FromFbx(Mesh.name);
}

/** The corners of all polygons that have a surface: three corners or more. */
struct FCorners
{
	std::vector<size_t> Faces;
	std::vector<uint32_t> Offsets{0};
	std::vector<uint32_t> Corners;
};

FCorners ListCorners(const ufbx_mesh& Mesh)
{
	FCorners Out;
	for (size_t F = 0; F < Mesh.num_faces; ++F)
	{
		const ufbx_face Face = Mesh.faces.data[F];
		if (Face.num_indices >= 3)
		{
			for (uint32_t C = 0; C < Face.num_indices; ++C)
			{
				Out.Corners.push_back(Face.index_begin + C);
			}
			Out.Faces.push_back(F);
			Out.Offsets.push_back(static_cast<uint32_t>(Out.Corners.size()));
		}
	}
	return Out;
}

/** An attribute of the corners; empty if the mesh has none. */
template <typename T, typename AttributeType, typename ConvertType>
TCornerSet<T> ReadSet(
	const AttributeType& Attribute, const ufbx_mesh& Mesh, const FCorners& Corners, const ConvertType& Convert)
{
	TCornerSet<T> Out;
	if (!Attribute.exists || Attribute.indices.count != Mesh.num_indices)
	{
		return Out;
	}
	for (const auto& Value : Attribute.values)
	{
		Out.Values.push_back(Convert(Value));
	}
	for (const uint32_t Corner : Corners.Corners)
	{
		const uint32_t Index = Attribute.indices.data[Corner];
		Out.Corners.push_back(Index < Out.Values.size() ? Index : NoIndex);
	}
	return Out;
}

/** Vertices stay in the file's order. */
void ReadSurface(const ufbx_mesh& Mesh, const std::vector<uint32_t>& MaterialOfSlot, FSourceMesh& Surface)
{
	for (size_t V = 0; V < Mesh.num_vertices; ++V)
	{
		const FDouble3 Position = FromFbx(Mesh.vertices.data[V]);
		if (!IsFinite(Position))
		{
			Fail(EErrorCode::Malformed,
				"mesh '" + NameOf(Mesh) + "' has invalid coordinates at vertex " + std::to_string(V) +
					". Export it again.");
		}
		Surface.Positions.push_back(Position);
	}
	const FCorners Corners = ListCorners(Mesh);
	for (size_t Set = 0; Set < Mesh.uv_sets.count; ++Set)
	{
		const auto ToUV = [](const ufbx_vec2& V) { return FFloat2{static_cast<float>(V.x), static_cast<float>(V.y)}; };
		TCornerSet<FFloat2> Read = ReadSet<FFloat2>(Mesh.uv_sets.data[Set].vertex_uv, Mesh, Corners, ToUV);
		if (Set == 0)
		{
			Surface.CornerUVs = std::move(Read.Corners);
			Surface.UVs = std::move(Read.Values);
		}
		else if (!Read.Corners.empty())
		{
			Surface.MoreUVs.push_back(std::move(Read));
		}
	}
	for (const ufbx_color_set& Set : Mesh.color_sets)
	{
		const auto F = [](double Value) { return static_cast<float>(Value); };
		TCornerSet<FFloat4> Read = ReadSet<FFloat4>(Set.vertex_color, Mesh, Corners,
			[&](const ufbx_vec4& C) {
				return FFloat4{F(C.x), F(C.y), F(C.z), F(C.w)};
			});
		if (!Read.Corners.empty())
		{
			Surface.Colors.push_back(std::move(Read));
		}
	}
	TCornerSet<FFloat3> Normals = ReadSet<FFloat3>(Mesh.vertex_normal, Mesh, Corners,
		[](const ufbx_vec3& N) {
			return FFloat3{static_cast<float>(N.x), static_cast<float>(N.y), static_cast<float>(N.z)};
		});
	Surface.CornerNormals = std::move(Normals.Corners);
	Surface.Normals = std::move(Normals.Values);
	for (const uint32_t Corner : Corners.Corners)
	{
		Surface.CornerVertices.push_back(Mesh.vertex_indices.data[Corner]);
	}
	Surface.PolygonOffsets = Corners.Offsets;
	for (const size_t Face : Corners.Faces)
	{
		const uint32_t Slot = Face < Mesh.face_material.count ? Mesh.face_material.data[Face] : 0;
		Surface.PolygonMaterials.push_back(Slot < MaterialOfSlot.size() ? MaterialOfSlot[Slot] : 0);
	}
}

/** Every keyframe of a channel is a target: an in-between is a shape of its own, whose weight follows the channel's. */
void ReadTargets(const ufbx_mesh& Mesh, FSceneMesh& Out, FFbxInstance& Instance)
{
	for (const ufbx_blend_deformer* Deformer : Mesh.blend_deformers)
	{
		for (const ufbx_blend_channel* Channel : Deformer->channels)
		{
			for (size_t Key = 0; Key < Channel->keyframes.count; ++Key)
			{
				const ufbx_blend_keyframe& Keyframe = Channel->keyframes.data[Key];
				FSceneMorphTarget& Target = Out.Targets.emplace_back();
				Target.Name = FromFbx(Channel->name.length > 0 ? Channel->name : Keyframe.shape->name);
				if (Channel->keyframes.count > 1)
				{
					Target.Name += " " + std::to_string(std::lround(100.0 * Keyframe.target_weight));
				}
				std::vector<ufbx_vec3> Offsets(Mesh.num_vertices, ufbx_zero_vec3);
				ufbx_add_blend_shape_vertex_offsets(Keyframe.shape, Offsets.data(), Offsets.size(), 1.0);
				for (const ufbx_vec3& Offset : Offsets)
				{
					Target.Deltas.push_back(IsFinite(FromFbx(Offset)) ? FromFbx(Offset) : FDouble3{});
				}
				Instance.Shapes.emplace_back(Channel->typed_id, static_cast<uint32_t>(Key));
			}
		}
	}
}

/** The first skin of a mesh; more than one at a time occur in no exporter known to us, and are listed as unused. */
void ReadSkin(const ufbx_mesh& Mesh, FSceneMesh& Out, FSceneSkin& Skin)
{
	const ufbx_skin_deformer& Source = *Mesh.skin_deformers.data[0];
	if (Source.clusters.count > 65535)
	{
		Fail(EErrorCode::Unsupported,
			"the skin of mesh '" + NameOf(Mesh) + "' has " + std::to_string(Source.clusters.count) +
				" bones, but a character can have at most 65535.");
	}
	for (const ufbx_skin_cluster* Cluster : Source.clusters)
	{
		Skin.Joints.push_back(static_cast<int32_t>(Cluster->bone_node->typed_id));
		Skin.InverseBind.push_back(FromFbx(Cluster->geometry_to_bone));
	}
	TBlendWeights<FOwned>& Rows = Out.Influences;
	Rows.Offsets.push_back(0);
	for (size_t V = 0; V < Mesh.num_vertices; ++V)
	{
		std::map<uint16_t, double> Row;
		double Sum = 0.0;
		const ufbx_skin_vertex Vertex = V < Source.vertices.count ? Source.vertices.data[V] : ufbx_skin_vertex{};
		for (uint32_t I = 0; I < Vertex.num_weights; ++I)
		{
			const ufbx_skin_weight& Weight = Source.weights.data[Vertex.weight_begin + I];
			if (Weight.weight > 0.0 && std::isfinite(Weight.weight))
			{
				Row[static_cast<uint16_t>(Weight.cluster_index)] += Weight.weight;
				Sum += Weight.weight;
			}
		}
		if (!(Sum > 0.0))
		{
			Row = {{uint16_t{0}, 1.0}}; // the rig has to name a bone; poses have the vertex where the file puts it
			Sum = 1.0;
		}
		for (const auto& [Bone, Weight] : Row)
		{
			Rows.Bones.push_back(Bone);
			Rows.Weights.push_back(static_cast<float>(Weight / Sum));
		}
		Rows.Offsets.push_back(static_cast<uint32_t>(Rows.Bones.size()));
	}
}

/** The file of a cache may name further files that hold its frames, and these may be missing. */
void CheckCaches(const ufbx_scene& File, const FFbxFolder& Folder)
{
	for (const ufbx_mesh* Mesh : File.meshes)
	{
		const ufbx_cache_channel* Channel = FindCacheChannel(*Mesh);
		if (!Folder.Folder.empty() && Mesh->cache_deformers.count > 0 && (!Channel || Channel->frames.count == 0))
		{
			Fail(EErrorCode::NotFound,
				"the geometry cache of mesh '" + NameOf(*Mesh) +
					"' has no frames with positions. Put all files of the cache in the folder of the file.");
		}
	}
}

class FFbxSceneReader
{
public:
	explicit FFbxSceneReader(const ufbx_scene& InFile)
		: File(InFile)
	{
	}

	void Read()
	{
		ReadMaterials();
		for (const ufbx_node* Node : File.nodes)
		{
			FSceneNode& To = Out.Nodes.emplace_back();
			To.Name = FromFbx(Node->name);
			To.Parent = Node->parent ? static_cast<int32_t>(Node->parent->typed_id) : NoParent;
		}
		for (const ufbx_mesh* Mesh : File.meshes)
		{
			for (const ufbx_node* Node : Mesh->instances)
			{
				ReadInstance(*Mesh, *Node);
			}
		}
		const FScenePose Pose = ReadFbxPose(File, Instances, Out);
		for (size_t Node = 0; Node < Out.Nodes.size(); ++Node)
		{
			Out.Nodes[Node].Matrix = Pose.Local[Node];
			Out.Nodes[Node].Transform = Decompose(Pose.Local[Node]);
		}
		for (size_t Index = 0; Index < Instances.size(); ++Index)
		{
			Out.Instances[Index].MorphWeights = Pose.MorphWeights[Index];
		}
		ReadAnimations();
		Out.Unused = ListUnusedFbx(File);
	}

	const ufbx_scene& File;
	FScene Out;
	std::vector<FFbxInstance> Instances;

private:
	void ReadMaterials()
	{
		for (const ufbx_material* Material : File.materials)
		{
			TMaterialSlot<FOwned>& Slot = Out.Materials.emplace_back();
			Slot.Name = Material->name.length > 0 ? FromFbx(Material->name)
												  : "material " + std::to_string(Out.Materials.size() - 1);
			const ufbx_material_map& Color = Material->pbr.base_color;
			if (Color.has_value)
			{
				const auto F = [](double Value) { return static_cast<float>(Value); };
				Slot.BaseColor = {F(Color.value_vec4.x), F(Color.value_vec4.y), F(Color.value_vec4.z), 1.0f};
			}
		}
		if (Out.Materials.empty())
		{
			Out.Materials.push_back({"default", {0.8f, 0.8f, 0.8f, 1.0f}});
		}
	}

	void ReadInstance(const ufbx_mesh& Mesh, const ufbx_node& Node)
	{
		std::vector<uint32_t> MaterialOfSlot;
		for (const ufbx_material* Material : Node.materials)
		{
			MaterialOfSlot.push_back(Material ? Material->typed_id : 0);
		}
		FFbxInstance& Source = Instances.emplace_back();
		Source.Node = Node.typed_id;
		Source.Mesh = Mesh.typed_id;
		FSceneMesh Read;
		Read.Name = NameOf(Mesh);
		ReadSurface(Mesh, MaterialOfSlot, Read.Surface);
		if (Read.Surface.PolygonCount() == 0)
		{
			Instances.pop_back();
			return;
		}
		ReadTargets(Mesh, Read, Source);
		FSceneInstance& Instance = Out.Instances.emplace_back();
		Instance.Node = static_cast<int32_t>(Node.typed_id);
		if (Mesh.skin_deformers.count > 0 && Mesh.skin_deformers.data[0]->clusters.count > 0)
		{
			Instance.Skin = static_cast<int32_t>(Out.Skins.size());
			ReadSkin(Mesh, Read, Out.Skins.emplace_back());
		}
		else if (Node.has_geometry_transform)
		{
			// A geometric transform moves the mesh, but not the children of its node: a node of its own does the same.
			Instance.Node = static_cast<int32_t>(Out.Nodes.size());
			Out.Nodes.push_back({FromFbx(Node.name), static_cast<int32_t>(Node.typed_id), {}, {}});
		}
		Instance.Mesh = static_cast<uint32_t>(Out.Meshes.size());
		Out.Meshes.push_back(std::move(Read));
	}

	/** The keys of a stack, within the range that the file gives for it. */
	std::optional<FSceneSpan> SpanOfStack(const ufbx_anim_stack& Stack) const
	{
		double First = INFINITY, Last = -INFINITY;
		std::set<int32_t> Nodes;
		for (const ufbx_anim_layer* Layer : Stack.layers)
		{
			for (const ufbx_anim_prop& Property : Layer->anim_props)
			{
				for (const ufbx_anim_curve* Curve : Property.anim_value->curves)
				{
					if (Curve && Curve->keyframes.count > 0)
					{
						First = (std::min)(First, Curve->min_time);
						Last = (std::max)(Last, Curve->max_time);
						if (Property.element->type == UFBX_ELEMENT_NODE)
						{
							Nodes.insert(static_cast<int32_t>(Property.element->typed_id));
						}
					}
				}
			}
		}
		IncludeCaches(First, Last);
		if (!(First <= Last))
		{
			return std::nullopt;
		}
		if (Stack.time_end > Stack.time_begin && Stack.time_begin <= Last && Stack.time_end >= First)
		{
			First = (std::max)(First, Stack.time_begin);
			Last = (std::min)(Last, Stack.time_end);
		}
		return FSceneSpan{First, Last, {Nodes.begin(), Nodes.end()}};
	}

	void IncludeCaches(double& First, double& Last) const
	{
		for (const FFbxInstance& Instance : Instances)
		{
			const ufbx_cache_channel* Channel = FindCacheChannel(*File.meshes.data[Instance.Mesh]);
			if (Channel && Channel->frames.count > 0)
			{
				First = (std::min)(First, Channel->frames.data[0].time);
				Last = (std::max)(Last, Channel->frames.data[Channel->frames.count - 1].time);
			}
		}
	}

	void ReadAnimations()
	{
		for (const ufbx_anim_stack* Stack : File.anim_stacks)
		{
			FSceneAnimation& Animation = Out.Animations.emplace_back();
			Animation.Name = FromFbx(Stack->name);
			Animation.FramesPerSecond = File.settings.frames_per_second;
			Animation.Span = SpanOfStack(*Stack);
		}
		double First = INFINITY, Last = -INFINITY;
		IncludeCaches(First, Last);
		if (File.anim_stacks.count == 0 && First <= Last) // caches play without a take
		{
			Out.Animations.push_back({"cache", File.settings.frames_per_second, FSceneSpan{First, Last, {}}, {}});
		}
	}
};

} // namespace

FScene ReadFbxScene(FFbxScenePointer File, const FFbxFolder& Folder)
{
	CheckCaches(*File, Folder);
	FFbxSceneReader Reader(*File);
	Reader.Read();
	FScene Scene = std::move(Reader.Out);
	std::vector<FFbxScalar> Scalars = ListFbxScalars(*File, Scene.Scalars);
	Scene.Evaluator = MakeFbxEvaluator(std::move(File), Folder, std::move(Reader.Instances), std::move(Scalars), Scene);
	return Scene;
}

} // namespace Exemplar
