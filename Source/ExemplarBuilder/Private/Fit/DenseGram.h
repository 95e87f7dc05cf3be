// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace Exemplar
{

/** A Gram matrix in memory, as TSimplexFit reads it: every entry shifted by the mean of the diagonal. */
class FDenseGram
{
public:
	/** Entries in rows, Count by Count, symmetric. */
	FDenseGram(std::vector<double> InEntries, size_t InCount)
		: Size(InCount)
		, Entries(std::move(InEntries))
	{
		for (size_t Index = 0; Index < Size; ++Index)
		{
			Mean += Entries[Index * Size + Index] / static_cast<double>(Size);
		}
		Mean = (std::max)(Mean, 1e-30);
		for (double& Entry : Entries)
		{
			Entry += Mean;
		}
	}
	int Count() const { return static_cast<int>(Size); }
	const double* Row(int A) const { return Entries.data() + static_cast<size_t>(A) * Size; }
	double Diagonal(int A) const { return Row(A)[A]; }
	double Shift() const { return Mean; }

private:
	size_t Size;
	double Mean = 0.0;
	std::vector<double> Entries;
};

} // namespace Exemplar
