#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Starts the program. Without a display it renders ten seconds of rain into build/
# instead.
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
echo "Rendering 10 seconds of rain to build/ripple.png and build/ripple.y4m."
exec "$program" --size 640x360 --rain 6 --frames 600 --fps \
    --output build/ripple.png --output build/ripple.y4m "$@"
