// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/ScenePose.h"

#include "Files/Failure.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

using FMatrix3d = Eigen::Matrix3d;

FMatrix3d LinearPart(const FAffine3d& A)
{
	FMatrix3d Out;
	Out << A.M[0], A.M[1], A.M[2], A.M[4], A.M[5], A.M[6], A.M[8], A.M[9], A.M[10];
	return Out;
}

FAffine3d MakeAffine(const FMatrix3d& Linear, const Eigen::Vector3d& Translation)
{
	FAffine3d Out;
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 3; ++Column)
		{
			Out.M[static_cast<size_t>(4 * Row + Column)] = Linear(Row, Column);
		}
		Out.M[static_cast<size_t>(4 * Row + 3)] = Translation(Row);
	}
	return Out;
}

void NormalizeQuaternion(std::span<double> Q)
{
	const double Length = std::sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
	if (Length > 0.0 && std::isfinite(Length))
	{
		for (double& Part : Q)
		{
			Part /= Length;
		}
	}
	else
	{
		std::fill(Q.begin(), Q.end(), 0.0);
		Q[3] = 1.0;
	}
}

void SlerpShorterArc(std::span<const double> A, std::span<const double> B, double T, std::span<double> Out)
{
	const Eigen::Quaterniond From(A[3], A[0], A[1], A[2]), To(B[3], B[0], B[1], B[2]);
	const Eigen::Quaterniond Q = From.slerp(T, To); // Eigen takes the shorter arc
	Out[0] = Q.x();
	Out[1] = Q.y();
	Out[2] = Q.z();
	Out[3] = Q.w();
}

} // namespace

FAffine3d ToAffine3d(const FSceneTransform& Transform)
{
	const auto& Q = Transform.Rotation;
	const FMatrix3d Rotation = Eigen::Quaterniond(Q[3], Q[0], Q[1], Q[2]).normalized().toRotationMatrix();
	const Eigen::Vector3d Scale(Transform.Scale.X, Transform.Scale.Y, Transform.Scale.Z);
	const FDouble3& T = Transform.Translation;
	return MakeAffine(Rotation * Scale.asDiagonal(), Eigen::Vector3d(T.X, T.Y, T.Z));
}

FSceneTransform Decompose(const FAffine3d& Matrix)
{
	FMatrix3d Linear = LinearPart(Matrix);
	Eigen::Vector3d Scale = Linear.colwise().norm();
	if (Linear.determinant() < 0.0)
	{
		Scale.x() = -Scale.x();
	}
	for (int Column = 0; Column < 3; ++Column)
	{
		if (Scale(Column) != 0.0)
		{
			Linear.col(Column) /= Scale(Column);
		}
	}
	// The nearest rotation, because columns that are not quite orthogonal make a skewed quaternion.
	const Eigen::JacobiSVD<FMatrix3d> Svd(Linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
	FMatrix3d Rotation = Svd.matrixU() * Svd.matrixV().transpose();
	if (Rotation.determinant() < 0.0)
	{
		FMatrix3d U = Svd.matrixU();
		U.col(2) = -U.col(2);
		Rotation = U * Svd.matrixV().transpose();
	}
	const Eigen::Quaterniond Q(Rotation);
	FSceneTransform Out;
	Out.Translation = {Matrix.M[3], Matrix.M[7], Matrix.M[11]};
	Out.Rotation = {Q.x(), Q.y(), Q.z(), Q.w()};
	Out.Scale = {Scale.x(), Scale.y(), Scale.z()};
	NormalizeQuaternion(Out.Rotation);
	return Out;
}

FAffine3d InvertAffine(const FAffine3d& Matrix, const std::string& What)
{
	const FMatrix3d Linear = LinearPart(Matrix);
	const FMatrix3d Inverse = Linear.inverse();
	if (!(std::abs(Linear.determinant()) > 0.0) || !Inverse.allFinite())
	{
		Fail(EErrorCode::Degenerate,
			What + " has no inverse because a scale is zero. Set a nonzero scale and export again.");
	}
	const Eigen::Vector3d Translation(Matrix.M[3], Matrix.M[7], Matrix.M[11]);
	return MakeAffine(Inverse, -(Inverse * Translation));
}

std::vector<int32_t> SortByDepth(const std::vector<FSceneNode>& Nodes)
{
	std::vector<std::vector<int32_t>> Children(Nodes.size());
	std::vector<int32_t> Stack, Order;
	for (size_t Node = Nodes.size(); Node-- > 0;)
	{
		const int32_t Parent = Nodes[Node].Parent;
		(Parent == NoParent ? Stack : Children[static_cast<size_t>(Parent)]).push_back(static_cast<int32_t>(Node));
	}
	// Both lists run backward, so that the stack yields the nodes in order.
	while (!Stack.empty())
	{
		const int32_t Node = Stack.back();
		Stack.pop_back();
		Order.push_back(Node);
		const auto& Next = Children[static_cast<size_t>(Node)];
		Stack.insert(Stack.end(), Next.begin(), Next.end());
	}
	return Order;
}

void SampleChannel(const FSceneChannel& Channel, double Time, std::span<double> Out)
{
	const size_t Width = Channel.Width;
	const bool bCubic = Channel.Interpolation == ESceneInterpolation::Cubic;
	const auto Part = [&](size_t Key, size_t Which)
	{ return std::span<const double>(Channel.Values).subspan((bCubic ? 3 * Key + Which : Key) * Width, Width); };
	const auto Value = [&](size_t Key) { return Part(Key, 1); };
	const auto Copy = [&](size_t Key)
	{
		const auto From = Value(Key);
		std::copy(From.begin(), From.end(), Out.begin());
	};

	const auto Next = std::upper_bound(Channel.Times.begin(), Channel.Times.end(), Time);
	const size_t After = static_cast<size_t>(Next - Channel.Times.begin());
	if (After == 0 || After == Channel.Times.size() || Channel.Interpolation == ESceneInterpolation::Step)
	{
		Copy(After == 0 ? 0 : After - 1);
	}
	else
	{
		const size_t Before = After - 1;
		const double Span = Channel.Times[After] - Channel.Times[Before];
		const double T = (Time - Channel.Times[Before]) / Span;
		if (bCubic)
		{
			const double T2 = T * T, T3 = T2 * T;
			const auto A = Value(Before), B = Value(After), Leave = Part(Before, 2), Arrive = Part(After, 0);
			for (size_t I = 0; I < Width; ++I)
			{
				Out[I] = (2.0 * T3 - 3.0 * T2 + 1.0) * A[I] + Span * (T3 - 2.0 * T2 + T) * Leave[I] +
					(3.0 * T2 - 2.0 * T3) * B[I] + Span * (T3 - T2) * Arrive[I];
			}
		}
		else if (Channel.Path == EScenePath::Rotation)
		{
			SlerpShorterArc(Value(Before), Value(After), T, Out);
		}
		else
		{
			const auto A = Value(Before), B = Value(After);
			for (size_t I = 0; I < Width; ++I)
			{
				Out[I] = A[I] + T * (B[I] - A[I]);
			}
		}
	}
	if (Channel.Path == EScenePath::Rotation)
	{
		NormalizeQuaternion(Out);
	}
}

std::optional<FSceneSpan> SpanOfChannels(const std::vector<FSceneChannel>& Channels)
{
	if (Channels.empty())
	{
		return std::nullopt;
	}
	FSceneSpan Span{Channels.front().Times.front(), Channels.front().Times.back(), {}};
	for (const FSceneChannel& Channel : Channels)
	{
		Span.First = (std::min)(Span.First, Channel.Times.front());
		Span.Last = (std::max)(Span.Last, Channel.Times.back());
		if (Channel.Path != EScenePath::MorphWeights)
		{
			Span.MovingNodes.push_back(Channel.Node);
		}
	}
	return Span;
}

FScenePose PoseScene(const FScene& Scene, std::span<const int32_t> Order, const FSceneAnimation* Animation, double Time)
{
	FScenePose Pose;
	std::vector<FSceneTransform> Transforms(Scene.Nodes.size());
	std::vector<char> bFromMatrix(Scene.Nodes.size());
	for (size_t Node = 0; Node < Scene.Nodes.size(); ++Node)
	{
		Transforms[Node] = Scene.Nodes[Node].Transform;
		bFromMatrix[Node] = Scene.Nodes[Node].Matrix.has_value();
	}
	for (const FSceneInstance& Instance : Scene.Instances)
	{
		Pose.MorphWeights.push_back(Instance.MorphWeights);
	}
	if (Animation)
	{
		for (const FSceneChannel& Channel : Animation->Channels)
		{
			FSceneTransform& Target = Transforms[static_cast<size_t>(Channel.Node)];
			std::vector<double> Sample(Channel.Width);
			SampleChannel(Channel, Time, Sample);
			bFromMatrix[static_cast<size_t>(Channel.Node)] &= Channel.Path == EScenePath::MorphWeights;
			switch (Channel.Path)
			{
			case EScenePath::Translation:
				Target.Translation = {Sample[0], Sample[1], Sample[2]};
				break;
			case EScenePath::Rotation:
				std::copy(Sample.begin(), Sample.end(), Target.Rotation.begin());
				break;
			case EScenePath::Scale:
				Target.Scale = {Sample[0], Sample[1], Sample[2]};
				break;
			case EScenePath::MorphWeights:
				for (size_t Index = 0; Index < Scene.Instances.size(); ++Index)
				{
					if (Scene.Instances[Index].Node == Channel.Node && Pose.MorphWeights[Index].size() == Sample.size())
					{
						Pose.MorphWeights[Index] = Sample;
					}
				}
				break;
			}
		}
	}
	Pose.Local.resize(Scene.Nodes.size());
	Pose.World.resize(Scene.Nodes.size());
	for (const int32_t Index : Order)
	{
		const auto Node = static_cast<size_t>(Index);
		const int32_t Parent = Scene.Nodes[Node].Parent;
		Pose.Local[Node] = bFromMatrix[Node] ? *Scene.Nodes[Node].Matrix : ToAffine3d(Transforms[Node]);
		Pose.World[Node] =
			Parent == NoParent ? Pose.Local[Node] : Compose(Pose.World[static_cast<size_t>(Parent)], Pose.Local[Node]);
	}
	return Pose;
}

std::vector<FDouble3> MorphVertices(const FSceneMesh& Mesh, std::span<const double> MorphWeights)
{
	std::vector<FDouble3> Out = Mesh.Surface.Positions;
	for (size_t Target = 0; Target < Mesh.Targets.size(); ++Target)
	{
		const double Weight = MorphWeights[Target];
		if (Weight == 0.0)
		{
			continue;
		}
		const std::vector<FDouble3>& Deltas = Mesh.Targets[Target].Deltas;
		for (size_t V = 0; V < Out.size(); ++V)
		{
			Out[V].X += Weight * Deltas[V].X;
			Out[V].Y += Weight * Deltas[V].Y;
			Out[V].Z += Weight * Deltas[V].Z;
		}
	}
	return Out;
}

void AppendPosedVertices(const FScene& Scene, const FSceneInstance& Instance, const FScenePose& Pose,
	std::span<const double> MorphWeights, std::vector<FDouble3>& Out)
{
	const FSceneMesh& Mesh = Scene.Meshes[Instance.Mesh];
	const std::vector<FDouble3> Vertices = MorphVertices(Mesh, MorphWeights);
	if (Instance.Skin < 0)
	{
		const FAffine3d& World = Pose.World[static_cast<size_t>(Instance.Node)];
		for (const FDouble3& V : Vertices)
		{
			Out.push_back(TransformPoint(World, V));
		}
		return;
	}
	const FSceneSkin& Skin = Scene.Skins[static_cast<size_t>(Instance.Skin)];
	std::vector<FAffine3d> Palette(Skin.Joints.size());
	for (size_t Joint = 0; Joint < Palette.size(); ++Joint)
	{
		Palette[Joint] = Compose(Pose.World[static_cast<size_t>(Skin.Joints[Joint])], Skin.InverseBind[Joint]);
	}
	const TBlendWeights<FOwned>& Rows = Mesh.Influences;
	for (size_t V = 0; V < Vertices.size(); ++V)
	{
		FDouble3 Sum;
		for (size_t I = Rows.Offsets[V]; I < Rows.Offsets[V + 1]; ++I)
		{
			const FDouble3 P = TransformPoint(Palette[Rows.Bones[I]], Vertices[V]);
			const double Weight = static_cast<double>(Rows.Weights[I]);
			Sum = {Sum.X + Weight * P.X, Sum.Y + Weight * P.Y, Sum.Z + Weight * P.Z};
		}
		Out.push_back(Sum);
	}
}

} // namespace Exemplar
