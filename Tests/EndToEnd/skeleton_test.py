# Copyright (c) 2026 Exemplar contributors. MIT license.
"""A skeleton of one's own (--skeleton) for rig, skin and build, its formats, and motions (.bvh) in and out."""

import json
import unittest

from program import MALFORMED, MISMATCH, NOT_FOUND, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, glb_json
from rig_test import tube

SKELETON = {"joints": [{"name": "shoulder", "parent": None, "position": [0.2, 0, 0]},
                       {"name": "elbow", "parent": "shoulder", "position": [3, 0, 0]}]}


class SkeletonTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tube/rest.obj", tube(0))
        for frame in range(1, 5):
            self.write(f"tube/pose{frame}.obj", tube(0.3 * frame))
        self.tube = self.folder / "tube"
        self.skeleton = self.folder / "house.json"
        self.skeleton.write_text(json.dumps(SKELETON))

    def inspect(self, file):
        return json.loads(self.succeed("inspect", file, "--json").stdout)

    def test_joints_and_names_stay_and_the_motion_is_found(self):
        out, figures = self.folder / "arm.exemplar", self.folder / "figures.json"
        self.succeed("rig", self.tube, "--skeleton", self.skeleton, "--fast", "-o", out, "--json", figures)
        report = json.loads(figures.read_text())
        for bone, place in zip(report["bones"], (0.2, 3.0), strict=True):
            self.assertAlmostEqual(bone["joint"][0], place, places=5)
        self.assertLess(report["summary"]["vertexRmsPercent"], 0.1)
        self.assertEqual(self.inspect(out)["jointNames"], ["shoulder", "elbow"])

    def test_a_character_a_scene_and_a_motion_give_the_same_skeleton(self):
        first = self.folder / "arm.exemplar"
        self.succeed("rig", self.tube, "--skeleton", self.skeleton, "--fast", "-o", first)
        for name in ("arm.glb", "arm.bvh"):
            self.succeed("convert", first, self.folder / name)
        for name in ("arm.exemplar", "arm.glb", "arm.bvh"):
            out, figures = self.folder / "again.glb", self.folder / "figures.json"
            self.succeed("rig", self.tube, "--skeleton", self.folder / name, "--fast", "-o", out, "--json", figures)
            nodes = [node["name"] for node in glb_json(out)["nodes"] if "name" in node]
            self.assertTrue({"shoulder", "elbow"} <= set(nodes), name)
            joints = [bone["joint"][0] for bone in json.loads(figures.read_text())["bones"]]
            self.assertAlmostEqual(joints[0], 0.2, places=5)
            self.assertAlmostEqual(joints[1], 3.0, places=5)

    def test_skin_fits_some_frames_and_measures_others_without_a_rig(self):
        figures = self.folder / "figures.json"
        self.succeed("skin", self.tube, "--skeleton", self.skeleton, "--operator", "lbs", "--test-frames", "1,3",
                     "--json", figures, "-o", self.folder / "arm.exemplar")
        report = json.loads(figures.read_text())
        self.assertEqual(report["summary"]["test"]["frames"], 2)
        self.assertLess(report["summary"]["test"]["vertexRmsPercent"], 0.1)

    def test_build_takes_the_skeleton_from_options_and_the_cache_follows_its_content(self):
        options, out = self.folder / "options.json", self.folder / "out"
        options.write_text(json.dumps({"rig": {"skeleton": str(self.skeleton), "effort": "fast"},
                                       "levels": {"count": 1}}))
        command = ["build", self.tube, "-o", out, "--options", options, "--no-report"]
        self.succeed(*command)
        self.assertEqual(self.inspect(out / "character.exemplar")["joints"], 2)
        self.assertIn("cached", self.succeed(*command).stderr)
        other = json.loads(json.dumps(SKELETON))
        other["joints"][1]["position"] = [2.9, 0, 0]
        self.skeleton.write_text(json.dumps(other))
        again = self.succeed(*command)
        rig = next(line for line in again.stderr.splitlines() if line.startswith("rig "))
        self.assertNotIn("cached", rig)

    def test_an_extra_bone_bends_what_the_skeleton_cannot(self):
        self.skeleton.write_text(json.dumps({"joints": SKELETON["joints"][:1]}))
        errors = []
        for extra in (0, 1):
            figures = self.folder / "figures.json"
            self.succeed("rig", self.tube, "--skeleton", self.skeleton, "--extra-bones", extra, "--fast", "-o",
                         self.folder / "arm.glb", "--json", figures)
            report = json.loads(figures.read_text())
            self.assertEqual(report["summary"]["extraJoints"], extra)
            errors.append(report["summary"]["vertexRmsPercent"])
        self.assertEqual(report["bones"][1]["name"], "extra_1")
        self.assertLess(errors[1], 0.5 * errors[0])

    def test_a_rig_from_motion_takes_the_names_of_a_humanoid(self):
        sample, out, figures = self.folder / "sample", self.folder / "a.exemplar", self.folder / "figures.json"
        self.succeed("sample", sample, "--vertices", 3000)
        examples = [sample / "rest.obj", sample / "frames.pc2"]
        self.succeed("rig", *examples, "--fast", "--names", "manny", "-o", out, "--json", figures)
        bones = {bone["name"]: bone["joint"] for bone in json.loads(figures.read_text())["bones"]}
        self.assertEqual(sorted(bones), sorted(self.inspect(out)["jointNames"]))
        for side, sign in (("l", 1), ("r", -1)):
            for chain in (["upperarm", "lowerarm", "hand"], ["thigh", "calf", "foot"]):
                places = [bones[f"{name}_{side}"] for name in chain]
                self.assertTrue(all(sign * place[0] > 0 for place in places), (side, chain, places))
                away = [sign * place[0] if chain[0] == "upperarm" else -place[1] for place in places]
                self.assertEqual(away, sorted(away), (side, chain))
        heights = [bones[name][1] for name in ("pelvis", "spine_01", "neck_01", "head")]
        self.assertEqual(heights, sorted(heights))
        # Lying on its face, as a body on four legs does, it is not a humanoid.
        result = self.succeed("rig", *examples, "--up", "z", "--fast", "--names", "manny", "-o", out)
        self.assertIn("The rig is not that of a humanoid, so its bones keep their numbers.", result.stderr)
        self.assertTrue(all(name.startswith("bone_") for name in self.inspect(out)["jointNames"]))

    def test_joints_that_lead_no_skin_and_joints_that_never_move_are_named(self):
        more = json.loads(json.dumps(SKELETON))
        more["joints"].append({"name": "socket", "parent": "elbow", "position": [4, 9, 0]})
        self.skeleton.write_text(json.dumps(more))
        result = self.succeed("rig", self.tube, "--skeleton", self.skeleton, "--fast", "-o", self.folder / "a.glb")
        self.assertIn("lead no skin: socket", result.stderr)
        more["joints"][2] = {"name": "wrist", "parent": "elbow", "position": [5, 0, 0]}
        self.skeleton.write_text(json.dumps(more))
        result = self.succeed("rig", self.tube, "--skeleton", self.skeleton, "--fast", "--connected", "-o",
                              self.folder / "a.glb")
        self.assertIn("wrist", result.stderr)

    def test_a_motion_becomes_a_clip_and_a_clip_a_motion(self):
        arm, motion = self.folder / "arm.exemplar", self.folder / "wave.bvh"
        self.succeed("rig", self.tube, "--skeleton", self.skeleton, "--fast", "--connected", "-o", arm)
        self.succeed("convert", arm, motion, "--clip", "examples")
        self.assertIn("Frames: 4", motion.read_text())
        more = self.folder / "more.exemplar"
        self.succeed("convert", arm, motion, more)
        clips = {clip["name"]: clip for clip in self.inspect(more)["clips"]}
        self.assertEqual(clips["wave"]["frames"], 4)
        self.refuse(NOT_FOUND, "It has: examples", "convert", arm, motion, "--clip", "run")

    def test_bad_skeletons_are_refused_with_the_remedy(self):
        out = self.folder / "a.glb"
        self.refuse(NOT_FOUND, "none.json", "rig", self.tube, "--skeleton", self.folder / "none.json", "-o", out)
        self.skeleton.write_text("{}")
        self.refuse(MALFORMED, "no list of joints", "rig", self.tube, "--skeleton", self.skeleton, "-o", out)
        large = json.loads(json.dumps(SKELETON))
        large["joints"][1]["position"] = [300, 0, 0]
        self.skeleton.write_text(json.dumps(large))
        self.refuse(MISMATCH, "--skeleton-scale", "rig", self.tube, "--skeleton", self.skeleton, "-o", out)
        (self.folder / "a.txt").write_text("")
        self.refuse(UNSUPPORTED, "a skeleton must be", "rig", self.tube, "--skeleton", self.folder / "a.txt", "-o", out)
        self.refuse(WRONG_ARGUMENTS, "--skeleton", "rig", self.tube, "--extra-bones", 2, "-o", out)
        (self.folder / "a.bvh").write_text("MOTION")
        self.refuse(MALFORMED, "Is this a BVH file?", "rig", self.tube, "--skeleton", self.folder / "a.bvh", "-o", out)


if __name__ == "__main__":
    unittest.main()
