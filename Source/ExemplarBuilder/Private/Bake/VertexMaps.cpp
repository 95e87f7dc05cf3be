// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/LevelMaps.h"
#include "Character/CorrectiveDeltas.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{
namespace VertexMapsDetail
{

constexpr size_t DirectionCount = 96;
constexpr uint32_t DepthSide = 256;

/** How far in front of the surface a place is tested, share of the diagonal: about a pixel of the depth pictures. */
constexpr float Lift = 0.006f;

/** The surface seen from one direction, without perspective: the nearest depth of every pixel. */
struct FDepthPicture
{
	FFloat3 Right, Up, Toward; // Toward points to the viewer
	FFloat3 Center;
	float Scale = 1.0f; // pixels per meter
	std::vector<float> Nearest;

	FFloat3 Place(const FFloat3& P) const
	{
		const FFloat3 D = P - Center;
		const float Half = 0.5f * static_cast<float>(DepthSide);
		return {Dot(D, Right) * Scale + Half, Dot(D, Up) * Scale + Half, Dot(D, Toward)};
	}

	bool Sees(const FFloat3& P, float Bias) const
	{
		const FFloat3 At = Place(P);
		const auto Pixel = [](float Value)
		{ return static_cast<size_t>(std::clamp(static_cast<int64_t>(Value), int64_t{0}, int64_t{DepthSide} - 1)); };
		return At.Z >= Nearest[Pixel(At.Y) * DepthSide + Pixel(At.X)] - Bias;
	}

	void Draw(const FFloat3& A, const FFloat3& B, const FFloat3& C)
	{
		const float Area = (B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X);
		if (!(std::abs(Area) > 1e-12f))
		{
			return;
		}
		const auto [LowX, HighX] = std::minmax({A.X, B.X, C.X});
		const auto [LowY, HighY] = std::minmax({A.Y, B.Y, C.Y});
		const int64_t LastX = (std::min)(static_cast<int64_t>(HighX), int64_t{DepthSide} - 1);
		const int64_t LastY = (std::min)(static_cast<int64_t>(HighY), int64_t{DepthSide} - 1);
		for (int64_t Y = (std::max)(static_cast<int64_t>(LowY), int64_t{0}); Y <= LastY; ++Y)
		{
			for (int64_t X = (std::max)(static_cast<int64_t>(LowX), int64_t{0}); X <= LastX; ++X)
			{
				const float CX = static_cast<float>(X) + 0.5f, CY = static_cast<float>(Y) + 0.5f;
				const float WB = ((CX - A.X) * (C.Y - A.Y) - (CY - A.Y) * (C.X - A.X)) / Area;
				const float WC = ((B.X - A.X) * (CY - A.Y) - (B.Y - A.Y) * (CX - A.X)) / Area;
				if (WB >= 0.0f && WC >= 0.0f && WB + WC <= 1.0f)
				{
					float& Depth = Nearest[static_cast<size_t>(Y) * DepthSide + static_cast<size_t>(X)];
					Depth = (std::max)(Depth, A.Z * (1.0f - WB - WC) + B.Z * WB + C.Z * WC);
				}
			}
		}
	}
};

/** Directions spread evenly over the sphere (a spiral of equal areas). */
FFloat3 SkyDirection(size_t Index)
{
	const float Z = 1.0f - (2.0f * static_cast<float>(Index) + 1.0f) / static_cast<float>(DirectionCount);
	const float Radius = std::sqrt((std::max)(0.0f, 1.0f - Z * Z));
	const float Angle = static_cast<float>(Index) * 2.39996323f;
	return {Radius * std::cos(Angle), Radius * std::sin(Angle), Z};
}

FDepthPicture DrawDepth(
	const FPosedFrames& Pose, std::span<const uint32_t> Indices, const FBox& Box, const FFloat3& Toward)
{
	FDepthPicture Out;
	const FFloat3 Side = std::abs(Toward.X) < 0.9f ? FFloat3{1.0f, 0.0f, 0.0f} : FFloat3{0.0f, 1.0f, 0.0f};
	Out.Toward = Toward;
	Out.Right = Normalize(Cross(Side, Toward));
	Out.Up = Cross(Toward, Out.Right);
	Out.Center = (Box.Min + Box.Max) * 0.5f;
	Out.Scale = static_cast<float>(DepthSide) / (std::max)(Box.Diagonal(), 1e-12f);
	Out.Nearest.assign(size_t{DepthSide} * DepthSide, -(std::numeric_limits<float>::max)());
	std::vector<FFloat3> Places;
	for (const FFloat3& P : Pose.Positions)
	{
		Places.push_back(Out.Place(P));
	}
	for (size_t First = 0; First + 2 < Indices.size(); First += 3)
	{
		Out.Draw(Places[Indices[First]], Places[Indices[First + 1]], Places[Indices[First + 2]]);
	}
	return Out;
}

} // namespace VertexMapsDetail

std::vector<float> FindOcclusion(
	std::span<const uint32_t> Indices, std::span<const FPosedFrames> Poses, IExecutor& Executor)
{
	using namespace VertexMapsDetail;
	std::vector<float> Out(Poses.empty() ? 0 : Poses[0].Positions.size(), 0.0f);
	for (const FPosedFrames& Pose : Poses)
	{
		FBox Box;
		for (const FFloat3& P : Pose.Positions)
		{
			Box.Add(P);
		}
		std::vector<FDepthPicture> Pictures(DirectionCount);
		ParallelFor(Executor, DirectionCount, 1,
			[&](size_t Begin, size_t) { Pictures[Begin] = DrawDepth(Pose, Indices, Box, SkyDirection(Begin)); });
		const float Distance = Lift * Box.Diagonal();
		ParallelFor(Executor, Out.size(), 1024,
			[&](size_t Begin, size_t End)
			{
				for (size_t Vertex = Begin; Vertex < End; ++Vertex)
				{
					const FFloat3 At = Pose.Positions[Vertex] + Pose.Normals[Vertex] * Distance;
					float Seen = 0.0f, All = 0.0f;
					for (const FDepthPicture& Picture : Pictures)
					{
						const float Cosine = Dot(Picture.Toward, Pose.Normals[Vertex]);
						if (Cosine > 0.0f)
						{
							All += Cosine;
							Seen += Picture.Sees(At, Distance) ? Cosine : 0.0f;
						}
					}
					Out[Vertex] += (All > 0.0f ? Seen / All : 1.0f) / static_cast<float>(Poses.size());
				}
			});
	}
	return Out;
}

std::vector<float> FindCurvature(const FMeshLevelView& Level)
{
	std::vector<uint32_t> PointOf(Level.PointOfCorner.begin(), Level.PointOfCorner.end());
	for (size_t Vertex = PointOf.size(); Vertex < Level.VertexCount(); ++Vertex)
	{
		PointOf.push_back(static_cast<uint32_t>(Vertex));
	}
	const size_t PointCount = PointOf.empty() ? 0 : size_t{*std::max_element(PointOf.begin(), PointOf.end())} + 1;
	std::vector<float> Sums(PointCount, 0.0f), Counts(PointCount, 0.0f);
	for (size_t Index = 0; Index < Level.Indices.size(); ++Index)
	{
		const uint32_t A = Level.Indices[Index], B = Level.Indices[Index % 3 == 2 ? Index - 2 : Index + 1];
		const FFloat3 Edge = Level.Positions[B] - Level.Positions[A];
		const float Squared = Dot(Edge, Edge);
		if (Squared > 0.0f)
		{
			const float Turn = Dot(Level.Normals[B] - Level.Normals[A], Edge) / Squared;
			for (const uint32_t Vertex : {A, B})
			{
				Sums[PointOf[Vertex]] += Turn;
				Counts[PointOf[Vertex]] += 1.0f;
			}
		}
	}
	std::vector<float> Out;
	for (const uint32_t Point : PointOf)
	{
		Out.push_back(Counts[Point] > 0.0f ? Sums[Point] / Counts[Point] : 0.0f);
	}
	return Out;
}

std::vector<float> FindWrinkles(
	const TCorrectives<FViewed>& Correctives, const FMeshLevelView& Level, size_t Corrective)
{
	const TCorrective<FViewed>& Row = Correctives.Correctives[Corrective];
	std::vector<float> Out(Level.VertexCount(), 0.0f);
	const auto IsOwn = [&](size_t Shape) { return Shape >= Row.FirstShape && Shape - Row.FirstShape < Row.ShapeCount; };
	const bool bNormals = !Level.Correctives.Normals.empty();
	ForEachDelta(Level.Correctives,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			if (IsOwn(Shape) && Vertex < Out.size())
			{
				const FCorrectiveShape& Scales = Correctives.Shapes[Shape];
				const FFloat3 Change = bNormals ? DecodeNormal(Level.Correctives.Normals[Index], Scales.NormalScale)
												: DecodeDelta(Level.Correctives.Deltas[Index], Scales.DeltaScale);
				const float Weight = (std::max)(std::abs(Scales.Low), std::abs(Scales.High));
				Out[Vertex] = (std::max)(Out[Vertex], Length(Change) * Weight);
			}
		});
	const float Largest = Out.empty() ? 0.0f : *std::max_element(Out.begin(), Out.end());
	if (!(Largest > 0.0f))
	{
		return {};
	}
	for (float& Value : Out)
	{
		Value /= Largest;
	}
	return Out;
}

} // namespace Exemplar
