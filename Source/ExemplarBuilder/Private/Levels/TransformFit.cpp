// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/TransformFit.h"

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <string>

namespace Exemplar
{
namespace TransformFitDetail
{

/** B^T B and its factors, shared by all poses of a rest mesh; vertices are centered for its condition. */
class FTransformSolver
{
public:
	FTransformSolver(std::span<const FDouble3> InRest, const FRigWeights& InWeights, size_t BoneCount,
		std::span<const double> InVertexWeights, double Hold)
		: Rest(InRest)
		, Weights(InWeights)
		, VertexWeights(InVertexWeights)
		, Size(4 * static_cast<Eigen::Index>(BoneCount))
	{
		for (const FDouble3& P : Rest)
		{
			Center += AsVector(P) / static_cast<double>(Rest.size());
		}
		Eigen::MatrixXd Normal = Eigen::MatrixXd::Zero(Size, Size);
		for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
		{
			const Eigen::Vector4d V = Homogeneous(Vertex);
			const Eigen::Matrix4d Square = V * V.transpose();
			for (uint32_t I = Weights.Offsets[Vertex]; I < Weights.Offsets[Vertex + 1]; ++I)
			{
				for (uint32_t J = Weights.Offsets[Vertex]; J < Weights.Offsets[Vertex + 1]; ++J)
				{
					Normal.block<4, 4>(4 * Weights.Bones[I], 4 * Weights.Bones[J]) +=
						Share(Vertex) * Weights.Weights[I] * Weights.Weights[J] * Square;
				}
			}
		}
		Spring = Hold * (Normal.trace() / static_cast<double>((std::max)(Size, Eigen::Index{1}))) + 1e-300;
		Normal.diagonal().array() += Spring;
		Factors.compute(Normal);
	}

	std::vector<FAffine3d> Solve(std::span<const FDouble3> Pose) const
	{
		Eigen::Vector3d PoseCenter(0.0, 0.0, 0.0);
		for (const FDouble3& P : Pose)
		{
			PoseCenter += AsVector(P) / static_cast<double>(Pose.size());
		}
		// The spring pulls every bone to the identity about the two centers.
		Eigen::MatrixXd Right = Eigen::MatrixXd::Zero(Size, 3);
		for (Eigen::Index Bone = 0; Bone < Size / 4; ++Bone)
		{
			Right.block<3, 3>(4 * Bone, 0) = Spring * Eigen::Matrix3d::Identity();
		}
		for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
		{
			const Eigen::RowVector3d Target = (AsVector(Pose[Vertex]) - PoseCenter).transpose();
			for (uint32_t I = Weights.Offsets[Vertex]; I < Weights.Offsets[Vertex + 1]; ++I)
			{
				Right.block<4, 3>(4 * Weights.Bones[I], 0) +=
					Share(Vertex) * Weights.Weights[I] * Homogeneous(Vertex) * Target;
			}
		}
		const Eigen::MatrixXd Solved = Factors.solve(Right);
		std::vector<FAffine3d> Out;
		for (Eigen::Index Bone = 0; Bone < Size / 4; ++Bone)
		{
			const Eigen::Matrix3d Linear = Solved.block<3, 3>(4 * Bone, 0).transpose();
			const Eigen::Vector3d Shift = Solved.row(4 * Bone + 3).transpose();
			Out.push_back(ToAffine3d(Linear, Shift + PoseCenter - Linear * Center));
		}
		return Out;
	}

private:
	Eigen::Vector4d Homogeneous(size_t Vertex) const
	{
		Eigen::Vector4d Out;
		Out << AsVector(Rest[Vertex]) - Center, 1.0;
		return Out;
	}
	double Share(size_t Vertex) const { return VertexWeights.empty() ? 1.0 : VertexWeights[Vertex]; }

	std::span<const FDouble3> Rest;
	const FRigWeights& Weights;
	std::span<const double> VertexWeights;
	Eigen::Index Size;
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	double Spring = 0.0;
	Eigen::LDLT<Eigen::MatrixXd> Factors;
};

static FStatus CheckWeights(size_t VertexCount, const FRigWeights& Weights, size_t BoneCount)
{
	if (Weights.PointCount() != VertexCount || VertexCount == 0)
	{
		return FError{EErrorCode::Mismatch,
			"There are weights for " + std::to_string(Weights.PointCount()) + " vertices of " +
				std::to_string(VertexCount) + ". Give every vertex a row."};
	}
	for (const uint16_t Bone : Weights.Bones)
	{
		if (Bone >= BoneCount)
		{
			return FError{EErrorCode::InvalidArgument,
				"The weights name bone " + std::to_string(Bone) + " of " + std::to_string(BoneCount) + "."};
		}
	}
	return FOk{};
}

} // namespace TransformFitDetail

TResult<std::vector<FAffine3d>> FitTransforms(std::span<const FDouble3> Rest, std::span<const FDouble3> Pose,
	const FRigWeights& Weights, size_t BoneCount, std::span<const double> VertexWeights,
	const FTransformFitOptions& Options)
{
	if (FStatus Sound = TransformFitDetail::CheckWeights(Rest.size(), Weights, BoneCount); !Sound)
	{
		return Sound.GetError();
	}
	if (Pose.size() != Rest.size() || !(VertexWeights.empty() || VertexWeights.size() == Rest.size()))
	{
		return FError{EErrorCode::Mismatch,
			"The pose has " + std::to_string(Pose.size()) + " vertices, the rest " + std::to_string(Rest.size()) +
				". Correspond them first, and weigh all vertices or none."};
	}
	return TransformFitDetail::FTransformSolver(Rest, Weights, BoneCount, VertexWeights, Options.Hold).Solve(Pose);
}

TResult<std::vector<FAffine3d>> FitLevelTransforms(const FDecimatedLevel& Level, const FDecimatedLevel& Original,
	const FRigWeights& Weights, size_t BoneCount, const FTransformFitOptions& Options)
{
	if (FStatus Sound = TransformFitDetail::CheckWeights(Level.VertexOfOriginal.size(), Weights, BoneCount); !Sound)
	{
		return Sound.GetError();
	}
	FRigWeights Copied;
	for (const uint32_t Vertex : MapLevelVertices(Original, Level))
	{
		const uint32_t Row = Original.Vertices[Vertex];
		for (uint32_t Index = Weights.Offsets[Row]; Index < Weights.Offsets[Row + 1]; ++Index)
		{
			Copied.Bones.push_back(Weights.Bones[Index]);
			Copied.Weights.push_back(Weights.Weights[Index]);
		}
		Copied.Offsets.push_back(static_cast<uint32_t>(Copied.Bones.size()));
	}
	const std::vector<double> Areas = VertexAreas(Level.Positions[0], Level.Triangles);
	const TransformFitDetail::FTransformSolver Solver(Level.Positions[0], Copied, BoneCount, Areas, Options.Hold);
	const size_t PoseCount = Level.Positions.size() - 1;
	std::vector<FAffine3d> Out(BoneCount * PoseCount);
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		const std::vector<FAffine3d> Solved = Solver.Solve(Level.Positions[Pose + 1]);
		for (size_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			Out[Bone * PoseCount + Pose] = Solved[Bone];
		}
	}
	return Out;
}

} // namespace Exemplar
