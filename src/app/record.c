/* SPDX-License-Identifier: MIT */
#include "app/record.h"

#include "lib/util/fixed.h"
#include "media/atomic_file.h"
#include "media/surface.h"
#include "os/compat.h"
#include "os/paths.h"
#include "os/stop.h"
#include "os/xalloc.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOON_MS 10 /* in which most frames are written and files complete */
#define LOOK_MS 20 /* between two looks whether a file is complete */
#define NS      1000000u

#define MAX_LENGTH 24 /* bytes of a length */
#define MAX_TEXT   96 /* bytes that a caption adds to a name */

#define RECENT_SIDE   256                                     /* of a square */
#define RECENT_PIXELS (64 * 1024 * 1024 * 2 / 3 / RECENT_MAX) /* of a frame */

/* The length of the recording as "M:SS". */
static void write_length(const Record *record, char *text, size_t size)
{
    unsigned long long seconds = record->frames / (unsigned)record->rate;

    snprintf(text, size, "%llu:%02llu", seconds / 60, seconds % 60);
}

/* Its length and how to stop it. */
static void mark(Record *record)
{
    char length[MAX_LENGTH], text[MAX_LENGTH + 12];

    write_length(record, length, sizeof length);
    snprintf(text, sizeof text, "%s  F9 stops", length);
    captions_mark(record->captions, text);
}

/* Opens the output of a new file of that ending and sets *name. Returns NULL if
   it cannot be. */
static Output *open_next(char **name, const char *ending,
                         const RipplePixels *frame, int rate, Error *error)
{
    int is_picture = strcmp(ending, "png") == 0;
    char *folder = is_picture
                       ? paths_find_save_folder("XDG_PICTURES_DIR", "Pictures")
                       : paths_find_save_folder("XDG_VIDEOS_DIR", "Videos");
    Track track = {.rate = {rate, 1}};
    OutputOption option;
    Output *output = NULL;

    *name = atomic_file_reserve(folder, ending, error);
    free(folder);
    if (*name == NULL)
        return NULL;
    output_choose(&option, *name);
    output = output_open(&option, frame, &track, error);
    if (output == NULL) {
        atomic_file_release(*name, 0);
        free(*name);
        *name = NULL;
    }
    return output;
}

/* Ends an output, without a file unless `result` is 0; `text` is added to its
   caption. Captions come last: they may find that the display has gone, and end
   all outputs. */
static void end(Record *record, Output **output, char **name, const char *text,
                int result, const Error *error)
{
    char *saved = *name;

    atomic_file_release(saved, result == 0);
    output_free(*output);
    *output = NULL;
    *name = NULL;
    if (result == 0) {
        printf("%s\n", saved);
        fflush(stdout);
        captions_tell_file(record->captions, "saved", saved, text);
    } else {
        captions_complain(record->captions, error);
    }
    free(saved);
}

/* Writes the text, if there is one, beside a picture, whose ending is as long.
   No file that exists is touched, and none stays incomplete. */
static int write_beside(const Record *record, Error *error)
{
    char *path;
    FILE *file;
    int result = -1;

    if (record->text == NULL)
        return 0;
    path = xalloc_copy(record->picture_path);
    strcpy(path + strlen(path) - strlen(record->ending), record->ending);
    file = fopen(path, "wx");
    if (file != NULL) {
        result = fputs(record->text, file) < 0 ? -1 : 0;
        if (fclose(file) != 0)
            result = -1;
    }
    if (result != 0)
        error_set(error, path, "%s", strerror(errno));
    if (result != 0 && file != NULL)
        remove(path);
    free(path);
    return result;
}

static void end_picture(Record *record, int result, const Error *error)
{
    Error why;
    int is_alone = result == 0 && write_beside(record, &why) != 0;

    free(record->text);
    record->text = NULL;
    end(record, &record->picture, &record->picture_path, "", result, error);
    if (is_alone)
        captions_complain(record->captions, &why);
}

static void end_film(Record *record, int result, const Error *error)
{
    int was_recording = record->is_recording;
    char length[MAX_LENGTH], text[MAX_TEXT];

    write_length(record, length, sizeof length);
    snprintf(text, sizeof text, ", %s long%s", length, record->why);
    record->is_recording = 0;
    end(record, &record->film, &record->film_path, text, result, error);
    if (was_recording)
        captions_mark(record->captions, "");
}

/* Opens a film with an ending, or with the other one if that fails and the
   other is not NULL. A caption shows the error. Returns 1 if a film is open,
   else 0. */
static int open_film(Record *record, const char *ending, const char *other,
                     const RipplePixels *frame, int rate)
{
    Error error;

    if (record->film != NULL) {
        captions_say(record->captions, "%s is not complete yet",
                     paths_name(record->film_path));
        return 0;
    }
    record->film = open_next(&record->film_path, ending, frame, rate, &error);
    if (record->film == NULL && other != NULL)
        record->film =
            open_next(&record->film_path, other, frame, rate, &error);
    record->why = "";
    record->rate = rate;
    record->frames = 0;
    record->missed = record->is_told = 0;
    if (record->film == NULL)
        captions_complain(record->captions, &error);
    return record->film != NULL;
}

static void start(Record *record, const RipplePixels *frame, int rate)
{
    if (!open_film(record, "mp4", "y4m", frame, rate))
        return;
    record->is_recording = 1;
    captions_say(record->captions, "recording %s",
                 paths_name(record->film_path));
    mark(record);
}

void record_toggle(Record *record, const RipplePixels *frame, int rate)
{
    if (record->is_recording)
        record_stop(record, "");
    else
        start(record, frame, rate);
}

/* The film keeps its time: the next frame is written for those without room. */
static void miss(Record *record)
{
    record->missed++;
    if (!record->is_told)
        captions_say(record->captions,
                     "too slow for all frames: the film leaves some out");
    record->is_told = 1;
}

void record_add(Record *record, const RipplePixels *frame)
{
    Error error;
    int room;

    if (!record->is_recording)
        return;
    room = output_await_room(record->film, record->missed > 0 ? 0 : SOON_MS,
                             &error);
    if (room > 0 &&
        output_add(record->film, frame, 1 + record->missed, &error) != 0)
        room = -1;
    if (room < 0) {
        end_film(record, -1, &error);
        return;
    }
    record->frames++;
    if (room > 0)
        record->missed = 0;
    else
        miss(record);
    mark(record);
}

static void clear_recent(Recent *recent)
{
    for (int i = 0; i < RECENT_MAX; i++)
        free(recent->frames[i].planes);
    SDL_FreeSurface(recent->small);
    SDL_FreeSurface(recent->square);
    memset(recent, 0, sizeof *recent);
}

static RecentFrame *find_recent(Recent *recent, int i)
{
    return &recent->frames[(recent->first + i) % RECENT_MAX];
}

/* The number of the frame that a step belongs to. */
static uint64_t count_frames(const Recent *recent, uint64_t step)
{
    return step * RECENT_RATE / (unsigned)recent->rate;
}

/* Begins again for frames of this size and rate: both sides of what is kept are
   even, as encoders want them. */
static void begin_recent(Recent *recent, const RipplePixels *frame, int rate)
{
    double scale = sqrt((double)RECENT_PIXELS / frame->width / frame->height);

    clear_recent(recent);
    recent->width = frame->width;
    recent->height = frame->height;
    recent->rate = rate;
    scale = fmin(scale, 1);
    recent->small =
        surface_create(max_int((int)(frame->width * scale) & ~1, 2),
                       max_int((int)(frame->height * scale) & ~1, 2));
    recent->square = surface_create(RECENT_SIDE, RECENT_SIDE);
}

/* Has the planes hold what is in `small`. Returns 0 or -1. */
static int pack(const Recent *recent, RecentFrame *kept,
                const RipplePixels *frame)
{
    SDL_Surface *small = recent->small;
    SDL_Surface *whole = surface_wrap(frame);
    int result =
        whole != NULL ? SDL_SoftStretchLinear(whole, NULL, small, NULL) : -1;

    SDL_FreeSurface(whole);
    if (kept->planes == NULL)
        kept->planes = malloc((size_t)(small->w * small->h * 3 / 2));
    return result != 0 || kept->planes == NULL
               ? -1
               : SDL_ConvertPixels(small->w, small->h, SDL_PIXELFORMAT_ARGB8888,
                                   small->pixels, small->pitch,
                                   SDL_PIXELFORMAT_IYUV, kept->planes,
                                   small->w);
}

void record_keep(Record *record, const RipplePixels *frame, uint64_t step,
                 int rate)
{
    Recent *recent = &record->recent;
    RecentFrame *kept;

    /* SDL would read beyond smaller ones. */
    if (record->gets_recent || frame->width < 2 || frame->height < 2)
        return;
    if (frame->width != recent->width || frame->height != recent->height ||
        rate != recent->rate)
        begin_recent(recent, frame, rate);
    if (recent->small == NULL || recent->square == NULL ||
        (recent->count > 0 &&
         count_frames(recent, step) <=
             count_frames(recent,
                          find_recent(recent, recent->count - 1)->step)))
        return;
    while (recent->count == RECENT_MAX ||
           (recent->count > 0 &&
            find_recent(recent, 0)->step + (unsigned)(rate * RECENT_SECONDS) <=
                step)) {
        recent->first = (recent->first + 1) % RECENT_MAX;
        recent->count--;
    }
    kept = find_recent(recent, recent->count);
    kept->step = step;
    recent->count += pack(recent, kept, frame) == 0;
}

void record_forget(Record *record)
{
    if (!record->gets_recent)
        clear_recent(&record->recent);
}

/* Frame i, from 0, the oldest; valid until the next call. *times: how long it
   was seen, in 1 / RECENT_RATE seconds. A square is the middle, for mails, of
   every other frame: i is even, and *times in twice as many seconds. */
static RipplePixels get_recent(Recent *recent, int i, int is_square, int *times)
{
    const RecentFrame *kept = find_recent(recent, i);
    SDL_Surface *small = recent->small, *square = recent->square;
    int side = min_int(small->w, small->h), stride = 1 + is_square;
    SDL_Rect middle = {(small->w - side) / 2, (small->h - side) / 2, side,
                       side};
    uint64_t until = i + stride < recent->count
                         ? find_recent(recent, i + stride)->step
                         : kept->step;

    SDL_ConvertPixels(small->w, small->h, SDL_PIXELFORMAT_IYUV, kept->planes,
                      small->w, SDL_PIXELFORMAT_ARGB8888, small->pixels,
                      small->pitch);
    *times = max_int(
        (int)(count_frames(recent, until) - count_frames(recent, kept->step)) /
            stride,
        1);
    if (!is_square)
        return surface_pixels(small);
    SDL_SoftStretchLinear(small, &middle, square, NULL);
    return surface_pixels(square);
}

void record_recent(Record *record, int is_square)
{
    Recent *recent = &record->recent;
    int ignored;
    RipplePixels frame;

    if (recent->count == 0) {
        captions_say(record->captions, "nothing was kept");
        return;
    }
    frame = get_recent(recent, 0, is_square, &ignored);
    if (!open_film(record, is_square ? "gif" : "mp4", is_square ? NULL : "y4m",
                   &frame, RECENT_RATE / (1 + is_square)))
        return;
    record->gets_recent = 1;
    record->is_square = is_square;
    record->next = 0;
    captions_say(record->captions, "saving the last seconds");
}

/* Gives the film the last seconds as far as there is room in time. */
static void feed(Record *record, int wait_ms)
{
    Error error;
    int room, times;

    while ((room = output_await_room(record->film, wait_ms, &error)) > 0) {
        RipplePixels frame = get_recent(&record->recent, record->next,
                                        record->is_square, &times);

        if (output_add(record->film, &frame, times, &error) != 0) {
            room = -1;
            break;
        }
        record->frames += (unsigned)times;
        record->next += 1 + record->is_square;
        if (record->next >= record->recent.count) {
            record->gets_recent = 0;
            output_close(record->film, 0);
            return;
        }
    }
    if (room == 0 && stop_count() < 2)
        return;
    if (room == 0)
        error_set(&error, record->film_path, "given up");
    record->gets_recent = 0;
    end_film(record, -1, &error);
}

/* Waits at most `wait_ms` for what is being completed. */
static void follow(Record *record, int wait_ms)
{
    Error error;
    int result = 1;

    if (record->picture != NULL)
        result = output_wait(record->picture, wait_ms, &error);
    if (result <= 0)
        end_picture(record, result, &error);
    if (record->gets_recent) {
        feed(record, wait_ms);
        return;
    }
    result = 1;
    if (record->film != NULL && !record->is_recording)
        result = output_wait(record->film, wait_ms, &error);
    if (result <= 0)
        end_film(record, result, &error);
}

void record_turn(Record *record)
{
    follow(record, 0);
}

static int is_waiting(const Record *record)
{
    return record->picture != NULL ||
           (record->film != NULL && !record->is_recording);
}

uint64_t record_wait_ns(const Record *record)
{
    return is_waiting(record) ? LOOK_MS * (uint64_t)NS : UINT64_MAX;
}

void record_stop(Record *record, const char *why)
{
    Error error;

    if (!record->is_recording)
        return;
    captions_mark(record->captions, "");
    record->is_recording = 0;
    record->why = why;
    if (record->frames == 0) {
        error_set(&error, record->film_path, "no frame to record");
        end_film(record, -1, &error);
        return;
    }
    output_close(record->film, 0);
    follow(record, SOON_MS);
    if (record->film != NULL)
        captions_say(record->captions, "completing %s",
                     paths_name(record->film_path));
}

void record_save(Record *record, const RipplePixels *frame, const char *text,
                 const char *ending)
{
    Error error;

    while (record->picture != NULL && stop_count() == 0)
        follow(record, LOOK_MS);
    if (record->picture != NULL)
        return;
    record->picture = open_next(&record->picture_path, "png", frame, 1, &error);
    if (record->picture == NULL) {
        captions_complain(record->captions, &error);
        return;
    }
    record->text = text != NULL ? xalloc_copy(text) : NULL;
    record->ending = ending;
    if (output_add(record->picture, frame, 1, &error) != 0) {
        end_picture(record, -1, &error);
        return;
    }
    output_close(record->picture, 0);
    follow(record, SOON_MS);
    if (record->picture != NULL)
        captions_say(record->captions, "saving %s",
                     paths_name(record->picture_path));
}

void record_end(Record *record)
{
    record_stop(record, "");
    while (is_waiting(record))
        follow(record, STOP_POLL_MS);
}
