# SPDX-License-Identifier: MIT
#
# `make run` and `make test` do everything, setting up the machine included.
# Objects of one CONFIG (release, debug, asan, tsan, msan, fuzz) live in
# build/<CONFIG> and never mix. CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR and
# GNU's names of folders are the user's.

CONFIG    ?= release
PREFIX    ?= /usr/local
PKGCONFIG ?= pkg-config
ARGS      ?=
FUZZ_SECONDS ?= 120

prefix       = $(PREFIX)
exec_prefix  = $(prefix)
bindir       = $(exec_prefix)/bin
libdir       = $(exec_prefix)/lib
includedir   = $(prefix)/include
datarootdir  = $(prefix)/share
datadir      = $(datarootdir)
mandir       = $(datarootdir)/man
pkgconfigdir = $(libdir)/pkgconfig

# What is built for: x86_64-linux-gnu and the like.
target := $(shell $(CC) -dumpmachine 2>/dev/null)
exe    := $(if $(findstring mingw,$(target)),.exe)

build         := build/$(CONFIG)
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
# The same programs, which can be made to fail.
failing       := $(build)/failing/ripple $(build)/failing/ripple-bench

flags_release := -O3
flags_debug   := -O0 -g
# What they look for is there after some steps, or not at all.
sanitized     := -DRIPPLE_SANITIZED -DRIPPLE_SCENE_STEPS=13
counted       := $(sanitized) -DRIPPLE_COUNTED
flags_asan    := -O1 -g -fsanitize=address,undefined \
                 -fno-sanitize-recover=all -fno-omit-frame-pointer \
                 $(sanitized)
flags_tsan    := -O1 -g -fsanitize=thread -fno-omit-frame-pointer $(sanitized)
# clang alone has it; for what needs no library beyond libc: `make msan`.
flags_msan    := -O1 -g -fsanitize=memory -fsanitize-memory-track-origins \
                 -fno-sanitize-recover=all -fno-omit-frame-pointer \
                 $(sanitized)
# Kept fast: what makes it slow leaves fewer runs to find something.
flags_fuzz    := -O2 -g -fsanitize=fuzzer-no-link,address,undefined \
                 -fno-sanitize-recover=all -fno-omit-frame-pointer \
                 $(sanitized)
flags_coverage := -O1 -g --coverage -fprofile-update=atomic $(counted)
ifeq ($(flags_$(CONFIG)),)
$(error CONFIG is release, debug, asan, tsan, msan, coverage or fuzz, not "$(CONFIG)")
endif

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes
# No fused multiply-add: the same bits on every machine.
ours     := -Isrc -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off $(warnings) \
            $(flags_$(CONFIG)) -pthread
# Windows aligns the stack to 16 bytes, and a gcc that does not heed that (its
# bug 54412) keeps wider vectors there with moves that fault.
ifneq ($(exe),)
unaligned := -Wa,-muse-unaligned-vector-move
ours      += $(shell $(CC) $(unaligned) -c -o /dev/null -x c /dev/null \
               2>/dev/null && echo $(unaligned))
endif

# What makes a mistake harder to use for an attack, as far as this compiler and
# linker know it, which is asked once; Windows' linker has its own by default.
# For a release: sanitizers see more. A static program is not moved about, and
# fortified functions need -O1 and are left to who sets _FORTIFY_SOURCE.
guard_code    := -fstack-protector-strong -fstack-clash-protection \
                 $(if $(findstring x86_64,$(target)),-fcf-protection) \
                 $(if $(findstring aarch64,$(target)),-mbranch-protection=standard)
guard_link    := -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
guard_pie     := $(if $(findstring -static,$(LDFLAGS)),,-pie)
# All words if a program can be made with them, else those it can be with.
made_with  = $(shell mkdir -p $(build) && echo 'int main(void) { return 0; }' | \
               $(CC) -O2 -Werror -include stdio.h $(1) -x c - \
               -o $(build)/made-with 2>/dev/null && echo ' $(1)')
known      = $(or $(call made_with,$(1)),$(foreach word,$(1),$(call made_with,$(word))))
ifeq ($(CONFIG)$(exe),release)
level_3    := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
level_2    := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
fortified  = $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS))$(filter \
               -O0,$(CFLAGS)),,$(or $(call made_with,$(level_3)),$(level_2)))
guards     = $(eval guards := -fPIE $$(call known,$$(guard_code)) \
               $$(fortified))$(guards)
link_guard = $(eval link_guard := $$(call known,$$(guard_link)) \
               $$(guard_pie))$(link_guard)
endif
link_flags = $(flags_$(CONFIG)) -pthread $(link_guard)

# Asked for once, when the first file that needs it is built. X11 and Wayland
# are used where they are: X11= and WAYLAND= build without them. SDL= builds
# all that needs no SDL.
SDL       ?= sdl2 SDL2_image
X11       ?= $(shell $(PKGCONFIG) --exists x11 2>/dev/null && echo x11)
WAYLAND   ?= $(shell $(PKGCONFIG) --exists wayland-client 2>/dev/null && \
               echo wayland-client)
ifneq ($(SDL),)
desktops   = $(SDL) $(X11) $(WAYLAND)
sdl_cflags = $(eval sdl_cflags := $$(shell $(PKGCONFIG) --cflags $(desktops)) \
               -DRIPPLE_SDL $(if $(X11),-DRIPPLE_X11) \
               $(if $(WAYLAND),-DRIPPLE_WAYLAND))$(sdl_cflags)
sdl_libs   = $(eval sdl_libs := $$(shell $(PKGCONFIG) --libs \
               $(desktops)))$(sdl_libs)
endif
check_cflags = $(shell $(PKGCONFIG) --cflags check)
check_libs   = $(shell $(PKGCONFIG) --libs check)

# Fewer for sanitizers, which show another kind of mistake; the default is what
# a hash is committed for.
cases_asan   := 0 30000
cases_tsan   := 0 30000
cases_coverage := 0 10000
lsan_options := suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0

# The instruction sets that the compiler's target can have at all.
machine      := $(firstword $(subst -, ,$(target)))
simd_x86_64  := sse2 avx2 avx512
simd_aarch64 := neon
simd_arm64   := neon
simd         := $(simd_$(machine))

version := $(shell sed -n 's/^.define RIPPLE_VERSION *"\(.*\)"/\1/p' src/ripple.h)
# What programs ask for at run time; other than the version it changes only
# when they have to be built again.
ifneq ($(findstring darwin,$(target)),)
shared_name := libripple.0.dylib
shared_file := libripple.$(version).dylib
shared_link := libripple.dylib
shared_flag  = -dynamiclib -install_name $(libdir)/$(shared_name)
else ifneq ($(exe),)
shared_flag := -shared -Wl,--out-implib,$(shared).a
exports     := $(build)/libripple.def
else
shared_name := libripple.so.0
shared_file := libripple.so.$(version)
shared_link := libripple.so
shared_flag := -shared -Wl,-soname,$(shared_name)
endif

library_sources      := $(wildcard src/*.c src/base/*.c src/kernels/*.c \
                          src/water/*.c src/water/models/*.c src/render/*.c \
                          src/backend/*.c) $(simd:%=src/kernels/simd/%.c)
app_sources          := $(wildcard src/host/*.c src/play/*.c src/app/*.c \
                          src/app/*/*.c)
bench_sources        := $(wildcard tools/bench/*.c) tools/crc.c
test_sources         := $(wildcard tests/*.c tests/unit/test_*.c \
                          tests/program/*.c tests/window/*.c \
                          tests/faults/test_*.c)
fail_sources         := tests/faults/fault_injection.c tests/faults/wrap.c
difftest_sources     := $(wildcard tests/kernels/*.c)
stress_sources       := tests/random/stress_main.c tests/random/calls.c \
                        tools/crc.c
soak_sources         := tests/random/soak_main.c tests/random/scenario.c \
                        tests/random/process_stats.c tools/crc.c
plain_sources        := tests/unit/main.c tests/plain/run.c \
                        tests/support.c tests/reference.c tools/crc.c \
                        $(patsubst %,tests/unit/test_%.c,models waves mask \
                          advection splash refraction pixels pool pipeline \
                          thread_pool)
library_test_sources := $(filter-out tests/plain/%,$(plain_sources)) \
                        tests/run.c tests/support_files.c
fuzz_names           := loader maps options config script api events
pebbles_sources      := $(wildcard tools/pebbles/*.c)
headers              := $(wildcard $(foreach room,src tests tools,$(room)/*.h \
                          $(room)/*/*.h $(room)/*/*/*.h))
c_files              := $(wildcard $(foreach room,src tests tools,$(room)/*.c \
                          $(room)/*/*.c $(room)/*/*/*.c)) $(headers)
# Not for themselves: they go into files built for an instruction set.
fragments            := $(addprefix src/kernels/simd/,simd_step.h \
                          simd_render.h simd_mix.h gather.h gather565.h)
scripts              := $(wildcard tools/*.sh) .ci/run \
                        $(wildcard assets/share/bash-completion/completions/*)

library_objects      := $(library_sources:%.c=$(build)/%.o)
shared_objects       := $(library_sources:%.c=$(build)/shared/%.o)
app_objects          := $(app_sources:%.c=$(build)/%.o)
app_parts            := $(filter-out %/main.o,$(app_objects))
bench_objects        := $(bench_sources:%.c=$(build)/%.o)
# The parts of the program that need no SDL.
plain_app_parts      := $(patsubst %.c,$(build)/%.o,$(wildcard src/host/*.c \
                          src/play/*.c)) $(build)/src/app/image/map_loader.o \
                          $(build)/src/app/output/atomic_file.o
bench_app_parts      := $(if $(SDL),$(app_parts),$(plain_app_parts))
bench_parts          := $(patsubst %,$(build)/tools/%.o,crc bench/reference \
                          bench/scenes)
test_objects         := $(test_sources:%.c=$(build)/%.o)
fail_objects         := $(fail_sources:%.c=$(build)/%.o)
difftest_objects     := $(difftest_sources:%.c=$(build)/%.o)
stress_objects       := $(stress_sources:%.c=$(build)/%.o) \
                        $(build)/src/host/parse.o $(build)/src/play/rain.o
soak_objects         := $(soak_sources:%.c=$(build)/%.o)
library_test_objects := $(library_test_sources:%.c=$(build)/%.o)
plain_objects        := $(plain_sources:%.c=$(build)/plain/%.o)
# Without libFuzzer, whose configuration it is, a plain main runs files.
fuzz_driver           = $(if $(filter fuzz,$(CONFIG)),,$(build)/tests/fuzz/driver.o)
fuzz_parts            = $(build)/tests/fuzz/fuzz.o $(fuzz_driver)
fuzz_objects          = $(fuzz_names:%=$(build)/tests/fuzz/%.o) $(fuzz_parts)
pictures             := $(patsubst %,assets/%,pebbles.jpg puddle.png harbour.png \
                          lens.png river.png river-flow.png)
plot                 := build/ripple-bench.svg

# Each can be run alone and tells in its last line what came of it; those that
# take the longest first.
lanes := analyze mutants sanitize coverage portable failures threads soak msan \
    wine fuzz fuzz-afl test differential desktop lint installation valgrind \
    hardening fuzz-replay

# V=1 shows the commands.
ifneq ($(V),1)
quiet = @echo "  $(1) $@";
endif

.PHONY: all run run-tests run-lint test-all trust-report bench windows install \
    uninstall format clean help fuzzers $(lanes)
.DELETE_ON_ERROR:

all: $(if $(SDL),$(program)) $(bench) $(library) $(shared)

help:
	@echo "make run        set up, build, and start ripple (ARGS='...')"
	@echo "make test       set up, build, and test; TESTS=name runs one suite"
	@echo "make failures   let every call that can fail do so, one after the other"
	@echo "make test-all   every lane of tests: $(lanes)"
	@echo "make trust-report  what these have shown when they were run last"
	@echo "make bench      set up, build, and measure; plot in $(plot)"
	@echo "make fuzz       look for crashes, so long: FUZZ_SECONDS=120 (clang);"
	@echo "                make fuzz-afl with AFL++; make fuzz-replay tries the"
	@echo "                cases of tests/fuzz/corpus"
	@echo "make all        build ripple, ripple-bench and libripple in $(build)"
	@echo "make windows    build what needs no SDL for Windows, with mingw-w64"
	@echo "make install    into PREFIX ($(PREFIX)), below DESTDIR"
	@echo "make uninstall  take it away again"
	@echo "make format     format the code"
	@echo "make lint       check format, warnings, headers and scripts"
	@echo "make hardening  check that the release is built with its guards"
	@echo "make msan       run tests of the library with clang's MSan"
	@echo "make valgrind   run the kernels under valgrind"
	@echo "make analyze    let clang-tidy and gcc's analyzer read the code"
	@echo "make clean      remove build/"
	@echo "CONFIG=debug, asan or tsan builds another configuration;"
	@echo "SETUP=no only says what is missing instead of installing it."

run:
	@tools/setup.sh run
	@$(MAKE) --no-print-directory $(program)
	@tools/run.sh $(program) $(ARGS)

test:
	@tools/setup.sh test
	@$(MAKE) --no-print-directory $(program) $(bench) $(tests) $(difftest) \
	    $(failing)
	@$(if $(TESTS),,tools/lane.sh \
	    $(if $(filter release,$(CONFIG)),test,test-$(CONFIG))) \
	    $(MAKE) --no-print-directory run-tests

run-tests:
	$(if $(TESTS),,$(difftest) $(cases_$(CONFIG)))
	RIPPLE_PROGRAM=$(program) LSAN_OPTIONS='$(lsan_options)' \
	    $(if $(TESTS),CK_RUN_SUITE=$(TESTS)) $(tests)

# More of the cases that `make test` has, for each kernel and level.
differential: $(difftest)
	@tools/lane.sh $@ $(difftest) 0 2000000

# clang sees pointers that leave their array where gcc does not.
sanitize:
	@CK_TIMEOUT_MULTIPLIER=5 tools/lane.sh $@ \
	    $(MAKE) --no-print-directory CC=clang CONFIG=asan test

coverage:
	@tools/lane.sh $@ tools/coverage.sh

installation:
	@tools/lane.sh $@ tools/try-install.sh

desktop: $(program)
	@tools/lane.sh $@ sh -c 'tools/try-wayland.sh && \
	    tools/try-displays.sh && tools/try-screensaver.sh'

portable:
	@tools/lane.sh $@ tools/portable.sh

wine:
	@tools/lane.sh $@ tools/try-windows.sh

threads:
	@$(MAKE) --no-print-directory CONFIG=tsan build/tsan/ripple \
	    build/tsan/ripple-library-tests build/tsan/ripple-stress
	@tools/lane.sh $@ tools/threads.sh build/tsan $(CASES)

soak: $(soak)
	@tools/lane.sh $@ tools/soak.sh $(soak) $(HOURS)

failures:
	@tools/setup.sh test
	@$(MAKE) --no-print-directory $(tests) $(failing)
	@RIPPLE_FAILURES=all RIPPLE_PROGRAM=$(program) \
	    LSAN_OPTIONS='$(lsan_options)' tools/lane.sh $@ sh -c \
	    'CK_RUN_SUITE=memory $(tests) && CK_RUN_SUITE=failures $(tests)'

# A few of thousands, which take a core some seconds each, and a minute where
# they live. ARGS='--seed 2 --sample 20' draws others; see tools/mutate.py.
mutants:
	@tools/lane.sh $@ tools/mutate.py $(or $(ARGS),--sample 100)

test-all:
	@tools/setup.sh ci
	@printf '%s\n' $(lanes) | tools/lanes.sh; tools/trust-report.sh

trust-report:
	@tools/trust-report.sh

bench:
	@tools/setup.sh run
	@$(MAKE) --no-print-directory $(bench)
	$(bench) --plot $(plot) $(ARGS)

# clang has libFuzzer; fuzz-replay works with any compiler in another CONFIG.
fuzz_choice = $(if $(filter file,$(origin CONFIG)),CONFIG=fuzz CC=clang)
fuzz_build  = $(if $(fuzz_choice),build/fuzz,$(build))

fuzz fuzz-replay:
	@$(MAKE) --no-print-directory $(fuzz_choice) fuzzers
	@tools/lane.sh $@ tools/fuzz.sh $(if $(filter fuzz,$@),run,replay) \
	    $(fuzz_build) $(FUZZ_SECONDS)

# Another fuzzer, which finds other ways; the sanitizers are those of asan.
fuzz-afl:
	@$(MAKE) --no-print-directory CONFIG=asan CC=afl-clang-fast \
	    build=build/afl fuzzers
	@tools/lane.sh $@ tools/fuzz.sh afl build/afl $(FUZZ_SECONDS)

fuzzers: $(fuzz_names:%=$(build)/fuzz-%)
	@:

mingw   := x86_64-w64-mingw32
windows := build/windows

windows:
	@$(MAKE) --no-print-directory build=$(windows) CC=$(mingw)-gcc-posix \
	    AR=$(mingw)-ar LDFLAGS=-static SDL= X11= native= all \
	    $(windows)/ripple-library-plain.exe $(windows)/ripple-difftest.exe

$(library): $(library_objects)
	$(call quiet,ar)rm -f $@ && $(AR) rcs $@ $^

$(shared): $(shared_objects) $(exports)
	$(call quiet,ld)$(CC) $(flags_$(CONFIG)) -pthread $(filter-out -pie,$(link_guard)) \
	    $(CFLAGS) $(LDFLAGS) $(shared_flag) -o $@ $^ -lm

$(program): $(app_objects) $(library)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(sdl_libs) -lm

$(bench): $(bench_objects) $(bench_app_parts) $(library)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(sdl_libs) -lm

$(difftest): $(difftest_objects) $(library)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

$(stress): $(stress_objects) $(library)
	$(call quiet,ld)$(CC) $(flags_$(CONFIG)) -pthread $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

$(soak): $(soak_objects) $(app_parts) $(library)
	$(call quiet,ld)$(CC) $(flags_$(CONFIG)) -pthread $(CFLAGS) $(LDFLAGS) -o $@ \
	    $^ $(sdl_libs) -lm

$(library_tests): $(library_test_objects) $(library)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(check_libs) -lm

$(library_plain): $(plain_objects) $(library)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

$(build)/count-step: $(build)/tools/count_step.o $(library)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

$(build)/fuzz-%: $(build)/tests/fuzz/%.o $(fuzz_parts) $(app_parts) $(library)
	$(call quiet,ld)$(CC) $(flags_$(CONFIG)) \
	    $(if $(filter fuzz,$(CONFIG)),-fsanitize=fuzzer) -pthread $(CFLAGS) \
	    $(LDFLAGS) $(wraps) -o $@ $^ $(sdl_libs) -lm

$(build)/fuzz-events: wraps = -Wl,--wrap=SDL_CreateWindow \
                              -Wl,--wrap=SDL_SetWindowFullscreen

# The calls that tests make fail go through wrappers.
failing_wraps := $(shell sed -n 's/^WRAPS*.\([A-Za-z0-9_]*\),.*/-Wl,--wrap=\1/p' \
                   tests/faults/wrap.c)

$(tests): $(test_objects) $(fail_objects) $(bench_parts) $(app_parts) $(library)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) $(failing_wraps) \
	    -o $@ $^ $(sdl_libs) $(check_libs) -lm

$(build)/failing/ripple: $(app_objects)
$(build)/failing/ripple-bench: $(bench_objects) $(bench_app_parts)
$(failing): $(fail_objects) $(library)
	@mkdir -p $(@D)
	$(call quiet,ld)$(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) $(failing_wraps) \
	    -o $@ $(filter %.o,$^) $(library) $(sdl_libs) -lm

# What each file of kernels may use; kernels.c asks the CPU before it is run.
%/src/kernels/simd/avx2.o: extra = -mavx2 $(AVX2_FLAGS)
%/src/kernels/simd/avx512.o: extra = -mavx2 -mavx512f -mavx512bw -mavx512vl
# The plain loop gets all that this machine's compiler can do for it.
native := $(shell $(CC) -march=native -E -x c /dev/null >/dev/null 2>&1 && \
            echo -march=native)
$(build)/tools/bench/reference.o: extra = -O3 $(native)
$(app_objects) $(build)/tools/bench/scenes.o \
    $(build)/tools/bench/present.o $(build)/tools/bench/pond.o \
    $(soak_sources:%.c=$(build)/%.o): \
        extra = $(sdl_cflags)
$(fuzz_objects): extra = $(sdl_cflags)
# To follow what pixels are compared with takes half of the time, for nothing.
ifeq ($(CONFIG),fuzz)
$(library_objects) $(fuzz_objects) $(build)/src/app/osd/font.o: \
    ours += -fno-sanitize-coverage=trace-cmp
endif
$(test_objects): extra = $(sdl_cflags) $(check_cflags)
$(fail_objects): extra = $(sdl_cflags)
$(library_test_objects): extra = $(check_cflags)
$(build)/src/play/builtin.o: extra = -DRIPPLE_ASSETS='"assets"'
$(build)/src/play/builtin.o: $(pictures)

$(build)/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,cc)$(CC) $(ours) $(guards) $(extra) $(CPPFLAGS) $(CFLAGS) \
	    -MMD -MP -c -o $@ $<

# Only what ripple.h declares can be seen from outside.
$(build)/shared/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,cc)$(CC) $(ours) $(guards) -fPIC -fvisibility=hidden $(extra) \
	    $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Where hiding the others does not do.
$(build)/libripple.def: src/ripple.h
	@mkdir -p $(@D)
	{ echo EXPORTS; sed -n 's/^[a-z].*[ *]\(ripple_[a-z0-9_]*\)(.*/\1/p' $<; } >$@

# The same tests, which find another check.h first.
$(build)/plain/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,cc)$(CC) $(ours) $(guards) -Itests/plain $(CPPFLAGS) $(CFLAGS) \
	    -MMD -MP -c -o $@ $<

-include $(library_objects:.o=.d) $(shared_objects:.o=.d) \
    $(app_objects:.o=.d) $(bench_objects:.o=.d) $(test_objects:.o=.d) $(difftest_objects:.o=.d) \
    $(library_test_objects:.o=.d) $(plain_objects:.o=.d) \
    $(fail_objects:.o=.d) $(fuzz_objects:.o=.d) $(stress_objects:.o=.d) \
    $(soak_objects:.o=.d) \
    $(build)/tools/count_step.d

# The generator of the presets' masks and map: build/tools/shapes assets
build/tools/shapes: tools/shapes/main.c
	@mkdir -p $(@D)
	$(call quiet,cc)$(CC) $(ours) $(sdl_cflags) $(CPPFLAGS) $(CFLAGS) -o $@ $< \
	    $(LDFLAGS) $(sdl_libs) -lm

# The generator of the built-in picture, for those who want another one.
build/tools/pebbles: $(pebbles_sources) $(wildcard tools/pebbles/*.h)
	@mkdir -p $(@D)
	$(call quiet,cc)$(CC) $(ours) $(sdl_cflags) $(CPPFLAGS) $(CFLAGS) -o $@ \
	    $(pebbles_sources) $(LDFLAGS) $(sdl_libs) -lm

# What is installed in which folder; uninstall takes the same away.
programs  := ripple ripple-bench
libraries := libripple.a $(shared_file) $(shared_name) $(shared_link)
pages     := man1/ripple-bench.1 man3/libripple.3 man6/ripple.6
entries   := applications/ripple.desktop metainfo/ripple.metainfo.xml \
             applications/screensavers/ripple.desktop \
             xscreensaver/config/ripple.xml \
             bash-completion/completions/ripple zsh/site-functions/_ripple \
             bash-completion/completions/ripple-bench \
             fish/vendor_completions.d/ripple.fish \
             fish/vendor_completions.d/ripple-bench.fish
icon      := icons/hicolor/scalable/apps/ripple.svg
album     := ripple/pictures
slides    := pebbles.jpg coffee.png

install: all
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(libdir) $(DESTDIR)$(includedir) \
	    $(DESTDIR)$(pkgconfigdir)
	install -m 755 $(if $(SDL),$(program)) $(bench) $(DESTDIR)$(bindir)
	install -m 644 $(library) $(DESTDIR)$(libdir)
	install -m 755 $(shared) $(DESTDIR)$(libdir)/$(shared_file)
	ln -sf $(shared_file) $(DESTDIR)$(libdir)/$(shared_name)
	ln -sf $(shared_name) $(DESTDIR)$(libdir)/$(shared_link)
	install -m 644 src/ripple.h $(DESTDIR)$(includedir)
	sed -e 's|@prefix@|$(prefix)|' -e 's|@libdir@|$(libdir)|' \
	    -e 's|@includedir@|$(includedir)|' -e 's|@version@|$(version)|' \
	    src/ripple.pc.in >$(DESTDIR)$(pkgconfigdir)/ripple.pc
	chmod 644 $(DESTDIR)$(pkgconfigdir)/ripple.pc
	set -e; for page in $(pages); do \
	    install -d $(DESTDIR)$(mandir)/$${page%/*}; \
	    install -m 644 assets/share/man/$$page $(DESTDIR)$(mandir)/$$page; \
	done
	set -e; for file in $(entries); do \
	    install -d $(DESTDIR)$(datadir)/$${file%/*}; \
	    install -m 644 assets/share/$$file $(DESTDIR)$(datadir)/$$file; \
	done
	install -d $(DESTDIR)$(datadir)/$(dir $(icon))
	install -m 644 assets/ripple.svg $(DESTDIR)$(datadir)/$(icon)
	install -d $(DESTDIR)$(datadir)/$(album)
	install -m 644 $(slides:%=assets/%) $(DESTDIR)$(datadir)/$(album)

uninstall:
	rm -f $(programs:%=$(DESTDIR)$(bindir)/%) \
	    $(libraries:%=$(DESTDIR)$(libdir)/%) \
	    $(DESTDIR)$(includedir)/ripple.h $(DESTDIR)$(pkgconfigdir)/ripple.pc \
	    $(pages:%=$(DESTDIR)$(mandir)/%) \
	    $(patsubst %,$(DESTDIR)$(datadir)/%,$(entries) $(icon) \
	    $(slides:%=$(album)/%))
	rmdir $(DESTDIR)$(datadir)/$(album) $(DESTDIR)$(datadir)/$(dir $(album)) \
	    2>/dev/null || true

format:
	clang-format -i $(c_files)

lint:
	@tools/lane.sh $@ $(MAKE) --no-print-directory run-lint

run-lint:
	clang-format --dry-run -Werror $(c_files)
	@for header in $(filter-out $(fragments),$(headers)); do \
	    echo "$$header compiles alone"; \
	    $(CC) $(ours) $(sdl_cflags) $(check_cflags) -Werror -fsyntax-only \
	        -x c $$header || exit 1; \
	done
	! grep -nE '<(sys/|unistd|fcntl|signal|pthread|sched|dirent|poll|spawn)' \
	    $(filter-out src/base/thread_pool.c,$(library_sources))
	cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
	    --enable=warning,portability,performance -Isrc \
	    --suppress=missingIncludeSystem $(library_sources) $(app_sources) \
	    $(bench_sources)
	shellcheck -x $(scripts)
	tools/libripple_page.py --check
	@echo "lint: $(words $(c_files) $(scripts)) cases"

clean:
	rm -rf build

# Whether the release has the usual guards.
hardening:
	@$(MAKE) --no-print-directory all
	@tools/lane.sh hardening tools/hardening.sh

# The library's tests where clang watches for what was never set.
# CK_RUN_SUITE=splash runs one suite.
msan:
	@$(MAKE) --no-print-directory CONFIG=msan CC=clang \
	    build/msan/ripple-library-plain
	@tools/lane.sh msan build/msan/ripple-library-plain

# Reads out of bounds by gathers and the like, which sanitizers do not see; up
# to avx2, the best that valgrind knows.
valgrind:
	@$(MAKE) --no-print-directory $(difftest)
	@tools/lane.sh valgrind valgrind -q --error-exitcode=9 $(difftest) 0 2000

# What reads the code alone: clang-tidy and gcc's analyzer.
analyze:
	@ANALYZE_FLAGS='-Isrc -std=c11 -D_POSIX_C_SOURCE=200809L $(sdl_cflags)' \
	    tools/lane.sh analyze tools/analyze.sh $(library_sources) $(app_sources)
