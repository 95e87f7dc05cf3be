# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar atlas, and build with atlas.make: charts and UVs."""

import json
import unittest

from program import WRONG_ARGUMENTS, ProgramTest


class AtlasTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        self.body = self.folder / "sample" / "sample.exemplar"

    def figures(self, *arguments):
        file = self.folder / "figures.json"
        self.succeed(*arguments, "--json", file)
        return json.loads(file.read_text())

    def test_atlas_makes_uvs_that_cover_nothing_twice(self):
        out, layout = self.folder / "out.exemplar", self.folder / "uv.svg"
        report = self.figures("atlas", self.body, "-o", out, "--layout", layout)
        self.assertEqual((report["flippedTriangles"], report["overlapPercent"]), (0, 0))
        self.assertLess(report["stretch"], 1.05)
        self.assertGreater(report["packingPercent"], 50)
        self.assertIn("UVs", self.inspect(out)["levels"][0]["streams"])
        self.assertEqual(layout.read_text().count("<path d="), self.inspect(out)["levels"][0]["triangles"])
        kept = self.figures("atlas", out, "-o", self.folder / "kept.exemplar", "--keep")
        self.assertEqual(kept["charts"], report["charts"])

    def test_maps_are_in_the_character_in_gltf_and_in_files(self):
        leveled, out, images = self.folder / "lod.exemplar", self.folder / "maps.exemplar", self.folder / "maps"
        self.succeed("lod", self.body, "-o", leveled, "--fractions", "0.2")
        report = self.figures("atlas", leveled, "-o", out, "--keep", "--normals", "pose", "--occlusion", "--curvature", "--map-size", 256,
                              "--map-poses", 3, "--images", images)
        maps = {item["name"]: item for item in self.inspect(out)["maps"]}
        self.assertEqual(set(maps), {"normal_1", "occlusion", "curvature"})
        self.assertEqual((maps["normal_1"]["level"], maps["normal_1"]["bits"], maps["occlusion"]["width"]), (1, 16, 256))
        self.assertLess(report["mapFigures"]["normal_1 error"], report["mapFigures"]["normal_1 error without the map"])
        head = (images / "normal_1.png").read_bytes()[:26]
        self.assertEqual((int.from_bytes(head[16:20], "big"), head[24], head[25]), (256, 16, 2))
        glb = self.folder / "maps.glb"
        self.succeed("convert", out, glb)
        data = glb.read_bytes()
        gltf = json.loads(data[20:20 + int.from_bytes(data[12:16], "little")])
        self.assertEqual([image["name"] for image in gltf["images"]], ["occlusion", "normal_1"])
        self.assertIn("normalTexture", gltf["materials"][gltf["meshes"][1]["primitives"][0]["material"]])
        # Levels made anew have no maps; the floats of a map are there for those who want them.
        self.succeed("lod", out, "-o", self.folder / "anew.exemplar", "--fractions", "0.3")
        self.assertEqual(self.inspect(self.folder / "anew.exemplar")["maps"], [])
        self.succeed("atlas", out, "-o", out, "--keep", "--images", images, "--exr")
        self.assertEqual((images / "curvature.exr").read_bytes()[:4], bytes.fromhex("762f3101"))

    def test_build_makes_an_atlas_and_maps(self):
        out = self.folder / "built"
        self.succeed("build", self.folder / "sample", "-o", out, "--fast", "--bones", 2, "--level-poses", 3, "--no-report", "--levels", 2,
                     "--set", "atlas.make=always", "--set", "maps.normals=mean", "--set", "maps.size=128", "--set", "maps.poses=2")
        built = next(out.glob("*.exemplar"))
        self.assertEqual([item["name"] for item in self.inspect(built)["maps"]], ["normal_1"])
        self.refuse(WRONG_ARGUMENTS, "power of two", "atlas", built, "-o", self.folder / "x.exemplar", "--keep", "--occlusion", "--map-size",
                    100)

    def test_options_reach_the_stage_and_bad_ones_are_refused(self):
        out = self.folder / "few.exemplar"
        self.succeed("atlas", self.body, "-o", out, "--max-stretch", 1.5, "--rest-only", "--size", 512)
        self.refuse(WRONG_ARGUMENTS, "multiple of 64", "atlas", self.body, "-o", out, "--size", 100)
        self.refuse(WRONG_ARGUMENTS, "an eighth", "atlas", self.body, "-o", out, "--size", 64, "--gutter", 9)


if __name__ == "__main__":
    unittest.main()
