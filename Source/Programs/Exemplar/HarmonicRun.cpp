// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "HarmonicRun.h"

#include "Base/File.h"
#include "Examples/ExampleFiles.h"
#include "Files/Json.h"
#include "Inputs.h"
#include "Outputs.h"

#include <algorithm>
#include <cstdio>

namespace Exemplar
{
namespace
{

/** Folders become their meshes in natural order; the rest mesh comes first. */
std::vector<std::string> ListMeshes(const FHarmonicRequest& Request)
{
	std::vector<std::string> Out;
	for (const std::string& Path : Request.Paths)
	{
		std::error_code Ignored;
		if (!std::filesystem::is_directory(ToPath(Path), Ignored))
		{
			if (KindOfFile(ToPath(Path)) != EFileKind::Companion)
			{
				Out.push_back(Path);
			}
			continue;
		}
		std::vector<std::string> Inside;
		for (const auto& Entry : std::filesystem::directory_iterator(ToPath(Path), Ignored))
		{
			const EFileKind Kind = KindOfFile(Entry.path());
			if (Kind == EFileKind::Mesh || Kind == EFileKind::Scene)
			{
				Inside.push_back(PathToText(Entry.path()));
			}
		}
		std::sort(Inside.begin(), Inside.end(), NaturalLess);
		Out.insert(Out.end(), Inside.begin(), Inside.end());
	}
	const auto IsRest = [&](const std::string& Path)
	{
		const std::filesystem::path File = ToPath(Path);
		return Request.Options.Read.Rest.empty() ? File.stem() == "rest"
												 : File.filename() == ToPath(Request.Options.Read.Rest).filename();
	};
	const auto Rest = std::find_if(Out.begin(), Out.end(), IsRest);
	if (Rest != Out.end())
	{
		std::rotate(Out.begin(), Rest, Rest + 1);
	}
	return Out;
}

TResult<std::vector<FExampleSet>> ReadMeshes(const FHarmonicRequest& Request, FSession& Session)
{
	std::vector<FExampleSet> Out;
	FReadOptions Read = Request.Options.Read;
	Read.Rest.clear();
	for (const std::string& Path : ListMeshes(Request))
	{
		TResult<FExampleSet> Set = LoadExamples({Path}, Read, Session);
		if (!Set)
		{
			return Set.GetError();
		}
		Set->Source.Name = Out.empty() && !Read.Name.empty() ? Read.Name : PathToText(ToPath(Path).stem());
		Set->Poses.clear();
		Out.push_back(std::move(*Set));
	}
	return Out;
}

/** Whether all meshes have the triangles of the first: then they are poses of one mesh, and something else is wrong. */
bool ShareConnectivity(const std::vector<FExampleSet>& Meshes)
{
	return std::all_of(Meshes.begin(), Meshes.end(),
		[&](const FExampleSet& Mesh)
		{
			return Mesh.Source.Rest.CornerVertices == Meshes.front().Source.Rest.CornerVertices &&
				Mesh.Source.Rest.Positions.size() == Meshes.front().Source.Rest.Positions.size();
		});
}

/** The error of a method that was not asked for: first why the meshes are no poses, then why this did not help. */
FError JoinErrors(const FHarmonicRequest& Request, const FError& Error)
{
	if (!Request.Refusal || Error.Code == EErrorCode::Canceled)
	{
		return Error;
	}
	return {Request.Refusal->Code, Request.Refusal->Message + " As meshes without common vertices: " + Error.Message};
}

FJson DescribeHarmonicRig(const FHarmonicCharacter& Character)
{
	FJson Out;
	const FRig& Rig = Character.Rig.Rig;
	Out["method"] = "harmonic";
	Out["bones"] = Rig.BoneCount;
	Out["limbs"] = Character.Rig.LimbCount;
	for (const FStageFigures& Stage : Rig.Figures)
	{
		for (const FFigure& Figure : Stage.Figures)
		{
			Out["figures"][Figure.Name] = Figure.Value;
		}
	}
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		FJson Joint;
		Joint["name"] = Rig.Names[Bone];
		Joint["parent"] = Rig.Parents[Bone];
		for (size_t Pose = 0; Pose <= Rig.PoseCount; ++Pose)
		{
			const FDouble3 P =
				Pose == 0 ? Rig.Joints[Bone] : TransformPoint(Rig.Transform(Bone, Pose - 1), Rig.Joints[Bone]);
			Joint["positions"].push_back({P.X, P.Y, P.Z});
		}
		Out["joints"].push_back(std::move(Joint));
	}
	for (const FPoseDistance& Pose : Character.Poses)
	{
		Out["poses"].push_back({{"name", Pose.Name}, {"rms", Pose.Rms}, {"max", Pose.Max}});
	}
	return Out;
}

} // namespace

bool MayShareNoConnectivity(const FBuildOptions& Options, const FError& Error)
{
	return Options.Rig.Method == ERigMethod::Automatic && Options.Rig.Skeleton.File.empty() &&
		Options.Rig.Clusters.BoneCount == 0 &&
		(Error.Code == EErrorCode::Mismatch || Error.Code == EErrorCode::Degenerate);
}

FStatus RunHarmonicRig(const FHarmonicRequest& Request, FSession& Session)
{
	const std::vector<FOutputFile> Outputs{{"--out", Request.Out, CharacterExtensions}, {"--json", Request.Json, {}}};
	if (FStatus Status = CheckOutputs(Outputs, Request.Paths); !Status)
	{
		return Status;
	}
	const TResult<std::vector<FExampleSet>> Meshes = ReadMeshes(Request, Session);
	if (!Meshes)
	{
		const bool bCanceled = Meshes.GetError().Code == EErrorCode::Canceled;
		return Request.Refusal && !bCanceled ? *Request.Refusal : Meshes.GetError();
	}
	if (Request.Refusal && (Meshes->size() < 2 || ShareConnectivity(*Meshes)))
	{
		return *Request.Refusal;
	}
	const TResult<FHarmonicCharacter> Made =
		BuildHarmonicCharacter(*Meshes, Request.Harmonics, Request.Options, Session.Context());
	if (!Made)
	{
		return JoinErrors(Request, Made.GetError());
	}
	if (Request.Refusal)
	{
		Session.Say("The meshes are no poses of one mesh, so they were rigged by harmonic functions, which need no "
					"common vertices: " +
			Request.Refusal->Message);
	}
	FGltfExportOptions Gltf;
	Gltf.Influences = Request.Options.Rig.Refine.MaxInfluences > 4 ? 8 : 4;
	Gltf.bColorByBone = Request.bColorByBone;
	if (FStatus Written = WriteCharacter(ToPath(Request.Out), Made->Built.Character, Gltf, Session); !Written)
	{
		return Written;
	}
	if (!Request.Json.empty())
	{
		if (FStatus Written = WriteJson(ToPath(Request.Json), DescribeHarmonicRig(*Made)); !Written)
		{
			return Written;
		}
		Session.Say("Wrote " + Request.Json);
	}
	char Line[256];
	std::snprintf(Line, sizeof(Line),
		"Rig from harmonic functions: %zu meshes, %zu limbs, %zu bones, weights from %s\n", Meshes->size(),
		Made->Rig.LimbCount, Made->Rig.Rig.BoneCount, Made->bWeightsFromShape ? "shape" : "limbs");
	Session.Print(Line);
	for (const FPoseDistance& Pose : Made->Poses)
	{
		std::snprintf(Line, sizeof(Line), "  %-20s RMS %.3f %%, max %.2f %% of the diagonal from the posed character\n",
			Pose.Name.c_str(), Pose.Rms, Pose.Max);
		Session.Print(Line);
	}
	for (const std::string& Note : Made->Rig.Notes)
	{
		Session.Say("Note (rig): " + Note);
	}
	return FOk{};
}

} // namespace Exemplar
