// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"

#include "Base/File.h"
#include "Examples/CheckExamples.h"
#include "Examples/ExamplePaths.h"
#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

std::string StemText(const std::filesystem::path& File)
{
	return PathToText(File.stem());
}

/** Reads materials from the libraries that the OBJ names, next to it; a missing library only costs colors. */
void ReadMaterialLibraries(const std::filesystem::path& File, FObjFile& Obj)
{
	for (const std::string& Library : Obj.MaterialLibraries)
	{
		const std::filesystem::path Name(std::u8string(Library.begin(), Library.end()));
		const TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File.parent_path() / Name.filename());
		if (Bytes)
		{
			ApplyMaterialLibrary(*Bytes, Obj.Mesh.Materials);
		}
	}
}

/** What one file adds to the set: poses, and clips if it has a rig. */
struct FImportedFile
{
	std::vector<FSourcePose> Poses;
	std::vector<FClipData> Clips;
	std::vector<std::string> Unused;
};

TResult<FImportedFile> PosesFromCache(
	const std::filesystem::path& File, size_t VertexCount, const std::string& RestName)
{
	const TResult<FPointCache> Cache = ReadPointCacheFile(File);
	if (!Cache)
	{
		return Cache.GetError();
	}
	if (Cache->VertexCount != VertexCount)
	{
		return FileError(EErrorCode::Mismatch, PathToText(File),
			"its frames have " + std::to_string(Cache->VertexCount) + " vertices, but the rest mesh " + RestName +
				" has " + std::to_string(VertexCount) + ". Export both from the same mesh, in the same vertex order");
	}
	FImportedFile Out;
	Out.Poses.resize(Cache->FrameCount());
	for (size_t Frame = 0; Frame < Out.Poses.size(); ++Frame)
	{
		FSourcePose& Pose = Out.Poses[Frame];
		Pose.Name = StemText(File) + " " + std::to_string(Frame);
		std::vector<FDouble3> Positions;
		Positions.reserve(VertexCount);
		for (const FFloat3& P : Cache->Frame(Frame))
		{
			Positions.push_back({P.X, P.Y, P.Z});
		}
		Pose.Positions = std::move(Positions);
	}
	return Out;
}

TResult<FSourceExamples> ReadExampleFile(
	const std::filesystem::path& File, const FImportOptions& Options, const FBuildContext& Context)
{
	const std::string Extension = LowerCaseExtension(File);
	for (const FExampleReader& Reader : Options.Readers)
	{
		if (std::find(Reader.Extensions.begin(), Reader.Extensions.end(), Extension) != Reader.Extensions.end())
		{
			return Reader.Read(File, Context);
		}
	}
	TResult<FSourceMesh> Mesh = ReadMeshFile(File);
	if (!Mesh)
	{
		return Mesh.GetError();
	}
	FSourceExamples Out;
	Out.Rest = std::move(*Mesh);
	return Out;
}

/** A file with its own poses adds those; any other adds its mesh as a pose. */
TResult<FImportedFile> PosesFromMeshFile(const std::filesystem::path& File, const FSourceExamples& Set,
	const std::string& RestName, const FImportOptions& Options, const FBuildContext& Context)
{
	TResult<FSourceExamples> Other = ReadExampleFile(File, Options, Context);
	if (!Other)
	{
		return Other.GetError();
	}
	TResult<FSourcePose> Pose = PoseFromMesh(Set.Rest, Other->Rest, RestName, PathToText(File));
	if (!Pose)
	{
		return Pose.GetError();
	}
	FImportedFile Out;
	Out.Unused = std::move(Other->Unused);
	if (Other->Poses.empty())
	{
		// Several clip folders may each contain the rest mesh; it is not a pose.
		Pose->Name = StemText(File);
		if (LowerCaseText(Pose->Name) != "rest" || !std::ranges::equal(Pose->Positions, Set.Rest.Positions))
		{
			Out.Poses.push_back(std::move(*Pose));
		}
	}
	else
	{
		Out.Poses = std::move(Other->Poses);
	}
	if (Set.Rig && Other->Rig && Set.Rig->Skeleton == Other->Rig->Skeleton)
	{
		Out.Clips = std::move(Other->Rig->Clips);
	}
	return Out;
}

/** Checked here because errors can name the file; later only the name of the pose is known. */
FStatus CheckFilePoses(const std::filesystem::path& File, const std::vector<FSourcePose>& Poses)
{
	for (const FSourcePose& Pose : Poses)
	{
		const std::string Which = Poses.size() > 1 ? " (" + Pose.Name + ")" : "";
		if (FStatus Status = CheckPositions(Pose.Positions, PathToText(File) + Which); !Status)
		{
			return Status;
		}
	}
	return FOk{};
}

/** The index of the rest mesh in Files; Files.size() if it is another file. */
TResult<size_t> ChooseRest(const std::vector<std::filesystem::path>& Files, const FImportOptions& Options)
{
	if (!Options.Rest.empty())
	{
		const auto Found = std::find_if(Files.begin(), Files.end(),
			[&](const std::filesystem::path& File)
			{ return File.lexically_normal() == Options.Rest.lexically_normal(); });
		return static_cast<size_t>(Found - Files.begin());
	}
	size_t First = Files.size();
	for (size_t Index = 0; Index < Files.size(); ++Index)
	{
		if (KindOfFile(Files[Index]) == EFileKind::PointCache)
		{
			continue;
		}
		if (LowerCaseText(StemText(Files[Index])) == "rest")
		{
			return Index;
		}
		First = (std::min)(First, Index);
	}
	if (First == Files.size())
	{
		return FileError(EErrorCode::InvalidArgument, PathToText(Files.front()),
			"a point cache has positions but no faces. Import it together with its mesh, such as rest.obj");
	}
	return First;
}

std::string NameOfSet(const std::filesystem::path& RestFile)
{
	const std::string Stem = StemText(RestFile);
	if (LowerCaseText(Stem) != "rest")
	{
		return Stem;
	}
	std::error_code Ignored;
	const std::filesystem::path Absolute = std::filesystem::absolute(RestFile, Ignored);
	const std::string Folder = PathToText(Absolute.parent_path().filename());
	return Folder.empty() ? Stem : Folder;
}

} // namespace

TResult<FSourceMesh> ReadMeshFile(const std::filesystem::path& File)
{
	const std::string Name = PathToText(File);
	const std::string Extension = LowerCaseExtension(File);
	if (KindOfFile(File) != EFileKind::Mesh)
	{
		std::error_code Ignored;
		if (Extension.empty() && !std::filesystem::exists(File, Ignored))
		{
			return FileError(EErrorCode::NotFound, Name, "no such file or folder. Check the name");
		}
		return FileError(EErrorCode::Unsupported, Name,
			"unsupported mesh format. Convert it to OBJ, PLY, OFF or STL, keeping the vertex order");
	}
	const TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	if (!Bytes)
	{
		return Bytes.GetError();
	}
	if (Extension == ".ply")
	{
		return ParsePly(*Bytes, Name);
	}
	if (Extension == ".off")
	{
		return ParseOff(*Bytes, Name);
	}
	if (Extension == ".stl")
	{
		return ParseStl(*Bytes, Name);
	}
	TResult<FObjFile> Obj = ParseObj(*Bytes, Name);
	if (!Obj)
	{
		return Obj.GetError();
	}
	ReadMaterialLibraries(File, *Obj);
	return std::move(Obj->Mesh);
}

TResult<FPointCache> ReadPointCacheFile(const std::filesystem::path& File)
{
	const std::string Name = PathToText(File);
	if (KindOfFile(File) != EFileKind::PointCache)
	{
		return FileError(EErrorCode::Unsupported, Name, "unsupported point cache format. Export it as PC2 or MDD");
	}
	const TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	if (!Bytes)
	{
		return Bytes.GetError();
	}
	return LowerCaseExtension(File) == ".pc2" ? ParsePc2(*Bytes, Name) : ParseMdd(*Bytes, Name);
}

TResult<FSourcePose> PoseFromMesh(
	const FSourceMesh& Rest, const FSourceMesh& Mesh, std::string_view RestName, std::string_view Name)
{
	const std::string RestText(RestName);
	if (Mesh.Positions.size() != Rest.Positions.size())
	{
		return FileError(EErrorCode::Mismatch, Name,
			"it has " + std::to_string(Mesh.Positions.size()) + " vertices, but the rest mesh " + RestText + " has " +
				std::to_string(Rest.Positions.size()) +
				". Export every pose from the same mesh, in the same vertex order");
	}
	if (Mesh.PolygonCount() != Rest.PolygonCount())
	{
		return FileError(EErrorCode::Mismatch, Name,
			"it has " + std::to_string(Mesh.PolygonCount()) + " faces, but the rest mesh " + RestText + " has " +
				std::to_string(Rest.PolygonCount()) + ". Export every pose from the same mesh, with the same options");
	}
	const auto Different = [](const std::vector<uint32_t>& A, const std::vector<uint32_t>& B)
	{ return static_cast<size_t>(std::mismatch(A.begin(), A.end(), B.begin(), B.end()).first - A.begin()); };
	size_t Polygon = Different(Mesh.PolygonOffsets, Rest.PolygonOffsets);
	const size_t Corner = Different(Mesh.CornerVertices, Rest.CornerVertices);
	Polygon = Polygon < Mesh.PolygonOffsets.size() ? Polygon - 1 : Mesh.PolygonCount();
	if (Corner < Mesh.CornerVertices.size())
	{
		const auto After = std::upper_bound(Mesh.PolygonOffsets.begin(), Mesh.PolygonOffsets.end(), Corner);
		Polygon = (std::min)(Polygon, static_cast<size_t>(After - Mesh.PolygonOffsets.begin()) - 1);
	}
	if (Polygon < Mesh.PolygonCount())
	{
		return FileError(EErrorCode::Mismatch, Name,
			"face " + std::to_string(Polygon) +
				" (counting from 0) does not have the same vertices as in the rest mesh " + RestText +
				". Export every pose from the same mesh, with the same options, to keep the order of vertices and "
				"faces");
	}
	return FSourcePose{std::string(Name), Mesh.Positions};
}

TResult<FSourceExamples> ImportExamples(
	std::span<const std::filesystem::path> Paths, const FImportOptions& Options, const FBuildContext& Context)
{
	const TResult<std::vector<std::filesystem::path>> Found = ExpandExamplePaths(Paths, Options);
	if (!Found)
	{
		return Found.GetError();
	}
	const std::vector<std::filesystem::path>& Files = *Found;
	const TResult<size_t> RestIndex = ChooseRest(Files, Options);
	if (!RestIndex)
	{
		return RestIndex.GetError();
	}
	const std::filesystem::path& RestFile = *RestIndex < Files.size() ? Files[*RestIndex] : Options.Rest;
	const std::string RestName = PathToText(RestFile);
	if (!Context.Progress.Report(0.0))
	{
		return Context.Progress.CanceledError();
	}
	TResult<FSourceExamples> Set = ReadExampleFile(RestFile, Options, Context.Part(0.0, 0.2));
	if (!Set)
	{
		return Set.GetError();
	}
	if (FStatus Status = CheckPositions(Set->Rest.Positions, RestName); !Status && !Set->Rest.Positions.empty())
	{
		return Status.GetError();
	}
	Set->Name = Options.Name.empty() ? NameOfSet(RestFile) : Options.Name;

	// Works in batches, so that progress is reported from this thread and memory holds at most one batch of meshes.
	constexpr size_t BatchSize = 16;
	const FBuildContext FileContext{{}, &GetSerialExecutor(), Context.Seed};
	std::vector<FSourcePose> Poses;
	for (size_t Begin = 0; Begin < Files.size(); Begin += BatchSize)
	{
		const size_t Count = (std::min)(BatchSize, Files.size() - Begin);
		std::vector<TResult<FImportedFile>> Batch(Count, FImportedFile{});
		ParallelFor(*Context.Executor, Count, 1,
			[&](size_t First, size_t)
			{
				const size_t Index = Begin + First;
				if (Index == *RestIndex)
				{
					return;
				}
				Batch[First] = KindOfFile(Files[Index]) == EFileKind::PointCache
					? PosesFromCache(Files[Index], Set->Rest.Positions.size(), RestName)
					: PosesFromMeshFile(Files[Index], *Set, RestName, Options, FileContext);
			});
		for (size_t Index = 0; Index < Count; ++Index)
		{
			TResult<FImportedFile>& File = Batch[Index];
			if (!File)
			{
				return File.GetError();
			}
			std::vector<FSourcePose>& Added = Begin + Index == *RestIndex ? Set->Poses : File->Poses;
			if (FStatus Status = CheckFilePoses(Files[Begin + Index], Added); !Status)
			{
				return Status.GetError();
			}
			std::move(Added.begin(), Added.end(), std::back_inserter(Poses));
			for (std::string& Sentence : File->Unused)
			{
				if (std::find(Set->Unused.begin(), Set->Unused.end(), Sentence) == Set->Unused.end())
				{
					Set->Unused.push_back(std::move(Sentence));
				}
			}
			if (Set->Rig)
			{
				std::move(File->Clips.begin(), File->Clips.end(), std::back_inserter(Set->Rig->Clips));
			}
		}
		const double Done = static_cast<double>(Begin + Count) / static_cast<double>(Files.size());
		if (!Context.Progress.Report(0.2 + 0.8 * Done))
		{
			return Context.Progress.CanceledError();
		}
	}
	Set->Poses = std::move(Poses);
	return Set;
}

TResult<FSourceExamples> ImportExamples(
	const std::filesystem::path& Path, const FImportOptions& Options, const FBuildContext& Context)
{
	return ImportExamples(std::span(&Path, 1), Options, Context);
}

} // namespace Exemplar
