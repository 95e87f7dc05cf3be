// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/TruthCharacter.h"

#include "Bake/Bake.h"

namespace Exemplar
{

TResult<FCharacter> BuildTruthCharacter(const FExampleSet& Examples, const std::string& Source)
{
	TResult<FCharacterParts> Parts = MakeSourceParts(Examples);
	if (!Parts)
	{
		return FError{Parts.GetError().Code, Source + ": " + Parts.GetError().Message};
	}
	Parts->Provenance = {
		{"generator", "Exemplar " EXEMPLAR_VERSION}, {"source", Source}, {"rig", "from the source; not fitted"}};
	FBakeOptions Options;
	Options.bSkinTangents = false; // linear blending shades with the weights
	TResult<FBakedCharacter> Baked = Bake(*Parts, Options, {});
	return Baked ? TResult<FCharacter>(std::move(Baked->Character)) : TResult<FCharacter>(Baked.GetError());
}

} // namespace Exemplar
