// Copyright (c) 2026 Exemplar contributors. MIT license.

// What instruction sets with registers of four floats share: included by their SkinLanes<Set>.h inside the namespace,
// after FLanes and its arithmetic. A vertex's entry is blended row by row, four vertices are then transposed to lanes.

template <int Rows>
struct TEntry
{
	FLanes R[Rows];
};

template <int Rows, int WeightStride>
EXEMPLAR_LANES TEntry<Rows> BlendEntry(const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count)
{
	const float* E = reinterpret_cast<const float*>(Palette + Offsets[0]);
	TEntry<Rows> Sum;
	FLanes W = SetFrom(Weights);
	EXEMPLAR_UNROLL
	for (int Row = 0; Row < Rows; ++Row)
	{
		Sum.R[Row] = Count == 1 && WeightStride == 1 ? Load(E + 4 * Row) : W * Load(E + 4 * Row);
	}
	for (int Index = 1; Index < Count; ++Index)
	{
		E = reinterpret_cast<const float*>(Palette + Offsets[Index]);
		W = SetFrom(Weights + Index * WeightStride);
		EXEMPLAR_UNROLL
		for (int Row = 0; Row < Rows; ++Row)
		{
			Sum.R[Row] = MulAdd(W, Load(E + 4 * Row), Sum.R[Row]);
		}
	}
	return Sum;
}

/** The blended entries of four vertices with Count influences each, as lanes: Out[4 * row + column]. */
template <int Rows, int WeightStride>
EXEMPLAR_LANES void Blend(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count, FLanes (&Out)[4 * Rows])
{
	const int Step = Count * WeightStride;
	const TEntry<Rows> A = BlendEntry<Rows, WeightStride>(Palette, Offsets, Weights, Count);
	const TEntry<Rows> B = BlendEntry<Rows, WeightStride>(Palette, Offsets + Count, Weights + Step, Count);
	const TEntry<Rows> C = BlendEntry<Rows, WeightStride>(Palette, Offsets + 2 * Count, Weights + 2 * Step, Count);
	const TEntry<Rows> D = BlendEntry<Rows, WeightStride>(Palette, Offsets + 3 * Count, Weights + 3 * Step, Count);
	EXEMPLAR_UNROLL
	for (int Row = 0; Row < Rows; ++Row)
	{
		TransposeFour(A.R[Row], B.R[Row], C.R[Row], D.R[Row], Out + 4 * Row);
	}
}

/** The same where all four vertices have the same bones: every row is read once for all of them. */
template <int Rows>
EXEMPLAR_LANES void BlendShared(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count, FLanes (&Out)[4 * Rows])
{
	const float* E = reinterpret_cast<const float*>(Palette + Offsets[0]);
	FLanes W = Load(Weights);
	EXEMPLAR_UNROLL
	for (int Row = 0; Row < Rows; ++Row)
	{
		const FLanes R = Load(E + 4 * Row);
		Out[4 * Row] = MulItem<0>(W, R);
		Out[4 * Row + 1] = MulItem<1>(W, R);
		Out[4 * Row + 2] = MulItem<2>(W, R);
		Out[4 * Row + 3] = MulItem<3>(W, R);
	}
	for (int Index = 1; Index < Count; ++Index)
	{
		E = reinterpret_cast<const float*>(Palette + Offsets[Index]);
		W = Load(Weights + 8 * Index);
		EXEMPLAR_UNROLL
		for (int Row = 0; Row < Rows; ++Row)
		{
			const FLanes R = Load(E + 4 * Row);
			Out[4 * Row] = MulAddItem<0>(W, R, Out[4 * Row]);
			Out[4 * Row + 1] = MulAddItem<1>(W, R, Out[4 * Row + 1]);
			Out[4 * Row + 2] = MulAddItem<2>(W, R, Out[4 * Row + 2]);
			Out[4 * Row + 3] = MulAddItem<3>(W, R, Out[4 * Row + 3]);
		}
	}
}

/** The entries' rows multiplied by a point's four numbers and summed over the influences. */
EXEMPLAR_LANES TEntry<3> ProductEntry(const uint8_t* Palette, const uint32_t* Offsets, const float* Points, int Count)
{
	const float* E = reinterpret_cast<const float*>(Palette + Offsets[0]);
	FLanes P = Load(Points);
	TEntry<3> Sum{{P * Load(E), P * Load(E + 4), P * Load(E + 8)}};
	for (int Index = 1; Index < Count; ++Index)
	{
		E = reinterpret_cast<const float*>(Palette + Offsets[Index]);
		P = Load(Points + 4 * Index);
		EXEMPLAR_UNROLL
		for (int Row = 0; Row < 3; ++Row)
		{
			Sum.R[Row] = MulAdd(P, Load(E + 4 * Row), Sum.R[Row]);
		}
	}
	return Sum;
}

/** sum_j M_j p_j of four vertices: three lanes. */
EXEMPLAR_LANES void Project(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Points, int Count, FLanes (&Out)[3])
{
	const TEntry<3> A = ProductEntry(Palette, Offsets, Points, Count);
	const TEntry<3> B = ProductEntry(Palette, Offsets + Count, Points + 4 * Count, Count);
	const TEntry<3> C = ProductEntry(Palette, Offsets + 2 * Count, Points + 8 * Count, Count);
	const TEntry<3> D = ProductEntry(Palette, Offsets + 3 * Count, Points + 12 * Count, Count);
	EXEMPLAR_UNROLL
	for (int Row = 0; Row < 3; ++Row)
	{
		FLanes Columns[4];
		TransposeFour(A.R[Row], B.R[Row], C.R[Row], D.R[Row], Columns);
		Out[Row] = (Columns[0] + Columns[1]) + (Columns[2] + Columns[3]);
	}
}

/** Animation-space points of four snorm 16: scaled, and shifted back by their W times the center. */
EXEMPLAR_LANES void DecodePoints(
	const int16_t* Points, int Count, const float (&Scale)[4], const float (&Center)[4], float* Out)
{
	const FLanes S = Load(Scale), C = Load(Center);
	for (int Index = 0; Index < 4 * Count; Index += 4)
	{
		const FLanes Value = LoadInt16(Points + Index) * S;
		Store(Out + Index, MulAdd(SplatLast(Value), C, Value));
	}
}
