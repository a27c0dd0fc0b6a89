/* SPDX-License-Identifier: MIT */
#include "landscape/mipmap.h"

#include "base/fixed.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

int ripple_mipmap_init(Mipmap *mipmap, int width, int height)
{
    TextureLevel *levels = mipmap->texture.levels;
    ptrdiff_t pixels = 0;

    memset(mipmap, 0, sizeof *mipmap);
    levels[0] = (TextureLevel){0, width, width - 1, height - 1};
    for (int i = 1; i < RIPPLE_TEXTURE_LEVELS; i++) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        levels[i] = (TextureLevel){pixels, width, width - 1, height - 1};
        pixels += (ptrdiff_t)width * height;
    }
    mipmap->coarse =
        ripple_memory_alloc((size_t)pixels * sizeof *mipmap->coarse);
    mipmap->texture.coarse = mipmap->coarse;
    return mipmap->coarse != NULL ? RIPPLE_OK : RIPPLE_ERROR_MEMORY;
}

void ripple_mipmap_clear(Mipmap *mipmap)
{
    ripple_memory_free(mipmap->coarse);
    memset(mipmap, 0, sizeof *mipmap);
}

void ripple_mipmap_show(Mipmap *mipmap, const RipplePixels *picture)
{
    mipmap->texture.pixels = picture->pixels;
    mipmap->texture.levels[0].stride = (ptrdiff_t)picture->stride;
}

int ripple_mipmap_rows(const Mipmap *mipmap, int i)
{
    return mipmap->texture.levels[i].last_y + 1;
}

/* Each channel is the sum of four, plus 2, divided by 4. */
static uint32_t mean_pixel(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t even = 0x00ff00ffu, half = 0x00020002u;
    uint32_t low = (a & even) + (b & even) + (c & even) + (d & even) + half;
    uint32_t high = (a >> 8 & even) + (b >> 8 & even) + (c >> 8 & even) +
                    (d >> 8 & even) + half;

    return (low >> 2 & even) | (high >> 2 & even) << 8;
}

void ripple_mipmap_fill_row(Mipmap *mipmap, int i, int y)
{
    const TextureLevel *level = &mipmap->texture.levels[i];
    const TextureLevel *finer = level - 1;
    const uint32_t *from =
        (i == 1 ? mipmap->texture.pixels : mipmap->coarse) + finer->first;
    const uint32_t *above = from + 2 * y * finer->stride;
    const uint32_t *below =
        from + min_int(2 * y + 1, finer->last_y) * finer->stride;
    uint32_t *to = mipmap->coarse + level->first + y * level->stride;

    for (int x = 0; x <= level->last_x; x++) {
        int left = 2 * x, right = min_int(2 * x + 1, finer->last_x);

        to[x] =
            mean_pixel(above[left], above[right], below[left], below[right]);
    }
}

/* The cell, from 0 to `last`, at the middle of a texel. */
static int find_cell(int texel, float per_cell, float last)
{
    return (int)fminf(fmaxf(((float)texel + 0.5f) / per_cell - 0.5f, 0), last);
}

Colour ripple_mipmap_bed(const Mipmap *mipmap, const Terrain *terrain)
{
    const Texture *texture = &mipmap->texture;
    const int last = RIPPLE_TEXTURE_LEVELS - 1;
    const TextureLevel *level = &texture->levels[last];
    const float scale = 1.0f / (1 << last);
    double red = 0, green = 0, blue = 0, sum = 0;

    for (int y = 0; y <= level->last_y; y++) {
        const uint32_t *texels =
            texture->coarse + level->first + y * level->stride;
        int row = find_cell(y, texture->per_cell_y * scale, terrain->max_y);

        for (int x = 0; x <= level->last_x; x++) {
            int column =
                find_cell(x, texture->per_cell_x * scale, terrain->max_x);
            int ground = terrain->floor[row * terrain->stride + column].ground;
            double share = ground < 0 ? 1 : 1e-6;

            red += share * (texels[x] >> 16 & 255);
            green += share * (texels[x] >> 8 & 255);
            blue += share * (texels[x] & 255);
            sum += share;
        }
    }
    return (Colour){(float)(red / sum), (float)(green / sum),
                    (float)(blue / sum)};
}
