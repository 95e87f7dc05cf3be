// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace Exemplar
{
namespace ResultTest
{

TResult<int> Halve(int Number)
{
	if (Number % 2 != 0)
	{
		return FError{EErrorCode::InvalidArgument, "The number is odd; double it."};
	}
	return Number / 2;
}

TEST(Result, HoldsTheValueOrTheError)
{
	const TResult<int> Good = Halve(8);
	ASSERT_TRUE(Good.IsOk());
	EXPECT_TRUE(Good);
	EXPECT_EQ(Good.GetValue(), 4);
	EXPECT_EQ(*Good, 4);

	const TResult<int> Bad = Halve(7);
	EXPECT_FALSE(Bad.IsOk());
	EXPECT_FALSE(Bad);
	EXPECT_EQ(Bad.GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_EQ(Bad.GetError().Message, "The number is odd; double it.");
}

TEST(Result, TheValueCanBeMovedOutAndEditedInPlace)
{
	TResult<std::unique_ptr<int>> Owner = std::make_unique<int>(5);
	*Owner.GetValue() = 6;
	const std::unique_ptr<int> Taken = *std::move(Owner);
	EXPECT_EQ(*Taken, 6);

	TResult<std::vector<int>> Numbers = std::vector<int>{1, 2};
	Numbers->push_back(3);
	EXPECT_EQ(Numbers->size(), 3u);
}

TEST(Result, ATextIsAValueAndNotAnError)
{
	const TResult<std::string> Text = std::string("fine");
	ASSERT_TRUE(Text);
	EXPECT_EQ(*Text, "fine");
}

TEST(Result, AStatusIsSuccessWithoutAValue)
{
	const FStatus Done = FOk{};
	EXPECT_TRUE(Done);
	const FStatus Refused = FError{EErrorCode::Unwritable, "The disk is full."};
	EXPECT_FALSE(Refused);
	EXPECT_EQ(Refused.GetError().Code, EErrorCode::Unwritable);
}

} // namespace ResultTest
} // namespace Exemplar
