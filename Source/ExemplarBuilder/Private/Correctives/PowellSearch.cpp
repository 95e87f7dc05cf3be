// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/PowellSearch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{

namespace PowellSearchDetail
{

constexpr double Golden = 1.618033988749895;
constexpr double GoldenShare = 0.3819660112501051;
constexpr int MaxExpansions = 20;
constexpr int MaxBrentSteps = 100;

FDouble3 Along(const FDouble3& Point, const FDouble3& Direction, double Place)
{
	return {Point.X + Place * Direction.X, Point.Y + Place * Direction.Y, Point.Z + Place * Direction.Z};
}

FDouble3 Difference(const FDouble3& A, const FDouble3& B)
{
	return {A.X - B.X, A.Y - B.Y, A.Z - B.Z};
}

double Length(const FDouble3& V)
{
	return std::sqrt(V.X * V.X + V.Y * V.Y + V.Z * V.Z);
}

} // namespace PowellSearchDetail

FPowellSearch::FPowellSearch(const FDouble3& Start, const FPowellOptions& InOptions)
	: Options(InOptions)
	, Point(Start)
	, Trial(Start)
{
}

void FPowellSearch::Tell(double Value)
{
	++EvaluationCount;
	// A deformer that cannot answer is a wall.
	const double Known = std::isfinite(Value) ? Value : (std::numeric_limits<double>::max)();
	switch (Phase)
	{
	case EPhase::First:
		PointValue = Known;
		if (PointValue <= Options.GoodValue)
		{
			Ended = ESearchEnd::Reached;
			return;
		}
		StartRound();
		return;
	case EPhase::BracketNear:
		TellBracketNear(Known);
		return;
	case EPhase::Bracket:
		TellBracket(Known);
		return;
	case EPhase::Brent:
		TellBrent(Known);
		return;
	case EPhase::Extrapolate:
		TellExtrapolated(Known);
		return;
	}
}

void FPowellSearch::StartRound()
{
	RoundStart = Point;
	RoundStartValue = PointValue;
	LargestDrop = 0.0;
	LargestLine = 0;
	LineIndex = 0;
	bExtraLine = false;
	StartLine(Directions[0]);
}

void FPowellSearch::StartLine(const FDouble3& Direction)
{
	Line = Direction;
	Expansions = 0;
	A = {0.0, PointValue};
	Phase = EPhase::BracketNear;
	AskOnLine(Options.FirstStep);
}

void FPowellSearch::AskOnLine(double Place)
{
	using namespace PowellSearchDetail;
	Asked = Place;
	Trial = Along(Point, Line, Place);
}

void FPowellSearch::TellBracketNear(double Value)
{
	using namespace PowellSearchDetail;
	B = {Asked, Value};
	if (B.Value > A.Value)
	{
		std::swap(A, B); // downhill is from A to B
	}
	Phase = EPhase::Bracket;
	AskOnLine(B.Place + Golden * (B.Place - A.Place));
}

void FPowellSearch::TellBracket(double Value)
{
	using namespace PowellSearchDetail;
	C = {Asked, Value};
	const bool bTooFar = std::abs(C.Place) >= Options.LongestStep || ++Expansions >= MaxExpansions;
	if (C.Value > B.Value || bTooFar)
	{
		StartBrent();
		return;
	}
	GrowBracket();
}

void FPowellSearch::GrowBracket()
{
	using namespace PowellSearchDetail;
	// The parabola through the three points, or the golden ratio where it has no minimum ahead within a hundred steps.
	const double R = (B.Place - A.Place) * (B.Value - C.Value);
	const double Q = (B.Place - C.Place) * (B.Value - A.Value);
	const double Denominator = 2.0 * std::copysign((std::max)(std::abs(Q - R), 1e-30), Q - R);
	const double Parabola = B.Place - ((B.Place - C.Place) * Q - (B.Place - A.Place) * R) / Denominator;
	const double Limit = C.Place + 100.0 * (C.Place - B.Place);
	const bool bAhead = (Parabola - C.Place) * (Limit - Parabola) > 0.0;
	double Next = bAhead ? Parabola : C.Place + Golden * (C.Place - B.Place);
	Next = std::clamp(Next, -Options.LongestStep, Options.LongestStep);
	A = B;
	B = C;
	AskOnLine(Next);
}

void FPowellSearch::StartBrent()
{
	Low = (std::min)(A.Place, C.Place);
	High = (std::max)(A.Place, C.Place);
	BestOnLine = B.Value <= C.Value ? B : C;
	Second = A.Value < C.Value ? A : (B.Value <= C.Value ? C : B);
	Third = A.Value < C.Value ? (B.Value <= C.Value ? C : B) : A;
	Move = MoveBefore = High - Low;
	Steps = 0;
	Phase = EPhase::Brent;
	NextBrent();
}

void FPowellSearch::NextBrent()
{
	using namespace PowellSearchDetail;
	const double Middle = 0.5 * (Low + High);
	const double Tolerance = Options.LineTolerance * std::abs(BestOnLine.Place) + 1e-12 * Options.LongestStep;
	if (Steps++ >= MaxBrentSteps || std::abs(BestOnLine.Place - Middle) <= 2.0 * Tolerance - 0.5 * (High - Low))
	{
		EndLine();
		return;
	}
	const double X = BestOnLine.Place;
	bool bParabola = false;
	if (std::abs(MoveBefore) > Tolerance)
	{
		const double R = (X - Second.Place) * (BestOnLine.Value - Third.Value);
		double Q = (X - Third.Place) * (BestOnLine.Value - Second.Value);
		double P = (X - Third.Place) * Q - (X - Second.Place) * R;
		Q = 2.0 * (Q - R);
		P = Q > 0.0 ? -P : P;
		Q = std::abs(Q);
		// Inside the interval, and less than half the move before last.
		bParabola = std::abs(P) < std::abs(0.5 * Q * MoveBefore) && P > Q * (Low - X) && P < Q * (High - X);
		if (bParabola)
		{
			MoveBefore = Move;
			Move = P / Q;
			if (X + Move - Low < 2.0 * Tolerance || High - X - Move < 2.0 * Tolerance)
			{
				Move = std::copysign(Tolerance, Middle - X);
			}
		}
	}
	if (!bParabola)
	{
		MoveBefore = X >= Middle ? Low - X : High - X;
		Move = GoldenShare * MoveBefore;
	}
	AskOnLine(X + (std::abs(Move) >= Tolerance ? Move : std::copysign(Tolerance, Move)));
}

void FPowellSearch::TellBrent(double Value)
{
	const FSample New{Asked, Value};
	if (New.Value <= BestOnLine.Value)
	{
		(New.Place >= BestOnLine.Place ? Low : High) = BestOnLine.Place;
		Third = Second;
		Second = BestOnLine;
		BestOnLine = New;
	}
	else
	{
		(New.Place < BestOnLine.Place ? Low : High) = New.Place;
		if (New.Value <= Second.Value || Second.Place == BestOnLine.Place)
		{
			Third = Second;
			Second = New;
		}
		else if (New.Value <= Third.Value || Third.Place == BestOnLine.Place || Third.Place == Second.Place)
		{
			Third = New;
		}
	}
	NextBrent();
}

void FPowellSearch::EndLine()
{
	using namespace PowellSearchDetail;
	// A gain below the noise of the value is none, so that a flat direction keeps its place.
	const double Noise = 4.0 * std::numeric_limits<double>::epsilon() * PointValue;
	const double Drop = PointValue - BestOnLine.Value;
	if (Drop > Noise)
	{
		Point = Along(Point, Line, BestOnLine.Place);
		PointValue = BestOnLine.Value;
	}
	if (bExtraLine)
	{
		Directions[size_t(LargestLine)] = Directions[2];
		Directions[2] = Line;
		StartRound();
		return;
	}
	if (Drop > LargestDrop)
	{
		LargestDrop = Drop;
		LargestLine = LineIndex;
	}
	if (++LineIndex < 3)
	{
		StartLine(Directions[size_t(LineIndex)]);
		return;
	}
	EndRound();
}

void FPowellSearch::EndRound()
{
	using namespace PowellSearchDetail;
	++RoundCount;
	if (PointValue <= Options.GoodValue)
	{
		Ended = ESearchEnd::Reached;
		return;
	}
	if (2.0 * (RoundStartValue - PointValue) <= Options.RelativeGain * (RoundStartValue + PointValue))
	{
		Ended = ESearchEnd::Stagnated;
		return;
	}
	if (RoundCount >= Options.MaxRounds)
	{
		Ended = ESearchEnd::Stopped;
		return;
	}
	Phase = EPhase::Extrapolate;
	Trial = Along(Point, Difference(Point, RoundStart), 1.0);
}

void FPowellSearch::TellExtrapolated(double Value)
{
	using namespace PowellSearchDetail;
	const double Before = RoundStartValue, Now = PointValue;
	const double Gain = Before - Now - LargestDrop;
	const double Rest = Before - Value;
	// A direction is replaced only if the average direction still descends, and the largest drop does not explain it.
	const bool bReplace =
		Value < Before && 2.0 * (Before - 2.0 * Now + Value) * Gain * Gain < LargestDrop * Rest * Rest;
	const FDouble3 Average = Difference(Point, RoundStart);
	const double Size = Length(Average);
	if (!bReplace || Size == 0.0)
	{
		StartRound();
		return;
	}
	bExtraLine = true;
	StartLine({Average.X / Size, Average.Y / Size, Average.Z / Size});
}

} // namespace Exemplar
