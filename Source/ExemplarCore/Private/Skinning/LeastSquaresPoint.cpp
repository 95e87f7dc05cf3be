// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/LeastSquaresPoint.h"

namespace Exemplar
{

void FLeastSquaresPoint::AddEquation(const FFloat3& A, float B)
{
	const double X = A.X, Y = A.Y, Z = A.Z;
	const double Block[6] = {X * X, X * Y, X * Z, Y * Y, Y * Z, Z * Z};
	const double Side[3] = {X * B, Y * B, Z * B};
	AddNormal(Block, Side);
}

void FLeastSquaresPoint::AddNormal(const double (&Block)[6], const double (&Side)[3])
{
	for (int Index = 0; Index < 6; ++Index)
	{
		Matrix[Index] += Block[Index];
	}
	for (int Index = 0; Index < 3; ++Index)
	{
		Right[Index] += Side[Index];
	}
}

namespace LeastSquares
{

/** Cyclic Jacobi: turns the symmetric M to diagonal form; the columns of V become its eigenvectors. */
void Diagonalize(double (&M)[3][3], double (&V)[3][3])
{
	for (int Sweep = 0; Sweep < 16; ++Sweep)
	{
		const double Off = std::abs(M[0][1]) + std::abs(M[0][2]) + std::abs(M[1][2]);
		if (Off <= 1e-15 * (std::abs(M[0][0]) + std::abs(M[1][1]) + std::abs(M[2][2])))
		{
			return;
		}
		for (int P = 0; P < 2; ++P)
		{
			for (int Q = P + 1; Q < 3; ++Q)
			{
				if (M[P][Q] == 0.0)
				{
					continue;
				}
				const double Theta = (M[Q][Q] - M[P][P]) / (2.0 * M[P][Q]);
				const double T = (Theta < 0.0 ? -1.0 : 1.0) / (std::abs(Theta) + std::sqrt(Theta * Theta + 1.0));
				const double C = 1.0 / std::sqrt(T * T + 1.0), S = T * C;
				for (int K = 0; K < 3; ++K)
				{
					const double A = M[K][P], B = M[K][Q];
					M[K][P] = C * A - S * B;
					M[K][Q] = S * A + C * B;
				}
				for (int K = 0; K < 3; ++K)
				{
					const double A = M[P][K], B = M[Q][K];
					M[P][K] = C * A - S * B;
					M[Q][K] = S * A + C * B;
				}
				for (int K = 0; K < 3; ++K)
				{
					const double A = V[K][P], B = V[K][Q];
					V[K][P] = C * A - S * B;
					V[K][Q] = S * A + C * B;
				}
			}
		}
	}
}

} // namespace LeastSquares

FFloat3 FLeastSquaresPoint::Solve(const FFloat3& Guess, double Cutoff) const
{
	double M[3][3] = {
		{Matrix[0], Matrix[1], Matrix[2]}, {Matrix[1], Matrix[3], Matrix[4]}, {Matrix[2], Matrix[4], Matrix[5]}};
	double V[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
	double X[3] = {Guess.X, Guess.Y, Guess.Z};
	double Residual[3];
	for (int Row = 0; Row < 3; ++Row)
	{
		Residual[Row] = Right[Row] - (M[Row][0] * X[0] + M[Row][1] * X[1] + M[Row][2] * X[2]);
	}
	LeastSquares::Diagonalize(M, V);
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		if (M[Axis][Axis] <= Cutoff * Cutoff)
		{
			continue;
		}
		const double Along = V[0][Axis] * Residual[0] + V[1][Axis] * Residual[1] + V[2][Axis] * Residual[2];
		for (int Row = 0; Row < 3; ++Row)
		{
			X[Row] += V[Row][Axis] * Along / M[Axis][Axis];
		}
	}
	return {static_cast<float>(X[0]), static_cast<float>(X[1]), static_cast<float>(X[2])};
}

} // namespace Exemplar
