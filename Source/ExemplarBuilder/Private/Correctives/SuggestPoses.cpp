// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/LearnedStage.h"

#include <algorithm>

namespace Exemplar
{

TResult<std::vector<FSuggestedPose>> SuggestPoses(const FCorrectiveInput& Input, const FCorrectiveOptions& Options,
	std::span<const std::vector<FAffine3d>> Candidates, size_t Count, const FBuildContext& Context)
{
	TResult<FPreparedExamples> Prepared = PrepareExamples(Input, Options, Context);
	if (!Prepared)
	{
		return Prepared.GetError();
	}
	TResult<FLearnedStage> Learned = LearnExamples(Input, Options, *Prepared, Context);
	if (!Learned)
	{
		return Learned.GetError();
	}
	std::vector<FAffine3d> Palettes;
	for (const std::vector<FAffine3d>& Candidate : Candidates)
	{
		if (Candidate.size() != Input.Skeleton.JointCount())
		{
			return FError{EErrorCode::Mismatch,
				"A candidate pose has " + std::to_string(Candidate.size()) + " joints and the skeleton " +
					std::to_string(Input.Skeleton.JointCount()) + ". Use poses of the character's own skeleton."};
		}
		Palettes.insert(Palettes.end(), Candidate.begin(), Candidate.end());
	}
	const FDriverPoses Poses = ReadPoses(Input, Prepared->Ranges, Palettes, {});
	const size_t Stride = (std::max)(size_t(1), Input.Skin.PointCount() / 500);
	FLearnedLayer& Layer = Learned->Layer;
	// The scale of the variance: what validation found wrong in examples of known uncertainty is not known for each, so
	// the expected error of a pose is that of validation times its uncertainty over the mean of the candidates'.
	std::vector<FSuggestedPose> Out;
	const std::vector<double> First = LearnedUncertainty(Layer, Poses, Stride, Context);
	double Mean = 0.0, Largest = 0.0;
	for (const double Value : First)
	{
		Mean += Value / double(First.size());
		Largest = (std::max)(Largest, Value);
	}
	std::vector<uint8_t> Taken(Candidates.size(), 0);
	std::vector<double> Left = First;
	while (Out.size() < (std::min)(Count, Candidates.size()) && Largest > 0.0)
	{
		size_t Best = Candidates.size();
		for (size_t Pose = 0; Pose < Candidates.size(); ++Pose)
		{
			Best = Taken[Pose] == 0 && (Best == Candidates.size() || Left[Pose] > Left[Best]) ? Pose : Best;
		}
		Taken[Best] = 1;
		Out.push_back({Best, Left[Best] / Largest,
			100.0 * Learned->Trial.Rms / Prepared->Diagonal * (Mean > 0.0 ? Left[Best] / Mean : 1.0)});
		// The pose counts as known from here on: variance does not ask what its shape will be.
		const uint32_t Row[1] = {uint32_t(Best)};
		Layer.Poses = JoinPoses(GatherPoses(Poses, Row), Layer.Poses); // mirror images stay last
		Layer.OriginalCount += Layer.OriginalCount == size_t(-1) ? 0 : 1;
		const size_t Known = Layer.Poses.PoseCount();
		std::vector<FDouble3> Coefficients(Layer.Rows.PointCount() * Known);
		for (size_t Point = 0; Point < Layer.Rows.PointCount(); ++Point)
		{
			std::copy_n(Layer.Coefficients.begin() + std::ptrdiff_t(Point * (Known - 1)), Known - 1,
				Coefficients.begin() + std::ptrdiff_t(Point * Known + 1));
		}
		Layer.Coefficients = std::move(Coefficients);
		if (Out.size() < Count)
		{
			Left = LearnedUncertainty(Layer, Poses, Stride, Context);
		}
	}
	return Out;
}

} // namespace Exemplar
