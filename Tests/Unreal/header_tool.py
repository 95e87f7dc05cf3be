#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""header_tool.py OUT HEADER...: reads reflection macros as Unreal's header tool does, as far as this plug-in uses them.
Writes OUT/<Name>.generated.h and OUT/<Name>.gen.cpp; breaks of Unreal's rules are errors with file and line."""
import pathlib
import re
import sys

WORDS = {
    "UCLASS": {"BlueprintType", "Blueprintable", "Abstract", "ClassGroup", "meta", "HideCategories", "MinimalAPI", "Within", "Config"},
    "USTRUCT": {"BlueprintType", "meta"},
    "UENUM": {"BlueprintType", "meta"},
    "UPROPERTY": {"EditAnywhere", "EditDefaultsOnly", "VisibleAnywhere", "BlueprintReadOnly", "BlueprintReadWrite", "BlueprintSetter",
                  "BlueprintGetter", "BlueprintAssignable", "Category", "Transient", "Instanced", "meta", "Interp", "Config"},
    "UFUNCTION": {"BlueprintCallable", "BlueprintPure", "BlueprintSetter", "BlueprintGetter", "Category", "meta", "CallInEditor"},
}
PLAIN = {"bool", "uint8", "int32", "int64", "float", "double", "FName", "FString", "FVector", "FTransform", "FLinearColor", "FQuat",
         "FComponentReference"}
MACRO = re.compile(r"^\s*(UCLASS|USTRUCT|UENUM|UPROPERTY|UFUNCTION)\(", re.MULTILINE)


class RuleError(Exception):
    pass


def fail(header, line, text):
    raise RuleError(f"{header}:{line}: {text}")


def closing(text, start, pair="()"):
    """The place of the bracket that closes the one at start."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == pair[0]) - (text[place] == pair[1])
        if depth == 0:
            return place
    raise RuleError("a bracket is never closed")


def plain(text):
    """The text without comments, every character in its place."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.DOTALL)


def specifiers(header, line, macro, text):
    words, depth, part = [], 0, ""
    for letter in text + ",":
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            words.append(part.strip())
            part = ""
        else:
            part += letter
    words = {word.split("=")[0].strip(): word for word in words if word}
    for word in words:
        if word not in WORDS[macro]:
            fail(header, line, f"{macro} has no specifier {word} here")
    return words


def parse(header, text, known):
    """(kind, name, parent, line of GENERATED_BODY, properties, abstract) for each reflected type."""
    code, types = plain(text), []
    line_of = lambda place: code.count("\n", 0, place) + 1
    includes = re.findall(r'^\s*#include\s+["<]([^">]+)[">]', code, re.MULTILINE)
    generated = f"{pathlib.Path(header).stem}.generated.h"
    if MACRO.search(code):
        if not includes or includes[-1] != generated:
            fail(header, 1, f'the last include has to be "{generated}"')
    elif generated in includes:
        fail(header, 1, "includes a generated header without any reflected type")
    current, conditions = None, []
    marks = sorted([*((m.start(), "macro", m) for m in MACRO.finditer(code)),
                    *((m.start(), "if", m) for m in re.finditer(r"^\s*#\s*(ifdef|ifndef|if|else|elif|endif)\b([^\n]*)", code, re.MULTILINE))],
                   key=lambda mark: mark[0])
    for place, kind, match in marks:
        if kind == "if":
            if match[1].startswith("if"):
                conditions.append(match[2].strip())
            elif match[1] == "endif":
                conditions.pop()
            continue
        macro, start = match[1], code.index("(", place)
        end = closing(code, start)
        line = line_of(match.start(1))
        words = specifiers(header, line, macro, code[start + 1:end])
        rest = code[end + 1:]
        if conditions and conditions != ["WITH_EDITORONLY_DATA"]:
            fail(header, line, f"{macro} inside #if {conditions[-1]}: only WITH_EDITORONLY_DATA may be around it")
        if macro == "UENUM":
            declared = re.match(r"\s*enum\s+(class\s+)?(\w+)\s*(?::\s*(\w+))?", rest)
            if not declared or not declared[2].startswith("E"):
                fail(header, line, "an enum's name begins with E")
            if "BlueprintType" in words and (not declared[1] or declared[3] != "uint8"):
                fail(header, line, "an enum for Blueprint is an enum class of uint8")
            known.add(declared[2])
            continue
        if macro in ("UCLASS", "USTRUCT"):
            keyword, letters = ("class", "UA") if macro == "UCLASS" else ("struct", "F")
            declared = re.match(rf"\s*{keyword}\s+(?:\w+_API\s+)?(\w+)\s*(?:final\s*)?(?::\s*public\s+(\w+)[^{{]*)?{{", rest)
            if not declared or declared[1][0] not in letters:
                fail(header, line, f"{macro} is followed by a {keyword} whose name begins with {' or '.join(letters)}")
            if macro == "UCLASS" and not declared[2]:
                fail(header, line, f"{declared[1]} has to derive publicly from an object")
            opening = end + 1 + declared.end() - 1
            body_end = closing(code, opening, "{}")
            first = re.match(r"\{\s*GENERATED_BODY\(\)", code[opening:])
            if not first:
                fail(header, line, f"{declared[1]} has to begin with GENERATED_BODY()")
            body_line = line_of(opening + first.end() - 1)
            current = {"kind": macro, "name": declared[1], "parent": declared[2], "line": body_line, "properties": [],
                       "abstract": "Abstract" in words, "open": opening, "end": body_end,
                       # A class that declares no constructor gets one.
                       "maker": "" if re.search(rf"(?<!~)\b{declared[1]}\s*\(", code[opening:body_end]) else f"{declared[1]}() {{}} "}
            types.append(current)
            known.add(declared[1])
            continue
        if not current or not current["open"] < place < current["end"]:
            fail(header, line, f"{macro} outside a reflected type")
        visible = {"EditAnywhere", "EditDefaultsOnly", "VisibleAnywhere", "BlueprintReadOnly", "BlueprintReadWrite", "BlueprintCallable", "BlueprintPure"}
        if visible & set(words) and "Category" not in words:
            fail(header, line, f"{macro} that can be seen needs a Category")
        access = re.findall(r"\b(public|protected|private)\s*:", code[current["open"]:place])
        private = current["kind"] == "UCLASS" and (not access or access[-1] == "private")
        if {"BlueprintReadOnly", "BlueprintReadWrite"} & set(words) and private and "AllowPrivateAccess" not in words.get("meta", ""):
            fail(header, line, "Blueprint cannot see a private member")
        if macro == "UPROPERTY":
            declared = re.match(r"\s*([\w:<>,\s]+?[\w>*])\s*(\*?)\s*(\w+)\s*(=[^;]+|\{[^;]*\})?;", rest)
            if not declared:
                fail(header, line, "UPROPERTY is followed by one member of a plain type")
            kind, name = " ".join(declared[1].split()), declared[3]
            if declared[2]:
                fail(header, line, f"{name} is a raw pointer: TObjectPtr holds objects")
            if "BlueprintAssignable" in words:
                if not kind.endswith("Signature"):
                    fail(header, line, f"{name} is not a delegate: only those are assigned")
                continue
            inner = re.sub(r"^TArray<(.*)>$", r"\1", kind)
            if not (inner in PLAIN | known or re.fullmatch(r"(TObjectPtr|TWeakObjectPtr)<\w+>", inner)):
                fail(header, line, f"{name} is of a type that cannot be reflected: {kind}")
            current["properties"].append((name, "Transient" in words, bool(conditions)))
        else:
            declared = re.match(r"\s*(?:static\s+|virtual\s+)?([\w:<>,&*\s]+?)\s*(\w+)\s*\(([^)]*)\)", rest)
            if not declared:
                fail(header, line, "UFUNCTION is followed by a function")
            if "BlueprintPure" in words and declared[1].strip() == "void" and "&" not in declared[3]:
                fail(header, line, f"{declared[2]} is pure and answers nothing")
            for argument in filter(None, (part.strip() for part in declared[3].split(","))):
                if re.search(r"\b(std::|size_t|uint32_t|int32_t|TConstArrayView|TArrayView|Exemplar::)", argument) or "[" in argument:
                    fail(header, line, f"{declared[2]}: Blueprint does not know the type of `{argument}`")
    return types


def write_if_new(file, text):
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def generate(out, header, types):
    stem = pathlib.Path(header).stem
    head = "// Written by header_tool.py; do not edit.\n"
    lines = [head, "#undef CURRENT_FILE_ID", f"#define CURRENT_FILE_ID FID_{stem}"]
    code = [head]
    for t in types:
        macro = f"#define FID_{stem}_{t['line']}_GENERATED_BODY"
        rows = ""
        for name, transient, editor_only in t["properties"]:
            row = (f'{{TEXT("{name}"), {str(transient).lower()}, [](void* Owner, FArchive& Ar) '
                   f"{{ HostSerializeValue(Ar, static_cast<{t['name']}*>(Owner)->{name}); }}}}, ")
            rows += f"\n#if WITH_EDITORONLY_DATA\n{row}\n#endif\n" if editor_only else row
        if t["kind"] == "UCLASS":
            lines.append(f"{macro} public: using Super = {t['parent']}; using ThisClass = {t['name']}; static UClass* StaticClass(); "
                         f"{t['name']}(FVTableHelper& Helper); {t['maker']}private:")
            # Unreal's tool writes this constructor for every class. It ends the members, whose types have to be known here.
            code.append(f"{t['name']}::{t['name']}(FVTableHelper&) {{}}\n")
            made = "nullptr" if t["abstract"] else f"[]() -> UObject* {{ return new {t['name']}; }}"
            code.append(f"static FHostClassEntry HostEntryOf{t['name']}(&{t['name']}::StaticClass);\n")
            code.append(f"UClass* {t['name']}::StaticClass()\n{{\n\tstatic UClass Class(TEXT(\"{t['name'][1:]}\"), Super::StaticClass(), {made}, {{{rows}}});\n\treturn &Class;\n}}\n")
        else:
            lines.append(f"{macro} static UScriptStruct* StaticStruct()")
            code.append(f"UScriptStruct* {t['name']}::StaticStruct()\n{{\n\tstatic UScriptStruct Struct{{TEXT(\"{t['name'][1:]}\"), {{{rows}}}}};\n\treturn &Struct;\n}}\n")
    write_if_new(out / f"{stem}.generated.h", "\n".join(lines) + "\n")
    write_if_new(out / f"{stem}.gen.cpp", "\n".join(code))


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    known = set()
    for header in sys.argv[2:]:  # a type may be used before the header that declares it is read
        known |= set(re.findall(r"\b(?:UENUM|USTRUCT)\([^)]*\)\s*(?:enum\s+class|struct)\s+(?:\w+_API\s+)?(\w+)", plain(pathlib.Path(header).read_text(encoding="utf-8"))))
    try:
        for header in sys.argv[2:]:
            text = pathlib.Path(header).read_text(encoding="utf-8")
            types = parse(header, text, known)
            if MACRO.search(plain(text)):
                generate(out, header, types)
                source = [p for p in pathlib.Path(header).resolve().parents[1].rglob("*.cpp")
                          if f"UE_INLINE_GENERATED_CPP_BY_NAME({pathlib.Path(header).stem})" in p.read_text(encoding="utf-8")]
                if len(source) != 1:
                    fail(header, 1, f"one .cpp includes UE_INLINE_GENERATED_CPP_BY_NAME({pathlib.Path(header).stem}); found {len(source)}")
    except RuleError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
