// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/Progress.h"
#include "Base/BuildContext.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace Exemplar
{
namespace ProgressTest
{

struct FLog
{
	std::vector<std::pair<std::string, double>> Calls;
	bool bGoOn = true;
	FProgressCallback Callback = [this](std::string_view Stage, double Fraction)
	{
		Calls.emplace_back(Stage, Fraction);
		return bGoOn;
	};
};

TEST(Progress, AnEmptyOneReportsToNobodyAndNeverCancels)
{
	EXPECT_TRUE(FProgress().Report(0.5));
	const FProgressCallback Empty;
	EXPECT_TRUE(FProgress(Empty).Part(0.0, 0.5, "part").Report(0.5));
}

TEST(Progress, PartsOfPartsMapIntoTheWholeBar)
{
	FLog Log;
	const FProgress Whole(Log.Callback, "whole");
	const FProgress Half = Whole.Part(0.5, 1.0, "half");
	const FProgress Quarter = Half.Part(0.0, 0.5);
	EXPECT_TRUE(Whole.Report(0.25));
	EXPECT_TRUE(Half.Report(0.5));
	EXPECT_TRUE(Quarter.Report(1.0));
	const std::vector<std::pair<std::string, double>> Expected = {{"whole", 0.25}, {"half", 0.75}, {"half", 0.75}};
	EXPECT_EQ(Log.Calls, Expected);
}

TEST(Progress, FractionsStayInsideTheirPart)
{
	FLog Log;
	const FProgress Part = FProgress(Log.Callback).Part(0.2, 0.4);
	for (const double Fraction : {-1.0, 2.0, std::nan("")})
	{
		EXPECT_TRUE(Part.Report(Fraction));
	}
	EXPECT_DOUBLE_EQ(Log.Calls[0].second, 0.2);
	EXPECT_DOUBLE_EQ(Log.Calls[1].second, 0.4);
	EXPECT_DOUBLE_EQ(Log.Calls[2].second, 0.2);
}

TEST(Progress, TheCallersAnswerCancels)
{
	FLog Log;
	Log.bGoOn = false;
	const FBuildContext Context{FProgress(Log.Callback), &GetSerialExecutor(), 7};
	const FBuildContext Part = Context.Part(0.0, 0.5, "weights");
	EXPECT_FALSE(Part.Progress.Report(0.1));
	EXPECT_EQ(Part.Progress.CanceledError().Code, EErrorCode::Canceled);
	EXPECT_EQ(Part.Progress.CanceledError().Message, "Canceled during weights.");
	EXPECT_EQ(Part.Seed, 7u);
}

TEST(Progress, ATemporaryCallbackIsRefused)
{
	static_assert(!std::is_constructible_v<FProgress, FProgressCallback&&>);
	static_assert(std::is_constructible_v<FProgress, const FProgressCallback&>);
}

} // namespace ProgressTest
} // namespace Exemplar
