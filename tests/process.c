/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* putenv */

#include "process.h"

#include "support.h"

#include <SDL_image.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define FINDS_LEAKS 1
#elif defined(__has_feature)
#define FINDS_LEAKS __has_feature(address_sanitizer)
#else
#define FINDS_LEAKS 0
#endif

#define POLL_MS    5
#define PATH_BYTES 1024
#define LINE_BYTES 4096
#define MAX_WORDS  64
#define READ_BYTES 65536

extern char **environ;

static void make_absolute(char *path, const char *name)
{
    char folder[PATH_BYTES] = "";

    if (name[0] != '/')
        EXPECT(getcwd(folder, sizeof folder) != NULL);
    EXPECT_INT(snprintf(path, PATH_BYTES, "%s%s%s", folder,
                        folder[0] != '\0' ? "/" : "", name),
               <, PATH_BYTES);
}

const char *process_ripple(void)
{
    static char path[PATH_BYTES];
    const char *name = getenv("RIPPLE_PROGRAM");

    if (path[0] == '\0')
        make_absolute(path, name != NULL ? name : "build/release/ripple");
    return path;
}

const char *process_repository_path(const char *name)
{
    static char path[PATH_BYTES];

    make_absolute(path, name);
    return path;
}

/* Opens a program before the child becomes another user, who may not find it.
 */
static int open_program(const char *name)
{
    const char *folders = getenv("PATH");
    char path[PATH_BYTES];
    int program = -1;

    if (strchr(name, '/') != NULL)
        return open(name, O_RDONLY | O_CLOEXEC);
    while (folders != NULL && program < 0) {
        size_t length = strcspn(folders, ":");

        snprintf(path, sizeof path, "%.*s/%s", (int)length, folders, name);
        if (access(path, X_OK) == 0)
            program = open(path, O_RDONLY | O_CLOEXEC);
        folders = folders[length] == ':' ? folders + length + 1 : NULL;
    }
    return program;
}

int process_exists(const char *name)
{
    int program = open_program(name);

    if (program >= 0)
        close(program);
    return program >= 0;
}

int process_has_opengl(void)
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

static void change_environment(const char *const *changes)
{
    for (; changes != NULL && *changes != NULL; changes++) {
        if (strchr(*changes, '=') != NULL)
            putenv((char *)(uintptr_t)*changes);
        else
            unsetenv(*changes);
    }
}

/* The signal of the limit has its default, whatever the tests' caller did. */
static int limit_files(long bytes)
{
    struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};

    if (bytes == 0)
        return 0;
    signal(SIGXFSZ, SIG_DFL);
    return setrlimit(RLIMIT_FSIZE, &limit);
}

/* A build for coverage cannot write its counters under limits, and loses them
   all if it is killed while it does: the tests then run another build. */
static void choose_program(char *program, size_t size, const Process *process,
                           const char *name)
{
    const char *uncounted = getenv("RIPPLE_UNCOUNTED");
    const char *ripple = process_ripple();
    int is_limited =
        process->file_bytes != 0 || process->user != 0 || process->is_killed;

    /* The name of the bench begins with that of ripple. */
    if (uncounted != NULL && is_limited &&
        strncmp(name, ripple, strlen(ripple)) == 0)
        snprintf(program, size, "%s%s", uncounted, name + strlen(ripple));
    else
        snprintf(program, size, "%s", name);
}

/* The child: never returns. */
static void execute(const Process *process, const char *const argv[], int out,
                    int err)
{
    char name[4096];
    int in = open("/dev/null", O_RDONLY | O_CLOEXEC), program;
    uid_t user = process->user;

    choose_program(name, sizeof name, process, argv[0]);
    program = open_program(name);
    signal(SIGHUP, SIG_DFL); /* also when the tests run under nohup */
    if (process->output != NULL)
        out = open(process->output, O_WRONLY | O_CLOEXEC);
    if (process->errors != NULL)
        err = open(process->errors, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    change_environment(process->environment);
    if (program >= 0 && dup2(in, STDIN_FILENO) >= 0 &&
        dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0 &&
        (process->folder == NULL || chdir(process->folder) == 0) &&
        limit_files(process->file_bytes) == 0 &&
        (user == 0 || (setgid(user) == 0 && setuid(user) == 0)))
        fexecve(program, (char *const *)argv, environ);
    _exit(PROCESS_NOT_RUN);
}

static void make_pipe(int ends[2])
{
    EXPECT_INT(pipe(ends), ==, 0);
    for (int i = 0; i < 2; i++)
        EXPECT_INT(fcntl(ends[i], F_SETFD, FD_CLOEXEC), ==, 0);
}

void process_start(Process *process, const char *const argv[])
{
    int out[2], err[2];

    process_clear(process);
    make_pipe(out);
    make_pipe(err);
    process->pid = fork();
    EXPECT_INT(process->pid, >=, 0);
    if (process->pid == 0)
        execute(process, argv, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    process->pipes[0] = out[0];
    process->pipes[1] = err[0];
    process->status = -1;
    process->out = calloc(1, 1);
    process->err = calloc(1, 1);
    EXPECT(process->out != NULL && process->err != NULL);
}

static void close_pipe(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* Reads once from a pipe that has data or has ended. */
static void take(int *end, char **text, size_t *size)
{
    ssize_t count;

    *text = realloc(*text, *size + READ_BYTES + 1);
    EXPECT(*text != NULL);
    count = read(*end, *text + *size, READ_BYTES);
    if (count <= 0)
        close_pipe(end);
    else
        *size += (size_t)count;
    (*text)[*size] = '\0';
}

/* Reads both pipes, after at most `wait_ms`; 0 if nothing was there. */
static int drain(Process *process, int wait_ms)
{
    struct pollfd pipes[2] = {{process->pipes[0], POLLIN, 0},
                              {process->pipes[1], POLLIN, 0}};
    int ready = poll(pipes, 2, wait_ms);

    if (ready > 0 && pipes[0].revents != 0)
        take(&process->pipes[0], &process->out, &process->out_size);
    if (ready > 0 && pipes[1].revents != 0)
        take(&process->pipes[1], &process->err, &process->err_size);
    return ready > 0;
}

static long find_deadline(void)
{
    return process_clock_ms() + 1000L * PROCESS_TIMEOUT_S;
}

/* Reads what comes, for a moment. */
static void wait_until(Process *process, int wait_ms, long deadline)
{
    drain(process, wait_ms);
    if (process_clock_ms() < deadline)
        return;
    kill(process->pid, SIGKILL);
    ck_abort_msg("the program takes too long; stdout: %.200s, stderr: %.200s",
                 process->out, process->err);
}

/* The CPU time of all children that have been waited for. */
static long read_children_ms(void)
{
    struct rusage usage;

    EXPECT_INT(getrusage(RUSAGE_CHILDREN, &usage), ==, 0);
    return 1000L * (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

/* Looks every so often. */
static void finish(Process *process, int look_ms)
{
    long deadline = find_deadline(), before_ms = read_children_ms();
    int status;

    while (waitpid(process->pid, &status, WNOHANG) == 0)
        wait_until(process, look_ms, deadline);
    process->cpu_ms = read_children_ms() - before_ms;
    while (drain(process, 0))
        continue;
    process->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    process->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    process->pid = 0;
    close_pipe(&process->pipes[0]);
    close_pipe(&process->pipes[1]);
}

void process_finish(Process *process)
{
    finish(process, POLL_MS);
}

/* Splits a line into words[1] and so on, up to NULL, which lie in `text`. */
static int split_line(char *words[MAX_WORDS + 1], char text[LINE_BYTES],
                      const char *line)
{
    char copy[LINE_BYTES], *rest = copy, *end = text + LINE_BYTES;
    int count = 1;

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL; count++) {
        int inside = *word == '@';

        EXPECT_INT(count, <, MAX_WORDS);
        words[count] = text;
        text += snprintf(text, (size_t)(end - text), "%s%s",
                         inside ? support_path("") : "", word + inside);
        EXPECT(++text < end);
    }
    words[count] = NULL;
    return count;
}

static void start_line(Process *process, const char *program, const char *line)
{
    char *words[MAX_WORDS + 1] = {(char *)(uintptr_t)program};
    char text[LINE_BYTES];

    split_line(words, text, line);
    process_start(process, (const char *const *)words);
}

void process_start_ripple(Process *process, const char *line)
{
    start_line(process, process_ripple(), line);
}

void process_run_line(Process *process, const char *program, const char *line)
{
    start_line(process, program, line);
    process_finish(process);
}

void process_run_failing(Process *process, const char *name, const char *line)
{
    const char *ripple = process_ripple();
    char path[PATH_BYTES + 64];

    snprintf(path, sizeof path, "%.*sfailing/%s",
             (int)(strrchr(ripple, '/') + 1 - ripple), ripple, name);
    process_run_line(process, path, line);
}

void process_run_ripple(Process *process, const char *line)
{
    process_run_line(process, process_ripple(), line);
}

int process_parse(Options *options, const char *line, Error *error)
{
    static char text[LINE_BYTES];
    char *words[MAX_WORDS + 1] = {"ripple"};

    error->text[0] = '\0';
    return command_line_parse(options, split_line(words, text, line), words, 0,
                              error);
}

void process_stop(Process *process, int signal)
{
    EXPECT_INT(kill(process->pid, signal), ==, 0);
    process_finish(process);
}

long process_end_ms(Process *process, int signal)
{
    long begin_ms = process_busy_ms();

    EXPECT_INT(kill(process->pid, signal), ==, 0);
    finish(process, 0);
    return process_busy_ms() - begin_ms;
}

void process_await_lines(Process *process, int lines)
{
    long deadline = find_deadline();

    while (support_count_lines(process->out) +
               support_count_lines(process->err) <
           lines) {
        if (process->pipes[0] < 0 && process->pipes[1] < 0)
            ck_abort_msg("the program ended early: %s", process->err);
        wait_until(process, POLL_MS, deadline);
    }
}

int process_await_output(Process *process)
{
    long deadline = find_deadline();

    while (support_count_lines(process->out) == 0) {
        if (process->pipes[0] < 0) {
            process_finish(process);
            return 0;
        }
        wait_until(process, POLL_MS, deadline);
    }
    return 1;
}

void process_close_output(Process *process)
{
    close_pipe(&process->pipes[0]);
}

void process_clear(Process *process)
{
    free(process->out);
    free(process->err);
    process->out = process->err = NULL;
    process->out_size = process->err_size = 0;
    process->pid = 0;
    process->signal = 0;
}

void process_sleep_ms(int ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000L};

    nanosleep(&time, NULL);
}

long process_clock_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

long process_busy_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

RipplePixels process_read_picture(const char *path)
{
    SDL_Surface *surface = IMG_Load(path), *argb;
    RipplePixels pixels;

    if (surface == NULL)
        ck_abort_msg("%s: %s", path, IMG_GetError());
    pixels = support_pixels(surface->w, surface->h);
    argb = SDL_CreateRGBSurfaceWithFormatFrom(pixels.pixels, surface->w,
                                              surface->h, 32, surface->w * 4,
                                              SDL_PIXELFORMAT_ARGB8888);
    SDL_SetSurfaceBlendMode(surface, SDL_BLENDMODE_NONE);
    EXPECT_INT(SDL_BlitSurface(surface, NULL, argb, NULL), ==, 0);
    SDL_FreeSurface(argb);
    SDL_FreeSurface(surface);
    return pixels;
}
