// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Registration/PoseSearch.h"
#include "Registration/ScanFit.h"

#include <atomic>
#include <thread>

namespace Exemplar
{

/** Progress of tasks on several threads: the one that started them reports, all of them see that they must stop. */
class FSharedProgress
{
public:
	FSharedProgress(const FProgress& InProgress, size_t InCount)
		: Progress(InProgress)
		, Count(InCount)
		, Reporter(std::this_thread::get_id())
	{
	}

	/** Whether to go on. */
	bool Continue()
	{
		if (std::this_thread::get_id() == Reporter &&
			!Progress.Report(static_cast<double>(Done.load()) / static_cast<double>((std::max)(size_t{1}, Count))))
		{
			bStop = true;
		}
		return !bStop;
	}
	void Finish() { ++Done; }
	bool IsStopped() const { return bStop; }

private:
	const FProgress& Progress;
	size_t Count;
	std::thread::id Reporter;
	std::atomic<size_t> Done{0};
	std::atomic<bool> bStop{false};
};

/** The scans of a set with what the searches need. A scan that could not be cleaned has no field. */
struct FScanWork
{
	FCleanScan Scan;
	std::unique_ptr<FScanField> Field;
	std::vector<FLandmarkPair> Landmarks;
	FScanFit Fit;
	int Round = 0;
	std::string Refusal; // why it cannot be registered
};

/** Poses whose score is near the median of the set. */
std::vector<uint32_t> FindGoodPoses(std::span<const FScanWork> Works);

/** The rig from motion of some registered poses, over the template's vertices, in diagonals. */
TResult<FRig> FitLoopRig(const FTemplateModel& Model, std::span<const FScanWork> Works, std::span<const uint32_t> Poses,
	int Bones, const FBuildContext& Context);

/** A round of the loop: fits a rig to the good poses and searches all poses again with its joints and the rotations it
 * showed. A pose is replaced if its score falls clearly. Returns how many were. */
TResult<size_t> RunRigRound(
	const FTemplateKit& Kit, std::vector<FScanWork>& Works, int Bones, int Round, const FBuildContext& Context);

/** Tries the results of other poses: those before and after in a sequence, or good ones placed rigidly. */
TResult<size_t> ShareResults(
	const FTemplateKit& Kit, std::vector<FScanWork>& Works, bool bOrdered, const FBuildContext& Context);

/** Takes a fit if its score is lower than the present one by the margin of acceptance. */
bool AcceptFit(FScanFit Fit, int Round, FScanWork& Work);

} // namespace Exemplar
