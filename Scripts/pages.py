#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""pages.py help|source|bench: writes the generated parts of Docs/.

    Scripts/pages.py help     the reference of Docs/CommandLine.md, from `exemplar COMMAND --help`, the option table of
                              Docs/Building.md and Docs/BuildOptions.schema.json, from `exemplar build
                              --print-schema`, and the editor's options, from that schema (editor_options.py)
    Scripts/pages.py source   the code that pages quote, from Source/Programs/Samples
    Scripts/pages.py bench    the tables of Docs/Measured/, from out/bench/NAME.json

A generated part is between `<!-- help -->`, `<!-- options -->`, `<!-- source FILE FUNCTION -->` or `<!-- bench NAME PATTERN -->`
and `<!-- end -->`. PATTERN is an optional regular expression that selects figures of the benchmark. A table without new figures
is kept as it is. Tests compare everything except the tables."""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

import editor_options

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("EXEMPLAR_PROGRAM", str(ROOT / "build/release/Source/Programs/exemplar"))


def fill(text, kind, make):
    """Returns the page's text with every part of this kind regenerated; make receives its arguments and old text."""
    part = re.compile(rf"^(<!-- {kind}( [^\n]*?)? -->\n)(.*?)(^<!-- end -->$)", re.MULTILINE | re.DOTALL)
    return part.sub(lambda match: match[1] + make((match[2] or "").strip(), match[3]) + match[4], text)


def help_of(*command):
    result = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, encoding="utf-8", check=True)
    return re.sub(r"[ \t]+$", "", result.stdout.strip(), flags=re.MULTILINE)


def commands():
    listed = help_of().split("Commands:\n", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


def commands_with_parts():
    """All commands, and after a command with subcommands these: ("corrective", "add")."""
    for name in commands():
        yield (name,)
        parts = re.findall(r"^  (\w+) ", help_of(name).split("\nCommands:\n", 1)[-1].split("\n\n", 1)[0], re.MULTILINE)
        if "\nCommands:\n" in help_of(name):
            yield from ((name, part) for part in parts)


def reference():
    return "\n" + "".join(f"### exemplar {' '.join(names)}\n\n```\n{help_of(*names)}\n```\n\n"
                          for names in commands_with_parts())


def with_reference(text):
    return fill(text, "help", lambda _, old: reference())


def output_of(*arguments):
    return json.loads(subprocess.run([PROGRAM, *arguments], capture_output=True, encoding="utf-8", check=True).stdout)


def option_rows():
    """The table of all build options, with the presets' values where they differ from the default."""
    schema = output_of("build", "--print-schema")
    names = schema["properties"]["preset"]["enum"]
    presets = [output_of("build", "--print-options", "--preset", name) for name in names]
    rows = ["| option | default | " + " | ".join(names) + " | meaning |", "|" + "---|" * (3 + len(names))]
    for stage, entry in schema["properties"].items():
        for name, option in entry.get("properties", {}).items():
            default, *others = [json.dumps(value).replace('"', "") for value in
                                (option["default"], *(preset[stage][name] for preset in presets))]
            cells = [other if other != default else "" for other in others]
            rows.append(f"| `{stage}.{name}` | {default} | " + " | ".join(cells) + f" | {option['description']} |")
    return "\n".join(row.replace("  ", " ") for row in rows)


def with_options(text):
    return fill(text, "options", lambda _, old: f"\n{option_rows()}\n\n")


def function_in(file, name):
    """The text of a function at the top level of a source file, from its head to its closing brace."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return re.search(rf"^\S[^\n]*\b{name}\([^\n]*\n\{{\n.*?^\}}$", text, re.MULTILINE | re.DOTALL)[0].replace("\t", "    ")


def with_sources(text):
    return fill(text, "source", lambda arguments, old: f"\n```cpp\n{function_in(*arguments.split())}\n```\n\n")


def number(value):
    return "" if value is None else f"{value:.4g}" if abs(value) < 10000 else f"{value:,.0f}"


def machine():
    info = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    name = re.search(r"^model name\s*: (.*)$", info, re.MULTILINE)
    return f"{name[1] if name else 'unknown processor'}, {os.cpu_count()} cores"


def table(arguments, old):
    name, _, pattern = arguments.partition(" ")
    file = ROOT / f"out/bench/{name}.json"
    if not file.exists():
        return old
    rows = [row for row in json.loads(file.read_text(encoding="utf-8")) if re.search(pattern, row["name"])]
    date = datetime.date.fromtimestamp(file.stat().st_mtime)
    load = file.with_suffix(".load")
    busy = f", load {load.read_text(encoding='utf-8').strip()} at start" if load.exists() else ""
    lines = [f"\n`Scripts/bench.sh {name}`, {date}, {machine()}{busy}.\n",
             "| figure | value | unit | better | goal | compared with | its value | ratio |", "|---|--:|---|---|--:|---|--:|--:|"]
    for row in rows:
        reached = row["reach"] is None or row["value"] is None or (
            row["value"] <= row["reach"] if row["better"] == "lower" else row["value"] >= row["reach"])
        goal = number(row["reach"]) + ("" if reached else " **missed**")
        cells = [row["name"], number(row["value"]), row["unit"], row["better"], goal, row["baselineName"] or "",
                 number(row["baseline"]), number(row["ratio"])]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n\n"


def main():
    docs = ROOT / "Docs"
    if sys.argv[1:] == ["help"]:
        pages = {docs / "CommandLine.md": with_reference, docs / "Building.md": with_options}
    elif sys.argv[1:] == ["source"]:
        pages = {page: with_sources for page in sorted(docs.glob("*.md"))}
    elif sys.argv[1:] == ["bench"]:
        pages = {page: lambda text: fill(text, "bench", table) for page in sorted((docs / "Measured").glob("*.md"))}
    else:
        print(__doc__, file=sys.stderr)
        return 2
    if sys.argv[1:] == ["help"]:
        schema = subprocess.run([PROGRAM, "build", "--print-schema"], capture_output=True, encoding="utf-8", check=True)
        (docs / "BuildOptions.schema.json").write_text(schema.stdout, encoding="utf-8")
        for file, text in editor_options.files().items():
            file.write_text(text, encoding="utf-8")
    for page, make in pages.items():
        page.write_text(make(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
