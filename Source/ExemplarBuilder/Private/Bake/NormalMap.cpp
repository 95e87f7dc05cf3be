// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/LevelMaps.h"
#include "Geometry/ClosestPoint.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace NormalMapDetail
{

/** Texels per task. */
constexpr size_t TexelChunk = 16384;

/** A normal that faces away from the coarse surface is bent back until this much of it faces outward. */
constexpr float LeastZ = 0.05f;

uint16_t Encode(float Value)
{
	return static_cast<uint16_t>(std::lround((std::clamp(Value, -1.0f, 1.0f) * 0.5f + 0.5f) * 65535.0f));
}

FFloat3 FaceOutward(FFloat3 Normal)
{
	if (Normal.Z < LeastZ)
	{
		const float Across = std::sqrt(Normal.X * Normal.X + Normal.Y * Normal.Y);
		const float Scale = Across > 0.0f ? std::sqrt(1.0f - LeastZ * LeastZ) / Across : 0.0f;
		Normal = {Normal.X * Scale, Normal.Y * Scale, Across > 0.0f ? LeastZ : 1.0f};
	}
	return Normal;
}

/** Coordinates of a vector in the frame that shaders make of interpolated normals and tangents: x T + y B + z N, with
 * B = sign N x T and nothing normalized (Mikkelsen 2008). */
FFloat3 IntoFrame(const FFloat3& V, const FFloat3& N, const FFloat4& Tangent)
{
	const FFloat3 T{Tangent.X, Tangent.Y, Tangent.Z};
	const FFloat3 B = Cross(N, T) * (Tangent.W < 0.0f ? -1.0f : 1.0f);
	const float Volume = Dot(Cross(T, B), N);
	if (!(std::abs(Volume) > 1e-12f))
	{
		return {0.0f, 0.0f, 1.0f};
	}
	const FFloat3 Out{Dot(Cross(B, N), V) / Volume, Dot(Cross(N, T), V) / Volume, Dot(Cross(T, B), V) / Volume};
	return Normalize(Out, {0.0f, 0.0f, 1.0f});
}

/**
 * The places of the finest level that stand for the texels of a coarser one: at rest the nearest one, so that what is
 * seen at a pixel is what the finest level shows there. Where that faces away, as on the other side of something thin,
 * it is the place with the same UVs.
 */
FMapTexels ProjectTexels(
	const FMapSource& Source, const FMeshLevelView& Level, const FMapTexels& Texels, IExecutor& Executor)
{
	std::vector<FDouble3> Positions;
	for (const FFloat3& P : Source.Level.Positions)
	{
		Positions.push_back({static_cast<double>(P.X), static_cast<double>(P.Y), static_cast<double>(P.Z)});
	}
	std::vector<FTriangle> Triangles;
	for (size_t First = 0; First + 2 < Source.Level.Indices.size(); First += 3)
	{
		const uint32_t* const C = &Source.Level.Indices[First];
		Triangles.push_back({static_cast<int32_t>(C[0]), static_cast<int32_t>(C[1]), static_cast<int32_t>(C[2])});
	}
	const FClosestPointFinder Finder(Positions, Triangles);
	FMapTexels Out = Source.Texels;
	ParallelFor(Executor, Texels.Triangles.size(), TexelChunk,
		[&](size_t Begin, size_t End)
		{
			for (size_t Texel = Begin; Texel < End; ++Texel)
			{
				if (Texels.Triangles[Texel] == FMapTexels::None)
				{
					continue;
				}
				const FFloat3 P = AtTexel<FFloat3>(Texels, Texel, Level.Indices, Level.Positions);
				const FFloat3 N = AtTexel<FFloat3>(Texels, Texel, Level.Indices, Level.Normals);
				const FSurfaceCoordinate Where =
					Finder.Find({static_cast<double>(P.X), static_cast<double>(P.Y), static_cast<double>(P.Z)}).Where;
				const int32_t Before = Out.Triangles[Texel];
				const std::array<float, 2> Weights = Out.Weights[Texel];
				Out.Triangles[Texel] = Where.Triangle;
				Out.Weights[Texel] = {static_cast<float>(Where.Weights[1]), static_cast<float>(Where.Weights[2])};
				const FFloat3 Found = AtTexel<FFloat3>(Out, Texel, Source.Level.Indices, Source.Level.Normals);
				if (!(Dot(Found, N) > 0.0f))
				{
					Out.Triangles[Texel] = Before;
					Out.Weights[Texel] = Weights;
				}
			}
		});
	return Out;
}

/** Calls Body(texel, normal in the frame of the level) for the texels of the level in one pose, on many threads. */
template <typename BodyType>
void ForEachTexel(const FMapSource& Source, const FMapTexels& Places, const FMeshLevelView& Level,
	const FMapTexels& Texels, const FPosedFrames& Fine, const FPosedFrames& Coarse, IExecutor& Executor,
	const BodyType& Body)
{
	ParallelFor(Executor, Texels.Triangles.size(), TexelChunk,
		[&](size_t Begin, size_t End)
		{
			for (size_t Texel = Begin; Texel < End; ++Texel)
			{
				if (Texels.Triangles[Texel] == FMapTexels::None)
				{
					continue;
				}
				const FFloat3 Wanted = Normalize(AtTexel<FFloat3>(Places, Texel, Source.Level.Indices, Fine.Normals));
				const FFloat3 N = AtTexel<FFloat3>(Texels, Texel, Level.Indices, Coarse.Normals);
				const FFloat4 T = AtTexel<FFloat4>(Texels, Texel, Level.Indices, Coarse.Tangents);
				Body(Texel, IntoFrame(Wanted, N, T));
			}
		});
}

/** The angle in degrees whose chord squared is this, on unit vectors. */
double DegreesOfChord(double Squared)
{
	return std::asin(std::clamp(std::sqrt((std::max)(Squared, 0.0)) / 2.0, 0.0, 1.0)) * 2.0 * 180.0 / 3.14159265358979;
}

} // namespace NormalMapDetail

void ExtendTexels(FMapTexels& Texels)
{
	const int64_t Side = Texels.Size;
	std::vector<size_t> Ring;
	for (size_t Texel = 0; Texel < Texels.Triangles.size(); ++Texel)
	{
		if (Texels.Triangles[Texel] != FMapTexels::None)
		{
			Ring.push_back(Texel);
		}
	}
	while (!Ring.empty())
	{
		std::vector<size_t> Next;
		for (const size_t Texel : Ring)
		{
			const int64_t X = static_cast<int64_t>(Texel) % Side, Y = static_cast<int64_t>(Texel) / Side;
			for (const auto& [Right, Down] : {std::array{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
			{
				const int64_t Column = X + Right, Row = Y + Down;
				if (Column < 0 || Row < 0 || Column >= Side || Row >= Side)
				{
					continue;
				}
				const size_t Other = static_cast<size_t>(Row * Side + Column);
				if (Texels.Triangles[Other] == FMapTexels::None)
				{
					Texels.Triangles[Other] = Texels.Triangles[Texel];
					Texels.Weights[Other] = Texels.Weights[Texel];
					Next.push_back(Other);
				}
			}
		}
		Ring = std::move(Next);
	}
}

FNormalMap MakeNormalMap(const FMapSource& Source, const FMeshLevelView& Level, std::span<const FPosedFrames> Poses,
	ENormalSource From, IExecutor& Executor)
{
	using namespace NormalMapDetail;
	const FMapTexels Texels = LayTriangles(Level.UVs, Level.Indices, Source.Texels.Size);
	const FMapTexels Places = ProjectTexels(Source, Level, Texels, Executor);
	const size_t Count = Texels.Triangles.size();
	std::vector<FFloat3> Sums(Count);
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		ForEachTexel(Source, Places, Level, Texels, Source.Poses[Pose], Poses[Pose], Executor,
			[&](size_t Texel, const FFloat3& Normal) { Sums[Texel] += Normal; });
	}
	FNormalMap Out;
	std::vector<float> Values(3 * Count, 0.0f);
	const auto Keep = [&](size_t Texel, const FFloat3& Normal)
	{
		const FFloat3 Kept = FaceOutward(Normal);
		Values[3 * Texel] = Kept.X;
		Values[3 * Texel + 1] = Kept.Y;
		Values[3 * Texel + 2] = Kept.Z;
	};
	if (From == ENormalSource::Pose)
	{
		// The sum over poses j of |n_k - n_j|^2 is least where that of n_k . n_j is largest.
		double Best = -1.0;
		std::vector<float> Agreement(Count, 0.0f);
		for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
		{
			ForEachTexel(Source, Places, Level, Texels, Source.Poses[Pose], Poses[Pose], Executor,
				[&](size_t Texel, const FFloat3& Normal) { Agreement[Texel] = Dot(Normal, Sums[Texel]); });
			double Sum = 0.0;
			for (const float Value : Agreement)
			{
				Sum += static_cast<double>(Value);
			}
			if (Pose == 0 || Sum > Best)
			{
				Best = Sum;
				Out.Pose = Pose;
			}
		}
		ForEachTexel(Source, Places, Level, Texels, Source.Poses[Out.Pose], Poses[Out.Pose], Executor, Keep);
	}
	double Error = 0.0, Plain = 0.0;
	const double PoseCount = static_cast<double>(Poses.size());
	std::vector<uint8_t> bHas(Count, 0);
	for (size_t Texel = 0; Texel < Count; ++Texel)
	{
		if (Texels.Triangles[Texel] == FMapTexels::None)
		{
			continue;
		}
		bHas[Texel] = 1;
		if (From != ENormalSource::Pose)
		{
			Keep(Texel, Normalize(Sums[Texel], {0.0f, 0.0f, 1.0f}));
		}
		const FFloat3 Kept{Values[3 * Texel], Values[3 * Texel + 1], Values[3 * Texel + 2]};
		Error += 2.0 - 2.0 * static_cast<double>(Dot(Kept, Sums[Texel])) / PoseCount;
		Plain += 2.0 - 2.0 * static_cast<double>(Sums[Texel].Z) / PoseCount;
	}
	const double Covered = static_cast<double>((std::max)(Texels.Covered, size_t{1}));
	Out.Error = DegreesOfChord(Error / Covered);
	Out.PlainError = DegreesOfChord(Plain / Covered);
	DilateTexels(Texels.Size, 3, bHas, Values);
	Out.Texels.resize(2 * Count);
	for (size_t Texel = 0; Texel < Count; ++Texel)
	{
		const FFloat3 Normal =
			Normalize({Values[3 * Texel], Values[3 * Texel + 1], Values[3 * Texel + 2]}, {0.0f, 0.0f, 1.0f});
		Out.Texels[2 * Texel] = Encode(Normal.X);
		Out.Texels[2 * Texel + 1] = Encode(Normal.Y);
	}
	return Out;
}

FFloat3 DecodeMapNormal(uint16_t X, uint16_t Y)
{
	const auto Decode = [](uint16_t Code) { return static_cast<float>(Code) / 65535.0f * 2.0f - 1.0f; };
	const float A = Decode(X), B = Decode(Y);
	return Normalize({A, B, std::sqrt((std::max)(0.0f, 1.0f - A * A - B * B))}, {0.0f, 0.0f, 1.0f});
}

FFloat3 SampleNormalMap(const FBakedMapFields& Map, std::span<const uint8_t> Texels, const FFloat2& UV)
{
	const auto Fetch = [&](int64_t X, int64_t Y)
	{
		const size_t Column = static_cast<size_t>(std::clamp(X, int64_t{0}, int64_t{Map.Width} - 1));
		const size_t Row = static_cast<size_t>(std::clamp(Y, int64_t{0}, int64_t{Map.Height} - 1));
		const uint8_t* const Texel = &Texels[(Row * Map.Width + Column) * 4];
		return DecodeMapNormal(
			static_cast<uint16_t>(Texel[0] | Texel[1] << 8), static_cast<uint16_t>(Texel[2] | Texel[3] << 8));
	};
	const float X = UV.X * static_cast<float>(Map.Width) - 0.5f, Y = UV.Y * static_cast<float>(Map.Height) - 0.5f;
	const float Left = std::floor(X), Top = std::floor(Y);
	const int64_t Column = static_cast<int64_t>(Left), Row = static_cast<int64_t>(Top);
	const FFloat3 Upper = Fetch(Column, Row) * (1.0f - (X - Left)) + Fetch(Column + 1, Row) * (X - Left);
	const FFloat3 Lower = Fetch(Column, Row + 1) * (1.0f - (X - Left)) + Fetch(Column + 1, Row + 1) * (X - Left);
	return Normalize(Upper * (1.0f - (Y - Top)) + Lower * (Y - Top), {0.0f, 0.0f, 1.0f});
}

} // namespace Exemplar
