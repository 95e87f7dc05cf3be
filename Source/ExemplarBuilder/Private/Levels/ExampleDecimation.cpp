// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/ExampleDecimation.h"

#include "Levels/CollapseMesh.h"
#include "Levels/CollapseQueue.h"
#include "Levels/PoseQuadricSet.h"

#include <algorithm>
#include <string>

namespace Exemplar
{
namespace ExampleDecimationDetail
{

/** Where the vertex that two become goes. */
enum class EPlace : uint8_t
{
	Optimum, // of the quadrics, in every example on its own
	Middle,  // of the edge, in all examples
	Target   // where the one that stays is, in all examples
};

struct FCandidate
{
	double Key = 0.0;
	int32_t Other = -1;
	EPlace Place = EPlace::Target;
	bool operator<(const FCandidate& O) const
	{
		return Key != O.Key ? Key < O.Key : (Other != O.Other ? Other < O.Other : Place < O.Place);
	}
};

/** The state of a run: positions and quadrics vertex by vertex, example by example within. */
class FRun
{
public:
	FRun(std::span<const std::vector<FDouble3>> InExamples, std::span<const FTriangle> InTriangles,
		std::span<const FTriangle> InWedges, const FDecimationOptions& InOptions)
		: Options(InOptions)
		, Count(InExamples.size())
		, Mesh(InExamples[0].size(), InTriangles, InWedges)
		, Queue(InExamples[0].size())
		, Positions(Count * InExamples[0].size())
		, Quadrics(Count * InExamples[0].size())
		, Placed(Count)
		, Root(InExamples[0].size())
		, Places(InExamples[0].size(), EPlace::Target)
	{
		for (size_t Example = 0; Example < Count; ++Example)
		{
			Eigen::Vector3d Center = Eigen::Vector3d::Zero();
			for (const FDouble3& P : InExamples[Example])
			{
				Center += AsVector(P) / static_cast<double>(InExamples[Example].size());
			}
			Centers.push_back(Center);
			for (size_t Vertex = 0; Vertex < Root.size(); ++Vertex)
			{
				Positions[Vertex * Count + Example] = AsVector(InExamples[Example][Vertex]) - Center;
			}
		}
		for (size_t Vertex = 0; Vertex < Root.size(); ++Vertex)
		{
			Root[Vertex] = static_cast<int32_t>(Vertex);
		}
		MakePoseQuadrics(Mesh, Count, Positions, Options.Weight, Options.BorderWeight, Quadrics);
		for (size_t Vertex = 0; Vertex < Root.size(); ++Vertex)
		{
			Vertices += Mesh.IsAlive(static_cast<int32_t>(Vertex)) ? 1 : 0;
		}
	}

	bool Run(FDecimation& Out, const FBuildContext& Context)
	{
		for (size_t Vertex = 0; Vertex < Root.size(); ++Vertex)
		{
			if (Vertex % 1024 == 0 &&
				!Context.Progress.Report(0.2 * static_cast<double>(Vertex) / static_cast<double>(Root.size())))
			{
				return false;
			}
			Evaluate(static_cast<int32_t>(Vertex));
		}
		const size_t Start = Size();
		const size_t End = Options.Targets.empty() ? 0 : Options.Targets.back();
		std::vector<int32_t> Ring;
		while (Out.Levels.size() < Options.Targets.size())
		{
			while (Out.Levels.size() < Options.Targets.size() && Size() <= Options.Targets[Out.Levels.size()])
			{
				Out.Levels.push_back(MakeLevel());
			}
			const FCollapseQueue::FOffer* const Best = Queue.Best();
			if (Best == nullptr || Out.Levels.size() == Options.Targets.size())
			{
				break;
			}
			const FCollapseQueue::FOffer Offer = *Best;
			if (Queue.IsStale(Offer.Owner) ||
				!IsLegal(Offer.Owner, Offer.Partner, Places[static_cast<size_t>(Offer.Owner)]))
			{
				Evaluate(Offer.Owner);
				continue;
			}
			Commit(Offer);
			Out.Collapses.push_back(
				{static_cast<uint32_t>(Offer.Owner), static_cast<uint32_t>(Offer.Partner), Offer.Key});
			Mesh.FindNeighbors(Offer.Partner, Ring);
			Evaluate(Offer.Partner);
			for (const int32_t Vertex : Ring)
			{
				if (!Queue.MarkStale(Vertex))
				{
					Evaluate(Vertex);
				}
			}
			const double Done =
				static_cast<double>(Start - Size()) / static_cast<double>((std::max)(Start - End, size_t{1}));
			if (Out.Collapses.size() % 256 == 0 && !Context.Progress.Report(0.2 + 0.8 * (std::min)(1.0, Done)))
			{
				return false;
			}
		}
		while (Out.Levels.size() < Options.Targets.size())
		{
			Out.Levels.push_back(MakeLevel());
		}
		return true;
	}

	FDecimatedLevel MakeLevel() const
	{
		FDecimatedLevel Level;
		std::vector<int32_t> IndexOf(Root.size(), -1);
		for (size_t Vertex = 0; Vertex < Root.size(); ++Vertex)
		{
			if (Mesh.IsAlive(static_cast<int32_t>(Vertex)))
			{
				IndexOf[Vertex] = static_cast<int32_t>(Level.Vertices.size());
				Level.Vertices.push_back(static_cast<uint32_t>(Vertex));
			}
		}
		for (size_t Triangle = 0; Triangle < Mesh.AllTriangles().size(); ++Triangle)
		{
			if (Mesh.IsTriangleAlive(Triangle))
			{
				const FTriangle& T = Mesh.AllTriangles()[Triangle];
				Level.Triangles.push_back({IndexOf[static_cast<size_t>(T[0])], IndexOf[static_cast<size_t>(T[1])],
					IndexOf[static_cast<size_t>(T[2])]});
				Level.Wedges.push_back(Mesh.AllWedges()[Triangle]);
			}
		}
		for (size_t Example = 0; Example < Count; ++Example)
		{
			std::vector<FDouble3>& Points = Level.Positions.emplace_back();
			for (const uint32_t Vertex : Level.Vertices)
			{
				Points.push_back(ToDouble3(Positions[Vertex * Count + Example] + Centers[Example]));
			}
		}
		Level.VertexOfOriginal.resize(Root.size());
		for (size_t Vertex = 0; Vertex < Root.size(); ++Vertex)
		{
			int32_t At = static_cast<int32_t>(Vertex);
			while (Root[static_cast<size_t>(At)] != At)
			{
				At = Root[static_cast<size_t>(At)];
			}
			Level.VertexOfOriginal[Vertex] = IndexOf[static_cast<size_t>(At)];
		}
		Level.Error = std::sqrt(std::pow(LargestKey / static_cast<double>(Count), 1.0 / Options.Exponent));
		return Level;
	}

private:
	size_t Size() const { return Options.bVertexTargets ? Vertices : Mesh.TriangleCount(); }

	size_t At(int32_t Vertex, size_t Example) const { return static_cast<size_t>(Vertex) * Count + Example; }

	/** The key of an edge; leaves where the vertex goes in Placed. */
	double Key(int32_t From, int32_t To, EPlace Place)
	{
		double Sum = 0.0;
		for (size_t Example = 0; Example < Count; ++Example)
		{
			FPoseQuadric Q = Quadrics[At(From, Example)];
			Q += Quadrics[At(To, Example)];
			const Eigen::Vector3d& B = Positions[At(To, Example)];
			const Eigen::Vector3d Middle = 0.5 * (Positions[At(From, Example)] + B);
			Placed[Example] = Place == EPlace::Optimum ? Q.Minimum(Middle) : (Place == EPlace::Middle ? Middle : B);
			const double D = Q.At(Placed[Example]);
			Sum += Options.Exponent == 1.0 ? D : (Options.Exponent == 2.0 ? D * D : std::pow(D, Options.Exponent));
		}
		return Sum;
	}

	/** With Placed as Key left it: no triangle that stays flips or degenerates in any example. */
	bool KeepsTriangles(int32_t Vertex, int32_t Other) const
	{
		for (const int32_t Triangle : Mesh.TrianglesOf(Vertex))
		{
			const FTriangle& T = Mesh.Corners(Triangle);
			if (FindCorner(T, Other) >= 0)
			{
				continue;
			}
			for (size_t Example = 0; Example < Count; ++Example)
			{
				Eigen::Vector3d Old[3], New[3];
				for (size_t Corner = 0; Corner < 3; ++Corner)
				{
					Old[Corner] = Positions[At(T[Corner], Example)];
					New[Corner] = T[Corner] == Vertex ? Placed[Example] : Old[Corner];
				}
				if (!KeepsTriangle(Old, New))
				{
					return false;
				}
			}
		}
		return true;
	}

	bool IsLegal(int32_t From, int32_t To, EPlace Place)
	{
		if (!Mesh.CanCollapse(From, To) || (Place != EPlace::Target && !Mesh.CanPlace(From, To)))
		{
			return false;
		}
		Key(From, To, Place);
		return KeepsTriangles(From, To) && (Place == EPlace::Target || KeepsTriangles(To, From));
	}

	/**
	 * Offers the cheapest legal collapse of a vertex. Where the optimum would flip a triangle in some example, places
	 * that are the same in all examples stand in for it.
	 */
	void Evaluate(int32_t Vertex)
	{
		Queue.Withdraw(Vertex);
		if (!Mesh.IsAlive(Vertex))
		{
			return;
		}
		Mesh.FindNeighbors(Vertex, Neighbors);
		Candidates.clear();
		bool bRefused = false;
		for (const int32_t Other : Neighbors)
		{
			if (!Mesh.CanCollapse(Vertex, Other))
			{
				bRefused = true;
				continue;
			}
			const bool bPlace = !Options.bKeepVertices && Mesh.CanPlace(Vertex, Other);
			const EPlace Place = bPlace ? EPlace::Optimum : EPlace::Target;
			Candidates.push_back({Key(Vertex, Other, Place), Other, Place});
		}
		std::sort(Candidates.begin(), Candidates.end());
		for (size_t Index = 0; Index < Candidates.size(); ++Index)
		{
			const FCandidate Candidate = Candidates[Index];
			if (IsLegal(Vertex, Candidate.Other, Candidate.Place))
			{
				Places[static_cast<size_t>(Vertex)] = Candidate.Place;
				Queue.Offer(Vertex, Candidate.Other, Candidate.Key, bRefused);
				return;
			}
			bRefused = true;
			if (Candidate.Place == EPlace::Optimum)
			{
				for (const EPlace Place : {EPlace::Middle, EPlace::Target})
				{
					const FCandidate Other{Key(Vertex, Candidate.Other, Place), Candidate.Other, Place};
					Candidates.insert(std::upper_bound(Candidates.begin() + static_cast<std::ptrdiff_t>(Index) + 1,
										  Candidates.end(), Other),
						Other);
				}
			}
		}
	}

	void Commit(const FCollapseQueue::FOffer& Offer)
	{
		Key(Offer.Owner, Offer.Partner, Places[static_cast<size_t>(Offer.Owner)]);
		for (size_t Example = 0; Example < Count; ++Example)
		{
			Quadrics[At(Offer.Partner, Example)] += Quadrics[At(Offer.Owner, Example)];
			Positions[At(Offer.Partner, Example)] = Placed[Example];
		}
		Mesh.Collapse(Offer.Owner, Offer.Partner);
		Queue.Withdraw(Offer.Owner);
		Root[static_cast<size_t>(Offer.Owner)] = Offer.Partner;
		LargestKey = (std::max)(LargestKey, Offer.Key);
		--Vertices;
	}

	const FDecimationOptions& Options;
	size_t Count;
	FCollapseMesh Mesh;
	FCollapseQueue Queue;
	std::vector<Eigen::Vector3d> Centers;
	std::vector<Eigen::Vector3d> Positions;
	std::vector<FPoseQuadric> Quadrics;
	std::vector<Eigen::Vector3d> Placed;
	std::vector<int32_t> Root; // what a vertex collapsed into
	std::vector<int32_t> Neighbors;
	std::vector<FCandidate> Candidates;
	std::vector<EPlace> Places; // of the offer of each vertex
	double LargestKey = 0.0;
	size_t Vertices = 0;
};

static FStatus CheckExamples(std::span<const std::vector<FDouble3>> Examples, std::span<const FTriangle> Triangles,
	std::span<const FTriangle> Wedges)
{
	if (Examples.empty() || Examples[0].empty() || Triangles.empty())
	{
		return FError{EErrorCode::InvalidArgument, "Decimation requires a rest mesh with triangles."};
	}
	for (size_t Example = 0; Example < Examples.size(); ++Example)
	{
		if (Examples[Example].size() != Examples[0].size())
		{
			return FError{EErrorCode::Mismatch,
				"Example " + std::to_string(Example) + " has " + std::to_string(Examples[Example].size()) +
					" vertices instead of " + std::to_string(Examples[0].size()) + ". Correspond the examples first."};
		}
		for (size_t Vertex = 0; Vertex < Examples[Example].size(); ++Vertex)
		{
			if (!AsVector(Examples[Example][Vertex]).allFinite())
			{
				return FError{EErrorCode::InvalidArgument,
					"Vertex " + std::to_string(Vertex) + " of example " + std::to_string(Example) +
						" is not a finite number. Repair or remove it."};
			}
		}
	}
	if (!Wedges.empty() && Wedges.size() != Triangles.size())
	{
		return FError{EErrorCode::Mismatch,
			"There are wedges for " + std::to_string(Wedges.size()) + " triangles of " +
				std::to_string(Triangles.size()) + ". Give every corner one, or none at all."};
	}
	for (size_t Triangle = 0; Triangle < Triangles.size(); ++Triangle)
	{
		for (const int32_t Vertex : Triangles[Triangle])
		{
			if (Vertex < 0 || static_cast<size_t>(Vertex) >= Examples[0].size())
			{
				return FError{EErrorCode::InvalidArgument,
					"Triangle " + std::to_string(Triangle) + " uses vertex " + std::to_string(Vertex) +
						", but there are " + std::to_string(Examples[0].size()) + ". Repair the triangles."};
			}
		}
	}
	return FOk{};
}

} // namespace ExampleDecimationDetail

TResult<FDecimation> DecimateExamples(std::span<const std::vector<FDouble3>> Examples,
	std::span<const FTriangle> Triangles, std::span<const FTriangle> Wedges, const FDecimationOptions& Options,
	const FBuildContext& Context)
{
	using namespace ExampleDecimationDetail;
	if (FStatus Sound = CheckExamples(Examples, Triangles, Wedges); !Sound)
	{
		return Sound.GetError();
	}
	if (!(Options.Exponent >= 0.5 && Options.BorderWeight >= 0.0) ||
		!std::is_sorted(Options.Targets.rbegin(), Options.Targets.rend()))
	{
		return FError{EErrorCode::InvalidArgument,
			"Decimation requires decreasing targets, an exponent of at least 0.5 and a non-negative border weight."};
	}
	FDecimation Out;
	FRun Run(Examples, Triangles, Wedges, Options);
	if (!Run.Run(Out, Context))
	{
		return Context.Progress.CanceledError();
	}
	return Out;
}

std::vector<uint32_t> MapLevelVertices(const FDecimatedLevel& Fine, const FDecimatedLevel& Coarse)
{
	std::vector<uint32_t> Out(Coarse.Vertices.size(), 0);
	std::vector<double> Best(Coarse.Vertices.size(), INFINITY);
	for (size_t Vertex = 0; Vertex < Fine.Vertices.size(); ++Vertex)
	{
		const int32_t Became = Coarse.VertexOfOriginal[Fine.Vertices[Vertex]];
		if (Became < 0)
		{
			continue;
		}
		const size_t Target = static_cast<size_t>(Became);
		const double Distance =
			(AsVector(Fine.Positions[0][Vertex]) - AsVector(Coarse.Positions[0][Target])).squaredNorm();
		if (Distance < Best[Target])
		{
			Best[Target] = Distance;
			Out[Target] = static_cast<uint32_t>(Vertex);
		}
	}
	return Out;
}

FDecimatedLevel OriginalLevel(std::span<const std::vector<FDouble3>> Examples, std::span<const FTriangle> Triangles,
	std::span<const FTriangle> Wedges)
{
	FDecimationOptions Options;
	return ExampleDecimationDetail::FRun(Examples, Triangles, Wedges, Options).MakeLevel();
}

} // namespace Exemplar
