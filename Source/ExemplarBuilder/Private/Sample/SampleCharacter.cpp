// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Sample/SampleCharacter.h"

#include "Geometry/Measures.h"
#include "Sample/SamplePoses.h"
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
				" vertices; ask for a number between 2000 and 200000."};
	}
	if (!(Options.Noise >= 0.0 && Options.Noise <= 0.1))
	{
		return FError{EErrorCode::InvalidArgument,
			"The sample's noise is " + std::to_string(Options.Noise) + " m; give a length between 0 and 0.1."};
	}
	return FOk{};
}

/** Uniform in [-1, 1] by counting: the same for a pose and a vertex whoever asks first (SplitMix64, Steele et al.
 * 2014). */
static double Jitter(uint64_t Seed, uint64_t Counter)
{
	uint64_t Z = Seed + (Counter + 1) * 0x9e3779b97f4a7c15ull;
	Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
	Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
	Z ^= Z >> 31;
	return static_cast<double>(Z >> 11) * 0x1p-52 - 1.0;
}

static void FillRestMesh(const FSampleSurface& Surface, FSourceMesh& Rest)
{
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
	TResult<FSampleSurface> Surface =
		BuildSampleSurface(FImplicitBody(), Options.VertexCount, Context.Part(0.0, 0.6, "Sample"));
	if (!Surface)
	{
		return Surface.GetError();
	}
	FSampleCharacter Out;
	Out.Triangles = Surface->Mesh.Triangles;
	Out.MirrorVertices = Surface->Mirror;
	Out.Source.Name = "Sample";
	SampleDetail::FillRestMesh(*Surface, Out.Source.Rest);
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
		if (!Context.Progress.Part(0.6, 0.9).Report(static_cast<double>(Pose) / static_cast<double>(Poses.size())))
		{
			return Context.Progress.CancelledError();
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
				Posed[Vertex].X += Options.Noise * SampleDetail::Jitter(Context.Seed, Counter);
				Posed[Vertex].Y += Options.Noise * SampleDetail::Jitter(Context.Seed, Counter + 1);
				Posed[Vertex].Z += Options.Noise * SampleDetail::Jitter(Context.Seed, Counter + 2);
			}
		}
		Out.Source.Poses.push_back({Poses[Pose].Name, std::move(Posed)});
	}
	if (!Context.Progress.Report(1.0))
	{
		return Context.Progress.CancelledError();
	}
	return Out;
}

} // namespace Exemplar
