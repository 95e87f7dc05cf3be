// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Geometry/Affine3d.h"
#include "Model/Rig.h"
#include "Skin/Skin.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace Exemplar
{

/**
 * A skinning operator, or a whole stack of deformers, in one pose: rest points in, posed points out, all points at
 * once, because a host such as Maya answers for a whole mesh per call. Point i of a call is point i of the skin,
 * wherever it stands; where the others stand must not matter (FindCoupledPoints).
 */
class IDeformation
{
public:
	virtual ~IDeformation() = default;
	virtual size_t PointCount() const = 0;
	virtual void Deform(std::span<const FDouble3> Rest, std::span<FDouble3> Posed) const = 0;
	/** Per point the affine map from rest to pose if the operator is affine and known; empty for a black box. */
	virtual std::span<const FAffine3d> GetMaps() const { return {}; }
};

/**
 * Operators of which the map of a point does not depend on where it stands, because weights stay with the point: all of
 * skinning. Linear blending, dual quaternions and mixtures of the two are made here.
 */
class FAffineDeformation final : public IDeformation
{
public:
	explicit FAffineDeformation(std::vector<FAffine3d> InMaps)
		: Maps(std::make_shared<const std::vector<FAffine3d>>(std::move(InMaps)))
	{
	}
	size_t PointCount() const override { return Maps->size(); }
	void Deform(std::span<const FDouble3> Rest, std::span<FDouble3> Posed) const override;
	std::span<const FAffine3d> GetMaps() const override { return *Maps; }

private:
	std::shared_ptr<const std::vector<FAffine3d>> Maps; // copies share them: a large mesh has megabytes per pose
};

/** Linear blending: sum_j w_j T_j. Palette holds the motions of the bones from rest to the pose. */
FAffineDeformation MakeBlendDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette);

/**
 * An animation-space skin. A point that stands where the skin put it goes where its animation vector says; how far it
 * stands off is carried by the blend weights. The W of the animation vector would not do: equal skins may have any W.
 */
FAffineDeformation MakeAnimationSpaceDeformation(const FSkin& Skin, std::span<const FAffine3d> Palette);

/**
 * Dual quaternion blending of rigid motions (Kavan et al. 2008). Parents, where given, decide signs: a bone is on its
 * parent's side; otherwise a bone is on the side of the first bone of each point.
 */
FAffineDeformation MakeDualQuaternionDeformation(
	const FRigWeights& Weights, std::span<const FAffine3d> Palette, std::span<const int32_t> Parents);

/** Per point (1 - Share) of A and Share of B: bent and twisted parts of a body want different operators. */
FAffineDeformation MixDeformations(
	const FAffineDeformation& A, const FAffineDeformation& B, std::span<const double> Shares);

/** A deformer of posed points: a lattice, a bulge, any function. */
using FDeformationLayer = std::function<void(std::span<FDouble3> Points)>;

/** A stack: layers before the base move rest points, layers after it move posed points. To a solver it is a black box.
 */
class FLayeredDeformation final : public IDeformation
{
public:
	FLayeredDeformation(std::shared_ptr<const IDeformation> InBase, std::vector<FDeformationLayer> InBefore,
		std::vector<FDeformationLayer> InAfter)
		: Base(std::move(InBase))
		, Before(std::move(InBefore))
		, After(std::move(InAfter))
	{
	}
	size_t PointCount() const override { return Base->PointCount(); }
	void Deform(std::span<const FDouble3> Rest, std::span<FDouble3> Posed) const override;

private:
	std::shared_ptr<const IDeformation> Base;
	std::vector<FDeformationLayer> Before, After;
};

/**
 * Points that move although only others were moved: the operator couples points (smoothing, for example), and no
 * inverse that treats points one by one is right. Every eighth point is moved by Step in each of eight calls; at most
 * one call moves a given point. Ascending; empty if points are independent.
 */
std::vector<uint32_t> FindCoupledPoints(const IDeformation& Deformation, std::span<const FDouble3> Rest, double Step);

} // namespace Exemplar
