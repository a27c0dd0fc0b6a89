/* SPDX-License-Identifier: MIT */
/*
 * The functions of POSIX, threads excepted, that the program uses. Windows has
 * most of them under other names, which this header and compat.c give them.
 * Signals that Windows lacks and rights of files are ignored there.
 */
#ifndef RIPPLE_OS_COMPAT_H
#define RIPPLE_OS_COMPAT_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32

#include <direct.h>
#include <io.h>

#define COMPAT_HOME    "USERPROFILE"
#define COMPAT_CONFIG  "AppData/Roaming" /* folders below it */
#define COMPAT_STATE   "AppData/Local"
#define COMPAT_NULL    "NUL"
#define COMPAT_SLASHES "/\\"

#define COMPAT_HAS_FORK 0

#define O_CLOEXEC  (_O_NOINHERIT | _O_BINARY)
#define O_NOCTTY   0
#define O_NONBLOCK 0

#define F_DUPFD_CLOEXEC 1
#define F_SETFD         2
#define F_SETFL         3
#define FD_CLOEXEC      1

#define SA_RESTART 0
#define SIGHUP     (-1)
#define SIGPIPE    (-1)
#define SIGXFSZ    (-1)
#define SIGQUIT    (-1)
#define SIGXCPU    (-1)

struct sigaction {
    void (*sa_handler)(int number);
    int sa_flags;
};

#define alarm(seconds)           ((void)(seconds))
#define lstat(path, status)      stat(path, status)
#define mkstemp(name)            compat_mkstemp(name)
#define mkdir(path, mode)        _mkdir(path)
#define pipe(ends)               _pipe(ends, 65536, O_CLOEXEC)
#define umask(mask)              compat_umask(mask)
#define fchmod(descriptor, mode) ((void)(mode))
#define fsync(descriptor)        _commit(descriptor)
#define read(file, bytes, size)  _read(file, bytes, (unsigned)(size))
#define write(file, bytes, size) _write(file, bytes, (unsigned)(size))
#define readlink(path, link, size) \
    ((void)(path), (void)(link), (void)(size), errno = EINVAL, -1)
#define rename(from, to)       compat_rename(from, to)
#define fcntl(descriptor, ...) compat_fcntl(descriptor, __VA_ARGS__)
#define sigaction(number, action, before) \
    compat_sigaction(number, action, before)

/* Windows waits for no pipe: this looks at them every millisecond. Everything
   else is always ready. */
struct pollfd {
    int fd; /* below 0: none */
    short events, revents;
};
#define POLLIN  1
#define POLLOUT 2
#define POLLHUP 4
#define poll    compat_poll
int compat_poll(struct pollfd *files, unsigned count, int wait_ms);

int compat_mkstemp(char *name);
int compat_rename(const char *from, const char *to);
int compat_fcntl(int descriptor, int request, int argument);
mode_t compat_umask(mode_t mask);
int compat_sigaction(int number, const struct sigaction *action,
                     struct sigaction *before);

#else

#define O_BINARY                  0
#define setmode(descriptor, mode) ((void)(mode))

#include <poll.h>

#define COMPAT_HOME    "HOME"
#define COMPAT_CONFIG  ".config"
#define COMPAT_STATE   ".local/state"
#define COMPAT_NULL    "/dev/null"
#define COMPAT_SLASHES "/"

#ifdef __wasm__
#define COMPAT_HAS_FORK 0
#else
#define COMPAT_HAS_FORK 1
#endif

#endif

/* Whether the stream takes a line within so much time: Ctrl+S stops a terminal,
   and a pipe may be full. 1 if the system does not tell. */
int compat_takes_text(FILE *stream, int wait_ms);

/* Prints lines on standard error. What it does not take within 0.1 s is lost:
   Ctrl+S on a terminal, or a full pipe that nobody reads, stops nothing. */
void compat_print(const char *lines);

/* Opens each of the descriptors 0 to 2 that is closed, to be read only: no file
   or connection gets the number, and what is printed there still fails. Windows
   changes no bytes of theirs. */
void compat_fill_standard(void);

/* From this call on a file that reaches the limit of its size is an error of
   write, EFBIG, and does not end the process. */
void compat_report_large_files(void);

/* Lets other threads and programs go first: from this call on this thread runs
   with less priority, where a system has priorities of threads (Linux). */
void compat_stand_back(void);

/* The file of this program, whose name is argv[0]. */
const char *compat_find_program(const char *name);

/* Writes the name of the processor; "" if the system does not tell it. */
void compat_find_processor(char *name, size_t size);

/* Whether a path begins at the root. */
int compat_is_absolute(const char *path);

/* The columns of the terminal; 0 if unknown. */
int compat_terminal_columns(FILE *stream);

#endif
