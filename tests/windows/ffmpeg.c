/* SPDX-License-Identifier: MIT */
/*
 * An ffmpeg.exe for tests: it has libx264, and writes what comes in, as it is,
 * to the file that is its last argument.
 */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *path = argv[argc - 1];
    char bytes[4096];
    size_t count;
    FILE *file;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-encoders") == 0)
            return puts(" V....D libx264 H.264") < 0;
    }
    if (strncmp(path, "file:", 5) == 0)
        path += 5;
    file = fopen(path, "wb");
    setmode(STDIN_FILENO, O_BINARY);
    if (file == NULL)
        return fprintf(stderr, "%s: cannot be written\n", path) > 0;
    while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0)
        fwrite(bytes, 1, count, file);
    return fclose(file) != 0;
}
