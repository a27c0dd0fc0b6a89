/* SPDX-License-Identifier: MIT */
/*
 * A main for compilers without libFuzzer: runs each named file, and each file
 * of a named folder, once; - is standard input. Built by afl-clang-fast and
 * without arguments it runs the cases that afl-fuzz puts into shared memory.
 */
#include "fuzz.h"

#include <dirent.h>
#include <string.h>

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
    fprintf(stderr, "Usage: fuzz FILE|FOLDER...\n");
    exit(2);
}
#endif

static int run_stream(FILE *file)
{
    uint8_t *data = malloc(MAX_BYTES);
    size_t size;

    RANDOM_EXPECT(data != NULL);
    size = fread(data, 1, MAX_BYTES, file);
    data = realloc(data, size > 0 ? size : 1);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    int count;

    if (file == NULL) {
        perror(path);
        exit(1);
    }
    count = run_stream(file);
    fclose(file);
    return count;
}

static int run_folder(DIR *folder, const char *path)
{
    struct dirent *entry;
    char file[4096];
    int count = 0;

    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        count += run_file(file);
    }
    return count;
}

static int run(const char *path)
{
    DIR *folder = opendir(path);
    int count;

    if (strcmp(path, "-") == 0)
        return run_stream(stdin);
    if (folder == NULL)
        return run_file(path);
    count = run_folder(folder, path);
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    int count = 0;

    if (argc < 2) {
        run_given(argc, argv);
        return 0;
    }
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++)
        count += run(argv[i]);
    printf("%d files\n", count);
    return 0;
}
