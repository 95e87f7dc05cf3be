// Copyright (c) 2026 Exemplar contributors. MIT license.

// Vertices of animation space that are packed as linear blends (see SkinKernels.inl): their positions, and what is
// added to them after that: the way to the next level, and tangent frames.

/** The weights of a block while it morphs: those of the blend and the change of W on the way. */
template <bool bShared>
EXEMPLAR_LANES const float* MorphWeights(
	const FSkinKernelArgs& Args, const float* Weights, const float* Deltas, int Count, float* Scratch)
{
	if (Deltas == nullptr)
	{
		return Weights;
	}
	for (int Index = 0; Index < Count * static_cast<int>(SkinBlockSize); ++Index)
	{
		const int Lane = Index % static_cast<int>(SkinBlockSize);
		const int At = bShared ? 4 * (Index - Lane) + 3 * static_cast<int>(SkinBlockSize) + Lane : 4 * Index + 3;
		Scratch[Index] = Weights[Index] + Args.GeomorphFactor * Deltas[At];
	}
	return Scratch;
}

/** A block of one stream as floats, in the order of the stream. */
template <bool bShared>
EXEMPLAR_LANES const float* DecodeStreamBlock(
	const FSkinKernelArgs& Args, const uint8_t* Stream, size_t First, int Count, float* Scratch)
{
	if (!bShared || Args.Points == EPointFormat::Float32)
	{
		return DecodeBlockPoints(Args, Stream, nullptr, nullptr, First, 0, Count, Scratch, nullptr);
	}
	for (int Index = 0; Index < Count; ++Index)
	{
		for (int Lane = 0; Lane < static_cast<int>(SkinBlockSize); Lane += LaneCount)
		{
			const FLanePoint P =
				LoadSharedPoint(Args, Stream, 4 * First + static_cast<size_t>(32 * Index) + static_cast<size_t>(Lane));
			float* Out = Scratch + 32 * Index + Lane;
			Store(Out, P.X);
			Store(Out + 8, P.Y);
			Store(Out + 16, P.Z);
			Store(Out + 24, P.W);
		}
	}
	return Scratch;
}

/** sum_j M_j p_j of the lanes from Lane on, of a decoded block. */
template <bool bShared>
EXEMPLAR_LANES FLaneVector ProjectBlock(
	const FSkinKernelArgs& Args, const uint32_t* Offsets, const float* Points, int Lane, int Count)
{
	if constexpr (bShared)
	{
		FProjection Sum = StartProjection();
		for (int Index = 0; Index < Count; ++Index)
		{
			const float* P = Points + 32 * Index + Lane;
			AddProjection(Args.Palette + Offsets[Index], {Load(P), Load(P + 8), Load(P + 16), Load(P + 24)}, Sum);
		}
		return Sum.Sum();
	}
	else
	{
		FLanes Out[3];
		Project(Args.Palette, Offsets + Lane * Count, Points + 4 * Lane * Count, Count, Out);
		return {Out[0], Out[1], Out[2]};
	}
}

/** Adds the posed deltas of a block to its positions. A displacement at rest follows the change of W, too. */
template <bool bShared>
EXEMPLAR_LANES void AddDeltas(
	const FSkinKernelArgs& Args, uint32_t Block, const uint32_t* Offsets, const float* Deltas, int Count, float* Moved)
{
	const float* RestOffsets = FindRestOffsets(Args, Block);
	if (RestOffsets != nullptr)
	{
		for (int Index = 0; Index < Count * static_cast<int>(SkinBlockSize); ++Index)
		{
			const int Influence = bShared ? Index / 8 : Index % Count, Lane = bShared ? Index % 8 : Index / Count;
			const int At = bShared ? 32 * Influence + Lane : 4 * Index, Step = bShared ? 8 : 1;
			for (int Axis = 0; Axis < 3; ++Axis)
			{
				Moved[At + Axis * Step] =
					Deltas[At + Axis * Step] + Deltas[At + 3 * Step] * RestOffsets[8 * Axis + Lane];
			}
			Moved[At + 3 * Step] = Deltas[At + 3 * Step];
		}
		Deltas = Moved;
	}
	for (int Lane = 0; Lane < static_cast<int>(SkinBlockSize); Lane += LaneCount)
	{
		const FLaneVector D = ProjectBlock<bShared>(Args, Offsets, Deltas, Lane, Count);
		float Way[3][LaneCount];
		Store(Way[0], D.X);
		Store(Way[1], D.Y);
		Store(Way[2], D.Z);
		float* Out = Args.Positions + 3 * (size_t{Block} * SkinBlockSize + static_cast<size_t>(Lane));
		for (int Each = 0; Each < 3 * LaneCount; ++Each)
		{
			Out[Each] += Args.GeomorphFactor * Way[Each % 3][Each / 3];
		}
	}
}

template <int FrameMode, bool bShared>
EXEMPLAR_KERNEL void AddToLinear(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock)
{
	const int Count = static_cast<int>(Group.InfluenceCount);
	const bool bMorph = Args.GeomorphFactor != 0.0f && Args.DeltaStream != nullptr;
	FBlockScratch Scratch;
	FGroupCursor At = StartAt<bShared>(Group, FirstBlock, Count);
	for (uint32_t Block = FirstBlock; Block < EndBlock;
		 ++Block, At.Influence += At.InfluenceStep, At.Index += At.IndexStep)
	{
		DecodeBlockOffsets<48, bShared>(Args, At, Scratch.Offsets);
		const float* Deltas = nullptr;
		if (bMorph)
		{
			Deltas = DecodeStreamBlock<bShared>(Args, Args.DeltaStream, At.Influence, Count, Scratch.Points[0]);
			AddDeltas<bShared>(Args, Block, Scratch.Offsets, Deltas, Count, Scratch.Points[1]);
		}
		if constexpr (FrameMode > 0)
		{
			const float *Tangents = nullptr, *Bitangents = nullptr, *Weights = nullptr;
			if (Args.TangentStream != nullptr)
			{
				Tangents = DecodeStreamBlock<bShared>(Args, Args.TangentStream, At.Influence, Count, Scratch.Points[1]);
				Bitangents =
					DecodeStreamBlock<bShared>(Args, Args.BitangentStream, At.Influence, Count, Scratch.Points[2]);
			}
			const float* Tilt = FindNormalOffsets(Args, Block);
			if (Tangents == nullptr || Tilt != nullptr)
			{
				Weights = DecodeWeights(Args, At.Influence, Count * static_cast<int>(SkinBlockSize), Scratch.Weights);
				Weights = MorphWeights<bShared>(Args, Weights, Deltas, Count, Scratch.Weights);
			}
			for (int Lane = 0; Lane < static_cast<int>(SkinBlockSize); Lane += LaneCount)
			{
				FLaneFrame F = LoadFrame<FrameMode>(Args, Block, Lane);
				if (Tangents != nullptr)
				{
					F.Tangent = ProjectBlock<bShared>(Args, Scratch.Offsets, Tangents, Lane, Count);
					F.Normal =
						CrossLanes(F.Tangent, ProjectBlock<bShared>(Args, Scratch.Offsets, Bitangents, Lane, Count));
					if (Tilt != nullptr)
					{
						FLaneMatrix T;
						BlendLanes<3, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, T.M);
						TiltPosedNormal(Tilt + Lane, T, F);
					}
				}
				else
				{
					FLaneMatrix T;
					BlendLanes<3, bShared>(Args.Palette, Scratch.Offsets, Weights, Lane, Count, T.M);
					PoseTilted<FrameMode>(T, Tilt, Lane, F);
				}
				if (Tilt != nullptr)
				{
					FollowNormal<FrameMode>(F);
				}
				StoreFrame<FrameMode>(Args, size_t{Block} * SkinBlockSize + static_cast<size_t>(Lane), F);
			}
		}
	}
}
