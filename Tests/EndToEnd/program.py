# Copyright (c) 2026 Exemplar contributors. MIT license.
"""What the tests of the command line share: running it, judging its files, and a folder of their own."""

import json
import os
import pathlib
import pty
import select
import shutil
import struct
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = os.environ.get("EXEMPLAR_PROGRAM", str(ROOT / "build/release/Source/Programs/exemplar"))
DATA = pathlib.Path(os.environ.get("EXEMPLAR_DATA", ROOT.parent / "shared/data"))

# Exit codes, as Docs/CommandLine.md lists them.
WRONG_ARGUMENTS, NOT_FOUND, NOT_READABLE, NOT_WRITABLE, UNSUPPORTED, MALFORMED, MISMATCH, DEGENERATE = range(2, 10)
CANCELED = 130


def run(*arguments, cwd=None, **options):
    """Runs the program; results are bytes decoded as UTF-8."""
    command = [PROGRAM, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", timeout=600, **options)


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own, under a name that only works where paths are handled as Unicode."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="exemplar Größe 人 "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def succeed(self, *arguments, **options):
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def refuse(self, code, words, *arguments, **options):
        """The program fails with a code and one sentence on standard error, and prints nothing else."""
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("exemplar: "), result.stderr)
        self.assertRegex(lines[0], r"[^.?][.?]$")
        self.assertIn(words, lines[0])
        return lines[0]

    def watch(self, until, act, *arguments):
        """Runs the program in a terminal, acts when it has shown words or so many lines of its bar, and says how it ended, and
        all its words."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, "--threads", "2", *map(str, arguments)], stdout=subprocess.DEVNULL,
                                   stderr=theirs)
        os.close(theirs)
        shown, acted = b"", False
        while True:
            if not select.select([ours], [], [], 300)[0]:
                process.kill()
                self.fail(f"{arguments[0]} neither goes on nor ends: {shown[-300:]!r}")
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the terminal's other end is closed
                break
            if not piece:
                break
            shown += piece
            if not acted and (until in shown if isinstance(until, bytes) else shown.count(b"\r\x1b[K[") >= until):
                acted = True
                act(process)
        os.close(ours)
        return process.wait(timeout=300), shown.decode(errors="replace")

    def inspect(self, *paths):
        return json.loads(self.succeed("inspect", "--json", *paths).stdout)

    def files(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file())

    def validate(self, *files):
        """Khronos' validator: no errors, no warnings. Its absence is a failure where CI=true."""
        node = shutil.which("node")
        if not node or not (HERE / "node_modules/gltf-validator").exists():
            if os.environ.get("CI") == "true":
                self.fail("node or gltf-validator is missing; run Scripts/setup.sh")
            self.skipTest("node or gltf-validator is missing; run Scripts/setup.sh")
        result = subprocess.run(
            [node, str(HERE / "validate-gltf.js"), *map(str, files)], capture_output=True, encoding="utf-8", timeout=600
        )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


def obj_positions(path):
    """The vertices of an OBJ file, in its order."""
    with open(path, encoding="utf-8") as file:
        return [tuple(map(float, line.split()[1:4])) for line in file if line.startswith("v ")]


def pc2_frames(path):
    """The frames of a PC2 file: lists of (x, y, z)."""
    data = pathlib.Path(path).read_bytes()
    signature, _, vertices, _, _, count = struct.unpack_from("<12siiffi", data)
    assert signature == b"POINTCACHE2\0"
    numbers = struct.unpack_from(f"<{3 * vertices * count}f", data, 32)
    triples = list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))
    return [triples[frame * vertices : (frame + 1) * vertices] for frame in range(count)]


def glb_json(path):
    data = pathlib.Path(path).read_bytes()
    (size,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + size])


def largest_distance(a, b):
    assert len(a) == len(b), (len(a), len(b))
    return max(max(abs(p - q) for p, q in zip(u, v)) for u, v in zip(a, b))


BOX = """v 0 0 0
v 1 0 0
v 1 2 0
v 0 2 0
v 0 0 1
v 1 0 1
v 1 2 1
v 0 2 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""


def moved_box(offset):
    """The box with its upper half moved, as a pose of it."""
    lines = []
    for line in BOX.splitlines():
        if line.startswith("v ") and line.split()[2] == "2":
            x, y, z = line.split()[1:]
            line = f"v {float(x) + offset} {y} {z}"
        lines.append(line)
    return "\n".join(lines) + "\n"
