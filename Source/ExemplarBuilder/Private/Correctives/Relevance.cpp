// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/Relevance.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Laplacian.h"

namespace Exemplar
{

namespace RelevanceDetail
{

constexpr int HeatSteps = 4;      // implicit steps: enough for a bell with a long tail, which matters
constexpr double Smallest = 1e-3; // entries below this are dropped

/** Per joint and point the weight of all bones below the joint, the joint's own bone included. */
Eigen::MatrixXd WeightsBelow(const FRigWeights& Weights, std::span<const int32_t> Parents)
{
	Eigen::MatrixXd Out = Eigen::MatrixXd::Zero(Eigen::Index(Weights.PointCount()), Eigen::Index(Parents.size()));
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			for (int32_t Joint = Weights.Bones[Entry]; Joint >= 0; Joint = Parents[size_t(Joint)])
			{
				Out(Eigen::Index(Point), Joint) += Weights.Weights[Entry];
			}
		}
	}
	return Out;
}

} // namespace RelevanceDetail

FRelevance FindRelevance(const FTriangleMesh& Rest, const FRigWeights& Weights, std::span<const int32_t> Parents,
	double Spread, IExecutor& Executor)
{
	using namespace RelevanceDetail;
	Eigen::MatrixXd Values = WeightsBelow(Weights, Parents);
	Values = (Values.array() * (1.0 - Values.array())).max(0.0).matrix();
	if (Spread > 0.0)
	{
		// Heat that spreads for a time t has variance 2 t.
		const double Step = 0.5 * Spread * Spread / HeatSteps;
		FSparseMatrix Mass = LumpedMass(Rest.Positions, Rest.Triangles);
		double Floor = 0.0; // a point without triangles keeps its value
		for (Eigen::Index Point = 0; Point < Mass.rows(); ++Point)
		{
			Floor = (std::max)(Floor, Mass.coeff(Point, Point));
		}
		for (Eigen::Index Point = 0; Point < Mass.rows(); ++Point)
		{
			double& Entry = Mass.coeffRef(Point, Point);
			Entry = (std::max)(Entry, 1e-9 * Floor);
		}
		const FSparseMatrix System = Mass + Step * CotangentLaplacian(Rest.Positions, Rest.Triangles);
		const Eigen::SimplicialLDLT<FSparseMatrix> Solver(System);
		if (Solver.info() == Eigen::Success)
		{
			// Joints in step, a few at a time; those that bend nothing have no heat.
			ParallelFor(Executor, Parents.size(), 4,
				[&](size_t Begin, size_t End)
				{
					std::vector<Eigen::Index> Columns;
					for (size_t Joint = Begin; Joint < End; ++Joint)
					{
						if (Values.col(Eigen::Index(Joint)).maxCoeff() > 0.0)
						{
							Columns.push_back(Eigen::Index(Joint));
						}
					}
					Eigen::MatrixXd Own = Values(Eigen::all, Columns);
					for (int Round = 0; Round < HeatSteps && !Columns.empty(); ++Round)
					{
						Own = Solver.solve(Eigen::MatrixXd(Mass * Own));
					}
					for (size_t Column = 0; Column < Columns.size(); ++Column)
					{
						Values.col(Columns[Column]) = Own.col(Eigen::Index(Column));
					}
				});
		}
	}
	FRelevance Out;
	const Eigen::VectorXd Largest = Values.colwise().maxCoeff();
	for (Eigen::Index Point = 0; Point < Values.rows(); ++Point)
	{
		for (Eigen::Index Joint = 0; Joint < Values.cols(); ++Joint)
		{
			const double Value = Largest[Joint] > 1e-6 ? Values(Point, Joint) / Largest[Joint] : 0.0;
			if (Value > Smallest)
			{
				Out.Joints.push_back(uint16_t(Joint));
				Out.Values.push_back(Value);
			}
		}
		Out.Offsets.push_back(uint32_t(Out.Joints.size()));
	}
	return Out;
}

} // namespace Exemplar
