// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/RuleParts.h"

#include <cmath>

namespace Exemplar::CharacterRules
{

namespace
{

std::string CheckLevelsHaveVertices(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t) -> std::string
		{ return Level.Positions.empty() ? "it has no vertices. Leave the level out." : ""; });
}

std::string CheckStreamLengths(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t) -> std::string
		{
			const size_t Count = Level.VertexCount();
			const std::pair<const char*, size_t> Streams[] = {{"normals", Level.Normals.size()},
				{"tangents", Level.Tangents.size()}, {"UVs", Level.UVs.size()},
				{"points of corners", Level.PointOfCorner.size()},
				{"source vertices of corners", Level.SourceOfCorner.size()},
				{"geomorph targets", Level.GeomorphTargets.size()},
				{"centers of rotation", Level.RotationCenters.size()}, {"blend factors", Level.BlendFactors.size()}};
			for (const auto& [Name, Size] : Streams)
			{
				if (Size != 0 && Size != Count)
				{
					return Sentence("there are ", Size, " ", Name, " for ", Count,
						" vertices. Give every vertex one, or none at all.");
				}
			}
			return {};
		});
}

std::string CheckSetsAreWhole(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t) -> std::string
		{
			const size_t Count = Level.VertexCount();
			const std::pair<const char*, size_t> Sets[] = {
				{"UVs after the first set", Level.MoreUVs.size()}, {"colors", Level.Colors.size()}};
			for (const auto& [Name, Size] : Sets)
			{
				if (Count > 0 && Size % Count != 0)
				{
					return Sentence("there are ", Size, " ", Name, " for ", Count,
						" vertices. Give every set one value per vertex.");
				}
			}
			return {};
		});
}

std::string CheckPositions(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t Vertex = FindNotFinite(Level.Positions);
			return Vertex == NotFound
				? std::string()
				: Sentence("vertex ", Vertex, " has a position that is not a finite number. Repair or remove it.");
		});
}

std::string CheckRotationCenters(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t Vertex = FindNotFinite(Level.RotationCenters);
			return Vertex == NotFound
				? std::string()
				: Sentence("vertex ", Vertex, " has a center of rotation that is not a finite number. Bake it again.");
		});
}

std::string CheckBlendFactors(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t Vertex =
				FindBad(Level.BlendFactors, [](float Factor) { return !(Factor >= 0.0f && Factor <= 1.0f); });
			return Vertex == NotFound ? std::string()
									  : Sentence("vertex ", Vertex, " has the blend factor ",
											Level.BlendFactors[Vertex], ". It must be from 0 to 1.");
		});
}

std::string CheckNormals(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t Vertex =
				FindBad(Level.Normals, [](const FFloat3& Normal) { return !IsUnit(Dot(Normal, Normal)); });
			return Vertex == NotFound
				? std::string()
				: Sentence("vertex ", Vertex, " has a normal that is not of unit length. Normalize or recompute it.");
		});
}

std::string CheckTangents(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t Vertex = FindBad(Level.Tangents,
				[](const FFloat4& Tangent)
				{
					const FFloat3 Direction{Tangent.X, Tangent.Y, Tangent.Z};
					return !(IsUnit(Dot(Direction, Direction)) && std::abs(Tangent.W) == 1.0f);
				});
			return Vertex == NotFound
				? std::string()
				: Sentence("vertex ", Vertex,
					  " has a tangent that is not of unit length with a sign of 1 or -1. Normalize or recompute it.");
		});
}

std::string CheckUVs(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t Vertex = FindNotFinite(Level.UVs);
			return Vertex == NotFound
				? std::string()
				: Sentence("vertex ", Vertex, " has a UV that is not a finite number. Repair or unwrap it again.");
		});
}

std::string CheckSetsAreFinite(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t) -> std::string
		{
			const size_t UV = FindNotFinite(Level.MoreUVs), Color = FindNotFinite(Level.Colors);
			const size_t Count = (std::max)(Level.VertexCount(), size_t{1});
			if (UV != NotFound)
			{
				return Sentence("vertex ", UV % Count, " has a UV in set ", UV / Count + 1,
					" that is not a finite number. Repair or unwrap it again.");
			}
			return Color == NotFound ? std::string()
									 : Sentence("vertex ", Color % Count, " has a color in set ", Color / Count,
										   " that is not a finite number. Repair or paint it again.");
		});
}

std::string CheckIndices(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			const size_t Count = Level.VertexCount();
			const size_t At = FindBad(Level.Indices, [Count](uint32_t Index) { return Index >= Count; });
			return At == NotFound ? std::string()
								  : Sentence("triangle ", At / 3, " uses vertex ", Level.Indices[At],
										", but there are ", Count, ". Repair the triangles.");
		});
}

/** Sections tile the index buffer in order, so that every triangle is drawn once. */
std::string CheckSections(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			uint64_t End = 0;
			for (size_t Index = 0; Index < Level.Sections.size(); ++Index)
			{
				const FMeshSection& Section = Level.Sections[Index];
				if (Section.FirstIndex != End || Section.IndexCount % 3 != 0 || Section.IndexCount == 0)
				{
					return Sentence("section ", Index, " has ", Section.IndexCount, " indices from ",
						Section.FirstIndex, " on. Let each begin where the one before ends (at ", End,
						") and hold whole triangles.");
				}
				End += Section.IndexCount;
			}
			return End == Level.Indices.size() ? std::string()
											   : Sentence("its sections hold ", End, " indices of ",
													 Level.Indices.size(), ". Let every triangle belong to a section.");
		});
}

std::string CheckSectionMaterials(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const size_t Count = Character.Materials.size();
			const size_t At =
				FindBad(Level.Sections, [Count](const FMeshSection& Section) { return Section.MaterialSlot >= Count; });
			return At == NotFound ? std::string()
								  : Sentence("section ", At, " uses material slot ", Level.Sections[At].MaterialSlot,
										", but there are ", Count, ". Add the material slot.");
		});
}

std::string CheckSectionSpheres(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t)
		{
			if (!IsOptional(Level.SectionSpheres, Level.Sections.size()))
			{
				return Sentence("there are ", Level.SectionSpheres.size(), " section spheres for ",
					Level.Sections.size(), " sections. Give every section one, or none at all.");
			}
			const size_t At = FindBad(Level.SectionSpheres,
				[](const FSphere& Sphere)
				{ return !(IsFinite(Sphere.Center) && std::isfinite(Sphere.Radius) && Sphere.Radius >= 0.0f); });
			return At == NotFound ? std::string()
								  : Sentence("the sphere of section ", At,
										" has a center or radius that is not a finite number. Compute it again.");
		});
}

std::string CheckLevelErrors(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[](const FMeshLevelView& Level, size_t) -> std::string
		{
			const bool bSound = std::isfinite(Level.MeanError) && Level.MeanError >= 0.0f &&
				std::isfinite(Level.ErrorBound) && Level.ErrorBound >= 0.0f && std::isfinite(Level.SurfaceError) &&
				Level.SurfaceError >= 0.0f && std::isfinite(Level.SurfaceRms) && Level.SurfaceRms >= 0.0f;
			return bSound ? "" : "its error is negative or not a finite number. Measure it again.";
		});
}

std::string CheckGeomorphTargets(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t Index)
		{
			const bool bLast = Index + 1 == Character.Levels.size();
			const size_t Count = bLast ? 0 : Character.Levels[Index + 1].VertexCount();
			const size_t At = FindBad(Level.GeomorphTargets, [Count](uint32_t Target) { return Target >= Count; });
			return At == NotFound ? std::string()
								  : Sentence("vertex ", At, " becomes vertex ", Level.GeomorphTargets[At],
										" of the next level, which has ", Count,
										". Link it to one that exists (the last level has no links).");
		});
}

std::string CheckPointsOfCorners(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const size_t Count = Character.PointCount;
			const size_t At = FindBad(Level.PointOfCorner, [Count](uint32_t Point) { return Point >= Count; });
			return At == NotFound ? std::string()
								  : Sentence("vertex ", At, " belongs to point ", Level.PointOfCorner[At],
										", but there are ", Count, ". Set the number of points.");
		});
}

std::string CheckSourcesOfCorners(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const size_t Count = Character.PointOfSource.size();
			const size_t At = FindBad(
				Level.SourceOfCorner, [Count](uint32_t Source) { return Source != NoIndex && Source >= Count; });
			return At == NotFound ? std::string()
								  : Sentence("vertex ", At, " comes from source vertex ", Level.SourceOfCorner[At],
										", but there are ", Count, ". Keep the map from source vertices to points.");
		});
}

std::string CheckPointsOfSources(const FCharacterView& Character)
{
	const size_t Count = Character.PointCount;
	const size_t At = FindBad(Character.PointOfSource, [Count](uint32_t Point) { return Point >= Count; });
	return At == NotFound ? std::string()
						  : Sentence("Source vertex ", At, " belongs to point ", Character.PointOfSource[At],
								", but there are ", Count, ". Set the number of points.");
}

std::string CheckIdentityAgrees(const FCharacterView& Character)
{
	return ForEachLevel(Character,
		[&](const FMeshLevelView& Level, size_t)
		{
			const size_t Count = (std::min)(Level.PointOfCorner.size(), Level.SourceOfCorner.size());
			for (size_t Corner = 0; Corner < Count; ++Corner)
			{
				const uint32_t Source = Level.SourceOfCorner[Corner];
				if (Source < Character.PointOfSource.size() &&
					Character.PointOfSource[Source] != Level.PointOfCorner[Corner])
				{
					return Sentence("vertex ", Corner, " belongs to point ", Level.PointOfCorner[Corner],
						", but its source vertex ", Source, " belongs to point ", Character.PointOfSource[Source],
						". Make both maps from the same weld.");
				}
			}
			return std::string();
		});
}

constexpr FCharacterRule MeshRules[] = {
	{"LevelsHaveVertices", CheckLevelsHaveVertices},
	{"StreamLengthsAgree", CheckStreamLengths},
	{"PositionsAreFinite", CheckPositions},
	{"RotationCentersAreFinite", CheckRotationCenters},
	{"BlendFactorsAreSound", CheckBlendFactors},
	{"NormalsAreUnit", CheckNormals},
	{"TangentsAreUnit", CheckTangents},
	{"UVsAreFinite", CheckUVs},
	{"SetsAreWhole", CheckSetsAreWhole},
	{"SetsAreFinite", CheckSetsAreFinite},
	{"IndicesAreInRange", CheckIndices},
	{"SectionsTileTheTriangles", CheckSections},
	{"SectionMaterialsExist", CheckSectionMaterials},
	{"SectionSpheresAreSound", CheckSectionSpheres},
	{"LevelErrorsAreSound", CheckLevelErrors},
	{"GeomorphTargetsExist", CheckGeomorphTargets},
	{"PointsOfCornersExist", CheckPointsOfCorners},
	{"SourcesOfCornersExist", CheckSourcesOfCorners},
	{"PointsOfSourcesExist", CheckPointsOfSources},
	{"IdentityMapsAgree", CheckIdentityAgrees},
};

} // namespace

std::span<const FCharacterRule> GetMeshRules()
{
	return MeshRules;
}

} // namespace Exemplar::CharacterRules
