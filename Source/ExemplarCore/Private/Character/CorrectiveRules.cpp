// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/RuleParts.h"

namespace Exemplar::CharacterRules
{

namespace
{

/** The sum over the sets of one list's rows times another's: how long a table between the two is. */
uint64_t CountPairs(std::span<const uint32_t> A, std::span<const uint32_t> B)
{
	uint64_t Count = 0;
	for (size_t Set = 0; Set + 1 < A.size() && Set + 1 < B.size(); ++Set)
	{
		Count += static_cast<uint64_t>(A[Set + 1] - A[Set]) * (B[Set + 1] - B[Set]);
	}
	return Count;
}

std::string CheckCorrectiveSets(const FCharacterView& Character)
{
	const auto& Correctives = Character.Correctives;
	const size_t SetCount = Correctives.SetCount();
	if (SetCount == 0 && Correctives.JointOffsets.empty() && Correctives.ExampleOffsets.empty() &&
		Correctives.ShapeOffsets.empty() && Correctives.Radii.empty() && Correctives.Joints.empty() &&
		Correctives.JointScales.empty() && Correctives.ExampleRotations.empty() && Correctives.Coefficients.empty())
	{
		return {};
	}
	const auto IsSound = [&](std::span<const uint32_t> Offsets)
	{ return Offsets.size() == SetCount + 1 && FindBadOffset(Offsets, Offsets.back()) == NotFound; };
	if (!IsSound(Correctives.JointOffsets) || !IsSound(Correctives.ExampleOffsets) ||
		!IsSound(Correctives.ShapeOffsets) || Correctives.Radii.size() != SetCount)
	{
		return Sentence("Correctives: the lists of ", SetCount,
			" sets do not begin and end where their offsets say. Give one offset more than sets, from 0, never "
			"falling, and a "
			"radius for every set.");
	}
	if (Correctives.JointOffsets.back() != Correctives.Joints.size() ||
		Correctives.Joints.size() != Correctives.JointScales.size() ||
		CountPairs(Correctives.JointOffsets, Correctives.ExampleOffsets) != Correctives.ExampleRotations.size() ||
		CountPairs(Correctives.ShapeOffsets, Correctives.ExampleOffsets) != Correctives.Coefficients.size())
	{
		return Sentence("Correctives: there are ", Correctives.Joints.size(), " joints, ",
			Correctives.JointScales.size(), " joint scales, ", Correctives.ExampleRotations.size(),
			" example rotations and ", Correctives.Coefficients.size(),
			" coefficients, which does not match the offsets. Build the correctives again.");
	}
	return {};
}

std::string CheckCorrectiveJoints(const FCharacterView& Character)
{
	const std::span<const uint16_t> Joints = Character.Correctives.Joints;
	const size_t JointCount = Character.Skeleton.JointCount();
	const size_t At = FindBad(Joints, [JointCount](uint16_t Joint) { return Joint >= JointCount; });
	return At == NotFound ? std::string()
						  : Sentence("Correctives: entry ", At, " of the joints is ", Joints[At],
								", but the skeleton has ", JointCount, ". Match the correctives to their skeleton.");
}

std::string CheckCorrectiveRotations(const FCharacterView& Character)
{
	const size_t At = FindBad(Character.Correctives.ExampleRotations,
		[](const FRotation& Rotation) { return !IsUnit(Dot(Rotation, Rotation)); });
	return At == NotFound ? std::string()
						  : Sentence("Correctives: example rotation ", At, " is not a unit quaternion. Normalize it.");
}

std::string CheckCorrectiveKernels(const FCharacterView& Character)
{
	const std::span<const uint32_t> Kernels = Character.Correctives.Kernels;
	const size_t At =
		FindBad(Kernels, [](uint32_t Kernel) { return Kernel > static_cast<uint32_t>(ECorrectiveKernel::Compact); });
	return At == NotFound ? std::string()
						  : Sentence("Correctives: set ", At, " has kernel ", Kernels[At], ". It must be 0 or 1.");
}

std::string CheckCorrectiveNumbers(const FCharacterView& Character)
{
	const auto& Correctives = Character.Correctives;
	size_t At = FindBad(Correctives.Radii, [](float Radius) { return !(Radius > 0.0f && Radius < INFINITY); });
	if (At != NotFound)
	{
		return Sentence(
			"Correctives: set ", At, " has radius ", Correctives.Radii[At], ". It must be greater than zero.");
	}
	At = FindBad(Correctives.JointScales, [](float Scale) { return !(Scale >= 0.0f && Scale < INFINITY); });
	if (At != NotFound)
	{
		return Sentence(
			"Correctives: joint scale ", At, " is ", Correctives.JointScales[At], ". It must not be negative.");
	}
	At = FindNotFinite(Correctives.Coefficients);
	return At == NotFound ? std::string()
						  : Sentence("Correctives: coefficient ", At, " is not a finite number. Solve for them again.");
}

std::string CheckDeltaRows(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const auto& Deltas = Level.Correctives;
			if (Deltas.Offsets.empty() && Deltas.Vertices.empty() && Deltas.Deltas.empty())
			{
				return std::string();
			}
			const bool bSound = Deltas.Offsets.size() == Character.Correctives.ShapeCount() + 1 &&
				Deltas.Vertices.size() == Deltas.Deltas.size() &&
				FindBadOffset(Deltas.Offsets, Deltas.Vertices.size()) == NotFound;
			return bSound ? std::string()
						  : Sentence("correctives: ", Deltas.Offsets.size(), " offsets, ", Deltas.Vertices.size(),
								" vertices and ", Deltas.Deltas.size(), " deltas do not fit ",
								Character.Correctives.ShapeCount(), " shapes. Give every shape a row.");
		});
}

std::string CheckDeltaVertices(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const auto& Deltas = Level.Correctives;
			size_t Bad = 0;
			const size_t Shape = FindRow(Deltas.Offsets, Deltas.Vertices.size(),
				[&](size_t, size_t Begin, size_t End)
				{
					for (Bad = Begin; Bad < End; ++Bad)
					{
						if (Deltas.Vertices[Bad] >= Level.VertexCount() ||
							(Bad > Begin && Deltas.Vertices[Bad] <= Deltas.Vertices[Bad - 1]))
						{
							return true;
						}
					}
					return false;
				});
			return Shape == NotFound
				? std::string()
				: Sentence("correctives: shape ", Shape, " names vertex ", Deltas.Vertices[Bad], " of ",
					  Level.VertexCount(), " twice, out of order or beyond the last. List vertices once, ascending.");
		});
}

std::string CheckDeltasFinite(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t At = FindNotFinite(Level.Correctives.Deltas);
			return At == NotFound ? std::string()
								  : Sentence("correctives: delta ", At, " is not a finite number. Build them again.");
		});
}

constexpr FCharacterRule CorrectiveRules[] = {
	{"CorrectiveSetsAreSound", CheckCorrectiveSets},
	{"CorrectiveJointsExist", CheckCorrectiveJoints},
	{"CorrectiveRotationsAreUnit", CheckCorrectiveRotations},
	{"CorrectiveKernelsAreKnown", CheckCorrectiveKernels},
	{"CorrectiveNumbersAreSound", CheckCorrectiveNumbers},
	{"CorrectiveDeltaRowsAreSound", CheckDeltaRows},
	{"CorrectiveDeltaVerticesAscend", CheckDeltaVertices},
	{"CorrectiveDeltasAreFinite", CheckDeltasFinite},
};

} // namespace

std::span<const FCharacterRule> GetCorrectiveRules()
{
	return CorrectiveRules;
}

} // namespace Exemplar::CharacterRules
