// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/CharacterScale.h"

namespace Exemplar
{

void ScaleCharacter(FCharacterData& Character, float Factor)
{
	const auto Scale = [Factor](auto& Vectors)
	{
		for (auto& Vector : Vectors)
		{
			Vector.X *= Factor, Vector.Y *= Factor, Vector.Z *= Factor; // W of a point is a weight
		}
	};
	const auto ScaleSphere = [Factor](FSphere& Sphere)
	{
		Sphere.Center = Sphere.Center * Factor;
		Sphere.Radius *= Factor;
	};
	for (FBoneTransform& Local : Character.Skeleton.RestLocal)
	{
		Local.Translation = Local.Translation * Factor;
	}
	for (FClipData& Clip : Character.Clips)
	{
		Scale(Clip.Translations.Values);
	}
	for (FMeshLevelData& Level : Character.Levels)
	{
		Scale(Level.Positions);
		Scale(Level.Skin.Points);
		Scale(Level.Skin.GeomorphDeltas);
		Scale(Level.Skin.Tangents);
		Scale(Level.Skin.Bitangents);
		Scale(Level.Correctives.Deltas);
		Level.MeanError *= Factor;
		Level.ErrorBound *= Factor;
		for (FSphere& Sphere : Level.SectionSpheres)
		{
			ScaleSphere(Sphere);
		}
	}
	Character.RestBox.Min = Character.RestBox.Min * Factor;
	Character.RestBox.Max = Character.RestBox.Max * Factor;
	ScaleSphere(Character.Sphere);
}

} // namespace Exemplar
