/* SPDX-License-Identifier: MIT */
/*
 * shapes DIRECTORY: draws the masks and the map of currents that the presets
 * use, as PNG files. The same bytes each time.
 *
 * A mask is black on land, white in open water and grey in shallows. The
 * river's map has red for the flow to the right and green for the flow down,
 * 128 for none, 256 a cell a step; it follows the river as one would draw it,
 * and is not free of divergence.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <SDL.h>
#include <SDL_image.h>

#define WIDTH  640
#define HEIGHT 360

/* The colour of a place, x and y in shares of the height from the middle. */
typedef uint32_t Paint(double x, double y);

static uint32_t grey(double depth)
{
    uint32_t value = (uint32_t)lround(255 * fmin(fmax(depth, 0), 1));

    return 0xff000000u | value << 16 | value << 8 | value;
}

/* 0 below `from`, 1 above `to`, and a smooth way between. */
static double ease(double from, double to, double value)
{
    double t = fmin(fmax((value - from) / (to - from), 0), 1);

    return t * t * (3 - 2 * t);
}

/* A blob with bays, deepening from its shore inwards. */
static uint32_t paint_puddle(double x, double y)
{
    double angle = atan2(y, x * 0.62), from_middle = hypot(x * 0.62, y);
    double shore = 0.41 + 0.035 * sin(3 * angle + 0.6) +
                   0.022 * sin(5 * angle + 2.1) + 0.010 * sin(11 * angle);

    if (from_middle > shore)
        return grey(0);
    return grey(0.25 + 0.75 * ease(0, 0.13, shore - from_middle));
}

static double segment_distance(double x, double y, double x0, double y0,
                               double x1, double y1)
{
    double along_x = x1 - x0, along_y = y1 - y0;
    double place = ((x - x0) * along_x + (y - y0) * along_y) /
                   (along_x * along_x + along_y * along_y);

    place = fmin(fmax(place, 0), 1);
    return hypot(x - x0 - place * along_x, y - y0 - place * along_y);
}

/* A coast in the corner, and a mole across with a gap in it. */
static uint32_t paint_harbour(double x, double y)
{
    double coast = y - 0.33 - 0.05 * sin(4 * x + 1) + 0.42 * ease(0.1, 1.0, -x);
    double mole = fmin(segment_distance(x, y, -0.95, -0.16, 0.02, -0.06),
                       segment_distance(x, y, 0.22, -0.05, 0.95, -0.10));
    double islet = hypot(x + 0.28, (y + 0.31) * 1.3) - 0.055;

    if (mole < 0.022 || coast > 0 || islet < 0)
        return grey(0);
    return grey(0.35 + 0.65 * ease(0, 0.12, fmin(-coast, islet)));
}

/* Two arcs of shallows: a lens, thick in the middle. */
static uint32_t paint_lens(double x, double y)
{
    double left = hypot(x - 0.42 + 0.25, y) - 0.55;
    double right = hypot(x + 0.42 + 0.25, y) - 0.55;
    double depth = fmax(left, right);

    return grey(1 - 0.72 * ease(0, 0.03, -depth));
}

/* The middle of the river, and how far to each side it goes. */
static double river_middle(double x)
{
    return 0.10 * sin(2.6 * x + 0.5) + 0.03 * sin(5.1 * x);
}

static double river_half_width(double x)
{
    return 0.29 + 0.05 * sin(3.3 * x - 1.2);
}

static double stones_distance(double x, double y)
{
    static const double stones[][3] = {
        {-0.42, -0.13, 0.042}, {-0.05, 0.02, 0.055}, {0.12, 0.16, 0.032},
        {0.43, -0.05, 0.045},  {-0.60, 0.08, 0.030},
    };
    double nearest = 9;

    for (size_t i = 0; i < sizeof stones / sizeof stones[0]; i++) {
        double angle = atan2(y - stones[i][1], x - stones[i][0]);
        double edge = stones[i][2] * (1 + 0.12 * sin(3 * angle + (double)i));

        nearest =
            fmin(nearest, hypot(x - stones[i][0], y - stones[i][1]) - edge);
    }
    return nearest;
}

static uint32_t paint_river(double x, double y)
{
    double bank = river_half_width(x) - fabs(y - river_middle(x));
    double shore = fmin(bank, stones_distance(x, y));

    return shore < 0 ? grey(0) : grey(0.4 + 0.6 * ease(0, 0.09, shore));
}

/* Fastest in the middle, along the river, as if no stone were in it. */
static uint32_t paint_flow(double x, double y)
{
    double slope = (river_middle(x + 0.01) - river_middle(x - 0.01)) / 0.02;
    double place = (y - river_middle(x)) / river_half_width(x);
    double speed = 0.42 * fmax(1 - place * place, 0);
    double length = hypot(1, slope);
    uint32_t red = (uint32_t)lround(128 + 128 * speed / length);
    uint32_t green = (uint32_t)lround(128 + 128 * speed * slope / length);

    return 0xff000080u | red << 16 | green << 8;
}

static int draw(const char *directory, const char *name, Paint *paint)
{
    static uint32_t pixels[HEIGHT][WIDTH];
    char path[1024];
    SDL_Surface *surface;
    int result;

    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            pixels[y][x] = paint((x + 0.5 - WIDTH / 2.0) / HEIGHT,
                                 (y + 0.5 - HEIGHT / 2.0) / HEIGHT);
    }
    snprintf(path, sizeof path, "%s/%s.png", directory, name);
    surface = SDL_CreateRGBSurfaceWithFormatFrom(
        pixels, WIDTH, HEIGHT, 32, WIDTH * (int)sizeof pixels[0][0],
        SDL_PIXELFORMAT_RGB888);
    result = surface != NULL ? IMG_SavePNG(surface, path) : -1;
    if (result != 0)
        fprintf(stderr, "shapes: %s: %s\n", path, SDL_GetError());
    SDL_FreeSurface(surface);
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: shapes DIRECTORY\n", stderr);
        return EXIT_FAILURE;
    }
    return draw(argv[1], "puddle", paint_puddle) == 0 &&
                   draw(argv[1], "harbour", paint_harbour) == 0 &&
                   draw(argv[1], "lens", paint_lens) == 0 &&
                   draw(argv[1], "river", paint_river) == 0 &&
                   draw(argv[1], "river-flow", paint_flow) == 0
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
