# SPDX-License-Identifier: MIT
#
# Fills what the code says into a manual page: awk -f page.awk TABLE.c ... PAGE
#
# Lines `.\" OPTIONS` and `.\" KEYS` of the page stand for the rows of the tables:
# {GROUP_NAME, "name", "VALUE", ... .help = "help" ...}, where group and value may
# be left out, {KIND("name", "help" ...)} and {.info = {"name", "VALUE", "help" ...
# of settings, and {.line = "key\thelp" ...

BEGIN {
    values["INT"] = "N"
    values["NUMBER"] = "X"
    values["WORD"] = "NAME"
    groups = split("Window Water Look Running", order, " ")
}

/^    [{](GROUP_[A-Z]+, |[A-Z]+\(|[.]info = [{])?"/ {
    row = ""
    in_row = 1
}

in_row {
    row = row $0
    in_row = !/},$/
    if (in_row)
        next
    split(row, part, "\"")
    kind = part[1]
    gsub(/[^A-Z_]/, "", kind)
    value = part[3] ~ /^, *$/ ? part[4] : ""
    if (kind in values) {
        value = values[kind]
        help = part[4]
    } else {
        help = part[value ? 6 : 4]
    }
    if (match(row, /[.]help = "/))
        help = substr(row, RSTART + RLENGTH)
    sub(/".*/, "", help)
    gsub(/--[a-z]+/, "\\fB&\\fR", help)
    gsub(/-/, "\\-", help)
    group = kind ~ /^GROUP_/ ? substr(kind, 7, 1) tolower(substr(kind, 8)) : ""
    if (!group && part[1] ~ /info|[(]/)
        group = row ~ /LOOK/ ? "Look" : "Water"
    list[group] = list[group] ".It Fl -" part[2] (value ? " Ar " value : "")
    list[group] = list[group] "\n\\&" help "\n"
}

/^    [{][.]line = "[^"]*\\t/ {
    split($0, part, /"|\\t/)
    keys = keys ".It \\&" part[2] "\n" part[3] "\n"
}

/^\.\\" OPTIONS/ {
    printf "%s", list[""]
    for (i = 1; i <= groups; i++) {
        if (list[order[i]])
            printf ".Ss %s\n.Bl -tag -width \"--picture-from WHERE\" -compact\n%s.El\n",
                   order[i], list[order[i]]
    }
}

/^\.\\" KEYS/ {
    printf ".Bl -tag -width \"middle button\" -compact\n%s.El\n", keys
}

FILENAME !~ /[.]c$/ && !/^\.\\" (OPTIONS|KEYS)/
