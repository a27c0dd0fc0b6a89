# SPDX-License-Identifier: MIT
#
# The targets that people call. `make run` and `make test` do everything, setting
# up the machine included. The rest is in tools/make:
#
#     flags.mk    how code is compiled, for each CONFIG
#     sources.mk  which files make which program
#     build.mk    how objects, libraries and programs are made
#     web.mk      how the page is made
#     jobs.mk     every test that runs alone, and make test-all
#     lint.mk     what reads the code: lint, analyze, format
#     install.mk  install and uninstall
#     package.mk  a tarball of the sources, Debian's packages
#
# Objects of one CONFIG (release, debug, asan, tsan, msan, coverage, fuzz) live in
# build/<CONFIG>. CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR and GNU's names
# of folders belong to the user.

CONFIG    ?= release
PREFIX    ?= /usr/local
PKGCONFIG ?= pkg-config
ARGS      ?=
FUZZ_SECONDS ?= 120

# The machine to build for, such as x86_64-linux-gnu.
target := $(shell $(CC) -dumpmachine 2>/dev/null)
exe    := $(if $(findstring mingw,$(target)),.exe)$(if $(findstring wasm,$(target)),.wasm)
build  := build/$(CONFIG)
plot   := build/ripple-bench.svg
seen   := classic,pond,storm,hills

library       := $(build)/libripple.a
shared        := $(build)/libripple.$(if $(exe),dll,so)
program       := $(build)/ripple$(exe)
bench         := $(build)/ripple-bench$(exe)
tests         := $(build)/ripple-tests
library_tests := $(build)/ripple-library-tests
gpu_tests     := $(build)/ripple-gpu-tests
library_plain := $(build)/ripple-library-plain$(exe)
difftest      := $(build)/ripple-difftest$(exe)
random        := $(build)/ripple-random
truth         := $(build)/ripple-truth
plugin        := $(build)/frei0r/ripple.so
frei0r_host   := $(build)/ripple-frei0r
# The same programs with calls that can be made to fail.
failing       := $(build)/failing/ripple $(build)/failing/ripple-bench
# Manual pages and lists of other programs, which are made from the code.
page_names    := man1/ripple-bench.1 man3/libripple.3 man6/ripple.6
pages         := $(page_names:%=$(build)/share/man/%)
list_names    := xscreensaver/config/ripple.xml kdenlive/effects/frei0r_ripple.xml \
                 shotcut/qml/filters/frei0r_ripple/ui.qml
lists         := $(list_names:%=$(build)/share/%)

# V=1 shows the commands.
ifneq ($(V),1)
quiet = @echo "  $(1) $@";
endif
# A make of its own, on all cores unless the user says how many.
submake = $(MAKE) --no-print-directory \
          $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN))

.PHONY: all run test run-tests run-random run-suites bench windows windows-zip amalgamation clean help
.DELETE_ON_ERROR:

# `make help` prints what stands behind ##.
all: ## build programs, library and manual pages in build/CONFIG

include tools/make/flags.mk
include tools/make/sources.mk
include tools/make/build.mk
include tools/make/web.mk
include tools/make/jobs.mk
include tools/make/lint.mk
include tools/make/install.mk
include tools/make/package.mk

# Ends with a line that says what is missing; other targets install it.
ifneq ($(filter all install,$(or $(MAKECMDGOALS),all)),)
$(if $(target),,$(error $(CC) is missing: tools/setup.sh run installs it))
found := $(sdl_cflags)
endif

all: $(if $(SDL),$(program)) $(bench) $(library) $(shared) $(pages) $(lists) \
    $(if $(frei0r),$(plugin))
	@$(if $(strip $(absent)),echo "built without $(strip $(absent))",:)

help:
	@awk -F ':.*## ' '/^[a-z][a-z -]*:.*## / { printf "make %-16s %s\n", $$1, $$2 }' \
	    Makefile tools/make/*.mk
	@echo "CONFIG=debug, asan or tsan builds another configuration;"
	@echo "SETUP=no only says what is missing instead of installing it."

run: ## set up, build, and start ripple (ARGS='...')
	@tools/setup.sh run
	+@$(submake) $(program)
	@tools/run.sh $(program) $(ARGS)

test: ## set up, build, and test; TESTS=name runs one suite
	@tools/setup.sh test
	+@$(submake) $(program) $(bench) $(tests) $(difftest) $(random) $(failing)
	+@$(if $(TESTS),,tools/job.sh \
	    $(if $(filter release,$(CONFIG)),test,test-$(CONFIG))) $(submake) run-tests

run-tests: run-suites $(if $(TESTS),,run-random)

run-random:
	$(difftest) $(if $(few),0 8000)
	$(random) slow 10 $(if $(few),300,2000)

# Job gpu has the window with frames on the GPU.
run-suites: export TEST_LEAVE_OUT ?= $(if $(TESTS),,gl_window)
run-suites:
	RIPPLE_PROGRAM=$(program) LSAN_OPTIONS='$(lsan_options)' \
	    $(if $(TESTS),CK_RUN_SUITE='$(TESTS)') $(tests)

bench: ## set up, build, and measure; gnuplot draws build/ripple-bench.svg
	@tools/setup.sh run
	+@$(submake) $(bench)
	$(bench) --plot $(plot:.svg=.gp) $(or $(ARGS),--preset $(seen) --scenes rain)
	@! command -v gnuplot >/dev/null || gnuplot $(plot:.svg=.gp) >$(plot)

mingw   := x86_64-w64-mingw32
windows := build/windows

windows: ## build all that needs no SDL for Windows, with mingw-w64
	@tools/setup.sh $(mingw)-gcc-posix
	+@$(submake) build=$(windows) CC=$(mingw)-gcc-posix AR=$(mingw)-ar \
	    LDFLAGS=-static SDL= X11= native= all \
	    $(windows)/ripple-library-plain.exe $(windows)/ripple-difftest.exe

amalgamation: ## the library as one file, build/amalgamation/ripple.c
	tools/amalgamate.py build/amalgamation

windows-zip: ## build/ripple-windows.zip: program, screensaver, bench
	+@tools/make-windows.sh

clean: ## remove build/
	rm -rf build
