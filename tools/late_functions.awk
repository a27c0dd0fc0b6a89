# SPDX-License-Identifier: MIT
#
# Prints which functions of a module belong to the view in perspective or to the
# current of a map or around land, by their numbers, from the map that the linker
# writes. wasm-split puts them into a second module. They are called through
# functions that return an error while that is not there: ripple_perspective_create,
# hills_paint and ripple_projection_init; ripple_projection_clear then has nothing to
# do.

/ [A-Z]+$/ {
    is_code = $NF == "CODE"
    next
}

# A function: address, size, and the file with its name behind it in brackets.
is_code && /:\(.*\)$/ {
    if (/\((coast|maps|mipmap|perspective|reflection|relief|scenery|scalar_perspective|projection|multigrid)\.o\):/ ||
        /hills\.o:/ && !/hills_make|height_at/ ||
        /\(simd128\.o\):\((cast|shade_rect|read_level)\)/)
        print count + 0
    count++
}
