#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""editor_options.py: writes the editor's build options, from Docs/BuildOptions.schema.json, which is the option table of the program.
A stage is a struct, an option a property with its help as tooltip, its range as limits, its choices as an enum."""
import json
import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEAD = "// Copyright (c) 2026 Exemplar contributors. MIT license.\n\n// Written by Scripts/editor_options.py; do not edit.\n// clang-format off\n\n"
PLAIN = {"boolean": "bool", "integer": "int32", "number": "double", "string": "FString"}
# What help texts call the unit, and Unreal's name for it.
UNITS = {"degrees": "Degrees", "percent": "Percent", "%": "Percent", "seconds": "Seconds"}


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[-.\s]", name))


def stages(schema):
    return {name: entry["properties"] for name, entry in schema["properties"].items() if "properties" in entry}


def property_name(name, option):
    return ("b" if option.get("type") == "boolean" else "") + pascal(name)


def enum_name(stage, name):
    return f"EExemplar{pascal(stage)}{pascal(name)}"


def kind(stage, name, option):
    if "enum" in option:
        return enum_name(stage, name)
    if option["type"] == "array":
        return f"TArray<{PLAIN[option['items']['type']]}>"
    return PLAIN[option["type"]]


def number(value, integer):
    return str(int(value)) if integer else repr(float(value))


def initial(stage, name, option):
    default = option["default"]
    if "enum" in option:
        return f" = {enum_name(stage, name)}::{pascal(default)}"
    if option["type"] == "array":
        return f" = {{{', '.join(number(value, False) for value in default)}}}" if default else ""
    if option["type"] == "string":
        return f' = TEXT("{default}")' if default else ""
    return f" = {json.dumps(default) if option['type'] == 'boolean' else number(default, option['type'] == 'integer')}"


def meta(option):
    out = []
    if option.get("type") in ("integer", "number"):
        whole = option["type"] == "integer"
        out = [f'ClampMin = "{number(option["minimum"], whole)}"', f'ClampMax = "{number(option["maximum"], whole)}"']
        unit = re.search(r"(?<!\w)(degrees|percent|%|seconds)(?!\w)", option["description"])
        if unit and not whole:
            out.append(f'Units = "{UNITS[unit[1]]}"')
    return f", meta = ({', '.join(out)})" if out else ""


def comment(text, indent):
    lines = textwrap.wrap(text, 110)
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


def choices(schema):
    text = ""
    listed = {("Preset",): ["none", *schema["properties"]["preset"]["enum"]]}
    for stage, options in stages(schema).items():
        listed |= {(stage, name): option["enum"] for name, option in options.items() if "enum" in option}
    for key, values in listed.items():
        name = "EExemplarPreset" if len(key) == 1 else enum_name(*key)
        text += f"\nUENUM(BlueprintType)\nenum class {name} : uint8\n{{\n" + ",\n".join(f"\t{pascal(value)}" for value in values) + "\n};\n"
    return header("ExemplarBuildChoices", ["UObject/ObjectMacros.h"], text)


def struct(stage, options):
    text = f"\nUSTRUCT(BlueprintType)\nstruct FExemplar{pascal(stage)}Options\n{{\n\tGENERATED_BODY()\n"
    for name, option in options.items():
        text += "\n" + comment(option["description"], "\t")
        text += f'\tUPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "{pascal(stage)}"{meta(option)})\n'
        text += f"\t{kind(stage, name, option)} {property_name(name, option)}{initial(stage, name, option)};\n"
    return text + "};\n"


def header(name, includes, text):
    lines = "".join(f'#include "{include}"\n' for include in ("CoreMinimal.h", *includes))
    return HEAD + f'#pragma once\n\n{lines}\n#include "{name}.generated.h"\n{text}'


def structs(schema):
    """Without the rig's options, which are as many as all others."""
    text = "".join(struct(stage, options) for stage, options in stages(schema).items() if stage != "rig")
    text += "\n/** The options of all stages. */\nUSTRUCT(BlueprintType)\nstruct FExemplarBuildOptions\n{\n\tGENERATED_BODY()\n"
    for stage in stages(schema):
        text += f'\n\tUPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")\n\tFExemplar{pascal(stage)}Options {pascal(stage)};\n'
    return text + "};\n"


def visits(schema):
    text = HEAD + '#pragma once\n\n#include "ExemplarBuildOptions.h"\n\nnamespace Exemplar\n{\n'
    for stage, options in stages(schema).items():
        text += f"\ntemplate <typename FOptions, typename FVisit>\nvoid Visit{pascal(stage)}Options(FOptions& Options, FVisit& Visit)\n{{\n"
        text += "".join(f'\tVisit("{stage}.{name}", Options.{pascal(stage)}.{property_name(name, option)});\n' for name, option in options.items()) + "}\n"
    text += "\n/** Visits every option: its name in the option table, and its property. */\n"
    text += "template <typename FOptions, typename FVisit>\nvoid VisitOptions(FOptions& Options, FVisit&& Visit)\n{\n"
    text += "".join(f"\tVisit{pascal(stage)}Options(Options, Visit);\n" for stage in stages(schema))
    return text + "}\n\n} // namespace Exemplar\n"


def files():
    """{file: its text}."""
    schema = json.loads((ROOT / "Docs/BuildOptions.schema.json").read_text(encoding="utf-8"))
    module = ROOT / "Source/ExemplarEditor"
    return {module / "Public/ExemplarBuildChoices.h": choices(schema),
            module / "Public/ExemplarRigOptions.h": header("ExemplarRigOptions", ["ExemplarBuildChoices.h", "UObject/Class.h"], struct("rig", stages(schema)["rig"])),
            module / "Public/ExemplarBuildOptions.h": header("ExemplarBuildOptions", ["ExemplarBuildChoices.h", "ExemplarRigOptions.h", "UObject/Class.h"], structs(schema)),
            module / "Private/ExemplarOptionVisits.h": visits(schema)}


if __name__ == "__main__":
    for file, content in files().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
