// Copyright (c) 2026 Exemplar contributors. MIT license.
#pragma once

#include "CorrectiveSets.h"

#include <ctime>
#include <functional>

// Errors of correctives in the frames that they were not made from.
namespace Exemplar::Bench
{

struct FError2
{
	double Rms = 0.0, Max = 0.0;
	size_t WorsePoses = 0;      // whose own RMS is above that without correctives
	double WorseVertices = 0.0; // share of vertex-poses worse by more than 0.5 % of the diagonal, %
	double Normals = 0.0;       // RMS angle of the surface's normals, degrees
};

inline std::vector<FDouble3> Add(std::span<const FDouble3> A, std::span<const FDouble3> B)
{
	std::vector<FDouble3> Out(A.begin(), A.end());
	for (size_t Index = 0; Index < B.size(); ++Index)
	{
		Out[Index] = {A[Index].X + B[Index].X, A[Index].Y + B[Index].Y, A[Index].Z + B[Index].Z};
	}
	return Out;
}

inline double Distance(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

/** Plain and Posed give the points of a measured frame without and with correctives. */
inline FError2 Measure(const FCorrectiveSet& Set, const std::function<std::vector<FDouble3>(size_t)>& Plain,
	const std::function<std::vector<FDouble3>(size_t)>& Posed)
{
	FError2 Out;
	double Sum = 0.0, Angles = 0.0;
	size_t Count = 0, Worse = 0;
	for (size_t Pose = Set.LearnedCount; Pose < Set.Frames.size(); ++Pose)
	{
		const std::vector<FDouble3> Before = Plain(Pose), After = Posed(Pose);
		const std::vector<FDouble3> True = VertexNormals(Set.Frames[Pose], Set.Rest.Triangles);
		const std::vector<FDouble3> Normals = VertexNormals(After, Set.Rest.Triangles);
		double SumBefore = 0.0, SumAfter = 0.0;
		for (size_t Point = 0; Point < After.size(); ++Point)
		{
			const double Old = 100.0 / Set.Diagonal * Distance(Before[Point], Set.Frames[Pose][Point]);
			const double New = 100.0 / Set.Diagonal * Distance(After[Point], Set.Frames[Pose][Point]);
			SumBefore += Old * Old;
			SumAfter += New * New;
			Out.Max = (std::max)(Out.Max, New);
			Worse += New > Old + 0.5 ? 1 : 0;
			const double Cosine =
				True[Point].X * Normals[Point].X + True[Point].Y * Normals[Point].Y + True[Point].Z * Normals[Point].Z;
			const double Angle = 57.29577951308232 * std::acos(std::clamp(Cosine, -1.0, 1.0));
			Angles += Angle * Angle;
		}
		Out.WorsePoses += SumAfter > SumBefore ? 1 : 0;
		Sum += SumAfter;
		Count += After.size();
	}
	Out.Rms = std::sqrt(Sum / static_cast<double>(Count));
	Out.Normals = std::sqrt(Angles / static_cast<double>(Count));
	Out.WorseVertices = 100.0 * static_cast<double>(Worse) / static_cast<double>(Count);
	return Out;
}

/** What all threads of the process have worked: on a busy machine the time on the clock says little. */
inline double ProcessorSeconds()
{
	return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace Exemplar::Bench
