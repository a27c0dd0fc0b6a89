# SPDX-License-Identifier: MIT
#
# Fills a program's options into its manual page, in place of a line
# `.\" OPTIONS`: awk -f options_page.awk TABLE.c PAGE
#
# A row of the table is {GROUP_NAME, "name", "VALUE", ... "help" ...}; group and
# value may be left out.

FNR == NR && /^    [{](GROUP_[A-Z]+, )?"/ {
    row = ""
    in_row = 1
}

FNR == NR && in_row {
    row = row $0
    in_row = !/},$/
    if (in_row)
        next
    split(row, part, "\"")
    if (match(part[1], /_[A-Z]+/) && part[1] != group) {
        list = list (group ? ".El\n" : "") ".Ss " substr(part[1], RSTART + 1, 1)
        list = list tolower(substr(part[1], RSTART + 2, RLENGTH - 2)) "\n"
        list = list ".Bl -tag -width \"--picture-from WHERE\" -compact\n"
        group = part[1]
    }
    value = part[3] ~ /^, *$/ ? part[4] : ""
    help = part[value ? 6 : 4]
    if (match(row, /[.]help = "/))
        help = substr(row, RSTART + RLENGTH)
    sub(/".*/, "", help)
    gsub(/--[a-z]+/, "\\fB&\\fR", help)
    gsub(/-/, "\\-", help)
    gsub(/^[[]/, "\\[lB]", value)
    list = list ".It Fl -" part[2] (value ? " Ar " value : "") "\n\\&" help "\n"
}

FNR != NR && !/^\.\\" OPTIONS/

/^\.\\" OPTIONS/ {
    printf "%s%s", list, group ? ".El\n" : ""
}
