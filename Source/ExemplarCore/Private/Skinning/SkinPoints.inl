// Copyright (c) 2026 Exemplar contributors. MIT license.

// Animation space, whose influences are points (see SkinKernels.inl).

/** A block's animation-space points as floats, with what is added to them; straight from the stream where possible. */
EXEMPLAR_LANES const float* DecodeBlockPoints(const FSkinKernelArgs& Args, const uint8_t* Stream, const uint8_t* Deltas,
	const float* RestOffsets, size_t First, size_t FirstDelta, int Count, float* Scratch, float* DeltaScratch)
{
	const int PointCount = Count * static_cast<int>(SkinBlockSize);
	const float* Points = reinterpret_cast<const float*>(Stream) + 4 * First;
	const float* More = reinterpret_cast<const float*>(Deltas) + (Deltas != nullptr ? 4 * FirstDelta : 0);
	if (Args.Points == EPointFormat::Fixed16)
	{
		const float Center[4] = {Args.PointOffset[0], Args.PointOffset[1], Args.PointOffset[2], 0.0f};
		DecodePoints(
			reinterpret_cast<const int16_t*>(Stream) + 4 * First, PointCount, Args.PointScale, Center, Scratch);
		Points = Scratch;
		if (Deltas != nullptr)
		{
			DecodePoints(reinterpret_cast<const int16_t*>(Deltas) + 4 * FirstDelta, PointCount, Args.PointScale, Center,
				DeltaScratch);
			More = DeltaScratch;
		}
	}
	if (Deltas != nullptr)
	{
		for (int Index = 0; Index < 4 * PointCount; Index += LaneCount)
		{
			Store(Scratch + Index, MulAdd(Load(More + Index), Set(Args.GeomorphFactor), Load(Points + Index)));
		}
		Points = Scratch;
	}
	if (RestOffsets != nullptr)
	{
		for (int Vertex = 0; Vertex < static_cast<int>(SkinBlockSize); ++Vertex)
		{
			for (int Index = Vertex * Count; Index < (Vertex + 1) * Count; ++Index)
			{
				const float W = Points[4 * Index + 3];
				Scratch[4 * Index] = Points[4 * Index] + W * RestOffsets[Vertex];
				Scratch[4 * Index + 1] = Points[4 * Index + 1] + W * RestOffsets[8 + Vertex];
				Scratch[4 * Index + 2] = Points[4 * Index + 2] + W * RestOffsets[16 + Vertex];
				Scratch[4 * Index + 3] = W;
			}
		}
		Points = Scratch;
	}
	return Points;
}

/** Frames of animation-space vertices without tangents of their own: the W of their points blend the palette. */
template <int FrameMode>
EXEMPLAR_LANES void TransformFrame(const FLaneMatrix& T, FLaneFrame& F)
{
	F.Normal = TransformNormalLanes(T, F.Normal);
	if constexpr (FrameMode == 2)
	{
		F.Tangent = TransformVectorLanes(T, F.Tangent);
	}
}

template <int FrameMode>
EXEMPLAR_LANES void PoseTilted(const FLaneMatrix& T, const float* NormalOffsets, int Lane, FLaneFrame& F)
{
	if (NormalOffsets != nullptr)
	{
		TiltNormal(NormalOffsets + Lane, F);
	}
	TransformFrame<FrameMode>(T, F);
}

template <int FixedCount, int FrameMode>
EXEMPLAR_KERNEL void SkinMixedPoints(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	const int Count = FixedCount > 0 ? FixedCount : static_cast<int>(Group.InfluenceCount);
	const uint8_t* Deltas = Args.GeomorphFactor != 0.0f ? Args.DeltaStream : nullptr;
	FBlockScratch Scratch;
	FGroupCursor At = StartAt<false>(Group, FirstBlock, Count);
	for (uint32_t Block = FirstBlock; Block < EndBlock;
		 ++Block, At.Influence += At.InfluenceStep, At.Index += At.IndexStep)
	{
		DecodeBlockOffsets<48, false>(Args, At, Scratch.Offsets);
		const float* Points = DecodeBlockPoints(Args, Args.PointStream, Deltas, FindRestOffsets(Args, Block),
			At.Influence - Args.FirstPoint, At.Influence, Count, Scratch.Points[0], Scratch.Points[1]);
		const float *Tangents = nullptr, *Bitangents = nullptr;
		if (FrameMode > 0 && Args.TangentStream != nullptr)
		{
			Tangents = DecodeBlockPoints(
				Args, Args.TangentStream, nullptr, nullptr, At.Influence, 0, Count, Scratch.Points[1], nullptr);
			Bitangents = DecodeBlockPoints(
				Args, Args.BitangentStream, nullptr, nullptr, At.Influence, 0, Count, Scratch.Points[2], nullptr);
		}
		for (int Lane = 0; Lane < static_cast<int>(SkinBlockSize); Lane += LaneCount)
		{
			const size_t Slot = size_t{Block} * SkinBlockSize + static_cast<size_t>(Lane);
			const uint32_t* Offsets = Scratch.Offsets + Lane * Count;
			FLanes P[3];
			Project(Args.Palette, Offsets, Points + 4 * Lane * Count, Count, P);
			StorePosition(Args, Slot, {P[0], P[1], P[2]});
			if constexpr (FrameMode > 0)
			{
				FLaneFrame F = LoadFrame<FrameMode>(Args, Block, Lane);
				const float* Tilt = FindNormalOffsets(Args, Block);
				if (Tangents != nullptr)
				{
					FLanes S[3], T[3];
					Project(Args.Palette, Offsets, Tangents + 4 * Lane * Count, Count, S);
					Project(Args.Palette, Offsets, Bitangents + 4 * Lane * Count, Count, T);
					F.Normal = CrossLanes({S[0], S[1], S[2]}, {T[0], T[1], T[2]});
					F.Tangent = {S[0], S[1], S[2]};
					if (Tilt != nullptr)
					{
						FLaneMatrix M;
						Blend<3, 4>(Args.Palette, Offsets, Points + 4 * Lane * Count + 3, Count, M.M);
						TiltPosedNormal(Tilt + Lane, M, F);
					}
				}
				else
				{
					FLaneMatrix M;
					Blend<3, 4>(Args.Palette, Offsets, Points + 4 * Lane * Count + 3, Count, M.M);
					PoseTilted<FrameMode>(M, Tilt, Lane, F);
				}
				if (Tilt != nullptr)
				{
					FollowNormal<FrameMode>(F);
				}
				StoreFrame<FrameMode>(Args, Slot, F);
			}
		}
	}
	if (Args.bStream)
	{
		FinishStreaming();
	}
}

/** The four numbers of one influence of the lanes of a shared block. */
struct FLanePoint
{
	FLanes X, Y, Z, W;
};
EXEMPLAR_LANES FLanePoint LoadSharedPoint(const FSkinKernelArgs& Args, const uint8_t* Stream, size_t At)
{
	if (Args.Points == EPointFormat::Float32)
	{
		const float* P = reinterpret_cast<const float*>(Stream) + At;
		return {Load(P), Load(P + 8), Load(P + 16), Load(P + 24)};
	}
	const int16_t* P = reinterpret_cast<const int16_t*>(Stream) + At;
	FLanePoint Out;
	Out.W = LoadInt16(P + 24) * Set(Args.PointScale[3]);
	Out.X = MulAdd(LoadInt16(P), Set(Args.PointScale[0]), Out.W * Set(Args.PointOffset[0]));
	Out.Y = MulAdd(LoadInt16(P + 8), Set(Args.PointScale[1]), Out.W * Set(Args.PointOffset[1]));
	Out.Z = MulAdd(LoadInt16(P + 16), Set(Args.PointScale[2]), Out.W * Set(Args.PointOffset[2]));
	return Out;
}
/** With what is added to points: the part of the way to the next level, and displacements at rest. */
template <bool bAdd>
EXEMPLAR_LANES FLanePoint LoadMovedPoint(
	const FSkinKernelArgs& Args, const uint8_t* Deltas, const float* RestOffsets, size_t At)
{
	FLanePoint P = LoadSharedPoint(Args, Args.PointStream, At - 4 * Args.FirstPoint);
	if constexpr (bAdd)
	{
		if (Deltas != nullptr)
		{
			const FLanePoint D = LoadSharedPoint(Args, Deltas, At);
			const FLanes Factor = Set(Args.GeomorphFactor);
			P = {
				MulAdd(D.X, Factor, P.X), MulAdd(D.Y, Factor, P.Y), MulAdd(D.Z, Factor, P.Z), MulAdd(D.W, Factor, P.W)};
		}
		if (RestOffsets != nullptr)
		{
			P.X = MulAdd(P.W, Load(RestOffsets), P.X);
			P.Y = MulAdd(P.W, Load(RestOffsets + 8), P.Y);
			P.Z = MulAdd(P.W, Load(RestOffsets + 16), P.Z);
		}
	}
	return P;
}

/** sum_j M_j p_j, two sums a row: one alone would wait for its own last addition. */
struct FProjection
{
	FLanes Even[3], Odd[3];

	EXEMPLAR_LANES FLaneVector Sum() const { return {Even[0] + Odd[0], Even[1] + Odd[1], Even[2] + Odd[2]}; }
};
EXEMPLAR_LANES FProjection StartProjection()
{
	const FLanes Zero = Set(0.0f);
	return {{Zero, Zero, Zero}, {Zero, Zero, Zero}};
}
EXEMPLAR_LANES void AddProjection(const uint8_t* Entry, const FLanePoint& P, FProjection& Out)
{
	const float* E = reinterpret_cast<const float*>(Entry);
	EXEMPLAR_UNROLL
	for (int Row = 0; Row < 3; ++Row)
	{
		Out.Even[Row] = MulAdd(SetFrom(E + 4 * Row), P.X, Out.Even[Row]);
		Out.Odd[Row] = MulAdd(SetFrom(E + 4 * Row + 1), P.Y, Out.Odd[Row]);
		Out.Even[Row] = MulAdd(SetFrom(E + 4 * Row + 2), P.Z, Out.Even[Row]);
		Out.Odd[Row] = MulAdd(SetFrom(E + 4 * Row + 3), P.W, Out.Odd[Row]);
	}
}
EXEMPLAR_LANES FLaneVector ProjectShared(
	const FSkinKernelArgs& Args, const uint8_t* Stream, const uint32_t* Offsets, size_t At, int Count)
{
	FProjection Out = StartProjection();
	for (int Index = 0; Index < Count; ++Index)
	{
		AddProjection(
			Args.Palette + Offsets[Index], LoadSharedPoint(Args, Stream, At + static_cast<size_t>(Index) * 32), Out);
	}
	return Out.Sum();
}

/** Whether Count indices at A are those at B; reads up to seven bytes beyond, which streams have room for. */
EXEMPLAR_LANES bool HaveSameIndices(const FSkinKernelArgs& Args, size_t A, size_t B, int Count)
{
	const int Shift = static_cast<int>(Args.Indices);
	const uint8_t *First = Args.IndexStream + (A << Shift), *Second = Args.IndexStream + (B << Shift);
	uint64_t Difference = 0;
	int Bytes = Count << Shift;
	for (; Bytes > 0; Bytes -= 8, First += 8, Second += 8)
	{
		uint64_t X, Y;
		std::memcpy(&X, First, 8);
		std::memcpy(&Y, Second, 8);
		Difference |= (X ^ Y) << (Bytes < 8 ? 64 - 8 * Bytes : 0);
	}
	return Difference == 0;
}

/** One column of a matrix for two registers of vertices: every number is read once for both. */
EXEMPLAR_LANES void AddColumn(const float* Column, FLanes P, FLanes Q, FLanes (&A)[3], FLanes (&B)[3])
{
	EXEMPLAR_UNROLL
	for (int Row = 0; Row < 3; ++Row)
	{
		const FLanes M = SetFrom(Column + 4 * Row);
		A[Row] = MulAdd(M, P, A[Row]);
		B[Row] = MulAdd(M, Q, B[Row]);
	}
}
EXEMPLAR_LANES void ProjectPair(const FSkinKernelArgs& Args, const uint32_t* Offsets, size_t FirstAt, size_t SecondAt,
	int Count, FProjection& A, FProjection& B)
{
	for (int Index = 0; Index < Count; ++Index)
	{
		const float* E = reinterpret_cast<const float*>(Args.Palette + Offsets[Index]);
		const FLanePoint P = LoadSharedPoint(Args, Args.PointStream, FirstAt + static_cast<size_t>(Index) * 32);
		const FLanePoint Q = LoadSharedPoint(Args, Args.PointStream, SecondAt + static_cast<size_t>(Index) * 32);
		AddColumn(E, P.X, Q.X, A.Even, B.Even);
		AddColumn(E + 1, P.Y, Q.Y, A.Odd, B.Odd);
		AddColumn(E + 2, P.Z, Q.Z, A.Even, B.Even);
		AddColumn(E + 3, P.W, Q.W, A.Odd, B.Odd);
	}
}

/** Positions alone: consecutive blocks with the same bones are processed in pairs. */
EXEMPLAR_KERNEL void SkinSharedPositions(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	const int Count = static_cast<int>(Group.InfluenceCount);
	alignas(64) uint32_t Offsets[MaxPackedInfluences + SkinBlockSize];
	FGroupCursor Cursor = StartAt<true>(Group, FirstBlock, Count);
	for (uint32_t Block = FirstBlock; Block < EndBlock;)
	{
		const size_t First = Cursor.Influence - Args.FirstPoint;
		if (Args.bStream)
		{
			PrefetchStream(Args.PointStream, First * Args.PointBytes, 2 * Cursor.InfluenceStep * Args.PointBytes);
		}
		DecodeSharedOffsets<48>(Args, Cursor.Index, Count, Offsets);
		const size_t Slot = size_t{Block} * SkinBlockSize, At = 4 * First;
		FProjection A = StartProjection(), B = A;
		uint32_t Taken = 1;
		if constexpr (LaneCount == SkinBlockSize)
		{
			if (Block + 1 < EndBlock && HaveSameIndices(Args, Cursor.Index, Cursor.Index + Cursor.IndexStep, Count))
			{
				ProjectPair(Args, Offsets, At, At + 4 * Cursor.InfluenceStep, Count, A, B);
				StorePosition(Args, Slot, A.Sum());
				StorePosition(Args, Slot + SkinBlockSize, B.Sum());
				Taken = 2;
			}
			else
			{
				StorePosition(Args, Slot, ProjectShared(Args, Args.PointStream, Offsets, At, Count));
			}
		}
		else
		{
			ProjectPair(Args, Offsets, At, At + LaneCount, Count, A, B);
			StorePosition(Args, Slot, A.Sum());
			StorePosition(Args, Slot + LaneCount, B.Sum());
		}
		Block += Taken;
		Cursor.Influence += Taken * Cursor.InfluenceStep;
		Cursor.Index += Taken * Cursor.IndexStep;
	}
	if (Args.bStream)
	{
		FinishStreaming();
	}
}

template <int FrameMode, bool bAdd>
EXEMPLAR_KERNEL void SkinSharedPoints(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	const int Count = static_cast<int>(Group.InfluenceCount);
	const uint8_t* Deltas = Args.GeomorphFactor != 0.0f ? Args.DeltaStream : nullptr;
	alignas(64) uint32_t Offsets[MaxPackedInfluences + SkinBlockSize];
	alignas(64) float Ws[SkinBlockSize * MaxPackedInfluences];
	FGroupCursor Cursor = StartAt<true>(Group, FirstBlock, Count);
	for (uint32_t Block = FirstBlock; Block < EndBlock;
		 ++Block, Cursor.Influence += Cursor.InfluenceStep, Cursor.Index += Cursor.IndexStep)
	{
		if (Args.bStream)
		{
			PrefetchStream(Args.PointStream, (Cursor.Influence - Args.FirstPoint) * Args.PointBytes,
				Cursor.InfluenceStep * Args.PointBytes);
			PrefetchStream(
				Args.FrameStream, size_t{Block} * Args.FrameBlockBytes, FrameMode > 0 ? Args.FrameBlockBytes : 0);
		}
		DecodeSharedOffsets<48>(Args, Cursor.Index, Count, Offsets);
		const float* RestOffsets = bAdd ? FindRestOffsets(Args, Block) : nullptr;
		const bool bBlend = FrameMode > 0 && Args.TangentStream == nullptr;
		for (int Lane = 0; Lane < static_cast<int>(SkinBlockSize); Lane += LaneCount)
		{
			const size_t Slot = size_t{Block} * SkinBlockSize + static_cast<size_t>(Lane);
			const size_t At = 4 * Cursor.Influence + static_cast<size_t>(Lane);
			const float* Moves = RestOffsets == nullptr ? nullptr : RestOffsets + Lane;
			FProjection Sum = StartProjection();
			for (int Index = 0; Index < Count; ++Index)
			{
				const FLanePoint P = LoadMovedPoint<bAdd>(Args, Deltas, Moves, At + static_cast<size_t>(Index) * 32);
				AddProjection(Args.Palette + Offsets[Index], P, Sum);
				if constexpr (FrameMode > 0)
				{
					Store(Ws + 8 * Index + Lane, P.W);
				}
			}
			StorePosition(Args, Slot, Sum.Sum());
			if constexpr (FrameMode > 0)
			{
				FLaneFrame F = LoadFrame<FrameMode>(Args, Block, Lane);
				const float* Tilt = bAdd ? FindNormalOffsets(Args, Block) : nullptr;
				if (bBlend)
				{
					FLaneMatrix T;
					BlendShared<3>(Args.Palette, Offsets, Ws + Lane, Count, T.M);
					PoseTilted<FrameMode>(T, Tilt, Lane, F);
				}
				else
				{
					F.Tangent = ProjectShared(Args, Args.TangentStream, Offsets, At, Count);
					F.Normal = CrossLanes(F.Tangent, ProjectShared(Args, Args.BitangentStream, Offsets, At, Count));
					if (Tilt != nullptr)
					{
						FLaneMatrix T;
						BlendShared<3>(Args.Palette, Offsets, Ws + Lane, Count, T.M);
						TiltPosedNormal(Tilt + Lane, T, F);
					}
				}
				if (Tilt != nullptr)
				{
					FollowNormal<FrameMode>(F);
				}
				StoreFrame<FrameMode>(Args, Slot, F);
			}
		}
	}
	if (Args.bStream)
	{
		FinishStreaming();
	}
}
