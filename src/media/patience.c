/* SPDX-License-Identifier: MIT */
#include "media/patience.h"

#include "lib/util/fixed.h"
#include "os/step_clock.h"

#define SECONDS(n) ((n) * (uint64_t)STEP_CLOCK_SECOND_NS)
#define MAX_GAP_NS SECONDS(1)
#define WORK_NS    (SECONDS(1) / 10) /* of CPU time: less is no work */

void patience_start(Patience *patience, uint64_t now_ns)
{
    patience->looked_ns = now_ns;
    patience->quiet_ns = patience->idle_ns = 0;
}

void patience_hurry(Patience *patience, uint64_t now_ns)
{
    if (!patience->hurries)
        patience_start(patience, now_ns);
    patience->hurries = 1;
}

void patience_look(Patience *patience, uint64_t now_ns, uint64_t bytes,
                   uint64_t cpu_ns)
{
    uint64_t gap_ns = min_uint64(now_ns - patience->looked_ns, MAX_GAP_NS);
    int moves = bytes != patience->bytes;

    patience->looked_ns = now_ns;
    patience->bytes = bytes;
    patience->quiet_ns = moves ? 0 : patience->quiet_ns + gap_ns;
    patience->idle_ns += gap_ns;
    if (moves || cpu_ns >= patience->cpu_ns + WORK_NS) {
        patience->cpu_ns = cpu_ns;
        patience->idle_ns = 0;
    }
}

int patience_is_over(const Patience *patience)
{
    if (!patience->hurries)
        return patience->quiet_ns >= SECONDS(60);
    return patience->idle_ns >= SECONDS(5) || patience->quiet_ns >= SECONDS(30);
}
