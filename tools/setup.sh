#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Installs what is missing with the machine's package manager, and by sudo if not root:
# to build ripple (run), to test it as well (test), to make the page (web), Debian's
# packages (deb), to check everything (ci), or what NAME stands for in the table. Prints
# the packages and the command first, and nothing if nothing is missing. SETUP=no lists
# what is missing and fails. Optional libraries are installed along with the rest; alone
# they are only named.
#
# Usage: tools/setup.sh run|test|web|deb|ci|NAME...
set -eu

pkgconfig=${PKGCONFIG:-pkg-config}

# The goal that needs it (all need `run`, `ci` needs all), kind, name, and packages, which
# a comma joins (- none):
#                               apt-get dnf pacman zypper brew
needs='
run  tool    cc                 gcc,libc6-dev gcc,glibc-devel gcc gcc,glibc-devel -
run  tool    pkg-config         pkg-config pkgconf-pkg-config pkgconf pkg-config pkgconf
run  library sdl2               libsdl2-dev SDL2-devel sdl2 libSDL2-devel sdl2
run  library SDL2_image         libsdl2-image-dev SDL2_image-devel sdl2_image libSDL2_image-devel sdl2_image
run  extra   x11                libx11-dev libX11-devel libx11 libX11-devel -
run  extra   wayland-client     libwayland-dev wayland-devel wayland wayland-devel -
run  extra   lcms2              liblcms2-dev,zlib1g-dev lcms2-devel,zlib-devel lcms2,zlib liblcms2-devel,zlib-devel little-cms2
run  extra   libwebpdemux       libwebp-dev libwebp-devel libwebp libwebp-devel webp
run  extra   libjpeg            libjpeg62-turbo-dev libjpeg-turbo-devel libjpeg-turbo libjpeg8-devel jpeg-turbo
run  extra   librsvg-2          librsvg2-2 librsvg2 librsvg librsvg-2-2 librsvg
ci   font    DejaVuSans         fonts-dejavu-core dejavu-sans-fonts ttf-dejavu dejavu-fonts -
test library check              check check-devel check check-devel check
ci   tool    clang              clang clang clang clang llvm
ci   runtime clang              libclang-rt-dev compiler-rt compiler-rt - llvm
ci   tool    clang-format       clang-format clang-tools-extra clang clang-tools clang-format
ci   tool    clang-tidy         clang-tidy clang-tools-extra clang clang-tools llvm
ci   tool    cppcheck           cppcheck cppcheck cppcheck cppcheck cppcheck
ci   tool    shellcheck         shellcheck ShellCheck shellcheck ShellCheck shellcheck
ci   tool    ccache             ccache ccache ccache ccache ccache
ci   tool    afl-fuzz           afl++ american-fuzzy-lop afl++ afl -
ci   tool    gcovr              gcovr gcovr - - -
ci   tool    hardening-check    devscripts - - - -
web  tool    python3            python3 python3 python python3 python3
ci   tool    patch              patch patch patch patch gpatch
ci   library egl                libegl-dev libglvnd-devel libglvnd libglvnd-devel -
ci   runtime mesa               libgl1-mesa-dri mesa-dri-drivers mesa Mesa-dri -
ci   tool    Xvfb               xvfb xorg-x11-server-Xvfb xorg-server-xvfb xorg-x11-server-Xvfb -
ci   tool    Xorg               xserver-xorg-core,xserver-xorg-video-dummy xorg-x11-server-Xorg,xorg-x11-drv-dummy xorg-server,xf86-video-dummy xorg-x11-server,xf86-video-dummy -
ci   tool    xrandr             x11-xserver-utils xrandr xorg-xrandr xrandr -
ci   tool    openbox            openbox openbox openbox openbox -
ci   tool    cava               cava cava cava cava -
ci   tool    faketime           faketime libfaketime libfaketime libfaketime -
ci   tool    picom              picom picom picom picom -
ci   tool    xdotool            xdotool xdotool xdotool xdotool -
ci   tool    sway               sway sway sway sway -
ci   tool    swayidle           swayidle swayidle swayidle swayidle -
ci   tool    grim               grim grim grim grim -
ci   tool    xscreensaver       xscreensaver xscreensaver xscreensaver xscreensaver -
ci   tool    mate-screensaver   mate-screensaver mate-screensaver mate-screensaver mate-screensaver -
ci   tool    dbus-run-session   dbus dbus-daemon dbus dbus-1 -
ci   tool    xmllint            libxml2-utils libxml2 libxml2 libxml2-tools libxml2
web  tool    ffmpeg             ffmpeg ffmpeg-free ffmpeg ffmpeg ffmpeg
ci   header  frei0r.h           frei0r-plugins-dev frei0r-devel frei0r-plugins frei0r-plugins-devel frei0r
ci   tool    melt               melt mlt mlt mlt mlt
ci   tool    qmllint            qtdeclarative5-dev-tools qt5-qtdeclarative-devel qt5-declarative libqt5-qtdeclarative-tools qt
ci   tool    c++                g++ gcc-c++ gcc gcc-c++ -
ci   python  numpy              python3-numpy python3-numpy python-numpy python3-numpy numpy
deb  tool    dh                 debhelper - - - -
deb  tool    dpkg-buildpackage  dpkg-dev - - - -
deb  tool    xz                 xz-utils xz xz xz xz
deb  header  GL/glcorearb.h     libgl-dev - - - -
ci   tool    lintian            lintian - - - -
ci   tool    autopkgtest        autopkgtest - - - -
ci   tool    debootstrap        debootstrap - - - -
ci   tool    valgrind           valgrind valgrind valgrind valgrind -
ci   tool    fish               fish fish fish fish fish
ci   tool    zsh                zsh zsh zsh zsh zsh
ci   tool    mandoc             mandoc mandoc mandoc mandoc mandoc
ci   tool    desktop-file-validate desktop-file-utils desktop-file-utils desktop-file-utils desktop-file-utils desktop-file-utils
ci   tool    appstreamcli       appstream appstream appstream AppStream -
ci   tool    qemu-aarch64       qemu-user qemu-user qemu-user qemu-linux-user -
ci   tool    aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu,libc6-dev-arm64-cross - aarch64-linux-gnu-gcc cross-aarch64-gcc12 -
ci   tool    x86_64-w64-mingw32-gcc-posix gcc-mingw-w64-x86-64-posix - - - -
ci   tool    patchelf           patchelf patchelf patchelf patchelf -
ci   tool    flatpak-builder    flatpak-builder flatpak-builder flatpak-builder flatpak-builder -
ci   tool    rsvg-convert       librsvg2-bin librsvg2-tools librsvg rsvg-convert librsvg
ci   tool    arm-none-eabi-gcc  gcc-arm-none-eabi,libnewlib-arm-none-eabi arm-none-eabi-gcc-cs,arm-none-eabi-newlib arm-none-eabi-gcc,arm-none-eabi-newlib - -
ci   tool    qemu-system-arm    qemu-system-arm qemu-system-arm qemu-system-arm qemu-arm qemu
ci   tool    musl-gcc           musl-tools musl-gcc musl - -
ci   tool    wine               wine,wine64 wine wine wine -
web  tool    clang-19           clang-19,lld-19,libclang-rt-19-dev-wasm32 - - - -
ci   tool    node               nodejs nodejs nodejs nodejs node
web  tool    wasm-opt           binaryen binaryen binaryen binaryen binaryen
web  tool    esbuild            esbuild - esbuild - esbuild
ci   tool    npm                npm npm npm npm node
art  tool    xterm              xterm xterm xterm xterm -
art  tool    xclock             x11-apps xclock xorg-xclock xclock -
web  wasi    c                  wasi-libc wasi-libc-devel wasi-libc - -
ci   tool    chromedriver       chromium,chromium-driver - - - -
ci   tool    firefox-esr        firefox-esr - - - -
ci   charmap UTF-8              locales glibc-locale-source glibc - -
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
    header:*) echo "#include <$2>" | "${CC:-cc}" -E - >/dev/null 2>&1 ;;
    python:*)
        python3 -c "import $2" 2>/dev/null ||
            /usr/bin/python3 -c "import $2" 2>/dev/null
        ;;
    charmap:*) [ -e "/usr/share/i18n/charmaps/$2.gz" ] ;;
    cross:*) [ -e "/usr/lib/aarch64-linux-gnu/lib$2.a" ] ;;
    wasi:*) [ -e "/usr/lib/wasm32-wasi/lib$2.a" ] ;;
    runtime:clang)
        has clang && find "$(clang -print-resource-dir)" \
            -name 'libclang_rt.fuzzer*' 2>/dev/null | grep -q .
        ;;
    runtime:mesa)
        find /usr/lib* \( -name 'swrast_dri.so' -o -name 'libgallium*' \) \
            2>/dev/null | grep -q .
        ;;
    font:*) find /usr/share/fonts -name "$2.ttf" 2>/dev/null | grep -q . ;;
    extra:librsvg-2)
        find /usr/lib* /usr/local/lib /opt/homebrew/lib -name "$2.*" \
            2>/dev/null | grep -q .
        ;;
    library:* | extra:*) has "$pkgconfig" && "$pkgconfig" --exists "$2" ;;
    esac
}

# The commands that install the packages, one a line.
list_commands() {
    case $manager in
    apt-get)
        [ "$packages" = "${packages#*:arm64}" ] ||
            echo "${root}dpkg --add-architecture arm64"
        echo "${root}apt-get update -qq"
        echo "${root}env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq" \
            "--no-install-recommends$packages"
        ;;
    dnf) echo "${root}dnf install -y -q$packages" ;;
    pacman) echo "${root}pacman -S --needed --noconfirm$packages" ;;
    zypper) echo "${root}zypper --non-interactive install$packages" ;;
    brew) echo "brew install$packages" ;;
    esac
}

say() {
    echo "ripple: $*" >&2
}

manager=none
column=0
for candidate in apt-get dnf pacman zypper brew; do
    column=$((column + 1))
    if has $candidate; then
        manager=$candidate
        break
    fi
done
missing=
extra=
packages=
while read -r from kind name names; do
    case " run $* " in
    *" ci "* | *" $from "* | *" $name "*) ;;
    *) continue ;;
    esac
    if is_there "$kind" "$name"; then
        continue
    fi
    if [ "$kind" = extra ]; then
        extra="$extra $name"
    else
        missing="$missing $name"
    fi
    names=$(echo "$names" | cut -d ' ' -f $column | tr , ' ')
    [ "$names" = - ] || packages="$packages $names"
done <<END
$needs
END

if [ -z "$missing" ]; then
    [ -z "$extra" ] || say "optional and not installed:$extra"
    exit 0
fi
say "missing:$missing${extra:+ (optional:$extra)}"
root=
if [ "$(id -u)" != 0 ] && [ $manager != brew ]; then
    root="sudo "
fi
if [ $manager = none ] || [ -z "$packages" ]; then
    say "please install these; no package for them is known here"
    exit 1
fi
if [ "${SETUP:-yes}" = no ]; then
    say "these commands would install$packages:"
    list_commands | sed 's/^/    /' >&2
    exit 1
fi
say "installing$packages with:"
list_commands | sed 's/^/    /' >&2
if [ -n "$root" ] && ! has sudo; then
    say "cannot install them: not root, and there is no sudo"
    exit 1
fi
# shellcheck disable=SC2086 # a command is a list of words
list_commands | while read -r command; do
    $command >/dev/null </dev/null
done
