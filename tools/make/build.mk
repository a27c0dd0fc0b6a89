# SPDX-License-Identifier: MIT
#
# How objects, libraries and programs are made.

# Links the objects among the prerequisites with the library; $(1) is for the
# linker, $(2) the libraries of others.
link = $(call quiet,ld)mkdir -p $(@D) && $(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) \
       $(1) -o $@ $(filter %.o,$^) $(library) $(2) -lm

$(program): $(app_objects) $(library)
	$(call link,,$(sdl_libs))

$(bench): $(bench_objects) $(bench_parts) $(library)
	$(call link,,$(sdl_libs))

# Resources of a program for Windows: the encoding of file names, and an icon if
# make-windows.sh has made one.
ifneq ($(findstring mingw,$(target)),)
icon := $(wildcard $(build)/ripple.ico)
$(program) $(bench): $(build)/resources.o
$(build)/resources.o: tools/windows/ripple.rc tools/windows/ripple.manifest $(icon)
	$(call quiet,windres)mkdir -p $(@D) && \
	    $(AR:%ar=%windres) -I$(build) $(icon:%=-DICON) $< $@
endif

$(difftest): $(difftest_objects) $(library)
	$(link)

$(library_tests): $(library_test_objects) $(library)
	$(call link,,$(check_libs))

$(gpu_tests): allocations = -Wl,--wrap=malloc -Wl,--wrap=calloc
$(gpu_tests): $(gpu_test_objects) $(library)
	$(call link,$(allocations),$(sdl_libs) $(check_libs))

$(library_plain): $(plain_objects) $(library)
	$(link)

$(random): $(random_objects) $(app_parts) $(library)
	$(call link,,$(sdl_libs))

$(truth): $(truth_objects) $(app_parts) $(library)
	$(call link,,$(sdl_libs))

$(build)/count-step: $(build)/tools/count_step.o $(library)
	$(link)

$(build)/fuzz-%: $(build)/tests/fuzz/%.o $(fuzz_parts) $(app_parts) $(library)
	$(call link,$(if $(filter fuzz,$(CONFIG)),-fsanitize=fuzzer) \
	    $(wraps),$(sdl_libs))

# Kept, though only pattern rules name them.
.SECONDARY: $(call objects,$(call c_in,tests/fuzz))

$(build)/fuzz-events: wraps = -Wl,--wrap=SDL_CreateWindow \
                              -Wl,--wrap=SDL_SetWindowFullscreen

# The calls that tests make fail go through wrappers.
failing_wraps := $(shell sed -n 's/^WRAPS*.\([A-Za-z0-9_]*\),.*/-Wl,--wrap=\1/p' \
                   tests/faults/wrap.c)

# Reads from the GPU are counted by tests/window/test_gl_window.c.
counting_wraps := -Wl,--wrap=SDL_GL_GetProcAddress

$(build)/failing/ripple: $(app_objects)
$(build)/failing/ripple-bench: $(bench_objects) $(bench_parts)
$(failing): $(fail_objects) $(library)
	$(call link,$(failing_wraps),$(sdl_libs))

$(tests): $(test_objects) $(fail_objects) $(app_parts) $(library)
	$(call link,$(failing_wraps) $(counting_wraps),$(sdl_libs) $(check_libs))

# A new archive each time: ar would keep the objects of removed sources.
$(library): $(library_objects)
	$(call quiet,ar)rm -f $@ && $(AR) rcs $@ $^

version := $(shell sed -n 's/^.define RIPPLE_VERSION *"\(.*\)"/\1/p' src/ripple.h)
# Programs ask for shared_name when they start; its number changes only when they
# have to be built again.
ifneq ($(findstring darwin,$(target)),)
shared_name := libripple.1.dylib
shared_file := libripple.$(version).dylib
shared_link := libripple.dylib
shared_flag  = -dynamiclib -install_name "$(libdir)/$(shared_name)"
else ifneq ($(exe),)
shared_flag := -shared -Wl,--out-implib,$(shared).a
exports     := $(build)/libripple.def
else
shared_name := libripple.so.1
shared_file := libripple.so.$(version)
shared_link := libripple.so
shared_flag := -shared -Wl,-soname,$(shared_name)
endif

$(shared): $(library_objects) $(exports)
	$(call quiet,ld)$(CC) $(flags_$(CONFIG)) -pthread $(filter-out -pie,$(link_guard)) \
	    $(CFLAGS) $(LDFLAGS) $(shared_flag) -o $@ $^ -lm

# Hosts see the functions of frei0r alone.
$(plugin): $(plugin_objects) src/plugins/frei0r.map
	$(call quiet,ld)mkdir -p $(@D) && $(CC) $(flags_$(CONFIG)) -pthread \
	    $(filter-out -pie,$(link_guard)) $(CFLAGS) $(LDFLAGS) -shared \
	    -Wl,--version-script=src/plugins/frei0r.map -Wl,--gc-sections \
	    -o $@ $(filter %.o,$^) -lm

$(frei0r_host): $(build)/tests/frei0r/host.o
	$(call quiet,ld)mkdir -p $(@D) && $(CC) $(link_flags) $(CFLAGS) $(LDFLAGS) \
	    -o $@ $< -lm

$(build)/unpack: $(build)/tools/unpack.o $(app_parts) $(library)
	$(call link,,$(sdl_libs))

$(build)/unpacked: $(build)/unpack
	$(call quiet,unpack)rm -rf $@ && mkdir $@ && $< $@ $(unpacked)

# A DLL needs a list of its exports.
$(build)/libripple.def: src/ripple.h
	@mkdir -p $(@D)
	{ echo EXPORTS; sed -n 's/^[a-z].*[ *]\(ripple_[a-z0-9_]*\)(.*/\1/p' $<; } >$@

# Pages are made by awk alone, so that a machine can build for another.
$(build)/share/man/man1/ripple-bench.1: tools/page.awk tools/bench/arguments.c \
    assets/share/man/man1/ripple-bench.1
$(build)/share/man/man3/libripple.3: tools/libripple_page.awk src/ripple.h
$(build)/share/man/man6/ripple.6 $(lists): $(build)/share/%: tools/page.awk \
    src/app/option_table.c src/play/play_settings.c src/lib/settings.c \
    src/app/events.c src/play/presets.c src/lib/preset_water.c assets/share/%
$(pages) $(lists):
	$(call quiet,awk)mkdir -p $(@D) && awk -f $^ >$@

compile = $(call quiet,cc)mkdir -p $(@D) && $(CC) $(ours) $(guards) $(shareable) $(extra) \
          $(CPPFLAGS) $(CFLAGS) $(last) -MMD -MP -c -o $@ $<

$(build)/%.o: %.c
	$(compile)

$(build)/plain/%.o: %.c
	$(compile)

$(build)/src/play/builtin.o: $(pictures) assets/font.txt assets/ripple.svg
$(build)/src/plugins/unpacked.o: $(build)/unpacked

# LTO parts labels of the assembler from the code that names them.
$(build)/src/lib/gpu/programs.o $(build)/src/play/builtin.o \
    $(build)/src/plugins/unpacked.o: last = $(if $(findstring -flto,$(CFLAGS)),-fno-lto)

# The shaders, which the assembler copies.
$(build)/src/lib/gpu/programs.o: src/lib/gpu/gpu_layout.h \
    $(wildcard src/lib/gpu/*.glsl src/lib/*/*.inc src/lib/kernels/*shared.h)

# The same objects are in archives and in shared libraries, which show the functions
# of ripple.h and of frei0r alone.
ifeq ($(findstring wasm,$(target)),)
$(build)/src/lib/%.o $(build)/src/os/%.o $(build)/src/play/%.o \
    $(build)/src/plugins/%.o: shareable = -fPIC -fvisibility=hidden
endif

# Flags of single objects and folders; the most specific pattern wins.
$(build)/src/play/builtin.o: extra = -DRIPPLE_ASSETS='"assets"'
$(build)/src/plugins/unpacked.o: extra = -DRIPPLE_UNPACKED='"$(build)/unpacked"'
$(build)/tools/unpack.o: extra = $(sdl_cflags)
$(build)/src/media/%.o $(build)/src/app/%.o $(build)/tools/bench/%.o \
    $(build)/tests/random/%.o $(build)/tests/fuzz/%.o: extra = $(sdl_cflags)
$(build)/tools/bench/reference.o: extra = -O3 $(native)
$(build)/tests/%.o: extra = $(sdl_cflags) $(check_cflags)
$(build)/tests/kernels/%.o $(build)/tests/frei0r/%.o: extra =
# The library's tests need check alone, and their plain variant not even that: it
# finds another check.h first.
$(filter $(build)/tests/%,$(library_test_objects)): extra = $(check_cflags)
$(build)/plain/%.o: extra = -Itests/plain

# ripple.h promises small stacks. Without an optimiser each vector of a kernel has
# a place of its own.
ifneq ($(CONFIG),debug)
$(library_objects): ours += -Wframe-larger-than=24576
endif
# libFuzzer follows comparisons; those of pixels would take half of the time.
ifeq ($(CONFIG),fuzz)
$(library_objects) $(fuzz_objects) $(fuzz_parts) $(build)/src/app/font.o: \
    ours += -fno-sanitize-coverage=trace-cmp
endif

-include $(shell find $(build) -name '*.d' 2>/dev/null)
