#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT licence.
"""coverage.py BUILD: replays every fuzz corpus with the programs of the preset `coverage` and demands that the corpus reaches
at least 90 % of the lines of each file of the character's reader."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
READERS = "Source/ExemplarCore/Private/Character/*Read*.cpp"
REACH = 90.0


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    programs, profiles = [], []
    for source in sorted((ROOT / "Tests/Fuzz").glob("*Fuzz.cpp")):
        name = source.name.removesuffix("Fuzz.cpp")
        program, profile = build / f"Tests/Fuzz/fuzz-{name}", build / f"{name}.profraw"
        if not program.exists():
            continue
        subprocess.run([program, ROOT / "Tests/Fuzz/Corpus" / name], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "LLVM_PROFILE_FILE": str(profile)})
        programs.append(str(program))
        profiles.append(str(profile))
    merged = build / "corpus.profdata"
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", merged, *profiles], check=True)
    objects = [programs[0]] + [word for program in programs[1:] for word in ("-object", program)]
    readers = sorted(ROOT.glob(READERS))
    report = subprocess.run(["llvm-cov", "export", "-summary-only", f"-instr-profile={merged}", *objects, *readers],
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
        print(f"No file is named {READERS}.")
    print(f"{passed} passed, {max(len(readers), 1) - passed} failed, 0 skipped")
    return 0 if readers and passed == len(readers) else 1


if __name__ == "__main__":
    sys.exit(main())
