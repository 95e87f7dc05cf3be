// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ReferenceRasterizer.h"

#include "Skinning/ReferenceSkinning.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace Rasterizing
{

FSurfacePoint SkinVertex(const FMeshLevelView& Level, size_t Vertex, const FReferencePose& Pose)
{
	FSurfacePoint Rest;
	Rest.Position = Level.Positions[Vertex];
	Rest.Normal = Level.Normals.empty() ? FFloat3{0.0f, 1.0f, 0.0f} : Level.Normals[Vertex];
	const FFloat3 Offset = Pose.RestOffsets.empty() ? FFloat3{} : Pose.RestOffsets[Vertex];
	if (Level.Skin.Offsets.empty())
	{
		const size_t First = Level.Weights.Offsets[Vertex], Count = Level.Weights.Offsets[Vertex + 1] - First;
		Rest.Position += Offset;
		return SkinLinearBlend(
			Pose.Palette, Level.Weights.Bones.subspan(First, Count), Level.Weights.Weights.subspan(First, Count), Rest);
	}
	const TAnimationSpaceSkin<FViewed>& Skin = Level.Skin;
	const size_t First = Skin.Offsets[Vertex], Count = Skin.Offsets[Vertex + 1] - First;
	std::vector<FFloat4> Points(Skin.Points.begin() + First, Skin.Points.begin() + First + Count);
	for (FFloat4& Point : Points)
	{
		Point = Point + FFloat4{Offset.X, Offset.Y, Offset.Z, 0.0f} * Point.W;
	}
	const auto Part = [&](std::span<const FFloat4> All) { return All.empty() ? All : All.subspan(First, Count); };
	const FAnimationSpacePoint Parts{Points, Part(Skin.GeomorphDeltas), Part(Skin.Tangents), Part(Skin.Bitangents)};
	return SkinAnimationSpace(Pose.Palette, Skin.Bones.subspan(First, Count), Parts, Pose.GeomorphFactor, Rest);
}

/** A corner after projection: clip coordinates, and its weights of the triangle's three vertices. */
struct FCorner
{
	double Clip[4];
	double Weights[3];
};

/** The part of a triangle in front of depth zero: none, three or four corners (Sutherland and Hodgman 1974). */
std::vector<FCorner> ClipAtDepthZero(const FCorner (&Triangle)[3])
{
	std::vector<FCorner> Out;
	for (int Side = 0; Side < 3; ++Side)
	{
		const FCorner &A = Triangle[Side], &B = Triangle[(Side + 1) % 3];
		const bool bA = A.Clip[2] >= 0.0, bB = B.Clip[2] >= 0.0;
		if (bA)
		{
			Out.push_back(A);
		}
		if (bA != bB)
		{
			const double T = A.Clip[2] / (A.Clip[2] - B.Clip[2]);
			FCorner Cut;
			for (int I = 0; I < 4; ++I)
			{
				Cut.Clip[I] = A.Clip[I] + T * (B.Clip[I] - A.Clip[I]);
			}
			for (int I = 0; I < 3; ++I)
			{
				Cut.Weights[I] = A.Weights[I] + T * (B.Weights[I] - A.Weights[I]);
			}
			Out.push_back(Cut);
		}
	}
	return Out;
}

constexpr int64_t SubPixels = 256;

struct FScreenCorner
{
	int64_t X, Y; // in sub-pixels, y down
	double Depth, InverseW;
	double Weights[3];
};

/** Whether pixels exactly on the side from A to B belong to a triangle that lies to its right in y-down coordinates. */
bool IsTopLeft(const FScreenCorner& A, const FScreenCorner& B)
{
	return (A.Y == B.Y && B.X > A.X) || B.Y < A.Y;
}

int64_t SideValue(const FScreenCorner& A, const FScreenCorner& B, int64_t X, int64_t Y)
{
	return (B.X - A.X) * (Y - A.Y) - (B.Y - A.Y) * (X - A.X);
}

FFloat3 Mix(const std::vector<FFloat3>& Values, const uint32_t* Vertices, const double* Weights)
{
	double Sum[3] = {0.0, 0.0, 0.0};
	for (int I = 0; I < 3; ++I)
	{
		const FFloat3& Value = Values[Vertices[I]];
		Sum[0] += Weights[I] * Value.X;
		Sum[1] += Weights[I] * Value.Y;
		Sum[2] += Weights[I] * Value.Z;
	}
	return {static_cast<float>(Sum[0]), static_cast<float>(Sum[1]), static_cast<float>(Sum[2])};
}

/** C[0], C[1], C[2] clockwise on a y-down screen. */
void DrawTriangle(
	const FReferenceMesh& Mesh, uint32_t Triangle, const FScreenCorner (&C)[3], FReferencePicture& Picture)
{
	const int64_t Area = SideValue(C[0], C[1], C[2].X, C[2].Y);
	const auto [Left, Right] = std::minmax({C[0].X, C[1].X, C[2].X});
	const auto [Top, Bottom] = std::minmax({C[0].Y, C[1].Y, C[2].Y});
	const int64_t FirstX = std::max<int64_t>(0, Left / SubPixels - 1),
				  FirstY = std::max<int64_t>(0, Top / SubPixels - 1);
	const int64_t LastX = std::min<int64_t>(Picture.Width - 1, Right / SubPixels + 1);
	const int64_t LastY = std::min<int64_t>(Picture.Height - 1, Bottom / SubPixels + 1);
	const uint32_t* Vertices = &Mesh.Indices[size_t{3} * Triangle];
	for (int64_t Y = FirstY; Y <= LastY; ++Y)
	{
		for (int64_t X = FirstX; X <= LastX; ++X)
		{
			const int64_t AtX = X * SubPixels + SubPixels / 2, AtY = Y * SubPixels + SubPixels / 2;
			double Share[3];
			bool bInside = true;
			for (int Side = 0; Side < 3; ++Side)
			{
				const FScreenCorner &A = C[(Side + 1) % 3], &B = C[(Side + 2) % 3];
				const int64_t Value = SideValue(A, B, AtX, AtY);
				bInside = bInside && (Value > 0 || (Value == 0 && IsTopLeft(A, B)));
				Share[Side] = static_cast<double>(Value) / static_cast<double>(Area);
			}
			const double Depth = Share[0] * C[0].Depth + Share[1] * C[1].Depth + Share[2] * C[2].Depth;
			const size_t Pixel = static_cast<size_t>(Y) * Picture.Width + static_cast<size_t>(X);
			if (!bInside || Depth > 1.0 || !(static_cast<float>(Depth) < Picture.Depths[Pixel]))
			{
				continue;
			}
			double Weights[3] = {0.0, 0.0, 0.0}, Sum = 0.0;
			for (int Corner = 0; Corner < 3; ++Corner)
			{
				const double Part = Share[Corner] * C[Corner].InverseW;
				Sum += Part;
				for (int I = 0; I < 3; ++I)
				{
					Weights[I] += Part * C[Corner].Weights[I];
				}
			}
			for (double& Weight : Weights)
			{
				Weight /= Sum;
			}
			Picture.Triangles[Pixel] = Triangle;
			Picture.Depths[Pixel] = static_cast<float>(Depth);
			Picture.Normals[Pixel] = Normalize(Mix(Mesh.Normals, Vertices, Weights));
			Picture.Motions[Pixel] =
				Mix(Mesh.Positions, Vertices, Weights) - Mix(Mesh.PreviousPositions, Vertices, Weights);
		}
	}
}

/** The largest value but for the share that may be outliers; the values are reordered. */
float LargestBut(std::vector<float>& Values, double Outliers)
{
	if (Values.empty())
	{
		return 0.0f;
	}
	const size_t Left = static_cast<size_t>(Outliers * static_cast<double>(Values.size()));
	const auto At = Values.end() - 1 - static_cast<std::ptrdiff_t>(Left);
	std::nth_element(Values.begin(), At, Values.end());
	return *At;
}

} // namespace Rasterizing

FReferenceMesh PoseReferenceMesh(const FMeshLevelView& Level, const FReferencePose& Now, const FReferencePose& Previous)
{
	FReferenceMesh Out;
	Out.Indices.assign(Level.Indices.begin(), Level.Indices.end());
	for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
	{
		const FSurfacePoint Point = Rasterizing::SkinVertex(Level, Vertex, Now);
		Out.Positions.push_back(Point.Position);
		Out.Normals.push_back(Point.Normal);
		Out.PreviousPositions.push_back(Rasterizing::SkinVertex(Level, Vertex, Previous).Position);
	}
	return Out;
}

FReferencePicture::FReferencePicture(uint32_t InWidth, uint32_t InHeight)
	: Width(InWidth)
	, Height(InHeight)
	, Triangles(PixelCount(), NoIndex)
	, Depths(PixelCount(), 1.0f)
	, Normals(PixelCount())
	, Motions(PixelCount())
{
}

FReferencePicture Rasterize(const FReferenceMesh& Mesh, const FClipMatrix& ToClip, uint32_t Width, uint32_t Height)
{
	using namespace Rasterizing;
	FReferencePicture Picture(Width, Height);
	for (uint32_t Triangle = 0; size_t{3} * Triangle + 2 < Mesh.Indices.size(); ++Triangle)
	{
		FCorner Corners[3] = {};
		for (int I = 0; I < 3; ++I)
		{
			const FFloat3& P = Mesh.Positions[Mesh.Indices[size_t{3} * Triangle + static_cast<size_t>(I)]];
			Corners[I].Weights[I] = 1.0;
			for (size_t Row = 0; Row < 4; ++Row)
			{
				const FFloat4& R = ToClip[Row];
				Corners[I].Clip[Row] =
					double{R.X} * double{P.X} + double{R.Y} * double{P.Y} + double{R.Z} * double{P.Z} + double{R.W};
			}
		}
		const std::vector<FCorner> Polygon = ClipAtDepthZero(Corners);
		for (size_t I = 2; I < Polygon.size(); ++I)
		{
			FScreenCorner Screen[3];
			bool bFinite = true;
			for (size_t K = 0; K < 3; ++K)
			{
				// Backward: what is seen counter-clockwise becomes clockwise, and has a positive area with y down.
				const FCorner& Corner = Polygon[K == 0 ? 0 : (K == 1 ? I : I - 1)];
				const double InverseW = 1.0 / Corner.Clip[3];
				const double X = (0.5 + 0.5 * Corner.Clip[0] * InverseW) * Width;
				const double Y = (0.5 - 0.5 * Corner.Clip[1] * InverseW) * Height;
				bFinite = bFinite && Corner.Clip[3] > 0.0 && std::abs(X) < 1e6 && std::abs(Y) < 1e6;
				Screen[K] = {bFinite ? std::llround(X * SubPixels) : 0, bFinite ? std::llround(Y * SubPixels) : 0,
					Corner.Clip[2] * InverseW, InverseW, {Corner.Weights[0], Corner.Weights[1], Corner.Weights[2]}};
			}
			if (bFinite && SideValue(Screen[0], Screen[1], Screen[2].X, Screen[2].Y) > 0)
			{
				DrawTriangle(Mesh, Triangle, Screen, Picture);
			}
		}
	}
	return Picture;
}

FPictureDifference ComparePictures(
	const FReferencePicture& Reference, const FReferencePicture& Picture, const FPictureTolerance& Tolerance)
{
	FPictureDifference Out;
	if (Reference.Width != Picture.Width || Reference.Height != Picture.Height)
	{
		Out.Sentence = "the pictures have different sizes";
		return Out;
	}
	std::vector<float> Depths, Normals, Motions;
	for (size_t Pixel = 0; Pixel < Reference.PixelCount(); ++Pixel)
	{
		const uint32_t A = Reference.Triangles[Pixel], B = Picture.Triangles[Pixel];
		if (A == NoIndex && B == NoIndex)
		{
			continue;
		}
		++Out.ComparedPixels;
		if (A == B)
		{
			// A number that is none counts as far away.
			const auto Far = [](float Value) { return std::isfinite(Value) ? Value : INFINITY; };
			Depths.push_back(Far(std::abs(Reference.Depths[Pixel] - Picture.Depths[Pixel])));
			Normals.push_back(Far(Length(Reference.Normals[Pixel] - Picture.Normals[Pixel])));
			Motions.push_back(Far(Length(Reference.Motions[Pixel] - Picture.Motions[Pixel])));
		}
	}
	if (Out.ComparedPixels == 0)
	{
		Out.Sentence = "the pictures show nothing";
		return Out;
	}
	Out.EqualTriangles = static_cast<double>(Depths.size()) / static_cast<double>(Out.ComparedPixels);
	Out.Depth = Rasterizing::LargestBut(Depths, Tolerance.Outliers);
	Out.Normal = Rasterizing::LargestBut(Normals, Tolerance.Outliers);
	Out.Motion = Rasterizing::LargestBut(Motions, Tolerance.Outliers);
	const bool bTriangles = Out.EqualTriangles >= Tolerance.EqualTriangles, bDepth = Out.Depth <= Tolerance.Depth,
			   bNormal = Out.Normal <= Tolerance.Normal, bMotion = Out.Motion <= Tolerance.Motion;
	Out.bSame = bTriangles && bDepth && bNormal && bMotion;
	Out.Sentence = std::string(Out.bSame ? "the same" : "not the same:") + (bTriangles ? "" : " triangles") +
		(bDepth ? "" : " depths") + (bNormal ? "" : " normals") + (bMotion ? "" : " motions") + " (" +
		std::to_string(100.0 * Out.EqualTriangles) + " % of triangles equal, depth " + std::to_string(Out.Depth) +
		", normal " + std::to_string(Out.Normal) + ", motion " + std::to_string(Out.Motion) + ")";
	return Out;
}

} // namespace Exemplar
