// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarCrowdData.h"

#include "ExemplarStats.h"
#include "Render/ExemplarUpload.h"

DECLARE_MEMORY_STAT(TEXT("Crowd clips on the GPU"), STAT_ExemplarCrowdMemory, STATGROUP_Exemplar);

FExemplarCrowdData::FExemplarCrowdData(
	const TSharedPtr<FExemplarSkinData>& InSkinData, Exemplar::ESkinOperator InOperator, Exemplar::FGpuCrowd&& InCrowd)
	: SkinData(InSkinData)
	, Operator(InOperator)
	, Crowd(std::move(InCrowd))
{
}

FExemplarCrowdData::~FExemplarCrowdData()
{
	DEC_MEMORY_STAT_BY(STAT_ExemplarCrowdMemory, GpuBytes.load());
}

void FExemplarCrowdData::Upload(FRDGBuilder& GraphBuilder)
{
	const auto Words = [&](const TCHAR* Name, const auto& Items)
	{ return ExemplarUpload::Words(GraphBuilder, Name, Items, GpuBytes); };
	const Exemplar::FGpuCrowdTables Tables = std::move(Crowd.Tables);
	Characters = Words(TEXT("Exemplar.CrowdCharacters"), Tables.Characters);
	Bones = Words(TEXT("Exemplar.CrowdBones"), Tables.Bones);
	Joints = Words(TEXT("Exemplar.CrowdJoints"), Tables.Joints);
	Clips = Words(TEXT("Exemplar.CrowdClips"), Tables.Clips);
	Keys = ExemplarUpload::Rows(GraphBuilder, TEXT("Exemplar.CrowdKeys"), Tables.Keys, GpuBytes);
	DrawRecords = Words(TEXT("Exemplar.CrowdDraws"), Crowd.DrawRecords);
	INC_MEMORY_STAT_BY(STAT_ExemplarCrowdMemory, GpuBytes.load());
	Crowd.Tables = {};
	Crowd.Tables.Levels = Tables.Levels; // whose errors change with bias and forced levels
}
