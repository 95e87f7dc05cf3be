// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Crowd/CrowdMembers.h"
#include "Crowd/GpuCrowd.h"
#include "Render/ExemplarSkinData.h"

class FRDGBuilder;

/**
 * What crowds need of a character beside its levels: clips, joints and draws as the crowd's kernels read them. Shared
 * by everything that shows a crowd of it. Made on the game thread, released on the render thread.
 */
class FExemplarCrowdData
{
public:
	/** A section of a level: one draw, for all members that are seen at that level. */
	struct FDraw
	{
		int32 Level;
		Exemplar::FMeshSection Section;
	};

	/** Fails with the core's message if joints or clips are scaled, which crowds do not support. */
	static Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> Make(const Exemplar::FCharacter& Character,
		const Exemplar::FCharacterPoser& Poser, const TSharedPtr<FExemplarSkinData>& InSkinData,
		Exemplar::ESkinOperator InOperator, const Exemplar::FBasis& Basis, std::span<const float> CorrectiveWeights);

	/** Render thread, once: what stays on the CPU is freed then. */
	void Upload(FRDGBuilder& GraphBuilder);
	bool IsUploaded() const { return Characters.IsValid(); }
	uint64 GetGpuBytes() const { return GpuBytes; }

	/** Drops the reference on the render thread, after what was queued before. */
	static void ReleaseOnRenderThread(TSharedPtr<FExemplarCrowdData>&& Data);

	TSharedPtr<FExemplarSkinData> SkinData;
	Exemplar::ESkinOperator Operator;                 // linear blend or animation space
	std::vector<Exemplar::FCrowdClipFacts> ClipFacts; // the last clip is the rest pose
	uint32 JointCount = 0;
	std::vector<Exemplar::FGpuCrowdLevel> Levels;
	std::vector<float> LevelErrors; // centimeters, rising
	TArray<FDraw> Draws;

	// Render thread.
	TRefCountPtr<FRDGPooledBuffer> Characters, Bones, Joints, Clips, Keys, DrawRecords;

private:
	Exemplar::FGpuCrowdTables Tables;
	std::atomic<uint64> GpuBytes = 0;
};
