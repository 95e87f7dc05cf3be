// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "ExemplarConversions.h"
#include "ExemplarMeshDeformer.h"
#include "ExemplarMeshDeformerInstance.h"
#include "ExemplarMeshDeformerSettings.h"
#include "SceneFixture.h"

namespace Host
{

struct FMeshOptions
{
	double BoneTurn = 0.0;                             // bones' axes, turned from those of the character's joints
	std::vector<FName> Leave;                          // bones that the mesh does not have
	size_t LODs = 2;                                   // of the character's levels
	bool bCPUAccess = true;                            // as in the editor
	bool bEmptyLast = false;                           // an LOD of no vertices behind them
	bool bImportedVertices = true;                     // known to the editor
	bool bSide = false;                                // a joint beside the tube: its joints are not on one line
	Exemplar::FBasis Basis = Exemplar::UnrealYForward; // the axes that the importer gave the mesh
};

/** A skeletal mesh as an engine builds it from the character's levels: vertices in another order, every third of them
 * split, bones with another in front. OutMaps says which vertex is which. */
USkeletalMesh* MakeSkeletalMesh(
	const Exemplar::FCharacter& Character, const FMeshOptions& Options, std::vector<std::vector<uint32>>& OutMaps);

/** What the mesh object draws, read back: one entry a render vertex. */
struct FDeformedVertices
{
	std::vector<FVector3f> Positions, PreviousPositions, Tangents, Normals;
	std::vector<float> Signs;
	bool bDeformed = false; // and not skinned by the engine
};

/** A world with a stock skeletal mesh that is deformed, a camera, and the reference. */
class FDeformerFixture
{
public:
	explicit FDeformerFixture(const FMeshOptions& InOptions = {});
	~FDeformerFixture();

	std::vector<Exemplar::FBoneTransform> ClipPose(float Seconds) const;
	/** Where the mesh's bones are in a pose of the character's. */
	TArray<FTransform> BonesOf(std::span<const Exemplar::FBoneTransform> Local) const;
	/** Poses the bones, moves the component, ends the frame. */
	FPicture Show(const FReferenceState& State);
	FDeformedVertices Read() const;
	int Fallbacks() const;
	UExemplarMeshDeformerInstance* Instance() const;

	/** The largest difference of anything from the core's jobs, in centimeters and units. */
	double Compare(const FDeformedVertices& Deformed, const FReferenceState& Now, const FReferenceState& Before,
		EExemplarOperator Operator, int32 Level, bool bCorrectives) const;
	Exemplar::FPictureDifference Judge(const FPicture& Picture, const FReferenceState& Now,
		const FReferenceState& Before, EExemplarOperator Operator, int32 Level, bool bCorrectives) const;

	FMeshOptions Options;
	Exemplar::FCharacter Character;
	UWorld* World;
	UExemplarCharacter* Asset;
	std::vector<std::vector<uint32>> Maps;
	USkeletalMesh* Mesh;
	UExemplarMeshDeformer* Deformer;
	UExemplarMeshDeformerSettings* Settings;
	USkeletalMeshComponent* Component;
	FCamera Camera;
};

constexpr double DeformedTolerance = 0.01; // centimeters, and of units
constexpr EExemplarOperator DeformedOperator = EExemplarOperator::AnimationSpace;

/** Two frames of a stage that moves and turns while the character bends. */
struct FDeformedFrames
{
	FReferenceState Before, Now;
	explicit FDeformedFrames(const FDeformerFixture& Fixture);
};

} // namespace Host
