// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "EditorReimportHandler.h"
#include "ExemplarBuildSettings.h"

namespace Exemplar
{

/** What a build is to who reimports. */
inline EReimportResult::Type ToReimportResult(EExemplarBuildResult Result)
{
	switch (Result)
	{
	case EExemplarBuildResult::Failed:
		return EReimportResult::Failed;
	case EExemplarBuildResult::Canceled:
		return EReimportResult::Cancelled;
	default:
		return EReimportResult::Succeeded;
	}
}

} // namespace Exemplar
