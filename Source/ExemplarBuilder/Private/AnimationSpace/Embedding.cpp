// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Embedding.h"

#include "Character/CharacterViews.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace EmbeddingDetail
{

FAnimationVector Embed(const FDouble3& V, double W, std::span<const uint16_t> Bones, std::span<const double> Weights)
{
	FAnimationVector Out;
	Out.Bones.assign(Bones.begin(), Bones.end());
	for (const double Weight : Weights)
	{
		Out.Blocks.push_back({Weight * V.X, Weight * V.Y, Weight * V.Z, Weight * W});
	}
	return Out;
}

/** Animation vectors have ascending bones, each once; files promise the second only. */
void SortByBone(FAnimationVector& Vector)
{
	std::vector<size_t> Order(Vector.Bones.size());
	for (size_t Index = 0; Index < Order.size(); ++Index)
	{
		Order[Index] = Index;
	}
	std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Vector.Bones[A] < Vector.Bones[B]; });
	const FAnimationVector Old = Vector;
	for (size_t Index = 0; Index < Order.size(); ++Index)
	{
		Vector.Bones[Index] = Old.Bones[Order[Index]];
		Vector.Blocks[Index] = Old.Blocks[Order[Index]];
	}
}

} // namespace EmbeddingDetail

FAnimationVector EmbedPoint(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights)
{
	return EmbeddingDetail::Embed(Rest, 1.0, Bones, Weights);
}

FAnimationVector EmbedVector(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights)
{
	return EmbeddingDetail::Embed(Rest, 0.0, Bones, Weights);
}

std::vector<FAnimationVector> EmbedLinearBlend(std::span<const FDouble3> Rest, const FRigWeights& Weights)
{
	std::vector<FAnimationVector> Out;
	Out.reserve(Rest.size());
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		const size_t First = Weights.Offsets[Point], Count = Weights.Offsets[Point + 1] - First;
		Out.push_back(EmbedPoint(Rest[Point], std::span(Weights.Bones).subspan(First, Count),
			std::span(Weights.Weights).subspan(First, Count)));
	}
	return Out;
}

FLinearBlendPoint NearestLinearBlend(const FAnimationVector& Point)
{
	FLinearBlendPoint Out;
	Out.Bones = Point.Bones;
	// With the weights given, sum |p_j - w_j v|^2 is least at v = sum w_j p_j / sum w_j^2.
	double Squares = 0.0;
	for (const FDouble4& Block : Point.Blocks)
	{
		Out.Weights.push_back(Block.W);
		Squares += Block.W * Block.W;
		Out.Rest = {Out.Rest.X + Block.W * Block.X, Out.Rest.Y + Block.W * Block.Y, Out.Rest.Z + Block.W * Block.Z};
	}
	if (Squares > 0.0)
	{
		Out.Rest = {Out.Rest.X / Squares, Out.Rest.Y / Squares, Out.Rest.Z / Squares};
	}
	for (const FDouble4& Block : Point.Blocks)
	{
		Out.Residual = std::fmax(Out.Residual,
			std::hypot(Block.X - Block.W * Out.Rest.X, Block.Y - Block.W * Out.Rest.Y, Block.Z - Block.W * Out.Rest.Z));
	}
	return Out;
}

std::optional<FLinearBlendPoint> FindLinearBlend(const FAnimationVector& Point, double Tolerance)
{
	FLinearBlendPoint Out = NearestLinearBlend(Point);
	return Out.Residual <= Tolerance ? std::optional(std::move(Out)) : std::nullopt;
}

TAnimationSpaceSkin<FOwned> StoreSkin(std::span<const FAnimationVector> Points)
{
	TAnimationSpaceSkin<FOwned> Out;
	Out.Offsets.push_back(0);
	for (const FAnimationVector& Point : Points)
	{
		const size_t First = Out.Points.size();
		size_t Heaviest = First;
		double Sum = 0.0;
		for (size_t Index = 0; Index < Point.Bones.size(); ++Index)
		{
			const FDouble4& Block = Point.Blocks[Index];
			Out.Bones.push_back(Point.Bones[Index]);
			Out.Points.push_back({static_cast<float>(Block.X), static_cast<float>(Block.Y), static_cast<float>(Block.Z),
				static_cast<float>(Block.W)});
			Sum += static_cast<double>(Out.Points.back().W);
			Heaviest = std::abs(Out.Points.back().W) > std::abs(Out.Points[Heaviest].W) ? First + Index : Heaviest;
		}
		if (Out.Points.size() > First)
		{
			Out.Points[Heaviest].W = static_cast<float>(static_cast<double>(Out.Points[Heaviest].W) + (1.0 - Sum));
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Points.size()));
	}
	return Out;
}

std::vector<FAnimationVector> RoundPoints(std::span<const FAnimationVector> Points)
{
	const TAnimationSpaceSkin<FOwned> Stored = StoreSkin(Points);
	std::vector<FAnimationVector> Out(Points.begin(), Points.end());
	for (size_t Point = 0; Point < Out.size(); ++Point)
	{
		for (size_t Block = 0; Block < Out[Point].Blocks.size(); ++Block)
		{
			const FFloat4& P = Stored.Points[Stored.Offsets[Point] + Block];
			Out[Point].Blocks[Block] = {P.X, P.Y, P.Z, P.W};
		}
	}
	return Out;
}

std::vector<FAnimationVector> ReadSkin(const FMeshLevelData& Level)
{
	return ReadSkin(ViewOf(Level));
}

std::vector<FAnimationVector> ReadSkin(const FMeshLevelView& Level)
{
	const bool bSkin = !Level.Skin.Offsets.empty();
	const std::span<const uint32_t> Offsets = bSkin ? Level.Skin.Offsets : Level.Weights.Offsets;
	std::vector<FAnimationVector> Out(Offsets.empty() ? 0 : Level.VertexCount());
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		const FFloat3& V = Level.Positions[Vertex];
		for (uint32_t Index = Offsets[Vertex]; Index < Offsets[Vertex + 1]; ++Index)
		{
			const double Weight = bSkin ? 0.0 : static_cast<double>(Level.Weights.Weights[Index]);
			const FFloat4 P = bSkin ? Level.Skin.Points[Index] : FFloat4{};
			Out[Vertex].Bones.push_back(bSkin ? Level.Skin.Bones[Index] : Level.Weights.Bones[Index]);
			Out[Vertex].Blocks.push_back(
				bSkin ? FDouble4{P.X, P.Y, P.Z, P.W} : FDouble4{Weight * V.X, Weight * V.Y, Weight * V.Z, Weight});
		}
		EmbeddingDetail::SortByBone(Out[Vertex]);
	}
	return Out;
}

} // namespace Exemplar
