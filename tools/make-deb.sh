#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes Debian's packages in FOLDER, in place of those there, from a tarball of
# `make dist`: a tree of its files with tools/debian as its debian/.
#
# Usage: tools/make-deb.sh FOLDER TARBALL
set -euo pipefail

tarball=$(realpath "$2")
mkdir -p "$1"
cd "$1"
name=$(basename "$tarball" .tar.xz)
rm -rf -- "$name" {,lib}ripple*_*
cp "$tarball" "${name/-/_}.orig.tar.xz"
tar -xf "$tarball"
cp -r "$name/tools/debian" "$name/debian"
cd "$name"
dpkg-buildpackage --no-sign --build=full
