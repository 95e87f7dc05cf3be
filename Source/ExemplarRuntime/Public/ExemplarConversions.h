// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Basis.h"
#include "Base/Math.h"
#include "CoreMinimal.h"
#include "Posing/BonePose.h"

#include <string>

/**
 * The types and axes of the engine and of the core. The core changes axes (Character/AxisChange.h).
 *
 *   character space   right-handed, +Y up, +Z forward, -X right, meters, column vectors (v' = M v)
 *   Unreal            left-handed, +Z up, centimeters, row vectors (v' = v M), and one of two directions to face:
 *     Y forward       x = 100 x, y = 100 z, z = 100 y     as Unreal's importers of FBX and glTF leave skeletal meshes
 *     X forward       x = 100 z, y = -100 x, z = 100 y    as Unreal's actors face
 *
 * Either is a change of axes P with determinant -1, and a scale: see Base/Basis.h. The asset has one (its Forward); a
 * mesh deformer has that of its mesh. Functions without one use the default of assets.
 */
namespace Exemplar
{

inline constexpr FBasis UnrealYForward{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 100.0f};
inline constexpr FBasis UnrealXForward{{2, 0, 1}, {1.0f, -1.0f, 1.0f}, 100.0f};

inline FVector ToUnrealPosition(const FFloat3& V, const FBasis& Basis = UnrealYForward)
{
	const FFloat3 T = Basis.Position(V);
	return FVector(T.X, T.Y, T.Z);
}
inline FFloat3 FromUnrealPosition(const FVector& V, const FBasis& Basis = UnrealYForward)
{
	return Basis.Inverse().Position({static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)});
}
inline FQuat ToUnrealRotation(const FRotation& Q, const FBasis& Basis = UnrealYForward)
{
	const FRotation T = Basis.Rotation(Q);
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
/** A transform without shear, as a joint's or a member's is. */
inline FTransform FromCoreTransform(const FAffine& M)
{
	return FromCoreTransform(ToBoneTransform(M));
}
inline FTransform ToUnrealTransform(const FBoneTransform& B, const FBasis& Basis = UnrealYForward)
{
	return FromCoreTransform(Basis.Transform(B));
}
/** A bone's transform relative to its parent's, in the character's space. */
inline FBoneTransform FromUnrealTransform(const FTransform& T, const FBasis& Basis = UnrealYForward)
{
	return Basis.Inverse().Transform(ToCoreTransform(T));
}
inline ::FSphere ToUnrealSphere(const FSphere& S, const FBasis& Basis = UnrealYForward)
{
	return ::FSphere(ToUnrealPosition(S.Center, Basis), S.Radius * Basis.Scale);
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

/** Names of the engine and of the core: both are compared without case. */
inline std::string ToCoreName(FName Name)
{
	return std::string(TCHAR_TO_UTF8(*Name.ToString()));
}

} // namespace Exemplar
