/* SPDX-License-Identifier: MIT */
/*
 * Why something failed, as one line: "what: why". The function that fails
 * fills it in; main prints it.
 */
#ifndef RIPPLE_OS_ERROR_H
#define RIPPLE_OS_ERROR_H

typedef struct Error {
    char text[512];
} Error;

/*
 * Sets the text to `what`, ": " and the formatted reason, with every control
 * character replaced by '?', and the middle of a long `what` by "...".
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void error_format(Error *error, const char *what, const char *format, ...);

/* Prints "ripple: " and the text on standard error, by compat_print; nothing if
   the text is empty, as the reason was told before. */
void error_print(const Error *error);

static inline int error_result(void)
{
    return -1;
}

/* error_format as an expression that is -1, visibly to the compiler. */
#define error_set(...) (error_format(__VA_ARGS__), error_result())

#endif
