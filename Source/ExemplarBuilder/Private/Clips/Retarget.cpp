// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/Retarget.h"

#include "Clips/GroundContact.h"
#include "Clips/JointFrames.h"
#include "Clips/TurnedClip.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace RetargetDetail
{

using FTurns = std::vector<Eigen::Quaterniond>;
using FPlaces = std::vector<Eigen::Vector3d>;

Eigen::Quaterniond TurnOf(const FAffine3d& Matrix)
{
	const FAffine3d R = RotationOf(Matrix);
	const Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> M(R.M.data());
	return Eigen::Quaterniond(Eigen::Matrix3d(M.leftCols<3>())).normalized();
}

Eigen::Vector3d PlaceOf(const FAffine3d& Matrix)
{
	return {Matrix.M[3], Matrix.M[7], Matrix.M[11]};
}

Eigen::Vector3d Apply(const FAffine3d& Matrix, const Eigen::Vector3d& V)
{
	const FDouble3 Out = TransformPoint(Matrix, {V.x(), V.y(), V.z()});
	return {Out.X, Out.Y, Out.Z};
}

double SizeOf(const FPlaces& Places)
{
	Eigen::AlignedBox3d Box;
	for (const Eigen::Vector3d& Place : Places)
	{
		Box.extend(Place);
	}
	return Box.diagonal().norm();
}

class FRetargeter
{
public:
	FRetargeter(const FAnimation& InSource, const FSkeletonData& InTarget, const FRetargetMap& InMap,
		const FRetargetOptions& InOptions, std::vector<FAffine3d> InMoved)
		: Source(InSource)
		, Target(InTarget)
		, Map(InMap)
		, Options(InOptions)
		, Moved(std::move(InMoved))
		, Frames(Source.FrameCount())
	{
		for (const FAffine3d& Model : RestModel(Source.Skeleton))
		{
			SourceRest.push_back(PlaceOf(Model));
		}
		TargetModel = RestModel(Target);
		for (size_t Joint = 0; Joint < TargetModel.size(); ++Joint)
		{
			TargetRest.push_back(PlaceOf(TargetModel[Joint]));
			TargetTurns.push_back(TurnOf(TargetModel[Joint]));
			const FFloat3& Size = Target.RestLocal[Joint].Scale;
			const Eigen::Vector3d Own(Size.X, Size.Y, Size.Z);
			const int32_t Parent = Target.Parents[Joint];
			Scales.push_back(
				Parent == NoParent ? Own : Eigen::Vector3d(Scales[static_cast<size_t>(Parent)].cwiseProduct(Own)));
		}
		FindOffsets();
		FindScale();
	}

	FRetargeted Run()
	{
		std::vector<FTurns> Turns(Frames);
		std::vector<Eigen::Vector3d> Roots(Frames);
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			Turns[Frame] = TurnJoints(Frame);
			Roots[Frame] = RootAt(Frame);
		}
		FRetargeted Out;
		Out.Scale = Scale;
		std::vector<FStance> Stances;
		for (const FRetargetFoot& Foot : Map.Feet)
		{
			Stances.push_back(Observe(Foot));
		}
		if (Options.bGround && Frames > 0)
		{
			Lower(Stances, Turns, Roots);
		}
		for (size_t Foot = 0; Foot < Stances.size() && Options.bGround; ++Foot)
		{
			// Again around the places that were reached: strides may be too long for short legs.
			for (int Round = 0; Round < 3 && !Stances[Foot].Contacts.empty(); ++Round)
			{
				Hold(Map.Feet[Foot], Stances[Foot], Roots, Turns);
			}
		}
		const std::vector<FPlaces> All = PlaceAll(Turns, Roots);
		for (size_t Foot = 0; Foot < Stances.size(); ++Foot)
		{
			FPlaces Own;
			for (const FPlaces& Places : All)
			{
				Own.push_back(Places[Map.Feet[Foot].Target]);
			}
			Measure(Stances[Foot].Theirs, Own, Stances[Foot].Contacts, Rate(), TargetRest[Map.Feet[Foot].Target].y(),
				Out.Ground);
		}
		Finish(Out.Ground);
		std::vector<char> Led;
		for (const int32_t Partner : Map.SourceOf)
		{
			Led.push_back(Partner != NoParent);
		}
		Out.Clip = MakeTurnedClip(Target, Source.Clips[0], Led, Turns, Map.TargetRoot, Roots);
		return Out;
	}

private:
	/** How a joint of the source is turned in space, from rest. */
	Eigen::Quaterniond SourceTurn(size_t Joint, size_t Frame) const { return TurnOf(Moved[Joint * Frames + Frame]); }

	Eigen::Vector3d SourceAt(size_t Joint, size_t Frame) const
	{
		return Apply(Moved[Joint * Frames + Frame], SourceRest[Joint]);
	}

	/** The turns that make the target's bones point where the source's do at rest: along a segment, each the least turn
	 * beyond the one before. Joints that branch stay, because they cannot please all their bones. */
	void FindOffsets()
	{
		Offsets.assign(Target.JointCount(), Eigen::Quaterniond::Identity());
		for (size_t Joint = 0; Joint < Target.JointCount(); ++Joint)
		{
			if (Map.SourceOf[Joint] == NoParent)
			{
				continue;
			}
			const int32_t Next = Map.NextOf[Joint];
			const size_t Before = PartneredAbove(Joint);
			const bool bInside = Before != SIZE_MAX && Map.NextOf[Before] == static_cast<int32_t>(Joint);
			const Eigen::Quaterniond Start =
				bInside ? Offsets[Before] : Eigen::Quaterniond(Eigen::Quaterniond::Identity());
			Offsets[Joint] = Start;
			if (Next != NoParent)
			{
				const auto Ahead = static_cast<size_t>(Next);
				const Eigen::Vector3d Own = Start * (TargetRest[Ahead] - TargetRest[Joint]);
				const Eigen::Vector3d Theirs = SourceRest[static_cast<size_t>(Map.SourceOf[Ahead])] -
					SourceRest[static_cast<size_t>(Map.SourceOf[Joint])];
				if (Own.norm() > 0.0 && Theirs.norm() > 0.0)
				{
					Offsets[Joint] = Eigen::Quaterniond::FromTwoVectors(Own, Theirs) * Start;
				}
			}
			else if (!bInside)
			{
				Offsets[Joint].setIdentity();
			}
		}
	}

	size_t PartneredAbove(size_t Joint) const
	{
		for (int32_t Above = Target.Parents[Joint]; Above != NoParent;
			 Above = Target.Parents[static_cast<size_t>(Above)])
		{
			if (Map.SourceOf[static_cast<size_t>(Above)] != NoParent)
			{
				return static_cast<size_t>(Above);
			}
		}
		return SIZE_MAX;
	}

	static double LengthUp(const FSkeletonData& Skeleton, const FPlaces& Places, size_t From, size_t To)
	{
		double Length = 0.0;
		for (size_t Joint = From; Joint != To && Skeleton.Parents[Joint] != NoParent;)
		{
			const auto Above = static_cast<size_t>(Skeleton.Parents[Joint]);
			Length += (Places[Joint] - Places[Above]).norm();
			Joint = Above;
		}
		return Length;
	}

	/** Legs give the scale; without them, the box around the joints. The ground is where the lowest joints are at rest,
	 * or in the motion, if the source does not rest where it moves. */
	void FindScale()
	{
		double Own = 0.0, Theirs = 0.0;
		for (const FRetargetFoot& Foot : Map.Feet)
		{
			Own += LengthUp(Target, TargetRest, Foot.Ankle, Foot.Hip);
			Theirs += LengthUp(Source.Skeleton, SourceRest, Foot.SourceAnkle, Foot.SourceHip);
		}
		if (!(Own > 0.0) || !(Theirs > 0.0))
		{
			Own = SizeOf(TargetRest);
			Theirs = SizeOf(SourceRest);
		}
		Scale = Theirs > 0.0 ? Own / Theirs : 1.0;
		const double Count = static_cast<double>((std::max)(Map.Feet.size(), size_t{1}));
		SourceLeg = Theirs / Count;
		TargetLeg = Own / Count;
		SourceGround = TargetGround = 0.0;
		if (Map.Feet.empty())
		{
			SourceGround = SourceRest[Map.SourceRoot].y();
			TargetGround = TargetRest[Map.TargetRoot].y();
			return;
		}
		RestGround = TargetGround = INFINITY;
		std::vector<double> Heights;
		for (const FRetargetFoot& Foot : Map.Feet)
		{
			RestGround = (std::min)(RestGround, SourceRest[Foot.Source].y());
			TargetGround = (std::min)(TargetGround, TargetRest[Foot.Target].y());
			for (size_t Frame = 0; Frame < Frames; ++Frame)
			{
				Heights.push_back(SourceAt(Foot.Source, Frame).y());
			}
		}
		// How high the body is when the legs are straight: rests may spread or bend them.
		for (const FRetargetFoot& Foot : Map.Feet)
		{
			TargetStand += (LengthUp(Target, TargetRest, Foot.Ankle, Foot.Hip) + TargetRest[Foot.Ankle].y() -
							   TargetGround + TargetRest[Map.TargetRoot].y() - TargetRest[Foot.Hip].y()) /
				Count;
			SourceStand += (LengthUp(Source.Skeleton, SourceRest, Foot.SourceAnkle, Foot.SourceHip) +
							   SourceRest[Foot.SourceAnkle].y() - RestGround + SourceRest[Map.SourceRoot].y() -
							   SourceRest[Foot.SourceHip].y()) /
				Count;
		}
		MovedGround = FindGround(std::move(Heights));
		SourceGround = std::abs(MovedGround - RestGround) > 0.25 * SourceLeg ? MovedGround : RestGround;
	}

	FTurns TurnJoints(size_t Frame) const
	{
		FTurns Out(Target.JointCount());
		FTurns Deltas(Target.JointCount(), Eigen::Quaterniond::Identity()); // of the source, as the target takes them
		for (size_t Joint = 0; Joint < Target.JointCount(); ++Joint)
		{
			const int32_t Parent = Target.Parents[Joint];
			if (Map.SourceOf[Joint] != NoParent)
			{
				Deltas[Joint] = DeltaOf(Joint, Frame, Deltas);
				Out[Joint] = Deltas[Joint] * Offsets[Joint] * TargetTurns[Joint];
			}
			else if (Parent == NoParent)
			{
				Out[Joint] = TargetTurns[Joint];
			}
			else
			{
				const auto Above = static_cast<size_t>(Parent);
				Out[Joint] = Out[Above] * TargetTurns[Above].conjugate() * TargetTurns[Joint];
			}
		}
		return Out;
	}

	Eigen::Quaterniond DeltaOf(size_t Joint, size_t Frame, const FTurns& Deltas) const
	{
		const std::vector<FRetargetShare>& Shares = Map.Shares[Joint];
		if (Options.Fold == ERetargetFold::Compose || Joint == Map.TargetRoot)
		{
			return SourceTurn(Shares.back().Joint, Frame);
		}
		Eigen::Vector4d Sum = Eigen::Vector4d::Zero();
		for (const FRetargetShare& Share : Shares)
		{
			const int32_t Parent = Source.Skeleton.Parents[Share.Joint];
			const Eigen::Quaterniond Above = Parent == NoParent ? Eigen::Quaterniond(Eigen::Quaterniond::Identity())
																: SourceTurn(static_cast<size_t>(Parent), Frame);
			const Eigen::Vector4d Own = (Above.conjugate() * SourceTurn(Share.Joint, Frame)).coeffs();
			Sum += Share.Factor * (Own.w() < 0.0 ? Eigen::Vector4d(-Own) : Own);
		}
		const size_t Above = PartneredAbove(Joint);
		const Eigen::Quaterniond Start =
			Above == SIZE_MAX ? Eigen::Quaterniond(Eigen::Quaterniond::Identity()) : Deltas[Above];
		return Sum.norm() > 0.0 ? Start * Eigen::Quaterniond(Eigen::Vector4d(Sum.normalized())) : Start;
	}

	Eigen::Vector3d RootAt(size_t Frame) const
	{
		const Eigen::Vector3d Now = SourceAt(Map.SourceRoot, Frame), &Start = SourceRest[Map.SourceRoot];
		const Eigen::Vector3d& Own = TargetRest[Map.TargetRoot];
		return {Own.x() + Scale * (Now.x() - Start.x()),
			TargetGround + TargetStand + Scale * (Now.y() - SourceGround - SourceStand),
			Own.z() + Scale * (Now.z() - Start.z())};
	}

	/** Where the joints of the target are, from how they are turned. */
	FPlaces PlaceJoints(const FTurns& Turns, const Eigen::Vector3d& Root) const
	{
		FPlaces Out(Target.JointCount());
		for (size_t Joint = 0; Joint < Out.size(); ++Joint)
		{
			const int32_t Parent = Target.Parents[Joint];
			const FFloat3& T = Target.RestLocal[Joint].Translation;
			const Eigen::Vector3d Local(T.X, T.Y, T.Z);
			const auto Above = static_cast<size_t>(Parent);
			Out[Joint] = Joint == Map.TargetRoot ? Root
				: Parent == NoParent             ? Local
									 : Eigen::Vector3d(Out[Above] + Turns[Above] * Scales[Above].cwiseProduct(Local));
		}
		return Out;
	}

	/** Which part of the leg carries a joint: 0 none, 1 the thigh, 2 the shin, 3 the foot. */
	std::vector<int> PartsOf(const FRetargetFoot& Foot) const
	{
		std::vector<int> Out(Target.JointCount());
		for (size_t Joint = 0; Joint < Out.size(); ++Joint)
		{
			const int32_t Parent = Target.Parents[Joint];
			const int Above = Parent == NoParent ? 0 : Out[static_cast<size_t>(Parent)];
			Out[Joint] = Joint == Foot.Hip ? 1 : Joint == Foot.Knee ? 2 : Joint == Foot.Ankle ? 3 : Above;
		}
		return Out;
	}

	/** What a foot of the source does, and where the target's is wanted. */
	struct FStance
	{
		FPlaces Theirs, Wanted;
		std::vector<FGroundContact> Contacts;
	};

	double Rate() const { return static_cast<double>(Source.Clips[0].FramesPerSecond); }

	FStance Observe(const FRetargetFoot& Foot) const
	{
		FStance Out;
		// A foot that is higher than another at rest stands higher.
		const double Above = SourceRest[Foot.Source].y() - RestGround;
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			Out.Theirs.push_back(SourceAt(Foot.Source, Frame));
			Out.Wanted.push_back(Scale * Out.Theirs.back());
			Out.Wanted.back().y() =
				TargetRest[Foot.Target].y() + Scale * (Out.Theirs.back().y() - SourceGround - Above);
		}
		Out.Contacts = FindContacts(Out.Theirs, MovedGround, SourceLeg, Rate());
		return Out;
	}

	std::vector<FPlaces> PlaceAll(const std::vector<FTurns>& Turns, const std::vector<Eigen::Vector3d>& Roots) const
	{
		std::vector<FPlaces> Out;
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			Out.push_back(PlaceJoints(Turns[Frame], Roots[Frame]));
		}
		return Out;
	}

	std::vector<Eigen::Vector3d> MovesOf(
		const FRetargetFoot& Foot, const FStance& Stance, const std::vector<FPlaces>& All) const
	{
		FPlaces Own;
		for (const FPlaces& Places : All)
		{
			Own.push_back(Places[Foot.Target]);
		}
		return HoldFoot(Own, Stance.Wanted, Stance.Contacts, TargetGround, Rate());
	}

	/** Lowers the body where a leg does not reach the place where its foot stands. */
	void Lower(const std::vector<FStance>& Stances, const std::vector<FTurns>& Turns,
		std::vector<Eigen::Vector3d>& Roots) const
	{
		const std::vector<FPlaces> All = PlaceAll(Turns, Roots);
		std::vector<double> Drops(Frames);
		for (size_t Index = 0; Index < Stances.size(); ++Index)
		{
			const FRetargetFoot& Foot = Map.Feet[Index];
			const std::vector<Eigen::Vector3d> Moves = MovesOf(Foot, Stances[Index], All);
			for (const FGroundContact& Contact : Stances[Index].Contacts)
			{
				for (size_t Frame = Contact.First; Frame <= Contact.Last; ++Frame)
				{
					const FPlaces& Places = All[Frame];
					const double Leg =
						(Places[Foot.Knee] - Places[Foot.Hip]).norm() + (Places[Foot.Ankle] - Places[Foot.Knee]).norm();
					const Eigen::Vector3d Way = Places[Foot.Ankle] + Moves[Frame] - Places[Foot.Hip];
					const double Across = Way.x() * Way.x() + Way.z() * Way.z();
					const double Drop = -Way.y() - std::sqrt((std::max)(Leg * Leg - Across, 0.0));
					Drops[Frame] =
						Drop > 1e-3 * Leg ? (std::max)(Drops[Frame], (std::min)(Drop, 0.5 * Leg)) : Drops[Frame];
				}
			}
		}
		Drops = SmoothDrops(Drops, Rate());
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			Roots[Frame].y() -= Drops[Frame];
		}
	}

	void Hold(const FRetargetFoot& Foot, const FStance& Stance, const std::vector<Eigen::Vector3d>& Roots,
		std::vector<FTurns>& Turns) const
	{
		const std::vector<int> Parts = PartsOf(Foot);
		const std::vector<FPlaces> All = PlaceAll(Turns, Roots);
		const std::vector<Eigen::Vector3d> Moves = MovesOf(Foot, Stance, All);
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			const FPlaces& Places = All[Frame];
			const Eigen::Vector3d Ahead =
				Turns[Frame][Map.TargetRoot] * (TargetTurns[Map.TargetRoot].conjugate() * Eigen::Vector3d::UnitZ());
			const FLegTurns Bend = BendLeg(
				Places[Foot.Hip], Places[Foot.Knee], Places[Foot.Ankle], Places[Foot.Ankle] + Moves[Frame], Ahead);
			for (size_t Joint = 0; Joint < Parts.size() && Moves[Frame].norm() > 1e-9 * TargetLeg; ++Joint)
			{
				Turns[Frame][Joint] = Parts[Joint] == 1 ? Bend.Hip * Turns[Frame][Joint]
					: Parts[Joint] == 2                 ? Bend.Knee * Turns[Frame][Joint]
														: Turns[Frame][Joint];
			}
		}
	}

	void Measure(const FPlaces& Theirs, const FPlaces& Own, std::span<const FGroundContact> Contacts, double Rate,
		double OwnGround, FGroundFigures& Figures) const
	{
		size_t Count = 0;
		for (const FGroundContact& Contact : Contacts)
		{
			Count += Contact.Last - Contact.First + 1;
			for (size_t Frame = Contact.First; Frame <= Contact.Last; ++Frame)
			{
				Figures.SourceSink = (std::max)(Figures.SourceSink, (MovedGround - Theirs[Frame].y()) / SourceLeg);
				Figures.TargetSink = (std::max)(Figures.TargetSink, (OwnGround - Own[Frame].y()) / TargetLeg);
			}
		}
		Figures.Contacts += Count;
		Figures.SourceSlide += static_cast<double>(Count) * MeasureSlide(Theirs, Contacts, Rate) / SourceLeg;
		Figures.TargetSlide += static_cast<double>(Count) * MeasureSlide(Own, Contacts, Rate) / TargetLeg;
	}

	static void Finish(FGroundFigures& Figures)
	{
		if (Figures.Contacts > 0)
		{
			Figures.SourceSlide /= static_cast<double>(Figures.Contacts);
			Figures.TargetSlide /= static_cast<double>(Figures.Contacts);
		}
	}

	const FAnimation& Source;
	const FSkeletonData& Target;
	const FRetargetMap& Map;
	const FRetargetOptions& Options;
	const std::vector<FAffine3d> Moved; // the source, from rest, in space
	const size_t Frames;
	FPlaces SourceRest, TargetRest;
	std::vector<FAffine3d> TargetModel;
	FTurns TargetTurns, Offsets;
	std::vector<Eigen::Vector3d> Scales; // of the target's joints, with those above
	double Scale = 1.0, SourceLeg = 1.0, TargetLeg = 1.0;
	double SourceGround = 0.0, RestGround = 0.0, MovedGround = 0.0, TargetGround = 0.0;
	double SourceStand = 0.0, TargetStand = 0.0;
};

} // namespace RetargetDetail

TResult<FRetargeted> RetargetClip(const FAnimation& Source, size_t Clip, const FSkeletonData& Target,
	const FRetargetMap& Map, const FRetargetOptions& Options)
{
	if (Clip >= Source.Clips.size() || Map.SourceOf.size() != Target.JointCount())
	{
		return FError{EErrorCode::InvalidArgument,
			"Retargeting requires a clip of the source, and joints that were paired with the target's."};
	}
	const FAnimation Part{Source.Skeleton, {Source.Clips[Clip]}};
	TResult<std::vector<FAffine3d>> Moved = PlayMotions(Part);
	if (!Moved)
	{
		return Moved.GetError();
	}
	return RetargetDetail::FRetargeter(Part, Target, Map, Options, std::move(*Moved)).Run();
}

} // namespace Exemplar
