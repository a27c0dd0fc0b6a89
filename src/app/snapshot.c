/* SPDX-License-Identifier: MIT */
#include "snapshot.h"

#include "output.h"
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define LAST_NUMBER 9999

/* Makes an empty file of the first free name, so that it is ours. */
static int reserve_name(char *name, size_t size)
{
    for (int number = 1; number <= LAST_NUMBER; number++) {
        int descriptor;

        snprintf(name, size, "ripple-%04d.png", number);
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0)
            return close(descriptor);
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

static int save_as(const char *name, const RipplePixels *frame, Report *report)
{
    Output output;

    if (output_open(&output, name, report) != 0)
        return -1;
    if (record_png(output.file, frame) == 0)
        return output_commit(&output, report);
    report_failure(report, name, "%s", strerror(errno));
    output_discard(&output);
    return -1;
}

int snapshot_save(char *name, size_t size, const RipplePixels *frame,
                  Report *report)
{
    if (reserve_name(name, size) != 0)
        return report_failure(report, name, "%s", strerror(errno));
    if (save_as(name, frame, report) == 0)
        return 0;
    unlink(name);
    return -1;
}
