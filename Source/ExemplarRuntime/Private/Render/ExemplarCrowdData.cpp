// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarCrowdData.h"

#include "ExemplarConversions.h"
#include "Render/ExemplarUpload.h"
#include "RenderingThread.h"

Exemplar::TResult<TSharedPtr<FExemplarCrowdData>> FExemplarCrowdData::Make(const Exemplar::FCharacter& Character,
	const Exemplar::FCharacterPoser& Poser, const TSharedPtr<FExemplarSkinData>& InSkinData,
	Exemplar::ESkinOperator InOperator, const Exemplar::FBasis& Basis, std::span<const float> CorrectiveWeights)
{
	using namespace Exemplar;
	// By the mean error over poses: a bound for all legal poses would select fine levels at any distance.
	TResult<FCrowdCharacter> Made = MakeCrowdCharacter(Character.View(), CorrectiveWeights);
	if (!Made)
	{
		return Made.GetError();
	}
	FCrowdCharacter Crowd = ToUnrealAxes(*Made, Poser.GetRest(), Basis);
	AddRestClip(Crowd);
	TSharedPtr<FExemplarCrowdData> Out = MakeShared<FExemplarCrowdData>();
	Out->SkinData = InSkinData;
	Out->Operator = InOperator;
	// As many levels as the kernels choose from, with the palettes that their skins are drawn with.
	Crowd.Levels.resize(FMath::Min(Crowd.Levels.size(), std::size(FCrowdStatistics().PerLevel)));
	for (int32 Level = 0; Level < static_cast<int32>(Crowd.Levels.size()); ++Level)
	{
		const FExemplarLevel& Drawn = *InSkinData->Levels[Level];
		Crowd.Levels[static_cast<size_t>(Level)].Bones = Drawn.Skin.PaletteBones;
		Out->LevelErrors.push_back(Crowd.Levels[static_cast<size_t>(Level)].Error);
		for (const FMeshSection& Section : Drawn.Sections)
		{
			if (Section.IndexCount > 0)
			{
				Out->Draws.Add({Level, Section});
			}
		}
	}
	Out->ClipFacts = MakeClipFacts(Crowd);
	Out->JointCount = static_cast<uint32>(Crowd.JointCount());
	Out->Tables = MakeGpuCrowdTables({&Crowd, 1});
	Out->Levels = Out->Tables.Levels;
	return Out;
}

void FExemplarCrowdData::Upload(FRDGBuilder& GraphBuilder)
{
	const auto Words = [&](const TCHAR* Name, const auto& Items)
	{ return ExemplarUpload::Words(GraphBuilder, Name, Items, GpuBytes); };
	Characters = Words(TEXT("Exemplar.CrowdCharacters"), Tables.Characters);
	Bones = Words(TEXT("Exemplar.CrowdBones"), Tables.Bones);
	Joints = Words(TEXT("Exemplar.CrowdJoints"), Tables.Joints);
	Clips = Words(TEXT("Exemplar.CrowdClips"), Tables.Clips);
	Keys = ExemplarUpload::Rows(GraphBuilder, TEXT("Exemplar.CrowdKeys"), Tables.Keys, GpuBytes);
	std::vector<Exemplar::FGpuCrowdDraw> Records;
	for (const FDraw& Draw : Draws)
	{
		Records.push_back({static_cast<uint32_t>(Draw.Level), Draw.Section.IndexCount, Draw.Section.FirstIndex, 0});
	}
	DrawRecords = Words(TEXT("Exemplar.CrowdDraws"), Records);
	Tables = {};
}

void FExemplarCrowdData::ReleaseOnRenderThread(TSharedPtr<FExemplarCrowdData>&& Data)
{
	if (Data.IsValid())
	{
		ENQUEUE_RENDER_COMMAND(ExemplarReleaseCrowdData)
		([Held = MoveTemp(Data)](FRHICommandListImmediate&) mutable { Held.Reset(); });
	}
}
