// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleCharacter.h"
#include "Base/ThreadPool.h"
#include "FullSize.h"
#include "Geometry/EigenLibrary.h"

#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Sample/ImplicitBody.h"
#include "Sample/SamplePoses.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace SampleCharacterTest
{

FSampleCharacter MakeSample(const FSampleOptions& Options, IExecutor& Executor = GetSerialExecutor())
{
	FBuildContext Context;
	Context.Executor = &Executor;
	TResult<FSampleCharacter> Sample = BuildSample(Options, Context);
	EXPECT_TRUE(Sample.IsOk()) << (Sample ? "" : Sample.GetError().Message);
	return Sample ? std::move(Sample.GetValue()) : FSampleCharacter{};
}

const FSampleCharacter& SmallSample()
{
	static const FSampleCharacter Sample = MakeSample({.VertexCount = 3000, .bBulges = true, .bWalkFrames = true});
	return Sample;
}

double Distance(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

void ExpectClosedSphere(const FSampleCharacter& Sample, size_t Wanted)
{
	const std::vector<FDouble3>& Positions = Sample.Source.Rest.Positions;
	EXPECT_NEAR(static_cast<double>(Positions.size()), static_cast<double>(Wanted), 0.1 * static_cast<double>(Wanted));
	const FMeshTopology Topology =
		DescribeTopology(BuildAdjacency(Positions.size(), Sample.Triangles), Sample.Triangles);
	EXPECT_TRUE(Topology.IsManifold());
	EXPECT_TRUE(Topology.IsClosed());
	EXPECT_EQ(Topology.Components, 1u);
	EXPECT_EQ(Topology.Genus(), 0);
	EXPECT_GT(SignedVolume(Positions, Sample.Triangles), 0.04); // facing out, and as much as a slim person
	EXPECT_LT(SignedVolume(Positions, Sample.Triangles), 0.10);
}

TEST(SampleCharacter, IsAClosedManifoldOfGenusZeroAtEverySize)
{
	FULL_SIZE_TEST();
	ExpectClosedSphere(SmallSample(), 3000);
	ExpectClosedSphere(MakeSample({.VertexCount = 8000}), 8000);
	ExpectClosedSphere(MakeSample({.VertexCount = 60000}), 60000);
}

TEST(SampleCharacter, StandsOnTheGroundFacingForwardAndIsAsTallAsAPerson)
{
	FDouble3 Min{1e9, 1e9, 1e9}, Max{-1e9, -1e9, -1e9};
	for (const FDouble3& P : SmallSample().Source.Rest.Positions)
	{
		Min = {std::min(Min.X, P.X), std::min(Min.Y, P.Y), std::min(Min.Z, P.Z)};
		Max = {std::max(Max.X, P.X), std::max(Max.Y, P.Y), std::max(Max.Z, P.Z)};
	}
	EXPECT_NEAR(Min.Y, 0.0, 0.004);
	EXPECT_NEAR(Max.Y, 1.80, 0.01);
	EXPECT_NEAR(Max.X - Min.X, 1.75, 0.08);
	EXPECT_GT(Max.Z, -Min.Z); // toes
}

TEST(SampleCharacter, IsExactlySymmetric)
{
	const FSampleCharacter& Sample = SmallSample();
	const std::vector<FDouble3>& Positions = Sample.Source.Rest.Positions;
	const TBlendWeights<FOwned>& Weights = Sample.Source.Rig->Weights;
	const FSkeletonData& Skeleton = Sample.Source.Rig->Skeleton;
	const auto WeightByName = [&](size_t Vertex, bool bMirror)
	{
		std::vector<std::pair<std::string, float>> Out;
		for (uint32_t Item = Weights.Offsets[Vertex]; Item < Weights.Offsets[Vertex + 1]; ++Item)
		{
			std::string Name = Skeleton.Names[Weights.Bones[Item]];
			if (bMirror && (Name.back() == 'L' || Name.back() == 'R'))
			{
				Name.back() = Name.back() == 'L' ? 'R' : 'L';
			}
			Out.emplace_back(Name, Weights.Weights[Item]);
		}
		std::sort(Out.begin(), Out.end());
		return Out;
	};
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const size_t Mirror = static_cast<size_t>(Sample.MirrorVertices[Vertex]);
		const FDouble3& P = Positions[Vertex];
		EXPECT_EQ(Positions[Mirror], (FDouble3{P.X == 0.0 ? 0.0 : -P.X, P.Y, P.Z}));
		ASSERT_EQ(WeightByName(Vertex, false), WeightByName(Mirror, true));
	}
}

TEST(SampleCharacter, TrianglesAreWellShaped)
{
	const FSampleCharacter& Sample = SmallSample();
	double Sum = 0.0;
	for (const FTriangle& Triangle : Sample.Triangles)
	{
		double Sides[3], Squares = 0.0;
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			Sides[Corner] = Distance(Sample.Source.Rest.Positions[static_cast<size_t>(Triangle[Corner])],
				Sample.Source.Rest.Positions[static_cast<size_t>(Triangle[(Corner + 1) % 3])]);
			Squares += Sides[Corner] * Sides[Corner];
		}
		const double S = (Sides[0] + Sides[1] + Sides[2]) / 2;
		const double Area = std::sqrt(std::max(0.0, S * (S - Sides[0]) * (S - Sides[1]) * (S - Sides[2])));
		const double Quality = 4.0 * std::sqrt(3.0) * Area / Squares; // one where equilateral
		EXPECT_GT(Quality, 0.2);
		Sum += Quality;
	}
	EXPECT_GT(Sum / static_cast<double>(Sample.Triangles.size()), 0.93);
}

TEST(SampleCharacter, SkeletonHasTwentyOneJointsInsideTheBody)
{
	const FSkeletonData& Skeleton = SmallSample().Source.Rig->Skeleton;
	EXPECT_EQ(Skeleton.JointCount(), 21u);
	EXPECT_EQ(Skeleton.RestLocal.size(), 21u);
	EXPECT_EQ(Skeleton.Limits.size(), 21u);
	EXPECT_EQ(std::count(Skeleton.Parents.begin(), Skeleton.Parents.end(), NoParent), 1);
	for (size_t Joint = 0; Joint < 21; ++Joint)
	{
		EXPECT_LT(Skeleton.Parents[Joint], static_cast<int32_t>(Joint));
	}
	const FImplicitBody Body;
	const std::vector<FAffine3d> Frames = RestFrames(Skeleton);
	for (uint16_t Joint = 0; Joint < 21; ++Joint)
	{
		const Eigen::Vector3d Place(Frames[Joint].M[3], Frames[Joint].M[7], Frames[Joint].M[11]);
		EXPECT_LT(Body.Sample(Place).Value, -0.01) << Skeleton.Names[Joint];
		EXPECT_LT(Distance(SampleJointPosition(Joint), {Place.x(), Place.y(), Place.z()}), 1e-6);
	}
}

TEST(SampleCharacter, WeightsSumToOneExactlyWithAtMostFourInfluences)
{
	const TBlendWeights<FOwned>& Weights = SmallSample().Source.Rig->Weights;
	std::vector<double> Total(21, 0.0);
	for (size_t Vertex = 0; Vertex + 1 < Weights.Offsets.size(); ++Vertex)
	{
		float Sum = 0.0f;
		ASSERT_LE(Weights.Offsets[Vertex + 1] - Weights.Offsets[Vertex], 4u);
		for (uint32_t Item = Weights.Offsets[Vertex]; Item < Weights.Offsets[Vertex + 1]; ++Item)
		{
			EXPECT_GT(Weights.Weights[Item], 0.0f);
			Sum += Weights.Weights[Item];
			Total[Weights.Bones[Item]] += static_cast<double>(Weights.Weights[Item]);
		}
		EXPECT_EQ(Sum, 1.0f);
	}
	for (const double OfJoint : Total)
	{
		EXPECT_GT(OfJoint, 10.0); // every joint moves something
	}
}

TEST(SampleCharacter, WeightsAreSmoothAlongTheSurface)
{
	const FSampleCharacter& Sample = SmallSample();
	const TBlendWeights<FOwned>& Weights = Sample.Source.Rig->Weights;
	const auto Dense = [&](int32_t Vertex)
	{
		std::array<double, 21> Row{};
		for (uint32_t Item = Weights.Offsets[static_cast<size_t>(Vertex)];
			 Item < Weights.Offsets[static_cast<size_t>(Vertex) + 1]; ++Item)
		{
			Row[Weights.Bones[Item]] = static_cast<double>(Weights.Weights[Item]);
		}
		return Row;
	};
	for (const FTriangle& Triangle : Sample.Triangles)
	{
		const auto A = Dense(Triangle[0]), B = Dense(Triangle[1]);
		const double Length = Distance(Sample.Source.Rest.Positions[static_cast<size_t>(Triangle[0])],
			Sample.Source.Rest.Positions[static_cast<size_t>(Triangle[1])]);
		for (size_t Joint = 0; Joint < 21; ++Joint)
		{
			EXPECT_LE(std::abs(A[Joint] - B[Joint]), 50.0 * Length);
		}
	}
}

TEST(SampleCharacter, TheHeadIsRigid)
{
	const FSampleCharacter& Sample = SmallSample();
	const TBlendWeights<FOwned>& Weights = Sample.Source.Rig->Weights;
	for (size_t Vertex = 0; Vertex < Sample.Source.Rest.Positions.size(); ++Vertex)
	{
		if (Sample.Source.Rest.Positions[Vertex].Y > 1.70)
		{
			ASSERT_EQ(Weights.Offsets[Vertex + 1] - Weights.Offsets[Vertex], 1u);
			EXPECT_EQ(Sample.Source.Rig->Skeleton.Names[Weights.Bones[Weights.Offsets[Vertex]]], "Head");
		}
	}
}

/** Linear blending by the rig's own data in double, written here once more and otherwise than in the sample. */
std::vector<FDouble3> BlendClipFrame(const FSampleCharacter& Sample, const FClipData& Clip, size_t Frame)
{
	const FSourceRig& Rig = *Sample.Source.Rig;
	struct FMotion
	{
		double R[3][3];
		double T[3];
	};
	const auto Local = [](const FBoneTransform& B)
	{
		const double N = std::sqrt(double(B.Rotation.X) * B.Rotation.X + double(B.Rotation.Y) * B.Rotation.Y +
			double(B.Rotation.Z) * B.Rotation.Z + double(B.Rotation.W) * B.Rotation.W);
		const double X = B.Rotation.X / N, Y = B.Rotation.Y / N, Z = B.Rotation.Z / N, W = B.Rotation.W / N;
		return FMotion{{{1 - 2 * (Y * Y + Z * Z), 2 * (X * Y - W * Z), 2 * (X * Z + W * Y)},
						   {2 * (X * Y + W * Z), 1 - 2 * (X * X + Z * Z), 2 * (Y * Z - W * X)},
						   {2 * (X * Z - W * Y), 2 * (Y * Z + W * X), 1 - 2 * (X * X + Y * Y)}},
			{B.Translation.X, B.Translation.Y, B.Translation.Z}};
	};
	const auto Product = [](const FMotion& A, const FMotion& B)
	{
		FMotion Out{};
		for (int Row = 0; Row < 3; ++Row)
		{
			Out.T[Row] = A.T[Row];
			for (int K = 0; K < 3; ++K)
			{
				Out.T[Row] += A.R[Row][K] * B.T[K];
				for (int Column = 0; Column < 3; ++Column)
				{
					Out.R[Row][Column] += A.R[Row][K] * B.R[K][Column];
				}
			}
		}
		return Out;
	};
	std::vector<FMotion> Rest(21), Posed(21);
	for (size_t Joint = 0; Joint < 21; ++Joint)
	{
		FBoneTransform Now = Rig.Skeleton.RestLocal[Joint];
		Now.Rotation = Clip.Rotations.Values[Clip.Rotations.Offsets[Joint] + Frame];
		if (Clip.Translations.Offsets[Joint] != Clip.Translations.Offsets[Joint + 1])
		{
			Now.Translation = Clip.Translations.Values[Clip.Translations.Offsets[Joint] + Frame];
		}
		Rest[Joint] = Local(Rig.Skeleton.RestLocal[Joint]);
		Posed[Joint] = Local(Now);
		if (Rig.Skeleton.Parents[Joint] != NoParent)
		{
			const size_t Parent = static_cast<size_t>(Rig.Skeleton.Parents[Joint]);
			Rest[Joint] = Product(Rest[Parent], Rest[Joint]);
			Posed[Joint] = Product(Posed[Parent], Posed[Joint]);
		}
	}
	std::vector<FDouble3> Out;
	for (size_t Vertex = 0; Vertex < Sample.Source.Rest.Positions.size(); ++Vertex)
	{
		const FDouble3& P = Sample.Source.Rest.Positions[Vertex];
		double Sum[3] = {};
		for (uint32_t Item = Rig.Weights.Offsets[Vertex]; Item < Rig.Weights.Offsets[Vertex + 1]; ++Item)
		{
			const FMotion &Hat = Rest[Rig.Weights.Bones[Item]], &G = Posed[Rig.Weights.Bones[Item]];
			const double D[3] = {P.X - Hat.T[0], P.Y - Hat.T[1], P.Z - Hat.T[2]};
			for (int Row = 0; Row < 3; ++Row)
			{
				double Coordinate = G.T[Row];
				for (int K = 0; K < 3; ++K)
				{
					Coordinate += G.R[Row][K] * (Hat.R[0][K] * D[0] + Hat.R[1][K] * D[1] + Hat.R[2][K] * D[2]);
				}
				Sum[Row] += static_cast<double>(Rig.Weights.Weights[Item]) * Coordinate;
			}
		}
		Out.push_back({Sum[0], Sum[1], Sum[2]});
	}
	return Out;
}

TEST(SampleCharacter, PosesWithoutBulgesAreLinearBlendingOfTheTruthToRounding)
{
	const FSampleCharacter Sample = MakeSample({.VertexCount = 3000});
	for (size_t Pose = 0; Pose < Sample.Source.Poses.size(); ++Pose)
	{
		EXPECT_EQ(Sample.Source.Poses[Pose].Positions, Sample.BlendedPoses[Pose]);
		const std::vector<FDouble3> Blended = BlendClipFrame(Sample, Sample.Source.Rig->Clips[0], Pose);
		double Worst = 0.0;
		for (size_t Vertex = 0; Vertex < Blended.size(); ++Vertex)
		{
			Worst = std::max(Worst, Distance(Blended[Vertex], Sample.Source.Poses[Pose].Positions[Vertex]));
		}
		EXPECT_LT(Worst, 1e-12) << Sample.Source.Poses[Pose].Name;
	}
}

TEST(SampleCharacter, BulgesAreWhatBlendingLacksAndOnlyWhereJointsBend)
{
	const FSampleCharacter& Sample = SmallSample();
	const std::vector<std::string> Names = SamplePoseNames();
	const auto LargestBulge = [&](const std::string& Name)
	{
		const size_t Pose = static_cast<size_t>(std::find(Names.begin(), Names.end(), Name) - Names.begin());
		double Largest = 0.0;
		for (size_t Vertex = 0; Vertex < Sample.BlendedPoses[Pose].size(); ++Vertex)
		{
			Largest = std::max(
				Largest, Distance(Sample.BlendedPoses[Pose][Vertex], Sample.Source.Poses[Pose].Positions[Vertex]));
		}
		return Largest;
	};
	EXPECT_GT(LargestBulge("ElbowBend120"), 0.012);
	EXPECT_GT(LargestBulge("KneeBend120"), 0.009);
	EXPECT_GT(LargestBulge("Crouch"), 0.010);
	EXPECT_GT(LargestBulge("ForearmTwist150"), 0.005);
	EXPECT_LT(LargestBulge("TorsoTwist"), 0.010);
	EXPECT_GT(LargestBulge("ElbowBend120"), 1.5 * LargestBulge("ElbowBend60"));
}

TEST(SampleCharacter, NoBlendWeightsMakeTheBicepsSwell)
{
	// The best weights of the arm's bones, of any sign, for the vertex that swells most: what is left is the bulge.
	const FSampleCharacter& Sample = SmallSample();
	const std::vector<std::string> Names = SamplePoseNames();
	const size_t Bent = static_cast<size_t>(std::find(Names.begin(), Names.end(), "ElbowBend120") - Names.begin());
	size_t Vertex = 0;
	for (size_t Other = 0; Other < Sample.RestBulges[Bent].size(); ++Other)
	{
		Vertex = Distance(Sample.RestBulges[Bent][Other], {}) > Distance(Sample.RestBulges[Bent][Vertex], {}) ? Other
																											  : Vertex;
	}
	const FSkeletonData& Skeleton = Sample.Source.Rig->Skeleton;
	std::vector<size_t> Arm;
	for (size_t Joint = 0; Joint < 21; ++Joint)
	{
		const std::string& Name = Skeleton.Names[Joint];
		const bool bSide = Name.back() == (Sample.Source.Rest.Positions[Vertex].X > 0.0 ? 'L' : 'R');
		if (Name == "Chest" || (bSide && Joint >= SampleClavicleL && Joint < SampleThighL))
		{
			Arm.push_back(Joint);
		}
	}
	ASSERT_EQ(Arm.size(), 5u);
	const Eigen::Index PoseCount = static_cast<Eigen::Index>(Sample.Source.Poses.size());
	Eigen::MatrixXd Moved(3 * PoseCount, 5);
	Eigen::VectorXd Wanted(3 * PoseCount);
	for (Eigen::Index Pose = 0; Pose < PoseCount; ++Pose)
	{
		for (Eigen::Index Column = 0; Column < 5; ++Column)
		{
			const FDouble3 P =
				TransformPoint(Sample.Palettes[static_cast<size_t>(Pose) * 21 + Arm[static_cast<size_t>(Column)]],
					Sample.Source.Rest.Positions[Vertex]);
			Moved.block<3, 1>(3 * Pose, Column) << P.X, P.Y, P.Z;
		}
		const FDouble3& P = Sample.Source.Poses[static_cast<size_t>(Pose)].Positions[Vertex];
		Wanted.segment<3>(3 * Pose) << P.X, P.Y, P.Z;
	}
	const Eigen::VectorXd Weights = Moved.colPivHouseholderQr().solve(Wanted);
	EXPECT_GT((Moved * Weights - Wanted).cwiseAbs().maxCoeff(), 0.005);
}

TEST(SampleCharacter, PosesAreNamedAndStandOnTheGround)
{
	const FSampleCharacter& Sample = SmallSample();
	const std::vector<std::string> Names = SamplePoseNames();
	EXPECT_GE(Names.size(), 12u);
	EXPECT_THAT(Names,
		testing::IsSupersetOf({"ArmsRaised", "ElbowBend120", "ForearmTwist150", "KneeBend120", "Crouch", "Stand"}));
	ASSERT_EQ(Sample.Source.Poses.size(), Names.size() + 24);
	for (size_t Pose = 0; Pose < Names.size(); ++Pose)
	{
		EXPECT_EQ(Sample.Source.Poses[Pose].Name, Names[Pose]);
	}
	for (const FSourcePose& Pose : Sample.Source.Poses)
	{
		double Lowest = 1.0;
		for (const FDouble3& P : Pose.Positions)
		{
			Lowest = std::min(Lowest, P.Y);
		}
		EXPECT_NEAR(Lowest, 0.0, 0.025) << Pose.Name;
	}
	EXPECT_EQ(Sample.Palettes.size(), Sample.Source.Poses.size() * 21);
}

TEST(SampleCharacter, EveryJointTurnsAgainstItsParentInSomePose)
{
	const FSourceRig& Rig = *SmallSample().Source.Rig;
	const FClipData& Clip = Rig.Clips[0];
	for (size_t Joint = 1; Joint < 21; ++Joint)
	{
		float Least = 1.0f;
		for (size_t Frame = 0; Frame < SamplePoseNames().size(); ++Frame)
		{
			Least = std::min(Least,
				std::abs(Dot(Rig.Skeleton.RestLocal[Joint].Rotation,
					Clip.Rotations.Values[Clip.Rotations.Offsets[Joint] + Frame])));
		}
		EXPECT_LT(Least, std::cos(0.5f * 17.0f * PiF / 180.0f)) << Rig.Skeleton.Names[Joint];
	}
}

TEST(SampleCharacter, EveryPoseRespectsTheJointLimits)
{
	const FSourceRig& Rig = *SmallSample().Source.Rig;
	for (const FClipData& Clip : Rig.Clips)
	{
		for (size_t Joint = 0; Joint < 21; ++Joint)
		{
			const FJointLimit& Limit = Rig.Skeleton.Limits[Joint];
			for (uint32_t Key = Clip.Rotations.Offsets[Joint]; Key < Clip.Rotations.Offsets[Joint + 1]; ++Key)
			{
				FBoneTransform Posed = Rig.Skeleton.RestLocal[Joint];
				Posed.Rotation = Clip.Rotations.Values[Key];
				const FJointAngles Angles = MeasureJoint(Rig.Skeleton.RestLocal[Joint], Posed);
				EXPECT_LE(Angles.Swing, Limit.MaxSwing)
					<< Rig.Skeleton.Names[Joint] << " frame " << Clip.Rotations.Frames[Key];
				EXPECT_GE(Angles.Twist, Limit.MinTwist)
					<< Rig.Skeleton.Names[Joint] << " frame " << Clip.Rotations.Frames[Key];
				EXPECT_LE(Angles.Twist, Limit.MaxTwist)
					<< Rig.Skeleton.Names[Joint] << " frame " << Clip.Rotations.Frames[Key];
			}
		}
	}
}

TEST(SampleCharacter, TheNamedAnglesAreTheNamedAngles)
{
	const FSourceRig& Rig = *SmallSample().Source.Rig;
	const std::vector<std::string> Names = SamplePoseNames();
	const auto Angles = [&](const std::string& Pose, uint16_t Joint)
	{
		const size_t Frame = static_cast<size_t>(std::find(Names.begin(), Names.end(), Pose) - Names.begin());
		FBoneTransform Posed = Rig.Skeleton.RestLocal[Joint];
		Posed.Rotation = Rig.Clips[0].Rotations.Values[Rig.Clips[0].Rotations.Offsets[Joint] + Frame];
		return MeasureJoint(Rig.Skeleton.RestLocal[Joint], Posed);
	};
	constexpr double Degree = 3.14159265358979323846 / 180.0;
	EXPECT_NEAR(Angles("ElbowBend120", SampleForearmL).Swing, 120 * Degree, 1e-3);
	EXPECT_NEAR(Angles("KneeBend120", SampleShinL).Swing, 120 * Degree, 1e-2);
	EXPECT_NEAR(std::abs(Angles("ForearmTwist150", SampleForearmR).Twist), 150 * Degree, 1e-3);
	EXPECT_NEAR(Angles("ForearmTwist150", SampleForearmR).Swing, 0.0, 1e-3);
}

TEST(SampleCharacter, WalkLoopsWithoutAJump)
{
	const FSampleCharacter& Sample = SmallSample();
	const FClipData& Walk = Sample.Source.Rig->Clips[1];
	EXPECT_EQ(Walk.Name, "walk");
	EXPECT_EQ(Walk.FrameCount, 24u);
	EXPECT_EQ(Walk.bLoops, 1u);
	const size_t First = SamplePoseNames().size();
	const auto Step = [&](size_t A, size_t B)
	{
		double Largest = 0.0;
		for (size_t Vertex = 0; Vertex < Sample.Source.Rest.Positions.size(); ++Vertex)
		{
			Largest = std::max(
				Largest, Distance(Sample.BlendedPoses[First + A][Vertex], Sample.BlendedPoses[First + B][Vertex]));
		}
		return Largest;
	};
	double LargestInside = 0.0;
	for (size_t Frame = 0; Frame + 1 < 24; ++Frame)
	{
		LargestInside = std::max(LargestInside, Step(Frame, Frame + 1));
	}
	EXPECT_LE(Step(23, 0), 1.1 * LargestInside);
	EXPECT_GT(Step(0, 12), 0.3); // it does walk
}

TEST(SampleCharacter, SameBytesForAnyNumberOfThreadsAndNoiseThatFollowsTheSeed)
{
	const FSampleOptions Options{.VertexCount = 2000, .Noise = 0.002, .bRemeshedPoses = true};
	const FSampleCharacter Serial = MakeSample(Options);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	const FSampleCharacter Parallel = MakeSample(Options, *Pool);
	EXPECT_EQ(Serial.Source.Rest, Parallel.Source.Rest);
	EXPECT_EQ(Serial.Source.Rig->Weights, Parallel.Source.Rig->Weights);
	EXPECT_EQ(Serial.Source.Rig->Clips, Parallel.Source.Rig->Clips);
	ASSERT_EQ(Serial.Source.Poses.size(), Parallel.Source.Poses.size());
	for (size_t Pose = 0; Pose < Serial.Source.Poses.size(); ++Pose)
	{
		EXPECT_EQ(Serial.Source.Poses[Pose].Positions, Parallel.Source.Poses[Pose].Positions);
		EXPECT_EQ(Serial.RemeshedPoses[Pose].Mesh, Parallel.RemeshedPoses[Pose].Mesh);
		EXPECT_EQ(Serial.RemeshedPoses[Pose].OnRest, Parallel.RemeshedPoses[Pose].OnRest);
	}

	FBuildContext Context;
	Context.Seed = 2;
	const TResult<FSampleCharacter> Other = BuildSample({.VertexCount = 2000, .Noise = 0.002}, Context);
	ASSERT_TRUE(Other.IsOk());
	EXPECT_EQ(Serial.Source.Rest, Other->Source.Rest);
	EXPECT_NE(Serial.Source.Poses[0].Positions, Other->Source.Poses[0].Positions);
	double Largest = 0.0;
	for (size_t Vertex = 0; Vertex < Serial.BlendedPoses[0].size(); ++Vertex)
	{
		const FDouble3 &A = Serial.BlendedPoses[0][Vertex], &B = Serial.Source.Poses[0].Positions[Vertex];
		Largest = std::max({Largest, std::abs(A.X - B.X), std::abs(A.Y - B.Y), std::abs(A.Z - B.Z)});
	}
	EXPECT_LE(Largest, 0.002 + 1e-12);
	EXPECT_GT(Largest, 0.0019);
}

TEST(SampleCharacter, RemeshedPosesHaveOtherTrianglesOnExactlyTheSameSurface)
{
	const FSampleCharacter Sample = MakeSample({.VertexCount = 2500, .bBulges = true, .bRemeshedPoses = true});
	ASSERT_EQ(Sample.RemeshedPoses.size(), Sample.Source.Poses.size());
	for (size_t Pose = 0; Pose < Sample.RemeshedPoses.size(); ++Pose)
	{
		const FRemeshedPose& Remeshed = Sample.RemeshedPoses[Pose];
		EXPECT_EQ(Remeshed.Name, Sample.Source.Poses[Pose].Name);
		const FMeshTopology Topology = DescribeTopology(
			BuildAdjacency(Remeshed.Mesh.Positions.size(), Remeshed.Mesh.Triangles), Remeshed.Mesh.Triangles);
		EXPECT_TRUE(Topology.IsManifold() && Topology.IsClosed() && Topology.Components == 1 && Topology.Genus() == 0);
		EXPECT_NE(Remeshed.Mesh.Triangles, Sample.Triangles);
		EXPECT_NE(
			Remeshed.Mesh.Triangles, Sample.RemeshedPoses[(Pose + 1) % Sample.RemeshedPoses.size()].Mesh.Triangles);
		size_t OnRestVertices = 0;
		for (size_t Vertex = 0; Vertex < Remeshed.Mesh.Positions.size(); ++Vertex)
		{
			EXPECT_EQ(Remeshed.Mesh.Positions[Vertex],
				PointAt(Sample.Source.Poses[Pose].Positions, Sample.Triangles, Remeshed.OnRest[Vertex]));
			const std::array<double, 3>& W = Remeshed.OnRest[Vertex].Weights;
			OnRestVertices += std::max({W[0], W[1], W[2]}) > 0.999;
		}
		EXPECT_LT(OnRestVertices, Remeshed.Mesh.Positions.size() / 10); // it is not the rest mesh once more
		EXPECT_NEAR(SurfaceArea(Remeshed.Mesh.Positions, Remeshed.Mesh.Triangles),
			SurfaceArea(Sample.Source.Poses[Pose].Positions, Sample.Triangles), 0.05);
	}
}

TEST(SampleCharacter, CharacterDataHoldsTheTruth)
{
	const FSampleCharacter& Sample = SmallSample();
	const TResult<FCharacter> Baked = BakeSample(Sample, {});
	ASSERT_TRUE(Baked);
	const TResult<FCharacterData> Data = Baked->ToData();
	const FMeshLevelData& Level = Data->Levels.at(0);
	EXPECT_EQ(Level.Indices.size(), 3 * Sample.Triangles.size());
	EXPECT_EQ(Data->Skeleton, Sample.Source.Rig->Skeleton);
	EXPECT_EQ(Data->Clips, Sample.Source.Rig->Clips);
	EXPECT_EQ(Data->PointCount, Sample.Source.Rest.Positions.size());
	ASSERT_EQ(Level.Skin.Points.size(), Level.Weights.Weights.size());
	for (size_t Corner = 0; Corner < Level.VertexCount(); ++Corner)
	{
		FFloat4 Sum;
		for (uint32_t Item = Level.Skin.Offsets[Corner]; Item < Level.Skin.Offsets[Corner + 1]; ++Item)
		{
			Sum = Sum + Level.Skin.Points[Item];
		}
		EXPECT_NEAR(Sum.W, 1.0f, 1e-6f);
		EXPECT_NEAR(Sum.X, Level.Positions[Corner].X, 1e-6f); // at rest the palette is the identity
		EXPECT_NEAR(Sum.Y, Level.Positions[Corner].Y, 1e-6f);
		EXPECT_NEAR(Sum.Z, Level.Positions[Corner].Z, 1e-6f);
	}
	// The sphere holds every pose, hips back where they rest.
	const FDouble3 Center{Data->Sphere.Center.X, Data->Sphere.Center.Y, Data->Sphere.Center.Z};
	for (size_t Pose = 0; Pose < Sample.BlendedPoses.size(); ++Pose)
	{
		const FDouble3 Hips = TransformPoint(Sample.Palettes[Pose * 21], Center);
		for (const FDouble3& P : Sample.BlendedPoses[Pose])
		{
			ASSERT_LE(Distance(P, Hips), static_cast<double>(Data->Sphere.Radius));
		}
	}
}

TEST(SampleCharacter, RefusesWhatItCannotMakeAndStopsWhenAsked)
{
	EXPECT_EQ(BuildSample({.VertexCount = 10}, {}).GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_EQ(BuildSample({.Noise = -1.0}, {}).GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_EQ(BuildSample({.Noise = NAN}, {}).GetError().Code, EErrorCode::InvalidArgument);
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop);
	EXPECT_EQ(BuildSample({.VertexCount = 3000}, Context).GetError().Code, EErrorCode::Canceled);
}

} // namespace SampleCharacterTest
} // namespace Exemplar
