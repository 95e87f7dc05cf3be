# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar inspect: what it reports, and a sentence with an exit code for a bad file of each kind."""

import json
import os
import struct
import unittest

from hostile import scene
from program import (BOX, DATA, DEGENERATE, MALFORMED, MISMATCH, NOT_FOUND, ROOT, UNSUPPORTED, WRONG_ARGUMENTS,
                     ProgramTest, moved_box, obj_positions)


class InspectTest(ProgramTest):
    def test_counts_bounds_and_topology(self):
        self.write("rest.obj", BOX)
        self.write("pose.obj", moved_box(0.5))
        report = self.inspect(self.folder)
        self.assertEqual(report["kind"], "examples")
        for key, value in {"vertices": 8, "points": 8, "polygons": 6, "triangles": 12, "poses": 1}.items():
            self.assertEqual(report[key], value, key)
        self.assertEqual(report["bounds"]["min"], [0, 0, 0])
        self.assertEqual(report["bounds"]["max"], [1, 2, 1])
        self.assertEqual(report["topology"], {"components": 1, "closed": True, "manifold": True, "boundaryEdges": 0,
                                              "genus": 0})

    def test_files_with_z_up_are_turned(self):
        def lay(text):
            lines = [line.split() for line in text.splitlines()]
            return "".join(f"v {x[1]} {-float(x[3])} {x[2]}\n" if x[0] == "v" else " ".join(x) + "\n" for x in lines)

        self.write("rest.obj", BOX)
        self.write("pose.obj", moved_box(0.5))
        lying = self.folder / "lying"
        self.write("lying/rest.obj", lay(BOX))
        self.write("lying/pose.obj", lay(moved_box(0.5)))
        self.assertEqual(self.inspect(lying, "--up", "z")["bounds"], self.inspect(self.folder / "rest.obj")["bounds"])
        (self.folder / "written").mkdir()
        self.succeed("convert", self.folder / "rest.obj", self.folder / "pose.obj", self.folder / "written/a.obj")
        self.succeed("convert", lying, "--up", "z", self.folder / "written/b.obj")
        for number in ["", "_0001"]:
            self.assertEqual(obj_positions(self.folder / f"written/a{number}.obj"),
                             obj_positions(self.folder / f"written/b{number}.obj"))
        self.assertIn("up-guess", [problem["name"] for problem in self.inspect(lying)["problems"]])
        self.refuse(WRONG_ARGUMENTS, "--up: 'x' is ", "inspect", lying, "--up", "x")

    def test_materials_beside_meshes_are_no_meshes(self):
        rest, pose = self.write("rest.obj", BOX), self.write("pose.obj", moved_box(0.5))
        material = self.write("rest.mtl", "newmtl skin\nKd 1 0 0\n")
        self.assertEqual(self.inspect(pose, material, rest)["poses"], 1)
        self.refuse(UNSUPPORTED, "rest.mtl", "inspect", material)

    def test_text_says_the_same_for_people(self):
        rest = self.write("rest.obj", BOX)
        text = self.succeed("inspect", rest).stdout
        self.assertRegex(text, r"(?m)^vertices +8$")
        self.assertRegex(text, r"(?m)^problems +\S")

    def test_problems_are_reported_and_allowed(self):
        extra = BOX + "v 5 5 5\nf 1 2 2\nf 4 3 2 1\n"
        report = self.inspect(self.write("rest.obj", extra))
        names = {problem["name"]: problem for problem in report["problems"]}
        for name in ["degenerate-face", "duplicate-face", "unreferenced-vertex"]:
            self.assertIn(name, names)
            self.assertGreater(names[name]["count"], 0)
            self.assertTrue(names[name]["message"].endswith("."))

    def test_sample_in_the_repository(self):
        folder = ROOT / "Content/Samples"
        if not any(folder.glob("**/rest.obj")):
            self.skipTest("no sample in Content/Samples")
        rest = next(folder.glob("**/rest.obj"))
        report = self.inspect(rest.parent)
        self.assertGreaterEqual(report["poses"], 12)
        self.assertTrue(report["topology"]["closed"])
        self.assertEqual(report["topology"]["genus"], 0)

    def test_rigged_gltf(self):
        fox = DATA / "gltf-rigged/Fox.glb"
        if not fox.exists():
            self.skipTest(f"no {fox}")
        report = self.inspect(fox)
        self.assertEqual(report["rig"]["joints"], 24)
        self.assertEqual([clip["name"] for clip in report["rig"]["clips"]], ["Survey", "Walk", "Run"])
        walk = self.inspect(fox, "--animation", "Walk", "--rate", 10)
        self.assertEqual(walk["poses"], 8)
        self.refuse(NOT_FOUND, "unknown animation 'Fly'. Available animations: 'Survey', 'Walk', 'Run'", "inspect", fox, "--animation", "Fly")

    def test_what_a_file_has_and_is_not_used_is_listed(self):
        document = scene()
        document["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]
        document["images"] = [{"uri": "skin.png"}, {"uri": "hair.png"}]
        document["extensionsUsed"] = ["KHR_lights_punctual", "KHR_mesh_quantization"]
        path = self.write("a.gltf", json.dumps(document))
        self.assertEqual(self.inspect(path)["unused"],
                         ["2 images: textures are not read.", "1 cameras.", "The extension KHR_lights_punctual."])
        text = self.succeed("inspect", path).stdout
        for word in ["2 images", "1 cameras", "KHR_lights_punctual"]:
            self.assertIn(word, text)
        self.assertEqual(self.inspect(self.write("b.gltf", json.dumps(scene())))["unused"], [])

    def test_an_animation_is_not_asked_of_meshes(self):
        rest = self.write("rest.obj", BOX)
        self.refuse(NOT_FOUND, "rest.obj has no animations", "inspect", rest, "--animation", "Walk")

    def test_a_bad_file_of_each_kind_gets_its_sentence(self):
        cut = b"POINTCACHE2\0" + struct.pack("<iiffi", 1, 8, 0, 1, 4) + b"\0" * 20
        bad = [
            ("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", MALFORMED),
            ("header.ply", "ply\nformat ascii 1.0\nelement vertex many\nend_header\n", MALFORMED),
            ("short.off", "OFF\n8 6 0\n0 0 0\n", MALFORMED),
            ("short.stl", b"\0" * 80 + struct.pack("<I", 1000) + b"\0" * 20, MALFORMED),
            ("text.glb", "this is no scene", MALFORMED),
            ("old.gltf", '{"asset": {"version": "1.0"}}', UNSUPPORTED),
            ("text.fbx", "this is no scene", MALFORMED),
            ("text.abc", "this is no cache", MALFORMED),
            ("cut.abc", b"Ogawa\xff\0\1\0\0\0\0", MALFORMED),
            ("old.abc", b"\x89HDF\r\n\x1a\n", UNSUPPORTED),
            ("text.exemplar", "this is no character", MALFORMED),
            ("empty.exemplar", "", MALFORMED),
            ("empty.obj", "", MALFORMED),
        ]
        for name, content, code in bad:
            with self.subTest(name):
                path = self.write(name, content)
                sentence = self.refuse(code, name, "inspect", path)
                self.assertLess(len(sentence), 500)
        rest = self.write("set/rest.obj", BOX)
        with self.subTest("cut.pc2"):
            self.refuse(MALFORMED, "cut.pc2", "inspect", rest, self.write("cut.pc2", cut))
        with self.subTest("cut.mdd"):
            self.refuse(MALFORMED, "cut.mdd", "inspect", rest, self.write("cut.mdd", struct.pack(">ii", 4, 8) + b"\0" * 9))
        with self.subTest("not a number"):
            nan = self.write("nan.obj", BOX.replace("v 1 0 0", "v nan 0 0"))
            self.refuse(MALFORMED, "not a finite number", "inspect", nan)
        with self.subTest("no size"):
            flat = self.write("flat.obj", "v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n")
            self.refuse(DEGENERATE, "in one place", "inspect", flat)
        with self.subTest("no faces"):
            points = self.write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")
            self.refuse(DEGENERATE, "points.obj: The rest mesh has vertices but no faces", "inspect", points)
        with self.subTest("other vertex count"):
            pose = self.write("pose.obj", BOX.replace("v 0 2 1\n", "").replace("8", "7"))
            self.refuse(MISMATCH, "pose.obj", "inspect", rest, pose)
        with self.subTest("cache of another mesh"):
            cache = b"POINTCACHE2\0" + struct.pack("<iiffi", 1, 3, 0, 1, 1) + b"\0" * 36
            self.refuse(MISMATCH, "other.pc2", "inspect", rest, self.write("other.pc2", cache))

    def test_what_is_not_there(self):
        for name in ["missing.obj", "missing.glb", "missing.fbx", "missing.exemplar"]:
            with self.subTest(name):
                self.refuse(NOT_FOUND, name, "inspect", self.folder / name)
        rest = self.write("rest.obj", BOX)
        self.refuse(NOT_FOUND, "missing.pc2", "inspect", rest, self.folder / "missing.pc2")
        os.mkdir(self.folder / "empty")
        self.refuse(NOT_FOUND, "empty", "inspect", self.folder / "empty")

    def test_characters_are_inspected_alone(self):
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        character = self.folder / "sample/sample.exemplar"
        self.assertEqual(self.inspect(character)["kind"], "character")
        self.refuse(WRONG_ARGUMENTS, "inspected on its own", "inspect", character, character)

    def test_a_damaged_character_is_told_from_a_whole_one(self):
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        whole = (self.folder / "sample/sample.exemplar").read_bytes()
        middle = len(whole) // 2
        flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:]
        self.refuse(MALFORMED, "flipped.exemplar", "inspect", self.write("flipped.exemplar", flipped))
        self.refuse(MALFORMED, "cut.exemplar", "inspect", self.write("cut.exemplar", whole[:middle]))


if __name__ == "__main__":
    unittest.main()
