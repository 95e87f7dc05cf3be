# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar build: the folder it fills, presets, options and their order, stages that are kept, canceling, threads."""

import json
import os
import re
import signal
import subprocess
import time
import unittest

from program import (CANCELED, NOT_FOUND, NOT_WRITABLE, PROGRAM, ROOT, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest,
                     glb_json)
from rig_test import tube
from sample_test import handles_interrupt

PRESETS = ["prop", "creature", "hero", "crowd"]
FILES = ["character.exemplar", "character.glb", "figures.json"]
QUICK = ["--fast", "--bones", 2, "--level-poses", 3, "--no-report"]


class BuildTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tube/rest.obj", tube(0))
        for frame in range(1, 5):
            self.write(f"tube/pose{frame}.obj", tube(0.3 * frame))
        self.tube, self.out = self.folder / "tube", self.folder / "out"

    def build(self, *options, out=None, **settings):
        """Two bones in little time and without a report; returns the figures."""
        out = out or self.out
        self.succeed("build", self.tube, "-o", out, *QUICK, *options, **settings)
        return json.loads((out / "figures.json").read_text(encoding="utf-8"))

    def options(self, *arguments):
        return json.loads(self.succeed("build", "--print-options", *arguments).stdout)

    def contents(self, folder):
        return {name: (folder / name).read_bytes() for name in FILES[:2]}


class FolderTest(BuildTest):
    def test_a_folder_has_the_character_twice_and_its_figures(self):
        figures = self.build("--levels", 3)
        found = sorted(path.name for path in self.out.iterdir() if not path.name.startswith("."))
        self.assertLessEqual(set(FILES), set(found))
        self.validate(self.out / "character.glb")
        character = self.inspect(self.out / "character.exemplar")
        self.assertEqual(len(character["levels"]), 3)
        self.assertEqual(len(glb_json(self.out / "character.glb")["meshes"]), 3)
        for file in figures["files"]:
            self.assertEqual((self.out / file["name"]).stat().st_size, file["bytes"])
        self.assertEqual([file["name"] for file in figures["files"]], ["character.exemplar", "character.glb"])
        self.assertFalse((self.out / ".unfinished").exists())

    def test_where_there_are_uvs_every_level_has_tangents(self):
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        self.succeed("build", self.folder / "sample", "-o", self.out, *QUICK, "--levels", 2)
        for level in self.inspect(self.out / "character.exemplar")["levels"]:
            self.assertLess({"normals", "tangents", "UVs"}, set(level["streams"]))

    def test_a_report_stands_beside_them_and_goes_with_the_build_that_made_it(self):
        result = self.succeed(
            "build", self.tube, "-o", self.out, "--fast", "--bones", 2, "--level-poses", 3, "--levels", 2, "--draft")
        page = (self.out / "report.html").read_text(encoding="utf-8")
        self.assertIn("refinement", page)  # the figures reached it
        self.assertIn("meters along its longest side", page)
        figures = json.loads((self.out / "figures.json").read_text(encoding="utf-8"))
        self.assertGreater(figures["run"]["seconds"]["report"], 0)
        listed = [file["name"] for file in figures["files"]]
        self.assertIn("report.html", listed)
        drawn = sorted(path.name for path in (self.out / "pictures").iterdir()) if "could not be rendered" not in result.stderr else []
        self.assertEqual(sorted(name[9:] for name in listed if name.startswith("pictures/")), drawn)
        self.build()
        self.assertFalse((self.out / "report.html").exists())
        self.assertEqual(list((self.out / "pictures").iterdir()) if drawn else [], [])

    def test_figures_have_every_stage_and_seconds_stand_in_one_place(self):
        figures = self.build("--levels", 3)
        self.assertEqual(figures["format"], 1)
        self.assertEqual(figures["inputs"]["paths"], [str(self.tube)])
        self.assertEqual(figures["inputs"]["poses"], 4)
        self.assertEqual(figures["summary"]["bones"], 2)
        self.assertEqual(len(figures["rig"]["bones"]), 2)
        self.assertEqual(len(figures["rig"]["poses"]), 4)
        self.assertEqual(len(figures["skin"]["poses"]), 4)
        self.assertEqual(len(figures["levels"]), 3)
        self.assertGreater(len(figures["levelCurve"]), 3)
        self.assertEqual([stage["stage"] for stage in figures["stages"]],
                         ["examples", "clusters", "refinement", "skeleton", "animation space", "levels", "bake",
                          "character"])
        seconds = figures.pop("run")["seconds"]
        self.assertLessEqual({"examples", "rig", "skin", "levels", "bake", "write", "total"}, set(seconds))
        self.assertGreaterEqual(seconds["total"] + 1e-9, sum(seconds.values()) - seconds["total"])
        self.assertNotIn("econds", json.dumps(figures).replace("framesPerSecond", ""))
        page = (ROOT / "Docs/Building.md").read_text(encoding="utf-8")
        for field in [*figures, "run"]:
            self.assertIn(f"`{field}`", page)

    def test_problems_name_what_is_wrong_and_what_to_do(self):
        self.write("tube/pose5.obj", tube(0.6))
        lines = tube(0).splitlines()
        self.write("tube/pose6.obj", "\n".join(lines) + "\n")
        result = self.succeed("build", self.tube, "-o", self.out, *QUICK, "--affine")
        figures = json.loads((self.out / "figures.json").read_text(encoding="utf-8"))
        names = {problem["name"]: problem for problem in figures["problems"]}
        self.assertLessEqual({"units-guess", "repeated-poses", "rest-among-poses", "affine-bones"}, set(names))
        self.assertIn("'pose5' (same as 'pose2')", names["repeated-poses"]["message"])
        self.assertEqual(names["affine-bones"]["stage"], "skin")
        self.assertIn("No animation-space skin was built", result.stderr)
        self.assertIsNone(figures["skin"])
        quiet = self.succeed("--quiet", "build", self.tube, "-o", self.out, *QUICK)
        self.assertEqual(quiet.stderr, "")

    def test_stages_are_said_with_their_times_and_a_total(self):
        result = self.succeed("build", self.tube, "-o", self.out, *QUICK)
        said = re.findall(r"(?m)^(\w+) +(\d+\.\d\d) s", result.stderr)
        names = [name for name, _ in said]
        self.assertEqual(names[:5], ["examples", "rig", "skin", "levels", "bake"])
        self.assertEqual(names[-1], "total")

    def test_files_of_others_stay_and_an_earlier_build_is_replaced(self):
        self.write("out/notes.txt", "mine")
        self.write("out/pictures/mine.jpg", "mine")
        self.write("out/pictures/old.jpg", "of the last build")
        self.write("out/figures.json", json.dumps({"files": [
            {"name": "pictures/old.jpg"}, {"name": "notes.txt"}, {"name": "../tube/rest.obj"}, {"name": 3}, 4]}))
        self.write("out/.unfinished/half", "of a build that was killed")
        figures = self.build()
        self.assertEqual(figures["summary"]["bones"], 2)
        self.assertEqual((self.out / "notes.txt").read_text(), "mine")
        self.assertEqual((self.out / "pictures/mine.jpg").read_text(), "mine")
        self.assertFalse((self.out / "pictures/old.jpg").exists())
        self.assertFalse((self.out / ".unfinished").exists())
        self.assertTrue((self.tube / "rest.obj").exists())

    def test_the_ending_tells_a_folder_from_a_file(self):
        for name in ["one.exemplar", "one.glb"]:
            self.succeed("build", self.tube, "-o", self.folder / name, "--fast", "--bones", 2, "--level-poses", 3)
            self.assertTrue((self.folder / name).is_file())
        self.assertFalse((self.folder / ".cache").exists())
        self.build(out=self.folder / "hero.v2")
        self.build(out=self.folder / "deep" / "er")
        os.mkdir(self.folder / "ends.glb")
        self.refuse(NOT_WRITABLE, "a folder with that name", "build", self.tube, "-o", self.folder / "ends.glb")
        self.refuse(UNSUPPORTED, ".exemplar or .glb", "build", self.tube, "-o", self.folder / "out.fbx")

    def test_places_that_cannot_be_written_are_refused_before_the_work(self):
        file = self.write("file", "no folder")
        for words, out in [("this is a file", file), ("cannot be created", file / "out")]:
            self.refuse(NOT_WRITABLE, words, "build", self.tube, "-o", out, "--thorough")
        self.write("busy/figures.json/x", "a folder")
        self.refuse(NOT_WRITABLE, "a folder with that name", "build", self.tube, "-o", self.folder / "busy")
        self.refuse(WRONG_ARGUMENTS, "the folder of the examples", "build", self.tube, "-o", self.tube)
        inside = self.folder / "again"
        self.write("again/character.glb", b"read before it is looked into")
        self.refuse(WRONG_ARGUMENTS, "would overwrite", "build", inside / "character.glb", "-o", inside)
        if os.geteuid() != 0:
            closed = self.folder / "closed"
            closed.mkdir()
            closed.chmod(0o500)
            self.refuse(NOT_WRITABLE, "permissions", "build", self.tube, "-o", closed)
        self.refuse(NOT_FOUND, "no such file", "build", self.folder / "missing", "-o", self.folder / "new")
        self.assertFalse((self.folder / "new").exists())

    def test_a_build_that_fails_leaves_what_was_there(self):
        self.build()
        before = {path: path.read_bytes() for path in self.out.iterdir() if path.is_file()}
        self.refuse(WRONG_ARGUMENTS, "root 9", "build", self.tube, "-o", self.out, "--fast", "--bones", 2, "--root", 9)
        self.assertEqual({path: path.read_bytes() for path in self.out.iterdir() if path.is_file()}, before)
        self.refuse(WRONG_ARGUMENTS, "root 9", "build", self.tube, "-o", self.folder / "new", "--fast", "--bones", 2,
                    "--root", 9, "--no-cache")
        self.assertFalse((self.folder / "new").exists())


class OptionsTest(BuildTest):
    def test_later_layers_win_and_a_file_may_name_its_preset(self):
        file = self.write("options.json", '{"preset": "crowd", "rig": {"influences": 3, "maxBones": 50}}')
        options = self.options("--options", file)
        self.assertEqual((options["rig"]["influences"], options["rig"]["maxBones"]), (3, 50))
        self.assertEqual(options["levels"]["count"], 7)
        options = self.options("--options", file, "--preset", "hero", "--set", "rig.maxBones=40")
        self.assertEqual((options["rig"]["influences"], options["rig"]["maxBones"]), (3, 40))
        self.assertEqual((options["levels"]["count"], options["rig"]["effort"]), (6, "thorough"))
        options = self.options("--preset", "hero", "--options", file, "--set", "rig.influences=5", "--set", "rig.effort=default",
                               "--influences", 6, "--fast")
        self.assertEqual((options["rig"]["influences"], options["rig"]["effort"]), (6, "fast"))

    def test_saying_the_same_in_other_words_replaces_it(self):
        file = self.write("options.json", '{"rig": {"bones": 9}, "levels": {"fractions": [0.5, 0.2]}}')
        options = self.options("--options", file, "--tolerance", 0.5, "--levels", 4)
        self.assertEqual((options["rig"]["bones"], options["rig"]["tolerance"]), (0, 0.5))
        self.assertEqual((options["levels"]["fractions"], options["levels"]["count"]), ([], 4))
        self.refuse(WRONG_ARGUMENTS, "only one of them", "build", "--print-options", "--set", "rig.bones=3", "--set",
                    "rig.tolerance=1")

    def test_printed_options_read_again_are_the_same_and_build_the_same(self):
        printed = self.succeed("build", "--print-options", "--preset", "prop", "--bones", 2, "--level-poses", 3).stdout
        file = self.write("printed.json", printed)
        self.assertEqual(self.succeed("build", "--print-options", "--options", file).stdout, printed)
        self.succeed("build", self.tube, "-o", self.folder / "a", "--options", file, "--no-report")
        self.succeed("build", self.tube, "-o", self.folder / "b", "--preset", "prop", "--bones", 2, "--level-poses", 3,
                     "--no-report")
        self.assertEqual(self.contents(self.folder / "a"), self.contents(self.folder / "b"))
        figures = json.loads((self.folder / "b/figures.json").read_text())
        self.assertEqual((figures["options"], figures["preset"]), (json.loads(printed), "prop"))

    def test_every_preset_builds_a_character_within_its_budget(self):
        for preset in PRESETS:
            with self.subTest(preset):
                out = self.folder / preset
                self.succeed("build", self.tube, "-o", out, "--preset", preset, "--level-poses", 3,
                             "--no-report")
                options = self.options("--preset", preset)
                character = self.inspect(out / "character.exemplar")
                self.assertLessEqual(character["joints"], options["rig"]["maxBones"])
                self.assertLessEqual(character["levels"][0]["blendInfluences"]["most"], options["rig"]["influences"])
                skin = json.loads((out / "figures.json").read_text())["skin"]
                self.assertEqual(skin is None, preset == "prop")
                self.validate(out / "character.glb")

    def test_provenance_has_every_option(self):
        figures = self.build("--levels", 2, "--aim", "examples")
        provenance = self.inspect(self.out / "character.exemplar")["provenance"]
        self.assertEqual(provenance["options.levels.count"], "2")
        self.assertEqual(provenance["options.skin.aim"], "examples")
        for stage, values in figures["options"].items():
            for name in values:
                self.assertIn(f"options.{stage}.{name}", provenance)

    def test_mistakes_get_a_sentence_with_the_key_the_source_and_what_was_meant(self):
        def refuse_file(words, text):
            file = self.write("wrong.json", text)
            line = self.refuse(WRONG_ARGUMENTS, words, "build", self.tube, "-o", self.out, "--options", file)
            self.assertIn("wrong.json", line)

        refuse_file("rig.bonez. Did you mean rig.bones?", '{"rig": {"bonez": 3}}')
        refuse_file('rig.bones must be a whole number from 0 to 4096, not "many"', '{"rig": {"bones": "many"}}')
        refuse_file("unknown preset 'villain'. Available presets: prop, creature, hero, crowd", '{"preset": "villain"}')
        refuse_file("not valid JSON", "{")
        refuse_file("only one of them", '{"levels": {"fractions": [0.5], "errors": [1]}}')
        for words, options in [
            ("--set: unknown option levels.cuont. Did you mean levels.count?", ["--set", "levels.cuont=3"]),
            ("--set: 'rig.bones' has no value", ["--set", "rig.bones"]),
            ("--set: rig.effort must be fast, default or thorough, not 'best'", ["--set", "rig.effort=best"]),
            ("--preset: unknown preset 'villain'", ["--preset", "villain"]),
            ("decreasing fractions", ["--set", "levels.fractions=0.2,0.5"]),
            ("--min-bones must not exceed --max-bones (rig.minBones 90 > rig.maxBones 60)", ["--preset", "crowd", "--min-bones", 90]),
        ]:
            self.refuse(WRONG_ARGUMENTS, words, "build", self.tube, "-o", self.out, *options)
        self.refuse(NOT_FOUND, "none.json", "build", self.tube, "-o", self.out, "--options", self.folder / "none.json")
        self.refuse(WRONG_ARGUMENTS, "EXAMPLES is required", "build", "-o", self.out)
        self.refuse(WRONG_ARGUMENTS, "--out is required", "build", self.tube)
        self.assertFalse(self.out.exists())

    def test_a_character_has_the_name_that_is_asked_for(self):
        for name in ["Größe <b>", "Other"]:  # the second with all stages kept
            self.succeed("build", self.tube, "-o", self.out, "--fast", "--no-pictures", "--name", name)
            self.assertEqual(self.inspect(self.out / "character.exemplar")["name"], name)
        self.assertIn("<bdi>Other</bdi>", (self.out / "report.html").read_text(encoding="utf-8"))

    def test_the_schema_in_the_docs_is_current(self):
        schema = json.loads(self.succeed("build", "--print-schema").stdout)
        self.assertEqual(schema, json.loads((ROOT / "Docs/BuildOptions.schema.json").read_text(encoding="utf-8")))
        self.assertEqual(schema["properties"]["preset"]["enum"], PRESETS)


class CacheTest(BuildTest):
    def cached(self, *options, **settings):
        return self.build(*options, **settings)["run"]["cached"]

    def entries(self, folder=None):
        return sorted(path.name for path in (folder or self.out / ".cache").glob("*.stage"))

    def test_an_option_redoes_its_stage_and_those_after_it(self):
        self.assertEqual(self.cached("--levels", 3), [])
        first = self.contents(self.out)
        self.assertEqual(self.cached("--levels", 3), ["rig", "skin", "levels"])
        self.assertEqual(self.contents(self.out), first)
        self.assertEqual(self.cached("--levels", 2), ["rig", "skin"])
        self.assertEqual(self.cached("--levels", 3, "--aim", "examples"), ["rig"])
        self.assertEqual(self.cached("--levels", 3, "--influences", 3), [])
        self.assertEqual(self.cached("--levels", 3, "--reduce-keys", 0.1), ["rig", "skin", "levels"])
        self.assertEqual(self.cached("--levels", 3), ["rig", "skin", "levels"])
        self.assertEqual(self.contents(self.out), first)
        self.write("tube/pose4.obj", tube(1.1))
        self.assertEqual(self.cached("--levels", 3), [])

    def test_the_content_counts_and_not_the_files(self):
        self.assertEqual(self.cached("--no-cache"), [])
        self.assertFalse((self.out / ".cache").exists())
        cache = self.folder / "kept"
        self.assertEqual(self.cached("--cache", cache), [])
        self.assertFalse((self.out / ".cache").exists())
        self.tube.rename(self.folder / "moved")
        (self.folder / "moved").rename(self.tube)
        for name in ["rest", "pose1"]:
            file = self.tube / f"{name}.obj"
            file.write_text("# a remark\n" + file.read_text())
        self.assertEqual(self.cached("--cache", cache, out=self.folder / "other"), ["rig", "skin", "levels"])
        single = self.folder / "single.exemplar"
        self.succeed("build", self.tube, "-o", single, "--fast", "--bones", 2, "--level-poses", 3, "--cache", cache)
        self.assertEqual(single.read_bytes(), (self.folder / "other/character.exemplar").read_bytes())

    def test_damaged_entries_are_computed_again(self):
        self.assertEqual(self.cached(), [])
        first, cache = self.contents(self.out), self.out / ".cache"
        for name in self.entries():
            for damage in [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: b"\0" * len(data),
                           lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:]]:
                whole = (cache / name).read_bytes()
                (cache / name).write_bytes(damage(whole))
                self.assertNotIn(name.split("-")[0], self.cached())
                self.assertEqual((cache / name).read_bytes()[:40], whole[:40])  # behind that its own seconds count
                self.assertEqual(self.contents(self.out), first)

    def test_what_was_not_used_for_longest_goes_first(self):
        cache = self.folder / "kept"
        old, mine = self.write("kept/rig-0.stage", b"x" * 1_040_000), self.write("kept/notes.txt", b"x" * 1_040_000)
        os.utime(old, (0, 0))
        self.build("--cache", cache, "--cache-size", 1)
        self.assertFalse(old.exists())
        self.assertTrue(mine.exists())
        self.assertEqual(len(self.entries(cache)), 3)

    def test_a_cache_that_cannot_be_written_is_no_failure(self):
        file = self.write("file", "no folder")
        result = self.succeed("build", self.tube, "-o", self.out, *QUICK, "--cache", file)
        self.assertEqual(result.stderr.count("Stages are not cached"), 1)
        self.assertEqual(file.read_text(), "no folder")


class RunTest(BuildTest):
    def test_the_same_bytes_for_any_number_of_threads(self):
        one = self.build("--no-cache", "--threads", 1, out=self.folder / "one")
        two = self.build("--no-cache", "--threads", 2, out=self.folder / "two")
        self.assertEqual(self.contents(self.folder / "one"), self.contents(self.folder / "two"))
        self.assertEqual((one.pop("run")["threads"], two.pop("run")["threads"]), (1, 2))
        self.assertEqual(one, two)

    def test_interrupt_cancels_and_leaves_what_was_there(self):
        self.build()
        before = {path: path.read_bytes() for path in self.out.iterdir() if path.is_file()}
        sample = self.folder / "sample"
        self.succeed("sample", sample, "--vertices", 8000)
        for out in [self.out, self.folder / "new"]:
            process = subprocess.Popen(
                [PROGRAM, "build", str(sample), "-o", str(out), "--thorough"], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, encoding="utf-8")
            # Minutes of work; the signal comes once the program has set its handler up.
            while process.poll() is None and not handles_interrupt(process.pid):
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
            output, error = process.communicate(timeout=600)
            self.assertEqual(process.returncode, CANCELED, error)
            self.assertEqual(output, "")
            self.assertEqual(len(error.splitlines()), 1, error)
        self.assertEqual({path: path.read_bytes() for path in self.out.iterdir() if path.is_file()}, before)
        self.assertFalse((self.out / ".unfinished").exists())
        self.assertFalse((self.folder / "new").exists())


if __name__ == "__main__":
    unittest.main()
