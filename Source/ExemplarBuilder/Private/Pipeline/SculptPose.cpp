// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/SculptPose.h"

#include "Bake/RotationCenters.h"
#include "Correctives/SkinDeformations.h"
#include "Model/SurfaceTriangles.h"
#include "Posing/CharacterPoser.h"

#include <algorithm>

namespace Exemplar
{

std::vector<FAffine3d> PaletteOfPose(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local)
{
	std::vector<FAffine3d> Matrices;
	for (const FBoneTransform& Joint : Local)
	{
		Matrices.push_back(ToMatrix(Joint));
	}
	std::vector<FAffine3d> Out = ToModel(Skeleton.Parents, Matrices);
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	for (size_t Joint = 0; Joint < Out.size(); ++Joint)
	{
		Out[Joint] = Compose(Out[Joint], Inverse(Rest[Joint]));
	}
	return Out;
}

ESkinOperator OperatorOfParts(const FCharacterParts& Parts)
{
	return Parts.PreferredOperator > 0 ? static_cast<ESkinOperator>(Parts.PreferredOperator - 1)
		: Parts.Skin.bAnimationSpace   ? ESkinOperator::AnimationSpace
									   : ESkinOperator::LinearBlend;
}

TResult<FCorrectiveInput> MakeCorrectiveInput(const FCharacterParts& Parts, ESkinOperator Operator)
{
	FCorrectiveInput Out{Parts.Animation.Skeleton, Parts.Skin, SurfaceTriangles(Parts.Surface), {}, {}, {}};
	if (Operator != ESkinOperator::CenterOfRotation)
	{
		return Out;
	}
	// As Bake finds them, over points instead of corners.
	FMeshLevelData Level;
	for (const FDouble3& P : Parts.Skin.Rest)
	{
		Level.Positions.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	for (const FTriangle& Triangle : Out.Triangles)
	{
		Level.Indices.insert(Level.Indices.end(), Triangle.begin(), Triangle.end());
	}
	Level.Weights.Offsets = Parts.Skin.Weights.Offsets;
	Level.Weights.Bones = Parts.Skin.Weights.Bones;
	Level.Weights.Weights.assign(Parts.Skin.Weights.Weights.begin(), Parts.Skin.Weights.Weights.end());
	if (FStatus Found = FindRotationCenters(Level, {}); !Found)
	{
		return Found.GetError();
	}
	for (const FFloat3& P : Level.RotationCenters)
	{
		Out.RotationCenters.push_back({double{P.X}, double{P.Y}, double{P.Z}});
	}
	return Out;
}

TResult<std::shared_ptr<const IDeformation>> MakePoseDeformation(
	const FCharacterParts& Parts, std::span<const FBoneTransform> Local, std::optional<ESkinOperator> Operator)
{
	const ESkinOperator Chosen = Operator.value_or(OperatorOfParts(Parts));
	const TResult<FCorrectiveInput> Input = MakeCorrectiveInput(Parts, Chosen);
	TResult<FAffineDeformation> Made = Input
		? MakeSkinDeformation(*Input, Parts.Skin, Chosen, PaletteOfPose(Parts.Animation.Skeleton, Local))
		: TResult<FAffineDeformation>(Input.GetError());
	if (!Made)
	{
		return Made.GetError();
	}
	return std::shared_ptr<const IDeformation>(std::make_shared<FAffineDeformation>(std::move(*Made)));
}

FDouble3 FPoseOffsets::AfterOf(size_t Point, std::span<const FAffine3d> Palette) const
{
	FDouble3 Out;
	auto At = std::lower_bound(
		After.begin(), After.end(), Point, [](const FAfter& Entry, size_t Wanted) { return Entry.Point < Wanted; });
	for (; At != After.end() && At->Point == Point; ++At)
	{
		const FDouble3 Turned = TransformVector(Palette[At->Joint], At->Offset);
		Out = {Out.X + Turned.X, Out.Y + Turned.Y, Out.Z + Turned.Z};
	}
	return Out;
}

TResult<FPoseOffsets> OffsetsInPose(
	const FCharacterParts& Parts, const FCorrectives& Correctives, std::span<const FBoneTransform> Local)
{
	FPoseOffsets Out;
	Out.Before.resize(Parts.Skin.PointCount());
	if (Correctives.Model.ShapeCount() == 0 || Correctives.Levels.empty())
	{
		return Out;
	}
	const FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	const TResult<FCharacterPoser> Poser =
		FCharacterPoser::Make(Skeleton.Parents, Skeleton.RestLocal, Correctives.Model);
	if (!Poser)
	{
		return Poser.GetError();
	}
	FCharacterPose Posed;
	Poser->Reset(Posed);
	Posed.Local.assign(Local.begin(), Local.end());
	if (!Poser->Pose(Posed) || Posed.ShapeWeights.size() != Correctives.Model.ShapeCount())
	{
		return FError{EErrorCode::Mismatch, "The correctives cannot be evaluated in this pose. Build them again."};
	}
	Out.Weights = Posed.ShapeWeights;
	const FShapeDeltas& Finest = Correctives.Levels.front();
	for (size_t Shape = 0; Shape < Out.Weights.size(); ++Shape)
	{
		const double Weight = static_cast<double>(Out.Weights[Shape]);
		const bool bBefore = Weight != 0.0 && !Finest.Offsets.empty();
		for (uint32_t At = 0; bBefore && At < Finest.Offsets[Shape + 1] - Finest.Offsets[Shape]; ++At)
		{
			const uint32_t Entry = Finest.Offsets[Shape] + At;
			FDouble3& Point = Out.Before[Finest.Points[Entry]];
			const FDouble3& Delta = Finest.Deltas[Entry];
			Point = {Point.X + Weight * Delta.X, Point.Y + Weight * Delta.Y, Point.Z + Weight * Delta.Z};
		}
		const bool bAfter = Weight != 0.0 && !Finest.AfterOffsets.empty();
		for (uint32_t At = 0; bAfter && At < Finest.AfterOffsets[Shape + 1] - Finest.AfterOffsets[Shape]; ++At)
		{
			const uint32_t Entry = Finest.AfterOffsets[Shape] + At;
			const FDouble3& Delta = Finest.AfterDeltas[Entry];
			Out.After.push_back({Finest.AfterPoints[Entry], Correctives.Model.AfterJoints[Finest.AfterJoints[Entry]],
				{Weight * Delta.X, Weight * Delta.Y, Weight * Delta.Z}});
		}
	}
	std::stable_sort(Out.After.begin(), Out.After.end(),
		[](const FPoseOffsets::FAfter& A, const FPoseOffsets::FAfter& B) { return A.Point < B.Point; });
	return Out;
}

std::vector<bool> FindDrawnPoints(const FCharacterParts& Parts)
{
	std::vector<bool> Out(Parts.Skin.PointCount(), false);
	for (const uint32_t Corner : Parts.Surface.Indices)
	{
		Out[Parts.Surface.PointOfCorner[Corner]] = true;
	}
	return Out;
}

} // namespace Exemplar
