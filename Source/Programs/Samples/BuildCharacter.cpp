// Copyright (c) 2026 Exemplar contributors. MIT license.
// Sample: builds a character from example meshes and saves it.
//   sample-build-character OUT.exemplar EXAMPLES...

#include "Pipeline/BuildCharacter.h"
#include "Base/CharacterFile.h"
#include "Base/ThreadPool.h"
#include "Examples/ExampleFiles.h"

#include <cstdio>
#include <filesystem>
#include <vector>

using namespace Exemplar;

namespace
{

int Fail(const FError& Error)
{
	std::fprintf(stderr, "%s\n", Error.Message.c_str());
	return 1;
}

} // namespace

int main(int Count, char** Arguments)
{
	if (Count < 3)
	{
		std::fprintf(stderr, "usage: sample-build-character OUT.exemplar EXAMPLES...\n");
		return 2;
	}
	// Every stage takes a context: progress, cancel, threads and seed. Each has a default.
	const std::unique_ptr<IExecutor> Threads = MakeThreadPool(2);
	FBuildContext Context;
	Context.Executor = Threads.get();

	// 1. Read the examples. A folder, a pattern, meshes or point caches; vertex order is the correspondence.
	const std::vector<std::filesystem::path> Paths(Arguments + 2, Arguments + Count);
	TResult<FSourceExamples> Source = ImportExamples(Paths, {}, Context);
	if (!Source)
	{
		return Fail(Source.GetError());
	}

	// 2. Check, triangulate and weld them.
	const TResult<FExampleSet> Examples = BuildExampleSet(std::move(*Source), {}, Context);
	if (!Examples)
	{
		return Fail(Examples.GetError());
	}

	// 3. Rig, skin, levels of detail, Bake. The defaults choose the number of bones.
	const FBuildOptions Options;
	const TResult<FBuiltCharacter> Built = BuildCharacter(*Examples, Options, Context);
	if (!Built)
	{
		return Fail(Built.GetError());
	}

	// 4. What is saved is what the pipeline returned, byte for byte.
	if (FStatus Saved = SaveCharacter(Built->Character, Arguments[1]); !Saved)
	{
		return Fail(Saved.GetError());
	}
	std::printf("%zu bones, %zu levels, %zu bytes\n", Built->Rig.Rig.BoneCount, Built->Character->Levels.size(),
		Built->Character.Bytes().size());
	return 0;
}
