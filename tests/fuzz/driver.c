/* SPDX-License-Identifier: MIT */
/*
 * A main for compilers without libFuzzer: runs each named file once. Built by
 * afl-clang-fast and without arguments it runs the cases that afl-fuzz puts
 * into shared memory.
 */
#include "fuzz.h"

#define MAX_BYTES (1 << 20)

#ifdef __AFL_FUZZ_TESTCASE_LEN
#include <unistd.h>
__AFL_FUZZ_INIT()

/* Initializes after __AFL_INIT, which forks: each process needs its own
   folder. */
static void run_given(int argc, char **argv)
{
    const uint8_t *data;

    __AFL_INIT();
    LLVMFuzzerInitialize(&argc, &argv);
    data = __AFL_FUZZ_TESTCASE_BUF;
    while (__AFL_LOOP(1000))
        LLVMFuzzerTestOneInput(data, (size_t)__AFL_FUZZ_TESTCASE_LEN);
}
#else
static void run_given(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fprintf(stderr, "Usage: fuzz FILE...\n");
    exit(2);
}
#endif

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAX_BYTES);
    size_t size;

    RANDOM_EXPECT(data != NULL);
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    size = fread(data, 1, MAX_BYTES, file);
    fclose(file);
    data = realloc(data, size > 0 ? size : 1);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        run_given(argc, argv);
        return 0;
    }
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++)
        run_file(argv[i]);
    printf("%d files\n", argc - 1);
    return 0;
}
