// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <cstdint>

namespace Exemplar
{

/**
 * A change of axes and units: every axis of the new space is an axis of the old one, with a sign, and lengths are
 * multiplied. Where handedness changes, angles change their sign, and so do bitangents; triangles keep the order of
 * their corners, because both sides look the same from outside.
 */
struct FBasis
{
	uint8_t Axes[3] = {0, 1, 2};         // of the old space, for X, Y and Z of the new one
	float Signs[3] = {1.0f, 1.0f, 1.0f}; // of those
	float Scale = 1.0f;                  // new units per old unit
	bool operator==(const FBasis&) const = default;

	/** -1 if the handedness changes. */
	constexpr float Determinant() const
	{
		// The parity of the three: even where each is the one before plus one.
		const bool bEven = (Axes[0] + 1) % 3 == Axes[1] && (Axes[1] + 1) % 3 == Axes[2];
		return (bEven ? 1.0f : -1.0f) * Signs[0] * Signs[1] * Signs[2];
	}
	constexpr FFloat3 Pick(const FFloat3& V) const
	{
		const float Items[3] = {V.X, V.Y, V.Z};
		return {Items[Axes[0]], Items[Axes[1]], Items[Axes[2]]};
	}
	constexpr FFloat3 Direction(const FFloat3& V) const
	{
		const FFloat3 Picked = Pick(V);
		return {Signs[0] * Picked.X, Signs[1] * Picked.Y, Signs[2] * Picked.Z};
	}
	constexpr FFloat3 Position(const FFloat3& V) const { return Direction(V) * Scale; }
	/** A homogeneous point of any weight. */
	constexpr FFloat4 Point(const FFloat4& P) const
	{
		const FFloat3 V = Position({P.X, P.Y, P.Z});
		return {V.X, V.Y, V.Z, P.W};
	}
	/** P R P^T: the axis is converted, and the angle changes its sign with the handedness. */
	constexpr FRotation Rotation(const FRotation& Q) const
	{
		const FFloat3 Axis = Direction({Q.X, Q.Y, Q.Z}) * Determinant();
		return {Axis.X, Axis.Y, Axis.Z, Q.W};
	}
	constexpr FBoneTransform Transform(const FBoneTransform& B) const
	{
		return {Rotation(B.Rotation), Position(B.Translation), Pick(B.Scale)};
	}
	constexpr FSphere Sphere(const FSphere& S) const { return {Position(S.Center), S.Radius * Scale}; }

	/** From the new space to the old one. */
	constexpr FBasis Inverse() const
	{
		FBasis Out;
		for (uint8_t Axis = 0; Axis < 3; ++Axis)
		{
			Out.Axes[Axes[Axis]] = Axis;
			Out.Signs[Axes[Axis]] = Signs[Axis];
		}
		Out.Scale = 1.0f / Scale;
		return Out;
	}
	/** This, and then Next. */
	constexpr FBasis Then(const FBasis& Next) const
	{
		FBasis Out;
		for (uint8_t Axis = 0; Axis < 3; ++Axis)
		{
			Out.Axes[Axis] = Axes[Next.Axes[Axis]];
			Out.Signs[Axis] = Next.Signs[Axis] * Signs[Next.Axes[Axis]];
		}
		Out.Scale = Scale * Next.Scale;
		return Out;
	}
};

} // namespace Exemplar
