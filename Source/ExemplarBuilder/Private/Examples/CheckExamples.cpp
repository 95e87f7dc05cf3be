// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/CheckExamples.h"

#include "Examples/TextScanner.h"
#include "Examples/Triangulate.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

/** Characters are stored as float, and squared distances must fit. */
constexpr double LargestCoordinate = 1e15;

std::string RoundedNumber(double Value)
{
	std::string Out;
	const double Unit = std::pow(10.0, std::floor(std::log10(Value)) - 2.0);
	const double Rounded = std::round(Value / Unit) * Unit;
	AppendNumber(Out, static_cast<float>(Rounded));
	return Out;
}

FError BadMesh(std::string What)
{
	return {EErrorCode::Malformed, "The rest mesh " + std::move(What) + "."};
}

bool HasIndexPast(const std::vector<uint32_t>& Indices, size_t Count)
{
	return std::any_of(
		Indices.begin(), Indices.end(), [&](uint32_t Index) { return Index != NoIndex && Index >= Count; });
}

} // namespace

FStatus CheckPositions(std::span<const FDouble3> Positions, const std::string& Owner)
{
	for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
	{
		const FDouble3& P = Positions[Vertex];
		if (!std::isfinite(P.X) || !std::isfinite(P.Y) || !std::isfinite(P.Z))
		{
			return FError{EErrorCode::Malformed,
				Owner + ": vertex " + std::to_string(Vertex) +
					" (counting from 0) has a coordinate that is not a finite number. Repair it in the modeling "
					"program, or remove the file."};
		}
		if ((std::max)({std::abs(P.X), std::abs(P.Y), std::abs(P.Z)}) > LargestCoordinate)
		{
			return FError{EErrorCode::Degenerate,
				Owner + ": vertex " + std::to_string(Vertex) +
					" (counting from 0) is too far from the origin. Repair it in the modeling program, or remove the "
					"file."};
		}
	}
	const double Extent = LargestExtent(Positions);
	if (!(Extent > 1.0 / LargestCoordinate))
	{
		return FError{EErrorCode::Degenerate,
			Owner +
				": all vertices are in one place, perhaps because the scale was zero. Export it again, or remove the "
				"file."};
	}
	return FOk{};
}

double LargestExtent(std::span<const FDouble3> Positions)
{
	if (Positions.empty())
	{
		return 0.0;
	}
	FDouble3 Low = Positions.front(), High = Positions.front();
	for (const FDouble3& P : Positions)
	{
		Low = {(std::min)(Low.X, P.X), (std::min)(Low.Y, P.Y), (std::min)(Low.Z, P.Z)};
		High = {(std::max)(High.X, P.X), (std::max)(High.Y, P.Y), (std::max)(High.Z, P.Z)};
	}
	return (std::max)({High.X - Low.X, High.Y - Low.Y, High.Z - Low.Z});
}

FStatus CheckSourceMesh(const FSourceMesh& Mesh)
{
	if (Mesh.Positions.empty())
	{
		return FError{EErrorCode::Degenerate, "The rest mesh has no vertices. Import a mesh with a surface."};
	}
	if (Mesh.PolygonOffsets.empty() || Mesh.PolygonCount() == 0)
	{
		return FError{EErrorCode::Degenerate,
			"The rest mesh has vertices but no faces. Export its surface, not only points or edges."};
	}
	// Triangles use signed indices.
	if (Mesh.Positions.size() > 0x7fffffffu || Mesh.CornerVertices.size() > 0x7fffffffu)
	{
		return FError{EErrorCode::Unsupported, "The rest mesh has more than 2147483647 vertices or corners. Split it."};
	}
	if (Mesh.PolygonOffsets.front() != 0 || Mesh.PolygonOffsets.back() != Mesh.CornerVertices.size())
	{
		return BadMesh("has polygons that do not cover its corners");
	}
	for (size_t Polygon = 0; Polygon < Mesh.PolygonCount(); ++Polygon)
	{
		const uint32_t First = Mesh.PolygonOffsets[Polygon], Last = Mesh.PolygonOffsets[Polygon + 1];
		if (Last < First || Last - First < 3)
		{
			return BadMesh("has fewer than three corners in polygon " + std::to_string(Polygon) +
				" (counting from 0). Remove that polygon");
		}
		if (Last - First > MaxPolygonCorners)
		{
			return FError{EErrorCode::Unsupported,
				"Polygon " + std::to_string(Polygon) + " (counting from 0) of the rest mesh has " +
					std::to_string(Last - First) + " corners; the limit is " + std::to_string(MaxPolygonCorners) +
					". Triangulate the mesh before exporting it."};
		}
	}
	if (HasIndexPast(Mesh.CornerVertices, Mesh.Positions.size()) ||
		std::find(Mesh.CornerVertices.begin(), Mesh.CornerVertices.end(), NoIndex) != Mesh.CornerVertices.end())
	{
		return BadMesh("has a polygon with a vertex that does not exist");
	}
	if ((!Mesh.CornerUVs.empty() && Mesh.CornerUVs.size() != Mesh.CornerVertices.size()) ||
		HasIndexPast(Mesh.CornerUVs, Mesh.UVs.size()))
	{
		return BadMesh("has texture coordinates that do not fit its corners");
	}
	const auto Fits = [&](const auto& Set)
	{ return Set.Corners.size() == Mesh.CornerVertices.size() && !HasIndexPast(Set.Corners, Set.Values.size()); };
	if (!std::all_of(Mesh.MoreUVs.begin(), Mesh.MoreUVs.end(), Fits))
	{
		return BadMesh("has a second or later UV set that does not fit its corners");
	}
	if (!std::all_of(Mesh.Colors.begin(), Mesh.Colors.end(), Fits))
	{
		return BadMesh("has colors that do not fit its corners");
	}
	if ((!Mesh.CornerNormals.empty() && Mesh.CornerNormals.size() != Mesh.CornerVertices.size()) ||
		HasIndexPast(Mesh.CornerNormals, Mesh.Normals.size()))
	{
		return BadMesh("has normals that do not fit its corners");
	}
	if (!Mesh.PolygonMaterials.empty() &&
		(Mesh.PolygonMaterials.size() != Mesh.PolygonCount() ||
			std::any_of(Mesh.PolygonMaterials.begin(), Mesh.PolygonMaterials.end(),
				[&](uint32_t Material) { return Material >= Mesh.Materials.size(); })))
	{
		return BadMesh("has materials that do not fit its polygons");
	}
	return CheckPositions(Mesh.Positions, "The rest mesh");
}

FStatus CheckSourcePoses(const FSourceExamples& Source)
{
	for (const FSourcePose& Pose : Source.Poses)
	{
		const std::string Owner = "Pose \"" + Pose.Name + "\"";
		if (Pose.Positions.size() != Source.Rest.Positions.size())
		{
			return FError{EErrorCode::Mismatch,
				Owner + " has " + std::to_string(Pose.Positions.size()) + " vertices, but the rest mesh has " +
					std::to_string(Source.Rest.Positions.size()) +
					". Export every pose from the rest mesh, with the same vertex order."};
		}
		if (FStatus Status = CheckPositions(Pose.Positions, Owner); !Status)
		{
			return Status;
		}
	}
	return FOk{};
}

void FindBadAttributes(const FSourceMesh& Mesh, std::vector<FExampleProblem>& Problems)
{
	const auto CountUVs = [](const std::vector<FFloat2>& Values)
	{
		return static_cast<size_t>(std::count_if(Values.begin(), Values.end(),
			[](const FFloat2& UV) { return !std::isfinite(UV.X) || !std::isfinite(UV.Y); }));
	};
	size_t UVs = CountUVs(Mesh.UVs);
	for (const TCornerSet<FFloat2>& Set : Mesh.MoreUVs)
	{
		UVs += CountUVs(Set.Values);
	}
	size_t Colors = 0;
	for (const TCornerSet<FFloat4>& Set : Mesh.Colors)
	{
		Colors += static_cast<size_t>(std::count_if(Set.Values.begin(), Set.Values.end(),
			[](const FFloat4& C) { return !std::isfinite(C.X + C.Y + C.Z + C.W); }));
	}
	const size_t Normals = static_cast<size_t>(std::count_if(Mesh.Normals.begin(), Mesh.Normals.end(),
		[](const FFloat3& N) { return !std::isfinite(N.X) || !std::isfinite(N.Y) || !std::isfinite(N.Z); }));
	if (UVs + Normals > 0)
	{
		Problems.push_back({EExampleProblem::BadAttribute, UVs + Normals,
			std::to_string(UVs) + " texture coordinates and " + std::to_string(Normals) +
				" normals are not finite numbers. The coordinates are set to zero and the normals are computed from "
				"the surface. Unwrap or export the mesh again."});
	}
	if (Colors > 0)
	{
		Problems.push_back({EExampleProblem::BadAttribute, Colors,
			std::to_string(Colors) +
				" vertex colors are not finite numbers. They are set to white. Paint or export the mesh again."});
	}
}

void FindUnreferencedVertices(const FSourceMesh& Mesh, std::vector<FExampleProblem>& Problems)
{
	std::vector<bool> bUsed(Mesh.Positions.size(), false);
	for (uint32_t Vertex : Mesh.CornerVertices)
	{
		bUsed[Vertex] = true;
	}
	const auto First = std::find(bUsed.begin(), bUsed.end(), false);
	const size_t Count = static_cast<size_t>(std::count(First, bUsed.end(), false));
	if (Count > 0)
	{
		Problems.push_back({EExampleProblem::UnreferencedVertex, Count,
			std::to_string(Count) + " of " + std::to_string(bUsed.size()) +
				" vertices belong to no face (the first is vertex " + std::to_string(First - bUsed.begin()) +
				", counting from 0). They are kept to preserve the vertex order. Delete them before exporting if they "
				"are not intended."});
	}
}

void RemoveBadTriangles(FExampleSet& Set)
{
	const std::vector<FTriangle>& Triangles = Set.Rest.Triangles;
	std::vector<std::array<int32_t, 4>> Keys; // rotated so that the lowest point comes first, then the triangle
	std::vector<bool> bRemove(Triangles.size(), false);
	size_t Degenerate = 0, Duplicates = 0, FirstDegenerate = 0, FirstDuplicate = Triangles.size();
	Keys.reserve(Triangles.size());
	for (size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		FTriangle T = Triangles[Index];
		if (T[0] == T[1] || T[1] == T[2] || T[2] == T[0])
		{
			FirstDegenerate = Degenerate++ == 0 ? Index : FirstDegenerate;
			bRemove[Index] = true;
			continue;
		}
		std::rotate(T.begin(), std::min_element(T.begin(), T.end()), T.end());
		Keys.push_back({T[0], T[1], T[2], static_cast<int32_t>(Index)});
	}
	std::sort(Keys.begin(), Keys.end());
	for (size_t Index = 1; Index < Keys.size(); ++Index)
	{
		if (std::equal(Keys[Index].begin(), Keys[Index].begin() + 3, Keys[Index - 1].begin()))
		{
			const size_t Triangle = static_cast<size_t>(Keys[Index][3]);
			FirstDuplicate = (std::min)(FirstDuplicate, Triangle);
			bRemove[Triangle] = true;
			++Duplicates;
		}
	}
	if (Degenerate > 0)
	{
		Set.Problems.push_back({EExampleProblem::DegenerateFace, Degenerate,
			std::to_string(Degenerate) + " triangles have two corners at one point (the first is in polygon " +
				std::to_string(Set.TrianglePolygons[FirstDegenerate]) +
				", counting from 0) and are skipped. Merge or delete them in the modeling program if they are not "
				"intended."});
	}
	if (Duplicates > 0)
	{
		Set.Problems.push_back({EExampleProblem::DuplicateFace, Duplicates,
			std::to_string(Duplicates) + " triangles are duplicates (the first is in polygon " +
				std::to_string(Set.TrianglePolygons[FirstDuplicate]) +
				", counting from 0). One of each is kept. Delete duplicate faces in the modeling program."});
	}
	if (Degenerate + Duplicates == 0)
	{
		return;
	}
	size_t Kept = 0;
	for (size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		if (!bRemove[Index])
		{
			Set.Rest.Triangles[Kept] = Set.Rest.Triangles[Index];
			Set.TriangleCorners[Kept] = Set.TriangleCorners[Index];
			Set.TrianglePolygons[Kept] = Set.TrianglePolygons[Index];
			++Kept;
		}
	}
	Set.Rest.Triangles.resize(Kept);
	Set.TriangleCorners.resize(Kept);
	Set.TrianglePolygons.resize(Kept);
}

void FindBadSurface(FExampleSet& Set)
{
	const std::vector<FDouble3>& P = Set.Rest.Positions;
	std::vector<uint64_t> Edges;
	Edges.reserve(Set.Rest.Triangles.size() * 3);
	size_t Flat = 0, FirstFlat = 0;
	for (size_t Index = 0; Index < Set.Rest.Triangles.size(); ++Index)
	{
		const FTriangle& T = Set.Rest.Triangles[Index];
		for (int Side = 0; Side < 3; ++Side)
		{
			const auto [Low, High] = std::minmax(T[Side], T[(Side + 1) % 3]);
			Edges.push_back(uint64_t(Low) << 32 | uint64_t(High));
		}
		const auto Minus = [](const FDouble3& A, const FDouble3& B) {
			return FDouble3{A.X - B.X, A.Y - B.Y, A.Z - B.Z};
		};
		const auto Squared = [](const FDouble3& A) { return A.X * A.X + A.Y * A.Y + A.Z * A.Z; };
		const FDouble3 A = Minus(P[T[1]], P[T[0]]), B = Minus(P[T[2]], P[T[0]]), C = Minus(P[T[2]], P[T[1]]);
		const FDouble3 N{A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X};
		const double Longest = (std::max)({Squared(A), Squared(B), Squared(C)});
		if (std::sqrt(Squared(N)) <= 1e-12 * Longest)
		{
			FirstFlat = Flat++ == 0 ? Index : FirstFlat;
		}
	}
	std::sort(Edges.begin(), Edges.end());
	size_t NonManifold = 0;
	uint64_t FirstEdge = 0;
	for (size_t Begin = 0, End = 0; Begin < Edges.size(); Begin = End)
	{
		while (End < Edges.size() && Edges[End] == Edges[Begin])
		{
			++End;
		}
		if (End - Begin > 2)
		{
			FirstEdge = NonManifold++ == 0 ? Edges[Begin] : FirstEdge;
		}
	}
	if (Flat > 0)
	{
		Set.Problems.push_back({EExampleProblem::DegenerateFace, Flat,
			std::to_string(Flat) + " triangles have no area in the rest mesh (the first is in polygon " +
				std::to_string(Set.TrianglePolygons[FirstFlat]) +
				", counting from 0). They are kept. Collapse them in the modeling program if they are not intended."});
	}
	if (NonManifold > 0)
	{
		Set.Problems.push_back({EExampleProblem::NonManifoldEdge, NonManifold,
			std::to_string(NonManifold) + " edges belong to more than two triangles (the first is between points " +
				std::to_string(FirstEdge >> 32) + " and " + std::to_string(FirstEdge & 0xffffffffu) +
				", counting from 0). This is allowed, but deleting interior or duplicate faces gives a cleaner "
				"surface."});
	}
}

double GuessMetersPerUnit(double Extent)
{
	// From a toddler of half a meter to a horse or a troll; units differ by factors of ten, so no extent fits two.
	for (double Unit : {1.0, 0.01, 0.1, 0.001})
	{
		if (Extent * Unit >= 0.5 && Extent * Unit < 5.0)
		{
			return Unit;
		}
	}
	return 0.0;
}

void GuessUnits(const FExampleSet& Set, const FExampleOptions& Options, std::vector<FExampleProblem>& Problems)
{
	const double Extent = LargestExtent(Set.Source.Rest.Positions);
	const double Scaled = Extent * Options.Scale;
	const double Unit = GuessMetersPerUnit(Scaled);
	if (Options.bNormalize || Unit == 1.0)
	{
		return;
	}
	std::string Message = "The rest mesh is " + RoundedNumber(Scaled) + " meters along its longest side";
	if (Unit > 0.0)
	{
		std::string Factor;
		AppendNumber(Factor, static_cast<float>(Unit * Options.Scale));
		const char* Name = Unit == 0.01 ? "centimeters" : Unit == 0.1 ? "decimeters" : "millimeters";
		Message += std::string(". If the file is in ") + Name + ", as seems likely, import it with a scale of " +
			Factor + " (examples.scale, --scale " + Factor + ").";
	}
	else
	{
		Message += ", which is an unlikely size for a character in meters, decimeters, centimeters or millimeters. "
				   "Import it with the scale that converts it to meters (examples.scale, --scale).";
	}
	Problems.push_back({EExampleProblem::UnitsGuess, 1, std::move(Message)});
}

} // namespace Exemplar
