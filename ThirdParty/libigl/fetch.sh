#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Fetches libigl's headers once, from Debian's source package slic3r-prusa (Debian has no package of libigl itself), into
# the git-ignored folder `fetched` beside this script. apt works with lists, cache and sources of its own in a temporary
# folder: the machine's configuration is not touched. The mirror is the one that the machine itself installs Debian 12 from.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
file=slic3r-prusa_2.5.0+dfsg.orig.tar.xz
sha256=07807f7fed5077e617be98cab36f7b2cb8e895e80d324dc7b67862ecbb76431a
[ -f "$here/fetched/igl/cotmatrix.h" ] && exit 0

mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(CODENAME) $(COMPONENT)' 'Identifier: Packages' |
    awk '($2 == "bookworm" || $3 == "bookworm") && $4 == "main" { print $1; exit }')
if [ -z "$mirror" ]; then
    echo "No mirror of Debian 12 (bookworm, main) in apt's configuration. Add one, or set EXEMPLAR_LIBIGL_DIR to a copy of libigl." >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sources" "$work/lists/partial" "$work/cache/archives/partial"
cat >"$work/sources/debian.sources" <<SOURCES
Types: deb-src
URIs: $mirror
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
options=(-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/sources" -o Dir::State::Lists="$work/lists"
    -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root -qq)
apt-get "${options[@]}" update
(cd "$work" && apt-get "${options[@]}" source --download-only slic3r-prusa)
echo "$sha256  $work/$file" | sha256sum --check --quiet

tar -C "$work" -xf "$work/$file" --wildcards '*/src/libigl/igl'
igl=$(find "$work" -type d -path '*/src/libigl/igl' -print -quit)
rm -rf "$igl/copyleft"
mkdir -p "$here/fetched"
mv "$igl" "$here/fetched/igl"
