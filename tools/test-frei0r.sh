#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The frei0r plugin: what it exports and links, its frames in a host of our own, in
# ffmpeg and in MLT beside those of the program, and the lists that Kdenlive and
# Shotcut read. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

program=$PWD/build/release/ripple
plugin=$PWD/build/release/frei0r/ripple.so
host=$PWD/build/release/ripple-frei0r
lists=$PWD/build/release/share
export XDG_CONFIG_HOME=$work FREI0R_PATH=${plugin%/*}
unset DISPLAY WAYLAND_DISPLAY

check_object() {
    local found

    found=$(nm -D --defined-only "$plugin" | awk '{ print $3 }' | sort | tr '\n' ' ')
    [[ $found == "f0r_construct f0r_deinit f0r_destruct f0r_get_param_info \
f0r_get_param_value f0r_get_plugin_info f0r_init f0r_set_param_value f0r_update " ]] ||
        fail "the plugin exports $found"
    found=$(readelf -d "$plugin" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -vE '^(lib(c|m|pthread|dl)\.so\.|ld-linux)' || true)
    [[ -z $found ]] || fail "the plugin needs $found"
    cases=$((cases + 2))
}

# make_picture SIZE: picture.png and its pixels, picture.raw
make_picture() {
    ffmpeg -nostdin -v error -y -i assets/coffee.png -vf "scale=${1/x/:}" \
        -frames:v 1 -pix_fmt rgb24 "$work/picture.png"
    ffmpeg -nostdin -v error -i "$work/picture.png" -pix_fmt bgra -f rawvideo - \
        >"$work/picture.raw"
}

# draw SIZE FRAMES OPTION...: the last frame of the program, wanted.raw
draw() {
    local size=$1 frames=$2

    shift 2
    "$program" --no-config --picture "$work/picture.png" --size "$size" \
        --frames "$frames" --output "$work/wanted.png" "$@"
    ffmpeg -nostdin -v error -i "$work/wanted.png" -pix_fmt bgra -f rawvideo - \
        >"$work/wanted.raw"
}

# same WHAT FILE: the last frame of a file of frames is wanted.raw
same() {
    tail -c "$(stat -c %s "$work/wanted.raw")" "$2" | cmp - "$work/wanted.raw" ||
        fail "$1 differs from the program"
    cases=$((cases + 1))
}

# Each preset but retro, whose pixels have 16 bits, in sizes of every kind.
check_sizes() {
    local size preset

    for size in 1x1 7x5 333x187 1000x300 300x1000 1920x1080; do
        make_picture $size
        for preset in $("$program" --list presets | cut -d ' ' -f 1 | grep -vx retro); do
            draw $size 31 --preset "$preset" --seed 3
            "$host" "$plugin" "$preset" ${size/x/ } 0.5 seed=0.003 \
                <"$work/picture.raw" >"$work/frame.raw"
            same "$preset in $size" "$work/frame.raw"
        done
    done
}

# Settings map linearly; the frame before a step has none of it.
check_settings() {
    make_picture 320x200
    draw 320x200 90 --preset pond --rain 20 --light 30 --refraction 0.04 \
        --damping 5 --seed 1000
    "$host" "$plugin" pond 320 200 1.4834 rain=0.002 light=0.3 refraction=0.01 \
        damping=0.3333 seed=1 <"$work/picture.raw" >"$work/frame.raw"
    same "what is set" "$work/frame.raw"
}

# in_ffmpeg FILTER: the frames, ffmpeg.raw
in_ffmpeg() {
    ffmpeg -nostdin -v error -y -loop 1 -framerate 60 -i "$work/picture.png" \
        -vf "format=bgra,$1" -vsync passthrough -frames:v 60 -f rawvideo "$work/ffmpeg.raw"
}

# From the start, from 5 s on, and at 25 frames a second. ffmpeg 5.1 pads rows to 16
# pixels and tells no plugin.
check_ffmpeg() {
    local preset

    make_picture 320x200
    for preset in pond river hills; do
        draw 320x200 60 --preset $preset
        in_ffmpeg "frei0r=ripple:$preset"
        same "$preset in ffmpeg" "$work/ffmpeg.raw"
    done
    draw 320x200 360 --preset river --rain 20
    in_ffmpeg "setpts=PTS+5/TB,frei0r=ripple:river|0.002"
    same "river from 5 s on in ffmpeg" "$work/ffmpeg.raw"
    draw 320x200 142 --rain 20 # floor(59 / 25 * 60) + 1
    in_ffmpeg "settb=1/1000,setpts=40*N,frei0r=ripple:pond|0.002"
    same "25 frames a second in ffmpeg" "$work/ffmpeg.raw"
    draw 320x200 60
    in_ffmpeg "frei0r=ripple:pnod" 2>"$work/refused.log"
    same "no such preset in ffmpeg" "$work/ffmpeg.raw"
    [[ $(<"$work/refused.log") == "ripple: preset pnod: "*"; did you mean pond?" ]] ||
        fail "a wrong preset is told: $(<"$work/refused.log")"
    ! in_ffmpeg "frei0r=ripple:pond|much" 2>"$work/refused.log"
}

# in_melt THREADS PROPERTY...: the frames, melt.raw
in_melt() {
    melt -silent -profile "$work/profile" "$work/picture.png" out=59 \
        -filter frei0r.ripple "${@:2}" -consumer "avformat:$work/melt.nut" an=1 \
        vcodec=rawvideo pix_fmt=rgb24 mlt_image_format=rgb "real_time=-$1" \
        >"$work/melt.log" 2>&1
    ffmpeg -nostdin -v error -y -i "$work/melt.nut" -pix_fmt bgra -f rawvideo \
        "$work/melt.raw"
}

# Threads share the frames.
check_melt() {
    local threads

    make_picture 320x200
    printf '%s\n' description=test frame_rate_num=60 frame_rate_den=1 width=320 \
        height=200 progressive=1 sample_aspect_num=1 sample_aspect_den=1 \
        display_aspect_num=8 display_aspect_den=5 colorspace=709 >"$work/profile"
    draw 320x200 60 --preset river --rain 20 --light 30
    for threads in 1 3; do
        in_melt $threads preset=river rain=0.002 light=0.3
        same "river in melt with $threads threads" "$work/melt.raw"
        [[ $(stat -c %s "$work/melt.raw") == $((60 * 320 * 200 * 4)) ]]
        cksum <"$work/melt.raw" >"$work/melt.$threads"
    done
    cmp "$work/melt.1" "$work/melt.3" || fail "melt's threads differ"
    # Light that moves, by its index as Shotcut's lists have it.
    for threads in 1 3; do
        in_melt $threads preset=pond rain=0.002 "5=0=0;59=0.3"
        cksum <"$work/melt.raw" >"$work/melt.$threads"
    done
    draw 320x200 60 --preset pond --rain 20 --light 30
    same "moving light in melt" "$work/melt.raw"
    cmp "$work/melt.1" "$work/melt.3" || fail "moving light differs"
}

# The lists have all parameters.
check_lists() {
    local xml=$lists/kdenlive/effects/frei0r_ripple.xml names
    local qml=$lists/shotcut/qml/filters/frei0r_ripple

    xmllint --noout "$xml"
    names=$("$host" "$plugin" names | paste -sd ' ')
    [[ $(xmllint --xpath '//parameter/@name' "$xml" | cut -d '"' -f 2 |
        paste -sd ' ') == "$names" ]] || fail "Kdenlive's list has other parameters"
    [[ "preset $(grep -oE "\{ name: '[a-z-]+'" "$qml/ui.qml" | cut -d "'" -f 2 |
        paste -sd ' ')" == "$names" ]] || fail "Shotcut's list has other parameters"
    qmllint "$qml/ui.qml" assets/share/shotcut/qml/filters/*/meta.qml || fail "qmllint finds faults"
    cases=$((cases + 3))
}

require ffmpeg melt xmllint qmllint
[[ -e $plugin ]] || fail "frei0r.h is missing"
check_object
"$host" "$plugin"
for check in sizes settings ffmpeg melt lists; do
    check_$check
done
say "$cases cases: the same frames in ffmpeg, MLT and the program"
