#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Has ThreadSanitizer watch all that works with threads: the crew, pools that
# go from thread to thread while their settings change, and the program with
# an album, whose pictures another thread reads, offscreen and in a window that
# nobody sees. Not a report is let pass, but of what SDL frees by itself: how it
# keeps its own threads apart cannot be seen.
#
# Usage: tools/threads.sh BUILD-FOLDER [CASES]
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1
cases=${2:-8}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TSAN_OPTIONS="exitcode=66 ignore_noninstrumented_modules=1 ${TSAN_OPTIONS:-}"
export CK_FORK=no CK_TIMEOUT_MULTIPLIER=10

CK_RUN_SUITE=thread_pool "$build/ripple-library-tests"
CK_RUN_CASE=use "$build/ripple-library-tests"
"$build/ripple-stress" "$cases"

mkdir "$folder/album"
cp assets/{harbour,lens,puddle}.png "$folder/album"
cat >"$folder/script" <<END
0 set rain 30
20 set filter nearest
30 set preset river
60 set preset torus
90 set edges open
END
"$build/ripple" --no-config --frames 120 --size 200x150 --every 0.4 \
    --threads 3 --script "$folder/script" --output "$folder/frame.png" \
    "$folder/album"
echo "threads: an album offscreen: 1 cases"

# Until it is told to end.
SDL_VIDEODRIVER=dummy "$build/ripple" --no-config --size 200x150 --every 0.4 \
    --rain 10 --threads 3 --renderer software "$folder/album" &
window=$!
sleep 10
kill -TERM "$window"
status=0
wait "$window" || status=$?
if [[ $status != 0 ]]; then
    echo "threads: the window ended with $status" >&2
    exit 1
fi
echo "threads: an album in a window: 1 cases"
