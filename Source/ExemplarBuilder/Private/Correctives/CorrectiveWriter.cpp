// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CorrectiveWriter.h"
#include "Clips/Animation.h"

namespace Exemplar
{

namespace CorrectiveWriterDetail
{

Eigen::Quaterniond QuaternionOf(const FAffine3d& Map)
{
	const Eigen::Matrix3d Linear =
		Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Map.M.data()).leftCols<3>();
	return Eigen::Quaterniond(Eigen::Matrix3d(Linear / std::cbrt(Linear.determinant()))).normalized();
}

} // namespace CorrectiveWriterDetail

FCorrectiveWriter::FCorrectiveWriter(const FSkeletonData& InSkeleton, std::span<const TCorrectiveCurve<FOwned>> Curves,
	std::vector<FCurveRange> InRanges)
	: JointCount(InSkeleton.JointCount())
	, Ranges(std::move(InRanges))
{
	using namespace CorrectiveWriterDetail;
	Out.Model.Curves.assign(Curves.begin(), Curves.end());
	Out.Levels.resize(1);
	Out.Levels[0].Offsets.push_back(0);
	for (const FAffine3d& Model : RestModel(InSkeleton))
	{
		Frames.push_back(QuaternionOf(Model));
	}
}

uint32_t FCorrectiveWriter::Driver(ECorrectiveDriver Kind, size_t Index)
{
	const std::pair Key{uint32_t(Kind), uint32_t(Index)};
	const auto [Found, bNew] = OfDriver.emplace(Key, uint32_t(Out.Model.Drivers.size()));
	if (bNew)
	{
		Out.Model.Drivers.push_back({Key.first, Key.second});
	}
	return Found->second;
}

FRotation FCorrectiveWriter::CenterOf(const FDriverPoses& Poses, size_t Pose, size_t Joint) const
{
	const Eigen::Quaterniond Turn =
		(Frames[Joint].conjugate() * Eigen::Quaterniond(Poses.Rotation(Pose, Joint)) * Frames[Joint]).normalized();
	const double Sign = Turn.w() < 0.0 ? -1.0 : 1.0;
	return {float(Sign * Turn.x()), float(Sign * Turn.y()), float(Sign * Turn.z()), float(Sign * Turn.w())};
}

uint32_t FCorrectiveWriter::AddKernel(const FCorrectiveKernel& Kernel)
{
	Out.Model.Kernels.push_back(Kernel);
	return uint32_t(Out.Model.Kernels.size() - 1);
}

uint32_t FCorrectiveWriter::AddRotationKernel(const FDriverPoses& Poses, size_t Pose, size_t Joint, double Width)
{
	Out.Model.Terms.push_back({Driver(ECorrectiveDriver::Rotation, Joint), 1.0f, CenterOf(Poses, Pose, Joint)});
	const uint32_t Term = uint32_t(Out.Model.Terms.size() - 1);
	const uint32_t Kernel = AddKernel(
		{uint32_t(ECorrectiveFunction::Gaussian), uint32_t(ECorrectiveMetric::Chordal), 1, float(Width), Term, 1});
	OfRotation.emplace(std::pair{Joint, Pose}, Kernel);
	return Kernel;
}

uint32_t FCorrectiveWriter::AddTermKernels(
	const FLearnedTerm& Term, std::span<const uint32_t> Centers, const FDriverPoses& Poses, double Width)
{
	if (Term.Scalar >= 0)
	{
		const uint32_t First = uint32_t(Out.Model.Kernels.size());
		const FCurveRange& Range = Ranges[size_t(Term.Scalar)];
		for (const uint32_t Center : Centers)
		{
			const double Value = Range.Rest + Range.Range * Poses.Scalar(Center, size_t(Term.Scalar));
			Out.Model.Terms.push_back({Driver(ECorrectiveDriver::Curve, size_t(Term.Scalar)), float(1.0 / Range.Range),
				{float(Value), 0.0f, 0.0f, 0.0f}});
			AddKernel({uint32_t(ECorrectiveFunction::Gaussian), uint32_t(ECorrectiveMetric::Chordal), 1, float(Width),
				uint32_t(Out.Model.Terms.size() - 1), 1});
		}
		return First;
	}
	if (Term.Parent < 0)
	{
		const uint32_t First = uint32_t(Out.Model.Kernels.size());
		for (const uint32_t Center : Centers)
		{
			AddRotationKernel(Poses, Center, size_t(Term.Joint), Width);
		}
		return First;
	}
	std::vector<std::array<uint32_t, 2>> Factors;
	for (const uint32_t Center : Centers)
	{
		std::array<uint32_t, 2> Pair{};
		for (const size_t Side : {size_t(0), size_t(1)})
		{
			const size_t Joint = size_t(Side == 0 ? Term.Joint : Term.Parent);
			const auto Found = OfRotation.find({Joint, size_t(Center)});
			Pair[Side] = Found != OfRotation.end() ? Found->second : AddRotationKernel(Poses, Center, Joint, Width);
		}
		Factors.push_back(Pair);
	}
	const uint32_t First = uint32_t(Out.Model.Kernels.size());
	for (const std::array<uint32_t, 2>& Pair : Factors)
	{
		AddKernel({uint32_t(ECorrectiveFunction::Product), 0, 0, 1.0f, Pair[0], Pair[1]});
	}
	return First;
}

uint32_t FCorrectiveWriter::AddPoseKernel(ECorrectiveFunction Function, ECorrectiveMetric Metric,
	std::span<const uint32_t> Joints, const FDriverPoses& Poses, size_t Pose, double Width,
	std::span<const double> Scales)
{
	const uint32_t First = uint32_t(Out.Model.Terms.size());
	for (size_t Entry = 0; Entry < Joints.size(); ++Entry)
	{
		Out.Model.Terms.push_back({Driver(ECorrectiveDriver::Rotation, Joints[Entry]),
			Scales.empty() ? 1.0f : float(Scales[Entry]), CenterOf(Poses, Pose, Joints[Entry])});
	}
	for (size_t Scalar = 0; Scalar < Poses.ScalarCount; ++Scalar)
	{
		const double Value = Ranges[Scalar].Rest + Ranges[Scalar].Range * Poses.Scalar(Pose, Scalar);
		Out.Model.Terms.push_back({Driver(ECorrectiveDriver::Curve, Scalar), float(1.0 / Ranges[Scalar].Range),
			{float(Value), 0.0f, 0.0f, 0.0f}});
	}
	return AddKernel(
		{uint32_t(Function), uint32_t(Metric), 0, float(Width), First, uint32_t(Out.Model.Terms.size()) - First});
}

void FCorrectiveWriter::DropKernels(uint32_t First)
{
	if (First < Out.Model.Kernels.size())
	{
		Out.Model.Terms.resize(Out.Model.Kernels[First].First);
		Out.Model.Kernels.resize(First);
	}
}

uint32_t FCorrectiveWriter::AddConstantKernel()
{
	return AddKernel({uint32_t(ECorrectiveFunction::Constant), 0, 0, 1.0f, 0, 0});
}

uint32_t FCorrectiveWriter::AddCoordinateKernel(size_t Joint, uint32_t Axis)
{
	const uint32_t Which = Joint < JointCount ? Driver(ECorrectiveDriver::Rotation, Joint)
											  : Driver(ECorrectiveDriver::Curve, Joint - JointCount);
	return AddKernel({uint32_t(ECorrectiveFunction::Coordinate), 0, 0, 1.0f, Which, Axis});
}

void FCorrectiveWriter::AddShape(uint32_t FirstKernel, std::span<const double> Coefficients, double Low, double High,
	uint32_t Normalization, std::span<const uint32_t> Points, std::span<const FDouble3> Deltas)
{
	FCorrectiveShape Shape;
	Shape.FirstRun = uint32_t(Out.Model.Runs.size());
	Shape.RunCount = 1;
	Shape.Low = float(Low);
	Shape.High = float(High);
	Shape.Normalization = Normalization;
	Out.Model.Runs.push_back({FirstKernel, uint32_t(Coefficients.size()), uint32_t(Out.Model.Coefficients.size())});
	Out.Model.Coefficients.insert(Out.Model.Coefficients.end(), Coefficients.begin(), Coefficients.end());
	Out.Model.Shapes.push_back(Shape);
	FShapeDeltas& Level = Out.Levels[0];
	Level.Points.insert(Level.Points.end(), Points.begin(), Points.end());
	Level.Deltas.insert(Level.Deltas.end(), Deltas.begin(), Deltas.end());
	Level.Offsets.push_back(uint32_t(Level.Points.size()));
	if (!Level.AfterOffsets.empty())
	{
		Level.AfterOffsets.push_back(uint32_t(Level.AfterPoints.size()));
	}
}

void FCorrectiveWriter::AddAfter(uint32_t Point, uint16_t Joint, const FDouble3& Delta)
{
	FShapeDeltas& Level = Out.Levels[0];
	if (Level.AfterOffsets.empty())
	{
		Level.AfterOffsets.assign(Level.Offsets.size(), 0);
	}
	std::vector<uint16_t>& Joints = Out.Model.AfterJoints;
	const auto Found = std::find(Joints.begin(), Joints.end(), Joint);
	Level.AfterJoints.push_back(uint32_t(Found - Joints.begin()));
	if (Found == Joints.end())
	{
		Joints.push_back(Joint);
	}
	Level.AfterPoints.push_back(Point);
	Level.AfterDeltas.push_back(Delta);
	Level.AfterOffsets.back() = uint32_t(Level.AfterPoints.size());
}

void FCorrectiveWriter::EndCorrective(std::string Name, std::string Source, const FCorrectiveFields& Fields)
{
	TCorrective<FOwned> Corrective;
	static_cast<FCorrectiveFields&>(Corrective) = Fields;
	const uint32_t First = Out.Model.Correctives.empty()
		? 0
		: Out.Model.Correctives.back().FirstShape + Out.Model.Correctives.back().ShapeCount;
	Corrective.FirstShape = First;
	Corrective.ShapeCount = uint32_t(Out.Model.Shapes.size()) - First;
	Corrective.Name = std::move(Name);
	Corrective.Source = std::move(Source);
	Out.Model.Correctives.push_back(std::move(Corrective));
}

} // namespace Exemplar
