// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/VectorMath.h"
#include "Rig/Shape/CurvePath.h"
#include "Rig/Shape/Fingers.h"
#include "Rig/Shape/ShapeRig.h"
#include "Rig/Shape/Thinning.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace Exemplar
{

namespace FindSkeletonDetail
{

using namespace VectorMath;

/** A template whose match costs more than this is not that kind of body. */
constexpr double LargestCost = 0.1;

/** A body without limbs that is this many times longer than it is thick is a snake, not a fish. */
constexpr double SnakeLength = 12.0;

/** "name=numbers". */
struct FPick
{
	std::string Name;
	std::vector<double> Numbers;
};

TResult<FPick> ParsePick(const std::string& Text, size_t Count, const char* Example)
{
	FPick Out;
	const size_t Equals = Text.find('=');
	Out.Name = Text.substr(0, Equals);
	const char* At = Equals == std::string::npos ? nullptr : Text.data() + Equals + 1;
	const char* const End = Text.data() + Text.size();
	while (At != nullptr && At < End)
	{
		double Number = 0.0;
		const std::from_chars_result Read = std::from_chars(At, End, Number);
		if (Read.ec != std::errc() || !std::isfinite(Number))
		{
			break;
		}
		Out.Numbers.push_back(Number);
		At = Read.ptr < End && *Read.ptr == ',' ? Read.ptr + 1 : Read.ptr;
		if (At == Read.ptr)
		{
			break;
		}
	}
	if (Out.Name.empty() || At != End || Out.Numbers.size() != Count)
	{
		return FError{EErrorCode::InvalidArgument, "'" + Text + "' is not of the form " + Example + "."};
	}
	return Out;
}

TResult<size_t> FindJoint(const FShapeTemplate& Template, const std::string& Name)
{
	std::string Names;
	for (size_t Joint = 0; Joint < Template.Joints.size(); ++Joint)
	{
		if (Template.Joints[Joint].Name == Name)
		{
			return Joint;
		}
		Names += (Names.empty() ? "" : ", ") + Template.Joints[Joint].Name;
	}
	return FError{EErrorCode::InvalidArgument,
		"The template '" + Template.Name + "' has no joint '" + Name + "'. It has " + Names + "."};
}

/** The ends that the user labeled, by leaf of the template. */
TResult<std::map<size_t, uint32_t>> ReadLabels(const FExampleSet& Examples, const FShapeTemplate& Template,
	const FCurveSkeleton& Tree, const std::vector<std::string>& Labels)
{
	std::map<size_t, uint32_t> Out;
	const std::vector<std::vector<size_t>> Children = Template.Children();
	const std::vector<uint32_t> Ends = Tree.Ends();
	for (const std::string& Label : Labels)
	{
		const TResult<FPick> Pick = ParsePick(Label, 1, "head=VERTEX, a joint and the number of a vertex");
		if (!Pick)
		{
			return Pick.GetError();
		}
		const double Number = Pick->Numbers[0];
		if (Number < 0.0 || Number >= static_cast<double>(Examples.PointOfSource.size()) ||
			Number != std::floor(Number))
		{
			return FError{EErrorCode::InvalidArgument,
				"'" + Label + "': the rest mesh has the vertices 0 to " +
					std::to_string(Examples.PointOfSource.size() - 1) + "."};
		}
		const TResult<size_t> Joint = FindJoint(Template, Pick->Name);
		if (!Joint)
		{
			return Joint.GetError();
		}
		size_t Leaf = *Joint;
		while (!Children[Leaf].empty())
		{
			if (Children[Leaf].size() > 1)
			{
				return FError{EErrorCode::InvalidArgument,
					"'" + Label + "': several limbs begin at " + Pick->Name +
						". Label a joint behind which one limb ends."};
			}
			Leaf = Children[Leaf][0];
		}
		const FDouble3& Place = Examples.Rest.Positions[Examples.PointOfSource[static_cast<size_t>(Number)]];
		Out[Leaf] = *std::min_element(Ends.begin(), Ends.end(),
			[&](uint32_t A, uint32_t B)
			{ return Distance(Tree.Positions[A], Place) < Distance(Tree.Positions[B], Place); });
	}
	return Out;
}

TResult<std::map<size_t, FDouble3>> ReadPlaces(
	const FExampleSet& Examples, const FShapeTemplate& Template, const std::vector<std::string>& Joints)
{
	std::map<size_t, FDouble3> Out;
	for (const std::string& Text : Joints)
	{
		const TResult<FPick> Pick = ParsePick(Text, 3, "left_elbow=X,Y,Z");
		if (!Pick)
		{
			return Pick.GetError();
		}
		const TResult<size_t> Joint = FindJoint(Template, Pick->Name);
		if (!Joint)
		{
			return Joint.GetError();
		}
		const FNormalization& Space = Examples.Normalization;
		const std::vector<double>& N = Pick->Numbers;
		const FDouble3 Source = Space.bZUp ? FDouble3{N[0], N[2], -N[1]} : FDouble3{N[0], N[1], N[2]};
		Out[*Joint] = (Source - Space.Center) * Space.Scale;
	}
	return Out;
}

bool IsSlender(const FCurveSkeleton& Tree)
{
	const std::vector<uint32_t> Ends = Tree.Ends();
	double Longest = 0.0;
	std::vector<uint32_t> Before;
	for (const uint32_t End : Ends)
	{
		const std::vector<double> Lengths = PathLengths(Tree, End, Before);
		Longest = (std::max)(Longest, *std::max_element(Lengths.begin(), Lengths.end()));
	}
	return Longest > SnakeLength * 2.0 * *std::max_element(Tree.Radii.begin(), Tree.Radii.end());
}

/** The templates to try. */
TResult<std::vector<FShapeTemplate>> ListTemplates(const FShapeRigOptions& Options, const FCurveSkeleton& Tree)
{
	std::vector<FShapeTemplate> Out;
	if (Options.TemplateJoints)
	{
		TResult<FShapeTemplate> Own = MakeShapeTemplate(*Options.TemplateJoints, Options.Template);
		if (!Own)
		{
			return Own.GetError();
		}
		Out.push_back(std::move(*Own));
	}
	else if (Options.Template == "automatic")
	{
		for (const FShapeTemplate& Each : GetShapeTemplates())
		{
			if (Each.Name != (IsSlender(Tree) ? "fish" : "snake"))
			{
				Out.push_back(Each);
			}
		}
	}
	else
	{
		TResult<FShapeTemplate> Named = FindShapeTemplate(Options.Template);
		if (!Named)
		{
			return Named.GetError();
		}
		Out.push_back(std::move(*Named));
	}
	return Out;
}

/** The best template in the body; none if Options leave the choice and none fits. */
FStatus PlaceTemplate(const FExampleSet& Examples, const FShapeRigOptions& Options, FFoundSkeleton& Out)
{
	const TResult<std::vector<FShapeTemplate>> Templates = ListTemplates(Options, Out.Curves);
	if (!Templates)
	{
		return Templates.GetError();
	}
	const bool bChoose = Options.Template == "automatic" && !Options.TemplateJoints;
	std::optional<FTemplateMatch> Best;
	const FShapeTemplate* Chosen = nullptr;
	FError Last{EErrorCode::Mismatch, ""};
	for (const FShapeTemplate& Template : *Templates)
	{
		const TResult<std::map<size_t, uint32_t>> Fixed = ReadLabels(Examples, Template, Out.Curves, Options.Labels);
		TResult<FTemplateMatch> Match =
			Fixed ? MatchTemplate(Template, Out.Curves, *Fixed) : TResult<FTemplateMatch>(Fixed.GetError());
		if (!Match)
		{
			Last = Match.GetError();
			continue;
		}
		Match->bSidesFixed = std::any_of(Fixed->begin(), Fixed->end(),
			[&](const auto& Pick) { return Template.Mirror()[Pick.first] != Pick.first; });
		if (!Best || Match->Cost < Best->Cost)
		{
			Best = std::move(*Match);
			Chosen = &Template;
		}
	}
	if (!Best && (!bChoose || !Options.Labels.empty()))
	{
		return Last;
	}
	if (!Best || (bChoose && Options.Labels.empty() && Best->Cost > LargestCost))
	{
		Out.Skeleton = PlaceFreeJoints(Out.Curves);
		Out.Template = "none";
		Out.Notes = "No template fits this body, so joints stand where it branches or bends.";
		return FOk{};
	}
	const TResult<std::map<size_t, FDouble3>> Places = ReadPlaces(Examples, *Chosen, Options.Joints);
	if (!Places)
	{
		return Places.GetError();
	}
	FTemplateFit Fit = FitTemplate(*Chosen, Out.Curves, *Best, *Places);
	const size_t Fingers = Chosen->bFingers ? AddFingers(Out.Curves, Fit) : 0;
	Out.Skeleton = std::move(Fit.Skeleton);
	Out.Template = Chosen->Name;
	Out.Cost = Best->Cost;
	Out.Notes = Chosen->bFingers && Fingers == 0
		? "The hands have no fingers that are apart at this resolution: raise --voxels."
		: !Fit.bRootAgrees ? "Counting limbs finds another root than the labeled ends: check the joints."
		: Fit.bOneJunction ? "All limbs meet in one place: the spine is short."
						   : "";
	return FOk{};
}

} // namespace FindSkeletonDetail

TResult<FFoundSkeleton> FindSkeleton(
	const FExampleSet& Examples, const FShapeRigOptions& Options, const FBuildContext& Context)
{
	using namespace FindSkeletonDetail;
	TResult<FVoxelSolid> Solid = VoxelizeSolid(Examples.Rest, {Options.Voxels, true}, Context.Part(0.0, 0.4));
	if (!Solid)
	{
		return Solid.GetError();
	}
	FFoundSkeleton Out;
	Out.Solid = std::move(*Solid);
	FVoxelGrid Thinned = Out.Solid.Grid;
	if (const TResult<int> Passes = ThinToCurves(Thinned, Context.Part(0.4, 0.8)); !Passes)
	{
		return Passes.GetError();
	}
	TResult<FCurveSkeleton> Curves = BuildCurveSkeleton(Thinned, Out.Solid.Grid, {}, Context.Part(0.8, 1.0));
	if (!Curves)
	{
		return Curves.GetError();
	}
	Out.Curves = std::move(*Curves);
	if (Options.Template == "none")
	{
		if (!Options.Labels.empty() || !Options.Joints.empty())
		{
			return FError{EErrorCode::InvalidArgument,
				"Labels and joints need a template that has their names. Give one with --template, or leave them out."};
		}
		Out.Skeleton = PlaceFreeJoints(Out.Curves);
		Out.Template = "none";
		return Out;
	}
	if (FStatus Placed = PlaceTemplate(Examples, Options, Out); !Placed)
	{
		return Placed.GetError();
	}
	return Out;
}

} // namespace Exemplar
