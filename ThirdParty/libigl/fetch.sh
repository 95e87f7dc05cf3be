#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Fetches libigl's headers once, from Debian's source package slic3r-prusa (Debian has no package of libigl itself), into
# the git-ignored folder `fetched` beside this script.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
file=slic3r-prusa_2.5.0+dfsg.orig.tar.xz
sha256=07807f7fed5077e617be98cab36f7b2cb8e895e80d324dc7b67862ecbb76431a
[ -f "$here/fetched/igl/cotmatrix.h" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/../../Scripts/source-tarball.sh" "$work" slic3r-prusa bookworm || {
    echo "Set EXEMPLAR_LIBIGL_DIR to a copy of libigl." >&2
    exit 1
}
echo "$sha256  $work/$file" | sha256sum --check --quiet

tar -C "$work" -xf "$work/$file" --wildcards '*/src/libigl/igl'
igl=$(find "$work" -type d -path '*/src/libigl/igl' -print -quit)
rm -rf "$igl/copyleft"
mkdir -p "$here/fetched"
mv "$igl" "$here/fetched/igl"
