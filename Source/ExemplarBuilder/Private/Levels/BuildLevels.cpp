// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/BuildLevels.h"

#include "Geometry/Measures.h"
#include "Levels/LevelAssembly.h"
#include "Levels/LevelError.h"
#include "Levels/LevelRefinement.h"
#include "Levels/LevelWeights.h"
#include "Levels/PoseSamples.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

namespace Exemplar
{
namespace BuildLevelsDetail
{

/** Frames that levels are measured in. */
constexpr size_t MeasuredPoses = 12;

static FStatus CheckOptions(const FLevelOptions& Options)
{
	bool bSound = Options.LevelCount >= 1 && Options.LevelCount <= 16 && Options.MaxPoses >= 1;
	double Last = 1.0;
	for (const double Fraction : Options.Fractions)
	{
		bSound = bSound && Fraction > 0.0 && Fraction < Last;
		Last = Fraction;
	}
	Last = 0.0;
	for (const double Error : Options.Errors)
	{
		bSound = bSound && Error > Last && std::isfinite(Error);
		Last = Error;
	}
	if (!bSound || Options.Fractions.size() > 15 || Options.Errors.size() > 15)
	{
		return FError{EErrorCode::InvalidArgument,
			"Invalid level options: count 1-16; fractions decreasing in (0, 1); errors positive and increasing; at "
			"least one pose."};
	}
	return FOk{};
}

/** After how many operations each coarser level is cut; levels that would equal the one before are left out. */
static std::vector<size_t> CutStream(
	const FLodStream& Stream, std::span<const FLodProgress> Progress, const FLevelOptions& Options)
{
	std::vector<size_t> Out;
	const size_t Count = !Options.Fractions.empty() ? Options.Fractions.size() : Options.LevelCount - 1;
	for (size_t Level = 0; Level < Count; ++Level)
	{
		size_t At = Out.empty() ? 0 : Out.back();
		const auto IsFine = [&](size_t Index)
		{
			if (!Options.Fractions.empty())
			{
				return static_cast<double>(Progress[Index].Triangles) >
					Options.Fractions[Level] * static_cast<double>(Progress[0].Triangles);
			}
			return static_cast<double>(Progress[Index].Influences) >
				std::ldexp(static_cast<double>(Progress[0].Influences), -static_cast<int>(Level + 1));
		};
		while (At < Stream.Operations.size() && IsFine(At))
		{
			++At;
		}
		// A collapse takes two triangles: the stream may end one below.
		while (At > 0 && Progress[At].Triangles < Options.MinTriangles)
		{
			--At;
		}
		if (At > (Out.empty() ? 0 : Out.back()))
		{
			Out.push_back(At);
		}
	}
	return Out;
}

/** In how many states each wedge is drawn, counted down: vertices that last come first. */
static std::vector<int32_t> RankWedges(const FWedgeMesh& Source, std::span<const FLodState> States)
{
	std::vector<int32_t> Out(Source.CornerOfWedge.size(), 0);
	for (const FLodState& State : States)
	{
		const FLevelCorners Corners = FindCorners(Source, State);
		for (const int32_t Wedge : Corners.Wedges)
		{
			--Out[static_cast<size_t>(Wedge)];
		}
	}
	return Out;
}

/** Corners of the finest level, and their wedges in the same order. */
struct FFinestOrder
{
	std::vector<uint32_t> Order;
	std::vector<int32_t> Wedges; // of corners; -1: no triangle has it
	std::vector<int32_t> Rank;   // of wedges: the place of their corner
};

/** With half-edge levels, corners that last longest come first, so that every level is a beginning of the finer one. */
static FFinestOrder OrderCorners(const FWedgeMesh& Source, std::span<const FLodState> States, bool bHalfEdge)
{
	FFinestOrder Out;
	Out.Order.resize(Source.WedgeOfCorner.size());
	std::iota(Out.Order.begin(), Out.Order.end(), 0u);
	if (bHalfEdge)
	{
		const std::vector<int32_t> Rank = RankWedges(Source, States);
		std::vector<int32_t> RankOfCorner(Out.Order.size(), 1);
		for (size_t Wedge = 0; Wedge < Rank.size(); ++Wedge)
		{
			int32_t& Of = RankOfCorner[Source.CornerOfWedge[Wedge]];
			Of = (std::min)(Of, Rank[Wedge]);
		}
		std::stable_sort(Out.Order.begin(), Out.Order.end(),
			[&](uint32_t A, uint32_t B) { return RankOfCorner[A] < RankOfCorner[B]; });
	}
	std::vector<int32_t> NewOf(Out.Order.size());
	for (size_t New = 0; New < Out.Order.size(); ++New)
	{
		NewOf[Out.Order[New]] = static_cast<int32_t>(New);
		Out.Wedges.push_back(Source.WedgeOfCorner[Out.Order[New]]);
	}
	for (const uint32_t Corner : Source.CornerOfWedge)
	{
		Out.Rank.push_back(NewOf[Corner]);
	}
	return Out;
}

/** A state of the stream, and how far its surface is from the original's. */
struct FMeasuredState
{
	FLodState State;
	FSurfaceDistance Distance;
};

/** Cuts, refines and measures levels: what all of them share. */
class FLevelCutter
{
public:
	FLevelCutter(const FWedgeMesh& InSource, const FPoseSamples& InPoses, const FLodStream& InStream,
		const FSurfaceMeter& InMeter, const FLevelOptions& InOptions)
		: Source(InSource)
		, Poses(InPoses)
		, Stream(InStream)
		, Meter(InMeter)
		, Options(InOptions)
	{
	}

	TResult<FMeasuredState> Cut(size_t Operations, const FBuildContext& Context) const
	{
		FMeasuredState Out;
		Out.State = std::move(ReplayLodStream(Source.Mesh, Stream, std::vector<size_t>{Operations}).front());
		if (Options.bRefine && Options.Stream.Placement != ELodPlacement::HalfEdge && Operations > 0)
		{
			if (FStatus Refined = RefineLevelSkin(Out.State, Source.Mesh, Poses, {}, Context); !Refined)
			{
				return Refined.GetError();
			}
		}
		Out.Distance = Meter.Measure(Out.State);
		return Out;
	}

	/** One level per cut. */
	TResult<std::vector<FMeasuredState>> CutAll(std::span<const size_t> Cuts, const FBuildContext& Context) const
	{
		std::vector<FMeasuredState> Out;
		for (size_t Level = 0; Level < Cuts.size(); ++Level)
		{
			const double Count = static_cast<double>(Cuts.size());
			TResult<FMeasuredState> Made = Cut(Cuts[Level],
				Context.Part(static_cast<double>(Level) / Count, static_cast<double>(Level + 1) / Count, "refining"));
			if (!Made)
			{
				return Made.GetError();
			}
			Out.push_back(std::move(*Made));
		}
		return Out;
	}

	/**
	 * The coarsest levels within errors, by bisecting where the stream is cut: the error of a level is known once it is
	 * refined. Levels that would equal the one before are left out.
	 */
	TResult<std::vector<FMeasuredState>> CutByErrors(
		std::span<const FLodProgress> Progress, double Diagonal, const FBuildContext& Context) const
	{
		size_t Last = Progress.size() - 1;
		while (Last > 0 && Progress[Last].Triangles < Options.MinTriangles)
		{
			--Last;
		}
		std::vector<FMeasuredState> Out;
		size_t Fine = 0;
		for (size_t Level = 0; Level < Options.Errors.size(); ++Level)
		{
			const double Allowed = 0.01 * Options.Errors[Level] * Diagonal;
			size_t Low = Fine, High = Last + 1; // Low is within the error, High is not
			std::optional<FMeasuredState> Best;
			for (int Step = 0; Step < Steps && Low + 1 < High; ++Step)
			{
				const double Of = static_cast<double>(Level * Steps + static_cast<size_t>(Step));
				const double Count = static_cast<double>(Options.Errors.size() * Steps);
				const size_t At = Between(Progress, Low, High);
				TResult<FMeasuredState> Made = Cut(At, Context.Part(Of / Count, (Of + 1.0) / Count, "refining"));
				if (!Made)
				{
					return Made.GetError();
				}
				if (Made->Distance.Worst <= Allowed)
				{
					Low = At;
					Best = std::move(*Made);
				}
				else
				{
					High = At;
				}
			}
			if (Best)
			{
				Out.push_back(std::move(*Best));
				Fine = Low;
			}
		}
		return Out;
	}

private:
	static constexpr int Steps = 7;

	/** The operation that leaves the geometric mean of both ends' triangles, strictly between them. */
	static size_t Between(std::span<const FLodProgress> Progress, size_t Low, size_t High)
	{
		const double Coarse = static_cast<double>(Progress[(std::min)(High, Progress.size() - 1)].Triangles);
		const double Middle = std::sqrt(static_cast<double>(Progress[Low].Triangles) * (std::max)(1.0, Coarse));
		const auto Found = std::partition_point(Progress.begin() + static_cast<std::ptrdiff_t>(Low),
			Progress.begin() + static_cast<std::ptrdiff_t>((std::min)(High, Progress.size() - 1)),
			[&](const FLodProgress& P) { return static_cast<double>(P.Triangles) > Middle; });
		return std::clamp(static_cast<size_t>(Found - Progress.begin()), Low + 1, High - 1);
	}

	const FWedgeMesh& Source;
	const FPoseSamples& Poses;
	const FLodStream& Stream;
	const FSurfaceMeter& Meter;
	const FLevelOptions& Options;
};

/** Fills Levels.Coarser and what links levels; errors are measured. */
static FStatus AssembleLevels(const FSurface& Surface, const FSkin& Skin, const FAnimation& Animation,
	const FWedgeMesh& Source, const FPoseSamples& Poses, std::span<const FMeasuredState> Measured,
	const FLevelOptions& Options, FLevels& Out, const FBuildContext& Context)
{
	std::vector<FLodState> States;
	for (const FMeasuredState& Of : Measured)
	{
		States.push_back(Of.State);
	}
	const bool bHalfEdge = Options.Stream.Placement == ELodPlacement::HalfEdge;
	const FFinestOrder Finest = OrderCorners(Source, States, bHalfEdge);
	Out.CornerOrder = bHalfEdge ? Finest.Order : std::vector<uint32_t>();
	std::vector<FLevelCorners> Corners{{Finest.Wedges, {}}};
	const FPoseEmbedding Embedding(Poses.Metric, Source.Mesh.Points);
	for (size_t Index = 1; Index < States.size(); ++Index)
	{
		if (!Context.Progress.Report(static_cast<double>(Index) / static_cast<double>(States.size())))
		{
			return Context.Progress.CanceledError();
		}
		Corners.push_back(FindCorners(Source, States[Index], Finest.Rank));
		FLevel& Level = Out.Coarser.emplace_back(AssembleLevel(Surface, Skin, Source, States[Index], Corners[Index]));
		const TResult<FLevelError> Error =
			MeasureLevel(Source.Mesh, States[Index], Poses, Embedding, Animation, *Context.Executor);
		if (!Error)
		{
			return Error.GetError();
		}
		const bool bFirst = Index == 1;
		if (FStatus Fitted = FitLevelWeights(Source, States[Index], Poses, Level, Context); !Fitted)
		{
			return Fitted.GetError();
		}
		const FSurfaceDistance& Distance = Measured[Index].Distance;
		Level.SurfaceError = (std::max)(Distance.Worst, bFirst ? 0.0 : Out.Coarser[Index - 2].SurfaceError);
		Level.SurfaceRms = (std::max)(Distance.Rms, bFirst ? 0.0 : Out.Coarser[Index - 2].SurfaceRms);
		Level.MeanError = (std::max)(Error->Mean, bFirst ? 0.0 : Out.Coarser[Index - 2].MeanError);
		Level.ErrorBound = (std::max)(Error->Bound, bFirst ? 0.0 : Out.Coarser[Index - 2].ErrorBound);
		if (Options.bGeomorph)
		{
			std::vector<uint32_t>& Targets = bFirst ? Out.MorphTargets : Out.Coarser[Index - 2].MorphTargets;
			Targets = LinkCorners(Source, Corners[Index - 1].Wedges, States[Index], Corners[Index]);
		}
	}
	return FOk{};
}

static FSkin ScaleSkin(FSkin Skin, double Factor)
{
	for (FDouble3& P : Skin.Rest)
	{
		P = {P.X * Factor, P.Y * Factor, P.Z * Factor};
	}
	for (FAnimationVector& Point : Skin.Points)
	{
		for (FDouble4& Block : Point.Blocks)
		{
			Block = {Block.X * Factor, Block.Y * Factor, Block.Z * Factor, Block.W}; // W is a weight
		}
	}
	return Skin;
}

static FAnimation ScaleAnimation(FAnimation Animation, float Factor)
{
	for (FBoneTransform& Local : Animation.Skeleton.RestLocal)
	{
		Local.Translation = Local.Translation * Factor;
	}
	for (FClipData& Clip : Animation.Clips)
	{
		for (FFloat3& Key : Clip.Translations.Values)
		{
			Key = Key * Factor;
		}
	}
	return Animation;
}

static void ScaleLevels(FLevels& Levels, double Factor)
{
	for (FLevel& Level : Levels.Coarser)
	{
		Level.Skin = ScaleSkin(std::move(Level.Skin), Factor);
		Level.SurfaceError *= Factor;
		Level.SurfaceRms *= Factor;
		Level.MeanError *= Factor;
		Level.ErrorBound *= Factor;
	}
	for (FLodCurvePoint& Point : Levels.Curve)
	{
		Point.Error *= Factor;
	}
}

static TResult<FLevels> BuildScaledLevels(const FSurface& Surface, const FSkin& Skin, const FAnimation& Animation,
	double Diagonal, const FLevelOptions& Options, const FBuildContext& Context)
{
	const TResult<FPoseSamples> Poses = SamplePoses(Animation, Options.MaxPoses, Context.Seed);
	if (!Poses)
	{
		return Poses.GetError();
	}
	const TResult<FWedgeMesh> Source = MakeWedgeMesh(Surface, Skin);
	if (!Source)
	{
		return Source.GetError();
	}
	FLodStreamOptions StreamOptions = Options.Stream;
	StreamOptions.MinTriangles = (std::max)(StreamOptions.MinTriangles, Options.MinTriangles);
	const TResult<FLodStream> Stream =
		BuildLodStream(Source->Mesh, *Poses, StreamOptions, Context.Part(0.0, 0.5, "levels"));
	if (!Stream)
	{
		return Stream.GetError();
	}
	TResult<FPoseSamples> Others = SampleOtherPoses(Animation, MeasuredPoses, Context.Seed);
	if (!Others)
	{
		return Others.GetError();
	}
	const std::vector<FLodProgress> Progress = CountLodStream(Source->Mesh, *Stream);
	const FSurfaceMeter Meter(Source->Mesh, std::move(*Others), ~Context.Seed, *Context.Executor);
	const FLevelCutter Cutter(*Source, *Poses, *Stream, Meter, Options);
	const FBuildContext Cutting = Context.Part(0.5, 0.9);
	TResult<std::vector<FMeasuredState>> States = Options.Errors.empty()
		? Cutter.CutAll(CutStream(*Stream, Progress, Options), Cutting)
		: Cutter.CutByErrors(Progress, Diagonal, Cutting);
	if (!States)
	{
		return States.GetError();
	}
	States->insert(States->begin(),
		FMeasuredState{std::move(ReplayLodStream(Source->Mesh, *Stream, std::vector<size_t>{0}).front()), {}});
	FLevels Out;
	if (FStatus Assembled =
			AssembleLevels(Surface, Skin, Animation, *Source, *Poses, *States, Options, Out, Context.Part(0.9, 1.0));
		!Assembled)
	{
		return Assembled.GetError();
	}
	for (size_t Index = 0; Index < Stream->Operations.size(); ++Index)
	{
		Out.Curve.push_back(
			{Progress[Index + 1].Triangles, Progress[Index + 1].Influences, Stream->Operations[Index].Running});
	}
	return Out;
}

} // namespace BuildLevelsDetail

TResult<FLevels> BuildLevels(const FSurface& Surface, const FSkin& Skin, const FAnimation& Animation,
	const FLevelOptions& Options, const FBuildContext& Context)
{
	using namespace BuildLevelsDetail;
	const auto Start = std::chrono::steady_clock::now();
	if (FStatus Sound = CheckOptions(Options); !Sound)
	{
		return Sound.GetError();
	}
	// Points hold lengths beside weights that sum to one: sizes far from a meter would drown one in the other's
	// rounding. Powers of two change nothing but the exponents, so that scaling there and back is exact.
	const double Diagonal = BoxDiagonal(Skin.Rest);
	const bool bOrdinary = !(Diagonal > 0.0) || !std::isfinite(Diagonal) || (Diagonal > 0x1p-10 && Diagonal < 0x1p12);
	const double Unit = bOrdinary ? 1.0 : std::ldexp(1.0, std::ilogb(Diagonal));
	TResult<FLevels> Out = bOrdinary
		? BuildScaledLevels(Surface, Skin, Animation, Diagonal, Options, Context)
		: BuildScaledLevels(Surface, ScaleSkin(Skin, 1.0 / Unit),
			  ScaleAnimation(Animation, static_cast<float>(1.0 / Unit)), Diagonal / Unit, Options, Context);
	if (!Out)
	{
		return Out;
	}
	ScaleLevels(*Out, Unit);
	const bool bAny = !Out->Coarser.empty();
	Out->Figures = {"levels", std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count(),
		{{"levels", static_cast<double>(Out->Coarser.size() + 1), ""},
			{"coarsest triangles", static_cast<double>((bAny ? Out->Coarser.back().Surface : Surface).TriangleCount()),
				""},
			{"coarsest surface error", bAny ? Out->Coarser.back().SurfaceError : 0.0, "m"},
			{"coarsest surface RMS", bAny ? Out->Coarser.back().SurfaceRms : 0.0, "m"},
			{"coarsest mean error", bAny ? Out->Coarser.back().MeanError : 0.0, "m"},
			{"coarsest error bound", bAny ? Out->Coarser.back().ErrorBound : 0.0, "m"}}};
	return Out;
}

} // namespace Exemplar
