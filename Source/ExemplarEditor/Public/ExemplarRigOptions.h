// Copyright (c) 2026 Exemplar contributors. MIT license.

// Written by Scripts/editor_options.py; do not edit.
// clang-format off

#pragma once

#include "CoreMinimal.h"
#include "ExemplarBuildChoices.h"
#include "UObject/Class.h"

#include "ExemplarRigOptions.generated.h"

USTRUCT(BlueprintType)
struct FExemplarRigOptions
{
	GENERATED_BODY()

	/** Exact bone count; chosen automatically if not set */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0", ClampMax = "4096"))
	int32 Bones = 0;

	/**
	 * Instead of a bone count: use the fewest bones whose rigid clusters stay within this error, % of the diagonal;
	 * 0 uses the knee of the error curve
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "100.0", Units = "Percent"))
	double Tolerance = 0.0;

	/** Minimum bone count (automatic mode) */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "1", ClampMax = "4096"))
	int32 MinBones = 2;

	/** Maximum bone count (automatic mode) */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "1", ClampMax = "4096"))
	int32 MaxBones = 60;

	/** Rounds of regrowing the clusters from their best faces */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0", ClampMax = "1000"))
	int32 LloydRounds = 0;

	/** Maximum bone influences per vertex */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "1", ClampMax = "64"))
	int32 Influences = 4;

	/** Search effort: fast takes seconds, default up to half a minute, thorough about ten times as long */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	EExemplarRigEffort Effort = EExemplarRigEffort::Default;

	/**
	 * Find the bones on examples decimated to this fraction of the triangles, such as 0.1, and fit only the weights
	 * to all points; 0 uses the examples as they are
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "1.0"))
	double Proxy = 0.0;

	/** Refine bones and weights together; off runs a single pass as in Schaefer & Yuksel 2007 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	bool bRefine = true;

	/** Let bones stretch and shear, for comparison with papers; no animation-space skin is built then */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	bool bAffine = false;

	/** Make bones meet at their joints in every example */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	bool bConnected = false;

	/** Rounds of fitting rotations and joints in turn (with rig.connected) */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "1", ClampMax = "1000"))
	int32 ConnectedRounds = 10;

	/** How strongly joints are pulled to the positions that the weights suggest (with rig.connected) */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "1000.0"))
	double JointHold = 0.01;

	/** Build both sides alike; the rest mesh must be symmetric */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	bool bSymmetric = false;

	/** How far the rest mesh may deviate from symmetry, % of the diagonal */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "100.0", Units = "Percent"))
	double SymmetryTolerance = 1.0;

	/**
	 * How many of the bones nearest along the surface a point may follow; -1 is twice the influences, at least 8; 0
	 * is any bone
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "-1", ClampMax = "4096"))
	int32 CandidateBones = -1;

	/** Smoothness of the weights: 0 is off, 0.05 gentle, 0.5 strong */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "100.0"))
	double Smoothness = 0.0;

	/** Power to which errors of single points count: 2 is the root mean square, 8 makes the worst points count */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "2.0", ClampMax = "16.0"))
	double Power = 2.0;

	/**
	 * Largest error of any point in any example to aim at, % of the diagonal: the worst points count, and without
	 * rig.bones, bones are added up to rig.maxBones. 0 aims at none
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "100.0", Units = "Percent"))
	double MaxError = 0.0;

	/** Keep bones at rest in poses where moving them lowers the error by less than this, % of the diagonal */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "100.0", Units = "Percent"))
	double MoveCost = 0.0;

	/** Drop weights smaller than this */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "0.25"))
	double MinWeight = 0.001;

	/** Also move rest positions, with the rest mesh as one more example */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	bool bRefineRest = false;

	/** Remove bones that their neighbors predict to within this, % of the diagonal; 0 removes none */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "100.0", Units = "Percent"))
	double DropDependent = 0.0;

	/** List points that no bone brings closer than this over the examples, % of the diagonal */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0.0", ClampMax = "100.0", Units = "Percent"))
	double UnexplainedError = 1.0;

	/**
	 * Where bones come from: motion (what moves alike in the examples), shape (the rest mesh alone), harmonic
	 * (meshes that share no connectivity; rig only), or automatic: motion where there are poses, shape otherwise
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	EExemplarRigMethod Method = EExemplarRigMethod::Automatic;

	/**
	 * Kind of body for a rig from shape: humanoid, humanoid-fingers, quadruped, bird, insect, fish, snake, none
	 * (joints where the body branches or bends), automatic, or a file with a skeleton whose proportions are taken
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	FString Template = TEXT("automatic");

	/** Voxels along the longest side of the mesh, for a rig from shape; more are tried where limbs fuse */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "8", ClampMax = "512"))
	int32 Voxels = 155;

	/**
	 * How points are given to bones by shape: regions that grow along the surface, the nearest bone, or the nearest
	 * one in sight
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	EExemplarRigSegmentation Segmentation = EExemplarRigSegmentation::Regions;

	/** Weights by shape: heat, gaussian (along the bones, parents and children only) or bounded (bounded biharmonic) */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	EExemplarRigWeights Weights = EExemplarRigWeights::Heat;

	/** Ends of limbs for the template, as in head=VERTEX: a joint, and a vertex of the rest near the limb's end */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	TArray<FString> Labels;

	/** Joints to place by hand in a rig from shape, as in left_elbow=X,Y,Z, in the coordinates of the rest's file */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	TArray<FString> Joints;

	/** Pairs of bones to join, such as 3-7 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	TArray<FString> ForcedEdges;

	/** Pairs of bones that must not be joined, such as 3-7 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	TArray<FString> ForbiddenEdges;

	/**
	 * Keep the joints, hierarchy, names and rest of this skeleton and solve poses and weights: a scene (.glb .gltf
	 * .fbx), a motion (.bvh), a skeleton (.json) or a character (.exemplar)
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	FString Skeleton;

	/** Factor from the units of the skeleton's file to those of the examples */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "1e-09", ClampMax = "1000000000.0"))
	double SkeletonScale = 1.0;

	/** Joints to add to the given skeleton where the error asks for them */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "0", ClampMax = "1000"))
	int32 ExtraBones = 0;

	/**
	 * Rest rotations of joints: file keeps those of the given skeleton (unrotated without one), world is unrotated,
	 * along-x and along-y point that axis along the bone
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	EExemplarRigOrientation Orientation = EExemplarRigOrientation::File;

	/** Names for the bones of a rig from motion: numbers, or those of a humanoid skeleton, by matching the tree */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig")
	EExemplarRigNames Names = EExemplarRigNames::Numbers;

	/** Root bone; -1 chooses automatically */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Rig", meta = (ClampMin = "-1", ClampMax = "65534"))
	int32 Root = -1;
};
