// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/Bake.h"
#include "Sample/SampleCharacter.h"

namespace Exemplar
{

TResult<FCharacter> BakeSample(const FSampleCharacter& Sample, const FBuildContext& Context)
{
	const TResult<FExampleSet> Set = BuildExampleSet(Sample.Source, {}, Context.Part(0.0, 0.5));
	if (!Set)
	{
		return Set.GetError();
	}
	TResult<FCharacterParts> Parts = MakeSourceParts(*Set);
	if (!Parts)
	{
		return Parts.GetError();
	}
	Parts->Provenance = {{"generator", "Exemplar sample"}, {"truth", "linear blending"}};
	FBakeOptions Options;
	Options.bSkinTangents = false; // linear blending shades with the weights
	TResult<FBakedCharacter> Baked = Bake(*Parts, Options, Context.Part(0.5, 1.0));
	return Baked ? TResult<FCharacter>(std::move(Baked->Character)) : TResult<FCharacter>(Baked.GetError());
}

} // namespace Exemplar
