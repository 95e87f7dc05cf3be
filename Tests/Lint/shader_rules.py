# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Rules about HLSL: what both of its compilers take alike, and what kernels may not do."""
import re

from source_rules import HEAD
from tree import rule, suffix

SHADERS = {".usf", ".ush"}
# Everything that the plug-in may want of the engine; the tests stand in for these files.
ENGINE_FILES = {"/Engine/Public/Platform.ush", "/Engine/Private/VertexFactoryCommon.ush", "/Engine/Private/SceneData.ush",
                "/Engine/Private/VertexFactoryDefaultInterface.ush"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def shaders(tree, *folders):
    return tree.below(*(folders or ("Shaders", "Source/Programs")), kinds=SHADERS)


def code(text):
    """The text without comments, as long as it was."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)


def guarded(name, body):
    return HEAD + f"#ifndef {name}\n#define {name}\n{body}\n#endif\n"


@rule(
    bad=[
        {"Shaders/A.ush": HEAD + "float F();\n"},
        {"Shaders/A.ush": HEAD + "#pragma once\nfloat F();\n"},
        {"Shaders/A.ush": HEAD + "#ifndef A_USH\n#define B_USH\n#endif\n"},
        {"Shaders/A.ush": guarded("A_USH", ""), "Shaders/B.ush": guarded("A_USH", "")},
        {"Shaders/A.ush": guarded("A_USH", "") + "float F();\n"},
    ],
    good=[{"Shaders/A.ush": guarded("A_USH", "float F();"), "Shaders/A.usf": HEAD}])
def shader_include_guards(tree):
    """Every .ush stands between guards of its own: glslang does not know #pragma once."""
    problems, owners = [], {}
    for name in shaders(tree):
        if suffix(name) != ".ush":
            continue
        text = code(tree.text(name)).strip()
        match = re.match(r"#ifndef (\w+)\n#define (\w+)\n", text)
        if not match or match[1] != match[2] or not text.endswith("#endif"):
            problems.append(f"{name}: put it between #ifndef, #define and #endif of one name")
        elif owners.setdefault(match[1], name) != name:
            problems.append(f"{name}: its guard is that of {owners[match[1]]}")
    return problems


@rule(
    bad=[
        {"Shaders/A.usf": HEAD + '#include "A.ush"\n'},
        {"Shaders/A.usf": HEAD + "#include </Engine/Public/Platform.ush>\n"},
        {"Shaders/A.usf": HEAD + '#include "/Engine/Private/Common.ush"\n'},
        {"Shaders/A.usf": HEAD + '#include "/Harness/ExemplarDraw.ush"\n'},
        {"Shaders/A.usf": HEAD + '#include "/Plugin/Exemplar/Absent.ush"\n'},
        {"Shaders/Maths.ush": guarded("A_USH", '#include "/Engine/Private/SceneData.ush"')},
    ],
    good=[{"Shaders/A.usf": HEAD + '#include "/Engine/Public/Platform.ush"\n#include "/Plugin/Exemplar/A.ush"\n',
           "Shaders/A.ush": guarded("A_USH", "")}])
def shader_includes(tree):
    """The plug-in's shaders include each other by Unreal's paths, and of the engine only what the tests stand in for. Engine
    files that are not public are for the vertex factory alone: the maths has to run anywhere."""
    problems = []
    for name in shaders(tree, "Shaders"):
        for match in INCLUDE.finditer(tree.text(name)):
            target = match[2]
            if match[1] == "<" or not target.startswith("/"):
                problems.append(f"{name}: includes {target} by no virtual path")
            elif target.startswith("/Plugin/Exemplar/"):
                if not tree.exists("Shaders/" + target.removeprefix("/Plugin/Exemplar/")):
                    problems.append(f"{name}: includes {target}, which is not there")
            elif target not in ENGINE_FILES:
                problems.append(f"{name}: must not include {target}")
            elif "/Private/" in target and "VertexFactory" not in name:
                problems.append(f"{name}: only the vertex factory includes {target}")
    return problems


FORBIDDEN = [
    (r"\b(sin|cos|tan|asin|acos|atan|atan2|sincos|sinh|cosh|tanh)\s*\(", "calls {0}: what needs it is computed on the CPU"),
    (r"\b(RW)?StructuredBuffer\s*<\s*(?!uint\s*>|float\s*>|float4\s*>)([^>]*)>", "has a structured buffer of {2}: only uint, "
     "float and float4 are laid out alike by all compilers"),
    (r"\b(float[234]x4|float4x[234]|matrix|half\dx\d)\b", "uses {0}: matrices are rows of float4"),
    (r"\b(template|enum|operator|select|Wave\w+|typename)\b", "uses {0}, which not every compiler takes"),
    (r"\bLoad\s*<", "uses Load<>, which not every compiler takes"),
    (r"#\s*define\s+\w+\([^)]*\.\.\.", "has a macro of any number of arguments"),
    (r"\b(Append|Consume)StructuredBuffer\b|\bByteAddressBuffer\b", "uses {0}"),
    (r"#\s*pragma\b", "uses a pragma"),
]


@rule(
    bad=[
        {"Shaders/A.usf": HEAD + "float F(float X) { return sin(X); }\n"},
        {"Shaders/A.usf": HEAD + "float F(float X) { return acos (X); }\n"},
        {"Shaders/A.usf": HEAD + "StructuredBuffer<float3> A;\n"},
        {"Shaders/A.usf": HEAD + "RWStructuredBuffer<FVertex> A;\n"},
        {"Shaders/A.usf": HEAD + "float4x4 A;\n"},
        {"Shaders/A.usf": HEAD + "uint A = WaveActiveSum(1u);\n"},
        {"Shaders/A.usf": HEAD + "float3 A = select(B, C, D);\n"},
        {"Shaders/A.usf": HEAD + "uint A = B.Load<uint>(0);\n"},
        {"Shaders/A.usf": HEAD + "#define A(...) 1\n"},
    ],
    good=[{"Shaders/A.usf": HEAD + "// sin(x) is not called\nStructuredBuffer<float4> A;\nfloat Cosine(float3x3 M);\n"}])
def shader_subset(tree):
    """The plug-in's HLSL is what glslang and Microsoft's compiler take alike, and calls no trigonometric function."""
    problems = []
    for name in shaders(tree, "Shaders"):
        text = code(tree.text(name))
        for pattern, sentence in FORBIDDEN:
            for match in re.finditer(pattern, text):
                groups = [match[0].strip(" (<"), *(group or "" for group in match.groups())]
                groups += [""] * 3
                problems.append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {sentence.format(*groups)}")
    return problems
