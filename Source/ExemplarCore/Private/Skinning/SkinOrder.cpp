// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinOrder.h"

#include "Skinning/LinearVertices.h"

#include <algorithm>
#include <map>

namespace Exemplar
{
namespace SkinOrdering
{

FError MakeError(EErrorCode Code, std::string Message)
{
	return {Code, std::move(Message)};
}

/** The rows of the matrix that a kind reads. */
struct FRows
{
	std::span<const uint32_t> Offsets;
	std::span<const uint16_t> Bones;
	std::span<const float> Weights; // empty for animation space
};

FStatus CollectInfluences(const FRows& Rows, size_t VertexCount, size_t JointCount, FSkinOrder& Order)
{
	const bool bWhole = Rows.Offsets.size() == VertexCount + 1 && Rows.Offsets.back() == Rows.Bones.size() &&
		(Rows.Weights.empty() || Rows.Weights.size() == Rows.Bones.size());
	if (!bWhole)
	{
		return MakeError(EErrorCode::Mismatch,
			"The level's influences do not have one row a vertex: rebuild the level, or ask for the kind of skin that "
			"it has.");
	}
	Order.Offsets.push_back(0);
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		if (Rows.Offsets[Vertex] > Rows.Offsets[Vertex + 1])
		{
			return MakeError(EErrorCode::Malformed,
				"The influences of vertex " + std::to_string(Vertex) + " end before they begin: rebuild the level.");
		}
		for (uint32_t Index = Rows.Offsets[Vertex]; Index < Rows.Offsets[Vertex + 1]; ++Index)
		{
			if (Rows.Bones[Index] >= JointCount)
			{
				return MakeError(EErrorCode::Malformed,
					"Vertex " + std::to_string(Vertex) + " follows joint " + std::to_string(Rows.Bones[Index]) +
						", but the skeleton has " + std::to_string(JointCount) +
						": rebuild the level for this skeleton.");
			}
			if (Rows.Weights.empty() || Rows.Weights[Index] != 0.0f)
			{
				Order.Influences.push_back({Rows.Bones[Index], Index});
			}
		}
		const size_t Count = Order.Influences.size() - Order.Offsets.back();
		if (Count == 0 || Count > MaxPackedInfluences)
		{
			return MakeError(EErrorCode::Unsupported,
				"Vertex " + std::to_string(Vertex) + " has " + std::to_string(Count) + " influences; from 1 to " +
					std::to_string(MaxPackedInfluences) + " can be packed: simplify its influences.");
		}
		std::sort(Order.Influences.begin() + Order.Offsets.back(), Order.Influences.end(),
			[](const FPackedInfluence& A, const FPackedInfluence& B)
			{ return A.PaletteIndex != B.PaletteIndex ? A.PaletteIndex < B.PaletteIndex : A.Source < B.Source; });
		Order.Offsets.push_back(static_cast<uint32_t>(Order.Influences.size()));
	}
	return FOk{};
}

/** Turns joints into places in the palette: the level's own list of bones, or those that occur. */
FStatus MakeBonePalette(const FMeshLevelView& Level, const FRestPose& Rest, FSkinOrder& Order, FPackedSkin& Skin)
{
	std::vector<int32_t> PlaceOf(Rest.JointCount(), -1);
	if (Level.Bones.empty())
	{
		for (const FPackedInfluence& Influence : Order.Influences)
		{
			PlaceOf[Influence.PaletteIndex] = 0;
		}
		for (size_t Joint = 0; Joint < PlaceOf.size(); ++Joint)
		{
			if (PlaceOf[Joint] == 0)
			{
				Skin.PaletteBones.push_back(static_cast<uint16_t>(Joint));
			}
		}
	}
	else
	{
		Skin.PaletteBones.assign(Level.Bones.begin(), Level.Bones.end());
	}
	for (size_t Place = 0; Place < Skin.PaletteBones.size(); ++Place)
	{
		const uint16_t Joint = Skin.PaletteBones[Place];
		if (Joint >= Rest.JointCount() || (Place > 0 && Joint <= Skin.PaletteBones[Place - 1]))
		{
			return MakeError(EErrorCode::Malformed,
				"The level's list of bones is not ascending or names a joint that the skeleton does not have: rebuild "
				"it.");
		}
		PlaceOf[Joint] = static_cast<int32_t>(Place);
		int32_t Parent = Rest.Parents[Joint];
		while (Parent != NoParent &&
			!std::binary_search(Skin.PaletteBones.begin(), Skin.PaletteBones.end(), static_cast<uint16_t>(Parent)))
		{
			Parent = Rest.Parents[Parent];
		}
		Skin.PaletteParents.push_back(Parent == NoParent ? NoParent : PlaceOf[Parent]);
		Skin.PaletteCenters.push_back(Rest.Centers[Joint]);
	}
	for (FPackedInfluence& Influence : Order.Influences)
	{
		const uint16_t Joint = Influence.PaletteIndex;
		if (!std::binary_search(Skin.PaletteBones.begin(), Skin.PaletteBones.end(), Joint))
		{
			return MakeError(EErrorCode::Mismatch,
				"A vertex follows joint " + std::to_string(Joint) +
					", which the level's list of bones lacks: rebuild it.");
		}
		Influence.PaletteIndex = static_cast<uint16_t>(PlaceOf[Joint]);
	}
	return FOk{};
}

bool HasEarlierBones(std::span<const FPackedInfluence> A, std::span<const FPackedInfluence> B)
{
	return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end(),
		[](const FPackedInfluence& X, const FPackedInfluence& Y) { return X.PaletteIndex < Y.PaletteIndex; });
}

/** As many vertices of one set of bones are worth a shared block that is filled up: below, mixed blocks are cheaper. */
constexpr size_t MinSharedRest = 4;

void FillBlock(std::vector<uint32_t>& Vertices)
{
	while (Vertices.size() % SkinBlockSize != 0)
	{
		Vertices.push_back(Vertices.back());
	}
}

void AddGroup(const std::vector<uint32_t>& Vertices, size_t Count, bool bShared, bool bLinear, FPackedSkin& Skin)
{
	if (Vertices.empty())
	{
		return;
	}
	const uint32_t Slots = static_cast<uint32_t>(Vertices.size()), Influences = static_cast<uint32_t>(Count);
	Skin.Groups.push_back({Skin.SlotCount, Slots, Influences, Skin.InfluenceCount, Skin.IndexCount, bShared ? 1u : 0u,
		bLinear ? 1u : 0u, 0});
	Skin.VertexOfSlot.insert(Skin.VertexOfSlot.end(), Vertices.begin(), Vertices.end());
	Skin.SlotCount += Slots;
	Skin.InfluenceCount += Slots * Influences;
	Skin.IndexCount += (bShared ? Slots / SkinBlockSize : Slots) * Influences;
	if (bLinear)
	{
		Skin.LinearSlotCount = Skin.SlotCount;
		Skin.LinearInfluenceCount = Skin.InfluenceCount;
	}
}

/** Slots in their final order, groups filled up to whole blocks. */
void SortVertices(size_t VertexCount, const FSkinOrder& Order, FPackedSkin& Skin)
{
	std::vector<uint32_t> Sorted(VertexCount);
	for (uint32_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		Sorted[Vertex] = Vertex;
	}
	const bool bTwist = !Order.Twist.SegmentOfVertex.empty();
	const auto IsLinear = [&](uint32_t Vertex) { return !Order.IsLinear.empty() && Order.IsLinear[Vertex] != 0; };
	std::sort(Sorted.begin(), Sorted.end(),
		[&](uint32_t A, uint32_t B)
		{
			if (IsLinear(A) != IsLinear(B))
			{
				return IsLinear(A);
			}
			const auto RowA = Order.RowOf(A), RowB = Order.RowOf(B);
			if (RowA.size() != RowB.size())
			{
				return RowA.size() < RowB.size();
			}
			if (bTwist && Order.Twist.SegmentOfVertex[A] != Order.Twist.SegmentOfVertex[B])
			{
				return Order.Twist.SegmentOfVertex[A] < Order.Twist.SegmentOfVertex[B];
			}
			if (HasEarlierBones(RowA, RowB) || HasEarlierBones(RowB, RowA))
			{
				return HasEarlierBones(RowA, RowB);
			}
			return A < B;
		});
	const auto HasSameBones = [&](uint32_t A, uint32_t B)
	{
		const auto RowA = Order.RowOf(A), RowB = Order.RowOf(B);
		return IsLinear(A) == IsLinear(B) && RowA.size() == RowB.size() && !HasEarlierBones(RowA, RowB) &&
			!HasEarlierBones(RowB, RowA) &&
			(!bTwist || Order.Twist.SegmentOfVertex[A] == Order.Twist.SegmentOfVertex[B]);
	};
	Skin.SlotOfVertex.resize(VertexCount);
	for (size_t Index = 0; Index < VertexCount;)
	{
		// All vertices of one influence count: whole blocks of one set of bones first, what is left over after them.
		const size_t Count = Order.RowOf(Sorted[Index]).size();
		const bool bLinear = IsLinear(Sorted[Index]);
		std::vector<uint32_t> Shared, Mixed;
		while (Index < VertexCount && Order.RowOf(Sorted[Index]).size() == Count && IsLinear(Sorted[Index]) == bLinear)
		{
			size_t End = Index;
			while (End < VertexCount && HasSameBones(Sorted[Index], Sorted[End]))
			{
				++End;
			}
			const size_t Rest = (End - Index) % SkinBlockSize;
			const size_t Whole = Rest >= MinSharedRest ? End : End - Rest;
			Shared.insert(Shared.end(), Sorted.begin() + Index, Sorted.begin() + Whole);
			FillBlock(Shared);
			Mixed.insert(Mixed.end(), Sorted.begin() + Whole, Sorted.begin() + End);
			Index = End;
		}
		FillBlock(Mixed);
		AddGroup(Shared, Count, true, bLinear, Skin);
		AddGroup(Mixed, Count, false, bLinear, Skin);
	}
	for (size_t Slot = Skin.VertexOfSlot.size(); Slot-- > 0;)
	{
		Skin.SlotOfVertex[Skin.VertexOfSlot[Slot]] = static_cast<uint32_t>(Slot);
	}
}

/** The palette entry of every influence: a bone, or a bone within a joint set or a segment. */
void AssignEntries(const FPackOptions& Options, FSkinOrder& Order, FPackedSkin& Skin)
{
	Order.Entries.resize(Order.Influences.size());
	std::map<std::vector<uint16_t>, uint32_t> Sets;
	std::map<std::pair<uint16_t, uint16_t>, uint32_t> Pairs;
	if (Options.Kind == EPackedKind::Spherical)
	{
		Skin.SetOffsets.push_back(0);
	}
	for (const uint32_t Vertex : Skin.VertexOfSlot)
	{
		const auto Row = Order.RowOf(Vertex);
		if (Options.Kind == EPackedKind::Spherical)
		{
			std::vector<uint16_t> Set;
			for (const FPackedInfluence& Influence : Row)
			{
				Set.push_back(Influence.PaletteIndex);
			}
			const auto [Found, bNew] = Sets.try_emplace(Set, static_cast<uint32_t>(Skin.SetEntries.size()));
			if (bNew)
			{
				Skin.SetEntries.insert(Skin.SetEntries.end(), Set.begin(), Set.end());
				Skin.SetOffsets.push_back(static_cast<uint32_t>(Skin.SetEntries.size()));
			}
			for (uint32_t Index = 0; Index < Row.size(); ++Index)
			{
				Order.Entries[Order.Offsets[Vertex] + Index] = Found->second + Index;
			}
			continue;
		}
		for (uint32_t Index = 0; Index < Row.size(); ++Index)
		{
			uint32_t Entry = Row[Index].PaletteIndex;
			if (Options.Kind == EPackedKind::Twist)
			{
				const uint16_t Segment = Order.Twist.SegmentOfVertex[Vertex];
				const auto [Found, bNew] = Pairs.try_emplace(
					{Segment, Row[Index].PaletteIndex}, static_cast<uint32_t>(Skin.TwistEntries.size()));
				if (bNew)
				{
					Skin.TwistEntries.push_back({Segment, Row[Index].PaletteIndex});
				}
				Entry = Found->second;
			}
			Order.Entries[Order.Offsets[Vertex] + Index] = Entry;
		}
	}
}

} // namespace SkinOrdering

TResult<FSkinOrder> OrderSkin(
	const FMeshLevelView& Level, const FRestPose& Rest, const FPackOptions& Options, FPackedSkin& Skin)
{
	using namespace SkinOrdering;
	const size_t VertexCount = Level.VertexCount();
	const bool bAnimationSpace = Options.Kind == EPackedKind::AnimationSpace;
	const FRows Rows = bAnimationSpace ? FRows{Level.Skin.Offsets, Level.Skin.Bones, {}}
									   : FRows{Level.Weights.Offsets, Level.Weights.Bones, Level.Weights.Weights};
	FSkinOrder Order;
	if (FStatus Status = CollectInfluences(Rows, VertexCount, Rest.JointCount(), Order); !Status)
	{
		return Status.GetError();
	}
	if (FStatus Status = MakeBonePalette(Level, Rest, Order, Skin); !Status)
	{
		return Status.GetError();
	}
	if (Options.Kind == EPackedKind::Twist)
	{
		Order.Twist = MakeTwistSegments(Rest, Level.Positions, Level.Weights, Options.TwistProfile);
		Skin.SegmentTable = Order.Twist.Segments;
	}
	if (bAnimationSpace && Options.LinearTolerance > 0.0f)
	{
		Order.IsLinear = FindLinearVertices(Level, Options, Skin.Errors.LargestLinear);
	}
	SortVertices(VertexCount, Order, Skin);
	AssignEntries(Options, Order, Skin);
	return Order;
}

} // namespace Exemplar
