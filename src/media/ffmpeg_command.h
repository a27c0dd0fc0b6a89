/* SPDX-License-Identifier: MIT */
/*
 * Command lines of the program ffmpeg, which decodes and encodes films, and why
 * it ended. Files are named so that no name is an option, a pattern or an
 * address; of files that are read, only formats of films are looked for.
 */
#ifndef RIPPLE_MEDIA_FFMPEG_COMMAND_H
#define RIPPLE_MEDIA_FFMPEG_COMMAND_H

#include "os/child.h"
#include "os/error.h"

#include <stddef.h>

#define FFMPEG_MAX_WORDS 96
#define FFMPEG_MAX_FILES 2

/* Zeroed: "ffmpeg" and what all its calls have in common. */
typedef struct FfmpegCommand {
    const char *words[FFMPEG_MAX_WORDS];
    int count;
    char text[2048]; /* of the words, each with its '\0' */
    size_t used;
    char *files[FFMPEG_MAX_FILES];
    int file_count;
    int (*hear)(void *context, const char *line); /* as in ChildPlan */
    void *context;
} FfmpegCommand;

/* Adds words, written as by printf, with a blank between two. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void ffmpeg_command_add(FfmpegCommand *command, const char *format, ...);

/* Adds "-i" and a film to be read. */
void ffmpeg_command_add_film(FfmpegCommand *command, const char *path);

/* The same, of formats whose packets may be copied in a loop: MPEG's own
   overlap where they begin again. */
void ffmpeg_command_add_seamless(FfmpegCommand *command, const char *path);

/* Adds the name of a file to be written. */
void ffmpeg_command_add_file(FfmpegCommand *command, const char *path);

/* Starts ffmpeg with those pipes, see ChildPlan, and forgets the command.
   Returns 0, or -1 and no child: *error says what to install. */
int ffmpeg_command_start(Child *child, FfmpegCommand *command, unsigned pipes,
                         const char *path, Error *error);

/* Says why a child has ended before its time: the last line of its errors, or
   its status. Returns -1. */
int ffmpeg_command_explain(const Child *child, int status, const char *path,
                           Error *error);

#endif
