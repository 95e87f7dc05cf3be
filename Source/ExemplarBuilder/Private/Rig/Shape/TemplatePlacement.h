// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenMap.h"
#include "Rig/Shape/CurvePath.h"
#include "Rig/Shape/TemplateMatch.h"

namespace Exemplar
{

/** The template's pose in the body: p = Scale R t + Shift. */
struct FTemplatePose
{
	Eigen::Matrix3d Rotation = Eigen::Matrix3d::Identity();
	double Scale = 1.0;
	double Residual = 0.0; // RMS, as a share of the size
	FDouble3 Turn(const FDouble3& Vector) const { return ToDouble3(Scale * (Rotation * AsVector(Vector))); }
};

/** A template with ends for its leaves, placed in a tree. */
class FTemplatePlacement
{
public:
	FTemplatePlacement(
		const FShapeTemplate& InTemplate, const FCurveSkeleton& InTree, const std::vector<uint32_t>& NodeOfLeaf);

	/** How far the limbs bend to the same side as the template's, from -1 to 1: what tells a body's front from its
	 * back. */
	double BendAgreement() const;

	const FShapeTemplate& Template;
	const FCurveSkeleton& Tree;
	std::vector<size_t> Mirror;
	std::vector<std::vector<size_t>> Children;
	std::vector<uint32_t> NodeOf; // of anchors: ends and branching joints
	std::vector<FDouble3> Places;
	std::vector<bool> bPresent, bPlaced;
	size_t Root = 0; // the first joint with several branches
	FTemplatePose Pose;

private:
	const FDouble3& At(size_t Joint) const { return Template.Joints[Joint].Position; }

	/** Any end behind a joint: the one on the longest template path. */
	uint32_t EndBehind(size_t Joint) const;

	/** Two branches of a joint that are each other's mirror images, or else the first two. */
	std::pair<size_t, size_t> PairBelow(size_t Joint) const;

	void Anchor(size_t Joint, uint32_t Node);

	void PlaceAnchors();

	size_t CountBelow(size_t Joint) const;

	double LengthBehind(size_t Joint) const;

	/** A root between two branches lies on the path between their ends, by its share of the length. */
	void PlaceRootOnPath();

	/** The pose that takes the template's joints to their places, by a weight per joint. */
	template <typename TWeight>
	FTemplatePose FitPlaced(const TWeight& Weight) const;

	/** How the template lies in the body, by its anchors; the trunk counts most. */
	void FitAnchors();

	FTemplatePose PoseOfAll() const;

	void PlaceChains();

	/** A chain of joints on one side of the body, from the trunk to an end. */
	struct FLimb
	{
		std::vector<size_t> Chain;
		FCurvePath Path;
		std::vector<double> Arcs; // by proportion
		size_t Base = 0;          // in Chain: where the limb's own bones begin
	};

	/** The joints between two anchors, both included in Chain; those of limbs only up to the base. */
	void PlaceChain(const std::vector<size_t>& Chain, std::vector<FLimb>& Limbs);

	/**
	 * The joint at which a limb begins, such as a shoulder: on the axis of the bone behind it, which is straight, next
	 * to where the template has it. The curve itself turns into the trunk there. Arcs behind it are measured from it.
	 */
	size_t PlaceLimbBase(const std::vector<size_t>& Chain, const FCurvePath& Path, std::vector<double>& Arcs);

	/** How far around a joint of a limb its bend is looked for, and over which lengths it is measured. */
	struct FBendWindow
	{
		double Width = 0.0, Reach = 0.0;
	};
	static FBendWindow WindowOf(const FLimb& Limb, size_t Index);

	/**
	 * The joints behind the base by their share of the length, moved to a bend close by: the same share on both sides,
	 * because bones are equally long there. A limb bends where the axes of its bones meet, outside of its curve. The
	 * last joint stays: hands and feet bend anywhere.
	 */
	void PlaceInner(const FLimb& Limb, const FLimb& Other);

	/** Where the axes of the bones before and behind a bend meet; on the curve where that is far from it. */
	FDouble3 MeetAxes(const FLimb& Limb, size_t Index, double Arc, double Reach) const;

	void Put(size_t Joint, const FDouble3& Place);

	size_t BestCount = 0;
};

} // namespace Exemplar
