#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# wine-run.sh PROGRAM.exe [ARGUMENT...]: runs a Windows program under Debian's wine64, whose package installs the loader in
# its library folder and no command. The Windows folder ("prefix") is the project's own, below build/.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
wine=/usr/lib/wine/wine64
[ -x "$wine" ] || { echo "wine64 is missing: run Scripts/setup.sh --all" >&2; exit 127; }
export WINEPREFIX="${WINEPREFIX:-$root/build/wine}" WINEDEBUG=-all WINEARCH=win64
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="

# One process makes the prefix; others that start at the same time wait for it. The server stays for a while, because
# starting it costs more than a test.
if [ ! -f "$WINEPREFIX/ready" ]; then
    mkdir -p "$WINEPREFIX"
    (
        flock 9
        if [ ! -f "$WINEPREFIX/ready" ]; then
            "$wine" wineboot.exe --init >/dev/null 2>&1 </dev/null 9>&-
            touch "$WINEPREFIX/ready"
        fi
    ) 9>"$WINEPREFIX.lock"
fi
/usr/lib/wine/wineserver64 -p60 >/dev/null 2>&1 </dev/null || true
exec "$wine" "$@"
