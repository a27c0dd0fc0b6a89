# SPDX-License-Identifier: MIT
#
# The page: the library, play and src/web as a module for browsers, beside what
# they load as it lies in src/web/site.

site    := build/web
# Without the files that play carries within programs, which a page fetches.
web_objects := $(call objects,$(filter-out src/play/builtin.c,$(call c_in,src/play \
                 src/play/nature src/web)) \
                 $(addprefix src/host/,error.c parse.c paths.c pixel_buffer.c))
web_link    := -mexec-model=reactor \
               -Wl,--stack-first,-z,stack-size=1048576,--gc-sections,--strip-all
WEB_PORT    ?= 8000

.PHONY: web serve

$(build)/page.wasm: $(web_objects) $(library)
	$(call link,$(web_link))

web: ## the page and the module for pages, in build/web
	@tools/setup.sh web
	+@tools/make-wasm.sh build=build/page CFLAGS=-Os build/page/page.wasm
	+@tools/make-wasm.sh build=build/page-scalar CFLAGS=-Os simd= \
	    CPPFLAGS=-DRIPPLE_NO_SIMD build/page-scalar/page.wasm
	@rm -rf $(site) && mkdir -p $(site)/pictures
	@cp src/web/site/* LICENSE $(site)
	@cp $(filter-out %.wasm,$(pictures)) $(site)/pictures
	@cp build/page/page.wasm $(site)/ripple.wasm
	@cp build/page-scalar/page.wasm $(site)/ripple-scalar.wasm
	@echo "$(site): to be copied to any web server; make serve shows it"

serve: web ## show the page at http://localhost:8000 (WEB_PORT)
	@echo "http://localhost:$(WEB_PORT)/ (Ctrl+C ends it)"
	@python3 -m http.server --bind 127.0.0.1 --directory $(site) $(WEB_PORT)
