#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Tests/Unreal/run.sh BUILD_FOLDER [EXEMPLAR]: the manifest, the Automation tests of the configuration that is linked, the
# sample character and one that is built from its examples (where the command line `exemplar` is given, which makes them), mistakes
# that the host has to notice, and what must not compile. Ends with the sum of their counts.
# Tests/Unreal/run.sh --sanitized BUILD_FOLDER: the Automation tests that need no device, and a leak or a race where that is watched.
set -uo pipefail
here=$(dirname "$0")
sanitized=
if [ "$1" = --sanitized ]; then
    sanitized=yes
    shift
fi
build=$1/Tests/Unreal
exemplar=${2:-}
tests=$(sed -n 's/^set(EXEMPLAR_UNREAL_TESTS \([0-9]*\)).*/\1/p' "$here/CMakeLists.txt")
passed=0 failed=0 skipped=0

# One command; its last line has the counts, any other command is one check.
count() {
    local output p=0 f=0 s=0 status=0
    output=$("$@" 2>&1 </dev/null) || status=$?
    printf '%s\n' "$output"
    if read -r p _ f _ s _ <<<"$(tail -n 1 <<<"$output" | grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$')" && [ -n "$p" ]; then
        [ "$status" -eq 0 ] || [ "$f" -gt 0 ] || f=1
    else
        p=$((status == 0)) f=$((status != 0)) s=0
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# reports WORDS ARGUMENT...: the program, run so, has to fail with these words: a sanitizer on what is lost or shared on purpose, the
# host on a mistake.
reports() {
    local words=$1 output status=0
    shift
    output=$("$build/unreal-host-5.7-1" "$@" 2>&1) || status=$?
    if [ "$status" -ne 0 ] && grep -qF -- "$words" <<<"$output"; then
        echo "ok      noticed: $*"
    else
        printf 'FAILED  not noticed: %s; nobody says "%s", but:\n%s\n' "$*" "$words" "$output"
        return 1
    fi
}

if [ -n "$sanitized" ]; then
    count "$build/unreal-host-5.7-1" --recording Exemplar. "$tests"
    if grep -q 'fsanitize=address' "$1/CMakeCache.txt"; then
        count reports "detected memory leaks" --leak
    fi
    if grep -q 'fsanitize=thread' "$1/CMakeCache.txt"; then
        count reports "data race" --race
    fi
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
fi

count python3 "$here/check_manifest.py"
count python3 "$here/manifest_test.py"
count "$build/unreal-host-5.7-1" Exemplar. "$tests"
count "$build/unreal-host-5.7-1" --recording Exemplar. "$tests"
if [ -n "$exemplar" ]; then
    count "$exemplar" sample "$build/sample" --vertices 3000
    count "$exemplar" lod "$build/sample/sample.exemplar" -o "$build/sample/levels.exemplar" --levels 4 --level-poses 8
    count "$build/unreal-host-5.7-1" --draw "$build/sample/levels.exemplar"
    rm "$build/sample/sample.exemplar" "$build/sample/levels.exemplar" # what is built sees the examples alone
    count "$exemplar" build "$build/sample" -o "$build/built.exemplar" --bones 21 --fast --levels 4 --level-poses 8
    count "$build/unreal-host-5.7-1" --draw "$build/built.exemplar"
fi
if [ "$skipped" -eq 0 ]; then # else there is no device, which notices half of them
    while IFS= read -r line; do
        count reports "${line#* | }" --wrong "${line%% | *}"
    done < <("$build/unreal-host-5.7-1" --wrongs)
fi
count python3 "$here/negative.py" "$1"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
