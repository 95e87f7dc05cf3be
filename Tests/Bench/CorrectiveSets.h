// Copyright (c) 2026 Exemplar contributors. MIT license.
#pragma once

#include "BenchRows.h"
#include "Clips/Animation.h"
#include "Correctives/BuildCorrectives.h"
#include "Examples/ExampleFiles.h"
#include "Fit/Procrustes.h"
#include "Geometry/Measures.h"
#include "Model/Rig.h"
#include "Sample/SampleCharacter.h"

#include <nlohmann/json.hpp>

// The sets that correctives are measured on: a mesh, an artist's weights, the motions of the bones and the true shapes.
namespace Exemplar::Bench
{

struct FCorrectiveSet
{
	std::string Name;
	FTriangleMesh Rest;
	FRigWeights Weights;
	FSkeletonData Skeleton;
	std::vector<FAffine3d> Palettes;           // [pose * joints + joint]
	std::vector<std::vector<FDouble3>> Frames; // the truth
	std::vector<uint32_t> Clips;               // of every frame; empty: unknown
	size_t LearnedCount = 0;                   // frames before this are learned from, the others measured
	double Diagonal = 0.0;
};

inline std::vector<float> ReadFloats(const std::filesystem::path& File, size_t SkippedBytes)
{
	std::ifstream Stream(File, std::ios::binary | std::ios::ate);
	const auto Size = static_cast<size_t>((std::max)(std::streamoff{0}, std::streamoff{Stream.tellg()}));
	std::vector<float> Out(Size > SkippedBytes ? (Size - SkippedBytes) / sizeof(float) : 0);
	Stream.seekg(static_cast<std::streamoff>(SkippedBytes));
	Stream.read(reinterpret_cast<char*>(Out.data()), static_cast<std::streamsize>(Out.size() * sizeof(float)));
	return Out;
}

/** "12 train clip 02_01 frame 3" and "12 train range of motion 4": the words after the role, without the last number.
 */
inline std::vector<uint32_t> ReadClips(const std::filesystem::path& File)
{
	std::ifstream Stream(File);
	std::vector<std::string> Names;
	std::vector<uint32_t> Out;
	for (std::string Line; std::getline(Stream, Line);)
	{
		std::string Name = Line.substr(Line.find(' ') + 1);
		Name = Name.substr(0, Name.find_last_of(' '));
		const auto Found = std::find(Names.begin(), Names.end(), Name);
		Out.push_back(static_cast<uint32_t>(Found - Names.begin()));
		if (Found == Names.end())
		{
			Names.push_back(Name);
		}
	}
	return Out;
}

inline std::optional<FCorrectiveSet> LoadCorrectiveSet(const std::string& Name, const std::filesystem::path& MeshFolder,
	const std::filesystem::path& Skeleton, const std::filesystem::path& Weights, const std::filesystem::path& Motions,
	size_t LearnedCount)
{
	FCorrectiveSet Set;
	Set.Name = Name;
	Set.LearnedCount = LearnedCount;
	const std::vector<std::filesystem::path> Files{MeshFolder / "rest.obj", MeshFolder / "frames.pc2"};
	const TResult<FSourceMesh> Mesh = ReadMeshFile(Files[0]);
	const TResult<FPointCache> Cache = ReadPointCacheFile(Files[1]);
	if (!Mesh || !Cache)
	{
		std::cerr << (Mesh ? Cache.GetError() : Mesh.GetError()).Message << "\n";
		return std::nullopt;
	}
	Set.Rest.Positions = Mesh->Positions;
	for (size_t Face = 0; Face < Mesh->PolygonCount(); ++Face)
	{
		const uint32_t First = Mesh->PolygonOffsets[Face];
		for (uint32_t Corner = First + 2; Corner < Mesh->PolygonOffsets[Face + 1]; ++Corner)
		{
			Set.Rest.Triangles.push_back({static_cast<int32_t>(Mesh->CornerVertices[First]),
				static_cast<int32_t>(Mesh->CornerVertices[Corner - 1]),
				static_cast<int32_t>(Mesh->CornerVertices[Corner])});
		}
	}
	Set.Diagonal = BoxDiagonal(Set.Rest.Positions);
	for (size_t Frame = 0; Frame < Cache->FrameCount(); ++Frame)
	{
		for (const FFloat3& Point : Cache->Frame(Frame))
		{
			Set.Frames.resize(Frame + 1);
			Set.Frames[Frame].push_back({Point.X, Point.Y, Point.Z});
		}
	}
	std::ifstream Stream(Skeleton);
	const nlohmann::json Document = nlohmann::json::parse(Stream);
	std::vector<std::array<float, 3>> Heads;
	for (const nlohmann::json& Joint : Document["joints"])
	{
		Heads.push_back(Joint["head"].get<std::array<float, 3>>());
		Set.Skeleton.Names.push_back(Joint["name"].get<std::string>());
		const int32_t Parent = Joint["parent"].get<int32_t>();
		Set.Skeleton.Parents.push_back(Parent);
		const std::array<float, 3> From = Parent < 0 ? std::array<float, 3>{} : Heads[static_cast<size_t>(Parent)];
		FBoneTransform Local;
		Local.Translation = {Heads.back()[0] - From[0], Heads.back()[1] - From[1], Heads.back()[2] - From[2]};
		Set.Skeleton.RestLocal.push_back(Local);
	}
	const size_t JointCount = Set.Skeleton.JointCount();
	const std::vector<float> Rows = ReadFloats(Weights, 8), Matrices = ReadFloats(Motions, 0);
	for (size_t Point = 0; Point < Set.Rest.Positions.size(); ++Point)
	{
		double Sum = 0.0;
		for (size_t Bone = 0; Bone < JointCount; ++Bone)
		{
			Sum += static_cast<double>(Rows[Point * JointCount + Bone]);
		}
		for (size_t Bone = 0; Bone < JointCount; ++Bone)
		{
			if (Rows[Point * JointCount + Bone] > 0.0f)
			{
				Set.Weights.Bones.push_back(static_cast<uint16_t>(Bone));
				Set.Weights.Weights.push_back(static_cast<double>(Rows[Point * JointCount + Bone]) / Sum);
			}
		}
		Set.Weights.Offsets.push_back(static_cast<uint32_t>(Set.Weights.Bones.size()));
	}
	Set.Palettes.resize(Matrices.size() / 12);
	for (size_t Index = 0; Index < Matrices.size(); ++Index)
	{
		Set.Palettes[Index / 12].M[Index % 12] = static_cast<double>(Matrices[Index]);
	}
	if (std::filesystem::exists(MeshFolder / "poses.txt"))
	{
		Set.Clips = ReadClips(MeshFolder / "poses.txt");
	}
	return Set;
}

/** The sample with bulges: learned from its named poses, measured on its walk. */
inline std::optional<FCorrectiveSet> MakeSampleSet(const FBuildContext& Context)
{
	FSampleOptions Options;
	Options.bBulges = true;
	Options.bWalkFrames = true;
	TResult<FSampleCharacter> Sample = BuildSample(Options, Context);
	if (!Sample)
	{
		std::cerr << Sample.GetError().Message << "\n";
		return std::nullopt;
	}
	FCorrectiveSet Set;
	Set.Name = "sample with bulges";
	Set.Rest = {Sample->Source.Rest.Positions, Sample->Triangles};
	Set.Skeleton = Sample->Source.Rig->Skeleton;
	const TBlendWeights<FOwned>& Weights = Sample->Source.Rig->Weights;
	Set.Weights.Offsets = Weights.Offsets;
	Set.Weights.Bones = Weights.Bones;
	Set.Weights.Weights.assign(Weights.Weights.begin(), Weights.Weights.end());
	Set.Palettes = Sample->Palettes;
	for (const FSourcePose& Pose : Sample->Source.Poses)
	{
		Set.Frames.push_back(Pose.Positions.ToVector());
	}
	Set.LearnedCount = SamplePoseNames().size();
	Set.Diagonal = BoxDiagonal(Set.Rest.Positions);
	return Set;
}

/** The learned frames as the stage takes them. */
inline FCorrectiveInput MakeInput(const FCorrectiveSet& Set)
{
	FCorrectiveInput Out;
	Out.Skeleton = Set.Skeleton;
	Out.Skin = MakeBlendSkin(Set.Rest.Positions, Set.Weights);
	Out.Triangles = Set.Rest.Triangles;
	const size_t Joints = Set.Skeleton.JointCount();
	for (size_t Frame = 0; Frame < Set.LearnedCount; ++Frame)
	{
		FCorrectiveExample Example;
		Example.Name = "frame " + std::to_string(Frame);
		const std::span<const FAffine3d> Palette = std::span(Set.Palettes).subspan(Frame * Joints, Joints);
		Example.Palette.assign(Palette.begin(), Palette.end());
		Example.Points = Set.Frames[Frame];
		Example.Clip = Set.Clips.empty() ? 0 : Set.Clips[Frame];
		Out.Examples.push_back(std::move(Example));
	}
	return Out;
}

inline std::vector<FCorrectiveSet> LoadCorrectiveSets()
{
	std::vector<FCorrectiveSet> Out;
	const auto Add = [&](std::optional<FCorrectiveSet> Set)
	{
		if (Set)
		{
			Out.push_back(std::move(*Set));
		}
	};
	if (const auto Folder = FindData("mh-flesh"))
	{
		Add(LoadCorrectiveSet("mh-flesh", *Folder, *Folder / "skeleton.json", *Folder / "weights.f32",
			*Folder / "bone_transforms_100x22x3x4.f32", 40));
	}
	if (const auto Folder = FindData("mh091-artist"))
	{
		Add(LoadCorrectiveSet("mh091-artist", *Folder, *Folder / "skeleton.json", *Folder / "weights.f32",
			*Folder / "bone_transforms_100x19x3x4.f32", 40));
	}
	const auto Body = FindData("makehuman"), Folder = FindData("makehuman-dqs40");
	if (Body && Folder)
	{
		Add(LoadCorrectiveSet("makehuman-dqs40", *Folder, *Body / "skeleton_game_engine.json",
			*Body / "weights_game_engine.f32", *Body / "bone_transforms_40x53x3x4.f32", 20));
	}
	return Out;
}

inline std::span<const FAffine3d> PaletteOf(const FCorrectiveSet& Set, size_t Pose)
{
	const size_t Joints = Set.Skeleton.JointCount();
	return std::span(Set.Palettes).subspan(Pose * Joints, Joints);
}

/** The motions of a pose as local transforms of the joints. */
inline std::vector<FBoneTransform> ToLocal(const FSkeletonData& Skeleton, std::span<const FAffine3d> Palette)
{
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	std::vector<FBoneTransform> Out;
	for (size_t Joint = 0; Joint < Palette.size(); ++Joint)
	{
		const auto ModelOf = [&](size_t Of) { return Compose(Palette[Of], Rest[Of]); };
		const int32_t Parent = Skeleton.Parents[Joint];
		const FAffine3d Local =
			Parent < 0 ? ModelOf(Joint) : Compose(Inverse(ModelOf(static_cast<size_t>(Parent))), ModelOf(Joint));
		const Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> Matrix(Local.M.data());
		const Eigen::Quaternionf Turn(Eigen::Quaterniond(NearestRotation(Matrix.leftCols<3>())).cast<float>());
		FBoneTransform& Transform = Out.emplace_back();
		Transform.Rotation = {Turn.x(), Turn.y(), Turn.z(), Turn.w()};
		Transform.Translation = {
			static_cast<float>(Local.M[3]), static_cast<float>(Local.M[7]), static_cast<float>(Local.M[11])};
	}
	return Out;
}

/** The learned frames as a clip. */
inline FClipData LearnedClip(const FCorrectiveSet& Set)
{
	FClipData Out;
	Out.Name = "learned";
	Out.FrameCount = static_cast<uint32_t>(Set.LearnedCount);
	std::vector<std::vector<FBoneTransform>> Frames;
	for (size_t Frame = 0; Frame < Set.LearnedCount; ++Frame)
	{
		Frames.push_back(ToLocal(Set.Skeleton, PaletteOf(Set, Frame)));
	}
	const auto Fill = [&](auto& Channel, const auto& Read)
	{
		Channel.Offsets.assign(1, 0);
		for (size_t Joint = 0; Joint < Set.Skeleton.JointCount(); ++Joint)
		{
			for (size_t Frame = 0; Frame < Frames.size(); ++Frame)
			{
				Channel.Frames.push_back(static_cast<uint16_t>(Frame));
				Channel.Values.push_back(Read(Frames[Frame][Joint]));
			}
			Channel.Offsets.push_back(static_cast<uint32_t>(Channel.Values.size()));
		}
	};
	Fill(Out.Rotations, [](const FBoneTransform& Local) { return Local.Rotation; });
	Fill(Out.Translations, [](const FBoneTransform& Local) { return Local.Translation; });
	return Out;
}

inline FSourceExamples SourceOf(const FCorrectiveSet& Set)
{
	FSourceExamples Out;
	Out.Rest.Positions = Set.Rest.Positions;
	for (const FTriangle& Triangle : Set.Rest.Triangles)
	{
		for (const int32_t Point : Triangle)
		{
			Out.Rest.CornerVertices.push_back(static_cast<uint32_t>(Point));
		}
		Out.Rest.PolygonOffsets.push_back(static_cast<uint32_t>(Out.Rest.CornerVertices.size()));
	}
	return Out;
}

} // namespace Exemplar::Bench
