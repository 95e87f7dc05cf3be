#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Breaks copies of the manifest, the host's headers and the modules: check_manifest.py has to say so. Ends with `N passed, N failed, N skipped`."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MANIFEST, ARRAY, COMPONENT = "Tests/Unreal/manifest.txt", "Tests/Unreal/Engine/Containers/Array.h", "Source/ExemplarRuntime/Private/ExemplarMeshComponent.cpp"
ENTRY = "Source/ExemplarBuilder/Private/ExemplarBuilderModule.cpp"

# (what, file, text that is appended, or a pair to replace, what has to be said)
BREAKS = [
    ("nothing", MANIFEST, "", None),
    ("a module includes a header that is not in the manifest", COMPONENT, '#include "Engine/StaticMesh.h"\n', "includes Engine/StaticMesh.h, which is not in manifest.txt"),
    ("an engine-free module's entry does", ENTRY, '#include "HAL/Runnable.h"\n', "includes HAL/Runnable.h, which is not in manifest.txt"),
    ("a declaration that is not in the manifest", ARRAY, "void HeapSort(int Count);\n", "Engine/Containers/Array.h: HeapSort is not in manifest.txt"),
    ("a member that is not in the manifest", ARRAY, "struct FScriptArray\n{\n\tint Num() const;\n};\n", "FScriptArray::Num is not in manifest.txt"),
    ("a header that is not in the manifest", "Tests/Unreal/Engine/Misc/Crc.h", "#pragma once\n", "Engine/Misc/Crc.h: is not in manifest.txt"),
    ("an entry that is not declared", MANIFEST, ("N 5.5+ TArray ", "N 5.5+ TArray TArray::Pop "), "TArray::Pop is not declared"),
    ("a section without a header", MANIFEST, "\n[Misc/Gone.h] Core\n", "[Misc/Gone.h] there is no such header"),
    ("an entry without a version", MANIFEST, "\n[Containers/Array.h] Core\nK TArray -- verify by compiling\n", "not `D|P|N|K|H VERSIONS SYMBOL... -- SOURCE`"),
    ("an assumption without how to verify it", MANIFEST, ("-- PLUGINS; in every plug-in; verify by", "-- PLUGINS; in every plug-in; by"), "does not say how to verify it"),
    ("a page without an address", MANIFEST, ("-- https://", "-- "), "does not say where it was seen"),
    ("a module that leaves an include to another header", "Source/ExemplarRuntime/Private/Render/ExemplarSkinning.cpp", ('#include "DataDrivenShaderPlatformInfo.h"\n', ""),
     "uses IsFeatureLevelSupported without including DataDrivenShaderPlatformInfo.h"),
    ("a module that uses what only the host has", COMPONENT, "void Wrong() { HostCheckFailed(nullptr, nullptr, 0); }\n", "uses HostCheckFailed, which the host has and no engine"),
]


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        shutil.copytree(HERE, copy / "Tests/Unreal", ignore=shutil.ignore_patterns("__pycache__"))
        for module in ("ExemplarCore", "ExemplarBuilder", "ExemplarRuntime", "ExemplarEditor"):
            shutil.copytree(ROOT / "Source" / module, copy / "Source" / module)
        for what, name, change, words in BREAKS:
            file = copy / name
            before = file.read_text(encoding="utf-8") if file.exists() else None
            after = (before or "") + change if isinstance(change, str) else before.replace(*change, 1)
            if words and after == before:
                print(f"FAILED {what}: nothing to replace in {name}")
                failed += 1
                continue
            file.write_text(after, encoding="utf-8")
            found = subprocess.run([sys.executable, str(copy / "Tests/Unreal/check_manifest.py")], capture_output=True, text=True)
            good = found.returncode == 0 if words is None else found.returncode == 1 and words in found.stdout
            passed, failed = passed + good, failed + (not good)
            print(f"{'ok    ' if good else 'FAILED'} {what}: {'accepted' if found.returncode == 0 else 'refused'}")
            if not good:
                print(found.stdout[:1000] + found.stderr[:1000])
            if before is None:
                file.unlink()
            else:
                file.write_text(before, encoding="utf-8")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
