/* SPDX-License-Identifier: MIT */
/*
 * ripple-truth: tables of what waves do beside what theory says (measure.h). A
 * row has what is measured, then its values, each with the bound that it must
 * not exceed in brackets, then ok or MISSED. Exit status 0: all bounds hold.
 *
 *   ripple-truth [TABLE]      errors, modes, open, mirror, slits, conservation,
 *                             fade
 */
#include "lib/util/fixed.h"
#include "measure.h"
#include "play/splash_size.h"
#include "lib/water/model.h"
#include "../random/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Value {
    const char *name;
    double value, bound; /* bound 0: none */
} Value;

static int cases, missed;

static void print_row(const char *what, const Value *values, int count)
{
    int is_ok = 1;

    printf("%-34s", what);
    for (int i = 0; i < count; i++) {
        printf("  %s %.4g", values[i].name, values[i].value);
        if (values[i].bound == 0)
            continue;
        printf(" (%g)", values[i].bound);
        is_ok &= fabs(values[i].value) <= values[i].bound;
    }
    printf("  %s\n", is_ok ? "ok" : "MISSED");
    fflush(stdout);
    cases++;
    missed += !is_ok;
}

static const char *const edges_names[] = {"fixed", "mirror", "open", "wrap"};

static void show_error(const char *what, const RippleSettings *settings,
                       const Drop *drop)
{
    enum { LOOKS = 5 };
    static const int steps[LOOKS] = {20, 50, 100, 200, 400};
    double errors[LOOKS];

    measure_errors(settings, drop, steps, LOOKS, errors);
    print_row(what,
              (Value[]){{"20:", 100 * errors[0], 0},
                        {"50:", 100 * errors[1], 0},
                        {"100:", 100 * errors[2], 2},
                        {"200:", 100 * errors[3], 0},
                        {"400:", 100 * errors[4], 5}},
              LOOKS);
}

static void show_errors(void)
{
    static const struct {
        RippleEdges edges;
        Bottom bottom;
        RippleShore shore;
        const char *name;
    } places[] = {
        {RIPPLE_EDGES_FIXED, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_MIRROR, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_OPEN, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_WRAP, OPEN_WATER, 0, ""},
        {RIPPLE_EDGES_FIXED, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_MIRROR, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_OPEN, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_WRAP, SHALLOWS, 0, " shallows"},
        {RIPPLE_EDGES_FIXED, ISLAND, RIPPLE_SHORE_FIXED, " island"},
        {RIPPLE_EDGES_MIRROR, ISLAND, RIPPLE_SHORE_MIRROR, " island"},
    };
    static const struct {
        int weight, magnitude;
    } drops[] = {{100, 0},  {300, 0},  {1000, 0}, {0, 500},
                 {0, 1000}, {0, 2000}, {0, 4000}, {0, 8000}};

    puts("errors in % after so many steps, 256x256");
    for (int i = 0; i < 2 * COUNT(places) * COUNT(drops); i++) {
        int place = i / 2 / COUNT(drops), k = i % COUNT(drops);
        RippleModel model =
            (RippleModel)(RIPPLE_MODEL_WAVE + i / COUNT(drops) % 2);
        RippleSettings settings =
            measure_settings(model, places[place].edges, 1);
        Drop drop = {256, places[place].bottom, drops[k].weight,
                     drops[k].magnitude};
        char what[64];

        settings.shore = places[place].shore;
        snprintf(what, sizeof what, "%s %s%s, %s %d", ripple_model_name(model),
                 edges_names[settings.edges], places[place].name,
                 drop.weight != 0 ? "stone" : "cell",
                 drop.weight + drop.magnitude);
        show_error(what, &settings, &drop);
    }
}

static void show_modes(void)
{
    static const int shapes[][2] = {{1, 1}, {2, 1}, {5, 3}};
    static const int amplitudes[] = {100, 300, 1000, 3000, 8000};
    enum { ROWS = COUNT(shapes) * COUNT(amplitudes) };

    puts("modes: errors in % over 500 steps, 128x128");
    for (int i = 0; i < 4 * ROWS; i++) {
        RippleModel model = (RippleModel)(RIPPLE_MODEL_WAVE + i / ROWS % 2);
        int is_damped = i / ROWS / 2;
        RippleSettings settings =
            measure_settings(model, RIPPLE_EDGES_FIXED, is_damped);
        const int *shape = shapes[i % ROWS / COUNT(amplitudes)];
        int amplitude = amplitudes[i % COUNT(amplitudes)];
        Mode mode = {128, shape[0], shape[1], amplitude, 500};
        ModeErrors errors = measure_mode(&settings, &mode);
        char what[64];

        snprintf(what, sizeof what, "%s%s (%d,%d), %d",
                 ripple_model_name(model), is_damped ? "" : " undamped",
                 shape[0], shape[1], amplitude);
        print_row(what,
                  (Value[]){{"frequency", 100 * errors.frequency, 0.5},
                            {"amplitude", 100 * errors.amplitude, 3}},
                  2);
    }
}

/* The energy of water that is damped a little, since whole units end waves of
   springs and shifts, and the height with the defaults. Edges of classic and
   round ought to throw back 10 % of a disc. */
static void show_open(void)
{
    puts("open edges: % of the energy left at step 250, % of the greatest "
         "height thrown back");
    for (int i = 0; i < 2 * RIPPLE_MODEL_COUNT; i++) {
        RippleModel model = (RippleModel)(i / 2);
        int is_disc = i % 2, is_coarse;
        RippleProfile profile =
            is_disc ? RIPPLE_PROFILE_DISC : RIPPLE_PROFILE_SMOOTH;
        RippleSettings little = measure_settings(model, RIPPLE_EDGES_OPEN, 0);
        RippleSettings usual = measure_settings(model, RIPPLE_EDGES_OPEN, 1);
        Left left;
        char what[64];

        is_coarse = !ripple_model_of(&usual)->has_speeds &&
                    ripple_model_stencil(&usual, 0).kind != STENCIL_FINE;
        little.damping = 8;
        little.restore = 0.002;
        left = measure_left(&usual, 121, profile);
        left.energy = measure_left(&little, 120, profile).energy;
        snprintf(what, sizeof what, "%s, %s", ripple_model_name(model),
                 is_disc ? "disc" : "smooth");
        print_row(what,
                  (Value[]){{"left", 100 * left.energy,
                             is_coarse ? 3
                             : is_disc ? 0
                                       : 0.4},
                            {"thrown back", 100 * left.thrown,
                             is_coarse && is_disc ? 30 : 0}},
                  2);
    }
}

static void show_mirror(void)
{
    puts("mirror: echo of a straight wave at 45 degrees, less 1, in %");
    for (int i = 0; i < RIPPLE_MODEL_COUNT; i++) {
        RippleModel model = (RippleModel)i;
        Echo echo = measure_echo(model, RIPPLE_EDGES_MIRROR, 1);

        print_row(ripple_model_name(model),
                  (Value[]){{"echo", 100 * (echo.back - 1), 1}}, 1);
    }
}

static void show_slits(void)
{
    puts("slits: place of the first dark fringe, less theory, in %");
    for (int i = 0; i < RIPPLE_MODEL_COUNT; i++) {
        double errors[SLITS_PLACES];

        measure_slits((RippleModel)i, errors);
        print_row(ripple_model_name((RippleModel)i),
                  (Value[]){{"200:", 100 * errors[0], 3},
                            {"350:", 100 * errors[1], 3},
                            {"500:", 100 * errors[2], 3}},
                  SLITS_PLACES);
    }
}

static void show_conservation(void)
{
    static const RippleEdges edges[] = {RIPPLE_EDGES_MIRROR, RIPPLE_EDGES_WRAP};

    puts("conservation without damping over 10,000 steps, 256x256: change "
         "of the mean, of the energy in %");
    for (int i = 0; i < 4; i++) {
        RippleModel model = (RippleModel)(RIPPLE_MODEL_WAVE + i / 2);
        RippleSettings settings = measure_settings(model, edges[i % 2], 0);
        Conservation change = measure_conservation(&settings, 256, 10000);
        char what[64];

        snprintf(what, sizeof what, "%s %s", ripple_model_name(model),
                 edges_names[edges[i % 2]]);
        print_row(what,
                  (Value[]){{"mean", change.mean, 1},
                            {"energy", 100 * change.energy, 1}},
                  2);
    }
}

/* The largest offset of a pixel. */
static double find_offset(const Ripple *pool)
{
    int columns, rows, largest = 0;
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);

    for (int y = 1; y < rows - 1; y++) {
        for (int x = 1; x < columns - 1; x++) {
            const int16_t *cell = heights + (size_t)y * stride + x;

            largest = max_int(largest, abs(cell[-1] - cell[1]));
        }
    }
    return largest * ripple_settings(pool)->refraction;
}

/* The steps until calm may be 1.3 times those with units of 1/16 pixel. */
static void show_fade(const char *preset, int damping, int max_steps)
{
    enum { DEPTH = 90, COUNT_STEPS = 4 };
    static const int at[COUNT_STEPS] = {260, 320, 360, 420};
    RippleStone stone = {320, 213, 12, 0, RIPPLE_PROFILE_SMOOTH};
    double offsets[COUNT_STEPS] = {0};
    PlaySettings settings;
    PlayReason why;
    Ripple *pool;
    char what[64];
    int steps = 0;

    play_settings_init(&settings);
    RANDOM_EXPECT(play_settings_set(&settings, "preset", preset, &why) == NULL);
    settings.pool.damping = damping;
    settings.pool.cell = 1;
    stone.weight = splash_depth_weight(&settings, DEPTH);
    RANDOM_EXPECT(ripple_create(&pool, 640, 427, &settings.pool) == RIPPLE_OK);
    ripple_drop(pool, &stone);
    while (!ripple_is_calm(pool)) {
        ripple_step(pool);
        steps++;
        for (int i = 0; i < COUNT_STEPS; i++) {
            if (steps == at[i])
                offsets[i] = find_offset(pool);
        }
    }
    ripple_destroy(pool);
    snprintf(what, sizeof what, "%s, damping %d", preset, damping);
    print_row(what,
              (Value[]){{"260:", offsets[0], 0},
                        {"320:", offsets[1], 0},
                        {"360:", offsets[2], 0},
                        {"420:", offsets[3], 0},
                        {"gone at 420:", offsets[3] == 0, 0.5},
                        {"calm after", steps, max_steps}},
              COUNT_STEPS + 2);
}

static void show_fades(void)
{
    puts("fade of a ring: largest offset in pixels after so many steps");
    show_fade("pond", 6, 372 * 13 / 10);
    show_fade("storm", 6, 372 * 13 / 10);
    show_fade("pond", 7, 587 * 13 / 10);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*show)(void);
    } tables[] = {
        {"errors", show_errors}, {"modes", show_modes},
        {"open", show_open},     {"mirror", show_mirror},
        {"slits", show_slits},   {"conservation", show_conservation},
        {"fade", show_fades},
    };

    for (int i = 0; i < COUNT(tables); i++) {
        if (argc < 2 || strcmp(argv[1], tables[i].name) == 0)
            tables[i].show();
    }
    printf("truth: %d cases, %d missed\n", cases, missed);
    return cases > 0 && missed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
