#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs into a folder of its own, checks every installed file, builds README's
# example with either installed library, runs the programs, and uninstalls. Exit: 0
# if everything works and no file is left.
. "$(dirname "$0")/shell.sh"

stage=$work/stage
prefix=/opt/water
tree=$stage$prefix
library=$tree/lib/here/libripple
# A libdir that is not the default shows that no script relies on the default.
where=("PREFIX=$prefix" "DESTDIR=$stage" "libdir=$prefix/lib/here")

find_package() {
    PKG_CONFIG_PATH=$tree/lib/here/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage \
        "${PKGCONFIG:-pkg-config}" "$@" ripple
}

# compare COMPLAINT EXPECTED FOUND: two sorted lists in files.
compare() {
    local expected

    expected=$(cat "$2")
    if [[ -z $expected ]] || ! diff - "$3" <<<"$expected" >"$work/diff.log"; then
        fail "$1 (<, >)"
    fi
}

list_symbols() {
    nm "$@" --defined-only | awk 'NF == 3 { print $3 }' | sort
}

# The shared library exports what ripple.h declares. All external names of the
# archive begin with ripple_, so that they cannot be those of another program.
check_symbols() {
    grep -oE '\bripple_[a-z0-9_]+\(' src/ripple.h | tr -d '(' | sort -u \
        >"$work/declared"
    compare "libripple.so does not export what ripple.h declares" \
        "$work/declared" <(list_symbols -D "$library.so.$version")
    [[ $(objdump -p "$library.so.$version") == *SONAME*libripple.so.1* ]] ||
        fail "libripple.so has another soname"
    list_symbols -g "$library.a" >"$work/external"
    if grep -v '^ripple_' "$work/external" >&2; then
        fail "libripple.a has these external names, without ripple_"
    fi
}

# The lines of all options of a program, from its --help, and their names.
print_options() {
    local all=
    [[ $1 == ripple-bench ]] || all=all
    "$tree/bin/$1" --help $all | sed -n 's/^  --/--/p' | tr -s ' ' | sort
}

list_options() {
    print_options "$1" | cut -d ' ' -f 1 | sort
}

# A manual page has the options of the program's --help, and says the same of them.
compare_options() {
    compare "$1 --help and $2 differ" <(print_options "$1") <(sed -nE '
        /^\.It Fl /{N;s/^.It Fl -//;s/( Ar)?( .*)?\n.&/\2 /;s/^/--/
        s/\\(f[BR])?//g;p;}' "$2" | sort)
}

check_pages() {
    local pages=$tree/share/man

    compare_options ripple "$pages/man6/ripple.6"
    compare_options ripple-bench "$pages/man1/ripple-bench.1"
    compare "ripple.h and libripple.3 differ" "$work/declared" \
        <(grep -oE '\bripple_[a-z0-9_]+' "$pages/man3/libripple.3" | sort -u)
    mandoc -Tlint -Wwarning "$pages"/man*/* || fail "mandoc finds faults"
}

check_entries() {
    local data=$tree/share type

    [[ -s $data/icons/hicolor/scalable/apps/ripple.svg ]]
    desktop-file-validate "$data/applications/ripple.desktop"
    for type in png jpeg gif webp avif heif jxl tiff; do
        grep -q "[=;]image/$type;" "$data/applications/ripple.desktop" ||
            fail "no file manager offers ripple for image/$type"
    done
    desktop-file-validate --no-hints \
        "$data/applications/screensavers/ripple.desktop"
    # The project has no domain whose name could be turned round.
    appstreamcli validate --no-net --override cid-desktopapp-is-not-rdns=info \
        "$data/metainfo/ripple.metainfo.xml" >"$work/appstream.log" ||
        fail "appstreamcli finds faults"
}

# What a shell offers for a program, as "OPTION WORD", one a line: for the options
# that have words, and for "." all options.
complete_in_bash() {
    # shellcheck disable=SC2016 # for the other shell
    bash -c '. "$1/bash-completion/completions/$2"
        for option in "${@:3}"; do
            [[ $option == . ]] && word=-- || word=
            _ripple "$2" "$word" "$option"
            printf "%s\n" "${COMPREPLY[@]}" | sed "s/^/$option /"
        done' - "$tree/share" "$@"
}

complete_in_fish() {
    # shellcheck disable=SC2016 # for the other shell
    fish -N -c 'source $argv[1]/fish/vendor_completions.d/$argv[2].fish
        for option in $argv[3..]
            set typed $option
            test $option = .; and set typed --
            test $option = .; or set typed "$option "
            complete -C "$argv[2] $typed" | sed "s/\\t.*//; s/^/$option /"
        end' "$tree/share" "$@"
}

# zsh completes only at a prompt: one on a pseudo-terminal, with a compadd that
# writes its list to a file.
complete_in_zsh() {
    cat >"$work/prompt.zsh" <<END
fpath=($tree/share/zsh/site-functions \$fpath)
autoload -Uz compinit
compinit -u -d $work/zcompdump
setopt no_auto_list
compadd() {
    local -a offered
    builtin compadd -O offered "\$@"
    (( \$#offered )) && print -rl -- \$offered >>$work/offered
}
END
    cat >"$work/ask.zsh" <<'END'
zmodload zsh/zpty
zpty prompt "zsh -f -i"
zpty -w prompt ". $1/prompt.zsh"
for option in ${@:3}; do
    typed="$option "
    [[ $option == . ]] && typed=--
    rm -f $1/offered
    zpty -w -n prompt $'\x15'"$2 $typed"$'\t'
    for i in {1..100}; do
        [[ -s $1/offered ]] && break
        while zpty -r -t prompt text; do :; done
        sleep 0.1
    done
    sed "s/^/$option /" $1/offered
done
zpty -d prompt
END
    zsh -f "$work/ask.zsh" "$work" "$@"
}

# The filter and its lists are there if it was built.
check_filter() {
    local file files=(lib/here/frei0r-1/ripple.so share/kdenlive/effects/frei0r_ripple.xml
        share/shotcut/qml/filters/frei0r_ripple/{meta,ui}.qml)

    for file in "${files[@]}"; do
        [[ -e $tree/$file || ! -e build/release/frei0r/ripple.so ]] ||
            fail "$file is not installed"
    done
}

# Each shell must offer all options of --help, and all words of each.
check_completions() {
    local PATH=$tree/bin:$PATH shell program options

    mkdir "$work/empty"
    for program in ripple ripple-bench; do
        $program --list words | cut -d ' ' -f 1,2 >"$work/words"
        mapfile -t options < <(cut -d ' ' -f 1 "$work/words" | sort -u)
        list_options $program | sed 's/^/. /' >>"$work/words"
        sort -o "$work/words" "$work/words"
        for shell in bash fish zsh; do
            compare "$shell completes other words of $program" "$work/words" \
                <(cd "$work/empty" && complete_in_$shell $program . "${options[@]}" |
                    sort -u)
            cases=$((cases + ${#options[@]}))
        done
    done
}

# A text in the panel of xscreensaver-settings.
ask_panel() {
    xmllint --xpath "$1" "$tree/share/xscreensaver/config/ripple.xml"
}

# The words that the panel adds if every slider stands at $1: low, high, default.
list_words() {
    local id

    for id in rain damping light; do
        ask_panel "concat(substring-before(//number[@id='$id']/@arg, '%'),
            //number[@id='$id']/@$1)"
    done | tr '\n' ' '
}

run_panel() {
    "$tree/bin/ripple" --root --size 320x240 "$@"
}

# Every word of xscreensaver-settings' panel must be an option, at both ends of the
# sliders and with each preset. Its defaults are those of the default preset: the
# words for them change no frame, in a run that has rain.
check_panel() {
    local chosen words end

    ask_panel '//*[not(self::screensaver or self::command or self::hgroup or
        self::vgroup or self::select or self::option or self::number or
        self::file or self::_description)]' >"$work/strange.log" 2>&1 &&
        fail "xscreensaver does not know these elements"
    [[ $(ask_panel 'count(//number)') == 3 ]]
    [[ $(ask_panel 'string(//command/@arg)') == --root ]]
    [[ $(ask_panel 'string(//file/@arg)') == "--picture %" ]]
    [[ $(ask_panel 'count(//select[@id="preset"]/option)') -gt 9 ]]
    ask_panel '//option/@arg-set' | cut -d '"' -f 2 >"$work/chosen"
    while read -r chosen; do
        for end in low high; do
            read -ra words <<<"$chosen $(list_words $end)"
            run_panel "${words[@]}" --frames 40 --output "$work/panel.png"
        done
    done <"$work/chosen"
    read -ra words <<<"$(list_words default)"
    compare "the panel has other defaults than the default preset" \
        <(run_panel --frames 1000 --output - | cksum) \
        <(run_panel "${words[@]}" --picture builtin:sand --frames 1000 \
            --output - | cksum)
}

# A program with variables named like the library's external names without ripple_,
# and like names that the library once had.
write_names() {
    {
        sed 's/^ripple_//' "$work/external"
        printf '%s\n' crew_create crew_run edges_init flow_init heights_init \
            light_of optics_init picture_copy rects_add rect_clip shore_set
    } | sort -u | sed 's/.*/extern int &; int & = 1;/'
}

# README's example prints a row of the picture; with either library the same.
build_example() {
    local shared static

    # shellcheck disable=SC2016 # no expansions
    sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$work/example.c"
    write_names >"$work/names.c"
    read -ra shared <<<"$(find_package --cflags --libs)"
    read -ra static <<<"-static $(find_package --static --cflags --libs)"
    "${CC:-cc}" "$work/example.c" "${shared[@]}" -o "$work/shared"
    "${CC:-cc}" "$work/example.c" "${static[@]}" -o "$work/static"
    "${CC:-cc}" "$work/example.c" "$work/names.c" "${static[@]}" \
        -o "$work/crowded" || fail "a program has a name of libripple.a's"
    LD_LIBRARY_PATH=$tree/lib/here "$work/shared" >"$work/shared.txt"
    "$work/static" >"$work/static.txt"
    "$work/crowded" >"$work/crowded.txt"
    cmp "$work/shared.txt" "$work/static.txt"
    cmp "$work/static.txt" "$work/crowded.txt"
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

# From an empty folder: programs find the built-in picture and the masks.
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

list_files() {
    (cd "$1" && find . ! -type d | sort)
}

# Wherever it is installed, the same files are there and go away again.
check_folders() {
    local pair where folder

    make --no-print-directory "PREFIX=$prefix" "DESTDIR=$work/plain" install \
        >"$work/plain.log"
    list_files "$work/plain$prefix" >"$work/plain.list"
    for pair in ":$work/my programs" "$work/a stage:/opt/two  blanks" \
        "$work/stages:/opt/R&D; (Anna's)/*"; do
        where=("DESTDIR=${pair%%:*}" "PREFIX=${pair#*:}")
        folder=${pair/:/}
        make --no-print-directory "${where[@]}" install >"$work/folder.log"
        compare "other files are in $folder" "$work/plain.list" \
            <(list_files "$folder")
        grep -qxF "libdir=${pair#*:}/lib" "$folder/lib/pkgconfig/ripple.pc" ||
            fail "ripple.pc has another folder than ${pair#*:}"
        [[ $(PKG_CONFIG_PATH=$folder/lib/pkgconfig "${PKGCONFIG:-pkg-config}" \
            --libs ripple | xargs printf '<%s>') == *"${pair#*:}/lib><-lripple>" ]] ||
            fail "ripple.pc splits ${pair#*:}"
        make --no-print-directory "${where[@]}" uninstall >>"$work/folder.log"
        [[ -z $(list_files "$folder") ]] || fail "files are left in $folder"
        cases=$((cases + 1))
    done
}

require mandoc desktop-file-validate appstreamcli xmllint fish zsh
make --no-print-directory all
make --no-print-directory "${where[@]}" install >"$work/install.log"
version=$(find_package --modversion)
[[ $version == "$(sed -n 's/.*RIPPLE_VERSION *"\(.*\)"/\1/p' src/ripple.h)" ]] ||
    fail "ripple.pc says $version"
if grep -rlF "$stage" "$tree"; then
    fail "installed files name the folder of their staging"
fi
for check in check_symbols check_pages check_entries check_panel \
    check_filter check_completions build_example run_programs check_folders; do
    $check
    cases=$((cases + 1))
done
make --no-print-directory "${where[@]}" uninstall >"$work/uninstall.log"
find "$stage" ! -type d >"$work/left.log"
find "$stage" -name '*ripple' >>"$work/left.log"
[[ ! -s $work/left.log ]] || fail "files are left after uninstall"
say "$cases cases: installed, used and removed"
