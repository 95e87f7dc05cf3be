#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Fetches xatlas (one header, one source file) once, from Debian's source package godot, which holds an unmodified copy, into the
# git-ignored folder `fetched` beside this script. Only the bench `atlas` uses it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
file=godot_3.2.3-stable.orig.tar.gz
sha256=4c2a8e7da1ad05c6223b0ff6cf2be124dad6708b56a8ec9910dc2aaf82a553ae
[ -f "$here/fetched/xatlas.cpp" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/../../Scripts/source-tarball.sh" "$work" godot bookworm
echo "$sha256  $work/$file" | sha256sum --check --quiet
mkdir "$work/xatlas"
tar -C "$work/xatlas" -xf "$work/$file" --wildcards --strip-components=3 '*/thirdparty/xatlas/*'
rm -rf "$here/fetched"
mv "$work/xatlas" "$here/fetched"
