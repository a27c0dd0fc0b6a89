/* SPDX-License-Identifier: MIT */
/*
 * The thread owns `file` and `ffmpeg`, and the slots of the ring that are in
 * use; all else that both sides need is locked. The lock is held while a file
 * gets its name or is opened, so that an output that is given up leaves none.
 */
#include "media/output.h"

#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/xalloc.h"
#include "os/numbered_name.h"
#include "os/paths.h"
#include "os/pixel_buffer.h"
#include "os/stop.h"
#include "media/atomic_file.h"
#include "media/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RING     3
#define GIVEN_MS 5000 /* to a reader, when the program ends */

typedef struct Format Format;

struct Output {
    const Format *format;
    const char *path;
    int is_numbered;
    Track track;
    AtomicFile file;
    Ffmpeg ffmpeg;
    SDL_Thread *thread;
    SDL_mutex *lock;
    SDL_cond *changed;
    SDL_atomic_t leaving; /* the thread is to end */
    RipplePixels ring[RING];
    int times[RING];
    int first, count; /* slots in use */
    uint64_t frames;  /* that are written */
    int is_closed, cuts_sound;
    int is_done, result; /* of the thread, with its error: */
    Error error;
    int has_lost_reader;
    uint64_t seen; /* frames that were written when output_wait looked */
    int quiet_ms;  /* since then */
    int is_given_up;
};

struct Format {
    const char *ending; /* of a path that chooses it; NULL: none */
    int is_film;
    int (*open)(Output *output, const RipplePixels *frame, Error *error);
    int (*add)(Output *output, const RipplePixels *frame, Error *error);
    int (*close)(Output *output, Error *error);
};

/* Reports errno. A pipe whose reader has ended is no error for the program. */
static int fail(Output *output, Error *error)
{
    output->has_lost_reader = errno == EPIPE;
    return error_set(
        error, output->file.path != NULL ? output->file.path : output->path,
        "%s", strerror(errno));
}

static int open_file(Output *output, const RipplePixels *frame, Error *error)
{
    char *path = output->is_numbered
                     ? numbered_name_fill(output->path, output->frames + 1)
                     : xalloc_copy(output->path);
    int result;

    (void)frame;
    SDL_LockMutex(output->lock);
    result = atomic_file_open(&output->file, path, error);
    SDL_UnlockMutex(output->lock);
    free(path);
    return result;
}

static int open_y4m(Output *output, const RipplePixels *frame, Error *error)
{
    if (open_file(output, frame, error) != 0)
        return -1;
    atomic_file_guard(&output->file);
    return writer_y4m_head(output->file.file, frame, output->track.rate) == 0
               ? 0
               : fail(output, error);
}

static int open_video(Output *output, const RipplePixels *frame, Error *error)
{
    return ffmpeg_open(&output->ffmpeg, output->path, frame, &output->track,
                       &output->leaving, error);
}

/* A pipe may take the last bytes late: not under the lock. */
static int close_file(Output *output, Error *error)
{
    int result;

    if (output->file.file == NULL)
        return 0;
    if (fflush(output->file.file) != 0)
        return fail(output, error);
    SDL_LockMutex(output->lock);
    result = atomic_file_commit(&output->file, error);
    SDL_UnlockMutex(output->lock);
    output->has_lost_reader = result != 0 && errno == EPIPE;
    return result;
}

static int add_png(Output *output, const RipplePixels *frame, Error *error)
{
    if (output->file.file == NULL && open_file(output, frame, error) != 0)
        return -1;
    if (writer_png(output->file.file, frame) != 0)
        return fail(output, error);
    return close_file(output, error);
}

static int add_y4m(Output *output, const RipplePixels *frame, Error *error)
{
    return writer_y4m_frame(output->file.file, frame) == 0
               ? 0
               : fail(output, error);
}

static int add_video(Output *output, const RipplePixels *frame, Error *error)
{
    return ffmpeg_add(&output->ffmpeg, frame, error);
}

static int close_video(Output *output, Error *error)
{
    return ffmpeg_close(&output->ffmpeg, output->frames, output->cuts_sound,
                        error);
}

static int add_heights(Output *output, const RipplePixels *frame, Error *error)
{
    return writer_heights(output->file.file, frame) == 0 ? 0
                                                         : fail(output, error);
}

static const Format formats[] = {
    [OUTPUT_PNG] = {"png", 0, open_file, add_png, close_file},
    [OUTPUT_Y4M] = {"y4m", 1, open_y4m, add_y4m, close_file},
    [OUTPUT_VIDEO] = {NULL, 1, open_video, add_video, close_video},
    [OUTPUT_HEIGHTS] = {NULL, 0, open_file, add_heights, close_file},
};

static int find_format(OutputFormat *format, const char *path)
{
    for (int i = 0; i < COUNT(formats); i++) {
        *format = (OutputFormat)i;
        if (formats[i].ending != NULL &&
            paths_have_ending(path, formats[i].ending))
            return 0;
    }
    return -1;
}

const char *output_choose(OutputOption *option, const char *path)
{
    *option = (OutputOption){.path = path};
    if (strcmp(path, "-") == 0)
        option->format = OUTPUT_Y4M;
    else if (ffmpeg_knows(path))
        option->format = OUTPUT_VIDEO;
    else if (find_format(&option->format, path) != 0)
        return "must end in .png, .y4m, .mp4, .webm, .gif, .webp or .apng, or "
               "be - for Y4M";
    option->is_numbered =
        option->format == OUTPUT_PNG && strchr(path, '%') != NULL;
    return !option->is_numbered || numbered_name_is_valid(path)
               ? NULL
               : "must hold one number such as %05d, and %% for a percent";
}

/* The path of the first file; the caller frees it. */
static char *first_path(const OutputOption *option)
{
    return option->is_numbered ? numbered_name_fill(option->path, 1)
                               : xalloc_copy(option->path);
}

int output_is_same(const OutputOption *a, const OutputOption *b)
{
    char *first = first_path(a), *second = first_path(b);
    int result = atomic_file_is_same(first, second);

    free(first);
    free(second);
    return result;
}

const char *output_ending(int i)
{
    for (int format = 0; format < COUNT(formats); format++) {
        if (formats[format].ending != NULL && i-- == 0)
            return formats[format].ending;
    }
    return ffmpeg_ending(i);
}

int output_has_every_frame(const OutputOption *option)
{
    return formats[option->format].is_film || option->is_numbered;
}

/* Waits for the next frame. Returns its slot, or -1: there is none. */
static int await_frame(Output *output)
{
    int slot = -1;

    SDL_LockMutex(output->lock);
    while (output->count == 0 && !output->is_closed &&
           !SDL_AtomicGet(&output->leaving))
        SDL_CondWait(output->changed, output->lock);
    if (output->count > 0 && !SDL_AtomicGet(&output->leaving))
        slot = output->first;
    SDL_UnlockMutex(output->lock);
    return slot;
}

/* Writes the frame of a slot and frees the slot. Returns 0 or -1. */
static int write_slot(Output *output, int slot, Error *error)
{
    int result = 0;

    for (int i = 0; i < output->times[slot] && result == 0; i++) {
        result = output->format->add(output, &output->ring[slot], error);
        SDL_LockMutex(output->lock);
        output->frames++;
        SDL_UnlockMutex(output->lock);
    }
    SDL_LockMutex(output->lock);
    output->first = (output->first + 1) % RING;
    output->count--;
    SDL_CondBroadcast(output->changed);
    SDL_UnlockMutex(output->lock);
    return result;
}

static int run(void *data)
{
    Output *output = data;
    int result = 0, slot;
    Error error;

    error_clear(&error);
    while (result == 0 && (slot = await_frame(output)) >= 0)
        result = write_slot(output, slot, &error);
    if (SDL_AtomicGet(&output->leaving))
        result = -1;
    if (result == 0)
        result = output->format->close(output, &error);
    SDL_LockMutex(output->lock);
    if (result != 0)
        atomic_file_discard(&output->file);
    ffmpeg_discard(&output->ffmpeg);
    output->result = result;
    output->error = error;
    output->is_done = 1;
    SDL_CondBroadcast(output->changed);
    SDL_UnlockMutex(output->lock);
    return 0;
}

static int start(Output *output, const RipplePixels *frame, Error *error)
{
    output->lock = SDL_CreateMutex();
    output->changed = SDL_CreateCond();
    if (output->lock == NULL || output->changed == NULL)
        return error_set(error, output->path, "%s", SDL_GetError());
    if (output->format->open(output, frame, error) != 0)
        return -1;
    output->thread = SDL_CreateThread(run, "output", output);
    return output->thread != NULL
               ? 0
               : error_set(error, output->path, "%s", SDL_GetError());
}

Output *output_open(const OutputOption *option, const RipplePixels *frame,
                    const Track *track, Error *error)
{
    Output *output = xalloc_get(sizeof *output);

    output->format = &formats[option->format];
    output->path = option->path;
    output->is_numbered = option->is_numbered;
    output->track = *track;
    if (start(output, frame, error) == 0)
        return output;
    output_free(output);
    return NULL;
}

int output_await_room(Output *output, int wait_ms, Error *error)
{
    int result;

    SDL_LockMutex(output->lock);
    if (output->count == RING && !output->is_done && wait_ms > 0)
        SDL_CondWaitTimeout(output->changed, output->lock, (Uint32)wait_ms);
    result = output->is_done ? -1 : output->count < RING;
    if (result < 0)
        *error = output->error;
    SDL_UnlockMutex(output->lock);
    return result;
}

int output_add(Output *output, const RipplePixels *frame, int times,
               Error *error)
{
    RipplePixels *slot;

    SDL_LockMutex(output->lock);
    slot = &output->ring[(output->first + output->count) % RING];
    SDL_UnlockMutex(output->lock);
    if (slot->width == 0 && pixel_buffer_init(slot, frame->width, frame->height,
                                              frame->format) != 0)
        return error_set(error, output->path, "%s", strerror(ENOMEM));
    ripple_copy_pixels(frame, slot);
    SDL_LockMutex(output->lock);
    output->times[slot - output->ring] = times;
    output->count++;
    SDL_CondBroadcast(output->changed);
    SDL_UnlockMutex(output->lock);
    return 0;
}

void output_close(Output *output, int cuts_sound)
{
    SDL_LockMutex(output->lock);
    output->is_closed = 1;
    output->cuts_sound = cuts_sound;
    SDL_CondBroadcast(output->changed);
    SDL_UnlockMutex(output->lock);
}

/* Whether a thread that cannot be ended is not worth waiting for: ffmpeg.c ends
   those of encoders. */
static int is_hopeless(Output *output, int wait_ms)
{
    int has_reader = output->file.temporary == NULL;

    output->quiet_ms =
        output->frames == output->seen ? output->quiet_ms + wait_ms : 0;
    output->seen = output->frames;
    return output->format->add != add_video &&
           (stop_count() > 1 || (has_reader && output->quiet_ms >= GIVEN_MS));
}

int output_wait(Output *output, int wait_ms, Error *error)
{
    int result = 1;

    SDL_LockMutex(output->lock);
    if (!output->is_done)
        SDL_CondWaitTimeout(output->changed, output->lock, (Uint32)wait_ms);
    if (output->is_done)
        result = output->result;
    else if (stop_count() > 0 && is_hopeless(output, wait_ms)) {
        output->is_given_up = 1;
        error_set(&output->error, output->path,
                  output->file.temporary == NULL
                      ? "its reader hangs; frames are lost"
                      : "given up");
        result = -1;
    }
    if (result < 0)
        *error = output->error;
    SDL_UnlockMutex(output->lock);
    return result;
}

int output_has_lost_reader(const Output *output)
{
    return output->has_lost_reader;
}

/* Nothing else ends a thread that is in a system call or packs a picture. */
static void leave(Output *output)
{
    SDL_LockMutex(output->lock);
    if (output->file.temporary != NULL)
        unlink(output->file.temporary);
    error_print(&output->error);
    _exit(EXIT_FAILURE);
}

void output_free(Output *output)
{
    Error ignored;

    if (output == NULL)
        return;
    SDL_AtomicSet(&output->leaving, 1);
    if (output->thread != NULL) {
        output_close(output, 0);
        while (!output->is_given_up &&
               output_wait(output, STOP_POLL_MS, &ignored) > 0)
            continue;
        if (output->is_given_up)
            leave(output);
        SDL_WaitThread(output->thread, NULL);
    }
    atomic_file_discard(&output->file);
    ffmpeg_discard(&output->ffmpeg);
    for (int i = 0; i < RING; i++)
        pixel_buffer_clear(&output->ring[i]);
    SDL_DestroyCond(output->changed);
    SDL_DestroyMutex(output->lock);
    free(output);
}
