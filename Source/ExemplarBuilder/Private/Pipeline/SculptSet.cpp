// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/SculptSet.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace Exemplar
{

namespace SculptSetDetail
{

/** Weights of sculpts stay within this: cardinal functions overshoot between poses, and culling pays for the range. */
constexpr float LowestWeight = -0.25f;
constexpr float HighestWeight = 1.25f;

/** Of kernels between the poses of a group: below this, two poses are one. */
constexpr double SmallestEigenvalue = 1e-5;

double SquaredChord(const FRotation& A, const FRotation& B)
{
	const double Dot = double{A.X} * B.X + double{A.Y} * B.Y + double{A.Z} * B.Z + double{A.W} * B.W;
	return 4.0 * (std::max)(0.0, 1.0 - Dot * Dot);
}

/** The value of a curve in a sculpt's pose: its own, or the curve's at rest. */
double CurveIn(const FSculptSet& Set, const FSculptEntry* Sculpt, uint32_t Curve)
{
	if (Sculpt != nullptr)
	{
		for (const FSculptCurve& Own : Sculpt->Curves)
		{
			if (Own.Curve == Curve)
			{
				return double{Own.Value};
			}
		}
	}
	return double{Set.Fixed.Model.Curves[Curve].Rest};
}

/** A pose as kernels see it; without turns it is the rest pose, without a sculpt curves are at rest. */
struct FKernelPose
{
	std::span<const FRotation> Turns;
	const FSculptEntry* Sculpt = nullptr;
};

double PlainKernel(const FSculptSet& Set, const FSculptEntry& Center, const FKernelPose& A, const FKernelPose& B)
{
	double Squared = 0.0;
	for (const uint32_t Joint : Center.Joints)
	{
		Squared += SquaredChord(
			A.Turns.empty() ? FRotation{} : A.Turns[Joint], B.Turns.empty() ? FRotation{} : B.Turns[Joint]);
	}
	for (const FSculptCurve& Curve : Center.Curves)
	{
		const double Difference =
			double{Curve.Scale} * (CurveIn(Set, A.Sculpt, Curve.Curve) - CurveIn(Set, B.Sculpt, Curve.Curve));
		Squared += Difference * Difference;
	}
	return std::exp(-Squared / (double{Center.Width} * Center.Width));
}

/** The kernel at a sculpt's pose, given that it is zero at rest. */
double ConditionedKernel(const FSculptSet& Set, const FSculptEntry& Center, const FKernelPose& Pose)
{
	const FKernelPose Own{Center.Turns, &Center}, Rest;
	return PlainKernel(Set, Center, Pose, Own) -
		PlainKernel(Set, Center, Pose, Rest) * PlainKernel(Set, Center, Rest, Own);
}

/** Sculpts with the same drivers and width, by their numbers; groups are in the order of their first sculpt. */
std::vector<std::vector<size_t>> GroupSculpts(const FSculptSet& Set)
{
	std::vector<std::vector<size_t>> Out;
	for (size_t Index = 0; Index < Set.Sculpts.size(); ++Index)
	{
		const FSculptEntry& Sculpt = Set.Sculpts[Index];
		const auto IsLike = [&](const std::vector<size_t>& Group)
		{
			const FSculptEntry& First = Set.Sculpts[Group.front()];
			const bool bCurves = std::equal(First.Curves.begin(), First.Curves.end(), Sculpt.Curves.begin(),
				Sculpt.Curves.end(),
				[](const FSculptCurve& A, const FSculptCurve& B) { return A.Curve == B.Curve && A.Scale == B.Scale; });
			return First.Joints == Sculpt.Joints && First.Width == Sculpt.Width && bCurves;
		};
		const auto Found = std::find_if(Out.begin(), Out.end(), IsLike);
		if (Found == Out.end())
		{
			Out.push_back({Index});
		}
		else
		{
			Found->push_back(Index);
		}
	}
	return Out;
}

/** The inverse of the kernels between the poses of a group: coefficients, one row per sculpt. */
TResult<Eigen::MatrixXd> SolveGroup(const FSculptSet& Set, const std::vector<size_t>& Group)
{
	const auto Count = static_cast<Eigen::Index>(Group.size());
	Eigen::MatrixXd Kernels(Count, Count);
	for (Eigen::Index Row = 0; Row < Count; ++Row)
	{
		const FSculptEntry& Pose = Set.Sculpts[Group[static_cast<size_t>(Row)]];
		for (Eigen::Index Column = 0; Column < Count; ++Column)
		{
			Kernels(Row, Column) =
				ConditionedKernel(Set, Set.Sculpts[Group[static_cast<size_t>(Column)]], FKernelPose{Pose.Turns, &Pose});
		}
		if (Kernels(Row, Row) < SmallestEigenvalue)
		{
			return FError{EErrorCode::Degenerate,
				"The joints that drive '" + Pose.Row.Name +
					"' are at rest in its pose, so nothing tells it from rest. Choose other driver joints, or sculpt "
					"another pose."};
		}
	}
	const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Solver(0.5 * (Kernels + Kernels.transpose()));
	if (Solver.eigenvalues()[0] < SmallestEigenvalue * (std::min)(1.0, Kernels.diagonal().minCoeff()))
	{
		// The two that the smallest eigenvector is about.
		const Eigen::VectorXd Sizes = Solver.eigenvectors().col(0).cwiseAbs();
		Eigen::Index First = 0, Second = 0;
		Sizes.maxCoeff(&First);
		Eigen::VectorXd Others = Sizes;
		Others[First] = -1.0;
		Others.maxCoeff(&Second);
		return FError{EErrorCode::Mismatch,
			"'" + Set.Sculpts[Group[static_cast<size_t>((std::max)(First, Second))]].Row.Name + "' and '" +
				Set.Sculpts[Group[static_cast<size_t>((std::min)(First, Second))]].Row.Name +
				"' are two sculpts of one pose. Replace the first sculpt (--replace), remove it, or choose driver "
				"joints that tell the poses apart."};
	}
	return Eigen::MatrixXd(
		Solver.eigenvectors() * Solver.eigenvalues().cwiseInverse().asDiagonal() * Solver.eigenvectors().transpose());
}

uint32_t AddDriver(TCorrectives<FOwned>& Model, ECorrectiveDriver Kind, uint32_t Index)
{
	const FCorrectiveDriver Wanted{static_cast<uint32_t>(Kind), Index};
	const auto Found = std::find(Model.Drivers.begin(), Model.Drivers.end(), Wanted);
	if (Found != Model.Drivers.end())
	{
		return static_cast<uint32_t>(Found - Model.Drivers.begin());
	}
	Model.Drivers.push_back(Wanted);
	return static_cast<uint32_t>(Model.Drivers.size() - 1);
}

/** Terms of all joints that the pose turns: those that do not drive have no scale, and keep the pose. */
void AddKernel(const FSculptEntry& Sculpt, TCorrectives<FOwned>& Model)
{
	FCorrectiveKernel Kernel;
	Kernel.Function = static_cast<uint32_t>(ECorrectiveFunction::Gaussian);
	Kernel.Metric = static_cast<uint32_t>(ECorrectiveMetric::Chordal);
	Kernel.Centering = static_cast<uint32_t>(ECorrectiveCentering::Conditioned);
	Kernel.Width = Sculpt.Width;
	Kernel.First = static_cast<uint32_t>(Model.Terms.size());
	for (uint32_t Joint = 0; Joint < Sculpt.Turns.size(); ++Joint)
	{
		const bool bDrives = std::binary_search(Sculpt.Joints.begin(), Sculpt.Joints.end(), Joint);
		if (bDrives || TurnAngle(Sculpt.Turns[Joint]) > 1e-4)
		{
			Model.Terms.push_back(
				{AddDriver(Model, ECorrectiveDriver::Rotation, Joint), bDrives ? 1.0f : 0.0f, Sculpt.Turns[Joint]});
		}
	}
	for (const FSculptCurve& Curve : Sculpt.Curves)
	{
		Model.Terms.push_back({AddDriver(Model, ECorrectiveDriver::Curve, Curve.Curve), Curve.Scale,
			FRotation{Curve.Value, 0.0f, 0.0f, 0.0f}});
	}
	Kernel.Count = static_cast<uint32_t>(Model.Terms.size()) - Kernel.First;
	Model.Kernels.push_back(Kernel);
}

void AppendOffsets(const FPointOffsets& From, TCorrectives<FOwned>& Model, FShapeDeltas& To)
{
	To.Points.insert(To.Points.end(), From.Points.begin(), From.Points.end());
	To.Deltas.insert(To.Deltas.end(), From.Offsets.begin(), From.Offsets.end());
	To.Offsets.push_back(static_cast<uint32_t>(To.Points.size()));
	for (size_t Index = 0; Index < From.AfterPoints.size(); ++Index)
	{
		const auto Joint = static_cast<uint16_t>(From.AfterJoints[Index]);
		const auto Found = std::find(Model.AfterJoints.begin(), Model.AfterJoints.end(), Joint);
		To.AfterJoints.push_back(static_cast<uint32_t>(Found - Model.AfterJoints.begin()));
		if (Found == Model.AfterJoints.end())
		{
			Model.AfterJoints.push_back(Joint);
		}
		To.AfterPoints.push_back(From.AfterPoints[Index]);
		To.AfterDeltas.push_back(From.AfterOffsets[Index]);
	}
	To.AfterOffsets.push_back(static_cast<uint32_t>(To.AfterPoints.size()));
}

} // namespace SculptSetDetail

double TurnAngle(const FRotation& Turn)
{
	return 2.0 * std::atan2(std::hypot(double{Turn.X}, double{Turn.Y}, double{Turn.Z}), std::abs(double{Turn.W}));
}

std::vector<FRotation> JointTurns(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local)
{
	std::vector<FRotation> Out;
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		Out.push_back(Normalize(Compose(Inverse(Skeleton.RestLocal[Joint].Rotation), Local[Joint].Rotation)));
	}
	return Out;
}

uint32_t FSculptSet::Find(std::string_view Name) const
{
	for (uint32_t Index = 0; Index < Sculpts.size(); ++Index)
	{
		if (Sculpts[Index].Row.Name == Name)
		{
			return Index;
		}
	}
	return NoIndex;
}

TResult<std::vector<double>> SculptWeights(const FSculptSet& Set, std::span<const FRotation> Turns)
{
	using namespace SculptSetDetail;
	std::vector<double> Out(Set.Sculpts.size());
	for (const std::vector<size_t>& Group : GroupSculpts(Set))
	{
		const TResult<Eigen::MatrixXd> Cardinal = SolveGroup(Set, Group);
		if (!Cardinal)
		{
			return Cardinal.GetError();
		}
		Eigen::VectorXd Kernels(static_cast<Eigen::Index>(Group.size()));
		for (size_t Index = 0; Index < Group.size(); ++Index)
		{
			Kernels[static_cast<Eigen::Index>(Index)] =
				ConditionedKernel(Set, Set.Sculpts[Group[Index]], FKernelPose{Turns, nullptr});
		}
		const Eigen::VectorXd Weights = *Cardinal * Kernels;
		for (size_t Index = 0; Index < Group.size(); ++Index)
		{
			Out[Group[Index]] =
				std::clamp(Weights[static_cast<Eigen::Index>(Index)], double{LowestWeight}, double{HighestWeight});
		}
	}
	return Out;
}

TResult<std::vector<double>> SculptWeights(const FSculptSet& Set)
{
	using namespace SculptSetDetail;
	const size_t Count = Set.Sculpts.size();
	std::vector<double> Out(Count * Count);
	for (const std::vector<size_t>& Group : GroupSculpts(Set))
	{
		const TResult<Eigen::MatrixXd> Cardinal = SolveGroup(Set, Group);
		if (!Cardinal)
		{
			return Cardinal.GetError();
		}
		Eigen::VectorXd Kernels(static_cast<Eigen::Index>(Group.size()));
		for (size_t Row = 0; Row < Count; ++Row)
		{
			for (size_t Index = 0; Index < Group.size(); ++Index)
			{
				Kernels[static_cast<Eigen::Index>(Index)] = ConditionedKernel(
					Set, Set.Sculpts[Group[Index]], FKernelPose{Set.Sculpts[Row].Turns, &Set.Sculpts[Row]});
			}
			const Eigen::VectorXd Weights = *Cardinal * Kernels;
			for (size_t Index = 0; Index < Group.size(); ++Index)
			{
				Out[Row * Count + Group[Index]] =
					std::clamp(Weights[static_cast<Eigen::Index>(Index)], double{LowestWeight}, double{HighestWeight});
			}
		}
	}
	return Out;
}

std::vector<std::vector<FDouble3>> SculptTargets(const FSculptSet& Set, std::span<const double> Weights)
{
	const size_t Count = Set.Sculpts.size();
	std::vector<std::vector<FDouble3>> Out(Count);
	for (size_t Row = 0; Row < Count; ++Row)
	{
		const FPointOffsets& Own = Set.Sculpts[Row].Finest;
		Out[Row].resize(Own.Points.size());
		for (size_t Column = 0; Column < Count; ++Column)
		{
			const double Weight = Weights[Row * Count + Column];
			const FPointOffsets& Other = Set.Sculpts[Column].Finest;
			size_t At = 0;
			for (size_t Index = 0; Weight != 0.0 && Index < Own.Points.size(); ++Index)
			{
				while (At < Other.Points.size() && Other.Points[At] < Own.Points[Index])
				{
					++At;
				}
				if (At < Other.Points.size() && Other.Points[At] == Own.Points[Index])
				{
					Out[Row][Index].X += Weight * Other.Offsets[At].X;
					Out[Row][Index].Y += Weight * Other.Offsets[At].Y;
					Out[Row][Index].Z += Weight * Other.Offsets[At].Z;
				}
			}
		}
	}
	return Out;
}

FStatus SolveSculpts(FSculptSet& Set, const std::vector<std::vector<FDouble3>>& Targets, double Diagonal)
{
	const TResult<std::vector<double>> Weights = SculptWeights(Set);
	if (!Weights)
	{
		return Weights.GetError();
	}
	constexpr int MaxRounds = 200;
	const double Enough = 1e-9 * Diagonal;
	size_t Worst = 0;
	for (int Round = 0; Round < MaxRounds; ++Round)
	{
		// Each offset takes what is missing in its own pose: Gauss-Seidel over sculpts, weight one on the diagonal.
		double Largest = 0.0;
		const std::vector<std::vector<FDouble3>> Shown = SculptTargets(Set, *Weights);
		for (size_t Sculpt = 0; Sculpt < Set.Sculpts.size(); ++Sculpt)
		{
			std::vector<FDouble3>& Offsets = Set.Sculpts[Sculpt].Finest.Offsets;
			for (size_t Index = 0; Index < Offsets.size(); ++Index)
			{
				const FDouble3 Missing{Targets[Sculpt][Index].X - Shown[Sculpt][Index].X,
					Targets[Sculpt][Index].Y - Shown[Sculpt][Index].Y,
					Targets[Sculpt][Index].Z - Shown[Sculpt][Index].Z};
				const double Size = std::hypot(Missing.X, Missing.Y, Missing.Z);
				Worst = Size > Largest ? Sculpt : Worst;
				Largest = (std::max)(Largest, Size);
				// Half steps between sculpts that answer to each other's poses keep the iteration stable.
				const double Step = Round < 2 ? 1.0 : 0.5;
				Offsets[Index].X += Step * Missing.X;
				Offsets[Index].Y += Step * Missing.Y;
				Offsets[Index].Z += Step * Missing.Z;
			}
		}
		if (Largest <= Enough)
		{
			return FOk{};
		}
		if (!(Largest < 100.0 * Diagonal))
		{
			break;
		}
	}
	return FError{EErrorCode::Mismatch,
		"'" + Set.Sculpts[Worst].Row.Name +
			"' contradicts another sculpt that moves the same vertices and answers to the same pose with other "
			"drivers. "
			"Give both the same driver joints (exemplar corrective driver), or remove one."};
}

TResult<FCorrectives> PutSculpts(const FSculptSet& Set, const FCharacterParts& Parts)
{
	using namespace SculptSetDetail;
	FCorrectives Out = Set.Fixed;
	TCorrectives<FOwned>& Model = Out.Model;
	const size_t LevelCount = 1 + Parts.Levels.Coarser.size();
	if (Set.Sculpts.empty())
	{
		return Out.Model.Correctives.empty() ? FCorrectives{} : Out;
	}
	Out.Levels.resize(LevelCount);
	for (FShapeDeltas& Level : Out.Levels)
	{
		Level.Offsets.resize(Level.Offsets.empty() ? Model.Shapes.size() + 1 : Level.Offsets.size());
		Level.AfterOffsets.resize(Level.AfterOffsets.empty() ? Model.Shapes.size() + 1 : Level.AfterOffsets.size());
	}
	std::vector<FCorrectiveRun> Runs(Set.Sculpts.size());
	std::vector<uint32_t> Kernels(Set.Sculpts.size());
	for (const std::vector<size_t>& Group : GroupSculpts(Set))
	{
		const TResult<Eigen::MatrixXd> Cardinal = SolveGroup(Set, Group);
		if (!Cardinal)
		{
			return Cardinal.GetError();
		}
		const auto First = static_cast<uint32_t>(Model.Kernels.size());
		for (size_t Row = 0; Row < Group.size(); ++Row)
		{
			Kernels[Group[Row]] = static_cast<uint32_t>(Model.Kernels.size());
			AddKernel(Set.Sculpts[Group[Row]], Model);
			Runs[Group[Row]] = {
				First, static_cast<uint32_t>(Group.size()), static_cast<uint32_t>(Model.Coefficients.size())};
			for (size_t Column = 0; Column < Group.size(); ++Column)
			{
				Model.Coefficients.push_back(
					(*Cardinal)(static_cast<Eigen::Index>(Row), static_cast<Eigen::Index>(Column)));
			}
		}
	}
	for (size_t Index = 0; Index < Set.Sculpts.size(); ++Index)
	{
		const FSculptEntry& Sculpt = Set.Sculpts[Index];
		FCorrectiveShape Shape;
		Shape.FirstRun = static_cast<uint32_t>(Model.Runs.size());
		Shape.RunCount = 1;
		Shape.Low = LowestWeight;
		Shape.High = HighestWeight;
		TCorrective<FOwned> Row = Sculpt.Row;
		Row.FirstShape = static_cast<uint32_t>(Model.Shapes.size());
		Row.ShapeCount = 1;
		Row.Kernel = Kernels[Index];
		Row.Joint = NoIndex;
		Model.Runs.push_back(Runs[Index]);
		Model.Shapes.push_back(Shape);
		Model.Correctives.push_back(std::move(Row));
		FShapeDeltas Alone{{0}, {}, {}, {0}, {}, {}, {}};
		AppendOffsets(Sculpt.Finest, Model, Alone);
		for (size_t Level = 0; Level < LevelCount; ++Level)
		{
			const FShapeDeltas Carried =
				Level == 0 ? Alone : CarryDeltas(Alone, Parts.Levels.Coarser[Level - 1].Points);
			AppendOffsets(TakeOffsets(Carried, Model, 0), Model, Out.Levels[Level]);
		}
	}
	for (TCorrective<FOwned>& Row : Model.Correctives)
	{
		const size_t Index = static_cast<size_t>(&Row - Model.Correctives.data());
		const std::string& Partner =
			Index < Set.Partners.size() ? Set.Partners[Index] : Set.Sculpts[Index - Set.Partners.size()].Partner;
		const auto Found = std::find_if(Model.Correctives.begin(), Model.Correctives.end(),
			[&](const TCorrective<FOwned>& Other) { return !Partner.empty() && Other.Name == Partner; });
		Row.Mirror =
			Found == Model.Correctives.end() ? NoIndex : static_cast<uint32_t>(Found - Model.Correctives.begin());
	}
	if (FStatus Fitted = FitSculptLevels(Set, Parts, Out); !Fitted)
	{
		return Fitted.GetError();
	}
	return Out;
}

} // namespace Exemplar
