// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleCharacter.h"

#include "Geometry/Measures.h"
#include "Sample/SampleAtlas.h"
#include "Sample/SamplePoses.h"
#include "Sample/SampleRandom.h"
#include "Sample/SampleRemesh.h"
#include "Sample/SampleSurface.h"

namespace Exemplar
{
namespace SampleDetail
{

static FStatus Validate(const FSampleOptions& Options)
{
	if (Options.VertexCount < 2000 || Options.VertexCount > 200000)
	{
		return FError{EErrorCode::InvalidArgument,
			"The sample cannot have " + std::to_string(Options.VertexCount) +
				" vertices. Use a count from 2000 to 200000."};
	}
	if (!(Options.Noise >= 0.0 && Options.Noise <= 0.1))
	{
		return FError{EErrorCode::InvalidArgument,
			"The sample's noise must be from 0 to 0.1 m, not " + std::to_string(Options.Noise) + "."};
	}
	return FOk{};
}

static void FillRestMesh(const FSampleSurface& Surface, FAtlas Atlas, FSourceMesh& Rest)
{
	Rest.UVs = std::move(Atlas.UVs);
	Rest.CornerUVs = std::move(Atlas.CornerUVs);
	Rest.Materials = {{"Body", {0.80f, 0.72f, 0.66f, 1.0f}}};
	Rest.PolygonMaterials.assign(Surface.Mesh.Triangles.size(), 0);
	Rest.Positions = Surface.Mesh.Positions;
	for (const FTriangle& Triangle : Surface.Mesh.Triangles)
	{
		for (const int32_t Vertex : Triangle)
		{
			Rest.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
		}
		Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Rest.CornerVertices.size()));
	}
}

} // namespace SampleDetail

TResult<FSampleCharacter> BuildSample(const FSampleOptions& Options, const FBuildContext& Context)
{
	if (const FStatus Valid = SampleDetail::Validate(Options); !Valid)
	{
		return Valid.GetError();
	}
	const FImplicitBody Body;
	TResult<FSampleSurface> Surface = BuildSampleSurface(Body, Options.VertexCount, Context.Part(0.0, 0.5, "Sample"));
	if (!Surface)
	{
		return Surface.GetError();
	}
	FSampleCharacter Out;
	Out.Triangles = Surface->Mesh.Triangles;
	Out.MirrorVertices = Surface->Mirror;
	Out.Source.Name = "Sample";
	if (!Context.Progress.Report(0.6))
	{
		return Context.Progress.CanceledError();
	}
	TResult<FAtlas> Atlas = BuildSampleAtlas(*Surface, Context.Part(0.6, 0.6));
	if (!Atlas)
	{
		return Atlas.GetError();
	}
	SampleDetail::FillRestMesh(*Surface, std::move(*Atlas), Out.Source.Rest);
	const std::vector<FDouble3>& Positions = Out.Source.Rest.Positions;

	FSourceRig& Rig = Out.Source.Rig.emplace();
	Rig.Skeleton = MakeSampleSkeleton();
	Rig.Weights = MakeSampleWeights(Positions);
	std::vector<FSamplePose> Poses = MakeSamplePoses(Rig.Skeleton);
	const std::vector<FSamplePose> Walk = MakeSampleWalk(Rig.Skeleton);
	if (Options.bWalkFrames)
	{
		Poses.insert(Poses.end(), Walk.begin(), Walk.end());
	}
	Rig.Clips = {MakeSampleClip("poses", 1.0f, false, Poses), MakeSampleClip("walk", 24.0f, true, Walk)};

	const std::vector<FDouble3> Normals = VertexNormals(Positions, Out.Triangles);
	for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
	{
		if (!Context.Progress.Report(0.6 + 0.2 * static_cast<double>(Pose) / static_cast<double>(Poses.size())))
		{
			return Context.Progress.CanceledError();
		}
		const std::vector<FAffine3d> Palette = PosePalette(Rig.Skeleton, Poses[Pose].Local);
		Out.Palettes.insert(Out.Palettes.end(), Palette.begin(), Palette.end());
		Out.BlendedPoses.push_back(BlendLinearly(Positions, Rig.Weights, Palette));
		std::vector<FDouble3> Posed = Out.BlendedPoses.back();
		if (Options.bBulges)
		{
			Out.RestBulges.push_back(MakeSampleBulges(Positions, Normals, Rig.Skeleton, Poses[Pose]));
			std::vector<FDouble3> Swollen = Positions;
			for (size_t Vertex = 0; Vertex < Swollen.size(); ++Vertex)
			{
				const FDouble3& Bulge = Out.RestBulges.back()[Vertex];
				Swollen[Vertex] = {
					Swollen[Vertex].X + Bulge.X, Swollen[Vertex].Y + Bulge.Y, Swollen[Vertex].Z + Bulge.Z};
			}
			Posed = BlendLinearly(Swollen, Rig.Weights, Palette);
		}
		if (Options.Noise > 0.0)
		{
			for (size_t Vertex = 0; Vertex < Posed.size(); ++Vertex)
			{
				const uint64_t Counter = 3 * (static_cast<uint64_t>(Pose) * Posed.size() + Vertex);
				Posed[Vertex].X += Options.Noise * RandomSigned(Context.Seed, Counter);
				Posed[Vertex].Y += Options.Noise * RandomSigned(Context.Seed, Counter + 1);
				Posed[Vertex].Z += Options.Noise * RandomSigned(Context.Seed, Counter + 2);
			}
		}
		Out.Source.Poses.push_back({Poses[Pose].Name, std::move(Posed)});
	}
	if (Options.bRemeshedPoses)
	{
		const FClosestPointFinder OnRest(Positions, Out.Triangles);
		for (size_t Pose = 0; Pose < Poses.size(); ++Pose)
		{
			if (!Context.Progress.Report(0.8 + 0.2 * static_cast<double>(Pose) / static_cast<double>(Poses.size())))
			{
				return Context.Progress.CanceledError();
			}
			Out.RemeshedPoses.push_back(RemeshPose(
				Body, *Surface, OnRest, Out.Source.Poses[Pose], RandomBits(Context.Seed, Pose), *Context.Executor));
		}
	}
	if (!Context.Progress.Report(1.0))
	{
		return Context.Progress.CanceledError();
	}
	return Out;
}

} // namespace Exemplar
