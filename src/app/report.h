/* SPDX-License-Identifier: MIT */
/*
 * How the program says why something failed: "what: why" in one line. The
 * function that fails fills it in; main alone prints it.
 */
#ifndef RIPPLE_APP_REPORT_H
#define RIPPLE_APP_REPORT_H

typedef struct Report {
    char text[512];
} Report;

/*
 * Sets the text to `what`, ": " and the formatted reason, with every control
 * character replaced by '?'. Always returns -1, to be returned in turn.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int report_failure(Report *report, const char *what, const char *format, ...);

#endif
