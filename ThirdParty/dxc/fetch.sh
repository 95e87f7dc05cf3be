#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Fetches Microsoft's shader compiler once, out of the npm package that carries it for Windows, into build/dxc: a package of
# the plug-in takes what stands below ThirdParty/, and this is for tests alone.
set -euo pipefail
folder=$(cd "$(dirname "$0")/../.." && pwd)/build/dxc
package=webgpu@0.6.2
sha256=04cf618004bf19f789f54e8931c7f7106223bccd354b093c4ff725c748512602
[ -f "$folder/dxcompiler.dll" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$package" >/dev/null)
tar -C "$work" -xzf "$work"/webgpu-*.tgz package/dist/win32-x64/dxcompiler.dll
library=$work/package/dist/win32-x64/dxcompiler.dll
echo "$sha256  $library" | sha256sum --check --quiet
mkdir -p "$folder"
mv "$library" "$folder/dxcompiler.dll"
