#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""unreal.py build|test UE_ROOT [PROJECT.uproject]: the plug-in with the real engine.
build packs the plug-in and lets `RunUAT BuildPlugin` compile the package; test runs the Automation tests whose names begin with Exemplar. in
the editor, in a project that it writes into a temporary folder, or in PROJECT, which has to have the plug-in (test builds first where
the plug-in has changed). Results and logs stay in out/unreal/VERSION. Ends with `N passed, N failed, N skipped`.

It has been run against a stand-in that records how it is called, and never with Unreal itself."""
import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
VERSIONS = ((5, 5), (5, 6), (5, 7))
PLATFORM = {"linux": "Linux", "darwin": "Mac"}.get(sys.platform, "Win64")
PREFIX = "Exemplar."


class UnrealError(Exception):
    pass


class Engine:
    """An installed or built engine: its version and the two programs that are used."""

    def __init__(self, root):
        self.root = root.resolve()
        file = self.root / "Engine/Build/Build.version"
        if not self.root.is_dir():
            raise UnrealError(f"There is no folder {root}. UE_ROOT is the folder that holds Engine/, such as UE_5.6.")
        if not file.is_file():
            hint = f" Did you mean {self.root.parent}?" if (self.root.parent / "Engine/Build/Build.version").is_file() else ""
            raise UnrealError(f"{root} is no Unreal Engine: it has no Engine/Build/Build.version. UE_ROOT is the folder that holds Engine/.{hint}")
        try:
            version = json.loads(file.read_text(encoding="utf-8-sig"))
            self.version = (int(version["MajorVersion"]), int(version["MinorVersion"]))
        except (ValueError, KeyError, TypeError) as error:
            raise UnrealError(f"{file} does not say which version it is: {error!r}.") from error
        if self.version not in VERSIONS:
            supported = ", ".join(f"{major}.{minor}" for major, minor in VERSIONS)
            raise UnrealError(f"{root} is Unreal {self.name}; Exemplar is written for {supported}.")

    @property
    def name(self):
        return ".".join(map(str, self.version))

    def program(self, *names):
        for name in names:
            if (self.root / name).is_file():
                return self.root / name
        raise UnrealError(f"{self.root} has no {names[0]}: the engine is not complete, or not for {PLATFORM}.")

    def run_uat(self):
        return self.program(f"Engine/Build/BatchFiles/RunUAT.{'bat' if PLATFORM == 'Win64' else 'sh'}")

    def editor(self):
        suffix = ".exe" if PLATFORM == "Win64" else ""
        return self.program(f"Engine/Binaries/{PLATFORM}/UnrealEditor-Cmd{suffix}", f"Engine/Binaries/{PLATFORM}/UnrealEditor{suffix}")


def run(command, log, minutes):
    """The exit code; output goes to a file. None when it did not end in time."""
    with open(log, "wb") as file:
        file.write((" ".join(f'"{word}"' if " " in str(word) else str(word) for word in command) + "\n").encode())
        file.flush()
        try:
            return subprocess.run([str(word) for word in command], stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=60 * minutes).returncode
        except subprocess.TimeoutExpired:
            return None


def end_of(log):
    return "".join(f"       {line}\n" for line in log.read_text(encoding="utf-8", errors="replace").splitlines()[-30:])


def how_it_ended(code, minutes):
    return f"did not end within {minutes:g} minutes" if code is None else f"ended with code {code}"


def pack(folder):
    """Packs the plug-in and unpacks it; its folder, and what names its contents."""
    packed = subprocess.run([sys.executable, str(ROOT / "Scripts/package.py"), "--out", str(folder)], capture_output=True, text=True)
    if packed.returncode != 0:
        raise UnrealError(packed.stderr.strip())
    file = max(folder.glob("Exemplar-*.zip"), key=lambda each: each.stat().st_mtime_ns)
    shutil.rmtree(folder / "source", ignore_errors=True)
    with zipfile.ZipFile(file) as package:
        package.extractall(folder / "source")
    return folder / "source/Exemplar", hashlib.sha256(file.read_bytes()).hexdigest()


def build(engine, folder, minutes, force=True):
    """Builds the package with the engine unless that was done; the folder of the built plug-in."""
    built, stamp, log = folder / "Exemplar", folder / "built.sha256", folder / "build.log"
    source, digest = pack(folder)
    if not force and stamp.is_file() and stamp.read_text() == digest and (built / "Exemplar.uplugin").is_file():
        return built
    stamp.unlink(missing_ok=True)
    shutil.rmtree(built, ignore_errors=True)
    command = [engine.run_uat(), "BuildPlugin", f"-Plugin={source / 'Exemplar.uplugin'}", f"-Package={built}", f"-TargetPlatforms={PLATFORM}", "-Rocket"]
    print(f"Unreal {engine.name} builds the plug-in; its output goes to {log}", flush=True)
    code = run(command, log, minutes)
    if code != 0:
        raise UnrealError(f"RunUAT BuildPlugin {how_it_ended(code, minutes)}; the end of {log}:\n{end_of(log)}")
    if not (built / "Exemplar.uplugin").is_file():
        raise UnrealError(f"RunUAT BuildPlugin reported success and left no Exemplar.uplugin in {built}; see {log}.")
    stamp.write_text(digest)
    return built


def write_project(folder, engine, plugin):
    """The smallest project that has the plug-in: no code, no content."""
    project = folder / "ExemplarHost.uproject"
    project.write_text(json.dumps({"FileVersion": 3, "EngineAssociation": engine.name, "Category": "", "Description": "Runs the tests of Exemplar",
                                   "Plugins": [{"Name": "Exemplar", "Enabled": True}]}, indent=4) + "\n")
    shutil.copytree(plugin, folder / "Plugins/Exemplar")
    return project


def tests_of_the_sources():
    """Names of the tests that the modules hold."""
    declared = re.compile(r'\bIMPLEMENT_SIMPLE_AUTOMATION_TEST\(\s*\w+,\s*"([^"]+)"')
    return sorted({name for file in (ROOT / "Source").rglob("*.cpp") for name in declared.findall(file.read_text(encoding="utf-8")) if name.startswith(PREFIX)})


def read_results(file):
    """{name: (state, [error...])} of the report that the editor exports; None where there is none, ValueError where it is none."""
    if not file.is_file():
        return None
    data = file.read_bytes()
    text = data.decode("utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data.decode("utf-8-sig", errors="replace")
    report = json.loads(text)
    if not isinstance(report, dict) or not isinstance(report.get("tests"), list):
        raise ValueError("it has no list of tests")
    out = {}
    for test in report["tests"]:
        events = [entry.get("event", {}) for entry in test.get("entries", [])]
        out[test.get("fullTestPath") or test.get("testDisplayName") or "?"] = (
            test.get("state", "?"), [str(event.get("message", "")) for event in events if event.get("type") == "Error"])
    return out


def count(results, code, minutes, log):
    """Prints a line for each test; (passed, failed, skipped)."""
    passed = failed = skipped = 0
    for name, (state, errors) in sorted(results.items()):
        if not name.startswith(PREFIX):
            continue
        good, left_out = state == "Success", state in ("NotRun", "Skipped")
        passed, failed, skipped = passed + good, failed + (not good and not left_out), skipped + left_out
        print(f"{'ok     ' if good else 'skipped' if left_out else 'FAILED '} {name}{'' if good or state == 'Fail' else ': ' + state}")
        for error in errors:
            print(f"        {error}")
    for name in tests_of_the_sources():
        if name not in results:
            skipped += 1
            print(f"skipped {name}: the editor did not run it")
    if passed + failed == 0:
        failed += 1
        print(f"FAILED  the editor ran no test whose name begins with {PREFIX}: has the plug-in been loaded? See {log}.")
    elif code != 0 and failed == 0:
        failed += 1
        print(f"FAILED  the editor {how_it_ended(code, minutes)} after its tests; the end of {log}:\n{end_of(log)}")
    return passed, failed, skipped


def test(engine, folder, project, gpu, minutes):
    """(passed, failed, skipped) of the Automation tests in the editor."""
    editor = engine.editor()
    if project and not project.is_file():
        raise UnrealError(f"There is no project {project}. Without one, a project is written for the tests.")
    report, log = folder / "report", folder / "test.log"
    shutil.rmtree(report, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="exemplar-") as temporary:
        if not project:
            project = write_project(pathlib.Path(temporary), engine, build(engine, folder, minutes, force=False))
        command = [editor, project.resolve(), f"-ExecCmds=Automation RunTests {PREFIX}; Quit", f"-ReportExportPath={report}", "-unattended", "-nopause",
                   "-nosplash", "-nosound", "-log", "-stdout", "-RenderOffscreen" if gpu else "-nullrhi"]
        print(f"Unreal {engine.name} runs the tests; its output goes to {log}", flush=True)
        code = run(command, log, minutes)
    try:
        results = read_results(report / "index.json")
    except ValueError as error:
        raise UnrealError(f"{report / 'index.json'} cannot be read: {error}. The editor {how_it_ended(code, minutes)}; see {log}.") from error
    if results is None:
        raise UnrealError(f"The editor {how_it_ended(code, minutes)} and left no results ({report / 'index.json'}); the end of {log}:\n{end_of(log)}")
    return count(results, code, minutes, log)


def main():
    parser = argparse.ArgumentParser(prog="Scripts/unreal.sh", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("build", "test"))
    parser.add_argument("engine", metavar="UE_ROOT", type=pathlib.Path, help="the folder that holds Engine/")
    parser.add_argument("project", metavar="PROJECT.uproject", type=pathlib.Path, nargs="?", help="a project that has the plug-in (test)")
    parser.add_argument("--gpu", action="store_true", help="test with a device, off screen; without, tests that draw are not run")
    parser.add_argument("--minutes", type=float, default=120.0, help="how long the engine may take (120)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out/unreal", help="the folder to write to (out/unreal)")
    options = parser.parse_args()
    try:
        engine = Engine(options.engine)
        folder = options.out.resolve() / engine.name
        folder.mkdir(parents=True, exist_ok=True)
        if options.action == "build":
            print(f"The plug-in for Unreal {engine.name} is in {build(engine, folder, options.minutes)}")
            counts = (1, 0, 0)
        else:
            counts = test(engine, folder, options.project, options.gpu, options.minutes)
    except (UnrealError, OSError) as error:
        print(error)
        counts = (0, 1, 0)
    print("{} passed, {} failed, {} skipped".format(*counts))
    return 1 if counts[1] else 0


if __name__ == "__main__":
    sys.exit(main())
