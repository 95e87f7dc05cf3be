# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Memory of a build: bounded by the examples, printed, and refused beforehand where it would not fit."""

import math
import os
import re
import resource
import subprocess
import unittest

from hostile import HostileTest, obj, pc2
from program import PROGRAM, UNSUPPORTED


def sheet(side, bend):
    """A square of side x side vertices, its right half folded up by an angle."""
    points = []
    for row in range(side):
        for column in range(side):
            x, z = column / side - 0.5, row / side
            points.append((x * math.cos(bend), x * math.sin(bend), z) if x > 0 else (x, 0.0, z))
    return points


def sheet_faces(side):
    return [(a, a + 1, a + side + 1, a + side) for row in range(side - 1) for a in range(row * side, row * side + side - 1)]


class MemoryTest(HostileTest):
    def sheet(self, side, poses):
        folder = self.folder / f"sheet{side}"
        self.write(f"sheet{side}/rest.obj", obj(sheet(side, 0), sheet_faces(side)))
        self.write(f"sheet{side}/frames.pc2", pc2([sheet(side, 0.1 * (pose + 1)) for pose in range(poses)]))
        return folder

    def test_the_peak_is_printed_and_bounded_by_the_triangles(self):
        peaks = {}
        for side in [30, 80]:
            folder = self.sheet(side, 8)
            process = subprocess.Popen([PROGRAM, "--threads", "2", "build", str(folder), "--bones", "2", "--fast", "-o",
                                        str(self.out)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            words = process.stderr.read().decode()
            process.stderr.close()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0, words)
            triangles, peak = 2 * (side - 1) ** 2, 1024 * usage.ru_maxrss
            printed = re.search(r"(?m)^Peak memory (\d+) MB \(([\d.]+) KB per triangle\)$", words)
            self.assertIsNotNone(printed, words)
            self.assertAlmostEqual(1e6 * int(printed.group(1)), peak, delta=0.05 * peak + 1e6)
            self.assertAlmostEqual(1e3 * float(printed.group(2)), peak / triangles, delta=0.05 * peak / triangles)
            peaks[triangles] = peak
        (small, low), (large, high) = sorted(peaks.items())
        # Half a point a triangle: what the estimate of a build (Memory.cpp) allows it, (2800 + 250 * 8) / 2, and a third.
        self.assertLess((high - low) / (large - small), 3200)

    def test_examples_that_would_not_fit_are_refused_before_the_work(self):
        folder = self.sheet(200, 12)
        limit = 220 * 1000 * 1000  # 40000 * (2800 + 250 * 12) bytes are 232 MB
        self.hostile("more than there is", UNSUPPORTED,
                     ["sheet200: building 40000 points in 12 poses needs about 252 MB of memory, but only ",
                      "Use fewer poses or a coarser mesh, or free some memory"], "--threads", "1", "build", folder, "-o",
                     self.out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))


if __name__ == "__main__":
    unittest.main()
