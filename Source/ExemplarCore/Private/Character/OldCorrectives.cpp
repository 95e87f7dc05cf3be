// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/OldCorrectives.h"

#include "Character/CorrectiveDeltas.h"
#include "Character/RuleParts.h"

#include <algorithm>
#include <map>

namespace Exemplar
{

namespace OldCorrectivesDetail
{

using CharacterRules::FindBadOffset;
using CharacterRules::FindNotFinite;
using CharacterRules::NotFound;

/** The sum over the sets of one list's rows times another's: how long a table between the two is. */
uint64_t CountPairs(std::span<const uint32_t> A, std::span<const uint32_t> B)
{
	uint64_t Count = 0;
	for (size_t Set = 0; Set + 1 < A.size(); ++Set)
	{
		Count += static_cast<uint64_t>(A[Set + 1] - A[Set]) * (B[Set + 1] - B[Set]);
	}
	return Count;
}

/** Whether every list is as long as the others say, and every index is in its range. Numbers are left to the rules. */
bool IsSound(
	const TOldCorrectives<FViewed>& Old, std::span<const TOldDeltas<FViewed>> Levels, const FCharacterData& Character)
{
	const size_t Sets = Old.Kernels.size();
	const auto HasRows = [Sets](std::span<const uint32_t> Offsets)
	{ return Offsets.size() == Sets + 1 && FindBadOffset(Offsets, Offsets.back()) == NotFound; };
	if (!HasRows(Old.JointOffsets) || !HasRows(Old.ExampleOffsets) || !HasRows(Old.ShapeOffsets) ||
		Old.Radii.size() != Sets || Old.JointOffsets.back() != Old.Joints.size() ||
		Old.Joints.size() != Old.JointScales.size() ||
		CountPairs(Old.JointOffsets, Old.ExampleOffsets) != Old.ExampleRotations.size() ||
		CountPairs(Old.ShapeOffsets, Old.ExampleOffsets) != Old.Coefficients.size() ||
		std::any_of(Old.Kernels.begin(), Old.Kernels.end(), [](uint32_t Kernel) { return Kernel > 1; }))
	{
		return false;
	}
	for (size_t Level = 0; Level < Levels.size(); ++Level)
	{
		const TOldDeltas<FViewed>& Deltas = Levels[Level];
		if (Deltas.Offsets.empty() && Deltas.Vertices.empty() && Deltas.Deltas.empty())
		{
			continue;
		}
		if (Deltas.Offsets.size() != size_t{Old.ShapeOffsets.back()} + 1 ||
			Deltas.Vertices.size() != Deltas.Deltas.size() ||
			FindBadOffset(Deltas.Offsets, Deltas.Vertices.size()) != NotFound ||
			FindNotFinite(Deltas.Deltas) != NotFound)
		{
			return false;
		}
		for (size_t Shape = 0; Shape + 1 < Deltas.Offsets.size(); ++Shape)
		{
			const auto Row =
				Deltas.Vertices.subspan(Deltas.Offsets[Shape], Deltas.Offsets[Shape + 1] - Deltas.Offsets[Shape]);
			if (std::adjacent_find(Row.begin(), Row.end(), std::greater_equal<>()) != Row.end() ||
				(!Row.empty() && Row.back() >= Character.Levels[Level].VertexCount()))
			{
				return false;
			}
		}
	}
	return true;
}

void ConvertSet(const TOldCorrectives<FViewed>& Old, size_t Set, std::map<uint16_t, uint32_t>& DriverOf,
	const FRotation*& Rotations, const float*& Coefficients, TCorrectives<FOwned>& Out)
{
	const size_t FirstJoint = Old.JointOffsets[Set], Joints = Old.JointOffsets[Set + 1] - FirstJoint;
	const uint32_t Examples = Old.ExampleOffsets[Set + 1] - Old.ExampleOffsets[Set];
	const uint32_t FirstKernel = static_cast<uint32_t>(Out.Kernels.size());
	for (uint32_t Example = 0; Example < Examples; ++Example)
	{
		Out.Kernels.push_back({static_cast<uint32_t>(Old.Kernels[Set] == 0 ? ECorrectiveFunction::Gaussian
																		   : ECorrectiveFunction::Compact),
			static_cast<uint32_t>(ECorrectiveMetric::Angle), 0, Old.Radii[Set], static_cast<uint32_t>(Out.Terms.size()),
			static_cast<uint32_t>(Joints)});
		for (size_t Joint = FirstJoint; Joint < FirstJoint + Joints; ++Joint)
		{
			const auto [Driver, bNew] = DriverOf.emplace(Old.Joints[Joint], static_cast<uint32_t>(Out.Drivers.size()));
			if (bNew)
			{
				Out.Drivers.push_back({static_cast<uint32_t>(ECorrectiveDriver::Rotation), Old.Joints[Joint]});
			}
			Out.Terms.push_back({Driver->second, Old.JointScales[Joint], *Rotations++});
		}
	}
	for (uint32_t Shape = Old.ShapeOffsets[Set]; Shape < Old.ShapeOffsets[Set + 1]; ++Shape)
	{
		// These kernels are between zero and one.
		FCorrectiveShape Made{static_cast<uint32_t>(Out.Runs.size()), 1, 0.0f, 0.0f, NoIndex, 0.0f, 0.0f};
		Out.Runs.push_back({FirstKernel, Examples, static_cast<uint32_t>(Out.Coefficients.size())});
		for (uint32_t Example = 0; Example < Examples; ++Example, ++Coefficients)
		{
			Out.Coefficients.push_back(static_cast<double>(*Coefficients));
			(*Coefficients < 0.0f ? Made.Low : Made.High) += *Coefficients;
		}
		TCorrective<FOwned> Corrective;
		Corrective.FirstShape = Shape;
		Corrective.ShapeCount = 1;
		Corrective.Name = "Corrective " + std::to_string(Shape + 1);
		Out.Shapes.push_back(Made);
		Out.Correctives.push_back(std::move(Corrective));
	}
}

void ChooseScales(std::span<const TOldDeltas<FViewed>> Levels, std::vector<FCorrectiveShape>& Shapes)
{
	for (size_t Shape = 0; Shape < Shapes.size(); ++Shape)
	{
		float Largest = 0.0f;
		for (const TOldDeltas<FViewed>& Level : Levels)
		{
			for (uint32_t At = Level.Offsets.empty() ? 0 : Level.Offsets[Shape];
				 !Level.Offsets.empty() && At < Level.Offsets[Shape + 1]; ++At)
			{
				const FFloat3& D = Level.Deltas[At];
				Largest = (std::max)({Largest, std::abs(D.X), std::abs(D.Y), std::abs(D.Z)});
			}
		}
		Shapes[Shape].DeltaScale = DeltaScaleFor(static_cast<double>(Largest));
	}
}

} // namespace OldCorrectivesDetail

std::string ConvertOldCorrectives(
	const TOldCorrectives<FViewed>& Old, std::span<const TOldDeltas<FViewed>> Deltas, FCharacterData& Character)
{
	using namespace OldCorrectivesDetail;
	if (!IsSound(Old, Deltas, Character))
	{
		return "Correctives: the lists of the old chunk 'CORR' or 'CDEL' do not fit each other. Build the correctives "
			   "again.";
	}
	TCorrectives<FOwned>& Out = Character.Correctives;
	Out = {};
	std::map<uint16_t, uint32_t> DriverOf;
	const FRotation* Rotations = Old.ExampleRotations.data();
	const float* Coefficients = Old.Coefficients.data();
	for (size_t Set = 0; Set < Old.Kernels.size(); ++Set)
	{
		ConvertSet(Old, Set, DriverOf, Rotations, Coefficients, Out);
	}
	ChooseScales(Deltas, Out.Shapes);
	for (size_t Level = 0; Level < Deltas.size(); ++Level)
	{
		const TOldDeltas<FViewed>& From = Deltas[Level];
		if (From.Offsets.empty())
		{
			continue;
		}
		FDeltaWriter Writer(Character.Levels[Level].Correctives);
		for (size_t Shape = 0; Shape < Out.Shapes.size(); ++Shape)
		{
			for (uint32_t At = From.Offsets[Shape]; At < From.Offsets[Shape + 1]; ++At)
			{
				const FFloat3& D = From.Deltas[At];
				Writer.Add(From.Vertices[At],
					EncodeDelta(static_cast<double>(D.X), static_cast<double>(D.Y), static_cast<double>(D.Z),
						Out.Shapes[Shape].DeltaScale));
			}
			Writer.EndShape();
		}
	}
	return {};
}

} // namespace Exemplar
