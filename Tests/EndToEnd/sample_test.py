# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar sample: what it writes, that it is the same on every run, and that nothing half-done stays behind."""

import os
import signal
import subprocess
import time
import unittest

from program import CANCELED, NOT_WRITABLE, PROGRAM, WRONG_ARGUMENTS, ProgramTest, largest_distance, pc2_frames


class SampleTest(ProgramTest):
    def contents(self, name):
        return {p.name: p.read_bytes() for p in sorted((self.folder / name).rglob("*")) if p.is_file()}

    def test_examples_and_truth(self):
        out = self.folder / "out"
        self.succeed("sample", out, "--vertices", 2000)
        examples, truth = self.inspect(out / "rest.obj", out / "frames.pc2"), self.inspect(out / "sample.exemplar")
        self.assertEqual(examples["vertices"], truth["sourceVertices"])
        self.assertGreaterEqual(examples["poses"], 12)
        self.assertEqual(truth["joints"], 21)
        self.assertLessEqual(truth["levels"][0]["blendInfluences"]["most"], 4)
        self.assertEqual(examples["topology"]["genus"], 0)
        self.assertEqual(examples["problems"], [])

    def test_the_same_bytes_on_every_run_and_any_number_of_threads(self):
        options = ["--vertices", 2000, "--noise", 0.001, "--bulges"]
        self.succeed("sample", self.folder / "a", *options, "--threads", 1)
        self.succeed("sample", self.folder / "b", *options, "--threads", 3)
        self.succeed("sample", self.folder / "c", *options, "--seed", 2)
        self.assertEqual(self.contents("a"), self.contents("b"))
        self.assertNotEqual(self.contents("a")["frames.pc2"], self.contents("c")["frames.pc2"])

    def test_options_change_the_poses(self):
        self.succeed("sample", self.folder / "plain", "--vertices", 2000)
        self.succeed("sample", self.folder / "bulges", "--vertices", 2000, "--bulges")
        self.succeed("sample", self.folder / "noise", "--vertices", 2000, "--noise", 0.002)
        self.succeed("sample", self.folder / "walk", "--vertices", 2000, "--walk")
        plain = pc2_frames(self.folder / "plain/frames.pc2")
        bulges = pc2_frames(self.folder / "bulges/frames.pc2")
        noise = pc2_frames(self.folder / "noise/frames.pc2")
        self.assertGreater(max(map(largest_distance, plain, bulges)), 0.005)
        self.assertLessEqual(max(map(largest_distance, plain, noise)), 0.0021)
        self.assertGreater(max(map(largest_distance, plain, noise)), 0.0015)
        self.assertEqual(len(pc2_frames(self.folder / "walk/frames.pc2")), len(plain) + 24)

    def test_remeshed_poses_come_with_their_correspondence(self):
        self.succeed("sample", self.folder / "out", "--vertices", 2000, "--remeshed")
        meshes = sorted((self.folder / "out/remeshed").glob("*.obj"))
        self.assertEqual(len(meshes), self.inspect(self.folder / "out/rest.obj", self.folder / "out/frames.pc2")["poses"])
        truth = (self.folder / "out/remeshed" / (meshes[0].stem + ".on-rest.txt")).read_text().splitlines()
        self.assertEqual(len(truth), self.inspect(meshes[0])["vertices"])
        for line in truth:
            weights = list(map(float, line.split()[1:]))
            self.assertAlmostEqual(sum(weights), 1.0, places=9)
            self.assertGreaterEqual(min(weights), 0.0)

    def test_options_out_of_range_get_a_sentence(self):
        self.refuse(WRONG_ARGUMENTS, "vertices", "sample", self.folder / "out", "--vertices", 10)
        self.refuse(WRONG_ARGUMENTS, "noise", "sample", self.folder / "out", "--noise", 5)
        self.assertEqual(self.files(), [])

    def test_a_place_that_cannot_be_written_gets_a_sentence(self):
        self.write("file", "no folder")
        self.refuse(NOT_WRITABLE, "file", "sample", self.folder / "file" / "out", "--vertices", 2000)
        self.assertEqual(self.files(), ["file"])

    def test_interrupt_cancels_and_leaves_nothing(self):
        process = subprocess.Popen(
            [PROGRAM, "sample", str(self.folder / "out"), "--vertices", "200000", "--remeshed", "--walk"],
            stderr=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        # Far more work than a moment; the signal comes once the program has set its handler up.
        while process.poll() is None and not handles_interrupt(process.pid):
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=600)
        self.assertEqual(process.returncode, CANCELED, error)
        self.assertEqual(len(error.splitlines()), 1)
        self.assertEqual(self.files(), [])


def handles_interrupt(pid):
    """Whether a process has a handler for SIGINT of its own."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("SigCgt:"):
                    return bool(int(line.split()[1], 16) & 1 << (signal.SIGINT - 1))
    except OSError:
        return True
    return False


if __name__ == "__main__":
    unittest.main()
