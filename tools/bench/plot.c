/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include "app/output/atomic_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH       960
#define HEIGHT      600
#define LEFT        80
#define RIGHT       190 /* room for the names of the lines */
#define TOP         56
#define BOTTOM      64
#define LABEL_SPACE 17
#define MOST_LINES  64

/* Colours that stay apart for colour-blind eyes (Okabe and Ito, 2008). */
static const char *const colours[SCENE_COUNT] = {
    [SCENE_CALM] = "#009e73",
    [SCENE_DRIZZLE] = "#0072b2",
    [SCENE_RAIN] = "#cc79a7",
    [SCENE_STORM] = "#d55e00",
};

/* Logarithms to base 10 of what the edges of the field stand for. */
typedef struct Plot {
    FILE *file;
    const Row *rows;
    int count;
    double least_x, most_x, least_y, most_y;
} Plot;

typedef struct Label {
    double y;
    const Row *row;
    int dashed;
} Label;

static double pixels_of(const Row *row)
{
    return (double)row->width * row->height;
}

static double reference_fps(const Row *row)
{
    return 1000 / row->reference_ms;
}

static double place_x(const Plot *plot, double pixels)
{
    double share =
        (log10(pixels) - plot->least_x) / (plot->most_x - plot->least_x);

    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double place_y(const Plot *plot, double fps)
{
    double share =
        (log10(fps) - plot->least_y) / (plot->most_y - plot->least_y);

    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

static void find_range(Plot *plot)
{
    double least_x = pixels_of(plot->rows), most_x = least_x;
    double least_y = row_fps(plot->rows), most_y = least_y;

    for (int i = 0; i < plot->count; i++) {
        const Row *row = &plot->rows[i];

        least_x = fmin(least_x, pixels_of(row));
        most_x = fmax(most_x, pixels_of(row));
        least_y = fmin(least_y, fmin(row_fps(row), reference_fps(row)));
        most_y = fmax(most_y, fmax(row_fps(row), reference_fps(row)));
    }
    plot->least_x = log10(least_x) - 0.05;
    plot->most_x = log10(most_x) + 0.05;
    plot->least_y = floor(log10(least_y));
    plot->most_y = ceil(log10(most_y) + 1e-9);
}

/* 1, 10, ... 1000, 10 k, 1 M */
static void print_decade(FILE *file, int exponent)
{
    static const char *const units[] = {"", " k", " M", " G"};
    int unit = exponent < 0 ? 0 : exponent / 3;

    if (exponent == 3)
        unit = 0;
    if (unit > 3)
        unit = 3;
    fprintf(file, "%g%s", pow(10, exponent - 3 * unit), units[unit]);
}

static void draw_grid(const Plot *plot)
{
    FILE *file = plot->file;
    int last = (int)plot->most_y;

    for (int exponent = (int)plot->least_y; exponent <= last; exponent++) {
        double y = place_y(plot, pow(10, exponent));

        fprintf(file,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 4.5);
        print_decade(file, exponent);
        fputs("</text>\n", file);
        for (int i = 2; i < 10 && exponent < last; i++)
            fprintf(file, "<path class=\"fine\" d=\"M%d %.1fH%d\"/>\n", LEFT,
                    place_y(plot, i * pow(10, exponent)), WIDTH - RIGHT);
    }
}

static int seen_before(const Plot *plot, int i)
{
    for (int k = 0; k < i; k++) {
        if (plot->rows[k].width == plot->rows[i].width &&
            plot->rows[k].height == plot->rows[i].height)
            return 1;
    }
    return 0;
}

static void draw_sizes(const Plot *plot)
{
    double last = -INFINITY;

    for (int i = 0; i < plot->count; i++) {
        const Row *row = &plot->rows[i];
        double x = place_x(plot, pixels_of(row));

        if (seen_before(plot, i))
            continue;
        fprintf(plot->file, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x,
                TOP, HEIGHT - BOTTOM);
        /* A second line for names that would run into the one before. */
        fprintf(plot->file,
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%dx%d"
                "</text>\n",
                x, HEIGHT - BOTTOM + (x - last < 76 ? 36 : 20), row->width,
                row->height);
        last = x - last < 76 ? -INFINITY : x;
    }
}

static int same_line(const Row *a, const Row *b)
{
    return a->scene == b->scene && a->threads == b->threads &&
           strcmp(a->simd, b->simd) == 0;
}

/* The line that starts with row `first`; returns its last row. */
static const Row *draw_line(const Plot *plot, int first, int dashed)
{
    const Row *start = &plot->rows[first], *last = start;

    fprintf(plot->file, "<path class=\"line%s\" stroke=\"%s\" d=\"",
            dashed ? " dashed" : "", colours[start->scene]);
    for (int i = first; i < plot->count; i++) {
        const Row *row = &plot->rows[i];

        if (!same_line(start, row))
            continue;
        fprintf(plot->file, "%s%.1f %.1f", i == first ? "M" : "L",
                place_x(plot, pixels_of(row)),
                place_y(plot, dashed ? reference_fps(row) : row_fps(row)));
        last = row;
    }
    fputs("\"/>\n", plot->file);
    return last;
}

static int starts_line(const Plot *plot, int i, int any_level)
{
    for (int k = 0; k < i; k++) {
        const Row *earlier = &plot->rows[k];

        if (any_level ? earlier->scene == plot->rows[i].scene
                      : same_line(earlier, &plot->rows[i]))
            return 0;
    }
    return 1;
}

static int compare_labels(const void *a, const void *b)
{
    const Label *left = a, *right = b;

    return (left->y > right->y) - (left->y < right->y);
}

/* Names at the ends of the lines, pushed apart where they would overlap. */
static void draw_labels(const Plot *plot, Label *labels, int count, int details)
{
    double last = -INFINITY;

    qsort(labels, (size_t)count, sizeof *labels, compare_labels);
    for (int i = 0; i < count; i++) {
        const Row *row = labels[i].row;
        double y = fmax(labels[i].y, last + LABEL_SPACE);

        fprintf(plot->file, "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s%s",
                WIDTH - RIGHT + 10, y + 4.5, colours[row->scene],
                scenes_name(row->scene), labels[i].dashed ? ", plain" : "");
        if (details && !labels[i].dashed)
            fprintf(plot->file, ", %s, %d", row->simd, row->threads);
        fputs("</text>\n", plot->file);
        last = y;
    }
}

static void draw_lines(const Plot *plot)
{
    Label labels[MOST_LINES] = {0};
    int count = 0, details = 0;

    for (int i = 0; i < plot->count; i++)
        details |= !starts_line(plot, i, 1) && starts_line(plot, i, 0);
    for (int i = 0; i < plot->count; i++) {
        for (int dashed = 0; dashed < 2; dashed++) {
            const Row *last;

            if (count == MOST_LINES || !starts_line(plot, i, dashed))
                continue;
            last = draw_line(plot, i, dashed);
            labels[count++] = (Label){
                place_y(plot, dashed ? reference_fps(last) : row_fps(last)),
                last, dashed};
        }
    }
    draw_labels(plot, labels, count, details);
}

static void draw_all(const Plot *plot)
{
    fprintf(plot->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"13\">\n"
            "<style>.grid{stroke:#ccc;fill:none}.fine{stroke:#eee;fill:none}"
            ".line{fill:none;stroke-width:2.5;stroke-linejoin:round}"
            ".dashed{stroke-width:1.5;stroke-dasharray:6 4}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"30\" font-size=\"18\">Frames per second by "
            "size, preset %s; dashed: the plain loop of 1999</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT,
            plot->rows[0].preset);
    draw_grid(plot);
    draw_sizes(plot);
    draw_lines(plot);
    fputs("</svg>\n", plot->file);
}

int plot_write(const char *path, const Row *rows, int count, Error *error)
{
    Plot plot = {.rows = rows, .count = count};
    AtomicFile output;

    if (atomic_file_open(&output, path, error) != 0)
        return -1;
    plot.file = output.file;
    find_range(&plot);
    draw_all(&plot);
    return atomic_file_commit(&output, error);
}
