#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Measures how quick a window is, in Xvfb at 1920x1080: the time from the start to
# the first frame with the built-in bed and with a JPEG of 12 megapixels, and the
# longest frame of a slideshow of 24 megapixels. Other programs delay both, so that
# the least of nine starts, and a frame's processor time, are a mistake only if they
# are four times what they are to be.
. "$(dirname "$0")/shell.sh"

ripple=${RIPPLE:-build/release/ripple}
runs=${RUNS:-9}
export XDG_STATE_HOME=/dev/null SDL_VIDEODRIVER=x11

# Makes $1, a JPEG of $2 pixels; $3 is the bed.
make_picture() {
    "$ripple" --no-config --picture "builtin:$3" --size "$2" --frames 0 \
        --output "$work/picture.png"
    ffmpeg -nostdin -v error -i "$work/picture.png" -vf noise=alls=6 -q:v 3 "$1"
}

has_frame() {
    grep -q '^shown' "$work/ripple.log"
}

# Starts ripple with these arguments, and prints the ms until it shows a frame.
time_start() {
    local began

    : >"$work/ripple.log"
    began=$(date +%s%N)
    LD_PRELOAD=$work/show_times.so start "$ripple" --no-config "$@" \
        2>>"$work/ripple.log"
    await 30 "no frame" has_frame
    end_process "$last"
    awk -v began="$began" '/^shown/ { printf "%.0f\n", ($2 - began) / 1e6; exit }' \
        "$work/ripple.log"
}

# report NAME GOAL ARGUMENT...: of all starts with these arguments.
report() {
    local what=$1 goal=$2 run

    shift 2
    for ((run = 0; run < runs; run++)); do
        time_start "$@"
    done | sort -g | awk -v what="$what" -v goal="$goal" -v runs="$runs" '
        { ms[NR] = $1 }
        END {
            printf "start: %s: first frame after %d ms (the least %d), to be at most %d ms: %d cases\n",
                what, ms[int((NR + 1) / 2)], ms[1], goal, NR
            exit ms[1] > 4 * goal || NR != runs
        }' || fail "$what: far too slow"
}

# The frames from 2 s after the first one on.
report_slides() {
    awk '
        /^shown/ {
            begun = begun ? begun : $2
            if (last && $2 > begun + 2e9) {
                frames++
                longest = $2 - last > longest ? $2 - last : longest
                work = $3 - used > work ? $3 - used : work
            }
            last = $2
            used = $3
        }
        END {
            printf "start: a slideshow of 24 megapixels: longest of %d frames %.0f ms, work %.0f ms (goal 25): 1 cases\n",
                frames, longest / 1e6, work / 1e6
            exit frames < 20 || work > 4 * 25e6
        }' "$work/ripple.log" || fail "a slideshow delays frames"
}

require Xvfb ffmpeg
# shellcheck disable=SC2046 # two words or more
${CC:-cc} -shared -fPIC -O2 $(pkg-config --cflags sdl2) \
    -o "$work/show_times.so" tools/compare/show_times.c -ldl
mkdir "$work/slides"
make_picture "$work/12.jpg" 4000x3000 slate
for bed in sand pebbles tiles; do
    make_picture "$work/slides/$bed.jpg" 6000x4000 $bed
done
start_x 1920x1080
export DISPLAY=$display
report "the bed" 250
report "a JPEG of 12 megapixels" 400 --size 1920x1080 "$work/12.jpg"
LD_PRELOAD=$work/show_times.so start "$ripple" --no-config --size 1920x1080 \
    --every 4 "$work/slides" 2>"$work/ripple.log"
sleep "${SECONDS_EACH:-15}"
end_process "$last"
report_slides
