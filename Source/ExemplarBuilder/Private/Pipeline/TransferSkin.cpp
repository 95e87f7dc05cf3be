// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/TransferSkin.h"

#include "AnimationSpace/BlendSimplification.h"
#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Embedding.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Laplacian.h"
#include "Geometry/Measures.h"
#include "Geometry/Topology.h"
#include "Model/SurfaceTriangles.h"
#include "Pipeline/TransferShapes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace Exemplar
{

namespace TransferSkinDetail
{

constexpr double SmallestWeight = 1e-4;
constexpr double OnBodyShare = 1e-3;  // of the diagonal: this near, normals say nothing, as at the border of a garment
constexpr size_t MostInfluences = 32; // of a row before the limit is applied, which takes at most 64

/** The body's skin as fields over its points. */
FSkinFields ReadFields(const FSkin& Skin, size_t JointCount)
{
	FSkinFields Out;
	Out.bPoints = Skin.bAnimationSpace;
	std::vector<Eigen::Index> ColumnOf(JointCount, -1);
	std::vector<bool> Used(JointCount, false);
	for (const uint16_t Bone : Skin.Weights.Bones)
	{
		Used[Bone] = true;
	}
	for (const FAnimationVector& Point : Skin.Points)
	{
		for (const uint16_t Bone : Point.Bones)
		{
			Used[Bone] = true;
		}
	}
	for (size_t Bone = 0; Bone < JointCount; ++Bone)
	{
		if (Used[Bone])
		{
			ColumnOf[Bone] = Out.PerBone() * static_cast<Eigen::Index>(Out.Bones.size());
			Out.Bones.push_back(static_cast<uint16_t>(Bone));
		}
	}
	Out.Values.setZero(
		static_cast<Eigen::Index>(Skin.PointCount()), Out.PerBone() * static_cast<Eigen::Index>(Out.Bones.size()));
	for (size_t Point = 0; Point < Skin.PointCount(); ++Point)
	{
		const auto Row = static_cast<Eigen::Index>(Point);
		for (uint32_t Entry = Skin.Weights.Offsets[Point]; Entry < Skin.Weights.Offsets[Point + 1]; ++Entry)
		{
			const Eigen::Index Column = ColumnOf[Skin.Weights.Bones[Entry]];
			const double Weight = Skin.Weights.Weights[Entry];
			Out.Values(Row, Column) = Weight;
			if (Out.bPoints)
			{
				const FDouble3& Rest = Skin.Rest[Point];
				Out.Values.row(Row).segment<4>(Column + 1) -= Weight * Eigen::RowVector4d(Rest.X, Rest.Y, Rest.Z, 1.0);
			}
		}
		for (size_t Index = 0; Out.bPoints && Index < Skin.Points[Point].Bones.size(); ++Index)
		{
			const FDouble4& Block = Skin.Points[Point].Blocks[Index];
			Out.Values.row(Row).segment<4>(ColumnOf[Skin.Points[Point].Bones[Index]] + 1) +=
				Eigen::RowVector4d(Block.X, Block.Y, Block.Z, Block.W);
		}
	}
	return Out;
}

/** The fields at a place on the body. */
Eigen::RowVectorXd FieldsAt(
	const FSkinFields& Body, std::span<const FTriangle> Triangles, const FSurfaceCoordinate& Where)
{
	Eigen::RowVectorXd Out = Eigen::RowVectorXd::Zero(Body.Values.cols());
	for (size_t Corner = 0; Corner < 3; ++Corner)
	{
		Out += Where.Weights[Corner] * Body.Values.row(Triangles[static_cast<size_t>(Where.Triangle)][Corner]);
	}
	return Out;
}

/** Whether the closest point is near and faces the same way. */
std::vector<bool> FindMatches(const FTriangleMesh& Garment, std::span<const FDouble3> Body,
	std::span<const FTriangle> Triangles, std::span<const FClosestPoint> Closest, const FTransferOptions& Options)
{
	const std::vector<FDouble3> Normals = VertexNormals(Garment.Positions, Garment.Triangles);
	const std::vector<FDouble3> BodyNormals = VertexNormals(Body, Triangles);
	const double MaxDistance = 0.01 * Options.MaxDistance * BoxDiagonal(Body);
	const double OnBody = OnBodyShare * BoxDiagonal(Body);
	const double MinCosine = std::cos(Options.MaxAngle * std::numbers::pi / 180.0);
	std::vector<bool> Out(Garment.Positions.size(), false);
	for (size_t Point = 0; Point < Out.size(); ++Point)
	{
		const FSurfaceCoordinate& Where = Closest[Point].Where;
		Eigen::Vector3d Facing = Eigen::Vector3d::Zero();
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const auto Vertex = static_cast<size_t>(Triangles[static_cast<size_t>(Where.Triangle)][Corner]);
			Facing += Where.Weights[Corner] * AsVector(BodyNormals[Vertex]);
		}
		const double Length = Facing.norm();
		const double Cosine = Length > 0.0 ? AsVector(Normals[Point]).dot(Facing) / Length : 0.0;
		const bool bFaces = (Options.bTwoSided ? std::abs(Cosine) : Cosine) >= MinCosine;
		Out[Point] = Closest[Point].Distance <= (bFaces ? MaxDistance : (std::min)(MaxDistance, OnBody));
	}
	return Out;
}

/** Pieces without a match follow the body's point nearest to them, rigidly; their rows count as known from then on. */
size_t FixPieces(const FTriangleMesh& Garment, std::span<const FClosestPoint> Closest, const FSkinFields& Body,
	std::span<const FTriangle> Triangles, std::vector<bool>& Known, FSkinFields& Out)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Garment.Positions.size(), Garment.Triangles);
	const FMeshComponents Pieces = FindComponents(Adjacency, Garment.Triangles);
	std::vector<bool> HasMatch(Pieces.Count, false);
	std::vector<size_t> Nearest(Pieces.Count, Known.size());
	for (size_t Point = 0; Point < Known.size(); ++Point)
	{
		const int32_t Piece = Pieces.OfVertex[Point];
		if (Piece < 0)
		{
			Out.Values.row(static_cast<Eigen::Index>(Point)) = FieldsAt(Body, Triangles, Closest[Point].Where);
			Known[Point] = true;
			continue;
		}
		size_t& Best = Nearest[static_cast<size_t>(Piece)];
		Best = Best == Known.size() || Closest[Point].Distance < Closest[Best].Distance ? Point : Best;
		HasMatch[static_cast<size_t>(Piece)] = HasMatch[static_cast<size_t>(Piece)] || Known[Point];
	}
	for (size_t Point = 0; Point < Known.size(); ++Point)
	{
		const int32_t Piece = Pieces.OfVertex[Point];
		if (Piece >= 0 && !HasMatch[static_cast<size_t>(Piece)])
		{
			const FClosestPoint& Place = Closest[Nearest[static_cast<size_t>(Piece)]];
			Out.Values.row(static_cast<Eigen::Index>(Point)) = FieldsAt(Body, Triangles, Place.Where);
			Known[Point] = true;
		}
	}
	return static_cast<size_t>(std::count(HasMatch.begin(), HasMatch.end(), false));
}

/** The smoothest continuation of the known rows to the others. */
FStatus Inpaint(const FTriangleMesh& Garment, const std::vector<bool>& Known, Eigen::MatrixXd& Values)
{
	std::vector<Eigen::Index> Place(Known.size());
	Eigen::Index Unknowns = 0, Knowns = 0;
	for (size_t Point = 0; Point < Known.size(); ++Point)
	{
		Place[Point] = Known[Point] ? Knowns++ : Unknowns++;
	}
	if (Unknowns == 0)
	{
		return FOk{};
	}
	// At a diagonal of one, so that the two terms of the energy weigh the same at any size.
	std::vector<FDouble3> Positions = Garment.Positions;
	const double Scale = 1.0 / BoxDiagonal(Positions);
	for (FDouble3& P : Positions)
	{
		P = {P.X * Scale, P.Y * Scale, P.Z * Scale};
	}
	const FSparseMatrix Laplacian = CotangentLaplacian(Positions, Garment.Triangles);
	const Eigen::VectorXd Mass = LumpedMass(Positions, Garment.Triangles).diagonal();
	const double Least = (std::max)(1e-9 * Mass.maxCoeff(), 1e-300);
	const FSparseMatrix Energy =
		Laplacian + FSparseMatrix(Laplacian * Mass.cwiseMax(Least).cwiseInverse().asDiagonal() * Laplacian);
	std::vector<Eigen::Triplet<double>> Inner, Outer;
	for (Eigen::Index Column = 0; Column < Energy.outerSize(); ++Column)
	{
		for (FSparseMatrix::InnerIterator Entry(Energy, Column); Entry; ++Entry)
		{
			const auto Row = static_cast<size_t>(Entry.row()), Of = static_cast<size_t>(Column);
			if (!Known[Row])
			{
				(Known[Of] ? Outer : Inner).emplace_back(Place[Row], Place[Of], Entry.value());
			}
		}
	}
	FSparseMatrix System(Unknowns, Unknowns), Border(Unknowns, Knowns);
	System.setFromTriplets(Inner.begin(), Inner.end());
	Border.setFromTriplets(Outer.begin(), Outer.end());
	Eigen::MatrixXd Fixed(Knowns, Values.cols());
	for (size_t Point = 0; Point < Known.size(); ++Point)
	{
		if (Known[Point])
		{
			Fixed.row(Place[Point]) = Values.row(static_cast<Eigen::Index>(Point));
		}
	}
	const Eigen::SimplicialLDLT<FSparseMatrix> Solver(System);
	if (Solver.info() != Eigen::Success)
	{
		return FError{EErrorCode::Degenerate,
			"The garment's triangles do not determine a smooth continuation. Remove faces without area."};
	}
	const Eigen::MatrixXd Solved = Solver.solve(-(Border * Fixed));
	for (size_t Point = 0; Point < Known.size(); ++Point)
	{
		if (!Known[Point])
		{
			Values.row(static_cast<Eigen::Index>(Point)) = Solved.row(Place[Point]);
		}
	}
	return FOk{};
}

/** Weights that are positive and sum to one, and animation-space points beside them. */
void ReadRow(const FSkinFields& Fields, size_t Point, const FDouble3& Rest, FRigWeights& Weights,
	std::vector<FAnimationVector>& Points)
{
	const auto Row = Fields.Values.row(static_cast<Eigen::Index>(Point));
	std::vector<double> Largest;
	for (size_t Bone = 0; Bone < Fields.Bones.size(); ++Bone)
	{
		Largest.push_back(Row[Fields.PerBone() * static_cast<Eigen::Index>(Bone)]);
	}
	std::sort(Largest.begin(), Largest.end(), std::greater<>());
	Largest.resize((std::min)(Largest.size(), MostInfluences));
	const double Cutoff = (std::max)(SmallestWeight, Largest.back());
	double Sum = 0.0, WSum = 0.0;
	for (const double Weight : Largest)
	{
		Sum += Weight >= Cutoff ? Weight : 0.0;
	}
	FAnimationVector Made;
	size_t Heaviest = 0;
	for (size_t Bone = 0; Bone < Fields.Bones.size(); ++Bone)
	{
		const Eigen::Index Column = Fields.PerBone() * static_cast<Eigen::Index>(Bone);
		const double Weight = Row[Column] >= Cutoff ? Row[Column] / Sum : 0.0;
		if (Weight > 0.0)
		{
			Weights.Bones.push_back(Fields.Bones[Bone]);
			Weights.Weights.push_back(Weight);
		}
		const Eigen::RowVector4d Deviation =
			Fields.bPoints ? Eigen::RowVector4d(Row.segment<4>(Column + 1)) : Eigen::RowVector4d::Zero();
		if (Weight > 0.0 || (Deviation.cwiseAbs().maxCoeff() > SmallestWeight && Made.Bones.size() < MostInfluences))
		{
			Made.Bones.push_back(Fields.Bones[Bone]);
			Made.Blocks.push_back({Weight * Rest.X + Deviation[0], Weight * Rest.Y + Deviation[1],
				Weight * Rest.Z + Deviation[2], Weight + Deviation[3]});
			WSum += Made.Blocks.back().W;
			Heaviest = Made.Blocks.back().W > Made.Blocks[Heaviest].W ? Made.Blocks.size() - 1 : Heaviest;
		}
	}
	Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	Made.Blocks[Heaviest].W += 1.0 - WSum;
	Points.push_back(std::move(Made));
}

/** The skin with at most so many influences, and what that costs. */
FStatus LimitSkin(const FCharacterParts& Body, size_t MaxInfluences, std::span<const FDouble3> Rest,
	FRigWeights& Weights, std::vector<FAnimationVector>& Points, FTransferredSkin& Out, const FBuildContext& Context)
{
	FClipMetricOptions MetricOptions;
	MetricOptions.Correlation = 0.5;
	MetricOptions.PriorShare = 0.1;
	const TResult<FPoseMetric> Metric = BuildClipMetric(Body.Animation, MetricOptions);
	if (!Metric)
	{
		return Metric.GetError();
	}
	FInfluenceSimplificationOptions Options;
	Options.MaxInfluences = MaxInfluences;
	TResult<FSimplifiedInfluences> Fewer = SimplifyInfluences(Points, *Metric, Options, Context.Part(0.0, 0.5));
	TResult<FSimplifiedBlend> Blend = SimplifyBlend(Rest, Weights, *Metric, Options, Context.Part(0.5, 1.0));
	if (!Fewer || !Blend)
	{
		return Fewer ? Blend.GetError() : Fewer.GetError();
	}
	Out.LimitMeanError = Body.Skin.bAnimationSpace ? Fewer->MeanError : Blend->MeanError;
	Out.LimitLargestError = Body.Skin.bAnimationSpace ? Fewer->LargestError : Blend->LargestError;
	Points = std::move(Fewer->Points);
	Weights = std::move(Blend->Weights);
	return FOk{};
}

FStatus Check(const FCharacterParts& Body, const FExampleSet& Garment)
{
	if (Body.Skin.Weights.PointCount() == 0 || Body.Animation.Skeleton.JointCount() == 0 ||
		Body.Surface.TriangleCount() == 0)
	{
		return FError{EErrorCode::Degenerate,
			"The body has no skeleton, no mesh or no weights. A garment needs all three to follow it."};
	}
	return Garment.Rest.Triangles.empty()
		? FStatus(FError{EErrorCode::Degenerate, "The garment has no triangles. Give a mesh with faces."})
		: FStatus(FOk{});
}

size_t LargestCount(const FSkin& Skin)
{
	size_t Out = 1;
	for (const FAnimationVector& Point : Skin.Points)
	{
		Out = (std::max)(Out, Point.InfluenceCount());
	}
	return Out;
}

} // namespace TransferSkinDetail

TResult<FTransferredSkin> TransferSkin(const FCharacterParts& Body, const FExampleSet& Garment,
	const FTransferOptions& Options, const FBuildContext& Context)
{
	using namespace TransferSkinDetail;
	if (FStatus Sound = Check(Body, Garment); !Sound)
	{
		return Sound.GetError();
	}
	const FTriangleMesh& Mesh = Garment.Rest;
	const std::vector<FTriangle> Triangles = SurfaceTriangles(Body.Surface);
	const FClosestPointFinder Finder(Body.Skin.Rest, Triangles);
	const std::vector<FClosestPoint> Closest = Finder.Find(Mesh.Positions, *Context.Executor);
	FTransferredSkin Out;
	Out.Matched = FindMatches(Mesh, Body.Skin.Rest, Triangles, Closest, Options);
	Out.MatchedCount = static_cast<size_t>(std::count(Out.Matched.begin(), Out.Matched.end(), true));
	if (Out.MatchedCount == 0)
	{
		return FError{EErrorCode::Mismatch,
			"No point of the garment is near the body and faces the same way. Put it on the body at rest and in its "
			"units (--scale), or allow larger distances and angles."};
	}
	if (!Context.Progress.Report(0.2))
	{
		return Context.Progress.CanceledError();
	}
	FSkinFields OfBody = ReadFields(Body.Skin, Body.Animation.Skeleton.JointCount());
	const FShapeColumns Shapes = AddShapeFields(Body.Correctives, OfBody);
	FSkinFields Fields{OfBody.Bones, OfBody.bPoints,
		Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(Garment.PointCount()), OfBody.Values.cols())};
	for (size_t Point = 0; Point < Garment.PointCount(); ++Point)
	{
		if (Out.Matched[Point])
		{
			Fields.Values.row(static_cast<Eigen::Index>(Point)) = FieldsAt(OfBody, Triangles, Closest[Point].Where);
			Out.MeanDistance += Closest[Point].Distance / static_cast<double>(Out.MatchedCount);
		}
	}
	std::vector<bool> Known = Out.Matched;
	Out.RigidPieces = FixPieces(Mesh, Closest, OfBody, Triangles, Known, Fields);
	Out.InpaintedCount = static_cast<size_t>(std::count(Known.begin(), Known.end(), false));
	if (FStatus Solved = Inpaint(Mesh, Known, Fields.Values); !Solved)
	{
		return Solved.GetError();
	}
	if (!Context.Progress.Report(0.6))
	{
		return Context.Progress.CanceledError();
	}
	FRigWeights Weights;
	std::vector<FAnimationVector> Points;
	for (size_t Point = 0; Point < Garment.PointCount(); ++Point)
	{
		ReadRow(Fields, Point, Mesh.Positions[Point], Weights, Points);
	}
	const size_t Limit = Options.MaxInfluences > 0 ? Options.MaxInfluences : LargestCount(Body.Skin);
	if (FStatus Limited = LimitSkin(Body, Limit, Mesh.Positions, Weights, Points, Out, Context.Part(0.6, 1.0));
		!Limited)
	{
		return Limited.GetError();
	}
	Out.Parts = MakeParts(Garment,
		Body.Skin.bAnimationSpace ? MakeSkin(Mesh.Positions, Weights, Points) : MakeBlendSkin(Mesh.Positions, Weights));
	Out.Parts.Animation = Body.Animation;
	Out.Parts.Correctives = ReadShapeFields(Body.Correctives, Fields, Shapes, 1e-6 * BoxDiagonal(Body.Skin.Rest));
	Out.Parts.PreferredOperator = Body.PreferredOperator;
	Out.Parts.Provenance = {{"generator", "Exemplar"}, {"transfer.body", Body.Name}};
	return Out;
}

} // namespace Exemplar
