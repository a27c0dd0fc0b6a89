/* SPDX-License-Identifier: MIT */
/*
 * Between fork and _exit the child does nothing but draw and write. Should
 * another thread have held a lock of SDL's at the fork, it waits for that in
 * vain until its time is over.
 */
#include "app/image/decoder.h"

#include "host/compat.h"

#include <SDL_image.h>

#ifdef _WIN32

SDL_Surface *decoder_draw_svg(SDL_RWops *source, int side)
{
    return IMG_LoadSizedSVG_RW(source, side, side);
}

#else

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* What the child sends first; rows follow, four bytes a pixel. */
typedef struct Drawing {
    Uint32 format;
    int width, height;
} Drawing;

static void limit(int resource, rlim_t max)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > max)
        now.rlim_max = max;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

/* Where the system does not tell what there is, and under sanitizers, which
   lay claim to all, memory has no limit. */
static void limit_memory(void)
{
#ifndef RIPPLE_SANITIZED
    FILE *file = fopen("/proc/self/statm", "r");
    char line[128];
    unsigned long pages;

    if (file == NULL)
        return;
    if (fgets(line, sizeof line, file) != NULL &&
        (pages = strtoul(line, NULL, 10)) > 0)
        limit(RLIMIT_AS, (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) +
                             ((rlim_t)DECODER_MAX_MEGABYTES << 20));
    fclose(file);
#endif
}

static int send_bytes(int file, const void *bytes, size_t size)
{
    const char *next = bytes;

    while (size > 0) {
        ssize_t count = write(file, next, size);

        if (count < 0 && errno != EINTR)
            return -1;
        next += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return 0;
}

static int receive_bytes(int file, void *bytes, size_t size)
{
    char *next = bytes;

    while (size > 0) {
        ssize_t count = read(file, next, size);

        if (count == 0 || (count < 0 && errno != EINTR))
            return -1;
        next += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return 0;
}

static int draw(SDL_RWops *source, int side, int file)
{
    SDL_Surface *picture = IMG_LoadSizedSVG_RW(source, side, side);
    Drawing drawing;

    if (picture == NULL || picture->format->BytesPerPixel != 4)
        return EXIT_FAILURE;
    drawing = (Drawing){picture->format->format, picture->w, picture->h};
    if (send_bytes(file, &drawing, sizeof drawing) != 0)
        return EXIT_FAILURE;
    for (int y = 0; y < picture->h; y++) {
        const char *row =
            (const char *)picture->pixels + (ptrdiff_t)y * picture->pitch;

        if (send_bytes(file, row, (size_t)picture->w * 4) != 0)
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static SDL_Surface *receive(int file, int side)
{
    Drawing drawing;
    SDL_Surface *picture;

    if (receive_bytes(file, &drawing, sizeof drawing) != 0 ||
        drawing.width < 1 || drawing.width > side || drawing.height < 1 ||
        drawing.height > side)
        return NULL;
    picture = SDL_CreateRGBSurfaceWithFormat(0, drawing.width, drawing.height,
                                             32, drawing.format);
    for (int y = 0; picture != NULL && y < drawing.height; y++) {
        char *row = (char *)picture->pixels + (ptrdiff_t)y * picture->pitch;

        if (receive_bytes(file, row, (size_t)drawing.width * 4) != 0) {
            SDL_FreeSurface(picture);
            picture = NULL;
        }
    }
    return picture;
}

/* Waits for the child's end; whether a signal ended it, its limits' or one of
   a decoder that found no memory. */
static int was_ended(pid_t child)
{
    int status = 0;
    pid_t found;

    do {
        found = waitpid(child, &status, 0);
    } while (found < 0 && errno == EINTR);
    return found == child && WIFSIGNALED(status);
}

SDL_Surface *decoder_draw_svg(SDL_RWops *source, int side)
{
    SDL_Surface *picture;
    int ends[2];
    pid_t child;

    if (pipe(ends) != 0)
        return NULL;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    child = fork();
    if (child == 0) {
        limit(RLIMIT_CORE, 0);
        limit(RLIMIT_CPU, DECODER_MAX_SECONDS);
        limit_memory();
        _exit(draw(source, side, ends[1]));
    }
    close(ends[1]);
    picture = child > 0 ? receive(ends[0], side) : NULL;
    close(ends[0]);
    if (child > 0 && was_ended(child) && picture == NULL)
        SDL_SetError("the SVG takes too much time or memory to draw");
    return picture;
}

#endif
