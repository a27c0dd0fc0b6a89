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
# FOLDER/afl. A fourth argument runs one fuzzer.
. "$(dirname "$0")/shell.sh"

task=$1
folder=$2
seconds=${3:-0}
names=(loader maps y4m options config script api events)
# Runs a second of libFuzzer, also on a slow machine that does something else: alone
# on a core the slowest, events, makes some hundreds.
min_rate=20
export LSAN_OPTIONS="suppressions=$PWD/tests/lsan.supp:print_suppressions=0"
export SDL_VIDEODRIVER=dummy

# The words of options, configuration and scripts, for NAME.dict in the folder.
make_dictionaries() {
    local options values events list program=build/release/ripple
    local numbers='-1 1e3 1e-6 nan inf 0x1p3 32768 18446744073709551615 1,1 -4,4
        3x4 builtin: .png .y4m .mp4 .pgm %05d.png \x0a'

    make -s $program
    options=$($program --help all | sed -n 's/^ *--\([a-z-]*\).*/\1/p')
    values=$({
        $program --help all | sed -n 's/^ *--[a-z-]* [A-Z]\{3,\} *//p'
        for list in presets models simd renderers; do
            $program --list $list | sed 's/ .*//'
        done
    } | grep -oE '[a-z0-9]{3,}' | sort -u)
    events=$(grep -rhoE '"STEP [a-z]+' src/play | cut -c7-)
    # shellcheck disable=SC2086 # words, none of which has a blank
    {
        printf '"--%s"\n' $options >"$folder/options.dict"
        printf '"%s "\n' $options '\x0d\x0a' ' #' >"$folder/config.dict"
        printf '"%s "\n' $events 0 0/1 % 100% -1000% 2147483647 -2147483648 >"$folder/script.dict"
        printf '"set %s "\n' $options >>"$folder/script.dict"
        printf '"%s"\n' $values $numbers |
            tee -a "$folder"/{options,config,script}.dict >/dev/null
    }
}

# find_figure NAME FILE: a whole number
find_figure() {
    sed -nE "s/^$1 *: *([0-9]*).*/\1/p" "$2"
}

# do_one NAME: its number of runs is in finds/NAME.runs
do_one() {
    local log=$folder/finds/$1.log out=$folder/afl/$1 cases=("tests/fuzz/corpus/$1"/*)
    local fuzzer=$folder/fuzz-$1 command mute=() dictionary finds=0 runs=${#cases[@]} rate

    # Maps are pictures and use their dictionary, which is written by hand.
    dictionary=$(find "tests/fuzz/${1/maps/loader}.dict" "$folder/$1.dict" 2>/dev/null || true)
    # Decoders write what is wrong with each picture.
    [[ $1 != loader ]] || mute=(-close_fd_mask=2)
    mkdir -p "$folder/corpus/$1" "$out/tmp"
    rm -rf "$out/default"
    case $task in
    replay) command=("$fuzzer" "${cases[@]}") ;;
    # Without the first two options, slow cases and repeat counts take most of the time.
    run) command=("$fuzzer" -entropic_scale_per_exec_time=1 -use_counters=0
        -max_total_time="$seconds" -print_final_stats=1 -timeout=30
        -artifact_prefix="$folder/finds/$1-" "${mute[@]}"
        ${dictionary:+"-dict=$dictionary"} "$folder/corpus/$1" "tests/fuzz/corpus/$1") ;;
    # Runs on machines that AFL++ advises against. It sets the sanitizers' options.
    afl) command=(env -u LSAN_OPTIONS TMPDIR="$(realpath "$out/tmp")"
        AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1
        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
        afl-fuzz -V "$seconds" -t 10000 -i "tests/fuzz/corpus/$1" -o "$out"
        ${dictionary:+-x "$dictionary"} -- "$fuzzer") ;;
    esac
    "${command[@]}" >"$log" 2>&1 || {
        tail -n 40 "$log" >&2
        fail "$1 failed, see $log"
    }
    case $task in
    run)
        runs=$(find_figure stat::number_of_executed_units "$log")
        rate=$(find_figure stat::average_exec_per_sec "$log")
        ((rate >= min_rate)) || fail "$1 makes less than $min_rate runs a second"
        ;;
    afl)
        log=$out/default/fuzzer_stats
        runs=$(find_figure execs_done "$log")
        rate=$(find_figure execs_per_sec "$log")
        finds=$(($(find_figure saved_crashes "$log") + $(find_figure saved_hangs "$log")))
        ;;
    esac
    echo "$runs" >"$folder/finds/$1.runs"
    say "$1: $runs runs${rate:+, $rate a second}"
    ((finds == 0)) || fail "$1 found something, see $out/default"
}

if [[ -n ${4:-} ]]; then
    do_one "$4"
    exit
fi
# All fuzzers, JOBS at a time, by default one for each core.
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
share=$((seconds / ((${#names[@]} + jobs - 1) / jobs)))
mkdir -p "$folder/finds"
rm -f "$folder"/finds/*.runs
[[ $task == replay ]] || make_dictionaries
result=0
printf '%s\n' "${names[@]}" | xargs -P "$jobs" -I '{}' \
    "$0" "$task" "$folder" $((share < 1 ? 1 : share)) '{}' || result=1
cat "$folder"/finds/*.runs 2>/dev/null |
    awk '{ sum += $1 } END { printf "fuzz: %d cases\n", sum }'
exit $result
