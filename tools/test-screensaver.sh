#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs ripple in the real xscreensaver, installed and with the line of ripple.6, and
# switches it on and off 50 times: nothing may be left, no exit may look like a
# crash, and the screen must show a frame of the water to the pixel. The same in the
# preview of xscreensaver's settings, and by MATE's screensaver. Screenshots go to build/screensaver.
#
# Usage: tools/test-screensaver.sh [CYCLES]
. "$(dirname "$0")/shell.sh"

cycles=${1:-50}
shots=build/screensaver
home=$work/home
program=$work/prefix/bin/ripple

# xscreensaver does not run as root.
as_user() {
    exec "${nobody[@]}" env -i HOME="$home" DISPLAY="$display" \
        PATH="$work/prefix/bin:/usr/local/bin:/usr/bin:/bin:/usr/games" \
        NO_AT_BRIDGE=1 DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent "$@"
}

write_settings() {
    local line

    line=$(sed -n '/^"Ripple" /s/\\e/\\/gp' assets/share/man/man6/ripple.6)
    [[ $line == *'ripple --root  \n'\\ ]] || fail "ripple.6 has no line for it"
    mkdir "$home"
    printf '%s\n' 'timeout: 1:00:00' 'lock: False' 'splash: False' 'fade: False' \
        'unfade: False' 'mode: one' 'selected: 0' programs:\ \\ "$line" \
        >"$home/.xscreensaver"
    [[ ${#nobody[@]} == 0 ]] || chown -R 65534:65534 "$home"
}

command_saver() {
    (as_user xscreensaver-command "$@") >>"$work/command.log" 2>&1
}

# start_daemon SIZE: on a screen of its own
start_daemon() {
    start_x "$1"
    export DISPLAY=$display
    start as_user xscreensaver --no-splash --verbose >"$work/daemon.log" 2>&1
    daemon=$last
    await 20 "xscreensaver does not start" command_saver -time
}

# Whether a program from our prefix runs, no zombie; sets $ripple to its folder in /proc.
is_running() {
    ripple=$({ find /proc -maxdepth 2 -path '/proc/[0-9]*/exe' -lname "$program" -printf '%h\n' \
        2>/dev/null || true; } | head -n 1)
    [[ -n $ripple ]]
}

is_gone() {
    ! is_running
}

# A window, or without $2 the screen, as a PNG.
take_shot() {
    ffmpeg -nostdin -v error -y -f x11grab -draw_mouse 0 ${2:+-window_id "$2"} \
        -i "$display" -frames:v 1 -pix_fmt rgb24 "$1" 2>>"$work/ffmpeg.log"
}

# The checksums of numbered pictures, sorted.
list_sums() {
    ffmpeg -nostdin -v error -i "$1" -pix_fmt rgb24 -f framemd5 - |
        sed -n 's/^0,.* //p' | sort
}

# draw FRAMES OUTPUT: of the window, whose number is the seed
# shellcheck disable=SC2153 # xdotool sets it
draw() {
    "$program" --no-config --threads 1 --size "${WIDTH}x$HEIGHT" --seed "$WINDOW" \
        --frames "$1" --output "$2"
}

# More than 1/60 of the bytes of a window differ by more than 8 from calm water, as
# they do on sand: there are waves. Less than 9/10 differ at all: the window is not still empty.
shows_waves() {
    take_shot "$work/shot.png" "$WINDOW" && unpack "$work/shot.png" || return 1
    list_differences "$work/calm.png" "$work/shot.png" |
        awk -v bytes=$((WIDTH * HEIGHT * 3)) '
            $2 > 8 || $2 < -8 { strong++ }
            END { exit !(strong > bytes / 60 && NR < bytes * 9 / 10) }'
}

# A window shows, to the pixel, one of the frames that ripple has drawn until now
# with the seed it has there, and there are waves in it. One of twelve shots will do: the
# others may be taken while a frame is copied, or between two steps.
check_water() {
    local i

    eval "$(xdotool getwindowgeometry --shell "$2")"
    draw 0 "$work/calm.png"
    unpack "$work/calm.png"
    await 60 "no waves in $1" shows_waves
    for i in {1..12}; do
        take_shot "$work/shot-$i.png" "$WINDOW"
    done
    rm -rf "$work/frames"
    mkdir "$work/frames"
    draw $((($(ps -o etimes= -p "${ripple#/proc/}") + 1) * 60)) "$work/frames/%05d.png"
    comm -12 <(list_sums "$work/shot-%d.png") <(list_sums "$work/frames/%05d.png") | grep -q . ||
        fail "$1 is none of the frames"
    cp "$work/shot-1.png" "$shots/$1.png"
}

# The number in "--window-id 0x1c00003" or XSCREENSAVER_WINDOW.
find_window() {
    local id

    id=$(cat "$1/cmdline" "$1/environ" | tr '\0' '\n' |
        sed -n '/^--window-id$/{n;p;};s/^XSCREENSAVER_WINDOW=//p')
    echo $((${id%%$'\n'*}))
}

# The processes of the user.
count_processes() {
    { grep -lzxF "HOME=$home" /proc/[0-9]*/environ 2>/dev/null || true; } |
        wc -l
}

are_as_before() {
    (($(count_processes) <= processes))
}

read_memory() {
    ps -o rss= -p "$daemon" | xargs
}

switch_on() {
    command_saver -activate
    await 10 "$1: ripple does not start" is_running
}

switch_off() {
    command_saver -deactivate
    await 10 "$1: not all programs have ended" is_gone
}

# Some programs are stopped while they start, some after they have drawn.
test_cycles() {
    local i memory started=$SECONDS

    for ((i = 1; i <= cycles; i++)); do
        switch_on "cycle $i"
        sleep "0.$((i % 7))"
        switch_off "cycle $i"
        if ((i == 3)); then
            processes=$(count_processes)
            memory=$(read_memory)
        fi
    done
    await 5 "more processes than the $processes after cycle 3" are_as_before
    (($(read_memory) <= memory + 1024)) ||
        fail "the daemon has $(read_memory) kB, $memory after cycle 3"
    # SIGTERM ends a program that has not come to main yet.
    if grep -E 'child pid .*\(ripple\)|crashed' "$work/daemon.log" |
        grep -v 'exited normally with SIGTERM$'; then
        fail "ripple ended by itself"
    fi
    [[ $(grep -c 'killing pid .*(ripple)' "$work/daemon.log") == "$cycles" ]] ||
        fail "not every ripple was stopped by xscreensaver"
    say "$cycles cycles in $((SECONDS - started)) s," \
        "$processes processes and $memory kB before and after"
}

test_screen() {
    switch_on screen
    check_water screen "$(find_window "$ripple")"
    switch_off screen
    end_process "$daemon"
}

is_previewing() {
    is_running && grep -qzx -- --window-id "$ripple/cmdline"
}

test_preview() {
    local settings window

    start as_user xscreensaver-settings >"$work/settings.log" 2>&1
    settings=$last
    await 60 "no preview" is_previewing
    sleep 2 # it starts anew when the window is laid out
    await 10 "the preview has ended" is_previewing
    check_water preview "$(find_window "$ripple")"
    take_shot "$shots/settings.png"
    window=$(xdotool search --onlyvisible --name '^XScreenSaver.* Settings$' |
        tail -n 1)
    eval "$(xdotool getwindowgeometry --shell "$window")"
    xdotool mousemove $((X + WIDTH - 50)) $((Y + HEIGHT - 22)) # the Close button
    sleep 0.5
    xdotool click 1
    await 10 "left when the settings are closed" is_gone
    await 10 "the settings stay open" test ! -e "/proc/$settings"
}

# MATE's screensaver finds our list entry, and the program by a link.
test_mate() {
    local link=/usr/libexec/xscreensaver/ripple mate

    mkdir -p "${link%/*}"
    [[ -e $link ]] || ln -s "$program" "$link"
    start as_user XDG_DATA_DIRS="$work/prefix/share:/usr/share" XDG_CURRENT_DESKTOP=MATE \
        GSETTINGS_BACKEND=keyfile dbus-run-session bash -c '
            gsettings set org.mate.screensaver lock-enabled false
            gsettings set org.mate.screensaver mode single
            gsettings set org.mate.screensaver themes "[\"screensavers-ripple\"]"
            mate-screensaver --no-daemon &
            until mate-screensaver-command --activate; do sleep 0.2; done
            wait' >"$work/mate.log" 2>&1
    mate=$last
    await 30 "MATE: ripple does not start" is_running
    check_water mate "$(find_window "$ripple")"
    xdotool mousemove_relative 50 50 key space
    await 10 "MATE: ripple does not end" is_gone
    end_process "$mate"
    [[ $(readlink "$link") != "$program" ]] || rm "$link"
}

require xscreensaver xscreensaver-settings mate-screensaver dbus-run-session Xvfb xdotool ffmpeg setpriv
unset XSCREENSAVER_WINDOW
mkdir -p "$shots"
make --no-print-directory PREFIX="$work/prefix" install >"$work/install.log"
write_settings
start_daemon 480x360
test_cycles
test_screen
start_daemon 1024x768
test_preview
end_process "$daemon"
start_x 480x360
export DISPLAY=$display
test_mate
say "$cases cases: nothing left behind, nothing crashed"
