# Copyright (c) 2026 Exemplar contributors. MIT license.
"""exemplar lod and the levels of build: the table, the plot, the files and that they are valid."""

import json
import unittest

from program import NOT_FOUND, NOT_WRITABLE, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, glb_json


class LodTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.succeed("sample", self.folder / "sample", "--vertices", 2000)
        self.character = self.folder / "sample" / "sample.exemplar"

    def test_levels_table_plot_figures_and_a_valid_glb_a_level(self):
        out, plot, each = self.folder / "out.exemplar", self.folder / "lod.svg", self.folder / "each"
        figures = self.folder / "figures.json"
        result = self.succeed(
            "lod", self.character, "-o", out, "--levels", 4, "--level-plot", plot, "--each", each, "--json", figures,
            "--level-poses", 6
        )
        rows = [line.split() for line in result.stdout.splitlines()]
        self.assertEqual(rows[0][:2], ["level", "triangles"])
        self.assertEqual(len(rows), 5)
        levels = json.loads(figures.read_text())["levels"]
        self.assertEqual([int(row[1]) for row in rows[1:]], [level["triangles"] for level in levels])
        for fine, coarse in zip(levels, levels[1:]):
            self.assertLess(coarse["triangles"], fine["triangles"])
            self.assertLessEqual(coarse["influences"], 0.51 * fine["influences"] + 8)
            self.assertGreaterEqual(coarse["meanError"], fine["meanError"])
            self.assertGreaterEqual(coarse["errorBound"], coarse["meanError"])
            self.assertGreater(coarse["surfaceRms"], fine["surfaceRms"])
            self.assertGreaterEqual(coarse["surfaceError"], coarse["surfaceRms"])
        self.assertIn("<svg", plot.read_text())
        self.assertEqual(len(self.inspect(out)["levels"]), 4)
        files = [each / f"lod{level}.glb" for level in range(4)]
        self.validate(*files)
        for level, file in zip(levels, files):
            document = glb_json(file)
            indices = [document["accessors"][p["indices"]]["count"] for p in document["meshes"][0]["primitives"]]
            self.assertEqual(sum(indices), 3 * level["triangles"])

    def test_a_glb_of_all_levels_is_valid_and_links_them(self):
        out = self.folder / "out.glb"
        self.succeed("lod", self.character, "-o", out, "--fractions", "0.5,0.2", "--half-edge", "--level-poses", 4)
        self.validate(out)
        document = glb_json(out)
        self.assertIn("MSFT_lod", document["extensionsUsed"])
        self.assertEqual(len(document["meshes"]), 3)

    def test_levels_by_error_and_the_same_bytes_for_any_number_of_threads(self):
        contents = []
        for threads in [1, 3]:
            out = self.folder / f"out{threads}.exemplar"
            self.succeed(
                "--threads", threads, "lod", self.character, "-o", out, "--errors", "0.1,0.4", "--level-poses", 4
            )
            contents.append(out.read_bytes())
        self.assertEqual(contents[0], contents[1])
        levels = self.inspect(out)["levels"]
        self.assertEqual(len(levels), 3)
        table = self.succeed("lod", self.character, "-o", out, "--errors", "0.2", "--level-poses", 4).stdout
        for line, asked in zip(table.splitlines()[2:], [0.2]):
            self.assertLessEqual(float(line.split()[6]), asked + 1e-4, "the error in the table is within what was asked for")

    def test_wrong_arguments_get_a_sentence(self):
        out = self.folder / "out.exemplar"
        self.refuse(UNSUPPORTED, ".exemplar", "lod", self.folder / "sample/rest.obj", "-o", out)
        self.refuse(NOT_FOUND, "none.exemplar", "lod", self.folder / "none.exemplar", "-o", out)
        self.refuse(UNSUPPORTED, ".glb", "lod", self.character, "-o", self.folder / "out.obj")
        self.refuse(WRONG_ARGUMENTS, "fractions", "lod", self.character, "-o", out, "--fractions", "0.2,0.5")
        self.refuse(WRONG_ARGUMENTS, "increasing", "lod", self.character, "-o", out, "--errors", "0.5,0.1")
        self.refuse(NOT_WRITABLE, "is a file", "lod", self.character, "-o", out, "--each", self.character)
        self.refuse(NOT_WRITABLE, "does not exist. Create it first", "lod", self.character, "-o", self.folder / "none/out.exemplar")
        before = self.character.read_bytes()
        self.refuse(WRONG_ARGUMENTS, "would overwrite", "lod", self.character, "-o", out, "--json", self.character)
        self.refuse(UNSUPPORTED, ".svg", "lod", self.character, "-o", out, "--level-plot", self.character)
        self.assertEqual(self.character.read_bytes(), before)
        self.assertFalse(out.exists())

    def test_a_character_may_be_replaced_by_itself_with_levels(self):
        own = self.write("own.exemplar", self.character.read_bytes())
        for fractions, levels in [("0.5,0.2", 3), ("0.4", 2)]:
            self.succeed("lod", own, "-o", own, "--fractions", fractions, "--level-poses", 2)
            self.assertEqual(len(self.inspect(own)["levels"]), levels)


if __name__ == "__main__":
    unittest.main()
