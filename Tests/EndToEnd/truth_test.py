# Copyright (c) 2026 Exemplar contributors. MIT license.
"""A file does what its command printed: `report` of every output has the error that the command gave."""

import json
import pathlib
import shutil
import tempfile
import unittest

from program import UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, glb_json, run

SAME = 2e-5  # % of the diagonal: the report skins in float, as a game does


class TruthTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = pathlib.Path(tempfile.mkdtemp(prefix="exemplar truth "))
        cls.addClassCleanup(shutil.rmtree, cls.shared, ignore_errors=True)
        cls.examples = [cls.shared / "rest.obj", cls.shared / "frames.pc2"]
        cls.free, cls.connected = cls.shared / "free.exemplar", cls.shared / "connected.exemplar"
        for arguments in (
            ["sample", cls.shared, "--vertices", 2000],
            ["rig", *cls.examples, "--bones", 12, "--fast", "-o", cls.free, "--json", cls.shared / "free.json"],
            ["rig", *cls.examples, "--bones", 12, "--fast", "--connected", "-o", cls.connected, "--json",
             cls.shared / "connected.json"],
        ):
            made = run(*arguments)
            assert made.returncode == 0, made.stderr

    def report(self, character, examples=None):
        figures = self.folder / "report.json"
        self.succeed("report", character, *(examples or self.examples), "--no-pictures", "-o",
                     self.folder / "report.html", "--json", figures)
        return json.loads(figures.read_text())

    def skin(self, rig, *options, examples=None):
        out, figures = self.folder / "out.exemplar", self.folder / "skin.json"
        said = self.succeed("skin", rig, *(examples or self.examples), "-o", out, "--json", figures, *options)
        return out, json.loads(figures.read_text()), said.stderr

    def translations(self, character):
        """Joints that a clip moves, other than the root, as a GLB of the character has them."""
        glb = self.folder / "translations.glb"
        self.succeed("convert", character, glb)
        document = glb_json(glb)
        roots = {document["skins"][0]["joints"][0]}
        return {channel["target"]["node"] for animation in document.get("animations", [])
                for channel in animation["channels"] if channel["target"]["path"] == "translation"} - roots

    def test_rigs_have_the_error_that_was_printed(self):
        for character, name in ((self.free, "free.json"), (self.connected, "connected.json")):
            printed = json.loads((self.shared / name).read_text())["summary"]["vertexRmsPercent"]
            self.assertAlmostEqual(self.report(character)["drawn"]["vertexRmsPercent"], printed, delta=SAME)

    def test_skins_have_the_error_that_was_printed_in_every_frame_at_rest_and_by_linear_blending(self):
        for rig, connected in ((self.free, False), (self.connected, True)):
            for options in ([], ["--skin", "lbs"], ["--aim", "new-poses", "--test-frames", "3,7,11"]):
                with self.subTest(connected=connected, options=options):
                    out, figures, said = self.skin(rig, *options)
                    drawn = self.report(out)
                    linear = "lbs" in options
                    self.assertEqual(drawn["frames"], 16)
                    for part in ("fit", "test"):
                        for pose in figures.get(part, {}).get("poses", []):
                            printed = pose["linearBlend" if linear else "animationSpace"]["vertexRmsPercent"]
                            self.assertAlmostEqual(drawn["drawn"]["poses"][pose["frame"]], printed, delta=SAME)
                    if not linear and "test" not in figures:
                        self.assertAlmostEqual(drawn["linearBlend"]["vertexRmsPercent"],
                                               figures["summary"]["fit"]["linearBlendRmsPercent"], delta=SAME)
                    rest = figures["summary"]["rest"]
                    self.assertAlmostEqual(drawn["rest"]["vertexRmsPercent"], rest["vertexRmsPercent"], delta=SAME)
                    self.assertIn("turn about their joints" if connected else "move freely", said)
                    self.assertEqual(bool(self.translations(out)), not connected)
                    self.assertIn("16 frames are in clip 'examples'", said)

    def test_a_skin_is_not_worse_than_the_rig_that_it_was_fitted_to(self):
        for rig in (self.free, self.connected):
            before = self.report(rig)["drawn"]["vertexRmsPercent"]
            out, _, _ = self.skin(rig)
            self.assertLess(self.report(out)["drawn"]["vertexRmsPercent"], before)

    def test_examples_that_no_clip_plays_become_a_clip_and_other_clips_stay(self):
        other = self.folder / "other"
        self.succeed("sample", other, "--vertices", 2000, "--walk")
        examples = [self.examples[0], other / "frames.pc2"]
        out, figures, said = self.skin(self.connected, examples=examples)
        names = [clip["name"] for clip in self.inspect(out)["clips"]]
        self.assertEqual(names, ["examples", "examples-2"])
        self.assertIn("'examples-2'", said)
        self.assertAlmostEqual(self.report(out, examples)["drawn"]["vertexRmsPercent"],
                               figures["summary"]["fit"]["vertexRmsPercent"], delta=SAME)

    def test_the_rest_pose_is_an_example_and_can_be_exact(self):
        _, figures, _ = self.skin(self.connected)
        rest, fit = figures["summary"]["rest"], figures["summary"]["fit"]
        self.assertLess(rest["vertexRmsPercent"], 2 * fit["vertexRmsPercent"])
        out, figures, _ = self.skin(self.connected, "--exact-rest")
        self.assertLess(figures["summary"]["rest"]["vertexMaxPercent"], 1e-4)
        self.assertLess(self.report(out)["rest"]["vertexMaxPercent"], 1e-4)
        self.assertLess(figures["summary"]["fit"]["vertexRmsPercent"],
                        figures["summary"]["fit"]["linearBlendRmsPercent"])

    def test_builds_have_the_error_that_was_printed_with_and_without_reduced_keys(self):
        for options in ([], ["--reduce-keys", 0.2]):
            with self.subTest(options=options):
                out, figures = self.folder / "built.exemplar", self.folder / "built.json"
                self.succeed("build", *self.examples, "--bones", 12, "--fast", "--levels", 2, "-o", out, "--json",
                             figures, *options)
                printed = json.loads(figures.read_text())
                drawn = self.report(out)
                self.assertAlmostEqual(drawn["drawn"]["vertexRmsPercent"],
                                       printed["skins"]["animationSpace"]["vertexRmsPercent"], delta=SAME)
                self.assertAlmostEqual(drawn["linearBlend"]["vertexRmsPercent"],
                                       printed["summary"]["vertexRmsPercent"], delta=SAME)

    def test_levels_keep_what_is_drawn_and_a_new_skin_says_that_they_are_gone(self):
        levels = self.folder / "levels.exemplar"
        self.succeed("lod", self.connected, "-o", levels, "--levels", 3, "--level-poses", 4)
        before, after = self.report(self.connected), self.report(levels)
        self.assertAlmostEqual(before["drawn"]["vertexRmsPercent"], after["drawn"]["vertexRmsPercent"], delta=SAME)
        out, _, said = self.skin(levels)
        self.assertIn("Removed 2 coarser levels, which belonged to the old skin. Run exemplar lod", said)
        self.assertEqual(len(self.inspect(out)["levels"]), 1)

    def test_converted_files_reproduce_what_the_character_did(self):
        glb, back = self.folder / "rig.glb", self.folder / "back.exemplar"
        self.succeed("convert", self.connected, glb)
        self.succeed("convert", glb, back)
        self.assertAlmostEqual(self.report(back)["drawn"]["vertexRmsPercent"],
                               self.report(self.connected)["drawn"]["vertexRmsPercent"], delta=5 * SAME)

    def test_limits_are_written_and_kept_and_make_bounds_smaller(self):
        limited, free = self.folder / "limited.exemplar", self.folder / "free.exemplar"
        figures = self.folder / "limits.json"
        said = self.succeed("limits", self.connected, "-o", limited, "--margin", 15, "--json", figures)
        self.assertEqual(len(said.stdout.splitlines()), 13)
        limits = json.loads(figures.read_text())
        self.assertEqual(len(limits["limits"]), 12)
        for joint in limits["limits"][1:]:
            self.assertLessEqual(joint["minTwistDegrees"], -15 + 1e-3)
            self.assertGreaterEqual(joint["maxTwistDegrees"], 15 - 1e-3)
            self.assertGreaterEqual(joint["maxSwingDegrees"], 15 - 1e-3)
        self.succeed("limits", self.connected, "-o", free, "--remove")
        bounds = []
        for character in (limited, free):
            levels = self.folder / "levels.json"
            self.succeed("lod", character, "-o", self.folder / "out.exemplar", "--fractions", 0.2, "--level-poses", 4,
                         "--json", levels)
            bounds.append(json.loads(levels.read_text())["levels"][1]["errorBound"])
        self.assertLess(bounds[0], 0.8 * bounds[1])
        self.refuse(WRONG_ARGUMENTS, "--margin", "limits", self.connected, "-o", limited, "--margin", 200)
        self.refuse(UNSUPPORTED, "not a character", "limits", self.examples[0], "-o", limited)


if __name__ == "__main__":
    unittest.main()
