// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change: options of the rig stage come and go with its methods.

#pragma once

#include "Fit/ShapeMethods.h"
#include "Model/Rig.h"

#include <optional>
#include <string>
#include <utility>

namespace Exemplar
{

struct FFaceClusteringOptions
{
	/** Number of clusters, from 1 to 65534 and at most one per face; exactly this many are returned. 0: see below. */
	int BoneCount = 0;

	/** If BoneCount is 0: the fewest clusters that keep the RMS error of rigid motion below this, in % of the rest
	 * diagonal. If this is 0 too, the count is automatic: the knee of the error curve between MinBones and MaxBones. */
	double Tolerance = 0.0;
	int MinBones = 2;
	int MaxBones = 60;

	/** Rounds in which clusters are grown again from their best faces (Lloyd). Ends early if a round does not help. */
	int LloydRounds = 0;
};

enum class ERefineEffort
{
	Fast,    // bones grown on a sample of the points, then a few rounds on all of them: seconds
	Default, // two ways of growing; the better one is improved by exchanging bones: up to half a minute
	Thorough // the same with ten times the work
};

struct FRefineOptions
{
	/** Number of bones, from 1 to 4096 and at most one per point; exactly this many are returned. 0: as many as the
	 * start has. */
	int BoneCount = 0;

	/** Maximum influences per point, from 1 to 64. */
	int MaxInfluences = 4;

	ERefineEffort Effort = ERefineEffort::Default;

	/** Keep the start's bones in their places on the body: their motions and weights are improved, but no bone is
	 * added, removed or moved elsewhere. For a rig that an artist made. The start needs weights; missing motions are
	 * found. */
	bool bKeepBones = false;

	/** Use affine instead of rigid motions, for comparison with the literature; a skeleton cannot reproduce them. */
	bool bAffineBones = false;

	/** Move rest positions too; the rest mesh then counts as one more example. See FRig::RestPositions. */
	bool bRefineRest = false;

	/** How many bones, nearest along the surface, a point may follow; a bone is located where it leads. -1: twice the
	 * influences, at least 8, which was chosen on horse-gallop. 0: any bone. That lowers the error further, with
	 * weights that join a front paw to a rear paw because both happen to move alike: for comparison with the
	 * literature, not for rigs that will be posed. */
	int CandidateBones = -1;

	/** Smoothness of weights: a step from 0 to 1 across an edge of the mesh costs as much as an error of this many
	 * percent of the rest diagonal in every example. 0 is off, 0.05 is gentle, 0.5 is strong. */
	double Smoothness = 0.0;

	/** With bKeepBones: moving a point's weight to a different bone than in the start costs as much as an error of this
	 * many percent of the rest diagonal in every example. */
	double WeightPull = 0.0;

	/** Weights below this are dropped, and the remaining weights of the point are fitted again. From 0 to 0.25. */
	double MinWeight = 1e-3;

	/** The power to which errors of single points in single examples count, from 2 to 16. 2 is the root mean square.
	 * Higher powers lower the largest error (lips and lids of a face) for a root mean square that is at most 2 %
	 * larger. */
	double Power = 2.0;

	/** The largest error that any point may have in any example, % of the rest diagonal; 0 asks for none. The root mean
	 * square may become a quarter larger for it. */
	double MaxError = 0.0;

	/** With MaxError: bones are added at the worst regions until it is reached or there are this many. 0 adds none. */
	int MaxBones = 0;

	/** What a bone that moves in an example costs, as an error of this many percent of the rest diagonal of all points
	 * in that example: bones that are worth less stay at rest there, exactly. For faces, whose expressions move a few
	 * bones each (after Kavan et al. 2024). 0 is off; rigid bones only. */
	double MoveCost = 0.0;

	/** Points whose error over the examples (RMS, % of the rest diagonal) exceeds this are listed as unexplained. */
	double UnexplainedError = 1.0;
};

struct FBoneTreeOptions
{
	std::vector<std::pair<int32_t, int32_t>> ForcedEdges;    // pairs of bones that must be joined
	std::vector<std::pair<int32_t, int32_t>> ForbiddenEdges; // pairs of bones that must not be joined
	int32_t Root = NoParent;                                 // NoParent: chosen automatically

	/** For each bone, its mirror image, or the bone itself on the plane: edges are taken together with their mirror
	 * images, and the root lies on the plane, as far as the result is a tree. Empty: no symmetry. */
	std::vector<uint16_t> MirrorImages;

	/** Weight each point by the area around it instead of by one, for meshes of uneven density. */
	bool bAreaWeighted = true;
};

struct FConnectedFitOptions
{
	/** Rounds of rotations and joints in turn; ends early when a round gains less than a thousandth. */
	int Rounds = 10;

	/** Move the joints as well; off keeps their positions. */
	bool bMoveJoints = true;

	/** How strongly joints are drawn to the positions that the weights suggest, relative to how strongly the examples
	 * place them. At 0, joints leave the body for errors that are hardly smaller. */
	double JointHold = 0.01;

	/** The positions that joints are drawn to, one per bone; empty: where the weights suggest them. */
	std::vector<FDouble3> Anchors;
};

/** The rest rotations of joints: what a keyed rotation of a joint means. */
enum class EJointOrientation
{
	File,   // as the given skeleton has them; without one, unrotated
	World,  // unrotated
	AlongX, // x along the bone, as in Unreal's skeletons
	AlongY  // y along the bone, as in Blender's and Mixamo's
};

/** What the bones of a rig from motion are called. */
enum class EBoneNames
{
	Numbers,
	Manny, // and Quinn
	MetaHuman,
	Mixamo
};

/** A team's own skeleton. */
struct FSkeletonOptions
{
	/** The file it came from, for people and provenance; reading it is the caller's. */
	std::string File;

	/** Meters per unit of the file, on top of the examples' own scale. */
	double Scale = 1.0;

	/** The skeleton, in character space, parents first. Empty: bones are found from motion. */
	std::optional<FSkeletonData> Joints;

	/** Joints to add where the error asks for them. */
	int ExtraBones = 0;
};

/** Where bones come from. */
enum class ERigMethod
{
	Automatic, // motion where there are poses, shape otherwise
	Motion,    // what moves alike in the examples
	Shape,     // the rest mesh alone: curves through its volume, and a template
	Harmonic   // meshes that share no connectivity (Pipeline/HarmonicCharacter.h); BuildRig refuses it
};

/** A rig from the shape of one mesh (Docs/RigFromShape.md). */
struct FShapeRigOptions
{
	/** automatic: the best of the built-in templates, or none; none: joints where the body branches or bends; a name
	 * of a built-in template; or a file with a skeleton, whose proportions are taken. Reading it is the caller's. */
	std::string Template = "automatic";
	std::optional<FSkeletonData> TemplateJoints;

	/** Voxels along the longest side of the mesh. */
	int Voxels = 155;

	ESegmentation Segmentation = ESegmentation::Regions;
	EShapeWeights Weights = EShapeWeights::Heat;

	/** Ends of limbs that the user picked, "head=VERTEX": a joint of the template, and a vertex of the rest's file near
	 * the end of that limb. */
	std::vector<std::string> Labels;

	/** Joints that the user placed, "left_elbow=X,Y,Z", in the coordinates of the rest's file. */
	std::vector<std::string> Joints;
};

struct FRigOptions
{
	ERigMethod Method = ERigMethod::Automatic;
	FShapeRigOptions Shape;

	/** Keep this skeleton's joints, hierarchy, names and rest: only poses and weights are solved. Clusters, Tree,
	 * dependent bones and symmetry are then without effect. */
	FSkeletonOptions Skeleton;

	EJointOrientation Orientation = EJointOrientation::File;

	/** Without a given skeleton: match the tree with a humanoid and name its bones (Rig/NameBones.h). */
	EBoneNames Names = EBoneNames::Numbers;

	/** The number of bones, or how it is chosen. */
	FFaceClusteringOptions Clusters;

	/** Influences, effort, affine bones, candidate bones, smoothness. BoneCount comes from Clusters. */
	FRefineOptions Refine;

	/** Off stops where Schaefer & Yuksel 2007 do: clusters, their motions, weights, locality. */
	bool bRefine = true;

	FBoneTreeOptions Tree;

	/** Remove bones that their neighbors predict to within this, % of the rest diagonal; 0 removes none. */
	double DependentTolerance = 0.0;

	/** Make clusters, weights, tree and joints symmetric. Fails if the rest mesh is not symmetric to within
	 * SymmetryTolerance (% of the diagonal). Bones stay where the clusters are: refinement improves but does not
	 * exchange them. */
	bool bSymmetric = false;
	double SymmetryTolerance = 1.0;

	/** Make bones meet at their joints in every example instead of moving freely: motions, joints and weights in turn,
	 * for as long as Refine.Effort allows, starting from the clusters and, unless Fast, from refined bones as well. */
	bool bConnected = false;
	FConnectedFitOptions Connected;
};

} // namespace Exemplar
