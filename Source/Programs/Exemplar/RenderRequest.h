// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Inputs.h"
#include "PoseArguments.h"
#include "Session.h"

#include <array>

namespace Exemplar
{

/** The arguments of `exemplar render`, unparsed. */
struct FRenderRequest
{
	std::string Character;
	std::string Out;
	std::vector<std::string> Poses;
	std::string Clip;
	std::string Frames = "8";
	std::vector<std::string> Levels;
	std::vector<std::string> Views;
	std::string Show = "material";
	std::string Operator;
	bool bWireframe = false;
	bool bSkeleton = false;
	FExampleInputs Examples;
	const FExampleSet* Given = nullptr;    // examples in memory instead of files
	std::vector<FPoseArgument> GivenPoses; // instead of Poses; the examples are theirs, one by one
	std::array<std::string, 3> PanelNames{"example", "character", "error"};
	float RampEnd = 0.0f;
	std::string Size;
	uint32_t Columns = 0;
	std::string Title;
	bool bPlain = false;
	bool bDraft = false;
	bool bSoftware = false;

	bool HasExamples() const { return Given != nullptr || !Examples.Paths.empty(); }
};

/** Reads the character, renders and writes the pictures. Fails if the program was built without Vulkan. */
FStatus Render(const FRenderRequest& Request, FSession& Session);

/** The same for a character in memory; Request.Character names it in messages. */
FStatus RenderCharacter(const FCharacter& Character, const FRenderRequest& Request, FSession& Session);

} // namespace Exemplar
