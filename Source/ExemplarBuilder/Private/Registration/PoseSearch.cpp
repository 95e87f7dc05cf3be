// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/PoseSearch.h"

#include "Geometry/Measures.h"
#include "Registration/GraphFit.h"
#include "Registration/PartCost.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace PoseSearchDetail
{

constexpr size_t ThickRays = 1500;
constexpr size_t ThickPlaces = 5;
constexpr int Yaws = 16;
constexpr int TrunkSteps = 6;
constexpr size_t TrunkKeep = 12;
constexpr double TrunkTurn = 0.3;  // radians between trunks that are kept
constexpr double TrunkMove = 0.05; // and distance
constexpr size_t CoverageSamples = 1500;
constexpr double CoverageReach = 0.03;
constexpr double CoverageCosine = 0.3;
constexpr double CoverageWeight = 0.8;

/** Thick places of a scan: midpoints of rays from the surface inward, the thickest fifth of them, as a few means. */
std::vector<Eigen::Vector3d> FindThickPlaces(const FCleanScan& Scan, const FScanField& Field)
{
	std::vector<std::pair<double, Eigen::Vector3d>> Middles;
	for (const int32_t Vertex : SampleVertices(Scan.VertexAreas, ThickRays))
	{
		const Eigen::Vector3d P = AsVector(Scan.Positions[static_cast<size_t>(Vertex)]);
		const Eigen::Vector3d N = AsVector(Scan.VertexNormals[static_cast<size_t>(Vertex)]);
		for (double Way = 0.02; Way < 0.5; Way += 0.01)
		{
			const uint32_t Near = Field.Nearest(P - Way * N);
			if ((Field.PositionOf(Near) - (P - Way * N)).norm() < 0.015 && Field.NormalOf(Near).dot(N) < -0.3)
			{
				Middles.emplace_back(-Way, P - 0.5 * Way * N);
				break;
			}
		}
	}
	if (Middles.empty())
	{
		Middles.emplace_back(0.0, Field.PositionOf(0));
	}
	std::stable_sort(Middles.begin(), Middles.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	Middles.resize((std::max)((std::min)(Middles.size(), ThickPlaces), Middles.size() / 5));
	std::vector<Eigen::Vector3d> Means{Middles.front().second};
	while (Means.size() < (std::min)(ThickPlaces, Middles.size()))
	{
		double Farthest = -1.0;
		Eigen::Vector3d Next = Means.front();
		for (const auto& [Way, Middle] : Middles)
		{
			double Nearest = 1e300;
			for (const Eigen::Vector3d& Mean : Means)
			{
				Nearest = (std::min)(Nearest, (Middle - Mean).squaredNorm());
			}
			if (Nearest > Farthest)
			{
				Farthest = Nearest;
				Next = Middle;
			}
		}
		Means.push_back(Next);
	}
	for (int Round = 0; Round < 10; ++Round)
	{
		std::vector<Eigen::Vector3d> Sums(Means.size(), Eigen::Vector3d::Zero());
		std::vector<double> Counts(Means.size(), 0.0);
		for (const auto& [Way, Middle] : Middles)
		{
			size_t Best = 0;
			for (size_t Mean = 1; Mean < Means.size(); ++Mean)
			{
				Best = (Middle - Means[Mean]).squaredNorm() < (Middle - Means[Best]).squaredNorm() ? Mean : Best;
			}
			Sums[Best] += Middle;
			Counts[Best] += 1.0;
		}
		for (size_t Mean = 0; Mean < Means.size(); ++Mean)
		{
			Means[Mean] = Counts[Mean] > 0.0 ? Eigen::Vector3d(Sums[Mean] / Counts[Mean]) : Means[Mean];
		}
	}
	return Means;
}

/** Turns about the up axis, upright and tilted by each of Tilts in six directions. */
std::vector<Eigen::Matrix3d> StartRotations(int YawCount, std::span<const double> Tilts)
{
	std::vector<Eigen::Matrix3d> Out;
	for (int Yaw = 0; Yaw < YawCount; ++Yaw)
	{
		const Eigen::Matrix3d Turn =
			Eigen::AngleAxisd(2.0 * std::numbers::pi * Yaw / YawCount, Eigen::Vector3d::UnitY()).toRotationMatrix();
		Out.push_back(Turn);
		for (const double Tilt : Tilts)
		{
			for (int Direction = 0; Direction < 6; ++Direction)
			{
				const double Angle = std::numbers::pi * Direction / 3.0;
				const Eigen::Vector3d Axis(std::cos(Angle), 0.0, std::sin(Angle));
				Out.push_back(Eigen::AngleAxisd(Tilt, Axis).toRotationMatrix() * Turn);
			}
		}
	}
	return Out;
}

/** The best of some starts after a few steps each, no two alike. */
std::vector<FRigidMotion> SearchRigid(const FPartSamples& Samples, const FScanField& Field,
	std::span<const Eigen::Matrix3d> Rotations, std::span<const Eigen::Vector3d> Places,
	std::span<const FRigidMotion> Given, size_t Keep, IExecutor& Executor)
{
	const Eigen::Vector3d Center = CenterOf(Samples);
	std::vector<std::pair<double, FRigidMotion>> Found(Rotations.size() * Places.size());
	ParallelFor(Executor, Found.size(), 16,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				const Eigen::Matrix3d& Rotation = Rotations[Index / Places.size()];
				FRigidMotion Motion{Rotation, Places[Index % Places.size()] - Rotation * Center};
				for (int Step = 0; Step < TrunkSteps; ++Step)
				{
					AlignStep(Samples, Field, nullptr, Motion);
				}
				Found[Index] = {PartCost(Samples, Field, Motion), Motion};
			}
		});
	std::stable_sort(Found.begin(), Found.end(), [](const auto& A, const auto& B) { return A.first < B.first; });
	std::vector<FRigidMotion> Kept(Given.begin(), Given.end());
	for (const auto& Candidate : Found)
	{
		const FRigidMotion& Motion = Candidate.second;
		if (Kept.size() >= Keep + Given.size())
		{
			break;
		}
		if (std::none_of(Kept.begin(), Kept.end(),
				[&](const FRigidMotion& Other)
				{
					return RotationAngle(Other.Rotation, Motion.Rotation) < TrunkTurn &&
						(Other(Center) - Motion(Center)).norm() < TrunkMove;
				}))
		{
			Kept.push_back(Motion);
		}
	}
	return Kept;
}

/** What a pose leaves unexplained, on both sides: the parts' costs, and the share of the scan that no part covers. */
double ValueOf(const FTemplateModel& Model, const FArticulation& Articulation, const FCleanScan& Scan,
	const FScanField& Field, const FPoseHypothesis& Pose)
{
	double Cost = 0.0;
	for (size_t Part = 0; Part < Articulation.Parts.size(); ++Part)
	{
		FPartSamples Own;
		Own.Add(Articulation.Parts[Part]);
		Cost += Articulation.Parts[Part].Area * PartCost(Own, Field, Pose.Motions[Part]);
	}
	return Cost +
		CoverageWeight *
		(1.0 - MeasureCoverage(Model, Pose.Positions, Scan, CoverageSamples, CoverageReach, CoverageCosine));
}

/** Searches each limb again, away from where the others stand; kept if the pose explains more. */
void SettleConflicts(const FTemplateModel& Model, const FArticulation& Articulation, std::span<const uint8_t> bTrunk,
	const FCleanScan& Scan, const FScanField& Field, FPoseHypothesis& Pose)
{
	const std::vector<int32_t> Limbs = FindLimbs(Articulation, bTrunk);
	double Value = ValueOf(Model, Articulation, Scan, Field, Pose);
	for (size_t Limb = 0; Limb < Limbs.size(); ++Limb)
	{
		const FTakenVertices Taken = FLimbClaims(Articulation, Limbs, Scan, Pose.Motions).TakenFrom(Limb);
		FPoseHypothesis Trial = Pose;
		const size_t First = static_cast<size_t>(Limbs[Limb]);
		SearchLimb(Articulation, Field, Limbs[Limb],
			Pose.Motions[static_cast<size_t>(Articulation.Parts[First].Parent)], Taken, Trial.Motions);
		Trial.Positions = PoseArticulation(Model, Articulation, Trial.Motions);
		const double TrialValue = ValueOf(Model, Articulation, Scan, Field, Trial);
		if (TrialValue < Value)
		{
			Trial.Value = Pose.Value + TrialValue - Value;
			Value = TrialValue;
			Pose = std::move(Trial);
		}
	}
}

} // namespace PoseSearchDetail

double MeasureCoverage(const FTemplateModel& Model, std::span<const FDouble3> Positions, const FCleanScan& Scan,
	size_t Samples, double Reach, double Cosine)
{
	const FSurfaceTree Tree(Positions, Model.Triangles);
	const std::vector<FDouble3> Normals = TriangleNormals(Positions, Model.Triangles);
	const std::vector<int32_t> Chosen = SampleVertices(Scan.VertexAreas, Samples);
	size_t Explained = 0;
	for (const int32_t Vertex : Chosen)
	{
		FSurfaceCoordinate Where;
		const double Square = Tree.Find(Scan.Positions[static_cast<size_t>(Vertex)], Where);
		Explained += Square < Reach * Reach &&
			AsVector(Normals[static_cast<size_t>(Where.Triangle)])
					.dot(AsVector(Scan.VertexNormals[static_cast<size_t>(Vertex)])) > Cosine;
	}
	return Chosen.empty() ? 0.0 : static_cast<double>(Explained) / static_cast<double>(Chosen.size());
}

std::vector<FPoseHypothesis> SearchPose(const FTemplateModel& Model, const FArticulation& Articulation,
	const FCleanScan& Scan, const FScanField& Field, const FSearchHints& Hints, IExecutor& Executor)
{
	using namespace PoseSearchDetail;
	const std::vector<uint8_t> bTrunk = FindTrunk(Articulation);
	FPartSamples Trunk;
	for (size_t Part = 0; Part < Articulation.Parts.size(); ++Part)
	{
		if (bTrunk[Part])
		{
			Trunk.Add(Articulation.Parts[Part]);
		}
	}
	const std::vector<Eigen::Vector3d> Places = FindThickPlaces(Scan, Field);
	constexpr double Tilts[] = {0.6, 1.3};
	const std::vector<FRigidMotion> Trunks =
		SearchRigid(Trunk, Field, StartRotations(Yaws, Tilts), Places, Hints.Trunks, TrunkKeep, Executor);
	std::vector<FPoseHypothesis> Found(Trunks.size());
	ParallelFor(Executor, Trunks.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				Found[Index].Motions.assign(Articulation.Parts.size(), Trunks[Index]);
				Found[Index].Value = SearchLimbs(Articulation, bTrunk, Field, Trunks[Index], Found[Index].Motions);
				Found[Index].Positions = PoseArticulation(Model, Articulation, Found[Index].Motions);
				Found[Index].Value += CoverageWeight *
					(1.0 -
						MeasureCoverage(
							Model, Found[Index].Positions, Scan, CoverageSamples, CoverageReach, CoverageCosine));
			}
		});
	const auto IsBetter = [](const FPoseHypothesis& A, const FPoseHypothesis& B) { return A.Value < B.Value; };
	std::stable_sort(Found.begin(), Found.end(), IsBetter);
	ParallelFor(Executor, (std::min)(Found.size(), Hints.Keep), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				SettleConflicts(Model, Articulation, bTrunk, Scan, Field, Found[Index]);
			}
		});
	std::stable_sort(Found.begin(), Found.end(), IsBetter);
	size_t Count = 1;
	while (Count < (std::min)(Found.size(), Hints.Keep) && Found[Count].Value < Found.front().Value + Hints.Within)
	{
		++Count;
	}
	Found.resize(Count);
	return Found;
}

std::vector<std::vector<FDouble3>> PlaceRigidly(const FTemplateModel& Model, std::span<const FDouble3> Posed,
	const FCleanScan& Scan, const FScanField& Field, size_t Keep)
{
	using namespace PoseSearchDetail;
	const std::vector<FDouble3> Normals = VertexNormals(Posed, Model.Triangles, ENormalWeight::Area);
	FPartSamples Samples;
	for (const int32_t Vertex : SampleVertices(Model.Areas, 300))
	{
		Samples.Positions.push_back(AsVector(Posed[static_cast<size_t>(Vertex)]));
		Samples.Normals.push_back(AsVector(Normals[static_cast<size_t>(Vertex)]));
	}
	std::vector<Eigen::Vector3d> Places = FindThickPlaces(Scan, Field);
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	for (const FDouble3& P : Scan.Positions)
	{
		Center += AsVector(P) / static_cast<double>(Scan.Positions.size());
	}
	Places.push_back(Center);
	constexpr double Tilts[] = {0.6};
	std::vector<std::vector<FDouble3>> Out;
	for (const FRigidMotion& Motion :
		SearchRigid(Samples, Field, StartRotations(Yaws, Tilts), Places, {}, Keep, GetSerialExecutor()))
	{
		std::vector<FDouble3>& Placed = Out.emplace_back();
		for (const FDouble3& P : Posed)
		{
			Placed.push_back(ToDouble3(Motion(AsVector(P))));
		}
	}
	return Out;
}

} // namespace Exemplar
