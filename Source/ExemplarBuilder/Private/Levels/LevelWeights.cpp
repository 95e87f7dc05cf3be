// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/LevelWeights.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Fit/SimplexFit.h"
#include "Geometry/EigenMap.h"
#include "Levels/SkinQuadric.h"
#include "Model/WeightRows.h"

#include <algorithm>
#include <limits>

namespace Exemplar
{
namespace LevelWeightsDetail
{

/** Products of what bones miss the target by, over all poses: what TSimplexFit minimizes. */
class FMissGram
{
public:
	FMissGram(std::span<const uint16_t> Bones, const FDouble3& Rest, const FAnimationVector& Target,
		const FPoseSamples& Poses)
		: Size(static_cast<int>(Bones.size()))
	{
		Eigen::MatrixXd Misses(3 * static_cast<Eigen::Index>(Poses.PoseCount), Size);
		const Eigen::Vector4d At(Rest.X, Rest.Y, Rest.Z, 1.0);
		for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
		{
			const Eigen::Vector3d Goal = PosePoint(Target, Poses, Pose);
			for (int Bone = 0; Bone < Size; ++Bone)
			{
				Misses.block<3, 1>(3 * static_cast<Eigen::Index>(Pose), Bone) =
					AsRows(Poses.Palettes[Bones[static_cast<size_t>(Bone)] * Poses.PoseCount + Pose]) * At - Goal;
			}
		}
		Products = Misses.transpose() * Misses;
		Added = Products.diagonal().mean() + (std::numeric_limits<double>::min)();
		Products.array() += Added;
	}

	int Count() const { return Size; }
	const double* Row(int Index) const { return Products.col(Index).data(); } // symmetric
	double Diagonal(int Index) const { return Products(Index, Index); }
	double Shift() const { return Added; }

private:
	int Size;
	Eigen::MatrixXd Products;
	double Added = 0.0;
};

/** The bones of a point and of a row of weights, ascending. */
static std::vector<uint16_t> FindBones(const FAnimationVector& Point, const FRigWeights& Weights, size_t Row)
{
	std::vector<uint16_t> Out = Point.Bones;
	Out.insert(
		Out.end(), Weights.Bones.begin() + Weights.Offsets[Row], Weights.Bones.begin() + Weights.Offsets[Row + 1]);
	std::sort(Out.begin(), Out.end());
	Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
	Out.resize((std::min)(Out.size(), static_cast<size_t>(MaxInfluences)));
	return Out;
}

} // namespace LevelWeightsDetail

FStatus FitLevelWeights(const FWedgeMesh& Source, const FLodState& State, const FPoseSamples& Poses, FLevel& Level,
	const FBuildContext& Context)
{
	using namespace LevelWeightsDetail;
	const FRigWeights& Nearest = Level.Skin.Weights;
	if (Nearest.PointCount() == 0)
	{
		return FOk{};
	}
	std::vector<std::vector<std::pair<uint16_t, double>>> Rows(Nearest.PointCount());
	ParallelFor(*Context.Executor, Rows.size(), 64,
		[&](size_t Begin, size_t End)
		{
			for (size_t Vertex = Begin; Vertex < End; ++Vertex)
			{
				const uint32_t First = Nearest.Offsets[Vertex], Last = Nearest.Offsets[Vertex + 1];
				for (uint32_t Index = First; Index < Last; ++Index)
				{
					Rows[Vertex].emplace_back(Nearest.Bones[Index], Nearest.Weights[Index]);
				}
				const FAnimationVector& Was = Source.Mesh.Points[State.Vertices[Vertex]];
				if (State.Points[Vertex] == Was)
				{
					continue;
				}
				const std::vector<uint16_t> Bones = FindBones(State.Points[Vertex], Nearest, Vertex);
				FMissGram Gram(Bones, Level.Skin.Rest[Vertex], State.Points[Vertex], Poses);
				const int Cap = static_cast<int>((std::max)(size_t{4}, static_cast<size_t>(Last - First)));
				FSupport Support;
				TSimplexFit<FMissGram>(Gram, Cap).Solve(Support, ESubsetSearch::Thorough);
				Rows[Vertex].clear();
				for (size_t Index = 0; Index < static_cast<size_t>(Support.Size); ++Index)
				{
					Rows[Vertex].emplace_back(Bones[static_cast<size_t>(Support.Bones[Index])], Support.Weights[Index]);
				}
				std::sort(Rows[Vertex].begin(), Rows[Vertex].end());
			}
		});
	FRigWeights Fitted;
	for (const std::vector<std::pair<uint16_t, double>>& Row : Rows)
	{
		for (const auto& [Bone, Weight] : Row)
		{
			Fitted.Bones.push_back(Bone);
			Fitted.Weights.push_back(Weight);
		}
		Fitted.Offsets.push_back(static_cast<uint32_t>(Fitted.Bones.size()));
	}
	Level.Skin = MakeSkin(Level.Skin.Rest, Fitted, State.Points);
	return FOk{};
}

} // namespace Exemplar
