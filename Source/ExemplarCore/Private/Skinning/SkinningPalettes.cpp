// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/LeastSquaresPoint.h"
#include "Skinning/SkinningJobs.h"

namespace Exemplar
{
namespace SphericalPalette
{

/**
 * The normal equations of all pairs of a set in one pass over its joints: with A_i = (R_i | t_i),
 * sum_{i<j} (A_i - A_j)^T (A_i - A_j) = m sum_i A_i^T A_i - (sum_i A_i)^T (sum_i A_i).
 */
FFloat3 FindCenter(std::span<const FAffine> Palette, std::span<const uint16_t> Set, const FFloat3& Guess)
{
	double Products[10] = {}; // of the columns of A_i: 00 01 02 03 11 12 13 22 23 33
	double Sums[3][4] = {};
	for (const uint16_t Joint : Set)
	{
		for (int Row = 0; Row < 3; ++Row)
		{
			const FFloat4& R = Palette[Joint].Rows[Row];
			const double A[4] = {R.X, R.Y, R.Z, R.W};
			int At = 0;
			for (int I = 0; I < 4; ++I)
			{
				Sums[Row][I] += A[I];
				for (int J = I; J < 4; ++J)
				{
					Products[At++] += A[I] * A[J];
				}
			}
		}
	}
	int At = 0;
	for (int I = 0; I < 4; ++I)
	{
		for (int J = I; J < 4; ++J)
		{
			double Square = 0.0;
			for (int Row = 0; Row < 3; ++Row)
			{
				Square += Sums[Row][I] * Sums[Row][J];
			}
			Products[At] = static_cast<double>(Set.size()) * Products[At] - Square;
			++At;
		}
	}
	FLeastSquaresPoint Solver;
	Solver.AddNormal({Products[0], Products[1], Products[2], Products[4], Products[5], Products[7]},
		{-Products[3], -Products[6], -Products[8]});
	return Solver.Solve(Guess, 1e-3);
}

} // namespace SphericalPalette

bool FSphericalPaletteJob::Validate() const
{
	return Skin != nullptr && Skin->Format.Kind == EPackedKind::Spherical &&
		Palette.size() == Skin->PaletteBones.size() && Rigid.size() == Palette.size() &&
		Entries.size() == Skin->EntryCount();
}

bool FSphericalPaletteJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Set = 0; Set + 1 < Skin->SetOffsets.size(); ++Set)
	{
		const uint32_t First = Skin->SetOffsets[Set], Count = Skin->SetOffsets[Set + 1] - First;
		const std::span<const uint16_t> Joints = std::span(Skin->SetEntries).subspan(First, Count);
		FFloat3 Guess;
		for (const uint16_t Joint : Joints)
		{
			Guess += Skin->PaletteCenters[Joint] * (1.0f / static_cast<float>(Count));
		}
		const FFloat3 C = SphericalPalette::FindCenter(Palette, Joints, Guess);
		for (uint32_t Index = 0; Index < Count; ++Index)
		{
			const FAffine& T = Palette[Joints[Index]];
			const FFloat3 Image = TransformPoint(T, C);
			Entries[First + Index] = {Rigid[Joints[Index]].Real, {Image.X, Image.Y, Image.Z, std::cbrt(Determinant(T))},
				{C.X, C.Y, C.Z, 0.0f}};
		}
	}
	return true;
}

bool FTwistPaletteJob::Validate() const
{
	if (Skin == nullptr || Rest == nullptr || Skin->Format.Kind != EPackedKind::Twist ||
		Palette.size() != Skin->PaletteBones.size() || Twists.size() != Rest->JointCount() ||
		Entries.size() != Skin->EntryCount() || SegmentAngles.size() != Skin->SegmentTable.size())
	{
		return false;
	}
	for (const FTwistSegment& Segment : Skin->SegmentTable)
	{
		if (Segment.Base >= Rest->JointCount() ||
			(Segment.End != FTwistSegment::NoEnd && Segment.End >= Rest->JointCount()))
		{
			return false;
		}
	}
	return Skin->PaletteBones.empty() || Skin->PaletteBones.back() < Rest->JointCount();
}

bool FTwistPaletteJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	const auto Turn = [this](int32_t Joint, float Sign)
	{ return LineRotation(Rest->Centers[Joint], Rest->LinkAxes[Joint], Sign * Twists[Joint]); };
	for (size_t Index = 0; Index < SegmentAngles.size(); ++Index)
	{
		const uint16_t End = Skin->SegmentTable[Index].End;
		SegmentAngles[Index] = End == FTwistSegment::NoEnd ? 0.0f : Twists[End];
	}
	for (size_t Index = 0; Index < Entries.size(); ++Index)
	{
		const FPackedSkin::FTwistEntry& Entry = Skin->TwistEntries[Index];
		int32_t Up = Skin->SegmentTable[Entry.Segment].Base, Down = Skin->PaletteBones[Entry.PaletteIndex];
		// Parents stand before their children, so the larger index is never the common ancestor: step up from it. What
		// is above the base is added, nearest to the point first; what is above the influence is undone.
		const FTwistSegment& Segment = Skin->SegmentTable[Entry.Segment];
		const FAffine& Frame = Skin->SegmentFrames[Entry.Segment];
		FAffine Undone = Palette[Entry.PaletteIndex];
		FAffine Added =
			Segment.End == FTwistSegment::NoEnd ? Inverse(Frame) : Compose(Turn(Segment.End, 0.5f), Inverse(Frame));
		while (Up != Down)
		{
			if (Up > Down)
			{
				Added = Compose(Turn(Up, 1.0f), Added);
				Up = Rest->Parents[Up];
			}
			else
			{
				Undone = Compose(Undone, Turn(Down, -1.0f));
				Down = Rest->Parents[Down];
			}
		}
		Entries[Index] = Compose(Undone, Added);
	}
	return true;
}

} // namespace Exemplar
