/* SPDX-License-Identifier: MIT */
#include "app/output/snapshot.h"

#include "app/output/atomic_file.h"
#include "app/output/writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int save_as(const char *name, const RipplePixels *frame, Error *error)
{
    AtomicFile output;

    if (atomic_file_open(&output, name, error) != 0)
        return -1;
    if (writer_png(output.file, frame) == 0)
        return atomic_file_commit(&output, error);
    error_set(error, name, "%s", strerror(errno));
    atomic_file_discard(&output);
    return -1;
}

int snapshot_save(char *name, size_t size, const RipplePixels *frame,
                  Error *error)
{
    if (atomic_file_reserve(name, size, "png", error) != 0)
        return -1;
    if (save_as(name, frame, error) == 0)
        return 0;
    unlink(name);
    return -1;
}
