# Copyright (c) 2026 Exemplar contributors. MIT license.
"""The pages are true: generated parts are current, command lines name commands, options, scripts, presets and benchmarks that
exist, and the commands of Getting started work in order."""

import json
import os
import re
import shlex
import subprocess
import sys
import unittest

from program import PROGRAM, ROOT, ProgramTest

sys.path.insert(0, str(ROOT / "Scripts"))
import editor_options  # noqa: E402
import pages  # noqa: E402

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "Docs").rglob("*.md"))]


def command_lines(text):
    """Lines of code blocks and inline code, without the generated reference."""
    text = re.sub(r"<!-- help -->.*?<!-- end -->", "", text, flags=re.DOTALL)
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"^(?: {4}|\t)(.*)$", text, re.MULTILINE)
    lines += [code.replace("\n", " ") for code in re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))]
    return [line.strip().removeprefix("$ ") for line in lines]


class DocsTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.help = {name: pages.help_of() for name in pages.commands()}
        for names in pages.commands_with_parts():
            cls.help[names[0]] += pages.help_of(*names)
        cls.presets = {preset["name"] for preset in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}

    def problems_of(self, line):
        problems = []
        words = line.split("   ")[0].split()  # text after a gap is a comment
        for at, word in enumerate(words):
            if word == "exemplar" and (at == 0 or words[at - 1] == "|") and at + 1 < len(words):
                command, options = words[at + 1], re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join(words[at + 2:]))
                if re.fullmatch(r"[a-z]+", command):
                    known = self.help.get(command)
                    problems += [f"no command {command}"] if known is None else [
                        f"no option {option} of {command}" for option in options if not re.search(rf"{option}(?![\w-])", known)]
            script = re.fullmatch(r"((?:Scripts|Tests)/[\w./-]+\.(?:sh|py|js))", word)
            if script and not (ROOT / script[1]).exists():
                problems.append(f"no script {script[1]}")
            if word == "--preset" and at > 0 and words[0] == "cmake" and re.fullmatch(r"[a-z0-9-]+", words[at + 1]):
                problems += [] if words[at + 1] in self.presets else [f"no preset {words[at + 1]}"]
            if word == "Scripts/bench.sh":
                problems += [f"no benchmark {name}" for name in words[at + 1:]
                             if re.fullmatch(r"[a-z][a-z-]*", name) and not (ROOT / f"Tests/Bench/{name}.cpp").exists()]
        return problems

    def test_the_table_of_bone_names_is_that_of_the_data(self):
        check = subprocess.run([sys.executable, ROOT / "Scripts/names.py", "--check"], capture_output=True, encoding="utf-8")
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)

    def test_the_reference_is_the_help_of_the_program(self):
        text = (ROOT / "Docs/CommandLine.md").read_text(encoding="utf-8")
        self.assertEqual(text, pages.with_reference(text), "run Scripts/pages.py help")
        for name in self.help:
            self.assertIn(f"### exemplar {name}\n", text)

    def test_the_option_table_is_the_schema_of_the_program(self):
        text = (ROOT / "Docs/Building.md").read_text(encoding="utf-8")
        self.assertEqual(text, pages.with_options(text), "run Scripts/pages.py help")
        for key in ("rig.bones", "levels.count"):
            self.assertIn(f"| `{key}` |", text)

    def test_quoted_code_is_the_code_of_the_samples(self):
        quotes = 0
        for page in PAGES:
            text = page.read_text(encoding="utf-8")
            self.assertEqual(text, pages.with_sources(text), f"{page.name}: run Scripts/pages.py source")
            quotes += text.count("<!-- source ")
        self.assertGreaterEqual(quotes, 3)

    def test_the_editors_options_are_the_schema(self):
        for file, text in editor_options.files().items():
            self.assertEqual(file.read_text(encoding="utf-8"), text, f"{file.name}: run Scripts/editor_options.py")

    def test_files_and_types_in_the_pages_exist(self):
        files = [path.relative_to(ROOT).as_posix() for folder in ("Source", "Shaders", "Scripts", "Tests")
                 for path in (ROOT / folder).rglob("*.*") if "node_modules" not in path.parts and path.is_file()]
        words = set()
        for name in files:
            if name.endswith((".h", ".cpp", ".inl")):
                words.update(re.findall(r"\w+", (ROOT / name).read_text(encoding="utf-8")))
        found = []
        for page in PAGES:
            text = re.sub(r"<!-- (help|options) -->.*?<!-- end -->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
            for code in re.findall(r"`([^`\n<{]+)`", text):
                for file in re.findall(r"(?<![\w*/.-])[\w/-]+\.(?:h|cpp|inl|usf|ush|py|sh|js)\b", code):
                    if "NAME" not in file and not any(name == file or name.endswith("/" + file) for name in files):
                        found.append(f"{page.name}: no file {file}")
                found += [f"{page.name}: no type {name}" for name in re.findall(r"\b[FTU][A-Z][a-z]\w+", code) if name not in words]
        self.assertEqual(found, [])

    def test_command_lines_in_the_pages_exist(self):
        found = [f"{page.name}: `{line}`: {problem}" for page in PAGES
                 for line in command_lines(page.read_text(encoding="utf-8")) for problem in self.problems_of(line)]
        self.assertEqual(found, [])

    def test_command_lines_that_do_not_exist_are_found(self):
        for line in ("exemplar shrink a.obj", "exemplar rig a.obj --bonez 3", "Scripts/none.sh", "cmake --preset none", "Scripts/bench.sh none"):
            self.assertEqual(len(self.problems_of(line)), 1, line)
        for line in ("exemplar rig a.obj --bones 3 -o b.glb", "Scripts/bench.sh skinning", "cmake --preset release && ninja"):
            self.assertEqual(self.problems_of(line), [], line)

    def test_the_commands_of_getting_started_work_in_order(self):
        text = (ROOT / "Docs/GettingStarted.md").read_text(encoding="utf-8")
        lines = [line.split("   ")[0] for line in re.findall(r"^    (exemplar .*)$", text, re.MULTILINE)]
        self.assertGreater(len(lines), 5)
        environment = {**os.environ, "PATH": os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"]}
        for line in lines:
            result = subprocess.run(shlex.split(line), cwd=self.folder, env=environment, capture_output=True, encoding="utf-8", timeout=600)
            if "Vulkan" in result.stderr and os.environ.get("CI") != "true":
                continue
            self.assertEqual(result.returncode, 0, f"{line}\n{result.stderr}")
        for name in re.findall(r"^\| `([\w./-]+)` \|", text, re.MULTILINE):
            self.assertTrue((self.folder / name).exists(), f"{name} is listed but was not written")


if __name__ == "__main__":
    unittest.main()
