// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Misc/Guid.h"

/** What an asset's own part of a package looks like. The character file inside has a version of its own. */
struct FExemplarCharacterVersion
{
	enum Type
	{
		BeforeCustomVersionWasAdded = 0,
		BytesInBulkData,

		VersionPlusOne,
		LatestVersion = VersionPlusOne - 1
	};
	static const FGuid GUID;
};
