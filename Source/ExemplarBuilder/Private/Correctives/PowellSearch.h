// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <array>

namespace Exemplar
{

/** When a search ends. Lengths are in the units of the points that it moves. */
struct FPowellOptions
{
	double FirstStep = 1.0;      // of a line search
	double LongestStep = 10.0;   // a line is followed no farther: a flat direction must not carry the point away
	double GoodValue = 1e-20;    // a value this small is the minimum
	double RelativeGain = 1e-8;  // a round that gains less than this share of the value is the last
	double LineTolerance = 1e-8; // of the minimum on a line, relative to its place
	int MaxRounds = 30;
};

enum class ESearchEnd : uint8_t
{
	Running,
	Reached,   // the value is at most GoodValue
	Stagnated, // a round gained too little
	Stopped    // MaxRounds
};

/**
 * Powell's direction-set method in three dimensions (Powell 1964; Brent 1973 for the line): minimizes a function of
 * which only values are known. It asks for values instead of calling a function, so that many searches run in step and
 * share one call of a deformer that moves a whole mesh:
 *
 *     while (Search.End() == ESearchEnd::Running) { Search.Tell(f(Search.Ask())); }
 *
 * The value never rises from round to round, and a search does not depend on what runs beside it.
 */
class FPowellSearch
{
public:
	FPowellSearch(const FDouble3& Start, const FPowellOptions& InOptions);

	/** The point whose value is wanted. */
	FDouble3 Ask() const { return Trial; }
	void Tell(double Value);

	ESearchEnd End() const { return Ended; }
	const FDouble3& Best() const { return Point; }
	double BestValue() const { return PointValue; }
	int Rounds() const { return RoundCount; }
	int Evaluations() const { return EvaluationCount; }

private:
	enum class EPhase : uint8_t
	{
		First,       // the value of the start
		BracketNear, // the second point of the bracket
		Bracket,     // going downhill until the value rises
		Brent,
		Extrapolate // the point as far beyond this round's end as its start is before it
	};

	struct FSample
	{
		double Place = 0.0;
		double Value = 0.0;
	};

	void TellBracketNear(double Value);
	void TellBracket(double Value);
	void TellBrent(double Value);
	void TellExtrapolated(double Value);
	void StartRound();
	void StartLine(const FDouble3& Direction);
	void GrowBracket();
	void StartBrent();
	void NextBrent();
	void EndLine();
	void EndRound();
	void AskOnLine(double Place);

	FPowellOptions Options;
	std::array<FDouble3, 3> Directions{FDouble3{1.0, 0.0, 0.0}, FDouble3{0.0, 1.0, 0.0}, FDouble3{0.0, 0.0, 1.0}};
	FDouble3 Point, Trial;
	double PointValue = 0.0;
	EPhase Phase = EPhase::First;
	ESearchEnd Ended = ESearchEnd::Running;
	int RoundCount = 0, EvaluationCount = 0;

	// This round.
	FDouble3 RoundStart;
	double RoundStartValue = 0.0, LargestDrop = 0.0;
	int LineIndex = 0, LargestLine = 0;
	bool bExtraLine = false;

	// This line.
	FDouble3 Line;
	double Asked = 0.0;
	int Expansions = 0, Steps = 0;
	FSample A, B, C;                   // the bracket: B is below A and C
	double Low = 0.0, High = 0.0;      // Brent's interval
	FSample BestOnLine, Second, Third; // its three lowest points
	double Move = 0.0, MoveBefore = 0.0;
};

} // namespace Exemplar
