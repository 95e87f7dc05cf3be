# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Runs that are interrupted: nothing half-written, nothing temporary left, what was there before untouched. The signal is
sent at a line of the progress bar, not after a time."""

import signal
import unittest

from hostile import HostileTest, temporaries
from program import CANCELED, ROOT, run

MANNEQUIN = ROOT / "Content/Samples/Mannequin"


class InterruptedTest(HostileTest):
    def interrupt(self, number, lines, *arguments):
        """Sends a signal when so many lines of the bar were drawn, and says how the program ended, and its last words."""
        return self.watch(lines, lambda process: process.send_signal(number), *arguments)

    def judge(self, code, words, out):
        """Canceled with a sentence and without a file, or done with a whole one."""
        if code == 0:
            self.assertEqual(run("inspect", out).returncode, 0)
        else:
            self.assertEqual(code, CANCELED, words[-300:])
            self.assertRegex(words, r"exemplar: Canceled[^\r\n]*\.\r?\n$")
            self.assertFalse(out.exists())
        self.assertEqual(temporaries(self.folder), [])

    def test_an_interrupted_build_leaves_nothing(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            out = self.folder / "out.exemplar"
            before = self.content()
            with self.subTest(f"{number.name} at the first line"):
                code, words = self.interrupt(number, 1, "build", MANNEQUIN, "--bones", 12, "--fast", "-o", out)
                self.assertEqual(code, CANCELED, words[-300:])
                self.judge(code, words, out)
                self.assertEqual(self.content(), before)
        for lines in [2, 5, 11, 23, 47, 95]:
            with self.subTest(f"at line {lines}"):
                self.out.unlink(missing_ok=True)
                code, words = self.interrupt(signal.SIGINT, lines, "build", self.rest, self.pose, "--fast", "-o", self.out)
                self.judge(code, words, self.out)

    def test_other_commands_leave_nothing_either(self):
        character = self.folder / "character.exemplar"
        self.succeed("build", self.rest, self.pose, "--fast", "-o", character)
        for lines in [1, 4]:
            for name, arguments in [
                ("rig", [self.rest, self.pose, "--fast", "-o"]), ("lod", [character, "-o"]),
                ("skin", [character, self.rest, self.pose, "-o"]),
            ]:
                with self.subTest(f"{name} at line {lines}"):
                    out = self.folder / f"{name}{lines}.exemplar"
                    code, words = self.interrupt(signal.SIGTERM, lines, name, *arguments, out)
                    self.judge(code, words, out)

    def test_a_folder_is_filled_whole_or_not_at_all(self):
        names = None
        for number, lines in [(None, 10**9), (signal.SIGTERM, 1), (signal.SIGINT, 9), (signal.SIGTERM, 60), (signal.SIGINT, 100)]:
            with self.subTest(f"at line {lines}"):
                out = self.folder / f"folder {lines}"
                code, words = self.interrupt(number, lines, "build", self.rest, self.pose, "--fast", "--no-report", "-o", out)
                if code == 0:
                    names = names or sorted(path.name for path in out.iterdir())
                    self.assertIn("character.exemplar", names)
                    self.assertEqual(sorted(path.name for path in out.iterdir()), names)
                    self.assertEqual(run("inspect", out / "character.exemplar").returncode, 0)
                else:
                    self.assertEqual(code, CANCELED, words[-300:])
                    # Stages that were done are kept for the next build; nothing of the character is there.
                    left = [path.name for path in out.iterdir()] if out.exists() else []
                    self.assertIn(left, [[], [".cache"]], words[-300:])
                self.assertEqual(temporaries(self.folder), [])

    def test_what_was_there_before_survives(self):
        for number in [signal.SIGINT, signal.SIGKILL]:
            for lines in [1, 40]:
                with self.subTest(f"{number.name} at line {lines}"):
                    out = self.write("old.exemplar", "what was there before")
                    code, words = self.interrupt(number, lines, "build", self.rest, self.pose, "--fast", "-o", out)
                    if code == 0:
                        self.assertEqual(run("inspect", out).returncode, 0)
                    else:
                        self.assertIn(code, [CANCELED, -signal.SIGKILL], words[-300:])
                        self.assertEqual(out.read_bytes(), b"what was there before")

    def test_killed_at_once_leaves_no_broken_file(self):
        for lines in [1, 10, 30, 60, 90]:
            with self.subTest(f"line {lines}"):
                out = self.folder / f"out{lines}.exemplar"
                code, words = self.interrupt(signal.SIGKILL, lines, "build", self.rest, self.pose, "--fast", "-o", out)
                self.assertIn(code, [0, -signal.SIGKILL], words[-300:])
                if out.exists():
                    self.assertEqual(run("inspect", out).returncode, 0)


if __name__ == "__main__":
    unittest.main()
