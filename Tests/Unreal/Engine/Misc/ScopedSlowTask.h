// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Misc/SlowTask.h"

struct FScopedSlowTask : public FSlowTask
{
	explicit FScopedSlowTask(float InAmountOfWork, const FText& InDefaultMessage = FText(), bool bInEnabled = true,
		FFeedbackContext& InContext = HostFeedback())
		: FSlowTask(InAmountOfWork, InDefaultMessage, bInEnabled, InContext)
	{
	}
};
