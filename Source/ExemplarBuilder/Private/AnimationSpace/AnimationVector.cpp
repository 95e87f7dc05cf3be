// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/AnimationVector.h"

namespace Exemplar
{

FAnimationVector AddScaled(const FAnimationVector& A, const FAnimationVector& B, double Factor)
{
	FAnimationVector Out;
	size_t I = 0, J = 0;
	while (I < A.Bones.size() || J < B.Bones.size())
	{
		const bool bFromA = J == B.Bones.size() || (I < A.Bones.size() && A.Bones[I] <= B.Bones[J]);
		const bool bFromB = I == A.Bones.size() || (J < B.Bones.size() && B.Bones[J] <= A.Bones[I]);
		Out.Bones.push_back(bFromA ? A.Bones[I] : B.Bones[J]);
		FDouble4 Block = bFromA ? A.Blocks[I++] : FDouble4{};
		if (bFromB)
		{
			const FDouble4& Other = B.Blocks[J++];
			Block = {Block.X + Factor * Other.X, Block.Y + Factor * Other.Y, Block.Z + Factor * Other.Z,
				Block.W + Factor * Other.W};
		}
		Out.Blocks.push_back(Block);
	}
	return Out;
}

FDouble3 Project(const FAnimationVector& Vector, std::span<const FAffine3d> Transforms)
{
	FDouble3 Out;
	for (size_t Index = 0; Index < Vector.Bones.size(); ++Index)
	{
		const FDouble4 Moved = TransformBlock(Transforms[Vector.Bones[Index]], Vector.Blocks[Index]);
		Out = {Out.X + Moved.X, Out.Y + Moved.Y, Out.Z + Moved.Z};
	}
	return Out;
}

FAnimationVector TransformBlocks(const FAnimationVector& Vector, std::span<const FAffine3d> Transforms)
{
	FAnimationVector Out = Vector;
	for (size_t Index = 0; Index < Vector.Bones.size(); ++Index)
	{
		Out.Blocks[Index] = TransformBlock(Transforms[Vector.Bones[Index]], Vector.Blocks[Index]);
	}
	return Out;
}

} // namespace Exemplar
