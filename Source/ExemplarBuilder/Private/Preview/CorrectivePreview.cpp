// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Preview/CorrectivePreview.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace CorrectivePreviewDetail
{

/** The rotation that is Fraction of the way from A to B, along the shorter arc and beyond its ends. */
FRotation Turn(const FRotation& A, const FRotation& B, float Fraction)
{
	FRotation Between = Normalize(Compose(Inverse(A), B));
	Between = Between.W < 0.0f ? FRotation{-Between.X, -Between.Y, -Between.Z, -Between.W} : Between;
	const FFloat3 Vector{Between.X, Between.Y, Between.Z};
	const float Sine = Length(Vector);
	if (Sine < 1e-7f)
	{
		return A;
	}
	const float Angle = 2.0f * std::atan2(Sine, Between.W);
	return Normalize(Compose(A, RotationAboutAxis(Vector * (1.0f / Sine), Fraction * Angle)));
}

} // namespace CorrectivePreviewDetail

TResult<FCorrectivePreview> FCorrectivePreview::Make(
	const FCharacter& Character, std::optional<ESkinOperator> Operator, size_t Level)
{
	TResult<FPosedLevel> Posed =
		FPosedLevel::Make(Character, Operator.value_or(FindPreferredOperator(Character.View())), Level);
	if (!Posed)
	{
		return Posed.GetError();
	}
	FCorrectivePreview Out;
	Out.Posed = std::move(*Posed);
	Out.SetPose(Character->Skeleton.RestLocal);
	for (const TCorrective<FViewed>& Row : Character->Correctives.Correctives)
	{
		Out.Rows.push_back({std::string(Row.Name), (Row.Flags & CorrectiveLearned) != 0,
			(Row.Flags & CorrectiveEnabled) != 0, false, 1.0f, 0.0f});
		Out.Shapes.emplace_back(Row.FirstShape, Row.ShapeCount);
	}
	return Out;
}

void FCorrectivePreview::SetPose(std::span<const FBoneTransform> InLocal)
{
	Local.assign(InLocal.begin(), InLocal.end());
}

void FCorrectivePreview::SetBetween(
	std::span<const FBoneTransform> A, std::span<const FBoneTransform> B, float Fraction)
{
	Local.resize((std::min)(A.size(), B.size()));
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		Local[Joint].Rotation = CorrectivePreviewDetail::Turn(A[Joint].Rotation, B[Joint].Rotation, Fraction);
		Local[Joint].Translation = A[Joint].Translation + (B[Joint].Translation - A[Joint].Translation) * Fraction;
		Local[Joint].Scale = A[Joint].Scale + (B[Joint].Scale - A[Joint].Scale) * Fraction;
	}
}

void FCorrectivePreview::SetStrength(size_t Row, float Strength)
{
	Rows[Row].Strength = std::clamp(Strength, 0.0f, 2.0f);
}

void FCorrectivePreview::SetMuted(size_t Row, bool bMuted)
{
	Rows[Row].bMuted = bMuted;
}

void FCorrectivePreview::SetSolo(uint32_t Row)
{
	Solo = Row;
}

FStatus FCorrectivePreview::Update(IExecutor& Executor)
{
	std::vector<float> Scales;
	for (size_t Row = 0; Row < Rows.size(); ++Row)
	{
		const bool bShown = Solo == NoIndex ? !Rows[Row].bMuted : Solo == Row;
		Scales.push_back(bShown ? Rows[Row].Strength : 0.0f);
	}
	FPoseOptions Options;
	Options.bCorrectives = false;
	std::span<const FFloat3> Positions = Posed.Pose(Local, Executor, Options);
	Base.assign(Positions.begin(), Positions.end());
	Options.bCorrectives = true;
	Options.CorrectiveScales = Scales;
	Positions = Posed.Pose(Local, Executor, Options);
	Shown.assign(Positions.begin(), Positions.end());
	if (Base.empty() || Shown.empty())
	{
		return FError{EErrorCode::Mismatch, "The pose is of another skeleton. Give one transform per joint."};
	}
	const std::span<const float> Weights = Posed.GetShapeWeights();
	for (size_t Row = 0; Row < Rows.size(); ++Row)
	{
		Rows[Row].Weight = 0.0f;
		for (uint32_t Shape = Shapes[Row].first; Shape < Shapes[Row].first + Shapes[Row].second; ++Shape)
		{
			const bool bLarger = std::abs(Weights[Shape]) > std::abs(Rows[Row].Weight);
			Rows[Row].Weight = bLarger ? Weights[Shape] : Rows[Row].Weight;
		}
	}
	return FOk{};
}

std::vector<float> FCorrectivePreview::MeasureDisplacements() const
{
	std::vector<float> Out;
	for (size_t Vertex = 0; Vertex < Base.size(); ++Vertex)
	{
		Out.push_back(Length(Shown[Vertex] - Base[Vertex]));
	}
	return Out;
}

FPreviewError FCorrectivePreview::MeasureError(std::span<const FFloat3> Example, bool bCorrected) const
{
	const std::vector<FFloat3>& From = bCorrected ? Shown : Base;
	FPreviewError Out;
	if (Example.size() != From.size() || From.empty())
	{
		return Out;
	}
	double Squared = 0.0;
	for (size_t Vertex = 0; Vertex < From.size(); ++Vertex)
	{
		Out.Distances.push_back(Length(Example[Vertex] - From[Vertex]));
		const double Distance = static_cast<double>(Out.Distances.back());
		Squared += Distance * Distance;
		Out.Max = (std::max)(Out.Max, Distance);
	}
	Out.Rms = std::sqrt(Squared / static_cast<double>(From.size()));
	return Out;
}

} // namespace Exemplar
