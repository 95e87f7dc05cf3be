# Copyright (c) 2026 Exemplar contributors. MIT license.
"""Rules about C++: which way includes go, what may stand in which module, how a file begins."""
import pathlib
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from tree import CODE, rule, suffix

COPYRIGHT = "Copyright (c) YEAR Exemplar contributors. MIT license."
COPYRIGHT_LINE = re.compile(re.escape(COPYRIGHT).replace("YEAR", r"20\d\d(-20\d\d)?"))
HEAD = f"// {COPYRIGHT.replace('YEAR', '2026')}\n"

ENGINE_FREE = ("ExemplarCore", "ExemplarBuilder")
# Core <- Builder <- Editor, Core <- Runtime <- Editor, Core and Builder <- Programs. Nothing else.
MAY_USE = {
    "ExemplarCore": (),
    "ExemplarBuilder": ("ExemplarCore",),
    "ExemplarRuntime": ("ExemplarCore",),
    "ExemplarEditor": ("ExemplarCore", "ExemplarBuilder", "ExemplarRuntime"),
    "Programs": ("ExemplarCore", "ExemplarBuilder"),
}
STANDARD = set("""algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits
clocale cmath compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib
cstring ctime cwchar cwctype deque exception execution filesystem format forward_list fstream functional future
initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new
numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location
span sstream stack stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple
type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version""".split())
# Vector instructions and the question which of them there are; each behind its compiler's or processor's macro.
PROCESSOR = {"immintrin.h", "arm_neon.h", "cpuid.h", "intrin.h"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
ENGINE_HEADER = re.compile(
    r"(^|/)(CoreMinimal|CoreTypes|EngineMinimal|UnrealClient)\.h$|\.generated\.h$"
    r"|^(Animation|Async|Components|Containers|Delegates|Engine|GameFramework|HAL|Internationalization|Logging|Materials|Math|Misc"
    r"|Modules|PixelFormat|Rendering|RHI|Serialization|Stats|Templates|Tests|UObject|Windows)/[A-Z]\w*\.h$")
ENGINE_WORD = re.compile(r"\b(UCLASS|USTRUCT|UENUM|UPROPERTY|UFUNCTION|GENERATED_BODY|IMPLEMENT_MODULE|UE_LOG)\b")


def module_of(name):
    return name.split("/")[1]


def module_file(module):
    """The one file of an engine-free module that may see Unreal."""
    return f"Source/{module}/Private/{module}Module.cpp"


def source_files(tree):
    return [name for name in tree.below("Source", kinds=CODE) if module_of(name) in MAY_USE]


def includes(tree, name):
    return [(match[1] == "<", match[2]) for match in INCLUDE.finditer(tree.text(name))]


@rule(
    bad=[
        {"Source/ExemplarCore/Private/A.cpp": HEAD + '#include "Rig/Rig.h"\n'},
        {"Source/ExemplarCore/Private/A.cpp": HEAD + '#include "../../ExemplarBuilder/Public/Rig/Rig.h"\n'},
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + '#include "Base/Hidden.h"\n'},
        {"Source/ExemplarRuntime/Private/A.cpp": HEAD + '#include "Rig/Rig.h"\n'},
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + '#include "Files/Gltf.h"\n'},
        {"Source/Programs/Files/A.cpp": HEAD + '#include "Base/Hidden.h"\n'},
        {"Source/ExemplarBuilder/Public/Rig/Bad.h": HEAD + '#include "Rig/RigParts.h"\n'},
        {"Source/Other/Private/A.cpp": HEAD},
    ],
    good=[
        {"Source/ExemplarEditor/Private/A.cpp": HEAD + '#include "Rig/Rig.h"\n#include "Base/Api.h"\n#include "CoreMinimal.h"\n'},
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + '#include "Rig/Rig.h"\n#include "Rig/RigParts.h"\n'},
    ])
def include_directions(tree):
    """A quoted include is a file of the same module or a public header of a module that it may use."""
    problems = [f"{name}: there is no module {module_of(name)} in the architecture"
                for name in tree.below("Source", kinds=CODE) if module_of(name) not in (*MAY_USE, "ThirdParty")]
    for name in source_files(tree):
        module = module_of(name)
        own = "Source/Programs" if module == "Programs" else f"Source/{module}"
        is_public = name.startswith(f"{own}/Public/")
        for angled, target in includes(tree, name):
            if angled:
                continue
            if ".." in target.split("/"):
                problems.append(f'{name}: includes "{target}" by a relative path; name it from its Public or Private folder')
                continue
            beside = str(pathlib.PurePosixPath(name).parent / target)
            public = [f"{own}/Public/{target}"] if module != "Programs" else [f"{own}/{target}", beside]
            private = [] if module == "Programs" else [f"{own}/Private/{target}", beside]
            reachable = [*public, *(f"Source/{other}/Public/{target}" for other in MAY_USE[module])]
            if any(tree.exists(path) for path in reachable):
                continue
            if any(tree.exists(path) for path in private):
                if is_public:
                    problems.append(f'{name}: a public header includes the private "{target}"')
                continue
            owners = [other for other in MAY_USE for folder in ("Public/", "Private/", "")
                      if tree.exists(f"Source/{other}/{folder}{target}")]
            if owners:
                problems.append(f'{name}: {module} must not include "{target}" of {owners[0]}')
    return problems


@rule(
    bad=[
        {"Source/ExemplarCore/Private/A.cpp": HEAD + "#include <Eigen/Core>\n"},
        {"Source/ExemplarCore/Public/A.h": HEAD + "#include <unistd.h>\n"},
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + "#include <assimp/scene.h>\n"},
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + '#include "Nowhere.h"\n'},
    ],
    good=[
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + "#include <Eigen/Core>\n#include <igl/cotmatrix.h>\n#include <vector>\n"},
        {"Source/ExemplarCore/Private/A.cpp": HEAD + "#include <immintrin.h>\n#include <span>\n"},
    ])
def module_purity(tree):
    """ExemplarCore sees the standard library only, ExemplarBuilder also Eigen and libigl; no operating system's headers."""
    problems = []
    for name in source_files(tree):
        module = module_of(name)
        if module not in ENGINE_FREE or name == module_file(module):
            continue
        for angled, target in includes(tree, name):
            if angled:
                allowed = target in STANDARD or target in PROCESSOR
                if module == "ExemplarBuilder":
                    allowed |= target.startswith(("Eigen/", "igl/", "unsupported/Eigen/"))
                if not allowed:
                    problems.append(f"{name}: {module} must not include <{target}>")
            elif not (any(tree.exists(f"Source/{owner}/{folder}/{target}") for owner in MAY_USE for folder in ("Public", "Private"))
                      or tree.exists(str(pathlib.PurePosixPath(name).parent / target))):
                problems.append(f'{name}: includes "{target}", which no module of ours has')
    return problems


@rule(
    bad=[
        {"Source/ExemplarCore/Private/A.cpp": HEAD + '#include "CoreMinimal.h"\n'},
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + '#include "Modules/ModuleManager.h"\n'},
        {"Source/ExemplarBuilder/Public/A.h": HEAD + "UCLASS()\nclass A;\n"},
        {"Source/ExemplarCore/Private/ExemplarCoreModule.cpp": None},
        {"Source/ExemplarCore/Private/ExemplarCoreModule.cpp": HEAD + '#include "Modules/ModuleManager.h"\nint A;\n'},
    ],
    good=[{"Source/ExemplarRuntime/Private/A.cpp": HEAD + '#include "CoreMinimal.h"\n'}])
def no_unreal_in_engine_free_modules(tree):
    """Unreal's headers and macros stand in <Module>Module.cpp alone, and that file implements the module."""
    problems = []
    for module in ENGINE_FREE:
        file = module_file(module)
        if not tree.exists(file):
            problems.append(f"{file}: missing; Unreal needs IMPLEMENT_MODULE in it")
        elif "IMPLEMENT_MODULE(" not in tree.text(file):
            problems.append(f"{file}: has no IMPLEMENT_MODULE")
    for name in source_files(tree):
        if module_of(name) not in ENGINE_FREE or name == module_file(module_of(name)):
            continue
        own = tree.root / "Source"
        for _, target in includes(tree, name):
            ours = any((own / module / folder / target).exists() for module in ENGINE_FREE for folder in ("Public", "Private"))
            if ENGINE_HEADER.search(target) and not ours:
                problems.append(f'{name}: includes Unreal\'s "{target}"')
        for match in ENGINE_WORD.finditer(tree.text(name)):
            problems.append(f"{name}: uses Unreal's {match[1]}")
    return problems


@rule(
    bad=[
        {"Source/ExemplarBuilder/Public/Rig/A.h": HEAD + "#include <Eigen/Core>\n"},
        {"Source/ExemplarBuilder/Public/Rig/A.h": HEAD + "igl::AABB* Tree;\n"},
        {"Source/ExemplarCore/Public/A.h": HEAD + "Eigen::Vector3d V;\n"},
    ],
    good=[{"Source/ExemplarBuilder/Public/Rig/A.h": HEAD + "// Eigen is kept out of here.\n"}])
def no_eigen_in_public_headers(tree):
    """No Eigen and no libigl in any public header: two modules with two copies of a library must never exchange its types."""
    return [f"{name}: a public header uses {match[0].strip()}"
            for name in tree.below("Source", kinds=CODE) if "/Public/" in name
            for match in re.finditer(r'#include\s*[<"](Eigen|unsupported|igl)/|\b(Eigen|igl)::', tree.text(name))]


@rule(
    bad=[
        {"Source/ExemplarCore/Private/A.cpp": "int A;\n"},
        {"Scripts/a.sh": "#!/bin/sh\necho\n"},
        {"Tests/Lint/a.py": "import os\n"},
        {"ThirdParty/A/A.cmake": "set(A 1)\n"},
        {"Source/ExemplarCore/Private/A.cpp": HEAD.replace("2026", "YEAR")},
        {"Source/ExemplarCore/Private/A.cpp": HEAD.replace("MIT", "Some")},
    ],
    good=[{"Scripts/a.sh": "#!/bin/sh\n" + HEAD.replace("//", "#")}, {"Shaders/A.ush": HEAD},
          {"Shaders/A.ush": HEAD.replace("2026", "2031")}, {"Shaders/A.ush": HEAD.replace("2026", "2026-2028")}])
def copyright_lines(tree):
    """The first line of every source file (the second after #!) is the copyright line, of any year."""
    marks = {**dict.fromkeys((".h", ".cpp", ".inl", ".cs", ".usf", ".ush", ".js", ".hlsl"), "// "),
             **dict.fromkeys((".py", ".sh", ".cmake"), "# ")}
    problems = []
    for name in tree.files:
        mark = "# " if name.rsplit("/", 1)[-1] == "CMakeLists.txt" else marks.get(suffix(name))
        if not mark:
            continue
        lines = tree.text(name).split("\n", 2)
        line = lines[1] if lines[0].startswith("#!") and len(lines) > 1 else lines[0]
        if not line.startswith(mark) or not COPYRIGHT_LINE.fullmatch(line.removeprefix(mark)):
            problems.append(f"{name}: begin with the line `{mark}{COPYRIGHT}`")
    return problems


@rule(
    bad=[
        {"Source/ExemplarCore/Private/A/Same.cpp": HEAD, "Source/ExemplarCore/Private/B/Same.cpp": HEAD},
        {"Source/ExemplarCore/Private/A/Same.cpp": HEAD, "Source/ExemplarCore/Private/B/same.cpp": HEAD},
    ],
    good=[{"Source/ExemplarCore/Private/Same.cpp": HEAD, "Source/ExemplarBuilder/Private/Same.cpp": HEAD}])
def unique_cpp_names(tree):
    """A .cpp file's name is unique in its module: Unreal puts all objects of a module into one folder."""
    first, problems = {}, []
    for name in tree.below("Source", kinds={".cpp"}):
        key = (module_of(name), name.rsplit("/", 1)[-1].lower())
        if module_of(name) != "Programs" and first.setdefault(key, name) != name:
            problems.append(f"{name}: has the name of {first[key]}")
    return problems


@rule(
    bad=[{"Tests/Unit/Core/ATest.cpp": HEAD + "namespace Exemplar\n{\nnamespace\n{\n}\n}\n"},
         {"Tests/Unit/Core/ATest.cpp": HEAD + "using namespace Exemplar;\n"}],
    good=[{"Tests/Unit/Core/ATest.cpp": HEAD + "namespace Exemplar\n{\nnamespace ATest\n{\n}\n}\n"}])
def test_namespaces(tree):
    """Several test files are compiled as one: the names of ATest.cpp live in Exemplar::ATest."""
    return [f"{name}: `{line}` at file scope; use namespace Exemplar and {name.rsplit('/', 1)[1].removesuffix('.cpp')} inside it"
            for name in tree.below("Tests/Unit", kinds=(".cpp",)) if name.endswith("Test.cpp")
            for line in re.findall(r"^(namespace|using namespace .*;)$", tree.text(name), re.M) if line == "namespace" or line.endswith(" Exemplar;")]


@rule(
    bad=[{"Source/ExemplarBuilder/Private/A.cpp": HEAD + "namespace Exemplar\n{\nusing namespace ADetail;\n}\n"}],
    good=[{"Source/ExemplarBuilder/Private/A.cpp": HEAD + "void F()\n{\n\tusing namespace ADetail;\n}\n"}])
def no_open_namespaces(tree):
    """`using namespace` stands inside functions: Unreal compiles many files as one, and names would meet."""
    return [f"{name}: move `{line}` into the functions that need it" for name in source_files(tree)
            if module_of(name) in ("ExemplarCore", "ExemplarBuilder")
            for line in re.findall(r"^using namespace \w+Detail;", tree.text(name), re.M)]


@rule(
    bad=[
        {"Source/ExemplarCore/Private/MathTest.cpp": HEAD},
        {"Source/ExemplarBuilder/Private/A.cpp": HEAD + "#include <gtest/gtest.h>\n"},
    ])
def no_tests_in_modules(tree):
    """Unreal would compile a test that stands under a module; ours stand in Tests/."""
    return [f"{name}: a test belongs in Tests/, not under a module" for name in source_files(tree)
            if re.search(r"Tests?\.(cpp|h)$", name) or any(re.match("(gtest|gmock)/", target) for _, target in includes(tree, name))]


@rule(
    bad=[{"Source/ExemplarCore/Private/A.cpp": HEAD + "// TO" + "DO: finish\n"}],
    good=[{"Source/ExemplarCore/Private/A.cpp": HEAD + "int Todos;\n"}])
def no_unfinished_words(tree):
    """What is not done stands in the list of issues, not in the code."""
    words = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
    return [f"{name}: says {match[1]}" for name in tree.below("Source", "Tests", "Scripts", "Shaders") if tree.is_text(name)
            for match in words.finditer(tree.text(name))]


@rule(
    bad=[{"Source/ExemplarCore/Private/A.cpp": HEAD + "int  A ;\n"}],
    good=[{"Source/ExemplarCore/Private/A.cpp": HEAD + "\nint A;\n"}])
def clang_format(tree):
    """Every C++ file is as .clang-format lays it out."""
    files = tree.below("Source", "Tests", kinds=CODE)
    tool = shutil.which("clang-format")
    if not tool:
        return ["clang-format is missing: run Scripts/setup.sh"]

    def look(chunk):
        found = subprocess.run([tool, "--dry-run", "-Werror", "--style=file", *chunk], cwd=tree.root, stderr=subprocess.PIPE, text=True)
        return sorted({line.split(":")[0] for line in found.stderr.splitlines() if ": error:" in line})

    chunks = [files[start:start + 16] for start in range(0, len(files), 16)]
    with ThreadPoolExecutor(2) as pool:
        return [f"{name}: run clang-format -i on it" for names in pool.map(look, chunks) for name in names]
