/* SPDX-License-Identifier: MIT */
/* Folders of tests and fuzzers, for programs with and without check. */
#ifndef RIPPLE_TESTS_FOLDER_H
#define RIPPLE_TESTS_FOLDER_H

/* Removes a folder with all that is in it; links are removed, not followed. */
void folder_remove(const char *path);

#endif
