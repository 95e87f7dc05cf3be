// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdJob.h"

#include "Crowd/CrowdPalettes.h"

#include <algorithm>

namespace Exemplar
{

namespace
{

constexpr size_t ChoiceChunk = 256;
constexpr size_t PoseChunk = 32 * CrowdLanes;

/** Level, geomorph factor and visibility of one member. */
void ChooseForInstance(
	const FCrowdJob& Job, const FFrustum& Frustum, const FCrowdInstance& Instance, FCrowdState& State)
{
	const FCrowdCharacter& Character = Job.Characters[Instance.Character];
	const FAffine Root = SampleCrowdRoot(Character, Instance);
	const FSphere Sphere =
		TransformSphere(Instance.World, {TransformPoint(Root, Character.Sphere.Center), Character.Sphere.Radius});
	State.bVisible = !IsOutside(Frustum, Sphere);
	State.Depth = DepthOf(Job.Camera, Sphere.Center) - Sphere.Radius;
	if (!State.bVisible)
	{
		return;
	}
	// The errors are the character's; the world may scale them.
	const float Scale = Character.Sphere.Radius > 0.0f ? Sphere.Radius / Character.Sphere.Radius : 1.0f;
	const float Allowed =
		AllowedError(Job.Screen, State.Depth) / ((Scale > 0.0f ? Scale : 1.0f) * Instance.Significance);
	float Errors[sizeof(FCrowdStatistics::PerLevel) / sizeof(uint32_t)];
	const size_t LevelCount = (std::min)(Character.Levels.size(), std::size(Errors));
	for (size_t Level = 0; Level < LevelCount; ++Level)
	{
		Errors[Level] = Character.Levels[Level].Error;
	}
	const std::span<const float> LevelErrors(Errors, LevelCount);
	State.Choice = State.bPosed ? ChooseLevelSteadily(LevelErrors, Allowed, State.Choice, Job.LevelMargin)
								: ChooseLevel(LevelErrors, Allowed);
}

/** Whom to pose first: never posed, then large on screen and long waiting; a palette of the wrong level cannot wait. */
float Urgency(const FCrowdJob& Job, uint32_t Index)
{
	const FCrowdState& State = Job.States[Index];
	if (!State.bPosed || State.PaletteLevel != State.Choice.Level)
	{
		return INFINITY;
	}
	const float Depth = (std::max)(State.Depth, Job.Screen.Near);
	const FCrowdInstance& Instance = Job.Instances[Index];
	return Instance.Significance * Job.Characters[Instance.Character].Sphere.Radius / Depth *
		static_cast<float>(1 + State.WaitingFrames);
}

/** Keeps the most urgent visible members that fit into the budget, by ascending index. Returns their number. */
size_t KeepWithinBudget(const FCrowdJob& Job, std::span<uint32_t> Candidates)
{
	const auto JointsOf = [&](uint32_t Index) { return Job.Characters[Job.Instances[Index].Character].JointCount(); };
	uint64_t Joints = 0;
	for (const uint32_t Index : Candidates)
	{
		Joints += JointsOf(Index);
	}
	if (Job.JointBudget == 0 || Joints <= Job.JointBudget)
	{
		return Candidates.size();
	}
	std::sort(Candidates.begin(), Candidates.end(),
		[&](uint32_t A, uint32_t B)
		{
			const float UrgencyA = Urgency(Job, A), UrgencyB = Urgency(Job, B);
			return UrgencyA != UrgencyB ? UrgencyA > UrgencyB : A < B;
		});
	size_t Kept = 0;
	for (uint64_t Spent = 0; Kept < Candidates.size(); ++Kept)
	{
		Spent += JointsOf(Candidates[Kept]);
		if (Spent > Job.JointBudget && Urgency(Job, Candidates[Kept]) != INFINITY)
		{
			break;
		}
	}
	std::sort(Candidates.begin(), Candidates.begin() + static_cast<std::ptrdiff_t>(Kept));
	return Kept;
}

/** Sorts members by character and clip, keeping their order otherwise (a counting sort into Order). */
void GroupByClip(const FCrowdJob& Job, std::span<const uint32_t> Members, std::span<const uint32_t> FirstClips,
	std::span<uint32_t> Offsets, std::span<uint32_t> Order)
{
	const auto GroupOf = [&](uint32_t Index)
	{ return FirstClips[Job.Instances[Index].Character] + Job.Instances[Index].Clip; };
	std::fill(Offsets.begin(), Offsets.end(), 0u);
	for (const uint32_t Index : Members)
	{
		++Offsets[GroupOf(Index) + 1];
	}
	for (size_t Group = 1; Group < Offsets.size(); ++Group)
	{
		Offsets[Group] += Offsets[Group - 1];
	}
	for (const uint32_t Index : Members)
	{
		Order[Offsets[GroupOf(Index)]++] = Index;
	}
}

/** Poses a run of the grouped order, batch by batch. */
void PoseRun(const FCrowdJob& Job, std::span<const uint32_t> Run, std::span<FCrowdMatrix> Scratch)
{
	for (size_t First = 0; First < Run.size();)
	{
		const FCrowdInstance& Leader = Job.Instances[Run[First]];
		FCrowdBatch Batch;
		Batch.Character = &Job.Characters[Leader.Character];
		for (; First < Run.size() && Batch.Count < CrowdLanes; ++First, ++Batch.Count)
		{
			const FCrowdInstance& Instance = Job.Instances[Run[First]];
			if (Instance.Character != Leader.Character || Instance.Clip != Leader.Clip)
			{
				break;
			}
			FCrowdState& State = Job.States[Run[First]];
			const std::vector<uint16_t>& Bones = Batch.Character->Levels[State.Choice.Level].Bones;
			Batch.Instances[Batch.Count] = &Instance;
			Batch.Bones[Batch.Count] = Bones.data();
			Batch.BoneCounts[Batch.Count] = Bones.size();
			Batch.Palettes[Batch.Count] = Job.Palettes.data() + Instance.PaletteOffset;
			State.PaletteLevel = State.Choice.Level;
			State.WaitingFrames = 0;
			State.bPosed = true;
		}
		PoseCrowdBatch(Batch, Scratch);
	}
}

} // namespace

struct FCrowdWorkspace::FContents
{
	std::vector<uint32_t> Order;
	std::vector<uint32_t> Candidates;
	std::vector<uint32_t> GroupOffsets;
	std::vector<uint32_t> FirstClips; // of each character, in the list of all clips
	size_t JointCount = 0;            // of the character that has most
	TAlignedArray<FCrowdMatrix> Scratch;
};

FCrowdWorkspace::FCrowdWorkspace(std::span<const FCrowdCharacter> Characters, size_t InstanceCount)
	: Contents(std::make_unique<FContents>())
{
	Contents->FirstClips.push_back(0);
	for (const FCrowdCharacter& Character : Characters)
	{
		Contents->FirstClips.push_back(Contents->FirstClips.back() + static_cast<uint32_t>(Character.Clips.size()));
		Contents->JointCount = (std::max)(Contents->JointCount, Character.JointCount());
	}
	Contents->Order.resize(InstanceCount);
	Contents->Candidates.resize(InstanceCount);
	Contents->GroupOffsets.resize(Contents->FirstClips.back() + 2);
	Contents->Scratch.resize((InstanceCount + PoseChunk - 1) / PoseChunk * Contents->JointCount);
}

FCrowdWorkspace::~FCrowdWorkspace() = default;
FCrowdWorkspace::FCrowdWorkspace(FCrowdWorkspace&&) noexcept = default;

bool FCrowdJob::Validate() const
{
	if (Workspace == nullptr || Executor == nullptr || States.size() != Instances.size() ||
		Visible.size() < Instances.size() || Workspace->Contents->Order.size() < Instances.size() ||
		Workspace->Contents->FirstClips.size() != Characters.size() + 1)
	{
		return false;
	}
	for (size_t Index = 0; Index < Characters.size(); ++Index)
	{
		const std::vector<uint32_t>& FirstClips = Workspace->Contents->FirstClips;
		if (Characters[Index].JointCount() == 0 || Characters[Index].JointCount() > Workspace->Contents->JointCount ||
			Characters[Index].Clips.size() != FirstClips[Index + 1] - FirstClips[Index])
		{
			return false;
		}
	}
	for (const FCrowdInstance& Instance : Instances)
	{
		if (Instance.Character >= Characters.size())
		{
			return false;
		}
		const FCrowdCharacter& Character = Characters[Instance.Character];
		if (Instance.Clip >= Character.Clips.size() || Instance.OtherClip >= Character.Clips.size() ||
			!(Instance.OtherWeight >= 0.0f && Instance.OtherWeight <= 1.0f) || !(Instance.Significance > 0.0f) ||
			static_cast<size_t>(Instance.PaletteOffset) + Character.JointCount() > Palettes.size())
		{
			return false;
		}
	}
	return true;
}

bool FCrowdJob::Run(FCrowdStatistics& Statistics) const
{
	Statistics = {};
	if (!Validate())
	{
		return false;
	}
	FCrowdWorkspace::FContents& Memory = *Workspace->Contents;
	const FFrustum Frustum = MakeFrustum(Camera);
	ParallelFor(*Executor, Instances.size(), ChoiceChunk,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				ChooseForInstance(*this, Frustum, Instances[Index], States[Index]);
			}
		});

	for (uint32_t Index = 0; Index < Instances.size(); ++Index)
	{
		FCrowdState& State = States[Index];
		if (State.WaitingFrames < 0xffff)
		{
			++State.WaitingFrames;
		}
		if (State.bVisible)
		{
			Visible[Statistics.Visible] = Index;
			Memory.Candidates[Statistics.Visible++] = Index;
			++Statistics.PerLevel[State.Choice.Level];
		}
	}
	Statistics.Culled = static_cast<uint32_t>(Instances.size()) - Statistics.Visible;
	const std::span<uint32_t> Candidates(Memory.Candidates.data(), Statistics.Visible);
	Statistics.Posed = static_cast<uint32_t>(KeepWithinBudget(*this, Candidates));
	Statistics.Deferred = Statistics.Visible - Statistics.Posed;
	const std::span<const uint32_t> Posed = Candidates.first(Statistics.Posed);
	for (const uint32_t Index : Posed)
	{
		Statistics.Joints += Characters[Instances[Index].Character].JointCount();
	}
	GroupByClip(*this, Posed, Memory.FirstClips, Memory.GroupOffsets, Memory.Order);
	ParallelFor(*Executor, Posed.size(), PoseChunk,
		[&](size_t Begin, size_t End)
		{
			PoseRun(*this, std::span<const uint32_t>(Memory.Order).subspan(Begin, End - Begin),
				std::span(Memory.Scratch).subspan(Begin / PoseChunk * Memory.JointCount, Memory.JointCount));
		});
	return true;
}

} // namespace Exemplar
