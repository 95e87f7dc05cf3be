// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/BuildCorrectives.h"
#include "Correctives/LearnedOptions.h"
#include "Correctives/LearnedStage.h"
#include "Correctives/MirroredExamples.h"
#include "Correctives/PreparedExamples.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/Stopwatch.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace BuildCorrectivesDetail
{

using Eigen::Index;

std::string Percent(double Value)
{
	std::string Out = std::to_string(Value);
	return Out.substr(0, (std::min)(Out.size(), Out.find('.') + 5));
}

/** How far the operator alone is from the examples: what a learned layer has to beat. */
double RmsWithout(const FLearnedExamples& Examples, size_t PointCount, size_t Stride)
{
	double Sum = 0.0;
	size_t Count = 0;
	for (size_t Pose = 0; Pose < Examples.Operators.size(); ++Pose)
	{
		for (size_t Point = 0; Point < PointCount; Point += Stride, ++Count)
		{
			const FDouble3 Miss =
				TransformVector(Examples.Operators[Pose].GetMaps()[Point], Examples.Offsets[Pose * PointCount + Point]);
			Sum += AsVector(Miss).squaredNorm();
		}
	}
	return std::sqrt(Sum / double((std::max)(size_t(1), Count)));
}

/** Adds mirror images of the examples if validation says that they help; otherwise says why not. */
void TryMirror(const FCorrectiveInput& Input, const FCorrectiveOptions& Options, std::span<const uint32_t> Groups,
	size_t Stride, FPreparedExamples& Prepared, FLearnedStage& Out, const FBuildContext& Context)
{
	TResult<FCharacterMirror> Mirror = FindCharacterMirror(Input, Context);
	if (!Mirror)
	{
		Prepared.Problems.push_back(
			{ECorrectiveProblem::Asymmetry, "Examples are not mirrored. " + Mirror.GetError().Message});
		return;
	}
	FLearnedExamples Both = AddMirroredExamples(*Mirror, Out.Examples);
	const FTriangleMesh Rest{Input.Skin.Rest, Input.Triangles};
	FLearnedTrial Trial;
	if (Options.MirrorShare > 0.0)
	{
		FLearnedOptions Given = Out.Trial.Options;
		Given.MirrorShare = Options.MirrorShare;
		const FRelevance Relevance = FindRelevance(
			Rest, Input.Skin.Weights, Input.Skeleton.Parents, Given.Spread * Prepared.Diagonal, *Context.Executor);
		Trial = ValidateLearnedOptions(Both, Relevance, Given, MakeGroupings(Both, Groups), Stride, Context);
	}
	else
	{
		const bool bGiven =
			Options.Width > 0.0 || Options.Ridge > 0.0 || Options.Spread > 0.0 || Options.PairWeight >= 0.0;
		Trial = ChooseMirrorShare(Both, Rest, Input.Skin.Weights, Out.Trial.Options, bGiven, Groups, Stride, Context);
	}
	if (Options.MirrorShare > 0.0 || IsBetterScore(Trial.Score, Out.Trial.Score))
	{
		Out.Trial = std::move(Trial);
		Out.Examples = std::move(Both);
		Out.Mirror = std::move(*Mirror);
		return;
	}
	Prepared.Problems.push_back({ECorrectiveProblem::Asymmetry,
		"Mirrored examples are not used: with them, examples that were left out are predicted within " +
			Percent(100.0 * Trial.Rms / Prepared.Diagonal) + " % instead of " +
			Percent(100.0 * Out.Trial.Rms / Prepared.Diagonal) +
			" %, which is not better by enough. The two sides of the examples differ; sculpt both."});
}

/** Learned rows of joints that are mirror images name each other. */
void PairLearned(const FCharacterMirror& Mirror, FCorrectives& Correctives)
{
	std::vector<TCorrective<FOwned>>& List = Correctives.Model.Correctives;
	for (uint32_t A = 0; A < List.size(); ++A)
	{
		for (uint32_t B = 0; B < List.size(); ++B)
		{
			if (A != B && List[A].Joint != NoIndex && List[B].Joint == Mirror.Joints[List[A].Joint])
			{
				List[A].Mirror = B;
			}
		}
	}
}

void MeasureExamples(const FCorrectiveInput& Input, const FPreparedExamples& Prepared, FCorrectiveResult& Out,
	const FBuildContext& Context)
{
	const double Percents = 100.0 / Prepared.Diagonal;
	ParallelFor(*Context.Executor, Input.Examples.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Place = Begin; Place < End; ++Place)
			{
				const FCorrectiveExample& Example = Input.Examples[Place];
				std::vector<FDouble3> Plain(Example.Points.size());
				Prepared.Operators[Place].Deform(Input.Skin.Rest, Plain);
				const std::vector<FDouble3> Posed =
					PoseCorrected(Input, Out.Correctives, Prepared.Operators[Place], Example.Palette, Example.Curves);
				FCorrectiveExampleFigures& Figures = Out.Examples[Place];
				double SumBefore = 0.0, SumAfter = 0.0;
				for (size_t Point = 0; Point < Example.Points.size(); ++Point)
				{
					const double Distance = (AsVector(Posed[Point]) - AsVector(Example.Points[Point])).norm();
					SumBefore += (AsVector(Plain[Point]) - AsVector(Example.Points[Point])).squaredNorm();
					SumAfter += Distance * Distance;
					Figures.MaxAfter = (std::max)(Figures.MaxAfter, Percents * Distance);
				}
				const double Count = double((std::max)(size_t(1), Example.Points.size()));
				Figures.Before = Percents * std::sqrt(SumBefore / Count);
				Figures.After = Percents * std::sqrt(SumAfter / Count);
			}
		});
	double Before = 0.0, After = 0.0;
	for (const FCorrectiveExampleFigures& Figures : Out.Examples)
	{
		Before += Figures.Before * Figures.Before / double(Input.Examples.size());
		After += Figures.After * Figures.After / double(Input.Examples.size());
	}
	Out.Figures.Figures.push_back({"examples without correctives, RMS", std::sqrt(Before), "%"});
	Out.Figures.Figures.push_back({"examples with correctives, RMS", std::sqrt(After), "%"});
}

} // namespace BuildCorrectivesDetail

void WriteLearned(const FCorrectiveInput& Input, const FLearnedLayer& Layer, std::vector<FTermShapes> Terms,
	FCorrectiveWriter& Writer)
{
	using namespace BuildCorrectivesDetail;
	const auto Key = [&](const FTermShapes& Shapes)
	{
		const FLearnedTerm& Term = Layer.Rows.Terms[Shapes.Term];
		const int32_t Row = Term.Scalar >= 0 ? int32_t(Input.Skeleton.JointCount()) + Term.Scalar : Term.Joint;
		return std::pair{Row, Term.Parent >= 0};
	};
	// Kernels of joints come before the products that use them.
	std::stable_sort(Terms.begin(), Terms.end(),
		[&](const FTermShapes& A, const FTermShapes& B) { return Key(A).second < Key(B).second; });
	std::vector<uint32_t> FirstKernels;
	for (const FTermShapes& Shapes : Terms)
	{
		FirstKernels.push_back(
			Writer.AddTermKernels(Layer.Rows.Terms[Shapes.Term], Shapes.Centers, Layer.Poses, Layer.Options.Width));
	}
	std::vector<size_t> Order(Terms.size());
	for (size_t Place = 0; Place < Order.size(); ++Place)
	{
		Order[Place] = Place;
	}
	std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Key(Terms[A]) < Key(Terms[B]); });
	for (size_t Place = 0; Place < Order.size(); ++Place)
	{
		const FTermShapes& Shapes = Terms[Order[Place]];
		for (size_t Shape = 0; Shape < Shapes.ShapeCount(); ++Shape)
		{
			const uint32_t Begin = Shapes.Offsets[Shape], End = Shapes.Offsets[Shape + 1];
			if (Begin == End)
			{
				continue;
			}
			const Eigen::VectorXd Row = Shapes.Coefficients.row(Index(Shape)).transpose();
			Writer.AddShape(FirstKernels[Order[Place]], std::span<const double>(Row.data(), size_t(Row.size())),
				Shapes.Low[Shape], Shapes.High[Shape], NoIndex, std::span(Shapes.Points).subspan(Begin, End - Begin),
				std::span(Shapes.Deltas).subspan(Begin, End - Begin));
		}
		const int32_t Row = Key(Shapes).first;
		if (Place + 1 == Order.size() || Key(Terms[Order[Place + 1]]).first != Row)
		{
			const size_t JointCount = Input.Skeleton.JointCount();
			FCorrectiveFields Fields;
			Fields.Flags = CorrectiveEnabled | CorrectiveLearned;
			Fields.Joint = size_t(Row) < JointCount ? uint32_t(Row) : NoIndex;
			const std::string Name = size_t(Row) < JointCount ? Input.Skeleton.Names[size_t(Row)]
															  : Input.Curves[size_t(Row) - JointCount].Name;
			Writer.EndCorrective("learned " + Name, "", Fields);
		}
	}
}

TResult<FLearnedStage> LearnExamples(const FCorrectiveInput& Input, const FCorrectiveOptions& Options,
	FPreparedExamples& Prepared, const FBuildContext& Context)
{
	using namespace BuildCorrectivesDetail;
	FLearnedStage Out;
	Out.Examples = ToLearnedExamples(Input, Prepared);
	const FTriangleMesh Rest{Input.Skin.Rest, Input.Triangles};
	const size_t Stride = (std::max)(size_t(1), Input.Skin.PointCount() / 2000);
	std::vector<uint32_t> Clips;
	for (const FCorrectiveExample& Example : Input.Examples)
	{
		Clips.push_back(Example.Clip);
	}
	std::vector<uint32_t> Groups = GroupExamples(Prepared.Poses, Clips);
	const bool bGiven = Options.Width > 0.0 && Options.Ridge > 0.0 && Options.Spread > 0.0 && Options.PairWeight >= 0.0;
	const bool bValidate = Input.Examples.size() >= 4 && *std::max_element(Groups.begin(), Groups.end()) > 0;
	if (bValidate && !bGiven)
	{
		TResult<FLearnedTrial> Chosen =
			ChooseLearnedOptions(Out.Examples, Rest, Input.Skin.Weights, Groups, Stride, Context.Part(0.0, 0.7));
		if (!Chosen)
		{
			return Chosen.GetError();
		}
		Out.Trial = std::move(*Chosen);
	}
	else if (!bGiven)
	{
		Prepared.Problems.push_back({ECorrectiveProblem::FewExamples,
			"Constants of the learned form are the defaults: " + std::to_string(Input.Examples.size()) +
				" examples are too few to leave some out. Give at least four in different poses to choose them."});
	}
	FLearnedOptions& Learned = Out.Trial.Options;
	Learned.Width = Options.Width > 0.0 ? Options.Width : Learned.Width;
	Learned.Ridge = Options.Ridge > 0.0 ? Options.Ridge : Learned.Ridge;
	Learned.Spread = Options.Spread > 0.0 ? Options.Spread : Learned.Spread;
	Learned.PairWeight = Options.PairWeight >= 0.0 ? Options.PairWeight : Learned.PairWeight;
	const double FoundSpread = Learned.Spread;
	FRelevance Relevance = FindRelevance(
		Rest, Input.Skin.Weights, Input.Skeleton.Parents, FoundSpread * Prepared.Diagonal, *Context.Executor);
	if (bValidate)
	{
		Out.Trial = ValidateLearnedOptions(
			Out.Examples, Relevance, Learned, MakeGroupings(Out.Examples, Groups), Stride, Context);
	}
	if (Options.bMirror && bValidate)
	{
		TryMirror(Input, Options, Groups, Stride, Prepared, Out, Context);
	}
	if (!Context.Progress.Report(0.8))
	{
		return Context.Progress.CanceledError();
	}
	if (Out.Trial.Options.Spread != FoundSpread) // chosen again with mirror images
	{
		Relevance = FindRelevance(Rest, Input.Skin.Weights, Input.Skeleton.Parents,
			Out.Trial.Options.Spread * Prepared.Diagonal, *Context.Executor);
	}
	Out.Layer = FitLearnedLayer(Out.Examples, Relevance, Out.Trial.Options, Context);
	const double Without = RmsWithout(Out.Examples, Input.Skin.PointCount(), Stride);
	if (bValidate && !(Out.Trial.Rms < 0.9 * Without))
	{
		// Nothing that other poses would gain from: what is left of the examples is theirs alone.
		std::fill(Out.Layer.Coefficients.begin(), Out.Layer.Coefficients.end(), FDouble3{});
		Prepared.Problems.push_back({ECorrectiveProblem::NothingLearned,
			"Nothing is learned for other poses: examples that were left out are predicted within " +
				Percent(100.0 * Out.Trial.Rms / Prepared.Diagonal) + " %, and the operator alone comes within " +
				Percent(100.0 * Without / Prepared.Diagonal) +
				" %. Pin the examples that must be exact, or add examples in more poses."});
	}
	return Out;
}

namespace BuildCorrectivesDetail
{

/** Compresses, writes and measures what was learned; State is complete. */
TResult<FCorrectiveResult> Finish(const FCorrectiveInput& Input, const FCorrectiveOptions& Options,
	std::shared_ptr<FCorrectiveState> State, const FBuildContext& Context)
{
	FPreparedExamples& Prepared = State->Prepared;
	FCorrectiveResult Out;
	Out.Chosen = Options;
	Out.Examples.resize(Input.Examples.size());
	FCorrectiveWriter Writer(Input.Skeleton, Input.Curves, Prepared.Ranges);
	const size_t ProblemCount = Prepared.Problems.size();
	if (State->Learned)
	{
		const FLearnedStage& Learned = *State->Learned;
		const FLearnedTrial& Trial = Learned.Trial;
		const double Expected = Trial.Rms > 0.0 ? Trial.Rms : 1e-4 * Prepared.Diagonal;
		WriteLearned(
			Input, Learned.Layer, CompressLearnedLayer(Learned.Layer, Options.Compression * Expected, Context), Writer);
		Out.bMirrored = Learned.Mirror.has_value();
		if (Learned.Mirror)
		{
			PairLearned(*Learned.Mirror, Writer.Out);
		}
		Out.Chosen.Width = Trial.Options.Width;
		Out.Chosen.Ridge = Trial.Options.Ridge;
		Out.Chosen.Spread = Trial.Options.Spread;
		Out.Chosen.PairWeight = Trial.Options.PairWeight;
		Out.Chosen.bMirror = Options.bMirror && (Out.bMirrored || Trial.Rms == 0.0);
		Out.Chosen.MirrorShare = Out.bMirrored ? Trial.Options.MirrorShare : 0.0;
		for (size_t Place = 0; Place < (std::min)(Out.Examples.size(), Trial.RmsOfPoses.size()); ++Place)
		{
			Out.Examples[Place].Predicted = 100.0 * Trial.RmsOfPoses[Place] / Prepared.Diagonal;
		}
		Out.Figures.Figures.push_back({"expected in unseen poses, RMS", 100.0 * Trial.Rms / Prepared.Diagonal, "%"});
	}
	const FStatus Written = State->Learned          ? WritePinned(Input, Options, Prepared, Writer)
		: Options.Form == ECorrectiveForm::Weighted ? WriteWeighted(Input, Options, Prepared, Writer)
													: WriteClassic(Input, Options, Prepared, Writer);
	if (!Written)
	{
		return Written.GetError();
	}
	Out.Correctives = std::move(Writer.Out);
	ChooseScales(Out.Correctives);
	Out.Correctives.Levels[0] = Decode(Out.Correctives.Model, Out.Correctives.Levels[0]);
	Out.Problems = Prepared.Problems;
	Prepared.Problems.resize(ProblemCount);
	Out.Figures.Stage = "correctives";
	MeasureExamples(Input, Prepared, Out, Context);
	Out.Figures.Figures.push_back({"shapes", double(Out.Correctives.Model.ShapeCount()), ""});
	Out.Figures.Figures.push_back({"kernels", double(Out.Correctives.Model.Kernels.size()), ""});
	Out.Figures.Figures.push_back({"displacements per point",
		double(Out.Correctives.Levels[0].Points.size()) / double((std::max)(size_t(1), Input.Skin.PointCount())), ""});
	if (!Context.Progress.Report(1.0))
	{
		return Context.Progress.CanceledError();
	}
	Out.State = std::move(State);
	return Out;
}

/** Puts new offsets of an example in place of the old ones; the points where they differ. */
std::vector<uint32_t> ReplaceOffsets(std::span<const FDouble3> Offsets, std::span<FDouble3> Old)
{
	std::vector<uint32_t> Out;
	for (uint32_t Point = 0; Point < Old.size(); ++Point)
	{
		if (Offsets[Point] != Old[Point])
		{
			Old[Point] = Offsets[Point];
			Out.push_back(Point);
		}
	}
	return Out;
}

} // namespace BuildCorrectivesDetail

TResult<FCorrectiveResult> BuildCorrectives(
	const FCorrectiveInput& Input, const FCorrectiveOptions& Options, const FBuildContext& Context)
{
	using namespace BuildCorrectivesDetail;
	const FStopwatch Watch;
	TResult<FPreparedExamples> Prepared = PrepareExamples(Input, Options, Context);
	if (!Prepared)
	{
		return Prepared.GetError();
	}
	if (!Context.Progress.Report(0.1))
	{
		return Context.Progress.CanceledError();
	}
	const std::shared_ptr<FCorrectiveState> State = std::make_shared<FCorrectiveState>();
	State->Prepared = std::move(*Prepared);
	if (Options.Form == ECorrectiveForm::Learned)
	{
		TResult<FLearnedStage> Learned = LearnExamples(Input, Options, State->Prepared, Context.Part(0.1, 0.8));
		if (!Learned)
		{
			return Learned.GetError();
		}
		State->Learned = std::move(*Learned);
	}
	TResult<FCorrectiveResult> Out = Finish(Input, Options, State, Context.Part(0.8, 1.0));
	if (Out)
	{
		Out->Figures.Seconds = Watch.Seconds();
	}
	return Out;
}

TResult<FCorrectiveResult> ChangeExample(
	const FCorrectiveInput& Input, size_t Which, FCorrectiveResult Before, const FBuildContext& Context)
{
	using namespace BuildCorrectivesDetail;
	const FStopwatch Watch;
	const bool bKnown = Before.State && Which < Input.Examples.size() &&
		Before.State->Prepared.Operators.size() == Input.Examples.size();
	if (!bKnown)
	{
		return FError{EErrorCode::InvalidArgument,
			"Example " + std::to_string(Which) +
				" is not one that these correctives were made from. Build them again."};
	}
	FPreparedExamples& Prepared = Before.State->Prepared;
	const FCorrectiveExample& Example = Input.Examples[Which];
	FInverseOptions Options;
	Options.SmallestSculpt = Before.Chosen.SmallestSculpt;
	TResult<FInverse> Inverse = InvertDeformation(Prepared.Operators[Which], Input.Skin.Rest, Example.Points, Options);
	if (!Inverse)
	{
		return FError{Inverse.GetError().Code, "Example \"" + Example.Name + "\": " + Inverse.GetError().Message};
	}
	Prepared.Inverses[Which] = std::move(*Inverse);
	if (Before.State->Learned)
	{
		FLearnedStage& Learned = *Before.State->Learned;
		const size_t PointCount = Input.Skin.PointCount();
		const std::vector<FDouble3>& Offsets = Prepared.Inverses[Which].Before;
		std::vector<uint32_t> Changed =
			ReplaceOffsets(Offsets, std::span(Learned.Examples.Offsets).subspan(Which * PointCount, PointCount));
		if (Learned.Mirror)
		{
			const size_t Image = Learned.Examples.OriginalCount + Which;
			const std::vector<uint32_t> Others = ReplaceOffsets(MirrorVectors(Learned.Mirror->Surface, Offsets),
				std::span(Learned.Examples.Offsets).subspan(Image * PointCount, PointCount));
			Changed.insert(Changed.end(), Others.begin(), Others.end());
			std::sort(Changed.begin(), Changed.end());
			Changed.erase(std::unique(Changed.begin(), Changed.end()), Changed.end());
		}
		RefitLearnedPoints(Learned.Layer, Learned.Examples, Changed, Context);
	}
	TResult<FCorrectiveResult> Out = Finish(Input, Before.Chosen, Before.State, Context);
	if (Out)
	{
		Out->Figures.Seconds = Watch.Seconds();
	}
	return Out;
}

} // namespace Exemplar
