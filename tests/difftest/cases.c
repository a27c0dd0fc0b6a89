/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include "arena.h"

#include <stdio.h>
#include <string.h>

#define EXHAUSTIVE_WIDTH 256
#define EXHAUSTIVE_ROWS  5
#define MOST_COLUMNS     4096
#define MOST_ROWS        12
#define MOST_PADDING     64
#define HEIGHTS_BYTES \
    ((size_t)2 * (MOST_ROWS + 2) * (MOST_COLUMNS + MOST_PADDING))
#define FRAME_BYTES   ((size_t)2 * HEIGHTS_BYTES)
#define PICTURE_BYTES ((size_t)8 << 20)
#define HASH_START    0xcbf29ce484222325u /* FNV-1a */
#define HASH_PRIME    0x100000001b3u

/* Whose memory a kernel works on. */
typedef enum Side {
    SIDE_SCALAR,
    SIDE_LEVEL,
    SIDE_COUNT,
} Side;

typedef struct Case {
    int columns, rows, damping;
    ptrdiff_t stride; /* of the heights */
    int flush_right;
    size_t next_bytes, frame_bytes;
    const int16_t *now; /* first cell of the block */
    Refraction refraction;
    RippleRect rect;
    size_t frame_stride;
    uint32_t first_pixel; /* pixel (0, 0) of the picture */
} Case;

static struct {
    Arena now, next[SIDE_COUNT], frame[SIDE_COUNT], picture;
    Arena before; /* what `next` holds at first */
    int scalar_flags[FAMILY_COUNT];
    uint64_t random;
    Case present;
} all;

const char *cases_family(Family family)
{
    static const char *const names[FAMILY_COUNT] = {
        [FAMILY_CLASSIC] = "step classic",
        [FAMILY_ROUND] = "step round",
        [FAMILY_REFRACT] = "refract",
    };

    return names[family];
}

/* The picture's pixels are their own places: any mistake shows. */
int cases_init(void)
{
    uint32_t *pixels;
    int failed = arena_init(&all.now, HEIGHTS_BYTES) |
                 arena_init(&all.before, HEIGHTS_BYTES) |
                 arena_init(&all.picture, PICTURE_BYTES);

    for (int side = 0; side < SIDE_COUNT; side++) {
        failed |= arena_init(&all.next[side], HEIGHTS_BYTES) |
                  arena_init(&all.frame[side], FRAME_BYTES);
    }
    if (failed)
        return -1;
    pixels = (void *)all.picture.bytes;
    for (size_t i = 0; i < all.picture.size / sizeof *pixels; i++)
        pixels[i] = (uint32_t)i;
    return 0;
}

/* xorshift64* (Vigna, 2014) */
static uint32_t random_bits(void)
{
    all.random ^= all.random >> 12;
    all.random ^= all.random << 25;
    all.random ^= all.random >> 27;
    return (uint32_t)((all.random * 2685821657736338717u) >> 32);
}

static int between(int least, int most)
{
    return least + (int)(random_bits() % (unsigned)(most - least + 1));
}

static int one_in(int chances)
{
    return between(1, chances) == 1;
}

static int choose_columns(void)
{
    static const int lanes[] = {8, 16, 32, 64};

    if (one_in(256))
        return between(257, MOST_COLUMNS);
    if (one_in(2))
        return lanes[between(0, 3)] * between(1, 3) + between(-1, 1);
    return between(1, one_in(8) ? 256 : 70);
}

static void choose_shape(uint64_t number)
{
    Case *present = &all.present;

    if (number < EXHAUSTIVE_WIDTH * EXHAUSTIVE_ROWS) {
        present->columns = (int)(number % EXHAUSTIVE_WIDTH) + 1;
        present->rows = (int)(number / EXHAUSTIVE_WIDTH) + 1;
    } else {
        present->columns = choose_columns();
        present->rows = between(1, present->columns < 40 ? MOST_ROWS : 4);
    }
    present->flush_right = one_in(2);
    present->damping = between(0, 15);
    present->stride = present->columns + 2 + between(0, MOST_PADDING - 2);
    if (one_in(3))
        present->stride = present->columns + 2;
}

typedef enum Heights {
    HEIGHTS_ZERO,
    HEIGHTS_ONE,
    HEIGHTS_ANY,
    HEIGHTS_CHECKERBOARD,
    HEIGHTS_SPECIAL,
    HEIGHTS_SMALL,
    HEIGHTS_SPARSE,
    HEIGHTS_WAVE,
    HEIGHTS_KINDS,
} Heights;

/* A triangle wave over both axes, as smooth as water is. */
static int wave(int place, int length, int height)
{
    int phase = place % (2 * length);

    return (phase < length ? phase : 2 * length - phase) * height / length;
}

static int16_t choose_height(Heights kind, int x, int y)
{
    static const int16_t special[] = {0,  1,   -1,    31,     -31,   32,
                                      33, -33, 32767, -32767, -32768};

    switch (kind) {
    case HEIGHTS_ONE:
        return 1;
    case HEIGHTS_ANY:
        return (int16_t)(between(0, 65535) - 32768);
    case HEIGHTS_CHECKERBOARD:
        return (x + y) % 2 ? 32767 : -32767;
    case HEIGHTS_SPECIAL:
        return special[between(0, sizeof special / sizeof special[0] - 1)];
    case HEIGHTS_SMALL:
        return (int16_t)between(-40, 40);
    case HEIGHTS_SPARSE:
        return one_in(40) ? (int16_t)between(-300, 300) : 0;
    case HEIGHTS_WAVE:
        return (int16_t)(wave(3 * x + y, 37, 900) - wave(x + 2 * y, 23, 500));
    default:
        return 0;
    }
}

/* Fills rows of a block and what lies between them, which must not matter. */
static void fill_heights(int16_t *cells, int columns, int rows, size_t count)
{
    Heights kind = (Heights)between(0, HEIGHTS_KINDS - 1);
    ptrdiff_t stride = all.present.stride;

    memset(cells, 0x55, count * sizeof *cells);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            cells[y * stride + x] = choose_height(kind, x, y);
    }
}

static void place_heights(void)
{
    Case *present = &all.present;
    int columns = present->columns, rows = present->rows;
    size_t stride = (size_t)present->stride;
    size_t ring = stride * (size_t)(rows + 1) + (size_t)columns + 2;
    size_t block = stride * (size_t)(rows - 1) + (size_t)columns;
    int16_t *now =
        arena_place(&all.now, ring * sizeof *now, present->flush_right);

    fill_heights(now, columns + 2, rows + 2, ring);
    present->now = now + stride + 1;
    present->next_bytes = block * sizeof *now;
    fill_heights((int16_t *)(void *)all.before.bytes, columns, rows, block);
}

/* Sizes around the block, and at times the largest there may be. */
static void place_picture(void)
{
    Case *present = &all.present;
    RipplePixels *picture = &present->refraction.picture;
    size_t most = all.picture.size / sizeof(uint32_t), count;

    picture->width = present->columns + between(0, 40);
    picture->height = present->rows + between(0, 40);
    picture->stride = (size_t)picture->width + (size_t)between(0, 3) * 7;
    if (one_in(16))
        picture->width = RIPPLE_MAX_SIZE;
    else if (one_in(16) && present->columns < 50)
        picture->height = RIPPLE_MAX_SIZE;
    if (picture->stride < (size_t)picture->width)
        picture->stride = (size_t)picture->width;
    if (one_in(16))
        picture->stride = (size_t)(INT16_MAX - 1 + between(0, 3));
    if (picture->stride < (size_t)picture->width)
        picture->stride = (size_t)picture->width;
    while ((size_t)picture->height * picture->stride > most)
        picture->height = present->rows + picture->height / 4;
    count = ((size_t)picture->height - 1) * picture->stride +
            (size_t)picture->width;
    picture->pixels = arena_place(&all.picture, count * sizeof(uint32_t),
                                  present->flush_right);
    present->first_pixel = picture->pixels[0];
}

static void choose_refraction(void)
{
    static const int gains[] = {0, 1, 256, 4095, 4096, 4097, 8192, 16384};
    Case *present = &all.present;
    Refraction *refraction = &present->refraction;
    const RipplePixels *picture = &refraction->picture;
    int aligned = one_in(2);

    place_picture();
    present->rect = (RippleRect){between(0, picture->width - present->columns),
                                 between(0, picture->height - present->rows),
                                 present->columns, present->rows};
    refraction->gain_q12 =
        one_in(2) ? gains[between(0, 7)] : between(0, 4 << RIPPLE_GAIN_BITS);
    refraction->rows_ahead = one_in(2) ? 0 : between(1, 200);
    refraction->stride = (size_t)present->stride;
    refraction->cells = present->now -
                        (ptrdiff_t)present->rect.y * present->stride -
                        present->rect.x;
    present->frame_stride =
        (size_t)present->columns + (size_t)between(0, MOST_PADDING / 2);
    if (aligned)
        present->frame_stride = (present->frame_stride + 15) / 16 * 16;
    present->frame_bytes =
        (present->frame_stride * (size_t)(present->rows - 1) +
         (size_t)present->columns) *
        sizeof(uint32_t);
}

void cases_make(uint64_t number, int verbose)
{
    Case *present = &all.present;

    all.random = (number + 1) * 0x9e3779b97f4a7c15u;
    choose_shape(number);
    place_heights();
    choose_refraction();
    if (verbose)
        printf("case %llu: %dx%d cells, stride %d, damping %d, flush %s\n"
               "gain %d, picture %dx%d, stride %zu, at (%d, %d), frame stride "
               "%zu, %d rows ahead\n",
               (unsigned long long)number, present->columns, present->rows,
               (int)present->stride, present->damping,
               present->flush_right ? "right" : "left",
               present->refraction.gain_q12, present->refraction.picture.width,
               present->refraction.picture.height,
               present->refraction.picture.stride, present->rect.x,
               present->rect.y, present->frame_stride,
               present->refraction.rows_ahead);
}

static int run_step(const Kernels *kernels, RippleModel model, Side side)
{
    const Case *present = &all.present;
    int16_t *next =
        arena_place(&all.next[side], present->next_bytes, present->flush_right);

    memcpy(next, all.before.bytes, present->next_bytes);
    return kernels->step[model](next, present->now, present->stride,
                                present->columns, present->rows,
                                present->damping);
}

static void run_refract(const Kernels *kernels, Side side)
{
    const Case *present = &all.present;
    Refraction refraction = present->refraction;
    uint32_t *first = arena_place(&all.frame[side], present->frame_bytes,
                                  present->flush_right);
    size_t offset = (size_t)present->rect.y * present->frame_stride +
                    (size_t)present->rect.x;

    memset(first, 0x66, present->frame_bytes);
    refraction.frame =
        (RipplePixels){first - offset, refraction.picture.width,
                       refraction.picture.height, present->frame_stride};
    kernels->refract(&refraction, present->rect);
}

static int run(Family family, const Kernels *kernels, Side side)
{
    if (family == FAMILY_CLASSIC)
        return run_step(kernels, RIPPLE_MODEL_CLASSIC, side);
    if (family == FAMILY_ROUND)
        return run_step(kernels, RIPPLE_MODEL_ROUND, side);
    run_refract(kernels, side);
    return 0;
}

/* What a kernel wrote, and what lies between. */
static const void *written(Family family, Side side, size_t *size)
{
    const Case *present = &all.present;
    int refracts = family == FAMILY_REFRACT;
    const Arena *arena = refracts ? &all.frame[side] : &all.next[side];

    *size = refracts ? present->frame_bytes : present->next_bytes;
    return arena_place(arena, *size, present->flush_right);
}

static uint64_t hash_value(uint64_t hash, uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        hash = (hash ^ ((value >> shift) & 0xff)) * HASH_PRIME;
    return hash;
}

uint64_t cases_run_scalar(Family family)
{
    const Case *present = &all.present;
    uint64_t hash = HASH_START;
    size_t size;

    all.scalar_flags[family] = run(family, kernels_level(0), SIDE_SCALAR);
    hash = hash_value(hash, (uint32_t)all.scalar_flags[family]);

    const int16_t *cells = written(family, SIDE_SCALAR, &size);
    const uint32_t *pixels = (const void *)cells;

    for (int y = 0; y < present->rows; y++) {
        for (int x = 0; x < present->columns; x++) {
            if (family == FAMILY_REFRACT)
                hash = hash_value(
                    hash,
                    pixels[(size_t)y * present->frame_stride + (size_t)x] -
                        present->first_pixel);
            else
                hash =
                    hash_value(hash, (uint16_t)cells[y * present->stride + x]);
        }
    }
    return hash;
}

const char *cases_run(Family family, const Kernels *kernels)
{
    size_t size;
    int flags = run(family, kernels, SIDE_LEVEL);
    const void *wanted = written(family, SIDE_SCALAR, &size);
    const void *got = written(family, SIDE_LEVEL, &size);

    if (flags != all.scalar_flags[family])
        return "other flags";
    return memcmp(wanted, got, size) == 0 ? NULL : "other bits";
}
