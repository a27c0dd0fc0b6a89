/* SPDX-License-Identifier: MIT */
#include "app/control.h"

#include "os/compat.h"
#include "os/step_clock.h"

#include <errno.h>
#include <string.h>

#define TURN_NS 4000000u /* of a frame, for lines */

/* A thread: wakes the program when there are bytes, and sleeps until the
   program has read them. */
static int SDLCALL watch(void *data)
{
    Control *control = data;
    struct pollfd files[2] = {{control->file, POLLIN, 0},
                              {control->stop[0], POLLIN, 0}};
    SDL_Event wake = {.type = SDL_USEREVENT};

    for (;;) {
        int count = poll(files, 2, -1);

        if (files[1].revents != 0 || (count < 0 && errno != EINTR))
            return 0;
        if (count <= 0 || files[0].revents == 0)
            continue;
        SDL_AtomicSet(&control->is_readable, 1);
        SDL_PushEvent(&wake);
        SDL_SemWait(control->is_read);
    }
}

/* With a writer of our own a named pipe never ends. */
static int open_input(const char *path)
{
    struct stat status;

    if (strcmp(path, "-") == 0)
        return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    if (stat(path, &status) != 0)
        return -1;
    return open(path, (S_ISFIFO(status.st_mode) ? O_RDWR : O_RDONLY) |
                          O_CLOEXEC | O_NOCTTY);
}

int control_open(Control *control, const char *path, Error *error)
{
    *control = (Control){.name = path, .stop = {-1, -1}};
    control->file = open_input(path);
    if (control->file >= 0 && pipe(control->stop) == 0) {
        for (int i = 0; i < 2; i++)
            fcntl(control->stop[i], F_SETFD, FD_CLOEXEC);
        control->is_read = SDL_CreateSemaphore(0);
        control->thread = SDL_CreateThread(watch, "events", control);
    }
    if (control->thread != NULL)
        return 0;
    error_set(error, path, "%s", strerror(errno));
    control_close(control);
    return -1;
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

void control_close(Control *control)
{
    if (control->name == NULL)
        return;
    close_file(&control->stop[1]);
    if (control->is_read != NULL)
        SDL_SemPost(control->is_read);
    SDL_WaitThread(control->thread, NULL);
    SDL_DestroySemaphore(control->is_read);
    close_file(&control->stop[0]);
    close_file(&control->file);
    *control = (Control){0};
}

/* Reads on if the thread has found something. Returns whether it has. */
static int read_more(Control *control)
{
    ssize_t count;

    if (!SDL_AtomicGet(&control->is_readable))
        return 0;
    SDL_AtomicSet(&control->is_readable, 0);
    count = read(control->file, control->text + control->length,
                 sizeof control->text - control->length);
    if (count > 0)
        control->length += (size_t)count;
    else if (count == 0 && control->length > 0)
        control->text[control->length++] = '\n';
    if (count == 0 || (count < 0 && errno != EINTR))
        close_file(&control->stop[1]); /* so the thread ends */
    SDL_SemPost(control->is_read);
    return count >= 0 && control->length > 0;
}

/* The end of the first line, or NULL if it has not come yet. */
static char *find_end(Control *control)
{
    return memchr(control->text, '\n', control->length);
}

/* Takes `count` bytes away. */
static void forget(Control *control, size_t count)
{
    control->length -= count;
    memmove(control->text, control->text + count, control->length);
}

static void do_line(Control *control, char *end, ControlDo *run, void *context)
{
    const char *wrong = NULL;
    Error error;

    control->number++;
    *end = '\0';
    if (control->is_long)
        control->is_long = 0;
    else if (strlen(control->text) != (size_t)(end - control->text))
        wrong = "the line is not text";
    else if (run(context, control->text, &error) != 0)
        wrong = error.text;
    if (wrong != NULL)
        error_tell(control->name, "line %d: %s", control->number, wrong);
    forget(control, (size_t)(end + 1 - control->text));
}

/* A line that fills the text without an end. */
static void skip_long_line(Control *control)
{
    if (!control->is_long)
        error_tell(control->name, "line %d: the line is too long",
                   control->number + 1);
    control->is_long = 1;
    control->length = 0;
}

int control_turn(Control *control, ControlDo *run, void *context)
{
    uint64_t end_ns = step_clock_read_ns() + TURN_NS;
    char *end;

    do {
        end = find_end(control);
        if (end == NULL && control->length == sizeof control->text)
            skip_long_line(control);
        if (end != NULL)
            do_line(control, end, run, context);
        else if (!read_more(control))
            return 0;
    } while (step_clock_read_ns() < end_ns);
    return 1;
}
