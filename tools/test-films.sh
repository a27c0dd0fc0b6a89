#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Films as the picture, decoded by the real ffmpeg: frames, rate and sound of clips
# made wet, each frame beside its picture shown by hand, loops, folders, streams,
# odd clips, names and decoders that fail, in files and in the window on Xvfb. Exit:
# 0 if all of it holds.
. "$(dirname "$0")/films.sh"

# Every frame once, at the film's rate, with its sound as it is.
test_counts() {
    local file wanted wet last

    while read -r file wanted; do
        ripple --picture "$file" --output wet.mp4 --output wet.webm 2>said.log ||
            fail "$file is not made wet"
        expect "says of $file" "$(cat said.log)" ""
        expect "mp4 of $file" "$(count wet.mp4)" "$wanted"
        expect "webm of $file" "$(count wet.webm)" "$wanted"
    done <<'END'
clip.mp4 30000/1001,30
clip.mkv 30000/1001,30
clip.mov 30000/1001,30
clip.avi 30000/1001,30
clip.ts 30000/1001,30
clip.mpg 30000/1001,30
clip.webm 25/1,25
clip.gif 10/1,10
clip.apng 10/1,10
clip.webp 10/1,10
animated.png 10/1,10
clip.y4m 24/1,24
ten.mp4 30/1,15
hushed.mp4 30/1,300
fast.mp4 500/1,250
clock.webm 240/1,240
END
    ripple --picture clip.mp4 --output wet.mp4 --output wet.webm
    expect "copied sound" "$(sound wet.mp4)" "$(sound clip.mp4)"
    expect "sound of webm" "$(ffprobe -v error -select_streams a -show_entries \
        stream=codec_name -of csv=p=0 wet.webm)" opus
    # Looped without a gap, with its sound; the frames that are asked for.
    for file in clip.mp4 clip.mkv clip.ts clip.mpg; do
        ripple --picture $file --frames 100 --output wet.mp4 --output wet.webm
        for wet in wet.mp4 wet.webm; do
            expect "frames of $wet of looped $file" "$(count $wet)" 30000/1001,100
            last=$(last_ms a $wet)
            ((last > 3200 && last < 3400)) || fail "$wet of $file has sound for $last ms"
            cases=$((cases + 1))
        done
    done
    # Uneven times are filled.
    ripple --picture uneven.webm --output wet.mp4
    expect "uneven frames" "$(count wet.mp4)" 10/1,19
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
        expect "frame $number of $clip $*" \
            "$(ffmpeg -v error -i "$(printf 'wet-%03d.png' $((number + 1)))" -f md5 -)" \
            "$(ffmpeg -v error -i hand.png -f md5 -)"
    done
}

test_frames() {
    by_hand 30000/1001 clip.mp4 40
    by_hand 30000/1001 clip.avi 40 --rain 30
    by_hand 30000/1001 clip.ts 40
    by_hand 10/1 clip.gif 25
    by_hand 10/1 animated.png 25
    # ffmpeg cannot read this one: it is compared with the last.
    for clip in animated.png clip.webp; do
        ripple --picture $clip --frames 25 --output $clip.y4m
    done
    expect "frames of clip.webp" "$(md5sum <clip.webp.y4m)" "$(md5sum <animated.png.y4m)"
    by_hand 30/1 ten.mp4 20
    by_hand 30/1 odd.mkv 20
    by_hand 25/1 clip.webm 30 --mask builtin:lens --size 90x60
    by_hand 25/1 clip.webm 30 --size 90x40 --fit contain --scroll 9,4
    by_hand 25/1 clip.webm 12 --pixels rgb565 --preset classic --fit tile
    by_hand 25/1 clip.webm 12 --preset hills --size 96x64
    by_hand 25/1 clip.webm 12 --preset lens --swell 20
}

# The GPU has each picture, too.
test_gpu() {
    local backend

    SDL_VIDEODRIVER=offscreen ripple --list backends | grep -q "^gpu  *[A-Za-z]" || return 0
    for backend in cpu gpu; do
        SDL_VIDEODRIVER=offscreen ripple --picture clip.mp4 --backend $backend \
            --output - | md5sum >$backend.sum
    done
    expect "frames on the GPU" "$(cat gpu.sum)" "$(cat cpu.sum)"
}

test_shapes() {
    ripple --picture turned.mp4 --output wet.mp4
    expect "a turned film" "$(size wet.mp4)" 48,64
    ripple --picture wide.mp4 --output wet.mp4
    expect "wide pixels" "$(size wet.mp4)" 128,48
    ripple --picture odd.mkv --output wet.png --frames 1
    expect "odd sides" "$(size wet.png)" 65,49
    # Half of the ground shows under it.
    ffmpeg -v error -y -i alpha.mov -frames:v 1 -vf "premultiply=inplace=1,format=rgb24,
        lutrgb=r=val+106:g=val+108:b=val+107" hand.png
    ripple --picture alpha.mov --frames 1 --rain 0 --output wet.png
    near hand.png wet.png 2 null
    # White on nothing lies on a dark ground.
    ffmpeg -v error -y -f lavfi -i color=white@0.2:s=64x48:d=0.3,format=rgba -c:v qtrle white.mov
    ripple --picture white.mov --frames 1 --rain 0 --output wet.png
    (($(ffmpeg -v error -i wet.png -vf "scale=1:1,format=gray" -f rawvideo - | od -An -tu1) < 110)) ||
        fail "a white film is not seen"
    cases=$((cases + 1))
}

# Films have the colours of their frames, as our own reader and ffmpeg see them; Y4M in
# each pixel. ffmpeg mixes the chroma of neighbours.
test_colours() {
    local size film

    for size in 640x480 1280x720; do
        ffmpeg -nostdin -v error -y -f lavfi -i "rgbtestsrc=size=$size" -frames:v 1 flat.png
        ripple flat.png --rain 0 --frames 2 --output flat.y4m --output flat.mp4 \
            --output flat.webm
        ripple - --rain 0 --frames 1 --output seen.png <flat.y4m
        near flat.png seen.png 2 null
        for film in flat.y4m flat.mp4 flat.webm; do
            ripple $film --rain 0 --frames 1 --output seen.png
            near flat.png seen.png 2 scale=16:12:flags=area
        done
        for film in flat.mp4 flat.webm; do
            ffmpeg -nostdin -v error -y -i $film -frames:v 1 seen.png
            near flat.png seen.png 2 scale=16:12:flags=area
        done
    done
}

# A folder's film moves with the steps, which come twice as fast.
test_folder() {
    mkdir folder
    cp clip.mp4 folder/1.mp4
    ffmpeg -v error -i clip.mp4 -start_number 0 decoded-%02d.png
    cp decoded-00.png folder/2.png
    ripple folder --rain 0 --frames 40 --output shown-%02d.png
    for step in 1 2 3 20 21 40; do
        n=$((((step + 1) * 30000 - 1) / 60060))
        expect "step $step of a folder" \
            "$(ffmpeg -v error -i "$(printf shown-%02d.png $step)" -f md5 -)" \
            "$(ffmpeg -v error -i "$(printf decoded-%02d.png $n)" -pix_fmt rgb24 -f md5 -)"
    done
    ripple folder --rain 0 --every 0.5 --frames 200 --output wet.mp4
    expect "frames of a folder" "$(count wet.mp4)" 60/1,200
}

# refuse TEXT OPTION...: one line has the text, and there is no file.
refuse() {
    local text=$1

    shift
    ! ripple "$@" --output refused.png 2>said.log || fail "$* is not refused"
    [[ $(wc -l <said.log) == 1 ]] || fail "$* has more than a line"
    grep -qF -- "$text" said.log || fail "$*: $(cat said.log)"
    [[ ! -e refused.png ]] || fail "$* leaves a file"
    cases=$((cases + 1))
}

test_mistakes() {
    local file

    refuse "sound.m4a: has no moving picture" sound.m4a
    echo text >text.mp4
    refuse "text.mp4: ffmpeg: " text.mp4
    head -c 3000 clip.mp4 >cut.mp4
    refuse "cut.mp4: ffmpeg: " cut.mp4
    path=$work refuse "install the package ffmpeg" clip.mp4
    # A playlist is no film, whatever it names.
    printf '#EXTM3U\n#EXTINF:1,\nclip.ts\n#EXT-X-ENDLIST\n' >list.mp4
    refuse "list.mp4: ffmpeg: " list.mp4
    printf "ffconcat version 1.0\nfile clip.mp4\n" >list.mkv
    refuse "list.mkv: ffmpeg: " list.mkv
    refuse "No such file" missing.mp4
    # Without ffmpeg an animation is a picture, and a line says why.
    path=$work ripple --picture clip.gif --frames 1 --output still.png 2>said.log
    expect "lines of a still" "$(grep -c "install the package ffmpeg" said.log)" 1
    for file in -x.mp4 a:b.mp4 http:clip.mp4 a%03d.mp4 "pipe:0.mp4" "a b|c.mp4"; do
        cp -- clip.mp4 "./$file"
        ripple "--picture=$file" --output wet.mp4 </dev/null
        expect "frames of $file" "$(count wet.mp4)" 30000/1001,30
        expect "sound of $file" "$(sound wet.mp4)" "$(sound clip.mp4)"
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
        ripple --rain 0 --picture "i.$name" --output wet.mp4
        expect "pictures of i.$name" "$(count wet.mp4)" 25/1,15
        expect "combed pictures of i.$name" "$(combed wet.mp4)" 0
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

# HDR has the colours of the screen that it was made from.
test_hdr() {
    local transfer

    make sdr.png 1 1 -vf "scale=96:72,lutrgb=r=40+val*0.6:g=40+val*0.6:b=40+val*0.6"
    while read -r transfer name; do
        ffmpeg -nostdin -v error -y -loop 1 -framerate 10 -i sdr.png -frames:v 3 -vf \
            "setparams=color_trc=iec61966-2-1:color_primaries=bt709,zscale=t=linear,
            format=gbrpf32le,zscale=p=2020,zscale=t=$transfer:m=2020_ncl:r=tv:npl=203,
            format=yuv420p10le" \
            -c:v libx265 -x265-params "log-level=0:crf=5:transfer=$transfer:colorprim=bt2020" \
            -color_trc "$transfer" -color_primaries bt2020 -colorspace bt2020nc "$transfer.mp4"
        ripple --preset classic --rain 0 --frames 1 --picture "$transfer.mp4" --output seen.png
        near sdr.png seen.png 30 "scale=24:16:flags=area,format=rgb24"
    done <<'END'
smpte2084
arib-std-b67
END
    lacks zscale "No such filter: 'zscale'"
    path=$work/bin:$PATH ripple --frames 1 --picture smpte2084.mp4 --output pale.png 2>said.log
    expect "says an ffmpeg without zscale" "$(cat said.log)" \
        "ripple: smpte2084.mp4: HDR looks pale: this ffmpeg has no zscale"
}

# Pictures that ffmpeg reads, as pictures and in a folder; not one tile of many.
test_stills() {
    local still place

    make still.png 1 1 -frames:v 1
    mkdir stills
    ffmpeg -nostdin -v error -i still.png stills/still.avif
    ffmpeg -nostdin -v error -i still.png -distance 0 stills/still.jxl
    for still in still.avif still.jxl; do
        ripple --preset classic --rain 0 --frames 1 --picture stills/$still --output seen.png
        near still.png seen.png 12 "scale=24:16:flags=area,format=rgb24"
        ripple --frames 1 --mask stills/$still --output masked.png builtin:pebbles
    done
    ripple --frames 1 --output seen.png stills
    cp stills/still.avif tiles.avif
    place=$(grep -abo ispe tiles.avif | head -n 1)
    printf '\1' | dd of=tiles.avif bs=1 seek=$((${place%:*} + 10)) conv=notrunc 2>dd.log
    head -c 100 stills/still.jxl >cut.jxl
    refuse "tiles.avif: ffmpeg cannot read this AVIF" tiles.avif
    refuse "cut.jxl: ffmpeg cannot read this JPEG XL" cut.jxl
}

# begins NAME: seconds from the first sound to the first picture
begins() {
    local stream

    for stream in v a; do
        ffprobe -v error -select_streams $stream -show_entries packet=pts_time \
            -of csv=p=0 "$1" | tr -d , | sort -n | head -n 1
    done | paste -s | awk '{ printf "%.1f", $1 - $2 }'
}

# Sound and pictures begin as far from each other as in the film.
test_distance() {
    local ending first distance options

    for ending in mp4 mkv ts mov; do
        while read -r first distance options; do
            # shellcheck disable=SC2086 # words
            ffmpeg -nostdin -v error -y $options -pix_fmt yuv420p -c:v libx264 -c:a aac \
                "first.$ending"
            [[ $(begins "first.$ending") == "$distance" ]] || continue # not held by TS
            for options in "" "--frames 60"; do
                # shellcheck disable=SC2086 # words
                ripple --rain 0 --picture "first.$ending" $options --output wet.mp4
                expect "$first first in $ending $options" "$(begins wet.mp4)" "$distance"
            done
        done <<'END'
sound 1.0 -f lavfi -i sine=duration=2 -itsoffset 1 -f lavfi -i testsrc2=size=64x48:duration=1
picture -1.0 -itsoffset 1 -f lavfi -i sine=duration=2 -f lavfi -i testsrc2=size=64x48:duration=1
END
    done
}

# lacks WORD LINE: makes an ffmpeg in bin that fails if an argument has the word
lacks() {
    mkdir -p bin
    printf '#!/bin/sh\ncase "$*" in %s) echo "%s" >&2; exit 8 ;; esac\nexec %s "$@"\n' \
        "$(printf '%s' "*$1*" | sed 's/ /*|*/g')" "$2" "$(command -v ffmpeg)" >bin/ffmpeg
    chmod +x bin/ffmpeg
}

# Distributions leave encoders out.
test_encoders() {
    local name codec wanted

    while read -r name codec wanted; do
        lacks "${wanted//,/ }" "Unknown encoder"
        path=$work/bin:$PATH ripple --picture clip.mp4 --frames 9 --output "wet.$name" \
            2>said.log || fail "wet.$name is not made: $(cat said.log)"
        expect "codec of wet.$name" "$(ffprobe -v quiet -select_streams v -show_entries \
            stream=codec_name -of csv=p=0 "wet.$name")" "$codec"
        expect "lines for wet.$name" "$(grep -c "this ffmpeg has no" said.log)" 1
    done <<'END'
mp4 mpeg4 libx264,openh264
webm vp8 libvpx-vp9
webm av1 libvpx
webp webp libwebp_anim
END
    lacks "libvpx libsvtav1 libaom" "Unknown encoder"
    path=$work/bin:$PATH refuse "wet.webm: ffmpeg: Unknown encoder" clip.mp4 --output wet.webm
}

# A film that repeats, and of which nothing can be decoded, says why.
test_damage() {
    cp clip.mp4 bad.mp4
    dd if=/dev/zero of=bad.mp4 bs=1 seek=100 count=20000 conv=notrunc 2>/dev/null
    SECONDS=0
    refuse "bad.mp4: ffmpeg: " bad.mp4 --frames 100
    ((SECONDS < 8)) || fail "a film without a picture ends after $SECONDS s"
    cp clip.mp4 rough.mp4
    dd if=/dev/zero of=rough.mp4 bs=1 seek=6000 count=3000 conv=notrunc 2>/dev/null
    ripple --picture rough.mp4 --frames 40 --output wet.mp4 2>said.log
    expect "a film with faults" "$(count wet.mp4)" 30000/1001,40
}

# Another size in the middle: the film goes on in its first one.
test_changes() {
    make small.ts 30 0.5 -c:v mpeg2video
    make large.ts 30 0.5 -vf scale=128:96 -c:v mpeg2video
    cat small.ts large.ts >changes.ts
    ripple changes.ts --output wet.mp4
    expect "a film that changes its size" "$(count wet.mp4)" 30/1,30
    expect "its size" "$(size wet.mp4)" 64,48
}

# Each frame of a stream on standard input is shown once.
test_streams() {
    local webcam

    ffmpeg -v error -i clip.mp4 -f yuv4mpegpipe - | ripple - --output wet.mp4
    expect "a stream" "$(count wet.mp4)" 30000/1001,30
    # README's command, and the pixels that most webcams have.
    read -ra webcam < <(sed -n 's,.*ffmpeg -f v4l2 -i /dev/video0 \(.*\) - | ripple -$,\1,p' \
        "$readme")
    ffmpeg -v error -i webcam.nut "${webcam[@]}" - | ripple - --output wet.mp4
    expect "a webcam's stream" "$(count wet.mp4)" 30/1,30
    ripple - --frames 20 --output wet.mp4 <clip.y4m
    expect "a part of a file" "$(count wet.mp4)" 24/1,20
    ffmpeg -v error -i clip.mp4 -f yuv4mpegpipe - | ripple - --output - |
        ripple - --output wet.mp4
    expect "wet twice" "$(count wet.mp4)" 30000/1001,30
    head -c 20000 clip.y4m >cut.y4m
    ! ripple - --output wet.mp4 <cut.y4m 2>said.log || fail "a cut stream is whole"
    expect "a cut stream" "$(cat said.log)" \
        "ripple: standard input: is cut short in a picture"
    expect "its pictures" "$(count wet.mp4)" 24/1,4
    cat clip.y4m large.y4m >changes.y4m
    ! ripple - --output wet.mp4 <changes.y4m 2>said.log || fail "a new size is no error"
    expect "a new size" "$(cat said.log)" \
        "ripple: standard input: changes from 64x48 to 128x96"
    expect "pictures before it" "$(count wet.mp4)" 24/1,24
    make high.y4m 24 0.1 -pix_fmt yuv420p10le -strict -1
    make interlaced.y4m 24 0.1 -vf "interlace=lowpass=0" -flags +ildct
    refuse "standard input: has other colours" - <high.y4m
    refuse "standard input: is interlaced" - <<<"YUV4MPEG2 W64 H48 It"
}

# Ctrl+C keeps what is there, and pictures of the last frame.
test_interruption() {
    local frames

    # A stream of heads without a picture ends, too.
    yes "YUV4MPEG2 W2 H2 F25:1" | "$program" --no-config --picture - --frames 9 \
        --output still.png 2>said.log &
    sleep 1
    kill $!
    expect "seconds of heads" "$(timeout 5 tail --pid=$! -f /dev/null && echo few)" few
    "$program" --no-config --picture clip.mp4 --frames 1000000 --output wet.mp4 \
        --output wet.webm --output wet.png 2>said.log &
    sleep 2
    kill -INT $!
    wait $! || fail "an interruption is an error"
    expect "lines of an interruption" "$(grep -c "^ripple: interrupted: after" said.log)" 1
    frames=$(grep -o "after [0-9]*" said.log | cut -c 7-)
    ripple --picture clip.mp4 --frames "$frames" --output hand.png
    expect "the last frame" "$(md5sum <wet.png)" "$(md5sum <hand.png)"
    for file in wet.mp4 wet.webm; do
        expect "frames of $file" "$(count $file)" "30000/1001,$frames"
        ffmpeg -v error -i $file -f null - 2>&1 | grep . && fail "$file is damaged"
        cases=$((cases + 1))
    done
}

# The sound ends with the pictures, whether a signal or the film's decoder has ended
# them, and all pictures are there.
test_cut_sound() {
    local why file pictures sound

    rm -f wet.*
    make long.mp4 30 60 -f lavfi -i sine=duration=60 -pix_fmt yuv420p -c:v libx264 -c:a aac
    for why in signal decoder; do
        "$program" --no-config --picture long.mp4 --size 640x480 --preset storm \
            --output wet.mp4 --output wet.webm 2>said.log &
        await 20 "no decoder" has_decoder $!
        sleep 2
        if [[ $why == signal ]]; then
            kill -INT $!
            wait $! || fail "an interruption is an error"
        else
            kill -KILL "$(pgrep -P $! -f "rawvideo -pix_fmt")"
            ! wait $! || fail "a film without its decoder is whole"
        fi
        # Where others use the processor a film may take seconds to be completed.
        expect "lines of a $why" "$(grep -vc "does not complete the film" said.log)" 1
        for file in wet.mp4 wet.webm; do
            pictures=$(last_ms v $file)
            sound=$(last_ms a $file)
            ((pictures > 0 && pictures < 50000)) || fail "$file has pictures for $pictures ms"
            ((sound > pictures - 100 && sound < pictures + 100)) ||
                fail "$file has sound for $sound ms and pictures for $pictures"
            cases=$((cases + 1))
        done
        expect "frames of both" "$(count wet.mp4)" "$(count wet.webm)"
        if [[ $why == signal ]]; then
            expect "all frames" "$(count wet.mp4)" \
                "30/1,$(grep -o "after [0-9]*" said.log | cut -c 7-)"
        fi
    done
    expect "files" "$(find . -name '*wet.*' | sort | xargs)" "./wet.mp4 ./wet.webm"
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

has_light() {
    shoot one.png
    [[ $(ffmpeg -nostdin -v error -i one.png -vf "scale=1:1,format=gray" -f rawvideo - |
        od -An -tu1) -gt 20 ]]
}

is_still() {
    ! moves
}

decoder_of() {
    pgrep -P "$1" -x ffmpeg || true
}

has_decoder() {
    [[ -n $(decoder_of "$1") ]]
}

is_told() {
    [[ $(wc -l <said.log) == 1 ]] && grep -q -- "$1" said.log
}

# In the window a film loops. When its decoder is killed or hangs, a line tells it,
# and the last picture stays.
test_window() {
    local signal text window

    while read -r signal text; do
        SDL_VIDEODRIVER=x11 start "$program" --no-config --rain 0 --size 400x300 \
            clip.mp4 2>said.log
        window=$last
        await 10 "the film does not move" moves
        sleep 2
        await 10 "the film does not loop" moves
        await 5 "no decoder" has_decoder "$window"
        kill "-$signal" "$(decoder_of "$window")"
        await 20 "no line tells of $signal" is_told "$text"
        await 5 "the picture does not stay" is_still
        has_light || fail "the last picture is gone"
        end_process "$window"
        cases=$((cases + 1))
    done <<'END'
KILL clip.mp4: ffmpeg was ended by signal 9
STOP clip.mp4: ffmpeg hangs and was killed
END
}

# A stream in real time keeps its time; one that comes faster is slowed down, but
# by 2 %. Its last picture stays, also if a head of another size ends it.
test_mirror() {
    local options writer mirror began took

    SDL_VIDEODRIVER=x11 "$program" --no-config --rain 0 --size 400x300 - \
        < <(cat clip.y4m large.y4m) 2>said.log &
    mirror=$!
    await 10 "the new size is not told" is_told \
        "standard input: changes from 64x48 to 128x96"
    await 5 "the picture does not stay" is_still
    has_light || fail "the last picture is gone"
    end_process "$mirror"
    cases=$((cases + 1))

    mkfifo pipe
    for options in -re ""; do
        # shellcheck disable=SC2086 # no word if it is empty
        start ffmpeg -nostdin -v error $options -stream_loop 2 -i clip.mp4 \
            -f yuv4mpegpipe -y pipe
        writer=$last
        began=$(date +%s%N)
        SDL_VIDEODRIVER=x11 "$program" --no-config --rain 0 --size 400x300 - \
            <pipe 2>said.log &
        mirror=$!
        await 10 "the mirror does not move" moves
        wait "$writer" || fail "the mirror does not take all of a stream"
        took=$((($(date +%s%N) - began) / 1000000))
        ((took > 2500)) || fail "three seconds of a stream took $took ms"
        await 5 "the stream does not end" is_still
        expect "says the mirror" "$(cat said.log)" ""
        end_process "$mirror"
    done
}

require ffmpeg ffprobe Xvfb
cd "$work"
make_clips
start_x 400x300
export DISPLAY=$display
for part in counts frames gpu shapes colours interlaced hdr stills distance encoders damage folder \
    mistakes changes streams interruption cut_sound window mirror; do
    if [[ -z ${PARTS:-} || " $PARTS " == *" $part "* ]]; then
        test_$part
    fi
done
echo "films: $cases cases"
