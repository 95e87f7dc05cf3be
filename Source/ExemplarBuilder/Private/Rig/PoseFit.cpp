// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/PoseFit.h"

#include "Fit/RigidMotion.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Model/Stopwatch.h"
#include "Rig/JointPosition.h"

#include <cmath>
#include <numbers>

namespace Exemplar
{

namespace PoseFitDetail
{

using FPointSpan = std::span<const FDouble3>;

/**
 * The rotation of shortest arc from one direction to another; about any normal if they are opposite. Beyond a right
 * angle, half a turn is applied first, because 1 + cos loses precision there.
 */
Eigen::Matrix3d ShortestArc(const Eigen::Vector3d& From, const Eigen::Vector3d& To)
{
	const Eigen::Vector3d A = From.normalized(), B = To.normalized();
	const Eigen::Vector3d V = A.cross(B);
	if (A.dot(B) >= 0.0)
	{
		return Eigen::Quaterniond(1.0 + A.dot(B), V.x(), V.y(), V.z()).normalized().toRotationMatrix();
	}
	Eigen::Vector3d Axis = V.norm() > 1e-9 ? V.normalized() : A.unitOrthogonal();
	Axis = (Axis - A * A.dot(Axis)).normalized();
	const Eigen::Matrix3d HalfTurn = 2.0 * Axis * Axis.transpose() - Eigen::Matrix3d::Identity();
	return ShortestArc(-A, B) * HalfTurn;
}

/** The angle about unit axis N that turns the skin, as Rotation already puts it, onto the pose. */
std::optional<double> FindTwist(const std::vector<uint32_t>& Points, FPointSpan Rest, FPointSpan Pose,
	const Eigen::Vector3d& RestJoint, const Eigen::Vector3d& PoseJoint, const Eigen::Matrix3d& Rotation,
	const Eigen::Vector3d& N)
{
	double Sine = 0.0, Cosine = 0.0, Size = 0.0;
	for (const uint32_t Point : Points)
	{
		Eigen::Vector3d X = Rotation * (AsVector(Rest[Point]) - RestJoint);
		Eigen::Vector3d Y = AsVector(Pose[Point]) - PoseJoint;
		Size += X.squaredNorm();
		X -= N * N.dot(X);
		Y -= N * N.dot(Y);
		Sine += N.dot(X.cross(Y));
		Cosine += X.dot(Y);
	}
	if (std::hypot(Sine, Cosine) <= 1e-12 * Size || Points.empty())
	{
		return std::nullopt;
	}
	return std::atan2(Sine, Cosine);
}

/** One pose of one rig: positions from the root to the leaves, then rotations the same way. */
class FSinglePoseFit
{
public:
	FSinglePoseFit(const FExampleSet& InExamples, const FRig& InRig, const FPoseFitOptions& InOptions,
		const FJointSkin& InSkin, const std::vector<int32_t>& InOrder,
		const std::vector<std::vector<int32_t>>& InChildren, size_t Pose)
		: Rig(InRig)
		, Options(InOptions)
		, Skin(InSkin)
		, Order(InOrder)
		, Children(InChildren)
		, RestPoints(InExamples.Rest.Positions)
		, PosePoints(InExamples.Poses[Pose])
	{
		Out.Joints.resize(Rig.Parents.size());
		Rotations.assign(Rig.Parents.size(), Eigen::Matrix3d::Identity());
		BoneMotions.resize(Rig.Parents.size());
		for (size_t Bone = 0; Bone < BoneMotions.size(); ++Bone)
		{
			BoneMotions[Bone] = FitRigidMotion(Skin.BonePoints[Bone], RestPoints, PosePoints);
		}
		std::vector<uint32_t> Everything(RestPoints.size());
		for (uint32_t Point = 0; Point < Everything.size(); ++Point)
		{
			Everything[Point] = Point;
		}
		WholeMotion = FitRigidMotion(Everything, RestPoints, PosePoints).value_or(FRigidMotion{});
	}

	void Run()
	{
		for (const int32_t Joint : Order)
		{
			Place(Joint);
		}
		for (const int32_t Joint : Order)
		{
			Turn(Joint);
		}
		const int32_t Root = Order.front();
		Out.RootTranslation = ToDouble3(PoseJoint(Root) - RestJoint(Root));
	}

	const FPoseParameters& Parameters() const { return Out; }

	FAffine3d Motion(int32_t Joint) const
	{
		const Eigen::Matrix3d A = Out.Joints[Joint].Scale * Rotations[Joint];
		const Eigen::Vector3d T = PoseJoint(Joint) - A * RestJoint(Joint);
		return {{A(0, 0), A(0, 1), A(0, 2), T[0], A(1, 0), A(1, 1), A(1, 2), T[1], A(2, 0), A(2, 1), A(2, 2), T[2]}};
	}

private:
	Eigen::Vector3d RestJoint(int32_t Joint) const { return AsVector(Rig.Joints[Joint]); }
	Eigen::Vector3d PoseJoint(int32_t Joint) const { return AsVector(Out.Joints[Joint].Position); }

	/** Where the bones around a joint take it: by the parent's motion, else its own, else the whole mesh's. */
	Eigen::Vector3d Predict(int32_t Joint) const
	{
		const int32_t Parent = Rig.Parents[Joint];
		if (Parent != NoParent && BoneMotions[Parent])
		{
			return (*BoneMotions[Parent])(RestJoint(Joint));
		}
		return (BoneMotions[Joint] ? *BoneMotions[Joint] : WholeMotion)(RestJoint(Joint));
	}

	void Place(int32_t Joint)
	{
		FJointParameters& Parameters = Out.Joints[Joint];
		const Eigen::Vector3d Prediction = Predict(Joint);
		Parameters.Position = ToDouble3(Prediction);
		const std::vector<uint32_t>& Band = Skin.JointPoints[Joint];
		if (Band.empty())
		{
			return;
		}
		std::vector<FDouble3> Points;
		std::vector<double> Distances;
		for (const uint32_t Point : Band)
		{
			Points.push_back(PosePoints[Point]);
			Distances.push_back((AsVector(RestPoints[Point]) - RestJoint(Joint)).norm());
		}
		FJointPosition Found = LocateJoint(Points, Distances);
		const auto DistanceToPrediction = [&](const FDouble3& P) { return (AsVector(P) - Prediction).norm(); };
		if (Found.Mirror && Found.MirrorResidual < Options.AcceptableResidual &&
			DistanceToPrediction(*Found.Mirror) < DistanceToPrediction(Found.Position))
		{
			Found.Position = *Found.Mirror;
			Found.Residual = Found.MirrorResidual;
		}
		if (Found.Residual >= Options.AcceptableResidual)
		{
			// The skin does not agree on a point: its best one may be far away, the bones' is at least plausible.
			const FJointPosition Near = RefineJoint(Parameters.Position, Points, Distances);
			if (DistanceToPrediction(Near.Position) < DistanceToPrediction(Found.Position))
			{
				Found = Near;
			}
		}
		Parameters.Position = Found.Position;
		Parameters.Residual = Found.Residual;
		Parameters.Evidence = EJointEvidence::Skin;
	}

	void Turn(int32_t Joint)
	{
		FJointParameters& Parameters = Out.Joints[Joint];
		const int32_t Parent = Rig.Parents[Joint];
		const Eigen::Matrix3d ParentRotation = Parent == NoParent ? Eigen::Matrix3d::Identity() : Rotations[Parent];

		std::vector<std::pair<Eigen::Vector3d, Eigen::Vector3d>> Bones; // rest and pose vectors to the children
		Eigen::Matrix3d M = Eigen::Matrix3d::Zero();
		double Numerator = 0.0, Denominator = 0.0;
		for (const int32_t Child : Children[Joint])
		{
			const Eigen::Vector3d B = RestJoint(Child) - RestJoint(Joint);
			const Eigen::Vector3d Posed = PoseJoint(Child) - PoseJoint(Joint);
			if (B.norm() > 0.0 && Posed.norm() > 0.0)
			{
				Bones.emplace_back(B, Posed);
				M += Posed * B.transpose();
				Numerator += B.norm() * Posed.norm();
				Denominator += B.squaredNorm();
			}
		}
		Eigen::Matrix3d& G = Rotations[Joint];
		if (Bones.empty())
		{
			Parameters.bTwistSeen = BoneMotions[Joint].has_value();
			G = BoneMotions[Joint] ? BoneMotions[Joint]->Rotation : ParentRotation;
		}
		else if (Bones.size() == 1)
		{
			const auto& [B, Posed] = Bones.front();
			G = ParentRotation * ShortestArc(B, ParentRotation.transpose() * Posed);
			TwistAbout(Joint, Posed.normalized());
		}
		else
		{
			// Several children: all of them and the bone's own skin vote, each side with the same total weight.
			double SkinSize = 0.0;
			Eigen::Matrix3d SkinMoments = Eigen::Matrix3d::Zero();
			for (const uint32_t Point : Skin.BonePoints[Joint])
			{
				const Eigen::Vector3d X = AsVector(RestPoints[Point]) - RestJoint(Joint);
				SkinMoments += (AsVector(PosePoints[Point]) - PoseJoint(Joint)) * X.transpose();
				SkinSize += X.squaredNorm();
			}
			Parameters.bTwistSeen = true;
			G = NearestRotation(SkinSize > 0.0 ? M + SkinMoments * (Denominator / SkinSize) : M);
		}
		Parameters.Scale = Options.bScale && Denominator > 0.0 ? Numerator / Denominator : 1.0;
		const Eigen::Matrix3d Local = ParentRotation.transpose() * G;
		for (int Row = 0; Row < 3; ++Row)
		{
			for (int Column = 0; Column < 3; ++Column)
			{
				Parameters.Rotation.M[4 * Row + Column] = Local(Row, Column);
			}
		}
	}

	void TwistAbout(int32_t Joint, const Eigen::Vector3d& N)
	{
		FJointParameters& Parameters = Out.Joints[Joint];
		Eigen::Matrix3d& G = Rotations[Joint];
		const std::optional<double> Twist =
			FindTwist(Skin.BonePoints[Joint], RestPoints, PosePoints, RestJoint(Joint), PoseJoint(Joint), G, N);
		Parameters.bTwistSeen = Twist.has_value();
		Parameters.Twist = Twist.value_or(0.0);
		if (Options.bTwist)
		{
			G = Eigen::AngleAxisd(Parameters.Twist, N).toRotationMatrix() * G;
		}
	}

	const FRig& Rig;
	const FPoseFitOptions& Options;
	const FJointSkin& Skin;
	const std::vector<int32_t>& Order;
	const std::vector<std::vector<int32_t>>& Children;
	FPointSpan RestPoints;
	FPointSpan PosePoints;
	FPoseParameters Out;
	FRigidMotion WholeMotion;
	std::vector<std::optional<FRigidMotion>> BoneMotions;
	std::vector<Eigen::Matrix3d> Rotations; // global
};

/** Joints by increasing depth; empty if the parents do not form one tree. */
std::vector<int32_t> SortByDepth(std::span<const int32_t> Parents, std::vector<std::vector<int32_t>>& Children)
{
	std::vector<int32_t> Order;
	Children.assign(Parents.size(), {});
	for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
	{
		const int32_t Parent = Parents[Joint];
		if (Parent >= 0 && static_cast<size_t>(Parent) < Parents.size())
		{
			Children[Parent].push_back(static_cast<int32_t>(Joint));
		}
		else
		{
			Order.push_back(static_cast<int32_t>(Joint));
		}
	}
	if (Order.size() != 1)
	{
		return {};
	}
	for (size_t Front = 0; Front < Order.size(); ++Front)
	{
		const std::vector<int32_t>& Next = Children[Order[Front]];
		Order.insert(Order.end(), Next.begin(), Next.end());
	}
	return Order.size() == Parents.size() ? Order : std::vector<int32_t>{};
}

std::string JointInPose(const FExampleSet& Examples, size_t Joint, size_t Pose)
{
	const bool bNamed = Pose < Examples.Source.Poses.size() && !Examples.Source.Poses[Pose].Name.empty();
	return "Joint " + std::to_string(Joint) + " in pose " +
		(bNamed ? "\"" + Examples.Source.Poses[Pose].Name + "\"" : std::to_string(Pose));
}

void UnwrapAngles(FPoseFit& Fit, EEulerOrder Order)
{
	for (size_t Pose = 0; Pose < Fit.Poses.size(); ++Pose)
	{
		for (size_t Joint = 0; Joint < Fit.Poses[Pose].Joints.size(); ++Joint)
		{
			FJointParameters& Parameters = Fit.Poses[Pose].Joints[Joint];
			const FDouble3 Previous = Pose == 0 ? FDouble3{} : Fit.Poses[Pose - 1].Joints[Joint].Angles;
			Parameters.Angles = UnwrapEulerAngles(ToEulerAngles(Parameters.Rotation, Order), Previous);
		}
	}
}

void CollectWarnings(const FExampleSet& Examples, const FPoseFitOptions& Options, FPoseFit& Fit)
{
	constexpr double BlindTwist = 5.0 * std::numbers::pi / 180.0;
	for (size_t Pose = 0; Pose < Fit.Poses.size(); ++Pose)
	{
		for (size_t Joint = 0; Joint < Fit.Poses[Pose].Joints.size(); ++Joint)
		{
			const FJointParameters& Parameters = Fit.Poses[Pose].Joints[Joint];
			const std::string Where = JointInPose(Examples, Joint, Pose);
			if (Parameters.Scale < 0.5 || Parameters.Scale > 2.0)
			{
				Fit.Warnings.push_back(Where + " stretches its bone by a factor of " +
					std::to_string(Parameters.Scale) +
					"; look at the weights around it, or keep bone lengths by turning scale off.");
			}
			if (!Options.bTwist && std::abs(Parameters.Twist) > BlindTwist)
			{
				Fit.Warnings.push_back(Where + " twists by " +
					std::to_string(Parameters.Twist * 180.0 / std::numbers::pi) +
					" degrees, which joint positions alone cannot show. Turn twist on.");
			}
			if (Parameters.Residual >= Options.AcceptableResidual)
			{
				Fit.Warnings.push_back(Where + " is not at a constant distance from its skin (residual " +
					std::to_string(Parameters.Residual) + "); its position is a guess.");
			}
		}
	}
}

FStageFigures MeasurePoseFit(const FRig& Rig, const FPoseFit& Fit)
{
	double WorstResidual = 0.0, GapSquares = 0.0;
	size_t FromSkin = 0, GapCount = 0;
	for (size_t Pose = 0; Pose < Fit.Poses.size(); ++Pose)
	{
		for (size_t Joint = 0; Joint < Rig.Parents.size(); ++Joint)
		{
			const FJointParameters& Parameters = Fit.Poses[Pose].Joints[Joint];
			WorstResidual = std::fmax(WorstResidual, Parameters.Residual);
			FromSkin += Parameters.Evidence == EJointEvidence::Skin;
			if (const int32_t Parent = Rig.Parents[Joint]; Parent != NoParent)
			{
				const FDouble3 Carried =
					TransformPoint(Fit.Transforms[Parent * Fit.Poses.size() + Pose], Rig.Joints[Joint]);
				GapSquares += (AsVector(Carried) - AsVector(Parameters.Position)).squaredNorm();
				++GapCount;
			}
		}
	}
	const double Count = static_cast<double>(Fit.Poses.size() * Rig.Parents.size());
	return {"pose fit", 0.0,
		{{"joints placed by their skin", Count > 0.0 ? 100.0 * static_cast<double>(FromSkin) / Count : 0.0, "%"},
			{"worst joint residual", WorstResidual, ""},
			{"joint gap RMS", GapCount > 0 ? std::sqrt(GapSquares / static_cast<double>(GapCount)) : 0.0, "m"}}};
}

} // namespace PoseFitDetail

TResult<FPoseFit> FitPoses(
	const FExampleSet& Examples, const FRig& Rig, const FPoseFitOptions& Options, const FBuildContext& Context)
{
	using namespace PoseFitDetail;
	const FStopwatch Watch;
	const size_t JointCount = Rig.Parents.size();
	std::vector<std::vector<int32_t>> Children;
	const std::vector<int32_t> Order = SortByDepth(Rig.Parents, Children);
	if (Order.empty() || Rig.Joints.size() != JointCount)
	{
		return FError{EErrorCode::InvalidArgument,
			"Pose parameters need a rig whose joints form one tree with a rest position each. Build the tree first."};
	}
	if (Rig.Weights.PointCount() != Examples.PointCount())
	{
		return FError{EErrorCode::Mismatch,
			"The rig has weights for " + std::to_string(Rig.Weights.PointCount()) + " points, the examples have " +
				std::to_string(Examples.PointCount()) + "; use the examples that the rig was made from."};
	}
	for (const uint16_t Bone : Rig.Weights.Bones)
	{
		if (Bone >= JointCount)
		{
			return FError{EErrorCode::InvalidArgument,
				"A weight of the rig names bone " + std::to_string(Bone) + " of " + std::to_string(JointCount) + "."};
		}
	}
	if (!(Options.Skin.Lower > 0.0 && Options.Skin.Lower < 0.5 && Options.Skin.Upper > 0.5 && Options.Skin.Upper < 1.0))
	{
		return FError{EErrorCode::InvalidArgument,
			"The joint skin's lower threshold must lie in (0, 0.5) and the upper one in (0.5, 1)."};
	}

	FPoseFit Fit;
	Fit.Skin = SegmentJointSkin(Examples.Rest, Rig.Weights, Rig.Parents, Options.Skin);
	Fit.Poses.resize(Examples.PoseCount());
	Fit.Transforms.resize(JointCount * Examples.PoseCount());
	constexpr size_t PosesPerReport = 16;
	for (size_t First = 0; First < Examples.PoseCount(); First += PosesPerReport)
	{
		if (!Context.Progress.Report(static_cast<double>(First) / static_cast<double>(Examples.PoseCount())))
		{
			return Context.Progress.CanceledError();
		}
		const size_t Count = (std::min)(PosesPerReport, Examples.PoseCount() - First);
		ParallelFor(*Context.Executor, Count, 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Pose = First + Begin; Pose < First + End; ++Pose)
				{
					FSinglePoseFit Single(Examples, Rig, Options, Fit.Skin, Order, Children, Pose);
					Single.Run();
					Fit.Poses[Pose] = Single.Parameters();
					for (size_t Joint = 0; Joint < JointCount; ++Joint)
					{
						Fit.Transforms[Joint * Examples.PoseCount() + Pose] =
							Single.Motion(static_cast<int32_t>(Joint));
					}
				}
			});
	}
	UnwrapAngles(Fit, Options.Order);
	CollectWarnings(Examples, Options, Fit);
	Fit.Figures = MeasurePoseFit(Rig, Fit);
	Fit.Figures.Seconds = Watch.Seconds();
	return Fit;
}

} // namespace Exemplar
