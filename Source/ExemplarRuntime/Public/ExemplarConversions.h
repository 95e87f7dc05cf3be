// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Character/CharacterModel.h"
#include "CoreMinimal.h"
#include "Crowd/CrowdCharacter.h"

/**
 * The one place between the character's space and Unreal's.
 *
 *   character space   right-handed, +Y up, +Z forward, -X right, meters, column vectors (v' = M v)
 *   Unreal            left-handed, +Z up, +X forward, +Y right, centimeters, row vectors (v' = v M)
 *
 * so x = 100 z, y = -100 x, z = 100 y: a turn of the axes P with determinant -1, and a scale. What is a rotation in one
 * space is a rotation in the other, P R P^T; triangles keep the order of their corners, because both sides look the
 * same from outside; the sign of a bitangent changes, because it is a cross product.
 *
 * "Turn" converts to Unreal's axes and centimeters but stays in the core's types, which its jobs and the GPU read.
 */
namespace Exemplar
{

constexpr float CentimetersPerMeter = 100.0f;

constexpr FFloat3 TurnDirection(const FFloat3& V)
{
	return {V.Z, -V.X, V.Y};
}
constexpr FFloat3 TurnDirectionBack(const FFloat3& V)
{
	return {-V.Y, V.Z, V.X};
}
constexpr FFloat3 TurnPosition(const FFloat3& V)
{
	return TurnDirection(V) * CentimetersPerMeter;
}
constexpr FFloat3 TurnPositionBack(const FFloat3& V)
{
	return TurnDirectionBack(V) * (1.0f / CentimetersPerMeter);
}
/** A homogeneous point of any weight, as animation-space skins have them. */
constexpr FFloat4 TurnPoint(const FFloat4& P)
{
	const FFloat3 V = TurnPosition({P.X, P.Y, P.Z});
	return {V.X, V.Y, V.Z, P.W};
}
/** P R P^T: the axis is turned, and the angle changes its sign with the handedness. */
constexpr FRotation TurnRotation(const FRotation& Q)
{
	const FFloat3 Axis = TurnDirection({Q.X, Q.Y, Q.Z});
	return {-Axis.X, -Axis.Y, -Axis.Z, Q.W};
}
constexpr FRotation TurnRotationBack(const FRotation& Q)
{
	const FFloat3 Axis = TurnDirectionBack({Q.X, Q.Y, Q.Z});
	return {-Axis.X, -Axis.Y, -Axis.Z, Q.W};
}
constexpr FBoneTransform TurnBone(const FBoneTransform& B)
{
	return {TurnRotation(B.Rotation), TurnPosition(B.Translation), {B.Scale.Z, B.Scale.X, B.Scale.Y}};
}
constexpr FBoneTransform TurnBoneBack(const FBoneTransform& B)
{
	return {TurnRotationBack(B.Rotation), TurnPositionBack(B.Translation), {B.Scale.Y, B.Scale.Z, B.Scale.X}};
}

inline FVector ToUnrealPosition(const FFloat3& V)
{
	const FFloat3 T = TurnPosition(V);
	return FVector(T.X, T.Y, T.Z);
}
inline FFloat3 FromUnrealPosition(const FVector& V)
{
	return TurnPositionBack({static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)});
}
inline FQuat ToUnrealRotation(const FRotation& Q)
{
	const FRotation T = TurnRotation(Q);
	return FQuat(T.X, T.Y, T.Z, T.W);
}
inline FTransform ToUnrealTransform(const FBoneTransform& B)
{
	const FBoneTransform T = TurnBone(B);
	return FTransform(
		ToUnrealRotation(B.Rotation), ToUnrealPosition(B.Translation), FVector(T.Scale.X, T.Scale.Y, T.Scale.Z));
}
/** A bone's transform relative to its parent's, as the core's poses want it. */
inline FBoneTransform FromUnrealTransform(const FTransform& T)
{
	const FQuat Q = T.GetRotation();
	const FVector P = T.GetTranslation(), S = T.GetScale3D();
	return TurnBoneBack(
		{{static_cast<float>(Q.X), static_cast<float>(Q.Y), static_cast<float>(Q.Z), static_cast<float>(Q.W)},
			{static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)},
			{static_cast<float>(S.X), static_cast<float>(S.Y), static_cast<float>(S.Z)}});
}
inline ::FSphere ToUnrealSphere(const FSphere& S)
{
	return ::FSphere(ToUnrealPosition(S.Center), S.Radius * CentimetersPerMeter);
}

/** A matrix of row vectors as one of column vectors, in the same axes: what stands in Unreal's space already. */
inline FAffine TransposeMatrix(const FMatrix& M)
{
	FAffine Out;
	for (int32 Row = 0; Row < 3; ++Row)
	{
		Out.Rows[Row] = {static_cast<float>(M.M[0][Row]), static_cast<float>(M.M[1][Row]),
			static_cast<float>(M.M[2][Row]), static_cast<float>(M.M[3][Row])};
	}
	return Out;
}

/** Texts of a character are UTF-8. */
inline FString ToUnrealText(std::string_view Text)
{
	return FString(UTF8_TO_TCHAR(std::string(Text).c_str()));
}
inline FName ToUnrealName(std::string_view Text)
{
	return FName(*ToUnrealText(Text));
}

/** A level in Unreal's axes and centimeters. What is not geometry (sections, weights, bones, UVs) is as it was. */
EXEMPLARRUNTIME_API FMeshLevelData TurnLevel(const FMeshLevelView& Level);

/** A crowd's character likewise. TurnedRest is its rest pose in Unreal's axes. */
EXEMPLARRUNTIME_API FCrowdCharacter TurnCrowdCharacter(const FCrowdCharacter& Character, const FRestPose& TurnedRest);

} // namespace Exemplar
