// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Internationalization/Text.h"

class FFeedbackContext;
/** The editor's, which slow tasks show themselves in. */
HOST_API FFeedbackContext& HostFeedback();

struct HOST_API FSlowTask
{
	FSlowTask(float InAmountOfWork, const FText& InDefaultMessage, bool bInEnabled, FFeedbackContext& InContext);
	FSlowTask(const FSlowTask&) = delete;
	void MakeDialog(bool bShowCancelButton = false, bool bAllowInPIE = false);
	/** Ends the frame before, and begins one of this much work. */
	void EnterProgressFrame(float ExpectedWorkThisFrame = 1.0f, const FText& Text = FText());
	bool ShouldCancel() const;
	float TotalAmountOfWork;
	float CompletedWork = 0.0f;
	float CurrentFrameScope = 0.0f;

private:
	FFeedbackContext& HostContext;
	bool bHostCancel = false;
};
