#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/bench.sh [NAME...]: builds (release) and runs the programs Tests/Bench/NAME.cpp, all of them when none is named.
# Each prints its table and writes out/bench/NAME.json. `Scripts/pages.py bench` brings them into Docs/Measured/.
set -euo pipefail
cd "$(dirname "$0")/.."

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for file in Tests/Bench/*.cpp; do
        [ -e "$file" ] && names+=("$(basename "$file" .cpp)")
    done
fi
for name in "${names[@]}"; do
    if [ ! -f "Tests/Bench/$name.cpp" ]; then
        echo "There is no benchmark named $name; there are: $(cd Tests/Bench && ls -- *.cpp 2>/dev/null | sed 's/\.cpp$//' | tr '\n' ' ')" >&2
        exit 1
    fi
done
[ ${#names[@]} -gt 0 ] || exit 0

mkdir -p out/bench
cmake --preset release >out/bench/configure.log || { cat out/bench/configure.log; exit 1; }
cmake --build --preset release --target "${names[@]/#/bench-}"
for name in "${names[@]}"; do
    cut -d ' ' -f 1 /proc/loadavg >"out/bench/$name.load"
    "build/release/Tests/Bench/bench-$name" --json "out/bench/$name.json"
done
