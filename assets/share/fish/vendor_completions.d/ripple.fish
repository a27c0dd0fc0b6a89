# SPDX-License-Identifier: MIT
#
# ripple and, by a link, ripple-bench for fish. The options and their descriptions
# come from --help, which only ripple has with all, their words from --list words.

function __ripple_words
    $argv[1] --list words | string replace -rf -- "^--$argv[2] (\S+) *" '$1'\t
end

for program in ripple ripple-bench
    for line in (begin; $program --help all; or $program --help; end 2>/dev/null | string match -r '^  --.*')
        set -l parts (string match -r '^  --([a-z0-9-]+)( \S+)? {2,}(.*)' -- $line)
        set -l value -x -a "(__ripple_words $program $parts[2])"
        string match -qr 'FILE|X,Y' -- "$parts[3]"; and set value -r -F $value[2..]
        test -n "$parts[3]"; or set value
        complete -c $program -l $parts[2] $value -d "$parts[4]"
    end
end
