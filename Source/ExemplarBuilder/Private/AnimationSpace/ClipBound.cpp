// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/ClipBound.h"

#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Exemplar
{

namespace ClipBoundDetail
{

/** Calls Body with every key that the clips have for a joint. */
template <typename BodyType>
void ForEachKey(std::span<const FClipData> Clips, TClipChannel<FOwned, FFloat3> FClipData::*Channel, size_t Joint,
	const BodyType& Body)
{
	for (const FClipData& Clip : Clips)
	{
		const TClipChannel<FOwned, FFloat3>& Keys = Clip.*Channel;
		for (size_t Key = Keys.Offsets.empty() ? 0 : Keys.Offsets[Joint];
			 !Keys.Offsets.empty() && Key < Keys.Offsets[Joint + 1]; ++Key)
		{
			Body(Keys.Values[Key]);
		}
	}
}

/** A ball around a root's place at rest and in all keys. */
std::pair<Eigen::Vector3d, double> BallAround(
	const FSkeletonData& Skeleton, std::span<const FClipData> Clips, size_t Joint)
{
	const FFloat3& Rest = Skeleton.RestLocal[Joint].Translation;
	Eigen::AlignedBox3d Box(Eigen::Vector3d(Rest.X, Rest.Y, Rest.Z));
	ForEachKey(Clips, &FClipData::Translations, Joint,
		[&](const FFloat3& Key) { Box.extend(Eigen::Vector3d(Key.X, Key.Y, Key.Z)); });
	return {Box.center(), 0.5 * Box.diagonal().norm()};
}

} // namespace ClipBoundDetail

double FarthestApart(const FSkeletonData& Skeleton, std::span<const FClipData> Clips, size_t A, size_t B)
{
	const auto [CenterA, RadiusA] = ClipBoundDetail::BallAround(Skeleton, Clips, A);
	const auto [CenterB, RadiusB] = ClipBoundDetail::BallAround(Skeleton, Clips, B);
	return (CenterA - CenterB).norm() + RadiusA + RadiusB;
}

bool HasKeys(std::span<const FClipData> Clips, size_t Joint)
{
	const auto Has = [Joint](const auto& Channel)
	{ return !Channel.Offsets.empty() && Channel.Offsets[Joint + 1] > Channel.Offsets[Joint]; };
	return std::any_of(Clips.begin(), Clips.end(),
		[&](const FClipData& Clip) { return Has(Clip.Rotations) || Has(Clip.Translations) || Has(Clip.Scales); });
}

void WidenByClips(std::span<const FClipData> Clips, size_t Joint, const Eigen::Matrix4d& ToParent, FJointBound& Bound)
{
	Eigen::AlignedBox3d Box(Eigen::Vector3d(Bound.Center.X, Bound.Center.Y, Bound.Center.Z));
	std::vector<Eigen::Vector3d> Places{Box.min()};
	ClipBoundDetail::ForEachKey(Clips, &FClipData::Translations, Joint,
		[&](const FFloat3& Key)
		{
			Places.push_back((ToParent * Eigen::Vector4d(Key.X, Key.Y, Key.Z, 1.0)).head<3>());
			Box.extend(Places.back());
		});
	const Eigen::Vector3d Center = Box.center();
	Bound.Center = {Center.x(), Center.y(), Center.z()};
	for (const Eigen::Vector3d& Place : Places)
	{
		Bound.Radius = std::fmax(Bound.Radius, (Place - Center).norm());
	}
	double Largest = 0.0;
	ClipBoundDetail::ForEachKey(Clips, &FClipData::Scales, Joint,
		[&](const FFloat3& Key)
		{
			const double Stretch = Eigen::Matrix3d(ToParent.topLeftCorner<3, 3>()).jacobiSvd().singularValues()[0];
			Largest = std::fmax(Largest,
				Stretch * static_cast<double>((std::max)({std::abs(Key.X), std::abs(Key.Y), std::abs(Key.Z)})));
		});
	if (Largest > 0.0)
	{
		// A middle rotation at the rest's scale does not bound other scales: nothing is known but how far.
		Bound.Stretch = std::fmax(Bound.Stretch, Largest);
		Bound.Scale = {Bound.Stretch, Bound.Stretch, Bound.Stretch};
		Bound.Deviation = 1.0;
		Bound.Middle = Bound.Twist = Bound.Swing = {};
		Bound.Across = {Bound.Stretch, 0.0, 0.0, 0.0, Bound.Stretch, 0.0, 0.0, 0.0, Bound.Stretch};
	}
}

} // namespace Exemplar
