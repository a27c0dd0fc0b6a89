#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The tarball of the sources is the same to the byte each time, from its own tree too,
# and builds the same files. Debian's packages please lintian. In a bare Debian they are
# installed, used by debian/tests, upgraded, and purged without a trace. Needs root, and
# apt's mirror. Exit: 0 if all of it holds.
# shellcheck disable=SC2016 # formats of dpkg
. "$(dirname "$0")/shell.sh"

release=build/release
built=build/deb
version=$(sed -n 's/.*RIPPLE_VERSION *"\(.*\)"/\1/p' src/ripple.h)
tarball=build/dist/ripple-$version.tar.xz
tree=$work/ripple-$version
packages=(ripple libripple1 libripple-dev)

check_dist() {
    local file

    make --no-print-directory dist >/dev/null
    tar -xf "$tarball" -C "$work"
    SOURCE_DATE_EPOCH=1700000000 tools/dist.sh "$work/first" "$version"
    sleep 1
    touch README.md
    for file in . "$tree"; do
        SOURCE_DATE_EPOCH=1700000000 "$file/tools/dist.sh" "$work/next" "$version"
        cmp "$work"/{first,next}/"ripple-$version.tar.xz" ||
            fail "make dist differs from itself in $file"
        cases=$((cases + 1))
    done
    make --no-print-directory all
    env -u MAKEFLAGS make -s --no-print-directory -C "$tree" -j2 all
    for file in ripple ripple-bench libripple.a libripple.so frei0r/ripple.so; do
        cmp "$release/$file" "$tree/$release/$file" ||
            fail "the tarball builds another $file"
        cases=$((cases + 1))
    done
    rm -rf "$tree"
}

# The first upload to Debian closes a bug there; there is none.
check_lintian() {
    lintian --allow-root --fail-on error,warning \
        --suppress-tags initial-upload-closes-no-bugs \
        "$built/ripple_$version-1_"*.changes >"$work/lintian.log" ||
        fail "lintian finds faults"
    cases=$((cases + 1))
}

# install REVISION PACKAGE...
install_debs() {
    local revision=$1 package files=()

    shift
    mkdir -p "$root/debs"
    for package in "$@"; do
        cp "$built/${package}_$version-$revision"_*.deb "$root/debs"
        files+=("/debs/$(basename "$built/${package}_$version-$revision"_*.deb)")
    done
    in_root apt-get install -y --no-install-recommends "${files[@]}"
    for package in "$@"; do
        [[ $(chroot "$root" dpkg-query -W -f '${Version} ${Status}' "$package") == \
            "$version-$revision install ok installed" ]] ||
            fail "$package is not installed"
        cases=$((cases + 1))
    done
}

# The program alone, with what it depends on.
use_program() {
    in_root ripple --no-config --preset river --size 320x200 --frames 5 \
        --output /root/frame.png
    cmp "$root/root/frame.png" <($release/ripple --no-config --preset river \
        --size 320x200 --frames 5 --output "$work/frame.png" && cat "$work/frame.png") ||
        fail "the installed program shows something else"
    rm "$root/root/frame.png"
    cases=$((cases + 1))
}

check_autopkgtest() {
    autopkgtest --no-built-binaries "$built"/*_"$version"-1_*.deb \
        "$built/ripple-$version/" -- chroot "$root" >"$work/autopkgtest.log" 2>&1 ||
        fail "autopkgtest fails"
    grep -E '^(program|plugin|library) +PASS' "$work/autopkgtest.log"
    cases=$((cases + 3))
}

check_upgrade() {
    (
        cd "$built/ripple-$version"
        DEBEMAIL=ripple@ripple.invalid DEBFULLNAME="The ripple maintainers" \
            dch --newversion "$version-2" --distribution UNRELEASED "Built again."
        DEB_BUILD_OPTIONS=nocheck \
            dpkg-buildpackage --no-sign --build=binary --no-pre-clean
    ) >"$work/again.log" 2>&1 || fail "the packages cannot be built again"
    install_debs 2 "${packages[@]}"
    use_program
}

# Folders may be those of others.
check_purge() {
    local file left=()

    for file in $(chroot "$root" dpkg -L "${packages[@]}" | sort -u); do
        [[ -d $root$file && ! -L $root$file ]] || echo "$file"
    done >"$work/files"
    [[ $(wc -l <"$work/files") -gt 30 ]]
    in_root apt-get purge -y "${packages[@]}"
    while read -r file; do
        [[ ! -e $root$file && ! -L $root$file ]] || left+=("$file")
    done <"$work/files"
    [[ ${#left[@]} == 0 ]] || fail "left after the purge: ${left[*]}"
    [[ -z $(chroot "$root" dpkg-query -W -f '${Package} ' '*ripple*' 2>/dev/null) ]] ||
        fail "dpkg remembers a package"
    cases=$((cases + $(wc -l <"$work/files")))
}

require lintian debootstrap autopkgtest hardening-check dch
trap 'wait; clean_up' EXIT
start make_root
check_dist
tools/make-deb.sh "$built" "$tarball" >"$work/build.log" 2>&1 ||
    fail "the packages cannot be built"
check_lintian
wait "$last"
install_debs 1 ripple
use_program
check_autopkgtest
install_debs 1 "${packages[@]}"
check_upgrade
check_purge
say "$cases cases: built, installed, used, upgraded, purged"
