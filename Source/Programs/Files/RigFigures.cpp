// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/RigFigures.h"

#include "Files/SkinFigures.h"
#include "Metrics/ErrorMeasures.h"

#include <algorithm>
#include <cstdio>

namespace Exemplar
{

namespace
{

FJson DescribeStages(const std::vector<FStageFigures>& Stages)
{
	FJson Out = FJson::array();
	for (const FStageFigures& Stage : Stages)
	{
		FJson Entry;
		Entry["stage"] = Stage.Stage;
		Entry["seconds"] = Stage.Seconds;
		for (const FFigure& Figure : Stage.Figures)
		{
			FJson Value;
			Value["value"] = Figure.Value;
			if (!Figure.Unit.empty())
			{
				Value["unit"] = Figure.Unit;
			}
			Entry["figures"][Figure.Name] = Value;
		}
		Out.push_back(Entry);
	}
	return Out;
}

/** The source vertices that became these points, ascending. */
std::vector<size_t> SourceVerticesOf(const FExampleSet& Examples, const std::vector<uint32_t>& Points)
{
	std::vector<size_t> Out;
	for (size_t Vertex = 0; Vertex < Examples.PointOfSource.size(); ++Vertex)
	{
		if (std::binary_search(Points.begin(), Points.end(), Examples.PointOfSource[Vertex]))
		{
			Out.push_back(Vertex);
		}
	}
	return Out;
}

FJson DescribeBones(const FRigResult& Rig)
{
	FJson Out = FJson::array();
	for (size_t Bone = 0; Bone < Rig.Rig.BoneCount; ++Bone)
	{
		const FJointFit& Joint = Rig.Joints[Bone];
		FJson Entry;
		Entry["bone"] = Rig.Rig.NumberOf(Bone);
		if (!Rig.Rig.Names.empty())
		{
			Entry["name"] = Rig.Rig.Names[Bone];
		}
		const int32_t Parent = Rig.Rig.Parents[Bone];
		Entry["parent"] =
			Parent == NoParent ? Parent : static_cast<int32_t>(Rig.Rig.NumberOf(static_cast<size_t>(Parent)));
		Entry["joint"] = ToJson(Rig.Rig.Joints[Bone]);
		Entry["kind"] = Rig.Rig.Parents[Bone] == NoParent
			? "root"
			: (Joint.Rank == 3 ? "ball" : (Joint.Rank == 2 ? "hinge" : "not bent"));
		Entry["gap"] = Joint.Gap;
		if (!Rig.MirrorImages.empty())
		{
			Entry["mirrorImage"] = Rig.Rig.NumberOf(Rig.MirrorImages[Bone]);
		}
		Out.push_back(Entry);
	}
	return Out;
}

} // namespace

TResult<FJson> DescribeRig(const FExampleSet& Examples, const FBuiltCharacter& Built)
{
	const FRig& Rig = Built.Rig.Rig;
	FErrorMeasures Error;
	if (Rig.PoseCount > 0) // a rig from the shape of one mesh has nothing to be measured by
	{
		TResult<FErrorMeasures> Measured = MeasureRig(Examples, Rig);
		if (!Measured)
		{
			return Measured.GetError();
		}
		Error = std::move(*Measured);
	}
	size_t Most = 0;
	for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		Most = std::max(Most, size_t{Rig.Weights.Offsets[Point + 1] - Rig.Weights.Offsets[Point]});
	}
	double Seconds = 0.0;
	for (const FStageRun& Run : Built.Runs)
	{
		Seconds += Run.Seconds;
	}
	FJson Out;
	FJson& Summary = Out["summary"];
	Summary["bones"] = Rig.BoneCount;
	Summary["influences"] = Most;
	Summary["poses"] = Rig.PoseCount;
	Summary["points"] = Examples.PointCount();
	if (Rig.PoseCount > 0)
	{
		Summary["vertexRmsPercent"] = Error.VertexRms;
		Summary["vertexMaxPercent"] = Error.VertexMax;
		Summary["normalRms"] = Error.NormalRms;
	}
	if (Built.Comparison)
	{
		Summary["animationSpaceRmsPercent"] = Built.Comparison->Skin.VertexRms;
		Summary["animationSpaceMaxPercent"] = Built.Comparison->Skin.VertexMax;
		Summary["animationSpaceNormalRms"] = Built.Comparison->Skin.NormalRms;
	}
	Summary["unexplainedPoints"] = Rig.Unexplained.size();
	if (Built.Rig.bGiven)
	{
		Summary["extraJoints"] = Built.Rig.ExtraJoints;
		Summary["jointsThatNeverMove"] = Built.Rig.IdleJoints.size();
		Summary["jointsWithoutSkin"] = Built.Rig.UnledJoints.size();
	}
	if (Built.Rig.NamedBones > 0)
	{
		Summary["namedBones"] = Built.Rig.NamedBones;
	}
	Summary["seconds"] = Seconds;

	Out["error"] = nullptr;
	if (Rig.PoseCount > 0)
	{
		Out["error"] = {{"vertexRmsPercent", Error.VertexRms}, {"vertexMaxPercent", Error.VertexMax},
			{"worstPoint", Error.WorstPoint}, {"worstPose", Error.WorstPose}, {"normalRms", Error.NormalRms},
			{"erms", Error.Erms}, {"ermsUnit", Error.ErmsUnit}, {"distortionPercent", Error.Distortion}};
	}
	Out["poses"] = FJson::array();
	for (size_t Pose = 0; Pose < Error.Poses.size(); ++Pose)
	{
		FJson Entry;
		Entry["name"] = Pose < Examples.Source.Poses.size() ? Examples.Source.Poses[Pose].Name : std::to_string(Pose);
		Entry["vertexRmsPercent"] = Error.Poses[Pose].VertexRms;
		Entry["vertexMaxPercent"] = Error.Poses[Pose].VertexMax;
		Entry["normalRms"] = Error.Poses[Pose].NormalRms;
		Out["poses"].push_back(Entry);
	}
	if (Built.Comparison && Built.Skin)
	{
		Out["skins"] = DescribeComparison(Examples, *Built.Comparison);
		Out["skins"]["choice"] = DescribeSkinChoice(*Built.Skin);
	}
	Out["bones"] = DescribeBones(Built.Rig);
	Out["edgesWithoutEvidence"] = Built.Rig.UnprovenEdges;
	Out["removedBones"] = FJson::array();
	for (const FDependentBone& Removed : Built.Rig.Removed)
	{
		FJson Entry;
		Entry["bone"] = Removed.Bone;
		Entry["errorPercent"] = Removed.Error;
		for (const auto& [Bone, Share] : Removed.Predictors)
		{
			Entry["predictedBy"][std::to_string(Bone)] = Share;
		}
		Out["removedBones"].push_back(Entry);
	}
	Out["unexplained"] = SourceVerticesOf(Examples, Rig.Unexplained);
	Out["curve"] = Built.Rig.ErrorCurve;
	Out["stages"] = DescribeStages(Built.Figures);
	return Out;
}

std::string FormatRigSummary(const FJson& Summary)
{
	const auto CountOf = [&Summary](const char* Key) { return Summary[Key].get<size_t>(); };
	const auto Words = [](size_t Count, const char* Singular, const char* Plural)
	{ return std::to_string(Count) + " " + (Count == 1 ? Singular : Plural); };
	std::string Out = Words(CountOf("bones"), "bone", "bones") + ", up to " +
		Words(CountOf("influences"), "influence", "influences") + " per vertex; " +
		Words(CountOf("poses"), "pose", "poses") + ", " + Words(CountOf("points"), "vertex", "vertices") + "\n";
	if (const size_t Unexplained = CountOf("unexplainedPoints"); Unexplained > 0)
	{
		Out += Words(Unexplained, "vertex", "vertices") + " not reproduced by the bones\n";
	}
	if (!Summary.contains("vertexRmsPercent"))
	{
		return Out; // no poses to measure
	}
	Out += "% of the diagonal       RMS   largest   normals (chord)\n";
	const auto AddRow = [&](const char* Name, const char* Rms, const char* Largest, const char* Normals)
	{
		char Line[96];
		std::snprintf(Line, sizeof(Line), "%-17s  %8.4f  %8.4f          %8.4f\n", Name, Summary[Rms].get<double>(),
			Summary[Largest].get<double>(), Summary[Normals].get<double>());
		Out += Line;
	};
	AddRow("linear blending", "vertexRmsPercent", "vertexMaxPercent", "normalRms");
	if (Summary.contains("animationSpaceRmsPercent"))
	{
		AddRow("animation space", "animationSpaceRmsPercent", "animationSpaceMaxPercent", "animationSpaceNormalRms");
	}
	return Out;
}

FPlot PlotErrorCurve(const std::vector<double>& ErrorCurve, size_t Chosen)
{
	FPlot Plot;
	Plot.Title = "Error of rigid bones over bone count";
	Plot.X.Label = "bones";
	Plot.Y.Label = "RMS distance, % of the rest diagonal";
	Plot.Y.bLogarithmic = true;
	FPlotSeries Curve;
	Curve.Name = "rigid clusters";
	double Low = 1e300, High = 0.0;
	const size_t Last = std::min(ErrorCurve.size(), std::max(size_t{60}, 2 * Chosen));
	for (size_t Count = 1; Count <= Last; ++Count)
	{
		Curve.Points.push_back({static_cast<double>(Count), ErrorCurve[Count - 1]});
		if (ErrorCurve[Count - 1] > 0.0)
		{
			Low = std::min(Low, ErrorCurve[Count - 1]);
			High = std::max(High, ErrorCurve[Count - 1]);
		}
	}
	Plot.Series.push_back(std::move(Curve));
	if (High > 0.0)
	{
		const double X = static_cast<double>(Chosen);
		Plot.Series.push_back({"taken: " + std::to_string(Chosen), {{X, Low}, {X, High}}, true});
	}
	return Plot;
}

} // namespace Exemplar
