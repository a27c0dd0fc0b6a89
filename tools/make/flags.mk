# SPDX-License-Identifier: MIT
#
# How code is compiled and linked. The user's CPPFLAGS, CFLAGS and LDFLAGS come
# after all of these.

flags_release := -O3
flags_debug   := -O0 -g
# Tests under sanitizers take fewer steps: an error shows early or not at all.
sanitized     := -DRIPPLE_SANITIZED -DRIPPLE_SCENE_STEPS=13
counted       := $(sanitized) -DRIPPLE_COUNTED
flags_asan    := -O1 -g -fsanitize=address,undefined \
                 -fno-sanitize-recover=all -fno-omit-frame-pointer \
                 $(sanitized)
flags_tsan    := -O1 -g -fsanitize=thread -fno-omit-frame-pointer $(sanitized)
# clang only, and only for programs that use no library beyond libc.
flags_msan    := -O1 -g -fsanitize=memory -fsanitize-memory-track-origins \
                 -fno-sanitize-recover=all -fno-omit-frame-pointer \
                 $(sanitized)
# -O2: more runs a second find more.
flags_fuzz    := -O2 -g -fsanitize=fuzzer-no-link,address,undefined \
                 -fno-sanitize-recover=all -fno-omit-frame-pointer \
                 $(sanitized)
# Kernels that stay functions (vector.h) hide that a constant sets all they read.
flags_coverage := -O1 -g --coverage -fprofile-update=atomic $(counted) \
                  -Wno-maybe-uninitialized
# Small for the network; kernels are fast, see web.mk.
flags_web     := -Oz -flto -DNDEBUG -mbulk-memory -msign-ext -mnontrapping-fptoint
ifeq ($(flags_$(CONFIG)),)
$(error CONFIG is release, debug, asan, tsan, msan, coverage or fuzz, not "$(CONFIG)")
endif

# WebAssembly's libc has no threads.
threads  := $(if $(findstring wasm,$(target)),,-pthread)
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes
# No fused multiply-add: the same bits on every machine.
ours     := -Isrc -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off $(warnings) \
            $(flags_$(CONFIG)) $(threads)
# Windows aligns the stack to 16 bytes. gcc ignores that for wider vectors
# (its bug 54412) and moves them with instructions that fault.
ifneq ($(exe),)
unaligned := -Wa,-muse-unaligned-vector-move
ours      += $(shell $(CC) $(unaligned) -c -o /dev/null -x c /dev/null \
               2>/dev/null && echo $(unaligned))
endif

# Guards make a mistake harder to exploit. Each is used if compiler and linker
# know it, which is asked once, for release builds except Windows' (its linker has
# guards by default). A static program cannot be position-independent, and
# fortified functions need -O1 and yield to a _FORTIFY_SOURCE of the user's.
guard_code    := -fstack-protector-strong -fstack-clash-protection \
                 $(if $(findstring x86_64,$(target)),-fcf-protection) \
                 $(if $(findstring aarch64,$(target)),-mbranch-protection=standard)
guard_link    := -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack
guard_pie     := $(if $(findstring -static,$(LDFLAGS)),,-pie)
# The words if a program can be made with them; `known` tries all words together,
# then one by one.
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
link_flags = $(flags_$(CONFIG)) $(threads) $(link_guard)

# pkg-config is asked once, when the first object that needs the answer is built.
# X11=, WAYLAND=, LCMS=, WEBP= and JPEG= build without these, which are optional; SDL=
# builds all that needs no SDL.
SDL       ?= sdl2 SDL2_image
X11       ?= $(shell $(PKGCONFIG) --exists x11 2>/dev/null && echo x11)
WAYLAND   ?= $(shell $(PKGCONFIG) --exists wayland-client 2>/dev/null && \
               echo wayland-client)
LCMS      ?= $(shell $(PKGCONFIG) --exists lcms2 zlib 2>/dev/null && echo lcms2 zlib)
WEBP      ?= $(shell $(PKGCONFIG) --exists libwebpdemux 2>/dev/null && echo libwebpdemux)
JPEG      ?= $(shell $(PKGCONFIG) --exists libjpeg 2>/dev/null && echo libjpeg)
ifneq ($(SDL),)
desktops   = $(SDL) $(X11) $(WAYLAND) $(LCMS) $(WEBP) $(JPEG)
sdl_cflags = $(eval sdl_cflags := $$(call package,--cflags,$(desktops),run) \
               -DRIPPLE_SDL $(if $(X11),-DRIPPLE_X11) \
               $(if $(gpu),-DRIPPLE_OPENGL) \
               $(if $(WAYLAND),-DRIPPLE_WAYLAND) \
               $(if $(LCMS),-DRIPPLE_LCMS) \
               $(if $(WEBP),-DRIPPLE_WEBP) \
               $(if $(JPEG),-DRIPPLE_JPEG))$(sdl_cflags)
sdl_libs   = $(eval sdl_libs := $$(call package,--libs,$(desktops)))$(sdl_libs)
endif
check_cflags = $(eval check_cflags := $$(call package,--cflags,check,test))$(check_cflags)
check_libs   = $(call package,--libs,check)
# Flags of libraries, or the end of make with the command that installs them.
package    = $(if $(shell $(PKGCONFIG) --exists $(2) 2>/dev/null && echo yes),$(shell \
               $(PKGCONFIG) $(1) $(2)),$(error $(PKGCONFIG) does not find $(strip $(2)): \
               tools/setup.sh $(3) installs what is missing$(if $(SDL),$(if \
               $(filter run,$(3)),; make SDL= builds the library alone))))

# The instruction sets that the compiler's target can have, and the flags of those
# that need some.
machine      := $(firstword $(subst -, ,$(target)))
simd_x86_64  := sse2 avx2 avx512
simd_aarch64 := neon
simd_arm64   := neon
simd_wasm32  := simd128
simd         := $(simd_$(machine))
%/simd/avx2.o:    extra = -mavx2 $(AVX2_FLAGS)
%/simd/avx512.o:  extra = -mavx2 -mavx512f -mavx512bw -mavx512vl
%/simd/simd128.o: extra = -msimd128
# Whether the compiler finds a header. In $(shell) old makes drop the backslash of
# `\#` and new ones keep it; a variable is the same in both.
hash         := \#
has_header    = $(shell echo '$(hash)include <$(1)>' | \
                  $(CC) $(CPPFLAGS) $(CFLAGS) -E -x c - >/dev/null 2>&1 && echo yes)
# The GPU steps water where the headers of OpenGL are; gpu= builds without it. Of
# OpenGL nothing is linked.
gpu          := $(if $(exe),,$(call has_header,GL/glcorearb.h))
# The bench's plain loop gets all that this machine's compiler can do for it.
native       := $(shell $(CC) -march=native -E -x c /dev/null >/dev/null 2>&1 && \
                  echo -march=native)
# The frei0r plugin is made where its header is. It contains pictures that a program
# made here unpacks, by SDL2_image, so this machine must be the one to build for;
# frei0r= builds without it.
frei0r       := $(if $(and $(SDL),$(filter $(machine),$(shell uname -m))),$(call \
                  has_header,frei0r.h))
# Headers that optional parts lack; tools/README.md describes the parts.
absent       := $(if $(exe),,$(if $(SDL),$(if $(X11),,x11) $(if $(WAYLAND),,wayland-client) \
                  $(if $(LCMS),,lcms2) $(if $(WEBP),,libwebpdemux) $(if $(JPEG),,libjpeg) \
                  $(if $(frei0r),,frei0r.h)) $(if $(gpu),,GL/glcorearb.h))
