// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/ClipEvents.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

void FindClipEvents(
	std::span<const float> Times, float From, float To, float Duration, bool bLoops, std::vector<size_t>& Out)
{
	if (!(Duration > 0.0f) || !std::isfinite(From) || !std::isfinite(To) || From == To)
	{
		return;
	}
	struct FPassed
	{
		float Time;
		size_t Event;
	};
	constexpr float MostRounds = 64.0f; // a frame that is longer than all of them is not one to be heard
	const bool bForward = To > From;
	const float Low = bForward ? From : To, High = bForward ? To : From;
	const float FirstRound = bLoops ? std::floor(Low / Duration) : 0.0f;
	const float LastRound = bLoops ? (std::min)(std::floor(High / Duration), FirstRound + MostRounds) : 0.0f;
	std::vector<FPassed> Passed;
	for (float Round = FirstRound; Round <= LastRound; Round += 1.0f)
	{
		for (size_t Event = 0; Event < Times.size(); ++Event)
		{
			const float Time = Times[Event] + Round * Duration;
			if (bForward ? Time > From && Time <= To : Time < From && Time >= To)
			{
				Passed.push_back({Time, Event});
			}
		}
	}
	std::stable_sort(Passed.begin(), Passed.end(),
		[&](const FPassed& A, const FPassed& B) { return bForward ? A.Time < B.Time : A.Time > B.Time; });
	for (const FPassed& One : Passed)
	{
		Out.push_back(One.Event);
	}
}

} // namespace Exemplar
