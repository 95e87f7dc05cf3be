// Copyright (c) 2026 Exemplar contributors. MIT license.
// Skeletons from poses that share neither vertices nor triangles: how far the joints are from the truth, in every pose,
// and how long it takes.

#include "Base/ThreadPool.h"
#include "BenchRows.h"
#include "Clips/Animation.h"
#include "Examples/ExampleFiles.h"
#include "Geometry/Measures.h"
#include "Rig/RigFromHarmonics.h"
#include "Sample/SampleCharacter.h"

#include <cstring>
#include <iostream>

namespace
{

using namespace Exemplar;

double Distance(const FDouble3& A, const FDouble3& B)
{
	return std::sqrt((A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y) + (A.Z - B.Z) * (A.Z - B.Z));
}

/** A joint that an artist or a generator placed, in every pose. */
struct FTrueJoint
{
	std::string Name;
	std::vector<FDouble3> Places;
};

FDouble3 PlaceOf(const FRig& Rig, size_t Bone, size_t Pose)
{
	const FDouble3& Joint = Rig.Joints[Bone];
	return Pose == 0 ? Joint : TransformPoint(Rig.Transform(Bone, Pose - 1), Joint);
}

struct FErrors
{
	double Mean = 0.0, Max = 0.0;
	std::string Worst;
};

/** Each true joint against the one found joint that is closest over all poses. */
FErrors Compare(const FRig& Rig, const std::vector<FTrueJoint>& Truth, double Unit, bool bPrint)
{
	FErrors Out;
	double Count = 0.0;
	for (const FTrueJoint& Joint : Truth)
	{
		size_t Best = 0;
		double BestSum = INFINITY;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			double Sum = 0.0;
			for (size_t Pose = 0; Pose < Joint.Places.size(); ++Pose)
			{
				Sum += Distance(PlaceOf(Rig, Bone, Pose), Joint.Places[Pose]);
			}
			if (Sum < BestSum)
			{
				BestSum = Sum;
				Best = Bone;
			}
		}
		double Max = 0.0;
		for (size_t Pose = 0; Pose < Joint.Places.size(); ++Pose)
		{
			const double Error = 100.0 * Distance(PlaceOf(Rig, Best, Pose), Joint.Places[Pose]) / Unit;
			Out.Mean += Error;
			Count += 1.0;
			Max = (std::max)(Max, Error);
			if (Error > Out.Max)
			{
				Out.Max = Error;
				Out.Worst = Joint.Name + " in pose " + std::to_string(Pose);
			}
		}
		if (bPrint)
		{
			std::cerr << "  " << Joint.Name << ": " << Rig.Names[Best] << ", mean "
					  << 100.0 * BestSum / static_cast<double>(Joint.Places.size()) / Unit << " %, max " << Max
					  << " %\n";
		}
	}
	Out.Mean /= (std::max)(Count, 1.0);
	return Out;
}

std::vector<float> ReadFloats(const std::filesystem::path& File)
{
	std::ifstream Stream(File, std::ios::binary);
	const std::string Bytes((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
	std::vector<float> Out(Bytes.size() / 4);
	std::memcpy(Out.data(), Bytes.data(), 4 * Out.size());
	return Out;
}

TResult<FPoseMesh> ReadPose(const std::filesystem::path& File)
{
	TResult<FSourceMesh> Mesh = ReadMeshFile(File);
	if (!Mesh)
	{
		return Mesh.GetError();
	}
	FSourceExamples Source;
	Source.Rest = std::move(*Mesh);
	TResult<FExampleSet> Set = BuildExampleSet(std::move(Source), {}, {});
	return Set ? TResult<FPoseMesh>(FPoseMesh{File.stem().string(), std::move(Set->Rest)})
			   : TResult<FPoseMesh>(Set.GetError());
}

/** The artist's heads of bones, moved as in the frame that a pose was taken from: the frame in which the pose's
 * vertices stand where the truth says. */
std::vector<FTrueJoint> ReadMakehumanTruth(const std::filesystem::path& Data, const std::vector<FPoseMesh>& Poses)
{
	std::ifstream Json(Data / "makehuman/skeleton_game_engine.json");
	const std::string Text((std::istreambuf_iterator<char>(Json)), std::istreambuf_iterator<char>());
	const std::vector<float> Motions = ReadFloats(Data / "makehuman/bone_transforms_40x53x3x4.f32");
	const TResult<FPointCache> Frames = ReadPointCacheFile(Data / "makehuman-lbs40/frames.pc2");
	std::vector<std::string> Names;
	std::vector<FDouble3> Heads;
	for (size_t At = Text.find("\"name\""); At != std::string::npos; At = Text.find("\"name\"", At + 1))
	{
		const size_t Quote = Text.find('"', At + 7) + 1;
		Names.push_back(Text.substr(Quote, Text.find('"', Quote) - Quote));
		const size_t Head = Text.find('[', Text.find("\"head\"", At)) + 1;
		FDouble3& P = Heads.emplace_back();
		std::sscanf(Text.c_str() + Head, "%lf, %lf, %lf", &P.X, &P.Y, &P.Z);
	}
	std::vector<FTrueJoint> Out;
	for (const char* Base : {"upperarm", "lowerarm", "hand", "thigh", "calf", "foot"})
	{
		for (const char* Side : {"_l", "_r"})
		{
			Out.push_back({std::string(Base) + Side, {}});
		}
	}
	for (size_t Pose = 0; Pose < Poses.size() && Frames; ++Pose)
	{
		std::ifstream Ids(Data / "makehuman-diffconn" / (Poses[Pose].Name + "_truth_vertex_ids.txt"));
		size_t BestFrame = 0;
		double Best = INFINITY;
		std::vector<size_t> Vertices;
		for (size_t Id = 0; Ids >> Id && Vertices.size() < 500;)
		{
			Vertices.push_back(Id);
		}
		for (size_t Frame = 0; Frame < Frames->FrameCount(); ++Frame)
		{
			double Sum = 0.0;
			for (size_t Index = 0; Index < Vertices.size(); ++Index)
			{
				const FFloat3& P = Frames->Frame(Frame)[Vertices[Index]];
				Sum += Distance({P.X, P.Y, P.Z}, Poses[Pose].Mesh.Positions[Index]);
			}
			if (Sum < Best)
			{
				Best = Sum;
				BestFrame = Frame;
			}
		}
		for (FTrueJoint& Joint : Out)
		{
			const auto Bone = static_cast<size_t>(std::find(Names.begin(), Names.end(), Joint.Name) - Names.begin());
			FAffine3d Motion;
			if (Pose > 0)
			{
				std::copy_n(
					Motions.begin() + static_cast<std::ptrdiff_t>((BestFrame * 53 + Bone) * 12), 12, Motion.M.begin());
			}
			Joint.Places.push_back(TransformPoint(Motion, Heads[Bone]));
		}
	}
	return Out;
}

void MeasureSample(Bench::FRows& Rows, size_t VertexCount, const FBuildContext& Context, bool bPrint)
{
	FSampleOptions Options;
	Options.bRemeshedPoses = true;
	Options.VertexCount = VertexCount;
	const TResult<FSampleCharacter> Sample = BuildSample(Options, {});
	if (!Sample)
	{
		std::cerr << Sample.GetError().Message << "\n";
		return;
	}
	std::vector<FPoseMesh> Poses{{"rest", {Sample->Source.Rest.Positions, Sample->Triangles}}};
	for (const FRemeshedPose& Pose : Sample->RemeshedPoses)
	{
		Poses.push_back({Pose.Name, Pose.Mesh});
	}
	const TResult<FHarmonicRig> Rig = BuildHarmonicRig(Poses, {}, Context);
	if (!Rig)
	{
		std::cerr << Rig.GetError().Message << "\n";
		return;
	}
	const FSkeletonData& Skeleton = Sample->Source.Rig->Skeleton;
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	std::vector<FTrueJoint> Truth;
	double Low = INFINITY, High = -INFINITY;
	for (const FDouble3& P : Poses[0].Mesh.Positions)
	{
		Low = (std::min)(Low, P.Y);
		High = (std::max)(High, P.Y);
	}
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		for (const char* Limb : {"UpperArm", "Forearm", "Hand", "Thigh", "Shin", "Foot"})
		{
			if (Skeleton.Names[Joint].find(Limb) == 0)
			{
				const FDouble3 Place{Rest[Joint].M[3], Rest[Joint].M[7], Rest[Joint].M[11]};
				FTrueJoint& True = Truth.emplace_back(FTrueJoint{Skeleton.Names[Joint], {Place}});
				for (size_t Pose = 1; Pose < Poses.size(); ++Pose)
				{
					True.Places.push_back(
						TransformPoint(Sample->Palettes[(Pose - 1) * Skeleton.JointCount() + Joint], Place));
				}
			}
		}
	}
	const FErrors Errors = Compare(Rig->Rig, Truth, High - Low, bPrint);
	std::cerr << "sample, worst joint: " << Errors.Worst << "\n";
	const std::string Name = "sample of " + std::to_string(VertexCount) + " vertices, remeshed poses: ";
	Rows.Lower(Name + "limb joints, mean", Errors.Mean, "% of height").Reach(4.0);
	Rows.Lower(Name + "limb joints, worst pose", Errors.Max, "% of height").Reach(4.0);
}

/** Eight poses of about 10000 vertices: the nearest to that, some twice. */
void MeasureTime(Bench::FRows& Rows, const std::vector<FPoseMesh>& Poses, const FBuildContext& Context)
{
	std::vector<FPoseMesh> Eight{Poses[6]};
	for (const size_t Pose : {7, 8, 5, 6, 7, 8, 7})
	{
		Eight.push_back(Poses[Pose]);
	}
	size_t Vertices = 0;
	for (const FPoseMesh& Pose : Eight)
	{
		Vertices += Pose.Mesh.Positions.size() / Eight.size();
	}
	bool bOk = false;
	const double Seconds = Bench::BestSeconds(5, [&] { bOk = BuildHarmonicRig(Eight, {}, Context).IsOk(); });
	if (bOk)
	{
		Rows.Lower("eight poses of " + std::to_string(Vertices) + " vertices: time", Seconds, "s").Reach(3.0);
	}
}

void MeasureMakehuman(Bench::FRows& Rows, const FBuildContext& Context, bool bPrint)
{
	const auto Data = Bench::FindData();
	if (!Data || !Bench::FindData("makehuman-diffconn"))
	{
		return;
	}
	std::vector<FPoseMesh> Poses;
	for (int Pose = 0; Pose < 9; ++Pose)
	{
		TResult<FPoseMesh> Read = ReadPose(*Data / "makehuman-diffconn" / ("pose0" + std::to_string(Pose) + ".obj"));
		if (!Read)
		{
			std::cerr << Read.GetError().Message << "\n";
			return;
		}
		Poses.push_back(std::move(*Read));
	}
	TResult<FHarmonicRig> Rig = FError{};
	const double Seconds = Bench::BestSeconds(3, [&] { Rig = BuildHarmonicRig(Poses, {}, Context); });
	if (!Rig)
	{
		std::cerr << Rig.GetError().Message << "\n";
		return;
	}
	for (const FFigure& Figure : Rig->Rig.Figures[0].Figures)
	{
		std::cerr << (bPrint ? "  " + Figure.Name + " " + std::to_string(Figure.Value) + "\n" : "");
	}
	const FErrors Errors =
		Compare(Rig->Rig, ReadMakehumanTruth(*Data, Poses), BoxDiagonal(Poses[0].Mesh.Positions), bPrint);
	std::cerr << "makehuman-diffconn, worst joint: " << Errors.Worst << "\n";
	Rows.Lower("makehuman-diffconn: limb joints, mean", Errors.Mean, "% of diagonal").Reach(3.0);
	Rows.Lower("makehuman-diffconn: limb joints, worst pose", Errors.Max, "% of diagonal").Reach(3.0);
	Rows.Lower("makehuman-diffconn: time, nine poses of 4700 to 11100 vertices", Seconds, "s");
	MeasureTime(Rows, Poses, Context);
}

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("rig-from-harmonics", argc, argv);
	const bool bPrint = argc > 1 && std::string_view(argv[1]) == "--print";
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool();
	FBuildContext Context;
	Context.Executor = Pool.get();
	for (const size_t VertexCount : {2000, 8000})
	{
		MeasureSample(Rows, VertexCount, Context, bPrint);
	}
	MeasureMakehuman(Rows, Context, bPrint);
	return Rows.Finish();
}
