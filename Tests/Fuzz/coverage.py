#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""coverage.py BUILD: replays the character's fuzz corpus with the program of the preset `coverage` and demands that it reaches
at least 90 % of the lines of each file of the character's reader, its rules included."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
READERS = "Source/ExemplarCore/Private/Character"
REACH = 90.0


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    program, raw, merged = build / "Tests/Fuzz/fuzz-Character", build / "corpus.profraw", build / "corpus.profdata"
    subprocess.run([program, ROOT / "Tests/Fuzz/Corpus/Character"], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "LLVM_PROFILE_FILE": str(raw)})
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", merged, raw], check=True)
    readers = sorted(file for kind in ("Reader", "Validation", "Rules") for file in (ROOT / READERS).glob(f"*{kind}.cpp"))
    report = subprocess.run(["llvm-cov", "export", "-summary-only", f"-instr-profile={merged}", program, *readers],
                            check=True, stdout=subprocess.PIPE)
    figures = {pathlib.Path(entry["filename"]).resolve(): entry["summary"]["lines"]
               for entry in json.loads(report.stdout)["data"][0]["files"]}
    passed = 0
    for reader in readers:
        lines = figures.get(reader.resolve(), {"count": 0, "covered": 0, "percent": 0.0})
        good = lines["percent"] >= REACH
        passed += good
        print(f"{'ok    ' if good else 'FAILED'} {lines['percent']:5.1f} % of {lines['count']} lines  {reader.relative_to(ROOT)}")
    if not readers:
        print(f"There is no reader in {READERS}.")
    print(f"{passed} passed, {max(len(readers), 1) - passed} failed, 0 skipped")
    return 0 if readers and passed == len(readers) else 1


if __name__ == "__main__":
    sys.exit(main())
