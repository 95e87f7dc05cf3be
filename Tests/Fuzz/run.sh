#!/usr/bin/env bash
# Copyright (c) 2026 Exemplar contributors. MIT license.
# Tests/Fuzz/run.sh SECONDS [SEED]: runs every libFuzzer program of the preset fuzz for so long over its corpus, as many
# at a time as there are cores. The same seed tries the same inputs in the same order, so that a run can be repeated;
# another seed looks elsewhere. Inputs that it finds go to build/fuzz/corpus, inputs that crash it to out/fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
export seconds=${1:-10} seed=${2:-1}
export ASAN_OPTIONS=allocator_may_return_null=0 UBSAN_OPTIONS=print_stacktrace=1

fuzz() { # NAME
    local found="build/fuzz/corpus/$1" log="out/fuzz/$1.log"
    rm -rf "$found"
    mkdir -p "$found" "Tests/Fuzz/Corpus/$1"
    if "build/fuzz/Tests/Fuzz/fuzz-$1" -seed="$seed" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 \
        -print_final_stats=1 -artifact_prefix="out/fuzz/$1-" "$found" "Tests/Fuzz/Corpus/$1" >"$log" 2>&1; then
        echo "$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s, clean"
        touch "out/fuzz/$1.clean"
    else
        echo "$1: FAILED"
        tail -n 60 "$log"
    fi
}
export -f fuzz

rm -rf out/fuzz
mkdir -p out/fuzz
names=()
for file in build/fuzz/Tests/Fuzz/fuzz-*; do
    names+=("${file##*/fuzz-}")
done
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I {} bash -c 'fuzz "$1"' fuzz {}
clean=$(find out/fuzz -name '*.clean' | wc -l)
echo "$clean passed, $((${#names[@]} - clean)) failed, 0 skipped"
[ "$clean" -eq ${#names[@]} ]
