// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterStorage.h"

namespace Exemplar
{

/**
 * Pose-space correctives: functions of the pose that move vertices in rest space, before skinning.
 *
 *     drivers -> kernels -> weights of shapes -> displacements
 *
 * A driver is a joint's rotation or a named curve. A kernel is a function of a few drivers. The weight of a shape is a
 * combination of kernels, clamped to the range that the shape was made for. A corrective is what a person sees: a
 * sculpt, or what was learned for a joint; it has a name and one or more shapes.
 */

enum class ECorrectiveDriver : uint32_t
{
	/** Index is a joint: its rotation against its parent, relative to rest and in its own rest frame, that is
	 * inverse(RestLocal.Rotation) * Local.Rotation. With rotations in character space that is inverse(G) * Q * G, G the
	 * joint's rest rotation and Q the motion of the joint against that of its parent. */
	Rotation,
	Curve // Index is a curve
};

struct FCorrectiveDriver
{
	uint32_t Kind = 0; // ECorrectiveDriver
	uint32_t Index = 0;
	bool operator==(const FCorrectiveDriver&) const = default;
};

/** What a kernel computes. r is the distance of the pose from the kernel's center, R the kernel's width. */
enum class ECorrectiveFunction : uint32_t
{
	Gaussian,  // exp(-(r / R)^2)
	Compact,   // (1 - r / R)^4 (4 r / R + 1) up to R, zero beyond: Wendland's C2 function
	ThinPlate, // (r / R)^2 log(r / R)
	Linear,    // r / R
	Product,   // of two earlier kernels, whose numbers are First and Count
	Constant,  // 1: the constant part of a polynomial tail
	Coordinate // the linear part: coordinate Count of driver First. Of a rotation 0, 1 or 2 of its rotation vector
};
constexpr uint32_t CorrectiveFunctionCount = 7;

/**
 * How far two rotations are apart; the distance of two values of a curve is their difference. The Gaussian of the
 * chordal distance is positive definite for every width, that of the angle is not.
 */
enum class ECorrectiveMetric : uint32_t
{
	Chordal, // 2 sqrt(1 - (p.q)^2) = 2 sin(angle / 2)
	Angle,   // radians; files of older versions
	Vector   // between rotation vectors
};
constexpr uint32_t CorrectiveMetricCount = 3;

/** How a kernel becomes zero at rest, exactly. */
enum class ECorrectiveCentering : uint32_t
{
	None,
	Counted,    // from rest: k(x, c) - k(x, rest) - k(rest, c) + k(rest, rest), for wide kernels of learned layers
	Conditioned // k(x, c) - k(x, rest) k(rest, c), a Gaussian that also fades far from c: for sculpts
};
constexpr uint32_t CorrectiveCenteringCount = 3;

/**
 * A function of the pose with a center: r^2 is the sum over the kernel's terms of (scale * distance)^2. Evaluated in
 * double.
 */
struct FCorrectiveKernel
{
	uint32_t Function = 0;  // ECorrectiveFunction
	uint32_t Metric = 0;    // ECorrectiveMetric
	uint32_t Centering = 0; // ECorrectiveCentering
	float Width = 1.0f;
	uint32_t First = 0; // its terms; otherwise see ECorrectiveFunction
	uint32_t Count = 0;
	bool operator==(const FCorrectiveKernel&) const = default;
};

/** What a kernel's center is in one driver. */
struct FCorrectiveTerm
{
	uint32_t Driver = 0;
	float Scale = 1.0f;
	FRotation Center; // unit; of a curve X is its value
	bool operator==(const FCorrectiveTerm&) const = default;
};

/** Kernels that stand side by side, with one coefficient each. */
struct FCorrectiveRun
{
	uint32_t FirstKernel = 0;
	uint32_t KernelCount = 0;
	uint32_t FirstCoefficient = 0;
	bool operator==(const FCorrectiveRun&) const = default;
};

/**
 * A shape of its own weight: the sum over its runs of coefficient times kernel, divided by the sum over all shapes of
 * the same normalization, clamped to [Low, High].
 */
struct FCorrectiveShape
{
	uint32_t FirstRun = 0;
	uint32_t RunCount = 0;
	float Low = 0.0f;
	float High = 1.0f;
	uint32_t Normalization = NoIndex; // shapes with the same number are divided by the sum of their weights
	float DeltaScale = 0.0f;          // of the codes of displacements, meters, at every level
	float NormalScale = 0.0f;         // of those of normals
	bool operator==(const FCorrectiveShape&) const = default;
};

/** A scalar that drives correctives, by name: age, tension. Rest is its value in the rest pose. */
template <typename S>
struct TCorrectiveCurve
{
	typename S::FLabel Name; // unique, not empty
	float Rest = 0.0f;
	bool operator==(const TCorrectiveCurve&) const = default;
};

/** Bits of FCorrectiveFields::Flags. */
constexpr uint32_t CorrectiveEnabled = 1;
constexpr uint32_t CorrectiveLearned = 2;  // from all examples, for one joint; otherwise a sculpt
constexpr uint32_t CorrectiveMirrored = 4; // made from its mirror partner
constexpr uint32_t CorrectiveFlagMask = 7;

/** The numbers of a corrective. Its shapes are [FirstShape, FirstShape + ShapeCount). */
struct FCorrectiveFields
{
	uint32_t FirstShape = 0;
	uint32_t ShapeCount = 0;
	uint32_t Flags = CorrectiveEnabled;
	uint32_t Mirror = NoIndex; // the corrective of the other side
	uint32_t Kernel = NoIndex; // of a sculpt: the kernel whose center is its pose
	uint32_t Joint = NoIndex;  // of a learned one: the joint that drives it
	float Strength = 1.0f;
	bool operator==(const FCorrectiveFields&) const = default;
};

/** A row of the list that a person sees. */
template <typename S>
struct TCorrective : FCorrectiveFields
{
	typename S::FLabel Name;   // unique, not empty
	typename S::FLabel Source; // the sculpt's file or example; may be empty
	bool operator==(const TCorrective&) const = default;
};

/**
 * What a shape of weight one adds to a helper joint: the joint stands at its rest transform, moved in its parent's
 * frame by the sum of weight times Translation, and turned in its own by the rotation vector that is the sum of weight
 * times Rotation. Helper joints drive nothing.
 */
struct FCorrectiveHelper
{
	uint32_t Joint = 0;
	uint32_t Shape = 0;
	FFloat3 Translation;
	FFloat3 Rotation;
	bool operator==(const FCorrectiveHelper&) const = default;
};

template <typename S>
struct TCorrectives
{
	typename S::template TItems<TCorrectiveCurve<S>> Curves;
	typename S::template TItems<FCorrectiveDriver> Drivers;
	typename S::template TItems<FCorrectiveKernel> Kernels;
	typename S::template TItems<FCorrectiveTerm> Terms;
	typename S::template TItems<FCorrectiveRun> Runs;
	typename S::template TItems<double> Coefficients;
	typename S::template TItems<FCorrectiveShape> Shapes;
	typename S::template TItems<TCorrective<S>> Correctives; // their shapes follow each other: all shapes, each once
	typename S::template TItems<FCorrectiveHelper> Helpers;  // by joint, then by shape
	typename S::template TItems<uint16_t> AfterJoints;       // whose frames carry displacements after skinning

	size_t ShapeCount() const { return Shapes.size(); }
	size_t Count() const { return Correctives.size(); }
	bool operator==(const TCorrectives&) const requires std::same_as<S, FOwned>
	= default;
};

/** A displacement is its code times the shape's DeltaScale. The scale belongs to the shape and not to a block of
 * vertices, so that sorting vertices into blocks changes no displacement. */
struct FDeltaCode
{
	int16_t X = 0, Y = 0, Z = 0;
	bool operator==(const FDeltaCode&) const = default;
};

/** What a shape adds to a rest normal before skinning: code times the shape's NormalScale. */
struct FNormalCode
{
	int8_t X = 0, Y = 0, Z = 0;
	bool operator==(const FNormalCode&) const = default;
};

/** A displacement after skinning: where an operator cannot reach a sculpt, at singular poses. It is turned with a
 * joint: by the linear part of the joint's palette entry. */
struct FAfterDelta
{
	uint32_t Vertex = 0;
	uint32_t Joint = 0; // index into TCorrectives::AfterJoints
	FFloat3 Delta;
	bool operator==(const FAfterDelta&) const = default;
};

/**
 * The displacements of the shapes on a level, in rest space. Vertices are named by blocks of eight consecutive ones:
 * the block's number << 8 | a bit for each vertex that moves, ascending in a row. Codes follow in the order of the
 * vertices.
 */
template <typename S>
struct TCorrectiveDeltas
{
	typename S::template TItems<uint32_t> Offsets; // rows are shapes: their blocks are [Offsets[i], Offsets[i + 1])
	typename S::template TItems<uint32_t> Blocks;
	typename S::template TItems<FDeltaCode> Deltas;
	typename S::template TItems<FNormalCode> Normals; // optional, as many as Deltas

	typename S::template TItems<uint32_t> AfterOffsets; // optional: rows are shapes
	typename S::template TItems<FAfterDelta> After;     // by vertex in a row

	bool IsEmpty() const { return Offsets.empty(); }
	bool operator==(const TCorrectiveDeltas&) const requires std::same_as<S, FOwned>
	= default;
};

} // namespace Exemplar
