// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/ThreadPool.h"
#include "Files/GltfImport.h"
#include "RigPlayback.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace GltfDataTest
{

std::filesystem::path RealFile(const char* Name)
{
	const char* Data = std::getenv("EXEMPLAR_DATA");
	const std::filesystem::path Root =
		Data ? std::filesystem::path(Data) : std::filesystem::path(EXEMPLAR_SOURCE_DIR).parent_path() / "shared/data";
	return Root / "gltf-rigged" / Name;
}

struct FRealFile
{
	friend void PrintTo(const FRealFile& File, std::ostream* Out) { *Out << File.Name; }

	const char* Name;
	size_t Vertices, Triangles, Joints, Clips;
	double Tolerance; // of the rig against the poses, in diagonals
};

class RealGltf : public testing::TestWithParam<FRealFile>
{
};

TEST_P(RealGltf, RigReproducesThePosesOfTheFile)
{
	const std::filesystem::path File = RealFile(GetParam().Name);
	if (!std::filesystem::exists(File))
	{
		GTEST_SKIP() << "no " << File << "; set EXEMPLAR_DATA to the folder of the data sets";
	}
	FSceneOptions Options;
	Options.FramesPerSecond = 5.0;
	const auto Pool = MakeThreadPool();
	FBuildContext Context;
	Context.Executor = Pool.get();
	const TResult<FSourceExamples> Examples = ImportGltf(File, Options, Context);
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_EQ(Examples->Rest.Positions.size(), GetParam().Vertices);
	EXPECT_EQ(Examples->Rest.PolygonCount(), GetParam().Triangles);
	ASSERT_TRUE(Examples->Rig);
	EXPECT_EQ(Examples->Rig->Skeleton.JointCount(), GetParam().Joints);
	ASSERT_EQ(Examples->Rig->Clips.size(), GetParam().Clips);
	size_t Pose = 0;
	for (const FClipData& Clip : Examples->Rig->Clips)
	{
		double Largest = 0.0;
		for (size_t Frame = 0; Frame < Clip.FrameCount; ++Frame, ++Pose)
		{
			Largest = (std::max)(Largest, LargestRigError(*Examples, Clip, Frame, Pose));
		}
		EXPECT_LT(Largest, GetParam().Tolerance) << Clip.Name;
	}
	EXPECT_EQ(Pose, Examples->Poses.size());
}

// RobotExpressive also moves morph targets, which its skin does not see.
INSTANTIATE_TEST_SUITE_P(Files, RealGltf,
	testing::Values(FRealFile{"Fox.glb", 1728, 576, 24, 3, 1e-5}, FRealFile{"CesiumMan.glb", 3273, 4672, 19, 1, 1e-5},
		FRealFile{"RiggedFigure.glb", 370, 256, 19, 1, 1e-5},
		FRealFile{"RecursiveSkeletons.glb", 3360, 6384, 840, 1, 1e-5},
		FRealFile{"KayKit_Knight.glb", 7024, 6952, 41, 76, 1e-5},
		FRealFile{"RobotExpressive.glb", 7214, 3237, 43, 14, 0.05}),
	[](const auto& Info) { return std::string(Info.param.Name, std::string(Info.param.Name).find('.')); });

} // namespace GltfDataTest
} // namespace Exemplar
