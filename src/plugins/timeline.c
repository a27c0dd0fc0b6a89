/* SPDX-License-Identifier: MIT */
#include "plugins/timeline.h"

#include "os/pixel_buffer.h"
#include "plugins/unpacked.h"

#include <stdlib.h>
#include <string.h>

/* Steps, see timeline.h: 5 s, and 10 s in which waves fade or leave. */
#define BLOCK   300
#define HISTORY 600

/* As PlayerHost: the floor is laid anew for each frame. */
static void follow_mask(void *context, const RippleRect *part)
{
    (void)context, (void)part;
}

static void drop_checkpoint(Checkpoint *checkpoint)
{
    ripple_checkpoint_destroy(checkpoint->water);
    *checkpoint = (Checkpoint){.step = UINT64_MAX};
}

static int save(Checkpoint *checkpoint, const Player *player)
{
    RippleCheckpoint *water;

    drop_checkpoint(checkpoint);
    if (ripple_checkpoint_save(&water, player->pool) != RIPPLE_OK)
        return -1;
    *checkpoint =
        (Checkpoint){water,         player->step,  player->leaves, player->foam,
                     player->shoal, player->boats, player->floats};
    return 0;
}

static int restore(Player *player, const Checkpoint *checkpoint)
{
    player->step = checkpoint->step;
    player->leaves = checkpoint->leaves;
    player->foam = checkpoint->foam;
    player->shoal = checkpoint->shoal;
    player->boats = checkpoint->boats;
    player->floats = checkpoint->floats;
    if (playback_seek(&player->playback, &player->script,
                      player->step + player->lead) != 0 ||
        ripple_checkpoint_restore(checkpoint->water, player->pool) != RIPPLE_OK)
        return -1;
    return 0;
}

void timeline_clear(Timeline *timeline)
{
    drop_checkpoint(&timeline->first);
    drop_checkpoint(&timeline->block);
    player_close(&timeline->player);
    land_floor_clear(&timeline->floor);
    sprite_layer_clear(&timeline->sprites);
    pixel_buffer_clear(&timeline->land);
}

static int open_water(Timeline *timeline)
{
    const TimelineSettings *settings = &timeline->settings;
    const char *land = play_settings_land(&settings->play);
    Error ignored;

    timeline_clear(timeline);
    timeline->start = 0;
    timeline->player = (Player){.settings = settings->play,
                                .rate = TIMELINE_RATE,
                                .seed = settings->seed,
                                .threads = 1,
                                .simd = "auto",
                                .host = {unpacked_apply, follow_mask, NULL}};
    if (player_open(&timeline->player, timeline->width, timeline->height,
                    &ignored) != 0 ||
        save(&timeline->first, &timeline->player) != 0)
        return -1;
    return ripple_mask(timeline->player.pool) == NULL || land == NULL
               ? 0
               : unpacked_make_land(&timeline->land, land, timeline->height);
}

/* Settings that are changed let the water gain energy, see
   lib/water/governor.h; as it goes back to how it was, it does not. */
static int change_light(Player *player, double light)
{
    PlaySettings lit = player->settings;
    RippleCheckpoint *water;
    Error ignored;
    int result;

    if (ripple_checkpoint_save(&water, player->pool) != RIPPLE_OK)
        return -1;
    lit.pool.light = light;
    result = unpacked_apply(player->pool, &player->settings, &lit, &ignored);
    if (result == 0)
        player->settings = lit;
    if (ripple_checkpoint_restore(water, player->pool) != RIPPLE_OK)
        result = -1;
    ripple_checkpoint_destroy(water);
    return result;
}

void timeline_light(Timeline *timeline, double light)
{
    timeline->settings.play.pool.light = light;
    if (timeline->player.pool != NULL &&
        change_light(&timeline->player, light) != 0)
        timeline_clear(timeline);
}

void timeline_set(Timeline *timeline, const TimelineSettings *settings)
{
    timeline_clear(timeline);
    timeline->settings = *settings;
}

static void drop_stone(Timeline *timeline)
{
    const TimelineSettings *settings = &timeline->settings;

    timeline->player.touches = 0;
    player_drop(&timeline->player,
                (int)(settings->stone_x * (timeline->width - 1)),
                (int)(settings->stone_y * (timeline->height - 1)), 1);
}

/* Begins the water of a block anew. */
static int begin(Timeline *timeline, uint64_t start)
{
    drop_checkpoint(&timeline->block);
    timeline->start = start;
    return restore(&timeline->player, &timeline->first) == 0
               ? player_skip(&timeline->player, start)
               : -1;
}

/* Goes to the water of the block that begins at a step, no later than `steps`.
 */
static int go_to_block(Timeline *timeline, uint64_t block, uint64_t steps)
{
    uint64_t start = block > HISTORY ? block - HISTORY : 0;
    Player *player = &timeline->player;

    if (player->pool == NULL && open_water(timeline) != 0)
        return -1;
    if (timeline->start == start && player->step <= steps)
        return 0;
    return timeline->start == start && timeline->block.step <= steps
               ? restore(player, &timeline->block)
               : begin(timeline, start);
}

static int go_to(Timeline *timeline, uint64_t steps)
{
    uint64_t block = steps - steps % BLOCK;
    Player *player = &timeline->player;
    int stone_step = timeline->settings.stone_step;

    if (go_to_block(timeline, block, steps) != 0)
        return -1;
    for (;;) {
        /* Without memory for it going back takes longer. */
        if (player->step == block && timeline->block.step != block)
            save(&timeline->block, player);
        if (player->step == steps)
            break;
        if (stone_step >= 0 && player->step == (uint64_t)stone_step)
            drop_stone(timeline);
        player_disturb(player);
        ripple_step(player->pool);
        player->step++;
    }
    return player->missed.text[0] == '\0' ? 0 : -1;
}

static void copy_alpha(const RipplePixels *frame, const RipplePixels *picture)
{
    const uint32_t alpha = 0xff000000;

    for (int y = 0; y < frame->height; y++) {
        const uint32_t *from = pixel_buffer_row(picture, y);
        uint32_t *to = pixel_buffer_row(frame, y);

        for (int x = 0; x < frame->width; x++)
            to[x] = (to[x] & ~alpha) | (from[x] & alpha);
    }
}

/* As the program's scenes do. */
static int draw(Timeline *timeline, const RipplePixels *picture,
                const RipplePixels *frame)
{
    Player *player = &timeline->player;
    Ripple *pool = player->pool;
    LandFloorPictures pictures = {
        picture, timeline->land.width > 0 ? &timeline->land : NULL};
    const RippleRect *changed;
    int count;

    player_prepare_frame(player);
    if (land_floor_lay(&timeline->floor, pool, pictures, RIPPLE_FORMAT_ARGB8888,
                       NULL) != 0)
        return -1;
    ripple_invalidate(pool);
    count = ripple_render(pool, land_floor_pixels(&timeline->floor, picture),
                          frame, &changed);
    return count < 0 ? -1
                     : sprite_layer_lay(&timeline->sprites, player, frame,
                                        &changed, &count);
}

int timeline_draw(Timeline *timeline, uint64_t steps,
                  const RipplePixels *picture, const RipplePixels *frame)
{
    if (go_to(timeline, steps) != 0 || draw(timeline, picture, frame) != 0) {
        timeline_clear(timeline);
        return -1;
    }
    copy_alpha(frame, picture);
    return 0;
}
