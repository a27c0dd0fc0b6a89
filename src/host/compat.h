/* SPDX-License-Identifier: MIT */
/*
 * What the program uses of POSIX beyond threads. Windows has most of it under
 * other names, or does without: there this header and posix.c say how, as far
 * as the program goes. Signals that Windows has not, and rights of files, are
 * asked for in vain.
 */
#ifndef RIPPLE_HOST_COMPAT_H
#define RIPPLE_HOST_COMPAT_H

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

#define POSIX_HOME "USERPROFILE"
#define POSIX_NULL "NUL"

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

struct sigaction {
    void (*sa_handler)(int number);
    int sa_flags;
};

#define mkdir(path, mode)         _mkdir(path)
#define umask(mask)               posix_mask(mask)
#define fchmod(descriptor, mode)  ((void)(mode))
#define fsync(descriptor)         _commit(descriptor)
#define read(file, bytes, size)   _read(file, bytes, (unsigned)(size))
#define realpath(path, buffer)    ((char *)(buffer))
#define rename(from, to)          posix_rename(from, to)
#define fcntl(descriptor, ...)    posix_fcntl(descriptor, __VA_ARGS__)
#define strndup(text, length)     posix_copy(text, length)
#define fmemopen(text, size, how) posix_open_text(text, size)
#define sigaction(number, action, before) \
    posix_set_signal(number, action, before)

int posix_rename(const char *from, const char *to);
int posix_fcntl(int descriptor, int request, int argument);
mode_t posix_mask(mode_t mask);
char *posix_copy(const char *text, size_t length);
int posix_set_signal(int number, const struct sigaction *action,
                     struct sigaction *before);

/* A text of at most 64 KiB, to be read. */
FILE *posix_open_text(const char *text, size_t size);

#else

#define POSIX_HOME "HOME"
#define POSIX_NULL "/dev/null"

#endif

/* Whether a path says all about where. */
int posix_is_absolute(const char *path);

/* How many characters a line of this terminal has; 0 where it is unknown. */
int posix_find_columns(FILE *stream);

#endif
