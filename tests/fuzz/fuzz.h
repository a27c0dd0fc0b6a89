/* SPDX-License-Identifier: MIT */
/*
 * What the fuzzers share. Each of them is one file with a function that is
 * given bytes again and again and may do nothing but return; what must hold is
 * asked for with RANDOM_EXPECT. The same files are linked with libFuzzer
 * (make fuzz), or with driver.c, which runs files once each, and is what AFL++
 * feeds (make fuzz-afl).
 */
#ifndef RIPPLE_TESTS_FUZZ_FUZZ_H
#define RIPPLE_TESTS_FUZZ_FUZZ_H

#include "app/scene/scene.h"
#include "../random/source.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Called before the first case, if a fuzzer has it, and for each case; both
   return 0. */
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a string, to be freed; one with zeros among them ends early. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A folder of this process's own, in TMPDIR or /tmp, removed when it ends in
   order, with all that was put there by the functions below. */
const char *fuzz_folder(void);

/* The path of a file in that folder, as static text. */
const char *fuzz_path(const char *name);

/* Writes a file into it. */
void fuzz_write(const char *name, const uint8_t *data, size_t size);

/* Whether the size in a picture's header, if that is one, is so small that to
   decode it takes no time. */
int fuzz_is_small_picture(const uint8_t *data, size_t size);

#endif
