// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/ExampleFiles.h"
#include "Sample/SampleCharacter.h"

#include <cmath>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace SampleContentTest
{

/** What Docs/Examples.md says that the shipped examples are made with. */
constexpr FSampleOptions ShippedOptions{.VertexCount = 2500, .bBulges = true};

TEST(SampleContent, ShippedExamplesAreWhatTheCodeMakes)
{
	const std::filesystem::path Folder = std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Content/Samples/Mannequin";
	const TResult<FSourceExamples> Shipped = ImportExamples(Folder);
	ASSERT_TRUE(Shipped.IsOk()) << Shipped.GetError().Message;
	const TResult<FSampleCharacter> Made = BuildSample(ShippedOptions, {});
	ASSERT_TRUE(Made.IsOk());
	EXPECT_EQ(Shipped->Rest.CornerVertices, Made->Source.Rest.CornerVertices);
	EXPECT_EQ(Shipped->Rest.CornerUVs, Made->Source.Rest.CornerUVs);
	ASSERT_EQ(Shipped->Rest.Positions.size(), Made->Source.Rest.Positions.size());
	ASSERT_EQ(Shipped->Poses.size(), Made->Source.Poses.size());
	const auto ExpectSame = [](std::span<const FDouble3> A, std::span<const FDouble3> B)
	{
		double Worst = 0.0;
		for (size_t Vertex = 0; Vertex < A.size(); ++Vertex)
		{
			Worst = std::max(
				Worst, std::hypot(A[Vertex].X - B[Vertex].X, A[Vertex].Y - B[Vertex].Y, A[Vertex].Z - B[Vertex].Z));
		}
		EXPECT_LT(Worst, 1e-6); // the point cache is in float
	};
	ExpectSame(Shipped->Rest.Positions, Made->Source.Rest.Positions);
	for (size_t Pose = 0; Pose < Shipped->Poses.size(); ++Pose)
	{
		ExpectSame(Shipped->Poses[Pose].Positions, Made->Source.Poses[Pose].Positions);
	}
}

TEST(SampleContent, IsSmall)
{
	uintmax_t Size = 0;
	for (const auto& File :
		std::filesystem::recursive_directory_iterator(std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Content/Samples"))
	{
		Size += File.is_regular_file() ? File.file_size() : 0;
	}
	EXPECT_GT(Size, 0u);
	EXPECT_LT(Size, 3u << 20);
}

} // namespace SampleContentTest
} // namespace Exemplar
