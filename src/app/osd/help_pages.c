/* SPDX-License-Identifier: MIT */
#include "app/osd/help_pages.h"

#include "lib/util/fixed.h"

static int count_groups(const char *const *lines)
{
    int count = 1;

    for (int i = 0; lines[i] != NULL; i++)
        count += lines[i][0] == '\0';
    return count;
}

/* Lays out a page of the groups first..last-1; returns whether it is legible.
 */
static int lay_out(HelpPages *pages, const char *const *lines, const char *more,
                   int first, int last, const PanelSpace *space)
{
    int count = 0, group = 0;

    pages->lines[count++] = lines[0];
    for (int i = 1; lines[i] != NULL; i++) {
        int is_gap = lines[i][0] == '\0';

        group += is_gap;
        if (group >= first && group < last && (count > 1 || !is_gap))
            pages->lines[count++] = lines[i];
    }
    if (last <= group)
        pages->lines[count++] = more;
    help_panel_lay_out(&pages->panel, pages->lines, count, space);
    return pages->panel.panel.width > 0;
}

int help_pages_lay_out(HelpPages *pages, const char *const *lines,
                       const char *more, int page, const PanelSpace *space)
{
    int groups = count_groups(lines), count = 0, all_fit = 0;
    int each = groups + 1; /* groups on a page */

    while (!all_fit && each > 1) {
        each--;
        count = (groups + each - 1) / each;
        all_fit = 1;
        for (int i = 0; i < count; i++)
            all_fit &=
                lay_out(pages, lines, more, i * each, (i + 1) * each, space);
    }
    page = min_int(page, count - 1);
    lay_out(pages, lines, more, page * each, (page + 1) * each, space);
    return count;
}
