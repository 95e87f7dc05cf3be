// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/BakeMaps.h"
#include "Bake/MapPoses.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace Exemplar
{

/** A camera without perspective around a box, turned about the vertical axis, with a light from the upper left. */
struct FPictureView
{
	FBox Box;
	float Angle = 0.0f;
	size_t Side = 256;
};

/**
 * A posed level, lit per pixel as games light it: interpolated normals, bent by a normal map where one is given. Values
 * are brightnesses; the background is 0.
 */
inline std::vector<float> DrawShaded(const FMeshLevelView& Level, const FPosedFrames& Pose, const FPictureView& View,
	const FBakedMapFields* Map = nullptr, std::span<const uint8_t> Texels = {})
{
	const FFloat3 Toward{std::sin(View.Angle), 0.0f, std::cos(View.Angle)};
	const FFloat3 Up{0.0f, 1.0f, 0.0f}, Right = Cross(Up, Toward);
	const FFloat3 Light = Normalize(Toward + Up * 0.7f - Right * 0.5f);
	const FFloat3 Center = (View.Box.Min + View.Box.Max) * 0.5f;
	const float Side = static_cast<float>(View.Side), Scale = Side / View.Box.Diagonal();
	std::vector<float> Out(View.Side * View.Side, 0.0f), Depths(Out.size(), -(std::numeric_limits<float>::max)());
	std::vector<FFloat3> Places;
	for (const FFloat3& P : Pose.Positions)
	{
		const FFloat3 D = P - Center;
		Places.push_back({Dot(D, Right) * Scale + 0.5f * Side, 0.5f * Side - Dot(D, Up) * Scale, Dot(D, Toward)});
	}
	for (size_t First = 0; First + 2 < Level.Indices.size(); First += 3)
	{
		const uint32_t* const C = &Level.Indices[First];
		const FFloat3 &A = Places[C[0]], &B = Places[C[1]], &D = Places[C[2]];
		const float Area = (B.X - A.X) * (D.Y - A.Y) - (B.Y - A.Y) * (D.X - A.X);
		if (std::abs(Area) < 1e-9f)
		{
			continue;
		}
		const auto Pixel = [&](float Value) { return static_cast<size_t>(std::clamp(Value, 0.0f, Side - 1.0f)); };
		for (size_t Y = Pixel((std::min)({A.Y, B.Y, D.Y})); Y <= Pixel((std::max)({A.Y, B.Y, D.Y})); ++Y)
		{
			for (size_t X = Pixel((std::min)({A.X, B.X, D.X})); X <= Pixel((std::max)({A.X, B.X, D.X})); ++X)
			{
				const float CX = static_cast<float>(X) + 0.5f, CY = static_cast<float>(Y) + 0.5f;
				const float WB = ((CX - A.X) * (D.Y - A.Y) - (CY - A.Y) * (D.X - A.X)) / Area;
				const float WD = ((B.X - A.X) * (CY - A.Y) - (B.Y - A.Y) * (CX - A.X)) / Area;
				const float WA = 1.0f - WB - WD, Depth = A.Z * WA + B.Z * WB + D.Z * WD;
				const size_t At = Y * View.Side + X;
				if (WA < 0.0f || WB < 0.0f || WD < 0.0f || Depth <= Depths[At])
				{
					continue;
				}
				Depths[At] = Depth;
				FFloat3 N = Pose.Normals[C[0]] * WA + Pose.Normals[C[1]] * WB + Pose.Normals[C[2]] * WD;
				if (Map != nullptr)
				{
					const FFloat4 T = Pose.Tangents[C[0]] * WA + Pose.Tangents[C[1]] * WB + Pose.Tangents[C[2]] * WD;
					const FFloat3 Along{T.X, T.Y, T.Z};
					const FFloat2 UV{Level.UVs[C[0]].X * WA + Level.UVs[C[1]].X * WB + Level.UVs[C[2]].X * WD,
						Level.UVs[C[0]].Y * WA + Level.UVs[C[1]].Y * WB + Level.UVs[C[2]].Y * WD};
					const FFloat3 M = SampleNormalMap(*Map, Texels, UV);
					N = Along * M.X + Cross(N, Along) * ((T.W < 0.0f ? -1.0f : 1.0f) * M.Y) + N * M.Z;
				}
				Out[At] = 0.25f + 0.75f * (std::max)(0.0f, Dot(Normalize(N), Light));
			}
		}
	}
	return Out;
}

/** Pictures of a level against those of the finest one, with its normal map and without. */
struct FMapErrors
{
	double With = 0.0, Without = 0.0;             // RMS over all pixels and poses
	double InsideWith = 0.0, InsideWithout = 0.0; // over the pixels that both pictures cover
};

inline TResult<FMapErrors> MeasureMapErrors(const FCharacter& Character, size_t Level,
	std::span<const std::vector<FBoneTransform>> Poses, IExecutor& Executor, size_t Side = 256)
{
	const FCharacterView& Model = Character.View();
	const auto IsMap = [&](const TBakedMap<FViewed>& Map)
	{ return Map.Kind == static_cast<uint32_t>(EBakedMap::Normal) && Map.Level == Level; };
	const auto Map = std::find_if(Model.Maps.Maps.begin(), Model.Maps.Maps.end(), IsMap);
	TResult<FLevelPoser> Fine = FLevelPoser::Make(Character, 0), Coarse = FLevelPoser::Make(Character, Level);
	if (!Fine || !Coarse || Map == Model.Maps.Maps.end())
	{
		return FError{EErrorCode::NotFound, "The level has no normal map or cannot be posed."};
	}
	const std::span<const uint8_t> Texels = Model.Maps.TexelsOf(static_cast<size_t>(Map - Model.Maps.Maps.begin()));
	double Sums[4] = {}, Counts[2] = {};
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		const TResult<FPosedFrames> A = Fine->Pose(Poses[Pose], Executor), B = Coarse->Pose(Poses[Pose], Executor);
		if (!A || !B)
		{
			return (A ? B : A).GetError();
		}
		FPictureView View{{}, 0.7f * static_cast<float>(Pose), Side};
		for (const FFloat3& P : A->Positions)
		{
			View.Box.Add(P);
		}
		const std::vector<float> Wanted = DrawShaded(Model.Levels[0], *A, View);
		const std::vector<float> Plain = DrawShaded(Model.Levels[Level], *B, View);
		const std::vector<float> Mapped = DrawShaded(Model.Levels[Level], *B, View, &*Map, Texels);
		for (size_t Pixel = 0; Pixel < Wanted.size(); ++Pixel)
		{
			const double W = static_cast<double>(Mapped[Pixel] - Wanted[Pixel]);
			const double P = static_cast<double>(Plain[Pixel] - Wanted[Pixel]);
			const bool bBoth = Wanted[Pixel] > 0.0f && Plain[Pixel] > 0.0f;
			Counts[0] += Wanted[Pixel] > 0.0f || Plain[Pixel] > 0.0f ? 1.0 : 0.0;
			Counts[1] += bBoth ? 1.0 : 0.0;
			Sums[0] += W * W;
			Sums[1] += P * P;
			Sums[2] += bBoth ? W * W : 0.0;
			Sums[3] += bBoth ? P * P : 0.0;
		}
	}
	return FMapErrors{std::sqrt(Sums[0] / Counts[0]), std::sqrt(Sums[1] / Counts[0]), std::sqrt(Sums[2] / Counts[1]),
		std::sqrt(Sums[3] / Counts[1])};
}

} // namespace Exemplar
