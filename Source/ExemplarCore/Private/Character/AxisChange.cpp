// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/AxisChange.h"

#include "Character/CharacterViews.h"

#include <cmath>

namespace Exemplar
{
namespace AxisChangeDetail
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

} // namespace AxisChangeDetail

FMeshLevelData ChangeAxes(const FMeshLevelView& Level, const FBasis& Basis)
{
	const auto Position = [&](const FFloat3& V) { return Basis.Position(V); };
	const auto Direction = [&](const FFloat3& V) { return Basis.Direction(V); };
	const auto Point = [&](const FFloat4& V) { return Basis.Point(V); };
	const float Sign = Basis.Determinant();
	FMeshLevelData Out;
	Out.Sections = AxisChangeDetail::CopyOfSpan(Level.Sections);
	Out.Indices = AxisChangeDetail::CopyOfSpan(Level.Indices);
	Out.Positions = AxisChangeDetail::ConvertSpan(Level.Positions, Position);
	Out.Normals = AxisChangeDetail::ConvertSpan(Level.Normals, Direction);
	Out.Tangents = AxisChangeDetail::ConvertSpan(Level.Tangents,
		[&](const FFloat4& T)
		{
			const FFloat3 V = Basis.Direction({T.X, T.Y, T.Z});
			return FFloat4{V.X, V.Y, V.Z, Sign * T.W};
		});
	Out.UVs = AxisChangeDetail::CopyOfSpan(Level.UVs);
	Out.MoreUVs = AxisChangeDetail::CopyOfSpan(Level.MoreUVs);
	Out.Colors = AxisChangeDetail::CopyOfSpan(Level.Colors);

	Out.RotationCenters = AxisChangeDetail::ConvertSpan(Level.RotationCenters, Position);
	Out.Weights.Offsets = AxisChangeDetail::CopyOfSpan(Level.Weights.Offsets);
	Out.Weights.Bones = AxisChangeDetail::CopyOfSpan(Level.Weights.Bones);
	Out.Weights.Weights = AxisChangeDetail::CopyOfSpan(Level.Weights.Weights);
	Out.Skin.Offsets = AxisChangeDetail::CopyOfSpan(Level.Skin.Offsets);
	Out.Skin.Bones = AxisChangeDetail::CopyOfSpan(Level.Skin.Bones);
	Out.Skin.Points = AxisChangeDetail::ConvertSpan(Level.Skin.Points, Point);
	Out.Skin.GeomorphDeltas = AxisChangeDetail::ConvertSpan(Level.Skin.GeomorphDeltas, Point);
	Out.Skin.Tangents = AxisChangeDetail::ConvertSpan(Level.Skin.Tangents, Point);
	// The normal is the cross product of the two: where handedness changes, one of them is negated to point outward.
	Out.Skin.Bitangents =
		AxisChangeDetail::ConvertSpan(Level.Skin.Bitangents, [&](const FFloat4& B) { return Basis.Point(B) * Sign; });
	Out.BlendFactors = AxisChangeDetail::CopyOfSpan(Level.BlendFactors);
	Out.Correctives.Offsets = AxisChangeDetail::CopyOfSpan(Level.Correctives.Offsets);
	Out.Correctives.Blocks = AxisChangeDetail::CopyOfSpan(Level.Correctives.Blocks);
	Out.Correctives.Deltas = AxisChangeDetail::ConvertSpan(
		Level.Correctives.Deltas, [&](const FDeltaCode& Code) { return AxisChangeDetail::ConvertCode(Code, Basis); });
	Out.Correctives.Normals = AxisChangeDetail::ConvertSpan(
		Level.Correctives.Normals, [&](const FNormalCode& Code) { return AxisChangeDetail::ConvertCode(Code, Basis); });
	Out.Correctives.AfterOffsets = AxisChangeDetail::CopyOfSpan(Level.Correctives.AfterOffsets);
	Out.Correctives.After = AxisChangeDetail::ConvertSpan(Level.Correctives.After,
		[&](const FAfterDelta& After) {
			return FAfterDelta{After.Vertex, After.Joint, Basis.Position(After.Delta)};
		});
	Out.Bones = AxisChangeDetail::CopyOfSpan(Level.Bones);

	Out.SurfaceError = Level.SurfaceError * Basis.Scale;
	Out.SurfaceRms = Level.SurfaceRms * Basis.Scale;
	Out.MeanError = Level.MeanError * Basis.Scale;
	Out.ErrorBound = Level.ErrorBound * Basis.Scale;
	Out.SectionSpheres =
		AxisChangeDetail::ConvertSpan(Level.SectionSpheres, [&](const FSphere& S) { return Basis.Sphere(S); });
	return Out;
}

TCorrectives<FOwned> ChangeAxes(const TCorrectives<FViewed>& Correctives, const FBasis& Basis)
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

bool IsSound(const FBasis& Basis)
{
	uint32_t Seen = 0;
	bool bSigns = true;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		Seen |= Basis.Axes[Axis] < 3 ? 1u << Basis.Axes[Axis] : 0;
		bSigns = bSigns && std::abs(Basis.Signs[Axis]) == 1.0f;
	}
	return bSigns && Seen == 7 && Basis.Scale > 0.0f && std::isfinite(Basis.Scale);
}

} // namespace Exemplar
