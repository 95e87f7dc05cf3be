// Copyright (c) 2026 Exemplar contributors. MIT license.

// ns a vertex of every skinning operator at 1, 2, 4 and 8 influences, positions alone and with normals and tangents, in
// the cache and out of it, on one thread. Baselines of the same run: the plain loop (array of structs, 3x4 matrices, no
// intrinsics, built like everything else with -O3 for x86-64-v2) and memcpy of as many bytes as skinning moves.

#include "BenchRows.h"
#include "Skinning/SkinOperator.h"
#include "SkinningScene.h"

#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>

using namespace Exemplar;
using namespace Exemplar::Bench;

namespace
{

const char* const OperatorNames[SkinOperatorCount] = {
	"linear blend", "animation space", "dual quaternion", "spherical", "twist", "center of rotation", "blended"};

size_t LastLevelCacheBytes()
{
	size_t Largest = size_t{32} << 20;
	for (int Index = 0; Index < 6; ++Index)
	{
		std::ifstream File("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(Index) + "/size");
		size_t Size = 0;
		char Unit = 0;
		if (File >> Size >> Unit)
		{
			Largest = (std::max)(Largest, Size * (Unit == 'M' ? size_t{1} << 20 : size_t{1} << 10));
		}
	}
	return Largest;
}

/** One operator with its skin, palettes and output; bFrames adds normals and tangents. */
struct FSkinned
{
	const FScene& Scene;
	ESkinOperator Operator;
	FPackedSkin Skin;
	std::vector<FAffine> TwistEntries;
	std::vector<float> SegmentAngles;
	std::vector<FSphericalEntry> SphericalEntries;
	std::vector<FCenterEntry> CenterEntries;
	std::vector<FBlendedEntry> BlendedEntries;
	TAlignedArray<FFloat3> Positions, Normals;
	TAlignedArray<FFloat4> Tangents;
	double Copies = 1.0; // of the scene's vertices

	FSkinned(const FScene& InScene, ESkinOperator InOperator, FPackOptions Options, bool bFrames, size_t WorkingSet)
		: Scene(InScene)
		, Operator(InOperator)
	{
		Options.Kind = PackedKindOf(Operator);
		Options.Frames = bFrames ? Options.Frames : EFrameFormat::None;
		Skin = Scene.Pack(Options);
		const double PerSlot = Skin.BytesPerVertex() + (bFrames ? 40.0 : 12.0);
		const double Bytes = PerSlot * Skin.SlotCount;
		if (static_cast<double>(WorkingSet) > Bytes)
		{
			Copies = std::floor(static_cast<double>(WorkingSet) / Bytes) + 1.0;
			Tile(Skin, static_cast<size_t>(Copies));
		}
		Positions.resize(Skin.SlotCount);
		Normals.resize(bFrames ? Skin.SlotCount : 0);
		Tangents.resize(bFrames ? Skin.SlotCount : 0);
		TwistEntries.resize(Operator == ESkinOperator::Twist ? Skin.EntryCount() : 0);
		SegmentAngles.resize(Skin.SegmentTable.size());
		FTwistPaletteJob{&Skin, &Scene.Rest, Scene.Palette, Scene.Twists, TwistEntries, SegmentAngles}.Run();
		SphericalEntries.resize(Operator == ESkinOperator::Spherical ? Skin.EntryCount() : 0);
		FSphericalPaletteJob{&Skin, Scene.Palette, Scene.Rigid, SphericalEntries}.Run();
		for (size_t Bone = 0; Bone < Scene.Rigid.size(); ++Bone)
		{
			CenterEntries.push_back(
				{Scene.Rigid[Bone].Real, {std::cbrt(Determinant(Scene.Palette[Bone])), 0.0f, 0.0f, 0.0f}});
			BlendedEntries.push_back({Scene.Rigid[Bone], Scene.Palette[Bone]});
		}
	}
	double BytesPerVertex() const { return Skin.BytesPerVertex() + (Normals.empty() ? 12.0 : 40.0); }

	void Run(ESimdLevel Level = GetSimdLevel())
	{
		const auto RunJob = [&](auto Job, auto&& Fill)
		{
			Job.Skin = &Skin;
			Job.Output = {Positions, Normals, Tangents};
			Job.SimdLevel = Level;
			Fill(Job);
			if (!Job.Run())
			{
				throw std::runtime_error("a skinning job refused its input");
			}
		};
		switch (Operator)
		{
		case ESkinOperator::LinearBlend:
			return RunJob(FLinearBlendJob(), [&](FLinearBlendJob& Job) { Job.Palette = Scene.Palette; });
		case ESkinOperator::AnimationSpace:
			return RunJob(FAnimationSpaceJob(), [&](FAnimationSpaceJob& Job) { Job.Palette = Scene.Palette; });
		case ESkinOperator::DualQuaternion:
			return RunJob(FDualQuaternionJob(), [&](FDualQuaternionJob& Job) { Job.Rigid = Scene.Rigid; });
		case ESkinOperator::Spherical:
			return RunJob(FSphericalBlendJob(), [&](FSphericalBlendJob& Job) { Job.Entries = SphericalEntries; });
		case ESkinOperator::CenterOfRotation:
			return RunJob(FCenterOfRotationJob(),
				[&](FCenterOfRotationJob& Job)
				{
					Job.Entries = CenterEntries;
					Job.Palette = Scene.Palette;
				});
		case ESkinOperator::Blended:
			return RunJob(FBlendedJob(), [&](FBlendedJob& Job) { Job.Entries = BlendedEntries; });
		default:
			return RunJob(FTwistSkinningJob(),
				[&](FTwistSkinningJob& Job)
				{
					Job.Entries = TwistEntries;
					Job.SegmentAngles = SegmentAngles;
				});
		}
	}
	double NanosecondsPerVertex(double Seconds) const { return 1e9 * Seconds / Skin.SlotCount; } // as bytes are counted
};

/** Seconds that this thread computed: what other programs take away from it on a busy machine does not count. */
template <typename TFunction>
double ThreadSeconds(TFunction&& Function)
{
	const auto Now = []
	{
		timespec Time;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
		return static_cast<double>(Time.tv_sec) + 1e-9 * static_cast<double>(Time.tv_nsec);
	};
	const double Start = Now();
	Function();
	return Now() - Start;
}

/** Fastest seconds of each of several functions, run in turns so that a noisy moment hits all of them. */
std::vector<double> Interleave(int Rounds, const std::vector<std::function<void()>>& Functions)
{
	std::vector<double> Best(Functions.size(), INFINITY);
	for (int Round = 0; Round < Rounds; ++Round)
	{
		for (size_t Index = 0; Index < Functions.size(); ++Index)
		{
			Best[Index] = (std::min)(Best[Index], ThreadSeconds(Functions[Index]));
		}
	}
	return Best;
}

std::string Label(const char* Operator, int K, bool bFrames, const char* Where)
{
	return std::string(Operator) + ", " + std::to_string(K) + (K == 1 ? " influence, " : " influences, ") +
		(bFrames ? "normals and tangents, " : "positions, ") + Where;
}

/** Where: the second-level cache by 4096 vertices, the first by 480. */
template <int K, size_t Vertices = 4096>
void MeasureInCache(
	FRows& Rows, bool bFrames, const char* Where = "in cache", size_t Cluster = 1, bool bScattered = false)
{
	const FScene Scene(Vertices, K, Cluster, bScattered);
	std::vector<TPlainVertex<K>> Plain;
	std::vector<TPlainFrameVertex<K>> PlainFrames;
	for (size_t Vertex = 0; Vertex < Vertices; ++Vertex)
	{
		Plain.push_back(Scene.PlainVertex<TPlainVertex<K>>(Vertex));
		PlainFrames.push_back(Scene.PlainVertex<TPlainFrameVertex<K>>(Vertex));
	}
	std::vector<FFloat3> PlainOut(Vertices);
	std::vector<FPlainFrame> PlainFramesOut(Vertices);
	std::vector<std::unique_ptr<FSkinned>> Skins;
	std::vector<std::function<void()>> Functions;
	constexpr int Passes =
		static_cast<int>(32768 / Vertices); // a pass takes a few microseconds: too little for the clock
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		FSkinned* Skin = Skins
							 .emplace_back(std::make_unique<FSkinned>(
								 Scene, static_cast<ESkinOperator>(Operator), FPackOptions{}, bFrames, 0))
							 .get();
		Functions.push_back(
			[Skin]
			{
				for (int Pass = 0; Pass < Passes; ++Pass)
				{
					Skin->Run();
				}
			});
	}
	FSkinned* Linear = Skins.front().get();
	if (IsSimdLevelAvailable(ESimdLevel::Sse41))
	{
		Functions.push_back(
			[Linear]
			{
				for (int Pass = 0; Pass < Passes; ++Pass)
				{
					Linear->Run(ESimdLevel::Sse41);
				}
			});
	}
	else
	{
		Functions.push_back(
			[Linear]
			{
				for (int Pass = 0; Pass < Passes; ++Pass)
				{
					Linear->Run(ESimdLevel::Plain);
				}
			});
	}
	for (const auto Positions : {&SkinPlain<K>, &SkinPlainBlended<K>})
	{
		Functions.push_back(
			[&, Positions]
			{
				for (int Pass = 0; Pass < Passes; ++Pass)
				{
					if (bFrames)
					{
						SkinPlainFrames<K>(Scene.Palette.data(), PlainFrames.data(), Vertices, PlainFramesOut.data());
					}
					else
					{
						Positions(Scene.Palette.data(), Plain.data(), Vertices, PlainOut.data());
					}
				}
				Keep(PlainOut);
			});
	}
	const std::vector<double> Best = Interleave(K == 4 ? 1500 : 400, Functions);
	const auto Of = [&](int Index)
	{
		return 1e9 * Best[static_cast<size_t>(Index)] / (Passes * static_cast<double>(Vertices));
	}; // filling slots are paid for
	// The better of the two usual loops: neither is to be made look bad.
	const double PlainTime =
		1e9 * (std::min)(Best[SkinOperatorCount + 1], Best[SkinOperatorCount + 2]) / (Passes * double(Vertices));
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		FRowEditor Row = Rows.Lower(Label(OperatorNames[Operator], K, bFrames, Where), Of(Operator), "ns/vertex");
		Row.Baseline("plain loop (linear blend)", PlainTime);
		if (K == 4 && Operator == 0 && !bScattered)
		{
			Row.ReachRatio(1.0 / 3.9);
		}
	}
	Rows.Lower(Label("linear blend SSE4.1", K, bFrames, Where), Of(SkinOperatorCount), "ns/vertex")
		.Baseline("plain loop (linear blend)", PlainTime);
	if (K == 4 && !bScattered)
	{
		const double Bytes = Skins[1]->BytesPerVertex() / Skins[0]->BytesPerVertex();
		Rows.Lower(Label("animation space", K, bFrames, (std::string(Where) + ", to linear blend").c_str()), Of(1),
				"ns/vertex")
			.Baseline("linear blend", Of(0))
			.ReachRatio(bFrames ? 1.2 * Bytes : 1.0);
		Rows.Lower(Label("dual quaternion", K, bFrames, (std::string(Where) + ", to linear blend").c_str()), Of(2),
				"ns/vertex")
			.Baseline("linear blend", Of(0))
			.ReachRatio(1.6);
		Rows.Lower(
				Label("spherical", K, bFrames, (std::string(Where) + ", to linear blend").c_str()), Of(3), "ns/vertex")
			.Baseline("linear blend", Of(0));
		Rows.Lower(Label("twist", K, bFrames, (std::string(Where) + ", to linear blend").c_str()), Of(4), "ns/vertex")
			.Baseline("linear blend", Of(0))
			.ReachRatio(1.3);
	}
}

/** Two halves of a working set: memcpy from one to the other reads and writes as many bytes as there are in both. */
struct FCopy
{
	TAlignedArray<uint8_t> From, To;

	explicit FCopy(size_t WorkingSet)
		: From(WorkingSet / 2, 1)
		, To(WorkingSet / 2, 2)
	{
	}
	double SecondsPerByte()
	{
		const double Seconds = ThreadSeconds([&] { std::memcpy(To.data(), From.data(), From.size()); });
		Keep(To);
		return Seconds / static_cast<double>(From.size() + To.size());
	}
};

template <int K>
void MeasureOutOfCache(FRows& Rows, bool bFrames, FCopy& Copy)
{
	const FScene Scene(size_t{1} << 15, K);
	double Linear = 0.0, LinearBytes = 0.0;
	for (int Operator = 0; Operator < SkinOperatorCount; ++Operator)
	{
		FSkinned Skin(Scene, static_cast<ESkinOperator>(Operator), {}, bFrames, Copy.From.size() + Copy.To.size());
		double Seconds = INFINITY, CopyPerByte = INFINITY;
		for (int Round = 0; Round < (K == 4 ? 6 : 3); ++Round)
		{
			Seconds = (std::min)(Seconds, ThreadSeconds([&] { Skin.Run(); }));
			CopyPerByte = (std::min)(CopyPerByte, Copy.SecondsPerByte());
		}
		const double Time = Skin.NanosecondsPerVertex(Seconds);
		const double CopyTime = 1e9 * CopyPerByte * Skin.BytesPerVertex();
		FRowEditor Row = Rows.Lower(Label(OperatorNames[Operator], K, bFrames, "out of cache"), Time, "ns/vertex");
		Row.Baseline("memcpy of the same bytes", CopyTime);
		if (K == 4 && Operator == 0)
		{
			Row.ReachRatio(1.0 / 0.6);
		}
		Linear = Operator == 0 ? Time : Linear;
		LinearBytes = Operator == 0 ? Skin.BytesPerVertex() : LinearBytes;
		if (K == 4 && Operator == 1)
		{
			Rows.Lower(Label("animation space", K, bFrames, "out of cache, to linear blend"), Time, "ns/vertex")
				.Baseline("linear blend", Linear)
				.ReachRatio(1.2 * Skin.BytesPerVertex() / LinearBytes);
		}
	}
}

/** Vertices of four influences of which three in four are linear blends, as in the sample character that the defaults
 * build: mixed packing against linear blending of the same vertices. Frames, which animation space has more of, are not
 * looked at. */
void MeasureMixed(FRows& Rows, const char* Where, size_t Vertices, size_t WorkingSet)
{
	// In the first-level cache a few bones lead all vertices, as elsewhere in this file.
	const FScene Scene(Vertices, 4, Vertices < 1000 ? 8 : 1, false, 0.25f);
	FPackOptions Mixed;
	Mixed.LinearTolerance = InvisibleLinearTolerance;
	FSkinned Linear(Scene, ESkinOperator::LinearBlend, {}, false, WorkingSet);
	FSkinned Packed(Scene, ESkinOperator::AnimationSpace, Mixed, false, WorkingSet);
	FSkinned Points(Scene, ESkinOperator::AnimationSpace, {}, false, WorkingSet);
	const int Passes = WorkingSet > 0 ? 1 : static_cast<int>((std::max)(size_t{1}, 32768 / Vertices));
	std::vector<std::function<void()>> Functions;
	for (FSkinned* Skin : {&Linear, &Packed, &Points})
	{
		Functions.push_back(
			[Skin, Passes]
			{
				for (int Pass = 0; Pass < Passes; ++Pass)
				{
					Skin->Run();
				}
			});
	}
	const std::vector<double> Best = Interleave(WorkingSet > 0 ? 12 : 1500, Functions);
	// Filling slots are paid for: there are more of them where blocks are of two kinds.
	const auto Of = [&](const FSkinned& Skin, double Seconds)
	{ return 1e9 * Seconds / (Passes * Skin.Copies * static_cast<double>(Vertices)); };
	const double Blend = Of(Linear, Best[0]);
	const std::string Label = std::string(", three in four linear, positions, ") + Where + ", to linear blend";
	Rows.Lower("animation space, mixed packing" + Label, Of(Packed, Best[1]), "ns/vertex")
		.Baseline("linear blend", Blend)
		.ReachRatio(WorkingSet > 0 ? 1.5 : 1.0);
	Rows.Lower("animation space" + Label, Of(Points, Best[2]), "ns/vertex").Baseline("linear blend", Blend);
}

/** Bytes a vertex and measured errors of every layout at four influences. */
void PrintLayouts(FRows& Rows)
{
	const FScene Scene(size_t{1} << 14, 4);
	const char* const PointNames[] = {"points 32", "points 16"};
	const char* const WeightNames[] = {"weights 32", "weights 16", "weights 8"};
	const char* const FrameNames[] = {"no frames", "frames 32", "frames 16", "frames 8"};
	std::printf("%-16s %-10s %-10s %-10s %10s %12s %12s %12s %12s\n", "layout", "", "", "", "bytes", "point error m",
		"weight error", "normal rad", "tangent rad");
	for (const EPackedKind Kind : {EPackedKind::LinearBlend, EPackedKind::AnimationSpace})
	{
		for (int Points = 0; Points < 2; ++Points)
		{
			for (int Weights = 0; Weights < (Kind == EPackedKind::LinearBlend ? 3 : 1); ++Weights)
			{
				for (int Frames = 0; Frames < 4; ++Frames)
				{
					FPackOptions Options;
					Options.Kind = Kind;
					Options.Points = static_cast<EPointFormat>(Points);
					Options.Weights = static_cast<EWeightFormat>(Weights);
					Options.Frames = static_cast<EFrameFormat>(Frames);
					Options.bSmallIndices = Points == 1;
					const FPackedSkin Skin = Scene.Pack(Options);
					const bool bLinear = Kind == EPackedKind::LinearBlend;
					std::printf("%-16s %-10s %-10s %-10s %10.1f %12.2e %12.2e %12.2e %12.2e\n",
						bLinear ? "linear blend" : "animation space", PointNames[Points],
						bLinear ? WeightNames[Weights] : "", FrameNames[Frames], Skin.BytesPerVertex(),
						Skin.Errors.LargestPoint, Skin.Errors.LargestWeight, Skin.Errors.LargestNormalAngle,
						Skin.Errors.LargestTangentAngle);
					Rows.Lower(std::string(bLinear ? "linear blend" : "animation space") + " layout, " +
							PointNames[Points] + (bLinear ? std::string(", ") + WeightNames[Weights] : "") + ", " +
							FrameNames[Frames],
						Skin.BytesPerVertex(), "bytes/vertex");
				}
			}
		}
	}
	std::printf("\n");
}

} // namespace

int main(int argc, char** argv)
{
	FRows Rows("skinning (" + std::string(ToString(GetSimdLevel())) + ", one thread)", argc, argv);
	bool bLarge = true;
	for (int Index = 1; Index < argc; ++Index)
	{
		bLarge = bLarge && std::string_view(argv[Index]) != "--in-cache";
	}
	PrintLayouts(Rows);
	MeasureInCache<4, 480>(Rows, false, "in first-level cache", 8);
	MeasureInCache<4>(Rows, false, "in cache, scattered bones", 1, true);
	MeasureMixed(Rows, "in first-level cache", 480, 0);
	MeasureMixed(Rows, "in cache", 4096, 0);
	if (bLarge)
	{
		MeasureMixed(Rows, "out of cache", size_t{1} << 15, 4 * LastLevelCacheBytes());
	}
	for (const bool bFrames : {false, true})
	{
		MeasureInCache<1>(Rows, bFrames);
		MeasureInCache<2>(Rows, bFrames);
		MeasureInCache<4>(Rows, bFrames);
		MeasureInCache<8>(Rows, bFrames);
	}
	if (bLarge)
	{
		const size_t WorkingSet = 4 * LastLevelCacheBytes();
		std::printf(
			"out of cache: %.0f MB, four times the last-level cache\n\n", static_cast<double>(WorkingSet) / 1e6);
		FCopy Copy(WorkingSet);
		for (const bool bFrames : {false, true})
		{
			MeasureOutOfCache<1>(Rows, bFrames, Copy);
			MeasureOutOfCache<2>(Rows, bFrames, Copy);
			MeasureOutOfCache<4>(Rows, bFrames, Copy);
			MeasureOutOfCache<8>(Rows, bFrames, Copy);
		}
	}
	return Rows.Finish();
}
