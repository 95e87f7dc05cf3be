// Copyright (c) 2026 Exemplar contributors. MIT licence.

// The skinning operators over lanes of vertices, once for every instruction set: a SkinKernels<Set>.cpp includes this
// file inside its namespace after the header that gives it FLanes, Blend, Project and the stores. EXEMPLAR_LANES marks
// an inlined function of that instruction set, EXEMPLAR_KERNEL one that stands on its own.

/** What one block of eight slots is decoded into where the packed numbers are not floats already. */
struct FBlockScratch
{
	alignas(64) uint32_t Offsets[SkinBlockSize * MaxPackedInfluences];
	alignas(64) uint32_t StretchOffsets[SkinBlockSize * MaxPackedInfluences];
	alignas(64) float Weights[SkinBlockSize * MaxPackedInfluences];
	alignas(64) float RestOffsets[SkinBlockSize * 3];
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
 * room, and a loop that the compiler vectorised itself would spend more on its rest than on its work.
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

/** sin and cos for any angle of a few turns: reduced to an eighth of a turn, then the polynomials of Cephes. */
EXEMPLAR_LANES void SinCosLanes(FLanes Angle, FLanes& Sine, FLanes& Cosine)
{
	const FIntLanes Quarter = RoundToInt(Angle * Set(0.636619772f));
	const FLanes Turns = ToFloat(Quarter);
	FLanes R = NegMulAdd(Turns, Set(1.5703125f), Angle);
	R = NegMulAdd(Turns, Set(4.837512969970703125e-4f), R);
	R = NegMulAdd(Turns, Set(7.549789948768648e-8f), R);
	const FLanes R2 = R * R;
	const FLanes S = MulAdd(
		MulAdd(MulAdd(Set(-1.9515295891e-4f), R2, Set(8.3321608736e-3f)), R2, Set(-1.6666654611e-1f)), R2 * R, R);
	const FLanes C = MulAdd(
		MulAdd(MulAdd(Set(2.443315711809948e-5f), R2, Set(-1.388731625493765e-3f)), R2, Set(4.166664568298827e-2f)),
		R2 * R2, NegMulAdd(Set(0.5f), R2, Set(1.0f)));
	// Odd quarters swap the two; the second bit of the quarter, and of its successor, are the signs.
	Sine = Xor(SelectByBit(S, C, Quarter), ShiftLeft<30>(And(Quarter, 2)));
	Cosine = Xor(SelectByBit(C, S, Quarter), ShiftLeft<30>(And(Add(Quarter, 1), 2)));
}

/** The same for angles within a quarter of a turn: nothing to reduce; polynomials interpolated at the range's Chebyshev
 * points. */
EXEMPLAR_LANES void SinCosQuarterLanes(FLanes Angle, FLanes& Sine, FLanes& Cosine)
{
	const FLanes X2 = Angle * Angle;
	const FLanes S =
		MulAdd(MulAdd(MulAdd(Set(-1.852126072e-04f), X2, Set(8.313151915e-03f)), X2, Set(-1.666567357e-01f)), X2,
			Set(9.999992340e-01f));
	const FLanes C =
		MulAdd(MulAdd(MulAdd(MulAdd(Set(2.315081692e-05f), X2, Set(-1.385356038e-03f)), X2, Set(4.166356401e-02f)), X2,
				   Set(-4.999990440e-01f)),
			X2, Set(9.999999528e-01f));
	Sine = S * Angle;
	Cosine = C;
}

EXEMPLAR_LANES FLaneVector TurnAboutY(const FLaneVector& V, FLanes Sine, FLanes Cosine)
{
	return {MulAdd(V.X, Cosine, V.Z * Sine), V.Y, NegMulAdd(V.X, Sine, V.Z * Cosine)};
}

/** Turns each vertex about its own link, the y axis of its frame; lanes of a shared block have the same one. */
template <int FrameMode, bool bShared>
EXEMPLAR_LANES void TwistLanes(const FSkinKernelArgs& Args, size_t Slot, FLaneVector& P, FLaneFrame& F)
{
	const uint16_t* Segments = Args.SegmentStream + Slot;
	const FLanes Fractions = Load(Args.TwistFractions + Slot);
	FLanes Sine, Cosine;
	if (bShared && std::abs(Args.SegmentAngles[Segments[0]]) <= PiF)
	{
		SinCosQuarterLanes(Fractions * SetFrom(Args.SegmentAngles + Segments[0]), Sine, Cosine);
	}
	else
	{
		float Angles[LaneCount];
		for (int Lane = 0; Lane < LaneCount; ++Lane)
		{
			Angles[Lane] = Args.SegmentAngles[Segments[Lane]];
		}
		SinCosLanes(Fractions * Load(Angles), Sine, Cosine);
	}
	P = TurnAboutY(P, Sine, Cosine);
	if constexpr (FrameMode >= 1)
	{
		F.Normal = TurnAboutY(F.Normal, Sine, Cosine);
	}
	if constexpr (FrameMode == 2)
	{
		F.Tangent = TurnAboutY(F.Tangent, Sine, Cosine);
	}
}

/** The rotation matrix of a quaternion of any length, into the left 3x3 of T; answers 2 / |q|^2. */
EXEMPLAR_LANES FLanes RotationLanes(FLanes X, FLanes Y, FLanes Z, FLanes W, FLaneMatrix& T)
{
	const FLanes One = Set(1.0f);
	const FLanes Length = MulAdd(X, X, MulAdd(Y, Y, MulAdd(Z, Z, W * W)));
	const FLanes S = Set(2.0f) / Max(Length, Set(1e-36f));
	const FLanes SX = S * X, SY = S * Y, SZ = S * Z;
	const FLanes XX = SX * X, YY = SY * Y, ZZ = SZ * Z;
	const FLanes WX = SX * W, WY = SY * W, WZ = SZ * W;
	T.M[0] = One - (YY + ZZ);
	T.M[1] = SX * Y - WZ;
	T.M[2] = MulAdd(SX, Z, WY);
	T.M[4] = MulAdd(SX, Y, WZ);
	T.M[5] = One - (XX + ZZ);
	T.M[6] = SY * Z - WX;
	T.M[8] = SX * Z - WY;
	T.M[9] = MulAdd(SY, Z, WX);
	T.M[10] = One - (XX + YY);
	return S;
}

/** The matrix of a dual quaternion of any length. */
EXEMPLAR_LANES void DualQuaternionLanes(const FLanes (&Q)[8], FLaneMatrix& T)
{
	const FLanes X = Q[0], Y = Q[1], Z = Q[2], W = Q[3];
	const FLanes S = RotationLanes(X, Y, Z, W, T);
	T.M[3] = S * (MulAdd(Q[4], W, MulAdd(Q[6], Y, NegMulAdd(Q[7], X, Set(0.0f) - Q[5] * Z))));
	T.M[7] = S * (MulAdd(Q[5], W, MulAdd(Q[4], Z, NegMulAdd(Q[7], Y, Set(0.0f) - Q[6] * X))));
	T.M[11] = S * (MulAdd(Q[6], W, MulAdd(Q[5], X, NegMulAdd(Q[7], Z, Set(0.0f) - Q[4] * Y))));
}

/** Positions, and frames where asked for, by a general matrix. */
template <int FrameMode>
EXEMPLAR_LANES void TransformLanes(const FLaneMatrix& T, FLaneVector& P, FLaneFrame& F)
{
	P = TransformPointLanes(T, P);
	if constexpr (FrameMode >= 1)
	{
		F.Normal = TransformNormalLanes(T, F.Normal);
	}
	if constexpr (FrameMode == 2)
	{
		F.Tangent = TransformVectorLanes(T, F.Tangent);
	}
}
/** The same by a rotation and translation. */
template <int FrameMode>
EXEMPLAR_LANES void MoveLanes(const FLaneMatrix& T, FLaneVector& P, FLaneFrame& F)
{
	P = TransformPointLanes(T, P);
	if constexpr (FrameMode >= 1)
	{
		F.Normal = TransformVectorLanes(T, F.Normal);
	}
	if constexpr (FrameMode == 2)
	{
		F.Tangent = TransformVectorLanes(T, F.Tangent);
	}
}

/** Where a kernel stands in a group: slots go by blocks, influences and indices by their own counts. */
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

/** Operators whose influences are weights: linear blend, dual quaternion, spherical, twist. */
template <ESkinOperator Operator, int FixedCount, int FrameMode, bool bShared>
EXEMPLAR_KERNEL void SkinWeighted(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	constexpr uint32_t Stride = Operator == ESkinOperator::DualQuaternion ? 32 : 48;
	const int Count = FixedCount > 0 ? FixedCount : static_cast<int>(Group.InfluenceCount);
	const bool bStretch = Operator == ESkinOperator::DualQuaternion && Args.Stretches != nullptr;
	FBlockScratch Scratch;
	FGroupCursor At = StartAt<bShared>(Group, FirstBlock, Count);
	for (uint32_t Block = FirstBlock; Block < EndBlock;
		 ++Block, At.Influence += At.InfluenceStep, At.Index += At.IndexStep)
	{
		if (Args.bStream)
		{
			PrefetchStream(Args.WeightStream, At.Influence * Args.WeightBytes, At.InfluenceStep * Args.WeightBytes);
			PrefetchStream(Args.PointStream, size_t{Block} * Args.PointBlockBytes, Args.PointBlockBytes);
			PrefetchStream(
				Args.FrameStream, size_t{Block} * Args.FrameBlockBytes, FrameMode > 0 ? Args.FrameBlockBytes : 0);
		}
		DecodeBlockOffsets<Stride, bShared>(Args, At, Scratch.Offsets);
		const float* Weights =
			DecodeWeights(Args, At.Influence, Count * static_cast<int>(SkinBlockSize), Scratch.Weights);
		if (bStretch)
		{
			DecodeBlockOffsets<48, bShared>(Args, At, Scratch.StretchOffsets);
		}
		const float* RestOffsets = FindRestOffsets(Args, Block);
		if (Operator == ESkinOperator::Twist && RestOffsets != nullptr)
		{
			TurnToSegments(Args, Block, RestOffsets, Scratch.RestOffsets);
			RestOffsets = Scratch.RestOffsets;
		}
		for (int Lane = 0; Lane < static_cast<int>(SkinBlockSize); Lane += LaneCount)
		{
			const size_t Slot = size_t{Block} * SkinBlockSize + static_cast<size_t>(Lane);
			FLaneMatrix T;
			FLaneFrame F;
			FLaneVector P;
			// What is in registers before a linear blend fills them all would only be spilled.
			if constexpr (Operator == ESkinOperator::LinearBlend)
			{
				BlendLanes<3, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, T.M);
			}
			P = LoadPosition(Args, Block, Lane);
			if (RestOffsets != nullptr)
			{
				P = {P.X + Load(RestOffsets + Lane), P.Y + Load(RestOffsets + 8 + Lane),
					P.Z + Load(RestOffsets + 16 + Lane)};
			}
			if constexpr (FrameMode > 0)
			{
				F = LoadFrame<FrameMode>(Args, Block, Lane);
			}
			if constexpr (Operator == ESkinOperator::LinearBlend)
			{
				TransformLanes<FrameMode>(T, P, F);
			}
			else if constexpr (Operator == ESkinOperator::Twist)
			{
				TwistLanes<FrameMode, bShared>(Args, Slot, P, F);
				BlendLanes<3, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, T.M);
				TransformLanes<FrameMode>(T, P, F);
			}
			else if constexpr (Operator == ESkinOperator::DualQuaternion)
			{
				if (bStretch)
				{
					BlendLanes<3, bShared>(Args.Stretches, Scratch.StretchOffsets, Weights, Lane, Count, T.M);
					TransformLanes<FrameMode>(T, P, F);
				}
				FLanes Q[8];
				BlendLanes<2, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, Q);
				DualQuaternionLanes(Q, T);
				MoveLanes<FrameMode>(T, P, F);
			}
			else
			{
				FLanes E[12]; // rotation, centre's image and scale, centre
				BlendLanes<3, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, E);
				P = {(P.X - E[8]) * E[7], (P.Y - E[9]) * E[7], (P.Z - E[10]) * E[7]};
				RotationLanes(E[0], E[1], E[2], E[3], T);
				T.M[3] = E[4];
				T.M[7] = E[5];
				T.M[11] = E[6];
				MoveLanes<FrameMode>(T, P, F);
			}
			StorePosition(Args, Slot, P);
			if constexpr (FrameMode > 0)
			{
				StoreFrame<FrameMode>(Args, Slot, F);
			}
		}
	}
	if (Args.bStream)
	{
		FinishStreaming();
	}
}

/** A block's animation-space points as floats, with what is added to them; straight from the stream where possible. */
EXEMPLAR_LANES const float* DecodeBlockPoints(const FSkinKernelArgs& Args, const uint8_t* Stream, const uint8_t* Deltas,
	const float* RestOffsets, size_t First, int Count, float* Scratch, float* DeltaScratch)
{
	const int PointCount = Count * static_cast<int>(SkinBlockSize);
	const float* Points = reinterpret_cast<const float*>(Stream) + 4 * First;
	const float* More = reinterpret_cast<const float*>(Deltas) + (Deltas != nullptr ? 4 * First : 0);
	if (Args.Points == EPointFormat::Fixed16)
	{
		const float Centre[4] = {Args.PointOffset[0], Args.PointOffset[1], Args.PointOffset[2], 0.0f};
		DecodePoints(
			reinterpret_cast<const int16_t*>(Stream) + 4 * First, PointCount, Args.PointScale, Centre, Scratch);
		Points = Scratch;
		if (Deltas != nullptr)
		{
			DecodePoints(reinterpret_cast<const int16_t*>(Deltas) + 4 * First, PointCount, Args.PointScale, Centre,
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
			At.Influence, Count, Scratch.Points[0], Scratch.Points[1]);
		const float *Tangents = nullptr, *Bitangents = nullptr;
		if (FrameMode > 0 && Args.TangentStream != nullptr)
		{
			Tangents = DecodeBlockPoints(
				Args, Args.TangentStream, nullptr, nullptr, At.Influence, Count, Scratch.Points[1], nullptr);
			Bitangents = DecodeBlockPoints(
				Args, Args.BitangentStream, nullptr, nullptr, At.Influence, Count, Scratch.Points[2], nullptr);
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
				if (Tangents != nullptr)
				{
					FLanes S[3], T[3];
					Project(Args.Palette, Offsets, Tangents + 4 * Lane * Count, Count, S);
					Project(Args.Palette, Offsets, Bitangents + 4 * Lane * Count, Count, T);
					F.Normal = CrossLanes({S[0], S[1], S[2]}, {T[0], T[1], T[2]});
					F.Tangent = {S[0], S[1], S[2]};
				}
				else
				{
					FLaneMatrix T;
					Blend<3, 4>(Args.Palette, Offsets, Points + 4 * Lane * Count + 3, Count, T.M);
					TransformFrame<FrameMode>(T, F);
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
	FLanePoint P = LoadSharedPoint(Args, Args.PointStream, At);
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

/** Positions alone, as they stand: blocks of one set of bones follow each other and go in pairs. */
EXEMPLAR_KERNEL void SkinSharedPositions(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	const int Count = static_cast<int>(Group.InfluenceCount);
	alignas(64) uint32_t Offsets[MaxPackedInfluences + SkinBlockSize];
	FGroupCursor Cursor = StartAt<true>(Group, FirstBlock, Count);
	for (uint32_t Block = FirstBlock; Block < EndBlock;)
	{
		if (Args.bStream)
		{
			PrefetchStream(
				Args.PointStream, Cursor.Influence * Args.PointBytes, 2 * Cursor.InfluenceStep * Args.PointBytes);
		}
		DecodeSharedOffsets<48>(Args, Cursor.Index, Count, Offsets);
		const size_t Slot = size_t{Block} * SkinBlockSize, At = 4 * Cursor.Influence;
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
			PrefetchStream(
				Args.PointStream, Cursor.Influence * Args.PointBytes, Cursor.InfluenceStep * Args.PointBytes);
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
				if (bBlend)
				{
					FLaneMatrix T;
					BlendShared<3>(Args.Palette, Offsets, Ws + Lane, Count, T.M);
					TransformFrame<FrameMode>(T, F);
				}
				else
				{
					F.Tangent = ProjectShared(Args, Args.TangentStream, Offsets, At, Count);
					F.Normal = CrossLanes(F.Tangent, ProjectShared(Args, Args.BitangentStream, Offsets, At, Count));
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

template <ESkinOperator Operator, int FrameMode>
EXEMPLAR_KERNEL void RunOperator(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	if constexpr (Operator == ESkinOperator::AnimationSpace)
	{
		if (Group.bShared)
		{
			const bool bAdd =
				Args.OffsetPlaces != nullptr || (Args.GeomorphFactor != 0.0f && Args.DeltaStream != nullptr);
			if (FrameMode == 0 && !bAdd)
			{
				return SkinSharedPositions(Args, Group, FirstBlock, EndBlock);
			}
			return bAdd ? SkinSharedPoints<FrameMode, true>(Args, Group, FirstBlock, EndBlock)
						: SkinSharedPoints<FrameMode, false>(Args, Group, FirstBlock, EndBlock);
		}
		return Group.InfluenceCount == 4 ? SkinMixedPoints<4, FrameMode>(Args, Group, FirstBlock, EndBlock)
										 : SkinMixedPoints<0, FrameMode>(Args, Group, FirstBlock, EndBlock);
	}
	else
	{
		// Of mixed blocks the commonest count is unrolled.
		constexpr int Unrolled = Operator == ESkinOperator::LinearBlend ? 4 : 0;
		return Group.bShared ? SkinWeighted<Operator, 0, FrameMode, true>(Args, Group, FirstBlock, EndBlock)
			: Group.InfluenceCount == 4
			? SkinWeighted<Operator, Unrolled, FrameMode, false>(Args, Group, FirstBlock, EndBlock)
			: SkinWeighted<Operator, 0, FrameMode, false>(Args, Group, FirstBlock, EndBlock);
	}
}

template <int FrameMode>
EXEMPLAR_KERNEL void RunWithFrames(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	switch (Args.Operator)
	{
	case ESkinOperator::LinearBlend:
		return RunOperator<ESkinOperator::LinearBlend, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::AnimationSpace:
		return RunOperator<ESkinOperator::AnimationSpace, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::DualQuaternion:
		return RunOperator<ESkinOperator::DualQuaternion, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::Spherical:
		return RunOperator<ESkinOperator::Spherical, FrameMode>(Args, Group, FirstBlock, EndBlock);
	case ESkinOperator::Twist:
		return RunOperator<ESkinOperator::Twist, FrameMode>(Args, Group, FirstBlock, EndBlock);
	}
}

void RunSkinKernel(const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	if (Args.Tangents != nullptr)
	{
		return RunWithFrames<2>(Args, Group, FirstBlock, EndBlock);
	}
	if (Args.Normals != nullptr)
	{
		return RunWithFrames<1>(Args, Group, FirstBlock, EndBlock);
	}
	return RunWithFrames<0>(Args, Group, FirstBlock, EndBlock);
}
