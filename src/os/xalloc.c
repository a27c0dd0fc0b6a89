/* SPDX-License-Identifier: MIT */
#include "os/xalloc.h"

#include "os/compat.h"
#include "os/error.h"

#include <stdatomic.h>
#include <string.h>

static void (*_Atomic before_end)(void);

/* Other threads run on: exit would wait for their files. */
static void *check(void *bytes)
{
    void (*clean)(void) = atomic_load(&before_end);

    if (bytes != NULL)
        return bytes;
    if (clean != NULL)
        clean();
    error_tell("memory", "there is not enough");
    _exit(EXIT_FAILURE);
}

void *xalloc_get(size_t size)
{
    return check(calloc(1, size));
}

void *xalloc_grow(void *bytes, size_t size)
{
    return check(realloc(bytes, size));
}

char *xalloc_copy(const char *text)
{
    return check(strdup(text));
}

void xalloc_before_end(void (*clean)(void))
{
    atomic_store(&before_end, clean);
}
