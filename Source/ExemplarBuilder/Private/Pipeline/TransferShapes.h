// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/Correctives.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <utility>

// Correctives as fields over points, for TransferSkin.
namespace Exemplar
{

/** The fields of a skin over points: a row per point; per bone its weight and, with animation space, the deviation. */
struct FSkinFields
{
	std::vector<uint16_t> Bones; // ascending
	bool bPoints = false;
	Eigen::MatrixXd Values; // what shapes do comes last (FShapeColumns)

	Eigen::Index PerBone() const { return bPoints ? 5 : 1; }
};

/** What shapes do to points, as columns of three: offsets before skinning, then those after it by shape and joint. */
struct FShapeColumns
{
	Eigen::Index First = 0;
	size_t ShapeCount = 0;                            // 0: nothing moves
	std::vector<std::pair<uint32_t, uint32_t>> After; // ascending
};

/** Adds the offsets of the finest level's shapes as fields. */
inline FShapeColumns AddShapeFields(const FCorrectives& Correctives, FSkinFields& Fields)
{
	FShapeColumns Out;
	Out.First = Fields.Values.cols();
	if (Correctives.Levels.empty() || Correctives.Levels[0].Offsets.empty())
	{
		return Out;
	}
	const FShapeDeltas& Finest = Correctives.Levels[0];
	Out.ShapeCount = Correctives.Model.ShapeCount();
	for (uint32_t Shape = 0; Shape + 1 < Finest.AfterOffsets.size(); ++Shape)
	{
		for (uint32_t Entry = Finest.AfterOffsets[Shape]; Entry < Finest.AfterOffsets[Shape + 1]; ++Entry)
		{
			Out.After.emplace_back(Shape, Finest.AfterJoints[Entry]);
		}
	}
	std::sort(Out.After.begin(), Out.After.end());
	Out.After.erase(std::unique(Out.After.begin(), Out.After.end()), Out.After.end());
	const auto Columns = static_cast<Eigen::Index>(3 * (Out.ShapeCount + Out.After.size()));
	Fields.Values.conservativeResize(Eigen::NoChange, Out.First + Columns);
	Fields.Values.rightCols(Columns).setZero();
	const auto Put = [&](uint32_t Point, size_t Column, const FDouble3& Delta)
	{
		Fields.Values.row(static_cast<Eigen::Index>(Point))
			.segment<3>(Out.First + static_cast<Eigen::Index>(3 * Column)) = AsVector(Delta).transpose();
	};
	for (uint32_t Shape = 0; Shape < Out.ShapeCount; ++Shape)
	{
		for (uint32_t Entry = Finest.Offsets[Shape]; Entry < Finest.Offsets[Shape + 1]; ++Entry)
		{
			Put(Finest.Points[Entry], Shape, Finest.Deltas[Entry]);
		}
	}
	for (uint32_t Shape = 0; Shape + 1 < Finest.AfterOffsets.size(); ++Shape)
	{
		for (uint32_t Entry = Finest.AfterOffsets[Shape]; Entry < Finest.AfterOffsets[Shape + 1]; ++Entry)
		{
			const auto Found =
				std::lower_bound(Out.After.begin(), Out.After.end(), std::pair{Shape, Finest.AfterJoints[Entry]});
			Put(Finest.AfterPoints[Entry], Out.ShapeCount + static_cast<size_t>(Found - Out.After.begin()),
				Finest.AfterDeltas[Entry]);
		}
	}
	return Out;
}

/** The body's correctives over the points of the garment, whose fields these are. */
inline FCorrectives ReadShapeFields(
	const FCorrectives& Body, const FSkinFields& Fields, const FShapeColumns& Columns, double Smallest)
{
	FCorrectives Out;
	Out.Model = Body.Model;
	if (Columns.ShapeCount == 0)
	{
		return Out; // helper joints need no displacements
	}
	FShapeDeltas& Finest = Out.Levels.emplace_back();
	Finest.Offsets.push_back(0);
	const auto Take = [&](size_t Column, const auto& Add)
	{
		for (Eigen::Index Point = 0; Point < Fields.Values.rows(); ++Point)
		{
			const Eigen::Vector3d Offset =
				Fields.Values.row(Point).segment<3>(Columns.First + static_cast<Eigen::Index>(3 * Column));
			if (Offset.norm() > Smallest)
			{
				Add(static_cast<uint32_t>(Point), ToDouble3(Offset));
			}
		}
	};
	size_t NextAfter = 0;
	for (uint32_t Shape = 0; Shape < Columns.ShapeCount; ++Shape)
	{
		Take(Shape,
			[&](uint32_t Point, const FDouble3& Offset)
			{
				Finest.Points.push_back(Point);
				Finest.Deltas.push_back(Offset);
			});
		Finest.Offsets.push_back(static_cast<uint32_t>(Finest.Points.size()));
		Finest.AfterOffsets.push_back(static_cast<uint32_t>(Finest.AfterPoints.size()));
		for (; NextAfter < Columns.After.size() && Columns.After[NextAfter].first == Shape; ++NextAfter)
		{
			Take(Columns.ShapeCount + NextAfter,
				[&](uint32_t Point, const FDouble3& Offset)
				{
					Finest.AfterPoints.push_back(Point);
					Finest.AfterJoints.push_back(Columns.After[NextAfter].second);
					Finest.AfterDeltas.push_back(Offset);
				});
		}
		Out.Model.Shapes[Shape].DeltaScale = 0.0f; // found again for the garment
		Out.Model.Shapes[Shape].NormalScale = 0.0f;
	}
	Finest.AfterOffsets.push_back(static_cast<uint32_t>(Finest.AfterPoints.size()));
	return Out;
}

} // namespace Exemplar
