/* SPDX-License-Identifier: MIT */
/*
 * The kernels that draw, a part of body.h: which pixel of the picture is seen
 * where the surface bends the view, and the light that the surface adds.
 */

/* The numbers of a refraction, in every lane. */
typedef struct Look {
    Lanes fraction; /* of the gain, in 1/2^15 */
    int whole;      /* part of the gain, 0..7 */
    Lanes gain;     /* all of it, in 1/2^12 */
    Lanes last_x, last_y;
    int stride; /* of the picture */
    int down;   /* pixels to the row below, 0 in a picture of one row */
} Look;

/* How a kernel is cut: all constants. */
typedef struct Cut {
    RippleFilter filter;
    RippleView view;
    int is_lit, streams;
    RippleFormat format;
} Cut;

/* The water at the lanes, and the share of it to be seen. */
typedef struct Surface {
    Lanes across, along, curve, height;
    Lanes clear;
    int has_clear;
} Surface;

RIPPLE_INLINE Look spread_look(const RenderArgs *args)
{
    const RipplePixels *picture = &args->picture;
    int fraction_q12 = args->gain_q12 & ((1 << RIPPLE_GAIN_BITS) - 1);

    return (Look){
        .fraction =
            lanes_all((int16_t)(fraction_q12 << (15 - RIPPLE_GAIN_BITS))),
        .whole = args->gain_q12 >> RIPPLE_GAIN_BITS,
        .gain = lanes_all((int16_t)args->gain_q12),
        .last_x = lanes_all((int16_t)(picture->width - 1)),
        .last_y = lanes_all((int16_t)(picture->height - 1)),
        .stride = (int)picture->stride,
        .down = picture->height > 1 ? (int)picture->stride : 0,
    };
}

/* A trait of the water at the cells there. */
RIPPLE_INLINE Lanes find_trait(Trait trait, const int16_t *now,
                               ptrdiff_t stride)
{
    Lanes left, right, up, down;

    if (trait == TRAIT_HEIGHT)
        return lanes_load(now);
    if (trait == TRAIT_SLOPE_X)
        return lanes_subs(lanes_load(now - 1), lanes_load(now + 1));
    up = lanes_load(now - stride);
    down = lanes_load(now + stride);
    if (trait == TRAIT_SLOPE_Y)
        return lanes_subs(up, down);
    left = lanes_load(now - 1);
    right = lanes_load(now + 1);
    return lanes_subs(lanes_adds(lanes_adds(left, right), lanes_adds(up, down)),
                      twice(twice(lanes_load(now))));
}

/* A row of pixels of a trait, from a row of cells of which there are at least
   RIPPLE_LANES: the last lanes may be found twice. */
RIPPLE_INLINE void magnify_row(int16_t *to, const InterpolateArgs *args,
                               int row, Trait trait)
{
    const int16_t *first = args->axis_x.first + args->x;
    const int16_t *share = args->axis_x.share + args->x;
    const int16_t *from = args->from + row * args->stride;
    int last = args->columns - RIPPLE_LANES;
    int start = first[0] < last ? first[0] : last;
    int count = first[args->width - 1] + 2 - start;
    int16_t cells[RIPPLE_INTERPOLATE_MAX + 2 * RIPPLE_LANES];

    for (int i = 0; i < count; i += RIPPLE_LANES) {
        int x = start + i < last ? i : last - start;
        Lanes value = find_trait(trait, from + start + x, args->stride);

        for (int j = 0; j < args->doublings; j++)
            value = twice(value);
        lanes_store(cells + x, value);
    }
    lanes_store(cells + count, lanes_all(0));
    for (int i = 0; i < args->width; i += RIPPLE_LANES) {
        Beside visibility = lanes_pick(cells, first + i, start);

        lanes_store(to + i, blend(visibility.left, visibility.right,
                                  lanes_load(share + i)));
    }
}

RIPPLE_INLINE void magnify_trait(const InterpolateArgs *args, Trait trait)
{
    for (int y = 0; y < args->rows; y++)
        magnify_row(args->to + y * args->to_stride, args, args->y + y, trait);
}

/* Narrow water is for a level that has fewer lanes than it has cells. */
static RIPPLE_INTERPOLATE(interpolate)
{
    if (args->columns < RIPPLE_LANES)
        RIPPLE_WEAKER.interpolate(args, trait);
    else if (trait == TRAIT_HEIGHT)
        magnify_trait(args, TRAIT_HEIGHT);
    else if (trait == TRAIT_SLOPE_X)
        magnify_trait(args, TRAIT_SLOPE_X);
    else if (trait == TRAIT_SLOPE_Y)
        magnify_trait(args, TRAIT_SLOPE_Y);
    else
        magnify_trait(args, TRAIT_LAPLACIAN);
}

/* The water along a row of pixels. */
typedef struct Line {
    const RenderArgs *args;
    int y;
    ptrdiff_t place; /* of pixel 0 in cells, or in the upper row of traits */
    Lanes share;     /* of the lower one */
} Line;

RIPPLE_INLINE Line find_line(const RenderArgs *args, int y)
{
    const GridAxis *along = &args->axis_y;
    ptrdiff_t stride = (ptrdiff_t)args->stride;
    Line line = {args, y, y * stride, lanes_all(0)};

    if (args->cells == NULL) {
        line.place =
            (along->first[y] - args->first_row) * stride - args->first_x;
        line.share = lanes_all(along->share[y]);
    }
    return line;
}

RIPPLE_INLINE Lanes find_between(const Line *line, const int16_t *values, int x)
{
    const int16_t *upper = values + (line->place + x);

    return blend(lanes_load(upper), lanes_load(upper + line->args->stride),
                 line->share);
}

/* The traits at the cells, or between those that were magnified. */
RIPPLE_INLINE Surface find_surface(const Line *line, int x, int has_light)
{
    const RenderArgs *args = line->args;
    const int16_t *const *traits = args->traits;
    const int16_t *clear = args->strength;
    Lanes none = lanes_all(0);
    Surface surface = {.curve = none, .height = none, .clear = none};

    surface.has_clear = clear != NULL;
    if (args->cells != NULL) {
        const int16_t *now = args->cells + (line->place + x);
        ptrdiff_t stride = (ptrdiff_t)args->stride;

        surface.across = find_trait(TRAIT_SLOPE_X, now, stride);
        surface.along = find_trait(TRAIT_SLOPE_Y, now, stride);
        if (has_light) {
            surface.curve = find_trait(TRAIT_LAPLACIAN, now, stride);
            surface.height = lanes_load(now);
        }
        if (surface.has_clear)
            surface.clear = lanes_load(clear + (line->place + x));
    } else {
        surface.across = find_between(line, traits[TRAIT_SLOPE_X], x);
        surface.along = find_between(line, traits[TRAIT_SLOPE_Y], x);
        if (has_light) {
            surface.curve = find_between(line, traits[TRAIT_LAPLACIAN], x);
            surface.height = find_between(line, traits[TRAIT_HEIGHT], x);
        }
        if (surface.has_clear)
            surface.clear = find_between(line, clear, x);
    }
    return surface;
}

/* Whether anything of the picture is not where it would be in calm water. */
RIPPLE_INLINE int is_moved(const Surface *surface, int has_light)
{
    Lanes any = lanes_or(surface->across, surface->along);

    if (has_light)
        any = lanes_or(any, lanes_or(surface->curve, surface->height));
    return lanes_any(any);
}

RIPPLE_INLINE Lanes see_share(Lanes value, const Surface *surface)
{
    return surface->has_clear ? lanes_scale(value, surface->clear) : value;
}

/*
 * (slope * gain + 1/2) rounded down, saturated: the terms all have the sign
 * of the slope, so it does not matter when they saturate.
 */
RIPPLE_INLINE Lanes bend(Lanes slope, const Look *look)
{
    Lanes dirty = lanes_scale(slope, look->fraction);

    for (int i = 0; i < look->whole; i++)
        dirty = lanes_adds(dirty, slope);
    return dirty;
}

/* Which pixels of the picture are seen. */
typedef struct Sources {
    Lanes x, y;
} Sources;

RIPPLE_INLINE Sources find_nearest(const Look *look, const Surface *surface,
                                   int x, int y)
{
    Lanes columns = lanes_add(lanes_all((int16_t)x), lanes_count());
    Lanes across = see_share(bend(surface->across, look), surface);
    Lanes along = see_share(bend(surface->along, look), surface);

    columns = lanes_adds(columns, across);
    along = lanes_adds(lanes_all((int16_t)y), along);
    return (Sources){clamp(columns, lanes_all(0), look->last_x),
                     clamp(along, lanes_all(0), look->last_y)};
}

/* Where to look along an axis: between a place and the one after it. */
typedef struct Place {
    Lanes first, share; /* of the one after it, in 1/255 */
} Place;

/* How far a bend in 1/2^8 pixel may go to stay within so many pixels; 2^15
   where it cannot leave them. */
RIPPLE_INLINE Lanes find_reach(Lanes pixels)
{
    Lanes farthest = lanes_all(1 << (15 - RIPPLE_BEND_BITS));

    return lanes_raise(lanes_min(pixels, farthest), RIPPLE_BEND_BITS);
}

/* The last place is one before the end, of which the share is then a whole. */
RIPPLE_INLINE Place find_place(Lanes own, Lanes slope, const Look *look,
                               const Surface *surface, Lanes last)
{
    Lanes none = lanes_all(0);
    Lanes min = lanes_sub(none, find_reach(own));
    Lanes max = lanes_sub(find_reach(lanes_sub(last, own)), lanes_all(1));
    Lanes dirty = sums_pack(sums_of(slope, look->gain, none, none),
                            RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS);

    dirty = lanes_max(lanes_min(see_share(dirty, surface), max), min);
    return (Place){lanes_add(own, lanes_shift(dirty, RIPPLE_BEND_BITS)),
                   lanes_and(dirty, lanes_all(255))};
}

RIPPLE_INLINE Surface double_often(Surface surface, int doublings)
{
    for (int i = 0; i < doublings; i++) {
        surface.across = twice(surface.across);
        surface.along = twice(surface.along);
        surface.curve = twice(surface.curve);
        surface.height = twice(surface.height);
    }
    return surface;
}

/* What the surface adds to the colours: to red, and to the others. */
typedef struct Glow {
    Lanes all, red;
} Glow;

RIPPLE_INLINE Glow find_glow(const Lighting *light, const Surface *as_it_is)
{
    Surface surface = double_often(*as_it_is, light->doublings);
    Lanes share_x = lanes_all(light->diffuse_x),
          share_y = lanes_all(light->diffuse_y);
    Lanes facing = lanes_adds(lanes_scale(surface.across, share_x),
                              lanes_scale(surface.along, share_y));
    Lanes aside = lanes_subs(lanes_scale(surface.along, share_x),
                             lanes_scale(surface.across, share_y));
    Lanes off = lanes_adds(
        magnitude(lanes_subs(facing, lanes_all(light->specular_peak))),
        magnitude(aside));
    Lanes glint = lanes_max(lanes_subs(lanes_all(light->specular_width), off),
                            lanes_all(0));
    Lanes caught = lanes_scale(surface.curve, lanes_all(light->caustic));
    Lanes all = lanes_adds(lanes_adds(facing, caught), twice(twice(glint)));
    Lanes red = lanes_subs(
        all, lanes_scale(surface.height, lanes_all(light->absorption)));

    return (Glow){see_share(all, &surface), see_share(red, &surface)};
}

RIPPLE_INLINE Lanes grey_of(Lanes value, int16_t share)
{
    Lanes shown = lanes_scale(value, lanes_all(share));

    return clamp(lanes_adds(shown, lanes_all(RIPPLE_GREY)), lanes_all(0),
                 lanes_all(255));
}

RIPPLE_INLINE Pixels show_surface(RippleView view, const Lighting *light,
                                  const Surface *as_it_is)
{
    Surface surface = double_often(*as_it_is, light->doublings);
    Lanes height = grey_of(surface.height, light->height_grey);

    if (view == RIPPLE_VIEW_HEIGHTS)
        return pixels_colour(height, height, height);
    return pixels_colour(grey_of(surface.across, light->slope_grey),
                         grey_of(surface.along, light->slope_grey),
                         lanes_all(RIPPLE_GREY));
}

RIPPLE_INLINE void *find_address(const RipplePixels *pixels,
                                 RippleFormat format, int x, int y)
{
    size_t place = (size_t)y * pixels->stride + (size_t)x;

    return format == RIPPLE_FORMAT_RGB565 ? (void *)(pixels->pixels565 + place)
                                          : (void *)(pixels->pixels + place);
}

RIPPLE_INLINE int needs_light(Cut cut)
{
    return cut.is_lit || cut.view != RIPPLE_VIEW_WATER;
}

RIPPLE_INLINE Pixels see(const RenderArgs *args, const Look *look,
                         const Surface *surface, int x, int y, Cut cut)
{
    const RipplePixels *picture = &args->picture;
    Sources sources;

    if (!is_moved(surface, needs_light(cut)))
        return pixels_load(find_address(picture, cut.format, x, y));
    sources = find_nearest(look, surface, x, y);
    return pixel_buffer_at(picture->pixels, look->stride, sources.x, sources.y,
                           cut.streams);
}

RIPPLE_INLINE void show(const Line *line, const Look *look, int x, Cut cut)
{
    const RenderArgs *args = line->args;
    uint32_t *visibility = find_address(&args->frame, cut.format, x, line->y);
    Surface surface = find_surface(line, x, needs_light(cut));
    Pixels pixels = cut.view == RIPPLE_VIEW_WATER
                        ? see(args, look, &surface, x, line->y, cut)
                        : show_surface(cut.view, &args->light, &surface);

    if (cut.is_lit) {
        Glow glow = find_glow(&args->light, &surface);

        pixels = pixels_add(pixels, glow.all, glow.red);
    }
    pixels_store(visibility, pixels, cut.streams);
}

/* Pixels of 16 bits are as wide as heights. */
RIPPLE_INLINE void show565(const Line *line, const Look *look, int x, Cut cut)
{
    const RipplePixels *picture = &line->args->picture;
    int16_t *visibility =
        find_address(&line->args->frame, cut.format, x, line->y);
    Surface surface = find_surface(line, x, 0);
    Lanes pixels;

    if (is_moved(&surface, 0)) {
        Sources sources = find_nearest(look, &surface, x, line->y);

        pixels =
            lanes_find(picture->pixels565, look->stride, sources.x, sources.y);
    } else {
        pixels = lanes_load(find_address(picture, cut.format, x, line->y));
    }
    if (cut.streams)
        lanes_stream(visibility, pixels);
    else
        lanes_store(visibility, pixels);
}

RIPPLE_INLINE void show_place(const Line *line, const Look *look, int x,
                              Cut cut)
{
    if (cut.format == RIPPLE_FORMAT_RGB565)
        show565(line, look, x, cut);
    else
        show(line, look, x, cut);
}

/* The last lanes of a row may have been drawn already: that does no harm. */
RIPPLE_INLINE void show_row(const Line *line, const Look *look, int x, int end,
                            Cut cut)
{
    int last = end - RIPPLE_LANES;
    Cut plain = cut;

    plain.streams = 0;
    for (; x <= last; x += RIPPLE_LANES)
        show_place(line, look, x, cut);
    if (x < end)
        show_place(line, look, last, plain);
}

/*
 * Where pixels beside each other look between others. They are aimed before
 * they are mixed: lookups that had to wait for what they depend on, the
 * heights, would fill the processor's queues and keep those after them waiting.
 */
#define SIGHTS 128

typedef struct Sights {
    _Alignas(64) uint32_t places[SIGHTS];
    int16_t share_x[SIGHTS], share_y[SIGHTS];
    int16_t all[SIGHTS], red[SIGHTS]; /* as in Glow */
    int are_moved[SIGHTS / RIPPLE_LANES];
} Sights;

RIPPLE_INLINE void aim(Sights *sights, int i, const Line *line,
                       const Look *look, int x, Cut cut)
{
    Surface surface = find_surface(line, x, needs_light(cut));
    Lanes columns = lanes_add(lanes_all((int16_t)x), lanes_count());
    Place across, along;

    sights->are_moved[i / RIPPLE_LANES] = is_moved(&surface, needs_light(cut));
    if (!sights->are_moved[i / RIPPLE_LANES])
        return;
    across = find_place(columns, surface.across, look, &surface, look->last_x);
    along = find_place(lanes_all((int16_t)line->y), surface.along, look,
                       &surface, look->last_y);
    lanes_store(sights->share_x + i, across.share);
    lanes_store(sights->share_y + i, along.share);
    places_store(sights->places + i, look->stride, across.first, along.first);
    if (cut.is_lit) {
        Glow glow = find_glow(&line->args->light, &surface);

        lanes_store(sights->all + i, glow.all);
        lanes_store(sights->red + i, glow.red);
    }
}

RIPPLE_INLINE void mix(const Sights *sights, int i, const Line *line,
                       const Look *look, int x, Cut cut)
{
    const RipplePixels *picture = &line->args->picture;
    uint32_t *visibility =
        find_address(&line->args->frame, cut.format, x, line->y);
    Pixels pixels;

    if (!sights->are_moved[i / RIPPLE_LANES]) {
        pixels = pixels_load(find_address(picture, cut.format, x, line->y));
    } else {
        pixels =
            pixel_buffer_mix(picture->pixels, look->down, sights->places + i,
                             lanes_load(sights->share_x + i),
                             lanes_load(sights->share_y + i), cut.streams);
        if (cut.is_lit)
            pixels = pixels_add(pixels, lanes_load(sights->all + i),
                                lanes_load(sights->red + i));
    }
    pixels_store(visibility, pixels, cut.streams);
}

/* At most SIGHTS pixels of a row that goes on to RIPPLE_LANES after `last`. */
RIPPLE_INLINE void mix_some(const Line *line, const Look *look, int x, int end,
                            int last, Cut cut)
{
    Sights sights;
    Cut plain = cut;

    plain.streams = 0;
    for (int i = 0; x + i < end; i += RIPPLE_LANES)
        aim(&sights, i, line, look, x + i < last ? x + i : last, cut);
    for (int i = 0; x + i < end; i += RIPPLE_LANES) {
        if (x + i <= last)
            mix(&sights, i, line, look, x + i, cut);
        else
            mix(&sights, i, line, look, last, plain);
    }
}

RIPPLE_INLINE void mix_row(const Line *line, const Look *look, int x, int end,
                           Cut cut)
{
    int last = end - RIPPLE_LANES;

    for (; x < end - SIGHTS; x += SIGHTS)
        mix_some(line, look, x, x + SIGHTS, last, cut);
    mix_some(line, look, x, end, last, cut);
}

/*
 * When streaming, what the same columns will show farther down is asked for
 * first, all at once. That is not a function of its own, because compilers
 * take one that only fetches for one that does nothing.
 */
RIPPLE_INLINE void refract_rect(const RenderArgs *args, RippleRect rect,
                                Cut cut)
{
    const RipplePixels *picture = &args->picture;
    Look look = spread_look(args);
    int fetched = RIPPLE_LANES * (cut.format == RIPPLE_FORMAT_RGB565 ? 2 : 1);
    int last = rect.x + rect.width - RIPPLE_LANES;
    int ahead = rect.y + args->rows_ahead;

    for (int y = ahead;
         cut.streams && y < ahead + rect.height && y < picture->height; y++) {
        for (int x = rect.x; x <= last; x += fetched)
            pixels_fetch(find_address(picture, cut.format, x, y));
    }
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        Line line = find_line(args, y);

        (cut.filter == RIPPLE_FILTER_NEAREST ? show_row : mix_row)(
            &line, &look, rect.x, rect.x + rect.width, cut);
    }
    if (cut.streams)
        pixels_fence();
}

/* From the first pixel of each row on. */
RIPPLE_INLINE int can_stream(const RipplePixels *frame, RippleFormat format,
                             int x)
{
    uintptr_t first = (uintptr_t)find_address(frame, format, x, 0);
    uintptr_t second = (uintptr_t)find_address(frame, format, x, 1);

    return first % sizeof(Lanes) == 0 && second % sizeof(Lanes) == 0;
}

RIPPLE_INLINE void refract_cut(const RenderArgs *args, RippleRect rect, Cut cut)
{
    Cut streaming = cut;

    streaming.streams = 1;
    if (args->rows_ahead > 0 && can_stream(&args->frame, cut.format, rect.x))
        refract_rect(args, rect, streaming);
    else
        refract_rect(args, rect, cut);
}

static void show_rect(const RenderArgs *args, RippleRect rect)
{
    if (args->view == RIPPLE_VIEW_HEIGHTS)
        refract_rect(args, rect, (Cut){.view = RIPPLE_VIEW_HEIGHTS});
    else
        refract_rect(args, rect, (Cut){.view = RIPPLE_VIEW_SLOPES});
}

static void see_nearest(const RenderArgs *args, RippleRect rect)
{
    refract_cut(args, rect, (Cut){.filter = RIPPLE_FILTER_NEAREST});
}

static void see_nearest_lit(const RenderArgs *args, RippleRect rect)
{
    refract_cut(args, rect,
                (Cut){.filter = RIPPLE_FILTER_NEAREST, .is_lit = 1});
}

static void see_linear(const RenderArgs *args, RippleRect rect)
{
    refract_cut(args, rect, (Cut){.filter = RIPPLE_FILTER_LINEAR});
}

static void see_linear_lit(const RenderArgs *args, RippleRect rect)
{
    refract_cut(args, rect, (Cut){.filter = RIPPLE_FILTER_LINEAR, .is_lit = 1});
}

static void see_nearest565(const RenderArgs *args, RippleRect rect)
{
    refract_cut(
        args, rect,
        (Cut){.filter = RIPPLE_FILTER_NEAREST, .format = RIPPLE_FORMAT_RGB565});
}

static RIPPLE_RENDER(render)
{
    int is_lit = args->is_lit;

    if (rect.width < RIPPLE_LANES || args->picture.stride > INT16_MAX)
        RIPPLE_WEAKER.render(args, rect);
    else if (args->frame.format == RIPPLE_FORMAT_RGB565)
        see_nearest565(args, rect);
    else if (args->view != RIPPLE_VIEW_WATER)
        show_rect(args, rect);
    else if (args->filter == RIPPLE_FILTER_LINEAR)
        (is_lit ? see_linear_lit : see_linear)(args, rect);
    else
        (is_lit ? see_nearest_lit : see_nearest)(args, rect);
}
