/* SPDX-License-Identifier: MIT */
/*
 * The render kernel, a part of each level's file after simd_light.h. It
 * equals scalar_render.c, where the formulas are.
 */

/* How a kernel is specialised: all constants. */
typedef struct Variant {
    RippleFilter filter;
    RippleView view;
    int is_lit, streams;
    RippleFormat format;
} Variant;

/* The numbers of RenderArgs in every lane. */
typedef struct RenderLanes {
    int whole;      /* whole part of the gain, 0..7 */
    Lanes fraction; /* the rest of it, in 1/2^15 */
    Lanes gain;     /* all of it, in 1/2^12 */
    Lanes last_x, last_y;
    SoftLimit bend_limit;
    int stride; /* of the picture */
    int down;   /* pixels to the row below, 0 if there is only one */
} RenderLanes;

RIPPLE_INLINE RenderLanes splat_args(const RenderArgs *args)
{
    const RipplePixels *picture = &args->picture;
    int fraction_q12 = args->gain_q12 & ((1 << RIPPLE_GAIN_BITS) - 1);

    return (RenderLanes){
        .fraction =
            lanes_splat((int16_t)(fraction_q12 << (15 - RIPPLE_GAIN_BITS))),
        .whole = args->gain_q12 >> RIPPLE_GAIN_BITS,
        .gain = lanes_splat((int16_t)args->gain_q12),
        .last_x = lanes_splat((int16_t)(picture->width - 1)),
        .last_y = lanes_splat((int16_t)(picture->height - 1)),
        .bend_limit = args->bend_limit,
        .stride = (int)picture->stride,
        .down = picture->height > 1 ? (int)picture->stride : 0,
    };
}

/* A row of pixels, and the cells or traits it shows. */
typedef struct Line {
    const RenderArgs *args;
    int y;
    ptrdiff_t start; /* of pixel 0 in the plane of cells or traits */
    Lanes share;     /* of the next row of traits */
} Line;

RIPPLE_INLINE Line make_line(const RenderArgs *args, int y)
{
    const GridAxis *axis_y = &args->axis_y;
    ptrdiff_t stride = (ptrdiff_t)args->stride;
    Line line = {args, y, y * stride, lanes_splat(0)};

    if (args->cells == NULL) {
        line.start =
            (axis_y->first[y] - args->first_row) * stride - args->first_x;
        line.share = lanes_splat(axis_y->share[y]);
    }
    return line;
}

RIPPLE_INLINE Lanes lerp_rows(const Line *line, const int16_t *plane, int x)
{
    const int16_t *upper = plane + (line->start + x);

    return lanes_lerp(lanes_load(upper), lanes_load(upper + line->args->stride),
                      line->share);
}

/* The surface at a vector of pixels. */
typedef struct Surface {
    Lanes slope_x, slope_y, laplacian, height;
    Lanes strength;
    int has_strength;
} Surface;

RIPPLE_INLINE Surface load_surface(const Line *line, int x, int has_light)
{
    const RenderArgs *args = line->args;
    const int16_t *const *traits = args->traits;
    const int16_t *strength = args->strength;
    Lanes none = lanes_splat(0);
    Surface surface = {.laplacian = none, .height = none, .strength = none};

    surface.has_strength = strength != NULL;
    if (args->cells != NULL) {
        const int16_t *now = args->cells + (line->start + x);
        ptrdiff_t stride = (ptrdiff_t)args->stride;

        surface.slope_x = load_trait(TRAIT_SLOPE_X, now, stride);
        surface.slope_y = load_trait(TRAIT_SLOPE_Y, now, stride);
        if (has_light) {
            surface.laplacian = load_trait(TRAIT_LAPLACIAN, now, stride);
            surface.height = lanes_load(now);
        }
        if (surface.has_strength)
            surface.strength = lanes_load(strength + (line->start + x));
    } else {
        surface.slope_x = lerp_rows(line, traits[TRAIT_SLOPE_X], x);
        surface.slope_y = lerp_rows(line, traits[TRAIT_SLOPE_Y], x);
        if (has_light) {
            surface.laplacian = lerp_rows(line, traits[TRAIT_LAPLACIAN], x);
            surface.height = lerp_rows(line, traits[TRAIT_HEIGHT], x);
        }
        if (surface.has_strength)
            surface.strength = lerp_rows(line, strength, x);
    }
    return surface;
}

/* If 0, the pixels are those of the picture: calm water is copied. */
RIPPLE_INLINE int is_active(const Surface *surface, int has_light)
{
    Lanes any = lanes_or(surface->slope_x, surface->slope_y);

    if (has_light)
        any = lanes_or(any, lanes_or(surface->laplacian, surface->height));
    return lanes_any(any);
}

RIPPLE_INLINE Lanes scale_strength(Lanes value, const Surface *surface)
{
    return surface->has_strength ? lanes_scale(value, surface->strength)
                                 : value;
}

/*
 * (slope * gain_q12 + 2^11) >> 12, saturated, by parts: slope * fraction, plus
 * `whole` times the slope. All terms have the sign of the slope, so it does not
 * matter at which of them the sum saturates.
 */
RIPPLE_INLINE Lanes bend(Lanes slope, const RenderLanes *lanes)
{
    Lanes offset = lanes_scale(slope, lanes->fraction);

    for (int i = 0; i < lanes->whole; i++)
        offset = lanes_adds(offset, slope);
    return offset;
}

/* The offset in 1/2^8 pixel. */
RIPPLE_INLINE Lanes fine_offset(Lanes slope, const RenderLanes *lanes,
                                const Surface *surface)
{
    Lanes none = lanes_splat(0);
    Lanes offset = sums_pack(sums_multiply(slope, lanes->gain, none, none),
                             RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS);

    if (lanes->bend_limit.max > 0)
        offset = lanes_sub(none, soft_limit(offset, &lanes->bend_limit));
    return scale_strength(offset, surface);
}

RIPPLE_INLINE Lanes nearest_offset(Lanes slope, const RenderLanes *lanes,
                                   const Surface *surface)
{
    Lanes half = lanes_splat(1 << (RIPPLE_BEND_BITS - 1));

    if (lanes->bend_limit.max > 0)
        return lanes_shift_right(
            lanes_add(fine_offset(slope, lanes, surface), half),
            RIPPLE_BEND_BITS);
    return scale_strength(bend(slope, lanes), surface);
}

/* Coordinates of the picture. */
typedef struct Coords {
    Lanes x, y;
} Coords;

RIPPLE_INLINE Coords nearest_coords(const RenderLanes *lanes,
                                    const Surface *surface, int x, int y)
{
    Lanes own_x = lanes_add(lanes_splat((int16_t)x), lanes_iota());
    Lanes own_y = lanes_splat((int16_t)y);
    Lanes bend_x = nearest_offset(surface->slope_x, lanes, surface);
    Lanes bend_y = nearest_offset(surface->slope_y, lanes, surface);

    return (Coords){
        clamp(lanes_adds(own_x, bend_x), lanes_splat(0), lanes->last_x),
        clamp(lanes_adds(own_y, bend_y), lanes_splat(0), lanes->last_y)};
}

/* A coordinate between two pixels of an axis. */
typedef struct LinearCoord {
    Lanes first, share; /* of the next one, in 1/255 */
} LinearCoord;

/* The offset, in 1/2^8 pixel, that stays within `pixels` pixels; 2^15 if none
   leaves them. */
RIPPLE_INLINE Lanes max_offset(Lanes pixels)
{
    Lanes farthest = lanes_splat(1 << (15 - RIPPLE_BEND_BITS));

    return lanes_shift_left(lanes_min(pixels, farthest), RIPPLE_BEND_BITS);
}

/* The offset ends 1/2^8 pixel before the last pixel, whose share then is
   255 / 255: no pixel after the last is needed. */
RIPPLE_INLINE LinearCoord linear_coord(Lanes own, Lanes slope,
                                       const RenderLanes *lanes,
                                       const Surface *surface, Lanes last)
{
    Lanes none = lanes_splat(0);
    Lanes min = lanes_sub(none, max_offset(own));
    Lanes max = lanes_sub(max_offset(lanes_sub(last, own)), lanes_splat(1));
    Lanes offset = fine_offset(slope, lanes, surface);

    offset = lanes_max(lanes_min(offset, max), min);
    return (LinearCoord){
        lanes_add(own, lanes_shift_right(offset, RIPPLE_BEND_BITS)),
        lanes_and(offset, lanes_splat(255))};
}

RIPPLE_INLINE Surface double_traits(Surface surface, int doublings)
{
    for (int i = 0; i < doublings; i++) {
        surface.slope_x = twice(surface.slope_x);
        surface.slope_y = twice(surface.slope_y);
        surface.laplacian = twice(surface.laplacian);
        surface.height = twice(surface.height);
    }
    return surface;
}

/* The changes of red, and of green and blue, by light, in 1/256. */
typedef struct Light {
    Lanes all, red;
} Light;

RIPPLE_INLINE Lanes compute_sky(const Lighting *light, const Surface *surface)
{
    Lanes factor = lanes_splat(light->sky), from = lanes_splat(light->sky_from);
    Lanes x = lanes_scale(surface->slope_x, factor);
    Lanes y = lanes_subs(lanes_scale(surface->slope_y, factor), from);

    return lanes_sub(mirror(x, y, &light->sky_knee),
                     lanes_splat(light->sky_level));
}

RIPPLE_INLINE Light compute_light(const Lighting *light, const Surface *single)
{
    Surface surface = double_traits(*single, light->doublings);
    Lanes diffuse_x = lanes_splat(light->diffuse_x);
    Lanes diffuse_y = lanes_splat(light->diffuse_y);
    Lanes diffuse = lanes_adds(lanes_scale(surface.slope_x, diffuse_x),
                               lanes_scale(surface.slope_y, diffuse_y));
    Lanes across = lanes_subs(lanes_scale(surface.slope_y, diffuse_x),
                              lanes_scale(surface.slope_x, diffuse_y));
    Lanes off = lanes_adds(
        magnitude(lanes_subs(diffuse, lanes_splat(light->specular_peak))),
        magnitude(across));
    Lanes specular = twice(lanes_max(
        lanes_subs(lanes_splat(light->specular_width), off), lanes_splat(0)));
    Lanes caught = lanes_scale(surface.laplacian, lanes_splat(light->caustic));
    Lanes sky = compute_sky(light, &surface);
    Lanes sum = lanes_adds(lanes_adds(diffuse, caught), sky);
    Lanes on_floor =
        lanes_scale(surface.laplacian, lanes_splat((int16_t)light->caustics));
    Lanes all =
        lanes_adds(lanes_adds(compress(sum, light), specular), on_floor);
    Lanes red = lanes_subs(
        all, lanes_scale(surface.height, lanes_splat(light->absorption)));

    return (Light){scale_strength(all, &surface),
                   scale_strength(red, &surface)};
}

RIPPLE_INLINE Lanes make_grey(Lanes value, int16_t factor)
{
    Lanes shown = lanes_scale(value, lanes_splat(factor));

    return clamp(lanes_adds(shown, lanes_splat(RIPPLE_GREY)), lanes_splat(0),
                 lanes_splat(255));
}

RIPPLE_INLINE Pixels shade_view(RippleView view, const Lighting *light,
                                const Surface *single)
{
    Surface surface = double_traits(*single, light->doublings);
    Lanes height = make_grey(surface.height, light->height_grey);

    if (view == RIPPLE_VIEW_HEIGHTS)
        return pixels_colour(height, height, height);
    return pixels_colour(make_grey(surface.slope_x, light->slope_grey),
                         make_grey(surface.slope_y, light->slope_grey),
                         lanes_splat(RIPPLE_GREY));
}

RIPPLE_INLINE void *pixel_address(const RipplePixels *pixels,
                                  RippleFormat format, int x, int y)
{
    size_t i = (size_t)y * pixels->stride + (size_t)x;

    return format == RIPPLE_FORMAT_RGB565 ? (void *)(pixels->pixels565 + i)
                                          : (void *)(pixels->pixels + i);
}

RIPPLE_INLINE int needs_light(Variant variant)
{
    return variant.is_lit || variant.view != RIPPLE_VIEW_WATER;
}

RIPPLE_INLINE Pixels sample_nearest(const RenderArgs *args,
                                    const RenderLanes *lanes,
                                    const Surface *surface, int x, int y,
                                    Variant variant)
{
    const RipplePixels *picture = &args->picture;
    Coords coords;

    if (!is_active(surface, needs_light(variant)))
        return pixels_load(pixel_address(picture, variant.format, x, y));
    coords = nearest_coords(lanes, surface, x, y);
    return pixels_gather(picture->pixels,
                         pixels_indices(lanes->stride, coords.x, coords.y),
                         variant.streams);
}

RIPPLE_INLINE void shade_argb(const Line *line, const RenderLanes *lanes, int x,
                              Variant variant)
{
    const RenderArgs *args = line->args;
    uint32_t *to = pixel_address(&args->frame, variant.format, x, line->y);
    Surface surface = load_surface(line, x, needs_light(variant));
    Pixels pixels =
        variant.view == RIPPLE_VIEW_WATER
            ? sample_nearest(args, lanes, &surface, x, line->y, variant)
            : shade_view(variant.view, &args->light, &surface);

    if (variant.is_lit) {
        Light light = compute_light(&args->light, &surface);

        pixels = pixels_light(pixels, light.all, light.red);
    }
    pixels_store(to, pixels, variant.streams);
}

/* Pixels of 16 bits are as wide as heights: Lanes hold them. */
RIPPLE_INLINE void shade565(const Line *line, const RenderLanes *lanes, int x,
                            Variant variant)
{
    const RipplePixels *picture = &line->args->picture;
    int16_t *to = pixel_address(&line->args->frame, variant.format, x, line->y);
    Surface surface = load_surface(line, x, 0);
    Lanes pixels;

    if (is_active(&surface, 0)) {
        Coords coords = nearest_coords(lanes, &surface, x, line->y);

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

/* Pixels x..end - 1 of a row. The last vector, which may overlap the one
   before it, is not aligned and so not streamed. */
RIPPLE_INLINE void shade_row(const Line *line, const RenderLanes *lanes, int x,
                             int end, Variant variant)
{
    int last = end - RIPPLE_LANES;
    Variant unaligned = variant;

    unaligned.streams = 0;
    for (; x <= last; x += RIPPLE_LANES)
        shade(line, lanes, x, variant);
    if (x < end)
        shade(line, lanes, last, unaligned);
}

/*
 * Pixels of a row to be mixed from four each. First all coordinates of a batch
 * are computed, then all pixels are mixed: lookups that waited for the heights
 * they depend on would fill the processor's queues.
 */
#define RIPPLE_BATCH 128

typedef struct SampleBatch {
    _Alignas(64) uint32_t indices[RIPPLE_BATCH];
    int16_t share_x[RIPPLE_BATCH], share_y[RIPPLE_BATCH];
    int16_t all[RIPPLE_BATCH], red[RIPPLE_BATCH]; /* as in Light */
    int are_active[RIPPLE_BATCH / RIPPLE_LANES];
} SampleBatch;

RIPPLE_INLINE void compute_coords(SampleBatch *batch, int i, const Line *line,
                                  const RenderLanes *lanes, int x,
                                  Variant variant)
{
    Surface surface = load_surface(line, x, needs_light(variant));
    Lanes own_x = lanes_add(lanes_splat((int16_t)x), lanes_iota());
    Lanes own_y = lanes_splat((int16_t)line->y);
    LinearCoord coord_x, coord_y;

    batch->are_active[i / RIPPLE_LANES] =
        is_active(&surface, needs_light(variant));
    if (!batch->are_active[i / RIPPLE_LANES])
        return;
    coord_x =
        linear_coord(own_x, surface.slope_x, lanes, &surface, lanes->last_x);
    coord_y =
        linear_coord(own_y, surface.slope_y, lanes, &surface, lanes->last_y);
    lanes_store(batch->share_x + i, coord_x.share);
    lanes_store(batch->share_y + i, coord_y.share);
    pixels_store(batch->indices + i,
                 pixels_indices(lanes->stride, coord_x.first, coord_y.first),
                 0);
    if (variant.is_lit) {
        Light light = compute_light(&line->args->light, &surface);

        lanes_store(batch->all + i, light.all);
        lanes_store(batch->red + i, light.red);
    }
}

RIPPLE_INLINE void mix(const SampleBatch *batch, int i, const Line *line,
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
        pixels =
            pixels_bilinear(picture->pixels, lanes->down, batch->indices + i,
                            lanes_load(batch->share_x + i),
                            lanes_load(batch->share_y + i), variant.streams);
        if (variant.is_lit)
            pixels = pixels_light(pixels, lanes_load(batch->all + i),
                                  lanes_load(batch->red + i));
    }
    pixels_store(to, pixels, variant.streams);
}

/* At most RIPPLE_BATCH pixels of a row whose last vector begins at `last`. */
RIPPLE_INLINE void mix_batch(const Line *line, const RenderLanes *lanes, int x,
                             int end, int last, Variant variant)
{
    SampleBatch batch;
    Variant unaligned = variant;

    unaligned.streams = 0;
    for (int i = 0; x + i < end; i += RIPPLE_LANES)
        compute_coords(&batch, i, line, lanes, x + i < last ? x + i : last,
                       variant);
    for (int i = 0; x + i < end; i += RIPPLE_LANES) {
        if (x + i <= last)
            mix(&batch, i, line, lanes, x + i, variant);
        else
            mix(&batch, i, line, lanes, last, unaligned);
    }
}

RIPPLE_INLINE void mix_row(const Line *line, const RenderLanes *lanes, int x,
                           int end, Variant variant)
{
    int last = end - RIPPLE_LANES;

    for (; x < end - RIPPLE_BATCH; x += RIPPLE_BATCH)
        mix_batch(line, lanes, x, x + RIPPLE_BATCH, last, variant);
    mix_batch(line, lanes, x, end, last, variant);
}

/*
 * If the frame is streamed, the rows of the picture that the same columns show
 * rows_ahead further down are prefetched first. The loop is not a function of
 * its own: compilers drop a function that only prefetches.
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

        (variant.filter == RIPPLE_FILTER_NEAREST ? shade_row : mix_row)(
            &line, &lanes, rect.x, rect.x + rect.width, variant);
    }
    if (variant.streams)
        pixels_fence();
}

/* Whether column x of every row is aligned for lanes_stream. */
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
    if (args->rows_ahead > 0 &&
        can_stream(&args->frame, variant.format, rect.x))
        render_rect(args, rect, streaming);
    else
        render_rect(args, rect, variant);
}

static void render_view(const RenderArgs *args, RippleRect rect)
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
        render_view(args, rect);
    else if (args->filter == RIPPLE_FILTER_LINEAR)
        (is_lit ? render_linear_lit : render_linear)(args, rect);
    else
        (is_lit ? render_nearest_lit : render_nearest)(args, rect);
}
