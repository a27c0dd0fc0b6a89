# SPDX-License-Identifier: MIT
#
# Which sources make which program: whole folders, so that a new file in one of
# them needs no line here.

# The .c files of folders; the objects of sources.
c_in    = $(wildcard $(addsuffix /*.c,$(1)))
objects = $(patsubst %.c,$(build)/%.o,$(1))

library_rooms   := src/lib $(addprefix src/lib/,util kernels water look view3d cpu)
# Of WebAssembly only the page has threads, src/web/page_workers.c.
without_threads := $(addprefix src/lib/util/,$(if $(threads),one_thread,thread_pool).c \
                     $(if $(filter -pthread,$(threads)),,workers.c))
gpu_sources     := $(if $(gpu),$(filter-out %/without_gpu.c,$(call c_in,src/lib/gpu)), \
                   src/lib/gpu/without_gpu.c)
library_sources := $(filter-out $(without_threads),$(call c_in,$(library_rooms))) \
                   $(simd:%=src/lib/kernels/simd/%.c) $(gpu_sources)
library_objects := $(call objects,$(library_sources))

# Rooms that need no SDL, then the app.
plain_rooms := src/os src/play src/play/nature
app_sources := $(filter-out $(if $(gpu),,%/gl_window.c), \
                 $(call c_in,$(plain_rooms) src/media src/app))
app_objects := $(call objects,$(app_sources))
app_parts   := $(filter-out %/main.o,$(app_objects))

bench_sources := $(call c_in,tools/bench) tools/crc.c
bench_objects := $(call objects,$(bench_sources))
# The parts of the program that the bench uses: without SDL, those that need none.
plain_parts   := $(call objects,$(call c_in,$(plain_rooms)) \
                   $(wildcard src/media/map_loader.c src/media/pnm.c \
                   src/media/atomic_file.c))
bench_parts   := $(if $(SDL),$(app_parts),$(plain_parts))

# Random pools and the law that their water must keep, which several tests use.
random_water := $(addprefix tests/random/,calls.c law.c pools.c source.c)

# Waves beside theory.
truth_water   := $(addprefix tests/truth/,ideal.c measure.c)
truth_objects := $(call objects,$(call c_in,tests/truth) tests/random/source.c)

fail_objects := $(call objects,$(filter-out tests/faults/test_%,$(call c_in,tests/faults)))
test_objects := $(call objects,$(call c_in,tests tests/landscape tests/play tests/posix tests/films tests/program tests/window) \
                  $(wildcard tests/unit/*.c tests/faults/test_*.c) \
                  $(random_water) $(truth_water) tools/crc.c tools/bench/reference.c tools/bench/scenes.c)

# Tests of the library alone, for machines without SDL: with check, or with
# tests/plain in its place.
unit_sources         := $(call c_in,tests/unit tests/landscape) \
                        $(addprefix tests/,main.c support.c naive.c) tools/crc.c \
                        $(random_water) $(truth_water) src/play/nature/rain.c
checked_objects      := $(call objects,$(unit_sources) \
                          $(addprefix tests/,run.c support_files.c folder.c))
library_test_objects := $(checked_objects) $(call objects,$(call c_in,tests/posix))
# The backend of the GPU, on a context that SDL makes without a display.
gpu_test_objects     := $(call objects,$(call c_in,tests/gpu) $(random_water) \
                          $(addprefix tests/,main.c run.c support.c support_files.c folder.c \
                          naive.c unit/water.c) tools/crc.c \
                          src/play/nature/rain.c)
plain_objects        := $(patsubst %.c,$(build)/plain/%.o,$(unit_sources) tests/plain/run.c)

difftest_objects := $(call objects,$(call c_in,tests/kernels))
random_objects   := $(call objects,$(call c_in,tests/random) tools/crc.c)

fuzz_names   := loader maps y4m options config script api events
fuzz_objects := $(fuzz_names:%=$(build)/tests/fuzz/%.o) $(build)/tests/fuzz/fuzz.o
# libFuzzer has a main; elsewhere a plain one runs files.
fuzz_parts   := $(build)/tests/fuzz/fuzz.o $(build)/tests/folder.o \
                $(build)/tests/random/source.o $(build)/tests/random/calls.o $(build)/tools/crc.o \
                $(if $(filter fuzz,$(CONFIG)),,$(build)/tests/fuzz/driver.o)

# The plugin: all of the library and of play in one object of its own, with the maps
# and pictures of land that presets ask for.
plugin_objects := $(library_objects) $(call objects,$(filter-out %/builtin.c, \
                    $(call c_in,$(plain_rooms) src/plugins)))
unpacked       := puddle harbour lens river river-flow wall rock grass earth

pictures := $(patsubst %,assets/%,pebbles.jpg sand.jpg tiles.jpg slate.jpg \
              deep.jpg wall.jpg rock.jpg grass.jpg earth.jpg \
              puddle.png harbour.png lens.png river.png river-flow.png)

rooms   := src tests tools
headers := $(shell find $(rooms) -name '*.h')
c_files := $(shell find $(rooms) -name '*.c') $(headers) $(wildcard src/lib/*/*.inc)
scripts := $(wildcard tools/*.sh) .ci/run \
           $(wildcard assets/share/bash-completion/completions/*)
