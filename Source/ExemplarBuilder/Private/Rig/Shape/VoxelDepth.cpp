// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/VoxelGrid.h"

#include <cmath>

namespace Exemplar
{

namespace VoxelDepthDetail
{

constexpr float Far = 1e12f;

/** The lower envelope of parabolas over a line of squared distances. */
class FEnvelope
{
public:
	explicit FEnvelope(size_t Count)
		: Values(Count)
		, Places(Count)
		, Borders(Count + 1)
	{
	}

	void Apply(float* Line, size_t Stride, size_t Count)
	{
		for (size_t Index = 0; Index < Count; ++Index)
		{
			Values[Index] = Line[Index * Stride];
		}
		size_t Last = 0;
		Places[0] = 0;
		Borders[0] = -Far;
		Borders[1] = Far;
		for (size_t Index = 1; Index < Count; ++Index)
		{
			float Meet = MeetAt(Index, Places[Last]);
			while (Last > 0 && Meet <= Borders[Last])
			{
				--Last;
				Meet = MeetAt(Index, Places[Last]);
			}
			++Last;
			Places[Last] = Index;
			Borders[Last] = Meet;
			Borders[Last + 1] = Far;
		}
		size_t At = 0;
		for (size_t Index = 0; Index < Count; ++Index)
		{
			while (Borders[At + 1] < static_cast<float>(Index))
			{
				++At;
			}
			const float Off = static_cast<float>(Index) - static_cast<float>(Places[At]);
			Line[Index * Stride] = Off * Off + Values[Places[At]];
		}
	}

private:
	float MeetAt(size_t B, size_t A) const
	{
		const auto Fa = static_cast<float>(A), Fb = static_cast<float>(B);
		return ((Values[B] + Fb * Fb) - (Values[A] + Fa * Fa)) / (2.0f * (Fb - Fa));
	}
	std::vector<float> Values;
	std::vector<size_t> Places;
	std::vector<float> Borders;
};

} // namespace VoxelDepthDetail

std::vector<float> FindDepths(const FVoxelGrid& Grid, IExecutor& Executor)
{
	using namespace VoxelDepthDetail;
	std::vector<float> Out(Grid.Cells.size());
	for (size_t Cell = 0; Cell < Out.size(); ++Cell)
	{
		Out[Cell] = Grid.Cells[Cell] != 0 ? 1e6f : 0.0f; // above any squared distance on the grid
	}
	const auto X = static_cast<size_t>(Grid.Size[0]), Y = static_cast<size_t>(Grid.Size[1]),
			   Z = static_cast<size_t>(Grid.Size[2]);
	const std::array<size_t, 3> Counts{X, Y, Z}, Strides{1, X, X * Y};
	for (size_t Axis = 0; Axis < 3; ++Axis)
	{
		const size_t A = (Axis + 1) % 3, B = (Axis + 2) % 3;
		ParallelFor(Executor, Counts[B], 16,
			[&](size_t Begin, size_t End)
			{
				FEnvelope Envelope(Counts[Axis]);
				for (size_t Row = Begin; Row < End; ++Row)
				{
					for (size_t Line = 0; Line < Counts[A]; ++Line)
					{
						Envelope.Apply(Out.data() + Row * Strides[B] + Line * Strides[A], Strides[Axis], Counts[Axis]);
					}
				}
			});
	}
	for (float& Each : Out)
	{
		Each = Each > 0.0f ? static_cast<float>(Grid.Edge) * (std::sqrt(Each) - 0.5f) : 0.0f;
	}
	return Out;
}

} // namespace Exemplar
