// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/Animation.h"
#include "Correctives/CorrectiveWriter.h"
#include "Correctives/SkinDeformations.h"

#include <cmath>

namespace Exemplar
{

namespace CorrectiveEvaluationDetail
{

/** The values of a model's drivers in a pose: rotations in the rest frames of their joints, or curves in x. */
std::vector<Eigen::Vector4d> ReadDrivers(const TCorrectives<FOwned>& Model, const FSkeletonData& Skeleton,
	std::span<const FAffine3d> Palette, std::span<const double> Curves)
{
	const FDriverPoses Pose = ReadDriverPoses(Palette, Skeleton.Parents);
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	std::vector<Eigen::Vector4d> Out;
	for (const FCorrectiveDriver& Driver : Model.Drivers)
	{
		if (Driver.Kind == uint32_t(ECorrectiveDriver::Curve))
		{
			const double Value =
				Driver.Index < Curves.size() ? Curves[Driver.Index] : double(Model.Curves[Driver.Index].Rest);
			Out.push_back({Value, 0.0, 0.0, 0.0});
			continue;
		}
		const Eigen::Matrix3d Linear =
			Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Rest[Driver.Index].M.data()).leftCols<3>();
		const Eigen::Quaterniond Frame(Eigen::Matrix3d(Linear / std::cbrt(Linear.determinant())));
		const Eigen::Quaterniond Turn(Pose.Rotation(0, Driver.Index));
		Out.push_back((Frame.conjugate() * Turn * Frame).normalized().coeffs());
	}
	return Out;
}

Eigen::Vector3d RotationVector(const Eigen::Vector4d& Rotation)
{
	const Eigen::AngleAxisd Turn(Eigen::Quaterniond(Rotation.w() < 0.0 ? Eigen::Vector4d(-Rotation) : Rotation));
	return Turn.angle() * Turn.axis();
}

double SquaredDistance(bool bCurve, ECorrectiveMetric Metric, const Eigen::Vector4d& A, const Eigen::Vector4d& B)
{
	if (bCurve)
	{
		return (A.x() - B.x()) * (A.x() - B.x());
	}
	const double Dot = (std::min)(1.0, std::abs(A.dot(B)));
	switch (Metric)
	{
	case ECorrectiveMetric::Chordal:
		return 4.0 * (1.0 - Dot * Dot);
	case ECorrectiveMetric::Angle:
		return 4.0 * std::acos(Dot) * std::acos(Dot);
	case ECorrectiveMetric::Vector:
		return (RotationVector(A) - RotationVector(B)).squaredNorm();
	}
	return 0.0;
}

double Radial(ECorrectiveFunction Function, double Squared, double Width)
{
	const double Ratio = std::sqrt(Squared) / Width, Inside = (std::max)(0.0, 1.0 - Ratio);
	switch (Function)
	{
	case ECorrectiveFunction::Gaussian:
		return std::exp(-Squared / (Width * Width));
	case ECorrectiveFunction::Compact:
		return Inside * Inside * Inside * Inside * (4.0 * Ratio + 1.0);
	case ECorrectiveFunction::ThinPlate:
		return Ratio > 0.0 ? Ratio * Ratio * std::log(Ratio) : 0.0;
	case ECorrectiveFunction::Linear:
		return Ratio;
	default:
		return 1.0;
	}
}

double RadialKernel(
	const TCorrectives<FOwned>& Model, const FCorrectiveKernel& Kernel, std::span<const Eigen::Vector4d> Drivers)
{
	double ToCenter = 0.0, ToRest = 0.0, CenterToRest = 0.0;
	for (uint32_t Index = Kernel.First; Index < Kernel.First + Kernel.Count; ++Index)
	{
		const FCorrectiveTerm& Term = Model.Terms[Index];
		const FCorrectiveDriver& Driver = Model.Drivers[Term.Driver];
		const bool bCurve = Driver.Kind == uint32_t(ECorrectiveDriver::Curve);
		Eigen::Vector4d Center(Term.Center.X, Term.Center.Y, Term.Center.Z, Term.Center.W);
		Eigen::Vector4d Rest = Eigen::Vector4d::UnitW();
		if (bCurve)
		{
			Rest = {double(Model.Curves[Driver.Index].Rest), 0.0, 0.0, 0.0};
		}
		else
		{
			Center.normalize();
		}
		const double Scale = double(Term.Scale) * double(Term.Scale);
		const ECorrectiveMetric Metric = ECorrectiveMetric(Kernel.Metric);
		ToCenter += Scale * SquaredDistance(bCurve, Metric, Drivers[Term.Driver], Center);
		ToRest += Scale * SquaredDistance(bCurve, Metric, Drivers[Term.Driver], Rest);
		CenterToRest += Scale * SquaredDistance(bCurve, Metric, Center, Rest);
	}
	const ECorrectiveFunction Function = ECorrectiveFunction(Kernel.Function);
	const double Width = double(Kernel.Width), Value = Radial(Function, ToCenter, Width);
	const double FromRest = Radial(Function, ToRest, Width), AtRest = Radial(Function, CenterToRest, Width);
	switch (ECorrectiveCentering(Kernel.Centering))
	{
	case ECorrectiveCentering::Counted:
		return Value - FromRest - AtRest + 1.0;
	case ECorrectiveCentering::Conditioned:
		return Value - FromRest * AtRest;
	case ECorrectiveCentering::None:
		break;
	}
	return Value;
}

} // namespace CorrectiveEvaluationDetail

std::vector<double> EvaluateKernels(const TCorrectives<FOwned>& Model, const FSkeletonData& Skeleton,
	std::span<const FAffine3d> Palette, std::span<const double> Curves)
{
	using namespace CorrectiveEvaluationDetail;
	const std::vector<Eigen::Vector4d> Drivers = ReadDrivers(Model, Skeleton, Palette, Curves);
	std::vector<double> Out;
	for (const FCorrectiveKernel& Kernel : Model.Kernels)
	{
		switch (ECorrectiveFunction(Kernel.Function))
		{
		case ECorrectiveFunction::Product:
			Out.push_back(Out[Kernel.First] * Out[Kernel.Count]);
			break;
		case ECorrectiveFunction::Constant:
			Out.push_back(1.0);
			break;
		case ECorrectiveFunction::Coordinate:
		{
			const bool bCurve = Model.Drivers[Kernel.First].Kind == uint32_t(ECorrectiveDriver::Curve);
			Out.push_back(bCurve ? Drivers[Kernel.First].x() : RotationVector(Drivers[Kernel.First])[Kernel.Count]);
			break;
		}
		default:
			Out.push_back(RadialKernel(Model, Kernel, Drivers));
		}
	}
	return Out;
}

std::vector<double> WeightsOfKernels(const TCorrectives<FOwned>& Model, std::span<const double> Kernels)
{
	std::vector<double> Out(Model.Shapes.size(), 0.0);
	std::map<uint32_t, double> Sums;
	for (size_t Shape = 0; Shape < Out.size(); ++Shape)
	{
		const FCorrectiveShape& From = Model.Shapes[Shape];
		for (uint32_t Index = From.FirstRun; Index < From.FirstRun + From.RunCount; ++Index)
		{
			const FCorrectiveRun& Run = Model.Runs[Index];
			for (uint32_t Entry = 0; Entry < Run.KernelCount; ++Entry)
			{
				Out[Shape] += Model.Coefficients[Run.FirstCoefficient + Entry] * Kernels[Run.FirstKernel + Entry];
			}
		}
		if (From.Normalization != NoIndex)
		{
			Sums[From.Normalization] += Out[Shape];
		}
	}
	for (const TCorrective<FOwned>& Corrective : Model.Correctives)
	{
		const double Strength = (Corrective.Flags & CorrectiveEnabled) != 0 ? double(Corrective.Strength) : 0.0;
		for (uint32_t Shape = Corrective.FirstShape; Shape < Corrective.FirstShape + Corrective.ShapeCount; ++Shape)
		{
			const FCorrectiveShape& From = Model.Shapes[Shape];
			if (From.Normalization != NoIndex && std::abs(Sums[From.Normalization]) > 1e-6)
			{
				Out[Shape] /= Sums[From.Normalization];
			}
			Out[Shape] = Strength * std::clamp(Out[Shape], double(From.Low), double(From.High));
		}
	}
	return Out;
}

std::vector<FDouble3> SumShapes(const FShapeDeltas& Deltas, std::span<const double> Weights, size_t PointCount)
{
	std::vector<FDouble3> Out(PointCount);
	for (size_t Shape = 0; Shape + 1 < Deltas.Offsets.size(); ++Shape)
	{
		for (uint32_t Entry = Deltas.Offsets[Shape]; Entry < Deltas.Offsets[Shape + 1] && Weights[Shape] != 0.0;
			 ++Entry)
		{
			FDouble3& Point = Out[Deltas.Points[Entry]];
			Point.X += Weights[Shape] * Deltas.Deltas[Entry].X;
			Point.Y += Weights[Shape] * Deltas.Deltas[Entry].Y;
			Point.Z += Weights[Shape] * Deltas.Deltas[Entry].Z;
		}
	}
	return Out;
}

std::vector<double> EvaluateShapeWeights(const TCorrectives<FOwned>& Model, const FSkeletonData& Skeleton,
	std::span<const FAffine3d> Palette, std::span<const double> Curves)
{
	return WeightsOfKernels(Model, EvaluateKernels(Model, Skeleton, Palette, Curves));
}

TResult<std::vector<FDouble3>> PoseCorrected(const FCorrectiveInput& Input, const FCorrectives& Correctives,
	ESkinOperator Operator, std::span<const FAffine3d> Palette, std::span<const double> Curves)
{
	const TResult<FAffineDeformation> Deformation = MakeSkinDeformation(Input, Input.Skin, Operator, Palette);
	if (!Deformation)
	{
		return Deformation.GetError();
	}
	return PoseCorrected(Input, Correctives, *Deformation, Palette, Curves);
}

std::vector<FDouble3> PoseCorrected(const FCorrectiveInput& Input, const FCorrectives& Correctives,
	const FAffineDeformation& Deformation, std::span<const FAffine3d> Palette, std::span<const double> Curves)
{
	std::vector<FDouble3> Moved = Input.Skin.Rest, Posed(Moved.size());
	const std::vector<double> Weights = EvaluateShapeWeights(Correctives.Model, Input.Skeleton, Palette, Curves);
	const bool bAny = !Correctives.Levels.empty();
	const std::vector<FDouble3> Offsets =
		bAny ? SumShapes(Correctives.Levels[0], Weights, Moved.size()) : std::vector<FDouble3>(Moved.size());
	for (size_t Point = 0; Point < Moved.size(); ++Point)
	{
		Moved[Point] = {
			Moved[Point].X + Offsets[Point].X, Moved[Point].Y + Offsets[Point].Y, Moved[Point].Z + Offsets[Point].Z};
	}
	Deformation.Deform(Moved, Posed);
	for (size_t Shape = 0; bAny && Shape + 1 < Correctives.Levels[0].AfterOffsets.size(); ++Shape)
	{
		const FShapeDeltas& Level = Correctives.Levels[0];
		for (uint32_t Entry = Level.AfterOffsets[Shape]; Entry < Level.AfterOffsets[Shape + 1]; ++Entry)
		{
			const uint16_t Joint = Correctives.Model.AfterJoints[Level.AfterJoints[Entry]];
			const FDouble3 Delta = TransformVector(Palette[Joint], Level.AfterDeltas[Entry]);
			FDouble3& Point = Posed[Level.AfterPoints[Entry]];
			Point = {Point.X + Weights[Shape] * Delta.X, Point.Y + Weights[Shape] * Delta.Y,
				Point.Z + Weights[Shape] * Delta.Z};
		}
	}
	return Posed;
}

} // namespace Exemplar
