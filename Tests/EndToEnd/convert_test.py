# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar convert: examples keep their vertices through every format, characters become valid glTF."""

import json
import struct
import unittest

from hostile import obj, scene, tube_faces, tube_points
from program import (BOX, DATA, DEGENERATE, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, glb_json, largest_distance,
                     moved_box, obj_positions, pc2_frames)


def glb_color(path):
    """The color of the first vertex, whatever type it is stored as."""
    document, content = glb_json(path), path.read_bytes()
    accessor = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"]]
    start = 28 + struct.unpack_from("<I", content, 12)[0]  # of the binary chunk
    start += document["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
    letter, largest = {5126: ("f", 1.0), 5121: ("B", 255.0), 5123: ("H", 65535.0)}[accessor["componentType"]]
    return tuple(value / largest for value in struct.unpack_from(f"<4{letter}", content, start))


class ConvertTest(ProgramTest):
    def make_set(self):
        """A rest mesh and three poses, as files."""
        self.write("in/rest.obj", BOX)
        for frame, offset in enumerate([0.25, 0.5, 0.75]):
            self.write(f"in/pose{frame}.obj", moved_box(offset))
        return self.folder / "in"

    def positions_of(self, path):
        """Rest and poses of whatever the path names, by converting it to a folder."""
        out = self.folder / "readback"
        self.succeed("convert", path, out)
        return obj_positions(out / "rest.obj"), pc2_frames(out / "frames.pc2")

    def test_every_format_keeps_vertex_order(self):
        source = self.make_set()
        rest, frames = self.positions_of(source)
        self.assertEqual(len(rest), 8)
        self.assertEqual(len(frames), 3)
        self.assertAlmostEqual(frames[2][2][0], 1.75)
        for name in ["set.obj", "set.ply", "set.off", "set.pc2", "set.mdd", "set.glb", "set"]:
            with self.subTest(name):
                out = self.folder / f"as {name.replace('.', ' ')}" / name
                out.parent.mkdir()
                self.succeed("convert", source, out)
                if name.endswith((".glb",)):
                    self.validate(out)
                    back = out
                elif name == "set":
                    back = out
                else:
                    back = out.parent
                again, again_frames = self.positions_of(back)
                self.assertLess(largest_distance(rest, again), 1e-6)
                self.assertEqual(len(again_frames), 3)
                for frame, other in zip(frames, again_frames):
                    self.assertLess(largest_distance(frame, other), 1e-6)

    def test_stl_keeps_the_surface(self):
        source = self.make_set()
        out = self.folder / "stl" / "set.stl"
        out.parent.mkdir()
        self.succeed("convert", source, out)
        report = self.inspect(out.parent)
        self.assertEqual(report["triangles"], 12)
        self.assertEqual(report["points"], 8)
        self.assertTrue(report["topology"]["closed"])

    def test_uv_seams_come_back_joined_from_glb(self):
        uvs = "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0.5\n"
        text = BOX.replace("f 4 3 2 1", uvs + "f 4/1 3/2 2/3 1/4").replace("f 1 2 6 5", "f 1/5 2/2 6/3 5/4")
        rest = self.write("rest.obj", text)
        out = self.folder / "box.glb"
        self.succeed("convert", rest, out)
        self.validate(out)
        self.assertGreater(glb_json(out)["accessors"][0]["count"], 8)
        self.succeed("convert", out, self.folder / "back.obj")
        self.assertEqual(obj_positions(self.folder / "back.obj"), obj_positions(rest))

    def test_uv_sets_and_colors_reach_the_character_from_every_format(self):
        numbers = struct.pack("<8f", 0, 0, 1, 0, 1, 1, 0, 1) + bytes([255, 0, 0, 255] * 4)
        document = scene()
        document["buffers"].append({"byteLength": len(numbers), "uri": "sets.bin"})
        document["bufferViews"] += [{"buffer": 1, "byteLength": 32}, {"buffer": 1, "byteOffset": 32, "byteLength": 16}]
        document["accessors"] += [
            {"bufferView": 2, "componentType": 5126, "count": 4, "type": "VEC2"},
            {"bufferView": 3, "componentType": 5121, "normalized": True, "count": 4, "type": "VEC4"}]
        document["meshes"][0]["primitives"][0]["attributes"].update(TEXCOORD_0=3, TEXCOORD_1=3, TEXCOORD_2=3, COLOR_0=4)
        self.write("sets.bin", numbers)
        rest, faces = tube_points(0), tube_faces()
        pose = self.write("pose.obj", obj(tube_points(0.6)))
        corners = "".join("4 {} {} {} {}\n".format(*face) for face in faces)
        ply = (f"ply\nformat ascii 1.0\nelement vertex {len(rest)}\n" +
               "".join(f"property float {name}\n" for name in ["x", "y", "z", "s", "t"]) +
               "".join(f"property uchar {name}\n" for name in ["red", "green", "blue"]) +
               f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n" +
               "".join(f"{x} {y} {z} {x} {y} 255 0 0\n" for x, y, z in rest) + corners)
        lines = obj(rest).splitlines()
        colored = [line + " 1 0 0" if line.startswith("v ") else line for line in lines]
        off = (f"COFF\n{len(rest)} {len(faces)} 0\n" + "".join(f"{x} {y} {z} 255 0 0 255\n" for x, y, z in rest) + corners)
        for name, content, examples, sets in [
                ("rest.gltf", json.dumps(document), [], {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2", "COLOR_0"}),
                ("rest.ply", ply, [pose], {"TEXCOORD_0", "COLOR_0"}),
                ("rest.obj", "\n".join(colored) + "\n", [pose], {"COLOR_0"}),
                ("rest.off", off, [pose], {"COLOR_0"})]:
            with self.subTest(name):
                character, out = self.folder / "a.exemplar", self.folder / "a.glb"
                self.succeed("build", self.write(name, content), *examples, "--fast", "-o", character)
                self.succeed("convert", character, out)
                self.validate(out)
                found = set(glb_json(out)["meshes"][0]["primitives"][0]["attributes"])
                self.assertEqual({key for key in found if key.startswith(("TEXCOORD", "COLOR"))}, sets)
                self.assertEqual(glb_color(out), (1.0, 0.0, 0.0, 1.0))

    def test_character_to_gltf_with_4_and_8_influences(self):
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        character = self.folder / "sample/sample.exemplar"
        truth = self.inspect(character)
        for influences in [4, 8]:
            out = self.folder / f"{influences}.glb"
            self.succeed("convert", character, out, "--influences", influences, "--color-by-bone")
            self.validate(out)
            attributes = glb_json(out)["meshes"][0]["primitives"][0]["attributes"]
            self.assertIn("COLOR_0", attributes)
            report = self.inspect(out)
            self.assertEqual(report["rig"]["joints"], truth["joints"])
            self.assertEqual([clip["name"] for clip in report["rig"]["clips"]], [clip["name"] for clip in truth["clips"]])
            self.assertEqual([clip["frames"] for clip in report["rig"]["clips"]], [c["frames"] for c in truth["clips"]])
            self.assertLessEqual(report["rig"]["influences"]["most"], influences)

    def test_poses_of_the_sample_survive_as_clips_in_gltf(self):
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        glb = self.folder / "sample.glb"
        self.succeed("convert", self.folder / "sample/sample.exemplar", glb)
        self.succeed("convert", glb, self.folder / "played", "--animation", "poses")
        made = pc2_frames(self.folder / "sample/frames.pc2")
        played = pc2_frames(self.folder / "played/frames.pc2")
        self.assertEqual(len(made), len(played))
        for frame, other in zip(made, played):
            self.assertLess(largest_distance(frame, other), 1e-4)

    def test_what_cannot_be_converted_gets_a_sentence(self):
        source = self.make_set()
        self.refuse(UNSUPPORTED, "unsupported output format '.xyz'", "convert", source, self.folder / "out.xyz")
        self.refuse(WRONG_ARGUMENTS, "requires input files followed by an output", "convert", source)
        self.refuse(DEGENERATE, "no rig", "convert", source, self.folder / "out.exemplar")
        self.refuse(WRONG_ARGUMENTS, "influences", "convert", source, self.folder / "out.glb", "--influences", 5)
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        character = self.folder / "sample/sample.exemplar"
        self.refuse(UNSUPPORTED, "binary glTF", "convert", character, self.folder / "out.obj")
        self.refuse(WRONG_ARGUMENTS, "converted on its own", "convert", character, character, self.folder / "out.glb")
        self.assertEqual([name for name in self.files() if "out." in name], [])

    def test_rigged_files_of_others(self):
        files = sorted((DATA / "gltf-rigged").glob("*.glb"))
        if not files:
            self.skipTest(f"no rigged files in {DATA}")
        for file in files:
            with self.subTest(file.name):
                character = self.folder / (file.stem + ".exemplar")
                glb = self.folder / file.name
                self.succeed("convert", file, character, "--rate", 5)
                self.succeed("convert", character, glb)
                self.validate(glb)
                before, after = self.inspect(file, "--rate", 5), self.inspect(glb, "--rate", 5)
                self.assertEqual(before["rig"]["joints"], after["rig"]["joints"])
                self.assertEqual(len(before["rig"]["clips"]), len(after["rig"]["clips"]))
                # In single precision a few more vertices coincide in every pose, and are welded.
                self.assertLessEqual(after["points"], before["points"])
                self.assertGreater(after["points"], 0.99 * before["points"])
                self.assertAlmostEqual(
                    before["bounds"]["diagonal"], after["bounds"]["diagonal"], delta=1e-4 * before["bounds"]["diagonal"])


if __name__ == "__main__":
    unittest.main()
