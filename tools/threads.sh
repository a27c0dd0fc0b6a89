#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs all that works with threads under ThreadSanitizer: the thread pool, pools
# that go from thread to thread while their settings change, and the program with a
# slideshow, whose pictures another thread reads, headless and in a window without a
# display. Every report counts, except those from inside SDL, whose own
# synchronisation is invisible to it.
#
# Usage: tools/threads.sh BUILD-FOLDER [CASES]
. "$(dirname "$0")/shell.sh"

build=$1
count=${2:-8}
export TSAN_OPTIONS="exitcode=66 ignore_noninstrumented_modules=1 ${TSAN_OPTIONS:-}"
export CK_FORK=no CK_TIMEOUT_MULTIPLIER=10

CK_RUN_SUITE=thread_pool "$build/ripple-library-tests"
CK_RUN_CASE=use "$build/ripple-library-tests"
"$build/ripple-random" stress "$count"

mkdir "$work/pictures"
cp assets/{harbour,lens,puddle}.png "$work/pictures"
cat >"$work/script" <<END
0 set rain 30
20 set filter nearest
30 set preset river
60 set preset torus
90 set edges open
END
"$build/ripple" --no-config --frames 120 --size 200x150 --every 0.4 \
    --threads 3 --script "$work/script" --output "$work/frame.png" \
    "$work/pictures"
say "a slideshow without a window: 1 cases"

SDL_VIDEODRIVER=dummy start "$build/ripple" --no-config --size 200x150 --every 0.4 \
    --rain 10 --threads 3 --renderer software "$work/pictures"
sleep 10
kill -TERM "$last"
wait "$last" || fail "the window ended with $?"
say "a slideshow in a window: 1 cases"
