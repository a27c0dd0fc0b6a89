# SPDX-License-Identifier: MIT
#
# ripple and, by a link, ripple-bench for fish. The options and their descriptions
# come from --help; only ripple has --help all.

for program in ripple ripple-bench
    for line in (begin; $program --help all; or $program --help; end 2>/dev/null | string match -r '^  --.*')
        set -l parts (string match -r '^  --([a-z0-9-]+)( \S+)? {2,}(.*)' -- $line)
        if test -n "$parts[3]"
            complete -c $program -l $parts[2] -r -d "$parts[4]"
        else
            complete -c $program -l $parts[2] -d "$parts[4]"
        end
    end
    complete -c $program -l preset -x -a "(ripple --list presets | string replace -r ' +' \t)"
    complete -c $program -l view -x -a "water heights slopes split perspective"
    complete -c $program -l model -x -a "(ripple --list models | string replace -r ' +' \t)"
    complete -c $program -l simd -x -a "auto (ripple --list simd | string replace -r ' +' \t)"
end
complete -c ripple -l battery -x -a "half full"
complete -c ripple -l backend -x -a "cpu gpu auto"
complete -c ripple-bench -l backend -x -a "cpu gpu"
complete -c ripple -l help -x -a all
complete -c ripple -l bed -x -a "(ripple --list beds)"
complete -c ripple -l picture -r -F -a "builtin:(ripple --list beds)"
complete -c ripple -l land -r -F -a builtin:hills
complete -c ripple -l list -x -a "presets beds models simd backends renderers"
