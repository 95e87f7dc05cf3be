// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Describe.h"

#include "Files/MapFiles.h"
#include "Geometry/Measures.h"
#include "Pipeline/BuildProblems.h"
#include "Skinning/SkinOperator.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace Exemplar
{
namespace
{

FJson DescribeBox(const std::vector<FDouble3>& Positions)
{
	FDouble3 Min{INFINITY, INFINITY, INFINITY}, Max{-INFINITY, -INFINITY, -INFINITY};
	for (const FDouble3& P : Positions)
	{
		Min = {(std::min)(Min.X, P.X), (std::min)(Min.Y, P.Y), (std::min)(Min.Z, P.Z)};
		Max = {(std::max)(Max.X, P.X), (std::max)(Max.Y, P.Y), (std::max)(Max.Z, P.Z)};
	}
	const double X = Max.X - Min.X, Y = Max.Y - Min.Y, Z = Max.Z - Min.Z;
	return {{"min", ToJson(Min)}, {"max", ToJson(Max)}, {"diagonal", std::sqrt(X * X + Y * Y + Z * Z)}};
}

FJson DescribeBox(const FBox& Box)
{
	return {{"min", ToJson(Box.Min)}, {"max", ToJson(Box.Max)}, {"diagonal", Box.Diagonal()}};
}

FJson DescribeTopologyOf(const FTriangleMesh& Mesh)
{
	const FMeshTopology Topology = DescribeTopology(Mesh.Positions.size(), Mesh.Triangles);
	FJson Out = {{"components", Topology.Components}, {"closed", Topology.IsClosed()},
		{"manifold", Topology.IsManifold()}, {"boundaryEdges", Topology.BoundaryEdges}};
	if (Topology.IsClosed() && Topology.IsManifold())
	{
		Out["genus"] = Topology.Genus();
	}
	return Out;
}

/** The maximum and mean number of influences per row. */
template <typename OffsetsType>
FJson DescribeInfluences(const OffsetsType& Offsets)
{
	uint32_t Most = 0;
	for (size_t V = 0; V + 1 < Offsets.size(); ++V)
	{
		Most = (std::max)(Most, Offsets[V + 1] - Offsets[V]);
	}
	const auto Count = static_cast<double>(Offsets.size() - 1);
	return {{"most", Most}, {"mean", Count > 0.0 ? static_cast<double>(Offsets[Offsets.size() - 1]) / Count : 0.0}};
}

template <typename ClipType>
FJson DescribeClip(const ClipType& Clip)
{
	FJson Out = {{"name", Clip.Name}, {"frames", Clip.FrameCount}, {"framesPerSecond", Clip.FramesPerSecond},
		{"loops", Clip.bLoops != 0},
		{"keys", Clip.Rotations.Values.size() + Clip.Translations.Values.size() + Clip.Scales.Values.size()}};
	Out["curves"] = FJson::array();
	for (size_t Curve = 0; Curve < Clip.Curves.Count(); ++Curve)
	{
		Out["curves"].push_back(Clip.Curves.Name(Curve));
	}
	return Out;
}

FJson DescribeRig(const FSourceRig& Rig)
{
	FJson Out = {{"joints", Rig.Skeleton.JointCount()}};
	if (!Rig.Weights.Offsets.empty())
	{
		Out["influences"] = DescribeInfluences(Rig.Weights.Offsets);
	}
	Out["clips"] = FJson::array();
	for (const FClipData& Clip : Rig.Clips)
	{
		Out["clips"].push_back(DescribeClip(Clip));
	}
	return Out;
}

FJson DescribeLevel(const FMeshLevelView& Level)
{
	FJson Out = {{"vertices", Level.VertexCount()}, {"triangles", Level.Indices.size() / 3},
		{"sections", Level.Sections.size()}};
	std::vector<const char*> Streams{"positions"};
	const auto Add = [&](bool bHas, const char* Name)
	{
		if (bHas)
		{
			Streams.push_back(Name);
		}
	};
	Add(!Level.Normals.empty(), "normals");
	Add(!Level.Tangents.empty(), "tangents");
	Add(!Level.UVs.empty(), "UVs");
	Add(!Level.Colors.empty(), "colors");
	Add(!Level.PointOfCorner.empty(), "points");
	Add(!Level.SourceOfCorner.empty(), "sources");
	Add(!Level.GeomorphTargets.empty(), "geomorph");
	Add(!Level.RotationCenters.empty(), "rotation centers");
	Add(!Level.BlendFactors.empty(), "blend factors");
	Out["streams"] = Streams;
	Out["UVSets"] = (Level.UVs.empty() ? 0 : 1) + Level.MoreUVSetCount();
	Out["colorSets"] = Level.ColorSetCount();
	if (!Level.Weights.Offsets.empty())
	{
		Out["blendInfluences"] = DescribeInfluences(Level.Weights.Offsets);
	}
	if (!Level.Skin.Offsets.empty())
	{
		Out["skinInfluences"] = DescribeInfluences(Level.Skin.Offsets);
	}
	Out["surfaceError"] = Level.SurfaceError;
	Out["surfaceRms"] = Level.SurfaceRms;
	Out["meanError"] = Level.MeanError;
	Out["errorBound"] = Level.ErrorBound;
	return Out;
}

} // namespace

FJson DescribeExamples(const FExampleSet& Examples)
{
	const FSourceMesh& Mesh = Examples.Source.Rest;
	FJson Out = {{"kind", "examples"}, {"name", Examples.Source.Name}, {"vertices", Mesh.Positions.size()},
		{"points", Examples.PointCount()}, {"polygons", Mesh.PolygonCount()},
		{"triangles", Examples.Rest.Triangles.size()}, {"poses", Examples.PoseCount()},
		{"UVs", !Mesh.CornerUVs.empty()}, {"UVSets", (Mesh.CornerUVs.empty() ? 0 : 1) + Mesh.MoreUVs.size()},
		{"colorSets", Mesh.Colors.size()}, {"normals", !Mesh.CornerNormals.empty()}};
	Out["materials"] = FJson::array();
	for (const auto& Material : Mesh.Materials)
	{
		Out["materials"].push_back(Material.Name);
	}
	Out["bounds"] = DescribeBox(Mesh.Positions);
	Out["topology"] = DescribeTopologyOf(Examples.Rest);
	if (Examples.Source.Rig)
	{
		Out["rig"] = DescribeRig(*Examples.Source.Rig);
	}
	Out["problems"] = FJson::array();
	for (const FBuildProblem& Problem : FindExampleProblems(Examples))
	{
		Out["problems"].push_back({{"name", Problem.Name}, {"count", Problem.Count}, {"message", Problem.Message}});
	}
	Out["unused"] = Examples.Source.Unused;
	std::set<std::string> Curves;
	for (const FSourcePose& Pose : Examples.Source.Poses)
	{
		for (const FSourceNumber& Number : Pose.Numbers)
		{
			Curves.insert(Number.Name);
		}
	}
	Out["curves"] = Curves;
	Out["poseNames"] = FJson::array();
	for (const FSourcePose& Pose : Examples.Source.Poses)
	{
		Out["poseNames"].push_back(Pose.Name);
	}
	return Out;
}

FJson DescribeCharacter(const FCharacterView& Character)
{
	FJson Out = {{"kind", "character"}, {"name", Character.Name}, {"joints", Character.Skeleton.JointCount()}};
	Out["materials"] = FJson::array();
	for (const auto& Material : Character.Materials)
	{
		Out["materials"].push_back(Material.Name);
	}
	if (!Character.Levels.empty())
	{
		Out["bounds"] = DescribeBox(Character.RestBox);
		Out["sphere"] = {{"center", ToJson(Character.Sphere.Center)}, {"radius", Character.Sphere.Radius}};
	}
	if (!Character.PointOfSource.empty())
	{
		Out["sourceVertices"] = Character.PointOfSource.size();
		Out["points"] = Character.PointCount;
	}
	Out["operator"] = ToString(FindPreferredOperator(Character));
	Out["levels"] = FJson::array();
	for (const FMeshLevelView& Level : Character.Levels)
	{
		Out["levels"].push_back(DescribeLevel(Level));
	}
	Out["maps"] = DescribeMaps(Character.Maps);
	Out["clips"] = FJson::array();
	for (const FClipView& Clip : Character.Clips)
	{
		Out["clips"].push_back(DescribeClip(Clip));
	}
	Out["jointNames"] = FJson::array();
	for (const std::string_view Name : Character.Skeleton.Names)
	{
		Out["jointNames"].push_back(Name);
	}
	Out["provenance"] = FJson::object();
	for (const auto& Entry : Character.Provenance)
	{
		Out["provenance"][std::string(Entry.Key)] = Entry.Value;
	}
	return Out;
}

} // namespace Exemplar
