# SPDX-License-Identifier: MIT
#
# Fills what the code says into a manual page, or a list of another program:
# awk -f page.awk TABLE.c ... PAGE
#
# Lines `.\" OPTIONS` and `.\" KEYS` stand for rows of the tables:
# {GROUP_NAME, "name", "VALUE", ... .help = "help" ...}, where group and value may
# be left out, {KIND("name", "help" ...)} and {.info = {"name", "VALUE", "help" ...
# of settings, {.line = "key\thelp" ..., and {"name", "summary", "settings" ... of
# presets. In a line with @name@ the presets take turns, with their @summary@ or a
# @label@, which those do not have whose pixels have 16 bits; @presets@ is the names of all, @rain@ what the default
# preset or the library sets, @preset@ the name of the default preset.

BEGIN {
    values["INT"] = "N"
    values["NUMBER"] = "X"
    values["WORD"] = "NAME"
    groups = split("Window Water Look Running", order, " ")
}

# xscreensaver's label is the summary up to its first comma.
function add_preset(a, b) {
    name[++presets] = a
    summary[presets] = label[presets] = b
    sub(/ *[:,(].*/, "", label[presets])
    label[presets] = toupper(substr(a, 1, 1)) substr(a, 2) ": " label[presets]
    is_deep[presets] = row ~ /rgb565/
    all = all (presets > 1 ? ";" : "") a
    if (b ~ /[(]default[)]/)
        initial["preset"] = a
}

# The numbers of the default preset: those of its water are in a table of the library.
function add_numbers(    pair) {
    while (match(row, /[a-z-]+ [0-9.]+/)) {
        split(substr(row, RSTART, RLENGTH), pair, " ")
        initial[pair[1]] = pair[2]
        row = substr(row, RSTART + RLENGTH)
    }
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
    if (FILENAME ~ /presets[.]c$/)
        add_preset(part[2], part[4])
    if (FILENAME ~ /preset/) {
        if (part[2] == initial["preset"])
            add_numbers()
        next
    }
    kind = part[1]
    gsub(/[^A-Z_]/, "", kind)
    value = part[3] ~ /^, *$/ ? part[4] : ""
    if (kind in values) {
        value = values[kind]
        help = part[4]
        split(part[5], number, /, */)
        initial[part[2]] = number[4]
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

FILENAME !~ /[.]c$/ && /@[a-z]+@/ {
    gsub("@presets@", all)
    for (setting in initial)
        gsub("@" setting "@", initial[setting])
    template = $0
    for (i = 1; i <= presets && template ~ /@name@/; i++) {
        $0 = template
        gsub("@name@", name[i])
        gsub("@summary@", summary[i])
        gsub("@label@", label[i])
        if (name[i] == initial["preset"])
            sub(/ arg-set="[^"]*"/, "")
        if (!is_deep[i] || template !~ /@label@/)
            print
    }
    if (template ~ /@name@/)
        next
}

FILENAME !~ /[.]c$/ && !/^\.\\" (OPTIONS|KEYS)/
