// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/GroundContact.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace GroundContactDetail
{

constexpr double ContactHeight = 0.06;      // above the ground, in leg lengths
constexpr double ContactSpeed = 0.4;        // leg lengths per second
constexpr double LeastSeconds = 1.0 / 12.0; // of a contact
constexpr double FadeSeconds = 1.0 / 7.0;

/** Horizontal. */
Eigen::Vector3d Flat(const Eigen::Vector3d& V)
{
	return {V.x(), 0.0, V.z()};
}

double SmoothStep(double T)
{
	const double X = std::clamp(T, 0.0, 1.0);
	return X * X * (3.0 - 2.0 * X);
}

} // namespace GroundContactDetail

double FindGround(std::vector<double> Heights)
{
	if (Heights.empty())
	{
		return 0.0;
	}
	const auto At = Heights.begin() + static_cast<std::ptrdiff_t>(Heights.size() / 20);
	std::nth_element(Heights.begin(), At, Heights.end());
	return *At;
}

std::vector<FGroundContact> FindContacts(
	std::span<const Eigen::Vector3d> Places, double Ground, double Leg, double Rate)
{
	using namespace GroundContactDetail;
	std::vector<FGroundContact> Out;
	const auto Stands = [&](size_t Frame)
	{
		const size_t Before = Frame == 0 ? 0 : Frame - 1, After = (std::min)(Frame + 1, Places.size() - 1);
		const double Seconds = static_cast<double>(After - Before) / Rate;
		const double Speed = Seconds > 0.0 ? (Places[After] - Places[Before]).norm() / Seconds : 0.0;
		return Places[Frame].y() - Ground <= ContactHeight * Leg && Speed <= ContactSpeed * Leg;
	};
	for (size_t Frame = 0; Frame < Places.size(); ++Frame)
	{
		if (!Stands(Frame))
		{
			continue;
		}
		// A gap of a single frame is noise.
		if (!Out.empty() && Frame - Out.back().Last <= 2)
		{
			Out.back().Last = Frame;
		}
		else
		{
			Out.push_back({Frame, Frame});
		}
	}
	std::erase_if(Out,
		[&](const FGroundContact& Contact)
		{ return static_cast<double>(Contact.Last - Contact.First + 1) < LeastSeconds * Rate; });
	return Out;
}

double MeasureSlide(std::span<const Eigen::Vector3d> Places, std::span<const FGroundContact> Contacts, double Rate)
{
	double Way = 0.0;
	size_t Steps = 0;
	for (const FGroundContact& Contact : Contacts)
	{
		for (size_t Frame = Contact.First; Frame < Contact.Last; ++Frame)
		{
			Way += GroundContactDetail::Flat(Places[Frame + 1] - Places[Frame]).norm();
			++Steps;
		}
	}
	return Steps == 0 ? 0.0 : Way * Rate / static_cast<double>(Steps);
}

std::vector<Eigen::Vector3d> HoldFoot(std::span<const Eigen::Vector3d> Places, std::span<const Eigen::Vector3d> Wanted,
	std::span<const FGroundContact> Contacts, double Ground, double Rate)
{
	using namespace GroundContactDetail;
	std::vector<Eigen::Vector3d> Out(Places.size(), Eigen::Vector3d::Zero());
	std::vector<double> Total(Places.size());
	const double Fade = FadeSeconds * Rate;
	for (const FGroundContact& Contact : Contacts)
	{
		Eigen::Vector3d Apart = Eigen::Vector3d::Zero();
		for (size_t Frame = Contact.First; Frame <= Contact.Last; ++Frame)
		{
			Apart += Flat(Places[Frame] - Wanted[Frame]) / static_cast<double>(Contact.Last - Contact.First + 1);
		}
		const auto At = [&](size_t Frame) { return Eigen::Vector3d(Wanted[Frame] + Apart - Places[Frame]); };
		const auto Reach = static_cast<size_t>(std::ceil(Fade));
		const size_t First = Contact.First > Reach ? Contact.First - Reach : 0;
		for (size_t Frame = First; Frame < (std::min)(Contact.Last + Reach + 1, Places.size()); ++Frame)
		{
			const size_t Nearest = std::clamp(Frame, Contact.First, Contact.Last);
			const double Away = std::abs(static_cast<double>(Frame) - static_cast<double>(Nearest));
			const double Weight = SmoothStep(1.0 - Away / (Fade + 1.0));
			Out[Frame] += Weight * At(Nearest);
			Total[Frame] += Weight;
		}
	}
	for (size_t Frame = 0; Frame < Places.size(); ++Frame)
	{
		Out[Frame] /= (std::max)(Total[Frame], 1.0);
		const double Height = Places[Frame].y() + Out[Frame].y();
		Out[Frame].y() += (std::max)(0.0, (std::min)(Ground, Wanted[Frame].y()) - Height);
	}
	return Out;
}

std::vector<double> SmoothDrops(std::span<const double> Drops, double Rate)
{
	const auto Reach = static_cast<std::ptrdiff_t>(std::lround(Rate / 8.0));
	const auto Last = static_cast<std::ptrdiff_t>(Drops.size()) - 1;
	std::vector<double> Needed(Drops.size()), Out(Drops.size());
	for (std::ptrdiff_t Frame = 0; Frame <= Last; ++Frame)
	{
		const auto Begin = Drops.begin() + (std::max)(Frame - Reach, std::ptrdiff_t{0});
		Needed[static_cast<size_t>(Frame)] =
			*std::max_element(Begin, Drops.begin() + (std::min)(Frame + Reach, Last) + 1);
	}
	for (std::ptrdiff_t Frame = 0; Frame <= Last; ++Frame)
	{
		double Sum = 0.0;
		for (std::ptrdiff_t Near = Frame - Reach; Near <= Frame + Reach; ++Near)
		{
			Sum += Needed[static_cast<size_t>(std::clamp(Near, std::ptrdiff_t{0}, Last))];
		}
		Out[static_cast<size_t>(Frame)] = Sum / static_cast<double>(2 * Reach + 1);
	}
	return Out;
}

FLegTurns BendLeg(const Eigen::Vector3d& Hip, const Eigen::Vector3d& Knee, const Eigen::Vector3d& Ankle,
	const Eigen::Vector3d& Goal, const Eigen::Vector3d& Ahead)
{
	const double Upper = (Knee - Hip).norm(), Lower = (Ankle - Knee).norm();
	if (!(Upper > 0.0) || !(Lower > 0.0))
	{
		return {Eigen::Quaterniond::Identity(), Eigen::Quaterniond::Identity()};
	}
	// A leg is never quite straight, so that its plane is known in the next frame too.
	const double Wanted =
		std::clamp((Goal - Hip).norm(), std::abs(Upper - Lower) + 1e-6 * Upper, 0.9999 * (Upper + Lower));
	const Eigen::Vector3d ToHip = (Hip - Knee) / Upper, ToAnkle = (Ankle - Knee) / Lower;
	Eigen::Vector3d Axis = ToHip.cross(ToAnkle);
	if (Axis.norm() < 1e-4)
	{
		Axis = (Ankle - Hip).cross(Ahead); // a straight leg bends with its knee ahead
		Axis = Axis.norm() > 0.0 ? Axis : Eigen::Vector3d(Eigen::Vector3d::UnitX());
	}
	Axis.normalize();
	const double Now = std::atan2(ToHip.cross(ToAnkle).norm(), ToHip.dot(ToAnkle));
	const double Then =
		std::acos(std::clamp((Upper * Upper + Lower * Lower - Wanted * Wanted) / (2.0 * Upper * Lower), -1.0, 1.0));
	const Eigen::Quaterniond Bend(Eigen::AngleAxisd(Then - Now, Axis));
	const Eigen::Vector3d Bent = Knee + Bend * (Ankle - Knee);
	const Eigen::Vector3d Aim = Goal - Hip;
	const Eigen::Quaterniond Swing = Aim.norm() > 0.0 ? Eigen::Quaterniond::FromTwoVectors(Bent - Hip, Aim)
													  : Eigen::Quaterniond(Eigen::Quaterniond::Identity());
	return {Swing, Swing * Bend};
}

} // namespace Exemplar
