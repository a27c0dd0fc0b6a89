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

# The words of options, configuration and scripts, for NAME.dict in the folder.
make_dictionaries() {
    local options values events list program=$tests/../build/release/ripple
    local numbers='-1 1e3 1e-6 nan inf 0x1p3 32768 18446744073709551615 1,1 -4,4
        3x4 builtin: .png .y4m .mp4 .pgm %05d.png \x0a'

    make -s -C "$tests/.." build/release/ripple
    options=$("$program" --help all | sed -n 's/^ *--\([a-z-]*\).*/\1/p')
    values=$({
        "$program" --help all | sed -n 's/^ *--[a-z-]* [A-Z]\{3,\} *//p'
        for list in presets models simd renderers; do
            "$program" --list $list | sed 's/ .*//'
        done
    } | grep -oE '[a-z0-9]{3,}' | sort -u)
    events=$(grep -rhoE '"STEP [a-z]+' "$tests/../src/play" | cut -c7-)
    # shellcheck disable=SC2086 # words, none of which has a blank
    {
        printf '"--%s"\n' $options >"$folder/options.dict"
        printf '"%s "\n' $options >"$folder/config.dict"
        printf '"%s"\n' '\x0d\x0a' ' # ' >>"$folder/config.dict"
        printf '"%s "\n' $events 0 0/1 % >"$folder/script.dict"
        printf '"set %s "\n' $options >>"$folder/script.dict"
        printf '"%s"\n' 100% -1000% 2147483647 -2147483648 \
            >>"$folder/script.dict"
        printf '"%s"\n' $values $numbers |
            tee -a "$folder"/{options,config,script}.dict >/dev/null
    }
}

# Maps are pictures and use their dictionary, which is written by hand.
find_dictionary() {
    local name=${1/maps/loader} path
    for path in "$tests/fuzz/$name.dict" "$folder/$name.dict"; do
        if [ -e "$path" ]; then echo "-dict=$path"; fi
    done
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
if [ "$task" != replay ]; then make_dictionaries; fi
result=ok
do_all || result=failed
count=$(cat "$folder"/finds/*.runs 2>/dev/null |
    awk '{ count += $1 } END { print count + 0 }')
echo "fuzz: $count cases"
[ $result = ok ]
