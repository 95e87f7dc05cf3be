// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfExport.h"

#include "Files/Failure.h"
#include "Files/GltfAfter.h"
#include "Files/GltfClips.h"
#include "Files/GltfMaterials.h"
#include "Files/GltfMorphs.h"
#include "Files/GltfWriter.h"
#include "Files/InfluenceRows.h"
#include "Files/Json.h"
#include "Files/NumberFormat.h"
#include "Files/ScenePose.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace Exemplar
{
namespace
{

FJson ToNumbers(const FFloat3& V)
{
	return FJson::array({V.X, V.Y, V.Z});
}

class FCharacterWriter
{
public:
	FCharacterWriter(const FCharacterView& InCharacter, const FGltfExportOptions& InOptions)
		: Character(InCharacter)
		, Options(InOptions)
	{
	}

	std::vector<std::byte> Write()
	{
		WriteProvenance();
		const size_t LevelCount =
			Options.bLevels ? Character.Levels.size() : (std::min)(Character.Levels.size(), size_t{1});
		Materials.emplace(Character, LevelCount, Writer);
		Morphs = Options.bCorrectives ? FindGltfMorphs(Character) : FGltfMorphs{};
		const std::vector<size_t> Roots = WriteSkeleton();
		std::vector<size_t> SceneNodes = Roots;
		std::vector<size_t> LevelNodes;
		for (size_t Level = 0; Level < LevelCount; ++Level)
		{
			if (!Character.Levels[Level].Positions.empty() && !Character.Levels[Level].Indices.empty())
			{
				LevelNodes.push_back(WriteLevel(Level));
			}
		}
		if (!LevelNodes.empty())
		{
			SceneNodes.push_back(LevelNodes.front());
			WriteLodLinks(LevelNodes);
		}
		WriteGltfClips(Character, Morphs, LevelNodes, Writer);
		FJson Scene = {{"name", Character.Name}};
		if (!SceneNodes.empty())
		{
			Scene["nodes"] = SceneNodes;
		}
		Writer.Append("scenes", std::move(Scene));
		Writer.Json["scene"] = 0;
		return Writer.Finish();
	}

private:
	void WriteProvenance()
	{
		FJson Entries = FJson::object();
		for (const auto& Entry : Character.Provenance)
		{
			Entries[std::string(Entry.Key)] = Entry.Value;
		}
		if (!Entries.empty())
		{
			Writer.Json["asset"]["extras"] = {{"provenance", std::move(Entries)}};
		}
	}

	/** Joint j becomes node j. Several roots get a common parent, because the joints of a skin must have one. */
	std::vector<size_t> WriteSkeleton()
	{
		const FSkeletonView& Skeleton = Character.Skeleton;
		std::vector<std::vector<size_t>> Children(Skeleton.JointCount());
		std::vector<size_t> Roots;
		for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
		{
			const int32_t Parent = Skeleton.Parents[Joint];
			(Parent == NoParent ? Roots : Children[static_cast<size_t>(Parent)]).push_back(Joint);
		}
		for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
		{
			const FBoneTransform& Rest = Skeleton.RestLocal[Joint];
			const FRotation Q = Normalize(Rest.Rotation);
			FJson Node = {{"name", Skeleton.Names[Joint]}};
			if (Rest.Translation != FFloat3{})
			{
				Node["translation"] = ToNumbers(Rest.Translation);
			}
			if (Q != FRotation{})
			{
				Node["rotation"] = FJson::array({Q.X, Q.Y, Q.Z, Q.W});
			}
			if (Rest.Scale != FFloat3{1.0f, 1.0f, 1.0f})
			{
				Node["scale"] = ToNumbers(Rest.Scale);
			}
			if (!Children[Joint].empty())
			{
				Node["children"] = Children[Joint];
			}
			Writer.Append("nodes", std::move(Node));
		}
		if (Roots.size() > 1)
		{
			Roots = {Writer.Append("nodes", {{"name", "Skeleton"}, {"children", Roots}})};
		}
		return Roots;
	}

	/** One skin for all levels, written on first use. */
	size_t GetSkin()
	{
		if (Skin)
		{
			return *Skin;
		}
		const FSkeletonView& Skeleton = Character.Skeleton;
		std::vector<FAffine3d> World;
		std::vector<float> Matrices;
		std::vector<size_t> Joints;
		for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
		{
			const FBoneTransform& B = Skeleton.RestLocal[Joint];
			const auto D = [](float Value) { return static_cast<double>(Value); };
			const FAffine3d Local = ToAffine3d({{D(B.Translation.X), D(B.Translation.Y), D(B.Translation.Z)},
				{D(B.Rotation.X), D(B.Rotation.Y), D(B.Rotation.Z), D(B.Rotation.W)},
				{D(B.Scale.X), D(B.Scale.Y), D(B.Scale.Z)}});
			const int32_t Parent = Skeleton.Parents[Joint];
			World.push_back(Parent == NoParent ? Local : Compose(World[static_cast<size_t>(Parent)], Local));
			const FAffine3d Inverse =
				InvertAffine(World.back(), "the rest transform of joint '" + std::string(Skeleton.Names[Joint]) + "'");
			for (size_t Column = 0; Column < 4; ++Column)
			{
				for (size_t Row = 0; Row < 3; ++Row)
				{
					Matrices.push_back(static_cast<float>(Inverse.M[4 * Row + Column]));
				}
				Matrices.push_back(Column == 3 ? 1.0f : 0.0f);
			}
			Joints.push_back(Joint);
		}
		const size_t Accessor = Writer.AddMatrices(Matrices);
		Skin = Writer.Append("skins", {{"inverseBindMatrices", Accessor}, {"joints", Joints}});
		return *Skin;
	}

	void WriteInfluences(const FInfluenceRows& Rows, FJson& Attributes)
	{
		size_t Most = 0;
		for (const auto& Row : Rows)
		{
			Most = (std::max)(Most, Row.size());
		}
		for (size_t Set = 0; Set < (Most + 3) / 4; ++Set)
		{
			std::vector<uint16_t> Joints(Rows.size() * 4);
			std::vector<float> Weights(Rows.size() * 4);
			for (size_t V = 0; V < Rows.size(); ++V)
			{
				for (size_t I = 4 * Set; I < (std::min)(Rows[V].size(), 4 * Set + 4); ++I)
				{
					Joints[4 * V + I - 4 * Set] = Rows[V][I].first;
					Weights[4 * V + I - 4 * Set] = Rows[V][I].second;
				}
			}
			const std::string Suffix = std::to_string(Set);
			Attributes["JOINTS_" + Suffix] = Writer.AddJoints(Joints, Character.Skeleton.JointCount() > 256);
			Attributes["WEIGHTS_" + Suffix] = Writer.AddAttribute(Weights, 4);
		}
	}

	FJson WriteAttributes(const FMeshLevelView& Level, const FInfluenceRows& Rows)
	{
		FJson Attributes;
		const auto Floats = [](const auto& Values, size_t Width)
		{ return std::span<const float>(&Values.data()->X, Values.size() * Width); };
		Attributes["POSITION"] = Writer.AddAttribute(Floats(Level.Positions, 3), 3, true);
		if (!Level.Normals.empty())
		{
			std::vector<FFloat3> Normals(Level.Normals.begin(), Level.Normals.end());
			for (FFloat3& Normal : Normals)
			{
				Normal = Normalize(Normal, {0.0f, 1.0f, 0.0f});
			}
			Attributes["NORMAL"] = Writer.AddAttribute(Floats(Normals, 3), 3);
			if (!Level.Tangents.empty())
			{
				std::vector<FFloat4> Tangents(Level.Tangents.begin(), Level.Tangents.end());
				for (FFloat4& T : Tangents)
				{
					const FFloat3 Unit = Normalize(FFloat3{T.X, T.Y, T.Z}, {1.0f, 0.0f, 0.0f});
					T = {Unit.X, Unit.Y, Unit.Z, T.W < 0.0f ? -1.0f : 1.0f};
				}
				Attributes["TANGENT"] = Writer.AddVectors(Tangents);
			}
		}
		if (!Level.UVs.empty())
		{
			Attributes["TEXCOORD_0"] = Writer.AddVectors(Level.UVs);
		}
		for (size_t Set = 0; Set < Level.MoreUVSetCount(); ++Set)
		{
			Attributes["TEXCOORD_" + std::to_string(Set + 1)] = Writer.AddVectors(Level.MoreUVSet(Set));
		}
		for (size_t Set = 0; Set < Level.ColorSetCount() && !Materials->HasColors(); ++Set)
		{
			Attributes["COLOR_" + std::to_string(Set)] = Writer.AddVectors(Level.ColorSet(Set));
		}
		WriteInfluences(Rows, Attributes);
		if (Options.bColorByBone && !Rows.empty())
		{
			std::vector<uint8_t> Colors;
			for (const auto& Row : Rows)
			{
				const auto Color = ColorOfBone(Row.front().first);
				Colors.insert(Colors.end(), Color.begin(), Color.end());
			}
			Attributes["COLOR_0"] = Writer.AddColors(Colors);
		}
		if (!Level.SourceOfCorner.empty())
		{
			std::vector<float> Sources;
			for (const uint32_t Source : Level.SourceOfCorner)
			{
				Sources.push_back(Source < 16777216u ? static_cast<float>(Source) : -1.0f);
			}
			Attributes["_SOURCE_VERTEX"] = Writer.AddAttribute(Sources, 1);
		}
		return Attributes;
	}

	size_t WriteLevel(size_t Index)
	{
		const FMeshLevelView& Level = Character.Levels[Index];
		const FInfluenceRows Rows = CollectInfluences(Character, Index, static_cast<size_t>(Options.Influences));
		const FJson Attributes = WriteAttributes(Level, Rows);
		const FJson Targets = WriteGltfTargets(Character, Index, Morphs, Rows, Writer);
		FJson Primitives = FJson::array();
		const FMeshSection Whole{NoIndex, 0, static_cast<uint32_t>(Level.Indices.size())};
		const std::span<const FMeshSection> Sections =
			Level.Sections.empty() ? std::span(&Whole, 1) : std::span<const FMeshSection>(Level.Sections);
		for (const FMeshSection& Section : Sections)
		{
			if (Section.IndexCount == 0)
			{
				continue;
			}
			FJson Primitive = {{"attributes", Attributes},
				{"indices", Writer.AddIndices(Level.Indices.subspan(Section.FirstIndex, Section.IndexCount))}};
			if (const std::optional<size_t> Material = Materials->Find(Index, Section.MaterialSlot))
			{
				Primitive["material"] = *Material;
			}
			if (!Targets.empty())
			{
				Primitive["targets"] = Targets;
			}
			Primitives.push_back(std::move(Primitive));
		}
		const std::string Name = std::string(Character.Name.empty() ? "character" : Character.Name) +
			(Index == 0 ? "" : "_LOD" + std::to_string(Index));
		FJson Mesh = {{"name", Name}, {"primitives", std::move(Primitives)}};
		FJson Extras = {
			{"surfaceError", Level.SurfaceError}, {"meanError", Level.MeanError}, {"errorBound", Level.ErrorBound}};
		if (!Morphs.Names.empty())
		{
			Mesh["weights"] = std::vector<double>(Morphs.Names.size());
			Extras["targetNames"] = Morphs.Names;
		}
		Mesh["extras"] = std::move(Extras);
		FJson Node = {{"name", Name}, {"mesh", Writer.Append("meshes", std::move(Mesh))}};
		if (!Rows.empty())
		{
			Node["skin"] = GetSkin();
		}
		return Writer.Append("nodes", std::move(Node));
	}

	/** MSFT_lod: the finest node lists the coarser ones. MSFT_screencoverage holds, for each level, the fraction of the
	 * screen's area above which it is shown: the next level takes over where its error bound is one pixel at 1080p.
	 */
	void WriteLodLinks(const std::vector<size_t>& LevelNodes)
	{
		if (LevelNodes.size() < 2)
		{
			return;
		}
		const double Diameter = (std::max)(
			2.0 * static_cast<double>(Character.Sphere.Radius), static_cast<double>(Character.RestBox.Diagonal()));
		std::vector<double> Coverage;
		for (size_t Level = 1; Level < LevelNodes.size(); ++Level)
		{
			const double Error = static_cast<double>(Character.Levels[Level].ErrorBound);
			const double Height = Error > 0.0 ? Diameter / (1080.0 * Error) : 1.0;
			Coverage.push_back((std::min)({1.0, Height * Height, Coverage.empty() ? 1.0 : Coverage.back()}));
		}
		Coverage.push_back(0.0);
		FJson& Finest = Writer.Json["nodes"][LevelNodes.front()];
		Finest["extensions"]["MSFT_lod"]["ids"] = std::vector<size_t>(LevelNodes.begin() + 1, LevelNodes.end());
		Finest["extras"]["MSFT_screencoverage"] = Coverage;
		Writer.Json["extensionsUsed"] = FJson::array({"MSFT_lod"});
	}

	const FCharacterView& Character;
	const FGltfExportOptions& Options;
	FGltfWriter Writer;
	FGltfMorphs Morphs;
	std::optional<FGltfMaterials> Materials;
	std::optional<size_t> Skin;
};

} // namespace

TResult<std::vector<std::byte>> ExportCharacterGltf(const FCharacterView& Character, const FGltfExportOptions& Options)
{
	if (Options.Influences != 4 && Options.Influences != 8)
	{
		return FError{EErrorCode::InvalidArgument,
			"glTF export supports 4 or 8 influences per vertex, not " + std::to_string(Options.Influences) + "."};
	}
	return CatchFailures("glTF export",
		[&]() -> TResult<std::vector<std::byte>> { return FCharacterWriter(Character, Options).Write(); });
}

TResult<std::string> DescribeGltfLoss(const FCharacterView& Character, const FGltfExportOptions& Options)
{
	return CatchFailures("glTF export",
		[&]() -> TResult<std::string>
		{
			if (!Options.bCorrectives || Character.Levels.empty() || Character.Levels[0].Correctives.After.empty())
			{
				return std::string();
			}
			const FFoldedAfter After =
				FoldAfter(Character, 0, CollectInfluences(Character, 0, static_cast<size_t>(Options.Influences)));
			if (After.Missing <= 1e-3 * After.Largest)
			{
				return std::string();
			}
			return "Note: correctives displace vertices after skinning, near half turns, by up to " +
				FormatLength(After.Largest) + "; morph targets act before it and miss up to " +
				FormatLength(After.Missing) +
				" in the clips. Use helper bones (exemplar build --as bones), or twist joints that share the turn.";
		});
}

} // namespace Exemplar
