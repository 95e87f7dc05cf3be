// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Inputs.h"
#include "Session.h"

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
	bool bWireframe = false;
	bool bSkeleton = false;
	FExampleInputs Examples;
	float RampEnd = 0.0f;
	std::string Size;
	uint32_t Columns = 0;
	std::string Title;
	bool bPlain = false;
	bool bDraft = false;
	bool bSoftware = false;
};

/** Reads the character, renders and writes the pictures. Fails if the program was built without Vulkan. */
FStatus Render(const FRenderRequest& Request, FSession& Session);

} // namespace Exemplar
