// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarConversions.h"

#include "Character/CharacterViews.h"

namespace Exemplar
{
namespace
{

template <typename T>
std::vector<T> CopyOfSpan(std::span<const T> Items)
{
	return std::vector<T>(Items.begin(), Items.end());
}
template <typename T, typename ConvertType>
std::vector<T> ConvertSpan(std::span<const T> Items, ConvertType Convert)
{
	std::vector<T> Out;
	Out.reserve(Items.size());
	for (const T& Item : Items)
	{
		Out.push_back(Convert(Item));
	}
	return Out;
}

/** Whole numbers along the axes, which stay whole. */
template <typename CodeType>
CodeType ConvertCode(const CodeType& Code, const FBasis& Basis)
{
	using FNumber = decltype(CodeType::X);
	const FFloat3 V =
		Basis.Direction({static_cast<float>(Code.X), static_cast<float>(Code.Y), static_cast<float>(Code.Z)});
	return {static_cast<FNumber>(V.X), static_cast<FNumber>(V.Y), static_cast<FNumber>(V.Z)};
}

} // namespace

FMeshLevelData ToUnrealAxes(const FMeshLevelView& Level, const FBasis& Basis)
{
	const auto Position = [&](const FFloat3& V) { return Basis.Position(V); };
	const auto Direction = [&](const FFloat3& V) { return Basis.Direction(V); };
	const auto Point = [&](const FFloat4& V) { return Basis.Point(V); };
	const float Sign = Basis.Determinant();
	FMeshLevelData Out;
	Out.Sections = CopyOfSpan(Level.Sections);
	Out.Indices = CopyOfSpan(Level.Indices);
	Out.Positions = ConvertSpan(Level.Positions, Position);
	Out.Normals = ConvertSpan(Level.Normals, Direction);
	Out.Tangents = ConvertSpan(Level.Tangents,
		[&](const FFloat4& T)
		{
			const FFloat3 V = Basis.Direction({T.X, T.Y, T.Z});
			return FFloat4{V.X, V.Y, V.Z, Sign * T.W};
		});
	Out.UVs = CopyOfSpan(Level.UVs);
	Out.MoreUVs = CopyOfSpan(Level.MoreUVs);
	Out.Colors = CopyOfSpan(Level.Colors);

	Out.RotationCenters = ConvertSpan(Level.RotationCenters, Position);
	Out.Weights.Offsets = CopyOfSpan(Level.Weights.Offsets);
	Out.Weights.Bones = CopyOfSpan(Level.Weights.Bones);
	Out.Weights.Weights = CopyOfSpan(Level.Weights.Weights);
	Out.Skin.Offsets = CopyOfSpan(Level.Skin.Offsets);
	Out.Skin.Bones = CopyOfSpan(Level.Skin.Bones);
	Out.Skin.Points = ConvertSpan(Level.Skin.Points, Point);
	Out.Skin.GeomorphDeltas = ConvertSpan(Level.Skin.GeomorphDeltas, Point);
	Out.Skin.Tangents = ConvertSpan(Level.Skin.Tangents, Point);
	// The normal is the cross product of the two: where handedness changes, one of them is negated to point outward.
	Out.Skin.Bitangents = ConvertSpan(Level.Skin.Bitangents, [&](const FFloat4& B) { return Basis.Point(B) * Sign; });
	Out.BlendFactors = CopyOfSpan(Level.BlendFactors);
	Out.Correctives.Offsets = CopyOfSpan(Level.Correctives.Offsets);
	Out.Correctives.Blocks = CopyOfSpan(Level.Correctives.Blocks);
	Out.Correctives.Deltas =
		ConvertSpan(Level.Correctives.Deltas, [&](const FDeltaCode& Code) { return ConvertCode(Code, Basis); });
	Out.Correctives.Normals =
		ConvertSpan(Level.Correctives.Normals, [&](const FNormalCode& Code) { return ConvertCode(Code, Basis); });
	Out.Correctives.AfterOffsets = CopyOfSpan(Level.Correctives.AfterOffsets);
	Out.Correctives.After = ConvertSpan(Level.Correctives.After,
		[&](const FAfterDelta& After) {
			return FAfterDelta{After.Vertex, After.Joint, Basis.Position(After.Delta)};
		});
	Out.Bones = CopyOfSpan(Level.Bones);

	Out.SurfaceError = Level.SurfaceError * Basis.Scale;
	Out.SurfaceRms = Level.SurfaceRms * Basis.Scale;
	Out.MeanError = Level.MeanError * Basis.Scale;
	Out.ErrorBound = Level.ErrorBound * Basis.Scale;
	Out.SectionSpheres = ConvertSpan(Level.SectionSpheres, [&](const FSphere& S) { return Basis.Sphere(S); });
	return Out;
}

TCorrectives<FOwned> ToUnrealAxes(const TCorrectives<FViewed>& Correctives, const FBasis& Basis)
{
	TCorrectives<FOwned> Out = CopyOf(Correctives);
	for (FCorrectiveTerm& Term : Out.Terms)
	{
		if (Out.Drivers[Term.Driver].Kind == static_cast<uint32_t>(ECorrectiveDriver::Rotation))
		{
			Term.Center = Basis.Rotation(Term.Center);
		}
	}
	for (FCorrectiveShape& Shape : Out.Shapes)
	{
		Shape.DeltaScale *= Basis.Scale;
	}
	for (FCorrectiveHelper& Helper : Out.Helpers)
	{
		Helper.Translation = Basis.Position(Helper.Translation);
		Helper.Rotation = Basis.Direction(Helper.Rotation) * Basis.Determinant();
	}
	return Out;
}

std::shared_ptr<const FCharacterPoser> MakeUnrealPoser(const FCharacter& Character, const FBasis& Basis)
{
	const std::vector<FBoneTransform> RestLocal =
		ConvertSpan(Character->Skeleton.RestLocal, [&](const FBoneTransform& Bone) { return Basis.Transform(Bone); });
	TResult<FCharacterPoser> Poser =
		FCharacterPoser::Make(Character->Skeleton.Parents, RestLocal, ToUnrealAxes(Character->Correctives, Basis));
	return Poser && !RestLocal.empty() ? std::make_shared<const FCharacterPoser>(std::move(*Poser)) : nullptr;
}

FCrowdCharacter ToUnrealAxes(const FCrowdCharacter& Character, const FRestPose& UnrealRest, const FBasis& Basis)
{
	FCrowdCharacter Out = Character;
	Out.Rest = UnrealRest;
	Out.Sphere = Basis.Sphere(Character.Sphere);
	for (FCrowdLevel& Level : Out.Levels)
	{
		Level.Error *= Basis.Scale;
	}
	for (FCrowdClip& Clip : Out.Clips)
	{
		for (FCrowdKey& Key : Clip.Keys)
		{
			Key.Rotation = Basis.Rotation(Key.Rotation);
			Key.Position = Basis.Position(Key.Position);
		}
	}
	return Out;
}

FTransform ToUnrealTransform(const FAffine& M)
{
	// The columns are the images of the axes: their lengths are the scale. What was given had no shear.
	FVector Axes[3];
	for (int32 Axis = 0; Axis < 3; ++Axis)
	{
		const auto At = [&](int32 Row)
		{
			const FFloat4& R = M.Rows[Row];
			return static_cast<double>(Axis == 0 ? R.X : Axis == 1 ? R.Y : R.Z);
		};
		Axes[Axis] = FVector(At(0), At(1), At(2));
	}
	const FVector Scale(Axes[0].Size(), Axes[1].Size(), Axes[2].Size());
	FAffine Turn = M;
	for (FFloat4& Row : Turn.Rows)
	{
		Row = {Row.X / static_cast<float>(FMath::Max(Scale.X, 1e-12)),
			Row.Y / static_cast<float>(FMath::Max(Scale.Y, 1e-12)),
			Row.Z / static_cast<float>(FMath::Max(Scale.Z, 1e-12)), Row.W};
	}
	const FRotation Q = ToRotation(Turn);
	return FTransform(FQuat(Q.X, Q.Y, Q.Z, Q.W), FVector(M.Rows[0].W, M.Rows[1].W, M.Rows[2].W), Scale);
}

} // namespace Exemplar
