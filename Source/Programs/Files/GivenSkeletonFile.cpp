// Copyright (c) 2026 Exemplar contributors. MIT license.
// Apart from the readers, which need little of the builder: this places a skeleton among examples.

#include "Files/SkeletonFiles.h"
#include "Rig/GivenSkeleton.h"

namespace Exemplar
{

FStatus LoadGivenSkeleton(FSkeletonOptions& Options, const FExampleSet& Examples, const FBuildContext& Context)
{
	if (Options.File.empty())
	{
		return FOk{};
	}
	const std::filesystem::path File(std::u8string(Options.File.begin(), Options.File.end()));
	TResult<FSkeletonFile> Read = ReadSkeletonFile(File, Context);
	if (!Read)
	{
		return Read.GetError();
	}
	FNormalization Space = Read->bPlaced ? FNormalization{} : Examples.Normalization;
	Space.bZUp = Space.bZUp && !Read->bYUp;
	Options.Joints = PlaceSkeleton(Read->Skeleton, Options.Scale, Space);
	Options.Joints->Limits.clear();
	return FOk{};
}

} // namespace Exemplar
