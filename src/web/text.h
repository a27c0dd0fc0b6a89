/* SPDX-License-Identifier: MIT */
/* What is said in the text that web_text gives. */
#ifndef RIPPLE_WEB_TEXT_H
#define RIPPLE_WEB_TEXT_H

/* Says a line. Returns 0. */
int web_say(const char *line);

/* Says the reason. Returns -1. */
int web_fail(const char *reason);

#endif
