/* SPDX-License-Identifier: MIT */
#include "os/progress.h"

#include "lib/util/fixed.h"
#include "os/compat.h"

#include <string.h>

#define DEFAULT_COLUMNS 80
#define MAX_COLUMNS     256
#define MIN_BAR         5 /* characters between the brackets */
#define MAX_BAR         40
#define INTERVAL_NS     200000000u
#define NS_PER_SECOND   1e9
#define HOUR_S          3600
#define MAX_SECONDS     (100 * HOUR_S)

int progress_find_columns(FILE *stream)
{
    int columns = compat_terminal_columns(stream);

    if (!isatty(fileno(stream)))
        return 0;
    if (columns == 0)
        return DEFAULT_COLUMNS;
    return min_int(columns, MAX_COLUMNS);
}

void progress_start(Progress *progress, FILE *stream, int columns, int total,
                    uint64_t now_ns)
{
    *progress = (Progress){.stream = stream,
                           .columns = columns,
                           .total = total,
                           .start_ns = now_ns,
                           .shown_ns = now_ns};
}

static void write_time(char *text, size_t size, double seconds)
{
    int whole = seconds < MAX_SECONDS ? (int)(seconds + 0.5) : MAX_SECONDS;

    if (whole < HOUR_S)
        snprintf(text, size, "%d:%02d", whole / 60, whole % 60);
    else
        snprintf(text, size, "%d:%02d:%02d", whole / HOUR_S,
                 whole % HOUR_S / 60, whole % 60);
}

/* Writes a bar before `text` more characters of the line. Returns its length,
   0 if there is no room for MIN_BAR. */
static int write_bar(char *line, const Progress *progress, int done, int text)
{
    int room = progress->columns - 1 - text - (int)strlen("[] ");
    int length = min_int(room, MAX_BAR);
    int full = (int)((int64_t)length * done / progress->total);

    if (length < MIN_BAR)
        return 0;
    line[0] = '[';
    memset(line + 1, '#', (size_t)full);
    memset(line + 1 + full, '.', (size_t)(length - full));
    line[1 + length] = ']';
    line[2 + length] = ' ';
    return length + 3;
}

/* Overwrites the line; cuts what the terminal has no columns for. A terminal
   that is stopped stops no recording. */
static void put_line(Progress *progress, const char *line, int length)
{
    if (!compat_takes_text(progress->stream, 0))
        return;
    length = min_int(length, progress->columns - 1);
    progress->length = max_int(progress->length, length);
    fprintf(progress->stream, "\r%-*.*s", progress->length, length, line);
    fflush(progress->stream);
}

/* If there is a line, the last frame is shown too. */
static int is_due(const Progress *progress, int done, uint64_t now_ns)
{
    if (progress->columns == 0 || done == 0)
        return 0;
    if (done == progress->total && progress->length > 0)
        return 1;
    return now_ns - progress->shown_ns >= INTERVAL_NS;
}

void progress_show(Progress *progress, int done, uint64_t now_ns)
{
    double elapsed = (double)(now_ns - progress->start_ns) / NS_PER_SECOND;
    char line[MAX_COLUMNS + MAX_BAR], text[MAX_COLUMNS], left[32];
    int length, bar = 0;

    if (!is_due(progress, done, now_ns))
        return;
    progress->shown_ns = now_ns;
    if (progress->total > 0) {
        write_time(left, sizeof left,
                   elapsed * (progress->total - done) / done);
        length = snprintf(text, sizeof text,
                          "%d of %d frames, %.1f a second, %s left", done,
                          progress->total, done / elapsed, left);
        bar = write_bar(line, progress, done, length);
    } else {
        length = snprintf(text, sizeof text, "%d frames, %.1f a second", done,
                          done / elapsed);
    }
    memcpy(line + bar, text, (size_t)length + 1);
    put_line(progress, line, bar + length);
}

void progress_end(Progress *progress)
{
    if (progress->length > 0 && compat_takes_text(progress->stream, 0))
        fprintf(progress->stream, "\r%*s\r", progress->length, "");
    progress->length = 0;
}
