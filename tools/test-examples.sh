#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs into a folder of its own, builds the examples from there as their heads say,
# and compares what they show with the program's frames and heights. Exit: 0 if all of
# it holds.
. "$(dirname "$0")/shell.sh"

tree=$work/tree
program=$tree/bin/ripple
examples=$tree/share/doc/ripple/examples
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
export PKG_CONFIG_PATH=$tree/lib/pkgconfig LD_LIBRARY_PATH=$tree/lib
export XDG_CONFIG_HOME=$work
# The library's defaults, and what the examples set.
water=(--no-config --preset classic --model round --refraction 0.0625 --damping 6
    --stone smooth --rain 0)
look=(--size 640x360 --cell 4 --filter linear --light 60 --sky 40)

# Tiles as those of the examples, without water.
draw_tiles() {
    awk 'BEGIN {
        print "P3 640 360 255"
        for (y = 0; y < 360; y++)
            for (x = 0; x < 640; x++)
                print x % 40 < 2 || y % 40 < 2 ? "224 232 232" : \
                    (int(x / 40) + int(y / 40)) % 2 ? "48 144 168" : "72 168 192"
    }' >"$work/tiles.ppm"
    ffmpeg -nostdin -v error -i "$work/tiles.ppm" "$work/tiles.png"
}

# compare NAME: what $work/NAME prints is the frame that the script gives.
compare() {
    "$work/$1" >"$work/$1.ppm"
    "$program" "${water[@]}" "${look[@]}" --picture "$work/tiles.png" \
        --script "$work/script" --frames 60 --output "$work/$1.png"
    unpack "$work/$1.ppm"
    unpack "$work/$1.png"
    cmp "$work/$1.ppm.raw" "$work/$1.png.raw" ||
        fail "$1 shows something else than the program"
    cases=$((cases + 1))
}

check_c() {
    local flags

    read -ra flags <<<"$(pkg-config --cflags --libs ripple)"
    "${CC:-cc}" -std=c99 "${warnings[@]}" "$examples/ring.c" "${flags[@]}" \
        -o "$work/c"
    echo "0 splash 320 180 30 500 10" >"$work/script"
    compare c
}

check_cpp() {
    local flags

    read -ra flags <<<"$(pkg-config --cflags --libs ripple)"
    "${CXX:-c++}" -std=c++11 "${warnings[@]}" "$examples/ring.cpp" "${flags[@]}" \
        -o "$work/cpp"
    printf '0 %s\n' "splash 200 180 30 500 10" "stone 440 180 20 300" >"$work/script"
    compare cpp
    cat >"$work/errors.cpp" <<'END'
#include "ripple.hpp"
int main()
{
    int caught = 0;
    Pool pool(20, 10), moved(std::move(pool));
    try {
        Pool(0, 10);
    } catch (const RippleFailure &failure) {
        caught += failure.code == RIPPLE_ERROR_SIZE;
    }
    try {
        moved.render(std::vector<uint32_t>(7));
    } catch (const RippleFailure &failure) {
        caught += failure.code == RIPPLE_ERROR_PIXELS;
    }
    moved.drop({10, 5, 3, 100, RIPPLE_PROFILE_SMOOTH});
    moved.step();
    return caught == 2 && pool.get() == nullptr && !moved.isCalm() ? 0 : 1;
}
END
    "${CXX:-c++}" -std=c++11 -fsanitize=address,undefined "-I$examples" \
        "${warnings[@]}" "$work/errors.cpp" "${flags[@]}" -o "$work/errors"
    "$work/errors" || fail "ripple.hpp throws something else, or leaks"
    cases=$((cases + 1))
}

# A python that has numpy.
find_python() {
    for python in python3 /usr/bin/python3; do
        ! "$python" -c 'import numpy' 2>/dev/null || return 0
    done
    fail "numpy is missing"
}

# The heights are the pool's own memory, and those that the program writes.
check_python() {
    find_python
    "$python" "$examples/ring.py" >"$work/ring.pgm" 2>"$work/said"
    [[ $(head -c 15 "$work/ring.pgm" | tr '\n' ' ') == "P5 320 200 255 " ]]
    [[ $(<"$work/said") == "after 60 steps the crest is "*" cells away" ]]
    echo "0 stone 160 100 12 2000" >"$work/script"
    "$program" "${water[@]}" --size 320x200 --cell 1 --script "$work/script" \
        --frames 60 --output "$work/python.png" --heights "$work/heights.pgm"
    PYTHONPATH=$examples PYTHONDONTWRITEBYTECODE=1 "$python" - "$work/heights.pgm" \
        <<'END' || fail "numpy sees other heights"
import ctypes
import sys

import numpy as np
import ring

lib = ring.load()
with ring.Pool(lib, 320, 200) as pool:
    pool.drop(160, 100, 12, 2000)
    first = lib.ripple_heights(pool.pool, None, None, None)
    heights = pool.heights()
    assert heights.ctypes.data == ctypes.addressof(first.contents), "a copy"
    assert heights.shape == (200, 320) and heights.dtype == np.int16
    before = int(heights[100, 160])
    pool.drop(160, 100, 12, 100)
    assert heights[100, 160] == before - 100, "a copy"
with ring.Pool(lib, 320, 200) as pool:
    pool.drop(160, 100, 12, 2000)
    for _ in range(60):
        pool.step()
    data = open(sys.argv[1], "rb").read()
    values = np.frombuffer(data[-2 * 320 * 200:], ">u2").reshape(200, 320)
    assert np.array_equal(values.astype(int) - 32768, pool.heights()), "other heights"
try:
    ring.Pool(lib, 0, 1)
except RuntimeError as error:
    assert "width" in str(error), error
else:
    raise AssertionError("no error")
END
    cases=$((cases + 1))
}

require pkg-config ffmpeg
make --no-print-directory all
make --no-print-directory "PREFIX=$tree" install >"$work/install.log"
draw_tiles
for language in c cpp python; do
    check_$language
done
say "$cases cases: built, run and compared"
