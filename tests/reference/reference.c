/* SPDX-License-Identifier: MIT */
/*
 * The reference's row of the table of backends: what owns what, and in which
 * order things follow from each other. backend.h describes the functions.
 */
#include "reference.h"

#include "lib/water/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_memory(int error)
{
    if (error == RIPPLE_ERROR_MEMORY) {
        fputs("reference: not enough memory\n", stderr);
        abort();
    }
}

void *reference_allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    expect_memory(memory == NULL ? RIPPLE_ERROR_MEMORY : RIPPLE_OK);
    return memory;
}

static size_t count_cells(const BackendState *state)
{
    return (size_t)(state->columns + 2) * (size_t)(state->rows + 2);
}

static void destroy(void *self)
{
    Reference *water = self;

    if (water == NULL)
        return;
    ripple_state_clear(&water->state);
    free(water->depths);
    free(water->strength);
    free(water->tiles);
    free(water->heights);
    free(water->surface);
    free(water->is_stale);
    free(water);
}

/* The current of new edges, size or land. */
static void fit_current(Reference *water)
{
    Advection *advection = &water->state.advection;

    expect_memory(ripple_advection_make_workspace(
        &advection->workspace, advection, water->size.columns, water->size.rows,
        water->depths != NULL));
    ripple_advection_fit(advection, water->depths, water->settings.edges);
}

/* The largest |height|: springs have their own limit, step by step. */
static int max_height(const Reference *water)
{
    if (ripple_model_of(&water->settings)->has_speeds)
        return INT16_MAX;
    return ripple_model_stencil(&water->settings, 0).max_height;
}

static int32_t find_one(const RippleSettings *settings)
{
    return ripple_model_stencil(settings, 0).kind == STENCIL_FINE ? 4096 : 1;
}

/* A value with another whole part, which is clamped, and the same fraction. */
static int32_t limit(const Reference *water, int32_t value, int64_t whole)
{
    int max = max_height(water);

    return (int32_t)clamp_int64(whole, -max, max) * water->one +
           fraction_of(value, water->one);
}

/* Call at last after size, settings, mask or current have changed. */
static void follow_changes(Reference *water)
{
    int32_t *planes[] = {water->state.now, water->state.before};

    if (water->settings.swell <= 0)
        water->state.swell_step = 0;
    for (size_t i = 0; i < 2 * count_cells(&water->state); i++) {
        int32_t *value = &planes[i % 2][i / 2];

        *value = limit(water, *value, whole_height(*value, water->one));
    }
    *water->is_stale = 1;
    reference_renew(water);
}

/* Water on land vanishes. */
static void dry_land(Reference *water)
{
    BackendState *state = &water->state;

    for (int y = 0; y < water->size.rows; y++) {
        for (int x = 0; x < water->size.columns; x++) {
            if (reference_depth(water, x, y) == RIPPLE_DEPTH_LAND)
                *plane_at(water, state->now, x, y) =
                    *plane_at(water, state->before, x, y) =
                        *plane_at(water, state->velocities, x, y) = 0;
        }
    }
}

/* Fills the planes of another size with the cells that fit. */
static void copy_cells(Reference *water, const Reference *old)
{
    int columns = min_int(water->size.columns, old->size.columns);
    int rows = min_int(water->size.rows, old->size.rows);
    const BackendState *to = &water->state, *from = &old->state;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            *plane_at(water, to->now, x, y) = *plane_at(old, from->now, x, y);
            *plane_at(water, to->before, x, y) =
                *plane_at(old, from->before, x, y);
            *plane_at(water, to->velocities, x, y) =
                *plane_at(old, from->velocities, x, y);
        }
    }
}

/* Calm water of a size with a current that is not solved yet. */
static void make_planes(Reference *water, const GridSize *size,
                        const Advection *current)
{
    Advection unsolved = *current;

    memset(&unsolved.workspace, 0, sizeof unsolved.workspace);
    water->size = *size;
    expect_memory(
        ripple_state_init(&water->state, size->columns, size->rows, &unsolved));
    water->heights = reference_allocate(
        (size_t)size->columns * (size_t)size->rows, sizeof *water->heights);
    water->surface =
        reference_allocate(count_cells(&water->state), sizeof *water->surface);
    *water->is_stale = 1;
}

static int resize(void *self, const GridSize *size,
                  const RippleSettings *settings)
{
    Reference *water = self, old = *water;

    make_planes(water, size, &old.state.advection);
    water->state.governor = old.state.governor;
    water->state.swell_step = old.state.swell_step;
    if (settings->cell == water->settings.cell)
        copy_cells(water, &old);
    water->settings = *settings;
    water->one = find_one(settings);
    if (old.depths != NULL) {
        water->depths = NULL;
        reference_scale_mask(water, old.depths, old.size.columns, old.size.rows,
                             (size_t)old.size.columns);
        free(old.depths);
        dry_land(water);
    }
    reference_derive_mask(water);
    fit_current(water);
    follow_changes(water);
    ripple_state_clear(&old.state);
    free(old.heights);
    free(old.surface);
    return RIPPLE_OK;
}

static int create(void **self, const GridSize *size,
                  const RippleSettings *settings)
{
    Reference *water = reference_allocate(1, sizeof *water);
    Advection none = {0};

    water->is_stale = reference_allocate(1, sizeof *water->is_stale);
    water->settings = *settings;
    water->one = find_one(settings);
    make_planes(water, size, &none);
    follow_changes(water);
    *self = water;
    return RIPPLE_OK;
}

/* Speeds that springs begin with: those of the water so far. */
static void start_speeds(Reference *water)
{
    BackendState *state = &water->state;

    for (int y = 0; y < water->size.rows; y++) {
        for (int x = 0; x < water->size.columns; x++)
            *plane_at(water, state->velocities, x, y) =
                sat16(16 * (*plane_at(water, state->now, x, y) -
                            *plane_at(water, state->before, x, y)));
    }
}

/* Heights of another unit: fractions come as 0, or go. */
static void convert_heights(Reference *water, int32_t one)
{
    int32_t *planes[] = {water->state.now, water->state.before};

    for (size_t i = 0; i < 2 * count_cells(&water->state); i++) {
        int32_t *value = &planes[i % 2][i / 2];

        if (one != water->one)
            *value = whole_height(*value, water->one) * one;
    }
    water->one = one;
}

static int configure(void *self, const RippleSettings *settings)
{
    Reference *water = self;
    BackendState *state = &water->state;
    int had_speeds = ripple_model_of(&water->settings)->has_speeds;
    int has_speeds = ripple_model_of(settings)->has_speeds;
    int has_new_edges = settings->edges != water->settings.edges;

    water->settings = *settings;
    convert_heights(water, find_one(settings));
    if (has_speeds && !had_speeds)
        start_speeds(water);
    if (!has_speeds)
        memset(state->velocities, 0, count_cells(state) * sizeof(int32_t));
    if (has_new_edges) {
        reference_derive_mask(water);
        fit_current(water);
    }
    follow_changes(water);
    return RIPPLE_OK;
}

static int tune(void *self, const BackendTuning *tuning)
{
    (void)self;
    (void)tuning;
    return RIPPLE_OK;
}

static int is_open_water(const Reference *water)
{
    size_t count = (size_t)water->size.columns * (size_t)water->size.rows;

    for (size_t i = 0; i < count; i++) {
        if (water->depths[i] != RIPPLE_DEPTH_OPEN)
            return 0;
    }
    return 1;
}

/* Adapts the water to new depths. A mask of open water alone is none. */
static void take_mask(Reference *water)
{
    if (water->depths != NULL && is_open_water(water)) {
        free(water->depths);
        water->depths = NULL;
    }
    reference_derive_mask(water);
    dry_land(water);
    fit_current(water);
    follow_changes(water);
    *water->is_stale = 1;
}

static int set_mask(void *self, const uint8_t *depths, int width, int height,
                    size_t stride)
{
    Reference *water = self;

    if (depths != NULL) {
        reference_scale_mask(water, depths, width, height, stride);
    } else {
        free(water->depths);
        water->depths = NULL;
    }
    take_mask(water);
    return RIPPLE_OK;
}

static int paint_mask(void *self, const Capsule *brush, int depth,
                      RippleRect *changed)
{
    Reference *water = self;
    int had_mask = water->depths != NULL;

    *changed = reference_paint_mask(water, brush, depth);
    take_mask(water);
    if ((water->depths != NULL) != had_mask)
        *changed = (RippleRect){0, 0, water->size.columns, water->size.rows};
    return RIPPLE_OK;
}

static const uint8_t *depths(const void *self)
{
    return ((const Reference *)self)->depths;
}

static int set_current(void *self, const float *x, const float *y, int width,
                       int height)
{
    Reference *water = self;
    Advection made, *advection = &water->state.advection;
    int error = ripple_advection_init(&made, x, y, width, height);

    expect_memory(error);
    if (error != RIPPLE_OK)
        return error;
    made.schedule.leads = advection->schedule.leads;
    ripple_advection_clear(advection);
    *advection = made;
    fit_current(water);
    follow_changes(water);
    return RIPPLE_OK;
}

static double divergence(const void *self)
{
    return ((const Reference *)self)->state.advection.divergence;
}

static void current_at(const void *self, int column, int row, int *x, int *y)
{
    const Reference *water = self;
    const AdvectionSchedule *schedule = &water->state.advection.schedule;
    int last_column = water->size.columns - 1, last_row = water->size.rows - 1;

    column = column < 0 ? 0 : column > last_column ? last_column : column;
    row = row < 0 ? 0 : row > last_row ? last_row : row;
    reference_find_flow(water, column, row, x, y);
    *x = schedule->passes == 0 ? 0
                               : *x * schedule->passes * 2 / schedule->interval;
    *y = schedule->passes == 0 ? 0
                               : *y * schedule->passes * 2 / schedule->interval;
}

/* The first terms of its series, (-1)^k pi^2k / (2 (2k)!), k = 7..0. */
int64_t reference_raised_cosine(int64_t ratio)
{
    int64_t sum = 0;

    for (int k = 7; k >= 0; k--) {
        double term = k % 2 ? -0.5 : 0.5;

        for (int i = 1; i <= 2 * k; i++)
            term *= PI / i;
        sum = (sum * ratio >> 18) + llround(term * 1073741824);
    }
    /* k = 0: the series begins with 1 */
    return sum + 536870912;
}

/* Heights that a stone sets have no fraction; those that it adds to keep it. */
static int32_t press(const Reference *water, int32_t value,
                     const RippleStone *stone, int64_t distance2,
                     int64_t radius2)
{
    int64_t height = whole_height(value, water->one);
    int32_t hull = limit(water, 0, -(int64_t)stone->weight);

    switch (stone->profile) {
    case RIPPLE_PROFILE_DISC:
        return hull;
    case RIPPLE_PROFILE_BODY:
        return height * water->one > hull ? hull : value;
    default:
        return limit(water, value,
                     height -
                         ((stone->weight * reference_raised_cosine(
                                               (distance2 << 18) / radius2) +
                           (1 << 29)) >>
                          30));
    }
}

static void set_height(Reference *water, int x, int y, int32_t to)
{
    int32_t *height = plane_at(water, water->state.now, x, y);

    reference_add(water, *plane_at(water, water->state.before, x, y), *height,
                  to);
    *height = to;
}

static void splash(void *self, const RippleStone *stone, int x, int y)
{
    Reference *water = self;
    Capsule capsule =
        ripple_capsule_make(stone->x, stone->y, x, y, stone->radius);
    int top, bottom, first, last;

    *water->is_stale = 1;
    ripple_capsule_rows(&capsule, water->size.rows, &top, &bottom);
    for (int row = top; row <= bottom; row++) {
        ripple_capsule_columns(&capsule, row, water->size.columns, &first,
                               &last);
        for (int column = first; column <= last; column++) {
            int32_t height = *plane_at(water, water->state.now, column, row);
            int64_t distance2 = ripple_capsule_distance2(&capsule, column, row);

            if (distance2 < capsule.radius2 &&
                reference_depth(water, column, row) != RIPPLE_DEPTH_LAND)
                set_height(
                    water, column, row,
                    press(water, height, stone, distance2, capsule.radius2));
        }
    }
}

static void disturb(void *self, int x, int y, int magnitude)
{
    static const int places[][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    Reference *water = self;

    if (x < 2 || y < 2 || x >= water->size.columns - 2 ||
        y >= water->size.rows - 2)
        return;
    *water->is_stale = 1;
    for (int i = 0; i < COUNT(places); i++) {
        int64_t amount = i == 0 ? magnitude : magnitude / 2;
        int column = x + places[i][0], row = y + places[i][1];
        int32_t height = *plane_at(water, water->state.now, column, row);

        if (reference_depth(water, column, row) != RIPPLE_DEPTH_LAND)
            set_height(water, column, row,
                       limit(water, height,
                             whole_height(height, water->one) + amount));
    }
}

static void clear(void *self)
{
    Reference *water = self;
    BackendState *state = &water->state;

    memset(state->now, 0, count_cells(state) * sizeof(int32_t));
    memset(state->before, 0, count_cells(state) * sizeof(int32_t));
    memset(state->velocities, 0, count_cells(state) * sizeof(int32_t));
    reference_restart(water);
    *water->is_stale = 1;
}

static const int16_t *heights(const void *self, size_t *stride)
{
    const Reference *water = self;

    *stride = (size_t)water->size.columns;
    for (int y = 0; y < water->size.rows && *water->is_stale; y++) {
        for (int x = 0; x < water->size.columns; x++)
            water->heights[cell_at(water, x, y)] =
                (int16_t)height_at(water, water->state.now, x, y);
    }
    *water->is_stale = 0;
    return water->heights;
}

static const DirtyRects *draw(Reference *water, int phase,
                              const RipplePixels *picture,
                              const RipplePixels *frame)
{
    reference_add_swell(water, phase);
    reference_render(water, picture, frame);
    water->frame = (RippleRect){0, 0, water->size.width, water->size.height};
    water->written = (DirtyRects){.rects = &water->frame, .count = 1};
    return &water->written;
}

static const DirtyRects *advance(void *self, int steps,
                                 const RipplePixels *picture,
                                 const RipplePixels *frame)
{
    Reference *water = self;

    if (steps)
        reference_step(water);
    reference_copy_halos(water);
    *water->is_stale = 1;
    water->state.swell_step += steps && water->settings.swell > 0;
    return picture != NULL ? draw(water, RIPPLE_MAX_PHASE, picture, frame)
                           : NULL;
}

static int render_at(void *self, int steps, int phase,
                     const RipplePixels *picture, const RipplePixels *frame,
                     const DirtyRects **written)
{
    Reference *water = self;

    advance(water, steps, NULL, NULL);
    *written = draw(water, phase, picture, frame);
    return RIPPLE_OK;
}

static int surface(void *self, int steps, int phase, const int16_t **cells,
                   size_t *stride)
{
    Reference *water = self;

    advance(water, steps, NULL, NULL);
    reference_add_swell(water, phase);
    for (int y = 0; y < water->size.rows; y++) {
        for (int x = 0; x < water->size.columns; x++)
            water->heights[cell_at(water, x, y)] =
                (int16_t)*plane_at(water, water->surface, x, y);
    }
    *cells = water->heights;
    *stride = (size_t)water->size.columns;
    return RIPPLE_OK;
}

static void run(void *self, ThreadPoolWork *work, void *argument, int rows)
{
    (void)self;
    work(argument, 0, rows);
}

static void invalidate(void *self)
{
    (void)self; /* every rendering writes every pixel */
}

static void copy_state(BackendState *to, const BackendState *from)
{
    size_t bytes = count_cells(from) * sizeof(int32_t);

    memcpy(to->now, from->now, bytes);
    memcpy(to->before, from->before, bytes);
    memcpy(to->velocities, from->velocities, bytes);
    to->governor = from->governor;
    to->swell_step = from->swell_step;
}

/* Lack of memory is told here: backends must bear it in an exchange. */
static int export_state(const void *self, BackendState *state)
{
    const BackendState *from = &((const Reference *)self)->state;
    int error =
        ripple_state_init(state, from->columns, from->rows, &from->advection);

    if (error == RIPPLE_OK)
        copy_state(state, from);
    return error;
}

static int import_state(void *self, const BackendState *state)
{
    Reference *water = self;
    BackendState copy;

    expect_memory(ripple_state_init(&copy, state->columns, state->rows,
                                    &state->advection));
    ripple_state_clear(&water->state);
    water->state = copy;
    follow_changes(water);
    copy_state(&water->state, state);
    *water->is_stale = 1;
    return RIPPLE_OK;
}

const Backend reference_backend = {
    .name = "reference",
    .create = create,
    .destroy = destroy,
    .resize = resize,
    .configure = configure,
    .tune = tune,
    .set_mask = set_mask,
    .paint_mask = paint_mask,
    .depths = depths,
    .set_current = set_current,
    .divergence = divergence,
    .current_at = current_at,
    .splash = splash,
    .disturb = disturb,
    .clear = clear,
    .is_calm = reference_is_calm,
    .heights = heights,
    .advance = advance,
    .render_at = render_at,
    .surface = surface,
    .run = run,
    .invalidate = invalidate,
    .lay_floor = reference_lay_floor,
    .export_state = export_state,
    .import_state = import_state,
};
