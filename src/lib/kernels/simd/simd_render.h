/* SPDX-License-Identifier: MIT */
/*
 * The render kernel, which vector.h includes after simd_traits.h. It equals
 * scalar_render.c, which has the formulas.
 */

/* The constants that specialise a kernel. */
typedef struct Variant {
    RippleFilter filter;
    RippleView view;
    int is_lit, streams;
    RippleFormat format;
} Variant;

/* The numbers of RenderArgs in every lane. */
typedef struct RenderLanes {
    Lanes last_x, last_y;
    int stride; /* of the picture */
    int down;   /* pixels to the row below, 0 if there is only one */
} RenderLanes;

RIPPLE_INLINE RenderLanes splat_args(const RenderArgs *args)
{
    const RipplePixels *picture = &args->picture;

    return (RenderLanes){
        .last_x = lanes_splat((int16_t)(picture->width - 1)),
        .last_y = lanes_splat((int16_t)(picture->height - 1)),
        .stride = (int)picture->stride,
        .down = picture->height > 1 ? (int)picture->stride : 0,
    };
}

/* A row of pixels, and the cells or traits it shows. */
typedef struct Line {
    const RenderArgs *args;
    int y;
    ptrdiff_t start; /* index of pixel 0 in the planes of cells or traits */
    Lanes share;     /* weight of the next row of traits */
} Line;

RIPPLE_INLINE Line make_line(const RenderArgs *args, int y)
{
    const GridAxis *axis_y = &args->axis_y;
    Line line = {args, y, y * args->surface.stride, lanes_splat(0)};

    if (args->surface.heights == NULL) {
        line.start = (axis_y->first[y] - args->first_row) * args->trait_stride -
                     args->first_x;
        line.share = lanes_splat(axis_y->share[y]);
    }
    return line;
}

/* The traits of a vector of pixels: ripple_view_trait(view, i). */
typedef struct Shown {
    Lanes traits[RIPPLE_SHOWN_TRAITS];
} Shown;

enum { BEND_X, BEND_Y, LIGHT, SHINE };

RIPPLE_INLINE Lanes load_shown_trait(const Line *line, int x, Variant variant,
                                     int i)
{
    const RenderArgs *args = line->args;
    const int16_t *upper;

    if (i >= ripple_count_traits(variant.view, variant.is_lit))
        return lanes_splat(0);
    if (args->surface.heights != NULL)
        return load_trait(ripple_view_trait(variant.view, i), &args->surface,
                          &args->optics, line->start + x);
    upper = args->traits[i] + line->start + x;
    return lanes_lerp(lanes_load(upper), lanes_load(upper + args->trait_stride),
                      line->share);
}

RIPPLE_INLINE Shown load_shown(const Line *line, int x, Variant variant)
{
    return (Shown){{load_shown_trait(line, x, variant, 0),
                    load_shown_trait(line, x, variant, 1),
                    load_shown_trait(line, x, variant, 2),
                    load_shown_trait(line, x, variant, 3)}};
}

/* 0 if pixels equal the picture's: water at rest is copied. */
RIPPLE_INLINE int is_active(const Shown *shown)
{
    return lanes_any(
        lanes_or(lanes_or(shown->traits[BEND_X], shown->traits[BEND_Y]),
                 lanes_or(shown->traits[LIGHT], shown->traits[SHINE])));
}

RIPPLE_INLINE Lanes nearest_offset(Lanes offset, const Optics *optics)
{
    Lanes half = lanes_splat(1 << (RIPPLE_BEND_BITS - 1));

    return optics->is_whole
               ? offset
               : lanes_shift_right(lanes_adds(offset, half), RIPPLE_BEND_BITS);
}

/* Coordinates in the picture. */
typedef struct Coords {
    Lanes x, y;
} Coords;

RIPPLE_INLINE Coords nearest_coords(const RenderLanes *lanes,
                                    const Shown *shown, const Optics *optics,
                                    int x, int y)
{
    Lanes own_x = lanes_add(lanes_splat((int16_t)x), lanes_iota());
    Lanes own_y = lanes_splat((int16_t)y);
    Lanes bend_x = nearest_offset(shown->traits[BEND_X], optics);
    Lanes bend_y = nearest_offset(shown->traits[BEND_Y], optics);

    return (Coords){
        clamp(lanes_adds(own_x, bend_x), lanes_splat(0), lanes->last_x),
        clamp(lanes_adds(own_y, bend_y), lanes_splat(0), lanes->last_y)};
}

#ifdef RIPPLE_MIXES_ROWS

/*
 * Bilinear means. Four pixels and their right and lower neighbours are loaded
 * in pairs. Channels at even and at odd bytes have the same shares, each of
 * them twice:
 *
 *     left   p0 p1 p2 p3     share   s0 s0 s1 s1 s2 s2 s3 s3
 *     right  q0 q1 q2 q3     even    c0 c2 c0 c2 c0 c2 c0 c2   of left or right
 */

/* Four pixels and their right neighbours. */
typedef struct Sides {
    Lanes left, right;
} Sides;

static inline Sides load_sides(const uint32_t *row, const uint32_t *places)
{
    Lanes first = load_pairs(row, places);
    Lanes second = load_pairs(row, places + 2);

    return (Sides){pick_even(first, second), pick_odd(first, second)};
}

/* Mixed channels, less 128, times 255. */
static inline Lanes mix_columns(Lanes left, Lanes right, Lanes share)
{
    Lanes rest = share ^ lanes_splat(255);
    Lanes sum =
        lanes_add(lanes_multiply(left, rest), lanes_multiply(right, share));

    return lanes_sub(sum, lanes_splat(128 * 255));
}

static inline Lanes mix_four(const uint32_t *picture, ptrdiff_t down,
                             const uint32_t *places, Lanes share_x,
                             Lanes share_y)
{
    Lanes byte = lanes_splat(255);
    Sides above = load_sides(picture, places);
    Sides below = load_sides(picture + down, places);
    Lanes even = mix_rows(
        mix_columns(above.left & byte, above.right & byte, share_x),
        mix_columns(below.left & byte, below.right & byte, share_x), share_y);
    Lanes odd = mix_rows(mix_columns(lanes_shift_down(above.left, 8),
                                     lanes_shift_down(above.right, 8), share_x),
                         mix_columns(lanes_shift_down(below.left, 8),
                                     lanes_shift_down(below.right, 8), share_x),
                         share_y);

    return even | lanes_shift_left(odd, 8);
}

static inline Pixels pixels_bilinear(const uint32_t *picture, ptrdiff_t down,
                                     const uint32_t *places, Lanes share_x,
                                     Lanes share_y)
{
    Pixels x = pixels_zip(share_x, share_x), y = pixels_zip(share_y, share_y);
    Lanes xs[] = {x.low, x.high}, ys[] = {y.low, y.high}, mixed[2];

    for (int i = 0; i < 2; i++)
        mixed[i] = mix_four(picture, down, places + 4 * i, xs[i], ys[i]);
    return (Pixels){mixed[0], mixed[1]};
}

#endif

/* A coordinate between two pixels of an axis. */
typedef struct LinearCoord {
    Lanes first, share; /* weight of the next pixel, in 1/255 */
} LinearCoord;

/* The largest offset, in 1/2^8 pixel, within `pixels` pixels; 2^15 if all are.
 */
RIPPLE_INLINE Lanes max_offset(Lanes pixels)
{
    Lanes farthest = lanes_splat(1 << (15 - RIPPLE_BEND_BITS));

    return lanes_shift_left(lanes_min(pixels, farthest), RIPPLE_BEND_BITS);
}

/* The offset ends 1/2^8 pixel before the last pixel, whose share is then
   255 / 255. So no pixel after the last is read. */
RIPPLE_INLINE LinearCoord linear_coord(Lanes own, Lanes offset, Lanes last)
{
    Lanes none = lanes_splat(0);
    Lanes min = lanes_sub(none, max_offset(own));
    Lanes max = lanes_sub(max_offset(lanes_sub(last, own)), lanes_splat(1));

    offset = lanes_max(lanes_min(offset, max), min);
    return (LinearCoord){
        lanes_add(own, lanes_shift_right(offset, RIPPLE_BEND_BITS)),
        lanes_and(offset, lanes_splat(255))};
}

/* Lights 16-bit channels by the formula of light_channel in draw.inc. */
RIPPLE_INLINE Lanes light_channels(Lanes c, Lanes light, Lanes white)
{
    Lanes above = lanes_sub(lanes_splat(255), c);
    Lanes floor = lanes_add(c, lanes_splat(RIPPLE_LIGHT_FLOOR));
    Lanes n = lanes_multiply(above, floor);
    Lanes bright = lanes_sub(n, lanes_shift_right(n, 2));
    Lanes room =
        lanes_blend(is_negative(light), lanes_shift_left(c, 7), bright);

    c = lanes_add(c, lanes_scale(room, light));
    return lanes_add(c, lanes_scale(lanes_sub(lanes_splat(255), c), white));
}

/* Each pixel has two channels in the even bytes and two in the odd ones, of
   which the upper is alpha and stays. */
RIPPLE_INLINE Lanes light_bytes(Lanes pixels, Lanes light, Lanes white)
{
    Lanes colours = (Lanes)((Uint32s){0} + 0xffff);
    Lanes even =
        light_channels(lanes_and(pixels, lanes_splat(255)), light, white);
    Lanes odd =
        light_channels(lanes_shift_down(pixels, 8), lanes_and(light, colours),
                       lanes_and(white, colours));

    return lanes_or(even, lanes_shift_left(odd, 8));
}

RIPPLE_INLINE Lanes shine_share(Lanes shine)
{
    Lanes none = lanes_splat(0);
    Lanes above =
        lanes_max(lanes_subs(shine, lanes_splat(RIPPLE_SHINE_KNEE)), none);
    Lanes s = lanes_adds(lanes_adds(shine, above), twice(twice(above)));

    s = clamp(s, none, lanes_splat(255));
    return lanes_add(lanes_shift_left(s, 7), lanes_shift_right(s, 1));
}

RIPPLE_INLINE Pixels pixels_light(Pixels pixels, Lanes light, Lanes shine)
{
    Lanes limited = limit(light, lanes_splat(RIPPLE_LIGHT_RANGE));
    Lanes share = shine_share(shine);
    Pixels lights = pixels_zip(limited, limited);
    Pixels whites = pixels_zip(share, share);

    return (Pixels){light_bytes(pixels.low, lights.low, whites.low),
                    light_bytes(pixels.high, lights.high, whites.high)};
}

RIPPLE_INLINE Lanes ramp(Lanes steep, int16_t from, int16_t rise)
{
    return lanes_add(lanes_splat(from), lanes_scale(steep, lanes_splat(rise)));
}

RIPPLE_INLINE Pixels height_colour(Lanes level)
{
    Lanes steep = lanes_shift_left(level, 7);
    Lanes red =
        lanes_add(lanes_splat(RIPPLE_DEEP_RED), lanes_scale(steep, level));

    return pixels_colour(red, ramp(steep, RIPPLE_DEEP_GREEN, RIPPLE_RAMP_GREEN),
                         ramp(steep, RIPPLE_DEEP_BLUE, RIPPLE_RAMP_BLUE));
}

RIPPLE_INLINE Pixels shade_view(RippleView view, const Shown *shown)
{
    Lanes grey = lanes_splat(RIPPLE_GREY);
    Lanes first = lanes_add(shown->traits[0], grey);

    if (view == RIPPLE_VIEW_HEIGHTS)
        return height_colour(first);
    return pixels_colour(first, lanes_add(shown->traits[1], grey), grey);
}

RIPPLE_INLINE void *pixel_address(const RipplePixels *pixels,
                                  RippleFormat format, int x, int y)
{
    size_t i = (size_t)y * pixels->stride + (size_t)x;

    return format == RIPPLE_FORMAT_RGB565 ? (void *)(pixels->pixels565 + i)
                                          : (void *)(pixels->pixels + i);
}

RIPPLE_INLINE Pixels sample_nearest(const RenderArgs *args,
                                    const RenderLanes *lanes,
                                    const Shown *shown, int x, int y,
                                    Variant variant)
{
    const RipplePixels *picture = &args->picture;
    Coords coords;

    if (!is_active(shown))
        return pixels_load(pixel_address(picture, variant.format, x, y));
    coords = nearest_coords(lanes, shown, &args->optics, x, y);
    return pixels_gather(picture->pixels,
                         pixels_indices(lanes->stride, coords.x, coords.y),
                         variant.streams);
}

RIPPLE_INLINE void shade_argb(const Line *line, const RenderLanes *lanes, int x,
                              Variant variant)
{
    const RenderArgs *args = line->args;
    uint32_t *to = pixel_address(&args->frame, variant.format, x, line->y);
    Shown shown = load_shown(line, x, variant);
    Pixels pixels =
        variant.view == RIPPLE_VIEW_WATER
            ? sample_nearest(args, lanes, &shown, x, line->y, variant)
            : shade_view(variant.view, &shown);

    if (variant.is_lit)
        pixels = pixels_light(pixels, shown.traits[LIGHT], shown.traits[SHINE]);
    pixels_store(to, pixels, variant.streams);
}

/* 16-bit pixels are as wide as heights, so Lanes holds them. */
RIPPLE_INLINE void shade565(const Line *line, const RenderLanes *lanes, int x,
                            Variant variant)
{
    const RipplePixels *picture = &line->args->picture;
    int16_t *to = pixel_address(&line->args->frame, variant.format, x, line->y);
    Shown shown = load_shown(line, x, variant);
    Lanes pixels;

    if (is_active(&shown)) {
        Coords coords =
            nearest_coords(lanes, &shown, &line->args->optics, x, line->y);

        pixels =
            lanes_gather(picture->pixels565,
                         pixels_indices(lanes->stride, coords.x, coords.y));
    } else {
        pixels = lanes_load(pixel_address(picture, variant.format, x, line->y));
    }
    if (variant.streams)
        lanes_stream(to, pixels);
    else
        lanes_store(to, pixels);
}

RIPPLE_INLINE void shade(const Line *line, const RenderLanes *lanes, int x,
                         Variant variant)
{
    if (variant.format == RIPPLE_FORMAT_RGB565)
        shade565(line, lanes, x, variant);
    else
        shade_argb(line, lanes, x, variant);
}

/* Shades pixels x..end - 1 of a row. The last vector may overlap the one before
   it; if so, it is unaligned and not streamed. */
RIPPLE_INLINE void shade_row(const Line *line, const RenderLanes *lanes, int x,
                             int end, Variant variant)
{
    int last = end - RIPPLE_LANES;
    Variant unaligned = variant;

    unaligned.streams = 0;
    for (; x < end; x += RIPPLE_LANES) {
        if (variant.streams && x > last)
            shade(line, lanes, last, unaligned);
        else
            shade(line, lanes, min_int(x, last), variant);
    }
}

/*
 * Pixels of a row, each mixed from four. All coordinates of a batch are
 * computed before any pixel is mixed: lookups that wait for their heights would
 * fill the CPU's queues.
 */
#define RIPPLE_BATCH     128
#define RIPPLE_NEAR_ROWS 16

typedef struct SampleBatch {
    _Alignas(64) uint32_t indices[RIPPLE_BATCH];
    int16_t share_x[RIPPLE_BATCH], share_y[RIPPLE_BATCH];
    int16_t light[RIPPLE_BATCH], shine[RIPPLE_BATCH];
    int are_active[RIPPLE_BATCH / RIPPLE_LANES];
} SampleBatch;

RIPPLE_INLINE void compute_coords(SampleBatch *batch, int i, const Line *line,
                                  const RenderLanes *lanes, int x,
                                  Variant variant)
{
    Shown shown = load_shown(line, x, variant);
    Lanes own_x = lanes_add(lanes_splat((int16_t)x), lanes_iota());
    Lanes own_y = lanes_splat((int16_t)line->y);
    LinearCoord coord_x, coord_y;

    batch->are_active[i / RIPPLE_LANES] = is_active(&shown);
    if (!batch->are_active[i / RIPPLE_LANES])
        return;
    coord_x = linear_coord(own_x, shown.traits[BEND_X], lanes->last_x);
    coord_y = linear_coord(own_y, shown.traits[BEND_Y], lanes->last_y);
    lanes_store(batch->share_x + i, coord_x.share);
    lanes_store(batch->share_y + i, coord_y.share);
    pixels_store(batch->indices + i,
                 pixels_indices(lanes->stride, coord_x.first, coord_y.first),
                 0);
    if (variant.is_lit) {
        lanes_store(batch->light + i, shown.traits[LIGHT]);
        lanes_store(batch->shine + i, shown.traits[SHINE]);
    }
}

RIPPLE_INLINE void mix_vector(const SampleBatch *batch, int i, const Line *line,
                              const RenderLanes *lanes, int x, Variant variant)
{
    const RipplePixels *picture = &line->args->picture;
    uint32_t *to =
        pixel_address(&line->args->frame, variant.format, x, line->y);
    Pixels pixels;

    if (!batch->are_active[i / RIPPLE_LANES]) {
        pixels =
            pixels_load(pixel_address(picture, variant.format, x, line->y));
    } else {
        pixels = pixels_bilinear(
            picture->pixels, lanes->down, batch->indices + i,
            lanes_load(batch->share_x + i), lanes_load(batch->share_y + i));
        if (variant.is_lit)
            pixels = pixels_light(pixels, lanes_load(batch->light + i),
                                  lanes_load(batch->shine + i));
    }
    pixels_store(to, pixels, variant.streams);
}

/* Mixes up to RIPPLE_BATCH pixels of a row whose last vector is at `last`. */
RIPPLE_INLINE void mix_batch(const Line *line, const RenderLanes *lanes, int x,
                             int end, int last, Variant variant)
{
    SampleBatch batch;
    Variant unaligned = variant;

    unaligned.streams = 0;
    for (int i = 0; x + i < end; i += RIPPLE_LANES)
        compute_coords(&batch, i, line, lanes, min_int(x + i, last), variant);
    for (int i = 0; x + i < end; i += RIPPLE_LANES) {
        if (variant.streams && x + i > last)
            mix_vector(&batch, i, line, lanes, last, unaligned);
        else
            mix_vector(&batch, i, line, lanes, min_int(x + i, last), variant);
    }
}

/* First prefetches the same columns of the picture some rows further down. */
RIPPLE_INLINE void mix_row(const Line *line, const RenderLanes *lanes, int x,
                           int end, Variant variant)
{
    const RipplePixels *picture = &line->args->picture;
    int last = end - RIPPLE_LANES, ahead = line->y + RIPPLE_NEAR_ROWS;

    for (int i = x; ahead < picture->height && i < end; i += 16)
        pixels_prefetch(pixel_address(picture, variant.format, i, ahead));
    for (; x < end; x += RIPPLE_BATCH)
        mix_batch(line, lanes, x, min_int(x + RIPPLE_BATCH, end), last,
                  variant);
}

/*
 * If the frame is streamed, first prefetches the same columns of the picture,
 * rows_ahead rows further down. That loop is not a function, since compilers
 * drop a function that only prefetches.
 */
RIPPLE_INLINE void render_rect(const RenderArgs *args, RippleRect rect,
                               Variant variant)
{
    const RipplePixels *picture = &args->picture;
    RenderLanes lanes = splat_args(args);
    int fetched =
        RIPPLE_LANES * (variant.format == RIPPLE_FORMAT_RGB565 ? 2 : 1);
    int last = rect.x + rect.width - RIPPLE_LANES;
    int ahead = rect.y + args->rows_ahead;

    for (int y = ahead;
         variant.streams && y < ahead + rect.height && y < picture->height;
         y++) {
        for (int x = rect.x; x <= last; x += fetched)
            pixels_prefetch(pixel_address(picture, variant.format, x, y));
    }
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        Line line = make_line(args, y);

        if (variant.filter == RIPPLE_FILTER_NEAREST)
            shade_row(&line, &lanes, rect.x, rect.x + rect.width, variant);
        else
            mix_row(&line, &lanes, rect.x, rect.x + rect.width, variant);
    }
    if (variant.streams)
        pixels_fence();
}

/* 1 if column x of every row is aligned for lanes_stream. */
RIPPLE_INLINE int can_stream(const RipplePixels *frame, RippleFormat format,
                             int x)
{
    uintptr_t first = (uintptr_t)pixel_address(frame, format, x, 0);
    uintptr_t second = (uintptr_t)pixel_address(frame, format, x, 1);

    return first % sizeof(Lanes) == 0 && second % sizeof(Lanes) == 0;
}

RIPPLE_INLINE void render_variant(const RenderArgs *args, RippleRect rect,
                                  Variant variant)
{
    Variant streaming = variant;

    streaming.streams = 1;
    if (RIPPLE_STREAMS && args->rows_ahead > 0 &&
        can_stream(&args->frame, variant.format, rect.x))
        render_rect(args, rect, streaming);
    else
        render_rect(args, rect, variant);
}

static void render_grey(const RenderArgs *args, RippleRect rect)
{
    if (args->view == RIPPLE_VIEW_HEIGHTS)
        render_rect(args, rect, (Variant){.view = RIPPLE_VIEW_HEIGHTS});
    else
        render_rect(args, rect, (Variant){.view = RIPPLE_VIEW_SLOPES});
}

static void render_nearest(const RenderArgs *args, RippleRect rect)
{
    render_variant(args, rect, (Variant){.filter = RIPPLE_FILTER_NEAREST});
}

static void render_nearest_lit(const RenderArgs *args, RippleRect rect)
{
    render_variant(args, rect,
                   (Variant){.filter = RIPPLE_FILTER_NEAREST, .is_lit = 1});
}

static void render_linear(const RenderArgs *args, RippleRect rect)
{
    render_variant(args, rect, (Variant){.filter = RIPPLE_FILTER_LINEAR});
}

static void render_linear_lit(const RenderArgs *args, RippleRect rect)
{
    render_variant(args, rect,
                   (Variant){.filter = RIPPLE_FILTER_LINEAR, .is_lit = 1});
}

static void render_nearest565(const RenderArgs *args, RippleRect rect)
{
    render_variant(args, rect,
                   (Variant){.filter = RIPPLE_FILTER_NEAREST,
                             .format = RIPPLE_FORMAT_RGB565});
}

/* pixels_indices needs a stride of 16 bits. */
static RIPPLE_RENDER(render)
{
    int is_lit = args->is_lit;

    if (rect.width < RIPPLE_LANES || args->picture.stride > INT16_MAX)
        RIPPLE_FALLBACK.render(args, rect);
    else if (args->frame.format == RIPPLE_FORMAT_RGB565)
        render_nearest565(args, rect);
    else if (args->view != RIPPLE_VIEW_WATER)
        render_grey(args, rect);
    else if (args->filter == RIPPLE_FILTER_LINEAR)
        (is_lit ? render_linear_lit : render_linear)(args, rect);
    else
        (is_lit ? render_nearest_lit : render_nearest)(args, rect);
}
