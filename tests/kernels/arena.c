/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "arena.h"

#include <assert.h>
#if defined(_WIN32)
#include <windows.h>
#elif defined(__wasi__)
#include <stdint.h>
#include <stdlib.h>
#else
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined(_WIN32)

/* Bytes below the stack's end that are not free. */
#define FRAME_BYTES_IN_USE 512

/* For __builtin_longjmp: longjmp of C would unwind the stack. */
static void *landing[5];

static size_t page_size(void)
{
    SYSTEM_INFO info;

    GetSystemInfo(&info);
    return info.dwPageSize;
}

static unsigned char *reserve(size_t slide, size_t size)
{
    unsigned char *pages =
        VirtualAlloc(NULL, size + 2 * slide, MEM_RESERVE, PAGE_NOACCESS);

    return pages != NULL
               ? VirtualAlloc(pages + slide, size, MEM_COMMIT, PAGE_READWRITE)
               : NULL;
}

static void land(void)
{
    __builtin_longjmp(landing, 1);
}

/* Continues in land(), as if that had just been called. */
static LONG CALLBACK redirect(EXCEPTION_POINTERS *fault)
{
    CONTEXT *context = fault->ContextRecord;

    if (fault->ExceptionRecord->ExceptionCode != EXCEPTION_ACCESS_VIOLATION)
        return EXCEPTION_CONTINUE_SEARCH;
    context->Rip = (DWORD64)(uintptr_t)land;
    context->Rsp = ((context->Rsp - FRAME_BYTES_IN_USE) & ~(DWORD64)15) - 8;
    return EXCEPTION_CONTINUE_EXECUTION;
}

void arena_watch(void)
{
    AddVectoredExceptionHandler(1, redirect);
}

int arena_try(void (*work)(void *argument), void *argument)
{
    if (__builtin_setjmp(landing) != 0)
        return 0;
    work(argument);
    return 1;
}

#elif defined(__wasi__)

/* No page can be protected, and a fault ends the program. So bytes beside each
   arena are filled, and compared after each call. */
#define GUARD_WORDS 32
#define GUARD_WORD  0xa5c35ac3a5c35ac3u
#define MAX_ARENAS  32

/* Of all arenas, those before and after them. */
static uint64_t *guards[2 * MAX_ARENAS];
static int guard_count;

static size_t page_size(void)
{
    return GUARD_WORDS * sizeof(uint64_t);
}

static unsigned char *reserve(size_t slide, size_t size)
{
    unsigned char *pages = aligned_alloc(slide, size + 2 * slide);

    assert(guard_count < 2 * MAX_ARENAS);
    if (pages == NULL)
        return NULL;
    guards[guard_count++] = (void *)pages;
    guards[guard_count++] = (void *)(pages + slide + size);
    return pages + slide;
}

/* Returns whether the guard had been filled. */
static int fill(uint64_t guard[GUARD_WORDS])
{
    uint64_t differences = 0;

    for (int i = 0; i < GUARD_WORDS; i++)
        differences |= guard[i] ^ GUARD_WORD;
    for (int i = 0; differences != 0 && i < GUARD_WORDS; i++)
        guard[i] = GUARD_WORD;
    return differences == 0;
}

static int fill_all(void)
{
    int were_filled = 1;

    for (int i = 0; i < guard_count; i++)
        were_filled &= fill(guards[i]);
    return were_filled;
}

void arena_watch(void)
{
    fill_all();
}

int arena_try(void (*work)(void *argument), void *argument)
{
    work(argument);
    return fill_all();
}

#else

/* A signal handler has nowhere else to find it. */
static sigjmp_buf landing;

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static unsigned char *reserve(size_t slide, size_t size)
{
    unsigned char *pages = mmap(NULL, size + 2 * slide, PROT_NONE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return pages != MAP_FAILED &&
                   mprotect(pages + slide, size, PROT_READ | PROT_WRITE) == 0
               ? pages + slide
               : NULL;
}

static void land(int number)
{
    siglongjmp(landing, number);
}

/* Without masks of signals, which would cost two system calls a kernel. */
void arena_watch(void)
{
    struct sigaction action = {.sa_handler = land, .sa_flags = SA_NODEFER};

    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

int arena_try(void (*work)(void *argument), void *argument)
{
    if (sigsetjmp(landing, 0) != 0)
        return 0;
    work(argument);
    return 1;
}

#endif

int arena_init(Arena *arena, size_t min_size)
{
    size_t slide = page_size();
    size_t size = (min_size + slide - 1) / slide * slide;

    *arena = (Arena){reserve(slide, size), size};
    return arena->bytes != NULL ? 0 : -1;
}

void *arena_place(const Arena *arena, size_t size, int flush_right)
{
    assert(size <= arena->size);
    return arena->bytes + (flush_right ? arena->size - size : 0);
}
