// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/SceneCurves.h"

#include "Clips/ClipCurves.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

/** All numbers of a pose, in the order of NameScalars. */
std::vector<double> ScalarsOf(const FScene& Scene, const FScenePose& Pose)
{
	if (Scene.Evaluator)
	{
		return Pose.Scalars;
	}
	std::vector<double> Out;
	for (const std::vector<double>& Weights : Pose.MorphWeights)
	{
		Out.insert(Out.end(), Weights.begin(), Weights.end());
	}
	return Out;
}

std::vector<double> RestScalars(const FScene& Scene, size_t Count)
{
	std::vector<double> Out;
	for (size_t Instance = 0; Instance < Scene.Instances.size() && !Scene.Evaluator; ++Instance)
	{
		const std::vector<double>& Weights = Scene.Instances[Instance].MorphWeights;
		Out.insert(Out.end(), Weights.begin(), Weights.end());
	}
	Out.resize(Count);
	return Out;
}

} // namespace

std::string TakeName(std::set<std::string>& Taken, const std::string& Name, const std::string& Owner)
{
	const std::string Known = Name.empty() ? "number" : Name;
	if (Taken.insert(Known).second)
	{
		return Known;
	}
	std::string Candidate = Owner.empty() ? Known + " 2" : Owner + "." + Known;
	const std::string Start = Candidate;
	for (size_t Number = 2; !Taken.insert(Candidate).second; ++Number)
	{
		Candidate = Start + " " + std::to_string(Number);
	}
	return Candidate;
}

std::vector<std::string> NameScalars(const FScene& Scene)
{
	if (Scene.Evaluator)
	{
		return Scene.Scalars;
	}
	std::vector<std::string> Out;
	std::set<std::string> Taken;
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		const FSceneMesh& Mesh = Scene.Meshes[Instance.Mesh];
		for (const FSceneMorphTarget& Target : Mesh.Targets)
		{
			Out.push_back(TakeName(Taken, Target.Name, Mesh.Name));
		}
	}
	return Out;
}

void AddSceneNumbers(const FScene& Scene, std::span<const std::string> Names, std::span<const FScenePose> Poses,
	std::span<FSourcePose> Out, FClipData* Clip)
{
	if (Names.empty())
	{
		return;
	}
	const std::vector<double> Rest = RestScalars(Scene, Names.size());
	std::vector<std::vector<float>> Columns(Names.size());
	std::vector<char> Changes(Names.size());
	for (const FScenePose& Pose : Poses)
	{
		std::vector<double> Row = ScalarsOf(Scene, Pose);
		Row.resize(Names.size());
		for (size_t Index = 0; Index < Names.size(); ++Index)
		{
			const auto Value = static_cast<float>(std::isfinite(Row[Index]) ? Row[Index] : 0.0);
			Columns[Index].push_back(std::isfinite(Value) ? Value : 0.0f);
			Changes[Index] |= std::abs(Row[Index] - Rest[Index]) > 1e-9;
		}
	}
	for (size_t Index = 0; Index < Names.size(); ++Index)
	{
		if (!Changes[Index])
		{
			continue;
		}
		for (size_t Frame = 0; Frame < Out.size(); ++Frame)
		{
			Out[Frame].Numbers.push_back({Names[Index], Columns[Index][Frame]});
		}
		if (Clip)
		{
			SetCurve(*Clip, Names[Index], Columns[Index]);
		}
	}
}

} // namespace Exemplar
