/* SPDX-License-Identifier: MIT */
/* Needs no header of OpenGL, which may be missing: the types are plain. */
#include "gl_reads.h"

#include "../process.h"
#include "../support.h"

#include <SDL.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define FINDS_LEAKS 1
#elif defined(__has_feature)
#define FINDS_LEAKS __has_feature(address_sanitizer)
#else
#define FINDS_LEAKS 0
#endif

#define MAP_READ 1u /* GL_MAP_READ_BIT */

GlReads gl_reads;

int gl_reads_are_possible(void)
{
    Process process = {0};
    int result;

    process_run_ripple(&process, "--list backends");
    result = !FINDS_LEAKS && strstr(process.out, "\ngpu ") != NULL;
    process_clear(&process);
    if (!result)
        puts("skipped: no OpenGL, or leaks are looked for");
    return result;
}

void *__real_SDL_GL_GetProcAddress(const char *name);
void *__wrap_SDL_GL_GetProcAddress(const char *name);

static void (*read_pixels)(int, int, int, int, unsigned, unsigned, void *);
static void *(*map)(unsigned, ptrdiff_t, ptrdiff_t, unsigned);

static void count_pixels(int x, int y, int width, int height, unsigned format,
                         unsigned type, void *pixels)
{
    gl_reads.count++;
    read_pixels(x, y, width, height, format, type, pixels);
}

static void *count_map(unsigned target, ptrdiff_t place, ptrdiff_t size,
                       unsigned access)
{
    int reads = (access & MAP_READ) != 0;

    gl_reads.count += reads && size > GL_READS_FEW_BYTES;
    if (reads && size == gl_reads.failing && gl_reads.spared-- <= 0)
        return NULL;
    return map(target, place, size, access);
}

/* The linker gives its name. The program reads by two functions alone. */
void *__wrap_SDL_GL_GetProcAddress(const char *name)
{
    void *found = __real_SDL_GL_GetProcAddress(name);
    void (*pixels)(int, int, int, int, unsigned, unsigned, void *) =
        count_pixels;
    void *(*mapped)(unsigned, ptrdiff_t, ptrdiff_t, unsigned) = count_map;

    EXPECT(strcmp(name, "glGetTexImage") != 0 &&
           strcmp(name, "glGetBufferSubData") != 0);
    if (found != NULL && strcmp(name, "glReadPixels") == 0) {
        memcpy(&read_pixels, &found, sizeof found);
        memcpy(&found, &pixels, sizeof found);
    } else if (found != NULL && strcmp(name, "glMapBufferRange") == 0) {
        memcpy(&map, &found, sizeof found);
        memcpy(&found, &mapped, sizeof found);
    }
    return found;
}
