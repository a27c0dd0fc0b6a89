#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# ripple in the real xscreensaver, as it is installed and with the line of
# ripple.6: switched on and off 50 times, nothing may be left, no exit may look like
# a crash, and what is on the screen must be a frame of the water to the pixel;
# the same in the preview of its settings. Pictures go to build/screensaver.
set -euo pipefail
cd "$(dirname "$0")/.."

cycles=${1:-50}
shots=build/screensaver
frames_per_second=60

for tool in xscreensaver xscreensaver-settings Xvfb xdotool ffmpeg setpriv; do
    if ! command -v $tool >/dev/null; then
        echo "try-screensaver: skipped, there is no $tool" >&2
        exit 0
    fi
done

work=$(mktemp -d)
home=$work/home
program=$work/prefix/bin/ripple
jobs=()

finish() {
    local job

    for job in "${jobs[@]}"; do
        kill "$job" 2>/dev/null || true
    done
    wait
    rm -rf "$work"
}
trap finish EXIT

fail() {
    echo "try-screensaver: $*" >&2
    tail -n 20 "$work"/*.log >&2
    exit 1
}

# Runs a command until it succeeds, for so many seconds at most.
await() {
    local seconds=$1 end

    shift
    end=$((SECONDS + seconds))
    until "$@"; do
        if ((SECONDS >= end)); then
            return 1
        fi
        sleep 0.02
    done
}

# xscreensaver does not run as root.
as_user() {
    local user=()

    if [[ $(id -u) == 0 ]]; then
        user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    fi
    exec "${user[@]}" env -i HOME="$home" DISPLAY="$DISPLAY" \
        PATH="$work/prefix/bin:/usr/local/bin:/usr/bin:/bin:/usr/games" \
        NO_AT_BRIDGE=1 DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent "$@"
}

write_settings() {
    local line

    line=$(sed -n '/^"Ripple" /s/\\e/\\/gp' assets/share/man/man6/ripple.6)
    [[ $line == *'ripple --root  \n\' ]] || fail "ripple.6 has no line for it"
    mkdir "$home"
    {
        printf '%s\n' 'timeout: 1:00:00' 'lock: False' 'splash: False' \
            'fade: False' 'unfade: False' 'mode: one' 'selected: 0'
        # shellcheck disable=SC1003 # a backslash at the end of a line
        printf 'programs: \\\n%s\n' "$line"
    } >"$home/.xscreensaver"
    if [[ $(id -u) == 0 ]]; then
        chown -R 65534:65534 "$home"
    fi
}

start_server() {
    Xvfb -displayfd 5 -screen 0 "$1x24" -nolisten tcp -noreset \
        5>"$work/display" 2>"$work/server.log" &
    jobs+=($!)
    await 20 test -s "$work/display" || fail "no X server"
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
    : >"$work/display"
}

command_saver() {
    (as_user xscreensaver-command "$@") >>"$work/command.log" 2>&1
}

start_daemon() {
    as_user xscreensaver --no-splash --verbose >"$work/daemon.log" 2>&1 &
    daemon=$!
    jobs+=("$daemon")
    await 20 command_saver -time || fail "xscreensaver does not start"
}

# The folders in /proc of what runs from our prefix; what has ended and waits
# for its parent is not there.
list_ripples() {
    { find /proc -maxdepth 2 -path '/proc/[0-9]*/exe' -lname "$program" \
        2>/dev/null || true; } | sed 's|/exe$||'
}

is_running() {
    ripple=$(list_ripples | head -n 1)
    [[ -n $ripple ]]
}

is_gone() {
    [[ -z $(list_ripples) ]]
}

# What a window shows, or the screen, as a PNG.
take_shot() {
    local which=()

    if [[ $# == 2 ]]; then
        which=(-window_id "$2")
    fi
    ffmpeg -nostdin -v error -y -f x11grab -draw_mouse 0 "${which[@]}" -i "$DISPLAY" \
        -frames:v 1 -pix_fmt rgb24 "$1" 2>>"$work/ffmpeg.log"
}

list_sums() {
    ffmpeg -nostdin -v error -i "$1" -pix_fmt rgb24 -f framemd5 - |
        sed -n 's/^0,.* //p'
}

# How many bytes of two pictures differ, and how many of them by a lot.
count_differences() {
    local file

    for file in "$1" "$2"; do
        ffmpeg -nostdin -v error -y -i "$file" -pix_fmt rgb24 -f rawvideo \
            "$work/${file##*/}.raw"
    done
    { cmp -l "$work/${1##*/}.raw" "$work/${2##*/}.raw" || true; } |
        awk 'function read(octal, low) {
                low = octal % 100
                return (octal - low) / 100 * 64 + int(low / 10) * 8 + low % 10
            }
            { by = read($2) - read($3); strong += by > 32 || by < -32 }
            END { print NR, strong + 0 }'
}

draw() {
    env -u XSCREENSAVER_WINDOW "$program" --no-config --threads 1 \
        --size "$1" --seed "$2" --frames "$3" --output "$4"
}

# Whether the water has moved in some part of what a window shows, but not in
# all of it, as before it has drawn.
shows_waves() {
    local shot=$1 size=$2 bytes different strongly

    take_shot "$shot" "$3" || return 1
    bytes=$((${size%x*} * ${size#*x} * 3))
    read -r different strongly < <(count_differences "$work/calm.png" "$shot")
    ((strongly > bytes / 60 && different < bytes * 9 / 10))
}

# A window shows, to the pixel, one of the frames that ripple draws until now
# with the seed it has there, and there are waves in it.
check_water() {
    local shot=$1 window=$2 age geometry size steps sum step

    geometry=$(xdotool getwindowgeometry --shell "$window")
    size=$(field WIDTH)x$(field HEIGHT)
    draw "$size" "$window" 0 "$work/calm.png"
    await 60 shows_waves "$shot" "$size" "$window" || fail "no waves in $shot"
    age=$(ps -o etimes= -p "${ripple#/proc/}")
    steps=$(((age + 1) * frames_per_second))
    rm -rf "$work/frames"
    mkdir "$work/frames"
    draw "$size" "$window" "$steps" "$work/frames/%05d.png"
    sum=$(list_sums "$shot")
    step=$(list_sums "$work/frames/%05d.png" | grep -nxF "$sum" | head -n 1) ||
        fail "$shot is none of the first $steps frames"
    echo "try-screensaver: $shot is step ${step%%:*} to the pixel"
}

# A field of `geometry`, as xdotool has it.
field() {
    sed -n "s/^$1=//p" <<<"$geometry"
}

# The number in "--window-id 0x1c00003" or XSCREENSAVER_WINDOW.
find_window() {
    local id

    id=$(tr '\0' '\n' <"$1/environ" | sed -n 's/^XSCREENSAVER_WINDOW=//p')
    if grep -qzx -- --window-id "$1/cmdline"; then
        id=$(tr '\0' '\n' <"$1/cmdline" | sed -n '/^--window-id$/{n;p;}')
    fi
    echo $((id))
}

count_processes() {
    { grep -lzxF "HOME=$home" /proc/[0-9]*/environ 2>/dev/null || true; } |
        wc -l
}

has_at_most() {
    (($(count_processes) <= $1))
}

read_memory() {
    sed -n 's/^VmRSS:[[:space:]]*\([0-9]*\) kB$/\1/p' "/proc/$1/status"
}

switch_on() {
    command_saver -activate
    await 10 is_running || fail "cycle $1: ripple does not start"
}

switch_off() {
    command_saver -deactivate
    await 10 is_gone || fail "cycle $1: left: $(list_ripples)"
}

# Some are stopped while they start, some when they have drawn.
cycle() {
    local i processes memory most=0 started=$SECONDS

    for ((i = 1; i <= cycles; i++)); do
        switch_on "$i"
        sleep "0.$((i % 7))"
        switch_off "$i"
        if ((i == 3)); then
            processes=$(count_processes)
            memory=$(read_memory "$daemon")
        fi
    done
    await 5 has_at_most "$processes" ||
        fail "$(count_processes) processes, $processes after cycle 3"
    most=$((memory + 1024))
    (($(read_memory "$daemon") <= most)) ||
        fail "the daemon has $(read_memory "$daemon") kB, $memory after cycle 3"
    if grep -E 'child pid .*\(ripple\)|crashed' "$work/daemon.log"; then
        fail "ripple ended by itself"
    fi
    [[ $(grep -c 'killing pid .*(ripple)' "$work/daemon.log") == "$cycles" ]] ||
        fail "not every ripple was stopped by xscreensaver"
    echo "try-screensaver: $cycles cases of a cycle in $((SECONDS - started)) s," \
        "$processes processes and $memory kB before and after"
}

look_at_the_screen() {
    switch_on look
    check_water "$shots/screen.png" "$(find_window "$ripple")"
    switch_off look
}

is_previewing() {
    is_running && grep -qzx -- --window-id "$ripple/cmdline"
}

look_at_the_preview() {
    local settings

    as_user xscreensaver-settings >"$work/settings.log" 2>&1 &
    settings=$!
    jobs+=("$settings")
    await 60 is_previewing || fail "no preview"
    sleep 2 # it starts anew when the window is laid out
    await 10 is_previewing || fail "the preview has ended"
    check_water "$shots/preview.png" "$(find_window "$ripple")"
    take_shot "$shots/settings.png"
    close_settings "$settings"
}

close_settings() {
    local window geometry

    window=$(xdotool search --onlyvisible --name '^XScreenSaver.* Settings$' |
        tail -n 1)
    geometry=$(xdotool getwindowgeometry --shell "$window")
    xdotool mousemove $(($(field X) + $(field WIDTH) - 50)) \
        $(($(field Y) + $(field HEIGHT) - 22))
    sleep 0.5
    xdotool click 1
    await 10 is_gone || fail "left when the settings are closed"
    await 10 eval "! kill -0 $1 2>/dev/null" || fail "the settings stay open"
}

mkdir -p "$shots"
chmod 755 "$work"
make --no-print-directory PREFIX="$work/prefix" install >"$work/install.log"
write_settings
start_server 480x360
start_daemon
cycle
look_at_the_screen
kill "$daemon"
wait "$daemon" || true
start_server 1024x768
start_daemon
look_at_the_preview
echo "try-screensaver: nothing left behind, nothing crashed"
