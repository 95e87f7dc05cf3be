// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/Landmarks.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace LandmarksDetail
{

constexpr double FarFromSurface = 0.05; // of the diagonal
constexpr size_t LeastLandmarks = 3;

FError BadLandmark(const std::string& File, const std::string& What)
{
	return {EErrorCode::InvalidArgument, File + ": " + What};
}

/** Whether all places lie on a line, to within a fiftieth of their extent. */
bool AreCollinear(std::span<const FLandmarkPair> Pairs)
{
	Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
	for (const FLandmarkPair& Pair : Pairs)
	{
		Mean += AsVector(Pair.Target) / static_cast<double>(Pairs.size());
	}
	Eigen::Matrix3d Spread = Eigen::Matrix3d::Zero();
	for (const FLandmarkPair& Pair : Pairs)
	{
		const Eigen::Vector3d D = AsVector(Pair.Target) - Mean;
		Spread += D * D.transpose();
	}
	const Eigen::Vector3d Values = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(Spread).eigenvalues();
	return !(Values[1] > 4e-4 * Values[2]);
}

} // namespace LandmarksDetail

TResult<std::vector<FLandmarkPair>> PairLandmarks(
	const FTemplateModel& Model, const FTemplate& Template, const FScan& Source, const FCleanScan& Scan, double Scale)
{
	using namespace LandmarksDetail;
	std::vector<FLandmarkPair> Pairs;
	for (const FScanLandmark& Each : Source.Landmarks)
	{
		const auto Found = std::find_if(Template.Landmarks.begin(), Template.Landmarks.end(),
			[&](const FScanLandmark& Other) { return Other.Name == Each.Name; });
		if (Found == Template.Landmarks.end())
		{
			return BadLandmark(Source.Name,
				"the landmark '" + Each.Name + "' is not on the template " + Template.Name +
					". Give it there, too, or remove it here.");
		}
		const Eigen::Vector3d OnTemplate = AsVector(Found->Position) / Model.Diagonal;
		FLandmarkPair Pair;
		double Nearest = 1e300;
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			const double Square = (AsVector(Model.Positions[Vertex]) - OnTemplate).squaredNorm();
			if (Square < Nearest)
			{
				Nearest = Square;
				Pair.Vertex = static_cast<int32_t>(Vertex);
			}
		}
		if (!(Nearest < FarFromSurface * FarFromSurface))
		{
			return BadLandmark(
				Template.Name, "the landmark '" + Each.Name + "' is not on the template's surface. Pick it again.");
		}
		Pair.Target = ToDouble3(AsVector(Each.Position) * Scale);
		FSurfaceCoordinate Where;
		const bool bFinite = AsVector(Pair.Target).allFinite();
		if (!bFinite || !(Scan.Tree->Find(Pair.Target, Where) < FarFromSurface * FarFromSurface))
		{
			return BadLandmark(Source.Name,
				"the landmark '" + Each.Name +
					"' is not on the scan: more than 5 % of the character's size away. Pick it again, in the scan's "
					"own "
					"coordinates.");
		}
		Pairs.push_back(Pair);
	}
	if (!Pairs.empty() && Pairs.size() < LeastLandmarks)
	{
		return BadLandmark(Source.Name,
			"it has " + std::to_string(Pairs.size()) +
				" landmarks, but three are needed to place a template; six to ten "
				"are good. Give more, or none.");
	}
	if (!Pairs.empty() && AreCollinear(Pairs))
	{
		return BadLandmark(Source.Name,
			"all landmarks are on a line, so that the template could turn about it. Give one away from the line.");
	}
	return Pairs;
}

} // namespace Exemplar
