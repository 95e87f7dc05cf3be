// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BoneTree.h"

#include "Geometry/Measures.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace Exemplar
{

namespace BoneTreeDetail
{

enum class EKind
{
	Forced,
	Free,
	Forbidden
};

struct FCandidate
{
	EKind Kind;
	double Weight;
	double Distance; // squared, between centroids
	int32_t A, B;

	bool operator<(const FCandidate& Other) const
	{
		if (Kind != Other.Kind)
		{
			return Kind < Other.Kind;
		}
		if (Weight != Other.Weight)
		{
			return Weight > Other.Weight;
		}
		if (Distance != Other.Distance)
		{
			return Distance < Other.Distance;
		}
		return A != Other.A ? A < Other.A : B < Other.B;
	}
};

double SquaredDistance(const FDouble3& A, const FDouble3& B)
{
	const double X = A.X - B.X, Y = A.Y - B.Y, Z = A.Z - B.Z;
	return X * X + Y * Y + Z * Z;
}

FError BadEdge(const char* What, int32_t A, int32_t B, const char* Why)
{
	return FError{EErrorCode::InvalidArgument,
		std::string("The ") + What + " edge " + std::to_string(A) + "-" + std::to_string(B) + " " + Why};
}

/** Evidence and centroids; Total is the centroid of everything. */
void CollectEvidence(const FTriangleMesh& Rest, const FRigWeights& Weights, size_t BoneCount, bool bAreaWeighted,
	FBoneTree& Tree, FDouble3& Total)
{
	std::vector<double> Areas = VertexAreas(Rest.Positions, Rest.Triangles);
	const double Mean =
		std::accumulate(Areas.begin(), Areas.end(), 0.0) / static_cast<double>((std::max)(Areas.size(), size_t{1}));
	Tree.Graph.assign(BoneCount * BoneCount, 0.0);
	Tree.Centroids.assign(BoneCount, {});
	std::vector<double> Masses(BoneCount, 0.0);
	double TotalMass = 0.0;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		const uint32_t Begin = Weights.Offsets[Point], End = Weights.Offsets[Point + 1];
		const FDouble3& P = Rest.Positions[Point];
		const double Area = Mean > 0.0 ? Areas[Point] / Mean : 1.0;
		const double Count = bAreaWeighted ? Area : 1.0;
		uint32_t Strongest = Begin;
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			Strongest = Weights.Weights[Index] > Weights.Weights[Strongest] ? Index : Strongest;
			const double Mass = Area * Weights.Weights[Index];
			FDouble3& C = Tree.Centroids[Weights.Bones[Index]];
			C = {C.X + Mass * P.X, C.Y + Mass * P.Y, C.Z + Mass * P.Z};
			Masses[Weights.Bones[Index]] += Mass;
		}
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			if (Index != Strongest && Weights.Weights[Index] > 0.0)
			{
				const size_t A = Weights.Bones[Index], B = Weights.Bones[Strongest];
				Tree.Graph[A * BoneCount + B] += Count * Weights.Weights[Index];
				Tree.Graph[B * BoneCount + A] += Count * Weights.Weights[Index];
			}
		}
		Total = {Total.X + Area * P.X, Total.Y + Area * P.Y, Total.Z + Area * P.Z};
		TotalMass += Area;
	}
	if (TotalMass > 0.0)
	{
		Total = {Total.X / TotalMass, Total.Y / TotalMass, Total.Z / TotalMass};
	}
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		FDouble3& C = Tree.Centroids[Bone];
		const double Mass = Masses[Bone];
		C = Mass > 0.0 ? FDouble3{C.X / Mass, C.Y / Mass, C.Z / Mass} : Total;
	}
}

/** Both sides' evidence becomes their mean, so that an edge and its mirror image have the same rank. */
void MirrorEvidence(const std::vector<uint16_t>& Images, std::vector<double>& Graph)
{
	const size_t Count = Images.size();
	const std::vector<double> Given = Graph;
	for (size_t A = 0; A < Count; ++A)
	{
		for (size_t B = 0; B < Count; ++B)
		{
			Graph[A * Count + B] = 0.5 * (Given[A * Count + B] + Given[Images[A] * Count + Images[B]]);
		}
	}
}

int32_t FindRoot(std::vector<int32_t>& Sets, int32_t Bone)
{
	while (Sets[static_cast<size_t>(Bone)] != Bone)
	{
		Bone = Sets[static_cast<size_t>(Bone)] = Sets[static_cast<size_t>(Sets[static_cast<size_t>(Bone)])];
	}
	return Bone;
}

/** The edges so far (Kruskal): which bones are connected, and by which edges. */
struct FForest
{
	std::vector<int32_t> Sets;
	std::vector<std::vector<int32_t>> Joined;
	size_t EdgeCount = 0;
	size_t UnprovenEdges = 0;

	explicit FForest(size_t BoneCount)
		: Sets(BoneCount)
		, Joined(BoneCount)
	{
		std::iota(Sets.begin(), Sets.end(), 0);
	}

	/** False if the edge would close a loop. */
	bool Join(const FCandidate& Edge)
	{
		const int32_t Ra = FindRoot(Sets, Edge.A), Rb = FindRoot(Sets, Edge.B);
		if (Ra == Rb)
		{
			return false;
		}
		Sets[static_cast<size_t>(Ra)] = Rb;
		Joined[static_cast<size_t>(Edge.A)].push_back(Edge.B);
		Joined[static_cast<size_t>(Edge.B)].push_back(Edge.A);
		UnprovenEdges += Edge.Kind == EKind::Free && Edge.Weight == 0.0;
		++EdgeCount;
		return true;
	}
};

/**
 * Joins edges together with their mirror images, those with evidence first, except edges between a bone and its own
 * image, which would make one of the two the parent of the other. With a bone on the plane and nothing forced or
 * forbidden this always ends in one tree: parts that are their own image meet in bones on the plane, others in pairs.
 */
void JoinSymmetrically(const std::vector<uint16_t>& Images, const std::vector<FCandidate>& Candidates,
	const std::vector<EKind>& Kinds, FForest& Forest)
{
	for (const FCandidate& Edge : Candidates)
	{
		FCandidate Mirrored = Edge;
		Mirrored.A = Images[static_cast<size_t>(Edge.A)];
		Mirrored.B = Images[static_cast<size_t>(Edge.B)];
		const EKind Kind = Kinds[static_cast<size_t>(Mirrored.A) * Images.size() + static_cast<size_t>(Mirrored.B)];
		if (Edge.Kind != EKind::Free || Kind == EKind::Forbidden || Mirrored.A == Edge.B ||
			FindRoot(Forest.Sets, Edge.A) == FindRoot(Forest.Sets, Edge.B))
		{
			continue;
		}
		FForest Trial = Forest;
		Trial.Join(Edge);
		if ((Mirrored.A == Edge.A && Mirrored.B == Edge.B) || Trial.Join(Mirrored))
		{
			Forest = std::move(Trial);
		}
	}
}

/** What the options require of each pair of bones, at [a * bones + b]. */
TResult<std::vector<EKind>> ReadKinds(const FBoneTreeOptions& Options, size_t BoneCount)
{
	const auto IsBone = [&](int32_t Bone) { return Bone >= 0 && static_cast<size_t>(Bone) < BoneCount; };
	std::vector<EKind> Kinds(BoneCount * BoneCount, EKind::Free);
	for (const bool bForced : {true, false})
	{
		for (const auto& [A, B] : bForced ? Options.ForcedEdges : Options.ForbiddenEdges)
		{
			if (!IsBone(A) || !IsBone(B) || A == B)
			{
				return BadEdge(bForced ? "forced" : "forbidden", A, B,
					"does not name two different bones. Use the numbers in the figures of the rig, which start at 0.");
			}
			const size_t Ab = static_cast<size_t>(A) * BoneCount + static_cast<size_t>(B);
			const size_t Ba = static_cast<size_t>(B) * BoneCount + static_cast<size_t>(A);
			if (!bForced && Kinds[Ab] == EKind::Forced)
			{
				return BadEdge("forbidden", A, B, "is forced as well. Remove one of the two.");
			}
			Kinds[Ab] = Kinds[Ba] = bForced ? EKind::Forced : EKind::Forbidden;
		}
	}
	return Kinds;
}

/** All pairs of bones, the best edges first. */
std::vector<FCandidate> SortCandidates(const FBoneTree& Tree, const std::vector<EKind>& Kinds)
{
	const int32_t Count = static_cast<int32_t>(Tree.Centroids.size());
	std::vector<FCandidate> Candidates;
	for (int32_t A = 0; A < Count; ++A)
	{
		for (int32_t B = A + 1; B < Count; ++B)
		{
			const size_t At = static_cast<size_t>(A) * Tree.Centroids.size() + static_cast<size_t>(B);
			Candidates.push_back({Kinds[At], Tree.Graph[At],
				SquaredDistance(Tree.Centroids[static_cast<size_t>(A)], Tree.Centroids[static_cast<size_t>(B)]), A, B});
		}
	}
	std::sort(Candidates.begin(), Candidates.end());
	return Candidates;
}

/** The maximum spanning tree (Kruskal): forced edges, then symmetric pairs of edges, then the rest. */
TResult<FForest> JoinBones(const std::vector<uint16_t>& Images, const std::vector<FCandidate>& Candidates,
	const std::vector<EKind>& Kinds, size_t BoneCount)
{
	FForest Forest(BoneCount);
	for (const FCandidate& Candidate : Candidates)
	{
		if (Candidate.Kind == EKind::Forced && !Forest.Join(Candidate))
		{
			return BadEdge("forced", Candidate.A, Candidate.B, "closes a loop. A skeleton is a tree; remove an edge.");
		}
	}
	if (!Images.empty())
	{
		JoinSymmetrically(Images, Candidates, Kinds, Forest);
	}
	for (const FCandidate& Candidate : Candidates)
	{
		if (Candidate.Kind == EKind::Free)
		{
			Forest.Join(Candidate);
		}
	}
	if (Forest.EdgeCount + 1 != BoneCount)
	{
		return FError{EErrorCode::InvalidArgument, "The forbidden edges cut the skeleton in two. Allow one of them."};
	}
	return Forest;
}

/** The bone nearest to Center; bones on the mirror plane first. */
int32_t ChooseRoot(const std::vector<FDouble3>& Centroids, const std::vector<uint16_t>& Images, const FDouble3& Center)
{
	int32_t Root = NoParent;
	double Best = std::numeric_limits<double>::infinity();
	bool bBestOnPlane = false;
	for (size_t Bone = 0; Bone < Centroids.size(); ++Bone)
	{
		const double Distance = SquaredDistance(Centroids[Bone], Center);
		const bool bOnPlane = !Images.empty() && Images[Bone] == Bone;
		if (bOnPlane != bBestOnPlane ? bOnPlane : Distance < Best)
		{
			Best = Distance;
			bBestOnPlane = bOnPlane;
			Root = static_cast<int32_t>(Bone);
		}
	}
	return Root;
}

/** Orients the edges from the root outward. */
std::vector<int32_t> OrientEdges(const FForest& Forest, int32_t Root)
{
	std::vector<int32_t> Parents(Forest.Joined.size(), NoParent);
	std::vector<int32_t> Front{Root};
	for (size_t At = 0; At < Front.size(); ++At)
	{
		const int32_t Bone = Front[At];
		for (const int32_t Other : Forest.Joined[static_cast<size_t>(Bone)])
		{
			if (Other != Parents[static_cast<size_t>(Bone)])
			{
				Parents[static_cast<size_t>(Other)] = Bone;
				Front.push_back(Other);
			}
		}
	}
	return Parents;
}

} // namespace BoneTreeDetail

TResult<FBoneTree> BuildBoneTree(
	const FTriangleMesh& Rest, const FRigWeights& Weights, size_t BoneCount, const FBoneTreeOptions& Options)
{
	using namespace BoneTreeDetail;
	if (BoneCount == 0 || Weights.PointCount() != Rest.Positions.size())
	{
		return FError{EErrorCode::Mismatch, "A bone tree needs bones, and weights for every point of the rest mesh."};
	}
	FBoneTree Tree;
	FDouble3 Center;
	CollectEvidence(Rest, Weights, BoneCount, Options.bAreaWeighted, Tree, Center);
	const std::vector<uint16_t>& Images = Options.MirrorImages;
	if (!Images.empty())
	{
		if (Images.size() != BoneCount || *std::max_element(Images.begin(), Images.end()) >= BoneCount)
		{
			return FError{EErrorCode::Mismatch, "A symmetric tree needs the mirror image of every bone."};
		}
		MirrorEvidence(Images, Tree.Graph);
	}
	const TResult<std::vector<EKind>> Kinds = ReadKinds(Options, BoneCount);
	if (!Kinds)
	{
		return Kinds.GetError();
	}
	const TResult<FForest> Forest = JoinBones(Images, SortCandidates(Tree, *Kinds), *Kinds, BoneCount);
	if (!Forest)
	{
		return Forest.GetError();
	}
	Tree.UnprovenEdges = Forest->UnprovenEdges;
	Tree.Root = Options.Root == NoParent ? ChooseRoot(Tree.Centroids, Images, Center) : Options.Root;
	if (Tree.Root < 0 || static_cast<size_t>(Tree.Root) >= BoneCount)
	{
		return FError{EErrorCode::InvalidArgument,
			"The root " + std::to_string(Tree.Root) + " is not a bone. Bones are numbered from 0 to " +
				std::to_string(BoneCount - 1) + "."};
	}
	Tree.Parents = OrientEdges(*Forest, Tree.Root);
	return Tree;
}

} // namespace Exemplar
