/* SPDX-License-Identifier: MIT */
/*
 *     web_give ─▶ picture, land ─▶ LandFloor ─┐
 *                                             ├─ web_draw ─▶ frame ─▶ shown
 *     settings, script, user ─▶ Player ─▶ pool┘
 *
 * `shown` has the changed parts of the frame as a page has pixels.
 */
#include "web/water.h"

#include "lib/util/fixed.h"
#include "lib/draw.h"
#include "os/pixel_buffer.h"
#include "play/camera_moves.h"
#include "play/hills.h"
#include "play/splash_size.h"
#include "web/maps.h"
#include "web/module.h"
#include "web/pixels.h"
#include "web/text.h"

#include <string.h>

Water web_water;

static Water *const water = &web_water;
static const RippleRect *changed; /* of the last frame */

const PlaySettings *web_settings(void)
{
    return water->player.pool != NULL ? &water->player.settings
                                      : &water->settings;
}

/* As PlayerHost. */
static void follow_mask(void *context, const RippleRect *part)
{
    (void)context, (void)part;
    water->is_stale = 1;
}

/* Rows without gaps, as the page has them. */
static int make_pixels(RipplePixels *pixels, int width, int height)
{
    if (pixel_buffer_init(pixels, width, height, RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    pixels->stride = (size_t)width;
    return 0;
}

static int fail_memory(void)
{
    return web_fail(ripple_error_text(RIPPLE_ERROR_MEMORY));
}

/* All that depends on the size of the frame. */
static int make_frame(int width, int height)
{
    sprite_layer_clear(&water->sprites);
    land_floor_clear(&water->floor);
    pixel_buffer_clear(&water->land);
    pixel_buffer_clear(&water->moved);
    pixel_buffer_clear(&water->picture);
    pixel_buffer_clear(&water->frame);
    pixel_buffer_clear(&water->shown);
    water->is_stale = 1;
    if (make_pixels(&water->picture, width, height) != 0 ||
        make_pixels(&water->frame, width, height) != 0 ||
        make_pixels(&water->shown, width, height) != 0)
        return fail_memory();
    memset(water->picture.pixels, 0, (size_t)width * (size_t)height * 4);
    return 0;
}

int web_open(int width, int height, int seed, int threads)
{
    Player *player = &water->player;
    Error error;

    water->settings.format = RIPPLE_FORMAT_ARGB8888;
    *player = (Player){.settings = water->settings,
                       .rate = WEB_RATE,
                       .seed = (unsigned)seed,
                       .threads = threads,
                       .simd = "auto",
                       .host = {web_maps_apply, follow_mask, NULL}};
    if (water->script != NULL &&
        script_parse(&player->script, water->script, "script", &error) != 0)
        return web_fail(error.text);
    if (player_open(player, width, height, &error) != 0)
        return web_maps_explain(&error);
    return make_frame(width, height);
}

int web_resize(int width, int height)
{
    Ripple *pool = water->player.pool;
    RipplePixels before = {.width = ripple_width(pool),
                           .height = ripple_height(pool)};
    int code = ripple_resize(pool, width, height);

    if (code != RIPPLE_OK)
        return web_fail(ripple_error_text(code));
    scrolling_resize(&water->scrolling, WEB_RATE, &before,
                     &(RipplePixels){.width = width, .height = height});
    return make_frame(width, height);
}

uint32_t *web_picture(void)
{
    return water->picture.pixels;
}

uint32_t *web_land(int width, int height)
{
    pixel_buffer_clear(&water->land);
    water->is_stale = 1;
    return width > 0 && make_pixels(&water->land, width, height) == 0
               ? water->land.pixels
               : NULL;
}

void web_give(int is_land)
{
    RipplePixels *given = is_land ? &water->land : &water->picture;

    web_swap(given->pixels, given->pixels, given->width * given->height);
    water->is_stale = 1;
}

int web_paint_hills(void)
{
    water->is_stale = 1;
    return hills_paint(&water->picture) == 0 ? 0 : fail_memory();
}

/* The picture where it has scrolled to, but for land; itself without memory. */
static const RipplePixels *scroll_picture(void)
{
    const RipplePixels *picture = &water->picture;
    RipplePixels *moved = &water->moved, scratch;
    ScrollingMask mask = {.depths = ripple_mask(water->player.pool)};

    if (!scrolling_is_moved(&water->scrolling))
        return picture;
    if ((moved->pixels == NULL &&
         make_pixels(moved, picture->width, picture->height) != 0) ||
        make_pixels(&scratch, picture->width + 1, 1) != 0)
        return picture;
    ripple_cells(water->player.pool, &mask.columns, &mask.rows);
    for (int y = 0; y < picture->height; y++) {
        uint32_t *row = pixel_buffer_row(moved, y);

        scrolling_draw_row(&water->scrolling, WEB_RATE, picture, y, row,
                           scratch.pixels);
        scrolling_keep_land(mask, picture->width, picture->height, y,
                            pixel_buffer_row(picture, y), row);
    }
    pixel_buffer_clear(&scratch);
    return moved;
}

static void refresh_floor(void)
{
    LandFloorPictures pictures = {NULL,
                                  water->land.width > 0 ? &water->land : NULL};
    Ripple *pool = water->player.pool;

    if (!water->is_stale && !land_floor_is_stale(&water->floor, pool))
        return;
    pictures.water = water->shows = scroll_picture();
    if (land_floor_lay(&water->floor, pool, pictures, RIPPLE_FORMAT_ARGB8888,
                       NULL) != 0)
        player_miss(&water->player);
    ripple_invalidate(pool);
    water->is_stale = 0;
}

static int is_scrolling(void)
{
    const PlaySettings *settings = &water->player.settings;

    return settings->scroll_x != 0 || settings->scroll_y != 0;
}

static void disturb(void)
{
    const PlaySettings *settings = &water->player.settings;

    player_disturb(&water->player);
    water->player.step++;
    if (!is_scrolling())
        return;
    scrolling_step(&water->scrolling, settings->scroll_x, settings->scroll_y,
                   WEB_RATE, water->picture.width, water->picture.height);
    water->is_stale = 1;
}

static void show(const RippleRect *rect)
{
    for (int y = rect->y; y < rect->y + rect->height; y++)
        web_swap(pixel_buffer_row(&water->shown, y) + rect->x,
                 pixel_buffer_row(&water->frame, y) + rect->x, rect->width);
}

int web_draw(int steps, int phase_q8)
{
    Ripple *pool = water->player.pool;
    const RipplePixels *floor;
    int count;

    for (int i = 1; i < steps; i++) {
        disturb();
        ripple_step(pool);
    }
    if (steps > 0)
        disturb();
    refresh_floor();
    floor = land_floor_pixels(&water->floor, water->shows);
    player_prepare_frame(&water->player);
    sprite_layer_lift(&water->sprites, &water->frame);
    count =
        steps > 0
            ? ripple_advance_at(pool, floor, &water->frame, &changed, phase_q8)
            : ripple_render_at(pool, floor, &water->frame, &changed, phase_q8);
    count = max_int(count, 0);
    if (sprite_layer_lay(&water->sprites, &water->player, &water->frame,
                         &changed, &count) != 0)
        player_miss(&water->player);
    for (int i = 0; i < count; i++)
        show(&changed[i]);
    return count;
}

const RippleRect *web_changed(void)
{
    return changed;
}

const uint32_t *web_shown(void)
{
    return water->shown.pixels;
}

int web_calm_steps(int limit)
{
    if (water->player.settings.pool.swell > 0 || water->is_stale ||
        is_scrolling())
        return 0;
    return (int)player_calm_steps(&water->player, (uint64_t)limit);
}

void web_skip(int steps)
{
    water->player.step += (uint64_t)steps;
}

void web_drop(int x, int y, double scale)
{
    if (camera_pick(water->player.pool, &x, &y) != CAMERA_SKY)
        player_drop(&water->player, x, y, scale);
}

void web_stone(int x, int y, int radius, int weight)
{
    RippleStone stone = {x, y, radius, weight, water->player.settings.profile};

    if (camera_pick(water->player.pool, &stone.x, &stone.y) != CAMERA_SKY)
        splash_drop(water->player.pool, &stone);
}

/* Whether a stroke, in pixels of the frame, is on the pool, and where. */
static int pick(Stroke *stroke)
{
    Ripple *pool = water->player.pool;

    return camera_pick(pool, &stroke->x0, &stroke->y0) != CAMERA_SKY &&
           camera_pick(pool, &stroke->x1, &stroke->y1) != CAMERA_SKY;
}

void web_drag(int x0, int y0, int x1, int y1, double scale)
{
    Stroke stroke = {x0, y0, x1, y1};

    if (pick(&stroke))
        player_drag(&water->player, &stroke, scale);
}

void web_paint(int x0, int y0, int x1, int y1, double scale, int is_land)
{
    Stroke stroke = {x0, y0, x1, y1};

    if (pick(&stroke))
        player_paint(&water->player, &stroke, scale, is_land);
}

void web_hold(int x, int y, double scale)
{
    if (camera_pick(water->player.pool, &x, &y) == CAMERA_WATER)
        player_hold(&water->player, x, y, scale);
}

void web_release(void)
{
    player_release(&water->player);
}

int web_is_landscape(void)
{
    return water->player.settings.pool.view == RIPPLE_VIEW_PERSPECTIVE;
}

void web_home(void)
{
    player_aim_camera(&water->player, &water->player.home);
}

void web_turn(double yaw, double pitch, double distance)
{
    RippleCamera camera = camera_move(&water->player.settings.camera,
                                      &(CameraMove){yaw, pitch, distance});

    player_aim_camera(&water->player, &camera);
}

const int *web_heights(void)
{
    static int found[4];
    size_t stride;

    found[0] = (int)(intptr_t)ripple_heights(water->player.pool, &found[1],
                                             &found[2], &stride);
    found[3] = (int)stride;
    return found;
}
