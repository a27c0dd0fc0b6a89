/* SPDX-License-Identifier: MIT */
/*
 * Why something failed, as one line: "what: why". The function that fails
 * fills it in; main prints it and ends with its code.
 */
#ifndef RIPPLE_OS_ERROR_H
#define RIPPLE_OS_ERROR_H

typedef struct Error {
    char text[512];
    int code; /* the exit status of the program: EXIT_FAILURE, but for usage */
} Error;

#if defined(__GNUC__)
#define ERROR_LIKE_PRINTF(text, first) \
    __attribute__((format(printf, text, first)))
#else
#define ERROR_LIKE_PRINTF(text, first)
#endif

/* See error_set. */
ERROR_LIKE_PRINTF(3, 4)
void error_write(Error *error, const char *what, const char *format, ...);

static inline int error_result(void)
{
    return -1;
}

/*
 * Sets the text to `what`, ": " and the formatted reason, with every control
 * character replaced by '?', and the middle of a long `what` by "...". Is -1,
 * visibly to the compiler.
 */
#define error_set(...) (error_write(__VA_ARGS__), error_result())

/* No text: there is no error yet, or it was told before. */
void error_clear(Error *error);

/* Prints "ripple: " and the text on standard error, by compat_print; nothing if
   the text is empty. */
void error_print(const Error *error);

/* Prints such a line that is no error, or none to end for. */
ERROR_LIKE_PRINTF(2, 3)
void error_tell(const char *what, const char *format, ...);

#endif
