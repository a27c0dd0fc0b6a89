#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The backend of the GPU, without a display: suites gpu and gl_window, frames of the
# program beside those of the CPU, the window beside SDL's renderers, rows of
# ripple-bench, the example of the recipes, and that OpenGL is neither linked nor called
# elsewhere. Mesa's llvmpipe is enough. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

program=build/release/ripple
export SDL_VIDEODRIVER=offscreen XDG_CONFIG_HOME=$work XDG_STATE_HOME=$work
unset DISPLAY WAYLAND_DISPLAY

# NVIDIA's driver keeps compiled programs, for root only if it is told to: suite gpu
# compiles each some hundred times.
export __GL_SHADER_DISK_CACHE=1 __GL_SHADER_DISK_CACHE_PATH=$work

# Small dispatches take llvmpipe less time without threads of its own.
export LP_NUM_THREADS=0

# render BACKEND OPTION...: the checksums of a film, its last frame and heights
render() {
    "$program" --no-config --backend "$@" --size 333x187 --rain 9 --fps \
        --frames "${frames:-70}" --output - --output "$work/$1.png" \
        --heights "$work/$1.pgm" 2>"$work/$1.log" | cksum
    cksum <"$work/$1.png"
    cksum <"$work/$1.pgm"
}

# The GPU's frames are those of the CPU.
equal() {
    [[ $(render gpu "$@") == "$(render cpu "$@")" ]]
}

# The same, on the GPU all the time.
equal_on_gpu() {
    equal "$@"
    grep -q "threads, $gpu" "$work/gpu.log"
}

# The CPU lays sprites in a script while the GPU's last frame is written. Without
# OpenGL a line says that the CPU steps.
test_frames() {
    gpu=$("$program" --list backends | sed -n 's/^gpu  *//p')
    [[ -n $gpu ]] || fail "no GPU is listed; is Mesa there?"
    printf '%s\n' '20 set view perspective' '40 set view water' \
        '50 set leaves 30' '60 set leaves 0' >"$work/script"
    check_rows <<'END'
"$program" --list backends | sed 's/  */ /' => cpu gpu $gpu
SDL_VIDEODRIVER=dummy "$program" --list backends => cpu
SDL_VIDEODRIVER=dummy; equal; grep -c "^ripple: --backend gpu: OpenGL: .*so the CPU steps" "$work/gpu.log" => 1
equal_on_gpu --preset classic
equal_on_gpu --preset pond --cell 1
equal_on_gpu --preset pond --script "$work/script"
equal_on_gpu --preset storm --view split
equal_on_gpu --preset puddle
equal_on_gpu --preset waves
equal_on_gpu --preset slits
equal_on_gpu --preset harbour --threads 2
equal_on_gpu --preset river
equal_on_gpu --preset hills
equal_on_gpu --preset lens
equal_on_gpu --preset torus --model wave
equal_on_gpu --preset retro --edges open
equal_on_gpu --preset pool --model spring --land builtin:hills
equal_on_gpu --model shallow --edges mirror --shore mirror --mask builtin:lens
frames=0; equal
frames=1; equal
frames=2; equal
END
}

# 20 frames are written.
is_begun() {
    [[ -n $(find "$work" -name '*gpu.y4m*' -size +1800k) ]]
}

# A film that is interrupted has the frames before, and the picture with it is the
# last of them.
test_interruption() {
    local storm=("$program" --no-config --preset storm --size 333x187)

    start "${storm[@]}" --backend gpu --frames 1000000 --output "$work/gpu.y4m" \
        --output "$work/gpu.png" 2>"$work/said.log"
    await 20 "no frames are written" is_begun
    kill "$last"
    wait "$last" || fail "the film ended with $?"
    "${storm[@]}" --frames "$(sed -n 's/.*: after \([0-9]*\) of .*/\1/p' "$work/said.log")" \
        --output "$work/cpu.y4m" --output "$work/cpu.png"
    check_rows <<'END'
cmp "$work/cpu.y4m" "$work/gpu.y4m"
cmp "$work/cpu.png" "$work/gpu.png"
END
}

# show_in RENDERER: a window until a signal; the lines that say that frames are read back
show_in() {
    start "$program" --no-config --backend gpu --preset storm --size 320x240 --rain 20 \
        --renderer "$1" --fps 2>"$work/said.log"
    await 20 "no frames with $1" grep -q "threads, $gpu" "$work/said.log"
    kill "$last"
    wait "$last"
    sed -n "s,^ripple: ,,p" "$work/said.log" | sed "s,^--backend gpu: .* they,they,"
}

# measure OPTION...: rows of ripple-bench, whose frames it compares with the CPU's
measure() {
    build/release/ripple-bench --sizes 64x48,97x61 --seconds 0.05 --csv "$@"
}

# count_rows OPTION...: rows of the CPU and of the GPU, which have its name, whatever
# threads and levels there are
count_rows() {
    measure --scenes calm,storm --threads 1,2 --simd scalar --backend cpu,gpu "$@" >"$work/rows.csv"
    grep -c ",cpu,$" "$work/rows.csv"
    grep -F "$gpu" "$work/rows.csv" | grep -c ",gpu,"
    ! grep -E 'nan|inf' "$work/rows.csv"
}

# Those of the GPU that show frames, by OpenGL.
count_shown() {
    measure --scenes storm --backend cpu,gpu --present |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
                 $at["backend"] == "gpu" && $at["renderer"] == "opengl" &&
                     $at["upload_ms"] > 0 && $at["present_ms"] > 0 &&
                     $at["shown_fps"] > 0 { shown++ }
                 END { print shown }'
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

# Who calls OpenGL beside the backend and who makes and shares the context of a window.
list_callers() {
    { grep -rlE '\bGL_[A-Z]|glcorearb|SDL_GL_(Create|Make|GetProc)[A-Za-z]*\(' \
        --include='*.[ch]' src || true; } | sed -E '/^src\/lib\/gpu\/|\/gl_(context|window)[.]c$/d'
}

# The example of the recipes: without OpenGL, with it, with ES alone.
test_uses() {
    local takes='s/ProcAddress, 0)/ProcAddress, 1)/'

    # shellcheck disable=SC2016 # no expansions
    sed -n '/^```c$/,/^```$/{/^```/!p;}' src/recipes.md >"$work/example.c"
    shown=$(show 's/SDL_GL_GetProcAddress, 0)/NULL, 0)/')
    check_rows <<END
show_in auto =>
show_in opengl =>
show_in opengles2 => they are read back
show_in software => they are read back
count_rows --preset classic => 8 4
count_rows --preset pond => 8 4
count_shown => 2
! measure --backend gpu --view perspective >/dev/null => ripple-bench: --backend gpu: frames
[[ "$shown" == "cpu "* ]]
show '$takes' => gpu ${shown#cpu }
show '$takes' 's/CORE, 4, 3/CORE, 9, 9/' => gpu ${shown#cpu }
list_callers =>
readelf -d build/release/libripple.so | grep -cE 'NEEDED.*(GL|SDL)' || true => 0
END
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
for part in test_frames test_interruption test_uses; do
    $part
done
say "$cases cases"
