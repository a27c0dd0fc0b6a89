/* SPDX-License-Identifier: MIT */
#include "app/output/atomic_file.h"

#include "host/compat.h"

#include <errno.h>
#include <string.h>

#define SUFFIX     ".XXXXXX"
#define MAX_NUMBER 9999 /* of a reserved name */
#define MAX_LINKS  40   /* that lead to a file, as Linux has it */
#define MAX_LINK   4095 /* bytes in one */

static void clear(AtomicFile *output)
{
    free(output->path);
    free(output->target);
    free(output->temporary);
    memset(output, 0, sizeof *output);
}

/* Replaces the path of a symbolic link by the one that it holds. */
static char *follow(char *path, const char *link)
{
    const char *slash = strrchr(path, '/');
    int folder = slash == NULL || link[0] == '/' ? 0 : (int)(slash - path) + 1;
    size_t size = (size_t)folder + strlen(link) + 1;
    char *target = malloc(size);

    if (target != NULL)
        snprintf(target, size, "%.*s%s", folder, path, link);
    free(path);
    return target;
}

/* The file behind symbolic links, which may not exist yet; the caller frees it.
   NULL: see errno. */
static char *find_target(const char *path)
{
    char *target = strdup(path), link[MAX_LINK + 1];
    int code = ELOOP;

    for (int links = 0; target != NULL && links < MAX_LINKS; links++) {
        int length = (int)readlink(target, link, MAX_LINK);

        if (length < 0) {
            code = errno;
            break;
        }
        link[length] = '\0';
        target = follow(target, link);
    }
    if (target == NULL || code == EINVAL || code == ENOENT)
        return target;
    free(target);
    errno = code;
    return NULL;
}

/* Creates the temporary file with the rights of a usual new file. */
static FILE *open_temporary(AtomicFile *output)
{
    mode_t mask = umask(0);
    size_t size;
    int descriptor;

    umask(mask);
    output->target = find_target(output->path);
    if (output->target == NULL)
        return NULL;
    size = strlen(output->target) + sizeof SUFFIX;
    output->temporary = malloc(size);
    if (output->temporary == NULL)
        return NULL;
    snprintf(output->temporary, size, "%s%s", output->target, SUFFIX);
    descriptor = mkstemp(output->temporary);
    if (descriptor < 0) {
        free(output->temporary);
        output->temporary = NULL;
        return NULL;
    }
    fchmod(descriptor, 0666 & ~mask);
    return fdopen(descriptor, "wb");
}

/* If the path has become a regular file since, it is not created or emptied. */
static FILE *open_directly(const char *path)
{
    int descriptor = strcmp(path, "-") == 0 ? dup(STDOUT_FILENO)
                                            : open(path, O_WRONLY | O_CLOEXEC);

    return descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
}

int atomic_file_open(AtomicFile *output, const char *path, Error *error)
{
    struct stat status;
    int exists = stat(path, &status) == 0;

    memset(output, 0, sizeof *output);
    if (exists ? S_ISDIR(status.st_mode) : errno != ENOENT)
        return error_set(error, path, "%s", strerror(exists ? EISDIR : errno));
    output->path = strdup(path);
    if (output->path == NULL)
        return error_set(error, path, "%s", strerror(ENOMEM));
    if (strcmp(path, "-") == 0 || (exists && !S_ISREG(status.st_mode)))
        output->file = open_directly(path);
    else
        output->file = open_temporary(output);
    if (output->file != NULL) {
        /* No child inherits it. */
        fcntl(fileno(output->file), F_SETFD, FD_CLOEXEC);
        return 0;
    }
    error_set(error, path, "%s", strerror(errno));
    atomic_file_discard(output);
    return -1;
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

int atomic_file_reserve(char *name, size_t size, const char *ending,
                        Error *error)
{
    for (int number = 1; number <= MAX_NUMBER; number++) {
        int descriptor;

        snprintf(name, size, "ripple-%04d.%s", number, ending);
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0 && close(descriptor) == 0)
            return 0;
        if (descriptor >= 0) {
            error_set(error, name, "%s", strerror(errno));
            unlink(name);
            return -1;
        }
        if (errno != EEXIST)
            break;
    }
    return error_set(error, name, "%s", strerror(errno));
}

int atomic_file_commit(AtomicFile *output, Error *error)
{
    int failed = ferror(output->file) || fflush(output->file) != 0;
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
