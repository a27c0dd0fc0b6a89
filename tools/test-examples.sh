#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs into a folder of its own, builds the examples from there as their heads say,
# and compares what they show with the program's frames and heights. Exit: 0 if all of
# it holds.
. "$(dirname "$0")/shell.sh"

tree=$work/tree
examples=$tree/share/doc/ripple/examples
export PKG_CONFIG_PATH=$tree/lib/pkgconfig LD_LIBRARY_PATH=$tree/lib
export XDG_CONFIG_HOME=$work PYTHONPATH=$examples PYTHONDONTWRITEBYTECODE=1

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

# ripple EVENTS OPTION...: seen.png after 60 steps, by the library's defaults and what
# the examples set
ripple() {
    tr ';' '\n' <<<"$1" >"$work/script"
    "$tree/bin/ripple" --no-config --preset classic --model round --refraction 0.0625 \
        --damping 6 --stone smooth --rain 0 --script "$work/script" --frames 60 \
        --output "$work/seen.png" "${@:2}"
}

# shows EVENTS: what the built example prints is the frame that the script gives.
shows() {
    "$work/built" >"$work/built.ppm"
    ripple "$1" --size 640x360 --cell 4 --filter linear --light 60 --sky 40 \
        --picture "$work/tiles.png"
    unpack "$work/built.ppm"
    unpack "$work/seen.png"
    cmp "$work/built.ppm.raw" "$work/seen.png.raw"
}

# build COMPILER SOURCE FLAG...
build() {
    # shellcheck disable=SC2046 # words
    "$1" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror "-I$examples" "$2" \
        "${@:3}" $(pkg-config --cflags --libs ripple) -o "$work/built"
}

require pkg-config ffmpeg
for python in python3 /usr/bin/python3; do
    ! "$python" -c 'import numpy' 2>/dev/null || break
done
make --no-print-directory all
make --no-print-directory "PREFIX=$tree" install >"$work/install.log"
draw_tiles
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
# The heights are the pool's own memory, and those that the program writes.
cat >"$work/heights.py" <<'END'
import ctypes
import sys

import numpy as np
import ring

pool = ring.make_pool(320, 200, light_from=90)
ring.drop(pool, 160, 100, 12, 2000)
heights = ring.see_heights(pool)
first = ring.lib.ripple_heights(pool, None, None, None)
assert heights.ctypes.data == ctypes.addressof(first.contents), "a copy"
assert heights.shape == (200, 320) and heights.dtype == np.int16
for _ in range(60):
    ring.lib.ripple_step(pool)
data = open(sys.argv[1], "rb").read()
values = np.frombuffer(data[-2 * 320 * 200:], ">u2").reshape(200, 320)
assert np.array_equal(values.astype(int) - 32768, ring.see_heights(pool)), "other heights"
for wrong, said in ((0, {}), "width"), ((320, {"rain": 1}), "setting"):
    try:
        ring.make_pool(wrong[0], 1, **wrong[1])
    except RuntimeError as error:
        assert said in str(error), error
    else:
        raise AssertionError("no error")
END
# The pieces of src/embedding.md, as one function.
# shellcheck disable=SC2016 # of a sed program
{
    printf '%s\n' '#include <ripple.h>' 'static double due;' 'static const RippleRect *changed;' \
        'int draw(int width, int height, double passed_seconds, RipplePixels picture, RipplePixels frame);' \
        'int draw(int width, int height, double passed_seconds, RipplePixels picture, RipplePixels frame) {'
    sed -n '/^```c$/,/^```$/{/^```/!p;}' src/embedding.md
    printf '%s\n' 'ripple_destroy(pool);' 'return 0; }' \
        'int main(void) { return draw(0, 1, 0, (RipplePixels){0}, (RipplePixels){0}) + 1; }'
} >"$work/embedding.c"
check_rows <<'END'
build "${CC:-cc}" "$work/embedding.c"
"$work/built"
build "${CC:-cc}" "$examples/ring.c" -std=c99
shows "0 splash 320 180 30 500 10"
build "${CC:-cc}" "$examples/window.c" $(pkg-config --cflags --libs sdl2)
SDL_VIDEODRIVER=dummy timeout --preserve-status 2 "$work/built"
build "${CXX:-c++}" "$examples/ring.cpp" -std=c++11
shows "0 splash 200 180 30 500 10;0 stone 440 180 20 300"
build "${CXX:-c++}" "$work/errors.cpp" -std=c++11 -fsanitize=address,undefined
"$work/built"
ripple "0 stone 160 100 12 2000" --size 320x200 --cell 1 --heights "$work/heights.pgm"
"$python" "$work/heights.py" "$work/heights.pgm"
"$python" "$examples/ring.py" 2>/dev/null | head -c 15 => P5 320 200 255
END
if command -v rustc >/dev/null; then
    check_rows <<'END'
rustc -O -D warnings "$examples/ring.rs" -L "$tree/lib" -l ripple -o "$work/built"
shows "0 splash 320 180 30 500 10"
END
fi
say "$cases cases: built, run and compared"
