#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs into a folder of its own, builds the README's example with what lies
# there, against either library, runs the programs, and takes all of it away
# again. Exit: 0 when everything works and nothing is left.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage
prefix=/opt/water
tree=$stage$prefix
# One library path that is not the default shows that none is taken for granted.
where=("PREFIX=$prefix" "DESTDIR=$stage" "libdir=$prefix/lib/here")

fail() {
    echo "try-install: $*" >&2
    exit 1
}

find_package() {
    PKG_CONFIG_PATH=$tree/lib/here/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage \
        "${PKGCONFIG:-pkg-config}" "$@" ripple
}

check_symbols() {
    local library=$tree/lib/here/libripple.so.$version

    nm -D --defined-only "$library" | awk '{print $3}' | sort >"$work/seen"
    grep -oE '\bripple_[a-z0-9_]+\(' src/ripple.h | tr -d '(' | sort -u \
        >"$work/declared"
    diff "$work/declared" "$work/seen" ||
        fail "libripple.so does not show what ripple.h declares"
    [[ $(objdump -p "$library") == *SONAME*libripple.so.0* ]] ||
        fail "libripple.so has another soname"
}

# All options of a program, as it tells them itself.
list_options() {
    local all=
    [[ $1 == ripple-bench ]] || all=all
    "$tree/bin/$1" --help $all | sed -nE 's/^  (--[a-z0-9-]+).*/\1/p' | sort
}

# Each option of a program's --help stands in what tells of it, and no other.
compare_options() {
    local program=$1 file=$2 pattern=$3

    list_options "$program" >"$work/options"
    sed -nE "s/$pattern/--\\1/p" "$file" | sort >"$work/told"
    [[ -s $work/options ]]
    diff "$work/options" "$work/told" ||
        fail "$program --help and $file differ (<, >)"
}

check_pages() {
    local pages=$tree/share/man option='^\.It Fl -([a-z0-9-]+).*'

    compare_options ripple "$pages/man6/ripple.6" "$option"
    compare_options ripple-bench "$pages/man1/ripple-bench.1" "$option"
    grep -oE '\bripple_[a-z0-9_]+' "$pages/man3/libripple.3" | sort -u \
        >"$work/told"
    diff "$work/declared" "$work/told" ||
        fail "ripple.h and libripple.3 differ (<, >)"
    if ! command -v mandoc >/dev/null; then
        echo "try-install: no mandoc, which would check the pages" >&2
        return
    fi
    mandoc -Tlint -Wwarning "$pages"/man*/* ||
        fail "mandoc finds fault with the pages"
}

check_entries() {
    local data=$tree/share

    [[ -s $data/icons/hicolor/scalable/apps/ripple.svg ]]
    if command -v desktop-file-validate >/dev/null; then
        desktop-file-validate "$data/applications/ripple.desktop"
        desktop-file-validate --no-hints \
            "$data/applications/screensavers/ripple.desktop"
    else
        echo "try-install: no desktop-file-validate" >&2
    fi
    # The project has no domain whose name could be turned round.
    if command -v appstreamcli >/dev/null; then
        appstreamcli validate --no-net \
            --override cid-desktopapp-is-not-rdns=info \
            "$data/metainfo/ripple.metainfo.xml" >"$work/log" ||
            fail "appstreamcli: $(cat "$work/log")"
    else
        echo "try-install: no appstreamcli, which would check metainfo" >&2
    fi
}

# What a shell offers for the options of a program, one a line.
complete_in_bash() {
    # shellcheck disable=SC2016 # for the other shell
    bash -c '. "$1/bash-completion/completions/$2"; _ripple "$2" -- "$2"
        printf "%s\n" "${COMPREPLY[@]}"' - "$tree/share" "$1" | tr -d ' '
}

complete_in_fish() {
    fish -N -c "source $tree/share/fish/vendor_completions.d/$1.fish
        complete -C '$1 --'" | cut -f 1
}

# Completion works at a prompt alone: one on a terminal of its own, where what
# would be listed goes into a file.
complete_in_zsh() {
    rm -f "$work/offered"
    cat >"$work/prompt.zsh" <<END
fpath=($tree/share/zsh/site-functions \$fpath)
autoload -Uz compinit
compinit -u -d $work/zcompdump
compadd() {
    local -a offered
    builtin compadd -O offered "\$@"
    print -rl -- \$offered >$work/offers
    mv $work/offers $work/offered
}
END
    # shellcheck disable=SC2016 # for the other shell
    zsh -f -c 'zmodload zsh/zpty
        zpty prompt "zsh -f -i"
        zpty -w prompt ". $1/prompt.zsh"
        zpty -w -n prompt "$2 --"$'"'\t'"'
        for i in {1..100}; do
            [[ -e $1/offered ]] && break
            sleep 0.1
        done
        zpty -d prompt' - "$work" "$1"
    cat "$work/offered"
}

# A text in the panel of xscreensaver-settings.
ask_panel() {
    xmllint --xpath "$1" "$tree/share/xscreensaver/config/ripple.xml"
}

# The words that the panel adds when every slider stands at one of low, high
# and default.
list_words() {
    local id

    for id in rain damping light; do
        ask_panel "concat(substring-before(//number[@id='$id']/@arg, '%'),
            //number[@id='$id']/@$1)"
    done
}

run_panel() {
    "$tree/bin/ripple" --root --size 320x240 --frames 40 "$@"
}

# All that the panel of xscreensaver-settings can say must be an option, at
# both ends and with each preset, and what it does not say the default.
check_panel() {
    local preset words said end

    if ! command -v xmllint >/dev/null; then
        echo "try-install: no xmllint, which would read the panel" >&2
        return
    fi
    ask_panel '//*[not(self::screensaver or self::command or self::hgroup or
        self::vgroup or self::select or self::option or self::number or
        self::file or self::_description)]' >"$work/strange" 2>&1 &&
        fail "xscreensaver does not know: $(cat "$work/strange")"
    [[ $(ask_panel 'count(//number)') == 3 ]]
    [[ $(ask_panel 'string(//command/@arg)') == --root ]]
    [[ $(ask_panel 'string(//file/@arg)') == "--picture %" ]]
    "$tree/bin/ripple" --list presets | cut -d ' ' -f 1 | grep -vx retro |
        sort >"$work/presets"
    ask_panel '//option/@id' | cut -d '"' -f 2 | sort | diff "$work/presets" -
    while read -r preset; do
        said=$(ask_panel "string(//option[@id='$preset']/@arg-set)")
        [[ $preset == pond || $said == "--preset $preset" ]]
        for end in low high; do
            read -ra words <<<"$said $(list_words $end | tr '\n' ' ')"
            run_panel "${words[@]}" --output "$work/panel.png"
        done
    done <"$work/presets"
    read -ra words <<<"$(list_words default | tr '\n' ' ')"
    run_panel --rain 30 --output "$work/plain.png"
    run_panel "${words[@]}" --rain 30 --picture builtin:pebbles \
        --output "$work/panel.png"
    cmp "$work/plain.png" "$work/panel.png"
}

# Each shell must offer all the options of --help.
check_completions() {
    local PATH=$tree/bin:$PATH shell program

    for shell in bash fish zsh; do
        if ! command -v $shell >/dev/null; then
            echo "try-install: no $shell to try its completion" >&2
            continue
        fi
        for program in ripple ripple-bench; do
            list_options $program >"$work/options"
            complete_in_$shell $program | sort -u | diff "$work/options" - ||
                fail "$shell completes other options of $program"
        done
    done
}

# The example must print the row of the picture, moved about.
build_example() {
    local flags

    # shellcheck disable=SC2016 # no expansions
    sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$work/example.c"
    read -ra flags <<<"$(find_package --cflags --libs)"
    "${CC:-cc}" "$work/example.c" "${flags[@]}" -o "$work/shared"
    read -ra flags <<<"$(find_package --static --cflags --libs)"
    "${CC:-cc}" -static "$work/example.c" "${flags[@]}" -o "$work/static"
    LD_LIBRARY_PATH=$tree/lib/here "$work/shared" >"$work/shared.txt"
    "$work/static" >"$work/static.txt"
    cmp "$work/shared.txt" "$work/static.txt"
    [[ $(wc -w <"$work/static.txt") == 64 ]] ||
        fail "the example does not print a row"
    if "$work/shared" >"$work/out" 2>&1; then
        fail "the example does not use the shared library"
    fi
}

# The command of the desktop's menus with a file that was opened there.
open_from_desktop() {
    local command

    read -ra command < <(sed -n 's/^Exec=//p' \
        "$tree/share/applications/ripple.desktop")
    PATH=$tree/bin:$PATH "${command[@]/\%f/$1}" --size 160x120 --frames 1 \
        --output "$2"
}

# From a folder with nothing in it: the picture and the masks come along.
run_programs() {
    local pictures=$tree/share/ripple/pictures

    mkdir "$work/elsewhere"
    (
        cd "$work/elsewhere"
        "$tree/bin/ripple" --preset puddle --size 160x120 --frames 1 \
            --output frame.png
        [[ -s frame.png ]]
        "$tree/bin/ripple" "$pictures/coffee.png" --size 160x120 --frames 1 \
            --output coffee.png
        open_from_desktop "$pictures/coffee.png" opened.png
        cmp coffee.png opened.png || fail "the desktop opens something else"
        open_from_desktop "$pictures" first.png
        cmp coffee.png first.png ||
            fail "a folder does not begin with its first picture"
        [[ $("$tree/bin/ripple" --version) == "ripple $version" ]]
        "$tree/bin/ripple-bench" --help >/dev/null
    )
}

make --no-print-directory all
make --no-print-directory "${where[@]}" install >"$work/log"
version=$(find_package --modversion)
[[ $version == "$(sed -n 's/.*RIPPLE_VERSION *"\(.*\)"/\1/p' src/ripple.h)" ]] ||
    fail "ripple.pc says $version"
if grep -rlF "$stage" "$tree"; then
    fail "installed files name the folder of their staging"
fi
cases=0
for try in check_symbols check_pages check_entries check_panel \
    check_completions build_example run_programs; do
    $try
    cases=$((cases + 1))
done
make --no-print-directory "${where[@]}" uninstall >"$work/log"
find "$stage" ! -type d >"$work/left"
find "$stage" -name ripple >>"$work/left"
[[ ! -s $work/left ]] || fail "left after uninstall: $(cat "$work/left")"
echo "try-install: $cases cases: installed, used and taken away"
