#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""run.py [PROGRAMS_FOLDER]: makes the package, unpacks it, and builds all modules from the unpacked folder alone, as one shared library each
that hides what it does not export, with the include paths that the package's own Build.cs files set; runs the Automation
tests there; and takes needed files away, one at a time, each of which has to be missed. PROGRAMS_FOLDER has the objects of the
command line (build/release/Source/Programs): what they call of the modules has to be exported.
Ends with `N passed, N failed, N skipped`."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNPACKED = ROOT / "build/unpacked"
PLUGIN = UNPACKED / "Exemplar"
BUILD = ROOT / "build/package"
CONFIGURATION = "5.6-1"
HOST = BUILD / f"Tests/Unreal/unreal-host-{CONFIGURATION}"
# Of this repository a build of the package may read the host, and no module, library or shader.
THE_HOSTS = ("Tests/", "Source/Programs/Vulkan/", "build/")
LICENSES = {"LICENSE": "MIT", "ThirdParty/libigl/LICENSE": "Mozilla Public License"}


def run(*command, **options):
    """(whether it succeeded, its output)."""
    done = subprocess.run([str(word) for word in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    return done.returncode == 0, done.stdout


def wrong_bytes():
    """Sentences when the package is not the same whenever, by whomever and wherever it is made; unpacks it."""
    digests = set()
    with tempfile.TemporaryDirectory() as folder:
        for zone, mask in (("UTC", 0o022), ("Asia/Tokyo", 0o077)):
            good, output = run("Scripts/package.sh", "--out", folder, env={**os.environ, "TZ": zone}, umask=mask)
            if not good:
                return [output]
            file = next(pathlib.Path(folder).glob("*.zip"))
            digests.add(hashlib.sha256(file.read_bytes()).hexdigest())
        if len(digests) != 1:
            return ["two packages of the same files differ"]
        shutil.rmtree(UNPACKED, ignore_errors=True)
        shutil.rmtree(BUILD, ignore_errors=True)
        with zipfile.ZipFile(file) as package:
            if [name for name in package.namelist() if not name.startswith("Exemplar/")]:
                return ["something in the package is not below Exemplar/"]
            package.extractall(UNPACKED)
    version = json.loads((ROOT / "Exemplar.uplugin").read_text())["VersionName"]
    print(f"       {output.strip()}")
    return [] if file.name == f"Exemplar-{version}.zip" else [f"{file.name} is not of version {version}"]


def wrong_contents():
    """Sentences about what is in the package and should not be, or should and is not."""
    names = sorted(path.relative_to(PLUGIN).as_posix() for path in PLUGIN.rglob("*") if path.is_file())
    problems = []
    for name in names:
        if re.match(r"Tests/|Scripts/|Source/Programs/|build/|out/|Binaries/|Intermediate/|Saved/", name) or "/fetched/" in name or "/copyleft/" in name:
            problems.append(f"{name} does not belong into the package")
        if name.startswith("ThirdParty/") and name.endswith((".h", ".cpp")):
            if re.search(r"GNU (Lesser )?General Public", (PLUGIN / name).read_text(encoding="utf-8", errors="replace")):
                problems.append(f"{name} is under a license of GNU")
    for name, word in LICENSES.items():
        if not (PLUGIN / name).is_file() or word not in (PLUGIN / name).read_text(encoding="utf-8"):
            problems.append(f"{name}: not there, or not the license ({word})")
    libraries = {name.split("/")[1] for name in names if name.startswith("ThirdParty/")}
    problems += [f"ThirdParty/{name} has no license" for name in sorted(libraries) if not (PLUGIN / f"ThirdParty/{name}/LICENSE").is_file()]
    for name in ("Exemplar.uplugin", "Config/FilterPlugin.ini", "Resources/Icon128.png", "README.md", "Docs/README.md", "Docs/Unreal.md"):
        if name not in names:
            problems.append(f"{name} is not in the package")
    for line in (PLUGIN / "Config/FilterPlugin.ini").read_text().splitlines():
        if line.startswith("/") and line != "/LICENSE" and not (PLUGIN / line.strip("/").removesuffix("...")).exists():
            problems.append(f"Config/FilterPlugin.ini names {line}, which the package has not")
    if "EngineVersion" in json.loads((PLUGIN / "Exemplar.uplugin").read_text()):
        problems.append("Exemplar.uplugin names one engine version, and the package is for three")
    return problems


def wrong_rules():
    good, output = run("python3", "Tests/Unreal/build_rules.py", PLUGIN, UNPACKED / "rules.cmake")
    if good:
        print(f"       {output.strip()}")
    return [] if good else [output]


def wrong_build():
    for command in (("cmake", "--preset", "package"), ("cmake", "--build", "--preset", "package", "--parallel", str(os.cpu_count()))):
        good, output = run(*command)
        if not good:
            return ["\n".join(line for line in output.splitlines() if re.search("error|undefined|FAILED|Error", line))[:4000]]
    return []


def wrong_reads():
    """Sentences about what the build has read outside of the package."""
    good, output = run("ninja", "-C", BUILD, "-t", "deps")
    read = {os.path.normpath(BUILD / line.strip()) for line in output.splitlines() if line.startswith("    ")}
    ours = {os.path.relpath(name, ROOT) for name in read if name.startswith(str(ROOT) + "/")}
    package = {name for name in ours if name.startswith("build/unpacked/Exemplar/")}
    problems = [f"the build of the package reads {name}" for name in sorted(ours - package) if not name.startswith(THE_HOSTS)]
    problems += [f"the build of the package reads {name}" for name in sorted(read) if "/igl/" in name and os.path.relpath(name, ROOT) not in package]
    if not good or len(package) < 100:
        problems.append(f"only {len(package)} files of the package are read: the list cannot be right")
    used = sum("/libigl/include/" in name for name in package)
    packed = sum(path.is_file() for path in (PLUGIN / "ThirdParty/libigl/include").rglob("*"))
    print(f"       {len(package)} files of the package are read by the compiler, {used} of its {packed} files of libigl among them")
    return problems


def wrong_tests():
    counts = re.findall(r"^set\(EXEMPLAR_(?:UNREAL|EDITOR)_TESTS (\d+)\)", (ROOT / "Tests/Unreal/CMakeLists.txt").read_text(), re.MULTILINE)
    good, output = run(HOST, "Exemplar.", str(sum(map(int, counts))))
    print(f"       {output.strip().splitlines()[-1]}")
    return [] if good else [output]


def wrong_exports(programs):
    """Sentences about what the command line calls of the modules and they do not export. It includes public headers alone."""
    exported, hidden = set(), set()
    for module in ("ExemplarCore", "ExemplarBuilder"):
        library = BUILD / f"lib{module}.so"
        exported |= {line.split()[-1] for line in run("nm", "-D", "--defined-only", library)[1].splitlines()}
        hidden |= {line.split()[-1] for line in run("nm", "--defined-only", library)[1].splitlines()}
    hidden -= exported
    objects = sorted(programs.rglob("*.o"))
    if not objects:
        return [f"there are no objects in {programs}"]
    lines = run("nm", "--undefined-only", *objects)[1].splitlines()
    called = {line.split()[-1] for line in lines if line.lstrip().startswith("U ")}
    missing = sorted(name for name in called & hidden if "8Exemplar" in name)  # the namespace, as compilers write it
    names = run("c++filt", *missing)[1].splitlines() if missing else []
    print(f"       {len(called & exported)} functions of the modules are called by the command line")
    return [f"not exported: {name}" for name in names] + ([] if called & exported else ["the command line calls nothing of the modules"])


def missed(name, check, words):
    """A sentence when nobody notices that a file of the package is gone."""
    file, away = PLUGIN / name, UNPACKED / "away"
    file.rename(away)
    try:
        problems = "\n".join(check())
    finally:
        away.rename(file)
    return [] if words in problems else [f"{name} is not there and nobody says `{words}`, but: {problems or 'nothing'}"[:2000]]


def target(name):
    def build():
        good, output = run("ninja", "-C", BUILD, name)
        return [] if good else [output]
    return build


def picture():
    good, output = run(HOST, "Exemplar.Host.Picture.EveryOperatorIsTheReferencesPicture")
    return [] if good else [output]


NEEDED = [
    ("LICENSE", wrong_contents, "LICENSE: not there"),
    ("ThirdParty/libigl/LICENSE", wrong_contents, "ThirdParty/libigl has no license"),
    ("Source/ExemplarCore/ExemplarCore.Build.cs", wrong_rules, "ExemplarCore has no Build.cs"),
    ("ThirdParty/libigl/include/igl/cotmatrix.h", wrong_rules, "There is no igl/cotmatrix.h in"),
    ("ThirdParty/libigl/include/igl/AABB.cpp", target("ExemplarBuilder"), "AABB.cpp' file not found"),
    ("Source/ExemplarCore/Public/Base/Result.h", target("ExemplarCore"), "Base/Result.h' file not found"),
    ("Source/ExemplarRuntime/Private/ExemplarCompat.h", target(f"ExemplarRuntime-{CONFIGURATION}"), "ExemplarCompat.h' file not found"),
    ("Source/ExemplarEditor/Private/ExemplarMessages.h", target(f"ExemplarEditor-{CONFIGURATION}"), "ExemplarMessages.h' file not found"),
    ("Shaders/ExemplarSkinning.usf", picture, "Shader file /Plugin/Exemplar/ExemplarSkinning.usf does not exist"),
]


def main():
    checks = [("the package is the same bytes each time", wrong_bytes), ("it holds what belongs into it", wrong_contents),
              ("its Build.cs files find what they name inside it", wrong_rules), ("its modules compile and link", wrong_build),
              ("nothing of them is read elsewhere", wrong_reads), ("its Automation tests pass", wrong_tests)]
    needed_by_the_rest = len(checks)
    checks += [(f"missed when it is gone: {name}", lambda entry=(name, check, words): missed(*entry)) for name, check, words in NEEDED]
    if len(sys.argv) > 1:
        checks.append(("what a program calls is exported", lambda: wrong_exports(pathlib.Path(sys.argv[1]).resolve())))
    passed = failed = 0
    for number, (title, check) in enumerate(checks):
        problems = check()
        failed, passed = failed + bool(problems), passed + (not problems)
        print("FAILED" if problems else "ok    ", title, *(f"\n       {problem}" for problem in problems), flush=True)
        if problems and number < needed_by_the_rest:
            break
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
