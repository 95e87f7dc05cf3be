// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"

#include "Base/File.h"
#include "Examples/CheckExamples.h"
#include "Examples/ExamplePaths.h"
#include "Examples/MeshFiles.h"
#include "Examples/TextScanner.h"
#include "Examples/Triangulate.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

/** walk.ply -> walk_0012.ply, with as many digits as the last pose needs, at least four. */
std::filesystem::path NumberedFile(const std::filesystem::path& File, size_t Number, size_t Last)
{
	const std::string Digits = std::to_string(Number);
	const size_t Width = (std::max)(size_t{4}, std::to_string(Last).size());
	std::filesystem::path Name = File.stem();
	Name += "_";
	Name += std::string(Width - Digits.size(), '0');
	Name += Digits;
	Name += File.extension();
	return File.parent_path() / Name;
}

/** Triangles of the rest mesh, so that every pose is written with the same ones. */
FSourceMesh TrianglesOfRest(const FSourceMesh& Rest)
{
	FSourceMesh Out;
	Out.Positions = Rest.Positions;
	for (const std::array<uint32_t, 3>& Corners : TriangulatePolygons(Rest).Corners)
	{
		for (uint32_t Corner : Corners)
		{
			Out.CornerVertices.push_back(Rest.CornerVertices[Corner]);
		}
		Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerVertices.size()));
	}
	return Out;
}

/** The mesh of one pose: it shares the rest mesh's material library, but not its normals. */
FSourceMesh MeshOfPoses(const FSourceMesh& Rest)
{
	FSourceMesh Out = Rest;
	Out.Normals.clear();
	Out.CornerNormals.clear();
	Out.PolygonMaterials.clear();
	Out.Materials.clear();
	return Out;
}

} // namespace

FStatus WriteMeshFile(const std::filesystem::path& File, const FSourceMesh& Mesh)
{
	const std::string Extension = LowerCaseExtension(File);
	if (Extension == ".ply")
	{
		return WriteFileAtomically(File, FormatPly(Mesh));
	}
	if (Extension == ".off")
	{
		return WriteFileAtomically(File, FormatOff(Mesh));
	}
	if (Extension == ".stl")
	{
		return WriteFileAtomically(File, FormatStl(Mesh));
	}
	if (KindOfFile(File) != EFileKind::Mesh)
	{
		return FileError(
			EErrorCode::Unsupported, PathToText(File), "unsupported mesh format. Use .obj, .ply, .off or .stl");
	}
	if (Mesh.Materials.empty())
	{
		return WriteFileAtomically(File, FormatObj(Mesh));
	}
	std::filesystem::path Library = File;
	Library.replace_extension(".mtl");
	if (FStatus Status = WriteFileAtomically(Library, FormatMaterialLibrary(Mesh.Materials)); !Status)
	{
		return Status;
	}
	return WriteFileAtomically(File, FormatObj(Mesh, PathToText(Library.filename())));
}

FStatus WritePointCacheFile(const std::filesystem::path& File, const FPointCache& Cache)
{
	if (KindOfFile(File) != EFileKind::PointCache)
	{
		return FileError(EErrorCode::Unsupported, PathToText(File), "unsupported point cache format. Use .pc2 or .mdd");
	}
	return WriteFileAtomically(File, LowerCaseExtension(File) == ".pc2" ? FormatPc2(Cache) : FormatMdd(Cache));
}

FPointCache MakePointCache(size_t VertexCount, std::span<const FSourcePose> Poses)
{
	FPointCache Cache;
	Cache.VertexCount = static_cast<uint32_t>(VertexCount);
	Cache.Points.reserve(VertexCount * Poses.size());
	for (const FSourcePose& Pose : Poses)
	{
		for (const FDouble3& P : Pose.Positions)
		{
			Cache.Points.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
		}
	}
	return Cache;
}

TResult<std::vector<std::filesystem::path>> ExportExamples(
	const std::filesystem::path& Out, const FSourceExamples& Examples, const FBuildContext& Context)
{
	const std::string Extension = LowerCaseExtension(Out);
	const bool bCache = KindOfFile(Out) == EFileKind::PointCache;
	if (!Extension.empty() && !bCache && KindOfFile(Out) != EFileKind::Mesh)
	{
		return FileError(EErrorCode::Unsupported, PathToText(Out),
			"examples cannot be written in this format. Use .obj, .ply, .off, .stl, .pc2 or .mdd, or a folder");
	}
	if (bCache && Examples.Poses.empty())
	{
		return FileError(EErrorCode::InvalidArgument, PathToText(Out),
			"there are no poses to write to a point cache. Write a mesh instead, such as .obj");
	}
	if (FStatus Status = CheckSourceMesh(Examples.Rest); !Status)
	{
		return Status.GetError();
	}
	if (FStatus Status = CheckSourcePoses(Examples); !Status)
	{
		return Status.GetError();
	}

	std::vector<std::filesystem::path> Files;
	std::filesystem::path RestFile = Out, CacheFile;
	if (Extension.empty())
	{
		std::error_code Failure;
		std::filesystem::create_directories(Out, Failure);
		if (Failure)
		{
			return FileError(EErrorCode::Unwritable, PathToText(Out),
				"the folder cannot be created (" + Failure.message() + "). Choose another one");
		}
		RestFile = Out / "rest.obj";
		CacheFile = Out / "frames.pc2";
	}
	else if (bCache)
	{
		RestFile.replace_extension(".obj");
		CacheFile = Out;
	}
	if (FStatus Status = WriteMeshFile(RestFile, Examples.Rest); !Status)
	{
		return Status.GetError();
	}
	Files.push_back(RestFile);
	if (!CacheFile.empty() && !Examples.Poses.empty())
	{
		const FPointCache Cache = MakePointCache(Examples.Rest.Positions.size(), Examples.Poses);
		if (FStatus Status = WritePointCacheFile(CacheFile, Cache); !Status)
		{
			return Status.GetError();
		}
		Files.push_back(CacheFile);
	}
	if (!CacheFile.empty() || Examples.Poses.empty())
	{
		return Files;
	}
	FSourceMesh Posed = Extension == ".stl" ? TrianglesOfRest(Examples.Rest) : MeshOfPoses(Examples.Rest);
	for (size_t Pose = 0; Pose < Examples.Poses.size(); ++Pose)
	{
		if (!Context.Progress.Report(static_cast<double>(Pose) / static_cast<double>(Examples.Poses.size())))
		{
			return Context.Progress.CanceledError();
		}
		Posed.Positions = Examples.Poses[Pose].Positions.ToVector();
		const std::filesystem::path File = NumberedFile(Out, Pose + 1, Examples.Poses.size());
		if (FStatus Status = WriteMeshFile(File, Posed); !Status)
		{
			return Status.GetError();
		}
		Files.push_back(File);
	}
	return Files;
}

} // namespace Exemplar
