// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Result.h"

#include <functional>
#include <string_view>

namespace Exemplar
{

/**
 * Progress and cancel in one callback: called with the stage's name and a fraction in [0, 1], it answers whether to go
 * on. A terminal draws a bar, the editor drives a slow task, a test counts calls. Stages call it from one thread.
 */
using FProgressCallback = std::function<bool(std::string_view Stage, double Fraction)>;

/** A view of a part of somebody's progress bar. Copyable; an empty one reports to nobody and never cancels. */
class EXEMPLARCORE_API FProgress
{
public:
	FProgress() = default;
	/** The callback and the stage's name must outlive this and everything made from it: a temporary is refused. */
	explicit FProgress(const FProgressCallback& InCallback, std::string_view InStage = {});
	explicit FProgress(const FProgressCallback&& InCallback, std::string_view InStage = {}) = delete;

	/** Reports Fraction in [0, 1] of this part; false means that the caller wants to stop. */
	[[nodiscard]] bool Report(double Fraction) const;

	/** The part of this bar between two fractions, under a stage name of its own if one is given. */
	FProgress Part(double From, double To, std::string_view InStage = {}) const;

	/** The error that a canceled stage returns. */
	FError CanceledError() const;

private:
	const FProgressCallback* Callback = nullptr;
	std::string_view Stage;
	double Begin = 0.0;
	double End = 1.0;
};

} // namespace Exemplar
