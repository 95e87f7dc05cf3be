# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar skin, and the animation-space skin of exemplar build: figures that anybody can measure."""

import json
import math
import unittest

from program import (DEGENERATE, MISMATCH, NOT_FOUND, NOT_WRITABLE, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest,
                     largest_distance, obj_positions, pc2_frames)


def bend(angle):
    """A tube along x of two bones that keeps its thickness where it bends, as linear blending does not."""
    lines = []
    for ring in range(25):
        for side in range(10):
            around = 2 * math.pi * side / 10
            x, y, z = ring / 4 - 3, 0.5 * math.cos(around), 0.5 * math.sin(around)
            share = min(1, max(0, 0.5 + x / 3))
            turn = angle * share
            lines.append(
                f"v {x * math.cos(turn) - y * math.sin(turn):.9g} {x * math.sin(turn) + y * math.cos(turn):.9g} {z:.9g}"
            )
    for ring in range(24):
        for side in range(10):
            a, b = 10 * ring + side + 1, 10 * ring + (side + 1) % 10 + 1
            lines.append(f"f {a} {b} {b + 10} {a + 10}")
    return "\n".join(lines) + "\n"


class SkinTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tube/rest.obj", bend(0))
        for frame in range(1, 10):
            self.write(f"tube/pose{frame}.obj", bend(0.17 * frame))
        self.tube = self.folder / "tube"
        self.rig = self.folder / "rig.exemplar"
        self.succeed("rig", self.tube, "--bones", 2, "--fast", "-o", self.rig)

    def error(self, frames, numbers):
        """Root mean square distance of frames to the examples of these numbers, in % of the rest diagonal."""
        rest = obj_positions(self.tube / "rest.obj")
        size = math.dist([min(p[i] for p in rest) for i in range(3)], [max(p[i] for p in rest) for i in range(3)])
        total = 0.0
        for number in numbers:
            pose = obj_positions(self.tube / f"pose{number + 1}.obj")
            total += sum(math.dist(p, q) ** 2 for p, q in zip(pose, frames[number]))
        return 100 * math.sqrt(total / (len(numbers) * len(rest))) / size

    def skin(self, *options):
        figures, again = self.folder / "figures.json", self.folder / "again.pc2"
        self.succeed("skin", self.rig, self.tube, "--json", figures, "--reconstruction", again, *options)
        return json.loads(figures.read_text()), pc2_frames(again)

    def test_animation_space_beats_linear_blending_and_its_error_is_that_of_the_reconstruction(self):
        linear, frames = self.skin("--skin", "lbs")
        self.assertEqual(len(frames), 9)
        self.assertAlmostEqual(
            linear["summary"]["fit"]["vertexRmsPercent"], self.error(frames, range(9)), delta=1e-4
        )
        self.assertNotIn("animationSpace", linear["fit"])
        report, frames = self.skin()
        rms = report["summary"]["fit"]["vertexRmsPercent"]
        self.assertAlmostEqual(rms, self.error(frames, range(9)), delta=1e-4)
        self.assertEqual(report["choice"]["aim"], "examples")
        self.assertAlmostEqual(
            report["fit"]["linearBlend"]["vertexRmsPercent"],
            linear["fit"]["linearBlend"]["vertexRmsPercent"],
            delta=1e-9,
        )
        self.assertLess(rms, 0.45 * report["summary"]["fit"]["linearBlendRmsPercent"])
        self.assertLessEqual(report["summary"]["influences"], 4)
        pose = report["fit"]["poses"][8]
        self.assertEqual(pose["frame"], 8)
        self.assertLess(
            abs(100 - pose["animationSpace"]["volumePercent"]), abs(100 - pose["linearBlend"]["volumePercent"])
        )
        self.assertLess(pose["animationSpace"]["normalRms"], pose["linearBlend"]["normalRms"])

    def test_held_out_frames_are_measured_and_not_fitted(self):
        report, frames = self.skin("--fit-frames", "0,2,4-4,6,8-", "--test-frames", "1,3,5,7")
        self.assertEqual([pose["frame"] for pose in report["test"]["poses"]], [1, 3, 5, 7])
        self.assertEqual(report["summary"]["fit"]["frames"], 5)
        self.assertEqual(report["choice"]["aim"], "new-poses")
        test = report["summary"]["test"]
        self.assertAlmostEqual(test["vertexRmsPercent"], self.error(frames, [1, 3, 5, 7]), delta=1e-4)
        self.assertLess(test["vertexRmsPercent"], test["linearBlendRmsPercent"])
        # Frames that nobody named for the fit do not change it.
        other, _ = self.skin("--fit-frames", "0,2,4,6,8", "--test-frames", "1,3")
        self.assertEqual(other["choice"], report["choice"])
        self.assertEqual(other["fit"], report["fit"])

    def test_build_writes_the_skin_and_says_what_it_is_worth(self):
        out, figures = self.folder / "out.exemplar", self.folder / "figures.json"
        self.succeed("build", self.tube, "--bones", 2, "--fast", "-o", out, "--json", figures)
        report = json.loads(figures.read_text())
        self.assertEqual(len(report["skins"]["poses"]), 9)
        for pose in report["skins"]["poses"]:
            for operator in ["linearBlend", "animationSpace"]:
                self.assertEqual(
                    sorted(pose[operator]), ["normalRms", "vertexMaxPercent", "vertexRmsPercent", "volumePercent"]
                )
        self.assertLess(
            report["skins"]["animationSpace"]["vertexRmsPercent"], report["skins"]["linearBlend"]["vertexRmsPercent"]
        )
        plain = self.folder / "plain.exemplar"
        self.succeed("build", self.tube, "--bones", 2, "--fast", "--skin", "lbs", "--levels", 1, "-o", plain, "--json", figures)
        self.assertNotIn("skins", json.loads(figures.read_text()))
        self.assertIn("skinInfluences", self.succeed("inspect", out).stdout)
        self.assertNotIn("skinInfluences", self.succeed("inspect", plain).stdout)

    def test_the_character_with_its_skin_loads_and_is_the_same_for_any_number_of_threads(self):
        files = []
        for threads in [1, 3]:
            out = self.folder / f"out{threads}.exemplar"
            self.succeed("--threads", threads, "skin", self.rig, self.tube, "--aim", "new-poses", "-o", out)
            files.append(out.read_bytes())
        self.assertEqual(files[0], files[1])
        self.assertEqual(self.inspect(out)["joints"], 2)
        # Its own weights, kept, reproduce what the rig did.
        kept, _ = self.skin("--keep-weights", "--skin", "lbs")
        fitted, _ = self.skin("--skin", "lbs")
        self.assertLessEqual(
            fitted["summary"]["fit"]["vertexRmsPercent"], 1.001 * kept["summary"]["fit"]["vertexRmsPercent"]
        )

    def test_weights_are_kept_improved_or_replaced(self):
        errors = [
            self.skin(*options, "--skin", "lbs")[0]["summary"]["fit"]["vertexRmsPercent"]
            for options in [["--keep-weights"], ["--keep-weights=0.5"], []]
        ]
        self.assertLessEqual(errors[1], errors[0] * 1.001)
        self.assertLessEqual(errors[2], errors[1] * 1.001)
        self.refuse(WRONG_ARGUMENTS, "percentage", "skin", self.rig, self.tube, "--keep-weights=much")

    def test_the_operator_is_stored_and_measured(self):
        out = self.folder / "dqs.exemplar"
        self.succeed("skin", self.rig, self.tube, "--skin", "lbs", "-o", out, "--operator", "dqs")
        self.assertEqual(self.inspect(out)["operator"], "dqs")
        self.refuse(WRONG_ARGUMENTS, "-o hero.exemplar", "skin", self.rig, self.tube, "--operator", "dqs")

    def test_strong_terms_give_linear_blending(self):
        report, frames = self.skin("--lambda", 1e9, "--aim", "new-poses")
        _, linear = self.skin("--skin", "lbs")
        for frame, other in zip(frames, linear):
            self.assertLess(largest_distance(frame, other), 1e-5)

    def test_wrong_arguments_get_a_sentence(self):
        self.refuse(WRONG_ARGUMENTS, "A rig and examples are required", "skin", self.rig)
        self.refuse(WRONG_ARGUMENTS, "3to7", "skin", self.rig, self.tube, "--fit-frames", "3to7")
        self.refuse(WRONG_ARGUMENTS, "frame 9", "skin", self.rig, self.tube, "--test-frames", "4-9")
        self.refuse(WRONG_ARGUMENTS, "in both --fit-frames and --test-frames", "skin", self.rig, self.tube, "--test-frames", "4", "--fit-frames", "0-")
        self.refuse(WRONG_ARGUMENTS, "No frames are left", "skin", self.rig, self.tube, "--test-frames", "0-")
        self.refuse(DEGENERATE, "but no poses", "skin", self.rig, self.tube / "rest.obj")
        pose = sorted(self.tube.glob("*.obj"))[0]
        self.refuse(UNSUPPORTED, ".pc2 or .mdd", "skin", self.rig, self.tube, "--reconstruction", pose)
        self.refuse(WRONG_ARGUMENTS, "would overwrite", "skin", self.rig, self.tube, "--json", pose)
        self.refuse(NOT_WRITABLE, "does not exist. Create it first", "skin", self.rig, self.tube, "-o", self.folder / "none/out.exemplar")
        self.refuse(WRONG_ARGUMENTS, "skin", "skin", self.rig, self.tube, "--skin", "magic")
        self.refuse(NOT_FOUND, "none.exemplar", "skin", self.folder / "none.exemplar", self.tube)
        other = self.write("other/rest.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").parent
        self.write("other/pose.obj", "v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n")
        self.refuse(MISMATCH, "250 vertices", "skin", self.rig, other)


if __name__ == "__main__":
    unittest.main()
