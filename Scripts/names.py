#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""names.py [--check]: writes Source/ExemplarBuilder/Private/Rig/BoneNameMaps.inl from Content/Names/*.json.

The maps of names are data; the builder reads no files at run time, so it has them as a table. --check fails if the table is not that of the
files. In a map, "#" is the side and "@" the number of a finger's joint; chains go from the body outward."""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = ROOT / "Source/ExemplarBuilder/Private/Rig/BoneNameMaps.inl"
SLOTS = {"sides": 2, "pelvis": 1, "spine": None, "neck": None, "head": 1, "arm": 4, "leg": 4, "fingers": 5, "fingerJoints": None}


def rows():
    for file in sorted((ROOT / "Content/Names").glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for slot, count in SLOTS.items():
            names = content[slot] if isinstance(content[slot], list) else [content[slot]]
            if not names or not all(isinstance(name, str) and name for name in names) or count not in (None, len(names)):
                sys.exit(f"{file}: \"{slot}\" must be {count or 'at least one'} names.")
            for name in names:
                yield f'\t{{"{file.stem}", "{slot}", {json.dumps(name)}}},\n'


def main():
    text = ("// Copyright (c) 2026 Exemplar contributors. MIT license.\n"
            "// Written by Scripts/names.py from Content/Names; do not edit.\n"
            "// clang-format off\n" + "".join(rows()))
    if sys.argv[1:] == ["--check"]:
        if TABLE.read_text(encoding="utf-8") != text:
            print(f"{TABLE.relative_to(ROOT)} differs from Content/Names; run Scripts/names.py.")
            return 1
        return 0
    TABLE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
