// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Model/Rig.h"
#include "Registration/Scans.h"

namespace Exemplar
{

struct FRegistrationOptions
{
	/** Rounds of the loop with the rig: each one fits a rig to the good poses and searches every pose again with it.
	 * From 0 to 8. */
	int RigRounds = 2;

	/** Bones of the rig in the loop. From 4 to 200. */
	int RigBones = 24;

	/** Put points that no scan shows where the rig takes them. */
	bool bFillHoles = true;

	/** Return poses that failed, too. Otherwise they are left out, with a sentence. */
	bool bKeepFailed = false;

	/** Units of the template per unit of the scans: 0.001 for scans in millimeters of a template in meters. */
	double ScanScale = 1.0;
};

/** How much of a point's place in a pose was seen. */
enum class EPointState : uint8_t
{
	Observed, // a scan surface lies there
	Bridged,  // next to observed points
	Invented  // nothing was seen: the graph, the rig and the rest shape decide
};

enum class EVerdict : uint8_t
{
	Good,
	Doubtful, // usable, but worse than its neighbors: look at it
	Failed    // must not be learned from
};

/** One scan's registration. Lengths are in % of the template's diagonal. */
struct FRegisteredPose
{
	std::string Name;
	EVerdict Verdict = EVerdict::Failed;
	bool bUsed = false;   // it is one of FRegisteredExamples::Examples
	std::string Sentence; // what is wrong and what to do about it; empty if good
	std::vector<std::string> Notes;

	std::vector<FDouble3> Positions; // of the template's vertices, in the template's units
	std::vector<float> Confidence;   // 0 to 1
	std::vector<EPointState> States;

	double Score = 0.0;            // without truth: 0 is perfect, above 0.85 is a failure
	double TemplateDistance = 0.0; // mean distance of observed points to the scan
	double ScanDistance = 0.0;     // mean distance of the scan to the registered template
	double Coverage = 0.0;         // share of the scan that the template explains
	double Observed = 0.0;         // shares of the template's area
	double Invented = 0.0;
	double NormalAgreement = 0.0; // mean cosine over observed points
	double Stretch = 0.0;         // mean |log| of edge lengths over their rest lengths
	double WorstStretch = 1.0;    // the largest factor by which an edge grew or shrank
	size_t Flips = 0;             // triangles that are turned over
	size_t SelfIntersections = 0; // pairs of triangles that cross and did not at rest
	double RigAgreement = 0.0;    // RMS distance from the rig of the loop; 0 without it
	int Round = 0;                // the round of the loop that this pose was accepted in
};

struct FRegisteredExamples
{
	/** The template as rest, and the poses that did not fail. */
	FSourceExamples Examples;

	std::vector<FRegisteredPose> Poses; // all of them, in the order of the scans
	std::vector<FStageFigures> Figures;
	std::vector<std::string> Notes; // about the set: pieces that no scan shows
};

/**
 * Brings a template into correspondence with scans that have vertices, noise and holes of their own (see
 * Docs/Registration.md).
 * A pose is searched with a pseudo-rig cut out of the template, fitted with a deformation graph, and searched again
 * with the rig that the good poses show. Fails if an input cannot be used; a scan that cannot be registered is not an
 * error but a verdict. The same bytes for any number of threads.
 */
EXEMPLARBUILDER_API TResult<FRegisteredExamples> RegisterScans(const FScanSet& Scans, const FTemplate& Template,
	const FRegistrationOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
