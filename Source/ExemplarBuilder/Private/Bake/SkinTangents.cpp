// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/SkinTangents.h"

#include "AnimationSpace/Embedding.h"
#include "AnimationSpace/InfluenceRemoval.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace Exemplar
{

namespace SkinTangentsDetail
{

/** Corners of one point with one normal: they are shaded as one. */
struct FSmoothCorners
{
	std::vector<std::vector<uint32_t>> Corners; // of each group
	std::vector<std::vector<uint32_t>> FirstOf; // of each corner: where its triangles begin, as places in Indices
};

uint32_t PointAt(const FMeshLevelData& Level, uint32_t Corner)
{
	return Level.PointOfCorner.empty() ? Corner : Level.PointOfCorner[Corner];
}

FSmoothCorners GroupCorners(const FMeshLevelData& Level)
{
	FSmoothCorners Out;
	std::map<std::tuple<uint32_t, float, float, float>, uint32_t> Groups;
	Out.FirstOf.resize(Level.VertexCount());
	for (uint32_t Corner = 0; Corner < Level.VertexCount(); ++Corner)
	{
		const FFloat3 N = Level.Normals.empty() ? FFloat3{} : Level.Normals[Corner];
		const auto [Found, bNew] =
			Groups.try_emplace({PointAt(Level, Corner), N.X, N.Y, N.Z}, static_cast<uint32_t>(Out.Corners.size()));
		if (bNew)
		{
			Out.Corners.emplace_back();
		}
		Out.Corners[Found->second].push_back(Corner);
	}
	for (size_t Index = 0; Index < Level.Indices.size(); ++Index)
	{
		Out.FirstOf[Level.Indices[Index]].push_back(static_cast<uint32_t>(Index));
	}
	return Out;
}

/** The corners of the triangle at a place of the index buffer, from there on. */
std::array<uint32_t, 3> TriangleFrom(const FMeshLevelData& Level, uint32_t Place)
{
	const uint32_t First = Place / 3 * 3;
	return {Level.Indices[Place], Level.Indices[First + (Place + 1) % 3], Level.Indices[First + (Place + 2) % 3]};
}

/** The derivative of the surface along u, summed over a corner's triangles; nothing without UVs. */
FAnimationVector AlongU(
	const FMeshLevelData& Level, std::span<const FAnimationVector> Points, std::span<const uint32_t> Places)
{
	FAnimationVector Out;
	for (const uint32_t Place : Places)
	{
		const std::array<uint32_t, 3> T = TriangleFrom(Level, Place);
		const FFloat2 &A = Level.UVs[T[0]], &B = Level.UVs[T[1]], &C = Level.UVs[T[2]];
		const double U1 = B.X - A.X, V1 = B.Y - A.Y, U2 = C.X - A.X, V2 = C.Y - A.Y;
		const double Sign = U1 * V2 - U2 * V1 < 0.0 ? -1.0 : 1.0;
		Out = AddScaled(Out, AddScaled(Points[T[1]], Points[T[0]], -1.0), Sign * V2);
		Out = AddScaled(Out, AddScaled(Points[T[2]], Points[T[0]], -1.0), -Sign * V1);
	}
	return Out;
}

/** The plane through the faces around some corners of one point. */
std::optional<FTangentPair> PlaneAround(const FMeshLevelData& Level, std::span<const FAnimationVector> Points,
	const FSmoothCorners& Smooth, std::span<const uint32_t> Corners, const FPoseMetric& Metric)
{
	std::vector<FAnimationVector> Edges;
	std::vector<std::array<size_t, 2>> Faces;
	std::map<uint32_t, size_t> EdgeTo; // by point
	FTangentPair Largest;
	double LargestArea = 0.0;
	for (const uint32_t Corner : Corners)
	{
		for (const uint32_t Place : Smooth.FirstOf[Corner])
		{
			const std::array<uint32_t, 3> T = TriangleFrom(Level, Place);
			std::array<size_t, 2> Face;
			for (size_t Side = 0; Side < 2; ++Side)
			{
				const auto [Found, bNew] = EdgeTo.try_emplace(PointAt(Level, T[Side + 1]), Edges.size());
				if (bNew)
				{
					Edges.push_back(AddScaled(Points[T[Side + 1]], Points[T[0]], -1.0));
				}
				Face[Side] = Found->second;
			}
			Faces.push_back(Face);
		}
	}
	const std::optional<FPlaneFit> Fit = FitPlane(Edges, Faces, Metric);
	if (!Fit || Fit->NextArea < 0.999 * Fit->Area)
	{
		return Fit ? std::optional(Fit->Plane) : std::nullopt;
	}
	for (const std::array<size_t, 2>& Face : Faces)
	{
		// Two planes are equally good: that of the largest face is at least one that exists.
		const FTangentPair Pair{Edges[Face[0]], Edges[Face[1]]};
		const double A = InnerProduct(Metric, Pair.Tangent, Pair.Tangent);
		const double B = InnerProduct(Metric, Pair.Bitangent, Pair.Bitangent);
		const double C = InnerProduct(Metric, Pair.Tangent, Pair.Bitangent);
		if (A * B - C * C > LargestArea)
		{
			LargestArea = A * B - C * C;
			Largest = Pair;
		}
	}
	return Orthonormalize(Largest, Metric);
}

/** A vector on the bones of its vertex alone; what it had on others is removed with the least change. */
FAnimationVector RestrictTo(const FAnimationVector& Vector, const FAnimationVector& Point, FInfluenceRemover& Remover)
{
	const FAnimationVector Both = AddScaled(Vector, Point, 0.0);
	uint64_t Removed = 0;
	size_t Slot = 0;
	for (size_t Index = 0; Index < Both.Bones.size() && Both.Bones.size() <= 64; ++Index)
	{
		const bool bKept = Slot < Point.Bones.size() && Point.Bones[Slot] == Both.Bones[Index];
		Slot += bKept ? 1 : 0;
		Removed |= bKept ? 0 : uint64_t{1} << Index;
	}
	if (Both.Bones.size() > 64)
	{
		return EmbedVector({}, Point.Bones, std::vector<double>(Point.Bones.size(), 0.0));
	}
	return Removed == 0 ? Both : Remover.Remove(Both, Removed);
}

Eigen::Vector3d AtRest(const FAnimationVector& Vector)
{
	Eigen::Vector3d Out = Eigen::Vector3d::Zero();
	for (const FDouble4& Block : Vector.Blocks)
	{
		Out += Eigen::Vector3d(Block.X, Block.Y, Block.Z);
	}
	return Out;
}

/** Tilts a pair so that its normal at rest is the level's, which artists may have set; the tilt moves as the point
 * does. */
FTangentPair TiltTo(const FTangentPair& Pair, const FAnimationVector& Point, const FFloat3& LevelNormal)
{
	const Eigen::Vector3d N(LevelNormal.X, LevelNormal.Y, LevelNormal.Z);
	const Eigen::Vector3d S = AtRest(Pair.Tangent), T = AtRest(Pair.Bitangent);
	if (!(S.cross(T).dot(N) > 0.5 * S.cross(T).norm()))
	{
		return Pair; // no tilt, another side
	}
	const auto Tilt = [&](const FAnimationVector& Vector, const Eigen::Vector3d& Rest)
	{
		FAnimationVector Shift = Point;
		const Eigen::Vector3d Off = -N * N.dot(Rest);
		for (FDouble4& Block : Shift.Blocks)
		{
			Block = {Block.W * Off.x(), Block.W * Off.y(), Block.W * Off.z(), 0.0};
		}
		return AddScaled(Vector, Shift, 1.0);
	};
	return {Tilt(Pair.Tangent, S), Tilt(Pair.Bitangent, T)};
}

/** Where the faces have no area: tangents across the level's normal, as linear blending has them. */
FTangentPair PairWithoutFaces(const FAnimationVector& Point, const FFloat3& LevelNormal)
{
	const Eigen::Vector3d N(LevelNormal.X, LevelNormal.Y, LevelNormal.Z);
	const Eigen::Vector3d S = N.norm() > 0.0 ? N.unitOrthogonal() : Eigen::Vector3d::UnitX();
	const Eigen::Vector3d T = N.norm() > 0.0 ? N.normalized().cross(S) : Eigen::Vector3d::UnitY();
	std::vector<double> Weights;
	for (const FDouble4& Block : Point.Blocks)
	{
		Weights.push_back(Block.W);
	}
	return {EmbedVector(ToDouble3(S), Point.Bones, Weights), EmbedVector(ToDouble3(T), Point.Bones, Weights)};
}

/** How large blocks may be: those of points, which share their 16-bit steps with tangents. */
struct FBlockRange
{
	Eigen::Vector3d Center;
	Eigen::Vector3d Half;

	double Fit(const FAnimationVector& Vector) const
	{
		double Largest = 1.0;
		for (const FDouble4& Block : Vector.Blocks)
		{
			const Eigen::Vector3d Off = Eigen::Vector3d(Block.X, Block.Y, Block.Z) - Block.W * Center;
			Largest = (std::max)({Largest, std::abs(Block.W), (Off.cwiseAbs().array() / Half.array()).maxCoeff()});
		}
		return 1.0 / Largest;
	}
};

FBlockRange FindRange(const FMeshLevelData& Level)
{
	FBox Box;
	for (const FFloat3& P : Level.Positions)
	{
		Box.Add(P);
	}
	const FFloat3 Center = Box.Center(), Half = (Box.Max - Box.Min) * 0.5f;
	const double Least = 1e-3 * static_cast<double>(Box.Diagonal()) + 1e-30;
	return {{Center.X, Center.Y, Center.Z},
		Eigen::Vector3d(Half.X, Half.Y, Half.Z).cwiseMax(Eigen::Vector3d::Constant(Least))};
}

/** Writes a row in the order of the skin's bones; the weights sum to zero in float too. */
void WriteRow(const TAnimationSpaceSkin<FOwned>& Skin, size_t Vertex, const FAnimationVector& Vector, double Scale,
	std::vector<FFloat4>& Out)
{
	double Sum = 0.0;
	size_t Heaviest = Skin.Offsets[Vertex];
	for (size_t Index = Skin.Offsets[Vertex]; Index < Skin.Offsets[Vertex + 1]; ++Index)
	{
		const auto Found = std::lower_bound(Vector.Bones.begin(), Vector.Bones.end(), Skin.Bones[Index]);
		const bool bFound = Found != Vector.Bones.end() && *Found == Skin.Bones[Index];
		const FDouble4 B = bFound ? Vector.Blocks[static_cast<size_t>(Found - Vector.Bones.begin())] : FDouble4{};
		Out[Index] = {static_cast<float>(Scale * B.X), static_cast<float>(Scale * B.Y), static_cast<float>(Scale * B.Z),
			static_cast<float>(Scale * B.W)};
		Sum += static_cast<double>(Out[Index].W);
		Heaviest = std::abs(Out[Index].W) > std::abs(Out[Heaviest].W) ? Index : Heaviest;
	}
	if (Skin.Offsets[Vertex] < Skin.Offsets[Vertex + 1])
	{
		Out[Heaviest].W = static_cast<float>(static_cast<double>(Out[Heaviest].W) - Sum);
	}
}

/** Of linear blend skinning, at every corner. */
std::vector<FTangentPair> LinearBlendPairs(const FMeshLevelData& Level, bool bCorrected)
{
	FTriangleMesh Rest;
	FRigWeights Weights;
	std::vector<uint32_t> CornerOfPoint;
	for (uint32_t Corner = 0; Corner < Level.VertexCount(); ++Corner)
	{
		const uint32_t Point = PointAt(Level, Corner);
		CornerOfPoint.resize((std::max)(CornerOfPoint.size(), size_t{Point} + 1), NoIndex);
		CornerOfPoint[Point] = CornerOfPoint[Point] == NoIndex ? Corner : CornerOfPoint[Point];
	}
	FMeshLevelData Blend;
	Blend.Positions = Level.Positions;
	Blend.Weights = Level.Weights;
	const std::vector<FAnimationVector> Points = ReadSkin(Blend);
	for (const uint32_t Corner : CornerOfPoint)
	{
		const FFloat3 P = Corner == NoIndex ? FFloat3{} : Level.Positions[Corner];
		Rest.Positions.push_back({P.X, P.Y, P.Z});
		for (size_t Slot = 0; Corner != NoIndex && Slot < Points[Corner].Bones.size(); ++Slot)
		{
			Weights.Bones.push_back(Points[Corner].Bones[Slot]);
			Weights.Weights.push_back(Points[Corner].Blocks[Slot].W);
		}
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	for (size_t Index = 0; Index + 2 < Level.Indices.size(); Index += 3)
	{
		FTriangle& T = Rest.Triangles.emplace_back();
		for (size_t Side = 0; Side < 3; ++Side)
		{
			T[Side] = static_cast<int32_t>(PointAt(Level, Level.Indices[Index + Side]));
		}
	}
	const FWeightGradients Gradients = FindWeightGradients(Rest, Weights);
	std::vector<FTangentPair> Out;
	for (uint32_t Corner = 0; Corner < Level.VertexCount(); ++Corner)
	{
		const Eigen::Vector3d N(Level.Normals[Corner].X, Level.Normals[Corner].Y, Level.Normals[Corner].Z);
		const bool bNormal = N.norm() > 0.0; // triangles without area have none
		Eigen::Vector3d S = bNormal ? N.unitOrthogonal() : Eigen::Vector3d::UnitX();
		if (!Level.Tangents.empty())
		{
			const FFloat4& T = Level.Tangents[Corner];
			const Eigen::Vector3d Given = Eigen::Vector3d(T.X, T.Y, T.Z) - N * N.dot(Eigen::Vector3d(T.X, T.Y, T.Z));
			S = Given.norm() > 1e-6 ? Eigen::Vector3d(Given.normalized()) : S;
		}
		const Eigen::Vector3d T = bNormal ? N.cross(S) : S.unitOrthogonal();
		const uint32_t Point = PointAt(Level, Corner);
		const size_t First = Gradients.Weights.Offsets[Point], Count = Gradients.Weights.Offsets[Point + 1] - First;
		const auto Bones = std::span(Gradients.Weights.Bones).subspan(First, Count);
		const auto Shares = std::span(Gradients.Weights.Weights).subspan(First, Count);
		const auto Slopes = std::span(Gradients.Gradients).subspan(First, Count);
		const auto Make = [&](const Eigen::Vector3d& D)
		{
			return bCorrected ? CorrectedTangent(Rest.Positions[Point], ToDouble3(D), Bones, Shares, Slopes)
							  : EmbedVector(ToDouble3(D), Bones, Shares);
		};
		Out.push_back({Make(S), Make(T)});
	}
	return Out;
}

} // namespace SkinTangentsDetail

FStatus BuildSkinTangents(
	FMeshLevelData& Level, const FPoseMetric& Metric, const FSkinTangentOptions& Options, const FBuildContext& Context)
{
	using namespace SkinTangentsDetail;
	const bool bSurface = Options.Rule == ETangentRule::Surface;
	if (Level.Skin.Offsets.size() != Level.VertexCount() + 1 ||
		(!bSurface && (Level.Weights.Offsets.size() != Level.VertexCount() + 1 || Level.Normals.empty())))
	{
		return FError{EErrorCode::Mismatch,
			bSurface ? "The level has no animation-space skin to find tangents for. Build one first."
					 : "Tangents of linear blending need the level's weights, normals and animation-space skin. Build "
					   "them first."};
	}
	const std::vector<FAnimationVector> Points = ReadSkin(Level);
	for (size_t Vertex = 0; Vertex < Points.size(); ++Vertex)
	{
		if (!Points[Vertex].Bones.empty() && Points[Vertex].Bones.back() >= Metric.BoneCount)
		{
			return FError{EErrorCode::Mismatch,
				"Vertex " + std::to_string(Vertex) + " follows bone " + std::to_string(Points[Vertex].Bones.back()) +
					", but the metric has " + std::to_string(Metric.BoneCount) + ". Build it for the same skeleton."};
		}
	}
	const FSmoothCorners Smooth = GroupCorners(Level);
	const FBlockRange Range = FindRange(Level);
	const std::vector<FTangentPair> Blended = bSurface
		? std::vector<FTangentPair>{}
		: LinearBlendPairs(Level, Options.Rule == ETangentRule::CorrectedLinearBlend);
	std::vector<FFloat4> Tangents(Level.Skin.Bones.size()), Bitangents(Tangents.size());
	const auto Write = [&](uint32_t Corner, const FTangentPair& Pair)
	{
		const double Scale = (std::min)(Range.Fit(Pair.Tangent), Range.Fit(Pair.Bitangent));
		WriteRow(Level.Skin, Corner, Pair.Tangent, Scale, Tangents);
		WriteRow(Level.Skin, Corner, Pair.Bitangent, Scale, Bitangents);
	};
	const auto Build = [&](uint32_t Group, FInfluenceRemover& Remover)
	{
		const std::vector<uint32_t>& Corners = Smooth.Corners[Group];
		const std::optional<FTangentPair> Plane =
			bSurface ? PlaneAround(Level, Points, Smooth, Corners, Metric) : std::nullopt;
		for (const uint32_t Corner : Corners)
		{
			const FAnimationVector& Point = Points[Corner];
			const FFloat3 Normal = Level.Normals.empty() ? FFloat3{} : Level.Normals[Corner];
			FTangentPair Pair = !bSurface ? Blended[Corner] : (Plane ? *Plane : PairWithoutFaces(Point, Normal));
			if (Plane && !Level.UVs.empty())
			{
				Pair = AlignPair(Pair, AlongU(Level, Points, Smooth.FirstOf[Corner]), Metric);
			}
			Pair = Orthonormalize(
				{RestrictTo(Pair.Tangent, Point, Remover), RestrictTo(Pair.Bitangent, Point, Remover)}, Metric);
			Write(Corner, !Level.Normals.empty() ? TiltTo(Pair, Point, Normal) : Pair);
		}
	};
	constexpr size_t GroupsAChunk = 256, GroupsAStep = 4096;
	for (size_t First = 0; First < Smooth.Corners.size(); First += GroupsAStep)
	{
		if (!Context.Progress.Report(static_cast<double>(First) / static_cast<double>(Smooth.Corners.size())))
		{
			return Context.Progress.CanceledError();
		}
		ParallelFor(*Context.Executor, (std::min)(GroupsAStep, Smooth.Corners.size() - First), GroupsAChunk,
			[&](size_t Begin, size_t End)
			{
				FInfluenceRemover Remover(Metric);
				for (size_t Group = First + Begin; Group < First + End; ++Group)
				{
					Build(static_cast<uint32_t>(Group), Remover);
				}
			});
	}
	Level.Skin.Tangents = std::move(Tangents);
	Level.Skin.Bitangents = std::move(Bitangents);
	return FOk{};
}

} // namespace Exemplar
