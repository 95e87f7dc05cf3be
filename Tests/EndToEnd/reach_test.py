# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Methods that have a command of their own: operators, simplify, pose, transfer, subdivide, decimate, rig --proxy."""

import json
import math
import unittest

from program import DEGENERATE, MISMATCH, NOT_FOUND, UNSUPPORTED, WRONG_ARGUMENTS, ProgramTest, obj_positions


def triangles(path):
    return sum(line.startswith("f ") for line in path.read_text().splitlines())


def bvh_positions(text):
    """Where a BVH file has its joints in every frame: [{name: (x, y, z)}]."""
    hierarchy, numbers = text.split("MOTION")
    joints, open_joints = [], []  # name, parent, offset, channels
    for line in hierarchy.splitlines():
        words = line.split()
        if not words or words[0] in ("HIERARCHY", "{"):
            continue
        if words[0] in ("ROOT", "JOINT", "End"):
            joints.append([words[1], open_joints[-1] if open_joints else None, None, []])
            open_joints.append(len(joints) - 1)
        elif words[0] == "OFFSET":
            joints[open_joints[-1]][2] = [float(word) for word in words[1:]]
        elif words[0] == "CHANNELS":
            joints[open_joints[-1]][3] = words[2:]
        elif words[0] == "}":
            open_joints.pop()

    def product(a, b):
        return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]

    def turn(axis, degrees):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return {"X": [[1, 0, 0], [0, c, -s], [0, s, c]], "Y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
                "Z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]

    frames = []
    for line in numbers.strip().splitlines()[2:]:
        values, placed = iter(map(float, line.split())), []
        for name, parent, offset, channels in joints:
            local, place = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], list(offset)
            for channel in channels:
                value = next(values)
                if channel.endswith("position"):
                    place["XYZ".index(channel[0])] = value
                else:
                    local = product(local, turn(channel[0], value))
            if parent is not None:
                rotation, origin = placed[parent]
                place = [origin[i] + sum(rotation[i][k] * place[k] for k in range(3)) for i in range(3)]
                local = product(rotation, local)
            placed.append((local, place))
        frames.append({joint[0]: place for joint, (_, place) in zip(joints, placed) if joint[0] != "Site"})
    return frames


class ReachTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.examples = self.folder / "sample"
        self.succeed("sample", self.examples, "--vertices", 2000)
        self.body = self.examples / "sample.exemplar"

    def figures(self, *arguments):
        out = self.folder / "figures.json"
        self.succeed(*arguments, "--json", out)
        return json.loads(out.read_text())

    def rms(self, character, *options):
        page = self.folder / "report.html"
        self.succeed("report", character, self.examples, "-o", page, "--no-pictures", *options)
        return page.read_text()

    def test_report_measures_the_operator_that_it_is_asked_for(self):
        pages = {name: self.rms(self.body, "--operator", name) for name in ["lbs", "dqs", "sbs", "twist", "cor"]}
        self.assertIn("dual quaternion skinning", pages["dqs"])
        self.assertIn("optimized centers of rotation", pages["cor"])
        self.assertNotEqual(pages["lbs"], pages["dqs"])
        self.refuse(WRONG_ARGUMENTS, "magic", "report", self.body, self.examples, "-o", self.folder / "x.html", "--operator", "magic")

    def test_build_stores_the_operator_and_fits_weights_to_it(self):
        out, figures = self.folder / "out.exemplar", self.folder / "build.json"
        self.succeed("build", self.examples, "--bones", 12, "--fast", "--levels", 1, "--operator", "dqs", "-o", out, "--json", figures)
        self.assertEqual(self.inspect(out)["operator"], "dqs")
        stages = {stage["stage"]: stage["figures"] for stage in json.loads(figures.read_text())["stages"]}
        self.assertLessEqual(stages["operator"]["vertex RMS"]["value"], stages["operator"]["vertex RMS before"]["value"])
        self.assertIn("rotation centers", self.inspect(out)["levels"][0]["streams"])

    def test_simplify_caps_influences_and_removes_bones(self):
        out = self.folder / "light.exemplar"
        report = self.figures("simplify", self.body, "-o", out, "--influences", 2)
        self.assertEqual(self.inspect(out)["levels"][0]["blendInfluences"]["most"], 2)
        self.assertGreater(report["levels"][0]["blendRmsPercent"], 0)
        joints = self.inspect(self.body)["jointNames"]
        report = self.figures("simplify", self.body, "-o", out, "--remove-bones", joints[-1])
        self.assertEqual(report["removedJoints"], [joints[-1]])
        self.assertEqual(self.inspect(out)["joints"], len(joints) - 1)
        report = self.figures("simplify", self.body, "-o", out, "--bones-per-level", "10")
        self.assertLessEqual(report["levels"][0]["bones"], 10)
        report = self.figures("simplify", self.body, "-o", out, "--error", 0.05)
        self.assertLessEqual(report["levels"][0]["largestPercent"], 0.0501)
        self.refuse(WRONG_ARGUMENTS, "Nothing to simplify", "simplify", self.body, "-o", out)
        self.refuse(NOT_FOUND, "No joint matches", "simplify", self.body, "-o", out, "--remove-bones", "none*")
        self.refuse(WRONG_ARGUMENTS, "has 1 level", "simplify", self.body, "-o", out, "--bones-per-level", "9,8")

    def test_pose_turns_examples_into_angles_and_clips(self):
        angles = self.folder / "poses.json"
        self.succeed("pose", self.body, self.examples, "-o", angles)
        document = json.loads(angles.read_text())
        self.assertEqual(len(document["poses"]), document["summary"]["poses"])
        self.assertLess(document["summary"]["vertexRmsPercent"], 1.0)
        self.assertEqual(len(document["poses"][0]["joints"]), self.inspect(self.body)["joints"])
        out = self.folder / "posed.exemplar"
        self.succeed("pose", self.body, self.examples, "-o", out, "--clip", "again", "--no-scale")
        self.assertEqual(self.inspect(out)["clips"][-1]["name"], "again")
        self.succeed("pose", self.body, self.examples, "-o", self.folder / "posed.glb")
        self.refuse(DEGENERATE, "0 poses", "pose", self.body, self.examples / "rest.obj", "-o", angles)

    def test_pose_writes_a_motion_that_puts_joints_where_it_found_them(self):
        motion, angles = self.folder / "poses.bvh", self.folder / "poses.json"
        self.succeed("pose", self.body, self.examples, "-o", motion)
        self.succeed("pose", self.body, self.examples, "-o", angles, "--no-scale")
        expected = json.loads(angles.read_text())["poses"]
        played = bvh_positions(motion.read_text())
        self.assertEqual(len(played), len(expected))
        for frame, pose in zip(played, expected):
            self.assertEqual(len(frame), len(pose["joints"]))
            for joint in pose["joints"]:
                self.assertLess(math.dist(frame[joint["name"]], joint["position"]), 1e-4)
        self.refuse(UNSUPPORTED, ".bvh", "pose", self.body, self.examples, "-o", self.folder / "poses.fbx")

    def test_transfer_gives_a_garment_the_skin_of_the_body(self):
        # A shirt: the trunk of the rest mesh, a centimeter larger.
        lines = (self.examples / "rest.obj").read_text().splitlines()
        points = obj_positions(self.examples / "rest.obj")
        low, high = min(p[1] for p in points), max(p[1] for p in points)
        keep = [0.5 < (p[1] - low) / (high - low) < 0.75 for p in points]
        number, out = {}, []
        for index, point in enumerate(points):
            if keep[index]:
                number[index + 1] = len(number) + 1
                out.append("v " + " ".join(f"{c:.9g}" for c in point))
        for line in lines:
            if line.startswith("f "):
                corners = [int(corner.split("/")[0]) for corner in line.split()[1:]]
                if all(corner in number for corner in corners):
                    out.append("f " + " ".join(str(number[corner]) for corner in corners))
        shirt = self.write("shirt.obj", "\n".join(out) + "\n")
        made = self.folder / "shirt.exemplar"
        report = self.figures("transfer", self.body, shirt, "-o", made)
        self.assertGreater(report["matchedPercent"], 90)
        self.assertEqual(report["points"], len(number))
        self.assertEqual(self.inspect(made)["joints"], self.inspect(self.body)["joints"])
        far = self.write("far.obj", "\n".join(out).replace("v ", "v 9", 1) + "\n")
        self.refuse(MISMATCH, "near the body", "transfer", self.body, far, "-o", made, "--distance", 0, "--angle", 0)
        self.refuse(UNSUPPORTED, "The body comes first", "transfer", shirt, self.body, "-o", made)

    def test_subdivide_makes_the_surface_finer(self):
        before = self.inspect(self.body)["levels"][0]["triangles"]
        for scheme, factor in [("loop", 4), ("sqrt3", 3), ("catmull-clark", 6)]:
            out = self.folder / f"{scheme}.exemplar"
            report = self.figures("subdivide", self.body, "-o", out, "--scheme", scheme, "--limit")
            self.assertEqual(report["triangles"], factor * before)
            self.assertIn("UVs", self.inspect(out)["levels"][0]["streams"])
            self.assertLess(report["influenceLimitRmsPercent"], 0.2)

    def test_decimate_writes_smaller_examples_and_rig_uses_them(self):
        small = self.folder / "small"
        self.succeed("decimate", self.examples, "-o", small, "--fraction", 0.25)
        self.assertLessEqual(triangles(small / "rest.obj"), triangles(self.examples / "rest.obj"))
        self.assertEqual(self.inspect(small)["poses"], self.inspect(self.examples)["poses"])
        self.refuse(WRONG_ARGUMENTS, "either --triangles or --fraction", "decimate", self.examples, "-o", small)
        full, quick = self.folder / "full.json", self.folder / "quick.json"
        self.succeed("rig", self.examples, "--bones", 14, "--fast", "-o", self.folder / "a.exemplar", "--json", full)
        self.succeed("rig", self.examples, "--bones", 14, "--fast", "--proxy", 0.25, "-o", self.folder / "b.exemplar", "--json", quick)
        self.assertEqual(self.inspect(self.folder / "b.exemplar")["joints"], 14)
        self.refuse(WRONG_ARGUMENTS, "--proxy and --symmetric", "rig", self.examples, "--proxy", 0.2, "--symmetric", "-o", self.folder / "c.exemplar")


if __name__ == "__main__":
    unittest.main()
