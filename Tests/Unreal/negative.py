#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""negative.py BUILD_FOLDER: Negative/Snippets.cpp, Headers.h and Links.cpp hold sound code and deliberately wrong variants of it, each
between `// WRONG name` and `// END`, with the sound lines between `// SOUND` and `// END`. The sound ones have to compile (Links.cpp:
and link), every wrong one has not to, and for the reason that stands behind its name: old signatures, a missing TEXT, wrong
flags, editor code in the runtime, broken reflection, a missing EXEMPLARRUNTIME_API."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def pieces(file):
    """The head that all share, the sound piece, and {name: wrong piece}."""
    text = (HERE / "Negative" / file).read_text(encoding="utf-8")
    head, rest = text.split("// SOUND\n", 1)
    sound, rest = rest.split("// END\n", 1)
    return head, sound, dict(re.findall(r"// WRONG ([^\n]+)\n(.*?)// END\n", rest, re.DOTALL))


def compiler(build, folder, head):
    """Compiles a piece behind the head, which is compiled once."""
    generated = build / "Tests/Unreal/Generated/ExemplarRuntime"
    command = ["g++", "-std=c++20", "-fno-exceptions", "-fno-rtti", "-DENGINE_MINOR_VERSION=7", "-DWITH_EDITOR=0", "-DEXEMPLARRUNTIME_API=",
               f"-I{HERE / 'Engine'}", f"-I{generated}", *(f"-I{ROOT / 'Source' / name}" for name in ("ExemplarRuntime/Public", "ExemplarRuntime/Private", "ExemplarCore/Public"))]
    libraries = [str(build / name) for name in ("Tests/Unreal/libExemplarRuntime-5.7-1.so", "Tests/Unreal/libUnrealHost-5.7-1.so", "libExemplarCore.so")]
    libraries += [f"-Wl,-rpath-link,{build}"]
    header = pathlib.Path(folder, "Head.h")
    header.write_text(head)
    subprocess.run([*command, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)

    def check(text):
        if "int main()" in text:
            found = subprocess.run([*command, "-include", str(header), "-x", "c++", "-", "-x", "none", "-o", os.devnull, *libraries], input=text, capture_output=True, text=True,
                                   env={**os.environ, "LC_ALL": "C.UTF-8"})
            return found.returncode == 0, found.stderr
        found = subprocess.run([*command, "-fsyntax-only", "-fmax-errors=20", "-include", str(header), "-x", "c++", "-"], input=text, capture_output=True, text=True,
                               env={**os.environ, "LC_ALL": "C.UTF-8"})
        return found.returncode == 0, found.stderr
    return check


def run_tool(text):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "Public").mkdir()
        (pathlib.Path(folder) / "Private").mkdir()
        header = pathlib.Path(folder, "Public", "Example.h")
        header.write_text(text)
        pathlib.Path(folder, "Private", "Example.cpp").write_text("#include UE_INLINE_GENERATED_CPP_BY_NAME(Example)\n")
        found = subprocess.run([sys.executable, str(HERE / "header_tool.py"), folder + "/out", str(header)], capture_output=True, text=True)
        return found.returncode == 0, found.stderr


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        for file in ("Snippets.cpp", "Links.cpp", "Headers.h"):
            head, sound, wrong = pieces(file)
            check = compiler(pathlib.Path(sys.argv[1]), folder, head) if file.endswith(".cpp") else (lambda text, first=head: run_tool(first + text))
            jobs = {"sound": pool.submit(check, sound), **{name: pool.submit(check, piece) for name, piece in wrong.items()}}
            for name, job in jobs.items():
                accepted, why = job.result()
                title, _, reason = name.partition(" | ")
                good = accepted if name == "sound" else not accepted and bool(reason) and reason in why
                passed, failed = passed + good, failed + (not good)
                print(f"{'ok    ' if good else 'FAILED'} {file}: {title}: {'accepted' if accepted else 'refused'}")
                if not good:
                    print(next((line for line in why.splitlines() if "error" in line), why)[:300])
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
