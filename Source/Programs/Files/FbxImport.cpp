// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/FbxImport.h"

#include "Base/File.h"
#include "Files/Failure.h"

#if EXEMPLAR_WITH_UFBX
#include "Files/FbxScene.h"

#include <cstring>
#include <fstream>
#endif

namespace Exemplar
{

#if EXEMPLAR_WITH_UFBX

namespace
{

/** Deeper trees than this are damage. */
constexpr uint32_t MostNodeDepth = 4096;

std::string_view BareName(std::string_view Path)
{
	return Path.substr(Path.find_last_of("/\\") + 1); // FBX files hold paths of any system
}

/** A file as ufbx reads it. ufbx takes a short read at the end of a file for a whole one, so the rest is zeros: a tag
 * of zero ends a cache. */
void OpenStream(const std::filesystem::path& File, ufbx_stream& Out)
{
	Out.user = new std::ifstream(File, std::ios::binary);
	Out.read_fn = [](void* User, void* Data, size_t Size) -> size_t
	{
		auto& Stream = *static_cast<std::ifstream*>(User);
		Stream.read(static_cast<char*>(Data), static_cast<std::streamsize>(Size));
		const auto Count = static_cast<size_t>(Stream.gcount());
		std::memset(static_cast<char*>(Data) + Count, 0, Size - Count);
		return Count;
	};
	Out.skip_fn = [](void* User, size_t Size)
	{
		return static_cast<bool>(
			static_cast<std::ifstream*>(User)->seekg(static_cast<std::streamoff>(Size), std::ios::cur));
	};
	Out.close_fn = [](void* User) { delete static_cast<std::ifstream*>(User); };
}

bool OpenCache(void* User, ufbx_stream* Stream, const char* Path, size_t Length, const ufbx_open_file_info*)
{
	const std::filesystem::path& Folder = static_cast<const FFbxFolder*>(User)->Folder;
	if (Folder.empty())
	{
		return false;
	}
	const std::string_view Text(Path, Length);
	const auto ToPath = [](std::string_view Part)
	{ return std::filesystem::path(std::u8string(Part.begin(), Part.end())); };
	for (const std::filesystem::path& File : {ToPath(Text), Folder / ToPath(BareName(Text))})
	{
		std::error_code Error;
		const std::filesystem::path Inside = std::filesystem::weakly_canonical(File, Error)
												 .lexically_relative(std::filesystem::weakly_canonical(Folder, Error));
		if (!Error && !Inside.empty() && *Inside.begin() != ".." && std::filesystem::is_regular_file(File, Error))
		{
			OpenStream(File, *Stream);
			return true;
		}
	}
	return false;
}

/** Lets a load be canceled. */
struct FLoadProgress
{
	const FProgress& Progress;
	bool bStopped = false;
};

[[noreturn]] void FailToLoad(const ufbx_error& Error, const FLoadProgress& Load)
{
	if (Load.bStopped)
	{
		throw FFailure{Load.Progress.CanceledError()};
	}
	const std::string Why = FromFbx(Error.description);
	const std::string About = Error.info_length > 0 ? ": " + std::string(Error.info, Error.info_length) : "";
	switch (Error.type)
	{
	case UFBX_ERROR_EXTERNAL_FILE_NOT_FOUND:
	case UFBX_ERROR_FILE_NOT_FOUND:
		Fail(EErrorCode::NotFound,
			"a geometry cache that it names is missing. Put the cache in the folder of the file.");
	case UFBX_ERROR_MEMORY_LIMIT:
	case UFBX_ERROR_ALLOCATION_LIMIT:
	case UFBX_ERROR_OUT_OF_MEMORY:
		Fail(EErrorCode::Unsupported, "it needs more memory than allowed. Export fewer meshes or takes per file.");
	case UFBX_ERROR_NODE_DEPTH_LIMIT:
		Fail(EErrorCode::Unsupported,
			"its nodes are nested more than " + std::to_string(MostNodeDepth) + " deep. Flatten the hierarchy.");
	default:
		Fail(EErrorCode::Malformed, "the file cannot be read (" + Why + About + "). Export it again, or as glTF.");
	}
}

FFbxScenePointer LoadFbx(std::span<const std::byte> Bytes, const std::string& Name, const FFbxFolder& Folder,
	const FSceneOptions& Options, const FBuildContext& Context)
{
	ufbx_load_opts Load = {};
	// Twice what the vertices of a valid file take, beside a floor for everything else.
	const size_t MostBytes = (size_t{64} << 20) + Options.MaxVertices * 32;
	Load.temp_allocator.memory_limit = MostBytes;
	Load.result_allocator.memory_limit = MostBytes;
	Load.node_depth_limit = MostNodeDepth;
	Load.ignore_embedded = true; // textures are not read
	Load.clean_skin_weights = true;
	Load.skip_mesh_parts = true;
	Load.file_format = UFBX_FILE_FORMAT_FBX;
	Load.target_axes = ufbx_axes_right_handed_y_up;
	Load.target_unit_meters = 1.0;
	Load.space_conversion = UFBX_SPACE_CONVERSION_MODIFY_GEOMETRY;
	Load.handedness_conversion_axis = UFBX_MIRROR_AXIS_X;
	Load.load_external_files = !Folder.Folder.empty();
	const std::string File = Folder.Folder.empty() ? Name : (Folder.Folder / BareName(Name)).string();
	Load.filename = {File.data(), File.size()};
	Load.open_file_cb = Folder.Callback();
	FLoadProgress Progress{Context.Progress};
	Load.progress_cb.user = &Progress;
	Load.progress_cb.fn = [](void* User, const ufbx_progress*)
	{
		auto& It = *static_cast<FLoadProgress*>(User);
		It.bStopped = It.bStopped || !It.Progress.Report(0.0);
		return It.bStopped ? UFBX_PROGRESS_CANCEL : UFBX_PROGRESS_CONTINUE;
	};
	ufbx_error Error;
	FFbxScenePointer Scene(ufbx_load_memory(Bytes.data(), Bytes.size(), &Load, &Error));
	if (!Scene)
	{
		FailToLoad(Error, Progress);
	}
	return Scene;
}

} // namespace

ufbx_open_file_cb FFbxFolder::Callback() const
{
	ufbx_open_file_cb Out;
	Out.fn = OpenCache;
	Out.user = const_cast<FFbxFolder*>(this);
	return Out;
}

bool HasFbxReader()
{
	return true;
}

TResult<FSourceExamples> ImportFbxBytes(std::span<const std::byte> Bytes, const std::string& Name,
	const std::filesystem::path& Folder, const FSceneOptions& Options, const FBuildContext& Context)
{
	return CatchFailures(Name,
		[&]() -> TResult<FSourceExamples>
		{
			const FFbxFolder Caches{Folder};
			FScene Scene = ReadFbxScene(LoadFbx(Bytes, Name, Caches, Options, Context), Caches);
			Scene.Name = std::filesystem::path(std::u8string(Name.begin(), Name.end())).stem().string();
			return BuildSceneExamples(Scene, Options, Context);
		});
}

#else

bool HasFbxReader()
{
	return false;
}

TResult<FSourceExamples> ImportFbxBytes(std::span<const std::byte>, const std::string& Name,
	const std::filesystem::path&, const FSceneOptions&, const FBuildContext&)
{
	return FError{EErrorCode::Unsupported,
		Name +
			": this build does not read FBX. Run Scripts/setup.sh, which fetches ufbx, and build again; or export "
			"glTF."};
}

#endif

TResult<FSourceExamples> ImportFbx(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context)
{
	TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	if (!Bytes)
	{
		return Bytes.GetError();
	}
	const std::filesystem::path Folder = File.has_parent_path() ? File.parent_path() : std::filesystem::path(".");
	return ImportFbxBytes(*Bytes, PathToText(File), Folder, Options, Context);
}

} // namespace Exemplar
