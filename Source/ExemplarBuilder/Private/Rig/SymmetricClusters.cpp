// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/EigenMap.h"
#include "Geometry/FaceGraph.h"
#include "Geometry/Measures.h"
#include "Rig/Symmetry.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

namespace SymmetricClustersDetail
{

/** A cluster with a smaller share of its area than this on its other side belongs to one side. */
constexpr double CrossingShare = 0.1;

/** How many merges are tried beyond the requested count. */
constexpr size_t MoreMerges = 24;

constexpr uint16_t NoLabel = 0xffff;

/** Data that all cuts share. */
struct FSides
{
	const FMirror& Mirror;
	std::vector<uint8_t> IsFront; // of faces: the side that the plane's normal points to
	std::vector<double> Areas;    // of faces
	std::vector<std::vector<uint32_t>> Neighbors;
};

FSides MakeSides(const FTriangleMesh& Rest, const FMirror& Mirror)
{
	FSides Sides{Mirror, {}, TriangleAreas(Rest.Positions, Rest.Triangles), {}};
	const Eigen::Vector3d Normal = AsVector(Mirror.Normal);
	for (const FTriangle& Triangle : Rest.Triangles)
	{
		double Side = -Mirror.Offset;
		for (const int32_t Point : Triangle)
		{
			Side += Normal.dot(AsVector(Rest.Positions[static_cast<size_t>(Point)])) / 3.0;
		}
		Sides.IsFront.push_back(Side >= 0.0 ? 1 : 0);
	}
	Sides.Neighbors.resize(Rest.Triangles.size());
	FFacePairs Graph = BuildFaceGraph(Rest);
	const FFacePairs Bridges = BuildComponentBridges(Rest, Graph);
	Graph.insert(Graph.end(), Bridges.begin(), Bridges.end());
	for (const auto& [A, B] : Graph)
	{
		Sides.Neighbors[A].push_back(B);
		Sides.Neighbors[B].push_back(A);
	}
	return Sides;
}

/** Faces without a label take a neighbor's, from outside in; false if some have no labeled neighbor. */
bool FillGaps(const FSides& Sides, std::vector<uint16_t>& Labels)
{
	std::vector<uint32_t> Front;
	for (uint32_t Face = 0; Face < Labels.size(); ++Face)
	{
		if (Labels[Face] != NoLabel)
		{
			Front.push_back(Face);
		}
	}
	for (size_t Next = 0; Next < Front.size(); ++Next)
	{
		for (const uint32_t Other : Sides.Neighbors[Front[Next]])
		{
			if (Labels[Other] == NoLabel)
			{
				Labels[Other] = Labels[Front[Next]];
				Front.push_back(Other);
			}
		}
	}
	return Front.size() == Labels.size();
}

/** One side of a cut and its mirror image; Labels is empty if that loses a cluster. */
FSymmetricClusters MirrorSide(const FSides& Sides, const std::vector<uint16_t>& Cut, size_t CutCount, bool bFront)
{
	std::vector<double> Own(CutCount, 0.0), Other(CutCount, 0.0);
	for (size_t Face = 0; Face < Cut.size(); ++Face)
	{
		((Sides.IsFront[Face] != 0) == bFront ? Own : Other)[Cut[Face]] += Sides.Areas[Face];
	}
	FSymmetricClusters Out;
	std::vector<uint16_t> Number(CutCount, NoLabel);
	for (size_t Cluster = 0; Cluster < CutCount; ++Cluster)
	{
		const double Share = Own[Cluster] / (std::max)(Own[Cluster] + Other[Cluster], 1e-300);
		if (Share < CrossingShare)
		{
			continue; // of the other side
		}
		Number[Cluster] = static_cast<uint16_t>(Out.Pairs.size());
		const bool bCrossing = Share <= 1.0 - CrossingShare;
		Out.Pairs.push_back(static_cast<uint16_t>(Out.Pairs.size() + (bCrossing ? 0 : 1)));
		if (!bCrossing)
		{
			Out.Pairs.push_back(Number[Cluster]);
		}
	}
	Out.Labels.assign(Cut.size(), NoLabel);
	for (size_t Face = 0; Face < Cut.size(); ++Face)
	{
		const bool bOwn = (Sides.IsFront[Face] != 0) == bFront;
		const uint32_t Source = bOwn ? static_cast<uint32_t>(Face) : Sides.Mirror.Faces[Face];
		const uint16_t Label = (Sides.IsFront[Source] != 0) == bFront ? Number[Cut[Source]] : NoLabel;
		Out.Labels[Face] = bOwn || Label == NoLabel ? Label : Out.Pairs[Label];
	}
	std::vector<uint8_t> Used(Out.Pairs.size(), 0);
	if (FillGaps(Sides, Out.Labels))
	{
		for (const uint16_t Label : Out.Labels)
		{
			Used[Label] = 1;
		}
	}
	if (std::find(Used.begin(), Used.end(), 0) != Used.end())
	{
		Out.Labels.clear();
	}
	return Out;
}

/** Labels once all merges but the undone ones are made. */
std::vector<uint16_t> LabelsWithout(
	const std::vector<FClusterMerge>& Merges, const std::vector<uint8_t>& Undone, size_t FaceCount)
{
	std::vector<uint32_t> Owner(FaceCount);
	std::iota(Owner.begin(), Owner.end(), uint32_t{0});
	const auto Find = [&](uint32_t Face)
	{
		while (Owner[Face] != Face)
		{
			Face = Owner[Face] = Owner[Owner[Face]];
		}
		return Face;
	};
	for (size_t Index = 0; Index < Merges.size(); ++Index)
	{
		if (!Undone[Index])
		{
			Owner[Find(Merges[Index].Absorbed)] = Find(Merges[Index].Kept);
		}
	}
	std::vector<uint16_t> Labels(FaceCount), Numbers(FaceCount, NoLabel);
	uint16_t Next = 0;
	for (uint32_t Face = 0; Face < FaceCount; ++Face)
	{
		uint16_t& Number = Numbers[Find(Face)];
		Number = Number == NoLabel ? Next++ : Number;
		Labels[Face] = Number;
	}
	return Labels;
}

/**
 * Undoes merges, the last first, as far as the clusters of one side and their images stay within Count: a split of a
 * limb counts twice, one across the plane once, and one on the other side not at all.
 */
FSymmetricClusters SplitSide(
	const FSides& Sides, const std::vector<FClusterMerge>& Merges, size_t Count, bool bFront, size_t& Looked)
{
	const size_t FaceCount = Sides.Areas.size();
	std::vector<uint8_t> Undone(Merges.size(), 0);
	std::vector<size_t> Above(FaceCount, Merges.size()); // of cluster names: the merge that took them in
	FSymmetricClusters Best = MirrorSide(Sides, std::vector<uint16_t>(FaceCount, 0), 1, bFront);
	size_t CutCount = 1;
	const size_t Most = (std::min)(Merges.size(), 2 * Count + MoreMerges);
	for (Looked = 0; Looked < Most && Best.Pairs.size() < Count; ++Looked)
	{
		const size_t Merge = Merges.size() - 1 - Looked;
		size_t& Taken = Above[Merges[Merge].Kept];
		const bool bWhole = Taken == Merges.size() || Undone[Taken];
		Taken = Above[Merges[Merge].Absorbed] = Merge;
		if (!bWhole)
		{
			continue; // part of a cluster that stays
		}
		Undone[Merge] = 1;
		FSymmetricClusters Found = MirrorSide(Sides, LabelsWithout(Merges, Undone, FaceCount), CutCount + 1, bFront);
		const bool bFits = !Found.Labels.empty() && Found.Pairs.size() <= Count;
		Undone[Merge] = bFits ? 1 : 0;
		if (bFits)
		{
			++CutCount;
			Best = std::move(Found);
		}
	}
	return Best;
}

/** Splits the largest of the clusters that cross the plane along it; false if none crosses. */
bool SplitAlongPlane(const FSides& Sides, FSymmetricClusters& Clusters)
{
	std::vector<double> Front(Clusters.Pairs.size(), 0.0), Back = Front;
	for (size_t Face = 0; Face < Clusters.Labels.size(); ++Face)
	{
		(Sides.IsFront[Face] ? Front : Back)[Clusters.Labels[Face]] += Sides.Areas[Face];
	}
	size_t Largest = NoLabel;
	for (size_t Cluster = 0; Cluster < Clusters.Pairs.size(); ++Cluster)
	{
		const bool bCandidate = Clusters.Pairs[Cluster] == Cluster && Front[Cluster] > 0.0 && Back[Cluster] > 0.0;
		if (bCandidate && (Largest == NoLabel || Front[Cluster] > Front[Largest]))
		{
			Largest = Cluster;
		}
	}
	if (Largest == NoLabel)
	{
		return false;
	}
	const uint16_t Half = static_cast<uint16_t>(Clusters.Pairs.size());
	Clusters.Pairs[Largest] = Half;
	Clusters.Pairs.push_back(static_cast<uint16_t>(Largest));
	for (size_t Face = 0; Face < Clusters.Labels.size(); ++Face)
	{
		if (Clusters.Labels[Face] == Largest && !Sides.IsFront[Face])
		{
			Clusters.Labels[Face] = Half;
		}
	}
	return true;
}

} // namespace SymmetricClustersDetail

TResult<FSymmetricClusters> SymmetrizeClusters(
	const FTriangleMesh& Rest, const FMirror& Mirror, const FFaceClusters& Clusters)
{
	using namespace SymmetricClustersDetail;
	const FSides Sides = MakeSides(Rest, Mirror);
	size_t FrontLooked = 0, BackLooked = 0;
	FSymmetricClusters Best = SplitSide(Sides, Clusters.Merges, Clusters.Count, true, FrontLooked);
	FSymmetricClusters Back = SplitSide(Sides, Clusters.Merges, Clusters.Count, false, BackLooked);
	if (Back.Pairs.size() > Best.Pairs.size() || (Back.Pairs.size() == Best.Pairs.size() && BackLooked < FrontLooked))
	{
		Best = std::move(Back);
	}
	while (!Best.Labels.empty() && Best.Pairs.size() < Clusters.Count && SplitAlongPlane(Sides, Best))
	{
	}
	if (Best.Labels.empty() || Best.Pairs.size() != Clusters.Count)
	{
		return FError{EErrorCode::Degenerate,
			"This mesh has no symmetric rig with " + std::to_string(Clusters.Count) +
				" bones. Request one bone more or less, or turn symmetry off."};
	}
	return Best;
}

} // namespace Exemplar
