/* SPDX-License-Identifier: MIT */
/* Every suite, those first that take the longest; a suite whose tests are not
   linked is empty. */
#include "lib/util/fixed.h"
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TestSuite suites[] = {
    {.name = "display"},    {.name = "program"},     {.name = "failures"},
    {.name = "pipeline"},   {.name = "scenes"},      {.name = "advection"},
    {.name = "waves"},      {.name = "rest"},        {.name = "recording"},
    {.name = "refraction"}, {.name = "bench"},       {.name = "models"},
    {.name = "scene"},      {.name = "load"},        {.name = "window"},
    {.name = "control"},    {.name = "mask"},        {.name = "splash"},
    {.name = "pool"},       {.name = "thread_pool"}, {.name = "osd"},
    {.name = "options"},    {.name = "script"},      {.name = "clocks"},
    {.name = "writers"},    {.name = "grid_map"},    {.name = "bed"},
    {.name = "pixels"},     {.name = "ffmpeg"},      {.name = "memory"},
    {.name = "settings"},   {.name = "config"},      {.name = "screens"},
    {.name = "manual"},     {.name = "limits"},      {.name = "law"},
    {.name = "pacing"},     {.name = "perspective"}, {.name = "views"},
    {.name = "gpu"},        {.name = "gl_window"},   {.name = "films"},
};

static TestSuite *find_suite(const char *name)
{
    for (int i = 0; i < COUNT(suites); i++) {
        if (strcmp(suites[i].name, name) == 0)
            return &suites[i];
    }
    fprintf(stderr, "tests: main.c lists no suite %s\n", name);
    exit(EXIT_FAILURE);
}

void register_test(TestCase *tcase, Test *test)
{
    TestCase **cases = &find_suite(tcase->suite)->cases;
    Test **tests = &tcase->tests;

    while (*cases != NULL && *cases != tcase)
        cases = &(*cases)->next;
    *cases = tcase;
    while (*tests != NULL)
        tests = &(*tests)->next;
    *tests = test;
}

int main(void)
{
    return run_suites(suites, COUNT(suites));
}
