# SPDX-License-Identifier: MIT
#
# Test jobs. Each can be run alone; its last line tells the result (tools/job.sh).

# The longest first.
jobs := analyze mutants sanitize coverage portable failures threads soak msan \
    wine fuzz fuzz-afl test differential desktop wasm lint installation valgrind \
    hardening fuzz-replay

.PHONY: test-all trust-report fuzzers $(jobs)

# Cases of the differential test in `make test`. Sanitizers take fewer, as they
# look for another kind of mistake; the default has a hash that is committed.
cases_asan     := 0 30000
cases_tsan     := 0 30000
cases_coverage := 0 10000
lsan_options   := suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0

test-all:
	@tools/setup.sh ci
	@printf '%s\n' $(jobs) | tools/jobs.sh; status=$$?; \
	    tools/trust-report.sh && exit $$status

trust-report:
	@tools/trust-report.sh

# More cases than `make test` has, for each kernel and level.
differential: $(difftest)
	@tools/job.sh $@ $(difftest) 0 2000000

# clang's sanitizers see pointers that leave their array where gcc's do not.
sanitize:
	@CK_TIMEOUT_MULTIPLIER=5 tools/job.sh $@ $(submake) CC=clang CONFIG=asan test

coverage:
	@tools/job.sh $@ tools/coverage.sh

installation:
	@tools/job.sh $@ tools/test-install.sh

desktop: $(program)
	@tools/job.sh $@ sh -c 'tools/test-wayland.sh && \
	    tools/test-displays.sh && tools/test-screensaver.sh'

portable:
	@tools/job.sh $@ tools/portable.sh

wine:
	@tools/job.sh $@ tools/test-wine.sh

wasm:
	@tools/job.sh $@ tools/test-wasm.sh

threads:
	@$(submake) CONFIG=tsan build/tsan/ripple build/tsan/ripple-library-tests \
	    build/tsan/ripple-stress
	@tools/job.sh $@ tools/threads.sh build/tsan $(CASES)

soak: $(soak)
	@tools/job.sh $@ tools/soak.sh $(soak) $(HOURS)

failures:
	@tools/setup.sh test
	@$(submake) $(tests) $(failing)
	@RIPPLE_FAILURES=all RIPPLE_PROGRAM=$(program) \
	    LSAN_OPTIONS='$(lsan_options)' tools/job.sh $@ sh -c \
	    'CK_RUN_SUITE=memory $(tests) && CK_RUN_SUITE=failures $(tests)'

# A sample of thousands: one takes some seconds, and a minute if it survives.
# ARGS='--seed 2 --sample 20' draws others; see tools/mutate.py.
mutants:
	@tools/job.sh $@ tools/mutate.py $(or $(ARGS),--sample 100)

# clang has libFuzzer; fuzz-replay works with any compiler in another CONFIG.
fuzz_choice = $(if $(filter file,$(origin CONFIG)),CONFIG=fuzz CC=clang)
fuzz_build  = $(if $(fuzz_choice),build/fuzz,$(build))

fuzz fuzz-replay:
	@$(submake) $(fuzz_choice) fuzzers
	@tools/job.sh $@ tools/fuzz.sh $(if $(filter fuzz,$@),run,replay) \
	    $(fuzz_build) $(FUZZ_SECONDS)

# AFL++ finds other ways through the code; the sanitizers are those of asan.
fuzz-afl:
	@$(submake) CONFIG=asan CC=afl-clang-fast build=build/afl fuzzers
	@tools/job.sh $@ tools/fuzz.sh afl build/afl $(FUZZ_SECONDS)

fuzzers: $(fuzz_names:%=$(build)/fuzz-%)
	@:

# The release must have the usual guards.
hardening:
	@$(submake) all
	@tools/job.sh $@ tools/hardening.sh

# The library's tests under MSan. CK_RUN_SUITE=splash runs one suite.
msan:
	@$(submake) CONFIG=msan CC=clang build/msan/ripple-library-plain
	@tools/job.sh $@ build/msan/ripple-library-plain

# Reads out of bounds by gathers and the like, which sanitizers do not see.
# valgrind knows levels up to avx2.
valgrind: $(difftest)
	@tools/job.sh $@ valgrind -q --error-exitcode=9 $(difftest) 0 2000

# clang-tidy and gcc's analyzer. Files of an instruction set need flags of theirs.
analyze:
	@ANALYZE_FLAGS='-Isrc -std=c11 -D_POSIX_C_SOURCE=200809L $(sdl_cflags)' \
	    tools/job.sh $@ tools/analyze.sh \
	    $(filter-out src/kernels/simd/%,$(library_sources)) $(app_sources)
