#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT licence.
# Scripts/demo.sh: builds the command line and lets it make the sample character. Everything lands in out/demo/.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh
mkdir -p out
cmake --preset release >out/configure.log || { cat out/configure.log; exit 1; }
cmake --build --preset release --target exemplar
exemplar=build/release/Source/Programs/exemplar
out=out/demo
rm -rf "$out"
mkdir -p "$out"

show() {
    echo "$ exemplar $*"
    "$exemplar" "$@"
}
show sample "$out"
show convert "$out/sample.exemplar" "$out/sample.glb"
node Tests/EndToEnd/validate-gltf.js "$out/sample.glb"
show inspect "$out/sample.exemplar" | tee "$out/inspect.txt"
echo "Written: $out"
ls -l "$out"
