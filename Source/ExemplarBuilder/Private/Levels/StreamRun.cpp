// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/StreamRun.h"

#include "Levels/PoseQuadricSet.h"
#include "Levels/SkinQuadric.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

FStreamRun::FStreamRun(const FSkinnedMesh& Input, const FPoseSamples& InPoses, const FLodStreamOptions& InOptions)
	: Poses(InPoses)
	, Options(InOptions)
	, Mesh(Input.Points.size(), Input.Triangles, Input.Wedges)
	, Points(Input.Points)
	, Embedding(InPoses.Metric, Input.Points)
	, Rows(Input.Points.size() * Embedding.Dimensions())
	, Positions(Input.Points.size() * InPoses.PoseCount)
	, Star(Mesh, Rows, Embedding.Dimensions(), Input.UVs)
	, Remover(InPoses.Metric)
	, Collapses(Input.Points.size())
	, Removals(Input.Points.size())
	, BestCollapse(Input.Points.size())
	, BestRemoval(Input.Points.size())
	, bRemovalRefused(Input.Points.size(), 0)
	, Merged(Input.Points.size(), 1.0)
{
	for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
	{
		SetPoint(static_cast<int32_t>(Vertex), Points[Vertex]);
	}
	if (Options.Placement == ELodPlacement::Optimized)
	{
		const size_t Count = (std::min)(size_t{12}, Poses.PoseCount); // a dozen quadrics are a kilobyte a vertex
		for (size_t Index = 0; Index < Count; ++Index)
		{
			QuadricPoses.push_back(Index * Poses.PoseCount / Count);
		}
		std::vector<Eigen::Vector3d> Chosen;
		Chosen.reserve(Points.size() * Count);
		for (const FAnimationVector& Point : Points)
		{
			for (const size_t Pose : QuadricPoses)
			{
				Chosen.push_back(PosePoint(Point, Poses, Pose));
			}
		}
		MakePoseQuadrics(Mesh, Count, Chosen, EPlaneWeight::RelativeArea, Options.BorderWeight, Quadrics);
		Merged = RelativeAreas(Mesh, Count, Chosen);
	}
}

void FStreamRun::SetPoint(int32_t Vertex, FAnimationVector Point)
{
	const size_t Index = static_cast<size_t>(Vertex);
	Points[Index] = std::move(Point);
	Embedding.Embed(Points[Index], Rows.data() + Index * Embedding.Dimensions());
	for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
	{
		Posed(Vertex, Pose) = PosePoint(Points[Index], Poses, Pose).cast<float>();
	}
}

void FStreamRun::PoseAll(const FAnimationVector& Point, std::vector<Eigen::Vector3f>& Out) const
{
	Out.clear();
	for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
	{
		Out.push_back(PosePoint(Point, Poses, Pose).cast<float>());
	}
}

double FStreamRun::Ranked(double SquaredError, double Saved) const
{
	return Options.Ranking == ELodRanking::Error ? SquaredError : SquaredError / Saved;
}

bool FStreamRun::KeepsTriangles(int32_t Vertex, int32_t Without, std::span<const Eigen::Vector3f> Where) const
{
	for (const int32_t Triangle : Mesh.TrianglesOf(Vertex))
	{
		const FTriangle& T = Mesh.Corners(Triangle);
		if (FindCorner(T, Without) >= 0)
		{
			continue;
		}
		for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
		{
			Eigen::Vector3d Old[3], New[3];
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Old[Corner] = Posed(T[Corner], Pose).cast<double>();
				New[Corner] = T[Corner] == Vertex ? Eigen::Vector3d(Where[Pose].cast<double>()) : Old[Corner];
			}
			if (!KeepsTriangle(Old, New))
			{
				return false;
			}
		}
	}
	return true;
}

bool FStreamRun::IsLegal(int32_t Vertex, const FCandidate& Candidate)
{
	const int32_t Target = Candidate.Target;
	if (!Mesh.CanCollapse(Vertex, Target) || (Candidate.Along != 1.0 && !Mesh.CanPlace(Vertex, Target)))
	{
		return false;
	}
	Placed.clear();
	const float T = static_cast<float>(Candidate.Along);
	for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
	{
		Placed.push_back((1.0f - T) * Posed(Vertex, Pose) + T * Posed(Target, Pose));
	}
	return KeepsTriangles(Vertex, Target, Placed) && (Candidate.Along == 1.0 || KeepsTriangles(Target, Vertex, Placed));
}

FStreamRun::FCandidate FStreamRun::RankHalfEdge(int32_t Vertex, int32_t Target, bool bExact)
{
	const double Cost = bExact ? Star.Measure(Target) : Star.Bound(Target);
	const double Saved = static_cast<double>(Points[static_cast<size_t>(Vertex)].InfluenceCount());
	return {Ranked(Cost * Cost, Saved), Cost, Target, 1.0, bExact, false};
}

/**
 * The best place on the edge, where the quadrics of all poses are parabolas, is what a point of both ends' bones can
 * reach at least; a place of its own in every pose is what it cannot beat. The error is taken between the two.
 */
FStreamRun::FCandidate FStreamRun::RankOptimized(int32_t Vertex, int32_t Target, double Fixed)
{
	const size_t Count = QuadricPoses.size();
	const FPoseQuadric* const A = Quadrics.data() + static_cast<size_t>(Vertex) * Count;
	const FPoseQuadric* const B = Quadrics.data() + static_cast<size_t>(Target) * Count;
	double Square = 0.0, Linear = 0.0, Constant = 0.0, AtTarget = 0.0, Free = 0.0;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		FPoseQuadric Q = A[Index];
		Q += B[Index];
		const Eigen::Vector3d From = Posed(Vertex, QuadricPoses[Index]).cast<double>();
		const Eigen::Vector3d To = Posed(Target, QuadricPoses[Index]).cast<double>();
		const Eigen::Vector3d Edge = To - From;
		const Eigen::Matrix3d M = Q.A();
		const Eigen::Vector3d MEdge = M * Edge;
		Square += Edge.dot(MEdge);
		Linear += MEdge.dot(From) + Q.B().dot(Edge);
		Constant += Q.At(From);
		AtTarget += Q.At(To);
		Free += Q.At(Q.Minimum(0.5 * (From + To)));
	}
	double Along = Fixed, Error = AtTarget;
	const bool bMoved = Fixed < 0.0 && Mesh.CanPlace(Vertex, Target);
	if (bMoved)
	{
		Along = Square > 1e-14 * (Constant + AtTarget) ? std::clamp(-Linear / Square, -0.25, 1.25) : 0.5;
	}
	else if (Fixed < 0.0)
	{
		Along = 1.0;
	}
	if (Along != 1.0)
	{
		Error = std::fmax(0.0, Constant + 2.0 * Along * Linear + Along * Along * Square);
		Error = bMoved ? 0.5 * (Error + Free) : Error;
	}
	Error /= static_cast<double>(Count);
	const double Standing = Merged[static_cast<size_t>(Vertex)] + Merged[static_cast<size_t>(Target)];
	const double Saved = static_cast<double>(Points[static_cast<size_t>(Vertex)].InfluenceCount());
	return {Ranked(Error, Saved), std::sqrt(Error / Standing), Target, Along, false, bMoved};
}

/**
 * Quadrics do not see what slides over the surface from pose to pose, and with it its texture. The metric does: this is
 * the squared distance of both ends of the edge, and of all that they stand for, from the star of the new point.
 */
double FStreamRun::MeasureSliding(int32_t Vertex, int32_t Target, double Along)
{
	const size_t Size = Embedding.Dimensions();
	const auto RowOf = [&](int32_t Of) { return Rows.data() + static_cast<size_t>(Of) * Size; };
	for (std::vector<float>* Row : {&EdgeRow, &PlacedRow, &SideRows[0], &SideRows[1]})
	{
		Row->resize(Size);
	}
	for (size_t K = 0; K < Size; ++K)
	{
		EdgeRow[K] = RowOf(Target)[K] - RowOf(Vertex)[K];
		PlacedRow[K] = RowOf(Vertex)[K] + static_cast<float>(Along) * EdgeRow[K];
	}
	const double Edge = DotRows(EdgeRow.data(), EdgeRow.data(), Size);
	const double FromPlaced[2] = {-Along, 1.0 - Along}; // the ends, in edges
	double Nearest[2] = {Along * Along * Edge, (1.0 - Along) * (1.0 - Along) * Edge};
	for (const int32_t Center : {Vertex, Target})
	{
		for (const int32_t Triangle : Mesh.TrianglesOf(Center))
		{
			const FTriangle& T = Mesh.Corners(Triangle);
			if (FindCorner(T, Center == Vertex ? Target : Vertex) >= 0)
			{
				continue;
			}
			const size_t At = static_cast<size_t>(FindCorner(T, Center));
			for (size_t Side = 0; Side < 2; ++Side)
			{
				const float* const Other = RowOf(T[(At + 1 + Side) % 3]);
				for (size_t K = 0; K < Size; ++K)
				{
					SideRows[Side][K] = Other[K] - PlacedRow[K];
				}
			}
			const float *const U = SideRows[0].data(), *const V = SideRows[1].data();
			const double UU = DotRows(U, U, Size), UV = DotRows(U, V, Size), VV = DotRows(V, V, Size);
			const double EU = DotRows(EdgeRow.data(), U, Size), EV = DotRows(EdgeRow.data(), V, Size);
			for (size_t End = 0; End < 2; ++End)
			{
				const double W = FromPlaced[End];
				Nearest[End] =
					(std::min)(Nearest[End], SquaredDistanceByProducts(UU, UV, VV, W * EU, W * EV, W * W * Edge));
			}
		}
	}
	return Merged[static_cast<size_t>(Vertex)] * (std::max)(0.0, Nearest[0]) +
		Merged[static_cast<size_t>(Target)] * (std::max)(0.0, Nearest[1]);
}

FStreamRun::FCandidate FStreamRun::WithSliding(int32_t Vertex, FCandidate Candidate)
{
	constexpr double Share = 0.03; // more slides less, but from 0.1 on the coarsest levels lose their shape
	const double Standing = Merged[static_cast<size_t>(Vertex)] + Merged[static_cast<size_t>(Candidate.Target)];
	const double Saved = static_cast<double>(Points[static_cast<size_t>(Vertex)].InfluenceCount());
	const double Error =
		Candidate.Cost * Candidate.Cost * Standing + Share * MeasureSliding(Vertex, Candidate.Target, Candidate.Along);
	Candidate.Key = Ranked(Error, Saved);
	Candidate.Cost = std::sqrt(Error / Standing);
	Candidate.bExact = true;
	return Candidate;
}

void FStreamRun::OfferCollapse(int32_t Vertex)
{
	Collapses.Withdraw(Vertex);
	if (!Mesh.IsAlive(Vertex) || Mesh.Kind(Vertex) == EVertexKind::Fixed)
	{
		return;
	}
	const bool bHalfEdge = Options.Placement == ELodPlacement::HalfEdge;
	Mesh.FindNeighbors(Vertex, Neighbors);
	if (bHalfEdge)
	{
		Star.SetCenter(Vertex);
	}
	Candidates.clear();
	bool bRefused = false;
	for (const int32_t Other : Neighbors)
	{
		// Half-edges are measured first and asked for their legality as they come to the front.
		if (!bHalfEdge && !Mesh.CanCollapse(Vertex, Other))
		{
			bRefused = true;
			continue;
		}
		const FCandidate Candidate =
			bHalfEdge ? RankHalfEdge(Vertex, Other, Star.IsBoundExact()) : RankOptimized(Vertex, Other, -1.0);
		if (Candidate.Key < INFINITY)
		{
			Candidates.push_back(Candidate);
		}
		else
		{
			bRefused = true;
		}
	}
	std::sort(Candidates.begin(), Candidates.end());
	for (size_t Index = 0; Index < Candidates.size(); ++Index)
	{
		FCandidate Candidate = Candidates[Index];
		if (!Candidate.bExact)
		{
			// Bounds are cheap; only what comes to the front is measured, and goes back to where it belongs.
			if (bHalfEdge && !Mesh.CanCollapse(Vertex, Candidate.Target))
			{
				bRefused = true;
				continue;
			}
			Candidate = bHalfEdge ? RankHalfEdge(Vertex, Candidate.Target, true) : WithSliding(Vertex, Candidate);
			const auto Rest = Candidates.begin() + static_cast<std::ptrdiff_t>(Index) + 1;
			const auto At = std::lower_bound(Rest, Candidates.end(), Candidate);
			if (At != Rest)
			{
				std::move(Rest, At, Rest - 1);
				*(At - 1) = Candidate;
				--Index;
				continue;
			}
		}
		if (IsLegal(Vertex, Candidate))
		{
			BestCollapse[static_cast<size_t>(Vertex)] = Candidate;
			Collapses.Offer(Vertex, Candidate.Target, Candidate.Key, bRefused);
			return;
		}
		bRefused = true;
		// Where the best place flips a triangle in some pose, the middle and the target stand in for it.
		for (const double Along : {0.5, 1.0})
		{
			if (Candidate.bMoved)
			{
				const FCandidate Other = RankOptimized(Vertex, Candidate.Target, Along);
				Candidates.insert(std::upper_bound(Candidates.begin() + static_cast<std::ptrdiff_t>(Index) + 1,
									  Candidates.end(), Other),
					Other);
			}
		}
	}
}

/** Along the lower convex hull the cheapest first piece may take several influences at once. */
void FStreamRun::OfferRemoval(int32_t Vertex)
{
	Removals.Withdraw(Vertex);
	bRemovalRefused[static_cast<size_t>(Vertex)] = 0;
	const FAnimationVector& Point = Points[static_cast<size_t>(Vertex)];
	const size_t Count = Point.InfluenceCount();
	if (!Options.bRemoveInfluences || !Mesh.IsAlive(Vertex) || Count < 2 || Count > 63)
	{
		return;
	}
	const std::span<const double> Costs = Remover.Costs(Point);
	size_t First = 0;
	for (size_t Slot = 1; Slot < Count; ++Slot)
	{
		First = Costs[Slot] < Costs[First] ? Slot : First;
	}
	FRemovalOffer Best{uint64_t{1} << First, Costs[First]};
	double Slope = Best.Cost * Best.Cost;
	uint64_t Removed = Best.Removed;
	for (size_t Size = 2; Options.Ranking == ELodRanking::ErrorPerInfluence && Size < Count; ++Size)
	{
		FRemovalOffer Next{0, INFINITY};
		for (size_t Slot = 0; Slot < Count; ++Slot)
		{
			if ((Removed >> Slot & 1) == 0)
			{
				const uint64_t Bits = Removed | uint64_t{1} << Slot;
				const double Cost = Remover.Cost(Point, Bits);
				Next = Cost < Next.Cost ? FRemovalOffer{Bits, Cost} : Next;
			}
		}
		Removed = Next.Removed;
		if (Next.Cost * Next.Cost / static_cast<double>(Size) < Slope)
		{
			Slope = Next.Cost * Next.Cost / static_cast<double>(Size);
			Best = Next;
		}
	}
	// Optimized collapses are measured in squared distance summed over the original's vertices, and so is this then.
	const double Standing = Options.Placement == ELodPlacement::Optimized ? Merged[static_cast<size_t>(Vertex)] : 1.0;
	BestRemoval[static_cast<size_t>(Vertex)] = Best;
	Removals.Offer(Vertex, 0, Standing * Slope, false);
}

void FStreamRun::OfferAround(int32_t Vertex)
{
	Mesh.FindNeighbors(Vertex, Ring);
	OfferCollapse(Vertex);
	for (const int32_t Other : Ring)
	{
		if (!Collapses.MarkStale(Other))
		{
			OfferCollapse(Other);
		}
		if (bRemovalRefused[static_cast<size_t>(Other)] != 0)
		{
			OfferRemoval(Other); // what it would have turned over may be gone
		}
	}
}

bool FStreamRun::CommitCollapse(int32_t Vertex, const FCandidate& Candidate, FLodOperation& Operation)
{
	const int32_t Target = Candidate.Target;
	if (!IsLegal(Vertex, Candidate))
	{
		return false;
	}
	if (Options.Placement == ELodPlacement::Optimized)
	{
		const size_t Count = QuadricPoses.size();
		FPoseQuadric* const Kept = Quadrics.data() + static_cast<size_t>(Target) * Count;
		for (size_t Index = 0; Index < Count; ++Index)
		{
			Kept[Index] += Quadrics[static_cast<size_t>(Vertex) * Count + Index];
		}
		if (Candidate.Along != 1.0)
		{
			const FAnimationVector Line = BlendPoints(Points[static_cast<size_t>(Vertex)],
				Points[static_cast<size_t>(Target)], Candidate.Along, Options.MaxInfluences);
			const FAnimationVector Best =
				MinimizeSkinQuadric(Line, std::span<const FPoseQuadric>(Kept, Count), QuadricPoses, Poses);
			for (const FAnimationVector* Point : {&Best, &Line})
			{
				PoseAll(*Point, Placed);
				if (KeepsTriangles(Vertex, Target, Placed) && KeepsTriangles(Target, Vertex, Placed))
				{
					Operation.Point = *Point;
					break;
				}
			}
			if (Operation.Point.Bones.empty() && !IsLegal(Vertex, {0.0, 0.0, Target, 1.0, true, false}))
			{
				for (size_t Index = 0; Index < Count; ++Index)
				{
					Kept[Index] -= Quadrics[static_cast<size_t>(Vertex) * Count + Index];
				}
				return false;
			}
		}
	}
	Mesh.Collapse(Vertex, Target);
	Merged[static_cast<size_t>(Target)] += Merged[static_cast<size_t>(Vertex)];
	Collapses.Withdraw(Vertex);
	Removals.Withdraw(Vertex);
	if (!Operation.Point.Bones.empty())
	{
		SetPoint(Target, Operation.Point);
	}
	if (Options.Placement == ELodPlacement::Optimized)
	{
		OfferRemoval(Target);
	}
	Operation.Kind = ELodOperation::Collapse;
	Operation.Target = static_cast<uint32_t>(Target);
	Operation.Cost = Candidate.Cost;
	OfferAround(Target);
	return true;
}

bool FStreamRun::CommitRemoval(int32_t Vertex, FLodOperation& Operation)
{
	const FRemovalOffer& Offer = BestRemoval[static_cast<size_t>(Vertex)];
	FAnimationVector Point = Remover.Remove(Points[static_cast<size_t>(Vertex)], Offer.Removed);
	PoseAll(Point, Placed);
	if (!KeepsTriangles(Vertex, -2, Placed))
	{
		return false;
	}
	Operation.Kind = ELodOperation::RemoveInfluence;
	Operation.Cost = Offer.Cost;
	Operation.Point = Point;
	SetPoint(Vertex, std::move(Point));
	OfferRemoval(Vertex);
	OfferAround(Vertex);
	return true;
}

bool FStreamRun::Run(FLodStream& Out, const FBuildContext& Context)
{
	for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
	{
		OfferCollapse(static_cast<int32_t>(Vertex));
		OfferRemoval(static_cast<int32_t>(Vertex));
		if (Vertex % 1024 == 0 &&
			!Context.Progress.Report(0.2 * static_cast<double>(Vertex) / static_cast<double>(Points.size())))
		{
			return false;
		}
	}
	const double Start = static_cast<double>(Mesh.TriangleCount());
	double Running = 0.0;
	while (Mesh.TriangleCount() > Options.MinTriangles)
	{
		const FCollapseQueue::FOffer* const Collapse = Collapses.Best();
		const FCollapseQueue::FOffer* const Removal = Removals.Best();
		if (Collapse == nullptr && Removal == nullptr)
		{
			break;
		}
		FLodOperation Operation;
		const bool bCollapse = Removal == nullptr || (Collapse != nullptr && Collapse->Key <= Removal->Key);
		const int32_t Vertex = bCollapse ? Collapse->Owner : Removal->Owner;
		if (bCollapse && Collapses.IsStale(Vertex))
		{
			OfferCollapse(Vertex);
			continue;
		}
		Operation.Vertex = static_cast<uint32_t>(Vertex);
		if (bCollapse)
		{
			const FCandidate Candidate = BestCollapse[static_cast<size_t>(Vertex)];
			if (!CommitCollapse(Vertex, Candidate, Operation))
			{
				const bool bWasLegal = IsLegal(Vertex, Candidate);
				OfferCollapse(Vertex);
				if (bWasLegal)
				{
					Collapses.Withdraw(Vertex); // every place for it flips something: until its neighbors change
				}
				continue;
			}
		}
		else if (!CommitRemoval(Vertex, Operation))
		{
			Removals.Withdraw(Vertex); // until its neighbors change
			bRemovalRefused[static_cast<size_t>(Vertex)] = 1;
			continue;
		}
		Running = (std::max)(Running, Operation.Cost);
		Operation.Running = Running;
		Out.Operations.push_back(std::move(Operation));
		if (Out.Operations.size() % 512 == 0 &&
			!Context.Progress.Report(1.0 - 0.8 * static_cast<double>(Mesh.TriangleCount()) / Start))
		{
			return false;
		}
	}
	return true;
}

} // namespace Exemplar
