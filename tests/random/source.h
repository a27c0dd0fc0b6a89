/* SPDX-License-Identifier: MIT */
/*
 * Random numbers for the drivers of this folder, from a seed or from the bytes
 * of a fuzzer: the same driver plays a numbered case or what a fuzzer found.
 */
#ifndef RIPPLE_TESTS_RANDOM_SOURCE_H
#define RIPPLE_TESTS_RANDOM_SOURCE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Source {
    const uint8_t *data; /* not owned; NULL: the seed decides */
    size_t left;         /* bytes; zeros follow them */
    uint64_t seed, drawn;
} Source;

/* `data` must not be NULL. */
Source source_from_bytes(const uint8_t *data, size_t size);
Source source_from_seed(uint64_t seed);

/* A number in 0..255. */
int source_byte(Source *source);

/* A number in 0..count - 1, count at most 65536. */
int source_below(Source *source, int count);

/* A number in min..max, which are at most 65535 apart. */
int source_between(Source *source, int min, int max);

/* Any int, most often one in 0..max or near 0; from a seed 19 of 20 are in
   0..max. */
int source_wild(Source *source, int max);

/* Splits off the next `size` bytes, or as many as there are. */
Source source_take(Source *source, size_t size);

/* Names the case that this thread plays, for the messages of RANDOM_EXPECT. */
__attribute__((format(printf, 1, 2))) void random_name_case(const char *format,
                                                            ...);
const char *random_case_name(void);

/* Prints a message and aborts, which all fuzzers notice. */
_Noreturn void random_fail(const char *file, int line, const char *condition);

#define RANDOM_EXPECT(condition) \
    do { \
        if (!(condition)) \
            random_fail(__FILE__, __LINE__, #condition); \
    } while (0)

#endif
