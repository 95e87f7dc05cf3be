// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/Sculpts.h"

#include "Clips/JointLimits.h"
#include "Correctives/InverseSkinning.h"
#include "Correctives/Relevance.h"
#include "Geometry/Measures.h"
#include "Model/SurfaceTriangles.h"
#include "Pipeline/SculptPose.h"
#include "Pipeline/SculptSet.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace SculptsDetail
{

constexpr double SmallestTurn = 0.03;    // radians: joints that turn less do not drive
constexpr double SmallestShare = 0.1;    // of the largest relevance to what was sculpted
constexpr double RelevanceSpread = 0.04; // of the diagonal, as the learned layer has it
constexpr double SmallestSculpt = 1e-6;  // of the diagonal
constexpr double OwnWidth = 1.0;         // of kernels, where nothing was learned
constexpr double WidthOverLearned = 0.4; // so that unseen poses stay as they were learned

double Distance(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

FDouble3 Sum(const FDouble3& A, const FDouble3& B, double Scale)
{
	return {A.X + Scale * B.X, A.Y + Scale * B.Y, A.Z + Scale * B.Z};
}

FStatus CheckSculpt(const FCharacterParts& Parts, const FSculpt& Sculpt, const FSculptSet& Set)
{
	const auto& Rows = Parts.Correctives.Model.Correctives;
	const auto Same = std::find_if(Rows.begin(), Rows.end(), [&](const auto& Row) { return Row.Name == Sculpt.Name; });
	if (Sculpt.Name.empty())
	{
		return FError{EErrorCode::InvalidArgument, "A sculpt needs a name."};
	}
	if (Same != Rows.end() && (!Sculpt.bReplace || Set.Find(Sculpt.Name) == NoIndex))
	{
		return FError{EErrorCode::InvalidArgument,
			"There is a corrective '" + Sculpt.Name + "' already. Choose another name" +
				(Set.Find(Sculpt.Name) == NoIndex ? "." : ", or replace it (--replace).")};
	}
	if (Sculpt.bReplace && Same == Rows.end())
	{
		return NoSuchCorrective(Parts, Sculpt.Name);
	}
	if (Parts.Skin.Weights.PointCount() == 0 || Parts.Surface.TriangleCount() == 0)
	{
		return FError{EErrorCode::Degenerate, "The character has no mesh or no weights, so nothing can be sculpted."};
	}
	if (Sculpt.Positions.size() != Parts.Skin.PointCount())
	{
		return FError{EErrorCode::Mismatch,
			"The sculpt has " + std::to_string(Sculpt.Positions.size()) + " points; the character has " +
				std::to_string(Parts.Skin.PointCount()) + ". Sculpt the character's own mesh."};
	}
	if (Sculpt.Pose.size() != Parts.Animation.Skeleton.JointCount())
	{
		return FError{EErrorCode::Mismatch, "The pose is of another skeleton."};
	}
	return Sculpt.bIgnoreLimits ? FStatus(FOk{}) : CheckPoseLimits(Parts.Animation.Skeleton, Sculpt.Pose);
}

/** The joints that the pose turns and that bend what was sculpted. */
TResult<std::vector<uint32_t>> ChooseJoints(
	const FCharacterParts& Parts, const FSculptEntry& Sculpt, const std::string& Name)
{
	const FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	const FTriangleMesh Mesh{Parts.Skin.Rest, SurfaceTriangles(Parts.Surface)};
	const FRelevance Relevance =
		FindRelevance(Mesh, Parts.Skin.Weights, Skeleton.Parents, RelevanceSpread * BoxDiagonal(Parts.Skin.Rest));
	std::vector<double> Shares(Skeleton.JointCount(), 0.0);
	double Largest = 0.0;
	for (size_t Index = 0; Index < Sculpt.Finest.Points.size(); ++Index)
	{
		const uint32_t Point = Sculpt.Finest.Points[Index];
		const FDouble3& Offset = Sculpt.Finest.Offsets[Index];
		const double Squared = Offset.X * Offset.X + Offset.Y * Offset.Y + Offset.Z * Offset.Z;
		for (uint32_t Entry = Relevance.Offsets[Point]; Entry < Relevance.Offsets[Point + 1]; ++Entry)
		{
			const uint16_t Joint = Relevance.Joints[Entry];
			if (TurnAngle(Sculpt.Turns[Joint]) > SmallestTurn)
			{
				Shares[Joint] += Squared * Relevance.Values[Entry];
				Largest = (std::max)(Largest, Shares[Joint]);
			}
		}
	}
	std::vector<uint32_t> Out;
	for (uint32_t Joint = 0; Joint < Shares.size(); ++Joint)
	{
		if (Largest > 0.0 && Shares[Joint] >= SmallestShare * Largest)
		{
			Out.push_back(Joint);
		}
	}
	if (Out.empty())
	{
		return FError{EErrorCode::Degenerate,
			"The pose of '" + Name +
				"' turns no joint that bends the sculpted vertices, so nothing can drive it. Name driver joints "
				"(--joints), or sculpt in a pose that bends this part."};
	}
	return Out;
}

/** What the sculpt asks of the points in its pose, in rest space: offsets before skinning, and the rest after it. */
struct FWanted
{
	std::vector<FDouble3> Offsets; // of all points
	FInverse Inverse;
	bool bOverBase = false;
	bool bAnything = false; // a point was sculpted
};

TResult<FWanted> FindWanted(const FCharacterParts& Parts, const FSculpt& Sculpt, const IDeformation& Deformation,
	std::span<const FDouble3> Current, FSculptFigures& Figures)
{
	const std::vector<FDouble3>& Rest = Parts.Skin.Rest;
	const double Smallest = SmallestSculpt * BoxDiagonal(Rest);
	FInverseOptions Options;
	Options.Precision = Deformation.GetMaps().empty() ? 1e-6 : Options.Precision;
	TResult<FInverse> Inverse = InvertDeformation(Deformation, Rest, Sculpt.Positions, Options);
	if (!Inverse)
	{
		return Inverse.GetError();
	}
	std::vector<FDouble3> Moved(Rest.size()), Base(Rest.size()), Shown(Rest.size());
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		Moved[Point] = Sum(Rest[Point], Current[Point], 1.0);
	}
	Deformation.Deform(Rest, Base);
	Deformation.Deform(Moved, Shown);
	const std::vector<bool> Drawn = FindDrawnPoints(Parts);
	size_t OffBase = 0, OffShown = 0, Counted = 0;
	double Squared = 0.0;
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		if (Drawn[Point])
		{
			const double FromShown = Distance(Sculpt.Positions[Point], Shown[Point]);
			OffBase += Distance(Sculpt.Positions[Point], Base[Point]) > Smallest ? 1 : 0;
			OffShown += FromShown > Smallest ? 1 : 0;
			Squared += FromShown * FromShown;
			Figures.MaxBefore = (std::max)(Figures.MaxBefore, FromShown);
			++Counted;
		}
	}
	Figures.RmsBefore = std::sqrt(Squared / static_cast<double>((std::max)(Counted, size_t{1})));
	FWanted Out;
	Out.bOverBase = OffBase < OffShown;
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		const FDouble3& From = Out.bOverBase ? Base[Point] : Shown[Point];
		const bool bSculpted = Drawn[Point] && Distance(Sculpt.Positions[Point], From) > Smallest;
		Out.bAnything = Out.bAnything || bSculpted;
		Out.Offsets.push_back(bSculpted ? Inverse->Before[Point] : Current[Point]);
	}
	Out.Inverse = std::move(*Inverse);
	return Out;
}

/** Displacements after skinning in the frame of the bone that holds each point most. */
void AddAfter(
	const FCharacterParts& Parts, const FInverse& Inverse, std::span<const FAffine3d> Palette, FPointOffsets& Out)
{
	for (const uint32_t Point : Inverse.Singular)
	{
		const FRigWeights& Weights = Parts.Skin.Weights;
		uint32_t Best = Weights.Offsets[Point];
		for (uint32_t Entry = Best; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			Best = Weights.Weights[Entry] > Weights.Weights[Best] ? Entry : Best;
		}
		const uint16_t Joint = Weights.Bones[Best];
		Out.AfterPoints.push_back(Point);
		Out.AfterJoints.push_back(Joint);
		Out.AfterOffsets.push_back(TransformVector(Exemplar::Inverse(Palette[Joint]), Inverse.After[Point]));
	}
}

/** The sculpt as an entry that has its pose and the offsets that others leave to it. */
FSculptEntry MakeEntry(const FCharacterParts& Parts, const FSculpt& Sculpt, const FWanted& Wanted,
	std::span<const FDouble3> Fixed, std::span<const FAffine3d> Palette)
{
	FSculptEntry Out;
	Out.Row.Name = Sculpt.Name;
	Out.Row.Source = Sculpt.Source;
	Out.Turns = JointTurns(Parts.Animation.Skeleton, Sculpt.Pose);
	for (const FCorrectiveHelper& Helper : Parts.Correctives.Model.Helpers)
	{
		Out.Turns[Helper.Joint] = FRotation{}; // helpers follow the pose, and drive nothing
	}
	const double Smallest = SmallestSculpt * BoxDiagonal(Parts.Skin.Rest);
	for (uint32_t Point = 0; Point < Wanted.Offsets.size(); ++Point)
	{
		const FDouble3 Offset = Sum(Wanted.Offsets[Point], Fixed[Point], -1.0);
		if (std::hypot(Offset.X, Offset.Y, Offset.Z) > 0.1 * Smallest)
		{
			Out.Finest.Points.push_back(Point);
			Out.Finest.Offsets.push_back(Offset);
		}
	}
	AddAfter(Parts, Wanted.Inverse, Palette, Out.Finest);
	return Out;
}

/** How far the result is from the sculpt. */
FStatus MeasureResult(const FCharacterParts& Parts, const FSculpt& Sculpt, const IDeformation& Deformation,
	std::span<const FAffine3d> Palette, FSculptFigures& Figures)
{
	const TResult<FPoseOffsets> Offsets = OffsetsInPose(Parts, Parts.Correctives, Sculpt.Pose);
	if (!Offsets)
	{
		return Offsets.GetError();
	}
	std::vector<FDouble3> Rest = Parts.Skin.Rest, Posed(Rest.size());
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		Rest[Point] = Sum(Rest[Point], Offsets->Before[Point], 1.0);
	}
	Deformation.Deform(Rest, Posed);
	const std::vector<bool> Drawn = FindDrawnPoints(Parts);
	double Squared = 0.0;
	size_t Counted = 0;
	for (size_t Point = 0; Point < Rest.size(); ++Point)
	{
		const FDouble3 After = Offsets->AfterOf(Point, Palette);
		const double Left = Drawn[Point] ? Distance(Sum(Posed[Point], After, 1.0), Sculpt.Positions[Point]) : 0.0;
		Counted += Drawn[Point] ? 1 : 0;
		Squared += Left * Left;
		Figures.Max = (std::max)(Figures.Max, Left);
	}
	Figures.Rms = std::sqrt(Squared / static_cast<double>((std::max)(Counted, size_t{1})));
	return FOk{};
}

/** What is shown in the pose before the sculpt is added, in rest space. */
std::vector<FDouble3> AddSculptOffsets(
	std::vector<FDouble3> Fixed, const FSculptSet& Set, std::span<const double> Weights)
{
	for (size_t Sculpt = 0; Sculpt < Set.Sculpts.size(); ++Sculpt)
	{
		const FPointOffsets& Offsets = Set.Sculpts[Sculpt].Finest;
		for (size_t Index = 0; Index < Offsets.Points.size(); ++Index)
		{
			FDouble3& Point = Fixed[Offsets.Points[Index]];
			Point = Sum(Point, Offsets.Offsets[Index], Weights[Sculpt]);
		}
	}
	return Fixed;
}

/** Sets what drives the entry. */
FStatus SetDrivers(const FCharacterParts& Parts, const FSculpt& Sculpt, const FSculptSet& Set, FSculptEntry& Entry)
{
	const TResult<std::vector<uint32_t>> Joints = Sculpt.Joints.empty()
		? ChooseJoints(Parts, Entry, Sculpt.Name)
		: FindDriverJoints(Parts.Animation.Skeleton, Sculpt.Joints);
	if (!Joints)
	{
		return Joints.GetError();
	}
	Entry.Joints = *Joints;
	const bool bLearned = std::any_of(Set.Fixed.Model.Correctives.begin(), Set.Fixed.Model.Correctives.end(),
		[](const auto& Row) { return (Row.Flags & CorrectiveLearned) != 0; });
	Entry.Width = static_cast<float>(Sculpt.Width > 0.0 ? Sculpt.Width : bLearned ? WidthOverLearned : OwnWidth);
	return FOk{};
}

void Describe(const FCharacterParts& Parts, const FSculptEntry& Entry, const FWanted& Wanted, FSculptFigures& Figures)
{
	for (const uint32_t Joint : Entry.Joints)
	{
		Figures.Joints.push_back(Parts.Animation.Skeleton.Names[Joint]);
	}
	Figures.bOverBase = Wanted.bOverBase;
	Figures.SingularPoints = Wanted.Inverse.Singular.size();
	Figures.LargestGain = Wanted.Inverse.LargestGain;
	Figures.MovedPoints = Entry.Finest.Points.size();
	for (const FDouble3& Offset : Entry.Finest.Offsets)
	{
		Figures.LargestOffset = (std::max)(Figures.LargestOffset, std::hypot(Offset.X, Offset.Y, Offset.Z));
	}
}

} // namespace SculptsDetail

TResult<FSculptedCharacter> AddSculpt(FCharacterParts Parts, const FSculpt& Sculpt)
{
	using namespace SculptsDetail;
	FSculptSet Set = TakeSculpts(Parts);
	if (FStatus Sound = CheckSculpt(Parts, Sculpt, Set); !Sound)
	{
		return Sound.GetError();
	}
	const TResult<std::vector<double>> Weights = SculptWeights(Set);
	const TResult<FPoseOffsets> Fixed = OffsetsInPose(Parts, Set.Fixed, Sculpt.Pose);
	if (!Weights || !Fixed)
	{
		return Weights ? Fixed.GetError() : Weights.GetError();
	}
	std::vector<std::vector<FDouble3>> Targets = SculptTargets(Set, *Weights);
	FSculptEntry Old;
	if (const uint32_t Place = Set.Find(Sculpt.Name); Place != NoIndex)
	{
		Old = std::move(Set.Sculpts[Place]);
		Set.Sculpts.erase(Set.Sculpts.begin() + Place);
		Targets.erase(Targets.begin() + Place);
	}
	const std::vector<FAffine3d> Palette = PaletteOfPose(Parts.Animation.Skeleton, Sculpt.Pose);
	const TResult<std::shared_ptr<const IDeformation>> Deformation =
		MakePoseDeformation(Parts, Sculpt.Pose, Sculpt.Operator);
	const TResult<std::vector<double>> Here = SculptWeights(Set, JointTurns(Parts.Animation.Skeleton, Sculpt.Pose));
	if (!Deformation || !Here)
	{
		return Deformation ? Here.GetError() : Deformation.GetError();
	}
	FSculptedCharacter Out;
	const TResult<FWanted> Wanted =
		FindWanted(Parts, Sculpt, **Deformation, AddSculptOffsets(Fixed->Before, Set, *Here), Out.Figures);
	if (!Wanted)
	{
		return Wanted.GetError();
	}
	FSculptEntry Entry = MakeEntry(Parts, Sculpt, *Wanted, Fixed->Before, Palette);
	if (!Wanted->bAnything)
	{
		return FError{EErrorCode::Degenerate,
			"The sculpt is what the character shows in this pose already, so there is nothing to add. Check that the "
			"pose is the one that was sculpted."};
	}
	if (FStatus Driven = SetDrivers(Parts, Sculpt, Set, Entry); !Driven)
	{
		return Driven.GetError();
	}
	Entry.Partner = Old.Partner;
	Entry.Row.Strength = Old.Row.Strength;
	Entry.Row.Flags = Old.Row.Flags & ~CorrectiveMirrored;
	Describe(Parts, Entry, *Wanted, Out.Figures);
	Targets.push_back(Entry.Finest.Offsets);
	Set.Sculpts.push_back(std::move(Entry));
	if (FStatus Finished = FinishSculpts(Set, Targets, Parts); !Finished)
	{
		return Finished.GetError();
	}
	if (FStatus Measured = MeasureResult(Parts, Sculpt, **Deformation, Palette, Out.Figures); !Measured)
	{
		return Measured.GetError();
	}
	Out.Parts = std::move(Parts);
	return Out;
}

} // namespace Exemplar
