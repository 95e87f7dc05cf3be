// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/LimbParts.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace Exemplar
{

namespace LimbPartsDetail
{

/** One ring in one pose: its samples share the area of the band around it. */
FRigidError ErrorOfRing(const FRing& Rest, const FRing& Posed, double Area)
{
	FRigidError Out;
	for (size_t Sample = 0; Sample < RingSamples; ++Sample)
	{
		FRigidError One;
		One.Area = Area / RingSamples;
		One.RestMean = Rest.Points[Sample];
		One.PoseMean = Posed.Points[Sample];
		Out = Sample == 0 ? One : MergeRigidErrors(Out, One);
	}
	return Out;
}

/** Places along the line of ring centers, in the first pose. */
std::vector<double> PlacesOf(const std::vector<FRing>& Rings)
{
	std::vector<double> Out(Rings.size(), 0.0);
	for (size_t Ring = 1; Ring < Rings.size(); ++Ring)
	{
		Out[Ring] = Out[Ring - 1] + (AsVector(Rings[Ring].Center) - AsVector(Rings[Ring - 1].Center)).norm();
	}
	return Out;
}

/** How much a ring tells about the motion of its limb: skin closer to a branch than the limb's radius is shared with
 * the other limbs there. */
double TrustOf(const FLimb& Limb, const std::vector<double>& Places, size_t Ring)
{
	const auto From = [&](size_t End)
	{
		const double Radius = Limb.Rings[0][End].Length / (2.0 * std::numbers::pi);
		return std::clamp(std::abs(Places[Ring] - Places[End]) / (std::max)(Radius, 1e-12), 1e-3, 1.0);
	};
	const double Inner = Limb.Parent >= 0 ? From(0) : 1.0;
	const double Outer = std::popcount(Limb.Tips) > 1 ? From(Places.size() - 1) : 1.0;
	return (std::min)(Inner, Outer);
}

/** [ring][pose after the first] */
std::vector<std::vector<FRigidError>> ErrorsOf(const FLimb& Limb, const std::vector<double>& Places)
{
	const std::vector<FRing>& Rest = Limb.Rings[0];
	std::vector<std::vector<FRigidError>> Out(Rest.size());
	for (size_t Ring = 0; Ring < Rest.size(); ++Ring)
	{
		const double Before = Ring == 0 ? Places[Ring] : Places[Ring - 1];
		const double After = Ring + 1 == Rest.size() ? Places[Ring] : Places[Ring + 1];
		const double Area = (std::max)(1e-12, TrustOf(Limb, Places, Ring) * Rest[Ring].Length * 0.5 * (After - Before));
		for (size_t Pose = 1; Pose < Limb.Rings.size(); ++Pose)
		{
			Out[Ring].push_back(ErrorOfRing(Rest[Ring], Limb.Rings[Pose][Ring], Area));
		}
	}
	return Out;
}

} // namespace LimbPartsDetail

FCurvatureChanges MeasureCurvatureChanges(const FLimb& Limb)
{
	FCurvatureChanges Out;
	for (size_t Ring = 0; Ring < Limb.Rings[0].size(); ++Ring)
	{
		const FRing& Rest = Limb.Rings[0][Ring];
		double Pointwise = 0.0, Averaged = 0.0;
		for (size_t Pose = 1; Pose < Limb.Rings.size(); ++Pose)
		{
			Pointwise = (std::max)(Pointwise, CurvatureChange(Rest, Limb.Rings[Pose][Ring]));
			Averaged = (std::max)(Averaged, std::abs(Limb.Rings[Pose][Ring].MeanCurvature - Rest.MeanCurvature));
		}
		Out.Pointwise.push_back(Pointwise);
		Out.Averaged.push_back(Averaged);
	}
	return Out;
}

std::vector<double> BendSignal(const FCurvatureChanges& Changes)
{
	std::vector<double> Out(Changes.Pointwise.size(), 0.0);
	for (const std::vector<double>* Signal : {&Changes.Pointwise, &Changes.Averaged})
	{
		std::vector<double> Smooth(Signal->size(), 0.0);
		double Largest = 0.0;
		for (size_t Ring = 0; Ring < Signal->size(); ++Ring)
		{
			const size_t Begin = Ring < 2 ? 0 : Ring - 2, End = (std::min)(Ring + 3, Signal->size());
			for (size_t Near = Begin; Near < End; ++Near)
			{
				Smooth[Ring] += (*Signal)[Near] / static_cast<double>(End - Begin);
			}
			Largest = (std::max)(Largest, Smooth[Ring]);
		}
		for (size_t Ring = 0; Ring < Signal->size() && Largest > 0.0; ++Ring)
		{
			Out[Ring] += 0.5 * Smooth[Ring] / Largest;
		}
	}
	return Out;
}

std::vector<FRigidError> MergeParts(std::span<const FRigidError> A, std::span<const FRigidError> B)
{
	std::vector<FRigidError> Out;
	for (size_t Pose = 0; Pose < A.size(); ++Pose)
	{
		Out.push_back(MergeRigidErrors(A[Pose], B[Pose]));
	}
	return Out;
}

double SumOfErrors(std::span<const FRigidError> Errors)
{
	double Sum = 0.0;
	for (const FRigidError& Error : Errors)
	{
		Sum += MinimumError(Error);
	}
	return Sum;
}

double FLimbPart::Error() const
{
	return SumOfErrors(Errors);
}

std::vector<FLimbPart> CutLimb(const FLimbs& Limbs, size_t Limb, double Cost)
{
	using namespace LimbPartsDetail;
	const FLimb& Cut = Limbs.Limbs[Limb];
	const std::vector<FRing>& Rest = Cut.Rings[0];
	const size_t Count = Rest.size();
	if (Count == 0)
	{
		return {};
	}
	const std::vector<double> Places = PlacesOf(Rest), Signal = BendSignal(MeasureCurvatureChanges(Cut));
	const std::vector<std::vector<FRigidError>> Rings = ErrorsOf(Cut, Places);
	double Area = 0.0;
	for (const std::vector<FRigidError>& Ring : Rings)
	{
		Area += Ring.empty() ? 0.0 : Ring.front().Area;
	}
	// Best[e]: the least cost of the rings before e; the part that ends there begins at From[e].
	std::vector<double> Best(Count + 1, INFINITY);
	std::vector<size_t> From(Count + 1, 0);
	Best[0] = 0.0;
	for (size_t First = 0; First < Count; ++First)
	{
		if (!std::isfinite(Best[First]))
		{
			continue;
		}
		const double CutCost = First == 0 ? 0.0 : Cost * Area * (1.5 - Signal[First]);
		std::vector<FRigidError> Sum = Rings[First];
		for (size_t End = First + 1; End <= Count; ++End)
		{
			const double Radius = Rest[(First + End) / 2].Length / (2.0 * std::numbers::pi);
			const bool bWhole = First == 0 && End == Count;
			if (bWhole || Places[End - 1] - Places[First] >= Radius)
			{
				const double Error = Best[First] + CutCost + SumOfErrors(Sum);
				if (Error < Best[End])
				{
					Best[End] = Error;
					From[End] = First;
				}
			}
			if (End < Count)
			{
				Sum = MergeParts(Sum, Rings[End]);
			}
		}
	}
	std::vector<FLimbPart> Out;
	for (size_t End = Count; End > 0; End = From[End])
	{
		FLimbPart& Part = Out.emplace_back();
		Part.Limb = static_cast<int32_t>(Limb);
		Part.First = From[End];
		Part.End = End;
		Part.Errors = Rings[Part.First];
		for (size_t Ring = Part.First + 1; Ring < End; ++Ring)
		{
			Part.Errors = MergeParts(Part.Errors, Rings[Ring]);
		}
	}
	std::reverse(Out.begin(), Out.end());
	return Out;
}

} // namespace Exemplar
