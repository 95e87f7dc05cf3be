#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Fetches Alembic's source once, from Debian's source package alembic-graphics (Debian 12 has no Alembic), into the git-ignored
# folder `fetched` beside this script. Testing and sid move on, so the newest version they list is taken, and what is extracted is
# checked: its license, and a version not older than 1.8.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$here/fetched/CMakeLists.txt" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/../../Scripts/source-tarball.sh" "$work" alembic-graphics testing sid
mkdir "$work/alembic"
tar -C "$work/alembic" -xf "$work"/alembic-graphics_*.orig.tar.* --wildcards --strip-components=1 --exclude '*/Tests' --exclude '*HDF5*' \
    '*/CMakeLists.txt' '*/LICENSE.txt' '*/lib/Alembic'
cmake -DFOLDER="$work/alembic" -P "$here/check.cmake"
rm -rf "$here/fetched"
mv "$work/alembic" "$here/fetched"
