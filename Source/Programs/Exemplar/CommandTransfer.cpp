// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar transfer: gives clothes, armor and hair the skin of the body that they stand on.

#include "Base/CharacterFile.h"
#include "Command.h"
#include "Files/Json.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "Outputs.h"
#include "Pipeline/BuildCharacter.h"
#include "Pipeline/TransferSkin.h"
#include "RenderRequest.h"

namespace Exemplar
{
namespace
{

struct FTransferCommand
{
	std::vector<std::string> Paths; // the body, then the garment
	FExampleInputs Inputs;
	std::string Out, Json, Picture;
	FTransferOptions Options;
};

/** The garment at rest in two colors: where it was matched with the body, and where it was inpainted. */
TResult<FCharacter> MakeMatchesCharacter(const FTransferredSkin& Transferred)
{
	FCharacterParts Parts = Transferred.Parts;
	Parts.Materials = {{"matched", {0.13f, 0.42f, 0.2f, 1.0f}}, {"inpainted", {0.85f, 0.35f, 0.05f, 1.0f}}};
	std::vector<uint32_t> Sorted[2];
	for (size_t Index = 0; Index + 2 < Parts.Surface.Indices.size(); Index += 3)
	{
		bool bMatched = true;
		for (size_t Corner = Index; Corner < Index + 3; ++Corner)
		{
			bMatched = bMatched && Transferred.Matched[Parts.Surface.PointOfCorner[Parts.Surface.Indices[Corner]]];
		}
		std::vector<uint32_t>& Side = Sorted[bMatched ? 0 : 1];
		Side.insert(Side.end(), Parts.Surface.Indices.begin() + static_cast<std::ptrdiff_t>(Index),
			Parts.Surface.Indices.begin() + static_cast<std::ptrdiff_t>(Index) + 3);
	}
	Parts.Surface.Sections.clear();
	Parts.Surface.Indices.clear();
	for (const uint32_t Slot : {0u, 1u})
	{
		if (!Sorted[Slot].empty())
		{
			Parts.Surface.Sections.push_back({Slot, static_cast<uint32_t>(Parts.Surface.Indices.size()),
				static_cast<uint32_t>(Sorted[Slot].size())});
			Parts.Surface.Indices.insert(Parts.Surface.Indices.end(), Sorted[Slot].begin(), Sorted[Slot].end());
		}
	}
	TResult<FBakedCharacter> Baked = Bake(Parts, FBakeOptions{}, {});
	return Baked ? TResult<FCharacter>(std::move(Baked->Character)) : TResult<FCharacter>(Baked.GetError());
}

FJson DescribeTransfer(const FTransferredSkin& Transferred, double Diagonal)
{
	const size_t Points = Transferred.Matched.size();
	const auto Percent = [Diagonal](double Length) { return Diagonal > 0.0 ? 100.0 * Length / Diagonal : 0.0; };
	return {{"points", Points}, {"matched", Transferred.MatchedCount}, {"inpainted", Transferred.InpaintedCount},
		{"rigidPieces", Transferred.RigidPieces},
		{"matchedPercent", 100.0 * static_cast<double>(Transferred.MatchedCount) / static_cast<double>(Points)},
		{"distancePercent", Percent(Transferred.MeanDistance)},
		{"influenceLimitRmsPercent", Percent(Transferred.LimitMeanError)},
		{"influenceLimitLargestPercent", Percent(Transferred.LimitLargestError)}};
}

FStatus DrawMatches(const FTransferCommand& Arguments, const FTransferredSkin& Transferred, FSession& Session)
{
	const TResult<FCharacter> Colored = MakeMatchesCharacter(Transferred);
	if (!Colored)
	{
		return Colored.GetError();
	}
	FRenderRequest Request;
	Request.Character = Arguments.Paths[1];
	Request.Out = Arguments.Picture;
	Request.Views = {"front", "back"};
	Request.Title = "Green: matched with the body. Orange: inpainted";
	return RenderCharacter(*Colored, Request, Session);
}

FStatus CheckArguments(const FTransferCommand& Arguments)
{
	if (Arguments.Paths.size() < 2)
	{
		return FError{EErrorCode::InvalidArgument,
			"A body and a garment are required, as in: exemplar transfer body.exemplar shirt.obj -o shirt.exemplar."};
	}
	const FOutputFile Outputs[] = {{"--out", Arguments.Out, CharacterExtensions}, {"--json", Arguments.Json, {}},
		{"--picture", Arguments.Picture, {".png", ".jpg"}}};
	if (FStatus Status = CheckOutputs(Outputs, Arguments.Paths); !Status)
	{
		return Status;
	}
	return IsCharacterPath(Arguments.Paths[0])
		? FStatus(FOk{})
		: FStatus(FError{EErrorCode::Unsupported,
			  Arguments.Paths[0] + ": not a character (.exemplar). The body comes first; create one with build."});
}

FStatus Transfer(FTransferCommand& Arguments, FSession& Session)
{
	if (FStatus Status = CheckArguments(Arguments); !Status)
	{
		return Status;
	}
	const TResult<FCharacter> Body = LoadCharacter(ToPath(Arguments.Paths[0]));
	if (!Body)
	{
		return Body.GetError();
	}
	Arguments.Inputs.Paths.assign(Arguments.Paths.begin() + 1, Arguments.Paths.end());
	const TResult<FExampleSet> Garment = LoadExamples(Arguments.Inputs, Session);
	if (!Garment)
	{
		return Garment.GetError();
	}
	const TResult<FTransferredSkin> Transferred =
		TransferSkin(Unbake(*Body), *Garment, Arguments.Options, Session.Context().Part(0.0, 0.8, "transfer"));
	if (!Transferred)
	{
		const FError& Error = Transferred.GetError();
		return Error.Code == EErrorCode::Canceled ? Error
												  : FError{Error.Code, Arguments.Paths[1] + ": " + Error.Message};
	}
	const TResult<FBakedCharacter> Baked =
		Bake(Transferred->Parts, FBakeOptions{}, Session.Context().Part(0.8, 1.0, "bake"));
	if (!Baked)
	{
		return Baked.GetError();
	}
	const FJson Figures = DescribeTransfer(*Transferred, static_cast<double>((*Body)->RestBox.Diagonal()));
	FStatus Written = WriteCharacter(ToPath(Arguments.Out), Baked->Character, {}, Session);
	if (Written && !Arguments.Json.empty())
	{
		Written = WriteJson(ToPath(Arguments.Json), Figures);
	}
	if (Written && !Arguments.Picture.empty())
	{
		Written = DrawMatches(Arguments, *Transferred, Session);
	}
	if (Written)
	{
		Session.Print(FormatJsonForPeople(Figures));
	}
	return Written;
}

const FCommandRegistration TransferRegistration(47,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "transfer", "Give a garment the skin of the body that it stands on",
			"  exemplar transfer body.exemplar shirt.obj -o shirt.exemplar       a shirt that follows the body\n"
			"  exemplar transfer body.exemplar hair.glb -o hair.exemplar --two-sided --distance 10\n"
			"                                                                    hair cards that stand off the head\n"
			"  exemplar transfer body.exemplar shirt.obj -o shirt.glb --picture matched.png\n"
			"                                                                    a picture of what was matched");
		auto Arguments = std::make_shared<FTransferCommand>();
		FTransferOptions& Options = Arguments->Options;
		Command
			->add_option("BODY GARMENT", Arguments->Paths,
				"A character with weights (.exemplar), and the mesh of a garment that stands on it at rest. Clothes, "
				"armor and hair keep their own vertices, UVs and materials")
			->required();
		Command
			->add_option("-o,--out", Arguments->Out,
				"Output: the garment as a character on the body's skeleton with the body's clips (.exemplar or .glb)")
			->required();
		Command
			->add_option("--distance", Options.MaxDistance,
				"Match vertices no farther from the body than this, % of its diagonal; the others are inpainted")
			->capture_default_str()
			->check(NumberRange(0.0, 1000.0));
		Command
			->add_option(
				"--angle", Options.MaxAngle, "Match vertices whose normal differs by no more than this, degrees")
			->capture_default_str()
			->check(NumberRange(0.0, 180.0));
		Command->add_flag("--two-sided", Options.bTwoSided,
			"Compare normals without their sign, for linings, hair cards and open sheets");
		Command
			->add_option(
				"--influences", Options.MaxInfluences, "Maximum bone influences per vertex; defaults to the body's")
			->check(NumberRange(1, 64));
		Command->add_option(
			"--picture", Arguments->Picture, "Draw what was matched and what was inpainted (.png, .jpg)");
		Command->add_option("--json", Arguments->Json, "Write all figures to this JSON file");
		Arguments->Inputs.AddName(*Command);
		Arguments->Inputs.AddOptions(*Command);
		Command->callback([Arguments, &Session]
			{ Session.Command = [Arguments, &Session] { return Transfer(*Arguments, Session); }; });
	});

} // namespace
} // namespace Exemplar
