// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/ScanFiles.h"

#include "Base/File.h"
#include "Examples/ExamplePaths.h"

#include <algorithm>

namespace Exemplar
{
namespace ScanFilesDetail
{

constexpr size_t LeastVertices = 300; // of a scan: fewer do not show a body

TResult<FSourceMesh> ReadScanFile(
	const std::filesystem::path& File, const FImportOptions& Options, const FBuildContext& Context)
{
	if (KindOfFile(File) == EFileKind::Mesh)
	{
		return ReadMeshFile(File);
	}
	if (KindOfFile(File) != EFileKind::Scene)
	{
		return FError{EErrorCode::Unsupported,
			PathToText(File) + ": this is not a scan. Scans are meshes or points: PLY, OBJ, OFF, STL, glTF, FBX."};
	}
	FImportOptions Alone;
	Alone.Readers = Options.Readers;
	TResult<FSourceExamples> Scene = ImportExamples(File, Alone, Context);
	if (!Scene)
	{
		return Scene.GetError();
	}
	return std::move(Scene->Rest);
}

bool HaveSamePolygons(const FSourceMesh& A, const FSourceMesh& B)
{
	return A.PolygonCount() > 0 && A.Positions.size() == B.Positions.size() && A.PolygonOffsets == B.PolygonOffsets &&
		A.CornerVertices == B.CornerVertices;
}

std::filesystem::path PathOf(const std::string& Text)
{
	return std::filesystem::path(std::u8string(Text.begin(), Text.end()));
}

/** Whether a landmark's file is meant: the path, the file's name, or that without extension. */
bool NamesFile(const std::string& Given, const std::string& File)
{
	const std::filesystem::path Path = PathOf(File);
	return Given == File || Given == PathToText(Path.filename()) || Given == PathToText(Path.stem());
}

/** The template that the user has: a file, or the scan named rest. None: NoIndex and no mesh. */
TResult<bool> TakeGivenTemplate(
	FScanSet& Scans, const FImportOptions& Import, FTemplate& Template, const FBuildContext& Context)
{
	const auto IsRest = [&](const FScan& Scan)
	{
		const std::filesystem::path File = PathOf(Scan.Name);
		return Import.Rest.empty() ? LowerCaseText(PathToText(File.stem())) == "rest"
								   : File.lexically_normal() == Import.Rest.lexically_normal();
	};
	const auto Found = std::find_if(Scans.Scans.begin(), Scans.Scans.end(), IsRest);
	if (Found != Scans.Scans.end())
	{
		if (Found->Mesh.PolygonCount() == 0)
		{
			return FError{EErrorCode::Degenerate,
				Found->Name + ": a template needs faces, and this file has points only. Give a mesh."};
		}
		Template = {Found->Name, std::move(Found->Mesh), {}};
		Scans.Scans.erase(Found);
		return true;
	}
	if (Import.Rest.empty())
	{
		return false;
	}
	TResult<FSourceMesh> Mesh = ReadScanFile(Import.Rest, Import, Context);
	if (!Mesh)
	{
		return Mesh.GetError();
	}
	Template = {PathToText(Import.Rest), std::move(*Mesh), {}};
	return true;
}

FStatus PlaceLandmarks(std::span<const FFileLandmark> Landmarks, size_t Origin, FScanInput& Input)
{
	for (const FFileLandmark& Each : Landmarks)
	{
		bool bPlaced = NamesFile(Each.File, Input.Template.Name) || Each.File == "template";
		if (bPlaced)
		{
			Input.Template.Landmarks.push_back(Each.Landmark);
		}
		for (size_t Index = 0; Index < Input.Scans.Scans.size(); ++Index)
		{
			FScan& Scan = Input.Scans.Scans[Index];
			if (NamesFile(Each.File, Scan.Name))
			{
				Scan.Landmarks.push_back(Each.Landmark);
				bPlaced = true;
				if (Index == Origin) // the template was made from this scan and stands where it does
				{
					Input.Template.Landmarks.push_back(Each.Landmark);
				}
			}
		}
		if (!bPlaced)
		{
			return FError{EErrorCode::NotFound,
				"The landmark '" + Each.Landmark.Name + "' is on '" + Each.File +
					"', which is neither a scan nor the template. Name the file as it was given, or 'template'."};
		}
	}
	return FOk{};
}

} // namespace ScanFilesDetail

TResult<FScanSet> ReadScans(
	std::span<const std::filesystem::path> Paths, const FImportOptions& Options, const FBuildContext& Context)
{
	using namespace ScanFilesDetail;
	const TResult<std::vector<std::filesystem::path>> Files = ExpandExamplePaths(Paths, Options);
	if (!Files)
	{
		return Files.GetError();
	}
	const FBuildContext FileContext{{}, &GetSerialExecutor(), Context.Seed};
	FScanSet Out;
	for (size_t Index = 0; Index < Files->size(); ++Index)
	{
		if (!Context.Progress.Report(static_cast<double>(Index) / static_cast<double>(Files->size())))
		{
			return Context.Progress.CanceledError();
		}
		TResult<FSourceMesh> Mesh = ReadScanFile((*Files)[Index], Options, FileContext);
		if (!Mesh)
		{
			return Mesh.GetError();
		}
		Out.Scans.push_back({PathToText((*Files)[Index]), std::move(*Mesh), {}});
	}
	return Out;
}

bool LookLikeScans(const FScanSet& Scans)
{
	using namespace ScanFilesDetail;
	for (size_t A = 0; A < Scans.Scans.size(); ++A)
	{
		const FSourceMesh& Mesh = Scans.Scans[A].Mesh;
		bool bAlone = Mesh.Positions.size() >= LeastVertices;
		for (size_t B = 0; B < A && bAlone; ++B)
		{
			bAlone = !HaveSamePolygons(Mesh, Scans.Scans[B].Mesh);
		}
		if (!bAlone)
		{
			return false;
		}
	}
	return Scans.Scans.size() >= 2;
}

TResult<FScanInput> PrepareTemplate(FScanSet Scans, const FImportOptions& Import, const FScanOptions& Options,
	std::span<const FFileLandmark> Landmarks, const FBuildContext& Context)
{
	using namespace ScanFilesDetail;
	FScanInput Out;
	const TResult<bool> Given = TakeGivenTemplate(Scans, Import, Out.Template, Context);
	if (!Given)
	{
		return Given.GetError();
	}
	size_t Origin = NoIndex;
	if (*Given)
	{
		Out.Notes.push_back("the template is " + Out.Template.Name);
	}
	else
	{
		TResult<FTemplateChoice> Made = MakeTemplate(Scans, Options.Template, Context);
		if (!Made)
		{
			return Made.GetError();
		}
		Origin = Made->Scan;
		Out.Template = std::move(Made->Template);
		std::string Note = "the template is made from the most complete scan, " + Scans.Scans[Origin].Name + ": " +
			std::to_string(Out.Template.Mesh.PolygonCount()) + " triangles";
		if (Made->HolesClosed > 0)
		{
			Note +=
				", " + std::to_string(Made->HolesClosed) + (Made->HolesClosed == 1 ? " hole" : " holes") + " closed";
		}
		if (Made->Genus > 0)
		{
			Note += ", " + std::to_string(Made->Genus) + (Made->Genus == 1 ? " handle" : " handles") +
				" where parts of the body touch";
		}
		Out.Notes.push_back(std::move(Note));
	}
	Out.Scans = std::move(Scans);
	Out.Scans.bOrdered = Options.bOrdered;
	if (FStatus Placed = PlaceLandmarks(Landmarks, Origin, Out); !Placed)
	{
		return Placed.GetError();
	}
	return Out;
}

TResult<FRegisteredExamples> RegisterInput(
	const FScanInput& Input, const FScanOptions& Options, const FBuildContext& Context)
{
	TResult<FRegisteredExamples> Out = RegisterScans(Input.Scans, Input.Template, Options.Register, Context);
	if (Out && Out->Examples.Poses.empty())
	{
		std::string Message = "No scan could be registered with " + Input.Template.Name + ".";
		for (size_t Index = 0; Index < (std::min)(Out->Poses.size(), size_t{3}); ++Index)
		{
			Message += " " + Out->Poses[Index].Sentence;
		}
		return FError{EErrorCode::Degenerate, Message};
	}
	return Out;
}

} // namespace Exemplar
