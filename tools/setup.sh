#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Installs what is missing to build ripple (run), to test it as well (test) or
# to check everything (ci), with the machine's own package manager; sudo only
# when not root. Does nothing when nothing is missing. SETUP=no only lists it.
# What the program can do without is installed along with the rest, and is no
# reason to stop.
set -eu

goal=${1:-run}
pkgconfig=${PKGCONFIG:-pkg-config}

# From which goal on, kind, name, and its packages (+ joins several, - none):
#                               apt-get dnf pacman zypper brew
needs='
run  tool    cc                 gcc+libc6-dev gcc+glibc-devel gcc gcc+glibc-devel -
run  tool    pkg-config         pkg-config pkgconf-pkg-config pkgconf pkg-config pkgconf
run  library sdl2               libsdl2-dev SDL2-devel sdl2 libSDL2-devel sdl2
run  library SDL2_image         libsdl2-image-dev SDL2_image-devel sdl2_image libSDL2_image-devel sdl2_image
run  extra   x11                libx11-dev libX11-devel libx11 libX11-devel -
run  extra   wayland-client     libwayland-dev wayland-devel wayland wayland-devel -
test library check              check check-devel check check-devel check
ci   tool    clang              clang clang clang clang llvm
ci   runtime clang              libclang-rt-dev compiler-rt compiler-rt - llvm
ci   tool    clang-format       clang-format clang-tools-extra clang clang-tools clang-format
ci   tool    clang-tidy         clang-tidy clang-tools-extra clang clang-tools llvm
ci   tool    cppcheck           cppcheck cppcheck cppcheck cppcheck cppcheck
ci   tool    shellcheck         shellcheck ShellCheck shellcheck ShellCheck shellcheck
ci   tool    afl-fuzz           afl++ american-fuzzy-lop afl++ afl -
ci   tool    gcovr              gcovr gcovr - - -
ci   tool    hardening-check    devscripts - - - -
ci   tool    python3            python3 python3 python python3 python3
ci   tool    Xvfb               xvfb xorg-x11-server-Xvfb xorg-server-xvfb xorg-x11-server-Xvfb -
ci   tool    openbox            openbox openbox openbox openbox -
ci   tool    xdotool            xdotool xdotool xdotool xdotool -
ci   tool    sway               sway sway sway sway -
ci   tool    grim               grim grim grim grim -
ci   tool    xscreensaver       xscreensaver xscreensaver xscreensaver xscreensaver -
ci   tool    xmllint            libxml2-utils libxml2 libxml2 libxml2-tools libxml2
ci   tool    ffmpeg             ffmpeg ffmpeg-free ffmpeg ffmpeg ffmpeg
ci   tool    valgrind           valgrind valgrind valgrind valgrind -
ci   tool    fish               fish fish fish fish fish
ci   tool    zsh                zsh zsh zsh zsh zsh
ci   tool    mandoc             mandoc mandoc mandoc mandoc mandoc
ci   tool    desktop-file-validate desktop-file-utils desktop-file-utils desktop-file-utils desktop-file-utils desktop-file-utils
ci   tool    appstreamcli       appstream appstream appstream AppStream -
ci   tool    qemu-aarch64       qemu-user qemu-user qemu-user qemu-linux-user -
ci   tool    aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu+libc6-dev-arm64-cross - aarch64-linux-gnu-gcc cross-aarch64-gcc12 -
ci   tool    x86_64-w64-mingw32-gcc-posix gcc-mingw-w64-x86-64-posix - - - -
ci   tool    wine               wine+wine64 wine wine wine -
ci   cross   check              check:arm64 - - - -
'

has() {
    command -v "$1" >/dev/null 2>&1
}

is_there() {
    case $1:$2 in
    tool:cc) has "${CC:-cc}" ;;
    tool:pkg-config) has "$pkgconfig" ;;
    tool:*) has "$2" ;;
    cross:*) [ -e "/usr/lib/aarch64-linux-gnu/lib$2.a" ] ;;
    runtime:clang)
        has clang && find "$(clang -print-resource-dir)" \
            -name 'libclang_rt.fuzzer*' 2>/dev/null | grep -q .
        ;;
    library:* | extra:*) has "$pkgconfig" && "$pkgconfig" --exists "$2" ;;
    esac
}

is_wanted() {
    case $goal:$1 in
    ci:* | test:test | *:run) true ;;
    *) false ;;
    esac
}

find_manager() {
    for manager in apt-get dnf pacman zypper brew; do
        if has $manager; then
            return
        fi
    done
    manager=none
}

install_packages() {
    root=
    if [ "$(id -u)" != 0 ] && [ $manager != brew ]; then
        root=sudo
        if ! has sudo; then
            echo "setup: cannot install them: not root, and there is no sudo" >&2
            exit 1
        fi
    fi
    case $manager in
    apt-get)
        case " $* " in
        *:arm64*) $root dpkg --add-architecture arm64 ;;
        esac
        $root apt-get update -qq
        $root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@" >/dev/null
        ;;
    dnf) $root dnf install -y -q "$@" ;;
    pacman) $root pacman -S --needed --noconfirm "$@" ;;
    zypper) $root zypper --non-interactive install "$@" ;;
    brew) brew install "$@" ;;
    esac
}

missing=
extra=
packages=
find_manager
while read -r from kind name apt dnf pacman zypper brew; do
    if [ -z "$from" ] || ! is_wanted "$from" || is_there "$kind" "$name"; then
        continue
    fi
    if [ "$kind" = extra ]; then
        extra="$extra $name"
    else
        missing="$missing $name"
    fi
    case $manager in
    apt-get) package=$apt ;;
    dnf) package=$dnf ;;
    pacman) package=$pacman ;;
    zypper) package=$zypper ;;
    *) package=$brew ;;
    esac
    if [ "$package" != - ]; then
        packages="$packages $(echo "$package" | tr + ' ')"
    fi
done <<END
$needs
END

if [ -n "$extra" ]; then
    echo "setup: not there, and not needed:$extra" >&2
fi
if [ -z "$missing" ]; then
    exit 0
fi
echo "setup: missing:$missing" >&2
if [ "${SETUP:-yes}" = no ]; then
    exit 1
fi
if [ $manager = none ] || [ -z "$packages" ]; then
    echo "setup: please install that; no package here is known to have it" >&2
    exit 1
fi
echo "setup: installing with $manager:$packages" >&2
# shellcheck disable=SC2086 # a list of words
install_packages $packages
