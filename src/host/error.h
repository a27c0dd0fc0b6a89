/* SPDX-License-Identifier: MIT */
/*
 * How the program says why something failed: "what: why" in one line. The
 * function that fails fills it in; main alone prints it.
 */
#ifndef RIPPLE_HOST_ERROR_H
#define RIPPLE_HOST_ERROR_H

typedef struct Error {
    char text[512];
} Error;

/*
 * Sets the text to `what`, ": " and the formatted reason, with every control
 * character replaced by '?'.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void error_format(Error *error, const char *what, const char *format, ...);

/* Prints on standard error, in the name of ripple, what went wrong. */
void error_print(const Error *error);

static inline int error_result(void)
{
    return -1;
}

/* The same; always -1, to be returned in turn, which the compiler can see. */
#define error_set(...) (error_format(__VA_ARGS__), error_result())

#endif
