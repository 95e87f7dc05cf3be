# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar register, and rig and build of scans: raw scans in, one mesh in correspondence out."""

import json
import math
import pathlib
import shutil
import struct
import tempfile
import unittest

from program import DEGENERATE, MALFORMED, MISMATCH, NOT_FOUND, WRONG_ARGUMENTS, ProgramTest, obj_positions, pc2_frames, run

POSES = 3


def read_ply(path):
    """Vertices and triangles of a binary PLY file as the program writes it, without colors."""
    data = pathlib.Path(path).read_bytes()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    header = data[:end].decode().split("\n")
    vertices = int(next(line for line in header if line.startswith("element vertex")).split()[2])
    faces = int(next(line for line in header if line.startswith("element face")).split()[2])
    size = 24 if any(line.startswith("property double x") for line in header) else 12
    form = "<3d" if size == 24 else "<3f"
    points = [struct.unpack_from(form, data, end + size * index) for index in range(vertices)]
    at = end + size * vertices
    triangles = []
    for _ in range(faces):
        triangles.append(struct.unpack_from("<3i", data, at + 1))
        at += 13
    assert at == len(data), header
    return points, triangles


def format_ply(points, triangles):
    text = ["ply", "format ascii 1.0", f"element vertex {len(points)}", "property float x", "property float y", "property float z"]
    if triangles:
        text += [f"element face {len(triangles)}", "property list uchar int vertex_indices"]
    text.append("end_header")
    text += ["%.6f %.6f %.6f" % tuple(p) for p in points]
    text += ["3 %d %d %d" % tuple(t) for t in triangles]
    return "\n".join(text) + "\n"


def mean_error(points, truth):
    """% of the diagonal of the truth."""
    diagonal = math.dist(*[[f(p[axis] for p in truth) for axis in range(3)] for f in (min, max)])
    return 100 * sum(map(math.dist, points, truth)) / len(truth) / diagonal


class RegisterTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = pathlib.Path(tempfile.mkdtemp(prefix="exemplar scans "))
        made = run("sample", cls.shared, "--vertices", 2000, "--scans", POSES, "--scan-cell", 0.025)
        assert made.returncode == 0, made.stderr
        cls.rest = cls.shared / "rest.obj"
        cls.scans = sorted((cls.shared / "scans").iterdir())
        assert len(cls.scans) == POSES

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.shared, ignore_errors=True)

    def test_scans_become_examples_and_a_character(self):
        out = self.folder / "registered"
        result = self.succeed("register", *self.scans, "--template", self.rest, "-o", out, "--scan-rounds", 1, "--bones", 12)
        self.assertIn(f"of {POSES} scans with", result.stdout)
        figures = json.loads((out / "figures.json").read_text())["registration"]
        self.assertEqual([pose["scan"] for pose in figures["poses"]], [str(scan) for scan in self.scans])
        used = [pose for pose in figures["poses"] if pose["used"]]
        self.assertGreaterEqual(len(used), POSES - 1, result.stderr)
        frames = pc2_frames(out / "frames.pc2")
        self.assertEqual(len(frames), len(used))
        self.assertEqual(obj_positions(out / "rest.obj"), obj_positions(self.rest))
        every = pc2_frames(self.shared / "frames.pc2")
        for pose, frame in zip(used, frames):
            # The truth of a scan is the frame that is nearest to it.
            self.assertLess(min(mean_error(frame, truth) for truth in every), 2.0, pose)
        data = (out / "frames.confidence").read_bytes()
        self.assertEqual(struct.unpack_from("<8sIII", data), (b"EXEMCONF", 1, len(frames[0]), len(frames)))
        page = (out / "report.html").read_text()
        for words in ("Registered template", "Confidence", self.scans[0].name):
            self.assertIn(words, page)
        if (out / "pictures").exists():
            self.assertEqual(len(list((out / "pictures").glob("scan-*.jpg"))), 3 * POSES)
        self.succeed("rig", out, "--bones", 8, "--fast", "-o", self.folder / "rig.exemplar")

    def test_build_registers_scans_and_says_so(self):
        hero = self.folder / "hero"
        options = ["--scan-rounds", 0, "--bones", 8, "--fast", "--levels", 1, "--no-pictures"]
        result = self.succeed("build", *self.scans[:2], "--rest", self.rest, "-o", hero, *options)
        self.assertIn("share no vertices, so they are registered as scans", result.stderr)
        self.assertIn("--no-registration turns this off", result.stderr)
        for name in ("character.exemplar", "report.html", "registration.html", "registered/rest.obj", "registered/frames.pc2",
                     "registered/frames.confidence"):
            self.assertTrue((hero / name).is_file(), name)
        figures = json.loads((hero / "figures.json").read_text())
        self.assertEqual(len(figures["registration"]["poses"]), 2)
        used = [pose for pose in figures["registration"]["poses"] if pose["used"]]
        self.assertEqual(len(used), len(pc2_frames(hero / "registered/frames.pc2")))
        # What was registered is an input of the next build, and stays.
        self.succeed("build", hero / "registered", "-o", hero, "--bones", 6, "--fast", "--levels", 1, "--no-pictures")
        self.assertTrue((hero / "registered/frames.pc2").is_file() and (hero / "registered/rest.obj").is_file())
        self.assertFalse((hero / "registration.html").exists())
        refused = ["--no-registration", "--rest", self.rest, "--bones", 8, "-o", self.folder / "rig.exemplar"]
        self.refuse(MISMATCH, "leave out --no-registration", "rig", *self.scans[:2], *refused)

    def test_a_template_is_made_from_the_most_complete_scan(self):
        out = self.folder / "out"
        result = self.succeed("register", *self.scans[:1], "-o", out, "--triangles", 3000, "--no-pictures")
        self.assertIn("the template is made from the most complete scan", result.stderr)
        self.assertTrue((out / "rest.obj").is_file())

    def register_one(self, name, points, triangles, *arguments):
        scan = self.write(name, format_ply(points, triangles))
        return run("register", scan, "--template", self.rest, "-o", self.folder / "out", "--no-report", "--scan-rounds", 0, *arguments)

    def test_bad_scans_get_a_sentence_each(self):
        points, triangles = read_ply(self.scans[0])
        height = max(p[1] for p in points)
        upper = [t for t in triangles if all(points[v][1] > 0.75 * height for v in t)]
        floor = [(x / 20, 0.0, z / 20) for x in range(30) for z in range(30)]
        plates = [(30 * x + z, 30 * x + z + 1, 30 * x + z + 30) for x in range(29) for z in range(29)]
        # Another character: its legs are a third, its arms and head three times as thick.
        other = [(p[0] * (0.5 if p[1] < 0.5 * height else 1.8), p[1] if p[1] < 0.5 * height else 0.75 * height + 0.5 * p[1], p[2] * 2.2)
                 for p in points]
        for name, cloud, faces, words in (
            ("upper.ply", points, upper, "of the character"),
            ("floor.ply", floor, plates, "floor"),
            ("huge.ply", [tuple(1000 * c for c in p) for p in points], triangles, "--scan-scale 0.001"),
            ("other.ply", other, triangles, "other.ply"),
        ):
            with self.subTest(name):
                result = self.register_one(name, cloud, faces)
                self.assertEqual(result.returncode, DEGENERATE, result.stdout + result.stderr)
                self.assertIn(words, result.stderr)
                self.assertIn(name, result.stderr)
                self.assertFalse((self.folder / "out" / "rest.obj").exists())

    def test_points_without_faces_are_scans(self):
        points, triangles = read_ply(self.scans[0])
        result = self.register_one("points.ply", points, [])
        self.assertEqual(result.returncode, 0, result.stderr)
        figures = json.loads((self.folder / "out/figures.json").read_text())
        self.assertIn("normals were estimated", str(figures["registration"]["poses"][0]["notes"]))
        alone = self.write("alone.ply", format_ply(points, []))
        self.refuse(DEGENERATE, "Give a template", "register", alone, "-o", self.folder / "none")

    def test_landmarks_and_arguments_are_checked(self):
        scan, out = self.scans[0], self.folder / "out"
        own = self.folder / "own"
        own.mkdir()
        shutil.copy(self.rest, own / "rest.obj")
        self.refuse(WRONG_ARGUMENTS, "which is an input", "register", scan, "--template", own / "rest.obj", "-o", own)
        self.refuse(WRONG_ARGUMENTS, "which is an input", "register", f"{own}/*.obj", scan, "-o", own)
        base = ["register", scan, "--template", self.rest, "-o", out]
        self.refuse(WRONG_ARGUMENTS, "is not FILE:NAME=X,Y,Z", *base, "--landmark", "nose=1,2")
        self.refuse(NOT_FOUND, "neither a scan nor the template", *base, "--landmark", "nobody.ply:nose=0,0,0")
        self.refuse(WRONG_ARGUMENTS, "is not on the template", *base, "--landmark", f"{scan.stem}:nose=0,1,0")
        bad = self.write("marks.json", '{"template": {"nose": [0, 1]}}')
        self.refuse(MALFORMED, "is not a name with three numbers", *base, "--landmarks", bad)
        self.refuse(NOT_FOUND, "none.json", *base, "--landmarks", self.folder / "none.json")
        self.refuse(WRONG_ARGUMENTS, "is the name of a file", "register", scan, "-o", self.folder / "out.glb")
        self.assertEqual([name for name in self.files() if name.startswith("out")], [])


if __name__ == "__main__":
    unittest.main()
