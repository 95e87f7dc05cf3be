// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/BvhExport.h"

#include "Clips/JointFrames.h"
#include "Examples/TextScanner.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>

namespace Exemplar
{

namespace BvhExportDetail
{

/** Angles about z, x and y with R = Rz Rx Ry, in degrees. */
std::array<double, 3> ToZxy(const FAffine3d& R)
{
	const double Degrees = 180.0 / std::numbers::pi;
	const double Sine = std::clamp(R.M[9], -1.0, 1.0);
	if (std::abs(Sine) > 1.0 - 1e-12) // z and y turn about one axis
	{
		return {Degrees * std::atan2(R.M[4], R.M[0]), Degrees * std::asin(Sine), 0.0};
	}
	return {Degrees * std::atan2(-R.M[1], R.M[5]), Degrees * std::asin(Sine), Degrees * std::atan2(-R.M[8], R.M[10])};
}

FDouble3 PlaceOf(const FAffine3d& M)
{
	return {M.M[3], M.M[7], M.M[11]};
}

/** Writes the parts of one file. */
class FBvhWriter
{
public:
	FBvhWriter(const FSkeletonData& InSkeleton, std::vector<FAffine3d> InLocals, size_t InFrames)
		: Skeleton(InSkeleton)
		, Locals(std::move(InLocals))
		, Frames(InFrames)
		, Rest(RestModel(InSkeleton))
		, Children(InSkeleton.JointCount())
	{
		for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
		{
			Turns.push_back(RotationOf(Rest[Joint]));
			if (Skeleton.Parents[Joint] != NoParent)
			{
				Children[static_cast<size_t>(Skeleton.Parents[Joint])].push_back(Joint);
			}
		}
		PoseFrames();
	}

	std::string Write(double FramesPerSecond)
	{
		std::string Out = "HIERARCHY\n";
		// Depth first, as the format nests joints; the channels follow the same order.
		std::vector<std::pair<size_t, size_t>> Open{{0, 0}}; // joint, next child
		Begin(0, 0, Out);
		while (!Open.empty())
		{
			const auto [Joint, Child] = Open.back();
			if (Child < Children[Joint].size())
			{
				++Open.back().second;
				Begin(Children[Joint][Child], Open.size(), Out);
				Open.emplace_back(Children[Joint][Child], 0);
				continue;
			}
			Open.pop_back();
			Out.append(Open.size(), '\t').append("}\n");
		}
		Out += "MOTION\nFrames: " + std::to_string(Frames) + "\nFrame Time: ";
		AppendNumber(Out, 1.0 / FramesPerSecond);
		Out += "\n";
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			AppendFrame(Frame, Out);
		}
		return Out;
	}

private:
	/** Local transforms between frames that are unrotated at rest. */
	void PoseFrames()
	{
		Moves.assign(Rest.size(), false);
		std::vector<FAffine3d> Local(Rest.size());
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
			{
				Local[Joint] = Locals[Joint * Frames + Frame];
			}
			const std::vector<FAffine3d> Model = ToModel(Skeleton.Parents, Local);
			std::vector<FAffine3d> Posed; // rotation B_j = G_j O_j^-1 about the joint's place
			for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
			{
				FAffine3d Own = Compose(RotationOf(Model[Joint]), InverseRigid(Turns[Joint]));
				const FDouble3 Place = PlaceOf(Model[Joint]);
				Own.M[3] = Place.X, Own.M[7] = Place.Y, Own.M[11] = Place.Z;
				Posed.push_back(Own);
				const int32_t Parent = Skeleton.Parents[Joint];
				FAffine3d& Out = Locals[Joint * Frames + Frame];
				Out = Parent == NoParent ? Own : Compose(InverseRigid(Posed[static_cast<size_t>(Parent)]), Own);
				const FDouble3 Offset = OffsetOf(Joint), Moved = PlaceOf(Out);
				const double Off = std::hypot(Moved.X - Offset.X, Moved.Y - Offset.Y, Moved.Z - Offset.Z);
				Moves[Joint] = Moves[Joint] || Parent == NoParent || Off > 1e-6;
			}
		}
	}

	FDouble3 OffsetOf(size_t Joint) const
	{
		const FDouble3 Own = PlaceOf(Rest[Joint]);
		const FDouble3 Above = Skeleton.Parents[Joint] == NoParent
			? FDouble3{}
			: PlaceOf(Rest[static_cast<size_t>(Skeleton.Parents[Joint])]);
		return {Own.X - Above.X, Own.Y - Above.Y, Own.Z - Above.Z};
	}

	static void AppendTriple(const FDouble3& V, std::string& Out)
	{
		for (const double Value : {V.X, V.Y, V.Z})
		{
			Out += ' ';
			AppendNumber(Out, static_cast<float>(Value));
		}
	}

	void Begin(size_t Joint, size_t Depth, std::string& Out)
	{
		std::string Name = Skeleton.Names[Joint];
		std::replace_if(
			Name.begin(), Name.end(), [](char C) { return C == ' ' || C == '\t' || C == '\n' || C == '\r'; }, '_');
		const std::string Indent(Depth, '\t');
		Out += Indent + (Depth == 0 ? "ROOT " : "JOINT ") + Name + "\n" + Indent + "{\n" + Indent + "\tOFFSET";
		AppendTriple(OffsetOf(Joint), Out);
		Out += "\n" + Indent + (Moves[Joint] ? "\tCHANNELS 6 Xposition Yposition Zposition" : "\tCHANNELS 3") +
			" Zrotation Xrotation Yrotation\n";
		if (Children[Joint].empty())
		{
			Out += Indent + "\tEnd Site\n" + Indent + "\t{\n" + Indent + "\t\tOFFSET 0 0 0\n" + Indent + "\t}\n";
		}
		Order.push_back(Joint);
	}

	void AppendFrame(size_t Frame, std::string& Out) const
	{
		const size_t Start = Out.size();
		for (const size_t Joint : Order)
		{
			const FAffine3d& Local = Locals[Joint * Frames + Frame];
			if (Moves[Joint])
			{
				AppendTriple(PlaceOf(Local), Out);
			}
			const std::array<double, 3> Angles = ToZxy(Local);
			AppendTriple({Angles[0], Angles[1], Angles[2]}, Out);
		}
		Out.erase(Start, 1); // the first blank
		Out += '\n';
	}

	const FSkeletonData& Skeleton;
	std::vector<FAffine3d> Locals;
	size_t Frames;
	std::vector<FAffine3d> Rest, Turns;
	std::vector<std::vector<size_t>> Children;
	std::vector<bool> Moves;
	std::vector<size_t> Order;
};

/** "mixamorig:LeftArm" and "leftarm" are the same joint. */
std::string PlainName(const std::string& Name)
{
	std::string Out = Name.substr(Name.rfind(':') == std::string::npos ? 0 : Name.rfind(':') + 1);
	for (char& C : Out)
	{
		C = C == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(C)));
	}
	return Out;
}

} // namespace BvhExportDetail

TResult<std::string> FormatBvh(const FAnimation& Animation, size_t Clip)
{
	using namespace BvhExportDetail;
	const FSkeletonData& Skeleton = Animation.Skeleton;
	const auto Roots = std::count(Skeleton.Parents.begin(), Skeleton.Parents.end(), NoParent);
	if (Roots != 1)
	{
		return FError{EErrorCode::Unsupported,
			"The skeleton has " + std::to_string(Roots) + " roots, but a BVH file has one. Give them a common parent."};
	}
	FAnimation Part{Skeleton, {}};
	if (Clip < Animation.Clips.size())
	{
		Part.Clips.push_back(Animation.Clips[Clip]);
	}
	TResult<std::vector<FAffine3d>> Locals = PlayLocals(Part);
	if (!Locals)
	{
		return Locals.GetError();
	}
	size_t Frames = Part.FrameCount();
	if (Frames == 0)
	{
		Frames = 1;
		for (const FBoneTransform& Rest : Skeleton.RestLocal)
		{
			Locals->push_back(ToMatrix(Rest));
		}
	}
	const double Rate = Part.Clips.empty() ? 30.0 : static_cast<double>(Part.Clips[0].FramesPerSecond);
	return FBvhWriter(Skeleton, std::move(*Locals), Frames).Write(Rate);
}

TResult<FClipData> ClipFromMotion(const FSkeletonData& Skeleton, const FAnimation& Motion, double Scale)
{
	using namespace BvhExportDetail;
	TResult<std::vector<FAffine3d>> Moved = PlayMotions(Motion); // from rest to each frame, about the motion's joints
	if (!Moved)
	{
		return Moved.GetError();
	}
	std::map<std::string, size_t> Known;
	for (size_t Joint = 0; Joint < Motion.Skeleton.JointCount(); ++Joint)
	{
		Known.try_emplace(PlainName(Motion.Skeleton.Names[Joint]), Joint);
	}
	const size_t Joints = Skeleton.JointCount(), Frames = Motion.FrameCount();
	std::vector<size_t> Match(Joints, SIZE_MAX);
	size_t First = SIZE_MAX;
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		const auto Found = Known.find(PlainName(Skeleton.Names[Joint]));
		Match[Joint] = Found == Known.end() ? SIZE_MAX : Found->second;
		First = First == SIZE_MAX && Match[Joint] != SIZE_MAX ? Joint : First;
	}
	if (First == SIZE_MAX)
	{
		return FError{EErrorCode::Mismatch,
			"No joint of the motion has the name of a joint of the character: it has \"" +
				(Motion.Skeleton.Names.empty() ? std::string() : Motion.Skeleton.Names[0]) + "\", the character \"" +
				(Skeleton.Names.empty() ? std::string() : Skeleton.Names[0]) + "\". Rename the joints of one of them."};
	}
	const std::vector<FAffine3d> Rest = RestModel(Skeleton), MotionRest = RestModel(Motion.Skeleton);
	FClipData Out;
	Out.Name = Motion.Clips.empty() ? "motion" : Motion.Clips[0].Name;
	Out.FramesPerSecond = Motion.Clips.empty() ? 30.0f : Motion.Clips[0].FramesPerSecond;
	Out.FrameCount = static_cast<uint32_t>(Frames);
	std::vector<std::vector<FBoneTransform>> Keys(Joints);
	for (size_t Frame = 0; Frame < Frames; ++Frame)
	{
		std::vector<FAffine3d> Model; // of this skeleton
		for (size_t Joint = 0; Joint < Joints; ++Joint)
		{
			const int32_t Parent = Skeleton.Parents[Joint];
			const FAffine3d Above = Parent == NoParent ? FAffine3d{} : Model[static_cast<size_t>(Parent)];
			FAffine3d Own = Compose(Above, ToMatrix(Skeleton.RestLocal[Joint]));
			if (Match[Joint] != SIZE_MAX)
			{
				const FAffine3d& By = (*Moved)[Match[Joint] * Frames + Frame];
				const FAffine3d Turned = Compose(RotationOf(By), RotationOf(Rest[Joint]));
				FDouble3 Place = PlaceOf(Own);
				if (Joint == First)
				{
					const FDouble3 From = PlaceOf(MotionRest[Match[Joint]]), To = TransformPoint(By, From),
								   Stands = PlaceOf(Rest[Joint]);
					Place = {Stands.X + Scale * (To.X - From.X), Stands.Y + Scale * (To.Y - From.Y),
						Stands.Z + Scale * (To.Z - From.Z)};
				}
				Own = Turned;
				Own.M[3] = Place.X, Own.M[7] = Place.Y, Own.M[11] = Place.Z;
			}
			Model.push_back(Own);
			const FAffine3d Local = Compose(Inverse(Above), Own);
			const Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> M(Local.M.data());
			const Eigen::Quaterniond Q = Eigen::Quaterniond(Eigen::Matrix3d(M.leftCols<3>())).normalized();
			FRotation Turn{static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()),
				static_cast<float>(Q.w())};
			const FRotation Last = Keys[Joint].empty() ? FRotation{} : Keys[Joint].back().Rotation;
			Turn = Dot(Turn, Last) < 0.0f ? FRotation{-Turn.X, -Turn.Y, -Turn.Z, -Turn.W} : Turn;
			Keys[Joint].push_back({Turn, ToFloat3(PlaceOf(Local)), {}});
		}
	}
	Out.Rotations.Offsets = Out.Translations.Offsets = {0};
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		for (size_t Frame = 0; Frame < Frames && Match[Joint] != SIZE_MAX; ++Frame)
		{
			Out.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			Out.Rotations.Values.push_back(Keys[Joint][Frame].Rotation);
			if (Joint == First)
			{
				Out.Translations.Frames.push_back(static_cast<uint16_t>(Frame));
				Out.Translations.Values.push_back(Keys[Joint][Frame].Translation);
			}
		}
		Out.Rotations.Offsets.push_back(static_cast<uint32_t>(Out.Rotations.Values.size()));
		Out.Translations.Offsets.push_back(static_cast<uint32_t>(Out.Translations.Values.size()));
	}
	return Out;
}

} // namespace Exemplar
