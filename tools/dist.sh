#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Packs the sources as FOLDER/ripple-VERSION.tar.xz: the files that git knows, or
# without git all files but build/. Names in order, no owners, one date for all:
# SOURCE_DATE_EPOCH, or else that of the last commit, or of the Makefile. So the same
# sources give the same bytes, from the tarball's own tree too. Beside it comes
# ripple-amalgamation-VERSION.tar.xz, the library as one file.
#
# Usage: tools/dist.sh FOLDER VERSION
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1
name=ripple-$2
if [[ $(git rev-parse --show-cdup 2>/dev/null || echo none) == "" ]]; then
    list=(git ls-files -z)
    date=$(git log -1 --format=%ct)
else
    list=(find . ! -type d ! -path './build/*' -printf '%P\0')
    date=$(stat -c %Y Makefile)
fi

# pack NAME TAR'S ARGUMENTS: the files of standard input, in a folder of that name
pack() {
    LC_ALL=C sort -z | tar --create "${@:2}" --null --files-from=- \
        --transform="s,^,$1/,S" --mtime="@${SOURCE_DATE_EPOCH:-$date}" --owner=0 --group=0 --numeric-owner \
        --mode=a+rX,u+w,go-w --format=gnu | xz -T1 >"$folder/$1.tar.xz.new"
    mv "$folder/$1.tar.xz.new" "$folder/$1.tar.xz"
    echo "$folder/$1.tar.xz"
}

mkdir -p "$folder"
"${list[@]}" | pack "$name"
tools/amalgamate.py build/amalgamation
printf '%s\0' ripple.c ripple.h | pack "ripple-amalgamation-$2" --directory=build/amalgamation
