# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# For scripts that try the program on a Wayland desktop of their own: to be
# sourced from the repository's root. Whatever it starts is ended with it, the
# latest first. RIPPLE_PROGRAM is the program.

name=$(basename "$0" .sh)
program=${RIPPLE_PROGRAM:-build/release/ripple}
picture=$PWD/assets/coffee.png
work=$(mktemp -d)

end_process() {
    kill "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}

end() {
    local process

    for process in $(jobs -p | tac); do
        end_process "$process"
    done
    rm -rf "$work"
}
trap end EXIT

fail() {
    echo "$name: $*" >&2
    cat "$work/says" >&2
    exit 1
}

# Without all these tools there is nothing to try.
require() {
    local tool

    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null; then
            echo "$name: no $tool, so nothing is tried" >&2
            exit 0
        fi
    done
}

# Runs a command again and again until it is content; $cases counts.
await() {
    local what=$1

    shift
    for _ in $(seq 150); do
        if "$@"; then
            cases=$((${cases:-0} + 1))
            return
        fi
        sleep 0.1
    done
    fail "$what"
}

# In the background; sets $last.
start() {
    "$@" &
    last=$!
}

# SWAYSOCK of the process $1, once that answers.
find_sway() {
    SWAYSOCK=$(find "$XDG_RUNTIME_DIR" -name "sway-ipc.*.$1.sock")
    [[ -n $SWAYSOCK ]] && swaymsg -t get_outputs >/dev/null 2>&1
}

# Runs sway with a configuration from standard input and variables set as the
# arguments say; sets WAYLAND_DISPLAY and SWAYSOCK. It refuses to be root.
start_sway() {
    local as=() number=$((${sways:-0} + 1))

    sways=$number
    if [[ $(id -u) == 0 ]]; then
        as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    fi
    cat - >"$work/sway-$number" <<<"xwayland disable
default_border none
$(cat)"
    start env -u SWAYSOCK WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 "$@" \
        "${as[@]}" sway -c "$work/sway-$number" >"$work/sway.log" 2>&1
    sway=$last
    await "no sway: $(cat "$work/sway.log")" find_sway "$sway"
    export WAYLAND_DISPLAY=wayland-$number
}

tell() {
    swaymsg -q -- "$@" || fail "sway: $*"
}

# Bytes of a picture, three a pixel, by way of a filter of ffmpeg's.
unpack() {
    ffmpeg -nostdin -v error -i "$1" -vf "${2:-null}" -pix_fmt rgb24 \
        -f rawvideo - >"$1.raw"
}

# Draws the calm picture of that size in pixels: what is to be seen from now
# on; $2 is a filter.
want() {
    "$program" --no-config --rain 0 --size "$1" --frames 0 \
        --output "$work/calm.png" "$picture"
    unpack "$work/calm.png" "${2:-null}"
}

# What grim sees with these arguments.
look() {
    grim "$@" "$work/now.png"
    unpack "$work/now.png"
}

is_wanted() {
    cmp -s "$work/calm.png.raw" "$work/now.png.raw"
}

# At least so many bytes are not as wanted.
is_other() {
    [[ $(stat -c %s "$work/now.png.raw") == \
        $(stat -c %s "$work/calm.png.raw") ]] &&
        (($({ cmp -l "$work/calm.png.raw" "$work/now.png.raw" || true; } |
            wc -l) >= $1))
}

chmod 711 "$work"
mkdir -m 700 "$work/run"
if [[ $(id -u) == 0 ]]; then
    chown 65534:65534 "$work/run"
fi
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=/dev/null SWAYSOCK=
unset SDL_VIDEODRIVER SDL_RENDER_DRIVER DISPLAY WAYLAND_DISPLAY
touch "$work/says"
