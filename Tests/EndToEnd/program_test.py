# Copyright (c) 2026 Exemplar contributors. MIT license.
"""What all commands share: help, version, pipes, terminals, standard output that cannot be written."""

import json
import os
import pty
import subprocess
import unittest

from program import BOX, NOT_WRITABLE, PROGRAM, ROOT, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, run


class SharedTest(ProgramTest):
    def test_help_teaches(self):
        text = self.succeed("--help").stdout
        for command in ["inspect", "convert", "sample", "rig", "skin", "lod", "build", "render"]:
            self.assertRegex(text, rf"(?m)^  {command} ")
            own = self.succeed(command, "--help").stdout
            self.assertIn("Examples:", own)
            self.assertIn(f"  exemplar {command} ", own)
        self.assertIn("Exit codes", text)

    def test_version_is_that_of_the_build(self):
        version = json.loads((ROOT / "Exemplar.uplugin").read_text())["VersionName"]
        self.assertEqual(self.succeed("--version").stdout, f"exemplar {version}\n")

    def test_wrong_arguments_get_a_sentence(self):
        self.refuse(WRONG_ARGUMENTS, "See 'exemplar --help'")
        self.refuse(WRONG_ARGUMENTS, "'exemplar --help'", "dance")
        self.refuse(WRONG_ARGUMENTS, "--loud", "inspect", "x.obj", "--loud")
        self.refuse(WRONG_ARGUMENTS, "FILE is required", "inspect")
        self.refuse(WRONG_ARGUMENTS, "--threads", "--threads", "many", "inspect", "x.obj")

    def test_slips_of_the_pen_are_understood(self):
        build = ["build", "x.obj", "-o", "out"]
        for meant, arguments in [
            ("build", ["bild"]), ("build", ["biuld"]), ("inspect", ["inspekt", "x.obj"]), ("--levels", [*build, "--levles", 3]),
            ("--bones", [*build, "--bone", 20]), ("--preset", [*build, "--presets=hero"]), ("--fast", [*build, "-fast"]),
            ("--threads", ["inspect", "x.obj", "--thread", 2]), ("--version", ["--versions"]),
        ]:
            with self.subTest(meant):
                self.refuse(WRONG_ARGUMENTS, f". Did you mean {meant}?", *arguments)
        self.refuse(WRONG_ARGUMENTS, "unknown option '-v'. See 'exemplar --help'", "-v")
        self.refuse(WRONG_ARGUMENTS, "inspect: unknown option '--loud'. See 'exemplar inspect --help'", "inspect", "x", "--loud")
        self.refuse(WRONG_ARGUMENTS, "sample: unexpected argument 'b'. See 'exemplar sample --help'", "sample", "a", "b")
        self.refuse(WRONG_ARGUMENTS, "as in '-o out'", "build", "x.obj", "out", cwd=self.folder)
        self.refuse(WRONG_ARGUMENTS, "as in '-o hero'", "build", "x.obj")

    def test_files_of_other_programs_get_a_remedy(self):
        for name, words in [("a.blend", "Blender files"), ("a.MAX", "3ds Max files"), ("a.dae", "COLLADA files"),
                            ("a.usdc", "USD files"), ("a.bvh", "motion files without a mesh")]:
            for command in (["inspect"], ["build", "-o", "out"]):
                line = self.refuse(UNSUPPORTED, f"{name}: {words}", *command, self.write(name, "x"))
                self.assertIn("are not supported. Export glTF, FBX or Alembic", line)
        rest = self.write("rest.obj", BOX)
        self.refuse(UNSUPPORTED, "not a character (.exemplar)", "render", rest, "-o", self.folder / "x.png")
        self.refuse(UNSUPPORTED, "not a rig. The first argument must be a character", "skin", rest, rest)

    def test_numbers_are_checked_and_nan_is_none(self):
        rest, out = self.write("rest.obj", BOX), self.folder / "out.glb"
        for command, option, text in [
            (["inspect", rest], "--rate", "nan"), (["inspect", rest], "--weld", "-1"),
            (["sample", self.folder / "out"], "--noise", "nan"), (["sample", self.folder / "out"], "--vertices", "5000.5"),
            (["rig", rest, "-o", out], "--tolerance", "nan"), (["rig", rest, "-o", out], "--reduce-keys", "nan"),
            (["rig", rest, "-o", out], "--root", "-7"), (["build", rest, "-o", out], "--smoothness", "inf"),
            (["skin", "x.exemplar", rest], "--lambda", "nan"), (["skin", "x.exemplar", rest], "--influences", "0"),
            (["lod", "x.exemplar", "-o", out], "--min-triangles", "-5"),
            (["render", "x.exemplar", "-o", "x.png"], "--ramp-end", "nan"),
        ]:
            with self.subTest(f"{command[0]} {option} {text}"):
                line = self.refuse(WRONG_ARGUMENTS, f"{option}: '{text}' is not ", *command, option, text)
                self.assertIn(f"See 'exemplar {command[0]} --help'", line)

    def test_no_progress_bar_in_a_pipe(self):
        result = self.succeed("sample", self.folder / "out", "--vertices", 2000)
        self.assertNotIn("\r", result.stderr)
        self.assertNotIn("\033", result.stderr)
        self.assertTrue(result.stderr.startswith("Wrote "))
        self.assertEqual(result.stdout, "")
        self.assertEqual(self.succeed("--quiet", "sample", self.folder / "out", "--vertices", 2000).stderr, "")
        self.assertEqual(self.succeed("sample", self.folder / "out", "--vertices", 2000, "--quiet").stderr, "")

    def test_a_progress_bar_on_a_terminal(self):
        for options, bar in [([], True), (["--quiet"], False)]:
            ours, theirs = pty.openpty()
            process = subprocess.Popen(
                [PROGRAM, "sample", str(self.folder / "out"), "--vertices", "2000", *options], stdout=subprocess.DEVNULL,
                stderr=theirs)
            os.close(theirs)
            shown = b""
            while True:
                try:
                    piece = os.read(ours, 65536)
                except OSError:
                    break
                if not piece:
                    break
                shown += piece
            os.close(ours)
            self.assertEqual(process.wait(timeout=600), 0)
            self.assertEqual(b"%" in shown and b"[#" in shown, bar, shown)
            if bar:
                # The bar is wiped before anything is said.
                self.assertRegex(shown.decode(), r"\r\x1b\[KWrote ")

    def test_a_reader_that_leaves_early_is_no_error_of_ours(self):
        rest = self.write("rest.obj", BOX)
        result = subprocess.run(
            ["sh", "-c", '"$0" inspect --json "$1" | head -n 1', PROGRAM, str(rest)], capture_output=True, encoding="utf-8",
            timeout=600)
        self.assertEqual(result.stdout, "{\n")
        self.assertEqual(result.stderr, "")

    def test_a_full_disk_behind_standard_output_is_an_error(self):
        rest = self.write("rest.obj", BOX)
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run(
                [PROGRAM, "inspect", str(rest)], stdout=full, stderr=subprocess.PIPE, encoding="utf-8", timeout=600)
        self.assertEqual(result.returncode, NOT_WRITABLE)
        self.assertIn("standard output", result.stderr)

    def test_results_do_not_depend_on_threads_or_place(self):
        self.succeed("sample", self.folder / "out", "--vertices", 2000)
        one = run("--threads", 1, "inspect", "--json", "out/sample.exemplar", cwd=self.folder).stdout
        three = run("--threads", 3, "inspect", "--json", self.folder / "out/sample.exemplar").stdout
        self.assertEqual(one, three)


if __name__ == "__main__":
    unittest.main()
