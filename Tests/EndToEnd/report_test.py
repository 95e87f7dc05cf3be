# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar report: a page that opens offline, looked at in a browser, and the sentences where there is none."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from program import (BOX, HERE, MALFORMED, MISMATCH, NOT_FOUND, NOT_WRITABLE, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest,
                     moved_box, run)

NO_DRIVER = dict(os.environ, VK_DRIVER_FILES="/nowhere/none.json", VK_ICD_FILENAMES="/nowhere/none.json")
NOISE = 0.004  # meters along each axis, evenly spread: the root of the mean square of a point is as much
HOSTILE = "<img src=x onerror=alert(1)>&quot;'\"<b>x"

HEADINGS = ["Examples and character", "Skeleton", "Weights", "Levels of detail", "Plots", "Numbers",
            "Problems and remedies", "Provenance"]

# What build --json writes, as far as the report reads it, with names that want to be markup.
FIGURES = {
    "stages": [
        {"name": "clusters", "seconds": 1.5, "cached": True, "figures": {"bones": {"value": 21}, HOSTILE: 3}},
        {"stage": HOSTILE, "seconds": 0.25},
    ],
    "curve": [9.0, 5.0, 3.0, 1.0, 0.7, 0.5],
    "problems": [{"message": "Two things are one " + HOSTILE + ".", "remedy": "Make them two."}],
    "options": {"preset": "hero", "rig": {"influences": 4, "name": HOSTILE, "long": "x" * 300, "y" * 300: 1}, "levels": {"fractions": [0.5, 0.2]}},
}


def chromium():
    """The browser, or a skip; a failure where CI=true."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    node = shutil.which("node")
    if found and node and (HERE / "node_modules/playwright-core").exists():
        return node, found
    message = "chromium, node or playwright-core is missing; run Scripts/setup.sh"
    if os.environ.get("CI") == "true":
        raise AssertionError(message)
    raise unittest.SkipTest(message)


class ReportTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = pathlib.Path(tempfile.mkdtemp(prefix="exemplar report "))
        cls.addClassCleanup(shutil.rmtree, cls.shared, ignore_errors=True)
        for arguments in (["sample", cls.shared, "--vertices", 2000, "--noise", NOISE],
                          ["lod", cls.shared / "sample.exemplar", "--levels", 3, "-o", cls.shared / "levels.exemplar"]):
            made = run(*arguments)
            assert made.returncode == 0, made.stderr
        cls.figures = cls.shared / "figures.json"
        cls.figures.write_text(json.dumps(FIGURES), encoding="utf-8")
        cls.character = cls.shared / "levels.exemplar"
        cls.examples = [cls.shared / "rest.obj", cls.shared / "frames.pc2"]
        cls.plain = cls.shared / "plain.html"
        made = run("report", cls.character, *cls.examples, "--figures", cls.figures, "--no-pictures", "-o", cls.plain)
        assert made.returncode == 0, made.stderr

    def look(self, page):
        node, browser = chromium()
        command = [node, str(HERE / "open-report.js"), str(page), browser]
        seen = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
        self.assertEqual(seen.returncode, 0, seen.stderr)
        return json.loads(seen.stdout)

    def judge(self, page):
        """What has to hold of every report in every view; returns the first view."""
        seen = self.look(page)
        self.assertGreater(seen["pdf"], 10000)
        for view in seen["views"]:
            with self.subTest(width=view["width"], scheme=view["colorScheme"]):
                self.assertEqual(view["complaints"], [])
                self.assertEqual(view["requests"], [seen["address"]])
                self.assertLessEqual(view["pageWidth"], view["width"])
                self.assertGreaterEqual(view["worst"]["contrast"], 4.5, view["worst"])
                self.assertEqual(view["brokenLinks"], [])
                self.assertEqual(view["handlers"], [])
                self.assertNotIn("script", view["tags"])
                for picture in view["pictures"]:
                    self.assertGreater(min(picture["width"], picture["height"]), 7)
                    self.assertTrue(picture["alt"])
                for heading in HEADINGS:
                    self.assertIn(heading, view["headings"])
        light, dark = (next(v for v in seen["views"] if v["colorScheme"] == s) for s in ("light", "dark"))
        self.assertNotEqual(light["background"], dark["background"])
        return seen["views"][0]

    def test_a_page_with_pictures_opens_offline(self):
        page, pictures = self.folder / "report.html", self.folder / "pictures"
        made = self.succeed("report", self.character, *self.examples, "--figures", self.figures, "--draft", "--software",
                            "--pictures", pictures, "-o", page)
        if "Pictures could not be rendered" in made.stderr:
            self.assertNotEqual(os.environ.get("CI"), "true", made.stderr)
            self.skipTest(made.stderr)
        names = sorted(p.name for p in pictures.iterdir())
        for name in ("hero.jpg", "skeleton-rest.jpg", "bones-front.jpg", "influences-back.jpg", "level-2-wireframe.jpg",
                     "level-2-size.jpg"):
            self.assertIn(name, names)
        self.assertLess(page.stat().st_size, 6000000)
        view = self.judge(page)
        self.assertEqual(len(view["pictures"]), len(names))
        self.assertEqual(sorted(view["plots"]), sorted([
            "Distribution of distances", "Error by bone count", "Error by pose", "Error by triangle count", "Time by stage",
            "Vertices by number of influences"]))
        self.assertIn("rendered by", made.stderr)

    def test_the_same_input_gives_the_same_bytes(self):
        pages = []
        for threads in (1, 2):
            page = self.folder / f"{threads}.html"
            made = self.succeed("report", self.character, *self.examples, "--draft", "--software", "--threads", threads, "-o", page)
            pages.append(page.read_bytes())
        self.assertEqual(pages[0], pages[1], made.stderr)

    def test_names_from_files_stay_names(self):
        poses = self.folder / "poses"
        self.write("poses/rest.obj", BOX)
        for number, name in enumerate((HOSTILE, "Größe 人 שלום", "a\u202eb", "w" * 200)):
            self.write(f"poses/{name}.obj", moved_box(0.3 * (number + 1)))
        character, page = self.folder / "box.exemplar", self.folder / "box.html"
        self.succeed("rig", poses, "--bones", 1, "-o", character)
        self.succeed("report", character, poses, "--figures", self.figures, "--no-pictures", "-o", page)
        text = page.read_text(encoding="utf-8")
        self.assertNotIn("<img", text)
        self.assertNotIn("<b>x", text)
        view = self.judge(page)
        self.assertEqual(view["pictures"], [])
        for name in (HOSTILE, "Größe 人 שלום"):
            self.assertIn(name, view["text"])

    def test_without_vulkan_the_page_comes_without_pictures_and_says_so(self):
        page = self.folder / "report.html"
        made = self.succeed("report", self.character, *self.examples, "--pictures", self.folder / "pictures", "-o", page,
                            env=NO_DRIVER)
        self.assertIn("Pictures could not be rendered: ", made.stderr)
        self.assertEqual(self.files(), ["report.html"])
        view = self.judge(page)
        self.assertEqual(view["pictures"], [])
        self.assertIn("Pictures could not be rendered", view["text"])
        self.assertGreaterEqual(len(view["plots"]), 4)

    def test_the_sentence_on_top_has_the_figures_of_the_table(self):
        text = re.sub(r"<[^>]+>", "", self.plain.read_text(encoding="utf-8"))
        lead = re.search(r"(\d+) bones reproduce (\d+) poses with an RMS error of (.+?)\u202f% of the diagonal", text)
        self.assertIsNotNone(lead)
        self.assertEqual(lead[2], "16")
        self.assertIn("RMS distance" + lead[3] + "\u202f%", text)
        # The truth reproduces its own examples: what is left is their noise.
        diagonal = self.inspect(self.character)["bounds"]["diagonal"]
        self.assertAlmostEqual(float(lead[3]), 100 * NOISE / diagonal, delta=0.006)

    def test_parts_of_the_figures_may_be_missing_or_of_another_kind(self):
        odd = [{}, {"stages": 3, "curve": {"a": 1}, "options": [], "problems": "none", "bones": 7},
               {"stages": [None, 5, {"name": 7, "seconds": "long", "figures": [1]}], "curve": ["x", None, -1],
                "bones": [{"parent": 99}, {"parent": 0, "kind": 3}], "skins": {"choice": {"folds": -3}}, "problems": [{}, 4]}]
        for figures in odd:
            with self.subTest(figures=figures):
                document = self.write("odd.json", json.dumps(figures))
                page = self.folder / "odd.html"
                self.succeed("report", self.character, *self.examples, "--figures", document, "--no-pictures", "-o", page)
                self.assertNotRegex(page.read_text(encoding="utf-8"), r"\b(nan|inf)\b")

    def test_what_cannot_be_done_gets_a_sentence_and_no_file(self):
        page = self.folder / "report.html"
        broken = self.write("broken.json", "{")
        other = self.write("box.obj", BOX)
        before = self.files()
        self.refuse(MALFORMED, "figures", "report", self.character, *self.examples, "--figures", broken, "-o", page)
        self.refuse(MISMATCH, "levels.exemplar", "report", self.character, other, "-o", page)
        self.refuse(UNSUPPORTED, ".exemplar", "report", self.examples[0], *self.examples, "-o", page)
        self.refuse(UNSUPPORTED, ".html", "report", self.character, *self.examples, "-o", self.folder / "report.pdf")
        self.refuse(NOT_FOUND, "nowhere", "report", self.folder / "nowhere.exemplar", *self.examples, "-o", page)
        self.refuse(NOT_WRITABLE, "does not exist. Create it first", "report", self.character, *self.examples, "-o", self.folder / "none/r.html")
        self.refuse(WRONG_ARGUMENTS, "EXAMPLES", "report", self.character, "-o", page)
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
