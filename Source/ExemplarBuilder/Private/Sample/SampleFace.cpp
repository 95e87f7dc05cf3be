// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleFace.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace SampleFaceDetail
{

/** The head above the neck's joint, and what its landmarks are relative to. */
constexpr double NeckHeight = 1.575;

/** 1 up to Inner, 0 from Outer on, smooth in between. */
double Falloff(double Distance, double Inner, double Outer)
{
	const double T = std::clamp((Outer - Distance) / (Outer - Inner), 0.0, 1.0);
	return T * T * (3.0 - 2.0 * T);
}

using FVector = Eigen::Vector3d;

struct FHead
{
	FVector Low, High;

	/** A landmark by shares of the box: x from the middle to the left, y from chin to crown, z from back to front. */
	FVector At(double X, double Y, double Z) const
	{
		return {0.5 * (Low.x() + High.x()) + 0.5 * X * (High.x() - Low.x()), Low.y() + Y * (High.y() - Low.y()),
			Low.z() + Z * (High.z() - Low.z())};
	}
	double Size() const { return High.y() - Low.y(); }
};

/** Vertices around a landmark slide together. */
FVector Slide(const FHead& Head, const FVector& P, const FVector& Center, double Radius, const FVector& Way)
{
	const double Share = Head.Size() * Falloff((P - Center).norm() / Head.Size(), 0.3 * Radius, Radius);
	return Way * Share;
}

/** Vertices turn about an axis along x through Center by Angle, as far as Share says. */
FVector Turn(const FVector& P, const FVector& Center, double Angle, double Share)
{
	const double C = std::cos(Angle), S = std::sin(Angle), Y = P.y() - Center.y(), Z = P.z() - Center.z();
	return FVector(0.0, C * Y - S * Z - Y, S * Y + C * Z - Z) * Share;
}

/** How strongly each part acts in an expression. Sides: left, right. */
struct FExpression
{
	const char* Name;
	double Smile[2];
	double Jaw;
	double Lids[2];
	double Brows[2];
	double Pucker;
};

constexpr FExpression Expressions[] = {{"smile", {1, 1}, 0, {0.2, 0.2}, {0, 0}, 0},
	{"jaw", {0, 0}, 1, {0, 0}, {0, 0}, 0}, {"blink", {0, 0}, 0, {1, 1}, {0, 0}, 0},
	{"wink", {0.4, 0}, 0, {1, 0}, {-0.2, 0}, 0}, {"brows", {0, 0}, 0, {-0.2, -0.2}, {1, 1}, 0},
	{"frown", {-0.6, -0.6}, 0, {0.1, 0.1}, {-1, -1}, 0}, {"pucker", {0, 0}, 0, {0, 0}, {0, 0}, 1},
	{"sneer", {1.2, -0.2}, 0.1, {0.3, 0}, {-0.5, 0.4}, 0}, {"surprise", {0, 0}, 0.8, {-0.3, -0.3}, {1, 1}, 0.2}};

FVector Displace(const FHead& Head, const FExpression& E, const FVector& P)
{
	const double Size = Head.Size();
	const bool bFront = P.z() > Head.At(0, 0, 0.5).z();
	FVector Out = FVector::Zero();
	for (int Side = 0; Side < 2; ++Side)
	{
		const double Sign = Side == 0 ? 1.0 : -1.0;
		Out = Out +
			Slide(Head, P, Head.At(0.35 * Sign, 0.28, 0.92), 0.16, FVector(0.05 * Sign, 0.06, -0.03) * E.Smile[Side]);
		Out += Slide(Head, P, Head.At(0.35 * Sign, 0.68, 0.95), 0.14, FVector(0.0, 0.06, 0.0) * E.Brows[Side]);
		// A lid turns about the eye and ends at its lower edge.
		const FVector Eye = Head.At(0.38 * Sign, 0.55, 0.8);
		const double Across = Falloff(std::abs(P.x() - Eye.x()) / Size, 0.06, 0.1);
		const double Above =
			Falloff((P.y() - Eye.y()) / Size, 0.05, 0.09) * Falloff((Eye.y() - P.y()) / Size, 0.0, 0.015);
		Out += Turn(P, Eye, 0.9 * E.Lids[Side], bFront ? Across * Above : 0.0);
	}
	const FVector Mouth = Head.At(0, 0.26, 1.0);
	const FVector ToMouth = FVector(Mouth.x() - P.x(), 0.4 * (Mouth.y() - P.y()), 0.0);
	const double Near = bFront ? Falloff((P - Mouth).norm() / Size, 0.05, 0.2) : 0.0;
	Out += (ToMouth * 0.6 + FVector(0, 0, 0.05 * Size)) * (E.Pucker * Near);
	// The jaw turns about the ears, and ends at the line of the mouth.
	const double Below = Falloff((P.y() - Mouth.y()) / Size, -0.01, 0.01 + (bFront ? 0.0 : 0.2));
	const double Ahead = Falloff((Head.At(0, 0, 0.55).z() - P.z()) / Size, -0.05, 0.15);
	return Out + Turn(P, Head.At(0, 0.4, 0.45), 0.35 * E.Jaw, Below * Ahead);
}

} // namespace SampleFaceDetail

FSourceExamples MakeFaceExamples(const FSampleCharacter& Sample)
{
	using namespace SampleFaceDetail;
	const std::vector<FDouble3>& Positions = Sample.Source.Rest.Positions;
	std::vector<uint32_t> NewOf(Positions.size(), NoIndex);
	FSourceExamples Out;
	Out.Name = "Face";
	for (const FTriangle& Triangle : Sample.Triangles)
	{
		bool bHead = true;
		for (const int32_t Vertex : Triangle)
		{
			bHead = bHead && Positions[static_cast<size_t>(Vertex)].Y > NeckHeight;
		}
		if (!bHead)
		{
			continue;
		}
		for (const int32_t Vertex : Triangle)
		{
			uint32_t& New = NewOf[static_cast<size_t>(Vertex)];
			if (New == NoIndex)
			{
				New = static_cast<uint32_t>(Out.Rest.Positions.size());
				Out.Rest.Positions.push_back(Positions[static_cast<size_t>(Vertex)]);
			}
			Out.Rest.CornerVertices.push_back(New);
		}
		Out.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Out.Rest.CornerVertices.size()));
	}
	const auto Rest = AsMatrix(std::span<const FDouble3>(Out.Rest.Positions));
	const FHead Head{Rest.colwise().minCoeff().transpose(), Rest.colwise().maxCoeff().transpose()};
	for (const FExpression& Expression : Expressions)
	{
		std::vector<FDouble3> Posed = Out.Rest.Positions;
		for (FDouble3& P : Posed)
		{
			AsVector(P) += Displace(Head, Expression, AsVector(P));
		}
		Out.Poses.push_back({Expression.Name, std::move(Posed)});
	}
	return Out;
}

} // namespace Exemplar
