/* SPDX-License-Identifier: MIT */
#include "app/output/snapshot.h"

#include "app/output/atomic_file.h"
#include "app/output/y4m_writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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
    if (output_reserve(name, size, "png", report) != 0)
        return -1;
    if (save_as(name, frame, report) == 0)
        return 0;
    unlink(name);
    return -1;
}
