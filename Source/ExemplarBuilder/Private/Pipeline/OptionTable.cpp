// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/OptionTable.h"

#include "Pipeline/EdgeText.h"

#include <type_traits>

namespace Exemplar
{

namespace OptionTableDetail
{

constexpr double Many = 1e9;

/** Field is a generic lambda from the options, const or not, to the option's place in them. */
template <typename FieldType>
FBuildOption Flag(const char* Key, FieldType Field, const char* Help)
{
	return {Key, Help, EOptionKind::Flag, 0.0, 0.0, {}, [Field](const FBuildOptions& O) { return Field(O); },
		[Field](FBuildOptions& O, const FOptionValue& V) { Field(O) = *std::get_if<bool>(&V); }};
}

template <typename FieldType>
FBuildOption Integer(const char* Key, FieldType Field, double Low, double High, const char* Help)
{
	return {Key, Help, EOptionKind::Integer, Low, High, {},
		[Field](const FBuildOptions& O) { return static_cast<int64_t>(Field(O)); },
		[Field](FBuildOptions& O, const FOptionValue& V)
		{ Field(O) = static_cast<std::remove_reference_t<decltype(Field(O))>>(*std::get_if<int64_t>(&V)); }};
}

template <typename FieldType>
FBuildOption Number(const char* Key, FieldType Field, double Low, double High, const char* Help)
{
	return {Key, Help, EOptionKind::Number, Low, High, {},
		[Field](const FBuildOptions& O) { return static_cast<double>(Field(O)); },
		[Field](FBuildOptions& O, const FOptionValue& V)
		{ Field(O) = static_cast<std::remove_reference_t<decltype(Field(O))>>(*std::get_if<double>(&V)); }};
}

/** A number that is chosen where nobody gives it, which -1 stands for. */
template <typename FieldType>
FBuildOption ChosenNumber(const char* Key, FieldType Field, double High, const char* Help)
{
	return {Key, Help, EOptionKind::Number, -1.0, High, {},
		[Field](const FBuildOptions& O) { return Field(O).value_or(-1.0); },
		[Field](FBuildOptions& O, const FOptionValue& V)
		{
			const double Value = *std::get_if<double>(&V);
			Field(O) = Value >= 0.0 ? std::optional<double>(Value) : std::nullopt;
		}};
}

/** The enumerators' names, in their order. */
template <typename FieldType>
FBuildOption Choice(const char* Key, FieldType Field, std::vector<std::string> Names, const char* Help)
{
	return {Key, Help, EOptionKind::Choice, 0.0, 0.0, Names,
		[Field, Names](const FBuildOptions& O) { return Names[static_cast<size_t>(Field(O))]; },
		[Field, Names](FBuildOptions& O, const FOptionValue& V)
		{
			for (size_t Index = 0; Index < Names.size(); ++Index)
			{
				if (Names[Index] == *std::get_if<std::string>(&V))
				{
					Field(O) = static_cast<std::remove_reference_t<decltype(Field(O))>>(Index);
				}
			}
		}};
}

/** Texts and lists of numbers or texts, which are stored as they come. */
template <typename ValueType, typename FieldType>
FBuildOption Plain(const char* Key, FieldType Field, EOptionKind Kind, double Low, double High, const char* Help)
{
	return {Key, Help, Kind, Low, High, {}, [Field](const FBuildOptions& O) { return Field(O); },
		[Field](FBuildOptions& O, const FOptionValue& V) { Field(O) = *std::get_if<ValueType>(&V); }};
}

template <typename FieldType>
FBuildOption Edges(const char* Key, FieldType Field, const char* Help)
{
	return {Key, Help, EOptionKind::Edges, 0.0, 0.0, {},
		[Field](const FBuildOptions& O)
		{
			std::vector<std::string> Out;
			for (const auto& [A, B] : Field(O))
			{
				Out.push_back(std::to_string(A) + "-" + std::to_string(B));
			}
			return Out;
		},
		[Field](FBuildOptions& O, const FOptionValue& V)
		{
			Field(O).clear();
			for (const std::string& Text : *std::get_if<std::vector<std::string>>(&V))
			{
				Field(O).push_back(*ParseEdgeText(Text));
			}
		}};
}

std::vector<FBuildOption> MakeReadOptions()
{
	using FTexts = std::vector<std::string>;
	return {
		Plain<std::string>(
			"examples.name", [](auto& O) -> auto& { return O.Read.Name; }, EOptionKind::Text, 0.0, 0.0,
			"The character's name; empty: that of the examples' folder or file"),
		Plain<std::string>(
			"examples.rest", [](auto& O) -> auto& { return O.Read.Rest; }, EOptionKind::Text, 0.0, 0.0,
			"The file that is the rest mesh; empty: the one called rest, else the first"),
		Number(
			"examples.rate", [](auto& O) -> auto& { return O.Read.FramesPerSecond; }, 0.0, 100000.0,
			"Poses a second that animations are sampled at; 0: what the file says, else 30"),
		Plain<FTexts>(
			"examples.animations", [](auto& O) -> auto& { return O.Read.Animations; }, EOptionKind::Texts, 0.0, 0.0,
			"The animations that are sampled, by name; none: all"),
		Number(
			"examples.weld", [](auto& O) -> auto& { return O.Read.Examples.WeldTolerance; }, 0.0, 0.1,
			"Vertices that stay closer than this fraction of the diagonal in every pose are one point; 0: equal ones"),
		Number(
			"examples.scale", [](auto& O) -> auto& { return O.Read.Examples.Scale; }, 1e-9, Many,
			"Meters a unit of the files: 0.01 for centimeters"),
		Choice(
			"examples.up", [](auto& O) -> auto& { return O.Read.bZUp; }, {"y", "z"},
			"The axis of meshes and caches that points up, y or z; scenes say it themselves"),
	};
}

std::vector<FBuildOption> MakeRigOptions()
{
	return {
		Integer(
			"rig.bones", [](auto& O) -> auto& { return O.Rig.Clusters.BoneCount; }, 0, 4096,
			"How many bones, exactly; 0: chosen"),
		Number(
			"rig.tolerance", [](auto& O) -> auto& { return O.Rig.Clusters.Tolerance; }, 0.0, 100.0,
			"As few bones as keep the error of rigid clusters below this, % of the diagonal; 0: the knee of the error"),
		Integer(
			"rig.minBones", [](auto& O) -> auto& { return O.Rig.Clusters.MinBones; }, 1, 4096,
			"Fewest bones that are chosen"),
		Integer(
			"rig.maxBones", [](auto& O) -> auto& { return O.Rig.Clusters.MaxBones; }, 1, 4096,
			"Most bones that are chosen"),
		Integer(
			"rig.lloydRounds", [](auto& O) -> auto& { return O.Rig.Clusters.LloydRounds; }, 0, 1000,
			"Rounds of regrowing the clusters from their best faces"),
		Integer(
			"rig.influences", [](auto& O) -> auto& { return O.Rig.Refine.MaxInfluences; }, 1, 64,
			"Most bones a vertex follows"),
		Choice(
			"rig.effort", [](auto& O) -> auto& { return O.Rig.Refine.Effort; }, {"fast", "default", "thorough"},
			"How long bones are searched: seconds, up to half a minute, ten times that"),
		Flag(
			"rig.refine", [](auto& O) -> auto& { return O.Rig.bRefine; },
			"Improve bones and weights together; off: one pass, as Schaefer & Yuksel 2007 do"),
		Flag(
			"rig.affine", [](auto& O) -> auto& { return O.Rig.Refine.bAffineBones; },
			"Bones that stretch and shear, to compare with papers; no animation-space skin is made then"),
		Flag(
			"rig.connected", [](auto& O) -> auto& { return O.Rig.bConnected; },
			"Bones meet at their joints in every example"),
		Integer(
			"rig.connectedRounds", [](auto& O) -> auto& { return O.Rig.Connected.Rounds; }, 1, 1000,
			"Rounds of rotations and joints in turn, with rig.connected"),
		Number(
			"rig.jointHold", [](auto& O) -> auto& { return O.Rig.Connected.JointHold; }, 0.0, 1000.0,
			"How strongly joints are drawn to where the weights suggest them, with rig.connected"),
		Flag(
			"rig.symmetric", [](auto& O) -> auto& { return O.Rig.bSymmetric; },
			"Both sides alike; the rest mesh has to be symmetric"),
		Number(
			"rig.symmetryTolerance", [](auto& O) -> auto& { return O.Rig.SymmetryTolerance; }, 0.0, 100.0,
			"How far from symmetric the rest mesh may be, % of the diagonal"),
		Integer(
			"rig.candidateBones", [](auto& O) -> auto& { return O.Rig.Refine.CandidateBones; }, -1, 4096,
			"A point may follow the so many bones nearest along the surface; -1: twice the influences, at least 8; 0: "
			"any"),
		Number(
			"rig.smoothness", [](auto& O) -> auto& { return O.Rig.Refine.Smoothness; }, 0.0, 100.0,
			"Smooth weights: 0 is off, 0.05 gentle, 0.5 strong"),
		Number(
			"rig.minWeight", [](auto& O) -> auto& { return O.Rig.Refine.MinWeight; }, 0.0, 0.25,
			"Smaller weights are dropped"),
		Flag(
			"rig.refineRest", [](auto& O) -> auto& { return O.Rig.Refine.bRefineRest; },
			"Move rest positions too, the rest mesh counting as one more example"),
		Number(
			"rig.dropDependent", [](auto& O) -> auto& { return O.Rig.DependentTolerance; }, 0.0, 100.0,
			"Remove bones that their neighbors predict to within this, % of the diagonal; 0: none"),
		Number(
			"rig.unexplainedError", [](auto& O) -> auto& { return O.Rig.Refine.UnexplainedError; }, 0.0, 100.0,
			"Points that no bone brings closer than this over the examples are listed, % of the diagonal"),
		Edges(
			"rig.forcedEdges", [](auto& O) -> auto& { return O.Rig.Tree.ForcedEdges; },
			"Bones that are joined, as in 3-7"),
		Edges(
			"rig.forbiddenEdges", [](auto& O) -> auto& { return O.Rig.Tree.ForbiddenEdges; },
			"Bones that are not joined, as in 3-7"),
		Integer(
			"rig.root", [](auto& O) -> auto& { return O.Rig.Tree.Root; }, -1, 0xfffe, "The root bone; -1: chosen"),
	};
}

std::vector<FBuildOption> MakeSkinOptions()
{
	using FNumbers = std::vector<double>;
	return {
		Choice(
			"skin.operator", [](auto& O) -> auto& { return O.bAnimationSpace; }, {"lbs", "animation-space"},
			"animation-space, beside linear blend weights, or lbs, linear blending alone"),
		Choice(
			"skin.aim", [](auto& O) -> auto& { return O.Skin.Aim; }, {"new-poses", "examples"},
			"new-poses: regularized as far as leaving poses out recommends; examples: these, as exactly as possible"),
		ChosenNumber(
			"skin.lambda", [](auto& O) -> auto& { return O.Skin.Lambda; }, Many, "The vertex term; -1: chosen"),
		ChosenNumber(
			"skin.delta", [](auto& O) -> auto& { return O.Skin.Delta; }, Many, "The edge term; -1: chosen"),
		Plain<FNumbers>(
			"skin.lambdas", [](auto& O) -> auto& { return O.Skin.Validation.Lambdas; }, EOptionKind::Numbers, 1e-9,
			Many, "Vertex terms that are tried, rising"),
		Plain<FNumbers>(
			"skin.deltas", [](auto& O) -> auto& { return O.Skin.Validation.Deltas; }, EOptionKind::Numbers, 0.0, Many,
			"Edge terms that are tried, rising"),
		Flag(
			"skin.byBone", [](auto& O) -> auto& { return O.Skin.Validation.bByBone; },
			"Every bone has a vertex term of its own"),
		Integer(
			"skin.folds", [](auto& O) -> auto& { return O.Skin.Validation.Folds; }, 0, 1000,
			"Sets of poses that are left out in turn; 0: chosen"),
		Number(
			"skin.doubt", [](auto& O) -> auto& { return O.Skin.Validation.Doubt; }, 0.0, 1000.0,
			"Linear blending stays unless the gain exceeds so many standard errors"),
		Integer(
			"skin.candidateBones", [](auto& O) -> auto& { return O.Skin.Search.CandidateBones; }, -1, 4096,
			"As rig.candidateBones, for the search of skin.aim examples"),
	};
}

std::vector<FBuildOption> MakeLevelOptions()
{
	using FNumbers = std::vector<double>;
	return {
		Plain<std::string>(
			"clip.name", [](auto& O) -> auto& { return O.Character.ClipName; }, EOptionKind::Text, 0.0, 0.0,
			"The clip that holds the examples, one frame each"),
		Number(
			"clip.framesPerSecond", [](auto& O) -> auto& { return O.Character.FramesPerSecond; }, 0.001, 100000.0,
			"How fast it plays"),
		Integer(
			"levels.count", [](auto& O) -> auto& { return O.Levels.LevelCount; }, 1, 16,
			"Levels of detail in all, each with half the influences of the one before; 1: none but the finest"),
		Plain<FNumbers>(
			"levels.fractions", [](auto& O) -> auto& { return O.Levels.Fractions; }, EOptionKind::Numbers, 1e-9, 1.0,
			"Coarser levels by triangles instead, as falling parts of the finest"),
		Plain<FNumbers>(
			"levels.errors", [](auto& O) -> auto& { return O.Levels.Errors; }, EOptionKind::Numbers, 1e-9, Many,
			"Coarser levels by the stream's error instead, rising, % of the diagonal"),
		Integer(
			"levels.minTriangles", [](auto& O) -> auto& { return O.Levels.MinTriangles; }, 0, Many,
			"No level has fewer"),
		Integer(
			"levels.poses", [](auto& O) -> auto& { return O.Levels.MaxPoses; }, 1, 1000,
			"Frames of the clips that levels are fitted to"),
		Choice(
			"levels.placement", [](auto& O) -> auto& { return O.Levels.Stream.Placement; }, {"half-edge", "optimized"},
			"half-edge: levels use the finest one's vertices; optimized: vertices where the error is smallest"),
		Choice(
			"levels.ranking", [](auto& O) -> auto& { return O.Levels.Stream.Ranking; },
			{"error", "error-per-influence"},
			"What goes first: the smallest error, or the smallest error for what it saves"),
		Flag(
			"levels.removeInfluences", [](auto& O) -> auto& { return O.Levels.Stream.bRemoveInfluences; },
			"Take influences away too, not vertices alone"),
		Integer(
			"levels.influences", [](auto& O) -> auto& { return O.Levels.Stream.MaxInfluences; }, 1, 64,
			"Most influences of a vertex that two become"),
		Number(
			"levels.borderWeight", [](auto& O) -> auto& { return O.Levels.Stream.BorderWeight; }, 0.0, Many,
			"Boundaries and seams weigh so many times more than the surface beside them"),
		Flag(
			"levels.refine", [](auto& O) -> auto& { return O.Levels.bRefine; },
			"Move the vertices of levels to where they fit best in all poses"),
		Flag(
			"levels.geomorph", [](auto& O) -> auto& { return O.Levels.bGeomorph; },
			"What levels need to morph into the next"),
		Number(
			"finish.keyTolerance", [](auto& O) -> auto& { return O.Finish.KeyTolerance; }, 0.0, 100.0,
			"Fewer keys: the skin stays within this in every frame, % of the diagonal; 0: all keys"),
		Flag(
			"finish.tangents", [](auto& O) -> auto& { return O.Finish.bSkinTangents; },
			"Tangent pairs that the normals of an animation-space skin come from"),
	};
}

} // namespace OptionTableDetail

std::span<const FBuildOption> GetOptionTable()
{
	static const std::vector<FBuildOption> Table = []
	{
		using namespace OptionTableDetail;
		std::vector<FBuildOption> Out;
		for (std::vector<FBuildOption>& Part : std::vector<std::vector<FBuildOption>>{
				 MakeReadOptions(), MakeRigOptions(), MakeSkinOptions(), MakeLevelOptions()})
		{
			Out.insert(Out.end(), Part.begin(), Part.end());
		}
		return Out;
	}();
	return Table;
}

} // namespace Exemplar
