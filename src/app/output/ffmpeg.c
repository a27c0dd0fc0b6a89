/* SPDX-License-Identifier: MIT */
/*
 * Both pipes end in this one thread. While ffmpeg has no room for pixels its
 * errors are read, so neither program can ever wait for the other in vain.
 */
#include "app/output/ffmpeg.h"

#include "base/fixed.h"
#include "host/paths.h"
#include "host/pixel_buffer.h"

#include <SDL_endian.h>
#include <errno.h>
#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#endif
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define MOST_WORDS     64    /* of a command line */
#define MOST_OPTIONS   16    /* of a format */
#define PATIENCE_MS    60000 /* for ffmpeg to take some pixels */
#define LOOK_MS        50    /* between two looks whether it has ended */
#define FIRST_ORDINARY 3     /* descriptor behind the standard ones */

#if SDL_BYTEORDER == SDL_LIL_ENDIAN
#define PIXELS "bgr0"
#else
#define PIXELS "0rgb"
#endif

extern char **environ;

typedef struct Format {
    const char *name; /* of ffmpeg's muxer, and the ending of the file */
    int most_rate;    /* frames per second that it can tell; 0: any */
    int even_sides;   /* wants an even width and height */
    const char *filter;
    const char *options[MOST_OPTIONS]; /* up to NULL */
} Format;

/* Videos: the colours of HDTV, and said so, lest players guess by the size. */
#define VIDEO_FILTER "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
#define VIDEO_COLOURS \
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"

static const Format formats[] = {
    {"mp4",
     0,
     1,
     VIDEO_FILTER,
     {"-c:v", "libx264", "-preset", "veryfast", "-crf", "13", "-movflags",
      "+faststart", VIDEO_COLOURS}},
    {"webm",
     0,
     0,
     VIDEO_FILTER,
     {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "realtime",
      "-cpu-used", "6", VIDEO_COLOURS}},
    /* Players take a delay below 2/100 s for 10/100 s. */
    {"gif",
     50,
     0,
     "split[seen][shown];[seen]palettegen[palette];"
     "[shown][palette]paletteuse=dither=bayer:bayer_scale=3",
     {NULL}},
    {"webp",
     0,
     0,
     "format=bgra",
     {"-c:v", "libwebp_anim", "-lossless", "1", "-compression_level", "2",
      "-quality", "50", "-loop", "0"}},
    {"apng",
     0,
     0,
     "format=rgb24",
     {"-c:v", "apng", "-pred", "mixed", "-plays", "0"}},
};

static const Format *find_format(const char *path)
{
    for (int i = 0; i < COUNT(formats); i++) {
        if (paths_have_ending(path, formats[i].name))
            return &formats[i];
    }
    return NULL;
}

int ffmpeg_knows(const char *path)
{
    return find_format(path) != NULL;
}

#ifndef _WIN32

/* What ffmpeg is told, with the texts that are made for it. */
typedef struct Command {
    const char *words[MOST_WORDS];
    int count;
    char size[32], rate[16], filter[256];
    char *file; /* to be freed */
} Command;

static void say(Command *command, const char *word)
{
    command->words[command->count++] = word;
}

/* Where a side must be even and is odd, its last row or column comes twice. */
static void write_filter(Command *command, const Format *format, int width,
                         int height)
{
    if (format->even_sides && (width % 2 != 0 || height % 2 != 0))
        snprintf(command->filter, sizeof command->filter,
                 "format=gbrp,pad=%d:%d,"
                 "fillborders=right=%d:bottom=%d:mode=smear,%s",
                 width + width % 2, height + height % 2, width % 2, height % 2,
                 format->filter);
    else
        snprintf(command->filter, sizeof command->filter, "%s", format->filter);
}

/* A name that begins with '-' or holds a ':' is a name to "file:" only. */
static int write_file(Command *command, const AtomicFile *output)
{
    const char *path =
        output->temporary != NULL ? output->temporary : output->path;
    size_t size = strlen(path) + sizeof "file:";

    command->file = malloc(size);
    if (command->file == NULL)
        return ENOMEM;
    snprintf(command->file, size, "file:%s", path);
    return 0;
}

static int write_command(Command *command, const AtomicFile *output,
                         const RipplePixels *frame, int rate)
{
    static const char *const always[] = {
        "ffmpeg",  "-nostdin", "-hide_banner", "-loglevel",     "error", "-y",
        "-xerror", "-f",       "rawvideo",     "-pixel_format", PIXELS};
    const Format *format = find_format(output->path);

    memset(command, 0, sizeof *command);
    if (format->most_rate != 0 && rate > format->most_rate)
        rate = format->most_rate;
    snprintf(command->size, sizeof command->size, "%dx%d", frame->width,
             frame->height);
    snprintf(command->rate, sizeof command->rate, "%d", rate);
    write_filter(command, format, frame->width, frame->height);
    for (int i = 0; i < COUNT(always); i++)
        say(command, always[i]);
    say(command, "-video_size");
    say(command, command->size);
    say(command, "-framerate");
    say(command, command->rate);
    say(command, "-i");
    say(command, "pipe:0");
    say(command, "-vf");
    say(command, command->filter);
    for (int i = 0; i < MOST_OPTIONS && format->options[i] != NULL; i++)
        say(command, format->options[i]);
    say(command, "-f");
    say(command, format->name);
    if (write_file(command, output) != 0)
        return ENOMEM;
    say(command, command->file);
    return 0;
}

/* Both 0, of an encoder that is not open, and -1 mean none. */
static void close_end(int *end)
{
    if (*end > 0)
        close(*end);
    *end = -1;
}

/* A pipe that no other child inherits, out of the way of the standard
   descriptors, which may have been closed. Returns 0 or an errno. */
static int make_pipe(int ends[2])
{
    int raw[2], error = 0;

    if (pipe(raw) != 0)
        return errno;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, FIRST_ORDINARY);
        if (ends[i] < 0)
            error = errno;
    }
    close(raw[0]);
    close(raw[1]);
    return error;
}

/* Starts ffmpeg on its ends of the pipes. Returns 0 or an errno. */
static int spawn(pid_t *child, const Command *command, int input, int errors)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t signals;
    int error;

    if (posix_spawn_file_actions_init(&files) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&how) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    error = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    error |= posix_spawn_file_actions_addopen(&files, STDOUT_FILENO,
                                              "/dev/null", O_WRONLY, 0);
    error |= posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&how, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &signals);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP |
                                       POSIX_SPAWN_SETSIGMASK |
                                       POSIX_SPAWN_SETSIGDEF);
    error = error != 0 ? ENOMEM
                       : posix_spawnp(child, command->words[0], &files, &how,
                                      (char *const *)command->words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Returns 0 or an errno. */
static int start(Ffmpeg *ffmpeg, const Command *command)
{
    int input[2] = {-1, -1}, errors[2] = {-1, -1};
    int error = make_pipe(input);

    if (error == 0)
        error = make_pipe(errors);
    if (error == 0 && fcntl(input[1], F_SETFL, O_NONBLOCK) != 0)
        error = errno;
    if (error == 0)
        error = spawn(&ffmpeg->child, command, input[0], errors[1]);
    close_end(&input[0]);
    close_end(&errors[1]);
    if (error != 0) {
        ffmpeg->child = 0;
        close_end(&input[1]);
        close_end(&errors[0]);
    }
    ffmpeg->input = input[1];
    ffmpeg->errors = errors[0];
    return error;
}

/* A child that dies must neither take us with it nor be reaped unseen. */
static void set_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};

    sigaction(SIGPIPE, &action, NULL);
    action.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &action, NULL);
}

int ffmpeg_open(Ffmpeg *ffmpeg, const char *path, const RipplePixels *frame,
                int rate, Error *error)
{
    Command command;
    int code;

    memset(ffmpeg, 0, sizeof *ffmpeg);
    if (atomic_file_open(&ffmpeg->output, path, error) != 0)
        return -1;
    set_signals();
    code = write_command(&command, &ffmpeg->output, frame, rate);
    if (code == 0)
        code = start(ffmpeg, &command);
    free(command.file);
    if (code == 0)
        return 0;
    if (code == ENOENT)
        error_set(error, path, "%s",
                  "needs the program ffmpeg, which is not in PATH");
    else
        error_set(error, path, "ffmpeg: %s", strerror(code));
    ffmpeg_discard(ffmpeg);
    return -1;
}

/* Keeps the last line of all that comes. */
static void keep_line(Ffmpeg *ffmpeg, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
            ffmpeg->line_ended = 1;
            continue;
        }
        if (ffmpeg->line_ended)
            ffmpeg->length = 0;
        ffmpeg->line_ended = 0;
        if (ffmpeg->length + 1 < sizeof ffmpeg->line)
            ffmpeg->line[ffmpeg->length++] = bytes[i];
        ffmpeg->line[ffmpeg->length] = '\0';
    }
}

/* Reads what ffmpeg says, once there is something. */
static void listen_once(Ffmpeg *ffmpeg)
{
    char bytes[512];
    ssize_t count = read(ffmpeg->errors, bytes, sizeof bytes);

    if (count > 0)
        keep_line(ffmpeg, bytes, (size_t)count);
    else if (count == 0 || errno != EINTR)
        close_end(&ffmpeg->errors);
}

/* Waits until ffmpeg takes more pixels. Returns 0, or -1 and sets errno. */
static int await_room(Ffmpeg *ffmpeg)
{
    struct pollfd ends[2] = {{ffmpeg->input, POLLOUT, 0},
                             {ffmpeg->errors, POLLIN, 0}};
    int ready = poll(ends, 2, PATIENCE_MS);

    if (ready == 0)
        errno = ETIMEDOUT;
    if (ready <= 0)
        return ready < 0 && errno == EINTR ? 0 : -1;
    if (ends[1].revents != 0)
        listen_once(ffmpeg);
    return 0;
}

static int send_bytes(Ffmpeg *ffmpeg, const void *data, size_t size)
{
    const char *bytes = data;

    while (size > 0) {
        ssize_t sent = write(ffmpeg->input, bytes, size);

        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (errno == EAGAIN) {
            if (await_room(ffmpeg) != 0)
                return -1;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

static int send_rows(Ffmpeg *ffmpeg, const RipplePixels *frame)
{
    size_t width = (size_t)frame->width, rows = (size_t)frame->height;
    size_t at_once = frame->stride == width ? rows : 1;

    for (size_t y = 0; y < rows; y += at_once) {
        if (send_bytes(ffmpeg, frame->pixels + y * frame->stride,
                       at_once * width * sizeof *frame->pixels) != 0)
            return -1;
    }
    return 0;
}

/* Returns 0, or -1 and sets errno. */
static int send_frame(Ffmpeg *ffmpeg, const RipplePixels *frame)
{
    RipplePixels copy;
    const RipplePixels *wide = pixel_buffer_widen(frame, &copy);
    int error = ENOMEM;

    if (wide != NULL)
        error = send_rows(ffmpeg, wide) == 0 ? 0 : errno;
    pixel_buffer_clear(&copy);
    errno = error;
    return error == 0 ? 0 : -1;
}

/*
 * Tells ffmpeg that no more pixels come and waits for its end. Returns its
 * status, of waitpid, or -1. A grandchild may hold the pipe open for longer.
 */
static int await_end(Ffmpeg *ffmpeg)
{
    int status = -1;
    pid_t ended;

    close_end(&ffmpeg->input);
    while ((ended = waitpid(ffmpeg->child, &status,
                            ffmpeg->errors >= 0 ? WNOHANG : 0)) == 0 ||
           (ended < 0 && errno == EINTR)) {
        struct pollfd end = {ffmpeg->errors, POLLIN, 0};

        if (ffmpeg->errors >= 0 && poll(&end, 1, LOOK_MS) > 0)
            listen_once(ffmpeg);
    }
    for (struct pollfd end = {ffmpeg->errors, POLLIN, 0};
         ffmpeg->errors >= 0 && poll(&end, 1, 0) > 0;)
        listen_once(ffmpeg);
    ffmpeg->child = 0;
    return ended < 0 ? -1 : status;
}

static void report_end(const Ffmpeg *ffmpeg, int status, Error *error)
{
    const char *path = ffmpeg->output.path;

    if (ffmpeg->length > 0)
        error_set(error, path, "ffmpeg: %s", ffmpeg->line);
    else if (WIFSIGNALED(status))
        error_set(error, path, "ffmpeg was ended by signal %d",
                  WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        error_set(error, path, "ffmpeg ended with status %d",
                  WEXITSTATUS(status));
    else
        error_set(error, path, "%s", "ffmpeg ended too early");
}

int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error)
{
    if (send_frame(ffmpeg, frame) == 0)
        return 0;
    if (errno == EPIPE)
        report_end(ffmpeg, await_end(ffmpeg), error);
    else
        error_set(error, ffmpeg->output.path, "%s",
                  errno == ETIMEDOUT ? "ffmpeg takes no more frames"
                                     : strerror(errno));
    ffmpeg_discard(ffmpeg);
    return -1;
}

/* ffmpeg may end well without having written anything. */
static int is_empty(const AtomicFile *output)
{
    struct stat file;

    return output->temporary != NULL &&
           (fstat(fileno(output->file), &file) != 0 || file.st_size == 0);
}

int ffmpeg_close(Ffmpeg *ffmpeg, Error *error)
{
    int status = await_end(ffmpeg);
    int result = -1;

    if (status != 0 || is_empty(&ffmpeg->output))
        report_end(ffmpeg, status, error);
    else
        result = atomic_file_commit(&ffmpeg->output, error);
    ffmpeg_discard(ffmpeg);
    return result;
}

void ffmpeg_discard(Ffmpeg *ffmpeg)
{
    if (ffmpeg->child > 0) {
        kill(-ffmpeg->child, SIGKILL);
        while (waitpid(ffmpeg->child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    close_end(&ffmpeg->input);
    close_end(&ffmpeg->errors);
    atomic_file_discard(&ffmpeg->output);
    memset(ffmpeg, 0, sizeof *ffmpeg);
}

#else

int ffmpeg_open(Ffmpeg *ffmpeg, const char *path, const RipplePixels *frame,
                int rate, Error *error)
{
    (void)frame;
    (void)rate;
    memset(ffmpeg, 0, sizeof *ffmpeg);
    return error_set(error, path, "%s",
                     "the program cannot start ffmpeg on Windows");
}

int ffmpeg_add(Ffmpeg *ffmpeg, const RipplePixels *frame, Error *error)
{
    (void)frame;
    return error_set(error, ffmpeg->output.path, "%s", "is not open");
}

int ffmpeg_close(Ffmpeg *ffmpeg, Error *error)
{
    return ffmpeg_add(ffmpeg, NULL, error);
}

void ffmpeg_discard(Ffmpeg *ffmpeg)
{
    (void)ffmpeg;
}

#endif
