// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanColors.h"

#include "Geometry/Topology.h"

#include <algorithm>

namespace Exemplar
{
namespace ScanColorsDetail
{

using FColorSum = std::array<double, 5>; // r, g, b, a, weight

/** Spreads colors over vertices that have none, ring by ring. */
void SpreadColors(const FTemplateModel& Model, std::vector<FColorSum>& Sums)
{
	for (bool bChanged = true; bChanged;)
	{
		bChanged = false;
		std::vector<FColorSum> Next = Sums;
		for (size_t Vertex = 0; Vertex < Sums.size(); ++Vertex)
		{
			if (Sums[Vertex][4] > 0.0)
			{
				continue;
			}
			FColorSum Mean{};
			for (const FGraphStep& Step : Model.StepsOf(Vertex))
			{
				const FColorSum& Other = Sums[static_cast<size_t>(Step.Vertex)];
				for (size_t Channel = 0; Channel < 4 && Other[4] > 0.0; ++Channel)
				{
					Mean[Channel] += Other[Channel] / Other[4];
				}
				Mean[4] += Other[4] > 0.0;
			}
			if (Mean[4] > 0.0)
			{
				Next[Vertex] = Mean;
				bChanged = true;
			}
		}
		Sums = std::move(Next);
	}
}

} // namespace ScanColorsDetail

void CarryColors(const FTemplateModel& Model, std::span<const FScanWork> Works, std::span<const FRegisteredPose> Poses,
	FSourceMesh& Template)
{
	using namespace ScanColorsDetail;
	if (!Template.Colors.empty())
	{
		return; // an artist's colors are kept
	}
	std::vector<FColorSum> Sums(Model.Count());
	bool bAny = false;
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		const FCleanScan& Scan = Works[Pose].Scan;
		if (Scan.Colors.empty() || Poses[Pose].Positions.empty() || Poses[Pose].Verdict == EVerdict::Failed)
		{
			continue;
		}
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			if (Poses[Pose].States[Vertex] != EPointState::Observed)
			{
				continue;
			}
			const FDouble3& P = Poses[Pose].Positions[Vertex];
			FSurfaceCoordinate Where;
			Scan.Tree->Find({P.X / Model.Diagonal, P.Y / Model.Diagonal, P.Z / Model.Diagonal}, Where);
			const double Weight = Poses[Pose].Confidence[Vertex];
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const FFloat4& Color =
					Scan.Colors[static_cast<size_t>(Scan.Triangles[static_cast<size_t>(Where.Triangle)][Corner])];
				const double Share = Weight * Where.Weights[Corner];
				Sums[Vertex][0] += Share * static_cast<double>(Color.X);
				Sums[Vertex][1] += Share * static_cast<double>(Color.Y);
				Sums[Vertex][2] += Share * static_cast<double>(Color.Z);
				Sums[Vertex][3] += Share * static_cast<double>(Color.W);
			}
			Sums[Vertex][4] += Weight;
			bAny = true;
		}
	}
	if (!bAny)
	{
		return;
	}
	SpreadColors(Model, Sums);
	TCornerSet<FFloat4>& Set = Template.Colors.emplace_back();
	for (const FColorSum& Sum : Sums)
	{
		const double Share = Sum[4] > 0.0 ? 1.0 / Sum[4] : 0.0;
		Set.Values.push_back(Share > 0.0
				? FFloat4{static_cast<float>(Share * Sum[0]), static_cast<float>(Share * Sum[1]),
					  static_cast<float>(Share * Sum[2]), static_cast<float>(Share * Sum[3])}
				: FFloat4{1.0f, 1.0f, 1.0f, 1.0f});
	}
	Set.Corners = Template.CornerVertices;
}

std::vector<std::string> DescribeUnseen(const FTemplateModel& Model, std::span<const FRegisteredPose> Poses)
{
	const FMeshComponents Components = FindComponents(BuildAdjacency(Model.Count(), Model.Triangles), Model.Triangles);
	std::vector<size_t> Counts(Components.Count, 0);
	std::vector<uint8_t> bSeen(Components.Count, 0);
	bool bAny = false;
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		if (Components.OfVertex[Vertex] >= 0)
		{
			++Counts[static_cast<size_t>(Components.OfVertex[Vertex])];
		}
	}
	for (const FRegisteredPose& Pose : Poses)
	{
		for (size_t Vertex = 0; Vertex < Pose.States.size(); ++Vertex)
		{
			if (Pose.States[Vertex] != EPointState::Invented && Components.OfVertex[Vertex] >= 0)
			{
				bSeen[static_cast<size_t>(Components.OfVertex[Vertex])] = 1;
				bAny = true;
			}
		}
	}
	size_t Pieces = 0, Vertices = 0;
	for (size_t Piece = 0; Piece < Components.Count; ++Piece)
	{
		Pieces += !bSeen[Piece];
		Vertices += bSeen[Piece] ? 0 : Counts[Piece];
	}
	if (Pieces == 0 || !bAny)
	{
		return {};
	}
	return {std::to_string(Pieces) + (Pieces == 1 ? " piece" : " pieces") + " of the template (" +
		std::to_string(Vertices) +
		" vertices) are in no scan, such as eyes or teeth: they follow what surrounds them."};
}

} // namespace Exemplar
