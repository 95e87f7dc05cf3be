// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/Correctives.h"

#include "Character/CorrectiveDeltas.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

void ChooseScales(FCorrectives& Correctives)
{
	std::vector<double> Largest(Correctives.Model.Shapes.size(), 0.0);
	for (const FShapeDeltas& Level : Correctives.Levels)
	{
		for (size_t Shape = 0; Shape + 1 < Level.Offsets.size() && Shape < Largest.size(); ++Shape)
		{
			for (uint32_t At = Level.Offsets[Shape]; At < Level.Offsets[Shape + 1]; ++At)
			{
				const FDouble3& D = Level.Deltas[At];
				Largest[Shape] = (std::max)({Largest[Shape], std::abs(D.X), std::abs(D.Y), std::abs(D.Z)});
			}
		}
	}
	for (size_t Shape = 0; Shape < Largest.size(); ++Shape)
	{
		float& Scale = Correctives.Model.Shapes[Shape].DeltaScale;
		Scale = Scale > 0.0f ? Scale : DeltaScaleFor(Largest[Shape]);
	}
}

FShapeDeltas Decode(const TCorrectives<FOwned>& Model, const FShapeDeltas& Deltas)
{
	FShapeDeltas Out = Deltas;
	Out.Points.clear();
	Out.Deltas.clear();
	for (size_t Shape = 0; Shape + 1 < Deltas.Offsets.size(); ++Shape)
	{
		const float Scale = Model.Shapes[Shape].DeltaScale;
		Out.Offsets[Shape] = static_cast<uint32_t>(Out.Points.size());
		for (uint32_t At = Deltas.Offsets[Shape]; At < Deltas.Offsets[Shape + 1]; ++At)
		{
			const FDouble3& D = Deltas.Deltas[At];
			const FDeltaCode Code = EncodeDelta(D.X, D.Y, D.Z, Scale);
			if (!(Code == FDeltaCode{}))
			{
				const FFloat3 Stored = DecodeDelta(Code, Scale);
				Out.Points.push_back(Deltas.Points[At]);
				Out.Deltas.push_back({Stored.X, Stored.Y, Stored.Z});
			}
		}
	}
	if (!Out.Offsets.empty())
	{
		Out.Offsets.back() = static_cast<uint32_t>(Out.Points.size());
	}
	return Out;
}

FShapeDeltas CarryDeltas(const FShapeDeltas& Finest, const std::vector<uint32_t>& Nearest)
{
	FShapeDeltas Out;
	if (Finest.Offsets.empty())
	{
		return Out;
	}
	Out.Offsets.push_back(0);
	for (size_t Shape = 0; Shape + 1 < Finest.Offsets.size(); ++Shape)
	{
		const auto First = Finest.Points.begin() + Finest.Offsets[Shape];
		const auto Last = Finest.Points.begin() + Finest.Offsets[Shape + 1];
		for (size_t Point = 0; Point < Nearest.size(); ++Point)
		{
			const auto Found = std::lower_bound(First, Last, Nearest[Point]);
			if (Found != Last && *Found == Nearest[Point])
			{
				Out.Points.push_back(static_cast<uint32_t>(Point));
				Out.Deltas.push_back(Finest.Deltas[static_cast<size_t>(Found - Finest.Points.begin())]);
			}
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Points.size()));
	}
	Out.AfterOffsets.resize(Finest.AfterOffsets.empty() ? 0 : 1, 0);
	for (size_t Shape = 0; Shape + 1 < Finest.AfterOffsets.size(); ++Shape)
	{
		for (size_t Point = 0; Point < Nearest.size(); ++Point)
		{
			for (uint32_t At = Finest.AfterOffsets[Shape]; At < Finest.AfterOffsets[Shape + 1]; ++At)
			{
				if (Finest.AfterPoints[At] == Nearest[Point])
				{
					Out.AfterPoints.push_back(static_cast<uint32_t>(Point));
					Out.AfterJoints.push_back(Finest.AfterJoints[At]);
					Out.AfterDeltas.push_back(Finest.AfterDeltas[At]);
				}
			}
		}
		Out.AfterOffsets.push_back(static_cast<uint32_t>(Out.AfterPoints.size()));
	}
	return Out;
}

} // namespace Exemplar
