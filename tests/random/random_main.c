/* SPDX-License-Identifier: MIT */
/*
 * ripple-random: random cases, each a number that plays it again.
 *
 *   ripple-random stress [FIRST] END     pools that go from thread to thread
 *   ripple-random rest SIZE [FIRST] END  pools of up to SIZE cells a side until
 *                                        they are at rest
 *   ripple-random slow SIZE [FIRST] END  those that hardly lose energy: whether
 *                                        they repeat
 *
 * Exit status 0: passed, 1: failed, 2: wrong usage.
 */
#include "lib/util/fixed.h"
#include "os/parse.h"
#include "modes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_SIZE   8
#define MAX_SIZE   256
#define EXIT_USAGE 2

static int play_cases(const char *mode, int argc, char **argv)
{
    int is_slow = strcmp(mode, "slow") == 0, size;
    int has_size = is_slow || strcmp(mode, "rest") == 0;
    uint64_t first = 0, end;

    if ((!has_size && strcmp(mode, "stress") != 0) || argc < 1 + has_size ||
        argc > 2 + has_size ||
        (has_size && parse_int(&size, argv[0], MIN_SIZE, MAX_SIZE) != 0) ||
        (argc == 2 + has_size && parse_uint64(&first, argv[has_size]) != 0) ||
        parse_uint64(&end, argv[argc - 1]) != 0 || first >= end)
        return -1;
    return has_size ? rest_play(is_slow, size, first, end)
                    : stress_play(first, end);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int status = play_cases(mode, argc - 2, argv + 2);

    if (status >= 0)
        return status;
    fputs("usage: ripple-random stress [FIRST] END\n"
          "       ripple-random rest|slow SIZE [FIRST] END\n",
          stderr);
    return EXIT_USAGE;
}
