// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/CharacterMeasures.h"

#include "Bake/Bake.h"
#include "Clips/MotionClip.h"
#include "Geometry/Measures.h"
#include "Pose/ClipSampling.h"
#include "Preview/PosedLevel.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace Measuring
{

std::vector<std::vector<FBoneTransform>> PosesOfExamples(const FCharacterView& Character, size_t Count)
{
	std::vector<uint32_t> FrameCounts;
	for (const FClipView& Clip : Character.Clips)
	{
		FrameCounts.push_back(Clip.FrameCount);
	}
	std::vector<std::vector<FBoneTransform>> Out;
	for (const size_t Index : FindExampleClips(FrameCounts, Count))
	{
		const FClipView& Clip = Character.Clips[Index];
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			Out.push_back(SampleFrame(Character.Skeleton, Clip, static_cast<float>(Frame)));
		}
	}
	return Out;
}

/** Every example as the character reproduces it, on the examples' points. */
TResult<std::vector<std::vector<FDouble3>>> Reproduce(const FCharacter& Character, ESkinOperator Operator,
	const std::vector<std::vector<FBoneTransform>>& Poses, const std::vector<uint32_t>& PointOfVertex,
	const FExampleSet& Examples, const FBuildContext& Context, bool bCorrectives = true)
{
	FPoseOptions Options;
	Options.bCorrectives = bCorrectives;
	TResult<FPosedLevel> Level = FPosedLevel::Make(Character, Operator);
	if (!Level)
	{
		return Level.GetError();
	}
	// A point that no triangle uses is not in the character and keeps the example's position.
	std::vector<std::vector<FDouble3>> Out = Examples.Poses;
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		const std::span<const FFloat3> Positions = Level->Pose(Poses[Pose], *Context.Executor, Options);
		if (Positions.size() != PointOfVertex.size())
		{
			return FError{
				EErrorCode::Mismatch, "frame " + std::to_string(Pose) + " cannot be posed. Build the character again."};
		}
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			const FFloat3& P = Positions[Vertex];
			Out[Pose][PointOfVertex[Vertex]] = {double{P.X}, double{P.Y}, double{P.Z}};
		}
		if (!Context.Progress.Report(static_cast<double>(Pose + 1) / static_cast<double>(Poses.size())))
		{
			return Context.Progress.CanceledError();
		}
	}
	return Out;
}

/** The error of the drawn skin where it is bound. */
TResult<FErrorMeasures> MeasureRest(const FCharacter& Character, ESkinOperator Operator,
	const std::vector<uint32_t>& PointOfVertex, const FExampleSet& Examples, const FBuildContext& Context)
{
	FExampleSet AtRest;
	AtRest.Rest = Examples.Rest;
	AtRest.Poses = {Examples.Rest.Positions};
	const std::span<const FBoneTransform> Local = Character->Skeleton.RestLocal;
	const TResult<std::vector<std::vector<FDouble3>>> Drawn =
		Reproduce(Character, Operator, {{Local.begin(), Local.end()}}, PointOfVertex, AtRest, Context);
	return Drawn ? MeasureError(AtRest.Rest, AtRest.Poses, *Drawn) : TResult<FErrorMeasures>(Drawn.GetError());
}

double DistanceOf(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

/** Quantiles of all distances. */
void RankDistances(
	const FExampleSet& Examples, const std::vector<std::vector<FDouble3>>& Reproduced, FCharacterMeasures& Out)
{
	std::vector<float> Distances;
	for (size_t Pose = 0; Pose < Reproduced.size(); ++Pose)
	{
		for (size_t Point = 0; Point < Reproduced[Pose].size(); ++Point)
		{
			Distances.push_back(static_cast<float>(DistanceOf(Examples.Poses[Pose][Point], Reproduced[Pose][Point])));
		}
	}
	std::sort(Distances.begin(), Distances.end());
	if (Distances.empty())
	{
		return;
	}
	const size_t Last = Distances.size() - 1;
	Out.TypicalLargest = static_cast<double>(Distances[Last - Distances.size() / 200]);
	for (size_t Percent = 0; Percent <= 100; ++Percent)
	{
		Out.Quantiles.push_back(static_cast<double>(Distances[Last * Percent / 100]));
	}
}

/** The error by dominant joint, which shows where bones or influences are missing. */
void MeasureJoints(const FExampleSet& Examples, const std::vector<std::vector<FDouble3>>& Reproduced,
	const std::vector<uint32_t>& PointOfVertex, FCharacterMeasures& Out)
{
	Out.HeldRms.assign(Out.HeldVertices.size(), 0.0);
	for (size_t Pose = 0; Pose < Reproduced.size(); ++Pose)
	{
		for (size_t Vertex = 0; Vertex < Out.Holders.size(); ++Vertex)
		{
			const uint32_t Point = PointOfVertex[Vertex];
			const double Distance = DistanceOf(Examples.Poses[Pose][Point], Reproduced[Pose][Point]);
			Out.HeldRms[Out.Holders[Vertex]] += Distance * Distance;
		}
	}
	for (size_t Joint = 0; Joint < Out.HeldRms.size(); ++Joint)
	{
		const double Count = static_cast<double>((std::max)(Out.HeldVertices[Joint], size_t{1}) * Reproduced.size());
		Out.HeldRms[Joint] = 100.0 / Out.Diagonal * std::sqrt(Out.HeldRms[Joint] / Count);
	}
}

double DiagonalOf(const std::vector<FDouble3>& Points)
{
	FDouble3 Min = Points.front(), Max = Points.front();
	for (const FDouble3& P : Points)
	{
		Min = {(std::min)(Min.X, P.X), (std::min)(Min.Y, P.Y), (std::min)(Min.Z, P.Z)};
		Max = {(std::max)(Max.X, P.X), (std::max)(Max.Y, P.Y), (std::max)(Max.Z, P.Z)};
	}
	return std::hypot(Max.X - Min.X, Max.Y - Min.Y, Max.Z - Min.Z);
}

void CountInfluences(const FCharacterView& Character, FCharacterMeasures& Out)
{
	const FMeshLevelView& Level = Character.Levels[0];
	const bool bPoints = !Level.Skin.Offsets.empty();
	const std::span<const uint32_t> Offsets = bPoints ? Level.Skin.Offsets : Level.Weights.Offsets;
	Out.HeldVertices.assign(Character.Skeleton.JointCount(), 0);
	if (Offsets.size() < 2)
	{
		return;
	}
	for (size_t Vertex = 0; Vertex + 1 < Offsets.size(); ++Vertex)
	{
		const size_t Count = Offsets[Vertex + 1] - Offsets[Vertex];
		Out.InfluenceCounts.resize((std::max)(Out.InfluenceCounts.size(), Count + 1));
		++Out.InfluenceCounts[Count];
		float LargestWeight = -INFINITY;
		size_t Holder = 0;
		for (uint32_t At = Offsets[Vertex]; At < Offsets[Vertex + 1]; ++At)
		{
			const float Weight = bPoints ? Level.Skin.Points[At].W : Level.Weights.Weights[At];
			if (Weight > LargestWeight)
			{
				LargestWeight = Weight;
				Holder = bPoints ? Level.Skin.Bones[At] : Level.Weights.Bones[At];
			}
		}
		Out.Holders.push_back(static_cast<uint32_t>(Holder));
		++Out.HeldVertices[Holder];
	}
	Out.MeanInfluences =
		static_cast<double>(Offsets.back() - Offsets.front()) / static_cast<double>(Offsets.size() - 1);
}

} // namespace Measuring

const char* DescribeOperator(ESkinOperator Operator)
{
	static constexpr const char* Words[] = {"linear blending", "animation space", "dual quaternion skinning",
		"spherical blend skinning", "skinning by twisting segments", "skinning with optimized centers of rotation",
		"linear and dual quaternion blending"};
	static_assert(std::size(Words) == SkinOperatorCount);
	return Words[static_cast<size_t>(Operator)];
}

FJson DescribeMeasures(const FCharacterMeasures& Measures)
{
	const auto Describe = [](const FErrorMeasures& Error)
	{
		FJson Out;
		Out["vertexRmsPercent"] = Error.VertexRms;
		Out["vertexMaxPercent"] = Error.VertexMax;
		Out["normalRms"] = Error.NormalRms;
		Out["poses"] = FJson::array();
		for (const FPoseError& Pose : Error.Poses)
		{
			Out["poses"].push_back(Pose.VertexRms);
		}
		return Out;
	};
	FJson Out;
	Out["frames"] = Measures.Poses.size();
	if (Measures.Error)
	{
		Out["drawn"] = Describe(*Measures.Error);
	}
	if (Measures.PlainError)
	{
		Out["withoutCorrectives"] = Describe(*Measures.PlainError);
	}
	if (Measures.BlendError)
	{
		Out["linearBlend"] = Describe(*Measures.BlendError);
	}
	if (Measures.RestError)
	{
		Out["rest"]["vertexRmsPercent"] = Measures.RestError->VertexRms;
		Out["rest"]["vertexMaxPercent"] = Measures.RestError->VertexMax;
	}
	return Out;
}

TResult<FCharacterMeasures> MeasureCharacter(
	const FCharacter& Character, const FExampleSet& Examples, const FBuildContext& Context)
{
	using namespace Measuring;
	if (Character->Levels.empty())
	{
		return FError{EErrorCode::Degenerate, "the character has no mesh to report on."};
	}
	const TResult<std::vector<uint32_t>> PointOfVertex = MatchVertices(Character.View(), Examples);
	if (!PointOfVertex)
	{
		return PointOfVertex.GetError();
	}
	FCharacterMeasures Out;
	Out.Diagonal = DiagonalOf(Examples.Rest.Positions);
	Out.Height = static_cast<double>(Character->RestBox.Max.Y - Character->RestBox.Min.Y);
	Out.Operator = FindPreferredOperator(Character.View());
	CountInfluences(Character.View(), Out);
	Out.Poses = PosesOfExamples(Character.View(), Examples.PoseCount());
	if (!Out.HasPoses())
	{
		return Out;
	}
	const FMeshLevelView& Level = Character->Levels[0];
	const bool bPoints = !Level.Skin.Offsets.empty(), bWeights = !Level.Weights.Offsets.empty();
	if (!bPoints && !bWeights)
	{
		Out.Poses.clear();
		return Out;
	}
	TResult<FErrorMeasures> Rest =
		MeasureRest(Character, Out.Operator, *PointOfVertex, Examples, Context.Part(0.0, 0.0));
	if (!Rest)
	{
		return Rest.GetError();
	}
	Out.RestError = std::move(*Rest);
	const TResult<std::vector<std::vector<FDouble3>>> Drawn =
		Reproduce(Character, Out.Operator, Out.Poses, *PointOfVertex, Examples, Context.Part(0.0, 0.5));
	if (!Drawn)
	{
		return Drawn.GetError();
	}
	TResult<FErrorMeasures> Error = MeasureError(Examples.Rest, Examples.Poses, *Drawn);
	if (!Error)
	{
		return Error.GetError();
	}
	Out.Error = std::move(*Error);
	RankDistances(Examples, *Drawn, Out);
	MeasureJoints(Examples, *Drawn, *PointOfVertex, Out);
	const std::vector<FTriangle>& Triangles = Examples.Rest.Triangles;
	if (DescribeTopology(Examples.PointCount(), Triangles).IsClosed())
	{
		for (size_t Pose = 0; Pose < Drawn->size(); ++Pose)
		{
			const double True = SignedVolume(Examples.Poses[Pose], Triangles);
			const double Made = SignedVolume((*Drawn)[Pose], Triangles);
			Out.VolumePercents.push_back(True != 0.0 ? 100.0 * Made / True : 0.0);
		}
	}
	if (Character->Correctives.ShapeCount() > 0)
	{
		const TResult<std::vector<std::vector<FDouble3>>> Plain =
			Reproduce(Character, Out.Operator, Out.Poses, *PointOfVertex, Examples, Context.Part(0.5, 0.5), false);
		TResult<FErrorMeasures> PlainError =
			Plain ? MeasureError(Examples.Rest, Examples.Poses, *Plain) : TResult<FErrorMeasures>(Plain.GetError());
		if (!PlainError)
		{
			return PlainError.GetError();
		}
		Out.PlainError = std::move(*PlainError);
	}
	if (Out.Operator != ESkinOperator::LinearBlend && bWeights)
	{
		const TResult<std::vector<std::vector<FDouble3>>> Blended = Reproduce(
			Character, ESkinOperator::LinearBlend, Out.Poses, *PointOfVertex, Examples, Context.Part(0.5, 1.0));
		if (!Blended)
		{
			return Blended.GetError();
		}
		TResult<FErrorMeasures> Blend = MeasureError(Examples.Rest, Examples.Poses, *Blended);
		if (!Blend)
		{
			return Blend.GetError();
		}
		Out.BlendError = std::move(*Blend);
	}
	return Out;
}

} // namespace Exemplar
