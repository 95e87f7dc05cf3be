// Copyright (c) 2026 Exemplar contributors. MIT license.
// The costs of parts, and the beam search down the limbs.

#include "Registration/PartCost.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace LimbSearchDetail
{

constexpr double Reach = 0.05;       // distance beyond which a sample is lost
constexpr double NormalShare = 0.35; // of the cost
constexpr double PointShare = 0.15;  // of a step that acts in all directions
constexpr double LeastCosine = 0.2;  // of the normals in a step
constexpr double TakenCost = 0.9;    // of a sample where another limb is
constexpr double JointWeight = 2.0;  // per sample, on moving the joint
constexpr double BendCost = 0.0012;  // per squared radian; a strong one keeps legs from bending at the hip
constexpr size_t PseudoWidth = 24;   // of the beam, for the pseudo-rig
constexpr size_t RigWidth = 20;
constexpr size_t LeastWidth = 6;
constexpr size_t BranchStates = 6; // that are finished where the tree branches
constexpr double SameTurn = 0.35;  // states within both of these of each other are one
constexpr double SameMove = 0.02;

/** A state of the beam: the motions of the parts of a chain so far. */
struct FBeamState
{
	double Cost = 0.0;
	FRigidMotion Motion; // of the last part
	std::vector<std::pair<int32_t, FRigidMotion>> Chain;
};

FRigidMotion TurnAbout(const FRigidMotion& Parent, const Eigen::Vector3d& Joint, const Eigen::Matrix3d& Turn)
{
	const Eigen::Matrix3d Rotation = Parent.Rotation * Turn;
	return {Rotation, Parent(Joint) - Rotation * Joint};
}

/** The rotations to try at a joint. */
std::vector<Eigen::Matrix3d> Candidates(const FBodyPart& Part, bool bRig)
{
	const Eigen::Vector3d U = Part.Axis.unitOrthogonal(), V = Part.Axis.cross(U);
	std::vector<Eigen::Matrix3d> Out;
	if (!bRig)
	{
		Out.push_back(Eigen::Matrix3d::Identity());
		for (const double Bend : {0.3, 0.65, 1.0, 1.4})
		{
			for (int Direction = 0; Direction < 8; ++Direction)
			{
				const double Angle = std::numbers::pi * Direction / 4.0;
				Out.push_back(Eigen::AngleAxisd(Bend, std::cos(Angle) * U + std::sin(Angle) * V).toRotationMatrix());
			}
		}
		return Out;
	}
	for (const Eigen::Matrix3d& Base : Part.Rotations)
	{
		Out.push_back(Base);
		for (const Eigen::Vector3d& Axis : {U, V})
		{
			for (const double Bend : {-0.7, -0.35, 0.35, 0.7})
			{
				Out.push_back(Base * Eigen::AngleAxisd(Bend, Axis).toRotationMatrix());
			}
		}
		Out.push_back(Base * Eigen::AngleAxisd(0.35, Part.Axis).toRotationMatrix());
		Out.push_back(Base * Eigen::AngleAxisd(-0.35, Part.Axis).toRotationMatrix());
	}
	return Out;
}

/** The search of one limb. */
class FLimbSearch
{
public:
	FLimbSearch(const FArticulation& InArticulation, const FScanField& InField, const FTakenVertices& InTaken = {})
		: Articulation(InArticulation)
		, Field(InField)
		, Taken(InTaken)
	{
		for (const FBodyPart& Part : Articulation.Parts)
		{
			Samples.emplace_back().Add(Part);
			Turns.push_back(Candidates(Part, Articulation.bRig));
		}
	}

	/** The best state of a part and everything beyond it. */
	FBeamState Search(int32_t First, const FRigidMotion& Parent, size_t Width) const
	{
		std::vector<FBeamState> States{{0.0, Parent, {}}};
		for (int32_t Part = First;;)
		{
			States = Extend(Part, States, Width);
			const std::vector<int32_t>& Children = Articulation.Parts[static_cast<size_t>(Part)].Children;
			if (Children.empty())
			{
				return States.front();
			}
			if (Children.size() == 1)
			{
				Part = Children.front();
				continue;
			}
			return FinishBranches(Children, States, Width);
		}
	}

private:
	FBeamState FinishBranches(const std::vector<int32_t>& Children, std::vector<FBeamState>& States, size_t Width) const
	{
		FBeamState Best;
		Best.Cost = 1e300;
		for (size_t Index = 0; Index < (std::min)(States.size(), BranchStates); ++Index)
		{
			FBeamState State = States[Index];
			for (const int32_t Child : Children)
			{
				const FBeamState Limb = Search(Child, States[Index].Motion, (std::max)(LeastWidth, Width / 2));
				State.Cost += Limb.Cost;
				State.Chain.insert(State.Chain.end(), Limb.Chain.begin(), Limb.Chain.end());
			}
			if (State.Cost < Best.Cost)
			{
				Best = std::move(State);
			}
		}
		return Best;
	}

	std::vector<FBeamState> Extend(int32_t Index, const std::vector<FBeamState>& States, size_t Width) const
	{
		const FBodyPart& Part = Articulation.Parts[static_cast<size_t>(Index)];
		const FPartSamples& Own = Samples[static_cast<size_t>(Index)];
		struct FCandidate
		{
			double Cost;
			size_t State;
			double Before; // the cost without this part's match
			FRigidMotion Motion;
		};
		std::vector<FCandidate> Found;
		for (size_t State = 0; State < States.size(); ++State)
		{
			for (const Eigen::Matrix3d& Turn : Turns[static_cast<size_t>(Index)])
			{
				const double Angle = Articulation.bRig ? 0.0 : RotationAngle(Turn, Eigen::Matrix3d::Identity());
				const FRigidMotion Motion = TurnAbout(States[State].Motion, Part.Joint, Turn);
				const double Before = States[State].Cost + BendCost * Angle * Angle;
				Found.push_back({Before + Part.Area * PartCost(Own, Field, Motion, Taken), State, Before, Motion});
			}
		}
		std::stable_sort(
			Found.begin(), Found.end(), [](const FCandidate& A, const FCandidate& B) { return A.Cost < B.Cost; });
		std::vector<FBeamState> Out;
		for (const FCandidate& Each : Found)
		{
			if (Out.size() >= Width)
			{
				break;
			}
			if (std::any_of(Out.begin(), Out.end(),
					[&](const FBeamState& Other)
					{
						return (Other.Motion(Part.Centroid) - Each.Motion(Part.Centroid)).norm() < SameMove &&
							RotationAngle(Other.Motion.Rotation, Each.Motion.Rotation) < SameTurn;
					}))
			{
				continue;
			}
			FBeamState State{Each.Before, Each.Motion, States[Each.State].Chain};
			AlignStep(Own, Field, &Part.Joint, State.Motion);
			AlignStep(Own, Field, &Part.Joint, State.Motion);
			State.Cost += Part.Area * PartCost(Own, Field, State.Motion, Taken);
			State.Chain.emplace_back(Index, State.Motion);
			Out.push_back(std::move(State));
		}
		std::stable_sort(
			Out.begin(), Out.end(), [](const FBeamState& A, const FBeamState& B) { return A.Cost < B.Cost; });
		return Out;
	}

	const FArticulation& Articulation;
	const FScanField& Field;
	FTakenVertices Taken;
	std::vector<FPartSamples> Samples;
	std::vector<std::vector<Eigen::Matrix3d>> Turns;
};

} // namespace LimbSearchDetail

Eigen::Vector3d CenterOf(const FPartSamples& Samples)
{
	Eigen::Vector3d Sum = Eigen::Vector3d::Zero();
	for (const Eigen::Vector3d& P : Samples.Positions)
	{
		Sum += P;
	}
	return Samples.Positions.empty() ? Sum : Eigen::Vector3d(Sum / static_cast<double>(Samples.Positions.size()));
}

double RotationAngle(const Eigen::Matrix3d& A, const Eigen::Matrix3d& B)
{
	return std::acos(std::clamp(0.5 * (A.cwiseProduct(B).sum() - 1.0), -1.0, 1.0));
}

double PartCost(
	const FPartSamples& Samples, const FScanField& Field, const FRigidMotion& Motion, const FTakenVertices& Taken)
{
	using namespace LimbSearchDetail;
	double Sum = 0.0;
	for (size_t Index = 0; Index < Samples.Positions.size(); ++Index)
	{
		const Eigen::Vector3d X = Motion(Samples.Positions[Index]);
		const uint32_t Near = Field.Nearest(X);
		const double Distance = (X - Field.PositionOf(Near)).norm() / Reach;
		if (Distance >= 1.0)
		{
			Sum += 1.0 + NormalShare;
			continue;
		}
		if (!Taken.empty() && Taken[Near])
		{
			Sum += TakenCost;
			continue;
		}
		const double Cosine = Field.NormalOf(Near).dot(Motion.Rotation * Samples.Normals[Index]);
		Sum += Distance + NormalShare * 0.5 * (1.0 - Cosine) * (1.0 - 0.5 * Distance);
	}
	return Samples.Positions.empty() ? 0.0 : Sum / static_cast<double>(Samples.Positions.size());
}

void AlignStep(const FPartSamples& Samples, const FScanField& Field, const Eigen::Vector3d* Joint, FRigidMotion& Motion)
{
	using namespace LimbSearchDetail;
	using FVector6 = Eigen::Matrix<double, 6, 1>;
	Eigen::Matrix<double, 6, 6> Matrix = Eigen::Matrix<double, 6, 6>::Zero();
	FVector6 Right = FVector6::Zero();
	const Eigen::Vector3d Pivot = Motion(Joint ? *Joint : CenterOf(Samples));
	for (size_t Index = 0; Index < Samples.Positions.size(); ++Index)
	{
		const Eigen::Vector3d X = Motion(Samples.Positions[Index]);
		const uint32_t Near = Field.Nearest(X);
		const Eigen::Vector3d& N = Field.NormalOf(Near);
		if (N.dot(Motion.Rotation * Samples.Normals[Index]) < LeastCosine)
		{
			continue;
		}
		const Eigen::Vector3d Residual = X - Field.PositionOf(Near);
		const double Weight = std::exp(-Residual.squaredNorm() / (2.0 * Reach * Reach));
		const Eigen::Vector3d Arm = X - Pivot;
		const auto AddRow = [&](const Eigen::Vector3d& Direction, double RowWeight)
		{
			FVector6 Row;
			Row << Arm.cross(Direction), Direction;
			Matrix.noalias() += RowWeight * Row * Row.transpose();
			Right.noalias() -= RowWeight * Direction.dot(Residual) * Row;
		};
		AddRow(N, Weight);
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			AddRow(Eigen::Vector3d::Unit(Axis), PointShare * Weight);
		}
	}
	const double Count = static_cast<double>(Samples.Positions.size());
	Matrix.diagonal().array() += 1e-9 + 1e-6 * Count;
	if (Joint)
	{
		Matrix.diagonal().tail<3>().array() += JointWeight * Count;
	}
	const FVector6 Step = Matrix.ldlt().solve(Right);
	if (!Step.allFinite())
	{
		return;
	}
	const Eigen::Vector3d Turn = Step.head<3>();
	const double Angle = (std::min)(Turn.norm(), 0.6);
	const Eigen::Matrix3d Rotation =
		Angle > 1e-12 ? Eigen::AngleAxisd(Angle, Turn.normalized()).toRotationMatrix() : Eigen::Matrix3d::Identity();
	Motion.Translation = Rotation * (Motion.Translation - Pivot) + Pivot + Step.tail<3>();
	Motion.Rotation = Rotation * Motion.Rotation;
}

std::vector<uint8_t> FindTrunk(const FArticulation& Articulation)
{
	std::vector<uint8_t> Out(Articulation.Parts.size(), 0);
	Out[0] = 1;
	for (size_t Part = 1; Part < Articulation.Parts.size(); ++Part)
	{
		const FBodyPart& Each = Articulation.Parts[Part];
		Out[Part] = Out[static_cast<size_t>(Each.Parent)] && Each.Depth <= Articulation.TrunkDepth &&
			Each.Area > Articulation.TrunkArea;
	}
	return Out;
}

double SearchLimbs(const FArticulation& Articulation, std::span<const uint8_t> bTrunk, const FScanField& Field,
	const FRigidMotion& Trunk, std::vector<FRigidMotion>& Motions)
{
	using namespace LimbSearchDetail;
	const FLimbSearch Search(Articulation, Field);
	double Cost = 0.0;
	for (size_t Part = 0; Part < Articulation.Parts.size(); ++Part)
	{
		if (bTrunk[Part])
		{
			FPartSamples Own;
			Own.Add(Articulation.Parts[Part]);
			Cost += Articulation.Parts[Part].Area * PartCost(Own, Field, Trunk);
		}
		else if (bTrunk[static_cast<size_t>(Articulation.Parts[Part].Parent)])
		{
			const FBeamState Limb =
				Search.Search(static_cast<int32_t>(Part), Trunk, Articulation.bRig ? RigWidth : PseudoWidth);
			Cost += Limb.Cost;
			for (const auto& [Index, Motion] : Limb.Chain)
			{
				Motions[static_cast<size_t>(Index)] = Motion;
			}
		}
	}
	return Cost;
}

void SearchLimb(const FArticulation& Articulation, const FScanField& Field, int32_t First, const FRigidMotion& Parent,
	const FTakenVertices& Taken, std::vector<FRigidMotion>& Motions)
{
	using namespace LimbSearchDetail;
	const FBeamState Limb =
		FLimbSearch(Articulation, Field, Taken).Search(First, Parent, Articulation.bRig ? RigWidth : PseudoWidth);
	for (const auto& [Index, Motion] : Limb.Chain)
	{
		Motions[static_cast<size_t>(Index)] = Motion;
	}
}

} // namespace Exemplar
