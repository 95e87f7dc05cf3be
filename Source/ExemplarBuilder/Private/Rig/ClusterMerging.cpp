// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/ClusterMerging.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace Exemplar
{

namespace ClusterMergingDetail
{

constexpr uint32_t None = 0xffffffffu;

/** The order of merging: error of the union, its area, the names of the two. None of them shrinks when a part grows. */
struct FEntry
{
	double Key;
	double Area;
	uint32_t Low, High;
	uint32_t Edge;

	bool operator<(const FEntry& Other) const
	{
		if (Key != Other.Key)
		{
			return Key < Other.Key;
		}
		if (Area != Other.Area)
		{
			return Area < Other.Area;
		}
		return Low != Other.Low ? Low < Other.Low : High < Other.High;
	}
};

/** A 4-ary heap, least entry on top. Most entries that come out go back with a larger key: ReplaceTop is one descent.
 */
class FMergeQueue
{
public:
	explicit FMergeQueue(std::vector<FEntry> InEntries)
		: Entries(std::move(InEntries))
	{
		for (size_t Index = Entries.size() / 4 + 1; Index-- > 0;)
		{
			if (Index < Entries.size())
			{
				SiftDown(Index, Entries[Index]);
			}
		}
	}

	bool IsEmpty() const { return Entries.empty(); }
	const FEntry& Top() const { return Entries.front(); }
	void ReplaceTop(const FEntry& Entry) { SiftDown(0, Entry); }
	void Pop()
	{
		const FEntry Last = Entries.back();
		Entries.pop_back();
		if (!Entries.empty())
		{
			SiftDown(0, Last);
		}
	}

	/** The least key below the top; infinite if there is none. */
	double SecondKey() const
	{
		double Key = std::numeric_limits<double>::infinity();
		for (size_t Index = 1; Index < (std::min)(Entries.size(), size_t{5}); ++Index)
		{
			Key = (std::min)(Key, Entries[Index].Key);
		}
		return Key;
	}

private:
	void SiftDown(size_t At, FEntry Entry)
	{
		while (true)
		{
			const size_t First = 4 * At + 1;
			if (First >= Entries.size())
			{
				break;
			}
			const size_t End = (std::min)(First + 4, Entries.size());
			size_t Least = First;
			for (size_t Child = First + 1; Child < End; ++Child)
			{
				Least = Entries[Child] < Entries[Least] ? Child : Least;
			}
			if (!(Entries[Least] < Entry))
			{
				break;
			}
			Entries[At] = Entries[Least];
			At = Least;
		}
		Entries[At] = Entry;
	}

	std::vector<FEntry> Entries;
};

/** Which edge joins two clusters: open addressing, linear probing, deletion by shifting back. */
class FPairTable
{
public:
	explicit FPairTable(size_t Count)
	{
		size_t Size = 16;
		while (Size < 2 * Count)
		{
			Size *= 2;
		}
		Slots.resize(Size);
	}

	uint32_t* Find(uint32_t A, uint32_t B)
	{
		const uint64_t Key = KeyOf(A, B);
		for (size_t At = Home(Key); Slots[At].Edge != None; At = Next(At))
		{
			if (Slots[At].Key == Key)
			{
				return &Slots[At].Edge;
			}
		}
		return nullptr;
	}

	void Insert(uint32_t A, uint32_t B, uint32_t Edge)
	{
		const uint64_t Key = KeyOf(A, B);
		size_t At = Home(Key);
		while (Slots[At].Edge != None)
		{
			At = Next(At);
		}
		Slots[At] = {Key, Edge};
	}

	void Erase(uint32_t A, uint32_t B)
	{
		const uint64_t Key = KeyOf(A, B);
		size_t Hole = Home(Key);
		while (Slots[Hole].Key != Key || Slots[Hole].Edge == None)
		{
			if (Slots[Hole].Edge == None)
			{
				return;
			}
			Hole = Next(Hole);
		}
		for (size_t At = Next(Hole); Slots[At].Edge != None; At = Next(At))
		{
			// An entry may fill the hole if its home does not lie cyclically in (hole, entry].
			const size_t Start = Home(Slots[At].Key);
			if (((At - Start) & (Slots.size() - 1)) >= ((At - Hole) & (Slots.size() - 1)))
			{
				Slots[Hole] = Slots[At];
				Hole = At;
			}
		}
		Slots[Hole] = {};
	}

	size_t ByteCount() const { return Slots.size() * sizeof(FSlot); }

private:
	struct FSlot
	{
		uint64_t Key = 0;
		uint32_t Edge = None;
	};

	static uint64_t KeyOf(uint32_t A, uint32_t B)
	{
		return static_cast<uint64_t>((std::min)(A, B)) << 32 | (std::max)(A, B);
	}
	size_t Home(uint64_t Key) const
	{
		Key *= 0x9e3779b97f4a7c15ull;
		return static_cast<size_t>(Key >> 20) & (Slots.size() - 1);
	}
	size_t Next(size_t At) const { return (At + 1) & (Slots.size() - 1); }

	std::vector<FSlot> Slots;
};

/** A live edge of the cluster graph. Ends are cluster slots; each slot has a chain of edge ends. */
struct FEdge
{
	uint32_t Ends[2];
	uint32_t NextOf[2];     // next in the chain of Ends[0], of Ends[1]: edge * 2 + side
	uint32_t VersionsOf[2]; // of the clusters when Bound was their true key
	double Bound;           // never more than the true key
};

struct FCluster
{
	uint32_t Name;     // its largest face
	uint32_t FirstEnd; // chain of edge ends: edge * 2 + side
	uint32_t LastEnd;
	uint32_t EndCount;    // length of the chain, dead edges included
	uint32_t Version = 0; // counts merges
	double Error;
};

/** The clusters, their graph and the queue of its edges, merged down to one cluster. */
class FClusterMerger
{
public:
	FClusterMerger(FRigidErrorArray& InErrors, size_t FaceCount, const FFacePairs& Graph, IExecutor& Executor)
		: Errors(InErrors)
		, Clusters(FaceCount)
		, Edges(Graph.size())
		, Queue(MakeEntries(Graph, Executor))
		, Table(Graph.size())
	{
		Tree.Merges.reserve(FaceCount);
		Tree.EvaluationCount = Graph.size();
		for (uint32_t Index = 0; Index < Edges.size(); ++Index)
		{
			Table.Insert(Edges[Index].Ends[0], Edges[Index].Ends[1], Index);
			AppendEnd(Edges[Index].Ends[0], 2 * Index);
			AppendEnd(Edges[Index].Ends[1], 2 * Index + 1);
		}
		Tree.ByteCount = Errors.ByteCount() + Clusters.size() * sizeof(FCluster) + Edges.size() * sizeof(FEdge) +
			Graph.size() * sizeof(FEntry) + Table.ByteCount() + FaceCount * sizeof(FClusterMerge);
		for (const FCluster& Cluster : Clusters)
		{
			Total += Cluster.Error;
		}
	}

	/** False when canceled. */
	bool Run(const FProgress& Progress)
	{
		while (!Queue.IsEmpty())
		{
			const FEntry Top = Queue.Top();
			FEdge& Edge = Edges[Top.Edge];
			if (Edge.Ends[0] == Edge.Ends[1])
			{
				Queue.Pop(); // absorbed, or a duplicate
				continue;
			}
			if (Edge.VersionsOf[0] != Clusters[Edge.Ends[0]].Version ||
				Edge.VersionsOf[1] != Clusters[Edge.Ends[1]].Version)
			{
				UpdateTop(Top.Edge);
				continue;
			}
			Queue.Pop();
			Merge(Edge, Top.Key);
			if (Tree.Merges.size() % 1024 == 0 &&
				!Progress.Report(static_cast<double>(Tree.Merges.size()) / static_cast<double>(Clusters.size())))
			{
				return false;
			}
		}
		return true;
	}

	FMergeTree Tree;

private:
	/** Fills Clusters and Edges, and returns the queue's entries. */
	std::vector<FEntry> MakeEntries(const FFacePairs& Graph, IExecutor& Executor)
	{
		std::vector<FEntry> Entries(Graph.size());
		ParallelFor(Executor, Clusters.size(), 512,
			[&](size_t Begin, size_t End)
			{
				for (size_t Face = Begin; Face < End; ++Face)
				{
					Clusters[Face] = {static_cast<uint32_t>(Face), None, None, 0, 0, Errors.Error(Face)};
				}
			});
		ParallelFor(Executor, Graph.size(), 512,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					const auto& [A, B] = Graph[Index];
					const double Key = Errors.MergedError(A, B);
					Edges[Index] = {{A, B}, {None, None}, {0, 0}, Key};
					Entries[Index] = {Key, Errors.Area(A) + Errors.Area(B), A, B, static_cast<uint32_t>(Index)};
				}
			});
		return Entries;
	}

	/** Puts an edge end at the end of the chain of a cluster slot. */
	void AppendEnd(uint32_t Slot, uint32_t End)
	{
		FCluster& Cluster = Clusters[Slot];
		Edges[End / 2].NextOf[End % 2] = None;
		if (Cluster.LastEnd == None)
		{
			Cluster.FirstEnd = End;
		}
		else
		{
			Edges[Cluster.LastEnd / 2].NextOf[Cluster.LastEnd % 2] = End;
		}
		Cluster.LastEnd = End;
		++Cluster.EndCount;
	}

	/** The top's clusters have changed since its key was computed: it goes back with a better bound or its true key. */
	void UpdateTop(uint32_t Index)
	{
		FEdge& Edge = Edges[Index];
		const FCluster& First = Clusters[Edge.Ends[0]];
		const FCluster& Second = Clusters[Edge.Ends[1]];
		// The union costs at least what its parts cost (superadditive); often that alone sends the edge back.
		Edge.Bound = (std::max)(Edge.Bound, (1.0 - 1e-9) * (First.Error + Second.Error));
		if (Edge.Bound <= Queue.SecondKey())
		{
			Edge.Bound = Errors.MergedError(Edge.Ends[0], Edge.Ends[1]);
			Edge.VersionsOf[0] = First.Version;
			Edge.VersionsOf[1] = Second.Version;
			++Tree.EvaluationCount;
		}
		Queue.ReplaceTop({Edge.Bound, Errors.Area(Edge.Ends[0]) + Errors.Area(Edge.Ends[1]),
			(std::min)(First.Name, Second.Name), (std::max)(First.Name, Second.Name), Index});
	}

	/** The slot with the longer chain stays, so that every edge end moves at most log2(faces) times. */
	void Merge(const FEdge& Edge, double Key)
	{
		const bool bFirstStays = Clusters[Edge.Ends[0]].EndCount >= Clusters[Edge.Ends[1]].EndCount;
		const uint32_t Stays = Edge.Ends[bFirstStays ? 0 : 1], Goes = Edge.Ends[bFirstStays ? 1 : 0];
		FCluster& Kept = Clusters[Stays];
		const FCluster& Gone = Clusters[Goes];
		Total += (std::max)(0.0, Key - Kept.Error - Gone.Error);
		Tree.Merges.push_back({(std::max)(Kept.Name, Gone.Name), (std::min)(Kept.Name, Gone.Name), Key, Total});
		Errors.Merge(Stays, Goes);
		Kept.Name = (std::max)(Kept.Name, Gone.Name);
		Kept.Error = Key;
		++Kept.Version;
		MoveEnds(Goes, Stays);
	}

	void MoveEnds(uint32_t Goes, uint32_t Stays)
	{
		for (uint32_t End = Clusters[Goes].FirstEnd; End != None;)
		{
			FEdge& Moved = Edges[End / 2];
			const uint32_t Side = End % 2, Next = Moved.NextOf[Side];
			const uint32_t Other = Moved.Ends[1 - Side];
			if (Moved.Ends[0] != Moved.Ends[1])
			{
				Table.Erase(Goes, Other);
				uint32_t* Twin = Other == Stays ? nullptr : Table.Find(Stays, Other);
				if (Other == Stays)
				{
					Moved.Ends[Side] = Stays;
				}
				else if (Twin != nullptr)
				{
					Edges[*Twin].Bound = (std::max)(Edges[*Twin].Bound, Moved.Bound);
					Moved.Ends[Side] = Other;
				}
				else
				{
					Moved.Ends[Side] = Stays;
					Moved.VersionsOf[Side] = None;
					Table.Insert(Stays, Other, End / 2);
					AppendEnd(Stays, End);
				}
			}
			End = Next;
		}
	}

	FRigidErrorArray& Errors;
	std::vector<FCluster> Clusters; // before Queue, whose entries are made together with clusters and edges
	std::vector<FEdge> Edges;
	FMergeQueue Queue;
	FPairTable Table;
	double Total = 0.0;
};

} // namespace ClusterMergingDetail

std::optional<FMergeTree> MergeClusters(
	FRigidErrorArray& Errors, size_t FaceCount, const FFacePairs& Graph, const FBuildContext& Context)
{
	ClusterMergingDetail::FClusterMerger Merger(Errors, FaceCount, Graph, *Context.Executor);
	return Merger.Run(Context.Progress) ? std::optional(std::move(Merger.Tree)) : std::nullopt;
}

std::vector<uint16_t> CutMergeTree(const std::vector<FClusterMerge>& Merges, size_t FaceCount, size_t ClusterCount)
{
	std::vector<uint32_t> Parents(FaceCount);
	std::iota(Parents.begin(), Parents.end(), 0u);
	for (size_t Index = 0; Index + ClusterCount < FaceCount && Index < Merges.size(); ++Index)
	{
		Parents[Merges[Index].Absorbed] = Merges[Index].Kept;
	}
	// Names grow toward the root, so that going down from the last face meets every parent before its children.
	for (size_t Face = FaceCount; Face-- > 0;)
	{
		Parents[Face] = Parents[Parents[Face]];
	}
	std::vector<uint16_t> Labels(FaceCount), LabelOf(FaceCount, 0xffff);
	uint16_t Next = 0;
	for (size_t Face = 0; Face < FaceCount; ++Face)
	{
		uint16_t& Label = LabelOf[Parents[Face]];
		Label = Label == 0xffff ? Next++ : Label;
		Labels[Face] = Label;
	}
	return Labels;
}

} // namespace Exemplar
