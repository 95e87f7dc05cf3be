# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Rules about the plug-in as a whole: its descriptor, its paths, its licenses, its pages."""
import json
import os
import pathlib
import re

from source_rules import HEAD
from tree import rule, suffix

PLUGIN = "Exemplar.uplugin"
MODULE_TYPES = {"Runtime", "RuntimeNoCommandlet", "RuntimeAndProgram", "CookedOnly", "UncookedOnly", "DeveloperTool", "Editor",
                "EditorNoCommandlet", "EditorAndProgram", "Program", "ServerOnly", "ClientOnly", "ClientOnlyNoCommandlet"}
PHASES = {"EarliestPossible", "PostConfigInit", "PostSplashScreen", "PreEarlyLoadingScreen", "PreLoadingScreen", "PreDefault",
          "Default", "PostDefault", "PostEngineInit", "None"}
PLATFORMS = {"Win64", "Linux", "LinuxArm64", "Mac", "Android", "IOS"}
REQUIRED = {"FileVersion": int, "Version": int, "VersionName": str, "FriendlyName": str, "Description": str, "Category": str,
            "CreatedBy": str, "EngineVersion": str, "CanContainContent": bool, "Modules": list}
OPTIONAL = {"CreatedByURL": str, "DocsURL": str, "MarketplaceURL": str, "SupportURL": str, "FabURL": str, "Installed": bool,
            "EnabledByDefault": bool, "IsBetaVersion": bool, "IsExperimentalVersion": bool, "Plugins": list}


def good_plugin(**changes):
    plugin = {"FileVersion": 3, "Version": 1, "VersionName": "0.1.0", "FriendlyName": "Exemplar", "Description": "d", "Category": "Animation",
              "CreatedBy": "c", "EngineVersion": "5.6.0", "CanContainContent": True,
              "Modules": [{"Name": "ExemplarCore", "Type": "Runtime", "LoadingPhase": "Default", "PlatformAllowList": ["Win64"]}]}
    plugin.update(changes)
    return {PLUGIN: json.dumps({key: value for key, value in plugin.items() if value is not None}) + "\n"}


def module_with(**changes):
    entry = {"Name": "ExemplarCore", "Type": "Runtime", "LoadingPhase": "Default", "PlatformAllowList": ["Win64"], **changes}
    return good_plugin(Modules=[{key: value for key, value in entry.items() if value is not None}])


@rule(
    bad=[{PLUGIN: None}, {PLUGIN: "{"}, good_plugin(EngineVersion=None), good_plugin(EngineVersion="five"), good_plugin(Version="1"),
         good_plugin(Modles=[]), good_plugin(FileVersion=2), good_plugin(Modules=[]), module_with(PlatformAllowList=None),
         module_with(PlatformAllowList=["Win65"]), module_with(Type="Game"), module_with(LoadingPhase="Late"),
         module_with(Name="ExemplarNowhere"), module_with(Color=1)],
    good=[good_plugin(), module_with(Type="Editor")])
def uplugin_schema(tree):
    """The descriptor has the fields that Unreal and Fab ask for, of the right types, and every module exists."""
    if not tree.exists(PLUGIN):
        return [f"{PLUGIN}: missing"]
    try:
        plugin = json.loads(tree.text(PLUGIN))
    except ValueError as error:
        return [f"{PLUGIN}: not JSON: {error}"]
    problems = []

    def complain(text):
        problems.append(f"{PLUGIN}: {text}")

    for key, kind in REQUIRED.items():
        if not isinstance(plugin.get(key), kind):
            complain(f"{key} has to be there, as {kind.__name__}")
    for key, value in plugin.items():
        if key not in REQUIRED and (key not in OPTIONAL or not isinstance(value, OPTIONAL[key])):
            complain(f"{key} is no field of a descriptor, or of the wrong type")
    if plugin.get("FileVersion") != 3:
        complain("FileVersion has to be 3")
    if not re.fullmatch(r"5\.\d+\.\d+", str(plugin.get("EngineVersion"))):
        complain('EngineVersion has to be like "5.6.0"')
    if not plugin.get("Modules"):
        complain("there has to be a module")
    for module in plugin.get("Modules") or []:
        name = module.get("Name")
        if not tree.exists(f"Source/{name}/{name}.Build.cs"):
            complain(f"module {name} has no Source/{name}/{name}.Build.cs")
        if module.get("Type") not in MODULE_TYPES:
            complain(f"module {name}: {module.get('Type')} is no type of a module")
        if module.get("LoadingPhase") not in PHASES:
            complain(f"module {name}: {module.get('LoadingPhase')} is no loading phase")
        platforms = module.get("PlatformAllowList")
        if not platforms or not set(platforms) <= PLATFORMS:
            complain(f"module {name}: PlatformAllowList has to name platforms of {sorted(PLATFORMS)}")
        for key in set(module) - {"Name", "Type", "LoadingPhase", "PlatformAllowList"}:
            complain(f"module {name}: {key} is no field of a module here")
    return problems


@rule(
    bad=[{"Config/FilterPlugin.ini": None}, {"Config/FilterPlugin.ini": "[FilterPlugin]\n/Docs/Gone.md\n"},
         {"Config/FilterPlugin.ini": "[FilterPlugin]\n/Nowhere/...\n"}, {"Config/FilterPlugin.ini": "/README.md\n"}],
    good=[{"Config/FilterPlugin.ini": "[FilterPlugin]\n; a comment\n/README.md\n/Docs/...\n"}])
def packaged_files_exist(tree):
    """What Config/FilterPlugin.ini adds to the package exists."""
    file = "Config/FilterPlugin.ini"
    if not tree.exists(file):
        return [f"{file}: missing"]
    lines = [line.strip() for line in tree.text(file).splitlines() if line.strip() and not line.startswith(";")]
    problems = [] if lines[:1] == ["[FilterPlugin]"] else [f"{file}: has to begin with [FilterPlugin]"]
    for line in lines[1:]:
        path = line.removesuffix("...").strip("/")
        if not (tree.below(path) if line.endswith("...") else tree.exists(path)):
            problems.append(f"{file}: {line} names nothing")
    return problems


@rule(bad=[{"Docs/" + "a" * 160 + ".md": "x\n"}], good=[{"Docs/" + "a" * 140 + ".md": "x\n"}])
def path_lengths(tree):
    """Paths stay under 170 characters, counted from the plug-in's folder."""
    return [f"{name}: {len('Exemplar/' + name)} characters; stay under 170" for name in tree.files if len("Exemplar/" + name) >= 170]


@rule(
    bad=[{"Source/ExemplarBuilder/Private/A.cpp": HEAD + "#include <igl/copy" + "left/marching_cubes.h>\n"},
         {"ThirdParty/libigl/fetched/igl/copy" + "left/a.h": "\n"},
         {"Tests/Unit/Builder/A.cpp": HEAD + "#include <igl/tri" + "angle/triangulate.h>\n"}],
    good=[{"Source/ExemplarBuilder/Private/A.cpp": HEAD + "#include <igl/cotmatrix.h>\n"}])
def no_copyleft(tree):
    """Nothing of libigl that is under the GPL, or wraps a library that is not free, is included or even there."""
    forbidden = re.compile(r'#include\s*[<"]igl/(copy' + r"left|tri" + r"angle|tetgen|cgal|comiso|matlab|mosek)/")
    problems = [f"{name}: includes {match[0].split('/', 1)[1]} of libigl, which is not ours to use"
                for name in tree.below("Source", "Tests", kinds={".h", ".cpp"}) for match in forbidden.finditer(tree.text(name))]
    for folder in (tree.root / "ThirdParty").glob("*/fetched/igl/copy" + "left"):
        problems.append(f"{folder.relative_to(tree.root)}: delete it; fetch.sh does")
    return problems


@rule(
    bad=[{"Scripts/a.sh": "cd /ho" + "me/somebody/exemplar\n"}, {"Docs/A.md": "See /wo" + "rk/main.\n"},
         {"Source/ExemplarCore/Private/A.cpp": HEAD + 'const char* File = "/t' + 'mp/x";\n'},
         {"CMakeLists.txt": 'set(A "C:' + '\\\\Users\\\\somebody")\n'}, {"Docs/A.md": "C:" + "/Program Files/Epic\n"}],
    good=[{"Docs/A.md": "https://example.org/ho" + "me/page and build/wo" + "rk/x and ../wo" + "rk/\n"}])
def no_absolute_paths(tree):
    """No path of one machine: the project works wherever it is cloned."""
    path = re.compile(r"(?<![\w./:}$-])/(ho" + r"me|ro" + r"ot|wo" + r"rk|fa" + r"rm|Us" + r"ers|t" + r"mp|mnt|media)/[\w.-]"
                      r"|\b[A-Z]:[\\/]+(Us" + r"ers|Program|Epic|UnrealEngine|Dev|wo" + r"rk)\b")
    return [f"{name}:{number}: {match[0]} is a path of one machine" for name in tree.files if tree.is_text(name)
            for number, line in enumerate(tree.text(name).splitlines(), 1) for match in path.finditer(line)]


@rule(
    bad=[{"Docs/A.md": "[gone](Gone.md)\n", "README.md": "[a](Docs/A.md)\n"}, {"Docs/Lonely.md": "nobody links here\n"},
         {"README.md": "[a](Docs/A.md#nothing)\n", "Docs/A.md": "# Something\n"}],
    good=[{"README.md": "[a](Docs/A.md#some-thing) [b](https://example.org/x) [c](#here)\n\n# Here\n", "Docs/A.md": "# Some *thing*\n"}])
def docs_links(tree):
    """Every relative link in a page leads somewhere, and every page of Docs/ can be reached from README.md."""
    def anchors(name):
        heads = re.findall(r"^#+\s+(.*?)\s*$", tree.text(name), re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}

    pages = [name for name in tree.files if suffix(name) == ".md"]
    links, problems = {}, []
    for name in pages:
        prose = re.sub(r"^```.*?^```", "", tree.text(name), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            path = os.path.normpath(pathlib.PurePosixPath(name).parent / path) if path else name
            links.setdefault(name, set()).add(path)
            if not tree.exists(path):
                problems.append(f"{name}: {target} leads nowhere")
            elif anchor and suffix(path) == ".md" and anchor not in anchors(path):
                problems.append(f"{name}: {target} names a heading that is not there")
    reached, open_pages = {"README.md"}, ["README.md"]
    while open_pages:
        for path in links.get(open_pages.pop(), ()):
            if path not in reached:
                reached.add(path)
                open_pages.append(path)
    problems += [f"{name}: no page that can be reached from README.md links to it"
                 for name in pages if name.startswith("Docs/") and name not in reached]
    return problems


@rule(
    bad=[{"ThirdParty/A/A.cmake": HEAD.replace("//", "#")}, {"Source/ThirdParty/A/A.Build.cs": HEAD}, {"ThirdParty/A/README.md": "about\n"}],
    good=[{"ThirdParty/A/README.md": "a\n", "ThirdParty/A/LICENSE": "MIT\n", "Source/ThirdParty/A/A.Build.cs": HEAD}])
def third_party_is_documented(tree):
    """A library has a folder in ThirdParty/ with README.md (version, how it is found) and LICENSE, wherever it is used from."""
    names = {name.split("/")[1] for name in tree.below("ThirdParty")} | {name.split("/")[2] for name in tree.below("Source/ThirdParty")}
    return [f"ThirdParty/{name}: {file} is missing" for name in sorted(names) for file in ("README.md", "LICENSE")
            if not tree.exists(f"ThirdParty/{name}/{file}")]


@rule(
    bad=[{"Docs/A.md": "trailing \n"}, {"Docs/A.md": "no newline"}, {"Docs/A.md": "a\r\n"}],
    good=[{"Docs/A.md": "fine\n"}])
def whitespace(tree):
    """Lines end with one newline and nothing before it."""
    kinds = {".h", ".cpp", ".cs", ".md", ".py", ".sh", ".cmake", ".json", ".js", ".ini", ".uplugin", ".usf", ".ush", ".txt"}
    problems = []
    for name in tree.files:
        if suffix(name) not in kinds or name.startswith(("Content/", "Tests/Fuzz/Corpus/")):
            continue
        data = (tree.root / name).read_bytes()
        if b"\r" in data:
            problems.append(f"{name}: has carriage returns")
        elif re.search(rb"[ \t]+$", data, re.MULTILINE):
            problems.append(f"{name}: has spaces at the end of a line")
        elif data and not data.endswith(b"\n"):
            problems.append(f"{name}: does not end with a newline")
    return problems
