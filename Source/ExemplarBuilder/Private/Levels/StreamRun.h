// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/InfluenceRemoval.h"
#include "Levels/CollapseMesh.h"
#include "Levels/CollapseQueue.h"
#include "Levels/LodStream.h"
#include "Levels/PoseEmbedding.h"
#include "Levels/PoseQuadric.h"
#include "Levels/StarDeviation.h"

namespace Exemplar
{

/** The state of a stream in the making: collapses and removals, two queues, the cheaper head goes first. */
class FStreamRun
{
public:
	FStreamRun(const FSkinnedMesh& Input, const FPoseSamples& InPoses, const FLodStreamOptions& InOptions);

	/** False where it was canceled. */
	bool Run(FLodStream& Out, const FBuildContext& Context);

private:
	struct FCandidate
	{
		double Key = 0.0;
		double Cost = 0.0;
		int32_t Target = -1;
		double Along = 1.0;  // where on the edge the vertex goes: 0 the vertex, 1 the target
		bool bExact = true;  // else Cost is a bound from below
		bool bMoved = false; // the best place on the edge: others may stand in for it
		bool operator<(const FCandidate& O) const
		{
			return Key != O.Key ? Key < O.Key : (Target != O.Target ? Target < O.Target : Along < O.Along);
		}
	};
	struct FRemovalOffer
	{
		uint64_t Removed = 0;
		double Cost = 0.0;
	};

	void OfferCollapse(int32_t Vertex);
	void OfferRemoval(int32_t Vertex);
	FCandidate RankHalfEdge(int32_t Vertex, int32_t Target, bool bExact);
	FCandidate RankOptimized(int32_t Vertex, int32_t Target, double Fixed);
	FCandidate WithSliding(int32_t Vertex, FCandidate Candidate);
	double MeasureSliding(int32_t Vertex, int32_t Target, double Along);
	double Ranked(double SquaredError, double Saved) const;
	bool KeepsTriangles(int32_t Vertex, int32_t Without, std::span<const Eigen::Vector3f> Placed) const;
	bool IsLegal(int32_t Vertex, const FCandidate& Candidate);
	bool CommitCollapse(int32_t Vertex, const FCandidate& Candidate, FLodOperation& Operation);
	bool CommitRemoval(int32_t Vertex, FLodOperation& Operation);
	void SetPoint(int32_t Vertex, FAnimationVector Point);
	void PoseAll(const FAnimationVector& Point, std::vector<Eigen::Vector3f>& Out) const;
	void OfferAround(int32_t Vertex);

	Eigen::Vector3f& Posed(int32_t Vertex, size_t Pose)
	{
		return Positions[static_cast<size_t>(Vertex) * Poses.PoseCount + Pose];
	}
	const Eigen::Vector3f& Posed(int32_t Vertex, size_t Pose) const
	{
		return Positions[static_cast<size_t>(Vertex) * Poses.PoseCount + Pose];
	}

	const FPoseSamples& Poses;
	const FLodStreamOptions& Options;
	FCollapseMesh Mesh;
	std::vector<FAnimationVector> Points;
	FPoseEmbedding Embedding;
	std::vector<float> Rows;
	std::vector<Eigen::Vector3f> Positions; // of every vertex in every pose
	FStarDeviation Star;
	FInfluenceRemover Remover;
	FCollapseQueue Collapses;
	FCollapseQueue Removals;
	std::vector<FCandidate> BestCollapse; // of each vertex, as it is offered
	std::vector<FRemovalOffer> BestRemoval;
	std::vector<uint8_t> bRemovalRefused;
	std::vector<double> Merged; // how many vertices of the original each one stands for, by area with placement

	std::vector<size_t> QuadricPoses; // optimized placement only
	std::vector<FPoseQuadric> Quadrics;

	std::vector<int32_t> Neighbors, Ring;
	std::vector<FCandidate> Candidates;
	std::vector<Eigen::Vector3f> Placed;
	std::vector<float> EdgeRow, PlacedRow, SideRows[2];
};

} // namespace Exemplar
