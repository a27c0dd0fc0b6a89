#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Frames per second of other water beside ours, on this machine: the xscreensaver
# hack `ripples` and GStreamer's `rippletv`, if they are installed (on Debian:
# xscreensaver-data, gstreamer1.0-tools, gstreamer1.0-plugins-good, xvfb). Their work
# is not the same: see the last column. SECONDS_EACH and SIZES may be set.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/shell.sh
. tools/shell.sh

sizes=${SIZES:-640x480 1920x1080 3840x2160}
seconds=${SECONDS_EACH:-5}
bench=build/release/ripple-bench

make --no-print-directory build/release/ripple-bench >/dev/null

median() {
    sort -g | awk '{ value[NR] = $1 } END { if (NR) print value[int((NR + 1) / 2)] }'
}

find_ripples() {
    for folder in /usr/libexec/xscreensaver /usr/lib/xscreensaver; do
        if [ -x $folder/ripples ] && command -v Xvfb >/dev/null; then
            echo $folder/ripples
            return
        fi
    done
}

# Without the first second, in which it starts.
measure_ripples() {
    start_x "$1"
    DISPLAY=$display LD_PRELOAD=$work/count_frames.so timeout "$((seconds + 2))" \
        "$ripples" -root -delay 0 -rate 5 2>"$work/ripples.log" >/dev/null || true
    end_process "$last"
    awk '/frames per second/ && n++ { print $4 }' "$work/ripples.log" | median
}

run_gst() {
    start=$(date +%s.%N)
    # shellcheck disable=SC2086 # the effect is a list of words or none
    gst-launch-1.0 -q videotestsrc pattern=white num-buffers="$2" ! \
        "video/x-raw,format=BGRx,width=${1%x*},height=${1#*x}" ! \
        videoconvert ! $3 fakesink >/dev/null 2>&1
    awk -v start="$start" -v end="$(date +%s.%N)" 'BEGIN { print end - start }'
}

# The time that the effect adds to a stream without it.
measure_rippletv() {
    frames=$((seconds * 40000000 / (${1%x*} * ${1#*x}) + 20))
    with=$(run_gst "$1" $frames "rippletv mode=rain !")
    without=$(run_gst "$1" $frames "")
    awk -v n=$frames -v t="$with" -v u="$without" 'BEGIN { print n / (t - u) }'
}

column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        NR == 2 { print $c }'
}

measure_ours() {
    $bench --sizes "$1" --scenes rain --seconds "$seconds" --csv | column fps
}

measure_ours_shown() {
    start_x "$1"
    DISPLAY=$display SDL_RENDER_DRIVER=software $bench --sizes "$1" --scenes rain \
        --seconds "$seconds" --csv --present >"$work/csv"
    end_process "$last"
    for name in frame_ms upload_ms present_ms; do
        column $name <"$work/csv"
    done | awk '{ sum += $1 } END { print 1000 / sum }'
}

print_row() {
    name=$1 measure=$2 work_done=$3
    printf '%-22s' "$name"
    for size in $sizes; do
        printf '%12.0f' "$($measure "$size")"
    done
    printf '   %s\n' "$work_done"
}

printf '%-22s' ""
for size in $sizes; do
    printf '%12s' "$size"
done
printf '   work done\n'
ripples=$(find_ripples)
if [ -n "$ripples" ]; then
    ${CC:-cc} -shared -fPIC -O2 -o "$work/count_frames.so" \
        tools/compare/count_frames.c -ldl
    print_row "xscreensaver ripples" measure_ripples \
        "grid 1/2, refraction, light, copy to Xvfb"
else
    echo "xscreensaver ripples: not installed here"
fi
if gst-inspect-1.0 rippletv >/dev/null 2>&1; then
    print_row "GStreamer rippletv" measure_rippletv "grid 1/2, refraction"
else
    echo "GStreamer rippletv: not installed here"
fi
print_row "ripple, rain" measure_ours "grid 1, refraction"
if command -v Xvfb >/dev/null; then
    print_row "ripple, rain, shown" measure_ours_shown \
        "the same, upload and present to Xvfb"
fi
