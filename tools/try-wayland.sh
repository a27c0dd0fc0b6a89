#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the program under Wayland: in a sway whose display is a window of Xvfb,
# so that it has a mouse and a keyboard, and looks at what grim sees there.
# Exit: 0 when all is as it should be.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=tools/desk.sh
. tools/desk.sh

start_server() {
    exec 3>"$work/number"
    start Xvfb -displayfd 3 -screen 0 1280x720x24 -noreset -nolisten tcp \
        >/dev/null 2>&1
    exec 3>&-
    await "no Xvfb" test -s "$work/number"
    display=:$(cat "$work/number")
}

# As a person would, by the keyboard and the mouse of the X server.
press_key() {
    DISPLAY=$display xdotool key "$1"
}

click() {
    tell seat seat0 cursor set "$1" "$2"
    tell seat seat0 cursor press button1
    tell seat seat0 cursor release button1
}

# The window's entry in sway's tree, a field in each line.
show_window() {
    swaymsg -t get_tree -r | grep -A 12 -B 60 '"app_id": "ripple"'
}

is_shown() {
    show_window >"$work/tree" 2>/dev/null && grep -q "$1" "$work/tree"
}

start_ripple() {
    start "$program" --no-config --fps "$@" "$picture" >"$work/says" 2>&1
    ripple=$last
    await "no window of its own" is_shown '"visible": true'
}

# What has been started ends by itself, in order, and soon.
expect_end() {
    local status=0 start=$SECONDS

    wait "$ripple" || status=$?
    [[ $status == 0 ]] || fail "$1: ended with $status"
    ((SECONDS - start <= 5)) || fail "$1: took $((SECONDS - start)) s"
    if grep '^ripple: ' "$work/says"; then
        fail "$1: complained"
    fi
}

# Where the window is, and as large as it is to be: for grim, in units of sway.
place() {
    tell "[app_id=ripple]" resize set "$1" "$2"
    tell "[app_id=ripple]" move absolute position 100 80
    area="100,80 $1x$2"
}

see() {
    look -g "$area"
}

is_calm() {
    see
    is_wanted
}

differs() {
    see
    is_other "$1"
}

# No byte differs by more than $1.
is_near() {
    see
    [[ $(stat -c %s "$work/now.png.raw") == \
        $(stat -c %s "$work/calm.png.raw") ]] || return
    { cmp -l "$work/calm.png.raw" "$work/now.png.raw" || true; } |
        awk -v most="$1" '
            function value(octal) {
                return int(octal / 100) * 64 + int(octal / 10) % 10 * 8 + \
                    octal % 10
            }
            { d = value($2) - value($3); if (d > most || -d > most) bad++ }
            END { exit bad > 0 }'
}

# The middle of all that differs, in pixels of a picture as wide as $1.
find_wave() {
    see
    { cmp -l "$work/calm.png.raw" "$work/now.png.raw" || true; } |
        awk -v width="$1" '
            { p = int(($1 - 1) / 3); sx += p % width; sy += int(p / width) }
            END { if (NR > 0) print int(sx / NR), int(sy / NR) }'
}

is_wave_near() {
    local x y

    read -r x y <<<"$(find_wave "$1")" || return
    [[ -n $y ]] && ((x > $2 - 12 && x < $2 + 12 && y > $3 - 12 && y < $3 + 12))
}

read_ticks() {
    sed 's/.*) //' "/proc/$ripple/stat" | awk '{ print $12 + $13 }'
}

# Takes less than one percent of a core, in two seconds.
rests() {
    local before

    before=$(read_ticks)
    sleep 2
    ((($(read_ticks) - before) * 50 <= $(getconf CLK_TCK)))
}

try_hands() {
    start_ripple --rain 0 --size 300x200
    place 300 200
    want 300x200
    await "calm water is another picture" is_calm
    await "calm water keeps it busy" rests
    click 180 140
    await "no wave, or elsewhere" is_wave_near 300 80 60
    press_key c
    await "still not calm" is_calm
}

try_sizes() {
    place 640 480
    want 640x480
    await "the window has not followed its size" is_calm
    press_key F1
    await "no help" differs 50000
    press_key F1
    await "the help has not gone" is_calm
    want 1280x720
    area="0,0 1280x720"
    press_key f
    await "the window does not fill the display" is_calm
    is_shown '"inhibit_idle": false' || fail "keeps the display awake"
    tell "[app_id=ripple]" fullscreen disable
}

close_ripple() {
    tell "[app_id=ripple]" kill
    expect_end "a closed window"
}

# Twice as many pixels; one and a half is a picture made smaller by sway.
try_scales() {
    tell output X11-1 scale 2
    start_ripple --rain 0 --size 300x200
    place 300 200
    want 600x400
    await "twice as many pixels are not used" is_calm
    click 250 180
    await "no wave, or elsewhere, at scale 2" is_wave_near 600 300 200
    close_ripple
    tell output X11-1 scale 1.5
    start_ripple --rain 0 --size 300x200
    place 300 200
    want 600x400 scale=450:300:flags=bilinear
    await "another picture at scale 1.5" is_near 40
    close_ripple
    tell output X11-1 scale 1
}

try_hiding() {
    tell workspace 1
    start_ripple --preset storm --size 300x200 "$@"
    place 300 200
    tell workspace 2
    await "the window is still there" is_shown '"visible": false'
    await "a hidden window keeps it busy" rests
    tell workspace 1
    want 300x200
    see
    cp "$work/now.png.raw" "$work/calm.png.raw"
    await "the water has not come back" differs 500
}

require Xvfb xdotool sway swaymsg grim ffmpeg setpriv
start_server
start_sway DISPLAY="$display" WLR_BACKENDS=x11 <<'END'
output X11-1 mode 1280x720
for_window [app_id="ripple"] floating enable
END
try_hands
try_sizes
close_ripple
try_scales
# An X server that is there too changes nothing.
export DISPLAY=$display
try_hiding
tell workspace 2
sleep 0.5
kill "$ripple"
expect_end "a hidden window"
try_hiding --no-vsync
end_process "$sway"
expect_end "without its compositor"
echo "$name: $cases cases: seen, touched, hidden and ended"
