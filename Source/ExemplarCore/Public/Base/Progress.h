// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Result.h"

#include <functional>
#include <string_view>

namespace Exemplar
{

/**
 * Progress and cancellation in one callback: it receives the stage's name and a fraction in [0, 1] and returns whether
 * to continue. A terminal draws a bar, the editor drives a slow task. Stages call it from one thread.
 */
using FProgressCallback = std::function<bool(std::string_view Stage, double Fraction)>;

/** A range of a progress bar. Copyable. A default-constructed one reports nothing and never cancels. */
class EXEMPLARCORE_API FProgress
{
public:
	FProgress() = default;
	/** The callback and the stage's name must outlive this object and its parts: temporaries do not compile. */
	explicit FProgress(const FProgressCallback& InCallback, std::string_view InStage = {});
	explicit FProgress(const FProgressCallback&& InCallback, std::string_view InStage = {}) = delete;

	/** Reports Fraction in [0, 1] of this part. Returns false if the stage must stop. */
	[[nodiscard]] bool Report(double Fraction) const;

	/** The part of this bar between two fractions, with its own stage name if one is given. */
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
