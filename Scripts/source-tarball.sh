#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/source-tarball.sh FOLDER PACKAGE SUITE...: downloads the upstream tarball of a Debian source package into FOLDER, in
# the newest version that the suites list, checked by apt against the signed index. apt works with lists, cache and sources of its
# own in a temporary folder: the machine's configuration is not touched. The mirror is the one that the machine itself installs
# Debian 12 from.
set -euo pipefail
folder=$1 package=$2
shift 2

mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(CODENAME) $(COMPONENT)' 'Identifier: Packages' |
    awk '($2 == "bookworm" || $3 == "bookworm") && $4 == "main" { print $1; exit }')
if [ -z "$mirror" ]; then
    echo "No mirror of Debian 12 (bookworm, main) in apt's configuration: the source of $package cannot be fetched." >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sources" "$work/lists/partial" "$work/cache/archives/partial"
cat >"$work/sources/debian.sources" <<SOURCES
Types: deb-src
URIs: $mirror
Suites: $*
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
options=(-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/sources" -o Dir::State::Lists="$work/lists"
    -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root -qq)
apt-get "${options[@]}" update
(cd "$folder" && apt-get "${options[@]}" source --download-only --tar-only "$package")
