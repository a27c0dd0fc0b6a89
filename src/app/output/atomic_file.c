/* SPDX-License-Identifier: MIT */
#include "app/output/atomic_file.h"

#include "host/compat.h"

#include <errno.h>
#include <string.h>

#define SUFFIX     ".XXXXXX"
#define MAX_NUMBER 9999 /* of a reserved name */

static void clear(AtomicFile *output)
{
    free(output->path);
    free(output->temporary);
    memset(output, 0, sizeof *output);
}

/* Creates the temporary file with the rights of a usual new file. */
static FILE *open_temporary(AtomicFile *output)
{
    size_t size = strlen(output->path) + sizeof SUFFIX;
    mode_t mask = umask(0);
    int descriptor;

    umask(mask);
    output->temporary = malloc(size);
    if (output->temporary == NULL)
        return NULL;
    snprintf(output->temporary, size, "%s%s", output->path, SUFFIX);
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
    if (exists && S_ISDIR(status.st_mode))
        return error_set(error, path, "%s", strerror(EISDIR));
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
        rename(output->temporary, output->path) != 0) {
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
