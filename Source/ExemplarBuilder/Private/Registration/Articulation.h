// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/RigidMotion.h"
#include "Model/Rig.h"
#include "Registration/TemplateModel.h"

namespace Exemplar
{

/** A rigid part of the template, for the search of its pose. */
struct FBodyPart
{
	int32_t Parent = -1;
	std::vector<int32_t> Children;
	Eigen::Vector3d Joint{0.0, 0.0, 0.0}; // with the parent, at rest
	Eigen::Vector3d Centroid{0.0, 0.0, 0.0};
	Eigen::Vector3d Axis{0.0, 1.0, 0.0}; // from the joint to the centroid
	double Area = 0.0;                   // share of the template's
	int Depth = 0;
	std::vector<Eigen::Vector3d> Samples, Normals;

	/** Rotations against the parent to try besides those of the search; empty: bends about axes across the part. */
	std::vector<Eigen::Matrix3d> Rotations;
};

/** The template as a tree of rigid parts. Parts are ordered parents first; the first one is the root. */
struct FArticulation
{
	std::vector<FBodyPart> Parts;
	std::vector<int32_t> PartOf; // of every vertex
	FRigWeights Weights;         // of every vertex, over parts
	double TrunkArea = 0.025;    // parts above this share, near the root, are searched together
	int TrunkDepth = 2;
	bool bRig = false; // from examples, with Rotations that they showed
};

/** Cuts the template by slices of equal distance from its middle: a tree that bends wherever a limb can. */
FArticulation CutPseudoRig(const FTemplateModel& Model);

/** The parts of a rig over the template's points. Good are the poses whose rotations to offer. */
FArticulation ArticulateRig(const FTemplateModel& Model, const FRig& Rig, std::span<const uint32_t> Good);

/** The template moved by the parts' motions. */
std::vector<FDouble3> PoseArticulation(
	const FTemplateModel& Model, const FArticulation& Articulation, std::span<const FRigidMotion> Motions);

/** Fills areas, centroids, axes, samples and depths from PartOf, parents and joints. */
void FinishParts(const FTemplateModel& Model, FArticulation& Articulation);

} // namespace Exemplar
