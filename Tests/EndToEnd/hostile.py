# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Bad input made by code: a good set of examples, and what can be done to its files. Standard library only."""

import base64
import json
import math
import os
import struct

from program import ProgramTest, run

SIDES, RINGS = 6, 9


def tube_points(bend):
    """A tube along x of two bones, bent by an angle at its middle."""
    points, middle = [], (RINGS - 1) / 4
    for ring in range(RINGS):
        for side in range(SIDES):
            around = 2 * math.pi * side / SIDES
            x, y, z = ring / 2, 0.5 * math.cos(around), 0.5 * math.sin(around)
            if x > middle:
                dx = x - middle
                x, y = middle + dx * math.cos(bend) - y * math.sin(bend), dx * math.sin(bend) + y * math.cos(bend)
            points.append((x, y, z))
    return points


def tube_faces():
    return [(SIDES * r + s, SIDES * r + (s + 1) % SIDES, SIDES * (r + 1) + (s + 1) % SIDES, SIDES * (r + 1) + s)
            for r in range(RINGS - 1) for s in range(SIDES)]


def obj(points, faces=None):
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points]
    lines += ["f " + " ".join(str(corner + 1) for corner in face) for face in (tube_faces() if faces is None else faces)]
    return "\n".join(lines) + "\n"


def scaled(points, factor):
    return [(x * factor, y * factor, z * factor) for x, y, z in points]


def moved(points, offset):
    return [(x + offset, y + offset, z + offset) for x, y, z in points]


def pc2(frames, vertices=None, count=None, signature=b"POINTCACHE2\0", version=1):
    """A PC2 cache; the numbers of its header may lie."""
    vertices = len(frames[0]) if vertices is None else vertices
    head = struct.pack("<12siiffi", signature, version, vertices, 0.0, 1.0, len(frames) if count is None else count)
    return head + b"".join(struct.pack("<3f", *point) for frame in frames for point in frame)


def mdd(frames, vertices=None, count=None):
    vertices = len(frames[0]) if vertices is None else vertices
    head = struct.pack(">ii", len(frames) if count is None else count, vertices)
    times = b"".join(struct.pack(">f", index / 24) for index in range(len(frames)))
    return head + times + b"".join(struct.pack(">3f", *point) for frame in frames for point in frame)


def scene():
    """A glTF document of a tetrahedron with one morph target: a rest and a pose."""
    points = b"".join(struct.pack("<3f", *p) for p in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    blob = points + struct.pack("<12H", 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3)
    return {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "targets": [{"POSITION": 2}]}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "buffers": [{"byteLength": 72, "uri": "data:application/octet-stream;base64," + base64.b64encode(blob).decode()}]}


def glb(document):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text)) + struct.pack("<I4s", len(text), b"JSON") + text


class HostileTest(ProgramTest):
    """Examples that are good, and the question what a run with something bad leaves behind: a sentence, nothing else."""

    def setUp(self):
        super().setUp()
        self.rest = self.write("rest.obj", obj(tube_points(0)))
        self.pose = self.write("pose.obj", obj(tube_points(0.6)))
        self.out = self.folder / "out.exemplar"

    def content(self):
        """Every name in the folder, with what a regular file holds."""
        return {str(p): p.read_bytes() if p.is_file() else None for p in sorted(self.folder.rglob("*"))}

    def hostile(self, kind, code, words, command, *arguments, **options):
        """One kind of bad input: its code, its sentence with all the words, and a folder as it was before."""
        with self.subTest(kind):
            before = self.content()
            line = self.refuse(code, words[0], command, *arguments, **options)
            for word in words[1:]:
                self.assertIn(word, line)
            for defect in ["terminate", "Traceback", "std::", "should not happen"]:
                self.assertNotIn(defect, line)
            self.assertEqual(self.content(), before)

    def hostile_build(self, kind, code, words, *inputs, options=()):
        self.hostile(kind, code, words, "build", *inputs, "--fast", "-o", self.out, *options)

    def works(self, kind, command, *arguments, **options):
        with self.subTest(kind):
            return self.succeed(command, *arguments, **options)

    def build_works(self, kind, *inputs, options=(), joints=None):
        """It is no bad input at all: the character is there and can be read."""
        with self.subTest(kind):
            self.out.unlink(missing_ok=True)
            self.succeed("build", *inputs, "--fast", "-o", self.out, *options)
            report = self.inspect(self.out)
            if joints is not None:
                self.assertEqual(report["joints"], joints)
            self.out.unlink()
            return report


def temporaries(folder):
    """What an unfinished write would leave."""
    return [name for _, folders, files in os.walk(folder) for name in folders + files if name.endswith(".tmp")]


__all__ = ["HostileTest", "glb", "mdd", "moved", "obj", "pc2", "run", "scaled", "scene", "temporaries", "tube_faces",
           "tube_points"]
