// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tools/StockAssets.h"

#include "Bake/Bake.h"
#include "Character/CorrectiveDeltas.h"
#include "Lod/LevelChoice.h"
#include "Pipeline/SimplifyCharacter.h"
#include "Pose/ClipSampling.h"
#include "Preview/PosedLevel.h"
#include "Tools/StockCapsules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{

namespace StockAssetsDetail
{

/** Weights as codes that sum to One: rounded down, and what is left goes to those that lost most. */
void AddCodes(std::span<const uint16_t> Bones, std::span<const double> Weights, uint32_t One, FStockLevel& Out)
{
	const double Sum = std::accumulate(Weights.begin(), Weights.end(), 0.0);
	std::vector<uint32_t> Codes;
	std::vector<double> Lost;
	uint32_t Left = One;
	for (const double Weight : Weights)
	{
		const double Exact = Weight / Sum * One;
		Codes.push_back((std::min)(static_cast<uint32_t>(Exact), Left));
		Lost.push_back(Exact - Codes.back());
		Left -= Codes.back();
	}
	std::vector<size_t> Order(Weights.size());
	std::iota(Order.begin(), Order.end(), size_t{0});
	std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Lost[A] > Lost[B]; });
	for (size_t Index = 0; Left > 0; Index = (Index + 1) % Order.size(), --Left)
	{
		++Codes[Order[Index]];
	}
	std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Codes[A] > Codes[B]; });
	for (const size_t Index : Order)
	{
		if (Codes[Index] > 0)
		{
			Out.Bones.push_back(Bones[Index]);
			Out.Codes.push_back(static_cast<uint16_t>(Codes[Index]));
		}
	}
	Out.Offsets.push_back(static_cast<uint32_t>(Out.Bones.size()));
}

/** The shapes of a level as morph targets, in the order of the character's shapes. */
std::vector<FStockMorph> MakeMorphs(const FCharacterView& Character, const FMeshLevelView& Level)
{
	std::vector<FStockMorph> Out(Character.Correctives.ShapeCount());
	for (const TCorrective<FViewed>& Row : Character.Correctives.Correctives)
	{
		for (uint32_t Shape = 0; Shape < Row.ShapeCount; ++Shape)
		{
			std::string& Name = Out[Row.FirstShape + Shape].Name;
			Name = Row.Name;
			if (Row.ShapeCount > 1)
			{
				Name += '_';
				Name += std::to_string(Shape);
			}
		}
	}
	const bool bNormals = !Level.Correctives.Normals.empty();
	ForEachDelta(Level.Correctives,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			const FCorrectiveShape& Scales = Character.Correctives.Shapes[Shape];
			Out[Shape].Vertices.push_back(Vertex);
			Out[Shape].Positions.push_back(DecodeDelta(Level.Correctives.Deltas[Index], Scales.DeltaScale));
			if (bNormals)
			{
				Out[Shape].Normals.push_back(DecodeNormal(Level.Correctives.Normals[Index], Scales.NormalScale));
			}
		});
	return Out;
}

/** Clips with a key of every joint in every frame, as the character's own jobs pose it. */
std::vector<FStockClip> MakeClips(const FCharacterView& Character, const FCharacterPoser& Poser)
{
	std::vector<FStockClip> Out;
	for (const FClipView& Clip : Character.Clips)
	{
		FStockClip& To = Out.emplace_back();
		To.Name = Clip.Name;
		To.FramesPerSecond = Clip.FramesPerSecond;
		To.FrameCount = Clip.FrameCount;
		To.bLoops = Clip.bLoops != 0;
		FCharacterPose Pose;
		Poser.Reset(Pose);
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame)
		{
			Pose.Local = SampleFrame(Character.Skeleton, Clip, static_cast<float>(Frame));
			Poser.Pose(Pose);
			To.Keys.insert(To.Keys.end(), Pose.Local.begin(), Pose.Local.end());
			To.MorphWeights.insert(To.MorphWeights.end(), Pose.ShapeWeights.begin(), Pose.ShapeWeights.end());
		}
	}
	return Out;
}

/** A frame of a clip that is measured. */
struct FFrame
{
	std::vector<FBoneTransform> Local;
	std::vector<FAffine> Palette;
	std::vector<FAffine> Model;
	std::vector<float> MorphWeights;
};

std::vector<FFrame> ChooseFrames(
	const FCharacterView& Character, const FCharacterPoser& Poser, std::span<const FStockClip> Clips, size_t Most)
{
	size_t Count = 0;
	for (const FStockClip& Clip : Clips)
	{
		Count += Clip.FrameCount;
	}
	const size_t Step = (std::max)((Count + Most - 1) / (std::max)(Most, size_t{1}), size_t{1});
	const size_t Joints = Character.Skeleton.JointCount(), Shapes = Character.Correctives.ShapeCount();
	std::vector<FFrame> Out;
	FCharacterPose Pose;
	Poser.Reset(Pose);
	size_t Number = 0;
	for (const FStockClip& Clip : Clips)
	{
		for (uint32_t Frame = 0; Frame < Clip.FrameCount; ++Frame, ++Number)
		{
			if (Number % Step == 0)
			{
				// The keys as they stand, helpers included: the engine has no correctives to move them.
				Pose.Local.assign(Clip.Keys.begin() + static_cast<std::ptrdiff_t>(Frame * Joints),
					Clip.Keys.begin() + static_cast<std::ptrdiff_t>((Frame + 1) * Joints));
				FPoseOptions Options;
				Options.bCorrectives = false;
				Poser.Pose(Pose, Options);
				FFrame& To = Out.emplace_back(FFrame{Pose.Local, Pose.Palette, Pose.Model, {}});
				if (Clip.MorphWeights.size() == Clip.FrameCount * Shapes)
				{
					To.MorphWeights.assign(Clip.MorphWeights.begin() + static_cast<std::ptrdiff_t>(Frame * Shapes),
						Clip.MorphWeights.begin() + static_cast<std::ptrdiff_t>((Frame + 1) * Shapes));
				}
			}
		}
	}
	return Out;
}

double DiagonalOf(const FCharacterView& Character)
{
	FBox Box;
	for (const FFloat3& P : Character.Levels[0].Positions)
	{
		Box.Add(P);
	}
	return (std::max)(static_cast<double>(Box.Diagonal()), 1e-12);
}

/** Sums squared distances, in order. */
struct FErrorSum
{
	double Squared = 0.0, Largest = 0.0;
	size_t Count = 0;

	void Add(const FFloat3& A, const FFloat3& B)
	{
		const FFloat3 D = A - B;
		const double Distance = static_cast<double>(Dot(D, D));
		Squared += Distance;
		Largest = (std::max)(Largest, Distance);
		++Count;
	}
	FStockError Percent(double Diagonal) const
	{
		const double Scale = 100.0 / Diagonal;
		return {
			Scale * std::sqrt(Squared / static_cast<double>((std::max)(Count, size_t{1}))), Scale * std::sqrt(Largest)};
	}
};

/** Both errors of a level; morphs that do not help are dropped. */
FStatus MeasureLevel(const FCharacter& Character, std::span<const FFrame> Frames, size_t Index, FStockAssets& Out,
	const FBuildContext& Context)
{
	TResult<FPosedLevel> Drawn = FPosedLevel::Make(Character, FindPreferredOperator(Character.View()), Index);
	if (!Drawn)
	{
		return Drawn.GetError();
	}
	FErrorSum With, Without;
	for (const FFrame& Frame : Frames)
	{
		const std::span<const FFloat3> Goal = Drawn->Pose(Frame.Local, *Context.Executor);
		const std::vector<FFloat3> Plain = PoseStockLevel(Out, Index, Character.View(), Frame.Palette, {});
		const std::vector<FFloat3> Morphed =
			PoseStockLevel(Out, Index, Character.View(), Frame.Palette, Frame.MorphWeights);
		for (size_t Vertex = 0; Vertex < Goal.size(); ++Vertex)
		{
			With.Add(Morphed[Vertex], Goal[Vertex]);
			Without.Add(Plain[Vertex], Goal[Vertex]);
		}
	}
	FStockLevel& Level = Out.Levels[Index];
	const double Diagonal = DiagonalOf(Character.View());
	Level.ErrorWithoutMorphs = Without.Percent(Diagonal);
	if (With.Squared >= Without.Squared)
	{
		Level.Morphs.clear();
	}
	Level.Error = Level.Morphs.empty() ? Level.ErrorWithoutMorphs : With.Percent(Diagonal);
	return FOk{};
}

/** Capsules around the finest level's skin as it lies in the frames of its joints, in all measured frames. */
std::vector<FStockCapsule> FitCapsules(
	const FCharacterView& Character, const FStockAssets& Assets, std::span<const FFrame> Frames)
{
	const FStockLevel& Level = Assets.Levels[0];
	std::vector<std::vector<FFloat3>> Points(Character.Skeleton.JointCount());
	for (const FFrame& Frame : Frames)
	{
		std::vector<FAffine> ToJoint;
		for (const FAffine& Model : Frame.Model)
		{
			ToJoint.push_back(std::abs(Determinant(Model)) > 1e-12f ? Inverse(Model) : FAffine());
		}
		const std::vector<FFloat3> Posed = PoseStockLevel(Assets, 0, Character, Frame.Palette, Frame.MorphWeights);
		for (size_t Vertex = 0; Vertex < Posed.size(); ++Vertex)
		{
			const uint32_t First = Level.Offsets[Vertex]; // the largest weight
			if (2u * Level.Codes[First] > Assets.WeightOne)
			{
				Points[Level.Bones[First]].push_back(TransformPoint(ToJoint[Level.Bones[First]], Posed[Vertex]));
			}
		}
	}
	std::vector<FStockCapsule> Out;
	for (size_t Joint = 0; Joint < Points.size(); ++Joint)
	{
		if (const std::optional<FStockCapsule> Capsule = FitCapsule(static_cast<uint16_t>(Joint), Points[Joint]))
		{
			Out.push_back(*Capsule);
		}
	}
	return Out;
}

FStatus CheckStock(const FCharacterView& Character, const FStockOptions& Options)
{
	if (Options.Influences != 4 && Options.Influences != 8 && Options.Influences != 12)
	{
		return FError{EErrorCode::InvalidArgument,
			"Stock meshes have 4, 8 or 12 influences per vertex, not " + std::to_string(Options.Influences) + "."};
	}
	if (Options.WeightOne != 255 && Options.WeightOne != 65535)
	{
		return FError{EErrorCode::InvalidArgument,
			"Stock meshes have weights of 8 or 16 bits: weight one is 255 or 65535, not " +
				std::to_string(Options.WeightOne) + "."};
	}
	for (size_t Level = 0; Level < Character.Levels.size(); ++Level)
	{
		if (Character.Levels[Level].Weights.Offsets.empty())
		{
			return FError{EErrorCode::Unsupported,
				"Level " + std::to_string(Level) +
					" has no blend weights, which stock meshes need. Build the character with this version."};
		}
	}
	return Character.Levels.empty() ? FStatus(FError{EErrorCode::Degenerate, "The character has no mesh."})
									: FStatus(FOk{});
}

} // namespace StockAssetsDetail

std::vector<FFloat3> PoseStockLevel(const FStockAssets& Assets, size_t Level, const FCharacterView& Character,
	std::span<const FAffine> Palette, std::span<const float> MorphWeights)
{
	const FStockLevel& Stock = Assets.Levels[Level];
	const auto& Rest = Character.Levels[Level].Positions;
	std::vector<FFloat3> Out(Rest.begin(), Rest.end());
	for (size_t Shape = 0; Shape < (std::min)(Stock.Morphs.size(), MorphWeights.size()); ++Shape)
	{
		const FStockMorph& Morph = Stock.Morphs[Shape];
		for (size_t Index = 0; Index < Morph.Vertices.size() && MorphWeights[Shape] != 0.0f; ++Index)
		{
			Out[Morph.Vertices[Index]] += Morph.Positions[Index] * MorphWeights[Shape];
		}
	}
	const float Unit = 1.0f / static_cast<float>(Assets.WeightOne);
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		FFloat3 Sum;
		for (uint32_t Index = Stock.Offsets[Vertex]; Index < Stock.Offsets[Vertex + 1]; ++Index)
		{
			Sum += TransformPoint(Palette[Stock.Bones[Index]], Out[Vertex]) *
				(static_cast<float>(Stock.Codes[Index]) * Unit);
		}
		Out[Vertex] = Sum;
	}
	return Out;
}

TResult<FStockAssets> MakeStockAssets(
	const FCharacter& Character, const FStockOptions& Options, const FBuildContext& Context)
{
	using namespace StockAssetsDetail;
	const FCharacterView& View = Character.View();
	if (FStatus Status = CheckStock(View, Options); !Status)
	{
		return Status.GetError();
	}
	const TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	if (!Poser)
	{
		return Poser.GetError();
	}
	FStockAssets Out;
	Out.WeightOne = Options.WeightOne;
	Out.Clips = MakeClips(View, *Poser);
	const std::vector<FFrame> Frames = ChooseFrames(View, *Poser, Out.Clips, Options.MeasuredFrames);
	FBox Box;
	for (const FFloat3& P : View.Levels[0].Positions)
	{
		Box.Add(P);
	}
	for (size_t Index = 0; Index < View.Levels.size(); ++Index)
	{
		const double Step = 1.0 / static_cast<double>(View.Levels.size());
		const FBuildContext Part =
			Context.Part(Step * static_cast<double>(Index), Step * static_cast<double>(Index + 1), "converting");
		if (!Part.Progress.Report(0.0))
		{
			return Part.Progress.CanceledError();
		}
		const TResult<FRigWeights> Weights = LimitBlendWeights(View, Index, Options.Influences, Part);
		if (!Weights)
		{
			return Weights.GetError();
		}
		FStockLevel& Level = Out.Levels.emplace_back();
		for (size_t Vertex = 0; Vertex < Weights->PointCount(); ++Vertex)
		{
			const size_t First = Weights->Offsets[Vertex], Count = Weights->Offsets[Vertex + 1] - First;
			AddCodes({Weights->Bones.data() + First, Count}, {Weights->Weights.data() + First, Count},
				Options.WeightOne, Level);
		}
		if (Options.bMorphs && !View.Levels[Index].Correctives.IsEmpty())
		{
			Level.Morphs = MakeMorphs(View, View.Levels[Index]);
		}
		// A length e covers e / R of the sphere's radius R, and a sphere of screen size s has s / 2 screens of radius.
		const float Error = Index == 0 ? 0.0f : ChoiceError(View.Levels[Index]);
		const double Size = Options.TolerancePixels * static_cast<double>(Box.Diagonal()) /
			((std::max)(static_cast<double>(Error), 1e-12) * Options.ScreenPixels);
		const float Finer = Index == 0 ? 1.0f : Out.Levels[Index - 1].ScreenSize;
		Level.ScreenSize = Index == 0 ? 1.0f : (std::min)(static_cast<float>(Size), Finer);
		if (FStatus Status = MeasureLevel(Character, Frames, Index, Out, Part); !Status)
		{
			return Status.GetError();
		}
	}
	Out.Capsules = FitCapsules(View, Out, Frames);
	return Out;
}

TResult<FStockError> MeasureStockAssets(
	const FStockAssets& Assets, const FCharacter& Character, const FExampleSet& Examples)
{
	using namespace StockAssetsDetail;
	const FCharacterView& View = Character.View();
	const size_t Joints = View.Skeleton.JointCount(), Shapes = View.Correctives.ShapeCount();
	const TResult<std::vector<uint32_t>> Points = MatchVertices(View, Examples);
	const TResult<FCharacterPoser> Poser = FCharacterPoser::Make(Character);
	if (!Points || !Poser)
	{
		return Points ? Poser.GetError() : Points.GetError();
	}
	if (Assets.Clips.empty() || Assets.Clips[0].FrameCount < Examples.PoseCount() || Examples.PoseCount() == 0)
	{
		return FError{EErrorCode::Mismatch, "The first clip does not have one frame per example."};
	}
	const FStockClip& Clip = Assets.Clips[0];
	FErrorSum Sum;
	FCharacterPose Pose;
	Poser->Reset(Pose);
	for (size_t Frame = 0; Frame < Examples.PoseCount(); ++Frame)
	{
		Pose.Local.assign(Clip.Keys.begin() + static_cast<std::ptrdiff_t>(Frame * Joints),
			Clip.Keys.begin() + static_cast<std::ptrdiff_t>((Frame + 1) * Joints));
		FPoseOptions Options;
		Options.bCorrectives = false;
		Poser->Pose(Pose, Options);
		const std::span<const float> Weights = Clip.MorphWeights.empty()
			? std::span<const float>()
			: std::span<const float>(Clip.MorphWeights).subspan(Frame * Shapes, Shapes);
		const std::vector<FFloat3> Posed = PoseStockLevel(Assets, 0, View, Pose.Palette, Weights);
		for (size_t Vertex = 0; Vertex < Posed.size(); ++Vertex)
		{
			const FDouble3& Goal = Examples.Poses[Frame][(*Points)[Vertex]];
			Sum.Add(
				Posed[Vertex], {static_cast<float>(Goal.X), static_cast<float>(Goal.Y), static_cast<float>(Goal.Z)});
		}
	}
	return Sum.Percent(DiagonalOf(View));
}

} // namespace Exemplar
