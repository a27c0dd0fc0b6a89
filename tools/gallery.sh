#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the pictures of the README: the animation, rows of presets and a row of
# looks. Needs the program, and ffmpeg.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/shell.sh
. tools/shell.sh

ripple=${RIPPLE:-build/release/ripple}

# animate FILE QUALITY: the frames at half their rate, in WebP.
animate() {
    "$ripple" --no-config --size 960x600 --rain 0 --rate 30 --frames 150 \
        --script "$work/script" --output - |
        ffmpeg -loglevel error -y -i - -vf "fps=15,scale=560:350:flags=lanczos" \
            -c:v libwebp_anim -quality "$2" -compression_level 6 -loop 0 "$1"
}

# picture NAME STEPS OPTIONS: a frame after that many steps.
picture() {
    name=$1
    steps=$2
    shift 2
    "$ripple" --no-config --size 640x400 --frames "$steps" \
        --output "$work/$name.png" "$@"
}

# row FILE NAMES: pictures beside each other, each 312x195.
row() {
    file=$1
    shift
    inputs=()
    filter=
    labels=
    count=0
    for name in "$@"; do
        inputs+=(-i "$work/$name.png")
        filter="${filter}[$count]scale=312:195:flags=area,pad=320:200:4:2:white[s$count];"
        labels="${labels}[s$count]"
        count=$((count + 1))
    done
    ffmpeg -loglevel error -y "${inputs[@]}" -filter_complex \
        "${filter}${labels}hstack=inputs=$count" -q:v 3 "$file"
}

cat >"$work/script" <<'END'
4 stone 30% 45% 4% 600
26 stone 68% 62% 3.2% 480
44 line 15% 85% 60% 78% 2.2% 330
74 stone 80% 25% 3.6% 540
END
animate assets/pond.webp 68

picture classic 40 --preset classic --rain 14
picture pond 45 --preset pond --rain 6
picture storm 90 --preset storm
picture waves 260 --preset waves --rain 5
picture puddle 300 --preset puddle
picture slits 420 --preset slits
picture harbour 620 --preset harbour
picture river 500 --preset river
row assets/presets-1.jpg classic pond storm waves
row assets/presets-2.jpg puddle slits harbour river

picture plain 90 --preset storm --light 0 --filter nearest
picture lit 90 --preset storm --light 90
picture heights 90 --preset storm --view heights
picture slopes 90 --preset storm --view slopes
row assets/looks.jpg plain lit heights slopes
