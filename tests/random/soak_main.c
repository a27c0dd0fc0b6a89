/* SPDX-License-Identifier: MIT */
/*
 * ripple-soak: a pool in the weather of a day, as the program would show it.
 *
 *   ripple-soak [--hours N] [--seed N] [--simd LEVEL] [--threads N] POOL
 *
 * It prints a line for each of 24 parts of the time: the step, a CRC of all
 * that was seen so far, the highest wave and what the process holds. Memory,
 * descriptors and threads must stay what they were after the first part, and
 * at the end the water must come to rest. The CRC is for the caller to compare
 * with that of another instruction set and number of threads. The books of
 * glibc's heap are exact with GLIBC_TUNABLES=glibc.malloc.tcache_count=0.
 * Exit: 0 good, 1 not, 2 wrong usage.
 */
#include "host/parse.h"
#include "../../tools/crc.h"
#include "process_stats.h"
#include "scenario.h"

#include <SDL.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RATE           60
#define HOUR           (3600 * RATE)
#define PARTS          24
#define LOOK_EVERY     600 /* steps of moving water from CRC to CRC */
#define WATCH_EVERY    8   /* and from one look at the heights to the next */
#define LAST_RAIN      600
#define MOST_TO_REST   8000 /* steps, as in the tests of the models */
#define THREAD_WAIT_MS 5000
#define EXIT_USAGE     2

/* What a part may hold more than the first: free blocks lie differently. */
#define HEAP_SLACK     (4 << 10)
#define RESIDENT_SLACK (2 << 20)

typedef struct Soak {
    int hours;
    uint64_t seed;
    const char *simd;
    int threads;
    const Climate *climate;

    char folder[64]; /* of the pictures */
    Scene *scene;
    Weather weather;
    uint32_t crc;
    int highest; /* of the present part */
    uint64_t moved, skipped, pictures;
    int in_transition;
    Ledger first;
} Soak;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "ripple-soak: %s: %s\n", what, why);
    return -1;
}

/* Two pictures of the same size: the memory they take stays the same. */
static int write_picture(const Soak *soak, int number)
{
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, 96, 64, 32, SDL_PIXELFORMAT_ARGB8888);
    char path[96];
    int result;

    if (surface == NULL)
        return -1;
    for (int y = 0; y < surface->h; y++) {
        uint32_t *row =
            (uint32_t *)((char *)surface->pixels + y * surface->pitch);

        for (int x = 0; x < surface->w; x++)
            row[x] = 0xff000000u | (uint32_t)(y * 4) << (number ? 16 : 0) |
                     (uint32_t)(x * 2) << 8;
    }
    snprintf(path, sizeof path, "%s/%d.bmp", soak->folder, number);
    result = SDL_SaveBMP(surface, path);
    SDL_FreeSurface(surface);
    return result;
}

static void remove_pictures(const Soak *soak)
{
    char path[96];

    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%d.bmp", soak->folder, i);
        remove(path);
    }
    rmdir(soak->folder);
}

static int make_pictures(Soak *soak)
{
    strcpy(soak->folder, "/tmp/ripple-soak-XXXXXX");
    if (mkdtemp(soak->folder) == NULL)
        return fail(soak->folder, strerror(errno));
    for (int i = 0; i < 2; i++) {
        if (write_picture(soak, i) != 0) {
            remove_pictures(soak);
            return fail(soak->folder, SDL_GetError());
        }
    }
    return 0;
}

static uint64_t find_steps(const Soak *soak)
{
    return (uint64_t)soak->hours * HOUR;
}

static int open_scene(Soak *soak)
{
    SceneOptions options = {.width = soak->climate->width,
                            .height = soak->climate->height,
                            .rate = RATE,
                            .seed = soak->seed,
                            .threads = soak->threads,
                            .simd = soak->simd,
                            .interval = find_steps(soak) / PARTS / 2,
                            .is_live = 1};
    SDL_Surface *source;
    Error error;
    int result;

    play_settings_init(&options.settings);
    play_settings_set(&options.settings, "preset", soak->climate->preset);
    if (slideshow_read(&source, &options.slideshow, soak->folder, &error) != 0)
        return fail("pictures", error.text);
    result = scene_create(&soak->scene, &options, source, &error);
    SDL_FreeSurface(source);
    return result == 0 ? 0 : fail("scene", error.text);
}

static void watch_heights(Soak *soak)
{
    int columns, rows;
    size_t stride;
    const int16_t *cells =
        ripple_heights(scene_pool(soak->scene), &columns, &rows, &stride);

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            int height = abs(cells[(size_t)y * stride + (size_t)x]);

            if (height > soak->highest)
                soak->highest = height;
        }
    }
}

/* Adds all that is to be seen to the CRC. */
static void look(Soak *soak)
{
    int columns, rows;
    size_t stride;
    const int16_t *cells =
        ripple_heights(scene_pool(soak->scene), &columns, &rows, &stride);
    uint32_t frame;

    scene_render(soak->scene, NULL);
    frame = crc_frame(scene_frame(soak->scene));
    soak->crc = crc_bytes(soak->crc, &frame, sizeof frame);
    for (int y = 0; y < rows; y++)
        soak->crc = crc_bytes(soak->crc, cells + (size_t)y * stride,
                              (size_t)columns * sizeof *cells);
}

/* A live scene takes the next picture once it is ready: here always before it
   is due. */
static void await_picture(const Scene *scene)
{
    while (!scene_picture_is_ready(scene))
        SDL_Delay(1);
}

/* Counts the pictures that have begun to show. */
static void count_pictures(Soak *soak)
{
    int in_transition = background_in_transition(scene_background(soak->scene));

    soak->pictures += in_transition && !soak->in_transition;
    soak->in_transition = in_transition;
}

/* A step, drawn as often as others are. */
static int move(Soak *soak)
{
    Scene *scene = soak->scene;

    await_picture(scene);
    soak->moved++;
    if (soak->moved % (uint64_t)soak->climate->draw_every != 0)
        scene_step(scene);
    else if (scene_advance(scene, NULL) < 0)
        return fail("frame", "cannot be drawn");
    count_pictures(soak);
    if (soak->moved % WATCH_EVERY == 0)
        watch_heights(soak);
    if (soak->moved % LOOK_EVERY == 0)
        look(soak);
    return 0;
}

/* Leaves out what nothing happens in. */
static uint64_t skip_calm(Soak *soak, uint64_t end)
{
    Scene *scene = soak->scene;
    uint64_t steps =
        weather_calm_steps(&soak->weather, end - scene_step_number(scene));

    if (steps > 0)
        steps = scene_calm_steps(scene, steps);
    scene_skip(scene, steps);
    soak->skipped += steps;
    return steps;
}

static int go_on(Soak *soak, uint64_t end)
{
    Error error;

    while (scene_step_number(soak->scene) < end) {
        if (weather_blow(&soak->weather, &error) != 0)
            return fail("weather", error.text);
        if (skip_calm(soak, end) == 0 && move(soak) != 0)
            return -1;
    }
    return 0;
}

/* The thread that reads pictures has a moment to end. */
static int read_ledger(const Soak *soak, Ledger *ledger)
{
    int result;

    await_picture(soak->scene);
    for (int waited = 0; waited < THREAD_WAIT_MS; waited++) {
        result = ledger_read(ledger);
        if (result != 0 || ledger->threads == soak->threads)
            return result;
        SDL_Delay(1);
    }
    return result;
}

static int grew(const char *what, size_t from, size_t to, size_t slack)
{
    if (to <= from + slack)
        return 0;
    fprintf(stderr, "ripple-soak: %s grew from %zu to %zu\n", what, from, to);
    return 1;
}

/* What a thread of a sanitizer or a library holds was there at first too. */
static int check_ledger(const Soak *soak, const Ledger *now)
{
    const Ledger *first = &soak->first;

    return grew("memory", first->resident, now->resident, RESIDENT_SLACK) |
           grew("the heap", first->heap, now->heap, HEAP_SLACK) |
           grew("the number of descriptors", (size_t)first->descriptors,
                (size_t)now->descriptors, 0) |
           grew("the number of threads", (size_t)first->threads,
                (size_t)now->threads, 0);
}

/* Ends a part: in the same state as all others, and written down. */
static int end_part(Soak *soak, int part)
{
    Ledger now;
    Error error;
    int highest;

    while (background_in_transition(scene_background(soak->scene))) {
        if (move(soak) != 0)
            return -1;
    }
    highest = soak->highest;
    if (weather_settle(&soak->weather, &error) != 0)
        return fail("weather", error.text);
    soak->weather.until = scene_step_number(soak->scene);
    look(soak);
    if (read_ledger(soak, &now) != 0)
        return fail("ledger", "/proc does not tell");
    printf("%s part %2d/%d: step %llu, crc %08x, heights to %d; %zu KiB "
           "resident, heap %zu, %d descriptors, %d threads\n",
           soak->climate->name, part, PARTS,
           (unsigned long long)scene_step_number(soak->scene),
           (unsigned)soak->crc, highest, now.resident >> 10, now.heap,
           now.descriptors, now.threads);
    soak->highest = 0;
    if (part == 1)
        soak->first = now;
    if (highest >= INT16_MAX)
        return fail("waves", "grow without end");
    return check_ledger(soak, &now) == 0 ? 0 : -1;
}

static int frame_is_plain(Scene *scene)
{
    scene_render(scene, NULL);
    return crc_frame(scene_frame(scene)) ==
           crc_frame(background_pixels(scene_background(scene)));
}

static int heights_are_zero(Soak *soak)
{
    soak->highest = 0;
    watch_heights(soak);
    return soak->highest == 0;
}

/* Puts the first picture under the water, and none after it. */
static int end_slideshow(Soak *soak)
{
    SDL_Surface *source;
    Slideshow *none;
    char path[96];
    Error error;
    int result;

    snprintf(path, sizeof path, "%s/0.bmp", soak->folder);
    if (slideshow_read(&source, &none, path, &error) != 0)
        return fail("pictures", error.text);
    result = scene_show(soak->scene, source, none, &error);
    SDL_FreeSurface(source);
    return result == 0 ? 0 : fail("scene", error.text);
}

/* Lets it rain as hard as ever, and then no more. */
static int rain_last(Soak *soak)
{
    Scene *scene = soak->scene;
    Error error;

    if (end_slideshow(soak) != 0)
        return -1;
    if (scene_set(scene, "rain", "30", &error) != 0)
        return fail("weather", error.text);
    for (int i = 0; i < LAST_RAIN; i++) {
        if (move(soak) != 0)
            return -1;
    }
    return scene_set(scene, "rain", "0", &error);
}

/* Nothing falls in any more: rest, exactly, and the plain picture. */
static int come_to_rest(Soak *soak)
{
    Scene *scene = soak->scene;
    int steps = 0;

    if (rain_last(soak) != 0)
        return -1;
    while (steps < MOST_TO_REST && !ripple_is_calm(scene_pool(scene))) {
        scene_step(scene);
        steps++;
    }
    if (!ripple_is_calm(scene_pool(scene)) || !heights_are_zero(soak))
        return fail("water", "does not come to rest");
    if (!frame_is_plain(scene))
        return fail("frame", "is not the picture under calm water");
    look(soak);
    printf("%s calm after %d steps, crc %08x\n", soak->climate->name, steps,
           (unsigned)soak->crc);
    return 0;
}

static void print_sums(const Soak *soak)
{
    const Weather *weather = &soak->weather;

    printf("%s: %s, %d threads; %llu steps, %llu of them skipped as calm; "
           "spells: %llu rain, %llu storm, %llu hands, %llu change; "
           "%llu resizes, %llu settings, %llu paintings, %llu pictures\n",
           soak->climate->name, ripple_simd(scene_pool(soak->scene)),
           soak->threads, (unsigned long long)(soak->moved + soak->skipped),
           (unsigned long long)soak->skipped,
           (unsigned long long)weather->spells[SPELL_RAIN],
           (unsigned long long)weather->spells[SPELL_STORM],
           (unsigned long long)weather->spells[SPELL_HANDS],
           (unsigned long long)weather->spells[SPELL_CHANGE],
           (unsigned long long)weather->resizes,
           (unsigned long long)weather->settings,
           (unsigned long long)weather->paintings,
           (unsigned long long)soak->pictures);
}

static int run(Soak *soak)
{
    Error error;
    int result;

    soak->weather = (Weather){
        .climate = soak->climate, .scene = soak->scene, .seed = soak->seed};
    /* What lies below drifts away: no part is the first with room for that. */
    result = scene_set(soak->scene, "scroll", "13,7", &error);
    for (int part = 1; part <= PARTS && result == 0; part++) {
        result = go_on(soak, find_steps(soak) * (uint64_t)part / PARTS);
        if (result == 0)
            result = end_part(soak, part);
    }
    if (result == 0)
        result = come_to_rest(soak);
    if (result == 0)
        print_sums(soak);
    return result;
}

static int parse_option(Soak *soak, const char *name, const char *value)
{
    uint64_t number = 0;

    if (strcmp(name, "--simd") == 0) {
        soak->simd = value;
        return 0;
    }
    if (parse_uint64(&number, value) != 0)
        return -1;
    if (strcmp(name, "--seed") == 0)
        soak->seed = number;
    else if (strcmp(name, "--hours") == 0 && number >= 1 && number <= 1000)
        soak->hours = (int)number;
    else if (strcmp(name, "--threads") == 0 && number >= 1 &&
             number <= RIPPLE_MAX_THREADS)
        soak->threads = (int)number;
    else
        return -1;
    return 0;
}

static int parse(Soak *soak, int argc, char **argv)
{
    int next = 1;

    *soak = (Soak){.hours = 24, .seed = 1, .simd = "auto", .threads = 1};
    for (; next + 2 < argc; next += 2) {
        if (parse_option(soak, argv[next], argv[next + 1]) != 0)
            return -1;
    }
    soak->climate = next + 1 == argc ? weather_find(argv[next]) : NULL;
    return soak->climate != NULL ? 0 : -1;
}

int main(int argc, char **argv)
{
    static char line[256]; /* rather than of the heap, later */
    Soak soak;
    int result;

    setvbuf(stdout, line, _IOLBF, sizeof line);
    ledger_init();
    if (parse(&soak, argc, argv) != 0) {
        fputs("usage: ripple-soak [--hours N] [--seed N] [--simd LEVEL] "
              "[--threads N] classic|pond\n",
              stderr);
        return EXIT_USAGE;
    }
    if (make_pictures(&soak) != 0)
        return EXIT_FAILURE;
    result = open_scene(&soak);
    if (result == 0)
        result = run(&soak);
    scene_destroy(soak.scene);
    remove_pictures(&soak);
    return result == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
