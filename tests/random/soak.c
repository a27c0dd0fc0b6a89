/* SPDX-License-Identifier: MIT */
/*
 * A day of a scene, shown as the program would show it. Phases of calm, rain,
 * storm, input and change are drawn from a seed and played by the functions
 * that the program itself calls.
 *
 * FOLDER has the pictures of the folder, an even number. Of each of the 24
 * parts of the time one line is printed: the step, a CRC of all heights and
 * frames so far, the largest height and what the process holds. Memory,
 * descriptors and threads must stay as they were after the first part, and at
 * the end the water must come to rest. The caller compares the CRCs with those
 * of another instruction set and thread count. glibc counts its heap exactly
 * with GLIBC_TUNABLES=glibc.malloc.tcache_count=0.
 */
#include "lib/util/fixed.h"
#include "../../tools/crc.h"
#include "app/scene.h"
#include "modes.h"
#include "play/presets.h"
#include "source.h"

#include <SDL.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define RATE           60
#define MINUTE         (60 * RATE)
#define HOUR           (60 * MINUTE)
#define PARTS          24
#define CRC_INTERVAL   600  /* steps of moving water from CRC to CRC */
#define PEAK_INTERVAL  8    /* and from one search for the peak to the next */
#define MAX_AT_END     60   /* searches in a row */
#define LAST_RAIN      600  /* steps */
#define MAX_REST_STEPS 8000 /* as in the tests of the models */
#define THREAD_WAIT_MS 5000
#define MAX_VALUES     6

/* Each has the preset of its name. */
typedef struct SoakPool {
    const char *name;
    int width, height;
    int render_interval;   /* steps of moving water per frame */
    int has_other_presets; /* in phases of change */
} SoakPool;

static const SoakPool pools[] = {
    {"classic", 320, 240, 4, 1},
    {"pond", 640, 360, 24, 0},
};

/* Every second phase is calm. */
typedef enum Phase {
    PHASE_CALM,
    PHASE_RAIN,
    PHASE_STORM,
    PHASE_INPUT,
    PHASE_CHANGE,
    PHASE_COUNT,
} Phase;

static const struct {
    int min_steps, max_steps;
    const char *rain;
} phases[PHASE_COUNT] = {
    [PHASE_CALM] = {2 * MINUTE, 14 * MINUTE, "0"},
    [PHASE_RAIN] = {5 * RATE, 30 * RATE, "1.5"},
    [PHASE_STORM] = {2 * RATE, 8 * RATE, "30"},
    [PHASE_INPUT] = {5 * RATE, 20 * RATE, "0.05"},
    [PHASE_CHANGE] = {5 * RATE, 15 * RATE, "2"},
};

typedef struct Choice {
    const char *name;
    const char *values[MAX_VALUES]; /* up to NULL */
} Choice;

/* Settings with which every pool still comes to rest. */
static const Choice choices[] = {
    {"edges", {"fixed", "mirror", "open", "wrap"}},
    {"shore", {"fixed", "mirror"}},
    {"mask", {"builtin:puddle", "builtin:lens", "builtin:river"}},
    {"current", {"0.3,-0.2", "-1.7,0.4", "0,0", "builtin:river-flow"}},
    {"view", {"water", "heights", "slopes", "split", "perspective"}},
    {"view", {"perspective"}},
    {"camera", {"20,18,0.9", "-200,3,0.2", "77.7,70,4", "360,9,0.5"}},
    {"land", {"builtin:hills"}},
    {"filter", {"nearest", "linear"}},
    {"light", {"0", "30", "100"}},
    {"light-from", {"-90", "45"}},
    {"sky", {"0", "50", "100"}},
    {"swell", {"0", "0", "80"}},
    {"swell-from", {"wind", "around"}},
    {"bend-limit", {"0", "0.5", "20", "100"}},
    {"refraction", {"0", "0.02", "0.25", "4"}},
    {"stone", {"disc", "smooth"}},
    {"cell", {"1", "2", "auto"}},
    {"scroll", {"40,0", "-7,3"}},
};

/* Settings of the water, for a pool with other presets. */
static const Choice water_choices[] = {
    {"damping", {"3", "5", "6", "8"}},
    {"viscosity", {"0.2", "1"}},
    {"loss", {"0.004", "0.02"}},
    {"restore", {"0.008", "0.03"}},
    {"model", {"classic", "round", "wave", "shallow", "spring"}},
};

/* Counts of the process. Each may grow by its slack after the first part, as
   free blocks lie otherwise then. */
enum { HEAP, DESCRIPTORS, THREADS, STATS };
static const struct {
    const char *name;
    size_t slack; /* of memory in bytes */
} stats[STATS] = {{"heap", 4 << 10}, {"descriptors", 0}, {"threads", 0}};

typedef struct Soak {
    const SoakPool *pool;
    int threads;
    Source source;
    SDL_Surface *picture; /* the first one */
    Scene *scene;
    Error error;

    Phase phase;
    uint64_t end; /* the step after the phase */
    int x, y;     /* of the pointer */
    int has_body; /* under the pointer */

    uint32_t crc;
    int peak;         /* the largest height of this part */
    int looks_at_end; /* in a row that found the end of the range of heights */
    uint64_t moved, skipped;
    int phases, resizes, settings;
    size_t first[STATS];
} Soak;

/* The system frees everything. */
_Noreturn static void fail(const char *what, const char *why)
{
    fprintf(stderr, "soak: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* `result` is that of a function which sets the error. */
static void expect(const Soak *soak, int result, const char *what)
{
    if (result != 0)
        fail(what, soak->error.text);
}

static int draw(Soak *soak, int min, int max)
{
    return source_between(&soak->source, min, max);
}

/* True once in `times` on average. */
static int is_drawn(Soak *soak, int times)
{
    return draw(soak, 1, times) == 1;
}

static void set(Soak *soak, const char *name, const char *value)
{
    soak->settings++;
    expect(soak, player_set(&soak->scene->player, name, value, &soak->error),
           name);
}

static void set_choice(Soak *soak, const Choice *choice)
{
    int count = 0;

    while (count < MAX_VALUES && choice->values[count] != NULL)
        count++;
    set(soak, choice->name, choice->values[draw(soak, 0, count - 1)]);
}

static void set_preset(Soak *soak)
{
    int count = 0;

    while (presets_get(count) != NULL)
        count++;
    set(soak, "preset", presets_get(draw(soak, 0, count - 1))->name);
}

static void change(Soak *soak)
{
    int i = draw(soak, 0, COUNT(choices) - 1);

    if (soak->pool->has_other_presets && is_drawn(soak, 4))
        set_preset(soak);
    if (soak->pool->has_other_presets && is_drawn(soak, 3))
        set_choice(soak,
                   &water_choices[draw(soak, 0, COUNT(water_choices) - 1)]);
    set_choice(soak, &choices[i]);
    set(soak, "rain", "0.3");
}

static void resize(Soak *soak, int width, int height)
{
    expect(soak, scene_resize(soak->scene, width, height, &soak->error),
           "size");
}

static void draw_size(Soak *soak)
{
    int width = draw(soak, soak->pool->width / 2, soak->pool->width * 5 / 4);
    int height = draw(soak, soak->pool->height / 2, soak->pool->height * 5 / 4);

    soak->resizes++;
    resize(soak, is_drawn(soak, 20) ? draw(soak, 1, 9) : width, height);
}

static void paint(Soak *soak, int is_land)
{
    const RipplePixels *frame = &soak->scene->frame;
    Stroke stroke = {.x0 = soak->x, .y0 = soak->y};

    stroke.y1 = draw(soak, 0, frame->height);
    stroke.x1 = draw(soak, 0, frame->width);
    player_paint(&soak->scene->player, &stroke, 0.5, is_land);
}

/* Drags the pointer, with a stone or with a body, and sometimes lifts it. */
static void drag(Soak *soak)
{
    Player *player = &soak->scene->player;
    const RipplePixels *frame = &soak->scene->frame;
    Stroke stroke = {.x0 = soak->x, .y0 = soak->y};
    int is_lifted;

    stroke.x1 = soak->x + draw(soak, -9, 9);
    stroke.y1 = soak->y + draw(soak, -9, 9);
    is_lifted = is_drawn(soak, 40);
    if (is_lifted) {
        stroke.x1 = draw(soak, -9, frame->width + 9);
        stroke.y1 = draw(soak, -9, frame->height + 9);
        player_release(player);
        soak->has_body = is_drawn(soak, 2);
    }
    if (soak->has_body)
        player_hold(player, stroke.x1, stroke.y1, 2);
    else if (!is_lifted && is_drawn(soak, 6))
        player_drag(player, &stroke, 1);
    soak->x = stroke.x1;
    soak->y = stroke.y1;
}

/* Ends rain, input and land and restores the pool's size and preset; waves
   stay. */
static void reset(Soak *soak)
{
    const SoakPool *pool = soak->pool;
    Stroke middle = {0, pool->height / 2, pool->width, pool->height / 2};

    player_release(&soak->scene->player);
    soak->has_body = 0;
    resize(soak, pool->width, pool->height);
    set(soak, "preset", pool->name);
    /* The brush is wider than the pool. */
    player_paint(&soak->scene->player, &middle, 99, 0);
    set(soak, "rain", "0");
}

static void start_phase(Soak *soak)
{
    Phase phase = PHASE_CALM;

    if (soak->phase == PHASE_CALM)
        phase = (Phase)draw(soak, PHASE_CALM + 1, PHASE_COUNT - 1);
    player_release(&soak->scene->player);
    soak->has_body = 0;
    soak->phase = phase;
    soak->phases++;
    soak->end =
        soak->scene->player.step +
        (uint64_t)draw(soak, phases[phase].min_steps, phases[phase].max_steps);
    if (phase == PHASE_CALM)
        reset(soak);
    else
        set(soak, "rain", phases[phase].rain);
}

/* Does what comes before the next step. */
static void act(Soak *soak)
{
    if (soak->scene->player.step >= soak->end) {
        start_phase(soak);
        return;
    }
    if (soak->phase == PHASE_CALM)
        return;
    if (soak->phase == PHASE_INPUT)
        drag(soak);
    if (soak->phase == PHASE_CHANGE && is_drawn(soak, 60)) {
        change(soak);
        return;
    }
    if (soak->phase == PHASE_CHANGE && is_drawn(soak, 90))
        paint(soak, is_drawn(soak, 2));
    if (is_drawn(soak, 90))
        draw_size(soak);
}

static void open_scene(Soak *soak, const char *folder, const char *level,
                       uint64_t interval)
{
    SceneOptions options = {.width = soak->pool->width,
                            .height = soak->pool->height,
                            .rate = RATE,
                            .seed = soak->source.seed,
                            .threads = soak->threads,
                            .simd = level,
                            .interval = interval,
                            .is_live = 1};
    Picture first;

    play_settings_init(&options.settings);
    play_settings_set(&options.settings, "preset", soak->pool->name,
                      &(PlayReason){""});
    expect(soak,
           folder_read(&first, &options.folder, folder, FILM_LIVE, NULL,
                       &soak->error),
           "pictures");
    soak->picture = first.source;
    options.film = first.film;
    expect(soak,
           scene_create(&soak->scene, &options, soak->picture, &soak->error),
           "scene");
    /* Scrolling needs memory: it must be there in the first part. */
    set(soak, "scroll", "13,7");
}

/* A stroke of heavy stones reaches the end of the range of heights, but they
   leave it soon. */
static void find_peak(Soak *soak)
{
    int columns, rows, peak = 0;
    size_t stride;
    const int16_t *cells =
        ripple_heights(soak->scene->player.pool, &columns, &rows, &stride);

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            peak = max_int(peak, abs(cells[(size_t)y * stride + (size_t)x]));
    }
    soak->peak = max_int(soak->peak, peak);
    soak->looks_at_end = peak >= INT16_MAX ? soak->looks_at_end + 1 : 0;
    if (soak->looks_at_end > MAX_AT_END)
        fail("heights", "grow without end");
}

/* Adds heights and frame to the CRC. */
static void add_crc(Soak *soak)
{
    uint32_t frame;

    scene_render(soak->scene, NULL);
    frame = crc_frame(&soak->scene->frame);
    soak->crc = crc_bytes(soak->crc, &frame, sizeof frame);
    soak->crc = crc_heights(soak->crc, soak->scene->player.pool);
}

/* A live scene takes the next picture once it is ready: here always before it
   is due. */
static void await_picture(const Scene *scene)
{
    while (!folder_is_ready(scene->bed.folder))
        SDL_Delay(1);
}

static void move(Soak *soak)
{
    await_picture(soak->scene);
    soak->moved++;
    if (soak->moved % (uint64_t)soak->pool->render_interval != 0)
        scene_step(soak->scene);
    else if (scene_advance(soak->scene, NULL) < 0)
        fail("frame", "cannot be rendered");
    if (soak->moved % PEAK_INTERVAL == 0)
        find_peak(soak);
    if (soak->moved % CRC_INTERVAL == 0)
        add_crc(soak);
}

/* Skips steps in which nothing happens; returns their number. */
static uint64_t skip_calm(Soak *soak, uint64_t end)
{
    uint64_t *step = &soak->scene->player.step, steps;

    if (soak->phase != PHASE_CALM || soak->end <= *step)
        return 0;
    steps = min_uint64(soak->end, end) - *step;
    if (steps > 0)
        steps = scene_calm_steps(soak->scene, steps);
    *step += steps;
    soak->skipped += steps;
    return steps;
}

/* Gives free memory back to the system first; 0: unknown. */
static size_t read_heap(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info;

    malloc_trim(0);
    info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static size_t count_entries(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    size_t count = 0;

    if (folder == NULL)
        fail(path, "cannot be read");
    while ((entry = readdir(folder)) != NULL)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* The thread that reads pictures has some time to end. */
static void read_stats(const Soak *soak, size_t now[STATS])
{
    await_picture(soak->scene);
    for (int waited = 0; waited < THREAD_WAIT_MS; waited++) {
        now[HEAP] = read_heap();
        now[DESCRIPTORS] = count_entries("/proc/self/fd");
        now[THREADS] = count_entries("/proc/self/task");
        if (now[THREADS] == (size_t)soak->threads)
            break;
        SDL_Delay(1);
    }
}

/* The picture of land stays as it was fitted when land was last seen. */
static void show_land(Scene *scene)
{
    const Stroke dot = {9, 9, 9, 9};

    player_paint(&scene->player, &dot, 1, 1);
    scene_render(scene, NULL);
    player_paint(&scene->player, &dot, 99, 0);
    scene_render(scene, NULL);
}

/* Brings every part to the same state, so that their memory is comparable. */
static void end_part(Soak *soak, int part)
{
    size_t now[STATS];

    while (bed_in_transition(&soak->scene->bed))
        move(soak);
    reset(soak);
    show_land(soak->scene);
    soak->end = soak->scene->player.step;
    add_crc(soak);
    read_stats(soak, now);
    printf("%s part %2d/%d: step %" PRIu64 ", crc %08x, heights to %d",
           soak->pool->name, part, PARTS, soak->scene->player.step,
           (unsigned)soak->crc, soak->peak);
    soak->peak = 0;
    for (int i = 0; i < STATS; i++) {
        printf(", %s %zu", stats[i].name, now[i]);
        if (part == 1)
            soak->first[i] = now[i];
        if (now[i] > soak->first[i] + stats[i].slack)
            fail(stats[i].name, "has grown since the first part");
    }
    printf("\n");
}

static void play_part(Soak *soak, int part, uint64_t end)
{
    while (soak->scene->player.step < end) {
        act(soak);
        if (skip_calm(soak, end) == 0)
            move(soak);
    }
    end_part(soak, part);
}

/* Rains as hard as possible, without further pictures, and then stops. Expects
   exact rest, and the picture alone in the frame. */
static void come_to_rest(Soak *soak)
{
    Scene *scene = soak->scene;
    Picture picture = {.source = soak->picture};
    int steps = 0;

    soak->picture->refcount++;
    expect(soak, bed_show_picture(&scene->bed, &picture, NULL, &soak->error),
           "picture");
    set(soak, "rain", "30");
    for (int i = 0; i < LAST_RAIN; i++)
        move(soak);
    set(soak, "rain", "0");
    while (steps < MAX_REST_STEPS && !ripple_is_calm(scene->player.pool)) {
        scene_step(scene);
        steps++;
    }
    soak->peak = 0;
    find_peak(soak);
    if (!ripple_is_calm(scene->player.pool) || soak->peak != 0)
        fail("water", "does not come to rest");
    add_crc(soak);
    if (crc_frame(&scene->frame) != crc_frame(bed_pixels(&scene->bed)))
        fail("frame", "is not the picture under calm water");
    printf("%s calm after %d steps, crc %08x\n", soak->pool->name, steps,
           (unsigned)soak->crc);
    printf("%s: %s, %d threads; %" PRIu64 " steps, %" PRIu64
           " of them skipped as calm; %d phases, %d resizes, %d settings\n",
           soak->pool->name, ripple_simd(scene->player.pool), soak->threads,
           soak->moved + soak->skipped, soak->skipped, soak->phases,
           soak->resizes, soak->settings);
}

static const SoakPool *find_pool(const char *name)
{
    for (int i = 0; i < COUNT(pools); i++) {
        if (strcmp(pools[i].name, name) == 0)
            return &pools[i];
    }
    return NULL;
}

int soak_play(const char *pool, const char *folder, const char *level,
              int hours, int threads, uint64_t seed)
{
    static char line[256]; /* not on the heap, whose size is compared */
    uint64_t steps = (uint64_t)hours * HOUR;
    Soak soak = {.pool = find_pool(pool),
                 .threads = threads,
                 .source = source_from_seed(seed)};

    if (soak.pool == NULL)
        return -1;
    setvbuf(stdout, line, _IOLBF, sizeof line);
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1); /* whichever thread allocates */
#endif
    open_scene(&soak, folder, level, steps / PARTS / 2);
    for (int part = 1; part <= PARTS; part++)
        play_part(&soak, part, steps * (uint64_t)part / PARTS);
    come_to_rest(&soak);
    scene_destroy(soak.scene);
    SDL_FreeSurface(soak.picture);
    return EXIT_SUCCESS;
}
