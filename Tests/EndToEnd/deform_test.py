# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar deform: the vertices of every frame, as render draws and report measures them."""

import json
import math
import pathlib
import shutil
import tempfile
import unittest

from program import (MALFORMED, NOT_FOUND, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, glb_json, largest_distance,
                     obj_positions, pc2_frames, run)


def rms_percent(frames, others, rest):
    """The RMS distance of corresponding vertices over all frames, % of the rest's diagonal."""
    total, count = 0.0, 0
    for frame, other in zip(frames, others, strict=True):
        for p, q in zip(frame, other, strict=True):
            total += sum((a - b) ** 2 for a, b in zip(p, q))
            count += 1
    diagonal = math.dist([min(p[axis] for p in rest) for axis in range(3)],
                         [max(p[axis] for p in rest) for axis in range(3)])
    return 100 * math.sqrt(total / count) / diagonal


class DeformTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = pathlib.Path(tempfile.mkdtemp(prefix="exemplar deform "))
        cls.addClassCleanup(shutil.rmtree, cls.shared, ignore_errors=True)
        cls.examples = [cls.shared / "rest.obj", cls.shared / "frames.pc2"]
        cls.sample, cls.rig = cls.shared / "sample.exemplar", cls.shared / "rig.exemplar"
        cls.levels = cls.shared / "levels.exemplar"
        for arguments in (
            ["sample", cls.shared, "--vertices", 2000],
            ["rig", *cls.examples, "--bones", 12, "--fast", "-o", cls.rig],
            ["lod", cls.rig, "-o", cls.levels, "--levels", 2, "--level-poses", 4],
        ):
            made = run(*arguments)
            assert made.returncode == 0, made.stderr

    def report(self, character, *options):
        figures = self.folder / "report.json"
        self.succeed("report", character, *self.examples, "--no-pictures", "-o", self.folder / "report.html", "--json",
                     figures, *options)
        return json.loads(figures.read_text())["drawn"]

    def test_frames_are_those_that_the_report_measures_with_every_operator(self):
        rest, truth = obj_positions(self.examples[0]), pc2_frames(self.examples[1])
        out = self.folder / "frames.pc2"
        for options in ([], ["--operator", "lbs"], ["--operator", "dqs"], ["--operator", "twist"]):
            with self.subTest(options=options):
                said = self.succeed("deform", self.rig, "-o", out, *options)
                frames = pc2_frames(out)
                self.assertEqual(len(frames), len(truth))
                self.assertEqual(len(frames[0]), len(rest))
                drawn = self.report(self.rig, *options)
                self.assertAlmostEqual(rms_percent(frames, truth, rest), drawn["vertexRmsPercent"], delta=2e-5)
                self.assertIn(options[1] if options else "operator", said.stdout)
        self.assertLess(largest_distance(obj_positions(self.folder / "frames.obj"), rest), 1e-2)

    def test_a_clip_some_frames_of_it_and_every_format_agree(self):
        clip = self.inspect(self.sample)["clips"][0]["name"]
        self.succeed("deform", self.sample, "--clip", clip, "-o", self.folder / "all.pc2")
        frames = pc2_frames(self.folder / "all.pc2")
        self.succeed("deform", self.sample, "--clip", clip, "--frames", "1,3-4", "-o", self.folder / "some.obj")
        for number, frame in enumerate((1, 3, 4), 1):
            posed = obj_positions(self.folder / f"some_{number:04d}.obj")
            self.assertLess(largest_distance(posed, frames[frame]), 1e-5)
        for name in ("some.mdd", "some", "some.ply", "some.glb"):
            out = self.folder / name.replace(".", " ") / name
            out.parent.mkdir()
            self.succeed("deform", self.sample, "--clip", clip, "--frames", "1,3-4", "-o", out)
            back = self.folder / "back"
            self.succeed("convert", out if name in ("some", "some.glb") else out.parent, back)
            for read, frame in zip(pc2_frames(back / "frames.pc2"), (1, 3, 4), strict=True):
                self.assertLess(largest_distance(read, frames[frame]), 1e-5, name)
            if name == "some.glb":
                self.validate(out)
                self.assertEqual(len(glb_json(out)["meshes"][0]["primitives"][0]["targets"]), 3)

    def test_a_motion_file_does_what_the_clip_it_was_written_from_does(self):
        clip = self.inspect(self.sample)["clips"][0]["name"]
        motion = self.folder / "motion.bvh"
        self.succeed("convert", self.sample, motion, "--clip", clip)
        self.succeed("deform", self.sample, "--clip", clip, "-o", self.folder / "clip.pc2")
        self.succeed("deform", self.sample, "--clip", motion, "-o", self.folder / "motion.pc2")
        for a, b in zip(pc2_frames(self.folder / "clip.pc2"), pc2_frames(self.folder / "motion.pc2"), strict=True):
            self.assertLess(largest_distance(a, b), 1e-3)

    def test_coarser_levels_have_fewer_vertices_and_move_along(self):
        self.succeed("deform", self.levels, "-o", self.folder / "fine.pc2")
        self.succeed("deform", self.levels, "--level", 1, "-o", self.folder / "coarse.pc2")
        fine, coarse = pc2_frames(self.folder / "fine.pc2"), pc2_frames(self.folder / "coarse.pc2")
        self.assertLess(len(coarse[0]), 0.8 * len(fine[0]))
        self.assertEqual(len(obj_positions(self.folder / "coarse.obj")), len(coarse[0]))
        for a, b in zip(fine, coarse, strict=True):
            for axis in range(3):
                self.assertAlmostEqual(max(p[axis] for p in a), max(p[axis] for p in b), delta=0.05)

    def test_bad_input_is_refused_with_a_sentence(self):
        out = self.folder / "out.pc2"
        clip = self.inspect(self.sample)["clips"][0]["name"]
        self.refuse(NOT_FOUND, f"Available clips: '{clip}'", "deform", self.sample, "--clip", "wlak", "-o", out)
        self.refuse(NOT_FOUND, "none.bvh", "deform", self.sample, "--clip", "none.bvh", "-o", out)
        self.refuse(WRONG_ARGUMENTS, "the clip has 40 frames", "deform", self.sample, "--frames", "3,99", "-o", out)
        self.refuse(NOT_FOUND, "Level 3 does not exist", "deform", self.sample, "--level", 3, "-o", out)
        self.refuse(UNSUPPORTED, "not a character", "deform", self.examples[0], "-o", out)
        self.refuse(UNSUPPORTED, "cannot be written as '.fbx'", "deform", self.sample, "-o", self.folder / "out.fbx")
        self.refuse(UNSUPPORTED, "--operator blended", "deform", self.sample, "--operator", "blended",
                    "-o", out)
        bad = self.write("bad.bvh", "HIERARCHY\nROOT hip\n{\n")
        self.refuse(MALFORMED, "bad.bvh", "deform", self.sample, "--clip", bad, "-o", out)
        self.assertEqual(self.files(), ["bad.bvh"])

    def test_poses_come_from_json_too(self):
        joint = self.inspect(self.sample)["jointNames"][-1]
        picture = self.folder / "picture.png"
        for words, code, pose in ((f"joint '{joint}' has no rotation", MALFORMED, {"joints": {joint: {"angles": [1]}}}),
                                  ("no joint 'nose'", NOT_FOUND, {"joints": {"nose": {"angles": [1, 2, 3]}}}),
                                  ("there are no joints", MALFORMED, {"bones": []})):
            file = self.write("pose.json", json.dumps(pose))
            self.refuse(code, words, "render", self.sample, "--pose", file, "-o", picture)


if __name__ == "__main__":
    unittest.main()
