# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Hostile targets and character files: what cannot be written, what may not be overwritten, what is no character."""

import base64
import json
import os
import resource
import shutil
import signal
import stat
import struct
import subprocess
import unittest

from hostile import HostileTest, obj, pc2, run, temporaries, tube_points
from program import (DEGENERATE, MALFORMED, MISMATCH, NOT_FOUND, NOT_READABLE, NOT_WRITABLE, PROGRAM, UNSUPPORTED,
                     WRONG_ARGUMENTS)

NOBODY = 65534


def full_disk(most=4096):
    """Files end after four kilobytes, as on a full disk: the same for root and for others."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


class TargetTest(HostileTest):
    def test_targets_that_cannot_be_written_are_refused_before_the_work(self):
        (self.folder / "folder.exemplar").mkdir()
        precious = self.write("precious.exemplar", "precious")
        precious.chmod(stat.S_IRUSR | stat.S_IRGRP)
        os.symlink("b.exemplar", self.folder / "a.exemplar")
        os.symlink("a.exemplar", self.folder / "b.exemplar")
        for kind, name, code, words in [
            ("inside a file", "rest.obj/out.exemplar", NOT_WRITABLE, ["rest.obj/out.exemplar'", "is a file, not a folder"]),
            ("no such folder", "none/out.exemplar", NOT_WRITABLE, ["the folder '", "does not exist. Create it first"]),
            ("a folder", "folder.exemplar", NOT_WRITABLE, ["a folder with that name exists. Choose another name"]),
            ("read-only", "precious.exemplar", NOT_WRITABLE, ["it exists and is read-only. Make it writable or choose"]),
            ("links in a circle", "a.exemplar", NOT_WRITABLE, ["its links form a loop"]),
            ("a name too long", "x" * 250 + ".exemplar", NOT_WRITABLE, ["Choose another name or folder"]),
            ("an unknown kind", "out.fbx", UNSUPPORTED, ["--out requires a .exemplar or .glb file name"]),
            ("an example", "rest.obj", UNSUPPORTED, ["rest.obj:", "requires a .exemplar or .glb"]),
        ]:
            self.hostile(kind, code, words, "rig", self.rest, self.pose, "--fast", "-o", self.folder / name)
            if "/" not in name and not name.startswith("rest"):
                self.hostile(f"{kind} of build", code, words, "build", self.rest, self.pose, "--fast", "-o",
                             self.folder / name)
        self.hostile("figures over an example", WRONG_ARGUMENTS, ["--json would overwrite", "Choose another name"], "rig",
                     self.rest, self.pose, "--fast", "-o", self.out, "--json", self.pose)
        self.hostile("two outputs of one name", WRONG_ARGUMENTS, ["both name", "Use a different file for each"], "rig",
                     self.rest, self.pose, "--fast", "-o", self.out, "--json", self.out)

    def test_a_full_disk_leaves_nothing(self):
        self.hostile("a full device", NOT_WRITABLE, ["'/dev/full': writing to the device failed. Is it full?"], "build",
                     self.rest, self.pose, "--fast", "-o", "/dev/full")
        for name in ["out.exemplar", "out.glb"]:
            self.hostile(f"a full disk for {name}", NOT_WRITABLE, [name, "the free space on the disk"], "build", self.rest,
                         self.pose, "--fast", "-o", self.folder / name, preexec_fn=full_disk)
        old = self.write("old.exemplar", "what was there before")
        self.hostile("a full disk over an old file", NOT_WRITABLE, ["old.exemplar'"], "build", self.rest, self.pose, "--fast",
                     "-o", old, preexec_fn=full_disk)
        self.hostile("a full disk for a folder", NOT_WRITABLE, ["folder", "the free space on the disk"], "build", self.rest,
                     self.pose, "--fast", "--no-report", "--no-cache", "-o", self.folder / "folder", preexec_fn=full_disk)
        self.assertEqual(temporaries(self.folder), [])

    def test_several_files_on_a_full_disk_are_whole_or_not_there(self):
        whole = self.folder / "whole"
        self.succeed("sample", whole / "sample", "--vertices", 2000)
        self.succeed("convert", whole / "sample", whole / "poses.obj")
        self.succeed("convert", whole / "sample", whole / "cache.mdd")
        mesh, cache = ((whole / "sample" / name).stat().st_size for name in ("rest.obj", "frames.pc2"))
        for most in [4096, mesh - 1, cache - 1]:  # the material alone, twice; the mesh and not the cache
            part = self.folder / f"part {most}"
            part.mkdir()
            for command in [["sample", part / "sample", "--vertices", 2000], ["convert", whole / "sample", part / "poses.obj"],
                            ["convert", whole / "sample", part / "cache.mdd"]]:
                with self.subTest(command[0], most=most):
                    result = run(*command, preexec_fn=lambda: full_disk(most))
                    self.assertIn(result.returncode, [0, NOT_WRITABLE], result.stderr)
                    if result.returncode != 0:
                        self.assertRegex(result.stderr, r"^exemplar: Cannot write '.*the free space on the disk\.\n$")
            left = [path for path in part.rglob("*") if path.is_file()]
            self.assertLess(len(left), len(list(whole.rglob("*"))))
            for path in left:
                self.assertEqual(path.read_bytes(), (whole / path.relative_to(part)).read_bytes(), path)
        self.assertTrue((part / "sample/rest.obj").exists())
        self.assertFalse((part / "sample/sample.exemplar").exists())

    def test_permissions_bind(self):
        """As nobody where this runs as root."""
        self.folder.chmod(0o755)
        for name in ["closed", "locked"]:
            folder = self.folder / name
            folder.mkdir()
            shutil.copy(self.rest, folder / "rest.obj")
            shutil.copy(self.pose, folder / "pose.obj")
        (self.folder / "closed").chmod(0)
        (self.folder / "locked").chmod(0o555)
        (self.folder / "locked/rest.obj").chmod(0)
        self.addCleanup((self.folder / "closed").chmod, 0o755)
        self.addCleanup((self.folder / "locked").chmod, 0o755)
        as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        try:
            subprocess.run([PROGRAM, "--version"], capture_output=True, check=True, timeout=60, **as_nobody)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("the program cannot be run as nobody")
        out = self.folder / "locked/out.exemplar"
        for kind, code, words, inputs in [
            ("a folder that may not be read", NOT_READABLE, ["closed"], [self.folder / "closed"]),
            ("a file in it", NOT_READABLE, ["closed/rest.obj"], [self.folder / "closed/rest.obj", self.pose]),
            ("a file that may not be read", NOT_READABLE, ["locked/rest.obj", "permissions"], [self.folder / "locked/rest.obj", self.pose]),
            ("a folder that may not be written", NOT_WRITABLE, ["out.exemplar", "permissions"], [self.rest, self.pose]),
        ]:
            with self.subTest(kind):
                line = self.refuse(code, words[0], "build", *inputs, "--fast", "-o", out, **as_nobody)
                for word in words[1:]:
                    self.assertIn(word, line)
        self.assertFalse(out.exists())
        self.assertEqual(temporaries(self.folder), [])

    def test_targets_that_are_odd_work(self):
        os.symlink("later.exemplar", self.folder / "link.exemplar")
        for kind, name in [("unicode and spaces", "Größe 人/o u t ☃.exemplar"), ("a link to nothing yet", "link.exemplar"),
                           ("the longest name", "x" * (255 - 9) + ".exemplar"), ("an old file", "old.exemplar")]:
            with self.subTest(kind):
                out = self.folder / name
                out.parent.mkdir(exist_ok=True)
                if name.startswith("old"):
                    out.write_text("old")
                self.succeed("build", self.rest, self.pose, "--fast", "-o", out)
                self.assertEqual(out.read_bytes()[:8], b"EXEMPLAR")
        self.assertTrue((self.folder / "link.exemplar").is_symlink())
        self.assertTrue((self.folder / "later.exemplar").is_file())
        self.assertEqual(temporaries(self.folder), [])

    def test_a_pipe_with_a_reader_gets_the_bytes(self):
        self.succeed("rig", self.rest, self.pose, "--fast", "-o", self.out)
        pipe = self.folder / "pipe.exemplar"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
            self.succeed("rig", self.rest, self.pose, "--fast", "-o", pipe)
            self.assertEqual(reader.stdout.read(), self.out.read_bytes())


class CharacterTest(HostileTest):
    def setUp(self):
        super().setUp()
        self.character = self.folder / "good.exemplar"
        self.succeed("build", self.rest, self.pose, "--fast", "-o", self.character)

    def test_files_that_are_no_character(self):
        whole = self.character.read_bytes()
        flipped = bytearray(whole)
        flipped[len(whole) // 2] ^= 255
        newer = bytearray(whole)
        newer[8] = 99
        for kind, content, code, words in [
            ("empty", b"", MALFORMED, ["It is not a character file or was truncated"]),
            ("cut off", whole[: len(whole) // 2], MALFORMED, ["It was truncated or extended; copy it again"]),
            ("cut off in its head", whole[:10], MALFORMED, ["It is not a character file or was truncated"]),
            ("added to", whole + b"x", MALFORMED, ["It was truncated or extended; copy it again"]),
            ("damaged", bytes(flipped), MALFORMED, ["its checksum does not match. The file is damaged"]),
            ("garbage", b"hello" * 100, MALFORMED, ["does not begin with 'EXEMPLAR'"]),
            ("of a newer version", bytes(newer), UNSUPPORTED, ["has version 99.", "this program reads version 1"]),
        ]:
            bad = self.write("bad.exemplar", content)
            for command in [["inspect", bad], ["lod", bad, "-o", self.folder / "x.exemplar"],
                            ["convert", bad, self.folder / "x.glb"], ["skin", bad, self.rest, self.pose],
                            ["render", bad, "-o", self.folder / "x.png"]]:
                self.hostile(f"{command[0]}: {kind}", code, ["bad.exemplar", *words], *command)

    def test_commands_that_do_not_fit_the_file(self):
        other = self.write("other.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        for kind, code, words, command in [
            ("missing", NOT_FOUND, ["none.exemplar'. Check its name"], ["lod", "none.exemplar", "-o", self.out]),
            ("a folder for lod", UNSUPPORTED, ["not a character (.exemplar)"], ["lod", self.folder, "-o", self.out]),
            ("a character as examples", UNSUPPORTED, ["this is a character, not examples"], ["build", self.character, "-o", self.out]),
            ("a character as a picture", UNSUPPORTED, ["to binary glTF (.glb)"], ["convert", self.character, self.folder / "x.png"]),
            ("examples of another mesh", MISMATCH, ["54 vertices, but the examples have 3"], ["skin", self.character, other, self.write("moved.obj", "v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n")]),
            ("no name", NOT_WRITABLE, ["the file name is empty. Give a name"], ["lod", self.character, "-o", ""]),
            ("levels that rise", WRONG_ARGUMENTS, ["decreasing fractions"], ["lod", self.character, "-o", self.out, "--fractions", "0.2,0.5"]),
            ("no such clip", NOT_FOUND, ["dance"], ["render", self.character, "-o", self.folder / "x.png", "--clip", "dance"]),
            ("a sheet without end", WRONG_ARGUMENTS, ["exceed the limit of one sheet", "Put # into the name"],
             ["render", self.character, "-o", self.folder / "x.png", "--clip", "examples", "--frames", 100000]),
            ("a picture without end", WRONG_ARGUMENTS, ["--size"], ["render", self.character, "-o", self.folder / "x.png", "--size", "900000x900000"]),
        ]:
            self.hostile(kind, code, words, *command)

    def test_the_smallest_characters_pass_every_command(self):
        """One triangle on one bone."""
        parts = [struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0), struct.pack("<4H", 0, 1, 2, 0), bytes(12),
                 struct.pack("<12f", *[1, 0, 0, 0] * 3), struct.pack("<16f", *[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])]
        blob, views = b"", []
        for part in parts:
            views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(part)})
            blob += part
        kinds = [(5126, 3, "VEC3"), (5123, 3, "SCALAR"), (5121, 3, "VEC4"), (5126, 3, "VEC4"), (5126, 1, "MAT4")]
        accessors = [{"bufferView": i, "componentType": c, "count": n, "type": t} for i, (c, n, t) in enumerate(kinds)]
        accessors[0].update(min=[0, 0, 0], max=[1, 1, 0])
        small = self.write("small.gltf", json.dumps({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
            "nodes": [{"mesh": 0, "skin": 0}, {"name": "bone"}], "skins": [{"joints": [1], "inverseBindMatrices": 4}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 2, "WEIGHTS_0": 3}, "indices": 1}]}],
            "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(blob), "uri":
                "data:application/octet-stream;base64," + base64.b64encode(blob).decode()}]}))
        character, cache = self.folder / "small.exemplar", self.write("moved.pc2", pc2([[(0, 0, 1), (1, 0, 1), (0, 1, 1)]]))
        self.succeed("convert", small, character)
        self.assertEqual(self.inspect(character)["joints"], 1)
        self.succeed("lod", character, "-o", self.folder / "levels.exemplar")
        self.assertEqual(len(self.inspect(self.folder / "levels.exemplar")["levels"]), 1)
        self.succeed("convert", character, self.folder / "small.glb")
        triangle = self.write("triangle.obj", obj([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]))
        self.succeed("build", triangle, cache, "--fast", "-o", self.out)
        self.succeed("skin", self.out, triangle, cache, "-o", self.folder / "skin.exemplar")
        point = self.write("point.obj", "v 0 0 0\nf 1 1 1\n")
        self.hostile("one vertex", DEGENERATE, ["point.obj: all vertices are in one place"], "convert", point,
                     self.folder / "point.glb")


if __name__ == "__main__":
    unittest.main()
