// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/EigenBlocks.h"
#include "Geometry/Measures.h"
#include "Levels/LevelRefinement.h"
#include "Levels/NearestWalk.h"
#include "Levels/PoseQuadric.h"
#include "Levels/RefinementSystem.h"
#include "Levels/SkinQuadric.h"
#include "Levels/SurfaceTracking.h"
#include "Metrics/SurfaceDistance.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace Exemplar
{
namespace SkinRefinementDetail
{

/** A place on one surface, and where it is closest to the other in its pose. */
struct FSample
{
	FSurfaceCoordinate On;
	FSurfaceCoordinate Closest;
	bool bChecks = false; // measures what the others were fitted to, and pulls nothing
};

/** The samples of a pose: of the original, and of the level. */
struct FPoseOfSamples
{
	std::vector<FSample> There, Back;
};

/** From a point to a place of a surface: unit direction and distance, which is negative behind a triangle. */
static FSurfacePull Toward(const Eigen::Vector3d& From, std::span<const FDouble3> Positions,
	std::span<const FTriangle> Triangles, const FSurfaceCoordinate& To)
{
	FSurfacePull Out;
	const FTriangle& T = Triangles[static_cast<size_t>(To.Triangle)];
	const Eigen::Vector3d A = AsVector(Positions[static_cast<size_t>(T[0])]);
	const Eigen::Vector3d Normal = (AsVector(Positions[static_cast<size_t>(T[1])]) - A)
									   .cross(AsVector(Positions[static_cast<size_t>(T[2])]) - A)
									   .stableNormalized();
	const Eigen::Vector3d Offset = AsVector(PointAt(Positions, Triangles, To)) - From;
	const double Distance = Offset.norm();
	const double Smallest = (std::min)({To.Weights[0], To.Weights[1], To.Weights[2]});
	const bool bInside = Smallest > 1e-6 || !(Distance > 1e-12);
	Out.Normal = bInside ? Normal : Eigen::Vector3d(Offset / Distance);
	Out.Distance = bInside ? Normal.dot(Offset) : Distance;
	return Out;
}

class FSkinRefinement
{
public:
	FSkinRefinement(FLodState& InLevel, const FSkinnedMesh& InOriginal, const FPoseSamples& InPoses,
		const FSkinRefinementOptions& InOptions, const FBuildContext& InContext)
		: Level(InLevel)
		, Original(InOriginal)
		, Poses(InPoses)
		, Options(InOptions)
		, Context(InContext)
		, Embedding(InPoses.Metric, InOriginal.Points)
		, LevelTracker(InLevel.Vertices.size(), InLevel.Triangles)
		, OriginalTracker(InOriginal.Points.size(), InOriginal.Triangles)
		, System(InLevel, InPoses, *InContext.Executor)
		, Targets(InPoses.PoseCount, std::vector<FDouble3>(InOriginal.Points.size()))
		, Samples(InPoses.PoseCount)
		, Start(InLevel.Points)
	{
		ForPoses(
			[&](size_t Pose)
			{
				for (size_t Vertex = 0; Vertex < Original.Points.size(); ++Vertex)
				{
					Targets[Pose][Vertex] = ToDouble3(PosePoint(Original.Points[Vertex], Poses, Pose));
				}
			});
		System.PosePoints(Level.Points, Posed);
		First = Posed;
		DrawSamples();
		Areas = VertexAreas(Targets[0], Original.Triangles);
	}

	/** False where it was canceled. The best of all rounds by the samples that pull nothing is kept. */
	bool Run()
	{
		std::vector<FAnimationVector> Best = Level.Points;
		double Least = INFINITY;
		for (int Round = 0; Round <= Options.Rounds; ++Round)
		{
			if (!Context.Progress.Report(static_cast<double>(Round) / (Options.Rounds + 1)))
			{
				return false;
			}
			System.Clear();
			const double Error = Track(Round == 0);
			if (Error < Least)
			{
				Least = Error;
				Best = Level.Points;
			}
			if (Round < Options.Rounds)
			{
				HoldTexture();
				System.Solve(Options.Damping, Options.Unseen, Options.Steps, Level.Points);
				Unflip();
			}
		}
		Level.Points = std::move(Best);
		return true;
	}

private:
	template <typename BodyType>
	void ForPoses(const BodyType& Body)
	{
		ParallelFor(*Context.Executor, Poses.PoseCount, 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Pose = Begin; Pose < End; ++Pose)
				{
					Body(Pose);
				}
			});
	}

	/** Every pose has places of its own: what moves rigidly is seen in as many places as there are poses. */
	void DrawSamples()
	{
		const size_t Triangles = Level.Triangles.size(), Count = Poses.PoseCount;
		SamplesPerPose = (std::max)({size_t{800}, Triangles / 2, (4 * Triangles + Count - 1) / Count});
		ForPoses(
			[&](size_t Pose)
			{
				const uint64_t Seed = Context.Seed + 0x9e3779b97f4a7c15ull * (Pose + 1);
				for (const FSurfaceCoordinate& On :
					SampleSurface({Original.Triangles, std::span(Targets).subspan(Pose, 1)}, SamplesPerPose, Seed))
				{
					const FTriangle& T = Original.Triangles[static_cast<size_t>(On.Triangle)];
					const size_t Near = static_cast<size_t>(
						std::max_element(On.Weights.begin(), On.Weights.end()) - On.Weights.begin());
					const int32_t Became = Level.VertexOfOriginal[static_cast<size_t>(T[Near])];
					const int32_t Triangle = Became < 0 ? -1 : LevelTracker.TriangleAt(Became);
					if (Triangle >= 0)
					{
						Samples[Pose].There.push_back({On, {Triangle, {}}, IsCheck(Samples[Pose].There.size())});
					}
				}
				for (const FSurfaceCoordinate& On :
					SampleSurface({Level.Triangles, std::span(Posed).subspan(Pose, 1)}, SamplesPerPose, Seed + 1))
				{
					const int32_t Triangle = Level.SourceTriangles[static_cast<size_t>(On.Triangle)];
					Samples[Pose].Back.push_back({On, {Triangle, {}}, IsCheck(Samples[Pose].Back.size())});
				}
			});
	}

	static bool IsCheck(size_t Index) { return Index % 8 == 7; }

	/** A surface in one pose. */
	struct FPosedSurface
	{
		const std::vector<FDouble3>& Points;
		const std::vector<FTriangle>& Triangles;
		const FSurfaceTracker& Tracker;
	};

	/** Samples of From find their closest points of To, and pull the level; returns the squares of those that do not.
	 */
	double TrackOneWay(
		size_t Pose, const FPosedSurface& From, const FPosedSurface& To, bool bFirst, std::vector<FSample>& Of)
	{
		const bool bLevelIsTo = &To.Tracker == &LevelTracker;
		double Sum = 0.0;
		for (FSample& Sample : Of)
		{
			const FDouble3 Point = PointAt(From.Points, From.Triangles, Sample.On);
			const double Square = To.Tracker.Track(To.Points, Point, Sample.Closest, bFirst);
			if (Sample.bChecks)
			{
				Sum += Square;
				continue;
			}
			FSurfacePull Pull = Toward(AsVector(Point), To.Points, To.Triangles, Sample.Closest);
			Pull.Where = bLevelIsTo ? Sample.Closest : Sample.On;
			Pull.Distance = bLevelIsTo ? -Pull.Distance : Pull.Distance; // the level goes to the point
			System.Pulls(Pose).push_back(Pull);
		}
		return Sum;
	}

	/** Finds closest points and what they pull; returns the sum of squares of those that pull nothing. */
	double Track(bool bFirst)
	{
		std::vector<double> Squares(Poses.PoseCount, 0.0);
		ForPoses(
			[&](size_t Pose)
			{
				const FPosedSurface Target{Targets[Pose], Original.Triangles, OriginalTracker};
				const FPosedSurface Now{Posed[Pose], Level.Triangles, LevelTracker};
				Squares[Pose] = TrackOneWay(Pose, Target, Now, bFirst, Samples[Pose].There);
				Squares[Pose] += TrackOneWay(Pose, Now, Target, bFirst, Samples[Pose].Back);
			});
		double Sum = 0.0;
		for (const double Square : Squares)
		{
			Sum += Square;
		}
		return Sum;
	}

	/** The original's vertices, each drawn to one place of the level in all poses: what slides takes texture along. */
	void HoldTexture()
	{
		double Total = 0.0;
		for (const double Area : Areas)
		{
			Total += Area;
		}
		if (!(Total > 0.0) || !(Options.Sliding > 0.0))
		{
			return;
		}
		const FNearestWalk Walk(Level, Embedding);
		std::vector<FSurfaceCoordinate> Places(Original.Points.size());
		ParallelFor(*Context.Executor, Places.size(), 256,
			[&](size_t Begin, size_t End)
			{
				std::vector<float> Row(Embedding.Dimensions());
				for (size_t Vertex = Begin; Vertex < End; ++Vertex)
				{
					if (const int32_t Became = Level.VertexOfOriginal[Vertex]; Became >= 0)
					{
						Embedding.Embed(Original.Points[Vertex], Row.data());
						Places[Vertex] = Walk.Find(Row.data(), static_cast<size_t>(Became));
					}
				}
			});
		const double Scale = Options.Sliding * static_cast<double>(SamplesPerPose) / Total;
		std::vector<Eigen::Vector3d> Offsets(Poses.PoseCount);
		for (size_t Vertex = 0; Vertex < Places.size(); ++Vertex)
		{
			const FSurfaceCoordinate& Where = Places[Vertex];
			if (Where.Triangle < 0)
			{
				continue;
			}
			for (size_t Pose = 0; Pose < Poses.PoseCount; ++Pose)
			{
				Offsets[Pose] =
					AsVector(Targets[Pose][Vertex]) - AsVector(PointAt(Posed[Pose], Level.Triangles, Where));
			}
			System.AddSlide(Where, Scale * Areas[Vertex], Offsets);
		}
	}

	/** Vertices of a triangle that flips or becomes a needle in any pose go back to where they began. */
	void Unflip()
	{
		std::vector<std::vector<uint8_t>> Bad(Poses.PoseCount);
		for (int Try = 0; Try < 10; ++Try)
		{
			System.PosePoints(Level.Points, Posed);
			ForPoses(
				[&](size_t Pose)
				{
					Bad[Pose].assign(Level.Points.size(), 0);
					for (const FTriangle& T : Level.Triangles)
					{
						Eigen::Vector3d Old[3], New[3];
						for (size_t Index = 0; Index < 3; ++Index)
						{
							Old[Index] = AsVector(First[Pose][static_cast<size_t>(T[Index])]);
							New[Index] = AsVector(Posed[Pose][static_cast<size_t>(T[Index])]);
						}
						if (!KeepsTriangle(Old, New) && !(Old[0] == New[0] && Old[1] == New[1] && Old[2] == New[2]))
						{
							for (const int32_t Vertex : T)
							{
								Bad[Pose][static_cast<size_t>(Vertex)] = 1;
							}
						}
					}
				});
			bool bFound = false;
			for (size_t Vertex = 0; Vertex < Level.Points.size(); ++Vertex)
			{
				const bool bBack = std::any_of(Bad.begin(), Bad.end(), [&](const auto& Of) { return Of[Vertex] != 0; });
				bFound = bFound || bBack;
				const double Keep = Try < 3 ? 0.5 : 0.0;
				for (size_t Index = 0; bBack && Index < Start[Vertex].Blocks.size(); ++Index)
				{
					FDouble4& Block = Level.Points[Vertex].Blocks[Index];
					const FDouble4& From = Start[Vertex].Blocks[Index];
					Block = Keep == 0.0 ? From : ToDouble4(AsVector(From) + Keep * (AsVector(Block) - AsVector(From)));
				}
			}
			if (!bFound)
			{
				return;
			}
		}
		Level.Points = Start;
		Posed = First;
	}

	FLodState& Level;
	const FSkinnedMesh& Original;
	const FPoseSamples& Poses;
	const FSkinRefinementOptions& Options;
	const FBuildContext& Context;
	FPoseEmbedding Embedding;
	FSurfaceTracker LevelTracker, OriginalTracker;
	FRefinementSystem System;
	std::vector<std::vector<FDouble3>> Targets;      // the original, one array a pose
	std::vector<std::vector<FDouble3>> Posed, First; // the level, now and as it began
	std::vector<FPoseOfSamples> Samples;
	size_t SamplesPerPose = 0;
	std::vector<double> Areas; // of the original's vertices
	std::vector<FAnimationVector> Start;
};

} // namespace SkinRefinementDetail

FStatus RefineLevelSkin(FLodState& Level, const FSkinnedMesh& Original, const FPoseSamples& Poses,
	const FSkinRefinementOptions& Options, const FBuildContext& Context)
{
	if (Level.VertexOfOriginal.size() != Original.Points.size())
	{
		return FError{
			EErrorCode::Mismatch, "The level does not belong to this mesh. Refine it with the mesh it was built from."};
	}
	SkinRefinementDetail::FSkinRefinement Refinement(Level, Original, Poses, Options, Context);
	if (!Refinement.Run())
	{
		return Context.Progress.CanceledError();
	}
	return FOk{};
}

} // namespace Exemplar
