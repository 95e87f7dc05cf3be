// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/Segmentation.h"

#include "Fit/RegionGrowing.h"
#include "Geometry/VectorMath.h"

#include <algorithm>
#include <limits>

namespace Exemplar
{

namespace SegmentationDetail
{

using namespace VectorMath;

/** The link that a joint hands its points to: the nearest of those that leave it. */
size_t LinkFromJoint(const std::vector<FBoneLink>& Links, uint16_t Joint, const FDouble3& Point)
{
	size_t Best = 0;
	double Least = std::numeric_limits<double>::infinity();
	for (size_t Link = 0; Link < Links.size(); ++Link)
	{
		const double Own = DistanceToLink(Point, Links[Link]);
		if (Links[Link].Joint == Joint && Own < Least)
		{
			Least = Own;
			Best = Link;
		}
	}
	return Best;
}

/** The nearest joint or, if strictly nearer, the nearest link beside which the point lies. */
class FNearest
{
public:
	explicit FNearest(const std::vector<FBoneLink>& InLinks)
		: Links(InLinks)
	{
	}

	/** Accept tells whether a place of the skeleton may be considered. */
	template <typename AcceptType>
	bool Find(const FDouble3& Point, const AcceptType& Accept, size_t& Out) const
	{
		double LeastJoint = std::numeric_limits<double>::infinity(), LeastLink = LeastJoint;
		uint16_t Joint = 0;
		size_t Own = 0;
		for (size_t Link = 0; Link < Links.size(); ++Link)
		{
			const double ToJoint = Distance(Point, Links[Link].From);
			if (ToJoint < LeastJoint && Accept(Links[Link].From))
			{
				LeastJoint = ToJoint;
				Joint = Links[Link].Joint;
			}
			const double Along = AlongLink(Point, Links[Link]);
			FDouble3 Foot;
			const double ToLink = DistanceToLink(Point, Links[Link], &Foot);
			if (Along > 0.0 && Along < 1.0 && ToLink < LeastLink && Accept(Foot))
			{
				LeastLink = ToLink;
				Own = Link;
			}
		}
		if (LeastJoint == std::numeric_limits<double>::infinity() && LeastLink == LeastJoint)
		{
			return false;
		}
		Out = LeastLink < LeastJoint ? Own : LinkFromJoint(Links, Joint, Point);
		return true;
	}

private:
	const std::vector<FBoneLink>& Links;
};

/** Links that share a joint with a link, Generations times over. */
std::vector<std::vector<uint16_t>> FindRelatives(const std::vector<FBoneLink>& Links, int Generations)
{
	std::vector<std::vector<uint16_t>> Out(Links.size());
	for (size_t Start = 0; Start < Links.size(); ++Start)
	{
		std::vector<bool> bIn(Links.size(), false);
		bIn[Start] = true;
		for (int Generation = 0; Generation < Generations; ++Generation)
		{
			const std::vector<bool> Before = bIn;
			for (size_t A = 0; A < Links.size(); ++A)
			{
				for (size_t B = 0; B < Links.size() && Before[A]; ++B)
				{
					const bool bChild = Links[A].Child == Links[B].Joint, bParent = Links[B].Child == Links[A].Joint;
					bIn[B] = bIn[B] || bChild || bParent;
				}
			}
		}
		for (size_t Link = 0; Link < Links.size(); ++Link)
		{
			if (bIn[Link])
			{
				Out[Start].push_back(static_cast<uint16_t>(Link));
			}
		}
	}
	return Out;
}

/** Whether a line stays inside, but for its first two steps on the skin and one step in between. */
bool CanSee(const FInsideTest& Inside, const FDouble3& Point, const FDouble3& Place)
{
	const double Span = Distance(Point, Place);
	const int Steps = (std::min)(4096, static_cast<int>(Span / Inside.Step));
	int Outside = 0;
	for (int Step = 2; Step < Steps; ++Step)
	{
		Outside += Inside.IsInside(Mix(Point, Place, static_cast<double>(Step) / Steps)) ? 0 : 1;
		if (Outside > 1)
		{
			return false;
		}
	}
	return true;
}

void SegmentBySight(
	const FTriangleMesh& Mesh, const FSegmentationOptions& Options, IExecutor& Executor, FSegmentation& Out)
{
	const FNearest Nearest(Out.Links);
	const std::vector<std::vector<uint16_t>> Relatives = FindRelatives(Out.Links, Options.Generations);
	ParallelFor(Executor, Mesh.Positions.size(), 512,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				const FDouble3& Point = Mesh.Positions[Index];
				size_t Link = 0;
				if (!Nearest.Find(
						Point, [&](const FDouble3& Place) { return CanSee(Options.Inside, Point, Place); }, Link))
				{
					Nearest.Find(
						Point, [](const FDouble3&) { return true; }, Link);
				}
				size_t Best = Link;
				for (const uint16_t Other : Relatives[Link])
				{
					Best = DistanceToLink(Point, Out.Links[Other]) < DistanceToLink(Point, Out.Links[Best]) - 1e-12
						? Other
						: Best;
				}
				Out.LinkOfPoint[Index] = static_cast<uint16_t>(Best);
			}
		});
}

} // namespace SegmentationDetail

double AlongLink(const FDouble3& Point, const FBoneLink& Link)
{
	using namespace VectorMath;
	const FDouble3 Axis = Link.To - Link.From;
	const double Square = Dot(Axis, Axis);
	return Square > 0.0 ? Dot(Point - Link.From, Axis) / Square : 0.0;
}

double DistanceToLink(const FDouble3& Point, const FBoneLink& Link, FDouble3* Foot)
{
	using namespace VectorMath;
	const FDouble3 Place = Mix(Link.From, Link.To, std::clamp(AlongLink(Point, Link), 0.0, 1.0));
	if (Foot != nullptr)
	{
		*Foot = Place;
	}
	return Distance(Point, Place);
}

std::vector<FBoneLink> MakeBoneLinks(
	std::span<const FDouble3> Joints, std::span<const int32_t> Parents, std::span<const FDouble3> Tips)
{
	std::vector<FBoneLink> Out;
	std::vector<bool> bLast(Joints.size(), true);
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		if (Parents[Joint] != NoParent)
		{
			const auto Parent = static_cast<size_t>(Parents[Joint]);
			bLast[Parent] = false;
			Out.push_back({Joints[Parent], Joints[Joint], static_cast<uint16_t>(Parent), static_cast<int32_t>(Joint)});
		}
	}
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		if (bLast[Joint])
		{
			Out.push_back(
				{Joints[Joint], Tips.empty() ? Joints[Joint] : Tips[Joint], static_cast<uint16_t>(Joint), NoParent});
		}
	}
	return Out;
}

std::vector<FDouble3> ContinueLastBones(std::span<const FDouble3> Joints, std::span<const int32_t> Parents)
{
	using namespace VectorMath;
	std::vector<FDouble3> Out(Joints.begin(), Joints.end());
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		const bool bLast = std::find(Parents.begin(), Parents.end(), static_cast<int32_t>(Joint)) == Parents.end();
		if (bLast && Parents[Joint] != NoParent)
		{
			Out[Joint] = Joints[Joint] + (Joints[Joint] - Joints[static_cast<size_t>(Parents[Joint])]);
		}
	}
	return Out;
}

TResult<FSegmentation> SegmentSkin(const FTriangleMesh& Mesh, std::vector<FBoneLink> Links,
	const FSegmentationOptions& Options, const FBuildContext& Context)
{
	using namespace SegmentationDetail;
	if (Links.empty() || Links.size() > 0xffff)
	{
		return FError{EErrorCode::Unsupported,
			"A skeleton of " + std::to_string(Links.size()) +
				" bones cannot lead skin. Give one with 1 to 65535 bones."};
	}
	if (Options.Method == ESegmentation::Sight && (!Options.Inside.IsInside || !(Options.Inside.Step > 0.0)))
	{
		return FError{EErrorCode::InvalidArgument, "Segmentation by sight needs a solid. Give a closed mesh."};
	}
	FSegmentation Out;
	Out.Links = std::move(Links);
	Out.LinkOfPoint.assign(Mesh.Positions.size(), 0);
	if (Options.Method == ESegmentation::Sight)
	{
		SegmentBySight(Mesh, Options, *Context.Executor, Out);
	}
	else
	{
		const FNearest Nearest(Out.Links);
		ParallelFor(*Context.Executor, Mesh.Positions.size(), 1024,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					size_t Link = 0;
					Nearest.Find(
						Mesh.Positions[Index], [](const FDouble3&) { return true; }, Link);
					Out.LinkOfPoint[Index] = static_cast<uint16_t>(Link);
				}
			});
		if (Options.Method == ESegmentation::Regions)
		{
			GrowRegions(Mesh, Out);
		}
	}
	if (!Context.Progress.Report(1.0))
	{
		return Context.Progress.CanceledError();
	}
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		Out.Along.push_back(AlongLink(Mesh.Positions[Point], Out.Links[Out.LinkOfPoint[Point]]));
	}
	return Out;
}

} // namespace Exemplar
