// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/PackedSkin.h"

#include "Base/Octahedral.h"
#include "Skinning/LinearVertices.h"
#include "Skinning/SegmentSurface.h"
#include "Skinning/SkinCenters.h"
#include "Skinning/SkinOrder.h"
#include "Skinning/SkinQuantization.h"

#include <cstring>

namespace Exemplar
{
namespace SkinPacking
{

/** Kernels read whole registers: a stream ends in as many bytes more as the widest of them takes. */
constexpr size_t StreamPadding = 64;

template <typename T>
void Put(TAlignedArray<uint8_t>& Stream, size_t Index, T Value)
{
	std::memcpy(Stream.data() + Index * sizeof(T), &Value, sizeof(T));
}

template <typename T>
void Reserve(TAlignedArray<uint8_t>& Stream, size_t Count)
{
	Stream.assign(Count * sizeof(T) + StreamPadding, 0);
}

float AngleBetween(const FFloat3& A, const FFloat3& B)
{
	return std::atan2(Length(Cross(A, B)), Dot(A, B));
}

void PackIndices(const FSkinOrder& Order, const FPackOptions& Options, FPackedSkin& Skin)
{
	const size_t Entries = Skin.EntryCount();
	Skin.Indices = Entries > 65536                ? EIndexFormat::Uint32
		: Options.bSmallIndices && Entries <= 256 ? EIndexFormat::Uint8
												  : EIndexFormat::Uint16;
	Skin.IndexStream.assign(
		Skin.IndexCount * (size_t{1} << static_cast<int>(Skin.Indices)) + StreamPadding, uint8_t{0});
	size_t At = 0;
	for (const FSkinGroup& Group : Skin.Groups)
	{
		for (uint32_t Slot = 0; Slot < Group.SlotCount; Slot += Group.bShared ? SkinBlockSize : 1)
		{
			const uint32_t Vertex = Skin.VertexOfSlot[Group.FirstSlot + Slot];
			for (uint32_t Index = Order.Offsets[Vertex]; Index < Order.Offsets[Vertex + 1]; ++Index, ++At)
			{
				switch (Skin.Indices)
				{
				case EIndexFormat::Uint8:
					Put(Skin.IndexStream, At, static_cast<uint8_t>(Order.Entries[Index]));
					break;
				case EIndexFormat::Uint16:
					Put(Skin.IndexStream, At, static_cast<uint16_t>(Order.Entries[Index]));
					break;
				case EIndexFormat::Uint32:
					Put(Skin.IndexStream, At, Order.Entries[Index]);
					break;
				}
			}
		}
	}
}

/** Calls Do(Vertex, Slot of the group, Group) for every slot, in order. */
template <typename FunctionType>
void ForEachSlot(const FPackedSkin& Skin, const FunctionType& Do)
{
	for (const FSkinGroup& Group : Skin.Groups)
	{
		for (uint32_t Slot = 0; Slot < Group.SlotCount; ++Slot)
		{
			Do(Skin.VertexOfSlot[Group.FirstSlot + Slot], Slot, Group);
		}
	}
}

/** The position of influence Index of a slot in a stream with one number per influence. */
size_t PlaceOf(const FSkinGroup& Group, uint32_t Slot, size_t Index)
{
	const size_t Count = Group.InfluenceCount, Block = Slot / SkinBlockSize, Lane = Slot % SkinBlockSize;
	return Group.FirstInfluence + Block * SkinBlockSize * Count +
		(Group.bShared ? Index * SkinBlockSize + Lane : Lane * Count + Index);
}

/** The position of component Item of an animation-space point, in numbers. */
size_t PlaceOfPoint(const FSkinGroup& Group, uint32_t Slot, size_t Index, size_t Item)
{
	if (!Group.bShared)
	{
		return 4 * PlaceOf(Group, Slot, Index) + Item;
	}
	const size_t Block = Slot / SkinBlockSize, Lane = Slot % SkinBlockSize;
	const size_t First = Group.FirstInfluence + Block * SkinBlockSize * Group.InfluenceCount;
	return 4 * (First + Index * SkinBlockSize) + Item * SkinBlockSize + Lane;
}

/** Weights of all groups or, of animation space, the W of linear groups. */
FStatus PackWeights(const FMeshLevelView& Level, const FSkinOrder& Order, FPackedSkin& Skin)
{
	const bool bAnimationSpace = Skin.Format.Kind == EPackedKind::AnimationSpace;
	const EWeightFormat Format = Skin.Format.Weights;
	const int32_t Steps = Format == EWeightFormat::Unorm8 ? 255 : 65535;
	const size_t Size = Format == EWeightFormat::Float32 ? 4 : (Format == EWeightFormat::Unorm16 ? 2 : 1);
	const size_t Count = bAnimationSpace ? Skin.LinearInfluenceCount : Skin.InfluenceCount;
	Skin.WeightStream.assign(Count * Size + StreamPadding, 0);
	float Row[MaxPackedInfluences];
	int32_t Codes[MaxPackedInfluences];
	FStatus Status = FOk{};
	ForEachSlot(Skin,
		[&](uint32_t Vertex, uint32_t Slot, const FSkinGroup& Group)
		{
			const auto Influences = Order.RowOf(Vertex);
			if (bAnimationSpace && Group.bLinear == 0)
			{
				return;
			}
			float Sum = 0.0f, Smallest = 0.0f;
			for (size_t Index = 0; Index < Influences.size(); ++Index)
			{
				const uint32_t Source = Influences[Index].Source;
				Sum += Row[Index] = bAnimationSpace ? Level.Skin.Points[Source].W : Level.Weights.Weights[Source];
				Smallest = (std::min)(Smallest, Row[Index]);
			}
			if (!std::isfinite(Sum) || !(Sum > 0.0f))
			{
				Status = FError{EErrorCode::Malformed,
					"The weights of vertex " + std::to_string(Vertex) + " do not sum to one: normalize them."};
				return;
			}
			if (Format == EWeightFormat::Float32)
			{
				for (size_t Index = 0; Index < Influences.size(); ++Index)
				{
					Put(Skin.WeightStream, PlaceOf(Group, Slot, Index), Row[Index]);
				}
				return;
			}
			if (Smallest < 0.0f)
			{
				Status = FError{EErrorCode::Unsupported,
					"Vertex " + std::to_string(Vertex) + " has a negative weight: pack the weights as floats."};
				return;
			}
			QuantizeRow({Row, Influences.size()}, Sum, Steps, {Codes, Influences.size()});
			for (size_t Index = 0; Index < Influences.size(); ++Index)
			{
				const float Error = std::abs(static_cast<float>(Codes[Index]) / static_cast<float>(Steps) - Row[Index]);
				Skin.Errors.LargestWeight = (std::max)(Skin.Errors.LargestWeight, Error);
				const size_t Place = PlaceOf(Group, Slot, Index);
				Format == EWeightFormat::Unorm8 ? Put(Skin.WeightStream, Place, static_cast<uint8_t>(Codes[Index]))
												: Put(Skin.WeightStream, Place, static_cast<uint16_t>(Codes[Index]));
			}
		});
	return Status;
}

/** A stream of positions by block with its own step and origin, of the first Count slots. */
struct FPackedPositions
{
	TAlignedArray<uint8_t>& Stream;
	FFloat3& Scale;
	FFloat3& Offset;
};
void PackPositions(std::span<const FFloat3> Positions, size_t Count, FPackedSkin& Skin, const FPackedPositions& Out)
{
	const bool bFixed = Skin.Format.Points == EPointFormat::Fixed16;
	Out.Stream.assign(Count * 3 * (bFixed ? 2 : 4) + StreamPadding, 0);
	if (bFixed)
	{
		FBox Box;
		for (const FFloat3& P : Positions)
		{
			Box.Add(P);
		}
		Out.Offset = Box.Min;
		Out.Scale = (Box.Max - Box.Min) * (1.0f / 65535.0f);
	}
	for (size_t Slot = 0; Slot < Count; ++Slot)
	{
		const FFloat3& P = Positions[Skin.VertexOfSlot[Slot]];
		const size_t At = Slot / SkinBlockSize * SkinBlockSize * 3 + Slot % SkinBlockSize;
		const float Values[3] = {P.X, P.Y, P.Z};
		const float Scales[3] = {Out.Scale.X, Out.Scale.Y, Out.Scale.Z};
		const float Offsets[3] = {Out.Offset.X, Out.Offset.Y, Out.Offset.Z};
		float Squared = 0.0f;
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			if (!bFixed)
			{
				Put(Out.Stream, At + Axis * SkinBlockSize, Values[Axis]);
				continue;
			}
			const float Steps = Scales[Axis] > 0.0f ? (Values[Axis] - Offsets[Axis]) / Scales[Axis] : 0.0f;
			const uint16_t Code = static_cast<uint16_t>((std::min)(65535L, (std::max)(0L, std::lround(Steps))));
			Put(Out.Stream, At + Axis * SkinBlockSize, Code);
			const float Error = static_cast<float>(Code) * Scales[Axis] + Offsets[Axis] - Values[Axis];
			Squared += Error * Error;
		}
		Skin.Errors.LargestPoint = (std::max)(Skin.Errors.LargestPoint, std::sqrt(Squared));
	}
}

/** Animation-space points lose the offset W * Center before they are scaled, so that their range is the model's size.
 */
struct FPointCoding
{
	FFloat3 Center;
	FFloat3 Scale{1.0f, 1.0f, 1.0f};
	float WScale = 1.0f;
	int32_t One = 1; // steps of W that make one
};

FPointCoding FindPointCoding(const FMeshLevelView& Level)
{
	FBox Box;
	for (const FFloat3& P : Level.Positions)
	{
		Box.Add(P);
	}
	FPointCoding Out;
	Out.Center = Box.Center();
	FFloat3 Largest;
	float LargestW = 1.0f;
	for (const auto& Points :
		{Level.Skin.Points, Level.Skin.GeomorphDeltas, Level.Skin.Tangents, Level.Skin.Bitangents})
	{
		for (const FFloat4& P : Points)
		{
			Largest.X = (std::max)(Largest.X, std::abs(P.X - P.W * Out.Center.X));
			Largest.Y = (std::max)(Largest.Y, std::abs(P.Y - P.W * Out.Center.Y));
			Largest.Z = (std::max)(Largest.Z, std::abs(P.Z - P.W * Out.Center.Z));
			LargestW = (std::max)(LargestW, std::abs(P.W));
		}
	}
	// W counts in steps of which a whole number makes one, so that rows can sum to one exactly; a few are left over for
	// the correction of the sum.
	Out.One = static_cast<int32_t>((32767.0f - 2.0f * MaxPackedInfluences) / LargestW);
	Out.WScale = 1.0f / static_cast<float>(Out.One);
	const auto StepOf = [](float Range) { return Range > 0.0f ? Range / 32767.0f : 1.0f; };
	Out.Scale = {StepOf(Largest.X), StepOf(Largest.Y), StepOf(Largest.Z)};
	return Out;
}

/**
 * One stream of four numbers an influence, from the influence First on; WSum is what the W of a vertex sum to.
 */
void PackPoints(std::span<const FFloat4> Points, int32_t WSum, const FPointCoding& Coding, const FSkinOrder& Order,
	FPackedSkin& Skin, uint32_t First, TAlignedArray<uint8_t>& Stream)
{
	if (Points.empty())
	{
		return;
	}
	const bool bFixed = Skin.Format.Points == EPointFormat::Fixed16;
	Stream.assign(size_t{Skin.InfluenceCount - First} * (bFixed ? 8 : 16) + StreamPadding, 0);
	ForEachSlot(Skin,
		[&](uint32_t Vertex, uint32_t Slot, FSkinGroup Group)
		{
			if (Group.FirstInfluence < First)
			{
				return;
			}
			Group.FirstInfluence -= First;
			const auto Row = Order.RowOf(Vertex);
			int32_t WCodes[MaxPackedInfluences];
			int32_t Sum = 0;
			size_t Largest = 0;
			for (size_t Index = 0; Index < Row.size(); ++Index)
			{
				const FFloat4& P = Points[Row[Index].Source];
				if (!bFixed)
				{
					const float Values[4] = {P.X, P.Y, P.Z, P.W};
					for (size_t Item = 0; Item < 4; ++Item)
					{
						Put(Stream, PlaceOfPoint(Group, Slot, Index, Item), Values[Item]);
					}
				}
				Sum += WCodes[Index] = static_cast<int32_t>(std::lround(P.W * static_cast<float>(Coding.One)));
				Largest = P.W > Points[Row[Largest].Source].W ? Index : Largest;
			}
			if (!bFixed)
			{
				return;
			}
			WCodes[Largest] += WSum * Coding.One - Sum;
			FFloat3 RestError;
			for (size_t Index = 0; Index < Row.size(); ++Index)
			{
				const FFloat4& P = Points[Row[Index].Source];
				const float W = static_cast<float>(WCodes[Index]) * Coding.WScale;
				const auto CodeOf = [](float Value, float Scale)
				{ return static_cast<int16_t>((std::min)(32767L, (std::max)(-32767L, std::lround(Value / Scale)))); };
				const int16_t Codes[4] = {CodeOf(P.X - W * Coding.Center.X, Coding.Scale.X),
					CodeOf(P.Y - W * Coding.Center.Y, Coding.Scale.Y),
					CodeOf(P.Z - W * Coding.Center.Z, Coding.Scale.Z), static_cast<int16_t>(WCodes[Index])};
				for (size_t Item = 0; Item < 4; ++Item)
				{
					Put(Stream, PlaceOfPoint(Group, Slot, Index, Item), Codes[Item]);
				}
				const FFloat3 Decoded =
					FFloat3{float(Codes[0]), float(Codes[1]), float(Codes[2])} * Coding.Scale + Coding.Center * W;
				RestError += Decoded - FFloat3{P.X, P.Y, P.Z};
				Skin.Errors.LargestWeight = (std::max)(Skin.Errors.LargestWeight, std::abs(W - P.W));
			}
			Skin.Errors.LargestPoint = (std::max)(Skin.Errors.LargestPoint, Length(RestError));
		});
}

void PackFrames(const FMeshLevelView& Level, FPackedSkin& Skin)
{
	const EFrameFormat Format = Skin.Format.Frames;
	const size_t Run = SkinBlockSize;
	const size_t WordsPerSlot = Format == EFrameFormat::Float32 ? (Skin.bHasTangents ? 7 : 3)
		: Format == EFrameFormat::Octahedral16                  ? (Skin.bHasTangents ? 2 : 1)
																: 1;
	Reserve<uint32_t>(Skin.FrameStream, Skin.SlotCount * WordsPerSlot);
	for (size_t Slot = 0; Slot < Skin.SlotCount; ++Slot)
	{
		const size_t Vertex = Skin.VertexOfSlot[Slot];
		const size_t At = Slot / Run * Run * WordsPerSlot + Slot % Run;
		const FFloat3& N = Level.Normals[Vertex];
		const FFloat4 T = Skin.bHasTangents ? Level.Tangents[Vertex] : FFloat4{1.0f, 0.0f, 0.0f, 1.0f};
		const FFloat3 Direction{T.X, T.Y, T.Z};
		if (Format == EFrameFormat::Float32)
		{
			const float Values[7] = {N.X, N.Y, N.Z, T.X, T.Y, T.Z, T.W};
			for (size_t Word = 0; Word < WordsPerSlot; ++Word)
			{
				Put(Skin.FrameStream, At + Word * Run, Values[Word]);
			}
			continue;
		}
		const int Bits = Format == EFrameFormat::Octahedral16 ? 16 : 8;
		const FOctahedralCode Normal = EncodeOctahedral(N, Bits, false, false);
		const FOctahedralCode Tangent = EncodeOctahedral(Direction, Bits, true, T.W < 0.0f);
		FPackingErrors& Errors = Skin.Errors;
		Errors.LargestNormalAngle =
			(std::max)(Errors.LargestNormalAngle, AngleBetween(DecodeOctahedral(Normal, Bits), N));
		if (Skin.bHasTangents)
		{
			Errors.LargestTangentAngle =
				(std::max)(Errors.LargestTangentAngle, AngleBetween(DecodeOctahedral(Tangent, Bits), Direction));
		}
		if (Format == EFrameFormat::Octahedral16)
		{
			Put(Skin.FrameStream, At, Normal.X | Normal.Y << 16);
			if (Skin.bHasTangents)
			{
				Put(Skin.FrameStream, At + Run, Tangent.X | Tangent.Y << 16);
			}
		}
		else
		{
			Put(Skin.FrameStream, At, Normal.X | Normal.Y << 8 | Tangent.X << 16 | Tangent.Y << 24);
		}
	}
}

/** Tangent pairs whose cross product points against the rest normal are turned: kernels take it for the normal. */
std::vector<FFloat4> OrientBitangents(const FMeshLevelView& Level)
{
	std::vector<FFloat4> Out(Level.Skin.Bitangents.begin(), Level.Skin.Bitangents.end());
	for (size_t Vertex = 0; Vertex < Level.Normals.size() && !Out.empty(); ++Vertex)
	{
		FFloat3 S, T;
		for (uint32_t Index = Level.Skin.Offsets[Vertex]; Index < Level.Skin.Offsets[Vertex + 1]; ++Index)
		{
			const FFloat4 &A = Level.Skin.Tangents[Index], &B = Level.Skin.Bitangents[Index];
			S += {A.X, A.Y, A.Z};
			T += {B.X, B.Y, B.Z};
		}
		if (Dot(Cross(S, T), Level.Normals[Vertex]) < 0.0f)
		{
			for (uint32_t Index = Level.Skin.Offsets[Vertex]; Index < Level.Skin.Offsets[Vertex + 1]; ++Index)
			{
				Out[Index] = Out[Index] * -1.0f;
			}
		}
	}
	return Out;
}

FStatus PackAnimationSpace(const FMeshLevelView& Level, const FSkinOrder& Order, FPackedSkin& Skin)
{
	const size_t Count = Level.Skin.Bones.size();
	for (const auto& Points : {Level.Skin.GeomorphDeltas, Level.Skin.Tangents, Level.Skin.Bitangents})
	{
		if (!Points.empty() && Points.size() != Count)
		{
			return FError{EErrorCode::Mismatch,
				"Animation-space deltas or tangents do not match the level's points. Rebuild the level."};
		}
	}
	if (Level.Skin.Points.size() != Count || Level.Skin.Tangents.size() != Level.Skin.Bitangents.size())
	{
		return FError{
			EErrorCode::Mismatch, "The level's animation-space points are not one an influence: rebuild the level."};
	}
	FPointCoding Coding;
	if (Skin.Format.Points == EPointFormat::Fixed16)
	{
		Coding = FindPointCoding(Level);
		Skin.PointScale = Coding.Scale;
		Skin.PointOffset = Coding.Center;
		Skin.WScale = Coding.WScale;
	}
	PackPoints(Level.Skin.Points, 1, Coding, Order, Skin, Skin.LinearInfluenceCount, Skin.PointStream);
	if (Skin.LinearSlotCount > 0)
	{
		if (FStatus Status = PackWeights(Level, Order, Skin); !Status)
		{
			return Status;
		}
		PackPositions(RestOfPoints(Level), Skin.LinearSlotCount, Skin,
			{Skin.PositionStream, Skin.PositionScale, Skin.PositionOffset});
	}
	const FPackingErrors OfPoints = Skin.Errors;
	PackPoints(Level.Skin.GeomorphDeltas, 0, Coding, Order, Skin, 0, Skin.DeltaStream);
	if (Skin.Format.Frames != EFrameFormat::None)
	{
		// Without UVs there are no tangents to output, but normals still come from the pair.
		PackPoints(Level.Skin.Tangents, 0, Coding, Order, Skin, 0, Skin.TangentStream);
		PackPoints(OrientBitangents(Level), 0, Coding, Order, Skin, 0, Skin.BitangentStream);
	}
	Skin.Errors = OfPoints;
	return FOk{};
}

} // namespace SkinPacking

double FPackedSkin::BytesPerVertex() const
{
	size_t Bytes = (TwistFractions.size() + Centers.size() + BlendFactors.size()) * sizeof(float) +
		SegmentStream.size() * sizeof(uint16_t);
	for (const TAlignedArray<uint8_t>* Stream : {&IndexStream, &WeightStream, &PointStream, &PositionStream,
			 &DeltaStream, &TangentStream, &BitangentStream, &FrameStream})
	{
		Bytes += Stream->empty() ? 0 : Stream->size() - SkinPacking::StreamPadding;
	}
	return SlotCount == 0 ? 0.0 : static_cast<double>(Bytes) / SlotCount;
}

size_t FPackedSkin::EntryCount() const
{
	switch (Format.Kind)
	{
	case EPackedKind::Spherical:
		return SetEntries.size();
	case EPackedKind::Twist:
		return TwistEntries.size();
	default:
		return PaletteBones.size();
	}
}

TResult<FPackedSkin> PackSkin(const FMeshLevelView& Level, const FRestPose& Rest, const FPackOptions& Options)
{
	using namespace SkinPacking;
	FPackedSkin Skin;
	Skin.Format = Options;
	const size_t VertexCount = Level.VertexCount();
	if ((!Level.Normals.empty() && Level.Normals.size() != VertexCount) ||
		(!Level.Tangents.empty() && Level.Tangents.size() != VertexCount))
	{
		return FError{EErrorCode::Mismatch, "Normals or tangents do not match the vertices. Rebuild the level."};
	}
	if (Level.Normals.empty())
	{
		Skin.Format.Frames = EFrameFormat::None;
	}
	Skin.bHasTangents = Skin.Format.Frames != EFrameFormat::None && !Level.Tangents.empty();
	TResult<FSkinOrder> Order = OrderSkin(Level, Rest, Options, Skin);
	if (!Order)
	{
		return Order.GetError();
	}
	PackIndices(*Order, Options, Skin);
	const bool bAnimationSpace = Options.Kind == EPackedKind::AnimationSpace;
	FStatus Status = bAnimationSpace ? PackAnimationSpace(Level, *Order, Skin) : PackWeights(Level, *Order, Skin);
	if (!Status)
	{
		return Status.GetError();
	}
	FMeshLevelView Surface = Level;
	FSegmentSurface InSegments;
	if (Options.Kind == EPackedKind::Twist)
	{
		for (const FTwistSegment& Segment : Skin.SegmentTable)
		{
			Skin.SegmentFrames.push_back(MakeSegmentFrame(Rest, Segment));
		}
		InSegments = MoveToSegments(Level, Order->Twist, Skin);
		Surface.Positions = InSegments.Positions;
		Surface.Normals = InSegments.Normals;
		Surface.Tangents = InSegments.Tangents;
		for (const uint32_t Vertex : Skin.VertexOfSlot)
		{
			Skin.TwistFractions.push_back(Order->Twist.TwistFractions[Vertex] - 0.5f);
			Skin.SegmentStream.push_back(Order->Twist.SegmentOfVertex[Vertex]);
		}
	}
	if (!bAnimationSpace)
	{
		PackPositions(Surface.Positions, Skin.SlotCount, Skin, {Skin.PointStream, Skin.PointScale, Skin.PointOffset});
	}
	if (Status = PackVertexNumbers(Level, Skin); !Status)
	{
		return Status.GetError();
	}
	if (Skin.Format.Frames != EFrameFormat::None)
	{
		PackFrames(Surface, Skin);
	}
	return Skin;
}

} // namespace Exemplar
