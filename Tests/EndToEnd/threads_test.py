# Copyright (c) 2026 Exemplar contributors. MIT license.
"""The same bytes from every command for one thread and for two."""

import unittest

from hostile import HostileTest, obj, tube_points


class ThreadsTest(HostileTest):
    def test_every_command_gives_the_same_bytes(self):
        more = self.write("more.obj", obj(tube_points(0.9)))
        made = []
        for threads in [1, 2]:
            folder = self.folder / f"with {threads}"
            folder.mkdir()

            def go(*arguments):
                self.succeed("--threads", threads, *arguments, cwd=folder)

            go("sample", "sample", "--vertices", 2000, "--noise", 0.001)
            examples = ["sample/rest.obj", "sample/frames.pc2"]
            go("rig", *examples, "--bones", 8, "--fast", "--reconstruction", "again.pc2", "-o", "rig.exemplar")
            go("build", *examples, "--bones", 10, "--fast", "-o", "build.exemplar")
            go("build", self.rest, self.pose, more, "-o", "tube.glb")
            go("lod", "rig.exemplar", "--half-edge", "--fractions", "0.5,0.2", "-o", "half-edge.exemplar")
            go("lod", "rig.exemplar", "--levels", 3, "-o", "placed.exemplar")
            go("skin", "rig.exemplar", *examples, "-o", "skin.exemplar")
            go("convert", "build.exemplar", "build.glb")
            drawing = ["--draft", "--software"]
            go("report", "build.exemplar", *examples, *drawing, "--pictures", "pictures", "-o", "report.html")
            if (folder / "pictures").exists():  # else there is no Vulkan, which report_test.py and render_test.py judge
                go("render", "build.exemplar", "--pose", 4, "--against", "sample", *drawing, "-o", "error.png")
                go("render", "build.exemplar", "--show", "bone", "--skeleton", *drawing, "-o", "bones.png")
            made.append({str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()})
        self.assertEqual(list(made[0]), list(made[1]))
        self.assertGreaterEqual(len(made[0]), 11)
        for name, content in made[0].items():
            with self.subTest(name):
                self.assertTrue(content == made[1][name], f"{name} depends on the number of threads")


if __name__ == "__main__":
    unittest.main()
