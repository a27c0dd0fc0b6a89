#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the pictures of the README: two films, the presets, a desktop
# under water, and 1999 beside today. Needs the program, ffmpeg and an X server.
# `make gallery` calls it.
. "$(dirname "$0")/shell.sh"

ripple=${RIPPLE:-build/release/ripple}
pictures=0

# picture LABEL STEPS OPTIONS: a frame after that many steps, 620x388 by default.
picture() {
    pictures=$((pictures + 1))
    "$ripple" --no-config --size 960x600 --frames "$2" "${@:3}" \
        --output "$work/frame.png"
    ffmpeg -loglevel error -y -i "$work/frame.png" -vf "scale=-2:388:flags=area,
        drawtext=text=$1:x=14:y=h-18-max_glyph_a:fontsize=22:fontcolor=white:
        shadowx=1:shadowy=1:borderw=2:bordercolor=black@0.4" "$work/$pictures.png"
}

# sheet FILE COUNT: the first pictures in two columns.
sheet() {
    ffmpeg -loglevel error -y -i "$work/%d.png" -frames:v 1 -q:v 4 \
        -vf "tile=2x$(($2 / 2)):padding=8:color=white" "$1"
}

# click STEP PLACE RADIUS WEIGHT: the splashes of a click.
click() {
    awk -v step="$1" -v place="$2" -v radius="$3" -v weight="$4" 'BEGIN {
        split("1 .62 .42 .27 .16", share)
        for (i = 1; i <= 5; i++)
            printf "%d splash %s %.1f%% %d 14\n", step + 22 * (i - 1), place,
                radius * (i > 1 ? .72 : 1), weight * share[i] }'
}

# Two clicks, a stone is dragged along, rain begins and ends. The drag is an arch
# of short lines; each takes out first where the last one ended, as player_drag.
{
    click 0 '26% 42%' 5 2400
    click 16 '66% 56%' 4.4 2100
    awk 'function y(t) { return 84 - 88 * t * (1 - t) }
        BEGIN { for (i = 0; i < 24; i++) {
            t = i / 24; u = (i + 1) / 24
            at = sprintf("%.1f%% %.1f%%", 8 + 84 * t, y(t))
            to = sprintf("%.1f%% %.1f%%", 8 + 84 * u, y(u))
            printf "%d stone %s 3.1%% -430\n%d line %s %s 3.1%% 430\n",
                96 + i, at, 96 + i, at, to } }'
    echo '160 set rain 9'
    echo '270 set rain 0'
} | sort -n -s >"$work/script"
# The loop has steps 40 to 340. Its last 36 steps fade into the 36 before step 40.
# Frames are whole: libwebp_anim keeps blocks of older frames, which show in waves.
"$ripple" --no-config --preset pond --light 80 --rain 0 --size 1280x720 \
    --frames 340 --script "$work/script" --output - |
    ffmpeg -loglevel error -y -i - -vf fps=30,scale=960:540:flags=area \
        "$work/film-%03d.png"
ffmpeg -loglevel error -y -framerate 30 -start_number 21 -i "$work/film-%03d.png" \
    -framerate 30 -start_number 3 -i "$work/film-%03d.png" -filter_complex \
    "[1]trim=end_frame=18[first];[0][first]xfade=duration=0.6:offset=4.4" \
    -frames:v 150 -c:v libwebp -quality 28 -compression_level 6 -loop 0 \
    assets/pond.webp

for preset in $("$ripple" --list presets | awk '{ print $1 }'); do
    steps=120
    options=()
    case $preset in
    classic) steps=70 options=(--rain 9 --seed 3) ;;
    retro) options=(--rain 6 --size 320x200) ;;
    pond) steps=75 options=(--rain 4 --seed 5) ;;
    harbour) steps=450 ;;
    torus) options=(--size 1930x600) ;; # the odd one at the end: as wide as two
    esac
    picture "$preset" $steps --preset "$preset" "${options[@]}"
done
sheet "$work/pairs.png" $((pictures - 1))
ffmpeg -loglevel error -y -i "$work/pairs.png" -i "$work/$pictures.png" -q:v 4 \
    -filter_complex "[1]pad=0:ih+8:0:8:white[last];[0][last]vstack" \
    assets/presets.jpg

# A landscape, six seconds; the loop fades as above.
"$ripple" --no-config --preset hills --camera -30,12,0.55 --size 1600x900 --frames 796 \
    --output - | ffmpeg -loglevel error -y -i - -vf \
    "select=gte(n\,400),fps=30,scale=800:450:flags=area" "$work/sea-%03d.png"
ffmpeg -loglevel error -y -framerate 30 -start_number 19 -i "$work/sea-%03d.png" \
    -framerate 30 -start_number 1 -i "$work/sea-%03d.png" -filter_complex \
    "[1]trim=end_frame=18[first];[0][first]xfade=duration=0.6:offset=5.4,fps=25" \
    -frames:v 150 -c:v libwebp -quality 24 -compression_level 6 -loop 0 \
    assets/hills.webp

# The same clicks, as in 1999 and today.
pictures=0
{
    click 0 '30% 42%' 7 2400
    click 14 '68% 58%' 6 2400
} | sort -n -s >"$work/script"
picture 1999 80 --preset classic --rain 0 --bed tiles --script "$work/script"
picture today 80 --preset pond --rain 0 --bed tiles --script "$work/script"
sheet assets/looks.jpg 2

# A desktop under water, with hills as its background.
terminal() {
    start xterm -fa Monospace -fs 9 -bg '#101820' -fg '#dfe7ea' \
        -geometry "$1" -T "$2" -e "sed -n '$3' $2; sleep 60" 2>/dev/null
}

start_x 1280x720
export DISPLAY=$display
start openbox 2>/dev/null
start "$ripple" --no-config --root --preset hills
sleep 3
terminal 86x22+60+60 README.md '1,22p'
terminal 80x16+590+400 src/lib/kernels/limits.inc '1,60p'
start xclock -geometry 190x190+1010+60 -bg '#f4f1ea' 2>/dev/null
sleep 2
{
    click 0 '42% 52%' 4.7 2400
    click 20 '72% 36%' 4.2 2100
} | sort -n -s >"$work/script"
"$ripple" --no-config --picture-from screen --preset pond --light 80 --rain 0 \
    --script "$work/script" --frames 90 --output "$work/frame.png"
ffmpeg -loglevel error -y -i "$work/frame.png" -q:v 4 assets/desktop.jpg
