#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/test.sh: lints, release build and all its tests, the Unreal modules on their host, and a brief fuzz. Scripts/test.sh --all:
# other presets and checks as well. Each step's seconds and counts are printed, its output when it fails; all output stays in
# out/test/. Docs/Measured/BuildTimes.md has the seconds of each step.
# Without CI=true a missing tool skips its step; with it, that is a failure.
set -uo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
    "") all= ;;
    --all) all=yes ;;
    *) echo "usage: Scripts/test.sh [--all]" >&2; exit 2 ;;
esac

logs=out/test
jobs=$(nproc)
export CTEST_OUTPUT_ON_FAILURE=1 CTEST_PARALLEL_LEVEL="$jobs" PYTHONDONTWRITEBYTECODE=1
export UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=halt_on_error=1
rm -rf "$logs"
mkdir -p "$logs"
passed=0 failed=0 skipped=0
# wine's server outlives the programs that it serves, and would keep a pipe that we write to open.
trap 'if [ -d build/wine ]; then WINEPREFIX=$PWD/build/wine /usr/lib/wine/wineserver64 -k 2>/dev/null; fi' EXIT

# step NAME "TOOL..." COMMAND...: runs the command. The counts are those of the last line of its output where that line is
# `N passed, N failed, N skipped`; any other command is one check. Lines that begin with `note: ` are shown.
step() {
    local name=$1 tools=$2 tool absent="" start=$SECONDS status=0 counts
    local log="$logs/${name// /-}.log"
    shift 2
    for tool in $tools; do
        command -v "$tool" >/dev/null || absent+=" $tool"
    done
    if [ -n "$absent" ]; then
        if [ "${CI:-}" = true ]; then
            failed=$((failed + 1))
            printf '%5s s  %-24s FAILED: missing%s\n' 0 "$name" "$absent"
            return 1
        fi
        skipped=$((skipped + 1))
        printf '%5s s  %-24s skipped: missing%s\n' 0 "$name" "$absent"
        return 1
    fi
    "$@" >"$log" 2>&1 </dev/null || status=$?
    counts=$(tail -n 1 "$log" | grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$')
    if [ -n "$counts" ]; then
        local p f s
        read -r p _ f _ s _ <<<"$counts"
        passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
        [ "$f" -eq 0 ] || status=1
        [ "$status" -eq 0 ] || [ "$f" -gt 0 ] || failed=$((failed + 1))
    elif [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    if [ "$status" -eq 0 ]; then
        printf '%5s s  %-24s %s\n' $((SECONDS - start)) "$name" "${counts:-ok}"
        sed -n 's/^note: /           /p' "$log"
        return 0
    fi
    printf '%5s s  %-24s FAILED %s\n' $((SECONDS - start)) "$name" "$counts"
    printf -- '---- the end of %s\n' "$log"
    tail -n 200 "$log"
    printf -- '----\n'
    return 1
}

build() { # PRESET [TARGET]
    cmake --preset "$1" && cmake --build --preset "$1" --parallel "$jobs" ${2:+--target "$2"}
}

tests() { # PRESET
    rm -rf "build/$1/results"
    mkdir -p "build/$1/results"
    ctest --test-dir "build/$1" --output-junit results/ctest.xml
    python3 Tests/count_results.py "build/$1/results"
}

preset() { # PRESET "TOOL..."
    step "$1 build" "$2" build "$1" && step "$1 tests" "" tests "$1"
}

started=$SECONDS
step setup "" Scripts/setup.sh ${all:+--all}
step lints "python3 clang-format" python3 Tests/Lint/run.py
preset release "cmake ninja g++"
step "scripts" python3 python3 Tests/Package/unreal_test.py
step "unreal build" "glslangValidator" build unreal && step "unreal tests" "" Tests/Unreal/run.sh build/unreal build/release/Source/Programs/exemplar
if compgen -G 'Tests/Fuzz/*Fuzz.cpp' >/dev/null; then
    step "fuzz build" clang++ build fuzz && step "fuzz run" "" Tests/Fuzz/run.sh $([ -n "$all" ] && echo 10 || echo 5)
fi
if [ -n "$all" ]; then
    step "benches" "" build release benches
    step "unreal-dialect" "" build unreal-dialect
    step "package" "mcs mono" python3 Tests/Package/run.py build/release/Source/Programs
    step "shaders by dxc" "" Tests/Dxc/run.sh build/release/Tests/write-shaders
    step "clang" clang++ build clang
    preset debug clang++
    preset tsan clang++
    for sanitizer in tsan asan; do
        step "unreal-$sanitizer build" clang++ build "unreal-$sanitizer" &&
            step "unreal-$sanitizer tests" "" Tests/Unreal/run.sh --sanitized "build/unreal-$sanitizer"
    done
    preset windows "x86_64-w64-mingw32-g++-posix /usr/lib/wine/wine64"
    preset arm64 "aarch64-linux-gnu-g++ qemu-aarch64"
    if compgen -G 'Tests/Fuzz/*Fuzz.cpp' >/dev/null; then
        step "coverage build" clang++ build coverage &&
            step "reader coverage" "llvm-cov llvm-profdata" python3 Tests/Fuzz/coverage.py build/coverage
    fi
    step demo "node" Scripts/demo.sh
fi
echo "$((SECONDS - started)) seconds in all"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
