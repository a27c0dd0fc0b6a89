/* SPDX-License-Identifier: MIT */
/*
 * How the program says why something failed: "what: why" in one line. The
 * function that fails fills it in; main alone prints it.
 */
#ifndef RIPPLE_HOST_ERROR_H
#define RIPPLE_HOST_ERROR_H

typedef struct Report {
    char text[512];
} Report;

/*
 * Sets the text to `what`, ": " and the formatted reason, with every control
 * character replaced by '?'.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void report_say(Report *report, const char *what, const char *format, ...);

/* Prints on standard error, in the name of ripple, what went wrong. */
void report_complain(const Report *report);

static inline int report_failed(void)
{
    return -1;
}

/* The same; always -1, to be returned in turn, which the compiler can see. */
#define report_failure(...) (report_say(__VA_ARGS__), report_failed())

#endif
