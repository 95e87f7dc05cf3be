// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar decimate: the same examples with fewer triangles.

#include "Command.h"
#include "Examples/ExampleFiles.h"
#include "Files/Json.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "Outputs.h"
#include "Pipeline/ExampleProxy.h"

namespace Exemplar
{
namespace
{

struct FDecimateCommand
{
	FExampleInputs Inputs;
	std::string Out;
	double Fraction = 0.0;
	FProxyOptions Options;
};

FStatus Decimate(FDecimateCommand& Arguments, FSession& Session)
{
	if ((Arguments.Options.Triangles > 0) == (Arguments.Fraction > 0.0))
	{
		return FError{EErrorCode::InvalidArgument,
			"Give either --triangles or --fraction, as in: exemplar decimate hero/ -o small --triangles 5000."};
	}
	const TResult<FExampleSet> Examples = LoadExamples(Arguments.Inputs, Session);
	if (!Examples)
	{
		return Examples.GetError();
	}
	const size_t Before = Examples->Rest.Triangles.size();
	if (Arguments.Fraction > 0.0)
	{
		Arguments.Options.Triangles =
			std::max(size_t{1}, static_cast<size_t>(Arguments.Fraction * static_cast<double>(Before)));
	}
	const TResult<FExampleProxy> Proxy =
		DecimateExampleSet(*Examples, Arguments.Options, Session.Context().Part(0.0, 0.9, "decimate"));
	if (!Proxy)
	{
		return Proxy.GetError();
	}
	const TResult<std::vector<std::filesystem::path>> Files =
		ExportExamples(ToPath(Arguments.Out), Proxy->Source, Session.Context().Part(0.9, 1.0, "write"));
	if (!Files)
	{
		return Files.GetError();
	}
	Session.Say("Wrote " + Arguments.Out);
	Session.Print(FormatJsonForPeople({{"trianglesBefore", Before}, {"triangles", Proxy->Source.Rest.PolygonCount()},
		{"vertices", Proxy->Source.Rest.Positions.size()}, {"poses", Proxy->Source.Poses.size()},
		{"surfaceRmsPercent", Proxy->SurfaceRms}, {"surfaceMaxPercent", Proxy->SurfaceMax}}));
	return FOk{};
}

const FCommandRegistration DecimateRegistration(25,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "decimate", "Write examples with fewer triangles, all poses alike",
			"  exemplar decimate hero/ -o small --triangles 5000        small/rest.obj and small/frames.pc2\n"
			"  exemplar decimate hero/ -o small.ply --fraction 0.1      a tenth of the triangles, numbered files\n"
			"  exemplar decimate hero/ -o small --triangles 5000 --emphasis 4\n"
			"                                                           keep what a single example bends strongly");
		auto Arguments = std::make_shared<FDecimateCommand>();
		Command->add_option("EXAMPLES", Arguments->Inputs.Paths, ExampleInputsHelp)->required();
		Command
			->add_option("-o,--out", Arguments->Out,
				"Output: a folder (rest.obj, frames.pc2), a mesh (.obj .ply .off .stl) or a point cache (.pc2 .mdd); "
				"in "
				"meters")
			->required();
		Command->add_option("--triangles", Arguments->Options.Triangles, "Number of triangles, at most")
			->check(NumberRange(1, 1000000000));
		Command->add_option("--fraction", Arguments->Fraction, "Fraction of the triangles instead, such as 0.1")
			->check(NumberRange(1e-6, 1.0));
		Command
			->add_option("--emphasis", Arguments->Options.Emphasis,
				"How much single examples that bend strongly count: 1 is the sum over examples, 2 stresses the worst")
			->capture_default_str()
			->check(NumberRange(0.5, 8.0));
		Arguments->Inputs.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return Decimate(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar
