#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Starts the program. Without a display it renders rain into build/ instead: a film
# where ffmpeg is, else less than 20 MB of Y4M.
#
# Usage: tools/run.sh PROGRAM [ARGUMENT]...
set -eu

program=$1
shift
log=build/run.log

# Shows and keeps the program's standard error, and keeps its exit status.
exec 3>&1
status=$({
    { "$program" "$@" 2>&1 >&3 && echo 0 >&4 || echo $? >&4; } |
        tee "$log" >&2
} 4>&1)
exec 3>&-
if [ "$status" = 0 ] || ! grep -q '^ripple: no display' "$log"; then
    rm -f "$log"
    exit "$status"
fi
rm -f "$log"
film=build/ripple.mp4 size=640x360 frames=600
command -v ffmpeg >/dev/null || film=build/ripple.y4m size=320x180 frames=220
echo "Rendering $frames frames of rain to $film, the last one to build/ripple.png."
exec "$program" --size $size --rain 6 --frames $frames --fps \
    --output build/ripple.png --output $film "$@"
