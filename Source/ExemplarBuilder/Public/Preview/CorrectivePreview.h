// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Preview/PosedLevel.h"

#include <optional>
#include <string>

namespace Exemplar
{

/** A row of the list that a designer sees beside the viewport. */
struct FPreviewRow
{
	std::string Name;
	bool bLearned = false;
	bool bEnabled = true;  // in the character
	bool bMuted = false;   // here
	float Strength = 1.0f; // here, times the character's own
	float Weight = 0.0f;   // in the pose that is shown: of several shapes the largest
};

/** How far what is shown is from an example. */
struct FPreviewError
{
	std::vector<float> Distances; // of the level's vertices, meters
	double Rms = 0.0, Max = 0.0;  // meters
};

/**
 * The state of an editing session, without a window: a character in a pose, with and without its correctives. The
 * command line draws it, and an editor shows it. Nothing here changes the character.
 */
class EXEMPLARBUILDER_API FCorrectivePreview
{
public:
	/** Without an operator the character's own. */
	static TResult<FCorrectivePreview> Make(
		const FCharacter& Character, std::optional<ESkinOperator> Operator = {}, size_t Level = 0);

	/** Local transforms of all joints. */
	void SetPose(std::span<const FBoneTransform> InLocal);

	/** The pose that is Fraction of the way from A to B; below 0 and above 1 it goes on beyond them. */
	void SetBetween(std::span<const FBoneTransform> A, std::span<const FBoneTransform> B, float Fraction);

	std::span<const FBoneTransform> GetPose() const { return Local; }

	/** Rows are the character's correctives, in its order. Weights are those of the last update. */
	std::span<const FPreviewRow> GetRows() const { return Rows; }
	void SetStrength(size_t Row, float Strength);
	void SetMuted(size_t Row, bool bMuted);

	/** Shows this corrective alone; NoIndex shows all that are not muted. */
	void SetSolo(uint32_t Row);

	/** Poses the level again, with correctives and without. */
	FStatus Update(IExecutor& Executor);

	/** Vertices of the level after the last update. */
	std::span<const FFloat3> GetBase() const { return Base; }
	std::span<const FFloat3> GetShown() const { return Shown; }

	/** The heat map of what correctives do: distances between base and shown, meters. */
	std::vector<float> MeasureDisplacements() const;

	/** Against an example's vertices in the level's order; empty Distances where the counts differ. */
	FPreviewError MeasureError(std::span<const FFloat3> Example, bool bCorrected = true) const;

private:
	FPosedLevel Posed;
	std::vector<FBoneTransform> Local;
	std::vector<FPreviewRow> Rows;
	std::vector<std::pair<uint32_t, uint32_t>> Shapes; // of rows: first and count
	uint32_t Solo = NoIndex;
	std::vector<FFloat3> Base, Shown;
};

} // namespace Exemplar
