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
names=(loader maps y4m options config script api events)
# Runs a second of libFuzzer, also on a slow machine that does something else: alone
# on a core the slowest, events, makes some hundreds.
min_rate=20
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
    find "$tests/fuzz/${1/maps/loader}.dict" "$folder/$1.dict" 2>/dev/null || true
}

# try NAME COMPLAINT COMMAND: with its output in a log, the end of which is shown if
# it fails.
try() {
    local log=$folder/finds/$1.log

    "${@:3}" >"$log" 2>&1 && return
    tail -n 40 "$log" >&2
    echo "fuzz: $1 $2" >&2
    return 1
}

tell_runs() {
    echo "$2" >"$folder/finds/$1.runs"
    echo "fuzz: $1: $2 runs, $3 a second"
}

find_figure() {
    sed -nE "s/^$1 *: *([0-9]*).*/\1/p" "$2"
}

replay() {
    local cases=("$tests/fuzz/corpus/$1"/*)

    try "$1" "failed, see $folder/finds/$1.log" "$folder/fuzz-$1" "${cases[@]}"
    echo "${#cases[@]}" >"$folder/finds/$1.runs"
}

run() {
    local log=$folder/finds/$1.log dictionary mute="" rate

    mkdir -p "$folder/corpus/$1"
    dictionary=$(find_dictionary "$1")
    # Decoders write what is wrong with each picture.
    [[ $1 == loader ]] && mute=-close_fd_mask=2
    # Without these two options, slow cases and repeat counts take most of the time.
    try "$1" "found something, see $folder/finds" "$folder/fuzz-$1" \
        -entropic_scale_per_exec_time=1 -use_counters=0 -max_total_time="$2" \
        -print_final_stats=1 -timeout=30 -artifact_prefix="$folder/finds/$1-" $mute \
        ${dictionary:+"-dict=$dictionary"} "$folder/corpus/$1" \
        "$tests/fuzz/corpus/$1"
    rate=$(find_figure stat::average_exec_per_sec "$log")
    tell_runs "$1" "$(find_figure stat::number_of_executed_units "$log")" "$rate"
    if ((rate < min_rate)); then
        echo "fuzz: $1 makes less than $min_rate runs a second" >&2
        return 1
    fi
}

afl() {
    local out=$folder/afl/$1 dictionary stats

    stats=$out/default/fuzzer_stats
    rm -rf "$out"
    mkdir -p "$out/tmp"
    dictionary=$(find_dictionary "$1")
    # Runs on machines that AFL++ advises against. It sets the sanitizers' options.
    try "$1" "could not be run" env -u LSAN_OPTIONS TMPDIR="$(realpath "$out/tmp")" \
        AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 \
        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
        afl-fuzz -V "$2" -t 10000 -i "$tests/fuzz/corpus/$1" -o "$out" \
        ${dictionary:+-x "$dictionary"} -- "$folder/fuzz-$1"
    tell_runs "$1" "$(find_figure execs_done "$stats")" \
        "$(find_figure execs_per_sec "$stats")"
    if (($(find_figure saved_crashes "$stats") + $(find_figure saved_hangs "$stats"))); then
        echo "fuzz: $1 found something, see $out/default" >&2
        return 1
    fi
}

# All fuzzers, JOBS at a time, by default one for each core.
do_all() {
    local jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)} share result=0

    share=$((seconds / ((${#names[@]} + jobs - 1) / jobs)))
    mkdir -p "$folder/finds"
    rm -f "$folder"/finds/*.runs
    [[ $task == replay ]] || make_dictionaries
    printf '%s\n' "${names[@]}" | xargs -P "$jobs" -I '{}' \
        "$0" "one-$task" "$folder" $((share < 1 ? 1 : share)) '{}' || result=1
    cat "$folder"/finds/*.runs 2>/dev/null |
        awk '{ sum += $1 } END { printf "fuzz: %d cases\n", sum }'
    return $result
}

case $task in
one-replay) replay "$4" ;;
one-run) run "$4" "$seconds" ;;
one-afl) afl "$4" "$seconds" ;;
*) do_all ;;
esac
