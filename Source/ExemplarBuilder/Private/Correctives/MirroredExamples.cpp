// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/MirroredExamples.h"
#include "Geometry/EigenMap.h"
#include "Model/Posing.h"

namespace Exemplar
{

namespace MirroredExamplesDetail
{

constexpr double SymmetryTolerance = 1.0; // % of the diagonal, RMS of mirror images from the surface

Eigen::Vector3d ReflectVector(const FMirror& Mirror, const Eigen::Vector3d& Vector)
{
	const Eigen::Vector3d Normal = AsVector(Mirror.Normal);
	return Vector - 2.0 * Normal.dot(Vector) * Normal;
}

/** S M S, S the reflection: the motion as a mirror shows it. */
FAffine3d MirrorMotion(const FMirror& Mirror, const FAffine3d& Motion)
{
	const auto Image = [&](const FDouble3& Point)
	{ return Reflect(Mirror, TransformPoint(Motion, Reflect(Mirror, Point))); };
	const FDouble3 Origin = Image({});
	FAffine3d Out;
	const FDouble3 Axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
	for (size_t Column = 0; Column < 3; ++Column)
	{
		const FDouble3 Tip = Image(Axes[Column]);
		Out.M[Column] = Tip.X - Origin.X;
		Out.M[4 + Column] = Tip.Y - Origin.Y;
		Out.M[8 + Column] = Tip.Z - Origin.Z;
	}
	Out.M[3] = Origin.X;
	Out.M[7] = Origin.Y;
	Out.M[11] = Origin.Z;
	return Out;
}

} // namespace MirroredExamplesDetail

TResult<FCharacterMirror> FindCharacterMirror(const FCorrectiveInput& Input, const FBuildContext& Context)
{
	using namespace MirroredExamplesDetail;
	const FTriangleMesh Rest{Input.Skin.Rest, Input.Triangles};
	TResult<FMirror> Surface = FindMirror(Rest, SymmetryTolerance, Context);
	if (!Surface)
	{
		return Surface.GetError();
	}
	FCharacterMirror Out{std::move(*Surface), {}, {}};
	const std::vector<int32_t>& Parents = Input.Skeleton.Parents;
	Out.Joints = PairBones(Rest, Out.Surface, Input.Skin.Weights, Parents.size());
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		const int32_t Other = Parents[Out.Joints[Joint]];
		const int32_t Expected = Parents[Joint] < 0 ? NoParent : int32_t(Out.Joints[size_t(Parents[Joint])]);
		if (Other != Expected)
		{
			Out.Broken.push_back(uint16_t(Joint));
		}
	}
	if (!Out.Broken.empty())
	{
		const std::vector<std::string>& Names = Input.Skeleton.Names;
		return FError{EErrorCode::Mismatch,
			"The skeleton is not symmetric: joints \"" + Names[Out.Broken[0]] + "\" and \"" +
				Names[Out.Joints[Out.Broken[0]]] +
				"\" are mirror images, and their parents are not. Build the rig with symmetry, or turn mirroring off."};
	}
	return Out;
}

Eigen::Vector4d MirrorRotation(const FMirror& Mirror, const Eigen::Vector4d& Rotation)
{
	using namespace MirroredExamplesDetail;
	Eigen::Vector4d Out = Rotation;
	Out.head<3>() = -ReflectVector(Mirror, Rotation.head<3>());
	return Out;
}

FDriverPoses MirrorPoses(const FCharacterMirror& Mirror, const FDriverPoses& Poses)
{
	FDriverPoses Out = Poses;
	for (size_t Pose = 0; Pose < Poses.PoseCount(); ++Pose)
	{
		for (size_t Joint = 0; Joint < Poses.JointCount; ++Joint)
		{
			Out.Rotations[Pose * Poses.JointCount + Mirror.Joints[Joint]] =
				MirrorRotation(Mirror.Surface, Poses.Rotation(Pose, Joint));
		}
	}
	return Out;
}

std::vector<FDouble3> MirrorVectors(const FMirror& Mirror, std::span<const FDouble3> Vectors)
{
	using namespace MirroredExamplesDetail;
	std::vector<FDouble3> Out(Vectors.size());
	for (size_t Point = 0; Point < Vectors.size(); ++Point)
	{
		// The value of a point is that of its mirror image, turned over.
		Eigen::Vector3d Sum = Eigen::Vector3d::Zero();
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Sum += Mirror.Shares[Point][Corner] * AsVector(Vectors[Mirror.Points[Point][Corner]]);
		}
		Out[Point] = ToDouble3(ReflectVector(Mirror, Sum));
	}
	return Out;
}

FLearnedExamples AddMirroredExamples(const FCharacterMirror& Mirror, const FLearnedExamples& Examples)
{
	FLearnedExamples Out = Examples;
	const size_t Count = Examples.Poses.PoseCount();
	const size_t PointCount = Count == 0 ? 0 : Examples.Offsets.size() / Count;
	Out.Poses = JoinPoses(Examples.Poses, MirrorPoses(Mirror, Examples.Poses));
	Out.OriginalCount = Count;
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		const std::vector<FDouble3> Image =
			MirrorVectors(Mirror.Surface, std::span(Examples.Offsets).subspan(Pose * PointCount, PointCount));
		Out.Offsets.insert(Out.Offsets.end(), Image.begin(), Image.end());
	}
	return Out;
}

TResult<FCorrectiveExample> MirrorExample(const FCorrectiveInput& Input, size_t Index, const FBuildContext& Context)
{
	using namespace MirroredExamplesDetail;
	const TResult<FCharacterMirror> Mirror = FindCharacterMirror(Input, Context);
	if (!Mirror)
	{
		return Mirror.GetError();
	}
	const FCorrectiveExample& From = Input.Examples[Index];
	FCorrectiveExample Out = From;
	Out.Name = From.Name + " mirrored";
	Out.MirrorOf = uint32_t(Index);
	for (size_t Joint = 0; Joint < From.Palette.size(); ++Joint)
	{
		Out.Palette[Mirror->Joints[Joint]] = MirrorMotion(Mirror->Surface, From.Palette[Joint]);
	}
	// Displacements are mirrored instead of places: a rest that is not quite symmetric keeps its own shape.
	const std::vector<FDouble3> Before = BlendPoints(Input.Skin.Rest, Input.Skin.Weights, From.Palette);
	const std::vector<FDouble3> Start = BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Out.Palette);
	std::vector<FDouble3> Moved(From.Points.size());
	for (size_t Point = 0; Point < Moved.size(); ++Point)
	{
		Moved[Point] = ToDouble3(AsVector(From.Points[Point]) - AsVector(Before[Point]));
	}
	const std::vector<FDouble3> Image = MirrorVectors(Mirror->Surface, Moved);
	for (size_t Point = 0; Point < Moved.size(); ++Point)
	{
		Out.Points[Point] = ToDouble3(AsVector(Start[Point]) + AsVector(Image[Point]));
	}
	return Out;
}

} // namespace Exemplar
