// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/HelperBones.h"
#include "Clips/Animation.h"
#include "Correctives/HelperSearch.h"
#include "Correctives/LearnedStage.h"
#include "Geometry/EigenMap.h"
#include "Model/Posing.h"
#include "Model/Stopwatch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace Exemplar
{

namespace HelperBonesDetail
{

using Eigen::Index;
using Eigen::Vector3d;

/** Relevance of two values per helper, its translation and its rotation: the mean of its points'. */
FRelevance RelevanceOfHelpers(const FHelperSearch& Search, const FRelevance& OfPoints, size_t JointCount)
{
	FRelevance Out;
	for (size_t Helper = 0; Helper < Search.Helpers.size(); ++Helper)
	{
		std::vector<double> Sums(JointCount, 0.0);
		double Total = 0.0;
		for (const FHelperShare& Share : Search.Helpers[Helper].Shares)
		{
			Total += Share.Weight;
			for (uint32_t Entry = OfPoints.Offsets[Share.Point]; Entry < OfPoints.Offsets[Share.Point + 1]; ++Entry)
			{
				Sums[OfPoints.Joints[Entry]] += Share.Weight * OfPoints.Values[Entry];
			}
		}
		for (int Value = 0; Value < 2; ++Value)
		{
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				if (Total > 0.0 && Sums[Joint] > 1e-3 * Total)
				{
					Out.Joints.push_back(uint16_t(Joint));
					Out.Values.push_back(Sums[Joint] / Total);
				}
			}
			Out.Offsets.push_back(uint32_t(Out.Joints.size()));
		}
	}
	return Out;
}

/** Translations in units of length and rotation vectors times the helper's radius: comparable. */
std::vector<FDouble3> ReadMotions(const FHelperSearch& Search)
{
	const size_t PoseCount = Search.PoseCount();
	std::vector<FDouble3> Out(2 * Search.Helpers.size() * PoseCount);
	for (size_t Helper = 0; Helper < Search.Helpers.size(); ++Helper)
	{
		const FHelper& From = Search.Helpers[Helper];
		for (size_t Pose = 0; Pose < PoseCount; ++Pose)
		{
			const size_t Place = Pose * 2 * Search.Helpers.size() + 2 * Helper;
			Out[Place] = ToDouble3(From.Translations[Pose]);
			Out[Place + 1] = ToDouble3(From.Radius * From.Rotations[Pose]);
		}
	}
	return Out;
}

/**
 * Poses that take each joint from another example, with the surface that the learned layer has there. The layer is
 * known in every pose, so helpers learn from more poses than there are examples, and from what mirror images taught it.
 */
struct FMixedExamples
{
	std::vector<FCorrectiveExample> Examples;
	FDriverPoses Poses;
};

FMixedExamples MixExamples(const FCorrectiveInput& Input, const FPreparedExamples& Prepared, const FLearnedLayer& Layer,
	size_t Count, const FBuildContext& Context)
{
	const std::vector<FAffine3d> Rest = RestModel(Input.Skeleton);
	const size_t Points = Input.Skin.PointCount();
	FMixedExamples Out;
	Out.Examples.resize(Count);
	std::vector<FAffine3d> Palettes;
	for (size_t Turn = 0; Turn < Count; ++Turn)
	{
		std::vector<FAffine3d> Model;
		for (size_t Joint = 0; Joint < Input.Skeleton.JointCount(); ++Joint)
		{
			const std::vector<FAffine3d>& From =
				Input.Examples[(7 * Turn + 13 * Joint + Turn * Joint) % Input.Examples.size()].Palette;
			Model.push_back(Compose(From[Joint], Rest[Joint]));
			if (const int32_t Parent = Input.Skeleton.Parents[Joint]; Parent >= 0)
			{
				const FAffine3d Theirs = Compose(From[size_t(Parent)], Rest[size_t(Parent)]);
				Model.back() = Compose(Model[size_t(Parent)], Compose(Inverse(Theirs), Model.back()));
			}
			Out.Examples[Turn].Palette.push_back(Compose(Model.back(), Inverse(Rest[Joint])));
		}
		Palettes.insert(Palettes.end(), Out.Examples[Turn].Palette.begin(), Out.Examples[Turn].Palette.end());
	}
	Out.Poses = ReadPoses(Input, Prepared.Ranges, Palettes, {});
	const std::vector<FDouble3> Offsets = EvaluateLearnedLayer(Layer, Out.Poses, Context);
	for (size_t Turn = 0; Turn < Count; ++Turn)
	{
		std::vector<FDouble3> Corrected = Input.Skin.Rest;
		for (size_t Point = 0; Point < Points; ++Point)
		{
			Corrected[Point] = ToDouble3(AsVector(Corrected[Point]) + AsVector(Offsets[Turn * Points + Point]));
		}
		Out.Examples[Turn].Points = BlendPoints(Corrected, Input.Skin.Weights, Out.Examples[Turn].Palette);
	}
	return Out;
}

/** The skeleton with a joint per helper, in the frame of its parent. */
void AppendJoints(const FHelperSearch& Search, FHelperBones& Out)
{
	const std::vector<FAffine3d> Rest = RestModel(Out.Skeleton);
	std::map<uint16_t, int> CountOfParent;
	for (const FHelper& Helper : Search.Helpers)
	{
		const FAffine3d Back = Inverse(Rest[Helper.Parent]);
		const FDouble3 Place = TransformPoint(Back, ToDouble3(Helper.Center));
		FBoneTransform Local;
		Local.Translation = ToFloat3(Place);
		Out.Joints.push_back(uint32_t(Out.Skeleton.Parents.size()));
		Out.Skeleton.Names.push_back(
			Out.Skeleton.Names[Helper.Parent] + "_helper_" + std::to_string(CountOfParent[Helper.Parent]++));
		Out.Skeleton.Parents.push_back(int32_t(Helper.Parent));
		Out.Skeleton.RestLocal.push_back(Local);
		if (!Out.Skeleton.Limits.empty())
		{
			Out.Skeleton.Limits.emplace_back();
		}
	}
}

/** Weights of the points with the helpers, which take from their parents. */
FRigWeights MergeWeights(const FRigWeights& Body, const FHelperSearch& Search, size_t JointCount)
{
	std::vector<std::vector<std::pair<size_t, double>>> Added(Body.PointCount());
	for (size_t Helper = 0; Helper < Search.Helpers.size(); ++Helper)
	{
		for (const FHelperShare& Share : Search.Helpers[Helper].Shares)
		{
			Added[Share.Point].emplace_back(Helper, Share.Weight);
		}
	}
	FRigWeights Out;
	for (size_t Point = 0; Point < Body.PointCount(); ++Point)
	{
		for (uint32_t Entry = Body.Offsets[Point]; Entry < Body.Offsets[Point + 1]; ++Entry)
		{
			double Weight = Body.Weights[Entry];
			for (const auto& [Helper, Share] : Added[Point])
			{
				Weight -= Search.Helpers[Helper].Parent == Body.Bones[Entry] ? Share : 0.0;
			}
			if (Weight > 1e-9)
			{
				Out.Bones.push_back(Body.Bones[Entry]);
				Out.Weights.push_back(Weight);
			}
		}
		for (const auto& [Helper, Share] : Added[Point])
		{
			Out.Bones.push_back(uint16_t(JointCount + Helper));
			Out.Weights.push_back(Share);
		}
		Out.Offsets.push_back(uint32_t(Out.Bones.size()));
	}
	return Out;
}

/** Shapes of motions become what their weights do to the helpers. */
void TakeHelpers(const FHelperSearch& Search, const FSkeletonData& Body, FCorrectives& Correctives)
{
	const std::vector<FAffine3d> Rest = RestModel(Body);
	const FShapeDeltas& From = Correctives.Levels[0];
	std::map<std::pair<uint32_t, uint32_t>, FCorrectiveHelper> Found; // by joint, then by shape
	for (uint32_t Shape = 0; Shape + 1 < From.Offsets.size(); ++Shape)
	{
		for (uint32_t Entry = From.Offsets[Shape]; Entry < From.Offsets[Shape + 1]; ++Entry)
		{
			const FHelper& Helper = Search.Helpers[From.Points[Entry] / 2];
			const uint32_t Joint = uint32_t(Body.JointCount() + From.Points[Entry] / 2);
			FCorrectiveHelper& Out = Found[{Joint, Shape}];
			Out.Joint = Joint;
			Out.Shape = Shape;
			// From character space to the frame of the parent, which is the helper's own at rest.
			const FDouble3 Value = TransformVector(Inverse(Rest[Helper.Parent]), From.Deltas[Entry]);
			if (From.Points[Entry] % 2 == 0)
			{
				Out.Translation = ToFloat3(Value);
			}
			else
			{
				Out.Rotation = ToFloat3(ToDouble3(AsVector(Value) / Helper.Radius));
			}
		}
	}
	for (const auto& [Key, Helper] : Found)
	{
		Correctives.Model.Helpers.push_back(Helper);
	}
	const size_t ShapeCount = Correctives.Model.ShapeCount();
	Correctives.Levels[0] = {};
	Correctives.Levels[0].Offsets.assign(ShapeCount + 1, 0);
}

} // namespace HelperBonesDetail

TResult<FHelperBones> BuildHelperBones(const FCorrectiveInput& Input, const FCorrectiveOptions& Options,
	const FHelperOptions& HelperOptions, const FBuildContext& Context)
{
	using namespace HelperBonesDetail;
	const FStopwatch Watch;
	FCorrectiveOptions Linear = Options;
	Linear.Operator = ESkinOperator::LinearBlend;
	TResult<FPreparedExamples> Prepared = PrepareExamples(Input, Linear, Context);
	if (!Prepared)
	{
		return Prepared.GetError();
	}
	// Constants and relevance of shapes serve helpers too.
	const TResult<FLearnedStage> Learned = LearnExamples(Input, Linear, *Prepared, Context.Part(0.0, 0.4));
	if (!Learned)
	{
		return Learned.GetError();
	}
	const size_t MixedCount = size_t(double(Input.Examples.size()) * HelperOptions.MixedPoses);
	FMixedExamples Mixed = MixExamples(Input, *Prepared, Learned->Layer, MixedCount, Context);
	FCorrectiveInput Taught = Input;
	std::move(Mixed.Examples.begin(), Mixed.Examples.end(), std::back_inserter(Taught.Examples));
	FHelperSearch Search = FindHelpers(Taught, HelperOptions, Context);
	if (!Context.Progress.Report(0.8))
	{
		return Context.Progress.CanceledError();
	}
	const FLearnedOptions& Constants = Learned->Trial.Options;
	const FTriangleMesh Rest{Input.Skin.Rest, Input.Triangles};
	const FRelevance OfPoints =
		FindRelevance(Rest, Input.Skin.Weights, Input.Skeleton.Parents, Constants.Spread * Prepared->Diagonal);
	FLearnedExamples Motions;
	Motions.Poses = JoinPoses(Prepared->Poses, Mixed.Poses);
	Motions.Parents = Input.Skeleton.Parents;
	Motions.Offsets = ReadMotions(Search);
	const FRelevance Relevance = RelevanceOfHelpers(Search, OfPoints, Input.Skeleton.JointCount());
	const FLearnedLayer Layer = FitLearnedLayer(Motions, Relevance, Constants, Context);
	double Square = 0.0;
	for (const FDouble3& Value : Motions.Offsets)
	{
		Square += AsVector(Value).squaredNorm() / double(Motions.Offsets.size());
	}
	FCorrectiveWriter Writer(Input.Skeleton, Input.Curves, Prepared->Ranges);
	WriteLearned(
		Input, Layer, CompressLearnedLayer(Layer, HelperOptions.Compression * std::sqrt(Square), Context), Writer);
	FHelperBones Out;
	Out.Skeleton = Input.Skeleton;
	AppendJoints(Search, Out);
	Out.Skin = MakeBlendSkin(Input.Skin.Rest, MergeWeights(Input.Skin.Weights, Search, Input.Skeleton.JointCount()));
	Out.Correctives = std::move(Writer.Out);
	TakeHelpers(Search, Input.Skeleton, Out.Correctives);
	Out.Figures.Stage = "helper bones";
	Out.Figures.Figures.push_back({"helpers", double(Out.Joints.size()), ""});
	Out.Figures.Figures.push_back({"poses without helpers, RMS", Search.RmsBefore, "%"});
	Out.Figures.Figures.push_back({"poses with their own motions of helpers, RMS", Search.Rms, "%"});
	Out.Figures.Seconds = Watch.Seconds();
	return Out;
}

std::vector<FBoneTransform> HelperTransforms(
	const FHelperBones& Helpers, std::span<const FAffine3d> Palette, std::span<const double> Curves)
{
	using namespace HelperBonesDetail;
	const size_t BodyCount = Helpers.Skeleton.JointCount() - Helpers.Joints.size();
	FSkeletonData Body = Helpers.Skeleton;
	Body.Names.resize(BodyCount);
	Body.Parents.resize(BodyCount);
	Body.RestLocal.resize(BodyCount);
	Body.Limits.resize((std::min)(Body.Limits.size(), BodyCount));
	const std::vector<double> Weights =
		EvaluateShapeWeights(Helpers.Correctives.Model, Body, Palette.first(BodyCount), Curves);
	std::vector<Vector3d> Moves(Helpers.Joints.size(), Vector3d::Zero()), Turns = Moves;
	for (const FCorrectiveHelper& Helper : Helpers.Correctives.Model.Helpers)
	{
		const size_t Which = Helper.Joint - BodyCount;
		const double Weight = Weights[Helper.Shape];
		Moves[Which] += Weight * Vector3d(Helper.Translation.X, Helper.Translation.Y, Helper.Translation.Z);
		Turns[Which] += Weight * Vector3d(Helper.Rotation.X, Helper.Rotation.Y, Helper.Rotation.Z);
	}
	std::vector<FBoneTransform> Out;
	for (size_t Which = 0; Which < Helpers.Joints.size(); ++Which)
	{
		FBoneTransform Local = Helpers.Skeleton.RestLocal[Helpers.Joints[Which]];
		Local.Translation = {Local.Translation.X + float(Moves[Which].x()),
			Local.Translation.Y + float(Moves[Which].y()), Local.Translation.Z + float(Moves[Which].z())};
		const double Angle = Turns[Which].norm();
		const Vector3d Axis = Angle > 0.0 ? Vector3d(Turns[Which] / Angle) : Vector3d(Vector3d::UnitX());
		const Eigen::Quaterniond Turn(Eigen::AngleAxisd(Angle, Axis));
		Local.Rotation = {float(Turn.x()), float(Turn.y()), float(Turn.z()), float(Turn.w())};
		Out.push_back(Local);
	}
	return Out;
}

std::vector<FAffine3d> PoseHelpers(
	const FHelperBones& Helpers, std::span<const FAffine3d> Palette, std::span<const double> Curves)
{
	using namespace HelperBonesDetail;
	const size_t BodyCount = Helpers.Skeleton.JointCount() - Helpers.Joints.size();
	const std::vector<FAffine3d> Rest = RestModel(Helpers.Skeleton);
	std::vector<FAffine3d> Out(Palette.begin(), Palette.begin() + std::ptrdiff_t(BodyCount));
	const std::vector<FBoneTransform> Locals = HelperTransforms(Helpers, Palette, Curves);
	for (size_t Which = 0; Which < Helpers.Joints.size(); ++Which)
	{
		const size_t Joint = Helpers.Joints[Which], Parent = size_t(Helpers.Skeleton.Parents[Joint]);
		const FAffine3d Model = Compose(Compose(Palette[Parent], Rest[Parent]), ToMatrix(Locals[Which]));
		Out.push_back(Compose(Model, Inverse(Rest[Joint])));
	}
	return Out;
}

} // namespace Exemplar
