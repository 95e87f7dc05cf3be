// Copyright (c) 2026 Exemplar contributors. MIT license.
// FBX files written by hand with their truth in closed form, for the tests and for the bench.

#pragma once

#include "Examples/ExampleFiles.h"
#include "TinyFbx.h"

#include <Eigen/Geometry>
#include <cstring>

namespace Exemplar
{

/** Where a vertex has to be in a pose. */
struct FFbxTruth
{
	size_t Pose = 0;
	size_t Vertex = 0;
	Eigen::Vector3d Place;
};

/** A file, the caches beside it, and what has to come of it. */
struct FFbxCase
{
	std::string Name;
	FTinyFbx File;
	size_t PoseCount = 11; // one second at the file's 10 frames per second
	std::vector<FFbxTruth> Truth;
	std::vector<std::pair<std::string, std::string>> Beside{}; // name and bytes
};

inline Eigen::Vector3d SquareCorner(size_t Corner)
{
	return {UnitSquare[3 * Corner], UnitSquare[3 * Corner + 1], UnitSquare[3 * Corner + 2]};
}

inline FTinyFbxRecord FbxVector(const char* Name, const Eigen::Vector3d& V)
{
	return FTinyFbx::Property(Name, Name, {V.x(), V.y(), V.z()});
}

/** Euler angles in degrees about x, then y, then z: the order of FBX. */
inline Eigen::Matrix3d FbxEuler(const Eigen::Vector3d& Degrees)
{
	const Eigen::Vector3d R = Degrees * (3.14159265358979323846 / 180.0);
	return (Eigen::AngleAxisd(R.z(), Eigen::Vector3d::UnitZ()) * Eigen::AngleAxisd(R.y(), Eigen::Vector3d::UnitY()) *
		Eigen::AngleAxisd(R.x(), Eigen::Vector3d::UnitX()))
		.toRotationMatrix();
}

/** World = T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1, then the geometric transform on the mesh alone. */
inline FFbxCase PivotCase()
{
	using Eigen::Vector3d;
	const Vector3d T(1, 2, 3), Roff(0.1, -0.2, 0.3), Rp(0.5, 0.25, -1), Pre(10, 20, 30), R(40, -50, 60),
		Post(5, 15, -25), Soff(0.2, 0.1, -0.3), Sp(-0.5, 1, 0.75), S(1.5, 2, 0.5), GT(0.3, 0.6, 0.9), GR(15, 25, 35),
		GS(2, 1, 3);
	FFbxCase Out{"pivots", {}, 11, {}};
	FTinyFbx& File = Out.File;
	const auto V = [](const char* Name, const Vector3d& Value) {
		return FTinyFbx::Property(Name, "Vector3D", {Value.x(), Value.y(), Value.z()});
	};
	const int64_t Node = File.AddNode("pivoted", 0,
		{FbxVector("Lcl Translation", T), FbxVector("Lcl Rotation", R), FbxVector("Lcl Scaling", S),
			V("RotationOffset", Roff), V("RotationPivot", Rp), V("PreRotation", Pre), V("PostRotation", Post),
			V("ScalingOffset", Soff), V("ScalingPivot", Sp), FTinyFbx::Property("RotationActive", "bool", {1}),
			V("GeometricTranslation", GT), V("GeometricRotation", GR), V("GeometricScaling", GS)},
		"Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Layer = File.AddLayer("turn");
	File.Animate(Layer, Node, "Lcl Rotation", "d|Y", -50.0, 70.0, {R.x(), R.y(), R.z()});
	for (size_t Frame = 0; Frame <= 10; ++Frame)
	{
		Eigen::Affine3d World = Eigen::Affine3d::Identity();
		World.translate(T)
			.translate(Roff)
			.translate(Rp)
			.rotate(FbxEuler(Pre))
			.rotate(FbxEuler({R.x(), -50.0 + 12.0 * static_cast<double>(Frame), R.z()}));
		World.rotate(FbxEuler(Post).transpose()).translate(-Rp).translate(Soff).translate(Sp).scale(S).translate(-Sp);
		World.translate(GT).rotate(FbxEuler(GR)).scale(GS);
		for (size_t P = 0; P < 4; ++P)
		{
			Out.Truth.push_back({Frame, P, World * SquareCorner(P)});
		}
	}
	return Out;
}

/** The three ways in which a node inherits its parent's scale. */
inline FFbxCase InheritCase(int Mode)
{
	using Eigen::Vector3d;
	const Vector3d ParentScale(2, 0.5, 3), ParentTurn(0, 0, 30), ChildTurn(20, 40, 0), ChildScale(1, 1.5, 0.75),
		At(1, 2, 0);
	const Eigen::Matrix3d PR = FbxEuler(ParentTurn), CR = FbxEuler(ChildTurn), PS = ParentScale.asDiagonal(),
						  CS = ChildScale.asDiagonal();
	// RrSs: scales after both rotations; RSrs: as usual; Rrs: the parent's scale is not inherited.
	const Eigen::Matrix3d Linear[] = {PR * CR * PS * CS, PR * PS * CR * CS, PR * CR * CS};
	FFbxCase Out{"inherit mode " + std::to_string(Mode), {}, 11, {}};
	FTinyFbx& File = Out.File;
	const int64_t Parent =
		File.AddNode("parent", 0, {FbxVector("Lcl Rotation", ParentTurn), FbxVector("Lcl Scaling", ParentScale)});
	const int64_t Child = File.AddNode("child", Parent,
		{FbxVector("Lcl Translation", At), FbxVector("Lcl Rotation", ChildTurn), FbxVector("Lcl Scaling", ChildScale),
			FTinyFbx::Property("InheritType", "enum", {static_cast<double>(Mode)})},
		"Mesh");
	File.AddMesh(Child, UnitSquare);
	File.Animate(File.AddLayer("grow"), Parent, "Lcl Scaling", "d|X", 2.0, 2.0, {2, 0.5, 3});
	for (size_t P = 0; P < 4; ++P)
	{
		Out.Truth.push_back({3, P, PR * PS * At + Linear[Mode] * SquareCorner(P)});
	}
	return Out;
}

/** A pivot that is not the origin, in centimeters with z up: (1, 0, 0) about (0.5, 0, 0) by a quarter turn. */
inline FFbxCase UnitsCase()
{
	FFbxCase Out{"pivot, centimeters, z up", {}, 11, {}};
	FTinyFbx& File = Out.File;
	File.SetGlobal("UnitScaleFactor", "double", 1.0);
	File.SetGlobal("UpAxis", "int", 2);
	File.SetGlobal("FrontAxis", "int", 1);
	File.SetGlobal("FrontAxisSign", "int", -1);
	const int64_t Node =
		File.AddNode("square", 0, {FTinyFbx::Property("RotationPivot", "Vector3D", {50, 0, 0})}, "Mesh");
	File.AddMesh(Node, {0, 0, 0, 100, 0, 0, 100, 100, 0, 0, 100, 0});
	File.Animate(File.AddLayer("turn"), Node, "Lcl Rotation", "d|Z", 0.0, 90.0);
	for (size_t Frame = 0; Frame <= 10; ++Frame)
	{
		const double Angle = 0.1 * static_cast<double>(Frame) * std::acos(0.0);
		Out.Truth.push_back({Frame, 1, {0.5 + 0.5 * std::cos(Angle), 0.0, -0.5 * std::sin(Angle)}});
	}
	return Out;
}

inline FFbxCase LayersCase()
{
	FFbxCase Out{"layers", {}, 11, {{10, 0, {12, 0, 0}}, {5, 0, {6, 0, 0}}}}; // 10 and half of 4; half way
	FTinyFbx& File = Out.File;
	const int64_t Node = File.AddNode("square", 0, {}, "Mesh");
	File.AddMesh(Node, UnitSquare);
	const int64_t Stack = File.Add("AnimationStack", "AnimStack::layers", "");
	File.Animate(File.AddLayerTo(Stack, 100.0), Node, "Lcl Translation", "d|X", 0.0, 10.0);
	File.Animate(File.AddLayerTo(Stack, 50.0), Node, "Lcl Translation", "d|X", 0.0, 4.0);
	return Out;
}

/** A square whose corner 2 bulges by way of an in-between at 40 %. */
inline FTinyFbx InBetweenSquare()
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("face", 0, {}, "Mesh");
	const int64_t Mesh = File.AddMesh(Node, UnitSquare);
	const int64_t Blend = File.Add("Deformer", "Deformer::shapes", "BlendShape");
	File.Connect(Blend, Mesh);
	const int64_t Channel = File.Add("Deformer", "SubDeformer::smile", "BlendShapeChannel",
		{{"DeformPercent", {0.0}, {}}, {"FullWeights", {FTinyFbx::FNumbers{40, 100}}, {}}});
	File.Connect(Channel, Blend);
	for (const auto& Offset : {FTinyFbx::FNumbers{0, 0, 1}, FTinyFbx::FNumbers{0, 3, 0}})
	{
		const int64_t Shape = File.Add("Geometry", "Geometry::shape", "Shape",
			{{"Indexes", {FTinyFbx::FIntegers{2}}, {}}, {"Vertices", {Offset}, {}}});
		File.Connect(Shape, Channel);
	}
	File.Animate(File.AddLayer("smile"), Channel, "DeformPercent", "d|DeformPercent", 0.0, 100.0);
	return File;
}

inline FFbxCase InBetweenCase()
{
	return {"in-betweens", InBetweenSquare(), 11,
		{{2, 2, {1, 1, 0.5}},      // half way to the in-between
			{4, 2, {1, 1, 1}},     // the in-between
			{7, 2, {1, 2.5, 0.5}}, // between the shapes
			{10, 2, {1, 4, 0}},    // the shape
			{7, 1, {1, 0, 0}}}};   // elsewhere
}

/** A square on two bones at the origin, the second of which turns by 90 degrees about x; weights are halves. */
inline FTinyFbx SkinnedSquare(const std::string& Method)
{
	FTinyFbx File;
	const int64_t Node = File.AddNode("skin", 0, {}, "Mesh");
	const int64_t Mesh = File.AddMesh(Node, UnitSquare);
	const int64_t Skin = File.Add("Deformer", "Deformer::skin", "Skin", {{"SkinningType", {Method}, {}}});
	File.Connect(Skin, Mesh);
	int64_t Bones[2] = {};
	for (int Bone = 0; Bone < 2; ++Bone)
	{
		Bones[Bone] = File.AddNode("bone" + std::to_string(Bone), Bone == 0 ? 0 : Bones[0], {}, "LimbNode");
		const FTinyFbx::FNumbers Identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
		const int64_t Cluster = File.Add("Deformer", "SubDeformer::cluster", "Cluster",
			{{"Indexes", {FTinyFbx::FIntegers{0, 1, 2, 3}}, {}},
				{"Weights", {FTinyFbx::FNumbers{0.5, 0.5, 0.5, 0.5}}, {}}, {"Transform", {Identity}, {}},
				{"TransformLink", {Identity}, {}}});
		File.Connect(Cluster, Skin);
		File.Connect(Bones[Bone], Cluster);
	}
	File.Animate(File.AddLayer("twist"), Bones[1], "Lcl Rotation", "d|X", 0.0, 90.0);
	return File;
}

inline FFbxCase LinearSkinCase()
{
	return {"linear skin", SkinnedSquare("Linear"), 11, {{10, 3, {0, 0.5, 0.5}}}}; // the mean of both bones
}

/** Turned by half the angle, as far from the axis as before. */
inline FFbxCase DualQuaternionCase()
{
	FFbxCase Out{"dual quaternion skin", SkinnedSquare("DualQuaternion"), 11, {}};
	for (size_t Frame = 0; Frame <= 10; ++Frame)
	{
		const double Angle = 0.05 * static_cast<double>(Frame) * std::acos(0.0);
		Out.Truth.push_back({Frame, 3, {0, std::cos(Angle), std::sin(Angle)}});
	}
	return Out;
}

/** A square at (5, 0, 0) with a cache: as a file of Max would have it, with paths of another machine. */
inline FTinyFbx CachedSquare(const std::string& Cache)
{
	FTinyFbx File;
	const int64_t Node =
		File.AddNode("cloth", 0, {FTinyFbx::Property("Lcl Translation", "Lcl Translation", {5, 0, 0})}, "Mesh");
	const int64_t Mesh = File.AddMesh(Node, UnitSquare);
	const int64_t Deformer = File.Add("Deformer", "Deformer::cache", "VertexCacheDeformer", {},
		{{"P", {std::string("ChannelName"), std::string("KString"), std::string(), std::string(), std::string("cloth")},
			{}}});
	File.Connect(Deformer, Mesh);
	const auto Path = [](const char* Name, const std::string& Value)
	{
		return FTinyFbxRecord{
			"P", {std::string(Name), std::string("KString"), std::string("Url"), std::string(), Value}, {}};
	};
	const int64_t Source = File.Add("Cache", "Cache::cache", "", {},
		{Path("CacheFileName", Cache), Path("CacheAbsoluteFileName", "D:\\\\show\\\\" + Cache)});
	File.Connect(Source, Deformer);
	return File;
}

/** Three frames in which the square rises by one each. */
inline FPointCache RisingPoints()
{
	FPointCache Cache;
	Cache.VertexCount = 4;
	for (int Frame = 0; Frame < 3; ++Frame)
	{
		for (size_t V = 0; V < 4; ++V)
		{
			Cache.Points.push_back({static_cast<float>(UnitSquare[3 * V]), static_cast<float>(UnitSquare[3 * V + 1]),
				static_cast<float>(Frame)});
		}
	}
	return Cache;
}

/** The points in Maya's form of one file: big endian, with chunks of 4 bytes (mc) or 8 (mcx). */
inline std::string FormatMc(const FPointCache& Cache, bool bWide)
{
	std::string Out;
	const auto Number = [&](uint64_t Value, int Bytes)
	{
		for (int Shift = 8 * (Bytes - 1); Shift >= 0; Shift -= 8)
		{
			Out += static_cast<char>(Value >> Shift);
		}
	};
	const auto Tag = [&](const char* Name, uint64_t Size)
	{
		Out += Name;
		if (bWide)
		{
			Number(0, 4);
		}
		Number(Size, bWide ? 8 : 4);
	};
	const auto Value = [&](const char* Name, uint32_t Number32)
	{
		Tag(Name, 4);
		Number(Number32, 4);
		Number(0, bWide ? 4 : 0);
	};
	const char* Group = bWide ? "FOR8" : "FOR4";
	Tag(Group, 40);
	Out += "CACH";
	Value("VRSN", 0x302e3100);
	Value("STIM", 0);
	Value("ETIM", 1200);
	for (size_t Frame = 0; Frame < Cache.FrameCount(); ++Frame)
	{
		Tag(Group, 100);
		Out += "MYCH";
		Value("TIME", static_cast<uint32_t>(600 * Frame)); // 6000 ticks per second
		Tag("CHNM", 6);
		Out += std::string("cloth\0\0\0", 8);
		Value("SIZE", Cache.VertexCount);
		Tag("FVCA", 12 * Cache.VertexCount);
		for (const FFloat3& P : Cache.Frame(Frame))
		{
			for (const float Part : {P.X, P.Y, P.Z})
			{
				uint32_t Bits = 0;
				std::memcpy(&Bits, &Part, 4);
				Number(Bits, 4);
			}
		}
	}
	return Out;
}

inline FFbxCase Pc2Case()
{
	return {"PC2 cache", CachedSquare("cloth.pc2"), 3, {{0, 2, {6, 1, 0}}, {2, 2, {6, 1, 2}}},
		{{"cloth.pc2", FormatPc2(RisingPoints())}}};
}

/** Maya's caches, in the units of the file: decimeters. */
inline FFbxCase McCase(bool bWide)
{
	const std::string Ending = bWide ? "mcx" : "mc";
	FFbxCase Out{bWide ? "MCX cache" : "MC cache", CachedSquare("cloth.xml"), 3,
		{{1, 2, {0.6, 0.1, 0.1}}, {2, 0, {0.5, 0.0, 0.2}}},
		{{"cloth." + Ending, FormatMc(RisingPoints(), bWide)},
			{"cloth.xml",
				"<?xml version=\"1.0\"?>\n<Autodesk_Cache_File>\n<cacheType Type=\"OneFile\" Format=\"" +
					std::string(bWide ? "mcx" : "mcc") +
					"\"/>\n<time Range=\"0-1200\"/>\n<cacheTimePerFrame TimePerFrame=\"600\"/>\n<Channels>\n"
					"<channel0 ChannelName=\"cloth\" ChannelType=\"FloatVectorArray\" "
					"ChannelInterpretation=\"positions\" SamplingType=\"Regular\" SamplingRate=\"600\" StartTime=\"0\" "
					"EndTime=\"1200\"/>\n</Channels>\n</Autodesk_Cache_File>\n"}}};
	Out.File.SetGlobal("UnitScaleFactor", "double", 10.0);
	return Out;
}

} // namespace Exemplar
