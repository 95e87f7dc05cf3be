// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/BakeLevel.h"

#include "Geometry/EigenMap.h"

#include <algorithm>

namespace Exemplar
{

namespace BakeLevelDetail
{

FFloat4 ToFloat4(const FDouble4& B)
{
	return {static_cast<float>(B.X), static_cast<float>(B.Y), static_cast<float>(B.Z), static_cast<float>(B.W)};
}

TBlendWeights<FOwned> BakeWeights(const FRigWeights& Weights, std::span<const uint32_t> Rows)
{
	TBlendWeights<FOwned> Out;
	if (Weights.PointCount() == 0)
	{
		return Out;
	}
	Out.Offsets.push_back(0);
	for (const uint32_t Row : Rows)
	{
		for (uint32_t Entry = Weights.Offsets[Row]; Entry < Weights.Offsets[Row + 1]; ++Entry)
		{
			Out.Bones.push_back(Weights.Bones[Entry]);
			Out.Weights.push_back(static_cast<float>(Weights.Weights[Entry]));
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Weights.size()));
	}
	return Out;
}

/** The skin, with what to add to reach the next level, over a common set of bones. */
void BakeSkin(const FLevelSource& Source, FMeshLevelData& Level)
{
	TAnimationSpaceSkin<FOwned>& Skin = Level.Skin;
	Skin.Offsets.push_back(0);
	for (size_t Corner = 0; Corner < Source.Surface.CornerCount(); ++Corner)
	{
		const FAnimationVector& Point = Source.Skin.Points[Source.Surface.PointOfCorner[Corner]];
		const uint32_t Target = Source.MorphTargets.empty() ? NoIndex : Source.MorphTargets[Corner];
		const FAnimationVector& Becomes =
			Target == NoIndex ? Point : Source.Next->Skin.Points[Source.Next->Surface.PointOfCorner[Target]];
		const FAnimationVector Delta = AddScaled(Becomes, Point, -1.0);
		for (size_t Index = 0; Index < Delta.Bones.size(); ++Index)
		{
			const uint16_t Bone = Delta.Bones[Index];
			const auto At = std::lower_bound(Point.Bones.begin(), Point.Bones.end(), Bone);
			const bool bOwn = At != Point.Bones.end() && *At == Bone;
			Skin.Bones.push_back(Bone);
			Skin.Points.push_back(
				bOwn ? ToFloat4(Point.Blocks[static_cast<size_t>(At - Point.Bones.begin())]) : FFloat4{});
			if (!Source.MorphTargets.empty())
			{
				Skin.GeomorphDeltas.push_back(ToFloat4(Delta.Blocks[Index]));
			}
		}
		Skin.Offsets.push_back(static_cast<uint32_t>(Skin.Bones.size()));
		if (!Source.MorphTargets.empty())
		{
			Level.GeomorphTargets.push_back(Target == NoIndex ? 0 : Target);
		}
	}
}

/** Weights on bones that the level does not have go; what is left sums to one again, or the heaviest of the skin. */
void ConfineWeights(FMeshLevelData& Level)
{
	TBlendWeights<FOwned> Out;
	Out.Offsets.push_back(0);
	for (size_t Corner = 0; Corner + 1 < Level.Weights.Offsets.size(); ++Corner)
	{
		const uint32_t Begin = Level.Weights.Offsets[Corner], End = Level.Weights.Offsets[Corner + 1];
		const size_t First = Out.Bones.size();
		float Sum = 0.0f;
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			const uint16_t Bone = Level.Weights.Bones[Index];
			if (Level.Weights.Weights[Index] > 0.0f && std::binary_search(Level.Bones.begin(), Level.Bones.end(), Bone))
			{
				Out.Bones.push_back(Bone);
				Out.Weights.push_back(Level.Weights.Weights[Index]);
				Sum += Level.Weights.Weights[Index];
			}
		}
		const bool bAll = Out.Bones.size() - First == End - Begin;
		for (size_t Index = First; Index < Out.Bones.size() && !bAll; ++Index)
		{
			Out.Weights[Index] /= Sum;
		}
		if (First == Out.Bones.size())
		{
			uint32_t Heaviest = Level.Skin.Offsets[Corner];
			for (uint32_t Index = Heaviest; Index < Level.Skin.Offsets[Corner + 1]; ++Index)
			{
				Heaviest = Level.Skin.Points[Index].W > Level.Skin.Points[Heaviest].W ? Index : Heaviest;
			}
			Out.Bones.push_back(Level.Skin.Bones[Heaviest]);
			Out.Weights.push_back(1.0f);
		}
		Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
	}
	Level.Weights = std::move(Out);
}

} // namespace BakeLevelDetail

FMeshLevelData BakeLevel(const FLevelSource& Source)
{
	using namespace BakeLevelDetail;
	const FSurface& Surface = Source.Surface;
	FMeshLevelData Out;
	Out.Sections = Surface.Sections;
	Out.Indices = Surface.Indices;
	Out.Normals = Surface.Normals;
	Out.Tangents = Surface.Tangents;
	Out.UVs = Surface.UVs;
	for (const std::vector<FFloat2>& Set : Surface.MoreUVs)
	{
		Out.MoreUVs.insert(Out.MoreUVs.end(), Set.begin(), Set.end());
	}
	for (const std::vector<FFloat4>& Set : Surface.Colors)
	{
		Out.Colors.insert(Out.Colors.end(), Set.begin(), Set.end());
	}
	Out.SourceOfCorner = Surface.SourceOfCorner;
	for (const uint32_t Point : Surface.PointOfCorner)
	{
		Out.Positions.push_back(ToFloat3(Source.Skin.Rest[Point]));
		Out.PointOfCorner.push_back(Source.Points.empty() ? Point : Source.Points[Point]);
	}
	Out.Weights = BakeWeights(Source.Skin.Weights, Surface.PointOfCorner);
	if (!Source.bStoreSkin || Source.Skin.Points.empty())
	{
		return Out;
	}
	BakeSkin(Source, Out);
	if (Source.bListBones)
	{
		Out.Bones = Out.Skin.Bones;
		std::sort(Out.Bones.begin(), Out.Bones.end());
		Out.Bones.erase(std::unique(Out.Bones.begin(), Out.Bones.end()), Out.Bones.end());
		if (!Out.Weights.Offsets.empty())
		{
			ConfineWeights(Out);
		}
	}
	return Out;
}

} // namespace Exemplar
