/* SPDX-License-Identifier: MIT */
#include "app/pictures.h"

#include "media/map_loader.h"
#include "lib/util/fixed.h"
#include "os/paths.h"
#include "play/nature/rain.h"
#include "play/splash_size.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRANSITION_SECONDS    1.5
#define TRANSITION_RING_STEPS 12 /* from one ring of waves to the next */

/* Added to the seed: another stream of random numbers than the player's. */
#define SEED_TRANSITIONS 0x70616765u

void pictures_follow_bed(Pictures *pictures)
{
    int bed = pictures->player->settings.bed;
    SDL_Surface *picture;
    Error error;

    if (pictures->bed < 0 || pictures->bed == bed)
        return;
    pictures->bed = bed;
    if (map_loader_read_bed(&picture, bed, &error) != 0 ||
        background_show(pictures->background, picture) != 0)
        player_miss(pictures->player);
    SDL_FreeSurface(picture);
}

/* Begins to read the picture that is wanted next, unless that has been done. */
static void prepare_next(Pictures *pictures)
{
    if (pictures->is_prepared)
        return;
    pictures->is_prepared = 1;
    pictures->prepared = pictures->by;
    slideshow_prepare(pictures->slideshow, pictures->by,
                      ripple_width(pictures->player->pool),
                      ripple_height(pictures->player->pool),
                      pictures->background->fit, pictures->player->is_live);
}

/* Not while a picture spreads, if there is time after that: both at once could
   delay a frame. */
static void prepare_in_peace(Pictures *pictures)
{
    const Background *background = pictures->background;
    uint64_t steps = (uint64_t)background->transition.steps;

    if (!background_in_transition(background) || pictures->interval < 2 * steps)
        prepare_next(pictures);
}

void pictures_start(Pictures *pictures)
{
    pictures->due = pictures->player->step +
                    (pictures->stays ? PICTURES_FOREVER : pictures->interval);
    pictures->by = 1;
    pictures->is_prepared = pictures->slideshow == NULL;
    prepare_in_peace(pictures);
}

int pictures_show(Pictures *pictures, SDL_Surface *picture,
                  Slideshow *slideshow, Error *error)
{
    const Ripple *pool = pictures->player->pool;

    if (background_show(pictures->background, picture) != 0) {
        slideshow_close(slideshow);
        return player_report_memory(error, ripple_width(pool),
                                    ripple_height(pool));
    }
    slideshow_close(pictures->slideshow);
    pictures->slideshow = slideshow;
    pictures->stays = 0;
    pictures->bed = -1;
    pictures->name[0] = '\0';
    pictures_start(pictures);
    return 0;
}

void pictures_hold(Pictures *pictures)
{
    pictures->stays = 1;
    pictures->due = pictures->player->step + PICTURES_FOREVER;
}

void pictures_show_bed(Pictures *pictures)
{
    slideshow_close(pictures->slideshow);
    pictures->slideshow = NULL;
    pictures->bed = pictures->player->settings.bed + 1; /* to be followed */
    pictures_start(pictures);
}

static uint64_t scale_steps(uint64_t steps, int from, int to)
{
    double scaled = (double)steps * to / from;

    return scaled < (double)PICTURES_FOREVER ? max_uint64((uint64_t)scaled, 1)
                                             : PICTURES_FOREVER;
}

void pictures_set_rate(Pictures *pictures, int rate)
{
    uint64_t step = pictures->player->step, due = pictures->due;
    int from = pictures->player->rate;

    pictures->interval = scale_steps(pictures->interval, from, rate);
    pictures->due = step + scale_steps(due > step ? due - step : 0, from, rate);
}

/* Drops a stone where the next picture begins to spread from. */
static void start_transition(Pictures *pictures, Picture *slide)
{
    Player *player = pictures->player;
    uint64_t seed = player->seed + SEED_TRANSITIONS,
             index = pictures->changes++;
    double left = 0.25 + rain_fraction(rain_random(seed, 2 * index)) / 2;
    double top = 0.25 + rain_fraction(rain_random(seed, 2 * index + 1)) / 2;
    uint64_t steps = (uint64_t)lround(TRANSITION_SECONDS * player->rate);
    int x = (int)(left * ripple_width(pictures->player->pool));
    int y = (int)(top * ripple_height(pictures->player->pool));

    steps = min_uint64(steps, pictures->interval);
    if (slide->film != NULL)
        film_start(slide->film, player->step, player->rate);
    if (background_start_transition(pictures->background, slide, x, y,
                                    (int)steps) == 0)
        splash_drop_smooth(player->pool, &player->settings, x, y);
    else
        player_miss(player);
}

/* Shows the bed that is `by` places after the one that is shown. */
static int change_bed(Pictures *pictures, int by, Error *error)
{
    Picture slide = {.source = NULL};
    int next =
        play_settings_step_word("bed", pictures->player->settings.bed, by);

    if (map_loader_read_bed(&slide.source, next, error) != 0)
        return -1;
    pictures->bed = pictures->player->settings.bed = next;
    start_transition(pictures, &slide);
    return 0;
}

int pictures_show_next(Pictures *pictures, int by, Error *error)
{
    if (pictures->slideshow != NULL) {
        pictures->by = by;
        if (pictures->is_prepared && pictures->prepared != by) {
            pictures->prepared = 0;
            slideshow_skip(pictures->slideshow);
        }
        pictures->due = pictures->player->step;
        return 0;
    }
    if (pictures->bed < 0)
        return error_set(error, "picture", "there is no other one");
    return change_bed(pictures, by, error);
}

/* Drops a ring of stones along the edge of a transition now and then. */
static void drop_ring(Pictures *pictures)
{
    const Transition *transition = &pictures->background->transition;

    if (background_in_transition(pictures->background) &&
        (transition->step + 1) % TRANSITION_RING_STEPS == 0)
        splash_drop_ring(pictures->player->pool, &pictures->player->settings,
                         transition);
}

/* Whether the next picture can be taken without waiting for it. */
static int is_ready(Pictures *pictures)
{
    return !pictures->player->is_live ||
           slideshow_is_ready(pictures->slideshow);
}

/* Takes the next picture once it is due and, in a live scene, ready. */
static void change_picture(Pictures *pictures)
{
    Picture slide;

    if (pictures->slideshow == NULL || pictures->player->step < pictures->due)
        return;
    prepare_next(pictures);
    if (is_ready(pictures) && pictures->prepared != pictures->by) {
        pictures->is_prepared = 0;
        prepare_next(pictures);
    }
    if (!is_ready(pictures))
        return;
    if (slideshow_take(pictures->slideshow, &slide) == 0)
        start_transition(pictures, &slide);
    pictures_start(pictures);
}

void pictures_step(Pictures *pictures)
{
    const Player *player = pictures->player;
    const PlaySettings *settings = &player->settings;

    change_picture(pictures);
    drop_ring(pictures);
    background_step(pictures->background, settings->scroll_x,
                    settings->scroll_y);
    if (!pictures->holds_films)
        background_follow_films(pictures->background, player->step + 1,
                                !player->is_live);
    prepare_in_peace(pictures);
}

const char *pictures_name(const Pictures *pictures)
{
    if (pictures->bed >= 0)
        return play_settings_bed(pictures->player->settings.bed);
    return pictures->slideshow != NULL ? slideshow_name(pictures->slideshow)
                                       : pictures->name;
}

void pictures_set_name(Pictures *pictures, const char *path)
{
    const char *slash = strrchr(path, '/'), *builtin = paths_builtin(path);
    const char *name = slash != NULL ? slash + 1 : path;

    if (strcmp(path, "-") == 0)
        name = "standard input";
    snprintf(pictures->name, sizeof pictures->name, "%s",
             builtin != NULL ? builtin : name);
}

void pictures_close(Pictures *pictures)
{
    slideshow_close(pictures->slideshow);
    pictures->slideshow = NULL;
}
