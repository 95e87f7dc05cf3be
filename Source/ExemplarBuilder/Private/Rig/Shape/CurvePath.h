// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/VectorMath.h"
#include "Rig/Shape/CurveSkeleton.h"

namespace Exemplar
{

/** A path of a curve skeleton by arc length. */
class FCurvePath
{
public:
	FCurvePath(const FCurveSkeleton& Tree, const std::vector<uint32_t>& Nodes)
	{
		for (const uint32_t Node : Nodes)
		{
			Arcs.push_back(
				Points.empty() ? 0.0 : Arcs.back() + VectorMath::Distance(Points.back(), Tree.Positions[Node]));
			Points.push_back(Tree.Positions[Node]);
			Radii.push_back(Tree.Radii[Node]);
		}
	}
	double Length() const { return Arcs.back(); }

	FDouble3 At(double Arc) const
	{
		const size_t Index = IndexAt(Arc);
		const double Span = Arcs[Index + 1] - Arcs[Index];
		return VectorMath::Mix(
			Points[Index], Points[Index + 1], Span > 0.0 ? std::clamp((Arc - Arcs[Index]) / Span, 0.0, 1.0) : 0.0);
	}
	double RadiusAt(double Arc) const { return Radii[IndexAt(Arc)]; }

	/** The arc length of the node nearest to a place. */
	double Nearest(const FDouble3& Place) const
	{
		size_t Best = 0;
		for (size_t Index = 1; Index < Points.size(); ++Index)
		{
			Best =
				VectorMath::Distance(Points[Index], Place) < VectorMath::Distance(Points[Best], Place) ? Index : Best;
		}
		return Arcs[Best];
	}
	/** The angle between the directions before and behind a place, each over Reach. */
	double BendAt(double Arc, double Reach) const
	{
		using namespace VectorMath;
		const FDouble3 Before = Unit(At(Arc) - At(Arc - Reach)), Behind = Unit(At(Arc + Reach) - At(Arc));
		return std::acos(std::clamp(Dot(Before, Behind), -1.0, 1.0));
	}

	std::vector<FDouble3> Points;
	std::vector<double> Arcs, Radii;

private:
	size_t IndexAt(double Arc) const
	{
		const auto Above = std::upper_bound(Arcs.begin(), Arcs.end(), Arc) - Arcs.begin();
		return static_cast<size_t>(
			std::clamp<ptrdiff_t>(Above - 1, 0, (std::max)(ptrdiff_t{0}, static_cast<ptrdiff_t>(Arcs.size()) - 2)));
	}
};

} // namespace Exemplar
