// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/FitScore.h"

#include "Geometry/EigenMap.h"

#include <algorithm>
#include <array>

namespace Exemplar
{
namespace SelfIntersectionsDetail
{

using FCorners = std::array<Eigen::Vector3d, 3>;

/** Whether a side of one triangle passes through the other, by signed volumes; contact without depth does not count. */
bool SideCrosses(const Eigen::Vector3d& P, const Eigen::Vector3d& Q, const FCorners& T)
{
	const auto Volume = [](const Eigen::Vector3d& A, const Eigen::Vector3d& B, const Eigen::Vector3d& C,
							const Eigen::Vector3d& D) { return (B - A).cross(C - A).dot(D - A); };
	const double AtP = Volume(T[0], T[1], T[2], P), AtQ = Volume(T[0], T[1], T[2], Q);
	if (!(AtP * AtQ < 0.0))
	{
		return false;
	}
	const double A = Volume(P, Q, T[0], T[1]), B = Volume(P, Q, T[1], T[2]), C = Volume(P, Q, T[2], T[0]);
	return (A > 0.0 && B > 0.0 && C > 0.0) || (A < 0.0 && B < 0.0 && C < 0.0);
}

bool TrianglesCross(const FCorners& A, const FCorners& B)
{
	for (size_t Side = 0; Side < 3; ++Side)
	{
		if (SideCrosses(A[Side], A[(Side + 1) % 3], B) || SideCrosses(B[Side], B[(Side + 1) % 3], A))
		{
			return true;
		}
	}
	return false;
}

} // namespace SelfIntersectionsDetail

std::vector<std::pair<uint32_t, uint32_t>> FindSelfIntersections(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles)
{
	using namespace SelfIntersectionsDetail;
	// Boxes sorted along x: only those that overlap there are compared.
	struct FTriangleBox
	{
		Eigen::Vector3d Low, High;
		uint32_t Triangle;
	};
	std::vector<FTriangleBox> Boxes;
	for (uint32_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		FTriangleBox Box{Eigen::Vector3d::Constant(1e300), Eigen::Vector3d::Constant(-1e300), Triangle};
		for (const int32_t Vertex : Triangles[Triangle])
		{
			Box.Low = Box.Low.cwiseMin(AsVector(Positions[static_cast<size_t>(Vertex)]));
			Box.High = Box.High.cwiseMax(AsVector(Positions[static_cast<size_t>(Vertex)]));
		}
		Boxes.push_back(Box);
	}
	std::sort(Boxes.begin(), Boxes.end(),
		[](const FTriangleBox& A, const FTriangleBox& B)
		{ return A.Low.x() != B.Low.x() ? A.Low.x() < B.Low.x() : A.Triangle < B.Triangle; });
	const auto CornersOf = [&](uint32_t Triangle) -> FCorners
	{
		return {AsVector(Positions[static_cast<size_t>(Triangles[Triangle][0])]),
			AsVector(Positions[static_cast<size_t>(Triangles[Triangle][1])]),
			AsVector(Positions[static_cast<size_t>(Triangles[Triangle][2])])};
	};
	std::vector<std::pair<uint32_t, uint32_t>> Out;
	for (size_t A = 0; A < Boxes.size(); ++A)
	{
		for (size_t B = A + 1; B < Boxes.size() && Boxes[B].Low.x() <= Boxes[A].High.x(); ++B)
		{
			if (Boxes[B].Low.y() > Boxes[A].High.y() || Boxes[A].Low.y() > Boxes[B].High.y() ||
				Boxes[B].Low.z() > Boxes[A].High.z() || Boxes[A].Low.z() > Boxes[B].High.z())
			{
				continue;
			}
			const FTriangle& First = Triangles[Boxes[A].Triangle];
			const FTriangle& Second = Triangles[Boxes[B].Triangle];
			const bool bShared = std::any_of(First.begin(), First.end(),
				[&](int32_t Vertex) { return std::find(Second.begin(), Second.end(), Vertex) != Second.end(); });
			if (!bShared && TrianglesCross(CornersOf(Boxes[A].Triangle), CornersOf(Boxes[B].Triangle)))
			{
				Out.push_back(std::minmax(Boxes[A].Triangle, Boxes[B].Triangle));
			}
		}
	}
	std::sort(Out.begin(), Out.end());
	return Out;
}

} // namespace Exemplar
