// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleSkeleton.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

namespace Exemplar
{
namespace SampleSkeletonDetail
{

struct FJointRow
{
	const char* Name;
	int32_t Parent;
	FDouble3 Position; // of the left one
	FDouble3 BoneEnd;  // what its Y axis points at
	double MaxSwing, MaxTwist;
};

constexpr double Degrees = 3.14159265358979323846 / 180.0;

/** One row per middle joint and one per pair of side joints. */
static const FJointRow Rows[] = {
	{"Hips", NoParent, {0, 0.98, 0}, {0, 1.10, 0}, 180, 180},
	{"Spine", SampleHips, {0, 1.10, 0}, {0, 1.25, -0.008}, 60, 50},
	{"Chest", SampleSpine, {0, 1.25, -0.008}, {0, 1.485, -0.018}, 50, 50},
	{"Neck", SampleChest, {0, 1.485, -0.018}, {0, 1.575, 0.000}, 50, 60},
	{"Head", SampleNeck, {0, 1.575, 0.000}, {0, 1.80, 0.000}, 50, 60},
	{"Clavicle", SampleChest, {0.035, 1.440, 0.005}, {0.180, 1.436, -0.014}, 45, 30},
	{"UpperArm", SampleClavicleL, {0.180, 1.436, -0.014}, {0.452, 1.435, -0.020}, 130, 100},
	{"Forearm", SampleUpperArmL, {0.452, 1.435, -0.020}, {0.702, 1.435, -0.010}, 150, 155},
	{"Hand", SampleForearmL, {0.702, 1.435, -0.010}, {0.880, 1.433, 0.000}, 90, 60},
	{"Thigh", SampleHips, {0.090, 0.935, 0.000}, {0.104, 0.515, 0.010}, 130, 60},
	{"Shin", SampleThighL, {0.104, 0.515, 0.010}, {0.110, 0.090, -0.020}, 150, 30},
	{"Foot", SampleShinL, {0.110, 0.090, -0.020}, {0.124, 0.028, 0.095}, 70, 30},
	{"Toe", SampleFootL, {0.124, 0.028, 0.095}, {0.133, 0.026, 0.170}, 70, 20},
};

static const FJointRow& RowOf(uint16_t Joint)
{
	return Rows[Joint < SampleClavicleL ? Joint : SampleClavicleL + (Joint - SampleClavicleL) / 2];
}
static bool IsRight(uint16_t Joint)
{
	return Joint >= SampleClavicleL && MirrorJoint(Joint) < Joint;
}

/** Y along the bone, Z as far forward as it can be. */
static Eigen::Matrix3d BoneFrame(uint16_t Joint)
{
	const FJointRow& Row = RowOf(Joint);
	Eigen::Vector3d Y = (AsVector(Row.BoneEnd) - AsVector(Row.Position)).normalized();
	if (IsRight(Joint))
	{
		Y.x() = -Y.x();
	}
	const Eigen::Vector3d Forward = std::abs(Y.z()) < 0.8 ? Eigen::Vector3d(0, 0, 1) : Eigen::Vector3d(0, 1, 0);
	Eigen::Matrix3d Frame;
	Frame.col(1) = Y;
	Frame.col(0) = Y.cross(Forward).normalized();
	Frame.col(2) = Frame.col(0).cross(Y);
	return Frame;
}

static FAffine3d ToAffine3d(const FBoneTransform& Local)
{
	const Eigen::Quaterniond Q(Local.Rotation.W, Local.Rotation.X, Local.Rotation.Y, Local.Rotation.Z);
	const Eigen::Matrix3d R = Q.normalized().toRotationMatrix();
	FAffine3d Out;
	const float Translation[3] = {Local.Translation.X, Local.Translation.Y, Local.Translation.Z};
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			Out.M[static_cast<size_t>(4 * Row + Column)] = R(Row, Column);
		}
		Out.M[static_cast<size_t>(4 * Row + 3)] = Translation[Row];
	}
	return Out;
}

static std::vector<FAffine3d> Globals(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local)
{
	std::vector<FAffine3d> Out(Skeleton.JointCount());
	for (size_t Joint = 0; Joint < Out.size(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		Out[Joint] = ToAffine3d(Local[Joint]);
		if (Parent != NoParent)
		{
			Out[Joint] = Compose(Out[static_cast<size_t>(Parent)], Out[Joint]);
		}
	}
	return Out;
}

} // namespace SampleSkeletonDetail

FDouble3 SampleJointPosition(uint16_t Joint)
{
	FDouble3 Position = SampleSkeletonDetail::RowOf(Joint).Position;
	Position.X = SampleSkeletonDetail::IsRight(Joint) ? -Position.X : Position.X;
	return Position;
}

FSkeletonData MakeSampleSkeleton()
{
	using namespace SampleSkeletonDetail;
	FSkeletonData Skeleton;
	for (uint16_t Joint = 0; Joint < SampleJointCount; ++Joint)
	{
		const FJointRow& Row = RowOf(Joint);
		const bool bSided = Joint >= SampleClavicleL;
		Skeleton.Names.push_back(std::string(Row.Name) + (!bSided ? "" : IsRight(Joint) ? "R" : "L"));
		const int32_t Parent = IsRight(Joint) && Row.Parent >= SampleClavicleL ? Row.Parent + 1 : Row.Parent;
		Skeleton.Parents.push_back(Parent);

		Eigen::Matrix3d Rotation = BoneFrame(Joint);
		Eigen::Vector3d Translation = AsVector(SampleJointPosition(Joint));
		if (Parent != NoParent)
		{
			const Eigen::Matrix3d ParentFrame = BoneFrame(static_cast<uint16_t>(Parent));
			Rotation = Eigen::Matrix3d(ParentFrame.transpose() * Rotation);
			const FDouble3 Origin = SampleJointPosition(static_cast<uint16_t>(Parent));
			Translation = Eigen::Vector3d(ParentFrame.transpose() * (Translation - AsVector(Origin)));
		}
		const Eigen::Quaternionf Q(Eigen::Quaterniond(Rotation).cast<float>());
		FBoneTransform Local;
		Local.Rotation = {Q.x(), Q.y(), Q.z(), Q.w()};
		Local.Translation = ToFloat3(ToDouble3(Translation));
		Skeleton.RestLocal.push_back(Local);
		Skeleton.Limits.push_back({{0.0f, 1.0f, 0.0f}, static_cast<float>(Row.MaxSwing * Degrees),
			static_cast<float>(-Row.MaxTwist * Degrees), static_cast<float>(Row.MaxTwist * Degrees)});
	}
	return Skeleton;
}

std::vector<FAffine3d> RestFrames(const FSkeletonData& Skeleton)
{
	return SampleSkeletonDetail::Globals(Skeleton, Skeleton.RestLocal);
}

std::vector<FAffine3d> PosePalette(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local)
{
	const std::vector<FAffine3d> Rest = RestFrames(Skeleton);
	std::vector<FAffine3d> Palette = SampleSkeletonDetail::Globals(Skeleton, Local);
	for (size_t Joint = 0; Joint < Palette.size(); ++Joint)
	{
		Palette[Joint] = Compose(Palette[Joint], InverseRigid(Rest[Joint]));
	}
	return Palette;
}

std::vector<FDouble3> BlendLinearly(
	std::span<const FDouble3> Rest, const TBlendWeights<FOwned>& Weights, std::span<const FAffine3d> Palette)
{
	std::vector<FDouble3> Out(Rest.size());
	for (size_t Vertex = 0; Vertex < Rest.size(); ++Vertex)
	{
		for (uint32_t Item = Weights.Offsets[Vertex]; Item < Weights.Offsets[Vertex + 1]; ++Item)
		{
			const FDouble3 Moved = TransformPoint(Palette[Weights.Bones[Item]], Rest[Vertex]);
			AsVector(Out[Vertex]) += static_cast<double>(Weights.Weights[Item]) * AsVector(Moved);
		}
	}
	return Out;
}

} // namespace Exemplar
