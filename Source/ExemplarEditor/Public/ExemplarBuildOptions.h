// Copyright (c) 2026 Exemplar contributors. MIT license.

// Written by Scripts/editor_options.py; do not edit.
// clang-format off

#pragma once

#include "CoreMinimal.h"
#include "ExemplarBuildChoices.h"
#include "ExemplarRigOptions.h"
#include "UObject/Class.h"

#include "ExemplarBuildOptions.generated.h"

USTRUCT(BlueprintType)
struct FExemplarExamplesOptions
{
	GENERATED_BODY()

	/** Character name, shown in reports and in Unreal; defaults to the name of the examples' folder or file */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples")
	FString Name;

	/** File that holds the rest mesh; defaults to the mesh named rest, or else the first mesh */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples")
	FString Rest;

	/** Poses per second to sample from glTF, FBX and Alembic files; 0 uses the file's own rate, or 30 if it has none */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples", meta = (ClampMin = "0.0", ClampMax = "100000.0"))
	double Rate = 0.0;

	/** Names of the animations to sample; all of them if not set */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples")
	TArray<FString> Animations;

	/** Frames of an Alembic cache to read, counting from 0, as in 0-9,12,20-; all of them if not set */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples")
	FString Frames;

	/** Paths of the objects of an Alembic cache to read, as in /hero/body; all of them if not set */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples")
	TArray<FString> Objects;

	/** Weld vertices that stay closer than this fraction of the diagonal in every pose; 0 welds only identical ones */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples", meta = (ClampMin = "0.0", ClampMax = "0.1"))
	double Weld = 0.0;

	/** Meters per file unit: 0.01 for centimeters */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples", meta = (ClampMin = "1e-09", ClampMax = "1000000000.0"))
	double Scale = 1.0;

	/** Up axis of meshes and point caches, y or z; scenes define their own */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Examples")
	EExemplarExamplesUp Up = EExemplarExamplesUp::Y;
};

USTRUCT(BlueprintType)
struct FExemplarSkinOptions
{
	GENERATED_BODY()

	/** The skin to fit: animation-space (with linear blend weights alongside), or lbs for blend weights only */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	EExemplarSkinKind Kind = EExemplarSkinKind::AnimationSpace;

	/**
	 * How the character prefers to be drawn: automatic takes the fitted skin's own; lbs (linear blending),
	 * animation-space, dqs (dual quaternions), sbs (spherical blending), twist (segments that twist), cor (optimized
	 * centers of rotation)
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	EExemplarSkinOperator Operator = EExemplarSkinOperator::Automatic;

	/** new-poses: choose regularization by cross-validation; examples: reproduce the examples as closely as possible */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	EExemplarSkinAim Aim = EExemplarSkinAim::NewPoses;

	/** Reproduce the rest pose exactly; off counts it as one more example */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	bool bExactRest = false;

	/** With skin.aim examples: fit the motions of the bones together with the skin; not for connected rigs */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	bool bMotions = true;

	/** Regularization of vertices; -1 chooses automatically */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin", meta = (ClampMin = "-1.0", ClampMax = "1000000000.0"))
	double Lambda = -1.0;

	/** Regularization of edges; -1 chooses automatically */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin", meta = (ClampMin = "-1.0", ClampMax = "1000000000.0"))
	double Delta = -1.0;

	/** Vertex regularization values to try, increasing */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	TArray<double> Lambdas = {0.1, 0.3, 1.0, 3.0, 10.0, 30.0};

	/** Edge regularization values to try, increasing */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	TArray<double> Deltas = {0.0, 0.03, 0.1, 0.3};

	/** Choose the vertex regularization per bone */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin")
	bool bByBone = true;

	/** Number of cross-validation folds; 0 chooses automatically */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin", meta = (ClampMin = "0", ClampMax = "1000"))
	int32 Folds = 0;

	/** Keep linear blending unless the gain exceeds this many standard errors */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin", meta = (ClampMin = "0.0", ClampMax = "1000.0"))
	double Doubt = 1.0;

	/** Like rig.candidateBones, for the influence search of skin.aim examples */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Skin", meta = (ClampMin = "-1", ClampMax = "4096"))
	int32 CandidateBones = -1;
};

USTRUCT(BlueprintType)
struct FExemplarCorrectivesOptions
{
	GENERATED_BODY()

	/** Learn correctives from the examples: what the skin leaves, as functions of the joints */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives")
	bool bMake = false;

	/**
	 * What correctives are: shapes before skinning, helper bones in the clips (they go wherever bones go, with
	 * linear blending), or both
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives")
	EExemplarCorrectivesAs As = EExemplarCorrectivesAs::Shapes;

	/** Number of helper bones */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives", meta = (ClampMin = "1", ClampMax = "256"))
	int32 Helpers = 12;

	/**
	 * How examples are interpolated: learned generalizes; the others are the classic forms, with one weight per
	 * example or, weighted, per example and bone
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives")
	EExemplarCorrectivesForm Form = EExemplarCorrectivesForm::Learned;

	/** Width of the learned form's kernels; 0 chooses by validation */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives", meta = (ClampMin = "0.0", ClampMax = "100.0"))
	double Width = 0.0;

	/** How far examples may be missed so that other poses are met; 0 chooses by validation */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives", meta = (ClampMin = "0.0", ClampMax = "1000000000.0"))
	double Ridge = 0.0;

	/** How far from a joint its correctives reach, share of the diagonal; 0 chooses by validation */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives", meta = (ClampMin = "0.0", ClampMax = "1.0"))
	double Spread = 0.0;

	/** Weight of products of a joint's kernel and its parent's; -1 chooses by validation */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives", meta = (ClampMin = "-1.0", ClampMax = "100.0"))
	double PairWeight = -1.0;

	/** Learn from mirrored examples too, where validation says that it helps */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives")
	bool bMirror = true;

	/** Error that compression may add, share of the error that validation expects; 0 keeps everything */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives", meta = (ClampMin = "0.0", ClampMax = "100.0"))
	double Compression = 0.2;

	/** Radius of the classic forms; 0 takes it from the distances of the examples */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives", meta = (ClampMin = "0.0", ClampMax = "1000000000.0"))
	double Radius = 0.0;

	/** Divide the weights of a classic form by their sum */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives")
	bool bNormalize = false;

	/** Let a classic form reproduce linear functions of the pose: shape by example */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Correctives")
	bool bLinearTail = false;
};

USTRUCT(BlueprintType)
struct FExemplarAtlasOptions
{
	GENERATED_BODY()

	/**
	 * Cut the surface into charts and make UVs: missing does so for meshes without UVs, always replaces those of the
	 * source
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Atlas")
	EExemplarAtlasMake Make = EExemplarAtlasMake::Never;

	/** How charts are found: merge joins triangles that stay flat and compact, divide cuts the whole surface */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Atlas")
	EExemplarAtlasCharts Charts = EExemplarAtlasCharts::Merge;

	/** Largest stretch of a chart over all poses; 1 is none. Smaller values give more charts */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Atlas", meta = (ClampMin = "1.001", ClampMax = "100.0"))
	double MaxStretch = 1.05;

	/** Weight of a chart's perimeter beside its area: larger values give rounder charts */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Atlas", meta = (ClampMin = "0.0", ClampMax = "100.0"))
	double Compactness = 0.2;

	/** Flatten for all poses of the clips; off flattens the rest pose only */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Atlas")
	bool bAllPoses = true;

	/** Side of the texture in texels, a multiple of 64 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Atlas", meta = (ClampMin = "64", ClampMax = "16384"))
	int32 Size = 1024;

	/** Texels between charts: 2, 4, 8 keep charts apart down to mip level 1, 2, 3 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Atlas", meta = (ClampMin = "0", ClampMax = "256"))
	int32 Gutter = 4;
};

USTRUCT(BlueprintType)
struct FExemplarClipOptions
{
	GENERATED_BODY()

	/** Name of the clip that holds the examples, one frame per pose */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Clip")
	FString Name = TEXT("examples");

	/** Playback rate of that clip, frames per second */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Clip", meta = (ClampMin = "0.001", ClampMax = "100000.0"))
	double FramesPerSecond = 30.0;

	/** Limit joints to what the examples show; bounds of errors and culling hold for poses within the limits */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Clip")
	bool bLimits = true;

	/** How much more than the examples show a joint may twist and swing, degrees */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Clip", meta = (ClampMin = "0.0", ClampMax = "180.0", Units = "Degrees"))
	double LimitMargin = 10.0;
};

USTRUCT(BlueprintType)
struct FExemplarLevelsOptions
{
	GENERATED_BODY()

	/** Number of levels of detail, each with half the influences of the previous one; 1 builds only the finest */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels", meta = (ClampMin = "1", ClampMax = "16"))
	int32 Count = 5;

	/** Set coarser levels by triangle count instead: decreasing fractions of the finest, such as 0.5,0.25,0.1 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels")
	TArray<double> Fractions;

	/** Set coarser levels by surface error instead: increasing, % of the diagonal, such as 0.05,0.2,0.5 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels")
	TArray<double> Errors;

	/** Minimum triangle count of a level */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels", meta = (ClampMin = "0", ClampMax = "1000000000"))
	int32 MinTriangles = 32;

	/** Number of clip frames that levels are fitted to */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels", meta = (ClampMin = "1", ClampMax = "1000"))
	int32 Poses = 24;

	/**
	 * Vertex placement: half-edge reuses the finest level's vertices, optimized places them where the error is
	 * smallest
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels")
	EExemplarLevelsPlacement Placement = EExemplarLevelsPlacement::Optimized;

	/** What to remove first: the smallest error, or the smallest error per influence saved */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels")
	EExemplarLevelsRanking Ranking = EExemplarLevelsRanking::ErrorPerInfluence;

	/** Remove influences as well as vertices */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels")
	bool bRemoveInfluences = true;

	/** Maximum influences of a vertex that two are merged into */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels", meta = (ClampMin = "1", ClampMax = "64"))
	int32 Influences = 4;

	/** Weight of boundaries and seams relative to the surface beside them */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels", meta = (ClampMin = "0.0", ClampMax = "1000000000.0"))
	double BorderWeight = 10.0;

	/** Move the vertices of each level to where they fit best in all poses */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels")
	bool bRefine = true;

	/** Store what a level needs to morph into the next */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Levels")
	bool bGeomorph = true;
};

USTRUCT(BlueprintType)
struct FExemplarBakeOptions
{
	GENERATED_BODY()

	/** Remove keys as long as the skin stays within this in every frame, % of the diagonal; 0 keeps all keys */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake", meta = (ClampMin = "0.0", ClampMax = "100.0", Units = "Percent"))
	double KeyTolerance = 0.0;

	/** Store the tangent pairs that normals of an animation-space skin are computed from */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake")
	bool bTangents = true;

	/**
	 * Where these pairs come from: surface (the posed surface itself), blend (as linear blending shades) or
	 * corrected (the surface of linear blending)
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake")
	EExemplarBakeTangentRule TangentRule = EExemplarBakeTangentRule::Surface;

	/** Store the centers that skin.operator cor rotates vertices about */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake")
	bool bRotationCenters = true;

	/**
	 * Move blocks of an animation-space skin, without any change in any pose, to where their weights are like the
	 * blend weights
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake")
	bool bGauge = true;
};

USTRUCT(BlueprintType)
struct FExemplarMapsOptions
{
	GENERATED_BODY()

	/** Normal maps of the coarser levels: from the pose that is best on average, or the mean over all poses */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Maps")
	EExemplarMapsNormals Normals = EExemplarMapsNormals::None;

	/** Make a map of the share of the sky that each place sees, mean over poses */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Maps")
	bool bOcclusion = false;

	/** Make a map of the mean curvature at rest */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Maps")
	bool bCurvature = false;

	/** Make a map per corrective of where it bends the surface */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Maps")
	bool bWrinkles = false;

	/** Make a map of the vertex colors */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Maps")
	bool bColors = false;

	/** Side of the maps in texels, a power of two */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Maps", meta = (ClampMin = "16", ClampMax = "16384"))
	int32 Size = 1024;

	/** Poses of the clips that maps are made for, beside the rest pose */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Maps", meta = (ClampMin = "0", ClampMax = "1000"))
	int32 Poses = 8;
};

/** The options of all stages. */
USTRUCT(BlueprintType)
struct FExemplarBuildOptions
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarExamplesOptions Examples;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarRigOptions Rig;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarSkinOptions Skin;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarCorrectivesOptions Correctives;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarAtlasOptions Atlas;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarClipOptions Clip;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarLevelsOptions Levels;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarBakeOptions Bake;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarMapsOptions Maps;
};
