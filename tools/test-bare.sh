#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What README says, done with a clone in a bare Debian that has git and make: run, build,
# install, both ways to build the example, uninstall, test. Then apt must know all that
# test-all would install. Needs root, and apt's mirror. Exit: 0 if all of it holds.
# shellcheck disable=SC2016 # no expansions
. "$(dirname "$0")/shell.sh"

# try COMMAND...: in the clone, quietly; its output is in $work/root.log.
try() {
    local from=$SECONDS

    in_root sh -c "cd /ripple && $*"
    if grep -E 'not found|warning:|jobserver' "$work/root.log"; then
        fail "$* complains"
    fi
    say "$*: $((SECONDS - from)) s"
    cases=$((cases + 1))
}

require debootstrap git
make_root
# Some tests read /proc/self.
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"; clean_up' EXIT
tools/make-appimage.sh
# The libraries of every desktop.
in_root apt-get install -y --no-install-recommends libgbm1 libx11-xcb1 libasound2 \
    libwayland-{client0,cursor0,egl1}
cp -r build/ripple.AppDir "$root/"
in_root /ripple.AppDir/AppRun --frames 9 --output /film.y4m
build/release/ripple --no-config --frames 9 --output - | cmp - "$root/film.y4m" ||
    fail "the AppDir draws other frames"
in_root apt-get install -y --no-install-recommends git make
git clone -q . "$root/ripple"

in_root sh -c 'cd /ripple && ! make'
[[ $(grep -c . "$work/root.log") == 1 && $(<"$work/root.log") == *"tools/setup.sh run installs"* ]] ||
    fail "make without SDL does not say in a line what installs it"
try make run
[[ -s $root/ripple/build/ripple.png ]] || fail "make run saves no picture"
size=$(stat -c %s "$root/ripple/build/ripple.y4m")
((size > 1000000 && size <= 20000000)) || fail "make run saves $size bytes of Y4M"
try make
try make install
sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$root/ripple/example.c"
sed -n '/^    cc example.c/{s/ *#.*//;p;}' README.md >"$work/commands"
while read -r command; do
    try "$command && ./example && rm example"
    [[ $(tail -n 1 "$work/root.log" | wc -w) == 64 ]] ||
        fail "the example does not print a row"
done <"$work/commands"
[[ $(wc -l <"$work/commands") == 2 ]]
try ripple --version
try make uninstall
find "$root/usr/local" ! -type d ! -name fonts -path '*ripple*' >"$work/left.log"
[[ ! -s $work/left.log ]] || fail "files are left after uninstall"
try make test
grep -q '^100%: Checks' "$work/root.log"

for target in windows lint browsers installation frei0r films desktop valgrind; do
    in_root sh -c "cd /ripple && ! SETUP=no make $target"
    grep -q 'these commands would install' "$work/root.log" ||
        fail "make $target does not say what it lacks"
    cases=$((cases + 1))
done
in_root sh -c 'cd /ripple && ! SETUP=no make test-all'
sed -n 's/^    //p' "$work/root.log" >"$root/commands"
grep -q 'install -y .*chromium' "$root/commands" || fail "SETUP=no lists no packages"
# apt only simulates it.
sed -i 's/apt-get install/& --simulate/' "$root/commands"
in_root sh -e /commands
cases=$((cases + 1))
say "$cases cases: run, built, installed, tested, removed"
