// Copyright (c) 2026 Exemplar contributors. MIT license.
// What the command line saves is what BuildCharacter returns, byte for byte, on real sets and in every format: the
// pipeline is called here, and `exemplar build` runs in a process of its own, with the same quick options.

#include "Base/File.h"
#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Examples/ExampleFiles.h"
#include "Files/Readers.h"
#include "Pipeline/BuildCharacter.h"
#include "Pipeline/OptionTable.h"

#include <algorithm>
#include <memory>

namespace
{

using namespace Exemplar;

/** Options by name, as --set takes them: fewer bones, rounds and levels than a build for use. */
const std::vector<std::pair<std::string, std::string>> QuickOptions{{"examples.rate", "2"}, {"rig.bones", "12"},
	{"rig.effort", "fast"}, {"skin.folds", "0"}, {"levels.count", "3"}, {"levels.refine", "false"}};

TResult<FBuildOptions> MakeOptions()
{
	std::vector<FOptionAssignment> Layer;
	for (const auto& [Key, Text] : QuickOptions)
	{
		TResult<FOptionValue> Value = ParseOptionValue(*FindOption(Key), Text);
		if (!Value)
		{
			return Value.GetError();
		}
		Layer.push_back({Key, std::move(*Value)});
	}
	FBuildOptions Options;
	FStatus Assigned = AssignOptions(Layer, "--set", Options);
	return Assigned ? TResult<FBuildOptions>(std::move(Options)) : TResult<FBuildOptions>(Assigned.GetError());
}

/** The character of the pipeline. */
TResult<FCharacter> Build(const std::filesystem::path& Set, const FBuildContext& Context)
{
	const TResult<FBuildOptions> Options = MakeOptions();
	if (!Options)
	{
		return Options.GetError();
	}
	FSceneOptions Scene;
	Scene.FramesPerSecond = Options->Read.FramesPerSecond;
	FImportOptions Import;
	Import.Readers = MakeSceneReaders(Scene);
	TResult<FSourceExamples> Source = ImportExamples(Set, Import, Context);
	if (!Source)
	{
		return Source.GetError();
	}
	const TResult<FExampleSet> Examples = BuildExampleSet(std::move(*Source), Options->Read.Examples, Context);
	if (!Examples)
	{
		return Examples.GetError();
	}
	TResult<FBuiltCharacter> Built = BuildCharacter(*Examples, *Options, Context);
	return Built ? TResult<FCharacter>(std::move(Built->Character)) : TResult<FCharacter>(Built.GetError());
}

/** How many bytes differ; a file of another size differs in all. */
double CountDifferences(std::span<const std::byte> A, std::span<const std::byte> B)
{
	size_t Count = A.size() == B.size() ? 0 : (std::max)(A.size(), B.size());
	for (size_t Index = 0; Index < A.size() && A.size() == B.size(); ++Index)
	{
		Count += A[Index] != B[Index] ? 1 : 0;
	}
	return static_cast<double>(Count);
}

void Compare(
	Bench::FRows& Rows, const std::filesystem::path& Set, const std::string& Name, const FBuildContext& Context)
{
	const std::filesystem::path Out = std::filesystem::temp_directory_path() / "exemplar-same-bytes.exemplar";
	std::string Command =
		std::string("'" EXEMPLAR_PROGRAM "' --quiet build '") + Set.string() + "' -o '" + Out.string() + "'";
	for (const auto& [Key, Text] : QuickOptions)
	{
		Command += " --set " + Key + "=" + Text;
	}
	const bool bRan = std::system((Command + " >/dev/null").c_str()) == 0;
	const TResult<FCharacter> Ours = Build(Set, Context);
	const TResult<TAlignedArray<std::byte>> Theirs = ReadWholeFile(Out);
	std::error_code Ignored;
	std::filesystem::remove(Out, Ignored);
	if (!bRan || !Ours || !Theirs)
	{
		std::cerr << Name << ": " << (Ours ? "the program failed" : Ours.GetError().Message) << "\n";
		Rows.Lower(Name, 1.0, "builds failed").Reach(0.0);
		return;
	}
	Rows.Lower(Name + ", " + std::to_string(Ours->Bytes().size()) + " bytes", CountDifferences(Ours->Bytes(), *Theirs),
			"bytes differ")
		.Reach(0.0);
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("same-bytes", argc, argv);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(2);
	FBuildContext Context;
	Context.Executor = Pool.get();
	Compare(Rows, std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Content/Samples/Mannequin", "sample", Context);
	const auto Data = Bench::FindData();
	if (!Data)
	{
		std::cerr << "No data sets: the sample alone is compared.\n";
		return Rows.Finish();
	}
	for (const char* Name : {"cheburashka", "horse-gallop", "horse-poses", "cat-poses", "samba", "dembones-bone",
			 "gltf-rigged/Fox.glb", "gltf-rigged/CesiumMan.glb", "gltf-rigged/RiggedFigure.glb",
			 "gltf-rigged/RecursiveSkeletons.glb", "gltf-rigged/RobotExpressive.glb", "gltf-rigged/KayKit_Knight.glb"})
	{
		if (std::filesystem::exists(*Data / Name))
		{
			Compare(Rows, *Data / Name, Name, Context);
		}
	}
	return Rows.Finish();
}
