// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/ScanSimulator.h"

#include "Geometry/GridSurface.h"
#include "Geometry/Measures.h"
#include "Geometry/SurfaceTree.h"
#include "Geometry/Topology.h"
#include "Sample/SampleRandom.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace Exemplar
{
namespace ScanSimulatorDetail
{

constexpr double GrazingCosine = 0.17; // depths at flatter angles are dropped
constexpr double Truncation = 2.2;     // cells of signed distance
constexpr double CameraTurn = 0.0003;  // radians that a camera's pose is wrong
constexpr size_t SmallPiece = 24;      // triangles
constexpr float Nothing = std::numeric_limits<float>::infinity();

/** Seeds of the random choices: each has its own numbers. */
enum class EChoice : uint64_t
{
	Azimuth,
	Depth,
	Camera,
	Grid,
	Hole,
	Order
};

double Random(uint64_t Seed, EChoice Choice, uint64_t Counter)
{
	return RandomSigned(Seed * 16 + static_cast<uint64_t>(Choice), Counter);
}

/** Nearly normal, of unit deviation: the sum of three uniform numbers. */
double RandomNormal(uint64_t Seed, EChoice Choice, uint64_t Counter)
{
	return Random(Seed, Choice, 3 * Counter) + Random(Seed, Choice, 3 * Counter + 1) +
		Random(Seed, Choice, 3 * Counter + 2);
}

/** A camera without perspective: depth along Forward, pixels along Right and Up around Center. */
struct FDepthCamera
{
	Eigen::Vector3d Center, Right, Up, Forward;
	double PixelSize = 1.0;
	int Pixels = 0;
	std::vector<float> Depths;
	std::vector<float> Cosines;

	Eigen::Vector3d ToPixel(const Eigen::Vector3d& P) const
	{
		const Eigen::Vector3d D = P - Center;
		return {D.dot(Right) / PixelSize + 0.5 * Pixels, D.dot(Up) / PixelSize + 0.5 * Pixels, D.dot(Forward)};
	}
	/** The pixel that sees a place, or -1. */
	int64_t PixelOf(const Eigen::Vector3d& P) const
	{
		const Eigen::Vector3d Q = ToPixel(P);
		const bool bInside = Q.x() >= 0.0 && Q.y() >= 0.0 && Q.x() < Pixels && Q.y() < Pixels;
		return bInside ? static_cast<int64_t>(Q.y()) * Pixels + static_cast<int64_t>(Q.x()) : -1;
	}
};

/** Keeps the nearest depth of every pixel. */
void Rasterize(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles, FDepthCamera& Camera)
{
	for (const FTriangle& T : Triangles)
	{
		const Eigen::Vector3d A3 = AsVector(Positions[static_cast<size_t>(T[0])]);
		const Eigen::Vector3d B3 = AsVector(Positions[static_cast<size_t>(T[1])]);
		const Eigen::Vector3d C3 = AsVector(Positions[static_cast<size_t>(T[2])]);
		const Eigen::Vector3d A = Camera.ToPixel(A3), B = Camera.ToPixel(B3), C = Camera.ToPixel(C3);
		const Eigen::Vector3d Normal = (B3 - A3).cross(C3 - A3).normalized();
		const double Cosine = -Normal.dot(Camera.Forward);
		const double Area = (B.x() - A.x()) * (C.y() - A.y()) - (C.x() - A.x()) * (B.y() - A.y());
		if (!(std::abs(Area) > 1e-12))
		{
			continue;
		}
		const int X0 = (std::max)(0, static_cast<int>(std::floor((std::min)({A.x(), B.x(), C.x()}))));
		const int X1 = (std::min)(Camera.Pixels - 1, static_cast<int>((std::max)({A.x(), B.x(), C.x()})));
		const int Y0 = (std::max)(0, static_cast<int>(std::floor((std::min)({A.y(), B.y(), C.y()}))));
		const int Y1 = (std::min)(Camera.Pixels - 1, static_cast<int>((std::max)({A.y(), B.y(), C.y()})));
		for (int Y = Y0; Y <= Y1; ++Y)
		{
			for (int X = X0; X <= X1; ++X)
			{
				const double PX = X + 0.5, PY = Y + 0.5;
				const double V = ((PX - A.x()) * (C.y() - A.y()) - (C.x() - A.x()) * (PY - A.y())) / Area;
				const double W = ((B.x() - A.x()) * (PY - A.y()) - (PX - A.x()) * (B.y() - A.y())) / Area;
				if (V < 0.0 || W < 0.0 || V + W > 1.0)
				{
					continue;
				}
				const float Depth = static_cast<float>(A.z() + V * (B.z() - A.z()) + W * (C.z() - A.z()));
				const size_t Pixel =
					static_cast<size_t>(Y) * static_cast<size_t>(Camera.Pixels) + static_cast<size_t>(X);
				if (Depth < Camera.Depths[Pixel])
				{
					Camera.Depths[Pixel] = Depth;
					Camera.Cosines[Pixel] = static_cast<float>(Cosine);
				}
			}
		}
	}
}

/** What the cameras look at: the body, and what stands around it. */
FTriangleMesh MakeScene(std::span<const FDouble3> Body, std::span<const FTriangle> Triangles,
	const FScanSimulation& Simulation, const Eigen::Vector3d& Low, const Eigen::Vector3d& High)
{
	FTriangleMesh Scene{{Body.begin(), Body.end()}, {Triangles.begin(), Triangles.end()}};
	if (Simulation.bStrap)
	{
		const std::vector<FDouble3> Normals = VertexNormals(Body, Triangles);
		const double Waist = Low.y() + 0.58 * (High.y() - Low.y()), Half = 0.025 * (High.y() - Low.y());
		for (const FTriangle& T : Triangles)
		{
			const bool bStrap = std::all_of(T.begin(), T.end(),
				[&](int32_t Vertex)
				{
					const FDouble3& P = Body[static_cast<size_t>(Vertex)];
					return std::abs(P.Y - Waist) < Half && std::abs(P.X - 0.5 * (Low.x() + High.x())) < 0.2;
				});
			if (bStrap)
			{
				const int32_t First = static_cast<int32_t>(Scene.Positions.size());
				for (const int32_t Vertex : T)
				{
					Scene.Positions.push_back(ToDouble3(AsVector(Body[static_cast<size_t>(Vertex)]) +
						0.009 * AsVector(Normals[static_cast<size_t>(Vertex)])));
				}
				Scene.Triangles.push_back({First, First + 1, First + 2});
			}
		}
	}
	if (Simulation.bFloor)
	{
		constexpr int Sides = 48;
		const Eigen::Vector3d Middle(0.5 * (Low.x() + High.x()), Low.y(), 0.5 * (Low.z() + High.z()));
		const double Radius = 0.4 * (High - Low).norm();
		const int32_t Center = static_cast<int32_t>(Scene.Positions.size());
		Scene.Positions.push_back(ToDouble3(Middle));
		for (int32_t Side = 0; Side < Sides; ++Side)
		{
			const double Angle = 2.0 * std::numbers::pi * Side / Sides;
			Scene.Positions.push_back(
				ToDouble3(Middle + Radius * Eigen::Vector3d(std::cos(Angle), 0.0, std::sin(Angle))));
			Scene.Triangles.push_back({Center, Center + 1 + (Side + 1) % Sides, Center + 1 + Side});
		}
	}
	return Scene;
}

std::vector<FDepthCamera> TakeDepths(const FTriangleMesh& Scene, const FScanSimulation& Simulation,
	const Eigen::Vector3d& Low, const Eigen::Vector3d& High, uint64_t Seed, IExecutor& Executor)
{
	std::vector<FDepthCamera> Cameras(static_cast<size_t>(Simulation.Cameras));
	ParallelFor(Executor, Cameras.size(), 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Index = Begin; Index < End; ++Index)
			{
				FDepthCamera& Camera = Cameras[Index];
				const double Azimuth = 2.0 * std::numbers::pi * static_cast<double>(Index) / Simulation.Cameras +
					0.1 * Random(Seed, EChoice::Azimuth, Index);
				const double Elevation = (Index % 2 == 0 ? 20.0 : -7.0) * std::numbers::pi / 180.0;
				Camera.Forward = -Eigen::Vector3d(std::cos(Elevation) * std::sin(Azimuth), std::sin(Elevation),
					std::cos(Elevation) * std::cos(Azimuth));
				Camera.Right = Camera.Forward.cross(Eigen::Vector3d::UnitY()).normalized();
				Camera.Up = Camera.Right.cross(Camera.Forward);
				Camera.Center = 0.5 * (Low + High);
				Camera.Pixels = Simulation.PixelsPerSide;
				Camera.PixelSize = 1.02 * (High - Low).norm() / Camera.Pixels;
				const size_t Count = static_cast<size_t>(Camera.Pixels) * static_cast<size_t>(Camera.Pixels);
				Camera.Depths.assign(Count, Nothing);
				Camera.Cosines.assign(Count, 0.0f);
				Rasterize(Scene.Positions, Scene.Triangles, Camera);
				for (size_t Pixel = 0; Pixel < Count; ++Pixel)
				{
					const double Cosine = static_cast<double>(Camera.Cosines[Pixel]);
					if (Cosine < GrazingCosine)
					{
						Camera.Cosines[Pixel] = 0.0f; // something is there, but nothing was measured
					}
					else
					{
						Camera.Depths[Pixel] += static_cast<float>(Simulation.Noise * (1.0 + 0.5 * (1.0 - Cosine)) *
							RandomNormal(Seed, EChoice::Depth, Index * Count + Pixel));
					}
				}
			}
		});
	return Cameras;
}

/** A small wrong turn of a camera about its center, and a shift. */
void Disturb(FDepthCamera& Camera, size_t Index, double Noise, uint64_t Seed)
{
	const uint64_t First = 8 * Index;
	const Eigen::Vector3d Turn = CameraTurn *
		Eigen::Vector3d(Random(Seed, EChoice::Camera, First), Random(Seed, EChoice::Camera, First + 1),
			Random(Seed, EChoice::Camera, First + 2));
	const Eigen::Matrix3d Rotation = Eigen::AngleAxisd(Turn.norm(), Turn.normalized()).toRotationMatrix();
	Camera.Right = Rotation * Camera.Right;
	Camera.Up = Rotation * Camera.Up;
	Camera.Forward = Rotation * Camera.Forward;
	Camera.Center += 0.5 * Noise *
		Eigen::Vector3d(Random(Seed, EChoice::Camera, First + 3), Random(Seed, EChoice::Camera, First + 4),
			Random(Seed, EChoice::Camera, First + 5));
}

bool IsMissing(const Eigen::Vector3d& P, std::span<const FScanSimulation::FSphere> Spheres)
{
	return std::any_of(Spheres.begin(), Spheres.end(),
		[&](const FScanSimulation::FSphere& Sphere)
		{ return (P - AsVector(Sphere.Center)).squaredNorm() < Sphere.Radius * Sphere.Radius; });
}

/** Fuses depths into signed distances on a turned grid; corners that no camera measured nearby are unknown. */
FTriangleMesh Fuse(std::span<const FDepthCamera> Cameras, const FScanSimulation& Simulation,
	std::span<const FScanSimulation::FSphere> Missing, const Eigen::Vector3d& Low, const Eigen::Vector3d& High,
	uint64_t Seed, IExecutor& Executor)
{
	const Eigen::Vector3d Axis = Eigen::Vector3d(
		Random(Seed, EChoice::Grid, 0), Random(Seed, EChoice::Grid, 1) + 1.5, Random(Seed, EChoice::Grid, 2))
									 .normalized();
	const Eigen::Matrix3d Turn =
		Eigen::AngleAxisd(std::numbers::pi * Random(Seed, EChoice::Grid, 3), Axis).toRotationMatrix();
	const Eigen::Vector3d Middle = 0.5 * (Low + High), Half = 0.5 * (High - Low);
	const Eigen::Vector3d Extent = Turn.cwiseAbs().transpose() * Half;
	FValueGrid Grid;
	Grid.Cell = Simulation.Cell * (1.0 + 0.15 * Random(Seed, EChoice::Grid, 4));
	Grid.Low = -Extent.array() - 3.0 * Grid.Cell;
	for (size_t Direction = 0; Direction < 3; ++Direction)
	{
		Grid.Sizes[Direction] = static_cast<int>(2.0 * Extent[static_cast<Eigen::Index>(Direction)] / Grid.Cell) + 7;
	}
	Grid.Values.assign(Grid.IndexOf(0, 0, Grid.Sizes[2]), std::numeric_limits<float>::quiet_NaN());
	const double Reach = Truncation * Grid.Cell;
	ParallelFor(Executor, static_cast<size_t>(Grid.Sizes[2]), 1,
		[&](size_t Begin, size_t End)
		{
			for (int Z = static_cast<int>(Begin); Z < static_cast<int>(End); ++Z)
			{
				for (int Y = 0; Y < Grid.Sizes[1]; ++Y)
				{
					for (int X = 0; X < Grid.Sizes[0]; ++X)
					{
						const Eigen::Vector3d P = Turn * Grid.PlaceOf(X, Y, Z) + Middle;
						double Sum = 0.0, Weights = 0.0;
						for (const FDepthCamera& Camera : Cameras)
						{
							const int64_t Pixel = Camera.PixelOf(P);
							if (Pixel < 0 || !(Camera.Cosines[static_cast<size_t>(Pixel)] > 0.0f))
							{
								continue;
							}
							const double Weight = static_cast<double>(Camera.Cosines[static_cast<size_t>(Pixel)]);
							const double Along = static_cast<double>(Camera.Depths[static_cast<size_t>(Pixel)]) -
								(P - Camera.Center).dot(Camera.Forward);
							if (std::abs(Along * Weight) < Reach) // the distance to the tangent plane
							{
								Sum += Weight * Along * Weight;
								Weights += Weight;
							}
						}
						if (Weights > 0.0 && !IsMissing(P, Missing))
						{
							Grid.Values[Grid.IndexOf(X, Y, Z)] = static_cast<float>(Sum / Weights);
						}
					}
				}
			}
		});
	FTriangleMesh Mesh = ExtractGridSurface(Grid);
	for (FDouble3& P : Mesh.Positions)
	{
		P = ToDouble3(Turn * AsVector(P) + Middle);
	}
	return Mesh;
}

/** Drops small pieces and numbers the vertices at random. */
FTriangleMesh Shuffle(const FTriangleMesh& Mesh, uint64_t Seed)
{
	const FMeshComponents Components =
		FindComponents(BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles), Mesh.Triangles);
	std::vector<size_t> Counts(Components.Count, 0);
	for (const int32_t Piece : Components.OfTriangle)
	{
		Counts[static_cast<size_t>(Piece)] += 1;
	}
	FTriangleMesh Out;
	for (size_t Triangle = 0; Triangle < Mesh.Triangles.size(); ++Triangle)
	{
		if (Counts[static_cast<size_t>(Components.OfTriangle[Triangle])] >= SmallPiece)
		{
			Out.Triangles.push_back(Mesh.Triangles[Triangle]);
		}
	}
	std::vector<std::pair<uint64_t, int32_t>> Order;
	std::vector<int32_t> New(Mesh.Positions.size(), -1);
	for (const FTriangle& T : Out.Triangles)
	{
		for (const int32_t Vertex : T)
		{
			if (New[static_cast<size_t>(Vertex)] < 0)
			{
				New[static_cast<size_t>(Vertex)] = 0;
				Order.emplace_back(
					RandomBits(Seed * 16 + static_cast<uint64_t>(EChoice::Order), static_cast<uint64_t>(Vertex)),
					Vertex);
			}
		}
	}
	std::sort(Order.begin(), Order.end());
	for (const auto& [Bits, Vertex] : Order)
	{
		New[static_cast<size_t>(Vertex)] = static_cast<int32_t>(Out.Positions.size());
		Out.Positions.push_back(Mesh.Positions[static_cast<size_t>(Vertex)]);
	}
	for (FTriangle& T : Out.Triangles)
	{
		T = {New[static_cast<size_t>(T[0])], New[static_cast<size_t>(T[1])], New[static_cast<size_t>(T[2])]};
	}
	return Out;
}

/** Which vertices of the body some camera measured. */
std::vector<uint8_t> FindVisible(std::span<const FDouble3> Body, std::span<const FDepthCamera> Cameras,
	std::span<const FScanSimulation::FSphere> Missing, double Tolerance)
{
	std::vector<uint8_t> Visible(Body.size(), 0);
	for (size_t Vertex = 0; Vertex < Body.size(); ++Vertex)
	{
		const Eigen::Vector3d P = AsVector(Body[Vertex]);
		for (const FDepthCamera& Camera : Cameras)
		{
			const int64_t Pixel = Camera.PixelOf(P);
			Visible[Vertex] |= Pixel >= 0 && Camera.Cosines[static_cast<size_t>(Pixel)] > 0.0f &&
				std::abs(static_cast<double>(Camera.Depths[static_cast<size_t>(Pixel)]) -
					(P - Camera.Center).dot(Camera.Forward)) < Tolerance;
		}
		Visible[Vertex] = Visible[Vertex] && !IsMissing(P, Missing);
	}
	return Visible;
}

/** The body's vertex nearest to every vertex of the scan; -1 where the scan is not the body's. */
std::vector<int32_t> FindTruth(
	const FTriangleMesh& Scan, std::span<const FDouble3> Body, std::span<const FTriangle> Triangles, double Tolerance)
{
	const FSurfaceTree Tree(Body, Triangles);
	std::vector<int32_t> Out;
	for (const FDouble3& P : Scan.Positions)
	{
		FSurfaceCoordinate Where;
		const bool bOwn = Tree.Find(P, Where) < Tolerance * Tolerance;
		const size_t Corner =
			static_cast<size_t>(std::max_element(Where.Weights.begin(), Where.Weights.end()) - Where.Weights.begin());
		Out.push_back(bOwn ? Triangles[static_cast<size_t>(Where.Triangle)][Corner] : -1);
	}
	return Out;
}

} // namespace ScanSimulatorDetail

TResult<FSimulatedScan> SimulateScan(std::span<const FDouble3> Body, std::span<const FTriangle> Triangles,
	const FScanSimulation& Simulation, const FBuildContext& Context)
{
	using namespace ScanSimulatorDetail;
	if (Simulation.Cameras < 1 || Simulation.Cameras > 16 || Simulation.PixelsPerSide < 64 ||
		Simulation.PixelsPerSide > 2048 || !(Simulation.Cell >= 0.001) || Body.empty() || Triangles.empty())
	{
		return FError{EErrorCode::InvalidArgument,
			"A simulated scan needs a body, 1 to 16 cameras, 64 to 2048 pixels and cells of at least 0.001."};
	}
	FSimulatedScan Out;
	const Eigen::Matrix3d Turn = Eigen::AngleAxisd(Simulation.Turn, Eigen::Vector3d::UnitY()).toRotationMatrix();
	Eigen::Vector3d Low = Eigen::Vector3d::Constant(1e300), High = -Low;
	for (const FDouble3& P : Body)
	{
		Out.Truth.push_back(ToDouble3(Turn * AsVector(P)));
		Low = Low.cwiseMin(AsVector(Out.Truth.back()));
		High = High.cwiseMax(AsVector(Out.Truth.back()));
	}
	const FTriangleMesh Scene = MakeScene(Out.Truth, Triangles, Simulation, Low, High);
	for (const FDouble3& P : Scene.Positions)
	{
		Low = Low.cwiseMin(AsVector(P));
		High = High.cwiseMax(AsVector(P));
	}
	std::vector<FScanSimulation::FSphere> Missing = Simulation.Missing;
	for (FScanSimulation::FSphere& Sphere : Missing)
	{
		Sphere.Center = ToDouble3(Turn * AsVector(Sphere.Center));
	}
	for (int Hole = 0; Hole < Simulation.Holes; ++Hole)
	{
		const uint64_t Bits =
			RandomBits(Context.Seed * 16 + static_cast<uint64_t>(EChoice::Hole), static_cast<uint64_t>(Hole));
		Missing.push_back({Out.Truth[Bits % Out.Truth.size()], Simulation.HoleRadius});
	}
	std::vector<FDepthCamera> Cameras = TakeDepths(Scene, Simulation, Low, High, Context.Seed, *Context.Executor);
	Out.Visible = FindVisible(Out.Truth, Cameras, Missing, 2.0 * Simulation.Cell);
	for (size_t Index = 0; Index < Cameras.size(); ++Index)
	{
		Disturb(Cameras[Index], Index, Simulation.Noise, Context.Seed);
	}
	const FTriangleMesh Mesh =
		Shuffle(Fuse(Cameras, Simulation, Missing, Low, High, Context.Seed, *Context.Executor), Context.Seed);
	Out.NearestVertex = FindTruth(Mesh, Out.Truth, Triangles, 0.7 * Simulation.Cell);
	Out.Scan.Name = "simulated scan";
	Out.Scan.Mesh.Positions = Mesh.Positions;
	for (const FTriangle& T : Mesh.Triangles)
	{
		for (const int32_t Vertex : T)
		{
			Out.Scan.Mesh.CornerVertices.push_back(static_cast<uint32_t>(Vertex));
		}
		Out.Scan.Mesh.PolygonOffsets.push_back(static_cast<uint32_t>(Out.Scan.Mesh.CornerVertices.size()));
	}
	return Out;
}

} // namespace Exemplar
