#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `ripple --wallpaper` on Xvfb: behind a window and clicked beside it, deaf to keys,
# asleep under a window in full screen, and told by a pipe what to do, with a window
# manager, with a compositor as well, and with neither; and on two displays. With HOURS
# only so many of them on a fast clock, with windows that come and go: its memory does
# not grow. Exit: 0 if all of it holds.
#
# Usage: tools/test-wallpaper.sh [HOURS]
. "$(dirname "$0")/shell.sh"

rests() {
    local before

    before=$(read_ticks "$ripple")
    sleep 4
    [[ $(read_ticks "$ripple") == "$before" ]]
}

begin() {
    start env DISPLAY="$display" HOME="$work" "$@" >>"$work/desktop.log" 2>&1
}

begin_wallpaper() {
    begin build/release/ripple --no-config --wallpaper --preset pond --rain 0 --seed 1 \
        --events "$work/pipe"
    ripple=$last
}

# The arguments are the programs of a desktop.
test_desktop() {
    local program processes=()

    : >"$work/desktop.log"

    for program in "$@"; do
        # shellcheck disable=SC2086 # a program and its options
        begin $program
        processes+=("$last")
        sleep 1
    done
    begin xterm -bg white -geometry 40x10+20+20
    processes+=("$last")
    begin_wallpaper
    await 20 "$*: no water" is_water 400 300
    await 20 "$*: no window over the water" is_plain 150 100
    DISPLAY=$display xdotool key q Escape Escape mousemove 410 310 click 1
    await 5 "$*: no ring" is_moving 400 300
    if (($# > 0)); then
        begin xterm -bg white -fullscreen
        await 20 "$*: no full screen" is_plain 400 300
        sleep 1
        await 5 "$*: runs though it is covered" rests
        end_process "$last"
        await 20 "$*: does not come back" is_water 400 300
        DISPLAY=$display xdotool mousemove 410 310 click 1
        await 5 "$*: no ring after it was covered" is_moving 400 300
    fi
    echo "nonsense" >"$work/pipe"
    await 5 "$*: nothing said" grep -q "pipe: line 1: nonsense: no such event" \
        "$work/desktop.log"
    echo quit >"$work/pipe"
    wait "$ripple" || fail "$*: ripple has failed: $?"
    for program in "${processes[@]}"; do
        end_process "$program"
    done
}

# Two displays of an X server that has no hardware; the second one is plugged in later.
# A window in full screen on the first one leaves the second one awake.
test_displays() {
    cat >"$work/dummy.conf" <<'END'
Section "Device"
    Identifier "none"
    Driver "dummy"
    VideoRam 64000
EndSection
Section "Monitor"
    Identifier "any"
    HorizSync 5-1000
    VertRefresh 5-200
EndSection
Section "Screen"
    Identifier "both"
    Device "none"
    Monitor "any"
    DefaultDepth 24
    SubSection "Display"
        Virtual 1280 480
        Modes "640x480"
    EndSubSection
EndSection
END
    exec 3>"$work/number"
    start Xorg -displayfd 3 -config "$work/dummy.conf" -noreset -nolisten tcp \
        -logfile "$work/xorg.log" >/dev/null 2>&1
    exec 3>&-
    await 20 "no X server with displays" test -s "$work/number"
    display=:$(<"$work/number")
    export DISPLAY=$display
    begin openbox
    sleep 1
    xrandr --newmode second 25 640 656 752 800 480 490 492 525
    xrandr --addmode DUMMY1 second
    begin_wallpaper
    await 20 "no water on the first display" is_water 400 300
    xrandr --output DUMMY1 --mode second --right-of DUMMY0
    xrandr >"$work/outputs" # a cable makes the server look, too
    await 20 "no water on a display that comes" is_water 1000 300
    begin xterm -bg white -geometry 40x10+20+20
    await 20 "no window over the water" is_plain 150 100
    begin xterm -bg white -fullscreen
    await 20 "no full screen" is_plain 400 300
    xdotool mousemove 1010 310 click 1
    await 5 "no ring on the second display" is_moving 1000 300
    await 30 "not calm again" rests
    echo quit >"$work/pipe"
    wait "$ripple" || fail "displays: ripple has failed: $?"
}

# A recipe of the manual: the lines from $1 to the end of the literal block.
print_recipe() {
    sed -n "/^$1/,/^\.Ed/{/^\.Ed/!p;}" assets/share/man/man6/ripple.6
}

# Music that beats each second, and rain that its program tells.
test_recipes() {
    mkfifo "$work/.ripple" "$work/music"
    ln -sf .ripple "$work/pipe"
    printf '%s\n' '[general]' bars=1 '[input]' method=fifo sample_rate=44100 \
        "source=$work/music" '[output]' channels=mono method=raw data_format=ascii \
        ascii_max_range=100 >"$work/beat"
    start_x 640x480
    export DISPLAY=$display HOME=$work
    begin_wallpaper
    await 20 "recipes: no water" is_water 400 300
    start ffmpeg -nostdin -v error -re -f lavfi \
        -i "sine=70,volume='if(lt(mod(t,1),0.2),1,0)':eval=frame" -ac 2 -ar 44100 \
        -f s16le -y "$work/music" 2>/dev/null
    music=$last
    start timeout 60 bash -c "cd; $(print_recipe "cava -p beat")" >"$work/cava.log" 2>&1
    await 20 "no ring of a beat" is_moving 400 300
    end_process "$last"
    end_process "$music"
    await 30 "recipes: not calm again" rests
    start timeout 60 bash -c "sleep() { command sleep 1; }; rain-now() { echo 20; }
        $(print_recipe "while sleep 900")"
    await 20 "no rain" is_moving 400 300
    end_process "$last"
    echo quit >"$work/.ripple"
    wait "$ripple" || fail "recipes: ripple has failed: $?"
    rm "$work/pipe"
}

# The peak of memory in kB, and the number of open files.
read_use() {
    awk '/^VmHWM/ { print $2 }' "/proc/$1/status"
    find "/proc/$1/fd" | wc -l
}

test_hours() {
    local i before end=$((SECONDS + $1 * 3600 / 360))

    require faketime
    start_x 320x240
    export DISPLAY=$display
    begin openbox
    begin picom --backend xrender
    sleep 1
    begin faketime -f "+0 x360" build/release/ripple --no-config --wallpaper
    await 20 "no water" is_water 200 150
    ripple=$(pgrep -n -P "$last" || echo "$last")
    for ((i = 1; SECONDS < end; i++)); do
        begin xterm -geometry "20x5+$((i * 37 % 200))+$((i * 53 % 150))"
        sleep 0.5
        xdotool mousemove $((i * 71 % 320)) $((i * 31 % 240)) click 1
        end_process "$last"
        if ((i % 4 == 0)); then
            begin xterm -fullscreen
            sleep 1
            end_process "$last"
        fi
        ((i != 20)) || before=$(read_use "$ripple")
    done
    [[ $(read_use "$ripple") == "$before" ]] ||
        fail "memory and files: $(read_use "$ripple" | xargs), early $(xargs <<<"$before")"
    say "$1 hours, $i windows: $(xargs <<<"$before") kB and files at the most, as early"
}

if (($# > 0)); then
    test_hours "$1"
    exit
fi
require Xvfb Xorg xrandr cava openbox picom xterm xdotool ffmpeg
unset WAYLAND_DISPLAY
test_recipes
mkfifo "$work/pipe"
test_desktop
test_desktop openbox
test_desktop openbox "picom --backend xrender"
test_displays
say "$cases cases: behind all windows, and asleep when covered"
