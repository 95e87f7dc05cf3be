// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfAfter.h"

#include "Files/GltfMorphs.h"

#include <Eigen/Dense>

#include <algorithm>

namespace Exemplar
{
namespace
{

/** Offsets are at most ten times as large as what they do: 1 / (4 * 10^2), as in inverse skinning. */
constexpr double Damping = 0.0025;

struct FFrame
{
	std::vector<float> Weights; // of the shapes
	std::vector<FAffine> Palette;
};

Eigen::Matrix3d LinearPart(const FAffine& Matrix)
{
	Eigen::Matrix3d Out;
	for (int Row = 0; Row < 3; ++Row)
	{
		const FFloat4& Values = Matrix.Rows[Row];
		Out.row(Row) << static_cast<double>(Values.X), static_cast<double>(Values.Y), static_cast<double>(Values.Z);
	}
	return Out;
}

/** What linear blending does to an offset of a vertex, and where its displacement after skinning goes; for each frame
 * that the shape acts in, times its weight there. */
struct FReach
{
	std::vector<Eigen::Matrix3d> Blends;
	std::vector<Eigen::Vector3d> Wanted;
	double SquaredWeights = 0.0;

	Eigen::Vector3d Solve() const
	{
		Eigen::Matrix3d Normal = Damping * SquaredWeights * Eigen::Matrix3d::Identity();
		Eigen::Vector3d Right = Eigen::Vector3d::Zero();
		for (size_t At = 0; At < Blends.size(); ++At)
		{
			Normal += Blends[At].transpose() * Blends[At];
			Right += Blends[At].transpose() * Wanted[At];
		}
		return Blends.empty() ? Right : Eigen::Vector3d(Normal.ldlt().solve(Right));
	}
};

FReach FindReach(const std::vector<FFrame>& Frames, size_t Shape, size_t Joint, const FFloat3& Delta,
	std::span<const std::pair<uint16_t, float>> Influences)
{
	FReach Out;
	const Eigen::Vector3d Displacement(
		static_cast<double>(Delta.X), static_cast<double>(Delta.Y), static_cast<double>(Delta.Z));
	for (const FFrame& Frame : Frames)
	{
		const auto Weight = static_cast<double>(Frame.Weights[Shape]);
		if (Weight == 0.0)
		{
			continue;
		}
		Eigen::Matrix3d Blend = Eigen::Matrix3d::Zero();
		for (const auto& [Bone, Share] : Influences)
		{
			Blend += static_cast<double>(Share) * LinearPart(Frame.Palette[Bone]);
		}
		Out.SquaredWeights += Weight * Weight;
		Out.Blends.push_back(Weight * Blend);
		Out.Wanted.push_back(Weight * LinearPart(Frame.Palette[Joint]) * Displacement);
	}
	return Out;
}

} // namespace

FFoldedAfter FoldAfter(const FCharacterView& Character, size_t Level, const FInfluenceRows& Rows)
{
	const TCorrectiveDeltas<FViewed>& From = Character.Levels[Level].Correctives;
	FFoldedAfter Out;
	Out.Shapes.resize(Character.Correctives.ShapeCount());
	if (From.After.empty() || Rows.empty())
	{
		return Out;
	}
	std::vector<FFrame> Frames;
	for (const FClipView& Clip : Character.Clips)
	{
		PlayGltfClip(Character, Clip,
			[&](const FCharacterPose& Pose) {
				Frames.push_back({Pose.ShapeWeights, Pose.Palette});
			});
	}
	for (size_t Shape = 0; Shape < Out.Shapes.size(); ++Shape)
	{
		for (size_t At = From.AfterOffsets[Shape]; At < From.AfterOffsets[Shape + 1]; ++At)
		{
			const FAfterDelta& After = From.After[At];
			const size_t Joint = Character.Correctives.AfterJoints[After.Joint];
			const FReach Reach = FindReach(Frames, Shape, Joint, After.Delta, Rows[After.Vertex]);
			const Eigen::Vector3d Offset = Reach.Solve();
			for (size_t Frame = 0; Frame < Reach.Wanted.size(); ++Frame)
			{
				Out.Largest = (std::max)(Out.Largest, Reach.Wanted[Frame].norm());
				Out.Missing = (std::max)(Out.Missing, (Reach.Wanted[Frame] - Reach.Blends[Frame] * Offset).norm());
			}
			const Eigen::Vector3f Rounded = Offset.cast<float>();
			Out.Shapes[Shape].push_back({After.Vertex, {Rounded.x(), Rounded.y(), Rounded.z()}});
		}
	}
	return Out;
}

} // namespace Exemplar
