#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""run.py [RULE...]: the rules of the *_rules.py files over the repository, each after its self-test: a rule that
does not report its bad examples, or reports the clean ones, fails itself. Ends with `N passed, N failed, N skipped`."""
import pathlib
import sys
import tempfile

import module_rules  # noqa: F401, its rules enter the list
import plugin_rules
import shader_rules  # noqa: F401, its rules enter the list
import structure_rules  # noqa: F401, its rules enter the list
import word_rules  # noqa: F401, its rules enter the list
from source_rules import HEAD
from tree import RULES, Tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE_FILE = HEAD + '#include "Modules/ModuleManager.h"\n\nIMPLEMENT_MODULE(FDefaultModuleImpl, {0})\n'
CLEAN = {
    **plugin_rules.good_plugin(),
    "README.md": "# Exemplar\n",
    "Docs/A.md": "",
    "Config/FilterPlugin.ini": "[FilterPlugin]\n/README.md\n",
    "Source/ExemplarCore/ExemplarCore.Build.cs": HEAD,
    "Source/ExemplarCore/Public/Base/Api.h": HEAD,
    "Source/ExemplarCore/Private/Base/Hidden.h": HEAD,
    "Source/ExemplarBuilder/Public/Rig/Rig.h": HEAD + '\n#include "Base/Api.h"\n',
    "Source/ExemplarBuilder/Private/Rig/RigParts.h": HEAD,
    "Source/Programs/Files/Gltf.h": HEAD + '\n#include "Rig/Rig.h"\n',
    **{f"Source/{name}/Private/{name}Module.cpp": MODULE_FILE.format(name) for name in ("ExemplarCore", "ExemplarBuilder")},
}
# The clean plug-in links its page, except where an example brings a README.md of its own.
CLEAN["README.md"] += "[a](Docs/A.md)\n"


def problems_of(rule, example):
    """The rule's problems in the clean plug-in with the example's files laid over it."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**CLEAN, ".clang-format": (ROOT / ".clang-format").read_text(encoding="utf-8"), **example}.items():
            if text is not None:
                file = pathlib.Path(folder, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text.encode())
        return rule.check(Tree(folder))


def self_test(rule):
    failures = [f"does not report {example}" for example in rule.bad if not problems_of(rule, example)]
    for example in [{}, *rule.good]:
        failures += [f"reports {problem!r} in {example or 'the clean plug-in'}" for problem in problems_of(rule, example)]
    return failures


def main():
    wanted = sys.argv[1:]
    tree, passed, failed = Tree(ROOT), 0, 0
    for rule in RULES:
        if wanted and rule.name not in wanted:
            continue
        for title, problems, warns in ((f"{rule.name} (self-test)", self_test(rule), False), (rule.name, rule.check(tree), rule.warns)):
            bad = bool(problems) and not warns
            failed, passed = failed + bad, passed + (not bad)
            print(f"{'FAILED' if bad else 'warns ' if problems else 'ok    '} {title}")
            for problem in problems:
                print(f"       {problem}")
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
