/* SPDX-License-Identifier: MIT */
/*
 * The pictures that the user saves, ripple-NNNN.png in the working directory. A
 * thread packs a large one, which takes seconds, from a copy of the frame, so
 * that the window goes on and can close at once. While the thread runs, it owns
 * frame, copy, code and the file of output; others may ask for `done`.
 */
#ifndef RIPPLE_APP_WINDOW_SNAPSHOT_H
#define RIPPLE_APP_WINDOW_SNAPSHOT_H

#include "ripple.h"
#include "app/window/captions.h"
#include "media/atomic_file.h"

#include <SDL.h>
#include <stdint.h>

/* Filled in by the window: the captions. Must stay where it is. */
typedef struct Snapshot {
    Captions *captions;
    int is_saving;      /* until it is announced */
    SDL_Thread *thread; /* NULL: none runs */
    SDL_atomic_t done;
    const RipplePixels *frame;
    RipplePixels copy;
    char name[32];
    AtomicFile output;
    int code; /* errno of the writer, or 0 */
} Snapshot;

/* Saves a frame, which may change from then on. First waits until the one
   before is complete, unless the end is asked for: then it saves nothing. */
void snapshot_save(Snapshot *snapshot, const RipplePixels *frame,
                   uint64_t now_ns);

/* Announces a picture that is complete, as captions_announce, or the error. */
void snapshot_turn(Snapshot *snapshot, uint64_t now_ns);

/* How long no snapshot_turn is needed; UINT64_MAX if nothing is being saved. */
uint64_t snapshot_wait_ns(const Snapshot *snapshot);

/* Waits until nothing is being saved. If the end is asked for twice, it leaves
   no file and ends the process. */
void snapshot_end(Snapshot *snapshot, uint64_t now_ns);

#endif
