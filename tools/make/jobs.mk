# SPDX-License-Identifier: MIT
#
# Test jobs. Each can be run alone; its last line tells the result (tools/job.sh).

# The longest first.
jobs := rest recipes mutants coverage portable failures sanitize wine analyze \
    differential fuzz fuzz-afl test browsers desktop deb bare soak gpu films threads msan wasm lint installation \
    variants embed frei0r valgrind hardening fuzz-replay truth examples looks bundlers start pacing

.PHONY: test-all gallery trust-report fuzzers $(jobs)

# Sanitizers take fewer random cases, as they look for another kind of mistake.
few            := $(filter asan tsan coverage,$(CONFIG))
lsan_options   := suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0

# Installs what is missing: a goal or names of setup.sh, $(1). Then builds $(2), by a
# make that finds it, and runs the job.
define job
@tools/setup.sh test $(1)
$(if $(2),+@$(submake) $(2))
+@tools/job.sh $@ $(3)
endef

test-all: ## every test job: those below, lint and test
	@tools/setup.sh ci
	@printf '%s\n' $(jobs) | sed 's/^deb$$/& TEST=yes/' | tools/jobs.sh; status=$$?; \
	    tools/trust-report.sh && exit $$status

gallery: ## the pictures of the README
	@tools/setup.sh ffmpeg Xvfb openbox xterm xclock
	+@$(submake) $(program)
	tools/gallery.sh

trust-report: ## the last result of each job
	@tools/trust-report.sh

differential: ## more cases of each kernel and level than make test
	$(call job,,$(difftest),$(difftest) 0 2000000)

# clang's sanitizers see pointers that leave their array where gcc's do not.
sanitize: ## make test under clang's ASan and UBSan
	$(call job,clang,,env CK_TIMEOUT_MULTIPLIER=5 $(submake) CC=clang CONFIG=asan test)

coverage: ## which lines no test runs
	$(call job,gcovr egl mesa frei0r.h,,tools/coverage.sh)

variants: ## builds without optional libraries
	$(call job,clang,,tools/test-variants.sh)

bare: ## what README says, in a bare Debian; needs root
	$(call job,,,tools/test-bare.sh)

installation: ## install, use all that is installed, uninstall
	$(call job,,,tools/test-install.sh)

frei0r: ## the plugin in ffmpeg, MLT and a host of our own
	$(call job,frei0r.h,$(program) $(plugin) $(lists) $(frei0r_host),tools/test-frei0r.sh)

examples: ## the examples in C, C++, Python and Rust, beside the program
	$(call job,c++ numpy,,tools/test-examples.sh)

desktop: ## the real window, several displays, wallpaper, xscreensaver
	$(call job,,$(program),sh -c 'tools/test-wallpaper.sh && tools/test-wayland.sh && \
	    tools/test-screensaver.sh')

pacing: ## print the phase that displays of 50 to 165 Hz show
	$(call job,,$(tests),env CK_RUN_SUITE=$@ RIPPLE_SHOW=1 $(tests))

# TESTS=model tries one.
recipes: ## what the READMEs say of adding things, done to a copy
	$(call job,,,tools/test-recipes.sh)

portable: ## other CPUs, under qemu
	$(call job,,,tools/portable.sh)

wine: ## the library, the program and the screensaver under wine
	$(call job,,,sh -c 'tools/test-wine.sh && tools/test-windows.sh')

embed: ## the library as one file, by many compilers
	$(call job,web,,tools/test-amalgamation.sh)

gpu: ## the GPU's backend, on llvmpipe
	$(call job,egl mesa,$(program) $(bench) $(shared) $(gpu_tests) $(tests),tools/test-gpu.sh)

wasm: ## the library and simd128 under node
	$(call job,web,,tools/test-wasm.sh)

# PARTS='frames window' runs some.
films: ## films as the picture, with the real ffmpeg
	$(call job,,$(program),tools/test-films.sh)

# ARGS='bits camera' runs some cases.
browsers: ## the page in Chromium and Firefox
	$(call job,web npm chromedriver firefox-esr Xvfb,$(program) web,tests/web/test_page.py $(ARGS))

# It needs the network, for npm.
bundlers: ## apps of Vite and webpack, and a server, that import the page's package
	$(call job,web npm chromedriver,web,tests/web/test_bundlers.py)

threads: ## ThreadSanitizer
	$(call job,,CONFIG=tsan build/tsan/ripple build/tsan/ripple-library-tests \
	    build/tsan/ripple-random, \
	    tools/threads.sh build/tsan $(CASES))

soak: ## a simulated day, or HOURS, without a window and as a wallpaper
	$(call job,python3,$(program),sh -c 'tests/random/soak.py $(program) $(HOURS) && \
	    tools/test-wallpaper.sh $(or $(HOURS),24)')

# Small pools are many, since most mistakes show in them; CASES takes fewer and
# leaves out the large ones.
rest: ## random pools until they rest: 1,300,000, or CASES of SIZE cells
	$(call job,,$(random),sh -c '$(if $(CASES),$(random) rest $(or $(SIZE),40) $(CASES), \
	    $(random) slow 14 300000 && $(random) rest 40 1000000 && $(random) rest 200 30000)')

truth: ## waves beside theory
	$(call job,,$(truth),$(truth) truth)

looks: ## how pond looks, in numbers
	$(call job,,$(truth),$(truth) looks)

start: ## how soon a window shows its first frame, and a slideshow's longest
	$(call job,,$(program),tools/start.sh)

failures: ## let every call that can fail do so, one after the other
	$(call job,,$(program) $(tests) $(failing),env RIPPLE_FAILURES=all RIPPLE_PROGRAM=$(program) \
	    LSAN_OPTIONS='$(lsan_options)' CK_RUN_SUITE='memory failures' $(tests))

# A new sample of thousands each time: one takes some seconds, more if it survives.
# ARGS='--seed 2 --sample 100' repeats one; see tools/mutate.py.
mutants: ## whether tests notice wrong operators and constants
	$(call job,python3,,tools/mutate.py $(or $(ARGS),--sample 100))

# clang has libFuzzer; fuzz-replay works with any compiler in another CONFIG.
fuzz_choice = $(if $(filter file,$(origin CONFIG)),CONFIG=fuzz CC=clang)
fuzz_build  = $(if $(fuzz_choice),build/fuzz,$(build))

fuzz fuzz-replay: ## look for crashes (FUZZ_SECONDS=120); play their corpus
	$(call job,clang,$(fuzz_choice) fuzzers,tools/fuzz.sh $(if $(filter fuzz,$@),run,replay) \
	    $(fuzz_build) $(FUZZ_SECONDS))

# AFL++ finds other ways through the code; the sanitizers are those of asan.
fuzz-afl: ## look for crashes with AFL++
	$(call job,afl-fuzz,CONFIG=asan CC=afl-clang-fast build=build/afl fuzzers,tools/fuzz.sh \
	    afl build/afl $(FUZZ_SECONDS))

fuzzers: $(fuzz_names:%=$(build)/fuzz-%)
	@:

hardening: ## check that the release is built with its guards
	$(call job,hardening-check frei0r.h,all,tools/hardening.sh)

msan: ## the library's tests under clang's MSan
	$(call job,clang,CONFIG=msan CC=clang build/msan/ripple-library-plain, \
	    build/msan/ripple-library-plain)

# Reads out of bounds by gathers and the like, which sanitizers do not see.
# valgrind knows levels up to avx2.
valgrind: ## run the kernels under valgrind
	$(call job,valgrind,$(difftest),valgrind -q --error-exitcode=9 $(difftest) 0 2000)

# Files of an instruction set need flags of theirs.
analyze: ## let clang-tidy and gcc's analyzer read the code
	$(call job,clang-tidy,,env \
	    ANALYZE_FLAGS='-Isrc -std=c11 -D_POSIX_C_SOURCE=200809L $(sdl_cflags)' \
	    tools/analyze.sh $(filter-out src/lib/kernels/simd/%,$(library_sources)) $(app_sources))
