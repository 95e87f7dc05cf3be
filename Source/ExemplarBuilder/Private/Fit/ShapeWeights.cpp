// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/ShapeWeights.h"

#include "Fit/DiffusedWeights.h"
#include "Geometry/Adjacency.h"
#include "Geometry/VectorMath.h"
#include "Model/WeightRows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace Exemplar
{

namespace ShapeWeightsDetail
{

using namespace VectorMath;

constexpr double LeastWeight = 1e-4;

/** Which joints share the points of each link, and along which of their links a point is measured. */
class FLinkShares
{
public:
	FLinkShares(const std::vector<FBoneLink>& Links, std::span<const int32_t> Parents, int Generations)
		: Measured(Links)
		, Shares(Links.size())
	{
		std::vector<std::vector<size_t>> Out(Parents.size()); // links that leave each joint
		for (size_t Link = 0; Link < Links.size(); ++Link)
		{
			Out[Links[Link].Joint].push_back(Link);
			// A last joint without a tip goes on as its parent's bone did.
			if (Links[Link].IsEnd() && Distance(Links[Link].From, Links[Link].To) == 0.0)
			{
				for (const FBoneLink& Other : Links)
				{
					if (Other.Child == static_cast<int32_t>(Links[Link].Joint))
					{
						Measured[Link].To = Links[Link].From + (Other.To - Other.From);
					}
				}
			}
		}
		for (size_t Link = 0; Link < Links.size(); ++Link)
		{
			const uint16_t Own = Links[Link].Joint;
			Shares[Link].push_back(Link);
			int32_t Below = Own;
			for (int Level = 0; Level < Generations && Parents[static_cast<size_t>(Below)] != NoParent; ++Level)
			{
				const int32_t Parent = Parents[static_cast<size_t>(Below)];
				for (const size_t Other : Out[static_cast<size_t>(Parent)])
				{
					if (Links[Other].Child == Below) // the link that leads here
					{
						Shares[Link].push_back(Other);
					}
				}
				Below = Parent;
			}
			std::vector<size_t> Open{Own};
			for (int Level = 0; Level < Generations; ++Level)
			{
				std::vector<size_t> Next;
				for (const size_t Joint : Open)
				{
					for (const size_t Leaving : Out[Joint])
					{
						if (!Links[Leaving].IsEnd())
						{
							const auto Child = static_cast<size_t>(Links[Leaving].Child);
							Next.push_back(Child);
							Shares[Link].insert(Shares[Link].end(), Out[Child].begin(), Out[Child].end());
						}
					}
				}
				Open = std::move(Next);
			}
		}
	}
	std::vector<FBoneLink> Measured;
	std::vector<std::vector<size_t>> Shares;
};

FRigWeights MakeGaussian(const FTriangleMesh& Mesh, const FSegmentation& Segments, std::span<const int32_t> Parents,
	const FShapeWeightOptions& Options)
{
	const FLinkShares Shares(Segments.Links, Parents, Options.Generations);
	FRigWeights Out;
	std::map<uint16_t, double> Logs;
	std::vector<double> Row(Parents.size(), 0.0);
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		Logs.clear();
		double Most = -std::numeric_limits<double>::infinity();
		for (const size_t Link : Shares.Shares[Segments.LinkOfPoint[Point]])
		{
			const FBoneLink& Own = Shares.Measured[Link];
			const double Place = Options.Place ? Options.Place(Point, Own) : AlongLink(Mesh.Positions[Point], Own);
			const double X = Own.IsEnd() ? (std::min)(Place, Options.Center) : Place; // a tip has no other bone
			const double Off = (X - Options.Center) / Options.Width;
			const double Log = Options.LogFalloff ? Options.LogFalloff(X) : -0.5 * Off * Off;
			const auto [At, bNew] = Logs.try_emplace(Own.Joint, Log);
			At->second = bNew ? Log : (std::max)(At->second, Log);
			Most = (std::max)(Most, Log);
		}
		for (const auto& [Joint, Log] : Logs)
		{
			const double Weight = std::exp(Log - Most); // of the largest: far points have no 0 / 0
			Row[Joint] = Weight >= LeastWeight ? Weight : 0.0;
		}
		AppendLargest(Row, static_cast<size_t>(Options.MaxInfluences), Out);
		for (const auto& [Joint, Log] : Logs)
		{
			Row[Joint] = 0.0;
		}
	}
	return Out;
}

} // namespace ShapeWeightsDetail

FRigWeights SmoothWeights(
	const FTriangleMesh& Mesh, const FRigWeights& Weights, size_t JointCount, int Rounds, size_t Cap)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	FRigWeights Old = Weights;
	for (int Round = 0; Round < Rounds; ++Round)
	{
		FRigWeights Out;
		std::vector<double> Row(JointCount, 0.0);
		for (size_t Point = 0; Point < Old.PointCount(); ++Point)
		{
			std::fill(Row.begin(), Row.end(), 0.0);
			const auto Add = [&](size_t Other, double Share)
			{
				for (uint32_t Slot = Old.Offsets[Other]; Slot < Old.Offsets[Other + 1]; ++Slot)
				{
					Row[Old.Bones[Slot]] += Share * Old.Weights[Slot];
				}
			};
			const std::span<const int32_t> Around = Adjacency.VertexVertices[Point];
			Add(Point, Around.empty() ? 1.0 : 0.5);
			for (const int32_t Next : Around)
			{
				Add(static_cast<size_t>(Next), 0.5 / static_cast<double>(Around.size()));
			}
			for (double& Each : Row)
			{
				Each = Each >= ShapeWeightsDetail::LeastWeight ? Each : 0.0;
			}
			AppendLargest(Row, Cap, Out);
		}
		Old = std::move(Out);
	}
	return Old;
}

TResult<FRigWeights> MakeShapeWeights(const FTriangleMesh& Mesh, const FSegmentation& Segments,
	std::span<const int32_t> Parents, const FShapeWeightOptions& Options, const FBuildContext& Context)
{
	using namespace ShapeWeightsDetail;
	if (Options.MaxInfluences < 1 || !(Options.Width > 0.0) || !(Options.Conduction > 0.0) || Options.Generations < 0)
	{
		return FError{
			EErrorCode::InvalidArgument, "Weights need at least one influence, and a width and a conduction above 0."};
	}
	TResult<FRigWeights> Out = Options.Method == EShapeWeights::Gaussian
		? TResult<FRigWeights>(MakeGaussian(Mesh, Segments, Parents, Options))
		: MakeDiffusedWeights(Mesh, Segments, Parents.size(), Options, Context);
	if (Out && Options.SmoothRounds > 0)
	{
		*Out =
			SmoothWeights(Mesh, *Out, Parents.size(), Options.SmoothRounds, static_cast<size_t>(Options.MaxInfluences));
	}
	return Out;
}

} // namespace Exemplar
