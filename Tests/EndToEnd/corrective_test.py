# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar corrective: sculpts are reproduced, edits keep the others, bad input is refused; builds learn correctives."""

import json
import math
import pathlib
import shutil
import tempfile
import unittest

from program import (MALFORMED, MISMATCH, NOT_FOUND, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, glb_json,
                     largest_distance, obj_positions, pc2_frames, run)


ELBOW = (0.452, 1.435, -0.02)  # of the sample at rest; frames 5 and 14 of its poses bend it
FRAME, OTHER = 14, 5


def sculpted(text, rest, offset, radius=0.12):
    """A posed OBJ of the sample with what is near its left elbow at rest moved by an offset that fades out."""
    lines, places = [], iter(rest)
    for line in text.splitlines():
        if line.startswith("v "):
            share = max(0.0, 1.0 - math.dist(next(places), ELBOW) / radius)
            line = "v " + " ".join(repr(float(word) + share * o) for word, o in zip(line.split()[1:4], offset))
        lines.append(line)
    return "\n".join(lines) + "\n"


class CorrectiveTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = pathlib.Path(tempfile.mkdtemp(prefix="exemplar corrective "))
        cls.addClassCleanup(shutil.rmtree, cls.shared, ignore_errors=True)
        cls.examples = [cls.shared / "rest.obj", cls.shared / "frames.pc2"]
        made = run("sample", cls.shared, "--vertices", 2000)
        assert made.returncode == 0, made.stderr

    def setUp(self):
        super().setUp()
        self.hero = self.folder / "hero.exemplar"
        shutil.copy(self.shared / "sample.exemplar", self.hero)
        self.clip = self.inspect(self.hero)["clips"][0]["name"]

    def pose_mesh(self, frame, name="mesh.obj", *options):
        out = self.folder / name
        self.succeed("corrective", "pose", self.hero, "--pose", f"{self.clip}:{frame}", "-o", out, *options)
        return out

    def sculpt(self, frame, name, offset=(0.0, 0.0, 0.03), *options):
        """Sculpts a bump at the elbow of the posed mesh, adds it, and returns the sculpt and the figures."""
        mesh = self.pose_mesh(frame)
        file = self.write(f"{name}.obj", sculpted(mesh.read_text(), obj_positions(self.examples[0]), offset))
        figures = self.folder / "figures.json"
        self.succeed("corrective", "add", self.hero, "--pose", f"{self.clip}:{frame}", "--sculpt", file, "--json",
                     figures, *options)
        return obj_positions(file), json.loads(figures.read_text())

    def frames(self, *options):
        self.succeed("deform", self.hero, "--clip", self.clip, "-o", self.folder / "out.pc2", *options)
        return pc2_frames(self.folder / "out.pc2")

    def list(self):
        return json.loads(self.succeed("corrective", "list", self.hero, "--json").stdout)["correctives"]

    def assert_shows(self, frame, sculpt, message=""):
        height = max(p[1] for p in sculpt)
        self.assertLess(largest_distance(self.frames()[frame], sculpt), 3e-6 * height, message)

    def test_a_sculpt_is_what_the_character_shows_in_its_pose_and_rest_stays(self):
        before = self.frames()
        sculpt, figures = self.sculpt(FRAME, "bump")
        self.assertGreater(figures["before"]["maxPercent"], 0.5)
        self.assertLess(figures["after"]["maxPercent"], 1e-3)
        self.assertTrue(figures["drivenBy"])
        self.assert_shows(FRAME, sculpt)
        for a, b in zip(before, self.frames("--no-correctives"), strict=True):
            self.assertEqual(a, b)
        rest = self.folder / "rest.json"
        rest.write_text('{"joints": {}}')
        for options, name in (([], "with.obj"), (["--no-correctives"], "without.obj")):
            self.succeed("corrective", "pose", self.hero, "--pose", rest, "-o", self.folder / name, *options)
        self.assertEqual(obj_positions(self.folder / "with.obj"), obj_positions(self.folder / "without.obj"))

    def test_sculpts_stay_exact_when_others_are_added_removed_and_sculpted_again(self):
        first, _ = self.sculpt(FRAME, "first")
        second, _ = self.sculpt(OTHER, "second", (0.0, 0.02, 0.02))
        self.assert_shows(FRAME, first, "first after second was added")
        self.assert_shows(OTHER, second, "second")
        again, _ = self.sculpt(FRAME, "first", (0.01, 0.0, -0.02), "--replace")
        self.assert_shows(FRAME, again, "first again")
        self.assert_shows(OTHER, second, "second after first was sculpted again")
        self.assertEqual({row["name"] for row in self.list()}, {"first", "second"})
        self.succeed("corrective", "remove", self.hero, "first")
        self.assert_shows(OTHER, second, "second after first was removed")
        self.succeed("corrective", "remove", self.hero, "second")
        self.assertEqual(self.list(), [])
        self.assertEqual(self.frames(), self.frames("--no-correctives"))

    def test_names_strengths_and_switches_do_what_they_say(self):
        sculpt, _ = self.sculpt(FRAME, "bump")
        base = self.frames("--no-correctives")[FRAME]
        self.succeed("corrective", "rename", self.hero, "bump", "elbow")
        self.succeed("corrective", "strength", self.hero, "elbow", 50)
        row = self.list()[0]
        self.assertEqual((row["name"], row["kind"], row["enabled"], row["strength"]), ("elbow", "sculpt", True, 0.5))
        self.assertGreater(row["clipWeights"][1], 0.45)
        half = self.frames()[FRAME]
        shown = max(math.dist(p, q) for p, q in zip(half, base))
        full = max(math.dist(p, q) for p, q in zip(sculpt, base))
        self.assertAlmostEqual(shown / full, 0.5, delta=0.02)
        self.succeed("corrective", "enable", self.hero, "elbow", "--off")
        self.assertEqual(self.frames()[FRAME], base)
        self.succeed("corrective", "enable", self.hero, "elbow")
        self.succeed("corrective", "strength", self.hero, "elbow", 100)
        self.assert_shows(FRAME, sculpt)

    def test_drivers_change_where_a_sculpt_acts_and_not_what_it_is(self):
        sculpt, figures = self.sculpt(FRAME, "bump", (0.0, 0.0, 0.03), "--width", 2)
        wide = sum(math.dist(p, q) for frame, other in zip(self.frames(), self.frames("--no-correctives"))
                   for p, q in zip(frame, other))
        self.succeed("corrective", "driver", self.hero, "bump", "--width", 0.3)
        self.assert_shows(FRAME, sculpt)
        narrow = sum(math.dist(p, q) for frame, other in zip(self.frames(), self.frames("--no-correctives"))
                     for p, q in zip(frame, other))
        self.assertLess(narrow, 0.9 * wide)
        self.succeed("corrective", "driver", self.hero, "bump", "--curve", "tension=1")
        self.assertEqual(self.list()[0]["curves"], ["tension"])
        self.refuse(NOT_FOUND, "no joint 'nose'", "corrective", "driver", self.hero, "bump", "--joints", "nose")
        self.refuse(WRONG_ARGUMENTS, "Name what to change", "corrective", "driver", self.hero, "bump")

    def test_a_mirror_image_acts_on_the_other_side(self):
        self.sculpt(FRAME, "bump_l")
        said = self.succeed("corrective", "mirror", self.hero, "bump_l", "--dry-run")
        self.assertIn("asymmetry", said.stdout)
        self.assertEqual(len(self.list()), 1)
        self.succeed("corrective", "mirror", self.hero, "bump_l")
        rows = {row["name"]: row for row in self.list()}
        self.assertEqual(set(rows), {"bump_l", "bump_r"})
        self.assertEqual(rows["bump_r"]["mirror"], "bump_l")
        self.assertAlmostEqual(rows["bump_r"]["largestMillimeters"], rows["bump_l"]["largestMillimeters"],
                               delta=0.1 * rows["bump_l"]["largestMillimeters"])

    def test_a_sculpt_from_another_operator_is_pulled_back_through_it(self):
        mesh = self.pose_mesh(FRAME, "dqs.obj", "--operator", "dqs")
        rest = obj_positions(self.examples[0])
        file = self.write("on_dqs.obj", sculpted(mesh.read_text(), rest, (0.0, 0.0, 0.02)))
        figures = self.folder / "figures.json"
        self.succeed("corrective", "add", self.hero, "--pose", f"{self.clip}:{FRAME}", "--sculpt", file, "--sculpted-on",
                     "dqs", "--json", figures)
        read = json.loads(figures.read_text())
        self.assertLess(read["after"]["maxPercent"], 2e-3)
        self.assertLess(read["movedPoints"], 0.5 * len(rest))
        shown = self.frames("--operator", "dqs")[FRAME]
        self.assertLess(largest_distance(shown, obj_positions(file)), 2e-5)

    def test_glb_has_morph_targets_whose_weights_are_animated(self):
        self.sculpt(FRAME, "bump")
        out = self.folder / "hero.glb"
        self.succeed("convert", self.hero, out)
        self.validate(out)
        document = glb_json(out)
        self.assertEqual(document["meshes"][0]["extras"]["targetNames"], ["bump"])
        channels = [channel for channel in document["animations"][0]["channels"]
                    if channel["target"]["path"] == "weights"]
        self.assertEqual(len(channels), 1)
        sampler = document["animations"][0]["samplers"][channels[0]["sampler"]]
        self.assertEqual(document["accessors"][sampler["output"]]["count"], 16)
        self.succeed("convert", out, self.folder / "read", "--animation", self.clip)
        frames, read = self.frames("--operator", "lbs"), pc2_frames(self.folder / "read/frames.pc2")
        self.assertEqual(len(frames), len(read))
        self.assertLess(largest_distance(frames[FRAME], read[FRAME]), 2e-3)
        self.succeed("convert", self.hero, self.folder / "plain.glb", "--no-correctives")
        self.assertNotIn("targetNames", glb_json(self.folder / "plain.glb")["meshes"][0]["extras"])

    def test_suggestions_come_from_clips_and_leave_out_what_was_sculpted(self):
        ask = ("corrective", "suggest", self.hero, "--json", "--count", 3)
        first = json.loads(self.succeed(*ask).stdout)["suggestions"]
        self.assertEqual(len(first), 3)
        self.sculpt(FRAME, "first", (0.0, 0.0, 0.03))
        self.assertIn("uncertainty", first[0])
        second = json.loads(self.succeed(*ask).stdout)["suggestions"]
        self.assertNotIn(f"{self.clip}:{FRAME}", [entry["pose"] for entry in second])
        against = json.loads(self.succeed("corrective", "suggest", self.hero, "--json", "--against", *self.examples[:1],
                                          "--against", self.examples[1]).stdout)["suggestions"]
        self.assertTrue(all("vertexRmsPercent" in entry for entry in against))

    def test_preview_measures_and_draws_before_after_and_difference(self):
        self.sculpt(FRAME, "bump")
        figures = self.folder / "preview.json"
        self.succeed("corrective", "preview", self.hero, "--json", figures)
        pose = json.loads(figures.read_text())["poses"][0]
        self.assertEqual(pose["pose"], "bump")
        self.assertAlmostEqual(pose["weights"]["bump"], 1.0, delta=1e-3)
        self.assertGreater(pose["largestMillimeters"], 5)
        self.succeed("corrective", "preview", self.hero, "--pose", "rest", "--pose", f"{self.clip}:{FRAME}", "--between",
                     "0,50,100", "--json", figures)
        poses = json.loads(figures.read_text())["poses"]
        self.assertEqual([pose["pose"] for pose in poses], ["0 %", "50 %", "100 %"])
        self.assertEqual(poses[0]["largestMillimeters"], 0)
        self.assertLess(poses[1]["largestMillimeters"], poses[2]["largestMillimeters"])
        picture = self.folder / "bump.png"
        drawn = run("corrective", "preview", self.hero, "-o", picture, "--draft", "--software", "--size", "96x96")
        if "Vulkan" in drawn.stderr and drawn.returncode != 0:
            self.skipTest("no Vulkan device")
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertEqual(picture.read_bytes()[:4], b"\x89PNG")

    def test_bad_input_is_refused_with_a_sentence(self):
        add = ("corrective", "add", self.hero, "--pose", f"{self.clip}:{FRAME}", "--sculpt")
        mesh = self.pose_mesh(FRAME)
        other = self.write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.refuse(MISMATCH, "a sculpt of another mesh", *add, other)
        places = [line for line in mesh.read_text().splitlines() if line.startswith("v ")]
        fan = "".join(f"f 1 {i} {i + 1}\n" for i in range(2, len(places)))
        self.refuse(MISMATCH, "in other polygons", *add, self.write("fan.obj", "\n".join(places) + "\n" + fan))
        self.assertIn("nothing to add", run(*add, mesh).stderr)
        self.sculpt(FRAME, "bump")
        again = self.write("again.obj", sculpted(self.pose_mesh(FRAME).read_text(),
                                                 obj_positions(self.examples[0]), (0, 0.02, 0.01)))
        drivers = ",".join(self.list()[0]["joints"])
        self.refuse(MISMATCH, "two sculpts of one pose", *add, again, "--joints", drivers)
        self.refuse(WRONG_ARGUMENTS, "There is a corrective 'bump' already", *add, again, "--name", "bump")
        self.refuse(NOT_FOUND, "There are: 'bump'", "corrective", "remove", self.hero, "elbow")
        self.refuse(NOT_FOUND, "unknown clip 'wlak'", "corrective", "pose", self.hero, "--pose", "wlak:3", "-o",
                    self.folder / "x.obj")
        self.refuse(UNSUPPORTED, "not a character", "corrective", "list", mesh)
        joint = self.inspect(self.hero)["jointNames"][-1]
        bent = self.write("bent.json", json.dumps({"joints": {joint: {"angles": [170, 0, 0]}}}))
        limited = self.folder / "limited.exemplar"
        self.succeed("limits", self.hero, "-o", limited)
        self.refuse(MISMATCH, "outside the joint limits", "corrective", "add", limited, "--pose", bent, "--sculpt",
                    again)
        bad = self.write("bad.json", "{")
        self.refuse(MALFORMED, "not valid JSON", "corrective", "add", self.hero, "--pose", bad, "--sculpt", again)
        self.assertEqual([row["name"] for row in self.list()], ["bump"])


class LearnedTest(ProgramTest):
    def test_a_build_learns_correctives_and_the_file_has_the_error_that_was_printed(self):
        self.succeed("sample", self.folder, "--vertices", 2000, "--bulges")
        examples = [self.folder / "rest.obj", self.folder / "frames.pc2"]
        for kind in ("shapes", "bones"):
            out, figures, report = (self.folder / name for name in ("out.exemplar", "figures.json", "report.json"))
            said = self.succeed("build", *examples, "--skeleton", self.folder / "sample.exemplar", "--skin", "lbs",
                                "--levels", 1, "-o", out, "--correctives", "--as", kind, "--helpers", 6)
            line = next(line for line in said.stdout.splitlines() if line.startswith("Correctives: "))
            before, after = float(line.split()[2]), float(line.split()[5])
            self.assertLess(after, before, line)
            self.succeed("report", out, *examples, "--no-pictures", "-o", self.folder / "report.html", "--json", report)
            drawn = json.loads(report.read_text())
            self.assertAlmostEqual(drawn["drawn"]["vertexRmsPercent"], after, delta=2e-4)
            if kind == "shapes":
                self.assertAlmostEqual(drawn["withoutCorrectives"]["vertexRmsPercent"], before, delta=2e-4)
                page = (self.folder / "report.html").read_text()
                self.assertIn('id="correctives"', page)
                self.assertIn("weight over the clips", page)
                pictures = self.folder / "pictures"
                made = self.succeed("report", out, *examples, "--draft", "--software", "--pictures", pictures,
                                    "-o", self.folder / "shown.html")
                if pictures.exists():  # a machine without Vulkan says so, and writes none
                    names = [path.name for path in pictures.iterdir()]
                    self.assertEqual(2, sum(name.endswith("-before.jpg") for name in names), names)
                    self.assertEqual(2, sum(name.endswith("-after.jpg") for name in names), names)
                    self.assertIn(", without correctives: ", (self.folder / "shown.html").read_text())
                else:
                    self.assertIn("Vulkan", made.stdout + made.stderr)
            glb = self.folder / "out.glb"
            self.succeed("convert", out, glb)
            self.validate(glb)
            if kind == "bones":
                self.assertNotIn("targetNames", glb_json(glb)["meshes"][0]["extras"])


if __name__ == "__main__":
    unittest.main()
