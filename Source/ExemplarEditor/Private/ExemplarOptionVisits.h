// Copyright (c) 2026 Exemplar contributors. MIT license.

// Written by Scripts/editor_options.py; do not edit.
// clang-format off

#pragma once

#include "ExemplarBuildOptions.h"

namespace Exemplar
{

template <typename FOptions, typename FVisit>
void VisitExamplesOptions(FOptions& Options, FVisit& Visit)
{
	Visit("examples.name", Options.Examples.Name);
	Visit("examples.rest", Options.Examples.Rest);
	Visit("examples.rate", Options.Examples.Rate);
	Visit("examples.animations", Options.Examples.Animations);
	Visit("examples.frames", Options.Examples.Frames);
	Visit("examples.objects", Options.Examples.Objects);
	Visit("examples.weld", Options.Examples.Weld);
	Visit("examples.scale", Options.Examples.Scale);
	Visit("examples.up", Options.Examples.Up);
}

template <typename FOptions, typename FVisit>
void VisitRigOptions(FOptions& Options, FVisit& Visit)
{
	Visit("rig.bones", Options.Rig.Bones);
	Visit("rig.tolerance", Options.Rig.Tolerance);
	Visit("rig.minBones", Options.Rig.MinBones);
	Visit("rig.maxBones", Options.Rig.MaxBones);
	Visit("rig.lloydRounds", Options.Rig.LloydRounds);
	Visit("rig.influences", Options.Rig.Influences);
	Visit("rig.effort", Options.Rig.Effort);
	Visit("rig.proxy", Options.Rig.Proxy);
	Visit("rig.refine", Options.Rig.bRefine);
	Visit("rig.affine", Options.Rig.bAffine);
	Visit("rig.connected", Options.Rig.bConnected);
	Visit("rig.connectedRounds", Options.Rig.ConnectedRounds);
	Visit("rig.jointHold", Options.Rig.JointHold);
	Visit("rig.symmetric", Options.Rig.bSymmetric);
	Visit("rig.symmetryTolerance", Options.Rig.SymmetryTolerance);
	Visit("rig.candidateBones", Options.Rig.CandidateBones);
	Visit("rig.smoothness", Options.Rig.Smoothness);
	Visit("rig.power", Options.Rig.Power);
	Visit("rig.maxError", Options.Rig.MaxError);
	Visit("rig.moveCost", Options.Rig.MoveCost);
	Visit("rig.minWeight", Options.Rig.MinWeight);
	Visit("rig.refineRest", Options.Rig.bRefineRest);
	Visit("rig.dropDependent", Options.Rig.DropDependent);
	Visit("rig.unexplainedError", Options.Rig.UnexplainedError);
	Visit("rig.method", Options.Rig.Method);
	Visit("rig.template", Options.Rig.Template);
	Visit("rig.voxels", Options.Rig.Voxels);
	Visit("rig.segmentation", Options.Rig.Segmentation);
	Visit("rig.weights", Options.Rig.Weights);
	Visit("rig.labels", Options.Rig.Labels);
	Visit("rig.joints", Options.Rig.Joints);
	Visit("rig.forcedEdges", Options.Rig.ForcedEdges);
	Visit("rig.forbiddenEdges", Options.Rig.ForbiddenEdges);
	Visit("rig.skeleton", Options.Rig.Skeleton);
	Visit("rig.skeletonScale", Options.Rig.SkeletonScale);
	Visit("rig.extraBones", Options.Rig.ExtraBones);
	Visit("rig.orientation", Options.Rig.Orientation);
	Visit("rig.names", Options.Rig.Names);
	Visit("rig.root", Options.Rig.Root);
}

template <typename FOptions, typename FVisit>
void VisitSkinOptions(FOptions& Options, FVisit& Visit)
{
	Visit("skin.kind", Options.Skin.Kind);
	Visit("skin.operator", Options.Skin.Operator);
	Visit("skin.aim", Options.Skin.Aim);
	Visit("skin.exactRest", Options.Skin.bExactRest);
	Visit("skin.motions", Options.Skin.bMotions);
	Visit("skin.lambda", Options.Skin.Lambda);
	Visit("skin.delta", Options.Skin.Delta);
	Visit("skin.lambdas", Options.Skin.Lambdas);
	Visit("skin.deltas", Options.Skin.Deltas);
	Visit("skin.byBone", Options.Skin.bByBone);
	Visit("skin.folds", Options.Skin.Folds);
	Visit("skin.doubt", Options.Skin.Doubt);
	Visit("skin.candidateBones", Options.Skin.CandidateBones);
}

template <typename FOptions, typename FVisit>
void VisitCorrectivesOptions(FOptions& Options, FVisit& Visit)
{
	Visit("correctives.make", Options.Correctives.bMake);
	Visit("correctives.as", Options.Correctives.As);
	Visit("correctives.helpers", Options.Correctives.Helpers);
	Visit("correctives.form", Options.Correctives.Form);
	Visit("correctives.width", Options.Correctives.Width);
	Visit("correctives.ridge", Options.Correctives.Ridge);
	Visit("correctives.spread", Options.Correctives.Spread);
	Visit("correctives.pairWeight", Options.Correctives.PairWeight);
	Visit("correctives.mirror", Options.Correctives.bMirror);
	Visit("correctives.compression", Options.Correctives.Compression);
	Visit("correctives.radius", Options.Correctives.Radius);
	Visit("correctives.normalize", Options.Correctives.bNormalize);
	Visit("correctives.linearTail", Options.Correctives.bLinearTail);
}

template <typename FOptions, typename FVisit>
void VisitAtlasOptions(FOptions& Options, FVisit& Visit)
{
	Visit("atlas.make", Options.Atlas.Make);
	Visit("atlas.charts", Options.Atlas.Charts);
	Visit("atlas.maxStretch", Options.Atlas.MaxStretch);
	Visit("atlas.compactness", Options.Atlas.Compactness);
	Visit("atlas.allPoses", Options.Atlas.bAllPoses);
	Visit("atlas.size", Options.Atlas.Size);
	Visit("atlas.gutter", Options.Atlas.Gutter);
}

template <typename FOptions, typename FVisit>
void VisitClipOptions(FOptions& Options, FVisit& Visit)
{
	Visit("clip.name", Options.Clip.Name);
	Visit("clip.framesPerSecond", Options.Clip.FramesPerSecond);
	Visit("clip.limits", Options.Clip.bLimits);
	Visit("clip.limitMargin", Options.Clip.LimitMargin);
}

template <typename FOptions, typename FVisit>
void VisitLevelsOptions(FOptions& Options, FVisit& Visit)
{
	Visit("levels.count", Options.Levels.Count);
	Visit("levels.fractions", Options.Levels.Fractions);
	Visit("levels.errors", Options.Levels.Errors);
	Visit("levels.minTriangles", Options.Levels.MinTriangles);
	Visit("levels.poses", Options.Levels.Poses);
	Visit("levels.placement", Options.Levels.Placement);
	Visit("levels.ranking", Options.Levels.Ranking);
	Visit("levels.removeInfluences", Options.Levels.bRemoveInfluences);
	Visit("levels.influences", Options.Levels.Influences);
	Visit("levels.borderWeight", Options.Levels.BorderWeight);
	Visit("levels.refine", Options.Levels.bRefine);
	Visit("levels.geomorph", Options.Levels.bGeomorph);
}

template <typename FOptions, typename FVisit>
void VisitBakeOptions(FOptions& Options, FVisit& Visit)
{
	Visit("bake.keyTolerance", Options.Bake.KeyTolerance);
	Visit("bake.tangents", Options.Bake.bTangents);
	Visit("bake.tangentRule", Options.Bake.TangentRule);
	Visit("bake.rotationCenters", Options.Bake.bRotationCenters);
	Visit("bake.gauge", Options.Bake.bGauge);
}

template <typename FOptions, typename FVisit>
void VisitMapsOptions(FOptions& Options, FVisit& Visit)
{
	Visit("maps.normals", Options.Maps.Normals);
	Visit("maps.occlusion", Options.Maps.bOcclusion);
	Visit("maps.curvature", Options.Maps.bCurvature);
	Visit("maps.wrinkles", Options.Maps.bWrinkles);
	Visit("maps.colors", Options.Maps.bColors);
	Visit("maps.size", Options.Maps.Size);
	Visit("maps.poses", Options.Maps.Poses);
}

/** Visits every option: its name in the option table, and its property. */
template <typename FOptions, typename FVisit>
void VisitOptions(FOptions& Options, FVisit&& Visit)
{
	VisitExamplesOptions(Options, Visit);
	VisitRigOptions(Options, Visit);
	VisitSkinOptions(Options, Visit);
	VisitCorrectivesOptions(Options, Visit);
	VisitAtlasOptions(Options, Visit);
	VisitClipOptions(Options, Visit);
	VisitLevelsOptions(Options, Visit);
	VisitBakeOptions(Options, Visit);
	VisitMapsOptions(Options, Visit);
}

} // namespace Exemplar
