/* SPDX-License-Identifier: MIT */
/*
 * The wrappers of fault_injection.h. The build reads their names for --wrap
 * from the lines that begin with WRAP( or WRAPS(; a WRAPS has its own body.
 */
#include "lib/util/fixed.h"
#include "fault_injection.h"

#include "os/step_clock.h"

#include <SDL.h>
#include <SDL_image.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int fails(FaultFamily family, const char *call)
{
    static const int errors[FAULT_COUNT] = {[FAULT_MEMORY] = ENOMEM,
                                            [FAULT_FILES] = EIO,
                                            [FAULT_INTERRUPTED] = EINTR};

    if (!faults_strike(family, call))
        return 0;
    if (errors[family] != 0)
        errno = errors[family];
    if (family == FAULT_SDL)
        SDL_SetError("%s has been made to fail", call);
    return 1;
}

/* Sets the stream's error flag too. Standard error never fails: its failure
   cannot be reported. */
static int stream_fails(FILE *stream, const char *call)
{
    if (stream == stderr || !fails(FAULT_FILES, call))
        return 0;
#ifdef _IO_ERR_SEEN
    stream->_flags |= _IO_ERR_SEEN;
#endif
    return 1;
}

/* clang-format off */
#define FAILS_MEMORY(call)      fails(FAULT_MEMORY, call)
#define FAILS_THREADS(call)     fails(FAULT_THREADS, call)
#define FAILS_FILES(call)       fails(FAULT_FILES, call)
#define FAILS_SDL(call)         fails(FAULT_SDL, call)
#define FAILS_INTERRUPTED(call) fails(FAULT_INTERRUPTED, call)
#define FAILS_SLOW_FILES(call)  (FAILS_FILES(call) || FAILS_INTERRUPTED(call))
#define FAILS_STDOUT(call)      stream_fails(stdout, call)
#define FAILS_FIRST(call)       stream_fails((FILE *)a, call)
#define FAILS_SECOND(call)      stream_fails((FILE *)b, call)
#define FAILS_THIRD(call)       stream_fails((FILE *)c, call)

/* A word holds an argument or result of any of these functions, which take nine
   at most: numbers that are no fractions, and pointers. A function ignores the
   words after its own. */
typedef intptr_t Word;

#define WORDS Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, \
    Word i

#define WRAP(name, family, bad) \
    Word __real_##name(WORDS); \
    Word __wrap_##name(WORDS); \
    Word __wrap_##name(WORDS) \
    { \
        return FAILS_##family(#name) ? (Word)(bad) \
                                     : __real_##name(a, b, c, d, e, f, g, h, i); \
    }

#define WRAPS(name, type, parameters) \
    type __real_##name parameters; \
    type __wrap_##name parameters; \
    type __wrap_##name parameters

WRAP(malloc, MEMORY, NULL)
WRAP(calloc, MEMORY, NULL)
WRAP(realloc, MEMORY, NULL)
WRAP(strdup, MEMORY, NULL)
WRAP(mmap, MEMORY, MAP_FAILED)

WRAP(pthread_create, THREADS, EAGAIN)
WRAP(pthread_mutex_init, THREADS, EAGAIN)
WRAP(pthread_cond_init, THREADS, EAGAIN)
WRAP(SDL_CreateThread, THREADS, NULL)

WRAP(fopen, FILES, NULL)
WRAP(fdopen, FILES, NULL)
WRAP(mkstemp, FILES, -1)
WRAP(rename, FILES, -1)
WRAP(fsync, FILES, -1)
WRAP(fchmod, FILES, -1)
WRAP(mkdir, FILES, -1)
WRAP(stat, FILES, -1)
WRAP(fstat, FILES, -1)
WRAP(readlink, FILES, -1)
WRAP(getcwd, FILES, NULL)
WRAP(opendir, FILES, NULL)
WRAP(readdir, FILES, NULL)
WRAP(dup, FILES, -1)
WRAP(dup2, INTERRUPTED, -1)
WRAP(pipe, FILES, -1)
WRAP(fork, FILES, -1)
WRAP(execvp, FILES, -1)

WRAP(poll, SLOW_FILES, -1)
WRAP(waitpid, INTERRUPTED, -1)
WRAP(wait4, INTERRUPTED, -1)
WRAP(fputs, SECOND, EOF)
WRAP(fputc, SECOND, EOF)
WRAP(putc, SECOND, EOF)
WRAP(puts, STDOUT, EOF)
WRAP(fflush, FIRST, EOF)
WRAP(fgets, THIRD, NULL)

WRAP(SDL_InitSubSystem, SDL, -1)
WRAP(SDL_CreateWindow, SDL, NULL)
WRAP(SDL_GetRendererInfo, SDL, -1)
WRAP(SDL_GetRenderDriverInfo, SDL, -1)
WRAP(SDL_GetRendererOutputSize, SDL, -1)
WRAP(SDL_CreateRenderer, SDL, NULL)
WRAP(SDL_CreateTexture, SDL, NULL)
WRAP(SDL_UpdateTexture, SDL, -1)
WRAP(SDL_SetTextureBlendMode, SDL, -1)
WRAP(SDL_SetTextureScaleMode, SDL, -1)
WRAP(SDL_RenderSetVSync, SDL, -1)
WRAP(SDL_SetRenderDrawColor, SDL, -1)
WRAP(SDL_RenderClear, SDL, -1)
WRAP(SDL_RenderCopy, SDL, -1)
WRAP(SDL_GetWindowSurface, SDL, NULL)
WRAP(SDL_UpdateWindowSurfaceRects, SDL, -1)
WRAP(SDL_SetWindowFullscreen, SDL, -1)
WRAP(SDL_GetNumVideoDisplays, SDL, -1)
WRAP(SDL_GetDisplayBounds, SDL, -1)
WRAP(SDL_GetDisplayUsableBounds, SDL, -1)
WRAP(SDL_GetCurrentDisplayMode, SDL, -1)
WRAP(SDL_GetWindowDisplayIndex, SDL, -1)
WRAP(SDL_GetCurrentVideoDriver, SDL, NULL)
WRAP(SDL_SetHint, SDL, SDL_FALSE)
WRAP(SDL_CreateRGBSurfaceWithFormat, SDL, NULL)
WRAP(SDL_CreateRGBSurfaceWithFormatFrom, SDL, NULL)
WRAP(SDL_ConvertSurfaceFormat, SDL, NULL)
WRAP(SDL_SetSurfaceBlendMode, SDL, -1)
WRAP(SDL_UpperBlit, SDL, -1)
WRAP(SDL_FillRect, SDL, -1)
WRAP(SDL_SoftStretch, SDL, -1)
WRAP(SDL_SoftStretchLinear, SDL, -1)
WRAP(SDL_PremultiplyAlpha, SDL, -1)
WRAP(SDL_RWFromConstMem, SDL, NULL)
WRAP(SDL_RWFromFP, SDL, NULL)
WRAP(IMG_LoadPNG_RW, SDL, NULL)
WRAP(IMG_LoadJPG_RW, SDL, NULL)
/* clang-format on */

/* Fails after a part of the file is written. */
WRAPS(IMG_SavePNG_RW, int, (SDL_Surface * surface, SDL_RWops *to, int closes))
{
    if (!fails(FAULT_SDL, "IMG_SavePNG_RW"))
        return __real_IMG_SavePNG_RW(surface, to, closes);
    SDL_RWwrite(to, "half", 4, 1);
    return SDL_SetError("only a part has been written");
}

WRAPS(open, int, (const char *path, int how, ...))
{
    va_list list;
    mode_t mode = 0;

    va_start(list, how);
    if (how & O_CREAT)
        mode = (mode_t)va_arg(list, int);
    va_end(list);
    return fails(FAULT_FILES, "open") ? -1 : __real_open(path, how, mode);
}

WRAPS(fcntl, int, (int file, int request, ...))
{
    va_list list;
    void *argument; /* a number or a pointer, as glibc takes it */

    va_start(list, request);
    argument = va_arg(list, void *);
    va_end(list);
    return fails(FAULT_FILES, "fcntl") ? -1
                                       : __real_fcntl(file, request, argument);
}

WRAPS(read, ssize_t, (int file, void *bytes, size_t size))
{
    if (FAILS_SLOW_FILES("read"))
        return -1;
    if (fails(FAULT_SHORT, "read") && size > 1)
        size = 1;
    return __real_read(file, bytes, size);
}

WRAPS(write, ssize_t, (int file, const void *bytes, size_t size))
{
    if (FAILS_SLOW_FILES("write"))
        return -1;
    if (fails(FAULT_SHORT, "write") && size > 1)
        size = 1;
    return __real_write(file, bytes, size);
}

/* Closes even if it fails. */
WRAPS(close, int, (int file))
{
    int result = __real_close(file);

    return fails(FAULT_FILES, "close") ? -1 : result;
}

WRAPS(fwrite, size_t, (const void *data, size_t size, size_t n, FILE *stream))
{
    return stream_fails(stream, "fwrite")
               ? __real_fwrite(data, size, n / 2, stream)
               : __real_fwrite(data, size, n, stream);
}

WRAPS(fprintf, int, (FILE * stream, const char *format, ...))
{
    va_list list;
    int result;

    if (stream_fails(stream, "fprintf"))
        return -1;
    va_start(list, format);
    result = vfprintf(stream, format, list);
    va_end(list);
    return result;
}

WRAPS(printf, int, (const char *format, ...))
{
    va_list list;
    int result;

    if (stream_fails(stdout, "printf"))
        return -1;
    va_start(list, format);
    result = vprintf(format, list);
    va_end(list);
    return result;
}

WRAPS(fclose, int, (FILE * stream))
{
    int result = __real_fclose(stream);

    return fails(FAULT_FILES, "fclose") ? EOF : result;
}

/* The simulated user: for each turn of the window a key, a type of event, or 0
   for none. */
static const Uint32 plays[] = {SDL_MOUSEBUTTONDOWN,
                               SDL_MOUSEMOTION,
                               SDL_MOUSEBUTTONUP,
                               SDLK_h,
                               SDLK_s,
                               SDLK_4,
                               SDLK_MINUS,
                               SDLK_F9,
                               0,
                               SDLK_h,
                               SDL_DROPFILE,
                               0,
                               SDL_RENDER_DEVICE_RESET,
                               SDLK_F9,
                               SDLK_r,
                               SDL_WINDOWEVENT,
                               SDLK_s,
                               SDLK_F9,
                               SDLK_c,
                               SDLK_f,
                               0,
                               SDL_QUIT};

static int is_key(Uint32 action)
{
    return action != 0 && (action < SDL_QUIT || action > SDL_LASTEVENT);
}

static int played; /* calls: one returns the event, the next none */

static int play(SDL_Event *event, int number)
{
    memset(event, 0, sizeof *event);
    event->type = is_key(plays[number]) ? SDL_KEYDOWN : plays[number];
    if (event->type == SDL_KEYDOWN)
        event->key.keysym.sym = (SDL_Keycode)plays[number];
    else if (event->type == SDL_DROPFILE)
        event->drop.file = SDL_strdup("../pictures/b.png");
    else if (event->type == SDL_MOUSEMOTION)
        event->motion.x = event->motion.y = 9;
    else if (event->type == SDL_WINDOWEVENT)
        SDL_SetWindowSize(SDL_GetWindowFromID(1), 31, 23);
    if (event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_MOUSEBUTTONUP)
        event->button.button = SDL_BUTTON_LEFT;
    return event->type != 0 && event->type != SDL_WINDOWEVENT;
}

WRAPS(SDL_PollEvent, int, (SDL_Event * event))
{
    if (!faults->has_user)
        return __real_SDL_PollEvent(event);
    if (played++ % 2 == 0 && played / 2 < COUNT(plays) &&
        play(event, played / 2))
        return 1;
    played += played % 2;
    return __real_SDL_PollEvent(event);
}

WRAPS(SDL_WaitEventTimeout, int, (SDL_Event * event, int wait_ms))
{
    return faults->has_user ? 0 : __real_SDL_WaitEventTimeout(event, wait_ms);
}

WRAPS(step_clock_read_ns, uint64_t, (void))
{
    return faults->has_user
               ? (uint64_t)STEP_CLOCK_SECOND_NS * (uint64_t)(100 + played) / 100
               : __real_step_clock_read_ns();
}
