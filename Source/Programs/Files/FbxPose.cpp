// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Failure.h"
#include "Files/FbxScene.h"
#include "Files/ScenePose.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

bool IsFinite(const FAffine3d& A)
{
	return std::all_of(A.M.begin(), A.M.end(), [](double Value) { return std::isfinite(Value); });
}

/** A node's transform to its parent. With an inherit mode of its own, a node does not simply follow its parent: what
 * remains between the two worlds is its local transform, which may shear. */
FAffine3d LocalOf(const ufbx_node& Node)
{
	if (!Node.parent)
	{
		return FromFbx(Node.node_to_world);
	}
	if (Node.inherit_mode != UFBX_INHERIT_MODE_NORMAL &&
		std::abs(ufbx_matrix_determinant(&Node.parent->node_to_world)) > 0.0)
	{
		const ufbx_matrix ToParent = ufbx_matrix_invert(&Node.parent->node_to_world);
		return FromFbx(ufbx_matrix_mul(&ToParent, &Node.node_to_world));
	}
	return FromFbx(Node.node_to_parent);
}

class FFbxEvaluator final : public ISceneEvaluator
{
public:
	FFbxEvaluator(FFbxScenePointer InFile, const FFbxFolder& InFolder, std::vector<FFbxInstance> InInstances,
		std::vector<FFbxScalar> InScalars, const FScene& Scene)
		: File(std::move(InFile))
		, Folder(InFolder)
		, Instances(std::move(InInstances))
		, Scalars(std::move(InScalars))
	{
		Shape.Nodes = Scene.Nodes;
		Shape.Instances = Scene.Instances;
	}

	TResult<FScenePose> Pose(size_t Animation, double Time) const override
	{
		const ufbx_anim* Anim =
			Animation < File->anim_stacks.count ? File->anim_stacks.data[Animation]->anim : File->anim;
		ufbx_evaluate_opts Options = {};
		ufbx_error Error;
		const FFbxScenePointer Now(ufbx_evaluate_scene(File.get(), Anim, Time, &Options, &Error));
		if (!Now)
		{
			return FError{EErrorCode::Malformed,
				"the animation cannot be evaluated at " + std::to_string(Time) + " s (" + FromFbx(Error.description) +
					"). Bake it in the program that wrote the file, and export it again."};
		}
		try
		{
			FScenePose Pose = ReadFbxPose(*Now, Instances, Shape);
			for (const FFbxInstance& Instance : Instances)
			{
				Pose.Vertices.push_back(PoseMesh(*Now, Instance, Time));
			}
			for (const FFbxScalar& Scalar : Scalars)
			{
				Pose.Scalars.push_back(ValueOf(Scalar, *Anim, Time));
			}
			return Pose;
		}
		catch (const FFailure& Failure)
		{
			return Failure.Error;
		}
	}

private:
	/** The weight of a channel is in percent in the file. */
	double ValueOf(const FFbxScalar& Scalar, const ufbx_anim& Anim, double Time) const
	{
		const ufbx_prop Property = ufbx_evaluate_prop_len(
			&Anim, File->elements.data[Scalar.Element], Scalar.Property.data(), Scalar.Property.size(), Time);
		return Scalar.bBlendChannel ? Property.value_real / 100.0 : Property.value_real;
	}

	std::vector<FDouble3> PoseMesh(const ufbx_scene& Now, const FFbxInstance& Instance, double Time) const
	{
		const ufbx_mesh& Mesh = *Now.meshes.data[Instance.Mesh];
		const ufbx_node& Node = *Now.nodes.data[Instance.Node];
		std::vector<ufbx_vec3> Vertices(Mesh.vertices.data, Mesh.vertices.data + Mesh.num_vertices);
		const ufbx_cache_channel* Cache = FindCacheChannel(Mesh);
		if (Cache)
		{
			ufbx_geometry_cache_data_opts Options = {};
			Options.open_file_cb = Folder.Callback();
			const size_t Count =
				ufbx_sample_geometry_cache_vec3(Cache, Time, Vertices.data(), Vertices.size(), &Options);
			if (Count != Vertices.size())
			{
				Fail(EErrorCode::Mismatch,
					"the geometry cache of mesh '" + FromFbx(Node.name) + "' gives " + std::to_string(Count) +
						" vertices at " + std::to_string(Time) + " s, but the mesh has " +
						std::to_string(Vertices.size()) + ". Export the cache again, from this mesh.");
			}
		}
		else
		{
			for (const ufbx_blend_deformer* Blend : Mesh.blend_deformers)
			{
				ufbx_add_blend_vertex_offsets(Blend, Vertices.data(), Vertices.size(), 1.0);
			}
		}
		const bool bSkinned =
			!Cache && Mesh.skin_deformers.count > 0 && Mesh.skin_deformers.data[0]->clusters.count > 0;
		std::vector<FDouble3> Out;
		Out.reserve(Vertices.size());
		for (size_t V = 0; V < Vertices.size(); ++V)
		{
			const ufbx_matrix Matrix = bSkinned && V < Mesh.skin_deformers.data[0]->vertices.count
				? ufbx_get_skin_vertex_matrix(Mesh.skin_deformers.data[0], V, &Node.geometry_to_world)
				: Node.geometry_to_world;
			Out.push_back(FromFbx(ufbx_transform_position(&Matrix, Vertices[V])));
		}
		return Out;
	}

	const FFbxScenePointer File;
	const FFbxFolder Folder;
	const std::vector<FFbxInstance> Instances;
	const std::vector<FFbxScalar> Scalars;
	FScene Shape; // nodes and instances alone
};

} // namespace

const ufbx_cache_channel* FindCacheChannel(const ufbx_mesh& Mesh)
{
	for (const ufbx_cache_deformer* Deformer : Mesh.cache_deformers)
	{
		const ufbx_cache_channel* Channel = Deformer->external_channel;
		if (Channel &&
			(Channel->interpretation == UFBX_CACHE_INTERPRETATION_VERTEX_POSITION ||
				Channel->interpretation == UFBX_CACHE_INTERPRETATION_POINTS))
		{
			return Channel;
		}
	}
	return nullptr;
}

FScenePose ReadFbxPose(const ufbx_scene& File, const std::vector<FFbxInstance>& Instances, const FScene& Scene)
{
	FScenePose Pose;
	for (const ufbx_node* Node : File.nodes)
	{
		Pose.Local.push_back(LocalOf(*Node));
		Pose.World.push_back(FromFbx(Node->node_to_world));
	}
	Pose.Local.resize(Scene.Nodes.size());
	Pose.World.resize(Scene.Nodes.size());
	for (size_t Index = 0; Index < Instances.size(); ++Index)
	{
		const auto Own = static_cast<size_t>(Scene.Instances[Index].Node);
		if (Own >= File.nodes.count)
		{
			const ufbx_node& Node = *File.nodes.data[Instances[Index].Node];
			Pose.Local[Own] = FromFbx(Node.geometry_to_node);
			Pose.World[Own] = FromFbx(Node.geometry_to_world);
		}
		std::vector<double>& Weights = Pose.MorphWeights.emplace_back();
		for (const auto& [Channel, Key] : Instances[Index].Shapes)
		{
			Weights.push_back(File.blend_channels.data[Channel]->keyframes.data[Key].effective_weight);
		}
	}
	for (size_t Node = 0; Node < Scene.Nodes.size(); ++Node)
	{
		if (!IsFinite(Pose.Local[Node]) || !IsFinite(Pose.World[Node]))
		{
			Fail(EErrorCode::Malformed,
				"the transform of node '" + Scene.Nodes[Node].Name + "' has invalid numbers. Export it again.");
		}
	}
	return Pose;
}

std::shared_ptr<const ISceneEvaluator> MakeFbxEvaluator(FFbxScenePointer File, const FFbxFolder& Folder,
	std::vector<FFbxInstance> Instances, std::vector<FFbxScalar> Scalars, const FScene& Scene)
{
	return std::make_shared<FFbxEvaluator>(std::move(File), Folder, std::move(Instances), std::move(Scalars), Scene);
}

} // namespace Exemplar
