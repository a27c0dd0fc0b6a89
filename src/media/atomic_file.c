/* SPDX-License-Identifier: MIT */
#include "media/atomic_file.h"

#include "os/compat.h"
#include "os/paths.h"
#include "os/stop.h"
#include "os/xalloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#if COMPAT_HAS_FORK
#include <poll.h>
#endif

#define SUFFIX     ".XXXXXX"
#define SHORT_NAME "ripple" /* where a longer one leaves no room for it */
#define MAX_NUMBER 9999     /* of a reserved name */
#define MAX_LINKS  40       /* that lead to a file, as Linux has it */
#define MAX_LINK   4095     /* bytes in one */
#define MAX_PARTS  32
#define SAY_MS     2000 /* a reader is late after this time */

/* Names of files that must go if the program ends without memory: unfinished
   ones, and reserved ones that are empty. */
static const char *_Atomic parts[MAX_PARTS], *_Atomic reserved[MAX_PARTS];

/* Held while a file is made and its name put into a list. */
static atomic_flag is_making = ATOMIC_FLAG_INIT;

static void lock_making(void)
{
    while (atomic_flag_test_and_set(&is_making))
        continue;
}

/* Other threads make no files from now on. */
static void remove_parts(void)
{
    struct stat status;

    lock_making();
    for (int i = 0; i < MAX_PARTS; i++) {
        const char *part = atomic_load(&parts[i]);
        const char *name = atomic_load(&reserved[i]);

        if (part != NULL)
            unlink(part);
        if (name != NULL && stat(name, &status) == 0 && status.st_size == 0)
            unlink(name);
    }
}

/* From here on another thread without memory waits until the file is listed. */
static void begin_making(void)
{
    xalloc_before_end(remove_parts);
    lock_making();
}

static void end_making(void)
{
    atomic_flag_clear(&is_making);
}

/* Puts a name into a list, if there is room. */
static void put(const char *_Atomic *list, const char *name)
{
    const char *none = NULL;

    for (int i = 0; i < MAX_PARTS; i++, none = NULL) {
        if (atomic_compare_exchange_strong(&list[i], &none, name))
            return;
    }
}

static void take_out(const char *_Atomic *list, const char *name)
{
    for (int i = 0; i < MAX_PARTS; i++) {
        const char *found = name;

        atomic_compare_exchange_strong(&list[i], &found, NULL);
    }
}

/* After the file has been closed. */
static void clear(AtomicFile *output)
{
    if (output->temporary != NULL)
        take_out(parts, output->temporary);
    child_kill(&output->guard);
    free(output->path);
    free(output->target);
    free(output->temporary);
    memset(output, 0, sizeof *output);
}

/* The bytes of a path before the name of the file. */
static int folder_length(const char *path)
{
    return (int)(paths_name(path) - path);
}

/* Replaces the path of a symbolic link by the one that it holds. */
static char *follow(char *path, const char *link)
{
    int folder = link[0] == '/' ? 0 : folder_length(path);
    size_t size = (size_t)folder + strlen(link) + 1;
    char *target = xalloc_get(size);

    snprintf(target, size, "%.*s%s", folder, path, link);
    free(path);
    return target;
}

/* The file behind symbolic links, which may not exist yet; the caller frees it.
   NULL: see errno. */
static char *find_target(const char *path)
{
    char *target = xalloc_copy(path), link[MAX_LINK + 1];
    int code = ELOOP;

    for (int links = 0; links < MAX_LINKS; links++) {
        int length = (int)readlink(target, link, MAX_LINK);

        if (length < 0) {
            code = errno;
            break;
        }
        link[length] = '\0';
        target = follow(target, link);
    }
    if (code == EINVAL || code == ENOENT)
        return target;
    free(target);
    errno = code;
    return NULL;
}

/* Creates a file of such a name beside the target. Returns its descriptor, or
   -1 and sets errno. */
static int create_beside(AtomicFile *output, const char *name)
{
    int folder = folder_length(output->target), descriptor, code;
    size_t size = (size_t)folder + strlen(name) + sizeof SUFFIX;

    output->temporary = xalloc_get(size);
    snprintf(output->temporary, size, "%.*s%s" SUFFIX, folder, output->target,
             name);
    begin_making();
    descriptor = mkstemp(output->temporary);
    code = errno;
    if (descriptor >= 0)
        put(parts, output->temporary);
    end_making();
    if (descriptor >= 0)
        return descriptor;
    free(output->temporary);
    output->temporary = NULL;
    errno = code;
    return -1;
}

/* The rights of a usual new file. */
static mode_t find_usual_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* Creates the temporary file with these rights. */
static FILE *open_temporary(AtomicFile *output, mode_t mode)
{
    int descriptor;

    output->target = find_target(output->path);
    if (output->target == NULL)
        return NULL;
    descriptor = create_beside(output, paths_name(output->target));
    if (descriptor < 0 && errno == ENAMETOOLONG)
        descriptor = create_beside(output, SHORT_NAME);
    if (descriptor < 0)
        return NULL;
    fchmod(descriptor, mode);
    return fdopen(descriptor, "wb");
}

#if COMPAT_HAS_FORK

/* If the path has become a regular file since, it is not created or emptied. */
static int open_path(const char *path)
{
    return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* Waits until a named pipe has a reader. */
static int open_fifo(const char *path)
{
    int file = open_path(path);

    for (int ms = 0; file < 0 && errno == ENXIO; ms += STOP_POLL_MS) {
        if (ms == SAY_MS)
            error_tell(path, "waits for a reader");
        if (stop_count() > 0) {
            errno = EPIPE;
            return -1;
        }
        poll(NULL, 0, STOP_POLL_MS);
        file = open_path(path);
    }
    return file;
}

/* Standard output may be O_NONBLOCK by another program's wish. */
static FILE *open_directly(const char *path, mode_t mode)
{
    int file, flags;

    if (strcmp(path, "-") == 0)
        file = dup(STDOUT_FILENO);
    else
        file = S_ISFIFO(mode) ? open_fifo(path) : open_path(path);
    if (file < 0)
        return NULL;
    flags = fcntl(file, F_GETFL);
    fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
    return fdopen(file, "wb");
}

#else

static FILE *open_directly(const char *path, mode_t mode)
{
    int file = strcmp(path, "-") == 0 ? dup(STDOUT_FILENO)
                                      : open(path, O_WRONLY | O_CLOEXEC);

    (void)mode;
    return file >= 0 ? fdopen(file, "wb") : NULL;
}

#endif

int atomic_file_open(AtomicFile *output, const char *path, Error *error)
{
    struct stat status;
    int exists = stat(path, &status) == 0;

    memset(output, 0, sizeof *output);
    if (exists ? S_ISDIR(status.st_mode) : errno != ENOENT)
        return error_set(error, path, "%s", strerror(exists ? EISDIR : errno));
    if (exists && S_ISREG(status.st_mode) && access(path, W_OK) != 0)
        return error_set(error, path, "%s", strerror(errno));
    output->path = xalloc_copy(path);
    if (strcmp(path, "-") == 0 || (exists && !S_ISREG(status.st_mode)))
        output->file = open_directly(path, exists ? status.st_mode : 0);
    else
        output->file = open_temporary(output, exists ? status.st_mode & 0777
                                                     : find_usual_mode());
    if (output->file != NULL) {
        fcntl(fileno(output->file), F_SETFD, FD_CLOEXEC);
        return 0;
    }
    error_set(error, path, "%s",
              errno == EPIPE ? "has no reader" : strerror(errno));
    atomic_file_discard(output);
    return -1;
}

void atomic_file_guard(AtomicFile *output)
{
    const char *const command[] = {"sh",
                                   "-c",
                                   "read end; rm -f -- \"$1\"; "
                                   "test -s \"$2\" || rm -f -- \"$2\"",
                                   "sh",
                                   output->temporary,
                                   output->target,
                                   NULL};
    ChildPlan plan = {
        .command = command, .pipes = 1U << CHILD_INPUT, .outlives_us = 1};

    if (output->temporary != NULL)
        child_start(&output->guard, &plan);
}

/* Asks for the status of a file or, for "-", of standard output. */
static int get_status(const char *path, struct stat *status)
{
    return strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, status)
                                  : stat(path, status);
}

/* Windows numbers no files: all have 0. */
static int have_equal_numbers(const struct stat *a, const struct stat *b)
{
    return a->st_ino != 0 && a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

/* Cuts off the name of a file; returns it. */
static const char *split(char *path, const char **folder)
{
    char *slash = strrchr(path, '/');

    *folder = slash == path ? "/" : slash != NULL ? path : ".";
    if (slash == NULL)
        return path;
    *slash = '\0';
    return slash + 1;
}

/* Whether two files that do not exist would be one. */
static int would_be_same(char *a, char *b)
{
    const char *folders[2];
    const char *first = split(a, &folders[0]), *second = split(b, &folders[1]);
    struct stat status[2];

    return strcmp(first, second) == 0 && stat(folders[0], &status[0]) == 0 &&
           stat(folders[1], &status[1]) == 0 &&
           have_equal_numbers(&status[0], &status[1]);
}

int atomic_file_is_same(const char *a, const char *b)
{
    struct stat first = {0}, second = {0};
    int exist = get_status(a, &first) == 0;
    char *targets[2];
    int result;

    exist += get_status(b, &second) == 0;
    if (strcmp(a, b) == 0)
        return strcmp(a, "-") == 0 || !S_ISCHR(first.st_mode);
    if (exist > 0)
        return exist == 2 && !S_ISCHR(first.st_mode) &&
               have_equal_numbers(&first, &second);
    targets[0] = find_target(a);
    targets[1] = find_target(b);
    result = targets[0] != NULL && targets[1] != NULL &&
             would_be_same(targets[0], targets[1]);
    free(targets[0]);
    free(targets[1]);
    return result;
}

/* Makes an empty file and puts its name into the list. Returns 0, or an
   errno. */
static int make_reserved(const char *path)
{
    int descriptor, code;

    begin_making();
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    code = errno;
    if (descriptor >= 0)
        put(reserved, path);
    end_making();
    if (descriptor < 0)
        return code;
    if (close(descriptor) == 0)
        return 0;
    code = errno;
    atomic_file_release(path, 0);
    return code;
}

char *atomic_file_reserve(const char *folder, const char *ending, Error *error)
{
    size_t size = (folder != NULL ? strlen(folder) : 0) + 32;
    char *path = xalloc_get(size);
    int number = 0, code;

    do {
        snprintf(path, size, "%s%sripple-%04d.%s", folder != NULL ? folder : "",
                 folder != NULL ? "/" : "", ++number, ending);
        if (number == 1 && folder != NULL)
            paths_make_folders(path);
        code = make_reserved(path);
    } while (code == EEXIST && number < MAX_NUMBER);
    if (code == 0)
        return path;
    error_set(error, path, "%s", strerror(code));
    free(path);
    return NULL;
}

void atomic_file_release(const char *path, int is_complete)
{
    if (!is_complete)
        unlink(path);
    take_out(reserved, path);
}

int atomic_file_commit(AtomicFile *output, Error *error)
{
    int failed = fflush(output->file) != 0 || ferror(output->file);
    int code = errno;

    if (fclose(output->file) != 0 && !failed) {
        failed = 1;
        code = errno;
    }
    output->file = NULL;
    if (!failed && output->temporary != NULL &&
        rename(output->temporary, output->target) != 0) {
        failed = 1;
        code = errno;
    }
    if (failed) {
        error_set(error, output->path, "%s", strerror(code));
        atomic_file_discard(output);
        errno = code;
        return -1;
    }
    clear(output);
    return 0;
}

void atomic_file_discard(AtomicFile *output)
{
    if (output->file != NULL)
        fclose(output->file);
    if (output->temporary != NULL)
        unlink(output->temporary);
    clear(output);
}
