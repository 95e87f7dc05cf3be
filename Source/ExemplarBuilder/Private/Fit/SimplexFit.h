// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace Exemplar
{

/** Maximum influences per vertex: the working set of one solve is on the stack. */
constexpr int MaxInfluences = 64;

/** The bones that carry one vertex and their weights: positive, sum one. */
struct FSupport
{
	int Size = 0;
	std::array<int, MaxInfluences> Bones;
	std::array<double, MaxInfluences> Weights;

	int Find(int Bone) const
	{
		for (int Index = 0; Index < Size; ++Index)
		{
			if (Bones[static_cast<size_t>(Index)] == Bone)
			{
				return Index;
			}
		}
		return -1;
	}

	/** Takes out the entry at Index; the others share its weight in proportion. */
	void Remove(int Index)
	{
		for (size_t Next = static_cast<size_t>(Index) + 1; Next < static_cast<size_t>(Size); ++Next)
		{
			Bones[Next - 1] = Bones[Next];
			Weights[Next - 1] = Weights[Next];
		}
		--Size;
		double Sum = 0.0;
		for (size_t Each = 0; Each < static_cast<size_t>(Size); ++Each)
		{
			Weights[Each] = (std::max)(0.0, Weights[Each]);
			Sum += Weights[Each];
		}
		for (size_t Each = 0; Each < static_cast<size_t>(Size); ++Each)
		{
			Weights[Each] = Sum > 0.0 ? Weights[Each] / Sum : 1.0 / Size;
		}
	}

	/** The smallest weights leave until MaxSize are left. */
	void Truncate(int MaxSize)
	{
		while (Size > MaxSize)
		{
			Remove(static_cast<int>(std::min_element(Weights.begin(), Weights.begin() + Size) - Weights.begin()));
		}
	}
};

/** How hard the solver looks for the best subset of bones once the influence cap binds. */
enum class ESubsetSearch
{
	Keep,     // refit the given support, add bones while there is room, exchange nothing
	Exchange, // and exchange single bones while the residual falls
	Thorough  // and start also from the best single bone and from the uncapped optimum, pruned; keep the best
};

/**
 * min w' G w  subject to  w >= 0, sum w = 1, at most Cap of them positive.
 *
 * This is non-negative least squares in its homogeneous form: with the columns C_j = a_j - b of predictions minus
 * target and G = C'C the objective is the squared residual, and on a fixed support G y = 1, w = y / sum y, residual = 1
 * / sum y (Schaefer & Yuksel 2007, section 4; Lawson & Hanson 1974 for the active set). Adding a constant to every
 * entry of G changes neither the minimizer nor the order of objectives, because w sums to one: Gram sources add the
 * mean diagonal, which keeps G well-conditioned where the fit is exact.
 *
 * Without the cap the result is the global optimum. With it the problem is combinatorial: bones enter by the steepest
 * dual until the cap binds, then single exchanges are made while one lowers the residual. An exchange is priced by a
 * bordered Cholesky factor, about twenty operations.
 *
 * A Gram source has Count(), Row(a) (a pointer to row a, shifted), Diagonal(a) and Shift().
 */
template <typename FGram>
class TSimplexFit
{
public:
	TSimplexFit(FGram& InGram, int InCap)
		: Gram(InGram)
		, Cap((std::min)(InCap, (std::min)(InGram.Count(), MaxInfluences)))
	{
	}

	/** Improves Support, which may be empty, and returns the objective (without the shift), not below zero. */
	double Solve(FSupport& Support, ESubsetSearch Search)
	{
		double Value = std::numeric_limits<double>::infinity();
		if (Support.Size > 0)
		{
			Support.Truncate(Cap);
			Value = Descend(Support, Search != ESubsetSearch::Keep);
		}
		if (Support.Size == 0 || Search == ESubsetSearch::Thorough)
		{
			FSupport Other = BestSingle();
			Improve(Support, Value, Other, Descend(Other, Search != ESubsetSearch::Keep));
		}
		if (Search == ESubsetSearch::Thorough && Cap < Gram.Count() && Support.Size == Cap)
		{
			FSupport Other = Support;
			const int Kept = Cap;
			Cap = (std::min)(Gram.Count(), MaxInfluences);
			Descend(Other, false);
			Cap = Kept;
			if (Other.Size > Cap)
			{
				Prune(Other);
				Improve(Support, Value, Other, Descend(Other, true));
			}
		}
		return (std::max)(0.0, Value - Gram.Shift());
	}

	/** Optimal weights on the given support; bones whose weight would be negative leave it. Returns the shifted
	 * objective. */
	double Refit(FSupport& Support)
	{
		std::array<double, MaxInfluences> Target;
		while (true)
		{
			const int Size = Factor(Support);
			double Sum = 0.0;
			SolveOnes(Size, Target.data(), Sum);
			// Walk from the feasible weights toward the optimum of this support; stop where one becomes zero.
			double Step = 1.0;
			int Leaving = -1;
			for (int Index = 0; Index < Size; ++Index)
			{
				Target[I(Index)] /= Sum;
				if (Target[I(Index)] <= 0.0)
				{
					const double Weight = Support.Weights[I(Index)];
					const double Ratio = Weight / (Weight - Target[I(Index)]);
					if (Leaving < 0 || Ratio < Step)
					{
						Step = Ratio;
						Leaving = Index;
					}
				}
			}
			if (Leaving < 0)
			{
				for (int Index = 0; Index < Size; ++Index)
				{
					Support.Weights[I(Index)] = Target[I(Index)];
				}
				return 1.0 / Sum;
			}
			for (int Index = 0; Index < Size; ++Index)
			{
				Support.Weights[I(Index)] += Step * (Target[I(Index)] - Support.Weights[I(Index)]);
			}
			Support.Remove(Leaving);
		}
	}

	/**
	 * Sums[j] = 1 / objective of the equality-constrained fit on the support without its entry Out (none if negative)
	 * and with bone j, for j in [First, Last); zero where j is not worth a positive weight or depends on the others.
	 */
	bool PriceEntries(const FSupport& Support, int Out, int First, int Last, double* Sums)
	{
		FSupport Base;
		for (int Index = 0; Index < Support.Size; ++Index)
		{
			if (Index != Out)
			{
				Base.Bones[I(Base.Size++)] = Support.Bones[I(Index)];
			}
		}
		const int Size = Base.Size;
		std::array<const double*, MaxInfluences> Rows;
		double BaseSum = 0.0;
		for (int Row = 0; Row < Size; ++Row)
		{
			if (!AppendRow(Base, Row, Row))
			{
				return false;
			}
			double Value = 1.0;
			for (int Column = 0; Column < Row; ++Column)
			{
				Value -= Lower[I(Row)][I(Column)] * Half[I(Column)];
			}
			Half[I(Row)] = Value * InversePivot[I(Row)];
			BaseSum += Half[I(Row)] * Half[I(Row)];
			Rows[I(Row)] = Gram.Row(Base.Bones[I(Row)]);
		}
		for (int Bone = First; Bone < Last; ++Bone)
		{
			std::array<double, MaxInfluences> Border;
			const double Diagonal = Gram.Diagonal(Bone);
			double Pivot = Diagonal;
			double Rest = 1.0;
			for (int Row = 0; Row < Size; ++Row)
			{
				double Entry = Rows[I(Row)][Bone];
				for (int Column = 0; Column < Row; ++Column)
				{
					Entry -= Lower[I(Row)][I(Column)] * Border[I(Column)];
				}
				Entry *= InversePivot[I(Row)];
				Border[I(Row)] = Entry;
				Pivot -= Entry * Entry;
				Rest -= Entry * Half[I(Row)];
			}
			const bool bWorth = Rest > 0.0 && Pivot > DependentPivot * Diagonal;
			Sums[Bone - First] = bWorth ? BaseSum + Rest * Rest / Pivot : 0.0;
		}
		return true;
	}

private:
	static constexpr size_t I(int Index) { return static_cast<size_t>(Index); }
	static constexpr double DependentPivot = 1e-11; // of the diagonal: a bone whose motion the support already has
	static constexpr double DualTolerance = 1e-12;  // of the objective
	static constexpr double ExchangeGain = 1e-11;   // of the objective: exchanges for less are round-off

	static void Improve(FSupport& Best, double& BestValue, const FSupport& Other, double Value)
	{
		if (Value < BestValue)
		{
			Best = Other;
			BestValue = Value;
		}
	}

	FSupport BestSingle() const
	{
		int Best = 0;
		for (int Bone = 1; Bone < Gram.Count(); ++Bone)
		{
			if (Gram.Diagonal(Bone) < Gram.Diagonal(Best))
			{
				Best = Bone;
			}
		}
		FSupport Support;
		Support.Size = 1;
		Support.Bones[0] = Best;
		Support.Weights[0] = 1.0;
		return Support;
	}

	/** Cholesky of the support's block. A bone that depends on those before it leaves the support. */
	int Factor(FSupport& Support)
	{
		for (int Row = 0; Row < Support.Size;)
		{
			if (AppendRow(Support, Row, Row))
			{
				++Row;
			}
			else
			{
				Support.Remove(Row);
			}
		}
		return Support.Size;
	}

	/** Row Index of the factor, for the bone at Support.Bones[Index], with Before rows above it. */
	bool AppendRow(const FSupport& Support, int Index, int Before)
	{
		const int Bone = Support.Bones[I(Index)];
		const double* Entries = Gram.Row(Bone);
		double* Row = Lower[I(Before)].data();
		double Pivot = Entries[Bone];
		const double Diagonal = Pivot;
		for (int Column = 0; Column < Before; ++Column)
		{
			double Value = Entries[Support.Bones[I(Column)]];
			for (int Inner = 0; Inner < Column; ++Inner)
			{
				Value -= Row[Inner] * Lower[I(Column)][I(Inner)];
			}
			Value *= InversePivot[I(Column)];
			Row[Column] = Value;
			Pivot -= Value * Value;
		}
		if (Before > 0 && !(Pivot > DependentPivot * Diagonal))
		{
			return false;
		}
		const double Root = std::sqrt((std::max)(Pivot, (std::numeric_limits<double>::min)()));
		Row[Before] = Root;
		InversePivot[I(Before)] = 1.0 / Root;
		return true;
	}

	/** y of G y = 1 by the factor; Half holds L^-1 1 afterward. */
	void SolveOnes(int Size, double* Y, double& Sum)
	{
		for (int Row = 0; Row < Size; ++Row)
		{
			double Value = 1.0;
			for (int Column = 0; Column < Row; ++Column)
			{
				Value -= Lower[I(Row)][I(Column)] * Half[I(Column)];
			}
			Half[I(Row)] = Value * InversePivot[I(Row)];
		}
		Sum = 0.0;
		for (int Row = Size - 1; Row >= 0; --Row)
		{
			double Value = Half[I(Row)];
			for (int Below = Row + 1; Below < Size; ++Below)
			{
				Value -= Lower[I(Below)][I(Row)] * Y[Below];
			}
			Y[Row] = Value * InversePivot[I(Row)];
			Sum += Y[Row];
		}
	}

	/** The bone outside the support with the most negative reduced cost (G w)_j - w'Gw; -1 where there is none. */
	int Entering(const FSupport& Support, double Value)
	{
		const int Count = Gram.Count();
		Dual.assign(I(Count), 0.0);
		for (int Index = 0; Index < Support.Size; ++Index)
		{
			const double* Row = Gram.Row(Support.Bones[I(Index)]);
			const double Weight = Support.Weights[I(Index)];
			for (int Bone = 0; Bone < Count; ++Bone)
			{
				Dual[I(Bone)] += Weight * Row[Bone];
			}
		}
		int Best = -1;
		double BestDual = Value * (1.0 - DualTolerance);
		for (int Bone = 0; Bone < Count; ++Bone)
		{
			if (Dual[I(Bone)] < BestDual && Support.Find(Bone) < 0)
			{
				BestDual = Dual[I(Bone)];
				Best = Bone;
			}
		}
		return Best;
	}

	/** Active set from a feasible support: bones enter while the cap allows, then exchanges. Shifted objective. */
	double Descend(FSupport& Support, bool bExchange)
	{
		double Value = Refit(Support);
		const int MaxSteps = 4 * Gram.Count() + 8;
		for (int Step = 0; Step < MaxSteps; ++Step)
		{
			const int Bone = Entering(Support, Value);
			if (Bone < 0)
			{
				break; // optimal among all bones, capped or not
			}
			if (Support.Size >= Cap)
			{
				if (!bExchange || !Exchange(Support, Value))
				{
					break;
				}
				continue;
			}
			FSupport Trial = Support;
			Trial.Bones[I(Trial.Size)] = Bone;
			Trial.Weights[I(Trial.Size)] = 0.0;
			++Trial.Size;
			const double TrialValue = Refit(Trial);
			if (!(TrialValue < Value * (1.0 - DualTolerance)))
			{
				break;
			}
			Support = Trial;
			Value = TrialValue;
		}
		return Value;
	}

	/** The exchange that lowers the objective most. Prices ignore the signs of those that stay: a few are tried. */
	bool Exchange(FSupport& Support, double& Value)
	{
		constexpr int Tries = 3;
		struct FOffer
		{
			double Sum;
			int Out, In;
		};
		std::array<FOffer, Tries + 1> Offers;
		int OfferCount = 0;
		const int Count = Gram.Count();
		Prices.resize(I(Count));
		const double Least = (1.0 + ExchangeGain) / Value;
		for (int Out = 0; Out < Support.Size; ++Out)
		{
			if (!PriceEntries(Support, Out, 0, Count, Prices.data()))
			{
				continue;
			}
			for (int Bone = 0; Bone < Count; ++Bone)
			{
				const double Sum = Prices[I(Bone)];
				if (Sum > Least && (OfferCount < Tries || Sum > Offers[Tries - 1].Sum) && Support.Find(Bone) < 0)
				{
					int Place = (std::min)(OfferCount, Tries);
					for (; Place > 0 && Offers[I(Place - 1)].Sum < Sum; --Place)
					{
						Offers[I(Place)] = Offers[I(Place - 1)];
					}
					Offers[I(Place)] = {Sum, Out, Bone};
					OfferCount = (std::min)(OfferCount + 1, Tries);
				}
			}
		}
		for (int Offer = 0; Offer < OfferCount; ++Offer)
		{
			FSupport Trial = Support;
			Trial.Bones[I(Offers[I(Offer)].Out)] = Offers[I(Offer)].In;
			for (int Index = 0; Index < Trial.Size; ++Index)
			{
				Trial.Weights[I(Index)] = 1.0 / Trial.Size;
			}
			const double TrialValue = Refit(Trial);
			if (TrialValue < Value * (1.0 - ExchangeGain))
			{
				Support = Trial;
				Value = TrialValue;
				return true;
			}
		}
		return false;
	}

	/** Backward elimination: the bone whose loss costs least leaves, until the cap holds. */
	void Prune(FSupport& Support)
	{
		while (Support.Size > Cap)
		{
			FSupport Best;
			double BestValue = std::numeric_limits<double>::infinity();
			for (int Index = 0; Index < Support.Size; ++Index)
			{
				FSupport Trial = Support;
				Trial.Remove(Index);
				const double Value = Refit(Trial);
				Improve(Best, BestValue, Trial, Value);
			}
			Support = Best;
		}
	}

	FGram& Gram;
	int Cap;
	std::array<std::array<double, MaxInfluences>, MaxInfluences> Lower;
	std::array<double, MaxInfluences> InversePivot;
	std::array<double, MaxInfluences> Half;
	std::vector<double> Dual;
	std::vector<double> Prices;
};

} // namespace Exemplar
