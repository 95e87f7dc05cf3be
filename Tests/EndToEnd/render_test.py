# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar render: pictures as a designer asks for them, and the sentences where there are none."""

import os
import pathlib
import shutil
import struct
import tempfile
import unittest
import zlib

from program import MALFORMED, NOT_FOUND, NOT_WRITABLE, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, run

ENVIRONMENT = dict(os.environ)


def read_png(path):
    """Width, height and rows of (r, g, b) of an 8-bit RGB file; checks every checksum on the way."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, header = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(kind + body)
        header = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    width, height, depth, color = header[:4]
    assert (depth, color) == (8, 2), header
    raw, stride = zlib.decompress(packed), 3 * width
    rows, last = [], bytearray(stride)
    for y in range(height):
        method = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for i in range(stride):
            a = row[i - 3] if i >= 3 else 0
            b = last[i]
            c = last[i - 3] if i >= 3 else 0
            if method == 1:
                row[i] = (row[i] + a) & 255
            elif method == 2:
                row[i] = (row[i] + b) & 255
            elif method == 3:
                row[i] = (row[i] + (a + b) // 2) & 255
            elif method == 4:
                p = a + b - c
                row[i] = (row[i] + min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]) & 255
        rows.append(row)
        last = row
    return width, height, rows


def difference(first, second):
    """The mean difference of two pictures of one size, from 0 to 255."""
    assert first[:2] == second[:2], (first[:2], second[:2])
    total = sum(abs(a - b) for p, q in zip(first[2], second[2]) for a, b in zip(p, q))
    return total / (3 * first[0] * first[1])


class RenderTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = pathlib.Path(tempfile.mkdtemp(prefix="exemplar render "))
        cls.addClassCleanup(shutil.rmtree, cls.shared, ignore_errors=True)
        made = run("sample", cls.shared, "--vertices", 2000)
        assert made.returncode == 0, made.stderr
        cls.character = cls.shared / "sample.exemplar"
        probe = run("render", cls.character, "--size", "16x16", "--draft", "--software", "-o", cls.shared / "probe.png")
        if probe.returncode != 0:
            if "Vulkan" in probe.stderr and os.environ.get("CI") != "true":
                raise unittest.SkipTest(probe.stderr)
            raise AssertionError(probe.stderr)

    def render(self, name, *arguments):
        out = self.folder / name
        self.succeed("render", self.character, "--draft", "--software", *arguments, "-o", out)
        return out

    def picture(self, name, *arguments):
        return read_png(self.render(name, "--size", "120x100", *arguments))

    def test_a_pose_is_a_picture_of_the_size_asked_for(self):
        rest = self.picture("rest.png")
        self.assertEqual(rest[:2], (120, 100))
        crouch = self.picture("crouch.png", "--pose", "poses:10")
        self.assertGreater(difference(rest, crouch), 1.0)
        self.assertEqual((self.folder / "rest.png").read_bytes(), self.render("again.png", "--size", "120x100").read_bytes())

    def test_views_overlays_and_colors_change_the_picture(self):
        plain = self.picture("plain.png", "--pose", "9", "--plain")
        for i, arguments in enumerate((["--view", "back"], ["--view", "-60,30"], ["--wireframe"], ["--skeleton"],
                                       ["--show", "bone"], ["--show", "influences"], ["--show", "lod"])):
            with self.subTest(arguments=arguments):
                picture = self.picture(f"{i}.png", "--pose", "9", "--plain", *arguments)
                self.assertGreater(difference(plain, picture), 0.2)

    def test_debug_views_have_a_legend(self):
        width, height, _ = self.picture("bone.png", "--show", "bone")
        self.assertGreater(height, 160)
        self.assertGreaterEqual(width, 120)

    def test_frames_of_a_clip_make_a_contact_sheet(self):
        width, height, _ = self.picture("walk.png", "--clip", "walk", "--frames", "4", "--columns", "2")
        self.assertEqual((width, height), (2 * 14 + 2 * 120 + 10, 46 + 2 * 100 + 10 + 14))

    def test_frames_of_a_clip_make_a_sequence(self):
        self.render("walk/##.png", "--size", "64x64", "--clip", "walk", "--frames", "3")
        self.assertEqual(self.files(), ["walk/00.png", "walk/01.png", "walk/02.png"])
        frames = [read_png(self.folder / name) for name in self.files()]
        self.assertGreater(difference(frames[0], frames[1]), 0.2)

    def test_an_example_stands_beside_the_character(self):
        examples = ["--against", self.shared / "rest.obj", "--against", self.shared / "frames.pc2"]
        width, height, rows = self.picture("error.png", "--pose", "10", *examples)
        self.assertEqual(width, 2 * 14 + 3 * 120 + 2 * 10)
        self.assertEqual(height, 46 + 100 + 58)

    def test_jpeg_is_written_by_its_name(self):
        data = self.render("rest.jpg", "--size", "64x64").read_bytes()
        self.assertEqual(data[:3], b"\xff\xd8\xff")

    def test_what_is_not_there_gets_a_sentence_and_no_file(self):
        out = self.folder / "out.png"
        for code, words, arguments in (
            (NOT_FOUND, "unknown clip 'run'. Available clips: 'poses', 'walk'.", ["--clip", "run"]),
            (NOT_FOUND, "Level 5 does not exist", ["--lod", "5"]),
            (WRONG_ARGUMENTS, "frames 0 to", ["--pose", "poses:99"]),
            (WRONG_ARGUMENTS, "not a pose", ["--pose", "standing"]),
            (WRONG_ARGUMENTS, "Unknown view 'sideways'", ["--view", "sideways"]),
            (WRONG_ARGUMENTS, "not a valid size", ["--size", "12"]),
            (WRONG_ARGUMENTS, "--frames", ["--clip", "walk", "--frames", "few"]),
            (WRONG_ARGUMENTS, "cannot be combined", ["--clip", "walk", "--pose", "rest"]),
            (WRONG_ARGUMENTS, "--show", ["--show", "beauty"]),
        ):
            with self.subTest(arguments=arguments):
                self.refuse(code, words, "render", self.character, "--draft", "--software", "-o", out, *arguments)
        self.refuse(UNSUPPORTED, ".png", "render", self.character, "-o", self.folder / "out.gif")
        nowhere = self.folder / "none/out.png"
        self.refuse(NOT_WRITABLE, "does not exist. Create it first", "render", self.character, "-o", nowhere)
        broken = self.write("broken.exemplar", "nothing of the kind")
        self.refuse(MALFORMED, "broken", "render", broken, "-o", out)
        self.assertEqual(self.files(), ["broken.exemplar"])

    def test_without_a_driver_there_is_a_sentence(self):
        nowhere = dict(ENVIRONMENT, VK_DRIVER_FILES=str(self.folder / "none.json"), VK_ICD_FILENAMES="none.json")
        line = self.refuse(NOT_FOUND, "Vulkan", "render", self.character, "-o", self.folder / "out.png", env=nowhere)
        self.assertIn("driver", line)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
