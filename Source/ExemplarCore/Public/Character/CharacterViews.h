// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/** Views of parts that a character owns, as jobs and packers take them. The data must outlive its view. */
EXEMPLARCORE_API FMeshLevelView ViewOf(const FMeshLevelData& Level);
EXEMPLARCORE_API FClipView ViewOf(const FClipData& Clip);
EXEMPLARCORE_API TCorrectiveDeltas<FViewed> ViewOf(const TCorrectiveDeltas<FOwned>& Deltas);

/** Correctives have lists of texts, whose views need memory of their own. */
class EXEMPLARCORE_API FCorrectivesView
{
public:
	explicit FCorrectivesView(const TCorrectives<FOwned>& Data);
	FCorrectivesView(const FCorrectivesView&) = delete;
	FCorrectivesView& operator=(const FCorrectivesView&) = delete;

	const TCorrectives<FViewed>& operator*() const { return View; }
	const TCorrectives<FViewed>* operator->() const { return &View; }

private:
	std::vector<TCorrectiveCurve<FViewed>> Curves;
	std::vector<TCorrective<FViewed>> Rows;
	TCorrectives<FViewed> View;
};

EXEMPLARCORE_API TCorrectives<FOwned> CopyOf(const TCorrectives<FViewed>& View);

} // namespace Exemplar
