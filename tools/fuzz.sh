#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the fuzzers of a folder, such as build/fuzz:
#
#     tools/fuzz.sh replay FOLDER        each case of tests/fuzz/corpus once
#     tools/fuzz.sh run FOLDER SECONDS   new cases; SECONDS for all fuzzers together
#     tools/fuzz.sh afl FOLDER SECONDS   the same with AFL++; programs built by
#                                        afl-clang-fast
#
# New cases that reach new code are kept in FOLDER/corpus, crashes in FOLDER/finds:
# a fuzzer repeats a crash if its argument is that file. AFL++ keeps both in
# FOLDER/afl.
set -euo pipefail

task=$1
folder=$2
seconds=${3:-0}
tests=$(cd "$(dirname "$0")/../tests" && pwd)
names=(loader maps options config script api events)
export LSAN_OPTIONS="suppressions=$tests/lsan.supp:print_suppressions=0"
export SDL_VIDEODRIVER=dummy

# Maps are pictures and use their dictionary.
find_dictionary() {
    local name=${1/maps/loader}
    if [ -e "$tests/fuzz/$name.dict" ]; then
        echo "-dict=$tests/fuzz/$name.dict"
    fi
}

replay() {
    local cases=("$tests/fuzz/corpus/$1"/*)
    if ! "$folder/fuzz-$1" "${cases[@]}" >"$folder/finds/$1.log" 2>&1; then
        tail -n 40 "$folder/finds/$1.log" >&2
        echo "fuzz: $1 failed, see $folder/finds/$1.log" >&2
        return 1
    fi
    echo "${#cases[@]}" >"$folder/finds/$1.runs"
}

run() {
    local log=$folder/finds/$1.log dictionary
    mkdir -p "$folder/corpus/$1"
    dictionary=$(find_dictionary "$1")
    # Without these two options, slow cases and repeat counts take most of the time.
    if ! "$folder/fuzz-$1" -max_total_time="$2" -print_final_stats=1 \
        -entropic_scale_per_exec_time=1 -use_counters=0 \
        -timeout=30 -artifact_prefix="$folder/finds/$1-" \
        ${dictionary:+"$dictionary"} "$folder/corpus/$1" \
        "$tests/fuzz/corpus/$1" >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "fuzz: $1 found something, see $folder/finds" >&2
        return 1
    fi
    sed -n 's/^stat::number_of_executed_units: *//p' "$log" \
        >"$folder/finds/$1.runs"
    tell_runs "$1" "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")"
}

tell_runs() {
    echo "fuzz: $1: $(cat "$folder/finds/$1.runs") runs, $2 a second"
}

find_figure() {
    sed -n "s/^$1 *: \([0-9]*\).*/\1/p" "$stats"
}

afl() {
    local out=$folder/afl/$1 log=$folder/finds/$1.log dictionary stats
    stats=$out/default/fuzzer_stats
    rm -rf "$out"
    mkdir -p "$out/tmp"
    dictionary=$(find_dictionary "$1")
    # Runs on machines that AFL++ advises against. It sets the sanitizers' options.
    if ! env -u LSAN_OPTIONS TMPDIR="$(realpath "$out/tmp")" AFL_NO_UI=1 \
        AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 \
        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
        afl-fuzz -V "$2" -t 10000 -i "$tests/fuzz/corpus/$1" -o "$out" \
        ${dictionary:+-x "${dictionary#-dict=}"} \
        -- "$folder/fuzz-$1" >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "fuzz: $1 could not be run" >&2
        return 1
    fi
    find_figure execs_done >"$folder/finds/$1.runs"
    if (($(find_figure saved_crashes) + $(find_figure saved_hangs) > 0)); then
        echo "fuzz: $1 found something, see $out/default" >&2
        return 1
    fi
    tell_runs "$1" "$(find_figure execs_per_sec)"
}

# Does the task with all names, JOBS at a time, by default one for each core.
do_all() {
    local jobs rounds share
    jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
    rounds=$(((${#names[@]} + jobs - 1) / jobs))
    share=$((seconds < rounds ? 1 : seconds / rounds))
    mkdir -p "$folder/finds"
    rm -f "$folder"/finds/*.runs
    printf '%s\n' "${names[@]}" | xargs -P "$jobs" -I '{}' \
        "$0" "one-$task" "$folder" "$share" '{}'
}

case $task in
one-replay)
    replay "$4"
    exit
    ;;
one-run | one-afl)
    "${task#one-}" "$4" "$seconds"
    exit
    ;;
esac
result=ok
do_all || result=failed
count=$(cat "$folder"/finds/*.runs 2>/dev/null |
    awk '{ count += $1 } END { print count + 0 }')
echo "fuzz: $count cases"
[ $result = ok ]
