// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/RigidErrorArray.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

FRigidErrorArray::FRigidErrorArray(
	const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> InPoses, IExecutor& Executor)
	: Poses(InPoses.size())
	, RestPart(Rest.Triangles.size())
	, PosePart(Rest.Triangles.size() * 13 * InPoses.size())
	, Nothing(13 * InPoses.size())
{
	ParallelFor(Executor, Rest.Triangles.size(), 1024,
		[&](size_t Begin, size_t End)
		{
			for (size_t Pose = 0; Pose < Poses; ++Pose)
			{
				for (size_t Face = Begin; Face < End; ++Face)
				{
					std::array<FDouble3, 3> P, Q;
					for (size_t Corner = 0; Corner < 3; ++Corner)
					{
						const size_t Point = static_cast<size_t>(Rest.Triangles[Face][Corner]);
						P[Corner] = Rest.Positions[Point];
						Q[Corner] = InPoses[Pose][Point];
					}
					Put(Face, Pose, MakeRigidError(P, Q));
				}
			}
		});
}

FRigidError FRigidErrorArray::Get(size_t Set, size_t Pose) const
{
	const double* Values = Row(Set) + Pose;
	FRigidError Out;
	Out.Area = RestPart[Set].Area;
	Out.RestMean = RestPart[Set].Mean;
	Out.PoseMean = {Values[0], Values[Poses], Values[2 * Poses]};
	for (size_t Index = 0; Index < 9; ++Index)
	{
		Out.M[Index] = Values[(3 + Index) * Poses];
	}
	Out.G = Values[12 * Poses];
	return Out;
}

void FRigidErrorArray::Put(size_t Set, size_t Pose, const FRigidError& Value)
{
	RestPart[Set] = {Value.Area, Value.RestMean};
	double* Values = Row(Set) + Pose;
	Values[0] = Value.PoseMean.X;
	Values[Poses] = Value.PoseMean.Y;
	Values[2 * Poses] = Value.PoseMean.Z;
	for (size_t Index = 0; Index < 9; ++Index)
	{
		Values[(3 + Index) * Poses] = Value.M[Index];
	}
	Values[12 * Poses] = Value.G;
}

void FRigidErrorArray::Merge(size_t Into, size_t From)
{
	FRestPart& A = RestPart[Into];
	const FRestPart& B = RestPart[From];
	const double Area = A.Area + B.Area;
	const double Share = Area > 0.0 ? B.Area / Area : 0.0;
	const double Weight = A.Area * Share;
	const double Dp[3] = {B.Mean.X - A.Mean.X, B.Mean.Y - A.Mean.Y, B.Mean.Z - A.Mean.Z};
	const double RestSpread = Weight * (Dp[0] * Dp[0] + Dp[1] * Dp[1] + Dp[2] * Dp[2]);
	double* Va = Row(Into);
	const double* Vb = Row(From);
	for (size_t Pose = 0; Pose < Poses; ++Pose)
	{
		double PoseSpread = 0.0;
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			double& Mean = Va[Axis * Poses + Pose];
			const double Dq = Vb[Axis * Poses + Pose] - Mean;
			Mean += Share * Dq;
			PoseSpread += Dq * Dq;
			for (size_t Column = 0; Column < 3; ++Column)
			{
				const size_t At = (3 + 3 * Axis + Column) * Poses + Pose;
				Va[At] += Vb[At] + Weight * Dq * Dp[Column];
			}
		}
		Va[12 * Poses + Pose] += Vb[12 * Poses + Pose] + RestSpread + Weight * PoseSpread;
	}
	A.Mean = {A.Mean.X + Share * Dp[0], A.Mean.Y + Share * Dp[1], A.Mean.Z + Share * Dp[2]};
	A.Area = Area;
}

template <int Width>
double FRigidErrorArray::BlockError(
	const double* A, const double* B, const FRestPart& Pa, const FRestPart& Pb, size_t Count) const
{
	const double Area = Pa.Area + Pb.Area;
	const double Weight = Area > 0.0 ? Pa.Area * (Pb.Area / Area) : 0.0;
	const double Dp[3] = {Pb.Mean.X - Pa.Mean.X, Pb.Mean.Y - Pa.Mean.Y, Pb.Mean.Z - Pa.Mean.Z};
	const double RestSpread = Weight * (Dp[0] * Dp[0] + Dp[1] * Dp[1] + Dp[2] * Dp[2]);

	// The union's M and G for Width poses; lanes beyond Count stay zero and have a zero error.
	double M[9][Width] = {}, G[Width] = {};
	const auto Load = [&](size_t Lanes)
	{
		for (size_t Lane = 0; Lane < Lanes; ++Lane)
		{
			const double Dx = B[Lane] - A[Lane];
			const double Dy = B[Poses + Lane] - A[Poses + Lane];
			const double Dz = B[2 * Poses + Lane] - A[2 * Poses + Lane];
			G[Lane] = A[12 * Poses + Lane] + B[12 * Poses + Lane] + RestSpread + Weight * (Dx * Dx + Dy * Dy + Dz * Dz);
			const double Wx = Weight * Dx, Wy = Weight * Dy, Wz = Weight * Dz;
			for (size_t Column = 0; Column < 3; ++Column)
			{
				M[Column][Lane] = A[(3 + Column) * Poses + Lane] + B[(3 + Column) * Poses + Lane] + Wx * Dp[Column];
				M[3 + Column][Lane] = A[(6 + Column) * Poses + Lane] + B[(6 + Column) * Poses + Lane] + Wy * Dp[Column];
				M[6 + Column][Lane] = A[(9 + Column) * Poses + Lane] + B[(9 + Column) * Poses + Lane] + Wz * Dp[Column];
			}
		}
	};
	if (Count == Width)
	{
		Load(Width);
	}
	else
	{
		Load(Count);
	}

	// LargestHornEigenvalue for all lanes at once; every lane makes the same number of steps.
	double C0[Width], C1[Width], C2[Width], L[Width], Error[Width];
	for (int Lane = 0; Lane < Width; ++Lane)
	{
		const double A0 = M[0][Lane], A1 = M[1][Lane], A2 = M[2][Lane];
		const double B0 = M[3][Lane], B1 = M[4][Lane], B2 = M[5][Lane];
		const double D0 = M[6][Lane], D1 = M[7][Lane], D2 = M[8][Lane];
		const double S00 = A0 * A0 + B0 * B0 + D0 * D0;
		const double S11 = A1 * A1 + B1 * B1 + D1 * D1;
		const double S22 = A2 * A2 + B2 * B2 + D2 * D2;
		const double S01 = A0 * A1 + B0 * B1 + D0 * D1;
		const double S02 = A0 * A2 + B0 * B2 + D0 * D2;
		const double S12 = A1 * A2 + B1 * B2 + D1 * D2;
		const double Norm = S00 + S11 + S22;
		C2[Lane] = -2.0 * Norm;
		C1[Lane] = -8.0 * (A0 * (B1 * D2 - B2 * D1) - A1 * (B0 * D2 - B2 * D0) + A2 * (B0 * D1 - B1 * D0));
		C0[Lane] = 2.0 * (S00 * S00 + S11 * S11 + S22 * S22 + 2.0 * (S01 * S01 + S02 * S02 + S12 * S12)) - Norm * Norm;
		L[Lane] = 0.5 * G[Lane];
	}
	double Rest = 1.0;
	double Failed[Width] = {};
	for (int Iteration = 0; Iteration < HornNewtonIterations && Rest > 0.0; ++Iteration)
	{
		double Lag[Width];
		for (int Lane = 0; Lane < Width; ++Lane)
		{
			const double X = L[Lane];
			const double Square = X * X;
			const double Slope = 2.0 * X * (2.0 * Square + C2[Lane]) + C1[Lane];
			const double Value = (Square + C2[Lane]) * Square + C1[Lane] * X + C0[Lane];
			const bool bSteep = Slope > HornNewtonSlope * Square * X;
			const double Delta = Value / (bSteep ? Slope : 1.0);
			L[Lane] = bSteep ? X - Delta : X;
			Failed[Lane] = bSteep || X == 0.0 ? 0.0 : 1.0;
			Lag[Lane] = bSteep && std::abs(Delta) > HornNewtonStep * X ? 1.0 : 0.0;
		}
		Rest = 0.0;
		for (int Lane = 0; Lane < Width; ++Lane)
		{
			Rest += Lag[Lane];
		}
	}
	double Sum = 0.0;
	for (int Lane = 0; Lane < Width; ++Lane)
	{
		if (Failed[Lane] > 0.0 || Rest > 0.0)
		{
			FMatrix3x3 Own;
			for (size_t Index = 0; Index < 9; ++Index)
			{
				Own[Index] = M[Index][Lane];
			}
			L[Lane] = LargestHornEigenvalue(Own, 0.5 * G[Lane]);
		}
		Error[Lane] = G[Lane] - 2.0 * L[Lane];
		Sum += Error[Lane] > 1e-12 * G[Lane] ? Error[Lane] : 0.0;
	}
	return Sum;
}

double FRigidErrorArray::SumError(const double* A, const double* B, const FRestPart& Pa, const FRestPart& Pb) const
{
	double Sum = 0.0;
	size_t Pose = 0;
	for (; Pose + 4 < Poses; Pose += 8)
	{
		Sum += BlockError<8>(A + Pose, B + Pose, Pa, Pb, (std::min)(size_t{8}, Poses - Pose));
	}
	if (Pose < Poses)
	{
		Sum += BlockError<4>(A + Pose, B + Pose, Pa, Pb, Poses - Pose);
	}
	return Sum > NoiseFloor ? Sum : 0.0;
}

double FRigidErrorArray::MergedError(size_t A, size_t B) const
{
	return SumError(Row(A), Row(B), RestPart[A], RestPart[B]);
}

double FRigidErrorArray::Error(size_t Set) const
{
	return SumError(Row(Set), Nothing.data(), RestPart[Set], {});
}

} // namespace Exemplar
