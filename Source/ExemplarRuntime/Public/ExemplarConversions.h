// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Character/CharacterModel.h"
#include "CoreMinimal.h"
#include "Crowd/CrowdCharacter.h"
#include "Posing/CharacterPoser.h"

#include <memory>

/**
 * Conversions between the character's space and Unreal's. No other file converts.
 *
 *   character space   right-handed, +Y up, +Z forward, -X right, meters, column vectors (v' = M v)
 *   Unreal            left-handed, +Z up, +X forward, +Y right, centimeters, row vectors (v' = v M)
 *
 * so x = 100 z, y = -100 x, z = 100 y: a change of axes P with determinant -1, and a scale. A rotation R becomes
 * P R P^T. Triangles keep the order of their corners, because both sides look the same from outside. Bitangent signs
 * flip, because a bitangent is a cross product.
 *
 * ...ToUnrealAxes converts to Unreal's axes and centimeters but keeps the core's types, which its jobs and the GPU
 * read. ToUnreal... returns the engine's types.
 */
namespace Exemplar
{

constexpr float CentimetersPerMeter = 100.0f;

constexpr FFloat3 DirectionToUnrealAxes(const FFloat3& V)
{
	return {V.Z, -V.X, V.Y};
}
constexpr FFloat3 DirectionFromUnrealAxes(const FFloat3& V)
{
	return {-V.Y, V.Z, V.X};
}
constexpr FFloat3 PositionToUnrealAxes(const FFloat3& V)
{
	return DirectionToUnrealAxes(V) * CentimetersPerMeter;
}
constexpr FFloat3 PositionFromUnrealAxes(const FFloat3& V)
{
	return DirectionFromUnrealAxes(V) * (1.0f / CentimetersPerMeter);
}
/** A homogeneous point of any weight, as animation-space skins have them. */
constexpr FFloat4 PointToUnrealAxes(const FFloat4& P)
{
	const FFloat3 V = PositionToUnrealAxes({P.X, P.Y, P.Z});
	return {V.X, V.Y, V.Z, P.W};
}
/** P R P^T: the axis is converted, and the angle changes its sign with the handedness. */
constexpr FRotation ToUnrealAxes(const FRotation& Q)
{
	const FFloat3 Axis = DirectionToUnrealAxes({Q.X, Q.Y, Q.Z});
	return {-Axis.X, -Axis.Y, -Axis.Z, Q.W};
}
constexpr FRotation FromUnrealAxes(const FRotation& Q)
{
	const FFloat3 Axis = DirectionFromUnrealAxes({Q.X, Q.Y, Q.Z});
	return {-Axis.X, -Axis.Y, -Axis.Z, Q.W};
}
constexpr FBoneTransform ToUnrealAxes(const FBoneTransform& B)
{
	return {ToUnrealAxes(B.Rotation), PositionToUnrealAxes(B.Translation), {B.Scale.Z, B.Scale.X, B.Scale.Y}};
}
constexpr FBoneTransform FromUnrealAxes(const FBoneTransform& B)
{
	return {FromUnrealAxes(B.Rotation), PositionFromUnrealAxes(B.Translation), {B.Scale.Y, B.Scale.Z, B.Scale.X}};
}

inline FVector ToUnrealPosition(const FFloat3& V)
{
	const FFloat3 T = PositionToUnrealAxes(V);
	return FVector(T.X, T.Y, T.Z);
}
inline FFloat3 FromUnrealPosition(const FVector& V)
{
	return PositionFromUnrealAxes({static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)});
}
inline FQuat ToUnrealRotation(const FRotation& Q)
{
	const FRotation T = ToUnrealAxes(Q);
	return FQuat(T.X, T.Y, T.Z, T.W);
}
/** The core's type in Unreal's axes: what poses of Unreal's components are converted to. */
inline FBoneTransform ToCoreTransform(const FTransform& T)
{
	const FQuat Q = T.GetRotation();
	const FVector P = T.GetTranslation(), S = T.GetScale3D();
	return {{static_cast<float>(Q.X), static_cast<float>(Q.Y), static_cast<float>(Q.Z), static_cast<float>(Q.W)},
		{static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)},
		{static_cast<float>(S.X), static_cast<float>(S.Y), static_cast<float>(S.Z)}};
}
/** The inverse: Unreal's type from the core's type in Unreal's axes. */
inline FTransform FromCoreTransform(const FBoneTransform& B)
{
	return FTransform(FQuat(B.Rotation.X, B.Rotation.Y, B.Rotation.Z, B.Rotation.W),
		FVector(B.Translation.X, B.Translation.Y, B.Translation.Z), FVector(B.Scale.X, B.Scale.Y, B.Scale.Z));
}
inline FTransform ToUnrealTransform(const FBoneTransform& B)
{
	return FromCoreTransform(ToUnrealAxes(B));
}
/** A bone's transform relative to its parent's, in the character's space. */
inline FBoneTransform FromUnrealTransform(const FTransform& T)
{
	return FromUnrealAxes(ToCoreTransform(T));
}
inline ::FSphere ToUnrealSphere(const FSphere& S)
{
	return ::FSphere(ToUnrealPosition(S.Center), S.Radius * CentimetersPerMeter);
}

/** Converts from row vectors to column vectors. The axes stay Unreal's. */
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

/** Converts the UTF-8 text of a character. */
inline FString ToUnrealText(std::string_view Text)
{
	return FString(UTF8_TO_TCHAR(std::string(Text).c_str()));
}
inline FName ToUnrealName(std::string_view Text)
{
	return FName(*ToUnrealText(Text));
}

/** A level in Unreal's axes and centimeters. Sections, weights, bones and UVs are copied unchanged. */
EXEMPLARRUNTIME_API FMeshLevelData ToUnrealAxes(const FMeshLevelView& Level);

/** A poser in Unreal's axes and centimeters. Null for a character without a skeleton. */
EXEMPLARRUNTIME_API std::shared_ptr<const FCharacterPoser> MakeUnrealPoser(const FCharacter& Character);

/** A crowd character in Unreal's axes and centimeters. UnrealRest is its rest pose in Unreal's axes. */
EXEMPLARRUNTIME_API FCrowdCharacter ToUnrealAxes(const FCrowdCharacter& Character, const FRestPose& UnrealRest);

} // namespace Exemplar
