// Copyright (c) 2026 Exemplar contributors. MIT license.

// Operators whose influences are weights (see SkinKernels.inl): linear blend, dual quaternion, spherical, twist,
// center of rotation, and the blend of the first two.

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

/** The rotation matrix of a quaternion of any length, into the left 3x3 of T; returns 2 / |q|^2. */
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

/** Positions, and frames if requested, by a general matrix. */
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

/** v' = s Q (v - c) + B c, with B the linear blend of the joints' matrices. */
template <int FrameMode, bool bShared>
EXEMPLAR_LANES void RotateAboutCenters(const FSkinKernelArgs& Args, uint32_t Block, int Lane, const uint32_t* Offsets,
	const float* Weights, int Count, const FLaneMatrix& B, FLaneVector& P, FLaneFrame& F)
{
	const float* Centers = Args.Centers + size_t{Block} * 3 * SkinBlockSize + Lane;
	const FLaneVector C{Load(Centers), Load(Centers + SkinBlockSize), Load(Centers + 2 * SkinBlockSize)};
	const FLaneVector Image = TransformPointLanes(B, C);
	FLanes E[8]; // rotation, scale
	BlendLanes<2, bShared>(Args.Palette, Offsets, Weights, Lane, Count, E);
	P = {(P.X - C.X) * E[4], (P.Y - C.Y) * E[4], (P.Z - C.Z) * E[4]};
	FLaneMatrix T;
	RotationLanes(E[0], E[1], E[2], E[3], T);
	T.M[3] = Image.X;
	T.M[7] = Image.Y;
	T.M[11] = Image.Z;
	MoveLanes<FrameMode>(T, P, F);
}

/** A B, of matrices with a last row of 0 0 0 1. */
EXEMPLAR_LANES FLaneMatrix ComposeLanes(const FLaneMatrix& A, const FLaneMatrix& B)
{
	FLaneMatrix Out;
	EXEMPLAR_UNROLL
	for (int At = 0; At < 12; ++At)
	{
		const int Row = At / 4 * 4, Column = At % 4;
		const FLanes Sum =
			MulAdd(A.M[Row], B.M[Column], MulAdd(A.M[Row + 1], B.M[4 + Column], A.M[Row + 2] * B.M[8 + Column]));
		Out.M[At] = Column == 3 ? Sum + A.M[Row + 3] : Sum;
	}
	return Out;
}

/** The matrix between linear blending and dual quaternions. An entry is a dual quaternion, then a matrix. */
template <bool bShared>
EXEMPLAR_LANES void MixLanes(const FSkinKernelArgs& Args, size_t Slot, const FBlockScratch& Scratch,
	const float* Weights, int Lane, int Count, FLaneMatrix& T)
{
	FLanes Q[8];
	BlendLanes<2, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, Q);
	FLaneMatrix Turned;
	DualQuaternionLanes(Q, Turned);
	if (Args.Stretches != nullptr)
	{
		BlendLanes<3, bShared>(Args.Stretches, Scratch.StretchOffsets, Weights, Lane, Count, T.M);
		Turned = ComposeLanes(Turned, T);
	}
	BlendLanes<3, bShared>(Args.Palette + sizeof(FDualQuaternion), Scratch.Offsets, Weights, Lane, Count, T.M);
	const FLanes Factor = Load(Args.BlendFactors + Slot);
	EXEMPLAR_UNROLL
	for (int At = 0; At < 12; ++At)
	{
		T.M[At] = MulAdd(Factor, Turned.M[At] - T.M[At], T.M[At]);
	}
}

/** Lanes from rest to their pose, by the operator; T is the blended matrix already where that is all there is to it. */
template <ESkinOperator Operator, int FrameMode, bool bShared>
EXEMPLAR_LANES void PoseLanes(const FSkinKernelArgs& Args, uint32_t Block, int Lane, const FBlockScratch& Scratch,
	const float* Weights, int Count, FLaneMatrix& T, FLaneVector& P, FLaneFrame& F)
{
	[[maybe_unused]] const size_t Slot = size_t{Block} * SkinBlockSize + static_cast<size_t>(Lane);
	if constexpr (Operator == ESkinOperator::LinearBlend)
	{
		TransformLanes<FrameMode>(T, P, F);
	}
	else if constexpr (Operator == ESkinOperator::Blended)
	{
		MixLanes<bShared>(Args, Slot, Scratch, Weights, Lane, Count, T);
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
		if (Args.Stretches != nullptr)
		{
			BlendLanes<3, bShared>(Args.Stretches, Scratch.StretchOffsets, Weights, Lane, Count, T.M);
			TransformLanes<FrameMode>(T, P, F);
		}
		FLanes Q[8];
		BlendLanes<2, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, Q);
		DualQuaternionLanes(Q, T);
		MoveLanes<FrameMode>(T, P, F);
	}
	else if constexpr (Operator == ESkinOperator::CenterOfRotation)
	{
		BlendLanes<3, bShared>(Args.Stretches, Scratch.StretchOffsets, Weights, Lane, Count, T.M);
		RotateAboutCenters<FrameMode, bShared>(Args, Block, Lane, Scratch.Offsets, Weights, Count, T, P, F);
	}
	else
	{
		FLanes E[12]; // rotation, center's image and scale, center
		BlendLanes<3, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, E);
		P = {(P.X - E[8]) * E[7], (P.Y - E[9]) * E[7], (P.Z - E[10]) * E[7]};
		RotationLanes(E[0], E[1], E[2], E[3], T);
		T.M[3] = E[4];
		T.M[7] = E[5];
		T.M[11] = E[6];
		MoveLanes<FrameMode>(T, P, F);
	}
}

/** Operators whose influences are weights. */
template <ESkinOperator Operator, int FixedCount, int FrameMode, bool bShared>
EXEMPLAR_KERNEL void SkinWeighted(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	constexpr bool bCenters = Operator == ESkinOperator::CenterOfRotation;
	constexpr bool bBlended = Operator == ESkinOperator::Blended;
	constexpr uint32_t Stride = Operator == ESkinOperator::DualQuaternion || bCenters ? 32 : (bBlended ? 80 : 48);
	const int Count = FixedCount > 0 ? FixedCount : static_cast<int>(Group.InfluenceCount);
	const bool bStretch =
		bCenters || ((Operator == ESkinOperator::DualQuaternion || bBlended) && Args.Stretches != nullptr);
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
		const float* NormalOffsets = FrameMode > 0 ? FindNormalOffsets(Args, Block) : nullptr;
		if (Operator == ESkinOperator::Twist && NormalOffsets != nullptr)
		{
			TurnToSegments(Args, Block, NormalOffsets, Scratch.NormalOffsets);
			NormalOffsets = Scratch.NormalOffsets;
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
				if (NormalOffsets != nullptr)
				{
					TiltNormal(NormalOffsets + Lane, F);
				}
			}
			PoseLanes<Operator, FrameMode, bShared>(Args, Block, Lane, Scratch, Weights, Count, T, P, F);
			StorePosition(Args, Slot, P);
			if constexpr (FrameMode > 0)
			{
				if (NormalOffsets != nullptr)
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
