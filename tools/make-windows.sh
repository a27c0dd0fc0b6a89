#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes build/ripple-windows.zip: programs, screensaver and page for Windows, built here
# by mingw-w64, each in one file with SDL inside. SDL2 and SDL2_image are built from
# Debian's source packages, once, or taken from a folder that SDL_WINDOWS names, with
# static libraries and lib/pkgconfig, as those of MSYS2's.
. "$(dirname "$0")/shell.sh"

mingw=x86_64-w64-mingw32
build=build/windows
sdl=${SDL_WINDOWS:-$PWD/$build/sdl}
folder=$build/zip/ripple

# The source packages, unpacked into $work, by apt's own check of their signatures.
get_sources() {
    local lists=$work/lists file

    command -v apt-get >/dev/null ||
        fail "here is no apt-get to get SDL's sources: set SDL_WINDOWS"
    require dpkg-buildpackage
    mkdir -p "$lists/partial"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/{*.list,*.sources}; do
        [[ ! -e $file ]] || sed -E 's/^(Types: *deb|deb)\b/\1-src/' "$file" \
            >"$work/src.${file##*.}"
    done
    apt=(apt-get -qq -o Dir::State::Lists="$lists" -o Dir::Etc::SourceList=/dev/null
        -o Dir::Etc::SourceParts="$work/parts" -o APT::Sandbox::User=root)
    mkdir "$work/parts"
    mv "$work"/src.* "$work/parts"
    "${apt[@]}" update
    (cd "$work" && "${apt[@]}" source libsdl2 libsdl2-image)
}

build_sdl() {
    local configure image kind kinds=()

    configure=$(echo "$work"/libsdl2-2*/configure)
    (
        mkdir "$work/sdl"
        cd "$work/sdl"
        "$configure" --host=$mingw --prefix="$sdl" --disable-shared \
            --disable-joystick --disable-haptic --disable-sensor CC=$mingw-gcc-posix \
            CFLAGS=-O2
        make -j"$(nproc)" install
    ) >"$work/sdl.log" 2>&1
    image=$(echo "$work"/libsdl2-image-2*)
    for kind in BMP GIF JPG LBM PCX PNG PNM QOI TGA XCF XPM XV; do
        kinds+=("-DLOAD_$kind")
    done
    (
        mkdir "$work/image"
        cd "$work/image"
        $mingw-gcc-posix -O2 "${kinds[@]}" -DUSE_STBIMAGE -DSDL_IMAGE_SAVE_PNG=1 \
            -DSDL_IMAGE_SAVE_JPG=0 -I"$sdl/include/SDL2" -c "$image"/IMG*.c
        $mingw-ar rcs "$sdl/lib/libSDL2_image.a" -- *.o
    ) >"$work/image.log" 2>&1
    cp "$image/SDL_image.h" "$sdl/include/SDL2"
    printf '%s\n' 'Name: SDL2_image' 'Description: pictures' 'Version: 2.6.3' \
        'Requires: sdl2' 'Libs: -lSDL2_image' >"$sdl/lib/pkgconfig/SDL2_image.pc"
    cp "$image/LICENSE.txt" "$sdl/SDL-LICENSE.txt"
}

# A .ico may be one PNG after a head of 22 bytes.
make_icon() {
    local size

    mkdir -p $build/program
    rsvg-convert -w 256 -h 256 assets/ripple.svg >"$work/icon.png"
    size=$(printf '%08x' "$(stat -c %s "$work/icon.png")")
    {
        printf '\0\0\1\0\1\0\0\0\0\0\1\0\40\0'
        printf '%b' "\\x${size:6:2}\\x${size:4:2}\\x${size:2:2}\\x${size:0:2}\\x16\\0\\0\\0"
        cat "$work/icon.png"
    } >$build/program/ripple.ico
}

require $mingw-gcc-posix rsvg-convert python3 mandoc
if [[ ! -e $sdl/lib/pkgconfig/SDL2_image.pc ]]; then
    get_sources
    build_sdl
fi
make_icon
make --no-print-directory build=$build/program CC=$mingw-gcc-posix AR=$mingw-ar \
    LDFLAGS="-static -s" X11= WAYLAND= LCMS= WEBP= JPEG= native= \
    PKGCONFIG="env PKG_CONFIG_LIBDIR=$sdl/lib/pkgconfig pkg-config --static" \
    $build/program/ripple{,-bench}.exe
rm -rf $build/zip
mkdir -p $folder
cp $build/program/ripple{,-bench}.exe $folder
cp $build/program/ripple.exe $folder/ripple.scr
cp LICENSE $folder/LICENSE.txt
cp "$sdl/SDL-LICENSE.txt" $folder 2>/dev/null || true
sed 's/$/\r/' tools/windows/README.txt >$folder/README.txt
mandoc -T html assets/share/man/man6/ripple.6 >$folder/manual.html
rm -f build/ripple-windows.zip
(cd $build/zip && python3 -m zipfile -c ../../ripple-windows.zip ripple)
ls -l build/ripple-windows.zip
