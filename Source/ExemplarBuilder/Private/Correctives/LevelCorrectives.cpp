// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CorrectiveWriter.h"
#include "Correctives/SkinDeformations.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <algorithm>

namespace Exemplar
{

namespace LevelCorrectivesDetail
{

using Eigen::Index;
using Eigen::MatrixXd;

/** How strongly displacements stay near those of the finest level's surface where poses do not tell them apart. */
constexpr double Hold = 1e-2;

/** The displacements of the shapes by point. */
struct FByPoint
{
	std::vector<uint32_t> Offsets, Shapes;
	std::vector<FDouble3> Deltas;
};

FByPoint Transpose(const FShapeDeltas& Deltas, size_t PointCount)
{
	FByPoint Out;
	Out.Offsets.assign(PointCount + 1, 0);
	for (const uint32_t Point : Deltas.Points)
	{
		++Out.Offsets[Point + 1];
	}
	for (size_t Point = 0; Point < PointCount; ++Point)
	{
		Out.Offsets[Point + 1] += Out.Offsets[Point];
	}
	std::vector<uint32_t> Next(Out.Offsets.begin(), Out.Offsets.end() - 1);
	Out.Shapes.resize(Deltas.Points.size());
	Out.Deltas.resize(Deltas.Points.size());
	for (size_t Shape = 0; Shape + 1 < Deltas.Offsets.size(); ++Shape)
	{
		for (uint32_t Entry = Deltas.Offsets[Shape]; Entry < Deltas.Offsets[Shape + 1]; ++Entry)
		{
			const uint32_t Place = Next[Deltas.Points[Entry]]++;
			Out.Shapes[Place] = uint32_t(Shape);
			Out.Deltas[Place] = Deltas.Deltas[Entry];
		}
	}
	return Out;
}

/** What one point of the level gets: a displacement per shape, and the errors of it and of the nearest point's. */
struct FPointFit
{
	std::vector<uint32_t> Shapes;
	std::vector<FDouble3> Deltas;
	double Squares = 0.0, SquaresCarried = 0.0;
};

/** Everything that the points of a level share. */
struct FLevelFit
{
	const FByPoint& Fine;
	const std::vector<FTriangle>& Triangles;
	const std::vector<FAffineDeformation>& FineOperators;
	const std::vector<FAffineDeformation>& LevelOperators;
	const MatrixXd& Weights; // [pose x shape]

	FPointFit Fit(size_t Point, const FSurfaceCoordinate& Where) const
	{
		FPointFit Out;
		if (Where.Triangle < 0)
		{
			return Out;
		}
		const FTriangle& Triangle = Triangles[size_t(Where.Triangle)];
		size_t Nearest = 0;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Nearest = Where.Weights[Corner] > Where.Weights[Nearest] ? Corner : Nearest;
			const size_t From = size_t(Triangle[Corner]);
			Out.Shapes.insert(Out.Shapes.end(), Fine.Shapes.begin() + Fine.Offsets[From],
				Fine.Shapes.begin() + Fine.Offsets[From + 1]);
		}
		std::sort(Out.Shapes.begin(), Out.Shapes.end());
		Out.Shapes.erase(std::unique(Out.Shapes.begin(), Out.Shapes.end()), Out.Shapes.end());
		const Index Count = Index(Out.Shapes.size()), Poses = Weights.rows();
		if (Count == 0)
		{
			return Out;
		}
		MatrixXd Start = MatrixXd::Zero(Count, 3), Carried = Start, Design(Poses, Count), Wanted(Poses, 3);
		std::array<MatrixXd, 3> Corners{Start, Start, Start};
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const size_t From = size_t(Triangle[Corner]);
			for (uint32_t Entry = Fine.Offsets[From]; Entry < Fine.Offsets[From + 1]; ++Entry)
			{
				const auto Found = std::lower_bound(Out.Shapes.begin(), Out.Shapes.end(), Fine.Shapes[Entry]);
				Corners[Corner].row(Index(Found - Out.Shapes.begin())) = AsVector(Fine.Deltas[Entry]).transpose();
			}
			Start += Where.Weights[Corner] * Corners[Corner];
		}
		Carried = Corners[Nearest];
		for (Index Column = 0; Column < Count; ++Column)
		{
			Design.col(Column) = Weights.col(Index(Out.Shapes[size_t(Column)]));
		}
		// What the finest surface does there in every pose, taken back through the level's own operator.
		for (Index Pose = 0; Pose < Poses; ++Pose)
		{
			Eigen::Vector3d Posed = Eigen::Vector3d::Zero();
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const Eigen::Vector3d Offset = (Design.row(Pose) * Corners[Corner]).transpose();
				const FAffine3d& Map = FineOperators[size_t(Pose)].GetMaps()[size_t(Triangle[Corner])];
				Posed += Where.Weights[Corner] * AsVector(TransformVector(Map, ToDouble3(Offset)));
			}
			FAffine3d Back = LevelOperators[size_t(Pose)].GetMaps()[Point];
			const Eigen::Matrix3d Linear =
				Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Back.M.data()).leftCols<3>();
			const Eigen::Matrix3d Damped = Linear.transpose() * Linear + 1e-4 * Eigen::Matrix3d::Identity();
			Wanted.row(Pose) = Damped.ldlt().solve(Linear.transpose() * Posed).transpose();
		}
		MatrixXd Normal = Design.transpose() * Design;
		Normal.diagonal().array() += Hold * (Normal.trace() / double(Count) + 1e-30);
		const MatrixXd Found = Start + Normal.ldlt().solve(Design.transpose() * (Wanted - Design * Start));
		for (Index Row = 0; Row < Count; ++Row)
		{
			Out.Deltas.push_back(ToDouble3(Found.row(Row).transpose()));
		}
		Out.Squares = (Design * Found - Wanted).squaredNorm();
		Out.SquaresCarried = (Design * Carried - Wanted).squaredNorm();
		return Out;
	}
};

} // namespace LevelCorrectivesDetail

TResult<FLevelCorrectives> FitLevelCorrectives(const FCorrectiveInput& Input, const FCorrectives& Correctives,
	const FSkin& Level, const FCorrectiveOptions& Options, const FBuildContext& Context)
{
	using namespace LevelCorrectivesDetail;
	FLevelCorrectives Out;
	if (Correctives.IsEmpty() || Correctives.Levels.empty())
	{
		return Out;
	}
	std::vector<FAffineDeformation> Fine, Coarse;
	MatrixXd Weights(Index(Input.Examples.size()), Index(Correctives.Model.ShapeCount()));
	// Centers of rotation belong to the finest level's points; a level blends linearly where it has none of its own.
	const ESkinOperator OfLevel = Options.Operator == ESkinOperator::CenterOfRotation ||
			(Options.Operator == ESkinOperator::Blended && Level.BlendFactors.empty())
		? ESkinOperator::LinearBlend
		: Options.Operator;
	for (size_t Pose = 0; Pose < Input.Examples.size(); ++Pose)
	{
		const FCorrectiveExample& Example = Input.Examples[Pose];
		TResult<FAffineDeformation> A = MakeSkinDeformation(Input, Input.Skin, Options.Operator, Example.Palette);
		TResult<FAffineDeformation> B = MakeSkinDeformation(Input, Level, OfLevel, Example.Palette);
		if (!A || !B)
		{
			return A ? B.GetError() : A.GetError();
		}
		Fine.push_back(std::move(*A));
		Coarse.push_back(std::move(*B));
		const std::vector<double> Row =
			EvaluateShapeWeights(Correctives.Model, Input.Skeleton, Example.Palette, Example.Curves);
		Weights.row(Index(Pose)) = Eigen::Map<const Eigen::RowVectorXd>(Row.data(), Index(Row.size()));
	}
	const FByPoint ByPoint = Transpose(Correctives.Levels[0], Input.Skin.PointCount());
	const FClosestPointFinder Finder(Input.Skin.Rest, Input.Triangles);
	const std::vector<FClosestPoint> Places = Finder.Find(Level.Rest, *Context.Executor);
	const FLevelFit Fit{ByPoint, Input.Triangles, Fine, Coarse, Weights};
	std::vector<FPointFit> Fits(Level.PointCount());
	ParallelFor(*Context.Executor, Fits.size(), 64,
		[&](size_t Begin, size_t End)
		{
			for (size_t Point = Begin; Point < End; ++Point)
			{
				Fits[Point] = Fit.Fit(Point, Places[Point].Where);
			}
		});
	// Rows of shapes again, points ascending.
	std::vector<std::vector<std::pair<uint32_t, FDouble3>>> Rows(Correctives.Model.ShapeCount());
	double Squares = 0.0, SquaresCarried = 0.0;
	const double Diagonal = BoxDiagonal(Input.Skin.Rest);
	for (size_t Point = 0; Point < Fits.size(); ++Point)
	{
		Squares += Fits[Point].Squares;
		SquaresCarried += Fits[Point].SquaresCarried;
		for (size_t Entry = 0; Entry < Fits[Point].Shapes.size(); ++Entry)
		{
			if (AsVector(Fits[Point].Deltas[Entry]).norm() > 2e-7 * Diagonal)
			{
				Rows[Fits[Point].Shapes[Entry]].emplace_back(uint32_t(Point), Fits[Point].Deltas[Entry]);
			}
		}
	}
	Out.Deltas.Offsets.push_back(0);
	for (const auto& Row : Rows)
	{
		for (const auto& [Point, Delta] : Row)
		{
			Out.Deltas.Points.push_back(Point);
			Out.Deltas.Deltas.push_back(Delta);
		}
		Out.Deltas.Offsets.push_back(uint32_t(Out.Deltas.Points.size()));
	}
	const double Count = double((std::max)(size_t(1), Fits.size() * Input.Examples.size()));
	Out.Rms = 100.0 * std::sqrt(Squares / Count) / Diagonal;
	Out.RmsCarried = 100.0 * std::sqrt(SquaresCarried / Count) / Diagonal;
	return Out;
}

} // namespace Exemplar
