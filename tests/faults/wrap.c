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
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
#define FAILS_STREAM(call)      stream_fails(stream, call)
#define FAILS_STDOUT(call)      stream_fails(stdout, call)

#define DECLARE(name, type, parameters) \
    type __real_##name parameters; \
    type __wrap_##name parameters;

#define WRAP(name, family, type, bad, parameters, arguments) \
    DECLARE(name, type, parameters) \
    type __wrap_##name parameters \
    { \
        return FAILS_##family(#name) ? bad : __real_##name arguments; \
    }

#define WRAPS(name, type, parameters) \
    DECLARE(name, type, parameters) \
    type __wrap_##name parameters

WRAP(malloc, MEMORY, void *, NULL, (size_t size), (size))
WRAP(calloc, MEMORY, void *, NULL, (size_t n, size_t size), (n, size))
WRAP(realloc, MEMORY, void *, NULL, (void *old, size_t size), (old, size))
WRAP(strdup, MEMORY, char *, NULL, (const char *text), (text))
WRAP(open_memstream, MEMORY, FILE *, NULL, (char **bytes, size_t *size), (bytes,
     size))
WRAP(mmap, MEMORY, void *, MAP_FAILED, (void *wanted, size_t size, int access,
     int how, int file, off_t from), (wanted, size, access, how, file, from))

WRAP(pthread_create, THREADS, int, EAGAIN, (pthread_t *thread,
     const pthread_attr_t *how, void *(*run)(void *), void *data), (thread, how,
     run, data))
WRAP(pthread_mutex_init, THREADS, int, EAGAIN, (pthread_mutex_t *mutex,
     const pthread_mutexattr_t *how), (mutex, how))
WRAP(pthread_cond_init, THREADS, int, EAGAIN, (pthread_cond_t *cond,
     const pthread_condattr_t *how), (cond, how))
WRAP(SDL_CreateThread, THREADS, SDL_Thread *, NULL, (SDL_ThreadFunction run,
     const char *name, void *data), (run, name, data))

WRAP(fopen, FILES, FILE *, NULL, (const char *path, const char *how), (path,
     how))
WRAP(fdopen, FILES, FILE *, NULL, (int file, const char *how), (file, how))
WRAP(mkstemp, FILES, int, -1, (char *path), (path))
WRAP(rename, FILES, int, -1, (const char *from, const char *to), (from, to))
WRAP(fsync, FILES, int, -1, (int file), (file))
WRAP(fchmod, FILES, int, -1, (int file, mode_t mode), (file, mode))
WRAP(mkdir, FILES, int, -1, (const char *path, mode_t mode), (path, mode))
WRAP(stat, FILES, int, -1, (const char *path, struct stat *status), (path,
     status))
WRAP(fstat, FILES, int, -1, (int file, struct stat *status), (file, status))
WRAP(readlink, FILES, ssize_t, -1, (const char *path, char *link, size_t size),
     (path, link, size))
WRAP(getcwd, FILES, char *, NULL, (char *path, size_t size), (path, size))
WRAP(opendir, FILES, DIR *, NULL, (const char *path), (path))
WRAP(readdir, FILES, struct dirent *, NULL, (DIR *folder), (folder))
WRAP(dup, FILES, int, -1, (int file), (file))
WRAP(dup2, INTERRUPTED, int, -1, (int from, int to), (from, to))
WRAP(pipe, FILES, int, -1, (int ends[2]), (ends))
WRAP(socketpair, FILES, int, -1, (int domain, int type, int protocol,
     int ends[2]), (domain, type, protocol, ends))
WRAP(sendmsg, SLOW_FILES, ssize_t, -1, (int file, const struct msghdr *message,
     int how), (file, message, how))
WRAP(recvmsg, SLOW_FILES, ssize_t, -1, (int file, struct msghdr *message,
     int how), (file, message, how))
WRAP(fork, FILES, pid_t, -1, (void), ())
WRAP(execvp, FILES, int, -1, (const char *name, char *const words[]), (name,
     words))

WRAP(poll, SLOW_FILES, int, -1, (struct pollfd *files, nfds_t count,
     int wait_ms), (files, count, wait_ms))
WRAP(waitpid, INTERRUPTED, pid_t, -1, (pid_t child, int *status, int how),
     (child, status, how))
WRAP(wait4, INTERRUPTED, pid_t, -1, (pid_t child, int *status, int how,
     struct rusage *usage), (child, status, how, usage))
WRAP(fputs, STREAM, int, EOF, (const char *text, FILE *stream), (text, stream))
WRAP(fputc, STREAM, int, EOF, (int byte, FILE *stream), (byte, stream))
WRAP(putc, STREAM, int, EOF, (int byte, FILE *stream), (byte, stream))
WRAP(puts, STDOUT, int, EOF, (const char *text), (text))
WRAP(fflush, STREAM, int, EOF, (FILE *stream), (stream))
WRAP(fgets, STREAM, char *, NULL, (char *line, int size, FILE *stream), (line,
     size, stream))

WRAP(SDL_InitSubSystem, SDL, int, -1, (Uint32 flags), (flags))
WRAP(SDL_CreateWindow, SDL, SDL_Window *, NULL, (const char *title, int x,
     int y, int w, int h, Uint32 flags), (title, x, y, w, h, flags))
WRAP(SDL_GetRendererInfo, SDL, int, -1, (SDL_Renderer *renderer,
     SDL_RendererInfo *info), (renderer, info))
WRAP(SDL_GetRenderDriverInfo, SDL, int, -1, (int index, SDL_RendererInfo *info),
     (index, info))
WRAP(SDL_GetRendererOutputSize, SDL, int, -1, (SDL_Renderer *renderer, int *w,
     int *h), (renderer, w, h))
WRAP(SDL_CreateRenderer, SDL, SDL_Renderer *, NULL, (SDL_Window *window,
     int index, Uint32 flags), (window, index, flags))
WRAP(SDL_CreateTexture, SDL, SDL_Texture *, NULL, (SDL_Renderer *renderer,
     Uint32 format, int access, int w, int h), (renderer, format, access, w, h))
WRAP(SDL_CreateTextureFromSurface, SDL, SDL_Texture *, NULL,
     (SDL_Renderer *renderer, SDL_Surface *surface), (renderer, surface))
WRAP(SDL_UpdateTexture, SDL, int, -1, (SDL_Texture *texture,
     const SDL_Rect *rect, const void *pixels, int pitch), (texture, rect,
     pixels, pitch))
WRAP(SDL_SetTextureBlendMode, SDL, int, -1, (SDL_Texture *texture,
     SDL_BlendMode mode), (texture, mode))
WRAP(SDL_SetTextureScaleMode, SDL, int, -1, (SDL_Texture *texture,
     SDL_ScaleMode mode), (texture, mode))
WRAP(SDL_RenderSetVSync, SDL, int, -1, (SDL_Renderer *renderer, int vsync),
     (renderer, vsync))
WRAP(SDL_SetRenderDrawColor, SDL, int, -1, (SDL_Renderer *renderer, Uint8 r,
     Uint8 g, Uint8 b, Uint8 a), (renderer, r, g, b, a))
WRAP(SDL_RenderClear, SDL, int, -1, (SDL_Renderer *renderer), (renderer))
WRAP(SDL_RenderCopy, SDL, int, -1, (SDL_Renderer *renderer,
     SDL_Texture *texture, const SDL_Rect *from, const SDL_Rect *to), (renderer,
     texture, from, to))
WRAP(SDL_GetWindowSurface, SDL, SDL_Surface *, NULL, (SDL_Window *window),
     (window))
WRAP(SDL_UpdateWindowSurfaceRects, SDL, int, -1, (SDL_Window *window,
     const SDL_Rect *rects, int count), (window, rects, count))
WRAP(SDL_SetWindowFullscreen, SDL, int, -1, (SDL_Window *window, Uint32 flags),
     (window, flags))
WRAP(SDL_GetNumVideoDisplays, SDL, int, -1, (void), ())
WRAP(SDL_GetDisplayBounds, SDL, int, -1, (int display, SDL_Rect *bounds),
     (display, bounds))
WRAP(SDL_GetDisplayUsableBounds, SDL, int, -1, (int display, SDL_Rect *bounds),
     (display, bounds))
WRAP(SDL_GetCurrentDisplayMode, SDL, int, -1, (int display,
     SDL_DisplayMode *mode), (display, mode))
WRAP(SDL_GetWindowDisplayIndex, SDL, int, -1, (SDL_Window *window), (window))
WRAP(SDL_GetCurrentVideoDriver, SDL, const char *, NULL, (void), ())
WRAP(SDL_SetHint, SDL, SDL_bool, SDL_FALSE, (const char *name,
     const char *value), (name, value))
WRAP(SDL_CreateRGBSurfaceWithFormat, SDL, SDL_Surface *, NULL, (Uint32 flags,
     int w, int h, int depth, Uint32 format), (flags, w, h, depth, format))
WRAP(SDL_CreateRGBSurfaceWithFormatFrom, SDL, SDL_Surface *, NULL,
     (void *pixels, int w, int h, int depth, int pitch, Uint32 format), (pixels,
     w, h, depth, pitch, format))
WRAP(SDL_ConvertSurfaceFormat, SDL, SDL_Surface *, NULL, (SDL_Surface *surface,
     Uint32 format, Uint32 flags), (surface, format, flags))
WRAP(SDL_SetSurfaceBlendMode, SDL, int, -1, (SDL_Surface *surface,
     SDL_BlendMode mode), (surface, mode))
WRAP(SDL_UpperBlit, SDL, int, -1, (SDL_Surface *from, const SDL_Rect *part,
     SDL_Surface *to, SDL_Rect *place), (from, part, to, place))
WRAP(SDL_FillRect, SDL, int, -1, (SDL_Surface *surface, const SDL_Rect *rect,
     Uint32 colour), (surface, rect, colour))
WRAP(SDL_SoftStretch, SDL, int, -1, (SDL_Surface *from, const SDL_Rect *part,
     SDL_Surface *to, const SDL_Rect *place), (from, part, to, place))
WRAP(SDL_SoftStretchLinear, SDL, int, -1, (SDL_Surface *from,
     const SDL_Rect *part, SDL_Surface *to, const SDL_Rect *place), (from, part,
     to, place))
WRAP(SDL_PremultiplyAlpha, SDL, int, -1, (int w, int h, Uint32 from_format,
     const void *from, int from_pitch, Uint32 format, void *to, int pitch), (w,
     h, from_format, from, from_pitch, format, to, pitch))
WRAP(SDL_RWFromConstMem, SDL, SDL_RWops *, NULL, (const void *data, int size),
     (data, size))
WRAP(SDL_RWFromFP, SDL, SDL_RWops *, NULL, (void *file, SDL_bool closes), (file,
     closes))
WRAP(IMG_LoadPNG_RW, SDL, SDL_Surface *, NULL, (SDL_RWops *source), (source))
WRAP(IMG_LoadJPG_RW, SDL, SDL_Surface *, NULL, (SDL_RWops *source), (source))
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
