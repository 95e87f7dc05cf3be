// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/SkinDeformations.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

namespace Exemplar
{

std::vector<double> FitBlendFactors(const FCorrectiveInput& Input, const FBuildContext& Context)
{
	const size_t PointCount = Input.Skin.PointCount();
	std::vector<double> Along(PointCount, 0.0), Length(PointCount, 0.0), Factors(PointCount, 0.0);
	const std::vector<FDouble3>& Rest = Input.Skin.Rest;
	for (const FCorrectiveExample& Example : Input.Examples)
	{
		const FAffineDeformation Linear = MakeBlendDeformation(Input.Skin.Weights, Example.Palette);
		const FAffineDeformation Dual =
			MakeDualQuaternionDeformation(Input.Skin.Weights, Example.Palette, Input.Skeleton.Parents);
		ParallelFor(*Context.Executor, PointCount, 1024,
			[&](size_t Begin, size_t End)
			{
				for (size_t Point = Begin; Point < End; ++Point)
				{
					const FDouble3 From = TransformPoint(Linear.GetMaps()[Point], Rest[Point]);
					const FDouble3 To = TransformPoint(Dual.GetMaps()[Point], Rest[Point]);
					const Eigen::Vector3d Way = AsVector(To) - AsVector(From);
					Along[Point] += Way.dot(AsVector(Example.Points[Point]) - AsVector(From));
					Length[Point] += Way.squaredNorm();
				}
			});
	}
	// Where both operators agree nothing is known, and such a point takes what the others want: it counts as if the
	// operators were 1e-4 of the diagonal apart in every pose.
	const double Unit = 1e-4 * BoxDiagonal(Rest);
	const double Prior = Unit * Unit * double((std::max)(size_t(1), Input.Examples.size()));
	double AllAlong = 0.0, AllLength = 0.0;
	for (size_t Point = 0; Point < PointCount; ++Point)
	{
		AllAlong += Along[Point];
		AllLength += Length[Point];
	}
	const double Common = AllLength > 0.0 ? std::clamp(AllAlong / AllLength, 0.0, 1.0) : 0.0;
	for (size_t Point = 0; Point < PointCount; ++Point)
	{
		Factors[Point] = double(float(std::clamp((Along[Point] + Prior * Common) / (Length[Point] + Prior), 0.0, 1.0)));
	}
	return Factors;
}

} // namespace Exemplar
