// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Tests/ExemplarBar.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Examples/ExampleFiles.h"
#include "ExemplarBuildSettings.h"
#include "ExemplarConversions.h"
#include "Misc/Paths.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>

namespace Exemplar
{

namespace ExemplarBarDetail
{

/** A soft bar bends over half of its length. */
FSourceMesh MakeBar(double Angle, bool bSoft = false)
{
	FSourceMesh Out;
	for (int Ring = 0; Ring < 9; ++Ring)
	{
		const double X = 0.25 * (Ring - 4);
		const double Share = bSoft ? std::clamp(X + 0.5, 0.0, 1.0) : X > 0.0 ? 1.0 : 0.0;
		for (int Side = 0; Side < 6; ++Side)
		{
			const double Around = 3.14159265358979 / 3.0 * Side, Turn = Angle * Share;
			const double Y = 0.2 * std::cos(Around);
			Out.Positions.push_back({X * std::cos(Turn) - Y * std::sin(Turn), X * std::sin(Turn) + Y * std::cos(Turn),
				0.2 * std::sin(Around)});
			if (Ring > 0)
			{
				const uint32_t A = 6u * (Ring - 1) + Side, B = 6u * (Ring - 1) + (Side + 1) % 6;
				for (const uint32_t Corner : {A, B, B + 6, A + 6})
				{
					Out.CornerVertices.push_back(Corner);
				}
				Out.PolygonOffsets.push_back(static_cast<uint32_t>(Out.CornerVertices.size()));
			}
		}
	}
	return Out;
}

} // namespace ExemplarBarDetail

FScratchFolder::FScratchFolder()
{
	static std::atomic<int> Number{0};
	const std::string Project = TCHAR_TO_UTF8(*FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()));
	Path = std::filesystem::path(std::u8string(Project.begin(), Project.end())) / "Intermediate" /
		("ExemplarTests" + std::to_string(Number++));
	std::filesystem::remove_all(Path);
	std::filesystem::create_directories(Path);
}
FScratchFolder::~FScratchFolder()
{
	std::error_code Ignored;
	std::filesystem::remove_all(Path, Ignored);
}
FString FScratchFolder::Text(const char* Name) const
{
	return ToUnrealText((Path / Name).generic_string());
}

void WriteBar(const std::filesystem::path& Folder, double Bend, bool bSoft)
{
	std::filesystem::create_directories(Folder);
	verify(WriteMeshFile(Folder / "rest.obj", ExemplarBarDetail::MakeBar(0.0)).IsOk());
	for (int Pose = 1; Pose <= 4; ++Pose)
	{
		const std::filesystem::path File = Folder / ("pose" + std::to_string(Pose) + ".obj");
		verify(WriteMeshFile(File, ExemplarBarDetail::MakeBar(Bend * Pose, bSoft)).IsOk());
	}
}

void WriteBarCache(const std::filesystem::path& Folder)
{
	std::filesystem::create_directories(Folder);
	FPointCache Cache;
	for (int Pose = 0; Pose <= 4; ++Pose)
	{
		for (const FDouble3& P : ExemplarBarDetail::MakeBar(0.25 * Pose).Positions)
		{
			Cache.Points.push_back({static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
		}
	}
	Cache.VertexCount = static_cast<uint32_t>(Cache.Points.size() / 5);
	verify(WriteMeshFile(Folder / "bar.obj", ExemplarBarDetail::MakeBar(0.0)).IsOk());
	std::ofstream(Folder / "bar.pc2", std::ios::binary) << FormatPc2(Cache);
}

UExemplarBuildSettings* MakeBarSettings(const TCHAR* Package, const std::filesystem::path& Folder)
{
	UExemplarBuildSettings* Settings =
		NewObject<UExemplarBuildSettings>(CreatePackage(Package), FName(TEXT("Bar")), RF_Public | RF_Standalone);
	Settings->Sources.Add(ToUnrealText(Folder.generic_string()));
	Settings->Options.Rig.Bones = 2;
	Settings->Options.Rig.Effort = EExemplarRigEffort::Fast;
	Settings->Options.Skin.Kind = EExemplarSkinKind::Lbs;
	Settings->Options.Levels.Count = 2;
	Settings->Options.Levels.Poses = 2;
	Settings->Options.Levels.MinTriangles = 8;
	return Settings;
}

} // namespace Exemplar

#endif
