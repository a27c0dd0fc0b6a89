#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs into a folder of its own, checks every installed file, builds README's
# example with either installed library, runs the programs, and uninstalls. Exit: 0
# if everything works and no file is left.
# shellcheck disable=SC2016,SC2034 # expansions and variables of rows
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

list_symbols() {
    nm "$@" --defined-only | awk 'NF == 3 { print $3 }' | sort
}

# The shared library exports what ripple.h declares. All external names of the
# archive begin with ripple_, so that they cannot be those of another program. Debian
# knows since which version there is each of them, as ripple.h says it.
check_symbols() {
    grep -oE '\bripple_[a-z0-9_]+\(' src/ripple.h | tr -d '(' | sort -u \
        >"$work/declared"
    list_symbols -g "$library.a" >"$work/external"
    check_rows <<'END'
grep -q . "$work/declared"
diff "$work/declared" <(list_symbols -D "$library.so.$version")
diff "$work/declared" <(sed -n 's/^ \(ripple_.*\)@Base .*/\1/p' tools/debian/libripple1.symbols)
sed -n 's/^ ripple_.*@Base //p' tools/debian/libripple1.symbols | sort -u => 0.2.0
objdump -p "$library.so.$version" | grep -c 'SONAME.*libripple.so.1$' => 1
sed '/^ripple_/d' "$work/external" =>
END
}

# The lines of all options of a program, from its --help, and their names.
print_options() {
    local all=
    [[ $1 == ripple-bench ]] || all=all
    "$tree/bin/$1" --help $all | sed -n 's/^  --/--/p' | tr -s ' ' | sort
}

# The same of a manual page.
print_page_options() {
    sed -nE '
        /^\.It Fl /{N;s/^.It Fl -//;s/( Ar)?( .*)?\n.&/\2 /;s/^/--/
        s/\\(f[BR])?//g;p;}' "$pages/$1" | sort
}

# The project has no domain whose name could be turned round.
check_pages() {
    pages=$tree/share/man data=$tree/share
    check_rows <<'END'
diff <(print_options ripple) <(print_page_options man6/ripple.6)
diff <(print_options ripple-bench) <(print_page_options man1/ripple-bench.1)
diff "$work/declared" <(grep -oE '\bripple_[a-z0-9_]+' "$pages/man3/libripple.3" | sort -u)
mandoc -Tlint -Wwarning "$pages"/man*/*
test -s "$data/icons/hicolor/scalable/apps/ripple.svg"
desktop-file-validate "$data/applications/ripple.desktop"
grep -oE '[=;]image/(png|jpeg|gif|webp|avif|heif|jxl|tiff)\b' "$data/applications/ripple.desktop" | wc -l => 8
desktop-file-validate --no-hints "$data/applications/screensavers/ripple.desktop"
appstreamcli validate --no-net "$data/metainfo/ripple.metainfo.xml"
flatpak-builder --show-manifest tools/flatpak.json | grep -o "\"id\" : .*" => "\"id\" : \"$(sed -n 's|.*<id>\(.*\)</id>|\1|p' "$data/metainfo/ripple.metainfo.xml")\","
END
}

# What a shell offers for a program, as "OPTION WORD", one a line: for the options
# that have words, and for "." all options.
complete_in_bash() {
    bash -c '. "$1/bash-completion/completions/$2"
        for option in "${@:3}"; do
            [[ $option == . ]] && word=-- || word=
            _ripple "$2" "$word" "$option"
            printf "%s\n" "${COMPREPLY[@]}" | sed "s/^/$option /"
        done' - "$tree/share" "$@"
}

complete_in_fish() {
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

# offer SHELL PROGRAM: what the shell offers beside all options of --help and all words
# of each, from an empty folder.
offer() {
    local options

    $2 --list words | cut -d ' ' -f 1,2 >"$work/words"
    mapfile -t options < <(cut -d ' ' -f 1 "$work/words" | sort -u)
    print_options "$2" | sed 's/ .*//; s/^/. /' | sort -o "$work/words" - "$work/words"
    mkdir -p "$work/empty"
    cd "$work/empty"
    "complete_in_$1" "$2" . "${options[@]}" | sort -u | diff "$work/words" -
}

check_completions() {
    local PATH=$tree/bin:$PATH

    check_rows < <(printf '%s\n' "offer "{bash,fish,zsh}" ripple"{,-bench})
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
    check_rows <<'END'
! ask_panel '//*[not(self::screensaver or self::command or self::hgroup or self::vgroup or self::select or self::option or self::number or self::file or self::_description)]' => empty
ask_panel 'count(//number)' => 3
ask_panel 'string(//command/@arg)' => --root
ask_panel 'string(//file/@arg)' => --picture %
ask_panel 'count(//select[@id="preset"]/option) > 9' => true
run_panel --frames 1000 --output - | cksum => $(run_panel $(list_words default) --picture builtin:sand --frames 1000 --output - | cksum)
END
    while read -r chosen; do
        for end in low high; do
            check_rows <<<"run_panel $chosen $(list_words $end) --frames 40 --output $work/panel.png"
        done
    done < <(ask_panel '//option/@arg-set' | cut -d '"' -f 2)
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
check_example() {
    local shared static

    sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$work/example.c"
    write_names >"$work/names.c"
    read -ra shared <<<"$(find_package --cflags --libs)"
    read -ra static <<<"-static $(find_package --static --cflags --libs)"
    "${CC:-cc}" "$work/example.c" "${shared[@]}" -o "$work/shared"
    "${CC:-cc}" "$work/example.c" "${static[@]}" -o "$work/static"
    "${CC:-cc}" "$work/example.c" "$work/names.c" "${static[@]}" \
        -o "$work/crowded" || fail "a program has a name of libripple.a's"
    check_rows <<'END'
"$work/static" | wc -w => 64
LD_LIBRARY_PATH=$tree/lib/here "$work/shared" | cmp - <("$work/static")
"$work/crowded" | cmp - <("$work/static")
! "$work/shared" => libripple.so.1
END
}

# The command of the desktop's menus with a file that was opened there.
open_from_desktop() {
    local command

    read -ra command < <(sed -n 's/^Exec=//p' \
        "$tree/share/applications/ripple.desktop")
    "${command[@]/\%f/$1}" --size 160x120 --frames 1 --output opened.png
}

# From an empty folder: programs find the built-in picture and the masks. A folder begins
# with its first picture. The filter and its lists are there if it was built.
check_programs() {
    local PATH=$tree/bin:$PATH pictures=$tree/share/ripple/pictures

    check_rows <<'END'
cd "$work/empty"; ripple --preset puddle --size 160x120 --frames 1 --output frame.png; test -s frame.png
ripple "$pictures/coffee.png" --size 160x120 --frames 1 --output "$work/empty/coffee.png"
cd "$work/empty"; open_from_desktop "$pictures/coffee.png"; cmp coffee.png opened.png
cd "$work/empty"; open_from_desktop "$pictures"; cmp coffee.png opened.png
ripple --version => ripple $version
ripple-bench --help | grep -q .
END
    if [[ -e build/release/frei0r/ripple.so ]]; then
        check_rows <<<'cd "$tree"; ls lib/here/frei0r-1/ripple.so share/kdenlive/effects/frei0r_ripple.xml share/shotcut/qml/filters/frei0r_ripple/{meta,ui}.qml'
    fi
}

list_files() {
    (cd "$1" && find . ! -type d | sort)
}

# Wherever it is installed, the same files are there and go away again.
check_folders() {
    local pair

    install "DESTDIR=$work/plain" "PREFIX=$prefix" install
    for pair in ":$work/my programs" "$work/a stage:/opt/two  blanks" \
        "$work/stages:/opt/R&D; (Anna's)/*"; do
        where=("DESTDIR=${pair%%:*}" "PREFIX=${pair#*:}")
        folder=${pair/:/} libdir=${pair#*:}/lib
        check_rows <<'END'
install "${where[@]}" install; diff <(list_files "$work/plain$prefix") <(list_files "$folder")
grep -qxF "libdir=$libdir" "$folder/lib/pkgconfig/ripple.pc"
PKG_CONFIG_PATH=$folder/lib/pkgconfig "${PKGCONFIG:-pkg-config}" --libs ripple | xargs printf '<%s>' | grep -qF "$libdir><-lripple>"
install "${where[@]}" uninstall; list_files "$folder" =>
END
    done
}

install() {
    make --no-print-directory "$@" >"$work/install.log"
}

require mandoc desktop-file-validate appstreamcli xmllint fish zsh
make --no-print-directory all
install "${where[@]}" install
version=$(sed -n 's/.*RIPPLE_VERSION *"\(.*\)"/\1/p' src/ripple.h)
check_rows <<'END'
find_package --modversion => $version
! grep -rlF "$stage" "$tree"
END
for check in symbols pages panel completions example programs folders; do
    check_$check
done
check_rows <<'END'
install "PREFIX=$prefix" "DESTDIR=$stage" "libdir=$prefix/lib/here" uninstall
find "$stage" ! -type d -o -name '*ripple' =>
END
say "$cases cases: installed, used and removed"
