# SPDX-License-Identifier: MIT
#
# The page: the library, play and src/web as a module for browsers, beside what
# they load as it lies in src/web/site.

site    := build/web
single  := build/web-single/ripple.html
site_sources := $(wildcard src/web/site/*)
site_modules := $(patsubst %,build/web-%/page.wasm,simd128 threads)
# Without the files that play carries within programs, which a page fetches.
web_objects := $(call objects,$(filter-out src/play/builtin.c $(if $(threads),, \
                 src/web/page_workers.c),$(call c_in,src/play src/play/nature src/web)) \
                 $(addprefix src/os/,error.c parse.c paths.c pixel_buffer.c))
# -O0: without wasm-opt of clang's own choice. Scripts read an address from 2 GiB on
# as a negative number.
web_link     = -mexec-model=reactor -O0 -lc-printscan-no-floating-point \
               -Wl,-O2,-mllvm,-inline-threshold=-100,--stack-first,-z,stack-size=1048576,--gc-sections,--strip-all \
               -Wl,--max-memory=2147483648 $(if $(threads),$(threads_link))
# The page makes the memory that workers share, of that size at first. The linker
# refuses libc.a for it, which is built without atomics: a pool calls malloc and the
# like from one thread only.
threads_link := -Wl,--shared-memory,--import-memory,--export-memory \
                -Wl,--initial-memory=2097152,--export=__stack_pointer,--no-check-features
wasm_features := --enable-simd --enable-bulk-memory --enable-sign-ext \
                 --enable-nontrapping-float-to-int --enable-mutable-globals$(if \
                 $(threads), --enable-threads)
# The stack is at the lowest addresses, and memory is new for each pool. The first run
# makes code flat, which the second one makes 0.8 % less than without.
flatten      := --optimize-added-constants-propagate --flatten --rereloop
wasm_opt      = wasm-opt $(1) -Oz --converge --one-caller-inline-max-function-size 20 \
                --always-inline-max-function-size 6 $(wasm_features) \
                --low-memory-unused --zero-filled-memory
WEB_PORT    ?= 8000

.PHONY: web web-single serve

# The kernels that run are written by hand.
ifeq ($(CONFIG),web)
$(build)/src/lib/kernels/simd/%.o: ours += -Os -fno-vectorize -fno-slp-vectorize
ours += -msimd128
endif

# As if from the archive, which not every ar can make of what -flto compiled.
$(build)/page.wasm: library = -Wl,--start-lib $(library_objects) -Wl,--end-lib
$(build)/page.wasm: $(web_objects) $(library)
	$(call link,$(web_link))
	$(call quiet,wasm-opt)$(call wasm_opt,$(flatten)) $@ -o $@ && $(call wasm_opt) $@ -o $@

web: ## the page and the module for pages, in build/web
	@tools/setup.sh web
	+@tools/make-wasm.sh CONFIG=web build=build/web-simd128 build/web-simd128/page.wasm
	+@tools/make-wasm.sh CONFIG=web build=build/web-threads threads=-matomics \
	    build/web-threads/page.wasm
	+@$(submake) $(single)
	@echo "$(site): copy it to any web server; make serve shows it"

web-single: web ## the page in one file, which opens from a disk
	@echo $(single)

# All of the folder, or nothing if it is up to date: several jobs use it at a time.
$(site)/ripple.js: $(site_sources) $(site_modules) $(pictures) LICENSE \
    src/ripple.h tools/make/web.mk
	@rm -rf $(site) && mkdir -p $(site)/pictures
	@cp $(filter-out %.js %.in,$(site_sources)) LICENSE $(site)
	@sed 's/@version@/$(version)/' src/web/site/package.json.in >$(site)/package.json
	@cp $(pictures) $(site)/pictures
	@cp build/web-simd128/page.wasm $(site)/ripple.wasm
	@cp build/web-threads/page.wasm $(site)/ripple-threads.wasm
	@esbuild --log-level=warning --bundle --minify --format=esm --target=es2022 \
	    --external:./ripple.js --outdir=$(site) \
	    $(patsubst %,src/web/site/%.js,page worker thread ripple)

# The page in one file, and the module of the package without others.
$(single): $(site)/ripple.js tools/single_page.py
	@tools/single_page.py $(site) $@

serve: web ## show the page at http://localhost:8000 (WEB_PORT)
	@echo "http://localhost:$(WEB_PORT)/ (Ctrl+C ends it)"
	@python3 -m http.server --bind 127.0.0.1 --directory $(site) $(WEB_PORT)
