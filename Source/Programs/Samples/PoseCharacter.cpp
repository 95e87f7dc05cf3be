// Copyright (c) 2026 Exemplar contributors. MIT license.
// Sample: plays a character's first clip to a moment, skins the finest level on the processor and writes it as OBJ.
//   sample-pose-character IN.exemplar SECONDS OUT.obj

#include "Base/CharacterFile.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace Exemplar;

int main(int Count, char** Arguments)
{
	if (Count != 4)
	{
		std::fprintf(stderr, "usage: sample-pose-character IN.exemplar SECONDS OUT.obj\n");
		return 2;
	}
	const TResult<FCharacter> Character = LoadCharacter(Arguments[1]);
	const TResult<FCharacterPoser> Poser =
		Character ? FCharacterPoser::Make(*Character) : TResult<FCharacterPoser>(Character.GetError());
	if (!Poser || (*Character)->Levels.empty() || (*Character)->Clips.empty())
	{
		std::fprintf(
			stderr, "%s\n", Poser ? "The character needs a level and a clip." : Poser.GetError().Message.c_str());
		return 1;
	}
	const FCharacterView& View = Character->View();

	// Once per level: its skin in the layout that the processor and the shaders read.
	const ESkinOperator Operator = ESkinOperator::AnimationSpace;
	const bool bSkin = !View.Levels[0].Skin.Offsets.empty();
	FPackOptions Options;
	Options.Kind = PackedKindOf(bSkin ? Operator : ESkinOperator::LinearBlend);
	Options.LinearTolerance = InvisibleLinearTolerance; // faster on the processor; zero for shaders
	const TResult<FPackedSkin> Skin = PackSkin(View.Levels[0], Poser->GetRest(), Options);
	if (!Skin)
	{
		std::fprintf(stderr, "%s\n", Skin.GetError().Message.c_str());
		return 1;
	}

	// Once per frame: sample, pose, skin. The caller owns the memory, and nothing is allocated after the first frame.
	FCharacterPose Pose;
	Poser->Reset(Pose);
	FSkinPalette Palette;
	std::vector<FFloat3> Slots(Skin->SlotCount);
	const FSampleClipJob Sample{
		&View.Clips[0], std::strtof(Arguments[2], nullptr), View.Skeleton.RestLocal, Pose.Local};
	FSkinningJob Job;
	Job.Skin = &*Skin;
	Job.Output.Positions = Slots;
	if (!Sample.Run() || !Poser->Pose(Pose) ||
		!Poser->MakePalette(Pose, *Skin, bSkin ? Operator : ESkinOperator::LinearBlend, Palette) ||
		!RunSkinning(Job, Palette))
	{
		std::fprintf(stderr, "The clip does not fit the skeleton.\n");
		return 1;
	}

	std::ofstream Out(Arguments[3]);
	for (const uint32_t Slot : Skin->SlotOfVertex)
	{
		Out << "v " << Slots[Slot].X << ' ' << Slots[Slot].Y << ' ' << Slots[Slot].Z << '\n';
	}
	for (size_t Index = 0; Index < View.Levels[0].Indices.size(); Index += 3)
	{
		const uint32_t* const T = View.Levels[0].Indices.data() + Index;
		Out << "f " << T[0] + 1 << ' ' << T[1] + 1 << ' ' << T[2] + 1 << '\n';
	}
	return Out.flush() ? 0 : 1;
}
