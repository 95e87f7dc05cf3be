# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar rig and build: the files they write, and that the figures they print are those anybody can measure."""

import json
import math
import unittest

from program import (DEGENERATE, MALFORMED, NOT_FOUND, NOT_WRITABLE, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, glb_json,
                     obj_positions, pc2_frames)


def tube(bend):
    """A tube along x of two bones, bent by an angle at x = 3."""
    lines = []
    for ring in range(19):
        for side in range(8):
            around = 2 * math.pi * side / 8
            x, y, z = ring / 3, 0.5 * math.cos(around), 0.5 * math.sin(around)
            if x > 3:
                dx = x - 3
                x, y = 3 + dx * math.cos(bend) - y * math.sin(bend), dx * math.sin(bend) + y * math.cos(bend)
            lines.append(f"v {x:.9g} {y:.9g} {z:.9g}")
    for ring in range(18):
        for side in range(8):
            a, b = 8 * ring + side + 1, 8 * ring + (side + 1) % 8 + 1
            lines.append(f"f {a} {b} {b + 8} {a + 8}")
    return "\n".join(lines) + "\n"


class RigTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tube/rest.obj", tube(0))
        for frame in range(1, 5):
            self.write(f"tube/pose{frame}.obj", tube(0.3 * frame))
        self.tube = self.folder / "tube"

    def test_the_printed_error_is_the_error_of_the_reconstruction(self):
        out = self.folder / "out.glb"
        figures, again = self.folder / "figures.json", self.folder / "again.pc2"
        self.succeed("rig", self.tube, "--bones", 2, "--fast", "-o", out, "--json", figures, "--reconstruction", again)
        report = json.loads(figures.read_text())
        rest = obj_positions(self.tube / "rest.obj")
        size = math.dist([min(p[i] for p in rest) for i in range(3)], [max(p[i] for p in rest) for i in range(3)])
        frames, total = pc2_frames(again), 0.0
        self.assertEqual(len(frames), 4)
        for number, frame in enumerate(frames, start=1):
            pose = obj_positions(self.tube / f"pose{number}.obj")
            total += sum(math.dist(p, q) ** 2 for p, q in zip(pose, frame))
        measured = 100 * math.sqrt(total / (4 * len(rest))) / size
        self.assertAlmostEqual(report["summary"]["vertexRmsPercent"], measured, delta=1e-3 * measured + 1e-5)
        self.assertLess(measured, 0.5)
        self.assertEqual(report["summary"]["bones"], 2)
        self.assertEqual(len(report["bones"]), 2)
        self.assertEqual(sum(bone["parent"] == -1 for bone in report["bones"]), 1)
        child = next(bone for bone in report["bones"] if bone["parent"] != -1)
        self.assertAlmostEqual(child["joint"][0], 3, delta=0.1)
        self.assertEqual(child["kind"], "hinge")

    def test_the_glb_is_valid_has_skin_clip_and_colors_and_a_plot_stands_beside_it(self):
        out = self.folder / "out.glb"
        self.succeed("rig", self.tube, "--bones", 3, "--fast", "-o", out)
        document = glb_json(out)
        self.assertEqual(len(document["skins"][0]["joints"]), 3)
        self.assertEqual(len(document["animations"]), 1)
        self.assertIn("COLOR_0", document["meshes"][0]["primitives"][0]["attributes"])
        self.assertIn("<svg", (self.folder / "out.svg").read_text())
        plain = self.folder / "plain.glb"
        self.succeed("rig", self.tube, "--bones", 3, "--fast", "--plain", "-o", plain)
        self.assertNotIn("COLOR_0", glb_json(plain)["meshes"][0]["primitives"][0]["attributes"])
        connected, many = self.folder / "connected.glb", self.folder / "many.glb"
        self.succeed("rig", self.tube, "--bones", 3, "--fast", "--connected", "-o", connected)
        self.succeed("build", self.tube, "--bones", 6, "--fast", "--influences", 6, "-o", many)
        self.validate(out, plain, connected, many)

    def test_every_option_gives_a_character_that_loads(self):
        for options in [["--one-pass"], ["--connected"], ["--affine"], ["--not-local"], ["--drop-dependent", 2],
                        ["--symmetric"], ["--smoothness", 0.05], ["--force-edge", "0-1"], ["--root", 1],
                        ["--influences", 8], ["--reduce-keys", 0.1]]:
            with self.subTest(options):
                out = self.folder / "out.exemplar"
                self.succeed("rig", self.tube, "--bones", 4, "--fast", "-o", out, *options)
                report = self.inspect(out)
                self.assertEqual(report["joints"], 4 if "--drop-dependent" not in options else report["joints"])
                self.assertLessEqual(report["joints"], 4)

    def assert_close(self, frames, angles, tolerance):
        """Frames are the tube at these angles, to within a distance."""
        self.assertEqual(len(frames), len(angles))
        for frame, angle in zip(frames, angles):
            pose = [tuple(map(float, line.split()[1:])) for line in tube(angle).splitlines() if line.startswith("v ")]
            self.assertLess(max(math.dist(p, q) for p, q in zip(pose, frame)), tolerance)

    def test_what_is_written_reproduces_the_examples_where_it_is_read_again(self):
        for number, options in enumerate([["--bones", 2], ["--bones", 2, "--connected"], ["--bones", 2, "--one-pass"]]):
            with self.subTest(options):
                out, back = self.folder / f"out{number}.glb", self.folder / f"back{number}.pc2"
                self.succeed("rig", self.tube, *options, "-o", out)
                self.succeed("convert", out, back)
                self.assert_close(pc2_frames(back), [0.3, 0.6, 0.9, 1.2], 0.05)

    def test_several_clips_become_one_rig(self):
        again, other = self.folder / "again.pc2", self.folder / "other"
        self.write("other/rest.obj", tube(0))
        for frame in range(3):
            self.write(f"other/back{frame}.obj", tube(-0.2 * (frame + 1)))
        first, second = self.folder / "first", self.folder / "second"
        for folder, name in [(self.tube, first), (other, second)]:
            self.succeed("convert", folder, name.with_suffix(".pc2"))
            self.succeed("rig", folder, "--bones", 2, "--fast", "-o", name.with_suffix(".glb"))
        rest = self.tube / "rest.obj"
        for inputs in [[self.tube, other], [rest, first.with_suffix(".pc2"), second.with_suffix(".pc2")],
                       [first.with_suffix(".glb"), second.with_suffix(".glb")]]:
            with self.subTest([path.name for path in inputs]):
                out, figures = self.folder / "out.glb", self.folder / "figures.json"
                self.succeed("rig", *inputs, "--bones", 2, "-o", out, "--json", figures, "--reconstruction", again)
                report = json.loads(figures.read_text())
                self.assertEqual(report["summary"]["poses"], 7)
                self.assertLess(report["summary"]["vertexRmsPercent"], 0.1)
                self.assert_close(pc2_frames(again), [0.3, 0.6, 0.9, 1.2, -0.2, -0.4, -0.6], 0.05)

    def test_points_that_no_bone_explains_are_named(self):
        for frame in range(1, 5):
            lines = tube(0.3 * frame).splitlines()
            x, y, z = map(float, lines[75].split()[1:])
            lines[75] = f"v {x} {y + 0.4 * math.sin(2.3 * frame)} {z + 0.4 * math.cos(2.3 * frame)}"
            self.write(f"tube/pose{frame}.obj", "\n".join(lines) + "\n")
        figures = self.folder / "figures.json"
        self.succeed("rig", self.tube, "--bones", 2, "--fast", "-o", self.folder / "out.exemplar", "--json", figures)
        report = json.loads(figures.read_text())
        self.assertEqual(report["unexplained"], [75])
        self.assertEqual(report["summary"]["unexplainedPoints"], 1)

    def test_what_cannot_be_written_is_refused_before_the_work_and_nothing_that_is_read_is_overwritten(self):
        self.succeed("convert", self.tube, self.folder / "cache")
        cache, out = self.folder / "cache/frames.pc2", self.folder / "out.glb"
        before, content = self.files(), cache.read_bytes()
        for code, words, options in [
            (NOT_WRITABLE, "does not exist. Create it first", ["-o", self.folder / "none/out.glb"]),
            (NOT_WRITABLE, "a folder with that name", ["-o", out, "--json", self.tube]),
            (NOT_WRITABLE, "does not exist. Create it first", ["-o", out, "--json", self.folder / "none/figures.json"]),
            (UNSUPPORTED, ".exemplar or .glb", ["-o", self.folder / "out.fbx"]),
            (UNSUPPORTED, ".pc2 or .mdd", ["-o", out, "--reconstruction", self.folder / "again.obj"]),
            (UNSUPPORTED, ".svg", ["-o", out, "--plot", self.folder / "plot.png"]),
            (WRONG_ARGUMENTS, "--out and --json both name", ["-o", out, "--json", self.tube / "../out.glb"]),
            (WRONG_ARGUMENTS, "--reconstruction would overwrite", ["-o", out, "--reconstruction", cache]),
        ]:
            for command in ["rig", "build"]:
                for inputs in [[self.folder / "cache"], [self.folder / "cache/rest.obj", cache]]:
                    with self.subTest(f"{command} {options}"):
                        self.refuse(code, words, command, *inputs, "--fast", *options)
        self.assertEqual(self.files(), before)
        self.assertEqual(cache.read_bytes(), content)
        self.succeed("rig", self.tube, "--bones", 2, "--fast", "-o", out, "--plot", "/dev/null", "--json", "/dev/null")

    def test_what_cannot_be_made_gets_a_sentence_with_a_remedy(self):
        out = self.folder / "out.exemplar"
        self.refuse(WRONG_ARGUMENTS, "--min-bones must not exceed --max-bones (rig.minBones 9 > rig.maxBones 5)", "rig", self.tube, "-o", out, "--min-bones", 9,
                    "--max-bones", 5)
        self.refuse(WRONG_ARGUMENTS, "from 0 to 1", "rig", self.tube, "-o", out, "--bones", 2, "--fast", "--root", 7)
        self.refuse(WRONG_ARGUMENTS, "which start at 0", "rig", self.tube, "-o", out, "--bones", 2, "--fast",
                    "--force-edge", "0-7")
        self.refuse(WRONG_ARGUMENTS, "decreasing fractions", "build", self.tube, "-o", out, "--fractions", "0.2,0.5")
        line = "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"
        self.refuse(DEGENERATE, "Export a mesh with a surface", "rig", self.write("line/rest.obj", line),
                    self.write("line/pose.obj", line.replace("2 0 0", "3 0 0")), "-o", out)
        self.assertFalse(out.exists())
        self.succeed("rig", self.tube, "--bones", 2, "--fast", "-o", out)
        self.refuse(UNSUPPORTED, "this is a character, not examples", "rig", out, "-o", self.folder / "other.exemplar")

    def test_the_same_bytes_for_any_number_of_threads(self):
        files = []
        for threads in [1, 3]:
            out = self.folder / f"out{threads}.exemplar"
            self.succeed("--threads", threads, "build", self.tube, "--bones", 3, "--fast", "-o", out)
            files.append(out.read_bytes())
        self.assertEqual(files[0], files[1])

    def test_bones_are_added_until_the_largest_error_is_what_was_asked_for(self):
        # A corner of the last ring that moves on its own: hardly any of the mean.
        for frame in range(1, 5):
            lines = tube(0.3 * frame).splitlines()
            for corner in (150, 151):
                words = lines[corner].split()
                lines[corner] = f"v {words[1]} {words[2]} {float(words[3]) + 0.1 * frame:.9g}"
            self.write(f"tube/pose{frame}.obj", "\n".join(lines) + "\n")
        figures = self.folder / "figures.json"

        def rig(*options):
            said = self.succeed("rig", self.tube, "--fast", "-o", self.folder / "out.glb", "--json", figures, *options)
            return json.loads(figures.read_text())["summary"], said.stderr

        plain, _ = rig("--bones", 2)
        asked = 0.5 * plain["vertexMaxPercent"]
        grown, said = rig("--max-error", asked, "--min-bones", 2, "--max-bones", 12)
        self.assertLessEqual(grown["vertexMaxPercent"], asked)
        self.assertLessEqual(grown["bones"], 12)
        self.assertNotIn("--max-error", said)
        fixed, said = rig("--bones", 2, "--max-error", 1e-3)
        self.assertEqual(fixed["bones"], 2)
        self.assertLess(fixed["vertexMaxPercent"], plain["vertexMaxPercent"])
        self.assertIn("instead of the 0.001 % that rig.maxError (--max-error) asks for. Allow more bones", said)
        self.refuse(WRONG_ARGUMENTS, "--max-error", "rig", self.tube, "-o", self.folder / "out.glb", "--max-error", -1)

    def test_the_number_of_bones_is_chosen(self):
        out, figures = self.folder / "out.exemplar", self.folder / "figures.json"
        self.succeed("build", self.tube, "--fast", "-o", out, "--json", figures)
        self.assertEqual(json.loads(figures.read_text())["summary"]["bones"], 2)

    def test_wrong_arguments_get_a_sentence_before_any_work(self):
        self.refuse(UNSUPPORTED, ".glb", "rig", self.tube, "--bones", 2, "-o", self.folder / "out.fbx")
        out = self.folder / "out.glb"
        self.refuse(WRONG_ARGUMENTS, "3to7", "rig", self.tube, "--bones", 2, "--force-edge", "3to7", "-o", out)
        self.refuse(WRONG_ARGUMENTS, "0-9", "rig", self.tube, "--bones", 2, "--fast", "--forbid-edge", "0-9", "-o", out)
        self.refuse(WRONG_ARGUMENTS, "bones", "rig", self.tube, "--bones", -2, "-o", out)
        self.refuse(WRONG_ARGUMENTS, "Omit --bones", "rig", self.tube, "--bones", 0, "-o", out)
        self.refuse(WRONG_ARGUMENTS, "tolerance", "rig", self.tube, "--bones", 2, "--tolerance", 1, "-o", out)
        self.refuse(NOT_FOUND, "no such file or folder", "rig", self.folder / "missing", "-o", out)
        self.refuse(WRONG_ARGUMENTS, "nonsense", "nonsense")
        broken = self.write("broken.obj", tube(0).replace("v 0 ", "v nan ", 1))
        self.refuse(MALFORMED, "broken.obj: vertex 0", "rig", broken, "-o", out)
        self.refuse(MALFORMED, "broken.obj: vertex 0", "rig", self.tube / "rest.obj", broken, "-o", out)
        self.refuse(WRONG_ARGUMENTS, "bones", "build", self.tube, "--bones", 4000, "--fast", "-o", out)
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
