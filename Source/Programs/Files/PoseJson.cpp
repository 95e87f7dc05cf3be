// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/PoseJson.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Exemplar
{
namespace
{

template <size_t Count>
bool ReadFloats(const FJson& Value, std::array<float, Count>& Out)
{
	if (!Value.is_array() || Value.size() != Count)
	{
		return false;
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		if (!Value[Index].is_number() || !(std::abs(Value[Index].get<double>()) < 1e9))
		{
			return false;
		}
		Out[Index] = Value[Index].get<float>();
	}
	return true;
}

/** The rotation of one joint; false where it is none. */
bool ReadRotation(const FJson& Joint, FRotation& Out)
{
	if (Joint.contains("rotation") && !Joint.contains("angles"))
	{
		std::array<float, 4> Q{};
		const bool bRead = ReadFloats(Joint["rotation"], Q);
		const float Size = std::sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
		Out = Normalize(FRotation{Q[0], Q[1], Q[2], Q[3]});
		return bRead && Size > 0.5f && Size < 2.0f;
	}
	if (Joint.contains("angles") && !Joint.contains("rotation"))
	{
		std::array<float, 3> Angles{};
		const bool bRead = ReadFloats(Joint["angles"], Angles);
		constexpr float Degree = PiF / 180.0f;
		Out = Compose(Compose(RotationAboutAxis({1.0f, 0.0f, 0.0f}, Angles[0] * Degree),
						  RotationAboutAxis({0.0f, 1.0f, 0.0f}, Angles[1] * Degree)),
			RotationAboutAxis({0.0f, 0.0f, 1.0f}, Angles[2] * Degree));
		return bRead;
	}
	return !Joint.contains("angles") && !Joint.contains("rotation") && Joint.contains("translation");
}

} // namespace

TResult<std::vector<FBoneTransform>> ParsePoseJson(
	std::string_view Text, const FSkeletonView& Skeleton, const std::string& Name)
{
	const FJson Json = FJson::parse(Text.begin(), Text.end(), nullptr, false);
	if (Json.is_discarded() || !Json.is_object() || !Json.contains("joints") || !Json["joints"].is_object())
	{
		return FError{EErrorCode::Malformed,
			Name + (Json.is_discarded() ? ": not valid JSON." : ": there are no joints.") +
				" Write a pose as {\"joints\": {\"elbow\": {\"angles\": [40, 0, 0]}}}."};
	}
	std::vector<FBoneTransform> Out(Skeleton.RestLocal.begin(), Skeleton.RestLocal.end());
	for (const auto& [Joint, Value] : Json["joints"].items())
	{
		const auto Found = std::find(Skeleton.Names.begin(), Skeleton.Names.end(), Joint);
		if (Found == Skeleton.Names.end())
		{
			return FError{EErrorCode::NotFound,
				Name + ": the character has no joint '" + Joint + "'. Its first joint is '" +
					std::string(Skeleton.Names.empty() ? "" : Skeleton.Names[0]) +
					"'; exemplar inspect --json lists all of them."};
		}
		FRotation Rotation;
		std::array<float, 3> Translation{};
		const bool bRotation = Value.is_object() && ReadRotation(Value, Rotation);
		if (!bRotation || (Value.contains("translation") && !ReadFloats(Value["translation"], Translation)))
		{
			return FError{EErrorCode::Malformed,
				Name + ": joint '" + Joint +
					"' has no rotation. Give it \"rotation\", a unit quaternion [x, y, z, w], or \"angles\", three "
					"numbers in degrees, and not both; a \"translation\" has three numbers."};
		}
		FBoneTransform& Local = Out[static_cast<size_t>(Found - Skeleton.Names.begin())];
		Local.Rotation = Normalize(Compose(Local.Rotation, Rotation));
		Local.Translation = Local.Translation + FFloat3{Translation[0], Translation[1], Translation[2]};
	}
	return Out;
}

FJson DescribePose(const FSkeletonView& Skeleton, std::span<const FBoneTransform> Local)
{
	FJson Joints = FJson::object();
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		const FBoneTransform& Rest = Skeleton.RestLocal[Joint];
		const FRotation Turn = Normalize(Compose(Inverse(Rest.Rotation), Local[Joint].Rotation));
		const FFloat3 Moved = Local[Joint].Translation - Rest.Translation;
		FJson Entry = FJson::object();
		if (Length(FFloat3{Turn.X, Turn.Y, Turn.Z}) > 1e-6f)
		{
			Entry["rotation"] = {Turn.X, Turn.Y, Turn.Z, Turn.W};
		}
		if (Length(Moved) > 1e-6f)
		{
			Entry["translation"] = {Moved.X, Moved.Y, Moved.Z};
		}
		if (!Entry.empty())
		{
			Joints[std::string(Skeleton.Names[Joint])] = std::move(Entry);
		}
	}
	FJson Out;
	Out["joints"] = std::move(Joints);
	return Out;
}

} // namespace Exemplar
