#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Frames per second of other water beside ours, on this machine: the xscreensaver
# hack `ripples` and GStreamer's `rippletv`, if they are installed (on Debian:
# xscreensaver-data, gstreamer1.0-tools, gstreamer1.0-plugins-good, xvfb). Their work
# is not the same: see the last column. SECONDS_EACH and SIZES may be set.
. "$(dirname "$0")/shell.sh"

sizes=${SIZES:-640x480 1920x1080 3840x2160}
seconds=${SECONDS_EACH:-5}
PATH=$PATH:/usr/libexec/xscreensaver:/usr/lib/xscreensaver

has() {
    command -v "$1" >/dev/null
}

# The median of the seconds but the first, in which it starts.
measure_ripples() {
    start_x "$1"
    DISPLAY=$display LD_PRELOAD=$work/count_frames.so timeout "$((seconds + 2))" \
        ripples -root -delay 0 -rate 5 2>"$work/ripples.log" >/dev/null || true
    end_process "$last"
    grep '^frame ' "$work/ripples.log" | uniq -c | tail -n +2 | sort -g |
        awk '{ count[NR] = $1 } END { print count[int((NR + 1) / 2)] }'
}

run_gst() {
    local start effect

    start=$(date +%s.%N)
    read -ra effect <<<"$3"
    gst-launch-1.0 -q videotestsrc pattern=white num-buffers="$2" ! \
        "video/x-raw,format=BGRx,width=${1%x*},height=${1#*x}" ! \
        videoconvert ! "${effect[@]}" fakesink >/dev/null 2>&1
    awk -v start="$start" -v end="$(date +%s.%N)" 'BEGIN { print end - start }'
}

# The time that the effect adds to a stream without it.
measure_rippletv() {
    local frames=$((seconds * 40000000 / (${1%x*} * ${1#*x}) + 20))

    awk -v n=$frames -v t="$(run_gst "$1" $frames "rippletv mode=rain !")" \
        -v u="$(run_gst "$1" $frames "")" 'BEGIN { printf "%.0f", n / (t - u) }'
}

# A column of the bench in frames per second, for a size and more options.
run_bench() {
    build/release/ripple-bench --sizes "$2" --scenes rain --seconds "$seconds" \
        --json "${@:3}" | grep -oE "\"$1\": [0-9.]+" | awk '{ printf "%.0f", $2 }'
}

measure_ours() {
    run_bench fps "$1"
}

measure_ours_shown() {
    start_x "$1"
    DISPLAY=$display run_bench shown_fps "$1" --present \
        --renderers "${renderer:-surface}"
    end_process "$last"
}

measure_software() {
    renderer=software measure_ours_shown "$1"
}

# print_row NAME LAST-COLUMN COMMAND: what the command prints for each size.
print_row() {
    printf '%-22s' "$1"
    for size in $sizes; do
        printf '%12s' "$("$3" "$size")"
    done
    printf '   %s\n' "$2"
}

make --no-print-directory build/release/ripple-bench >/dev/null
print_row "" "work done" echo
if has ripples && has Xvfb; then
    ${CC:-cc} -shared -fPIC -O2 -o "$work/count_frames.so" \
        tools/compare/count_frames.c -ldl
    print_row "xscreensaver ripples" \
        "grid 1/2, refraction, light, copy to Xvfb" measure_ripples
else
    echo "xscreensaver ripples: not installed here"
fi
if gst-inspect-1.0 rippletv >/dev/null 2>&1; then
    print_row "GStreamer rippletv" "grid 1/2, refraction" measure_rippletv
else
    echo "GStreamer rippletv: not installed here"
fi
print_row "ripple, rain" "grid 1, refraction" measure_ours
if has Xvfb; then
    print_row "ripple, rain, shown" "the same, upload and present to Xvfb" \
        measure_ours_shown
    print_row "the same, by SDL" "the same, SDL's software renderer" \
        measure_software
fi
