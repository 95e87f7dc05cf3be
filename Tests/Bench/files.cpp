// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "BenchRows.h"

#include "../Unit/Files/FbxCases.h"
#include "Files/AlembicImport.h"
#include "Files/FbxImport.h"

#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <unistd.h>

#if EXEMPLAR_WITH_ALEMBIC
#include "../Unit/Files/TinyAlembic.h"
#endif

// How far FBX files are read from their truth: files that Blender writes, whose truth is what Blender itself evaluates,
// and files written by hand, whose truth is in closed form. And how fast Alembic files are read, beside the bytes of
// the file alone.

using namespace Exemplar;

namespace
{

double Distance(const FDouble3& A, const FDouble3& B)
{
	return std::sqrt((A.X - B.X) * (A.X - B.X) + (A.Y - B.Y) * (A.Y - B.Y) + (A.Z - B.Z) * (A.Z - B.Z));
}

struct FTruth
{
	size_t Frames = 0;
	size_t Vertices = 0;
	std::vector<FDouble3> Points; // frame by frame
};

FTruth ReadTruth(const std::filesystem::path& File)
{
	std::ifstream Stream(File, std::ios::binary);
	int32_t Counts[2] = {};
	Stream.read(reinterpret_cast<char*>(Counts), sizeof(Counts));
	FTruth Out{static_cast<size_t>(Counts[0]), static_cast<size_t>(Counts[1]), {}};
	Out.Points.resize(Out.Frames * Out.Vertices);
	Stream.read(reinterpret_cast<char*>(Out.Points.data()), static_cast<std::streamsize>(Out.Points.size() * 24));
	return Stream ? Out : FTruth{};
}

/** The largest distance of a vertex in any frame, over the diagonal of the truth's first frame. */
double LargestError(const FSourceExamples& Examples, const FTruth& Truth)
{
	double Largest = 0.0, Diagonal = 0.0;
	for (size_t Frame = 0; Frame < Truth.Frames; ++Frame)
	{
		for (size_t V = 0; V < Truth.Vertices; ++V)
		{
			const FDouble3& P = Truth.Points[Frame * Truth.Vertices + V];
			Largest = (std::max)(Largest, Distance(Examples.Poses[Frame].Positions[V], P));
			Diagonal = (std::max)(Diagonal, Distance(Truth.Points[V], Truth.Points[0]));
		}
	}
	return Largest / Diagonal;
}

void MeasureBlender(Bench::FRows& Rows, const std::filesystem::path& Folder)
{
	const std::string Log = (Folder / "blender.log").string();
	const std::string Command = "blender -b --factory-startup --python-exit-code 3 --python '" EXEMPLAR_SOURCE_DIR
								"/Tests/Bench/files-blender.py' -- '" +
		Folder.string() + "' >'" + Log + "' 2>&1";
	if (std::system(Command.c_str()) != 0)
	{
		std::cerr << "No Blender (apt-get install --no-install-recommends blender), or it failed (" << Log
				  << "): its files are not measured.\n";
		return;
	}
	for (const char* Name : {"skin", "scaled_bones", "shapes", "hierarchy"})
	{
		const FTruth Truth = ReadTruth(Folder / (std::string(Name) + ".truth"));
		const TResult<FSourceExamples> Examples = ImportFbx(Folder / (std::string(Name) + ".fbx"), {}, {});
		if (!Examples || Examples->Poses.size() != Truth.Frames || Examples->Rest.Positions.size() != Truth.Vertices)
		{
			std::cerr << Name << ": " << (Examples ? "other counts than in Blender" : Examples.GetError().Message)
					  << "\n";
			continue;
		}
		Rows.Lower(std::string("FBX of Blender, ") + Name, LargestError(*Examples, Truth), "diagonals").Reach(1e-5);
	}
}

/** The largest distance of a vertex from where it has to be, over the diagonal of the rest. */
void MeasureByHand(Bench::FRows& Rows, const std::filesystem::path& Folder, const FFbxCase& Case)
{
	for (const auto& [Name, Bytes] : Case.Beside)
	{
		std::ofstream(Folder / Name, std::ios::binary) << Bytes;
	}
	const std::string Bytes = Case.File.Binary();
	const TResult<FSourceExamples> Examples =
		ImportFbxBytes(std::as_bytes(std::span(Bytes)), "case.fbx", Folder, {}, {});
	if (!Examples || Examples->Poses.size() != Case.PoseCount)
	{
		std::cerr << Case.Name << ": " << (Examples ? "other counts" : Examples.GetError().Message) << "\n";
		return;
	}
	double Largest = 0.0, Diagonal = 0.0;
	for (const FDouble3& P : Examples->Rest.Positions)
	{
		Diagonal = (std::max)(Diagonal, Distance(P, Examples->Rest.Positions[0]));
	}
	for (const auto& [Pose, Vertex, Place] : Case.Truth)
	{
		Largest =
			(std::max)(Largest, Distance(Examples->Poses[Pose].Positions[Vertex], {Place.x(), Place.y(), Place.z()}));
	}
	Rows.Lower("FBX by hand, " + Case.Name, Largest / Diagonal, "diagonals").Reach(1e-5);
}

#if EXEMPLAR_WITH_ALEMBIC

/** A grid of 100000 vertices in 120 frames: 144 MB of points. */
void WriteLargeAlembic(const std::filesystem::path& File)
{
	constexpr int Side = 316, Frames = 120;
	FTinyAlembic Alembic(File);
	Alembic::AbcGeom::OPolyMesh Mesh(Alembic.Top(), "grid", Alembic.Sampling);
	std::vector<int32_t> Indices, Counts;
	for (int Y = 0; Y + 1 < Side; ++Y)
	{
		for (int X = 0; X + 1 < Side; ++X)
		{
			const int A = Y * Side + X;
			Indices.insert(Indices.end(), {A + Side, A + Side + 1, A + 1, A});
			Counts.push_back(4);
		}
	}
	std::vector<Imath::V3f> Points(Side * Side);
	for (int Frame = 0; Frame < Frames; ++Frame)
	{
		for (int V = 0; V < Side * Side; ++V)
		{
			const auto Index = static_cast<float>(V);
			Points[static_cast<size_t>(V)] = {static_cast<float>(V % Side), static_cast<float>(V / Side),
				std::sin(0.01f * Index + 0.1f * static_cast<float>(Frame))};
		}
		Alembic::AbcGeom::OPolyMeshSchema::Sample Sample;
		Sample.setPositions(Alembic::Abc::P3fArraySample(Points));
		if (Frame == 0)
		{
			Sample.setFaceIndices(Alembic::Abc::Int32ArraySample(Indices));
			Sample.setFaceCounts(Alembic::Abc::Int32ArraySample(Counts));
		}
		Mesh.getSchema().set(Sample);
	}
}

/** Writes the file to the disk and drops it from the system's cache. */
void DropFromCache(const std::filesystem::path& File)
{
	const int Descriptor = open(File.c_str(), O_RDONLY | O_CLOEXEC);
	if (Descriptor >= 0)
	{
		fsync(Descriptor);
		posix_fadvise(Descriptor, 0, 0, POSIX_FADV_DONTNEED);
		close(Descriptor);
	}
}

void MeasureAlembic(Bench::FRows& Rows, const std::filesystem::path& Folder)
{
	const std::filesystem::path File = Folder / "grid.abc";
	WriteLargeAlembic(File);
	constexpr int Repeats = 5;
	const auto Size = static_cast<size_t>(std::filesystem::file_size(File));
	std::vector<char> Bytes(Size), Copy(Size);
	const auto ReadBytes = [&]
	{
		std::ifstream(File, std::ios::binary).read(Bytes.data(), static_cast<std::streamsize>(Size));
		Bench::Keep(Bytes);
	};
	bool bRead = true;
	const auto ReadExamples = [&]
	{
		const TResult<FSourceExamples> Examples = ImportAlembic(File, {}, {});
		bRead = bRead && Examples && Examples->Poses.size() == 120;
		Bench::Keep(Examples);
	};
	double Disk = INFINITY, Cold = INFINITY;
	for (int Repeat = 0; Repeat < Repeats; ++Repeat)
	{
		DropFromCache(File);
		Disk = (std::min)(Disk, Bench::BestSeconds(1, ReadBytes));
		DropFromCache(File);
		Cold = (std::min)(Cold, Bench::BestSeconds(1, ReadExamples));
	}
	const double Cached = Bench::BestSeconds(Repeats, ReadBytes), Read = Bench::BestSeconds(Repeats, ReadExamples);
	// What is read becomes doubles in memory fresh from the system; so does the copy.
	const double Memory = Bench::BestSeconds(Repeats,
		[&]
		{
			std::vector<double> Fresh(Size / 4);
			const auto* From = reinterpret_cast<const float*>(Bytes.data());
			for (size_t I = 0; I < Fresh.size(); ++I)
			{
				Fresh[I] = static_cast<double>(From[I]);
			}
			Bench::Keep(Fresh);
		});
	const double Plain = Bench::BestSeconds(Repeats,
		[&]
		{
			std::memcpy(Copy.data(), Bytes.data(), Size);
			Bench::Keep(Copy);
		});
	if (!bRead)
	{
		std::cerr << "the Alembic file was not read\n";
		return;
	}
	const double Megabytes = 1e-6 * static_cast<double>(Size);
	Rows.Higher("copy of the bytes (memcpy)", Megabytes / Plain, "MB/s");
	Rows.Higher("bytes of the file from the disk", Megabytes / Disk, "MB/s");
	Rows.Higher("bytes of the file from the system's cache", Megabytes / Cached, "MB/s");
	Rows.Higher("floats to doubles in fresh memory", Megabytes / Memory, "MB/s");
	const std::string Name = "Alembic, " + std::to_string(static_cast<int>(Megabytes)) + " MB";
	Rows.Higher(Name + ", from the disk", Megabytes / Cold, "MB/s")
		.Baseline("the slower of disk and memcpy", Megabytes / (std::max)(Disk, Plain))
		.ReachRatio(0.5);
	Rows.Higher(Name + ", from the system's cache", Megabytes / Read, "MB/s")
		.Baseline("bytes of the file from the system's cache", Megabytes / Cached);
}

#endif

} // namespace

int main(int argc, char** argv)
{
	Bench::FRows Rows("files", argc, argv);
	const std::filesystem::path Folder = std::filesystem::temp_directory_path() / "exemplar-bench-files";
	std::filesystem::create_directories(Folder);
	if (HasFbxReader())
	{
		for (const FFbxCase& Case :
			{UnitsCase(), PivotCase(), InheritCase(0), InheritCase(1), InheritCase(2), LayersCase(), InBetweenCase(),
				LinearSkinCase(), DualQuaternionCase(), Pc2Case(), McCase(false), McCase(true)})
		{
			MeasureByHand(Rows, Folder, Case);
		}
		MeasureBlender(Rows, Folder);
	}
	else
	{
		std::cerr << "This build has no ufbx: FBX is not measured.\n";
	}
#if EXEMPLAR_WITH_ALEMBIC
	MeasureAlembic(Rows, Folder);
#else
	std::cerr << "This build has no Alembic: it is not measured.\n";
#endif
	std::error_code Ignored;
	std::filesystem::remove_all(Folder, Ignored);
	return Rows.Finish();
}
