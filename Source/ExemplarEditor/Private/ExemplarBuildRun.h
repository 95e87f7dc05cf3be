// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "ExemplarBuildSettings.h"
#include "Tools/BuildFiles.h"

#include <filesystem>

namespace Exemplar
{

/** A path that Unreal wrote, in any language; relative ones are below the project's folder. */
std::filesystem::path ToCorePath(const FString& Path);

/** Builds, with a progress dialog that can be canceled. Says in the message log what is wrong. */
EExemplarBuildResult RunFileBuild(const FFileBuildRequest& Request, FFileBuild& Out);

/** What settings ask for. Says what is wrong with them. */
bool MakeFileRequest(const UExemplarBuildSettings& Settings, FFileBuildRequest& Out);

/** Puts what was built into the settings and their character, which is made if there is none. */
void TakeFileBuild(UExemplarBuildSettings& Settings, const FFileBuild& Build);

} // namespace Exemplar
