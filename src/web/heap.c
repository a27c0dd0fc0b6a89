/* SPDX-License-Identifier: MIT */
/*
 * The heap of a module, which holds one pool and so has few and large blocks:
 * smaller than that of wasi-libc. Free blocks form a list in the order of their
 * addresses, and those side by side are one; the first that is large enough is
 * taken, from its end. Only the last can grow, with the memory. Threads of a
 * pool allocate nothing: this is for the caller of module.h alone.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UNIT      16 /* bytes of a head, and of alignment */
#define PAGE_SIZE 65536

typedef struct Block {
    _Alignas(UNIT) size_t size; /* in bytes, with the head */
    struct Block *next;         /* of the free ones */
} Block;

extern unsigned char __heap_base;
static Block first; /* free and empty, before all others */
static uintptr_t end;

static void give_back(Block *block)
{
    Block *before = &first, *next;

    while (before->next != NULL && before->next < block)
        before = before->next;
    next = before->next;
    block->next = next;
    before->next = block;
    if ((char *)block + block->size == (char *)next) {
        block->size += next->size;
        block->next = next->next;
    }
    if ((char *)before + before->size == (char *)block) {
        before->size += block->size;
        before->next = block->next;
    }
}

/* Gives `size` bytes of new memory to the free blocks. */
static int grow(size_t size)
{
    uintptr_t now = __builtin_wasm_memory_size(0) * PAGE_SIZE;
    Block *block;

    if (end == 0)
        end = ((uintptr_t)&__heap_base + UNIT - 1) / UNIT * UNIT;
    if (size > now - end &&
        __builtin_wasm_memory_grow(0, (size - (now - end) + PAGE_SIZE - 1) /
                                          PAGE_SIZE) == SIZE_MAX)
        return -1;
    block = (Block *)end;
    end = __builtin_wasm_memory_size(0) * PAGE_SIZE;
    block->size = end - (uintptr_t)block;
    give_back(block);
    return 0;
}

void *malloc(size_t size)
{
    Block *before = &first, *block;

    if (size > PTRDIFF_MAX)
        return NULL;
    size = (size + 2 * UNIT - 1) / UNIT * UNIT;
    while ((block = before->next) != NULL && block->size < size)
        before = block;
    if (block == NULL)
        return grow(size) == 0 ? malloc(size - UNIT) : NULL;
    if (block->size == size) {
        before->next = block->next;
    } else {
        block->size -= size;
        block = (Block *)((char *)block + block->size);
        block->size = size;
    }
    return block + 1;
}

void free(void *memory)
{
    if (memory != NULL)
        give_back((Block *)memory - 1);
}

void *calloc(size_t count, size_t size)
{
    size_t all;
    void *memory =
        __builtin_mul_overflow(count, size, &all) ? NULL : malloc(all);

    return memory != NULL ? memset(memory, 0, all) : NULL;
}

void *realloc(void *memory, size_t size)
{
    size_t before = memory != NULL ? ((Block *)memory - 1)->size - UNIT : 0;
    void *larger = malloc(size);

    if (larger == NULL)
        return NULL;
    memcpy(larger, memory, before < size ? before : size);
    free(memory);
    return larger;
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    return copy != NULL ? memcpy(copy, text, size) : NULL;
}
