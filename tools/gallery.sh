#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the pictures of the README: the animation, rows of presets, and 1999
# beside today. Needs the program, and ffmpeg.
. "$(dirname "$0")/shell.sh"

ripple=${RIPPLE:-build/release/ripple}
pictures=0

# picture STEPS PRESET OPTIONS: a frame after that many steps.
picture() {
    pictures=$((pictures + 1))
    "$ripple" --no-config --size 640x400 --frames "$1" --preset "${@:2}" \
        --output "$work/$pictures.png"
}

# row FILE: the last four pictures beside each other, each 312x195.
row() {
    ffmpeg -loglevel error -y -start_number $((pictures - 3)) -i "$work/%d.png" \
        -vf scale=312:195:flags=area,pad=320:200:4:2:white,tile=4x1 \
        -frames:v 1 -q:v 3 "$1"
}

cat >"$work/script" <<'END'
4 stone 30% 45% 4% 1800
26 stone 68% 62% 3.2% 1440
44 line 15% 85% 60% 78% 2.2% 990
74 stone 80% 25% 3.6% 1620
END
# At half the rate of its frames.
"$ripple" --no-config --size 960x600 --rain 0 --rate 30 --frames 150 \
    --script "$work/script" --output - |
    ffmpeg -loglevel error -y -i - -vf fps=15,scale=560:350:flags=lanczos \
        -c:v libwebp_anim -quality 68 -compression_level 6 -loop 0 assets/pond.webp

picture 40 classic --rain 14
picture 45 pond --rain 6
picture 90 storm
picture 260 waves --rain 5
row assets/presets-1.jpg
picture 300 puddle
picture 420 slits
picture 620 harbour
picture 500 river
row assets/presets-2.jpg

# The same rain, as in 1999 and today.
picture 70 classic --rain 9 --seed 3
picture 70 pond --rain 9 --seed 3
ffmpeg -loglevel error -y -start_number $((pictures - 1)) -i "$work/%d.png" \
    -vf pad=652:400:6:0:white,tile=2x1,crop=1292:400:6:0 -frames:v 1 -q:v 3 \
    assets/looks.jpg
