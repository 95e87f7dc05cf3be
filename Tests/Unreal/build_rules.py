#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""build_rules.py PLUGIN [OUT.cmake]: compiles the plug-in's Build.cs files against a stand-in for Unreal's build tool (mono), lets them
run for every platform of the descriptor, for a game and for the editor, and checks what they set. OUT.cmake gets the include
paths and definitions of the external modules, so that a build without Unreal uses what the files say."""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def rules_of(plugin):
    """{(platform, type): {module: {key: [value...]}}}; ValueError with a sentence when a file is wrong."""
    files = sorted(str(file) for file in (plugin / "Source").rglob("*.Build.cs"))
    descriptor = json.loads((plugin / "Exemplar.uplugin").read_text(encoding="utf-8"))
    platforms = sorted({platform for module in descriptor["Modules"] for platform in module["PlatformAllowList"]})
    out = {}
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "BuildRules.exe")
        built = subprocess.run(["mcs", "-nologo", "-warnaserror", "-langversion:7.2", f"-out:{program}", str(HERE / "BuildRules/UnrealBuildTool.cs"), *files],
                               capture_output=True, text=True)
        if built.returncode != 0:
            raise ValueError(f"Build.cs does not compile: {built.stdout}{built.stderr}")
        for platform in platforms:
            for kind in ("Game", "Editor"):
                run = subprocess.run(["mono", str(program), str(plugin), str(pathlib.Path(folder, "Engine")), platform, kind], capture_output=True, text=True)
                if run.returncode != 0:
                    raise ValueError(f"{platform} {kind}: {run.stderr.strip()}")
                modules = out.setdefault((platform, kind), {})
                for line in run.stdout.splitlines():
                    name, key, value = line.split(" ", 2)
                    modules.setdefault(name, {}).setdefault(key, []).append(value)
    return out


def problems_of(plugin, rules):
    """What the engine would refuse, or would make of the plug-in what the tests have not seen."""
    descriptor = json.loads((plugin / "Exemplar.uplugin").read_text(encoding="utf-8"))
    types = {module["Name"]: module["Type"] for module in descriptor["Modules"]}
    problems = []
    for (platform, kind), modules in rules.items():
        for name, values in modules.items():
            where = f"{name}.Build.cs ({platform} {kind})"
            depends = values.get("PublicDependencyModuleNames", []) + values.get("PrivateDependencyModuleNames", [])
            for path in values.get("PublicSystemIncludePaths", []) + values.get("PublicIncludePaths", []) + values.get("PrivateIncludePaths", []):
                if not pathlib.Path(path).is_dir():
                    problems.append(f"{where}: there is no folder {path}")
                elif plugin not in pathlib.Path(path).parents:
                    problems.append(f"{where}: {path} is outside of the plug-in")
            if values["Type"] == ["External"]:
                continue
            if name not in types:
                problems.append(f"{where}: the descriptor does not name the module")
            if values["CppStandard"] != ["Cpp20"] or values["bEnableExceptions"] != ["False"] or values["bUseRTTI"] != ["False"]:
                problems.append(f"{where}: modules are C++20 without exceptions and RTTI")
            if types.get(name) == "Runtime":
                problems += [f"{where}: a game's module depends on {other}, which is the editor's" for other in depends if types.get(other) == "Editor"]
            if len(depends) != len(set(depends)):
                problems.append(f"{where}: names a dependency twice")
    missing = set(types) - set(next(iter(rules.values())))
    return problems + [f"Exemplar.uplugin: module {name} has no Build.cs" for name in sorted(missing)]


def main():
    plugin = pathlib.Path(sys.argv[1]).resolve()
    try:
        rules = rules_of(plugin)
        problems = problems_of(plugin, rules)
    except ValueError as error:
        problems = [str(error)]
    for problem in problems:
        print(problem)
    if problems:
        return 1
    editor = rules[("Linux", "Editor")]
    if len(sys.argv) > 2:
        lines = []
        for name, values in sorted(editor.items()):
            if values["Type"] == ["External"]:
                lines.append(f"set({name}_INCLUDES \"{';'.join(values.get('PublicSystemIncludePaths', []))}\")\n")
                lines.append(f"set({name}_DEFINITIONS \"{';'.join(values.get('PublicDefinitions', []))}\")\n")
        pathlib.Path(sys.argv[2]).write_text("".join(lines))
    print(f"{len(editor)} Build.cs files, run for {len(rules)} targets: {', '.join(sorted(editor))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
