// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/RuleParts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Exemplar::CharacterRules
{

namespace
{

/** Rows of influences: one offset per vertex and one more, which is the number of items. */
std::string CheckInfluenceRows(
	std::span<const uint32_t> Offsets, size_t VertexCount, size_t BoneCount, size_t ItemCount)
{
	if (Offsets.empty() && BoneCount == 0 && ItemCount == 0)
	{
		return {};
	}
	if (Offsets.size() != VertexCount + 1 || BoneCount != ItemCount)
	{
		return Sentence("there are ", Offsets.size(), " offsets, ", BoneCount, " bones and ", ItemCount, " values for ",
			VertexCount, " vertices. Give one offset more than vertices, and a value for every bone.");
	}
	const size_t At = FindBadOffset(Offsets, ItemCount);
	return At == NotFound ? std::string()
						  : Sentence("offset ", At, " is ", Offsets[At],
								". Let offsets begin at 0, never fall, and end at the number of influences.");
}

std::string CheckBonesInRange(std::span<const uint16_t> Bones, size_t JointCount)
{
	const size_t At = FindBad(Bones, [JointCount](uint16_t Bone) { return Bone >= JointCount; });
	return At == NotFound ? std::string()
						  : Sentence("influence ", At, " names bone ", Bones[At], ", but the skeleton has ", JointCount,
								". Match the skin to its skeleton.");
}

/** Each bone remembers the last vertex that used it: one step an influence, however long the rows are. */
std::string CheckBonesUnique(std::span<const uint32_t> Offsets, std::span<const uint16_t> Bones, size_t JointCount)
{
	std::vector<uint32_t> LastRow(JointCount, NoIndex);
	size_t Twin = 0;
	const size_t Vertex = FindRow(Offsets, Bones.size(),
		[&](size_t Row, size_t Begin, size_t End)
		{
			for (Twin = Begin; Twin < End; ++Twin)
			{
				const uint16_t Bone = Bones[Twin];
				if (Bone < JointCount && LastRow[Bone] == Row)
				{
					return true;
				}
				if (Bone < JointCount)
				{
					LastRow[Bone] = static_cast<uint32_t>(Row);
				}
			}
			return false;
		});
	return Vertex == NotFound
		? std::string()
		: Sentence("vertex ", Vertex, " has bone ", Bones[Twin], " twice. Add its influences up to one.");
}

/** Sums of W over the rows; the tolerance grows with the numbers that are summed, and their size is found out late. */
std::string CheckSumsOfW(
	std::span<const uint32_t> Offsets, std::span<const FFloat4> Items, float Expected, const char* Name)
{
	float Sum = 0.0f;
	const size_t Vertex = FindRow(Offsets, Items.size(),
		[&](size_t, size_t Begin, size_t End)
		{
			Sum = 0.0f;
			for (size_t Index = Begin; Index < End; ++Index)
			{
				Sum += Items[Index].W;
			}
			if (std::abs(Sum - Expected) <= SumTolerance)
			{
				return false;
			}
			float Magnitude = 1.0f;
			for (size_t Index = Begin; Index < End; ++Index)
			{
				Magnitude += std::abs(Items[Index].W);
			}
			return std::isfinite(Sum) && std::abs(Sum - Expected) > SumTolerance * Magnitude;
		});
	return Vertex == NotFound ? std::string()
							  : Sentence("the fourth components of the ", Name, " of vertex ", Vertex, " sum to ", Sum,
									" instead of ", Expected, ". Normalize them.");
}

std::string CheckWeightRows(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const auto& Weights = Level.Weights;
			const std::string Fault =
				CheckInfluenceRows(Weights.Offsets, Level.VertexCount(), Weights.Bones.size(), Weights.Weights.size());
			return Fault.empty() ? Fault : "weights: " + Fault;
		});
}

std::string CheckWeightBones(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const std::string Fault = CheckBonesInRange(Level.Weights.Bones, Character.Skeleton.JointCount());
			return Fault.empty() ? Fault : "weights: " + Fault;
		});
}

std::string CheckWeightBonesUnique(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const std::string Fault =
				CheckBonesUnique(Level.Weights.Offsets, Level.Weights.Bones, Character.Skeleton.JointCount());
			return Fault.empty() ? Fault : "weights: " + Fault;
		});
}

std::string CheckWeightsPositive(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const std::span<const float> Weights = Level.Weights.Weights;
			const size_t At = FindBad(Weights, [](float Weight) { return !(Weight >= 0.0f && Weight < INFINITY); });
			return At == NotFound
				? std::string()
				: Sentence("weights: influence ", At, " is ", Weights[At], ". Blend weights must not be negative.");
		});
}

std::string CheckWeightSums(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const auto& Weights = Level.Weights;
			float Sum = 0.0f;
			const size_t Vertex = FindRow(Weights.Offsets, Weights.Weights.size(),
				[&](size_t, size_t Begin, size_t End)
				{
					Sum = 0.0f;
					for (size_t Index = Begin; Index < End; ++Index)
					{
						Sum += Weights.Weights[Index];
					}
					return std::isfinite(Sum) && std::abs(Sum - 1.0f) > SumTolerance;
				});
			return Vertex == NotFound ? std::string()
									  : Sentence("weights: those of vertex ", Vertex, " sum to ", Sum,
											" instead of 1. Normalize the weights of each vertex.");
		});
}

std::string CheckSkinRows(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const auto& Skin = Level.Skin;
			const std::string Fault =
				CheckInfluenceRows(Skin.Offsets, Level.VertexCount(), Skin.Bones.size(), Skin.Points.size());
			return Fault.empty() ? Fault : "skin: " + Fault;
		});
}

std::string CheckSkinBones(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const std::string Fault = CheckBonesInRange(Level.Skin.Bones, Character.Skeleton.JointCount());
			return Fault.empty() ? Fault : "skin: " + Fault;
		});
}

std::string CheckSkinBonesUnique(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const std::string Fault =
				CheckBonesUnique(Level.Skin.Offsets, Level.Skin.Bones, Character.Skeleton.JointCount());
			return Fault.empty() ? Fault : "skin: " + Fault;
		});
}

std::string CheckSkinLengths(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const auto& Skin = Level.Skin;
			const size_t Count = Skin.Points.size();
			const bool bSound = IsOptional(Skin.GeomorphDeltas, Count) && IsOptional(Skin.Tangents, Count) &&
				IsOptional(Skin.Bitangents, Count) && Skin.Tangents.empty() == Skin.Bitangents.empty();
			return bSound
				? std::string()
				: Sentence("skin: there are ", Skin.GeomorphDeltas.size(), " geomorph deltas, ", Skin.Tangents.size(),
					  " tangents and ", Skin.Bitangents.size(), " bitangents for ", Count,
					  " points. Give every point one, or none at all, and tangents only with bitangents.");
		});
}

std::string CheckSkinFinite(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const auto& Skin = Level.Skin;
			for (const std::span<const FFloat4> Items :
				{Skin.Points, Skin.GeomorphDeltas, Skin.Tangents, Skin.Bitangents})
			{
				const size_t At = FindNotFinite(Items);
				if (At != NotFound)
				{
					return Sentence(
						"skin: influence ", At, " has a value that is not a finite number. Fit the skin again.");
				}
			}
			return std::string();
		});
}

std::string CheckSkinPointSums(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{ return CheckSumsOfW(Level.Skin.Offsets, Level.Skin.Points, 1.0f, "points"); });
}

std::string CheckSkinTangentSums(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			std::string Fault = CheckSumsOfW(Level.Skin.Offsets, Level.Skin.Tangents, 0.0f, "tangents");
			return Fault.empty() ? CheckSumsOfW(Level.Skin.Offsets, Level.Skin.Bitangents, 0.0f, "bitangents") : Fault;
		});
}

std::string CheckLevelBones(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			for (size_t Index = 0; Index < Level.Bones.size(); ++Index)
			{
				if (Level.Bones[Index] >= Character.Skeleton.JointCount() ||
					(Index > 0 && Level.Bones[Index] <= Level.Bones[Index - 1]))
				{
					return Sentence("entry ", Index, " of its bones is ", Level.Bones[Index],
						". List bones of the skeleton once each, in ascending order.");
				}
			}
			return std::string();
		});
}

/** A palette of the level's bones alone must serve every influence. */
std::string CheckLevelBonesSuffice(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			if (Level.Bones.empty())
			{
				return std::string();
			}
			const size_t JointCount = Character.Skeleton.JointCount();
			std::vector<bool> Listed(JointCount, false);
			for (const uint16_t Bone : Level.Bones)
			{
				if (Bone < JointCount)
				{
					Listed[Bone] = true;
				}
			}
			for (const std::span<const uint16_t> Bones : {Level.Skin.Bones, Level.Weights.Bones})
			{
				const size_t At = FindBad(Bones, [&](uint16_t Bone) { return Bone < JointCount && !Listed[Bone]; });
				if (At != NotFound)
				{
					return Sentence("influence ", At, " needs bone ", Bones[At],
						", which is not among the level's bones. List it.");
				}
			}
			return std::string();
		});
}

constexpr FCharacterRule SkinRules[] = {
	{"WeightRowsAreSound", CheckWeightRows},
	{"WeightBonesExist", CheckWeightBones},
	{"WeightBonesAreUnique", CheckWeightBonesUnique},
	{"WeightsAreNotNegative", CheckWeightsPositive},
	{"WeightsSumToOne", CheckWeightSums},
	{"SkinRowsAreSound", CheckSkinRows},
	{"SkinBonesExist", CheckSkinBones},
	{"SkinBonesAreUnique", CheckSkinBonesUnique},
	{"SkinLengthsAgree", CheckSkinLengths},
	{"SkinIsFinite", CheckSkinFinite},
	{"SkinPointsSumToOne", CheckSkinPointSums},
	{"SkinTangentsSumToZero", CheckSkinTangentSums},
	{"LevelBonesAscend", CheckLevelBones},
	{"LevelBonesSuffice", CheckLevelBonesSuffice},
};

} // namespace

std::span<const FCharacterRule> GetSkinRules()
{
	return SkinRules;
}

} // namespace Exemplar::CharacterRules
