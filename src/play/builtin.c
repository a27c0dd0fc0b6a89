/* SPDX-License-Identifier: MIT */
/*
 * The files are constants of the program, so that it needs no data files.
 * RIPPLE_ASSETS comes from the Makefile.
 */
#include "play/builtin.h"

#include "os/embed.h"
#include "lib/util/fixed.h"

#include <stdint.h>
#include <string.h>

#define INCLUDE(name, file) EMBED(name, RIPPLE_ASSETS "/" file)

INCLUDE(pebbles, "pebbles.jpg");
INCLUDE(sand, "sand.jpg");
INCLUDE(tiles, "tiles.jpg");
INCLUDE(slate, "slate.jpg");
INCLUDE(deep, "deep.jpg");
INCLUDE(puddle, "puddle.png");
INCLUDE(harbour, "harbour.png");
INCLUDE(lens, "lens.png");
INCLUDE(river, "river.png");
INCLUDE(river_flow, "river-flow.png");
INCLUDE(wall, "wall.jpg");
INCLUDE(rock, "rock.jpg");
INCLUDE(grass, "grass.jpg");
INCLUDE(earth, "earth.jpg");
INCLUDE(font, "font.txt");
INCLUDE(ripple, "ripple.svg");

static const struct {
    const char *name;
    const unsigned char *start, *end;
} files[] = {
    {"pebbles", embedded_pebbles_start, embedded_pebbles_end},
    {"sand", embedded_sand_start, embedded_sand_end},
    {"tiles", embedded_tiles_start, embedded_tiles_end},
    {"slate", embedded_slate_start, embedded_slate_end},
    {"deep", embedded_deep_start, embedded_deep_end},
    {"puddle", embedded_puddle_start, embedded_puddle_end},
    {"harbour", embedded_harbour_start, embedded_harbour_end},
    {"lens", embedded_lens_start, embedded_lens_end},
    {"river", embedded_river_start, embedded_river_end},
    {"river-flow", embedded_river_flow_start, embedded_river_flow_end},
    {"wall", embedded_wall_start, embedded_wall_end},
    {"rock", embedded_rock_start, embedded_rock_end},
    {"grass", embedded_grass_start, embedded_grass_end},
    {"earth", embedded_earth_start, embedded_earth_end},
    {"font", embedded_font_start, embedded_font_end},
    {"ripple", embedded_ripple_start, embedded_ripple_end},
};

const unsigned char *builtin_find(const char *name, size_t *size)
{
    for (int i = 0; i < COUNT(files); i++) {
        if (strcmp(files[i].name, name) == 0) {
            *size =
                (size_t)((uintptr_t)files[i].end - (uintptr_t)files[i].start);
            return files[i].start;
        }
    }
    return NULL;
}
