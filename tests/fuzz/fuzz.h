/* SPDX-License-Identifier: MIT */
/*
 * Helpers of the fuzzers. A fuzzer is one file with LLVMFuzzerTestOneInput,
 * which is called with the bytes of case after case; RANDOM_EXPECT aborts on a
 * wrong result. A fuzzer is linked with libFuzzer (make fuzz) or with driver.c,
 * which plays files (make fuzz-replay) and the cases of AFL++ (make fuzz-afl).
 */
#ifndef RIPPLE_TESTS_FUZZ_FUZZ_H
#define RIPPLE_TESTS_FUZZ_FUZZ_H

#include "app/scene.h"
#include "../random/source.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Called before the first case, if a fuzzer has it. */
__attribute__((weak)) void fuzz_set_up(void);

/* Called before the first case and for each case; both return 0. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a string, which the caller frees; a zero among them ends it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* This process's own folder, in TMPDIR or /tmp; it is removed when the process
   exits. */
const char *fuzz_folder(void);

/* A path in that folder: static text, valid until the next call. */
const char *fuzz_path(const char *name);

/* Writes a file into it. */
void fuzz_write(const char *name, const uint8_t *data, size_t size);

/* 1 if decoding is fast: a small picture, or no picture at all. */
int fuzz_is_small_picture(const uint8_t *data, size_t size);

/* A picture of opaque pixels that differ; the caller frees it. */
SDL_Surface *fuzz_make_picture(int width, int height);

/* Expects the frame to equal a complete rendering. */
void fuzz_check_frame(Scene *scene);

#endif
