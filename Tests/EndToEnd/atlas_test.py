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

    def test_options_reach_the_stage_and_bad_ones_are_refused(self):
        out = self.folder / "few.exemplar"
        self.succeed("atlas", self.body, "-o", out, "--max-stretch", 1.5, "--rest-only", "--size", 512)
        self.refuse(WRONG_ARGUMENTS, "multiple of 64", "atlas", self.body, "-o", out, "--size", 100)
        self.refuse(WRONG_ARGUMENTS, "an eighth", "atlas", self.body, "-o", out, "--size", 64, "--gutter", 9)


if __name__ == "__main__":
    unittest.main()
