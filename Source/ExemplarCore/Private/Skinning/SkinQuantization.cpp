// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/SkinQuantization.h"

namespace Exemplar
{

void QuantizeRow(std::span<const float> Row, float Total, int32_t Steps, std::span<int32_t> Out)
{
	int32_t Sum = 0;
	size_t Largest = 0;
	for (size_t Index = 0; Index < Row.size(); ++Index)
	{
		Out[Index] = static_cast<int32_t>(std::lround(static_cast<double>(Row[Index]) / Total * Steps));
		Sum += Out[Index];
		Largest = Row[Index] > Row[Largest] ? Index : Largest;
	}
	Out[Largest] += Steps - Sum;
}

} // namespace Exemplar
