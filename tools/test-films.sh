#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Films as the picture, decoded by the real ffmpeg: frames, rate and sound of clips
# made wet, each frame beside its picture shown by hand, loops, folders, streams,
# odd clips, names and decoders that fail, in files and in the window on Xvfb. Exit:
# 0 if all of it holds.
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

# probe KIND NAME ENTRIES: what ffprobe says of the pictures (v) or sound (a)
probe() {
    ffprobe -v error -count_frames -select_streams "$1" -show_entries "$3" \
        -of csv=p=0 "$2"
}

# count NAME: frames and rate
count() {
    probe V:0 "$1" stream=nb_read_frames,r_frame_rate | head -n 1
}

# codec KIND NAME
codec() {
    probe "$1" "$2" stream=codec_name 2>/dev/null
}

size() {
    probe V:0 "$1" stream=width,height
}

sound() {
    ffmpeg -v error -i "$1" -map 0:a -c copy -f md5 -
}

# list_ms KIND NAME: when each picture or piece of sound begins
list_ms() {
    probe "$1" "$2" packet=pts_time | awk -F, '{ print int($1 * 1000) }' | sort -n
}

# The checksum of a picture's pixels.
sum() {
    ffmpeg -v error -i "$1" -pix_fmt rgb24 -f md5 -
}

# near A B MAX [FILTER]: two pictures after a filter, with no byte further apart
near() {
    unpack "$1" "${4:-null}"
    unpack "$2" "${4:-null}"
    list_differences "$1" "$2" | awk -v max="$3" '$2 * $2 > max * max { exit 1 }'
}

# wet FILE OPTION...: makes a film wet; prints frames and rate, once if both agree
wet() {
    ripple "--picture=$1" "${@:2}" --output wet.mp4 --output wet.webm
    for film in wet.mp4 wet.webm; do
        count $film
    done | uniq
}

# each COMMAND FILE...: what it prints for each file, once if all agree
each() {
    for file in "${@:2}"; do
        $1 "$file"
    done | uniq
}

make_clips() {
    local tone=(-f lavfi -i "sine=440:duration=1" -pix_fmt yuv420p)
    local h264=(-pix_fmt yuv420p -c:v libx264)

    make clip.mp4 30000/1001 1 "${tone[@]}" -c:v libx264 -c:a aac
    make hushed.mp4 30 10 -f lavfi -i sine=duration=4 "${h264[@]}" -c:a aac
    make long.mp4 30 60 -f lavfi -i sine=duration=60 "${h264[@]}" -c:a aac
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
    make fast.mp4 500 0.5 "${h264[@]}"
    make clock.webm 1000 1 -vf "select=lt(random(1)\,0.03)+gte(n\,999)" -fps_mode vfr \
        -c:v libvpx -deadline realtime
    make ten.mp4 30 0.5 -pix_fmt yuv420p10le -c:v libx264
    make odd.mkv 30 0.5 -vf scale=65:49 -pix_fmt yuv444p -c:v libx264
    make wide.mp4 30 0.5 -vf setsar=2/1 "${h264[@]}"
    ffmpeg -v error -i ten.mp4 -c copy -metadata:s:v rotate=90 turned.mp4
    make alpha.mov 10 0.5 -vf "format=rgba,colorchannelmixer=aa=0.5" -c:v qtrle
    make uneven.webm 10 2 -vf "select=not(mod(n\,3))" -fps_mode vfr -c:v libvpx
    ffmpeg -v error -i clip.mp4 -vn -c copy sound.m4a
}

# looped FILE: 100 frames of the clip, and when their sound ends
looped() {
    printf '%s ' "$(wet "$1" --frames 100)"
    for film in wet.mp4 wet.webm; do
        list_ms a $film | tail -n 1 | sed 's/^33..$/about 3350/'
    done | uniq
}

# Every frame once, at the film's rate, with its sound as it is; looped without a gap.
# Uneven times are filled.
test_counts() {
    check_rows <<'END'
each wet clip.{mp4,mkv,mov,avi,ts,mpg} => 30000/1001,30
each wet clip.{gif,apng,webp} animated.png => 10/1,10
wet clip.webm => 25/1,25
wet clip.y4m => 24/1,24
wet ten.mp4 => 30/1,15
wet hushed.mp4 => 30/1,300
wet fast.mp4 => 500/1,250
wet clock.webm => 240/1,240
wet uneven.webm => 10/1,19
wet clip.mp4; codec a wet.webm; sound wet.mp4 => 30000/1001,30 opus $(sound clip.mp4)
each looped clip.{mp4,mkv,ts,mpg} => 30000/1001,100 about 3350
END
}

# by_hand RATE CLIP COUNT OPTION...: numbered frames of a film made wet are those of its
# decoded pictures after as many steps. The last picture of the loop is followed by
# the first.
by_hand() {
    local rate=$1 clip=$2 count=$3 number steps

    shift 3
    rm -f ./*-[0-9]*.png
    ffmpeg -nostdin -v error -i "$clip" -fps_mode passthrough -pix_fmt rgba -start_number 0 \
        by-hand-%03d.png
    pictures=(by-hand-*.png)
    ripple --picture "$clip" --frames "$count" "$@" --output wet-%03d.png
    for number in 0 1 6 $((count - 1)); do
        steps=$((number * 60 * ${rate#*/} / ${rate%/*}))
        ripple --picture "${pictures[number % ${#pictures[@]}]}" --frames $steps \
            "$@" --output hand.png
        [[ $(sum "$(printf 'wet-%03d.png' $((number + 1)))") == "$(sum hand.png)" ]]
    done
}

sum_frames() {
    ripple "$@" --output - 2>/dev/null | md5sum
}

# ffmpeg cannot read animations of WebP: such a one is compared with the PNG. The GPU,
# where there is one, has each picture too.
test_frames() {
    check_rows <<'END'
by_hand 30000/1001 clip.mp4 40
by_hand 30000/1001 clip.avi 40 --rain 30
by_hand 30000/1001 clip.ts 40
by_hand 10/1 clip.gif 25
by_hand 10/1 animated.png 25
by_hand 30/1 ten.mp4 20
by_hand 30/1 odd.mkv 20
by_hand 25/1 clip.webm 30 --mask builtin:lens --size 90x60
by_hand 25/1 clip.webm 30 --size 90x40 --fit contain --scroll 9,4
by_hand 25/1 clip.webm 12 --pixels rgb565 --preset classic --fit tile
by_hand 25/1 clip.webm 12 --preset hills --size 96x64
by_hand 25/1 clip.webm 12 --preset lens --swell 20
sum_frames clip.webp --frames 25 => $(sum_frames animated.png --frames 25)
SDL_VIDEODRIVER=offscreen; sum_frames clip.mp4 --backend gpu => $(sum_frames clip.mp4)
END
}

# lacks WORDS LINE: makes an ffmpeg in bin that fails if an argument has a word
lacks() {
    mkdir -p bin
    printf '#!/bin/sh\ncase "$*" in %s) echo "%s" >&2; exit 8 ;; esac\nexec %s "$@"\n' \
        "$(printf '%s' "*$1*" | sed 's/ /*|*/g')" "$2" "$(command -v ffmpeg)" >bin/ffmpeg
    chmod +x bin/ffmpeg
}

# looks FILM PICTURE MAX FILTER: the calm first frame is near the picture
looks() {
    ripple --preset classic --rain 0 --frames 1 --picture "$1" --output seen.png
    near "$2" seen.png "${@:3}"
}

# A picture of size $1, and films of it.
make_flat() {
    ffmpeg -nostdin -v error -y -f lavfi -i "rgbtestsrc=size=$1" -frames:v 1 flat.png
    ripple flat.png --rain 0 --frames 2 --output flat.y4m --output flat.mp4 --output flat.webm
}

# Films have the colours of their frames, as our own reader and ffmpeg see them; Y4M in
# each pixel. ffmpeg mixes the chroma of neighbours.
test_colours() {
    local size rows

    rows=$(printf '%s\n' "looks flat."{y4m,mp4,webm}" flat.png 2 format=rgb24,scale=16:12:flags=area" \
        "near flat.png flat."{mp4,webm}" 2 format=rgb24,scale=16:12:flags=area")
    for size in 640x480 1280x720; do
        make_flat $size
        check_rows <<<"$rows"
        check_rows <<<'looks - flat.png 2 null <flat.y4m'
    done
}

# HDR has the colours of the screen that it was made from.
make_hdr() {
    ffmpeg -nostdin -v error -y -loop 1 -framerate 10 -i sdr.png -frames:v 3 -vf \
        "setparams=color_trc=iec61966-2-1:color_primaries=bt709,zscale=t=linear,
        format=gbrpf32le,zscale=p=2020,zscale=t=$1:m=2020_ncl:r=tv:npl=203,
        format=yuv420p10le" \
        -c:v libx265 -x265-params "log-level=0:crf=5:transfer=$1:colorprim=bt2020" \
        -color_trc "$1" -color_primaries bt2020 -colorspace bt2020nc "$1.mp4"
}

# Shapes, transparency, HDR, and pictures that only ffmpeg reads, alone and in a folder;
# not one tile of many.
test_looks() {
    local place

    # Half of the ground shows under alpha.mov. White on nothing lies on a dark ground.
    ffmpeg -v error -y -i alpha.mov -frames:v 1 -vf "premultiply=inplace=1,format=rgb24,
        lutrgb=r=val+106:g=val+108:b=val+107" hand.png
    ffmpeg -v error -y -f lavfi -i color=white@0.2:s=64x48:d=0.3,format=rgba -c:v qtrle white.mov
    make sdr.png 1 1 -vf "scale=96:72,lutrgb=r=40+val*0.6:g=40+val*0.6:b=40+val*0.6"
    make_hdr smpte2084
    make_hdr arib-std-b67
    make still.png 1 1 -frames:v 1
    mkdir stills
    ffmpeg -nostdin -v error -i still.png stills/still.avif
    ffmpeg -nostdin -v error -i still.png -distance 0 stills/still.jxl
    cp stills/still.avif tiles.avif
    place=$(grep -abo ispe tiles.avif | head -n 1)
    printf '\1' | dd of=tiles.avif bs=1 seek=$((${place%:*} + 10)) conv=notrunc 2>/dev/null
    head -c 100 stills/still.jxl >cut.jxl
    check_rows <<'END'
wet turned.mp4; size wet.mp4 => 30/1,15 48,64
wet wide.mp4; size wet.mp4 => 30/1,15 128,48
looks odd.mkv odd.mkv 255; size seen.png => 65,49
looks alpha.mov hand.png 2
looks white.mov white.mov 255; (($(measure_light seen.png) < 110))
looks smpte2084.mp4 sdr.png 30 scale=24:16:flags=area,format=rgb24
looks arib-std-b67.mp4 sdr.png 30 scale=24:16:flags=area,format=rgb24
lacks zscale "No such filter: 'zscale'"
path=$work/bin:$PATH looks smpte2084.mp4 sdr.png 255 => ripple: smpte2084.mp4: HDR looks pale: this ffmpeg has no zscale
looks stills/still.avif still.png 12 scale=24:16:flags=area,format=rgb24
looks stills/still.jxl still.png 12 scale=24:16:flags=area,format=rgb24
ripple --frames 1 --mask stills/still.avif --output masked.png builtin:pebbles
ripple --frames 1 --mask stills/still.jxl --output masked.png builtin:pebbles
ripple --frames 1 --output seen.png stills
! refused tiles.avif => tiles.avif: ffmpeg cannot read this AVIF
! refused cut.jxl => cut.jxl: ffmpeg cannot read this JPEG XL
END
}

# The mean brightness of a picture.
measure_light() {
    ffmpeg -v error -i "$1" -vf "scale=1:1,format=gray" -f rawvideo - | od -An -tu1
}

# A folder's film moves with the steps, which come twice as fast.
test_folder() {
    mkdir folder
    cp clip.mp4 folder/1.mp4
    ffmpeg -v error -i clip.mp4 -start_number 0 decoded-%02d.png
    cp decoded-00.png folder/2.png
    ripple folder --rain 0 --frames 40 --output shown-%02d.png
    check_rows <<'END'
sum shown-01.png => $(sum decoded-00.png)
sum shown-02.png => $(sum decoded-01.png)
sum shown-20.png => $(sum decoded-10.png)
sum shown-21.png => $(sum decoded-10.png)
sum shown-40.png => $(sum decoded-20.png)
wet folder --rain 0 --every 0.5 --frames 200 => 60/1,200
END
}

refused() {
    ripple "$@" --output refused.png
}

# A playlist is no film, whatever it names. Without ffmpeg an animation is a picture, and
# a line says why. Names are no addresses and options of ffmpeg.
test_mistakes() {
    local file

    echo text >text.mp4
    head -c 3000 clip.mp4 >cut.mp4
    printf '#EXTM3U\n#EXTINF:1,\nclip.ts\n#EXT-X-ENDLIST\n' >list.mp4
    printf "ffconcat version 1.0\nfile clip.mp4\n" >list.mkv
    check_rows <<'END'
! refused sound.m4a => sound.m4a: has no moving picture
! refused text.mp4 => text.mp4: ffmpeg:
! refused cut.mp4 => cut.mp4: ffmpeg:
! refused list.mp4 => list.mp4: ffmpeg:
! refused list.mkv => list.mkv: ffmpeg:
! refused missing.mp4 => No such file
! path=$work refused clip.mp4 => install the package ffmpeg
path=$work ripple clip.gif --frames 1 --output still.png 2>&1 | grep -c "install the package ffmpeg" => 1
END
    [[ ! -e refused.png ]] || fail "a refused film leaves a file"
    for file in -x.mp4 a:b.mp4 http:clip.mp4 a%03d.mp4 "pipe:0.mp4" "a b|c.mp4"; do
        cp -- clip.mp4 "./$file"
        check_rows <<<"wet '$file'; sound wet.mp4 => 30000/1001,30 \$(sound clip.mp4)"
    done
}

# combed NAME: pictures in which ffmpeg's idet sees lines of two moments
combed() {
    ffmpeg -nostdin -hide_banner -i "$1" -vf idet -f null - 2>&1 |
        awk '/Multi frame/ { n = $8 + $10 } END { print n }'
}

# Lines of two moments become those of one, whether the film or its pictures say so.
test_interlaced() {
    local name options bar

    bar="color=gray:s=720x576:r=50:d=0.6[b];color=white:s=80x400:r=50:d=0.6[w];
        [b][w]overlay=x=t*800:y=80"
    while read -r name options; do
        # shellcheck disable=SC2086 # words
        ffmpeg -nostdin -v error -y -f lavfi -i "$bar" -vf interlace -pix_fmt yuv420p $options "i.$name"
        (($(combed "i.$name") > 8)) || fail "i.$name is not interlaced"
        check_rows <<END
wet i.$name --rain 0 => 25/1,15
combed wet.mp4 => 0
END
    done <<'END'
vob -c:v mpeg2video -flags +ilme+ildct -b:v 8M -f vob
dv -c:v dvvideo
avi -c:v dvvideo
mts -c:v libx264 -flags +ilme+ildct -x264-params tff=1 -f mpegts
mp4 -c:v libx264 -flags +ilme+ildct -x264-params bff=1
mov -c:v prores_ks -pix_fmt yuv422p10le
mkv -c:v libx264 -x264-params fake-interlaced=1:tff=1
END
}

# begins NAME: seconds from the first sound to the first picture
begins() {
    printf '%s ' "$(list_ms v "$1" | head -n 1)" "$(list_ms a "$1" | head -n 1)" |
        awk '{ printf "%.1f", ($1 - $2) / 1000 }'
}

# Sound and pictures begin as far from each other as in the film. TS does not hold it.
test_distance() {
    local ending distance options

    for ending in mp4 mkv ts mov; do
        while read -r distance options; do
            # shellcheck disable=SC2086 # words
            ffmpeg -nostdin -v error -y $options -pix_fmt yuv420p -c:v libx264 -c:a aac \
                "first.$ending"
            [[ $(begins "first.$ending") == "$distance" ]] || continue
            check_rows <<END
ripple first.$ending --rain 0 --output wet.mp4; begins wet.mp4 => $distance
ripple first.$ending --rain 0 --frames 60 --output wet.mp4; begins wet.mp4 => $distance
END
        done <<'END'
1.0 -f lavfi -i sine=duration=2 -itsoffset 1 -f lavfi -i testsrc2=size=64x48:duration=1
-1.0 -itsoffset 1 -f lavfi -i sine=duration=2 -f lavfi -i testsrc2=size=64x48:duration=1
END
    done
}

# encode NAME WORDS: the codec of a film by an ffmpeg without these encoders
encode() {
    lacks "$2" "Unknown encoder"
    path=$work/bin:$PATH ripple clip.mp4 --frames 9 --output "wet.$1" 2>said.log
    codec v "wet.$1"
    grep -c "this ffmpeg has no" said.log
}

# Distributions leave encoders out.
test_encoders() {
    check_rows <<'END'
encode mp4 "libx264 openh264" => mpeg4 1
encode webm libvpx-vp9 => vp8 1
encode webm libvpx => av1 1
encode webp libwebp_anim => webp 1
lacks "libvpx libsvtav1 libaom" "Unknown encoder"
! path=$work/bin:$PATH refused clip.mp4 --output wet.webm => wet.webm: ffmpeg: Unknown encoder
END
}

# zero FILE FROM COUNT: a copy of the clip with so many bytes lost
zero() {
    cp clip.mp4 "$1"
    dd if=/dev/zero of="$1" bs=1 seek="$2" count="$3" conv=notrunc 2>/dev/null
}

# A film that cannot be decoded at all says why, though it repeats. A film whose size
# changes in the middle goes on in its first one.
test_damage() {
    zero bad.mp4 100 20000
    zero rough.mp4 6000 3000
    make small.ts 30 0.5 -c:v mpeg2video
    make large.ts 30 0.5 -vf scale=128:96 -c:v mpeg2video
    cat small.ts large.ts >changes.ts
    check_rows <<'END'
! timeout 8 "$program" --no-config bad.mp4 --frames 100 --output refused.png => bad.mp4: ffmpeg:
ripple rough.mp4 --frames 40 --output wet.mp4 2>said.log; count wet.mp4 => 30000/1001,40
ripple changes.ts --output wet.mp4; count wet.mp4 => 30/1,30
size wet.mp4 => 64,48
END
}

# README's command, and the pixels that most webcams have.
from_webcam() {
    local options

    read -ra options < <(sed -n 's,.*ffmpeg -f v4l2 -i /dev/video0 \(.*\) - | ripple -$,\1,p' \
        "$readme")
    ffmpeg -v error -i webcam.nut "${options[@]}" -
}

# Each frame of a stream on standard input is shown once.
test_streams() {
    head -c 20000 clip.y4m >cut.y4m
    check_rows <<'END'
ffmpeg -v error -i clip.mp4 -f yuv4mpegpipe - | ripple - --output - | wet - => 30000/1001,30
from_webcam | wet - => 30/1,30
wet - --frames 20 <clip.y4m => 24/1,20
! ripple - --output wet.mp4 <cut.y4m => ripple: standard input: is cut short in a picture
count wet.mp4 => 24/1,4
! yes "YUV4MPEG2 W2 H2 F25:1" | timeout 2 "$program" --no-config - --frames 9 --output still.png
END
}

# A film is being written from both the pictures and the sound of a long one.
has_begun() {
    [[ -n $(find . -name '*wet.mp4*' -size +200k) ]]
}

# ends_with_pictures FILM: its sound does, within 100 ms, before the long film's end
ends_with_pictures() {
    local pictures sound

    pictures=$(list_ms v "$1" | tail -n 1)
    sound=$(list_ms a "$1" | tail -n 1)
    ((pictures > 0 && pictures < 50000 && sound > pictures - 100 && sound < pictures + 100))
}

# Whether Ctrl+C or the death of its decoder has ended a film: all pictures are there,
# the sound ends with them, and a picture is the last frame. Where others use the
# processor a film may take seconds to be completed, which a line may say.
test_interruption() {
    local signal status pattern process ended=0 frames

    while read -r signal status pattern; do
        rm -f ./*wet.*
        start "$program" --no-config --picture long.mp4 --size 640x480 --preset storm \
            --output wet.mp4 --output wet.webm --output wet.png 2>said.log
        await 60 "no film is written" has_begun
        process=$last
        [[ -z $pattern ]] || process=$(pgrep -P "$last" -f "$pattern")
        kill "-$signal" "$process"
        wait "$last" || ended=$?
        [[ $ended == "$status" ]] || fail "after $signal: ended with $ended"
        frames=$(sed -n 's/.*: after \([0-9]*\) .*/\1/p' said.log)
        check_rows <<END
grep -vc "does not complete the film" said.log => 1
ends_with_pictures wet.mp4
ends_with_pictures wet.webm
count wet.mp4 => \$(count wet.webm)
ffmpeg -v error -i wet.mp4 -i wet.webm -f null - =>
END
        if [[ $signal == INT ]]; then
            check_rows <<END
count wet.webm => 30/1,$frames
ripple long.mp4 --size 640x480 --preset storm --frames $frames --output hand.png; sum hand.png => \$(sum wet.png)
find . -name '*wet.*' | sort => ./wet.mp4 ./wet.png ./wet.webm
END
        fi
    done <<'END'
INT 0
KILL 1 rawvideo -pix_fmt
END
}

shoot() {
    ffmpeg -nostdin -v error -y -f x11grab -video_size 400x300 -i "$display" -frames:v 1 "$1"
}

# Whether two pictures of the screen differ.
moves() {
    shoot one.png
    sleep 0.3
    shoot two.png
    ! cmp -s one.png two.png
}

is_still() {
    ! moves
}

# open_window PICTURE: in the background
open_window() {
    SDL_VIDEODRIVER=x11 start "$program" --no-config --rain 0 --size 400x300 "$1" 2>said.log
}

is_told() {
    [[ $(wc -l <said.log) == 1 ]] && grep -q -- "$1" said.log
}

# In the window a film loops. When its decoder is killed a line tells it, and the last
# picture stays.
test_window() {
    open_window clip.mp4
    await 10 "the film does not move" moves
    sleep 2
    await 10 "the film does not loop" moves
    kill -KILL "$(pgrep -P "$last" -x ffmpeg)"
    await 20 "no line names the decoder" is_told "clip.mp4: ffmpeg was ended by signal 9"
    await 5 "the picture does not stay" is_still
    (($(measure_light one.png) > 20)) || fail "the last picture is gone"
    end_process "$last"
}

# A stream in real time keeps its time; one that comes faster is slowed down, but
# by 2 %. Its last picture stays.
test_mirror() {
    local options writer began took

    mkfifo pipe
    for options in -re ""; do
        # shellcheck disable=SC2086 # no word if it is empty
        start ffmpeg -nostdin -v error $options -stream_loop 2 -i clip.mp4 \
            -f yuv4mpegpipe -y pipe
        writer=$last
        began=$(date +%s%N)
        open_window - <pipe
        await 10 "the mirror does not move" moves
        wait "$writer" || fail "the mirror does not take all of a stream"
        took=$((($(date +%s%N) - began) / 1000000))
        ((took > 2500)) || fail "three seconds of a stream took $took ms"
        await 5 "the stream does not end" is_still
        [[ ! -s said.log ]] || fail "the mirror says $(cat said.log)"
        end_process "$last"
    done
}

require ffmpeg ffprobe Xvfb
cd "$work"
make_clips
start_x 400x300
export DISPLAY=$display
for part in counts frames colours looks interlaced distance encoders damage folder mistakes \
    streams interruption window mirror; do
    if [[ -z ${PARTS:-} || " $PARTS " == *" $part "* ]]; then
        test_$part
    fi
done
say "$cases cases"
