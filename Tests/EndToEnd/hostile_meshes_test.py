# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Hostile meshes, point caches, scenes and numbers through exemplar build: each kind gets its sentence and leaves
nothing; what only looks bad works."""

import json
import math
import os
import struct
import unittest

from hostile import HostileTest, glb, mdd, moved, obj, pc2, scaled, scene, tube_faces, tube_points
from program import (BOX, DEGENERATE, MALFORMED, MISMATCH, NOT_FOUND, NOT_READABLE, UNSUPPORTED, WRONG_ARGUMENTS,
                     moved_box)

GARBAGE = bytes((37 * i * i + 11 * i + 129) % 256 | 128 for i in range(4096))  # never text, the same on every run


class FileTest(HostileTest):
    def test_files_that_are_not_what_their_name_says(self):
        text = obj(tube_points(0))
        for kind, name, content, code, words in [
            ("empty", "a.obj", b"", MALFORMED, ["a.obj: no vertices found", "Is this an OBJ file?"]),
            ("empty ply", "a.ply", b"", MALFORMED, ["a.ply, line 1:", "Is this a PLY file?"]),
            ("empty off", "a.off", b"", MALFORMED, ["a.off, line 1: the file is empty"]),
            ("empty stl", "a.stl", b"", MALFORMED, ["a.stl, byte 0:", "Is this an STL file?"]),
            ("empty glb", "a.glb", b"", MALFORMED, ["a.glb: invalid JSON at byte 1. Export it again"]),
            ("empty fbx", "a.fbx", b"", MALFORMED, ["a.fbx: the file cannot be read", "Export it again, or as glTF"]),
            ("cut off in a number", "a.obj", text[: text.index("f ")].rsplit(" ", 1)[0], MALFORMED,
             ["a.obj, line 54: vertex 54 does not have three coordinates. Export the mesh again"]),
            ("cut off in the faces", "a.obj", text[: text.rindex("f ") + 4], MALFORMED,
             ["a.obj, line 102: the face has fewer than three corners"]),
            ("wrong extension", "a.png", text, UNSUPPORTED, ["a.png: unsupported mesh format", "Convert it to OBJ"]),
            ("no extension", "mesh", text, UNSUPPORTED, ["mesh: unsupported mesh format", "Convert it to OBJ"]),
            ("OBJ called PLY", "a.ply", text, MALFORMED, ["a.ply, line 1:", "Is this a PLY file?"]),
            ("OBJ called STL", "a.stl", text, MALFORMED, ["a.stl, byte", "not an STL file; export the mesh again"]),
            ("OBJ called OFF", "a.off", text, MALFORMED, ["a.off, line 1:", "Is this an OFF file?"]),
            ("OBJ called glTF", "a.gltf", text, MALFORMED, ["a.gltf: invalid JSON at byte 1. Export it again"]),
            ("OBJ called FBX", "a.fbx", text, MALFORMED, ["a.fbx: the file cannot be read", "or as glTF"]),
            ("UTF-16 with a mark", "a.obj", text.encode("utf-16"), MALFORMED, ["a.obj: this is not plain text", "UTF-8"]),
            ("UTF-16 without", "a.obj", text.encode("utf-16-be"), MALFORMED, ["a.obj: this is not plain text", "UTF-8"]),
            ("zeros", "a.obj", bytes(5000), MALFORMED, ["a.obj: this is not plain text"]),
            ("binary garbage", "a.obj", GARBAGE, MALFORMED, ["a.obj:", "Is this an OBJ file?"]),
            ("binary garbage as STL", "a.stl", GARBAGE, MALFORMED, ["a.stl, byte 4096:", "export the mesh again"]),
            ("binary garbage as glb", "a.glb", GARBAGE, MALFORMED, ["a.glb: invalid JSON at byte 1"]),
        ]:
            self.hostile_build(kind, code, words, self.write(f"bad/{name}", content))

    def test_paths_that_lead_to_no_mesh(self):
        (self.folder / "folder.obj").mkdir()
        os.symlink("loop.obj", self.folder / "loop.obj")
        os.symlink("nowhere.obj", self.folder / "dangling.obj")
        for kind, path, code, words in [
            ("missing", "no.obj", NOT_FOUND, ["no.obj'. Check its name and folder"]),
            ("a link to nothing", "dangling.obj", NOT_FOUND, ["dangling.obj'. Check its name and folder"]),
            ("a link in a circle", "loop.obj", NOT_READABLE, ["loop.obj':", "Check the name, links and permissions"]),
            ("a folder called as a file", "folder.obj", NOT_FOUND, ["folder.obj: the folder contains no meshes"]),
            ("a pattern without a match", "frame*.obj", NOT_FOUND, ["frame*.obj: no mesh", "Check the folder"]),
            ("a name too long", "x" * 300 + ".obj", NOT_READABLE, ["xxx.obj':", "Check the name, links and permissions"]),
            ("a path too long", "/y" * 3000 + ".obj", NOT_READABLE, ["/y.obj':", "Check the name, links and permissions"]),
            ("a path through a file", "rest.obj/a.obj", NOT_FOUND, ["rest.obj/a.obj'"]),
        ]:
            self.hostile_build(kind, code, words, f"{self.folder}/{path}")

    def test_pipes_and_devices_are_not_waited_for(self):
        for name in ["pipe.obj", "pipe.pc2", "pipe.glb", "pipe.fbx", "pipe.exemplar"]:
            os.mkfifo(self.folder / name)
            words = [f"{name}': it is a pipe or a device. Copy its contents to a file"]
            if name.endswith("exemplar"):
                with self.subTest(name):
                    self.refuse(NOT_READABLE, words[0], "lod", self.folder / name, "-o", self.out)
            else:
                with self.subTest(name):
                    self.refuse(NOT_READABLE, words[0], "build", self.rest, self.folder / name, "-o", self.out)
        self.hostile_build("a device", UNSUPPORTED, ["/dev/zero: unsupported mesh format"], "/dev/zero")
        self.assertFalse(self.out.exists())

    def test_encodings_of_text_that_are_fine(self):
        text = obj(tube_points(0)).encode()
        for kind, content in [("a mark before UTF-8", b"\xef\xbb\xbf" + text), ("CRLF", text.replace(b"\n", b"\r\n")),
                              ("CR", text.replace(b"\n", b"\r")), ("no line end at the end", text[:-1])]:
            self.build_works(kind, self.write("other/rest.obj", content), self.pose, joints=2)
        points = "".join(f"{x} {y} {z}\n" for x, y, z in tube_points(0))
        faces = "".join(f"4 {a} {b} {c} {d}\n" for a, b, c, d in tube_faces())
        off = f"OFF\n{len(tube_points(0))} {len(tube_faces())} 0\n{points}{faces}"
        self.build_works("OFF with a mark", self.write("other/rest.off", b"\xef\xbb\xbf" + off.encode()), self.pose, joints=2)
        self.build_works("unicode and spaces", self.write("Ordner für 人/rest pose ☃.obj", text), self.pose, joints=2)


class GeometryTest(HostileTest):
    def test_coordinates_that_cannot_be_computed_with(self):
        text = obj(tube_points(0.6))
        first = text.splitlines()[0]
        for kind, line, code, words in [
            ("NaN", "v nan 0 0", MALFORMED, ["vertex 0 (counting from 0) has a coordinate that is not a finite number"]),
            ("infinite", "v 0 inf 0", MALFORMED, ["vertex 0 (counting from 0) has a coordinate that is not a finite number"]),
            ("more than a double holds", "v 1e999 0 0", MALFORMED, ["is not a finite number", "Repair it"]),
            ("huge", "v 1e30 0 0", DEGENERATE, ["vertex 0 (counting from 0) is too far from the origin", "Repair it"]),
            ("two coordinates", "v 1 2", MALFORMED, ["line 1: vertex 1 does not have three coordinates"]),
            ("words", "v one two three", MALFORMED, ["line 1: vertex 1 does not have three coordinates"]),
        ]:
            bad = self.write("bad.obj", text.replace(first, line, 1))
            self.hostile_build(kind, code, ["bad.obj", *words], self.rest, bad)

    def test_meshes_without_a_surface(self):
        here = tube_points(0)
        line = [(float(i), 0.0, 0.0) for i in range(len(here))]
        for kind, rest, pose, code, words in [
            ("all vertices equal", obj(scaled(here, 0)), None, DEGENERATE, ["all vertices are in one place", "Export it again"]),
            ("one vertex", "v 0 0 0\nf 1 1 1\n", "v 1 0 0\nf 1 1 1\n", DEGENERATE, ["all vertices are in one place"]),
            ("no faces", obj(here, []), obj(here, []), DEGENERATE, ["vertices but no faces. Export its surface"]),
            ("only degenerate faces", obj(here, [(0, 0, 1), (2, 2, 3)]), obj(here, [(0, 0, 1), (2, 2, 3)]), DEGENERATE,
             ["Every face of the rest mesh has two corners at one point. Export a mesh with a surface"]),
            ("a polygon without end", obj(here, [(0, 1, 2) * 5000]), obj(here, [(0, 1, 2) * 5000]), UNSUPPORTED,
             ["Polygon 0 (counting from 0)", "Triangulate the mesh before exporting it"]),
            ("an index out of range", obj(here) + "f 1 2 99\n", None, MALFORMED,
             ["line 103: the face uses vertex 99, but the file has 54"]),
            ("index zero", obj(here) + "f 0 1 2\n", None, MALFORMED, ["line 103:", "OBJ counts from 1"]),
            ("an index before the first", obj(here) + "f -1 -2 -99\n", None, MALFORMED, ["line 103: the face refers back"]),
        ]:
            bad = self.write("bad/rest.obj", rest)
            other = self.pose if pose is None else self.write("bad/pose.obj", pose)
            self.hostile_build(kind, code, ["rest.obj", *words], bad, other)
        self.hostile_build("a line", DEGENERATE, ["line/rest.obj: The rest mesh has no area", "Export a mesh with a surface"],
                           self.write("line/rest.obj", obj(line)), self.write("line/pose.obj", obj(moved(line, 1))))
        self.hostile_build("a pose in one place", DEGENERATE, ["flat.obj: all vertices are in one place"], self.rest,
                           self.write("flat.obj", obj(scaled(here, 0))))

    def test_poses_that_do_not_belong_together(self):
        turned = obj(tube_points(0.6), [tube_faces()[0][::-1], *tube_faces()[1:]])
        for kind, text, code, words in [
            ("another count", BOX, MISMATCH, ["it has 8 vertices, but the rest mesh", "in the same vertex order"]),
            ("other faces", turned, MISMATCH, ["face 0 (counting from 0) does not have the same vertices", "keep the order"]),
        ]:
            self.hostile_build(kind, code, ["other.obj", *words], self.rest, self.write("other.obj", text))
        self.hostile_build("one pose only", DEGENERATE, ["rest.obj: Bones are found from motion", "at least one triangle and one pose in addition to the rest"], self.rest, options=("--method", "motion"))
        self.hostile_build("the rest twice", DEGENERATE, ["one pose in addition to the rest"], self.rest, self.rest, options=("--method", "motion"))

    def test_odd_meshes_work(self):
        rest, bent = tube_points(0), tube_points(0.6)
        extra = [(9.0, 9.0, 9.0), (8.0, 8.0, 8.0)]
        scraps = [(3.0 * (i % 8) + x, 3.0 * (i // 8) + y, 0.0) for i in range(64) for x, y in [(0, 0), (1, 0), (0, 1)]]
        single = [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(64)]
        lifted = [(x, y + (i // 3) % 2, z) for i, (x, y, z) in enumerate(scraps)]
        fins = "f 1 2 7\nf 1 2 8\n"
        for kind, first, second, joints in [
            ("two identical poses", obj(rest), obj(rest), None),
            ("one triangle", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "v 0 0 1\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 1),
            ("mixed units", obj(rest), obj(scaled(bent, 100)), None),
            ("a mirrored pose", obj(rest), obj([(-x, y, z) for x, y, z in bent]), None),
            ("edges of four faces", BOX + fins, moved_box(0.5) + fins, None),
            ("many components", obj(scraps, single), obj(lifted, single), None),
            ("isolated vertices", obj(rest + extra), obj(bent + extra), None),
            ("degenerate faces among others", obj(rest) + "f 1 1 2\n", obj(bent) + "f 1 1 2\n", 2),
            ("the same face twice", obj(rest) + "f 1 2 8 7\n", obj(bent) + "f 1 2 8 7\n", None),
            ("a nanometer a unit", obj(scaled(rest, 1e9)), obj(scaled(bent, 1e9)), 2),
            ("a light year a unit", obj(scaled(rest, 1e-12)), obj(scaled(bent, 1e-12)), 2),
            ("far from the origin", obj(moved(rest, 1e7)), obj(moved(bent, 1e7)), 2),
        ]:
            self.build_works(kind, self.write("odd/rest.obj", first), self.write("odd/pose.obj", second), joints=joints)
        one = self.write("odd/moved.obj", obj(moved(rest, 0.5)))
        self.build_works("one bone", self.rest, one, options=["--bones", 1], joints=1)
        third = self.write("odd/more.obj", obj(tube_points(0.9)))
        for inputs in [[self.rest, self.pose, third], [third, self.rest, self.pose]]:
            report = self.build_works("order of poses", *inputs, joints=2)
            self.assertEqual(report["levels"][0]["vertices"], len(rest))

    def test_numbers_that_no_character_can_have(self):
        for kind, words, options in [
            ("65536 bones", ["'65536' is not a valid bone count (1-4096)"], ["--bones", 65536]),
            ("more bones than faces", ["Invalid bone count 500: this mesh allows 1 to 96 bones"], ["--bones", 500]),
            ("more bones than points", ["Cannot make 55 bones for 54 points: ask for 1 to 54"], ["--bones", 55]),
            ("negative bones", ["'-3' is not a valid bone count"], ["--bones", -3]),
            ("no influences", ["--influences: '0' is not a whole number from 1"], ["--influences", 0]),
            ("too many influences", ["--influences: '65' is not a whole number"], ["--influences", 65]),
            ("NaN", ["--tolerance: 'nan' is not "], ["--tolerance", "nan"]),
            ("half a bone", ["'2.5' is not a valid bone count"], ["--bones", "2.5"]),
        ]:
            self.hostile_build(kind, WRONG_ARGUMENTS, words, self.rest, self.pose, options=options)


class CacheTest(HostileTest):
    def test_point_caches_that_lie(self):
        frames, count = [tube_points(0.3), tube_points(0.6)], len(tube_points(0))
        whole = pc2(frames)
        for kind, name, content, code, words in [
            ("PC2 of another mesh", "a.pc2", pc2([[(0.0, 0.0, 0.0)] * 5]), MISMATCH,
             ["its frames have 5 vertices, but the rest mesh", "in the same vertex order"]),
            ("PC2 without frames", "a.pc2", pc2([[]], count, 0), MALFORMED, ["byte 28: the cache has 0 frames", "Export at least one"]),
            ("PC2 with negative frames", "a.pc2", pc2([[]], count, -1), MALFORMED, ["byte 28: the cache has -1 frames"]),
            ("PC2 with negative vertices", "a.pc2", pc2([[]], -1, 2), MALFORMED, ["byte 16:", "of -1 vertices"]),
            ("PC2 that promises more", "a.pc2", pc2(frames, count, 5), MALFORMED,
             ["5 frames of 54 vertices are declared and only 2 are complete", "export the cache again"]),
            ("PC2 that promises everything", "a.pc2", pc2(frames, 2**31 - 1, 2**31 - 1), MALFORMED, ["are declared and only 0 are complete"]),
            ("PC2 cut off in its head", "a.pc2", whole[:20], MALFORMED, ["byte 20: the file ends within its 32-byte header"]),
            ("PC2 cut off", "a.pc2", whole[:-100], MALFORMED, ["declared and only 1 are complete", "export the cache again"]),
            ("PC2 with NaN", "a.pc2", pc2([[(math.nan, 0.0, 0.0)] * count]), MALFORMED, ["vertex 0", "not a finite number"]),
            ("PC2 of another version", "a.pc2", pc2(frames, version=9), UNSUPPORTED, ["version 9 of PC2. Export version 1"]),
            ("PC2 that is text", "a.pc2", obj(frames[0]), MALFORMED, ["byte 0:", "Is this a PC2 point cache?"]),
            ("MDD without frames", "a.mdd", mdd([[]], count, 0), MALFORMED, ["byte 0: the cache has 0 frames"]),
            ("MDD with negative vertices", "a.mdd", mdd([[]], -5, 3), MALFORMED, ["byte 4:", "of -5 vertices"]),
            ("MDD of another mesh", "a.mdd", mdd([[(0.0, 0.0, 0.0)] * 5]), MISMATCH, ["its frames have 5 vertices"]),
            ("MDD cut off", "a.mdd", mdd(frames)[:-100], MALFORMED, ["declared and only 1 are complete"]),
            ("MDD of the other byte order", "a.mdd", struct.pack("<ii", 2, count) + mdd(frames)[8:], MALFORMED,
             ["33554432 frames of 905969664 vertices are declared and only 0 are complete"]),
        ]:
            bad = self.write(f"bad/{name}", content)
            self.hostile_build(kind, code, [name, *words], self.rest, bad)
        self.hostile_build("a cache alone", WRONG_ARGUMENTS, ["a.pc2: a point cache has positions but no faces",
                                                             "together with its mesh"], self.write("bad/a.pc2", whole))
        self.build_works("a cache with more than it promises", self.rest, self.write("more.pc2", pc2(frames, count, 1)))

    def test_headers_of_meshes_that_lie(self):
        ply = ("ply\nformat {0} 1.0\nelement vertex {1}\nproperty float x\nproperty float y\nproperty float z\n"
               "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n")
        for kind, name, content, words in [
            ("negative PLY", "a.ply", ply.format("ascii", -3), ["line 3: the element has no valid name and count"]),
            ("endless PLY", "a.ply", ply.format("ascii", 3000000000), ["more than the rest of the file can hold"]),
            ("endless binary PLY", "a.ply", ply.format("binary_little_endian", 3000000000), ["more than the rest of the file can hold"]),
            ("negative OFF", "a.off", "OFF\n-3 1 0\n", ["line 2:", "missing or negative"]),
            ("endless OFF", "a.off", "OFF\n2000000000 2000000000 0\n0 0 0\n", ["more than the rest of the file can hold"]),
            ("OFF index out of range", "a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n", ["line 6: face 0", "uses vertex 7"]),
            ("endless STL", "a.stl", bytes(80) + struct.pack("<I", 4000000000), ["4000000000 triangles are declared and only 0 are complete"]),
            ("STL without triangles", "a.stl", bytes(80) + struct.pack("<I", 0), ["byte 80: the file has no triangle"]),
        ]:
            self.hostile_build(kind, MALFORMED, [name, *words, "xport the mesh again"], self.write(f"bad/{name}", content))


class SceneTest(HostileTest):
    def test_scenes_that_are_broken(self):
        def change(*path, **values):
            document = scene()
            part = document
            for key in path:
                part = part[key]
            part.update(values)
            return json.dumps(document)

        two_parents = scene()
        two_parents.update(nodes=[{"mesh": 0}, {"children": [0]}, {"children": [0]}], scenes=[{"nodes": [1, 2]}])
        long_way = scene()
        long_way.update(nodes=[{"mesh": 0, "children": [1]}, {"children": [0]}])
        hidden = scene()
        del hidden["nodes"][0]["mesh"]
        sparse = {"indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}
        extension = ["KHR_draco_mesh_compression"]
        for kind, text, code, words in [
            ("a buffer too short", change("buffers", 0, byteLength=7200), MALFORMED, ["buffer 0 should be 7200 bytes long but has 72"]),
            ("a view beyond its buffer", change("bufferViews", 0, byteLength=4800), MALFORMED, ["buffer view 0 extends beyond buffer 0"]),
            ("an accessor beyond its view", change("accessors", 0, count=400), MALFORMED, ["(accessor 0) has a count of 400"]),
            ("no such view", change("accessors", 0, bufferView=40), MALFORMED, ["(accessor 0) refers to bufferView 40 of 2"]),
            ("a negative index", change("accessors", 0, bufferView=-1), MALFORMED, ["'bufferView' that is not a non-negative whole number"]),
            ("a negative count", change("accessors", 0, count=-4), MALFORMED, ["'count' that is not a non-negative whole number"]),
            ("a count in words", change("accessors", 0, count="four"), MALFORMED, ["(accessor 0) has no numeric 'count'"]),
            ("an unknown component", change("accessors", 0, componentType=1), MALFORMED, ["unknown component type 1"]),
            ("an unknown type", change("accessors", 0, type="VEC9"), MALFORMED, ["(accessor 0) is not of type VEC3"]),
            ("indices beyond the vertices", change("bufferViews", 1, byteOffset=0), MALFORMED, ["mesh 0, primitive 0 refers to vertex"]),
            ("targets of another count", change("accessors", 2, count=3), MALFORMED, ["morph target 0, its POSITION has 3 values for 4"]),
            ("a sparse part too long", change("accessors", 2, sparse={"count": 500, **sparse}), MALFORMED, ["its sparse part, is incomplete"]),
            ("broken base64", change("buffers", 0, uri="data:application/octet-stream;base64,@@@"), MALFORMED, ["buffer 0 is not valid base64"]),
            ("a missing buffer file", change("buffers", 0, uri="gone.bin"), NOT_FOUND, ["gone.bin'. Check its name and folder"]),
            ("a buffer on the net", change("buffers", 0, uri="https://example.com/x.bin"), UNSUPPORTED, ["Only files next to the glTF file can be read"]),
            ("a cycle", change("nodes", 0, children=[0]), MALFORMED, ["the nodes form a cycle"]),
            ("a longer cycle", json.dumps(long_way), MALFORMED, ["the nodes form a cycle"]),
            ("a child of two", json.dumps(two_parents), MALFORMED, ["node 2 shares a child with another node"]),
            ("no such mesh", change("nodes", 0, mesh=5), MALFORMED, ["node 0 refers to mesh 5 of 1"]),
            ("no mesh shown", json.dumps(hidden), DEGENERATE, ["the scene contains no triangle mesh. Export it with its meshes"]),
            ("points only", change("meshes", 0, "primitives", 0, mode=0), DEGENERATE, ["the scene contains no triangle mesh"]),
            ("nodes of a wrong kind", change(nodes={}), MALFORMED, ["'nodes' is not an array"]),
            ("a scale of zero", change("nodes", 0, scale=[0, 0, 0]), DEGENERATE, ["all vertices are in one place"]),
            ("a newer glTF", change("asset", version="3.0"), UNSUPPORTED, ["unsupported glTF version 3.0. Export it as glTF 2.0"]),
            ("compression", change(extensionsRequired=extension, extensionsUsed=extension), UNSUPPORTED, ["Export it without compression"]),
            ("JSON without end", "[" * 200000, MALFORMED, ["invalid JSON at byte"]),
            ("UTF-16", json.dumps(scene()).encode("utf-16"), MALFORMED, ["invalid JSON at byte 1"]),
        ]:
            bad = self.write("bad/a.gltf", text)
            self.hostile_build(kind, code, ["a.gltf", *words], bad)

    def test_binary_scenes_that_are_broken(self):
        whole = glb(scene())
        for kind, content, code, words in [
            ("cut off", whole[:100], MALFORMED, [f"the file should be {len(whole)} bytes long but has 100. Copy or download it again"]),
            ("cut off in its head", whole[:10], UNSUPPORTED, ["not a binary glTF file of version 2"]),
            ("a length without end", whole[:8] + b"\xff" * 4 + whole[12:], MALFORMED, ["should be 4294967295 bytes long"]),
            ("a chunk without end", whole[:12] + b"\xff" * 4 + whole[16:], MALFORMED, ["a chunk extends beyond the end of the file"]),
            ("another version", whole[:4] + b"\1\0\0\0" + whole[8:], UNSUPPORTED, ["Export it as glTF 2.0"]),
        ]:
            self.hostile_build(kind, code, ["a.glb", *words], self.write("bad/a.glb", content))

    def test_scenes_that_are_fine(self):
        sparse = scene()
        sparse["accessors"][2]["sparse"] = {
            "count": 1, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}
        self.build_works("sparse accessors", self.write("good/a.gltf", json.dumps(sparse)))
        self.build_works("a mark before JSON", self.write("good/a.gltf", b"\xef\xbb\xbf" + json.dumps(scene()).encode()))
        self.build_works("binary", self.write("good/a.glb", glb(scene())))


if __name__ == "__main__":
    unittest.main()
