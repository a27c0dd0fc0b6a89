# shellcheck shell=bash disable=SC2034 # variables of those who source it
# SPDX-License-Identifier: MIT
#
# For scripts that make films wet: the clips, and what is in a film.
. "$(dirname "$0")/shell.sh"

program=$PWD/build/release/ripple
readme=$PWD/README.md
export SDL_VIDEODRIVER=dummy XDG_CONFIG_HOME=$work XDG_STATE_HOME=$work
unset WAYLAND_DISPLAY

ripple() {
    PATH=${path:-$PATH} "$program" --no-config "$@"
}

# make NAME RATE SECONDS OPTION...: a test picture of 64x48 that moves
make() {
    ffmpeg -nostdin -v error -y -f lavfi -i "testsrc2=size=64x48:rate=$2:duration=$3" \
        "${@:4}" "$1"
}

# count NAME: frames, rate and kinds of streams
count() {
    ffprobe -v error -count_frames -select_streams V:0 -show_entries \
        stream=nb_read_frames,r_frame_rate -of csv=p=0 "$1" | head -n 1
}

# expect WHAT IS WANTED
expect() {
    [[ $2 == "$3" ]] || fail "$1: $2, not $3"
    cases=$((cases + 1))
}

sound() {
    ffmpeg -v error -i "$1" -map 0:a -c copy -f md5 -
}

# last_ms KIND NAME: when the last picture (v) or piece of sound (a) begins
last_ms() {
    ffprobe -v error -select_streams "$1" -show_entries packet=pts_time -of csv=p=0 "$2" |
        awk -F, '{ if ($1 > last) last = $1 } END { print int(last * 1000) }'
}

size() {
    ffprobe -v error -show_entries stream=width,height -of csv=p=0 "$1"
}

# near A B MAX FILTER: two pictures after a filter, with no byte further apart
near() {
    unpack "$1" "$4" && unpack "$2" "$4"
    list_differences "$1" "$2" | awk -v max="$3" '$2 * $2 > max * max { exit 1 }' ||
        fail "$2 has other colours than $1"
    cases=$((cases + 1))
}

make_clips() {
    local tone=(-f lavfi -i "sine=440:duration=1" -pix_fmt yuv420p)

    make clip.mp4 30000/1001 1 "${tone[@]}" -c:v libx264 -c:a aac
    make hushed.mp4 30 10 -f lavfi -i sine=duration=4 -pix_fmt yuv420p -c:v libx264 -c:a aac
    make clip.webm 25 1 "${tone[@]}" -c:v libvpx -c:a libopus
    make clip.gif 10 1
    make clip.apng 10 1 -plays 0
    cp clip.apng animated.png
    ffmpeg -v error -i clip.apng -lossless 1 -pix_fmt bgra clip.webp
    for ending in mkv mov avi ts; do
        ffmpeg -v error -i clip.mp4 -c copy "clip.$ending"
    done
    make clip.mpg 30000/1001 1 "${tone[@]}" -c:v mpeg2video -c:a mp2
    make clip.y4m 24 1
    make webcam.nut 30 1 -c:v rawvideo -pix_fmt yuyv422
    make large.y4m 24 1 -vf scale=128:96
    make fast.mp4 500 0.5 -pix_fmt yuv420p -c:v libx264
    make clock.webm 1000 1 -vf "select=lt(random(1)\,0.03)+gte(n\,999)" -fps_mode vfr \
        -c:v libvpx -deadline realtime
    make ten.mp4 30 0.5 -pix_fmt yuv420p10le -c:v libx264
    make odd.mkv 30 0.5 -vf scale=65:49 -pix_fmt yuv444p -c:v libx264
    make wide.mp4 30 0.5 -vf setsar=2/1 -pix_fmt yuv420p -c:v libx264
    ffmpeg -v error -i ten.mp4 -c copy -metadata:s:v rotate=90 turned.mp4
    make alpha.mov 10 0.5 -vf "format=rgba,colorchannelmixer=aa=0.5" -c:v qtrle
    make uneven.webm 10 2 -vf "select=not(mod(n\,3))" -fps_mode vfr -c:v libvpx
    ffmpeg -v error -i clip.mp4 -vn -c copy sound.m4a
}
