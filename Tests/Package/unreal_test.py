#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Scripts/unreal.sh against an engine that is none: programs at the engine's paths that write down how they are called and leave what the
real ones would. Ends with `N passed, N failed, N skipped`."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLATFORM = {"linux": "Linux", "darwin": "Mac"}.get(sys.platform, "Win64")

FAKE = f"""#!{sys.executable}
import json, os, pathlib, shutil, sys
words = dict(word[1:].split("=", 1) for word in sys.argv[1:] if word.startswith("-") and "=" in word)
with open(os.environ["FAKE_CALLS"], "a") as file:
    file.write(json.dumps(sys.argv) + "\\n")
mode = os.environ.get("FAKE_MODE", "pass")
"""
RUN_UAT = FAKE + """
if mode == "does not compile":
    sys.exit(print("Error C1083: cannot open include file") or 6)
if mode != "builds nothing":
    shutil.copytree(pathlib.Path(words["Plugin"]).parent, words["Package"])
"""
EDITOR = FAKE + """
project = pathlib.Path(sys.argv[1])
seen = {"project": json.loads(project.read_text()), "plugin": (project.parent / "Plugins/Exemplar/Exemplar.uplugin").is_file()}
pathlib.Path(os.environ["FAKE_CALLS"] + ".project").write_text(json.dumps(seen))
if mode == "crash":
    print("Fatal error: Assertion failed: Level")
    os.abort()
if mode == "no results":
    sys.exit(0)
report = pathlib.Path(words["ReportExportPath"])
report.mkdir(parents=True)
def test(name, state, *errors):
    entries = [{"event": {"type": "Error", "message": error}} for error in errors] + [{"event": {"type": "Info", "message": "chatter"}}]
    return {"testDisplayName": name.split(".")[-1], "fullTestPath": name, "state": state, "entries": entries}
tests = [test(name, "Success") for name in json.loads(os.environ["FAKE_TESTS"])]
tests.append(test("Project.Other", "Fail", "not ours"))
if mode == "fail":
    tests[0] = test(tests[0]["fullTestPath"], "Fail", "1 instead of 2")
if mode == "half":
    tests[0] = test(tests[0]["fullTestPath"], "InProcess")
    tests[1] = test(tests[1]["fullTestPath"], "NotRun")
    del tests[2]
if mode == "other plug-ins":
    tests = tests[-1:]
text = json.dumps({"succeeded": 1, "tests": tests})
if mode == "garbage":
    text = text[:20]
(report / "index.json").write_text(text, encoding="utf-16" if mode == "utf-16" else "utf-8-sig")
sys.exit({"fail": 255, "half": 3, "late crash": 139}.get(mode, 0))
"""


class Unreal(unittest.TestCase):
    """An engine in a folder whose name has a space and a letter beyond ASCII, as folders of users do."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        names = subprocess.run([sys.executable, "-c", "import unreal; print('\\n'.join(unreal.tests_of_the_sources()))"], cwd=ROOT / "Scripts",
                               check=True, capture_output=True, text=True).stdout.split()
        cls.tests = names

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def setUp(self):
        self.root = self.folder / f"Epic Größe {self.id().rsplit('.', 1)[-1]}" / "UE_5"
        self.calls = self.folder / f"{self.id()}.calls"
        self.out = self.folder / f"{self.id()} out"
        self.write("Engine/Build/Build.version", json.dumps({"MajorVersion": 5, "MinorVersion": 6, "PatchVersion": 1}))
        self.write("Engine/Build/BatchFiles/RunUAT.sh", RUN_UAT)
        self.write(f"Engine/Binaries/{PLATFORM}/UnrealEditor-Cmd", EDITOR)

    def write(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def run_script(self, action, mode="pass", root=None, tests=None, more=()):
        """(exit code, output, calls of the engine's programs)."""
        self.calls.unlink(missing_ok=True)
        env = {**os.environ, "FAKE_MODE": mode, "FAKE_CALLS": str(self.calls), "FAKE_TESTS": json.dumps(self.tests if tests is None else tests)}
        done = subprocess.run([str(ROOT / "Scripts/unreal.sh"), action, str(root or self.root), *map(str, more), "--out", str(self.out)],
                              env=env, capture_output=True, text=True)
        calls = [json.loads(line) for line in self.calls.read_text().splitlines()] if self.calls.exists() else []
        return done.returncode, done.stdout + done.stderr, calls

    def ends(self, output, counts):
        self.assertEqual(output.splitlines()[-1], counts, output)

    def test_a_build_hands_the_unpacked_package_to_run_uat(self):
        code, output, calls = self.run_script("build")
        self.assertEqual(code, 0, output)
        self.ends(output, "1 passed, 0 failed, 0 skipped")
        self.assertEqual(len(calls), 1)
        self.assertEqual(calls[0][1], "BuildPlugin")
        self.assertIn(f"-TargetPlatforms={PLATFORM}", calls[0])
        plugin = pathlib.Path(next(word for word in calls[0] if word.startswith("-Plugin=")).removeprefix("-Plugin="))
        self.assertTrue(plugin.is_file() and plugin.is_absolute())
        self.assertTrue((plugin.parent / "ThirdParty/libigl/include/igl/cotmatrix.h").is_file())
        self.assertFalse((plugin.parent / "Tests").exists())
        self.assertTrue((self.out / "5.6/Exemplar/Exemplar.uplugin").is_file())

    def test_a_package_for_fab_names_its_engine_and_one_for_all_names_none(self):
        with tempfile.TemporaryDirectory() as folder:
            for options, name, engine in (((), "Exemplar-*[0-9].zip", None), (("--fab", "5.8"), "*-fab-5.8.zip", "5.8.0")):
                subprocess.run([str(ROOT / "Scripts/package.sh"), "--out", folder, *options], check=True, capture_output=True)
                with zipfile.ZipFile(next(path for path in pathlib.Path(folder).glob(name) if ("fab" in path.name) == bool(options))) as package:
                    self.assertEqual(json.loads(package.read("Exemplar/Exemplar.uplugin")).get("EngineVersion"), engine)
            refused = subprocess.run([str(ROOT / "Scripts/package.sh"), "--out", folder, "--fab", "4.27"], capture_output=True, text=True)
            self.assertEqual(refused.returncode, 1)
            self.assertIn("the plug-in is for 5.5, 5.6, 5.7, 5.8", refused.stderr)

    def test_a_build_that_fails_or_builds_nothing_is_a_failure_with_the_end_of_its_log(self):
        code, output, _ = self.run_script("build", "does not compile")
        self.assertEqual(code, 1)
        self.assertIn("RunUAT BuildPlugin ended with code 6", output)
        self.assertIn("Error C1083", output)
        self.ends(output, "0 passed, 1 failed, 0 skipped")
        code, output, _ = self.run_script("build", "builds nothing")
        self.assertEqual(code, 1)
        self.assertIn("left no Exemplar.uplugin", output)

    def test_tests_are_run_in_a_project_with_the_built_plug_in_and_counted(self):
        code, output, calls = self.run_script("test")
        self.assertEqual(code, 0, output)
        self.assertGreater(len(self.tests), 5)
        self.ends(output, f"{len(self.tests)} passed, 0 failed, 0 skipped")
        self.assertEqual([pathlib.Path(call[0]).name for call in calls], ["RunUAT.sh", "UnrealEditor-Cmd"])
        editor = calls[1]
        self.assertTrue(editor[1].endswith(".uproject"))
        self.assertIn("-ExecCmds=Automation RunTests Exemplar.; Quit", editor)
        self.assertIn("-unattended", editor)
        self.assertIn("-nullrhi", editor)
        seen = json.loads(pathlib.Path(str(self.calls) + ".project").read_text())
        self.assertEqual(seen["project"]["Plugins"], [{"Name": "Exemplar", "Enabled": True}])
        self.assertEqual(seen["project"]["EngineAssociation"], "5.6")
        self.assertTrue(seen["plugin"])
        self.assertFalse(pathlib.Path(editor[1]).exists(), "the project was temporary")

        # What has not changed is not built again, and a device can be asked for.
        code, output, calls = self.run_script("test", more=["--gpu"])
        self.assertEqual([pathlib.Path(call[0]).name for call in calls], ["UnrealEditor-Cmd"])
        self.assertIn("-RenderOffscreen", calls[0])
        self.assertNotIn("-nullrhi", calls[0])

    def test_a_test_that_fails_is_named_with_its_errors(self):
        code, output, _ = self.run_script("test", "fail")
        self.assertEqual(code, 1)
        self.assertIn(f"FAILED  {self.tests[0]}\n        1 instead of 2", output)
        self.assertNotIn("chatter", output)
        self.assertNotIn("Project.Other", output)
        self.ends(output, f"{len(self.tests) - 1} passed, 1 failed, 0 skipped")

    def test_a_crash_without_results_is_a_failure_with_the_end_of_the_log(self):
        code, output, _ = self.run_script("test", "crash")
        self.assertEqual(code, 1)
        self.assertIn("left no results", output)
        self.assertIn("Assertion failed: Level", output)
        self.ends(output, "0 passed, 1 failed, 0 skipped")

    def test_a_crash_in_the_middle_or_at_the_end_is_a_failure(self):
        code, output, _ = self.run_script("test", "half")
        self.assertEqual(code, 1)
        self.assertIn(f"FAILED  {self.tests[0]}: InProcess", output)
        self.assertIn(f"skipped {self.tests[2]}: the editor did not run it", output)
        self.ends(output, f"{len(self.tests) - 3} passed, 1 failed, 2 skipped")
        code, output, _ = self.run_script("test", "late crash")
        self.assertEqual(code, 1)
        self.assertIn("ended with code 139 after its tests", output)
        self.ends(output, f"{len(self.tests)} passed, 1 failed, 0 skipped")

    def test_no_results_no_tests_of_ours_and_garbage_are_failures(self):
        for mode, words in (("no results", "ended with code 0 and left no results"), ("other plug-ins", "ran no test whose name begins with Exemplar."),
                            ("garbage", "cannot be read")):
            code, output, _ = self.run_script("test", mode)
            self.assertEqual(code, 1, mode)
            self.assertIn(words, output)
            self.assertRegex(output.splitlines()[-1], "^0 passed, 1 failed")

    def test_results_are_read_in_the_encodings_that_the_engine_writes(self):
        code, output, _ = self.run_script("test", "utf-16")
        self.assertEqual(code, 0, output)

    def test_old_results_are_not_taken_for_new_ones(self):
        self.assertEqual(self.run_script("test")[0], 0)
        code, output, _ = self.run_script("test", "no results")
        self.assertEqual(code, 1, output)

    def test_a_wrong_folder_is_said_to_be_one(self):
        for root, words in ((self.folder / "nowhere", "There is no folder"), (self.folder, "is no Unreal Engine"), (self.root / "Engine", "Did you mean")):
            code, output, calls = self.run_script("test", root=root)
            self.assertEqual((code, calls), (1, []))
            self.assertIn(words, output)
            self.ends(output, "0 passed, 1 failed, 0 skipped")

    def test_an_engine_of_another_version_is_refused(self):
        for version in ({"MajorVersion": 5, "MinorVersion": 4}, {"MajorVersion": 4, "MinorVersion": 27}, {"MajorVersion": 5, "MinorVersion": 8}):
            self.write("Engine/Build/Build.version", json.dumps(version))
            code, output, calls = self.run_script("build")
            self.assertEqual((code, calls), (1, []))
            self.assertIn(f"is Unreal {version['MajorVersion']}.{version['MinorVersion']}; Exemplar is written for 5.5, 5.6, 5.7", output)
        self.write("Engine/Build/Build.version", "{}")
        self.assertIn("does not say which version it is", self.run_script("build")[1])

    def test_an_engine_without_its_programs_is_refused(self):
        (self.root / "Engine/Build/BatchFiles/RunUAT.sh").unlink()
        self.assertIn("has no Engine/Build/BatchFiles/RunUAT.sh", self.run_script("build")[1])
        (self.root / f"Engine/Binaries/{PLATFORM}/UnrealEditor-Cmd").unlink()
        self.assertIn("UnrealEditor-Cmd: the engine is not complete", self.run_script("test")[1])

    def test_a_project_can_be_named_and_has_to_be_there(self):
        code, output, calls = self.run_script("test", more=[self.folder / "Gone.uproject"])
        self.assertEqual((code, calls), (1, []))
        self.assertIn("There is no project", output)
        project = self.folder / "Mine" / "Mine.uproject"
        project.parent.mkdir()
        project.write_text("{}")
        code, output, calls = self.run_script("test", more=[project])
        self.assertEqual(code, 0, output)
        self.assertEqual([call[1] for call in calls], [str(project)])

    def test_an_engine_that_does_not_end_is_stopped(self):
        self.write(f"Engine/Binaries/{PLATFORM}/UnrealEditor-Cmd", f"#!{sys.executable}\nimport signal\nsignal.pause()\n")
        self.assertEqual(self.run_script("build")[0], 0)
        code, output, _ = self.run_script("test", more=["--minutes", "0.02"])
        self.assertEqual(code, 1)
        self.assertIn("did not end within 0.02 minutes", output)


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad - len(result.skipped)} passed, {bad} failed, {len(result.skipped)} skipped")
    sys.exit(1 if bad else 0)
