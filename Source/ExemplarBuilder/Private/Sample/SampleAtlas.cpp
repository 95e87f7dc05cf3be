// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Sample/SampleAtlas.h"

#include "Atlas/MakeAtlas.h"
#include "Sample/SampleCharts.h"

namespace Exemplar
{

TResult<FAtlas> BuildSampleAtlas(const FSampleSurface& Surface, const FBuildContext& Context)
{
	const FTriangleMesh& Mesh = Surface.Mesh;
	const size_t HalfCount = Mesh.Triangles.size() / 2; // the left half comes first, its mirror image after it
	std::vector<int32_t> Charts = LabelCharts(Mesh.Positions, std::span(Mesh.Triangles.data(), HalfCount));
	Charts.resize(2 * HalfCount);
	for (size_t Triangle = 0; Triangle < HalfCount; ++Triangle)
	{
		const int32_t Left = Charts[Triangle];
		Charts[HalfCount + Triangle] = Left < FirstPairedChart ? Left : Left + HalfChartCount;
	}
	const std::vector<FSideProducts> Sides = MeasureSides(Mesh.Positions, Mesh.Triangles);
	FAtlasOptions Options;
	Options.Size = 256; // a coarse search is enough, and many tests make the sample
	Options.Gutter = 1;
	FBuildContext Fixed = Context;
	Fixed.Seed = FBuildContext().Seed; // the seed of a sample is that of its noise
	return MakeAtlas({Mesh.Triangles, Sides, {&Mesh.Positions, 1}, Charts}, Options, Fixed);
}

} // namespace Exemplar
