#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the program on Wayland desktops, and looks at the screenshots that grim takes: in a
# sway whose display is a window of Xvfb, so that it has a mouse and a keyboard; and in
# one whose displays are windows of another, headless one: closing such a window outside
# unplugs a display inside. Exit: 0 if all tests pass.
. "$(dirname "$0")/shell.sh"

program=${RIPPLE_PROGRAM:-build/release/ripple}
picture=$PWD/assets/coffee.png
sways=0

# Sets SWAYSOCK to the socket of process $1; fails until it answers.
find_sway() {
    SWAYSOCK=$(find "$XDG_RUNTIME_DIR" -name "sway-ipc.*.$1.sock")
    [[ -n $SWAYSOCK ]] && swaymsg -t get_outputs >/dev/null 2>&1
}

# Runs sway with the arguments as its variables; sets WAYLAND_DISPLAY and SWAYSOCK. sway
# refuses to be root.
start_sway() {
    sways=$((sways + 1))
    printf '%s\n' "xwayland disable" "default_border none" \
        'for_window [app_id=".*"] floating enable' >"$work/config"
    start env -u SWAYSOCK WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 "$@" \
        "${nobody[@]}" sway -c "$work/config" >"$work/sway.log" 2>&1
    sway=$last
    await 15 "no sway" find_sway "$sway"
    export WAYLAND_DISPLAY=wayland-$sways
}

tell() {
    swaymsg -q -- "$@" || fail "sway: $*"
}

start_ripple() {
    start "$program" --no-config "$@" "$picture" >"$work/ripple.log" 2>&1
    ripple=$last
}

# end_ripple COMMAND...: after that the program ends with status 0 in 5 s and without a
# message.
end_ripple() {
    local start=$SECONDS

    "$@"
    wait "$ripple" || fail "$*: ended with $?"
    ((SECONDS - start <= 5)) || fail "$*: took $((SECONDS - start)) s"
    ! grep '^ripple: ' "$work/ripple.log" || fail "$*: complained"
}

# Draws the calm picture in size $1 through the filter $2, to compare with.
want() {
    "$program" --no-config --rain 0 --size "$1" --frames 0 \
        --output "$work/calm.png" "$picture"
    unpack "$work/calm.png" "${2:-null}"
    width=${1%x*}
}

# differs CONDITION GRIM'S ARGUMENTS: awk's, of how many bytes of the screenshot differ
# from the calm picture, n, by how much at most, max, and of their mean place, x and y.
differs() {
    grim "${@:2}" "$work/now.png"
    unpack "$work/now.png"
    list_differences "$work/calm.png" "$work/now.png" | awk -v width="$width" '
        { x += int($1 / 3) % width; y += int($1 / 3 / width) }
        $2 * $2 > max * max { max = $2 }
        END { n = NR; x /= n ? n : 1; y /= n ? n : 1; exit !('"$1"') }'
}

# expect COMPLAINT GRIM'S ARGUMENTS: soon the calm picture is there.
expect() {
    await 15 "$1" differs "n == 0" "${@:2}"
}

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

# Windows of ripple fill $1 displays.
are_filled() {
    swaymsg -t get_tree -r >"$work/tree"
    (($(grep -A 40 '"app_id": "ripple"' "$work/tree" | grep -c '"fullscreen_mode": 1') == $1))
}

# open_window OPTION...: of 300x200 units of sway, where grim looks
open_window() {
    start_ripple --size 300x200 "$@"
    await 15 "no window of its own" is_shown '"visible": true'
    place 300 200
}

# Puts the window where grim looks, in size $1 x $2.
place() {
    tell "[app_id=ripple]" resize set "$1" "$2"
    tell "[app_id=ripple]" move absolute position 100 80
    area="100,80 $1x$2"
}

# The program takes less than one percent of a core, in two seconds.
rests() {
    local before

    before=$(read_ticks "$ripple")
    sleep 2
    ((($(read_ticks "$ripple") - before) * 50 <= $(getconf CLK_TCK)))
}

# The condition of a wave around $1, $2.
wave_at() {
    echo "n > 0 && x > $1 - 12 && x < $1 + 12 && y > $2 - 12 && y < $2 + 12"
}

test_input() {
    open_window --rain 0
    want 300x200
    expect "calm water is another picture" -g "$area"
    await 15 "calm water keeps it busy" rests
    click 180 140
    await 15 "no wave, or elsewhere" differs "$(wave_at 80 60)" -g "$area"
    press_key c
    expect "still not calm" -g "$area"
    place 640 480
    want 640x480
    expect "the window has not followed its size" -g "$area"
    press_key F1
    await 15 "no help" differs "n > 50000" -g "$area"
    press_key F1
    expect "the help has not gone" -g "$area"
    want 1280x720
    press_key f
    expect "the window does not fill the display" -g "0,0 1280x720"
    is_shown '"inhibit_idle": false' || fail "keeps the display awake"
    tell "[app_id=ripple]" fullscreen disable
    end_ripple tell "[app_id=ripple]" kill
}

# At scale 2 a frame has twice as many pixels; at 1.5 sway shrinks that frame.
test_scales() {
    tell output X11-1 scale 2
    open_window --rain 0
    want 600x400
    expect "twice as many pixels are not used" -g "$area"
    click 250 180
    await 15 "no wave, or elsewhere, at scale 2" differs "$(wave_at 300 200)" -g "$area"
    end_ripple tell "[app_id=ripple]" kill
    tell output X11-1 scale 1.5
    open_window --rain 0
    want 600x400 scale=450:300:flags=bilinear
    await 15 "another picture at scale 1.5" differs "max * max <= 40 * 40" -g "$area"
    end_ripple tell "[app_id=ripple]" kill
    tell output X11-1 scale 1
}

test_hiding() {
    tell workspace 1
    open_window --preset storm "$@"
    tell workspace 2
    await 15 "the window is still there" is_shown '"visible": false'
    await 15 "a hidden window keeps it busy" rests
    tell workspace 1
    grim -g "$area" "$work/calm.png"
    unpack "$work/calm.png"
    await 15 "the water has not come back" differs "n > 500" -g "$area"
}

# Display $1 shows the calm frame of size $2 from its column $3 on.
expect_part() {
    want "$2" "crop=1280:720:$3:0"
    expect "$1 does not show its part of $2" -o "$1"
}

unplug() {
    swaymsg -q -s "$outside" "[title=\"$1\"] kill"
    await 15 "the display that is left is not filled" are_filled 1
}

plug_in() {
    tell create_output
    await 15 "a new display is not filled" are_filled 2
}

# One frame over two displays; a wave from a stone right of the border reaches the
# display on the left.
test_span() {
    start_ripple --span --rain 0
    await 15 "--span does not fill two displays" are_filled 2
    expect_part WL-1 2560x720 0
    expect_part WL-2 2560x720 1280
    unplug WL-2
    expect_part WL-1 1280x720 0
    plug_in
    expect_part WL-1 2560x720 0
    expect_part WL-3 2560x720 1280
    end_ripple kill "$ripple"
    echo '0 stone 53% 50% 8% 2400' >"$work/stone"
    want 2560x720 crop=1280:720:0:0
    start_ripple --span --rain 0 --damping 12 --script "$work/stone"
    await 15 "no wave comes across" differs "n > 3000" -o WL-1
    end_ripple kill "$ripple"
}

# The first display goes, and all displays are renumbered.
test_all() {
    start_ripple --display all --rain 0
    await 15 "--display all does not fill two displays" are_filled 2
    expect_part WL-1 1280x720 0
    expect_part WL-3 1280x720 0
    unplug WL-1
    expect_part WL-3 1280x720 0
    plug_in
    expect_part WL-3 1280x720 0
    expect_part WL-4 1280x720 0
    end_ripple kill "$ripple"
}

# Wallpapers on two displays; the first one goes, and one comes.
test_wallpapers() {
    start_ripple --wallpaper --rain 0
    expect_part WL-3 1280x720 0
    expect_part WL-4 1280x720 0
    swaymsg -q -s "$outside" '[title="WL-3"] kill'
    sleep 1
    expect_part WL-4 1280x720 0
    tell create_output
    expect_part WL-5 1280x720 0
    expect_part WL-4 1280x720 0
    end_ripple kill "$ripple"
}

# A wallpaper is clicked, has the pixels of the display at any scale, and sleeps
# beneath a window in full screen.
test_wallpaper() {
    local wallpaper

    start_ripple --wallpaper --rain 0
    want 1280x720
    expect "no wallpaper" -o X11-1
    await 15 "a calm wallpaper keeps it busy" rests
    click 400 300
    await 15 "no wave in the wallpaper" differs "$(wave_at 400 300)" -o X11-1
    expect "the wallpaper does not calm down" -o X11-1
    tell output X11-1 scale 2
    expect "twice as many pixels are not used" -o X11-1
    tell output X11-1 scale 1
    tell output X11-1 transform 90
    want 720x1280
    expect "the wallpaper does not turn with its display" -o X11-1
    tell output X11-1 transform normal
    end_ripple kill "$ripple"
    start_ripple --wallpaper --preset storm
    wallpaper=$ripple
    start_ripple --fullscreen --rain 0
    await 15 "no window in full screen" are_filled 1
    ripple=$wallpaper
    await 15 "a covered wallpaper keeps it busy" rests
    tell "[app_id=ripple]" kill
    await 15 "the wallpaper has not come back" differs "n > 500" -o X11-1
    end_ripple kill "$wallpaper"
}

# The manual's line for the keys of sway, which shows the second picture.
test_keys() {
    local line folder=$work/pictures

    mkdir "$folder"
    cp assets/pebbles.jpg "$folder/1.jpg"
    cp "$picture" "$folder/2.png"
    line=$(sed -n 's/^bindsym .mod/bindsym Mod1/p' assets/share/man/man6/ripple.6)
    mkfifo -m 666 "$work/.ripple"
    tell "${line/\~/$work}"
    start "$program" --no-config --wallpaper --rain 0 --events "$work/.ripple" "$folder" \
        >"$work/ripple.log" 2>&1
    ripple=$last
    want 1280x720
    await 15 "no picture" rests
    press_key alt+n
    expect "a key does not show the next picture" -o X11-1
    end_ripple kill "$ripple"
}

# swayidle, as the manual has it; the pointer, the wheel or a key ends the saver.
test_saver() {
    local input

    for input in "seat seat0 cursor move 40 0" "seat seat0 cursor press button5" \
        "seat seat0 cursor press button1"; do
        start swayidle timeout 1 "$program --no-config --saver --preset pond"
        await 15 "no screensaver" are_filled 1
        await 15 "the screensaver is no water" differs "n > 500" -o X11-1
        tell seat seat0 cursor move 4 0
        sleep 0.3
        are_filled 1 || fail "the slightest movement ends the screensaver"
        # shellcheck disable=SC2086 # a command of several words
        tell $input
        await 5 "$input does not end the screensaver" are_filled 0
        end_process "$last"
    done
}

require Xvfb xdotool sway swaymsg swayidle grim ffmpeg setpriv
mkdir -m 700 "$work/run"
[[ ${#nobody[@]} == 0 ]] || chown 65534:65534 "$work/run"
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=/dev/null SWAYSOCK=
unset SDL_VIDEODRIVER SDL_RENDER_DRIVER DISPLAY WAYLAND_DISPLAY
start_sway WLR_BACKENDS=headless
outside=$SWAYSOCK
start_sway WLR_BACKENDS=wayland WLR_WL_OUTPUTS=2 # 1280x720 each
test_span
test_all
test_wallpapers
unset WAYLAND_DISPLAY
start_x 1280x720
start_sway DISPLAY="$display" WLR_BACKENDS=x11
tell output X11-1 mode 1280x720
test_input
test_scales
test_wallpaper
test_keys
test_saver
# An X server besides changes nothing.
export DISPLAY=$display
test_hiding
tell workspace 2
sleep 0.5
end_ripple kill "$ripple"
test_hiding --no-vsync
end_ripple end_process "$sway"
say "$cases cases: seen, touched, hidden, filled, plugged in and ended"
