// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/SkinTangents.h"
#include "Base/ThreadPool.h"
#include "Geometry/EigenLibrary.h"

#include "AnimationSkeletons.h"
#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Embedding.h"
#include "Character/Character.h"
#include "ExampleMeshes.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Pose/ClipSampling.h"
#include "RandomSkin.h"
#include "Shapes.h"
#include "Skinning/ReferenceSkinning.h"
#include "Skinning/SkinningJobs.h"
#include "TubeCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace SkinTangentsTest
{

using AnimationSkeletons::FTree;

FPoseMetric RandomMetric(FRandomNumbers& Numbers, const FTree& Tree, size_t PoseCount)
{
	const size_t BoneCount = Tree.Parents.size();
	std::vector<FAffine3d> Palettes(BoneCount * PoseCount);
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 1.2));
		for (size_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			Palettes[Bone * PoseCount + Pose] = Palette[Bone];
		}
	}
	return BuildSampledMetric(Palettes, BoneCount, PoseCount);
}

FAnimationVector RandomDirection(FRandomNumbers& Numbers, std::vector<uint16_t> Bones)
{
	FAnimationVector Out;
	Out.Bones = std::move(Bones);
	for (size_t Slot = 0; Slot < Out.Bones.size(); ++Slot)
	{
		Out.Blocks.push_back({Numbers.Signed(), Numbers.Signed(), Numbers.Signed(), Numbers.Signed()});
	}
	Out.Blocks[0].W -= Out.Weight();
	return Out;
}

/** (a1 ^ b1) . (a2 ^ b2): one for equal unit planes, minus one for opposite ones. */
double PlaneProduct(const FTangentPair& A, const FTangentPair& B, const FPoseMetric& Metric)
{
	return InnerProduct(Metric, A.Tangent, B.Tangent) * InnerProduct(Metric, A.Bitangent, B.Bitangent) -
		InnerProduct(Metric, A.Tangent, B.Bitangent) * InnerProduct(Metric, A.Bitangent, B.Tangent);
}

TEST(PlaneFit, OnePlaneComesOutAsItWentInAndTurnsWithItsInputs)
{
	FRandomNumbers Numbers(3);
	const FTree Tree(Numbers, 6);
	const FPoseMetric Metric = RandomMetric(Numbers, Tree, 30);
	const FTangentPair Given{RandomDirection(Numbers, {1, 2}), RandomDirection(Numbers, {2, 4})};
	const FTangentPair Unit = Orthonormalize(Given, Metric);
	// Several faces of the same plane, in different bases and sizes.
	std::vector<FTangentPair> Faces{Given};
	Faces.push_back({AddScaled(Given.Tangent, Given.Bitangent, 0.7), AddScaled({}, Given.Bitangent, 2.0)});
	const std::optional<FPlaneFit> Fit = FitPlane(Faces, Metric);
	ASSERT_TRUE(Fit);
	EXPECT_NEAR(PlaneProduct(Fit->Plane, Unit, Metric), 1.0, 1e-9);
	EXPECT_NEAR(Fit->NextArea, 0.0, 1e-6 * Fit->Area);
	EXPECT_NEAR(Fit->Area, 3.0 * PlaneProduct(Given, Unit, Metric), 1e-9 * Fit->Area);
	EXPECT_NEAR(InnerProduct(Metric, Fit->Plane.Tangent, Fit->Plane.Tangent), 1.0, 1e-9);
	EXPECT_NEAR(InnerProduct(Metric, Fit->Plane.Bitangent, Fit->Plane.Bitangent), 1.0, 1e-9);
	EXPECT_NEAR(InnerProduct(Metric, Fit->Plane.Tangent, Fit->Plane.Bitangent), 0.0, 1e-9);
	EXPECT_NEAR(Fit->Plane.Tangent.Weight(), 0.0, 1e-12);
	EXPECT_EQ(Fit->Plane.Tangent.Bones, (std::vector<uint16_t>{1, 2, 4}));
	for (FTangentPair& Face : Faces)
	{
		std::swap(Face.Tangent, Face.Bitangent);
	}
	EXPECT_NEAR(PlaneProduct(FitPlane(Faces, Metric)->Plane, Unit, Metric), -1.0, 1e-9);
	EXPECT_FALSE(FitPlane(std::vector<FTangentPair>{{Given.Tangent, Given.Tangent}}, Metric));
	EXPECT_FALSE(FitPlane(std::vector<FTangentPair>{}, Metric));
}

TEST(PlaneFit, NoOtherPlaneShowsMoreArea)
{
	FRandomNumbers Numbers(5);
	const FTree Tree(Numbers, 5);
	const FPoseMetric Metric = RandomMetric(Numbers, Tree, 30);
	std::vector<FTangentPair> Faces;
	for (int Face = 0; Face < 5; ++Face)
	{
		Faces.push_back({RandomDirection(Numbers, {0, 1, 2}), RandomDirection(Numbers, {1, 3})});
	}
	const std::optional<FPlaneFit> Fit = FitPlane(Faces, Metric);
	ASSERT_TRUE(Fit);
	const auto AreaOn = [&](const FTangentPair& Plane)
	{
		double Sum = 0.0;
		for (const FTangentPair& Face : Faces)
		{
			Sum += PlaneProduct(Face, Plane, Metric);
		}
		return Sum;
	};
	EXPECT_NEAR(AreaOn(Fit->Plane), Fit->Area, 1e-9 * Fit->Area);
	for (int Trial = 0; Trial < 200; ++Trial)
	{
		const FTangentPair Near{AddScaled(Fit->Plane.Tangent, RandomDirection(Numbers, {0, 1, 2, 3}), Numbers.Unit()),
			AddScaled(Fit->Plane.Bitangent, RandomDirection(Numbers, {0, 1, 2, 3}), Numbers.Unit())};
		EXPECT_LE(AreaOn(Orthonormalize(Near, Metric)), Fit->Area * (1.0 + 1e-12));
	}
}

TEST(PlaneFit, AlignmentTurnsAPairInItsPlane)
{
	FRandomNumbers Numbers(9);
	const FTree Tree(Numbers, 4);
	const FPoseMetric Metric = RandomMetric(Numbers, Tree, 30);
	const FTangentPair Pair =
		Orthonormalize({RandomDirection(Numbers, {0, 1}), RandomDirection(Numbers, {1, 2})}, Metric);
	const FAnimationVector Direction = RandomDirection(Numbers, {0, 2, 3});
	const FTangentPair Aligned = AlignPair(Pair, Direction, Metric);
	EXPECT_NEAR(PlaneProduct(Aligned, Pair, Metric), 1.0, 1e-9);
	EXPECT_NEAR(InnerProduct(Metric, Aligned.Bitangent, Direction), 0.0, 1e-9);
	EXPECT_GT(InnerProduct(Metric, Aligned.Tangent, Direction), 0.0);
}

/** A surface z = 0.3 sin x cos y with weights of three bones that vary over it, everything known in closed form. */
struct FWavySurface
{
	static FDouble3 At(double U, double V) { return {U, V, 0.3 * std::sin(U) * std::cos(V)}; }
	static FDouble3 AlongU(double U, double V) { return {1.0, 0.0, 0.3 * std::cos(U) * std::cos(V)}; }
	static FDouble3 AlongV(double U, double V) { return {0.0, 1.0, -0.3 * std::sin(U) * std::sin(V)}; }
	static std::vector<double> Weights(const FDouble3& P)
	{
		const double A = 0.5 + 0.4 * std::sin(2.0 * P.X), B = 0.5 + 0.4 * std::cos(3.0 * P.Y);
		return {A * B, (1.0 - A) * B, 1.0 - B};
	}
	static std::vector<FDouble3> Gradients(const FDouble3& P)
	{
		const double A = 0.5 + 0.4 * std::sin(2.0 * P.X), B = 0.5 + 0.4 * std::cos(3.0 * P.Y);
		const double DA = 0.8 * std::cos(2.0 * P.X), DB = -1.2 * std::sin(3.0 * P.Y);
		return {{DA * B, A * DB, 0.0}, {-DA * B, (1.0 - A) * DB, 0.0}, {0.0, -DB, 0.0}};
	}
};

Eigen::Vector3d Vec(const FDouble3& V)
{
	return {V.X, V.Y, V.Z};
}

double AngleOf(const Eigen::Vector3d& A, const Eigen::Vector3d& B)
{
	return std::atan2(A.cross(B).norm(), A.dot(B));
}

TEST(SkinTangents, CorrectedTangentsAreTheDerivativesOfThePosedSurfaceAndPlainOnesAreNot)
{
	FRandomNumbers Numbers(23);
	const FTree Tree(Numbers, 3);
	const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 1.0));
	const std::vector<uint16_t> Bones{0, 1, 2};
	double LargestDifference = 0.0;
	for (int Trial = 0; Trial < 30; ++Trial)
	{
		const double U = Numbers.Signed(), V = Numbers.Signed(), H = 1e-5;
		const FDouble3 P = FWavySurface::At(U, V);
		const FDouble3 S = FWavySurface::AlongU(U, V), T = FWavySurface::AlongV(U, V);
		const std::vector<double> Weights = FWavySurface::Weights(P);
		const std::vector<FDouble3> Gradients = FWavySurface::Gradients(P);
		const auto Posed = [&](double X, double Y)
		{
			const FDouble3 Q = FWavySurface::At(X, Y);
			return Vec(Project(EmbedPoint(Q, Bones, FWavySurface::Weights(Q)), Palette));
		};
		const Eigen::Vector3d DU = (Posed(U + H, V) - Posed(U - H, V)) / (2.0 * H);
		const Eigen::Vector3d DV = (Posed(U, V + H) - Posed(U, V - H)) / (2.0 * H);
		const FAnimationVector Qs = CorrectedTangent(P, S, Bones, Weights, Gradients);
		const FAnimationVector Qt = CorrectedTangent(P, T, Bones, Weights, Gradients);
		EXPECT_NEAR(Qs.Weight(), 0.0, 1e-14);
		EXPECT_LT((Vec(Project(Qs, Palette)) - DU).norm(), 1e-8);
		EXPECT_LT((Vec(Project(Qt, Palette)) - DV).norm(), 1e-8);
		const Eigen::Vector3d True = DU.cross(DV);
		EXPECT_LT(AngleOf(Vec(Project(Qs, Palette)).cross(Vec(Project(Qt, Palette))), True), 1e-4);

		// The plain rule is the inverse transpose of the blended matrix: exactly so, and away from the surface.
		const Eigen::Vector3d Plain = Vec(Project(EmbedVector(S, Bones, Weights), Palette))
										  .cross(Vec(Project(EmbedVector(T, Bones, Weights), Palette)));
		Eigen::Matrix3d Blended = Eigen::Matrix3d::Zero();
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			Blended += Weights[Bone] * AsRows(Palette[Bone]).leftCols<3>();
		}
		const Eigen::Vector3d Inverted = Blended.inverse().transpose() * Vec(S).cross(Vec(T));
		EXPECT_LT(AngleOf(Plain, Blended.determinant() < 0.0 ? Eigen::Vector3d(-Inverted) : Inverted), 1e-9);
		LargestDifference = std::max(LargestDifference, AngleOf(Plain, True));
	}
	EXPECT_GT(LargestDifference, 0.05);
}

TEST(SkinTangents, GradientsOfLinearWeightsAreExactAndSumToZero)
{
	const FTriangleMesh Grid = Shapes::Grid(4, 3, 0.25);
	FRigWeights Weights;
	for (const FDouble3& P : Grid.Positions)
	{
		Weights.Bones.insert(Weights.Bones.end(), {2, 7});
		Weights.Weights.insert(Weights.Weights.end(), {0.1 + 0.5 * P.X + 0.3 * P.Y, 0.9 - 0.5 * P.X - 0.3 * P.Y});
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	const FWeightGradients Found = FindWeightGradients(Grid, Weights);
	EXPECT_EQ(Found.Weights, Weights);
	for (size_t Index = 0; Index < Found.Gradients.size(); Index += 2)
	{
		EXPECT_LT(AnimationSkeletons::Distance(Found.Gradients[Index], {0.5, 0.3, 0.0}), 1e-12);
		EXPECT_LT(AnimationSkeletons::Distance(Found.Gradients[Index + 1], {-0.5, -0.3, 0.0}), 1e-12);
	}
}

/** The tube of three bones as a character with an animation-space skin that is its linear blend. */
struct FTubeSkin
{
	FCharacterData Data;
	FPoseMetric Metric;

	FTubeSkin()
	{
		const TubeExamples::FTruth Truth;
		const FExampleSet Set = TubeExamples::AsImported(Truth.Tube.Set);
		const FCharacterParts Parts = TubeExamples::MakeTubeParts(Set, Truth.Rig);
		Data = TubeExamples::BakeParts(Parts).ToData();
		Data.Levels[0].Skin = StoreSkin(ReadSkin(Data.Levels[0]));
		FClipMetricOptions Options;
		Options.Correlation = 0.5;
		Options.PriorShare = 0.1;
		Metric = *BuildClipMetric(Parts.Animation, Options);
	}
	FMeshLevelData& Level() { return Data.Levels[0]; }

	std::vector<FAffine> Palette(uint32_t Frame) const
	{
		const FRestPose Rest = *MakeRestPose(Data.Skeleton);
		const FClipData& Clip = Data.Clips[0];
		const FClipView View = ViewOf(Clip);
		std::vector<FBoneTransform> Local(Rest.JointCount());
		EXPECT_TRUE((FSampleClipJob{&View, static_cast<float>(Frame) / Clip.FramesPerSecond, Rest.Local, Local}.Run()));
		return MakePalette(Rest, Local);
	}
	FSurfacePoint Skin(const std::vector<FAffine>& Matrices, size_t Vertex) const
	{
		const FMeshLevelData& L = Data.Levels[0];
		const size_t First = L.Skin.Offsets[Vertex], Count = L.Skin.Offsets[Vertex + 1] - First;
		const auto Row = [&](const std::vector<FFloat4>& Items)
		{ return Items.empty() ? std::span<const FFloat4>{} : std::span(Items).subspan(First, Count); };
		FSurfacePoint Rest{L.Positions[Vertex], L.Normals[Vertex], {}};
		return SkinAnimationSpace(Matrices, std::span(L.Skin.Bones).subspan(First, Count),
			{Row(L.Skin.Points), {}, Row(L.Skin.Tangents), Row(L.Skin.Bitangents)}, 0.0f, Rest);
	}
	/** RMS angle between skinned normals and those of the posed mesh; beyond 60 degrees linear blending folds over. */
	double NormalError() const
	{
		const FMeshLevelData& L = Data.Levels[0];
		std::vector<FTriangle> Triangles;
		for (size_t Index = 0; Index < L.Indices.size(); Index += 3)
		{
			Triangles.push_back({static_cast<int32_t>(L.Indices[Index]), static_cast<int32_t>(L.Indices[Index + 1]),
				static_cast<int32_t>(L.Indices[Index + 2])});
		}
		double Sum = 0.0, Count = 0.0;
		for (uint32_t Frame = 0; Frame < 3; ++Frame)
		{
			const std::vector<FAffine> Matrices = Palette(Frame);
			std::vector<FDouble3> Positions, Normals;
			for (size_t Vertex = 0; Vertex < L.VertexCount(); ++Vertex)
			{
				const FSurfacePoint Posed = Skin(Matrices, Vertex);
				Positions.push_back({Posed.Position.X, Posed.Position.Y, Posed.Position.Z});
				Normals.push_back({Posed.Normal.X, Posed.Normal.Y, Posed.Normal.Z});
			}
			const std::vector<FDouble3> True = VertexNormals(Positions, Triangles);
			for (size_t Vertex = 0; Vertex < L.VertexCount(); ++Vertex)
			{
				Sum += std::pow(AngleOf(Vec(True[Vertex]), Vec(Normals[Vertex])), 2);
				Count += 1.0;
			}
		}
		return std::sqrt(Sum / Count);
	}
};

TEST(SkinTangents, PairsKeepTheRestNormalsAndFollowTheSurfaceBetterThanBlendedOnes)
{
	FTubeSkin Tube;
	const double Blended = Tube.NormalError();
	std::vector<double> Errors;
	for (const ETangentRule Rule :
		{ETangentRule::LinearBlend, ETangentRule::CorrectedLinearBlend, ETangentRule::Surface})
	{
		ASSERT_TRUE(BuildSkinTangents(Tube.Level(), Tube.Metric, {Rule}, {}));
		Errors.push_back(Tube.NormalError());
		const std::vector<FAffine> Rest(3);
		for (size_t Vertex = 0; Vertex < Tube.Level().VertexCount(); ++Vertex)
		{
			EXPECT_LT(Length(Tube.Skin(Rest, Vertex).Normal - Tube.Level().Normals[Vertex]), 1e-4f);
		}
		const TResult<FCharacter> Whole = FCharacter::FromData(Tube.Data);
		EXPECT_TRUE(Whole) << Whole.GetError().Message;
	}
	EXPECT_NEAR(Errors[0], Blended, 1e-3); // the plain rule is what linear blend skinning shades with
	EXPECT_LT(Errors[1], 0.25 * Blended);
	EXPECT_LT(Errors[2], 0.2 * Blended);
}

TEST(SkinTangents, VerticesWithoutANormalGetFinitePairs)
{
	FTubeSkin Tube;
	Tube.Level().Normals[3] = {};
	for (const ETangentRule Rule :
		{ETangentRule::LinearBlend, ETangentRule::CorrectedLinearBlend, ETangentRule::Surface})
	{
		ASSERT_TRUE(BuildSkinTangents(Tube.Level(), Tube.Metric, {Rule}, {}));
		for (const std::vector<FFloat4>* Pairs : {&Tube.Level().Skin.Tangents, &Tube.Level().Skin.Bitangents})
		{
			for (const FFloat4& V : *Pairs)
			{
				ASSERT_TRUE(std::isfinite(V.X + V.Y + V.Z + V.W));
			}
		}
	}
}

TEST(SkinTangents, SixteenBitPointsLoseNothingToThePairs)
{
	FTubeSkin Tube;
	const FRestPose Rest = *MakeRestPose(Tube.Data.Skeleton);
	FPackOptions Options;
	Options.Kind = EPackedKind::AnimationSpace;
	Options.Points = EPointFormat::Fixed16;
	const TResult<FPackedSkin> Without = PackSkin(ViewOf(Tube.Level()), Rest, Options);
	ASSERT_TRUE(BuildSkinTangents(Tube.Level(), Tube.Metric, {ETangentRule::CorrectedLinearBlend}, {}));
	const TResult<FPackedSkin> With = PackSkin(ViewOf(Tube.Level()), Rest, Options);
	ASSERT_TRUE(Without && With);
	EXPECT_LE(With->Errors.LargestPoint, 1.05f * Without->Errors.LargestPoint);
}

TEST(SkinTangents, NormalsComeFromThePairWithoutUVsToo)
{
	FTubeSkin Tube;
	ASSERT_TRUE(BuildSkinTangents(Tube.Level(), Tube.Metric, {}, {}));
	const FRestPose Rest = *MakeRestPose(Tube.Data.Skeleton);
	FPackOptions Options;
	Options.Kind = EPackedKind::AnimationSpace;
	const TResult<FPackedSkin> Packed = PackSkin(ViewOf(Tube.Level()), Rest, Options);
	ASSERT_TRUE(Packed);
	const std::vector<FAffine> Matrices = Tube.Palette(3);
	std::vector<FAffine> OfSkin;
	for (const uint16_t Bone : Packed->PaletteBones)
	{
		OfSkin.push_back(Matrices[Bone]);
	}
	std::vector<FFloat3> Positions(Packed->SlotCount), Normals(Packed->SlotCount);
	FAnimationSpaceJob Job;
	Job.Skin = &*Packed;
	Job.Palette = OfSkin;
	Job.Output = {Positions, Normals, {}};
	ASSERT_TRUE(Job.Run());
	for (size_t Vertex = 0; Vertex < Tube.Level().VertexCount(); ++Vertex)
	{
		const FSurfacePoint Expected = Tube.Skin(Matrices, Vertex);
		EXPECT_LT(Length(Normals[Packed->SlotOfVertex[Vertex]] - Expected.Normal), 1.5e-4f);
	}
}

TEST(SkinTangents, HardEdgesStayHardAndTangentsLieAlongU)
{
	// A cube whose faces have normals and UVs of their own.
	FSourceMesh Cube = MakeCube();
	const TResult<FExampleSet> Set = BuildExampleSet(MakeExamples(Cube), {}, {});
	ASSERT_TRUE(Set);
	FMeshLevelData Level;
	for (const FTriangle& T : Set->Rest.Triangles)
	{
		const Eigen::Vector3d A = Vec(Set->Rest.Positions[T[0]]), B = Vec(Set->Rest.Positions[T[1]]);
		const Eigen::Vector3d C = Vec(Set->Rest.Positions[T[2]]);
		const Eigen::Vector3d N = (B - A).cross(C - A).normalized(), U = N.unitOrthogonal(), V = N.cross(U);
		for (size_t Side = 0; Side < 3; ++Side)
		{
			const Eigen::Vector3d P = Vec(Set->Rest.Positions[T[Side]]);
			Level.Indices.push_back(static_cast<uint32_t>(Level.Positions.size()));
			Level.Positions.push_back(ToFloat3(ToDouble3(P)));
			Level.Normals.push_back(ToFloat3(ToDouble3(N)));
			Level.UVs.push_back({static_cast<float>(U.dot(P)), static_cast<float>(V.dot(P))});
			Level.Tangents.push_back(
				{static_cast<float>(U.x()), static_cast<float>(U.y()), static_cast<float>(U.z()), 1.0f});
			Level.PointOfCorner.push_back(static_cast<uint32_t>(T[Side]));
			Level.Weights.Bones.push_back(0);
			Level.Weights.Weights.push_back(1.0f);
			Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size() - 1));
		}
	}
	Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
	Level.Skin = StoreSkin(ReadSkin(Level));
	const FPoseMetric Metric = BuildSampledMetric(std::vector<FAffine3d>(1), 1, 1);
	ASSERT_TRUE(BuildSkinTangents(Level, Metric, {}, {}));
	for (size_t Corner = 0; Corner < Level.VertexCount(); ++Corner)
	{
		const FFloat4 &S = Level.Skin.Tangents[Corner], &T = Level.Skin.Bitangents[Corner];
		const FFloat3 Normal = Normalize(Cross({S.X, S.Y, S.Z}, {T.X, T.Y, T.Z}));
		const FFloat4& U = Level.Tangents[Corner];
		EXPECT_LT(Length(Normal - Level.Normals[Corner]), 1e-5f);
		EXPECT_LT(Length(Normalize(FFloat3{S.X, S.Y, S.Z}) - FFloat3{U.X, U.Y, U.Z}), 1e-5f);
	}
	Level.Skin = {};
	EXPECT_FALSE(BuildSkinTangents(Level, Metric, {}, {}));
}

TEST(SkinTangents, ThreadsDoNotChangeTheResult)
{
	FTubeSkin A, B;
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Threads;
	Threads.Executor = Pool.get();
	ASSERT_TRUE(BuildSkinTangents(A.Level(), A.Metric, {}, {}));
	ASSERT_TRUE(BuildSkinTangents(B.Level(), B.Metric, {}, Threads));
	EXPECT_EQ(A.Level().Skin, B.Level().Skin);
}

} // namespace SkinTangentsTest
} // namespace Exemplar
