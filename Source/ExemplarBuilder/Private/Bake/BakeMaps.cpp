// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/BakeMaps.h"

#include "Bake/LevelMaps.h"
#include "Model/Stopwatch.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace Exemplar
{
namespace BakeMapsDetail
{

/** The share of texels that may have more than one triangle: rounding, not a layout that is used twice. */
constexpr double LargestOverlap = 0.002;

FStatus CheckLevel(const FMeshLevelView& Level, size_t Index, bool bTangents)
{
	if (Level.UVs.empty() || Level.Normals.empty() || (bTangents && Level.Tangents.empty()))
	{
		return FError{EErrorCode::Degenerate,
			"Level " + std::to_string(Index) +
				" has no UVs, normals or tangents, so there are no maps to make. Make UVs with exemplar atlas, or with "
				"atlas.make=missing in a build."};
	}
	const auto IsOutside = [](const FFloat2& UV)
	{ return !(UV.X >= -1e-4f && UV.X <= 1.0001f && UV.Y >= -1e-4f && UV.Y <= 1.0001f); };
	if (std::any_of(Level.UVs.begin(), Level.UVs.end(), IsOutside))
	{
		return FError{EErrorCode::Degenerate,
			"UVs of level " + std::to_string(Index) +
				" lie outside the unit square, where maps have no texels. Make others with exemplar atlas."};
	}
	return FOk{};
}

FStatus CheckInput(const FCharacterView& Character, const FMapOptions& Options)
{
	if (!std::has_single_bit(Options.Size) || Options.Size < 16 || Options.Size > 16384)
	{
		return FError{EErrorCode::InvalidArgument,
			"maps.size must be a power of two from 16 to 16384 (" + std::to_string(Options.Size) + ")."};
	}
	if (Character.Levels.empty())
	{
		return FError{EErrorCode::Degenerate, "The character has no mesh to make maps of."};
	}
	const size_t Count = Options.Normals == ENormalSource::None ? 1 : Character.Levels.size();
	for (size_t Level = 0; Level < Count; ++Level)
	{
		if (FStatus Sound = CheckLevel(Character.Levels[Level], Level, Level > 0); !Sound)
		{
			return Sound;
		}
	}
	return FOk{};
}

TResult<std::vector<FPosedFrames>> PoseLevel(const FCharacter& Character, size_t Level,
	const std::vector<std::vector<FBoneTransform>>& Poses, const FBuildContext& Context)
{
	TResult<FLevelPoser> Poser = FLevelPoser::Make(Character, Level);
	if (!Poser)
	{
		return Poser.GetError();
	}
	std::vector<FPosedFrames> Out;
	for (const std::vector<FBoneTransform>& Pose : Poses)
	{
		TResult<FPosedFrames> Posed = Poser->Pose(Pose, *Context.Executor);
		if (!Posed)
		{
			return Posed.GetError();
		}
		Out.push_back(std::move(*Posed));
	}
	return Out;
}

/** Values of vertices, 0 to 1, as a map of eight bits; dilated. */
void AppendValues(TBakedMaps<FOwned>& Maps, const FMapTexels& Texels, const FMeshLevelView& Level, EBakedMap Kind,
	const std::string& Name, std::span<const float> Values, float Scale = 1.0f)
{
	TBakedMap<FOwned> Map{{static_cast<uint32_t>(Kind), NoIndex, Texels.Size, Texels.Size, 1, 8, 0, Scale}, Name};
	std::vector<uint8_t> Bytes(Texels.Triangles.size());
	for (size_t Texel = 0; Texel < Bytes.size(); ++Texel)
	{
		const float Value = AtTexel<float>(Texels, Texel, Level.Indices, Values);
		Bytes[Texel] = static_cast<uint8_t>(std::lround(std::clamp(Value, 0.0f, 1.0f) * 255.0f));
	}
	AppendMap(Maps, Map, Bytes);
}

void AppendColors(TBakedMaps<FOwned>& Maps, const FMapTexels& Texels, const FMeshLevelView& Level)
{
	TBakedMap<FOwned> Map{
		{static_cast<uint32_t>(EBakedMap::Color), NoIndex, Texels.Size, Texels.Size, 4, 8, 0, 1.0f}, "color"};
	std::vector<uint8_t> Bytes;
	const std::span<const FFloat4> Colors = Level.ColorSet(0);
	for (size_t Texel = 0; Texel < Texels.Triangles.size(); ++Texel)
	{
		const FFloat4 Color = AtTexel<FFloat4>(Texels, Texel, Level.Indices, Colors);
		for (const float Value : {Color.X, Color.Y, Color.Z, Color.W})
		{
			Bytes.push_back(static_cast<uint8_t>(std::lround(std::clamp(Value, 0.0f, 1.0f) * 255.0f)));
		}
	}
	AppendMap(Maps, Map, Bytes);
}

/** Curvature from -1 to 1 at the place of 0 to 1; the largest hundredth is cut off. */
void AppendCurvature(TBakedMaps<FOwned>& Maps, const FMapTexels& Texels, const FMeshLevelView& Level)
{
	std::vector<float> Values = FindCurvature(Level);
	std::vector<float> Sizes;
	for (const float Value : Values)
	{
		Sizes.push_back(std::abs(Value));
	}
	const size_t Place = Sizes.size() * 99 / 100;
	std::nth_element(Sizes.begin(), Sizes.begin() + static_cast<ptrdiff_t>(Place), Sizes.end());
	const float Scale = Sizes[Place] > 0.0f ? 1.0f / Sizes[Place] : 1.0f;
	for (float& Value : Values)
	{
		Value = 0.5f + 0.5f * std::clamp(Value * Scale, -1.0f, 1.0f);
	}
	AppendValues(Maps, Texels, Level, EBakedMap::Curvature, "curvature", Values, Scale);
}

FStatus AppendNormals(const FCharacter& Character, const FMapSource& Source, const FMapOptions& Options,
	const std::vector<std::vector<FBoneTransform>>& Poses, FMadeMaps& Out, const FBuildContext& Context)
{
	for (size_t Level = 1; Level < Character->Levels.size(); ++Level)
	{
		if (!Context.Progress.Report(static_cast<double>(Level) / static_cast<double>(Character->Levels.size())))
		{
			return Context.Progress.CanceledError();
		}
		const TResult<std::vector<FPosedFrames>> Posed = PoseLevel(Character, Level, Poses, Context);
		if (!Posed)
		{
			return Posed.GetError();
		}
		const FNormalMap Made =
			MakeNormalMap(Source, Character->Levels[Level], *Posed, Options.Normals, *Context.Executor);
		std::vector<uint8_t> Bytes;
		Bytes.reserve(2 * Made.Texels.size());
		for (const uint16_t Value : Made.Texels)
		{
			Bytes.push_back(static_cast<uint8_t>(Value & 0xffu));
			Bytes.push_back(static_cast<uint8_t>(Value >> 8));
		}
		const std::string Name = "normal_" + std::to_string(Level);
		AppendMap(Out.Maps,
			{{static_cast<uint32_t>(EBakedMap::Normal), static_cast<uint32_t>(Level), Options.Size, Options.Size, 2, 16,
				 0, 1.0f},
				Name},
			Bytes);
		Out.Figures.Figures.push_back({Name + " error", Made.Error, "degrees"});
		Out.Figures.Figures.push_back({Name + " error without the map", Made.PlainError, "degrees"});
		if (Options.Normals == ENormalSource::Pose)
		{
			Out.Figures.Figures.push_back({Name + " pose", static_cast<double>(Made.Pose), ""});
		}
	}
	return FOk{};
}

} // namespace BakeMapsDetail

void AppendMap(TBakedMaps<FOwned>& Maps, const TBakedMap<FOwned>& Map, std::span<const uint8_t> Texels)
{
	Maps.Texels.resize((Maps.Texels.size() + 15) / 16 * 16, 0);
	Maps.Maps.push_back(Map);
	Maps.Maps.back().First = static_cast<uint32_t>(Maps.Texels.size() / 16);
	Maps.Texels.insert(Maps.Texels.end(), Texels.begin(), Texels.end());
}

TResult<FMadeMaps> BakeMaps(const FCharacter& Character, const FMapOptions& Options, const FBuildContext& Context)
{
	using namespace BakeMapsDetail;
	const FStopwatch Watch;
	const FCharacterView& View = Character.View();
	if (FStatus Sound = CheckInput(View, Options); !Sound)
	{
		return Sound.GetError();
	}
	const FMeshLevelView& Finest = View.Levels[0];
	FMapTexels Texels = LayTriangles(Finest.UVs, Finest.Indices, Options.Size);
	const double Overlap =
		static_cast<double>(Texels.Twice) / static_cast<double>((std::max)(Texels.Covered, size_t{1}));
	if (Overlap > LargestOverlap || Texels.Covered == 0)
	{
		return FError{EErrorCode::Degenerate,
			Texels.Covered == 0
				? "The UVs cover no texel. Use a larger maps.size, or make other UVs with exemplar atlas."
				: std::to_string(Texels.Twice) + " of " + std::to_string(Texels.Covered) +
					" texels lie under more than one triangle, so a map cannot be right for all. Make other UVs with "
					"exemplar atlas, or with atlas.make=always in a build."};
	}
	FMadeMaps Out;
	Out.Figures.Stage = "maps";
	Out.Figures.Figures.push_back({"texels used",
		100.0 * static_cast<double>(Texels.Covered) / static_cast<double>(Texels.Triangles.size()), "%"});
	ExtendTexels(Texels);
	const std::vector<std::vector<FBoneTransform>> Poses = SpreadPoses(View, Options.Poses);
	if (Options.Normals != ENormalSource::None || Options.bOcclusion)
	{
		const TResult<std::vector<FPosedFrames>> Posed = PoseLevel(Character, 0, Poses, Context);
		if (!Posed)
		{
			return Posed.GetError();
		}
		const FMapSource Source{Finest, Texels, *Posed};
		if (Options.Normals != ENormalSource::None)
		{
			if (FStatus Made = AppendNormals(Character, Source, Options, Poses, Out, Context.Part(0.0, 0.6)); !Made)
			{
				return Made.GetError();
			}
		}
		if (Options.bOcclusion)
		{
			const std::vector<float> Seen = FindOcclusion(Finest.Indices, *Posed, *Context.Executor);
			AppendValues(Out.Maps, Texels, Finest, EBakedMap::Occlusion, "occlusion", Seen);
		}
	}
	if (Options.bCurvature)
	{
		AppendCurvature(Out.Maps, Texels, Finest);
	}
	for (size_t Corrective = 0; Options.bWrinkles && Corrective < View.Correctives.Correctives.size(); ++Corrective)
	{
		const std::vector<float> Values = FindWrinkles(View.Correctives, Finest, Corrective);
		if (!Values.empty())
		{
			AppendValues(Out.Maps, Texels, Finest, EBakedMap::Wrinkle,
				"wrinkle_" + std::string(View.Correctives.Correctives[Corrective].Name), Values);
		}
	}
	if (Options.bColors && Finest.ColorSetCount() > 0)
	{
		AppendColors(Out.Maps, Texels, Finest);
	}
	Out.Figures.Figures.push_back({"maps", static_cast<double>(Out.Maps.Maps.size()), ""});
	Out.Figures.Seconds = Watch.Seconds();
	return Out;
}

TResult<FCharacter> ReplaceMaps(const FCharacter& Character, TBakedMaps<FOwned> Maps)
{
	FCharacterData Data = Character.ToData();
	Data.Maps = std::move(Maps);
	return FCharacter::FromData(Data);
}

} // namespace Exemplar
