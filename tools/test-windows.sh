#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What ripple-windows.zip has, under wine: files, children, window, and the screensaver in
# its three ways. Screenshots go to build/windows. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

mingw=x86_64-w64-mingw32
build=build/windows
shots=$PWD/$build/shots

# The zip in a folder of a name that only UTF-8 can write, and a picture of such a name.
unpack_zip() {
    tools/make-windows.sh
    folder="$work/Ordner mit é"
    mkdir "$folder" "$folder/bin"
    export WINEPATH="Z:$folder/bin"
    python3 -m zipfile -e build/ripple-windows.zip "$folder"
    mv "$folder"/ripple/* "$folder"
    picture="Käffee 1.png"
    cp assets/coffee.png "$folder/$picture"
    for program in ffmpeg panel; do
        $mingw-gcc-posix -Wall -Wextra -Werror -o "$folder/bin/$program.exe" \
            tests/windows/$program.c $build/program/resources.o -lgdi32
    done
}

# In that folder.
run() {
    cd "$folder" && exec wine "$@"
}

list_files() {
    (run ripple.exe --no-config --size 320x240 --frames 30 "$@" "$picture") ||
        fail "ripple.exe $*"
}

# The decoder is a child, and so is ffmpeg, which gets the same bytes as here.
test_files() {
    list_files --output "é 1.png"
    list_files --output "film é.mp4"
    build/release/ripple --no-config --size 320x240 --frames 30 \
        --output "$work/%02d.png" assets/coffee.png
    ffmpeg -nostdin -v error -i "$work/%02d.png" -pix_fmt bgra -f rawvideo - |
        cmp - "$folder/film é.mp4" || fail "ffmpeg.exe gets other frames"
    unpack "$folder/é 1.png"
    unpack "$work/30.png"
    cmp "$folder/é 1.png.raw" "$work/30.png.raw" || fail "another last frame"
    printf 'nonsense\nquit\n' >"$work/lines"
    check_rows <<'END'
(run ripple.exe --version) => $(build/release/ripple --version)
(run ripple.exe --no-config --events - <"$work/lines") => ripple: -: line 1: nonsense: no such event
! (run ripple.exe --wallpaper) => --wallpaper: is for X11 and Wayland
! (run ripple.exe --root) => Windows has no window for that
! (run ripple.exe --frames 1 --output x.mp4 --picture nix.png) => nix.png: No such file or directory
! (WINEPATH= run ripple.exe --frames 1 --output x.mp4) => needs the program ffmpeg
END
}

# open NAME ARGUMENT...: a window or a screensaver
open() {
    start run "$@" >"$work/window.log" 2>&1
    window=$last
}

keep_shot() {
    ffmpeg -nostdin -v error -y -f x11grab -draw_mouse 0 -i "$display" -frames:v 1 \
        "$shots/$1.png"
}

has_ended() {
    [[ ! -e /proc/$window ]]
}

test_window() {
    open ripple.exe --no-config --size 600x400 --preset pond --rain 0 --seed 1 "$picture"
    await 30 "no window" is_water 320 240
    xdotool mousemove 330 250 click 1
    await 5 "no ring" is_moving 320 240
    keep_shot window
    xdotool mousemove 330 400 key Tab
    await 5 "no menu" is_moving 100 120
    keep_shot menu
    xdotool key Escape Escape Escape
    await 10 "Esc does not end it" has_ended
}

# Any input ends /s; /p shows the preview in a window of another program until that goes,
# which wine 8 does not draw, but on the desktop it does; /c and nothing open the menu.
test_saver() {
    local argument panel

    open ripple.scr /s
    await 30 "/s: no screensaver" is_water 40 440
    keep_shot saver
    xdotool mousemove_relative 4 4
    sleep 0.5
    ! has_ended || fail "/s: the slightest movement ends it"
    xdotool mousemove_relative 40 40
    await 10 "/s: does not end" has_ended
    start run bin/panel.exe 6 >"$work/panel"
    panel=$last
    await 20 "no panel" test -s "$work/panel"
    read -r desktop number <"$work/panel"
    open ripple.scr /p "${number%$'\r'}"
    wait "$panel"
    grep -q "152x112" "$work/panel" || fail "/p: no preview in the panel"
    await 5 "/p: runs on without its panel" has_ended
    open ripple.scr "/p:$desktop"
    await 30 "/p: not drawn" is_water 40 440
    keep_shot preview
    kill "$window"
    for argument in "" /c:1; do
        # shellcheck disable=SC2086 # none
        open ripple.scr $argument
        await 30 "$argument: no menu" is_water 100 120
        keep_shot "settings${argument#*:}"
        kill "$window"
    done
}

require $mingw-gcc-posix wine wineserver Xvfb xdotool ffmpeg python3
make --no-print-directory build/release/ripple
mkdir -p "$shots"
start_x 640x480
export DISPLAY=$display
start_wine
unpack_zip
test_files
test_window
test_saver
say "$cases cases: files, window and screensaver as on Windows"
