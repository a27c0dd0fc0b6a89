/* SPDX-License-Identifier: MIT */
#include "media/ffmpeg_command.h"
#include "os/xalloc.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Playlists and patterns could name other files, and addresses. */
#define SEAMLESS "mov,matroska,avi,ogg,asf,flv,mxf"
#define FORMATS \
    SEAMLESS ",dv,mpeg,mpegts,mpegvideo,yuv4mpegpipe,mjpeg,gif,apng," \
             "jpegxl_pipe,jpegxl_anim"

static void add_word(FfmpegCommand *command, const char *word)
{
    assert(command->count < FFMPEG_MAX_WORDS - 1);
    command->words[command->count++] = word;
}

static void add_words(FfmpegCommand *command, const char *format,
                      va_list arguments)
{
    char *rest = command->text + command->used;
    size_t room = sizeof command->text - command->used;
    int length = vsnprintf(rest, room, format, arguments);

    assert(length >= 0 && (size_t)length < room);
    command->used += (size_t)length + 1;
    while (rest != NULL) {
        add_word(command, rest);
        rest = strchr(rest, ' ');
        if (rest != NULL)
            *rest++ = '\0';
    }
}

void ffmpeg_command_add(FfmpegCommand *command, const char *format, ...)
{
    va_list arguments;

    if (command->count == 0) {
        command->count = 1;
        ffmpeg_command_add(command, "-hide_banner -loglevel error");
        command->words[0] = "ffmpeg";
    }
    va_start(arguments, format);
    add_words(command, format, arguments);
    va_end(arguments);
}

static void add_input(FfmpegCommand *command, const char *formats,
                      const char *path)
{
    ffmpeg_command_add(
        command, "-protocol_whitelist file -format_whitelist %s -i", formats);
    ffmpeg_command_add_file(command, path);
}

void ffmpeg_command_add_film(FfmpegCommand *command, const char *path)
{
    add_input(command, FORMATS, path);
}

void ffmpeg_command_add_seamless(FfmpegCommand *command, const char *path)
{
    add_input(command, SEAMLESS, path);
}

void ffmpeg_command_add_file(FfmpegCommand *command, const char *path)
{
    size_t size = strlen(path) + sizeof "file:";
    char *file = xalloc_get(size);

    assert(command->file_count < FFMPEG_MAX_FILES);
    snprintf(file, size, "file:%s", path);
    command->files[command->file_count++] = file;
    add_word(command, file);
}

int ffmpeg_command_start(Child *child, FfmpegCommand *command, unsigned pipes,
                         const char *path, Error *error)
{
    ChildPlan plan = {.command = command->words,
                      .pipes = pipes,
                      .hear = command->hear,
                      .context = command->context};
    int code = child_start(child, &plan);

    while (command->file_count > 0)
        free(command->files[--command->file_count]);
    if (code == 0)
        return 0;
    if (code == ENOENT)
        return error_set(error, path,
                         "install the package ffmpeg: this needs the program "
                         "ffmpeg, which is not in PATH");
    return error_set(error, path, "ffmpeg: %s", strerror(code));
}

int ffmpeg_command_explain(const Child *child, int status, const char *path,
                           Error *error)
{
    const char *level = strstr(child->line, "[error] ");

    if (level == NULL)
        level = strstr(child->line, "[fatal] ");
    if (child->line[0] != '\0')
        return error_set(error, path, "ffmpeg: %s",
                         level != NULL ? level + 8 : child->line);
    if (status < 0)
        return error_set(error, path, "ffmpeg was ended by signal %d", -status);
    if (status > 0)
        return error_set(error, path, "ffmpeg ended with status %d", status);
    return error_set(error, path, "ffmpeg ended too early");
}
