# SPDX-License-Identifier: MIT
#
# The targets that people call. `make run` and `make test` do everything, setting
# up the machine included. The rest is in tools/make:
#
#     flags.mk    how code is compiled, for each CONFIG
#     sources.mk  which files make which program
#     build.mk    how objects, libraries and programs are made
#     jobs.mk     every test that runs alone, and make test-all
#     lint.mk     what reads the code: lint, analyze, format
#     install.mk  install and uninstall
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

library       := $(build)/libripple.a
shared        := $(build)/libripple.$(if $(exe),dll,so)
program       := $(build)/ripple$(exe)
bench         := $(build)/ripple-bench$(exe)
tests         := $(build)/ripple-tests
library_tests := $(build)/ripple-library-tests
library_plain := $(build)/ripple-library-plain$(exe)
difftest      := $(build)/ripple-difftest$(exe)
stress        := $(build)/ripple-stress
soak          := $(build)/ripple-soak
# The same programs with calls that can be made to fail.
failing       := $(build)/failing/ripple $(build)/failing/ripple-bench
# Manual pages, which are made from the code.
page_names    := man1/ripple-bench.1 man3/libripple.3 man6/ripple.6
pages         := $(page_names:%=$(build)/share/man/%)

# V=1 shows the commands.
ifneq ($(V),1)
quiet = @echo "  $(1) $@";
endif
submake := $(MAKE) --no-print-directory

.PHONY: all run test run-tests bench windows clean help
.DELETE_ON_ERROR:

all:

include tools/make/flags.mk
include tools/make/sources.mk
include tools/make/build.mk
include tools/make/jobs.mk
include tools/make/lint.mk
include tools/make/install.mk

all: $(if $(SDL),$(program)) $(bench) $(library) $(shared) $(pages)

help:
	@echo "make run        set up, build, and start ripple (ARGS='...')"
	@echo "make test       set up, build, and test; TESTS=name runs one suite"
	@echo "make failures   let every call that can fail do so, one after the other"
	@echo "make test-all   every test job: $(jobs)"
	@echo "make trust-report  the last result of each of these jobs"
	@echo "make bench      set up, build, and measure; plot in $(plot)"
	@echo "make fuzz       look for crashes for FUZZ_SECONDS=120 (clang);"
	@echo "                make fuzz-afl with AFL++; make fuzz-replay tries the"
	@echo "                cases of tests/fuzz/corpus"
	@echo "make all        build ripple, ripple-bench and libripple in $(build)"
	@echo "make windows    build all that needs no SDL for Windows, with mingw-w64"
	@echo "make install    into PREFIX ($(PREFIX)), below DESTDIR"
	@echo "make uninstall  remove it again"
	@echo "make format     format the code"
	@echo "make lint       check format, warnings, headers, floors, words, scripts"
	@echo "make hardening  check that the release is built with its guards"
	@echo "make msan       run tests of the library with clang's MSan"
	@echo "make valgrind   run the kernels under valgrind"
	@echo "make analyze    let clang-tidy and gcc's analyzer read the code"
	@echo "make clean      remove build/"
	@echo "CONFIG=debug, asan or tsan builds another configuration;"
	@echo "SETUP=no only says what is missing instead of installing it."

run:
	@tools/setup.sh run
	@$(submake) $(program)
	@tools/run.sh $(program) $(ARGS)

test:
	@tools/setup.sh test
	@$(submake) $(program) $(bench) $(tests) $(difftest) $(failing)
	@$(if $(TESTS),,tools/job.sh \
	    $(if $(filter release,$(CONFIG)),test,test-$(CONFIG))) $(submake) run-tests

run-tests:
	$(if $(TESTS),,$(difftest) $(cases_$(CONFIG)))
	RIPPLE_PROGRAM=$(program) LSAN_OPTIONS='$(lsan_options)' \
	    $(if $(TESTS),CK_RUN_SUITE=$(TESTS)) $(tests)

bench:
	@tools/setup.sh run
	@$(submake) $(bench)
	$(bench) --plot $(plot) $(ARGS)

mingw   := x86_64-w64-mingw32
windows := build/windows

windows:
	@$(submake) build=$(windows) CC=$(mingw)-gcc-posix AR=$(mingw)-ar \
	    LDFLAGS=-static SDL= X11= native= all \
	    $(windows)/ripple-library-plain.exe $(windows)/ripple-difftest.exe

clean:
	rm -rf build
