#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Scripts/setup.sh [--all]: installs what is missing to build and test (Debian 12 packages, libigl, ufbx, Alembic, npm packages);
# quick when nothing is. --all adds what `Scripts/test.sh --all` needs: the other compilers and systems.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    g++ cmake ninja-build ccache git ca-certificates xz-utils clang clang-format libclang-rt-dev
    libeigen3-dev libimath-dev libgtest-dev libgmock-dev libcli11-dev nlohmann-json3-dev libstb-dev
    libmeshoptimizer-dev
    glslang-tools spirv-tools libvulkan-dev mesa-vulkan-drivers vulkan-validationlayers
)
case "${1:-}" in
    "") ;;
    --all) packages+=(llvm mono-mcs wine64 googletest g++-mingw-w64-x86-64-posix g++-aarch64-linux-gnu qemu-user) ;;
    *) echo "usage: Scripts/setup.sh [--all]" >&2; exit 2 ;;
esac
# These often come from elsewhere than Debian: what counts is the command.
command -v python3 >/dev/null || packages+=(python3)
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
command -v chromium >/dev/null || packages+=(chromium)

missing=()
for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "Installing ${missing[*]}"
    if [ "$(id -u)" -eq 0 ]; then
        root=()
    elif command -v sudo >/dev/null; then
        root=(sudo)
    else
        echo "Neither root nor sudo here. As root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    "${root[@]}" apt-get -qq update
    "${root[@]}" apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
fi

# CMake looks for libigl in this order too, and downloads it from upstream when all of them fail.
if [ -z "${EXEMPLAR_LIBIGL_DIR:-}" ] && [ ! -f /usr/include/igl/cotmatrix.h ] && [ ! -f /usr/local/include/igl/cotmatrix.h ]; then
    ThirdParty/libigl/fetch.sh || echo "libigl could not be fetched from Debian; CMake will download it from upstream." >&2
fi

# Without one of these, CMake downloads it from upstream, or leaves its format out.
for library in ufbx alembic mikktspace; do
    ThirdParty/$library/fetch.sh || echo "$library could not be fetched from Debian; CMake will try to download it from upstream." >&2
done

installed=Tests/EndToEnd/node_modules/.package-lock.json
if [ ! -f "$installed" ] || [ Tests/EndToEnd/package-lock.json -nt "$installed" ]; then
    if npm ci --prefix Tests/EndToEnd --no-audit --no-fund --loglevel error; then
        touch "$installed"
    else
        echo "The npm packages of Tests/EndToEnd could not be installed: checks that need them are left out." >&2
        [ "${CI:-}" != true ]
    fi
fi
