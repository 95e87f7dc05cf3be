// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Sample/SampleCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{

/** The sample character with its true skin, small, as several tests share it. */
inline const FCharacterParts& SampleParts()
{
	static const FCharacterParts Parts = []
	{
		FSampleOptions Options;
		Options.VertexCount = 2000;
		return *MakeSourceParts(*BuildExampleSet(BuildSample(Options, {})->Source, {}, {}));
	}();
	return Parts;
}

} // namespace Exemplar
