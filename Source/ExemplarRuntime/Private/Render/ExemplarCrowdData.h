// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Crowd/GpuCrowd.h"
#include "Render/ExemplarSkinData.h"

class FRDGBuilder;

/**
 * What crowds need of a character beside its levels: clips, joints and draws as the crowd's kernels read them. Shared
 * by everything that shows a crowd of it. Made on any thread, released on the render thread (ExemplarRelease.h).
 */
class FExemplarCrowdData
{
public:
	FExemplarCrowdData(const TSharedPtr<FExemplarSkinData>& InSkinData, Exemplar::ESkinOperator InOperator,
		Exemplar::FGpuCrowd&& InCrowd);

	~FExemplarCrowdData();

	/** Render thread, once: what stays on the CPU is freed then. */
	void Upload(FRDGBuilder& GraphBuilder);
	bool IsUploaded() const { return Characters.IsValid(); }
	uint64 GetGpuBytes() const { return GpuBytes; }

	const TSharedPtr<FExemplarSkinData> SkinData;
	const Exemplar::ESkinOperator Operator; // linear blend or animation space
	Exemplar::FGpuCrowd Crowd;              // of its tables, the levels' stay after the upload

	// Render thread.
	TRefCountPtr<FRDGPooledBuffer> Characters, Bones, Joints, Clips, Keys, DrawRecords;

private:
	std::atomic<uint64> GpuBytes = 0;
};
