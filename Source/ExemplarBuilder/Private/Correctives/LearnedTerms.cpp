// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/LearnedTerms.h"

#include <cmath>

namespace Exemplar
{

FTermRows MakeTermRows(
	const FRelevance& Relevance, std::span<const int32_t> Parents, size_t ScalarCount, const FLearnedOptions& Options)
{
	FTermRows Out;
	const size_t JointCount = Parents.size();
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		Out.Terms.push_back({int32_t(Joint), -1, -1});
	}
	std::vector<uint16_t> Pairs(JointCount, 0);
	for (size_t Joint = 0; Joint < JointCount && Options.PairWeight > 0.0; ++Joint)
	{
		if (Parents[Joint] >= 0)
		{
			Pairs[Joint] = uint16_t(Out.Terms.size());
			Out.Terms.push_back({int32_t(Joint), Parents[Joint], -1});
		}
	}
	const size_t FirstScalar = Out.Terms.size();
	for (size_t Scalar = 0; Scalar < ScalarCount; ++Scalar)
	{
		Out.Terms.push_back({-1, -1, int32_t(Scalar)});
	}
	std::vector<double> Own(JointCount, 0.0);
	for (size_t Point = 0; Point < Relevance.PointCount(); ++Point)
	{
		const uint32_t First = Relevance.Offsets[Point], Last = Relevance.Offsets[Point + 1];
		for (uint32_t Entry = First; Entry < Last; ++Entry)
		{
			Own[Relevance.Joints[Entry]] = Relevance.Values[Entry];
			Out.Columns.push_back(Relevance.Joints[Entry]);
			Out.Weights.push_back(Relevance.Values[Entry]);
		}
		for (uint32_t Entry = First; Entry < Last; ++Entry)
		{
			const uint16_t Joint = Relevance.Joints[Entry];
			if (Pairs[Joint] != 0 && Own[size_t(Parents[Joint])] > 0.0)
			{
				Out.Columns.push_back(Pairs[Joint]);
				Out.Weights.push_back(Options.PairWeight * std::sqrt(Own[Joint] * Own[size_t(Parents[Joint])]));
			}
		}
		for (uint32_t Entry = First; Entry < Last; ++Entry)
		{
			Own[Relevance.Joints[Entry]] = 0.0;
		}
		for (size_t Scalar = 0; Scalar < ScalarCount; ++Scalar)
		{
			Out.Columns.push_back(uint16_t(FirstScalar + Scalar));
			Out.Weights.push_back(1.0);
		}
		Out.Offsets.push_back(uint32_t(Out.Columns.size()));
	}
	return Out;
}

double TermKernel(
	const FLearnedTerm& Term, const FDriverPoses& A, size_t PoseA, const FDriverPoses& B, size_t PoseB, double Width)
{
	if (Term.Scalar >= 0)
	{
		return ScalarKernel(A.Scalar(PoseA, size_t(Term.Scalar)), B.Scalar(PoseB, size_t(Term.Scalar)), Width);
	}
	const size_t Joint = size_t(Term.Joint);
	const double Own = RotationKernel(A.Rotation(PoseA, Joint), B.Rotation(PoseB, Joint), Width);
	if (Term.Parent < 0)
	{
		return Own;
	}
	const size_t Parent = size_t(Term.Parent);
	return Own * RotationKernel(A.Rotation(PoseA, Parent), B.Rotation(PoseB, Parent), Width);
}

FTermKernels::FTermKernels(
	std::span<const FLearnedTerm> Terms, const FDriverPoses& A, const FDriverPoses& B, double Width)
	: RowCount(Eigen::Index(A.PoseCount()))
	, ColumnCount(Eigen::Index(B.PoseCount()))
	, Values(RowCount * ColumnCount, Eigen::Index(Terms.size()))
{
	std::vector<Eigen::Index> TermOfJoint(A.JointCount, -1);
	for (size_t Index = 0; Index < Terms.size(); ++Index)
	{
		const FLearnedTerm& Term = Terms[Index];
		Eigen::Map<Eigen::MatrixXd> Out(Values.col(Eigen::Index(Index)).data(), RowCount, ColumnCount);
		if (Term.Parent >= 0 && TermOfJoint[size_t(Term.Joint)] >= 0 && TermOfJoint[size_t(Term.Parent)] >= 0)
		{
			Values.col(Eigen::Index(Index)) =
				Values.col(TermOfJoint[size_t(Term.Joint)]).cwiseProduct(Values.col(TermOfJoint[size_t(Term.Parent)]));
			continue;
		}
		for (Eigen::Index Column = 0; Column < ColumnCount; ++Column)
		{
			for (Eigen::Index Row = 0; Row < RowCount; ++Row)
			{
				Out(Row, Column) = TermKernel(Term, A, size_t(Row), B, size_t(Column), Width);
			}
		}
		if (Term.Scalar < 0 && Term.Parent < 0)
		{
			TermOfJoint[size_t(Term.Joint)] = Eigen::Index(Index);
		}
	}
}

void FTermKernels::Sum(const FTermRows& Rows, size_t Point, Eigen::MatrixXd& Out) const
{
	Out.setZero(RowCount, ColumnCount);
	Eigen::Map<Eigen::VectorXd> Flat(Out.data(), RowCount * ColumnCount);
	for (uint32_t Entry = Rows.Offsets[Point]; Entry < Rows.Offsets[Point + 1]; ++Entry)
	{
		Flat.noalias() += Rows.Weights[Entry] * Values.col(Eigen::Index(Rows.Columns[Entry]));
	}
}

} // namespace Exemplar
