# SPDX-License-Identifier: MIT
#
# Makes the manual page libripple(3) from src/ripple.h, so that functions are
# described in the header alone. Empty lines part its blocks, but not in front of
# an indented line. The comment above a declaration describes it; a comment that
# stands alone starts a section, whose title is its first sentence. Types are
# shown as they are declared.

# The paragraphs of a comment, one sentence a line.
function print_text(text,    list, count, i) {
    gsub(/^[ *\n]+|[ *\n]+$/, "", text)
    gsub(/-/, "\\-", text)
    count = split(text, list, /\n[ *]*\n[ *]*/)
    for (i = 1; i <= count; i++) {
        gsub(/\n[ *]*/, " ", list[i])
        while (match(list[i], /[.:;?] [A-Z0]/)) {
            print substr(list[i], 1, RSTART)
            list[i] = substr(list[i], RSTART + 2)
        }
        print list[i] (i < count ? "\n.Pp" : "")
    }
}

function print_functions(code,    list, count, i, name, title, told) {
    gsub(/\n */, " ", code)
    count = split(code, list, /; */) - 1
    for (i = 1; i <= count; i++) {
        match(list[i], /ripple_[a-z0-9_]+/)
        name = substr(list[i], RSTART, RLENGTH)
        title = title (i > 1 ? ", " : "") name
        told = told "\n.Ft " substr(list[i], 1, RSTART - 1) "\n.Fo " name
        gsub(/^[^(]*\(|\).*/, "", list[i])
        gsub(/, */, "\"\n.Fa \"", list[i])
        told = told "\n.Fa \"" list[i] "\"\n.Fc"
    }
    gsub(/ \n/, "\n", told)
    print ".Ss " title told
}

function print_block(block,    end, comment, code, title) {
    sub(/\n$/, "", block)
    end = block ~ /^\/\*/ ? index(block, "*/") : -2
    comment = substr(block, 3, end - 3)
    title = code = substr(block, end + 3)
    if (comment ~ /SPDX/) {
        comment = substr(code, index(code, "\n *\n"))
        sub(/\*\/.*/, "", comment)
    } else if (code == "") {
        match(comment, /[A-Z][^.]*/)
        print ".Ss " substr(comment, RSTART, RLENGTH)
        comment = substr(comment, RSTART + RLENGTH + 1)
    } else if (code ~ /^(typedef|#define)/) {
        gsub(/.*[ \n]|;$/, "", title)
        print ".Ss " (code ~ /^#/ ? "Limits" : title)
    } else if (code ~ /^#/) {
        return
    } else {
        print_functions(code)
        if (comment != "")
            print ".Pp"
    }
    if (comment != "")
        print_text(comment)
    if (code ~ /^(typedef|#define)/)
        print ".Bd -literal\n" code "\n.Ed"
}

BEGIN {
    print ".\\\" SPDX-License-Identifier: MIT"
    print ".Dd November 22, 2026\n.Dt LIBRIPPLE 3\n.Os"
    print ".Sh NAME\n.Nm libripple\n.Nd any picture as the floor of a pool of water"
    print ".Sh SYNOPSIS\n.In ripple.h\n.Pp"
    print ".Li cc example.c $(pkg-config --cflags --libs ripple)\n.Sh DESCRIPTION"
}

gap && /^[^ ]/ {
    print_block(block)
    block = ""
}

{
    block = block (block == "" ? "" : "\n") $0
    gap = /^$/
}

END {
    print ".Sh SEE ALSO\n.Xr ripple-bench 1 ,\n.Xr ripple 6"
}
