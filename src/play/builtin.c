/* SPDX-License-Identifier: MIT */
/*
 * Has the assembler copy the files into the program's constants, so that the
 * program needs no data files. RIPPLE_ASSETS comes from the Makefile.
 */
#include "play/builtin.h"

#include "base/fixed.h"

#include <stdint.h>
#include <string.h>

#if defined(__APPLE__)
#define SECTION ".const_data"
#define SYMBOL  "_"
#elif defined(_WIN32)
#define SECTION ".section .rdata,\"dr\""
#define SYMBOL  ""
#else
#define SECTION ".section .rodata"
#define SYMBOL  ""
#endif

#define INCLUDE(name, file) \
    __asm__(SECTION "\n" \
                    ".balign 16\n" SYMBOL "builtin_" #name "_start:\n" \
                    ".incbin \"" RIPPLE_ASSETS "/" file "\"\n" SYMBOL \
                    "builtin_" #name "_end:\n" \
                    ".byte 0\n" \
                    ".text\n"); \
    extern const unsigned char builtin_##name##_start[], builtin_##name##_end[]

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

static const struct {
    const char *name;
    const unsigned char *start, *end;
} files[] = {
    {"pebbles", builtin_pebbles_start, builtin_pebbles_end},
    {"sand", builtin_sand_start, builtin_sand_end},
    {"tiles", builtin_tiles_start, builtin_tiles_end},
    {"slate", builtin_slate_start, builtin_slate_end},
    {"deep", builtin_deep_start, builtin_deep_end},
    {"puddle", builtin_puddle_start, builtin_puddle_end},
    {"harbour", builtin_harbour_start, builtin_harbour_end},
    {"lens", builtin_lens_start, builtin_lens_end},
    {"river", builtin_river_start, builtin_river_end},
    {"river-flow", builtin_river_flow_start, builtin_river_flow_end},
    {"wall", builtin_wall_start, builtin_wall_end},
    {"rock", builtin_rock_start, builtin_rock_end},
    {"grass", builtin_grass_start, builtin_grass_end},
    {"earth", builtin_earth_start, builtin_earth_end},
    {"font", builtin_font_start, builtin_font_end},
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
