// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Progress.h"

namespace Exemplar
{

FProgress::FProgress(const FProgressCallback& InCallback, std::string_view InStage)
	: Callback(InCallback ? &InCallback : nullptr)
	, Stage(InStage)
{
}

bool FProgress::Report(double Fraction) const
{
	// Nothing of nothing is not a number, and counts as no progress.
	const double Clamped = !(Fraction > 0.0) ? 0.0 : (Fraction > 1.0 ? 1.0 : Fraction);
	return Callback == nullptr || (*Callback)(Stage, Begin + (End - Begin) * Clamped);
}

FProgress FProgress::Part(double From, double To, std::string_view InStage) const
{
	FProgress Out = *this;
	Out.Begin = Begin + (End - Begin) * From;
	Out.End = Begin + (End - Begin) * To;
	if (!InStage.empty())
	{
		Out.Stage = InStage;
	}
	return Out;
}

FError FProgress::CanceledError() const
{
	return {EErrorCode::Canceled, Stage.empty() ? "Canceled." : "Canceled during " + std::string(Stage) + "."};
}

} // namespace Exemplar
