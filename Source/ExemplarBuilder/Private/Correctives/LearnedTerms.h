// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/DriverPoses.h"
#include "Correctives/Relevance.h"

namespace Exemplar
{

/** One of the functions that a learned correction is a sum of: of a joint, of a joint and its parent, or of a scalar.
 */
struct FLearnedTerm
{
	int32_t Joint = -1;
	int32_t Parent = -1; // -1: of the joint alone
	int32_t Scalar = -1;

	bool operator==(const FLearnedTerm&) const = default;
};

struct FLearnedOptions
{
	double Width = 3.0;       // of the kernels (RotationKernel)
	double PairWeight = 0.3;  // of the products of a joint's kernel with its parent's
	double Ridge = 1e-3;      // how far examples may be missed so that other poses are met
	double Spread = 0.04;     // of relevance, share of the diagonal
	double MirrorShare = 1.0; // how much of what moves one side holds for the other, where mirror images teach

	bool operator==(const FLearnedOptions&) const = default;
};

/** Which terms a point is a sum of, and the weight of each in its kernel. Row i is [Offsets[i], Offsets[i + 1]). */
struct FTermRows
{
	std::vector<FLearnedTerm> Terms;
	std::vector<uint32_t> Offsets{0};
	std::vector<uint16_t> Columns; // into Terms
	std::vector<double> Weights;

	size_t PointCount() const { return Offsets.size() - 1; }
};

/**
 * A term per joint that matters to a point, one per joint and parent that both do (the root of the product of their
 * relevance), and one per scalar, which matters everywhere.
 */
FTermRows MakeTermRows(
	const FRelevance& Relevance, std::span<const int32_t> Parents, size_t ScalarCount, const FLearnedOptions& Options);

/** The kernel of one term between two poses. */
double TermKernel(
	const FLearnedTerm& Term, const FDriverPoses& A, size_t PoseA, const FDriverPoses& B, size_t PoseB, double Width);

/** Kernels of all terms between two sets of poses: column t is the matrix of term t, its rows A's poses. */
class FTermKernels
{
public:
	FTermKernels(std::span<const FLearnedTerm> Terms, const FDriverPoses& A, const FDriverPoses& B, double Width);

	Eigen::Map<const Eigen::MatrixXd> Term(size_t Index) const
	{
		return {Values.col(Eigen::Index(Index)).data(), RowCount, ColumnCount};
	}
	/** The kernel of one point. */
	void Sum(const FTermRows& Rows, size_t Point, Eigen::MatrixXd& Out) const;

private:
	Eigen::Index RowCount, ColumnCount;
	Eigen::MatrixXd Values;
};

} // namespace Exemplar
