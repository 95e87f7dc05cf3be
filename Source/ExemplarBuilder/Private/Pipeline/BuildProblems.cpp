// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BuildProblems.h"

#include "Base/Checksum.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Metrics/ErrorMeasures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Exemplar
{

namespace BuildProblemsDetail
{

/** The first few names of a list: "a, b, c and 4 more". */
std::string NameFew(const std::vector<std::string>& Names)
{
	constexpr size_t MaxNames = 5;
	std::string Out;
	for (size_t Index = 0; Index < (std::min)(MaxNames, Names.size()); ++Index)
	{
		Out += Index == 0 ? "" : ", ";
		Out += Names[Index];
	}
	return Names.size() > MaxNames ? Out + " and " + std::to_string(Names.size() - MaxNames) + " more" : Out;
}

std::string CountOf(size_t Count, const char* One, const char* Several)
{
	return std::to_string(Count) + " " + (Count == 1 ? One : Several);
}

std::string NameOfPose(const FExampleSet& Examples, size_t Pose)
{
	return Pose < Examples.Source.Poses.size() ? "'" + Examples.Source.Poses[Pose].Name + "'" : std::to_string(Pose);
}

void FindSurfaceProblems(const FExampleSet& Examples, std::vector<FBuildProblem>& Out)
{
	const FTriangleMesh& Rest = Examples.Rest;
	const FMeshTopology Topology =
		DescribeTopology(BuildAdjacency(Rest.Positions.size(), Rest.Triangles), Rest.Triangles);
	if (Topology.InconsistentEdges > 0)
	{
		Out.push_back({"examples", "flipped-faces", Topology.InconsistentEdges,
			CountOf(Topology.InconsistentEdges, "edge has", "edges have") +
				" faces with opposite winding, so one of them shows its back. Make the faces consistent in the "
				"modeling program (\"recalculate normals\") and export again."});
	}
	if (Topology.NonManifoldVertices > 0)
	{
		Out.push_back({"examples", "non-manifold-vertices", Topology.NonManifoldVertices,
			CountOf(Topology.NonManifoldVertices, "point joins", "points join") +
				" surfaces that touch nowhere else. This is allowed, but levels of detail keep such points. Split them "
				"if this is not intended."});
	}
	if (Topology.IsClosed() && Topology.IsManifold() && SignedVolume(Rest.Positions, Rest.Triangles) < 0.0)
	{
		Out.push_back({"examples", "inside-out", Rest.Triangles.size(),
			"The rest mesh is inside out: its faces are clockwise when seen from outside. Flip all faces in the "
			"modeling program and export again."});
	}
}

/** Poses identical to an earlier one or to the rest. */
void FindRepeatedPoses(const FExampleSet& Examples, std::vector<FBuildProblem>& Out)
{
	std::vector<uint64_t> Seen;
	std::vector<std::string> Repeated, Rests;
	const auto Hash = [](const std::vector<FDouble3>& Positions)
	{ return Checksum64(std::as_bytes(std::span(Positions))); };
	for (size_t Pose = 0; Pose < Examples.PoseCount(); ++Pose)
	{
		Seen.push_back(Hash(Examples.Poses[Pose]));
		for (size_t Other = 0; Other < Pose; ++Other)
		{
			if (Seen[Other] == Seen[Pose] && Examples.Poses[Other] == Examples.Poses[Pose])
			{
				Repeated.push_back(NameOfPose(Examples, Pose) + " (same as " + NameOfPose(Examples, Other) + ")");
				break;
			}
		}
		if (Examples.Poses[Pose] == Examples.Rest.Positions)
		{
			Rests.push_back(NameOfPose(Examples, Pose));
		}
	}
	if (!Repeated.empty())
	{
		Out.push_back({"examples", "repeated-poses", Repeated.size(),
			CountOf(Repeated.size(), "pose is", "poses are") + " identical to an earlier one: " + NameFew(Repeated) +
				". Each one counts twice in every fit. Remove those that are not intended."});
	}
	if (!Rests.empty())
	{
		Out.push_back({"examples", "rest-among-poses", Rests.size(),
			CountOf(Rests.size(), "pose is", "poses are") + " the rest mesh itself: " + NameFew(Rests) +
				". It says nothing about the bones and costs a frame. Remove it."});
	}
}

/** More poses than any fit benefits from, such as whole animation libraries sampled at every frame. */
void FindManyPoses(const FExampleSet& Examples, std::vector<FBuildProblem>& Out)
{
	constexpr size_t MaxUsefulPoses = 500;
	if (Examples.PoseCount() > MaxUsefulPoses)
	{
		Out.push_back({"examples", "many-poses", Examples.PoseCount(),
			std::to_string(Examples.PoseCount()) +
				" poses is a lot; about 100 distinct ones usually give the same result in a fraction of the time and "
				"memory. Sample animations at a lower rate (examples.rate, --rate), or select some of them "
				"(examples.animations, --animation)."});
	}
}

/** A mesh that stands on z = 0 but not on y = 0 and is taller than deep was probably exported with z up. */
void FindUpAxis(const FExampleSet& Examples, std::vector<FBuildProblem>& Out)
{
	FDouble3 Low = Examples.Rest.Positions.empty() ? FDouble3{} : Examples.Rest.Positions.front(), High = Low;
	for (const FDouble3& P : Examples.Rest.Positions)
	{
		Low = {(std::min)(Low.X, P.X), (std::min)(Low.Y, P.Y), (std::min)(Low.Z, P.Z)};
		High = {(std::max)(High.X, P.X), (std::max)(High.Y, P.Y), (std::max)(High.Z, P.Z)};
	}
	const double Tall = High.Z - Low.Z, Deep = High.Y - Low.Y;
	if (Tall > 1.2 * Deep && std::abs(Low.Z) < 0.02 * Tall && std::abs(Low.Y) > 0.05 * Deep)
	{
		Out.push_back({"examples", "up-guess", 1,
			"The rest mesh stands on z = 0 rather than y = 0, as if z were up. If it lies on its back in the pictures, "
			"import it with z up (examples.up, --up z)."});
	}
}

/** Edges roughly keep their length however a character bends; a pose where they do not has different units. */
void FindScaledPoses(const FExampleSet& Examples, std::vector<FBuildProblem>& Out)
{
	const double Rest = MeanEdgeLength(Examples.Rest.Positions, Examples.Rest.Triangles);
	std::vector<std::string> Scaled;
	for (size_t Pose = 0; Pose < Examples.PoseCount() && Rest > 0.0; ++Pose)
	{
		const double Ratio = MeanEdgeLength(Examples.Poses[Pose], Examples.Rest.Triangles) / Rest;
		if (Ratio < 0.8 || Ratio > 1.25)
		{
			const double Percent = std::round(100.0 * Ratio);
			Scaled.push_back(NameOfPose(Examples, Pose) + " (" + std::to_string(static_cast<int64_t>(Percent)) + " %)");
		}
	}
	if (!Scaled.empty())
	{
		Out.push_back({"examples", "scaled-poses", Scaled.size(),
			CountOf(Scaled.size(), "pose has", "poses have") + " a different size than the rest mesh: " +
				NameFew(Scaled) + ". Bones cannot scale. Export rest mesh and poses in the same units."});
	}
}

/** What the examples could not tell about a given skeleton. */
void FindSkeletonProblems(const FBuildOptions& Options, const FRigResult& Rig, std::vector<FBuildProblem>& Out)
{
	if (Options.Rig.Names != EBoneNames::Numbers && !Rig.bGiven && Rig.NamedBones < Rig.Rig.BoneCount)
	{
		std::vector<std::string> Numbered;
		for (const std::string& Name : Rig.Rig.Names)
		{
			if (Name.starts_with("bone_"))
			{
				Numbered.push_back(Name);
			}
		}
		Out.push_back({"rig", "bones-without-names", Rig.Rig.BoneCount - Rig.NamedBones,
			Rig.NamedBones == 0
				? "The rig is not that of a humanoid, so its bones keep their numbers. A humanoid stands upright, with "
				  "its "
				  "shoulders above its hips, and looks to +Z. Turn the examples (--up), or use --skeleton."
				: std::to_string(Rig.NamedBones) + " of " + std::to_string(Rig.Rig.BoneCount) +
					" bones match a humanoid and were named; these did not: " + NameFew(Numbered) +
					". The character must stand upright and look to +Z; use fewer bones if limbs have too many."});
	}
	const auto NamesOf = [&](const std::vector<uint16_t>& Joints)
	{
		std::vector<std::string> Names;
		for (const uint16_t Joint : Joints)
		{
			Names.push_back(Joint < Rig.Rig.Names.size() ? Rig.Rig.Names[Joint] : std::to_string(Joint));
		}
		return NameFew(Names);
	};
	if (!Rig.IdleJoints.empty())
	{
		Out.push_back({"rig", "idle-joints", Rig.IdleJoints.size(),
			CountOf(Rig.IdleJoints.size(), "joint", "joints") +
				" of the skeleton never move in the examples: " + NamesOf(Rig.IdleJoints) +
				". They keep the skin that is nearest to them. Add poses that move them to fit their weights."});
	}
	if (!Rig.UnledJoints.empty())
	{
		Out.push_back({"rig", "joints-without-skin", Rig.UnledJoints.size(),
			CountOf(Rig.UnledJoints.size(), "joint", "joints") +
				" of the skeleton lead no skin: " + NamesOf(Rig.UnledJoints) +
				". They move with their parents. If they should lead some, check that they are inside the mesh, and "
				"add poses that move them."});
	}
}

void FindRigProblems(const FExampleSet& Examples, const FBuiltCharacter& Built, std::vector<FBuildProblem>& Out)
{
	const bool bGiven = Built.Rig.bGiven;
	const FRig& Rig = Built.Rig.Rig;
	std::vector<double> Areas(Rig.BoneCount, 0.0);
	const std::vector<double> PointAreas = VertexAreas(Examples.Rest.Positions, Examples.Rest.Triangles);
	double Total = 0.0;
	for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		for (uint32_t Slot = Rig.Weights.Offsets[Point]; Slot < Rig.Weights.Offsets[Point + 1]; ++Slot)
		{
			Areas[Rig.Weights.Bones[Slot]] += PointAreas[Point] * Rig.Weights.Weights[Slot];
		}
		Total += PointAreas[Point];
	}
	std::vector<std::string> Tiny, Straight, Loose;
	const double Diagonal = BoxDiagonal(Examples.Rest.Positions);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const std::string Name = std::to_string(Rig.NumberOf(Bone));
		if (Areas[Bone] < 1e-3 * Total && !bGiven) // a given skeleton is as it is
		{
			Tiny.push_back(Name);
		}
		if (Rig.Parents[Bone] != NoParent && Built.Rig.Joints[Bone].Rank == 0 && !bGiven)
		{
			Straight.push_back(Name);
		}
		if (Rig.Parents[Bone] != NoParent && Built.Rig.Joints[Bone].Gap > 0.01 * Diagonal)
		{
			Loose.push_back(Name);
		}
	}
	if (!Tiny.empty())
	{
		Out.push_back({"rig", "tiny-bones", Tiny.size(),
			CountOf(Tiny.size(), "bone moves", "bones move") + " less than 0.1 % of the surface: " + NameFew(Tiny) +
				". Use fewer bones (rig.bones, --bones), or drop bones that others predict (rig.dropDependent, "
				"--drop-dependent)."});
	}
	if (!Straight.empty())
	{
		Out.push_back({"rig", "joints-not-bent", Straight.size(),
			"The examples do not bend the joints of " + CountOf(Straight.size(), "bone", "bones") + ": " +
				NameFew(Straight) +
				". Their positions are estimated from the weights. Add poses that bend them, or use fewer bones."});
	}
	if (!Loose.empty())
	{
		Out.push_back({"rig", "loose-joints", Loose.size(),
			CountOf(Loose.size(), "bone is", "bones are") +
				" more than 1 % of the diagonal away from the parent joint: " + NameFew(Loose) +
				". The clip stores translation keys for them. Use rig.connected (--connected) to make bones meet at "
				"their joints."});
	}
	if (Built.Rig.UnprovenEdges > 0)
	{
		Out.push_back({"rig", "edges-without-evidence", Built.Rig.UnprovenEdges,
			CountOf(Built.Rig.UnprovenEdges, "edge", "edges") +
				" of the skeleton joined bones that share no points, based on distance alone. If these are wrong, "
				"specify the right ones (rig.forcedEdges, --force-edge)."});
	}
	if (!Rig.Unexplained.empty())
	{
		// A large part of the surface is not just hair or cloth.
		const bool bLargePart = Rig.Unexplained.size() > Examples.PointCount() / 5;
		Out.push_back({"rig", "unexplained-points", Rig.Unexplained.size(),
			CountOf(Rig.Unexplained.size(), "point moves", "points move") +
				(bLargePart ? " in ways no blend of the bones can reproduce, out of " +
							std::to_string(Examples.PointCount()) + ": " +
							CountOf(Rig.BoneCount, "bone is", "bones are") +
							" too few for these examples. Use more (rig.bones, --bones), or check that all poses have "
							"the same vertex order."
							: " in ways no blend of the bones can reproduce (cloth, hair, or a glitch in the file; the "
							  "first is point " +
							std::to_string(Rig.Unexplained.front()) +
							", counting from 0). Use more bones, or check that all poses have the same vertex "
							"order.")});
	}
}

/** An error that was asked for and not reached. */
void FindLargeErrors(const FExampleSet& Examples, const FBuildOptions& Options, const FBuiltCharacter& Built,
	std::vector<FBuildProblem>& Out)
{
	const double MaxError = Options.Rig.Refine.MaxError;
	if (!(MaxError > 0.0))
	{
		return;
	}
	const TResult<FErrorMeasures> Error = MeasureRig(Examples, Built.Rig.Rig);
	if (Error && Error->VertexMax > MaxError)
	{
		char Found[64];
		std::snprintf(
			Found, sizeof(Found), "%.3g %% of the diagonal instead of the %.3g %%", Error->VertexMax, MaxError);
		Out.push_back({"rig", "max-error", 1,
			"The largest error of a point in any example is " + std::string(Found) +
				" that rig.maxError (--max-error) asks for. Allow more bones (rig.maxBones, --max-bones) or more "
				"influences "
				"(rig.influences, --influences)."});
	}
}

void FindSkinProblems(const FBuildOptions& Options, const FBuiltCharacter& Built, std::vector<FBuildProblem>& Out)
{
	if (Options.bAnimationSpace && Options.Rig.Refine.bAffineBones)
	{
		Out.push_back({"skin", "affine-bones", 1,
			"No animation-space skin was built, because the fitted bones are affine (rig.affine, --affine) but a "
			"skeleton's bones are rigid. Omit rig.affine, or use linear blending (skin.kind lbs)."});
	}
	if (Built.Skin && Built.Skin->bBlend)
	{
		Out.push_back({"skin", "no-gain", 1,
			"Animation space gave no cross-validated improvement, so linear blending is used. Add more varied poses, "
			"or reproduce these as closely as possible (skin.aim examples)."});
	}
	const size_t Asked = !Options.Levels.Fractions.empty() ? Options.Levels.Fractions.size() + 1
		: !Options.Levels.Errors.empty()                   ? Options.Levels.Errors.size() + 1
														   : Options.Levels.LevelCount;
	const size_t Made = Built.Parts.Levels.Coarser.size() + 1;
	if (Built.bLevels && Made < Asked)
	{
		Out.push_back({"levels", "fewer-levels", Asked - Made,
			std::to_string(Asked) + " levels were requested, but only " + std::to_string(Made) +
				" could be built because nothing more can be removed. Request fewer levels, or allow fewer triangles "
				"(levels.minTriangles)."});
	}
}

} // namespace BuildProblemsDetail

std::string_view NameOfProblem(EExampleProblem Kind)
{
	switch (Kind)
	{
	case EExampleProblem::DegenerateFace:
		return "degenerate-face";
	case EExampleProblem::DuplicateFace:
		return "duplicate-face";
	case EExampleProblem::NonManifoldEdge:
		return "non-manifold-edge";
	case EExampleProblem::UnreferencedVertex:
		return "unreferenced-vertex";
	case EExampleProblem::UnitsGuess:
		return "units-guess";
	case EExampleProblem::BadAttribute:
		return "bad-attribute";
	}
	return "other";
}

std::vector<FBuildProblem> FindExampleProblems(const FExampleSet& Examples)
{
	using namespace BuildProblemsDetail;
	std::vector<FBuildProblem> Out;
	for (const FExampleProblem& Problem : Examples.Problems)
	{
		Out.push_back({"examples", std::string(NameOfProblem(Problem.Kind)), Problem.Count, Problem.Message});
	}
	FindSurfaceProblems(Examples, Out);
	FindUpAxis(Examples, Out);
	FindManyPoses(Examples, Out);
	FindRepeatedPoses(Examples, Out);
	FindScaledPoses(Examples, Out);
	return Out;
}

std::vector<FBuildProblem> FindBuildProblems(
	const FExampleSet& Examples, const FBuildOptions& Options, const FBuiltCharacter& Built)
{
	using namespace BuildProblemsDetail;
	std::vector<FBuildProblem> Out = FindExampleProblems(Examples);
	FindRigProblems(Examples, Built, Out);
	FindLargeErrors(Examples, Options, Built, Out);
	FindSkeletonProblems(Options, Built.Rig, Out);
	FindSkinProblems(Options, Built, Out);
	return Out;
}

} // namespace Exemplar
