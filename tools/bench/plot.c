/* SPDX-License-Identifier: MIT */
#include "plot.h"

#include "media/atomic_file.h"

typedef struct Plot {
    FILE *file;
    const Row *rows;
    int count;
    int per_size, per_preset, per_scene; /* rows */
} Plot;

/* The plain loop does not know presets. */
static int has_plain(const Plot *plot, int line)
{
    return line < plot->per_preset && line % plot->per_scene == 0;
}

static void name_sizes(const Plot *plot)
{
    for (int i = 0; i < plot->count; i += plot->per_size)
        fprintf(plot->file, "%s\"%s\" %.0f", i == 0 ? "set xtics (" : ", ",
                plot->rows[i].size,
                (double)plot->rows[i].width * plot->rows[i].height);
    fputs(") rotate by -30\n", plot->file);
}

static void name_line(const Plot *plot, int line)
{
    const Row *row = &plot->rows[line];

    if (has_plain(plot, line))
        fprintf(plot->file, "'-' title \"plain %s\" dashtype 2, ", row->scene);
    fprintf(plot->file, "'-' title \"%s %s", row->preset, row->scene);
    if (row->on_gpu)
        fputs(", GPU", plot->file);
    else if (plot->per_scene > 1)
        fprintf(plot->file, ", %s, %d", row->simd, row->threads);
    fputs("\" linewidth 2, ", plot->file);
}

static void write_points(const Plot *plot, int line, int is_plain)
{
    for (int i = line; i < plot->count; i += plot->per_size) {
        const Row *row = &plot->rows[i];

        fprintf(plot->file, "%.0f %.9g\n", (double)row->width * row->height,
                is_plain ? 1000 / row->reference_ms : row->fps);
    }
    fputs("e\n", plot->file);
}

int plot_write(const Arguments *arguments, const Row *rows, int count,
               Error *error)
{
    Plot plot = {.rows = rows,
                 .count = count,
                 .per_size = count / arguments->sizes.count};
    AtomicFile output;

    if (atomic_file_open(&output, arguments->plot, error) != 0)
        return -1;
    plot.file = output.file;
    plot.per_preset = plot.per_size / arguments->presets.count;
    plot.per_scene = plot.per_preset / arguments->scenes.count;
    fputs("set terminal svg size 960,600 background \"#ffffff\"\n"
          "set title \"Frames per second by size\"\n"
          "set logscale xy\n"
          "set autoscale xfix\n"
          "set grid\n"
          "set format y \"%.0s%c\"\n"
          "set key outside\n"
          "set style data lines\n",
          plot.file);
    name_sizes(&plot);
    fputs("plot ", plot.file);
    for (int line = 0; line < plot.per_size; line++)
        name_line(&plot, line);
    fputs("\n", plot.file);
    for (int line = 0; line < plot.per_size; line++) {
        if (has_plain(&plot, line))
            write_points(&plot, line, 1);
        write_points(&plot, line, 0);
    }
    return atomic_file_commit(&output, error);
}
