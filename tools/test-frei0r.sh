#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The frei0r plugin: what it exports and links, its frames in a host of our own, in
# ffmpeg and in MLT beside those of the program, and the lists that Kdenlive and
# Shotcut read. Exit: 0 if all of it holds.
# shellcheck disable=SC2034 # variables of rows
. "$(dirname "$0")/shell.sh"

program=$PWD/build/release/ripple
plugin=$PWD/build/release/frei0r/ripple.so
host=$PWD/build/release/ripple-frei0r
xml=build/release/share/kdenlive/effects/frei0r_ripple.xml
qml=build/release/share/shotcut/qml/filters/frei0r_ripple/ui.qml
export XDG_CONFIG_HOME=$work FREI0R_PATH=${plugin%/*}
unset DISPLAY WAYLAND_DISPLAY

# make_picture SIZE: picture.png and its pixels, picture.raw
make_picture() {
    ffmpeg -nostdin -v error -y -i assets/coffee.png -vf "scale=${1/x/:}" \
        -frames:v 1 -pix_fmt rgb24 "$work/picture.png"
    ffmpeg -nostdin -v error -i "$work/picture.png" -pix_fmt bgra -f rawvideo - \
        >"$work/picture.raw"
}

# draws FRAMES OPTION...: standard input ends with the last frame of the program
draws() {
    "$program" --no-config --picture "$work/picture.png" --frames "$1" \
        --output "$work/wanted.png" "${@:2}"
    ffmpeg -nostdin -v error -i "$work/wanted.png" -pix_fmt bgra -f rawvideo - \
        >"$work/wanted.raw"
    tail -c "$(stat -c %s "$work/wanted.raw")" | cmp - "$work/wanted.raw"
}

# in_host PRESET SIZE TIME NAME=VALUE...: a frame
in_host() {
    "$host" "$plugin" "$1" "${2%x*}" "${2#*x}" "${@:3}" <"$work/picture.raw"
}

# in_ffmpeg FILTER: 60 frames
in_ffmpeg() {
    ffmpeg -nostdin -v error -y -loop 1 -framerate 60 -i "$work/picture.png" \
        -vf "format=bgra,$1" -vsync passthrough -frames:v 60 -f rawvideo -
}

# in_melt THREADS PROPERTY...: 60 frames; threads share them
in_melt() {
    melt -silent -profile "$work/profile" "$work/picture.png" out=59 \
        -filter frei0r.ripple "${@:2}" -consumer "avformat:$work/melt.nut" an=1 \
        vcodec=rawvideo pix_fmt=rgb24 mlt_image_format=rgb "real_time=-$1" \
        >"$work/melt.log" 2>&1
    ffmpeg -nostdin -v error -y -i "$work/melt.nut" -pix_fmt bgra -f rawvideo -
}

# The plugin exports f0r_ functions alone, needs few libraries, and its lists have all
# parameters, "preset" first.
check_object() {
    check_rows <<'END'
nm -D --defined-only "$plugin" | sed 's/.* //' | sort => f0r_construct f0r_deinit f0r_destruct f0r_get_param_info f0r_get_param_value f0r_get_plugin_info f0r_init f0r_set_param_value f0r_update
readelf -d "$plugin" | sed -nE '/\[(lib(c|m|pthread|dl)\.so\.|ld-linux)/!s/.*\(NEEDED\)//p' =>
xmllint --xpath '//parameter/@name' "$xml" | cut -d '"' -f 2 => $("$host" "$plugin" names | xargs)
echo preset; grep -oE "\{ name: '[a-z-]+'" "$qml" | cut -d "'" -f 2 => $("$host" "$plugin" names | xargs)
qmllint "$qml" assets/share/shotcut/qml/filters/*/meta.qml
END
}

# Each preset but retro, whose pixels have 16 bits, in sizes of every kind.
check_sizes() {
    local size preset

    for size in 1x1 7x5 333x187 1000x300 300x1000 640x360; do
        make_picture $size
        for preset in $("$program" --list presets | cut -d ' ' -f 1 | grep -vx retro); do
            check_rows <<<"in_host $preset $size 0.5 seed=0.003 | draws 31 --size $size --preset $preset --seed 3"
        done
    done
}

# Settings map linearly; the frame before a step has none of it. In ffmpeg from the start,
# from 5 s on, and at 25 frames a second: floor(59 / 25 * 60) + 1 = 142. ffmpeg 5.1 pads
# rows to 16 pixels and tells no plugin. In melt light moves, by its index as Shotcut's
# lists have it.
check_hosts() {
    make_picture 320x200
    printf '%s\n' description=test frame_rate_num=60 frame_rate_den=1 width=320 \
        height=200 progressive=1 sample_aspect_num=1 sample_aspect_den=1 \
        display_aspect_num=8 display_aspect_den=5 colorspace=709 >"$work/profile"
    check_rows <<'END'
in_host pond 320x200 1.4834 rain=0.002 light=0.3 refraction=0.01 damping=0.3333 seed=1 fish=0.5 boats=0.25 ducks=0.5 | draws 90 --size 320x200 --rain 20 --light 30 --refraction 0.04 --damping 5 --seed 1000 --fish 6 --float boat=2,duck=4
in_ffmpeg frei0r=ripple:pond | draws 60 --size 320x200
in_ffmpeg frei0r=ripple:river | draws 60 --size 320x200 --preset river
in_ffmpeg frei0r=ripple:hills | draws 60 --size 320x200 --preset hills
in_ffmpeg "setpts=PTS+5/TB,frei0r=ripple:river|0.002" | draws 360 --size 320x200 --preset river --rain 20
in_ffmpeg "settb=1/1000,setpts=40*N,frei0r=ripple:pond|0.002" | draws 142 --size 320x200 --rain 20
in_ffmpeg frei0r=ripple:pnod 2>"$work/said" | draws 60 --size 320x200; grep -c "^ripple: preset pnod: .*; did you mean pond?$" "$work/said" => 1
! in_ffmpeg "frei0r=ripple:pond|much" 2>/dev/null
in_melt 1 preset=river rain=0.002 light=0.3 | tee "$work/1" | draws 60 --size 320x200 --preset river --rain 20 --light 30
in_melt 3 preset=river rain=0.002 light=0.3 | cmp - "$work/1"; stat -c %s "$work/1" => $((60 * 320 * 200 * 4))
in_melt 1 preset=pond rain=0.002 "5=0=0;59=0.3" | tee "$work/1" | draws 60 --size 320x200 --rain 20 --light 30
in_melt 3 preset=pond rain=0.002 "5=0=0;59=0.3" | cmp - "$work/1"
END
}

require ffmpeg melt xmllint qmllint
[[ -e $plugin ]] || fail "frei0r.h is missing"
check_object
"$host" "$plugin"
check_sizes
check_hosts
say "$cases cases: the same frames in ffmpeg, MLT and the program"
