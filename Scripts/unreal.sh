#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/unreal.sh build UE_ROOT             packs the plug-in and builds the package with Unreal (RunUAT BuildPlugin)
# Scripts/unreal.sh test UE_ROOT [PROJECT]    runs its Automation tests in the editor, in a project that it writes unless one is named
# UE_ROOT is the folder that holds Engine/. Ends with `N passed, N failed, N skipped`. --help says the rest.
set -euo pipefail
exec python3 "$(dirname "$0")/unreal.py" "$@"
