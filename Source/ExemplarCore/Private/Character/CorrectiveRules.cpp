// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/RuleParts.h"

#include <algorithm>
#include <vector>

namespace Exemplar::CharacterRules
{

namespace CorrectiveRulesDetail
{

/** [First, First + Count) lies in Size elements. */
bool LiesInside(uint32_t First, uint32_t Count, size_t Size)
{
	return uint64_t{First} + Count <= Size;
}

bool IsSoundNumber(float Value)
{
	return Value >= 0.0f && Value < INFINITY;
}

/** Whether a driver is there and reads a rotation. */
bool IsRotation(const TCorrectives<FViewed>& Correctives, uint32_t Driver)
{
	return Driver < Correctives.Drivers.size() &&
		Correctives.Drivers[Driver].Kind == static_cast<uint32_t>(ECorrectiveDriver::Rotation);
}

std::string CheckShapesTile(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	uint64_t Next = 0;
	for (const TCorrective<FViewed>& Corrective : C.Correctives)
	{
		if (Corrective.FirstShape != Next || Corrective.ShapeCount == 0)
		{
			return Sentence("Corrective ", Quoted(Corrective.Name), " has ", Corrective.ShapeCount, " shapes from ",
				Corrective.FirstShape, ", but its first must be ", Next,
				". Let correctives share out all shapes in order.");
		}
		Next += Corrective.ShapeCount;
	}
	return Next == C.Shapes.size() && C.Shapes.size() <= 65535
		? std::string()
		: Sentence("Correctives: ", C.Correctives.size(), " correctives have ", Next, " shapes, but there are ",
			  C.Shapes.size(), ". Give every shape to one corrective, at most 65535 in all.");
}

template <typename ItemsType>
std::string CheckNames(const ItemsType& Items, const char* What)
{
	std::vector<std::string_view> Names;
	for (const auto& Item : Items)
	{
		Names.push_back(Item.Name);
	}
	std::sort(Names.begin(), Names.end());
	const auto Twice = std::adjacent_find(Names.begin(), Names.end());
	if (!Names.empty() && Names.front().empty())
	{
		return Sentence("Correctives: a ", What, " has no name. Name it.");
	}
	return Twice == Names.end()
		? std::string()
		: Sentence("Correctives: two ", What, "s have the name ", Quoted(*Twice), ". Rename one.");
}

std::string CheckCorrectiveNames(const FCharacterView& Character)
{
	const std::string Fault = CheckNames(Character.Correctives.Correctives, "corrective");
	return Fault.empty() ? CheckNames(Character.Correctives.Curves, "curve") : Fault;
}

std::string CheckCorrectiveFields(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	for (const TCorrective<FViewed>& Each : C.Correctives)
	{
		if ((Each.Mirror != NoIndex && Each.Mirror >= C.Correctives.size()) ||
			(Each.Kernel != NoIndex && Each.Kernel >= C.Kernels.size()) ||
			(Each.Joint != NoIndex && Each.Joint >= Character.Skeleton.JointCount()) ||
			(Each.Flags & ~CorrectiveFlagMask) != 0 || !IsSoundNumber(Each.Strength))
		{
			return Sentence("Corrective ", Quoted(Each.Name),
				" names a partner, kernel or joint that is not there, or has "
				"unknown flags or a strength of ",
				Each.Strength, ". Build the correctives again.");
		}
	}
	return {};
}

std::string CheckDrivers(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	const size_t At = FindBad(C.Drivers,
		[&](const FCorrectiveDriver& Driver)
		{
			return Driver.Kind > static_cast<uint32_t>(ECorrectiveDriver::Curve) ||
				Driver.Index >= (Driver.Kind == 0 ? Character.Skeleton.JointCount() : C.Curves.size());
		});
	return At == NotFound ? std::string()
						  : Sentence("Correctives: driver ", At, " reads joint or curve ", C.Drivers[At].Index,
								", but the skeleton has ", Character.Skeleton.JointCount(), " joints and there are ",
								C.Curves.size(), " curves. Match the correctives to their skeleton.");
}

std::string CheckKernels(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	uint64_t Used = 0; // terms belong to one kernel, so that a file cannot ask for more work than it has bytes
	for (size_t Index = 0; Index < C.Kernels.size(); ++Index)
	{
		const FCorrectiveKernel& Kernel = C.Kernels[Index];
		bool bSound = Kernel.Metric < CorrectiveMetricCount && Kernel.Centering < CorrectiveCenteringCount;
		switch (static_cast<ECorrectiveFunction>(Kernel.Function))
		{
		case ECorrectiveFunction::Gaussian:
		case ECorrectiveFunction::Compact:
		case ECorrectiveFunction::ThinPlate:
		case ECorrectiveFunction::Linear:
			Used += Kernel.Count;
			bSound = bSound && LiesInside(Kernel.First, Kernel.Count, C.Terms.size()) && Used <= C.Terms.size();
			break;
		case ECorrectiveFunction::Product:
			bSound = bSound && Kernel.First < Index && Kernel.Count < Index;
			break;
		case ECorrectiveFunction::Constant:
			break;
		case ECorrectiveFunction::Coordinate:
			bSound =
				bSound && Kernel.First < C.Drivers.size() && Kernel.Count < (IsRotation(C, Kernel.First) ? 3u : 1u);
			break;
		default:
			bSound = false;
		}
		if (!bSound)
		{
			return Sentence("Correctives: kernel ", Index, " (function ", Kernel.Function, ", metric ", Kernel.Metric,
				") names terms, kernels or a driver that are not there, or is of an unknown kind. Build the "
				"correctives "
				"again.");
		}
	}
	return {};
}

std::string CheckTerms(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	const size_t At = FindBad(C.Terms,
		[&](const FCorrectiveTerm& Term)
		{
			const bool bCenter =
				IsRotation(C, Term.Driver) ? IsUnit(Dot(Term.Center, Term.Center)) : std::isfinite(Term.Center.X);
			return Term.Driver >= C.Drivers.size() || !IsSoundNumber(Term.Scale) || !bCenter;
		});
	return At == NotFound
		? std::string()
		: Sentence("Correctives: term ", At,
			  " has no driver, a negative scale, or a center that is not a unit quaternion. Build the "
			  "correctives again.");
}

std::string CheckCorrectiveNumbers(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	size_t At = FindBad(
		C.Kernels, [](const FCorrectiveKernel& Kernel) { return !(Kernel.Width > 0.0f && Kernel.Width < INFINITY); });
	if (At != NotFound)
	{
		return Sentence(
			"Correctives: kernel ", At, " has width ", C.Kernels[At].Width, ". It must be greater than zero.");
	}
	At = FindBad(C.Curves, [](const TCorrectiveCurve<FViewed>& Curve) { return !std::isfinite(Curve.Rest); });
	if (At != NotFound)
	{
		return Sentence("Correctives: curve ", Quoted(C.Curves[At].Name), " has no finite value at rest. Set it.");
	}
	At = FindBad(C.Coefficients, [](double Value) { return !std::isfinite(Value); });
	return At == NotFound ? std::string()
						  : Sentence("Correctives: coefficient ", At, " is not a finite number. Solve for them again.");
}

std::string CheckRuns(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	uint64_t Used = 0; // as with terms
	for (size_t At = 0; At < C.Runs.size(); ++At)
	{
		const FCorrectiveRun& Run = C.Runs[At];
		Used += Run.KernelCount;
		if (!LiesInside(Run.FirstKernel, Run.KernelCount, C.Kernels.size()) ||
			!LiesInside(Run.FirstCoefficient, Run.KernelCount, C.Coefficients.size()) || Used > C.Coefficients.size())
		{
			return Sentence("Correctives: run ", At, " goes beyond ", C.Kernels.size(), " kernels or ",
				C.Coefficients.size(), " coefficients, or shares them. Build the correctives again.");
		}
	}
	return {};
}

std::string CheckShapes(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	const size_t At = FindBad(C.Shapes,
		[&](const FCorrectiveShape& Shape)
		{
			return !LiesInside(Shape.FirstRun, Shape.RunCount, C.Runs.size()) ||
				!(Shape.Low <= Shape.High && Shape.Low > -INFINITY && Shape.High < INFINITY) ||
				(Shape.Normalization != NoIndex && Shape.Normalization >= C.Shapes.size()) ||
				!IsSoundNumber(Shape.DeltaScale) || !IsSoundNumber(Shape.NormalScale);
		});
	return At == NotFound ? std::string()
						  : Sentence("Correctives: shape ", At, " has the range [", C.Shapes[At].Low, ", ",
								C.Shapes[At].High, "], the scales ", C.Shapes[At].DeltaScale, " and ",
								C.Shapes[At].NormalScale, ", or runs that are not there. Build the correctives again.");
}

std::string CheckHelpers(const FCharacterView& Character)
{
	const auto& C = Character.Correctives;
	std::vector<bool> bDrives(Character.Skeleton.JointCount(), false);
	for (const FCorrectiveDriver& Driver : C.Drivers)
	{
		if (Driver.Kind == 0 && Driver.Index < bDrives.size())
		{
			bDrives[Driver.Index] = true;
		}
	}
	for (size_t Index = 0; Index < C.Helpers.size(); ++Index)
	{
		const FCorrectiveHelper& Each = C.Helpers[Index];
		const bool bAfter = Index == 0 || C.Helpers[Index - 1].Joint < Each.Joint ||
			(C.Helpers[Index - 1].Joint == Each.Joint && C.Helpers[Index - 1].Shape < Each.Shape);
		if (Each.Joint >= bDrives.size() || Each.Shape >= C.Shapes.size() || !bAfter || bDrives[Each.Joint] ||
			!IsFinite(Each.Translation) || !IsFinite(Each.Rotation))
		{
			return Sentence("Correctives: helper ", Index, " moves joint ", Each.Joint, " by shape ", Each.Shape,
				", which is not there, out of order, not finite, or a joint that drives correctives. Build the helper "
				"joints again.");
		}
	}
	return {};
}

std::string CheckAfterJoints(const FCharacterView& Character)
{
	const std::span<const uint16_t> Joints = Character.Correctives.AfterJoints;
	const size_t JointCount = Character.Skeleton.JointCount();
	const size_t At = FindBad(Joints, [JointCount](uint16_t Joint) { return Joint >= JointCount; });
	return At == NotFound ? std::string()
						  : Sentence("Correctives: entry ", At, " of the joints after skinning is ", Joints[At],
								", but the skeleton has ", JointCount, ". Match the correctives to their skeleton.");
}

std::string CheckDeltaRows(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const auto& Deltas = Level.Correctives;
			if (Deltas.Offsets.empty() && Deltas.Blocks.empty() && Deltas.Deltas.empty() && Deltas.Normals.empty())
			{
				return std::string();
			}
			uint64_t Moved = 0;
			for (const uint32_t Block : Deltas.Blocks)
			{
				Moved += static_cast<uint64_t>(std::popcount(Block & 0xffu));
			}
			const bool bSound = Deltas.Offsets.size() == Character.Correctives.ShapeCount() + 1 &&
				Moved == Deltas.Deltas.size() && IsOptional(Deltas.Normals, Deltas.Deltas.size()) &&
				FindBadOffset(Deltas.Offsets, Deltas.Blocks.size()) == NotFound;
			return bSound
				? std::string()
				: Sentence("correctives: ", Deltas.Offsets.size(), " offsets, ", Moved, " moved vertices, ",
					  Deltas.Deltas.size(), " displacements and ", Deltas.Normals.size(), " normals do not fit ",
					  Character.Correctives.ShapeCount(), " shapes. Give every shape a row.");
		});
}

std::string CheckDeltaBlocks(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const auto& Deltas = Level.Correctives;
			const size_t Shape = FindRow(Deltas.Offsets, Deltas.Blocks.size(),
				[&](size_t, size_t Begin, size_t End)
				{
					for (size_t At = Begin; At < End; ++At)
					{
						const uint32_t Block = Deltas.Blocks[At] >> 8, Mask = Deltas.Blocks[At] & 0xffu;
						const uint64_t Last = 8 * uint64_t{Block} + static_cast<uint64_t>(std::bit_width(Mask));
						if (Mask == 0 || Last > Level.VertexCount() ||
							(At > Begin && Block <= Deltas.Blocks[At - 1] >> 8))
						{
							return true;
						}
					}
					return false;
				});
			return Shape == NotFound
				? std::string()
				: Sentence("correctives: shape ", Shape,
					  " names a block of vertices twice, out of order, empty or beyond the last of ",
					  Level.VertexCount(), " vertices. List blocks once, ascending.");
		});
}

std::string CheckAfter(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const auto& Deltas = Level.Correctives;
			if (Deltas.AfterOffsets.empty() && Deltas.After.empty())
			{
				return std::string();
			}
			const size_t At = FindBad(Deltas.After,
				[&](const FAfterDelta& After)
				{
					return After.Vertex >= Level.VertexCount() ||
						After.Joint >= Character.Correctives.AfterJoints.size() || !IsFinite(After.Delta);
				});
			const bool bRows = Deltas.AfterOffsets.size() == Character.Correctives.ShapeCount() + 1 &&
				FindBadOffset(Deltas.AfterOffsets, Deltas.After.size()) == NotFound;
			return At == NotFound && bRows
				? std::string()
				: Sentence("correctives: the displacements after skinning name vertices, joints or shapes that are not "
						   "there, or are not finite. Build the correctives again.");
		});
}

constexpr FCharacterRule CorrectiveRules[] = {
	{"CorrectivesHaveTheShapes", CheckShapesTile},
	{"CorrectiveNamesAreUnique", CheckCorrectiveNames},
	{"CorrectiveFieldsAreSound", CheckCorrectiveFields},
	{"CorrectiveDriversExist", CheckDrivers},
	{"CorrectiveKernelsAreSound", CheckKernels},
	{"CorrectiveTermsAreSound", CheckTerms},
	{"CorrectiveNumbersAreSound", CheckCorrectiveNumbers},
	{"CorrectiveRunsExist", CheckRuns},
	{"CorrectiveShapesAreSound", CheckShapes},
	{"CorrectiveHelpersAreSound", CheckHelpers},
	{"CorrectiveAfterJointsExist", CheckAfterJoints},
	{"CorrectiveDeltaRowsAreSound", CheckDeltaRows},
	{"CorrectiveDeltaBlocksAscend", CheckDeltaBlocks},
	{"CorrectiveAfterIsSound", CheckAfter},
};

} // namespace CorrectiveRulesDetail

std::span<const FCharacterRule> GetCorrectiveRules()
{
	return CorrectiveRulesDetail::CorrectiveRules;
}

} // namespace Exemplar::CharacterRules
