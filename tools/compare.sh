#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Frames per second of other water beside ours, on this machine: the xscreensaver
# hack `ripples` and GStreamer's `rippletv` (on Debian: xscreensaver-data,
# gstreamer1.0-tools, gstreamer1.0-plugins-good, xvfb). Their work is not the same: see
# the last column. SECONDS_EACH and SIZES may be set.
. "$(dirname "$0")/shell.sh"

sizes=${SIZES:-640x480 1920x1080 3840x2160}
seconds=${SECONDS_EACH:-5}
PATH=$PATH:/usr/libexec/xscreensaver:/usr/lib/xscreensaver

has() {
    command -v "$1" >/dev/null
}

# The median of the seconds but the first, in which it starts.
measure_ripples() {
    has ripples || return 0
    LD_PRELOAD=$work/show_times.so timeout "$((seconds + 2))" \
        ripples -root -delay 0 -rate 5 2>&1 >/dev/null |
        awk '/^shown/ { print int($2 / 1e9) }' | uniq -c | tail -n +2 | sort -g |
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

    has gst-launch-1.0 || return 0
    awk -v n=$frames -v t="$(run_gst "$1" $frames "rippletv mode=rain !")" \
        -v u="$(run_gst "$1" $frames "")" 'BEGIN { printf "%.0f", n / (t - u) }'
}

# bench SIZE COLUMN OPTION...: in frames per second
bench() {
    build/release/ripple-bench --sizes "$1" --scenes rain --seconds "$seconds" \
        --json "${@:3}" | grep -oE "\"$2\": [0-9.]+" | awk '{ printf "%.0f", $2 }'
}

make --no-print-directory build/release/ripple-bench >/dev/null
${CC:-cc} -shared -fPIC -O2 -o "$work/show_times.so" tools/compare/show_times.c -ldl
while IFS='|' read -r name does command; do
    printf '%-22s' "$name"
    for size in $sizes; do
        start_x "$size"
        printf '%12s' "$(export DISPLAY=$display && eval "$command")"
        end_process "$last"
    done
    printf '   %s\n' "$does"
done <<'END'
|work done|echo $size
xscreensaver ripples|grid 1/2, refraction, light, copy to Xvfb|measure_ripples $size
GStreamer rippletv|grid 1/2, refraction|measure_rippletv $size
ripple, rain|grid 1, refraction|bench $size fps
ripple, rain, shown|the same, upload and present to Xvfb|bench $size shown_fps --present --renderers surface
the same, by SDL|the same, SDL's software renderer|bench $size shown_fps --present --renderers software
END
