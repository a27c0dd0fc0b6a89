#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Prints each property that is tested, the bar that it has to reach, the test jobs
# that show it, and the last result of each job here. Exit: 0 if every job has
# been run and passed.
. "$(dirname "$0")/shell.sh"

missing=0

# Property, bar, jobs, and a pattern for the lines with figures in their logs.
while IFS='|' read -r property bar jobs figures; do
    [[ -n $property ]] || continue
    printf '%s: %s\n' "$property" "$bar"
    for job in $jobs; do
        line=$(sed 's/^job [^:]*: //' "build/jobs/$job" 2>/dev/null) || line="not run"
        printf '    %-13s %s\n' "$job" "$line"
        [[ $line == *passed ]] || missing=1
        [[ -z $figures ]] || { grep -sE "$figures" "build/jobs/$job.log" || true; } |
            tail -n 7 | sed 's/^/                  /'
    done
done <<'END'
kernels equal the scalar one|0 differences in 2,000,000 cases of each kernel and level, 300,000 a push|differential test|^difftest:
no read or write outside|guard pages beside every row, 0 faults; valgrind|differential valgrind|
threads and skipping|same bits for 1 to 64 threads, and for calm tiles skipped or not|test threads|
the GPU|heights and frames of the CPU, on llvmpipe, and after it has failed|gpu|^gpu
failures|every allocation, thread, file and call of SDL failing, once and for ever|failures|
sanitizers|ASan, UBSan, LSan, TSan, MSan: 0 reports|sanitize threads msan|
coverage|library 100 % of lines, 95 % of branches; program 85 % of lines|coverage|^coverage:
mutants|92 % of 100 random ones killed, without goldens|mutants|killed
fuzzing|1,000 runs a second, no open crash|fuzz-replay fuzz fuzz-afl|runs
window and desktop|2,000 resizes, 500 device resets; X11, Wayland, xscreensaver|test desktop|
water|grows in none of 1,000,000 small and 30,000 large random pools, and rests in all|rest|^rest:
waves|wave and shallow within 2 % of double precision after 100 steps and 5 % after 400; modes within bounds|truth|^truth:
looks|click, boat, light, fade, roundness and calm pixels of pond within bounds|looks|^looks:
start|a window shows the bed within 250 ms and 12 megapixels within 400, a slideshow delays no frame to 25|start|^start:
soak|24 hours: memory, descriptors, threads flat, ends calm|soak|
static|gcc -fanalyzer, clang-tidy, cppcheck: 0 findings|analyze lint|
hardening|what hardening-check asks|hardening|
recipes|tests cover what is added as the READMEs say, untouched|recipes|checks notice
installation|all that is installed works, and goes away again|installation|
page|the program's bits in Chromium and Firefox; no work while calm or unseen; 100 pools come and go|browsers|(ms a frame|gzip)
films|each frame of 12 clips made wet, to the bit; each decoder that dies or hangs is told|films|
filter|the program's frames in a host of our own, ffmpeg and MLT|frei0r|^frei0r:
packages|the tarball twice the same; installed, upgraded, purged in a bare Debian|deb|
other programs|examples in C, C++ and Python; builds without optional libraries|examples variants|
other systems|the same bits on old CPUs, aarch64, Windows and WebAssembly|portable wine wasm|
END
exit $missing
