#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Tests/Install/run.sh BUILD_FOLDER: installs that build into a folder of its own, and builds and runs a project there that knows
# nothing but the prefix. The version of package and program is the one in Exemplar.uplugin.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
work=$build/install-test
rm -rf "$work"
version=$(sed -n 's/.*"VersionName": "\([^"]*\)".*/\1/p' "$here/../../Exemplar.uplugin")
cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -G Ninja -S "$here" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DEXPECTED_VERSION="$version" >/dev/null
cmake --build "$work/build"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/triangle.obj"
[ "$("$work/build/uses-exemplar" "$work/triangle.obj")" = "3 vertices" ]
if grep -rn "$(cd "$here/../.." && pwd)/Source" "$work/prefix/lib/cmake" "$work/prefix/include"; then
    echo "The package names the folder that it was built from." >&2
    exit 1
fi
"$work/prefix/bin/exemplar" --version | grep -qF "$version"
echo "installed, found and used: $version"
