// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/PreparedExamples.h"
#include "Correctives/RadialWeights.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace Exemplar
{

namespace PinnedSculptsDetail
{

using Eigen::Index;
using Eigen::MatrixXd;

/** Displacements that are far below what a sculpt must meet are left out, share of the diagonal. */
constexpr double SmallestDelta = 2e-7;
/** A displacement is encoded with 16 bits; where a step is larger than this, what is missing becomes a shape. */
constexpr double LargestStep = 4e-7;

/** The joint that a point follows most. */
uint16_t MainJoint(const FRigWeights& Weights, size_t Point)
{
	uint32_t Best = Weights.Offsets[Point];
	for (uint32_t Entry = Best; Entry < Weights.Offsets[Point + 1]; ++Entry)
	{
		Best = Weights.Weights[Entry] > Weights.Weights[Best] ? Entry : Best;
	}
	return Weights.Bones[Best];
}

struct FSparse
{
	std::vector<uint32_t> Points;
	std::vector<FDouble3> Deltas;
};

FSparse KeepLarge(std::span<const FDouble3> Field, double Smallest)
{
	FSparse Out;
	for (size_t Point = 0; Point < Field.size(); ++Point)
	{
		if (AsVector(Field[Point]).norm() > Smallest)
		{
			Out.Points.push_back(uint32_t(Point));
			Out.Deltas.push_back(Field[Point]);
		}
	}
	return Out;
}

/** Writes a field as one shape or, where 16 bits are too few, as two with the same weight. */
void WriteField(const FSparse& Field, uint32_t FirstKernel, std::span<const double> Coefficients, double Low,
	double High, uint32_t Normalization, double Diagonal, FCorrectiveWriter& Writer)
{
	Writer.AddShape(FirstKernel, Coefficients, Low, High, Normalization, Field.Points, Field.Deltas);
	FCorrectives One; // the shape alone, as it will be decoded
	One.Model.Shapes.push_back(Writer.Out.Model.Shapes.back());
	One.Levels.resize(1);
	One.Levels[0].Offsets = {0, uint32_t(Field.Points.size())};
	One.Levels[0].Points = Field.Points;
	One.Levels[0].Deltas = Field.Deltas;
	ChooseScales(One);
	Writer.Out.Model.Shapes.back().DeltaScale = One.Model.Shapes[0].DeltaScale;
	if (double(One.Model.Shapes[0].DeltaScale) <= LargestStep * Diagonal || Normalization != NoIndex)
	{
		return;
	}
	const FShapeDeltas Decoded = Decode(One.Model, One.Levels[0]);
	FSparse Left = Field;
	size_t At = 0;
	for (size_t Entry = 0; Entry < Left.Points.size(); ++Entry)
	{
		if (At < Decoded.Points.size() && Decoded.Points[At] == Left.Points[Entry])
		{
			Left.Deltas[Entry] = ToDouble3(AsVector(Left.Deltas[Entry]) - AsVector(Decoded.Deltas[At]));
			++At;
		}
	}
	Writer.AddShape(FirstKernel, Coefficients, Low, High, Normalization, Left.Points, Left.Deltas);
}

/** What the examples need after skinning, in the frame of the joint that each point follows. */
void WriteAfter(const FCorrectiveInput& Input, const FInverse& Inverse, size_t Example, FCorrectiveWriter& Writer)
{
	for (const uint32_t Point : Inverse.Singular)
	{
		const uint16_t Joint = MainJoint(Input.Skin.Weights, Point);
		FAffine3d Turn = Input.Examples[Example].Palette[Joint];
		Turn.M[3] = Turn.M[7] = Turn.M[11] = 0.0;
		Writer.AddAfter(Point, Joint, TransformVector(Exemplar::Inverse(Turn), Inverse.After[Point]));
	}
}

/** Values of the kernels that stand side by side from First, in the poses of some examples: [example x kernel]. */
MatrixXd KernelsAt(const FCorrectiveInput& Input, const FCorrectives& Correctives, uint32_t First, size_t Count,
	std::span<const uint32_t> Examples)
{
	MatrixXd Out(Index(Examples.size()), Index(Count));
	for (size_t Row = 0; Row < Examples.size(); ++Row)
	{
		const FCorrectiveExample& Example = Input.Examples[Examples[Row]];
		const std::vector<double> Kernels =
			EvaluateKernels(Correctives.Model, Input.Skeleton, Example.Palette, Example.Curves);
		for (size_t Column = 0; Column < Count; ++Column)
		{
			Out(Index(Row), Index(Column)) = Kernels[First + Column];
		}
	}
	return Out;
}

/** Poses so near each other that a kernel cannot tell them apart. */
FStatus CheckPoses(const FCorrectiveInput& Input, const MatrixXd& Kernels, FPreparedExamples& Prepared)
{
	const Index Count = Kernels.rows();
	for (Index A = 0; A < Count; ++A)
	{
		for (Index B = 0; B < A; ++B)
		{
			if (Kernels(A, B) > 1.0 - 1e-6)
			{
				const bool bRest = A == Count - 1;
				return FError{EErrorCode::Degenerate,
					"Sculpt \"" + Prepared.Names[size_t(B)] + "\" has the pose of " +
						(bRest ? std::string("the rest pose") : "sculpt \"" + Prepared.Names[size_t(A)] + "\"") +
						". Keep one sculpt per pose; change the rest shape on the mesh itself."};
			}
			if (Kernels(A, B) > 0.98 && A < Count - 1)
			{
				Prepared.Problems.push_back({ECorrectiveProblem::IllConditioned,
					"The poses of sculpts \"" + Input.Examples[Prepared.Pinned[size_t(B)]].Name + "\" and \"" +
						Input.Examples[Prepared.Pinned[size_t(A)]].Name +
						"\" hardly differ, and poses between them may swing out. Remove one, or use a smaller pin "
						"width."});
			}
		}
	}
	return FOk{};
}

/** Kernels of the coordinates, behind the constant. Cardinal has a row for each; those of curves are turned from shares
 * of the range to values, and what is constant goes to the row Constant. */
void AddLinearTail(const FCorrectiveInput& Input, const FPreparedExamples& Prepared, Index Constant, MatrixXd& Cardinal,
	FCorrectiveWriter& Writer)
{
	for (const uint32_t Joint : Prepared.Joints)
	{
		for (uint32_t Axis = 0; Axis < 3; ++Axis)
		{
			Writer.AddCoordinateKernel(Joint, Axis);
		}
	}
	for (size_t Curve = 0; Curve < Input.Curves.size(); ++Curve)
	{
		Writer.AddCoordinateKernel(Input.Skeleton.JointCount() + Curve, 0);
		const Index Row = Constant + 1 + Index(3 * Prepared.Joints.size() + Curve);
		Cardinal.row(Row) /= Prepared.Ranges[Curve].Range;
		Cardinal.row(Constant) -= Prepared.Ranges[Curve].Rest * Cardinal.row(Row);
	}
}

/** How much every joint of Joints counts for the points of a bone: the mean of its skin weight there, the largest one.
 */
std::vector<double> JointScales(const FRigWeights& Weights, std::span<const uint32_t> Joints, size_t Bone)
{
	Eigen::VectorXd Sums = Eigen::VectorXd::Zero(Index(Joints.size()));
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		double Own = 0.0;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			Own = Weights.Bones[Entry] == Bone ? Weights.Weights[Entry] : Own;
		}
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1] && Own > 0.0; ++Entry)
		{
			const auto Found = std::lower_bound(Joints.begin(), Joints.end(), uint32_t(Weights.Bones[Entry]));
			if (Found != Joints.end() && *Found == Weights.Bones[Entry])
			{
				Sums[Found - Joints.begin()] += Own * Weights.Weights[Entry];
			}
		}
	}
	const double Largest = Sums.size() > 0 ? Sums.maxCoeff() : 0.0;
	std::vector<double> Out(Joints.size(), 0.0);
	for (size_t Entry = 0; Entry < Out.size() && Largest > 0.0; ++Entry)
	{
		const double Share = Sums[Index(Entry)] / Largest;
		Out[Entry] = Share > 1e-3 ? std::sqrt(Share) : 0.0;
	}
	return Out;
}

/** One and a half times the mean chord from an example to its nearest other, as classic forms have it. */
double WeightedRadius(const FDriverPoses& Poses, std::span<const uint32_t> Joints, std::span<const double> Scales)
{
	double Sum = 0.0;
	for (size_t A = 0; A < Poses.PoseCount(); ++A)
	{
		double Nearest = 1e6;
		for (size_t B = 0; B < Poses.PoseCount(); ++B)
		{
			double Squared = 0.0;
			for (size_t Entry = 0; Entry < Joints.size(); ++Entry)
			{
				const double Dot = Poses.Rotation(A, Joints[Entry]).dot(Poses.Rotation(B, Joints[Entry]));
				Squared += Scales[Entry] * Scales[Entry] * 4.0 * (std::max)(0.0, 1.0 - Dot * Dot);
			}
			Nearest = A == B ? Nearest : (std::min)(Nearest, Squared);
		}
		Sum += std::sqrt(Nearest);
	}
	return std::clamp(1.5 * Sum / double(Poses.PoseCount()), 0.1, 3.0);
}

/**
 * The inverse of kernels that are zero at rest. Directions in which poses do not differ are shared by the examples that
 * have them, and examples at rest have no weight; bShared says whether there are others that share.
 */
MatrixXd SharedInverse(const MatrixXd& Kernels, bool& bShared)
{
	const Eigen::SelfAdjointEigenSolver<MatrixXd> Solver(0.5 * (Kernels + Kernels.transpose()));
	const double Smallest = 1e-7 * (std::max)(1e-30, Solver.eigenvalues().maxCoeff());
	bShared = (Solver.eigenvalues().array() < Smallest).count() > (Kernels.diagonal().array() < Smallest).count();
	const Eigen::VectorXd Inverse =
		(Solver.eigenvalues().array() < Smallest).select(0.0, Solver.eigenvalues().array().max(Smallest).inverse());
	return Solver.eigenvectors() * Inverse.asDiagonal() * Solver.eigenvectors().transpose();
}

/** The examples and, last, the rest, as examples without points. */
FCorrectiveInput WithRest(const FCorrectiveInput& Input, std::span<const uint32_t> Examples)
{
	FCorrectiveInput Out;
	Out.Skeleton = Input.Skeleton;
	for (const uint32_t Example : Examples)
	{
		Out.Examples.push_back({{}, {}, Input.Examples[Example].Palette, {}, Input.Examples[Example].Curves, 0});
	}
	Out.Examples.push_back({{}, {}, std::vector<FAffine3d>(Input.Skeleton.JointCount()), {}, {}, 0});
	return Out;
}

/** The share of a bone in an example: its offsets times the bone's skin weight, and what points that follow it most
 * need after skinning. */
FSparse ShareOfBone(const FRigWeights& Weights, const FInverse& Inverse, size_t Bone, double Smallest)
{
	FSparse Out;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			const Eigen::Vector3d Offset = Weights.Weights[Entry] * AsVector(Inverse.Before[Point]);
			if (Weights.Bones[Entry] == Bone && Offset.norm() > Smallest)
			{
				Out.Points.push_back(uint32_t(Point));
				Out.Deltas.push_back(ToDouble3(Offset));
			}
		}
	}
	return Out;
}

} // namespace PinnedSculptsDetail

FStatus WriteWeighted(const FCorrectiveInput& Input, const FCorrectiveOptions& Options, FPreparedExamples& Prepared,
	FCorrectiveWriter& Writer)
{
	using namespace PinnedSculptsDetail;
	const size_t Count = Input.Examples.size();
	std::vector<uint32_t> All(Count);
	std::iota(All.begin(), All.end(), 0u);
	std::vector<FCorrectiveKernel>& Kernels = Writer.Out.Model.Kernels;
	for (size_t Bone = 0; Bone < Input.Skeleton.JointCount(); ++Bone)
	{
		const std::vector<double> Scales = JointScales(Input.Skin.Weights, Prepared.Joints, Bone);
		const double Width =
			Options.Radius > 0.0 ? Options.Radius : WeightedRadius(Prepared.Poses, Prepared.Joints, Scales);
		const uint32_t First = uint32_t(Kernels.size()), FirstShape = uint32_t(Writer.Out.Model.Shapes.size());
		for (size_t Pose = 0; Pose < Count; ++Pose)
		{
			Writer.AddPoseKernel(ECorrectiveFunction::Gaussian, ECorrectiveMetric::Chordal, Prepared.Joints,
				Prepared.Poses, Pose, Width, Scales);
			Kernels.back().Centering = uint32_t(ECorrectiveCentering::Conditioned); // zero at rest
		}
		bool bShared = false;
		const MatrixXd Cardinal = SharedInverse(KernelsAt(Input, Writer.Out, First, Count, All), bShared);
		for (size_t Example = 0; Example < Count; ++Example)
		{
			const FInverse& Inverse = Prepared.Inverses[Example];
			const FSparse Field = ShareOfBone(Input.Skin.Weights, Inverse, Bone, SmallestDelta * Prepared.Diagonal);
			FInverse After;
			After.After = Inverse.After;
			std::copy_if(Inverse.Singular.begin(), Inverse.Singular.end(), std::back_inserter(After.Singular),
				[&](uint32_t Point) { return MainJoint(Input.Skin.Weights, Point) == Bone; });
			if (Field.Points.empty() && After.Singular.empty())
			{
				continue;
			}
			const Eigen::VectorXd Coefficients = Cardinal.col(Index(Example));
			WriteField(Field, First, std::span<const double>(Coefficients.data(), size_t(Coefficients.size())), -0.25,
				1.25, NoIndex, Prepared.Diagonal, Writer);
			WriteAfter(Input, After, Example, Writer);
		}
		if (Writer.Out.Model.Shapes.size() == FirstShape)
		{
			Writer.DropKernels(First);
			continue;
		}
		if (bShared)
		{
			Prepared.Problems.push_back({ECorrectiveProblem::IllConditioned,
				"Around joint \"" + Input.Skeleton.Names[Bone] +
					"\" some examples have one pose; the mean of their shapes is shown there. Use the learned form, or "
					"leave examples out that repeat a pose of this part."});
		}
		FCorrectiveFields Fields;
		Fields.Flags = CorrectiveEnabled | CorrectiveLearned;
		Fields.Joint = uint32_t(Bone);
		Writer.EndCorrective("weighted " + Input.Skeleton.Names[Bone], "", Fields);
	}
	return FOk{};
}

FStatus WritePinned(const FCorrectiveInput& Input, const FCorrectiveOptions& Options, FPreparedExamples& Prepared,
	FCorrectiveWriter& Writer)
{
	using namespace PinnedSculptsDetail;
	const size_t Count = Prepared.Pinned.size();
	if (Count == 0)
	{
		return FOk{};
	}
	// Kernels at the sculpts and, last, at rest, where every weight is zero.
	FDriverPoses Poses = GatherPoses(Prepared.Poses, Prepared.Pinned);
	Poses.Rotations.resize(Poses.Rotations.size() + Poses.JointCount, Eigen::Vector4d::UnitW());
	Poses.Scalars.resize(Poses.Scalars.size() + Poses.ScalarCount, 0.0);
	const uint32_t First = uint32_t(Writer.Out.Model.Kernels.size());
	for (size_t Pose = 0; Pose <= Count; ++Pose)
	{
		Writer.AddPoseKernel(
			ECorrectiveFunction::Gaussian, ECorrectiveMetric::Chordal, Prepared.Joints, Poses, Pose, Options.PinWidth);
	}
	const FCorrectiveInput RestToo = WithRest(Input, Prepared.Pinned);
	std::vector<uint32_t> All(Count + 1);
	std::iota(All.begin(), All.end(), 0u);
	const MatrixXd Kernels = KernelsAt(RestToo, Writer.Out, First, Count + 1, All);
	if (const FStatus Checked = CheckPoses(Input, Kernels, Prepared); !Checked)
	{
		return Checked;
	}
	const MatrixXd Cardinal = Kernels.fullPivLu().inverse(); // column s has the coefficients of sculpt s
	// What the learned layer leaves, as it will be drawn: its displacements are encoded and decoded first.
	ChooseScales(Writer.Out);
	Writer.Out.Levels[0] = Decode(Writer.Out.Model, Writer.Out.Levels[0]);
	const FCorrectives Learned = Writer.Out;
	for (size_t Sculpt = 0; Sculpt < Count; ++Sculpt)
	{
		const uint32_t Example = Prepared.Pinned[Sculpt];
		const FCorrectiveExample& From = Input.Examples[Example];
		const std::vector<double> Weights =
			EvaluateShapeWeights(Learned.Model, Input.Skeleton, From.Palette, From.Curves);
		std::vector<FDouble3> Residual = SumShapes(Learned.Levels[0], Weights, Input.Skin.PointCount());
		for (size_t Point = 0; Point < Residual.size(); ++Point)
		{
			Residual[Point] = ToDouble3(AsVector(Prepared.Inverses[Example].Before[Point]) - AsVector(Residual[Point]));
		}
		const Eigen::VectorXd Coefficients = Cardinal.col(Index(Sculpt));
		const std::span<const double> Row(Coefficients.data(), size_t(Coefficients.size()));
		WriteField(KeepLarge(Residual, SmallestDelta * Prepared.Diagonal), First, Row, -0.5, 1.5, NoIndex,
			Prepared.Diagonal, Writer);
		WriteAfter(Input, Prepared.Inverses[Example], Example, Writer);
		FCorrectiveFields Fields;
		Fields.Kernel = First + uint32_t(Sculpt);
		Fields.Flags = CorrectiveEnabled | (From.MirrorOf != NoIndex ? CorrectiveMirrored : 0u);
		Writer.EndCorrective(From.Name, From.Source, Fields);
	}
	// Mirror partners by their place in the list.
	std::vector<TCorrective<FOwned>>& List = Writer.Out.Model.Correctives;
	const size_t Base = List.size() - Count;
	for (size_t Sculpt = 0; Sculpt < Count; ++Sculpt)
	{
		const uint32_t Partner = Input.Examples[Prepared.Pinned[Sculpt]].MirrorOf;
		for (size_t Other = 0; Other < Count && Partner != NoIndex; ++Other)
		{
			if (Prepared.Pinned[Other] == Partner)
			{
				List[Base + Sculpt].Mirror = uint32_t(Base + Other);
				List[Base + Other].Mirror = uint32_t(Base + Sculpt);
			}
		}
	}
	return FOk{};
}

FStatus WriteClassic(const FCorrectiveInput& Input, const FCorrectiveOptions& Options, FPreparedExamples& Prepared,
	FCorrectiveWriter& Writer)
{
	using namespace PinnedSculptsDetail;
	const size_t Count = Input.Examples.size(), Axes = 3 * Prepared.Joints.size() + Input.Curves.size();
	MatrixXd Coordinates = MatrixXd::Zero(Index(Count) + 1, Index(Axes)); // rest last
	std::vector<std::string> Names;
	for (size_t Row = 0; Row < Count; ++Row)
	{
		Names.push_back(Input.Examples[Row].Name);
		for (size_t Entry = 0; Entry < Prepared.Joints.size(); ++Entry)
		{
			const Eigen::Vector4d& Turn = Prepared.Poses.Rotation(Row, Prepared.Joints[Entry]);
			const Eigen::AngleAxisd Vector(Eigen::Quaterniond(Turn.w() < 0.0 ? Eigen::Vector4d(-Turn) : Turn));
			// In the joint's rest frame, where the file has them.
			const Eigen::Vector3d Own =
				Writer.FrameOf(Prepared.Joints[Entry]).conjugate() * (Vector.angle() * Vector.axis());
			Coordinates.block<1, 3>(Index(Row), Index(3 * Entry)) = Own.transpose();
		}
		for (size_t Curve = 0; Curve < Input.Curves.size(); ++Curve)
		{
			Coordinates(Index(Row), Index(3 * Prepared.Joints.size() + Curve)) = Prepared.Poses.Scalar(Row, Curve);
		}
	}
	Names.push_back("the rest pose");
	constexpr ERadialKernel Kinds[] = {ERadialKernel::Gaussian, ERadialKernel::Gaussian, ERadialKernel::Compact,
		ERadialKernel::ThinPlate, ERadialKernel::Linear};
	constexpr ECorrectiveFunction Functions[] = {ECorrectiveFunction::Gaussian, ECorrectiveFunction::Gaussian,
		ECorrectiveFunction::Compact, ECorrectiveFunction::ThinPlate, ECorrectiveFunction::Linear};
	static_assert(std::size(Kinds) == size_t(ECorrectiveForm::Weighted)); // which has its own function
	FRadialOptions Radial;
	Radial.Kernel = Kinds[size_t(Options.Form)];
	Radial.Radius = Options.Radius;
	Radial.bNormalize = Options.bNormalize;
	Radial.Tail = Options.bLinearTail                                                           ? ERadialTail::Linear
		: Options.Form == ECorrectiveForm::ThinPlate || Options.Form == ECorrectiveForm::Linear ? ERadialTail::Constant
																								: ERadialTail::None;
	const TResult<FRadialWeights> Weights = FRadialWeights::Make(Coordinates, Names, Radial);
	if (!Weights)
	{
		return Weights.GetError();
	}
	MatrixXd Cardinal = Weights->GetCardinal();
	FDriverPoses Poses = Prepared.Poses;
	Poses.Rotations.resize(Poses.Rotations.size() + Poses.JointCount, Eigen::Vector4d::UnitW());
	Poses.Scalars.resize(Poses.Scalars.size() + Poses.ScalarCount, 0.0);
	const uint32_t First = uint32_t(Writer.Out.Model.Kernels.size());
	for (size_t Pose = 0; Pose <= Count; ++Pose)
	{
		Writer.AddPoseKernel(Functions[size_t(Options.Form)], ECorrectiveMetric::Vector, Prepared.Joints, Poses, Pose,
			Weights->GetRadius());
	}
	if (Cardinal.rows() > Index(Count) + 1)
	{
		Writer.AddConstantKernel();
	}
	if (Radial.Tail == ERadialTail::Linear)
	{
		AddLinearTail(Input, Prepared, Index(Count) + 1, Cardinal, Writer);
	}
	const uint32_t Normalization = Options.bNormalize ? 0 : NoIndex;
	for (size_t Example = 0; Example < Count; ++Example)
	{
		const Eigen::VectorXd Coefficients = Cardinal.col(Index(Example));
		const std::span<const double> Row(Coefficients.data(), size_t(Coefficients.size()));
		WriteField(KeepLarge(Prepared.Inverses[Example].Before, SmallestDelta * Prepared.Diagonal), First, Row,
			Radial.Lowest, Radial.Highest, Normalization, Prepared.Diagonal, Writer);
		WriteAfter(Input, Prepared.Inverses[Example], Example, Writer);
		FCorrectiveFields Fields;
		Fields.Kernel = First + uint32_t(Example);
		Writer.EndCorrective(Input.Examples[Example].Name, Input.Examples[Example].Source, Fields);
	}
	if (Options.bNormalize)
	{
		// The rest counts in the sum of the weights and moves nothing.
		const Eigen::VectorXd Coefficients = Cardinal.col(Index(Count));
		Writer.AddShape(First, std::span<const double>(Coefficients.data(), size_t(Coefficients.size())), Radial.Lowest,
			Radial.Highest, Normalization, {}, {});
		Writer.EndCorrective("rest", "", {});
	}
	return FOk{};
}

} // namespace Exemplar
