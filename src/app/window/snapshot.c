/* SPDX-License-Identifier: MIT */
#include "app/window/snapshot.h"

#include "media/writer.h"
#include "os/compat.h"
#include "os/pixel_buffer.h"
#include "os/stop.h"

#include <errno.h>
#include <string.h>

#define AT_ONCE 65536 /* pixels, which take about 10 ms */
#define POLL_MS 20

static int pack(void *data)
{
    Snapshot *snapshot = data;

    snapshot->code =
        writer_png(snapshot->output.file, snapshot->frame) == 0 ? 0 : errno;
    SDL_AtomicSet(&snapshot->done, 1);
    return 0;
}

/* Starts a thread for a large frame. Without one, or without memory for a copy,
   the window waits. */
static void start(Snapshot *snapshot, const RipplePixels *frame)
{
    RipplePixels *copy = &snapshot->copy;

    SDL_AtomicSet(&snapshot->done, 0);
    snapshot->is_saving = 1;
    if ((int64_t)frame->width * frame->height > AT_ONCE &&
        pixel_buffer_init(copy, frame->width, frame->height, frame->format) ==
            0) {
        ripple_copy_pixels(frame, copy);
        snapshot->frame = copy;
        snapshot->thread = SDL_CreateThread(pack, "snapshot", snapshot);
    }
    if (snapshot->thread != NULL)
        return;
    snapshot->frame = frame;
    pack(snapshot);
}

/* Returns 0, or -1 and the reason. */
static int open_next(Snapshot *snapshot, Error *error)
{
    if (atomic_file_reserve(snapshot->name, sizeof snapshot->name, "png",
                            error) != 0)
        return -1;
    if (atomic_file_open(&snapshot->output, snapshot->name, error) == 0)
        return 0;
    unlink(snapshot->name);
    return -1;
}

void snapshot_save(Snapshot *snapshot, const RipplePixels *frame,
                   uint64_t now_ns)
{
    Error error;

    while (snapshot->is_saving && !SDL_AtomicGet(&snapshot->done) &&
           stop_count() == 0)
        SDL_Delay(POLL_MS);
    snapshot_turn(snapshot, now_ns);
    if (snapshot->is_saving)
        return;
    if (open_next(snapshot, &error) == 0)
        start(snapshot, frame);
    else
        captions_complain(snapshot->captions, now_ns, &error);
    snapshot_turn(snapshot, now_ns);
}

/* Completes the file. Returns 0, or -1 and leaves none. */
static int complete(Snapshot *snapshot, Error *error)
{
    if (snapshot->code == 0 &&
        atomic_file_commit(&snapshot->output, error) == 0)
        return 0;
    if (snapshot->code != 0)
        error_format(error, snapshot->name, "%s", strerror(snapshot->code));
    atomic_file_discard(&snapshot->output);
    unlink(snapshot->name);
    return -1;
}

void snapshot_turn(Snapshot *snapshot, uint64_t now_ns)
{
    Error error;

    if (!snapshot->is_saving || !SDL_AtomicGet(&snapshot->done))
        return;
    SDL_WaitThread(snapshot->thread, NULL);
    snapshot->thread = NULL;
    snapshot->is_saving = 0;
    pixel_buffer_clear(&snapshot->copy);
    if (complete(snapshot, &error) == 0)
        captions_announce(snapshot->captions, now_ns, snapshot->name, "");
    else
        captions_complain(snapshot->captions, now_ns, &error);
}

uint64_t snapshot_wait_ns(const Snapshot *snapshot)
{
    return snapshot->is_saving ? POLL_MS * (uint64_t)1000000 : UINT64_MAX;
}

/* Nothing can stop the thread but the end of the process. */
static void give_up(const Snapshot *snapshot)
{
    Error error;

    unlink(snapshot->output.temporary);
    unlink(snapshot->name);
    error_format(&error, snapshot->name, "given up");
    error_print(&error);
    _exit(EXIT_FAILURE);
}

void snapshot_end(Snapshot *snapshot, uint64_t now_ns)
{
    while (snapshot->is_saving && !SDL_AtomicGet(&snapshot->done)) {
        if (stop_count() > 1)
            give_up(snapshot);
        SDL_Delay(POLL_MS);
    }
    snapshot_turn(snapshot, now_ns);
}
