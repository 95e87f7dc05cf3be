// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/Tubes.h"

#include "Geometry/EigenMap.h"

#include <cmath>
#include <functional>
#include <numbers>

namespace Exemplar
{

namespace TubesDetail
{

FRing SampleCurve(const FReebGraph& Graph, int32_t CurveNumber, double Start)
{
	const FIsocurve& Curve = Graph.Curves[static_cast<size_t>(CurveNumber)];
	FRing Ring;
	Ring.Curve = CurveNumber;
	Ring.Value = Curve.Value;
	Ring.Start = Start - std::floor(Start);
	Ring.Length = Curve.Length;
	Ring.MeanCurvature = Curve.MeanCurvature;
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	for (size_t Sample = 0; Sample < RingSamples; ++Sample)
	{
		const FCurvePlace Place = PlaceAtPhase(Curve, Ring.Start + static_cast<double>(Sample) / RingSamples);
		Ring.Points[Sample] = Place.Point;
		Ring.Curvatures[Sample] = Place.Curvature;
		Ring.Slopes[Sample] = Place.Slope;
		Center += AsVector(Place.Point);
	}
	Ring.Center = ToDouble3(Center / static_cast<double>(RingSamples));
	return Ring;
}

/** The phase at which the next curve must begin so that its samples continue those of Ring. */
double ContinuePhase(const FRing& Ring, const FIsocurve& Next)
{
	std::complex<double> Sum = 0.0;
	for (size_t Sample = 0; Sample < RingSamples; ++Sample)
	{
		const double Phase = ClosestPhase(Next, Ring.Points[Sample]) - static_cast<double>(Sample) / RingSamples;
		Sum += std::polar(1.0, 2.0 * std::numbers::pi * Phase);
	}
	return std::arg(Sum) / (2.0 * std::numbers::pi);
}

} // namespace TubesDetail

const FRing* FHarmonicTube::RingAt(double Value) const
{
	for (const FRing& Ring : Rings)
	{
		if (Ring.Value == Value)
		{
			return &Ring;
		}
	}
	return nullptr;
}

std::vector<FHarmonicTube> MakeTubes(const FReebGraph& Graph)
{
	using namespace TubesDetail;
	const std::vector<std::vector<int32_t>> ArcsOf = Graph.ArcsOfNodes();
	std::vector<FHarmonicTube> Tubes(Graph.Arcs.size());
	// From the source outward; Tips of an arc are those of the arcs behind it.
	const std::function<uint64_t(int32_t, int32_t)> Visit = [&](int32_t Node, int32_t Arc)
	{
		const int32_t Tip = Graph.Tips[static_cast<size_t>(Node)];
		uint64_t Tips = Tip > 0 ? uint64_t{1} << Tip : 0;
		for (const int32_t Next : ArcsOf[static_cast<size_t>(Node)])
		{
			if (Next == Arc)
			{
				continue;
			}
			const FReebArc& NextArc = Graph.Arcs[static_cast<size_t>(Next)];
			const bool bUp = NextArc.Low == Node;
			FHarmonicTube& Tube = Tubes[static_cast<size_t>(Next)];
			for (size_t Index = 0; Index < NextArc.Curves.size(); ++Index)
			{
				const int32_t Curve = NextArc.Curves[bUp ? Index : NextArc.Curves.size() - 1 - Index];
				const double Start = Tube.Rings.empty()
					? 0.0
					: ContinuePhase(Tube.Rings.back(), Graph.Curves[static_cast<size_t>(Curve)]);
				Tube.Rings.push_back(SampleCurve(Graph, Curve, Start));
			}
			Tube.Tips = Visit(bUp ? NextArc.High : NextArc.Low, Next);
			Tips |= Tube.Tips;
		}
		return Tips;
	};
	for (size_t Node = 0; Node < Graph.Tips.size(); ++Node)
	{
		if (Graph.Tips[Node] == 0)
		{
			Visit(static_cast<int32_t>(Node), -1);
		}
	}
	return Tubes;
}

FRing Resample(const FReebGraph& Graph, const FRing& Ring, double Shift)
{
	return TubesDetail::SampleCurve(Graph, Ring.Curve, Ring.Start + Shift);
}

std::complex<double> FindSide(const FRing& A, const FRing& B)
{
	std::complex<double> Sum = 0.0;
	for (const FDouble3& Point : B.Points)
	{
		double Best = INFINITY;
		size_t BestSample = 0;
		for (size_t Sample = 0; Sample < RingSamples; ++Sample)
		{
			const double Distance = (AsVector(A.Points[Sample]) - AsVector(Point)).squaredNorm();
			if (Distance < Best)
			{
				Best = Distance;
				BestSample = Sample;
			}
		}
		Sum += std::polar(1.0, 2.0 * std::numbers::pi * static_cast<double>(BestSample) / RingSamples);
	}
	return Sum / static_cast<double>(RingSamples);
}

double CurvatureChange(const FRing& A, const FRing& B)
{
	double Sum = 0.0;
	for (size_t Sample = 0; Sample < RingSamples; ++Sample)
	{
		Sum += std::abs(B.Curvatures[Sample] - A.Curvatures[Sample]);
	}
	return Sum / RingSamples;
}

} // namespace Exemplar
