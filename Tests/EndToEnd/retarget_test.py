#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Motions of other skeletons: exemplar retarget and exemplar animate."""

import json
import unittest

from program import MISMATCH, NOT_FOUND, WRONG_ARGUMENTS, ProgramTest, glb_json

JOINTS = [("base", None, [0, 1, 0]), ("trunk", "base", [0, 1.4, 0]), ("neck", "trunk", [0, 1.6, 0]), ("head", "neck", [0, 1.7, 0])]
for side, x in (("l", 1), ("r", -1)):
    JOINTS += [(f"arm_{side}", "trunk", [0.2 * x, 1.45, 0]), (f"elbow_{side}", f"arm_{side}", [0.5 * x, 1.45, 0]),
               (f"hand_{side}", f"elbow_{side}", [0.75 * x, 1.45, 0]), (f"thigh_{side}", "base", [0.1 * x, 0.95, 0]),
               (f"shin_{side}", f"thigh_{side}", [0.1 * x, 0.5, 0.01]), (f"foot_{side}", f"shin_{side}", [0.1 * x, 0.1, 0]),
               (f"toe_{side}", f"foot_{side}", [0.1 * x, 0.02, 0.15])]


class RetargetTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.hero, self.walk = self.folder / "sample/sample.exemplar", self.folder / "motions/walk.bvh"
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        self.walk.parent.mkdir()
        self.succeed("convert", self.hero, self.walk, "--clip", "walk")
        self.stick = self.folder / "stick.json"
        self.stick.write_text(json.dumps({"joints": [{"name": n, "parent": p, "position": at} for n, p, at in JOINTS]}))

    def clips(self, file):
        return [clip["name"] for clip in json.loads(self.succeed("inspect", file, "--json").stdout)["clips"]]

    def test_a_motion_becomes_one_more_clip_of_a_character(self):
        out, figures = self.folder / "out.exemplar", self.folder / "figures.json"
        result = self.succeed("retarget", self.walk, self.hero, "-o", out, "--json", figures)
        self.assertIn("walk: ", result.stdout)
        self.assertEqual(sorted(self.clips(out)), sorted(self.clips(self.hero)))  # the walk is replaced
        joints = json.loads(figures.read_text())[0]["joints"]
        self.assertTrue(all(name == partner for name, partner in joints.items()), joints)

    def test_a_folder_of_motions_goes_to_another_skeleton_and_back(self):
        out = self.folder / "stick"
        self.succeed("retarget", self.walk.parent, self.stick, "-o", out)
        self.assertEqual([file.name for file in out.iterdir()], ["walk.bvh"])
        self.succeed("animate", self.hero, out, "-o", self.folder / "all.glb")
        self.assertEqual([clip["name"] for clip in glb_json(self.folder / "all.glb")["animations"]], ["walk"])

    def test_a_rigged_scene_is_a_source(self):
        scene = self.folder / "hero.glb"
        self.succeed("convert", self.hero, scene)
        out = self.folder / "walk.bvh"
        self.succeed("retarget", scene, self.stick, "walk", "-o", out)
        self.assertIn("JOINT shin_l", out.read_text())

    def test_mistakes_get_a_sentence(self):
        out = self.folder / "out.bvh"
        self.refuse(MISMATCH, "opposite sides", "retarget", self.walk, self.stick, "-o", out, "--turn", 180)
        self.refuse(NOT_FOUND, "The source has: walk", "retarget", self.walk, self.stick, "run", "-o", out)
        (self.folder / "empty").mkdir()
        self.refuse(NOT_FOUND, "no motions", "retarget", self.folder / "empty", self.stick, "-o", out)
        self.refuse(WRONG_ARGUMENTS, "one clip", "retarget", self.hero, self.stick, "-o", out)
        self.refuse(WRONG_ARGUMENTS, "not a character", "animate", self.stick, self.walk, "-o", self.folder / "out.glb")
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
