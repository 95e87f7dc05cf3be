// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/BuildLevels.h"

#include "Levels/CharacterPoses.h"
#include "Levels/CharacterScale.h"
#include "Levels/LevelAssembly.h"
#include "Levels/LevelError.h"
#include "Levels/LevelRefinement.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <string>

namespace Exemplar
{
namespace BuildLevelsDetail
{

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
	const FLodStream& Stream, std::span<const FLodProgress> Progress, const FLevelOptions& Options, double Diagonal)
{
	std::vector<size_t> Out;
	const size_t Count = !Options.Fractions.empty()
		? Options.Fractions.size()
		: (!Options.Errors.empty() ? Options.Errors.size() : Options.LevelCount - 1);
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
			if (!Options.Errors.empty())
			{
				return Index < Stream.Operations.size() &&
					Stream.Operations[Index].Running <= 0.01 * Options.Errors[Level] * Diagonal;
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
static std::vector<int32_t> RankWedges(const FCharacterMesh& Source, std::span<const FLodState> States)
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

static std::vector<FMorphTarget> LinkCorners(const FCharacterMesh& Source, std::span<const int32_t> Wedges,
	const FLodState& Next, const FLevelCorners& NextCorners)
{
	std::vector<int32_t> FirstCorner(Next.Vertices.size(), -1);
	const auto VertexOf = [&](int32_t Wedge)
	{ return Next.VertexOfOriginal[static_cast<size_t>(Source.VertexOfWedge[static_cast<size_t>(Wedge)])]; };
	for (size_t Corner = NextCorners.Wedges.size(); Corner-- > 0;)
	{
		FirstCorner[static_cast<size_t>(VertexOf(NextCorners.Wedges[Corner]))] = static_cast<int32_t>(Corner);
	}
	std::vector<FMorphTarget> Out;
	for (const int32_t Wedge : Wedges)
	{
		FMorphTarget& Target = Out.emplace_back();
		const int32_t Vertex = Wedge < 0 ? -1 : VertexOf(Wedge);
		if (Vertex < 0)
		{
			continue;
		}
		const int32_t Became = Next.WedgeOfOriginal[static_cast<size_t>(Wedge)];
		const int32_t Corner = NextCorners.CornerOfWedge[static_cast<size_t>(Became)];
		Target.Corner = static_cast<uint32_t>(Corner >= 0 ? Corner : FirstCorner[static_cast<size_t>(Vertex)]);
		Target.Point = &Next.Points[static_cast<size_t>(Vertex)];
	}
	return Out;
}

static FLevelFigures Describe(const FMeshLevelData& Level, const FLodState& State)
{
	return {Level.Indices.size() / 3, Level.VertexCount(), State.InfluenceCount(), Level.Bones.size(),
		static_cast<double>(Level.MeanError), static_cast<double>(Level.ErrorBound)};
}

} // namespace BuildLevelsDetail

static TResult<FBuiltLevels> BuildScaledLevels(
	FCharacterData& Character, const FLevelOptions& Options, const FBuildContext& Context)
{
	using namespace BuildLevelsDetail;
	const auto Start = std::chrono::steady_clock::now();
	if (FStatus Sound = CheckOptions(Options); !Sound)
	{
		return Sound.GetError();
	}
	if (Character.Levels.empty())
	{
		return FError{EErrorCode::Degenerate, "The character has no mesh. Levels require a skinned character."};
	}
	const TResult<FPoseSamples> Poses = SampleCharacterPoses(Character, Options.MaxPoses, Context.Seed);
	if (!Poses)
	{
		return Poses.GetError();
	}
	TResult<FCharacterMesh> Source = MakeCharacterMesh(Character.Levels[0]);
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
	const std::vector<FLodProgress> Progress = CountLodStream(Source->Mesh, *Stream);
	std::vector<size_t> Cuts = CutStream(*Stream, Progress, Options, static_cast<double>(Character.RestBox.Diagonal()));
	Cuts.insert(Cuts.begin(), 0);
	std::vector<FLodState> States = ReplayLodStream(Source->Mesh, *Stream, Cuts);
	const bool bHalfEdge = Options.Stream.Placement == ELodPlacement::HalfEdge;
	for (size_t Level = 1; Level < States.size() && Options.bRefine && !bHalfEdge; ++Level)
	{
		const double From = 0.5 + 0.4 * static_cast<double>(Level - 1) / static_cast<double>(States.size());
		const double To = 0.5 + 0.4 * static_cast<double>(Level) / static_cast<double>(States.size());
		if (FStatus Refined =
				RefineLevelSkin(States[Level], Source->Mesh, *Poses, {}, Context.Part(From, To, "refining"));
			!Refined)
		{
			return Refined.GetError();
		}
	}
	// The character changes when all of it is there: whoever cancels keeps what he had.
	std::vector<FMeshLevelData> Levels{Character.Levels[0]};
	if (bHalfEdge)
	{
		// Wedges of the finest level that last longest come first, and with them its corners.
		const std::vector<int32_t> Rank = RankWedges(*Source, States);
		std::vector<uint32_t> Order(Levels[0].VertexCount());
		std::vector<int32_t> RankOfCorner(Order.size(), 1);
		for (size_t Wedge = 0; Wedge < Rank.size(); ++Wedge)
		{
			int32_t& Of = RankOfCorner[Source->CornerOfWedge[Wedge]];
			Of = (std::min)(Of, Rank[Wedge]);
		}
		for (size_t Corner = 0; Corner < Order.size(); ++Corner)
		{
			Order[Corner] = static_cast<uint32_t>(Corner);
		}
		std::stable_sort(
			Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) { return RankOfCorner[A] < RankOfCorner[B]; });
		Levels[0] = ReorderCorners(Levels[0], Order);
		std::vector<uint32_t> NewOf(Order.size());
		std::vector<int32_t> WedgeOfCorner(Order.size());
		for (size_t New = 0; New < Order.size(); ++New)
		{
			NewOf[Order[New]] = static_cast<uint32_t>(New);
			WedgeOfCorner[New] = Source->WedgeOfCorner[Order[New]];
		}
		Source->WedgeOfCorner = std::move(WedgeOfCorner);
		for (uint32_t& Corner : Source->CornerOfWedge)
		{
			Corner = NewOf[Corner];
		}
	}
	// Corners of coarser levels stand in the order of the finest one's.
	std::vector<int32_t> CornerRank(Source->CornerOfWedge.begin(), Source->CornerOfWedge.end());
	const FMeshLevelData Finest = Levels[0];
	std::vector<FLevelCorners> Corners{{Source->WedgeOfCorner, {}}};
	for (size_t Level = 1; Level < States.size(); ++Level)
	{
		Corners.push_back(FindCorners(*Source, States[Level], CornerRank));
		Levels.push_back(AssembleLevel(Finest, *Source, States[Level], Corners[Level]));
	}
	FBuiltLevels Out;
	const FPoseEmbedding Embedding(Poses->Metric, Source->Mesh.Points);
	for (size_t Level = 0; Level < States.size(); ++Level)
	{
		FMeshLevelData& Data = Levels[Level];
		if (!Context.Progress.Report(0.9 + 0.1 * static_cast<double>(Level) / static_cast<double>(States.size())))
		{
			return Context.Progress.CanceledError();
		}
		if (Level > 0)
		{
			const TResult<FLevelError> Error = MeasureLevel(
				Source->Mesh, States[Level], *Poses, Embedding, Character.Skeleton, Character.Clips, *Context.Executor);
			if (!Error)
			{
				return Error.GetError();
			}
			Data.MeanError = (std::max)(static_cast<float>(Error->Mean), Levels[Level - 1].MeanError);
			Data.ErrorBound = (std::max)(static_cast<float>(Error->Bound), Levels[Level - 1].ErrorBound);
		}
		std::vector<FAnimationVector> Points;
		for (size_t Corner = 0; Corner < Data.VertexCount(); ++Corner)
		{
			const int32_t Wedge = Corners[Level].Wedges[Corner];
			const int32_t Vertex = Wedge < 0
				? -1
				: States[Level]
					  .VertexOfOriginal[static_cast<size_t>(Source->VertexOfWedge[static_cast<size_t>(Wedge)])];
			// A corner of the finest level that no triangle has is bound to the first bone: nobody sees it.
			const FFloat3& P = Data.Positions[Corner];
			Points.push_back(Vertex >= 0 ? States[Level].Points[static_cast<size_t>(Vertex)]
										 : FAnimationVector{{0}, {{P.X, P.Y, P.Z, 1.0}}});
		}
		std::vector<FMorphTarget> Targets;
		if (Options.bGeomorph && Level + 1 < States.size())
		{
			Targets = LinkCorners(*Source, Corners[Level].Wedges, States[Level + 1], Corners[Level + 1]);
		}
		AssembleSkin(Data, Points, Targets);
		Data.SectionSpheres.clear();
		Out.Levels.push_back(Describe(Data, States[Level]));
	}
	Character.Levels = std::move(Levels);
	for (size_t Index = 0; Index < Stream->Operations.size(); ++Index)
	{
		Out.Curve.push_back(
			{Progress[Index + 1].Triangles, Progress[Index + 1].Influences, Stream->Operations[Index].Running});
	}
	Out.Figures = {"levels", std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count(),
		{{"levels", static_cast<double>(Out.Levels.size()), ""},
			{"coarsest triangles", static_cast<double>(Out.Levels.back().Triangles), ""},
			{"coarsest mean error", Out.Levels.back().MeanError, "m"},
			{"coarsest error bound", Out.Levels.back().ErrorBound, "m"}}};
	return Out;
}

TResult<FBuiltLevels> BuildLevels(FCharacterData& Character, const FLevelOptions& Options, const FBuildContext& Context)
{
	// Points hold lengths beside weights that sum to one: sizes far from a meter would drown one in the other's
	// rounding. Powers of two change nothing but the exponents, so that scaling there and back is exact.
	const float Diagonal = Character.RestBox.Diagonal();
	const bool bOrdinary =
		!(Diagonal > 0.0f) || !std::isfinite(Diagonal) || (Diagonal > 0x1p-10f && Diagonal < 0x1p12f);
	if (bOrdinary)
	{
		return BuildScaledLevels(Character, Options, Context);
	}
	const float Unit = std::ldexp(1.0f, std::ilogb(Diagonal));
	FCharacterData Scaled = Character;
	ScaleCharacter(Scaled, 1.0f / Unit);
	TResult<FBuiltLevels> Out = BuildScaledLevels(Scaled, Options, Context);
	if (Out)
	{
		ScaleCharacter(Scaled, Unit);
		Character.Levels = std::move(Scaled.Levels);
		for (FLevelFigures& Level : Out->Levels)
		{
			Level.MeanError *= Unit;
			Level.ErrorBound *= Unit;
		}
		for (auto& Point : Out->Curve)
		{
			Point.Error *= Unit;
		}
		for (FFigure& Figure : Out->Figures.Figures)
		{
			Figure.Value *= Figure.Unit == "m" ? Unit : 1.0;
		}
	}
	return Out;
}

} // namespace Exemplar
