// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Misc/Guid.h"

/** What a deformer's own part of a package looks like. */
struct FExemplarDeformerVersion
{
	enum Type
	{
		BeforeCustomVersionWasAdded = 0,
		MapsInOneArray,

		VersionPlusOne,
		LatestVersion = VersionPlusOne - 1
	};
	static const FGuid GUID;
};
