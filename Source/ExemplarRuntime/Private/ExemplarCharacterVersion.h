// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Misc/Guid.h"

/** Versions of the asset's data in a package. The character file inside has its own version. */
struct FExemplarCharacterVersion
{
	enum Type
	{
		BeforeCustomVersionWasAdded = 0,
		BytesInBulkData,
		LevelsInBulkData, // of a cooked package, one block each

		VersionPlusOne,
		LatestVersion = VersionPlusOne - 1
	};
	static const FGuid GUID;
};
