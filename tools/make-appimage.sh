#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes build/ripple.AppDir, which runs on any Linux with that C library or a later one,
# and, if appimagetool is in PATH, build/ripple.AppImage. It has the libraries that ripple
# needs, but for those of the C library, graphics cards, sound cards, X11 and Wayland, which
# are the system's.
. "$(dirname "$0")/shell.sh"

folder=build/ripple.AppDir
system='(ld-linux|lib(c|m|dl|rt|pthread|GL|EGL|drm|gbm|X11|xcb|X11-xcb|Xau|Xdmcp|wayland-[a-z]+|asound|stdc\+\+|gcc_s))(-[a-z0-9]+|-[0-9.]+)*\.so'

require patchelf
rm -rf $folder
make --no-print-directory PREFIX=/usr DESTDIR=$folder install >"$work/install.log"
rm -r $folder/usr/{include,lib/pkgconfig,lib/libripple.a,lib/frei0r-1,share/{doc,kdenlive,shotcut}}
ldd build/release/ripple | awk '$3 ~ /^\// { print $3 }' | grep -vE "/$system" |
    xargs cp -Lt $folder/usr/lib
# An RPATH, unlike LD_LIBRARY_PATH, does not reach ffmpeg and other children.
find $folder/usr/lib -type f -exec patchelf --remove-rpath {} +
patchelf --force-rpath --set-rpath "\$ORIGIN/../lib" $folder/usr/bin/ripple*
ln -s usr/share/applications/ripple.desktop usr/share/icons/hicolor/scalable/apps/ripple.svg \
    $folder
ln -s usr/bin/ripple $folder/AppRun
$folder/AppRun --no-config --frames 2 --output "$work/frame.png"
say "$folder has $(du -sm $folder | cut -f1) MB"
if command -v appimagetool >/dev/null; then
    appimagetool $folder build/ripple.AppImage
fi
