// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/MapTexels.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace MapTexelsDetail
{

/** Centers this near to a border, as a share of the triangle, are on it. */
constexpr double BorderTolerance = 1e-6;

struct FPlace
{
	double X = 0.0, Y = 0.0;
};

double Cross(const FPlace& A, const FPlace& B, const FPlace& C)
{
	return (B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X);
}

} // namespace MapTexelsDetail

FMapTexels LayTriangles(std::span<const FFloat2> UVs, std::span<const uint32_t> Indices, uint32_t Size)
{
	using namespace MapTexelsDetail;
	FMapTexels Out;
	Out.Size = Size;
	Out.Triangles.assign(size_t{Size} * Size, FMapTexels::None);
	Out.Weights.resize(Out.Triangles.size());
	std::vector<uint8_t> bInside(Out.Triangles.size(), 0); // strictly, of the triangle that has the texel
	const double Side = static_cast<double>(Size);
	const auto FirstCenter = [&](double Low)
	{ return static_cast<int64_t>(std::clamp(std::ceil(Low - 0.5), 0.0, Side)); };
	const auto EndCenter = [&](double High)
	{ return static_cast<int64_t>(std::clamp(std::floor(High - 0.5) + 1.0, 0.0, Side)); };
	for (size_t First = 0; First + 2 < Indices.size(); First += 3)
	{
		FPlace P[3];
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FFloat2& UV = UVs[Indices[First + Corner]];
			P[Corner] = {static_cast<double>(UV.X) * Side, static_cast<double>(UV.Y) * Side};
		}
		const double Area = Cross(P[0], P[1], P[2]);
		if (Area == 0.0)
		{
			continue;
		}
		const auto [LowX, HighX] = std::minmax({P[0].X, P[1].X, P[2].X});
		const auto [LowY, HighY] = std::minmax({P[0].Y, P[1].Y, P[2].Y});
		for (int64_t Y = FirstCenter(LowY); Y < EndCenter(HighY); ++Y)
		{
			for (int64_t X = FirstCenter(LowX); X < EndCenter(HighX); ++X)
			{
				const FPlace Center{static_cast<double>(X) + 0.5, static_cast<double>(Y) + 0.5};
				const double B = Cross(P[0], Center, P[2]) / Area, C = Cross(P[0], P[1], Center) / Area;
				const double Least = (std::min)({1.0 - B - C, B, C});
				if (Least < -BorderTolerance)
				{
					continue;
				}
				const size_t Texel = static_cast<size_t>(Y) * Size + static_cast<size_t>(X);
				const bool bStrict = Least > BorderTolerance;
				Out.Twice += bStrict && bInside[Texel] != 0 ? 1 : 0;
				bInside[Texel] = bStrict || bInside[Texel] != 0 ? 1 : 0;
				if (Out.Triangles[Texel] == FMapTexels::None)
				{
					++Out.Covered;
					Out.Triangles[Texel] = static_cast<int32_t>(First / 3);
					Out.Weights[Texel] = {static_cast<float>(B), static_cast<float>(C)};
				}
			}
		}
	}
	return Out;
}

void DilateTexels(uint32_t Size, size_t Channels, std::vector<uint8_t> bHas, std::span<float> Values, uint32_t MaxRings)
{
	const auto ForEachNeighbor = [Size](size_t Texel, const auto& Visit)
	{
		const int64_t X = static_cast<int64_t>(Texel % Size), Y = static_cast<int64_t>(Texel / Size);
		for (int64_t Row = (std::max)(Y - 1, int64_t{0}); Row <= (std::min)(Y + 1, int64_t{Size} - 1); ++Row)
		{
			for (int64_t Column = (std::max)(X - 1, int64_t{0}); Column <= (std::min)(X + 1, int64_t{Size} - 1);
				 ++Column)
			{
				Visit(static_cast<size_t>(Row * int64_t{Size} + Column));
			}
		}
	};
	std::vector<size_t> Ring;
	for (size_t Texel = 0; Texel < bHas.size(); ++Texel)
	{
		if (bHas[Texel] == 0)
		{
			bool bNear = false;
			ForEachNeighbor(Texel, [&](size_t Other) { bNear = bNear || bHas[Other] == 1; });
			if (bNear)
			{
				Ring.push_back(Texel);
			}
		}
	}
	for (uint32_t Count = 0; Count < MaxRings && !Ring.empty(); ++Count)
	{
		for (const size_t Texel : Ring)
		{
			float Neighbors = 0.0f;
			std::fill_n(&Values[Texel * Channels], Channels, 0.0f);
			ForEachNeighbor(Texel,
				[&](size_t Other)
				{
					if (bHas[Other] == 1)
					{
						Neighbors += 1.0f;
						for (size_t Channel = 0; Channel < Channels; ++Channel)
						{
							Values[Texel * Channels + Channel] += Values[Other * Channels + Channel];
						}
					}
				});
			for (size_t Channel = 0; Channel < Channels; ++Channel)
			{
				Values[Texel * Channels + Channel] /= Neighbors;
			}
		}
		// 2: in the next ring. Each texel enters once.
		std::vector<size_t> Next;
		for (const size_t Texel : Ring)
		{
			bHas[Texel] = 1;
		}
		for (const size_t Texel : Ring)
		{
			ForEachNeighbor(Texel,
				[&](size_t Other)
				{
					if (bHas[Other] == 0)
					{
						bHas[Other] = 2;
						Next.push_back(Other);
					}
				});
		}
		std::sort(Next.begin(), Next.end());
		Ring = std::move(Next);
	}
}

} // namespace Exemplar
