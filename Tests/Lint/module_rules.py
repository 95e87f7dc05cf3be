# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Rules about Build.cs files: a module names what it includes, and includes what it names."""
import json
import re

from source_rules import HEAD, includes
from tree import CODE, rule

MANIFEST = "Tests/Unreal/manifest.txt"
# Named because their code is linked, though no file includes a header of theirs.
LINKED = {"RHI": "RenderCore"}
# Of the engine's: what a game that is cooked and shipped does not have.
EDITOR = {"AssetTools", "BlueprintGraph", "ContentBrowser", "EditorFramework", "EditorScriptingUtilities", "Kismet", "MainFrame",
          "MeshUtilities", "PropertyEditor", "SkeletalMeshUtilitiesCommon", "ToolMenus", "UnrealEd"}


def good_module(build, *, core="", source='#include "RHI.h"\n#include "RenderCore.h"\n#include <igl/cotmatrix.h>\n', kind="Runtime"):
    """A plug-in with one more module."""
    modules = [{"Name": "ExemplarCore", "Type": "Runtime"}, {"Name": "ExemplarRuntime", "Type": kind}, {"Name": "ExemplarBuilder", "Type": "Editor"}]
    return {
        "Exemplar.uplugin": json.dumps({"Modules": modules}),
        MANIFEST: "[RHI.h] RHI\n\n[RenderCore.h] RenderCore\n\n[Core.h] Core\n\n[Modules/ModuleManager.h] Core\n",
        "Source/ExemplarCore/ExemplarCore.Build.cs": HEAD + f'PrivateDependencyModuleNames.Add("Core"); {core}\n',
        "Source/ThirdParty/libigl/ExemplarLibigl.Build.cs": HEAD,
        "Source/ExemplarRuntime/ExemplarRuntime.Build.cs": HEAD + build,
        "Source/ExemplarRuntime/Public/A.h": HEAD + '#include "Core.h"\n#include "Base/Api.h"\n',
        "Source/ExemplarRuntime/Private/A.cpp": HEAD + '#include "A.h"\n' + source,
    }


PUBLIC = 'PublicDependencyModuleNames.AddRange(new string[] { "Core", "ExemplarCore" });\n'
PRIVATE = 'PrivateDependencyModuleNames.AddRange(new[] { "ExemplarLibigl", "RenderCore", "RHI" });\n'


def dependencies(text):
    """Public, private, and those that stand only where there is an editor."""
    text = re.sub(r"//[^\n]*", "", text)
    editor = " ".join(re.findall(r"if \(Target\.bBuildEditor\)\s*\{([^}]*\}?[^}]*)\}", text))
    named = {kind: {name for call in re.findall(rf"\b{kind}DependencyModuleNames\.Add(?:Range)?\((.*?)\);", text, re.DOTALL)
                    for name in re.findall(r'"(\w+)"', call)} for kind in ("Public", "Private")}
    for call in re.findall(r"\bAddEngineThirdParty\w+\(Target,(.*?)\);", text, re.DOTALL):
        named["Private"] |= set(re.findall(r'"(\w+)"', call))
    return named["Public"], named["Private"], set(re.findall(r'"(\w+)"', editor))


@rule(
    bad=[good_module(PUBLIC), good_module(PRIVATE), good_module(PUBLIC.replace("Public", "Private") + PRIVATE),
         good_module(PUBLIC + PRIVATE.replace('"RHI"', '"RHI", "Renderer"')),
         good_module(PUBLIC + PRIVATE, source='#include "RenderCore.h"\n'),
         good_module(PUBLIC + PRIVATE, source='#include "Nowhere.h"\n#include "RHI.h"\n#include "RenderCore.h"\n#include <igl/cotmatrix.h>\n'),
         good_module(PUBLIC + PRIVATE, core='PrivateDependencyModuleNames.Add("ExemplarRuntime");'),
         good_module(PUBLIC + PRIVATE.replace('"RHI"', '"RHI", "UnrealEd"')),
         good_module(PUBLIC + PRIVATE.replace('"RHI"', '"RHI", "ExemplarBuilder"'))],
    good=[good_module(PUBLIC + PRIVATE), good_module(PUBLIC + PRIVATE, source='#include "RenderCore.h"\n#include <igl/cotmatrix.h>\n'),
          good_module(PUBLIC + PRIVATE + 'if (Target.bBuildEditor)\n{\n\tPrivateDependencyModuleNames.Add("UnrealEd");\n}\n')])
def build_rules_match_includes(tree):
    """A module's Build.cs names the modules whose headers it includes (publicly where a public header does), and no others; a
    game's module names none of the editor's. Which module of the engine has a header is in Tests/Unreal/manifest.txt."""
    if not tree.exists(MANIFEST):
        return []
    owner = dict(re.findall(r"^\[(\S+)\] (\w+)", tree.text(MANIFEST), re.MULTILINE))
    builds = {name.split("/")[-1].removesuffix(".Build.cs"): name for name in tree.below("Source") if name.endswith(".Build.cs")}
    types = {module.get("Name"): module.get("Type") for module in json.loads(tree.text("Exemplar.uplugin")).get("Modules", [])}
    ours = {}
    for name in tree.below("Source", kinds=CODE):
        module, _, rest = name.removeprefix("Source/").partition("/")
        if module in builds:
            ours.setdefault(rest.partition("/")[2], (module, rest.startswith("Public/")))
    problems = []
    for module, build in builds.items():
        if build.startswith("Source/ThirdParty/"):
            continue
        public, private, editor = dependencies(tree.text(build))
        used = {}  # module -> whether by a public header
        for name in tree.below(f"Source/{module}", kinds=CODE):
            for angled, target in includes(tree, name):
                other = owner.get(target)
                if target.startswith(("Eigen/", "unsupported/Eigen/")):
                    other = "Eigen"
                elif target.startswith("igl/"):
                    other = "ExemplarLibigl"
                elif not angled and target in ours:
                    other = ours[target][0]
                elif not angled and not other and not target.endswith(".generated.h") and not tree.exists(name.rsplit("/", 1)[0] + "/" + target):
                    problems.append(f"{name}: includes {target}, which neither {MANIFEST} nor a module of ours has")
                if other and other != module:
                    used[other] = used.get(other, False) or "/Public/" in name
        for other, is_public in sorted(used.items()):
            if other not in public | private:
                problems.append(f"{build}: does not name {other}, whose headers the module includes")
            elif is_public and other not in public:
                problems.append(f"{build}: {other} has to be a public dependency: a public header includes it")
        for other in sorted((public | private) - set(used) - editor):
            if LINKED.get(other) not in used:
                problems.append(f"{build}: names {other}, of which the module includes nothing")
        if types.get(module) == "Runtime":
            problems += [f"{build}: a game's module names {other}, which is the editor's" for other in sorted((public | private) - editor)
                         if other in EDITOR or types.get(other) == "Editor"]
    return problems
