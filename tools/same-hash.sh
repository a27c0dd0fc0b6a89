# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# For scripts that run the differential test on another machine: to be sourced
# from the repository's root, where build/release/ripple-difftest is built.

find_hash() {
    sed -n 's/.* hash //p'
}

# Whether what it printed there, a file, has the hash that the same cases have
# here. Without a range of cases it knows itself what must come of them.
has_same_hash() {
    local printed=$1

    shift
    [[ $# == 0 || "$(build/release/ripple-difftest "$@" | find_hash)" == \
        "$(find_hash <"$printed")" ]]
}
