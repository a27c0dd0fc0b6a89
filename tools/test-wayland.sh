#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the program under Wayland, in a sway whose display is a window of Xvfb, so
# that it has a mouse and a keyboard, and looks at the screenshots that grim takes.
# Exit: 0 if all tests pass.
. "$(dirname "$0")/sway.sh"

# By the keyboard of the X server and the mouse of sway.
press_key() {
    DISPLAY=$display xdotool key "$1"
}

click() {
    tell seat seat0 cursor set "$1" "$2"
    tell seat seat0 cursor press button1
    tell seat seat0 cursor release button1
}

# The window's entry in sway's tree, a field in each line, matches $1.
is_shown() {
    swaymsg -t get_tree -r >"$work/tree"
    grep -A 12 -B 60 '"app_id": "ripple"' "$work/tree" | grep -q "$1"
}

open_window() {
    start_ripple "$@"
    await 15 "no window of its own" is_shown '"visible": true'
}

# The program ends with status 0 in 5 s and without a message.
expect_end() {
    local status=0 start=$SECONDS

    wait "$ripple" || status=$?
    [[ $status == 0 ]] || fail "$1: ended with $status"
    ((SECONDS - start <= 5)) || fail "$1: took $((SECONDS - start)) s"
    if grep '^ripple: ' "$work/ripple.log"; then
        fail "$1: complained"
    fi
}

# Puts the window where grim looks, in size $1 x $2, in units of sway.
place() {
    tell "[app_id=ripple]" resize set "$1" "$2"
    tell "[app_id=ripple]" move absolute position 100 80
    area="100,80 $1x$2"
}

# No byte differs by more than $1.
is_near() {
    look -g "$area"
    list_differences "$work/calm.png" "$work/now.png" >"$work/differences" &&
        awk -v max="$1" '$2 > max || -$2 > max { bad = 1 } END { exit bad }' \
            "$work/differences"
}

# The mean place of all that differs, in a picture of width $1, is $2, $3.
is_wave_near() {
    look -g "$area"
    list_differences "$work/calm.png" "$work/now.png" | awk \
        -v width="$1" -v x="$2" -v y="$3" '
        { pixel = int($1 / 3); sx += pixel % width; sy += int(pixel / width) }
        function near(sum, to) { sum = int(sum / NR); return sum > to - 12 && sum < to + 12 }
        END { exit !(NR > 0 && near(sx, x) && near(sy, y)) }'
}

# The program takes less than one percent of a core, in two seconds.
rests() {
    local before

    before=$(read_ticks "$ripple")
    sleep 2
    ((($(read_ticks "$ripple") - before) * 50 <= $(getconf CLK_TCK)))
}

test_input() {
    open_window --rain 0 --size 300x200
    place 300 200
    want 300x200
    await 15 "calm water is another picture" shows -g "$area"
    await 15 "calm water keeps it busy" rests
    click 180 140
    await 15 "no wave, or elsewhere" is_wave_near 300 80 60
    press_key c
    await 15 "still not calm" shows -g "$area"
}

test_sizes() {
    place 640 480
    want 640x480
    await 15 "the window has not followed its size" shows -g "$area"
    press_key F1
    await 15 "no help" differs 50000 -g "$area"
    press_key F1
    await 15 "the help has not gone" shows -g "$area"
    want 1280x720
    press_key f
    await 15 "the window does not fill the display" shows -g "0,0 1280x720"
    is_shown '"inhibit_idle": false' || fail "keeps the display awake"
    tell "[app_id=ripple]" fullscreen disable
}

close_window() {
    tell "[app_id=ripple]" kill
    expect_end "a closed window"
}

# At scale 2 a frame has twice as many pixels; at 1.5 sway shrinks that frame.
test_scales() {
    tell output X11-1 scale 2
    open_window --rain 0 --size 300x200
    place 300 200
    want 600x400
    await 15 "twice as many pixels are not used" shows -g "$area"
    click 250 180
    await 15 "no wave, or elsewhere, at scale 2" is_wave_near 600 300 200
    close_window
    tell output X11-1 scale 1.5
    open_window --rain 0 --size 300x200
    place 300 200
    want 600x400 scale=450:300:flags=bilinear
    await 15 "another picture at scale 1.5" is_near 40
    close_window
    tell output X11-1 scale 1
}

test_hiding() {
    tell workspace 1
    open_window --preset storm --size 300x200 "$@"
    place 300 200
    tell workspace 2
    await 15 "the window is still there" is_shown '"visible": false'
    await 15 "a hidden window keeps it busy" rests
    tell workspace 1
    look -g "$area"
    cp "$work/now.png.raw" "$work/calm.png.raw"
    await 15 "the water has not come back" differs 500 -g "$area"
}

require Xvfb xdotool sway swaymsg grim ffmpeg setpriv
start_x 1280x720
start_sway DISPLAY="$display" WLR_BACKENDS=x11 <<'END'
output X11-1 mode 1280x720
for_window [app_id="ripple"] floating enable
END
test_input
test_sizes
close_window
test_scales
# An X server besides changes nothing.
export DISPLAY=$display
test_hiding
tell workspace 2
sleep 0.5
kill "$ripple"
expect_end "a hidden window"
test_hiding --no-vsync
end_process "$sway"
expect_end "without its compositor"
say "$cases cases: seen, touched, hidden and ended"
