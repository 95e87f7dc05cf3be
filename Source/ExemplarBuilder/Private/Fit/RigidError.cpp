// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/RigidError.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace RigidErrorDetail
{

FDouble3 Subtract(const FDouble3& A, const FDouble3& B)
{
	return {A.X - B.X, A.Y - B.Y, A.Z - B.Z};
}

FDouble3 Step(const FDouble3& A, double S, const FDouble3& B)
{
	return {A.X + S * B.X, A.Y + S * B.Y, A.Z + S * B.Z};
}

double SquaredLength(const FDouble3& A)
{
	return A.X * A.X + A.Y * A.Y + A.Z * A.Z;
}

FDouble3 Centroid(const std::array<FDouble3, 3>& P)
{
	return {(P[0].X + P[1].X + P[2].X) / 3.0, (P[0].Y + P[1].Y + P[2].Y) / 3.0, (P[0].Z + P[1].Z + P[2].Z) / 3.0};
}

double TriangleArea(const std::array<FDouble3, 3>& P)
{
	const FDouble3 U = Subtract(P[1], P[0]), V = Subtract(P[2], P[0]);
	return 0.5 * std::sqrt(SquaredLength({U.Y * V.Z - U.Z * V.Y, U.Z * V.X - U.X * V.Z, U.X * V.Y - U.Y * V.X}));
}

/** M += S q p^T. */
void AddOuter(FMatrix3x3& M, double S, const FDouble3& Q, const FDouble3& P)
{
	const double Rows[3] = {S * Q.X, S * Q.Y, S * Q.Z};
	for (size_t Row = 0; Row < 3; ++Row)
	{
		M[3 * Row] += Rows[Row] * P.X;
		M[3 * Row + 1] += Rows[Row] * P.Y;
		M[3 * Row + 2] += Rows[Row] * P.Z;
	}
}

} // namespace RigidErrorDetail

FRigidError MakeRigidError(const std::array<FDouble3, 3>& P, const std::array<FDouble3, 3>& Q)
{
	using namespace RigidErrorDetail;
	FRigidError Out;
	Out.Area = TriangleArea(P);
	Out.RestMean = Centroid(P);
	Out.PoseMean = Centroid(Q);
	const double Weight = Out.Area / 12.0;
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		const FDouble3 Dp = Subtract(P[Corner], Out.RestMean);
		const FDouble3 Dq = Subtract(Q[Corner], Out.PoseMean);
		AddOuter(Out.M, Weight, Dq, Dp);
		Out.G += Weight * (SquaredLength(Dp) + SquaredLength(Dq));
	}
	return Out;
}

FRigidError MergeRigidErrors(const FRigidError& A, const FRigidError& B)
{
	using namespace RigidErrorDetail;
	FRigidError Out = A;
	Out.Area = A.Area + B.Area;
	const double Share = Out.Area > 0.0 ? B.Area / Out.Area : 0.0;
	const double Weight = A.Area * Share;
	const FDouble3 Dp = Subtract(B.RestMean, A.RestMean);
	const FDouble3 Dq = Subtract(B.PoseMean, A.PoseMean);
	for (size_t Index = 0; Index < 9; ++Index)
	{
		Out.M[Index] += B.M[Index];
	}
	AddOuter(Out.M, Weight, Dq, Dp);
	Out.G = A.G + B.G + Weight * (SquaredLength(Dp) + SquaredLength(Dq));
	Out.RestMean = Step(A.RestMean, Share, Dp);
	Out.PoseMean = Step(A.PoseMean, Share, Dq);
	return Out;
}

double MinimumError(const FRigidError& E)
{
	return (std::max)(0.0, E.G - 2.0 * LargestHornEigenvalue(E.M, 0.5 * E.G));
}

FAffine3d BestRigidMotion(const FRigidError& E)
{
	const FMatrix3x3 R = BestRotation(E.M);
	FAffine3d Out;
	const double Q[3] = {E.PoseMean.X, E.PoseMean.Y, E.PoseMean.Z};
	for (size_t Row = 0; Row < 3; ++Row)
	{
		const double* Values = R.data() + 3 * Row;
		std::copy_n(Values, 3, Out.M.data() + 4 * Row);
		Out.M[4 * Row + 3] = Q[Row] - (Values[0] * E.RestMean.X + Values[1] * E.RestMean.Y + Values[2] * E.RestMean.Z);
	}
	return Out;
}

double ErrorOfMotion(const FRigidError& E, const FAffine3d& Motion)
{
	double Alignment = 0.0;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 3; ++Column)
		{
			Alignment += E.M[3 * Row + Column] * Motion.M[4 * Row + Column];
		}
	}
	const FDouble3 Offset = RigidErrorDetail::Subtract(TransformPoint(Motion, E.RestMean), E.PoseMean);
	return (std::max)(0.0, E.G - 2.0 * Alignment + E.Area * RigidErrorDetail::SquaredLength(Offset));
}

std::array<double, 16> HornMatrix(const FMatrix3x3& M)
{
	// With M = sum q p^T the vector part is (M32 - M23, M13 - M31, M21 - M12); the opposite sign gives the inverse.
	const double Vx = M[7] - M[5], Vy = M[2] - M[6], Vz = M[3] - M[1];
	const double Xy = M[1] + M[3], Xz = M[2] + M[6], Yz = M[5] + M[7];
	return {M[0] + M[4] + M[8], Vx, Vy, Vz, Vx, M[0] - M[4] - M[8], Xy, Xz, Vy, Xy, M[4] - M[0] - M[8], Yz, Vz, Xz, Yz,
		M[8] - M[0] - M[4]};
}

FEigen4 SolveSymmetric4(const std::array<double, 16>& Matrix)
{
	double A[4][4], V[4][4];
	for (size_t Row = 0; Row < 4; ++Row)
	{
		for (size_t Column = 0; Column < 4; ++Column)
		{
			A[Row][Column] = Matrix[4 * Row + Column];
			V[Row][Column] = Row == Column ? 1.0 : 0.0;
		}
	}
	for (int Sweep = 0; Sweep < 30; ++Sweep)
	{
		double Off = 0.0, Diagonal = 0.0;
		for (size_t Row = 0; Row < 4; ++Row)
		{
			Diagonal += A[Row][Row] * A[Row][Row];
			for (size_t Column = Row + 1; Column < 4; ++Column)
			{
				Off += A[Row][Column] * A[Row][Column];
			}
		}
		if (!(Off > 1e-36 * Diagonal))
		{
			break;
		}
		for (size_t P = 0; P < 3; ++P)
		{
			for (size_t Q = P + 1; Q < 4; ++Q)
			{
				if (A[P][Q] == 0.0)
				{
					continue;
				}
				const double Theta = (A[Q][Q] - A[P][P]) / (2.0 * A[P][Q]);
				const double T = (Theta < 0.0 ? -1.0 : 1.0) / (std::abs(Theta) + std::sqrt(Theta * Theta + 1.0));
				const double C = 1.0 / std::sqrt(T * T + 1.0), S = T * C;
				for (size_t K = 0; K < 4; ++K)
				{
					const double Kp = A[K][P], Kq = A[K][Q];
					A[K][P] = C * Kp - S * Kq;
					A[K][Q] = S * Kp + C * Kq;
				}
				for (size_t K = 0; K < 4; ++K)
				{
					const double Pk = A[P][K], Qk = A[Q][K];
					A[P][K] = C * Pk - S * Qk;
					A[Q][K] = S * Pk + C * Qk;
					const double Vp = V[P][K], Vq = V[Q][K];
					V[P][K] = C * Vp - S * Vq;
					V[Q][K] = S * Vp + C * Vq;
				}
			}
		}
	}
	std::array<size_t, 4> Order{0, 1, 2, 3};
	std::stable_sort(Order.begin(), Order.end(), [&](size_t L, size_t R) { return A[L][L] > A[R][R]; });
	FEigen4 Out;
	for (size_t Index = 0; Index < 4; ++Index)
	{
		Out.Values[Index] = A[Order[Index]][Order[Index]];
		std::copy_n(V[Order[Index]], 4, Out.Vectors[Index].begin());
	}
	return Out;
}

double LargestHornEigenvalue(const FMatrix3x3& M, double UpperBound)
{
	// L^4 - 2 |M|^2 L^2 - 8 det(M) L + det(N), and det(N) = 2 |M^T M|^2 - |M|^4 because the four roots are
	// s1 + s2 + s3, s1 - s2 - s3, -s1 + s2 - s3, -s1 - s2 + s3 with s the signed singular values of M.
	const double S00 = M[0] * M[0] + M[3] * M[3] + M[6] * M[6];
	const double S11 = M[1] * M[1] + M[4] * M[4] + M[7] * M[7];
	const double S22 = M[2] * M[2] + M[5] * M[5] + M[8] * M[8];
	const double S01 = M[0] * M[1] + M[3] * M[4] + M[6] * M[7];
	const double S02 = M[0] * M[2] + M[3] * M[5] + M[6] * M[8];
	const double S12 = M[1] * M[2] + M[4] * M[5] + M[7] * M[8];
	const double Norm = S00 + S11 + S22;
	const double Det =
		M[0] * (M[4] * M[8] - M[5] * M[7]) - M[1] * (M[3] * M[8] - M[5] * M[6]) + M[2] * (M[3] * M[7] - M[4] * M[6]);
	const double C2 = -2.0 * Norm, C1 = -8.0 * Det;
	const double C0 =
		2.0 * (S00 * S00 + S11 * S11 + S22 * S22 + 2.0 * (S01 * S01 + S02 * S02 + S12 * S12)) - Norm * Norm;
	double L = UpperBound;
	for (int Iteration = 0; Iteration < HornNewtonIterations; ++Iteration)
	{
		const double Square = L * L;
		const double Slope = 2.0 * L * (2.0 * Square + C2) + C1;
		if (!(Slope > HornNewtonSlope * Square * L))
		{
			break;
		}
		const double Delta = ((Square + C2) * Square + C1 * L + C0) / Slope;
		L -= Delta;
		if (std::abs(Delta) <= HornNewtonStep * L)
		{
			return L;
		}
	}
	return SolveSymmetric4(HornMatrix(M)).Values[0];
}

FMatrix3x3 BestRotation(const FMatrix3x3& M)
{
	const FEigen4 Eigen = SolveSymmetric4(HornMatrix(M));
	const auto& [W, X, Y, Z] = Eigen.Vectors[0];
	return {1.0 - 2.0 * (Y * Y + Z * Z), 2.0 * (X * Y - W * Z), 2.0 * (X * Z + W * Y), 2.0 * (X * Y + W * Z),
		1.0 - 2.0 * (X * X + Z * Z), 2.0 * (Y * Z - W * X), 2.0 * (X * Z - W * Y), 2.0 * (Y * Z + W * X),
		1.0 - 2.0 * (X * X + Y * Y)};
}

} // namespace Exemplar
