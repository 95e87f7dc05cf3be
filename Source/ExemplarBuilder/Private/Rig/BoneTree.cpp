// Copyright (c) 2026 Exemplar contributors. MIT licence.

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

int32_t FindRoot(std::vector<int32_t>& Sets, int32_t Bone)
{
	while (Sets[static_cast<size_t>(Bone)] != Bone)
	{
		Bone = Sets[static_cast<size_t>(Bone)] = Sets[static_cast<size_t>(Sets[static_cast<size_t>(Bone)])];
	}
	return Bone;
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
	const int32_t Count = static_cast<int32_t>(BoneCount);
	const auto IsBone = [&](int32_t Bone) { return Bone >= 0 && Bone < Count; };
	FBoneTree Tree;
	FDouble3 Total;
	CollectEvidence(Rest, Weights, BoneCount, Options.bAreaWeighted, Tree, Total);

	std::vector<EKind> Kinds(BoneCount * BoneCount, EKind::Free);
	for (const bool bForced : {true, false})
	{
		for (const auto& [A, B] : bForced ? Options.ForcedEdges : Options.ForbiddenEdges)
		{
			if (!IsBone(A) || !IsBone(B) || A == B)
			{
				return BadEdge(bForced ? "forced" : "forbidden", A, B, "does not name two different bones.");
			}
			const size_t Ab = static_cast<size_t>(A) * BoneCount + static_cast<size_t>(B);
			const size_t Ba = static_cast<size_t>(B) * BoneCount + static_cast<size_t>(A);
			if (!bForced && Kinds[Ab] == EKind::Forced)
			{
				return BadEdge("forbidden", A, B, "is forced as well; give up one of the two.");
			}
			Kinds[Ab] = Kinds[Ba] = bForced ? EKind::Forced : EKind::Forbidden;
		}
	}
	std::vector<FCandidate> Candidates;
	for (int32_t A = 0; A < Count; ++A)
	{
		for (int32_t B = A + 1; B < Count; ++B)
		{
			const size_t At = static_cast<size_t>(A) * BoneCount + static_cast<size_t>(B);
			Candidates.push_back({Kinds[At], Tree.Graph[At],
				SquaredDistance(Tree.Centroids[static_cast<size_t>(A)], Tree.Centroids[static_cast<size_t>(B)]), A, B});
		}
	}
	std::sort(Candidates.begin(), Candidates.end());

	// Kruskal, then orientation from the root outwards.
	std::vector<int32_t> Sets(BoneCount);
	std::iota(Sets.begin(), Sets.end(), 0);
	std::vector<std::vector<int32_t>> Joined(BoneCount);
	size_t EdgeCount = 0;
	for (const FCandidate& Candidate : Candidates)
	{
		if (Candidate.Kind == EKind::Forbidden)
		{
			break;
		}
		const int32_t Ra = FindRoot(Sets, Candidate.A), Rb = FindRoot(Sets, Candidate.B);
		if (Ra == Rb)
		{
			if (Candidate.Kind == EKind::Forced)
			{
				return BadEdge("forced", Candidate.A, Candidate.B, "closes a loop; a skeleton is a tree.");
			}
			continue;
		}
		Sets[static_cast<size_t>(Ra)] = Rb;
		Joined[static_cast<size_t>(Candidate.A)].push_back(Candidate.B);
		Joined[static_cast<size_t>(Candidate.B)].push_back(Candidate.A);
		Tree.UnprovenEdges += Candidate.Kind == EKind::Free && Candidate.Weight == 0.0;
		++EdgeCount;
	}
	if (EdgeCount + 1 != BoneCount)
	{
		return FError{EErrorCode::InvalidArgument, "The forbidden edges cut the skeleton in two; allow one of them."};
	}
	Tree.Root = Options.Root;
	if (Options.Root == NoParent)
	{
		double Best = std::numeric_limits<double>::infinity();
		for (int32_t Bone = 0; Bone < Count; ++Bone)
		{
			const double Distance = SquaredDistance(Tree.Centroids[static_cast<size_t>(Bone)], Total);
			if (Distance < Best)
			{
				Best = Distance;
				Tree.Root = Bone;
			}
		}
	}
	if (!IsBone(Tree.Root))
	{
		return FError{EErrorCode::InvalidArgument, "The root " + std::to_string(Tree.Root) + " is not a bone."};
	}
	Tree.Parents.assign(BoneCount, NoParent);
	std::vector<int32_t> Front{Tree.Root};
	for (size_t At = 0; At < Front.size(); ++At)
	{
		const int32_t Bone = Front[At];
		for (const int32_t Other : Joined[static_cast<size_t>(Bone)])
		{
			if (Other != Tree.Parents[static_cast<size_t>(Bone)])
			{
				Tree.Parents[static_cast<size_t>(Other)] = Bone;
				Front.push_back(Other);
			}
		}
	}
	return Tree;
}

std::vector<int32_t> SortParentsFirst(const std::vector<int32_t>& Parents)
{
	std::vector<size_t> Depths(Parents.size(), 0);
	for (size_t Bone = 0; Bone < Parents.size(); ++Bone)
	{
		for (int32_t Up = Parents[Bone]; Up != NoParent && Depths[Bone] <= Parents.size();
			 Up = Parents[static_cast<size_t>(Up)])
		{
			++Depths[Bone];
		}
	}
	std::vector<int32_t> Order(Parents.size());
	std::iota(Order.begin(), Order.end(), 0);
	std::stable_sort(Order.begin(), Order.end(),
		[&](int32_t A, int32_t B) { return Depths[static_cast<size_t>(A)] < Depths[static_cast<size_t>(B)]; });
	return Order;
}

} // namespace Exemplar
