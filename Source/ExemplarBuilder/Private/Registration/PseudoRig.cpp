// Copyright (c) 2026 Exemplar contributors. MIT license.
// CutPseudoRig: a tree of parts from the template's shape alone.

#include "Registration/Articulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

namespace Exemplar
{
namespace PseudoRigDetail
{

constexpr size_t Sources = 60;       // of the average distance
constexpr double CoreArea = 0.1;     // share of the area in the middle
constexpr double SliceHeight = 0.05; // of the diagonal
constexpr double LeastArea = 0.004;  // of a part
constexpr double BranchShare = 0.9;  // of the way out at which a branching part is split
constexpr double Infinite = std::numeric_limits<double>::infinity();

/** The sum of distances along the surface to points spread over it: low in the trunk, high at the ends. */
std::vector<double> AverageDistance(const FTemplateModel& Model)
{
	std::vector<double> Sum(Model.Count(), 0.0), Nearest(Model.Count(), Infinite);
	int32_t Next = static_cast<int32_t>(std::max_element(Model.Areas.begin(), Model.Areas.end()) - Model.Areas.begin());
	for (size_t Source = 0; Source < Sources; ++Source)
	{
		const std::vector<double> Distances = DistancesFrom(Model, std::span<const int32_t>(&Next, 1), Infinite);
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			Sum[Vertex] += Distances[Vertex];
			Nearest[Vertex] = (std::min)(Nearest[Vertex], Distances[Vertex]);
		}
		Next = static_cast<int32_t>(std::max_element(Nearest.begin(), Nearest.end()) - Nearest.begin());
	}
	return Sum;
}

/** The vertices of smallest average distance, until they hold a share of the area. */
std::vector<int32_t> FindCore(const FTemplateModel& Model, std::span<const double> Average)
{
	std::vector<int32_t> Order(Model.Count());
	std::iota(Order.begin(), Order.end(), 0);
	std::stable_sort(Order.begin(), Order.end(),
		[&](int32_t A, int32_t B) { return Average[static_cast<size_t>(A)] < Average[static_cast<size_t>(B)]; });
	double Area = 0.0;
	size_t Count = 0;
	while (Count < Order.size() && (Area < CoreArea || Count == 0))
	{
		Area += Model.Areas[static_cast<size_t>(Order[Count++])];
	}
	Order.resize(Count);
	return Order;
}

/** Connected sets of equal values, numbered by their first vertex. */
std::vector<int32_t> LabelComponents(const FTemplateModel& Model, std::span<const int32_t> Values, int32_t& Count)
{
	std::vector<int32_t> Labels(Model.Count(), -1), Stack;
	Count = 0;
	for (size_t Seed = 0; Seed < Model.Count(); ++Seed)
	{
		if (Labels[Seed] >= 0)
		{
			continue;
		}
		Labels[Seed] = Count;
		Stack.push_back(static_cast<int32_t>(Seed));
		while (!Stack.empty())
		{
			const size_t Vertex = static_cast<size_t>(Stack.back());
			Stack.pop_back();
			for (const FGraphStep& Step : Model.StepsOf(Vertex))
			{
				const size_t Other = static_cast<size_t>(Step.Vertex);
				if (Labels[Other] < 0 && Values[Other] == Values[Vertex])
				{
					Labels[Other] = Count;
					Stack.push_back(Step.Vertex);
				}
			}
		}
		++Count;
	}
	return Labels;
}

/** How many steps of the graph join two labels: [A * Count + B]. */
std::vector<int32_t> CountContacts(const FTemplateModel& Model, std::span<const int32_t> Labels, int32_t Count)
{
	std::vector<int32_t> Contacts(static_cast<size_t>(Count) * static_cast<size_t>(Count), 0);
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		for (const FGraphStep& Step : Model.StepsOf(Vertex))
		{
			const int32_t A = Labels[Vertex], B = Labels[static_cast<size_t>(Step.Vertex)];
			Contacts[static_cast<size_t>(A) * static_cast<size_t>(Count) + static_cast<size_t>(B)] += A != B;
		}
	}
	return Contacts;
}

/** Merges parts that are too small into the neighbor they touch most, the smallest first, and closes the numbering. */
void MergeSmall(const FTemplateModel& Model, std::vector<int32_t>& Labels, int32_t& Count)
{
	std::vector<double> Areas(static_cast<size_t>(Count), 0.0);
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Areas[static_cast<size_t>(Labels[Vertex])] += Model.Areas[Vertex];
	}
	std::vector<std::vector<std::pair<int32_t, int32_t>>> Contacts(static_cast<size_t>(Count)); // neighbor, steps
	const auto AddContact = [&](int32_t A, int32_t B, int32_t Steps)
	{
		for (auto& [Other, Number] : Contacts[static_cast<size_t>(A)])
		{
			if (Other == B)
			{
				Number += Steps;
				return;
			}
		}
		Contacts[static_cast<size_t>(A)].emplace_back(B, Steps);
	};
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		for (const FGraphStep& Step : Model.StepsOf(Vertex))
		{
			if (Labels[Vertex] != Labels[static_cast<size_t>(Step.Vertex)])
			{
				AddContact(Labels[Vertex], Labels[static_cast<size_t>(Step.Vertex)], 1);
			}
		}
	}
	std::vector<int32_t> Into(static_cast<size_t>(Count));
	std::iota(Into.begin(), Into.end(), 0);
	using FEntry = std::pair<double, int32_t>;
	std::priority_queue<FEntry, std::vector<FEntry>, std::greater<>> Queue;
	for (int32_t Part = 0; Part < Count; ++Part)
	{
		Queue.emplace(Areas[static_cast<size_t>(Part)], Part);
	}
	while (!Queue.empty() && Queue.top().first < LeastArea)
	{
		const auto [Area, Part] = Queue.top();
		Queue.pop();
		if (Into[static_cast<size_t>(Part)] != Part || Area != Areas[static_cast<size_t>(Part)])
		{
			continue;
		}
		int32_t Best = -1, Most = 0;
		for (const auto& [Other, Steps] : Contacts[static_cast<size_t>(Part)])
		{
			if (Steps > Most || (Steps == Most && Other < Best))
			{
				Best = Other;
				Most = Steps;
			}
		}
		if (Best < 0)
		{
			continue;
		}
		Into[static_cast<size_t>(Part)] = Best;
		Areas[static_cast<size_t>(Best)] += Area;
		for (const auto& [Other, Steps] : std::exchange(Contacts[static_cast<size_t>(Part)], {}))
		{
			std::erase_if(Contacts[static_cast<size_t>(Other)],
				[Own = Part](const auto& Contact) { return Contact.first == Own; });
			if (Other != Best)
			{
				AddContact(Best, Other, Steps);
				AddContact(Other, Best, Steps);
			}
		}
		Queue.emplace(Areas[static_cast<size_t>(Best)], Best);
	}
	std::vector<int32_t> New(static_cast<size_t>(Count), -1);
	int32_t Kept = 0;
	for (int32_t& Label : Labels)
	{
		while (Into[static_cast<size_t>(Label)] != Label)
		{
			Label = Into[static_cast<size_t>(Label)];
		}
		int32_t& Number = New[static_cast<size_t>(Label)];
		Number = Number < 0 ? Kept++ : Number;
		Label = Number;
	}
	Count = Kept;
}

/** Gives each branch of a part that has several its own part: otherwise both upper arms would move as one. */
void SplitBranches(
	const FTemplateModel& Model, std::span<const int32_t> Bins, std::vector<int32_t>& Labels, int32_t& Count)
{
	const std::vector<int32_t> Old = Labels;
	const int32_t OldCount = Count;
	std::vector<int32_t> BinOf(static_cast<size_t>(OldCount), std::numeric_limits<int32_t>::max());
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		int32_t& Bin = BinOf[static_cast<size_t>(Old[Vertex])];
		Bin = (std::min)(Bin, Bins[Vertex]);
	}
	for (int32_t Part = 0; Part < OldCount; ++Part)
	{
		if (BinOf[static_cast<size_t>(Part)] == 0)
		{
			continue; // the core
		}
		std::vector<int32_t> Inner;
		std::vector<std::pair<int32_t, std::vector<int32_t>>> Outer; // neighbor, border
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			if (Old[Vertex] != Part)
			{
				continue;
			}
			for (const FGraphStep& Step : Model.StepsOf(Vertex))
			{
				const int32_t Other = Old[static_cast<size_t>(Step.Vertex)];
				if (Other == Part)
				{
					continue;
				}
				if (BinOf[static_cast<size_t>(Other)] <= BinOf[static_cast<size_t>(Part)])
				{
					Inner.push_back(static_cast<int32_t>(Vertex));
					continue;
				}
				auto Found =
					std::find_if(Outer.begin(), Outer.end(), [&](const auto& Entry) { return Entry.first == Other; });
				Found = Found == Outer.end() ? Outer.insert(Outer.end(), {Other, {}}) : Found;
				Found->second.push_back(static_cast<int32_t>(Vertex));
			}
		}
		if (Outer.size() < 2 || Inner.empty())
		{
			continue;
		}
		const std::vector<double> FromInner = DistancesFrom(Model, Inner, Infinite, Old);
		std::vector<double> Best(Model.Count(), Infinite);
		for (const auto& [Neighbor, Border] : Outer)
		{
			const std::vector<double> FromOuter = DistancesFrom(Model, Border, Infinite, Old);
			for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
			{
				if (Old[Vertex] == Part && FromOuter[Vertex] < BranchShare * FromInner[Vertex] &&
					FromOuter[Vertex] < Best[Vertex])
				{
					Best[Vertex] = FromOuter[Vertex];
					Labels[Vertex] = Count;
				}
			}
			++Count;
		}
	}
	int32_t Pieces = 0; // a split may leave several
	Labels = LabelComponents(Model, Labels, Pieces);
	Count = Pieces;
	MergeSmall(Model, Labels, Count);
}

/** The tree from the core outward, always to the part nearest to the core; fills parents in an order parents first. */
void JoinParts(
	const FTemplateModel& Model, std::span<const double> FromCore, int32_t Root, int32_t Count, FArticulation& Out)
{
	const std::vector<int32_t> Contacts = CountContacts(Model, Out.PartOf, Count);
	std::vector<double> Nearness(static_cast<size_t>(Count), Infinite);
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		double& Least = Nearness[static_cast<size_t>(Out.PartOf[Vertex])];
		Least = (std::min)(Least, FromCore[Vertex]);
	}
	std::vector<int32_t> New(static_cast<size_t>(Count), -1), Order{Root}, Parents{-1};
	New[static_cast<size_t>(Root)] = 0;
	while (static_cast<int32_t>(Order.size()) < Count)
	{
		int32_t Next = -1;
		for (int32_t Part = 0; Part < Count; ++Part)
		{
			const bool bTouches = New[static_cast<size_t>(Part)] < 0 &&
				std::any_of(Order.begin(), Order.end(),
					[&](int32_t Done) {
						return Contacts[static_cast<size_t>(Part) * static_cast<size_t>(Count) +
								   static_cast<size_t>(Done)] > 0;
					});
			if (bTouches && (Next < 0 || Nearness[static_cast<size_t>(Part)] < Nearness[static_cast<size_t>(Next)]))
			{
				Next = Part;
			}
		}
		if (Next < 0)
		{
			break; // cannot happen: the graph is connected
		}
		int32_t Parent = Order.front(), Most = -1;
		for (const int32_t Done : Order)
		{
			const int32_t Steps =
				Contacts[static_cast<size_t>(Next) * static_cast<size_t>(Count) + static_cast<size_t>(Done)];
			if (Steps > Most)
			{
				Most = Steps;
				Parent = Done;
			}
		}
		New[static_cast<size_t>(Next)] = static_cast<int32_t>(Order.size());
		Parents.push_back(New[static_cast<size_t>(Parent)]);
		Order.push_back(Next);
	}
	for (int32_t& Part : Out.PartOf)
	{
		Part = (std::max)(0, New[static_cast<size_t>(Part)]);
	}
	Out.Parts.resize(Order.size());
	for (size_t Part = 0; Part < Order.size(); ++Part)
	{
		Out.Parts[Part].Parent = Parents[Part];
	}
}

/** The joint of a part is the middle of the border with its parent. */
void PlaceJoints(const FTemplateModel& Model, FArticulation& Out)
{
	std::vector<double> Counts(Out.Parts.size(), 0.0);
	for (const FMeshEdge& Edge : Model.Edges)
	{
		const size_t A = static_cast<size_t>(Edge.A), B = static_cast<size_t>(Edge.B);
		for (const auto& [Own, Other] : {std::pair(A, B), std::pair(B, A)})
		{
			const size_t Part = static_cast<size_t>(Out.PartOf[Own]);
			if (Out.PartOf[Own] != Out.PartOf[Other] && Out.Parts[Part].Parent == Out.PartOf[Other])
			{
				Out.Parts[Part].Joint += 0.5 * (AsVector(Model.Positions[A]) + AsVector(Model.Positions[B]));
				Counts[Part] += 1.0;
			}
		}
	}
	for (size_t Part = 0; Part < Out.Parts.size(); ++Part)
	{
		Out.Parts[Part].Joint /= (std::max)(1.0, Counts[Part]);
	}
}

/** Labels smoothed over the surface, so that parts bend into each other. */
FRigWeights SmoothWeights(const FTemplateModel& Model, std::span<const int32_t> PartOf)
{
	const double Width = 0.35 * SliceHeight / Model.MeanEdge;
	const int Rounds = static_cast<int>(std::clamp(Width * Width, 3.0, 60.0));
	using FRow = std::vector<std::pair<int32_t, double>>;
	std::vector<FRow> Rows(Model.Count()), Next(Model.Count());
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Rows[Vertex] = {{PartOf[Vertex], 1.0}};
	}
	const auto Add = [](FRow& Row, int32_t Part, double Weight)
	{
		for (auto& [Other, Sum] : Row)
		{
			if (Other == Part)
			{
				Sum += Weight;
				return;
			}
		}
		Row.emplace_back(Part, Weight);
	};
	for (int Round = 0; Round < Rounds; ++Round)
	{
		for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
		{
			Next[Vertex].clear();
			const std::span<const FGraphStep> Steps = Model.StepsOf(Vertex);
			const double Share = 1.0 / static_cast<double>(Steps.size() + 1);
			for (const auto& [Part, Weight] : Rows[Vertex])
			{
				Add(Next[Vertex], Part, Share * Weight);
			}
			for (const FGraphStep& Step : Steps)
			{
				for (const auto& [Part, Weight] : Rows[static_cast<size_t>(Step.Vertex)])
				{
					Add(Next[Vertex], Part, Share * Weight);
				}
			}
			std::erase_if(Next[Vertex], [](const auto& Entry) { return Entry.second < 1e-4; });
		}
		std::swap(Rows, Next);
	}
	FRigWeights Out;
	for (FRow& Row : Rows)
	{
		std::erase_if(Row, [](const auto& Entry) { return Entry.second < 0.01; });
		std::sort(Row.begin(), Row.end());
		double Sum = 0.0;
		for (const auto& [Part, Weight] : Row)
		{
			Sum += Weight;
		}
		for (const auto& [Part, Weight] : Row)
		{
			Out.Bones.push_back(static_cast<uint16_t>(Part));
			Out.Weights.push_back(Weight / Sum);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	return Out;
}

} // namespace PseudoRigDetail

FArticulation CutPseudoRig(const FTemplateModel& Model)
{
	using namespace PseudoRigDetail;
	FArticulation Out;
	const std::vector<int32_t> Core = FindCore(Model, AverageDistance(Model));
	const std::vector<double> FromCore = DistancesFrom(Model, Core, Infinite);
	std::vector<int32_t> Bins(Model.Count());
	for (size_t Vertex = 0; Vertex < Model.Count(); ++Vertex)
	{
		Bins[Vertex] = FromCore[Vertex] > 0.0 ? 1 + static_cast<int32_t>(FromCore[Vertex] / SliceHeight) : 0;
	}
	int32_t Count = 0;
	Out.PartOf = LabelComponents(Model, Bins, Count);
	MergeSmall(Model, Out.PartOf, Count);
	SplitBranches(Model, Bins, Out.PartOf, Count);
	JoinParts(Model, FromCore, Out.PartOf[static_cast<size_t>(Core.front())], Count, Out);
	PlaceJoints(Model, Out);
	FinishParts(Model, Out);
	Out.Weights = SmoothWeights(Model, Out.PartOf);
	return Out;
}

} // namespace Exemplar
