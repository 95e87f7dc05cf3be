#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""The programs of Source/Programs/Samples, and what they have in common with the command line."""

import pathlib
import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest

EXAMPLES = ROOT / "Content/Samples/Mannequin"


class SamplesTest(ProgramTest):
    def sample(self, name, *arguments):
        program = pathlib.Path(PROGRAM).parent / f"sample-{name}"
        return subprocess.run([program, *map(str, arguments)], capture_output=True, encoding="utf-8", timeout=600)

    def test_the_command_line_saves_what_the_pipeline_returns(self):
        ours, theirs = self.folder / "pipeline.exemplar", self.folder / "command.exemplar"
        built = self.sample("build-character", ours, EXAMPLES)
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertRegex(built.stdout, r"^\d+ bones, 5 levels, \d+ bytes\n$")
        self.succeed("build", EXAMPLES, "-o", theirs)
        self.assertEqual(ours.read_bytes(), theirs.read_bytes())

        read = self.sample("read-character", ours)
        self.assertEqual(read.returncode, 0, read.stderr)
        self.assertIn("level 4: ", read.stdout)
        self.assertIn("clip examples: 16 frames at 30 per second", read.stdout)

        posed = self.folder / "posed.obj"
        pose = self.sample("pose-character", ours, 0.3, posed)
        self.assertEqual(pose.returncode, 0, pose.stderr)
        self.assertIn("vertices", self.succeed("inspect", posed).stdout)

    def test_stages_one_after_the_other_save_what_a_build_saves(self):
        whole = self.folder / "whole.exemplar"
        rig, skin, lod = (self.folder / f"{name}.exemplar" for name in ("rig", "skin", "lod"))
        self.succeed("build", EXAMPLES, "-o", whole, "--bones", 12, "--fast", "--levels", 3)
        self.succeed("rig", EXAMPLES, "-o", rig, "--bones", 12, "--fast")
        self.succeed("skin", rig, EXAMPLES, "-o", skin, "--keep-weights", "--aim", "new-poses")
        self.succeed("lod", skin, "-o", lod, "--levels", 3)
        ours, theirs = self.sample("read-character", lod).stdout, self.sample("read-character", whole).stdout
        self.assertEqual(ours, theirs)
        for name in ("whole", "lod"):
            self.assertEqual(self.sample("pose-character", self.folder / f"{name}.exemplar", 0.2,
                                         self.folder / f"{name}.obj").returncode, 0)
        self.assertEqual((self.folder / "whole.obj").read_text(), (self.folder / "lod.obj").read_text())

    def test_mistakes_get_a_sentence(self):
        for name in ("build-character", "pose-character", "read-character"):
            self.assertEqual(self.sample(name).returncode, 2)
        self.assertIn("nothing.exemplar", self.sample("read-character", self.folder / "nothing.exemplar").stderr)


if __name__ == "__main__":
    unittest.main()
