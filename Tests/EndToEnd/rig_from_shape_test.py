# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Rigs without poses: from the shape of one mesh, and from meshes that share no connectivity."""

import json
import unittest

from program import MISMATCH, ProgramTest


class RigFromShapeTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.sample = self.folder / "sample"

    def test_one_mesh_gets_a_rig_that_examples_improve(self):
        self.succeed("sample", self.sample, "--vertices", 2000)
        rig, figures = self.folder / "rig.exemplar", self.folder / "rig.json"
        said = self.succeed("rig", self.sample / "rest.obj", "-o", rig, "--json", figures)
        self.assertIn("Rig from shape", said.stderr)
        report = json.loads(figures.read_text())
        self.assertGreaterEqual(report["summary"]["bones"], 15)
        self.assertEqual((report["summary"]["poses"], report["error"]), (0, None))
        skinned, fitted = self.folder / "skinned.exemplar", self.folder / "skin.json"
        self.succeed("skin", rig, self.sample, "-o", skinned, "--json", fitted)
        self.assertLess(json.loads(fitted.read_text())["summary"]["fit"]["vertexRmsPercent"], 0.5)

    def test_build_takes_one_mesh(self):
        self.succeed("sample", self.sample, "--vertices", 2000)
        out = self.folder / "hero"
        self.succeed("build", self.sample / "rest.obj", "-o", out, "--no-report")
        self.assertGreaterEqual(self.inspect(out / "character.exemplar")["joints"], 15)

    def test_meshes_of_different_connectivity_get_one_skeleton(self):
        self.succeed("sample", self.sample, "--vertices", 2000, "--remeshed")
        meshes = [self.sample / "remeshed" / f"{name}.obj" for name in ("Stand", "ArmsRaised", "HighKnee", "ElbowBend60")]
        rig = self.folder / "rig.exemplar"
        said = self.succeed("rig", *meshes, "--method", "harmonic", "-o", rig)
        self.assertEqual(said.stdout.count("from the posed character\n"), len(meshes) - 1)
        self.assertGreaterEqual(self.inspect(rig)["joints"], 15)

    def test_the_method_is_chosen_from_the_meshes(self):
        self.succeed("sample", self.sample, "--vertices", 2000, "--remeshed")
        remeshed = [self.sample / "remeshed" / f"{name}.obj" for name in ("Stand", "ArmsRaised", "HighKnee")]
        said = self.succeed("rig", *remeshed, "--no-registration", "-o", self.folder / "chosen.exemplar")
        self.assertIn("by harmonic functions", said.stderr)
        self.assertIn("Rig from harmonic functions: 3 meshes", said.stdout)
        poses = [self.sample / "rest.obj", self.sample / "frames.pc2"]
        self.assertIn("Rig from motion", self.succeed("rig", *poses, "--bones", 8, "--fast", "-o", self.folder / "m.exemplar").stderr)
        # What is neither gets the first reason, and why harmonic functions did not help.
        (self.folder / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        (self.folder / "b.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n")
        self.refuse(MISMATCH, "has 4 vertices", "rig", self.folder / "a.obj", self.folder / "b.obj", "-o", self.folder / "no.exemplar")

    def test_skeletons_of_files_are_templates(self):
        self.succeed("sample", self.sample, "--vertices", 2000)
        hero, figures = self.sample / "sample.exemplar", self.folder / "figures.json"
        self.succeed("convert", hero, self.folder / "hero.bvh", "--clip", "walk")
        self.succeed("convert", hero, self.folder / "hero.glb")
        for template in (hero, self.folder / "hero.bvh", self.folder / "hero.glb"):
            self.succeed("rig", self.sample / "rest.obj", "--template", template, "-o", self.folder / "rig.exemplar", "--json", figures)
            names = [bone["name"] for bone in json.loads(figures.read_text())["bones"]]
            self.assertIn("ForearmL", names, template)
            self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
