# SPDX-License-Identifier: MIT
#
# Test jobs. Each can be run alone; its last line tells the result (tools/job.sh).

# The longest first.
jobs := rest recipes reference mutants coverage portable failures sanitize wine analyze \
    differential fuzz fuzz-afl test browsers desktop deb soak gpu films threads msan wasm lint installation \
    variants frei0r valgrind hardening fuzz-replay truth examples looks start pacing

.PHONY: test-all gallery trust-report fuzzers $(jobs)

# Cases of the differential test in `make test`. Sanitizers take fewer, as they
# look for another kind of mistake; the default has a hash that is committed.
cases_asan     := 0 30000
cases_tsan     := 0 30000
cases_coverage := 0 10000
lsan_options   := suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0

test-all: ## every test job: those below, lint and test
	@tools/setup.sh ci
	@printf '%s\n' $(jobs) | sed 's/^deb$$/& TEST=yes/' | tools/jobs.sh; status=$$?; \
	    tools/trust-report.sh && exit $$status

gallery: $(program) ## the pictures of the README
	tools/gallery.sh

trust-report: ## the last result of each job
	@tools/trust-report.sh

differential: $(difftest) ## more cases of each kernel and level than make test
	@tools/job.sh $@ $(difftest) 0 2000000

# clang's sanitizers see pointers that leave their array where gcc's do not.
sanitize: ## make test under clang's ASan and UBSan
	@CK_TIMEOUT_MULTIPLIER=5 tools/job.sh $@ $(submake) CC=clang CONFIG=asan test

coverage: ## which lines no test runs
	@tools/job.sh $@ tools/coverage.sh

variants: ## builds without optional libraries
	@tools/job.sh $@ tools/test-variants.sh

installation: ## install, use all that is installed, uninstall
	@tools/job.sh $@ tools/test-install.sh

frei0r: $(program) $(plugin) $(frei0r_host) ## the plugin in ffmpeg, MLT and a host of our own
	@tools/job.sh $@ tools/test-frei0r.sh

examples: ## the examples in C, C++ and Python, beside the program
	@tools/job.sh $@ tools/test-examples.sh

desktop: $(program) ## the real window, several displays, xscreensaver
	@tools/job.sh $@ sh -c 'tools/test-wayland.sh && \
	    tools/test-displays.sh && tools/test-screensaver.sh'

pacing: $(tests) ## print the phase that displays of 50 to 165 Hz show
	@CK_RUN_SUITE=$@ RIPPLE_SHOW=1 tools/job.sh $@ $(tests)

# TESTS=model tries one.
recipes: ## what the READMEs say of adding things, done to a copy
	@tools/job.sh $@ tools/test-recipes.sh

portable: ## other CPUs, under qemu
	@tools/job.sh $@ tools/portable.sh

wine: ## the library and the bench under Windows
	@tools/job.sh $@ tools/test-wine.sh

gpu: $(program) $(bench) $(shared) $(gpu_tests) $(tests) ## the GPU's backend, on llvmpipe
	@tools/job.sh $@ tools/test-gpu.sh

wasm: ## the library and simd128 under node
	@tools/job.sh $@ tools/test-wasm.sh

# PARTS='frames window' runs some.
films: $(program) ## films as the picture, with the real ffmpeg
	@tools/job.sh $@ tools/test-films.sh

# ARGS='bits camera' runs some cases.
browsers: $(program) ## the page in Chromium and Firefox
	+@$(submake) web
	@tools/job.sh $@ tests/web/test_page.py $(ARGS)

# Without the repetitions that sanitized tests leave out, too.
reference: ## the library's tests on two backends at once
	+@$(submake) build=build/reference CPPFLAGS='$(CPPFLAGS) -DRIPPLE_SANITIZED' \
	    build/reference/ripple-reference-tests
	@CK_TIMEOUT_MULTIPLIER=10 tools/job.sh $@ build/reference/ripple-reference-tests

threads: ## ThreadSanitizer
	+@$(submake) CONFIG=tsan build/tsan/ripple build/tsan/ripple-library-tests \
	    build/tsan/ripple-stress
	@tools/job.sh $@ tools/threads.sh build/tsan $(CASES)

soak: $(soak) ## a simulated day, or HOURS
	@tools/job.sh $@ tools/soak.sh $(soak) $(HOURS)

# Small pools are many, since most mistakes show in them; CASES takes fewer and
# leaves out the large ones.
rest: $(rest) ## random pools until they rest: 1,000,000, or CASES of SIZE cells
	@tools/job.sh $@ sh -c '$(if $(CASES),$(rest) $(or $(SIZE),40) $(CASES), \
	    $(rest) 40 1000000 && $(rest) 200 30000)'

truth: $(truth) ## waves beside theory
	@tools/job.sh $@ $(truth)

looks: $(looks) ## how pond looks, in numbers
	@tools/job.sh $@ $(looks)

start: $(program) ## how soon a window shows its first frame, and a slideshow's longest
	@tools/job.sh $@ tools/start.sh

failures: ## let every call that can fail do so, one after the other
	@tools/setup.sh test
	+@$(submake) $(tests) $(failing)
	@RIPPLE_FAILURES=all RIPPLE_PROGRAM=$(program) \
	    LSAN_OPTIONS='$(lsan_options)' tools/job.sh $@ sh -c \
	    'CK_RUN_SUITE=memory $(tests) && CK_RUN_SUITE=failures $(tests)'

# A new sample of thousands each time: one takes some seconds, more if it survives.
# ARGS='--seed 2 --sample 100' repeats one; see tools/mutate.py.
mutants: ## whether tests notice wrong operators and constants
	@tools/job.sh $@ tools/mutate.py $(or $(ARGS),--sample 100)

# clang has libFuzzer; fuzz-replay works with any compiler in another CONFIG.
fuzz_choice = $(if $(filter file,$(origin CONFIG)),CONFIG=fuzz CC=clang)
fuzz_build  = $(if $(fuzz_choice),build/fuzz,$(build))

fuzz fuzz-replay: ## look for crashes (FUZZ_SECONDS=120); play their corpus
	+@$(submake) $(fuzz_choice) fuzzers
	@tools/job.sh $@ tools/fuzz.sh $(if $(filter fuzz,$@),run,replay) \
	    $(fuzz_build) $(FUZZ_SECONDS)

# AFL++ finds other ways through the code; the sanitizers are those of asan.
fuzz-afl: ## look for crashes with AFL++
	+@$(submake) CONFIG=asan CC=afl-clang-fast build=build/afl fuzzers
	@tools/job.sh $@ tools/fuzz.sh afl build/afl $(FUZZ_SECONDS)

fuzzers: $(fuzz_names:%=$(build)/fuzz-%)
	@:

hardening: ## check that the release is built with its guards
	+@$(submake) all
	@tools/job.sh $@ tools/hardening.sh

msan: ## the library's tests under clang's MSan
	+@$(submake) CONFIG=msan CC=clang build/msan/ripple-library-plain
	@tools/job.sh $@ build/msan/ripple-library-plain

# Reads out of bounds by gathers and the like, which sanitizers do not see.
# valgrind knows levels up to avx2.
valgrind: $(difftest) ## run the kernels under valgrind
	@tools/job.sh $@ valgrind -q --error-exitcode=9 $(difftest) 0 2000

# Files of an instruction set need flags of theirs.
analyze: ## let clang-tidy and gcc's analyzer read the code
	@ANALYZE_FLAGS='-Isrc -std=c11 -D_POSIX_C_SOURCE=200809L $(sdl_cflags)' \
	    tools/job.sh $@ tools/analyze.sh \
	    $(filter-out src/kernels/simd/%,$(library_sources)) $(app_sources)
