// Copyright (c) 2026 Exemplar contributors. MIT license.

// What all kernels share (see SkinKernels.inl): a packed block to lanes, tangent frames in and out, the way through a
// group.

/** What one block of eight slots is decoded into where the packed numbers are not floats already. */
struct FBlockScratch
{
	alignas(64) uint32_t Offsets[SkinBlockSize * MaxPackedInfluences];
	alignas(64) uint32_t StretchOffsets[SkinBlockSize * MaxPackedInfluences];
	alignas(64) float Weights[SkinBlockSize * MaxPackedInfluences];
	alignas(64) float RestOffsets[SkinBlockSize * 3];
	alignas(64) float NormalOffsets[SkinBlockSize * 3];
	alignas(64) float Points[3][SkinBlockSize * MaxPackedInfluences * 4];
};

/** A 3x4 matrix a lane. */
struct FLaneMatrix
{
	FLanes M[12];
};
struct FLaneVector
{
	FLanes X, Y, Z;
};
struct FLaneFrame
{
	FLaneVector Normal, Tangent;
	FLanes Sign;
};

/**
 * Count palette indices to byte offsets. Whole registers at a time, a few beyond the end: streams and scratch have
 * room, and a loop that the compiler vectorized itself would spend more on its rest than on its work.
 */
template <uint32_t Stride>
EXEMPLAR_LANES void DecodeOffsets(const FSkinKernelArgs& Args, size_t First, int Count, uint32_t* Out)
{
	if (Args.Indices == EIndexFormat::Uint16)
	{
		const uint16_t* In = reinterpret_cast<const uint16_t*>(Args.IndexStream) + First;
		for (int Index = 0; Index < Count; Index += LaneCount)
		{
			StoreUint32(Out + Index, Multiply(WidenUint16(In + Index), Stride));
		}
	}
	else if (Args.Indices == EIndexFormat::Uint8)
	{
		for (int Index = 0; Index < Count; Index += LaneCount)
		{
			StoreUint32(Out + Index, Multiply(WidenUint8(Args.IndexStream + First + Index), Stride));
		}
	}
	else
	{
		const uint32_t* In = reinterpret_cast<const uint32_t*>(Args.IndexStream) + First;
		for (int Index = 0; Index < Count; Index += LaneCount)
		{
			StoreUint32(Out + Index, Multiply(LoadUint32(In + Index), Stride));
		}
	}
}

/** The few offsets of a shared block, one by one: they are read back at once, and forwarding from wide stores is slow.
 */
template <uint32_t Stride>
EXEMPLAR_LANES void DecodeSharedOffsets(const FSkinKernelArgs& Args, size_t First, int Count, uint32_t* Out)
{
	for (int Index = 0; Index < Count; ++Index)
	{
		const size_t At = First + static_cast<size_t>(Index);
		uint32_t Entry = Args.Indices == EIndexFormat::Uint16
			? reinterpret_cast<const uint16_t*>(Args.IndexStream)[At]
			: (Args.Indices == EIndexFormat::Uint8 ? Args.IndexStream[At]
												   : reinterpret_cast<const uint32_t*>(Args.IndexStream)[At]);
		EXEMPLAR_KEEP_SCALAR(Entry);
		Out[Index] = Entry * Stride;
	}
}

/** Weights as floats, Count a multiple of eight: straight from the stream where they are floats already. */
EXEMPLAR_LANES const float* DecodeWeights(const FSkinKernelArgs& Args, size_t First, int Count, float* Scratch)
{
	if (Args.Weights == EWeightFormat::Float32)
	{
		return reinterpret_cast<const float*>(Args.WeightStream) + First;
	}
	for (int Index = 0; Index < Count; Index += LaneCount)
	{
		const size_t At = First + static_cast<size_t>(Index);
		Store(Scratch + Index,
			Args.Weights == EWeightFormat::Unorm8
				? ToFloat(WidenUint8(Args.WeightStream + At)) * Set(1.0f / 255.0f)
				: ToFloat(WidenUint16(reinterpret_cast<const uint16_t*>(Args.WeightStream) + At)) *
					Set(1.0f / 65535.0f));
	}
	return Scratch;
}

/** The displacements of a block, or null. */
EXEMPLAR_LANES const float* FindRestOffsets(const FSkinKernelArgs& Args, uint32_t Block)
{
	if (Args.OffsetPlaces == nullptr || Args.OffsetPlaces[Block] == NoIndex)
	{
		return nullptr;
	}
	return Args.OffsetValues + size_t{24} * Args.OffsetPlaces[Block];
}

/** The changes of a block's normals, or null. */
EXEMPLAR_LANES const float* FindNormalOffsets(const FSkinKernelArgs& Args, uint32_t Block)
{
	if (Args.NormalValues == nullptr || Args.OffsetPlaces == nullptr || Args.OffsetPlaces[Block] == NoIndex)
	{
		return nullptr;
	}
	return Args.NormalValues + size_t{24} * Args.OffsetPlaces[Block];
}

EXEMPLAR_LANES FLaneVector LoadPosition(const FSkinKernelArgs& Args, uint32_t Block, int Lane)
{
	if (Args.Points == EPointFormat::Float32)
	{
		const float* P = reinterpret_cast<const float*>(Args.PointStream) + size_t{24} * Block + Lane;
		return {Load(P), Load(P + 8), Load(P + 16)};
	}
	const uint16_t* P = reinterpret_cast<const uint16_t*>(Args.PointStream) + size_t{24} * Block + Lane;
	return {MulAdd(LoadUint16(P), Set(Args.PointScale[0]), Set(Args.PointOffset[0])),
		MulAdd(LoadUint16(P + 8), Set(Args.PointScale[1]), Set(Args.PointOffset[1])),
		MulAdd(LoadUint16(P + 16), Set(Args.PointScale[2]), Set(Args.PointOffset[2]))};
}

/** Displacements in rest space, turned to the frames of the slots' segments. */
EXEMPLAR_LANES void TurnToSegments(const FSkinKernelArgs& Args, uint32_t Block, const float* In, float* Out)
{
	for (uint32_t Slot = 0; Slot < SkinBlockSize; ++Slot)
	{
		const FAffine& Frame = Args.SegmentFrames[Args.SegmentStream[Block * SkinBlockSize + Slot]];
		EXEMPLAR_UNROLL
		for (int Row = 0; Row < 3; ++Row)
		{
			const FFloat4& R = Frame.Rows[Row];
			Out[8 * Row + static_cast<int>(Slot)] = R.X * In[Slot] + R.Y * In[8 + Slot] + R.Z * In[16 + Slot];
		}
	}
}

/** Coordinates on the octahedron to a direction of any length; Middle is the code of zero. */
EXEMPLAR_LANES FLaneVector DecodeOctahedralLanes(FIntLanes CodeX, FIntLanes CodeY, int32_t Middle)
{
	FLaneVector Out;
	const FLanes X = ToFloat(Add(CodeX, -Middle)), Y = ToFloat(Add(CodeY, -Middle));
	Out.Z = Set(static_cast<float>(Middle)) - Abs(X) - Abs(Y);
	const FLanes Fold = Min(Out.Z, Set(0.0f));
	Out.X = X + FlipSign(Fold, X);
	Out.Y = Y + FlipSign(Fold, Y);
	return Out;
}

/** +1 where the lowest bit is clear, -1 where it is set. */
EXEMPLAR_LANES FLanes SignOfBit(FIntLanes Bit)
{
	return Xor(Set(1.0f), ShiftLeft<31>(Bit));
}

template <int FrameMode>
EXEMPLAR_LANES FLaneFrame LoadFrame(const FSkinKernelArgs& Args, uint32_t Block, int Lane)
{
	FLaneFrame Out;
	if (Args.Frames == EFrameFormat::Float32)
	{
		const size_t BlockSize = Args.bHasTangents ? 56 : 24;
		const float* F = reinterpret_cast<const float*>(Args.FrameStream) + BlockSize * Block + Lane;
		Out.Normal = {Load(F), Load(F + 8), Load(F + 16)};
		if constexpr (FrameMode == 2)
		{
			Out.Tangent = {Load(F + 24), Load(F + 32), Load(F + 40)};
			Out.Sign = Load(F + 48);
		}
		return Out;
	}
	const uint32_t* Codes = reinterpret_cast<const uint32_t*>(Args.FrameStream);
	if (Args.Frames == EFrameFormat::Octahedral16)
	{
		Codes += size_t{Args.bHasTangents ? 16u : 8u} * Block + static_cast<size_t>(Lane);
		const FIntLanes N = LoadUint32(Codes);
		Out.Normal = DecodeOctahedralLanes(And(N, 0xffff), ShiftRight<16>(N), 32767);
		if constexpr (FrameMode == 2)
		{
			const FIntLanes T = LoadUint32(Codes + 8);
			Out.Tangent = DecodeOctahedralLanes(And(T, 0xffff), ShiftRight<16>(T), 32767);
			Out.Sign = SignOfBit(ShiftRight<16>(T));
		}
		return Out;
	}
	const FIntLanes Code = LoadUint32(Codes + size_t{8} * Block + static_cast<size_t>(Lane));
	Out.Normal = DecodeOctahedralLanes(And(Code, 0xff), And(ShiftRight<8>(Code), 0xff), 127);
	if constexpr (FrameMode == 2)
	{
		Out.Tangent = DecodeOctahedralLanes(And(ShiftRight<16>(Code), 0xff), ShiftRight<24>(Code), 127);
		Out.Sign = SignOfBit(ShiftRight<24>(Code));
	}
	return Out;
}

EXEMPLAR_LANES FLanes DotLanes(const FLaneVector& A, const FLaneVector& B)
{
	return MulAdd(A.X, B.X, MulAdd(A.Y, B.Y, A.Z * B.Z));
}
EXEMPLAR_LANES FLaneVector CrossLanes(const FLaneVector& A, const FLaneVector& B)
{
	return {NegMulAdd(A.Z, B.Y, A.Y * B.Z), NegMulAdd(A.X, B.Z, A.Z * B.X), NegMulAdd(A.Y, B.X, A.X * B.Y)};
}
/** Zero vectors stay zero. */
EXEMPLAR_LANES FLaneVector NormalizeLanes(const FLaneVector& A)
{
	const FLanes S = InverseSqrt(Max(DotLanes(A, A), Set(1e-36f)));
	return {A.X * S, A.Y * S, A.Z * S};
}
EXEMPLAR_LANES FLaneVector TransformPointLanes(const FLaneMatrix& T, const FLaneVector& P)
{
	return {MulAdd(T.M[0], P.X, MulAdd(T.M[1], P.Y, MulAdd(T.M[2], P.Z, T.M[3]))),
		MulAdd(T.M[4], P.X, MulAdd(T.M[5], P.Y, MulAdd(T.M[6], P.Z, T.M[7]))),
		MulAdd(T.M[8], P.X, MulAdd(T.M[9], P.Y, MulAdd(T.M[10], P.Z, T.M[11])))};
}
EXEMPLAR_LANES FLaneVector TransformVectorLanes(const FLaneMatrix& T, const FLaneVector& P)
{
	return {MulAdd(T.M[0], P.X, MulAdd(T.M[1], P.Y, T.M[2] * P.Z)),
		MulAdd(T.M[4], P.X, MulAdd(T.M[5], P.Y, T.M[6] * P.Z)),
		MulAdd(T.M[8], P.X, MulAdd(T.M[9], P.Y, T.M[10] * P.Z))};
}
/** By the cofactors: the cross products of the rows. */
EXEMPLAR_LANES FLaneVector TransformNormalLanes(const FLaneMatrix& T, const FLaneVector& N)
{
	const FLaneVector A{T.M[0], T.M[1], T.M[2]}, B{T.M[4], T.M[5], T.M[6]}, C{T.M[8], T.M[9], T.M[10]};
	return {DotLanes(CrossLanes(B, C), N), DotLanes(CrossLanes(C, A), N), DotLanes(CrossLanes(A, B), N)};
}

/** A rest normal, which may have any length, with its change. */
EXEMPLAR_LANES void TiltNormal(const float* Offsets, FLaneFrame& F)
{
	const FLaneVector N = NormalizeLanes(F.Normal);
	F.Normal = {N.X + Load(Offsets), N.Y + Load(Offsets + 8), N.Z + Load(Offsets + 16)};
}
/** The same of a posed normal: the change is posed by the vertex's blended matrix. */
EXEMPLAR_LANES void TiltPosedNormal(const float* Offsets, const FLaneMatrix& T, FLaneFrame& F)
{
	const FLaneVector N = NormalizeLanes(F.Normal);
	const FLaneVector D = TransformVectorLanes(T, {Load(Offsets), Load(Offsets + 8), Load(Offsets + 16)});
	F.Normal = {N.X + D.X, N.Y + D.Y, N.Z + D.Z};
}
/** Makes the tangent orthogonal to a normal that was changed. */
template <int FrameMode>
EXEMPLAR_LANES void FollowNormal(FLaneFrame& F)
{
	if constexpr (FrameMode == 2)
	{
		const FLanes Part = DotLanes(F.Normal, F.Tangent) / Max(DotLanes(F.Normal, F.Normal), Set(1e-36f));
		F.Tangent = {NegMulAdd(F.Normal.X, Part, F.Tangent.X), NegMulAdd(F.Normal.Y, Part, F.Tangent.Y),
			NegMulAdd(F.Normal.Z, Part, F.Tangent.Z)};
	}
}

EXEMPLAR_LANES void StorePosition(const FSkinKernelArgs& Args, size_t Slot, const FLaneVector& P)
{
	if (Args.bStream)
	{
		StoreInterleaved3<true>(Args.Positions + 3 * Slot, P.X, P.Y, P.Z);
	}
	else
	{
		StoreInterleaved3<false>(Args.Positions + 3 * Slot, P.X, P.Y, P.Z);
	}
}

template <int FrameMode>
EXEMPLAR_LANES void StoreFrame(const FSkinKernelArgs& Args, size_t Slot, const FLaneFrame& F)
{
	const FLaneVector N = NormalizeLanes(F.Normal);
	if (Args.bStream)
	{
		StoreInterleaved3<true>(Args.Normals + 3 * Slot, N.X, N.Y, N.Z);
	}
	else
	{
		StoreInterleaved3<false>(Args.Normals + 3 * Slot, N.X, N.Y, N.Z);
	}
	if constexpr (FrameMode == 2)
	{
		const FLaneVector T = NormalizeLanes(F.Tangent);
		if (Args.bStream)
		{
			StoreInterleaved4<true>(Args.Tangents + 4 * Slot, T.X, T.Y, T.Z, F.Sign);
		}
		else
		{
			StoreInterleaved4<false>(Args.Tangents + 4 * Slot, T.X, T.Y, T.Z, F.Sign);
		}
	}
}

/** The position of a kernel in a group: slots advance by blocks, influences and indices by their own counts. */
struct FGroupCursor
{
	size_t Influence, Index;
	size_t InfluenceStep, IndexStep;
};
template <bool bShared>
EXEMPLAR_LANES FGroupCursor StartAt(const FSkinGroup& Group, uint32_t Block, int Count)
{
	FGroupCursor Out;
	Out.InfluenceStep = size_t{SkinBlockSize} * static_cast<size_t>(Count);
	Out.IndexStep = bShared ? static_cast<size_t>(Count) : Out.InfluenceStep;
	const size_t Passed = Block - Group.FirstSlot / SkinBlockSize;
	Out.Influence = Group.FirstInfluence + Passed * Out.InfluenceStep;
	Out.Index = Group.FirstIndex + Passed * Out.IndexStep;
	return Out;
}

template <uint32_t Stride, bool bShared>
EXEMPLAR_LANES void DecodeBlockOffsets(const FSkinKernelArgs& Args, const FGroupCursor& At, uint32_t* Out)
{
	if constexpr (bShared)
	{
		DecodeSharedOffsets<Stride>(Args, At.Index, static_cast<int>(At.IndexStep), Out);
	}
	else
	{
		DecodeOffsets<Stride>(Args, At.Index, static_cast<int>(At.IndexStep), Out);
	}
}

/** The blended entries of the lanes from Lane on. */
template <int Rows, bool bShared>
EXEMPLAR_LANES void BlendLanes(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Lane, int Count, FLanes (&Out)[4 * Rows])
{
	if constexpr (bShared)
	{
		BlendShared<Rows>(Palette, Offsets, Weights + Lane, Count, Out);
	}
	else
	{
		Blend<Rows, 1>(Palette, Offsets + Lane * Count, Weights + Lane * Count, Count, Out);
	}
}

/**
 * Asks for what comes PrefetchDistance bytes later. Only where the output streams around the caches: there the input
 * comes from memory too, in more streams and across more pages than the processor follows by itself.
 */
constexpr size_t PrefetchDistance = 2048;
EXEMPLAR_LANES void PrefetchStream(const uint8_t* Stream, size_t At, size_t Bytes)
{
	for (size_t Line = 0; Line < Bytes; Line += 64)
	{
		EXEMPLAR_PREFETCH(Stream + At + PrefetchDistance + Line);
	}
}
