/* SPDX-License-Identifier: MIT */
/*
 * ripple-soak: the scenario of a day, shown as the program would show it.
 *
 *   ripple-soak classic|pond FOLDER HOURS LEVEL THREADS [SEED]
 *
 * LEVEL is an instruction set or auto. FOLDER has the pictures of the
 * folder, an even number. Of each of the 24 parts of the time one line is
 * printed: the step, a CRC of all heights and frames so far, the largest height
 * and what the process holds. Memory, descriptors and threads must stay as they
 * were after the first part, and at the end the water must come to rest. The
 * caller compares the CRCs with those of another instruction set and thread
 * count. glibc counts its heap exactly with
 * GLIBC_TUNABLES=glibc.malloc.tcache_count=0. Exit status 0: passed, 1: failed,
 * 2: wrong usage.
 */
#include "lib/util/fixed.h"
#include "os/parse.h"
#include "../../tools/crc.h"
#include "scenario.h"

#include <SDL.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define RATE           60
#define HOUR           (3600 * RATE)
#define PARTS          24
#define CRC_INTERVAL   600  /* steps of moving water from CRC to CRC */
#define PEAK_INTERVAL  8    /* and from one search for the peak to the next */
#define MAX_AT_END     60   /* searches in a row */
#define LAST_RAIN      600  /* steps */
#define MAX_REST_STEPS 8000 /* as in the tests of the models */
#define THREAD_WAIT_MS 5000
#define EXIT_USAGE     2

/* Bytes that a part may hold more than the first: free blocks lie otherwise. */
#define HEAP_SLACK     (4 << 10)
#define RESIDENT_SLACK (2 << 20)

/* The memory, files and threads of this process, as Linux counts them. */
typedef struct ProcessStats {
    size_t resident; /* bytes of physical memory */
    size_t heap;     /* bytes allocated and not freed; 0: unknown */
    int descriptors;
    int threads;
} ProcessStats;

typedef struct Soak {
    int hours;
    uint64_t seed;
    const char *simd;
    int threads;
    const ScenarioPool *pool;
    const char *folder;

    SDL_Surface *picture; /* the first one */
    Scene *scene;
    Scenario scenario;
    uint32_t crc;
    int peak;         /* the largest height of this part */
    int looks_at_end; /* in a row that found the end of the range of heights */
    uint64_t moved, skipped, pictures;
    int in_transition;
    ProcessStats first;
} Soak;

/* The system frees everything. */
_Noreturn static void fail(const char *what, const char *why)
{
    fprintf(stderr, "ripple-soak: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* `result` is that of a function which sets the error. */
static void expect(int result, const char *what, const Error *error)
{
    if (result != 0)
        fail(what, error->text);
}

static uint64_t count_steps(const Soak *soak)
{
    return (uint64_t)soak->hours * HOUR;
}

static void open_scene(Soak *soak)
{
    SceneOptions options = {.width = soak->pool->width,
                            .height = soak->pool->height,
                            .rate = RATE,
                            .seed = soak->seed,
                            .threads = soak->threads,
                            .simd = soak->simd,
                            .interval = count_steps(soak) / PARTS / 2,
                            .is_live = 1};
    Picture first;
    Error error;

    play_settings_init(&options.settings);
    play_settings_set(&options.settings, "preset", soak->pool->preset,
                      &(PlayReason){""});
    expect(folder_read(&first, &options.folder, soak->folder, FILM_LIVE, NULL,
                       &error),
           "pictures", &error);
    soak->picture = first.source;
    options.film = first.film;
    expect(scene_create(&soak->scene, &options, soak->picture, &error), "scene",
           &error);
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

static void count_pictures(Soak *soak)
{
    int in_transition = bed_in_transition(&soak->scene->bed);

    soak->pictures += in_transition && !soak->in_transition;
    soak->in_transition = in_transition;
}

static void move(Soak *soak)
{
    await_picture(soak->scene);
    soak->moved++;
    if (soak->moved % (uint64_t)soak->pool->render_interval != 0)
        scene_step(soak->scene);
    else if (scene_advance(soak->scene, NULL) < 0)
        fail("frame", "cannot be rendered");
    count_pictures(soak);
    if (soak->moved % PEAK_INTERVAL == 0)
        find_peak(soak);
    if (soak->moved % CRC_INTERVAL == 0)
        add_crc(soak);
}

/* Skips steps in which nothing happens; returns their number. */
static uint64_t skip_calm(Soak *soak, uint64_t end)
{
    Scene *scene = soak->scene;
    uint64_t steps =
        scenario_calm_steps(&soak->scenario, end - scene->player.step);

    if (steps > 0)
        steps = scene_calm_steps(scene, steps);
    scene->player.step += steps;
    soak->skipped += steps;
    return steps;
}

/* One arena: the size must not depend on which thread allocates. */
static void init_stats(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}

/* Gives free memory back to the system first. */
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

static int read_resident(size_t *resident)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages;
    int count;

    if (file == NULL)
        return -1;
    count = fscanf(file, "%*u %lu", &pages);
    fclose(file);
    *resident = (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
    return count == 1 ? 0 : -1;
}

static int count_entries(int *count, const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;

    if (folder == NULL)
        return -1;
    *count = 0;
    while ((entry = readdir(folder)) != NULL)
        *count += entry->d_name[0] != '.';
    closedir(folder);
    return 0;
}

/* The thread that reads pictures has some time to end. */
static ProcessStats read_stats(const Soak *soak)
{
    ProcessStats stats;

    await_picture(soak->scene);
    for (int waited = 0; waited < THREAD_WAIT_MS; waited++) {
        stats.heap = read_heap();
        if (read_resident(&stats.resident) != 0 ||
            count_entries(&stats.descriptors, "/proc/self/fd") != 0 ||
            count_entries(&stats.threads, "/proc/self/task") != 0)
            fail("process", "/proc cannot be read");
        if (stats.threads == soak->threads)
            break;
        SDL_Delay(1);
    }
    return stats;
}

static void expect_flat(const char *what, size_t first, size_t now,
                        size_t slack)
{
    char why[80];

    if (now <= first + slack)
        return;
    snprintf(why, sizeof why, "grew from %zu to %zu", first, now);
    fail(what, why);
}

static void compare_stats(const ProcessStats *first, const ProcessStats *now)
{
    expect_flat("memory", first->resident, now->resident, RESIDENT_SLACK);
    expect_flat("heap", first->heap, now->heap, HEAP_SLACK);
    expect_flat("descriptors", (size_t)first->descriptors,
                (size_t)now->descriptors, 0);
    expect_flat("threads", (size_t)first->threads, (size_t)now->threads, 0);
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
    ProcessStats now;
    Error error;

    while (bed_in_transition(&soak->scene->bed))
        move(soak);
    expect(scenario_reset(&soak->scenario, &error), "scenario", &error);
    show_land(soak->scene);
    soak->scenario.end = soak->scene->player.step;
    add_crc(soak);
    now = read_stats(soak);
    printf("%s part %2d/%d: step %" PRIu64 ", crc %08x, heights to %d; %zu KiB "
           "resident, heap %zu, %d descriptors, %d threads\n",
           soak->pool->name, part, PARTS, soak->scene->player.step,
           (unsigned)soak->crc, soak->peak, now.resident >> 10, now.heap,
           now.descriptors, now.threads);
    soak->peak = 0;
    if (part == 1)
        soak->first = now;
    compare_stats(&soak->first, &now);
}

static void run_part(Soak *soak, int part)
{
    uint64_t end = count_steps(soak) * (uint64_t)part / PARTS;
    Error error;

    while (soak->scene->player.step < end) {
        expect(scenario_act(&soak->scenario, &error), "scenario", &error);
        if (skip_calm(soak, end) == 0)
            move(soak);
    }
    end_part(soak, part);
}

/* Rains as hard as possible, without further pictures, and then stops. */
static void rain_last(Soak *soak)
{
    Picture picture = {.source = soak->picture};
    Error error;

    soak->picture->refcount++;
    expect(bed_show_picture(&soak->scene->bed, &picture, NULL, &error),
           "picture", &error);
    expect(player_set(&soak->scene->player, "rain", "30", &error), "rain",
           &error);
    for (int i = 0; i < LAST_RAIN; i++)
        move(soak);
    expect(player_set(&soak->scene->player, "rain", "0", &error), "rain",
           &error);
}

/* Expects exact rest, and the picture alone in the frame. */
static void come_to_rest(Soak *soak)
{
    Scene *scene = soak->scene;
    int steps = 0;

    rain_last(soak);
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
}

static void print_counts(const Soak *soak)
{
    const Scenario *scenario = &soak->scenario;

    printf("%s: %s, %d threads; %" PRIu64 " steps, %" PRIu64
           " of them skipped as calm; phases: %d rain, %d storm, %d input, "
           "%d change; %d resizes, %d settings, %d strokes of land, %" PRIu64
           " pictures\n",
           soak->pool->name, ripple_simd(soak->scene->player.pool),
           soak->threads, soak->moved + soak->skipped, soak->skipped,
           scenario->counts[PHASE_RAIN], scenario->counts[PHASE_STORM],
           scenario->counts[PHASE_INPUT], scenario->counts[PHASE_CHANGE],
           scenario->resizes, scenario->settings, scenario->strokes,
           soak->pictures);
}

static void run(Soak *soak)
{
    Error error;

    open_scene(soak);
    soak->scenario = (Scenario){.pool = soak->pool,
                                .scene = soak->scene,
                                .source = source_from_seed(soak->seed)};
    /* Scrolling needs memory: it must be there in the first part. */
    expect(player_set(&soak->scene->player, "scroll", "13,7", &error), "scroll",
           &error);
    for (int part = 1; part <= PARTS; part++)
        run_part(soak, part);
    come_to_rest(soak);
    print_counts(soak);
    scene_destroy(soak->scene);
    SDL_FreeSurface(soak->picture);
}

static int parse(Soak *soak, int argc, char **argv)
{
    *soak = (Soak){.seed = 1};
    if (argc < 6 || argc > 7 ||
        parse_int(&soak->hours, argv[3], 1, 1000) != 0 ||
        parse_int(&soak->threads, argv[5], 1, RIPPLE_MAX_THREADS) != 0 ||
        (argc == 7 && parse_uint64(&soak->seed, argv[6]) != 0))
        return -1;
    soak->pool = scenario_find_pool(argv[1]);
    soak->folder = argv[2];
    soak->simd = argv[4];
    return soak->pool != NULL ? 0 : -1;
}

int main(int argc, char **argv)
{
    static char line[256]; /* not on the heap, whose size is compared */
    Soak soak;

    setvbuf(stdout, line, _IOLBF, sizeof line);
    init_stats();
    if (parse(&soak, argc, argv) != 0) {
        fputs("usage: ripple-soak classic|pond FOLDER HOURS LEVEL THREADS "
              "[SEED]\n",
              stderr);
        return EXIT_USAGE;
    }
    run(&soak);
    return EXIT_SUCCESS;
}
