#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The backend of the GPU, without a display: suite gpu, frames of the program beside
# those of the CPU, the window with its frames on the GPU and beside SDL's renderers,
# rows of ripple-bench, the example of the recipes, and that OpenGL is neither linked
# nor called elsewhere. Mesa's llvmpipe is enough. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

program=build/release/ripple
export SDL_VIDEODRIVER=offscreen XDG_CONFIG_HOME=$work XDG_STATE_HOME=$work
unset DISPLAY WAYLAND_DISPLAY

# NVIDIA's driver keeps compiled programs, for root only if it is told to: suite gpu
# compiles each some hundred times.
export __GL_SHADER_DISK_CACHE=1 __GL_SHADER_DISK_CACHE_PATH=$work

# Small dispatches take llvmpipe less time without threads of its own.
export LP_NUM_THREADS=0

# same COMPLAINT FILE FILE: two checksums of something
same() {
    local one other

    one=$(cat "$2")
    other=$(cat "$3")
    [[ -n $one && $one == "$other" ]] || fail "$1"
}

# render BACKEND OPTION...: the checksums of a film, its last frame and heights
render() {
    "$program" --no-config --backend "$@" --size 333x187 --rain 9 --fps \
        --frames "${frames:-70}" --output - --output "$work/$1.png" \
        --heights "$work/$1.pgm" 2>"$work/said.log" | cksum
    cksum <"$work/$1.png"
    cksum <"$work/$1.pgm"
}

# Each row of options has the same frames on both. While a frame of the GPU is
# written, the script has the CPU draw the next one.
test_frames() {
    local row options

    printf '%s\n' '20 set view perspective' '40 set view water' \
        '50 set leaves 30' '60 set leaves 0' >"$work/script"
    while read -r row; do
        read -ra options <<<"${row/@/$work/}"
        same "the GPU's frames of $row differ" \
            <(render cpu "${options[@]}") <(render gpu "${options[@]}")
        render gpu "${options[@]}" >"$work/sum"
        grep -q "threads, $gpu" "$work/said.log" || fail "the CPU stepped $row"
        cases=$((cases + 1))
    done <<'END'
--preset classic
--preset pond --cell 1
--preset pond --script @script
--preset storm --view split
--preset puddle
--preset waves
--preset slits
--preset harbour --threads 2
--preset river
--preset hills
--preset lens
--preset torus --model wave
--preset retro --edges open
--preset pool --model spring --land builtin:hills
--model shallow --edges mirror --shore mirror --mask builtin:lens
END
}

test_program() {
    "$program" --list backends >"$work/list"
    [[ $(head -n 1 "$work/list") == cpu ]] || fail "the CPU is not listed"
    gpu=$(sed -n 's/^gpu  *//p' "$work/list")
    [[ -n $gpu ]] || fail "no GPU is listed; is Mesa there?"
    [[ $(SDL_VIDEODRIVER=dummy "$program" --list backends) == cpu ]] ||
        fail "there is a GPU without OpenGL"
    same "frames differ without OpenGL" <(render cpu) \
        <(SDL_VIDEODRIVER=dummy render gpu)
    grep -q "^ripple: --backend gpu: OpenGL: .*so the CPU steps" <(
        SDL_VIDEODRIVER=dummy "$program" --no-config --backend gpu --frames 1 2>&1
    ) || fail "it is not said that there is no GPU"
    cases=$((cases + 4))
}

# A film that is interrupted has the frames before, and the picture with it is the
# last of them.
test_interruption() {
    local frames

    for frames in 0 1 2; do
        same "$frames frames differ" <(render cpu) <(render gpu)
    done
    start "$program" --no-config --backend gpu --preset storm --size 333x187 \
        --frames 1000000 --output "$work/gpu.y4m" --output "$work/gpu.png" \
        2>"$work/said.log"
    await 20 "no frames are written" is_begun
    kill "$last"
    wait "$last" || fail "the film ended with $?"
    frames=$(sed -n 's/.*: after \([0-9]*\) of .*/\1/p' "$work/said.log")
    "$program" --no-config --preset storm --size 333x187 --frames "$frames" \
        --output "$work/cpu.y4m" --output "$work/before.png"
    cmp "$work/cpu.y4m" "$work/gpu.y4m" || fail "$frames frames are not the film"
    cmp "$work/before.png" "$work/gpu.png" || fail "the last frame differs"
    cases=$((cases + 4))
}

# 20 frames are written.
is_begun() {
    [[ -n $(find "$work" -name '*gpu.y4m*' -size +1800k) ]]
}

# For some seconds, until a signal: with frames on the GPU, and beside renderers with
# and without OpenGL, which read frames back and say so in a line.
test_window() {
    local renderer lines read_back="^ripple: --backend gpu: .* they are read back$"

    while read -r renderer lines; do
        start "$program" --no-config --backend gpu --preset storm --size 320x240 \
            --rain 20 --renderer "$renderer" --fps 2>"$work/said.log" </dev/null
        await 20 "no frames with $renderer" grep -q "threads, $gpu" "$work/said.log"
        kill "$last"
        wait "$last" || fail "the window ended with $?"
        ! grep "^ripple: " "$work/said.log" | grep -v "$read_back" ||
            fail "$renderer has an error"
        [[ $(grep -c "$read_back" "$work/said.log") == "$lines" ]] ||
            fail "frames with $renderer are elsewhere"
        cases=$((cases + 1))
    done <<'END'
auto 0
opengl 0
opengles2 1
software 1
END
}

# measure OPTION...: rows of ripple-bench, whose frames it compares with the CPU's
measure() {
    build/release/ripple-bench --sizes 64x48,97x61 --seconds 0.05 --csv "$@"
}

# Rows of the GPU have its name, whatever threads and levels there are.
test_bench() {
    local preset count

    for preset in classic pond; do
        measure --preset $preset --scenes calm,storm --threads 1,2 \
            --simd scalar --backend cpu,gpu >"$work/rows.csv"
        count=$(grep -c ",cpu,$" "$work/rows.csv" || true)
        ((count == 8)) || fail "there are $count rows of the CPU"
        count=$(grep -F "$gpu" "$work/rows.csv" | grep -c ",gpu," || true)
        ((count == 4)) || fail "there are $count rows of $gpu"
        ! grep -E 'nan|inf' "$work/rows.csv" || fail "a value is none"
        cases=$((cases + 3))
    done
    measure --scenes storm --backend cpu,gpu --present >"$work/rows.csv"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
             $at["backend"] == "gpu" && $at["renderer"] == "opengl" &&
                 $at["upload_ms"] > 0 && $at["present_ms"] > 0 &&
                 $at["shown_fps"] > 0 { shown++ }
             END { exit shown != 2 }' "$work/rows.csv" ||
        fail "frames of $gpu are not shown"
    ! measure --backend gpu --view perspective &>"$work/said.log" ||
        fail "frames in perspective stay on the GPU"
    grep -q "^ripple-bench: --backend gpu: frames" "$work/said.log" ||
        fail "it is not said that the CPU draws them"
    cases=$((cases + 3))
}

# show EXPRESSION...: who shows a frame of the example, which sed changes, and its sum
show() {
    local flags

    read -ra flags <<<"$(pkg-config --cflags --libs sdl2)"
    sed "${@/#/-e}" "$work/example.c" >"$work/shown.c"
    "${CC:-cc}" -std=c11 -Wall -Werror -Isrc "$work/shown.c" \
        tests/recipes/watch_frames.c -Wl,--wrap=SDL_GL_SwapWindow \
        -Wl,--wrap=SDL_UpdateWindowSurface build/release/libripple.a \
        "${flags[@]}" -pthread -lm -o "$work/shown"
    "$work/shown"
}

# The example of the recipes: without OpenGL, with it, with ES alone.
test_example() {
    local sum takes='s/ProcAddress, 0)/ProcAddress, 1)/'

    # shellcheck disable=SC2016 # no expansions
    sed -n '/^```c$/,/^```$/{/^```/!p;}' src/recipes.md >"$work/example.c"
    sum=$(show 's/SDL_GL_GetProcAddress, 0)/NULL, 0)/')
    [[ $sum == "cpu "* ]] || fail "the CPU does not show the example"
    same "the GPU shows another example" \
        <(echo "gpu ${sum#* }") <(show "$takes")
    same "OpenGL ES shows another example" \
        <(echo "gpu ${sum#* }") <(show "$takes" 's/CORE, 4, 3/CORE, 9, 9/')
    cases=$((cases + 3))
}

# Those who may call OpenGL: the backend, and who makes and shares the context of a
# window; nobody links it.
test_links() {
    local callers

    callers=$(grep -rlE '\bGL_[A-Z]|glcorearb|SDL_GL_(Create|Make|GetProc)[A-Za-z]*\(' \
        --include='*.[ch]' src |
        grep -vE '^src/lib/gpu/|/gl_(context|window)[.]c$') || true
    [[ -z $callers ]] || fail "OpenGL is called in $callers"
    ! readelf -d build/release/libripple.so | grep -E 'NEEDED.*(GL|SDL)' ||
        fail "the library links OpenGL"
    cases=$((cases + 2))
}

# Half of the suites runs beside the other half.
(CK_RUN_SUITE=gpu CK_RUN_CASE=calls build/release/ripple-gpu-tests
    CK_RUN_SUITE=gpu CK_RUN_CASE=errors build/release/ripple-gpu-tests) \
    >"$work/beside" 2>&1 &
CK_RUN_SUITE=gpu CK_RUN_CASE=equal build/release/ripple-gpu-tests
CK_RUN_SUITE=gl_window build/release/ripple-tests
wait $! || beside=failed
cat "$work/beside"
[[ ${beside-} != failed ]] || exit 1
for part in test_program test_frames test_interruption test_window test_bench test_example test_links; do
    $part
done
say "$cases cases"
