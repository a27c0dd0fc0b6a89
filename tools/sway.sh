# shellcheck shell=bash disable=SC2034 # variables of those who source it
# SPDX-License-Identifier: MIT
#
# For scripts that test the program on a Wayland desktop of their own, sway.
# RIPPLE_PROGRAM is the program.
. "$(dirname "$0")/shell.sh"

program=${RIPPLE_PROGRAM:-build/release/ripple}
picture=$PWD/assets/coffee.png
sways=0

# Sets SWAYSOCK to the socket of process $1; fails until it answers.
find_sway() {
    SWAYSOCK=$(find "$XDG_RUNTIME_DIR" -name "sway-ipc.*.$1.sock")
    [[ -n $SWAYSOCK ]] && swaymsg -t get_outputs >/dev/null 2>&1
}

# Runs sway with a configuration from standard input and the arguments as its
# variables; sets WAYLAND_DISPLAY and SWAYSOCK. sway refuses to be root.
start_sway() {
    sways=$((sways + 1))
    cat - >"$work/sway-$sways" <<<"xwayland disable
default_border none
$(cat)"
    start env -u SWAYSOCK WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 "$@" \
        "${nobody[@]}" sway -c "$work/sway-$sways" >"$work/sway.log" 2>&1
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

# Draws the calm picture in size $1 through the filter $2, to compare with.
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

# shows GRIM'S ARGUMENTS: the calm picture is there.
shows() {
    look "$@"
    cmp -s "$work/calm.png.raw" "$work/now.png.raw"
}

# differs BYTES GRIM'S ARGUMENTS: that many bytes or more differ from it.
differs() {
    local min=$1

    shift
    look "$@"
    (($(list_differences "$work/calm.png" "$work/now.png" | wc -l) >= min))
}

mkdir -m 700 "$work/run"
[[ ${#nobody[@]} == 0 ]] || chown 65534:65534 "$work/run"
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=/dev/null SWAYSOCK=
unset SDL_VIDEODRIVER SDL_RENDER_DRIVER DISPLAY WAYLAND_DISPLAY
