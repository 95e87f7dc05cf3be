// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/OptionTable.h"

#include "Pipeline/OptionMakers.h"
#include "Skinning/SkinOperator.h"

namespace Exemplar
{

namespace OptionTableDetail
{

std::vector<FBuildOption> MakeReadOptions()
{
	using FTexts = std::vector<std::string>;
	return {
		Plain<std::string>(
			"examples.name", [](auto& O) -> auto& { return O.Read.Name; }, EOptionKind::Text, 0.0, 0.0,
			"Character name, shown in reports and in Unreal; defaults to the name of the examples' folder or file"),
		Plain<std::string>(
			"examples.rest", [](auto& O) -> auto& { return O.Read.Rest; }, EOptionKind::Text, 0.0, 0.0,
			"File that holds the rest mesh; defaults to the mesh named rest, or else the first mesh"),
		Number(
			"examples.rate", [](auto& O) -> auto& { return O.Read.FramesPerSecond; }, 0.0, 100000.0,
			"Poses per second to sample from glTF, FBX and Alembic files; 0 uses the file's own rate, or 30 if it has "
			"none"),
		Plain<FTexts>(
			"examples.animations", [](auto& O) -> auto& { return O.Read.Animations; }, EOptionKind::Texts, 0.0, 0.0,
			"Names of the animations to sample; all of them if not set"),
		Plain<std::string>(
			"examples.frames", [](auto& O) -> auto& { return O.Read.Frames; }, EOptionKind::Text, 0.0, 0.0,
			"Frames of an Alembic cache to read, counting from 0, as in 0-9,12,20-; all of them if not set"),
		Plain<FTexts>(
			"examples.objects", [](auto& O) -> auto& { return O.Read.Objects; }, EOptionKind::Texts, 0.0, 0.0,
			"Paths of the objects of an Alembic cache to read, as in /hero/body; all of them if not set"),
		Number(
			"examples.weld", [](auto& O) -> auto& { return O.Read.Examples.WeldTolerance; }, 0.0, 0.1,
			"Weld vertices that stay closer than this fraction of the diagonal in every pose; 0 welds only identical "
			"ones"),
		Number(
			"examples.scale", [](auto& O) -> auto& { return O.Read.Examples.Scale; }, 1e-9, Unbounded,
			"Meters per file unit: 0.01 for centimeters"),
		Choice(
			"examples.up", [](auto& O) -> auto& { return O.Read.Examples.bZUp; }, {"y", "z"},
			"Up axis of meshes and point caches, y or z; scenes define their own"),
	};
}

std::vector<FBuildOption> MakeRigOptions()
{
	return {
		Integer(
			"rig.bones", [](auto& O) -> auto& { return O.Rig.Clusters.BoneCount; }, 0, 4096,
			"Exact bone count; chosen automatically if not set"),
		Number(
			"rig.tolerance", [](auto& O) -> auto& { return O.Rig.Clusters.Tolerance; }, 0.0, 100.0,
			"Instead of a bone count: use the fewest bones whose rigid clusters stay within this error, % of the "
			"diagonal; 0 uses the knee of the error curve"),
		Integer(
			"rig.minBones", [](auto& O) -> auto& { return O.Rig.Clusters.MinBones; }, 1, 4096,
			"Minimum bone count (automatic mode)"),
		Integer(
			"rig.maxBones", [](auto& O) -> auto& { return O.Rig.Clusters.MaxBones; }, 1, 4096,
			"Maximum bone count (automatic mode)"),
		Integer(
			"rig.lloydRounds", [](auto& O) -> auto& { return O.Rig.Clusters.LloydRounds; }, 0, 1000,
			"Rounds of regrowing the clusters from their best faces"),
		Integer(
			"rig.influences", [](auto& O) -> auto& { return O.Rig.Refine.MaxInfluences; }, 1, 64,
			"Maximum bone influences per vertex"),
		Choice(
			"rig.effort", [](auto& O) -> auto& { return O.Rig.Refine.Effort; }, {"fast", "default", "thorough"},
			"Search effort: fast takes seconds, default up to half a minute, thorough about ten times as long"),
		Number(
			"rig.proxy", [](auto& O) -> auto& { return O.RigProxy; }, 0.0, 1.0,
			"Find the bones on examples decimated to this fraction of the triangles, such as 0.1, and fit only the "
			"weights to all points; 0 uses the examples as they are"),
		Flag(
			"rig.refine", [](auto& O) -> auto& { return O.Rig.bRefine; },
			"Refine bones and weights together; off runs a single pass as in Schaefer & Yuksel 2007"),
		Flag(
			"rig.affine", [](auto& O) -> auto& { return O.Rig.Refine.bAffineBones; },
			"Let bones stretch and shear, for comparison with papers; no animation-space skin is built then"),
		Flag(
			"rig.connected", [](auto& O) -> auto& { return O.Rig.bConnected; },
			"Make bones meet at their joints in every example"),
		Integer(
			"rig.connectedRounds", [](auto& O) -> auto& { return O.Rig.Connected.Rounds; }, 1, 1000,
			"Rounds of fitting rotations and joints in turn (with rig.connected)"),
		Number(
			"rig.jointHold", [](auto& O) -> auto& { return O.Rig.Connected.JointHold; }, 0.0, 1000.0,
			"How strongly joints are pulled to the positions that the weights suggest (with rig.connected)"),
		Flag(
			"rig.symmetric", [](auto& O) -> auto& { return O.Rig.bSymmetric; },
			"Build both sides alike; the rest mesh must be symmetric"),
		Number(
			"rig.symmetryTolerance", [](auto& O) -> auto& { return O.Rig.SymmetryTolerance; }, 0.0, 100.0,
			"How far the rest mesh may deviate from symmetry, % of the diagonal"),
		Integer(
			"rig.candidateBones", [](auto& O) -> auto& { return O.Rig.Refine.CandidateBones; }, -1, 4096,
			"How many of the bones nearest along the surface a point may follow; -1 is twice the influences, at least "
			"8; 0 is any bone"),
		Number(
			"rig.smoothness", [](auto& O) -> auto& { return O.Rig.Refine.Smoothness; }, 0.0, 100.0,
			"Smoothness of the weights: 0 is off, 0.05 gentle, 0.5 strong"),
		Number(
			"rig.power", [](auto& O) -> auto& { return O.Rig.Refine.Power; }, 2.0, 16.0,
			"Power to which errors of single points count: 2 is the root mean square, 8 makes the worst points count"),
		Number(
			"rig.maxError", [](auto& O) -> auto& { return O.Rig.Refine.MaxError; }, 0.0, 100.0,
			"Largest error of any point in any example to aim at, % of the diagonal: the worst points count, and "
			"without "
			"rig.bones, bones are added up to rig.maxBones. 0 aims at none"),
		Number(
			"rig.moveCost", [](auto& O) -> auto& { return O.Rig.Refine.MoveCost; }, 0.0, 100.0,
			"Keep bones at rest in poses where moving them lowers the error by less than this, % of the diagonal"),
		Number(
			"rig.minWeight", [](auto& O) -> auto& { return O.Rig.Refine.MinWeight; }, 0.0, 0.25,
			"Drop weights smaller than this"),
		Flag(
			"rig.refineRest", [](auto& O) -> auto& { return O.Rig.Refine.bRefineRest; },
			"Also move rest positions, with the rest mesh as one more example"),
		Number(
			"rig.dropDependent", [](auto& O) -> auto& { return O.Rig.DependentTolerance; }, 0.0, 100.0,
			"Remove bones that their neighbors predict to within this, % of the diagonal; 0 removes none"),
		Number(
			"rig.unexplainedError", [](auto& O) -> auto& { return O.Rig.Refine.UnexplainedError; }, 0.0, 100.0,
			"List points that no bone brings closer than this over the examples, % of the diagonal"),
	};
}

/** Where bones come from, and a rig from shape. */
std::vector<FBuildOption> MakeShapeOptions()
{
	using FTexts = std::vector<std::string>;
	return {
		Choice(
			"rig.method", [](auto& O) -> auto& { return O.Rig.Method; }, {"automatic", "motion", "shape", "harmonic"},
			"Where bones come from: motion (what moves alike in the examples), shape (the rest mesh alone), harmonic "
			"(meshes that share no connectivity; rig only), or automatic: motion where there are poses, shape "
			"otherwise"),
		Plain<std::string>(
			"rig.template", [](auto& O) -> auto& { return O.Rig.Shape.Template; }, EOptionKind::Text, 0.0, 0.0,
			"Kind of body for a rig from shape: humanoid, humanoid-fingers, quadruped, bird, insect, fish, snake, none "
			"(joints where the body branches or bends), automatic, or a file with a skeleton whose proportions are "
			"taken"),
		Integer(
			"rig.voxels", [](auto& O) -> auto& { return O.Rig.Shape.Voxels; }, 8, 512,
			"Voxels along the longest side of the mesh, for a rig from shape; more are tried where limbs fuse"),
		Choice(
			"rig.segmentation", [](auto& O) -> auto& { return O.Rig.Shape.Segmentation; },
			{"regions", "nearest", "sight"},
			"How points are given to bones by shape: regions that grow along the surface, the nearest bone, or the "
			"nearest one in sight"),
		Choice(
			"rig.weights", [](auto& O) -> auto& { return O.Rig.Shape.Weights; }, {"heat", "gaussian", "bounded"},
			"Weights by shape: heat, gaussian (along the bones, parents and children only) or bounded (bounded "
			"biharmonic)"),
		Plain<FTexts>(
			"rig.labels", [](auto& O) -> auto& { return O.Rig.Shape.Labels; }, EOptionKind::Texts, 0.0, 0.0,
			"Ends of limbs for the template, as in head=VERTEX: a joint, and a vertex of the rest near the limb's end"),
		Plain<FTexts>(
			"rig.joints", [](auto& O) -> auto& { return O.Rig.Shape.Joints; }, EOptionKind::Texts, 0.0, 0.0,
			"Joints to place by hand in a rig from shape, as in left_elbow=X,Y,Z, in the coordinates of the "
			"rest's file"),
	};
}

/** The tree of the bones: its edges, its root, a given skeleton, names. */
std::vector<FBuildOption> MakeTreeOptions()
{
	return {
		Edges(
			"rig.forcedEdges", [](auto& O) -> auto& { return O.Rig.Tree.ForcedEdges; },
			"Pairs of bones to join, such as 3-7"),
		Edges(
			"rig.forbiddenEdges", [](auto& O) -> auto& { return O.Rig.Tree.ForbiddenEdges; },
			"Pairs of bones that must not be joined, such as 3-7"),
		Plain<std::string>(
			"rig.skeleton", [](auto& O) -> auto& { return O.Rig.Skeleton.File; }, EOptionKind::Text, 0.0, 0.0,
			"Keep the joints, hierarchy, names and rest of this skeleton and solve poses and weights: a scene (.glb "
			".gltf .fbx), a motion (.bvh), a skeleton (.json) or a character (.exemplar)"),
		Number(
			"rig.skeletonScale", [](auto& O) -> auto& { return O.Rig.Skeleton.Scale; }, 1e-9, Unbounded,
			"Factor from the units of the skeleton's file to those of the examples"),
		Integer(
			"rig.extraBones", [](auto& O) -> auto& { return O.Rig.Skeleton.ExtraBones; }, 0, 1000,
			"Joints to add to the given skeleton where the error asks for them"),
		Choice(
			"rig.orientation", [](auto& O) -> auto& { return O.Rig.Orientation; },
			{"file", "world", "along-x", "along-y"},
			"Rest rotations of joints: file keeps those of the given skeleton (unrotated without one), world is "
			"unrotated, along-x and along-y point that axis along the bone"),
		Choice(
			"rig.names", [](auto& O) -> auto& { return O.Rig.Names; }, {"numbers", "manny", "metahuman", "mixamo"},
			"Names for the bones of a rig from motion: numbers, or those of a humanoid skeleton, by matching the tree"),
		Integer(
			"rig.root", [](auto& O) -> auto& { return O.Rig.Tree.Root; }, -1, 0xfffe,
			"Root bone; -1 chooses automatically"),
	};
}

std::vector<std::string> MakeOperatorNames()
{
	std::vector<std::string> Out{"automatic"};
	for (int32_t Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		Out.emplace_back(ToString(static_cast<ESkinOperator>(Operator)));
	}
	return Out;
}

std::vector<FBuildOption> MakeSkinOptions()
{
	using FNumbers = std::vector<double>;
	return {
		Choice(
			"skin.kind", [](auto& O) -> auto& { return O.bAnimationSpace; }, {"lbs", "animation-space"},
			"The skin to fit: animation-space (with linear blend weights alongside), or lbs for blend weights only"),
		Choice(
			"skin.operator", [](auto& O) -> auto& { return O.PreferredOperator; }, MakeOperatorNames(),
			"How the character prefers to be drawn: automatic takes the fitted skin's own; lbs (linear blending), "
			"animation-space, dqs (dual quaternions), sbs (spherical blending), twist (segments that twist), cor "
			"(optimized centers of rotation)"),
		Choice(
			"skin.aim", [](auto& O) -> auto& { return O.Skin.Aim; }, {"new-poses", "examples"},
			"new-poses: choose regularization by cross-validation; examples: reproduce the examples as closely as "
			"possible"),
		Flag(
			"skin.exactRest", [](auto& O) -> auto& { return O.Skin.bExactRest; },
			"Reproduce the rest pose exactly; off counts it as one more example"),
		Flag(
			"skin.motions", [](auto& O) -> auto& { return O.Skin.bMotions; },
			"With skin.aim examples: fit the motions of the bones together with the skin; not for connected rigs"),
		ChosenNumber(
			"skin.lambda", [](auto& O) -> auto& { return O.Skin.Lambda; }, Unbounded,
			"Regularization of vertices; -1 chooses automatically"),
		ChosenNumber(
			"skin.delta", [](auto& O) -> auto& { return O.Skin.Delta; }, Unbounded,
			"Regularization of edges; -1 chooses automatically"),
		Plain<FNumbers>(
			"skin.lambdas", [](auto& O) -> auto& { return O.Skin.Validation.Lambdas; }, EOptionKind::Numbers, 1e-9,
			Unbounded, "Vertex regularization values to try, increasing"),
		Plain<FNumbers>(
			"skin.deltas", [](auto& O) -> auto& { return O.Skin.Validation.Deltas; }, EOptionKind::Numbers, 0.0,
			Unbounded, "Edge regularization values to try, increasing"),
		Flag(
			"skin.byBone", [](auto& O) -> auto& { return O.Skin.Validation.bByBone; },
			"Choose the vertex regularization per bone"),
		Integer(
			"skin.folds", [](auto& O) -> auto& { return O.Skin.Validation.Folds; }, 0, 1000,
			"Number of cross-validation folds; 0 chooses automatically"),
		Number(
			"skin.doubt", [](auto& O) -> auto& { return O.Skin.Validation.Doubt; }, 0.0, 1000.0,
			"Keep linear blending unless the gain exceeds this many standard errors"),
		Integer(
			"skin.candidateBones", [](auto& O) -> auto& { return O.Skin.Search.CandidateBones; }, -1, 4096,
			"Like rig.candidateBones, for the influence search of skin.aim examples"),
	};
}

std::vector<FBuildOption> MakeCorrectiveOptions()
{
	return {
		Flag(
			"correctives.make", [](auto& O) -> auto& { return O.Correctives.bMake; },
			"Learn correctives from the examples: what the skin leaves, as functions of the joints"),
		Choice(
			"correctives.as", [](auto& O) -> auto& { return O.Correctives.As; }, {"shapes", "bones", "both"},
			"What correctives are: shapes before skinning, helper bones in the clips (they go wherever bones go, with "
			"linear blending), or both"),
		Integer(
			"correctives.helpers", [](auto& O) -> auto& { return O.Correctives.Helpers.Count; }, 1, 256,
			"Number of helper bones"),
		Choice(
			"correctives.form", [](auto& O) -> auto& { return O.Correctives.Stage.Form; },
			{"learned", "gaussian", "compact", "thin-plate", "linear", "weighted"},
			"How examples are interpolated: learned generalizes; the others are the classic forms, with one weight per "
			"example or, weighted, per example and bone"),
		Number(
			"correctives.width", [](auto& O) -> auto& { return O.Correctives.Stage.Width; }, 0.0, 100.0,
			"Width of the learned form's kernels; 0 chooses by validation"),
		Number(
			"correctives.ridge", [](auto& O) -> auto& { return O.Correctives.Stage.Ridge; }, 0.0, Unbounded,
			"How far examples may be missed so that other poses are met; 0 chooses by validation"),
		Number(
			"correctives.spread", [](auto& O) -> auto& { return O.Correctives.Stage.Spread; }, 0.0, 1.0,
			"How far from a joint its correctives reach, share of the diagonal; 0 chooses by validation"),
		Number(
			"correctives.pairWeight", [](auto& O) -> auto& { return O.Correctives.Stage.PairWeight; }, -1.0, 100.0,
			"Weight of products of a joint's kernel and its parent's; -1 chooses by validation"),
		Flag(
			"correctives.mirror", [](auto& O) -> auto& { return O.Correctives.Stage.bMirror; },
			"Learn from mirrored examples too, where validation says that it helps"),
		Number(
			"correctives.compression", [](auto& O) -> auto& { return O.Correctives.Stage.Compression; }, 0.0, 100.0,
			"Error that compression may add, share of the error that validation expects; 0 keeps everything"),
		Number(
			"correctives.radius", [](auto& O) -> auto& { return O.Correctives.Stage.Radius; }, 0.0, Unbounded,
			"Radius of the classic forms; 0 takes it from the distances of the examples"),
		Flag(
			"correctives.normalize", [](auto& O) -> auto& { return O.Correctives.Stage.bNormalize; },
			"Divide the weights of a classic form by their sum"),
		Flag(
			"correctives.linearTail", [](auto& O) -> auto& { return O.Correctives.Stage.bLinearTail; },
			"Let a classic form reproduce linear functions of the pose: shape by example"),
	};
}

std::vector<FBuildOption> MakeAtlasOptions()
{
	return {
		Choice(
			"atlas.make", [](auto& O) -> auto& { return O.Atlas.Use; }, {"never", "missing", "always"},
			"Cut the surface into charts and make UVs: missing does so for meshes without UVs, always replaces those "
			"of the source"),
		Choice(
			"atlas.charts", [](auto& O) -> auto& { return O.Atlas.Charts; }, {"merge", "divide"},
			"How charts are found: merge joins triangles that stay flat and compact, divide cuts the whole surface"),
		Number(
			"atlas.maxStretch", [](auto& O) -> auto& { return O.Atlas.MaxStretch; }, 1.001, 100.0,
			"Largest stretch of a chart over all poses; 1 is none. Smaller values give more charts"),
		Number(
			"atlas.compactness", [](auto& O) -> auto& { return O.Atlas.Compactness; }, 0.0, 100.0,
			"Weight of a chart's perimeter beside its area: larger values give rounder charts"),
		Flag(
			"atlas.allPoses", [](auto& O) -> auto& { return O.Atlas.bAllPoses; },
			"Flatten for all poses of the clips; off flattens the rest pose only"),
		Integer(
			"atlas.size", [](auto& O) -> auto& { return O.Atlas.Size; }, 64, 16384,
			"Side of the texture in texels, a multiple of 64"),
		Integer(
			"atlas.gutter", [](auto& O) -> auto& { return O.Atlas.Gutter; }, 0, 256,
			"Texels between charts: 2, 4, 8 keep charts apart down to mip level 1, 2, 3"),
	};
}

std::vector<FBuildOption> MakeMapOptions()
{
	return {
		Choice(
			"maps.normals", [](auto& O) -> auto& { return O.Maps.Normals; }, {"none", "pose", "mean"},
			"Normal maps of the coarser levels: from the pose that is best on average, or the mean over all poses"),
		Flag(
			"maps.occlusion", [](auto& O) -> auto& { return O.Maps.bOcclusion; },
			"Make a map of the share of the sky that each place sees, mean over poses"),
		Flag(
			"maps.curvature", [](auto& O) -> auto& { return O.Maps.bCurvature; },
			"Make a map of the mean curvature at rest"),
		Flag(
			"maps.wrinkles", [](auto& O) -> auto& { return O.Maps.bWrinkles; },
			"Make a map per corrective of where it bends the surface"),
		Flag(
			"maps.colors", [](auto& O) -> auto& { return O.Maps.bColors; }, "Make a map of the vertex colors"),
		Integer(
			"maps.size", [](auto& O) -> auto& { return O.Maps.Size; }, 16, 16384,
			"Side of the maps in texels, a power of two"),
		Integer(
			"maps.poses", [](auto& O) -> auto& { return O.Maps.Poses; }, 0, 1000,
			"Poses of the clips that maps are made for, beside the rest pose"),
	};
}

std::vector<FBuildOption> MakeLevelOptions()
{
	using FNumbers = std::vector<double>;
	return {
		Plain<std::string>(
			"clip.name", [](auto& O) -> auto& { return O.Clip.ClipName; }, EOptionKind::Text, 0.0, 0.0,
			"Name of the clip that holds the examples, one frame per pose"),
		Number(
			"clip.framesPerSecond", [](auto& O) -> auto& { return O.Clip.FramesPerSecond; }, 0.001, 100000.0,
			"Playback rate of that clip, frames per second"),
		Flag(
			"clip.limits", [](auto& O) -> auto& { return O.Clip.bLimits; },
			"Limit joints to what the examples show; bounds of errors and culling hold for poses within the limits"),
		Number(
			"clip.limitMargin", [](auto& O) -> auto& { return O.Clip.LimitMargin; }, 0.0, 180.0,
			"How much more than the examples show a joint may twist and swing, degrees"),
		Integer(
			"levels.count", [](auto& O) -> auto& { return O.Levels.LevelCount; }, 1, 16,
			"Number of levels of detail, each with half the influences of the previous one; 1 builds only the finest"),
		Plain<FNumbers>(
			"levels.fractions", [](auto& O) -> auto& { return O.Levels.Fractions; }, EOptionKind::Numbers, 1e-9, 1.0,
			"Set coarser levels by triangle count instead: decreasing fractions of the finest, such as 0.5,0.25,0.1"),
		Plain<FNumbers>(
			"levels.errors", [](auto& O) -> auto& { return O.Levels.Errors; }, EOptionKind::Numbers, 1e-9, Unbounded,
			"Set coarser levels by surface error instead: increasing, % of the diagonal, such as 0.05,0.2,0.5"),
		Integer(
			"levels.minTriangles", [](auto& O) -> auto& { return O.Levels.MinTriangles; }, 0, Unbounded,
			"Minimum triangle count of a level"),
		Integer(
			"levels.poses", [](auto& O) -> auto& { return O.Levels.MaxPoses; }, 1, 1000,
			"Number of clip frames that levels are fitted to"),
		Choice(
			"levels.placement", [](auto& O) -> auto& { return O.Levels.Stream.Placement; }, {"half-edge", "optimized"},
			"Vertex placement: half-edge reuses the finest level's vertices, optimized places them where the error is "
			"smallest"),
		Choice(
			"levels.ranking", [](auto& O) -> auto& { return O.Levels.Stream.Ranking; },
			{"error", "error-per-influence"},
			"What to remove first: the smallest error, or the smallest error per influence saved"),
		Flag(
			"levels.removeInfluences", [](auto& O) -> auto& { return O.Levels.Stream.bRemoveInfluences; },
			"Remove influences as well as vertices"),
		Integer(
			"levels.influences", [](auto& O) -> auto& { return O.Levels.Stream.MaxInfluences; }, 1, 64,
			"Maximum influences of a vertex that two are merged into"),
		Number(
			"levels.borderWeight", [](auto& O) -> auto& { return O.Levels.Stream.BorderWeight; }, 0.0, Unbounded,
			"Weight of boundaries and seams relative to the surface beside them"),
		Flag(
			"levels.refine", [](auto& O) -> auto& { return O.Levels.bRefine; },
			"Move the vertices of each level to where they fit best in all poses"),
		Flag(
			"levels.geomorph", [](auto& O) -> auto& { return O.Levels.bGeomorph; },
			"Store what a level needs to morph into the next"),
		Number(
			"bake.keyTolerance", [](auto& O) -> auto& { return O.Bake.KeyTolerance; }, 0.0, 100.0,
			"Remove keys as long as the skin stays within this in every frame, % of the diagonal; 0 keeps all keys"),
		Flag(
			"bake.tangents", [](auto& O) -> auto& { return O.Bake.bSkinTangents; },
			"Store the tangent pairs that normals of an animation-space skin are computed from"),
		Choice(
			"bake.tangentRule", [](auto& O) -> auto& { return O.Bake.TangentRule; }, {"surface", "blend", "corrected"},
			"Where these pairs come from: surface (the posed surface itself), blend (as linear blending shades) or "
			"corrected (the surface of linear blending)"),
		Flag(
			"bake.rotationCenters", [](auto& O) -> auto& { return O.Bake.bRotationCenters; },
			"Store the centers that skin.operator cor rotates vertices about"),
		Flag(
			"bake.gauge", [](auto& O) -> auto& { return O.Bake.bGauge; },
			"Move blocks of an animation-space skin, without any change in any pose, to where their weights are like "
			"the "
			"blend weights"),
	};
}

} // namespace OptionTableDetail

std::span<const FBuildOption> GetOptionTable()
{
	static const std::vector<FBuildOption> Table = []
	{
		using namespace OptionTableDetail;
		std::vector<FBuildOption> Out;
		for (std::vector<FBuildOption>& Part : std::vector<std::vector<FBuildOption>>{MakeReadOptions(),
				 MakeRigOptions(), MakeShapeOptions(), MakeTreeOptions(), MakeSkinOptions(), MakeCorrectiveOptions(),
				 MakeAtlasOptions(), MakeLevelOptions(), MakeMapOptions()})
		{
			Out.insert(Out.end(), Part.begin(), Part.end());
		}
		return Out;
	}();
	return Table;
}

} // namespace Exemplar
