// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Registration/RegisterScans.h"
#include "Base/ThreadPool.h"
#include "FullSize.h"
#include "Geometry/Measures.h"
#include "Registration/ConfidenceFile.h"
#include "RegistrationBody.h"
#include "Sample/ScanSimulator.h"

namespace Exemplar
{
namespace RegisterScansTest
{

constexpr size_t PoseIndex = 3;

/** A pose of the sample with floor, strap and without a hand. */
const FSimulatedScan& HardScan()
{
	static const FSimulatedScan Scan = []
	{
		FScanSimulation Simulation;
		Simulation.Cell = 0.012;
		Simulation.PixelsPerSide = 320;
		Simulation.bFloor = true;
		Simulation.Turn = 0.5;
		const FSharedPositions& Pose = RegistrationBody().Source.Poses[PoseIndex].Positions;
		return std::move(*SimulateScan(Pose.ToVector(), RegistrationBody().Triangles, Simulation, {}));
	}();
	return Scan;
}

/** Landmarks where they truly are: every hundredth vertex that was seen. */
void AddTrueLandmarks(const FSimulatedScan& Scan, FScan& Out, FTemplate& Template)
{
	for (size_t Vertex = 0; Vertex < Scan.Truth.size(); Vertex += 97)
	{
		if (Scan.Visible[Vertex])
		{
			const std::string Name = "v" + std::to_string(Vertex);
			Template.Landmarks.push_back({Name, Template.Mesh.Positions[Vertex]});
			Out.Landmarks.push_back({Name, Scan.Truth[Vertex]});
		}
	}
}

double MeanErrorPercent(std::span<const FDouble3> A, std::span<const FDouble3> Truth)
{
	double Sum = 0.0;
	for (size_t Index = 0; Index < A.size(); ++Index)
	{
		Sum += std::hypot(A[Index].X - Truth[Index].X, A[Index].Y - Truth[Index].Y, A[Index].Z - Truth[Index].Z);
	}
	return 100.0 * Sum / static_cast<double>(A.size()) / BoxDiagonal(RegistrationBody().Source.Rest.Positions);
}

TEST(ScanSimulator, GivesTheSameBytesForOneSeedAndAnotherScanForAnother)
{
	FScanSimulation Simulation;
	Simulation.Cell = 0.02;
	Simulation.PixelsPerSide = 128;
	const std::vector<FDouble3>& Body = RegistrationBody().Source.Rest.Positions;
	FBuildContext Context;
	const TResult<FSimulatedScan> A = SimulateScan(Body, RegistrationBody().Triangles, Simulation, Context);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	Context.Executor = Pool.get();
	const TResult<FSimulatedScan> B = SimulateScan(Body, RegistrationBody().Triangles, Simulation, Context);
	Context.Seed = 2;
	const TResult<FSimulatedScan> C = SimulateScan(Body, RegistrationBody().Triangles, Simulation, Context);
	ASSERT_TRUE(A && B && C);
	EXPECT_EQ(A->Scan.Mesh, B->Scan.Mesh);
	EXPECT_NE(A->Scan.Mesh.Positions.size(), C->Scan.Mesh.Positions.size());
	// Most of the scan lies on the body, and some of the body is not in the scan.
	const size_t Own = static_cast<size_t>(
		std::count_if(A->NearestVertex.begin(), A->NearestVertex.end(), [](int32_t Vertex) { return Vertex >= 0; }));
	EXPECT_GT(Own, A->NearestVertex.size() * 4 / 5);
	const size_t Seen = static_cast<size_t>(std::count(A->Visible.begin(), A->Visible.end(), 1));
	EXPECT_GT(Seen, A->Visible.size() / 2);
	EXPECT_LT(Seen, A->Visible.size());
}

TEST(RegisterScans, FindsAPoseByLandmarksAndKnowsWhatItSaw) // T35, T38, T39, T41
{
	FScanSet Scans;
	Scans.Scans.push_back(HardScan().Scan);
	FTemplate Template = RegistrationTemplate();
	AddTrueLandmarks(HardScan(), Scans.Scans[0], Template);
	const TResult<FRegisteredExamples> One = RegisterScans(Scans, Template, {}, {});
	ASSERT_TRUE(One) << One.GetError().Message;
	const FRegisteredPose& Pose = One->Poses[0];
	EXPECT_EQ(Pose.Verdict, EVerdict::Good) << Pose.Sentence;
	EXPECT_LT(MeanErrorPercent(Pose.Positions, HardScan().Truth), 0.5);
	EXPECT_EQ(One->Examples.Rest.CornerVertices, Template.Mesh.CornerVertices);
	EXPECT_EQ(One->Examples.Rest.UVs, Template.Mesh.UVs);
	size_t Claimed = 0, Right = 0;
	for (size_t Vertex = 0; Vertex < Pose.States.size(); ++Vertex)
	{
		Claimed += Pose.States[Vertex] == EPointState::Observed;
		Right += Pose.States[Vertex] == EPointState::Observed && HardScan().Visible[Vertex];
	}
	EXPECT_GT(static_cast<double>(Right), 0.9 * static_cast<double>(Claimed));
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	const TResult<FRegisteredExamples> Two = RegisterScans(Scans, Template, {}, Context);
	ASSERT_TRUE(Two);
	EXPECT_EQ(Two->Poses[0].Positions, Pose.Positions);
	EXPECT_EQ(Two->Poses[0].Confidence, Pose.Confidence);
}

TEST(RegisterScans, FindsAPoseWithoutLandmarks) // T20, T21
{
	FULL_SIZE_TEST();
	FScanSet Scans;
	Scans.Scans.push_back(HardScan().Scan);
	const TResult<FRegisteredExamples> Registered = RegisterScans(Scans, RegistrationTemplate(), {}, {});
	ASSERT_TRUE(Registered) << Registered.GetError().Message;
	EXPECT_LT(MeanErrorPercent(Registered->Poses[0].Positions, HardScan().Truth), 1.5);
	const FConfidence Confidence = ConfidenceOf(*Registered);
	const std::string Bytes = FormatConfidence(Confidence);
	const TResult<FConfidence> Read = ParseConfidence(std::as_bytes(std::span(Bytes)), "frames.confidence");
	ASSERT_TRUE(Read);
	EXPECT_EQ(FormatConfidence(*Read), Bytes);
}

TEST(RegisterScans, StopsWhenItIsCanceled) // T39
{
	FScanSet Scans;
	Scans.Scans.push_back(HardScan().Scan);
	int Calls = 0;
	const FProgressCallback Callback = [&](std::string_view, double) { return ++Calls < 3; };
	FBuildContext Context;
	Context.Progress = FProgress(Callback);
	const TResult<FRegisteredExamples> Registered = RegisterScans(Scans, RegistrationTemplate(), {}, Context);
	ASSERT_FALSE(Registered);
	EXPECT_EQ(Registered.GetError().Code, EErrorCode::Canceled);
}

TEST(RegisterScans, RefusesAScanInOtherUnitsWithTheFactor) // T28
{
	FScanSet Scans;
	Scans.Scans.push_back({"huge.ply", RegistrationBody().Source.Rest, {}});
	for (FDouble3& P : Scans.Scans[0].Mesh.Positions)
	{
		P = {1000.0 * P.X, 1000.0 * P.Y, 1000.0 * P.Z};
	}
	const TResult<FRegisteredExamples> Registered = RegisterScans(Scans, RegistrationTemplate(), {}, {});
	ASSERT_TRUE(Registered);
	EXPECT_EQ(Registered->Poses[0].Verdict, EVerdict::Failed);
	EXPECT_THAT(Registered->Poses[0].Sentence, testing::HasSubstr("huge.ply"));
	EXPECT_THAT(Registered->Poses[0].Sentence, testing::HasSubstr("--scan-scale 0.001"));
	EXPECT_TRUE(Registered->Examples.Poses.empty());
}

TEST(RegisterScans, SaysWhatIsWrongWithLandmarks) // T41
{
	const FSourceMesh& Rest = RegistrationBody().Source.Rest;
	const auto Message = [&](std::vector<FScanLandmark> OnScan, std::vector<FScanLandmark> OnTemplate)
	{
		FScanSet Scans;
		Scans.Scans.push_back({"scan.ply", Rest, std::move(OnScan)});
		FTemplate Template = RegistrationTemplate();
		Template.Landmarks = std::move(OnTemplate);
		const TResult<FRegisteredExamples> Registered = RegisterScans(Scans, Template, {}, {});
		return Registered ? std::string() : Registered.GetError().Message;
	};
	const FDouble3 A = Rest.Positions[0], B = Rest.Positions[1000];
	EXPECT_THAT(Message({{"nose", A}}, {}), testing::HasSubstr("'nose' is not on the template"));
	EXPECT_THAT(Message({{"nose", {9.0, 9.0, 9.0}}}, {{"nose", A}}), testing::HasSubstr("not on the scan"));
	EXPECT_THAT(Message({{"nose", A}, {"ear", B}}, {{"nose", A}, {"ear", B}}), testing::HasSubstr("three are needed"));
	EXPECT_THAT(
		Message({{"a", A}, {"b", B}, {"c", A}}, {{"a", A}, {"b", B}, {"c", A}}), testing::HasSubstr("on a line"));
}

TEST(TemplateFromScan, ClosesAScanWithHoles) // T5
{
	FTriangleMesh Sphere = RegistrationSphere(0.5, {}, 40);
	std::erase_if(Sphere.Triangles,
		[&](const FTriangle& T)
		{
			const FDouble3& P = Sphere.Positions[static_cast<size_t>(T[0])];
			return P.Y > 0.45 || P.X > 0.46 || P.Z < -0.47;
		});
	FScanSet Scans;
	Scans.Scans.push_back({"sphere.ply", MeshOfTriangles(Sphere.Positions, Sphere.Triangles), {}});
	FTemplateOptions Options;
	Options.Triangles = 2000;
	const TResult<FTemplateChoice> Made = MakeTemplate(Scans, Options, {});
	ASSERT_TRUE(Made) << Made.GetError().Message;
	EXPECT_EQ(Made->HolesClosed, 3u);
	EXPECT_EQ(Made->Genus, 0);
	for (const FDouble3& P : Made->Template.Mesh.Positions)
	{
		const double Radius = std::hypot(P.X, P.Y, P.Z);
		EXPECT_LT(Radius, 0.52);
		EXPECT_GT(Radius, 0.42); // flat over the holes at most
	}
}

TEST(ConfidenceFile, RefusesWhatItsHeaderDoesNotPromise)
{
	FConfidence Confidence{2, 2, {0.0f, 1.0f, 0.0f, 1.0f},
		{EPointState::Invented, EPointState::Observed, EPointState::Bridged, EPointState::Observed}};
	const std::string Good = FormatConfidence(Confidence);
	const auto Parse = [](const std::string& Bytes) { return ParseConfidence(std::as_bytes(std::span(Bytes)), "c"); };
	EXPECT_EQ(*Parse(Good), Confidence);
	EXPECT_FALSE(Parse(Good.substr(0, Good.size() - 1)));
	EXPECT_FALSE(Parse("EXEM"));
	std::string Bad = Good;
	Bad.back() = '\x03';
	EXPECT_FALSE(Parse(Bad));
	Bad = Good;
	Bad[8] = 9;
	EXPECT_EQ(Parse(Bad).GetError().Code, EErrorCode::Unsupported);
}

} // namespace RegisterScansTest
} // namespace Exemplar
