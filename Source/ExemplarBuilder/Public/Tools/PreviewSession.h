// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Examples/ExampleSet.h"
#include "Preview/CorrectivePreview.h"

namespace Exemplar
{

/** What the colors of the surface say. */
enum class EPreviewHeat : uint8_t
{
	None,
	Displacement, // what correctives do, meters
	Error         // distance from the example that is nearest to the pose, meters
};

/** What is shown: hold to compare. */
enum class EPreviewShown : uint8_t
{
	Corrected,
	Base, // without correctives
	Example
};

/** A joint that was turned by hand: its rotation against its parent, relative to rest and in its own rest frame. */
struct FPreviewTurn
{
	uint32_t Joint = 0;
	FRotation Rotation;
	bool operator==(const FPreviewTurn&) const = default;
};

/** Everything that an edit of a session changes, and undo brings back. */
struct FPreviewState
{
	uint32_t From = NoIndex, To = NoIndex; // frames of the first clip; NoIndex: rest
	float Fraction = 0.0f;                 // of the way between them
	std::vector<FPreviewTurn> Turns;       // by joint
	std::vector<float> Strengths;          // by corrective
	std::vector<uint8_t> Muted;
	size_t Level = 0;
	EPreviewHeat Heat = EPreviewHeat::None;
	bool operator==(const FPreviewState&) const = default;
};

/**
 * An editing session of a character and its examples, without a window: what a person can change, with undo and redo,
 * and what is shown then. An asset editor forwards its input to this class and draws what it returns.
 */
class EXEMPLARBUILDER_API FPreviewSession
{
public:
	/** Examples may be null; then there is no error to show. Frame k of the first clip is example k. */
	static TResult<FPreviewSession> Make(const FCharacter& Character, const FExampleSet* Examples = nullptr);

	const FPreviewState& GetState() const { return State; }

	// Edits. Each is one step of undo; what is out of range is refused, and changes nothing.
	FStatus GoToFrame(uint32_t Frame);                              // without turns; NoIndex: rest
	FStatus SetBetween(uint32_t From, uint32_t To, float Fraction); // from -0.2 to 1.2
	FStatus TurnJoint(uint32_t Joint, const FRotation& Rotation);   // held to the joint's limits
	FStatus SetStrength(size_t Row, float Strength);                // from 0 to 2
	FStatus SetMuted(size_t Row, bool bMuted);
	FStatus SetLevel(size_t Level);
	void SetHeat(EPreviewHeat Heat);

	/** Edits until EndDrag are one step. */
	void BeginDrag();
	void EndDrag();

	bool CanUndo() const { return !Done.empty(); }
	bool CanRedo() const { return !Undone.empty(); }
	bool Undo();
	bool Redo();

	/** While a button is held; not an edit. NoIndex: none. */
	void HoldSolo(uint32_t Row) { Solo = Row; }

	/** Poses what the state says. */
	FStatus Update(IExecutor& Executor);

	/** Rows with their weights in the pose that is shown. */
	std::span<const FPreviewRow> GetRows() const { return Preview.GetRows(); }
	std::span<const FBoneTransform> GetPose() const { return Preview.GetPose(); }

	/** Vertices of the level; of the example on the finest level alone, and empty elsewhere. */
	std::span<const FFloat3> GetVertices(EPreviewShown Shown) const;

	/** Of the vertices, as the mode says; empty where there is nothing to say. */
	const std::vector<float>& GetHeat() const { return Heat; }

	/** The example whose pose is nearest, by the rotations of the joints; NoIndex without examples. */
	uint32_t GetNearestExample() const { return Nearest; }

	/** Of what is shown, against the nearest example. */
	const FPreviewError& GetError() const { return Error; }

private:
	void Edit(FPreviewState Next);
	std::vector<FBoneTransform> FrameOf(uint32_t Frame) const;
	uint32_t FindNearest(std::span<const FBoneTransform> Local) const;

	std::optional<FCharacter> Character;
	FCorrectivePreview Preview;
	FPreviewState State;
	std::vector<FPreviewState> Done, Undone;
	std::optional<FPreviewState> BeforeDrag;
	uint32_t Solo = NoIndex;
	size_t PosedLevel = 0;
	std::vector<std::vector<FBoneTransform>> Frames;   // of the examples
	std::vector<std::vector<FFloat3>> ExampleVertices; // of the finest level
	std::vector<float> Heat;
	FPreviewError Error;
	uint32_t Nearest = NoIndex;
};

/** The rotation nearest to Rotation, in twist and swing, that a limit allows. */
EXEMPLARBUILDER_API FRotation HoldToLimit(const FRotation& Rotation, const FJointLimit& Limit);

} // namespace Exemplar
