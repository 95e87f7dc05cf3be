# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Rules about structure: the order of folders, which file includes Eigen and libigl, how long files and functions are."""
import re

from source_rules import HEAD, includes
from tree import CODE, rule, suffix

# A folder includes from itself and from folders before it (Docs/Architecture.md).
FOLDERS = {
    "ExemplarCore": "Base Character Culling Lod Pose Skinning Correctives Posing Gpu Crowd".split(),
    "ExemplarBuilder": """Base Geometry Examples Model Metrics Fit Clips AnimationSpace Rig Registration Skin Correctives Atlas Levels Bake
                          Pipeline Preview Tools Sample""".split(),
}
# Includes against the order that are still there. One that is gone has to leave this list.
AGAINST_ORDER = set()
LIBRARY_HEADERS = {
    "Source/ExemplarBuilder/Private/Geometry/EigenLibrary.h": ("Eigen/", "unsupported/Eigen/"),
    "Source/ExemplarBuilder/Private/Geometry/IglLibrary.h": ("igl/",),
}
FILE_LINES = 500
FUNCTION_LINES = 100
# Files and functions that are longer, with the lines that they have at most. What is within the limit has to leave these lists.
LONG_FILES = {
    "Source/ExemplarBuilder/Private/Levels/StreamRun.cpp": 522,
    "Source/ExemplarCore/Private/Skinning/PackedSkin.cpp": 529,
    "Source/Programs/Report/ReportPage.cpp": 537,
    "Tests/Unit/Builder/PoseMetricTest.cpp": 512,
    "Tests/Unit/Builder/SampleCharacterTest.cpp": 592,
    "Tests/Unreal/Tests/CrowdSpec.cpp": 568,
}
LONG_FUNCTIONS = {
}


def folder_of(name):
    """The module and the folder in it: ExemplarBuilder and Rig of Source/ExemplarBuilder/Private/Rig/Rig.cpp."""
    parts = name.split("/")
    return (parts[1], parts[3]) if len(parts) > 4 else (parts[1], None)


@rule(
    bad=[{"Source/ExemplarBuilder/Public/Skin/Skin.h": HEAD, "Source/ExemplarBuilder/Private/Rig/A.cpp": HEAD + '#include "Skin/Skin.h"\n'},
         {"Source/ExemplarBuilder/Private/Skin/Hidden.h": HEAD, "Source/ExemplarBuilder/Public/Rig/A.h": HEAD + '#include "Skin/Hidden.h"\n'},
         {"Source/ExemplarCore/Public/Crowd/A.h": HEAD, "Source/ExemplarCore/Private/Pose/A.cpp": HEAD + '#include "Crowd/A.h"\n'},
         {"Source/ExemplarBuilder/Private/Elsewhere/A.cpp": HEAD}],
    good=[{"Source/ExemplarBuilder/Private/Skin/A.cpp": HEAD + '#include "Rig/Rig.h"\n#include "Base/Api.h"\n'},
          # The same folder name in two modules: Correctives of ExemplarCore comes before everything in ExemplarBuilder.
          {"Source/ExemplarCore/Public/Correctives/C.h": HEAD, "Source/ExemplarBuilder/Private/Rig/A.cpp": HEAD + '#include "Correctives/C.h"\n'}])
def folder_order(tree):
    """Folders of the engine-free modules are in the order of the data; an include goes to the same folder or an earlier one."""
    problems, against = [], set()
    for module, order in FOLDERS.items():
        for name in tree.below(f"Source/{module}", kinds=CODE):
            folder = folder_of(name)[1]
            if folder is None:
                continue
            if folder not in order:
                problems.append(f"{name}: {folder}/ has no place in the order of folders (Tests/Lint/structure_rules.py)")
                continue
            for angled, target in includes(tree, name):
                other = target.partition("/")[0]
                ours = any(tree.exists(f"Source/{module}/{side}/{target}") for side in ("Public", "Private"))
                if angled or not ours or other not in order or order.index(other) <= order.index(folder):
                    continue
                against.add((name, target))
                if (name, target) not in AGAINST_ORDER:
                    problems.append(f"{name}: includes {target}, and {other}/ comes after {folder}/")
    problems += [f"Tests/Lint/structure_rules.py: {name} does not include {target} any more; remove it from AGAINST_ORDER"
                 for name, target in sorted(AGAINST_ORDER - against) if tree.exists("Tests/Lint/structure_rules.py")]
    return problems


@rule(
    bad=[{"Source/ExemplarBuilder/Private/Rig/A.cpp": HEAD + "#include <Eigen/Core>\n"},
         {"Source/ExemplarBuilder/Private/Geometry/IglLibrary.h": HEAD + "#include <Eigen/Core>\n"},
         {"Source/ExemplarEditor/Private/A.cpp": HEAD + "#include <igl/AABB.h>\n"},
         {"Source/ExemplarBuilder/Private/Geometry/EigenLibrary.h": HEAD + "#include <igl/AABB.h>\n"}],
    good=[{"Source/Programs/Files/A.cpp": HEAD + "#include <Eigen/Core>\n"}, {"Source/ExemplarBuilder/Private/Geometry/EigenLibrary.h": HEAD + "#include <Eigen/Core>\n",
           "Source/ExemplarBuilder/Private/Geometry/IglLibrary.h": HEAD + "#include <igl/AABB.h>\n"}])
def libraries_through_one_header(tree):
    """Eigen is included in Geometry/EigenLibrary.h alone and libigl in Geometry/IglLibrary.h, which silence their warnings
    for the compilers of Unreal. Those never see Source/Programs."""
    library = tuple(beginning for beginnings in LIBRARY_HEADERS.values() for beginning in beginnings)
    return [f"{name}: includes <{target}>; include the header of Geometry/ that does"
            for name in tree.below("Source", kinds=CODE) if not name.startswith("Source/Programs/") for _, target in includes(tree, name)
            if target.startswith(library) and not target.startswith(LIBRARY_HEADERS.get(name, "//"))]


@rule(
    bad=[{"Source/ExemplarCore/Private/Base/A.cpp": HEAD + "int A;\n" * FILE_LINES}, {"Tests/Unit/Core/ATest.cpp": HEAD + "int A;\n" * FILE_LINES},
         {"Scripts/a.py": "# line\n" * (FILE_LINES + 1)}],
    good=[{"Source/ExemplarCore/Private/Base/A.cpp": HEAD + "int A;\n" * (FILE_LINES - 1)}])
def file_lengths(tree):
    """A file is read in one sitting: 500 lines at most (CONTRIBUTING.md)."""
    kinds = CODE | {".py", ".sh", ".cs", ".usf", ".ush", ".js"}
    problems = []
    for name in tree.files:
        if suffix(name) in kinds:
            lines = tree.text(name).count("\n")
            if lines > max(FILE_LINES, LONG_FILES.get(name, 0)):
                problems.append(f"{name}: {lines} lines, the limit is {FILE_LINES}; give its second idea a file of its own")
            elif name in LONG_FILES and lines <= FILE_LINES:
                problems.append(f"Tests/Lint/structure_rules.py: {name} has {lines} lines now; remove it from LONG_FILES")
    return problems


# What stands before a `{` on a line of its own and is not a function: it may be long, for it holds functions or rows.
NOT_FUNCTION = re.compile(r"^(inline |static |constexpr |export |typedef )*(namespace|class|struct|enum|union|extern)\b|=$|^(UCLASS|USTRUCT|UENUM)\b")


def functions(text):
    """(name, lines) of every function. Files are laid out by clang-format, so that the braces of a body stand alone, at one
    indentation; what is inside a function belongs to it."""
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.strip() != "{":
            continue
        head, above = "", number - 2
        while above >= 0 and lines[above].strip() and lines[above].strip() not in ("{", "}", "};") and not lines[above].rstrip().endswith(";"):
            if not lines[above].lstrip().startswith(("//", "*", "/*", "#")):
                head = lines[above].strip() + " " + head
            above -= 1
        head = re.sub(r"^template\s*<.*?>\s*(?=\w)", "", head.strip())
        name = re.search(r"([\w:~]+|operator[^\w\s]+)\s*\(", head)
        if not name or NOT_FUNCTION.search(head):
            continue
        end = next((end for end in range(number, len(lines)) if lines[end].startswith(line.replace("{", "}"))), len(lines))
        yield name[1], end - number
        number = end + 1


LONG_BODY = "\tA();\n" * (FUNCTION_LINES + 1)


@rule(
    bad=[{"Source/ExemplarCore/Private/Base/A.cpp": HEAD + "\nvoid Long()\n{\n" + LONG_BODY + "}\n"},
         {"Source/ExemplarCore/Private/Base/A.cpp": HEAD + "\nnamespace N\n{\n\ntemplate <typename T>\nvoid TA<T>::Long(\n\tint A, int B) const\n{\n"
          + LONG_BODY + "}\n\n} // namespace N\n"},
         {"Source/Programs/Files/A.h": HEAD + "\nclass FA\n{\n\tvoid Long()\n\t{\n" + LONG_BODY.replace("\t", "\t\t") + "\t}\n};\n"}],
    good=[{"Source/ExemplarCore/Private/Base/A.cpp": HEAD + "\nnamespace N\n{\n" + "\nvoid Short()\n{\n\tA();\n}\n" * 30 + "\n} // namespace N\n"},
          {"Source/ExemplarCore/Private/Base/A.cpp": HEAD + "\nvoid Long()\n{\n" + "\tA();\n" * FUNCTION_LINES + "}\n"}])
def function_lengths(tree):
    """A function has at most 100 lines between its braces."""
    problems, seen = [], set()
    for name in tree.below("Source", kinds=CODE):
        for function, lines in functions(tree.text(name)):
            if lines <= FUNCTION_LINES:
                continue
            seen.add((name, function))
            if lines > LONG_FUNCTIONS.get((name, function), 0):
                problems.append(f"{name}: {function} has {lines} lines, the limit is {FUNCTION_LINES}")
    problems += [f"Tests/Lint/structure_rules.py: {function} of {name} is short now; remove it from LONG_FUNCTIONS"
                 for name, function in sorted(set(LONG_FUNCTIONS) - seen) if tree.exists("Tests/Lint/structure_rules.py")]
    return problems


@rule(
    bad=[{"Source/ExemplarCore/Public/Base/A.h": HEAD + "#include <filesystem>\n"},
         {"Source/ExemplarCore/Private/Base/A.cpp": HEAD + "#include <thread>\n"}],
    good=[{"Source/ExemplarBuilder/Private/Base/A.cpp": HEAD + "#include <fstream>\n", "Source/ExemplarCore/Private/Base/A.cpp": HEAD + "#include <atomic>\n"}])
def core_has_no_files_or_threads(tree):
    """ExemplarCore is part of games, on consoles too: files and threads are the engine's (Base/ of ExemplarBuilder has them elsewhere)."""
    system = {"chrono", "condition_variable", "filesystem", "fstream", "future", "iostream", "mutex", "shared_mutex", "thread"}
    return [f"{name}: includes <{target}>; a game has that from its engine" for name in tree.below("Source/ExemplarCore", kinds=CODE)
            for angled, target in includes(tree, name) if angled and target in system]
