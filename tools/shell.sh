# shellcheck shell=bash disable=SC2034 # variables of those who source it
# SPDX-License-Identifier: MIT
#
# What scripts share. They run in the repository's root and stop at the first
# command that fails. $work is a folder for their files. At the end of the script
# this folder is removed, and all that `start` started is ended, the latest first.
set -euo pipefail
cd "$(dirname "$0")/.."

name=$(basename "$0" .sh)
work=$(mktemp -d)
chmod 711 "$work"
cases=0
# The command that runs another without root's rights, where a program insists.
nobody=()
if [[ $(id -u) == 0 ]]; then
    nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi

end_process() {
    kill "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}

clean_up() {
    local process

    for process in $(jobs -p | tac); do
        end_process "$process"
    done
    rm -rf "$work"
}
trap clean_up EXIT

say() {
    echo "$name: $*"
}

fail() {
    tail -n 20 "$work"/*.log >&2 2>/dev/null || true
    say "$@" >&2
    exit 1
}

# Installs those programs that setup.sh knows, and fails if one is missing then.
require() {
    local tool

    tools/setup.sh "$@"
    for tool in "$@"; do
        command -v "$tool" >/dev/null || fail "$tool is missing"
    done
}

# Runs the rows of standard input, each in a subshell, and counts them:
#
#     COMMAND            succeeds
#     COMMAND => TEXT    and prints the text in a line or more, or nothing
#     ! COMMAND => TEXT  fails, and prints one line, which has the text
check_rows() {
    local row command said status wanted line text

    while read -r row; do
        command=${row% =>*} wanted=0
        set +e
        said=$(set -e && eval "${command#! }" 2>&1 </dev/null)
        status=$((!!$?))
        set -e
        line=${said//$'\n'/ } text=$line
        [[ $row != *" =>"* ]] || text=$(eval "echo \"${row##* =>}\"" </dev/null)
        if [[ $row == "! "* ]]; then
            wanted=1
            [[ $said == *$'\n'* ]] || line=${line/*"${text# }"*/"${text# }"}
        fi
        [[ $status == "$wanted" && $line == "${text# }" ]] || fail "$row: prints $said"
        cases=$((cases + 1))
    done
}

# In the background; sets $last to the process.
start() {
    "$@" &
    last=$!
}

# await SECONDS COMPLAINT COMMAND: runs the command until it succeeds.
await() {
    local end=$((SECONDS + $1)) complaint=$2

    shift 2
    until "$@"; do
        ((SECONDS < end)) || fail "$complaint"
        sleep 0.05
    done
    cases=$((cases + 1))
}

# Starts Xvfb with a screen of size $1 on a free display, $display.
start_x() {
    exec 3>"$work/display"
    start Xvfb -displayfd 3 -screen 0 "$1x24" -noreset -nolisten tcp \
        >"$work/xvfb.log" 2>&1
    exec 3>&-
    await 20 "no X server" test -s "$work/display"
    display=:$(<"$work/display")
}

# The pixels of 20x20 of that screen at x $2 and y $3, in $work/$1.raw.
shoot() {
    ffmpeg -nostdin -v error -y -f x11grab -draw_mouse 0 -video_size 20x20 -i "$display+$2,$3" \
        -frames:v 1 -pix_fmt rgb24 -f rawvideo "$work/$1.raw"
}

is_plain() {
    shoot plain "$1" "$2"
    [[ $(od -An -v -tu1 -w3 "$work/plain.raw" | sort -u | wc -l) == 1 ]]
}

is_water() {
    ! is_plain "$1" "$2"
}

# Whether the water at a place is another than in the last call.
is_moving() {
    mv "$work/now.raw" "$work/before.raw" 2>/dev/null || true
    shoot now "$1" "$2"
    [[ -e $work/before.raw ]] && ! cmp -s "$work/before.raw" "$work/now.raw"
}

end_wine() {
    wineserver -k 2>/dev/null || true
    wineserver -w 2>/dev/null || true
    clean_up
}

# A wine that leaves nothing behind; file names are UTF-8.
start_wine() {
    export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" \
        LC_ALL=C.UTF-8
    trap end_wine EXIT
    wineboot --init >/dev/null 2>&1 || fail "wine does not start"
}

root=$work/root

in_root() {
    chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        HOME=/root DEBIAN_FRONTEND=noninteractive "$@" >"$work/root.log" 2>&1 ||
        fail "in the bare root: $*"
}

# Makes a bare Debian in $root: the system and the mirror that apt uses here. What a
# crash leaves on its disk does not matter.
make_root() {
    local suite mirror

    [[ $(id -u) == 0 ]] || fail "needs to be root for a bare Debian"
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016 # a format of apt
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(CODENAME) $(COMPONENT)' \
        'Created-By: Packages' | awk -v suite="$suite" \
        '($2 == suite || $3 == suite) && $4 == "main" { print $1; exit }')
    [[ -n $mirror ]] || fail "apt has no mirror of $suite"
    mkdir -p "$root/etc/dpkg/dpkg.cfg.d"
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
    debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$work/root.log"
    in_root apt-get update
}

# The CPU time of process $1 until now, in ticks of the clock.
read_ticks() {
    sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'
}

# Writes the bytes of the first picture, three a pixel, to $1.raw; $2 is ffmpeg's filter.
unpack() {
    ffmpeg -nostdin -v error -i "$1" -vf "${2:-null}" -frames:v 1 -pix_fmt rgb24 \
        -f rawvideo - >"$1.raw"
}

# The place of each byte that differs between $1.raw and $2.raw, from 0, and by how
# much. Fails if their sizes differ.
list_differences() {
    [[ $(stat -c %s "$1.raw") == $(stat -c %s "$2.raw") ]] || return
    { cmp -l "$1.raw" "$2.raw" || true; } | awk '
        function value(octal) {
            return int(octal / 100) * 64 + int(octal / 10) % 10 * 8 + octal % 10
        }
        { print $1 - 1, value($2) - value($3) }'
}

# Whether the differential test printed the same hash to file $1 as it prints on
# this machine for a range of cases, the other arguments. Without a range it has
# compared the hash itself.
has_same_hash() {
    local printed=$1

    shift
    [[ $# == 0 || "$(build/release/ripple-difftest "$@" | sed -n 's/.* hash //p')" == \
        "$(sed -n 's/.* hash //p' "$printed")" ]]
}
