// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CorrectiveJobs.h"
#include "Correctives/KernelMath.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace Exemplar
{

namespace CorrectiveSolverDetail
{

/** A driver in a pose. Curves have their value in Vector[0]. */
struct FDriverState
{
	double Rotation[4];
	double Vector[3]; // the rotation vector
	double Unused = 0.0;
};
constexpr double SmallestWeight = 1e-9;
constexpr size_t StateSize = sizeof(FDriverState) / sizeof(double);

/** Both kinds that read the rest state: of unit length, and exactly one at rest. */
void Normalize(const double (&Q)[4], FDriverState& Out)
{
	const double Length = std::sqrt(((Q[0] * Q[0] + Q[1] * Q[1]) + Q[2] * Q[2]) + Q[3] * Q[3]);
	const double Inverse = Length > 0.0 ? Length : 1.0;
	for (int Axis = 0; Axis < 4; ++Axis)
	{
		Out.Rotation[Axis] = Q[Axis] / Inverse;
	}
}

/** The angle of a unit quaternion, in [0, pi]; from the sine as well, because a cosine near one knows no small angles.
 */
double AngleOf(double Sine, double Cosine)
{
	return 2.0 * std::atan2(Sine, std::abs(Cosine));
}

void FindVector(FDriverState& State)
{
	const double* Q = State.Rotation;
	const double Sine = std::sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2]);
	const double Scale = (Q[3] < 0.0 ? -1.0 : 1.0) * (Sine > 1e-12 ? AngleOf(Sine, Q[3]) / Sine : 2.0);
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		State.Vector[Axis] = Scale * Q[Axis];
	}
}

/** inverse(Rest) * Local. Products of floats are exact in double, so that a joint at rest gives exactly one. */
void ReadRotation(const FRotation& Rest, const FRotation& Local, FDriverState& Out)
{
	const double A[4] = {-static_cast<double>(Rest.X), -static_cast<double>(Rest.Y), -static_cast<double>(Rest.Z),
		static_cast<double>(Rest.W)};
	const double B[4] = {static_cast<double>(Local.X), static_cast<double>(Local.Y), static_cast<double>(Local.Z),
		static_cast<double>(Local.W)};
	const double Q[4] = {(A[3] * B[0] + A[0] * B[3]) + (A[1] * B[2] - A[2] * B[1]),
		(A[3] * B[1] + A[1] * B[3]) + (A[2] * B[0] - A[0] * B[2]),
		(A[3] * B[2] + A[2] * B[3]) + (A[0] * B[1] - A[1] * B[0]),
		A[3] * B[3] - ((A[0] * B[0] + A[1] * B[1]) + A[2] * B[2])};
	Normalize(Q, Out);
}

bool IsRotation(const TCorrectives<FViewed>& Model, uint32_t Driver)
{
	return Model.Drivers[Driver].Kind == static_cast<uint32_t>(ECorrectiveDriver::Rotation);
}

FDriverState StateOfCenter(const TCorrectives<FViewed>& Model, const FCorrectiveTerm& Term)
{
	FDriverState Out{};
	if (IsRotation(Model, Term.Driver))
	{
		const double Q[4] = {static_cast<double>(Term.Center.X), static_cast<double>(Term.Center.Y),
			static_cast<double>(Term.Center.Z), static_cast<double>(Term.Center.W)};
		Normalize(Q, Out);
	}
	else
	{
		Out.Vector[0] = static_cast<double>(Term.Center.X);
	}
	return Out;
}

FDriverState StateAtRest(const TCorrectives<FViewed>& Model, uint32_t Driver)
{
	FDriverState Out{};
	Out.Rotation[3] = 1.0;
	if (!IsRotation(Model, Driver))
	{
		Out.Vector[0] = static_cast<double>(Model.Curves[Model.Drivers[Driver].Index].Rest);
	}
	return Out;
}

double SquaredDistance(const FDriverState& A, FDriverState B, bool bRotation, ECorrectiveMetric Metric)
{
	if (!bRotation)
	{
		return (A.Vector[0] - B.Vector[0]) * (A.Vector[0] - B.Vector[0]);
	}
	const double *P = A.Rotation, *Q = B.Rotation;
	if (Metric == ECorrectiveMetric::Chordal)
	{
		const double Dot = ((P[0] * Q[0] + P[1] * Q[1]) + P[2] * Q[2]) + P[3] * Q[3];
		return 4.0 * (std::max)(0.0, 1.0 - Dot * Dot);
	}
	if (Metric == ECorrectiveMetric::Angle)
	{
		const double Dot = P[0] * Q[0] + P[1] * Q[1] + P[2] * Q[2] + P[3] * Q[3];
		const double X = P[3] * Q[0] - P[0] * Q[3] - P[1] * Q[2] + P[2] * Q[1];
		const double Y = P[3] * Q[1] - P[1] * Q[3] - P[2] * Q[0] + P[0] * Q[2];
		const double Z = P[3] * Q[2] - P[2] * Q[3] - P[0] * Q[1] + P[1] * Q[0];
		const double Angle = AngleOf(std::sqrt(X * X + Y * Y + Z * Z), Dot);
		return Angle * Angle;
	}
	FindVector(B);
	double Sum = 0.0;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		Sum += (A.Vector[Axis] - B.Vector[Axis]) * (A.Vector[Axis] - B.Vector[Axis]);
	}
	return Sum;
}

/** Of the square of r / R. */
double EvaluateRadial(ECorrectiveFunction Function, double Square)
{
	switch (Function)
	{
	case ECorrectiveFunction::Gaussian:
		return KernelMath::Exp(-Square);
	case ECorrectiveFunction::Compact:
	{
		const double R = std::sqrt(Square), Inside = (std::max)(0.0, 1.0 - R);
		return Inside * Inside * Inside * Inside * (4.0 * R + 1.0);
	}
	case ECorrectiveFunction::ThinPlate:
		return Square > 0.0 ? 0.5 * Square * std::log(Square) : 0.0;
	case ECorrectiveFunction::Linear:
		return std::sqrt(Square);
	default:
		return 0.0;
	}
}

/** The square of r / R between the kernel's center, or rest, and a pose that At(driver) gives. */
template <typename StateType>
double FindSquare(
	const TCorrectives<FViewed>& Model, const FCorrectiveKernel& Kernel, bool bFromRest, const StateType& At)
{
	// A narrow kernel of a whole pose is nothing long before all its joints are compared.
	const double Enough =
		Kernel.Function == static_cast<uint32_t>(ECorrectiveFunction::Gaussian) && Kernel.Centering == 0 ? 17.0
																										 : INFINITY;
	const double Inverse = 1.0 / (static_cast<double>(Kernel.Width) * static_cast<double>(Kernel.Width));
	double Sum = 0.0;
	for (uint32_t Index = 0; Index < Kernel.Count && Sum < Enough; ++Index)
	{
		const FCorrectiveTerm& Term = Model.Terms[Kernel.First + Index];
		const double Scale = static_cast<double>(Term.Scale);
		const FDriverState Center = bFromRest ? StateAtRest(Model, Term.Driver) : StateOfCenter(Model, Term);
		Sum += Scale * Scale * Inverse *
			SquaredDistance(
				At(Term.Driver), Center, IsRotation(Model, Term.Driver), static_cast<ECorrectiveMetric>(Kernel.Metric));
	}
	return Sum;
}

double EvaluateSingle(const TCorrectives<FViewed>& Model, const FCorrectiveKernel& Kernel, double RestValue,
	const FDriverState* States, const double* Values)
{
	const ECorrectiveFunction Function = static_cast<ECorrectiveFunction>(Kernel.Function);
	switch (Function)
	{
	case ECorrectiveFunction::Product:
		return Values[Kernel.First] * Values[Kernel.Count];
	case ECorrectiveFunction::Constant:
		return 1.0;
	case ECorrectiveFunction::Coordinate:
		return States[Kernel.First].Vector[Kernel.Count];
	default:
		break;
	}
	const auto At = [States](uint32_t Driver) -> const FDriverState& { return States[Driver]; };
	const double Value = EvaluateRadial(Function, FindSquare(Model, Kernel, false, At));
	if (Kernel.Centering != 0)
	{
		const double FromRest = EvaluateRadial(Function, FindSquare(Model, Kernel, true, At));
		if (Kernel.Centering == static_cast<uint32_t>(ECorrectiveCentering::Conditioned))
		{
			return Value - FromRest * RestValue;
		}
		return (Value - RestValue) + (EvaluateRadial(Function, 0.0) - FromRest);
	}
	return Function == ECorrectiveFunction::Gaussian && Value <= KernelMath::SmallestKernel ? 0.0 : Value;
}

/** Whether a kernel is evaluated in a group. */
bool IsGrouped(const TCorrectives<FViewed>& Model, const FCorrectiveKernel& Kernel)
{
	return Kernel.Function == static_cast<uint32_t>(ECorrectiveFunction::Gaussian) &&
		Kernel.Metric == static_cast<uint32_t>(ECorrectiveMetric::Chordal) && Kernel.Count == 1 &&
		Kernel.Centering != static_cast<uint32_t>(ECorrectiveCentering::Conditioned) &&
		IsRotation(Model, Model.Terms[Kernel.First].Driver);
}

void AddGroups(FCorrectiveSolver& Solver)
{
	const TCorrectives<FViewed>& Model = Solver.Model;
	struct FPlace
	{
		uint32_t Driver, bCentered;
		double Factor;
		uint32_t Kernel;
	};
	std::vector<FPlace> Places;
	for (uint32_t Index = 0; Index < Model.Kernels.size(); ++Index)
	{
		const FCorrectiveKernel& Kernel = Model.Kernels[Index];
		if (!IsGrouped(Model, Kernel))
		{
			Solver.Single.push_back(Index);
			continue;
		}
		const FCorrectiveTerm& Term = Model.Terms[Kernel.First];
		const double Scale = static_cast<double>(Term.Scale), Width = static_cast<double>(Kernel.Width);
		Places.push_back({Term.Driver, Kernel.Centering, -4.0 * Scale * Scale / (Width * Width), Index});
	}
	const auto Key = [](const FPlace& P) { return std::tuple(P.Driver, P.bCentered, P.Factor); };
	std::sort(Places.begin(), Places.end(),
		[&](const FPlace& A, const FPlace& B) { return Key(A) != Key(B) ? Key(A) < Key(B) : A.Kernel < B.Kernel; });
	for (size_t Index = 0; Index < Places.size(); ++Index)
	{
		const FPlace& Place = Places[Index];
		if (Index == 0 || Key(Places[Index - 1]) != Key(Place))
		{
			Solver.Grouped.resize((Solver.Grouped.size() + 3) / 4 * 4, NoIndex);
			Solver.Groups.push_back(
				{Place.Driver, static_cast<uint32_t>(Solver.Grouped.size()), 0, Place.bCentered, Place.Factor});
		}
		Solver.Grouped.push_back(Place.Kernel);
		Solver.Groups.back().Count =
			static_cast<uint32_t>((Solver.Grouped.size() + 3) / 4 * 4) - Solver.Groups.back().First;
	}
	Solver.Grouped.resize((Solver.Grouped.size() + 3) / 4 * 4, NoIndex);
	Solver.Lanes.assign(Solver.Grouped.size() * 5, 0.0);
	for (const FCorrectiveSolver::FGroup& Group : Solver.Groups)
	{
		for (size_t At = Group.First; At < Group.First + Group.Count; ++At)
		{
			if (Solver.Grouped[At] == NoIndex)
			{
				continue;
			}
			const FDriverState Center = StateOfCenter(Model, Model.Terms[Model.Kernels[Solver.Grouped[At]].First]);
			double* L = Solver.Lanes.data() + At / 4 * 20 + At % 4;
			for (size_t Axis = 0; Axis < 4; ++Axis)
			{
				L[4 * Axis] = Center.Rotation[Axis];
			}
			L[16] = KernelMath::ChordalGaussian(Center.Rotation[3], Group.Factor);
		}
	}
}

/** Moves every lane of the groups to its kernel's place. */
void EvaluateGroups(const FCorrectiveWeightsJob& Job, const FDriverState* States, double* Lanes, double* Values)
{
	const FCorrectiveSolver& Solver = *Job.Solver;
	for (const FCorrectiveSolver::FGroup& Group : Solver.Groups)
	{
		KernelMath::FGroupArgs Args;
		Args.Lanes = Solver.Lanes.data() + size_t{Group.First} * 5;
		Args.Count = Group.Count;
		Args.Factor = Group.Factor;
		Args.bCentered = Group.bCentered != 0;
		std::copy_n(States[Group.Driver].Rotation, 4, Args.Pose);
		Args.Shift = Args.bCentered ? 1.0 - KernelMath::ChordalGaussian(Args.Pose[3], Group.Factor) : 0.0;
		Args.Out = Lanes + Group.First;
#if EXEMPLAR_X64
		if (Job.SimdLevel == ESimdLevel::Avx2)
		{
			KernelMath::EvaluateGroupAvx2(Args);
			continue;
		}
#endif
		KernelMath::EvaluateGroupPlain(Args);
	}
	for (size_t At = 0; At < Solver.Grouped.size(); ++At)
	{
		if (Solver.Grouped[At] != NoIndex)
		{
			Values[Solver.Grouped[At]] = Lanes[At];
		}
	}
}

double SumRuns(const FCorrectiveWeightsJob& Job, const FCorrectiveShape& Shape, const double* Values)
{
	const TCorrectives<FViewed>& Model = Job.Solver->Model;
	double Sum = 0.0;
	for (const FCorrectiveRun& Run : Model.Runs.subspan(Shape.FirstRun, Shape.RunCount))
	{
		const double *A = Model.Coefficients.data() + Run.FirstCoefficient, *B = Values + Run.FirstKernel;
#if EXEMPLAR_X64
		if (Job.SimdLevel == ESimdLevel::Avx2)
		{
			Sum += KernelMath::DotAvx2(A, B, Run.KernelCount);
			continue;
		}
#endif
		Sum += KernelMath::DotPlain(A, B, Run.KernelCount);
	}
	return Sum;
}

} // namespace CorrectiveSolverDetail

size_t FCorrectiveSolver::ScratchSize() const
{
	using namespace CorrectiveSolverDetail;
	return StateSize * Model.Drivers.size() + Grouped.size() + Model.Kernels.size() + Model.Shapes.size() +
		NormalizationCount;
}

FCorrectiveSolver MakeCorrectiveSolver(
	const TCorrectives<FViewed>& Correctives, std::span<const FBoneTransform> RestLocal)
{
	using namespace CorrectiveSolverDetail;
	FCorrectiveSolver Out;
	Out.Model = Correctives;
	Out.JointCount = static_cast<uint32_t>(RestLocal.size());
	for (const FCorrectiveDriver& Driver : Correctives.Drivers)
	{
		const bool bRotation =
			Driver.Kind == static_cast<uint32_t>(ECorrectiveDriver::Rotation) && Driver.Index < RestLocal.size();
		Out.Rests.push_back(bRotation ? RestLocal[Driver.Index].Rotation : FRotation{});
	}
	AddGroups(Out);
	const auto AtRest = [&](uint32_t Driver) { return StateAtRest(Correctives, Driver); };
	for (const uint32_t Index : Out.Single)
	{
		const FCorrectiveKernel& Kernel = Correctives.Kernels[Index];
		Out.bReadsVectors = Out.bReadsVectors || Kernel.Metric == static_cast<uint32_t>(ECorrectiveMetric::Vector) ||
			Kernel.Function == static_cast<uint32_t>(ECorrectiveFunction::Coordinate);
		const bool bRadial = Kernel.Function <= static_cast<uint32_t>(ECorrectiveFunction::Linear);
		Out.RestValues.push_back(bRadial && Kernel.Centering != 0
				? EvaluateRadial(
					  static_cast<ECorrectiveFunction>(Kernel.Function), FindSquare(Correctives, Kernel, false, AtRest))
				: 0.0);
	}
	for (const FCorrectiveShape& Shape : Correctives.Shapes)
	{
		Out.NormalizationCount = Shape.Normalization == NoIndex
			? Out.NormalizationCount
			: (std::max)(Out.NormalizationCount, Shape.Normalization + 1);
	}
	return Out;
}

bool FCorrectiveWeightsJob::Validate() const
{
	return Solver != nullptr && Local.size() == Solver->JointCount && Scratch.size() >= Solver->ScratchSize() &&
		ShapeWeights.size() == Solver->Model.ShapeCount() && IsSimdLevelAvailable(SimdLevel) &&
		std::all_of(Solver->Model.Drivers.begin(), Solver->Model.Drivers.end(),
			[&](const FCorrectiveDriver& Driver) {
				return Driver.Kind != static_cast<uint32_t>(ECorrectiveDriver::Rotation) || Driver.Index < Local.size();
			});
}

bool FCorrectiveWeightsJob::Run() const
{
	using namespace CorrectiveSolverDetail;
	if (!Validate())
	{
		return false;
	}
	const TCorrectives<FViewed>& Model = Solver->Model;
	FDriverState* const States = reinterpret_cast<FDriverState*>(Scratch.data());
	double* const Lanes = Scratch.data() + StateSize * Model.Drivers.size();
	double* const Values = Lanes + Solver->Grouped.size();
	double* const Sums = Values + Model.Kernels.size();
	double* const Totals = Sums + Model.Shapes.size();
	for (size_t Index = 0; Index < Model.Drivers.size(); ++Index)
	{
		const FCorrectiveDriver& Driver = Model.Drivers[Index];
		if (IsRotation(Model, static_cast<uint32_t>(Index)))
		{
			ReadRotation(Solver->Rests[Index], Local[Driver.Index].Rotation, States[Index]);
			if (Solver->bReadsVectors)
			{
				FindVector(States[Index]);
			}
			continue;
		}
		States[Index] = StateAtRest(Model, static_cast<uint32_t>(Index));
		if (Driver.Index < Curves.size())
		{
			States[Index].Vector[0] = static_cast<double>(Curves[Driver.Index]);
		}
	}
	EvaluateGroups(*this, States, Lanes, Values);
	for (size_t At = 0; At < Solver->Single.size(); ++At)
	{
		const FCorrectiveKernel& Kernel = Model.Kernels[Solver->Single[At]];
		Values[Solver->Single[At]] = EvaluateSingle(Model, Kernel, Solver->RestValues[At], States, Values);
	}
	std::fill_n(Totals, Solver->NormalizationCount, 0.0);
	for (size_t Shape = 0; Shape < Model.Shapes.size(); ++Shape)
	{
		Sums[Shape] = SumRuns(*this, Model.Shapes[Shape], Values);
		if (Model.Shapes[Shape].Normalization != NoIndex)
		{
			Totals[Model.Shapes[Shape].Normalization] += Sums[Shape];
		}
	}
	for (size_t Index = 0; Index < Model.Correctives.size(); ++Index)
	{
		const TCorrective<FViewed>& Corrective = Model.Correctives[Index];
		const float Scale = (Corrective.Flags & CorrectiveEnabled) == 0
			? 0.0f
			: Corrective.Strength * (Index < Scales.size() ? Scales[Index] : 1.0f);
		for (uint32_t At = Corrective.FirstShape; At < Corrective.FirstShape + Corrective.ShapeCount; ++At)
		{
			const FCorrectiveShape& Shape = Model.Shapes[At];
			const double Total = Shape.Normalization == NoIndex ? 1.0 : Totals[Shape.Normalization];
			const double Weight = std::clamp(Sums[At] / (std::abs(Total) > 1e-6 ? Total : 1.0),
				static_cast<double>(Shape.Low), static_cast<double>(Shape.High));
			// What is left of weights that cancel: at rest, cardinal weights are zero.
			ShapeWeights[At] = std::abs(Weight) < SmallestWeight ? 0.0f : Scale * static_cast<float>(Weight);
		}
	}
	return true;
}

} // namespace Exemplar
