// Copyright (c) 2026 Exemplar contributors. MIT license.
// exemplar render: pictures of a character through the plug-in's own shaders.

#include "Command.h"
#include "Inputs.h"
#include "NumberRange.h"
#include "RenderRequest.h"

namespace Exemplar
{
namespace
{

const FCommandRegistration Registration(70,
	[](CLI::App& App, FSession& Session)
	{
		CLI::App* Command = AddCommand(App, "render", "Draw a character: poses, clips, levels, debug views",
			"  exemplar render hero.exemplar -o hero.png                          the rest pose\n"
			"  exemplar render hero.exemplar --pose walk:4 --skeleton -o step.png one frame, bones shown\n"
			"  exemplar render hero.exemplar --clip walk --frames 8 -o walk.png   a contact sheet\n"
			"  exemplar render hero.exemplar --clip walk --frames all -o 'walk/###.png'\n"
			"                                                                     every frame as a file of its own\n"
			"  exemplar render hero.exemplar --lod all --wireframe -o levels.png  the levels side by side\n"
			"  exemplar render hero.exemplar --show bone --view front --view back -o bones.png\n"
			"  exemplar render hero.exemplar --pose 3 --against examples/ -o error.png\n"
			"                                                                     example, character and their "
			"distance");
		auto Request = std::make_shared<FRenderRequest>();
		Command->add_option("CHARACTER", Request->Character, "The character (.exemplar)")->required();
		Command
			->add_option("-o,--out", Request->Out,
				"The picture (.png or .jpg); with # in its name one a pose, numbered in so many digits")
			->required();
		Command
			->add_option("--pose", Request->Poses,
				"rest, a frame of the first clip (3), or of another (walk:3); =NAME behind it names it. May be given "
				"again")
			->allow_extra_args(false);
		Command->add_option("--clip", Request->Clip, "Frames of this clip instead of single poses");
		Command->add_option("--frames", Request->Frames, "How many frames of the clip, evenly; all for each one")
			->capture_default_str();
		Command
			->add_option(
				"--lod", Request->Levels, "The level of detail, 0 the finest; all for each. May be given again")
			->allow_extra_args(false);
		Command
			->add_option("--view", Request->Views,
				"front, back, left, right, three-quarter, three-quarter-back, top, above, below, or azimuth,elevation "
				"in degrees. May be given again")
			->allow_extra_args(false);
		Command
			->add_option("--show", Request->Show,
				"What colors mean: material, influences, bone, corrective, lod, or error (from --against, else from "
				"the "
				"finest level)")
			->capture_default_str()
			->check(CLI::IsMember({"material", "influences", "bone", "corrective", "lod", "error"}));
		Command->add_flag("--wireframe", Request->bWireframe, "Draw the triangles' sides");
		Command->add_flag("--skeleton", Request->bSkeleton, "Draw the bones over the surface");
		Command
			->add_option("--against", Request->Examples.Paths,
				"The examples: each pose becomes three pictures, the example, the character and their distance")
			->allow_extra_args(false);
		Command
			->add_option(
				"--ramp-end", Request->RampEnd, "Millimeters at the end of the color bar; as needed if not given")
			->check(NumberRange(1e-6, 1e6));
		Command->add_option("--size", Request->Size, "Of each picture in pixels, such as 640x480");
		Command->add_option("--columns", Request->Columns, "Of a contact sheet")->check(NumberRange(1, 1000));
		Command->add_option("--title", Request->Title, "Over a contact sheet; the character's name if not given");
		Command->add_flag("--plain", Request->bPlain, "No titles, captions and legends");
		Command->add_flag("--draft", Request->bDraft, "Fewer samples and lights: faster");
		Command->add_flag(
			"--software", Request->bSoftware, "Draw on the processor, which gives the same picture on every machine");
		Request->Examples.AddOptions(*Command);
		Command->callback(
			[Request, &Session] { Session.Command = [Request, &Session] { return Render(*Request, Session); }; });
	});

} // namespace
} // namespace Exemplar
