// Copyright (c) 2026 Exemplar contributors. MIT license.

// Written by Scripts/editor_options.py; do not edit.
// clang-format off

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"

#include "ExemplarBuildChoices.generated.h"

UENUM(BlueprintType)
enum class EExemplarPreset : uint8
{
	None,
	Prop,
	Creature,
	Hero,
	Crowd
};

UENUM(BlueprintType)
enum class EExemplarExamplesUp : uint8
{
	Y,
	Z
};

UENUM(BlueprintType)
enum class EExemplarRigEffort : uint8
{
	Fast,
	Default,
	Thorough
};

UENUM(BlueprintType)
enum class EExemplarRigMethod : uint8
{
	Automatic,
	Motion,
	Shape,
	Harmonic
};

UENUM(BlueprintType)
enum class EExemplarRigSegmentation : uint8
{
	Regions,
	Nearest,
	Sight
};

UENUM(BlueprintType)
enum class EExemplarRigWeights : uint8
{
	Heat,
	Gaussian,
	Bounded
};

UENUM(BlueprintType)
enum class EExemplarRigOrientation : uint8
{
	File,
	World,
	AlongX,
	AlongY
};

UENUM(BlueprintType)
enum class EExemplarRigNames : uint8
{
	Numbers,
	Manny,
	Metahuman,
	Mixamo
};

UENUM(BlueprintType)
enum class EExemplarSkinKind : uint8
{
	Lbs,
	AnimationSpace
};

UENUM(BlueprintType)
enum class EExemplarSkinOperator : uint8
{
	Automatic,
	Lbs,
	AnimationSpace,
	Dqs,
	Sbs,
	Twist,
	Cor,
	Blended
};

UENUM(BlueprintType)
enum class EExemplarSkinAim : uint8
{
	NewPoses,
	Examples
};

UENUM(BlueprintType)
enum class EExemplarCorrectivesAs : uint8
{
	Shapes,
	Bones,
	Both
};

UENUM(BlueprintType)
enum class EExemplarCorrectivesForm : uint8
{
	Learned,
	Gaussian,
	Compact,
	ThinPlate,
	Linear,
	Weighted
};

UENUM(BlueprintType)
enum class EExemplarAtlasMake : uint8
{
	Never,
	Missing,
	Always
};

UENUM(BlueprintType)
enum class EExemplarAtlasCharts : uint8
{
	Merge,
	Divide
};

UENUM(BlueprintType)
enum class EExemplarLevelsPlacement : uint8
{
	HalfEdge,
	Optimized
};

UENUM(BlueprintType)
enum class EExemplarLevelsRanking : uint8
{
	Error,
	ErrorPerInfluence
};

UENUM(BlueprintType)
enum class EExemplarBakeTangentRule : uint8
{
	Surface,
	Blend,
	Corrected
};

UENUM(BlueprintType)
enum class EExemplarMapsNormals : uint8
{
	None,
	Pose,
	Mean
};
