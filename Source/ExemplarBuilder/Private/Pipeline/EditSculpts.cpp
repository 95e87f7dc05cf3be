// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Measures.h"
#include "Pipeline/SculptSet.h"
#include "Pipeline/Sculpts.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace EditSculptsDetail
{

/** Null where no corrective has the name. */
TCorrective<FOwned>* FindRow(FCharacterParts& Parts, const std::string& Name)
{
	auto& Rows = Parts.Correctives.Model.Correctives;
	const auto Found = std::find_if(Rows.begin(), Rows.end(), [&](const auto& Row) { return Row.Name == Name; });
	return Found == Rows.end() ? nullptr : &*Found;
}

/** Names of the joints or curves that shapes answer to, each once, in the order of the drivers. */
std::vector<std::string> DriverNames(
	const FCharacterParts& Parts, const TCorrective<FOwned>& Row, ECorrectiveDriver Kind)
{
	const TCorrectives<FOwned>& Model = Parts.Correctives.Model;
	std::vector<bool> Used(Model.Drivers.size(), false);
	const auto Mark = [&](const auto& Self, uint32_t Index) -> void
	{
		const FCorrectiveKernel& Kernel = Model.Kernels[Index];
		const auto Function = static_cast<ECorrectiveFunction>(Kernel.Function);
		if (Function == ECorrectiveFunction::Product)
		{
			Self(Self, Kernel.First);
			Self(Self, Kernel.Count);
		}
		else if (Function == ECorrectiveFunction::Coordinate)
		{
			Used[Kernel.First] = true;
		}
		else if (Function != ECorrectiveFunction::Constant)
		{
			for (uint32_t Term = Kernel.First; Term < Kernel.First + Kernel.Count; ++Term)
			{
				Used[Model.Terms[Term].Driver] = Used[Model.Terms[Term].Driver] || Model.Terms[Term].Scale != 0.0f;
			}
		}
	};
	for (uint32_t Shape = Row.FirstShape; Shape < Row.FirstShape + Row.ShapeCount; ++Shape)
	{
		for (uint32_t Run = 0; Run < Model.Shapes[Shape].RunCount; ++Run)
		{
			const FCorrectiveRun& R = Model.Runs[Model.Shapes[Shape].FirstRun + Run];
			for (uint32_t Kernel = R.FirstKernel; Kernel < R.FirstKernel + R.KernelCount; ++Kernel)
			{
				Mark(Mark, Kernel);
			}
		}
	}
	std::vector<std::string> Out;
	for (size_t Driver = 0; Driver < Used.size(); ++Driver)
	{
		const uint32_t Index = Model.Drivers[Driver].Index;
		if (Used[Driver] && Model.Drivers[Driver].Kind == static_cast<uint32_t>(Kind))
		{
			Out.push_back(
				Kind == ECorrectiveDriver::Curve ? Model.Curves[Index].Name : Parts.Animation.Skeleton.Names[Index]);
		}
	}
	return Out;
}

} // namespace EditSculptsDetail

FError NoSuchCorrective(const FCharacterParts& Parts, const std::string& Name)
{
	std::string Names;
	for (const TCorrective<FOwned>& Row : Parts.Correctives.Model.Correctives)
	{
		Names += (Names.empty() ? "'" : ", '") + Row.Name + "'";
	}
	return FError{EErrorCode::NotFound,
		"There is no corrective '" + Name + "'. " +
			(Names.empty() ? "The character has none." : "There are: " + Names + ".")};
}

/** Joints by name, ascending. */
TResult<std::vector<uint32_t>> FindDriverJoints(const FSkeletonData& Skeleton, std::span<const std::string> Names)
{
	std::vector<uint32_t> Out;
	for (const std::string& Name : Names)
	{
		const auto Found = std::find(Skeleton.Names.begin(), Skeleton.Names.end(), Name);
		if (Found == Skeleton.Names.end())
		{
			return FError{EErrorCode::NotFound,
				"The character has no joint '" + Name + "' to drive a corrective. exemplar inspect --json lists all."};
		}
		Out.push_back(static_cast<uint32_t>(Found - Skeleton.Names.begin()));
	}
	std::sort(Out.begin(), Out.end());
	Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
	return Out;
}

FStatus FinishSculpts(FSculptSet& Set, const std::vector<std::vector<FDouble3>>& Targets, FCharacterParts& Parts)
{
	if (FStatus Solved = SolveSculpts(Set, Targets, BoxDiagonal(Parts.Skin.Rest)); !Solved)
	{
		return Solved;
	}
	TResult<FCorrectives> Put = PutSculpts(Set, Parts);
	if (!Put)
	{
		return Put.GetError();
	}
	Parts.Correctives = std::move(*Put);
	return FOk{};
}

std::vector<FCorrectiveInfo> ListCorrectives(const FCharacterParts& Parts)
{
	using namespace EditSculptsDetail;
	const TCorrectives<FOwned>& Model = Parts.Correctives.Model;
	const FSculptSet Set = TakeSculpts(Parts);
	const FSkeletonData& Skeleton = Parts.Animation.Skeleton;
	std::vector<FCorrectiveInfo> Out;
	for (const TCorrective<FOwned>& Row : Model.Correctives)
	{
		FCorrectiveInfo Info;
		Info.Name = Row.Name;
		Info.Source = Row.Source;
		Info.Mirror = Row.Mirror < Model.Correctives.size() ? Model.Correctives[Row.Mirror].Name : "";
		Info.bEnabled = (Row.Flags & CorrectiveEnabled) != 0;
		Info.bLearned = (Row.Flags & CorrectiveLearned) != 0;
		Info.Strength = Row.Strength;
		Info.Joints = DriverNames(Parts, Row, ECorrectiveDriver::Rotation);
		Info.Curves = DriverNames(Parts, Row, ECorrectiveDriver::Curve);
		Info.ShapeCount = Row.ShapeCount;
		if (const uint32_t Place = Set.Find(Row.Name); Place != NoIndex)
		{
			const FSculptEntry& Sculpt = Set.Sculpts[Place];
			Info.Width = Sculpt.Width;
			Info.Pose = Skeleton.RestLocal;
			for (size_t Joint = 0; Joint < Info.Pose.size(); ++Joint)
			{
				Info.Pose[Joint].Rotation = Normalize(Compose(Info.Pose[Joint].Rotation, Sculpt.Turns[Joint]));
			}
		}
		if (!Parts.Correctives.Levels.empty() && !Parts.Correctives.Levels[0].Offsets.empty())
		{
			const FShapeDeltas& Finest = Parts.Correctives.Levels[0];
			std::vector<uint32_t> Moved;
			for (uint32_t At = Finest.Offsets[Row.FirstShape]; At < Finest.Offsets[Row.FirstShape + Row.ShapeCount];
				 ++At)
			{
				const FDouble3& D = Finest.Deltas[At];
				Moved.push_back(Finest.Points[At]);
				Info.LargestOffset = (std::max)(Info.LargestOffset, std::hypot(D.X, D.Y, D.Z));
			}
			std::sort(Moved.begin(), Moved.end());
			Info.Points = static_cast<size_t>(std::unique(Moved.begin(), Moved.end()) - Moved.begin());
		}
		Out.push_back(std::move(Info));
	}
	return Out;
}

FStatus RemoveCorrective(FCharacterParts& Parts, const std::string& Name)
{
	using namespace EditSculptsDetail;
	if (FindRow(Parts, Name) == nullptr)
	{
		return NoSuchCorrective(Parts, Name);
	}
	FSculptSet Set = TakeSculpts(Parts);
	const uint32_t Place = Set.Find(Name);
	if (Place == NoIndex)
	{
		std::vector<uint32_t> Kept;
		for (uint32_t Row = 0; Row < Parts.Correctives.Model.Correctives.size(); ++Row)
		{
			if (Parts.Correctives.Model.Correctives[Row].Name != Name)
			{
				Kept.push_back(Row);
			}
		}
		Parts.Correctives = Kept.empty() ? FCorrectives{} : KeepCorrectives(Parts.Correctives, Kept);
		return FOk{};
	}
	const TResult<std::vector<double>> Weights = SculptWeights(Set);
	if (!Weights)
	{
		return Weights.GetError();
	}
	std::vector<std::vector<FDouble3>> Targets = SculptTargets(Set, *Weights);
	Set.Sculpts.erase(Set.Sculpts.begin() + Place);
	Targets.erase(Targets.begin() + Place);
	return FinishSculpts(Set, Targets, Parts);
}

FStatus RenameCorrective(FCharacterParts& Parts, const std::string& Name, const std::string& NewName)
{
	using namespace EditSculptsDetail;
	TCorrective<FOwned>* Row = FindRow(Parts, Name);
	if (Row == nullptr)
	{
		return NoSuchCorrective(Parts, Name);
	}
	if (NewName.empty() || (NewName != Name && FindRow(Parts, NewName) != nullptr))
	{
		return FError{EErrorCode::InvalidArgument,
			NewName.empty() ? "A corrective needs a name."
							: "There is a corrective '" + NewName + "' already. Choose another name."};
	}
	Row->Name = NewName;
	return FOk{};
}

FStatus EnableCorrective(FCharacterParts& Parts, const std::string& Name, bool bEnabled)
{
	TCorrective<FOwned>* Row = EditSculptsDetail::FindRow(Parts, Name);
	if (Row == nullptr)
	{
		return NoSuchCorrective(Parts, Name);
	}
	Row->Flags = bEnabled ? Row->Flags | CorrectiveEnabled : Row->Flags & ~CorrectiveEnabled;
	return FOk{};
}

FStatus SetCorrectiveStrength(FCharacterParts& Parts, const std::string& Name, float Strength)
{
	TCorrective<FOwned>* Row = EditSculptsDetail::FindRow(Parts, Name);
	if (Row == nullptr)
	{
		return NoSuchCorrective(Parts, Name);
	}
	if (!(Strength >= 0.0f && Strength <= 2.0f))
	{
		return FError{EErrorCode::InvalidArgument, "A strength is from 0 to 2 (200 %)."};
	}
	Row->Strength = Strength;
	return FOk{};
}

FStatus ChangeDrivers(FCharacterParts& Parts, const std::string& Name, const FDriverChange& Change)
{
	using namespace EditSculptsDetail;
	FSculptSet Set = TakeSculpts(Parts);
	const uint32_t Place = Set.Find(Name);
	if (Place == NoIndex)
	{
		return FindRow(Parts, Name) == nullptr
			? NoSuchCorrective(Parts, Name)
			: FError{EErrorCode::Unsupported,
				  "'" + Name + "' was learned from examples, and its drivers with it. Build it again to change them."};
	}
	const TResult<std::vector<double>> Weights = SculptWeights(Set);
	const TResult<std::vector<uint32_t>> Joints = FindDriverJoints(Parts.Animation.Skeleton, Change.Joints);
	if (!Weights || !Joints)
	{
		return Weights ? Joints.GetError() : Weights.GetError();
	}
	const std::vector<std::vector<FDouble3>> Targets = SculptTargets(Set, *Weights);
	FSculptEntry& Sculpt = Set.Sculpts[Place];
	Sculpt.Joints = Joints->empty() ? Sculpt.Joints : *Joints;
	Sculpt.Width = Change.Width > 0.0 ? static_cast<float>(Change.Width) : Sculpt.Width;
	if (!Change.Curve.empty())
	{
		auto& Curves = Set.Fixed.Model.Curves;
		const auto Found =
			std::find_if(Curves.begin(), Curves.end(), [&](const auto& Curve) { return Curve.Name == Change.Curve; });
		const auto Index = static_cast<uint32_t>(Found - Curves.begin());
		if (Found == Curves.end())
		{
			Curves.push_back({Change.Curve, 0.0f});
		}
		std::erase_if(Sculpt.Curves, [&](const FSculptCurve& Curve) { return Curve.Curve == Index; });
		Sculpt.Curves.push_back({Index, Change.CurveValue, 1.0f});
	}
	return FinishSculpts(Set, Targets, Parts);
}

} // namespace Exemplar
