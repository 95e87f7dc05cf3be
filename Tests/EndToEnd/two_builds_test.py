# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Two builds into one folder: the second says who is there and harms nothing; who is gone blocks nobody."""

import fcntl
import signal
import unittest

from program import NOT_WRITABLE, ROOT, ProgramTest

MANNEQUIN = ROOT / "Content/Samples/Mannequin"
LOCK = ".exemplar-lock"
OPEN = b"examples  "  # the first line of times, when the examples are read and the folder is open; seconds of work follow


class TwoBuildsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "hero"
        self.build = ["build", MANNEQUIN, "--bones", "8", "--levels", "2", "--fast", "--no-report", "--no-cache", "-o", self.out]

    def names(self):
        return sorted(path.name for path in self.out.iterdir())

    def test_the_second_is_refused_and_the_first_ends_well(self):
        lines = []

        def second(first):
            first.send_signal(signal.SIGSTOP)
            before = self.names()
            lines.append(self.refuse(NOT_WRITABLE, f"another build (process {first.pid}, since ", *self.build))
            self.assertEqual(self.names(), before)
            first.send_signal(signal.SIGCONT)

        code, words = self.watch(OPEN, second, *self.build)
        self.assertEqual(code, 0, words[-300:])
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], r"since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\) is running in that folder. Wait for it to finish, stop it, or")
        self.assertEqual(self.names(), ["character.exemplar", "character.glb", "figures.json"])
        self.succeed(*self.build)

    def test_one_that_was_killed_blocks_nobody(self):
        code, _ = self.watch(OPEN, lambda process: process.kill(), *self.build)
        self.assertEqual(code, -signal.SIGKILL)
        self.assertIn(LOCK, self.names())
        self.succeed(*self.build)
        self.assertEqual(self.names(), ["character.exemplar", "character.glb", "figures.json"])

    def test_what_the_lock_says_may_be_anything(self):
        self.out.mkdir()
        for said in [b"", b"\xff\0\n", b"process 1, since ever\n" * 1000]:
            with self.subTest(said=said[:20]), open(self.out / LOCK, "wb") as held:
                held.write(said)
                held.flush()
                fcntl.flock(held, fcntl.LOCK_EX)
                self.refuse(NOT_WRITABLE, "another build", *self.build)
        self.succeed(*self.build)

    def test_a_link_in_the_lock_s_place_is_not_followed(self):
        self.out.mkdir()
        precious = self.write("precious", "precious")
        (self.out / LOCK).symlink_to(precious)
        self.succeed(*self.build)
        self.assertEqual(precious.read_text(), "precious")


if __name__ == "__main__":
    unittest.main()
