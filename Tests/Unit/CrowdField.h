// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Crowd/CrowdJob.h"
#include "RandomCharacter.h"

namespace Exemplar
{

/** Members of some characters in a field before a camera at the origin that looks along -Z, and the job over them. */
struct FCrowdField
{
	std::vector<FCrowdCharacter> Characters;
	std::vector<FCrowdInstance> Instances;
	std::vector<FCrowdState> States;
	std::vector<FAffine> Palettes;
	std::vector<uint32_t> Visible;
	std::unique_ptr<FCrowdWorkspace> Workspace;
	FCrowdJob Job;

	/** Every third member is of the second character; clips by turns. Sizes differ where they are to. */
	void Scatter(size_t Count, uint64_t Seed, bool bSizes)
	{
		FRandom Random(Seed);
		for (size_t Index = 0; Index < Count; ++Index)
		{
			FCrowdInstance Instance;
			const float Size = bSizes ? Random.Between(0.7f, 1.4f) : 1.0f;
			const FRotation Turn = Random.Rotation(3.0f);
			const float Height = bSizes ? Random.Between(-4.0f, 4.0f) : 0.0f;
			Instance.World = ToAffine(Turn, {Random.Between(-80.0f, 80.0f), Height, Random.Between(-150.0f, 20.0f)},
				{Size, bSizes ? Size * 1.1f : Size, Size});
			Instance.Seconds = Random.Between(-1.0f, 3.0f);
			Instance.Character = static_cast<uint16_t>(Index % 3 == 0);
			Instance.Clip = static_cast<uint16_t>(Index % 2);
			Instances.push_back(Instance);
		}
		Prepare();
	}

	/** Room for the members' palettes, one behind another, and the job's spans. */
	void Prepare()
	{
		uint32_t Offset = 0;
		for (FCrowdInstance& Instance : Instances)
		{
			Instance.PaletteOffset = Offset;
			Offset += static_cast<uint32_t>(Characters[Instance.Character].JointCount());
		}
		States.assign(Instances.size(), {});
		Palettes.assign(Offset, {});
		Visible.assign(Instances.size(), 0);
		Workspace = std::make_unique<FCrowdWorkspace>(Characters, Instances.size());
		Job.Characters = Characters;
		Job.Instances = Instances;
		Job.States = States;
		Job.Palettes = Palettes;
		Job.Visible = Visible;
		Job.Workspace = Workspace.get();
	}
};

} // namespace Exemplar
