#!/usr/bin/env python3
# Copyright (c) 2026 Exemplar contributors. MIT license.
"""package.py [--out FOLDER] [--fab VERSION]: the plug-in as a team unpacks it into its project's Plugins folder, as out/Exemplar-VERSION.zip. In it are the
modules of the descriptor, shaders, samples, pages, and of each library the headers that the modules use, with its license; tests
and programs are not. The same files give the same bytes: sorted, without times and users. --fab 5.8 makes the package that Fab takes
for one engine version, out/Exemplar-VERSION-fab-5.8.zip."""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("Config", "Content", "Docs", "Resources", "Shaders")
FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
ENGINES = ("5.5", "5.6", "5.7", "5.8")
LONGEST = 170  # what Fab allows, counted from the plug-in's folder


class PackageError(Exception):
    pass


def own_files():
    """Files of the repository: git's list, which knows what is ignored, else those on disk."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, stdout=subprocess.PIPE)
        return sorted(name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file())
    ignored = {"build", "out", "fetched", "node_modules", "__pycache__", "Binaries", "Intermediate", "Saved"}
    names = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return sorted(name.as_posix() for name in names if not ignored & set(name.parts))


def libigl_folder():
    """Where libigl.cmake looks too."""
    for folder in (os.environ.get("EXEMPLAR_LIBIGL_DIR"), "/usr/include", "/usr/local/include", ROOT / "ThirdParty/libigl/fetched"):
        if folder and pathlib.Path(folder, "igl/cotmatrix.h").is_file():
            return pathlib.Path(folder)
    raise PackageError("libigl's headers are not here: run Scripts/setup.sh, or set EXEMPLAR_LIBIGL_DIR to the folder that holds igl/.")


def libigl_headers(sources):
    """{name in the package: file} of the headers that the sources include, and all that these include in turn, whichever way their
    conditions go: other compilers take other ways."""
    folder = libigl_folder()
    found, open_names = {}, sorted({name for file in sources for name in INCLUDE.findall(file.read_text(encoding="utf-8")) if name.startswith("igl/")})
    while open_names:
        name = open_names.pop()
        if name in found:
            continue
        file = folder / name
        if not file.is_file():
            raise PackageError(f"{folder} has no {name}, which a module includes: it is another version of libigl than ThirdParty/libigl/README.md says.")
        found[name] = file
        for include in INCLUDE.findall(file.read_text(encoding="utf-8", errors="replace")):
            for other in (include, os.path.normpath(f"{name.rsplit('/', 1)[0]}/{include}")):
                if other.startswith("igl/") and (folder / other).is_file():
                    open_names.append(other)
    forbidden = [name for name in found if name.startswith("igl/copyleft/")]
    if forbidden:
        raise PackageError(f"{forbidden[0]} is under the GPL and cannot be in the package.")
    return {f"ThirdParty/libigl/include/{name}": file for name, file in found.items()}


def descriptor(engine=None):
    """The descriptor's JSON and its text for a package: one for several engine versions names none of them, or the others ask
    whether to load it; Fab wants one for each."""
    text = (ROOT / "Exemplar.uplugin").read_text(encoding="utf-8")
    if engine:
        return json.loads(text), re.sub(r'"EngineVersion": "[^"]*"', f'"EngineVersion": "{engine}.0"', text)
    return json.loads(text), re.sub(r'^\s*"EngineVersion":.*\n', "", text, flags=re.MULTILINE)


def contents(names, engine=None):
    """{name in the package: bytes}."""
    plugin, text = descriptor(engine)
    modules = [module["Name"] for module in plugin["Modules"]]
    libraries = sorted({name.split("/")[2] for name in names if name.startswith("Source/ThirdParty/")})
    if libraries != ["libigl"]:
        raise PackageError(f"Of {' '.join(libraries)} only libigl can be packed: say in package.py what of the others is needed.")
    starts = tuple(f"{folder}/" for folder in (*FOLDERS, *(f"Source/{module}" for module in modules), "Source/ThirdParty"))
    taken = [name for name in names if name.startswith(starts) or name in FILES]
    taken += [f"ThirdParty/{library}/{file}" for library in libraries for file in ("LICENSE", "README.md")]
    for module in modules:
        if f"Source/{module}/{module}.Build.cs" not in taken:
            raise PackageError(f"Exemplar.uplugin names the module {module}, and there is no Source/{module}/{module}.Build.cs.")
    files = {name: ROOT / name for name in taken}
    files |= libigl_headers([ROOT / name for name in taken if name.startswith("Source/") and name.endswith((".h", ".cpp"))])
    out = {"Exemplar.uplugin": text.encode()}
    for name, file in files.items():
        if not file.is_file():
            raise PackageError(f"{name} is not there, and belongs into the package.")
        if len(f"Exemplar/{name}") >= LONGEST:
            raise PackageError(f"{name}: its path has {len(f'Exemplar/{name}')} characters; Fab takes less than {LONGEST}.")
        out[name] = file.read_bytes()
    return out


def write(file, entries):
    """Into a temporary first: there is never half a package."""
    part = file.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for name in sorted(entries):
            info = zipfile.ZipInfo(f"Exemplar/{name}", (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            package.writestr(info, entries[name])
    part.replace(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out", help="the folder to write to (out/)")
    parser.add_argument("--fab", metavar="VERSION", help="for Fab and this engine version, such as 5.8")
    options = parser.parse_args()
    try:
        version = descriptor()[0]["VersionName"]
        if not re.fullmatch(r"\d+\.\d+\.\d+[\w.-]*", version):
            raise PackageError(f'Exemplar.uplugin: VersionName is "{version}"; it has to be like 1.2.3.')
        if options.fab and options.fab not in ENGINES:
            raise PackageError(f"--fab {options.fab}: the plug-in is for {', '.join(ENGINES)}.")
        entries = contents(own_files(), options.fab)
        options.out.mkdir(parents=True, exist_ok=True)
        file = options.out / (f"Exemplar-{version}-fab-{options.fab}.zip" if options.fab else f"Exemplar-{version}.zip")
        write(file, entries)
    except (PackageError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    libraries = sum(name.startswith("ThirdParty/") for name in entries)
    if options.fab:
        empty = [key for key in ("CreatedByURL", "DocsURL", "SupportURL") if not descriptor()[0].get(key)]
        print(f"Fab asks for addresses that are still empty in Exemplar.uplugin: {', '.join(empty)}." if empty else "All addresses are there.")
    print(f"{file}: {len(entries)} files ({libraries} of libraries), {file.stat().st_size} bytes, SHA-256 {hashlib.sha256(file.read_bytes()).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
