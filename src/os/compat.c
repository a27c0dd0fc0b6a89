/* SPDX-License-Identifier: MIT */
#include "os/compat.h"

#include <errno.h>
#include <string.h>

#ifdef __linux__
#include <sys/resource.h>
#endif

#define PATIENCE_MS 100
#define LATER       10 /* of niceness: about a tenth of the time of others */

#ifdef _WIN32

#include <windows.h>

/* mkstemp of mingw lets no other program open the file, such as ffmpeg. */
int compat_mkstemp(char *name)
{
    return _mktemp(name) == NULL
               ? -1
               : open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

/* rename of Windows' C library does not replace files. */
int compat_rename(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING))
        return 0;
    _set_errno(EACCES);
    return -1;
}

/* Inheritance is chosen when a file is opened: see O_CLOEXEC. */
int compat_fcntl(int descriptor, int request, int argument)
{
    (void)argument;
    return request == F_DUPFD_CLOEXEC ? _dup(descriptor) : 0;
}

mode_t compat_umask(mode_t mask)
{
    return (mode_t)_umask(mask);
}

int compat_sigaction(int number, const struct sigaction *action,
                     struct sigaction *before)
{
    if (number < 0)
        return -1;
    if (before != NULL)
        before->sa_handler = SIG_DFL;
    if (action != NULL)
        signal(number, action->sa_handler);
    return 0;
}

/* Returns what is ready. A pipe without a writer is at its end. */
static short look(const struct pollfd *file)
{
    HANDLE handle = (HANDLE)_get_osfhandle(file->fd);
    DWORD bytes;

    if (file->fd < 0)
        return 0;
    if (!(file->events & POLLIN) || GetFileType(handle) != FILE_TYPE_PIPE)
        return file->events;
    if (!PeekNamedPipe(handle, NULL, 0, NULL, &bytes, NULL))
        return POLLHUP;
    return bytes > 0 ? POLLIN : 0;
}

int compat_poll(struct pollfd *files, unsigned count, int wait_ms)
{
    ULONGLONG begin_ms = GetTickCount64();

    for (;;) {
        int ready = 0;

        for (unsigned i = 0; i < count; i++) {
            files[i].revents = look(&files[i]);
            ready += files[i].revents != 0;
        }
        if (ready > 0 ||
            (wait_ms >= 0 && GetTickCount64() - begin_ms >= (ULONGLONG)wait_ms))
            return ready;
        Sleep(1);
    }
}

int compat_is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' ||
           (path[0] != '\0' && path[1] == ':');
}

int compat_terminal_columns(FILE *stream)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));

    return GetConsoleScreenBufferInfo(console, &info)
               ? info.srWindow.Right - info.srWindow.Left + 1
               : 0;
}

const char *compat_find_program(const char *name)
{
    return _pgmptr != NULL ? _pgmptr : name;
}

void compat_find_processor(char *name, size_t size)
{
    const char *found = getenv("PROCESSOR_IDENTIFIER");

    snprintf(name, size, "%s", found != NULL ? found : "");
}

int compat_takes_text(FILE *stream, int wait_ms)
{
    (void)stream, (void)wait_ms;
    return 1;
}

#else

#include <sys/ioctl.h>

int compat_is_absolute(const char *path)
{
    return path[0] == '/';
}

int compat_terminal_columns(FILE *stream)
{
    struct winsize size;

    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

const char *compat_find_program(const char *name)
{
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    return length > 0 ? path : name;
}

void compat_find_processor(char *name, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];

    name[0] = '\0';
    while (file != NULL && name[0] == '\0' &&
           fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');

        if (colon != NULL && strncmp(line, "model name", 10) == 0)
            snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"),
                     colon + 2);
    }
    if (file != NULL)
        fclose(file);
}

int compat_takes_text(FILE *stream, int wait_ms)
{
    struct pollfd end = {fileno(stream), POLLOUT, 0};
    int ready;

    do
        ready = poll(&end, 1, wait_ms);
    while (ready < 0 && errno == EINTR);
    return ready != 0;
}

#endif

/* A line of at most PIPE_BUF bytes is written whole or not at all. */
void compat_print(const char *lines)
{
    while (*lines != '\0' && compat_takes_text(stderr, PATIENCE_MS)) {
        size_t length = strcspn(lines, "\n");

        length += lines[length] == '\n';
        fwrite(lines, 1, length, stderr);
        lines += length;
    }
}

/* Linux takes 0 for the thread that calls, POSIX for all of the process. */
void compat_stand_back(void)
{
#ifdef __linux__
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + LATER);
#endif
}

void compat_fill_standard(void)
{
    int file;

    do
        file = open(COMPAT_NULL, O_RDONLY);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
    for (file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        setmode(file, O_BINARY);
}

void compat_report_large_files(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    sigaction(SIGXFSZ, &ignore, NULL);
}
