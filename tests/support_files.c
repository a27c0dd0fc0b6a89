/* SPDX-License-Identifier: MIT */
/* The part of support.h that needs POSIX; tests/plain does without it. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "support.h"

#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Made before the tests fork: all tests share it. */
static char folder[] = "/tmp/ripple-tests-XXXXXX";

int support_make_folder(void)
{
    /* Hides the tester's own settings. Without a state folder a window cannot
       remember that it has run before. */
    return mkdtemp(folder) != NULL &&
                   setenv("XDG_CONFIG_HOME", folder, 1) == 0 &&
                   setenv("SDL_AUDIODRIVER", "dummy", 1) == 0 &&
                   setenv("XDG_STATE_HOME", "/dev/null", 1) == 0
               ? 0
               : -1;
}

void support_remove_folder(void)
{
    folder_remove(folder);
}

const char *support_path(const char *name)
{
    size_t size = sizeof folder + 1 + strlen(name);
    char *path = support_own(malloc(size), free);

    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

const char *support_write_bytes(const char *name, const void *bytes,
                                size_t size)
{
    const char *path = support_path(name);
    FILE *file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}

const char *support_write(const char *name, const char *text)
{
    return support_write_bytes(name, text, strlen(text));
}

char *support_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    long length;

    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    length = ftell(file);
    rewind(file);
    bytes = malloc((size_t)length + 1);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, (size_t)length, file), (size_t)length);
    bytes[length] = '\0';
    fclose(file);
    if (size != NULL)
        *size = (size_t)length;
    return bytes;
}

char *support_load(const char *path, size_t *size)
{
    char *bytes = support_read(path, size);

    ck_assert_msg(bytes != NULL, "%s is missing", path);
    return support_own(bytes, free);
}

int support_files_equal(const char *a, const char *b)
{
    size_t a_size, b_size;
    const char *a_bytes = support_load(a, &a_size);
    const char *b_bytes = support_load(b, &b_size);

    return a_size == b_size && memcmp(a_bytes, b_bytes, a_size) == 0;
}
