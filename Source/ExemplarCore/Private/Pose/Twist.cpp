// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/Twist.h"

namespace Exemplar
{

float TwistAngle(const FRotation& R, const FFloat3& Axis)
{
	const float Along = R.X * Axis.X + R.Y * Axis.Y + R.Z * Axis.Z;
	return R.W < 0.0f ? 2.0f * std::atan2(-Along, -R.W) : 2.0f * std::atan2(Along, R.W);
}

float UnwrapAngle(float Angle, float Previous)
{
	const float Turn = 2.0f * PiF;
	return Angle + Turn * std::round((Previous - Angle) / Turn);
}

bool FTwistJob::Validate() const
{
	const size_t Count = Local.size();
	return RestLocal.size() == Count && LocalAxes.size() == Count && Twists.size() == Count;
}

bool FTwistJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		const FFloat3& Axis = LocalAxes[Joint];
		if (Axis == FFloat3{})
		{
			Twists[Joint] = 0.0f;
			continue;
		}
		const FRotation R = Compose(Inverse(RestLocal[Joint].Rotation), Local[Joint].Rotation);
		const float Along = R.X * Axis.X + R.Y * Axis.Y + R.Z * Axis.Z;
		if (Along * Along + R.W * R.W >= 1e-12f)
		{
			Twists[Joint] = UnwrapAngle(TwistAngle(R, Axis), Twists[Joint]);
		}
	}
	return true;
}

} // namespace Exemplar
