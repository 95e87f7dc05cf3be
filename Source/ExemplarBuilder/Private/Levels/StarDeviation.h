// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Levels/CollapseMesh.h"

#include <array>

namespace Exemplar
{

/**
 * How far the surface moves when a vertex becomes one of its neighbors: the deviation between the star before and
 * after (Cohen, Olano & Manocha 1998, memoryless, with the lengths of animation space: Merry 2007, section 6.3). With
 * UVs points of equal UV are compared, at the corners of the overlay of both triangulations, where the deviation is
 * largest; without, closest points are. All lengths come from one Gram matrix of the star: no bone is touched twice.
 */
class FStarDeviation
{
public:
	/** Rows of Dimensions floats, one a vertex; UVs one a wedge, or none. They may change between calls. */
	FStarDeviation(const FCollapseMesh& InMesh, std::span<const float> InRows, size_t InDimensions,
		std::span<const FDouble2> InUVs);

	/** Makes a vertex the center. */
	void SetCenter(int32_t Vertex);

	/** The largest deviation when the center becomes a neighbor; infinite where a UV triangle would flip. */
	double Measure(int32_t Target);

	/** What Measure will not be less than: much cheaper where there are no UVs, and the same where there are. */
	double Bound(int32_t Target);

	/** With UVs the bound is the measure itself. */
	bool IsBoundExact() const { return !UVs.empty(); }

private:
	/** A triangle at the center: its other corners as indices into Ring, and the UVs of center, A and B. */
	struct FSector
	{
		int32_t Wedge = -1;
		size_t A = 0, B = 0;
		std::array<FDouble2, 3> UV{};
	};

	/** A point of the star relative to the center: sum of Weights[i] times the vector to Ring[Index[i]]. */
	struct FCombination
	{
		std::array<size_t, 5> Index{};
		std::array<double, 5> Weights{};
		size_t Count = 0;
		void Add(size_t InIndex, double Weight)
		{
			Index[Count] = InIndex;
			Weights[Count++] = Weight;
		}
	};

	size_t FindInRing(int32_t Vertex) const;
	double Gram(size_t I, size_t J) const { return Products[I * Ring.size() + J]; }
	double SquaredLength(const FCombination& C) const;
	double MeasureByUV(size_t Target, int32_t Wedge, bool& bUsable);
	double DistanceToNew(size_t Target) const;
	double MeasureByDistance(size_t Target) const;
	double CenterToTriangle(size_t A, size_t B, size_t C) const;

	const FCollapseMesh& Mesh;
	std::span<const float> Rows;
	size_t Dimensions;
	std::span<const FDouble2> UVs;
	int32_t Center = -1;
	std::vector<int32_t> Ring;
	std::vector<FSector> Sectors;
	std::vector<float> Vectors; // from the center to the ring
	std::vector<double> Products;
	std::vector<std::pair<size_t, FDouble2>> NewSpokes, OldSpokes;
};

/**
 * The squared distance of a point from a triangle in a space of any dimension, by the products of the triangle's sides
 * U and V and of the vector W from their common corner to the point.
 */
double SquaredDistanceByProducts(double UU, double UV, double VV, double WU, double WV, double WW);

} // namespace Exemplar
