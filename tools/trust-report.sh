#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Prints each property and bar of tests/README.md with the last result here of the jobs
# that show it, and the last lines of figures in their logs. Exit: 0 if every job has
# been run and passed.
. "$(dirname "$0")/shell.sh"

missing=0
while IFS='|' read -r _ property bar jobs _; do
    [[ $jobs == *\`* ]] || continue
    printf "%s:%s\n" "${property# }" "$bar"
    # shellcheck disable=SC2016 # names in backquotes
    for job in $(grep -o '`[a-z0-9-]*`' <<<"$jobs" | tr -d '`'); do
        line=$(sed 's/^job [^:]*: //' "build/jobs/$job" 2>/dev/null) || line="not run"
        printf '    %-13s %s\n' "$job" "$line"
        [[ $line == *passed ]] || missing=1
        { grep -sE '^[a-z0-9_-]+: .*[0-9]' "build/jobs/$job.log" || true; } |
            tail -n 7 | sed 's/^/                  /'
    done
done < <(sed '1,/^## The bar/d' tests/README.md)
exit $missing
