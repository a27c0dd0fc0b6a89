/* SPDX-License-Identifier: MIT */
#include "app/benchmark.h"

#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/xalloc.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOOL    "ripple-bench"
#define LOOK_NS 100000000u

#define SECONDS "0.2" /* a row; half a minute for all */
#define SIZES   "320x240,640x480,1280x720,1920x1080,2560x1440,3840x2160"
#define ROWS    24 /* of 6 sizes, 2 presets and 2 scenes */
#define LINES   4  /* of a size */

/* In sizes of text. */
#define WIDE    66
#define HEAD    10
#define NAME    12 /* where the names of the scenes begin, and how wide */
#define BAR     24 /* where bars begin */
#define LONGEST 30
#define LINE    2
#define GAP     1 /* between two sizes */

/* Bars are as long as the logarithm of their frames a second. */
#define SHORTEST_FPS 10.0
#define LONGEST_FPS  20000.0

typedef struct Row {
    char size[16], scene[16], preset[16], simd[16];
    int threads;
    double fps;
} Row;

int benchmark_start(Benchmark *benchmark, Error *error)
{
    const char *self = compat_find_program("");
    size_t folder = strlen(self);
    char path[4096 + sizeof TOOL];
    const char *const command[] = {path,           "--csv",    "--preset",
                                   "classic,pond", "--scenes", "rain,storm",
                                   "--sizes",      SIZES,      "--seconds",
                                   SECONDS,        NULL};
    ChildPlan plan = {.command = command, .pipes = 1U << CHILD_OUTPUT};
    int code;

    benchmark_close(benchmark);
    while (folder > 0 && self[folder - 1] != '/' && self[folder - 1] != '\\')
        folder--;
    snprintf(path, sizeof path, "%.*s" TOOL, (int)folder, self);
    code = child_start(&benchmark->child, &plan);
    if (code == ENOENT) {
        strcpy(path, TOOL); /* in PATH */
        code = child_start(&benchmark->child, &plan);
    }
    if (code != 0)
        return error_set(error, TOOL, "%s", strerror(code));
    benchmark->is_shown = 1;
    compat_find_processor(benchmark->processor, sizeof benchmark->processor);
    return 0;
}

int benchmark_is_running(const Benchmark *benchmark)
{
    return benchmark->child.id != 0;
}

int benchmark_turn(Benchmark *benchmark, Error *error)
{
    Child *child = &benchmark->child;
    int status;

    if (child->id == 0 ||
        (child->ends[CHILD_OUTPUT] != 0 &&
         child_read_text(child, benchmark->csv, sizeof benchmark->csv,
                         &benchmark->length, 0)) ||
        !child_has_ended(child, 0, &status))
        return 0;
    child_kill(child);
    if (status == 0)
        return 0;
    benchmark_close(benchmark);
    return error_set(error, TOOL, "has failed");
}

uint64_t benchmark_wait_ns(const Benchmark *benchmark)
{
    return benchmark_is_running(benchmark) ? LOOK_NS : UINT64_MAX;
}

void benchmark_close(Benchmark *benchmark)
{
    child_kill(&benchmark->child);
    *benchmark = (Benchmark){.is_shown = 0};
}

/* Reads a whole line of CSV. Returns the next one, or NULL. */
static const char *read_row(Row *row, const char *line)
{
    const char *end = strchr(line, '\n');

    if (end == NULL ||
        sscanf(line,
               "%15[^,],%*d,%*d,%15[^,],%15[^,],%15[^,],%d,%*d,%*f,%*f,%*f,%*f,"
               "%lf",
               row->size, row->scene, row->preset, row->simd, &row->threads,
               &row->fps) != 6)
        return NULL;
    return end + 1;
}

/* As long as the logarithm of frames a second. */
static int find_length(const Ui *ui, double fps)
{
    double share = log(fps / SHORTEST_FPS) / log(LONGEST_FPS / SHORTEST_FPS);

    return (int)(fmin(fmax(share, 0.01), 1) * LONGEST * ui->size);
}

static void show_row(const Ui *ui, int x, int y, const Row *row, int number)
{
    static const uint32_t colours[LINES] = {0xFF8ADCF5U, 0xFF4FA3C7U,
                                            0xFFF2C648U, 0xFFD08A2EU};
    int size = ui->size, at = x + BAR * size,
        length = find_length(ui, row->fps);
    char text[64];

    if (number % LINES == 0)
        ui_draw(ui, x, y, UI_TEXT, row->size);
    snprintf(text, sizeof text, "%s %s", row->preset, row->scene);
    ui_draw(ui, x + NAME * size, y, UI_FAINT, text);
    ui_fill(ui, (RippleRect){at, y - size, length, size * 5 / 4},
            (float)size / 4, colours[number % LINES]);
    snprintf(text, sizeof text, row->fps < 100 ? "%.1f" : "%.0f", row->fps);
    ui_draw(ui, at + length + size, y, UI_TEXT, text);
}

/* Lines behind all bars: that of a smooth picture, and of thousands. */
static void show_scale(const Ui *ui, RippleRect rows)
{
    static const double marks[] = {60, 1000, 10000};

    for (int i = 0; i < COUNT(marks); i++) {
        int x = rows.x + BAR * ui->size + find_length(ui, marks[i]);
        char text[16];

        ui_fill(ui,
                (RippleRect){x, rows.y - ui->size, max_int(ui->size / 8, 1),
                             rows.height},
                0, i == 0 ? UI_TRACK : UI_PLATE);
        snprintf(text, sizeof text, "%.0f", marks[i]);
        ui_draw(ui, x - ui_width(ui, text) / 2, rows.y - ui->size * 3 / 2,
                UI_FAINT, text);
    }
}

void benchmark_show(const Benchmark *benchmark, Ui *ui)
{
    const char *line = strchr(benchmark->csv, '\n');
    int height = HEAD + ROWS * LINE + ROWS / LINES * GAP, count = 0, size, y;
    char text[160];
    RippleRect box, rows;
    Row row = {.threads = 0};

    size = ui->size = ui_fit(ui, WIDE + 2, (float)height + 2);
    box = (RippleRect){(ui->width - WIDE * size) / 2,
                       (ui->height - height * size) / 2, WIDE * size,
                       height * size};
    rows = (RippleRect){box.x + 2 * size, box.y + HEAD * size, box.width,
                        (height - HEAD - GAP) * size};
    if (size == 0)
        return;
    if (ui->event.act == UI_PRESS)
        ui_take(ui);
    ui_draw_panel(ui, box, (float)size * 2);
    show_scale(ui, rows);
    y = rows.y + size / 2;
    for (line = line != NULL ? line + 1 : NULL;
         line != NULL && count < ROWS && (line = read_row(&row, line)) != NULL;
         y += LINE * size + (++count % LINES == 0) * GAP * size)
        show_row(ui, rows.x, y, &row, count);
    snprintf(text, sizeof text, "%s%s%s, %d threads", benchmark->processor,
             benchmark->processor[0] != '\0' ? ", " : "", row.simd,
             row.threads);
    ui_draw_large(ui, rows.x, box.y + size * 7 / 2, 1.5F, UI_TITLE,
                  "frames a second");
    ui_draw(ui, rows.x + 26 * size, box.y + size * 7 / 2, UI_VALUE,
            benchmark_is_running(benchmark) ? "measuring ..."
                                            : "S saves, Esc closes");
    if (count > 0)
        ui_draw(ui, rows.x, box.y + size * 6, UI_FAINT, text);
}

void benchmark_draw(const Benchmark *benchmark, const Alphabet *font,
                    const RipplePixels *frame)
{
    Canvas *canvas = xalloc_get(sizeof *canvas);
    Ui ui = {.canvas = canvas,
             .width = frame->width,
             .height = frame->height,
             .text_size = frame->height,
             .font = *font};

    canvas_begin(canvas, &ui.font, frame->width, frame->height);
    benchmark_show(benchmark, &ui);
    canvas_draw(canvas, frame);
    free(canvas);
}
