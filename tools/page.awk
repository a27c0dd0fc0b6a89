# SPDX-License-Identifier: MIT
#
# Fills what the code says into a manual page: awk -f page.awk TABLE.c ... PAGE
#
# Lines `.\" OPTIONS` and `.\" KEYS` of the page stand for the rows of the tables:
# {GROUP_NAME, "name", "VALUE", ... "help" ...}, where group and value may be left
# out, and "key\thelp".

/^    [{](GROUP_[A-Z]+, )?"/ {
    row = ""
    in_row = 1
}

in_row {
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
    list = list ".It Fl -" part[2] (value ? " Ar " value : "") "\n\\&" help "\n"
}

/^    "[^"]*\\t/ {
    split($0, part, /"|\\t/)
    keys = keys ".It \\&" part[2] "\n" part[3] "\n"
}

/^\.\\" OPTIONS/ {
    printf "%s%s", list, group ? ".El\n" : ""
}

/^\.\\" KEYS/ {
    printf ".Bl -tag -width \"drop a file\" -compact\n%s.El\n", keys
}

FILENAME !~ /[.]c$/ && !/^\.\\" (OPTIONS|KEYS)/
