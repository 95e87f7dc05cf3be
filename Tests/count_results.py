#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""count_results.py FOLDER: counts a ctest run. FOLDER holds ctest.xml (ctest --output-junit) and one JSON file of GoogleTest
for each test that is a shard of a GoogleTest program; such a test counts as many as it ran. The last line is
`N passed, N failed, N skipped`; the exit code is 1 when anything failed or nothing ran."""
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def count_googletest(file):
    """(passed, failed, skipped, names of the skipped) of one GoogleTest report."""
    passed = failed = 0
    skipped = []
    for suite in json.loads(file.read_text(encoding="utf-8")).get("testsuites", []):
        for test in suite["testsuite"]:
            if test.get("failures"):
                failed += 1
            elif test.get("result") == "SKIPPED" or test.get("status") == "NOTRUN":
                skipped.append(f"{suite['name']}.{test['name']}")
            else:
                passed += 1
    return passed, failed, skipped


def count(folder):
    passed, failed, skipped = 0, 0, []
    for case in ElementTree.parse(folder / "ctest.xml").getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        report = folder / f"{name}.json"
        if report.exists():
            p, f, s = count_googletest(report)
            passed, failed, skipped = passed + p, failed + f, skipped + s
            # A program can also fail after its tests: a leak, a race, a crash on the way out.
            if status == "fail" and f == 0:
                failed += 1
        elif status == "run":
            passed += 1
        elif status in ("notrun", "disabled"):
            skipped.append(name)
        else:
            failed += 1
    return passed, failed, skipped


def main():
    try:
        passed, failed, skipped = count(pathlib.Path(sys.argv[1]))
    except (OSError, ValueError, ElementTree.ParseError) as error:
        print(f"The tests left no readable results: {error}")
        print("0 passed, 1 failed, 0 skipped")
        return 1
    for name in skipped:
        print(f"skipped: {name}")
    print(f"{passed} passed, {failed} failed, {len(skipped)} skipped")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
