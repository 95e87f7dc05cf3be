// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS

#include <filesystem>

class UExemplarBuildSettings;

constexpr EAutomationTestFlags ExemplarEditorTestFlags =
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter;

namespace Exemplar
{

/** A folder of the project that goes with its owner. */
class FScratchFolder
{
public:
	FScratchFolder();
	~FScratchFolder();
	FScratchFolder(const FScratchFolder&) = delete;
	std::filesystem::path Path;
	FString Text(const char* Name) const;
};

/** Writes examples of a bar of two halves with a hinge: rest.obj, and four poses. A soft one bends over half of its
 * length, which no two bones can do. */
void WriteBar(const std::filesystem::path& Folder, double Bend = 0.25, bool bSoft = false);

/** The same as bar.obj and bar.pc2. */
void WriteBarCache(const std::filesystem::path& Folder);

/** Settings of a package of their own, for a bar in a folder: two bones, as fast as can be. */
UExemplarBuildSettings* MakeBarSettings(const TCHAR* Package, const std::filesystem::path& Folder);

/** What these settings change, as lines of a list of characters. */
inline constexpr const char* FastLines =
	"rig.bones = 2\nrig.effort = fast\nskin.kind = lbs\nlevels.count = 2\nlevels.poses = 2\nlevels.minTriangles = 8\n";

} // namespace Exemplar

#endif
