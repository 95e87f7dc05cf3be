// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterFormat.h"
#include "Character/CharacterModel.h"
#include "Character/OldCorrectives.h"

#include <vector>

namespace Exemplar
{

/**
 * What stands in each chunk, said once for whoever measures, writes, reads in place or copies out: an archive is asked
 * for the arrays of a chunk in order, then for its single values. A payload is a record (16 bytes an array:
 * FArrayReference, then the values as they are, zeros up to the next border) followed by the arrays themselves, each on
 * a border. A list of texts is two arrays: where each text begins and the last ends (uint64), and the UTF-8 bytes.
 */
namespace CharacterLayout
{

template <typename ArchiveType, typename ModelType>
void DescribeInfo(ArchiveType& Archive, ModelType& Model)
{
	Archive.Text("name", Model.Name);
	Archive.Value(Model.RestBox);
	Archive.Value(Model.Sphere);
}

template <typename ArchiveType, typename SkeletonType, typename NamesType>
void DescribeSkeleton(ArchiveType& Archive, SkeletonType& Skeleton, NamesType& Names)
{
	Archive.Texts(
		"names", Names, [](auto& Name) -> auto& { return Name; });
	Archive.Array("parents", Skeleton.Parents);
	Archive.Array("rest transforms", Skeleton.RestLocal);
	Archive.Array("limits", Skeleton.Limits);
}

template <typename ArchiveType, typename MaterialsType>
void DescribeMaterials(ArchiveType& Archive, MaterialsType& Materials)
{
	Archive.Texts(
		"names", Materials, [](auto& Material) -> auto& { return Material.Name; });
	Archive.Members(
		"base colors", Materials, [](auto& Material) -> auto& { return Material.BaseColor; });
}

template <typename ArchiveType, typename ModelType>
void DescribeSource(ArchiveType& Archive, ModelType& Model)
{
	Archive.Array("points of source vertices", Model.PointOfSource);
	Archive.Value(Model.PointCount);
}

template <typename ArchiveType, typename LevelType>
void DescribeMesh(ArchiveType& Archive, LevelType& Level)
{
	Archive.Array("sections", Level.Sections);
	Archive.Array("indices", Level.Indices);
	Archive.Array("positions", Level.Positions);
	Archive.Array("normals", Level.Normals);
	Archive.Array("tangents", Level.Tangents);
	Archive.Array("UVs", Level.UVs);
	Archive.Array("bones", Level.Bones);
	Archive.Array("section spheres", Level.SectionSpheres);
	Archive.Value(Level.MeanError);
	Archive.Value(Level.ErrorBound);
}

template <typename ArchiveType, typename WeightsType>
void DescribeWeights(ArchiveType& Archive, WeightsType& Weights)
{
	Archive.Array("offsets", Weights.Offsets);
	Archive.Array("bones", Weights.Bones);
	Archive.Array("weights", Weights.Weights);
}

template <typename ArchiveType, typename SkinType>
void DescribeSkin(ArchiveType& Archive, SkinType& Skin)
{
	Archive.Array("offsets", Skin.Offsets);
	Archive.Array("bones", Skin.Bones);
	Archive.Array("points", Skin.Points);
	Archive.Array("geomorph deltas", Skin.GeomorphDeltas);
	Archive.Array("tangents", Skin.Tangents);
	Archive.Array("bitangents", Skin.Bitangents);
}

template <typename ArchiveType, typename LevelType>
void DescribeIdentity(ArchiveType& Archive, LevelType& Level)
{
	Archive.Array("points of corners", Level.PointOfCorner);
	Archive.Array("source vertices of corners", Level.SourceOfCorner);
}

template <typename ArchiveType, typename LevelType>
void DescribeGeomorph(ArchiveType& Archive, LevelType& Level)
{
	Archive.Array("geomorph targets", Level.GeomorphTargets);
}

template <typename ArchiveType, typename LevelType>
void DescribeLevelError(ArchiveType& Archive, LevelType& Level)
{
	Archive.Value(Level.SurfaceError);
	Archive.Value(Level.SurfaceRms);
}

template <typename ArchiveType, typename ClipType>
void DescribeClip(ArchiveType& Archive, ClipType& Clip)
{
	Archive.Text("name", Clip.Name);
	Archive.Array("rotation offsets", Clip.Rotations.Offsets);
	Archive.Array("rotation frames", Clip.Rotations.Frames);
	Archive.Array("rotations", Clip.Rotations.Values);
	Archive.Array("translation offsets", Clip.Translations.Offsets);
	Archive.Array("translation frames", Clip.Translations.Frames);
	Archive.Array("translations", Clip.Translations.Values);
	Archive.Array("scale offsets", Clip.Scales.Offsets);
	Archive.Array("scale frames", Clip.Scales.Frames);
	Archive.Array("scales", Clip.Scales.Values);
	Archive.Value(Clip.FramesPerSecond);
	Archive.Value(Clip.FrameCount);
	Archive.Value(Clip.bLoops);
}

template <typename ArchiveType, typename CurvesType>
void DescribeCurves(ArchiveType& Archive, CurvesType& Curves)
{
	Archive.Array("name offsets", Curves.NameOffsets);
	Archive.Array("names", Curves.Letters);
	Archive.Array("offsets", Curves.Offsets);
	Archive.Array("frames", Curves.Frames);
	Archive.Array("values", Curves.Values);
}

template <typename ArchiveType, typename EntriesType>
void DescribeProvenance(ArchiveType& Archive, EntriesType& Entries)
{
	Archive.Texts(
		"keys", Entries, [](auto& Entry) -> auto& { return Entry.Key; });
	Archive.Texts(
		"values", Entries, [](auto& Entry) -> auto& { return Entry.Value; });
}

/** What of a map is numbers alone. */
inline FBakedMapFields& FieldsOf(FBakedMapFields& Map)
{
	return Map;
}
inline const FBakedMapFields& FieldsOf(const FBakedMapFields& Map)
{
	return Map;
}

template <typename ArchiveType, typename ModelType, typename ListType>
void DescribeMaps(ArchiveType& Archive, ModelType& Model, ListType& Maps)
{
	Archive.Texts(
		"names", Maps, [](auto& Map) -> auto& { return Map.Name; });
	Archive.Members(
		"maps", Maps, [](auto& Map) -> auto& { return FieldsOf(Map); });
	Archive.Array("texels", Model.Texels);
}

/** What of a corrective is numbers alone. */
inline FCorrectiveFields& FieldsOf(FCorrectiveFields& Corrective)
{
	return Corrective;
}
inline const FCorrectiveFields& FieldsOf(const FCorrectiveFields& Corrective)
{
	return Corrective;
}

template <typename ArchiveType, typename ModelType, typename ListType>
void DescribeCorrectives(ArchiveType& Archive, ModelType& Model, ListType& Correctives)
{
	Archive.Texts(
		"names", Correctives, [](auto& Corrective) -> auto& { return Corrective.Name; });
	Archive.Texts(
		"sources", Correctives, [](auto& Corrective) -> auto& { return Corrective.Source; });
	Archive.Members(
		"correctives", Correctives, [](auto& Corrective) -> auto& { return FieldsOf(Corrective); });
	Archive.Array("drivers", Model.Drivers);
	Archive.Array("kernels", Model.Kernels);
	Archive.Array("terms", Model.Terms);
	Archive.Array("runs", Model.Runs);
	Archive.Array("coefficients", Model.Coefficients);
	Archive.Array("shapes", Model.Shapes);
	Archive.Array("helpers", Model.Helpers);
	Archive.Array("joints after skinning", Model.AfterJoints);
}

template <typename ArchiveType, typename CurvesType>
void DescribeCorrectiveCurves(ArchiveType& Archive, CurvesType& Curves)
{
	Archive.Texts(
		"names", Curves, [](auto& Curve) -> auto& { return Curve.Name; });
	Archive.Members(
		"values at rest", Curves, [](auto& Curve) -> auto& { return Curve.Rest; });
}

template <typename ArchiveType, typename DeltasType>
void DescribeCorrectiveDeltas(ArchiveType& Archive, DeltasType& Deltas)
{
	Archive.Array("offsets", Deltas.Offsets);
	Archive.Array("blocks", Deltas.Blocks);
	Archive.Array("displacements", Deltas.Deltas);
	Archive.Array("normals", Deltas.Normals);
	Archive.Array("offsets after skinning", Deltas.AfterOffsets);
	Archive.Array("displacements after skinning", Deltas.After);
}

template <typename ArchiveType, typename LevelType>
void DescribeBlendFactors(ArchiveType& Archive, LevelType& Level)
{
	Archive.Array("blend factors", Level.BlendFactors);
}

template <typename ArchiveType, typename CorrectivesType>
void DescribeOldCorrectives(ArchiveType& Archive, CorrectivesType& Correctives)
{
	Archive.Array("joint offsets", Correctives.JointOffsets);
	Archive.Array("joints", Correctives.Joints);
	Archive.Array("joint scales", Correctives.JointScales);
	Archive.Array("example offsets", Correctives.ExampleOffsets);
	Archive.Array("example rotations", Correctives.ExampleRotations);
	Archive.Array("shape offsets", Correctives.ShapeOffsets);
	Archive.Array("coefficients", Correctives.Coefficients);
	Archive.Array("kernels", Correctives.Kernels);
	Archive.Array("radii", Correctives.Radii);
}

template <typename ArchiveType, typename DeltasType>
void DescribeOldDeltas(ArchiveType& Archive, DeltasType& Deltas)
{
	Archive.Array("offsets", Deltas.Offsets);
	Archive.Array("vertices", Deltas.Vertices);
	Archive.Array("deltas", Deltas.Deltas);
}

template <typename ArchiveType, typename LevelType>
void DescribeAttributes(ArchiveType& Archive, LevelType& Level)
{
	Archive.Array("more UVs", Level.MoreUVs);
	Archive.Array("colors", Level.Colors);
}

template <typename ArchiveType, typename ModelType>
void DescribeOperator(ArchiveType& Archive, ModelType& Model)
{
	Archive.Value(Model.PreferredOperator);
}

template <typename ArchiveType, typename LevelType>
void DescribeRotationCenters(ArchiveType& Archive, LevelType& Level)
{
	Archive.Array("centers of rotation", Level.RotationCenters);
}

/** A character taken apart: lists of things with texts are vectors here, even where the model holds views of them. */
template <typename S>
struct TCharacterParts
{
	TCharacterModel<S> Model;
	std::vector<typename S::FLabel> JointNames;
	std::vector<TMaterialSlot<S>> Materials;
	std::vector<TMeshLevel<S>> Levels;
	std::vector<TClip<S>> Clips;
	std::vector<TProvenanceEntry<S>> Provenance;
	std::vector<TCorrective<S>> Correctives;
	std::vector<TCorrectiveCurve<S>> Curves;
	std::vector<TBakedMap<S>> Maps;
	TOldCorrectives<S> OldCorrectives;    // of a file of an older version
	std::vector<TOldDeltas<S>> OldDeltas; // one per level

	/** Puts the lists into the model: moves the vectors, or lets the model's spans look at them. */
	void Assemble()
	{
		Model.Skeleton.Names = std::move(JointNames);
		Model.Materials = std::move(Materials);
		Model.Levels = std::move(Levels);
		Model.Clips = std::move(Clips);
		Model.Provenance = std::move(Provenance);
		Model.Correctives.Correctives = std::move(Correctives);
		Model.Correctives.Curves = std::move(Curves);
		Model.Maps.Maps = std::move(Maps);
	}
};

// Each list of chunks stands in the order in which they are written; Visit(Kind, Describe) is called for each.

/** The lists with texts of a file's own chunks. */
template <typename NamesType, typename MaterialsType, typename EntriesType, typename CorrectivesType,
	typename CurvesType, typename MapsType>
struct TTextLists
{
	NamesType& JointNames;
	MaterialsType& Materials;
	EntriesType& Provenance;
	CorrectivesType& Correctives;
	CurvesType& Curves;
	MapsType& Maps;
};
template <typename NamesType, typename MaterialsType, typename EntriesType, typename CorrectivesType,
	typename CurvesType, typename MapsType>
TTextLists(NamesType&, MaterialsType&, EntriesType&, CorrectivesType&, CurvesType&, MapsType&)
	-> TTextLists<NamesType, MaterialsType, EntriesType, CorrectivesType, CurvesType, MapsType>;

template <typename ModelType, typename ListsType, typename VisitType>
void ForEachFileChunk(ModelType& Model, const ListsType& Lists, const VisitType& Visit)
{
	using namespace CharacterFormat;
	Visit(InfoChunk, [&](auto& Archive) { DescribeInfo(Archive, Model); });
	Visit(SkeletonChunk, [&](auto& Archive) { DescribeSkeleton(Archive, Model.Skeleton, Lists.JointNames); });
	Visit(MaterialsChunk, [&](auto& Archive) { DescribeMaterials(Archive, Lists.Materials); });
	Visit(SourceChunk, [&](auto& Archive) { DescribeSource(Archive, Model); });
	Visit(ProvenanceChunk, [&](auto& Archive) { DescribeProvenance(Archive, Lists.Provenance); });
	Visit(CorrectivesChunk, [&](auto& Archive) { DescribeCorrectives(Archive, Model.Correctives, Lists.Correctives); });
	Visit(CorrectiveCurvesChunk, [&](auto& Archive) { DescribeCorrectiveCurves(Archive, Lists.Curves); });
	Visit(OperatorChunk, [&](auto& Archive) { DescribeOperator(Archive, Model); });
	Visit(MapsChunk, [&](auto& Archive) { DescribeMaps(Archive, Model.Maps, Lists.Maps); });
}

template <typename LevelType, typename VisitType>
void ForEachLevelChunk(LevelType& Level, const VisitType& Visit)
{
	using namespace CharacterFormat;
	Visit(MeshChunk, [&](auto& Archive) { DescribeMesh(Archive, Level); });
	Visit(SkinChunk, [&](auto& Archive) { DescribeSkin(Archive, Level.Skin); });
	Visit(WeightsChunk, [&](auto& Archive) { DescribeWeights(Archive, Level.Weights); });
	Visit(IdentityChunk, [&](auto& Archive) { DescribeIdentity(Archive, Level); });
	Visit(GeomorphChunk, [&](auto& Archive) { DescribeGeomorph(Archive, Level); });
	Visit(CorrectiveDeltasChunk, [&](auto& Archive) { DescribeCorrectiveDeltas(Archive, Level.Correctives); });
	Visit(LevelErrorChunk, [&](auto& Archive) { DescribeLevelError(Archive, Level); });
	Visit(AttributesChunk, [&](auto& Archive) { DescribeAttributes(Archive, Level); });
	Visit(RotationCentersChunk, [&](auto& Archive) { DescribeRotationCenters(Archive, Level); });
	Visit(BlendFactorsChunk, [&](auto& Archive) { DescribeBlendFactors(Archive, Level); });
}

template <typename ClipType, typename VisitType>
void ForEachClipChunk(ClipType& Clip, const VisitType& Visit)
{
	Visit(CharacterFormat::ClipChunk, [&](auto& Archive) { DescribeClip(Archive, Clip); });
	Visit(CharacterFormat::CurvesChunk, [&](auto& Archive) { DescribeCurves(Archive, Clip.Curves); });
}

} // namespace CharacterLayout

} // namespace Exemplar
