// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/MikkTangents.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#if EXEMPLAR_WITH_MIKKTSPACE
#include <mikktspace.h>
#endif

namespace Exemplar
{

#if EXEMPLAR_WITH_MIKKTSPACE

namespace
{

struct FMikkJob
{
	const FMeshLevelView& Level;
	std::vector<FFloat4> Tangents;

	static FMikkJob& Of(const SMikkTSpaceContext* Context) { return *static_cast<FMikkJob*>(Context->m_pUserData); }
	static size_t Slot(int Face, int Corner) { return 3 * static_cast<size_t>(Face) + static_cast<size_t>(Corner); }
	uint32_t Vertex(int Face, int Corner) const { return Level.Indices[Slot(Face, Corner)]; }
};

void CopyTo(float* Out, const FFloat3& V)
{
	Out[0] = V.X;
	Out[1] = V.Y;
	Out[2] = V.Z;
}

} // namespace

std::optional<std::vector<FFloat4>> MakeMikkTangents(const FMeshLevelView& Level)
{
	if (Level.Normals.empty() || Level.UVs.empty())
	{
		return std::nullopt;
	}
	FMikkJob Job{Level, std::vector<FFloat4>(Level.Indices.size())};
	SMikkTSpaceInterface Interface{};
	Interface.m_getNumFaces = [](const SMikkTSpaceContext* Context)
	{ return static_cast<int>(FMikkJob::Of(Context).Level.Indices.size() / 3); };
	Interface.m_getNumVerticesOfFace = [](const SMikkTSpaceContext*, const int) { return 3; };
	Interface.m_getPosition = [](const SMikkTSpaceContext* Context, float* Out, const int Face, const int Corner)
	{
		const FMikkJob& Own = FMikkJob::Of(Context);
		CopyTo(Out, Own.Level.Positions[Own.Vertex(Face, Corner)]);
	};
	Interface.m_getNormal = [](const SMikkTSpaceContext* Context, float* Out, const int Face, const int Corner)
	{
		const FMikkJob& Own = FMikkJob::Of(Context);
		CopyTo(Out, Own.Level.Normals[Own.Vertex(Face, Corner)]);
	};
	Interface.m_getTexCoord = [](const SMikkTSpaceContext* Context, float* Out, const int Face, const int Corner)
	{
		const FMikkJob& Own = FMikkJob::Of(Context);
		const FFloat2& UV = Own.Level.UVs[Own.Vertex(Face, Corner)];
		Out[0] = UV.X;
		Out[1] = 1.0f - UV.Y;
	};
	Interface.m_setTSpaceBasic = [](const SMikkTSpaceContext* Context, const float* Tangent, const float Sign,
									 const int Face, const int Corner) {
		FMikkJob::Of(Context).Tangents[FMikkJob::Slot(Face, Corner)] = {Tangent[0], Tangent[1], Tangent[2], Sign};
	};
	SMikkTSpaceContext Context{};
	Context.m_pInterface = &Interface;
	Context.m_pUserData = &Job;
	if (!genTangSpaceDefault(&Context))
	{
		return std::nullopt;
	}
	return std::move(Job.Tangents);
}

#else

std::optional<std::vector<FFloat4>> MakeMikkTangents(const FMeshLevelView&)
{
	return std::nullopt;
}

#endif

std::optional<FTangentDifference> CompareWithMikk(const FMeshLevelView& Level)
{
	const std::optional<std::vector<FFloat4>> Theirs = MakeMikkTangents(Level);
	if (!Theirs || Level.Tangents.empty() || Theirs->empty())
	{
		return std::nullopt;
	}
	constexpr double Degrees = 180.0 / std::numbers::pi;
	FTangentDifference Out;
	Out.Corners = Theirs->size();
	std::vector<double> Angles;
	double Sum = 0.0;
	for (size_t Slot = 0; Slot < Out.Corners; ++Slot)
	{
		const FFloat4 &A = (*Theirs)[Slot], &B = Level.Tangents[Level.Indices[Slot]];
		const FFloat3 TA{A.X, A.Y, A.Z}, TB{B.X, B.Y, B.Z};
		const double Angle =
			std::atan2(static_cast<double>(Length(Cross(TA, TB))), static_cast<double>(Dot(TA, TB))) * Degrees;
		Angles.push_back(Angle);
		Out.WrongSigns += A.W * B.W < 0.0f ? 1 : 0;
		// Turning the frame about the normal turns what stands 30 degrees from it by the chord of the angle.
		const double Chord = 2.0 * 0.5 * std::sin(Angle / Degrees / 2.0);
		Sum += std::pow(2.0 * std::asin(Chord / 2.0) * Degrees, 2);
	}
	std::sort(Angles.begin(), Angles.end());
	Out.Median = Angles[Angles.size() / 2];
	Out.Percentile99 = Angles[Angles.size() * 99 / 100];
	Out.Largest = Angles.back();
	Out.MapError = std::sqrt(Sum / static_cast<double>(Out.Corners));
	return Out;
}

} // namespace Exemplar
