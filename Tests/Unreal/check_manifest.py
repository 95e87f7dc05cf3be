#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""check_manifest.py [--list | --assumed]: every declaration of the host's engine headers stands in manifest.txt, with where it was seen
and for which engine versions, and everything that stands there is declared; every engine header that the Unreal modules
include is in it; an assumption says how to verify it; the modules use nothing that only the host has. Prints how many declarations
are verified by documentation, seen in plug-ins, or assumed."""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OURS = re.compile(r"^(Host|bHost|HOST_|zz|FHost|THost|EHost|SP_Host)")
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "static_assert", "requires", "decltype", "alignas", "operator", "defined",
            "static_cast", "reinterpret_cast", "void", "check", "noexcept", "explicit", "asm", "bool", "int"}


def strip(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)
    return re.sub(r'"(\\.|[^"\\])*"', '""', text)


def blocks(text):
    """(head, body or None) of each declaration at the outermost level."""
    out, head, place = [], "", 0
    while place < len(text):
        letter = text[place]
        if letter in "{;":
            body = None
            if letter == "{":
                depth, start = 0, place
                while True:
                    depth += (text[place] == "{") - (text[place] == "}")
                    if depth == 0:
                        break
                    place += 1
                body = text[start + 1:place]
            out.append((head.strip(), body))
            head = ""
        else:
            head += letter
        place += 1
    return out


def names_of(text, inside=""):
    """The names that a piece of a header declares, members as Type::Member."""
    found = set()

    def add(name):
        if name and not OURS.match(name) and name not in KEYWORDS:
            found.add(f"{inside}::{name}" if inside else name)

    hidden = False  # what is private is the host's own way
    for head, body in blocks(text):
        for access in re.findall(r"\b(public|protected|private)\s*:(?!:)", head):
            hidden = access == "private"
        if hidden:
            continue
        head = re.sub(r"\b(public|protected|private)\s*:(?!:)", " ", head)
        head = re.sub(r"\btemplate\s*<[^{;]*?>\s*(?=class|struct|using|static|constexpr|inline|const|void|T\b|bool|requires|friend|FArchive|TArrayView|TSharedPtr|TUniquePtr|FRDG|explicit|\w+\()", " ", head)
        head = re.sub(r"\brequires\b.*", " ", head, flags=re.DOTALL) if "(" not in head.split("requires")[0] else head
        head = re.sub(r"\balignas\(\d+\)", " ", head)
        if re.match(r"\s*namespace\b", head):
            outer = head.split()[1] if len(head.split()) > 1 else ""
            found |= names_of(body or "", "" if outer in ("UE::Math", "") else outer)
            if outer not in ("UE::Math", ""):
                found.add(outer)
            continue
        declared = re.search(r"\b(enum\s+class|enum|class|struct)\s+(?:HOST_API\s+)?(\w+)(?!\s*[;(])", head)
        if declared and body is not None and "(" not in head:
            name = declared[2]
            add(name)
            full = f"{inside}::{name}" if inside else name
            if declared[1].startswith("enum"):
                for part in body.split(","):
                    word = re.match(r"\s*(\w+)", part)
                    if word and not OURS.match(word[1]):
                        found.add(f"{full}::{word[1]}" if declared[1] == "enum class" else (f"{inside}::{word[1]}" if inside else word[1]))
            elif not OURS.match(name) and not name.startswith("FHost"):
                found |= names_of(body, full)
            continue
        if head.startswith("enum"):
            for part in (body or "").split(","):
                word = re.match(r"\s*(\w+)", part)
                add(word[1] if word else "")
            continue
        if "operator" in head or "friend" in head or re.search(r"\w+<T>::\w+\s*(\(|=|$)", head):
            continue  # the last is a definition of what a class has declared
        if "using" not in head:
            head = re.split(r"(?<![=!<>])=(?!=)", head)[0].strip()
            while re.search(r"<[^<>]*>", head):
                head = re.sub(r"<[^<>]*>", "", head)
        alias = re.match(r"\s*using\s+(\w+)\s*=", head)
        if alias:
            add(alias[1])
            continue
        function = re.search(r"(~?\w+)\s*\(", head)
        if function:
            name = function[1]
            if not name.startswith("~") and name != inside.rsplit("::", 1)[-1]:
                add(name)
            continue
        variable = re.search(r"(\w+)\s*(?::\s*\d+)?\s*(=[^=].*|\[\d*\]\s*(?:\[\d*\])?)?$", head, re.DOTALL)
        if variable and " " in head.strip() and not head.startswith(("class", "struct", "typedef")):
            for part in re.sub(r"=[^,]*", "", head).split(","):
                word = re.search(r"(\w+)\s*(?::\s*\d+)?\s*(\[[^\]]*\]\s*)*$", part.strip())
                add(word[1] if word else "")
    return found


def declared_in(header):
    text = header.read_text(encoding="utf-8")
    found = {name for name in re.findall(r"^#define\s+(\w+)", text, re.MULTILINE) if not OURS.match(name)}
    code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", "", strip(text), flags=re.MULTILINE)
    return {name for name in found | names_of(code) if not any(OURS.match(part) or part.startswith("FHost") for part in name.split("::"))}


def read_manifest():
    """{header: {symbol: (status, versions, source)}} and what is wrong with the file."""
    entries, problems, header = {}, [], None
    for number, line in enumerate((HERE / "manifest.txt").read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        section = re.fullmatch(r"\[(\S+)\] (\w+)", line)
        if section:
            header = section[1]
            entries[header] = {}
            continue
        entry = re.fullmatch(r"(D|P|N|K|H) (5\.\d\+?(?:-5\.\d)?) (.+?) -- (.+)", line)
        if not entry or header is None:
            problems.append(f"manifest.txt:{number}: not `D|P|N|K|H VERSIONS SYMBOL... -- SOURCE`: {line}")
            continue
        if entry[1] in "NK" and "verify" not in entry[4]:
            problems.append(f"manifest.txt:{number}: assumed, and does not say how to verify it: {line}")
        if entry[1] == "D" and "https://" not in entry[4] or entry[1] == "P" and not re.search(r"[\w.-]+/[\w.-]+ \(", entry[4]):
            problems.append(f"manifest.txt:{number}: does not say where it was seen: {line}")
        for symbol in entry[3].split():
            entries[header][symbol] = (entry[1], entry[2], entry[4])
    return entries, problems


# What the engine's CoreMinimal.h brings: containers, strings, names, pointers, maths and logging.
MINIMAL = re.compile(r"^(CoreTypes|CoreMinimal|Containers/|Math/|Templates/|UObject/NameTypes|Delegates/|Logging/LogMacros|HAL/UnrealMemory|"
                     r"Misc/(Guid|EngineVersionComparison)|Serialization/Archive|UObject/ObjectMacros|RenderGraphDefinitions)")

# A header brings its base classes and the names in its functions' parameters, for whoever overrides or calls them.
BRINGS = {
    "Animation/MeshDeformer.h": "UObject/Object.h Components/MeshComponent.h Animation/MeshDeformerInstance.h",
    "Animation/MeshDeformerInstance.h": "UObject/Object.h",
    "Components/MeshComponent.h": "Components/PrimitiveComponent.h Components/SceneComponent.h Components/ActorComponent.h Engine/EngineTypes.h "
                                  "PSOPrecacheFwd.h PrimitiveSceneProxy.h Materials/MaterialInterface.h",
    "Animation/AnimSequence.h": "UObject/Object.h Animation/AnimData/IAnimationDataController.h",
    "Animation/Skeleton.h": "UObject/Object.h ReferenceSkeleton.h",
    "Commandlets/Commandlet.h": "UObject/Object.h",
    "ComputeSystemInterface.h": "SceneInterface.h",
    "ComputeWorkerInterface.h": "RHIDefinitions.h RenderGraphBuilder.h SceneInterface.h SceneView.h",
    "DerivedDataCacheInterface.h": "Containers/StringView.h",
    "EditorValidatorBase.h": "UObject/Object.h UObject/UObjectGlobals.h AssetRegistry/AssetData.h Misc/DataValidation.h",
    "Factories/Factory.h": "UObject/Object.h UObject/Class.h Misc/FeedbackContext.h",
    "GlobalShader.h": "Shader.h RHIDefinitions.h",
    "Kismet/BlueprintFunctionLibrary.h": "UObject/Object.h",
    "Misc/ScopedSlowTask.h": "Misc/SlowTask.h",
    "MeshDescription.h": "MeshTypes.h",
    "Modules/ModuleManager.h": "Modules/ModuleInterface.h",
    "PrimitiveSceneProxy.h": "PrimitiveViewRelevance.h RHICommandList.h SceneView.h SceneManagement.h RenderResource.h",
    "RenderGraphBuilder.h": "PixelFormat.h",
    "RenderGraphUtils.h": "RenderGraphBuilder.h RenderGraphResources.h",
    "RenderingThread.h": "RHICommandList.h RenderResource.h",
    "SceneViewExtension.h": "SceneView.h RenderGraphBuilder.h",
    "ShaderParameterStruct.h": "ShaderParameterMacros.h",
    "SkeletalMeshDeformerHelpers.h": "SkeletalRenderPublic.h",
    "UObject/Object.h": "UObject/AssetRegistryTagsContext.h",
    "UObject/Package.h": "UObject/Object.h",
    "UObject/WeakObjectPtr.h": "UObject/ObjectPtr.h",
    "VertexFactory.h": "RenderResource.h RHICommandList.h RHIDefinitions.h RHIResources.h Shader.h ShaderParameters.h SceneView.h SceneInterface.h",
}
MODULES = ("ExemplarRuntime", "ExemplarEditor")  # those that are written against the engine
MOST_ASSUMED = 30  # a list that a person verifies in ten minutes
MEMBERS = {"IsValid"}  # also the name of a member of smart pointers


def used_without_include(entries):
    """What a file of the module uses of the engine without naming its header: an engine's headers may not bring it along."""
    where = {}
    for header, symbols in entries.items():
        for symbol, entry in symbols.items():
            if "::" not in symbol and entry[0] != "H":
                where.setdefault(symbol, set()).add(header)
    folders = [ROOT / f"Source/{module}/{kind}" for module in MODULES for kind in ("Public", "Private")]
    own = {str(file.relative_to(folder)): file for folder in folders for file in folder.rglob("*.h")}

    def included(file, seen):
        """Engine headers that the file and the module's own headers in it include by name."""
        out = set()
        for include in re.findall(r'^\s*#include\s+"([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
            if include in own and include not in seen:
                seen.add(include)
                out |= included(own[include], seen)
            elif include in entries:
                out.add(include)
        return out

    for folder in folders:
        for file in sorted(folder.rglob("*.[hc]*")):
            code = strip(file.read_text(encoding="utf-8"))
            declared = set(re.findall(r"\b(?:class|struct)\s+(\w+)\s*;", code))
            headers = included(file, {str(file.relative_to(folder))})
            while more := {brought for header in headers for brought in BRINGS.get(header, "").split()} - headers:
                headers |= more
            for word in sorted(set(re.findall(r"\b[A-Za-z_]\w*\b", re.sub(r"^\s*#include.*$", "", code, flags=re.MULTILINE))) & set(where) - MEMBERS):
                if word not in declared and not where[word] & headers and not any(MINIMAL.match(header) for header in where[word]):
                    yield f"{file.relative_to(ROOT)}: uses {word} without including {' or '.join(sorted(where[word]))}"


def main():
    headers = {str(file.relative_to(HERE / "Engine")): file for file in (HERE / "Engine").rglob("*.h")}
    if sys.argv[1:] == ["--list"]:
        for name in sorted(headers):
            print(f"[{name}]", *sorted(declared_in(headers[name])))
        return 0
    entries, problems = read_manifest()
    if sys.argv[1:] == ["--assumed"]:
        for name, symbols in sorted(entries.items()):
            assumed = [symbol for symbol, entry in symbols.items() if entry[0] == "K"]
            if assumed:
                print(f"{name}: {', '.join(assumed)}")
        return 0
    for name, file in sorted(headers.items()):
        if name not in entries:
            problems.append(f"Engine/{name}: is not in manifest.txt")
            continue
        declared = declared_in(file)
        problems += [f"Engine/{name}: {symbol} is not in manifest.txt" for symbol in sorted(declared - set(entries[name]))]
        problems += [f"manifest.txt: [{name}] {symbol} is not declared" for symbol in sorted(set(entries[name]) - declared)]
    problems += [f"manifest.txt: [{name}] there is no such header" for name in sorted(set(entries) - set(headers))]
    own = {str(file.relative_to(folder)) for module in ("ExemplarCore", "ExemplarBuilder", *MODULES) for kind in ("Public", "Private")
           for folder in [ROOT / "Source" / module / kind] for file in folder.rglob("*.h")}
    entry_files = [ROOT / f"Source/{module}/Private/{module}Module.cpp" for module in ("ExemplarCore", "ExemplarBuilder")]
    for file in [*entry_files, *(file for module in MODULES for file in sorted((ROOT / "Source" / module).rglob("*.[hc]*")))]:
        text = file.read_text(encoding="utf-8")
        for include in re.findall(r'^\s*#include\s+"([^"]+)"', text, re.MULTILINE):
            if include not in own and not include.endswith(".generated.h") and include not in entries:
                problems.append(f"{file.relative_to(ROOT)}: includes {include}, which is not in manifest.txt")
        for word in sorted(set(re.findall(r"\b(?:F|T|E|b)?Host[A-Z]\w*|\bHOST_\w+|\bHost::", text))):
            problems.append(f"{file.relative_to(ROOT)}: uses {word}, which the host has and no engine")
    problems += used_without_include(entries)
    for problem in problems:
        print(problem)
    counts = [sum(entry[0] == status for symbols in entries.values() for entry in symbols.values()) for status in "DPNKH"]
    print(f"note: {sum(counts[:4])} declarations in {len(entries)} headers: {counts[0]} by documentation, {counts[1]} seen in plug-ins, "
          f"{counts[2]} of which plug-ins have the name, {counts[3]} assumed; {counts[4]} of the host's own")
    if counts[3] > MOST_ASSUMED:
        print(f"{counts[3]} declarations are assumed, more than {MOST_ASSUMED}: find pages or plug-ins that have them")
        return 1
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
