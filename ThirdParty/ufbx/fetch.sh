#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Fetches ufbx (one header, one source file) once, from Debian's source package godot, which holds an unmodified copy, into the
# git-ignored folder `fetched` beside this script. Testing and sid move on, so the newest version they list is taken, and what is
# extracted is checked: its license, and a version not older than 0.20.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$here/fetched/ufbx.c" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/../../Scripts/source-tarball.sh" "$work" godot testing sid
mkdir "$work/ufbx"
tar -C "$work/ufbx" -xf "$work"/godot_*.orig.tar.* --wildcards --strip-components=3 \
    '*/thirdparty/ufbx/ufbx.h' '*/thirdparty/ufbx/ufbx.c' '*/thirdparty/ufbx/LICENSE'
cmake -DFOLDER="$work/ufbx" -P "$here/check.cmake"
rm -rf "$here/fetched"
mv "$work/ufbx" "$here/fetched"
