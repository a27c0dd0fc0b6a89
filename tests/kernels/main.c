/* SPDX-License-Identifier: MIT */
/*
 * ripple-difftest: compares every kernel of every level with the scalar one.
 *
 *   ripple-difftest [--level NAME] [CASE | FIRST END]
 *
 * Without numbers it runs cases 0..39999, and compares a hash of all that the
 * scalar kernels made with a constant: they are the same on every machine. One
 * number runs that case alone and prints it; two run FIRST to END - 1. Exit: 0
 * no difference, 1 some, 2 wrong usage.
 */
#include "arena.h"
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_CASES 40000
#define DEFAULT_HASH  0x8eff305f07c7a46du
#define MAX_PRINTED   20
#define EXIT_USAGE    2

typedef struct Range {
    uint64_t first, end;
    const char *level; /* NULL: all but scalar */
    int is_default, verbose;
} Range;

typedef struct Run {
    Family family;
    const Kernels *kernels;
    const char *wrong;
} Run;

static void run(void *argument)
{
    Run *present = argument;

    present->wrong = cases_run(present->family, present->kernels);
}

static int is_wanted(const Kernels *kernels, const Range *range)
{
    return range->level == NULL || strcmp(range->level, kernels->name) == 0;
}

/* Runs every level; the scalar kernel has run. */
static long run_family(uint64_t number, Family family, const Range *range,
                       long differences)
{
    Run present = {.family = family};
    long found = 0;

    for (int i = 1; (present.kernels = ripple_kernels_level(i)) != NULL; i++) {
        const char *level = present.kernels->name;

        if (!is_wanted(present.kernels, range))
            continue;
        if (!arena_try(run, &present))
            present.wrong = "touched memory outside";
        if (present.wrong != NULL && differences + ++found <= MAX_PRINTED)
            printf("difftest: case %llu, %s, %s: %s\n"
                   "    ripple-difftest --level %s %llu\n",
                   (unsigned long long)number, level, cases_family(family),
                   present.wrong, level, (unsigned long long)number);
    }
    return found;
}

static long run_case(uint64_t number, const Range *range, uint64_t *hash,
                     long differences)
{
    long found = 0;

    cases_make(number, range->verbose);
    for (int family = 0; family < FAMILY_COUNT; family++) {
        *hash = *hash * 31 + cases_run_scalar((Family)family);
        found += run_family(number, (Family)family, range, differences + found);
    }
    return found;
}

static int run_range(const Range *range)
{
    uint64_t hash = 0;
    long differences = 0;
    const Kernels *kernels;

    for (uint64_t number = range->first; number < range->end; number++)
        differences += run_case(number, range, &hash, differences);
    printf("difftest: %llu cases of %d kernels,",
           (unsigned long long)(range->end - range->first), FAMILY_COUNT);
    for (int i = 1; (kernels = ripple_kernels_level(i)) != NULL; i++) {
        if (is_wanted(kernels, range))
            printf(" %s", kernels->name);
    }
    printf("%s: %ld differences, hash %016llx\n",
           ripple_kernels_level(1) == NULL ? " no level but scalar here" : "",
           differences, (unsigned long long)hash);
    if (range->is_default && hash != DEFAULT_HASH) {
        puts("difftest: the scalar kernels have changed: another hash than "
             "the committed one");
        return 1;
    }
    return differences > 0;
}

static int read_number(uint64_t *number, const char *text)
{
    char *end;

    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' ? 0 : -1;
}

static int parse(Range *range, int argc, char **argv)
{
    int next = 1;

    *range = (Range){0, DEFAULT_CASES, NULL, 1, 0};
    if (next + 1 < argc && strcmp(argv[next], "--level") == 0) {
        range->level = argv[next + 1];
        if (ripple_kernels_find(range->level) == NULL ||
            ripple_kernels_find(range->level) == ripple_kernels_level(0))
            return -1;
        next += 2;
    }
    if (next == argc)
        return 0;
    range->is_default = 0;
    if (argc - next > 2 || read_number(&range->first, argv[next]) != 0)
        return -1;
    range->end = range->first + 1;
    range->verbose = argc - next == 1;
    if (argc - next == 2 && read_number(&range->end, argv[next + 1]) != 0)
        return -1;
    return range->first < range->end ? 0 : -1;
}

int main(int argc, char **argv)
{
    Range range;

    if (parse(&range, argc, argv) != 0) {
        fputs("usage: ripple-difftest [--level NAME] [CASE | FIRST END]\n",
              stderr);
        return EXIT_USAGE;
    }
    if (cases_init() != 0) {
        perror("difftest: memory");
        return EXIT_FAILURE;
    }
    arena_watch();
    return run_range(&range) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
