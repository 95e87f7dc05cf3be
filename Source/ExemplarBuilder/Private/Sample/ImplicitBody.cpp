// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/ImplicitBody.h"

#include "Sample/Smooth.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace ImplicitBodyDetail
{

/** The cubic smooth minimum: twice differentiable, and the plain minimum where the two differ by Width or more. */
static FFieldSample SmoothMin(const FFieldSample& A, const FFieldSample& B, double Width)
{
	const double Difference = std::abs(A.Value - B.Value);
	const FFieldSample& Lower = A.Value <= B.Value ? A : B;
	if (Difference >= Width)
	{
		return Lower;
	}
	const FFieldSample& Upper = A.Value <= B.Value ? B : A;
	const double H = 1.0 - Difference / Width;
	const double Share = 0.5 * H * H; // d(result) / d(Upper)
	return {Lower.Value - Width * H * H * H / 6.0, (1.0 - Share) * Lower.Gradient + Share * Upper.Gradient};
}

static FFieldSample Mirrored(const FFieldSample& Sample)
{
	return {Sample.Value, {-Sample.Gradient.x(), Sample.Gradient.y(), Sample.Gradient.z()}};
}

} // namespace ImplicitBodyDetail

FImplicitBody::FGroup& FImplicitBody::AddGroup(bool bMirrored, double MirrorBlend, double Blend)
{
	Groups.push_back({{}, bMirrored, MirrorBlend, Blend, {0.0, 0.0, 0.0}, 0.0, 1.0});
	return Groups.back();
}

FImplicitBody::FImplicitBody()
{
	using V = Eigen::Vector3d;
	FGroup* Group = nullptr;
	const auto Finish = [&](FShape Shape)
	{
		// How much smaller than the distance the value can be.
		Shape.Slowness = Shape.Stretch.maxCoeff() / (Shape.bEllipsoid ? Shape.Stretch.minCoeff() : 1.0);
		Shape.BoundCenter = 0.5 * (Shape.A + Shape.B);
		Shape.BoundRadius = 0.5 * (Shape.B - Shape.A).norm() + (std::max)(Shape.RadiusA, Shape.RadiusB);
		Group->Shapes.push_back(Shape);
	};
	const auto Cone = [&](V A, double RadiusA, V B, double RadiusB, double Blend, V Stretch = V(1.0, 1.0, 1.0)) {
		Finish({A, B, RadiusA, RadiusB, Stretch, Blend, false, A, 0.0, 1.0});
	};
	const auto Ellipsoid = [&](V Center, V Radii, double Blend) {
		Finish(
			{Center, Center, Radii.maxCoeff(), Radii.maxCoeff(), Radii.cwiseInverse(), Blend, true, Center, 0.0, 1.0});
	};

	// The trunk. Depths are stretched: a chest is wider than it is deep.
	Group = &AddGroup(false, 0.0, 0.0);
	Cone({0, 1.225, 0.000}, 0.130, {0, 1.370, -0.008}, 0.156, 0.0, {1, 1, 1.36});
	Cone({0, 1.050, 0.000}, 0.118, {0, 1.200, 0.000}, 0.120, 0.06, {1, 1, 1.22});
	Cone({0, 0.985, -0.004}, 0.138, {0, 1.020, -0.002}, 0.128, 0.06, {1, 1, 1.28});
	Cone({0, 1.400, -0.022}, 0.064, {0, 1.590, 0.002}, 0.052, 0.05);
	Group = &AddGroup(true, 0.030, 0.045);
	Ellipsoid({0.074, 1.368, 0.056}, {0.092, 0.056, 0.036}, 0.03);  // chest muscles
	Ellipsoid({0.098, 1.335, -0.050}, {0.070, 0.110, 0.046}, 0.03); // back
	Group = &AddGroup(true, 0.060, 0.050);
	Cone({0.022, 1.500, -0.034}, 0.032, {0.150, 1.446, -0.022}, 0.036, 0.0); // trapezius
	Cone({0.060, 1.420, -0.005}, 0.052, {0.165, 1.430, -0.012}, 0.050, 0.03);

	// The head: skull, face and jaw, brow, nose, lips, closed eyes and ears.
	Group = &AddGroup(false, 0.0, 0.030);
	Ellipsoid({0, 1.700, -0.010}, {0.078, 0.100, 0.098}, 0.0);
	Cone({0, 1.655, 0.030}, 0.058, {0, 1.610, 0.052}, 0.036, 0.035);
	Ellipsoid({0, 1.716, 0.052}, {0.056, 0.022, 0.036}, 0.030);
	Cone({0, 1.698, 0.086}, 0.008, {0, 1.668, 0.100}, 0.0125, 0.018);
	Ellipsoid({0, 1.636, 0.078}, {0.024, 0.012, 0.016}, 0.018);
	Group = &AddGroup(true, 0.0, 0.010);
	Ellipsoid({0.032, 1.692, 0.066}, {0.017, 0.011, 0.016}, 0.0);
	Group = &AddGroup(true, 0.0, 0.012);
	Ellipsoid({0.079, 1.683, -0.012}, {0.011, 0.031, 0.019}, 0.0);

	// An arm, palm down.
	Group = &AddGroup(true, 0.0, 0.050);
	Ellipsoid({0.196, 1.440, -0.014}, {0.070, 0.060, 0.062}, 0.0); // deltoid
	Cone({0.200, 1.436, -0.014}, 0.051, {0.450, 1.435, -0.020}, 0.040, 0.03);
	Ellipsoid({0.318, 1.438, 0.000}, {0.086, 0.038, 0.036}, 0.03);  // biceps
	Ellipsoid({0.312, 1.434, -0.032}, {0.096, 0.038, 0.032}, 0.03); // triceps
	Cone({0.450, 1.435, -0.020}, 0.040, {0.695, 1.435, -0.010}, 0.0270, 0.03);
	Ellipsoid({0.530, 1.436, -0.012}, {0.084, 0.040, 0.043}, 0.03);

	// The hand: a flat palm, four fingers that spread, a thumb.
	Group = &AddGroup(true, 0.0, 0.022);
	const struct
	{
		double Z, Length, Radius;
	} Fingers[4] = {
		{0.0335, 0.074, 0.0094}, {0.0095, 0.084, 0.0097}, {-0.0145, 0.076, 0.0093}, {-0.0375, 0.058, 0.0084}};
	for (const auto& Finger : Fingers)
	{
		const double Spread = (Finger.Z + 0.002) * 0.40, X = 0.796 - 6.0 * (Finger.Z - 0.006) * (Finger.Z - 0.006);
		const V Root{X, 1.434, Finger.Z}, Knuckle = Root + V(0.45 * Finger.Length, -0.002, 0.45 * Spread);
		Cone({0.700, 1.435, -0.009 + 0.35 * Finger.Z}, 0.0175, Root - V(0.010, 0, 0), 0.0135, 0.020);
		Cone(Root, Finger.Radius * 1.06, Knuckle, Finger.Radius, 0.007);
		Cone(Knuckle, Finger.Radius, Root + V(Finger.Length, -0.012, Spread), Finger.Radius * 0.84, 0.004);
	}
	Cone({0.724, 1.428, 0.020}, 0.0170, {0.762, 1.422, 0.054}, 0.0125, 0.012);
	Cone({0.762, 1.422, 0.054}, 0.0120, {0.796, 1.418, 0.073}, 0.0094, 0.006);

	// A leg. Its mirror image melts into it high up only.
	Group = &AddGroup(true, 0.030, 0.060);
	Cone({0.088, 0.930, 0.000}, 0.086, {0.104, 0.525, 0.010}, 0.050, 0.0);
	Ellipsoid({0.080, 0.926, -0.050}, {0.078, 0.088, 0.066}, 0.04);          // seat
	Ellipsoid({0.108, 0.745, 0.026}, {0.062, 0.165, 0.056}, 0.04);           // thigh, front
	Ellipsoid({0.098, 0.720, -0.026}, {0.056, 0.160, 0.050}, 0.04);          // thigh, back
	Ellipsoid({0.105, 0.512, 0.026}, {0.042, 0.050, 0.034}, 0.03);           // knee
	Cone({0.104, 0.500, 0.006}, 0.047, {0.110, 0.100, -0.020}, 0.031, 0.03); // shin
	Ellipsoid({0.104, 0.375, -0.024}, {0.052, 0.115, 0.048}, 0.03);          // calf

	// The foot, turned out a little, in a soft shoe.
	Group = &AddGroup(true, 0.0, 0.030);
	Cone({0.110, 0.044, -0.050}, 0.040, {0.112, 0.085, -0.018}, 0.036, 0.0);
	Cone({0.111, 0.078, -0.008}, 0.038, {0.123, 0.036, 0.085}, 0.036, 0.03);
	Cone({0.110, 0.030, -0.048}, 0.036, {0.122, 0.026, 0.080}, 0.042, 0.03);
	Cone({0.124, 0.026, 0.085}, 0.045, {0.131, 0.022, 0.138}, 0.038, 0.02, {1, 1.25, 1});

	for (FGroup& Each : Groups)
	{
		for (const FShape& Shape : Each.Shapes)
		{
			Each.BoundCenter += Shape.BoundCenter / static_cast<double>(Each.Shapes.size());
		}
		for (const FShape& Shape : Each.Shapes)
		{
			Each.Slowness = (std::max)(Each.Slowness, Shape.Slowness);
			Each.BoundRadius =
				(std::max)(Each.BoundRadius, (Shape.BoundCenter - Each.BoundCenter).norm() + Shape.BoundRadius);
		}
	}
}

FFieldSample FImplicitBody::SampleShape(const FShape& Shape, const Eigen::Vector3d& Point)
{
	FFieldSample Out;
	if (Shape.bEllipsoid)
	{
		// |P| - 1 in the space where it is a unit sphere, divided by its slope: a distance to first order.
		const Eigen::Vector3d Offset = Point - Shape.A;
		const Eigen::Vector3d Q = Shape.Stretch.cwiseProduct(Offset), QQ = Shape.Stretch.cwiseProduct(Q);
		const Eigen::Vector3d QQQQ = Shape.Stretch.cwiseProduct(Shape.Stretch.cwiseProduct(QQ));
		const double K0 = (std::max)(Q.norm(), 1e-9), K1 = (std::max)(QQ.norm(), 1e-9);
		return {K0 * (K0 - 1.0) / K1, (2.0 - 1.0 / K0) / K1 * QQ - K0 * (K0 - 1.0) / (K1 * K1 * K1) * QQQQ};
	}
	// In the stretched space distances are too long by at most the largest stretch; dividing by it corrects that.
	const double Largest = Shape.Stretch.maxCoeff();
	const Eigen::Vector3d P = Shape.Stretch.cwiseProduct(Point - Shape.A);
	// The exact distance to the hull of two spheres.
	const Eigen::Vector3d Axis = Shape.Stretch.cwiseProduct(Shape.B - Shape.A);
	const double Length2 = Axis.squaredNorm(), Length = std::sqrt(Length2);
	const double Slope = (Shape.RadiusA - Shape.RadiusB) / Length;
	const double Flank = std::sqrt((std::max)(0.0, 1.0 - Slope * Slope));
	const double Along = P.dot(Axis) / Length;
	const Eigen::Vector3d Aside = P - Axis * (Along / Length);
	const double Away = Aside.norm();
	const double Foot = Along - Away * Slope / (Flank > 0.0 ? Flank : 1.0);
	if (Foot <= 0.0)
	{
		const double Distance = P.norm();
		Out = {
			Distance - Shape.RadiusA, Distance > 0.0 ? Eigen::Vector3d(P / Distance) : Eigen::Vector3d(Axis / -Length)};
	}
	else if (Foot >= Length)
	{
		const Eigen::Vector3d Q = P - Axis;
		const double Distance = Q.norm();
		Out = {
			Distance - Shape.RadiusB, Distance > 0.0 ? Eigen::Vector3d(Q / Distance) : Eigen::Vector3d(Axis / Length)};
	}
	else
	{
		Out.Value = Away * Flank + Along * Slope - Shape.RadiusA;
		Out.Gradient = Axis * (Slope / Length);
		if (Away > 0.0)
		{
			Out.Gradient += Aside * (Flank / Away);
		}
	}
	return {Out.Value / Largest, Shape.Stretch.cwiseProduct(Out.Gradient) / Largest};
}

FFieldSample FImplicitBody::SampleGroup(const FGroup& Group, const Eigen::Vector3d& Point)
{
	FFieldSample Sum{1e9, {0.0, 0.0, 0.0}};
	for (const FShape& Shape : Group.Shapes)
	{
		// Shapes beyond the blend width cannot change the minimum.
		const double Nearest = ((Point - Shape.BoundCenter).norm() - Shape.BoundRadius) / Shape.Slowness;
		if (Nearest < Sum.Value + Shape.Blend)
		{
			Sum = ImplicitBodyDetail::SmoothMin(Sum, SampleShape(Shape, Point), Shape.Blend);
		}
	}
	return Sum;
}

FFieldSample FImplicitBody::Sample(const Eigen::Vector3d& Point) const
{
	using namespace ImplicitBodyDetail;
	const Eigen::Vector3d Here(std::abs(Point.x()), Point.y(), Point.z());
	const Eigen::Vector3d There(-Here.x(), Here.y(), Here.z());
	FFieldSample Sum{1e9, {0.0, 0.0, 0.0}};
	for (const FGroup& Group : Groups)
	{
		if (Group.DistanceBound(Here) > Sum.Value + Group.Blend + Group.MirrorBlend)
		{
			continue; // too far to change the minimum
		}
		FFieldSample Part = SampleGroup(Group, Here);
		if (Group.bMirrored && Group.MirrorBlend > 0.0 && Group.DistanceBound(There) < Part.Value + Group.MirrorBlend)
		{
			Part = SmoothMin(Part, Mirrored(SampleGroup(Group, There)), Group.MirrorBlend);
		}
		Sum = SmoothMin(Sum, Part, Group.Blend);
	}
	// The ground: a smooth maximum with the half-space above it.
	const FFieldSample Above = SmoothMin({-Sum.Value, -Sum.Gradient}, {Point.y(), {0.0, 1.0, 0.0}}, 0.012);
	Sum = {-Above.Value, -Above.Gradient};
	return Point.x() < 0.0 ? Mirrored(Sum) : Sum;
}

Eigen::Vector3d FImplicitBody::Project(const Eigen::Vector3d& Point, int Steps) const
{
	Eigen::Vector3d P = Point;
	for (int Step = 0; Step < Steps; ++Step)
	{
		const FFieldSample Here = Sample(P);
		const double Slope2 = Here.Gradient.squaredNorm();
		if (Slope2 < 1e-12)
		{
			break;
		}
		Eigen::Vector3d Move = Here.Gradient * (Here.Value / Slope2);
		const double Length = Move.norm();
		if (Length > 0.02)
		{
			Move *= 0.02 / Length;
		}
		P -= Move;
	}
	return P;
}

double FImplicitBody::EdgeScale(const Eigen::Vector3d& Point)
{
	const double X = std::abs(Point.x());
	const double Hand = SmoothStep(0.64, 0.74, X);
	const double Head = SmoothStep(1.50, 1.62, Point.y()) * (1.0 - SmoothStep(0.10, 0.16, X));
	const double Foot = 1.0 - SmoothStep(0.06, 0.16, Point.y());
	return 1.0 - 0.64 * Hand - 0.45 * Head - 0.30 * Foot;
}

} // namespace Exemplar
