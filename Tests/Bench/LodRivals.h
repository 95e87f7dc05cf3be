// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/ClosestPoint.h"
#include "Geometry/Mesh.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <igl/qslim.h>
#include <iostream>
#include <limits>
#include <optional>
#include <unistd.h>

namespace Exemplar::Bench
{

/** A level of somebody else: where each of its vertices stands on the original's rest surface, and how far off it. */
struct FRivalLevel
{
	std::vector<FTriangle> Triangles;
	std::vector<FSurfaceCoordinate> OnRest; // of the level's vertices
	std::vector<double> Heights;            // along the normal of that place
};

/** A level whose vertices are some of the original's. */
inline FRivalLevel PickVertices(const FTriangleMesh& Rest, std::span<const uint32_t> Indices)
{
	std::vector<std::pair<int32_t, int>> CornerOf(Rest.Positions.size(), {-1, 0});
	for (size_t Triangle = 0; Triangle < Rest.Triangles.size(); ++Triangle)
	{
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			CornerOf[static_cast<size_t>(Rest.Triangles[Triangle][static_cast<size_t>(Corner)])] = {
				static_cast<int32_t>(Triangle), Corner};
		}
	}
	FRivalLevel Level;
	std::vector<int32_t> IndexOf(Rest.Positions.size(), -1);
	for (size_t Index = 0; Index + 2 < Indices.size(); Index += 3)
	{
		FTriangle T{};
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const uint32_t Vertex = Indices[Index + Corner];
			if (IndexOf[Vertex] < 0)
			{
				IndexOf[Vertex] = static_cast<int32_t>(Level.OnRest.size());
				FSurfaceCoordinate Where{CornerOf[Vertex].first, {0.0, 0.0, 0.0}};
				Where.Weights[static_cast<size_t>(CornerOf[Vertex].second)] = 1.0;
				Level.OnRest.push_back(Where);
				Level.Heights.push_back(0.0);
			}
			T[Corner] = IndexOf[Vertex];
		}
		Level.Triangles.push_back(T);
	}
	return Level;
}

inline std::array<double, 3> UnitNormal(const FTriangleMesh& Mesh, std::span<const FDouble3> P, int32_t Triangle)
{
	const FTriangle& T = Mesh.Triangles[static_cast<size_t>(Triangle)];
	const FDouble3 &A = P[static_cast<size_t>(T[0])], &B = P[static_cast<size_t>(T[1])],
				   &C = P[static_cast<size_t>(T[2])];
	const double UX = B.X - A.X, UY = B.Y - A.Y, UZ = B.Z - A.Z, VX = C.X - A.X, VY = C.Y - A.Y, VZ = C.Z - A.Z;
	std::array<double, 3> N{UY * VZ - UZ * VY, UZ * VX - UX * VZ, UX * VY - UY * VX};
	const double Length = std::sqrt(N[0] * N[0] + N[1] * N[1] + N[2] * N[2]);
	for (double& Value : N)
	{
		Value /= Length > 0.0 ? Length : 1.0;
	}
	return N;
}

/** Where a rival's vertices are in a pose: carried by the triangle of the original that they stand on. */
inline std::vector<FDouble3> PoseRival(
	const FRivalLevel& Level, const FTriangleMesh& Rest, std::span<const FDouble3> Pose)
{
	std::vector<FDouble3> Out;
	for (size_t Vertex = 0; Vertex < Level.OnRest.size(); ++Vertex)
	{
		FDouble3 P = PointAt(Pose, Rest.Triangles, Level.OnRest[Vertex]);
		const std::array<double, 3> N = UnitNormal(Rest, Pose, Level.OnRest[Vertex].Triangle);
		Out.push_back({P.X + Level.Heights[Vertex] * N[0], P.Y + Level.Heights[Vertex] * N[1],
			P.Z + Level.Heights[Vertex] * N[2]});
	}
	return Out;
}

inline std::vector<float> ToFloats(std::span<const FDouble3> Positions)
{
	std::vector<float> Out;
	for (const FDouble3& P : Positions)
	{
		Out.insert(Out.end(), {static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)});
	}
	return Out;
}

inline std::vector<uint32_t> ToIndices(std::span<const FTriangle> Triangles)
{
	std::vector<uint32_t> Out;
	for (const FTriangle& T : Triangles)
	{
		for (const int32_t Vertex : T)
		{
			Out.push_back(static_cast<uint32_t>(Vertex));
		}
	}
	return Out;
}

/** A level whose vertices may stand anywhere: they ride on the original's surface. */
inline FRivalLevel RideOnRest(
	const FTriangleMesh& Rest, std::span<const FDouble3> Positions, std::vector<FTriangle> Triangles)
{
	FRivalLevel Level;
	Level.Triangles = std::move(Triangles);
	const FClosestPointFinder Finder(Rest.Positions, Rest.Triangles);
	for (const FDouble3& P : Positions)
	{
		const FClosestPoint Closest = Finder.Find(P);
		const std::array<double, 3> N = UnitNormal(Rest, Rest.Positions, Closest.Where.Triangle);
		Level.OnRest.push_back(Closest.Where);
		Level.Heights.push_back(
			(P.X - Closest.Position.X) * N[0] + (P.Y - Closest.Position.Y) * N[1] + (P.Z - Closest.Position.Z) * N[2]);
	}
	return Level;
}

/** libigl's qslim of the rest pose; its vertices ride on the original's surface. */
inline FRivalLevel SimplifyQslim(const FTriangleMesh& Rest, size_t Target)
{
	Eigen::MatrixXd V(Rest.Positions.size(), 3), U;
	Eigen::MatrixXi F(Rest.Triangles.size(), 3), G;
	for (Eigen::Index Row = 0; Row < V.rows(); ++Row)
	{
		const FDouble3& P = Rest.Positions[static_cast<size_t>(Row)];
		V.row(Row) << P.X, P.Y, P.Z;
	}
	for (Eigen::Index Row = 0; Row < F.rows(); ++Row)
	{
		const FTriangle& T = Rest.Triangles[static_cast<size_t>(Row)];
		F.row(Row) << T[0], T[1], T[2];
	}
	Eigen::VectorXi J, I;
	igl::qslim(V, F, Target, U, G, J, I);
	std::vector<FTriangle> Triangles;
	for (Eigen::Index Row = 0; Row < G.rows(); ++Row)
	{
		Triangles.push_back({G(Row, 0), G(Row, 1), G(Row, 2)});
	}
	std::vector<FDouble3> Positions;
	for (Eigen::Index Row = 0; Row < U.rows(); ++Row)
	{
		Positions.push_back({U(Row, 0), U(Row, 1), U(Row, 2)});
	}
	return RideOnRest(Rest, Positions, std::move(Triangles));
}

/** The simplifiers of meshoptimizer, as lod-rival.mjs numbers them. */
enum class ESimplifier : int32_t
{
	Plain,
	Sloppy,
	WithAttributes,
	WithUpdate
};

/** npm installs the package beside the program; says so where it cannot. */
inline bool IsMeshoptimizerInstalled()
{
	static const bool bInstalled = []
	{
		const std::filesystem::path Folder = std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Tests" / "Bench";
		std::string Install = "npm install --silent --no-audit --no-fund --prefix ";
		Install.append("'").append(Folder.string()).append("' >/dev/null 2>&1");
		const bool bFound =
			std::filesystem::exists(Folder / "node_modules" / "meshoptimizer") || std::system(Install.c_str()) == 0;
		std::cerr << (bFound ? "" : "npm cannot install meshoptimizer: its rows are left out.\n");
		return bFound;
	}();
	return bInstalled;
}

/** A level as meshoptimizer wrote it: vertices that did not move are those of the original. */
inline FRivalLevel ReadMeshoptimizerLevel(std::istream& Result, const FTriangleMesh& Rest, bool bMoved)
{
	uint32_t Count = 0;
	Result.read(reinterpret_cast<char*>(&Count), 4);
	std::vector<uint32_t> Indices(Count);
	Result.read(reinterpret_cast<char*>(Indices.data()), 4 * static_cast<std::streamsize>(Count));
	std::vector<float> Moved(3 * Rest.Positions.size());
	Result.read(reinterpret_cast<char*>(Moved.data()), 4 * static_cast<std::streamsize>(Moved.size()));
	if (!bMoved)
	{
		return PickVertices(Rest, Indices);
	}
	std::vector<int32_t> IndexOf(Rest.Positions.size(), -1);
	std::vector<FDouble3> Positions;
	std::vector<FTriangle> Triangles(Count / 3);
	for (size_t Index = 0; Index < Indices.size(); ++Index)
	{
		int32_t& At = IndexOf[Indices[Index]];
		if (At < 0)
		{
			At = static_cast<int32_t>(Positions.size());
			const float* const P = Moved.data() + 3 * size_t{Indices[Index]};
			Positions.push_back({P[0], P[1], P[2]});
		}
		Triangles[Index / 3][Index % 3] = At;
	}
	return RideOnRest(Rest, Positions, std::move(Triangles));
}

/** meshoptimizer 1.3 under node, up to ten poses stacked as attributes; nothing where node or the package is missing.
 */
inline std::optional<std::vector<FRivalLevel>> SimplifyByMeshoptimizer(ESimplifier Simplifier,
	const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Poses, double Extent,
	std::span<const size_t> Targets)
{
	if (!IsMeshoptimizerInstalled())
	{
		return std::nullopt;
	}
	std::vector<std::span<const FDouble3>> Chosen;
	constexpr size_t Most = 10;
	for (size_t Pose = 0; Pose < Most && Pose < Poses.size(); ++Pose)
	{
		Chosen.push_back(Poses[Poses.size() <= Most ? Pose : Pose * Poses.size() / Most]);
	}
	const std::vector<uint32_t> Indices = ToIndices(Rest.Triangles);
	const std::vector<float> Positions = ToFloats(Rest.Positions);
	const int32_t Header[5] = {static_cast<int32_t>(Simplifier), static_cast<int32_t>(Rest.Positions.size()),
		static_cast<int32_t>(Indices.size()), static_cast<int32_t>(3 * Chosen.size()),
		static_cast<int32_t>(Targets.size())};
	std::vector<float> Values;
	for (size_t Vertex = 0; Vertex < Rest.Positions.size(); ++Vertex)
	{
		for (const std::span<const FDouble3>& Pose : Chosen)
		{
			const FDouble3& P = Pose[Vertex];
			for (const double Value : {P.X, P.Y, P.Z})
			{
				Values.push_back(static_cast<float>(Value / Extent));
			}
		}
	}
	const std::vector<float> Weights(3 * Chosen.size(), 1.0f);
	const std::string Name = "exemplar-lod-" + std::to_string(getpid());
	const std::filesystem::path In = std::filesystem::temp_directory_path() / (Name + "-in.bin");
	const std::filesystem::path Out = std::filesystem::temp_directory_path() / (Name + "-out.bin");
	std::ofstream Stream(In, std::ios::binary);
	const auto Write = [&](const void* Data, size_t Size)
	{ Stream.write(static_cast<const char*>(Data), static_cast<std::streamsize>(Size)); };
	Write(Header, sizeof(Header));
	Write(Positions.data(), 4 * Positions.size());
	Write(Values.data(), 4 * Values.size());
	Write(Weights.data(), 4 * Weights.size());
	Write(Indices.data(), 4 * Indices.size());
	for (const size_t Target : Targets)
	{
		const uint32_t Count = static_cast<uint32_t>(3 * Target);
		Write(&Count, 4);
	}
	Stream.close();
	std::string Command = "node '";
	Command.append((std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Tests" / "Bench" / "lod-rival.mjs").string())
		.append("' '")
		.append(In.string());
	Command.append("' '").append(Out.string()).append("'");
	if (std::system(Command.c_str()) != 0)
	{
		std::cerr << "node cannot run meshoptimizer: its rows are left out.\n";
		return std::nullopt;
	}
	std::ifstream Result(Out, std::ios::binary);
	std::vector<FRivalLevel> Levels;
	for (size_t Target = 0; Target < Targets.size(); ++Target)
	{
		Levels.push_back(ReadMeshoptimizerLevel(Result, Rest, Simplifier == ESimplifier::WithUpdate));
	}
	std::filesystem::remove(In);
	std::filesystem::remove(Out);
	return Levels;
}

} // namespace Exemplar::Bench
