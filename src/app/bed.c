/* SPDX-License-Identifier: MIT */
/*
 * A picture that neither scrolls nor changes is used as it is; any other is
 * drawn into `drawn`. If there is no memory for that, the picture is shown
 * unscrolled until it rests.
 */
#include "app/bed.h"

#include "lib/util/fixed.h"
#include "media/map_loader.h"
#include "media/surface.h"
#include "os/paths.h"
#include "os/pixel_buffer.h"
#include "os/xalloc.h"
#include "play/nature/rain.h"
#include "play/splash_size.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRANSITION_SECONDS    1.5
#define TRANSITION_RING_STEPS 12 /* from one ring of waves to the next */

/* Added to the seed: another stream of random numbers than the player's. */
#define SEED_TRANSITIONS 0x70616765u

/* The height of a frame in which a built-in picture of land has its own size.
 */
#define BUILTIN_ROWS 1440

/* A picture that shares its source; zero on failure. */
static int share_picture(Picture *picture, SDL_Surface *source, int width,
                         int height, Fit fit, int may_end)
{
    *picture = (Picture){.source = source};
    if (picture_fit(picture, width, height, fit, may_end) != 0) {
        picture->source = NULL;
        return -1;
    }
    source->refcount++;
    return 0;
}

/* Sources are needed to resize, and for films. */
static void release_source(const Bed *bed, Picture *picture)
{
    if (bed->player->is_live || picture->film != NULL)
        return;
    SDL_FreeSurface(picture->source);
    picture->source = NULL;
}

static void make_rows(Bed *bed, int width)
{
    bed->rows = xalloc_get(2 * ((size_t)width + 1) * sizeof *bed->rows);
}

int bed_open(Bed *bed, int width, int height, SDL_Surface *source)
{
    if (share_picture(&bed->now, source, width, height, bed->fit, 0) != 0)
        return -1;
    release_source(bed, &bed->now);
    bed->is_stale = 1;
    make_rows(bed, width);
    return land_floor_init(&bed->floor, width, height, bed->format);
}

static void clear_land(BedLand *land)
{
    SDL_FreeSurface(land->source);
    pixel_buffer_clear(&land->fitted);
    memset(land, 0, sizeof *land);
}

void bed_close(Bed *bed)
{
    folder_close(bed->folder);
    picture_clear(&bed->now);
    picture_clear(&bed->next);
    pixel_buffer_clear(&bed->drawn);
    free(bed->rows);
    clear_land(&bed->land);
    land_floor_clear(&bed->floor);
    pixel_buffer_clear(&bed->lit);
    memset(bed, 0, sizeof *bed);
}

int bed_in_transition(const Bed *bed)
{
    return bed->next.fitted.pixels != NULL;
}

int bed_resize(Bed *result, const Bed *from, int width, int height)
{
    const RipplePixels *before = &from->now.fitted;

    *result = *from;
    result->folder = NULL;
    result->now = result->next = (Picture){.source = NULL};
    result->drawn = (RipplePixels){.pixels = NULL};
    result->rows = NULL;
    result->land = (BedLand){.source = NULL};
    result->floor = (LandFloor){.has_land = 0};
    result->lit = (RipplePixels){.pixels = NULL};
    result->is_stale = 1;
    make_rows(result, width);
    if (share_picture(&result->now, from->now.source, width, height, from->fit,
                      1) != 0 ||
        (bed_in_transition(from) &&
         share_picture(&result->next, from->next.source, width, height,
                       from->fit, 1) != 0) ||
        land_floor_init(&result->floor, width, height, from->format) != 0) {
        bed_close(result);
        return -1;
    }
    scrolling_resize(&result->scrolling, from->player->rate, before,
                     &result->now.fitted);
    result->transition.x = from->transition.x * width / before->width;
    result->transition.y = from->transition.y * height / before->height;
    return 0;
}

/* Has a film go on with pictures of the right size. */
static void fit_film(const Bed *bed, const Picture *picture)
{
    const RipplePixels *now = &bed->now.fitted;

    if (picture->film != NULL)
        film_fit(picture->film, now->width, now->height, bed->fit);
}

void bed_replace(Bed *bed, Bed *result)
{
    result->folder = bed->folder;
    result->land = bed->land;
    result->now.film = bed->now.film;
    result->next.film = bed->next.film;
    bed->folder = NULL;
    bed->land = (BedLand){.source = NULL};
    bed->now.film = bed->next.film = NULL;
    bed_close(bed);
    *bed = *result;
    fit_film(bed, &bed->now);
    fit_film(bed, &bed->next);
}

/* Has the picture that is shown move with its film from this step on. */
static void start_film(const Bed *bed, const Picture *picture, int rate)
{
    fit_film(bed, picture);
    if (picture->film != NULL)
        film_start(picture->film, bed->player->step, rate);
}

/* Shows a fitted picture at once and takes it over. */
static void put(Bed *bed, Picture *picture)
{
    picture_retire(&bed->now);
    bed->now = *picture;
    *picture = (Picture){.source = NULL};
    bed->is_stale = 1;
}

/* The same for one of any size. Returns 0, or -1 without a change but that the
   picture is freed. */
static int replace_picture(Bed *bed, Picture *picture)
{
    const RipplePixels *now = &bed->now.fitted;

    if (picture_fit(picture, now->width, now->height, bed->fit, 0) != 0) {
        picture_clear(picture);
        return -1;
    }
    release_source(bed, picture);
    start_film(bed, picture, bed->player->rate);
    picture_clear(&bed->next);
    put(bed, picture);
    return 0;
}

/* Returns as folder_prepare. */
static int prepare_next(Bed *bed)
{
    const RipplePixels *now = &bed->now.fitted;

    return folder_prepare(bed->folder, bed->by, now->width, now->height,
                          bed->fit, bed->player->is_live);
}

/* Prefetches only between transitions, if there is time after them: both at
   once could delay a frame. */
static void prefetch(Bed *bed)
{
    if (bed->folder != NULL &&
        (!bed_in_transition(bed) ||
         bed->interval < 2 * (uint64_t)bed->transition.steps))
        prepare_next(bed);
}

/* Waits an interval from now for the next picture, if there is one. */
static void restart(Bed *bed)
{
    bed->due = bed->player->step + (bed->stays ? BED_FOREVER : bed->interval);
    bed->by = 1;
    prefetch(bed);
}

void bed_start(Bed *bed, Film *film)
{
    bed->now.film = film;
    start_film(bed, &bed->now, bed->player->rate);
    restart(bed);
}

static void replace_folder(Bed *bed, Folder *folder)
{
    folder_close(bed->folder);
    bed->folder = folder;
}

int bed_show_picture(Bed *bed, Picture *picture, Folder *folder, Error *error)
{
    const RipplePixels *now = &bed->now.fitted;

    if (replace_picture(bed, picture) != 0) {
        folder_close(folder);
        return player_report_memory(error, now->width, now->height);
    }
    replace_folder(bed, folder);
    bed->stays = 0;
    bed->setting = -1;
    bed->name[0] = '\0';
    restart(bed);
    return 0;
}

int bed_show(Bed *bed, const char *path, Error *error)
{
    Folder *folder;
    Picture picture;

    if (folder_read(&picture, &folder, path, &bed->order, NULL, error) != 0 ||
        bed_show_picture(bed, &picture, folder, error) != 0)
        return -1;
    bed_set_name(bed, path);
    return 0;
}

void bed_show_setting(Bed *bed)
{
    replace_folder(bed, NULL);
    bed->setting = bed->player->settings.bed + 1; /* to be followed */
    restart(bed);
}

/* Shows the bed that the settings name now, unless a picture is shown. */
static void follow_setting(Bed *bed)
{
    Picture picture = {.source = NULL};
    Error error;

    if (bed->setting < 0 || bed->setting == bed->player->settings.bed)
        return;
    bed->setting = bed->player->settings.bed;
    if (map_loader_read_bed(&picture.source, bed->setting, &error) != 0 ||
        replace_picture(bed, &picture) != 0)
        player_miss(bed->player);
}

void bed_hold(Bed *bed)
{
    bed->stays = 1;
    bed->due = bed->player->step + BED_FOREVER;
}

/* Drops a stone where the picture, which is taken over, begins to spread. */
static void start_transition(Bed *bed, Picture *picture)
{
    const RipplePixels *now = &bed->now.fitted;
    Player *player = bed->player;
    uint64_t seed = player->seed + SEED_TRANSITIONS, index = bed->changes++;
    double left = 0.25 + rain_fraction(rain_random(seed, 2 * index)) / 2;
    double top = 0.25 + rain_fraction(rain_random(seed, 2 * index + 1)) / 2;
    uint64_t steps = (uint64_t)lround(TRANSITION_SECONDS * player->rate);
    int x = (int)(left * now->width), y = (int)(top * now->height);

    if (picture_fit(picture, now->width, now->height, bed->fit, 0) != 0) {
        picture_clear(picture);
        player_miss(player);
        return;
    }
    release_source(bed, picture);
    if (bed_in_transition(bed))
        put(bed, &bed->next);
    bed->next = *picture;
    start_film(bed, &bed->next, player->rate);
    bed->transition =
        (Transition){x, y, 0, (int)min_uint64(steps, bed->interval)};
    splash_drop_smooth(player->pool, &player->settings, x, y);
}

/* Changes to the bed of the settings that is `by` places further. */
static int change_setting(Bed *bed, int by, Error *error)
{
    int *setting = &bed->player->settings.bed;
    int next = play_settings_step_word("bed", *setting, by);
    Picture picture = {.source = NULL};

    if (map_loader_read_bed(&picture.source, next, error) != 0)
        return -1;
    bed->setting = *setting = next;
    start_transition(bed, &picture);
    return 0;
}

int bed_next(Bed *bed, int by, Error *error)
{
    if (bed->folder == NULL && bed->setting < 0)
        return error_set(error, "picture", "there is no other one");
    if (bed->folder == NULL)
        return change_setting(bed, by, error);
    bed->by = by;
    bed->due = bed->player->step;
    return 0;
}

/* Takes the next picture once it is due and, in a live scene, ready. */
static void change_picture(Bed *bed)
{
    Picture picture;

    if (bed->folder == NULL || bed->player->step < bed->due)
        return;
    if (!prepare_next(bed) ||
        (bed->player->is_live && !folder_is_ready(bed->folder)))
        return;
    if (folder_take(bed->folder, &picture) == 0)
        start_transition(bed, &picture);
    restart(bed);
}

static void step_transition(Bed *bed)
{
    Transition *transition = &bed->transition;

    if (!bed_in_transition(bed))
        return;
    bed->is_stale = 1;
    if ((transition->step + 1) % TRANSITION_RING_STEPS == 0)
        splash_drop_ring(bed->player->pool, &bed->player->settings, transition);
    if (++transition->step >= transition->steps)
        put(bed, &bed->next);
}

/* Has films show what is due after a step, and prints once why one has failed.
 */
static void follow_films(Bed *bed)
{
    Picture *pictures[] = {&bed->now, &bed->next};
    const Player *player = bed->player;
    Error error;

    for (int i = 0; i < COUNT(pictures); i++) {
        Film *film = pictures[i]->film;

        if (film == NULL || bed->holds_films)
            continue;
        bed->is_stale |=
            film_follow(film, pictures[i], player->step + 1, !player->is_live);
        if (film_check(film, &error) != 0)
            error_print(&error);
    }
}

void bed_step(Bed *bed)
{
    const PlaySettings *settings = &bed->player->settings;
    const RipplePixels *now = &bed->now.fitted;

    change_picture(bed);
    if (settings->scroll_x != 0 || settings->scroll_y != 0) {
        scrolling_step(&bed->scrolling, settings->scroll_x, settings->scroll_y,
                       bed->player->rate, now->width, now->height);
        bed->is_stale = 1;
    }
    step_transition(bed);
    follow_films(bed);
    prefetch(bed);
}

int bed_show_number(Bed *bed, uint64_t number)
{
    int is_taken = film_take(bed->now.film, &bed->now, number, 1);

    bed->is_stale |= is_taken;
    return is_taken;
}

static uint64_t scale_steps(uint64_t steps, int from, int to)
{
    double scaled = (double)steps * to / from;

    return scaled < (double)BED_FOREVER ? max_uint64((uint64_t)scaled, 1)
                                        : BED_FOREVER;
}

void bed_set_rate(Bed *bed, int rate)
{
    uint64_t step = bed->player->step, due = bed->due;
    int from = bed->player->rate;

    bed->interval = scale_steps(bed->interval, from, rate);
    bed->due = step + scale_steps(due > step ? due - step : 0, from, rate);
    scrolling_set_rate(&bed->scrolling, from, rate);
    start_film(bed, &bed->now, rate);
    start_film(bed, &bed->next, rate);
}

uint64_t bed_calm_steps(const Bed *bed, uint64_t limit)
{
    const PlaySettings *settings = &bed->player->settings;
    const Picture *pictures[] = {&bed->now, &bed->next};
    uint64_t step = bed->player->step;

    if (settings->scroll_x != 0 || settings->scroll_y != 0 ||
        bed_in_transition(bed))
        return 0;
    if (bed->folder != NULL)
        limit = min_uint64(limit, bed->due > step ? bed->due - step : 0);
    for (int i = 0; i < COUNT(pictures); i++) {
        if (pictures[i]->film != NULL)
            limit = min_uint64(limit, film_calm_steps(pictures[i]->film, step));
    }
    return limit;
}

const char *bed_name(const Bed *bed)
{
    if (bed->setting >= 0)
        return play_settings_bed(bed->player->settings.bed);
    return bed->folder != NULL ? folder_name(bed->folder) : bed->name;
}

void bed_set_name(Bed *bed, const char *path)
{
    const char *name = paths_name(path), *builtin = paths_builtin(path);

    if (strcmp(path, "-") == 0)
        name = "standard input";
    snprintf(bed->name, sizeof bed->name, "%s",
             builtin != NULL ? builtin : name);
}

/* Mixes row y of the next picture into that of the old one. */
static void mix_next(const Bed *bed, int y, const uint32_t *next, uint32_t *row)
{
    const RipplePixels *now = &bed->now.fitted;

    transition_mix_row(&bed->transition, now->width, now->height, y, next, row);
}

/* A row of the picture as it is without scrolling. */
static const uint32_t *unscrolled_row(const Bed *bed, int y)
{
    const RipplePixels *now = &bed->now.fitted;
    const uint32_t *row = pixel_buffer_row(now, y);

    if (!bed_in_transition(bed))
        return row;
    memcpy(bed->rows, row, (size_t)now->width * sizeof *row);
    mix_next(bed, y, pixel_buffer_row(&bed->next.fitted, y), bed->rows);
    return bed->rows;
}

static void draw_row(const Bed *bed, int y, ScrollingMask mask)
{
    int width = bed->now.fitted.width, rate = bed->player->rate;
    uint32_t *row = pixel_buffer_row(&bed->drawn, y);
    uint32_t *scratch = bed->rows, *next = scratch + width + 1;
    int is_moved = scrolling_is_moved(&bed->scrolling);

    scrolling_draw_row(&bed->scrolling, rate, &bed->now.fitted, y, row,
                       scratch);
    if (bed_in_transition(bed) && is_moved) {
        scrolling_draw_row(&bed->scrolling, rate, &bed->next.fitted, y, next,
                           scratch);
        mix_next(bed, y, next, row);
    } else if (bed_in_transition(bed)) {
        mix_next(bed, y, pixel_buffer_row(&bed->next.fitted, y), row);
    }
    if (is_moved)
        scrolling_keep_land(mask, width, bed->now.fitted.height, y,
                            unscrolled_row(bed, y), row);
}

/* Scrolls and mixes; on land the picture is not scrolled. Returns 0 or -1. */
static int draw_picture(Bed *bed)
{
    int width = bed->now.fitted.width, height = bed->now.fitted.height;
    const Ripple *pool = bed->player->pool;
    ScrollingMask mask = {.depths = ripple_mask(pool)};

    if (!bed_in_transition(bed) && !scrolling_is_moved(&bed->scrolling)) {
        pixel_buffer_clear(&bed->drawn);
        return 0;
    }
    if (bed->drawn.pixels == NULL &&
        pixel_buffer_init(&bed->drawn, width, height, RIPPLE_FORMAT_ARGB8888) !=
            0)
        return -1;
    ripple_cells(pool, &mask.columns, &mask.rows);
    for (int y = 0; y < height; y++)
        draw_row(bed, y, mask);
    return 0;
}

static const RipplePixels *drawn_picture(const Bed *bed)
{
    return bed->drawn.pixels != NULL ? &bed->drawn : &bed->now.fitted;
}

static int fit_land(BedLand *land, const RipplePixels *frame, Fit fit,
                    Error *error)
{
    int width = frame->width, height = frame->height;

    if (paths_builtin(land->name) != NULL) {
        width = max_int(land->source->w * height / BUILTIN_ROWS, 1);
        height = max_int(land->source->h * height / BUILTIN_ROWS, 1);
        fit = FIT_STRETCH;
    }
    pixel_buffer_clear(&land->fitted);
    land->width = frame->width;
    land->height = frame->height;
    if (pixel_buffer_init(&land->fitted, width, height,
                          RIPPLE_FORMAT_ARGB8888) == 0 &&
        fit_picture(&land->fitted, land->source, fit) == 0)
        return 0;
    pixel_buffer_clear(&land->fitted);
    return player_report_memory(error, frame->width, frame->height);
}

/* The picture of land, loaded if there is land, and fitted; NULL: that under
   the water. Reports a failure once. */
static const RipplePixels *find_land(Bed *bed)
{
    const char *name = play_settings_land(&bed->player->settings);
    const RipplePixels *frame = &bed->now.fitted;
    BedLand *land = &bed->land;
    int result = 0;
    Error error;

    if (ripple_mask(bed->player->pool) == NULL)
        return NULL;
    if (name == NULL || strcmp(land->name, name) != 0)
        clear_land(land);
    if (name != NULL && land->name[0] == '\0') {
        snprintf(land->name, sizeof land->name, "%s", name);
        result = map_loader_read_picture(&land->source, name, NULL, &error);
    }
    if (land->source != NULL &&
        (land->width != frame->width || land->height != frame->height))
        result = fit_land(land, frame, bed->fit, &error);
    if (result != 0)
        player_report(bed->player, &error);
    return land->fitted.width > 0 ? &land->fitted : NULL;
}

static void lay_land(Bed *bed, const RippleRect *part)
{
    LandFloorPictures pictures = {drawn_picture(bed), find_land(bed)};

    if (land_floor_lay(&bed->floor, bed->player->pool, pictures, bed->format,
                       part) != 0)
        player_miss(bed->player);
}

/* Land stays in its place while the picture scrolls, so all of it is drawn
   again then, and if land may have another picture. The view in perspective has
   made smaller ones of the picture. */
void bed_follow_mask(void *context, const RippleRect *part)
{
    Bed *bed = context;

    if (part == NULL || scrolling_is_moved(&bed->scrolling) ||
        bed->lit.pixels != NULL) {
        bed->is_stale = 1;
        return;
    }
    lay_land(bed, part);
    if (bed->player->settings.pool.view == RIPPLE_VIEW_PERSPECTIVE)
        ripple_invalidate(bed->player->pool);
}

/* Follows the hour, whose light the view in perspective has of itself. */
static void follow_hour(Bed *bed)
{
    const PlaySettings *settings = &bed->player->settings;
    int is_flat = settings->pool.view != RIPPLE_VIEW_PERSPECTIVE &&
                  bed->format == RIPPLE_FORMAT_ARGB8888;
    int minute = is_flat ? settings->minute : 0;

    bed->is_stale |= minute != bed->minute;
    bed->minute = minute;
}

/* Without memory it is shown in the usual light. */
static void tint(Bed *bed)
{
    const RipplePixels *pixels;
    SDL_Surface *from, *to;
    int share[3];

    if (bed->minute == 0) {
        pixel_buffer_clear(&bed->lit);
        return;
    }
    pixels = land_floor_pixels(&bed->floor, drawn_picture(bed));
    if (bed->lit.pixels == NULL &&
        pixel_buffer_init(&bed->lit, pixels->width, pixels->height,
                          bed->format) != 0)
        return;
    from = surface_wrap(pixels);
    to = surface_wrap(&bed->lit);
    player_find_tint(bed->player, share);
    SDL_SetSurfaceColorMod(from, (Uint8)min_int(share[0], 255),
                           (Uint8)min_int(share[1], 255),
                           (Uint8)min_int(share[2], 255));
    SDL_SetSurfaceBlendMode(from, SDL_BLENDMODE_NONE);
    if (SDL_BlitSurface(from, NULL, to, NULL) != 0)
        pixel_buffer_clear(&bed->lit);
    SDL_FreeSurface(from);
    SDL_FreeSurface(to);
}

void bed_draw(Bed *bed)
{
    Ripple *pool = bed->player->pool;

    follow_setting(bed);
    follow_hour(bed);
    if (!bed->is_stale && !land_floor_is_stale(&bed->floor, pool))
        return;
    if (bed->is_stale && draw_picture(bed) != 0)
        player_miss(bed->player);
    bed->is_stale = 0;
    lay_land(bed, NULL);
    tint(bed);
    ripple_invalidate(pool);
}

const RipplePixels *bed_pixels(const Bed *bed)
{
    return bed->lit.pixels != NULL
               ? &bed->lit
               : land_floor_pixels(&bed->floor, drawn_picture(bed));
}
