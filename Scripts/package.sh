#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/package.sh [--out FOLDER]: writes out/Exemplar-VERSION.zip, to be unpacked into a project's Plugins folder.
set -euo pipefail
exec python3 "$(dirname "$0")/package.py" "$@"
