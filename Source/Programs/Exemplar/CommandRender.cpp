// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar render: renders pictures of a character with the plug-in's shaders.

#include "Command.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "OperatorOption.h"
#include "PoseArguments.h"
#include "RenderRequest.h"

namespace Exemplar
{
namespace
{

const FCommandRegistration RenderRegistration(70,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "render", "Render a character: poses, clips, levels, debug views",
			"  exemplar render hero.exemplar -o hero.png                          the rest pose\n"
			"  exemplar render hero.exemplar --pose walk:4 --skeleton -o step.png one frame with its bones\n"
			"  exemplar render hero.exemplar --clip walk --frames 8 -o walk.png   a contact sheet\n"
			"  exemplar render hero.exemplar --clip walk --frames all -o 'walk/###.png'\n"
			"                                                                     one file per frame\n"
			"  exemplar render hero.exemplar --lod all --wireframe -o levels.png  all levels side by side\n"
			"  exemplar render hero.exemplar --show bone --view front --view back -o bones.png\n"
			"  exemplar render hero.exemplar --pose 3 --operator dqs -o dqs.png   with dual quaternions\n"
			"  exemplar render hero.exemplar --pose 3 --against examples/ -o error.png\n"
			"                                                                     example, character and distance");
		auto Request = std::make_shared<FRenderRequest>();
		Command->add_option("CHARACTER", Request->Character, "Input character (.exemplar)")->required();
		Command
			->add_option("-o,--out", Request->Out,
				"Output picture (.png or .jpg); with # in its name, one file per pose, numbered with that many digits")
			->required();
		Command
			->add_option("--pose", Request->Poses,
				std::string("Pose to render: ") + PoseHelp + "; append =NAME to label it (repeatable)")
			->allow_extra_args(false);
		Command->add_option("--clip", Request->Clip, "Render frames of this clip instead of single poses");
		Command->add_option("--frames", Request->Frames, "Number of evenly spaced frames of the clip, or all")
			->capture_default_str();
		Command->add_option("--lod", Request->Levels, "Level of detail, 0 being the finest, or all (repeatable)")
			->allow_extra_args(false);
		Command
			->add_option("--view", Request->Views,
				"Camera: front, back, left, right, three-quarter, three-quarter-back, top, above, below, or "
				"azimuth,elevation in degrees (repeatable)")
			->allow_extra_args(false);
		Command
			->add_option("--show", Request->Show,
				"What to color by: material, influences, bone, corrective, lod, or error (against --against, or else "
				"the finest level)")
			->capture_default_str()
			->check(CLI::IsMember({"material", "influences", "bone", "corrective", "lod", "error"}));
		AddOperatorOption(*Command, Request->Operator,
			"Skinning operator; defaults to the character's own, which build and skin store");
		Command->add_flag("--wireframe", Request->bWireframe, "Draw triangle edges");
		Command->add_flag("--skeleton", Request->bSkeleton, "Draw the bones on top of the surface");
		Command
			->add_option("--against", Request->Examples.Paths,
				"Examples to compare with: each pose is rendered as example, character and distance")
			->allow_extra_args(false);
		Command
			->add_option("--ramp-end", Request->RampEnd,
				"Largest error on the color bar in millimeters; chosen automatically if not given")
			->check(NumberRange(1e-6, 1e6));
		Command->add_option("--size", Request->Size, "Size of each picture in pixels, such as 640x480");
		Command->add_option("--columns", Request->Columns, "Columns of a contact sheet")->check(NumberRange(1, 1000));
		Command->add_option("--title", Request->Title, "Title of a contact sheet; defaults to the character's name");
		Command->add_flag("--plain", Request->bPlain, "Omit titles, captions and legends");
		Command->add_flag("--draft", Request->bDraft, "Render faster, with fewer samples and lights");
		Command->add_flag("--software", Request->bSoftware, "Render on the CPU, for the same picture on every machine");
		Request->Examples.AddOptions(*Command);
		Command->callback(
			[Request, &Session] { Session.Command = [Request, &Session] { return Render(*Request, Session); }; });
	});

} // namespace
} // namespace Exemplar
